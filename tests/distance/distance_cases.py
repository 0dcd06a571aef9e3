"""Random questions about the distance to declare: hands with the cards seen, in small cases most of the pack.

A small case has few cards and makes the figures of its rulebook small as well, so that all the hands it may
become can be tried. A few cards are left in ``few_case`` and ``ace_case``, of which all hands can be listed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from tests import strategies
from tests.oracle import rules
from tests.oracle.distance import Distance, available
from tests.oracle.exhaustive import MOST, count_hands

SMALL: dict[str, dict[str, Any]] = {
    "rummy-21": {"pure": 2, "tunnelas": 2, "dublees": 3, "jokers": 4},
    "gorummy-13": {},
    "octro-13": {},
    "paplu-13": {},
    "paplu-21": {"pure": 2, "tunnelas": 2, "dublees": 3, "jokers": 4},
    "paplu-27": {"tunnelas": 1, "dublees": 2, "jokers": 3},
    "marriage-21": {"pure": 2, "dublees": 3, "few_dublees": 2},
    "vazhushal-13": {},
    "adgaming-13": {},
}
"""Figures that make six to eight cards behave like a full hand."""


class Case(NamedTuple):
    """A small question: a hand with the cards seen and the figures replaced."""

    hand: strategies.Dealt
    seen: list[str]
    tweak: dict[str, Any]

    def by(self, distance: Any, **more: Any) -> Distance:
        """The answer of one of the two methods."""
        key, players, turned, cards = self.hand
        return distance(key, cards, turned, players, self.seen, tweak=self.tweak, **more)


def aimed_hand(key: str, players: int, turned: str | None, size: int, rng: random.Random) -> list[str]:
    """A few cards that are near to declaring: melds with a few wild cards, pairs, threes, or wild cards alone."""
    stock = strategies.Stock(key, players, turned, rng)
    aim = rng.random() if rules.has_dublees(key) else 1
    if aim < 0.2:
        stock.draw(rng.randint(2, 4), stock.wild)
    while len(stock.hand) < size:
        room = size - len(stock.hand)
        if 0.2 < aim < 0.6 or room < 3:
            same = 3 if aim < 0.4 or key == "paplu-27" else 2
            stock.take([rng.choice(strategies.PLAIN)] * min(same, room))
            continue
        length = 3 if room in (3, 6) or key == "marriage-21" else min(room, 4)
        meld = strategies.random_meld(key, players, length, rng)
        if stock.hand and stock.wild and rng.random() < 0.3:
            meld[rng.randrange(len(meld))] = rng.choice(stock.wild)
        stock.take(meld)
    return stock.hand


def hand_round_the_ace(key: str, players: int, turned: str | None, size: int, rng: random.Random) -> list[str]:
    """Cards of spades next to the ace and wild cards like them, where K, A, 2 may be tried."""
    stock = strategies.Stock(key, players, turned, rng)
    stock.draw(rng.randint(2, 3), [card for card in stock.wild if card[0] in "KA2"])
    stock.draw(size - len(stock.hand), [rank + "S" for rank in "JQKA234"])
    return stock.finish(size)


def small_case(key: str, seed: int) -> Case:
    """A small hand changed in up to two places; the rest of the pack has been seen but for a few cards."""
    rng = random.Random(f"{key} {seed}")
    size = 6 if key == "marriage-21" else rng.choice((7, 7, 8) if key == "octro-13" else (6, 6, 6, 7, 8))
    players = rng.randint(7, 12) if key == "paplu-13" and seed % 2 else strategies.random_players(key, rng)
    turned = None if rng.random() < 0.1 else strategies.random_turned(key, rng)
    make = aimed_hand
    if seed % 4 == 3:
        turned, make = rng.choice(("AS", "2S", "KS", "AH", "2H", "KH")), hand_round_the_ace
    model = make(key, players, turned, size, rng)
    stock = strategies.Stock(key, players, turned, rng)
    stock.take(rng.sample(model, size - rng.randint(0, 2)))
    hand = strategies.Dealt(key, players, turned, stock.finish(size + rng.randint(0, 1)))
    left = available(key, Counter(hand.cards), turned, players)
    beside = [rules.step(card, by) for card in model if card != rules.PRINTED for by in (-1, 1)]
    missing = (Counter(model) - Counter(hand.cards)).elements()
    keep = Counter([*missing, *rng.sample(beside, min(2, len(beside))), *rng.sample(sorted(left), 1)])
    seen = [card for card, count in left.items() for _ in range(max(0, count - keep[card]))]
    rng.shuffle(seen)
    return Case(hand, seen, {**SMALL[key], "deal": size})


# --- few cards left: one card more than dealt, and most of the pack seen ---------------------------------


def few_case(key: str, rng: random.Random, most: int = MOST) -> Case:
    """A hand made of one near to declaring; what it lacks and other cards that may serve it are left."""
    size, players = small_size(key, rng), few_players(key, rng)
    turned = None if rng.random() < 0.1 else strategies.random_turned(key, rng)
    make = aimed_hand
    if rng.random() < 0.3:
        turned, make = turned_round_the_ace(key, rng), hand_round_the_ace
    model = make(key, players, turned, size, rng)
    stock = strategies.Stock(key, players, turned, rng)
    stock.take(rng.sample(model, len(model) - rng.randint(0, 3)))
    hand = strategies.Dealt(key, players, turned, stock.finish(size + 1))
    return leave_few(hand, [*(Counter(model) - Counter(hand.cards)).elements(), *likely_cards(hand, rng)], rng, most)


def ace_case(key: str, rng: random.Random, most: int = MOST) -> Case:
    """A hand of kings, aces and twos, some of them wild as a rule; left are mostly such cards and their neighbours."""
    hand = deal_round_the_ace(key, rng, small_size(key, rng) + 1, few_players(key, rng))
    return leave_few(hand, sharp_cards(hand, rng), rng, most)


def small_size(key: str, rng: random.Random) -> int:
    """A number of cards to deal, so small that all hands can be listed."""
    if key == "marriage-21":
        return rng.choice((6, 9))
    return rng.choice((7, 7, 8, 9, 10) if key == "octro-13" else (6, 6, 7, 8, 9, 10))


def few_players(key: str, rng: random.Random) -> int:
    """A number of players; every other time so many that Paplu plays with tanalas."""
    return rng.randint(7, 12) if key == "paplu-13" and rng.random() < 0.5 else strategies.random_players(key, rng)


def likely_cards(hand: strategies.Dealt, rng: random.Random) -> list[str]:
    """A few cards that may serve a hand: beside a card held, like one, of its rank, wild, or any, once or twice."""
    wild = sorted(rules.wild_types(hand.key, hand.turned))
    plain = [card for card in hand.cards if card != rules.PRINTED] or list(strategies.PLAIN)
    found = []
    for _ in range(rng.randint(2, 7)):
        shape, card = rng.random(), rng.choice(plain)
        if shape < 0.3:
            found.append(rules.step(card, rng.choice((-1, 1))))
        elif shape < 0.5:
            found.append(rng.choice(hand.cards))
        elif shape < 0.62 and wild:
            found.append(rng.choice(wild))
        elif shape < 0.8:
            found.append(card[0] + rng.choice(rules.SUITS))
        else:
            found += [rng.choice(strategies.CARDS)] * rng.randint(1, 2)  # a dublee may be bought whole
    return found


def sharp_cards(hand: strategies.Dealt, rng: random.Random) -> list[str]:
    """Two to seven cards, wild kings, aces and twos above all, or their neighbours."""
    wild = sorted(card for card in rules.wild_types(hand.key, hand.turned) if card[0] in "KA2")
    sharp = [rank + suit for rank in "KA2" for suit in rules.SUITS]
    left = []
    for _ in range(rng.randint(2, 7)):
        shape = rng.random()
        if shape < 0.5:
            left.append(rng.choice(wild or sharp))
        elif shape < 0.75:
            left.append(rng.choice("QKA23") + rng.choice(rules.SUITS))
        else:
            left.append(rng.choice(strategies.PLAIN))
    return left


def leave_few(hand: strategies.Dealt, left: Iterable[str], rng: random.Random, most: int) -> Case:
    """The case in which these cards are left, as far as the pack has them and they make no more hands than ``most``."""
    key, players, turned, cards = hand
    tweak = few_figures(key, len(cards) - 1, rng)
    held, stock = Counter(cards), available(key, Counter(cards), turned, players)
    wanted = list((Counter(left) & stock).elements())
    rng.shuffle(wanted)
    while count_hands(held + Counter(wanted), tweak["deal"]) > most:
        wanted.pop()
    return Case(hand, sorted((stock - Counter(wanted)).elements()), tweak)


def few_figures(key: str, size: int, rng: random.Random) -> dict[str, Any]:
    """The figures that suit so many cards; nine or more have room for a meld more now and then."""
    tweak = {**SMALL[key], "deal": size}
    if size >= 9 and rng.random() < 0.5:
        if key in ("rummy-21", "paplu-21"):
            tweak["pure"] = 3
        elif key == "paplu-27":
            tweak["tunnelas"] = 2
    return tweak


# --- kings, aces and twos ---------------------------------------------------------------------------------


def turned_round_the_ace(key: str, rng: random.Random) -> str:
    """A king, ace or two turned up, or now and then a printed joker: kings, aces or twos are wild as a rule."""
    if key != "marriage-21" and rng.random() < 0.15:
        return rules.PRINTED
    return rng.choice("KA2") + rng.choice(rules.SUITS)


def deal_round_the_ace(
    key: str, rng: random.Random, size: int | None = None, players: int | None = None
) -> strategies.Dealt:
    """Two of king, ace and two in some suits, a run, wild cards of these ranks, and melds: K, A, 2 may be tried.

    Args:
        key: rulebook key.
        rng: source of chance.
        size: cards in the hand; as many as are dealt if None.
        players: players at the table; at random if None.
    """
    size = strategies.PACKS[key].dealt if size is None else size
    players = strategies.random_players(key, rng) if players is None else players
    turned = turned_round_the_ace(key, rng)
    stock = strategies.Stock(key, players, turned, rng)
    for _ in range(rng.randint(1, max(1, min(3, size // 5)))):
        suit = rng.choice(rules.SUITS)
        beside = "KA2".replace(turned[0], "") if rng.random() < 0.7 else "KA2"  # the third of them is wild
        stock.take([rank + suit for rank in rng.sample(beside, 2)])
    suit, length = rng.choice(rules.SUITS), 3 if key == "marriage-21" else rng.choice((3, 4))
    start = rng.randrange(len(rules.RUN) - length + 1)
    stock.take([rank + suit for rank in rules.RUN[start : start + length]])
    stock.draw(rng.choice((0, 0, 1, 1, 2, 3)), [card for card in stock.wild if card[0] in "KA2"])
    while size - len(stock.hand) >= 3:
        if not stock.take(strategies.random_meld(key, players, 3, rng)):
            stock.draw(1)
    return strategies.Dealt(key, players, turned, stock.finish(size))
