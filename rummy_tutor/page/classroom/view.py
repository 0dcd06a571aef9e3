"""The view model of Classroom: the bar above what a class is shown, and the screen on which a teacher chooses."""

from __future__ import annotations

from typing import Any, TypedDict

from ...game.cards import Card
from ...game.messages import key_of
from ...wording.speech import name_rulebook, tell
from ..faces import FileView, LabelView
from ..own_books import write_own
from ..puzzles.board import find_board
from ..round.part import ENTERED
from ..session import Said, SaidView, Session
from .desk import Desk, desk_of
from .entries import ClassList, Entry, name_game, tell_entry
from .home import Homework, homework_of, write_result
from .lists import write_code
from .part import MODE
from .running import ends, find_step, shows_example
from .sources import draw_goals, draw_lessons, list_named

_WORDS = (
    "about", "add", "all_lists", "also_example", "any_puzzle", "back", "delete", "down", "empty", "game", "goal",
    "home_code", "home_copied", "home_copy", "home_give", "home_leave", "home_name", "home_none", "home_proves",
    "home_share", "how_many_puzzles", "how_many_tasks", "keeps", "key_back", "key_next", "keys", "leave", "lesson",
    "lesson_title", "lists", "lists_title", "load", "main", "name", "new", "next", "none", "number",
    "number_about", "open", "out", "page_title", "print", "puzzle", "puzzle_title", "save", "share", "shared",
    "show_hand", "show_lesson", "show_list", "show_puzzle", "show_puzzles", "show_round", "show_typed", "title",
    "too_long", "typed", "typed_about", "typed_title", "up",
)  # fmt: skip


class TeachBarView(TypedDict):
    """The bar before a class: the next step in words, the place in the list, and whether it is its first or last."""

    step: str
    has_steps: bool
    place: str
    title: str
    first: bool
    last: bool


class ListChoiceView(TypedDict):
    """One of the teacher's lists."""

    title: str
    count: str
    open: bool


class EditedListView(TypedDict):
    """The list that is built; ``code`` is what a link says of it."""

    title: str
    entries: list[str]
    code: str


class ChooserSaidView(SaidView):
    """What has to be said, and beside which field."""

    field: str


class ChooserView(TypedDict):
    """The screen on which a teacher chooses; ``data`` is what the browser keeps of the lists."""

    game: str
    lessons: list[LabelView]
    goals: list[LabelView]
    puzzles: list[LabelView]
    here: list[LabelView]
    lists: list[ListChoiceView]
    edited: EditedListView | None
    data: object
    said: ChooserSaidView | None


class ClassroomView(TypedDict):
    """Classroom: ``on`` before a class; what is not seen is None."""

    words: dict[str, str]
    on: bool
    bar: TeachBarView | None
    file: FileView | None
    chooser: ChooserView | None
    home: HomeworkView | None


class HomeworkView(TypedDict):
    """A list that somebody works through alone: where they are, and the code of what they have answered."""

    place: str
    title: str
    done: str
    answered: bool
    first: bool
    last: bool
    name: str
    code: str


def draw_classroom(session: Session) -> ClassroomView:
    """Classroom as far as it is seen."""
    desk = desk_of(session)
    home = homework_of(session)
    return {
        "words": {name: tell(key_of("classroom.", name)) for name in _WORDS},
        "on": session.classroom,
        "bar": _draw_bar(session, desk) if session.classroom else None,
        "file": desk.file if desk.file and desk.file["name"] else None,
        "chooser": _draw_chooser(session, desk) if session.mode == MODE else None,
        "home": None if home is None else _draw_home(home),
    }


def _draw_home(home: Homework) -> HomeworkView:
    """Where somebody is who works a list through alone."""
    most, done = len(home.work.entries), sum(answer is not None for answer in home.given)
    return {
        "place": tell("classroom.place", n=home.at + 1, of=most),
        "title": home.work.title,
        "done": tell("classroom.home_done", done=done, n=most),
        "answered": home.given[home.at] is not None,
        "first": home.at == 0,
        "last": home.at == most - 1,
        "name": home.name,
        "code": write_result(home),
    }


def _draw_bar(session: Session, desk: Desk) -> TeachBarView:
    """What comes next, and where in the list the class is."""
    running, has_steps = desk.running, session.mode not in (MODE, "round")
    step = find_step(session)
    first, last = (True, True) if running is None else ends(session)
    return {
        "step": tell(step[0]) if step else "",
        # Next goes through the steps of an example
        "has_steps": has_steps and (running is None or not shows_example(session)),
        "place": "" if running is None else tell("classroom.place", n=desk.at + 1, of=len(running.entries)),
        "title": "" if running is None else running.title,
        "first": first,
        "last": last,
    }


def _draw_chooser(session: Session, desk: Desk) -> ChooserView:
    book = session.rulebook
    return {
        "game": name_rulebook(book),
        "lessons": [{"key": choice["key"], "label": choice["label"]} for choice in draw_lessons(book)],
        "goals": [] if book.key in session.own else draw_goals(book),
        "puzzles": [{"key": key, "label": label} for key, label in list_named().items()],
        "here": [{"key": key, "label": tell_entry(entry)} for key, entry in list_here(session).items()],
        "lists": [
            {
                "title": title_of(kept),
                "count": tell("classroom.entries", n=len(kept.entries)),
                "open": at == desk.edited,
            }
            for at, kept in enumerate(desk.lists)
        ],
        "edited": None
        if desk.edited is None
        else {
            "title": desk.built.title,
            "entries": [tell_entry(entry) for entry in desk.built.entries],
            "code": write_code(desk.built) if desk.built.entries else "",
        },
        "data": desk.to_data() if desk.recalled else None,
        "said": None if desk.said is None else _draw_said(desk.said),
    }


def _draw_said(said: Said) -> ChooserSaidView:
    """What has to be said, and beside which field."""
    return {**said.draw(), "field": "text" if said.message.key == "classroom.not_typed" else ""}


def title_of(titled: ClassList) -> str:
    """What a list is called, also one without a name."""
    return titled.title or tell("classroom.untitled")


def write_hand(session: Session, text: str, turned: Card | None) -> Entry:
    """A hand in the game that is chosen, as an entry."""
    hand: dict[str, Any] = {"hand": text, "players": session.state.players}
    if turned is not None:
        hand["turned"] = str(turned)
    return {**hand, **name_game(session.rulebook, write_played(session))}


def write_played(session: Session) -> str:
    """What a link says of the rulebook that is played if it is one of the user's own; empty for one of ours."""
    own = session.own.get(session.state.rulebook)
    return write_own(own) if own else ""


def list_here(session: Session) -> dict[str, Entry]:
    """What lies on the page and can be shown: the hand of the table, the puzzle, the round."""
    entries: dict[str, Entry] = {"hand": write_hand(session, session.text, session.state.turned)}
    board = find_board(session)
    if board is not None:
        entries["puzzle"] = {"puzzle": board.key}
    entered = ENTERED.of(session)
    if entered is not None and entered.link:
        entries["round"] = {"round": entered.link}
    return entries
