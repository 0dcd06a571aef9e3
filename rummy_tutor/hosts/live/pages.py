"""The files that are served: pages with their first values in them, code and styles named by content, fonts."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...front import panel_files
from ...front.fonts import FOLDER, style_faces
from ...front.linking import link_module, link_styles
from ...page.panels import PANELS
from ...wording.catalogue import name_languages
from ...wording.page_texts import class_texts, page_texts
from ...wording.speech import speaking, tell
from ..announce import ICON
from ..first import draw_first, to_json

_STYLES = ("card_table.css", "turn_table.css", "play.css", "class_page.css")
_HTML = "text/html; charset=utf-8"
_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="{icon}">
<link rel="modulepreload" href="{script}">
<link rel="stylesheet" href="{style}">
</head>
<body data-voila="live" data-fonts="styled">
<{place} id="page"></{place}>
<script type="application/json" id="values">{values}</script>
<script type="module" src="{script}"></script>
</body>
</html>
"""


class Served(NamedTuple):
    """A file as it is sent.

    Attributes:
        data: its bytes.
        packed: the same, gzipped; None where that gains nothing.
        kind: its media type.
        lasting: whether its name changes with its content, so that browsers may keep it.
    """

    data: bytes
    packed: bytes | None
    kind: str
    lasting: bool


class Files:
    """Everything that is served, by path: nothing else is. The pages of a class are there in each language."""

    def __init__(self) -> None:
        self.found: dict[str, Served] = {}
        self._pages: dict[tuple[str, str], Served] = {}
        faces = style_faces(self._add_font)
        self._linked: dict[str, tuple[str, str]] = {}
        style = self._add_code(faces + link_styles(*_STYLES), "css", "text/css")
        for path, stem in (("/", "class_student"), ("/teacher", "class_teacher"), ("/wall", "class_wall")):
            self._linked[path] = self._add_code(link_module(f"{stem}.js"), "js", "text/javascript"), style
        code, sheet = panel_files.link_panels(PANELS, "app")
        app = self._add_code(code, "js", "text/javascript")
        whole = f"body{{margin:0}}{faces}{sheet}"
        start = f'import app from "{app}";\n{link_module("live_page.js")}\nopenLivePage(app);\n'
        linked = self._add_code(start, "js", "text/javascript"), self._add_code(whole, "css", "text/css")
        # the whole page says for itself what of it is the main part
        self._add("/tutor", _draw_page(linked, draw_first(), place="div"), _HTML, lasting=False)

    def find(self, path: str, language: str) -> Served | None:
        """A file, of the pages of a class that of a language; None if there is none."""
        if path not in self._linked:
            return self.found.get(path)
        if (path, language) not in self._pages:
            with speaking(language):
                choices = [{"key": key, "label": name} for key, name in name_languages().items()]
                values = {"texts": page_texts(), "words": class_texts(), "languages": choices}
                page = _pack(_draw_page(self._linked[path], values), _HTML, lasting=False)
            self._pages[path, language] = page
        return self._pages[path, language]

    def _add(self, path: str, data: bytes, kind: str, *, lasting: bool = True) -> str:
        self.found[path] = _pack(data, kind, lasting=lasting)
        return path

    def _add_code(self, data: str, ending: str, kind: str) -> str:
        raw = data.encode()
        return self._add(f"/code/{hashlib.sha256(raw).hexdigest()[:16]}.{ending}", raw, f"{kind}; charset=utf-8")

    def _add_font(self, name: str) -> str:
        data = (FOLDER / name).read_bytes()
        return self._add(f"/code/{hashlib.sha256(data).hexdigest()[:16]}.woff2", data, "font/woff2")


def _pack(data: bytes, kind: str, *, lasting: bool) -> Served:
    packed = gzip.compress(data, 9, mtime=0)
    return Served(data, packed if len(packed) < 0.9 * len(data) else None, kind, lasting)


def _draw_page(linked: tuple[str, str], values: Mapping[str, Any], *, place: str = "main") -> bytes:
    """A page with its first values, by the paths of its script and its style."""
    script, style = linked
    lang, title = values["texts"]["lang"], tell("class.title")
    return _PAGE.format(
        place=place, lang=lang, title=title, icon=ICON, script=script, style=style, values=to_json(values)
    ).encode()
