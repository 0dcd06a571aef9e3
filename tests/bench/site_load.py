"""How fast the page is as files: first drawing, first answer with nothing kept and again, click to paint, sizes.

Run ``python -m tests.bench.site_load [--visits N] [--clicks N] [--pyodide DIR]``; it builds the site with and without
the copy of memory, serves both from this machine, opens them in Chromium and prints a table. Where other work takes the
processors, ``chrt -r 5`` before it, as root, has it go before all of that.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import tempfile
import threading
import time
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from rummy_tutor.hosts.site.build import write_site
from tests.bench.bench_page import MEASURE
from tests.browser.conftest import launch_chromium
from tests.browser.machines import MACHINES, make_machine

HAND = "?hand=KH+KS+KD+%7C+6H+7H+PJ+%7C+9S+TS+JS+PJ+%7C+5S+5H+5D&rules=adgaming-13&players=6"

# comes to 1 once the hand has been judged by all rulebooks
READY = """() => new Promise((done) => {
  const look = () => document.querySelector('.rt-app[data-ready] .rt-nine:not(.rt-pending)') ? done(1)
    : setTimeout(look, 50);
  look();
})"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, notes which, and says nothing."""

    def do_GET(self) -> None:
        """Send a file as it lies there."""
        self.server.asked.add(self.path.partition("?")[0])
        super().do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def time_visit(page: Page, url: str) -> tuple[float, float]:
    """Seconds from asking for the page to its drawing, and to the first answer of its Python."""
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector(".rt-app:not(.rt-booting) .rt-bar")
    drawn = time.perf_counter() - start
    page.wait_for_selector("#loading", state="detached")
    page.wait_for_selector(".rt-app[data-ready]")
    return drawn, time.perf_counter() - start


def count_sent(out: Path, asked: set[str]) -> dict[str, float]:
    """What the files asked for weigh, as they lie there and gzipped."""
    files = [(out / (path.lstrip("/") or "index.html")).read_bytes() for path in asked if path != "/favicon.ico"]
    return {
        "sent for the first answer, gzipped, MB": sum(len(gzip.compress(data, 6)) for data in files) / 1e6,
        "sent for the first answer by a plain server, MB": sum(map(len, files)) / 1e6,
    }


def list_tabs() -> list[psutil.Process]:
    """The processes of all tabs of the browsers that this process has started."""
    found = []
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if "--type=renderer" in one.cmdline():
                found.append(one)
    return found


class PlainTab:
    """A tab that is asked as little as can be: one that Playwright opens keeps all files for its developer tools.

    Args:
        browser: the browser.
        url: what the tab opens.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        before = {one.pid for one in list_tabs()}
        self._beside = browser.new_page()  # what is said meanwhile is heard while it waits
        self._session, self._heard, self._asked = browser.new_browser_cdp_session(), dict[int, dict](), 0
        self._session.on("Target.receivedMessageFromTarget", self._hear)
        self.context = self._session.send("Target.createBrowserContext")["browserContextId"]
        tab = {"url": url, "browserContextId": self.context, "width": 1280, "height": 720}
        target = self._session.send("Target.createTarget", tab)["targetId"]
        self._to = self._session.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]
        while "result" not in self._ask("Runtime.evaluate", expression=f"({READY})()", awaitPromise=True):
            pass  # it has just left the empty page that it began with
        self.process = max((one for one in list_tabs() if one.pid not in before), key=_weigh)

    def _hear(self, event: dict) -> None:
        message = json.loads(event["message"])
        self._heard[message.get("id", 0)] = message

    def ask(self, method: str, **given: object) -> dict:
        """Ask the tab something, and wait for the answer."""
        return self._ask(method, **given)["result"]

    def _ask(self, method: str, **given: object) -> dict:
        self._asked += 1
        message = json.dumps({"id": self._asked, "method": method, "params": given})
        self._session.send("Target.sendMessageToTarget", {"sessionId": self._to, "message": message})
        while self._asked not in self._heard:
            self._beside.wait_for_timeout(5)
        return self._heard.pop(self._asked)

    def run(self, function: str) -> float:
        """The number that a function of the page comes to."""
        found = self.ask("Runtime.evaluate", expression=f"({function})()", awaitPromise=True, returnByValue=True)
        return found["result"]["value"]

    def weigh(self) -> float:
        """Its memory in MB: what it shares with the browser's other processes in equal parts."""
        return _weigh(self.process)

    def spent(self) -> float:
        """Milliseconds of processor time that it has used so far, with its workers."""
        times = self.process.cpu_times()
        return 1000 * (times.user + times.system)

    def close(self) -> None:
        """End it."""
        self._session.send("Target.disposeBrowserContext", {"browserContextId": self.context})
        self._beside.close()


def _weigh(tab: psutil.Process) -> float:
    try:
        return tab.memory_full_info().pss / 1e6
    except psutil.Error:
        return 0.0


def open_tab(browser: Browser) -> Page:
    """A page in a context of its own, which keeps nothing for visits without a network."""
    return browser.new_context(viewport={"width": 1280, "height": 720}, service_workers="block").new_page()


def measure(browser: Browser, url: str, out: Path, asked: set[str], visits: int, clicks: int) -> dict[str, float]:
    """The middle of several visits, each with nothing kept and once again, and of clicks."""
    cold, warm = [], []
    sent: dict[str, float] = {}
    for _ in range(visits):
        page = open_tab(browser)
        asked.clear()
        cold.append(time_visit(page, url))
        sent = sent or count_sent(out, set(asked))
        warm.append(time_visit(page, url))
        page.context.close()
    tab = PlainTab(browser, url + HAND)
    sent["memory of the tab, MB"] = tab.weigh()
    times, spent = [], 0.0
    for at in range(clicks + 5):
        if at == 5:  # the first ones are slower: the browser compiles what it has not met
            times, spent = [], tab.spent()
        times.append(tab.run(MEASURE))
        time.sleep(0.25)  # nobody clicks faster
    sent["processor time of a click, with its animation and all rulebooks, ms"] = (tab.spent() - spent) / clicks
    sent["memory of the tab after the clicks, MB"] = tab.weigh()
    tab.ask("HeapProfiler.collectGarbage")
    sent["the same without what the browser may throw away, MB"] = tab.weigh()
    tab.close()
    middle = len(cold) // 2
    return {
        "drawn, s": sorted(one for one, _ in cold)[middle],
        "first answer, nothing kept, s": sorted(one for _, one in cold)[middle],
        "first answer again, s": sorted(one for _, one in warm)[middle],
        "click to paint, p50, ms": sorted(times)[len(times) // 2],
        "click to paint, p95, ms": sorted(times)[len(times) * 95 // 100],
        **sent,
    }


def main() -> None:
    """Build, serve, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--clicks", type=int, default=100)
    parser.add_argument("--pyodide", type=Path)
    parser.add_argument("--fast", action="store_true", help="only with the copy of memory")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        machine = make_machine(next(iter(MACHINES)), Path(name))
        browser = launch_chromium(driver, machine)
        for with_snapshot in (True,) if given.fast else (True, False):
            out = Path(name) / f"site-{with_snapshot}"
            write_site(out, "", pyodide=given.pyodide, with_snapshot=with_snapshot)
            with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(out))) as server:
                server.asked = set()
                threading.Thread(target=server.serve_forever, daemon=True).start()
                url = f"http://127.0.0.1:{server.server_address[1]}/"
                found = measure(browser, url, out, server.asked, given.visits, given.clicks)
                server.shutdown()
            print("with the copy of memory" if with_snapshot else "without it")
            for what, figure in found.items():
                print(f"  {what}: {figure:.2f}")
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
