"""Random hands, all of them in one place: plain generators over ``random.Random`` and Hypothesis strategies.

Cards are two-letter strings (``"7S"``, ``"PJ"``). Every hand respects the copies of its rulebook's pack, the
turned card taken out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from hypothesis import strategies as st

from tests.oracle.rules import PRINTED, RANKS, RUN, SUITS, has_dublees, has_tunnelas, step, wild_types

PLAIN = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARDS = (*PLAIN, PRINTED)


class Pack(NamedTuple):
    """The table of one rulebook: cards dealt, players allowed, and the pack by number of players.

    Attributes:
        dealt: cards dealt to a player.
        players: fewest and most players.
        sizes: (players up to, packs of 52, printed jokers), ascending.
    """

    dealt: int
    players: tuple[int, int]
    sizes: tuple[tuple[int, int, int], ...]


PACKS = {
    "rummy-21": Pack(21, (2, 6), ((6, 3, 3),)),
    "gorummy-13": Pack(13, (2, 6), ((6, 2, 2),)),
    "octro-13": Pack(13, (2, 6), ((3, 2, 4), (6, 3, 6))),
    "paplu-13": Pack(13, (2, 12), ((3, 1, 1), (6, 2, 2), (12, 3, 3))),
    "paplu-21": Pack(21, (2, 6), ((6, 3, 3),)),
    "paplu-27": Pack(27, (2, 5), ((5, 3, 3),)),
    "marriage-21": Pack(21, (2, 5), ((5, 3, 0),)),
    "vazhushal-13": Pack(13, (2, 6), ((3, 1, 2), (6, 2, 4))),
    "adgaming-13": Pack(13, (2, 6), ((6, 2, 2),)),
}
KEYS = tuple(PACKS)


class Dealt(NamedTuple):
    """A hand with the table it was dealt at."""

    key: str
    players: int
    turned: str | None
    cards: list[str]


def copies(key: str, players: int) -> Counter[str]:
    """How often each card is in the pack this many players use."""
    for most, packs, printed in PACKS[key].sizes:
        if players <= most:
            return Counter({**dict.fromkeys(PLAIN, packs), PRINTED: printed})
    raise ValueError(f"{key} is not played by {players}")


def random_players(key: str, rng: random.Random) -> int:
    """A number of players the rulebook allows."""
    return rng.randint(*PACKS[key].players)


def random_turned(key: str, rng: random.Random) -> str:
    """A turned card; the printed joker, where the pack has one, oftener than its share."""
    if key != "marriage-21" and rng.random() < 0.1:
        return PRINTED
    return rng.choice(PLAIN)


class Stock:
    """What is left of a pack while a hand is being put together."""

    def __init__(self, key: str, players: int, turned: str | None, rng: random.Random) -> None:
        """Open the pack and take the turned card out of it."""
        self.left = copies(key, players)
        if turned is not None:
            self.left[turned] -= 1
        self.rng = rng
        self.turned = turned
        self.wild = sorted(wild_types(key, turned))
        self.hand: list[str] = []

    def take(self, cards: list[str]) -> bool:
        """Move these cards to the hand if the pack still holds them all."""
        if any(self.left[card] < count for card, count in Counter(cards).items()):
            return False
        self.left.subtract(cards)
        self.hand += cards
        return True

    def draw(self, count: int = 1, among: list[str] | None = None) -> int:
        """Draw up to ``count`` cards at random, of the given types only; how many there were."""
        types = sorted(self.left) if among is None else among
        pool = [card for card in types for _ in range(self.left[card])]
        drawn = self.rng.sample(pool, max(0, min(count, len(pool))))
        self.take(drawn)
        return len(drawn)

    def put_back(self, count: int) -> None:
        """Return some random cards of the hand to the pack."""
        for card in self.rng.sample(self.hand, max(0, min(count, len(self.hand)))):
            self.hand.remove(card)
            self.left[card] += 1

    def finish(self, size: int) -> list[str]:
        """Fill or trim the hand to ``size`` at random and shuffle it."""
        self.put_back(len(self.hand) - size)
        self.draw(size - len(self.hand))
        self.rng.shuffle(self.hand)
        return self.hand


def random_hand(key: str, players: int, turned: str | None, size: int, rng: random.Random) -> list[str]:
    """Cards drawn evenly from the pack."""
    return Stock(key, players, turned, rng).finish(size)


def random_meld(key: str, players: int, size: int, rng: random.Random) -> list[str]:
    """A natural meld of this rulebook with about ``size`` cards."""
    suit = rng.choice(SUITS)
    shape = rng.random()
    if has_tunnelas(key, players) and shape < 0.15:
        return [rng.choice(RANKS) + suit] * 3
    if shape < 0.45:
        suits = rng.sample(SUITS, min(4, size))
        if key == "paplu-27":
            suits = [rng.choice(SUITS) for _ in range(size)]
        rank = rng.choice(RANKS)
        return [rank + suit for suit in suits]
    start = rng.randrange(len(RUN) - size + 1)
    return [rank + suit for rank in RUN[start : start + size]]


def near_complete_hand(key: str, players: int, turned: str | None, size: int, rng: random.Random) -> list[str]:
    """A hand of melds, some of their cards replaced by wild ones, with up to three cards changed since."""
    stock = Stock(key, players, turned, rng)
    aim = rng.random()
    if has_dublees(key) and aim < 0.2:
        for _ in range(rng.randint(5, 10)):
            stock.take([rng.choice(PLAIN)] * 2)
    elif has_tunnelas(key, players) and aim < 0.3:
        for _ in range(rng.randint(2, 4)):
            stock.take([rng.choice(PLAIN)] * 3)
    for _ in range(40):
        room = size - len(stock.hand)
        if room < 3:
            break
        length = 3 if key == "marriage-21" else min(room, rng.choice((3, 3, 3, 4, 4, 5, 6)))
        if room - length in (1, 2):
            length = room if room <= 5 and key != "marriage-21" else 3
        meld = random_meld(key, players, length, rng)
        for place in range(len(meld)):
            if rng.random() < 0.12 and stock.wild:
                meld[place] = rng.choice(stock.wild)
        stock.take(meld)
    stock.draw(size - len(stock.hand))
    stock.put_back(rng.randint(0, 3))
    return stock.finish(size)


def joker_heavy_hand(key: str, players: int, turned: str | None, size: int, rng: random.Random) -> list[str]:
    """A hand with a quarter to three quarters of it wild, as far as the pack has wild cards."""
    stock = Stock(key, players, turned, rng)
    stock.draw(rng.randint(size // 4, size * 3 // 4), stock.wild)
    if rng.random() < 0.7:
        near = rng.sample(SUITS, 2)
        stock.draw((size - len(stock.hand)) // 2, [card for card in PLAIN if card[1] in near])
    return stock.finish(size)


def duplicate_heavy_hand(key: str, players: int, turned: str | None, size: int, rng: random.Random) -> list[str]:
    """A hand out of a narrow window of ranks, most cards in several copies."""
    stock = Stock(key, players, turned, rng)
    width = max(3, -(-size // 6))
    start = rng.randrange(13)
    ranks = {RANKS[(start + i) % 13] for i in range(width + rng.randint(0, 2))}
    suits = rng.sample(SUITS, rng.randint(2, 4))
    stock.draw(size - rng.randint(0, 3), [card for card in PLAIN if card[0] in ranks and card[1] in suits])
    return stock.finish(size)


def melded_hand(key: str, players: int, turned: str | None, size: int, rng: random.Random) -> list[str]:
    """A small hand of melds that overlap: runs close to each other, copies, now and then a handful of wild cards."""
    stock = Stock(key, players, turned, rng)
    shape = rng.random()
    if shape < 0.15:
        stock.draw(min(size, rng.randint(3, 5)), stock.wild)
    if shape > 0.85 and has_dublees(key):
        stock.take([rng.choice(PLAIN)] * 2)
    for _ in range(20):
        room = size - len(stock.hand)
        if room < 3:
            break
        meld = random_meld(key, players, 3 if key == "marriage-21" else min(room, rng.choice((3, 3, 4, 4, 5, 6))), rng)
        if rng.random() < 0.3:
            meld = [step(meld[0], by) for by in range(len(meld))]  # also round the corner
        for place in range(len(meld)):
            if rng.random() < 0.18 and stock.wild:
                meld[place] = rng.choice(stock.wild)
        if stock.hand and rng.random() < 0.3:
            meld = [rng.choice(stock.hand)] * 2
        stock.take(meld)
    return stock.finish(size)


Flavour = Callable[[str, int, "str | None", int, random.Random], list[str]]
FLAVOURS: dict[str, Flavour] = {
    "random": random_hand,
    "near-complete": near_complete_hand,
    "joker-heavy": joker_heavy_hand,
    "duplicate-heavy": duplicate_heavy_hand,
}


def deal(
    key: str,
    players: int | None = None,
    rng: random.Random | None = None,
    *,
    flavour: str = "random",
    extra: int = 0,
    size: int | None = None,
    turned: str | None = "",
) -> Dealt:
    """Deal one hand from the rulebook's pack, the turned card taken out of it.

    Args:
        key: rulebook key.
        players: players at the table; at random if None.
        rng: source of chance; a fixed one if None.
        flavour: a key of ``FLAVOURS``.
        extra: 1 for a hand after the draw (N+1 cards).
        size: cards in the hand instead of N + extra.
        turned: the turned card; at random if left out, None for no turned card.
    """
    rng = rng or random.Random(0)
    players = random_players(key, rng) if players is None else players
    turned = random_turned(key, rng) if turned == "" else turned
    size = PACKS[key].dealt + extra if size is None else size
    return Dealt(key, players, turned, FLAVOURS[flavour](key, players, turned, size, rng))


def mixed_hands(key: str, count: int, seed: str) -> list[Dealt]:
    """Hands of all flavours in turn, half with the card drawn; the same for a seed."""
    rng = random.Random(f"{seed} {key}")
    flavours = list(FLAVOURS)
    return [
        deal(key, None, rng, flavour=flavours[i % len(flavours)], extra=i // len(flavours) % 2) for i in range(count)
    ]


def random_groups(cards: list[str], rng: random.Random) -> list[list[str]]:
    """The cards laid out anyhow: sorted or shuffled, then cut into groups of one to five."""
    cards = list(cards)
    order = rng.randrange(3)
    rng.shuffle(cards)
    if order == 1:
        cards.sort(key=CARDS.index)
    elif order == 2:
        cards.sort(key=lambda card: RANKS.find(card[0]))
    groups = []
    while cards:
        length = rng.choice((1, 1, 2, 3, 3, 3, 4, 5))
        groups.append(cards[:length])
        cards = cards[length:]
    return groups


def laid_hand(key: str, players: int, turned: str | None, size: int, rng: random.Random) -> list[list[str]]:
    """A hand laid out as a player would: mostly melds with wild cards in them, a few of them spoilt.

    Dublees, tunnelas and groups of wild cards only appear wherever the pack allows them.
    """
    stock = Stock(key, players, turned, rng)
    groups: list[list[str]] = []
    wildness = rng.choice((0.0, 0.1, 0.3))
    pairs = rng.choice((0.0, 0.1, 0.7))
    for _ in range(60):
        room = size - sum(map(len, groups))
        if room < 2 or rng.random() < 0.03:
            break
        shape = rng.random()
        if shape < pairs:
            group = [rng.choice(CARDS if rng.random() < 0.2 else PLAIN)] * 2
        elif shape < pairs + 0.1 and stock.wild:
            group = [rng.choice(stock.wild) for _ in range(rng.randint(1, min(9, room)))]
        elif shape < pairs + 0.15:
            group = [rng.choice((PRINTED, *stock.wild))] * 3
        else:
            length = 3 if key == "marriage-21" else rng.choice((3, 3, 3, 4, 4, 5, 7))
            group = random_meld(key, players, length, rng)
            for place in range(len(group)):
                if rng.random() < wildness and stock.wild:
                    group[place] = rng.choice(stock.wild)
            if rng.random() < 0.1:
                group[rng.randrange(len(group))] = rng.choice(PLAIN)
            if rng.random() < 0.05:
                group.append(rng.choice(PLAIN))
        if len(group) <= room and stock.take(group):
            rng.shuffle(group)
            groups.append(group)
    used = len(stock.hand)
    stock.draw(size - used)
    rest = stock.hand[used:]
    while rest:
        length = rng.choice((1, 1, 1, 1, 2, 3))
        groups.append(rest[:length])
        rest = rest[length:]
    rng.shuffle(groups)
    return groups


# --- Hypothesis -------------------------------------------------------------------------------------------


def cards() -> st.SearchStrategy[str]:
    """Any card, the printed joker among them."""
    return st.sampled_from(CARDS)


def rulebook_keys() -> st.SearchStrategy[str]:
    """Any rulebook that the independent model knows."""
    return st.sampled_from(KEYS)


def turned_cards(key: str | None = None, *, none: bool = True) -> st.SearchStrategy[str | None]:
    """A turned card, ``"PJ"`` where the rulebook's pack has printed jokers, and None unless excluded."""
    plain = st.sampled_from(PLAIN if key == "marriage-21" else CARDS)
    return st.one_of(plain, st.none()) if none else plain


@st.composite
def hands(
    draw: st.DrawFn,
    key: str | None = None,
    players: int | None = None,
    extra: int | None = None,
    size: int | None = None,
    flavour: str | None = None,
) -> Dealt:
    """A hand with its table: of any flavour, or a short list of free cards that shrinks well.

    Args:
        draw: given by Hypothesis.
        key: rulebook key; any if None.
        players: players at the table; any the rulebook allows if None.
        extra: 0 for N cards, 1 for N+1; either if None.
        size: exactly this many cards instead.
        flavour: a key of ``FLAVOURS``, or ``"free"`` for a list drawn card by card; any if None.
    """
    key = draw(rulebook_keys()) if key is None else key
    players = draw(st.integers(*PACKS[key].players)) if players is None else players
    turned = draw(turned_cards(key))
    if size is None:
        size = PACKS[key].dealt + (draw(st.integers(0, 1)) if extra is None else extra)
    flavour = draw(st.sampled_from(("free", *FLAVOURS))) if flavour is None else flavour
    if flavour != "free":
        rng = random.Random(draw(st.integers(0, 2**32 - 1)))
        return deal(key, players, rng, flavour=flavour, size=size, turned=turned)
    left = copies(key, players)
    if turned is not None:
        left[turned] -= 1
    held: list[str] = []
    for _ in range(size):
        card = draw(st.sampled_from([card for card in CARDS if left[card] > 0]))
        left[card] -= 1
        held.append(card)
    return Dealt(key, players, turned, held)


class Laid(NamedTuple):
    """A laid-out hand with its table."""

    key: str
    players: int
    turned: str | None
    groups: list[list[str]]


@st.composite
def grouped_hands(
    draw: st.DrawFn,
    key: str | None = None,
    players: int | None = None,
    extra: int | None = None,
    size: int | None = None,
) -> Laid:
    """A hand laid out in groups: melds with a few spoilt ones among them, or cut anyhow.

    Args:
        draw: given by Hypothesis.
        key: rulebook key; any if None.
        players: players at the table; any the rulebook allows if None.
        extra: 0 for N cards, 1 for N+1; either if None.
        size: exactly this many cards instead.
    """
    key = draw(rulebook_keys()) if key is None else key
    players = draw(st.integers(*PACKS[key].players)) if players is None else players
    if draw(st.integers(0, 3)) == 0:
        dealt = draw(hands(key, players, extra, size))
        rng = random.Random(draw(st.integers(0, 2**32 - 1)))
        return Laid(key, players, dealt.turned, random_groups(dealt.cards, rng))
    turned = draw(turned_cards(key))
    if size is None:
        size = PACKS[key].dealt + (draw(st.integers(0, 1)) if extra is None else extra)
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    return Laid(key, players, turned, laid_hand(key, players, turned, size, rng))


# --- whole rounds -----------------------------------------------------------------------------------------


class RoundTable(NamedTuple):
    """A possible round: the arguments of ``settle``."""

    key: str
    options: tuple[str, ...]
    turned: str | None
    seats: list[dict[str, object]]
    end: str


# what each rulebook prices, and the counts a stated hand may have: written from the rules, not from the engine
_DROPS = ("first-drop", "middle-drop", "left-table")
_OUT = {
    "rummy-21": (*_DROPS, "three-misses", "wrong-declaration"),
    "gorummy-13": (*_DROPS, "three-misses", "wrong-declaration"),
    "octro-13": (*_DROPS, "wrong-declaration"),
    "paplu-13": _DROPS,
    "paplu-21": (*_DROPS, "wrong-declaration"),
    "paplu-27": (*_DROPS, "wrong-declaration"),
    "marriage-21": (),
    "vazhushal-13": (),
    "adgaming-13": (*_DROPS, "three-misses", "wrong-declaration"),
}
_MATCHES = ((), ("pool-101",), ("pool-201",), ("best-of-2",), ("best-of-3",))


@st.composite
def rounds(draw: st.DrawFn, key: str | None = None) -> RoundTable:
    """A round somebody won: some players with hands from one pack, some with stated figures.

    Args:
        draw: given by Hypothesis.
        key: rulebook key; any if None.
    """
    key = draw(rulebook_keys()) if key is None else key
    options = draw(st.sampled_from(_MATCHES)) if key == "adgaming-13" else ()
    if key == "paplu-13":
        options = draw(st.sampled_from(((), ("ace-jokers",), ("double-on-printed",))))
    players = draw(st.integers(*PACKS[key].players))
    turned = draw(turned_cards(key, none=False))
    stock = Stock(key, players, turned, random.Random(draw(st.integers(0, 2**32 - 1))))
    out = () if options and options[0].startswith("best-of") else _OUT[key]
    if options and options[0].startswith("best-of"):
        out = ("wrong-declaration",)
    endings = ["lost", "lost", "lost-before-first-move", *out]
    chosen = [draw(st.sampled_from(endings)) for _ in range(players - 1)]
    left = bool(set(out) & {"first-drop"}) and all(ending in out for ending in chosen)
    winner = "last-left" if left else "declared"
    seats: list[dict[str, object]] = []
    for at, ending in enumerate([winner, *chosen]):
        seat: dict[str, object] = {"name": f"p{at}", "ending": ending}
        seat.update(_cards_of(draw, key, stock, ending))
        if ending == "left-table":
            seat["drew"] = draw(st.booleans())
        seats.append(seat)
    if key == "paplu-13" and winner == "declared" and draw(st.booleans()):
        seats[0]["declared_on"] = draw(st.sampled_from(("first-turn", "before-drawing")))
    return RoundTable(key, options, turned, draw(st.permutations(seats)), "won")


def counts(key: str) -> list[int]:
    """Points that some hand of a game can count to, before any limit (R61)."""
    if key == "octro-13":
        return [*range(61), 80]
    return [0, *range(2, 10 * PACKS[key].dealt + 1)]


def _cards_of(draw: st.DrawFn, key: str, stock: Stock, ending: str) -> dict[str, object]:
    """A hand, laid out or not, or a stated figure with value cards from what is left of the pack."""
    stock.hand = []
    if ending not in ("declared", "last-left") and draw(st.integers(0, 3)) == 0 and key != "paplu-27":
        stock.draw(PACKS[key].dealt)
        if draw(st.booleans()):
            return {"hand": " ".join(stock.hand)}
        groups = random_groups(stock.hand, stock.rng)
        return {"hand": " | ".join(" ".join(group) for group in groups) + (" |" if len(groups) == 1 else "")}
    told: dict[str, object] = {}
    if ending.startswith("lost"):
        if key == "marriage-21":
            told["seen"] = draw(st.booleans())
        elif key != "vazhushal-13":
            told["points"] = draw(st.one_of(st.sampled_from(counts(key)[:6]), st.sampled_from(counts(key))))
    if key in ("rummy-21", "paplu-21", "paplu-27", "marriage-21") and stock.wild:
        stock.draw(draw(st.integers(0, 6)), [card for card in stock.wild if _is_value_card(key, card, stock)])
        told["value_cards"] = " ".join(stock.hand)
    return told


def _is_value_card(key: str, card: str, stock: Stock) -> bool:
    """Whether a wild card earns points: not the printed joker, nor a card of the turned rank in another suit."""
    turned = stock.turned or ""
    suit = "S" if turned == PRINTED else turned[-1:]
    return card != PRINTED and card[-1] == suit
