"""A second settlement, written from the rules alone: prices, halves, value cards and caps without the engine's data.

Only what a hand counts to is taken as given, since other models hold that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from .any_model import Table

RANKS = "A23456789TJQK"
DROPPED = ("first-drop", "middle-drop", "three-misses", "left-table")

# first drop, middle drop, three misses, wrong declaration
PRICES = {
    "rummy-21": (30, 70, 70, 120),
    "gorummy-13": (10, 30, 30, 80),
    "octro-13": (20, 40, None, 80),
    "paplu-13": (10, 40, None, None),
    "paplu-21": (30, 70, None, 120),
    "paplu-27": (30, 70, None, 120),
    "adgaming-13": (20, 40, 40, 80),
}
# least and most that a hand counts to
LIMITS = {
    **dict.fromkeys(("rummy-21", "paplu-21", "paplu-27"), (2, 120)),
    **dict.fromkeys(("gorummy-13", "octro-13", "adgaming-13"), (0, 80)),
}
# least and most of what is paid by who had no move
EARLY = {"rummy-21": (2, 60), "gorummy-13": (2, 40), "paplu-21": (2, 60), "paplu-27": (2, 60), "paplu-13": (0, 10**9)}
# points of one, two and three copies, by steps from the turned card; then of one, two and three marriages
_STEPS_21 = {0: (10, 30, 50), 1: (10, 30, 50), -1: (10, 30, 50)}
VALUES = {
    "rummy-21": (_STEPS_21, (100, 300, 500)),
    "paplu-21": (_STEPS_21, (100, 300, 500)),
    "paplu-27": (
        {0: (20, 60, 120), 1: (10, 30, 60), 2: (10, 30, 60), -1: (10, 30, 60), -2: (25, 75, 150)},
        (100, 300, 500),
    ),
    "marriage-21": ({0: (3, 7), 1: (2, 5, 10), -1: (2, 5, 10)}, (10, 20)),
}


@dataclass
class Player:
    """What is known of a player when the round is over.

    Attributes:
        ending: How it ended for him.
        count: What his hand counts to, before halving and doubling; stated, it may be more than a hand can cost.
        seen: Whether he has seen the hidden card.
        held: His value cards, as text.
        laid: One card of each tunnela laid before play.
        drew: Whether he had drawn before he left.
        dublees: Whether he has seen by showing dublees.
    """

    ending: str
    count: int = 0
    seen: bool = False
    held: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    drew: bool = True
    dublees: bool = False


def worth(key: str, turned: str | None, player: Player) -> int:
    """What each opponent owes for value cards: the best of every number of marriages."""
    if key not in VALUES or turned is None:
        return 0
    turned = "AS" if turned == "PJ" else turned
    steps, marriages = VALUES[key]
    at = RANKS.index(turned[0])
    copies = {step: player.held.count(RANKS[(at + step) % 13] + turned[1]) for step in steps}
    best = 0
    for pairs in range(min(copies[0], copies[1], copies[-1], len(marriages)) + 1):
        total = marriages[pairs - 1] if pairs else 0
        for step, points in steps.items():
            left = copies[step] - (pairs if abs(step) <= 1 else 0)
            total += points[min(left, len(points)) - 1] if left else 0
        best = max(best, total)
    for card in player.laid:
        beside = card[1] == turned[1] and (RANKS.index(card[0]) - at) % 13 in (1, 12)
        best += 20 if beside else 10 if card[0] == turned[0] else 5
    return best


def lost(key: str, options: Sequence[str], turned: str | None, player: Player, before_drawing: bool) -> int:
    """What a player loses by points."""
    first, middle, misses, wrong = PRICES.get(key, (None,) * 4)
    least, most = LIMITS.get(key, (0, 10**9))
    count = min(max(player.count, least), most)
    if "pool-201" in options:
        first, middle, misses = 25, 50, 50  # R58
    ending = player.ending
    if ending == "foul":
        points = 0
    elif key == "marriage-21":
        points = 3 if player.seen else 10
    elif ending == "left-table":
        points = middle if player.drew else first
    elif ending in ("first-drop", "middle-drop", "three-misses", "wrong-declaration"):
        points = {"first-drop": first, "middle-drop": middle, "three-misses": misses, "wrong-declaration": wrong}[
            ending
        ]
    elif ending == "lost-before-first-move" and key == "paplu-13" and before_drawing:
        points = 2 * count
    elif ending == "lost-before-first-move" and key in EARLY:
        least, most = EARLY[key]
        points = min(max(count // 2, least), most)
    else:
        points = count
    return points * (2 if turned == "PJ" and "double-on-printed" in options else 1)


def settle_again(
    key: str,
    options: Sequence[str],
    turned: str | None,
    players: Mapping[str, Player],
    *,
    before_drawing: bool = False,
    dublees: bool = False,
) -> tuple[dict[str, int], dict[tuple[str, str], int]]:
    """Each player's net before any cap on it, and who owes whom; points on the score of a pool are no net."""
    winner = next(name for name, one in players.items() if one.ending in ("declared", "last-left"))
    owes = dict.fromkeys(product(players, players), 0)
    if key != "vazhushal-13" and not any(option.startswith("pool") for option in options):
        for name, one in players.items():
            if name != winner:
                free = one.dublees and len(players) >= 4 and "dublee-loser-free" in options
                owes[name, winner] += 0 if free else lost(key, options, turned, one, before_drawing)
                owes[name, winner] += 5 if key == "marriage-21" and dublees else 0
    inside = [name for name, one in players.items() if one.ending not in DROPPED]
    earned = {name: worth(key, turned, one) for name, one in players.items()}
    unseen = {"unseen-maal-void", "unseen-maal-to-winner"} & set(options)
    for name, one in players.items():
        if name != winner and (one.ending == "foul" or (unseen and not one.seen)):
            earned[winner] += earned[name] if "unseen-maal-to-winner" in options else 0
            earned[name] = 0
    for payer, payee in product(inside, inside):
        if payer != payee:
            bonus = earned[payee]
            early = key in ("paplu-21", "paplu-27") and players[payer].ending == "lost-before-first-move"
            owes[payer, payee] += bonus // 2 if early else bonus
    nets = {name: sum(owes[other, name] - owes[name, other] for other in players) for name in players}
    return nets, owes


def pay_in_money(
    names: Sequence[str], pays: Sequence[Sequence[int]], stakes: Mapping[str, object]
) -> dict[str, object]:
    """What each player wins where each pays their own stake for a point: what others pay them less what they pay."""
    money: dict[str, object] = {}
    for at, name in enumerate(names):
        got = sum(line[at] * stakes[payer] for payer, line in zip(names, pays, strict=True))  # type: ignore[operator]
        money[name] = got - sum(pays[at]) * stakes[name]  # type: ignore[operator]
    return money


def worth_by_fields(table: Table, held: Sequence[str]) -> int:
    """What value cards, marriages and tunnelas of a hand earn by any rulebook's fields: the best of every choice."""
    bonus, melds = table.book.bonus, table.melds
    wilds, turned = table.book.wilds, table.turned
    if bonus is None:
        return 0
    base = None if turned is None else turned
    if turned == "PJ":
        base = None if wilds.printed_counts_as is None else str(wilds.printed_counts_as)
    other = {"S": "C", "C": "S", "H": "D", "D": "H"}

    def beside(step: int, over: bool) -> str:
        assert base is not None
        suit = other[base[1]] if over else base[1]
        return RANKS[(RANKS.index(base[0]) + step) % 13] + suit

    values = [
        ("PJ" if one.card is not None else beside(one.offset, one.other_suit), one.points)
        for one in bonus.cards
        if base
    ]
    couple = [beside(step, False) for step in (-1, 0, 1)] if base else []
    known = sorted(set(held))
    three = [card for card in known if held.count(card) >= 3 and bonus.hand_tunnelas and table.tunnelas]
    three = [card for card in three if (melds.joker_tunnelas if card == "PJ" else table.stands(card))]
    best = 0
    for laid in product(*(range(held.count(card) // 3 + 1) for card in three)):
        total = bonus.hand_tunnelas[min(sum(laid), len(bonus.hand_tunnelas)) - 1] if sum(laid) else 0
        left = {card: held.count(card) for card in known}
        for card, count in zip(three, laid, strict=True):
            left[card] -= 3 * count
        for pairs in range(min([left.get(card, 0) for card in couple] or [0]) + 1):
            if pairs > len(bonus.marriage):
                break
            points = bonus.marriage[pairs - 1] if pairs else 0
            for card, prices in values:
                count = left.get(card, 0) - (pairs if card in couple else 0)
                points += prices[min(count, len(prices)) - 1] if count > 0 else 0
            best = max(best, total + points)
    return best
