"""Messages as a browser sends them."""

from __future__ import annotations


def tell(widget: object, kind: str, **more: object) -> None:
    """Send a widget a message that asks for an action."""
    widget._receive(widget, {"type": kind, "seq": 1, "view": "test", **more}, [])
