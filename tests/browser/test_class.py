"""A class in real browsers: the teacher, the wall for the projector, and four phones."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from rummy_tutor.hosts.live.drawing import draw_task, draw_wall
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.page.classroom.entries import ClassList
from rummy_tutor.page.classroom.lists import write_list
from rummy_tutor.page.shell.qr import draw_qr
from tests.hosts.asking import give_answer, push

from . import class_pages
from .class_pages import LAPTOP, TOUCH, Class
from .conftest import find_violations, settle, shoot


@pytest.fixture(scope="module")
def served(browser: Browser) -> Iterator[Class]:
    """One class for all tests of this file."""
    held = Class(browser)
    yield held
    held.stop()


@pytest.fixture(scope="module")
def teacher(served: Class) -> Page:
    """The teacher's page."""
    page = served.open(f"teacher#{served.secret}", **LAPTOP)
    page.wait_for_selector(".rt-steps")
    return page


@pytest.fixture(scope="module")
def wall(served: Class) -> Page:
    """The page for the projector."""
    page = served.open(f"wall#{served.secret}", **LAPTOP)
    page.wait_for_selector(".rt-roomcode")
    return page


@pytest.fixture(scope="module")
def phones(served: Class) -> list[Page]:
    """Four phones: one types the code, the others have it from the QR code."""
    typing = served.open("", **TOUCH)
    typing.get_by_label("code").fill(served.code.lower())
    expect(typing.get_by_label("Your name")).not_to_have_value("")
    typing.get_by_label("Your name").fill("Asha")
    typing.get_by_role("button", name="Join").tap()
    scanned = [served.open(f"#{served.code}", **TOUCH) for _ in range(3)]
    for phone in (typing, *scanned):
        phone.wait_for_selector(".rt-waiting")
    return [typing, *scanned]


@pytest.fixture
def ask(teacher: Page, wall: Page, phones: list[Page]) -> Callable[[str, str, str], None]:
    """Asks the class a task of a lesson."""

    def ask_all(rulebook: str, lesson: str, kind: str) -> None:
        ask_of((teacher, wall, *phones), rulebook, lesson, kind)

    return ask_all


def ask_of(pages: Sequence[Page], rulebook: str, lesson: str, kind: str) -> None:
    """Ask the class a task of a lesson on the teacher's page, the first one, and wait until every page shows it."""
    teacher, *others = pages
    teacher.locator("[data-source=lesson]").click()
    for field, value in (("rulebook", rulebook), ("lesson", lesson), ("kind", kind)):
        teacher.locator(f"[data-field={field}]").select_option(value)
    shown = teacher.locator(".rt-classlesson")
    before = shown.get_attribute("data-task") if shown.count() else ""
    teacher.get_by_role("button", name="Ask it now").click()
    expect(teacher.locator(f".rt-classlesson:not([data-task='{before}'])")).to_be_visible()
    for page in others:
        expect(page.locator(".rt-classlesson")).to_have_attribute("data-task", shown.get_attribute("data-task"))


def step(teacher: Page, name: str) -> None:
    """Go one step on."""
    teacher.get_by_role("button", name=name).click()


def test_a_class_from_the_first_phone_to_the_reason_why(served, teacher, wall, phones, ask) -> None:
    """Four phones answer a question; tally, right answer and reason come on the wall when the teacher says so."""
    shoot(wall, "class_wall_door")
    ask("gorummy-13", "sets", "classify")
    for at, phone in enumerate(phones):
        phone.locator(".rt-choice").nth((0, 2, 2, 1)[at]).tap()
        phone.wait_for_selector(".rt-yours")
    assert phones[0].evaluate("document.documentElement.scrollWidth <= innerWidth")
    shoot(phones[1], "class_phone_answer")
    expect(teacher.locator(".rt-count")).to_have_text("4 of 4 have answered")
    expect(teacher.locator(".rt-tallyrow")).to_have_count(3)
    assert wall.locator(".rt-tallyrow").count() == 0
    shoot(teacher, "class_teacher_tally")
    phones[3].locator(".rt-choice").nth(2).tap()
    expect(teacher.locator(".rt-tallyrow")).to_have_count(2)
    teacher.locator("[data-act=show]").first.click()
    wall.wait_for_selector(".rt-shown")
    step(teacher, "One minute more")
    phones[0].wait_for_selector(".rt-clock")
    step(teacher, "Close the answers")
    for page in (teacher, wall, phones[0]):
        page.wait_for_selector(".rt-clock", state="detached")
    phones[0].wait_for_selector(".rt-choices", state="detached")
    step(teacher, "Show how many gave each answer")
    wall.wait_for_selector(".rt-tallyrow")
    assert wall.locator(".rt-classverdict").count() == 0 and phones[0].locator(".rt-classverdict").count() == 0
    done = teacher.get_by_role("button", name="Show how many gave each answer", pressed=True)
    expect(done).to_be_visible()
    expect(teacher.locator(".rt-projected")).to_contain_text("the task, how many gave each answer")
    done.click()
    expect(wall.locator(".rt-tallyrow")).to_have_count(0)
    expect(done).to_have_count(0)
    step(teacher, "Show how many gave each answer")
    step(teacher, "Show why")
    step(teacher, "Show the right answer")
    for page in (wall, *phones):
        page.wait_for_selector(".rt-classverdict")
    shoot(wall, "class_wall_tally")
    shoot(phones[0], "class_phone_verdict")
    for page in (teacher, wall, phones[0]):
        assert find_violations(page) == []
    assert served.errors == []


def test_cards_are_laid_out_on_a_phone_and_a_reload_loses_nothing(served, teacher, phones, ask) -> None:
    """The card table works by touch; after a reload name, task and cards are as they were."""
    phone = phones[0]
    ask("gorummy-13", "declare", "repair")
    phone.wait_for_selector(".rt-felt")
    cards = phone.locator(".rt-tray").first.locator("[data-card]")
    laid = phone.locator(".rt-tray [data-card]")
    before = laid.count()
    cards.first.tap()
    phone.locator("[data-act=ungroup]:not([aria-disabled])").first.tap()
    expect(laid).not_to_have_count(before)
    after = laid.count()
    phone.get_by_role("button", name="Hand in").tap()
    phone.wait_for_selector(".rt-yours")
    name = phone.locator("[data-act=rename]").inner_text()
    shoot(phone, "class_phone_table")
    phone.reload()
    phone.wait_for_selector(".rt-yours")
    assert phone.locator("[data-act=rename]").inner_text() == name
    expect(laid).to_have_count(after)
    teacher.reload()
    teacher.wait_for_selector(".rt-tallyrow")
    expect(teacher.locator(".rt-people [data-here]")).to_have_count(4)
    ask("gorummy-13", "loser", "build")  # nothing is grouped: asked once, and no longer once it is handed in
    hand_in = phone.get_by_role("button", name="Hand in")
    hand_in.tap()
    expect(phone.locator(".rt-choices [role=alert]")).to_be_visible()
    hand_in.tap()
    phone.wait_for_selector(".rt-yours")
    expect(phone.locator(".rt-choices [role=alert]")).to_have_count(0)


# how large the letters are in which words stand on a page, the smallest of them, cards apart
_LETTERS = """() => Math.min(...[...document.querySelectorAll('.rt-classbody *')].filter(one =>
    [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())
    && one.getBoundingClientRect().width > 2 && !one.closest('.rt-card, .rt-sr'))
  .map(one => parseFloat(getComputedStyle(one).fontSize)))"""


# by how much they are larger or smaller there
_ZOOM = "parseFloat(getComputedStyle(document.querySelector('.rt-classbody')).zoom)"


def test_a_wall_is_read_from_the_last_row_and_stepped_by_keys(served, teacher, phones, ask) -> None:
    """No letters under 32 px; the choices are there; nothing is marked right before the last step; arrow keys step."""
    wall = served.open(f"wall#{served.secret}", viewport={"width": 1920, "height": 1080})
    ask("gorummy-13", "sets", "classify")
    expect(wall.locator(".rt-wallchoices li")).to_have_text(["Pure sequence", "Set", "No meld"])
    for at, phone in enumerate(phones):
        phone.locator(".rt-choice").nth((0, 2, 2, 1)[at]).tap()
        phone.wait_for_selector(".rt-yours")
    for shown in ("Show how many gave each answer", "Show why", "Show the right answer", "Ask another one"):
        assert wall.evaluate(_LETTERS) >= 32
        assert wall.locator("[data-right]").count() == 0
        wall.keyboard.press("ArrowRight")
        expect(teacher.get_by_role("button", name=shown, exact=True).first).to_be_enabled()
        wall.wait_for_timeout(500)  # a second press at once would be taken for part of the first
    expect(wall.locator(".rt-wallrow").first).to_contain_text("of 4")
    expect(wall.locator(".rt-wallrow[data-right=true]")).to_have_count(1)
    assert wall.evaluate(_LETTERS) >= 32
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    wall.keyboard.press("ArrowLeft")
    expect(wall.locator("[data-right]")).to_have_count(0)
    expect(wall.locator(".rt-wallrow")).not_to_have_count(0)
    assert find_violations(wall) == [] and served.errors == []
    wall.context.close()


def make_thirteen(key: str) -> Room:
    """A class of thirteen students who laid the cards of a puzzle out in as many different ways, the best one first."""
    room = Room()
    push(room, {"puzzle": key}, 0.0)
    item = room.item
    best = [group for group in item.solve() if len(group) > 2]
    kept = [[group for n, group in enumerate(best) if bits >> n & 1] for bits in range(2 ** len(best))]
    layouts = [item.solve()]
    for groups in kept:
        rest = Counter(map(str, item.question.groups[0]))
        rest.subtract(card for group in groups for card in group)
        cards = [*rest.elements()]
        layouts += [[*groups, cards], [*groups, *([card] for card in cards)]]
    ways = {item.tally_key(item.read(layout)): layout for layout in layouts}
    for at in range(13):
        layout = list(ways.values())[at % len(ways)]
        give_answer(room, room.join(room.code, None, ["Owl"]), 0, layout, 2.0 + at)
    return room


@pytest.mark.parametrize("key", ["group.gorummy-13.1", "group.paplu-27.1", "throw.gorummy-13.1", "settle"])
def test_a_wall_is_read_from_the_last_row_whatever_comes_in(served, key) -> None:
    """All answers different, and 27 cards: nothing is cut or smaller than 32 px, what has no room is counted."""
    wall = served.open("wall?preview", viewport={"width": 1920, "height": 1080})
    if key.startswith("group"):
        room = make_thirteen(key)
    else:
        room = Room()
        is_round = key == "settle"
        asked = {"lesson": "round", "kind": key, "rulebook": "gorummy-13", "seed": 1} if is_round else {"puzzle": key}
        push(room, asked, 0.0)
        for answer in [*range(9)] if is_round else room.item.question.choices[:9]:
            give_answer(room, room.join(room.code, None, ["Owl"]), 0, answer, 3.0)
    door = {"code": room.code, "addresses": ["http://192.168.1.7:8877/"], "qr": draw_qr("http://192.168.1.7:8877/")}
    for stage in range(4):
        if stage:
            room.reveal()
        values = {"door": door, "task": draw_task(room.item, 0), "wall": draw_wall(room, 9.0, set(range(13)))}
        wall.evaluate("values => postMessage(values, location.origin)", values)
        expect(wall.locator("[aria-current=step]")).to_have_count(min(stage, 1))
        settle(wall)
        assert wall.evaluate(_LETTERS) >= 32
        assert wall.evaluate(_ZOOM) >= 1
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        expect(wall.locator(".rt-classcode")).to_have_count(0 if stage else 1)
        if stage:
            rows = [int(one.inner_text()) for one in wall.locator(".rt-wallcount b").all()]
            below = wall.locator("[data-others]").get_attribute("data-others")
            assert len(rows) == 5
            assert sum(rows) + int(below) == len(room.item.answers)
        if stage > 1:
            expect(wall.locator("[data-others]")).to_contain_text("Half of the answers")
    for row in draw_task(room.item, 0)["rows"]:
        expect(wall.locator(".rt-classrows")).to_contain_text(row["name"])
    shoot(wall, f"class_wall_{key}")
    assert find_violations(wall) == [] and served.errors == []
    wall.context.close()


# the next message leaves the page and never arrives, as on a phone that wakes up with a connection that is dead
LOSE_ONE = """() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function () { WebSocket.prototype.send = send; window.dead = this; };
}"""


def test_a_double_click_takes_one_step(served, teacher, phones, ask) -> None:
    """The second press of a double click does nothing, also where another button has come to the same place."""
    ask("gorummy-13", "sets", "classify")
    asked = teacher.locator(".rt-classlesson").get_attribute("data-task")
    for name, after in (
        ("Close the answers", "Show how many gave each answer"),
        ("Show how many gave each answer", "Show why"),
        ("Show why", "Show the right answer"),
        ("Show the right answer", "Ask another"),
    ):
        teacher.get_by_role("button", name=name, exact=True).dblclick()
        expect(teacher.get_by_role("button", name=after).first).to_be_enabled()
    expect(teacher.locator(".rt-classlesson")).to_have_attribute("data-task", asked)
    assert served.errors == []


def test_an_answer_that_never_arrived_is_sent_again(served, teacher, phones, ask) -> None:
    """A phone gives an answer over a connection that is dead; once it has another one the answer counts."""
    phone = phones[2]
    ask("gorummy-13", "sets", "classify")
    phone.wait_for_selector(".rt-choice")
    phone.evaluate(LOSE_ONE)
    phone.locator(".rt-choice").first.tap()
    phone.wait_for_selector(".rt-choice[aria-pressed=true]")
    assert phone.locator(".rt-yours").count() == 0
    phone.evaluate("dead.close()")
    phone.wait_for_selector(".rt-yours")
    expect(teacher.locator(".rt-count")).to_have_text("1 of 4 have answered")
    assert served.errors == []


# from now on nothing that is sent to this page arrives, nor does it learn that; the clock goes on for two minutes
FALL_ASLEEP = """() => {
    const [old, { now }] = [window.sockets, Date];
    window.deaf = new Set(old);
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    Date.now = () => now() + 120000;
}"""
WAKE_UP = """() => {
    Object.defineProperty(document, "hidden", { value: false, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
NOTE_SOCKETS = """
    const { addEventListener: listen } = WebSocket.prototype;
    window.sockets = new Set();
    WebSocket.prototype.addEventListener = function (name, heard) {
        window.sockets.add(this);
        listen.call(this, name, (event) => window.deaf?.has(this) || heard(event));
    };
"""


def test_a_phone_that_wakes_up_is_where_the_class_is(served, teacher, phones) -> None:
    """Its connection has ended without its knowing: it comes again by itself, as the same student."""
    phone = phones[1]
    phone.add_init_script(NOTE_SOCKETS)
    phone.reload()
    name = phone.locator(".rt-who span").first.inner_text()
    phone.evaluate(FALL_ASLEEP)
    ask_of([page for page in (teacher, *phones) if page is not phone], "gorummy-13", "sets", "classify")
    asked = phones[0].locator("[data-task]").get_attribute("data-task")
    expect(phone.locator(f"[data-task='{asked}']")).to_have_count(0)
    phone.evaluate(WAKE_UP)
    expect(phone.locator(f"[data-task='{asked}']")).to_have_count(1)
    phone.locator(".rt-choice").first.tap()
    expect(phone.locator(".rt-yours")).to_contain_text("Your answer")
    assert phone.locator(".rt-who span").first.inner_text() == name
    assert served.errors == []


def test_a_class_that_has_ended_says_so(browser) -> None:
    """Once the teacher has ended the command, a phone says that the class is over and not that a connection is lost."""
    held = Class(browser)
    phone = held.open(f"#{held.code}", **TOUCH)
    phone.wait_for_selector(".rt-waiting")
    held.process.terminate()  # not SIGINT, which a run in the background hands on as ignored
    held.process.wait(60)
    expect(phone.locator(".rt-banner")).to_contain_text("The class has ended")
    phone.context.close()


def test_a_phone_stands_at_the_door_of_the_class_that_came_after(browser, monkeypatch) -> None:
    """A class that kept nothing begins anew at its address: a phone of the old one asks for the new code."""
    first = Class(browser)
    phone = first.open(f"#{first.code}", **TOUCH)
    phone.wait_for_selector(".rt-waiting")
    first.process.kill()
    phone.wait_for_selector(".rt-banner:visible")
    monkeypatch.setattr(class_pages, "free_port", lambda: int(first.url.rsplit(":")[-1].strip("/")))
    second = Class(browser)
    phone.get_by_label("code").fill(second.code)
    phone.get_by_role("button", name="Join").tap()
    phone.wait_for_selector(".rt-waiting")
    expect(phone.locator(".rt-banner:visible")).to_have_count(0)
    first.stop()
    second.stop()


def test_the_teacher_ends_the_class(browser) -> None:
    """A question comes first, with the files that would be lost; then the command ends, and every page says so."""
    held = Class(browser)
    phone = held.open(f"#{held.code}", **TOUCH)
    teacher = held.open(f"teacher#{held.secret}", **LAPTOP)
    expect(teacher.locator(".rt-count")).to_have_text("1 student is here")
    ask_of((teacher, phone), "gorummy-13", "sets", "classify")
    phone.locator(".rt-choice").first.tap()
    expect(teacher.locator(".rt-count")).to_have_text("1 of 1 have answered")
    phone.get_by_role("button", name="Go on with further tasks").tap()
    back = phone.get_by_role("button", name="Back to the class")
    expect(back).to_be_visible()
    end = teacher.get_by_role("button", name="End the class", exact=True)
    end.click()
    teacher.keyboard.press("Escape")
    expect(teacher.locator(".rt-end")).to_have_count(0)
    expect(end).to_be_focused()
    end.press("Enter")
    question = teacher.get_by_role("alertdialog", name="End the class for everybody?")
    expect(question).to_contain_text("1 answer is in no file yet")
    assert find_violations(teacher) == []
    for _ in range(2):  # the same file as often as it is asked for
        with teacher.expect_download() as saved:
            question.get_by_role("button", name="Save as CSV").click()
        assert saved.value.suggested_filename == "class.csv"
    expect(question).to_contain_text("Every answer is in the file")
    shoot(teacher, "class_teacher_end")
    question.get_by_role("button", name="End it for everybody").click()
    expect(teacher.locator(".rt-waiting")).to_contain_text("The class has ended")
    expect(phone.locator(".rt-banner")).to_contain_text("The class has ended")
    expect(back).to_have_count(0)  # nobody is there to answer it
    assert held.process.wait(60) == 0
    for page in (phone, teacher):
        page.context.close()


def test_a_class_plays_a_round_together(served, teacher, phones) -> None:
    """All vote on phones; the wall shows the table, then the votes with the exact move, in letters of 32 px, and plays
    on; a reload loses no vote; at the end it says who pays whom."""
    wall = served.open(f"wall#{served.secret}", viewport={"width": 1920, "height": 1080})
    teacher.locator("[data-source=round]").click()
    teacher.locator("[data-field=rulebook]").select_option("gorummy-13")
    teacher.locator("[data-field=others]").select_option("2")
    teacher.get_by_role("button", name="Play a round together").click()
    close = teacher.get_by_role("button", name="Close the vote")
    play = teacher.locator("[data-act=round-play]").last
    for vote in range(2):
        for page in (wall, *phones):
            expect(page.locator(".rt-turnfelt")).to_be_visible()
            expect(page.locator(".rt-choice[aria-pressed=true]")).to_have_count(0)
        expect(wall.locator(".rt-playseat")).to_have_count(2)
        shoot(wall, f"class_wall_vote_{vote}")
        for at, phone in enumerate(phones):
            phone.locator(".rt-choice").nth(min(at, 1)).tap()
            expect(phone.locator(".rt-yours")).to_contain_text("Your answer")
        phones[0].reload()
        expect(phones[0].locator(".rt-choice").first).to_have_attribute("aria-pressed", "true")
        shoot(phones[0], f"class_phone_vote_{vote}")
        settle(phones[0])
        assert phones[0].evaluate("document.documentElement.scrollWidth <= innerWidth")
        settle(wall)
        assert wall.evaluate(_LETTERS) >= 32 and wall.locator("[data-right=true]").count() == 0
        # a moment after the last of them has voted
        for page in (wall, phones[0], phones[1]):
            expect(page.locator(".rt-classverdict")).to_be_visible()
        counts = [int(one.inner_text()) for one in wall.locator(".rt-wallcount b").all()]
        assert sum(counts) == 4 and max(counts) == 3
        settle(wall)
        assert wall.evaluate(_LETTERS) >= 32 and wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        shoot(wall, f"class_wall_voted_{vote}")
        shoot(teacher, f"class_teacher_voted_{vote}")
        expect(play).to_contain_text("Play on with the class")
        assert all(find_violations(page) == [] for page in (wall, teacher, phones[1]))
        if vote:
            play.click()
        else:
            wall.keyboard.press("ArrowRight")
        expect(wall.locator(".rt-wallrow")).to_have_count(0)
    for phone in phones:
        phone.get_by_role("button", name="Drop").tap()
    close.click()
    expect(play).to_contain_text("Drop")
    teacher.wait_for_timeout(450)  # a second press at once would be taken for part of the first
    play.click()
    expect(teacher.get_by_role("button", name="Play another round")).to_be_visible()
    for page in (wall, phones[0]):
        expect(page.locator(".rt-playpays tr")).to_have_count(3)
        expect(page.locator(".rt-bubble")).to_contain_text("moves")
    settle(wall)
    assert wall.evaluate(_LETTERS) >= 32 and wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    shoot(wall, "class_wall_round_end")
    assert find_violations(wall) == [] and served.errors == []
    wall.context.close()


def test_a_class_is_asked_about_the_moves_of_a_turn_at_its_table(served, teacher, wall, phones, ask) -> None:
    """Stock, pile and hand are on every page; on a phone the allowed moves are chosen, and nothing can be played."""
    ask("paplu-13", "turn", "move")
    phone = phones[1]
    for page in (teacher, wall, phone):
        page.wait_for_selector(".rt-still .rt-turnhand")
        assert page.locator(".rt-still :is(button, [tabindex])").count() == 0
    shoot(phone, "class_phone_turn")
    shoot(wall, "class_wall_turn")
    assert phone.evaluate("document.documentElement.scrollWidth <= screen.width")
    assert find_violations(phone) == []
    phone.locator(".rt-choice").first.tap()
    phone.get_by_role("button", name="answer").tap()
    phone.wait_for_selector(".rt-yours")
    assert served.errors == []


def test_a_name_is_text_and_further_tasks_follow(served, teacher, phones, ask) -> None:
    """A name that looks like a page is shown letter by letter; whoever has answered goes on by himself."""
    phone = phones[2]
    expect(phones[0].locator("[data-act=rename]")).to_contain_text("You are Asha")
    phone.locator("[data-act=rename]").tap()
    phone.locator("input[name=name]").fill("<img src=x onerror=1>")
    phone.get_by_role("button", name="Keep this name").tap()
    expect(teacher.locator(".rt-people")).to_contain_text("<img src=x")
    assert teacher.locator(".rt-people img").count() == 0
    ask("gorummy-13", "pure", "classify")
    expect(phone.locator(".rt-classlesson")).to_contain_text("Pure sequences")
    phone.locator(".rt-choice").first.tap()
    phone.get_by_role("button", name="Go on with further tasks").tap()
    expect(phone.locator(".rt-yours")).to_have_count(0)
    # what comes depends on what the class was asked before: a choice, or cards to be laid out
    phone.locator(".rt-choice, [data-act=hand-in]").first.tap()
    phone.wait_for_selector(".rt-yours + .rt-classverdict")  # what was answered, and whether it is right
    phone.get_by_role("button", name="Back to the class").tap()
    phone.wait_for_selector(".rt-yours")
    assert served.errors == [] and all(one.startswith((served.url, "blob:", "data:")) for one in served.requests)


def test_a_task_is_read_from_its_head(served, teacher, wall, phones, ask) -> None:
    """A small phone on which the last task was scrolled down shows the question of the next one."""
    phone = served.open(f"#{served.code}", viewport={"width": 320, "height": 480}, has_touch=True, is_mobile=True)
    for _ in range(2):
        ask("gorummy-13", "declare", "repair")
        lesson = wall.locator(".rt-classlesson").get_attribute("data-task")
        expect(phone.locator(".rt-classlesson")).to_have_attribute("data-task", str(lesson))
        phone.wait_for_function("scrollY === 0")
        phone.evaluate("scrollTo(0, 9999)")
        assert phone.evaluate("scrollY") > 100
    phone.context.close()


def test_several_answers_to_a_further_task_are_chosen_anew(browser: Browser) -> None:
    """What was answered to the class's task is not chosen in a further one that has the same answers to choose from."""
    held = Class(browser)
    teacher, phone = held.open(f"teacher#{held.secret}", **LAPTOP), held.open(f"#{held.code}", **TOUCH)
    phone.wait_for_selector(".rt-waiting")
    ask_of((teacher, phone), "gorummy-13", "loser", "compare")
    for place in (".rt-yours", ".rt-yours + .rt-classverdict"):
        choice = phone.get_by_role("button", name="GoRummy Points Rummy")
        expect(choice).to_have_attribute("aria-pressed", "false")
        choice.tap()
        expect(choice).to_have_attribute("aria-pressed", "true")
        phone.get_by_role("button", name="Answer", exact=True).tap()
        phone.wait_for_selector(place)
        if place == ".rt-yours":
            phone.get_by_role("button", name="Go on with further tasks").tap()
            phone.get_by_role("button", name="Back to the class").wait_for()
    held.stop()


def test_a_hand_of_the_teachers_is_asked_about_under_his_own_words(served, teacher, wall, phones) -> None:
    """He chooses the question and writes a line above it, which is text; what is refused is said at its field."""
    phone = phones[3]
    teacher.locator("[data-source=hand]").click()
    teacher.locator("[data-field=rulebook]").select_option("gorummy-13")
    teacher.locator("[data-field=ask]").select_option("throw")
    hand = "3H 4H 5H 7C 8C 9C KS KH KD 2S 2H 2D 2C"
    for field, value in (("hand", hand), ("turned", "QD"), ("note", "Why <b>so</b>?")):
        teacher.locator(f"[data-field={field}]").fill(value)
    ask_it = teacher.get_by_role("button", name="Ask this hand")
    for cards, turned, at, told in (
        (hand, "QD", "hand", "needs 14 cards"),
        ("", "QD", "hand", "0 cards"),
        (f"{hand} JS", "QX", "turned", "QX"),
    ):
        teacher.locator("[data-field=hand]").fill(cards)
        teacher.locator("[data-field=turned]").fill(turned)
        ask_it.click()
        expect(teacher.locator(f".rt-cardfield:has([data-field={at}]) .rt-error")).to_contain_text(told)
        expect(teacher.locator(f"[data-field={at}][aria-invalid=true]")).to_be_focused()
        assert teacher.locator(".rt-asking .rt-error").count() == 1 and not teacher.locator(".rt-message").count()
    teacher.locator("[data-field=turned]").fill("QD")
    teacher.locator("[data-field=hand]").fill(f"{hand} JS")
    teacher.locator("[data-field=seconds]").fill("99999")  # no field of the hand is at fault
    ask_it.click()
    expect(teacher.locator(".rt-message")).to_contain_text("99999")
    assert teacher.locator("[aria-invalid=true], .rt-asking .rt-error").count() == 0
    teacher.locator("[data-field=seconds]").fill("")
    ask_it.click()
    for page in (phone, wall):
        expect(page.locator(".rt-ownwords")).to_have_text("Why <b>so</b>?")
        expect(page.locator(".rt-question")).to_contain_text("throw")
    phone.locator("[data-choice=JS]").tap()
    phone.wait_for_selector(".rt-yours")
    assert find_violations(phone) == [] and find_violations(teacher) == [] and served.errors == []
    shoot(teacher, "class_teacher_hand")


def test_the_teacher_knows_what_only_he_sees_and_sources_open(served, teacher, wall, phones) -> None:
    """Who sees the right answer stands beside it; a reason unfolds to what its sources say, and stands on the wall."""
    teacher.locator("[data-source=hand]").click()
    teacher.locator("[data-field=rulebook]").select_option("adgaming-13")
    teacher.locator("[data-field=ask]").select_option("declare")
    teacher.locator("[data-field=hand]").fill("KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D")
    teacher.get_by_role("button", name="Ask this hand").click()
    phone = phones[0]
    phone.locator("[data-choice=yes]").tap()
    only = teacher.locator(".rt-classverdict .rt-onlyyou")
    expect(only).to_contain_text("Only you see this")
    for name in ("Close the answers", "Show how many gave each answer", "Show why"):
        step(teacher, name)
    expect(only).to_contain_text("after “Show the right answer”")
    step(teacher, "Show the right answer")
    expect(only).to_have_count(0)
    for page, press in ((phone, "tap"), (teacher, "click")):
        fold = page.locator(".rt-classverdict details").first
        reason, source = fold.locator("summary"), fold.get_by_text("Source S4 AD Gaming's page of rummy rules")
        expect(source).to_be_hidden()
        assert "S4" not in reason.inner_text()
        getattr(reason, press)()
        expect(source).to_be_visible()
        assert find_violations(page) == []
    expect(wall.locator(".rt-classwhy li").first).to_have_text(reason.inner_text())  # which names no source
    assert wall.locator("button").count() == 0
    wall.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
    shoot(phone, "class_phone_source")
    shoot(wall, "class_wall_why")
    assert served.errors == []


def test_puzzles_and_the_teachers_list_run_through_the_class(served, teacher, phones, tmp_path) -> None:
    """A puzzle is laid out on a phone, or its answer chosen; a list that the page saved is the plan."""
    phone = phones[1]
    teacher.locator("[data-source=puzzle]").click()
    teacher.locator("[data-field=puzzle]").fill("x2")
    teacher.get_by_role("button", name="Ask it now").click()
    phone.wait_for_selector(".rt-felt")
    expect(phone.locator(".rt-classlesson")).to_contain_text("X2")
    phone.get_by_role("button", name="Hand in").tap()
    phone.wait_for_selector(".rt-yours")
    expect(teacher.locator(".rt-tallyrow")).to_have_count(1)
    entries = ({"puzzle": "x1"}, {"example": "sets", "rulebook": "octro-13"})
    file = tmp_path / "monday.json"
    file.write_text(json.dumps(write_list(ClassList("Monday", entries))))
    teacher.locator("[data-source=list]").click()
    teacher.locator("[data-file]").set_input_files(file)
    expect(teacher.locator(".rt-plan li")).to_have_count(1)
    plan = teacher.locator(".rt-panel", has=teacher.locator(".rt-plan"))
    expect(plan).to_contain_text("left out")
    file.write_text(json.dumps(write_list(ClassList("Tuesday", ({"puzzle": "x2"}, {"puzzle": "x3"})))))
    teacher.locator("[data-file]").set_input_files(file)
    expect(teacher.locator(".rt-plan li")).to_have_count(2)
    expect(plan).to_contain_text("in place of the 1 task")
    teacher.get_by_role("button", name="Ask task 2 earlier").press("Enter")
    expect(teacher.locator(".rt-plan li").first).to_contain_text("X3")
    teacher.get_by_role("button", name="Take task 1 out").press("Enter")
    expect(plan).to_contain_text("1 task was taken out")
    expect(teacher.locator("[data-act=plan-back]")).to_be_focused()
    expect(teacher.locator(".rt-plan li")).to_have_count(1)
    teacher.keyboard.press("Enter")
    expect(teacher.locator(".rt-plan li").first).to_contain_text("X3")
    teacher.locator("[data-act=plan-back]").click()
    expect(teacher.locator(".rt-plan li")).to_have_count(1)
    teacher.locator("[data-act=next]").click()
    teacher.get_by_role("button", name="Press again: no answer was shown").click()
    phone.locator(".rt-classrows li").nth(5).wait_for()
    phone.locator(".rt-choice").first.tap()
    phone.wait_for_selector(".rt-yours")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert find_violations(phone) == [] and find_violations(teacher) == [] and served.errors == []
    shoot(phone, "class_phone_puzzle")


def test_a_task_is_seen_before_it_is_asked_and_asked_again_later(browser: Browser) -> None:
    """Wall and phone in small show it, nobody else does; it is asked or planned; the class goes back to it; a step
    that would leave answers without the right one needs a second press; the form stands as it stood after a reload."""
    held = Class(browser)
    phone = held.open(f"#{held.code}", **TOUCH)
    teacher = held.open(f"teacher#{held.secret}", **LAPTOP)
    phone.wait_for_selector(".rt-waiting")
    for field, value in (("rulebook", "gorummy-13"), ("lesson", "sets"), ("kind", "classify"), ("seed", "7")):
        box = teacher.locator(f"[data-field={field}]")
        box.fill(value) if field == "seed" else box.select_option(value)
    teacher.locator("[data-act=preview]").click()
    screens = [teacher.frame_locator(f"[data-screen={name}] iframe") for name in ("wall", "phone")]
    first = screens[0].locator(".rt-classgroups")
    for screen in screens:
        expect(screen.locator(".rt-question")).to_be_visible()
        expect(screen.locator(".rt-classgroup")).not_to_have_count(0)
    expect(screens[1].locator(".rt-choice")).to_have_count(3)
    expect(teacher.locator(".rt-preview .rt-expected")).to_be_visible()
    expect(phone.locator(".rt-question")).to_have_count(0)
    before = first.inner_html()
    teacher.get_by_role("button", name="Another one").click()
    expect(teacher.locator("[data-field=seed]")).to_have_value("8")
    teacher.wait_for_function(
        "before => document.querySelector('[data-screen=wall] iframe').contentDocument"
        ".querySelector('.rt-classgroups').innerHTML !== before",
        arg=before,
    )
    assert find_violations(teacher) == []
    shoot(teacher, "class_teacher_preview")
    teacher.get_by_role("button", name="Ask it later").click()
    expect(teacher.locator(".rt-plan li")).to_have_count(1)
    teacher.get_by_role("button", name="Ask task 1 twice").click()
    expect(teacher.locator(".rt-plan li")).to_have_count(2)
    teacher.locator("[data-act=next]").click()
    phone.locator(".rt-choice").first.tap()
    expect(teacher.locator(".rt-count")).to_have_text("1 of 1 have answered")
    following = teacher.locator("[data-act=next]")
    following.click()
    expect(following).to_contain_text("Press again")
    expect(phone.locator(".rt-yours")).to_be_visible()
    teacher.wait_for_timeout(500)
    following.click()
    expect(phone.locator(".rt-classlesson")).to_have_attribute("data-task", "1")
    teacher.wait_for_timeout(500)
    teacher.get_by_role("button", name="Back to task 1").click()
    expect(phone.locator(".rt-classlesson")).to_have_attribute("data-task", "0")
    expect(phone.locator(".rt-yours")).to_be_visible()
    teacher.reload()
    expect(teacher.locator("[data-field=seed]")).to_have_value("9")
    expect(teacher.locator("[data-field=kind]")).to_have_value("classify")
    assert find_violations(teacher) == [] and held.errors == []
    held.stop()


def test_tasks_are_done_at_ones_own_pace_and_at_home(browser: Browser) -> None:
    """Each phone goes on by itself and the teacher sees who has done what; the same list is a link, whose answers come
    back as a code."""
    held = Class(browser)
    phones = [held.open(f"#{held.code}", **TOUCH) for _ in range(2)]
    teacher = held.open(f"teacher#{held.secret}", **LAPTOP)
    wall = held.open(f"wall#{held.secret}", viewport={"width": 1920, "height": 1080})
    for phone in phones:
        phone.wait_for_selector(".rt-waiting")
    for field, value in (("rulebook", "gorummy-13"), ("lesson", "sets"), ("kind", "")):
        teacher.locator(f"[data-field={field}]").select_option(value)
    teacher.locator("[data-field=n]").fill("2")
    teacher.get_by_role("button", name="Plan a list").click()
    expect(teacher.locator(".rt-plan li")).to_have_count(2)
    site = teacher.get_by_label("Address of your Rummy Tutor website")
    teacher.get_by_role("button", name="Make the link").click()
    expect(site).to_be_focused()
    site.fill("https://school.example/rummy/")
    teacher.get_by_role("button", name="Make the link").click()
    address = teacher.locator("[data-focus=home-address]").input_value()
    teacher.get_by_role("button", name="Each at their own pace").click()
    phones[0].locator(".rt-choice").first.tap()
    expect(phones[0].locator(".rt-classverdict")).to_be_visible()
    phones[0].get_by_role("button", name="Next one").tap()
    expect(phones[0].get_by_text("1 of 2 tasks done")).to_be_visible()
    expect(phones[1].locator(".rt-classlesson")).to_have_attribute("data-task", "0")
    expect(teacher.locator(".rt-work tbody tr")).to_have_count(2)
    expect(wall.get_by_text("1 answer so far")).to_be_visible()
    settle(wall)
    assert wall.evaluate(_ZOOM) > 1.2  # two tasks fill a wall, many have room on it
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(phones[0].locator(".rt-classlesson")).to_have_attribute("data-task", "1")  # the press has arrived
    phones[0].reload()
    phones[0].locator(".rt-choice").first.tap()
    phones[0].get_by_role("button", name="Next one").tap()
    expect(phones[0].get_by_text("You have done all 2 tasks")).to_be_visible()
    assert all(find_violations(page) == [] for page in (phones[0], teacher, wall))
    shoot(teacher, "class_teacher_pace")
    shoot(wall, "class_wall_pace")
    teacher.get_by_role("button", name="Go on together").click()
    expect(phones[0].locator(".rt-classlesson")).to_have_attribute("data-task", "0")
    home = held.open(f"tutor{address[address.index('?') :]}#{held.secret}", **TOUCH)
    home.locator(".rt-choice").first.tap()
    expect(home.locator(".rt-homework")).to_contain_text("1 of 2 answered")
    home.get_by_role("button", name="Hand in").tap()
    before = home.locator("[data-focus=home-code]").input_value()
    home.get_by_label("Your name in the class").fill("Asha")
    home.get_by_label("Your name in the class").press("Enter")
    shoot(home, "class_home")
    expect(home.locator("[data-focus=home-code]")).not_to_have_value(before)
    teacher.get_by_label("A code that came back").fill(home.locator("[data-focus=home-code]").input_value())
    teacher.get_by_role("button", name="Read it in").click()
    expect(teacher.get_by_text("Asha: 1 answer")).to_be_visible()
    expect(teacher.locator(".rt-people [data-here]")).to_have_count(3)
    assert held.errors == []
    held.stop()


def test_a_closed_tab_comes_back_as_the_same_student_or_as_another(served: Class) -> None:
    """A new tab of the same browser is the student who closed theirs; who is somebody else says so at a press."""
    first = served.open(f"#{served.code}", **TOUCH)
    first.wait_for_selector("[data-act=rename]")
    name = first.locator("[data-act=rename]").text_content()
    context = first.context
    first.close()
    again = context.new_page()
    again.goto(served.url)
    expect(again.locator("[data-act=rename]")).to_have_text(name)
    again.locator("[data-act=not-me]").tap()
    expect(again.get_by_label("code")).to_be_visible()
    again.get_by_label("code").fill(served.code)
    again.get_by_label("Your name").fill("Somebody else")
    again.get_by_role("button", name="Join").tap()
    expect(again.locator("[data-act=rename]")).to_contain_text("Somebody else")
    expect(again.locator("[data-act=not-me]")).to_have_count(0)
    assert served.errors == []
    context.close()


def test_the_teacher_names_students_and_takes_them_out(browser: Browser) -> None:
    """Two presses take a student out, whose phone is at the door again; a name given by the teacher is on the phone."""
    held = Class(browser)
    phones = [held.open(f"#{held.code}", **TOUCH) for _ in range(2)]
    teacher = held.open(f"teacher#{held.secret}", **LAPTOP)
    expect(teacher.locator(".rt-people [data-here]")).to_have_count(2)
    names = [phone.locator("[data-act=rename] span").first.text_content() for phone in phones]
    people = {name: teacher.get_by_role("button", name=name.removeprefix("You are ")).first for name in names}
    people[names[0]].click()
    teacher.locator("[data-field=called]").fill("Asha")
    teacher.locator("[data-act=student-call]").click()
    expect(phones[0].locator("[data-act=rename]")).to_contain_text("Asha")
    people[names[1]].click()
    assert find_violations(teacher) == []
    teacher.locator("[data-act=student-remove]").click()
    expect(teacher.locator(".rt-people [data-here]")).to_have_count(2)
    teacher.locator("[data-act=student-remove]").click()
    expect(teacher.locator(".rt-people [data-here]")).to_have_count(1)
    expect(phones[1].locator(".rt-door")).to_contain_text("taken this place away")
    phones[1].get_by_label("code").fill(held.code)
    phones[1].get_by_role("button", name="Join").tap()
    expect(teacher.locator(".rt-people [data-here]")).to_have_count(2)
    assert held.errors == []
    held.stop()


def test_the_whole_page_shows_its_first_drawing_at_once(served, browser) -> None:
    """The tutor's page from this server is readable before its socket answers, and plays like the others."""
    page = served.open(f"tutor?mode=analyse#{served.secret}", **LAPTOP)
    page.wait_for_selector(".rt-app[data-ready] .rt-felt")
    page.wait_for_selector(".rt-nine:not(.rt-pending)")
    page.locator(".rt-felt [data-card]").first.click()
    page.keyboard.press("u")
    expect(page.locator(".rt-loose [data-card]")).not_to_have_count(0)
    assert served.errors == []


def test_a_page_opened_without_its_key_says_at_once_why_nothing_happens(served: Class) -> None:
    """The tutor's page of a class belongs to the teacher: without a key one reads where to find it."""
    page = served.open("tutor", **LAPTOP)
    expect(page.get_by_role("alert")).to_contain_text("This page is the teacher's")
    expect(page.get_by_role("button")).to_have_count(0)
