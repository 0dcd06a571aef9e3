"""The view model of Learn: the path of lessons, the progress, and a lesson with its worked example and its tasks."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Literal, NotRequired, TypedDict, cast

from ...game.messages import Items, key_of
from ...game.rules import Rulebook
from ...rounds.endings import Ending
from ...tutor.about import find_first_game, holds
from ...tutor.beliefs import BY_KEY as BELIEFS
from ...tutor.judging import give_hints
from ...tutor.learner import ENOUGH, WINDOW
from ...tutor.lessons import BY_KEY, Lesson, list_lessons
from ...tutor.planting import name_task
from ...tutor.progress import HINTED, Course, Progress, Stage
from ...tutor.tasks import Layout, Task
from ...tutor.taught import as_known
from ...wording.describe import tell_in_a_line
from ...wording.phrases import Cited, Sources
from ...wording.speech import name_rulebook, say, tell
from ..asking import read_fields
from ..faces import BookChoiceView, FaceView, LineView, TableFaceView, card_face, draw_line, face_at, list_books
from ..session import Session
from ..table.view import CardTableView, TableView
from .questions import (
    ChoiceView,
    NoteView,
    PlayerView,
    VerdictView,
    draw_choice,
    draw_note,
    draw_round,
    draw_verdict,
    tell_question,
)
from .study import MODE, PLAYED_FROM, Asked, Example, Home, Playing, Study, open_study, opened_lesson
from .turns import AskingView, MoveRowView, PlayedView, PracticeView, draw_asking, draw_played, draw_practice, draw_rows

_DAY = timedelta(days=1)


class StopView(TypedDict):
    """A lesson on the path."""

    key: str
    number: int
    title: str
    aim: str
    state: str
    state_word: str
    go: str
    following: bool


class ApartView(TypedDict):
    """What tells a game from the others."""

    key: str
    name: str
    line: str


class HomeView(TypedDict):
    """The first screen; ``first`` is the lesson to begin with."""

    is_new: bool
    first: str
    known: str
    apart: list[ApartView]
    lessons: list[StopView]


class ProgressPartView(TypedDict):
    """A part of the progress; ``none`` is said where it has no lines."""

    title: str
    lines: list[str]
    none: str


class ProgressView(TypedDict):
    """The progress in one game, and the games in which there is some too."""

    title: str
    parts: list[ProgressPartView]
    others: str


class NewsView(TypedDict):
    """What is said about the progress."""

    tone: str
    text: str


_Import = TypedDict("_Import", {"import": str})


class LearnWords(_Import):
    """The words on the buttons and beside the fields."""

    answer: str
    again_example: str
    all_lessons: str
    analyse: str
    back: str
    back_to_task: str
    clear: str
    clear_no: str
    clear_sure: str
    clear_yes: str
    door_know: str
    door_know_more: str
    door_new: str
    door_new_more: str
    export: str
    game: str
    game_apart: str
    game_own: str
    next: str
    next_step: str
    none_grouped: str
    none_sure: str
    path: str
    points_label: str
    practise: str
    print: str
    progress: str
    show_right: str
    start_tasks: str
    turned: str
    waits: str


class LearnView(TypedDict):
    """What Learn shows: of the last fields those of its screen, of the first screen those of ``HomeView``."""

    screen: Literal["home", "progress", "lesson"]
    game: str
    games: list[BookChoiceView]
    said: NewsView | None
    words: LearnWords
    recalled: bool
    data: dict[str, object] | None
    stamp: int
    waiting: bool
    lesson: NotRequired[LessonView]
    progress: NotRequired[ProgressView]
    is_new: NotRequired[bool]
    first: NotRequired[str]
    known: NotRequired[str]
    apart: NotRequired[list[ApartView]]
    lessons: NotRequired[list[StopView]]


def draw_learn(session: Session) -> LearnView:
    """What Learn shows: the path, the progress, or a lesson."""
    study = open_study(session)
    lesson = opened_lesson(session)
    progress = study.progress(session.rulebook)
    screen: LearnView = {
        "screen": "home",
        "game": session.rulebook.key,
        "games": list_books(session),
        "said": None if study.said is None else {"tone": study.said[0], "text": say(study.said[1])},
        "words": cast(LearnWords, {name: tell(key_of("learn.", name)) for name in read_fields(LearnWords)}),
        "recalled": study.recalled,
        "data": study.to_data() if study.recalled else None,
        "stamp": study.stamp,
        "waiting": study.now.waits,
    }
    if lesson is not None and (study.now.waits or not isinstance(study.now, Home)):
        return {**screen, "screen": "lesson", "lesson": draw_lesson(session, study, lesson)}
    if session.named_on(MODE).get("show") == "progress":
        return {**screen, "screen": "progress", "progress": _draw_progress(session, study, progress)}
    return {**screen, **_draw_home(session, study, progress)}


def _draw_home(session: Session, study: Study, progress: Progress) -> HomeView:
    """The two doors of a first visit, and the path of lessons with what comes next."""
    now = datetime.now(UTC)
    lessons = list_lessons(session.rulebook)
    states = {lesson.key: progress.state(lesson.key, now) for lesson in lessons}
    following = next_lesson(lessons, states)
    known = sum(state in ("mastered", "due") for state in states.values())
    begin = find_first_game()
    is_open = study.is_new and session.rulebook.key == begin.key and not session.chosen.game
    return {
        "is_new": study.is_new,
        "first": lessons[0].key,
        "known": tell("learn.game_first") if is_open else tell("learn.known", n=known, all=len(lessons)),
        "apart": [
            {"key": key, "name": name_rulebook(book), "line": _tell_apart(book, first=key == begin.key)}
            for key, book in sorted(session.own.all.items(), key=lambda own: own[0] != begin.key)
        ],
        "lessons": [_draw_stop(lesson, at, states[lesson.key], following) for at, lesson in enumerate(lessons, 1)],
    }


def _tell_apart(book: Rulebook, *, first: bool) -> str:
    """What tells a game from the others; of the one to begin with, that it is so."""
    line = tell_in_a_line(book)
    return tell("learn.apart_first", line=line) if first else line


def next_lesson(lessons: tuple[Lesson, ...], states: dict[str, str]) -> str:
    """The lesson to go on with: one that is due, one that was begun, else the first new one; empty if none is left."""
    for wanted in ("due", "begun", "new"):
        following = next((lesson.key for lesson in lessons if states[lesson.key] == wanted), None)
        if following is not None:
            return following
    return ""


def _draw_stop(lesson: Lesson, at: int, state: str, following: str) -> StopView:
    goes_on = {"new": "start", "begun": "go_on", "due": "review", "mastered": "practise"}[state]
    return {
        "key": lesson.key,
        "number": at,
        "title": say(lesson.title),
        "aim": say(lesson.aim),
        "state": state,
        "state_word": tell(key_of("learn.state_", state)),
        "go": tell(key_of("learn.", goes_on)),
        "following": lesson.key == following,
    }


def _draw_progress(session: Session, study: Study, progress: Progress) -> ProgressView:
    """What is known, what comes back and when, and what was believed."""
    now = datetime.now(UTC)
    named = progress.named_beliefs()
    lessons = list_lessons(session.rulebook)
    known = [lesson for lesson in lessons if progress.state(lesson.key, now) in ("mastered", "due")]
    begun = [at for at, lesson in enumerate(lessons, 1) if progress.state(lesson.key, now) == "begun"]
    coming = sorted((review.due, key.partition("/")[0]) for key, review in progress.reviews.items())
    waits: dict[str, int] = {}
    for due, key in coming:
        waits.setdefault(key, max(0, -((now - due) // _DAY)))
    parts: list[ProgressPartView] = [
        {
            "title": tell("learn.title_known"),
            "lines": [say(lesson.title) for lesson in known],
            "none": tell("learn.none_known:begun", n=len(begun), lessons=Items(tuple(begun), "and"))
            if begun
            else tell("learn.none_known"),
        },
        {
            "title": tell("learn.title_due"),
            "lines": [_tell_review(key, days) for key, days in waits.items() if key in BY_KEY],
            "none": tell("learn.none_due"),
        },
        {
            "title": tell("learn.title_believed"),
            "lines": [say(BELIEFS[key].sentence) for key in named.now],
            "none": tell("learn.none_believed"),
        },
        {
            "title": tell("learn.title_once"),
            "lines": [say(BELIEFS[key].sentence) for key in named.once],
            "none": tell("learn.none_once"),
        },
    ]
    others = [session.own.all[key] for key in study.courses if key in session.own.all and key != session.rulebook.key]
    more = tell("learn.other_games", names=Items(tuple(others), "and")) if others else ""
    return {"title": tell("learn.progress_in", name=session.rulebook), "parts": parts, "others": more}


def _tell_review(key: str, days: int) -> str:
    title = BY_KEY[key].title
    return tell("learn.review_in", lesson=title, n=days) if days else tell("learn.review_now", lesson=title)


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
    given = "first" if not latest else "begun" if len(latest) < WINDOW else ""
    if course is not None and course.mastered:
        given = "mastered"
    counted = tell(key_of("learn.latest:", given), n=sum(latest), given=len(latest), all=WINDOW, enough=ENOUGH)
    doubt = "" if course is None else _tell_doubt(study, course, progress.once)
    return {
        "key": lesson.key,
        "number": tell("learn.lesson_number", at=lessons.index(lesson) + 1, all=len(lessons)),
        "title": say(lesson.title),
        "aim": tell("learn.goal", aim=lesson.aim),
        "state": progress.state(lesson.key),
        "state_word": tell(key_of("learn.state_", progress.state(lesson.key))),
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
        "stage": tell(key_of("learn.stage_", stage)),
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
