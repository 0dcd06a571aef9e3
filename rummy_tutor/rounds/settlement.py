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
``bad-end``             an unknown end of the round; ``no-stock-end``, ``no-redeal``, ``no-wrong-end``
``bad-point-value``     a rate that is no number above 0; ``no-money``: where nobody pays anybody
======================  ================================================================================

and, as everywhere, ``bad-rulebook``, ``bad-option``, ``bad-card``, ``bad-turned``, ``printed-joker``,
``hand-size``, ``unknown-key``, ``missing-key`` and ``bad-type``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from ..game.cards import PRINTED_JOKER, Card, CardError
from ..game.messages import Items, Message, key_of, quote, tell_later
from ..game.records import Reason
from ..game.rules import Measure, Rulebook, RuleError, WhenStockEnds, refuse
from ..game.table import Deal, set_table
from ..referee.pairs import is_redealt
from ..referee.value_cards import BonusItem
from ..rulebooks.find import Given, find_rulebook
from .bonus import refuse_bonus
from .endings import DROPPED, LOSING, OUT, WINNING, Ending, counts_cards, may_be_last, price_of
from .judge import Figure, Judged, judge_knock, judge_seat
from .ledger import Round, RoundEnd, Row, find_rates, is_zero_sum, sum_up
from .payments import Entry, list_fines, list_payments
from .seats import LONGEST_NAME, Seat, Turn, as_amount, read_choice, refuse_alike

__all__ = [
    "DROPPED",
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
        points: its price, None where the hand decides.
    """

    ending: Ending
    points: int | None

    @property
    def label(self) -> str:
        """Its name for people."""
        return self.ending.label


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

    @property
    def message(self) -> Message:
        """What lies there, and what the pack has."""
        copies = self.available + self.turned
        variant = "turned" if self.turned and copies == 1 else "one-turned" if self.turned else "none"
        key = key_of("surplus:", "" if copies and not self.turned else variant)
        return tell_later(key, held=self.held, card=self.card, n=copies)

    def __str__(self) -> str:
        return str(self.message)


def list_endings(rulebook: Given, options: Sequence[str] = ()) -> tuple[EndingChoice, ...]:
    """The endings a rulebook knows, with their labels and prices, winners first.

    Args:
        rulebook: a key such as ``"rummy-21"``, or a rulebook of your own, its file or its data.
        options: house options of the rulebook.

    Raises:
        RuleError: an unknown rulebook or option.

    Example:
        >>> [(choice.label, choice.points) for choice in list_endings("gorummy-13")][4:6]
        [('first drop', 10), ('middle drop', 30)]
    """
    book = find_rulebook(rulebook, options)
    prices = {ending: price_of(ending, book) for ending in Ending}
    absent = {ending for ending in OUT if prices[ending] is None}
    if not may_be_last(book):
        absent.add(Ending.LAST_LEFT)
    if not (may_end_by_stock(book) or book.settlement.wrong_declaration_ends):
        absent.add(Ending.PLAYING)
    known = [ending for ending in Ending if ending not in absent]
    return tuple(EndingChoice(ending, price if isinstance(price := prices[ending], int) else None) for ending in known)


def surplus_cards(
    rulebook: Given,
    players: Iterable[Seat | Mapping[str, object]],
    *,
    turned: Card | str | None = None,
    options: Sequence[str] = (),
) -> tuple[Surplus, ...]:
    """The cards that a table's hands and turned card hold more often than the pack; empty if it can be dealt.

    Args:
        rulebook, players, turned, options: as for ``settle``.

    Raises:
        CardError: a hand or a card cannot be read.
        RuleError: as for ``settle``.

    Example:
        >>> hands = [("Asha", "7S 7S"), ("Bela", "7S 8S")]
        >>> table = [Seat(name=name, ending="lost", hand=hand) for name, hand in hands]
        >>> [str(surplus) for surplus in surplus_cards("gorummy-13", table)]
        ['3 × 7♠ (the pack has 2)']
    """
    seats = _as_seats(players)
    return _find_surplus(seats, set_table(find_rulebook(rulebook, options), _as_turned(turned), len(seats)))


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
        for card, (held, available) in deal.pack_surplus(cards).items()
    )


# ---- settling --------------------------------------------------------------------------------------------
def settle(
    rulebook: Given,
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
        rulebook: a key such as ``"rummy-21"``, or a rulebook of your own, its file or its data.
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
        'Bela pays 10 points to Asha for a first drop.'
    """
    book = find_rulebook(rulebook, options)
    seats = _as_seats(players)
    deal = set_table(book, _as_turned(turned), len(seats))
    check_names([seat.name for seat in seats])
    refuse("bad-type:true-or-false", not isinstance(check_pack, bool), field="check_pack", found=quote(check_pack))
    end, rate = RoundEnd(read_choice(RoundEnd, end, "bad-end")), as_rate(point_value, book)
    refuse("no-money:wrong-declaration", end is RoundEnd.WRONG_DECLARATION and find_rates(seats, rate))
    _check_endings(seats, end, book)
    surplus = _check_pack(seats, deal, check_pack)
    counts = end is RoundEnd.WON or (end is RoundEnd.STOCK and book.settlement.stock_end is WhenStockEnds.SCORE)
    turn = next((seat.declared_on for seat in seats if seat.ending is Ending.DECLARED), None)
    judged = tuple(judge_seat(seat, deal, turn, counts) for seat in seats)
    notes = [*_write_notes(judged, deal, surplus), *([] if counts else [_note_end(end, seats, deal)])]
    if counts:
        judged, winners, entries = _pay(judged, deal, end)
    else:
        fined = [player.ending.terms.invalid and end is RoundEnd.WRONG_DECLARATION for player in judged]
        judged = tuple(
            player if is_fined else replace(player, points=0) for player, is_fined in zip(judged, fined, strict=True)
        )
        winners, entries = [], list_fines(judged, book) if any(fined) else ()
    rates = find_rates(seats, rate)
    _check_stakes(seats, rates, entries, book)
    return Round(
        rulebook=book,
        turned=deal.turned,
        end=end,
        void=not counts,
        judged=judged,
        rows=tuple(sum_up(player, entries, rates) for player in judged),
        entries=entries,
        winners=tuple(player.name for player in winners),
        point_value=rate,
        notes=tuple(notes),
    )


def _pay(
    judged: tuple[Judged, ...], deal: Deal, end: RoundEnd
) -> tuple[tuple[Judged, ...], list[Judged], tuple[Entry, ...]]:
    """Who loses what, who won, and who pays whom in a round that counts."""
    winners, knocked = _find_winners(judged, end), judge_knock(judged, deal)
    if knocked is not None:
        judged = tuple(
            replace(player, points=knocked.count) if player.ending in LOSING else player for player in judged
        )
        if knocked.undercut:
            winners = [player for player in judged if player.ending in LOSING]
    return judged, winners, list_payments(judged, winners, deal, knocked)


def _note_end(end: RoundEnd, seats: Sequence[Seat], deal: Deal) -> Reason:
    """How a round ended that does not count."""
    if end is RoundEnd.REDEAL:
        return _redeal(seats, deal)
    if end is RoundEnd.WRONG_DECLARATION:
        return Reason("wrong-declaration-ended")
    return Reason("void" if deal.rulebook.stock_end is WhenStockEnds.VOID else "void-renewed")


def _check_stakes(
    seats: Sequence[Seat], rates: Mapping[str, Decimal], entries: Sequence[Entry], book: Rulebook
) -> None:
    """Refuse stakes of players where nobody pays anybody, and a player who pays and has none beside others who have."""
    for seat in seats:
        refuse("no-money", seat.point_value is not None and not is_zero_sum(book), seat.name, game=book.key)
    for entry in entries:
        payer = entry.payer or ""
        refuse("bad-point-value:own", rates and payer and payer not in rates, payer)


def check_names(names: Sequence[str]) -> None:
    """Refuse two players with one name, or with names that look the same.

    Raises:
        RuleError: ``name-twice``.
    """
    for name, times in Counter(names).items():
        refuse("name-twice", times > 1, name=quote(name, LONGEST_NAME))
    refuse_alike("name-twice:alike", names)


def _check_pack(seats: Sequence[Seat], deal: Deal, strict: bool) -> tuple[Surplus, ...]:
    """The cards held more often than the pack has them; with ``strict`` they are refused."""
    for seat in seats:
        refuse_bonus(seat, deal, strict)
        joker = not deal.pack.printed_jokers and PRINTED_JOKER in seat.known_cards
        refuse("printed-joker:round", joker, seat.name, game=deal.rulebook.key)
    surplus = _find_surplus(seats, deal)
    refuse("pack-surplus", surplus and strict, cards=Items(tuple(card.message for card in surplus), "comma"))
    return surplus


def _write_notes(judged: Sequence[Judged], deal: Deal, surplus: Sequence[Surplus]) -> list[Reason]:
    """What is to be said of the cards beside the payments."""
    book = deal.rulebook
    notes = [
        Reason(
            "pack-surplus",
            {"card": str(extra.card), "held": extra.held, "available": extra.available, "turned": extra.turned},
        )
        for extra in surplus
    ]
    for player in judged:
        if player.analysis is not None:
            held = len(player.analysis.hand.cards)
            if not player.analysis.size_ok or (counts_cards(player.ending, book) and held == book.deal + 1):
                notes.append(Reason("seat-size", {"player": player.name, "held": held, "deal": book.deal}))
    rule = book.penalties.before_first_move
    if rule is None or not rule.double_before_draw:
        seats = [player.seat for player in judged if player.seat.declared_on is not None]
        notes += [Reason("turn-without-effect", {"player": seat.name, "turn": seat.declared_on}) for seat in seats]
    if (
        book.bonus is not None
        and book.wilds.indicator(deal.turned) is None
        and any(player.seat.hand for player in judged)
    ):
        notes.append(Reason("turned-unknown"))
    if not book.wilds.exposed and deal.turned is not None:
        notes.append(Reason("turned-ignored", {"card": str(deal.turned)}))
    return notes


def _as_seats(players: Iterable[Seat | Mapping[str, object]]) -> tuple[Seat, ...]:
    if not isinstance(players, Iterable) or isinstance(players, str | Mapping):
        raise RuleError("bad-type:players", found=repr(players)[:40])
    return tuple(map(Seat.of, players))


def _as_turned(turned: Card | str | None) -> Card | None:
    if turned is None or isinstance(turned, Card):
        return turned
    try:
        return Card.parse(turned)
    except CardError as error:
        raise RuleError("bad-turned:unreadable", why=error) from None


def as_rate(value: int | float | str | Decimal | None, book: Rulebook) -> Decimal | None:
    """Money for a point as an exact number; see ``settle``."""
    if value is None:
        return None
    rate = as_amount(value, "bad-point-value", "bad-point-value:digits")
    refuse("no-money", not is_zero_sum(book), game=book.key)
    return rate


def as_fee(fee: object, book: Rulebook, point_value: object) -> Decimal | None:
    """What each player pays to take part in a pool, as an exact number.

    Raises:
        RuleError: it is no sum of money, the rulebook has no pool, or money for a point is given as well.
    """
    if fee is None:
        return None
    amount = as_amount(fee, "bad-entry-fee", "bad-entry-fee:digits")
    refuse("no-match", book.settlement.pool is None, game=book.key)
    refuse("two-stakes", point_value is not None)
    return amount


def _check_endings(seats: Sequence[Seat], end: RoundEnd, book: Rulebook) -> None:
    """Refuse endings that cannot stand together."""
    if end is not RoundEnd.WON:
        return _check_unwon(seats, end, book)
    winners = [seat for seat in seats if seat.ending in WINNING]
    refuse("two-winners", len(winners) > 1, names=Items(tuple(seat.name for seat in winners)))
    for seat in seats:
        refuse("bad-ending:playing", seat.ending is Ending.PLAYING, seat.name)
    inside = tuple(seat.name for seat in seats if seat.ending not in OUT)
    if not winners and len(inside) == 1 and may_be_last(book):
        raise RuleError("no-winner:last", name=inside[0])
    refuse("no-winner", not winners)
    winner = winners[0]
    if winner.ending is Ending.LAST_LEFT:
        refuse("no-such-ending:last", not may_be_last(book), winner.name, game=book.key)
        others = tuple(name for name in inside if name != winner.name)
        refuse("not-last", others, winner.name, n=len(others), names=Items(others))
    for seat in seats:
        late = seat.ending.terms.before_first_move and winner.declared_on is Turn.LATER
        refuse("bad-turn:no-move", late, seat.name, winner=winner.name)
    return None


def _check_unwon(seats: Sequence[Seat], end: RoundEnd, book: Rulebook) -> None:
    """Refuse a round without a winner that the rulebook does not know, or in which somebody won or lost."""
    settled, few = book.settlement, len(seats) < 3
    if end is RoundEnd.STOCK:
        refuse("no-stock-end", not may_end_by_stock(book), game=book.key)
    elif end is RoundEnd.WRONG_DECLARATION:
        key = "no-wrong-end:two" if few else "no-wrong-end"
        refuse(key, few or not settled.wrong_declaration_ends, game=book.key)
        refuse("no-wrong-end:one", sum(seat.ending.terms.invalid for seat in seats) != 1)
    else:
        refuse("no-redeal", settled.redeal_pairs is None, game=book.key)
    for seat in seats:
        decided = seat.ending in (*WINNING, *LOSING) or (end is RoundEnd.REDEAL and seat.ending in OUT)
        ending = tell_later(key_of("ending.", seat.ending))
        refuse("bad-ending:unwon", decided, seat.name, ending=ending, playing=Ending.PLAYING.value)
    refuse("bad-ending:everybody", all(seat.ending is not Ending.PLAYING for seat in seats))


def may_end_by_stock(book: Rulebook) -> bool:
    """Whether a round can be settled whose stock was used up: not where hands that cost points were to be counted."""
    scores = book.settlement.stock_end is WhenStockEnds.SCORE
    return not scores or book.scoring.measure is Measure.MELDED_MINUS_LOOSE


def _find_winners(judged: Sequence[Judged], end: RoundEnd) -> list[Judged]:
    if end is RoundEnd.WON:
        return [player for player in judged if player.ending in WINNING]
    playing = [player for player in judged if player.ending is Ending.PLAYING]
    best = max(player.score for player in playing if player.score is not None)
    return [player for player in playing if player.score == best]


def _redeal(seats: Sequence[Seat], deal: Deal) -> Reason:
    """The reason for a new deal: a dealt hand with enough pairs of a rank."""
    pairs = deal.rulebook.settlement.redeal_pairs
    assert pairs is not None  # a game without the rule has been refused
    refuse("no-redeal:two-players", deal.players < 3)
    identical = deal.rulebook.settlement.redeal_identical
    for seat in seats:
        if seat.hand is not None and len(seat.hand.cards) == deal.rulebook.deal:
            if is_redealt(seat.hand.cards, deal.rulebook, deal.players):
                return Reason("redeal-identical" if identical else "redeal", {"pairs": pairs})
    raise RuleError("no-redeal:identical" if identical else "no-redeal:pairs", n=pairs)
