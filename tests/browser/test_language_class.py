"""The pages of a class and its worksheet in the pseudo-language, each state at a projector's and a phone's width."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rummy_tutor.front.linking import link_styles
from rummy_tutor.page.classroom.sheet import make_sheet
from rummy_tutor.tutor.kinds.rounds.settling import NAMES
from rummy_tutor.wording.speech import speaking, tell

from .class_pages import LAPTOP, TOUCH, Class
from .conftest import PHONE, PROJECTOR, settle
from .pseudo import find_spilt, find_wrong

_NAMES = "|".join((r"http://\S+", *NAMES))  # what may stand bare


class Walk:
    """A class in the pseudo-language, its pages looked at in one state after the other."""

    def __init__(self, held: Class) -> None:
        self.held = held
        self.teacher = held.open(f"teacher#{held.secret}", **LAPTOP)
        self.wall = held.open(f"wall#{held.secret}", **LAPTOP)
        self.phone = held.open("", **TOUCH)
        self.found: dict[str, list[str]] = {}

    def look(self, state: str, *pages: Page) -> None:
        """Note what is wrong in this state on some pages, or on all."""
        for page in pages or (self.teacher, self.wall, self.phone):
            own = page.viewport_size
            for size in (PROJECTOR, PHONE):
                page.set_viewport_size(size)
                settle(page)
                if wrong := find_wrong(page, f"{_NAMES}|{self.held.code}"):
                    name = {self.teacher: "teacher", self.wall: "wall"}.get(page, "phone")
                    self.found[f"{name}: {state}, {size['width']}"] = wrong
            page.set_viewport_size(own)

    def ask(self, lesson: str, kind: str, rulebook: str = "gorummy-13") -> None:
        """Ask the class a task of a lesson."""
        for field, value in (("rulebook", rulebook), ("lesson", lesson), ("kind", kind)):
            self.teacher.locator(f"[data-field={field}]").select_option(value)
        self.teacher.locator("[data-act=push]").click()

    def step(self) -> None:
        """Go one step on."""
        self.teacher.locator("[data-act=freeze], [data-act=reveal]").click()


@pytest.fixture
def walk(browser: Browser) -> Iterator[Walk]:
    """A class in the pseudo-language; what was wrong in any state is told at the end."""
    held = Class(browser, RUMMY_TUTOR_LANGUAGE="qps")
    walked = Walk(held)
    yield walked
    for page in (walked.teacher, walked.wall, walked.phone):
        page.context.close()
    held.stop()
    assert walked.found == {}
    assert held.errors == []


def test_a_class_from_door_to_end(walk: Walk) -> None:
    """A wrong code, the door, each way to ask, a task answered and revealed, further tasks, what to repeat."""
    teacher, wall, phone = walk.teacher, walk.wall, walk.phone
    wall.wait_for_selector(".rt-roomcode")
    teacher.wait_for_selector(".rt-asking")
    walk.look("door")
    phone.locator("#code").fill("ZZZZ")
    phone.locator("[data-form=join] button").tap()
    phone.wait_for_selector(".rt-message")
    walk.look("wrong code", phone)
    phone.locator("#code").fill(walk.held.code)
    phone.locator("[data-form=join] button").tap()
    phone.wait_for_selector(".rt-waiting")
    phone.locator("[data-act=rename]").tap()
    phone.wait_for_selector("[data-form=name]")
    walk.look("joined", phone)
    phone.locator("[data-form=name] button").tap()
    for source in ("puzzle", "hand", "list", "lesson"):
        teacher.locator(f"[data-source={source}]").click()
        teacher.wait_for_selector(f"[data-source={source}][aria-pressed=true]")
        walk.look(f"asking, {source}", teacher)
    walk.ask("sets", "classify")
    phone.locator(".rt-choice").last.tap()
    phone.wait_for_selector(".rt-yours")
    wall.wait_for_selector(".rt-walltask")
    teacher.wait_for_selector(".rt-tallyrow")
    walk.look("answered")
    teacher.locator("[data-act=show]").first.click()
    wall.wait_for_selector(".rt-shown")
    for state, seen in (
        ("closed", ""),
        ("tally", ".rt-tallyrow"),
        ("why", ".rt-wallwords"),
        ("answer", ".rt-classwhy"),
    ):
        walk.step()
        if state == "closed":
            phone.wait_for_selector(".rt-choices", state="detached")
        else:
            wall.wait_for_selector(seen, state="attached")  # what would say nothing is not seen
        if state == "answer":
            phone.wait_for_selector(".rt-classverdict")
        walk.look(state)
    phone.locator("[data-act=more]").tap()
    phone.wait_for_selector("[data-act=back]")
    walk.look("further task", phone)
    phone.locator("[data-act=back]").tap()
    teacher.locator("[data-act=plan]").click()
    teacher.wait_for_selector(".rt-plan li")
    teacher.locator("[data-act=repeat]").click()
    teacher.wait_for_selector(".rt-repeat li")
    walk.look("what to repeat", teacher)


def test_kinds_of_tasks(walk: Walk) -> None:
    """Cards to lay out, a number, several cards, a turn at its table, a round: on all three pages."""
    walk.phone.locator("#code").fill(walk.held.code)
    walk.phone.locator("[data-form=join] button").tap()
    walk.phone.wait_for_selector(".rt-waiting")
    for rulebook, lesson, kind, seen in (
        ("gorummy-13", "declare", "repair", ".rt-classfelt:not([hidden])"),
        ("gorummy-13", "loser", "count", "[name=number]"),
        ("paplu-13", "turn", "move", ".rt-turnhand"),
        ("rummy-21", "round", "settle", ".rt-classrows"),
        ("gorummy-13", "wild", "mark", ".rt-choice .rt-card"),
    ):
        walk.ask(lesson, kind, rulebook)
        walk.phone.wait_for_selector(seen)
        question = walk.phone.locator(".rt-question").inner_text()
        for page in (walk.wall, walk.teacher):
            expect(page.locator(".rt-question")).to_have_text(question)
        walk.look(kind)


def test_a_telugu_wall_and_a_kannada_phone(browser: Browser) -> None:
    """A class speaks one language, a phone of it another: the same question in the letters of each, nothing spilt."""
    held = Class(browser, RUMMY_TUTOR_LANGUAGE="te")
    more = {"bypass_csp": True}  # so that a page can be asked what it shows
    teacher = held.open(f"teacher#{held.secret}", **more, **LAPTOP)
    wall = held.open(f"wall#{held.secret}", **more, **LAPTOP)
    phone = held.open("?lang=kn", **more, **TOUCH)
    phone.locator("#code").fill(held.code)
    phone.locator("[data-form=join] button").tap()
    phone.wait_for_selector(".rt-waiting")
    for field, value in (("rulebook", "gorummy-13"), ("lesson", "sets"), ("kind", "classify")):
        teacher.locator(f"[data-field={field}]").select_option(value)
    teacher.locator("[data-act=push]").click()
    for page, language, letters in ((wall, "te", "[\u0c00-\u0c7f]"), (phone, "kn", "[\u0c80-\u0cff]")):
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".rt-question")).to_have_text(re.compile(letters))
        assert find_spilt(page) == []
    assert find_spilt(teacher) == []
    for page in (teacher, wall, phone):
        page.context.close()
    held.stop()
    assert held.errors == []


@pytest.mark.parametrize("kind", ["sets", "loser", "turn", "round"])
def test_worksheets(browser: Browser, tmp_path: Path, kind: str) -> None:
    """A sheet with its key."""
    with speaking("qps"):
        text = make_sheet(kind, "rummy-21", 8)
    file = tmp_path / "sheet.html"
    file.write_text(text, encoding="utf-8")
    assert _look_at(browser, file, PROJECTOR) == []


@pytest.mark.parametrize("size", [PROJECTOR, PHONE], ids=["projector", "phone"])
def test_a_site_that_is_loading(browser: Browser, tmp_path: Path, size: dict[str, int]) -> None:
    """The lines that stand on a site's page until Python is there, or where scripts are forbidden."""
    with speaking("qps"):
        lines = [tell(f"page.site_{name}", why="NetworkError") for name in ("loading", "failed", "no_scripts")]
    file = tmp_path / "site.html"
    style = link_styles("site_page.css")
    viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    text = "".join(f'<p id="loading" role="status" style="position:static">{line}</p>' for line in lines)
    file.write_text(f'<!doctype html><meta charset="utf-8">{viewport}<style>{style}</style>{text}', encoding="utf-8")
    assert _look_at(browser, file, size, "NetworkError") == []


def _look_at(browser: Browser, file: Path, size: dict[str, int], own: str = "-") -> list[str]:
    """What is wrong with a page that lies in a file."""
    page = browser.new_page(viewport=size)
    page.goto(file.as_uri())
    settle(page)
    wrong = find_wrong(page, f"{_NAMES}|{own}")
    page.context.close()
    return wrong
