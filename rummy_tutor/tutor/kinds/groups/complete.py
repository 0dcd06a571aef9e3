"""Which card makes this group one of a kind?"""

from __future__ import annotations

import random

from ....game.cards import CARDS, Card
from ....game.messages import Message, key_of
from ....game.rules import MELDS, Kind, Rulebook, SetSuits
from ....referee.scoring import score_arrangement
from ....wording.phrases import find_cited
from ....wording.speech import say
from ...beliefs import Belief, kind_of
from ...lessons import Lesson
from ...tasks import Ask, Errs, Family, Given, HandUse, Hint, Laid, Layout, Task, TaskKind, ask, ask_about, point
from .making import open_stock, part_wild, propose_group, tell_group, tell_groups

FAMILY = Family(
    key="complete",
    title=Message("classroom.kind_complete"),
    seconds=10,
    slip=0.1,
    errs=Errs(0.25, (0.28,), (0.67,)),
    patience=100,
    is_slow=False,
)
_MADE = (Kind.PURE_SEQUENCE, Kind.SET, Kind.IMPURE_SEQUENCE)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock = open_stock(lesson, rulebook, rng)
    wanted = lesson.completes or rng.choice(_MADE)
    deal, group = stock.deal, propose_group(lesson, stock, level)
    if group is None or len(group) < 3 or kind_of(group, deal) is not wanted:
        return None
    at = rng.randrange(len(group))
    missing, rest = group[at], (*group[:at], *group[at + 1 :])
    near = [CARDS[(missing.index + step) % 52] for step in (1, -1, 2, 13, 26, 39)] + [rest[0]]
    wrong = [
        card
        for card in dict.fromkeys(near)
        if card != missing and kind_of((*rest, card), deal) is not wanted and stock.left[card] > 0
    ]
    if len(wrong) < 3:
        return None
    choices = sorted([missing, *rng.sample(wrong, 3)])
    return ask_about(KIND, lesson, deal, (rest,), tuple(map(str, choices)), Ask(meld=wanted))


def _answer(task: Task) -> str | None:
    makes = [card for card in task.choices if kind_of(_add(task, card), task.deal) is task.ask.meld]
    return makes[0] if len(makes) == 1 else None


def _add(task: Task, card: object) -> tuple[Card, ...]:
    """The group of a task with a card more."""
    return (*task.groups[0], Card.parse(str(card)))


def _believe(task: Task, belief: Belief) -> object:
    makes = [card for card in task.choices if belief.kind(_add(task, card), task.deal) is task.ask.meld]
    return next((card for card in makes if card != task.answer), makes[0] if makes else None)


def _ask(task: Task) -> Message:
    meld = task.ask.meld
    assert meld is not None  # such a task is made with one
    if kind_of(task.groups[0], task.deal) in MELDS:
        return ask("learn.ask_complete:more", task, kind=Message(key_of("a-kind.", meld)))
    return ask(key_of("learn.ask_complete:", meld), task, kind=meld)


def _hint(task: Task) -> tuple[Message, Hint]:
    group, meld = task.groups[0], task.ask.meld
    plain, wild = part_wild(group, task)
    if meld is Kind.SET:
        any_wild = any(task.deal.is_wild[Card.parse(card).index] for card in task.choices)
        more = " " + say(Message("hint.complete-wild")) if any_wild else ""
        if task.rulebook.melds.set_suits is SetSuits.DISTINCT:
            return Message("hint.complete:set"), point("hint.complete-cards:set", plain or group, more=more)
        return Message("hint.complete:set-shared"), point("hint.complete-cards:set-shared", plain or group, more=more)
    if meld is Kind.PURE_SEQUENCE:
        return Message("hint.complete:pure-sequence"), point("hint.complete-cards", group)
    general = Message("hint.complete:impure-sequence")
    if wild and plain:
        return general, point("hint.complete-cards:joker-lies", plain, joker=wild)
    return general, point("hint.complete-cards:joker-lacks", group)


def _show(task: Task, given: object, expected: object) -> Laid:
    """The group with the right card, and with the card answered."""
    values = {"right": Card.parse(str(expected)), "given": Card.parse(str(given))}
    return Laid((_add(task, expected), _add(task, given)), Message("why.complete", values))


def _explain(task: Task, given: Given) -> list[str]:
    """What the group is with the right card and, where another one was given, with that."""
    lines = tell_groups(score_arrangement((_add(task, given.expected),), task.deal).groups, task)
    if given.right:
        return lines
    (tried,) = score_arrangement((_add(task, given.answer),), task.deal).groups
    return [*(find_cited(line)[0] for line in tell_group(tried, task)[:1]), *lines]


KIND = TaskKind(
    family=FAMILY,
    asks="card",
    propose=_propose,
    answer=_answer,
    believe=_believe,
    rule="melds",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=_ask,
    hints=_hint,
    shows=_show,
    explains=_explain,
    finish=lambda task, answer: (_add(task, answer),),
)
