"""Links that are broken, long or hostile."""

from dataclasses import replace
from urllib.parse import quote, urlencode

import pytest

from rummy_tutor.page.own_books import write_own
from rummy_tutor.rulebooks import RULEBOOKS

from .conftest import Visit

WELCOME = "KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D"


@pytest.mark.parametrize(
    ("host", "query", "text", "told"),
    [
        ("live", "?hand=" + quote("<script>window.hacked=1</script>"), WELCOME, "No card in the link"),
        ("voila", "?hand=" + quote(" ".join(["2H"] * 5000)), WELCOME, "too long"),
        ("voila", "?template=nope&theme=nope&voila=1", WELCOME, ""),
        ("voila", "?%ff%00&hand", WELCOME, ""),
    ],
    ids=["script", "long", "template", "bytes"],
)
def test_bad_links_open_the_page_and_say_what_happened(visit, live_visit, host, query, text, told):
    """A page opened with a bad link shows a message and a table, and runs nothing."""
    check((visit if host == "voila" else live_visit)(query), text, told)


@pytest.mark.parametrize(
    ("query", "text", "told"),
    [
        ("?hand=" + quote("2H <img src=x onerror=window.hacked=1> 3H"), "2H 3H", "Left out"),
        ("?hand=" + quote(" ".join(["2H"] * 40)), WELCOME, "40 cards"),
        (
            "?" + urlencode({"hand": "2H 3H 4H | KS", "rules": "no-such-book"}),
            "2H 3H 4H | KS",
            "names a rulebook",
        ),
        ("?" + urlencode({"hand": "2H 3H 4H | KS", "turned": "9Z", "players": "-3"}), "2H 3H 4H | KS", "turned card"),
    ],
    ids=["image", "cards", "rulebook", "turned"],
)
def test_bad_links_keep_what_can_be_read(table, query, text, told):
    """A bad link followed on the page shows a message and a table, keeps readable cards, and runs nothing."""
    app: Visit = table()
    app.follow(query)
    check(app, text, told)


def check(app: Visit, text: str, told: str) -> None:
    """The table and its message are these, and nothing of the link has become a part of the page."""
    app.wait_text(text)
    if told:
        app.page.wait_for_selector(f".rt-notes:has-text('{told}')")
    assert app.page.evaluate("window.hacked") is None
    assert app.page.locator(".rt-app script, .rt-app img").count() == 0
    app.card("king of spades").click() if "KS" in text else None
    assert not app.errors


def test_a_link_names_every_part_of_the_table(live_visit):
    """Rulebook, turned card, players, house options and grouping come back from a link."""
    query = {"hand": "2H 3H 4H | KS", "rules": "paplu-13", "turned": "PJ", "players": "7", "options": "ace-jokers"}
    app: Visit = live_visit("?" + urlencode(query))
    page = app.page
    assert page.locator("[data-field='rulebook']").input_value() == "paplu-13"
    assert "printed joker" in page.locator("[data-drawer=turned]").inner_text()
    assert page.locator("[data-field='players']").input_value() == "7"
    page.locator("summary", has_text="Options").click()
    assert page.locator("[data-option='ace-jokers']").is_checked()
    assert app.text() == "2H 3H 4H | KS"


def test_copying_link_and_text(table):
    """The share panel copies the address and the text form; for this computer alone there is no QR code."""
    app: Visit = table()
    page = app.page
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_selector("text=Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.get_by_role("button", name="Copy as text").click()
    page.wait_for_selector("text=Hand copied as text.")
    assert page.evaluate("navigator.clipboard.readText()") == WELCOME
    assert "on this computer only" in page.locator(".rt-carried > p").inner_text()
    assert page.locator(".rt-qr").count() == 0
    assert not page.locator(".rt-share").get_by_text("rummy-tutor class").is_visible()
    page.get_by_text("For whoever runs the server").click()
    assert page.locator(".rt-share").get_by_text("rummy-tutor class").is_visible()
    app.shoot("share")
    page.get_by_role("button", name="Share").click()


def test_the_share_panel_tells_what_its_link_opens(live_visit):
    """Own rules are in it; the panel goes with the screen that it was opened on."""
    mine = replace(RULEBOOKS["gorummy-13"], key="ours", title="GoRummy Points Rummy, our way", sources=())
    app: Visit = live_visit("?" + urlencode({"mode": "analyse", "rules": "ours", "own": write_own(mine)}))
    page = app.page
    page.get_by_role("button", name="Share").click()
    told = page.locator(".rt-carried > p").inner_text()
    assert told.startswith("The link opens this hand") and "own rules are in it" in told
    app.show("learn")
    assert page.locator(".rt-share").count() == 0
    page.get_by_role("button", name="Share").click()
    assert page.locator(".rt-carried > p").inner_text().startswith("The link opens this screen")
    app.show("puzzles")
    page.get_by_role("button", name="Share").click()
    assert page.locator(".rt-carried > p").inner_text().startswith("The link opens this puzzle.")
    app.show("analyse")
    assert page.locator(".rt-share").count() == 0 and not app.errors
