"""Making cards for tasks: groups that are melds or nearly, and hands laid out, all from one pack and one seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ..game.cards import CARDS, PRINTED_JOKER, Card
from ..game.procedure import Laying
from ..game.rules import Objective, PickingUp, Rest, Rulebook, RuleError
from ..game.table import Deal, set_table
from ..playing.moves import Phase
from ..playing.sight import is_pure
from ..playing.turn import Turn
from .lessons import is_special

_JOKERS_LIE = {PickingUp.NO_JOKER_BUT_FIRST_OPEN, PickingUp.NO_WILD_ONCE_SEEN}  # where wild cards are thrown
_MARRIED = 0.8  # how often a hand laid out begins with a marriage where one is needed to declare
_FIVE = 0.2  # how often a set with wild cards is one of five
_LONGEST = 12  # cards of a sequence in a hand that is made: the first lessons leave out the ace
_TRIES = 200  # groups tried for one hand: a pack may hold none


@lru_cache(maxsize=512)
def _open_pack(deal: Deal, plain: bool) -> tuple[Counter[Card], tuple[Card, ...]]:
    """How often each card is there to take at a table, and which of them are wild; a plain pack has none of those."""
    pack, book = deal.pack, deal.rulebook
    left = Counter({card: pack.copies(card) for card in CARDS})
    if (size := left.total()) < book.deal:
        values = {"rulebook": book.key, "deal": book.deal, "players": deal.players, "size": size}
        raise RuleError("bad-rulebook:small-pack", **values)
    wild = tuple(card for card in CARDS if deal.is_wild[card.index] and left[card])
    if deal.turned is not None and book.wilds.exposed:
        left[deal.turned] -= 1
    if not plain:
        return left, wild
    for card in wild:
        left[card] = 0
    return left, ()


class Stock:
    """The pack of a table, from which cards are taken.

    Args:
        deal: the rulebook at its table; the turned card is not there to take.
        rng: the source of chance.
        plain: whether wild cards are left out.
        simple: whether groups that nearly are melds are left out as well.
        alike: whether groups of identical cards are laid out where the game has tunnelas.

    Raises:
        RuleError: the pack holds fewer cards than are dealt.
    """

    def __init__(
        self, deal: Deal, rng: random.Random, *, plain: bool = False, simple: bool = False, alike: bool = True
    ) -> None:
        self.deal = deal
        self.rng = rng
        self.simple = simple
        self.tunnelas = deal.tunnelas and alike and not simple
        left, wild = _open_pack(deal, plain)
        self.left, self.wild = left.copy(), list(wild)

    def take(self, cards: Sequence[Card]) -> bool:
        """Take these cards, all or none; whether they were there."""
        left = self.left
        for at, card in enumerate(cards):
            if left[card] <= 0:
                self.give_back(cards[:at])
                return False
            left[card] -= 1
        return True

    def give_back(self, cards: Sequence[Card]) -> None:
        """Put cards back that were taken."""
        self.left.update(cards)

    def draw(self, count: int) -> list[Card]:
        """Take cards at random."""
        there = [card for card in CARDS for _ in range(self.left[card])]
        cards = self.rng.sample(there, min(count, len(there)))
        self.left.subtract(cards)
        return cards


def open_table(
    rulebook: Rulebook, rng: random.Random, *, joker: float = 0.1, plain: bool = False, players: int = 4
) -> Deal:
    """A table of the game with a card turned up, now and then a printed joker; a plain one has none turned up.

    There are as many players as are asked for, or as near to it as the game allows.
    """
    players = rulebook.table.nearest(players)
    if plain or not rulebook.wilds.exposed:
        return set_table(rulebook, None, players)
    if rulebook.table.pack_for(players).printed_jokers and rng.random() < joker:
        return set_table(rulebook, PRINTED_JOKER, players)
    return set_table(rulebook, CARDS[rng.randrange(52)], players)


def make_group(stock: Stock, shape: str, size: int, jokers: int) -> tuple[Card, ...] | None:
    """A group that is a meld or nearly one; None if the pack lacks a card of it.

    Args:
        stock: where the cards come from.
        shape: ``run``, ``set``, ``same`` (identical cards), ``jokers`` (wild cards alone), ``gap`` (one suit, not in
            order), ``suits`` (in order, one card of another suit), ``odd`` (one rank, but for one card) or ``mixed``.
        size: how many cards.
        jokers: how many of them are replaced by wild cards.
    """
    rng = stock.rng
    if shape == "run":
        suit, start = rng.randrange(4), rng.randrange(13)
        if stock.simple:
            start = 1 + start % (13 - size)  # no lesson has told yet where the ace stands
        elif (odds := rng.random()) < 0.5:
            start = min(start, 14 - size)  # most of them do not go round the corner
        elif odds < 0.75:
            start = rng.choice((0, 12, 14 - size))  # an ace below, between or above
        cards = [CARDS[suit * 13 + (start + step) % 13] for step in range(size)]
        if rng.random() < 0.2 and not stock.simple:
            at = rng.randrange(size)
            cards[at] = CARDS[rng.randrange(4) * 13 + cards[at].index % 13]
    elif shape == "set":
        rank = rng.randrange(13)
        suits = rng.sample(range(4), min(size, 4)) + [rng.randrange(4) for _ in range(size - 4)]
        if rng.random() < 0.35 and not stock.simple:
            suits[-1] = suits[0]
        cards = [CARDS[suit * 13 + rank] for suit in suits]
        for at in range(4, size):  # a fifth card is a joker more often than a suit come twice
            if stock.wild and rng.random() < 0.7:
                cards[at] = rng.choice(stock.wild)
    elif shape == "gap":
        low, suit = rng.randrange(1, 12 - size), rng.randrange(4)
        left_out = rng.randrange(1, size)
        cards = [CARDS[suit * 13 + low + at + (at >= left_out)] for at in range(size)]
    elif shape == "suits":
        low, suit = rng.randrange(1, 13 - size), rng.randrange(4)
        cards = [CARDS[suit * 13 + low + at] for at in range(size)]
        other = rng.randrange(size)
        cards[other] = CARDS[(cards[other].index + 13 * rng.randrange(1, 4)) % 52]
    elif shape == "odd":
        suits, rank = rng.sample(range(4), min(size, 4)), rng.randrange(1, 12)
        cards = [CARDS[suit * 13 + rank] for suit in suits[1:]] + [CARDS[suits[0] * 13 + rank + 1]]
    elif shape == "same":
        cards = [CARDS[rng.randrange(53 if stock.deal.pack.printed_jokers >= size else 52)]] * size
    elif shape == "jokers":
        cards = rng.choices(stock.wild or CARDS[:52], k=size)
    else:
        cards = [CARDS[rng.randrange(52)] for _ in range(size)]
    for at in rng.sample(range(size), min(jokers, size)):
        if stock.wild:
            cards[at] = rng.choice(stock.wild)
    return tuple(cards) if stock.take(cards) else None


def make_run(stock: Stock, size: int) -> tuple[Card, ...]:
    """A sequence without a wild card; none if the pack lacks a card of it."""
    start = stock.rng.randrange(4) * 13 + stock.rng.randrange(int(stock.simple), 14 - size)
    run = CARDS[start : start + size]
    return run if stock.take(run) else ()


def _list_widths(stock: Stock, shape: str) -> tuple[int, int]:
    """How few and how many cards a group of a shape gets in a hand: those that its game asks for, or one more."""
    melds = stock.deal.rulebook.melds
    longer = int(melds.run_max > 3)
    if shape == "run":
        least = min(max(3, melds.run_min), _LONGEST)
        return least, max(least, min(least + longer, melds.run_max, _LONGEST))
    least = max(3, melds.set_min) if shape == "set" else 3
    return least, least + longer


def make_layout(stock: Stock, size: int, level: int, runs: int = 0) -> tuple[tuple[Card, ...], ...]:
    """A hand laid out as a learner might: some melds, some with jokers, the rest loose.

    Args:
        stock: where the cards come from.
        size: how many cards.
        level: 1 for few jokers, 3 for many and for near misses.
        runs: how many pure sequences it begins with, as long as the game may ask for.
    """
    rng = stock.rng
    groups: list[tuple[Card, ...]] = []
    for _ in range(runs):
        width = rng.randint(*_list_widths(stock, "run"))
        if sum(map(len, groups)) + width <= size and (run := make_run(stock, width)):
            groups.append(run)
    loose = rng.choice((0, 2, 3, 4, 5))
    same = 2 if stock.tunnelas else 0 if stock.simple or stock.deal.tunnelas or stock.deal.pack.decks < 3 else 1
    for _ in range(_TRIES):
        room = size - sum(map(len, groups))
        if room < max(3, loose):
            break
        shape = rng.choices(("run", "set", "same"), (6, 3, same))[0]
        least, most = _list_widths(stock, shape)
        width = least if shape == "same" or rng.random() < 0.6 else most
        if shape == "set" and level > 1 and stock.wild and rng.random() < _FIVE:
            width = 5
        jokers = rng.choices((0, 1, 2), (6, 2 + level, level - 1))[0] if shape != "same" else 0
        group = make_group(stock, shape, min(width, room), min(jokers, width - 1))
        if group is not None and len(group) >= 3:
            groups.append(group)
    rest = stock.draw(size - sum(map(len, groups)))
    return (*groups, *((card,) for card in sorted(rest)))


def fill_layout(stock: Stock, size: int, level: int) -> tuple[tuple[Card, ...], ...] | None:
    """A hand laid out in groups, none or few of its cards loose."""
    rng = stock.rng
    groups: list[tuple[Card, ...]] = []
    marriage = stock.deal.marriage if stock.deal.asks_marriages and rng.random() < _MARRIED else ()
    if marriage and size >= 2 * len(marriage) and stock.take(marriage):
        groups.append((marriage[-1], *marriage[:-1]))
    room = size - sum(map(len, groups))
    for _ in range(_TRIES):
        if room == 0:
            return tuple(groups)
        shape = rng.choices(("run", "set", "same"), (6, 3, 2 if stock.deal.tunnelas else 0))[0]
        least, most = _list_widths(stock, shape)
        width = room if least <= room <= most else rng.choice((least, most))
        if width > room or 0 < room - width < 3 or shape == "same" and width != 3:
            continue
        jokers = rng.choices((0, 1, 2), (6, 3, level - 1))[0] if shape != "same" else 0
        group = make_group(stock, shape, width, min(jokers, width - 1))
        if group is not None:
            groups.append(group)
            room -= width
    return None


def lay_special(stock: Stock, size: int, way: Objective | None = None) -> tuple[tuple[Card, ...], ...] | None:
    """A hand laid out for a way to declare with dublees, tunnelas or jokers, or nearly; None if there is none.

    Args:
        stock: where the cards come from.
        size: how many cards.
        way: the way to declare; None for any of them.
    """
    rng = stock.rng
    ways = (
        [way] if way is not None else [objective for objective in stock.deal.objectives if is_special(objective.needs)]
    )
    if not ways:
        return None
    way = rng.choice(ways)
    needs, groups = way.needs, list[tuple[Card, ...]]()
    for wanted, copies in ((needs.tunnelas, 3), (needs.dublees, 2)):
        for _ in range(max(0, wanted + rng.choice((-2, -1, -1, 0, 0))) if wanted else 0):
            group = make_group(stock, "same", copies, 0)
            if group is not None:
                groups.append(group)
    if needs.jokers:
        there = [card for card in (*stock.wild, PRINTED_JOKER) for _ in range(stock.left[card])]
        count = min(len(there), needs.jokers + rng.choice((-2, -1, -1, 0, 0)))
        jokers = tuple(sorted(rng.sample(there, count)))
        if not jokers or not stock.take(jokers):
            return None
        groups.append(jokers)
    room = size - sum(map(len, groups))
    if way.rest is Rest.MELDED and room:
        rest = fill_layout(stock, room, 1) if room >= 3 else None
        return None if rest is None else (*groups, *rest)
    return (*groups, *((card,) for card in sorted(stock.draw(room)))) if room >= 0 else None


def deal_turn(rulebook: Rulebook, rng: random.Random, level: int = 1, *, simple: bool = False) -> Turn:
    """A turn somewhere in a round: a hand with some melds, a stock, and cards thrown by the others.

    Args:
        rulebook: the rules.
        rng: the source of chance.
        level: 1 for few jokers, 3 for many.
        simple: whether there are no wild cards, and nothing but drawing and throwing has been done.
    """
    players = rulebook.table.nearest()
    deal = open_table(rulebook, rng, plain=simple)
    wilds = rulebook.wilds
    turned = CARDS[rng.randrange(52)] if wilds.hidden and not simple else deal.turned
    stock = Stock(set_table(rulebook, turned, players), rng, plain=simple, simple=simple)
    first, untouched = rng.random() < 0.4, rng.random() < 0.3
    tunnelas = rulebook.procedure.tunnelas_first and first and not simple
    phase = Phase.BEFORE_PLAY if tunnelas and rng.random() < 0.5 else Phase.DRAW
    groups = make_layout(stock, rulebook.deal, level)
    laid: tuple[tuple[Card, ...], ...] = ()
    if rulebook.procedure.laying is Laying.IN_TURN and not simple and rng.random() < 0.5:
        laid = tuple(group for group in groups if is_pure(group, deal))[:1]
    hand = [card for group in groups if group not in laid for card in group]
    discards = stock.draw(1 if untouched else rng.randint(2, 4))
    seen = wilds.hidden and turned is not None and phase is Phase.DRAW and rng.random() < 0.4
    there = [card for card in stock.wild if stock.left[card]]
    if there and (seen or not _JOKERS_LIE.isdisjoint(rulebook.settlement.bars)) and rng.random() < 0.3:
        stock.give_back(discards[-1:])
        discards[-1] = rng.choice(there)
        stock.take(discards[-1:])
    return Turn(
        rulebook=rulebook,
        turned=turned,
        players=players,
        hand=tuple(sorted(hand)),
        stock=tuple(stock.draw(8)),
        discards=tuple(discards),
        phase=phase,
        first=first and not laid,
        untouched=untouched,
        seen=seen or (rulebook.wilds.hidden and simple),
        laid=laid,
    )


def sort_hand(cards: Iterable[Card]) -> list[Card]:
    """Loose cards in the order in which a table shows them."""
    return sorted(cards, key=lambda card: card.place)
