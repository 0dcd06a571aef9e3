"""The cards of worked examples: groups with wild or value cards, a hand that declares, and one that may not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from ...distance.distance import find_distance
from ...game.cards import CARDS, PRINTED_JOKER, Card
from ...game.rules import MELDS, Kind, Rulebook, neighbour
from ...game.table import Deal
from ...playing.moves import Groups
from ...referee.scoring import score_arrangement
from ...solver.best import find_best
from ..beliefs import kind_of
from ..generate import Stock, fill_layout, open_table
from ..lessons import first_needs
from ..turns.positions import SPARE, USELESS

THROWN = "QS"  # what is thrown beside the easy hand
# melds without a wild card that lie beside each other, in the order in which larger hands have more of them; every hand
# begins with the first two and ends with the last, and the first is longer where the cards are not parted by three
_MELDS = ("4S 5S 6S", "9H TH JH", "3C 4C 5C", "6D 7D 8D", "9C TC JC", "2S 2H 2D", "KS KH KD")
_LONGER = ("", " 7S", " 7S 8S")
_LEAST = 9  # cards for which there is an easy hand
# a hand for a game that asks for tunnelas
_EASY = {27: "4S 5S 6S | 9H TH JH | 3C 4C 5C | 6D 7D 8D | 9C TC JC | 2S 2S 2S | 8H 8H 8H | 5D 5D 5D | KS KH KD"}
# a hand that declares with dublees
_TWINS = {
    27: "4S 4S | 6S 6S | 8S 8S | 2H 2H | 4H 4H | 9H 9H | 3D 3D | 5D 5D | 7C 7C | TC TC | QS KS AS | 5C 6C 7C 8C",
}
# a hand for each number of cards that lies in melds and shows too few sequences, or too few tunnelas
_SHORT = {
    13: "4S 5S 6S 7S | 9S 9H 9D | 3C 3H 3D | KS KH KD",
    21: "4S 5S 6S 7S | 9S 9H 9D | 3C 3H 3D | KS KH KD | TC JC QC KC | 8S 8H 8D 8C",
    27: "4S 5S 6S 7S | 9S 9H 9D | 3C 3H 3D | KS KH KD | TC JC QC KC | 8S 8H 8D 8C | 6S 6H 6D | 5S 5H 5D",
}


def _read(groups: Sequence[str]) -> Groups:
    return tuple(tuple(map(Card.parse, group.split())) for group in groups)


def lay_easy(deal: Deal) -> Groups | None:
    """An easy hand and a card to throw; None where the game takes other hands, as a game of a user's own may."""
    size = deal.rulebook.deal
    if size in _EASY:
        groups = _read(_EASY[size].split("|"))
    elif _LEAST <= size < 3 * len(_MELDS) + len(_LONGER):
        first, *others = _MELDS[: size // 3 - 1]
        groups = _read((first + _LONGER[size % 3], *others, _MELDS[-1]))
    else:
        return None
    return (*groups, (Card.parse(THROWN),)) if score_arrangement(groups, deal).declares else None


def lay_almost(deal: Deal) -> Groups:
    """The easy hand with two cards that fit nowhere in place of two that the stock has; where there is none, a part."""
    later = lay_later(deal)
    if later is None:
        return _read(("9H TH", "4S 5S 6S", USELESS, SPARE))
    return (later[0], later[1][:-1], *later[2:-1], (Card.parse(USELESS),), later[-1])


def lay_later(deal: Deal) -> Groups | None:
    """The easy hand with a card that fits nowhere in place of its last one; None where there is no easy hand."""
    easy = lay_easy(deal)
    return None if easy is None else (*easy[:-2], easy[-2][:-1], (Card.parse(SPARE),))


def lay_part(deal: Deal) -> Groups | None:
    """A part of the easy hand in a game for which no hand is known that declares."""
    return None if lay_easy(deal) or find_hand(deal.rulebook) else lay_almost(deal)


def lay_pure(deal: Deal) -> Groups | None:
    """The pure sequences of the easy hand, as many as the game asks for."""
    pure = tuple(group for group in lay_easy(deal) or () if kind_of(group, deal) is Kind.PURE_SEQUENCE)
    return pure[: first_needs(deal.rulebook).pure]


def lay_short(deal: Deal) -> Groups | None:
    """A hand of melds that lacks what the game asks for; None where the game takes other hands or other melds."""
    if deal.rulebook.deal not in _SHORT:
        return None
    groups = _read(_SHORT[deal.rulebook.deal].split("|"))
    lacks = all(kind_of(group, deal) in MELDS for group in groups) and not score_arrangement(groups, deal).declares
    return groups if lacks else None


def lay_twins(deal: Deal) -> Groups | None:
    """A hand that declares with dublees; None where the game takes other hands."""
    groups = _read(_TWINS.get(deal.rulebook.deal, "").split("|"))
    return groups if score_arrangement(groups, deal).declares else None


@lru_cache(maxsize=32)
def find_hand(rulebook: Rulebook) -> tuple[Card | None, Groups] | None:
    """A hand that declares, with its turned card; None if there is none, as rules of a user's own may have it."""
    rng = random.Random(f"worked {rulebook.key} {rulebook.options}")
    for _ in range(300):
        deal = open_table(rulebook, rng, joker=0.0)
        groups = fill_layout(Stock(deal, rng), rulebook.deal, 1)
        best = None if groups is None else find_best(tuple(card for group in groups for card in group), deal)
        if best is not None and best.declares:
            return deal.turned, best.as_laid()
    drawn = tuple(Stock(deal, rng).draw(rulebook.deal))
    near = find_distance(drawn, deal).witness
    if near is None:
        return None
    cards = Counter((*drawn, *near.missing)) - Counter(near.given)  # the nearest hand that declares
    return deal.turned, find_best(tuple(cards.elements()), deal).as_laid()


def lay_declaring(deal: Deal) -> Groups | None:
    """A hand that declares with the card of ``find_turned``."""
    pair = find_hand(deal.rulebook)
    return None if pair is None else pair[1]


def find_turned(rulebook: Rulebook) -> Card | None:
    """The card turned up beside ``lay_declaring``."""
    pair = find_hand(rulebook)
    return None if pair is None else pair[0]


def lay_wilds(deal: Deal) -> Groups:
    """All wild cards, each by itself."""
    return tuple((card,) for card in list_wild_types(deal))


def lay_run(deal: Deal) -> Groups | None:
    """A run with a wild card that stands for itself."""
    high = next((card for card in deal.wild if not card.is_printed_joker and card.index % 13 >= 2), None)
    return None if high is None else ((CARDS[high.index - 2], CARDS[high.index - 1], high),)


def lay_maal(deal: Deal) -> Groups | None:
    """The card that earns most alone: the turned one, or what stands for it."""
    bonus, base = deal.rulebook.bonus, deal.rulebook.wilds.indicator(deal.turned)
    return None if bonus is None or base is None or not bonus.cards else ((base,),)


def lay_marriage(deal: Deal) -> Groups | None:
    """That card between its neighbours, where the three earn together."""
    bonus, base = deal.rulebook.bonus, deal.rulebook.wilds.indicator(deal.turned)
    if bonus is None or base is None or not bonus.marriage:
        return None
    return (tuple(neighbour(base, step) for step in (-1, 0, 1)),)


def lay_beside(deal: Deal) -> Groups:
    """The value cards beside it in its suit, each by itself."""
    return tuple((card,) for card, _ in list_beside(deal))


def read_cards(text: str, deal: Deal) -> Groups | None:
    """The groups of a text, in which a W is a card that is wild; None where that is needed and none is."""
    wild = list_wild_types(deal)
    if "W" in text.split() and not wild:
        return None
    return tuple(
        tuple(wild[0] if word == "W" else Card.parse(word) for word in group.split()) for group in text.split("|")
    )


def list_beside(deal: Deal) -> list[tuple[Card, tuple[int, ...]]]:
    """The value cards beside the turned card in its suit, each with what one, two and three of it earn."""
    bonus, base = deal.rulebook.bonus, deal.rulebook.wilds.indicator(deal.turned)
    if bonus is None or base is None:
        return []
    beside = [card for card in bonus.cards if card.offset and not card.other_suit]
    return sorted(((neighbour(base, card.offset), card.points) for card in beside), key=lambda pair: pair[0].place)


def list_wild_types(deal: Deal) -> list[Card]:
    """The wild cards, the printed joker last."""
    plain = [card for card in deal.wild if not card.is_printed_joker]
    return plain + ([PRINTED_JOKER] if deal.rulebook.wilds.printed and deal.pack.printed_jokers else [])
