"""Other questions of the kinds there are: is this the best, may I see, deal again, how far, what is the joker?"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from ...distance.distance import find_distance
from ...game.cards import CARDS, Card
from ...game.rules import MELDS, Rulebook
from ...game.table import Deal, set_table
from ...referee.pairs import is_redealt
from ...referee.scoring import score_arrangement
from ...referee.value_cards import count_bonus, list_value_cards
from ...rulebooks import RULEBOOKS
from ...solver.best import find_best
from ..about import open_deal
from ..beliefs import Belief, kind_of
from ..generate import Stock, make_layout, open_table
from ..lessons import Lesson
from ..tasks import KINDS, NO, YES, YES_NO, Task, TaskKind, add_variant, ask_about
from ..turns.turn import may_see
from .groups import propose_group
from .reading import as_groups, read_choice, read_groups, read_number

Groups = tuple[tuple[Card, ...], ...]
_TRIES = 40  # until the answer is the one that was chosen, so that both come about equally often


# ---- is this the best? ---------------------------------------------------------------------------------------
def _best_or_not(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal, wanted = open_table(rulebook, rng), rng.choice(YES_NO)
    for _ in range(_TRIES):
        groups = make_layout(Stock(deal, rng), rulebook.deal, level)
        best = find_best([card for group in groups for card in group], deal)
        if wanted == YES:
            groups = best.as_laid()
        if wanted == YES or score_arrangement(groups, deal).score < best.score:
            return ask_about(lesson, "declare?", deal, groups, "yes-no", YES_NO, asked="best")
    return None


def _is_best(task: Task) -> str:
    laid, best = score_arrangement(task.groups, task.deal), find_best(task.cards, task.deal)
    return YES if laid.score >= best.score and (laid.declares or not best.declares) else NO


# ---- may I see the tiplu? ------------------------------------------------------------------------------------
def _see_or_not(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = set_table(rulebook, None, open_table(rulebook, rng).players)
    stock, wanted = Stock(deal, rng), rng.random() < 0.5
    groups = [list(group) for group in make_layout(stock, rulebook.deal + 1, level)]  # a card has been drawn
    for _ in range(_TRIES):
        laid = tuple([tuple(group) for group in groups])
        if score_arrangement(laid, deal).seen == wanted == may_see(tuple(card for one in laid for card in one), deal):
            return ask_about(lesson, "declare?", deal, laid, "yes-no", YES_NO, asked="see")
        group, fresh = rng.choice(groups), stock.draw(1)
        if not fresh:  # the pack has no card more
            break
        group[rng.randrange(len(group))] = fresh[0]
    return None


# ---- deal again? ---------------------------------------------------------------------------------------------
def _redeal_or_not(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    if rulebook.settlement.redeal_pairs is None:
        return None
    deal, wanted = open_table(rulebook, rng), rng.choice(YES_NO)
    for _ in range(_TRIES):
        cards = tuple(sorted(Stock(deal, rng).draw(rulebook.deal)))
        task = ask_about(lesson, "declare?", deal, (cards,), "yes-no", YES_NO, asked="redeal")
        if _is_redealt(task) == wanted:
            return task
    return None


def _is_redealt(task: Task) -> str:
    return YES if is_redealt(task.cards, task.rulebook, task.players) else NO


# ---- how far? ------------------------------------------------------------------------------------------------
def _how_far(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    groups = make_layout(Stock(deal, rng), rulebook.deal, level)
    cards = tuple(sorted(card for group in groups for card in group))
    return ask_about(lesson, "count", deal, (cards,), "number", asked="exchanges")


def _distance(task: Task) -> int | None:
    return find_distance(task.cards, task.deal).exchanges


# ---- value cards ---------------------------------------------------------------------------------------------
def _value_cards(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    stock, wanted = Stock(deal, rng), sorted(list_value_cards(deal))
    held = [card for card in rng.choices(wanted, k=1 + 2 * level) if stock.take((card,))] if wanted else []
    if not held:
        return None
    cards = (*held, *stock.draw(9 - len(held)))
    return ask_about(lesson, "count", deal, (tuple(sorted(cards)),), "number", asked="value-cards")


def _worth(task: Task) -> int | None:
    return count_bonus(task.cards, task.deal)


def _believed_worth(task: Task, belief: Belief) -> int | None:
    return count_bonus(task.cards, belief.deal(task.deal))


# ---- which one card to move ----------------------------------------------------------------------------------
def _moved(groups: Groups) -> Iterator[Groups]:
    """The layouts that come of moving one card to another group, or out of every group."""
    for at, group in enumerate(groups):
        for place in range(len(group)):
            card, rest = group[place], (*group[:place], *group[place + 1 :])
            left = [*groups[:at], *([rest] if rest else []), *groups[at + 1 :]]
            if len(group) > 1:
                yield (*left, (card,))
            for to, other in enumerate(left):
                if other is not rest and len(other) > 1:
                    yield tuple((*one, card) if here == to else one for here, one in enumerate(left))


def _best_move(task: Task) -> Groups | None:
    now = score_arrangement(task.groups, task.deal).score
    scored = [(score_arrangement(laid, task.deal).score, laid) for laid in _moved(task.groups)]
    score, laid = max(scored, key=lambda one: one[0], default=(now, task.groups))
    return laid if score > now else None


def _one_card(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    groups = make_layout(Stock(deal, rng), rulebook.deal, level)
    best = [list(group) for group in find_best([card for group in groups for card in group], deal).as_laid()]
    whole = [group for group in best if len(group) > 2]
    if len(whole) < 2:
        return None
    source = rng.choice(whole)
    card = source.pop(rng.randrange(len(source)))
    if rng.random() < 0.5:
        best.append([card])
    else:
        rng.choice([group for group in whole if group is not source]).append(card)
    return ask_about(lesson, "repair", deal, tuple(map(tuple, best)), "groups", asked="one-card")


def _best_moved(task: Task) -> list[list[str]] | None:
    laid = _best_move(task)
    return None if laid is None else [[str(card) for card in group] for group in laid]


def _moves_well(task: Task, answer: object) -> bool:
    """Whether an answer moves one card, to as good a place as any."""
    given, best = as_groups(answer), _best_move(task)
    same = Counter(tuple(sorted(group)) for group in given)
    one = any(Counter(tuple(sorted(group)) for group in laid) == same for laid in _moved(task.groups))
    deal = task.deal
    return one and best is not None and score_arrangement(given, deal).score >= score_arrangement(best, deal).score


# ---- what the joker is ---------------------------------------------------------------------------------------
def _joker(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    deal = open_table(rulebook, rng)
    stock = Stock(deal, rng)
    group = propose_group(lesson, stock, level)
    if group is None or kind_of(group, deal) not in MELDS or not deal.wild:
        return None
    at = rng.randrange(len(group))
    if deal.is_wild[group[at].index]:
        return None
    joker = rng.choice(deal.wild)
    if not stock.take((joker,)):
        return None
    laid = (*group[:at], joker, *group[at + 1 :])
    others = [card for card in CARDS[:52] if card != group[at] and card.index % 13 in _near(group[at])]
    choices = sorted([group[at], *rng.sample(others, 3)])
    task = ask_about(lesson, "complete", deal, (laid,), "card", tuple(map(str, choices)), asked=f"joker {joker}")
    return task if kind_of(laid, deal) in MELDS else None


def _near(card: Card) -> tuple[int, ...]:
    rank = card.index % 13
    return tuple((rank + step) % 13 for step in (-2, -1, 0, 1, 2))


def _stands_for(task: Task) -> str | None:
    """The one card of the choices that the joker can stand for, if the referee names the same one."""
    group, joker = list(task.groups[0]), Card.parse(str(task.asked).partition(" ")[2])
    group.remove(joker)
    fits = [one for one in task.choices if kind_of((*group, Card.parse(one)), task.deal) in MELDS]
    laid = score_arrangement(task.groups, task.deal).groups[0]
    named = [str(wild.stands_for) for wild in laid.wilds if wild.card == joker]
    return fits[0] if len(fits) == 1 and fits[0] in named else None


# ---- which group two games judge differently -----------------------------------------------------------------
def _differ(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    others = [book for key, book in RULEBOOKS.items() if key != rulebook.key]
    other = rng.choice(others)
    deal = open_table(rulebook, rng, joker=0.0)
    stock = Stock(deal, rng)
    groups: list[tuple[Card, ...]] = []
    for _ in range(40):
        group = propose_group(lesson, stock, level)
        if group is None:
            continue
        if len(group) < 3 or any(card.is_printed_joker for card in group) or _apart(group, deal, other) != (not groups):
            stock.give_back(group)
            continue
        groups.append(group)
        if len(groups) == 3:
            rng.shuffle(groups)
            return ask_about(
                lesson, "compare", deal, tuple(groups), "group", ("1", "2", "3"), asked=f"differ {other.key}"
            )
    return None


def _apart(group: tuple[Card, ...], deal: Deal, other: Rulebook) -> bool:
    """Whether a group is a meld in one game alone."""
    there = set_table(other, deal.turned, open_deal(other).players)
    return (kind_of(group, deal) in MELDS) != (kind_of(group, there) in MELDS)


def _differing(task: Task) -> str | None:
    other = RULEBOOKS[str(task.asked).partition(" ")[2]]
    apart = [str(at) for at, group in enumerate(task.groups, 1) if _apart(group, task.deal, other)]
    return apart[0] if len(apart) == 1 else None


def _add(  # type: ignore[no-untyped-def]
    kind: str, asked: str, lessons: dict[str, float], propose, answer, read=read_choice, is_right=None, believe=None
) -> None:
    variant = TaskKind(key=kind, propose=propose, answer=answer, read=read, is_right=is_right, believe=believe)
    add_variant(asked, lessons, variant)


assert {"count", "declare?", "complete", "compare", "repair"} <= set(KINDS)  # the kinds that are varied
_add("declare?", "best", {"regroup": 1.0}, _best_or_not, _is_best)
_add("declare?", "see", {"seeing": 1.0}, _see_or_not, lambda task: YES if may_see(task.cards, task.deal) else NO)
_add("declare?", "redeal", {"vazhushal": 1.0}, _redeal_or_not, _is_redealt)
_add("count", "exchanges", {"turn": 1.0}, _how_far, _distance, read_number)
_add("count", "value-cards", {"maal": 1.0}, _value_cards, _worth, read_number, believe=_believed_worth)
_add("repair", "one-card", {"loser": 1.0}, _one_card, _best_moved, read_groups, _moves_well)
_add("complete", "joker", {"regroup": 1.0}, _joker, _stands_for)
_add("compare", "differ", {"nine": 0.5}, _differ, _differing)
