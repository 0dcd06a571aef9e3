"""The command line: reads arguments, asks the engine, and lays out its answers; no rule lives here.

Exit status: 0 done; 1 answered, but some line of a batch with an error, or part of a series is lost; 2 bad usage,
an unreadable hand or an impossible round, with one line on standard error.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from . import __version__
from ._native import is_compiled
from .advice import advise
from .advice_view import draw_advice, draw_head
from .analysis import DEFAULT_PLAYERS, Analysis, analyse
from .batch import run_batch
from .cards import Card, CardError, Hand
from .compare import Comparison, compare
from .describe import describe_rulebook, describe_rulings
from .explain import explain, explain_group, explain_points
from .phrases import KIND_WORDS, count_of, points_of, show_card, show_cards, with_minus
from .round_view import draw_round, draw_series
from .rounds import parse_json, read_round
from .rulebooks import RULEBOOKS, get_rulebook
from .rules import Kind, RuleError
from .scoring import Arranged, Group
from .series import decode, loads_series, looks_like_series
from .solver import Best

PROGRAM = "rummy-tutor"
_MAX_FILE = 1 << 24  # bytes
_DONE, _SOME_ERRORS, _BAD_USAGE, _INTERRUPTED = 0, 1, 2, 130
_PLAIN = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "−": "-", "–": "-", "×": "x", "·": "-", "’": "'"})


class _Parser(argparse.ArgumentParser):
    """Arguments whose errors are one line."""

    def error(self, message: str) -> None:
        self.exit(_BAD_USAGE, f"{PROGRAM}: {' '.join(message.split())} (see {self.prog} --help)\n")


def make_parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    parser = _Parser(
        prog=PROGRAM,
        description="Rules tutor and exact hand analyser for Indian Rummy. Without a command it opens the app.",
        epilog="A card is rank and suit, as 7S or TH; PJ is a printed joker. A hand is cards parted by spaces, "
        'with | between groups: "2H 3H 4H | 5C 6C PJ | KS".',
        allow_abbrev=False,
    )
    kernel = "compiled" if is_compiled() else "interpreted"
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__} ({kernel} kernel)")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    app = commands.add_parser("app", help="serve the app on this machine and open it", allow_abbrev=False)
    app.add_argument("--port", type=_port, metavar="N", help="the port to use; the first free one if left out")
    app.add_argument("--no-browser", action="store_true", help="do not open a browser")
    app.add_argument("--preheat", type=_count, default=0, metavar="N", help="pages kept ready for the next visitors")
    app.add_argument("--idle-minutes", type=_minutes, default=20, metavar="N", help="close unused pages after so long")
    app.add_argument("--verbose", action="store_true", help="say what the server does")
    app.set_defaults(run=_run_app)

    judge = commands.add_parser("analyse", help="judge a hand under one rulebook", allow_abbrev=False)
    _add_hand(judge)
    judge.add_argument("--rulebook", required=True, metavar="KEY", help=", ".join(RULEBOOKS))
    judge.set_defaults(run=_run_analyse)

    counsel = commands.add_parser(
        "advise", help="what now? how far from declaring, what to throw, what helps", allow_abbrev=False
    )
    _add_hand(counsel)
    counsel.add_argument("--rulebook", required=True, metavar="KEY", help=", ".join(RULEBOOKS))
    counsel.add_argument("--seen", default="", metavar="CARDS", help='cards known to be out of play, as "7S KH KH"')
    counsel.add_argument("--open", type=_turned, metavar="CARD", help="the open card: is it worth taking?")
    counsel.set_defaults(run=_run_advise)

    side = commands.add_parser("compare", help="judge a hand under all rulebooks", allow_abbrev=False)
    _add_hand(side)
    side.set_defaults(run=_run_compare)

    rules = commands.add_parser("rules", help="print a rulebook, or the list of them", allow_abbrev=False)
    rules.add_argument("key", nargs="?", metavar="KEY", help=", ".join(RULEBOOKS))
    _add_options(rules)
    rules.set_defaults(run=_run_rules)

    ledger = commands.add_parser(
        "settle",
        help="settle a round, or a series, from a JSON file",
        description="Settle a round, or a series of them, kept as one JSON document. House options stand in its "
        "list “options”: "
        + "; ".join(f"{key}: {', '.join(book.offers)}" for key, book in RULEBOOKS.items() if book.offers)
        + ".",
        epilog="Exit status: 0 done; 1 answered, but part of the file of a series is lost, and one line on standard "
        "error says what; 2 an unreadable file or an impossible round.",
        allow_abbrev=False,
    )
    ledger.add_argument("file", metavar="FILE", help="the file, or - for standard input")
    ledger.add_argument("--json", action="store_true", help="print the ledger as JSON")
    ledger.set_defaults(run=_run_settle)

    batch = commands.add_parser("batch", help="answer JSON lines from standard input", allow_abbrev=False)
    batch.set_defaults(run=_run_batch)
    return parser


def _add_hand(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hand", metavar="HAND", help='the cards, as "2H 3H 4H | 5C 6C PJ | KS"')
    parser.add_argument(
        "--turned", type=_turned, metavar="CARD", help="the card turned up, PJ, or none (as if left out)"
    )
    parser.add_argument(
        "--players", type=_players, default=DEFAULT_PLAYERS, metavar="N", help="how many play (default 4)"
    )
    _add_options(parser)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option", action="append", default=[], dest="options", metavar="NAME", help="a house option; may be repeated"
    )


def _players(text: str) -> int:
    """Any whole number: how many a game is for, its rulebook says."""
    if not re.fullmatch(r"\s*[+-]?\d{1,9}\s*", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number of players")
    return int(text)


def _turned(text: str) -> Card | None:
    if text.strip().lower() in ("none", ""):
        return None
    try:
        return Card.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _number(least: float, most: float, kind: type) -> object:
    def read(text: str) -> object:
        try:
            number = kind(text)
        except ValueError:
            number = None
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no number from {least} to {most}")
        return number

    return read


_port = _number(1, 65535, int)
_count = _number(0, 100, int)
_minutes = _number(1, 1_000_000, float)


# ---- running ---------------------------------------------------------------------------------------------
def main(argv: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        argv: arguments without the program's name; those of the process if None.

    Returns:
        The exit status.
    """
    if sys.stdout is None:
        return _complain("standard output is closed")
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "app")
    try:
        arguments = make_parser().parse_args(words)
        status = arguments.run(arguments)
        sys.stdout.flush()
        return status
    except SystemExit as leaving:  # argparse has said what there is to say
        return _DONE if leaving.code is None else int(leaving.code)
    except (CardError, RuleError) as error:
        return _complain(str(error))
    except BrokenPipeError:
        # the reader has gone; keep Python from saying so once more when it flushes
        _drop_output()
        return _DONE
    except OSError as error:
        _drop_output()
        what = f"{error.filename!r} cannot be used" if error.filename else "standard output cannot be written"
        return _complain(f"{what}: {error.strerror or error}")
    except KeyboardInterrupt:
        return _INTERRUPTED


def _drop_output() -> None:
    """Send what is still to be flushed nowhere, as nobody takes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> int:
    line = " ".join(message.split())
    print(f"{PROGRAM}: {line}", file=sys.stderr)
    return _BAD_USAGE


def _say(text: str) -> None:
    """Print text, in plain letters where the terminal knows no suits."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = text.translate(_PLAIN).encode("ascii", "replace").decode("ascii")
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def _run_app(arguments: argparse.Namespace) -> int:
    from .serve import ServeError, serve

    try:
        serve(
            arguments.port,
            open_browser=not arguments.no_browser,
            preheat=arguments.preheat,
            idle_minutes=arguments.idle_minutes,
            verbose=arguments.verbose,
        )
    except ServeError as error:
        return _complain(str(error))
    return _DONE


def _run_analyse(arguments: argparse.Namespace) -> int:
    hand = Hand.parse(arguments.hand)
    result = analyse(hand, arguments.rulebook, arguments.turned, arguments.players, arguments.options)
    _say(json.dumps(result.to_dict()) if arguments.json else draw_analysis(result, _width()))
    return _DONE


def _run_advise(arguments: argparse.Namespace) -> int:
    hand = Hand.parse(arguments.hand)
    table = (arguments.rulebook, arguments.turned, arguments.players, arguments.options)
    advice = advise(hand, *table, seen=arguments.seen, open_card=arguments.open)
    result = analyse(hand, *table)
    if arguments.json:
        _say(json.dumps({**result.to_dict(), "advice": advice.to_dict()}))
    else:
        _say(draw_advice(advice, _width(), arguments.open, result.notes))
    return _DONE


def _run_compare(arguments: argparse.Namespace) -> int:
    hand = Hand.parse(arguments.hand)
    found = compare(hand, arguments.turned, arguments.players, arguments.options)
    if arguments.json:
        _say(json.dumps({"results": [result.to_dict() for result in found]}))
    else:
        _say(draw_comparison(found, _width()))
    return _DONE


def _run_rules(arguments: argparse.Namespace) -> int:
    if arguments.key is not None:
        _say(describe_rulebook(get_rulebook(arguments.key, arguments.options), _width()))
        return _DONE
    if arguments.options:
        return _complain("--option goes with a rulebook's KEY")
    rows = [f"  {key:<14}{book.title}, {book.deal} cards" for key, book in RULEBOOKS.items()]
    _say("\n".join(["Rulebooks", *rows, "", describe_rulings(_width())]))
    return _DONE


def _run_batch(arguments: argparse.Namespace) -> int:
    if sys.stdin is None:
        return _complain("batch reads standard input, which is closed")
    errors = run_batch(sys.stdin.buffer, sys.stdout.buffer)
    return _SOME_ERRORS if errors else _DONE


def _run_settle(arguments: argparse.Namespace) -> int:
    text = _read_file(arguments.file)
    if not looks_like_series(text):
        settled = read_round(parse_json(text))
        _say(json.dumps(settled.to_dict()) if arguments.json else draw_round(settled, _width()))
        return _DONE
    series = loads_series(text)
    _say(json.dumps(series.to_dict()) if arguments.json else draw_series(series, _width()))
    if not series.lost:
        return _DONE
    _complain(series.lost)
    return _SOME_ERRORS


def _read_file(name: str) -> str:
    """The text of a file or of standard input."""
    if name == "-" and sys.stdin is None:
        raise RuleError("settle - reads standard input, which is closed", "no-file")
    try:
        if name == "-":
            data = sys.stdin.buffer.read(_MAX_FILE + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(_MAX_FILE + 1)
    except (OSError, ValueError) as error:  # a name with a null in it is a ValueError
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RuleError(f"{name[:100]!r} cannot be read: {why}", "no-file") from None
    if len(data) > _MAX_FILE:
        raise RuleError(f"{name[:100]!r} is longer than {_MAX_FILE} bytes", "file-too-long")
    return decode(data)


def _width() -> int:
    return max(60, min(110, shutil.get_terminal_size((100, 24)).columns))


# ---- laying out ------------------------------------------------------------------------------------------
def draw_analysis(result: Analysis, width: int = 100) -> str:
    """A verdict as text: the table, the hand as laid, the best arrangement, and why."""
    lines = draw_head(result.deal)
    lines += [_wrap(f"Note: {explain(note, result.rulebook)}", width, "      ") for note in result.notes]
    if result.arranged is not None:
        lines += ["", f"As laid: {_figure(result.arranged)}"]
        lines += _draw_groups(result.arranged.groups, result, width)
        lines += _draw_reasons(result, False, width)
    best = result.best
    lines += ["", f"Best: {_figure(best)}", *_draw_groups(best.groups, result, width)]
    if best.loose:
        lines.append(f"  {'loose':<16}{show_cards(best.loose)}")
    if best.discard is not None:
        lines.append(f"  {'thrown':<16}{show_card(best.discard)}")
    told = _draw_reasons(result, True, width)
    if any(line not in lines for line in told):
        lines += told
    if result.bonus is not None:
        lines += [
            "",
            f"Value cards: {count_of(result.bonus, 'point') if result.bonus else 'nothing'} from each opponent",
        ]
    return "\n".join(lines)


def _figure(verdict: Arranged | Best) -> str:
    """Points or score, and whether the cards declare."""
    figure = f"score {with_minus(verdict.score)}" if verdict.points is None else points_of(verdict.points)
    if verdict.seen is not None:
        figure += ", seen" if verdict.seen else ", not seen"
    if verdict.declares:
        figure += f", declares ({verdict.objective})"
    return figure


def _draw_groups(groups: Sequence[Group], result: Analysis, width: int) -> list[str]:
    """One line a group; the loose cards together on one."""
    lines = []
    for group in groups:
        if group.kind is Kind.LOOSE:
            continue
        cards = show_cards(group.cards)
        told = explain_group(group, result).removeprefix(f"{KIND_WORDS[group.kind]} {cards}").removeprefix(": ")
        line = f"  {KIND_WORDS[group.kind]:<16}{cards}"
        lines.append(_wrap(f"{line:<34}  {told}" if told else line, width, " " * 18))
    loose = [card for group in groups if group.kind is Kind.LOOSE for card in group.cards]
    if loose:
        lines.append(f"  {'loose':<16}{show_cards(loose)}")
    return lines


def _draw_reasons(result: Analysis, best: bool, width: int) -> list[str]:
    notes = {explain(note, result.rulebook) for note in result.notes}
    told = [sentence for sentence in explain_points(result, best=best) if sentence not in notes]
    return [_wrap(f"  - {sentence}", width, "    ") for sentence in told]


def _wrap(text: str, width: int, indent: str) -> str:
    return textwrap.fill(text, width, subsequent_indent=indent, break_long_words=False, drop_whitespace=True)


def draw_comparison(comparison: Comparison, width: int = 100) -> str:
    """The verdicts of all rulebooks as a table of text."""
    turned = "none turned" if comparison.turned is None else f"turned {show_card(comparison.turned)}"
    laid = comparison.hand.groups is not None
    head = ["Rulebook", "Players", *(["As laid"] if laid else []), "Best", "Bonus", "Remarks"]
    rows = [head]
    for result in comparison:
        remarks = "; ".join(_remarks(result)) or "–"
        bonus = "–" if result.bonus is None else str(result.bonus)
        figures = [_short(result.arranged)] if result.arranged is not None else []
        rows.append([result.rulebook.key, str(result.players), *figures, _short(result.best), bonus, remarks])
    widths = [max(len(row[i]) for row in rows) + 2 for i in range(len(head) - 1)]
    lines = [f"{count_of(len(comparison.hand.cards), 'card')}, {turned}", ""]
    indent = " " * sum(widths)
    for row in rows:
        start = "".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=False))
        lines.append(_wrap(start + row[-1], max(width, len(indent) + 24), indent))
    return "\n".join(lines)


def _short(verdict: Arranged | Best) -> str:
    figure = str(verdict.points) if verdict.points is not None else f"score {with_minus(verdict.score)}"
    return figure + (" declares" if verdict.declares else "")


_REMARKS = {
    "wrong-size": "deals {deal}",
    "pack-surplus": "{held} × {card}, the pack holds {available}",
    "jokers-set-aside": "{count} PJ set aside",
    "turned-joker-ignored": "no wild cards known",
    "turned-ignored": "turns no card",
    "redeal": "new deal",
}


def _remarks(result: Analysis) -> list[str]:
    """The notes of a verdict in a few words each."""
    found = []
    for note in result.notes:
        if note.code in _REMARKS:
            details = {name: show_card(Card.parse(v)) if name == "card" else v for name, v in note.details.items()}
            found.append(_REMARKS[note.code].format(**details))
    return found
