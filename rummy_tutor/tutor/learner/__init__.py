"""What a learner believes: how each hypothesis answers a task, and how likely it is after all his answers."""

from .answering import KNOWS, SLIPS, count_answers, foretell_all, foretell_answer, foretell_shares, name_pair
from .learner import ENOUGH, GONE, SURE, WINDOW, Learner, meet, tell_apart, weigh_kind

__all__ = [
    "ENOUGH",
    "GONE",
    "KNOWS",
    "SLIPS",
    "SURE",
    "WINDOW",
    "Learner",
    "count_answers",
    "foretell_all",
    "foretell_answer",
    "foretell_shares",
    "meet",
    "name_pair",
    "tell_apart",
    "weigh_kind",
]
