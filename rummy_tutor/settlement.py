"""A whole round: who pays whom, for what, and what is left when every cap has been applied.

``settle`` takes a rulebook and what is known of each player (a ``Seat``) and gives a ``Round``: one row a
player, and the entries of which the rows are the sums. A rulebook whose winner takes the losers' points is
zero-sum; where points stay on a score or games are counted, nobody pays anybody.

What cannot have happened is refused with one message; the codes are

======================  ================================================================================
``bad-players``         a number of players the rulebook does not allow
``bad-name``            a player without a name of one line; ``name-twice``: two with the same one
``bad-ending``          an unknown ending, or one that does not go with how the round ended
``no-winner``           nobody won; ``two-winners``: several did; ``not-last``: others were still in
``no-such-ending``      a drop, misses or wrong declaration in a game or match that has no price for them
``does-not-declare``    the winner's hand does not declare; ``declares-well``: the wrong declarer's does
``pack-surplus``        more copies of a card than the pack holds, each card named
``no-figure``           neither a hand nor a stated figure; ``two-figures``: both
``bad-points``          a stated figure that is no number within bounds, or of the wrong sort
``stated-over-cap``     a stated bonus beyond what all value cards earn
``stated-figure``       a stated figure other than the rulebook's price; ``winner-with-points``
``bad-objective``       a way to declare that the rulebook does not know
``bad-turn``            a time of declaring that the rulebook does not know or that others contradict
``no-hidden-card``      seen or not in a game that hides nothing; ``cannot-have-seen``, ``must-have-seen``
``no-dublee-rule``      shown dublees named where no house rule makes them matter
``no-bonus``            value cards in a game without; ``no-value-card``, ``no-turned``, ``no-tunnela``,
                        ``too-many-tunnelas``
``bad-end``             an unknown end of the round; ``no-stock-end``, ``reshuffled``, ``no-redeal``
``bad-point-value``     a rate that is no number above 0; ``no-money``: where nobody pays anybody
======================  ================================================================================

and, as everywhere, ``bad-rulebook``, ``bad-option``, ``bad-card``, ``bad-turned``, ``printed-joker``,
``hand-size``, ``unknown-key``, ``missing-key`` and ``bad-type``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation

from ._judging import Figure, Judged, judge_seat
from ._ledger import Round, RoundEnd, Row, is_zero_sum, sum_up
from ._maal import BonusItem
from ._payments import Entry, list_payments
from ._seats import DROPPED, LABELS, LOSING, OUT, WINNING, Ending, Seat, Turn, find_alike, price_of
from .analysis import as_card
from .cards import PRINTED_JOKER, Card, CardError
from .melds import Reason
from .phrases import join_words, show_card
from .rulebooks import get_rulebook
from .rules import Measure, Rulebook, RuleError, WhenStockEnds
from .table import Deal, set_table

__all__ = [
    "DROPPED",
    "LABELS",
    "BonusItem",
    "Ending",
    "EndingChoice",
    "Entry",
    "Figure",
    "Judged",
    "Round",
    "RoundEnd",
    "Row",
    "Seat",
    "Surplus",
    "Turn",
    "list_endings",
    "settle",
    "surplus_cards",
]


@dataclass(frozen=True)
class EndingChoice:
    """An ending a rulebook knows, for lists to choose from.

    Attributes:
        ending: the ending.
        label: its name for people.
        points: its price, None where the hand decides.
    """

    ending: Ending
    label: str
    points: int | None


@dataclass(frozen=True)
class Surplus:
    """A card held more often at a table than the pack can have dealt.

    Attributes:
        card: the card.
        held: copies in the players' hands.
        available: copies they can hold at most.
        turned: whether one more copy lies turned up.
        holders: who holds how many.
    """

    card: Card
    held: int
    available: int
    turned: bool
    holders: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        copies = self.available + self.turned
        turned = "" if not self.turned else ", turned up" if copies == 1 else ", one of them turned up"
        return f"{self.held} × {show_card(self.card)}, of which the pack has {copies or 'none'}{turned}"


def list_endings(rulebook: Rulebook | str, options: Sequence[str] = ()) -> tuple[EndingChoice, ...]:
    """The endings a rulebook knows, with their labels and prices, winners first.

    Example:
        >>> [(choice.label, choice.points) for choice in list_endings("gorummy-13")][4:6]
        [('first drop', 10), ('middle drop', 30)]
    """
    book = get_rulebook(rulebook, options)
    known = []
    for ending in Ending:
        price = price_of(ending, book)
        if ending in OUT and price is None:
            continue
        if ending is Ending.LAST_LEFT and not _may_be_left(book):
            continue
        if ending is Ending.PLAYING and book.settlement.stock_end not in (WhenStockEnds.VOID, WhenStockEnds.SCORE):
            continue
        known.append(EndingChoice(ending, LABELS[ending], price))
    return tuple(known)


def _may_be_left(book: Rulebook) -> bool:
    """Whether one player can be the last one left."""
    leaving = (*DROPPED, Ending.WRONG_DECLARATION)
    return book.penalties.last_player_wins and any(price_of(ending, book) is not None for ending in leaving)


def surplus_cards(
    rulebook: Rulebook | str,
    players: Iterable[Seat | Mapping[str, object]],
    *,
    turned: Card | str | None = None,
    options: Sequence[str] = (),
) -> tuple[Surplus, ...]:
    """The cards that a table's hands and turned card hold more often than the pack; empty if it can be dealt.

    Example:
        >>> hands = [("Asha", "7S 7S"), ("Bela", "7S 8S")]
        >>> table = [Seat(name=name, ending="lost", hand=hand) for name, hand in hands]
        >>> [str(surplus) for surplus in surplus_cards("gorummy-13", table)]
        ['3 × 7♠, of which the pack has 2']
    """
    seats = _as_seats(players)
    return _find_surplus(seats, set_table(get_rulebook(rulebook, options), _as_turned(turned), len(seats)))


def _find_surplus(seats: Sequence[Seat], deal: Deal) -> tuple[Surplus, ...]:
    hands = [(seat.name, Counter(seat.known_cards)) for seat in seats]
    cards = [card for _, hand in hands for card in hand.elements()]
    return tuple(
        Surplus(
            card,
            held,
            available,
            card == deal.turned and deal.rulebook.wilds.exposed,
            tuple((name, hand[card]) for name, hand in hands if hand[card]),
        )
        for card, (held, available) in deal.rulebook.pack_surplus(cards, deal.turned, deal.players).items()
    )


# ---- settling --------------------------------------------------------------------------------------------
def settle(
    rulebook: Rulebook | str,
    players: Iterable[Seat | Mapping[str, object]],
    *,
    turned: Card | str | None = None,
    options: Sequence[str] = (),
    point_value: int | float | str | Decimal | None = None,
    end: RoundEnd | str = RoundEnd.WON,
    check_pack: bool = True,
) -> Round:
    """Settle a round: who pays whom, every entry explained.

    Args:
        rulebook: a key such as ``"rummy-21"``, or a rulebook of your own.
        players: everybody at the table, as ``Seat`` values or their fields by name.
        turned: the card turned up to choose the wild cards, ``"PJ"``, or None (none, or not known).
        options: house options of the rulebook.
        point_value: money for a point.
        end: ``"won"`` unless the stock was used up or a dealt hand called for a new deal.
        check_pack: whether hands that the pack cannot have dealt are refused; else they are noted.

    Raises:
        CardError: a hand or a card cannot be read.
        RuleError: the round is impossible; the codes stand at the head of this module.

    Example:
        >>> table = [{"name": "Asha", "ending": "declared"}, {"name": "Bela", "ending": "first-drop"},
        ...          {"name": "Chand", "ending": "lost", "points": 40}]
        >>> result = settle("gorummy-13", table, point_value=2)
        >>> result["Asha"].net, result["Asha"].money
        (50, Decimal('100'))
        >>> result.entries[0].sentence
        'Bela pays Asha 10 points for a first drop.'
    """
    book = get_rulebook(rulebook, options)
    seats = _as_seats(players)
    deal = set_table(book, _as_turned(turned), len(seats))
    twice = [name for name, times in Counter(seat.name for seat in seats).items() if times > 1]
    if twice:
        raise RuleError(f"two players are called {twice[0]!r}: each has a name of his own", "name-twice")
    alike = find_alike(seat.name for seat in seats)
    if alike:
        raise RuleError(f"the names {alike[0]!r} and {alike[1]!r} look the same: each has one of his own", "name-twice")
    if not isinstance(check_pack, bool):
        raise RuleError(f"check_pack is true or false, not {str(check_pack)[:40]!r}", "bad-type")
    end = _as_end(end)
    rate = as_rate(point_value, book)
    _check_endings(seats, end, book)
    for seat in seats:
        if not deal.pack.printed_jokers and PRINTED_JOKER in seat.known_cards:
            raise RuleError(f"{seat.name}: PJ in the hand: {book.key} has no printed jokers", "printed-joker")
    surplus = _find_surplus(seats, deal)
    if surplus and check_pack:
        listed = "; ".join(map(str, surplus))
        raise RuleError(f"this table cannot be dealt from the pack: {listed}", "pack-surplus")
    notes = [
        Reason(
            "pack-surplus",
            {"card": str(one.card), "held": one.held, "available": one.available, "turned": one.turned},
        )
        for one in surplus
    ]
    counts = end is RoundEnd.WON or (end is RoundEnd.STOCK and book.settlement.stock_end is WhenStockEnds.SCORE)
    turn = next((seat.declared_on for seat in seats if seat.ending is Ending.DECLARED), None)
    judged = tuple(judge_seat(seat, deal, turn, counts) for seat in seats)
    for one in judged:
        if one.analysis is not None and not one.analysis.size_ok:
            held = len(one.seat.hand.cards)
            notes.append(Reason("seat-size", {"player": one.name, "held": held, "deal": book.deal}))
    if book.bonus is not None and book.wilds.indicator(deal.turned) is None and any(s.hand for s in seats):
        notes.append(Reason("turned-unknown"))
    if not book.wilds.exposed and deal.turned is not None:
        notes.append(Reason("turned-ignored", {"card": str(deal.turned)}))
    winners = _find_winners(judged, end, counts)
    if end is RoundEnd.REDEAL:
        notes.append(_redeal(seats, deal))
    elif not counts:
        notes.append(Reason("void"))
    if not counts:
        judged = tuple(replace(one, points=0) for one in judged)
    entries = list_payments(judged, winners, deal) if counts else ()
    return Round(
        rulebook=book,
        turned=deal.turned,
        end=end,
        void=not counts,
        judged=judged,
        rows=tuple(sum_up(one, entries, rate) for one in judged),
        entries=entries,
        winners=tuple(one.name for one in winners),
        point_value=rate,
        notes=tuple(notes),
    )


def _as_seats(players: Iterable[Seat | Mapping[str, object]]) -> tuple[Seat, ...]:
    if not isinstance(players, Iterable):
        raise RuleError(f"players are a list of seats, not {type(players).__name__}", "bad-type")
    return tuple(map(Seat.of, players))


def _as_turned(turned: Card | str | None) -> Card | None:
    try:
        return as_card(turned)
    except CardError as error:
        raise RuleError(str(error), "bad-turned") from None


def _as_end(end: RoundEnd | str) -> RoundEnd:
    try:
        return RoundEnd(end)
    except ValueError:
        raise RuleError(f"unknown end {str(end)[:40]!r}: one of {', '.join(RoundEnd)}", "bad-end") from None


def as_rate(value: int | float | str | Decimal | None, book: Rulebook) -> Decimal | None:
    """Money for a point as an exact number; see ``settle``."""
    if value is None:
        return None
    rate = as_amount(value, "money for a point (point_value)", "bad-point-value")
    if not is_zero_sum(book):
        raise RuleError(f"{book.key}: nobody pays anybody by points here, so there is no point_value", "no-money")
    return rate


def as_amount(value: object, what: str, code: str) -> Decimal:
    """A sum of money as an exact number.

    Raises:
        RuleError: with this code, if it is no number above 0.
    """
    try:
        amount = Decimal(str(value)) if not isinstance(value, bool) and "_" not in str(value) else Decimal(0)
    except InvalidOperation:
        amount = Decimal(0)
    if not amount.is_finite() or amount <= 0 or amount > 10**9:
        raise RuleError(f"{what} is a number above 0 and up to 1,000,000,000, not {str(value)[:40]!r}", code)
    if amount != Decimal(repr(float(amount))):
        raise RuleError(f"{what} is kept with 15 digits at most, and {str(value)[:40]} has more", code)
    return amount


def _check_endings(seats: Sequence[Seat], end: RoundEnd, book: Rulebook) -> None:
    """Refuse endings that cannot stand together."""
    if end is not RoundEnd.WON:
        return _check_unwon(seats, end, book)
    winners = [seat.name for seat in seats if seat.ending in WINNING]
    if len(winners) > 1:
        raise RuleError(f"{join_words(winners)} cannot both have won: a round has one winner", "two-winners")
    playing = [seat.name for seat in seats if seat.ending is Ending.PLAYING]
    if playing:
        raise RuleError(f"{playing[0]}: nobody is still playing once a round is won; he lost", "bad-ending")
    inside = [seat.name for seat in seats if seat.ending not in OUT]
    if not winners:
        hint = f"; {inside[0]} is the last one left" if len(inside) == 1 and _may_be_left(book) else ""
        raise RuleError(f"nobody won this round{hint}: one player has to", "no-winner")
    winner = next(seat for seat in seats if seat.ending in WINNING)
    if winner.ending is Ending.LAST_LEFT:
        if not _may_be_left(book):
            raise RuleError(f"{winner.name}: nobody wins {book.key} by being the last one left", "no-such-ending")
        if len(inside) > 1:
            others = join_words([name for name in inside if name != winner.name])
            raise RuleError(f"{winner.name} is not the last one left: {others} played on", "not-last")
    early = [seat.name for seat in seats if seat.ending is Ending.LOST_BEFORE_FIRST_MOVE]
    if early and winner.declared_on is Turn.LATER:
        raise RuleError(
            f"{early[0]} had no move, so {winner.name} declared on the first turn or before drawing", "bad-turn"
        )
    return None


def _check_unwon(seats: Sequence[Seat], end: RoundEnd, book: Rulebook) -> None:
    """Refuse a round without a winner that the rulebook does not know, or in which somebody won or lost."""
    if end is RoundEnd.STOCK:
        rule = book.settlement.stock_end
        if rule is WhenStockEnds.RESHUFFLE:
            raise RuleError(
                f"{book.key}: the discards are shuffled into a new stock and the round goes on", "reshuffled"
            )
        counted = rule is WhenStockEnds.SCORE and book.scoring.measure is Measure.MELDED_MINUS_LOOSE
        if rule is not WhenStockEnds.VOID and not counted:
            raise RuleError(f"{book.key} does not say what happens when the stock is used up", "no-stock-end")
    elif book.settlement.redeal_pairs is None:
        raise RuleError(f"{book.key} knows no hand that calls for a new deal", "no-redeal")
    for seat in seats:
        if seat.ending in (*WINNING, *LOSING) or (end is RoundEnd.REDEAL and seat.ending in OUT):
            raise RuleError(
                f"{seat.name}: nobody {LABELS[seat.ending]} here, the round ended otherwise: use {Ending.PLAYING}",
                "bad-ending",
            )
    if not any(seat.ending is Ending.PLAYING for seat in seats):
        raise RuleError("everybody left the round, so it was over before the stock was", "bad-ending")


def _find_winners(judged: Sequence[Judged], end: RoundEnd, counts: bool) -> list[Judged]:
    if not counts:
        return []
    if end is RoundEnd.WON:
        return [one for one in judged if one.ending in WINNING]
    playing = [one for one in judged if one.ending is Ending.PLAYING]
    best = max(one.score for one in playing)
    return [one for one in playing if one.score == best]


def _redeal(seats: Sequence[Seat], deal: Deal) -> Reason:
    """The reason for a new deal: a dealt hand with so many pairs of a rank."""
    pairs = deal.rulebook.settlement.redeal_pairs
    if deal.players < 3:
        raise RuleError("two players play on, whatever pairs they hold", "no-redeal")
    identical = deal.rulebook.settlement.redeal_identical
    for seat in seats:
        if seat.hand is not None and len(seat.hand.cards) == deal.rulebook.deal:
            alike = Counter(card if identical else card.rank for card in seat.hand.cards if card.rank)
            if sum(count // 2 for count in alike.values()) >= pairs:
                return Reason("redeal-identical" if identical else "redeal", {"pairs": pairs})
    what = f"{pairs} pairs of identical cards" if identical else f"{pairs} pairs"
    raise RuleError(f"no hand shown here holds {what}, so none calls for a new deal", "no-redeal")
