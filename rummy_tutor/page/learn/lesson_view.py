"""The view model of one lesson: its worked example, a task, and what comes after it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Literal, TypedDict

from ...rounds.endings import Ending
from ...tutor.about import holds
from ...tutor.beliefs import BY_KEY as BELIEFS
from ...tutor.hints import give_hints
from ...tutor.learner import ENOUGH, WINDOW
from ...tutor.lessons import Lesson, list_lessons
from ...tutor.planting import name_task
from ...tutor.progress import HINTED, Course, Stage
from ...tutor.tasks import Layout, Task
from ...tutor.taught import as_known
from ...wording.phrases import Cited, Sources
from ...wording.speech import say, tell
from ..faces import FaceView, LineView, TableFaceView, card_face, draw_line, face_at
from ..session import Session
from ..table.view import CardTableView, TableView
from .questions import ChoiceView, NoteView, PlayerView, draw_choice, draw_note, draw_round, tell_question
from .study import PLAYED_FROM, Asked, Example, Playing, Study
from .turns import AskingView, MoveRowView, PlayedView, PracticeView, draw_asking, draw_played, draw_practice, draw_rows
from .verdict_view import VerdictView, draw_verdict


class TaskCardView(TableFaceView):
    """The card that lies open."""

    key: str


class TurnedCardView(FaceView):
    """The turned card."""

    key: str


_Try = TypedDict("_Try", {"try": str})


class StepView(_Try):
    """A step of a worked example; ``try`` is what to try there, ``kept`` whether a task was left for it."""

    text: str
    note: LineView | None
    place: str
    kept: bool
    first: bool
    last: bool


class TaskView(TypedDict):
    """A task; ``whole`` is False where only the cards left over from a hand are shown."""

    key: str
    asks: str
    about: Literal["hand", "cards"]
    whole: bool
    stage: str
    ask: str
    note: NoteView | None
    choices: list[ChoiceView]
    rows: list[MoveRowView]
    asking: AskingView | None
    open: TaskCardView | None
    open_word: str
    signed: bool
    not_a_number: str
    hints: list[str]
    hint_word: str
    more_hints: bool
    round: list[PlayerView]
    can_lay: bool
    laid_text: str
    verdict: VerdictView | None


class AfterView(TypedDict):
    """What comes after a lesson that has just been mastered: the next one, empty if none is left."""

    head: str
    more: str
    following: str
    go: str


class LessonView(TypedDict):
    """One lesson; of ``step``, ``task`` and ``practice`` one is there at most."""

    key: str
    number: str
    title: str
    aim: str
    state: str
    state_word: str
    latest: list[bool]
    latest_word: str
    counts: str
    doubt: str
    turned: TurnedCardView | None
    table: CardTableView | None
    turn: PlayedView | None
    practice: PracticeView | None
    play: str
    step: StepView | None
    task: TaskView | None
    after: AfterView | None


def draw_lesson(session: Session, study: Study, lesson: Lesson) -> LessonView:
    """A lesson as far as it went."""
    progress = study.progress(session.rulebook)
    lessons = list_lessons(session.rulebook)
    course = progress.lessons.get(lesson.key)
    latest = () if course is None else course.learner.answers[-WINDOW:]
    now, turn = study.now, draw_played(study)
    table = now.table if isinstance(now, Example | Asked) and turn is None else None
    given = ":first" if not latest else ":begun" if len(latest) < WINDOW else ""
    if course is not None and course.mastered:
        given = ":mastered"
    counted = tell(f"learn.latest{given}", n=sum(latest), given=len(latest), all=WINDOW, enough=ENOUGH)
    doubt = "" if course is None else _tell_doubt(study, course, progress.once)
    return {
        "key": lesson.key,
        "number": tell("learn.lesson_number", at=lessons.index(lesson) + 1, all=len(lessons)),
        "title": say(lesson.title),
        "aim": tell("learn.goal", aim=lesson.aim),
        "state": progress.state(lesson.key),
        "state_word": tell(f"learn.state_{progress.state(lesson.key)}"),
        "latest": [bool(right) for right in latest],
        "latest_word": counted,
        "counts": _tell_practice(study, course) or doubt or counted,
        "doubt": doubt,
        "turned": _draw_turned(table),
        "table": None if table is None else _draw_table(table, study.asked),
        "turn": turn,
        "practice": draw_practice(study, now) if isinstance(now, Playing) else None,
        "play": tell("turn.practice") if lesson.key in PLAYED_FROM else "",
        "step": _draw_step(now) if isinstance(now, Example) else None,
        "task": _draw_task(study, now, lesson) if isinstance(now, Asked) else None,
        "after": _draw_after(session, study, lesson, lessons),
    }


def _tell_doubt(study: Study, course: Course, once: Collection[str]) -> str:
    """Why a lesson is not mastered though enough answers are right; empty where it is, or they are not.

    A mix-up is named if a verdict has named it before: nobody is told of one that they have never shown.
    """
    latest, left = course.learner.answers[-WINDOW:], course.left[:1]
    if course.mastered or len(latest) < WINDOW or sum(latest) < ENOUGH:
        return ""
    known = [key for key in left if key in once and (len(study.courses) > 1 or BELIEFS[key].told is None)]
    if not known:
        return tell("learn.latest:more", n=sum(latest), all=WINDOW)
    return tell("learn.latest:doubt", n=sum(latest), all=WINDOW, belief=BELIEFS[known[0]].sentence)


def _tell_practice(study: Study, course: Course | None) -> str:
    """That an answer does not count yet, and how many more are needed until they do; nothing where they count."""
    if course is not None and course.stage is Stage.UNAIDED:
        asked = study.asked
        return tell("learn.hinted") if asked is not None and asked.hints and asked.verdict is None else ""
    steps = () if course is None else course.steps
    helped = sum(step.right for step in steps if step.stage in (Stage.WORKED, Stage.HINTED))
    was_alone = any(step.stage in (Stage.UNAIDED, Stage.MIXED) for step in steps)
    return tell("learn.practice" if steps else "learn.practice:first", n=1 if was_alone else max(1, HINTED - helped))


def _draw_turned(table: Session | None) -> TurnedCardView | None:
    """The turned card where the game turns one up."""
    if table is None or table.state.turned is None or not table.rulebook.wilds.exposed:
        return None
    return {**card_face(table.state.turned), "key": str(table.state.turned)}


def _draw_table(table: Session, asked: Asked | None) -> CardTableView:
    """The cards on their table: as they lie, and judged once an answer has been given."""
    if asked is None:
        drawn, pointed = TableView(table).draw() | {"headline": None, "announce": ""}, set[str]()
    else:
        drawn, pointed = _draw_asked(asked), _pointed_at(asked)
    for group in (*drawn["trays"], drawn["loose"]):
        for card in group["cards"]:
            card["moving"] = str(table.state.layout.cards[card["id"]]) in pointed
    return drawn


def _draw_asked(asked: Asked) -> CardTableView:
    """The table of a task, with no more than its answer may have told."""
    task, numbers = asked.task, () if asked.laid is None else asked.laid.numbers
    view = TableView(asked.table, numbers, as_known(task.rulebook, task.lesson))
    drawn = view.draw()
    if asked.verdict is None and task.asks == "groups":
        drawn["loose"] |= {"cost": _tell_loose(task, view), "cost_tone": "plain"}
    players = () if task.round is None else task.round["players"]
    paid = not players or any("groups" in player and player["ending"] == Ending.LOST for player in players)
    if task.question.layout is not Layout.HAND or not paid:
        # no figure is asked for, or another price is paid than that of the cards: none is told
        drawn |= {"headline": None, "announce": ""}
    if asked.verdict is not None and asked.laid is None:  # whose sources follow the verdict
        for tray in drawn["trays"]:
            tray["reasons"] = [{**line, "codes": [], "remark": ""} for line in tray["reasons"]]
    return drawn


def _tell_loose(task: Task, view: TableView) -> str:
    """How many cards still lie loose, and where their points decide, what they count; nothing is said of the groups."""
    layout = view.layout
    if not layout.loose:
        return ""
    counted = task.question.builds and not holds("flat, hidden", task.rulebook)
    points = tell("count.points", n=sum(view.points(layout.cards[card]) for card in layout.loose))
    return tell("learn.loose_now" if counted else "learn.loose_now:count", n=len(layout.loose), points=points)


def _pointed_at(asked: Asked) -> set[str]:
    """The cards that the hints shown point at."""
    if asked.verdict is not None:
        return set()
    return {str(card) for hint in give_hints(asked.task)[: asked.hints] for card in hint.cards}


def _draw_step(example: Example) -> StepView:
    step = example.step
    notes = " ".join(map(say, step.notes))
    return {
        "text": say(step.text),
        "note": draw_line(Cited(notes, Sources.of(step.source))) if notes else None,
        "try": tell("turn.try", what=step.invites) if step.invites else "",
        "place": tell("learn.step_place", at=example.at + 1, all=len(example.steps)),
        "kept": example.left is not None,
        "first": example.at == 0,
        "last": example.is_last,
    }


# ---- a task --------------------------------------------------------------------------------------------------
def _draw_task(study: Study, asked: Asked, lesson: Lesson) -> TaskView:
    task = asked.task
    stage = Stage.MIXED if task.lesson != lesson.key else Stage(task.stage)
    return {
        "key": name_task(task),
        "asks": task.asks,
        "about": "hand" if task.question.layout is Layout.HAND else "cards",
        "whole": task.question.layout is not Layout.LEFT,  # else these are only the cards left over from a hand
        "stage": tell(f"learn.stage_{stage}"),
        "ask": tell_question(task),
        "note": draw_note(task),
        "choices": [draw_choice(task, choice) for choice in task.offered] if task.asks != "cards" else [],
        "rows": draw_rows(asked),
        "asking": draw_asking(asked),
        "open": _draw_open(task),
        "open_word": tell("learn.open_card"),
        "signed": task.signed,
        "not_a_number": tell("learn.not_a_number:signed" if task.signed else "learn.not_a_number"),
        "hints": [say(hint.text) for hint in give_hints(task)[: asked.hints]],
        "hint_word": tell("learn.hint_alone" if stage is Stage.UNAIDED and not asked.hints else "learn.hint"),
        "more_hints": asked.verdict is None and asked.has_hint,
        "round": draw_round(task),
        "can_lay": asked.can_lay,
        "laid_text": "" if asked.laid is None else say(asked.laid.text),
        "verdict": None if asked.verdict is None else draw_verdict(study, asked, asked.verdict),
    }


def _draw_open(task: Task) -> TaskCardView | None:
    """The card that lies open, where the question is about it and no table shows it."""
    if task.open is None or task.turn is not None:
        return None
    return {**face_at(task.open, task.deal), "key": str(task.open)}


def _draw_after(session: Session, study: Study, lesson: Lesson, lessons: tuple[Lesson, ...]) -> AfterView | None:
    """What comes after a lesson that has just been mastered."""
    if study.asked is None or not study.asked.has_mastered:
        return None
    progress, now = study.progress(session.rulebook), datetime.now(UTC)
    course = progress.lessons.get(lesson.key)
    latest = () if course is None else course.learner.answers[-WINDOW:]
    at = lessons.index(lesson)
    order = (*lessons[at + 1 :], *lessons[:at])
    following = next((other for other in order if progress.state(other.key, now) in ("new", "begun", "due")), None)
    return {
        "head": tell("learn.mastered", n=sum(latest), all=WINDOW),
        "more": tell("learn.mastered_more"),
        "following": "" if following is None else following.key,
        "go": "" if following is None else tell("learn.go_lesson", lesson=following.title),
    }
