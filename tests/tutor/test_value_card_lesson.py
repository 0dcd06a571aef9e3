"""The lesson on value cards: it asks about them alone, tells their rule in words, and shows what each card earns."""

from __future__ import annotations

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.page.learn.view import tell_question
from rummy_tutor.referee.value_cards import count_bonus
from rummy_tutor.tutor.judging import give_hints, judge_answer, show_why, tell_reasons
from rummy_tutor.tutor.lessons import BY_KEY
from rummy_tutor.tutor.planting import make_task
from rummy_tutor.tutor.tasks import Task
from rummy_tutor.tutor.worked.steps import list_steps
from rummy_tutor.wording.speech import in_words, say

GAMES = ("rummy-21", "paplu-21", "paplu-27", "marriage-21")


def list_settlements(key: str, lesson: str, asked: int = 12) -> list[Task]:
    """Tasks of a lesson about what a player wins or loses."""
    tasks = [make_task(RULEBOOKS[key], lesson, "settle", seed, 1 + seed % 3) for seed in range(asked)]
    return [task for task in tasks if task.asks == "number"]


@pytest.mark.parametrize("key", GAMES)
def test_a_settlement_before_its_lesson_is_about_value_cards_alone(key: str) -> None:
    """Nobody drops, no hand is counted, and the figure is what the others pay less what they are paid."""
    for task in list_settlements(key, "maal"):
        assert task.round is not None
        players = task.round["players"]
        assert {one["ending"] for one in players} == {"declared", "lost"}
        assert not any("points" in one for one in players) and len(task.cards) < 12
        worth = {one["name"]: one.get("bonus", count_bonus(task.cards, task.deal)) for one in players}
        name = str(task.asked).partition(" ")[2]
        net = sum(worth[name] - other for other in worth.values())
        assert judge_answer(task, net).right and not judge_answer(task, net + 1).right
        assert name in tell_question(task) and "alone" in tell_question(task)
        assert all(say(hint.text) for hint in give_hints(task))


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("lesson", ["maal", "round"])
def test_the_payments_of_a_settlement_are_added_up(key: str, lesson: str) -> None:
    """The last line adds them up to the figure asked for, and no value card has a name that no lesson told."""
    told = []
    for task in list_settlements(key, lesson):
        lines = task.question.key(task)
        name = str(task.asked).rpartition(" ")[2]
        if any(line.startswith(f"Together for {name}") for line in lines):
            told.append(task)
            assert lines[-1].endswith(f"= {str(task.answer).replace('-', '−')}.")
        assert not any(word in line for line in lines for word in ("-down", "-up", "cut joker", "poplu", "jhiplu"))
    assert len(told) > 3


@pytest.mark.parametrize("key", GAMES)
def test_the_rule_on_value_cards_is_told_in_words(key: str) -> None:
    """Which places beside the turned card earn what, and which three cards are a marriage, by the game's own fields."""
    book = RULEBOOKS[key]
    steps = list_steps(BY_KEY["maal"], book)
    told = " ".join(say(line) for step in steps for line in (step.text, *step.notes))
    assert "one rank below" in told and ("2 ranks below" in told) == (key == "paplu-27")
    assert "always the turned card, the card below it and the card above it" in told
    assert book.bonus is not None
    for card in book.bonus.cards[1:]:
        copies = [f"{n} cop{'y earns' if n == 1 else 'ies earn'} {points}" for n, points in enumerate(card.points, 1)]
        assert any(all(one in say(line) for one in copies) for line in steps[1].notes)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_one_word_for_cards_that_earn_points(key: str) -> None:
    """Marriage calls them maal; the others call them value cards."""
    book = RULEBOOKS[key]
    texts = [say(line) for step in list_steps(BY_KEY["maal"], book) for line in (step.text, *step.notes)]
    texts.append(say(BY_KEY["maal"].aim))
    for lesson, kind in (("maal", "count"), ("maal", "settle"), ("round", "settle")):
        for seed in range(6):
            task = make_task(book, lesson, kind, seed)
            texts += [tell_question(task), *(say(hint.text) for hint in give_hints(task))]
            texts += task.question.key(task) if kind == "settle" else []
    other = "value card" if key == "marriage-21" else "maal"
    assert not [text for text in texts if other in text.lower()]


@pytest.mark.parametrize("key", GAMES)
def test_value_cards_are_laid_out_as_they_earn(key: str) -> None:
    """What is shown after a wrong count is grouped by what earns together, and is not the verdict's sentence again."""
    for seed in range(8):
        task = make_task(RULEBOOKS[key], "maal", "count", seed, 2)
        right = task.answer
        assert isinstance(right, int)
        shown, (told,) = show_why(task, right + 1), tell_reasons(task, right + 1)
        assert shown is not None and say(shown.text) != say(told)
        worth = [(one, count_bonus(one, task.deal)) for one in shown.groups]
        assert sum(points or 0 for _, points in worth) == right
        for cards, points in worth:
            assert not points or f"{in_words(cards)} " in say(shown.text) and f"{points}" in say(shown.text)
