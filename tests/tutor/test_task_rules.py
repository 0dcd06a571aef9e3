"""What tasks may ask: questions whose right answer follows from what the course has told, in every game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.game.cards import CARDS, Card
from rummy_tutor.game.choices import MELDS, Kind
from rummy_tutor.game.table import set_table
from rummy_tutor.playing.sight import may_see
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.referee.value_cards import list_value_cards
from rummy_tutor.tutor.beliefs import BY_KEY as BELIEFS
from rummy_tutor.tutor.beliefs import kind_of
from rummy_tutor.tutor.judging import judge_answer, show_why, tell_reasons
from rummy_tutor.tutor.lessons import list_lessons, open_deal
from rummy_tutor.tutor.planting import make_task
from rummy_tutor.tutor.tasks import Task, list_kinds
from rummy_tutor.tutor.turns.hands import name_missing_of
from tests.finding import task_of


def make_tasks(key: str, kind: str, seeds: int, asked: str | None = None) -> Iterator[Task]:
    """Tasks of a kind of every lesson of a game that has it, with one question."""
    for lesson in list_lessons(RULEBOOKS[key]):
        if kind in list_kinds(lesson, RULEBOOKS[key]):
            for seed in range(seeds):
                task = task_of(key, lesson.key, kind, seed)
                if (task.asked or "").partition(" ")[0] == (asked or ""):
                    yield task


@pytest.mark.parametrize("key", RULEBOOKS)
def test_whoever_takes_suits_for_nothing_reads_cards_of_one_suit_rightly(key: str) -> None:
    """The belief that a sequence may change suits shows on groups of several suits alone, as long as sequences are."""
    deal, belief = open_deal(RULEBOOKS[key]), BELIEFS["across-suits"]
    for low in range(10):
        for size in (3, 4):
            same, mixed = CARDS[low : low + size], (*CARDS[low : low + size - 1], CARDS[13 + low + size - 1])
            assert belief.kind(same, deal) is kind_of(same, deal)
            assert (belief.kind(mixed, deal) is Kind.PURE_SEQUENCE) == (size <= deal.rulebook.melds.run_max)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_group_to_be_spotted_breaks_a_rule(key: str) -> None:
    """Of several groups just one is nothing that the game knows, and the verdict says why."""
    for task in make_tasks(key, "spot", 24):
        wrong = [str(at) for at, group in enumerate(task.groups, 1) if kind_of(group, task.deal) is Kind.INVALID]
        assert len(wrong) == 1 and judge_answer(task, wrong[0]).right
        assert judge_answer(task, wrong[0]).reasons


@pytest.mark.parametrize("key", ["rummy-21", "paplu-21", "marriage-21"])
def test_the_lesson_on_declaring_asks_about_the_way_it_tells(key: str) -> None:
    """Before the lesson about several ways no hand declares in another way than the first."""
    first = RULEBOOKS[key].objectives[0].name
    for seed in range(60):
        task = task_of(key, "declare", "declare?", seed)
        assert score_arrangement(task.groups, task.deal).objective in (None, first)


@pytest.mark.parametrize("key", ["rummy-21", "paplu-21", "paplu-27"])
def test_the_open_card_of_a_task_is_no_value_card(key: str) -> None:
    """Whether to take a card that earns points from every opponent is another question than whether it fits."""
    for task in make_tasks(key, "take?", 8):
        assert task.open not in list_value_cards(set_table(task.rulebook, task.turned, task.players))


@pytest.mark.parametrize("key", ["gorummy-13"])
def test_cards_are_one_short_only_where_the_card_they_lack_is_not_there(key: str) -> None:
    """Of 8 9 10 J of a suit with a card that spoils them, nobody is told that 8 and 9 lack a card."""
    named = 0
    for task in make_tasks(key, "repair", 12):
        near = [one for one in name_missing_of(task.groups, task.deal) if one.key == "missing.near"]
        named += len(near)
        for one, other in (told.values["cards"] for told in near):
            kinds = [kind_of(group, task.deal) for group in task.groups]
            loose = [
                card for group, kind in zip(task.groups, kinds, strict=True) if kind not in MELDS for card in group
            ]
            around = CARDS[max(one.index - 1, 0) : other.index + 2]
            assert all(kind_of((one, other, card), task.deal) not in MELDS for card in {*around} & {*loose})
    assert named


def test_jokers_laid_together_are_said_to_be_too_few() -> None:
    """Nine of ten jokers may be read as a sequence; what is told is that one is missing, and no word of tunnelas."""
    task = make_task("paplu-27", "twenty-seven", "declare?", 1, 2)
    (told,) = name_missing_of(task.groups, task.deal)
    assert told.key == "missing.jokers" and told.values == {"n": 9, "wanted": 10}


def test_groups_that_are_no_second_grouping_are_told_what_is_wrong() -> None:
    """Two loose cards laid together are no meld; nobody is told that more cards lie loose."""
    seeds = (make_task("gorummy-13", "regroup", "build", seed) for seed in range(40))
    for task in (one for one in seeds if one.asked == "second"):
        groups = task.answer
        assert isinstance(groups, list)
        loose = [group[0] for group in groups if len(group) == 1]
        if len(loose) > 1:
            laid = [group for group in groups if len(group) > 1] + [loose[:2]] + [[card] for card in loose[2:]]
            keys = [one.key for one in tell_reasons(task, laid)]
            if keys != ["because.second:declares"]:
                assert keys == ["because.second:no-meld"]
                return
    raise AssertionError("no such task")


@pytest.mark.parametrize("key", ["rummy-21", "paplu-13"])
def test_the_card_that_a_joker_stands_for_is_the_one_the_referee_names(key: str) -> None:
    """Where a group can be read in two ways, what the verdict says of the joker fits the right answer."""
    for seed in range(12):
        task = task_of(key, "regroup", "complete", seed)
        joker = Card.parse(str(task.asked).partition(" ")[2])
        wilds = score_arrangement(task.groups, task.deal).groups[0].wilds
        assert task.answer in [str(one.stands_for) for one in wilds if one.card == joker]


def test_who_asks_to_see_the_tiplu_has_drawn_and_laid_his_melds_out() -> None:
    """The question is put after the draw, the cards lie as they are judged, and what is shown afterwards is no less."""
    book = RULEBOOKS["marriage-21"]
    for seed in range(16):
        task = task_of(book.key, "seeing", "declare?", seed)
        right = task.answer
        assert len(task.cards) == book.deal + 1
        assert score_arrangement(task.groups, task.deal).seen == may_see(task.cards, task.deal) == (right == "yes")
        told = show_why(task, "no" if right == "yes" else "yes")
        assert told is not None
        laid, shown = (
            sum(kind_of(group, task.deal) in (Kind.PURE_SEQUENCE, Kind.TUNNELA) for group in groups)
            for groups in (task.groups, told.groups)
        )
        assert shown >= laid or right == "yes"
