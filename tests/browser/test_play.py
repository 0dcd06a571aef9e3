"""Play: the table has the page for itself, what acts stands at its foot, and the hand is in sight with any game."""

from __future__ import annotations

from base64 import b64encode

import pytest
from playwright.sync_api import Page

from .conftest import Visit

SEEN = {"x": 12, "y": 24}  # of a card that another lies over
SIZES = [{"width": 1280, "height": 720}, {"width": 1920, "height": 1080}, {"phone": True}]


def deal(live_visit, rules: str, others: int = 1, **size) -> Visit:
    """A round that has just been dealt."""
    app: Visit = live_visit(f"?mode=play&rules={rules}", **size)
    app.page.get_by_label(str(others), exact=True).check()
    app.page.get_by_role("button", name="Deal the cards").click()
    app.page.wait_for_selector(".rt-turnfelt")
    app.answered()
    if app.page.locator("[data-act=pass]").count():
        app.page.locator("[data-act=pass]").click()  # the question before the first round
    app.settle()
    return app


def begin(app: Visit) -> None:
    """Begin where tunnelas may be shown before play."""
    if app.page.locator(".rt-dock [data-move=play]").count():
        app.page.locator(".rt-dock [data-move=play]").click()
        app.answered()


def is_in_sight(page: Page) -> bool:
    """Whether every card of the hand lies above the dock, and the dock in the window."""
    return page.evaluate(
        """() => {
            const dock = document.querySelector('.rt-dock').getBoundingClientRect();
            const cards = [...document.querySelectorAll('[data-hand]')].map(one => one.getBoundingClientRect());
            return dock.bottom <= innerHeight + 1 && cards.length > 0
              && cards.every(card => card.top >= 0 && card.bottom <= dock.top + 1 && card.width >= 40);
        }"""
    )


@pytest.mark.parametrize("rules", ["octro-13", "marriage-21", "paplu-27"])
@pytest.mark.parametrize("size", SIZES, ids=["desk", "projector", "phone"])
def test_the_whole_hand_lies_above_what_acts(live_visit, rules, size):
    """With 13, 21 and 27 cards, also after a card was drawn and one was chosen."""
    app = deal(live_visit, rules, **size)
    begin(app)
    page = app.page
    assert is_in_sight(page)
    page.locator(".rt-dock [data-act=stock]").click()
    app.answered()
    app.settle()
    assert is_in_sight(page) and page.locator("[data-hand] .rt-new").count() == 1
    page.locator("[data-hand]").last.click()
    page.locator(".rt-dock [data-act=throw]").click()
    app.answered()
    app.shoot(f"play-{rules}-{'phone' if 'phone' in size else size['width']}")
    assert not app.scrolls_sideways() and not app.errors
    assert app.find_violations() == []


_HAND = """() => [...document.querySelectorAll('[data-hand]:not(.rt-selected)')].map(card => {
  const { x, y, width } = card.getBoundingClientRect();
  return [card.dataset.hand, x, y, width];
})"""


@pytest.mark.parametrize("size", SIZES, ids=["desk", "projector", "phone"])
def test_no_card_moves_for_help_or_for_another_that_is_chosen(live_visit, size):
    """What the tutor says lies over empty ground, and the button that names the chosen card stands in the dock.

    Who chooses a card before drawing is told so where it was said what to do.
    """
    app = deal(live_visit, "gorummy-13", **size)
    page = app.page

    def measure() -> list:
        app.answered()
        page.mouse.move(0, 0)  # a card that is pointed at is raised
        app.settle()
        return page.evaluate(_HAND)

    before = measure()
    page.locator("[data-act=help]").click()
    assert measure() == before
    page.locator("[data-hand]").last.click()
    assert measure() == before[:-1]
    assert page.locator(".rt-turnhand > .rt-placeword").first.inner_text() == "You must draw a card first."
    page.locator(".rt-dock [data-act=stock]").click()
    before = measure()
    page.locator("[data-hand]").last.click()
    assert measure() == before[:-1] and not app.errors


def test_the_hand_has_room_beside_three_others_on_a_small_phone(live_visit):
    """Twenty-one cards lie above the dock; where there is no room for whole cards, their upper parts."""
    app = deal(live_visit, "marriage-21", 3, phone=True, width=320, height=640)
    begin(app)
    app.settle()
    assert is_in_sight(app.page) and not app.scrolls_sideways()
    app.page.locator(".rt-dock [data-act=stock]").click()
    app.answered()
    app.settle()
    assert is_in_sight(app.page) and not app.errors


def test_the_question_before_the_first_round_is_answered_by_keys(live_visit):
    """The right card leads the focus on to the way back to the table, and that to the ways to draw."""
    app = live_visit("?mode=play&rules=gorummy-13", phone=True, width=320, height=568)
    page = app.page
    page.locator("[data-act=deal]").press("Enter")
    page.locator("[data-offer]").first.press("Enter")
    page.wait_for_selector(".rt-trysaid[data-tone=bad]")
    page.locator("[data-offer]").last.press("Enter")
    page.locator("[data-act=pass]:focus").press("Enter")
    page.wait_for_selector(".rt-draw:focus")
    assert page.locator(".rt-try").count() == 0 and not app.errors


def test_a_card_that_is_dragged_onto_another_lies_with_it(live_visit):
    """In its group; a hand that is grouped by oneself is not moved by the page until its best groups are asked for."""
    app = deal(live_visit, "gorummy-13", width=1280, height=720)
    page = app.page
    names = (
        "[...document.querySelectorAll('.rt-handgroup')].map(one => [...one.querySelectorAll('[data-text]')].length)"
    )
    before = page.evaluate(names)
    loose, first = page.locator("[data-hand]").last, page.locator("[data-hand]").first
    loose.drag_to(first)
    app.answered()
    app.settle()
    after = page.evaluate(names)
    assert after[0] == before[0] + 1 and after[-1] == before[-1] - 1 and not app.errors


@pytest.mark.moving
def test_a_round_is_left_by_dropping_and_a_move_is_taken_back(live_visit):
    """The dock names the card, undo puts it back, leaving and dropping are asked about, the end has one next step."""
    app = deal(live_visit, "octro-13", 3, width=1280, height=720)
    page = app.page
    assert page.locator(".rt-seatface:visible").count() == 3
    page.locator(".rt-dock [data-act=take]").click()
    app.answered()
    page.locator("[data-hand]").first.click()
    assert "Throw" in page.locator(".rt-dock [data-act=throw]").inner_text()
    page.locator(".rt-dock [data-act=take_back]").click()
    page.wait_for_selector(".rt-dock [data-act=take]")
    assert page.locator(".rt-places .rt-lit").count() == 2  # the stock and the open card
    page.locator("[data-act=leave]").click()
    page.locator("[data-act=stay]:focus").press("Enter")
    page.wait_for_selector("[data-act=leave]:focus")
    assert not page.locator(".rt-dock [data-move=drop]").count()  # not offered to a beginner
    page.locator("[data-act=hide]").click()
    page.locator(".rt-dock [data-move=drop]").click()
    page.wait_for_selector("[data-act=sure-no]:focus")
    page.locator("[data-act=sure-yes]").click()
    page.wait_for_selector(".rt-playend h2:focus")
    assert page.locator(".rt-playend .rt-main:visible").count() == 1
    assert not page.locator(".rt-dock:visible").count()
    app.shoot("play-end")
    assert app.find_violations() == [] and not app.errors


PLACES = "[...document.querySelectorAll('[data-hand]')].map(card => JSON.stringify(card.getBoundingClientRect()))"


@pytest.mark.moving
@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]], ids=["desk", "phone"])
def test_no_card_moves_for_what_is_said(live_visit, size):
    """Neither for a refusal, nor for the question whether to declare, nor, at a desk, as the round ends."""
    app = deal(live_visit, "gorummy-13", **size)
    page = app.page
    begin(app)
    page.locator(".rt-dock [data-act=stock]").click()
    app.answered()
    app.settle()
    before = page.evaluate(PLACES)
    page.locator(".rt-places [data-focus=slot]").click()
    page.wait_for_selector(".rt-playhelp .rt-badge[data-tone=bad]")
    app.settle()
    assert page.evaluate(PLACES) == before
    page.locator("[data-hand]").first.click(position=SEEN)
    app.settle()  # what was refused lay over the slot
    assert page.locator(".rt-dock [data-act=throw].rt-main").count() == 1
    assert not page.locator(".rt-playhelp .rt-badge").count()  # what was refused is past
    assert not page.locator(".rt-dock [data-act=declare]").count()  # it would fail: the slot alone takes it
    page.locator(".rt-places [data-focus=slot]").click()
    page.wait_for_selector("[data-act=play_on]")
    app.settle()
    app.shoot("play-risk")
    assert page.evaluate(PLACES) == before and app.find_violations() == []
    page.locator("[data-act=play_on]").click()
    app.answered()
    app.settle()
    assert page.evaluate(PLACES) == before
    page.locator("[data-hand]").first.click(position=SEEN)
    page.locator(".rt-places [data-focus=slot]").click()
    sizes = "[...document.querySelectorAll('[data-hand]')].map(card => card.offsetWidth)"
    width = page.evaluate(sizes)[0]
    page.locator("[data-act=declare_sure]").click()
    page.wait_for_selector(".rt-playend h2:focus")
    app.settle()
    assert {*page.evaluate(sizes)} == {width}
    if "phone" not in size:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert not app.errors


def test_help_on_a_laptop_has_the_whole_column(live_visit):
    """The text stands below the face."""
    app = deal(live_visit, "gorummy-13", width=1280, height=720)
    while app.page.locator("[data-act=help]").count():
        app.page.locator("[data-act=help]").click()
        app.answered()
    app.settle()
    app.shoot("play-help-desk")
    assert app.page.locator(".rt-playhelp > .rt-bubble").bounding_box()["width"] >= 260
    assert app.find_violations() == [] and not app.errors


COVERED = """() => {
  const box = which => [...document.querySelectorAll(which)].map(one => one.getBoundingClientRect());
  const [bubble] = box('.rt-playhelp > .rt-bubble');
  return ['.rt-playseat', '.rt-playside .rt-button:not(.rt-text)', '.rt-handgroup', '.rt-dock'].filter(which =>
    box(which).some(other => other.height && other.top < bubble.bottom - 1 && other.bottom > bubble.top + 1));
}"""


@pytest.mark.parametrize(("width", "height", "others"), [(412, 915, 1), (360, 640, 1), (320, 640, 3)])
def test_help_on_a_phone_lies_over_nothing(live_visit, width, height, others):
    """With thirteen cards it stands below them, or over the words above them; whether to leave can be read.

    Where it lies over the words on what to do now, it says them itself.
    """
    app = deal(live_visit, "gorummy-13", others, phone=True, width=width, height=height)
    page = app.page
    bubble, words = (page.locator(where) for where in (".rt-playhelp > .rt-bubble", ".rt-turnhand > .rt-placeword b"))
    told, headline = bubble.bounding_box(), words.first.bounding_box()
    beside = told["y"] >= headline["y"] + headline["height"] or told["y"] + told["height"] <= headline["y"]
    assert beside or words.first.inner_text() in bubble.inner_text()
    while page.locator("[data-act=help]").count():
        assert page.evaluate(COVERED) == [] and is_in_sight(page)
        page.locator("[data-act=help]").click()
        app.answered()
    app.settle()
    assert page.evaluate(COVERED) == [] and is_in_sight(page)
    page.locator("[data-act=leave]").click()
    app.settle()
    app.shoot(f"play-help-{width}")
    assert app.find_violations() == [] and not app.errors


FOCUSED = "document.activeElement.dataset.act"


@pytest.mark.moving
def test_turns_are_played_by_keys_alone(live_visit):
    """The focus goes on to the next thing: a way to draw, the card that came, a way to draw; what was done is heard."""
    app: Visit = live_visit("?mode=play&rules=gorummy-13", width=1280, height=720)
    page = app.page
    page.locator("[data-act=deal]").press("Enter")
    page.wait_for_selector(".rt-turnfelt")
    app.answered()
    for turn in (1, 2):
        assert page.evaluate(FOCUSED) == "stock", turn
        page.keyboard.press("Enter")
        app.answered()
        page.wait_for_selector("[data-hand].rt-moved:focus")
        page.keyboard.press("Enter")
        while page.evaluate(FOCUSED) != "throw":
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        app.answered()
        page.wait_for_selector(".rt-draw:focus")
    heard = page.locator(".rt-sr[role=status]").all_text_contents()
    assert any("You threw" in text and "Asha threw" in text for text in heard), heard
    assert not app.errors


# how large a picture is, and whether at its foot, where nothing else is so light, cards lie
CARDS_IN_PICTURE = """async data => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const paint = new OffscreenCanvas(image.width, image.height).getContext('2d');
  paint.drawImage(image, 0, 0);
  const foot = paint.getImageData(0, 400, image.width, 166).data;
  let light = 0;
  for (let at = 0; at < foot.length; at += 4) light += foot[at] > 250 && foot[at + 1] > 250 && foot[at + 2] > 250;
  return [image.width, image.height, light > foot.length / 4 / 10];
}"""


def test_a_picture_of_the_end_is_given(live_visit, tmp_path):
    """The browser draws it: felt, words and cards; nothing is sent for it, and the page stays as it is."""
    app: Visit = live_visit("?mode=play&rules=gorummy-13", accept_downloads=True)
    page = app.page
    page.click(".rt-playdeal .rt-main")
    page.click("[data-act=hide]")
    page.click(".rt-playtable [data-move=drop]")
    page.click(".rt-playtable [data-act=sure-yes]")
    page.wait_for_selector(".rt-playend [data-act=picture]")
    app.requests.clear()
    with page.expect_download() as download:
        page.click(".rt-playend [data-act=picture]")
    file = tmp_path / "result.png"
    download.value.save_as(file)
    assert page.evaluate(CARDS_IN_PICTURE, b64encode(file.read_bytes()).decode()) == [1200, 630, True]
    assert not [one for one in app.requests if not one.startswith(("data:", "blob:"))] and not app.errors


@pytest.mark.parametrize("rules", ["octro-13", "vazhushal-13", "rummy-21", "marriage-21"])
def test_every_card_is_reached_on_a_small_phone(live_visit, rules):
    """Of each card, also with one more after a draw, 40 px are seen and take a press."""
    app = deal(live_visit, rules, phone=True, width=360, height=640)
    begin(app)
    page = app.page
    for drawn in (False, True):
        if drawn:
            page.locator(".rt-dock [data-act=stock]").click()
            app.answered()
        app.settle()
        reached = page.evaluate(
            """() => [...document.querySelectorAll('[data-hand]')].map(card => {
                const { left, top } = card.getBoundingClientRect();
                return [2, 20, 38].every(x => card.contains(document.elementFromPoint(left + x, top + 20)));
            })"""
        )
        assert len(reached) in (13 + drawn, 21 + drawn) and all(reached) and is_in_sight(page)
    assert not app.errors
