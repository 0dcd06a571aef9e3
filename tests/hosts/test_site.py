"""The page as files: what is written, under which names, twice the same, and clear errors without Pyodide."""

from __future__ import annotations

import asyncio
import gzip
import importlib
import io
import json
import re
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from rummy_tutor import cli
from rummy_tutor.hosts.site import build, pyodide
from rummy_tutor.hosts.site.build import Site
from rummy_tutor.hosts.site.bundle import list_catalogues, list_files, list_modules, split_files
from rummy_tutor.hosts.site.inside import Advising, Fetching, Page
from rummy_tutor.page.panels import PANELS
from rummy_tutor.wording.catalogue import ENGLISH, LISTED, load, name_languages
from tests.patience import until

SMALL = 600_000  # bytes of the archive that the first screen waits for
LANGUAGE = 100_000  # bytes of a packed language
LIBRARY = [
    "asyncio/",
    "asyncio/__init__.py",
    "encodings/utf_8.py",
    "encodings/big5.py",
    "pdb.py",
    "pydoc.py",
    "this.txt",
]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files of the names that Pyodide has."""
    folder = tmp_path_factory.mktemp("npm") / "package"
    folder.mkdir()
    for name in pyodide.FILES:
        (folder / name).write_bytes(name.encode())
    (folder / pyodide.PACKAGES).write_text('{"info": {"python": "3.14"}, "packages": {"numpy": {}}}')
    with zipfile.ZipFile(folder / pyodide.LIBRARY, "w") as library:
        for name in LIBRARY:
            library.writestr(name, name)
    (folder / "package.json").write_text('{"version": "1.2.3"}')
    return folder


list_files_once = cache(list_files)
list_catalogues_once = cache(list_catalogues)
split_files_once = cache(lambda: split_files(list_files_once()))


@contextmanager
def made_once() -> Iterator[None]:
    """What all sites have in common is made once for those that only differ in where they are written to."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(build, "list_files", list_files_once)
        patched.setattr(build, "list_catalogues", list_catalogues_once)
        patched.setattr(build, "split_files", lambda files: split_files_once())
        yield


@pytest.fixture(scope="module")
def site(package: Path) -> Site:
    """A site made with it."""
    with made_once():
        return Site(package)


@pytest.fixture(scope="module")
def archives(site: Site) -> dict[str, dict[str, zipfile.ZipInfo]]:
    """What the browser's Python is given: by archive, its files by name."""
    found = {}
    for name in ("engine", "rest"):
        path = next(path for path in site.files if path.startswith(f"files/{name}-"))
        with zipfile.ZipFile(io.BytesIO(site.files[path])) as archive:
            found[name] = {entry.filename: entry for entry in archive.infolist()}
    return found


def test_the_same_package_makes_the_same_files(site: Site, package: Path) -> None:
    """A second build has the same files to the last byte, and its own list tells their sizes."""
    assert Site(package).files == site.files
    listed = json.loads(site.files["files.json"])
    assert listed == {name: len(data) for name, data in site.files.items() if name != "files.json"}


def test_files_are_named_by_their_content(site: Site) -> None:
    """All but the page, its keeper and the list carry a digest, and whatever the page names is there."""
    fixed = {name for name in site.files if not re.search(r"-[0-9a-f]{16}[./]", name)}
    assert fixed == {"index.html", "keeper.js", "files.json"}
    page = site.files["index.html"].decode()
    named = set(re.findall(r'"(files/[^"]+)"', page))
    assert named and all(name in site.files or any(one.startswith(name) for one in site.files) for name in named)


def test_nothing_names_another_host(site: Site) -> None:
    """The page, its code and its styles load from where they lie, and the page's policy allows nothing else."""
    texts = {name: data.decode() for name, data in site.files.items() if re.search(r"files/.*-\w+\.(js|css)$", name)}
    assert len(texts) == 4
    texts["keeper.js"] = site.files["keeper.js"].decode()
    for name, text in {**texts, "index.html": site.files["index.html"].decode()}.items():
        loaded = re.findall(r"(?:src|href|url|from|import)\s*[=(:]?\s*[\"'(]*\s*(https?://[^\"')\s]+)", text)
        assert loaded == [], name
    assert "default-src 'none'" in site.files["index.html"].decode()


def test_the_first_drawing_of_each_screen_comes_with_the_page(site: Site) -> None:
    """What each mode shows stands in the page, to be drawn before Python is there; late panels have their bar."""
    page = site.files["index.html"].decode()
    values = json.loads(re.search(r'id="values">(.*?)</script>', page)[1])
    first = values["first"]
    assert {*first} == {mode for panel in PANELS for mode in panel.modes}
    for mode, shown in first.items():
        assert shown["shell"]["mode"] == mode
        assert {*shown} == {"shell"} | {panel.key for panel in PANELS if mode in panel.modes and not panel.is_late}
        assert all(shown.values())
    assert values["texts"]["site_loading"] in page


def test_the_archives_hold_what_a_page_needs_and_no_more(archives: dict[str, dict[str, zipfile.ZipInfo]]) -> None:
    """Plain Python, catalogues, code of late panels; no widgets, no server, no fonts; all of one fixed time."""
    assert not {*archives["engine"]} & {*archives["rest"]}
    files = archives["engine"] | archives["rest"]
    needed = {"hosts/site/inside.py", "wording/compiled/en.json", "tutor/showing.json", "front/round_table.js"}
    assert {"segno/__init__.py", *(f"rummy_tutor/{name}" for name in needed)} <= {*files}
    assert not [
        name
        for name in files
        if re.search(r"widgets/|voila|server\.py|(site|rummy_tutor)/build\.py|woff2|\.so$|\.pot$", name)
    ]
    assert {entry.date_time for entry in files.values()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_first_screen_waits_for_a_small_archive(archives: dict[str, dict[str, zipfile.ZipInfo]]) -> None:
    """What later screens need comes by itself: it is not among the files that the first drawing waits for."""
    assert sum(entry.compress_size for entry in archives["engine"].values()) < SMALL
    later = {"page/round/view.py", "page/classroom/view.py", "tutor/puzzles/telling.py", "front/round_table.js"}
    assert {f"rummy_tutor/{name}" for name in later} <= {*archives["rest"]}


def test_all_that_lasts_is_kept_for_visits_without_a_network(site: Site) -> None:
    """The keeper names every file that carries a digest, languages apart, and among them the page as it is now."""
    keeper = site.files["keeper.js"].decode()
    named, chosen = (json.loads(re.search(rf"const {name} = (.*);", keeper)[1]) for name in ("FILES", "CHOSEN"))
    codes = "|".join({*name_languages()} - {ENGLISH})
    assert {*chosen} == {name for name in site.files if re.match(rf"files/({codes}|noto-.*-letters)-\w+\.", name)}
    assert {*named, *chosen} == {name for name in site.files if name.startswith("files/")}
    assert site.files[json.loads(re.search(r"const PAGE = (.*);", keeper)[1])] == site.files["index.html"]


def test_a_language_is_one_small_file_that_is_fetched_when_it_is_chosen(
    site: Site, archives: dict[str, dict[str, zipfile.ZipInfo]]
) -> None:
    """Each language offered is a file of at most 100 kB packed; the archives name them all and hold English alone."""
    page = site.files["index.html"].decode()
    files = json.loads(re.search(r'id="files">(.*?)</script>', page)[1])["languages"]
    assert {*files} == {*name_languages()} - {ENGLISH}
    own_name = sorted(key for key in load(ENGLISH).texts if not key.startswith("command.")).index("page.own_language")
    for code, (path, *_) in files.items():
        assert json.loads(site.files[path])["texts"][own_name] == [name_languages()[code]]
        assert len(gzip.compress(site.files[path], 9)) <= LANGUAGE
    found = {name for name in archives["engine"] | archives["rest"] if "/wording/" in name and not name.endswith(".py")}
    assert found == {f"rummy_tutor/wording/compiled/{name}" for name in ("en.json", LISTED)}


def test_python_comes_without_what_no_page_needs(site: Site) -> None:
    """Tools, rare encodings and lists of foreign packages are left out; the rest is as it was where node fails."""
    path = next(path for path in site.files if path.endswith(pyodide.LIBRARY))
    with zipfile.ZipFile(io.BytesIO(site.files[path])) as library:
        assert library.namelist() == ["asyncio/__init__.py", "encodings/utf_8.py"]
    packages = next(path for path in site.files if path.endswith(pyodide.PACKAGES))
    assert json.loads(site.files[packages]) == {"info": {"python": "3.14"}, "packages": {}}


def test_whatever_the_engine_imports_is_in_the_archives() -> None:
    """Each package that a file of the engine imports is Python's own, in an archive, or never asked for by a page."""
    files = list_files_once()
    packed = {name.split("/")[0].removesuffix(".py") for name in files}
    wanted = {name.split(".")[0] for name in list_modules(files)}
    assert wanted - sys.stdlib_module_names - packed == set()


@made_once()
def test_an_earlier_site_is_replaced_and_nothing_else(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sizes and versions are told; a folder with other files is refused and left as it is."""
    out = tmp_path / "out"
    command = ["site", str(out), "--no-snapshot", "--pyodide", str(package.parent)]  # unpacked as npm leaves it
    assert cli.main(command) == 0
    told = capsys.readouterr().err
    assert "with Pyodide 1.2.3" in told and "python -m http.server" in told and "index.html: " in told
    written = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert cli.main(command) == 0
    assert {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()} == written
    (out / "mine.txt").write_text("mine")
    capsys.readouterr()
    assert cli.main(command) == 2
    assert "holds other files" in capsys.readouterr().err and (out / "mine.txt").read_text() == "mine"


@made_once()
def test_a_site_carries_the_documentation(package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Built pages go into ``docs/``, the page names them, no visit loads them; a folder without them is refused."""
    docs, out = tmp_path / "built", tmp_path / "out"
    for name in ("index.html", "objects.inv", ".doctrees/index.doctree", "docs/api/index.html"):
        (docs / name).parent.mkdir(parents=True, exist_ok=True)
        (docs / name).write_text(name)
    site = Site(package, docs=docs)
    carried = {name for name in site.files if name.startswith("docs/")}
    assert carried == {"docs/index.html", "docs/objects.inv", "docs/docs/api/index.html"} <= site.later
    assert 'href="docs/index.html"' in site.files["index.html"].decode()
    assert not re.search(r'"docs/[^"]', site.files["keeper.js"].decode().partition("const KEPT_FILES")[0])
    command = ["site", str(out), "--no-snapshot", "--pyodide", str(package), "--docs"]
    assert cli.main([*command, str(docs)]) == 0 and (out / "docs" / "docs" / "api" / "index.html").is_file()
    assert cli.main([*command, str(docs)]) == 0  # an earlier site with its documentation is replaced
    capsys.readouterr()
    assert cli.main([*command, str(tmp_path)]) == 2
    assert "holds no built documentation" in capsys.readouterr().err


def test_without_pyodide_one_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another folder, no npm, an npm that fails: one clear line each, and nothing is written."""
    assert cli.main(["site", str(tmp_path / "out"), "--pyodide", str(tmp_path)]) == 2
    assert "it has no pyodide.mjs" in capsys.readouterr().err
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cli.main(["site", str(tmp_path / "out")]) == 2
    assert "Install npm" in capsys.readouterr().err
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho no network >&2\nexit 1\n")
    npm.chmod(0o755)
    assert cli.main(["site", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert "no network" in told and told.count("\n") == 1
    assert not (tmp_path / "out").exists()


class Beside:
    """A second worker that answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.ended = False

    def postMessage(self, text: str) -> None:
        """Take a question."""
        self.asked.append(text)

    def terminate(self) -> None:
        """End."""
        self.ended = True


def test_advice_comes_from_a_second_worker_and_ends_with_its_question() -> None:
    """The question goes to the worker, its steps come back into the page, and another hand ends the work."""

    async def run() -> None:
        sent: dict[str, object] = {}
        workers: list[Beside] = []

        def open_beside() -> Beside:
            workers.append(Beside())
            return workers[-1]

        page = Page(lambda text: sent.update(json.loads(text)), open_beside)
        for step in (
            {"type": "text", "text": "2H 2H 3H 4H 4H 5D 6D 7D 8C 8C 9S TS JS"},
            {"type": "what_now", "level": 3},
        ):
            page.receive(json.dumps({**step, "seq": 1, "view": "a"}))
        await until(lambda: workers != [])
        Advising(page.hear).receive(workers[0].asked[0])
        await until(lambda: not sent["what_now"]["working"])
        page.receive(json.dumps({"type": "text", "text": "2H 3H 4H 4H 5D 6D 7D 8C 8C 9S TS JS QD"}))
        page.receive(json.dumps({"type": "what_now", "level": 3}))
        await until(lambda: len(workers[0].asked) == 2)
        page.receive(json.dumps({"type": "text", "text": "2H 3H 4H"}))
        await until(lambda: workers[0].ended)
        assert len(workers) == 1
        page.visit.stop()

    asyncio.run(run())


@pytest.fixture
def finders() -> Iterator[list[object]]:
    """Python's finders of modules, put back afterwards."""
    before = list(sys.meta_path)
    yield before
    sys.meta_path[:] = before


def test_files_are_fetched_once_when_a_module_is_missing(
    finders: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module that is not there has the files brought, and is found among them; the others ask for nothing."""
    fetched: list[str] = []

    def fetch() -> None:
        fetched.append("all")
        (tmp_path / "brought_later.py").write_text("")

    (tmp_path / "there_from_the_start.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    Fetching(fetch)
    assert importlib.import_module("there_from_the_start") and fetched == []
    assert importlib.import_module("brought_later") and fetched == ["all"]
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("rummy_tutor.nowhere")
    assert fetched == ["all"]


def test_files_that_could_not_be_fetched_are_asked_for_again(finders: list[object]) -> None:
    """Without a network the module is missing with the reason; as soon as there is one the files come."""
    answers = [OSError("no network"), None]

    def fetch() -> None:
        answer = answers.pop(0)
        if answer is not None:
            raise answer

    Fetching(fetch)
    with pytest.raises(OSError, match="no network"):
        importlib.import_module("rummy_tutor.nowhere")
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("rummy_tutor.nowhere")
    assert answers == [] and sys.meta_path == finders


def test_files_that_have_come_by_themselves_are_not_fetched(finders: list[object]) -> None:
    """Once all is there a missing module is just missing."""
    Fetching(lambda: pytest.fail("it was fetched")).end()
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("rummy_tutor.nowhere")
    assert sys.meta_path == finders
