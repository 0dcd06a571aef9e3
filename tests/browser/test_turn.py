"""A turn played on its table: by mouse, drag, touch and keys; every move answers at once and can be taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rummy_tutor.rulebooks import RULEBOOKS
from tests.finding import find_draw, find_meld

from .conftest import Visit, show_each, without_timer

STEP = "?mode=learn&lesson=two-minutes&rules=adgaming-13"
MOVES = len(find_draw()[1].choices)
TASK = f"?mode=learn&lesson=turn&task={find_draw()[0]}&rules=paplu-13"
SEEING = "?mode=learn&lesson=seeing&task=seeing.move.3.1.2&rules=marriage-21"
MELD, LAID = find_meld()
WIPING = f"?mode=learn&lesson=vazhushal&task={MELD}&rules=vazhushal-13"
SPARE = ".rt-turn [data-hand][data-text=QD]"


def open_step(visit, **more) -> Visit:
    """The step of the first lesson in which a card is drawn and one thrown."""
    app: Visit = visit(STEP, **more)
    for _ in range(9):
        if app.page.locator(SPARE).count():
            break
        app.page.locator("[data-next], [data-act=show]").first.click()
        app.answered()
    app.page.wait_for_selector(SPARE)
    return app


def count(app: Visit) -> int:
    """How many cards the hand has."""
    return app.page.locator(".rt-turn [data-hand]").count()


def wait_said(app: Visit, text: str) -> None:
    """Until the table says this of a move."""
    app.page.wait_for_function("text => document.querySelector('.rt-turnsaid')?.textContent.includes(text)", arg=text)


def by_click(app: Visit) -> None:
    """Press the stock, a card, and the button under the pile."""
    page = app.page
    page.click(".rt-turn [data-act=stock]")
    wait_said(app, "You drew the top card of the stock.")
    page.click(SPARE)
    page.click(".rt-turn .rt-button[data-act=throw]")


def by_drag(app: Visit) -> None:
    """Drag from the stock to the hand, and from the hand to the pile."""
    page = app.page
    page.wait_for_function("CSS.highlights.get('rt-word')?.size > 0")  # a drag that ends on a word does not open it
    page.drag_and_drop(".rt-turn [data-drag=stock]", ".rt-turn [data-drop=hand]")
    wait_said(app, "You drew the top card of the stock.")
    page.drag_and_drop(SPARE, ".rt-turn [data-drop=pile]")


def by_touch(app: Visit) -> None:
    """Tap the stock; drag the card with a finger, sideways first."""
    page = app.page
    page.tap(".rt-turn [data-act=stock]")
    wait_said(app, "You drew the top card of the stock.")
    page.locator(SPARE).evaluate("card => card.scrollIntoView({block: 'center'})")  # not behind the bar of the modes
    card, pile = (page.locator(one).bounding_box() for one in (SPARE, ".rt-turn [data-drop=pile]"))
    x, y = card["x"] + card["width"] / 2, card["y"] + card["height"] / 2
    to_x, to_y = pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in points]})

    send("touchStart", (x, y))
    send("touchMove", (x - 30, y))
    for part in range(6):
        send("touchMove", (x + (to_x - x) * part / 5, y + (to_y - y) * part / 5))
    send("touchEnd")


def by_keys(app: Visit) -> None:
    """Enter on the stock; arrows and Space in the hand; Enter on the pile."""
    page = app.page
    page.focus(".rt-turn [data-act=stock]")
    page.keyboard.press("Enter")
    wait_said(app, "You drew the top card of the stock.")
    page.focus(".rt-turn [data-hand][tabindex='0']")
    page.keyboard.press("End")
    page.keyboard.press("Space")
    page.wait_for_selector(f"{SPARE}[aria-pressed=true]")
    page.focus(".rt-turn [data-act=pile]")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("way", [by_click, by_drag, by_touch, by_keys])
def test_a_turn_is_played_and_taken_back(live_visit, way):
    """A card is drawn and one thrown, each said without a source; both are taken back, and nothing is lost."""
    app = open_step(live_visit, phone=way is by_touch)
    page = app.page
    assert count(app) == 13
    way(app)
    wait_said(app, "You threw the Q♦.")
    page.wait_for_selector(".rt-turn .rt-pilecard[aria-label*='Q♦']")
    assert count(app) == 13 and not page.locator(".rt-turnsaid .rt-cite").count()
    told = page.locator(".rt-learnturn [role=status]").inner_text()
    assert "You threw the Q♦." in told
    for drawn in (1, 0):  # of the cards back in the hand only the one drawn is called new
        page.locator(".rt-turn [data-act=take_back]").click()
        page.wait_for_selector(".rt-turnsaid[data-tone=plain]", state="attached")
        expect(page.locator(".rt-turn [data-hand]:has(.rt-new)")).to_have_count(drawn)
        assert page.locator(".rt-turn [data-text=JH]:has(.rt-new)").count() == drawn
    page.wait_for_selector(".rt-turn [data-act=take_back]", state="detached")
    assert count(app) == 13 and page.locator(SPARE).count() == 1
    assert not app.errors and not app.scrolls_sideways()


def test_a_refused_move_says_why_and_its_mark_opens_the_rules(live_visit):
    """Nothing moves, the reason is told, and its source is a button; Esc lets a selected card go."""
    app = open_step(live_visit)
    page = app.page
    page.click(SPARE)
    page.wait_for_selector(f"{SPARE}[aria-pressed=true]")
    page.keyboard.press("Escape")
    page.wait_for_selector(f"{SPARE}[aria-pressed=false]")
    page.click(SPARE)
    expect(page.locator(".rt-main:visible")).to_have_count(1)  # one thing comes next
    page.click(".rt-turn .rt-button[data-act=throw]")
    wait_said(app, "You must draw a card first.")
    assert count(app) == 13 and not app.find_violations()
    page.click(".rt-turnsaid summary")
    page.click(".rt-turnsaid .rt-cite")
    page.wait_for_selector(".rt-sheet[open] :text('S4')")
    page.keyboard.press("Escape")
    page.wait_for_selector(".rt-sheet[open]", state="detached")
    assert not app.errors


@pytest.mark.parametrize("size", [{"phone": True}, {"width": 1280, "height": 720}], ids=["phone", "desk"])
def test_each_step_and_the_first_task_fit_the_window(live_visit, size):
    """Nothing of the first lesson ends below the foot; what is not tried is shown done, and the next press goes on."""
    app: Visit = live_visit("?mode=learn&lesson=two-minutes&rules=gorummy-13", **size)
    page = app.page
    shown = 0
    while page.locator(".rt-steptext:visible").count():
        app.settle()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), page.url
        helps = page.locator("[data-act=show]").count()
        assert page.locator("[data-next]").count() == 1 - helps  # help never stands where the way on was
        shown += helps
        page.click("[data-act=show]" if helps else "[data-next]")
        app.answered()
    app.settle()
    assert shown == 6 and page.locator(".rt-choices").count() == 1
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight") and not app.errors


def test_a_last_card_laid_down_declares(live_visit):
    """The hand declares with the card on its place; with no card selected the table says what is missing."""
    app = open_step(live_visit)
    page = app.page
    while page.locator(SPARE).count() or not page.locator(".rt-turn .rt-slot").count():  # until the hand is ready
        page.locator("[data-next], [data-act=show]").first.click()
        app.answered()
    page.click(".rt-turn [data-act=stock]")
    wait_said(app, "You drew the top card of the stock.")
    page.click(".rt-turn .rt-slot")
    wait_said(app, "To declare you throw a last card.")
    page.drag_and_drop(".rt-turn [data-hand][data-text=AC]", ".rt-turn [data-drop=slot]")
    wait_said(app, "You threw the A♣ and declared.")
    page.wait_for_selector(".rt-slot .rt-card")
    assert not app.errors


def test_each_move_of_a_task_is_asked_about_at_the_same_table(live_visit):
    """One press answers each move; its rule stands in its row, and no card has moved when the next one is asked."""
    app: Visit = live_visit(TASK)
    page = app.page
    asked, marks = (
        page.locator(".rt-moverows [data-act=refuse]:not([aria-disabled])"),
        {"stock": "stock", "take": "pile"},
    )
    for done in range(MOVES):
        asked.wait_for()
        assert not app.find_violations()
        move = asked.get_attribute("data-move")
        if move in marks:
            page.wait_for_selector(f".rt-turn [data-act={marks[move]}] .rt-askmark")
        if move == "stock":  # on the table, the other one by its button
            page.click(".rt-turn [data-act=stock]")
        elif move == "take":
            page.click("[data-act=allow][data-move=take]")
        else:
            asked.click()
        page.wait_for_function(
            "n => document.querySelectorAll('.rt-moverows [data-right=true]').length === n", arg=done + 1
        )
        if move in marks and done < MOVES - 1:
            page.wait_for_selector("[data-act=allow]:focus:not([aria-disabled])")
            assert count(app) == 13 and page.locator(".rt-turn .rt-new").count() == 0
    page.wait_for_selector(".rt-verdict[data-tone=good]")
    page.wait_for_selector("[data-next]:focus")
    assert count(app) == 13 and not page.locator(".rt-turn [data-act=take_back]").count()  # no move has been made
    assert not app.errors


@pytest.mark.parametrize("act", ["refuse", "allow"])
def test_a_finger_that_taps_twice_answers_one_move_only(live_visit, act):
    """On a phone the answer just given stays in sight with its verdict; a second tap does not answer the next one."""
    app: Visit = live_visit(TASK, phone=True)
    page = app.page
    for at in (1, 2):
        page.locator(f".rt-learnside :text('Move {at} of {MOVES}')").wait_for()
        box = page.locator(f".rt-moverows [data-act={act}]").bounding_box()
        page.locator(f".rt-moverows [data-act={act}]:not([aria-disabled])").wait_for()
        with without_timer(page, 400):  # for so long the next move cannot be answered
            for _ in range(2):
                page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            app.answered()
        page.wait_for_selector(".rt-moverows [data-act=allow]:not([aria-disabled])")
        assert page.locator(".rt-moverows li[data-right=true], .rt-moverows li[data-right=false]").count() == at
        assert page.locator(".rt-moverows li[data-latest=true]").is_visible()
    assert not app.errors


@pytest.mark.parametrize("screen", ["projector", "phone", "wide"])
def test_the_table_fits_its_screen(live_visit, screen):
    """The table and the moves asked about are on one screen; a phone's page is two screens long at most."""
    size = {"wide": {"width": 1920, "height": 1080}, "phone": {"phone": True}}.get(screen, {})
    for query, app in show_each(live_visit, (TASK, SEEING, WIPING), dark=screen == "phone", **size):
        page = app.page
        page.wait_for_selector(".rt-moverows")
        app.shoot(f"turn-{query.split('lesson=')[1].split('&')[0]}-{screen}")
        assert not app.scrolls_sideways() and not app.find_violations(), query
        if screen == "phone":
            assert page.evaluate("document.documentElement.scrollHeight") <= 2 * 915, query
            continue
        for part in (".rt-turn [data-hand] >> nth=-1", ".rt-moverows"):
            box = page.locator(part).bounding_box()
            assert box["y"] + box["height"] <= page.viewport_size["height"], (query, part)


# the names of places and groups of the table without a part that is marked for its entry among the words
UNMARKED = """() => [...document.querySelectorAll('.rt-turnfelt :is(.rt-turnplace > .rt-placeword b, .rt-groupword)')]
  .filter(one => one.checkVisibility() && ![...CSS.highlights.get('rt-word')].some(
    range => one.contains(range.startContainer)))
  .map(one => one.textContent)"""


def test_every_name_on_the_table_is_told(live_visit):
    """Stock, turned card, discard pile, the place to declare, melds and loose cards: each is a word that is told."""
    links = {f"?mode=learn&rules={key}&lesson=turn&task=turn.move.3.2.2": book for key, book in RULEBOOKS.items()}
    for link, app in show_each(live_visit, links):
        page = app.page
        page.wait_for_function(f"CSS.highlights.get('rt-word')?.size && !({UNMARKED})().length")
        slot = page.locator(".rt-turnplace .rt-placeword b", has_text="Finish slot")
        assert slot.count() == (links[link].procedure.finish == "finish-slot"), link
        if slot.count():
            slot.click(position={"x": 8, "y": 8})
            page.wait_for_selector(".rt-wordbubble b:has-text('finish slot')")
            assert "last card" in page.locator(".rt-wordbubble").inner_text()
            page.keyboard.press("Escape")
        assert not app.errors


def test_a_meld_is_laid_down_of_the_cards_selected(live_visit):
    """Where melds lie on the table several cards are selected, by pressing them, and laid down together."""
    app: Visit = live_visit(WIPING)
    page = app.page
    meld = next(move for move in LAID.answer if move.startswith("meld"))
    for card in meld.split()[1:]:
        page.click(f".rt-turn [data-hand][data-text='{card}']")
    page.click(".rt-turn [data-act=button][data-move=meld]")
    page.wait_for_selector(".rt-moverows li[data-right=true]")
    assert not app.errors


# how many words of groups lie below the mark of a card that has just been drawn
_WORDS_COVERED = """() => {
  const mark = document.querySelector('.rt-handcard .rt-new').getBoundingClientRect();
  const covers = (box) =>
    box.left < mark.right && box.right > mark.left && box.top < mark.bottom && box.bottom > mark.top;
  return [...document.querySelectorAll('.rt-groupword')].filter((one) => covers(one.getBoundingClientRect())).length;
}"""


@pytest.mark.parametrize("way", ["mouse", "phone"])
def test_some_turns_are_played_for_practice(live_visit, way):
    """From the first lesson's first step turns are played: others are told of, melds shown; then the step is back."""
    app: Visit = live_visit(STEP, phone=way == "phone")
    page = app.page
    page.click("[data-act=practise]")
    page.wait_for_selector(".rt-learnside :text('Turn 1')")
    for turn in (2, 3):
        page.click(".rt-turn [data-act=stock]")
        wait_said(app, "You drew the top card of the stock.")
        page.locator(".rt-turn [data-hand]").last.click()
        page.click(".rt-turn .rt-button[data-act=throw]")
        page.wait_for_selector(f".rt-learnside :text('Turn {turn}')")
        assert page.locator(".rt-news li").count() == 3
    page.click(".rt-learnside [data-act=group]:visible")
    page.wait_for_selector(".rt-learnside [data-act=group]:visible:has-text('Sort by suit')")
    app.shoot(f"turn-practice-{way}")
    assert not app.find_violations() and not app.scrolls_sideways()
    assert not page.locator(".rt-turn [data-move=drop]").count()  # no lesson has told of it yet
    page.click(".rt-turn [data-act=stock]")
    drawn = page.locator(".rt-handcard .rt-new")
    drawn.wait_for()
    assert page.evaluate(_WORDS_COVERED) == 0
    page.locator(".rt-learnside [data-act=next]").click()
    page.wait_for_selector("text=Step 1 of ")
    assert not page.locator(".rt-news").count() and not app.errors


@pytest.mark.parametrize("phone", [False, True])
def test_choosing_a_card_moves_nothing(live_visit, phone):
    """The places keep their names and stay where they are while a card is selected; a mark is large enough to press."""
    app: Visit = live_visit("?mode=learn&lesson=turn&show=play&rules=adgaming-13", phone=phone)
    page = app.page
    page.click(".rt-turn [data-act=stock]")
    wait_said(app, "You drew the top card of the stock.")
    app.settle()
    places = "[...document.querySelectorAll('.rt-turnplace, .rt-turnhand')].map((one) => {"
    places += (
        " const { x, y, width } = one.getBoundingClientRect(); return [x, y, width, one.children[1].innerText]; })"
    )
    before = page.evaluate(places)
    page.click(".rt-turn [data-hand] >> nth=0")
    page.wait_for_selector(".rt-turn .rt-button[data-act=throw]")
    app.settle()
    assert [one[:3] for one in page.evaluate(places)] == [one[:3] for one in before]
    assert [one[3] for one in page.evaluate(places)][:-1] == [one[3] for one in before][:-1]
    page.locator(".rt-turnsaid summary").click()
    mark = page.locator(".rt-turnsaid button.rt-cite").bounding_box()
    assert min(mark["width"], mark["height"]) >= 24


def test_no_sign_of_the_tabs_stands_without_its_word(live_visit):
    """On a phone each tab at the foot has its word under it."""
    app: Visit = live_visit(phone=True)
    words = [one.bounding_box() for one in app.page.locator(".rt-modes button:visible > span").all()]
    assert len(words) >= 4 and all(box["width"] > 10 and box["height"] > 8 for box in words)


@pytest.mark.parametrize("phone", [False, True])
def test_choosing_cards_for_a_meld_moves_nothing(live_visit, phone):
    """Neither the first card nor more of them move the places or the hand, also after a move that was refused."""
    size = {"phone": True} if phone else {"width": 1280, "height": 720}
    app: Visit = live_visit("?mode=learn&lesson=two-minutes&rules=vazhushal-13", **size)
    page = app.page
    while not page.locator(".rt-turn [data-move=meld]").count():
        page.locator("[data-next], [data-act=show]").first.click()
        app.answered()
    page.click(".rt-turn [data-act=stock]")
    wait_said(app, "You drew the top card of the stock.")
    page.click(".rt-turn [data-act=stock]")
    page.wait_for_selector(".rt-turnsaid[data-tone=bad]")
    places = "[...document.querySelectorAll('.rt-turnplace, .rt-turnhand, .rt-turnbuttons')].map((one) => {"
    places += " const { x, y, width } = one.getBoundingClientRect(); return [x, y + scrollY, width]; })"
    app.settle()
    before = page.evaluate(places)
    for at in range(3):
        page.locator(".rt-turn [data-hand]").nth(at).click()
        page.wait_for_selector(f".rt-turn [data-hand][aria-pressed=true] >> nth={at}")
        app.settle()
        assert page.evaluate(places) == before
    assert not app.errors


@pytest.mark.parametrize("phone", [False, True])
def test_a_drawn_card_is_in_sight_and_stays_marked_where_melds_are_shown(live_visit, phone):
    """Of twenty-eight cards too: smaller ones on a low window, and a phone's page goes to the card."""
    size = {"phone": True} if phone else {"width": 1280, "height": 720}
    app: Visit = live_visit("?mode=learn&lesson=turn&show=play&rules=paplu-27", **size)
    page = app.page
    page.click(".rt-turn [data-act=stock]")
    wait_said(app, "You drew the top card of the stock.")
    page.click(".rt-learnside [data-act=group]")
    page.wait_for_selector(".rt-groupword")
    app.settle()
    low = page.evaluate("innerHeight")
    low = page.locator(".rt-dock").bounding_box()["y"] if phone else low
    box = page.locator(".rt-handcard.rt-moved").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= low
    if not phone:
        ends = page.locator(".rt-turn [data-hand]").evaluate_all(
            "all => all.map(o => o.getBoundingClientRect().bottom)"
        )
        assert max(ends) <= low
    assert not app.errors


@pytest.mark.parametrize("height", [400, 720])
def test_in_a_notebook_the_cards_keep_their_size_and_nothing_is_scrolled(live_visit, height):
    """Where the table is a part of a page that another program scrolls, the window does not say what room it has."""
    app: Visit = live_visit("?mode=learn&lesson=turn&show=play&rules=paplu-27", width=1280, height=height)
    page = app.page
    page.evaluate("document.body.removeAttribute('data-voila')")
    page.evaluate("document.querySelector('.rt-turn [data-act=stock]').click()")
    wait_said(app, "You drew the top card of the stock.")
    page.evaluate("document.querySelector('.rt-learnside [data-act=group]').click()")
    page.wait_for_selector(".rt-groupword")
    app.settle()
    assert page.locator(".rt-turnhand").get_attribute("style") in ("", None)
    assert page.evaluate("scrollY") == 0 and page.locator(".rt-handcard.rt-moved").count() == 1 and not app.errors


@pytest.mark.parametrize("rules", ["adgaming-13", "rummy-21"])
def test_practice_is_in_sight_on_a_phone(live_visit, rules):
    """What is to be done, the piles, the buttons and every card of the hand are in sight."""
    app: Visit = live_visit(f"?mode=learn&lesson=turn&show=play&rules={rules}", phone=True)
    page = app.page
    page.locator(".rt-turn [data-act=stock]").tap()
    wait_said(app, "You drew the top card of the stock.")
    page.locator(".rt-turn [data-hand]").last.tap()
    page.wait_for_selector(".rt-turn .rt-button[data-act=throw]")
    app.settle()
    seen = ".rt-turn :is([data-hand], [data-act]), .rt-learnside .rt-button, .rt-learnside .rt-note"
    low, high = page.evaluate(
        """seen => {
             const bar = innerHeight;
             const boxes = [...document.querySelectorAll(seen)].map(one => one.getBoundingClientRect());
             return [bar - Math.max(...boxes.map(box => box.bottom)), Math.min(...boxes.map(box => box.top))];
           }""",
        seen,
    )
    assert low >= 0 and high >= 0, (low, high, page.evaluate("scrollY"))
    assert page.locator(".rt-turn [data-hand]").count() in (14, 22)
    app.shoot(f"turn-practice-phone-{rules}")
    assert not app.find_violations() and not app.scrolls_sideways() and not app.errors


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_a_drop_is_asked_about_once(live_visit, way):
    """Pressed once, what it costs is asked in its place: no leaves all as it was, yes ends the round."""
    app: Visit = live_visit("?mode=learn&lesson=turn&show=play&rules=adgaming-13")
    page = app.page

    def press(selector: str) -> None:
        if way == "mouse":
            page.click(selector)
        else:
            page.focus(selector)
            page.keyboard.press("Enter")

    drop = ".rt-turn [data-move=drop]"
    press(drop)
    page.wait_for_selector(".rt-sure :text('Drop, and pay 20 points?')")
    page.wait_for_function("document.activeElement.dataset.act === 'sure-no'")
    page.keyboard.press("Enter")
    page.wait_for_selector(drop)
    press(drop)
    press(".rt-sure [data-act=sure-yes]")
    page.wait_for_selector(".rt-learnside :text('You have dropped')")
    assert not app.errors
