"""No task needs what no lesson of its game has told yet: ways to declare, to cost little, to see the turned card."""

from __future__ import annotations

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.distance.distance import find_distance
from rummy_tutor.game.messages import Items
from rummy_tutor.game.rules import SEQUENCES, Kind, Rulebook, Tier
from rummy_tutor.page.learn.view import draw_note
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.solver.best import find_best
from rummy_tutor.tutor.beliefs import kind_of
from rummy_tutor.tutor.kinds.games.apart import open_deals
from rummy_tutor.tutor.lessons import BY_KEY, holds, list_lessons
from rummy_tutor.tutor.tasks import list_kinds
from rummy_tutor.tutor.worked.steps import list_steps
from rummy_tutor.wording.describe import describe
from rummy_tutor.wording.levels import find_tier, list_asked
from rummy_tutor.wording.speech import say
from tests.finding import task_of

SEVERAL_WAYS = [key for key, book in RULEBOOKS.items() if len(book.objectives) > 1]


@pytest.mark.parametrize("key", SEVERAL_WAYS)
def test_before_the_lesson_on_dublees_no_hand_is_best_laid_for_them(key: str) -> None:
    """Until dublees, tunnelas and jokers are told of, a hand declares in the first way, and they make none cheap."""
    book = RULEBOOKS[key]
    first = book.objectives[0].name
    special = {tier.code for tier in book.scoring.tiers if tier.needs.dublees or tier.needs.jokers}
    for lesson in list_lessons(book):
        if lesson.number >= BY_KEY["twenty-one"].number:
            break
        for kind in {"count", "declare?", "build", "repair"} & {*list_kinds(lesson, book)}:
            for seed in range(6):
                task = task_of(key, lesson.key, kind, seed)
                if len(task.cards) < book.deal:
                    continue
                hands = [task.groups] if kind == "count" else [task.groups, find_best(task.cards, task.deal).as_laid()]
                for laid in [score_arrangement(groups, task.deal) for groups in hands]:
                    level = next((reason.code for reason in laid.reasons if reason.is_level), None)
                    assert laid.objective in (None, first) and level not in special, (lesson.key, kind, seed)


@pytest.mark.parametrize("key", [key for key in SEVERAL_WAYS if not RULEBOOKS[key].wilds.hidden])
@pytest.mark.parametrize("kind", ["count", "discard", "take?"])
def test_before_the_lesson_on_dublees_no_hand_is_nearest_to_them(key: str, kind: str) -> None:
    """Where a hand is to come nearer to declaring, the way that the course has told of is the nearest one."""
    book = RULEBOOKS[key]
    for seed in range(3):
        task = task_of(key, "turn", kind, seed)
        witness = find_distance(task.cards, task.deal).witness
        assert witness is not None and witness.objective == book.objectives[0].name, seed


def test_no_hand_is_grouped_to_see_a_hidden_card_before_that_is_told() -> None:
    """Where the turned card lies hidden, the lesson on pure sequences asks about groups, not about whole hands."""
    for book in RULEBOOKS.values():
        assert ("build" in list_kinds(BY_KEY["pure"], book)) is not book.wilds.hidden


@pytest.mark.parametrize("key", RULEBOOKS)
def test_games_are_compared_by_what_the_lesson_is_about(key: str) -> None:
    """The lesson on sets compares games by cards of one rank, and the rules shown hold what decides about size."""
    book = RULEBOOKS[key]
    for lesson in list_lessons(book):
        if "compare" not in list_kinds(lesson, book) or lesson.key in ("nine", "wild"):
            continue
        for seed in range(8):
            task = task_of(key, lesson.key, "compare", seed)
            if task.asks != "rulebooks":
                continue
            assert lesson.key != "sets" or len({card.index % 13 for card in task.cards}) == 1
            kinds = {kind_of(task.cards, deal) for deal in open_deals(task, task.choices).values()}
            rules = str(draw_note(task))
            for field, decides in (("melds.run_max", kinds & {*SEQUENCES}), ("melds.set_max", kinds & {Kind.SET})):
                limits = {one: getattr(RULEBOOKS[one].melds, field.rpartition(".")[2]) for one in task.choices}
                refusing = [one for one, limit in limits.items() if limit is not None and limit < len(task.cards)]
                plain = not any(
                    deal.is_wild[card.index] for deal in open_deals(task, task.choices).values() for card in task.cards
                )
                said = [line.text for one in refusing for line in describe(RULEBOOKS[one]) if field in line.paths]
                is_told = not plain or all(rule in rules for rule in said)
                assert not decides or is_told, (lesson.key, seed, field)


@pytest.mark.parametrize("key", [key for key, book in RULEBOOKS.items() if not holds("flat", book)])
def test_each_level_of_the_count_is_told_before_a_hand_is_counted_by_it(key: str) -> None:
    """A hand to count reaches a level that its lesson or one before it told of, or that stands below its question."""
    book, told = RULEBOOKS[key], ""
    for lesson in list_lessons(book):
        told += " ".join(say(one) for step in list_steps(lesson, book) for one in (step.text, *step.notes))
        tasks = [task_of(key, lesson.key, "count", seed) for seed in range(4) if "count" in lesson.kinds]
        for task in (one for one in tasks if one.asked is None):
            tier = find_tier(score_arrangement(task.groups, task.deal).reasons, book)
            assert tier is not None
            assert any(one in told for one in tell_level(tier, book)) or draw_note(task) is not None, (lesson.key, tier)


def test_every_price_of_many_dublees_or_jokers_is_told_with_them() -> None:
    """The lesson on dublees says what six of them, or seven jokers, cost a loser, where a game has such a price."""
    for book in RULEBOOKS.values():
        tiers = [tier for tier in book.scoring.tiers if tier.needs.dublees or tier.needs.jokers]
        for lesson in (one for one in list_lessons(book) if one.key == "twenty-one"):
            notes = " ".join(say(note) for step in list_steps(lesson, book) for note in step.notes)
            assert tiers and all(one in notes for tier in tiers for one in tell_level(tier, book))


def tell_level(tier: Tier, book: Rulebook) -> list[str]:
    """What a lesson says of a level of the count, one way or another."""
    asked = say(Items(list_asked(tier, book)))
    if tier.flat is not None:
        return ["whatever its cards" if tier == book.scoring.tiers[-1] else asked]
    if not tier.exempt:
        return ["all cards count", "all your cards cost points"]
    return ["Only the pure one costs nothing", f"With {asked}, your melds", f"only if you have {asked}"]
