"""The files that are served: pages with their first values in them, code and styles named by content, fonts."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Any, NamedTuple

from ....front.linking import link_module, link_styles
from ....wording.catalogue import name_languages
from ....wording.page_texts import class_texts, page_texts
from ....wording.speech import speaking, tell
from ...announce import ICON
from ...first import FILE_KINDS, ContentFiles, draw_first, to_json

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
        self._pages: dict[tuple[str, str], Served] = {}
        code = ContentFiles("/code/")
        style = code.add("class.css", code.style_letters() + link_styles(*_STYLES))
        self._linked = {
            path: {"style": style, "script": code.add(f"{stem}.js", link_module(f"{stem}.js"))}
            for path, stem in (("/", "class_student"), ("/teacher", "class_teacher"), ("/wall", "class_wall"))
        }
        start = f'import app from "./{{app}}";\n{link_module("live_page.js")}\nopenLivePage(app);\n'
        linked = code.link_page(start, "body{margin:0}")
        self.found = {
            path: _pack(data, FILE_KINDS[path.rpartition(".")[2]], lasting=True) for path, data in code.files.items()
        }
        # the whole page says for itself what of it is the main part
        self.found["/tutor"] = _pack(_draw_page(linked, draw_first(), place="div"), _HTML, lasting=False)

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


def _pack(data: bytes, kind: str, *, lasting: bool) -> Served:
    packed = gzip.compress(data, 9, mtime=0)
    return Served(data, packed if len(packed) < 0.9 * len(data) else None, kind, lasting)


def _draw_page(linked: Mapping[str, str], values: Mapping[str, Any], *, place: str = "main") -> bytes:
    """A page with its first values, by the paths of its script and its style."""
    lang, title = values["texts"]["lang"], tell("class.title")
    return _PAGE.format(place=place, lang=lang, title=title, icon=ICON, values=to_json(values), **linked).encode()
