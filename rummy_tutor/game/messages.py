"""Messages and errors as codes with values; they hold no sentence, ``wording`` puts them into words.

A key is a stable code, or a code and a variant as ``"bad-name:too-long"``. The values are what a sentence
needs: numbers, text that a user gave, cards, kinds, other messages, or several of these as ``Items``.
"""

from __future__ import annotations

import errno
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple


class Items(NamedTuple):
    """Several values in one place of a sentence.

    Attributes:
        values: the values in order.
        join: how they are joined: ``"and"``, ``"or"``, or for a plain list ``"comma"`` or ``"semicolon"``.
    """

    values: tuple[object, ...]
    join: str = "and"


@dataclass(frozen=True)
class Message:
    """A sentence to be told: its key and the values in its places; ``str`` is the sentence.

    Attributes:
        key: the sentence's key in the catalogue.
        values: the values by the names of their places; ``n`` is the number that chooses the form.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """The stable part of the key."""
        return self.key.partition(":")[0]

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return find_surface("words")(self)


def tell_later(key: str, /, **values: object) -> Message:
    """A message by its key and values.

    Example:
        >>> tell_later("error.hand-size", n=30, most=28).code
        'error.hand-size'
    """
    return Message(key, values)


def tell_later_if(key: str, holds: object, /, **values: object) -> tuple[Message, ...]:
    """The sentence of a key where something holds, else none."""
    return (tell_later(key, **values),) if holds else ()


def key_of(family: str, code: object, variant: object = "") -> str:
    """The key of one sentence of a family, chosen by a code: the only way in which keys are put together.

    Args:
        family: how the keys begin, as a literal with its last mark: ``"ending."``, ``"page.rank_"``, ``"need.pure:"``.
        code: what chooses the sentence; empty for the sentence of the family itself, which has no mark at its end.
        variant: a form of that sentence, after a colon; empty for the plain one.

    Example:
        >>> key_of("ending.", "won"), key_of("rule.set:", ""), key_of("puzzle.", "points", "right")
        ('ending.won', 'rule.set', 'puzzle.points:right')
    """
    key = f"{family}{code}" if code != "" else family[:-1]
    return f"{key}:{variant}" if variant != "" else key


class TutorError(ValueError):
    """A request that cannot be answered: a stable code and values; ``str`` is the sentence.

    Args:
        key: a code, or a code and a variant; the sentence stands under ``error.`` and this key.
        values: the values in the places of the sentence.
    """

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values
        self.places: tuple[Message | str, ...] = ()  # where it went wrong, the outermost first
        self.code = key.partition(":")[0]  # the stable code, as programs see it

    @classmethod
    def refuse(cls, key: str, holds: object, /, *places: Message | str, **values: object) -> None:
        """Refuse a request where something holds.

        Args:
            key: the key of the error.
            holds: whether it is refused.
            places: where it lies, the outermost first, such as the name of a player.
            values: the values in the places of the sentence.

        Raises:
            TutorError: it holds; the error is of this class.
        """
        if holds:
            raise cls(key, **values).within(*places)

    def within(self, *places: Message | str, code: str | None = None) -> TutorError:
        """The same error of something that lies in another: a player of a round, a card of a list.

        Args:
            places: where it lies, the outermost first: messages, or names that a user gave.
            code: the code of such an error there, such as ``"bad-turned"`` where the turned card is no card.
        """
        return _remake(type(self), self.key, self.values, (*places, *self.places), code or self.code)

    def __reduce__(self) -> tuple[object, ...]:
        return _remake, (type(self), self.key, self.values, self.places, self.code)

    def __str__(self) -> str:
        return find_surface("words")(self)


class RequestError(TutorError):
    """A line of JSON that holds no request."""


def _remake(
    kind: type[TutorError], key: str, values: Mapping[str, object], places: Iterable[Message | str], code: str
) -> TutorError:
    """An error with its places, also as another process sent it."""
    error = kind(key, **values)
    error.places, error.code = tuple(places), code
    return error


_JOINERS = str.maketrans("", "", "\u200c\u200d")  # how letters join in many scripts: they are not seen, yet read


def is_readable(text: str) -> bool:
    """Whether all of a text can be printed, with what joins its letters.

    Example:
        >>> is_readable("गर्\u200dयो"), is_readable("a\\n")
        (True, False)
    """
    return text.translate(_JOINERS).isprintable()


def _cut(write: Callable[[], str], most: int) -> str:
    """A text cut to a length; three dots where Python refuses to write it, as a number of thousands of digits."""
    try:
        text = write()
    except ValueError:
        return "…"
    return text if len(text) <= most else text[: most - 1] + "…"


_ESCAPED_JOINER = re.compile(r"(?<!\\)\\u(200[cd])(?=[^\x00-\x7f])")  # it belongs to the letters beside it


def quote(value: object, most: int = 40) -> str:
    """What a user gave, in quotation marks and cut to a length, for an error that repeats it."""
    text = repr(_cut(lambda: str(value), most))
    return _ESCAPED_JOINER.sub(lambda joiner: chr(int(joiner[1], 16)), text)


def represent(value: object, most: int = 40) -> str:
    """A value that a user gave in Python, as Python writes it, in one line and cut to a length."""
    return _cut(lambda: " ".join(map(str.strip, repr(value).splitlines())), most)


def show(value: object, most: int = 40) -> str:
    """A value of JSON that a user gave: text in quotation marks, anything else as JSON writes it, cut to a length."""
    if isinstance(value, str):
        return quote(value, most)

    def write() -> str:
        text = json.dumps(value, ensure_ascii=False, skipkeys=True, default=str)
        return text.encode(errors="backslashreplace").decode()  # half a letter cannot be written

    return _cut(write, most)


_SYSTEM = ("ENOENT", "EISDIR", "ENOTDIR", "EACCES", "EPERM", "ENOSPC", "EROFS", "ENAMETOOLONG")


def name_system_error(error: OSError | ValueError) -> Message:
    """Why the system could not read or write: one of the usual causes, else the number of its error."""
    code = errno.errorcode.get(getattr(error, "errno", None) or 0, "")
    if code in _SYSTEM:
        return tell_later(key_of("system.", code))
    return tell_later("system.other" if code else "system.name", code=code)


# what is made of values above the rooms where they are defined: a room's module and a function in it
_SURFACES = {
    "toml": ("rulebooks.files", "dump_rulebook"),
    "data": ("rulebooks.files", "to_whole_data"),
    "rulebook": ("rulebooks.find", "write_rulebook"),
    "page": ("wording.describe", "describe_rulebook"),
    "differences": ("rulebooks.find", "differences"),
    "words": ("wording.speech", "say"),
    "html": ("output.displays", "draw_html"),
    "difference": ("wording.differences", "explain_difference"),
    "advice": ("wording.advice_text", "explain_advice"),
    "what-if": ("wording.what_if", "tell_what_if"),
    "points": ("wording.explain", "explain_points"),
    "note": ("wording.explain", "explain"),
    "ledger": ("wording.ledger", "tell_entry"),
    "sources": ("wording.phrases", "tell_sources"),
    "review": ("output.review", "tell_review"),
}


def find_surface(name: str) -> Callable[..., Any]:
    """The function that makes words or a picture of a value, loaded by name when it is first asked for.

    Values can be shown in a notebook and errors read, and yet no module imports what stands above it.
    """
    module, function = _SURFACES[name]
    return getattr(import_module(f"{__package__.partition('.')[0]}.{module}"), function)
