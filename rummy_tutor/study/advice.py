"""What now? How far the hand is from declaring, what to throw, what to wait for, whether the open card is worth taking.

Counts are of cards that can still be had: the pack less the cards held, turned up and marked as seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..distance.discards import Throws
from ..distance.distance import find_distance
from ..distance.exchanges import Finder
from ..game.cards import CARDS, Card, CardError, Hand, without
from ..game.display import Result
from ..game.messages import Items, find_surface, quote
from ..game.records import Best, Distance, Group
from ..game.rules import MELDS, Kind, PickingUp, Rulebook, RuleError, refuse
from ..game.table import Deal, set_table
from ..game.unseen import check_supply, count_stock
from ..referee.melds import read_group
from ..referee.scoring import score_arrangement
from ..rulebooks.find import Given, find_rulebook
from ..solver.best import find_best
from .analysis import (
    DEFAULT_PLAYERS,
    Analysis,
    as_card,
    as_cards,
    as_hand,
    holds_pure_sequence,
    refuse_jokers,
    write_table,
)
from .dropping import Drop, weigh_drop

if TYPE_CHECKING:
    import pandas

# what can be asked for, in the order it is worked out; the open card is judged whenever it is given
ASKS = ("distance", "discards", "outs")
IMPROVES = ("distance", "points")  # what a draw may make better


@dataclass(frozen=True)
class Draw:
    """A card that helps when drawn.

    Attributes:
        card: the card.
        copies: how many of it can still come.
        distance: exchanges still to make once it is drawn and the best card thrown.
        points: what the hand then costs at best; where melds are worth points, None.
        score: the same from this player's side, higher is better.
        improves: ``"distance"``, ``"points"`` or both.
    """

    card: Card
    copies: int
    distance: int | None
    points: int | None
    score: int
    improves: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values."""
        return {
            "card": str(self.card),
            "copies": self.copies,
            "distance": self.distance,
            "points": self.points,
            "score": self.score,
            "improves": list(self.improves),
        }


@dataclass(frozen=True)
class Discard:
    """A card that may be thrown.

    Attributes:
        card: the card.
        points: what the other cards cost at best if somebody declares next; where melds are worth points, None.
        score: the same from this player's side, higher is better.
        distance: exchanges still to make.
        outs: how many cards still to come bring the hand nearer.
        draws: those cards, with how many copies of each can come.
        equal: whether the discard before it in the table is as good in all of these.
    """

    card: Card
    points: int | None
    score: int
    distance: int | None
    outs: int
    draws: tuple[tuple[Card, int], ...]
    equal: bool = False

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values."""
        return {
            "card": str(self.card),
            "points": self.points,
            "score": self.score,
            "distance": self.distance,
            "outs": self.outs,
            "draws": [{"card": str(card), "copies": copies} for card, copies in self.draws],
        }


@dataclass(frozen=True)
class Pick:
    """Whether the open card is worth taking rather than one from the stock.

    Attributes:
        card: the open card.
        allowed: whether the rulebook lets this player take it; None if that depends on what the hand does not tell,
            as whether a joker is the first open card of the game.
        rule: the rule on picking up that decides, the first of the rulebook's where none bars the card.
        take: the advice; None if the card is worth taking, but not known to be allowed.
        distance: exchanges still to make after taking it and throwing the best card.
        points: what the hand then costs at best, None where melds are worth points.
        score: the same from this player's side.
        reason: ``"nearer"``, ``"cheaper"``, ``"stock"`` (cheaper, but a card from the stock is no dearer on average
            and may bring the hand nearer), ``"no-use"`` or ``"not-allowed"``.
    """

    card: Card
    allowed: bool | None
    rule: PickingUp
    take: bool | None
    distance: int | None
    points: int | None
    score: int
    reason: str

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values."""
        return {
            "card": str(self.card),
            "allowed": self.allowed,
            "take": self.take,
            "distance": self.distance,
            "points": self.points,
            "score": self.score,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Step:
    """How far the work has come.

    Attributes:
        part: what is being worked out: ``"distance"``, ``"pick"``, ``"outs"`` or ``"discards"``.
        done: how much of it is done.
        total: out of how much.
        found: attributes of the ``Advice`` that are known from now on.
    """

    part: str
    done: int
    total: int
    found: Mapping[str, object] = field(default_factory=dict)


Watch = Callable[[Iterator[Step]], Iterator[Step]]  # passes steps on; where it ends, so does the work


@dataclass(frozen=True, repr=False)
class Advice(Result):
    """What now: the distance, and what to wait for or what to throw.

    Attributes:
        hand: the cards held.
        deal: the rulebook at its table.
        seen: further cards out of play.
        distance: how far the hand is from declaring, with one way to get there.
        points: what the hand costs at best now, None where melds are worth points.
        score: the same from this player's side.
        unseen: cards that can still come.
        outs: with as many cards as dealt, the draws that help, best first; else None.
        discards: with one card more, every discard, best first; else None.
        pick: the verdict on the open card, None if none was given.
    """

    hand: Hand
    deal: Deal
    seen: tuple[Card, ...]
    distance: Distance
    points: int | None
    score: int
    unseen: int
    outs: tuple[Draw, ...] | None
    discards: tuple[Discard, ...] | None
    pick: Pick | None = None

    @property
    def rulebook(self) -> Rulebook:
        """The rules."""
        return self.deal.rulebook

    @cached_property
    def drop(self) -> Drop:
        """Whether to leave the round before one's first draw; its ``reason`` says why where that is not known."""
        return weigh_drop(self.hand.cards, self.deal, self.seen, self.distance.exchanges)

    @property
    def way(self) -> tuple[Group, ...]:
        """The groups of the nearest way to declare, missing cards included, judged as if they were laid out."""
        witness = self.distance.witness
        if witness is None:
            return ()
        used = Counter([card for _, cards in witness.groups for card in cards])
        besides = Counter(self.hand.cards) - Counter(witness.given) - used
        laid = [cards for _, cards in witness.groups] + [(card,) for card in besides.elements()]
        judged = score_arrangement(laid, self.deal).groups
        # read by itself a group may be something else than it was built as; only what is pure after all is said so
        pure = (Kind.IMPURE_SEQUENCE, Kind.PURE_SEQUENCE)
        return tuple(
            [
                _in_order(group, self.deal) if group.kind is kind or (kind, group.kind) == pure else Group(cards, kind)
                for (kind, cards), group in zip(witness.groups, judged, strict=False)
            ]
        )

    def copies(self, improves: str = "distance") -> int:
        """How many cards still to come improve the hand, each copy counted.

        Args:
            improves: ``"distance"`` or ``"points"``.

        Raises:
            RuleError: ``bad-improves``: another word.
        """
        refuse("bad-improves", improves not in IMPROVES, found=quote(improves), known=Items(IMPROVES, "or"))
        return sum([draw.copies for draw in self.outs or () if improves in draw.improves])

    def chance(self, improves: str = "distance") -> float:
        """How likely the next card from the stock improves the hand, from 0 to 1.

        Args:
            improves: ``"distance"`` or ``"points"``.
        """
        return self.copies(improves) / self.unseen if self.unseen else 0.0

    def after(self, drawn: Card | str) -> Advice:
        """What to throw once a card has been drawn.

        Args:
            drawn: the card.

        Raises:
            CardError: it cannot be read, or the hand has become too large.
            RuleError: it cannot be drawn: all that the pack has of it are known to lie elsewhere.

        Example:
            >>> advice = advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S", "gorummy-13", turned="9D")
            >>> [str(row.card) for row in advice.after("KH").discards[:2]]
            ['2S', 'TS']
        """
        card = as_card(drawn, "drawn")
        if card is None:
            raise CardError("bad-seen:none").within("drawn")
        groups = self.hand.groups
        hand = Hand((*self.hand.cards, card), None if groups is None else (*groups, (card,)))
        check_supply(hand.cards, self.deal, self.seen, None)
        return advise_at(hand, self.deal, self.seen)

    def explain(self, card: Card | str | None = None) -> str:
        """Why to throw a card or not, in a sentence; without a card to throw, how far the hand is or what helps.

        Args:
            card: a card that may be thrown, compared with the best one; the best one if none is given.

        Raises:
            CardError: it cannot be read.
            RuleError: ``bad-explain``: it is not among the discards.

        Example:
            >>> advice = advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S 7C", "gorummy-13", turned="9D")
            >>> advice.explain("KD")
            'Throw 7♣ rather than K♦: the hand is then 1 card away from declaring, and not 2.'
        """
        thrown = as_card(card, "card")
        refuse(
            "bad-explain", thrown is not None and all(row.card != thrown for row in self.discards or ()), card=thrown
        )
        return find_surface("advice")(self, thrown)

    def to_dict(self) -> dict[str, object]:
        """What was asked and the answer as plain JSON values."""
        return {
            "hand": str(self.hand),
            "rulebook": self.rulebook.key,
            "turned": None if self.deal.turned is None else str(self.deal.turned),
            "players": self.deal.players,
            "options": list(self.rulebook.options),
            "seen": list(map(str, self.seen)),
            "points": self.points,
            "score": self.score,
            **self.to_answer(),
        }

    def to_frame(self) -> pandas.DataFrame:
        """A table with one row a draw that helps, or one row a discard, indexed by the card in its text form.

        Columns of draws: ``copies``, ``chance`` (that the next card is it), ``distance``, ``points``, ``score``,
        ``improves_distance`` and ``improves_points``; of discards: ``distance``, ``outs``, ``chance`` (that the next
        card brings the hand nearer), ``points``, ``score``, ``draws`` (the cards that do, as text) and ``equal``
        (whether it is as good as the row above). Figures that do not exist are missing.
        """
        import pandas as pd

        rows: list[dict[str, object]] = []
        for draw in self.outs or ():
            flags = {f"improves_{name}": name in draw.improves for name in IMPROVES}
            chance = draw.copies / self.unseen
            figures = {"distance": draw.distance, "points": draw.points, "score": draw.score}
            rows.append({"card": str(draw.card), "copies": draw.copies, "chance": chance, **figures, **flags})
        for row in self.discards or ():
            far = {"distance": row.distance, "outs": row.outs}
            worth = {"points": row.points, "score": row.score}
            about = {"draws": " ".join([str(card) for card, _ in row.draws]), "equal": row.equal}
            chance = row.outs / self.unseen if self.unseen else 0.0
            rows.append({"card": str(row.card), **far, "chance": chance, **worth, **about})
        columns = ["card", "distance", "points", "score"]
        frame = pd.DataFrame(rows, columns=None if rows else columns).set_index("card")
        return frame.astype(dict.fromkeys(columns[1:], "Int64"))

    def to_answer(self, ask: Collection[str] = ASKS) -> dict[str, object]:
        """The answer alone, as ``rummy-tutor batch`` gives it under ``"advice"``.

        Args:
            ask: what to answer of ``ASKS``; the verdict on an open card is given in any case.
        """
        answer: dict[str, object] = {}
        if "distance" in ask:
            answer["distance"] = self.distance.exchanges
            answer["objective"] = self.distance.objective
            if self.rulebook.wilds.hidden:
                answer["distance_to_seen"] = self.distance.to_see
            if (witness := self.distance.witness) is not None:
                answer["way"] = {
                    "groups": [{"cards": list(map(str, group.cards)), "kind": group.kind.value} for group in self.way],
                    "missing": list(map(str, witness.missing)),
                    "given": list(map(str, witness.given)),
                }
        if "distance" in ask or "outs" in ask:
            answer["unseen"] = self.unseen
        if self.outs is not None and "outs" in ask:
            answer["outs"] = [draw.to_dict() for draw in self.outs]
            answer["chance"] = {name: round(self.chance(name), 4) for name in IMPROVES}
        if self.discards is not None and "discards" in ask:
            answer["discards"] = [discard.to_dict() for discard in self.discards]
        if self.pick is not None:
            answer["pick"] = self.pick.to_dict()
        return answer

    def __repr__(self) -> str:
        parts = [repr(str(self.hand)), write_table(self.rulebook, self.deal.turned, self.deal.players)]
        parts += [f"seen={' '.join(map(str, self.seen))!r}"] if self.seen else []
        parts += [] if self.pick is None else [f"open_card={str(self.pick.card)!r}"]
        return f"advise({', '.join(parts)})"


def _in_order(group: Group, deal: Deal) -> Group:
    """A pure sequence in the order of its cards, also if one of them was meant as a joker."""
    if group.kind is not Kind.PURE_SEQUENCE:
        return group
    shows = next(reading.shows for reading in read_group(group.cards, deal) if reading.kind is group.kind)
    return replace(group, cards=tuple(shows))


def advise(
    hand: Hand | str | Iterable[Card],
    rulebook: Given,
    turned: Card | str | None = None,
    players: int = DEFAULT_PLAYERS,
    options: Sequence[str] = (),
    seen: Hand | str | Iterable[Card] = (),
    open_card: Card | str | None = None,
    ask: Iterable[str] = ASKS,
) -> Advice:
    """Say how far a hand is from declaring, and what helps.

    Args:
        hand: as many cards as the game deals, or one more; with other numbers there is nothing to wait for.
        rulebook: a key such as ``"rummy-21"``, or a rulebook of your own.
        turned: the card turned up to choose the wild cards, ``"PJ"``, or None (none, or not known).
        players: how many play; the pack depends on it.
        options: house options of the rulebook.
        seen: cards known to be out of play: discards, what others picked.
        open_card: the discard that may be taken, if it is to be judged.
        ask: which of ``"distance"``, ``"discards"`` and ``"outs"`` to work out; the distance always is.

    Returns:
        The advice; ``outs`` for as many cards as dealt, ``discards`` for one more. The first discard leaves the hand
        nearest to declaring; ``analyse`` answers which one leaves the fewest points now.

    Raises:
        CardError: a card cannot be read.
        RuleError: an unknown rulebook or option, an impossible number of players, a printed joker
            where the game has none, something asked for that is unknown, or more of a card than the pack holds.

    Example:
        >>> advice = advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S", "gorummy-13", turned="9D")
        >>> advice.distance.exchanges, [str(draw.card) for draw in advice.outs[:2]]
        (1, ['PJ', '9C'])
    """
    hand, deal = as_hand(hand), set_table(find_rulebook(rulebook, options), as_card(turned), players)
    refuse_jokers(hand, deal)
    return _advise_checked(hand, deal, seen, open_card, ask)


def advise_beside(
    result: Analysis, seen: Hand | str | Iterable[Card] = (), open_card: Card | str | None = None, watch: Watch = iter
) -> Advice:
    """Advice on a hand that has been judged, as far as ``watch`` lets the steps pass; see ``advise``."""
    return _advise_checked(result.hand, result.deal, seen, open_card, ASKS, result.solved, watch)


def _advise_checked(
    hand: Hand,
    deal: Deal,
    seen: Hand | str | Iterable[Card],
    open_card: Card | str | None,
    ask: Iterable[str],
    best: Best | None = None,
    watch: Watch = iter,
) -> Advice:
    """Advice at a table once everything given has been found possible."""
    opened, gone = as_card(open_card, "open_card"), as_cards(seen)
    strange = opened is not None and not deal.pack.copies(opened)
    refuse("bad-open:not-in-pack", strange, card=str(opened), rulebook=deal.rulebook.key)
    ask = check_ask(ask)
    check_supply(hand.cards, deal, gone, opened)
    return advise_at(hand, deal, gone, opened, ask, best, watch)


def check_ask(ask: Iterable[str]) -> tuple[str, ...]:
    """The names of what is asked for, refused where one is unknown.

    Raises:
        RuleError: something is unknown; the message names what is known.
    """
    if isinstance(ask, str) or not isinstance(ask, Iterable):
        raise RuleError("bad-ask:type", known=Items(ASKS, "comma"), type=type(ask).__name__)
    names = tuple(ask)
    if unknown := [name for name in names if name not in ASKS]:
        raise RuleError("bad-ask", found=quote(unknown[0]), known=Items(ASKS, "comma"))
    return names


def advise_at(
    hand: Hand,
    deal: Deal,
    seen: tuple[Card, ...] = (),
    open_card: Card | None = None,
    ask: Collection[str] = ASKS,
    best: Best | None = None,
    watch: Watch = iter,
) -> Advice:
    """Advice at a table; see ``advise`` and ``advise_in_steps``."""
    known: dict[str, Any] = {}
    for step in watch(advise_in_steps(hand, deal, seen, open_card, ask, best)):
        known |= step.found
    return Advice(hand=hand, deal=deal, seen=seen, **known)


def advise_in_steps(
    hand: Hand,
    deal: Deal,
    seen: tuple[Card, ...] = (),
    open_card: Card | None = None,
    ask: Collection[str] = ASKS,
    best: Best | None = None,
) -> Iterator[Step]:
    """Advice at a table, worked out bit by bit: the distance first, then what is judged card by card.

    Whoever does not want the rest stops asking for it. The ``found`` of all steps are the attributes of ``Advice``.

    Args:
        hand: the cards held.
        deal: the rulebook at its table.
        seen: further cards out of play.
        open_card: the discard that may be taken.
        ask: what to work out of ``ASKS``.
        best: the best arrangement, if it is known.
    """
    cards = hand.cards
    size, dealt = len(cards), deal.rulebook.deal
    best = best or find_best(cards, deal, hand.groups or ())
    out_of_play = seen if open_card is None else (*seen, open_card)
    distance = find_distance(cards, deal, out_of_play)
    stock = count_stock(Counter([card.index for card in cards]), deal, out_of_play)
    known = {"distance": distance, "points": best.points, "score": best.score, "unseen": sum(stock)}
    yield Step("distance", 1, 1, {**known, "outs": None, "discards": None, "pick": None})
    pick = None
    if open_card is not None and size == dealt:
        yield Step("pick", 0, 1)
        pick = _judge_open(cards, deal, seen, open_card, distance, best.score)
        if pick.reason != "cheaper":
            yield Step("pick", 1, 1, {"pick": pick})
    waits = pick is not None and pick.reason == "cheaper"  # for what the stock promises instead
    if size == dealt and (waits or "outs" in ask):
        outs = yield from _draws(cards, deal, out_of_play, stock, distance, best.score)
        if pick is not None and waits:
            yield Step("pick", 1, 1, {"pick": _weigh_stock(pick, outs, sum(stock), best.score)})
        if "outs" in ask:
            yield Step("outs", 1, 1, {"outs": outs})
    if "discards" in ask and size == dealt + 1:
        discards = yield from _discards(cards, deal, out_of_play, stock, distance)
        yield Step("discards", 1, 1, {"discards": discards})


def _draws(
    cards: tuple[Card, ...], deal: Deal, seen: tuple[Card, ...], stock: Sequence[int], distance: Distance, score: int
) -> Generator[Step, None, tuple[Draw, ...]]:
    """The draws that improve distance or points, best first."""
    there = [index for index in range(53) if stock[index] > 0]
    draws = []
    for at, index in enumerate(there):
        yield Step("outs", at, len(there))
        drawn = (*cards, CARDS[index])
        after = distance.exchanges
        if after and Finder(drawn, deal, seen).reaches(deal.objectives, after - 1):
            after -= 1
        best = find_best(drawn, deal)
        improves = []
        if after != distance.exchanges:
            improves.append("distance")
        if best.score > score:
            improves.append("points")
        if improves:
            draws.append(Draw(CARDS[index], stock[index], after, best.points, best.score, tuple(improves)))
    far = deal.rulebook.deal + 1
    draws.sort(
        key=lambda draw: (far if draw.distance is None else draw.distance, -draw.score, -draw.copies, -draw.card.index)
    )
    return tuple(draws)


def _discards(
    cards: tuple[Card, ...], deal: Deal, seen: tuple[Card, ...], stock: Sequence[int], distance: Distance
) -> Generator[Step, None, tuple[Discard, ...]]:
    """Every discard with what the hand then costs, how far it then is and what then helps."""
    types = sorted(set(cards))
    throws = Throws(cards, deal, seen)
    for done, total in throws.work_out(distance.exchanges):
        yield Step("discards", done, total)
    rows = []
    for card in types:
        best = find_best(without(cards, card), deal)
        draws = tuple([(CARDS[index], stock[index]) for index in sorted(throws.outs[card.index])])
        outs = sum([copies for _, copies in draws])
        rows.append(Discard(card, best.points, best.score, throws.far.get(card.index), outs, draws))
    last = deal.rulebook.deal + 1
    rank = {row.card: (last if row.distance is None else row.distance, -row.outs, -row.score) for row in rows}
    rows.sort(key=lambda row: (rank[row.card], -deal.points[row.card.index], row.card.index))
    equal = [at > 0 and rank[row.card] == rank[rows[at - 1].card] for at, row in enumerate(rows)]
    return tuple([replace(row, equal=same) for row, same in zip(rows, equal, strict=True)])


def _judge_open(
    cards: tuple[Card, ...], deal: Deal, seen: tuple[Card, ...], card: Card, distance: Distance, score: int
) -> Pick:
    """Whether to take the open card."""
    judged = [(_allows(rule, cards, deal, card, distance), rule) for rule in deal.rulebook.settlement.bars]
    allowed, rule = min(judged, key=lambda verdict: _BARRING.index(verdict[0]))  # the first of those that bar it most
    drawn = (*cards, card)
    after = find_distance(drawn, deal, seen).exchanges
    best = find_best(drawn, deal)
    nearer = after is not None and (distance.exchanges is None or after < distance.exchanges)
    gain = "nearer" if nearer else "cheaper" if best.score > score else "no-use"
    reason = "not-allowed" if allowed is False else gain
    take = None if gain != "no-use" and allowed is None else reason in ("nearer", "cheaper")
    return Pick(card, allowed, rule, take, after, best.points, best.score, reason)


_BARRING = (False, None, True)


def _allows(rule: PickingUp, cards: tuple[Card, ...], deal: Deal, card: Card, distance: Distance) -> bool | None:
    """Whether one rule lets the player take the open card, None if that depends on what the hand does not tell."""
    wild = deal.is_wild[card.index]
    if rule is PickingUp.ANY_IF_LOWEST_MELDED:
        return _can_meld_at_once(cards, card, deal)
    if rule is PickingUp.NO_PRINTED_JOKER:
        return not card.is_printed_joker
    if rule is PickingUp.STOCK_FIRST or (rule is PickingUp.NO_JOKER_BUT_FIRST_OPEN and wild):
        return None
    if rule is PickingUp.NO_WILD_ONCE_SEEN and wild:
        return distance.to_see != 0  # who can show the turned card is taken to have seen it
    return distance.to_see == 0 if rule is PickingUp.ONCE_SEEN else True


def _can_meld_at_once(cards: tuple[Card, ...], card: Card, deal: Deal) -> bool | None:
    """Whether a new meld with the open card can be laid, in which or before which a pure sequence is laid.

    None for a card that is wild but only fits as a joker, or in a meld that is not pure: as the first open card
    of a game it may then be taken only by one who has a pure sequence on the table.
    """
    possible = False
    for pair in combinations(cards, 2):
        kinds = {reading.kind for reading in read_group((card, *pair), deal)}
        if Kind.PURE_SEQUENCE in kinds:
            return True
        if not possible and any(kind in MELDS for kind in kinds):
            possible = holds_pure_sequence(without(cards, *pair), deal)
    return (None if deal.is_wild[card.index] else True) if possible else False


def _weigh_stock(pick: Pick, outs: tuple[Draw, ...], unseen: int, score: int) -> Pick:
    """The verdict on a card that only makes the hand cheaper, once it is known what the stock may bring."""
    near = sum([draw.copies for draw in outs if "distance" in draw.improves])
    gained = sum([draw.copies * (draw.score - score) for draw in outs])
    if near and gained >= unseen * (pick.score - score):
        return replace(pick, take=False, reason="stock")
    return pick
