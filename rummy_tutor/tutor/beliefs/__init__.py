"""Wrong beliefs about the rules: what one is, those that the tutor knows, those from another game, and habits."""

from .belief import Belief, count_believed, kind_of
from .known import BELIEFS, BY_KEY, beliefs_of

__all__ = ["BELIEFS", "BY_KEY", "Belief", "beliefs_of", "count_believed", "kind_of"]
