"""The cards that move from the learner's grouping to the best one: never more than are needed."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor.game.cards import Card, Hand
from rummy_tutor.page.pairing import pair_up
from rummy_tutor.page.state import Layout

TABLES = st.tuples(st.integers(0, 5), st.integers(0, 5)).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 6), min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
    )
)


def every_pairing(rows: int, columns: int) -> list[dict[int, int]]:
    """All ways to give rows a column of their own, as many as there can be."""
    if rows <= columns:
        return [dict(enumerate(chosen)) for chosen in permutations(range(columns), rows)]
    return [{row: column for column, row in enumerate(chosen)} for chosen in permutations(range(rows), columns)]


def least_moves(layout: Layout, groups: list[list[Card]]) -> int:
    """The fewest cards to move until a layout holds these groups, over every pairing of trays with groups."""
    held = [Counter(layout.cards[one] for one in tray) for tray in layout.trays]
    wanted = [Counter(group) for group in groups]
    free = Counter(layout.cards) - sum(wanted, Counter())
    loose = (Counter(layout.cards[one] for one in layout.loose) & free).total()
    together = max(
        sum((held[a] & wanted[b]).total() for a, b in pairs.items()) for pairs in every_pairing(len(held), len(wanted))
    )
    return len(layout.cards) - loose - together


@settings(max_examples=300)
@given(TABLES)
def test_pairs_share_as_much_as_any_pairing_does(shared):
    """Against every permutation: no other pairing shares more, nobody is paired twice or for nothing."""
    pairs = {row: column for row, column in enumerate(pair_up(shared)) if column is not None}
    columns = len(shared[0]) if shared else 0
    most = max(sum(shared[a][b] for a, b in one.items()) for one in every_pairing(len(shared), columns))
    assert sum(shared[a][b] for a, b in pairs.items()) == most
    assert len(set(pairs.values())) == len(pairs) and all(shared[a][b] for a, b in pairs.items())


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from([Card.parse(word) for word in ("5C", "6C", "7C", "PJ")]), min_size=1, max_size=9),
    st.lists(st.integers(0, 4), min_size=9, max_size=9),
    st.lists(st.integers(0, 4), min_size=9, max_size=9),
    st.permutations(range(9)),
)
def test_no_card_moves_that_need_not(cards, mine, theirs, order):
    """Against every pairing of trays with groups, with copies told apart by nothing: the fewest cards move."""
    trays = [[at for at in range(len(cards)) if mine[at] == tray] for tray in range(1, 5)]
    trays = [tray for tray in trays if len(tray) > 1]
    loose = [at for at in range(len(cards)) if not any(at in tray for tray in trays)]
    layout = Layout(cards=tuple(cards), trays=tuple(map(tuple, trays)), loose=tuple(loose))
    groups = [[cards[at] for at in order if at < len(cards) and theirs[at] == group] for group in range(1, 5)]
    groups = [group for group in groups if len(group) > 1]
    target = layout.arrange(groups)
    assert [[cards[one] for one in tray] for tray in target.trays] == groups
    assert len(layout.moves_to(target)) == least_moves(layout, groups)


@pytest.mark.parametrize(
    ("laid", "wanted", "count"),
    [
        # 3 in common is the most, and yet 2 + 2 is more than 3 + 0
        ("2H 3H 4H 9C 9D | 5H 5S", "2H 3H 4H 5H 5S | 9C 9D", 3),
        ("2H 3H 4H 7C 8C | 5H 6H 9S", "2H 3H 4H 5H 6H | 7C 8C 9S", 4),
        # one five may stay loose: the other one, in a group already, goes into the new one
        ("5C 8D 9D TD | 6C 7C KS | 5C", "5C 6C 7C | 8D 9D TD | 5C | KS", 2),
    ],
)
def test_moves_that_looked_needed(laid, wanted, count):
    """Hands in which pairing by the largest overlap, or taking the first copy, names a card too many."""
    layout = Layout.of_hand(Hand.parse(laid))
    groups = [list(group) for group in Hand.parse(wanted).groups if len(group) > 1]
    assert len(layout.moves_to(layout.arrange(groups))) == count == least_moves(layout, groups)


@pytest.mark.parametrize(
    ("laid", "wanted", "told"),
    [
        # one card joins a meld; four cards of no meld lie loose afterwards
        ("JC QC | KC 4D | 4S 4D 2S 3H | 7H 8H 9H", "JC QC KC | 7H 8H 9H", "KC"),
        ("7S 8S 9S KS | 2D 2H", "7S 8S 9S | 2D 2H", "KS"),  # a card leaves a meld that stays
        ("4S 4D 2S | 4H 9C", "4S 4D 4H", "2S 4H"),  # which leaves 9C alone
    ],
)
def test_a_card_that_is_in_no_meld_before_and_after_is_no_move(laid, wanted, told):
    """Only cards that join a group, or leave one that stays together, are pointed at."""
    layout = Layout.of_hand(Hand.parse(laid))
    target = layout.arrange([list(group) for group in Hand.parse(wanted).groups or (Hand.parse(wanted).cards,)])
    assert [str(layout.cards[one]) for one in layout.moves_to_show(target)] == told.split()
