"""What now? in the browser: asked for step by step, cards marked as seen, and long work that blocks nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser

from .conftest import Visit, open_visit
from .servers import LiveServer

WAITING = {"hand": "2H 3H 4H | 7S 8S 9S TS | 5C 5D 5H | KD KC | 2S", "rules": "gorummy-13", "turned": "9D"}
DRAWN = {**WAITING, "hand": WAITING["hand"] + " | 7C"}
LONG = {  # so few cards are left that no way to declare is near: that takes many seconds
    "hand": "9D 9H 3H | JC 8S 6D 6C 7S 3S AH PJ 2C PJ AC AS JS 9D AH 5H 9S KH 3C TD 2H 8C 3C JD 8C",
    "rules": "paplu-27",
    "turned": "TD",
    "players": 2,
    "seen": (
        "2C 2C 2D 2H 2H 2S 2S 3C 3D 3D 3D 3H 3S 3S 4C 4C 4D 4D 4H 4H 4S 4S 5C 5C 5D 5D 5H 5S 5S 5S 6C 6C "
        "6D 6D 6H 6H 6H 6S 6S 7C 7C 7C 7D 7D 7D 7H 7S 8D 8D 8D 8H 8H 8H 8S 8S 9C 9C 9D 9H 9H 9S 9S AC AC "
        "AD AD AH AS AS JC JC JD JD JH JH JH JS JS KC KC KD KD KH KH KS PJ QC QC QC QD QD QD QH QH QS QS "
        "TC TC TD TH TH TS TS TS"
    ).replace(" ", ","),
}


def open_panel(live_visit, hand: dict, **more: object) -> Visit:
    """A page with the panel's tab open, a new one or the one that stays open."""
    app: Visit = live_visit("?" + urlencode(hand), **more)
    app.page.get_by_role("tab", name="What now?").click()
    app.page.wait_for_selector(".rt-now [data-focus=now-next]")
    return app


def next_step(app: Visit) -> None:
    """Ask for one step more and wait for it."""
    app.page.locator(".rt-now [data-focus=now-next]").click()


def test_asked_step_by_step_and_marked_cards_count(live_visit):
    """Nothing is told before it is asked; then how far, what helps, a way; a card marked as seen changes the counts."""
    app = open_panel(live_visit, WAITING)
    page = app.page
    assert page.locator(".rt-nowfar, .rt-outs").count() == 0
    next_step(app)
    page.wait_for_selector(".rt-nowfar:has-text('card away from declaring')")
    assert page.locator(".rt-outs").count() == 0
    next_step(app)
    page.wait_for_selector("[data-out=KH]")
    assert page.locator("[data-out=KH] .rt-copies").inner_text() == "×2"
    page.locator(".rt-seen summary").click()
    page.locator("[data-act=see][data-mark=KH]").click()
    page.wait_for_function("document.querySelector('[data-out=KH] .rt-copies')?.textContent === '×1'")
    page.keyboard.press("Enter")  # the focus is still on the card
    page.wait_for_selector("[data-out=KH]", state="detached")
    page.wait_for_selector("[data-act=see][data-mark=KH][aria-disabled]")
    assert page.url.endswith("&seen=KH,KH")
    page.locator("[data-act=unsee][data-mark=KH]").click()
    page.wait_for_selector("[data-out=KH]")
    page.locator("[data-act=forget]").click()
    page.wait_for_function("document.querySelector('[data-out=KH] .rt-copies')?.textContent === '×2'")
    page.locator("[data-focus=now-open]").click()
    page.locator("[data-open='9C']").click()
    page.wait_for_selector(".rt-nowverdict:has-text('Take the 9♣.')")
    next_step(app)
    page.wait_for_selector(".rt-answer .rt-standing")
    app.shoot("what-now")
    app.reload()
    page.wait_for_selector(".rt-nowverdict:has-text('Take the 9♣.')")
    other: Visit = live_visit(url=page.url)
    other.page.get_by_role("tab", name="What now?").click()
    assert other.page.locator("[data-open='9C'][aria-pressed=true]").count() == 1
    assert other.page.locator(".rt-nowfar").count() == 0, "the link gives no answer away"
    assert not app.errors


def test_the_table_of_discards_is_sorted_and_explained(table):
    """Best first with ties marked; a heading sorts by its column; a card pressed shows what is then waited for."""
    app = open_panel(table, DRAWN)
    page = app.page
    page.locator(".rt-now .rt-button", has_text="Show it all").click()
    page.wait_for_selector(".rt-throws tbody tr")

    page.get_by_role("button", name="Every discard").click()

    def order() -> list[str]:
        return page.evaluate("[...document.querySelectorAll('[data-throw]')].map(row => row.dataset.throw)")

    best = order()
    assert "After you throw 7♣" in page.locator(".rt-then").inner_text(), "the throw recommended tells its outs at once"
    assert best[0] == "7C" and page.locator(".rt-equal").count() == 2
    page.locator("[data-column=points_value]").click()
    page.wait_for_selector("th[aria-sort=ascending]")
    assert order() != best and page.locator(".rt-equal").count() == 0
    page.locator("[data-column=points_value]").click()
    page.locator("[data-column=points_value]").click()
    assert order() == best
    page.locator("[data-act=row][data-mark='2S']").click()
    page.wait_for_selector(".rt-then:has-text('After you throw 2♠ you wait for')")
    assert page.locator(".rt-then [data-out]").count() == 7
    page.locator(".rt-seen summary").click()
    page.locator("[data-act=see][data-mark=KS]").click()  # one of the seven
    page.wait_for_selector("[data-act=unsee]")
    app.wait_worked_out()
    page.wait_for_selector(".rt-then [data-out=KS] .rt-copies:has-text('1')")
    assert page.locator("[data-act=row][aria-pressed=true]").count() == 1
    app.follow("?" + urlencode({**DRAWN, "hand": DRAWN["hand"].replace("KC", "QC")}))
    page.locator(".rt-now .rt-button", has_text="Show it all").click()
    page.wait_for_selector("[data-throw=QC]")
    assert page.locator("[data-act=row][aria-pressed=true]").count() == 0, "the row of another hand is not pressed"
    assert not app.errors


@pytest.mark.parametrize("size", [(1280, 720), (412, 915)], ids=["projector", "phone"])
def test_the_panel_fits_and_is_accessible(table, size):
    """With everything shown, light or dark, nothing scrolls sideways, and axe finds nothing serious."""
    app = open_panel(table, DRAWN, width=size[0], height=size[1])
    page = app.page
    page.locator(".rt-now .rt-button", has_text="Show it all").click()
    page.wait_for_selector(".rt-throws tbody tr")
    app.wait_worked_out()
    page.locator(".rt-seen summary").click()
    page.locator("[data-act=see][data-mark=KH]").click()
    page.wait_for_selector("[data-act=unsee]")
    app.wait_worked_out()
    page.locator("[data-act=row][aria-pressed=false]").first.click()
    page.wait_for_selector("[data-act=row][aria-pressed=true]")
    for theme in app.each_theme():
        assert not app.scrolls_sideways(), theme
        assert not app.find_violations(), theme
        app.shoot(f"what-now-{theme}-{size[0]}", full=True)


def _move(app: Visit, *keys: str) -> None:
    """Move a card by keys, out of its group (u) or into the first (1), and wait for each answer."""
    for key in keys:
        link = app.page.url
        app.page.keyboard.press("Escape")
        app.card("three of hearts").click()
        app.page.keyboard.press(key)
        app.page.wait_for_function("link => location.href !== link", arg=link)


@pytest.fixture(scope="module")
def held_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, Path]]:
    """A server whose long work stands still until a file is made: however quick the engine is, it is under way."""
    gate = tmp_path_factory.mktemp("held") / "open"
    serving = LiveServer(held=str(gate))
    yield serving, gate
    serving.stop()


@pytest.fixture
def held_visit(
    browser: Browser, held_server: tuple[LiveServer, Path], opened: list[Visit]
) -> Iterator[Callable[[str], Visit]]:
    """Open a page whose long work stands still."""
    serving, gate = held_server

    def open_app(query: str) -> Visit:
        opened.append(open_visit(browser, serving.url + query, secret=serving.secret))
        return opened[-1]

    yield open_app
    gate.unlink(missing_ok=True)


def begin_long_work(app: Visit) -> None:
    """Ask for every discard of 28 cards, and wait until how far the hand is has come: the rest is under way."""
    app.page.locator(".rt-now .rt-button", has_text="Show it all").click()
    app.page.wait_for_selector(".rt-nowfar b")
    app.page.wait_for_selector(".rt-nowwork progress")
    assert app.page.locator(".rt-throws").count() == 0, "the quick answer comes first"


def test_a_click_during_long_work_is_answered_before_it_and_ends_what_it_overtakes(held_visit, held_server):
    """While every discard of 28 cards is tried, moves are answered; another table ends the work and its answer."""
    app = open_panel(held_visit, LONG)
    page = app.page
    begin_long_work(app)
    _move(app, "u")
    assert page.locator(".rt-nowwork").count() == 1, "the move was answered while the work went on"
    _move(app, "1")
    # a card less is another hand: what was asked of the old one is neither shown nor worked out any more
    app.open_drawer("pack")
    page.locator("[data-act=remove][data-add='2C']").click()
    page.wait_for_function("document.querySelectorAll('.rt-felt [data-card]').length === 27")
    page.wait_for_selector("[data-act=add][data-add='2C']:focus")  # its last copy: the button that took it has gone
    page.keyboard.press("Escape")
    page.wait_for_selector(".rt-drawer", state="hidden")
    page.wait_for_function("!document.querySelector('.rt-nowfar') && !document.querySelector('.rt-nowwork')")
    page.evaluate(
        """() => { window.told = []; new MutationObserver(() => window.told.push(
             document.querySelector('.rt-now')?.innerText || '')).observe(
             document.querySelector('.rt-now'), {childList: true, subtree: true, characterData: true}); }"""
    )
    held_server[1].touch()  # nothing holds back what was overtaken any more
    page.locator(".rt-now [data-focus=now-next]").click()
    page.wait_for_selector(".rt-nowfar")
    page.wait_for_function("!document.querySelector('.rt-nowwork')")
    _move(app, "u", "1", "u", "1")  # what the old hand's work might still send has come before the answers to these
    assert not any("Throw" in text for text in page.evaluate("window.told")), "27 cards have no discard to throw"
    assert page.locator(".rt-throws").count() == 0 and not app.errors


def test_work_under_way_can_be_hidden(held_visit, held_server):
    """Hiding the answer while the rest is worked out takes it away, and the page goes on answering."""
    app = open_panel(held_visit, LONG)
    page = app.page
    begin_long_work(app)
    page.locator(".rt-now .rt-button", has_text="Hide again").click()
    page.wait_for_function("!document.querySelector('.rt-nowfar') && !document.querySelector('.rt-nowwork')")
    held_server[1].touch()
    _move(app, "u")
    app.wait_loose(1)
    assert page.locator(".rt-nowfar, .rt-nowwork, .rt-throws").count() == 0 and not app.errors
