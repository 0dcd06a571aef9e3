"""Answers from outside read as the values that the engine gives: choices, numbers, cards, groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...game.cards import Card, CardError
from ...game.messages import Items, show
from ..beliefs.habits import tidy
from ..tasks import Task, TaskError


def read_choice(task: Task, answer: object) -> object:
    """One of the choices.

    Raises:
        TaskError: it is none of them.
    """
    text = str(answer) if isinstance(answer, str | int) and not isinstance(answer, bool) else None
    text = _read_card(text) if task.asks == "card" else text
    if text not in task.choices:
        raise TaskError("bad-answer:choice", found=show(answer), known=Items(task.choices, "or"))
    return text


def read_number(task: Task, answer: object) -> object:
    """A whole number.

    Raises:
        TaskError: it is none.
    """
    if not isinstance(answer, int) or isinstance(answer, bool) or abs(answer) > 10_000:
        raise TaskError("bad-answer:number", found=show(answer))
    return answer


def read_cards(task: Task, answer: object) -> object:
    """Some of the cards shown, each type once, in the order of the pack.

    Raises:
        TaskError: it is no list, or names others.
    """
    if not isinstance(answer, list | tuple):
        raise TaskError("bad-answer:list", found=show(answer))
    shown = {str(card) for card in task.cards}
    unknown = [one for one in answer if _read_card(one) not in shown]
    if unknown:
        raise TaskError("bad-answer:card", found=show(unknown[0]), known=Items(tuple(sorted(shown)), "or"))
    return sort_cards(answer)


def _read_card(text: object) -> str | None:
    """A card however it is written, such as ``7♠`` or ``jk``, as the choices name it; None for what is none."""
    try:
        return str(Card.parse(text)) if isinstance(text, str) else None
    except CardError:
        return None


def sort_cards(cards: Iterable[object]) -> list[str]:
    """Cards as text, each once, in the order of the pack."""
    return [str(card) for card in sorted({Card.parse(str(card)) for card in cards})]


def read_groups(task: Task, answer: Any) -> object:
    """All cards of the task in groups, a loose card as a group of one.

    Raises:
        TaskError: it is no list of groups, or not of exactly these cards.
    """
    whole = isinstance(answer, list | tuple) and all(isinstance(group, list | tuple) for group in answer)
    try:
        groups = [[Card.parse(str(card)) for card in group] for group in answer] if whole else None
    except ValueError:
        groups = None
    if groups is None:
        raise TaskError("bad-answer:groups", found=show(answer))
    if sorted(card for group in groups for card in group) != sorted(task.cards):
        raise TaskError("bad-answer:other-cards")
    return tidy([group for group in groups if group])


def as_groups(answer: object) -> tuple[tuple[Card, ...], ...]:
    """Groups of cards from plain values."""
    assert isinstance(answer, list)
    return tuple(tuple(Card.parse(card) for card in group) for group in answer)
