"""What a list for a class holds: tasks, worked examples, puzzles, hands and rounds, as plain values that can be kept.

An entry is one of

- ``{"lesson": KEY, "kind": KIND, "rulebook": KEY, "seed": N, "level": N}``, a task of a lesson, with ``"tasks": N`` if
  the version of its tasks is not the first,
- ``{"example": LESSON, "rulebook": KEY}``, the worked example of a lesson,
- ``{"puzzle": KEY}``,
- ``{"hand": TEXT, "rulebook": KEY, "turned": CARD, "players": N}``,
- ``{"round": CODE}``, as a link says it.

``options`` beside a rulebook are its house options; ``own`` is a rulebook of one's own as a link says it, and stands in
the place of ``rulebook``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from ...game.cards import Card, Hand
from ...game.messages import TutorError, key_of
from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS, get_rulebook
from ...tutor.kinds import KINDS
from ...tutor.lessons import BY_KEY, find_moved
from ...tutor.planting import make_task, mark_version
from ...tutor.puzzles.ladder import is_puzzle_key
from ...tutor.puzzles.sources import NAMED
from ...tutor.tasks import LEVELS, list_kinds
from ...wording.speech import name_rulebook, say, tell
from ..own_books import FIELD, read_own

Entry = Mapping[str, Any]

_LONGEST = 6200  # characters of one text of an entry: those of a round's link
_MOST_SEED = 1 << 53  # what a browser's numbers hold
_NAMES = ("lesson", "kind", "seed", "level", "tasks", "example", "puzzle", "hand", "rulebook", "turned", "players",
          "options", FIELD, "round")  # fmt: skip
_LESSONS = ("lesson", "example")  # what names a lesson


class EntryError(TutorError):
    """An entry that makes no sense."""


@dataclass(frozen=True)
class ClassList:
    """A list for a class.

    Attributes:
        title: what the teacher calls it.
        entries: what it holds.
    """

    title: str
    entries: tuple[Entry, ...] = ()

    def to_data(self) -> dict[str, object]:
        """The list as plain JSON values."""
        return {"title": self.title, "entries": [dict(entry) for entry in self.entries]}


def read_entry(values: object) -> Entry:
    """An entry, checked as far as that costs no time.

    Raises:
        EntryError: ``bad-entry``: it makes no sense.
        TutorError: the hand or the rulebook cannot be read.
    """
    if not isinstance(values, Mapping):
        raise EntryError("bad-entry")
    entry = {name: values[name] for name in _NAMES if values.get(name) is not None}
    _demand(all(not isinstance(value, str) or len(value) <= _LONGEST for value in entry.values()))
    entry |= {name: find_moved(str(entry[name]), str(entry.get("kind", ""))) for name in _LESSONS if name in entry}
    sorts = [name for name in ("lesson", "example", "puzzle", "hand", "round") if name in entry]
    _demand(len(sorts) == 1 and isinstance(entry[sorts[0]], str))
    if sorts[0] == "puzzle":
        _demand(is_puzzle_key(entry["puzzle"]))
    elif sorts[0] == "hand":
        _check_hand(entry)
    elif sorts[0] != "round":
        _check_lesson(entry)
    return entry


def _demand(makes_sense: bool) -> None:
    EntryError.refuse("bad-entry", not makes_sense)


def book_of(entry: Entry) -> Rulebook:
    """The rulebook of an entry.

    Raises:
        TutorError: there is none of that key, or its options are not known.
    """
    if isinstance(entry.get(FIELD), str):
        return read_own(entry[FIELD])
    options = entry.get("options", [])
    _demand(isinstance(entry.get("rulebook"), str) and isinstance(options, list))
    return get_rulebook(entry["rulebook"], tuple(map(str, options)))


def _check_hand(entry: Entry) -> None:
    book_of(entry)
    Hand.parse(entry["hand"])
    if "turned" in entry:
        Card.parse(str(entry["turned"]))
    _demand(type(entry.get("players", 4)) is int)


def _check_lesson(entry: Entry) -> None:
    book, lesson = book_of(entry), BY_KEY.get(entry.get("lesson", entry.get("example")))
    _demand(lesson is not None and lesson.belongs_to(book))
    seed = entry.get("seed", 0)
    _demand("kind" not in entry or entry["kind"] in KINDS)
    _demand(type(seed) is int and 0 <= seed < _MOST_SEED)
    _demand(type(entry.get("tasks", 1)) is int and entry.get("level", 1) in LEVELS)


# ---- what they are -------------------------------------------------------------------------------------------
def is_for_class(entry: Entry) -> bool:
    """Whether students can answer it: neither a worked example nor a round of many hands asks for anything."""
    return entry.get("example") is None and entry.get("round") is None


def list_lesson(rulebook: Rulebook, own: str, lesson: str, seed: int, n: int, *, example: bool) -> tuple[Entry, ...]:
    """The worked example of a lesson, if that is wanted, and a number of its tasks, its kinds in turn."""
    game = name_game(rulebook, own)
    first = [{"example": lesson, **game}] if example else []
    tasks = plan_lesson(lesson, rulebook, seed, 1, n)
    return (*first, *({**task, **game} for task in tasks))


def name_game(rulebook: Rulebook, own: str = "") -> dict[str, object]:
    """A game as an entry names it."""
    if own:
        return {FIELD: own}
    options: dict[str, object] = {"options": list(rulebook.options)} if rulebook.options else {}
    return {"rulebook": rulebook.key, **options}


def plan_lesson(lesson: str, book: Rulebook, seed: int, level: int, n: int) -> list[dict[str, Any]]:
    """Tasks of a lesson, its kinds in turn; a class plays one game, and is asked about others in the last lesson.

    Raises:
        TaskError: there is no such lesson for this rulebook.
    """
    known = BY_KEY.get(lesson)
    there = list_kinds(known, book) if known is not None and known.belongs_to(book) else ()
    kinds = [kind for kind in there if not KINDS[kind].other_games or known is None or known.closes]
    if not kinds:
        make_task(book, lesson)  # says why there is no such task
    game, version = name_game(book), mark_version()
    return [
        {"lesson": lesson, "kind": kinds[at % len(kinds)], **game, "seed": seed + at, "level": level, **version}
        for at in range(n)
    ]


def link_entry(entry: Entry) -> str:
    """The hand of an entry as the query string that opens it."""
    fields = {"hand": entry["hand"], "rules": str(entry.get("rulebook", "")), "players": str(entry.get("players", 4))}
    fields["turned"] = str(entry.get("turned", "none"))
    if entry.get("options"):
        fields["options"] = ",".join(map(str, entry["options"]))
    if entry.get(FIELD):
        fields[FIELD] = entry[FIELD]
    return "?" + urlencode(fields, safe=",")


def tell_entry(entry: Entry) -> str:
    """An entry in a line of words."""
    if "puzzle" in entry:
        return _tell_puzzle(entry["puzzle"])
    if "round" in entry:
        return tell("classroom.entry_round")
    game = name_rulebook(book_of(entry))
    if "hand" in entry:
        return tell("classroom.entry_hand", cards=Hand.parse(entry["hand"]).cards, name=game)
    if "example" in entry:
        return tell("classroom.entry_example", lesson=BY_KEY[entry["example"]].title, name=game)
    lesson = BY_KEY[entry["lesson"]].title
    return tell("classroom.entry_task", lesson=lesson, kind=name_kind(entry.get("kind", "")), name=game)


def name_kind(kind: str) -> str:
    """What a kind of task is called."""
    return say(KINDS[kind].title) if kind else tell("classroom.kind_any")


def _tell_puzzle(key: str) -> str:
    goal, _, rest = key.partition(".")
    if key in NAMED:
        puzzle = NAMED[key]
        return tell("classroom.entry_puzzle", title=tell(key_of("puzzle.", key)), name=name_rulebook(puzzle.rulebook))
    if not rest:
        return tell("classroom.entry_puzzle_seed", n=int(key))
    return tell(
        "classroom.entry_puzzle",
        title=tell(key_of("puzzle.", goal)),
        name=name_rulebook(RULEBOOKS[rest.rpartition(".")[0]]),
    )
