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

from ._native import is_compiled  # first: it decides what the other imports load
from .analysis import Analysis, analyse
from .cards import CARDS, PRINTED_JOKER, Card, CardError, Hand, Rank, Suit
from .compare import Comparison, compare
from .melds import Reason, Wild
from .rulebooks import RULEBOOKS, differences, get_rulebook
from .rules import Kind, Rulebook, RuleError
from .scoring import Arranged, Group
from .solver import Best

_LAZY = {
    "Advice": ".advice",
    "Discard": ".advice",
    "Draw": ".advice",
    "advise": ".advice",
    "Distance": ".distance",
    "simulate": ".trials",
    "settle": ".settlement",
    "surplus_cards": ".settlement",
    "list_endings": ".settlement",
    "Seat": ".settlement",
    "Ending": ".settlement",
    "Entry": ".settlement",
    "Round": ".settlement",
    "Series": ".series",
    "new_series": ".series",
    "load_series": ".series",
    "Optima": ".optima",
    "all_best": ".optima",
    "WhatIf": ".supposing",
    "what_if": ".supposing",
    "app": ".widgets",
    "App": ".widgets",
    "CardTable": ".widgets",
    "HandEditor": ".widgets",
    "BestGrouping": ".widgets",
    "ComparisonTable": ".widgets",
    "RulebookCard": ".widgets",
    "RoundTable": ".widgets",
    "WhatNow": ".widgets",
}

__all__ = [
    "CARDS",
    "PRINTED_JOKER",
    "RULEBOOKS",
    "Analysis",
    "Arranged",
    "Best",
    "Card",
    "CardError",
    "Comparison",
    "Group",
    "Hand",
    "Kind",
    "Rank",
    "Reason",
    "RuleError",
    "Rulebook",
    "Suit",
    "Wild",
    "analyse",
    "compare",
    "differences",
    "get_rulebook",
    "is_compiled",
    *_LAZY,
]


def __getattr__(name: str) -> object:
    """Widgets and rarer questions load when first used, so that the engine stays light; so does the version."""
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("rummy-tutor")
        except PackageNotFoundError:  # used from a folder that is not installed
            return "0"
    if name in _LAZY:
        return getattr(import_module(_LAZY[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
