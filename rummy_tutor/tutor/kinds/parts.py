"""Parts that several kinds of tasks share."""

from __future__ import annotations

from typing import Any

from ...game.cards import Card
from ...game.messages import Items, Message
from ...game.rules import Measure, Rulebook
from ...wording.speech import say
from ..about import name_value_cards
from ..lessons import Lesson
from ..tasks import Task
from ..worked.hands import hold


def always(lesson: Lesson, rulebook: Rulebook) -> bool:
    """Some tasks are made for their answers in every lesson and game."""
    return True


def tell_because(task: Task) -> list[str]:
    """Why the right answer is right, in words."""
    because = task.question.because
    return [] if because is None else [say(told) for told in because(task, task.answer, task.answer)]


def is_scored(rulebook: Rulebook) -> bool:
    """Whether melds earn points."""
    return rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE


def ask(key: str, task: Task, **more: Any) -> Message:
    """A question, with what it may name."""
    turned = {} if task.turned is None else {"turned": task.turned}
    values = {"name": task.rulebook, "players": task.players, "maal": name_value_cards(task.rulebook), **turned}
    return Message(key, {**values, **more})


def name_card(card: Card) -> Card | Message:
    """A card as it stands in a sentence, without an article."""
    return Message("why.printed-joker") if card.is_printed_joker else card


def list_cards(cards: Any) -> Items:
    """Cards in a sentence, in the order in which they are held."""
    return Items(tuple(map(name_card, hold(cards))))
