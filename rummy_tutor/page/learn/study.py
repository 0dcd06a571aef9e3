"""What a learner is at: his progress in each game, the lesson that is open, its task and the cards of it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING
from zlib import crc32

from ...game.cards import Card, Hand
from ...game.messages import Message, TutorError
from ...game.rules import Rulebook
from ...tutor.hints import give_hints, lay_part
from ...tutor.judging import Verdict, judge_answer
from ...tutor.kinds import KINDS
from ...tutor.kinds.reading import as_groups
from ...tutor.lessons import BY_KEY, Lesson, list_lessons
from ...tutor.planting import make_task
from ...tutor.progress import Progress, ProgressError, Stage
from ...tutor.tasks import LEVELS, Task, TaskError
from ...tutor.turns.played import Played, Tried
from ...tutor.turns.practice import Practice, deal_practice
from ...tutor.why import show_why
from ...tutor.worked.steps import Shown
from ..session import Part, Revealed, Session
from ..slow import Pause, can_work_beside, follow, work_beside, work_here

if TYPE_CHECKING:
    from concurrent.futures import Future

MODE = "learn"  # the screen
FORMAT, VERSION = "rummy-tutor-courses", 1
PLAY = "play"  # what the address shows of a lesson while turns are played for practice
PLAYED_FROM = ("two-minutes", "turn", "seeing")  # the lessons from which that is reached
LOOSE_FROM = 6  # cards of a single group from which on they are no group but a hand
_PATIENCE = 0.1  # seconds that a click waits for a task before the page says that it is being made
_SEEDS = 100_000
_SEEN = 60  # tasks of a sitting whose cards do not come again
_NUMBER = re.compile("0|[1-9][0-9]*")  # as an address has it: written in one way only


@dataclass(frozen=True, kw_only=True)
class Study:
    """What Learn keeps.

    Attributes:
        courses: the progress in each game, by the rulebook's key.
        recalled: whether the browser has told what it kept, so that it may keep what there is now.
        of: the lesson and the game that are open; empty if none is.
        example: the step of the worked example that is shown; None once it has been read.
        task: the task that is asked; None if none is.
        table: the table with the cards of the step or the task.
        hints: how many hints are shown.
        verdict: what was said of the answer; None before it.
        crossed: whether the answer made the lesson mastered.
        told: whether the answer was shown, and none given.
        answer: the answer as it was given.
        laid: the cards that have been laid out to show why, and what is said of them; None before.
        said: what has to be said about the progress, with its tone; None if nothing has.
        shown: the step of the worked example as it was made; None after it.
        played: the turn that is played at the table of a step or a task; None where none is.
        tried: the moves that a task asks about, and what the learner holds of them; None where it asks for others.
        practice: the round that is played for practice; None where none is.
        grouped: whether the melds of its hand are laid together.
        kept: the task that was left for the example or for practice, as it stood; None where none was.
        seen: the latest tasks that were asked since the page was opened, the last one last.
        ahead: the next task, made while the learner reads, and the lesson and progress that it was made for.
        wants: whether the learner waits for it.
    """

    courses: Mapping[str, Progress] = field(default_factory=dict)
    recalled: bool = False
    of: tuple[str, str] = ("", "")
    example: int | None = None
    task: Task | None = None
    table: Session | None = None
    hints: int = 0
    verdict: Verdict | None = None
    crossed: bool = False
    told: bool = False
    answer: object = None
    laid: Shown | None = None
    said: tuple[str, Message] | None = None
    shown: Shown | None = None
    played: Played | None = None
    tried: Tried | None = None
    practice: Practice | None = None
    grouped: bool = False
    kept: Study | None = None
    seen: tuple[Task, ...] = ()
    ahead: tuple[tuple[str, str], Progress, Task] | None = None
    wants: bool = False

    def progress(self, rulebook: Rulebook) -> Progress:
        """The progress in a game."""
        return self.courses.get(rulebook.key) or Progress.new(rulebook)

    @property
    def is_new(self) -> bool:
        """Whether nothing has been answered in any game."""
        return not any(progress.lessons for progress in self.courses.values())

    def to_data(self) -> dict[str, object]:
        """The progress in all games as plain JSON values."""
        courses = {key: progress.to_data() for key, progress in self.courses.items()}
        return {"format": FORMAT, "version": VERSION, "courses": courses}

    @property
    def stamp(self) -> int:
        """A number that changes with the progress."""
        return crc32(repr(self.to_data()).encode())


def courses_from(data: object) -> dict[str, Progress]:
    """The progress in each game that ``Study.to_data`` gave.

    Raises:
        ProgressError: it is something else, of a later version, or damaged.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ProgressError("bad-progress:foreign")
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise ProgressError("bad-progress:version")
    if not isinstance(data.get("courses"), dict):
        raise ProgressError("bad-progress:damaged")
    courses = {key: Progress.from_data(one) for key, one in data["courses"].items()}
    if any(key != progress.rulebook for key, progress in courses.items()):
        raise ProgressError("bad-progress:damaged")
    return courses


STUDY = Part[Study]()
_MAKING = Part[tuple[tuple, "Future[Task]"]]()  # the task that is being made, and for whom


def study_of(session: Session) -> Study:
    """What Learn keeps of a session."""
    return STUDY.of(session) or Study()


def keep(session: Session, study: Study) -> Study:
    """Keep what has changed."""
    STUDY.keep(session, study)
    return study


def opened_lesson(session: Session) -> Lesson | None:
    """The lesson that the address names, if the game has it."""
    lesson = BY_KEY.get(session.named_on(MODE).get("lesson", ""))
    return lesson if lesson is not None and lesson in list_lessons(session.rulebook) else None


# ---- opening -------------------------------------------------------------------------------------------------
def open_study(session: Session) -> Study:
    """What is at hand: the lesson or the task that the address names is opened if another one was, or none."""
    study, lesson = study_of(session), opened_lesson(session)
    of = ("", "") if lesson is None else (lesson.key, f"{session.rulebook.key} {session.rulebook.options}")
    asked = session.named_on(MODE).get("task", "")
    is_asked = not asked or (study.task is not None and name_task(study.task) == asked)
    named = None if lesson is None or (of == study.of and is_asked) else _read_task(asked, session.rulebook)
    if of == study.of and named is None:
        return study
    study = replace(
        study, of=of, example=None, task=None, table=None, hints=0, verdict=None, crossed=False, told=False, shown=None,
        played=None, tried=None, practice=None, kept=None, wants=False,
    )  # fmt: skip
    if lesson is None:
        return keep(session, study)
    if session.named_on(MODE).get("show") == PLAY and lesson.key in PLAYED_FROM:
        return start_practice(session, study, lesson)
    if named is not None:
        stage = study.progress(session.rulebook).stage(named.lesson)
        return keep(session, _ask(study, named.asked_at(stage=stage.value)))
    begins = study.progress(session.rulebook).stage(lesson.key) is Stage.WORKED
    if (begins or session.classroom) and lesson.worked(session.rulebook):
        return show_step(session, study, lesson, 0)
    return ask_next(session, study, lesson)


def show_step(session: Session, study: Study, lesson: Lesson, at: int) -> Study:
    """Show a step of a lesson's worked example; after the last one comes the first task."""
    steps = lesson.worked(session.rulebook)
    if at >= len(steps):
        return ask_next(session, study, lesson)
    session.name_on(MODE, lesson=lesson.key)
    shown = steps[max(at, 0)]
    table, played = _lay_step(shown, session.rulebook), None if shown.turn is None else Played(turn=shown.turn)
    study = replace(study, kept=_leave_task(study), example=max(at, 0), task=None, table=table, verdict=None)
    study = replace(study, wants=False)
    return keep(session, replace(study, shown=shown, played=played, tried=None, practice=None))


def start_practice(session: Session, study: Study, lesson: Lesson) -> Study:
    """Deal a round in which the learner plays some turns."""
    session.name_on(MODE, lesson=lesson.key, show=PLAY)
    practice = deal_practice(session.rulebook, random.randrange(_SEEDS), plain=lesson.plain)
    table = Session(Hand(practice.turn.hand), session.rulebook, None)
    kept = _leave_task(study)
    study = replace(study, kept=kept, task=None, table=table, verdict=None, crossed=False, shown=None)
    return keep(session, replace(study, played=None, tried=None, practice=practice, grouped=False, wants=False))


def _lay_step(step: Shown, rulebook: Rulebook) -> Session:
    return Session(Hand.of_groups(step.groups), rulebook, step.turned)


def _leave_task(study: Study) -> Study | None:
    """The task to come back to, as it stands: the one that is asked, or the one left before."""
    return replace(study, kept=None) if study.task is not None and study.verdict is None else study.kept


def ask_next(session: Session, study: Study, lesson: Lesson) -> Study:
    """Ask the next task of a lesson, or go back to the step or the task that was left for practice or the example."""
    if study.practice is not None and study.example is not None:
        return show_step(session, study, lesson, study.example)
    if study.kept is not None and study.task is None and study.kept.task is not None:
        session.name_on(MODE, lesson=lesson.key, task=name_task(study.kept.task))
        return keep(session, replace(study.kept, courses=study.courses))
    if not _is_ahead(session, study):
        work = _begin_next(session, study, lesson)
        with suppress(TimeoutError):
            return _ask_next(session, study, lesson, work.result(_PATIENCE if can_work_beside() else None))
        return keep(session, replace(study, wants=True))
    assert study.ahead is not None
    return _ask_next(session, study, lesson, study.ahead[-1])


def _ask_next(session: Session, study: Study, lesson: Lesson, task: Task) -> Study:
    _MAKING.keep(session, None)
    session.name_on(MODE, lesson=lesson.key, task=name_task(task))
    return keep(session, _ask(study, task))


def _is_ahead(session: Session, study: Study) -> bool:
    """Whether the next task is made already."""
    return study.ahead is not None and study.ahead[:2] == (study.of, study.progress(session.rulebook))


def _begin_next(session: Session, study: Study, lesson: Lesson) -> Future[Task]:
    """The next task as it is being made, beside the page where that is possible; begun once."""
    progress, now, rulebook = study.progress(session.rulebook), datetime.now(UTC), session.rulebook
    of, work = _MAKING.of(session) or (None, None)
    if work is None or of != (study.of, progress):
        if work is not None:
            work.cancel()
        make = partial(progress.next_task, lesson.key, rulebook, now, random.randrange(_SEEDS), study.seen)
        work = work_beside(make) if can_work_beside() else work_here(make)
        _MAKING.keep(session, ((study.of, progress), work))
    return work


def lacks_next(session: Session) -> bool:
    """Whether the next task is still to be made: for a learner who reads or waits."""
    if not STUDY.is_kept(session):
        return False
    study = study_of(session)
    reads = (study.example is not None or study.verdict is not None) and not session.classroom
    return opened_lesson(session) is not None and (study.wants or (reads and not _is_ahead(session, study)))


def make_next(session: Session) -> Iterator[Pause | None]:
    """Make the next task while the learner reads, or waits: in games of many cards it takes up to some seconds."""
    lesson = opened_lesson(session)
    if lesson is None or not lacks_next(session):
        return
    yield None
    study = study_of(session)
    work = _begin_next(session, study, lesson)
    yield from follow(work)
    if study.wants:
        _ask_next(session, study, lesson, work.result())
    else:
        keep(session, replace(study, ahead=(study.of, study.progress(session.rulebook), work.result())))


def _ask(study: Study, task: Task) -> Study:
    turn = task.turn
    return replace(
        study, example=None, task=task, table=_lay_task(task), hints=0, verdict=None, crossed=False, told=False,
        laid=None, shown=None, practice=None, kept=None, played=None if turn is None else Played(turn=turn),
        tried=None if turn is None else Tried(turn=turn, choices=task.choices), seen=(*study.seen, task)[-_SEEN:],
        ahead=None, wants=False,
    )  # fmt: skip


def _lay_task(task: Task) -> Session:
    """A table with the cards of a task, its verdict hidden."""
    whole = len(task.groups) == 1 and (len(task.groups[0]) >= LOOSE_FROM or task.asks == "cards")
    part = lay_part(task) if whole else ()
    loose = Counter(task.cards) - Counter(card for group in part for card in group)
    begun = Hand.of_groups((*part, *((card,) for card in loose.elements()))) if part else Hand(task.cards)
    hand = begun if whole else Hand.of_groups(task.groups)
    table = Session(hand, task.rulebook, task.turned, task.players)
    table.revealed = Revealed(verdict=False, wilds=task.asks != "cards")
    return table


def name_task(task: Task) -> str:
    """A task as the address names it."""
    return f"{task.lesson}.{task.kind}.{task.seed}.{task.level}"


def _read_task(name: str, rulebook: Rulebook) -> Task | None:
    """The task that an address names; None if it names none."""
    parts = name.split(".")
    if len(parts) != 4 or parts[1] not in KINDS or any(not _NUMBER.fullmatch(part) for part in parts[2:]):
        return None
    lesson, kind, seed, level = parts[0], parts[1], int(parts[2]), int(parts[3])
    try:
        return make_task(rulebook, lesson, kind, seed, level) if level in LEVELS else None
    except TaskError:
        return None


# ---- answering -----------------------------------------------------------------------------------------------
def give_answer(session: Session, study: Study, answer: object) -> Study:
    """Judge an answer, and note it in the progress.

    Raises:
        TaskError: it is no answer to this task.
    """
    task, lesson = study.task, study.of[0]
    if task is None or study.table is None or study.verdict is not None:
        return study
    if task.asks == "groups":
        layout = study.table.state.layout
        answer = [[str(layout.cards[card]) for card in group] for group in layout.groups]
    progress = study.progress(session.rulebook)
    stage = progress.stage(task.lesson) if task.lesson == lesson else Stage.MIXED
    if study.hints and stage in (Stage.UNAIDED, Stage.MIXED):
        stage = Stage.HINTED  # help does not count for mastery
    asked = task.asked_at(stage=stage.value)
    verdict = progress.judge(asked, answer)
    table = study.table
    if verdict.right and task.question.finish is not None:
        table = _lay_groups(task, task.question.finish(task, answer))
    table.revealed = Revealed(verdict=True)
    study = replace(study, table=table)
    if session.classroom:  # what a class answers says nothing of who keeps his progress here
        return keep(session, replace(study, verdict=verdict, answer=answer, told=False))
    after = progress.record(asked, answer, verdict, datetime.now(UTC))
    # a page opened anew asks another task
    session.name_on(MODE, lesson=lesson)
    return keep(
        session,
        replace(
            study,
            courses={**_without(study.courses, session.rulebook.key), session.rulebook.key: after},  # the latest last
            verdict=verdict,
            answer=answer,
            crossed=_has_mastered(after, lesson) and not _has_mastered(progress, lesson),
            said=None,
        ),
    )


def _without(courses: Mapping[str, Progress], key: str) -> dict[str, Progress]:
    return {one: course for one, course in courses.items() if one != key}


def show_answer(session: Session, study: Study) -> Study:
    """Show the right answer of the task, which nobody has given; it counts for nothing."""
    task, table = study.task, study.table
    if task is None or table is None:
        return study
    expected = task.answer
    if task.asks == "groups":
        table.go(replace(table.state, layout=table.state.layout.arrange(as_groups(expected))), same_cards=True)
    table.revealed = Revealed(verdict=True)
    return keep(session, replace(study, verdict=judge_answer(task, expected), answer=expected, told=True))


def has_hint(study: Study) -> bool:
    """Whether the task has a hint left to give."""
    return study.task is not None and study.hints < len(give_hints(study.task))


def has_more(session: Session, study: Study) -> bool:
    """Whether the worked example goes on after the step that is shown."""
    lesson = BY_KEY.get(study.of[0])
    steps = () if lesson is None else lesson.worked(session.rulebook)
    return study.example is not None and study.example + 1 < len(steps)


def step_in_example(session: Session, by: int) -> bool:
    """Go a step on or back in the worked example that is shown; whether there is one to go to."""
    study, lesson = study_of(session), opened_lesson(session)
    at = study.example
    if session.mode != MODE or lesson is None or at is None:
        return False
    to = at + by
    if to < 0 or by > 0 and not has_more(session, study):
        return False
    show_step(session, study, lesson, to)
    return True


def step_on(session: Session, study: Study) -> None:
    """Show the next step to a class: of the worked example, or of the task a hint, at last the right answer."""
    lesson = opened_lesson(session)
    if lesson is not None and study.example is not None and has_more(session, study):
        show_step(session, study, lesson, study.example + 1)
    elif study.task is not None and study.verdict is None:
        keep(session, replace(study, hints=study.hints + 1)) if has_hint(study) else show_answer(session, study)


def _has_mastered(progress: Progress, lesson: str) -> bool:
    course = progress.lessons.get(lesson)
    return course is not None and course.mastered


def can_lay(study: Study) -> bool:
    """Whether cards can be laid out that show why the answer is wrong."""
    return study.laid is None and _show_why(study) is not None


def _show_why(study: Study) -> Shown | None:
    if study.task is None or study.verdict is None or study.verdict.right:
        return None
    return show_why(study.task, study.answer)


def lay_why(study: Study) -> Study:
    """Lay cards out that show why the answer is wrong."""
    shown, task = _show_why(study), study.task
    if shown is None or task is None:
        return study
    return replace(study, table=_lay_groups(task, shown.groups), laid=shown)


def _lay_groups(task: Task, groups: Sequence[Sequence[Card]]) -> Session:
    """Groups on the table of a task."""
    return Session(Hand.of_groups(groups), task.rulebook, task.turned, task.players)


# ---- the progress as a whole ---------------------------------------------------------------------------------
def take_data(session: Session, study: Study, data: object, *, first: bool = False) -> Study:
    """Take up progress from a browser or a file; what is none changes nothing but what is said.

    Args:
        session: the session.
        study: what there is now; games that the data does not name stay as they are.
        data: plain JSON values.
        first: whether the browser tells what it kept, and nothing if that is None.
    """
    if first and data is None:
        return keep(session, replace(study, recalled=True))
    try:
        courses = courses_from(data)
    except TutorError as error:
        key = "learn.kept_damaged" if first else "learn.file_damaged"
        return keep(session, replace(study, said=("bad", Message(key, {"why": error}))))
    said = None if first else ("good", Message("learn.file_taken"))
    # what was answered while the page was opening counts more than what was kept
    merged = {**courses, **study.courses} if first else {**study.courses, **courses}
    return keep(session, replace(study, courses=merged, recalled=True, said=said))
