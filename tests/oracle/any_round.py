"""Rounds of random rulebooks: two counted hands, what value cards earn, and a whole hand counted, against models."""

from __future__ import annotations

import random
from dataclasses import replace

from rummy_tutor import settle
from rummy_tutor.errors import RuleError
from rummy_tutor.game.cards import CARDS, PRINTED_JOKER, Card, Hand
from rummy_tutor.game.rules import Leaving, Measure, Rulebook
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.referee.value_cards import limit_bonus, list_bonus
from tests.rulebook_strategies import accepted_knock, accepted_rulebook, random_cards, random_table

from .any_model import Table
from .knock import best_gain
from .rounds import worth_by_fields

RANKS = "A23456789TJQK"
Disagreement = tuple[Rulebook, list[str], str]  # the rulebook, what is wrong, and the cards


def table_of(deal: Deal) -> Table:
    """A table in the words of the models."""
    return Table(deal.rulebook, deal.players, None if deal.turned is None else str(deal.turned))


def deal_two(rng: random.Random, book: Rulebook, drawn: bool) -> tuple[list[str], list[str]]:
    """Two hands of one pack, of cards near each other."""
    start = rng.choice((0, 0, 1, 2, 5))
    cards = [card for card in map(str, CARDS[:52]) if card[0] in RANKS[start : start + 5]]
    dealt = rng.sample(cards * book.table.packs[0][1].decks, 2 * book.deal + drawn)
    return dealt[: book.deal + drawn], dealt[book.deal + drawn :]


def compare_knock(rng: random.Random) -> tuple[Disagreement, bool]:
    """Two counted hands, and whether the first may knock."""
    book = accepted_knock(rng, rng.choice((4, 5, 6, 7)))
    knocker, other = deal_two(rng, book, rng.random() < 0.3)
    wanted = best_gain(book, knocker, other)
    hands = {"A": ("declared", knocker), "B": ("lost", other)}
    players = [{"name": name, "ending": end, "hand": " ".join(hand)} for name, (end, hand) in hands.items()]
    try:
        found: int | None = settle(book, players)["A"].net
    except RuleError as error:
        found = None if error.code == "does-not-declare" else -(10**6)
    wrong = [] if found == wanted else [f"{found} instead of {wanted}"]
    return (book, wrong, f"{' '.join(knocker)} against {' '.join(other)}"), wanted is not None


def compare_bonus(rng: random.Random) -> Disagreement:
    """What the value cards and tunnelas of a hand earn, which is never more than the limit."""
    book = accepted_rulebook(rng, rng.choice((5, 9, 13)))
    while book.bonus is None:
        book = accepted_rulebook(rng, rng.choice((5, 9, 13)))
    deal = random_table(rng, book)
    cards = random_cards(rng, deal, book.deal)
    earned, wanted = (
        sum(item.points for item in list_bonus(cards, deal)),
        worth_by_fields(table_of(deal), _words(cards)),
    )
    most = limit_bonus(deal)
    wrong = [] if earned == wanted else [f"{earned} instead of {wanted}"]
    wrong += [f"{earned} is more than {most}"] if most is not None and earned > most else []
    return book, wrong, f"{' '.join(_words(cards))} turned {deal.turned}"


def compare_leaving(rng: random.Random) -> Disagreement:
    """What who leaves the table pays for a whole hand."""
    book = accepted_rulebook(rng, rng.choice((5, 7, 9)))
    while book.scoring.measure is not Measure.PENALTY or book.table.players[1] < 2:
        book = accepted_rulebook(rng, rng.choice((5, 7, 9)))
    book = replace(book, penalties=replace(book.penalties, left_table=Leaving.FULL_COUNT), bonus=None)
    book = replace(book, table=replace(book.table, players=(2, book.table.players[1])))
    turned = random_table(rng, book).turned
    if turned == PRINTED_JOKER and not book.table.pack_for(2).printed_jokers:
        turned = None
    deal = set_table(book, turned, 2)
    cards = random_cards(rng, deal, deal.rulebook.deal + rng.randint(0, 1))
    players = [{"name": "A", "ending": "declared"}, {"name": "B", "ending": "left-table", "hand": Hand(cards)}]
    found = settle(deal.rulebook, players, turned=deal.turned, check_pack=False)["B"].points
    table, scoring = table_of(deal), book.scoring
    flat = scoring.tiers[-1].flat
    count = max(scoring.floor, sum(map(table.cost, _words(cards))) if flat is None else flat)
    wanted = count * (scoring.printed_factor if table.turned == "PJ" else 1)
    wanted = wanted if scoring.cap is None else min(wanted, scoring.cap)
    wrong = [] if found == wanted else [f"{found} instead of {wanted}"]
    return deal.rulebook, wrong, f"{' '.join(_words(cards))} turned {deal.turned}"


def _words(cards: tuple[Card, ...]) -> list[str]:
    return list(map(str, cards))
