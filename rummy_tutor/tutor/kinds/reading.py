"""Answers from outside read as the values that the engine gives: choices, numbers, cards, groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...game.cards import Card, CardError
from ...game.messages import Items, show
from ..beliefs.habits import tidy
from ..tasks import Task, TaskError


def read_answer(task: Task, answer: object) -> Any:
    """An answer from outside as ``Task.answer`` has it.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    return _READERS.get(task.asks, _read_choice)(task, answer)


def _read_choice(task: Task, answer: object) -> object:
    """One of the choices."""
    text = str(answer) if isinstance(answer, str | int) and not isinstance(answer, bool) else None
    text = _read_card(text) if task.asks == "card" else text
    if text not in task.choices:
        raise TaskError("bad-answer:choice", found=show(answer), known=Items(task.choices, "or"))
    return text


def _read_number(task: Task, answer: object) -> object:
    """A whole number."""
    if not isinstance(answer, int) or isinstance(answer, bool) or abs(answer) > 10_000:
        raise TaskError("bad-answer:number", found=show(answer))
    return answer


def _read_list(answer: object) -> list[Any]:
    if not isinstance(answer, list | tuple):
        raise TaskError("bad-answer:list", found=show(answer))
    return list(answer)


def _read_cards(task: Task, answer: object) -> object:
    """Some of the cards shown, each type once, in the order of the pack."""
    cards, shown = _read_list(answer), {str(card) for card in task.cards}
    unknown = [card for card in cards if _read_card(card) not in shown]
    if unknown:
        raise TaskError("bad-answer:card", found=show(unknown[0]), known=Items(tuple(sorted(shown)), "or"))
    return sort_cards(cards)


def _read_choices(task: Task, answer: object) -> object:
    """Some of the choices, in their order."""
    chosen = {_read_choice(task, one) for one in _read_list(answer)}
    return [choice for choice in task.choices if choice in chosen]


def _read_card(text: object) -> str | None:
    """A card however it is written, such as ``7♠`` or ``jk``, as the choices name it; None for what is none."""
    try:
        return str(Card.parse(text)) if isinstance(text, str) else None
    except CardError:
        return None


def sort_cards(cards: Iterable[object]) -> list[str]:
    """Cards as text, each once, in the order of the pack."""
    return [str(card) for card in sorted({Card.parse(str(card)) for card in cards})]


def _read_groups(task: Task, answer: Any) -> object:
    """All cards of the task in groups, a loose card as a group of one."""
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


# by what is asked for; for everything else one of the choices is
_READERS: Mapping[str, Callable[[Task, Any], object]] = {
    "number": _read_number,
    "cards": _read_cards,
    "groups": _read_groups,
    "rulebooks": _read_choices,
    "moves": _read_choices,
}


def as_groups(answer: object) -> tuple[tuple[Card, ...], ...]:
    """Groups of cards from plain values."""
    assert isinstance(answer, list)
    return tuple(tuple(Card.parse(card) for card in group) for group in answer)


def lay_loose(task: Task) -> list[list[str]]:
    """The answer of somebody who groups nothing."""
    return [[str(card)] for card in task.cards]


def write_groups(groups: Iterable[Iterable[Card]]) -> list[list[str]]:
    """Groups of cards as plain values."""
    return [[str(card) for card in group] for group in groups]
