"""The QR code of a table's link."""

from __future__ import annotations

from typing import TypedDict

from ..session import Part, Session
from ..state import check_move
from .links import link_of

_MOST = 1500  # characters; a code of more cannot be read off a wall


class CodeView(TypedDict):
    """An address and its code, a row of ones and zeros each; both empty where there is none."""

    url: str
    rows: list[str]


_CODE = Part[CodeView]()


def draw_qr(text: str) -> list[str]:
    """A QR code as rows of ones and zeros, without a border.

    Raises:
        MoveError: the text is too long for a code.
    """
    import segno

    check_move(len(text) <= _MOST)
    code = segno.make(text, error="l", micro=False)
    return ["".join("1" if cell else "0" for cell in row) for row in code.matrix]


def keep_code(session: Session, url: str) -> None:
    """Draw the code of an address for the page.

    Raises:
        MoveError: the address is too long for a code.
    """
    _CODE.keep(session, {"url": url, "rows": draw_qr(url)})


def last_code(session: Session) -> CodeView:
    """The code drawn last and its address; empty once the table has another link."""
    code = _CODE.of(session)
    return code if code is not None and link_of(session) in code["url"] else {"url": "", "rows": []}
