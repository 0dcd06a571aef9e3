"""What the cards on the table ask of the advice, and following the work on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from ...game.cards import PRINTED_JOKER, Hand
from ..session import Made, Memory, Session
from ..slow import Pause
from .job import AdviceJob
from .worker import Question

STEPS = 3


LEVEL = Memory(  # how much of the advice has been asked for
    "what_now", lambda value: value if type(value) is int and 0 <= value <= STEPS else 0, of_cards=True
)
JOB = Made(AdviceJob)  # the work on a session's advice
_LOOK_EVERY = 0.02  # seconds between two looks at the messages of the process
_DRAW_EVERY = 0.25  # seconds between two drawings of mere progress


def question_of(session: Session) -> Question | None:
    """What the cards on the table ask, None if the rulebook cannot judge them."""
    state = session.state
    pack = session.rulebook.table.pack_for(state.players)
    if session.result is None or (PRINTED_JOKER in state.layout.cards and not pack.printed_jokers):
        return None
    cards = Hand(tuple(sorted(state.layout.cards)))  # how they are laid changes nothing
    pile = state.open if state.open is not None and pack.copies(state.open) else None
    return Question(cards, session.rulebook, state.turned, state.players, state.seen, pile)


def is_pending(session: Session) -> bool:
    """Whether advice has been asked for and is not complete; work that nobody waits for any more is stopped."""
    question = question_of(session) if LEVEL.of(session) else None
    if question is None:
        JOB.of(session).stop()
        return False
    return JOB.of(session).is_pending(question)


def work_out(session: Session) -> Iterator[Pause]:
    """Work the advice out, or follow the work under way."""
    question, job = question_of(session), JOB.of(session)
    if question is None:
        return
    try:
        asyncio.get_running_loop()
        here = False
    except RuntimeError:  # no loop runs: nobody can click meanwhile
        here = True
    job.start(question, here=here)
    drawn, due = 0.0, False
    while job.is_pending(question):
        before = job.answers
        due = job.work() or due
        draw = due and (job.answers > before or time.monotonic() - drawn > _DRAW_EVERY)
        if draw:
            drawn, due = time.monotonic(), False
        yield Pause(_LOOK_EVERY, draw)
