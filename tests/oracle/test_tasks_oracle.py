"""The tutor's tasks held against the oracle: what it finds right is accepted, and other answers are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from rummy_tutor import RULEBOOKS, Rulebook
from rummy_tutor.tutor.judging import judge_answer
from rummy_tutor.tutor.lessons import list_lessons
from rummy_tutor.tutor.planting import make_task
from rummy_tutor.tutor.tasks import Task, TaskError, list_kinds
from tests.oracle import cpsat, rules
from tests.oracle.distance_model import cpsat_distance
from tests.oracle.rounds import Player, settle_again, worth

KEYS = list(RULEBOOKS)
ZERO_SUM = [key for key in KEYS if key != "vazhushal-13"]


def list_tasks(rulebook: Rulebook, kind: str, asked: tuple[str | None, ...], seeds: int) -> Iterator[Task]:
    """Tasks of a kind, of every lesson that has it, that ask one of some questions: None for the kind's own."""
    for lesson in list_lessons(rulebook):
        for seed in range(seeds) if kind in list_kinds(lesson, rulebook) else ():
            try:
                task = make_task(rulebook, lesson.key, kind, seed, 1 + seed % 3)
            except TaskError:
                continue  # the game has no such question in this lesson
            if task.asked in asked:
                yield task


def read_task(task: Task) -> tuple[str, list[list[str]], str | None, int]:
    """The cards of a task and its table, as the oracle wants them."""
    turned = None if task.turned is None else str(task.turned)
    return task.rulebook.key, [list(map(str, group)) for group in task.groups], turned, task.players


def hold_cards(task: Task) -> tuple[str, list[str], str | None, int]:
    """The same with the cards in one hand."""
    key, groups, turned, players = read_task(task)
    return key, sum(groups, []), turned, players


def count_points(task: Task) -> int:
    """What the oracle's referee counts a hand to."""
    found = rules.judge(*read_task(task))
    return found["score"] if found["points"] is None else found["points"]


def count_loose(task: Task) -> int:
    """What cards in no meld cost by the oracle."""
    key, cards, turned, _ = hold_cards(task)
    wild = rules.wild_types(key, turned)
    if key == "vazhushal-13":
        return sum(rules.held_value(card, wild) for card in cards)
    return sum(rules.value(rules.get_book(key), card, wild) for card in cards)


def count_exchanges(task: Task) -> int | None:
    """How many cards are to be exchanged until a hand declares, by the oracle's model of the whole pack."""
    return cpsat_distance(*hold_cards(task)).exchanges


def count_value_cards(task: Task) -> int:
    """What value cards earn by the oracle's table."""
    key, cards, turned, _ = hold_cards(task)
    return worth(key, turned, Player("lost", held=tuple(cards)))


COUNTS = [(count_points, None, 1), (count_loose, "loose", 3), (count_value_cards, "value-cards", 3)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("count", "asked", "seeds"), [*COUNTS, (count_exchanges, "exchanges", 1)])
def test_a_count_is_right_if_the_oracle_counts_so(
    key: str, count: Callable[[Task], int | None], asked: str | None, seeds: int
) -> None:
    """Points of a hand, of loose cards, of value cards and the distance: the oracle's figure alone is accepted."""
    for task in list_tasks(RULEBOOKS[key], "count", (asked,), seeds):
        wanted = count(task)
        assert wanted is not None
        accepted = [n for n in range(wanted - 12, wanted + 13) if judge_answer(task, n).right]
        assert accepted == [wanted], task


@pytest.mark.parametrize("key", KEYS)
def test_a_kind_of_group_is_right_if_the_oracle_reads_it_so(key: str) -> None:
    """Of all kinds that may be chosen the one is accepted that the oracle gives the group."""
    for task in list_tasks(RULEBOOKS[key], "classify", (None,), 2):
        rulebook, (group,), turned, players = read_task(task)
        kinds = [one.kind for one in rules.find_readings(rulebook, group, turned, players)]
        accepted = [one for one in task.choices if judge_answer(task, one).right]
        best = next(one for one in task.choices if one in kinds)  # they are told from the best to the worst
        assert accepted == [best], task


@pytest.mark.parametrize("key", KEYS)
def test_a_hand_declares_if_the_oracle_lets_it(key: str) -> None:
    """Whether a hand declares as it lies, may see the hidden card, or lies at its best is what the oracle says."""
    for task in list_tasks(RULEBOOKS[key], "declare?", (None, "best", "see"), 2):
        laid = rules.judge(*read_task(task))
        if task.asked is None:
            wanted = laid["declares"]
        else:
            best = cpsat.best(*hold_cards(task), loose=False)
            as_good = laid["score"] >= best["score"] and laid["declares"] >= best["declares"]
            wanted = best["seen"] if task.asked == "see" else as_good
        assert judge_answer(task, "yes" if wanted else "no").right, task
        assert not judge_answer(task, "no" if wanted else "yes").right, task


@pytest.mark.parametrize("key", KEYS)
def test_a_grouping_is_right_if_the_oracle_finds_none_better(key: str) -> None:
    """The tutor's own grouping is as good as the oracle's best, and the cards all loose are refused unless they are."""
    for task in list_tasks(RULEBOOKS[key], "build", (None,), 1):
        best = cpsat.best(*hold_cards(task), loose=False)
        own, loose = task.answer, [[str(card)] for card in task.cards]
        for groups in (own, loose):
            laid = rules.judge(key, groups, read_task(task)[2], task.players)
            as_good = laid["declares"] if best["declares"] else laid["score"] >= best["score"]
            assert judge_answer(task, groups).right == as_good == (groups is own), task


@pytest.mark.parametrize("key", KEYS)
def test_a_repair_is_right_if_the_oracle_lets_it_declare(key: str) -> None:
    """The tutor's own layout declares by the oracle, the one to be repaired does not."""
    for task in list_tasks(RULEBOOKS[key], "repair", (None,), 1):
        rulebook, groups, turned, players = read_task(task)
        own = task.answer
        assert judge_answer(task, own).right and rules.judge(rulebook, own, turned, players)["declares"]
        assert not judge_answer(task, groups).right and not rules.judge(rulebook, groups, turned, players)["declares"]


def count_unmelded(task: Task) -> int:
    """What the cards cost that lie in no meld by the oracle."""
    key, groups, turned, players = read_task(task)
    kinds = {tuple(group): {one.kind for one in rules.find_readings(key, group, turned, players)} for group in groups}
    book, wild = rules.get_book(key), rules.wild_types(key, turned)
    loose = [card for group in groups if not kinds[tuple(group)] & set(rules.MELDS) for card in group]
    return sum(rules.value(book, card, wild) for card in loose)


def settle_by_oracle(task: Task) -> dict[str, int]:
    """What each player wins or loses by the oracle, value cards that are only counted taken for tiplus."""
    assert task.round is not None
    laid, turned = rules.judge(*read_task(task)), str(task.turned)
    players = {}
    for one in task.round["players"]:
        points, held = one.get("points", 0), ()
        seen = one["ending"] == "declared" or points == 3
        if one.get("bonus"):
            held = (turned,) * (1 + task.rulebook.bonus.cards[0].points.index(one["bonus"]))
        if "groups" in one and one["ending"].startswith("lost"):
            points, seen, held = laid["points"], bool(laid["seen"]), sum(map(tuple, one["groups"]), ())
            if one["ending"] == "lost-before-first-move" and task.rulebook.key == "paplu-13":
                points = count_unmelded(task)  # there this ending leaves melds out, whatever the hand lacks
        players[one["name"]] = Player(one["ending"], points, seen, held)
    return settle_again(task.rulebook.key, (), turned, players)[0]


@pytest.mark.parametrize("key", ZERO_SUM)
def test_a_settlement_is_right_if_the_oracle_settles_so(key: str) -> None:
    """What a player wins or loses is the oracle's net alone, and a table of points adds up if it is the oracle's."""
    tried = 0
    for task in list_tasks(RULEBOOKS[key], "settle", ("Asha", "Bela", "adds-up"), 4):
        nets = settle_by_oracle(task)
        if key == "rummy-21" and min(nets.values()) < -200:
            continue  # what is lost at most is no matter of this model
        tried += 1
        if task.asked == "adds-up":
            wanted: object = "yes" if task.round["nets"] == list(nets.values()) else "no"
            other: object = "no" if wanted == "yes" else "yes"
        else:
            wanted, other = nets[task.asked], nets[task.asked] + 1
        assert judge_answer(task, wanted).right and not judge_answer(task, other).right, task
    assert tried
