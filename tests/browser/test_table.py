"""Working the table by mouse, touch and keys."""

import pytest

from .conftest import Visit, without_timer
from .machines import BOTH_SIZES

START = "KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D"
MOVED = "KH KS KD | 6H 7H PJ | 9S TS JS | 5S 5H 5D | PJ"  # the joker of the third group lies loose


def _joker(app: Visit):
    return app.page.locator("[data-tray='2'] [data-card][aria-label^='printed joker']")


def _centre(locator) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _by_click(app: Visit) -> None:
    _joker(app).click()
    app.page.get_by_role("button", name="Ungroup", exact=True).click()


def _by_drag(app: Visit) -> None:
    x, y = _centre(_joker(app))
    to_x, to_y = _centre(app.page.locator("[data-tray='loose']"))
    app.page.mouse.move(x, y)
    app.page.mouse.down()
    app.page.mouse.move(x + 10, y + 10)
    app.page.mouse.move(to_x, to_y, steps=5)
    app.shoot("drag")
    app.page.mouse.up()


def _by_touch(app: Visit) -> None:
    _joker(app).scroll_into_view_if_needed()
    x, y = _centre(_joker(app))
    to_x, to_y = _centre(app.page.locator("[data-tray='loose']"))
    touch = app.page.context.new_cdp_session(app.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    send("touchStart", (x, y))
    app.page.wait_for_selector(".rt-ghost-cards")  # held for a moment, the card comes along
    for step in range(1, 6):
        send("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
    send("touchEnd")


def _by_keys(app: Visit) -> None:
    app.card("king of spades").focus()
    # one card to the right at a time until the second joker has the focus
    for _ in range(20):
        label = app.page.evaluate("document.activeElement.getAttribute('aria-label')")
        if label.startswith("printed joker") and label.endswith("in group 3"):
            break
        app.page.keyboard.press("ArrowRight")
    app.page.keyboard.press("Enter")
    app.page.keyboard.press("u")


def _swipe(app: Visit, dx: float, dy: float) -> None:
    """A quick stroke of a finger that begins on the second joker."""
    x, y = _centre(_joker(app))
    touch = app.page.context.new_cdp_session(app.page)
    with without_timer(app.page, 260):  # after which a finger is found to rest on the card
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for step in range(1, 9):
            point = {"x": x + dx * step / 8, "y": y + dy * step / 8}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


WAYS = {"click": _by_click, "drag": _by_drag, "touch": _by_touch, "keys": _by_keys}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_of_moving_gives_the_same_state(table, way):
    """Clicking, dragging, touching and keys move a card alike, and the cards stay the same ones."""
    app: Visit = table(phone=way == "touch")
    assert app.text() == START
    WAYS[way](app)
    app.wait_text(MOVED)
    app.wait_figure("0")
    assert "Pure sequence" in " ".join(app.trays())
    assert app.page.evaluate("document.querySelectorAll('.rt-felt [data-card]').length") == 13
    assert not app.errors


@pytest.mark.moving
def test_a_swipe_on_a_card_scrolls_and_a_sideways_one_drags(live_visit, table):
    """On a phone a finger that begins on a card can scroll the page; moved sideways it takes the card along."""
    app: Visit = table(phone=True)
    _swipe(app, 0, -220)
    app.page.wait_for_function("window.scrollY > 100")
    assert app.text() == START and app.page.locator(".rt-ghost-cards").count() == 0
    app = live_visit(phone=True)  # a page that no stroke has set moving
    _swipe(app, _centre(app.page.locator("[data-tray='3']"))[0] - _centre(_joker(app))[0], 0)
    app.wait_text("KH KS KD | 6H 7H PJ | 9S TS JS | 5S 5H 5D PJ")
    assert not app.errors


@pytest.mark.machines(*BOTH_SIZES)
@pytest.mark.parametrize("size", [(1280, 720), (412, 915)])
def test_selecting_moves_nothing(table, size):
    """The table lies where it lay when cards are selected, so that the next click hits what it aims at."""
    app: Visit = table(width=size[0], height=size[1])

    def places() -> list:
        return app.page.evaluate(
            "[...document.querySelectorAll('.rt-tray, .rt-loose')].map(tray => {"
            "const box = tray.getBoundingClientRect(); return [box.left, box.top, box.width]; })"
        )

    before = places()
    for count in (1, 2):
        app.card("king of spades" if count == 1 else "six of hearts").click()
        app.wait_selected(count)
        assert places() == before
    app.page.get_by_role("button", name="Add 2 here").last.click()
    app.wait_text("KH KD | 7H PJ | 9S TS JS PJ | 5S 5H 5D KS 6H")


@pytest.mark.parametrize("way", ["click", "tap", "key"])
def test_all_groups_are_taken_apart_at_once(table, way):
    """One button, or A, lays every card loose; one step back brings the groups again. Without groups there is none."""
    app: Visit = table(phone=way == "tap")
    button = app.page.locator(".rt-loose [data-act=ungroup-all]")
    app.wait_trays(4)
    if way == "key":
        app.card("king of hearts").focus()
        app.page.keyboard.press("a")
    else:
        button.tap() if way == "tap" else button.click()
    app.wait_trays(0)
    button.wait_for(state="detached")
    app.page.locator("[data-act=undo]").first.click()
    app.wait_trays(4)
    button.wait_for()
    assert not app.errors and not app.find_violations()


def test_keys_group_undo_redo_and_sort(table):
    """U takes a group apart, digits and G group, Z and Y undo and redo, S sorts, Escape clears."""
    app: Visit = table()
    page = app.page
    app.card("king of hearts").focus()
    page.keyboard.press("u")
    app.wait_trays(3)
    for name in ("king of hearts", "king of spades", "king of diamonds"):
        app.card(name).focus()
        page.keyboard.press("Enter")
    page.wait_for_selector("text=Group (3)")
    page.keyboard.press("Escape")
    app.wait_selected(0)
    for name in ("king of hearts", "king of spades"):
        app.card(name).focus()
        page.keyboard.press(" ")
    page.keyboard.press("g")
    app.wait_trays(4)
    app.card("king of diamonds").focus()
    page.keyboard.press("4")
    page.wait_for_selector("[data-tray='loose'] .rt-empty")
    page.keyboard.press("z")
    app.wait_loose(1)
    page.keyboard.press("y")
    app.wait_loose(0)
    page.keyboard.press("s")
    page.wait_for_selector("text=Sort by suit")
    page.keyboard.press("s")
    page.wait_for_selector("text=Sort by rank")


def test_focus_stays_on_the_card_that_moved(table):
    """After a move the moved card still has the focus, so that keys go on from there."""
    app: Visit = table()
    app.card("six of hearts").focus()
    app.page.keyboard.press("1")
    app.page.wait_for_function(
        "[...document.querySelectorAll('[data-tray=\"0\"] [data-card]')]"
        ".some(card => card.getAttribute('aria-label').startsWith('six of hearts'))"
    )
    assert app.page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("six of hearts")


def test_duplicates_are_separate_cards(table):
    """Of two equal cards only the one clicked is selected."""
    app: Visit = table("?hand=5C+5C+6C+7C&rules=rummy-21")
    app.card("five of clubs", 1).click()
    app.wait_selected(1)
    app.settle()
    assert app.page.locator(".rt-felt .rt-selected").count() == 1


def test_a_joker_shows_what_it_stands_for(table):
    """In a group a joker names its card, in print and for screen readers."""
    app: Visit = table()
    assert "stands for eight of hearts" in app.card("printed joker").get_attribute("aria-label")
    assert app.card("printed joker").locator(".rt-stands").inner_text().strip() == "= 8"


def test_switching_rulebooks_from_the_comparison(live_visit):
    """A row of the comparison puts that rulebook on the table, and undo brings the former one back."""
    app: Visit = live_visit()
    app.page.get_by_role("button", name="Octro Indian Rummy").click()
    app.page.wait_for_function("document.querySelector('[data-field=rulebook]').value === 'octro-13'")
    app.page.wait_for_selector(".rt-nine tr.rt-current [data-rulebook='octro-13']")
    app.page.get_by_role("button", name="Undo").click()
    app.page.wait_for_function("document.querySelector('[data-field=rulebook]').value === 'adgaming-13'")
    app.page.get_by_role("button", name="Show best").click()
    app.page.wait_for_selector(".rt-nine .rt-yes")
    app.page.locator("summary", has_text="Why do two differ?").click()
    app.page.select_option("[data-pair='b']", "octro-13")
    app.page.wait_for_selector(".rt-pair li")
    app.shoot("comparison")


@pytest.mark.moving
def test_typing_dealing_and_worked_hands(live_visit):
    """Typed text lays out cards or shows its error in place; deals and worked hands replace the hand, undoably."""
    app: Visit = live_visit()
    page = app.page
    area = page.locator(".rt-editor textarea")
    area.fill("2H 3H 4X | 5C")
    page.get_by_role("button", name="Lay out").click()
    page.wait_for_selector(".rt-error")
    assert page.locator(".rt-errorplace mark").inner_text() == "4X"
    assert area.input_value() == "2H 3H 4X | 5C" and len(app.trays()) == 4
    page.locator(".rt-editor").scroll_into_view_if_needed()
    app.shoot("editor-error")
    area.fill("2H 3H 4H | 5C 5C")
    area.press("Enter")
    app.wait_trays(2)
    app.wait_laid()
    app.open_drawer("hands")
    page.get_by_role("button", name="player 3 of 6").click()
    app.wait_figure("23")
    app.wait_laid()
    app.open_drawer("hands")
    page.get_by_role("button", name="Deal a hand of 13").click()
    app.wait_trays(0)
    app.wait_laid()
    app.open_drawer("hands")
    page.get_by_role("button", name="Deal me a tricky one").click()
    app.wait_laid()
    page.wait_for_selector("text=/You can do better|Another grouping can/")
    app.open_drawer("pack")
    page.locator("[data-act='add']:not([aria-disabled])").first.click()
    page.wait_for_function("document.querySelectorAll('.rt-felt [data-card]').length === 14")
    assert not app.errors


def test_classroom_hides_answers_and_one_key_reveals_them(live_visit):
    """In classroom mode verdict and answers are hidden; N shows the next step."""
    app: Visit = live_visit()
    page = app.page
    page.get_by_role("button", name="Classroom").click()
    page.wait_for_selector(".rt-classroom")
    assert page.locator(".rt-figure").count() == 0 and page.locator(".rt-tray .rt-badge").count() == 0
    app.shoot("classroom-hidden")
    page.keyboard.press("n")
    app.wait_figure("80")
    for _ in range(4):
        before = page.locator(".rt-best .rt-pips").get_attribute("aria-label")
        page.keyboard.press("n")
        page.wait_for_function(
            "text => document.querySelector('.rt-best .rt-pips').getAttribute('aria-label') !== text", arg=before
        )
    assert page.locator(".rt-best .rt-minitray").count() >= 4
    app.shoot("classroom-all")
    app.reload()
    page.wait_for_selector(".rt-classroom")
    # a lesson goes on after a reload
    assert app.figure() == "80" and page.locator(".rt-best .rt-minitray").count() >= 4
    pupil: Visit = live_visit(url=page.url)
    assert pupil.page.locator(".rt-classroom").count() == 1, "a pupil who opens the link sees no answer"
    assert pupil.page.locator(".rt-figure").count() == 0 and pupil.page.locator(".rt-best .rt-minitray").count() == 0
    app.card("printed joker", 1).click()
    page.keyboard.press("u")
    app.wait_text(MOVED)
    page.keyboard.press("z")
    app.wait_text(START)
    assert page.locator(".rt-classroom").count() == 1, "undo leads to the hand before, not out of the classroom"
    page.get_by_role("button", name="Leave classroom mode").click()
    page.wait_for_function("!location.search.includes('view=')")
    assert app.figure() == "80"
