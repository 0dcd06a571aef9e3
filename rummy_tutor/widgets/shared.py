"""What all widgets of a kernel share: code and styles by file, and texts; browsers are sent each of them once."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping

from ipywidgets import Widget
from traitlets import Any, HasTraits

from ..front.panel_files import PanelFiles

_kept: list[Shared] = []  # the one of this kernel


class Shared(Widget):
    """A model without a view whose traits are what is shared, by name."""

    def put(self, values: Mapping[str, object]) -> None:
        """Add what is not there yet, as one message."""
        new = {name: value for name, value in values.items() if name not in self.keys}
        if new:
            HasTraits.add_traits(self, **{name: Any(value).tag(sync=True) for name, value in new.items()})
            self.keys.extend(new)
            self.send_state([*new])

    def put_files(self, files: PanelFiles) -> None:
        """Add the code and the styles of panels."""
        names = {"scripts": [*files.scripts], "styles": [*files.styles]}
        self.put({**files.scripts, **files.styles, files.name: names})

    def put_texts(self, texts: Mapping[str, str]) -> str:
        """Add texts; returns the name by which a browser finds them."""
        data = json.dumps(texts, sort_keys=True).encode()
        name = f"texts-{hashlib.sha256(data).hexdigest()[:12]}"
        self.put({name: dict(texts)})
        return name


def find_shared() -> Shared:
    """What the widgets of this kernel share; made anew where somebody has closed it."""
    if not _kept or _kept[0].comm is None:
        _kept[:] = [Shared()]
    return _kept[0]


def is_alone() -> bool:
    """Whether each widget must bring all of its code itself, as in marimo, where models find no other models."""
    marimo = sys.modules.get("marimo")
    return marimo is not None and bool(marimo.running_in_notebook())
