"""Dealing a whole round for practice: one pack, a winner whose hand declares, and losers with a meld or two."""

from __future__ import annotations

import random
from collections import Counter

from ...game.cards import CARDS, PRINTED_JOKER, Card, Hand
from ...game.rules import Measure, Rulebook
from ...game.table import set_table
from ...rounds.endings import Ending, price_of
from ...study.analysis import analyse
from ...tutor.puzzles.greedy import count_pack

TRIES = 40
_LEAVING = (Ending.FIRST_DROP, Ending.MIDDLE_DROP)


def deal_round(rulebook: Rulebook, players: int, seed: int) -> tuple[list[tuple[str, str]], Card | None]:
    """Deal a finished round; the same seed gives the same one.

    Returns:
        Each player's ending and hand as text, and the turned card. The winner's hand is laid out in groups, the
        others' are not.

    Raises:
        ValueError: no declaring hand was found.
    """
    chance = random.Random(f"round {rulebook.key} {players} {seed}")
    for _ in range(TRIES):
        pack = count_pack(rulebook, players)
        turned = None
        if rulebook.wilds.exposed or rulebook.wilds.hidden:
            turned = chance.choice(sorted(card for card in pack if card != PRINTED_JOKER))
            pack[turned] -= 1
        winner = _declaring(rulebook, players, pack, turned, chance)
        if winner is not None:
            break
    else:
        raise ValueError(rulebook.key)
    place = chance.randrange(players)
    known = [ending for ending in _LEAVING if price_of(ending, rulebook) is not None]
    dealt = []
    for at in range(players):
        if at == place:
            dealt.append((Ending.DECLARED.value, winner))
            continue
        hand = _losing(rulebook, pack, chance)
        leaves = known and players > 2 and chance.random() < 0.25
        ending = chance.choice(known) if leaves else Ending.LOST
        dealt.append((ending.value, str(Hand(tuple(sorted(hand))))))
    return dealt, turned


def _suited(chance: random.Random, size: int) -> list[Card]:
    suit, low = chance.randrange(4), chance.randrange(14 - size)
    return [CARDS[13 * suit + low + step] for step in range(size)]


def _set(chance: random.Random, size: int) -> list[Card]:
    rank = chance.randrange(13)
    return [CARDS[13 * suit + rank] for suit in chance.sample(range(4), size)]


def _take(pack: Counter[Card], cards: list[Card]) -> bool:
    """Take cards out of the pack if it holds them all."""
    wanted = Counter(cards)
    if any(pack[card] < count for card, count in wanted.items()):
        return False
    pack.subtract(wanted)
    return True


def _declaring(
    rulebook: Rulebook, players: int, pack: Counter[Card], turned: Card | None, chance: random.Random
) -> str | None:
    """A hand that declares, taken out of the pack and laid out; None if this try found none."""
    left = Counter(pack)
    sizes = [3] * (rulebook.deal // 3)
    tunnelas = 3 if any(way.needs.tunnelas for way in rulebook.objectives) and chance.random() < 0.7 else 0
    sequences = max(3, len(sizes) // 2)
    groups: list[list[Card]] = []
    table = set_table(rulebook, turned, players)
    marriage = list(table.marriage) if table.asks_marriages else []
    sizes[min(tunnelas + 1, len(sizes) - 1) if marriage else 0] += rulebook.deal % 3
    for at, size in enumerate(sizes):
        for _ in range(TRIES):
            if at == 0 and marriage:
                group = marriage
            elif 0 < at <= tunnelas:
                group = [CARDS[chance.randrange(52)]] * 3
            else:
                group = _suited(chance, size) if at < sequences + tunnelas else _set(chance, size)
            if group not in groups and _take(left, group):
                groups.append(group)
                break
        else:
            return None
    hand = Hand.of_groups(groups)
    result = analyse(hand, rulebook, turned=turned, players=players)
    if result.best.declares and not result.laid.declares:
        rest = [[card] for card in result.best.loose]
        hand = Hand.of_groups([*(list(group.cards) for group in result.best.groups), *rest])
    elif not result.laid.declares:
        return None
    pack.clear()
    pack.update(left)
    return str(hand)


def _losing(rulebook: Rulebook, pack: Counter[Card], chance: random.Random) -> list[Card]:
    """A hand with some melds in it, taken out of the pack."""
    hand: list[Card] = []
    most = rulebook.deal // 3 - (1 if rulebook.scoring.measure is Measure.PENALTY else 2)
    for _ in range(chance.randrange(max(1, most))):
        group = _suited(chance, 3) if chance.random() < 0.7 else _set(chance, 3)
        if _take(pack, group):
            hand += group
    rest = sorted(pack.elements())
    others = chance.sample(rest, rulebook.deal - len(hand))
    pack.subtract(Counter(others))
    return hand + others
