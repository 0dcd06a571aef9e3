"""A learner's walk through lessons: every control is found as a screen reader finds it, by its role and its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, expect

from rummy_tutor import get_rulebook
from rummy_tutor.game.cards import Card
from rummy_tutor.page.faces import card_name
from rummy_tutor.page.learn.view import tell_answer, tell_question
from rummy_tutor.tutor.lessons import BY_KEY
from rummy_tutor.tutor.planting import read_name, task_from
from rummy_tutor.tutor.tasks import Task
from rummy_tutor.wording.speech import speaking_early

from .conftest import Visit

MOST = 40  # right answers that master every lesson
ONWARD = re.compile("^(Continue|Next lesson: .+)$")
ON_TABLE = re.compile(r"(, loose|, in group \d+)$")
# the roles of what can be pressed or written in, as Chromium's tree has them; the options of a list are its own
PRESSED = {"button", "link", "textbox", "combobox", "checkbox", "radio", "tab", "DisclosureTriangle"}
PRESSABLE = ":is(button, a[href], input, select, textarea, summary, [data-act], [tabindex='0']):visible"

# The key that brings the focus nearer to a control; none where it has it. The cards of a table are one stop of Tab,
# and among them the arrows lead on.
_NEXT_KEY = """control => {
    const at = document.activeElement;
    if (at === control) return "";
    const back = at.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING;
    if (control.tabIndex < 0 && at.matches("[data-card]")) return back ? "ArrowLeft" : "ArrowRight";
    return back ? "Shift+Tab" : "Tab";
}"""


def reach(control: Locator) -> None:
    """Bring the focus to a control by Tab and the arrows."""
    keyboard = control.page.keyboard
    for _ in range(120):
        key = control.evaluate(_NEXT_KEY)
        if not key:
            return
        keyboard.press(key)
    raise AssertionError(f"no key leads to {control}")


def by_mouse(control: Locator) -> None:
    """Click."""
    control.click()


def by_touch(control: Locator) -> None:
    """Tap."""
    control.tap()


def by_keys(control: Locator) -> None:
    """Reach it, and press Space on what can be selected, else Enter."""
    expect(control).to_be_enabled()
    reach(control)
    control.page.keyboard.press("Enter" if control.get_attribute("aria-pressed") is None else "Space")


WAYS: dict[str, Callable[[Locator], None]] = {"mouse": by_mouse, "touch": by_touch, "keyboard": by_keys}


def read_task(app: Visit) -> Task:
    """The task that the address names."""
    named = parse_qs(urlsplit(app.page.url).query)
    return task_from(read_name(named["task"][0]), get_rulebook(named["rules"][0]))


class Walker:
    """Goes through lessons in one way of pressing, and gives right answers."""

    def __init__(self, app: Visit, way: str) -> None:
        self.app, self.way, self.press = app, way, WAYS[way]
        self.heard: set[str] = set()  # the kinds of tasks that have been listened to as a whole
        self.tools = app.page.context.new_cdp_session(app.page)

    def find(self, name: str | re.Pattern[str], role: str = "button", **more: object) -> Locator:
        """A control by its name and role."""
        return self.app.page.get_by_role(role, name=name, exact=isinstance(name, str), **more)

    def listen(self) -> list[tuple[str, str]]:
        """What the page tells a screen reader, as roles with names; all that can be pressed is there and has a name."""
        self.app.settle()
        nodes = self.tools.send("Accessibility.getFullAXTree")["nodes"]
        heard = [
            (node["role"]["value"], node.get("name", {}).get("value", "").strip())
            for node in nodes
            if not node["ignored"]
        ]
        pressed = [name for role, name in heard if role in PRESSED]
        assert all(pressed), heard
        assert len(pressed) == self.app.page.locator(PRESSABLE).count(), heard
        return heard

    def work(self) -> None:
        """Read the worked example of a lesson, then answer until it is mastered."""
        main = self.app.page.get_by_role("region").first
        start = self.find("Now try it yourself")
        onward = self.find(re.compile("^(Next|Show me)$"))  # where a move is to be tried there is no way on before it
        start.or_(onward).wait_for()
        while not start.count():
            before = main.aria_snapshot()
            self.press(onward)
            self.app.answered()
            self.app.until(lambda before=before: main.aria_snapshot() != before)
        self.listen()
        self.ask(start)
        for _ in range(MOST):
            self.answer()
            if self.find(re.compile("^Next lesson: ")).count():
                expect(self.find_verdict()).to_contain_text("You know this lesson")
                expect(self.find("1 star of 3", "img")).to_be_in_viewport(ratio=1)
                return
            self.ask(self.find("Continue"))
        raise AssertionError("forty right answers did not master the lesson")

    def ask(self, control: Locator) -> None:
        """Press what leads to a task, and wait until it is there."""
        before = self.app.page.url
        self.press(control)
        self.app.page.wait_for_url(lambda url: url != before and "task=" in url)
        expect(self.find_verdict()).to_have_count(0)

    def find_verdict(self) -> Locator:
        """What is said aloud of a right answer."""
        return self.app.page.get_by_role("status").filter(has_text="Right!")

    def answer(self) -> None:
        """Hear a question and its cards, answer it rightly, and hear the verdict."""
        task = read_task(self.app)
        right = task.answer
        with speaking_early(BY_KEY[task.lesson].is_before("pure")):
            asked = tell_question(task)
        question = self.find(asked, "heading", level=3)
        expect(question).to_have_count(1)
        if task.turn is None:  # every card that lies on the table is named
            expect(self.find(ON_TABLE)).to_have_count(len(task.cards))
        new = self.way == "keyboard" and task.kind not in self.heard
        if new:
            self.heard.add(task.kind)
            assert ("heading", asked) in self.listen()
        if task.asks == "number":
            field = self.find("Points", "textbox")
            reach(field) if self.way == "keyboard" else self.press(field)
            self.app.page.keyboard.type(str(right))
            self.press(self.find("Check"))
        elif task.asks == "groups":
            self.lay_out(right)
        elif task.asks == "moves":
            self.decide(task, right)
        else:
            name = card_name(Card.parse(right)) if task.asks == "card" else tell_answer(task, right)
            self.press(self.find(name))
        self.find(ONWARD).wait_for()
        expect(self.find_verdict()).to_have_count(1)
        if new:
            assert ("StaticText", "Right!") in self.listen()

    def lay_out(self, groups: list[list[str]]) -> None:
        """Group the loose cards."""
        for count, group in enumerate((group for group in groups if len(group) > 1), 1):
            for card in group:
                self.press(self.find(re.compile(f"^{card_name(Card.parse(card))}, loose"), pressed=False).first)
            self.press(self.find(f"Group ({len(group)})"))
            self.find(re.compile(f"^Group {count}: "), "group").wait_for()
        self.press(self.find("Check"))

    def decide(self, task: Task, right: list[str]) -> None:
        """Hold each move that is asked about for allowed or forbidden; the open card is taken on the table."""
        for move, following in zip(task.choices, [*task.choices[1:], None], strict=True):
            label = tell_answer(task, [move])
            if move == "take" and move in right:
                self.press(self.find(re.compile(f"^{label}, ")))
            else:
                self.press(self.find(f"{'Yes' if move in right else 'No'}: {label}"))
            after = self.find(f"Yes: {tell_answer(task, [following])}") if following else self.find(ONWARD)
            expect(after).to_be_enabled()  # not while what was just answered comes up
