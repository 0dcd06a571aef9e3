"""Which HTML display each value has in a notebook: hands, verdicts, advice, rulebooks, rounds."""

from __future__ import annotations

from collections.abc import Callable
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
from .answers import advice_html, optima_html, rollout_html, rulebook_html, what_if_html
from .html import hand_html
from .play import game_html
from .review import review_html
from .round_tables import round_html, series_html
from .verdicts import analysis_html, comparison_html

_DISPLAYS: dict[type, Callable[[Any], str]] = {
    Hand: hand_html,
    Analysis: analysis_html,
    Comparison: comparison_html,
    Game: game_html,
    Round: round_html,
    Series: series_html,
    Advice: advice_html,
    Optima: optima_html,
    WhatIf: what_if_html,
    Rollout: rollout_html,
    Rulebook: rulebook_html,
    Review: review_html,
}


def draw_html(value: Displayed) -> str:
    """The display of a value."""
    return next(draw for kind, draw in _DISPLAYS.items() if isinstance(value, kind))(value)
