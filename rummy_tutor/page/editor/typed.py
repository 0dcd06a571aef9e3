"""Reading a typed hand, and saying where it is wrong."""

from __future__ import annotations

import re

from ...game.cards import Card, CardError, Hand

MAX_TEXT = 2000  # characters; the longest hand has some 120


class TextError(ValueError):
    """Text that is no hand, with the span that is wrong."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start, self.end = start, end


def parse_text(text: str) -> tuple[Hand, Card | None]:
    """Read typed text, saying where it is wrong.

    Cards may stand together, and ranks of one suit before it: ``3s4s5h`` is 3S 4S 5H, ``345s`` is 3S 4S 5S. After a
    stroke comes the turned card: ``… / QD``.

    Returns:
        The hand, and the turned card if one is named.

    Raises:
        TextError: the message of the first error and its place in the text.

    Example:
        >>> hand, turned = parse_text("345s 6h / qd")
        >>> str(hand), str(turned)
        ('3S 4S 5S 6H', 'QD')
    """
    cards, stroke, turned = text[:MAX_TEXT].partition("/")
    try:
        hand = Hand.parse(_SHORT.sub(_write_out, cards))
        return hand, Card.parse(turned.strip()) if stroke else None
    except CardError as error:
        start, end = _find_bad(cards, turned, stroke)
        if "character" in error.values:
            error.values["character"] = start + 1  # of what was typed, not of what it was written out to
        raise TextError(str(error), start, end) from error


def has_commas_for_bars(text: str) -> bool:
    """Whether commas stand where bars would part groups: they only part cards, so all cards lie loose.

    Example:
        >>> has_commas_for_bars("3S 4S 5S, 6H 7H 8H"), has_commas_for_bars("3S, 4S, 5S")
        (True, False)
    """
    parts = [part.split() for part in text.partition("/")[0].split(",")]
    return "|" not in text and sum(len(part) > 1 for part in parts) > 1


_SUITED = r"((?:10|[2-9TJQKA])+)([SHDC])"  # ranks, and the suit that they share
_SHORT = re.compile(rf"(?<![^\s,|])(?:{_SUITED})+(?![^\s,|])", re.IGNORECASE)
_RANK = re.compile(r"10|[2-9TJQKA]", re.IGNORECASE)


def _write_out(match: re.Match[str]) -> str:
    """Each card of a word in which several stand together."""
    suited = re.findall(_SUITED, match[0], re.IGNORECASE)
    return " ".join(f"{rank}{suit}" for ranks, suit in suited for rank in _RANK.findall(ranks))


def _find_bad(cards: str, turned: str, stroke: str) -> tuple[int, int]:
    """Where the first word stands that is no card; an empty place if none is wrong by itself."""
    at = 0
    for word in cards.replace(",", " ").replace("|", " ").split():
        at = cards.index(word, at)
        try:
            if not _SHORT.fullmatch(word):
                Card.parse(word)
        except CardError:
            return at, at + len(word)
        at += len(word)
    word = turned.strip()
    if not stroke or not word:
        return 0, 0
    at = len(cards) + 1 + turned.index(word)
    return at, at + len(word)


def find_error(text: str) -> TextError | None:
    """What is wrong with a text, and where; None if it is a hand."""
    try:
        parse_text(text)
    except TextError as error:
        return error
    return None
