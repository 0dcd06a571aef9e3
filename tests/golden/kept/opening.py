"""Opening what was kept, by the product's own readers, and telling in plain values what is in it.

Each function takes what a version wrote, and gives what this version makes of it and writes again.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from rummy_tutor.hosts.live import book, results
from rummy_tutor.hosts.live.keeping import records
from rummy_tutor.page.classroom.desk import desk_of
from rummy_tutor.page.classroom.entries import tell_entry
from rummy_tutor.page.classroom.lists import read_code, read_file, read_kept, write_code, write_kept, write_list
from rummy_tutor.page.classroom.questions import PuzzleQuestion
from rummy_tutor.page.learn.courses import courses_from
from rummy_tutor.page.learn.study import study_of
from rummy_tutor.page.learn.view import draw_learn
from rummy_tutor.page.my_rules.kept import MY_RULES
from rummy_tutor.page.my_rules.kept import write_memory as write_rules
from rummy_tutor.page.panels import receive
from rummy_tutor.page.puzzles.board import find_board
from rummy_tutor.page.round.entered import entered_round
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of
from rummy_tutor.page.shell.memory import write_memory
from rummy_tutor.rounds.series import Series, loads_series
from rummy_tutor.rulebooks.files import dump_rulebook, loads_rulebook, make_rulebook, to_data
from rummy_tutor.tutor import Progress
from rummy_tutor.tutor.puzzles.ladder import open_puzzle
from rummy_tutor.tutor.puzzles.record import read_record
from rummy_tutor.wording.speech import say

from .courses import BEGAN

TIMES = tuple(BEGAN + timedelta(days=days) for days in (6, 20, 400))
FIRST_HAND = "2H 3H 4H | KS"


class Opened(NamedTuple):
    """What is in a file, and what this version writes of it."""

    holds: Any
    again: str


def as_json(value: object) -> str:
    """Plain values as the text of a file."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def is_same(text: str, other: str) -> bool:
    """Whether two texts are the same; of JSON, whether they hold the same values."""
    return text == other or (text.startswith("{") and json.loads(text) == json.loads(other))


def without_offers(held: Any) -> Any:
    """What a file holds, but for the house options that may be asked for: those are of today's rulebooks."""
    if isinstance(held, dict):
        return {name: without_offers(value) for name, value in held.items() if name != "offers"}
    return [without_offers(value) for value in held] if isinstance(held, list) else held


def ask(session: Session, kind: str, **values: Any) -> None:
    """Ask something of a page; nothing may go wrong."""
    receive(session, {"type": kind, **values})
    assert session.problem is None, session.problem.text


# ---- progress ------------------------------------------------------------------------------------------------
def open_progress(text: str) -> Opened:
    """A learner's progress in one game."""
    progress = Progress.from_data(json.loads(text))
    return Opened(tell_progress(progress), as_json(progress.to_data()))


def tell_progress(progress: Progress) -> dict[str, Any]:
    """What was learnt and when it comes back."""
    return {
        "rulebook": progress.rulebook,
        "lessons": {
            key: {
                "states": [progress.state(key, at) for at in TIMES],
                "stage": progress.course(key).stage.value,
                "level": course.level,
                "answers": [[step.stage, step.kind, step.right] for step in course.steps],
                "latest": list(course.learner.answers),
                "beliefs": {belief: round(course.learner.chance(belief), 5) for belief in course.learner.keys},
                "round the corner": course.corner,
            }
            for key, course in progress.lessons.items()
        },
        "due": [list(progress.due(at)) for at in TIMES],
        "reviews": {key: review.due.isoformat() for key, review in progress.reviews.items()},
        "believed": [list(keys) for keys in progress.named_beliefs()],
    }


def open_courses(text: str) -> Opened:
    """The progress in all games, as a browser keeps it and as it is exported: what Learn shows of it."""
    session = Session(FIRST_HAND, "octro-13")
    ask(session, "mode", mode="learn")
    ask(session, "learn", do="recall", data=json.loads(text))
    shown = {}
    for key, progress in courses_from(json.loads(text)).items():
        ask(session, "set", rulebook=key)
        drawn = draw_learn(session)
        assert drawn["said"] is None
        lessons = {lesson["key"]: lesson["state"] != "new" for lesson in drawn["home"]["lessons"]}
        shown[key] = {"begun": lessons, "progress": tell_progress(progress)}
    return Opened(shown, as_json(study_of(session).to_data()))


# ---- links ---------------------------------------------------------------------------------------------------
def open_link(text: str) -> Opened:
    """An address: what the page shows that was opened with it."""
    address = text.strip()
    search, _, after = address.partition("#")
    session = Session(FIRST_HAND, "adgaming-13")
    code = after.removeprefix("round=")
    ask(session, "link", search=search, first=True, round=bool(code))
    held = tell_page(session)
    again = link_of(session)
    if session.mode == "class":
        ask(session, "class", do="recall", data=None)
        held["list"] = tell_list_of(session)
        again = search
    if session.mode == "learn":
        ask(session, "learn", do="recall", data=None)
        held["learn"] = tell_learn(session)
    if session.mode == "puzzles":
        ask(session, "puzzle", do="open", kept=None)
        held["puzzle"] = tell_board(session)
    if code:
        ask(session, "round", do="open", link=code)
        held["round"] = tell_round(session)
        again = f"{again}#round={entered_round(session).link}"
    held["notes"] = len([say(note) for note in session.notes])
    return Opened(held, again + "\n")


def tell_page(session: Session) -> dict[str, Any]:
    """The table of a page, its rules and its screen."""
    state = session.state
    own = {key: to_data(book) for key, book in session.own.items()}
    return {
        "mode": session.mode,
        "named": dict(session.named.get(session.mode, {})),
        "hand": session.text,
        "turned": None if state.turned is None else str(state.turned),
        "players": state.players,
        "options": list(session.rulebook.options),
        "rulebook": session.rulebook.key,
        "seen": list(map(str, state.seen)),
        "open": None if state.open is None else str(state.open),
        "classroom": session.classroom,
        "own": own,
    }


def tell_list_of(session: Session) -> Any:
    """The list that a class is shown."""
    running = desk_of(session).running
    return None if running is None else tell_list(running)


def tell_learn(session: Session) -> Any:
    """The lesson or the task that is open."""
    study = study_of(session)
    task = None if study.asked is None else study.asked.task.to_dict()
    example = None if study.example is None else study.example.at
    return {"screen": draw_learn(session)["screen"], "lesson": study.of[0], "task": task, "example": example}


def tell_board(session: Session) -> Any:
    """The puzzle that is open."""
    board = find_board(session)
    assert board is not None
    return {**PuzzleQuestion(board.puzzle).to_dict(), "solution": PuzzleQuestion(board.puzzle).solve()}


def tell_round(session: Session) -> Any:
    """The round that is entered, and what it comes to."""
    entered = entered_round(session)
    form = {name: value for name, value in asdict(entered.form).items() if name != "series"}
    for seat in form["seats"]:
        if not seat["stake"]:  # it came later, and is told where one is named
            del seat["stake"]
    joined, wrong = entered.joined
    return {
        "form": json.loads(json.dumps(form, default=str)),
        "settled": None if entered.round is None else entered.round.to_dict(),
        "sitting": None if joined is None else joined.to_dict(),
        "wrong": None if wrong is None else wrong.code,
    }


# ---- lists ---------------------------------------------------------------------------------------------------
def tell_list(one: Any) -> dict[str, Any]:
    """A list: its title and its entries; each can be told in words."""
    assert all(map(tell_entry, one.entries))
    return {**one.to_data()}


def open_list(text: str) -> Opened:
    """A list as a file; a link holds the same."""
    one = read_file(text)
    code = write_code(one)
    assert not code or read_code(code) == one
    return Opened(tell_list(one), as_json(write_list(one)))


def open_kept_lists(text: str) -> Opened:
    """The lists that a browser keeps."""
    lists = read_kept(json.loads(text))
    return Opened([tell_list(one) for one in lists], as_json(write_kept(lists)))


# ---- a class -------------------------------------------------------------------------------------------------
def open_class(path: Path, copy: Path) -> Opened:
    """A class under way: who is in it, what was asked and answered, what is to come."""
    room = records.load(path)
    records.save(room, copy)
    words = list(csv.DictReader(io.StringIO(results.export(room, "csv", names=True)["text"])))
    assert results.list_repeats(room)["lessons"]
    held = {
        "code": room.code,
        "secret": room.secret,
        "seats": room.seats,
        "students": [{name: told for name, told in vars(one).items() if told != ""} for one in room.students.values()],
        "plan": [[dict(one.request), one.question.to_dict()] for one in room.plan.items],
        "items": [
            [dict(one.request), one.asked, int(one.stage), one.shown, one.until, one.told, one.note]
            for one in room.items
        ],
        "tasks": [one.question.to_dict() for one in room.items],
        "answers": [{name: row[name] for name in results.COLUMNS} for row in results.list_answers(room, names=True)],
        "in words": [[name for name, word in row.items() if word] for row in words],
    }
    return Opened(held, copy.read_text(encoding="utf-8") + "\n")


def open_exported_class(path: Path) -> Any:
    """The answers of an exported class: what the table has had from the first version on."""
    table = book.load_class(path).dropna(subset=["answer"])
    return json.loads(table[[*results.COLUMNS]].to_json(orient="records"))


# ---- series and rulebooks ------------------------------------------------------------------------------------
def open_series(text: str) -> Opened:
    """A match or a sitting: every round with its figures, the totals, who is out and who has won."""
    series = loads_series(text)
    assert not series.lost
    return Opened(tell_series(series), series.dumps())


def tell_series(series: Series) -> dict[str, Any]:
    """A series in full."""
    return {**series.to_dict(), "rounds in full": [one.to_dict() for one in series.rounds]}


def open_rulebook(text: str) -> Opened:
    """A rulebook as TOML: every field."""
    book = loads_rulebook(text)
    base = "base = " in text and str(loads_toml(text)["base"])
    return Opened(to_data(book), dump_rulebook(book, base or None))


def loads_toml(text: str) -> dict[str, Any]:
    """The values of a TOML file."""
    import tomllib

    return tomllib.loads(text)


def open_rulebook_json(text: str) -> Opened:
    """A rulebook as JSON: every field."""
    data = json.loads(text)
    book = make_rulebook(data)
    return Opened(to_data(book), as_json(to_data(book, data.get("base"))))


# ---- the rest of what a browser keeps ------------------------------------------------------------------------
def open_puzzles(text: str) -> Opened:
    """The record of solved puzzles, and the puzzles that it names."""
    record = read_record(json.loads(text))
    assert record is not None and record.lasts
    named = {key: PuzzleQuestion(open_puzzle(key)).to_dict() for key in (*record.solved, *record.failed)}
    held = {"solved": dict(record.solved), "failed": list(record.failed), "rows": [record.streak, record.longest]}
    return Opened({**held, "puzzles": named}, as_json(record.to_dict()))


def open_rules(text: str) -> Opened:
    """My rules: the rulebooks of one's own, and the draft."""
    session = Session(FIRST_HAND, "adgaming-13")
    ask(session, "my_rules", do="recall", memory=json.loads(text))
    draft = MY_RULES.of(session).draft
    told = None if draft is None else {
        "base": draft.base.key, "options": list(draft.base.options), "title": draft.title, "key": draft.key,
        "book": to_data(draft.book)
    }  # fmt: skip
    written = write_rules(session)
    held = {"books": {key: to_data(book) for key, book in session.own.items()}, "draft": told}
    return Opened(held, as_json({"books": written["books"], "draft": written["draft"]}))


def open_round(text: str) -> Opened:
    """The round of a tab: what is typed, and the steps back and forward."""
    session = Session(FIRST_HAND, "adgaming-13")
    ask(session, "round", do="open", memory=json.loads(text), link="")
    memory = entered_round(session).memory()
    steps = [tell_round(session)]
    while entered_round(session).steps.past:
        ask(session, "round", do="undo")
        steps.append(tell_round(session))
    return Opened(steps, as_json(memory))


def open_tab(text: str) -> Opened:
    """What a tab remembers of a table: what was revealed and chosen, and stands in no link."""
    kept = json.loads(text)
    session = Session(FIRST_HAND, "adgaming-13")
    ask(session, "link", search=kept["search"], first=True, memory=kept["memory"])
    revealed, chosen = session.revealed, session.chosen
    held = {**tell_page(session), "revealed": asdict(revealed), "chosen": asdict(chosen), "draft": session.draft,
            "asked": dict(session.asked), "kept": dict(session.kept),
            "at": session.answers.at if session.answers else None,
            "list": tell_list_of(session)}  # fmt: skip
    return Opened(json.loads(json.dumps(held)), as_json({"search": link_of(session), "memory": write_memory(session)}))


BY_NAME: Mapping[str, Callable[[str], Opened]] = {
    "progress": open_progress,
    "courses": open_courses,
    "link": open_link,
    "list": open_list,
    "lists": open_kept_lists,
    "series": open_series,
    "rulebook": open_rulebook,
    "rulebookjson": open_rulebook_json,
    "puzzles": open_puzzles,
    "rules": open_rules,
    "round": open_round,
    "tab": open_tab,
}


def opener(path: Path) -> Callable[[str], Opened]:
    """What opens a file: the first word of its name says what it is."""
    sort = path.name.partition("-")[0].partition(".")[0]
    return BY_NAME["rulebookjson" if sort == "rulebook" and path.suffix == ".json" else sort]
