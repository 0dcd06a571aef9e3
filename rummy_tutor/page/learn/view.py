"""The view model of Learn: the path of lessons and the progress; a lesson is drawn beside."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Literal, NotRequired, TypedDict, cast

from ...game.messages import Items
from ...game.rules import Rulebook
from ...tutor.about import find_first_game
from ...tutor.beliefs import BY_KEY as BELIEFS
from ...tutor.lessons import BY_KEY, Lesson, list_lessons
from ...tutor.progress import Progress
from ...wording.describe import tell_in_a_line
from ...wording.speech import name_rulebook, say, tell
from ..asking import read_fields
from ..faces import BookChoiceView, list_books
from ..session import Session
from .lesson_view import LessonView, draw_lesson
from .study import MODE, Home, Study, open_study, opened_lesson

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
        "words": cast(LearnWords, {name: tell(f"learn.{name}") for name in read_fields(LearnWords)}),
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
        "state_word": tell(f"learn.state_{state}"),
        "go": tell(f"learn.{goes_on}"),
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
