"""The first drawing: each host's page is readable before its Python answers, and what is clicked meanwhile is done."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.patience import MILLISECONDS

from .conftest import PROJECTOR, close_context
from .servers import LiveServer, Server

DRAWN = ".rt-app:not([data-ready]):not(.rt-booting)"
SHOWN = {  # address -> what is seen before an answer, and after it
    "": (".rt-learn [data-act]", ".rt-learn [data-act]"),
    "?mode=analyse": (".rt-felt [data-card]", ".rt-felt [data-card]"),
    "?mode=round": (".rt-laying", ".rt-ledger"),
    "?hand=2H+3H+4H+%7C+KS&rules=gorummy-13&turned=QD": (".rt-laying", ".rt-felt [data-card]"),
}
# a socket that sends nothing until the test lets it
HOLD_SOCKETS = """
    const Plain = WebSocket, held = [];
    window.letGo = () => { window.WebSocket = Plain; for (const go of held.splice(0)) go(); };
    window.WebSocket = class extends Plain {
        addEventListener(event, ...more) {
            if (event !== "open") return super.addEventListener(event, ...more);
            const ready = new Promise((go) => held.push(go));
            super.addEventListener(event, async (given) => { await ready; more[0](given); });
        }
    };
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a context of its own, which has had no error."""
    context = browser.new_context(viewport=PROJECTOR, bypass_csp=True)
    context.set_default_timeout(MILLISECONDS)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert errors == []
    close_context(context)


@pytest.mark.parametrize("address", list(SHOWN))
def test_the_class_server_s_page_is_drawn_before_its_socket_opens(
    page: Page, live_server: LiveServer, address: str
) -> None:
    """Modes and, where the address says no more than a mode, its screen; then what the address names."""
    page.add_init_script(f"sessionStorage.setItem('rummy-tutor-teacher', {live_server.secret!r});{HOLD_SOCKETS}")
    page.goto(live_server.url + address)
    page.wait_for_selector(f"{DRAWN} .rt-mode[aria-current=page]")
    page.locator(f"{DRAWN} {SHOWN[address][0]}").first.wait_for()
    page.evaluate("letGo()")
    page.wait_for_selector(".rt-app[data-ready]")
    page.locator(SHOWN[address][1]).first.wait_for()
    assert page.locator(".rt-laying").count() == 0


def test_what_stands_around_the_screens_is_drawn_at_once_in_the_language_kept(
    page: Page, live_server: LiveServer
) -> None:
    """Who has chosen Hindi on an earlier visit sees no English until the server answers, but for the tutor's name."""
    kept = json.dumps({"language": "hi"})
    page.add_init_script(f"localStorage.setItem('rummy-tutor', {kept!r});{HOLD_SOCKETS}")
    page.goto(live_server.url)
    page.wait_for_selector(f"html[lang=hi] {DRAWN} .rt-mode[aria-current=page] >> text=सीखें")
    assert page.locator(".rt-laying").inner_text() == "पत्ते बिछ रहे हैं …"
    assert page.locator(".rt-field-language select").first.input_value() == "hi"
    words = page.locator(".rt-app").evaluate("(app) => app.innerText.match(/[A-Za-z]{3,}/g)")
    assert not {*words} - {*["Rummy", "Tutor", "English"]}, words


def test_voila_s_page_is_drawn_before_its_kernel_and_goes_on_with_it(page: Page, server: Server) -> None:
    """A mode and a card that are clicked while Voilà's own code is still held back are opened and moved after it."""
    held: list[Route] = []
    gone_on: list[bool] = []
    page.route("**/voila/static/voila.js", lambda route: route.continue_() if gone_on else held.append(route))
    with page.expect_request("**/voila/static/voila.js"):
        page.goto(f"{server.url}?mode=analyse", wait_until="commit")
    page.locator(f"{DRAWN} .rt-felt [data-card]").first.click()
    page.keyboard.press("u")
    page.get_by_role("button", name="Scores", exact=True).click()
    assert page.locator(DRAWN).count() == 1
    gone_on.append(True)
    for route in held:
        route.continue_()
    page.wait_for_selector(".rt-app[data-ready][data-mode=round] .rt-ledger")
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.wait_for_selector(".rt-loose [data-card]")
    assert page.locator(".rt-app").count() == 1


def test_voila_s_page_is_loaded_again_where_jupyter_has_given_its_widget_up(page: Page, server: Server) -> None:
    """Twice in a row; where that does not help, the page says so and asks."""
    held: list[Route] = []
    page.route("**/voila/static/voila.js", lambda route: held.append(route))
    given_up = "document.body.insertAdjacentHTML('beforeend', '<p class=jupyter-widgets>Error displaying widget</p>')"
    page.goto(f"{server.url}?mode=analyse", wait_until="commit")
    page.locator(f"{DRAWN} .rt-felt [data-card]").first.wait_for()
    for _ in range(2):
        with page.expect_navigation(wait_until="commit"):
            page.evaluate(given_up)
        page.locator(f"{DRAWN} .rt-mode[aria-current=page]").first.wait_for()
    page.evaluate(given_up)
    page.locator(".rt-message [data-act=reload]").wait_for()
    page.unroute("**/voila/static/voila.js")
    page.locator(".rt-message [data-act=reload]").click()
    page.wait_for_selector(".rt-app[data-ready][data-mode=analyse]")
    assert page.evaluate("sessionStorage.getItem('rummy-tutor-again')") is None
