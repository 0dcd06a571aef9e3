"""The kinds of tasks; each module adds its own when it is loaded."""

from . import groups, hands, moves, settling, turns, wilds  # isort: split

from . import coming_back, finding, variants  # questions that vary those

__all__ = ["coming_back", "finding", "groups", "hands", "moves", "settling", "turns", "variants", "wilds"]
