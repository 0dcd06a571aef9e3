"""The rounds that a learner has played and looked at: what their browser keeps of them over visits.

They give the accuracy over several rounds, and the mistakes to be tried again as puzzles.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import takewhile
from math import sqrt
from typing import TYPE_CHECKING, TypedDict

from ...playing.bots import LEVELS
from ...wording.speech import name_rulebook, tell
from ..asking import fits
from ..session import Part, Session

if TYPE_CHECKING:  # puzzles need no reviews
    from .question import Looked

_MOST = 12  # rounds that are kept
_COUNTED = 10  # rounds of a game, the latest, of which the accuracy is told
_LEAST = 3  # with fewer it would say nothing
_OFFERED = 6  # mistakes that are offered as puzzles
_LETTERS = 4000  # of a record, at most
_ENDS = 60  # rounds of which it is kept how they ended
_GUIDED = 3  # rounds of a game, the first, in which help is open
_UP, _DOWN = 2, 3  # rounds won, or lost, one after the other after which the other players are better, or worse


class PastRound(TypedDict):
    """A round that was looked at.

    ``accuracy`` is from 0 to 100, None where the round does not count; ``code`` the record in the letters of an
    address; ``turns`` are those of its mistakes, and ``solved`` the mistakes that were put right, from 1.
    """

    game: str
    accuracy: float | None
    code: str
    turns: list[int]
    solved: list[int]


class OwnMomentView(TypedDict):
    """A mistake of the learner's own to be tried again: its round, its number from 1, its words, and its game."""

    key: str
    at: int
    label: str
    game: str
    solved: bool


class OwnMomentsView(TypedDict):
    """The mistakes of the learner's rounds, and the words above them."""

    word: str
    moments: list[OwnMomentView]


class EndedRound(TypedDict):
    """A round that was played to its end: its game, the level of the other players, and whether the learner won."""

    game: str
    level: str
    won: bool


_PAST: Part[Mapping[str, PastRound]] = Part()
_ENDED: Part[Mapping[str, EndedRound]] = Part()


def list_past(session: Session) -> Mapping[str, PastRound]:
    """The rounds by their keys, the latest last."""
    return _PAST.of(session) or {}


def is_recalled(session: Session) -> bool:
    """Whether the browser has told what it kept, so that it may keep what there is now."""
    return _PAST.is_kept(session)


def recall_past(session: Session, kept: object, ended: object) -> None:
    """Take up what the browser kept, before what was played here meanwhile; whatever makes no sense is left out."""
    known = kept if isinstance(kept, Mapping) else {}
    read = {key: entry for key, entry in known.items() if fits(PastRound)(entry) and _is_sound(entry)}
    _keep(session, {**read, **list_past(session)})
    known = ended if isinstance(ended, Mapping) else {}
    ends = {key: entry for key, entry in known.items() if fits(EndedRound)(entry) and entry["level"] in LEVELS}
    _ENDED.keep(session, {**ends, **list_ended(session)})


def _is_sound(past_round: PastRound) -> bool:
    in_range = past_round["accuracy"] is None or 0 <= past_round["accuracy"] <= 100
    return in_range and len(past_round["code"]) <= _LETTERS and all(0 < turn < 1000 for turn in past_round["turns"])


def _keep(session: Session, past: Mapping[str, PastRound]) -> None:
    _PAST.keep(session, dict([*past.items()][-_MOST:]))


# ---- how rounds ended ---------------------------------------------------------------------------------------------
def list_ended(session: Session) -> Mapping[str, EndedRound]:
    """How the rounds ended, by their keys, the latest last."""
    return _ENDED.of(session) or {}


def list_ends(session: Session, game: str) -> list[EndedRound]:
    """How the rounds of a game ended, the latest last."""
    return [ended for ended in list_ended(session).values() if ended["game"] == game]


def note_end(session: Session, key: str, ended: EndedRound | None) -> None:
    """Keep how a round ended; one that goes on, also after a move was taken back, has not: None."""
    others = [(other, earlier) for other, earlier in list_ended(session).items() if other != key]
    _ENDED.keep(session, dict([*others, *([] if ended is None else [(key, ended)])][-_ENDS:]))


def is_guided(session: Session, game: str) -> bool:
    """Whether the learner plays one of their first rounds of a game, in which help is open."""
    return len(list_ends(session, game)) < _GUIDED


def choose_level(session: Session, game: str, last: str = LEVELS[0]) -> str:
    """The level of the other players: the last one for a first round, then as the latest rounds of the game ended."""
    rounds = list_ends(session, game)
    if not rounds:
        return last
    level, won = rounds[-1]["level"], rounds[-1]["won"]
    streak = sum(1 for _ in takewhile(lambda ended: (ended["level"], ended["won"]) == (level, won), reversed(rounds)))
    step = 1 if won and streak >= _UP else -1 if not won and streak >= _DOWN else 0
    return LEVELS[min(max(LEVELS.index(level) + step, 0), len(LEVELS) - 1)]


# ---- the rounds looked at -----------------------------------------------------------------------------------------
def note_round(session: Session, key: str, code: str, looked: Looked, *, aided: bool) -> None:
    """Keep a round of the learner's own that has been looked at; with help or a move taken back it does not count."""
    past = list_past(session)
    accuracy = looked.review.accuracy
    entry: PastRound = {
        "game": looked.review.rulebook.key,
        "accuracy": None if aided or accuracy is None else round(accuracy, 1),
        "code": code,
        "turns": [moment.turn for moment in looked.moments] if code else [],
        "solved": past[key]["solved"] if key in past else [],
    }
    _keep(session, {**{other: past_round for other, past_round in past.items() if other != key}, key: entry})


def note_solved(session: Session, code: str, solved: Collection[int]) -> None:
    """Keep which mistakes of a round have been put right."""
    _keep(
        session,
        {
            key: {**past_round, "solved": sorted({*past_round["solved"], *solved})}
            if past_round["code"] == code
            else past_round
            for key, past_round in list_past(session).items()
        },
    )


def tell_accuracy(session: Session, game: str) -> tuple[str, int]:
    """The accuracy over the latest rounds of a game, with how far it may be off by chance, and how many they are.

    The first is empty where the rounds are too few.
    """
    counted = [past_round["accuracy"] for past_round in list_past(session).values() if past_round["game"] == game]
    figures = [figure for figure in counted if figure is not None][-_COUNTED:]
    n = len(figures)
    if n < _LEAST:
        return "", n
    mean = sum(figures) / n
    around = 2 * sqrt(sum((figure - mean) ** 2 for figure in figures) / (n - 1) / n)  # two standard errors
    return f"{round(mean)} ± {round(around)}", n


def count_lacking(n: int) -> int:
    """How many more rounds have to count before the accuracy is told."""
    return max(0, _LEAST - n)


def draw_own_moments(session: Session) -> OwnMomentsView | None:
    """The mistakes to be tried again, those not yet put right first, the latest round first; None if there are none."""
    moments: list[OwnMomentView] = [
        {
            "key": key,
            "at": at,
            "label": tell("look.try", turn=turn),
            "game": name_rulebook(session.own.all[past_round["game"]]),
            "solved": at in past_round["solved"],
        }
        for key, past_round in reversed([*list_past(session).items()])
        if past_round["game"] in session.own.all
        for at, turn in enumerate(past_round["turns"], 1)
    ]
    moments.sort(key=lambda moment: moment["solved"])
    return {"word": tell("look.own-moments"), "moments": moments[:_OFFERED]} if moments else None
