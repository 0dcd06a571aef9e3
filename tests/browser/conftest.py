"""Real Voilà and real Chromium for the browser tests."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, expect, sync_playwright

from tests.patience import LONG, MILLISECONDS, PATIENCE, eventually

from .machines import MACHINES, Machine, make_machine
from .rounds import open_round, pick
from .servers import LiveServer, Server

expect.set_options(timeout=MILLISECONDS)
AXE = Axe().axe_script
# rules whose findings are no worse than moderate are judged nowhere; without them a page takes two thirds of the time
RUN_AXE = """axe.run({resultTypes: ['violations'], preload: false, rules: Object.fromEntries(
    axe._audit.rules.filter(rule => !['serious', 'critical'].includes(rule.impact))
        .map(rule => [rule.id, {enabled: false}]))})"""
SCREENSHOTS = Path(__file__).parent / "screenshots"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
    "--font-render-hinting=none",
    # Chromium opens two hidden pages of its address bar beside each window: half a second of work for every context.
    # Of two such lists only the last counts, so that it names what matters of Playwright's own too.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,Translate",
]
TABLE = "?mode=analyse&rules=adgaming-13"  # the address that opens the welcome hand
PHONE = {"width": 412, "height": 915}
PROJECTOR = {"width": 1280, "height": 720}
# Chromium without windows, which is what Playwright downloads too, starts a page in two thirds of the time
_SYSTEM_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def make_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder for all workers: the first that asks for it fills it, the others wait until it is filled."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    filled = folder / "filled"
    try:
        folder.mkdir()
    except FileExistsError:
        assert eventually(filled.exists, LONG)
    else:
        try:
            make(folder)
        finally:
            filled.touch()  # the others need not wait for what has failed
    return folder


@pytest.fixture(scope="session")
def live_server() -> Iterator[LiveServer]:
    """One process for the tables that stay open."""
    serving = LiveServer()
    yield serving
    serving.stop()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all tests that do not harm it."""
    serving = Server()
    yield serving
    serving.stop()


def settle(page: Page) -> None:
    """Until nothing on a page moves, and what was drawn last has been laid out, in its fonts."""
    # not by waiting for a function, which pages that let no text be run as a script refuse; and not for what an
    # animation promises, which nobody keeps when its card is taken away
    still = page.evaluate(
        """async limit => {
            const frame = () => new Promise(done => requestAnimationFrame(done));
            const moves = () => document.getAnimations().some(one => one.playState === 'running');
            const end = performance.now() + limit;
            while (moves() && performance.now() < end) await frame();
            await frame();
            await frame();
            await document.fonts.ready;
            return performance.now() < end;
        }""",
        MILLISECONDS,
    )
    assert still, "the page goes on moving"


def find_violations(page: Page) -> list[tuple[str, str]]:
    """What axe-core finds serious or critical on a page."""
    settle(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return [(one["id"], one["nodes"][0]["html"][:160]) for one in page.evaluate(RUN_AXE)["violations"]]


def shoot(page: Page, name: str, *, full: bool = True) -> None:
    """Write a screenshot of a page, where ``RUMMY_TUTOR_SCREENSHOTS`` is set: each takes a third of a second."""
    if not os.environ.get("RUMMY_TUTOR_SCREENSHOTS"):
        return
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full)


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that a test may harm, and whose kernels are all its own."""
    serving = Server()
    yield serving
    serving.stop()


def launch_chromium(playwright: Playwright, machine: Machine) -> Browser:
    """Playwright's own Chromium, else the system's, on a machine with the fonts of one kind."""
    more = {"headless": True, "args": [*ARGUMENTS, *machine.arguments], "env": {**os.environ, **machine.environment}}
    more["timeout"] = MILLISECONDS
    try:
        return playwright.chromium.launch(**more)
    except Error:
        path = next(filter(None, map(shutil.which, _SYSTEM_BROWSERS)), None)
        if path is None:
            pytest.fail("no Chromium: run `playwright install chromium` or install the system's chromium")
        return playwright.chromium.launch(executable_path=path, **more)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks: of tests that hang on what fonts a machine has, and of those on whose pages cards glide."""
    config.addinivalue_line("markers", "machines(*names): runs on these, not on the plainest alone")
    config.addinivalue_line("markers", "moving: on its pages cards glide, which takes half as much work again")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests of the layout run on several machines, the others on the plainest."""
    if "machine" in metafunc.fixturenames:
        mark = metafunc.definition.get_closest_marker("machines")
        names = mark.args if mark else [next(iter(MACHINES))]
        metafunc.parametrize("machine", names, indirect=True, scope="session")


@pytest.fixture(scope="session")
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """The fonts of the machine that a test runs on."""
    return make_machine(request.param, tmp_path_factory.mktemp("machine"))


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright, machine: Machine) -> Iterator[Browser]:
    """One browser for all tests on one machine."""
    chromium = launch_chromium(playwright, machine)
    yield chromium
    chromium.close()


@contextmanager
def without_timer(page: Page, after: int) -> Iterator[None]:
    """No timer of so many ms comes to its end before what happens meanwhile, so that it is in time on slow machines."""
    page.evaluate(
        """after => { const { setTimeout, clearTimeout } = window, held = new Map();
             window.setTimeout = (run, ms, ...more) => {
                 if (ms !== after) return setTimeout(run, ms, ...more);
                 const timer = -1 - held.size;
                 held.set(timer, () => run(...more));
                 return timer;
             };
             window.clearTimeout = timer => { if (held.has(timer)) held.set(timer, null); else clearTimeout(timer); };
             window.letTimersRun = () => {
                 Object.assign(window, { setTimeout, clearTimeout });
                 for (const run of held.values()) run?.();
             }; }""",
        after,
    )
    yield
    page.evaluate("letTimersRun()")


# Counts on a server's own pages what was sent and what has been answered, for Visit.answered. The page hears of an
# answer before this does: it listens first.
COUNTING = """
    (() => {
        const { send } = WebSocket.prototype;
        window.rtSent = window.rtAnswered = 0;
        WebSocket.prototype.send = function (data) {
            if (!this.rtHeard)
                this.addEventListener("message", ({ data }) => {
                    window.rtAnswered = Number(/"reply":\\{[^}]*"seq":(\\d+)/.exec(data)?.[1] ?? window.rtAnswered);
                });
            this.rtHeard = true;
            window.rtSent = JSON.parse(data).seq ?? window.rtSent;
            return send.call(this, data);
        };
    })();
"""


class Visit:
    """A page of the app with the errors and requests it made."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        self.home = ""  # the link of the table that the page opened with, where that is asked for again
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(url)
        self.wait()

    def wait(self) -> None:
        """Until the screen is drawn, slow answers too, in the page's own fonts: what stands where hangs on them."""
        self.page.wait_for_selector(
            ".rt-app[data-ready] :is(.rt-felt, .rt-round, .rt-learn, .rt-classhead, .rt-puzzlehead, .rt-look):visible"
        )
        self.page.wait_for_selector(".rt-nine.rt-pending:visible", state="detached")
        self.page.evaluate("() => document.fonts.ready.then(() => null)")

    def answered(self) -> None:
        """Until all that a page of a server of ours has sent is answered, and the answers are drawn."""
        self.page.wait_for_function("rtAnswered >= rtSent", polling=20)

    def go_on(self) -> None:
        """Press the button that loads a page anew whose kernel has gone, and wait for the new one."""
        with self.page.expect_event("framenavigated"):
            self.page.get_by_role("button", name="Go on with these cards").click()
        self.wait()

    def show(self, mode: str) -> None:
        """Show the screen of a mode, unless it is seen already."""
        button = self.page.locator(f".rt-mode[data-mode={mode}]")
        if button.get_attribute("aria-current") is None:
            if not button.is_visible():
                self.page.locator("[data-act=menu]").click()
            button.click()
            self.page.wait_for_selector(f".rt-app[data-mode={mode}]")

    def until(self, condition: Callable[[], bool]) -> None:
        """Until something comes true that the page does not show; what it sends is taken meanwhile."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, "it did not come true"
            self.page.wait_for_timeout(20)

    def card(self, name: str, nth: int = 0) -> object:
        """A card of the table by its name in words."""
        return self.page.locator(f".rt-felt [data-card][aria-label^='{name}']").nth(nth)

    def figure(self) -> str:
        """The figure in the headline."""
        return self.page.locator(".rt-headline .rt-figure").inner_text()

    def wait_figure(self, text: str) -> None:
        """Until the headline shows a figure."""
        self.page.wait_for_function("text => document.querySelector('.rt-figure')?.textContent === text", arg=text)

    def trays(self) -> list[str]:
        """Each group as its cards and its badge, as a set-like text."""
        return self.page.evaluate(
            """() => [...document.querySelectorAll('.rt-tray')].map(tray =>
              [...tray.querySelectorAll('[data-card]')]
                .map(card => card.getAttribute('aria-label').split(',')[0]).join(' + ')
              + ' = ' + (tray.querySelector('.rt-badge')?.textContent || ''))"""
        )

    def wait_trays(self, count: int) -> None:
        """Until so many groups lie on the table."""
        self.page.wait_for_function("n => document.querySelectorAll('.rt-tray').length === n", arg=count)

    def text(self) -> str:
        """The hand in text form, from the editor."""
        return self.page.locator(".rt-editor textarea").input_value()

    def open_drawer(self, name: str) -> None:
        """Open a drawer beside the table, unless it is open: ``turned``, ``pack`` or ``hands``."""
        button = self.page.locator(f"[data-drawer={name}]")
        if button.get_attribute("aria-expanded") == "false":
            button.click()
        self.page.wait_for_selector(f"[data-drawer={name}][aria-expanded=true]")

    def wait_laid(self) -> None:
        """Until a hand that was asked for lies there: the drawer is shut, and the focus on a card."""
        self.page.wait_for_selector(".rt-drawer", state="hidden")
        self.page.wait_for_selector(".rt-felt [data-card]:focus")

    def wait_worked_out(self) -> None:
        """Until nothing more is being worked out of the advice that was asked for."""
        self.page.wait_for_function("document.querySelector('.rt-nowfar') && !document.querySelector('.rt-nowwork')")

    def wait_text(self, text: str) -> None:
        """Until the hand's text is this."""
        self.page.wait_for_function("text => document.querySelector('.rt-editor textarea')?.value === text", arg=text)

    def shoot(self, name: str, *, full: bool = False) -> None:
        """Write a screenshot, where ``RUMMY_TUTOR_SCREENSHOTS`` is set."""
        shoot(self.page, name, full=full)

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than its window."""
        return self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")

    def wait_selected(self, count: int) -> None:
        """Until so many cards are selected."""
        self.page.wait_for_function("n => document.querySelectorAll('.rt-selected').length === n", arg=count)

    def wait_loose(self, count: int) -> None:
        """Until so many cards lie loose on the screen that is shown."""
        loose = "[...document.querySelectorAll('.rt-loose [data-card]')].filter((one) => one.checkVisibility())"
        self.page.wait_for_function(f"n => {loose}.length === n", arg=count)

    def reload(self) -> None:
        """Open the page anew, as its user may at any time."""
        self.page.reload()
        self.wait()

    def settle(self) -> None:
        """Until nothing moves or changes its colour, and what was drawn last has been laid out, in its fonts."""
        settle(self.page)

    def resize(self, width: int, height: int) -> None:
        """Make the window so large, and wait until all is laid out in it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.wait_for_function("([w, h]) => innerWidth === w && innerHeight === h", arg=[width, height])
        self.settle()

    def each_theme(self) -> Iterator[str]:
        """Show the page light, and then dark."""
        for theme in ("light", "dark"):
            self.page.emulate_media(color_scheme=theme)
            self.page.wait_for_selector(f".rt-app[data-theme={theme}]")
            self.settle()
            yield theme

    def find_violations(self) -> list[tuple[str, str]]:
        """What axe-core finds serious or critical, once all answers have come."""
        self.page.wait_for_selector(".rt-pending", state="detached")  # pale until the answer has come
        return find_violations(self.page)

    def step_to(self, query: str) -> None:
        """Show what a link names on the open page, as a step through its history does."""
        # the page writes its own link over this one, and leaves out what it does not know; an answer to what was sent
        # before would write the old one
        self.answered()
        self.page.evaluate(
            """query => { history.pushState(null, '', `${query}&not-yet-answered`);
                 dispatchEvent(new PopStateEvent('popstate', {state: null})); }""",
            query,
        )
        self.answered()
        self.page.wait_for_function("!location.search.includes('not-yet-answered')")

    def follow(self, query: str) -> None:
        """Lay the table of a link out on the open page, and wait for it."""
        self.step_to(query)
        self.page.wait_for_selector(".rt-nine:not(.rt-pending)", state="attached")

    def clear(self) -> None:
        """Put back what no link holds: tabs, the classroom, lists, the selection, the place scrolled to."""
        page = self.page
        page.keyboard.press("Escape")
        if page.locator(".rt-classroom, .rt-class-round").count():
            page.get_by_role("button", name="Leave classroom mode").click()
            page.wait_for_selector(".rt-classroom, .rt-class-round", state="detached")
        self.show("analyse")
        for first in page.locator("[role=tablist] [role=tab]:first-child:not([aria-selected=true]):visible").all():
            first.click()
        page.mouse.move(0, 0)
        page.evaluate(
            """() => { document.activeElement.blur(); scrollTo(0, 0);
                 for (const list of document.querySelectorAll('details[open]')) list.open = false;
                 for (const row of document.querySelectorAll('[data-fold][aria-expanded=true]')) row.click(); }"""
        )
        for button in page.locator("[data-drawer][aria-expanded=true]").all():
            button.click()
        page.keyboard.press("Escape")
        self.wait_selected(0)


def open_visit(
    browser: Browser,
    url: str,
    *,
    phone: bool = False,
    dark: bool = False,
    moving: bool = False,
    secret: str = "",
    **more: object,
) -> Visit:
    """Open the app in a context of its own; a server for a class wants to be told its secret."""
    size = {key: more.pop(key) for key in ("width", "height") if key in more}
    more = {"has_touch": True, "is_mobile": True, **more} if phone else more
    viewport = {**(PHONE if phone else PROJECTOR), **size}
    more["reduced_motion"] = "no-preference" if moving else "reduce"
    more["bypass_csp"] = bool(secret)  # a class's pages evaluate no text, and Playwright waits by such texts
    context = browser.new_context(viewport=viewport, color_scheme="dark" if dark else "light", **more)
    context.set_default_timeout(MILLISECONDS)
    if secret:
        context.add_init_script(COUNTING)
        context.add_init_script(f"sessionStorage.setItem('rummy-tutor-teacher', {secret!r})")
    return Visit(context.new_page(), url)


def close_context(context: BrowserContext) -> None:
    """Close its pages as a user closes tabs, so that their kernels end, and then the context."""
    for page in context.pages:
        with suppress(Error):  # the test has closed it
            page.close(run_before_unload=True)
    context.close()


@pytest.fixture
def opened() -> Iterator[list[Visit]]:
    """The pages that a test has opened in contexts of their own; every context is closed again."""
    pages: list[Visit] = []
    yield pages
    for one in pages:
        close_context(one.page.context)


@pytest.fixture
def visit(browser: Browser, server: Server, opened: list[Visit]) -> Callable[..., Visit]:
    """Open the app in a context of its own, on which cards glide as most users see them."""

    def open_app(query: str = TABLE, *, url: str = "", **more: object) -> Visit:
        whole = url if "?" in url else (url or server.url) + query  # a link is opened as it is
        opened.append(open_visit(browser, whole, moving=True, **more))
        return opened[-1]

    return open_app


@pytest.fixture
def live_visit(
    request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer, opened: list[Visit]
) -> Callable[..., Visit]:
    """Open the page in a context of its own, where it does not matter who serves it: this takes no kernel."""
    moving = request.node.get_closest_marker("moving") is not None

    def open_app(query: str = TABLE, *, url: str = "", **more: object) -> Visit:
        more = {"moving": moving, **more}
        opened.append(open_visit(browser, url or live_server.url + query, secret=live_server.secret, **more))
        return opened[-1]

    return open_app


def show_each(live_visit: Callable[..., Visit], links: Iterable[str], **more: object) -> Iterator[tuple[str, Visit]]:
    """Show what each link names, one after the other on one page: the link, and the page once it is shown there."""
    app = None
    for link in links:
        if app is None:
            app = live_visit(link, **more)
        else:
            app.step_to(link)
        app.settle()
        yield link, app


@pytest.fixture(scope="session")
def open_pages(browser: Browser) -> Iterator[dict[bool, Visit]]:
    """The pages that stay open from test to test on one machine: a projector's and a phone's."""
    pages: dict[bool, Visit] = {}
    yield pages
    for one in pages.values():
        close_context(one.page.context)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    """Let fixtures know whether their test has failed."""
    report = (yield).get_result()
    if report.when == "call":
        item.has_passed = report.passed


@pytest.fixture
def table(
    request: pytest.FixtureRequest,
    browser: Browser,
    live_server: LiveServer,
    open_pages: dict[bool, Visit],
) -> Iterator[Callable[..., Visit]]:
    """A table laid out on a page that stays open, for what does not hang on how the page was opened.

    A page and its kernel take seconds to start; the next table on an open page is there at once. Cards do not
    glide on it, so that they lie where they are drawn. After a test that failed it is opened anew.
    """
    used: set[bool] = set()

    def lay_out(query: str = "", *, phone: bool = False, dark: bool = False, **size: int) -> Visit:
        if phone not in open_pages:
            more = {"permissions": ["clipboard-read", "clipboard-write"]}
            app = open_visit(browser, live_server.url + TABLE, phone=phone, secret=live_server.secret, **more)
            app.page.wait_for_function("location.search.includes('rules=')")
            app.home = app.page.evaluate("location.search")
            open_pages[phone] = app
        used.add(phone)
        app = open_pages[phone]
        app.clear()
        app.page.set_viewport_size({**(PHONE if phone else PROJECTOR), **size})
        app.page.emulate_media(reduced_motion="reduce", color_scheme="dark" if dark else "light")
        app.follow("?hand=2C&rules=adgaming-13")  # whatever was shown of the same hand is forgotten
        app.follow(query or app.home)
        app.errors.clear()
        app.settle()
        return app

    yield lay_out
    if not getattr(request.node, "has_passed", False):
        for key in used:
            close_context(open_pages.pop(key).page.context)


@pytest.fixture
def new_round(live_visit: Callable[..., Visit]) -> Visit:
    """A page opened for this test, with the first worked round."""
    app = live_visit()
    open_round(app)
    return app


@pytest.fixture
def any_round(table: Callable[..., Visit]) -> Callable[..., Visit]:
    """A worked round on the page that stays open."""

    def lay_out(key: str = "s0-six", **more: object) -> Visit:
        app = table(**more)
        app.show("round")
        pick(app, "vazhushal")  # nobody else begins with it: the round picked next is drawn anew
        pick(app, key)
        return app

    return lay_out
