"""What a rule may be where it is one of a few: the closed choices of a rulebook, and the error of rules."""

from __future__ import annotations

from enum import StrEnum

from .messages import TutorError


class RuleError(TutorError):
    """A request that a rulebook cannot take, or a rulebook that makes no sense."""


refuse = RuleError.refuse


class Kind(StrEnum):
    """What a group of cards is."""

    PURE_SEQUENCE = "pure-sequence"
    IMPURE_SEQUENCE = "impure-sequence"
    SET = "set"
    TUNNELA = "tunnela"
    DUBLEE = "dublee"
    JOKERS = "jokers"
    LOOSE = "loose"
    INVALID = "invalid"


SEQUENCES = (Kind.PURE_SEQUENCE, Kind.IMPURE_SEQUENCE)
MELDS = (*SEQUENCES, Kind.SET, Kind.TUNNELA)


class Aces(StrEnum):
    """Where the ace stands in a sequence."""

    LOW = "low"
    LOW_OR_HIGH = "low-or-high"
    HIGH = "high"
    ROUND = "round"  # between king and two as well: K-A-2


class WildRanks(StrEnum):
    """Which cards of the turned card's rank are wild besides those named by offsets."""

    NONE = "none"
    ALL_SUITS = "all-suits"
    OPPOSITE_COLOUR = "opposite-colour"
    SAME_COLOUR = "same-colour"


class SetSuits(StrEnum):
    """What suits the natural cards of a set may have."""

    DISTINCT = "distinct"
    NOT_ALL_ONE = "not-all-one"


class JokerGroups(StrEnum):
    """What a group of nothing but jokers means."""

    NONE = "none"
    ONE_GROUP = "one-group"  # counts, if all lie in one group
    ASIDE = "aside"  # counts, wherever they lie outside melds
    SPARE = "spare"  # may be left over by a hand that declares


class Rest(StrEnum):
    """What the cards outside the named groups must be."""

    ANYTHING = "anything"
    MELDED = "melded"


class KnockLimit(StrEnum):
    """What lowers the limit on the points of cards left over by a hand that declares."""

    FIXED = "fixed"  # nothing
    TURNED = "turned"  # the turned card's points
    TURNED_ACE_GIN = "turned-ace-gin"  # the same, and with an ace turned up no card may be left over


class Measure(StrEnum):
    """What a result is counted in."""

    PENALTY = "penalty"  # points lost
    MELDED_MINUS_LOOSE = "melded-minus-loose"


class Pool(StrEnum):
    """A match of several rounds."""

    POOL_101 = "pool-101"
    POOL_201 = "pool-201"
    BEST_OF_2 = "best-of-2"
    BEST_OF_3 = "best-of-3"

    @property
    def limit(self) -> int | None:
        """The score at which a player is out, None where nobody goes out."""
        return {Pool.POOL_101: 101, Pool.POOL_201: 201}.get(self)

    @property
    def rounds(self) -> int | None:
        """How many rounds are played, None where the match lasts until one player is left."""
        return {Pool.BEST_OF_2: 2, Pool.BEST_OF_3: 3}.get(self)


class Joining(StrEnum):
    """What a player who joins a pool that is under way has on the score."""

    HIGHEST_PLUS_ONE = "highest-plus-one"


class Leaving(StrEnum):
    """What leaving the table costs where it is no number of points."""

    FULL_COUNT = "full-count"  # all the cards held, also those in melds


class WhenStockEnds(StrEnum):
    """What happens when no card is left to draw."""

    UNSTATED = "unstated"
    VOID = "void"
    RESHUFFLE = "reshuffle"
    SCORE = "score"


class PickingUp(StrEnum):
    """What may not be taken from the discards."""

    FREE = "free"
    FREE_BUT_KEPT = "free-but-kept"  # the card taken may not be thrown in the same turn
    NO_JOKER_BUT_FIRST_OPEN = "no-joker-but-first-open"
    NO_PRINTED_JOKER = "no-printed-joker"
    NO_WILD_ONCE_SEEN = "no-wild-once-seen"
    ONCE_SEEN = "once-seen"  # nothing before the hidden turned card has been seen
    STOCK_FIRST = "stock-first"  # nothing in one's first turn
    ANY_IF_LOWEST_MELDED = "any-if-lowest-melded"
