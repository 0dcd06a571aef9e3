"""What a class is asked about a hand that the teacher has written: the questions that fit a whole hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from ...game.cards import Card, CardError, Hand
from ...game.messages import key_of
from ...game.rules import Rulebook
from ...game.table import Deal, set_table
from ...referee.scoring import score_arrangement
from ...solver.best import find_best
from ...tutor.kinds import QUESTIONS
from ...tutor.lessons import BY_KEY
from ...tutor.tasks import YES_NO, Task, TaskKind
from ...wording.speech import tell
from ..faces import pretty_card
from .entries import EntryError

MOST_WORDS = 200  # letters of the teacher's own line above a question
_LONGEST = 3000  # characters of a hand


class _Ask(NamedTuple):
    """A question about a whole hand.

    Attributes:
        question: the kind of task.
        lessons: the lesson it belongs to; where a game does not have it, the next one, or any that has the kind.
        more: how many cards more than are dealt it needs; None for as many as there are.
        is_laid: whether the cards lie in groups: as they are written, or as they are grouped best.
    """

    question: TaskKind
    lessons: tuple[str, ...]
    more: int | None = None
    is_laid: bool = False


ASKS: Mapping[str, _Ask] = {
    "best": _Ask(QUESTIONS["build", ""], ("pure",)),
    "declare": _Ask(QUESTIONS["declare?", ""], ("declare",), more=0, is_laid=True),
    "cost": _Ask(QUESTIONS["count", ""], ("loser", "declare"), is_laid=True),
    "throw": _Ask(QUESTIONS["discard", ""], ("turn",), more=1),
    "take": _Ask(QUESTIONS["take?", ""], ("turn",), more=0),
    "exchanges": _Ask(QUESTIONS["count", "exchanges"], ("turn",), more=0),
    "repair": _Ask(QUESTIONS["repair", ""], ("declare",), more=0, is_laid=True),
}


class HandAskView(TypedDict):
    """A question about a hand, with what has to be written for it."""

    key: str
    label: str
    hint: str


def draw_asks() -> list[HandAskView]:
    """The questions to choose from, with what has to be written for each."""
    return [
        {"key": key, "label": tell(key_of("class.hand-", key)), "hint": tell(key_of("class.hint-", key))}
        for key in ASKS
    ]


def write_hand(task: Task) -> dict[str, Any]:
    """The cards of a task as ``make_task`` reads them."""
    laid = " | ".join(" ".join(map(str, group)) for group in task.groups)
    beside = {"turned": task.turned, "open": task.open}
    return {"hand": laid, "players": task.players, **{name: card and str(card) for name, card in beside.items()}}


def make_task(request: Mapping[str, Any], book: Rulebook) -> Task:
    """The task that asks about a hand.

    Args:
        request: ``hand``, ``turned``, ``open``, ``players``, and under ``ask`` the question.
        book: the rulebook.

    Raises:
        EntryError: ``bad-entry`` or ``bad-question``: there is no such question, or the cards do not fit it.
        TutorError: the cards cannot be read.
    """
    name = request.get("ask") or "best"
    ask = ASKS.get(name) if isinstance(name, str) else None
    if ask is None:
        raise EntryError("bad-entry")
    hand = Hand.parse(str(request["hand"])[:_LONGEST])
    players = request.get("players")
    turned = _read_card(request, "turned")
    deal = set_table(book, turned, book.table.nearest(players if type(players) is int else 4))
    for card, (held, available) in deal.pack_surplus(hand.cards).items():
        raise EntryError("bad-question:pack", card=pretty_card(card), found=held, n=available)
    if ask.more is not None and len(hand.cards) != book.deal + ask.more:
        raise EntryError("bad-question:cards", n=book.deal + ask.more, found=len(hand.cards))
    groups = _lay(hand, deal) if ask.is_laid else (tuple(sorted(hand.cards)),)
    task = Task(
        lesson=_find_lesson(ask, book),
        question=ask.question,
        rulebook=book,
        turned=turned,
        players=deal.players,
        groups=groups,
        choices=_list_choices(ask, hand),
        open=_read_open(request) if name == "take" else None,
    )
    _check(task)
    return task


def _lay(hand: Hand, deal: Deal) -> tuple[tuple[Card, ...], ...]:
    """The hand as it is written in groups; one without groups as it is grouped best."""
    return hand.groups or tuple(map(tuple, find_best(hand.cards, deal).as_laid()))


def _list_choices(ask: _Ask, hand: Hand) -> tuple[str, ...]:
    if ask.question.asks == "card":
        return tuple(dict.fromkeys(str(card) for card in sorted(hand.cards)))
    return YES_NO if ask.question.asks == "yes-no" else ()


def _read_open(request: Mapping[str, Any]) -> Card:
    card = _read_card(request, "open")
    if card is None:
        raise EntryError("bad-question:open").within(code="bad-open")
    return card


def _read_card(request: Mapping[str, Any], name: str) -> Card | None:
    """A card beside the hand; the code of an error says in which field it was written."""
    try:
        return Card.parse(str(request[name])[:_LONGEST]) if request.get(name) else None
    except CardError as error:
        raise error.within(code=key_of("bad-", name)) from None


def _find_lesson(ask: _Ask, book: Rulebook) -> str:
    keys = [*ask.lessons, *(key for key, lesson in BY_KEY.items() if ask.question.family.key in lesson.kinds)]
    return next(key for key in keys if BY_KEY[key].belongs_to(book))


def _check(task: Task) -> None:
    """Refuse what has no answer, and what is to be repaired and cannot be, or need not be."""
    EntryError.refuse("bad-question:unclear", task.answer is None)
    EntryError.refuse(
        "bad-question:declares", task.kind == "repair" and score_arrangement(task.groups, task.deal).declares
    )
    EntryError.refuse("bad-question:never", task.kind == "repair" and not find_best(task.cards, task.deal).declares)
