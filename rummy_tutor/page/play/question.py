"""What is asked of a played round, and its answer: a review with the table at each mistake, or one more move weighed.

A question is answered in steps, by a process beside the page or between two clicks; nothing here knows a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ...game.messages import Message, TutorError, tell_later
from ...playing.moves import Groups
from ...playing.record import replay
from ...playing.review import MOST_TOLD, Found, Review, Reviewer, Weighed
from ...playing.round import Done, PlayedRound
from ...study.advice import Step
from ...tutor.turns.hands import lay_nearest


@dataclass(frozen=True, kw_only=True)
class Stop:
    """A move of the player, and the table as it stood.

    Attributes:
        at: its place in the record's moves, from 0.
        done: the move.
        turn: how often the player had drawn, this turn included.
        before: the table before the move.
        melds: the groups in which the hand is shown.
        made: where the move leads.
    """

    at: int
    done: Done
    turn: int
    before: PlayedRound
    melds: Groups
    made: Weighed


@dataclass(frozen=True, kw_only=True)
class Moment(Stop):
    """A mistake beside what was better.

    Attributes:
        found: the mistake.
        best: where the better move leads.
    """

    found: Found
    best: Weighed


@dataclass(frozen=True, kw_only=True)
class Kept(Stop):
    """A hard choice that was right.

    Attributes:
        instead: where the move leads that tempts there.
    """

    instead: Weighed


@dataclass(frozen=True, kw_only=True)
class Looked:
    """A round that has been looked at.

    Attributes:
        review: what its player could have done better.
        moments: its dearest mistakes, in the order in which they were made.
        rounds: the round before each of its moves, and as far as it was played.
        well: the hard choice that was worth most; None where none was worth much.
    """

    review: Review
    moments: tuple[Moment, ...]
    rounds: tuple[PlayedRound, ...]
    well: Kept | None = None

    @property
    def end(self) -> PlayedRound:
        """The round as far as it was played."""
        return self.rounds[-1]

    @property
    def steps(self) -> int:
        """How many moves can be gone through: those made while the player's own cards are known."""
        known = self.review.known
        return len(self.end.log) if known is None else min(known, len(self.end.log))


class ReviewQuestion(NamedTuple):
    """A round to be looked at, or a move to be weighed at one of its moments.

    Attributes:
        record: the record of the round, as plain JSON values.
        at: the moment, by its place in the record's moves; None to look at the whole round.
        move: the move.
    """

    record: Mapping[str, object]
    at: int | None = None
    move: str = ""

    def steps(self) -> Iterator[Step]:
        """The steps of the answer; the last one has found ``looked``, ``weighed`` or ``refused``, others ``judged``."""
        try:
            reviewer = Reviewer(replay(self.record))
            if self.at is not None:
                yield Step("review", 1, 1, {"weighed": reviewer.weigh(self.at, self.move)})
                return
            yield from _look_back(reviewer)
        except (TutorError, TypeError) as error:  # a record may come from anybody
            yield Step("review", 1, 1, {"refused": _say_why(error)})


def _say_why(error: Exception) -> Message:
    return tell_later(
        "look.unreadable", why=error if isinstance(error, TutorError) else TutorError("bad-record:damaged")
    )


def _look_back(reviewer: Reviewer) -> Iterator[Step]:
    """Judge the moves, and stop at the dearest mistakes; each step tells the player's move that it has judged."""
    game, log = reviewer.game, reviewer.game.played.log
    total = len(log) + MOST_TOLD + 1
    for done in reviewer.judge_moves():
        judged = log[done - 1] if done <= len(log) else None
        own = judged is not None and judged.seat == reviewer.seat
        yield Step("review", done, total, {"judged": judged} if own else {})
    review, moments = reviewer.tell(), list[Moment]()
    for mistake in sorted(review.worst, key=lambda mistake: mistake.at):
        best = reviewer.weigh(mistake.at, mistake.best)
        moments.append(Moment(**vars(_stop_at(reviewer, mistake.at)), found=mistake, best=best))
        yield Step("review", len(log) + len(moments), total)
    well, kept = review.well, None
    if well is not None:
        kept = Kept(**vars(_stop_at(reviewer, well.at)), instead=reviewer.weigh(well.at, well.instead))
    looked = Looked(review=review, moments=tuple(moments), rounds=game.rounds, well=kept)
    yield Step("review", total, total, {"looked": looked})


def _stop_at(reviewer: Reviewer, at: int) -> Stop:
    before, done = reviewer.game.rounds[at], reviewer.game.played.log[at]
    drawn = sum(past.seat == reviewer.seat and past.move.kind in ("stock", "take") for past in before.log)
    turn = drawn if done.move.kind in ("throw", "declare") else drawn + 1
    melds = lay_nearest(before.turn.hand, before.turn.deal) if len(before.turn.hand) > 1 else ()
    made = reviewer.weigh(at, done.move.record)
    return Stop(at=at, done=done, turn=turn, before=before, melds=melds, made=made)
