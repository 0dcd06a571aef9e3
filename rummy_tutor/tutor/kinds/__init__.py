"""The kinds of tasks; each module adds its own when it is loaded."""

from . import groups, hands, moves, settling, turns, wilds  # isort: split

from . import coming_back, earning, finding, options, variants  # questions that vary those

__all__ = [
    "coming_back",
    "earning",
    "finding",
    "groups",
    "hands",
    "moves",
    "options",
    "settling",
    "turns",
    "variants",
    "wilds",
]
