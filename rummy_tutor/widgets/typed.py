"""Reading a typed hand, and saying where it is wrong."""

from __future__ import annotations

from ..cards import Card, CardError, Hand

MAX_TEXT = 2000  # characters; the longest hand has some 120


class TextError(ValueError):
    """Text that is no hand, with the span that is wrong."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start, self.end = start, end


def parse_text(text: str) -> Hand:
    """Read typed text, saying where it is wrong.

    Raises:
        TextError: the message of the first error and its place in the text.
    """
    if len(text) > MAX_TEXT:
        text = text[:MAX_TEXT]
    try:
        return Hand.parse(text)
    except CardError as error:
        start = end = 0
        at = 0
        for word in text.replace(",", " ").replace("|", " ").split():
            at = text.index(word, at)
            try:
                Card.parse(word)
            except CardError:
                start, end = at, at + len(word)
                break
            at += len(word)
        raise TextError(str(error), start, end) from error
