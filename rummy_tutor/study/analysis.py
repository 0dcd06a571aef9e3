"""One hand under one rulebook: as laid, at best, what its value cards earn, and whether it can have been dealt."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, Self

from ..game.cards import CARD_TEXTS, CARDS, PRINTED_JOKER, Card, CardError, Hand
from ..game.display import Result
from ..game.messages import Message, find_surface, tell_later
from ..game.records import Arranged, Best, Group, Reason
from ..game.rules import Kind, Rulebook, refuse
from ..game.table import Deal, set_table
from ..referee.grammar import grammar_at
from ..referee.melds import read_group
from ..referee.pairs import is_redealt
from ..referee.scoring import score_arrangement
from ..referee.value_cards import count_bonus
from ..rulebooks import RULEBOOKS
from ..rulebooks.find import Given, find_rulebook
from ..solver.best import find_best
from .throw import choose_throw

if TYPE_CHECKING:
    import pandas

DEFAULT_PLAYERS = 4


@dataclass(frozen=True, repr=False, init=False)
class Analysis(Result):
    """What one rulebook says of one hand.

    Attributes:
        hand: the cards judged, with the groups given.
        rulebook: the rules.
        turned: the card turned up, None if none or not known.
        players: how many play.
        wild: the wild card types, printed jokers apart.
        size_ok: whether the hand has as many cards as the game deals, or one more (the one drawn).
        pack_ok: whether the pack of this table can have dealt these cards.
        arranged: the verdict on the groups as laid, None if the hand was not laid out.
        solved: what the solver answers: the least points and one arrangement; of equal discards it throws any.
        bonus: points each opponent pays for the cards held, None where there are no value cards.
        notes: what was set aside, what cannot have been dealt, what the hand size means.
    """

    hand: Hand
    rulebook: Rulebook
    turned: Card | None
    players: int
    wild: tuple[Card, ...]
    size_ok: bool
    pack_ok: bool
    arranged: Arranged | None
    solved: Best
    bonus: int | None
    notes: tuple[Reason, ...]

    def __init__(self, **fields: object) -> None:  # all at once: filled one by one it takes several times as long
        vars(self).update(fields)

    @property
    def deal(self) -> Deal:
        """The rulebook at this table."""
        return set_table(self.rulebook, self.turned, self.players)

    @property
    def laid(self) -> Arranged:
        """The verdict on the groups as laid, of a hand that was laid out."""
        assert self.arranged is not None
        return self.arranged

    @cached_property
    def best(self) -> Best:
        """The best arrangement; with one card too many, of the discards that cost least the one to throw."""
        return self.find_best_beside(())

    def find_best_beside(self, seen: Sequence[Card]) -> Best:
        """The best arrangement where some cards are known to be out of play."""
        return choose_throw(self.hand, self.deal, self.solved, seen)

    def showing(self, best: Best) -> Self:
        """The same verdict with another arrangement that is as good as the best one."""
        other = replace(self, solved=best)
        vars(other)["best"] = best
        return other

    @property
    def verdict(self) -> Arranged | Best:
        """The figures as laid; those at best if the hand was not laid out."""
        return self.solved if self.arranged is None else self.arranged

    @cached_property
    def best_laid(self) -> Arranged:
        """The best arrangement laid out and judged like any other; its reasons account for the best figure."""
        return score_arrangement(self.best.as_laid(), self.deal)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The account of the figure as laid, or of the best figure if the hand was not laid out."""
        return self.arranged.reasons if self.arranged else self.best_laid.reasons

    def explain(self, *, best: bool = False) -> tuple[str, ...]:
        """How the points of the hand as laid come about, in sentences with their sources.

        Args:
            best: the points at best instead, as also of a hand that is not laid out.

        Example:
            >>> analyse("2H 3H 4H | KS 9S", "gorummy-13", turned="QD").explain()[-1]
            'Counted in points: 9♠ 9, K♠ 10; together 19.'
        """
        return find_surface("points")(self, best=best)

    def to_dict(self) -> dict[str, object]:
        """What was asked and the answer as plain JSON values: ``hand``, ``turned``, ``options``, then as in a batch."""
        return {"hand": str(self.hand), **_tell_table(self.turned, self.rulebook), **json.loads(self.write_answer())}

    def to_frame(self) -> pandas.DataFrame:
        """One row with the figures, indexed by the rulebook's key; see ``Comparison.to_frame``."""
        import pandas as pd

        return frame_figures([self.list_figures()], pd.Index([self.rulebook.key], name="rulebook"))

    def list_figures(self) -> dict[str, object]:
        """The figures as a row of a table has them; those of the hand as laid are None if it was not laid out."""
        laid, best = self.arranged, self.solved
        as_laid = (None, None, None) if laid is None else (laid.points, laid.score, laid.declares)
        figures = (*as_laid, best.points, best.score, best.declares, self.best.objective, self.bonus)
        return dict(zip(FIGURES, (self.players, self.size_ok, self.pack_ok, *figures), strict=True))

    def write_answer(self) -> str:
        """The answer as ``rummy-tutor batch`` prints it.

        The text is written as it stands, without dicts and an encoder: these take twice as long.
        """
        laid, best, arranged = self.arranged, self.best, ""
        if laid is not None:
            groups = [
                f'{_write_group(group)[:-1]}, "reasons": {_write_codes(group.reasons)}}}' for group in laid.groups
            ]
            reasons = f'"reasons": {_write_codes(laid.reasons)}, "groups": [{", ".join(groups)}]'
            arranged = f'"arranged": {{{_write_verdict(laid)}, {reasons}}}, '
        groups, loose = [_write_group(group) for group in best.groups], _write_cards(best.loose)
        return (
            f'{{"rulebook": {_write(self.rulebook.key)}, "players": {self.players}, "wild": {_write_cards(self.wild)}, '
            f'"size_ok": {_write(self.size_ok)}, "pack_ok": {_write(self.pack_ok)}, {arranged}'
            f'"best": {{{_write_verdict(best)}, "groups": [{", ".join(groups)}], "loose": {loose}}}, '
            f'"bonus": {_write(self.bonus)}, "notes": {_write_codes(self.notes)}}}'
        )

    def __repr__(self) -> str:
        return f"analyse({str(self.hand)!r}, {write_table(self.rulebook, self.turned, self.players)})"


FIGURES = (
    "players", "size_ok", "pack_ok", "arranged_points", "arranged_score", "arranged_declares", "best_points",
    "best_score", "best_declares", "objective", "bonus",
)  # fmt: skip
_WHOLE = ("arranged_points", "arranged_score", "best_points", "best_score", "bonus")


def frame_figures(
    figures: Sequence[Mapping[str, object]], index: Any, columns: Sequence[str] = FIGURES, missing: bool = False
) -> pandas.DataFrame:
    """A table of figures, a row each, see ``Analysis.list_figures``.

    Args:
        figures: the figures of each row.
        index: the labels of the rows, as pandas takes them.
        columns: the names of the figures.
        missing: whether any figure may be missing.
    """
    import pandas as pd

    frame = pd.DataFrame(list(figures), index=index, columns=list(columns))
    whole = [*_WHOLE, *(["players"] if missing else [])]
    flags = ["arranged_declares", *(["size_ok", "pack_ok", "best_declares"] if missing else [])]
    return frame.astype({**dict.fromkeys(whole, "Int64"), **dict.fromkeys(flags, "boolean")})


def write_table(book: Rulebook, turned: Card | None, players: int) -> str:
    """A table as the arguments after the hand with which Python asks about it, for reprs."""
    parts = [repr(book.key if RULEBOOKS.get(book.key) == book else book)]
    parts += [] if turned is None else [f"turned={str(turned)!r}"]
    parts += [] if players == DEFAULT_PLAYERS else [f"players={players}"]
    return ", ".join(parts)


def _tell_table(turned: Card | None, rulebook: Rulebook) -> dict[str, object]:
    return {"turned": None if turned is None else str(turned), "options": list(rulebook.options)}


@lru_cache(maxsize=4096, typed=True)  # False is no 0
def _write(value: str | int | None) -> str:
    """A plain value as JSON; most stand in many answers."""
    return json.dumps(value)


_CARDS = [_write(text) for text in CARD_TEXTS]


def _write_cards(cards: Iterable[Card]) -> str:
    return f"[{', '.join([_CARDS[card.index] for card in cards])}]"


def _write_codes(reasons: Sequence[Reason]) -> str:
    return f"[{', '.join([_write(reason.code) for reason in reasons])}]" if reasons else "[]"


def _write_verdict(result: Arranged | Best) -> str:
    """What is said of a hand as laid and at its best, without the brackets."""
    seen = "" if result.seen is None else f'"seen": {_write(result.seen)}, '
    discard = "null" if result.discard is None else _CARDS[result.discard.index]
    return (
        f'"points": {_write(result.points)}, "score": {result.score}, {seen}"declares": {_write(result.declares)}, '
        f'"objective": {_write(result.objective)}, "discard": {discard}'
    )


def _write_group(group: Group) -> str:
    start = f'{{"cards": {_write_cards(group.cards)}, "kind": "{group.kind}", "wilds": ['
    if not group.wilds:  # most have none
        return start + "]}"
    wilds = [f'{{"card": {_CARDS[wild.card.index]}, "as": {_CARDS[wild.stands_for.index]}}}' for wild in group.wilds]
    return f"{start}{', '.join(wilds)}]}}"


def as_hand(hand: Hand | str | Iterable[Card]) -> Hand:
    """A hand from a hand, its text, or its cards.

    Raises:
        CardError: it is none of these, or cannot be read.
    """
    if isinstance(hand, Hand):
        return hand
    if isinstance(hand, str):
        return Hand.parse(hand)
    CardError.refuse("bad-hand", not isinstance(hand, Iterable), type=type(hand).__name__)
    return Hand(tuple(Card.parse(card) if isinstance(card, str) else card for card in hand))


def as_card(card: Card | str | None, what: Message | str = "turned") -> Card | None:
    """A turned (or other single) card from a card, its text, or None; an error says which was meant.

    Raises:
        CardError: it is none of these, or cannot be read.
    """
    if card is None or isinstance(card, Card):
        return card
    try:
        return Card.parse(card)
    except CardError as error:
        raise error.within(what) from None


def as_whole(value: Any) -> int | None:
    """A whole number, also one out of a DataFrame; None of what is none."""
    with suppress(TypeError):
        return None if isinstance(value, bool) else index(value)
    return None


def as_cards(cards: Hand | str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Any number of cards from a hand, from text, or from cards.

    Raises:
        CardError: one cannot be read.
    """
    if isinstance(cards, Hand):
        return cards.cards
    if isinstance(cards, str):
        cards = cards.replace(",", " ").replace("|", " ").split()
    CardError.refuse("bad-seen:type", not isinstance(cards, Iterable), type=type(cards).__name__)
    read = []
    for number, given in enumerate(cards, 1):
        place = tell_later("place.seen-card", number=number)
        card = as_card(given, place)
        if card is None:
            raise CardError("bad-seen:none").within(place)
        read.append(card)
    return tuple(read)


def analyse(
    hand: Hand | str | Iterable[Card],
    rulebook: Given,
    turned: Card | str | None = None,
    players: int = DEFAULT_PLAYERS,
    options: Sequence[str] = (),
) -> Analysis:
    """Judge a hand under one rulebook, as laid and at best.

    Args:
        hand: 1 to 28 cards, laid out in groups or not.
        rulebook: a key such as ``"rummy-21"``, or a rulebook of your own.
        turned: the card turned up to choose the wild cards, ``"PJ"``, or None (none, or not known).
        players: how many play; the pack and some melds depend on it.
        options: house options of the rulebook.

    Returns:
        The verdict; points assume that somebody else declares after this player's first move. With one card more
        than dealt ``best`` answers which discard leaves the fewest points, and of equal ones which is nearest to
        declaring; ``advise`` answers which is nearest to declaring, whatever it costs now.

    Raises:
        CardError: the hand or the turned card cannot be read.
        RuleError: an unknown rulebook or option, an impossible number of players, or a printed joker
            where the game has none.

    Example:
        >>> result = analyse("2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS", "adgaming-13", turned="QD", players=6)
        >>> result.arranged.points, result.best.points
        (35, 19)
    """
    hand, turned = as_hand(hand), as_card(turned)
    deal = set_table(find_rulebook(rulebook, options), turned, players)
    refuse_jokers(hand, deal)
    return judge_hand(hand, deal)


def refuse_jokers(hand: Hand, deal: Deal) -> None:
    """Refuse a hand with printed jokers at a table without them.

    Raises:
        RuleError: there are some.
    """
    refuse("printed-joker", not deal.pack.printed_jokers and PRINTED_JOKER in hand.cards, rulebook=deal.rulebook.key)


def judge_hand(hand: Hand, deal: Deal, notes: tuple[Reason, ...] = ()) -> Analysis:
    """Judge a hand at a table; see ``analyse``. A printed joker in a game without them is no wild card and costs 0."""
    book = deal.rulebook
    size = len(hand.cards)
    size_ok = size in (book.deal, book.deal + 1)
    if not size_ok:
        notes += (Reason("wrong-size", {"held": size, "deal": book.deal}),)
    surplus = deal.pack_surplus(hand.cards)
    for card, (held, available) in surplus.items():
        details = {"card": str(card), "held": held, "available": available, "turned": card == deal.turned}
        notes += (Reason("pack-surplus", details),)
    if not book.wilds.exposed and deal.turned is not None:
        notes += (Reason("turned-ignored", {"card": str(deal.turned)}),)
    if size == book.deal and is_redealt(hand.cards, book, deal.players):
        code = "redeal-identical" if book.settlement.redeal_identical else "redeal"
        notes += (Reason(code, {"pairs": book.settlement.redeal_pairs}),)
    arranged = None if hand.groups is None else score_arrangement(hand.groups, deal)
    return Analysis(
        hand=hand,
        rulebook=book,
        turned=deal.turned,
        players=deal.players,
        wild=deal.wild,
        size_ok=size_ok,
        pack_ok=not surplus,
        arranged=arranged,
        solved=find_best(hand.cards, deal, hand.groups or (), arranged),
        bonus=count_bonus(hand.cards, deal),
        notes=notes,
    )


def holds_pure_sequence(cards: Iterable[Card], deal: Deal) -> bool:
    """Whether some of these cards are a pure sequence."""
    held = {card.index for card in cards}
    steps = range(grammar_at(deal).run_least)
    shortest = ([suit + (low + step) % 13 for step in steps] for suit in range(0, 52, 13) for low in range(13))
    groups = (tuple([CARDS[at] for at in three]) for three in shortest if held.issuperset(three))
    return any(reading.kind is Kind.PURE_SEQUENCE for three in groups for reading in read_group(three, deal))
