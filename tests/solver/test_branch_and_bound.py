"""Shorter ways inside the solver: needs shown by hand, groups named at a glance, ties left after a while."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rummy_tutor import RULEBOOKS, Card, Hand, Rulebook, analyse
from rummy_tutor.game.rules import MELDS, Kind, Needs
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.referee.grammar import is_wrap
from rummy_tutor.referee.held_melds import FLAGS, PLAIN, flag_of
from rummy_tutor.referee.melds import list_readings
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.solver.best import find_best
from rummy_tutor.solver.bitpack import INFINITE
from rummy_tutor.solver.branch_and_bound import ENDINGS, Search, Spare
from rummy_tutor.solver.goals import Route, need_states
from rummy_tutor.solver.instance import Solver
from rummy_tutor.solver.question import Question
from tests import strategies

HARD = "AS 7S TS QS 3H 9H 9H JH 3D 7D 8D TD JD QD QD KD AC 2C 3C 4C 5C 7C 7C 8C 9C 9C TC KC"


def ready(hand: strategies.Dealt) -> tuple[tuple[Card, ...], Deal]:
    """A hand as the solver takes it."""
    turned = None if hand.turned is None else Card.parse(hand.turned)
    return tuple(map(Card.parse, hand.cards)), set_table(RULEBOOKS[hand.key], turned, hand.players)


def test_a_hard_hand_is_answered() -> None:
    """Three pure sequences of 28 cards, where the search looks at many positions."""
    deal = set_table(RULEBOOKS["paplu-27"], Card.parse("9C"), 4)
    solver = Solver(Hand.parse(HARD).cards, deal)
    answer = solver.solve(Route(Needs(pure=3), MELDS))
    assert answer.raw == 42
    assert sum(group.kind is Kind.PURE_SEQUENCE for group in answer.layout.groups()) >= 3


@pytest.mark.parametrize(
    ("turned", "text", "points"),
    [
        ("9C", HARD, 42),
        ("PJ", "AS 2S 9S TS JS JS QS KS 3H 7H 9H TH JH AD 5D 8D 9D TD JD JD QD 2C 9C TC JC JC JC KC", 2),
        ("8H", "AS 2S 4S 4S 6S TS QS 2H 3H 4H 5H 5H 6H 6H 7H 8H 9H TH 3D 4D 4D 4D 6D 8D AC 4C TC KC", 55),
    ],
)
def test_cards_that_can_no_longer_show_what_is_asked_are_not_searched(turned: str, text: str, points: int) -> None:
    """Where three pure sequences are hard to find, what cannot lead to them is left at once."""
    solver = Solver(Hand.parse(text).cards, set_table(RULEBOOKS["paplu-27"], Card.parse(turned), 3))
    answer = solver.solve(Route(Needs(pure=3), MELDS))
    assert answer.raw == points
    assert answer.search.positions < 5_000  # 21,000 to 300,000 without looking ahead


def test_an_outlook_says_no_only_where_the_needs_cannot_be_met() -> None:
    """Also once it may look at no further positions; then it says yes where it does not know."""
    unsure = 0
    for hand in strategies.mixed_hands("octro-13", 40, "outlook"):
        solver = Solver(*ready(hand))
        route = Route(Needs(pure=1, sequences=3))
        whole, need = (solver.packed.rem, solver.wilds), route.states.need
        known = solver.outlook(route).may_meet(*whole, need)
        hurried = Solver(*ready(hand)).outlook(route)
        hurried.steps = -3
        assert hurried.may_meet(*whole, need) >= known
        unsure += hurried.steps < 0 and not known
    assert unsure > 5


@pytest.mark.parametrize("key", strategies.KEYS)
def test_needs_shown_by_hand_are_those_that_the_kernel_finds(key: str) -> None:
    """Trying melds in turn says the same of every need as a search in which nothing costs anything."""
    asked = [Needs(pure=1, sequences=2), Needs(pure=2), Needs(pure=3), Needs(sequences=3), Needs(pure=1, tunnelas=1)]
    seen = set()
    for hand in strategies.mixed_hands(key, 40, "needs"):
        cards, deal = ready(hand)
        solver = Solver(cards, deal)
        nought = [0] * (solver.naturals + 1)
        for needs in asked:
            route = Route(needs)
            throw = nought if solver.throws else []
            search = Search(
                solver.packed,
                solver.columns,
                solver.wild_columns,
                nought,
                [PLAIN] * len(nought),
                nought,
                solver.wilds,
                route.states,
                Spare(0),
                throw,
                INFINITE,
                False,
                solver.outlook(route),
            )
            assert solver.can_meet(route) == (search.run(0)[0] == 0), (hand, needs)
            seen.add(solver.can_meet(route))
    assert seen == {True, False}


@pytest.mark.parametrize("key", ["vazhushal-13", "paplu-21", "paplu-27"])
def test_groups_named_at_a_glance_are_those_a_referee_names(key: str) -> None:
    """Where wild cards can be read in several ways, the answer's groups are the verdict on the answer as laid."""
    for hand in strategies.mixed_hands(key, 150, "names"):
        cards, deal = ready(hand)
        best = find_best(cards, deal)
        laid = score_arrangement(best.as_laid(), deal)
        assert best.groups == laid.groups[: len(best.groups)], hand
        assert best.declares == laid.declares


@pytest.mark.parametrize("key", ["gorummy-13", "octro-13", "marriage-21"])
def test_jokers_of_runs_placed_at_a_glance_are_placed_as_a_referee_reads_them(key: str) -> None:
    """A group with jokers is its likeliest reading, also where that was not asked for."""
    placed = 0
    for hand in strategies.mixed_hands(key, 150, "glance"):
        cards, deal = ready(hand)
        for group in find_best(cards, deal).groups:
            if group.wilds:
                reading = list_readings(group.cards, deal)[0]
                shown = sorted(wild.stands_for for wild in group.wilds)
                assert (group.kind, shown) == (reading.kind, sorted(w.stands_for for w in reading.wilds)), (hand, group)
                placed += 1
    assert placed > 100


def test_a_tie_among_many_wild_cards_is_left_after_a_while() -> None:
    """With sixteen wild cards a tie would take longer than the question itself; the answer costs the same."""
    text = "AS AS AS 2S 2S 3S 3S 3S 4S 4S 4S QS KS KS KS AD AD AD 3D 3D 3D 4D 4D 4D KD KD KD PJ"
    deal = set_table(RULEBOOKS["paplu-27"], Card.parse("PJ"), 3)
    solver = Solver(tuple(map(Card.parse, text.split())), deal)
    answer = solver.solve(Route(Needs(tunnelas=3), None, True))
    refined = solver.refine(answer, [])
    assert refined.cost == answer.cost == 0
    assert refined.search is not answer.search
    assert refined.search.endings <= ENDINGS * (refined.search.limit + 1) + 1


@pytest.mark.parametrize("limit", [1, 3, 10, 40, 150])
def test_a_search_of_few_positions_ends(limit: int) -> None:
    """Cut off anywhere a search gives moves that cost what it says, or none; never less than the best."""
    ended = set()
    for hand in strategies.mixed_hands("paplu-27", 30, "few"):
        cards, deal = ready(hand)
        route = Route(Needs(), MELDS)
        best, _ = Question(Solver(cards, deal), route, False).open(INFINITE).run(INFINITE - 1)
        cost, moves = Question(Solver(cards, deal), route, False).open(limit).run(INFINITE - 1)
        assert cost >= best and (cost < INFINITE or not moves)
        ended.add(cost < INFINITE)
    assert False in ended or limit >= 40


def three_jokers(key: str) -> Rulebook:
    """A rulebook of seven cards in which three jokers declare."""
    book = RULEBOOKS[key]

    def ease(record):
        return replace(record, needs=Needs(jokers=3)) if record.needs.jokers else record

    return replace(
        book,
        key=f"{key} with three jokers",
        deal=6,
        objectives=tuple(map(ease, book.objectives)),
        scoring=replace(book.scoring, tiers=tuple(map(ease, book.scoring.tiers))),
    )


@pytest.mark.parametrize("key", ["rummy-21", "paplu-21", "paplu-27"])
@pytest.mark.parametrize(
    "cards",
    [
        "KS AS 2S 5H 9D 7C",
        "KS AS 2S PJ 9D 7C",
        "KS AS 2S 9D 9C 9H",
        "KS AS 2S PJ 9D 9C",
        "KS AS 2S PJ 9D 9C KH",
        "KS AS 2S 9D 9C KH 4D",
        "KS AS 2S KS 9D 9C 4D",
    ],
)
def test_king_ace_and_two_are_no_group_of_jokers_either(key: str, cards: str) -> None:
    """Three wild cards that are K, A and 2 of one suit are never laid as one group, and never declare as one (R29)."""
    book = three_jokers(key)
    best = analyse(cards, book, "AS", 4).best
    assert not any(is_wrap(group.cards) for group in best.groups)
    laid = analyse(Hand.of_groups(best.as_laid()), book, "AS", 4).arranged
    assert (laid.points, laid.declares, laid.objective) == (best.points, best.declares, best.objective)


def test_another_joker_takes_the_place_of_one_of_king_ace_and_two() -> None:
    """A joker that a set holds is as good there as a king, so the three that are left declare."""
    best = analyse("KS AS 2S PJ 9D 9C", three_jokers("rummy-21"), "AS", 4).best
    assert best.objective == "jokers"
    groups = {group.kind: sorted(map(str, group.cards)) for group in best.groups}
    assert groups[Kind.SET] != ["9C", "9D", "PJ"]
    assert "PJ" in groups[Kind.JOKERS]
    assert not analyse("KS AS 2S 5H 9D 7C", three_jokers("rummy-21"), "AS", 4).best.declares


@pytest.mark.parametrize(("more", "places"), [(False, [8, 11, 12, 14, 15, 16]), (True, [*range(8, 17)])])
def test_places_are_counted_that_melds_can_fill(more: bool, places: list[int]) -> None:
    """Two long sequences of four with sets of three and four fill 8, 11 or 12 places, but not 13; some may be left."""
    sizes = [0] * len(FLAGS)
    sizes[flag_of(Kind.SET, 3, False)] = 1 << 3 | 1 << 4
    sizes[flag_of(Kind.IMPURE_SEQUENCE, 4, False)] = 1 << 4
    states = need_states(Needs(long_sequences=2))
    fits = states.fitting(tuple(sizes), more)[states.need]
    assert [number for number in range(17) if fits >> number & 1] == places
