"""What is asked of a hand: routes, the states of their requirements, and the answer to a route.

A route is one question: which groups must be there, what counts, whether all must be melded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from ..game.cards import Card
from ..game.rules import MELDS, Kind, Needs
from ..referee.grammar import COPIES, PAIR
from ..referee.held_melds import DUBLEE, FLAGS, KIND_BITS, Form
from .bitpack import States
from .branch_and_bound import Search
from .joker_placement import Layout

TIE: Final = 64  # a point outweighs any number of loose cards
_MELD_BITS: Final = sum([KIND_BITS[kind] for kind in MELDS])
_RARE_FIRST: Final = (0, 3, 2, 1, 4)  # what may be asked for: pure sequences, tunnelas, long sequences, any, dublees
_NUMBERS: dict[Needs, int] = {}
_NOTHING: Final = Needs()


def bits_of(kinds: Sequence[Kind]) -> int:
    """Some kinds of groups, a bit each."""
    return sum([KIND_BITS[kind] for kind in kinds])


@lru_cache(maxsize=256)
def need_states(needs: Needs, once: int = 0, paid: int = 0) -> States:
    """The states of some requirements: what is still wanted of each sort, which of ``once`` melds are allowed.

    Flags 0 to 7 are those of ``FLAGS``; flag ``8 * i + j`` is flag j of a meld that may be laid once, the i-th. A state
    also counts down from ``paid``: flag ``8 * (once + 1) * k + i`` is flag i of a meld with k jokers that are paid for.
    """
    want = (needs.pure, needs.sequences, needs.long_sequences, needs.tunnelas, needs.dublees)
    states = list(product(*(range(count + 1) for count in want)))  # the first is all zeros: everything met
    number = {state: i for i, state in enumerate(states)}
    trans, first = [], []
    for state, allowed, left in product(states, range(1 << once), range(paid + 1)):
        row = []
        for k, i in product(range(paid + 1), range(once + 1)):
            bit = 1 << i - 1 if i else 0
            for flag in FLAGS:
                after = number[tuple(max(0, have - add) for have, add in zip(state, flag, strict=True))]
                after = ((after << once) + (allowed & ~bit)) * (paid + 1) + left - k
                row.append(after if allowed & bit == bit and k <= left else -1)
        trans.append(row)
        sort = next((sort for sort in _RARE_FIRST if state[sort]), 0)
        first.append([flag[sort] > 0 for flag in FLAGS] * ((paid + 1) * (once + 1)))
    copies = [(state[4], state[3]) for state in states] if needs.tunnelas or needs.dublees else []
    each = (paid + 1) << once
    need = (number[want] + 1) * each - 1
    return States(need, each, trans, first, copies if each == 1 else [], {})


@lru_cache(maxsize=64)
def states_with_points(needs: Needs, most: int, once: int = 0, paid: int = 0) -> States:
    """The states of ``need_states``, each with every number of points that cards left over may still have.

    The flags after those of melds: a loose card of 0 to ``most`` points, one of more, which is never allowed, and a
    dublee of 0 to ``most`` points that is left over.
    """
    plain, each = need_states(needs, once, paid), most + 1
    trans = []
    for row, left in product(plain.trans, range(each)):
        kept = [after * each + left if after >= 0 else -1 for after in row]
        state, pair = kept[0], kept[DUBLEE]
        kept += [state - cost if cost <= left else -1 for cost in range(each + 1)]
        trans.append(kept + [pair - cost if cost <= left and pair >= 0 else -1 for cost in range(each)])
    first = [row + [False] * (each + 1) + [row[DUBLEE]] * each for row in plain.first for _ in range(each)]
    copies = [copy for copy in plain.copies for _ in range(each)]
    return States(plain.need * each + most, plain.free * each, trans, first, copies, {})


class Route:
    """One question to the search.

    Attributes:
        needs: groups that must be there.
        exempt: kinds of groups whose cards cost nothing; None if no card costs points and loose cards are only counted.
        all_melded: whether nothing may be left over.
        most: the most points of the cards left over, where other cards cost points besides; else None.
        kept: the bits of the kinds of groups that are not left over then.
        states: the needs as states.
        number: equal needs have equal numbers.
        jokers: wild cards that must be laid by themselves.
        least: the fewest cards that the tunnelas, dublees and jokers asked for hold.
        rare: whether groups are asked for that not every game has.
        safe: the bits of the kinds exempt.
        pairs: whether dublees are groups.
        joker_groups: whether a group of jokers costs nothing.
    """

    def __init__(
        self,
        needs: Needs = _NOTHING,
        exempt: tuple[Kind, ...] | None = None,
        all_melded: bool = False,
        most: int | None = None,
        kept: Sequence[Kind] = (),
    ) -> None:
        self.needs = needs
        self.exempt = exempt
        self.all_melded = all_melded
        self.most = most
        self.kept = bits_of(kept)
        self.states = need_states(needs)
        self.number: int = _NUMBERS.setdefault(needs, len(_NUMBERS))
        self.dublees: int = needs.dublees
        self.jokers: int = needs.jokers
        self.least: int = COPIES * needs.tunnelas + PAIR * needs.dublees + needs.jokers
        self.rare: bool = self.least > 0 or needs.long_sequences > 0
        self.anything: bool = self.states.need < self.states.free and not needs.jokers
        self.is_any: bool = self.anything and exempt is None and not all_melded
        self.pairs_only: bool = not (needs.pure or needs.sequences or needs.long_sequences or needs.tunnelas)
        self.safe = bits_of(exempt or ())
        self.all_exempt: bool = exempt == MELDS
        self.pairs: bool = self.dublees > 0 or (Kind.DUBLEE in (exempt or ()) and not all_melded)
        self.joker_groups: bool = Kind.JOKERS in (exempt or ())


class Solution:
    """The answer to a route.

    Attributes:
        cost: points before limits times 64 plus the natural cards left loose.
        forms: the melds as the search chose them, before spare jokers found a place.
        absorb: whether the room for spare jokers was part of the search.
    """

    def __init__(
        self, layout: Layout, loose: tuple[Card, ...], cost: int, forms: list[Form], route: Route, absorb: bool
    ) -> None:
        self.layout = layout
        self.loose = loose
        self.cost = cost
        self.forms = forms
        self.route = route
        self.absorb = absorb
        self.search: Search | None = None

    def shown_twice(self) -> tuple[tuple[int, ...], ...]:
        """What two or more of the melds show alike, as far as it is known where their wild cards stand."""
        melds = [form.meld for form in self.forms if form.kinds & _MELD_BITS and (form.meld.shows or not form.called)]
        alike = [tuple(sorted(meld.shows or meld.uses)) for meld in melds]
        return tuple([shows for shows in dict.fromkeys(alike) if alike.count(shows) > 1])

    @property
    def raw(self) -> int:
        """Points before limits, 0 where the route counts none."""
        return self.cost // TIE
