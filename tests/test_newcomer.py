"""What the documentation tells a newcomer to add is found everywhere: one of each is added to a copy of the package."""

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

RULEBOOK = '''"""rummy-10: gin rummy with ten cards."""

from ..game.rules import MELDS, Aces, Melds, Needs, Objective, Pack, Rulebook, Scoring, Table, Tier, Wilds


RULEBOOK = Rulebook(
    key="rummy-10",
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


OPTIONS = {"round-the-corner": {"melds.aces": (Melds().aces, "R2")}}
'''

KIND = '''"""Which of these two hands is nearer to declaring?"""

from __future__ import annotations

import random

from ....distance.exchanges import Finder
from ....game.cards import MAX_HAND
from ....game.messages import Message
from ....game.rules import Rulebook
from ....game.table import Deal
from ....wording.speech import tell
from ...generate import Stock, make_layout, open_table
from ...lessons import Lesson
from ...tasks import Errs, Family, HandUse, Laid, Layout, Task, TaskKind, ask, ask_about, point, tell_because
from ..parts import list_ways

FAMILY = Family(
    key="nearer",
    title=Message("classroom.kind_nearer"),
    seconds=40,
    slip=0.1,
    errs=Errs(0.3, (0.2,), (0.7,)),
    patience=100,
    is_slow=True,
    on_paper="sheet.ask_nearer",
)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    if 2 * rulebook.deal > MAX_HAND:
        return None
    deal = open_table(rulebook, rng)
    stock = Stock(deal, rng)
    hands = [make_layout(stock, rulebook.deal, level) for _ in range(2)]
    groups = tuple(tuple(sorted(card for group in hand for card in group)) for hand in hands)
    return ask_about(KIND, lesson, deal, groups, ("1", "2"))


def _find_nearer(task: Task, deal: Deal) -> str | None:
    found = [Finder(hand, deal).nearest(deal.objectives) for hand in task.groups]
    first, second = (None if one is None else one[0] for one in found)
    return None if first is None or second is None or first == second else "1" if first < second else "2"


KIND = TaskKind(
    family=FAMILY,
    asks="group",
    propose=_propose,
    answer=lambda task: _find_nearer(task, task.deal),
    believe=lambda task, belief: _find_nearer(task, belief.deal(task.deal)),
    rule="objectives",
    hand=HandUse.AS_LAID,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_nearer", task),
    hints=lambda task: (
        Message("hint.nearer", {"asked": list_ways(task)}),
        point("hint.nearer-cards", task.groups[int(task.answer) - 1][:1]),
    ),
    shows=lambda task, given, expected: Laid((task.groups[int(str(expected)) - 1],), Message("why.nearer")),
    because=lambda task, given, expected: (Message("because.nearer", {"n": int(str(expected))}),),
    explains=lambda task, given: [tell("because.nearer", n=int(str(given.expected)))],
    key=tell_because,
)
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
PANEL_LINE = """Panel(key="greeting", stem="greeting", code=Code(draw_greeting, GREETING), place="below", modes=(),
          tab="hello"),"""

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

msgctxt "classroom.kind_nearer"
msgid "the nearer hand"
msgstr ""

msgctxt "learn.ask_nearer"
msgid "Which of these hands is nearer to declaring?"
msgstr ""

msgctxt "sheet.ask_nearer"
msgid "Which hand is nearer to declaring? Tick it."
msgstr ""

msgctxt "hint.nearer"
msgid "Before declaring one needs {asked}."
msgstr ""

msgctxt "hint.nearer-cards"
msgid "Look at {cards} first."
msgstr ""

msgctxt "why.nearer"
msgid "This hand needs fewer cards."
msgstr ""

msgctxt "because.nearer"
msgid "Hand {n} needs fewer cards."
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

LESSON_KINDS = 'kinds=("mark", "compare", "classify")'  # of the lesson on wild cards
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
    left_out = shutil.ignore_patterns("compiled", "node_modules", "screenshots")
    for name in ("rummy_tutor", "tests", "notebooks"):
        shutil.copytree(ROOT / name, root / name, ignore=left_out)
    for name in ("README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, root / name)
    package = root / "rummy_tutor"
    (package / "rulebooks" / "rummy_10.py").write_text(RULEBOOK, encoding="utf-8")

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
    (package / "tutor" / "kinds" / "hands" / "nearer.py").write_text(KIND, encoding="utf-8")
    lessons = package / "tutor" / "lessons.py"
    known = lessons.read_text(encoding="utf-8")
    assert known.count(LESSON_KINDS) == 1
    lessons.write_text(known.replace(LESSON_KINDS, f'{LESSON_KINDS[:-1]}, "nearer")'), encoding="utf-8")
    put_before(package / "rounds" / "endings.py", '    PLAYING = "playing", Terms', ENDING_LINE)
    return root


def call(copy: Path, *command: str, sent: str = "", **variables: str) -> str:
    """What a command of Python prints that runs on the copy and reads some text."""
    env = {**os.environ, "PYTHONPATH": str(copy), **variables}
    done = subprocess.run(
        [sys.executable, *command], cwd=copy, env=env, input=sent, capture_output=True, text=True, timeout=LONG,
        encoding="utf-8",
    )  # fmt: skip
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
[list(rt.RULEBOOKS)[-1], rt.analyse(hand, "rummy-10", players=2).best.points, rt.compare(hand)["rummy-10"].best.points]
"""
    assert ask(copy, program) == ["rummy-10", 21, 21]
    page = ask(
        copy,
        """
app = rt.App("AS 2S 3S 4S 7H 7D 7C KD 9C 2H", rulebook="rummy-10", turned=None, players=2)
shell, rows = app._vm_shell, app._vm_comparison["rows"]
{"chooser": shell["rulebooks"], "options": shell["options"], "rows": rows, "rules": app._vm_rulebook}
""",
    )
    assert "rummy-10" in {one["key"] for one in page["chooser"]}
    assert "round-the-corner" in json.dumps(page["options"])
    (row,) = [one for one in page["rows"] if one["key"] == "rummy-10"]
    assert row["current"] and page["rules"]["title"] == "Gin rummy"
    assert "rummy-10" in call(copy, "-m", "rummy_tutor", "rules")
    assert "Gin rummy" in call(copy, "-m", "rummy_tutor", "rules", "rummy-10")
    assert "rummy-10" in call(copy, "-m", "rummy_tutor", "compare", "AS 2S 3S | KD", "--turned", "QD")


def test_a_panel_is_shown(copy: Path) -> None:
    """A folder in ``page/``, files of one name in ``front/`` and a line in the list are a panel of the page."""
    program = """
app = rt.App("2H 3H 4H | KS QS", rulebook="adgaming-13", turned="QD")
before = app._vm_greeting
app._receive(app, {"type": "greet", "seq": 1, "view": "test"}, [])
panel = [one for one in app.panels if one["key"] == "greeting"]
from rummy_tutor.widgets.shared import find_shared
code = "GreetingView" in getattr(find_shared(), "greeting.js"), "rt-greeting" in getattr(find_shared(), "greeting.css")
[before, app._vm_greeting, app.problem, panel, *code, app.texts["hello"]]
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
    """A file in ``wording/languages/`` is a language; what it lacks is told in English, and it is not offered."""
    program = """
from rummy_tutor.wording.catalogue import list_languages, name_languages
from rummy_tutor.wording.speech import tell
["de" in list_languages(), "de" in name_languages(), tell("newcomer.cards", n=2), tell("page.hello")]
"""
    assert ask(copy, program, RUMMY_TUTOR_LANGUAGE="de") == [True, False, "Hier liegen 2 Karten.", "Greeting"]


def test_a_language_is_begun(copy: Path) -> None:
    """A command writes the file of a language with an empty entry for each English sentence, in its plural forms."""
    file = Path(call(copy, "-m", "rummy_tutor.wording.check", "new", "pl").strip())
    text = file.read_text(encoding="utf-8")
    file.unlink()
    assert file.name == "pl.po" and 'msgctxt "newcomer.cards"' in text and 'msgstr[3] ""' in text


def test_an_ending_is_settled(copy: Path) -> None:
    """A line in ``Ending`` and its sentences are an ending that is settled, told, and offered by form and series."""
    program = """
seats = [rt.Seat(name="Asha", ending="declared"), rt.Seat(name="Bela", ending="revoked")]
ledger = rt.settle("gorummy-13", seats)
pool = rt.Series.new("adgaming-13", ["pool-101"]).play(seats)
offered = [choice.label for choice in rt.rounds.settlement.list_endings("gorummy-13")]
[ledger.to_frame()["net"].to_list(), str(ledger.entries[0]), "revoked" in offered, pool.totals["Bela"] > 0]
"""
    nets, told, is_offered, counts = ask(copy, program)
    assert nets == [80, -80] and told.startswith("Bela pays 80 points to Asha for a revoke.") and is_offered and counts
    seat = """
app = rt.App("2H 3H 4H | KS QS", rulebook="gorummy-13", turned="QD")
app._receive(app, {"type": "mode", "mode": "round", "seq": 1, "view": "test"}, [])
app._receive(app, {"type": "round", "do": "open", "seq": 2, "view": "test"}, [])
[json.dumps(app._vm_ledger), app.problem]
"""
    drawn, problem = ask(copy, seat)
    assert "revoked" in drawn and problem == {}


def test_a_kind_of_task_is_asked_everywhere(copy: Path) -> None:
    """One file, its sentences and a word in a lesson's value are a kind of task for lesson, class, sheet and programs.

    A wrong belief is told from its answers, and its tasks are made to show it.
    """
    program = """
from rummy_tutor.page.classroom.drawing import draw_question
from rummy_tutor.page.classroom.entries import name_kind, plan_lesson
from rummy_tutor.page.classroom.questions import TaskQuestion
from rummy_tutor.page.learn.view import draw_learn
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.tutor import BELIEFS, judge_answer, make_task
from rummy_tutor.tutor.judging import new_learner
from rummy_tutor.tutor.planting import aim_seeds, list_diagnosable_beliefs, name_task
from rummy_tutor.tutor.tasks import believe

book = rt.get_rulebook("gorummy-13")
shown = list_diagnosable_beliefs("wild", "nearer", book)
belief = next(one for one in BELIEFS if one.key == "wrong-colour")
seeds = aim_seeds(0, shown, belief.key, 8)
tasks = [make_task(book, "wild", "nearer", seed) for seed in seeds]
learner, fits = new_learner("wild", (belief.key, "printed-joker-nothing")), []
for task in tasks:
    answer = believe(task, belief)
    fits += [judge_answer(task, answer).fits] if answer != task.answer else []
    learner = learner.update(task, answer)
session = Session("2H 3H 4H | KS", "gorummy-13")
receive(session, {"type": "mode", "mode": "learn"})
session.named = {"learn": {"lesson": "wild", "task": name_task(tasks[0])}}
asked = draw_learn(session)["lesson"]["task"]
receive(session, {"type": "learn", "do": "hint"})
receive(session, {"type": "learn", "do": "answer", "answer": believe(tasks[0], belief)})
judged = draw_learn(session)["lesson"]["task"]
question = TaskQuestion(tasks[0])
planned = [one["kind"] for one in plan_lesson("wild", book, 1, 1, 5)]
lesson = [asked["ask"], asked["asks"], len(asked["choices"]), len(judged["hints"]), judged["verdict"]["right"]]
in_class = [draw_question(question)["question"], question.why(), name_kind("nearer"), "nearer" in planned]
told_by = all(belief.key in keys for keys in fits) and len(fits)
told = [belief.key in shown, told_by, learner.beliefs]
{"told": told, "lesson": lesson, "class": in_class}
"""
    ask_it, why = "Which of these hands is nearer to declaring?", "Hand {} needs fewer cards."
    found = ask(copy, program)
    is_shown, fits, named = found["told"]
    assert is_shown and fits > 3 and named == ["wrong-colour"]
    assert found["lesson"] == [ask_it, "group", 2, 1, False]
    asked, reasons, *known = found["class"]
    assert asked == ask_it and reasons in ([why.format(1)], [why.format(2)]) and known == ["the nearer hand", True]
    sheet = call(copy, "-m", "rummy_tutor", "sheet", "--lesson", "wild", "--rulebook", "gorummy-13", "--count", "5",
                 "--seed", "1")  # fmt: skip
    assert "Which hand is nearer to declaring? Tick it." in sheet and "needs fewer cards" in sheet
    assert "nearer" in json.loads(call(copy, "-m", "rummy_tutor", "tasks", "--list"))["kinds"]
    request = {"id": 1, "lesson": "wild", "kind": "nearer", "rulebook": "gorummy-13", "seed": 3, "answer": "1"}
    (line,) = call(copy, "-m", "rummy_tutor", "tasks", sent=json.dumps(request)).splitlines()
    answered = json.loads(line)
    assert answered["task"]["asks"] == "group" and answered["verdict"]["expected"] in ("1", "2")


UNUSED = [word for name in ("xdist", "nbval", "anyio", "rerunfailures") for word in ("-p", f"no:{name}")]
CONSISTENCY = [
    "tests/rulebooks",
    # these take half of the time and go through no list of ours
    "--deselect=tests/rulebooks/test_every_field_matters.py",
    "--deselect=tests/rulebooks/test_house_games.py",
    "--deselect=tests/rulebooks/test_marriage_to_win.py",
    "--deselect=tests/rulebooks/test_files.py::test_every_question_takes_a_file_or_plain_data",
    # these are about pipes and processes
    *(f"--deselect=tests/test_cli.py::test_{name}" for name in ("batch", "bytes", "interrupt", "output_that_cannot")),
    *(f"--deselect=tests/test_cli.py::test_{name}" for name in ("plain", "reader_that", "closed", "a_shell_completes")),
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
    "tests/wording/test_no_english_below.py::test_no_sentence[rulebooks/rummy_10.py]",
    *(
        f"tests/{test}[rummy-10]"
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
