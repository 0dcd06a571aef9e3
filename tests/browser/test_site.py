"""The page as files: Python in the browser, drawn before it is there, with nothing asked of another host."""

from __future__ import annotations

import gzip
import re
import shutil
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rummy_tutor.hosts.live.items import make_item
from rummy_tutor.hosts.site.build import write_site
from rummy_tutor.hosts.site.pyodide import PyodideError, find_pyodide
from rummy_tutor.page.classroom.entries import ClassList, list_lesson, read_entry
from rummy_tutor.page.classroom.home import read_result
from rummy_tutor.page.classroom.lists import write_code
from rummy_tutor.rulebooks import RULEBOOKS
from tests.patience import MILLISECONDS, PATIENCE

from .conftest import PROJECTOR, close_context, make_once

LINK = "?hand=2H+2H+3H+4H+4H+5D+6D+7D+8C+8C+9S+TS+JS&rules=gorummy-13&turned=QD"


class Files(ThreadingHTTPServer):
    """A plain file server, which can hold a file back, damage it, or answer nothing.

    Attributes:
        url: its address.
        named: its address by another name.
        folder: the site.
        asked: the paths asked for.
        gate: what the program and the copy of memory wait for.
        gate_of_rest: what the files of later screens wait for.
        is_damaged: whether the copy of memory holds nothing of use.
        is_plain: whether it knows the types of the oldest sorts of files alone.
        is_down: whether nothing is answered.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"
        self.named = f"http://site.localhost:{self.server_address[1]}/"  # by a name that is not this computer's
        self.folder = folder
        self.gate, self.gate_of_rest = threading.Event(), threading.Event()
        self.reset()

    def reset(self) -> None:
        """Serve as a plain server does."""
        self.is_damaged, self.is_plain, self.is_down = False, False, False
        self.asked: list[str] = []
        self.gate.set()
        self.gate_of_rest.set()


class Handler(SimpleHTTPRequestHandler):
    """Sends files as they lie there."""

    def do_GET(self) -> None:
        """Send a file."""
        self.server.asked.append(self.path)
        if "asm.wasm" in self.path or "/memory-" in self.path:
            self.server.gate.wait(PATIENCE)
        if "/rest-" in self.path:
            self.server.gate_of_rest.wait(PATIENCE)
        if self.server.is_down:
            self.close_connection = True
        elif "/memory-" in self.path and self.server.is_damaged:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(gzip.compress(bytes(1_000_000)))
        else:
            super().do_GET()

    def guess_type(self, path: str) -> str:
        """The type of a file."""
        known = not self.server.is_plain or path.endswith((".html", ".js", ".css"))
        return super().guess_type(path) if known else "application/octet-stream"

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Files]:
    """A site, served."""
    try:
        package = find_pyodide()
    except (PyodideError, OSError) as error:  # neither npm nor its registry, or nowhere to keep what it fetches
        pytest.skip(str(error))

    def make(folder: Path) -> None:
        docs = folder / "docs"
        docs.mkdir()
        (docs / "objects.inv").touch()
        (docs / "index.html").write_text("<!doctype html><title>What all of it means</title>")
        write_site(folder / "out", "test", pyodide=package, docs=docs)

    out = tmp_path_factory.mktemp("site") / "out"  # which a test changes
    shutil.copytree(make_once(tmp_path_factory, "whole-site", make) / "out", out)
    with Files(out) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def page(browser: Browser, files: Files) -> Iterator[Page]:
    """A page of its own with one main part, which has asked nothing of another host and had no error."""
    files.reset()
    context = browser.new_context(viewport=PROJECTOR, reduced_motion="reduce")
    context.set_default_timeout(MILLISECONDS)  # Python starts in the browser
    page, asked, errors = context.new_page(), [], []
    context.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    expect(page.get_by_role("main")).to_have_count(1)
    assert any(address.endswith("/pyodide.js") for address in asked)
    own = (files.url, files.named, f"blob:{files.url}", f"blob:{files.named}", "data:")
    assert [address for address in asked if not address.startswith(own)] == []
    assert errors == []
    close_context(context)


# whether a worker of the site has kept its files and answers for it
KEPT = "async () => Boolean(await navigator.serviceWorker.ready && navigator.serviceWorker.controller)"
CHOSEN_KEPT = """async () => {
    const kept = await (await caches.open("rummy-tutor-files")).keys();
    return kept.filter(({ url }) => /\\/files\\/(hi-|noto-sans-devanagari)/.test(url)).length === 2;
}"""


def open_scores(page: Page) -> None:
    """Show the scores, which stand in the menu for who begins."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Scores", exact=True).click()


def open_site(page: Page, address: str) -> None:
    """Open an address and wait until Python has answered."""
    page.goto(address)
    page.wait_for_selector("#loading", state="detached")
    page.wait_for_selector(".rt-app[data-ready]")


def test_what_is_clicked_before_python_is_there_is_kept_and_done(page: Page, files: Files) -> None:
    """The first drawing shows without Python and says that it loads; a mode chosen meanwhile opens once it is there."""
    files.gate.clear()
    page.goto(files.url)
    page.wait_for_selector(".rt-app:not(.rt-booting) .rt-bar")
    assert "still loading" in page.locator("#loading").inner_text()
    open_scores(page)
    files.gate.set()
    page.wait_for_selector("#loading", state="detached")
    page.wait_for_selector(".rt-ledger")
    assert "Who won?" in page.locator(".rt-ledger").inner_text()


def test_a_link_is_judged_and_advice_comes_from_a_second_worker(page: Page, files: Files) -> None:
    """Verdict, best grouping, all rulebooks and advice are there, and the next click is answered."""
    page.goto(files.url + LINK)
    page.wait_for_selector(".rt-app[data-ready] .rt-nine:not(.rt-pending)", state="attached")
    assert page.locator(".rt-figure").inner_text() == "78"
    page.locator(".rt-best .rt-button", has_text="Show it all").click()
    page.wait_for_selector(".rt-best [data-card], .rt-best .rt-card")
    page.get_by_role("tab", name="What now?").click()
    page.locator(".rt-now .rt-button", has_text="Show it all").click()
    page.wait_for_selector(".rt-nowfar b")
    assert len(page.workers) == 2
    page.locator("[data-drawer=pack]").click()
    page.locator("[data-act=remove][data-add='2H']").click()
    page.keyboard.press("Escape")
    page.wait_for_selector(".rt-nowfar", state="detached")
    expect(page.locator(".rt-felt [data-card]")).to_have_count(12)


def test_a_server_that_knows_few_types_of_files_serves_it_as_well(page: Page, files: Files) -> None:
    """Modules, program and copy of memory are used also where a server tells the types of old sorts of files alone."""
    files.is_plain, warned = True, []
    page.on("console", lambda line: warned.append(line.text) if line.type in ("warning", "error") else None)
    open_site(page, files.url)
    assert warned == []


def test_without_the_copy_of_memory_it_starts_all_the_same(page: Page, files: Files) -> None:
    """A copy of memory that cannot be used costs time and nothing else."""
    files.is_damaged = True
    page.goto(files.url)
    page.wait_for_selector("#loading", state="detached")
    page.wait_for_selector(".rt-app[data-ready]")
    page.wait_for_function(KEPT)  # until no request is under way


def test_the_files_of_later_screens_come_by_themselves(page: Page, files: Files) -> None:
    """Without a copy of memory they are an archive of their own: the first screen opens before it, others with it."""
    files.is_damaged = True
    files.gate_of_rest.clear()
    open_site(page, files.url)
    page.wait_for_selector(".rt-learn")
    files.gate_of_rest.set()
    open_scores(page)
    page.wait_for_selector(".rt-ledger")
    assert [path for path in files.asked if "/rest-" in path]
    page.wait_for_function(KEPT)  # until no request is under way


def test_pythons_own_library_is_compiled_before_it_is_sent(files: Files) -> None:
    """Its modules are compiled by the Python that loads them; the engine goes in as plain files."""
    library, engine = (zipfile.ZipFile(next(files.folder.rglob(name))) for name in ("*stdlib.zip", "engine-*.zip"))
    assert {Path(name).suffix for name in library.namelist()} == {".pyc"}
    assert ".pyc" not in {Path(name).suffix for name in engine.namelist()}


def test_the_copy_of_memory_holds_all_that_the_screens_need(page: Page, files: Files) -> None:
    """Every screen, a task, words, a QR code and advice work without the engine's files and Python's own library."""
    page.add_init_script("delete Navigator.prototype.serviceWorker")  # which fetches them to keep them
    open_site(page, files.named)  # for an address of this computer no code is drawn
    open_scores(page)
    page.wait_for_selector(".rt-app[data-mode=round]")
    for mode, label in (("puzzles", "Puzzles"), ("learn", "Learn"), ("analyse", "Analyse")):
        page.get_by_role("button", name=label, exact=True).click()
        page.wait_for_selector(f".rt-app[data-mode={mode}]")
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("[data-act=share]").click()
    page.wait_for_selector(".rt-share .rt-qr")
    open_site(page, files.url + "?mode=learn&lesson=sets&task=sets.classify.5.1.2&rules=adgaming-13")
    page.locator(".rt-choice").first.click()
    page.wait_for_selector(".rt-verdict")
    open_site(page, files.url + LINK)
    page.get_by_role("tab", name="What now?").click()
    page.locator(".rt-now .rt-button", has_text="Show it all").click()
    page.wait_for_selector(".rt-nowfar b")
    page.keyboard.press("?")
    page.wait_for_selector(".rt-sheet[open], dialog[open]")
    assert [path for path in files.asked if re.search("/engine-|/rest-|stdlib", path)] == []


def test_without_a_network_it_opens_again(page: Page, files: Files) -> None:
    """Once loaded, the page opens and judges without its server, and without a network at all."""
    open_site(page, files.url)
    page.wait_for_function(KEPT)
    files.is_down = True
    page.context.set_offline(True)
    open_site(page, files.url + LINK)
    assert page.locator(".rt-figure").inner_text() == "78"


def test_the_menu_leads_to_the_documentation(page: Page, files: Files) -> None:
    """A site that carries the documentation opens it beside the page, also once a worker keeps the site's files."""
    open_site(page, files.url)
    page.wait_for_function(KEPT)
    page.locator("[data-act=menu]").click()
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Documentation").click()
    expect(opened.value).to_have_title("What all of it means")


def test_homework_is_worked_without_a_server_and_handed_in_as_a_code(page: Page, files: Files) -> None:
    """The teacher's link opens a list; what was answered outlives a reload and a lost network, and the code that comes
    of it is what a class reads in."""
    entries = list_lesson(RULEBOOKS["gorummy-13"], "", "sets", 5, 2, example=False)
    page.goto(f"{files.url}?mode=class&home={write_code(ClassList('', entries))}")
    bar = page.locator(".rt-homework")
    expect(bar).to_contain_text("1 of 2 · 0 of 2 answered")
    page.wait_for_function(KEPT)
    page.locator(".rt-choice:visible").first.click()
    expect(bar).to_contain_text("1 of 2 answered")
    files.is_down = True
    page.reload()
    expect(bar).to_contain_text("1 of 2 · 1 of 2 answered")
    bar.get_by_role("button", name="Next").click()
    expect(bar).to_contain_text("2 of 2 · 1 of 2 answered")  # and the choices are those of the second one
    page.locator(".rt-choice:visible").last.click()
    expect(bar).to_contain_text("2 of 2 · 2 of 2 answered")
    bar.get_by_role("button", name="Hand in").click()
    before = page.locator("[data-focus=home-code]").input_value()
    page.get_by_label("Your name in the class").fill("Asha")
    page.get_by_label("Your name in the class").press("Enter")
    expect(page.locator("[data-focus=home-code]")).not_to_have_value(before)
    result = read_result(page.locator("[data-focus=home-code]").input_value())
    assert result.name == "Asha" and [entry for entry, _ in result.answers] == [read_entry(one) for one in entries]
    assert all(make_item(entry).read(value) for entry, value in result.answers)


def test_a_language_is_fetched_when_it_is_chosen_and_kept(page: Page, files: Files) -> None:
    """English fetches no other language; one that is chosen comes once, and is there without a network too."""

    def count() -> int:
        return len({path for path in files.asked if path.startswith(("/files/hi-", "/files/noto-sans-devanagari"))})

    open_site(page, files.url)
    page.wait_for_function(KEPT)
    assert count() == 0
    page.locator(".rt-bar [data-field=language]").select_option("hi")
    page.wait_for_selector("html[lang=hi] .rt-app[lang=hi]")
    page.locator(".rt-rail [data-mode=play]").click()
    page.wait_for_selector(".rt-app[data-mode=play] :text('सामने कितने खिलाड़ी')")
    assert count() == 2
    page.wait_for_function(CHOSEN_KEPT)
    files.is_down = True
    files.asked.clear()
    page.reload()
    page.wait_for_selector("html[lang=hi] .rt-app[lang=hi][data-ready] :text('सामने कितने खिलाड़ी')")
    assert count() == 0


def test_a_new_version_is_seen_at_once_and_replaces_the_old_files(page: Page, files: Files) -> None:
    """The page comes from the network where there is one; its worker then keeps the new files and no others."""
    old = next(path.name for path in (files.folder / "files").glob("index-*.html"))
    new = old.replace("index-", "index-0")
    text = {name: (files.folder / name).read_text() for name in ("index.html", "keeper.js", f"files/{old}")}
    open_site(page, files.url)
    page.wait_for_function(KEPT)
    try:
        changed = text["index.html"].replace("<title>", "<title>New: ")
        (files.folder / "index.html").write_text(changed)
        (files.folder / "files" / new).write_text(changed)
        (files.folder / "files" / old).unlink()
        (files.folder / "keeper.js").write_text(text["keeper.js"].replace(old, new))
        open_site(page, files.url)
        assert page.title().startswith("New: ")
        page.wait_for_function("async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)")
        page.goto("about:blank")  # the last page of the old version is closed
        open_site(page, files.url)
        page.wait_for_function(
            """async ([old, new_]) => {
                const kept = (await (await caches.open('rummy-tutor-files')).keys()).map((one) => one.url);
                return !kept.some((url) => url.endsWith(old)) && kept.some((url) => url.endsWith(new_));
            }""",
            arg=[old, new],
        )
    finally:
        (files.folder / "files" / new).unlink(missing_ok=True)
        for name, was in text.items():
            (files.folder / name).write_text(was)
