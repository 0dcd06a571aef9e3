"""The browser's code of panels: for a widget or a page as a whole, and for a panel that comes late by itself."""

from __future__ import annotations

from collections.abc import Sequence

from ..page.feed import PanelCode
from ..page.panels import Panel
from .fonts import read_fonts
from .linking import link_late_styles, link_module, link_styles

__all__ = ["link_panels", "read_fonts", "read_panel"]


def link_panels(panels: Sequence[Panel], page: str = "") -> tuple[str, str]:
    """The module and the style sheet that show panels.

    Args:
        panels: the panels.
        page: the stem of the files that arrange them on a page; those of late panels are then left out.
    """
    shown = [panel for panel in panels if not (page and panel.is_late)]
    scripts = [panel.stem for panel in shown] + [page] * bool(page)
    styles = [stem for panel in shown for stem in (*panel.styles, panel.stem)] + [page] * bool(page)
    module = link_module(*(f"{stem}.js" for stem in scripts))
    return module, link_styles(*(f"{stem}.css" for stem in styles))


def read_panel(stem: str, styles: Sequence[str]) -> PanelCode:
    """The code of one panel."""
    return {"esm": link_module(f"{stem}.js"), "css": link_late_styles(*(f"{name}.css" for name in styles))}
