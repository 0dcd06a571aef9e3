"""Which HTML display each value has in a notebook: a hand, a verdict, a comparison, a round, a series."""

from __future__ import annotations

from functools import singledispatch

from ..game.cards import Hand
from ..playing.review import Review
from ..rounds.ledger import Round
from ..rounds.series import Series
from ..study.analysis import Analysis
from ..study.compare import Comparison
from .html import analysis_html, comparison_html, hand_html
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
draw_html.register(Round, round_html)
draw_html.register(Series, series_html)
draw_html.register(Review, review_html)
