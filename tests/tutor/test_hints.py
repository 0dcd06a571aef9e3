"""Hints: of every question that the lessons of every game ask, what is said holds and leads to the right answer."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.game.cards import Card
from rummy_tutor.game.rules import MELDS, Kind, Rest, SetSuits, WildRanks
from rummy_tutor.playing.moves import Phase
from rummy_tutor.referee.value_cards import list_value_cards
from rummy_tutor.tutor.beliefs import kind_of
from rummy_tutor.tutor.judging import give_hints
from rummy_tutor.tutor.lessons import BY_KEY, holds, list_lessons, name_value_cards
from rummy_tutor.tutor.tasks import Task, as_groups, list_kinds
from rummy_tutor.wording.speech import say
from tests.finding import task_of

SLOW = ("discard", "take?")  # kinds of which each task takes long to make
ASKED = {
    *("best", "see", "redeal", "exchanges", "value-cards", "loose", "one-card", "second", "joker", "come-back"),
    *("differ", "smallest", "nearest", "adds-up", "option"),
}


@cache
def list_tasks(key: str) -> tuple[Task, ...]:
    """Some tasks of each kind of each lesson of a game, at every level."""
    book = RULEBOOKS[key]
    return tuple(
        task_of(key, lesson.key, kind, seed)
        for lesson in list_lessons(book)
        for kind in list_kinds(lesson, book)
        for seed in range(1 if kind in SLOW else 8 if kind == "settle" else 4)
    )


def name(task: Task) -> str:
    """What a task asks besides its kind, in one word."""
    return str(task.asked or "").partition(" ")[0]


def choose(key: str, *asked: str) -> list[tuple[Task, str, str, tuple[Card, ...]]]:
    """The tasks of some kinds or questions, each with its two hints in words and the cards that are pointed at."""
    found = []
    for task in list_tasks(key):
        if task.kind in asked or name(task) in asked:
            general, pointed = give_hints(task)
            found.append((task, say(general.text), say(pointed.text), pointed.cards))
    return found


def test_every_question_of_the_course_is_among_the_tasks() -> None:
    """The tests below look at each other question that a kind of task may ask."""
    assert {name(task) for key in RULEBOOKS for task in list_tasks(key)} >= ASKED


@pytest.mark.parametrize("key", RULEBOOKS)
def test_each_task_has_two_hints(key: str) -> None:
    """The first hint is general, the second points at cards that are there; both are sentences."""
    for task in list_tasks(key):
        general, pointed = give_hints(task)
        there = Counter([*task.cards, *[card for card in (task.turned, task.open) if card is not None]])
        assert general.cards == () and (pointed.cards or task.asks == "yes-no"), task
        assert Counter(pointed.cards) <= there, task
        assert all(say(hint.text)[-1] in ".?" for hint in (general, pointed))


@pytest.mark.parametrize("key", RULEBOOKS)
def test_what_a_group_may_be_is_asked_by_the_hint(key: str) -> None:
    """Where identical cards, jokers alone or groups of three are an answer, the hint asks for them."""
    for task, general, _, _ in choose(key, "classify"):
        assert ("exactly the same" in general) == bool({*task.offered} & {Kind.TUNNELA, Kind.DUBLEE}), task
        assert ("jokers alone" in general) == (Kind.JOKERS in task.offered), task


@pytest.mark.parametrize("key", RULEBOOKS)
def test_no_hint_rules_out_the_card_that_completes_a_group(key: str) -> None:
    """The right card is of the rank, and where that is said of a suit not there; no joker is read out in order."""
    for task, _, pointed, cards in choose(key, "complete"):
        right, wild = Card.parse(str(task.answer)), task.deal.is_wild
        if "leave out" in pointed.lower() and not wild[right.index]:
            assert {card.index % 13 for card in cards} == {right.index % 13}, task
            assert right.suit not in {card.suit for card in cards} or "suit that is there" not in pointed, task
        if "leave out" in pointed.lower() and wild[right.index]:
            assert "wild card among the answers" in pointed, task
        if "aloud" in pointed:
            assert not any(wild[card.index] for card in cards) or task.asked == Kind.PURE_SEQUENCE, task
            assert name(task) != "joker"
    if RULEBOOKS[key].melds.set_suits is not SetSuits.DISTINCT:
        assert not any("suit that is there" in pointed for _, _, pointed, _ in choose(key, "complete"))


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_cards_a_hint_points_at_are_those_that_matter(key: str) -> None:
    """Value cards earn; cards that belong together lie so in the answer; the card to throw is not among those kept."""
    for task, _, _, cards in choose(key, "value-cards"):
        assert {*cards} <= {*list_value_cards(task.deal)}, task
    for task, _, pointed, cards in choose(key, "build", "repair"):
        laid = [Counter(group) for group in as_groups(task.answer)]
        assert "belong together" not in pointed or Counter(cards) in laid, task
        if "some of the groups" in pointed:
            shown = [group for group in as_groups(task.answer) if {*group} <= {*cards}]
            assert len(shown) >= 2 and Counter(cards) <= Counter(card for group in shown for card in group), task
        assert name(task) != "second" or Counter(cards) not in map(Counter, task.groups), task
    for task, _, pointed, cards in choose(key, "discard"):
        left = Counter(task.cards) - Counter([Card.parse(str(task.answer))])
        assert "fit together" not in pointed or Counter(cards) <= left, task
    for task, _, _, cards in choose(key, "redeal"):
        assert len(cards) == 2 and cards[0].rank == cards[1].rank, task


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_count_is_hinted_at_as_the_game_counts(key: str) -> None:
    """Where every hand costs a fixed number nothing is added up, and where melds earn it is not said that they cost."""
    for task, general, pointed, cards in choose(key, "count"):
        if name(task) in ("exchanges", "value-cards"):
            assert "add the others" not in pointed, task
        elif holds("flat", task.rulebook):
            assert "Only one thing counts" in general and "cost nothing" not in pointed, task
        elif holds("scored", task.rulebook):
            assert "cost nothing" not in general + pointed, task
        elif task.rulebook.scoring.tiers[-1].flat is not None and name(task) != "loose":
            assert "add the others" not in pointed, task
        if "lie in melds" in pointed:
            melded = [group for group in task.groups if kind_of(group, task.deal) in MELDS]
            assert Counter(cards) == Counter(card for group in melded for card in group), task


@pytest.mark.parametrize("key", RULEBOOKS)
def test_no_hint_names_dublees_or_groups_of_jokers_before_their_lesson(key: str) -> None:
    """Until then the first way to declare is told alone, and with it where every other card must lie in a meld."""
    book = RULEBOOKS[key]
    for task, general, _, _ in choose(key, "count", "declare?", "repair"):
        if BY_KEY[task.lesson].number < BY_KEY["twenty-one"].number:
            assert "dublee" not in general and "jokers in one group" not in general, task
            if task.kind == "repair" and not name(task):
                whole = book.objectives[0].rest is Rest.MELDED
                assert ("Every other card must lie in a " in general) is whole, task


@pytest.mark.parametrize("key", RULEBOOKS)
def test_comparing_is_hinted_at_by_its_own_question(key: str) -> None:
    """Of two games a group that both judge alike is named; of ways to declare no other game is spoken of."""
    for task, general, pointed, cards in choose(key, "differ", "nearest", "smallest"):
        answer = task.answer
        assert "Which games allow" not in pointed, task
        if name(task) == "differ":
            assert cards in task.groups and cards != task.groups[int(str(answer)) - 1], task
        if name(task) == "smallest":
            assert {*cards} <= {*as_groups(answer)[0]}, task
        if name(task) == "nearest":
            assert "Games differ" not in general, task


@pytest.mark.parametrize("key", RULEBOOKS)
def test_no_hint_makes_a_neighbour_wild_where_none_is(key: str) -> None:
    """Cards next to the turned one are named only where the game makes one of them wild."""
    wilds = RULEBOOKS[key].wilds
    for _, general, pointed, _ in choose(key, "mark"):
        assert "next to" not in general + pointed or {*wilds.offsets} - {0}
        assert "rank" not in pointed or wilds.ranks is not WildRanks.NONE


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_settlement_is_hinted_at_by_what_the_round_has(key: str) -> None:
    """Value cards are named where somebody has some; a hand is to be looked at only if its cards are counted."""
    for task, general, pointed, _ in choose(key, "settle"):
        assert task.round is not None
        players = task.round["players"]
        named = str(say(name_value_cards(task.rulebook))) in general
        assert named == (task.asks == "number" and any("bonus" in one for one in players)), task
        endings = [one["ending"] for one in players if "groups" in one]
        counted = all(ending.startswith("lost") for ending in endings) and not holds("games counted", task.rulebook)
        assert task.asks == "yes-no" or pointed.startswith("Look at") == counted, task


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_hint_on_moves_fits_the_part_of_the_round(key: str) -> None:
    """Before play nobody draws, melds or throws yet."""
    for task, general, _, _ in choose(key, "move"):
        assert task.turn is not None
        assert ("first draw" in general) <= (task.turn.phase is not Phase.BEFORE_PLAY), task
