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

import warnings
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING

# first: it decides whether the engine's modules load compiled
from . import native

# isort: split
if TYPE_CHECKING:  # the public names: type checkers and editors read them here, at run time each loads when first used
    from . import errors, plot, records, tutor
    from .game.cards import Card, Hand
    from .game.messages import TutorError
    from .game.release import __version__
    from .game.rules import Rulebook
    from .hosts.live.book import load_class
    from .playing.game import play
    from .playing.record import load_play
    from .playing.review import review
    from .playing.rollout import rollout
    from .playing.rollout.deal_chances import chances
    from .rounds.seats import Seat
    from .rounds.series import Series
    from .rounds.settlement import settle
    from .rulebooks import RULEBOOKS
    from .rulebooks.find import find_rulebook as get_rulebook
    from .study.advice import advise
    from .study.analysis import analyse
    from .study.compare import compare
    from .study.many import analyse_many
    from .study.optima import all_best
    from .study.simulate import simulate
    from .study.what_if import what_if
    from .widgets import (
        App,
        BestGrouping,
        CardTable,
        ComparisonTable,
        HandEditor,
        Lesson,
        PlayTable,
        Puzzle,
        Review,
        RoundTable,
        RulebookCard,
        WhatNow,
        Words,
    )
    from .wording.speech import language

# rooms that are reached as attributes, as ``rummy_tutor.game``
_ROOMS = (
    "game", "rulebooks", "referee", "solver", "distance", "study", "rounds", "playing", "wording", "output", "widgets",
)  # fmt: skip

# what version 0.1 had among the public names, and where it is now; to go with 0.3
_MOVED = {
    **{name: f"game.{name}" for name in ("CARDS", "Kind", "PRINTED_JOKER", "Rank", "Suit")},
    **{name: f"errors.{name}" for name in ("CardError", "RuleError")},
    **{
        name: f"records.{name}"
        for name in (
            "Advice", "Analysis", "Arranged", "Best", "Comparison", "Discard", "Distance", "Draw", "Ending", "Entry",
            "Game", "Group", "Optima", "Reason", "Round", "WhatIf", "Wild",
        )
    },
    "app": "App",
    "differences": "Rulebook.differences",
    "dump_rulebook": "Rulebook.to_toml",
    "is_compiled": "native.is_compiled",
    "lessons": "Lesson.list",
    "list_endings": "rounds.settlement.list_endings",
    "load_rulebook": "get_rulebook",
    "load_series": "Series.load",
    "new_series": "Series.new",
    "Progress": "widgets.Progress",
    "surplus_cards": "rounds.settlement.surplus_cards",
}  # fmt: skip
# the old names that took what the new ones do not: a key in place of a rulebook, a file of any ending
_AS_BEFORE = {
    "differences": "rulebooks.find.differences",
    "dump_rulebook": "rulebooks.files.dump_rulebook",
    "load_rulebook": "rulebooks.find.load_rulebook",
}


@cache
def _find_names() -> dict[str, tuple[str, str]]:
    """Where each public name is found: its module, and its name there, as the imports above say.

    They are read from this file: cards alone need no solver, a hand no widgets.
    """
    import ast

    block = next(node for node in ast.parse(Path(__file__).read_text("utf-8")).body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {
        alias.asname or alias.name: (f".{node.module or ''}", alias.name) for node in imports for alias in node.names
    }


def __getattr__(name: str) -> object:
    """Load a public name when it is first used, so that starting costs next to nothing."""
    if name == "__all__":
        return list(_find_names())
    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name in _find_names():
        module, name_there = _find_names()[name]
        if module == ".":
            return import_module(f".{name}", __name__)
        value = globals()[name] = getattr(import_module(module, __name__), name_there)
        return value
    if name in _MOVED:
        warning = f"{__name__}.{name} is called {__name__}.{_MOVED[name]} now; the old name goes with version 0.3"
        warnings.warn(warning, DeprecationWarning, stacklevel=2)
        return resolve_name(f"{__name__}.{_AS_BEFORE.get(name, _MOVED[name])}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(_find_names())
