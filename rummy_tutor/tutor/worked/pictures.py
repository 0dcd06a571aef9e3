"""What lies beside the parts of a sentence in a worked example, where that is not the cards of the whole step."""

from __future__ import annotations

from dataclasses import dataclass

from ...game.cards import Card
from ...game.rules import MELDS
from ...game.table import Deal
from ...playing.moves import Groups
from ..beliefs import kind_of
from ..lessons import holds
from .hands import lay_easy


@dataclass(frozen=True)
class Picture:
    """The cards of a part of a step: groups; a group that lacks a card, or loose ones, with those to choose from."""

    groups: Groups
    offers: tuple[Card, ...] = ()


# groups that lack a card, and cards of which one completes them; the last two have an ace, or none where it is low only
_ASKED = (("3D 4D", "5D 5C 7D"), ("9S 9H", "8S TH 9D"), ("QD KD", "2D AD AH"), ("TD JD", "QD KD QH"))


def show_melds(groups: Groups, deal: Deal) -> tuple[Picture, ...]:
    """A whole hand in melds, then a sequence, a set and high ranks to be completed, and the hand again for the goal."""
    whole = Picture((lay_easy(deal) or ())[:-1] or groups)
    run, same, ace, ranks = (_ask_for_one(cards, offers, deal) or Picture(groups) for cards, offers in _ASKED)
    return (whole, run, same, ranks if holds("only low ace", deal.rulebook) else ace, whole)


def show_run(groups: Groups, deal: Deal) -> tuple[Picture, ...]:
    """A sequence to be completed."""
    return (_ask_for_one("8H 9H", "TS QH TH", deal) or Picture(groups),)


def show_set(groups: Groups, deal: Deal) -> tuple[Picture, ...]:
    """A set to be completed with a card of another suit."""
    return (_ask_for_one("7S 7H", "7D 7S 8D", deal) or Picture(groups),)


def _ask_for_one(text: str, offered: str, deal: Deal) -> Picture | None:
    """A group that just one of some cards completes; None where rules of a user's own have it otherwise."""
    cards, offers = (tuple(map(Card.parse, words.split())) for words in (text, offered))
    fitting = [offer for offer in offers if kind_of((*cards, offer), deal) in MELDS]
    return Picture((cards,), offers) if len(fitting) == 1 else None


def show_costs(groups: Groups, deal: Deal) -> tuple[Picture, ...]:
    """Some loose cards, then which of some costs most, low ones and high ones; the same where ranks have values."""
    if deal.rulebook.scoring.ranks:
        return ()
    low = tuple(group for group in groups if deal.points[group[0].index] < deal.points[groups[-1][0].index])
    asked = [_ask_for_dearest(cards, deal) for cards in ("7S 2S 5D", "9H 4C KD")]
    return (Picture(groups), asked[0] or Picture(low), asked[1] or Picture(groups[len(low) :]))


def show_ace(groups: Groups, deal: Deal) -> tuple[Picture, ...]:
    """Which of an ace and other cards costs most."""
    return (_ask_for_dearest("3D AS 9C", deal) or Picture(groups),)


def show_joker(groups: Groups, deal: Deal) -> tuple[Picture, ...]:
    """A joker, then which of it and other cards costs most."""
    return Picture(groups), _ask_for_dearest("4H PJ 2S", deal) or Picture(groups)


def _ask_for_dearest(text: str, deal: Deal) -> Picture | None:
    """Loose cards of which one costs more than the others; None where the game has no such costs."""
    cards = tuple(map(Card.parse, text.split()))
    costs = sorted(deal.points[card.index] for card in cards)
    is_asked = holds("penalty", deal.rulebook) and costs[-1] > costs[-2]
    return Picture(tuple((card,) for card in cards), cards) if is_asked else None
