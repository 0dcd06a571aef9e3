"""Where a learner stands: their progress, the lesson that is open, and its steps and tasks, asked and judged."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial, reduce
from typing import TYPE_CHECKING
from zlib import crc32

from ...game.cards import Card, Hand
from ...game.messages import Message, TutorError
from ...game.rules import Rulebook
from ...playing.moves import Move
from ...tutor.judging import WINDOW, Verdict, give_hints, judge_answer, show_why
from ...tutor.kinds.parts import lay_part
from ...tutor.lessons import BY_KEY, Lesson, find_moved, list_lessons
from ...tutor.planting import is_made_today, name_task, read_name, task_from
from ...tutor.progress import HINTED, Progress, Stage
from ...tutor.tasks import Task, TaskError, as_groups
from ...tutor.turns.played import Played, Tried
from ...tutor.turns.practice import Practice, deal_practice
from ...tutor.worked.steps import Shown, list_screens
from ..session import Part, Revealed, Session
from ..slow import Pause, can_work_beside, follow, work_beside, work_here
from .courses import FORMAT, VERSION, Reached, courses_from, reached_from
from .slips import has_slips, take_slips

if TYPE_CHECKING:
    from concurrent.futures import Future

MODE = "learn"  # the screen
PLAY = "play"  # what the address shows of a lesson while turns are played for practice
PLAYED_FROM = ("two-minutes", "turn", "seeing")  # the lessons from which that is reached
LOOSE_FROM = 6  # cards of a single group from which on they are no group but a hand
_PATIENCE = 0.1  # seconds that a click waits for a task before the page says that it is being made
_SEEDS = 100_000
SITTING = HINTED + WINDOW  # tasks of a sitting, which are enough to master a lesson if all answers are right
_SEEN = 60  # tasks of a sitting whose cards do not come again


# ---- where a learner stands ----------------------------------------------------------------------------------
@dataclass(frozen=True, kw_only=True)
class Home:
    """No lesson is open, or the first task of the one that is open is still being made.

    Attributes:
        waits: whether the learner waits for the next task; so it is in the other states.
    """

    waits: bool = False


@dataclass(frozen=True, kw_only=True)
class Example:
    """A step of a worked example is shown.

    Attributes:
        steps: the steps of the example.
        at: the number of the one that is shown, from 0.
        table: the table with its cards.
        played: the turn that is played there; None where the cards are only looked at.
        left: the task that was left for the example, as it stood; None where none was.
        was_shown: whether the tutor has made the moves that the step invites to.
        has_strayed: whether another move was tried last, which is allowed and was not made.
    """

    steps: tuple[Shown, ...]
    at: int
    table: Session
    played: Played | None
    left: Asked | None
    waits: bool = False
    was_shown: bool = False
    has_strayed: bool = False

    @property
    def step(self) -> Shown:
        """The step that is shown."""
        return self.steps[self.at]

    @property
    def is_last(self) -> bool:
        """Whether no step comes after it."""
        return self.at == len(self.steps) - 1

    @property
    def is_tried(self) -> bool:
        """Whether all moves have been made to which the step invites, the last one even if it is refused."""
        tries, played = self.step.tries, self.played
        if played is None or len(played.past) >= len(tries):
            return True
        return len(played.past) == len(tries) - 1 and str(played.move or "") == tries[-1]

    def strays(self, move: str) -> bool:
        """Whether an allowed move is of another kind than the next one to which the step invites."""
        at = 0 if self.played is None else len(self.played.past)
        if self.played is None or at >= len(self.step.tries):
            return False
        made, wanted = Move.parse(move), Move.parse(self.step.tries[at])
        return made.kind != wanted.kind and self.played.turn.judge_move(made).allowed

    def try_out(self) -> Example:
        """The step with the moves made that it invites to, and no others."""
        assert self.step.turn is not None  # else it invites to none
        return replace(self, played=reduce(Played.make, self.step.tries, Played(turn=self.step.turn)), was_shown=True)

    def goes_on(self, at: int) -> bool:
        """Whether another screen shows the same step, at the same table."""
        return at != self.at and self.steps[at].text == self.step.text


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A task is asked, or has been answered.

    Attributes:
        task: the task.
        table: the table with its cards.
        hints: how many hints are shown.
        verdict: what was said of the answer; None before it.
        answer: the answer as it was given.
        was_shown: whether the answer was shown, and none given.
        has_denied: whether the learner has said that they did not think what the answer looks like.
        star: the star of the lesson that the answer earned, the first by mastering it; 0 for none.
        added: how many more tasks there are to come than before the answer.
        laid: the cards that have been laid out to show why, and what is said of them; None before.
        played: the turn that is played at its table; None where none is.
        tried: the moves that it asks about, and what the learner holds of them; None where it asks for others.
    """

    task: Task
    table: Session
    hints: int = 0
    verdict: Verdict | None = None
    answer: object = None
    was_shown: bool = False
    has_denied: bool = False
    star: int = 0
    added: int = 0
    laid: Shown | None = None
    played: Played | None = None
    tried: Tried | None = None
    waits: bool = False

    @property
    def has_hint(self) -> bool:
        """Whether there is a hint left to give."""
        return self.hints < len(give_hints(self.task))

    @property
    def can_lay(self) -> bool:
        """Whether cards can be laid out that show why the answer is wrong."""
        return self.laid is None and self.find_why() is not None

    def lay_why(self) -> Asked:
        """With cards laid out that show why the answer is wrong, where some can."""
        shown = self.find_why()
        return self if shown is None else replace(self, table=_lay_groups(self.task, shown.groups), laid=shown)

    def find_why(self) -> Shown | None:
        """Cards that show why a wrong answer is wrong; None where none would help."""
        if self.verdict is None or self.verdict.right:
            return None
        return show_why(self.task, self.answer)


@dataclass(frozen=True, kw_only=True)
class Playing:
    """Some turns of a round are played for practice.

    Attributes:
        round: the round.
        is_grouped: whether the melds of the hand are laid together.
        left: the step or the task to come back to, as it stood; None where none was left.
    """

    round: Practice
    is_grouped: bool = False
    left: Example | Asked | None = None
    waits: bool = False


@dataclass(frozen=True, kw_only=True)
class Study:
    """What Learn keeps.

    Attributes:
        courses: the progress in each game, by the rulebook's key.
        recalled: whether the browser has told what it kept, so that it may keep what there is now.
        said: what has to be said about the progress, with its tone; None if nothing has.
        of: the lesson and the game that are open; empty if none is.
        now: where the learner stands.
        reached: the lesson and the game whose example was begun last, and its step; None once it has been read.
        sitting: of the tasks answered since the lesson was opened, or since its practice began, whether each was right.
        seen: the latest tasks that were asked since the page was opened, the last one last.
        ahead: the next task, made while the learner reads, and the lesson and progress that it was made for.
    """

    courses: Mapping[str, Progress] = field(default_factory=dict)
    recalled: bool = False
    said: tuple[str, Message] | None = None
    of: tuple[str, str] = ("", "")
    now: Home | Example | Asked | Playing = Home()
    reached: Reached | None = None
    sitting: tuple[bool, ...] = ()
    seen: tuple[Task, ...] = ()
    ahead: tuple[tuple[str, str], Progress, Task] | None = None

    @property
    def asked(self) -> Asked | None:
        """The task that is asked, or that was answered; None if none is."""
        return self.now if isinstance(self.now, Asked) else None

    @property
    def playing(self) -> Playing | None:
        """The round that is played for practice; None if none is."""
        return self.now if isinstance(self.now, Playing) else None

    @property
    def example(self) -> Example | None:
        """The step of the worked example that is shown or was left for practice; None if there is none."""
        at = self.now.left if isinstance(self.now, Playing) else self.now
        return at if isinstance(at, Example) else None

    @property
    def is_played(self) -> bool:
        """Whether a turn is played, at the table of a step or a task, or in a round for practice."""
        now = self.now
        return isinstance(now, Playing) or (isinstance(now, Example | Asked) and now.played is not None)

    @property
    def left_task(self) -> Asked | None:
        """The task to come back to: the one that is asked and not yet answered, or the one that was left before."""
        asked = self.asked or next((at.left for at in (self.example, self.playing) if at and at.left), None)
        return asked if isinstance(asked, Asked) and asked.verdict is None else None

    def find_reached(self, lesson: str, game: str) -> int:
        """The step at which the example of a lesson was left; 0 where it was not begun, or has been read."""
        return self.reached[1] if self.reached is not None and self.reached[0] == (lesson, game) else 0

    def progress(self, rulebook: Rulebook) -> Progress:
        """The progress in a game."""
        return self.courses.get(rulebook.key) or Progress.new(rulebook)

    @property
    def is_new(self) -> bool:
        """Whether nothing has been answered in any game."""
        return not any(progress.lessons for progress in self.courses.values())

    def list_thoughts(self, task: Task, verdict: Verdict) -> list[str]:
        """The beliefs that may stand behind a wrong answer; none that names another game where only one is learnt."""
        return self.progress(task.rulebook).list_thoughts(task, verdict, names_games=len(self.courses) > 1)

    def to_data(self) -> dict[str, object]:
        """The progress in all games as plain JSON values, with the example that was left."""
        courses = {key: progress.to_data() for key, progress in self.courses.items()}
        left: dict[str, object] = {}
        if self.reached is not None and self.reached[1]:
            (lesson, game), step = self.reached
            left = {"reached": {"lesson": lesson, "game": game, "step": step}}
        return {"format": FORMAT, "version": VERSION, "courses": courses, **left}

    @property
    def stamp(self) -> int:
        """A number that changes with the progress."""
        return crc32(repr(self.to_data()).encode())


STUDY = Part[Study]()
_MAKING = Part[tuple[tuple[tuple[str, str], Progress], "Future[Task]"]]()  # the task being made, and for whom


def study_of(session: Session) -> Study:
    """What Learn keeps of a session."""
    return STUDY.of(session) or Study()


def keep(session: Session, study: Study) -> Study:
    """Keep what has changed."""
    STUDY.keep(session, study)
    return study


def name_game(rulebook: Rulebook) -> str:
    """A game and its options, as a lesson that is open has them."""
    return f"{rulebook.key} {rulebook.options}"


def opened_lesson(session: Session) -> Lesson | None:
    """The lesson that the address names, if the game has it."""
    lesson = BY_KEY.get(find_moved(session.named_on(MODE).get("lesson", "")))
    return lesson if lesson is not None and lesson in list_lessons(session.rulebook) else None


# ---- opening -------------------------------------------------------------------------------------------------
def open_study(session: Session) -> Study:
    """What is at hand: the lesson or the task that the address names is opened if another one was, or none."""
    study, lesson = study_of(session), opened_lesson(session)
    if study.recalled and has_slips(session):
        study = keep(session, replace(study, courses=take_slips(session, study.courses)))
    of = ("", "") if lesson is None else (lesson.key, name_game(session.rulebook))
    name = session.named_on(MODE).get("task", "")
    is_asked = not name or (study.asked is not None and name_task(study.asked.task) == name)
    task = None if lesson is None or (of == study.of and is_asked) else _read_task(name, session.rulebook)
    if of == study.of and task is None:
        return study
    sitting = study.sitting if of == study.of else ()
    study = replace(study, of=of, now=Home(), sitting=sitting)
    if lesson is None:
        return keep(session, study)
    if session.named_on(MODE).get("show") == PLAY and lesson.key in PLAYED_FROM:
        return start_practice(session, study, lesson)
    if task is not None:
        session.name_on(MODE, lesson=lesson.key, task=name_task(task))
        stage = study.progress(session.rulebook).course(task.lesson).stage
        return keep(session, _ask(study, task.asked_at(stage=stage.value)))
    begins = study.progress(session.rulebook).course(lesson.key).stage is Stage.WORKED
    screens = list_screens(lesson, session.rulebook)
    if (begins or session.classroom) and screens:
        reached = 0 if session.classroom else study.find_reached(*of)
        return show_step(session, study, lesson, min(reached, len(screens) - 1))
    return ask_next(session, study, lesson)


def open_anew(session: Session, study: Study) -> Study:
    """Open what the address names, also where it is open already."""
    keep(session, replace(study, of=("", "")))
    return open_study(session)


def show_step(session: Session, study: Study, lesson: Lesson, at: int) -> Study:
    """Show a step of a lesson's worked example; after the last one comes the first task."""
    steps, at = list_screens(lesson, session.rulebook), max(at, 0)
    if at >= len(steps):
        return ask_next(session, study, lesson)
    session.name_on(MODE, lesson=lesson.key)
    turn, before = steps[at].turn, study.now
    if isinstance(before, Example) and before.goes_on(at):
        played = before.played and before.played.as_begun()  # what has been done at its table stays done
    else:
        played = None if turn is None else Played(turn=turn)
    table = Session(Hand.of_groups(steps[at].groups), session.rulebook, steps[at].turned)
    shown = Example(steps=steps, at=at, table=table, played=played, left=study.left_task)
    return keep(session, replace(study, now=shown, reached=(study.of, at)))


def start_practice(session: Session, study: Study, lesson: Lesson) -> Study:
    """Deal a round in which the learner plays some turns."""
    session.name_on(MODE, lesson=lesson.key, show=PLAY)
    practice = deal_practice(session.rulebook, random.randrange(_SEEDS), plain=lesson.plain)
    return keep(session, replace(study, now=Playing(round=practice, left=study.example or study.left_task)))


def ask_next(session: Session, study: Study, lesson: Lesson) -> Study:
    """Ask the next task of a lesson, or go back to the step or the task that was left for practice or the example."""
    if study.playing is not None and study.example is not None:
        return show_step(session, study, lesson, study.example.at)
    study = replace(study, reached=None)
    if study.asked is None and study.left_task is not None:
        session.name_on(MODE, lesson=lesson.key, task=name_task(study.left_task.task))
        return keep(session, replace(study, now=study.left_task))
    if study.ahead is not None and not _lacks_ahead(session, study):
        return _ask_next(session, study, lesson, study.ahead[-1])
    work = _begin_next(session, study, lesson)
    with suppress(TimeoutError):
        return _ask_next(session, study, lesson, work.result(_PATIENCE if can_work_beside() else None))
    return keep(session, replace(study, now=replace(study.now, waits=True)))


def _ask_next(session: Session, study: Study, lesson: Lesson, task: Task) -> Study:
    _MAKING.keep(session, None)
    session.name_on(MODE, lesson=lesson.key, task=name_task(task))
    begins = study.asked is not None and study.asked.star
    if practises(session, study, lesson) and (begins or len(study.sitting) >= SITTING):
        study = replace(study, sitting=())
    return keep(session, _ask(study, task))


def practises(session: Session, study: Study, lesson: Lesson) -> bool:
    """Whether no answer brings the learner nearer to mastering a lesson: they have, or a class is asked."""
    return session.classroom or study.progress(session.rulebook).course(lesson.key).mastered


def _lacks_ahead(session: Session, study: Study) -> bool:
    """Whether the next task has not been made yet."""
    return study.ahead is None or study.ahead[:2] != (study.of, study.progress(session.rulebook))


def _begin_next(session: Session, study: Study, lesson: Lesson) -> Future[Task]:
    """The next task as it is being made, beside the page where that is possible; begun once."""
    progress, now, rulebook = study.progress(session.rulebook), datetime.now(UTC), session.rulebook
    making = _MAKING.of(session)
    if making is not None and making[0] == (study.of, progress):
        return making[1]
    if making is not None:
        making[1].cancel()
    make = partial(progress.next_task, lesson.key, rulebook, now, random.randrange(_SEEDS), study.seen)
    work = work_beside(make) if can_work_beside() else work_here(make)
    _MAKING.keep(session, ((study.of, progress), work))
    return work


def lacks_next(session: Session) -> bool:
    """Whether the next task is still to be made: for a learner who reads or waits."""
    study = study_of(session)
    is_judged = study.asked is not None and study.asked.verdict is not None
    reads = (study.example is not None or is_judged) and not session.classroom
    return opened_lesson(session) is not None and (study.now.waits or (reads and _lacks_ahead(session, study)))


def make_next(session: Session) -> Iterator[Pause | None]:
    """Make the next task while the learner reads, or waits: in games of many cards it takes up to some seconds."""
    lesson = opened_lesson(session)
    if lesson is None or not lacks_next(session):
        return
    yield None
    study = study_of(session)
    work = _begin_next(session, study, lesson)
    yield from follow(work)
    if study.now.waits:
        _ask_next(session, study, lesson, work.result())
    else:
        keep(session, replace(study, ahead=(study.of, study.progress(session.rulebook), work.result())))


def _ask(study: Study, task: Task) -> Study:
    played = None if task.turn is None else Played(turn=task.turn)
    tried = None if task.turn is None else Tried(turn=task.turn, choices=task.choices)
    asked = Asked(task=task, table=_lay_task(task), played=played, tried=tried)
    return replace(study, now=asked, seen=(*study.seen, task)[-_SEEN:], ahead=None)


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


def _read_task(name: str, rulebook: Rulebook) -> Task | None:
    """The task that an address names; None if it names none that this version makes."""
    named = read_name(name)
    try:
        return task_from(named, rulebook) if named is not None and is_made_today(named) else None
    except TaskError:
        return None


# ---- answering -----------------------------------------------------------------------------------------------
def give_answer(session: Session, study: Study, answer: object) -> Study:
    """Judge an answer, and note it in the progress.

    Raises:
        TaskError: it is no answer to this task.
    """
    asked, lesson = study.asked, study.of[0]
    if asked is None or asked.verdict is not None:
        return study
    task, table = asked.task, asked.table
    if task.asks == "groups":
        layout = table.state.layout
        answer = [[str(layout.cards[card]) for card in group] for group in layout.groups]
    progress = study.progress(session.rulebook)
    stage = progress.course(task.lesson).stage if task.lesson == lesson else Stage.MIXED
    if asked.hints and stage in (Stage.UNAIDED, Stage.MIXED):
        stage = Stage.HINTED  # help does not count for mastery
    staged = task.asked_at(stage=stage.value)
    verdict = progress.judge(staged, answer)
    if verdict.right and task.question.finish is not None:
        table = _lay_groups(task, task.question.finish(task, answer))
    table.revealed = Revealed(verdict=True)
    judged = replace(asked, table=table, verdict=verdict, answer=answer)
    study = replace(study, sitting=(*study.sitting, verdict.right))
    if session.classroom:  # what a class answers says nothing of whoever keeps their progress here
        return keep(session, replace(study, now=judged))
    after = progress.record(staged, answer, verdict, datetime.now(UTC))
    stars = after.count_stars(lesson)
    judged = replace(
        judged,
        star=stars if stars > progress.count_stars(lesson) else 0,
        added=max(0, after.course(lesson).to_come - progress.course(lesson).to_come),
    )
    session.name_on(MODE, lesson=lesson)  # a page opened anew asks another task
    others = {key: course for key, course in study.courses.items() if key != session.rulebook.key}
    courses = {**others, session.rulebook.key: after}  # the latest last
    return keep(session, replace(study, courses=courses, now=judged, said=None))


def step_in_example(session: Session, by: int) -> bool:
    """Go a step on or back in the worked example that is shown; whether there is one to go to."""
    study, lesson = study_of(session), opened_lesson(session)
    example = study.example
    if session.mode != MODE or lesson is None or example is None:
        return False
    if example.at + by < 0 or (by > 0 and example.is_last):
        return False
    show_step(session, study, lesson, example.at + by)
    return True


def step_on(session: Session, study: Study) -> None:
    """Show the next step to a class: of the worked example, or of the task a hint, at last the right answer."""
    asked = study.asked
    if not step_in_example(session, 1) and asked is not None and asked.verdict is None:
        shown = replace(asked, hints=asked.hints + 1) if asked.has_hint else _show_answer(asked)
        keep(session, replace(study, now=shown))


def _show_answer(asked: Asked) -> Asked:
    """The task with its right answer, which nobody has given; it counts for nothing."""
    table, expected = asked.table, asked.task.answer
    if asked.task.asks == "groups":
        table.go(replace(table.state, layout=table.state.layout.arrange(as_groups(expected))), same_cards=True)
    table.revealed = Revealed(verdict=True)
    return replace(asked, verdict=judge_answer(asked.task, expected), answer=expected, was_shown=True)


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
    kept = first or study.recalled  # what the browser has kept and cannot be read is not written over
    said = None if first else ("good", Message("learn.file_taken" if kept else "learn.file_taken:apart"))
    # what was answered while the page was opening counts more than what was kept
    merged = {**courses, **study.courses} if first else {**study.courses, **courses}
    # an example that has only been opened meanwhile goes on where it was left
    begins = first and (study.reached is None or study.reached[1] == 0)
    reached = reached_from(data) if begins else study.reached
    return keep(session, replace(study, courses=merged, recalled=kept, said=said, reached=reached))


def read_open(asked: Asked) -> Tried | None:
    """The moves of a task as long as some are still to be decided; None where none are."""
    return asked.tried if asked.verdict is None else None
