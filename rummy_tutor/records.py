"""What the functions of this package answer with: results and their parts, to name in type hints and to look up."""

from .game.records import Arranged, Best, Distance, Group, Optima, Reason, Wild, Witness
from .playing.game import Game
from .playing.review import Found, Review
from .playing.rollout import Rollout, Throw
from .rounds.endings import Ending
from .rounds.ledger import Round, RoundEnd, Row
from .rounds.payments import Entry
from .rounds.standings import Standing
from .study.advice import Advice, Discard, Draw, Pick
from .study.analysis import Analysis
from .study.compare import Comparison
from .study.dropping import Drop
from .study.what_if import WhatIf

__all__ = [
    "Advice",
    "Analysis",
    "Arranged",
    "Best",
    "Comparison",
    "Discard",
    "Distance",
    "Draw",
    "Drop",
    "Ending",
    "Entry",
    "Found",
    "Game",
    "Group",
    "Optima",
    "Pick",
    "Reason",
    "Review",
    "Rollout",
    "Round",
    "RoundEnd",
    "Row",
    "Standing",
    "Throw",
    "WhatIf",
    "Wild",
    "Witness",
]
