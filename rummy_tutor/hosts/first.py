"""What a page shows before its Python has answered; it comes with the page, for each of its screens."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ..front import panel_files
from ..front.fonts import FOLDER, style_faces
from ..front.linking import link_module
from ..page.asking import MODES
from ..page.panels import PANELS
from ..wording.catalogue import name_languages
from ..wording.page_texts import page_texts
from ..wording.speech import current_language, speaking
from .live.visit import Visit

FILE_KINDS = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "woff2": "font/woff2"}
_ALWAYS = ("panels", "parts", "reply", "fonts", "texts", "problem", "words")  # values that a page cannot do without
_FRAME = (
    *("title", "own_language", "modes", "more", "words_word", "rules_word", "classroom", "share", "language"),
    *("four_colours", "light", "dark", "sound", "side_label", "below_label", "purpose_round", "laying", "site_loading"),
)  # texts of what stands around the screens, beside the names of these and of their tabs


def draw_first() -> dict[str, Any]:
    """The values of a page, those of its panels empty; under ``first`` what they show on each screen, by mode.

    A screen whose panels come late has its bar alone. Under ``frames`` are the texts around the screens in the other
    languages, by their codes: for readers of these nothing else is drawn before Python has answered.
    """
    modes = [mode for mode in MODES if any(mode in panel.modes for panel in PANELS)]
    drawn = {mode: _draw(mode) for mode in modes}
    values = {name: value for name, value in drawn[modes[0]].items() if name in _ALWAYS}
    views: dict[str, dict] = {name: {} for panel in PANELS for name in panel.views if name not in values}
    first = {}
    for mode, shown in drawn.items():
        keys = ["shell", *(panel.key for panel in PANELS if mode in panel.modes and not panel.is_late)]
        first[mode] = {key: shown[key] for key in keys}
    return {**views, **values, "first": first, "frames": _list_frames()}


def _list_frames() -> dict[str, dict[str, str]]:
    """What stands around the screens in each language on offer but the one of the drawing, by its code."""
    frames = {}
    for code in name_languages():
        if code == current_language():
            continue
        with speaking(code):
            texts = page_texts()
        frames[code] = {key: text for key, text in texts.items() if key in _FRAME or key.startswith(("mode_", "tab_"))}
        frames[code]["lang"] = code
    return frames


class ContentFiles:
    """Files under names of their content, so that browsers may keep them.

    Args:
        folder: what stands before each name.

    Attributes:
        files: their contents by path.
    """

    def __init__(self, folder: str = "") -> None:
        self._folder = folder
        self.files: dict[str, bytes] = {}

    def add(self, name: str, content: bytes | str) -> str:
        """Take a file; the path under which it stands."""
        data = content.encode() if isinstance(content, str) else content
        stem, _, ending = name.rpartition(".")
        path = f"{self._folder}{stem}-{sum_up(data)}.{ending}"
        self.files[path] = data
        return path

    def add_font(self, name: str) -> str:
        """Take one of our fonts; the path under which it stands."""
        return self.add(name, (FOLDER / name).read_bytes())

    def style_letters(self) -> str:
        """What a style sheet beside these files says of the fonts that it needs, which are taken too."""
        return style_faces(lambda name: Path(self.add_font(name)).name)

    def link_page(self, start: str, style: str = "") -> dict[str, str]:
        """Take the files of the page with the letters that its style names.

        Args:
            start: the page's script, with ``{app}`` for the name of the code that it loads.
            style: what its style sheet has beside the panels' own.

        Returns:
            The paths of ``app``, ``style`` and ``script``.
        """
        code, sheet = panel_files.link_panels(PANELS, "app")
        app = self.add("app.js", code)
        return {
            "app": app,
            "style": self.add("page.css", self.style_letters() + sheet + style),
            "script": self.add("page.js", start.replace("{app}", Path(app).name)),
        }


def sum_up(data: bytes) -> str:
    """A digest by which contents are told apart."""
    return hashlib.sha256(data).hexdigest()[:16]


class FirstPage(ContentFiles):
    """The page that Voilà shows until its widget comes.

    Attributes:
        named: which of its files is the style sheet, the script, and the code that the script loads.
        values: the first values, as JSON that may stand in a page.
        lang: the language of the page.
    """

    def __init__(self) -> None:
        super().__init__()
        self.named = self.link_page(
            f'import app from "./{{app}}";\n{link_module("voila_page.js")}\nopenVoilaPage(app);\n'
        )
        values = draw_first()
        self.values, self.lang = to_json(values), values["texts"]["lang"]


def _draw(mode: str) -> dict[str, Any]:
    """What a page shows that is opened for the first time, in a mode."""
    values: dict[str, Any] = {}
    visit = Visit(values.update)
    visit.receive({"type": "link", "search": "", "first": True, "mode": mode})
    visit.stop()
    values["reply"] = {"view": "", "seq": 0}
    return values


def to_json(value: object) -> str:
    """JSON that may stand in a page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
