"""Which HTML display each value has in a notebook: hands, verdicts, advice, rulebooks, rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..game.cards import Hand
from ..game.display import Displayed
from ..game.records import Optima
from ..game.rules import Rulebook
from ..playing.game import Game
from ..playing.review import Review
from ..playing.rollout import Rollout
from ..rounds.ledger import Round
from ..rounds.series import Series
from ..study.advice import Advice
from ..study.analysis import Analysis
from ..study.compare import Comparison
from ..study.what_if import WhatIf
from .answers import describe_advice, optima_html, rollout_html, rulebook_html, what_if_html
from .blocks import Block, write_html
from .html import hand_html
from .play import game_html
from .review import describe_review
from .round_tables import describe_round, series_html
from .verdicts import comparison_html, describe_analysis

# of values that a terminal shows as well, the blocks of which text is made
_BLOCKS: dict[type, Callable[[Any], Iterable[Block]]] = {
    Analysis: describe_analysis,
    Round: describe_round,
    Advice: describe_advice,
    Review: describe_review,
}
_HTML: dict[type, Callable[[Any], str]] = {
    Hand: hand_html,
    Comparison: comparison_html,
    Game: game_html,
    Series: series_html,
    Optima: optima_html,
    WhatIf: what_if_html,
    Rollout: rollout_html,
    Rulebook: rulebook_html,
}


def draw_html(value: Displayed) -> str:
    """The display of a value."""
    for kind, describe in _BLOCKS.items():
        if isinstance(value, kind):
            return write_html(describe(value))
    return next(draw for kind, draw in _HTML.items() if isinstance(value, kind))(value)
