"""Write a folder of everything that this version keeps, by driving its own code as a page and its commands do.

Run ``python -m tests.golden.kept.write FOLDER`` once for each version, before it is given to anybody. What was written
by an earlier version is never written again: later versions read it as it is.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import rummy_tutor
from rummy_tutor import RULEBOOKS, Series, get_rulebook
from rummy_tutor.hosts.live import results
from rummy_tutor.hosts.live.items import make_item
from rummy_tutor.hosts.live.keeping import records
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.page.classroom.desk import desk_of
from rummy_tutor.page.classroom.entries import ClassList, read_entry
from rummy_tutor.page.classroom.lists import write_code, write_kept, write_list
from rummy_tutor.page.learn.study import Study
from rummy_tutor.page.my_rules.kept import write_memory as write_rules
from rummy_tutor.page.own_books import write_own
from rummy_tutor.page.puzzles.board import BOARD, find_board
from rummy_tutor.page.round.entered import entered_round
from rummy_tutor.page.round.links import write_round_link
from rummy_tutor.page.round.worked_rounds import ROUND_PRESETS
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of
from rummy_tutor.page.shell.memory import write_memory
from rummy_tutor.rulebooks.files import dump_rulebook, make_rulebook, to_data
from rummy_tutor.tutor import Progress
from rummy_tutor.tutor.planting import TASKS_VERSION, mark_version
from rummy_tutor.tutor.puzzles.kinds import kind_of
from tests.hosts.asking import give_answer, make_further, push

from .courses import study_course
from .opening import FIRST_HAND, as_json, ask, is_same, open_class, open_exported_class, opener

GAMES = ("gorummy-13", "marriage-21", "paplu-27")  # whose courses are gone through
OURS = {"base": "adgaming-13", "key": "ours", "title": "Our table ♥", "scoring": {"cap": 33}}
MELA = {"base": "marriage-21", "key": "mela", "title": "मेला", "deal": 20, "melds": {"run_max": 5}}
HAND = "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"
WIDE = ("2S 3S 4S 5S | 6H 7H 8H | 9C TC JC QC | KD KD KH | AS AS AS | 2D 3D PJ | 4C 4C 4H | 7S 9S JH QH 5D",)
CLASS_TASKS: tuple[dict[str, Any], ...] = (
    {"lesson": "sets", "kind": "classify", "rulebook": "octro-13", "seed": 7, "level": 2},
    {"lesson": "loser", "kind": "count", "rulebook": "gorummy-13", "seed": 3, "level": 1, "seconds": 60},
    {"lesson": "loser", "kind": "build", "rulebook": "gorummy-13", "seed": 4, "level": 3},
    {"lesson": "two-minutes", "kind": "move", "rulebook": "paplu-13", "seed": 2, "level": 1},
    {"lesson": "round", "kind": "settle", "rulebook": "rummy-21", "options": [], "seed": 5, "level": 1},
    {"puzzle": "x2"},
    {"puzzle": "take.octro-13.8"},
    {"rulebook": "gorummy-13", "hand": "2H 3H 4H 5C 6C 7C 8D 9S KS JC", "turned": "QD", "ask": "cost", "note": "Look!"},
)


# ---- progress ------------------------------------------------------------------------------------------------
def write_courses() -> Iterator[tuple[str, str]]:
    """The courses of three games, each by itself and all of a browser."""
    courses: dict[str, Progress] = {}
    for key in GAMES:
        courses[key] = study_course(RULEBOOKS[key])
        yield f"progress-{key}.json", as_json(courses[key].to_data())
    yield "courses.json", as_json(Study(courses=courses).to_data())
    yield "progress-new.json", as_json(Progress.new(RULEBOOKS["octro-13"]).to_data())


# ---- links ---------------------------------------------------------------------------------------------------
def write_links() -> Iterator[tuple[str, str]]:
    """Addresses of every screen, with hands, options, rules of one's own, tasks, puzzles, lists and rounds."""
    for name, session in open_pages():
        yield f"link-{name}.txt", link_of(session) + "\n"
    titles = {"list": write_code(make_list()), "list-wide": write_code(make_wide_list())}
    for name, code in titles.items():
        assert code
        yield f"link-{name}.txt", "?" + urlencode({"mode": "class", "list": code}) + "\n"
    for name, code in write_round_codes():
        assert code
        yield f"link-round-{name}.txt", f"?hand=2H+3H+4H+%7C+KS&rules=adgaming-13&players=4&mode=round#round={code}\n"


def open_pages() -> Iterator[tuple[str, Session]]:
    """Pages that show every screen."""
    yield "hand", Session(HAND, "adgaming-13", "QD", 6)
    yield "hand-bare", Session("7S", "vazhushal-13")
    yield "hand-options", Session(HAND, "adgaming-13", "PJ", 6, ("pool-101", "rejoin"))
    yield "hand-wide", Session(WIDE[0], "paplu-27", "5D", 5)
    yield "hand-own", Session(HAND, make_rulebook(OURS), "QD", 5)
    yield "hand-own-wide", Session(WIDE[0], make_rulebook({**to_data(RULEBOOKS["paplu-27"]), **WHOLE}), "PJ", 4)
    session = Session("2H 3H 4H 5C 6C 7C 8D 9S KS JC KD 4D 4S", "octro-13", "3C", 3)
    for card in ("AS", "AS", "TD"):
        ask(session, "seen", card=card, add=True)
    ask(session, "open_card", card="9D")
    yield "hand-seen", session
    session = Session(HAND, "octro-13", "QD")
    ask(session, "classroom", on=True)
    yield "hand-class", session
    for name, rulebook, values in (
        ("home", "gorummy-13", {}),
        ("progress", "marriage-21", {"show": "progress"}),
        ("lesson", "octro-13", {"lesson": "sets"}),
        ("task", "octro-13", {"lesson": "sets", "task": f"sets.classify.7.2.{TASKS_VERSION}"}),
        ("task-build", "paplu-27", {"lesson": "twenty-seven", "task": f"twenty-seven.build.11.3.{TASKS_VERSION}"}),
        ("task-mixed", "gorummy-13", {"lesson": "turn", "task": f"loser.count.2050.1.{TASKS_VERSION}"}),
        ("task-move", "vazhushal-13", {"lesson": "vazhushal", "task": f"vazhushal.move.3.1.{TASKS_VERSION}"}),
        ("lesson-own", make_rulebook(MELA), {"lesson": "seeing"}),
        ("task-own", make_rulebook(OURS), {"lesson": "loser", "task": f"loser.count.6.2.{TASKS_VERSION}"}),
    ):
        session = Session(FIRST_HAND, rulebook)
        ask(session, "mode", mode="learn", **values)
        yield f"learn-{name}", session
    session = Session(FIRST_HAND, "adgaming-13", options=("pool-101",))
    ask(session, "mode", mode="learn", lesson="loser", task=f"loser.count.6.2.{TASKS_VERSION}")
    yield "learn-options", session
    for key in ("x2", "x4", "take.octro-13.8", "20260105", "allow.paplu-21.3"):
        session = Session(FIRST_HAND, "octro-13")
        ask(session, "mode", mode="puzzles", puzzle=key)
        yield f"puzzle-{key}", session
    session = Session(HAND, "rummy-21", "QD")
    ask(session, "mode", mode="round")
    yield "round-none", session


WHOLE = {"key": "whole", "title": "Whole", "sources": {}}


def write_round_codes() -> Iterator[tuple[str, str]]:
    """Rounds as links say them: worked ones, changed ones, and one of a sitting."""
    yield "worked", write_round_link(ROUND_PRESETS["s0-six"].form())
    session = open_round_page("marriage-21")
    ask(session, "round", do="deal", seed=5)
    ask(session, "round", do="seat", at=0, name="Āsha & Ölaf")
    yield "dealt", entered_round(session).link
    yield "sitting", entered_round(play_sitting()).link
    session = open_round_page("rummy-21")
    ask(session, "round", do="table", players=6)
    ask(session, "round", do="seat", at=1, cards="nothing 7X")
    yield "unfinished", entered_round(session).link


def open_round_page(rulebook: str) -> Session:
    """A page that shows the round."""
    session = Session(FIRST_HAND, rulebook)
    ask(session, "round", do="open", link="")
    return session


def play_sitting() -> Session:
    """A page with the third round of a pool, and one step undone."""
    session = open_round_page("adgaming-13")
    ask(session, "round", do="preset", key="pool")
    ask(session, "round", do="next")
    ask(session, "round", do="seat", at=0, cards="12")
    ask(session, "round", do="seat", at=1, ending="declared")
    ask(session, "round", do="seat", at=2, cards="30")
    ask(session, "round", do="undo")
    return session


# ---- lists and classes ---------------------------------------------------------------------------------------
def make_list() -> ClassList:
    """A list with one of each entry."""
    entries = (
        {"example": "sets", "rulebook": "octro-13"},
        *({**task, **mark_version()} for task in CLASS_TASKS[:4]),
        {
            "lesson": "seeing",
            "kind": "classify",
            "seed": 3,
            "level": 2,
            "own": write_own(make_rulebook(MELA)),
            **mark_version(),
        },
        {
            "lesson": "loser",
            "kind": "count",
            "rulebook": "adgaming-13",
            "options": ["pool-101"],
            "seed": 1,
            "level": 1,
            **mark_version(),
        },
        {"puzzle": "x2"},
        {"puzzle": "take.octro-13.8"},
        {"hand": HAND, "rulebook": "adgaming-13", "turned": "QD", "players": 6},
        {"hand": "2H 3H 4H | KS", "own": write_own(make_rulebook(OURS))},
        {"round": "s0-six"},
        {"round": write_round_link(ROUND_PRESETS["vazhushal"].form())},
    )
    return ClassList("Monday’s lesson", tuple(map(read_entry, entries)))


def make_wide_list() -> ClassList:
    """A list of so many entries as a link holds easily."""
    lessons = [lesson for lesson in ("sets", "jokers", "declare", "loser", "regroup", "turn") for _ in range(12)]
    kinds = {"sets": "spot", "jokers": "complete", "declare": "repair", "loser": "count", "regroup": "build"}
    return ClassList("A term", tuple(
        read_entry({"lesson": lesson, "kind": kinds.get(lesson, "discard"), "rulebook": "gorummy-13",
                    "seed": 7919 * at + 13, "level": 1 + at % 3, **mark_version()})
        for at, lesson in enumerate(lessons)
    ))  # fmt: skip


def make_built_list() -> ClassList:
    """A list as a teacher builds it on the page."""
    session = Session("AS 2S 3S", make_rulebook(OURS))
    for values in (
        {"do": "lists"},
        {"do": "recall", "data": None},
        {"do": "add", "source": "hand"},
        {"do": "add", "source": "lesson", "lesson": "sets", "n": 4, "seed": 3, "example": True},
        {"do": "title", "title": "Built"},
    ):
        ask(session, "class", **values)
    return desk_of(session).lists[0]


def write_lists() -> Iterator[tuple[str, str]]:
    """Lists as files, and all lists of a browser."""
    lists = {"mixed": make_list(), "wide": make_wide_list(), "built": make_built_list()}
    for name, one in lists.items():
        yield f"list-{name}.json", as_json(write_list(one))
    yield "lists.json", as_json(write_kept(list(lists.values())))


def hold_class() -> Room:
    """A class under way: four students, tasks asked and answered, and some to come."""
    room = Room(20)
    room.code, room.secret = "HJKL", "secret-of-the-teacher"
    students = []
    for number, name in enumerate(("Asha", "Ravi", "मीना", "Ben"), 1):
        student = room.join(room.code, None, ["Tiger"], (), name)
        del room.students[student.token]
        student.token = f"token-{number}"
        room.students[student.token] = student
        students.append(student)
    now = 1000.0
    for request in CLASS_TASKS:
        push(room, request, now)
        item = room.item
        assert item is not None
        for place, student in enumerate(students[: 3 + len(room.items) % 2]):
            give_answer(room, student, len(room.items) - 1, answer_as(item, place), now + 3.5 + place)
        if request is not CLASS_TASKS[-1]:
            for _ in range(2 + len(room.items) % 2):
                room.reveal()
        now += 100
    further = make_further(room, 0)
    room.practise(students[0], 0, right=further.judge(further.read(answer_as(further, 0))).right)
    room.show(repr(room.items[-1].answers[1].value))
    room.plan.set([make_item(dict(CLASS_TASKS[0], seed=8)), make_item({"puzzle": "x4"})])
    return room


def answer_as(item: Any, place: int) -> Any:
    """What a student answers: the first is right, the others are wrong where that is easy."""
    question = item.question
    if place == 0:
        return question.solve()
    if question.asks == "number":
        return question.solve() + 10 * place
    if question.asks == "table":
        cards = [str(card) for group in question.groups for card in group]
        return [cards[:place], cards[place:]]
    if question.asks == "several":
        return list(question.choices[:place])
    return question.choices[(question.choices.index(question.solve()) + place) % len(question.choices)]


# ---- series and rulebooks ------------------------------------------------------------------------------------
def write_series() -> Iterator[tuple[str, str]]:
    """A pool with its fee, one whose prize was shared, a match of two deals, and sittings."""
    yield "series-pool.json", play_pool().dumps()
    pool = ROUND_PRESETS["pool"].form().series
    assert pool is not None
    yield "series-pool-201.json", pool.dumps()
    deals = Series.new("adgaming-13", ["best-of-2"])
    for points in (20, 35):
        deals = deals.play(
            [{"name": "Asha", "ending": "declared"}, {"name": "Bela", "ending": "lost", "points": points}]
        )
    yield "series-deals.json", deals.dumps()
    yield "series-new.json", Series.new("octro-13", point_value="0.5").dumps()
    for name, rulebook in (("marriage", "marriage-21"), ("vazhushal", "vazhushal-13"), ("own", make_rulebook(OURS))):
        yield f"series-sitting-{name}.json", play_hands(rulebook).dumps()


def play_pool() -> Series:
    """A pool of three players of whom one is out."""
    pool = Series.new("adgaming-13", ["pool-101"], entry_fee=100)
    for points in ((20, 0, 40), (0, 30, 60), (0, 10, 20)):
        if len(pool.out) > 1:
            break
        names = [name for name in ("Asha", "Bela", "Chitra") if name not in pool.out]
        pool = pool.play([
            {"name": name, "ending": "lost", "points": points[at]} if points[at] else {"name": name, "ending": "declared"}
            for at, name in enumerate(names)
        ])  # fmt: skip
    return pool


def play_hands(rulebook: Any) -> Series:
    """A sitting of two rounds with whole hands, dealt by the page."""
    session = Session(FIRST_HAND, rulebook)
    ask(session, "round", do="open", link="")
    for seed in (3, 4):
        ask(session, "round", do="deal", seed=seed)
        ask(session, "round", do="next")
    series = entered_round(session).form.series
    assert series is not None
    return series


def write_rulebooks() -> Iterator[tuple[str, str]]:
    """Rulebook files: every rulebook whole, and derived ones in TOML and JSON."""
    for key in RULEBOOKS:
        yield f"rulebook-{key}.toml", dump_rulebook(key)
    for data in (OURS, MELA):
        book = make_rulebook(data)
        yield f"rulebook-{book.key}.toml", dump_rulebook(book, str(data["base"]))
        yield f"rulebook-{book.key}.json", as_json(to_data(book, str(data["base"])))
    optional = get_rulebook("paplu-13", ["ace-jokers"])
    yield "rulebook-options.toml", dump_rulebook(optional, "paplu-13")
    yield "rulebook-whole.json", as_json(to_data(get_rulebook("adgaming-13", ["pool-101", "rejoin"])))


# ---- what a browser keeps besides ----------------------------------------------------------------------------
def write_browser() -> Iterator[tuple[str, str]]:
    """Solved puzzles, My rules, the round of a tab, and what a tab remembers of its table."""
    yield "puzzles.json", as_json(solve_puzzles())
    yield "rules.json", as_json(change_rules())
    yield "round.json", as_json(entered_round(play_sitting()).memory())
    for name, session in remember_tables():
        yield f"tab-{name}.json", as_json({"search": link_of(session), "memory": write_memory(session)})


def solve_puzzles() -> dict[str, object]:
    """The record of somebody who solves, misses and takes hints."""
    session = Session(FIRST_HAND, "octro-13")
    ask(session, "mode", mode="puzzles")
    ask(session, "puzzle", do="open", kept=None)
    for at, key in enumerate(("x2", "take.octro-13.8", "x4", "throw.gorummy-13.5", "x6")):
        ask(session, "puzzle", do="go", key=key)
        if at == 2:
            ask(session, "puzzle", do="hint")
        if at == 4:
            ask(session, "puzzle", do="show")
            continue
        board = find_board(session)
        assert board is not None
        if board.puzzle.choices:
            answer = kind_of(board.puzzle).solve(board.puzzle)
            ask(session, "puzzle", do="choose", key=answer if isinstance(answer, str) else answer[0])  # type: ignore[index]
        else:
            BOARD.keep(session, replace(board, record=board.record.solve(key)))
    board = find_board(session)
    assert board is not None
    return board.record.to_dict()


def change_rules() -> dict[str, object]:
    """Two rulebooks of one's own and a third that is being changed."""
    session = Session(FIRST_HAND, make_rulebook(OURS))
    session.keep_book(make_rulebook(MELA))
    ask(session, "my_rules", do="open")
    ask(session, "my_rules", do="start", key="paplu-21")
    ask(session, "my_rules", do="set", path="deal", value="20")
    ask(session, "my_rules", do="title", title="Half done")
    kept = write_rules(session)
    assert kept["draft"]
    return {"books": kept["books"], "draft": kept["draft"]}


def remember_tables() -> Iterator[tuple[str, Session]]:
    """Tables at which something was revealed, chosen, asked or begun."""
    session = Session(HAND, "adgaming-13", "QD", 6)
    for level in (1, 2, 3, 4):
        ask(session, "reveal", level=level)
    ask(session, "pair", a="octro-13", b="gorummy-13")
    ask(session, "sort")
    yield "revealed", session
    session = Session(HAND, "octro-13", "QD")
    ask(session, "mode", mode="learn", lesson="sets")
    yield "learn", session
    session = Session(HAND, "octro-13", "QD")
    ask(session, "class", do="lists")
    ask(session, "class", do="recall", data=write_kept([make_list()]))
    ask(session, "class", do="open", at=0)
    ask(session, "class", do="show", source="list")
    ask(session, "class", do="next")
    yield "class", session


# ---- the folder ----------------------------------------------------------------------------------------------
def write_folder(folder: Path) -> None:
    """Write everything, and what is in it as this version tells it."""
    folder.mkdir(parents=True)
    for writer in (write_courses, write_links, write_lists, write_series, write_rulebooks, write_browser):
        for name, text in writer():
            (folder / name).write_text(text, encoding="utf-8")
    room = hold_class()
    records.save(room, folder / "class-going.json")
    for form in ("json", "csv"):
        (folder / f"class-done.{form}").write_text(results.export(room, form, names=True)["text"], encoding="utf-8")
    write_holdings(folder)


def write_holdings(folder: Path) -> None:
    """Write what is in each file, as this version tells it."""
    holds: dict[str, Any] = {}
    for path in sorted(folder.iterdir()):
        if not path.name.startswith("class"):
            text = path.read_text(encoding="utf-8")
            opened = opener(path)(text)
            assert is_same(opened.again, text), path
            holds[path.name] = opened.holds
    holds["class-going.json"] = open_class(folder / "class-going.json", folder / "copy").holds
    (folder / "copy").unlink()
    holds["class-done.json"] = open_exported_class(folder / "class-done.json")
    about = {"version": rummy_tutor.__version__, "tasks": TASKS_VERSION}
    text = json.dumps({**about, "files": holds}, ensure_ascii=False, indent=None, separators=(",", ":"))
    (folder / "holds.json").write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")


def main() -> None:
    """Write a folder that is not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    try:
        write_folder(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


if __name__ == "__main__":
    main()
