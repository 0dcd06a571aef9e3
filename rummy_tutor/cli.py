"""The command line: reads arguments, asks the engine, and lays out its answers; no rule lives here.

Exit status: 0 done; 1 answered, but some line of a batch with an error, or part of a series is lost; 2 bad usage,
an unreadable hand or an impossible round, with one line on standard error; 70 the program itself failed: the traceback
and one line on standard error.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from difflib import get_close_matches
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Never, TextIO

from . import __version__
from .game.cards import Card, CardError, Hand
from .game.messages import Items, TutorError, key_of, name_system_error, quote, tell_later
from .hosts.commands import (
    UsageError,
    add_class,
    add_sheet,
    add_site,
    read_number,
    run_class,
    run_sheet,
    run_site,
)
from .hosts.table import add_play, add_review, run_play, run_review
from .native import is_compiled
from .output.batch import Answer, run_batch
from .output.choosing import ask_rulebook, draw_chosen
from .output.long_work import Watch
from .output.printing import find_width, make_plain, print_text
from .output.round_tables import draw_round, draw_series
from .output.terminal import draw_advice, draw_analysis, draw_comparison
from .rounds.documents import parse_json, read_round
from .rounds.files import decode, looks_like_series
from .rounds.ledger import Round
from .rounds.series import Series, loads_series
from .rulebooks import RULEBOOKS
from .rulebooks.files import dump_schema
from .rulebooks.find import find_rulebook
from .study.advice import advise_beside
from .study.analysis import DEFAULT_PLAYERS, Analysis, analyse
from .study.compare import compare
from .wording.catalogue import ENGLISH, list_languages
from .wording.describe import describe_rulebook, describe_rulings
from .wording.speech import VARIABLE, is_language, speaking, tell

PROGRAM = "rummy-tutor"
_MAX_FILE = 1 << 24  # bytes
_DONE, _SOME_ERRORS, _BAD_USAGE, _FAILED, _INTERRUPTED = 0, 1, 2, 70, 130


class _Command(NamedTuple):
    """One command.

    Attributes:
        add_arguments: adds what it takes.
        run: does it; gives the exit status.
        examples: what may be typed after the program's name.
        texts: what its help tells besides, as ``argparse`` takes it.
    """

    add_arguments: Callable[[_Parser], None]
    run: Callable[[argparse.Namespace], int]
    examples: tuple[str, ...]
    texts: Callable[[], dict] = dict


class _Formatter(argparse.HelpFormatter):
    """Help whose first word is ours."""

    def add_usage(
        self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        """The line that says how a command is called."""
        super().add_usage(usage, actions, groups, tell("command.usage") + " " if prefix is None else prefix)


class _Once(argparse.Action):
    """An option that is given once at most."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        """Take its value."""
        given = namespace.__dict__.setdefault("given", set())
        if self.dest in given:
            raise UsageError("option-twice", option=option_string)
        given.add(self.dest)
        setattr(namespace, self.dest, values)


class _Parser(argparse.ArgumentParser):
    """Arguments with all words from the catalogue; its errors are codes.

    Args:
        given: what ``argparse.ArgumentParser`` takes.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(allow_abbrev=False, add_help=False, exit_on_error=False, formatter_class=_Formatter, **given)
        self.places = self.add_argument_group(tell("command.arguments"))
        self.choices = self.add_argument_group(tell("command.options"))
        self.needed: list[str] = []
        self.flags: list[str] = ["--version"]
        self.flag("-h", "--help", action="help", help=tell("command.help"))

    def format_help(self) -> str:
        """The help, with examples of the command at its end."""
        command = _COMMANDS.get(self.prog.split()[-1])
        examples = () if command is None else command.examples
        lines = [tell("command.examples"), *(f"  {PROGRAM} {words}" for words in examples)]
        return super().format_help() + ("\n" + "\n".join(lines) + "\n" if examples else "")

    def place(self, name: str, metavar: str, help: str, **given: Any) -> None:
        """Take something by its place."""
        shown = tell(key_of("command.", metavar))
        _complete(self.places.add_argument(name, metavar=shown, help=_escape(help), **given), metavar)
        self.needed += [shown] if "nargs" not in given else []

    def option(self, name: str, metavar: str, help: str, **given: Any) -> None:
        """Take an option with a value."""
        given = {"action": _Once, **given}
        shown = tell(key_of("command.", metavar))
        _complete(self.choices.add_argument(name, metavar=shown, help=_escape(help), **given), metavar)
        self.needed += [name] if given.get("required") else []

    def flag(self, *names: str, help: str, action: str = "store_true") -> None:
        """Take an option without a value."""
        self.choices.add_argument(*names, action=action, help=_escape(help))
        self.flags.append("/".join(names))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """What a command line says, and what is left of it.

        Raises:
            UsageError: something is missing, or an option has no value or one too many.
        """
        try:
            return super().parse_known_args(args, namespace)
        except argparse.ArgumentError as error:
            if error.argument_name is None:
                self.error(error.message)
            key = "no-value" if error.argument_name in self.flags else "one-value"
            raise UsageError(key, option=error.argument_name) from None

    def error(self, message: str) -> Never:
        """Something that the command needs is missing: no other error of ``argparse`` comes here."""
        raise UsageError("missing-argument", command=self.prog.split()[-1], needed=Items(tuple(self.needed)))


def _complete(action: Any, metavar: str) -> None:
    """Tell a shell what can be typed in the place of a rulebook or a house option; of other places it knows files."""
    if metavar == "KEY":
        action.completer = lambda **_: [*RULEBOOKS, *(path.name for path in Path().glob("*.toml"))]
    elif metavar == "NAME":
        action.completer = lambda **_: sorted({name for book in RULEBOOKS.values() for name in book.offers})


def _escape(text: str) -> str:
    """Help as ``argparse`` takes it, which puts values in after a percent sign."""
    return text.replace("%", "%%")


def make_parser() -> _Parser:
    """The commands and their options."""
    parser = _Parser(prog=PROGRAM, description=tell("command.about"), epilog=tell("command.notation"))
    kernel = "command.version:compiled" if is_compiled() else "command.version:interpreted"
    version = tell(kernel, program=PROGRAM, version=__version__)
    parser.choices.add_argument("--version", action="version", version=version, help=tell("command.version"))
    commands = parser.add_subparsers(
        dest="command", title=tell("command.commands"), metavar=tell("command.COMMAND"), parser_class=_Parser
    )
    for name, command in _COMMANDS.items():
        taken = commands.add_parser(name, help=tell(key_of("command.", name)), **command.texts())
        command.add_arguments(taken)
        taken.set_defaults(run=command.run)
    return parser


def _add_app(parser: _Parser) -> None:
    parser.option("--port", "N", tell("command.app:port"))
    parser.flag("--no-browser", help=tell("command.app:no-browser"))
    parser.option("--preheat", "N", tell("command.app:preheat"), default="1")
    parser.option("--idle-minutes", "N", tell("command.app:idle-minutes"), default="20")
    parser.flag("--verbose", help=tell("command.app:verbose"))


def _add_hand(parser: _Parser) -> None:
    parser.place("hand", "HAND", tell("command.hand"))
    parser.option("--turned", "CARD", tell("command.turned"), default="")
    parser.option("--players", "N", tell("command.players", n=DEFAULT_PLAYERS), default=str(DEFAULT_PLAYERS))
    _add_options(parser)
    parser.flag("--json", help=tell("command.json"))


def _add_options(parser: _Parser) -> None:
    parser.option("--option", "NAME", tell("command.option"), action="append", default=[], dest="options")


def _add_judging(parser: _Parser) -> None:
    _add_hand(parser)
    parser.option("--rulebook", "KEY", _tell_keys(), required=True)


def _add_advising(parser: _Parser) -> None:
    _add_judging(parser)
    parser.option("--seen", "CARDS", tell("command.seen"), default="")
    parser.option("--open", "CARD", tell("command.open"), default="")


def _add_comparing(parser: _Parser) -> None:
    _add_hand(parser)
    parser.option("--rulebook", "FILE", tell("command.compare:rulebook"), action="append", default=[])


def _add_rules(parser: _Parser) -> None:
    parser.place("key", "KEY", _tell_keys(), nargs="?")
    _add_options(parser)
    parser.flag("--toml", help=tell("command.rules:toml"))
    parser.flag("--json", help=tell("command.json"))
    parser.flag("--schema", help=tell("command.rules:schema"))
    parser.flag("--ask", help=tell("command.rules:ask"))


def _add_batch(parser: _Parser) -> None:
    parser.option("--jobs", "N", tell("command.batch:jobs"), default="1")


def _add_tasks(parser: _Parser) -> None:
    _add_batch(parser)
    parser.flag("--list", help=tell("command.tasks:list"))


def _add_settling(parser: _Parser) -> None:
    parser.place("file", "FILE", tell("command.file"))
    parser.flag("--json", help=tell("command.ledger-json"))


def _tell_keys() -> str:
    return tell("command.rulebook", keys=Items(tuple(RULEBOOKS), "comma"))


def _tell_settling() -> dict[str, str]:
    offers = [
        tell_later("command.options-of", rulebook=key, options=Items(book.offers, "comma"))
        for key, book in RULEBOOKS.items()
        if book.offers
    ]
    return {
        "description": tell("command.settle-about", options=Items(tuple(offers), "semicolon")),
        "epilog": tell("command.settle-status"),
    }


def _read_players(text: str) -> int:
    """Any whole number: how many a game is for, its rulebook says."""
    if not re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", text):
        raise UsageError("bad-value:players", found=quote(text)).within("--players")
    return int(text)


def _read_card(text: str, option: str) -> Card | None:
    if text.strip().lower() in ("none", ""):
        return None
    try:
        return Card.parse(text)
    except CardError as error:
        raise error.within(option) from None


# ---- running ---------------------------------------------------------------------------------------------
def main(argv: Sequence[str] | None = None) -> int:
    """Run the program.

    Args:
        argv: arguments without the program's name; those of the process if None.

    Returns:
        The exit status.
    """
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what can be typed
        import argcomplete

        argcomplete.autocomplete(make_parser())
    _warn_of_language()
    if sys.stdout is None:
        return _complain(UsageError("no-output"))
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "app")
    try:
        arguments = _read_arguments(words)
        status = arguments.run(arguments)
        sys.stdout.flush()
        return status
    except SystemExit as leaving:  # argparse has said what there is to say
        return _DONE if leaving.code is None else int(leaving.code)
    except UsageError as error:
        return _complain(tell("command.see-help", what=str(error), command=_find_command(words)))
    except TutorError as error:
        return _complain(error)
    except BrokenPipeError:
        # the reader has gone; keep Python from saying so once more when it flushes
        _drop_output()
        return _DONE
    except OSError as error:
        _drop_output()
        why = name_system_error(error)
        if error.filename:
            return _complain(UsageError("file-failed", file=quote(error.filename), why=why))
        return _complain(UsageError("output-failed", why=why))
    except KeyboardInterrupt:
        sys.stdout.flush()
        return _tell_stopped("command.stopped")
    except Exception as error:
        logging.getLogger(__name__).exception("the command failed")
        _complain(tell("command.failed", code=type(error).__name__))
        return _FAILED


def _tell_stopped(key: str) -> int:
    """Say that Ctrl-C has ended the command, and what happened to its answer."""
    _complain(tell(key))
    return _INTERRUPTED


def _drop_output() -> None:
    """Send what is still to be flushed nowhere, as nobody takes it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _read_arguments(words: list[str]) -> argparse.Namespace:
    """What the command line says.

    Raises:
        UsageError: it cannot be read.
    """
    if not words[0].startswith("-") and words[0] not in _COMMANDS:
        meant = get_close_matches(words[0], _COMMANDS, 1)
        key = "unknown-command:meant" if meant else "unknown-command"
        known = Items(tuple(_COMMANDS), "comma")
        raise UsageError(key, found=quote(words[0]), known=known, **({"meant": meant[0]} if meant else {}))
    arguments, left = make_parser().parse_known_args(words)
    if left:
        unknown = Items(tuple(word[:40] for word in left), "comma")
        raise UsageError("unknown-argument", command=words[0], found=unknown)
    return arguments


def _find_command(words: Sequence[str]) -> str:
    """The command whose help tells how these words should have been."""
    return f"{PROGRAM} {words[0]}" if words[0] in _COMMANDS else PROGRAM


def _warn_of_language() -> None:
    """Say so if the language asked for does not exist."""
    wanted = os.environ.get(VARIABLE)
    if wanted and not is_language(wanted):
        _complain(tell("command.no-language", found=quote(wanted), known=Items(tuple(list_languages()), "or")))


def _complain(what: object) -> int:
    """Print one line on standard error."""
    line = " ".join(str(what).split())
    print(make_plain(f"{PROGRAM}: {line}", sys.stderr), file=sys.stderr)
    return _BAD_USAGE


def _run_app(arguments: argparse.Namespace) -> int:
    from .hosts.voila.serve import serve

    serve(
        read_number(arguments.port, "--port", 1, 65535),
        open_browser=not arguments.no_browser,
        preheat=read_number(arguments.preheat, "--preheat", 0, 100),
        idle_minutes=read_number(arguments.idle_minutes, "--idle-minutes", 1, 1_000_000, float),
        verbose=arguments.verbose,
    )
    return _DONE


def _judge(arguments: argparse.Namespace) -> Analysis:
    """The hand on the command line, judged."""
    hand, turned, players = _read_hand(arguments)
    return analyse(hand, arguments.rulebook, turned, players, arguments.options)


def _read_hand(arguments: argparse.Namespace) -> tuple[Hand, Card | None, int]:
    """The hand, the turned card and the number of players; a dash stands for a hand on standard input."""
    turned, players = _read_card(arguments.turned, "--turned"), _read_players(arguments.players)
    return Hand.parse(_read_file("-") if arguments.hand == "-" else arguments.hand), turned, players


def _run_analyse(arguments: argparse.Namespace) -> int:
    result = _judge(arguments)
    print_text(result.write_answer() if arguments.json else draw_analysis(result, find_width()))
    return _DONE


def _run_advise(arguments: argparse.Namespace) -> int:
    opened = _read_card(arguments.open, "--open")
    result = _judge(arguments)
    watch = Watch(sys.stderr)
    advice = advise_beside(result, arguments.seen, opened, watch)
    if arguments.json:
        print_text(f'{result.write_answer()[:-1]}, "advice": {json.dumps(advice.to_answer())}}}')
    else:
        print_text(draw_advice(advice, find_width(), opened, result.notes))
    return _tell_stopped("command.stopped:known") if watch.stopped else _DONE


def _run_compare(arguments: argparse.Namespace) -> int:
    books = [*RULEBOOKS, *arguments.rulebook]
    compared = compare(*_read_hand(arguments), arguments.options, rulebooks=books)
    if arguments.json:
        print_text(f'{{"results": [{", ".join(result.write_answer() for result in compared)}]}}')
    else:
        print_text(draw_comparison(compared, find_width()))
    return _DONE


def _run_rules(arguments: argparse.Namespace) -> int:
    print_text(_write_rules(arguments))
    return _DONE


def _write_rules(arguments: argparse.Namespace) -> str:
    """One rulebook, all of them, or what a rulebook's file may hold, as it is asked for."""
    key, options, as_json, as_toml = arguments.key, arguments.options, arguments.json, arguments.toml
    is_named = key is not None or bool(options)
    if arguments.ask:
        if is_named or arguments.schema or as_json:
            raise UsageError("ask-alone")
        return _ask_rules(as_toml)
    if arguments.schema:
        if is_named or as_toml or as_json:
            raise UsageError("schema-alone")
        return dump_schema()
    if as_json and as_toml:
        raise UsageError("json-or-toml")
    if key is not None:
        rulebook = find_rulebook(key, options)
        if as_json:
            return rulebook.to_json()
        return rulebook.to_toml() if as_toml else describe_rulebook(rulebook, find_width())
    if options:
        raise UsageError("option-alone", key=tell("command.KEY"), name=tell("command.NAME"))
    if as_toml:
        raise UsageError("option-alone:toml", key=tell("command.KEY"))
    if as_json:
        return json.dumps({"rulebooks": [book.to_dict() for book in RULEBOOKS.values()]})
    rows = [
        f"  {key:<14}{tell('command.rulebooks:one', rulebook=book, n=book.deal)}" for key, book in RULEBOOKS.items()
    ]
    return "\n".join([tell("command.rulebooks"), *rows, "", describe_rulings(find_width())])


def _ask_rules(as_toml: bool) -> str:
    """The rulebook that is chosen by questions: on the error stream, so that what is chosen can be sent to a file."""
    stdin = _open_input()
    chosen = ask_rulebook(lambda: stdin.readline(), lambda text: print(text, file=sys.stderr, flush=True))
    return chosen.book.to_toml(chosen.base.key) if as_toml else draw_chosen(chosen)


def _run_batch(arguments: argparse.Namespace, answer: Answer | None = None) -> int:
    """Answer the lines of standard input, as hands to judge unless something else answers them."""
    source, jobs = _open_input().buffer, read_number(arguments.jobs, "--jobs", 1, 1024)
    return _SOME_ERRORS if run_batch(source, sys.stdout.buffer, answer, jobs) else _DONE


def _run_tasks(arguments: argparse.Namespace) -> int:
    from .tutor.lines import list_all, write_task

    if not arguments.list:
        return _run_batch(arguments, write_task)
    print_text(json.dumps(list_all(), indent=1))
    return _DONE


def _run_settle(arguments: argparse.Namespace) -> int:
    text = _read_given(arguments)
    if not looks_like_series(text):
        settled = read_round(parse_json(text))
        print_text(_dump(settled) if arguments.json else draw_round(settled, find_width()))
        return _DONE
    series = loads_series(text)
    print_text(_dump(series) if arguments.json else draw_series(series, find_width()))
    if not series.lost:
        return _DONE
    _complain(series.lost)
    return _SOME_ERRORS


def _run_review(arguments: argparse.Namespace) -> int:
    run_review(arguments, _read_given(arguments))
    return _DONE


def _dump(ledger: Round | Series) -> str:
    """A ledger as JSON, which is the same in every language: the sentences in it are English."""
    with speaking(ENGLISH):
        return json.dumps(ledger.to_dict())


def _open_input() -> TextIO:
    """Standard input, which a program without a terminal may lack."""
    if sys.stdin is None:
        raise UsageError("no-input")
    return sys.stdin


def _read_given(arguments: argparse.Namespace) -> str:
    """The text of the file that a command takes."""
    if not arguments.file:
        raise UsageError("missing-argument", command=arguments.command, needed=Items((tell("command.FILE"),)))
    return _read_file(arguments.file)


def _read_file(name: str) -> str:
    """The text of a file or of standard input."""
    source: AbstractContextManager[BinaryIO] | None = nullcontext(_open_input().buffer) if name == "-" else None
    try:
        with source or Path(name).open("rb") as file:
            data = file.read(_MAX_FILE + 1)
    except (OSError, ValueError) as error:  # a name with a null in it is a ValueError
        raise TutorError("no-file", file=quote(name, 100), why=name_system_error(error)) from None
    if len(data) > _MAX_FILE:
        raise TutorError("file-too-long", file=quote(name, 100), most=_MAX_FILE)
    return decode(data)


_HAND = '"2H 3H 4H | 5C 6C QD | KS QS"'
_COMMANDS = {
    "app": _Command(_add_app, _run_app, ("app", "app --port 8866 --no-browser")),
    "class": _Command(add_class, run_class, ("class", "class --port 8000")),
    "sheet": _Command(
        add_sheet,
        run_sheet,
        ("sheet --lesson sets --rulebook octro-13 --count 8 --seed 1",),
    ),
    "site": _Command(add_site, lambda given: run_site(given, str(__version__)), ("site OUT",)),
    "analyse": _Command(
        _add_judging,
        _run_analyse,
        (
            f"analyse {_HAND} --rulebook adgaming-13 --turned QD",
            f"analyse {_HAND} --rulebook house.toml --json",
            "analyse - --rulebook octro-13 < hand.txt",
        ),
    ),
    "advise": _Command(
        _add_advising,
        _run_advise,
        ('advise "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S" --rulebook gorummy-13 --turned 9D --open 9C',),
    ),
    "compare": _Command(
        _add_comparing, _run_compare, (f"compare {_HAND} --turned QD", f"compare {_HAND} --turned QD --json")
    ),
    "rules": _Command(
        _add_rules,
        _run_rules,
        ("rules", "rules marriage-21", "rules marriage-21 --toml > house.toml", "rules house.toml"),
    ),
    "play": _Command(
        add_play,
        run_play,
        ("play --rulebook octro-13", "play --rulebook gorummy-13 --seats exact,steady --seed 7 --json"),
    ),
    "review": _Command(add_review, _run_review, ("review round.json", "review round.json --seat 1 --json")),
    "settle": _Command(
        _add_settling, _run_settle, ("settle round.json", "settle - --json < series.json"), _tell_settling
    ),
    "batch": _Command(_add_batch, _run_batch, ("batch < hands.jsonl > answers.jsonl", "batch --jobs 4 < hands.jsonl")),
    "tasks": _Command(_add_tasks, _run_tasks, ("tasks --list", "tasks < requests.jsonl")),
}
