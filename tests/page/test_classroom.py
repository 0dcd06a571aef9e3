"""Classroom on the page: any list before a class, answers hidden until they are shown, and the teacher's own lists."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rummy_tutor.page.classroom.desk import desk_of
from rummy_tutor.page.classroom.entries import ClassList, read_entry
from rummy_tutor.page.classroom.lists import read_code, read_file, read_kept, write_code, write_kept, write_list
from rummy_tutor.page.classroom.sheet import make_sheet
from rummy_tutor.page.drawing import draw
from rummy_tutor.page.learn.study import study_of
from rummy_tutor.page.panels import pick_panels, receive
from rummy_tutor.page.session import Session
from rummy_tutor.rulebooks import RULEBOOKS, get_rulebook
from rummy_tutor.rulebooks.files import make_rulebook
from rummy_tutor.tutor.planting import mark_version

HAND = "2H 3H 4H | 5C 6C QD | KS QS"
ENTRIES = (
    {"example": "sets", "rulebook": "octro-13"},
    {"lesson": "sets", "kind": "classify", "rulebook": "octro-13", "seed": 7, "level": 1, **mark_version()},
    {"puzzle": "x2"},
    {"hand": HAND, "rulebook": "adgaming-13", "turned": "QD", "players": 6},
    {"round": "s0-six"},
)
MIXED = ClassList("Monday’s lesson", ENTRIES)


def say(session: Session, what: str, **values: Any) -> dict[str, Any]:
    """Ask something of Classroom; its view model afterwards."""
    receive(session, {"type": "class", "do": what, **values})
    return see(session)


def see(session: Session) -> dict[str, Any]:
    """Classroom as the page draws it."""
    return draw(pick_panels("classroom"), session)["classroom"]


def skip_example(session: Session) -> None:
    """Go on until the first task after a worked example."""
    while study_of(session).example is not None:
        say(session, "next")


def teach(*lists: ClassList) -> Session:
    """A page on which a teacher has lists, the last of them open."""
    session = Session("AS 2S 3S", "gorummy-13")
    say(session, "lists")
    say(session, "recall", data=write_kept(lists))
    if lists:
        say(session, "open", at=len(lists) - 1)
    return session


# ---- before a class ----------------------------------------------------------------------------------------
def test_a_class_that_is_ended_among_the_lists_leads_back() -> None:
    """Whoever opens the lists from a round before a class and ends the class there is shown the round again."""
    session = teach(ClassList("", ({"round": "s0-six"},)))
    say(session, "show", source="list")
    assert session.mode == "round"
    say(session, "lists")
    assert (session.mode, session.classroom) == ("class", True)
    say(session, "lists")
    say(session, "leave")
    assert (session.mode, session.classroom) == ("round", False)


def test_a_list_goes_from_screen_to_screen_and_back() -> None:
    """Each entry opens on the screen it belongs to; Next and Back stay in the class and stop at the ends."""
    session = teach(MIXED)
    bar = say(session, "show", source="list")["bar"]
    assert (bar["place"], bar["title"], bar["first"], bar["last"]) == ("1 of 5", MIXED.title, True, False)
    modes = [session.mode]
    skip_example(session)
    for _ in range(4):
        modes.append(session.mode)
        say(session, "next")
    modes.append(session.mode)
    assert modes == ["learn", "learn", "puzzles", "analyse", "round", "round"] and session.classroom
    assert see(session)["bar"]["last"] and session.problem is None
    for _ in range(8):
        say(session, "back")
    assert session.mode == "learn" and see(session)["bar"]["first"]
    assert say(session, "leave") == {"closed": True} and not session.classroom


def test_answers_are_hidden_until_they_are_shown() -> None:
    """Of a task hints come first, then the answer; of a hand the verdict first; each has its own key N."""
    session = teach(MIXED)
    say(session, "show", source="list")
    steps: list[str] = []
    skip_example(session)
    assert draw(pick_panels("learn"), session)["learn"]["lesson"]["task"]["verdict"] is None
    while step := see(session)["bar"]["step"]:
        receive(session, {"type": "next_step"})
        steps.append(step)
    assert steps[-1] == "Show the right answer" and "Show a hint" in steps
    verdict = draw(pick_panels("learn"), session)["learn"]["lesson"]["task"]["verdict"]
    assert verdict["head"] == "The right answer:" and verdict["expected"] and not verdict["given"]
    say(session, "next")
    receive(session, {"type": "puzzle", "do": "open"})
    assert draw(pick_panels("puzzles"), session)["puzzles"]["why"] == []
    while see(session)["bar"]["step"]:
        receive(session, {"type": "next_step"})
    assert draw(pick_panels("puzzles"), session)["puzzles"]["why"]
    say(session, "next")
    assert draw(pick_panels("table"), session)["table"]["headline"] is None
    receive(session, {"type": "next_step"})
    assert draw(pick_panels("table"), session)["table"]["headline"] is not None
    say(session, "back")
    assert draw(pick_panels("puzzles"), session)["puzzles"]["why"]
    say(session, "next")
    assert draw(pick_panels("table"), session)["table"]["headline"] is None


def test_a_puzzle_whose_answer_a_class_has_seen_is_hidden_from_the_next_class() -> None:
    """Back shows it as it was left; a list that is run anew asks it again."""
    session = teach(ClassList("", ({"puzzle": "d"}, {"puzzle": "a"})))
    for _ in range(2):
        say(session, "show", source="list")
        receive(session, {"type": "puzzle", "do": "open"})
        assert draw(pick_panels("puzzles"), session)["puzzles"]["why"] == []
        while see(session)["bar"]["step"]:
            receive(session, {"type": "next_step"})
        say(session, "next")
        assert draw(pick_panels("puzzles"), session)["puzzles"]["why"] == []
        say(session, "back")
        assert draw(pick_panels("puzzles"), session)["puzzles"]["why"]


def test_next_goes_through_every_step_of_a_worked_example() -> None:
    """It is the one way on: the first task comes after the last step, and Back leads from step to step too."""
    session = teach(ClassList("", ENTRIES[:1]))
    bar = say(session, "show", source="list")["bar"]
    assert study_of(session).example.at == 0 and not bar["has_steps"] and bar["first"] and not bar["last"]
    bar = say(session, "next")["bar"]
    assert study_of(session).example.at == 1 and bar["place"] == "1 of 1" and not bar["first"]
    while not see(session)["bar"]["last"]:
        say(session, "next")
    at = study_of(session).example.at
    say(session, "next")
    assert study_of(session).example.at == at
    say(session, "back")
    assert study_of(session).example.at == at - 1


def test_the_right_answer_is_named_once() -> None:
    """What stands before the answer that a class is shown is not said again in front of it."""
    session = teach(ClassList("", ENTRIES[1:2]))
    say(session, "show", source="list")
    while see(session)["bar"]["step"]:
        receive(session, {"type": "next_step"})
    verdict = draw(pick_panels("learn"), session)["learn"]["lesson"]["task"]["verdict"]
    assert "right answer" in verdict["head"] and verdict["expected"] and "right answer" not in verdict["expected"]


def test_a_class_leaves_the_teachers_own_progress_alone() -> None:
    """What a class answers, or is shown, counts neither as a task done nor as a puzzle solved."""
    session = teach(MIXED)
    say(session, "show", source="list")
    skip_example(session)
    receive(session, {"type": "learn", "do": "answer", "answer": "set"})
    study = study_of(session)
    assert study.asked.verdict is not None and study.is_new and not study.asked.star
    say(session, "next")
    receive(session, {"type": "puzzle", "do": "open"})
    while see(session)["bar"]["step"]:
        receive(session, {"type": "next_step"})
    receive(session, {"type": "puzzle", "do": "check"})
    record = draw(pick_panels("puzzles"), session)["puzzles"]["record"]
    assert record["solved"] == {} and record["streak"] == 0


@pytest.mark.parametrize(
    ("before", "first"),
    [
        ({"type": "learn", "do": "lesson", "lesson": "pure"}, {"example": "pure", "rulebook": "gorummy-13"}),
        ({"type": "puzzle", "do": "go", "key": "x4"}, {"puzzle": "x4"}),
        ({"type": "round", "do": "preset", "key": "s0-six"}, {"round": "s0-six"}),
        ({"type": "mode", "mode": "learn"}, None),
    ],
)
def test_a_class_begins_with_what_the_page_shows(before: dict[str, Any], first: dict | None) -> None:
    """A lesson is shown whole, a puzzle or a round alone; where nothing is open the teacher chooses."""
    session = Session("AS 2S 3S", "gorummy-13")
    if before["type"] == "puzzle":
        receive(session, {"type": "mode", "mode": "puzzles"})
        receive(session, {"type": "puzzle", "do": "open"})
    receive(session, before)
    if before["type"] == "round":
        session.show("round")
    say(session, "here")
    assert session.problem is None
    desk = desk_of(session)
    assert (desk.running and desk.running.entries[desk.at]) == first and session.classroom == (first is not None)
    assert session.mode == (before.get("mode") and "class" or session.mode)


def test_the_number_asked_for_is_the_number_added_and_a_puzzle_is_chosen_by_its_name() -> None:
    """The worked example comes besides; a puzzle with a name is added without leaving the screen."""
    session = Session("AS 2S 3S", "octro-13")
    say(session, "lists")
    for n, example, added in ((1, True, 2), (3, True, 4), (1, False, 1)):
        say(session, "new")
        say(session, "add", source="lesson", lesson="sets", n=n, seed=1, example=example)
        assert len(see(session)["chooser"]["edited"]["entries"]) == added
    say(session, "new")
    for one in see(session)["chooser"]["puzzles"]:
        say(session, "add", source="puzzles", puzzle=one["key"], goal="", n=1, seed=1)
        assert see(session)["chooser"]["edited"]["entries"][-1] == one["label"]
    say(session, "add", source="puzzles", puzzle="x99", goal="", n=1, seed=1)
    assert session.problem


def test_every_lesson_of_every_game_can_be_shown() -> None:
    """A lesson chosen for the class opens at its worked example, in the game on the page."""
    for key in ("octro-13", "marriage-21", "vazhushal-13"):
        session = Session("AS 2S 3S", key)
        say(session, "lists")
        for lesson in see(session)["chooser"]["lessons"]:
            say(session, "show", source="lesson", lesson=lesson["key"], n=2, seed=1, example=True)
            assert session.problem is None and study_of(session).example.at == 0
            skip_example(session)
            assert study_of(session).asked is not None and study_of(session).asked.task.lesson == lesson["key"]


# ---- the teacher's own lists -------------------------------------------------------------------------------
def test_a_list_is_built_from_what_is_chosen() -> None:
    """Lessons, puzzles and what lies on the page are added; entries are moved and taken out; it has a name."""
    session = teach()
    say(session, "add", source="hand")
    say(session, "add", source="lesson", lesson="sets", n=2, seed=3, example=False)
    say(session, "add", source="puzzles", goal="repair", n=2, seed=1)
    say(session, "title", title="  Tuesday\n ")
    chooser = say(session, "move", at=0, by=1)["chooser"]
    assert len(chooser["edited"]["entries"]) == 5 and chooser["lists"][0]["title"] == "Tuesday"
    assert "2♠" in chooser["edited"]["entries"][1]
    for _ in range(5):
        chooser = say(session, "out", at=0)["chooser"]
    assert chooser["edited"]["entries"] == [] and chooser["edited"]["code"] == ""
    assert say(session, "delete")["chooser"]["lists"] == []


def test_a_typed_hand_goes_into_the_list_as_the_entry_line_reads_it() -> None:
    """Short ranks, groups and the turned card are understood; what is no hand is told and adds nothing."""
    session = teach()
    drawn = say(session, "add", source="typed", text="345s 678h / QD")["chooser"]
    (entry,) = desk_of(session).lists[0].entries
    assert (entry["hand"], entry["turned"], entry["rulebook"]) == ("3S 4S 5S 6H 7H 8H", "QD", "gorummy-13")
    assert drawn["edited"]["entries"] and drawn["said"] is None and read_entry(entry) == entry
    drawn = say(session, "add", source="typed", text="345s 6x")["chooser"]
    assert drawn["said"]["tone"] == "bad" and "6x" in drawn["said"]["text"]
    assert len(desk_of(session).lists[0].entries) == 1 and session.problem is None
    say(session, "show", source="typed", text="2h 3h 4h | ks")
    assert session.classroom and session.text == "2H 3H 4H | KS"


def test_a_list_survives_file_link_and_browser() -> None:
    """What is written is read again, whichever way it went, also with a rulebook of one's own."""
    ours = make_rulebook({"base": "gorummy-13", "key": "ours", "title": "Ours", "scoring": {"cap": 60}})
    session = Session("AS 2S 3S", ours)
    say(session, "lists")
    say(session, "recall", data=None)
    say(session, "add", source="hand")
    say(session, "add", source="lesson", lesson="sets", n=1, seed=3, example=True)
    own = desk_of(session).lists[0]
    for one in (MIXED, own):
        assert read_file(json.dumps(write_list(one))) == one == read_code(write_code(one))
        assert read_kept(json.loads(json.dumps(write_kept([one])))) == (one,)
    other = teach(own)
    say(other, "show", source="list")
    say(other, "next")
    assert other.problem is None and other.rulebook.scoring.cap == 60 and study_of(other).example.at == 0


def test_a_link_brings_its_list_and_shows_it() -> None:
    """The address opens the list before the class, and it is kept once, however often it is opened."""
    session = teach(ClassList("Mine", ({"puzzle": "x1"},)))
    for _ in range(2):
        receive(session, {"type": "link", "search": f"?mode=class&list={write_code(MIXED)}", "first": True})
        say(session, "recall", data=json.loads(json.dumps(desk_of(session).to_data())) if _ else None)
        assert session.classroom and desk_of(session).running == MIXED
    assert [one.title for one in desk_of(session).lists].count(MIXED.title) == 1


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"format": "rummy-tutor-courses"}', '{"format": "rummy-tutor-list", "version": 2}',
     '{"format": "rummy-tutor-list", "version": 1, "title": 3}',
     '{"format": "rummy-tutor-list", "version": 1, "title": "x", "entries": [{"puzzle": "none"}]}',
     '{"format": "rummy-tutor-list", "version": 1, "title": "x", "entries": [{"hand": "ZZ", "rulebook": "octro-13"}]}',
     '{"format": "rummy-tutor-list", "version": 1, "title": "x", "entries": ' + "[" * 3000],
)  # fmt: skip
def test_a_bad_file_is_one_sentence_and_loses_nothing(text: str) -> None:
    """A file that holds no list, or a damaged one, changes no list and is told in one sentence with its reason."""
    session = teach(MIXED)
    before = desk_of(session).lists
    said = say(session, "load", text=text)["chooser"]["said"]
    assert (
        said["tone"] == "bad" and said["text"].startswith("Nothing was changed. ") and desk_of(session).lists == before
    )
    good = say(session, "load", text=json.dumps(write_list(MIXED)))["chooser"]
    assert good["said"]["tone"] == "good" and len(good["lists"]) == 1


def test_damaged_lists_of_the_browser_are_left_as_they_are() -> None:
    """What cannot be read is told and not written over."""
    session = Session("AS 2S 3S", "gorummy-13")
    say(session, "lists")
    chooser = say(session, "recall", data="damaged")["chooser"]
    assert chooser["said"]["tone"] == "bad" and chooser["data"] is None


@pytest.mark.parametrize("entry", [
    None, {}, {"puzzle": 3}, {"puzzle": "x2", "hand": "AS"}, {"lesson": "nothing", "rulebook": "octro-13"},
    {"lesson": "sets", "kind": "poetry", "rulebook": "octro-13"}, {"lesson": "sets", "rulebook": "chess"},
    {"lesson": "sets", "rulebook": "octro-13", "seed": -1}, {"lesson": "sets", "rulebook": "octro-13", "level": 9},
    {"example": "octro", "rulebook": "marriage-21"}, {"round": "x" * 7000}, {"hand": "AS", "rulebook": ["octro-13"]},
])  # fmt: skip
def test_an_entry_that_makes_no_sense_is_refused(entry: object) -> None:
    """Whatever stands in a file, an entry is checked before it is kept."""
    with pytest.raises(ValueError):
        read_entry(entry)


def test_a_message_that_makes_no_sense_changes_nothing() -> None:
    """A browser may send anything."""
    session = teach(MIXED)
    before = desk_of(session)
    for message in ({"do": "fly"}, {"do": "open", "at": 9}, {"do": "move", "at": "x"}, {"do": "show", "source": "sky"},
                    {"do": "add", "source": "lesson", "n": "many"},
                    {"do": "sheet", "lesson": "nothing", "n": 3, "seed": 1},
                    {"do": "add", "source": "lesson", "lesson": [], "n": 1, "seed": 1}):  # fmt: skip
        receive(session, {"type": "class", **message})
        assert session.problem is not None and desk_of(session) == before


# ---- on paper ----------------------------------------------------------------------------------------------
def test_a_sheet_is_given_once_and_is_the_one_of_the_command() -> None:
    """The page gets the sheet of the lesson and number it asked for; once it has it, it is sent no more."""
    session = Session("AS 2S 3S", "octro-13")
    file = say(session, "sheet", lesson="sets", n=3, seed=7, url="")["file"]
    assert file["text"] == make_sheet("sets", "octro-13", 3, 7) and file["name"].endswith(".html")
    say(session, "taken")
    assert see(session).get("file") is None


def test_a_sheets_code_opens_its_very_tasks() -> None:
    """The address on the paper names a list of the tasks that stand on it."""
    page = make_sheet("sets", get_rulebook("octro-13"), 3, 7, address="http://192.0.2.7/")
    assert "class='code'" in page and "class='code'" not in make_sheet("sets", RULEBOOKS["octro-13"], 3, 7)
