"""What the engine says: plain records, which can be copied, compared and sent to another process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .cards import Card, Hand
from .display import Result
from .rules import Kind

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Reason:
    """Why a figure or a verdict is what it is; ``rummy_tutor.wording.explain`` tells it in a sentence.

    Attributes:
        code: a stable code, such as ``no-pure-sequence``.
        details: the plain values that its sentence needs.
    """

    code: str
    details: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.code)

    @property
    def is_level(self) -> bool:
        """Whether it names the level of a loser's count that holds, whose code may be that of any other reason."""
        return "melded" in self.details


@dataclass(frozen=True, slots=True)
class Wild:
    """A joker of a group and the card it stands for.

    Attributes:
        card: the card that is wild.
        stands_for: the card that it shows there.
    """

    card: Card
    stands_for: Card

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values."""
        return {"card": str(self.card), "as": str(self.stands_for)}


@dataclass(frozen=True, slots=True, init=False)
class Group:
    """Cards laid together and what they are.

    Attributes:
        cards: the cards in the order laid.
        kind: what the group is.
        wilds: its jokers and what they stand for.
        reasons: why it is no meld; empty for a meld and for a loose card.
    """

    cards: tuple[Card, ...]
    kind: Kind
    wilds: tuple[Wild, ...] = ()
    reasons: tuple[Reason, ...] = ()

    def __init__(
        self, cards: tuple[Card, ...], kind: Kind, wilds: tuple[Wild, ...] = (), reasons: tuple[Reason, ...] = ()
    ) -> None:
        _group_cards(self, cards)
        _group_kind(self, kind)
        _group_wilds(self, wilds)
        _group_reasons(self, reasons)

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values, without the reasons."""
        wilds = [wild.to_dict() for wild in self.wilds]
        return {"cards": list(map(str, self.cards)), "kind": self.kind.value, "wilds": wilds}


@dataclass(frozen=True, slots=True)
class Arranged:
    """A hand as laid out.

    Attributes:
        points: points lost if somebody else declares, None where melds are worth points.
        score: the same from this player's side; more is better.
        declares: whether these cards, so laid, can declare.
        objective: how they declare, or None.
        discard: the loose card thrown, with one card more than dealt.
        groups: what each group is, the discard among them.
        reasons: which level held, what was exempt, what the rest cost, which cap bit.
        seen: whether the wild cards may be seen, in games that hide them, else None.
    """

    points: int | None
    score: int
    declares: bool
    objective: str | None
    discard: Card | None
    groups: tuple[Group, ...]
    reasons: tuple[Reason, ...]
    seen: bool | None = None

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values, as ``rummy-tutor batch`` gives it under ``"arranged"``."""
        groups = [{**group.to_dict(), "reasons": _list_codes(group.reasons)} for group in self.groups]
        return {**_list_figures(self), "reasons": _list_codes(self.reasons), "groups": groups}


@dataclass(frozen=True, slots=True, init=False)
class Best:
    """The best a hand can do.

    Attributes:
        points: fewest points lost if somebody else declares, None where melds are worth points.
        score: the same from this player's side; more is better.
        declares: whether the cards can declare.
        objective: how they declare, or None.
        discard: the card thrown, with one card more than dealt.
        groups: an arrangement that declares or, failing that, gives the points.
        loose: the cards in no group.
        seen: whether the wild cards may be seen, in games that hide them, else None.
    """

    points: int | None
    score: int
    declares: bool
    objective: str | None
    discard: Card | None
    groups: tuple[Group, ...]
    loose: tuple[Card, ...]
    seen: bool | None = None

    def __init__(
        self,
        points: int | None,
        score: int,
        declares: bool,
        objective: str | None,
        discard: Card | None,
        groups: tuple[Group, ...],
        loose: tuple[Card, ...],
        seen: bool | None = None,
    ) -> None:
        _best_points(self, points)
        _best_score(self, score)
        _best_declares(self, declares)
        _best_objective(self, objective)
        _best_discard(self, discard)
        _best_groups(self, groups)
        _best_loose(self, loose)
        _best_seen(self, seen)

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values, as ``rummy-tutor batch`` gives it under ``"best"``."""
        groups = [group.to_dict() for group in self.groups]
        return {**_list_figures(self), "groups": groups, "loose": list(map(str, self.loose))}

    def as_laid(self) -> tuple[tuple[Card, ...], ...]:
        """The arrangement as groups of cards, loose cards and the discard as groups of one."""
        thrown = () if self.discard is None else ((self.discard,),)
        return (*(group.cards for group in self.groups), *((card,) for card in self.loose), *thrown)


def _list_codes(reasons: Sequence[Reason]) -> list[str]:
    return [reason.code for reason in reasons]


def _list_figures(verdict: Arranged | Best) -> dict[str, object]:
    return {
        "points": verdict.points,
        "score": verdict.score,
        **({} if verdict.seen is None else {"seen": verdict.seen}),
        "declares": verdict.declares,
        "objective": verdict.objective,
        "discard": None if verdict.discard is None else str(verdict.discard),
    }


# Every answer is made of these two: filled slot by slot they take half the time that frozen records take.
_group_cards, _group_kind, _group_wilds, _group_reasons = [vars(Group)[name].__set__ for name in Group.__slots__]
_best_points, _best_score, _best_declares, _best_objective, *_best_others = [
    vars(Best)[name].__set__ for name in Best.__slots__
]
_best_discard, _best_groups, _best_loose, _best_seen = _best_others


@dataclass(frozen=True)
class Optima(Result):
    """The best groupings of a hand.

    Attributes:
        groupings: the best groupings found, the given one first, then the others, those most like it first.
        complete: whether these are all there are.
        unique: True if the first is proved to be the only one, False if there is another, None if the work
            allowed was used up before either was known.
        flat: whether every grouping of these cards costs the same, so that listing them would say nothing.
        stopped: why the list may not be complete: ``"limit"`` (there are more than were asked for), ``"work"``
            (the work allowed was used up: there are at least those listed) or ``"flat"``; None if it is complete.
        work: steps the search took.
    """

    groupings: tuple[Best, ...]
    complete: bool
    unique: bool | None
    flat: bool = False
    stopped: str | None = None
    work: int = 0

    def __len__(self) -> int:
        return len(self.groupings)

    def __getitem__(self, at: int) -> Best:
        return self.groupings[at]

    def to_dict(self) -> dict[str, object]:
        """The answer as plain JSON values; each grouping as ``rummy-tutor batch`` gives the best one."""
        groupings = [grouping.to_dict() for grouping in self.groupings]
        about = {name: getattr(self, name) for name in ("complete", "unique", "flat", "stopped")}
        return {**about, "groupings": groupings}

    def to_frame(self) -> pandas.DataFrame:
        """A table with one row a grouping: ``hand`` in its groups, as text, then its figures."""
        import pandas as pd

        rows = [
            {"hand": str(Hand.of_groups(grouping.as_laid())), **_list_figures(grouping)} for grouping in self.groupings
        ]
        return pd.DataFrame(rows)


@dataclass(frozen=True)
class Witness:
    """One way to a hand that declares.

    Attributes:
        objective: how it declares.
        groups: the groups it is built of, as pairs of a kind and cards, the missing cards included.
        missing: cards to be had; where a joker is missing, one that can be had is named.
        given: cards to be given up, with a card too many in hand also the one thrown.
    """

    objective: str
    groups: tuple[tuple[Kind, tuple[Card, ...]], ...]
    missing: tuple[Card, ...]
    given: tuple[Card, ...]


@dataclass(frozen=True)
class Distance:
    """How far a hand is from declaring.

    Attributes:
        exchanges: fewest cards to exchange, 0 if the hand can declare; None if it never can: with a number of
            cards that the game does not deal, or where the cards wanted cannot be had.
        witness: one way to do it, None if there is none.
        to_see: fewest cards to exchange until the turned card may be seen; None where the game hides no card.
    """

    exchanges: int | None
    witness: Witness | None
    to_see: int | None = None

    @property
    def objective(self) -> str | None:
        """The way to declare that is nearest."""
        return None if self.witness is None else self.witness.objective
