"""The browser's code of panels: for a widget or a page as a whole, and for a panel that comes late by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ..page.feed import PanelCode
from ..page.panels import Panel
from .fonts import read_fonts
from .linking import link_late_styles, link_module, link_styles, read_modules, read_styles

__all__ = ["PanelFiles", "link_panels", "list_files", "read_fonts", "read_loader", "read_panel"]

# comments that fill lines, and indentation; no text of ours has lines that begin so
_IDLE = re.compile(r"^[ \t]*(?://.*\n|/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n)|^[ \t]+", re.MULTILINE)


class PanelFiles(NamedTuple):
    """The files that show panels, each after what it needs.

    Attributes:
        name: a name for them together, that of no file.
        scripts: code by the files' names; the last one's default export is the module's.
        styles: style sheets by the files' names.
    """

    name: str
    scripts: Mapping[str, str]
    styles: Mapping[str, str]


def _name_files(panels: Sequence[Panel], page: str) -> tuple[list[str], list[str]]:
    shown = [panel for panel in panels if not (page and panel.is_late)]
    scripts = [panel.stem for panel in shown] + [page] * bool(page)
    styles = [stem for panel in shown for stem in (*panel.styles, panel.stem)] + [page] * bool(page)
    return [f"{stem}.js" for stem in scripts], [f"{stem}.css" for stem in styles]


def link_panels(panels: Sequence[Panel], page: str = "") -> tuple[str, str]:
    """The module and the style sheet that show panels.

    Args:
        panels: the panels.
        page: the stem of the files that arrange them on a page; those of late panels are then left out.
    """
    scripts, styles = _name_files(panels, page)
    return link_module(*scripts), link_styles(*styles)


def list_files(panels: Sequence[Panel], page: str = "") -> PanelFiles:
    """What ``link_panels`` joins, file by file, for widgets that share files; without comments and indentation."""
    scripts, styles = _name_files(panels, page)
    code, sheets = (
        {name: _IDLE.sub("", text) for name, text in files.items()}
        for files in (read_modules(*scripts), read_styles(*styles))
    )
    return PanelFiles(f"files of {' '.join(scripts)}", code, sheets)


@cache
def read_loader() -> str:
    """The module of a widget that finds its files in its kernel's shared model."""
    return _IDLE.sub("", link_module("widget_loader.js"))


def read_panel(stem: str, styles: Sequence[str]) -> PanelCode:
    """The code of one panel."""
    return {"esm": link_module(f"{stem}.js"), "css": link_late_styles(*(f"{name}.css" for name in styles))}
