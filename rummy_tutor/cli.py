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
from .game.cards import Card, Hand
from .game.messages import Items, TutorError, key_of, name_system_error, quote, tell_later
from .hosts.commands import (
    CLASS,
    KEYS,
    SHEET,
    SITE,
    Argument,
    UsageError,
    read_number,
    run_class,
    run_sheet,
    run_site,
)
from .hosts.table import PLAY, REVIEW, run_play, run_review
from .native import is_compiled
from .output.answers import describe_advice
from .output.batch import Answer, run_batch
from .output.blocks import write_text
from .output.choosing import ask_rulebook, draw_chosen
from .output.long_work import Watch
from .output.printing import find_width, make_plain, print_text
from .output.round_tables import describe_round, describe_series
from .output.verdicts import describe_analysis, draw_comparison
from .rounds.documents import parse_json, read_round
from .rounds.files import decode, looks_like_series
from .rounds.ledger import Round
from .rounds.series import Series, loads_series
from .rulebooks import RULEBOOKS
from .rulebooks.files import dump_schema
from .rulebooks.find import find_rulebook
from .study.advice import advise_beside
from .study.analysis import DEFAULT_PLAYERS, Analysis, analyse, as_card
from .study.compare import compare
from .wording.catalogue import ENGLISH, list_languages
from .wording.describe import describe_rulebook, describe_rulings
from .wording.speech import VARIABLE, is_language, say, speaking, tell

PROGRAM = "rummy-tutor"
_MAX_FILE = 1 << 24  # bytes
_DONE, _SOME_ERRORS, _BAD_USAGE, _FAILED, _INTERRUPTED = 0, 1, 2, 70, 130


class _Command(NamedTuple):
    """One command.

    Attributes:
        arguments: what it takes.
        run: does it; gives the exit status where that is not 0.
        examples: what may be typed after the program's name.
        texts: what its help tells besides, as ``argparse`` takes it.
    """

    arguments: tuple[Argument, ...]
    run: Callable[[argparse.Namespace], int | None]
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
        UsageError.refuse("option-twice", self.dest in given, option=option_string)
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

    def take(self, argument: Argument) -> None:
        """Take something by its place, an option with a value, or one without."""
        name, metavar, given = argument.name, argument.metavar, argument.given
        if not metavar:
            self.flag(name, help=say(argument.help))
            return
        is_option, shown = name.startswith("-"), tell(key_of("command.", metavar))
        taken = {"metavar": shown, "help": _escape(say(argument.help)), **({"action": _Once} if is_option else {})}
        _complete((self.choices if is_option else self.places).add_argument(name, **{**taken, **given}), metavar)
        if given.get("required") if is_option else "nargs" not in given:
            self.needed.append(name if is_option else shown)

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
        for argument in command.arguments:
            taken.take(argument)
        taken.set_defaults(run=command.run)
    return parser


_OPTION = Argument(
    "--option", tell_later("command.option"), "NAME", {"action": "append", "default": [], "dest": "options"}
)
_JSON = Argument("--json", tell_later("command.json"))
_APP = (
    Argument("--port", tell_later("command.app:port"), "N"),
    Argument("--no-browser", tell_later("command.app:no-browser")),
    Argument("--preheat", tell_later("command.app:preheat"), "N", {"default": "1"}),
    Argument("--idle-minutes", tell_later("command.app:idle-minutes"), "N", {"default": "20"}),
    Argument("--verbose", tell_later("command.app:verbose")),
)
_HAND = (
    Argument("hand", tell_later("command.hand"), "HAND"),
    Argument("--turned", tell_later("command.turned"), "CARD", {"default": ""}),
    Argument("--players", tell_later("command.players", n=DEFAULT_PLAYERS), "N", {"default": str(DEFAULT_PLAYERS)}),
    _OPTION,
    _JSON,
)
_JUDGED = (*_HAND, Argument("--rulebook", KEYS, "KEY", {"required": True}))
_ADVISED = (
    *_JUDGED,
    Argument("--seen", tell_later("command.seen"), "CARDS", {"default": ""}),
    Argument("--open", tell_later("command.open"), "CARD", {"default": ""}),
)
_COMPARED = (
    *_HAND,
    Argument("--rulebook", tell_later("command.compare:rulebook"), "FILE", {"action": "append", "default": []}),
)
_RULES = (
    Argument("key", KEYS, "KEY", {"nargs": "?"}),
    _OPTION,
    Argument("--toml", tell_later("command.rules:toml")),
    _JSON,
    Argument("--schema", tell_later("command.rules:schema")),
    Argument("--ask", tell_later("command.rules:ask")),
)
_BATCH = (Argument("--jobs", tell_later("command.batch:jobs"), "N", {"default": "1"}),)
_TASKS = (*_BATCH, Argument("--list", tell_later("command.tasks:list")))
_SETTLED = (
    Argument("file", tell_later("command.file"), "FILE"),
    Argument("--json", tell_later("command.ledger-json")),
)


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
    UsageError.refuse(
        "bad-value:players", not re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", text), "--players", found=quote(text)
    )
    return int(text)


def _read_card(text: str, option: str) -> Card | None:
    return None if text.strip().lower() in ("none", "") else as_card(text, option)


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
        return status or _DONE
    except SystemExit as leaving:  # argparse has said what there is to say
        return _DONE if leaving.code is None else int(leaving.code)
    except UsageError as error:
        helped = f"{PROGRAM} {words[0]}" if words[0] in _COMMANDS else PROGRAM  # whose help tells how it should be
        return _complain(tell("command.see-help", what=str(error), command=helped))
    except TutorError as error:
        return _complain(error)
    except BrokenPipeError:
        # the reader has gone; keep Python from saying so once more when it flushes
        _drop_output()
        return _DONE
    except OSError as error:
        _drop_output()
        key, file = ("file-failed", quote(error.filename)) if error.filename else ("output-failed", "")
        return _complain(UsageError(key, file=file, why=name_system_error(error)))
    except KeyboardInterrupt:
        sys.stdout.flush()
        return _complain(tell("command.stopped"), _INTERRUPTED)
    except Exception as error:
        logging.getLogger(__name__).exception("the command failed")
        return _complain(tell("command.failed", code=type(error).__name__), _FAILED)


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


def _warn_of_language() -> None:
    """Say so if the language asked for does not exist."""
    wanted = os.environ.get(VARIABLE)
    if wanted and not is_language(wanted):
        _complain(tell("command.no-language", found=quote(wanted), known=Items(tuple(list_languages()), "or")))


def _complain(what: object, status: int = _BAD_USAGE) -> int:
    """Print one line on standard error; gives the exit status of that."""
    line = " ".join(str(what).split())
    print(make_plain(f"{PROGRAM}: {line}", sys.stderr), file=sys.stderr)
    return status


def _run_app(arguments: argparse.Namespace) -> None:
    from .hosts.voila.serve import serve

    serve(
        read_number(arguments.port, "--port", 1, 65535),
        open_browser=not arguments.no_browser,
        preheat=read_number(arguments.preheat, "--preheat", 0, 100),
        idle_minutes=read_number(arguments.idle_minutes, "--idle-minutes", 1, 1_000_000, float),
        verbose=arguments.verbose,
    )


def _judge(arguments: argparse.Namespace) -> Analysis:
    """The hand on the command line, judged."""
    hand, turned, players = _read_hand(arguments)
    return analyse(hand, arguments.rulebook, turned, players, arguments.options)


def _read_hand(arguments: argparse.Namespace) -> tuple[Hand, Card | None, int]:
    """The hand, the turned card and the number of players; a dash stands for a hand on standard input."""
    turned, players = _read_card(arguments.turned, "--turned"), _read_players(arguments.players)
    return Hand.parse(_read_file("-") if arguments.hand == "-" else arguments.hand), turned, players


def _run_analyse(arguments: argparse.Namespace) -> None:
    result = _judge(arguments)
    print_text(result.write_answer() if arguments.json else write_text(describe_analysis(result), find_width()))


def _run_advise(arguments: argparse.Namespace) -> int | None:
    opened = _read_card(arguments.open, "--open")
    result = _judge(arguments)
    watch = Watch(sys.stderr)
    advice = advise_beside(result, arguments.seen, opened, watch)
    if arguments.json:
        print_text(f'{result.write_answer()[:-1]}, "advice": {json.dumps(advice.to_answer())}}}')
    else:
        print_text(write_text(describe_advice(advice, opened, result.notes), find_width()))
    return _complain(tell("command.stopped:known"), _INTERRUPTED) if watch.stopped else None


def _run_compare(arguments: argparse.Namespace) -> None:
    books = [*RULEBOOKS, *arguments.rulebook]
    compared = compare(*_read_hand(arguments), arguments.options, rulebooks=books)
    if arguments.json:
        print_text(f'{{"results": [{", ".join(result.write_answer() for result in compared)}]}}')
    else:
        print_text(draw_comparison(compared, find_width()))


def _write_rules(arguments: argparse.Namespace) -> str:
    """One rulebook, all of them, or what a rulebook's file may hold, as it is asked for."""
    key, options, as_json, as_toml = arguments.key, arguments.options, arguments.json, arguments.toml
    is_named = key is not None or bool(options)
    if arguments.ask:
        UsageError.refuse("ask-alone", is_named or arguments.schema or as_json)
        return _ask_rules(as_toml)
    if arguments.schema:
        UsageError.refuse("schema-alone", is_named or as_toml or as_json)
        return dump_schema()
    UsageError.refuse("json-or-toml", as_json and as_toml)
    if key is not None:
        rulebook = find_rulebook(key, options)
        if as_json:
            return rulebook.to_json()
        return rulebook.to_toml() if as_toml else describe_rulebook(rulebook, find_width())
    UsageError.refuse("option-alone", options, key=tell("command.KEY"), name=tell("command.NAME"))
    UsageError.refuse("option-alone:toml", as_toml, key=tell("command.KEY"))
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


def _run_batch(arguments: argparse.Namespace, answer: Answer | None = None) -> int | None:
    """Answer the lines of standard input, as hands to judge unless something else answers them."""
    source, jobs = _open_input().buffer, read_number(arguments.jobs, "--jobs", 1, 1024)
    return _SOME_ERRORS if run_batch(source, sys.stdout.buffer, answer, jobs) else None


def _run_tasks(arguments: argparse.Namespace) -> int | None:
    from .tutor.lines import list_all, write_task

    if not arguments.list:
        return _run_batch(arguments, write_task)
    print_text(json.dumps(list_all(), indent=1))
    return None


def _run_settle(arguments: argparse.Namespace) -> int | None:
    text = _read_given(arguments)
    if not looks_like_series(text):
        settled = read_round(parse_json(text))
        print_text(_dump(settled) if arguments.json else write_text(describe_round(settled), find_width()))
        return None
    series = loads_series(text)
    print_text(_dump(series) if arguments.json else write_text(describe_series(series), find_width()))
    return _complain(series.lost, _SOME_ERRORS) if series.lost else None


def _dump(ledger: Round | Series) -> str:
    """A ledger as JSON, which is the same in every language: the sentences in it are English."""
    with speaking(ENGLISH):
        return json.dumps(ledger.to_dict())


def _open_input() -> TextIO:
    """Standard input, which a program without a terminal may lack."""
    UsageError.refuse("no-input", sys.stdin is None)
    return sys.stdin


def _read_given(arguments: argparse.Namespace) -> str:
    """The text of the file that a command takes."""
    UsageError.refuse(
        "missing-argument", not arguments.file, command=arguments.command, needed=Items((tell("command.FILE"),))
    )
    return _read_file(arguments.file)


def _read_file(name: str) -> str:
    """The text of a file or of standard input."""
    source: AbstractContextManager[BinaryIO] | None = nullcontext(_open_input().buffer) if name == "-" else None
    try:
        with source or Path(name).open("rb") as file:
            data = file.read(_MAX_FILE + 1)
    except (OSError, ValueError) as error:  # a name with a null in it is a ValueError
        raise TutorError("no-file", file=quote(name, 100), why=name_system_error(error)) from None
    TutorError.refuse("file-too-long", len(data) > _MAX_FILE, file=quote(name, 100), most=_MAX_FILE)
    return decode(data)


_EXAMPLE = '"2H 3H 4H | 5C 6C QD | KS QS"'
_COMMANDS = {
    "app": _Command(_APP, _run_app, ("app", "app --port 8866 --no-browser")),
    "class": _Command(CLASS, run_class, ("class", "class --port 8000")),
    "sheet": _Command(
        SHEET,
        run_sheet,
        ("sheet --lesson sets --rulebook octro-13 --count 8 --seed 1",),
    ),
    "site": _Command(SITE, lambda given: run_site(given, str(__version__)), ("site OUT",)),
    "analyse": _Command(
        _JUDGED,
        _run_analyse,
        (
            f"analyse {_EXAMPLE} --rulebook adgaming-13 --turned QD",
            f"analyse {_EXAMPLE} --rulebook house.toml --json",
            "analyse - --rulebook octro-13 < hand.txt",
        ),
    ),
    "advise": _Command(
        _ADVISED,
        _run_advise,
        ('advise "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S" --rulebook gorummy-13 --turned 9D --open 9C',),
    ),
    "compare": _Command(
        _COMPARED, _run_compare, (f"compare {_EXAMPLE} --turned QD", f"compare {_EXAMPLE} --turned QD --json")
    ),
    "rules": _Command(
        _RULES,
        lambda given: print_text(_write_rules(given)),
        ("rules", "rules marriage-21", "rules marriage-21 --toml > house.toml", "rules house.toml"),
    ),
    "play": _Command(
        PLAY,
        run_play,
        ("play --rulebook octro-13", "play --rulebook gorummy-13 --seats exact,steady --seed 7 --json"),
    ),
    "review": _Command(
        REVIEW,
        lambda given: run_review(given, _read_given(given)),
        ("review round.json", "review round.json --seat 1 --json"),
    ),
    "settle": _Command(_SETTLED, _run_settle, ("settle round.json", "settle - --json < series.json"), _tell_settling),
    "batch": _Command(_BATCH, _run_batch, ("batch < hands.jsonl > answers.jsonl", "batch --jobs 4 < hands.jsonl")),
    "tasks": _Command(_TASKS, _run_tasks, ("tasks --list", "tasks < requests.jsonl")),
}
