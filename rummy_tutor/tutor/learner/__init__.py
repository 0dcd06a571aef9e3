"""What a learner believes: how each hypothesis answers a task, and how likely it is after all their answers."""

from .answering import KNOWS, count_answers, foretell_all, foretell_answer, foretell_shares, name_pair
from .learner import ENOUGH, GONE, SURE, WINDOW, Learner, new_learner, tell_apart, weigh_kind

__all__ = [
    "ENOUGH",
    "GONE",
    "KNOWS",
    "SURE",
    "WINDOW",
    "Learner",
    "count_answers",
    "foretell_all",
    "foretell_answer",
    "foretell_shares",
    "name_pair",
    "new_learner",
    "tell_apart",
    "weigh_kind",
]
