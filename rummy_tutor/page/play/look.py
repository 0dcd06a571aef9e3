"""A played round that is looked at on the page: where one is in it, what is known of it, and working that out.

The address names the record and the place, so that a link or a reload comes back to it. What takes long is worked out
by a process of its own, or between two clicks where there are no processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from ...game.messages import Message, tell_later
from ...playing.moves import Move, Ruling
from ...playing.review import Weighed
from ...playing.round import Done
from ...tutor.mistakes import find_lesson
from ..learn.slips import note_slips
from ..packed import PackedError, pack, unpack
from ..session import Made, Part, Session
from ..slow import Pause, can_work_beside
from ..what_now.job import AdviceJob, Worker
from .past import note_round, note_solved
from .question import Looked, Moment, ReviewQuestion

MODE = "play"
MOST_LETTERS = 3100  # of a record in an address
MOST_RECORD = 200_000  # characters of a record as JSON
_DRAW_EVERY = 0.05  # of the whole, between two drawings of mere progress
_LOOK_EVERY = 0.02  # seconds between two looks at work that is done by another process
# what most records hold, for the compression: a change here makes the links that there are unreadable
_COMMON = (
    b'"groups":{},"end":{"how":"last-left","winner":null,"net":["how":"declared","winner":{"play":1,"engine":"0.2.0",'
    b'"shuffle":1,"rulebook":"gorummy-13","options":[],"players":[{"name":"You"},{"name":"Asha","bot":"steady"},'
    b'{"name":"Bikram","bot":"exact"}],"seed":,"point_value":null,"moves":[[0,"draw stock"],[0,"throw '
    b'[1,"draw open"],[1,"throw KS"],[2,"draw stock"],[2,"throw '
)


@dataclass(frozen=True, kw_only=True)
class Tried:
    """A move that was tried at a moment.

    Attributes:
        move: the move.
        ruling: whether it may be made there.
        weighed: where it leads; None while that is worked out, or if it may not be made.
    """

    move: Move
    ruling: Ruling
    weighed: Weighed | None = None


@dataclass(frozen=True, kw_only=True)
class Look:
    """A round that is looked at.

    Attributes:
        record: its record.
        code: the record in the letters of an address; empty if it is too long for one.
        at: where one is: 0 for the whole round, then the mistakes from 1.
        step: after how many moves the table is shown, where one goes through the round move by move; else None.
        looked: what is known of it; None while that is worked out.
        refused: why it cannot be looked at; None if it can, or is not known yet.
        progress: how much has been worked out, from 0 to 1.
        judged: the move of the player's that has been judged last; None before the first.
        trying: whether the move is to be made anew at the present mistake.
        tried: the move that was tried there last.
        own: whether it has just been played here, so that Learn is to know of its mistakes.
        aided: whether it was played with help, or moves were taken back.
        solved: the mistakes at which a good move has been found, by their number from 1.
    """

    record: Mapping[str, object]
    code: str
    at: int = 0
    step: int | None = None
    looked: Looked | None = None
    refused: Message | None = None
    progress: float = 0.0
    judged: Done | None = None
    trying: bool = False
    tried: Tried | None = None
    own: bool = False
    aided: bool = False
    solved: frozenset[int] = frozenset()

    @property
    def moment(self) -> Moment | None:
        """The mistake that is shown; None for the whole round."""
        moments = () if self.looked is None or self.step is not None else self.looked.moments
        return moments[self.at - 1] if 0 < self.at <= len(moments) else None

    @property
    def question(self) -> ReviewQuestion | None:
        """What has still to be worked out."""
        if self.looked is None:
            return None if self.refused is not None else ReviewQuestion(self.record)
        if self.moment is None or self.tried is None or self.tried.weighed is not None:
            return None
        return ReviewQuestion(self.record, self.moment.found.at, self.tried.move.record)

    def go_to(self, at: int) -> Look:
        """Another place; nothing is tried there yet."""
        return replace(self, at=at, step=None, trying=False, tried=None)

    def try_move(self, move: Move) -> Look:
        """A move tried at the present mistake; one that may not be made is told to be so."""
        assert self.moment is not None  # it is tried there
        ruling = self.moment.before.judge_move(move)
        asked = {"throw", "declare"} if ruling.allowed and len(move.cards) == 1 else {"stock", "take", "drop"}
        tried = Tried(move=move, ruling=ruling)
        known = not ruling.allowed or move.kind not in asked
        return replace(self, trying=True, tried=replace(tried, weighed=Weighed(move.record)) if known else tried)

    def know(self, known: Mapping[str, object]) -> Look:
        """With what has been worked out."""
        looked, weighed, refused = known.get("looked"), known.get("weighed"), known.get("refused")
        if isinstance(refused, Message):
            return replace(self, refused=refused)
        if isinstance(looked, Looked):
            step = None if self.step is None else min(self.step, looked.steps)
            return replace(self, looked=looked, at=min(self.at, len(looked.moments)), step=step)
        if isinstance(weighed, Weighed) and self.tried is not None and self.moment is not None:
            right = weighed.is_as_good(self.moment.best)
            solved = self.solved | {self.at} if right else self.solved
            return replace(self, tried=replace(self.tried, weighed=weighed), solved=solved)
        return self


_LOOK: Part[Look] = Part()


def open_look(
    session: Session, record: Mapping[str, object], *, own: bool = False, aided: bool = False, at: int = 0
) -> None:
    """Look at a round.

    Args:
        session: the session.
        record: the round's record.
        own: whether it has just been played here.
        aided: whether it was played with help.
        at: a mistake to be tried at once, by its number from 1; 0 for the whole round.
    """
    code = pack(dict(record), MOST_LETTERS, MOST_RECORD, _COMMON)
    keep_look(session, Look(record=record, code=code, own=own, aided=aided, at=at, trying=at > 0))


def keep_look(session: Session, look: Look | None) -> None:
    """Keep where one is; the address names it."""
    _LOOK.keep(session, look)
    if look is None or not look.code:
        session.name_on(MODE)
    else:
        step = {} if look.step is None else {"move": str(look.step)}
        session.name_on(MODE, record=look.code, at=str(look.at), **step)


def find_look(session: Session) -> Look | None:
    """The round that is looked at; what the address names is opened. None if there is none."""
    look, named = _LOOK.of(session), session.named_on(MODE)
    code = named.get("record", "")
    if look is None or look.code != code:
        if not code:
            return None
        record = read_code(code)
        if record is None:
            session.notes = (*session.notes, tell_later("look.bad_link"))
            keep_look(session, None)
            return None
        look = Look(record=record, code=code)
    at, step = _read_number(named.get("at", "")), _read_number(named.get("move", ""))
    at = look.at if at is None else at
    if look.looked is not None:
        at, step = min(at, len(look.looked.moments)), None if step is None else min(step, look.looked.steps)
    if code and (at, step) != (look.at, look.step):
        look = replace(look.go_to(at), step=step)
    _LOOK.keep(session, look)
    return look


def _read_number(text: str) -> int | None:
    """A number of an address; None if it names none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None


def read_code(code: str) -> Mapping[str, object] | None:
    """The record of an address; None if it holds none."""
    try:
        record = unpack(code, MOST_RECORD, _COMMON)
    except PackedError:
        return None
    return record if isinstance(record, Mapping) else None


# ---- working it out ------------------------------------------------------------------------------------------------
# what works out reviews for a session: a process that is waited for, so that it does not stand back
_JOB = Made(lambda: AdviceJob(partial(Worker, niceness=0)))


def is_pending(session: Session) -> bool:
    """Whether something has still to be worked out."""
    look = find_look(session)
    return look is not None and look.question is not None


def prepare(session: Session) -> None:
    """Have the process ready that looks back at rounds, as a round has ended or a move is to be tried."""
    job = _JOB.of(session)
    if can_work_beside() and (job.question is None or not job.is_pending(job.question)):
        job.start(ReviewQuestion({}))


def work_out(session: Session) -> Iterator[Pause | None]:
    """Work it out; a click meanwhile does not begin it anew."""
    look, job = find_look(session), _JOB.of(session)
    if look is None or look.question is None:
        return
    question, beside = look.question, can_work_beside()
    job.work()  # what it was prepared with is done
    job.start(question, here=not beside)
    while job.question == question and job.is_pending(question):
        job.work()
        yield Pause(_LOOK_EVERY if beside else 0.0, _note_progress(session, job))
    now = find_look(session)
    if now is None or now.question != question:
        return
    # where the process has ended early, it is done here
    worked_out = job.found if job.complete else {key: it for step in question.steps() for key, it in step.found.items()}
    known = now.know(worked_out)
    if now.looked is None and known.looked is not None and known.own:
        _tell_learn(session, known.looked)
        key = f"{known.looked.review.rulebook.key}-{known.record.get('seed')}"
        note_round(session, key, known.code, known.looked, aided=known.aided)
    if known.solved != now.solved and known.code:
        note_solved(session, known.code, known.solved)
    keep_look(session, known)


def _note_progress(session: Session, job: AdviceJob) -> bool:
    """Keep how much has been worked out; whether that is worth a drawing."""
    look, (_, done, total) = find_look(session), job.progress
    if look is None or done / total - look.progress < _DRAW_EVERY:
        return False
    _LOOK.keep(session, replace(look, progress=done / total, judged=job.found.get("judged")))
    return True


def _tell_learn(session: Session, looked: Looked) -> None:
    """Have Learn know which lessons the mistakes of a round are about."""
    book = looked.review.rulebook
    lessons = [find_lesson(mistake.code, book) for mistake in looked.review.found]
    note_slips(session, book.key, [lesson.key for lesson in lessons if lesson is not None])


def look_back(record: Mapping[str, object]) -> Looked | None:
    """Look back at a round at once; None if that cannot be done."""
    *_, last = ReviewQuestion(record).steps()
    looked = last.found.get("looked")
    return looked if isinstance(looked, Looked) else None
