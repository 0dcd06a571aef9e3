"""Which card should be thrown?"""

from __future__ import annotations

import random

from ....game.cards import without
from ....game.messages import Message, key_of
from ....game.rules import Rulebook
from ....playing.moves import Groups
from ....solver.best import find_best
from ....study.advice import Discard
from ...beliefs import kind_of
from ...generate import Stock, make_layout, open_table
from ...lessons import Lesson
from ...tasks import (
    Errs,
    Family,
    HandUse,
    Hint,
    Laid,
    Layout,
    Task,
    TaskKind,
    ask,
    ask_about,
    name_card,
    point,
    tell_because,
)
from ...turns.hands import find_broken
from .advising import list_discards

FAMILY = Family(
    key="discard",
    title=Message("classroom.kind_discard"),
    seconds=30,
    slip=0.1,
    errs=Errs(0.05, (0.2,), (0.4,)),
    patience=4,
    is_slow=True,
)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    groups = make_layout(Stock(deal, rng), rulebook.deal + 1, level)
    held = [card for group in groups for card in group]
    cards = tuple(sorted(held, key=lambda card: card.place))  # as they lie on a table, and so are the choices
    return ask_about(KIND, lesson, deal, (cards,), tuple(dict.fromkeys(map(str, cards))))


def _find(task: Task, card: object) -> Discard:
    return next(discard for discard in task.once(list_discards) if str(discard.card) == str(card))


def _is_as_good(task: Task, answer: object) -> bool:
    """Whether a card thrown leaves the hand as near, with as many outs and as few points, as the best one."""
    ranks = {str(row.card): (row.distance, row.outs, row.score) for row in task.once(list_discards)}
    return ranks.get(str(answer)) == ranks[task.answer]


def _lay_kept(task: Task, discard: Discard) -> Groups:
    """What is kept after a throw, in its best groups."""
    return find_best(without(task.cards, discard.card), task.deal).as_laid()


def _hint(task: Task) -> tuple[Message, Hint]:
    kept = [group for group in _lay_kept(task, _find(task, task.answer)) if len(group) > 1]
    pointed = point("hint.discard-cards", kept[0]) if kept else point("hint.no-group", task.cards)
    return Message("hint.discard"), pointed


def _show(task: Task, given: object, expected: object) -> Laid:
    """What is kept after the best throw, and how much better that is than after the one answered."""
    best, other = _find(task, expected), _find(task, given)
    values = {"right": best.card, "given": other.card}
    if best.distance != other.distance and best.distance is not None and other.distance is not None:
        text = Message("why.discard:distance", {**values, "near": best.distance, "far": other.distance})
    elif best.outs != other.outs:
        text = Message("why.discard:outs", {**values, "more": best.outs, "fewer": other.outs})
    elif best.points is not None and other.points is not None:
        text = Message("why.discard:points", {**values, "less": best.points, "more": other.points})
    else:
        text = Message("why.discard", values)
    return Laid(_lay_kept(task, best), text)


def _because(task: Task, given: object, expected: object) -> tuple[Message, ...]:
    """What the hand is after the best throw, and after the one answered where that is not as good."""
    best, other = _find(task, expected), _find(task, given)
    best = other if (best.distance, best.outs, best.score) == (other.distance, other.outs, other.score) else best
    alike = (best.distance, best.outs) == (other.distance, other.outs) and best != other
    messages = [_tell_throw(thrown, alike) for thrown in dict.fromkeys((best, other))]
    broken = None if best is other else find_broken(task.cards, other.card, task.deal)
    if broken is not None:
        shown = broken.rest if broken.how == "shorter" else broken.cards
        key = key_of("because.breaks:", broken.how)
        messages.append(
            Message(key, {"card": name_card(other.card), "kind": kind_of(shown, task.deal), "cards": shown})
        )
    return tuple(messages)


def _tell_throw(discard: Discard, alike: bool) -> Message:
    """What a hand is after a throw: its points alone, if another throw leaves it as near with as many outs."""
    figure = discard.score if discard.points is None else discard.points
    values = {"card": name_card(discard.card), "n": discard.distance, "outs": discard.outs, "points": figure}
    if alike:
        return Message("because.discard:score" if discard.points is None else "because.discard:points", values)
    if discard.distance == 0:
        return Message("because.discard:declares", values)
    return Message("because.discard:far" if discard.distance is None else "because.discard:near", values)


KIND = TaskKind(
    family=FAMILY,
    asks="card",
    propose=_propose,
    answer=lambda task: str(task.once(list_discards)[0].card),
    is_right=_is_as_good,
    rule="objectives",
    hand=HandUse.NEARER,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_discard", task),
    hints=_hint,
    shows=_show,
    because=_because,
    key=tell_because,
)
