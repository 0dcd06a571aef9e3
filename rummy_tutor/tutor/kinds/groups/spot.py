"""Which of these groups is no meld?"""

from __future__ import annotations

import random

from ....game.cards import Card
from ....game.messages import Message, key_of
from ....game.rules import MELDS, Kind, Rulebook
from ....referee.scoring import score_arrangement
from ....wording.phrases import as_shown, find_cited
from ....wording.speech import tell
from ...beliefs import Belief, kind_of
from ...lessons import Lesson
from ...tasks import Errs, Family, Given, HandUse, Hint, Laid, Layout, Task, TaskKind, ask, ask_about, point
from .making import (
    RULES,
    ask_of_group,
    is_early_ace,
    is_far,
    list_changed,
    list_wrong,
    make_near,
    open_stock,
    propose_group,
    tell_groups,
    tell_rule,
)

FAMILY = Family(
    key="spot",
    title=Message("classroom.kind_spot"),
    seconds=12,
    slip=0.1,
    errs=Errs(0.5, (0.5,), (0.35,)),
    patience=60,
    is_slow=False,
)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock, wanted = open_stock(lesson, rulebook, rng), 2 + level
    deal = stock.deal
    groups: list[tuple[Card, ...]] = []
    for _ in range(30 * wanted):
        group = propose_group(lesson, stock, level)
        if group is None:
            continue
        if len(group) < 3:
            stock.give_back(group)
            continue
        bad = kind_of(group, deal) is Kind.INVALID
        if bad == (len(groups) == 0) and group not in groups:  # the first is the wrong one; they are shuffled below
            groups.append(group)
        else:
            stock.give_back(group)
        if len(groups) == wanted:
            rng.shuffle(groups)
            return ask_about(KIND, lesson, deal, tuple(groups), tuple(str(n + 1) for n in range(wanted)))
    return None


def _answer(task: Task) -> str | None:
    bad = [str(at) for at, group in enumerate(task.groups, 1) if kind_of(group, task.deal) is Kind.INVALID]
    return bad[0] if len(bad) == 1 else None


def _believe(task: Task, belief: Belief) -> object:
    bad = [str(at) for at, group in enumerate(task.groups, 1) if belief.kind(group, task.deal) is Kind.INVALID]
    return bad[0] if len(bad) == 1 else None


def _ask(task: Task) -> Message:
    jokers = any(kind_of(group, task.deal) is Kind.JOKERS for group in task.groups)
    return ask("learn.ask_spot:jokers" if jokers else "learn.ask_spot", task)


def _hint(task: Task) -> tuple[Message, Hint]:
    fine = [group for group in task.groups if kind_of(group, task.deal) is not Kind.INVALID]
    good = next((group for group in fine if kind_of(group, task.deal) in MELDS), fine[0])
    return Message("hint.spot", {"asks": ask_of_group(task)}), point("hint.spot-cards", good)


def _show(task: Task, given: object, expected: object) -> Laid:
    """The group that was to be found and the one answered, by their numbers in the task; then what it would need."""
    right, other, new = int(str(expected)), int(str(given)), len(task.groups) + 1
    values = {"right": right, "given": other, "mended": new, "next": new + 1}
    wrong, fine = task.groups[right - 1], task.groups[other - 1]
    mends = [changed for changed in list_changed(task, wrong) if kind_of(changed.cards, task.deal) in MELDS]
    if mends:
        mend = min(mends, key=lambda changed: is_far(changed, task))
        shown = tuple(as_shown(score_arrangement((mend.cards,), task.deal).groups[0]))
        text = Message(key_of("why.spot:", mend.how), {**values, **mend.values})
        return Laid((wrong, fine, shown), text, (right, other, new))
    known = [made for made in make_near(wrong, task.deal) if not any(task.deal.is_wild[card.index] for card in made)]
    alike = next((made for made in known if kind_of(made, task.deal) is Kind.SET), ())
    runs = (made for made in known if kind_of(made, task.deal) is Kind.PURE_SEQUENCE and {*made} & {*alike} & {*wrong})
    run = min(runs, key=lambda made: is_early_ace(made, task), default=None)
    reasons = [reason.code for reason in score_arrangement((wrong,), task.deal).groups[0].reasons]
    if run is None or "neither" not in reasons:
        return Laid((wrong, fine), Message("why.spot", values), (right, other))
    card = next(card for card in wrong if card in alike)
    return Laid((wrong, run, alike), Message("why.spot:apart", {**values, "card": card}), (right, new, new + 1))


def _explain(task: Task, given: Given) -> list[str]:
    """Why the wrong group is no meld and, where another one was named, what that is; the table shows the others."""
    read, at = score_arrangement(task.groups, task.deal).groups, int(str(given.answer))
    lines, named = tell_groups([group for group in read if group.kind is Kind.INVALID], task), read[at - 1]
    if named.kind is Kind.INVALID:
        return lines
    rules = [find_cited(rule)[0] for rule in tell_rule(task, RULES[named.kind], named)]
    fine = "learn.fine:jokers" if named.kind is Kind.JOKERS else "learn.fine"
    return [*lines, tell(fine, n=at, kind=named.kind), *rules]


KIND = TaskKind(
    family=FAMILY,
    asks="group",
    propose=_propose,
    answer=_answer,
    believe=_believe,
    reasons=lambda task: tuple(dict.fromkeys(code for code, _ in list_wrong(task))),
    rule="melds",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=_ask,
    hints=_hint,
    shows=_show,
    explains=_explain,
    key=lambda task: [sentence for _, sentence in list_wrong(task)],
)
