"""The commands of a class, a worksheet and a site: what they take, and what they do."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any, Protocol

from ..game.messages import Items, TutorError, quote
from ..rulebooks import RULEBOOKS
from ..rulebooks.find import find_rulebook
from ..wording.speech import tell
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


class Options(Protocol):
    """What arguments are added to."""

    def place(self, name: str, metavar: str, help: str, **given: Any) -> None:
        """Take something by its place."""

    def option(self, name: str, metavar: str, help: str, **given: Any) -> None:
        """Take an option with a value."""

    def flag(self, *names: str, help: str) -> None:
        """Take an option without a value."""


def add_class(parser: Options) -> None:
    """What ``class`` takes."""
    parser.option("--port", "N", tell("command.class:port"))
    parser.option("--bind", "ADDRESS", tell("command.class:bind"))
    parser.flag("--no-qr", help=tell("command.class:no-qr"))
    parser.flag("--no-browser", help=tell("command.class:no-browser"))
    parser.option("--resume", "FILE", tell("command.class:resume"))
    parser.flag("--no-keep", help=tell("command.class:no-keep"))
    parser.option("--book", "FILE", tell("command.class:book"))
    parser.option("--seats", "N", tell("command.class:seats"))


def add_site(parser: Options) -> None:
    """What ``site`` takes."""
    parser.place("out", "OUT", tell("command.site:out"))
    parser.option("--pyodide", "DIR", tell("command.site:pyodide"), type=Path)
    parser.option("--docs", "DIR", tell("command.site:docs"), type=Path)
    parser.flag("--no-snapshot", help=tell("command.site:no-snapshot"))


def add_sheet(parser: Options) -> None:
    """What ``sheet`` takes."""
    parser.option("--lesson", "LESSON", tell("command.sheet:lesson"), required=True)
    parser.option("--rulebook", "KEY", tell("command.rulebook", keys=Items(tuple(RULEBOOKS), "comma")), required=True)
    parser.option("--count", "N", tell("command.sheet:count"), default="8")
    parser.option("--seed", "N", tell("command.sheet:seed"), default="1")
    parser.option("--level", "N", tell("command.sheet:level"), default="1")
    parser.option("--address", "URL", tell("command.sheet:address"), default="")
    parser.option("--out", "FILE", tell("command.sheet:out"))


def run_class(arguments: argparse.Namespace) -> int:
    """Hold a class."""
    from .live.room import MOST_SEATS, SEATS
    from .live.serve import EVERYWHERE, serve_class

    if arguments.no_keep and arguments.resume is not None:
        raise ServeError("keep-or-not")
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
