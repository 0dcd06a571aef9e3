"""Rules tutor and hand analyser for Indian Rummy.

A card is a rank A 2-9 T J Q K and a suit S H D C, as ``7S``; ``PJ`` is a printed joker. A hand is
cards parted by spaces, ``|`` between groups: ``"2H 3H 4H | 5C PJ | KS"``.

Glossary:
    pure sequence: three or more consecutive cards of one suit, each used as itself.
    impure sequence: a sequence in which jokers stand for missing cards.
    set: cards of one rank in different suits.
    tunnela: three identical cards (also tanala, London).
    dublee: two identical cards.
    turned card: the card turned up to choose the wild cards (cut joker, tiplu).
    wild: a card that may stand for any other; used as itself it is natural.
    loose: in no group; its points count against its holder.
    declare: to end the round with a hand that meets the rulebook's requirement.
    drop: to leave the round early at a fixed price.
    maal: points each opponent pays for the tiplu and the cards beside it.
    ledger: who gives what to whom in a round, every entry with its reason.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

# first: it decides whether the engine's modules load compiled
from .native import is_compiled

# isort: split
if TYPE_CHECKING:  # the public names: type checkers and editors read them here, at run time each loads when first used
    from .game.cards import CARDS, PRINTED_JOKER, Card, CardError, Hand, Rank, Suit
    from .game.records import Arranged, Best, Distance, Group, Optima, Reason, Wild
    from .game.release import __version__
    from .game.rules import Kind, Rulebook, RuleError
    from .hosts.live.records import load_class
    from .playing.game import Game, play
    from .playing.record import load_play
    from .playing.review import review
    from .rounds.endings import Ending
    from .rounds.series import Series, load_series, new_series
    from .rounds.settlement import Entry, Round, Seat, list_endings, settle, surplus_cards
    from .rulebooks import RULEBOOKS
    from .rulebooks.files import dump_rulebook
    from .rulebooks.find import differences, load_rulebook
    from .rulebooks.find import find_rulebook as get_rulebook
    from .study.advice import Advice, Discard, Draw, advise
    from .study.analysis import Analysis, analyse
    from .study.compare import Comparison, compare
    from .study.optima import all_best
    from .study.simulate import simulate
    from .study.what_if import WhatIf, what_if
    from .widgets import (
        App,
        BestGrouping,
        CardTable,
        ComparisonTable,
        HandEditor,
        RoundTable,
        RulebookCard,
        WhatNow,
        app,
    )
    from .widgets.lesson import Lesson, Progress, lessons
    from .widgets.puzzle import Puzzle
    from .widgets.words import Words
    from .wording.speech import language

# rooms that are reached as attributes, as ``rummy_tutor.tutor``
_ROOMS = (
    "game", "rulebooks", "referee", "solver", "distance", "study", "rounds", "playing", "wording", "output", "tutor",
)  # fmt: skip


@cache
def _find_names() -> dict[str, tuple[str, str]]:
    """Where each public name is found: its module, and its name there, as the imports above say.

    They are read from this file: cards alone need no solver, a hand no widgets.
    """
    import ast

    block = next(node for node in ast.parse(Path(__file__).read_text("utf-8")).body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name: (f".{node.module}", alias.name) for node in imports for alias in node.names}


def __getattr__(name: str) -> object:
    """Load a public name when it is first used, so that starting costs next to nothing."""
    if name == "__all__":
        return ["is_compiled", *_find_names()]
    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name in _find_names():
        module, name_there = _find_names()[name]
        value = globals()[name] = getattr(import_module(module, __name__), name_there)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(["is_compiled", *_find_names()])
