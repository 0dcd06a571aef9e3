"""What every host does when its page is ready: say where it is and open it, or say why there is none; its icon."""

from __future__ import annotations

import sys
import threading
import webbrowser
from contextlib import suppress

from ..game.messages import TutorError
from ..wording.speech import tell

ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect x='6' y='2' width='20'"
    " height='28' rx='4' fill='%23fffefa' stroke='%23555'/%3E%3Cpath d='M16 7l6 8-6 8-6-8z' fill='%23b3131f'/%3E%3C/svg"
    "%3E"
)


class ServeError(TutorError):
    """The page cannot be served."""


def has_browser() -> bool:
    """Whether there is a browser to open a page in."""
    with suppress(webbrowser.Error):
        return bool(webbrowser.get())
    return False


def open_page(url: str) -> None:
    """Open a page in the user's browser without waiting for it; without a browser nothing happens."""

    def target() -> None:
        with suppress(webbrowser.Error):
            webbrowser.open(url)

    threading.Thread(target=target, daemon=True).start()


def announce(url: str) -> None:
    """Say where the page is."""
    print(tell("host.ready", url=url), file=sys.stderr, flush=True)
