"""The round in the browser tests: what is read on its tab, and how a worked round is opened."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from .conftest import Visit

S0_NETS = ["−52", "+110", "−30", "−30", "+72", "−70"]


def open_round(app: Visit) -> None:
    """Open the screen and wait until a ledger is drawn: that of S0's table of six, whatever was left there."""
    app.show("round")
    app.page.wait_for_selector(".rt-roundpick")
    story = app.page.locator(".rt-story", has_text=STORIES["s0-six"])
    if not (story.count() and app.page.locator(".rt-round .rt-nets").count()):
        pick(app, "s0-six")
    app.page.wait_for_selector(".rt-round .rt-nets")


def nets(app: Visit) -> list[str]:
    """Each player's net."""
    return app.page.locator(".rt-ledger tbody .rt-col-net").all_inner_texts()


def wait_nets(app: Visit, texts: list[str]) -> None:
    """Until the ledger shows these nets."""
    app.page.wait_for_function(
        """texts => JSON.stringify([...document.querySelectorAll('.rt-ledger tbody .rt-col-net')]
             .map(cell => cell.textContent)) === JSON.stringify(texts)""",
        arg=texts,
    )


# words of the story of each worked round that is opened here
STORIES = {
    "s0-six": "can that be",
    "s0-prize": "Three losers",
    "s4-six": "Queens are wild",
    "marriage": "maal",
    "vazhushal": "game point",
    "pool": "who reaches 101",
}


def pick(app: Visit, key: str) -> None:
    """Open a worked round and wait until its story stands there."""
    unfold_examples(app.page)
    app.page.select_option(".rt-round select[data-act=preset]", key)
    app.page.wait_for_selector(f".rt-story:has-text({json.dumps(STORIES[key])})")


def unfold_examples(page: Page) -> None:
    """Open what stands folded: the worked rounds, and the deal of one."""
    if not page.locator(".rt-roundpick details[open]").count():
        page.locator(".rt-roundpick summary").click()


def seat_field(page: Page, label: str) -> Locator:
    """The field of a player by its name, once the player's fields are open."""
    seat = page.locator(".rt-seat", has=page.get_by_label(label))
    if seat.get_attribute("data-open") != "true":
        seat.locator(".rt-roundfoldrow").click()
    return page.get_by_label(label)


def unfold(page: Page) -> None:
    """Open the first player and every other part that a phone has folded."""
    closed = ".rt-seat:first-child .rt-roundfoldrow[aria-expanded=false]:visible"
    closed += ", .rt-roundfold > .rt-roundfoldrow[aria-expanded=false]:visible"
    while page.locator(closed).count():
        page.locator(closed).first.click()


def wait_seats(app: Visit, count: int) -> None:
    """Until so many players sit at the table."""
    app.page.wait_for_function("n => document.querySelectorAll('.rt-seat').length === n", arg=count)
