"""A played round is looked back at: by keys and by touch, on a narrow phone, from a file, and after a reload."""

from __future__ import annotations

import json
from functools import cache

import pytest

from rummy_tutor.page.play.look import find_look
from rummy_tutor.page.shell.links import link_of
from tests.page.test_play_review import look_at, record_of

from .conftest import Visit

SEED = 7003  # of a round with three mistakes, the first of them a throw
DRAWN = 7002  # of one with a draw as its first


@cache
def first_mistake() -> tuple[str, str, str]:
    """The link of the review, and at its first mistake the card that was thrown and the better one."""
    session, _ = look_at(SEED)
    look = find_look(session)
    assert look is not None and look.looked is not None
    found = look.looked.moments[0].found
    return link_of(session), found.move.split()[1], found.best.split()[1]


def throw(app: Visit, card: str) -> None:
    """Throw a card at the table of the review, by keys."""
    app.page.locator(f".rt-looktable [data-hand][data-text='{card}']").first.press("Enter")
    app.page.locator(".rt-looktable .rt-button[data-act=throw]").press("Enter")


def test_a_mistake_is_tried_again_by_keys(live_visit):
    """The main button leads to the first mistake and to trying it; a wrong move says why; after a right one the next
    mistake is the main thing; a reload keeps the place."""
    link, made, best = first_mistake()
    app: Visit = live_visit(link)
    page = app.page
    page.wait_for_selector(".rt-course")
    assert app.find_violations() == []
    page.locator(".rt-look .rt-main").press("Enter")
    page.wait_for_selector(".rt-looktitle h2:focus")
    assert page.locator(".rt-looktable .rt-handcard[data-tone]").count() == 2
    assert page.locator(".rt-lookrows thead th").count() == 2 and app.find_violations() == []
    page.locator(".rt-look .rt-main").press("Enter")
    page.wait_for_selector(".rt-looktable [data-hand]")
    assert page.locator(".rt-lookrows").count() == 0
    throw(app, made)
    page.wait_for_selector(".rt-turnsaid[data-tone=bad]")
    throw(app, best)
    page.wait_for_selector(".rt-looktitle h2:has-text('Right: ')")
    assert "Next" in page.locator(".rt-look .rt-main").inner_text()
    app.reload()
    page.wait_for_selector(".rt-lookhelps")
    assert "at=1" in page.url and not app.errors


def test_the_whole_round_is_gone_through_by_keys(live_visit):
    """From a mistake on: the focus stays on the button that goes on; arrows and the line of chances lead there too."""
    app: Visit = live_visit(first_mistake()[0])
    page = app.page
    page.locator(".rt-look .rt-main").press("Enter")
    page.wait_for_selector(".rt-looktitle h2:focus")
    badge = page.locator(".rt-looktitle .rt-badge")
    page.locator(".rt-looktext summary").press("Enter")
    page.locator(".rt-looktext [data-act=step]").press("Enter")
    page.wait_for_selector(".rt-look .rt-main[data-act=step]")
    at = int(badge.inner_text().split()[1])
    for _ in range(2):
        page.locator(".rt-look .rt-main").press("Enter")
        at += 1
        page.wait_for_selector(f".rt-looktitle .rt-badge:has-text('Move {at} of')")
        page.wait_for_selector(".rt-look .rt-main:focus")
        assert page.locator(".rt-coursehere:visible").count() == 1
    for key, step in (("ArrowRight", 1), ("ArrowLeft", -1)):
        page.keyboard.press(key)
        at += step
        page.wait_for_selector(f".rt-looktitle .rt-badge:has-text('Move {at} of')")
    page.set_viewport_size({"width": 1280, "height": 600})
    app.settle()
    assert not page.locator(".rt-cut").count()  # whole cards in a low window too
    assert app.find_violations() == []
    app.reload()
    page.wait_for_selector(f".rt-looktitle .rt-badge:has-text('Move {at} of')")
    page.locator(".rt-coursebox").click(position={"x": 1, "y": 30})
    page.wait_for_selector(".rt-looktitle .rt-badge:has-text('Move 0 of')")
    page.locator(".rt-look [data-act=look_at][data-at='0']").last.press("Enter")
    page.wait_for_selector(".rt-lookround h2:focus")
    assert not app.errors


def test_a_file_is_looked_at_on_a_narrow_phone(live_visit, tmp_path):
    """The first screen of Play opens it, as it does its text when that is pasted; nothing is wider than 320 px."""
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record_of(DRAWN)))
    app: Visit = live_visit("?mode=play", phone=True, dark=True, width=320, height=640)
    page = app.page
    page.set_input_files(".rt-playdeal input[type=file]", file)
    page.wait_for_selector(".rt-course")
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    page.tap(".rt-look .rt-main")
    page.wait_for_selector(".rt-looktitle h2")
    page.tap(".rt-looktext summary")
    page.wait_for_selector(".rt-lookrows")
    assert page.evaluate(wide) <= 0 and app.find_violations() == []
    page.tap(".rt-look [data-act=try]")
    page.locator(".rt-looktable [data-hand]").last.tap()
    throws = page.locator(".rt-looktable [data-act=throw]").bounding_box()
    assert throws["y"] + throws["height"] <= page.locator(".rt-modes").bounding_box()["y"]
    assert page.evaluate(wide) <= 0
    page.tap(".rt-look [data-act=look_at][data-at='0']")
    page.tap(".rt-looktext summary")
    page.tap(".rt-looktext [data-act=close]")
    page.wait_for_selector(".rt-playdeal .rt-main")
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData('text', text);
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
        }""",
        file.read_text(),
    )
    page.wait_for_selector(".rt-course")
    assert not app.errors


def test_a_round_that_has_ended_leads_to_its_review(live_visit):
    """Its main button looks at the round; closed, its end is there again, and Back opens the review once more."""
    app: Visit = live_visit("?mode=play&rules=gorummy-13")
    page = app.page
    page.click(".rt-playdeal .rt-main")
    page.click("[data-act=hide]")  # to drop is not offered to a beginner
    page.click(".rt-playtable [data-move=drop]")
    page.click(".rt-playtable [data-act=sure-yes]")
    page.wait_for_selector(".rt-playend .rt-main[data-act=look]")
    page.click(".rt-playend .rt-main")
    page.wait_for_selector(".rt-lookround h2")
    assert page.locator(".rt-main:visible").count() == 1
    page.click(".rt-looktext summary")
    page.click(".rt-looktext [data-act=close]")
    page.wait_for_selector(".rt-playend:visible")
    page.go_back()
    page.wait_for_selector(".rt-lookround h2")
    assert not app.errors


@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, {"phone": True}], ids=["desk", "phone"])
def test_what_to_do_with_a_mistake_is_seen_at_once(live_visit, size):
    """The two moves, the whole hand and the button that tries it anew need no scrolling; figures are asked for."""
    app: Visit = live_visit(first_mistake()[0], **size)
    page = app.page
    page.click(".rt-look .rt-main")
    page.wait_for_selector(".rt-looktitle h2:focus")
    app.settle()
    assert page.evaluate("scrollY") == 0
    foot = page.locator(".rt-look .rt-dock").bounding_box()["y"] if "phone" in size else 720
    for part in (".rt-looktitle h2", ".rt-looktitle .rt-lookgood", ".rt-handcard[data-tone] >> nth=1"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= foot, part
    main = page.locator(".rt-look .rt-main").bounding_box()
    assert main["y"] + main["height"] <= page.viewport_size["height"]
    assert page.locator(".rt-lookrows:visible, .rt-course:visible").count() == 0
    app.shoot(f"review-mistake-{'phone' if 'phone' in size else 'desk'}")
