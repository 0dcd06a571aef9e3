"""``rummy-tutor site OUT``: writes the page as files that any web server serves.

Files are named by their content, so that browsers may keep them; the same package makes the same files.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from typing import Any

from ...front.fonts import SCRIPTS, list_scripts
from ...front.linking import link_late_styles, link_module
from ...game.messages import TutorError, quote
from ...wording.catalogue import name_languages
from ...wording.speech import tell
from ..announce import ICON
from ..first import ContentFiles, draw_first, sum_up, to_json
from .bundle import list_catalogues, list_files, list_modules, pack, repack, split_files, trim_library, trim_packages
from .pyodide import FILES, LIBRARY, PACKAGES, compile_library, find_pyodide, make_snapshot, read_version

_KEEPER = "keeper.js"  # asked for by this name on every visit
DOCS = "docs/"  # where the documentation lies
_LIST = "files.json"  # the site's own list of its files, by which an earlier site is known


class SiteError(TutorError):
    """The site cannot be written there."""


class Site(ContentFiles):
    """The files of a site, made in memory.

    Args:
        pyodide: the folder with Pyodide's files.
        with_snapshot: whether a copy of a memory with the engine imported is made, with which the page starts faster.
        docs: the built documentation, which the page's menu then leads to; None for none.

    Raises:
        SiteError: there is no built documentation.

    Attributes:
        files: their contents by their paths.
        later: the paths of those that are loaded only after the first answer, to be kept for visits without a network,
            or with a language that is chosen, or as documentation.
    """

    def __init__(self, pyodide: Path, *, with_snapshot: bool = False, docs: Path | None = None) -> None:
        super().__init__("files/")
        self.files |= _read_docs(docs) if docs else {}
        self.later = {_KEEPER, _LIST, *self.files}
        # of each language the paths of its sentences and of the letters in which it is written
        languages = {
            code: [self.add(f"{code}.json", catalogue), *map(self.add_font, list_scripts(name_languages()[code]))]
            for code, catalogue in list_catalogues().items()
        }
        chosen = sorted({*(path for paths in languages.values() for path in paths), *map(self.add_font, SCRIPTS)})
        self.later.update(chosen)
        named = self._add_engine(pyodide, with_snapshot) | {"keeper": _KEEPER, "languages": languages}
        page = self._draw_page(named, with_docs=docs is not None)
        self.files["index.html"] = page
        kept = self.add("index.html", page)  # under a name of its content, for visits without a network
        self.later.add(kept)
        self.files[_KEEPER] = self._write_keeper(kept, chosen).encode()
        sizes = {path: len(data) for path, data in sorted(self.files.items())}
        self.files[_LIST] = json.dumps(sizes, indent=1).encode()

    def _add_engine(self, pyodide: Path, with_snapshot: bool) -> dict[str, Any]:
        """Python and the package; what the page loads of them, by the names that it has for it."""
        parts = _read_pyodide(pyodide)
        # Pyodide asks for its files by their own names: their folder carries the content's
        folder = f"files/pyodide-{sum_up(b''.join(parts.values()))}/"
        self.files |= {folder + name: data for name, data in parts.items()}
        files = list_files()
        first, rest = map(pack, split_files(files))
        named: dict[str, Any] = {
            "pyodide": folder,
            "engine": self.add("engine.zip", first),
            "rest": self.add("rest.zip", rest),
            "worker": self.add("worker.js", link_module("site_worker.js")),
        }
        if with_snapshot:
            self.later |= {folder + LIBRARY, named["engine"], named["rest"]}
            memory = make_snapshot(pyodide, parts[LIBRARY], pack(files), list_modules(files))
            packed = gzip.compress(memory, 6, mtime=0)  # unpacked by the page, whatever the server does
            named |= {"snapshot": self.add("memory.bin", packed), "memory": len(memory)}
        return named

    def _draw_page(self, named: dict[str, Any], *, with_docs: bool) -> bytes:
        """The page, with its script and its style."""
        values = draw_first()
        start = f'{link_module("site_page.js")}\nopenSitePage(() => import("./{{app}}"));\n'
        linked = self.link_page(start, link_late_styles("site_page.css"))
        template = (Path(__file__).parent / "page.html").read_text(encoding="utf-8")
        return template.format(
            lang=values["texts"]["lang"],
            title=tell("page.title"),
            icon=ICON,
            help=f'<link id="rt-documentation" rel="help" href="{DOCS}index.html">\n' if with_docs else "",
            loading=tell("page.site_loading"),
            noscript=tell("page.site_no_scripts"),
            files=to_json(named),
            values=to_json(values),
            **linked,
        ).encode()

    def _write_keeper(self, page: str, chosen: list[str]) -> str:
        """The service worker: it keeps every file that is named by its content, some of them once they are chosen."""
        named = sorted(path for path in {*self.files} - {*chosen} if path.startswith("files/"))
        values = {"FILES": named, "CHOSEN": chosen, "PAGE": page}
        constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
        return constants + link_module("site_keeper.js")


def _read_docs(folder: Path) -> dict[str, bytes]:
    """The files of the built documentation without those that only its builder reads, whose names begin with a dot."""
    SiteError.refuse("no-docs", not (folder / "objects.inv").is_file(), folder=quote(folder, 100))
    names = {path: path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    shown = {path: name for path, name in names.items() if not name.parts[0].startswith(".")}
    return {f"{DOCS}{name.as_posix()}": path.read_bytes() for path, name in shown.items()}


def _read_pyodide(folder: Path) -> dict[str, bytes]:
    """Pyodide's files by their names, of the library and the list of packages what a page needs.

    Modules end in ``.js``: many servers, nginx as it is installed too, do not know that ``.mjs`` is JavaScript.
    """
    read = {name: (folder / name).read_bytes() for name in FILES}
    parts = {_as_script(name): data for name, data in read.items()}
    for name in filter(_is_module, FILES):  # each calls others by their names
        for other in filter(_is_module, FILES):
            parts[_as_script(name)] = parts[_as_script(name)].replace(other.encode(), _as_script(other).encode())
    library = trim_library(parts[LIBRARY])
    compiled = compile_library(folder, library)  # without node the page does it, and starts later
    parts[LIBRARY] = library if compiled is None else repack(compiled)
    return parts | {PACKAGES: trim_packages(parts[PACKAGES])}


def _is_module(name: str) -> bool:
    return name.endswith(".mjs")


def _as_script(name: str) -> str:
    return name.removesuffix(".mjs") + ".js" if _is_module(name) else name


def _clear(out: Path) -> None:
    """Remove an earlier site.

    Raises:
        SiteError: the folder holds something else.
    """
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir()}
    try:
        earlier = {*json.loads((out / _LIST).read_text(encoding="utf-8")), _LIST} if there else set()
    except (OSError, ValueError):
        earlier = set()
    SiteError.refuse("folder-taken", out.is_file() or there - earlier, folder=quote(out, 100))
    for path in there:
        (out / path).unlink()
    for folder in sorted((path for path in out.rglob("*") if path.is_dir()), reverse=True):
        folder.rmdir()


def write_site(
    out: Path, version: str, *, pyodide: Path | None = None, with_snapshot: bool = True, docs: Path | None = None
) -> None:
    """Write a site and say how large it is.

    Args:
        out: the folder: a new one, an empty one, or one with an earlier site, which is replaced.
        version: that of this package, which is told.
        pyodide: a folder with the files of the npm package ``pyodide``; None has npm fetch it.
        with_snapshot: whether a copy of a memory with the engine imported is made, with which the page starts faster.
        docs: the built documentation, None for none.

    Raises:
        PyodideError: there is no Pyodide, or no node to make the copy with.
        SiteError: the folder holds something else, or there is no built documentation.
        OSError: the folder cannot be written to.
    """
    folder = find_pyodide(pyodide)
    site = Site(folder, with_snapshot=with_snapshot, docs=docs)
    _clear(out)
    sizes: dict[str, tuple[int, int]] = {}
    for path, data in sorted(site.files.items()):
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(data)
        sizes[path] = len(data), len(gzip.compress(data, 6, mtime=0))
        size, packed = map(_kilo, sizes[path])
        print(tell("site.file", path=path, size=size, packed=packed), file=sys.stderr)
    size, packed = (_kilo(sum(column)) for column in zip(*sizes.values(), strict=True))
    at_once = [pair for path, pair in sizes.items() if path not in site.later]
    first, packed_first = (_kilo(sum(column)) for column in zip(*at_once, strict=True))
    figures = {"size": size, "packed": packed, "first": first, "packed_first": packed_first}
    print(tell("site.sizes", **figures), file=sys.stderr)
    print(tell("site.done", version=version, pyodide=read_version(folder), out=str(out)), file=sys.stderr, flush=True)


def _kilo(size: int) -> int:
    return -(-size // 1000)
