"""What a notebook keeps of a widget: its state as plain HTML, in an output of its own before that of the widget.

A browser shows one of the two: the widget while it lives, the HTML once there is no kernel behind it. A page that
removes styles from HTML, as a notebook that is not trusted does, shows no widgets either.
"""

from __future__ import annotations

import asyncio
import os
from typing import Any

from IPython import display, get_ipython
from ipywidgets import Box, Widget

_DELAY = 0.8  # seconds after the last change, so that moves in a row are written once
_waiting: dict[SavedOutput, asyncio.TimerHandle] = {}  # outputs that are to be written anew


class KeptWidget(Widget):
    """A widget of which a notebook keeps HTML, by itself and in the boxes of ``ipywidgets`` that hold it."""

    def __init__(self, **traits: Any) -> None:
        self._outputs: dict[str, SavedOutput] = {}  # by the model of the widget or the box that was displayed
        super().__init__(**traits)
        if (shell := get_ipython()) is not None:
            shell.display_formatter.ipython_display_formatter.for_type(Box, _show_kept)
            shell.events.register("post_run_cell", _write_waiting)  # a notebook run as a whole ends with its last cell

    def _draw_saved(self) -> str:
        """What a notebook keeps of the widget, as HTML; answers that are hidden stay out."""
        raise NotImplementedError

    def _ipython_display_(self) -> None:
        """Display the widget, and before it what a notebook keeps of it.

        Raises:
            NotImplementedError: what displays it is no notebook; IPython then displays it alone.
        """
        _show_kept(self)

    def _renew_saved(self) -> None:
        """Write the HTML anew soon."""
        for output in self._outputs.values():
            output.renew_soon()

    def close(self) -> None:
        """Close the widget; its HTML stays as it is."""
        for output in self._outputs.values():
            output.stop()
        super().close()


class SavedOutput:
    """The plain output of a widget, or of a box with widgets in it.

    Args:
        shown: the widget or the box.
    """

    def __init__(self, shown: Widget) -> None:
        self._shown = shown
        self._name = f"rummy-tutor-{shown.model_id}"
        self._written = ""

    def show(self, data: dict[str, Any]) -> None:
        """Display the HTML, then the widget, whose display is given by media types."""
        self._written = self._write()
        display.display(self._bundle(), raw=True, display_id=self._name)
        display.display({**data, "text/plain": ""}, raw=True)

    def renew_soon(self) -> None:
        """Write the HTML anew at the end of the cell, or once nothing more changes; at once where no loop runs."""
        self.stop()
        try:
            _waiting[self] = asyncio.get_running_loop().call_later(_DELAY, self.renew)
        except RuntimeError:
            self.renew()

    def stop(self) -> None:
        """Write nothing more."""
        if (timer := _waiting.pop(self, None)) is not None:
            timer.cancel()

    def renew(self) -> None:
        """Write the HTML anew if it has changed."""
        self.stop()
        before, self._written = self._written, self._write()
        if self._written != before:
            display.update_display(self._bundle(), raw=True, display_id=self._name)

    def _bundle(self) -> dict[str, str]:
        return {"text/html": self._written, "text/plain": repr(self._shown)}

    def _write(self) -> str:
        """The HTML, hidden while a browser shows any of the widgets, whose loader says so by a class of ``html``."""
        kept, name, output = _find_kept(self._shown), self._name, ".jp-OutputArea-child"
        own = f"{output}:has(.{name}):not(:has({output} .{name}))"  # not an output that holds this one
        live = ",".join(f".rummy-tutor-{widget.model_id}-live" for widget in kept)
        hidden = f"html:not({live}) {own}+{output},html:is({live}) {own},html:is({live}) .{name}"
        drawn = "".join(widget._draw_saved() for widget in kept)
        return f'<style>{hidden}{{display:none}}</style><div class="{name}">{drawn}</div>'


def _find_kept(shown: Widget) -> list[KeptWidget]:
    """The widgets of which something is kept: the one that is shown, or those in a box."""
    if isinstance(shown, KeptWidget):
        return [shown]
    return [kept for child in getattr(shown, "children", ()) for kept in _find_kept(child)]


def _show_kept(shown: Widget) -> None:
    """Display a widget or a box, and before it what a notebook keeps of it.

    Raises:
        NotImplementedError: nothing is kept of it, or what displays it is no notebook.
    """
    if isinstance(shown, Box) and hasattr(shown, "_ipython_display_"):
        shown._ipython_display_()  # somebody else's box, which has its own way
        return
    kept, bundle = _find_kept(shown), shown._repr_mimebundle_()
    if not kept or bundle is None or not is_in_notebook():
        raise NotImplementedError
    output = kept[0]._outputs.get(shown.model_id) or SavedOutput(shown)
    for widget in kept:
        widget._outputs[shown.model_id] = output
    output.show(bundle[0] if isinstance(bundle, tuple) else bundle)


def _write_waiting(*_: object) -> None:
    """Write at the end of a cell what has changed in it."""
    for output in [*_waiting]:
        output.renew()


def is_in_notebook() -> bool:
    """Whether outputs are kept by a notebook: a terminal prints them, and a page of Voilà is never saved."""
    is_page = any(name.startswith("VOILA_") for name in os.environ)
    return getattr(get_ipython(), "kernel", None) is not None and not is_page
