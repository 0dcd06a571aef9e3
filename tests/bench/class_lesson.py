"""A lesson of ten tasks with 30 phones, four of them real pages, and pictures of wall, phone and teacher's page.

Run ``python -m tests.bench.class_lesson FOLDER``: the teacher presses the steps on a page of their own, the other
phones are sockets that answer at random. It prints what is wrong on a page at any step, and ends with status 1 if
anything is: the wall scrolls or has letters under 32 px, a phone is wider than its screen, a page logs an error.
"""

from __future__ import annotations

import asyncio
import random
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.class_pages import LAPTOP, TOUCH, Class
from tests.browser.conftest import launch_chromium, settle
from tests.browser.machines import MACHINES, make_machine
from tests.hosts.class_clients import Client

OTHERS = 26
KINDS = (
    ("gorummy-13", "sets", "classify"),
    ("gorummy-13", "pure", "complete"),
    ("gorummy-13", "wild", "mark"),
    ("gorummy-13", "points", "count"),
    ("gorummy-13", "declare", "repair"),
    ("gorummy-13", "turn", "take?"),
    ("gorummy-13", "round", "settle"),
    ("marriage-21", "loser", "build"),
)
HAND = "2H 3H 4H 5H | 7S 8S 9S | KD KC KS | 9H 9D 9C"
TASKS: list[dict[str, Any]] = [
    *(
        {"lesson": lesson, "kind": kind, "rulebook": rulebook, "seed": seed, "level": 1}
        for seed, (rulebook, lesson, kind) in enumerate(KINDS)
    ),
    {"puzzle": "allow.octro-13.2"},
    {"ask": "declare", "hand": HAND, "rulebook": "gorummy-13", "note": "Is this hand done?"},
]
STAGES = ("open", "frozen", "tally", "why", "answer")
SMALLEST = 31.9  # px of letters on the wall

_SMALL_LETTERS = """smallest => {
    const zoom = parseFloat(getComputedStyle(document.querySelector(".rt-classbody")).zoom) || 1;
    const walker = document.createTreeWalker(document.querySelector(".rt-classbody"), NodeFilter.SHOW_TEXT);
    const small = [];
    while (walker.nextNode()) {
        const box = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !box.checkVisibility() || box.closest(".rt-card, svg, kbd")) continue;
        const size = parseFloat(getComputedStyle(box).fontSize) * zoom;
        if (size < smallest) small.push(`${size.toFixed(1)} ${walker.currentNode.data.slice(0, 40)}`);
    }
    return small;
}"""


class Phones(threading.Thread):
    """Students that are only sockets; each answers every task once, at random. A second teacher plans the tasks."""

    def __init__(self, held: Class) -> None:
        super().__init__(daemon=True)
        self.url, self.code, self.secret = held.url, held.code, held.secret
        self.rng = random.Random(1)
        self.start()

    def run(self) -> None:
        """Come in and answer."""
        asyncio.run(self._all())

    async def _all(self) -> None:
        teacher = await Client(self.url).connect({"role": "teacher", "token": self.secret})
        await teacher.until(lambda values: "desk" in values)
        teacher.send({"type": "plan", "tasks": TASKS})
        await teacher.until(lambda values: len(values["desk"]["plan"]) == len(TASKS))
        await asyncio.gather(*(self._one(at) for at in range(OTHERS)))

    async def _one(self, at: int) -> None:
        client = await Client(self.url).connect({"role": "student", "code": self.code, "name": f"Student {at}"})
        await client.until(lambda values: "own" in values)
        for asked in range(len(TASKS)):
            await client.until(lambda values, asked=asked: values.get("task") and values["task"]["at"] == asked)
            task = client.values["task"]
            await client.until(lambda values: values["task"]["asks"] != "table" or "table" in values)
            await asyncio.sleep(self.rng.random())
            client.send({"type": "class-answer", "at": asked, "value": self._choose(client, task)})
        await client.until_closed()

    def _choose(self, client: Client, task: dict[str, Any]) -> Any:
        keys = [choice["key"] for choice in task["choices"]]
        if task["asks"] == "table":
            self._lay_out(client)
            return None
        if task["asks"] == "number":
            return 10 * self.rng.randrange(8)
        return self.rng.choice(keys) if task["asks"] == "one" else self.rng.sample(keys, self.rng.randrange(len(keys)))

    def _lay_out(self, client: Client) -> None:
        table = client.values["table"]
        cards = [card["id"] for tray in (*table["trays"], table["loose"]) for card in tray["cards"]]
        for _ in range(self.rng.randrange(3)):
            moved = self.rng.sample(cards, 3)
            client.send({"type": "move", "cards": moved, "to": "new", "seq": 1, "view": "v"})


def answer(phone: Page, at: int) -> None:
    """Answer what a phone shows: the choice of that place, or the table as it lies."""
    hand_in = phone.locator("[data-act=hand-in]")
    choices, number = phone.locator(".rt-choice"), phone.locator("input[name=number]")
    phone.wait_for_selector(".rt-choice, input[name=number], [data-act=hand-in]")
    if number.count():
        number.fill(str(10 * at))
        number.press("Enter")
    elif choices.count():
        choices.nth(at % choices.count()).tap()
    if hand_in.count():
        hand_in.tap()
        if phone.locator("[role=alert]").count():
            hand_in.tap()
    phone.wait_for_selector(".rt-yours")


def find_faults(teacher: Page, wall: Page, phones: list[Page]) -> list[str]:
    """What is wrong on the pages as they stand."""
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    faults = [f"wider by {over}" for page in (teacher, wall, *phones) if (over := page.evaluate(wide)) > 0]
    high = wall.evaluate("document.documentElement.scrollHeight - window.innerHeight")
    return [*faults, *([f"wall too high by {high}"] if high > 0 else []), *wall.evaluate(_SMALL_LETTERS, SMALLEST)]


def shoot_all(folder: Path, name: str, pages: dict[str, Page]) -> None:
    """A picture of each page."""
    for kind, page in pages.items():
        settle(page)
        page.screenshot(path=folder / f"{name}_{kind}.png")


def teach(held: Class, folder: Path) -> list[str]:
    """Give the lesson; what was wrong on the way."""
    phones = [held.open(f"#{held.code}", **TOUCH) for _ in range(4)]
    wall = held.open(f"wall#{held.secret}", viewport={"width": 1920, "height": 1080})
    teacher = held.open(f"teacher#{held.secret}", **LAPTOP)
    for phone in phones:
        phone.wait_for_selector(".rt-waiting")
    Phones(held)
    while teacher.locator(".rt-people [data-here=true]").count() < OTHERS + 4:
        if (admit := teacher.locator("[data-act=admit]")).count():
            admit.click()
        teacher.wait_for_timeout(100)
    pages = {"wall": wall, "phone": phones[0], "teacher": teacher}
    shoot_all(folder, "00_door", pages)
    faults = find_faults(teacher, wall, phones)
    for at in range(len(TASKS)):
        teacher.locator("[data-act=next]").click()
        begin = time.perf_counter()
        for phone in phones:
            expect(phone.locator(".rt-classlesson")).to_have_attribute("data-task", str(at))
        print(f"task {at + 1}: on four phones after {time.perf_counter() - begin:.2f} s", flush=True)
        shoot_all(folder, f"{at + 1:02d}_0_asked", pages)
        for place, phone in enumerate(phones):
            answer(phone, place)
        expect(teacher.locator(".rt-count")).to_contain_text(f"{OTHERS + 4} of {OTHERS + 4}")
        for stage in STAGES:
            if stage != "open":
                teacher.locator("[data-act=freeze], [data-act=reveal]").click()
                wall.wait_for_timeout(500)  # a second press counts no sooner
            faults += [f"task {at + 1} {stage}: {fault}" for fault in find_faults(teacher, wall, phones)]
            shoot_all(folder, f"{at + 1:02d}_{STAGES.index(stage) + 1}_{stage}", pages)
    return faults + held.errors


def main() -> int:
    """Print what was wrong; 1 if anything was."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as fonts:
        browser = launch_chromium(playwright, make_machine(next(iter(MACHINES)), Path(fonts)))
        held = Class(browser)
        try:
            faults = teach(held, folder)
        finally:
            held.stop()
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
