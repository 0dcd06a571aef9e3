"""A rulebook of the user's own in a link: what differs from one of ours, compressed, in letters of an address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl

from ..game.messages import Message, tell_later
from ..game.rules import Rulebook, RuleError
from ..rulebooks import RULEBOOKS
from .packed import PackedError, pack, unpack
from .session import Session

FIELD = "own"
MOST = 2500  # characters; what is longer goes into a file
_MOST_PLAIN = 20_000  # bytes of its data


def write_own(book: Rulebook) -> str:
    """What a link says of a rulebook, nothing if that is too long for one.

    Example:
        >>> book = replace(RULEBOOKS["octro-13"], key="ours", title="Ours", deal=11)
        >>> read_own(write_own(book)) == book
        True
    """
    from ..rulebooks.files import write_short

    return pack(write_short(book), MOST, _MOST_PLAIN)


def read_own(code: str) -> Rulebook:
    """The rulebook of a link.

    Raises:
        RuleError: it is damaged or makes no sense.
    """
    from ..rounds.documents import parse_json
    from ..rulebooks.files import make_rulebook

    try:
        text = unpack(code, _MOST_PLAIN)
    except PackedError:
        raise RuleError("bad-link:rulebook") from None
    return make_rulebook(parse_json(text))


def take_own(session: Session, search: object) -> tuple[str, tuple[Message, ...]]:
    """Keep the rulebook that a link brings, under a free key.

    Returns:
        Its key, empty if the link brings none that makes sense, and what is to be said of one that does not.
    """
    if not isinstance(search, str) or f"{FIELD}=" not in search:
        return "", ()
    try:
        fields = dict(parse_qsl(search.lstrip("?"), max_num_fields=50))
        book = read_own(fields.get(FIELD, "")[: MOST + 1])
    except (RuleError, ValueError) as error:
        why = error if isinstance(error, RuleError) else RuleError("bad-link:rulebook")
        return "", (tell_later("page.link_own", why=why),)
    book = rename_free(book, book.key, session.own)
    session.keep_book(book)
    return book.key, ()


def rename_free(book: Rulebook, wanted: str, known: Mapping[str, Rulebook]) -> Rulebook:
    """A rulebook under a key that no other one has: the one wanted, or that with a number after it."""
    number = 1
    while True:
        key = wanted if number == 1 else f"{wanted[:30]}-{number}"
        named = replace(book, key=key)
        if key not in RULEBOOKS and key != "all" and known.get(key, named) == named:
            return named
        number += 1
