"""The groupings as good as the best one, and what is written but not laid out, in the browser."""

from __future__ import annotations

import os
import signal
from urllib.parse import urlencode

import pytest

from .conftest import Visit

TWO = {"hand": "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS", "rules": "adgaming-13", "turned": "QD"}


def shown(app: Visit) -> list[str]:
    """The groups of the answer, each with its cards in words."""
    return app.page.evaluate(
        """() => [...document.querySelectorAll('.rt-best .rt-minitray')].map(tray =>
          [...tray.querySelectorAll('.rt-card')].map(card => card.getAttribute('aria-label')).join(' + '))"""
    )


def wait_shown(app: Visit, text: str) -> None:
    """Until the line under the answer says this."""
    app.page.wait_for_selector(f".rt-others:has-text('{text}')")


@pytest.mark.parametrize("phone", [False, True], ids=["projector", "phone"])
def test_another_grouping_as_good_is_shown_taken_and_undone(table, phone):
    """The next one shows after the best; by keys too; what is shown is taken, undoably, and a reload finds it."""
    app: Visit = table("?" + urlencode(TWO), phone=phone)
    page, before = app.page, app.text()
    assert page.get_by_role("button", name="Show the next one").count() == 0
    page.get_by_role("button", name="Show it all").click()
    wait_shown(app, "One other grouping is as good.")
    first = shown(app)
    following = page.get_by_role("button", name="Show the next one")
    following.click()
    wait_shown(app, "Grouping 2 of 2. All are equally good.")
    second = shown(app)
    assert second != first
    assert "Grouping 2 of 2" in page.locator(".rt-best + [role=status]").text_content()
    app.shoot(f"another-answer-{'phone' if phone else 'projector'}", full=phone)
    page.keyboard.press("Enter")  # the focus is still on the button
    wait_shown(app, "One other grouping is as good.")
    assert shown(app) == first
    page.keyboard.press("Enter")
    wait_shown(app, "Grouping 2 of 2")
    app.reload()
    wait_shown(app, "Grouping 2 of 2")
    assert shown(app) == second and not app.scrolls_sideways()
    page.get_by_role("button", name="Take this").click()
    app.wait_figure("19")
    assert "5C 6C QS" in app.text()
    page.get_by_role("button", name="Undo").click()
    app.wait_text(before)
    assert page.locator(".rt-best .rt-minitray").count() == 0 and not app.errors


def test_in_the_classroom_other_answers_come_after_the_last_step(table):
    """Before the whole grouping is shown nothing speaks of others; then the class can go through them."""
    app: Visit = table("?" + urlencode(TWO))
    page = app.page
    page.get_by_role("button", name="Classroom").click()
    page.wait_for_selector(".rt-classroom")
    for label in (
        "Show the groups and the cost",
        "Is there a better grouping?",
        "How many points?",
        "Which cards move?",
    ):
        page.locator(f"[data-act=next-step]:has-text('{label}')").wait_for()
        assert page.locator(".rt-others").count() == 0
        page.keyboard.press("n")
    page.locator("[data-act=next-step]:has-text('Show the grouping')").wait_for()
    page.keyboard.press("n")
    page.get_by_role("button", name="Show the next one").click()
    wait_shown(app, "Grouping 2 of 2")
    app.shoot("another-answer-classroom")


# ---- what is written and not laid out -----------------------------------------------------------------------
def write(app: Visit, text: str) -> None:
    """Write a hand and a deal number without laying anything out."""
    app.page.locator(".rt-editor textarea").fill(text)
    app.open_drawer("hands")
    app.page.get_by_label("Deal number").fill("4711")


def written(app: Visit) -> tuple[str, str]:
    """What stands in the two fields."""
    return app.text(), app.page.get_by_label("Deal number").input_value()


def test_a_draft_survives_moves_and_a_reload_and_goes_with_its_cards(live_visit):
    """What is written stays while cards are moved and after a reload of the tab; laid out or overtaken, it is gone."""
    app: Visit = live_visit()
    page = app.page
    write(app, "2h 3h 4h | k")
    app.reload()
    assert written(app) == ("2h 3h 4h | k", "4711")
    app.card("king of spades").click()
    page.locator(".rt-felt [data-card]:focus").press("u")
    page.wait_for_selector(".rt-loose [data-card]")
    assert written(app)[0] == "2h 3h 4h | k"
    app.reload()
    assert written(app)[0] == "2h 3h 4h | k"
    other: Visit = live_visit(url=page.url)
    assert other.text() == "KH KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D | KS", "a link carries no draft"
    app.open_drawer("hands")
    page.get_by_role("button", name="Sets alone cannot declare").click()
    app.wait_text("TS TH TD TC | 5S 5H 5D | 6S 6H 6C | 9H 9D PJ")
    app.reload()
    assert written(app) == ("TS TH TD TC | 5S 5H 5D | 6S 6H 6C | 9H 9D PJ", "4711")
    write(app, "2h 3h 4h | ks")
    page.get_by_role("button", name="Lay out").click()
    app.wait_text("2H 3H 4H | KS")
    app.wait_laid()
    app.card("two of hearts").click()
    page.locator(".rt-felt [data-card]:focus").press("u")
    app.wait_text("3H 4H | KS | 2H")
    assert not app.errors


def test_a_draft_survives_a_dead_kernel(visit, own_server):
    """A kernel that dies takes nothing that was written with it."""
    app: Visit = visit(url=own_server.url)
    write(app, "2h 3h 4")
    os.kill(own_server.kernels()[0].pid, signal.SIGKILL)
    app.card("king of spades").click()
    app.page.locator(".rt-felt [data-card]:focus").press("u")
    app.go_on()
    app.page.wait_for_selector(".rt-loose [data-card]")
    assert written(app) == ("2h 3h 4", "4711")
