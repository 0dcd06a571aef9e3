"""Which HTML display each value has in a notebook: hands, verdicts, advice, rulebooks, rounds."""

from __future__ import annotations

from functools import singledispatch

from ..game.cards import Hand
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
from .html import analysis_html, comparison_html, hand_html
from .play import game_html
from .review import review_html
from .round_tables import round_html, series_html


@singledispatch
def draw_html(value: object) -> str:
    """The display of a value.

    Raises:
        TypeError: values of this type have none.
    """
    raise TypeError(f"no display for {type(value).__name__}")


draw_html.register(Hand, hand_html)
draw_html.register(Analysis, analysis_html)
draw_html.register(Comparison, comparison_html)
draw_html.register(Game, game_html)
draw_html.register(Round, round_html)
draw_html.register(Series, series_html)
draw_html.register(Advice, advice_html)
draw_html.register(Optima, optima_html)
draw_html.register(WhatIf, what_if_html)
draw_html.register(Rollout, rollout_html)
draw_html.register(Rulebook, rulebook_html)
draw_html.register(Review, review_html)
