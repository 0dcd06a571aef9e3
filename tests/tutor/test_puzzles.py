"""Puzzles: verified when they are made, judged by the engine, measured, and told in words."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import RULEBOOKS, get_rulebook
from rummy_tutor.game.cards import Card
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.solver.all_best import find_optima
from rummy_tutor.tutor.puzzles.difficulty import LEVELS, Difficulty
from rummy_tutor.tutor.puzzles.generated import make_puzzle
from rummy_tutor.tutor.puzzles.greedy import group_greedily
from rummy_tutor.tutor.puzzles.kinds import MADE, ON_TABLE, kind_of, list_goals
from rummy_tutor.tutor.puzzles.kinds import judge_puzzle as judge
from rummy_tutor.tutor.puzzles.kinds.layouts import find_hints, list_one_moves
from rummy_tutor.tutor.puzzles.kinds.turns import list_discards, rank_discard
from rummy_tutor.tutor.puzzles.ladder import list_ladder, make_near, next_key, open_puzzle, puzzle_of_day
from rummy_tutor.tutor.puzzles.puzzle import Goal, Puzzle, PuzzleError, one_move_from, same_groups
from rummy_tutor.tutor.puzzles.record import MOST, Record, read_record
from rummy_tutor.tutor.puzzles.sources import NAMED
from rummy_tutor.tutor.puzzles.telling import explain_puzzle, tell_question, tell_title
from rummy_tutor.wording.speech import say

USUAL = [(goal, key) for key, book in RULEBOOKS.items() if book.deal <= 21 for goal in list_goals(book)]


def solve(puzzle: Puzzle) -> object:
    """A right answer."""
    return kind_of(puzzle).solve(puzzle)


def measure(puzzle: Puzzle) -> Difficulty:
    """How hard it is."""
    return kind_of(puzzle).measure(puzzle)


def list_hints(puzzle: Puzzle) -> tuple[str, ...]:
    """All its hints."""
    return kind_of(puzzle).list_hints(puzzle)


def wrong_answers(puzzle: Puzzle) -> list[object]:
    """Answers that are wrong: the cards as they lie, all of them apart, every other choice."""
    if puzzle.goal in ON_TABLE:
        layouts = [puzzle.groups, tuple((card,) for card in puzzle.cards)]
        return [[[str(card) for card in group] for group in laid] for laid in layouts]
    right = solve(puzzle)
    assert isinstance(right, list)
    if puzzle.goal is Goal.ALLOW:
        return [[], right[:-1], [*right, *[one for one in puzzle.choices if one not in right][:1]]]
    return [one for one in puzzle.choices if one not in right]


def is_the_only_answer(puzzle: Puzzle) -> bool:
    """Whether no other answer is as good, by a search of its own kind."""
    if puzzle.goal is Goal.ONE_MOVE:
        return len(list(list_one_moves(puzzle))) == 1
    if puzzle.goal in (Goal.GROUP, Goal.REPAIR):
        return find_optima(puzzle.cards, puzzle.deal, limit=2).unique is True
    if puzzle.goal is Goal.SECOND:
        return len(find_optima(puzzle.cards, puzzle.deal, limit=3).groupings) == 2
    if puzzle.goal is Goal.THROW:
        first, second = list_discards(puzzle)[:2]
        return rank_discard(first) < rank_discard(second)
    return True


@settings(max_examples=18)
@given(st.sampled_from(USUAL), st.integers(0, 10_000))
def test_a_made_puzzle_is_verified(which: tuple[Goal, str], seed: int) -> None:
    """One answer alone is right, wrong ones are refused, the pack holds the cards, and the key opens the same one."""
    goal, key = which
    puzzle = make_puzzle(seed, goal, get_rulebook(key))
    assert judge(puzzle, solve(puzzle)).right
    for answer in wrong_answers(puzzle):
        assert not judge(puzzle, answer).right, answer
    assert is_the_only_answer(puzzle)
    held = Counter([*puzzle.cards, *filter(None, [puzzle.turned, puzzle.open])])
    assert all(count <= puzzle.deal.pack.copies(card) for card, count in held.items())
    assert open_puzzle(puzzle.key) == puzzle
    assert 1 <= measure(puzzle).level <= LEVELS


@settings(max_examples=8)
@given(st.sampled_from(USUAL), st.integers(0, 10_000))
def test_a_made_puzzle_is_told(which: tuple[Goal, str], seed: int) -> None:
    """It has a title, a question, at least one hint and a why, all of them sentences without a gap."""
    puzzle = make_puzzle(seed, which[0], get_rulebook(which[1]))
    told = [tell_title(puzzle), tell_question(puzzle), *list_hints(puzzle), *explain_puzzle(puzzle)]
    assert len(told) >= 4 and all(one and "{" not in one for one in told)


@pytest.mark.parametrize("key", NAMED)
def test_a_puzzle_of_the_sources_has_its_answer(key: str) -> None:
    """The engine's answer is right, the layout as printed is not, and it has words of its own."""
    puzzle = NAMED[key]
    assert judge(puzzle, solve(puzzle)).right
    assert not any(judge(puzzle, answer).right for answer in wrong_answers(puzzle) if answer not in _as_good(puzzle))
    assert tell_title(puzzle) and tell_question(puzzle) and list_hints(puzzle) and explain_puzzle(puzzle)


def _as_good(puzzle: Puzzle) -> list[str]:
    """Further right choices: any card that the table holds too often."""
    return [one for one in puzzle.choices if puzzle.goal is Goal.SURPLUS and judge(puzzle, one).right]


def test_the_figures_of_the_sources_hands() -> None:
    """What the published hands cost at best, and that X1 and X5 are decided by the engine."""
    costs = {"x2": 19, "x3": 22, "x6": 30, "a": 2, "b": 2}
    for key, points in costs.items():
        puzzle = NAMED[key]
        laid = solve(puzzle)
        assert isinstance(laid, list)
        groups = [tuple(Card.parse(card) for card in group) for group in laid]
        assert score_arrangement(groups, puzzle.deal).points == points
    assert solve(NAMED["x1"]) == ["2"] and judge(NAMED["x5"], "QD").right


def test_an_answer_as_good_as_ours_is_right() -> None:
    """X2 has two best groupings and X4 three joker moves; each of them is right."""
    x2 = NAMED["x2"]
    for best in find_optima(x2.cards, x2.deal).groupings:
        assert judge(x2, [[str(card) for card in group] for group in best.as_laid()]).right
    moves = list(list_one_moves(NAMED["x4"]))
    assert len(moves) == 3
    assert all(judge(NAMED["x4"], [[str(card) for card in group] for group in laid]).right for laid in moves)


def test_moving_more_than_asked_is_told() -> None:
    """A declaring layout that took several moves is not what was asked, and the sentence says why."""
    puzzle = NAMED["x4"]
    laid = ["9S TS JS", "6H 7H PJ PJ", "KH KS KD", "5S 5H 5D"]
    assert judge(puzzle, [group.split() for group in laid]).right
    far = ["9S TS JS PJ", "6H 7H PJ", "KH KS KD", "5S 5H 5D"]
    assert not judge(puzzle, [group.split() for group in far]).right
    more = [["9S", "TS", "JS"], ["6H", "7H", "PJ"], ["KH", "KS"], ["5S", "5H", "5D", "PJ"], ["KD"]]
    assert not judge(puzzle, more).right


def test_one_move_is_one_card() -> None:
    """Every layout found differs by one card that lies elsewhere, and none is found twice."""
    groups = NAMED["d"].groups
    found = one_move_from(groups)
    assert not any(same_groups(groups, one) for one in found)
    for laid in found:
        kept = sum((Counter(map(frozenset, groups)) & Counter(map(frozenset, laid))).values())
        assert kept >= len(groups) - 2


def test_a_hint_about_games_points_where_the_reason_is() -> None:
    """A group that it names is one for which a game refuses the hand; if there is none it says that too."""
    for key in ("allow.octro-13.2", "allow.paplu-13.4", "allow.rummy-21.5", "allow.marriage-21.5"):
        puzzle = open_puzzle(key)
        hint, why = list_hints(puzzle)[-1], " ".join(explain_puzzle(puzzle))
        group = hint.partition(": ")[2]
        assert f"because of {group}" in why if group else "because of" not in why


def test_a_worse_throw_is_told_beside_the_best() -> None:
    """Told wrong it is with the figure of each; the why lists the cards that help after each and names no list."""
    puzzle = open_puzzle("throw.gorummy-13.5")
    wrong = judge(puzzle, ["KS"])
    assert not wrong.right and "18 cards of the stock help you, after the best throw 23" in say(wrong.told)
    why = explain_puzzle(puzzle, ("KS",))
    assert why[0].startswith("Throw Q♠.") and "23 of 91 cards" in why[0] and "2 × 10♠" in why[0]
    assert why[1].startswith("K♠ is worse") and "18 of 91 cards" in why[1]
    assert "marked =" not in " ".join(why)
    keep, among = list_hints(puzzle)
    assert keep.startswith("Keep these groups") and "Q♠" in among and " or " in among


def test_hints_lead_to_the_answer() -> None:
    """With the groups of the hints laid, the greedy grouping of the rest is as good as the best."""
    for seed in range(6):
        puzzle = make_puzzle(seed, Goal.GROUP, get_rulebook("gorummy-13"))
        laid = solve(puzzle)
        assert isinstance(laid, list)
        hints = find_hints(puzzle, tuple(tuple(map(Card.parse, group)) for group in laid))
        rest = Counter(puzzle.cards)
        for group in hints:
            rest.subtract(group)
        laid = [*hints, *group_greedily(sorted(rest.elements()), puzzle.deal)]
        assert judge(puzzle, [[str(card) for card in group] for group in laid]).right


def test_the_ladder_climbs_and_its_figures_hold() -> None:
    """What is harder comes later, all goals and the sources' puzzles occur, and what was measured is measured again."""
    steps = list_ladder()
    totals = [total for _, total in steps]
    assert totals == sorted(totals) and len(dict(steps)) == len(steps)
    assert {key for key, _ in steps} >= {*NAMED}
    assert {key.partition(".")[0] for key, _ in steps if key not in NAMED} == set(map(str, MADE))
    assert all(measure(open_puzzle(key)).total == total for key, total in steps if key in NAMED)
    for key, total in [step for step in steps if step[0] not in NAMED][::8]:
        assert measure(open_puzzle(key)).total == total, key


def test_next_goes_on_without_end() -> None:
    """After a step comes the next one that is not solved, and after the ladder a new puzzle."""
    keys = [key for key, _ in list_ladder()]
    assert next_key(keys[0]) == keys[1]
    assert next_key(keys[0], {keys[1]: True}) == keys[2]
    new = next_key(keys[-1])
    assert new not in keys and judge(open_puzzle(new), solve(open_puzzle(new))).right
    assert next_key(new) != new


def test_the_puzzle_of_the_day_is_one_that_anybody_can_solve() -> None:
    """One day, one puzzle, an easy one of the usual game that its key opens; another day, another."""
    days = [puzzle_of_day(date(2026, 11, day)) for day in (22, 23, 24)]
    assert days[0] == puzzle_of_day(date(2026, 11, 22)) and len({day.key for day in days}) == 3
    for day in days:
        assert measure(day).level <= 2 and day.goal in ON_TABLE and open_puzzle(day.key) == day


@pytest.mark.parametrize("seed", range(1, 9))
def test_another_grouping_is_never_found_by_making_it_worse(seed: int) -> None:
    """In Marriage, where points are flat, each meld that lies there is needed; taken apart or shorter it is refused."""
    puzzle = make_puzzle(seed, Goal.SECOND, get_rulebook("marriage-21"))
    for at, group in enumerate(puzzle.groups):
        others = [*puzzle.groups[:at], *puzzle.groups[at + 1 :]]
        worse = [[*others, *((card,) for card in group)]]
        worse += [[*others, (card,), group[:place] + group[place + 1 :]] for place, card in enumerate(group)]
        for laid in worse if len(group) > 1 else []:
            assert not judge(puzzle, [[str(card) for card in one] for one in laid if one]).right


def test_a_new_puzzle_is_near_to_what_was_solved() -> None:
    """Who has solved little gets an easier one than chance gives, of the kind and the game wished."""
    levels = [measure(make_near(seed, (), "group", "gorummy-13")).level for seed in range(0, 60, 10)]
    usual = [measure(make_puzzle(seed, "group", get_rulebook("gorummy-13"))).level for seed in range(0, 60, 10)]
    assert sum(levels) < sum(usual)
    assert make_near(3, (), "take", "octro-13").key.startswith("take.octro-13.")


@pytest.mark.parametrize(
    "key", ["", "x7", "7.", "throw.gorummy-13.x", "throw.vazhushal-13.1", "sum.rummy-21.1", "9" * 30]
)
def test_what_is_no_puzzle_is_refused(key: str) -> None:
    """A key that names none is an error with a code."""
    with pytest.raises(PuzzleError) as caught:
        open_puzzle(key)
    assert caught.value.code == "no-such-puzzle" and str(caught.value)


@pytest.mark.parametrize("answer", [None, 7, [["7S"]], "7S", [["XX"]]])
def test_what_is_no_answer_is_refused(answer: object) -> None:
    """An answer of other cards, or of no cards, is an error with a code."""
    for key in ("x2", "x5"):
        with pytest.raises(PuzzleError) as caught:
            judge(NAMED[key], answer if key == "x2" else "XX")
        assert caught.value.code == "bad-answer" and str(caught.value)


def test_the_same_seed_gives_the_same_puzzle_in_another_process() -> None:
    """Nothing depends on the order of sets or the hashes of a process."""
    program = (
        "from rummy_tutor.tutor.puzzles.generated import make_puzzle\n"
        "print([str((p.key, p.groups, p.turned, p.open)) for p in map(make_puzzle, range(6))])"
    )
    told = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert told[0] == told[1]


def test_the_record_counts_what_is_solved_in_a_row() -> None:
    """Solved at the first try makes the row longer, a miss ends it, a hint does neither; each counts as solved."""
    record = Record().solve("a").solve("b").solve("b")
    assert (record.streak, record.longest) == (2, 2)
    record = record.miss("c").solve("c")
    assert (record.streak, record.longest, record.solved) == (0, 2, {"a": True, "b": True, "c": False})
    assert record.miss("a") == record and record.help("a") == record
    record = record.solve("d").help("e").solve("e").solve("f")
    assert (record.streak, record.solved["e"], record.solved["f"]) == (2, False, True)
    assert read_record(json.loads(json.dumps(record.to_dict()))) == record
    record = Record().miss("a").help("b").solve("a").solve("b")
    assert (record.streak, record.solved, record.failed) == (0, {"a": False, "b": False}, ())
    assert read_record({**Record().to_dict(), "failed": "a"}) == Record(failed=("a",))


@pytest.mark.parametrize(
    "values",
    [None, [], {}, {"format": "else"}, {**Record().to_dict(), "streak": 3}, {**Record().to_dict(), "solved": []}],
)
def test_a_damaged_record_is_none(values: object) -> None:
    """What is no record of ours is not taken for one."""
    assert read_record(values) is None


def test_a_damaged_key_costs_no_other_puzzle() -> None:
    """What makes no sense is left out of what is solved; of too many, the latest count."""
    values = Record().solve("a").to_dict()
    many = {f"p{n}": 1 for n in range(MOST + 5)}
    assert read_record({**values, "solved": {"a": 1, "b": 7, "c" * 99: 1}}) == Record().solve("a")
    found = read_record({**values, "solved": many})
    assert found is not None and list(found.solved) == list(many)[-MOST:]


def test_taking_or_leaving_says_what_is_better() -> None:
    """The question names both aims: nearer to declaring first, then fewer points."""
    asked = tell_question(open_puzzle("take.adgaming-13.3"))
    assert "nearer to declaring" in asked and asked.endswith("fewer points.")
