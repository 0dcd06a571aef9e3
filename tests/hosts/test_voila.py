"""The page through Voilà without a browser: what is logged, whom it answers, and what comes before a kernel."""

from __future__ import annotations

import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import HTTPCookieProcessor, build_opener
from uuid import uuid4

import pytest

from rummy_tutor.hosts.requests import is_asked_for, is_host
from rummy_tutor.hosts.voila import serve
from tests.browser.servers import Server
from tests.patience import PATIENCE, eventually

SECRET = "int() of something that no user should read"
# plants an error in a panel of every kernel, before the page's code is loaded
PLANTED = f"""
import sys
if any("ipykernel" in word for word in sys.orig_argv):
    import rummy_tutor.page.table.view as view
    def fail(session) -> view.CardTableView:
        raise AttributeError({SECRET!r})
    view.draw_table = fail
"""
FEW = """
import rummy_tutor.hosts.voila.server as server
server.MOST_KERNELS = 1
"""
IMAGE = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
FRAME = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
AHEAD = {
    "Sec-Fetch-Site": "cross-site",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Dest": "document",
    "Sec-Purpose": "prefetch;prerender",
}


def ask(url: str, headers: Mapping[str, str] = {}) -> tuple[int, str]:
    """The status and the text of an answer."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=dict(headers)), timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def plant(folder: Path, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every Python that is started from now on run a program first."""
    (folder / "sitecustomize.py").write_text(program)
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=":")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with no kernel kept ready."""
    serving = Server()
    yield serving
    serving.stop()


def test_an_error_in_a_kernel_reaches_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails in a panel of somebody's page is written where the app was started, with its traceback."""
    plant(tmp_path, PLANTED, monkeypatch)
    serving = Server()
    try:
        status, page = ask(serving.url)
        assert status == 200 and SECRET not in page
        (written,) = serving.written
        assert eventually(lambda: SECRET in written.text)
        told = written.take_errors()
        assert "rummy_tutor.page.drawing: the panel table failed" in told and "Traceback" in told
    finally:
        serving.stop()


def test_another_sites_page_starts_no_kernel(server: Server) -> None:
    """Pictures, frames and pages fetched ahead of time are refused to other sites; a link that is followed opens."""
    for headers in (IMAGE, FRAME, AHEAD, {**IMAGE, "Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "cross-site"}):
        assert ask(server.url, headers)[0] == 403, headers
    assert server.kernels() == []
    assert not is_asked_for(IMAGE)
    assert is_asked_for({}) and is_asked_for({"Sec-Fetch-Site": "none"}) and is_asked_for(dict(list(AHEAD.items())[:3]))


def test_a_host_that_is_none_is_told_as_that(server: Server) -> None:
    """A header that names no host is a bad request, and nothing is logged of it."""
    port = server.port
    for host in ("[", "a:b", "a:99999", "x@localhost", "a/b"):
        assert not is_host(host)
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as sent:
            sent.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            assert sent.recv(100).split(b" ")[1] == b"400", host
    assert is_host(f"127.0.0.1:{port}") and is_host("[::1]:80") and server.kernels() == []


def test_nobody_gets_in_without_the_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link asks for it once and then opens as it was, without the token; the browser that is opened at the start has
    a ticket that lets in once, so that who sees its command line is asked too."""
    opened = tmp_path / "opened"
    script = tmp_path / "browser.py"
    script.write_text(f"import sys; open({str(opened)!r}, 'w').write(sys.argv[1])")
    monkeypatch.setenv("BROWSER", f"{sys.executable} {script} %s")
    serving = Server(token="only-mine", open_browser=True)
    link = '?hand=2H+3H+4H&rules="x"'
    try:
        for query in ("", link, f"{link}&token=yours", f"{link}&ticket="):
            status, page = ask(f"{serving.url}{quote(query, safe='?&=+')}")
            assert status == 401 and "after token=" in page and "only-mine" not in page
        assert 'name="rules" value="&#34;x&#34;"' in page
        assert ask(f"{serving.url}api/kernels/{uuid4()}/channels")[0] == 403 and serving.kernels() == []
        jar = build_opener(HTTPCookieProcessor())
        with jar.open(f"{serving.url}?hand=2H+3H+4H&token=only-mine", timeout=PATIENCE) as answer:
            assert answer.status == 200 and answer.url == f"{serving.url}?hand=2H+3H+4H"
        with jar.open(serving.url, timeout=PATIENCE) as answer:
            assert answer.status == 200
        assert eventually(lambda: opened.exists() and opened.read_text())
        address = opened.read_text()
        assert address.startswith(f"{serving.url}?ticket=") and "only-mine" not in address
        with build_opener(HTTPCookieProcessor()).open(address, timeout=PATIENCE) as answer:
            assert answer.status == 200 and answer.url == serving.url
        assert ask(address)[0] == 401
    finally:
        serving.stop()


@pytest.mark.parametrize(
    ("open_browser", "there", "token", "asked"),
    [(True, True, None, None), (False, True, None, ""), (True, False, None, ""), (False, True, "mine", "mine")],
)
def test_where_no_browser_is_opened_the_plain_address_opens_the_page(
    open_browser: bool, there: bool, token: str | None, asked: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token is made (None) only where the browser that is opened gets in without it, unless one is named."""
    made: list[Any] = []
    stand_in = type("Stand", (), {"initialize": lambda *_: None, "start": lambda *_: None})
    monkeypatch.setattr(serve, "_make_server", lambda *given: made.append(given[-1]) or stand_in())
    monkeypatch.setattr(serve, "has_browser", lambda: there)
    serve.serve(open_browser=open_browser, token=token)
    assert made == [asked]


def test_kernels_are_as_many_as_there_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One page more than that is a page which says so, with a way to try again."""
    plant(tmp_path, FEW, monkeypatch)
    serving = Server()
    try:
        assert ask(serving.url)[0] == 200
        status, page = ask(serving.url)
        assert status == 503 and "Too many pages are open here." in page and "Try again" in page
        assert len(serving.kernels()) == 1
    finally:
        serving.stop()


def test_pages_are_whole_whichever_way_they_come(server: Server) -> None:
    """The first page, the next, which begins before its kernel is there, and one whose kernel was kept ready."""
    pages = [ask(server.url)[1] for _ in range(2)]
    serving = Server(preheat=1)
    try:
        pages += [ask(serving.url)[1] for _ in range(2)]
    finally:
        serving.stop()
    for page in pages:
        assert page.count("<html") == page.count("</html>") == page.count('<script id="jupyter-config-data"') == 1
        assert page.count('id="values"') == page.count("application/vnd.voila.cell-output+json") == 1
    assert len({page.partition('<script id="jupyter-config-data"')[0] for page in pages}) == 1
