"""The round in the link: copied, opened elsewhere, broken; and the steps back that a reload finds again."""

from __future__ import annotations

import pytest

from .conftest import Visit
from .rounds import S0_NETS, nets, open_round, pick, seat_field, wait_nets, wait_seats

DROPPED = ["+18", "−30", "−30", "−30", "+142", "−70"]  # S0's table with Player 2 dropping at once
PRIZE = ["+90", "−20", "−30", "−40"]


def tables(app: Visit) -> list[str]:
    """Everything typed and chosen in the round."""
    return app.page.locator(".rt-roundform [data-field]").evaluate_all(
        "all => all.map(one => one.type === 'checkbox' ? String(one.checked) : one.value)"
    )


def copy_link(app: Visit) -> str:
    """Press the round's own button and read the clipboard."""
    app.page.locator(".rt-round [data-act=copy-link]").click()
    app.page.wait_for_selector(".rt-roundform .rt-said:has-text('Link copied')")
    return app.page.evaluate("navigator.clipboard.readText()")


def test_a_copied_link_opens_the_same_round_in_another_browser(any_round, live_visit):
    """Players, hands, points, endings, options, rulebook and stated value: all of it, with the table, and in sight."""
    app: Visit = any_round()
    page = app.page
    page.locator(".rt-roundform [data-field=rulebook]").select_option("paplu-13")
    page.locator(".rt-roundoptions summary").click()
    page.locator(".rt-roundoptions input").first.check()
    page.locator(".rt-roundform [data-field=turned]").select_option("9C")
    page.get_by_label("Money for a point").fill("2.5")
    seat_field(page, "Name of Player 1").fill("Åsa <b>")
    seat_field(page, "Cards or points of Åsa").fill("2H 3H 4H | 7S 8S | KD")
    link = copy_link(app)  # typed a moment ago, and in it all the same
    page.wait_for_selector(".rt-seat:first-child .rt-seatverdict:has-text('as laid')")
    expected = nets(app)
    assert link == page.url and len(link) < 600
    other: Visit = live_visit(url=link)
    other.page.wait_for_selector(".rt-round .rt-nets")
    wait_nets(other, expected)
    assert tables(other) == tables(app)
    other.page.wait_for_function("document.querySelector('.rt-round').getBoundingClientRect().top < 200")
    assert other.page.locator(".rt-mode[data-mode=round]").get_attribute("aria-current") == "page"
    assert other.page.url == link and not other.errors and not app.errors


def test_a_sitting_goes_with_its_rounds(any_round, live_visit):
    """The rounds played before are in the link too, and the match goes on from there."""
    app: Visit = any_round("pool")
    app.page.get_by_role("button", name="Next round").click()
    wait_seats(app, 3)
    other: Visit = live_visit(url=copy_link(app))
    other.page.wait_for_selector(".rt-totals")
    assert (
        other.page.locator(".rt-totals tbody").inner_text() == app.page.locator(".rt-totals tbody").inner_text()
        and other.page.locator(".rt-totals tbody tr").count() == 4
    )
    assert not other.errors


def test_a_press_that_begins_before_another_screen_is_drawn_reaches_its_button(live_visit):
    """Share stays where it is from screen to screen, so that a press meets it also while the next screen is drawn."""
    app: Visit = live_visit()
    page = app.page
    box = page.get_by_role("button", name="Share").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    for mode in ("round", "learn", "puzzles", "analyse", "round"):
        page.evaluate("mode => document.querySelector(`.rt-mode[data-mode=${mode}]`).click()", mode)
        page.wait_for_selector(f".rt-app[data-mode={mode}]")
        assert page.get_by_role("button", name="Share").bounding_box() == box
    page.mouse.up()
    page.wait_for_selector(".rt-share")
    assert not app.errors


def test_the_link_names_the_round_while_its_screen_is_shown(live_visit):
    """The address and the link of the share panel follow what the page shows; Back leads from screen to screen."""
    app: Visit = live_visit(permissions=["clipboard-read", "clipboard-write"])
    page = app.page
    assert "#" not in page.url
    open_round(app)
    page.wait_for_function("location.hash === '#round=s0-six'")
    page.go_back()
    page.wait_for_selector(".rt-app[data-mode=analyse]")
    page.wait_for_function("location.hash === ''")
    page.go_forward()
    page.wait_for_function("location.hash === '#round=s0-six'")
    wait_nets(app, S0_NETS)
    page.get_by_role("button", name="Share").click()
    page.wait_for_selector(".rt-share")
    pick(app, "s0-prize")
    page.wait_for_function("location.hash === '#round=s0-prize'")
    page.get_by_role("button", name="Copy link").first.click()
    page.wait_for_selector(".rt-share .rt-said:has-text('Link copied')")
    assert page.evaluate("navigator.clipboard.readText()") == page.url and page.url.endswith("#round=s0-prize")
    app.show("analyse")
    page.wait_for_function("location.hash === ''")
    assert not app.errors


@pytest.mark.parametrize(
    ("code", "told"), [("1ePl_GBg2Q_ElUnKF", "damaged or was cut short"), ("1" + "x" * 30_000, "too long to be read")]
)
def test_a_bad_round_in_the_link_says_so_once(live_visit, code, told):
    """A damaged or over-long round: one message beside the round, the table of the link, and a round to go on with."""
    app: Visit = live_visit(f"?hand=2H+3H+4H+%7C+KS&rules=rummy-21#round={code}")
    page = app.page
    page.wait_for_selector(".rt-roundnote")
    assert told in page.locator(".rt-roundnote").inner_text()
    assert page.get_by_text("The round in the link").count() == 1 and page.locator(".rt-message").count() == 0
    page.wait_for_function("document.querySelector('.rt-roundnote').getBoundingClientRect().bottom < innerHeight")
    assert "Who won?" in page.locator(".rt-ledger").inner_text()
    page.wait_for_function("code => location.hash.startsWith('#round=') && !location.hash.includes(code)", arg=code)
    app.show("analyse")
    app.wait_text("2H 3H 4H | KS")
    assert not app.errors


def test_a_link_pasted_over_a_round_loses_nothing(live_visit):
    """A good link replaces the round undoably, a bad one leaves it; both in the tab that had a round of its own."""
    app: Visit = live_visit()
    page = app.page
    open_round(app)
    seat_field(page, "How it ended for Player 2").select_option("first-drop")
    wait_nets(app, DROPPED)
    page.evaluate("location.hash = '#round=s0-prize'")
    wait_nets(app, PRIZE)
    page.get_by_role("button", name="Undo").last.click()
    wait_nets(app, DROPPED)
    page.evaluate("location.hash = '#round=1broken'")
    page.wait_for_selector(".rt-roundnote:has-text('damaged')")
    assert nets(app) == DROPPED
    page.goto(app.page.url.split("?")[0] + "?hand=2H+3H#round=1broken")  # the same tab, opened anew
    app.wait()
    page.wait_for_selector(".rt-roundnote:has-text('damaged')")
    wait_nets(app, DROPPED)
    assert not app.errors


def test_a_link_with_a_round_can_be_pasted_before_the_tab_was_opened(live_visit):
    """The tab opens by itself with the round of the link."""
    app: Visit = live_visit()
    app.page.evaluate("location.hash = '#round=s0-prize'")
    app.page.wait_for_selector(".rt-round .rt-nets")
    wait_nets(app, PRIZE)
    assert not app.errors


def test_undo_and_redo_of_the_round_survive_a_reload(new_round):
    """Each step back and forward is still there after a reload, in order."""
    app, page = new_round, new_round.page
    first = nets(app)
    seat_field(page, "How it ended for Player 2").select_option("first-drop")
    wait_nets(app, DROPPED)
    pick(app, "s0-prize")
    wait_nets(app, PRIZE)
    page.get_by_role("button", name="Undo").last.click()
    wait_nets(app, DROPPED)
    app.reload()
    page.wait_for_selector(".rt-round .rt-nets")
    wait_nets(app, DROPPED)
    page.get_by_role("button", name="Undo").last.click()
    wait_nets(app, first)
    page.get_by_role("button", name="Redo").last.click()
    wait_nets(app, DROPPED)
    page.get_by_role("button", name="Redo").last.click()
    wait_nets(app, PRIZE)
    app.reload()
    page.wait_for_selector(".rt-round .rt-nets")
    page.get_by_role("button", name="Undo").last.click()
    wait_nets(app, DROPPED)
    assert not app.errors


def test_an_answer_that_comes_while_the_page_is_leaving_is_not_lost(new_round):
    """The page is loaded anew with the link of a moment before: the tab's own round is shown, with its steps back."""
    app: Visit = new_round
    page = app.page
    first, before = nets(app), page.url
    seat_field(page, "How it ended for Player 2").select_option("first-drop")
    wait_nets(app, DROPPED)
    page.evaluate("url => history.replaceState(history.state, '', url)", before)
    app.reload()
    page.wait_for_selector(".rt-round .rt-nets")
    wait_nets(app, DROPPED)
    page.get_by_role("button", name="Undo").last.click()
    wait_nets(app, first)
    assert not app.errors


def test_a_sitting_too_long_for_a_link_says_so(any_round):
    """Then the button tells what to do instead, and the address names no round."""
    app: Visit = any_round()
    page = app.page
    for at in range(6):
        seat_field(page, f"Value cards of player {at + 1}").fill(f"{at} " * 400) if at in (0, 1, 4) else None
    seat_field(page, "Cards or points of Player 1").fill(
        "".join(chr(0x4E00 + (at * 7919) % 20000) for at in range(2000))
    )
    seat_field(page, "Cards or points of Player 2").fill(
        "".join(chr(0x4E00 + (at * 6007) % 20000) for at in range(2000))
    )
    page.wait_for_function("location.hash === ''")
    page.locator(".rt-round [data-act=copy-link]").click()
    page.wait_for_selector(".rt-roundform .rt-said:has-text('too long for a link')")
    assert not app.errors


def test_the_last_of_a_pool_share_its_prize(any_round, live_visit):
    """The player with a drop more gets a fee more, the rest is halved; a reload and a link know that it is over."""
    app: Visit = any_round("pool")
    page = app.page
    page.get_by_role("button", name="End this sitting").click()
    page.wait_for_selector(".rt-hint:has-text('Who won?')")
    page.locator(".rt-roundoptions summary").click()
    page.locator("[data-focus=round-option-split-by-drops]").click()
    page.wait_for_selector(".rt-roundoptions summary:has-text('may share the prize')")
    page.get_by_label("Entry fee").fill("100")
    for _ in range(2):
        seat_field(page, "How it ended for Player 1").select_option("declared")
        for name, points in (("Player 2", "10"), ("Player 3", "10"), ("Player 4", "80")):
            seat_field(page, f"Cards or points of {name}").fill(points)
            page.keyboard.press("Enter")
        page.get_by_role("button", name="Next round").click()
        app.answered()
        page.wait_for_selector(".rt-hint:has-text('Who won?')")
    wait_seats(app, 3)
    page.get_by_role("button", name="Share the prize").click()
    over = "Player 1, Player 2 and Player 3 have shared the prize"

    def check(one: Visit) -> None:
        one.page.wait_for_selector(f".rt-sitting :text('{over}')")
        assert one.page.locator(".rt-totals tbody td:nth-child(3)").all_inner_texts() == ["100", "0", "0", "−100"]
        assert one.page.get_by_role("button", name="Share the prize").count() == 0
        assert one.page.get_by_text("Player 1 gets 200 of the prize of 400, 100 of it for 1 drop more").count() == 1

    check(app)
    app.shoot("round-shared", full=True)
    link = copy_link(app)
    app.reload()
    check(app)
    check(live_visit(url=link))
    page.get_by_role("button", name="Undo").last.click()
    page.get_by_role("button", name="Share the prize").wait_for()
    assert not app.errors
