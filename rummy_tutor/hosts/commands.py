"""The commands of a class, a worksheet and a site: what they take, and what they do."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..game.messages import Items, Message, TutorError, quote, tell_later
from ..rulebooks import RULEBOOKS
from ..rulebooks.find import find_rulebook
from .announce import ServeError


class UsageError(TutorError):
    """A command line that cannot be read."""


def read_number(text: str | None, option: str, least: int, most: int, kind: type[int] | type[float] = int) -> Any:
    """A number that was typed; None where nothing was.

    Args:
        text: what was typed.
        option: of which option.
        least: what it is at least.
        most: what it is at most.
        kind: whether it may have places after a point.

    Raises:
        UsageError: it is no such number.
    """
    if text is None:
        return None
    pattern = "[0-9]{1,9}" if kind is int else r"[0-9]{1,9}(\.[0-9]+)?"
    number = kind(text) if re.fullmatch(pattern, text.strip()) else None
    if number is None or not least <= number <= most:
        raise UsageError("bad-value:number", found=quote(text), least=least, most=most).within(option)
    return number


class Argument(NamedTuple):
    """What a command takes: something by its place, or an option whose name begins with dashes.

    Attributes:
        name: its name.
        help: what it is.
        metavar: the word that stands for its value; empty for an option without one.
        given: what ``argparse`` takes besides.
    """

    name: str
    help: Message
    metavar: str = ""
    given: Mapping[str, Any] = {}


KEYS = tell_later("command.rulebook", keys=Items(tuple(RULEBOOKS), "comma"))
CLASS = (
    Argument("--port", tell_later("command.class:port"), "N"),
    Argument("--bind", tell_later("command.class:bind"), "ADDRESS"),
    Argument("--no-qr", tell_later("command.class:no-qr")),
    Argument("--no-browser", tell_later("command.class:no-browser")),
    Argument("--resume", tell_later("command.class:resume"), "FILE"),
    Argument("--no-keep", tell_later("command.class:no-keep")),
    Argument("--book", tell_later("command.class:book"), "FILE"),
    Argument("--seats", tell_later("command.class:seats"), "N"),
)
SITE = (
    Argument("out", tell_later("command.site:out"), "OUT"),
    Argument("--pyodide", tell_later("command.site:pyodide"), "DIR", {"type": Path}),
    Argument("--docs", tell_later("command.site:docs"), "DIR", {"type": Path}),
    Argument("--no-snapshot", tell_later("command.site:no-snapshot")),
)
SHEET = (
    Argument("--lesson", tell_later("command.sheet:lesson"), "LESSON", {"required": True}),
    Argument("--rulebook", KEYS, "KEY", {"required": True}),
    Argument("--count", tell_later("command.sheet:count"), "N", {"default": "8"}),
    Argument("--seed", tell_later("command.sheet:seed"), "N", {"default": "1"}),
    Argument("--level", tell_later("command.sheet:level"), "N", {"default": "1"}),
    Argument("--address", tell_later("command.sheet:address"), "URL", {"default": ""}),
    Argument("--out", tell_later("command.sheet:out"), "FILE"),
)


def run_class(arguments: argparse.Namespace) -> int:
    """Hold a class."""
    from .live.room import MOST_SEATS, SEATS
    from .live.serving.serve import EVERYWHERE, serve_class

    ServeError.refuse("keep-or-not", arguments.no_keep and arguments.resume is not None)
    serve_class(
        read_number(arguments.port, "--port", 1, 65535),
        bind=arguments.bind or EVERYWHERE[0],
        with_code=not arguments.no_qr,
        resume=None if arguments.resume is None else Path(arguments.resume),
        keep=not arguments.no_keep,
        book=None if arguments.book is None else Path(arguments.book),
        seats=read_number(arguments.seats, "--seats", 1, MOST_SEATS) or SEATS,
        open_browser=not arguments.no_browser,
    )
    return 0


def run_sheet(arguments: argparse.Namespace) -> int:
    """Write a worksheet."""
    from ..front.fonts import embed_letters
    from ..page.classroom.sheet import MOST, make_sheet

    sheet = make_sheet(
        arguments.lesson,
        find_rulebook(arguments.rulebook),
        read_number(arguments.count, "--count", 1, MOST),
        read_number(arguments.seed, "--seed", 0, 999_999_999),
        read_number(arguments.level, "--level", 1, 3),
        arguments.address,
    )
    page = embed_letters(sheet)
    if arguments.out is None:
        sys.stdout.buffer.write(page.encode())  # as the page says of itself, whatever the terminal shows
    else:
        Path(arguments.out).write_text(page, encoding="utf-8")
    return 0


def run_site(arguments: argparse.Namespace, version: str) -> int:
    """Write the site of a version."""
    from .site.build import write_site

    given = {"pyodide": arguments.pyodide, "with_snapshot": not arguments.no_snapshot, "docs": arguments.docs}
    write_site(Path(arguments.out), version, **given)
    return 0
