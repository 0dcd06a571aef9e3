"""The page in the pseudo-language: no English word outside the brackets, nothing cut off, no text over another."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, expect

from rummy_tutor import get_rulebook
from rummy_tutor.page.learn.study import Study
from rummy_tutor.tutor.judging import KNOWS, foretell_answer
from rummy_tutor.tutor.kinds import KINDS
from rummy_tutor.tutor.kinds.rounds.settling import NAMES
from rummy_tutor.tutor.planting import make_task
from rummy_tutor.tutor.progress import Progress

from .conftest import PHONE, PROJECTOR, Visit
from .pseudo import find_spilt, find_wrong
from .rounds import unfold, unfold_examples

LEFT, RIGHT = tuple(KINDS)[::2], tuple(KINDS)[1::2]


class Walk:
    """A page in the pseudo-language, looked at in one state after the other."""

    def __init__(self, app: Visit, shots: str) -> None:
        self.app, self.page, self.shots = app, app.page, shots
        self.found: dict[str, list[str]] = {}

    def look(self, state: str) -> None:
        """Note what is wrong in this state."""
        self.app.answered()
        # a comparison that is hidden is not worked out
        self.page.wait_for_function(
            """() => { const tables = [...document.querySelectorAll('.rt-nine')];
                 const isDone = one => !one.checkVisibility() || !one.classList.contains('rt-pending');
                 const hidden = document.querySelector('.rt-screen-analyse[hidden]');
                 return hidden || (tables.length > 0 && tables.every(isDone)); }"""
        )
        self.app.settle()
        if wrong := find_wrong(self.page, "|".join(NAMES)):
            self.found[state] = wrong
        self.app.shoot(f"{self.shots}-{state.replace(' ', '-')}")

    def press(self, act: str, nth: int = 0) -> None:
        """Press the button of an action, behind "More" where a phone has no room; wait until nothing is under way."""
        if self.page.locator(f".rt-railtools [data-act='{act}']:not(:visible)").count():
            self.page.locator("[data-act=menu]").click()
        self.page.locator(f"[data-act='{act}']:visible").nth(nth).click()
        self.app.answered()
        self.app.settle()

    def ungroup(self, tray: int) -> None:
        """Undo a group: by its own button, or where a phone has no room for it by that for its cards."""
        if self.page.locator("[data-act=ungroup-tray]").nth(tray).is_visible():
            self.page.locator("[data-act=ungroup-tray]").nth(tray).click()
        else:
            for card in self.page.locator(".rt-felt .rt-tray").nth(tray).locator("[data-card]").all():
                card.click()
            self.page.locator(".rt-tool[data-act=ungroup]").click()
        self.app.answered()
        self.app.settle()

    def open_tab(self, key: str) -> None:
        """Show a panel that has a tab."""
        self.page.locator(f"[data-tab='{key}']").click()
        self.app.settle()


@pytest.fixture(params=[PROJECTOR, PHONE], ids=["projector", "phone"])
def walk(request: pytest.FixtureRequest, live_visit):
    """Open the page in the pseudo-language; what was wrong in any state is told at the end."""
    phone = request.param is PHONE
    walks: list[Walk] = []

    def open_page(query: str = "", mode: str = "analyse") -> Walk:
        query = f"?lang=qps&mode={mode}{query}"
        if walks:
            walks[0].app.step_to(query)
        else:
            app: Visit = live_visit(query, phone=phone)
            walks.append(Walk(app, f"qps-{'phone' if phone else 'projector'}"))
        walks[0].page.wait_for_selector(".rt-app[lang=qps]", state="attached")
        return walks[0]

    yield open_page
    assert {state: wrong for one in walks for state, wrong in one.found.items()} == {}
    assert not any(one.app.errors for one in walks)


def test_table_and_answer(walk):
    """The table as laid, after moves good and bad, with every reason and word open, and the answer step by step."""
    steps: Walk = walk(
        "&hand=2H+3H+4H+%7C+5C+6C+QD+%7C+8D+8S+5C+%7C+2D+2C+%7C+KS+QS&rules=adgaming-13&turned=QD&players=6"
    )
    steps.look("table")
    for list_of in steps.page.locator(
        "summary:visible:is([data-focus=why], [data-focus=words], [data-focus=keys])"
    ).all():
        list_of.click()
    steps.look("table explained")
    for level in (1, 2, 3, 4):
        steps.page.locator(f".rt-best [data-act=reveal][data-level='{level}']").first.click()
        steps.page.wait_for_selector(f".rt-best .rt-pips[aria-label*='{level}']", state="attached")
        steps.look(f"answer {level}")
    steps.press("take")
    steps.look("taken")
    steps.ungroup(0)
    steps.look("ungrouped")
    steps.page.locator(".rt-loose [data-card]").first.click()
    steps.look("selected")


def test_comparison_and_rules(walk):
    """All rulebooks with their best, why two differ, another number of cards, the rules and their differences."""
    steps: Walk = walk("&hand=2H+3H+4H+%7C+5C+6C+PJ+%7C+KS+QS&rules=paplu-13&turned=QD&players=4")
    steps.press("show-best")
    steps.page.locator("[data-focus='pair']").click()
    steps.look("comparison")
    steps.page.locator(".rt-options summary").click()
    steps.look("options")
    steps.page.keyboard.press("Escape")
    steps.press("show-rulebook")
    for name in ("rulings", "differences"):
        steps.page.locator(f"[data-focus='{name}']").click()
    steps.look("rules")
    steps.page.keyboard.press("Escape")
    steps.ungroup(-1)  # a hand of one's own stays when the game changes
    steps.page.locator("[data-field='rulebook']").first.select_option("marriage-21")
    steps.page.wait_for_selector(".rt-headline[data-tone=bad] .rt-button")
    steps.look("no figure")


def test_what_now(walk):
    """How far, what to throw, one way there; an open card, seen cards."""
    hand = "2H+3H+4H+%7C+7S+8S+9S+TS+%7C+5C+5D+5H+%7C+KD+KC+%7C+2S"
    steps: Walk = walk(f"&hand={hand}&rules=gorummy-13&turned=9D&open=KH&seen=KS")
    steps.open_tab("what_now")
    steps.look("what now hidden")
    for level in (1, 2, 3):
        steps.page.locator(f"[data-act='what-now'][data-level='{level}']").first.click()
        steps.page.wait_for_selector(f".rt-now .rt-pips[aria-label*='{level}']", state="attached")
        steps.app.wait_worked_out()
        steps.look(f"what now {level}")
    steps.page.locator("[data-focus='now-seen']").click()
    steps.look("seen cards")


def test_editor_and_bar(walk):
    """A hand that cannot be read, a deal, a tricky one, the class and its steps, the link to share, a bad link."""
    steps: Walk = walk("&hand=2H+XX&rules=none&turned=9Z&players=99&options=x&seen=YY")
    steps.look("bad link")
    steps.press("dismiss")
    steps.app.open_drawer("turned")
    steps.look("turned card")
    steps.app.open_drawer("pack")
    steps.look("pack")
    steps.app.open_drawer("hands")
    steps.look("hands")
    steps.page.locator(".rt-editor textarea").fill("2H 3X")
    steps.page.locator("[data-focus='lay']").click()
    steps.page.wait_for_selector(".rt-errorplace")
    steps.look("bad hand")
    steps.app.open_drawer("hands")
    steps.press("tricky")
    steps.app.wait_laid()
    steps.look("tricky")
    steps.press("share")
    steps.look("share")
    steps.press("share")
    steps.press("classroom")
    steps.look("class")
    steps.press("next-step")
    steps.look("class step")


@pytest.mark.parametrize("keys", [("s0-six", "s4-six"), ("marriage", "vazhushal", "pool")], ids=lambda keys: keys[0])
def test_rounds(walk, keys):
    """Worked rounds, their payments one by one, an empty round, a name and cards that cannot be."""
    steps: Walk = walk()
    steps.app.show("round")
    for key in keys:
        walk_round(steps, key)


def walk_round(steps: Walk, key: str) -> None:
    """Look at a worked round, and leave an empty one."""
    unfold_examples(steps.page)
    steps.page.select_option(".rt-round select[data-act=preset]", key)
    steps.app.answered()
    steps.page.wait_for_selector(".rt-round .rt-nets")
    steps.look(f"round {key}")
    unfold(steps.page)
    steps.look(f"round {key} unfolded")
    steps.press("step-start")
    steps.look(f"round {key} step")
    steps.press("step-all")
    steps.page.locator("[data-focus='seat-0-cards']").fill("2H 3X")
    steps.page.locator("[data-focus='seat-0-name']").click()
    steps.page.wait_for_selector(".rt-seat .rt-error")
    steps.look(f"round {key} wrong")
    steps.press("new")
    steps.look(f"round {key} empty")


def test_lesson(walk):
    """The doors and the path, a worked example, a task with its hints, and a wrong answer with its why."""
    steps: Walk = walk(mode="learn")
    steps.page.wait_for_selector(".rt-learn h2")
    steps.look("learn home")
    steps = walk("&lesson=sets&rules=adgaming-13", mode="learn")
    steps.page.wait_for_selector(".rt-steptext")
    steps.look("lesson example")
    steps = walk("&lesson=sets&task=sets.classify.5.1.2&rules=adgaming-13", mode="learn")
    steps.page.wait_for_selector(".rt-choice")
    steps.press("hint")
    steps.look("task with a hint")
    steps.page.locator(".rt-choice").last.click()
    steps.page.wait_for_selector(".rt-verdict")
    steps.look("task answered")


def test_puzzle(walk):
    """A puzzle with a story: a wrong answer, a hint, the answer with its why; and one in which a card is chosen."""
    steps: Walk = walk("&puzzle=x4", mode="puzzles")
    page = steps.page
    page.wait_for_selector(".rt-puzzlehead h2")
    steps.look("puzzle")
    for what in ("check", "hint", "show"):
        page.locator(f"[data-puzzle={what}]").click()
        steps.app.answered()
    page.wait_for_selector(".rt-puzzleverdict .rt-whylines li")
    steps.look("puzzle answered")


@pytest.mark.parametrize("kinds", [LEFT, RIGHT], ids=lambda kinds: kinds[0])
def test_every_kind_of_task(walk, kinds):
    """Each kind of task with all its hints."""
    for kind in kinds:
        rulebook = "paplu-13" if kind in ("classify", "move") else "rummy-21"
        task = make_task(get_rulebook(rulebook), None, kind, 5)
        steps: Walk = walk(f"&rules={rulebook}&lesson={task.lesson}&task={task.lesson}.{kind}.5.1.2", mode="learn")
        steps.page.wait_for_selector(".rt-ask")
        while steps.page.locator("[data-act=hint]:visible:enabled").count():
            before = steps.page.locator(".rt-learnside .rt-note").count()
            steps.press("hint")
            expect(steps.page.locator(".rt-learnside .rt-note")).not_to_have_count(before)
        steps.look(f"task {kind}")


def test_progress(walk, tmp_path):
    """What is known, due and believed, a file that is damaged, the question before it is deleted, and nothing left."""
    book = get_rulebook("gorummy-13")
    progress, at = Progress.new(book), datetime.now(UTC) - timedelta(days=3)
    for lesson, belief in (("pure", KNOWS), ("sets", "suit-twice"), ("points", KNOWS)):
        for seed in range(6):
            task = progress.next_task(lesson, book, at, seed)
            answer = foretell_answer(belief, task)
            progress = progress.record(task, answer, progress.judge(task, answer), at)
    file, bad = tmp_path / "progress.json", tmp_path / "bad.json"
    courses = {book.key: progress, "rummy-21": replace(progress, rulebook="rummy-21")}
    file.write_text(json.dumps(Study(courses=courses).to_data()))
    bad.write_text("{")
    steps: Walk = walk("&rules=gorummy-13", mode="learn")
    steps.press("progress")
    steps.page.wait_for_selector("[data-act=export]")
    steps.look("progress, none")
    for name, chosen in (("read", file), ("damaged", bad)):
        steps.page.set_input_files("[data-file]", chosen)
        steps.page.wait_for_selector(f".rt-message[data-tone={'bad' if chosen is bad else 'good'}]")
        steps.look(f"progress, {name}")
    steps.press("clear")
    steps.look("progress, sure?")
    steps.press("clear-no")
    steps.press("home")
    steps.page.wait_for_selector(".rt-path")
    steps.look("path, begun")


def test_a_turn_is_practised(walk):
    """The steps of the first lesson with its table, a move refused, and turns that are played on."""
    steps: Walk = walk("&lesson=two-minutes&rules=adgaming-13", mode="learn")
    steps.page.wait_for_selector(".rt-steptext")
    while not steps.page.locator(".rt-turn [data-act=stock]").count():
        before = steps.page.locator(".rt-steptext").inner_text()
        for shown in steps.page.locator("[data-act=show]").all():  # the way on comes with the answer
            shown.click()
        steps.page.locator("[data-next]").click()
        expect(steps.page.locator(".rt-steptext")).not_to_have_text(before)
    steps.press("stock")
    steps.page.wait_for_selector(".rt-turnsaid :text('⟦')")
    steps.look("turn, drawn")
    while not steps.page.locator("[data-act=practise]").count():  # it is at the first step
        steps.press("step-back")
    steps.press("practise")
    steps.page.wait_for_selector(".rt-learnside [data-act=group]:visible")
    steps.press("stock")
    steps.page.locator(".rt-turn [data-hand]").last.click()
    steps.page.locator(".rt-turn .rt-button[data-act=throw]").click()
    steps.page.wait_for_selector(".rt-news li")
    steps.look("turns practised")


def test_the_teachers_lists(walk, tmp_path):
    """What a teacher chooses from, a list of several entries, a file that is none, and the list before the class."""
    steps: Walk = walk("&rules=adgaming-13")
    page = steps.page
    page.locator(".rt-mode[data-mode=learn]").click()
    page.wait_for_selector(".rt-hero")
    steps.press("classroom")
    page.wait_for_selector(".rt-classhead")
    steps.look("classroom")
    for at, source in enumerate(("lesson", "puzzles", "hand")):
        page.locator(f"[data-act=class-add][data-source={source}]").click()
        page.wait_for_function("n => document.querySelectorAll('.rt-entries li').length > n", arg=at)
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    page.locator("input[data-list]").set_input_files(bad)
    page.wait_for_selector(".rt-message")
    steps.look("classroom, a list")
    page.locator("[data-act=class-show][data-source=list]").click()
    page.wait_for_selector(".rt-classroom .rt-classplace")
    steps.look("classroom, shown")


@pytest.mark.parametrize(
    "puzzles", [("x1", "x5", "d"), ("take.gorummy-13.1", "throw.gorummy-13.5", "second.gorummy-13.1")]
)
def test_puzzles_of_each_goal(walk, puzzles):
    """A wrong total, a card too often, a card to move, a card to take or throw, another answer: as asked and shown."""
    for puzzle in puzzles:
        steps: Walk = walk(f"&puzzle={puzzle}", mode="puzzles")
        steps.page.wait_for_selector(".rt-puzzlehead h2")
        steps.look(f"puzzle {puzzle}")
        steps.page.locator("[data-puzzle=show]").click()
        steps.page.wait_for_selector(".rt-puzzleverdict .rt-whylines li")
        steps.look(f"puzzle {puzzle} shown")


def test_a_sitting(walk, tmp_path):
    """Some rounds of a pool in a row, somebody out, and a file that holds no round."""
    steps: Walk = walk(mode="round")
    page = steps.page
    page.wait_for_selector(".rt-round .rt-ledger")
    unfold_examples(page)
    page.select_option(".rt-round select[data-act=preset]", "pool")
    page.wait_for_selector(".rt-sitting table")
    bad = tmp_path / "bad.json"
    bad.write_text("{")
    page.locator(".rt-sitting input[type=file]").set_input_files(bad)
    page.wait_for_selector(".rt-round .rt-error")
    steps.look("sitting, a bad file")
    page.locator(".rt-sitting [data-act=next]").click()
    page.wait_for_selector(".rt-round .rt-message, .rt-round .rt-missing")
    steps.look("sitting, next round")


def test_words_and_my_rules(walk):
    """The list of words, an entry of a word and of a ruling; the form of one's own rules, changed and refused."""
    steps: Walk = walk()
    page = steps.page
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    steps.look("words")
    page.locator("[data-word=sequence]").first.click()
    page.wait_for_selector(".rt-wordwhat")
    steps.look("a word")
    if page.locator("[data-word='']").is_visible():  # on a phone the word stands in place of the list
        page.locator("[data-word='']").click()
    page.locator(".rt-wordsearch").fill("qqq")
    page.wait_for_selector("[data-word=sequence]", state="detached")
    steps.look("no such word")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    steps.open_tab("my_rules")
    page.wait_for_selector(".rt-mysection")
    steps.look("my rules")
    page.locator(".rt-mysection > summary").nth(3).click()
    page.locator(".rt-mysection[open] input[inputmode=numeric]").first.fill("lots")
    page.keyboard.press("Enter")
    page.wait_for_selector(".rt-myrules .rt-error")
    steps.look("my rules refused")


def test_the_first_screen_offers_the_languages_in_sight(live_visit) -> None:
    """Who reads no English finds their language without opening a menu, on a phone too."""
    first: Visit = live_visit("", phone=True)
    first.page.locator(".rt-bar [data-field=language]").select_option("ta")
    first.page.wait_for_selector("html[lang=ta] .rt-app[lang=ta]")


def test_the_longest_words_fit_a_narrow_phone(live_visit) -> None:
    """In Tamil nothing runs past the window or its place at 360 px: the doors, and a table with no loose cards."""
    app: Visit = live_visit("?lang=ta&mode=learn", phone=True, width=360, height=640)
    app.page.wait_for_selector("html[lang=ta] .rt-hero")
    app.settle()
    assert find_spilt(app.page) == []
    app.follow("?lang=ta&mode=analyse&hand=2H+3H+4H+%7C+5C+6C+QD+%7C+8D+8S+5C&rules=adgaming-13&turned=QD&players=6")
    app.settle()
    assert find_spilt(app.page) == []
    for head in app.page.locator(".rt-felt .rt-trayhead").all():
        assert head.evaluate("(head) => head.scrollWidth <= head.parentElement.clientWidth")


def test_another_language_is_chosen_in_the_menu(live_visit):
    """What is chosen reaches every panel at once, is there after a reload, and can be undone."""
    app: Visit = live_visit("?lang=qps&mode=analyse")
    page = app.page
    page.wait_for_selector(".rt-app[lang=qps] h1:has-text('⟦')")
    app.reload()
    page.wait_for_selector(".rt-app[lang=qps] h1:has-text('⟦')")
    page.locator("[data-act=menu]").click()
    page.locator("[data-field=language]").select_option("en")
    page.wait_for_selector(".rt-app[lang=en] h1:has-text('Rummy Tutor')")
    app.wait()
    assert "⟦" not in page.locator(".rt-app").inner_text()
    page.locator("[data-field=language]").select_option("hi")
    page.wait_for_selector("html[lang=hi] .rt-app[lang=hi]")
    app.reload()
    page.wait_for_selector("html[lang=hi] .rt-app[lang=hi]")


def test_a_page_speaks_the_language_of_its_browser(live_visit):
    """A browser in Hindi gets the page in Hindi, whatever its region, until another language is asked for."""
    page = live_visit("?mode=learn", locale="hi-IN").page
    page.wait_for_selector("html[lang=hi] .rt-app[lang=hi]")
    page.wait_for_selector(".rt-brand[lang=en] >> text=Rummy Tutor")  # what is English there says so
    assert page.locator(":text('रमी सीखिए')").first.evaluate("(node) => node.closest('[lang]').lang") == "hi"
    assert not page.evaluate("localStorage.getItem('rummy-tutor')").count('"language"')
    page = live_visit("?mode=learn&lang=en", locale="hi-IN").page
    page.wait_for_selector("html[lang=en] .rt-app[lang=en] h1:has-text('Rummy Tutor')")


@pytest.mark.parametrize("language", ["te", "ta"])
def test_tall_and_wide_scripts_fit_a_phone(live_visit, language):
    """No word of the main screens leaves its button in Telugu, which is tall, and in Tamil, which is wide."""
    hand = "hand=2H+3H+4H+%7C+5C+6C+QD+%7C+8D+8S+5C+%7C+2S&rules=gorummy-13&turned=9D"
    app: Visit = live_visit(f"?lang={language}&mode=analyse&{hand}", phone=True)
    spilt = {"analyse": find_spilt(app.page)}
    for query, seen in (
        ("mode=learn&lesson=sets&task=sets.classify.5.1.2&rules=adgaming-13", ".rt-choice"),
        ("mode=learn&lesson=turn&task=turn.move.5.1.2&rules=paplu-13", ".rt-turnfelt:visible"),
        ("mode=puzzles&puzzle=x4", ".rt-puzzlehead h2"),
        ("mode=round", ".rt-round .rt-seats"),
        ("mode=play&rules=octro-13", ".rt-app[data-mode=play] .rt-main"),
    ):
        app.step_to(f"?lang={language}&{query}")
        app.page.wait_for_selector(seen)
        app.settle()
        spilt[query] = find_spilt(app.page)
    assert not any(spilt.values()), spilt
    assert app.page.locator("html").get_attribute("lang") == language and not app.errors


def test_words_that_a_label_or_a_list_cuts_off_are_seen(browser: Browser) -> None:
    """What hides a part of its words is found: a button, a list, what a field says while it is empty; nothing else."""
    page = browser.new_page(viewport=PHONE)
    page.set_content(
        """<style>.narrow { display: inline-block; width: 3em; overflow: hidden; white-space: nowrap }</style>
        <button class="narrow">A long label</button><button>A long label</button>
        <label class="narrow"><span>A long label</span></label>
        <select style="width: 4em"><option>A long line</option></select><select><option>A long line</option></select>
        <input style="width: 3em" placeholder="Write your name">"""
    )
    found = sorted(line.split()[0].split(".")[0] for line in find_spilt(page))
    page.context.close()
    assert found == ["BUTTON", "BUTTON", "INPUT", "LABEL", "SELECT"]  # the button's words leave it too
