"""One rulebook as a page to read, with its differences from another."""

from __future__ import annotations

import traitlets

from .base import TableWidget, link_module, link_styles
from .panels import draw_rulebook


class RulebookCard(TableWidget):
    """One rulebook as a page to read, with its differences from another.

    Given a ``CardTable`` (or any other of these widgets) it works on the same hand.
    """

    _esm = link_module("rulebook_card.js")
    _css = link_styles("common.css", "rulebook_card.css")
    rulebook = traitlets.Dict().tag(sync=True)
    _drawings = {"rulebook": draw_rulebook}
