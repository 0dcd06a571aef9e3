"""The page as a whole: sizes, themes, accessibility, privacy, and what happens when its server part is gone."""

import os
import signal
import urllib.error
import urllib.request
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.patience import eventually

from .conftest import Visit
from .servers import Server

HANDS = {
    13: ("KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D", "adgaming-13", ""),
    21: ("7D 8D 9D | 8D 9D PJ | 2S 3S 4S 5S | KH KC KS | 5C 5C | JH JH | AS | 6H | 3C | TS", "rummy-21", "8D"),
    27: ("AS 8S 8S 8S 9S JS QS KS AH 8H 8H JH QH AD 8D 9D JD QD AC 6C 7C 8C 9C TC JC JC KC", "paplu-27", "9C"),
    28: ("2S 2S 3H 4H 5H 6S 7S 8S PJ PJ AS 8H 8H JH QH AD 8D 9D JD QD AC 6C 7C 8C 9C TC JC KC", "paplu-27", "9C"),
}


def _link(count: int) -> str:
    hand, rules, turned = HANDS[count]
    return "?" + urlencode({"hand": hand, "rules": rules, "turned": turned})


@pytest.mark.parametrize("size", ["projector", "phone"])
@pytest.mark.parametrize("count", HANDS)
def test_every_hand_fits_without_scrolling_sideways(table, count, size):
    """13, 21, 27 and 28 cards fit a projector and a phone without sideways scrolling, with the answer open too."""
    app: Visit = table(_link(count), phone=size == "phone", dark=count in (21, 28))
    assert app.page.locator(".rt-felt [data-card]").count() == count
    app.shoot(f"{count}-cards-{size}")
    app.page.get_by_role("button", name="Show it all").click()
    app.page.wait_for_selector(".rt-best .rt-minitray, .rt-best .rt-steps")
    assert not app.scrolls_sideways()
    app.shoot(f"{count}-cards-{size}-best", full=True)
    small = app.page.evaluate(
        "[...document.querySelectorAll('.rt-felt [data-card]')]"
        ".filter(card => card.getBoundingClientRect().width < 40).length"
    )
    assert small == 0, "cards stay large enough for a finger"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(live_visit, dark):
    """axe-core finds no serious or critical issue, with the answer, the comparison and an error shown."""
    app: Visit = live_visit(_link(21), dark=dark)
    page = app.page

    def check(where: str, shot: str = "") -> None:
        assert not app.find_violations(), where
        if shot:
            app.shoot(f"{shot}-{'dark' if dark else 'light'}", full=True)

    check("at first")
    page.locator("[data-card]").first.click()
    page.get_by_role("button", name="Show it all").click()
    page.get_by_role("button", name="Show best").click()
    page.wait_for_selector("[data-act=show-best][aria-pressed=true]")
    page.locator(".rt-editor textarea").fill("2H ZZ")
    page.get_by_role("button", name="Lay out").click()
    page.wait_for_selector(".rt-error")
    for within in ("", ".rt-share "):  # what is to be shared lies over the rest
        if within:
            page.get_by_role("button", name="Share").click()
        for summary in page.locator(f"{within}summary").all():
            if summary.is_visible():
                summary.click()
    check("with everything open", "everything-open")
    page.get_by_role("button", name="Rules", exact=True).click()
    for summary in page.locator(".rt-rulebook summary").all():
        summary.click()
    check("with the rules open", "rules-open")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Classroom").click()
    page.wait_for_selector(".rt-classroom")
    check("in the classroom")


def test_a_page_has_one_main_part(live_visit, visit):
    """Whoever serves it, a screen reader's way to the main part leads past the bar, to one place."""
    for open_page in (live_visit, visit):
        main = open_page("").page.get_by_role("main")
        expect(main).to_have_count(1)
        assert main.locator(".rt-bar").count() == 0


def test_a_hand_is_printed_under_its_game_without_what_can_be_pressed(live_visit):
    """On paper the game, the players and the turned card stand above the cards, and no button, list or answer."""
    app: Visit = live_visit(_link(21))
    page = app.page
    head = page.locator(".rt-printhead")
    expect(head).to_be_hidden()
    page.emulate_media(media="print")
    expect(head).to_have_text("21-Card Rummy, 6 players, turned card 8♦")
    cards = page.locator(".rt-felt [data-card]")
    assert head.bounding_box()["y"] < cards.first.bounding_box()["y"] and cards.count() == 21
    pressed = page.locator(":is(button, select, textarea, summary):not([data-card]):visible")
    assert pressed.all_inner_texts() == []


def test_an_older_tab_says_that_it_gets_no_answers_and_can_be_used_again(live_visit):
    """Of two tabs of one visit the one opened last is answered; the other says so, and a button makes it the last."""
    app: Visit = live_visit()
    tab = app.page.evaluate("sessionStorage.getItem('rummy-tutor-visit')")
    other = app.page.context.new_page()
    other.add_init_script(f"sessionStorage.setItem('rummy-tutor-visit', '{tab}')")
    there = Visit(other, app.page.url)
    banner = app.page.locator(".rt-banner")
    expect(banner).to_contain_text("Only the tab opened last gets answers.")
    assert not app.find_violations()
    banner.get_by_role("button", name="Use this tab").click()
    expect(there.page.locator(".rt-banner button")).to_be_visible()
    app.wait()
    app.card("king of spades").click()
    app.page.keyboard.press("u")
    app.wait_loose(1)
    expect(banner).to_be_empty()


def test_theme_and_suits_are_remembered(live_visit):
    """Dark, light and four colours can be chosen and last over a reload."""
    app: Visit = live_visit()
    page = app.page
    more = page.get_by_role("button", name="More", exact=True)
    more.click()
    page.get_by_role("button", name="Dark").click()
    page.get_by_role("button", name="Four colours").click()
    app.reload()
    assert page.locator(".rt-app").get_attribute("data-theme") == "dark"
    assert page.locator(".rt-app.rt-four").count() == 1
    app.shoot("dark-four-colours")
    more.click()
    page.get_by_role("button", name="Light").click()
    assert page.locator(".rt-app").get_attribute("data-theme") == "light"


def test_a_change_of_the_systems_theme_is_followed_while_the_page_draws(table):
    """The menu, which names the other theme, is drawn without a pause: no change from light to dark is lost."""
    app: Visit = table()
    page = app.page
    page.evaluate(
        """() => { const { port1, port2 } = new MessageChannel();
             window.drawing = true;
             port1.onmessage = () => {
               document.querySelector("[data-act=menu]").click();
               if (window.drawing) port2.postMessage(0); };
             port2.postMessage(0); }"""
    )
    for theme in ("dark", "light") * 4:
        page.emulate_media(color_scheme=theme)
        page.wait_for_selector(f".rt-app[data-theme={theme}]")
    page.evaluate("drawing = false")


def test_nothing_moves_if_less_motion_is_wanted(table):
    """A card that is taken out of its group glides, and with reduced motion preferred none does."""
    app: Visit = table()
    page = app.page
    page.evaluate(
        """() => { const own = Element.prototype.animate;
             window.glides = 0;
             Element.prototype.animate = function (...all) { window.glides += 1; return own.apply(this, all); }; }"""
    )
    for wanted, glides in (("reduce", False), ("no-preference", True)):
        page.emulate_media(reduced_motion=wanted)
        app.card("king of spades").click()
        page.keyboard.press("u")
        app.wait_loose(1)
        assert (page.evaluate("window.glides") > 0) == glides
        page.keyboard.press("z")
        app.wait_loose(0)


def test_no_request_leaves_the_machine_and_no_source_the_server(visit, server):
    """All the page asks for comes from its own server, its policy forbids the rest, and it holds no Python."""
    app: Visit = visit()
    outside = [url for url in app.requests if not url.startswith((server.url, "blob:", "data:"))]
    assert outside == []
    with urllib.request.urlopen(server.url) as answer:
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "rt.App" not in answer.read().decode(), "the notebook's code stays with the server"


@pytest.mark.parametrize(
    "path",
    [
        "app.ipynb",
        "voila/files/app.ipynb",
        "voila/files/..%2fpyproject.toml",
        "voila/render/app.ipynb",
        "voila/tree",
        "voila/templates/rummy-tutor/static/../index.html.j2",
        "voila/static/../index.html.j2",
        "api/contents",
        "api/kernels",
    ],
)
def test_no_source_or_file_is_served(server, path):
    """Neither the notebook nor any other file, nor a list of kernels, can be had from the server."""
    try:
        with urllib.request.urlopen(server.url + path) as answer:
            body = answer.read().decode()
            raise AssertionError(f"{answer.geturl()} answered {answer.status}: {body[:80]}")
    except urllib.error.HTTPError as error:
        assert error.code in (403, 404)
        assert "Traceback" not in error.read().decode()


def test_other_hosts_and_origins_are_refused(server):
    """A request under another host name, or ending a kernel from another page, is refused."""
    request = urllib.request.Request(server.url, headers={"Host": "example.org"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 403
    kernel = "00000000-0000-0000-0000-000000000000"
    address = f"{server.url}voila/api/shutdown/{kernel}"
    request = urllib.request.Request(address, data=b"", headers={"Origin": "http://example.org"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 403


def test_closing_the_tab_ends_its_kernel(visit, own_server):
    """A closed tab leaves no kernel behind."""
    app: Visit = visit(url=own_server.url)
    assert len(own_server.kernels()) == 1
    app.page.close(run_before_unload=True)
    assert eventually(lambda: not own_server.kernels())


def test_a_killed_kernel_is_noticed_and_the_hand_kept(visit, own_server):
    """If the kernel dies the page says so, keeps the cards, and goes on with them, and with the move under way."""
    app: Visit = visit(url=own_server.url)
    app.card("printed joker", 1).click()
    app.page.keyboard.press("u")
    app.wait_figure("0")
    os.kill(own_server.kernels()[0].pid, signal.SIGKILL)
    app.card("king of spades").click()
    app.page.keyboard.press("u")
    app.page.wait_for_selector("text=It is done again when you go on")
    app.shoot("kernel-gone")
    assert app.page.locator(".rt-felt [data-card]").count() == 13
    app.go_on()
    app.wait_text("KH KD | 6H 7H PJ | 9S TS JS | 5S 5H 5D | PJ | KS")
    app.page.go_back()
    app.wait_text("KH KS KD | 6H 7H PJ | 9S TS JS | 5S 5H 5D | PJ")


def test_a_lost_server_is_noticed_and_found_again(visit, own_server):
    """If the server goes the page says so; when it is back it goes on with the cards and the move under way."""
    app: Visit = visit(url=own_server.url)
    own_server.stop()
    app.card("king of spades").click()
    app.page.keyboard.press("u")
    app.page.wait_for_selector("text=The connection is lost")
    own_server.start()
    app.go_on()
    app.wait_text("KH KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D | KS")


def test_an_idle_kernel_is_ended_and_the_page_goes_on(visit):
    """A page nobody touches loses its kernel, says so, and takes the same cards up again, with the move it made."""
    serving = Server(idle_minutes=0.25)  # a slow page must be there before
    try:
        app: Visit = visit(url=serving.url)
        assert eventually(lambda: not serving.kernels())
        app.card("king of spades").click()
        app.page.keyboard.press("u")
        app.go_on()
        app.wait_text("KH KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D | KS")
    finally:
        serving.stop()


def test_an_error_in_python_is_a_message_and_the_hand_stays(visit):
    """An intent that breaks the kernel's code shows a message, and the next one works."""
    app: Visit = visit()
    before = app.text()
    app.page.evaluate(
        """() => { const select = document.querySelector('[data-field=rulebook]');
          select.append(new Option('broken', 'broken')); select.value = 'broken';
          select.dispatchEvent(new Event('change', {bubbles: true})); }"""
    )
    app.page.wait_for_selector("text=Nothing was changed")
    assert app.text() == before and app.figure() == "80"
    app.card("printed joker", 1).click()
    app.page.keyboard.press("u")
    app.wait_figure("0")
