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
from ...wording.page_texts import class_texts, page_texts
from ...wording.speech import tell
from ..announce import ICON
from ..first import draw_first, to_json

_STYLES = ("card_table.css", "turn_table.css", "class_page.css")
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
    """Everything that is served, by path: nothing else is."""

    def __init__(self) -> None:
        self.found: dict[str, Served] = {}
        faces = style_faces(self._add_font)
        texts = {"texts": page_texts(), "words": class_texts()}
        for path, stem in (("/", "class_student"), ("/teacher", "class_teacher"), ("/wall", "class_wall")):
            self._add_page(path, link_module(f"{stem}.js"), faces + link_styles(*_STYLES), texts)
        code, sheet = panel_files.link_panels(PANELS, "app")
        app = self._add_code(code, "js", "text/javascript")
        start = f'import app from "{app}";\n{link_module("live_page.js")}\nopenLivePage(app);\n'
        # the whole page says for itself what of it is the main part
        self._add_page("/tutor", start, f"body{{margin:0}}{faces}{sheet}", draw_first(), place="div")

    def _add(self, path: str, data: bytes, kind: str, *, lasting: bool = True) -> str:
        packed = gzip.compress(data, 9, mtime=0)
        self.found[path] = Served(data, packed if len(packed) < 0.9 * len(data) else None, kind, lasting)
        return path

    def _add_code(self, data: str, ending: str, kind: str) -> str:
        raw = data.encode()
        return self._add(f"/code/{hashlib.sha256(raw).hexdigest()[:16]}.{ending}", raw, f"{kind}; charset=utf-8")

    def _add_font(self, name: str) -> str:
        data = (FOLDER / name).read_bytes()
        return self._add(f"/code/{hashlib.sha256(data).hexdigest()[:16]}.woff2", data, "font/woff2")

    def _add_page(self, path: str, script: str, style: str, values: Mapping[str, Any], *, place: str = "main") -> None:
        text = _PAGE.format(
            place=place,
            lang=values["texts"]["lang"],
            title=tell("class.title"),
            icon=ICON,
            script=self._add_code(script, "js", "text/javascript"),
            style=self._add_code(style, "css", "text/css"),
            values=to_json(values),
        )
        self._add(path, text.encode(), "text/html; charset=utf-8", lasting=False)
