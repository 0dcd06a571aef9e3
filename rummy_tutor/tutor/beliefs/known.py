"""The wrong beliefs that the tutor knows, and the lessons that treat them.

Which of them can arise in a game, and on which tasks they show, is found out by trying (``planting``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ...game.cards import CARDS, PRINTED_JOKER, Card
from ...game.procedure import Dropping
from ...game.rules import MELDS, Aces, Kind, PickingUp, Rulebook, SetSuits, WildRanks, neighbour
from ...game.table import Deal
from ..about import jokers_are_free
from .belief import Belief, kind_of
from .borrowed import BORROWED, list_borrowed
from .habits import group_greedily, regroup, take_joker, throw_highest


# ---- readings that no rule says --------------------------------------------------------------------------
def _ranks(cards: Sequence[Card]) -> list[int]:
    return sorted(card.index % 13 for card in cards)


def _across_suits(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """Ranks in order are a sequence even where the suits differ."""
    fits = 3 <= len(cards) <= deal.rulebook.melds.run_max and PRINTED_JOKER not in cards
    if kind is not Kind.INVALID or not fits or len({card.suit for card in cards}) == 1:
        return kind
    ranks = _ranks(cards)
    return Kind.PURE_SEQUENCE if ranks == list(range(ranks[0], ranks[0] + len(ranks))) else kind


def _pair_is_set(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """Two cards of a rank are a set."""
    alike = len(cards) == 2 and len({card.index % 13 for card in cards}) == 1 and PRINTED_JOKER not in cards
    return Kind.SET if alike and kind is Kind.INVALID else kind


def _same_is_sequence(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """Three identical cards are a pure sequence, where the game knows no tunnela."""
    return Kind.PURE_SEQUENCE if kind is Kind.INVALID and len(cards) == 3 and len(set(cards)) == 1 else kind


def _joker_is_pure(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """A joker leaves a sequence pure."""
    return Kind.PURE_SEQUENCE if kind is Kind.IMPURE_SEQUENCE else kind


def _beside_is_pure(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """A joker next to a pure run does it no harm."""
    if kind is not Kind.IMPURE_SEQUENCE:
        return kind
    alone = tuple(card for card in cards if not deal.is_wild[card.index])
    return Kind.PURE_SEQUENCE if len(alone) >= 3 and kind_of(alone, deal) is Kind.PURE_SEQUENCE else kind


def _wild_is_impure(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """A wild card spoils purity also where it stands for itself."""
    return Kind.IMPURE_SEQUENCE if kind is Kind.PURE_SEQUENCE and any(deal.is_wild[c.index] for c in cards) else kind


def _sets_stand_in(cards: tuple[Card, ...], kind: Kind, deal: Deal) -> Kind:
    """A set counts as a sequence."""
    return Kind.IMPURE_SEQUENCE if kind is Kind.SET else kind


def _only_turned(turned: Card, rulebook: Rulebook) -> tuple[Card, ...]:
    return () if turned.is_printed_joker else (turned,)


def _with_neighbours(turned: Card, rulebook: Rulebook) -> tuple[Card, ...]:
    true = rulebook.wilds.types(turned)
    if turned.is_printed_joker:
        return true
    return tuple(dict.fromkeys([*true, neighbour(turned, 1), neighbour(turned, -1)]))


_MANY = ("twenty-one", "twenty-seven", "seeing")
BELIEFS: tuple[Belief, ...] = (
    # melds
    Belief(key="round-the-corner", lessons=("pure",), changes={"melds.aces": Aces.ROUND}),
    Belief(key="ace-only-low", lessons=("pure",), changes={"melds.aces": Aces.LOW}),
    Belief(key="ace-only-high", lessons=("pure",), changes={"melds.aces": Aces.HIGH}),
    Belief(key="across-suits", lessons=("pure",), reads=_across_suits),
    Belief(key="same-card-sequence", lessons=("pure", "sets"), reads=_same_is_sequence),
    Belief(key="pair-is-meld", lessons=("sets",), reads=_pair_is_set),
    Belief(key="suit-twice", lessons=("sets",), changes={"melds.set_suits": SetSuits.NOT_ALL_ONE}),
    Belief(key="sets-of-five", lessons=("sets", "jokers"), changes={"melds.set_max": None}),
    Belief(key="sets-of-four", lessons=("sets",), changes={"melds.set_max": 4}),
    Belief(key="one-joker-only", lessons=("jokers",), changes={"melds.run_wilds": 1, "melds.set_wilds": 1}),
    Belief(key="two-jokers", lessons=("jokers",), changes={"melds.run_wilds": None, "melds.set_wilds": None}),
    Belief(key="joker-leaves-pure", lessons=("jokers",), reads=_joker_is_pure),
    Belief(key="joker-beside-pure", lessons=("jokers",), reads=_beside_is_pure),
    Belief(key="wild-itself-impure", lessons=("jokers",), reads=_wild_is_impure),
    Belief(key="rank-is-dublee", lessons=("twenty-one", "seeing"), changes={"melds.dublee_ranks": True}),
    Belief(key="joker-dublee", lessons=("twenty-one", "seeing"), changes={"melds.dublee_jokers": True}),
    Belief(key="same-meld-twice", lessons=("vazhushal",), changes={"melds.identical": True}),
    Belief(
        key="four-card-melds",
        lessons=("pure", "seeing"),
        changes={"melds.run_max": 14, "melds.set_max": 4},
        games=lambda book: book.melds.run_max < 4,
    ),
    # what one may do in a turn
    Belief(
        key="throw-back",
        lessons=("turn",),
        changes={"settlement.pick_up": PickingUp.FREE},
        games=lambda book: book.settlement.pick_up is PickingUp.FREE_BUT_KEPT,
    ),
    Belief(
        key="take-any",
        lessons=("turn", "seeing", "vazhushal"),
        changes={"settlement.pick_up": PickingUp.FREE},
        games=lambda book: book.settlement.pick_up not in (PickingUp.FREE, PickingUp.FREE_BUT_KEPT),
    ),
    Belief(
        key="drop-any-time",
        lessons=("drop",),
        changes={"procedure.dropping": Dropping.ANY_TIME},
        games=lambda book: book.procedure.dropping is Dropping.BEFORE_DRAWING,
    ),
    # money
    Belief(
        key="drop-costs-hand",
        lessons=("drop",),
        changes={"penalties.first_drop": 0},  # the task of settling counts the hand instead
        games=lambda book: book.penalties.first_drop is not None,
    ),
    Belief(
        key="value-cards-from-dropped",
        lessons=("round",),
        changes={"penalties.last_player_wins": False},  # the task of settling lets who dropped pay instead
        games=lambda book: book.bonus is not None and book.penalties.first_drop is not None,
    ),
    Belief(
        key="maal-unseen",
        lessons=("round",),
        changes={"bonus.only_if_seen": False},
        games=lambda book: book.bonus is not None and book.bonus.only_if_seen,
    ),
    Belief(key="no-half", lessons=("round",), changes={"penalties.before_first_move": None}),
    # wild cards
    Belief(key="only-turned-card", lessons=("wild",), wild=_only_turned),
    Belief(key="neighbours-wild", lessons=("wild",), wild=_with_neighbours),
    Belief(key="whole-rank", lessons=("wild",), changes={"wilds.ranks": WildRanks.ALL_SUITS}),
    Belief(key="wrong-colour", lessons=("wild", "vazhushal"), changes={"wilds.ranks": WildRanks.SAME_COLOUR}),
    Belief(key="printed-joker-nothing", lessons=("wild",), changes={"wilds.printed_counts_as": None}),
    Belief(key="printed-joker-aces", lessons=("wild",), changes={"wilds.printed_counts_as": CARDS[0]}),
    # what is needed
    Belief(key="no-pure-needed", lessons=("declare",), needs={"pure": 0}),
    Belief(key="one-sequence", lessons=("declare",), needs={"sequences": 1}),
    Belief(key="second-pure", lessons=("declare",), needs={"pure": 2}, stricter=True),
    Belief(key="two-pure-enough", lessons=("twenty-one", "twenty-seven"), needs={"pure": 2}),
    Belief(key="sets-stand-in", lessons=("declare",), reads=_sets_stand_in),
    Belief(key="no-long-sequence", lessons=("declare", "octro"), needs={"long_sequences": 0}),
    Belief(key="tunnela-not-pure", lessons=("twenty-one",), changes={"melds.tunnela_counts_pure": False}),
    Belief(key="tunnela-pure", lessons=("twenty-one", "twenty-seven"), changes={"melds.tunnela_counts_pure": True}),
    Belief(key="tunnela-is-meld", lessons=("sets",), changes={"melds.tunnela_from": 2}),
    Belief(key="seven-dublees", lessons=_MANY, needs={"dublees": 7}),
    Belief(key="six-jokers", lessons=_MANY, needs={"jokers": 6}),
    # what it costs
    Belief(key="jokers-cost", lessons=("points",), changes={"scoring.loose_wild": 10}, games=jokers_are_free),
    Belief(key="jokers-free", lessons=("vazhushal",), changes={"scoring.loose_wild": 0, "scoring.wild_at_face": False}),
    Belief(key="ace-is-one", lessons=("points",), changes={"scoring.ace": 1}),
    Belief(key="ace-is-eleven", lessons=("points",), changes={"scoring.ace": 11}),
    Belief(key="court-cards-dearer", lessons=("points",), changes={"scoring.ranks": (*range(2, 11), 11, 12, 13)}),
    Belief(key="no-cap", lessons=("loser",), changes={"scoring.cap": None}),
    Belief(key="no-minimum", lessons=("loser",), changes={"scoring.floor": 0}),
    Belief(key="pure-always-exempt", lessons=("loser",), exempt=(Kind.PURE_SEQUENCE,)),
    Belief(key="melds-always-exempt", lessons=("loser",), exempt=MELDS),
    Belief(key="nothing-exempt", lessons=("loser",), exempt=()),
    Belief(key="pure-not-exempt", lessons=("loser",), counts=(Kind.PURE_SEQUENCE,)),
    Belief(key="sets-exempt", lessons=("loser",), spares=(Kind.SET,)),
    Belief(key="referee-regroups", lessons=("loser", "declare", "vazhushal"), habit=("count", regroup)),
    # habits
    Belief(key="greedy-grouping", lessons=("regroup", "declare", "loser"), habit=("build", group_greedily)),
    Belief(key="throw-highest", lessons=("turn",), habit=("discard", throw_highest)),
    Belief(key="take-open-joker", lessons=("turn",), habit=("take?", take_joker)),
)
BY_KEY = {belief.key: belief for belief in (*BELIEFS, *BORROWED)}
_WHOLE = {"long-melds": "four-card-melds"}  # a rule of another game, and the belief that says it and more


@lru_cache(maxsize=1024)
def beliefs_of(lesson: str, rulebook: Rulebook | None = None) -> tuple[Belief, ...]:
    """The beliefs that a lesson treats.

    Args:
        lesson: the lesson's key.
        rulebook: the learner's game, for those that come from another one as well; None for the others alone.
    """
    own = tuple(belief for belief in BELIEFS if lesson in belief.lessons)
    if rulebook is None:
        return own
    believed = [belief.rulebook(rulebook) for belief in BELIEFS]
    listed = [replace(book, key=rulebook.key) for book in believed if book is not rulebook]
    borrowed = [
        belief for belief in list_borrowed(rulebook) if lesson in belief.lessons and not _is_part(belief, rulebook)
    ]
    return own + tuple(one for one in borrowed if replace(one.rulebook(rulebook), key=rulebook.key) not in listed)


def _is_part(belief: Belief, rulebook: Rulebook) -> bool:
    """Whether a belief from another game is a part of a known one that can arise in the game."""
    whole = _WHOLE.get(belief.key.partition(":")[2])
    return whole is not None and BY_KEY[whole].changes_anything(rulebook)
