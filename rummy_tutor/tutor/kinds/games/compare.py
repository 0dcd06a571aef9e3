"""Which of these games allow this group?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from ....game.messages import Message, key_of
from ....game.rules import MELDS, Rulebook
from ....rulebooks import RULEBOOKS
from ...beliefs import kind_of
from ...lessons import Lesson
from ...tasks import Errs, Family, HandUse, Hint, Laid, Layout, Task, TaskKind, ask, ask_about, point
from ..groups.making import list_changed, open_stock, propose_group
from .apart import hint_at_games, note_rules, open_deals, tell_games

FAMILY = Family(
    key="compare",
    title=Message("classroom.kind_compare"),
    seconds=20,
    slip=0.1,
    errs=Errs(0.5, (0.5,), (0.35,)),
    patience=60,
    is_slow=False,
    other_games=True,
)
_GAMES = 4  # that are asked about at once


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock = open_stock(lesson, rulebook, rng, joker=0.0)
    deal, group = stock.deal, propose_group(lesson, stock, level)
    if group is None or len(group) < 3 or any(card.is_printed_joker for card in group):
        return None
    task = ask_about(KIND, lesson, deal, (group,), tuple(RULEBOOKS))
    allowed = _allowing(task)
    if not 0 < len(allowed) < len(RULEBOOKS):
        return None
    if lesson.compared.by_wild_card and not _hangs_on_wilds(task, allowed):
        return None
    if lesson.compared.one_rank and len({card.index % 13 for card in group}) > 1:
        return None
    # a few games, one's own first: no class knows all of them
    own = rulebook.key if rulebook.key in RULEBOOKS else allowed[0]
    others = rng.sample([key for key in RULEBOOKS if key != own], _GAMES - 1)
    if all((key in allowed) == (own in allowed) for key in others):
        others[0] = rng.choice([key for key in RULEBOOKS if (key in allowed) != (own in allowed)])
    return replace(task, choices=(own, *(key for key in RULEBOOKS if key in others)))


def _hangs_on_wilds(task: Task, allowed: Sequence[str]) -> bool:
    """Whether three cards are a meld in just the games in which a certain one of them is wild."""
    plain = open_deals(replace(task, turned=None)).values()
    if len(task.cards) != 3 or any(kind_of(task.cards, deal) in MELDS for deal in plain):
        return False
    return any(
        [key for key, deal in open_deals(task).items() if deal.is_wild[card.index]] == allowed for card in task.cards
    )


def _allowing(task: Task) -> list[str]:
    """The rulebooks in which the group is a meld."""
    return [key for key, deal in open_deals(task, task.choices).items() if kind_of(task.groups[0], deal) in MELDS]


def _hint(task: Task) -> tuple[Message, Hint]:
    """What games judge differently in a group: a card that is wild in some, one that comes twice, or its length."""
    tables, plain = open_deals(task, task.choices), open_deals(replace(task, turned=None), task.choices)
    (group,), general = task.groups, hint_at_games(task)
    if any(kind_of(group, tables[key]) is not kind_of(group, plain[key]) for key in tables):
        wild = [card for card in group if any(deal.is_wild[card.index] for deal in tables.values())]
        return general, point("hint.compare-cards:wild", wild)
    twice = [card for card in group if group.count(card) > 1]
    if twice:
        return general, point("hint.compare-cards:twice", twice)
    return general, point("hint.compare-cards", group)


def _show(task: Task, given: object, expected: object) -> Laid | None:
    """For a game that was judged wrongly, a group that it does judge so, and the group of the task."""
    assert isinstance(given, list) and isinstance(expected, list)
    (group,) = task.groups
    deals = open_deals(task, task.choices)
    wild = [card for card in group if any(deal.is_wild[card.index] for deal in deals.values())]
    near = list(list_changed(task, group, near=True))
    near.sort(key=lambda changed: changed.old not in wild)  # a card that is wild in some game decides
    for key in sorted(task.choices, key=lambda key: key != task.rulebook.key):
        if (key in given) == (key in expected):
            continue
        for changed in near:
            if (kind_of(changed.cards, deals[key]) in MELDS) == (key in given):
                how = changed.how
                name = key_of("why.compare:allowed-", how) if key in given else key_of("why.compare:refused-", how)
                text = Message(name, {"game": RULEBOOKS[key], **changed.values})
                return Laid((changed.cards, group), text)
    return None


KIND = TaskKind(
    family=FAMILY,
    asks="rulebooks",
    propose=_propose,
    answer=_allowing,
    rule="melds",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_compare", task),
    note=lambda task: note_rules(task, [RULEBOOKS[key] for key in task.choices], task.groups),
    hints=_hint,
    shows=_show,
    explains=lambda task, given: tell_games(task.groups[0], list(open_deals(task, task.choices).values())),
)
