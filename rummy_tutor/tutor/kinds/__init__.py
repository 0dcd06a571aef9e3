"""The kinds of tasks; each module adds its own when it is loaded."""

from . import groups, hands, moves, settling, turns, variants, wilds

__all__ = ["groups", "hands", "moves", "settling", "turns", "variants", "wilds"]
