"""Classroom in a browser: a list before the class by keys, the teacher's own list kept, sent and loaded, a sheet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Visit, show_each

SIZES = ((1280, 720), (1920, 1080))


def choose(app: Visit) -> None:
    """Open the screen on which a teacher chooses, from the lessons."""
    app.page.get_by_role("button", name="Learn").click()
    app.page.wait_for_selector(".rt-screen-learn:visible")
    app.page.get_by_role("button", name="Classroom").click()
    app.page.wait_for_selector(".rt-classhead")


def add(app: Visit, source: str) -> None:
    """Add what is chosen to the list."""
    before = app.page.locator(".rt-entries li").count()
    app.page.locator(f"[data-act=class-add][data-source={source}]").click()
    app.page.wait_for_function("n => document.querySelectorAll('.rt-entries li').length > n", arg=before)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_list_runs_before_a_class_by_keys(live_visit, width, height):
    """Page Down and Page Up go through lesson, puzzle and hand; N shows hints, then the answer; nothing before."""
    app: Visit = live_visit()
    page = app.page
    page.set_viewport_size({"width": width, "height": height})
    choose(app)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")  # every source is in sight
    page.locator("[data-form=lesson]").select_option("sets")
    page.locator("[data-form=n]").fill("2")
    page.locator("[data-form=n]").press("Tab")
    assert page.get_by_label("How many tasks").input_value() == "2"
    add(app, "lesson")
    assert page.locator(".rt-entries li").count() == 3  # the worked example comes besides
    add(app, "hand")
    assert app.find_violations() == [] and not app.scrolls_sideways()
    page.locator("[data-act=class-show][data-source=list]").click()
    page.wait_for_selector(".rt-classroom .rt-steptext")
    assert not page.locator("[data-act=next-step]").count()  # there is one way on
    for _ in range(9):
        page.keyboard.press("PageDown")
        app.answered()
        if page.locator(".rt-ask").count():
            break
    page.wait_for_selector(".rt-ask")
    assert page.locator(".rt-verdict").count() == 0
    told = ".rt-learnside :is(.rt-note, .rt-verdict)"
    while not page.locator(".rt-verdict").count():  # hints first, which the answer takes the place of
        before = page.locator(told).count()
        page.keyboard.press("n")
        page.wait_for_function(
            """([told, n]) => document.querySelectorAll(told).length > n || document.querySelector('.rt-verdict')""",
            arg=[told, before],
        )
    wide = page.locator(".rt-learntable [data-card], .rt-learntable .rt-card").first.bounding_box()["width"]
    assert wide >= (120 if width == 1920 else 70)
    app.shoot(f"classroom-lesson-{width}")
    page.keyboard.press("PageDown")
    page.wait_for_selector(".rt-ask:visible")
    page.wait_for_selector(".rt-verdict", state="detached")
    page.keyboard.press("PageDown")
    page.wait_for_selector(".rt-screen-analyse .rt-felt")
    page.wait_for_selector(".rt-screen-analyse .rt-veiled")
    assert page.locator(".rt-figure:visible").count() == 0
    assert app.find_violations() == [] and not app.scrolls_sideways()
    app.shoot(f"classroom-hand-{width}")
    page.keyboard.press("PageUp")
    page.wait_for_selector(".rt-ask:visible")
    app.reload()
    page.wait_for_selector(".rt-classplace:has-text('3 of 4')")
    page.get_by_role("button", name="Leave classroom mode").click()
    page.wait_for_selector(".rt-classroom", state="detached")
    assert not app.errors


def before_a_class(task: str, book: str = "gorummy-13") -> str:
    """The link of a task as a class is shown it."""
    return f"?mode=learn&rules={book}&lesson={task.split('.')[0]}&task={task}&view=class"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_that_a_class_is_shown_of_a_task_is_in_sight(live_visit, width, height):
    """Every hint and then the answer shown, nothing of the slide lies below the fold."""
    tasks = (("loser.compare", "gorummy-13"), ("nine.compare", "gorummy-13"), ("wild.mark", "marriage-21"))
    links = [before_a_class(f"{task}.3.2.2", book) for task, book in tasks]
    for link, app in show_each(live_visit, links, width=width, height=height):
        while not app.page.locator(".rt-verdict").count():
            app.page.keyboard.press("n")
            app.answered()
        app.settle()
        assert app.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), link
        assert app.page.locator(".rt-verdict").bounding_box()["y"] > 0, link


@pytest.mark.parametrize("screen", ["puzzle", "lesson"])
def test_question_and_reasons_are_as_large_as_the_buttons_on_a_projector(live_visit, screen):
    """At 1920 by 1080 no question, hint or reason is smaller than an answer to press."""
    places = {"puzzle": "mode=puzzles&puzzle=allow.octro-13.2", "lesson": "mode=learn&lesson=sets&task=sets.spot.3.2.2"}
    app: Visit = live_visit(f"?{places[screen]}&rules=gorummy-13&view=class", width=1920, height=1080)
    page = app.page
    page.wait_for_selector(".rt-classroom :is(.rt-puzzleask, .rt-ask)")
    for _ in range(9):
        page.keyboard.press("n")
        app.answered()
        if page.locator(".rt-verdict, .rt-puzzleverdict .rt-whylines").count():
            break
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    side = ":is(.rt-puzzleside, .rt-learnside)"
    lines = page.locator(f"{side} :is(h3, p, li):visible, .rt-reasons li:visible")
    told = lines.evaluate_all(f"all => all.map({size})")
    asked = page.locator(":is(.rt-puzzleask, .rt-ask):visible").evaluate(size)
    pressed = max(page.locator(":is(.rt-button, .rt-choice):visible").evaluate_all(f"all => all.map({size})"))
    assert told and min(told) >= min(pressed, 24) and asked >= max(told)
    assert not page.locator("[data-puzzle=analyse]:visible, .rt-puzzlestreak:visible, .rt-puzzlestep:visible").count()
    assert not app.scrolls_sideways() and not app.errors


LARGE = ["?mode=puzzles&view=class", before_a_class("drop.move.5.2.2")]
LARGE += [
    before_a_class(f"{task}.3.2.2", book)
    for book, tasks in {
        "rummy-21": ("turn.move", "declare.repair", "jokers.count", "nine.count", "round.settle"),
        "paplu-21": ("two-minutes.move", "drop.settle", "loser.count"),
        "marriage-21": ("seeing.move", "seeing.declare?", "loser.repair"),
        "paplu-27": ("two-minutes.move", "turn.move", "drop.move", "jokers.count", "maal.settle", "twenty-one.count"),
    }.items()
    for task in tasks
]
# whether of each card that lies under the next one rank, suit and mark, and what it stands for, are seen
SEEN = """() => [...document.querySelectorAll(':is(.rt-turnhand, .rt-table) [data-card]')].every(card => {
  const next = card.nextElementSibling?.getBoundingClientRect();
  const end = next && next.top === card.getBoundingClientRect().top ? next.left + 1 : Infinity;
  return [...card.querySelectorAll('.rt-corner > *, .rt-wildmark, .rt-stands > *, .rt-jokerword, .rt-new')]
    .every(sign => sign.getBoundingClientRect().right <= end);
})"""


def measure_cards(app: Visit, cards: str) -> list[float]:
    """How wide the cards in some place are."""
    return app.page.locator(f"{cards}:visible").evaluate_all(
        "all => all.map(card => card.getBoundingClientRect().width)"
    )


def test_cards_are_large_before_a_class(live_visit):
    """At 1920 by 1080 cards are 120 px wide, also 28 of them; their signs, and all of question and key, are seen."""
    for link, app in show_each(live_visit, LARGE, width=1920, height=1080):
        for _ in range(9):
            assert min(measure_cards(app, ":is(.rt-turnhand, .rt-table) [data-card]")) >= 119.5, link
            assert app.page.evaluate(SEEN), link
            assert app.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), link
            if app.page.locator("[data-act=next-step][aria-disabled]").count():
                break
            app.page.keyboard.press("n")
            app.answered()
            app.settle()
        assert app.page.locator(".rt-verdict, .rt-puzzleverdict .rt-whylines").count() and not app.errors, link


def test_cards_to_choose_from_are_large_before_a_class(live_visit):
    """A few are as large as the hand; of a whole hand, which lies on the table too, all are in sight."""
    links = map(before_a_class, ("pure.complete.2.1.2", "turn.discard.2.1.2"))
    for link, app in show_each(live_visit, links, width=1920, height=1080):
        widths = measure_cards(app, ".rt-choices-card .rt-card")
        assert min(widths) >= (119.5 if len(widths) <= 6 else 80), link
        assert app.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), link
        assert not app.errors


def test_a_class_is_shown_tasks_on_a_phone_too(live_visit):
    """Question and cards stand one below the other, each as wide as the phone."""
    app: Visit = live_visit(before_a_class("sets.spot.3.2.2"), phone=True)
    for part in (".rt-learnside", ".rt-learntable"):
        assert app.page.locator(part).bounding_box()["width"] > 350
    assert not app.scrolls_sideways() and not app.errors


def test_a_hand_is_typed_into_the_list(live_visit):
    """One field and Enter add a hand of one's own; a text that is none stays in the field and says what is wrong."""
    app: Visit = live_visit()
    page = app.page
    choose(app)
    field = page.locator("[data-form=text]")
    field.fill("345s 678h / qd")
    field.press("Enter")
    page.wait_for_selector(".rt-entries li:has-text('3♠ 4♠ 5♠ 6♥ 7♥ 8♥')")
    page.wait_for_function("document.querySelector('[data-form=text]').value === ''")
    for text, told in (("", "0 cards"), ("345s 6x", "6x")):
        field.fill(text)
        page.locator("[data-act=class-add][data-source=typed]").click()
        page.wait_for_selector(f"form.rt-panel .rt-error:has-text('{told}')")
        page.wait_for_selector("[data-form=text][aria-invalid=true]:focus")
        assert field.input_value() == text and page.locator(".rt-entries li").count() == 1
        assert not page.locator(".rt-message").count()
    app.shoot("classroom-typed")
    assert app.find_violations() == [] and not app.errors


def test_whoever_leaves_the_class_among_the_lists_finds_the_page_whole(live_visit):
    """A round before a class hides the other screens; they are back once the class is ended, also among the lists."""
    app: Visit = live_visit()
    page = app.page
    page.get_by_role("button", name="Scores").click()
    page.wait_for_selector(".rt-screen-round .rt-ledger")
    page.get_by_role("button", name="Classroom").click()
    page.wait_for_selector(".rt-modes", state="hidden")
    page.locator("[data-act=class-lists]").click()
    page.wait_for_selector(".rt-classhead")
    page.get_by_role("button", name="Leave classroom mode").click()
    page.wait_for_selector(".rt-screen-round .rt-ledger")
    page.get_by_role("button", name="Learn").click()
    page.wait_for_selector(".rt-screen-learn:visible")
    assert not app.errors


def test_the_teachers_own_list_is_kept_saved_loaded_and_sent(live_visit, tmp_path: Path):
    """A named list is there after a reload, goes into a file and back, and its address opens it before the class."""
    app: Visit = live_visit()
    page = app.page
    choose(app)
    add(app, "hand")
    page.locator("[data-title]").fill("Monday")
    page.locator("[data-title]").press("Tab")
    page.wait_for_selector(".rt-listnames :text('Monday')")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "monday.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text())["title"] == "Monday" and saved.value.suggested_filename == "rummy-monday.json"
    app.reload()
    page.wait_for_selector(".rt-listnames :text('Monday')")
    page.locator("[data-act=class-open]").click()
    page.get_by_role("button", name="Delete this list").click()
    page.wait_for_selector(".rt-listnames li", state="detached")
    bad = tmp_path / "bad.json"
    bad.write_text(file.read_text()[:-20])
    page.locator("input[data-list]").set_input_files(bad)
    page.wait_for_selector(".rt-message:has-text('Nothing was changed.')")
    page.locator("input[data-list]").set_input_files(file)
    page.wait_for_selector(".rt-listnames :text('Monday')")
    page.wait_for_function("JSON.parse(localStorage.getItem('rummy-tutor-lists')).lists.length === 1")
    assert app.find_violations() == []
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    page.get_by_role("button", name="Copy its address", exact=True).click()
    page.wait_for_function("window.copied")
    pupil: Visit = live_visit(url=page.evaluate("window.copied"))
    pupil.page.wait_for_selector(".rt-classroom .rt-screen-analyse .rt-veiled")
    assert not app.errors and not pupil.errors


def test_a_sheet_is_printed_from_the_lessons_screen(live_visit):
    """The button opens a page for paper with its tasks and their key, which asks nothing of any server."""
    app: Visit = live_visit("?mode=learn&lesson=sets&rules=octro-13")
    page = app.page
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Print a sheet").click()
    sheet = opened.value
    sheet.wait_for_load_state()
    sheet.wait_for_selector(".key")
    assert sheet.locator("section.task").count() == 16 and sheet.url.startswith("blob:")
    places = sheet.locator("body > .tasks > *").evaluate_all(
        "tasks => tasks.map(task => [task.offsetTop, task.offsetLeft])"
    )
    assert places == sorted(places)  # read in their order
    assert not app.errors
