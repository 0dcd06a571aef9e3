"""What the README tells a newcomer to add is found everywhere: one of each is added to a copy of the package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.front.test_javascript import TOOLS, install
from tests.patience import LONG

ROOT = Path(__file__).parents[1]

RULEBOOK = '''"""gin-10: gin rummy with ten cards."""

from ..game.rules import MELDS, Aces, Melds, Needs, Objective, Pack, Rulebook, Scoring, Table, Tier, Wilds
from .derive import with_option


RULEBOOK = Rulebook(
    key="gin-10",
    title="Gin rummy",
    deal=10,
    table=Table(players=(2, 2), packs=((2, Pack(decks=1, printed_jokers=0)),)),
    wilds=Wilds(printed=False, exposed=False),
    melds=Melds(aces=Aces.LOW),
    objectives=(Objective(name="gin", needs=Needs()),),
    scoring=Scoring(tiers=(Tier(code="deadwood", exempt=MELDS),), ace=1),
    offers=("round-the-corner",),
    sources=tuple(
        (rule, "R8")
        for rule in (
            "deal", "table", "wilds", "melds", "objectives", "scoring", "penalties", "bonus", "settlement"
        )
    ),
)


def _round_the_corner(book: Rulebook) -> Rulebook:
    return with_option(book, "round-the-corner", {"melds.aces": "R2"}, melds=Melds())


OPTIONS = {"round-the-corner": _round_the_corner}
'''

PANEL_VIEW = '''"""The view model of the greeting, and what can be asked of it."""

from __future__ import annotations

from typing import TypedDict

from ..asking import NoValues
from ..session import Session


class GreetingView(TypedDict):
    """How many cards lie on the table."""

    cards: int


def draw_greeting(session: Session) -> GreetingView:
    """How many cards lie on the table."""
    return {"cards": len(session.state.layout.cards)}


def greet(session: Session, _: NoValues) -> None:
    """Lay out other cards."""
    session.lay("7S 8S 9S")


ACTIONS = {"greet": greet}
'''
PANEL_SCRIPT = """// A greeting.

import { h, redraw } from "./shared/dom.js";
import { registerPanel } from "./shared/panel.js";

/** @import * as page from "./page.js" */

export class GreetingView {
  constructor(root) {
    this.body = document.createElement("section");
    this.body.className = "rt-panel rt-greeting";
    root.append(this.body);
  }

  /** @param {page.GreetingView} vm */
  update(vm) {
    redraw(this.body, [h("p", {}, String(vm.cards))]);
  }
}

registerPanel("greeting", GreetingView);
"""
PANEL_STYLE = """.rt-greeting {
  padding: 1rem;
}
"""
PANEL_LINE = 'Panel(key="greeting", stem="greeting", code=Code(draw_greeting, GREETING), place="below", tab="hello"),'

SENTENCES = """
msgctxt "page.hello"
msgid "Greeting"
msgstr ""

msgctxt "newcomer.cards"
msgid "{n} card lies here."
msgid_plural "{n} cards lie here."
msgstr[0] ""
msgstr[1] ""

msgctxt "ending.revoked"
msgid "revoked"
msgstr ""

msgctxt "ledger.revoked"
msgid "{payer} pays {n} point to {payee} for a revoke."
msgid_plural "{payer} pays {n} points to {payee} for a revoke."
msgstr[0] ""
msgstr[1] ""

msgctxt "ledger.revoked:on-score"
msgid "{payer} adds {n} point to the score for a revoke."
msgid_plural "{payer} adds {n} points to the score for a revoke."
msgstr[0] ""
msgstr[1] ""
"""

LANGUAGE = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgctxt "newcomer.cards"
msgid "{n} card lies here."
msgid_plural "{n} cards lie here."
msgstr[0] "Hier liegt {n} Karte."
msgstr[1] "Hier liegen {n} Karten."
"""

ENDING_LINE = '    REVOKED = "revoked", Terms(result=Result.LEFT, price="wrong_declaration", exchanges=False)\n'


def put_before(path: Path, place: str, text: str) -> None:
    """Insert text before the only line of a file that begins so."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    (at,) = [number for number, line in enumerate(lines) if line.startswith(place)]
    path.write_text("".join([*lines[:at], text, *lines[at:]]), encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of package and tests with a rulebook, a panel, sentences, a language and an ending more."""
    root = tmp_path_factory.mktemp("newcomer") / "copy"
    left_out = shutil.ignore_patterns("_compiled", "compiled", "node_modules", "screenshots")
    for name in ("rummy_tutor", "tests", "notebooks"):
        shutil.copytree(ROOT / name, root / name, ignore=left_out)
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, root / name)
    package = root / "rummy_tutor"
    (package / "rulebooks" / "gin_10.py").write_text(RULEBOOK, encoding="utf-8")

    panel = package / "page" / "greeting"
    panel.mkdir()
    (panel / "__init__.py").write_text('"""A greeting."""\n', encoding="utf-8")
    (panel / "view.py").write_text(PANEL_VIEW, encoding="utf-8")
    (package / "front" / "greeting.js").write_text(PANEL_SCRIPT, encoding="utf-8")
    (package / "front" / "greeting.css").write_text(PANEL_STYLE, encoding="utf-8")
    panels = package / "page" / "panels.py"
    put_before(panels, '    Panel(key="shell"', f"    {PANEL_LINE}\n")
    imported = "from .greeting.view import ACTIONS as GREETING\nfrom .greeting.view import draw_greeting\n"
    put_before(panels, "from .rulebook.actions import", imported)

    with (package / "wording" / "english" / "words.pot").open("a", encoding="utf-8") as file:
        file.write(SENTENCES)
    (package / "wording" / "languages").mkdir(exist_ok=True)
    (package / "wording" / "languages" / "de.po").write_text(LANGUAGE, encoding="utf-8")
    put_before(package / "rounds" / "endings.py", '    PLAYING = "playing", Terms', ENDING_LINE)
    return root


def call(copy: Path, *command: str, **variables: str) -> str:
    """What a command of Python prints that runs on the copy."""
    env = {**os.environ, "PYTHONPATH": str(copy), **variables}
    done = subprocess.run(
        [sys.executable, *command], cwd=copy, env=env, capture_output=True, text=True, timeout=LONG, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ask(copy: Path, program: str, **variables: str) -> Any:
    """What the value of the last line of a program is, run on the copy."""
    *lines, last = program.strip().splitlines()
    text = "\n".join(["import json", "import rummy_tutor as rt", *lines, f"print(json.dumps({last}))"])
    return json.loads(call(copy, "-c", text, **variables))


def test_a_rulebook_is_known_everywhere(copy: Path) -> None:
    """A file in ``rulebooks/`` is a rulebook for Python, the command line, the page and a notebook's comparison."""
    program = """
hand = "AS 2S 3S 4S 7H 7D 7C KD 9C 2H"
[list(rt.RULEBOOKS)[-1], rt.analyse(hand, "gin-10", players=2).best.points, rt.compare(hand)["gin-10"].best.points]
"""
    assert ask(copy, program) == ["gin-10", 21, 21]
    page = ask(
        copy,
        """
app = rt.app("AS 2S 3S 4S 7H 7D 7C KD 9C 2H", rulebook="gin-10", turned=None, players=2)
shell, rows = app.shell, app.comparison["rows"]
{"chooser": shell["rulebooks"], "options": shell["options"], "rows": rows, "rules": app.rulebook}
""",
    )
    assert "gin-10" in {one["key"] for one in page["chooser"]}
    assert "round-the-corner" in json.dumps(page["options"])
    (row,) = [one for one in page["rows"] if one["key"] == "gin-10"]
    assert row["current"] and page["rules"]["title"] == "Gin rummy"
    assert "gin-10" in call(copy, "-m", "rummy_tutor", "rules")
    assert "Gin rummy" in call(copy, "-m", "rummy_tutor", "rules", "gin-10")
    assert "gin-10" in call(copy, "-m", "rummy_tutor", "compare", "AS 2S 3S | KD", "--turned", "QD")


def test_a_panel_is_shown(copy: Path) -> None:
    """A folder in ``page/``, files of one name in ``front/`` and a line in the list are a panel of the page."""
    program = """
app = rt.app("2H 3H 4H | KS QS", rulebook="adgaming-13", turned="QD")
before = app.greeting
app._receive(app, {"type": "greet", "seq": 1, "view": "test"}, [])
panel = [one for one in app.panels if one["key"] == "greeting"]
code = "GreetingView" in str(app._esm), "rt-greeting" in str(app._css)
[before, app.greeting, app.problem, panel, *code, app.texts["hello"]]
"""
    panel = {"key": "greeting", "stem": "greeting", "place": "below", "modes": [], "tab": "hello", "late": False}
    assert ask(copy, program) == [{"cards": 5}, {"cards": 3}, {}, [panel], True, True, "Greeting"]


def test_a_panel_keeps_to_its_types(copy: Path) -> None:
    """The types of the panel are made of its declarations, and its script is held against them."""
    install("typescript")
    (copy / "tests" / "front" / "node_modules").symlink_to(TOOLS / "node_modules")
    call(copy, "-m", "tests.front.page_types")
    types = (copy / "rummy_tutor" / "front" / "page.d.ts").read_text(encoding="utf-8")
    assert "export interface GreetingView {\n  cards: number;\n}" in types and '| { type: "greet" }' in types

    def check(files: dict[str, str]) -> str:
        return ask(copy, f"from tests.front.test_types import check_types\ncheck_types({files!r})")

    assert check({}) == ""
    renamed = check({"greeting.js": PANEL_SCRIPT.replace("vm.cards", "vm.count")})
    assert "greeting.js" in renamed and "Property 'count' does not exist on type 'GreetingView'" in renamed


def test_a_sentence_is_told(copy: Path) -> None:
    """An entry in the English catalogue is a sentence, with its plural, and is marked in the pseudo-language."""
    program = """
from rummy_tutor.wording.speech import tell
[tell("newcomer.cards", n=n) for n in (1, 2)]
"""
    assert ask(copy, program) == ["1 card lies here.", "2 cards lie here."]
    assert all(told.startswith("⟦") for told in ask(copy, program, RUMMY_TUTOR_LANGUAGE="qps"))


def test_a_language_is_spoken(copy: Path) -> None:
    """A file in ``wording/languages/`` is a language that can be chosen; what it lacks is told in English."""
    program = """
from rummy_tutor.wording.catalogue import list_languages
from rummy_tutor.wording.speech import tell
[list_languages(), tell("newcomer.cards", n=2), tell("page.hello")]
"""
    assert ask(copy, program, RUMMY_TUTOR_LANGUAGE="de") == [["en", "de"], "Hier liegen 2 Karten.", "Greeting"]


def test_an_ending_is_settled(copy: Path) -> None:
    """A line in ``Ending`` and its sentences are an ending that is settled, told, and offered by form and series."""
    program = """
seats = [rt.Seat(name="Asha", ending="declared"), rt.Seat(name="Bela", ending="revoked")]
ledger = rt.settle("gorummy-13", seats)
pool = rt.new_series("adgaming-13", ["pool-101"]).play(seats)
offered = [choice.label for choice in rt.list_endings("gorummy-13")]
[ledger.to_frame()["net"].to_list(), str(ledger.entries[0]), "revoked" in offered, pool.totals["Bela"] > 0]
"""
    nets, told, is_offered, counts = ask(copy, program)
    assert nets == [80, -80] and told.startswith("Bela pays 80 points to Asha for a revoke.") and is_offered and counts
    seat = """
app = rt.app("2H 3H 4H | KS QS", rulebook="gorummy-13", turned="QD")
app._receive(app, {"type": "mode", "mode": "round", "seq": 1, "view": "test"}, [])
app._receive(app, {"type": "round", "do": "open", "seq": 2, "view": "test"}, [])
[json.dumps(app.ledger), app.problem]
"""
    drawn, problem = ask(copy, seat)
    assert "revoked" in drawn and problem == {}


UNUSED = [word for name in ("xdist", "nbval", "anyio", "rerunfailures") for word in ("-p", f"no:{name}")]
CONSISTENCY = [
    "tests/rulebooks",
    # these take half of the time and go through no list of ours
    "--deselect=tests/rulebooks/test_every_field_matters.py",
    "--deselect=tests/rulebooks/test_files.py::test_every_question_takes_a_file_or_plain_data",
    # these are about pipes and processes
    *(f"--deselect=tests/test_cli.py::test_{name}" for name in ("batch", "bytes", "interrupt", "output_that_cannot")),
    "tests/test_rooms.py::test_every_name_is_known",
    "tests/test_rooms.py::test_no_circle_of_files",
    "tests/page/test_rulebook_panel.py",
    "tests/page/test_panels.py",
    "tests/study/test_compare.py",
    "tests/output/test_html.py",
    "tests/test_cli.py",
    "tests/rounds/test_settlement.py",
    # of other folders the tests that go through the list of rulebooks, for the one added; published hands and the
    # independent models name the rulebooks that they are about
    "tests/wording/test_no_english_below.py::test_no_sentence[rulebooks/gin_10.py]",
    *(
        f"tests/{test}[gin-10]"
        for test in (
            "wording/test_catalogue.py::test_a_rulebook_is_called_by_its_title",
            "wording/test_pseudo_language.py::test_advice",
            "wording/test_pseudo_language.py::test_pages_of_rulebooks",
            "wording/test_pseudo_language.py::test_verdicts",
            "tutor/test_course_kinds.py::test_a_program_can_answer_every_task",
            "tutor/test_course_kinds.py::test_beliefs_from_other_games_are_held_in_every_game",
            "tutor/test_course_kinds.py::test_every_lesson_asks_what_the_course_says",
            "tutor/test_lessons.py::test_each_lesson_is_shown_before_it_is_asked",
            "tutor/test_lessons.py::test_what_a_loser_pays_is_added_up_as_the_referee_counts",
            "tutor/test_lessons.py::test_the_goal_and_where_the_turned_card_comes_from_are_told_with_their_source",
            "tutor/test_lessons.py::test_a_wild_card_is_told_with_the_card_that_makes_it_wild",
            "tutor/test_lessons.py::test_melds_of_three_cards_only_are_told_so",
            "tutor/test_practice.py::test_the_others_declare_with_a_hand_that_may",
        )
    ),
    "tests/tutor/test_course_kinds.py::test_beliefs_from_other_games_are_held_in_every_game[vazhushal-13]",
    "tests/tutor/test_course_kinds.py::test_what_shows_is_known_for_the_rulebooks_of_the_package",
    "tests/tutor/test_lessons.py::test_a_lesson_refers_to_others_by_their_numbers_in_the_course_of_the_game",
    "tests/tutor/test_lessons.py::test_two_groupings_are_compared_by_what_they_cost",
    "tests/tutor/test_lessons.py::test_a_group_that_games_judge_differently_names_the_games",
]


def test_the_tests_hold_with_what_was_added(copy: Path) -> None:
    """The tests of consistency pass in the copy, so that nothing else has to be changed."""
    told = call(copy, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *UNUSED, *CONSISTENCY)
    assert " passed" in told and "failed" not in told
