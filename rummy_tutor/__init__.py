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

from importlib import import_module
from typing import TYPE_CHECKING

# first: it decides whether the engine's modules load compiled
from .native import is_compiled

# isort: split
if TYPE_CHECKING:  # the names below, for type checkers and editors; at run time each loads when it is first used
    from .game.cards import CARDS, PRINTED_JOKER, Card, CardError, Hand, Rank, Suit
    from .game.records import Arranged, Best, Distance, Group, Optima, Reason, Wild
    from .game.rules import Kind, Rulebook, RuleError
    from .hosts.live.records import load_class
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

# where each public name is found, with its name there if that is another; cards alone need no solver, a hand no widgets
_LAZY = {
    "CARDS": ".game.cards",
    "PRINTED_JOKER": ".game.cards",
    "Card": ".game.cards",
    "CardError": ".game.cards",
    "Hand": ".game.cards",
    "Rank": ".game.cards",
    "Suit": ".game.cards",
    "Kind": ".game.rules",
    "Rulebook": ".game.rules",
    "RuleError": ".game.rules",
    "Reason": ".game.records",
    "Wild": ".game.records",
    "Arranged": ".game.records",
    "Group": ".game.records",
    "RULEBOOKS": ".rulebooks",
    "differences": ".rulebooks.find",
    "get_rulebook": ".rulebooks.find:find_rulebook",
    "Best": ".game.records",
    "Analysis": ".study.analysis",
    "analyse": ".study.analysis",
    "Comparison": ".study.compare",
    "compare": ".study.compare",
    "Advice": ".study.advice",
    "Discard": ".study.advice",
    "Draw": ".study.advice",
    "advise": ".study.advice",
    "Distance": ".game.records",
    "simulate": ".study.simulate",
    "load_rulebook": ".rulebooks.find",
    "dump_rulebook": ".rulebooks.files",
    "settle": ".rounds.settlement",
    "surplus_cards": ".rounds.settlement",
    "list_endings": ".rounds.settlement",
    "Seat": ".rounds.settlement",
    "Ending": ".rounds.endings",
    "Entry": ".rounds.settlement",
    "Round": ".rounds.settlement",
    "Series": ".rounds.series",
    "new_series": ".rounds.series",
    "load_series": ".rounds.series",
    "Optima": ".game.records",
    "all_best": ".study.optima",
    "WhatIf": ".study.what_if",
    "what_if": ".study.what_if",
    "language": ".wording.speech",
    "app": ".widgets",
    "App": ".widgets",
    "CardTable": ".widgets",
    "HandEditor": ".widgets",
    "BestGrouping": ".widgets",
    "ComparisonTable": ".widgets",
    "RulebookCard": ".widgets",
    "RoundTable": ".widgets",
    "WhatNow": ".widgets",
    "Lesson": ".widgets.lesson",
    "Progress": ".widgets.lesson",
    "lessons": ".widgets.lesson",
    "Puzzle": ".widgets.puzzle",
    "Words": ".widgets.words",
    "load_class": ".hosts.live.records",
}

# rooms that are reached as attributes, as ``rummy_tutor.tutor``
_ROOMS = ("game", "rulebooks", "referee", "solver", "distance", "study", "rounds", "wording", "output", "tutor")

__all__ = ["is_compiled", *_LAZY]


def __getattr__(name: str) -> object:
    """Load a public name when it is first used, so that starting costs next to nothing; so does the version."""
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("rummy-tutor")
        except PackageNotFoundError:  # used from a folder that is not installed
            return "0"
    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name in _LAZY:
        module, _, there = _LAZY[name].partition(":")
        found = getattr(import_module(module, __name__), there or name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
