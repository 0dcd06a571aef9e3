"""A rulebook by what a user names it with: a key, the path of a file, or the value itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from ..game.messages import Items, name_system_error, quote
from ..game.rules import Rulebook, RuleError, refuse, walk_fields
from . import RULEBOOKS, find_ours, get_rulebook, get_rulebooks


@runtime_checkable
class HasPath(Protocol):
    """The path of a file, such as ``pathlib.Path``; the module that names the type is not had everywhere."""

    def __fspath__(self) -> str:
        """The path as text."""


Given = Rulebook | str | HasPath | Mapping[str, object]  # a rulebook, its key, its file, or its plain data


def find_rulebook(rulebook: Given, options: Iterable[str] | None = ()) -> Rulebook:
    """The rulebook of a key, of a file or of plain data, with house options.

    Args:
        rulebook: a key such as ``"octro-13"``, the name of a file that ends in ``.toml``, or its data as a dict: what
            ``differences`` calls ``scoring.cap`` is ``{"scoring": {"cap": 100}}``; a ``Rulebook`` stays as it is.
        options: house options of a rulebook that is given by its key; None is none.

    Raises:
        RuleError: there is no such rulebook, file or option, options do not go together, or the data make no rulebook;
            the message names the field, its value and what is possible.

    Example:
        >>> house = {"base": "gorummy-13", "key": "house-13", "title": "Our table", "scoring": {"cap": 100}}
        >>> find_rulebook(house).differences("gorummy-13")
        ('scoring.cap',)
    """
    # what comes from outside, as a line of a batch or a message of a browser, must not name files: there
    # ``rulebooks.get_rulebook`` reads keys alone
    return get_rulebook(_read_file(rulebook), options)


def find_rulebooks(
    rulebooks: Sequence[Given] = tuple(RULEBOOKS), options: Iterable[str] | None = ()
) -> tuple[Rulebook, ...]:
    """Several rulebooks, as ``find_rulebook`` finds each; options go to those that offer them.

    Raises:
        RuleError: as for ``get_rulebooks`` and ``load_rulebook``; ``bad-rulebook:twice``: two have one key.
    """
    if isinstance(rulebooks, str) or not isinstance(rulebooks, Iterable):
        return get_rulebooks(rulebooks, options)  # which says what is wrong
    books = get_rulebooks([_read_file(book) for book in rulebooks], options)
    for at, book in enumerate(books):
        refuse("bad-rulebook:twice", any(other.key == book.key for other in books[:at]), rulebook=book.key)
    return books


def find_some(given: Given | Sequence[Given], options: Iterable[str] | None = ()) -> tuple[tuple[Rulebook, ...], bool]:
    """One rulebook, a list of them or, for ``"all"``, all of ours; and whether it is one that was given by itself.

    Raises:
        RuleError: as for ``find_rulebook`` and ``find_rulebooks``; ``bad-rulebook:type``: it is none of these.
    """
    if given == "all":
        return find_rulebooks(options=options), False
    if isinstance(given, str | Rulebook | HasPath | Mapping):
        return (find_rulebook(given, options),), True
    if isinstance(given, Sequence):
        return find_rulebooks(given, options), False
    raise RuleError("bad-rulebook:type", type=type(given).__name__)


def find_nearest(book: Rulebook) -> Rulebook:
    """The rulebook of ours with the same key, or the one that differs least.

    Example:
        >>> find_nearest(find_rulebook({"base": "octro-13", "key": "ours", "title": "Ours", "deal": 11})).key
        'octro-13'
    """
    return RULEBOOKS.get(book.key) or min(RULEBOOKS.values(), key=lambda ours: len(differences(ours, book)))


def _read_file(rulebook: Given) -> Rulebook | str:
    """The rulebook of a file or of plain data; a key or a rulebook stays as it is."""
    if isinstance(rulebook, str):
        if rulebook.endswith(".toml"):
            return load_rulebook(rulebook)
        if rulebook not in RULEBOOKS:
            raise RuleError("bad-rulebook:or-file", found=quote(rulebook), known=Items(tuple(RULEBOOKS), "comma"))
        return rulebook
    if isinstance(rulebook, Mapping):
        from .files import make_rulebook  # reading data costs time that few need

        return make_rulebook(rulebook)
    # asked last, as it takes longer than all the rest
    return load_rulebook(rulebook) if not isinstance(rulebook, Rulebook) and isinstance(rulebook, HasPath) else rulebook


def load_rulebook(path: str | HasPath) -> Rulebook:
    """The rulebook of a TOML file.

    Args:
        path: the file; it names every field, or a ``base`` and what differs from it.

    Raises:
        RuleError: it cannot be read, or what it says makes no sense; the error names file, line and field.
    """
    from .files import MOST_BYTES, loads_rulebook  # reading files costs time that few need

    refuse("bad-file:rulebook", not isinstance(path, str | HasPath), found=type(path).__name__)
    name = path if isinstance(path, str) else path.__fspath__()
    try:
        with open(name, "rb") as file:  # noqa: PTH123 - also in a browser's Python, without pathlib
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # a name with a null in it is a ValueError
        raise RuleError("no-file:rulebook", name=quote(name, 100), why=name_system_error(error)) from None
    refuse("file-too-long:rulebook", len(data) > MOST_BYTES, name=quote(name, 100), most=MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
        return loads_rulebook(text)
    except UnicodeDecodeError as error:
        raise RuleError("bad-utf8:file", at=error.start + 1).within(name) from None
    except RuleError as error:
        raise error.within(name) from None


def write_rulebook(book: Rulebook) -> str:
    """The call of ``get_rulebook`` that makes a rulebook again; its key and title, where no data can hold it.

    Example:
        >>> write_rulebook(get_rulebook("paplu-13", ["ace-jokers"]))
        "get_rulebook('paplu-13', ['ace-jokers'])"
    """
    if find_ours(book) == book:
        options = f", {list(book.options)!r}" if book.options else ""
        return f"get_rulebook({book.key!r}{options})"
    from .files import make_rulebook, write_short  # reading data costs time that few need

    try:
        data = write_short(book)
        if make_rulebook(data) == book:
            return f"get_rulebook({data!r})"
    except RuleError:  # a name that no file may have
        pass
    return f"Rulebook(key={book.key!r}, title={book.title!r}, …)"


def differences(a: Given, b: Given) -> tuple[str, ...]:
    """The paths of the rules in which two rulebooks differ.

    Example:
        >>> differences("paplu-13", get_rulebook("paplu-13", ["ace-jokers"]))
        ('wilds.printed_counts_as',)
    """
    left, right = dict(walk_fields(find_rulebook(a))), dict(walk_fields(find_rulebook(b)))
    missing = object()
    return tuple(path for path in dict.fromkeys([*left, *right]) if left.get(path, missing) != right.get(path, missing))
