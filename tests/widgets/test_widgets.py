"""The widgets as they are used from Python: each alone, several together, and what they send to a browser."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

import rummy_tutor as rt
from rummy_tutor.front.linking import FRONT, link_module
from rummy_tutor.page.best.view import draw_best
from rummy_tutor.page.panels import PANELS, pick_panels
from rummy_tutor.page.session import Session
from rummy_tutor.page.slow import Slow
from rummy_tutor.page.table.view import TableView
from rummy_tutor.page.worked_hands import PRESETS, WELCOME
from rummy_tutor.widgets.shared import find_shared
from rummy_tutor.wording.page_texts import class_texts, page_texts, round_texts
from tests.messages import tell

X4 = WELCOME.hand


def read_code(widget):
    """The code and the styles that a browser joins for a widget."""
    shared = find_shared()
    files = getattr(shared, widget._files)
    return "\n".join(getattr(shared, name) for names in files.values() for name in names)


def test_importing_the_package_loads_no_widget_and_no_pandas():
    """The engine alone stays light: widgets and pandas load when first used."""
    heavy = ("ipywidgets", "anywidget", "pandas", "segno")
    code = f"import sys, rummy_tutor; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_the_app_needs_no_pandas():
    """The app's kernel never imports pandas, also after comparing."""
    code = (
        "import sys, rummy_tutor as rt; print(rt.App()._vm_comparison['rows'][0]['arranged'], 'pandas' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "87 False"


def test_tables_do_not_disturb_each_other_unless_they_share():
    """Two tables are apart; a panel made from a table follows it."""
    one, two = rt.CardTable(X4), rt.CardTable(X4)
    best = rt.BestGrouping(one)
    tell(one, "move", cards=[9], to="loose")
    assert two.value == X4 and best.hand == one.hand != two.hand
    tell(best, "reveal", level=4)
    tell(best, "take")
    assert one.result.arranged.declares and not two.result.arranged.declares


@pytest.mark.parametrize("name", ["CardTable", "HandEditor", "BestGrouping", "ComparisonTable", "RulebookCard", "App"])
def test_each_widget_stands_alone(name):
    """Every widget opens on a hand, answers a message, and closes."""
    widget = getattr(rt, name)(X4, rulebook="gorummy-13", turned="PJ")
    tell(widget, "ping")
    assert widget.reply == {"view": "test", "seq": 1} and widget.problem == {}
    widget.close()


def test_a_panel_that_cannot_be_drawn_says_so_in_its_own_place(monkeypatch, logged_errors):
    """The error stands in the place of its panel alone, the others are drawn, and it comes back once it can be."""
    app = rt.App()
    draw = TableView.draw
    monkeypatch.setattr(TableView, "draw", lambda self: 1 / 0)
    tell(app, "preset", key="x2")
    assert list(app._vm_table) == ["failed"] and "ZeroDivisionError" in app._vm_table["failed"]
    assert app.problem == {} and app._vm_editor["text"] == app.value == PRESETS["x2"].hand
    assert app._vm_comparison["pending"] is False and app.reply["seq"] == 1
    monkeypatch.setattr(TableView, "draw", draw)
    tell(app, "ping")
    assert app._vm_table["count"] == 13
    assert {record.exc_info[0] for record in logged_errors} == {ZeroDivisionError}
    logged_errors.clear()


def test_nothing_hidden_is_sent():
    """Before it is asked for, neither the best grouping nor its figure is in what the browser gets."""
    app = rt.App()
    assert app._vm_best["groups"] == [] and app._vm_best["lines"] == []
    assert all(row["best"] is None and row["plot_best"] is None for row in app._vm_comparison["rows"])
    tell(app, "classroom", on=True)
    assert app._vm_table["headline"] is None and app._vm_table["reasons"] == []
    assert all(tray["word"] == "" and not tray["cost"] for tray in app._vm_table["trays"])
    assert draw_best(app.session)["lines"] == []


def test_every_text_the_browser_asks_for_exists():
    """Each key used in the scripts is one of the texts."""
    import re

    used: set[str] = set()
    for path in FRONT.rglob("*.js"):
        known = class_texts() if path.stem.startswith("class_") else {**page_texts(), **round_texts()}
        used |= {key for key in re.findall(r"\bt\(\"([\w-]+)\"", path.read_text(encoding="utf-8")) if key not in known}
    assert not used


def test_no_text_is_left_over():
    """Each text is named somewhere, or is one of a family whose names are put together."""
    import re

    files = [path for room in ("page", "widgets", "hosts") for path in (FRONT.parent / room).rglob("*.py")]
    files += FRONT.rglob("*.js")
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    families = (
        "change_group_",
        "hand_",
        "kind_",
        "mode_",
        "now_working_",
        "option_",
        "pair_",
        "purpose_",
        "puzzle_do_",
        "puzzle_until",
        "rank_",
        "site_",
        "suit_",
        "what_",
        "word_",
        "words_about_",
        "words_kind_",
    )
    texts = page_texts().keys() - {"lang", "langs"}  # which are codes
    quoted = {key.removeprefix("page.") for key in re.findall(r"(?<=['\"])[\w.:-]+(?=['\"])", sources)}
    named = texts & (quoted | {*re.findall(r"\)\.([\w-]+)", sources)})
    assert named and all(key.startswith(families) for key in texts - named)


@pytest.mark.parametrize("path", sorted(FRONT.rglob("*.js")), ids=lambda path: path.stem)
def test_a_linked_module_imports_nothing_and_exports_once(path):
    """What is handed to the browser is one module that needs no other file."""
    module = link_module(path.relative_to(FRONT).as_posix())
    assert "\nimport " not in f"\n{module}" and module.count("export default") <= 1
    assert "\nexport " not in "\n" + module.replace("export default", "")


def test_a_slow_answer_that_fails_says_so_in_its_place_and_the_others_come(logged_errors):
    """An error in one slow answer stands in the place of its panel; what comes after it is worked out all the same."""

    def broken(_: Session):
        yield
        raise ZeroDivisionError("on purpose")

    app = rt.App()
    best, comparison = pick_panels("best", "comparison")
    app._feed.panels = (replace(best, code=best.code._replace(slow=Slow(lambda _: True, broken))), comparison)
    tell(app, "preset", key="x2")
    assert (
        "ZeroDivisionError" in app._vm_best["failed"]
        and "on purpose" not in app._vm_best["failed"]
        and app.problem == {}
        and app._vm_comparison["pending"] is False
    )
    assert {record.exc_info[0] for record in logged_errors} == {ZeroDivisionError}
    logged_errors.clear()


def test_whether_a_slow_answer_is_missing_may_fail_too(logged_errors):
    """An error in asking whether an answer is missing is told like one in working it out."""

    def broken(_: Session) -> bool:
        raise ZeroDivisionError("on purpose")

    app = rt.App()
    best, comparison = pick_panels("best", "comparison")
    app._feed.panels = (replace(best, code=best.code._replace(slow=Slow(broken, lambda _: iter(())))), comparison)
    tell(app, "preset", key="x2")
    assert (
        "ZeroDivisionError" in app._vm_best["failed"]
        and "on purpose" not in app._vm_best["failed"]
        and app._vm_comparison["pending"] is False
        and app.reply["seq"] == 1
    )
    assert {record.exc_info[0] for record in logged_errors} == {ZeroDivisionError}
    logged_errors.clear()


def test_a_widget_takes_its_panels_from_the_list():
    """Traits, browser code and styles of the page and of each panel alone are those that the list names."""
    app = rt.App()
    assert sorted(panel["key"] for panel in app.panels) == sorted(panel.key for panel in PANELS)
    for panel in PANELS:
        assert {f"_vm_{name}" for name in panel.views} <= set(app.trait_names())
        registered = f'registerPanel("{panel.stem}",' in read_code(app)
        assert registered == (not panel.is_late and panel.place != "bar")
    round_alone = rt.RoundTable("s0-six")
    assert 'registerPanel("round_table",' in read_code(round_alone) and ".rt-nets" in read_code(round_alone)
    assert round_alone.texts["head_net"] and round_alone.parts == {}


def test_a_message_for_the_comparison_that_makes_no_sense_is_refused():
    """A pair of which one is in no row changes nothing, is told, and the comparison goes on as before."""
    own = replace(rt.get_rulebook("gorummy-13"), key="house")
    app = rt.App(X4, rulebook=own)
    before = app._vm_comparison["pair"]
    for pair in ({"a": "home"}, {"b": "nope"}, {"a": ["octro-13"]}, {"a": None, "b": 5}, {"a": "__class__"}):
        tell(app, "pair", **pair)
        assert app.problem["tone"] == "bad"
        assert app._vm_comparison["pair"] == before and "failed" not in app._vm_comparison
    tell(app, "pair", a="octro-13", b="rummy-21")
    pair = app._vm_comparison["pair"]
    assert app.problem == {} and (pair["a"], pair["b"]) == ("octro-13", "rummy-21")


def test_a_widget_without_a_verdict_says_why():
    """Of a hand that the rulebook cannot judge ``error`` is what ``analyse`` raises; another hand has a verdict."""
    table = rt.CardTable("PJ", rulebook="marriage-21")
    assert table.result is None and table.points is None and table.advice is None
    assert str(table.error) == str(pytest.raises(rt.errors.RuleError, rt.analyse, "PJ", "marriage-21").value)
    table.hand = "7S 8S 9S"
    assert table.result.best.points == 10


def test_a_lesson_alone_and_the_progress_of_it():
    """A lesson's widget names what it shows, goes on with saved progress, and refuses what is none."""
    lesson = rt.Lesson("sets", rulebook="octro-13")
    assert repr(lesson) == "Lesson('sets', rulebook='octro-13')"
    assert repr(rt.Lesson()) == "Lesson(rulebook='adgaming-13')"
    assert lesson._vm_learn["lesson"]["key"] == "sets" and list(rt.Lesson.list("octro-13"))[0] == "two-minutes"
    lesson._receive(lesson, {"type": "learn", "do": "step", "by": 9}, [])
    task = lesson._vm_learn["lesson"]["task"]
    lesson._receive(lesson, {"type": "learn", "do": "answer", "answer": task["choices"][0]["value"]}, [])
    progress = rt.widgets.Progress(lesson, rulebook="octro-13")
    assert progress._vm_learn["screen"] == "progress" and progress.progress == lesson.progress
    assert "sets" in progress.progress["courses"]["octro-13"]["lessons"]
    for wrong in (lambda: rt.Lesson("chess"), lambda: rt.Lesson(progress={"format": "x"})):
        with pytest.raises(ValueError, match=r"no lesson called 'chess'|not a learner's progress"):
            wrong()


def test_a_turn_is_played_in_a_lesson_alone():
    """In a notebook a lesson's turn is played as on the page: a move is done or refused, and taken back."""
    lesson = rt.Lesson("two-minutes")
    while lesson._vm_learn["lesson"]["turn"] is None:  # its first screens are read
        lesson._receive(lesson, {"type": "learn", "do": "step"}, [])
    for move, held, tone in (("throw QD", 13, "bad"), ("stock", 14, "good"), ("throw QD", 13, "good")):
        lesson._receive(lesson, {"type": "learn", "do": "play", "move": move}, [])
        turn = lesson._vm_learn["lesson"]["turn"]
        assert sum(map(len, turn["hand"])) == held and turn["said"]["tone"] == tone
    lesson._receive(lesson, {"type": "learn", "do": "take_back"}, [])
    assert sum(map(len, lesson._vm_learn["lesson"]["turn"]["hand"])) == 14
    assert "rt-turnfelt" in read_code(lesson) and "class TurnTableView" in read_code(lesson)


def test_a_puzzle_alone_and_the_words():
    """A puzzle by its key or number goes on to the next; a word opens by any of its names, or is searched."""
    puzzle = rt.Puzzle("x4")
    assert puzzle._vm_puzzles["key"] == "x4" and puzzle._vm_puzzles["why"] == []
    puzzle._receive(puzzle, {"type": "puzzle", "do": "show"}, [])
    assert puzzle._vm_puzzles["shown"] and puzzle._vm_puzzles["why"]
    puzzle._receive(puzzle, {"type": "puzzle", "do": "next"}, [])
    assert puzzle._vm_puzzles["key"] != "x4" and repr(puzzle) == f"Puzzle({puzzle._vm_puzzles['key']!r})"
    made = [rt.Puzzle(seed=5, goal="throw", rulebook="gorummy-13")._vm_puzzles for _ in range(2)]
    assert made[0] == made[1] and made[0]["goal"] == "throw"
    with pytest.raises(ValueError, match="no puzzle called 'chess'"):
        rt.Puzzle("chess")
    assert rt.Words("first life")._vm_words["entry"]["key"] == "pure-sequence"
    assert rt.Words("S4")._vm_words["entry"]["key"] == "S4"
    assert rt.Words()._vm_words["entry"] is None and rt.Words()._vm_words["found"] is None
    assert rt.Words("castling")._vm_words["found"] == []


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: rt.App(X4, options="ace-jokers"), "list of names"),
        (lambda: rt.CardTable(X4, options=5), "options"),
        (lambda: rt.Lesson(progress=5), "progress"),
        (lambda: rt.get_rulebook(None), "no rulebook 'None'"),
    ],
)
def test_an_argument_of_another_type_is_refused_in_a_sentence(make, told):
    """What is no list of options, no progress and no path is told as the engine tells it."""
    with pytest.raises(ValueError, match=told):
        make()


@pytest.mark.parametrize("count", [0, -3, 7])
def test_a_round_of_players_that_the_game_does_not_take_is_refused(count: int) -> None:
    """A round for a number of players that the game is not for is refused as everywhere, not changed to another."""
    with pytest.raises(rt.errors.RuleError, match="it is for 2 to 6 players"):
        rt.RoundTable(rulebook="octro-13", players=count)
