"""Real Voilà and real Chromium for the browser tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

SCREENSHOTS = Path(__file__).parent / "screenshots"
REPOSITORY = Path(__file__).parents[2]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
    "--font-render-hinting=none",
]
_SYSTEM_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """The app, served by a process of its own."""

    def __init__(self, **options: object) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.options = options
        self.start()

    def start(self) -> None:
        """Start serving and wait until the port answers."""
        call = f"serve(port={self.port}, open_browser=False, **{self.options!r})"
        path = os.pathsep.join(filter(None, [str(REPOSITORY), os.environ.get("PYTHONPATH", "")]))
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"from rummy_tutor.serve import serve; {call}"],
            env={**os.environ, "PYTHONPATH": path},
        )
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise RuntimeError("the server ended at once")
            try:
                urllib.request.urlopen(f"{self.url}voila/static/voila.js", timeout=2)
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("the server did not answer")

    def kernels(self) -> list[psutil.Process]:
        """The kernels that run now."""
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            try:
                if any("ipykernel" in word for word in child.cmdline()) and child.status() != psutil.STATUS_ZOMBIE:
                    found.append(child)
            except psutil.NoSuchProcess:
                continue
        return found

    def stop(self) -> None:
        """End the server and its kernels."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all tests that do not harm it."""
    serving = Server()
    yield serving
    serving.stop()


def launch_chromium(playwright: object) -> Browser:
    """Playwright's own Chromium, else the system's."""
    try:
        return playwright.chromium.launch(headless=True, args=ARGUMENTS)
    except Error:
        path = next(filter(None, map(shutil.which, _SYSTEM_BROWSERS)), None)
        if path is None:
            pytest.fail("no Chromium: run `playwright install chromium` or install the system's chromium")
        return playwright.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for the session."""
    with sync_playwright() as playwright:
        chromium = launch_chromium(playwright)
        yield chromium
        chromium.close()


class Visit:
    """A page of the app with the errors and requests it made."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(url)
        self.wait()

    def wait(self) -> None:
        """Until the table is drawn."""
        self.page.wait_for_selector(".rt-app[data-ready] .rt-felt", timeout=60_000)

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

    def wait_text(self, text: str) -> None:
        """Until the hand's text is this."""
        self.page.wait_for_function("text => document.querySelector('.rt-editor textarea')?.value === text", arg=text)

    def shoot(self, name: str, *, full: bool = False) -> None:
        """Write a screenshot."""
        SCREENSHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full)

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than its window."""
        return self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visit]]:
    """Open the app in a context of its own; every context is closed again."""
    contexts = []

    def open_app(query: str = "", *, width: int = 1280, height: int = 720, dark: bool = False, url: str = "", **more):
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", **more
        )
        contexts.append(context)
        return Visit(context.new_page(), (url or server.url) + query)

    yield open_app
    for context in contexts:
        context.close()
