"""Which of these cards are wild?"""

from __future__ import annotations

import random
from typing import Any

from ....game.cards import CARDS, PRINTED_JOKER, Card
from ....game.messages import Items, Message
from ....game.rules import Rulebook, neighbour
from ....wording.speech import tell
from ...beliefs import Belief
from ...generate import open_table, sort_hand
from ...lessons import Lesson
from ...tasks import (
    Errs,
    Family,
    Given,
    HandUse,
    Hint,
    Laid,
    Layout,
    Task,
    TaskKind,
    ask,
    ask_about,
    list_cards,
    name_card,
    point,
    sort_cards,
)
from ..parts import tell_rule_of
from .making import tell_rule

FAMILY = Family(
    key="mark",
    title=Message("classroom.kind_mark"),
    seconds=10,
    slip=0.1,
    errs=Errs(0.3, (0.35,), (0.1,)),
    patience=60,
    is_slow=False,
)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng, joker=0.25)
    base = rulebook.wilds.indicator(deal.turned) or CARDS[13 * rng.randrange(4)]
    beside = [neighbour(base, step) for step in (0, 1, -1, 2, -2)]
    rank = [CARDS[suit * 13 + base.index % 13] for suit in range(4)]
    aces = [CARDS[suit * 13] for suit in range(4)]
    others = rng.sample(CARDS[:52], 4)
    pool = dict.fromkeys([*rank, *beside, *rng.sample(aces, 2), *others, CARDS[52]])
    there = [card for card in pool if deal.pack.copies(card) - (card == deal.turned) > 0]
    ranked = [card for card in there if card in rank]  # what some take for wild of a rank is told by all its suits
    rest = [card for card in there if card not in rank]
    shown = sorted([*ranked, *rng.sample(rest, min(len(rest), 5 + 2 * level - len(ranked)))])
    return ask_about(KIND, lesson, deal, (tuple(shown),), tuple(map(str, shown)))


def _believe(task: Task, belief: Belief) -> object:
    believed = belief.deal(task.deal)
    return sort_cards(card for card in task.cards if believed.is_wild[card.index])


def _hint(task: Task) -> tuple[Message, Hint]:
    """The game's rule on wild cards; of a printed joker that is turned, whether another card takes its place."""
    pointed = point("hint.mark-cards", () if task.turned is None else (task.turned,))
    if task.turned != PRINTED_JOKER:
        return Message("hint.mark", {"rule": tell_rule_of(task.rulebook, "wilds.ranks")}), pointed
    alone = task.rulebook.wilds.printed_counts_as is None
    return Message("hint.mark:printed-alone" if alone else "hint.mark:printed"), pointed


def _list_missing(some: Any, others: Any) -> tuple[Card, ...]:
    """The cards of an answer that another one lacks."""
    return tuple(Card.parse(card) for card in dict.fromkeys(some or ()) if card not in (others or ()))


# the ends of sequences whose middle is missing, of which one is free of wild cards whatever has been turned
_ENDS = tuple((Card.parse(f"{low}H"), Card.parse(f"{high}H")) for low, high in ("57", "9J", "24", "TQ"))


def _show(task: Task, given: object, expected: object) -> Laid | None:
    """A card that was left out at work in a sequence, and one that was named and does nothing there."""
    missed, extra = _list_missing(expected, given), _list_missing(given, expected)
    ends = next((pair for pair in _ENDS if not any(task.deal.is_wild[card.index] for card in pair)), None)
    if ends is None:
        return None
    name = "why.mark:both" if missed and extra else "why.mark:missed" if missed else "why.mark:extra"
    values = {"missed": list_cards(missed), "extra": list_cards(extra), "stands": CARDS[ends[0].index + 1]}
    values |= {role: name_card(some[0]) for role, some in (("wild", missed), ("plain", extra)) if some}
    groups = tuple((ends[0], some[0], ends[1]) for some in (missed, extra) if some)
    return Laid(groups, Message(name, values))


_WILD = {  # by whether there are any besides the printed joker, and whether the pack has that
    (True, False): "learn.why_mark",
    (True, True): "learn.why_mark:printed",
    (False, False): "learn.why_mark:none",
    (False, True): "learn.why_mark:none-printed",
}


def _explain(task: Task, given: Given) -> list[str]:
    """Which cards were missed or wrongly marked, which are wild, and why."""
    wild_types = task.rulebook.wilds.types(task.turned)
    wild = tuple(map(name_card, sort_hand(wild_types)))
    wild_named = tell(_WILD[bool(wild), task.deal.pack.copies(PRINTED_JOKER) > 0], cards=Items(wild, "and"))
    printed = task.turned is not None and task.turned.is_printed_joker
    twin = not printed and task.turned in wild_types and task.turned in task.cards
    more = [tell("learn.twin", card=task.turned, n=task.deal.pack.decks)] if twin else []
    rule = tell_rule(task, "wilds.printed_counts_as" if printed else "wilds.ranks")
    missed, extra = _list_missing(given.expected, given.answer), _list_missing(given.answer, given.expected)
    marked = [("learn.mark_missed", missed), ("learn.mark_extra", extra)]
    wrong = [tell(key, n=len(some), cards=Items(tuple(map(name_card, some)), "and")) for key, some in marked if some]
    return [*wrong, wild_named, *more, *rule]


KIND = TaskKind(
    family=FAMILY,
    asks="cards",
    propose=_propose,
    answer=lambda task: sort_cards(card for card in task.cards if task.deal.is_wild[card.index]),
    believe=_believe,
    rule="wilds",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=lambda task: ask("learn.ask_mark", task),
    hints=_hint,
    shows=_show,
    explains=_explain,
)
