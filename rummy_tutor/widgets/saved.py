"""What a notebook keeps of a widget: its state as plain HTML, in an output of its own before that of the widget.

A browser shows one of the two: the widget while it lives, the HTML once there is no kernel behind it. A page that
removes styles from HTML, as a notebook that is not trusted does, shows no widgets either.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any

_DELAY = 0.8  # seconds after the last change, so that moves in a row are written once


class SavedOutput:
    """The plain output of one widget.

    Args:
        name: its name in the notebook; while the element ``html`` has the class ``<name>-live`` it is hidden.
        draw: the HTML of the widget as it stands.
        tell: what stands for it where no HTML can be shown.
    """

    def __init__(self, name: str, draw: Callable[[], str], tell: Callable[[], str]) -> None:
        self._name = name
        self._draw = draw
        self._tell = tell
        self._shown: str | None = None  # what the notebook has; None before it is first displayed
        self._timer: asyncio.TimerHandle | None = None

    def show(self, bundle: dict[str, Any]) -> None:
        """Display the HTML, then the widget, whose display is given by media types."""
        from IPython.display import display

        self._shown = self._write()
        display({"text/html": self._shown, "text/plain": self._tell()}, raw=True, display_id=self._name)
        display({**bundle, "text/plain": ""}, raw=True)

    def renew_soon(self) -> None:
        """Write the HTML anew once nothing more changes; at once where no loop runs."""
        if self._shown is None:
            return
        self.stop()
        try:
            self._timer = asyncio.get_running_loop().call_later(_DELAY, self._renew)
        except RuntimeError:
            self._renew()

    def stop(self) -> None:
        """Write nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _renew(self) -> None:
        from IPython.display import update_display

        self._timer = None
        html = self._write()
        if html != self._shown:
            self._shown = html
            update_display({"text/html": html, "text/plain": self._tell()}, raw=True, display_id=self._name)

    def _write(self) -> str:
        name, output = self._name, ".jp-OutputArea-child"
        own = f"{output}:has(.{name}):not(:has({output} .{name}))"  # not an output that holds this one
        hidden = f"html:not(.{name}-live) {own}+{output},html.{name}-live {own},html.{name}-live .{name}"
        return f'<style>{hidden}{{display:none}}</style><div class="{name}">{self._draw()}</div>'


def is_in_notebook() -> bool:
    """Whether outputs are kept by a notebook: a terminal prints them, and a page of Voilà is never saved."""
    from IPython import get_ipython

    is_page = any(name.startswith("VOILA_") for name in os.environ)
    return getattr(get_ipython(), "kernel", None) is not None and not is_page
