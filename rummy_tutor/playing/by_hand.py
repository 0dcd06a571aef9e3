"""A round of real cards that somebody wrote down: its deal as far as it is known, the rest filled in.

What is filled in fits every move that was made, and no player could see it: so whatever a player knew is as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..game.cards import CARDS, Card
from ..game.messages import quote
from ..game.rules import Rulebook, RuleError, refuse
from ..game.table import set_table
from ..rounds.documents import check_keys, check_type
from .chance import Chance
from .moves import Groups, Move, Phase
from .round import Place, PlayedRound

_KEYS = ("turned", "hands", "open", "drawn")


@dataclass(frozen=True)
class ByHand:
    """What a record tells of a deal.

    Attributes:
        told: the deal as the record has it.
        unknown: for each seat the number of moves made before the first that its player's cards are not known for.
    """

    told: Mapping[str, Any]
    unknown: tuple[int | None, ...]


def deal_by_hand(
    rulebook: Rulebook,
    names: Sequence[str],
    given: object,
    moves: Sequence[tuple[int, str]],
    laid: Mapping[str, Groups],
) -> tuple[PlayedRound, ByHand]:
    """A round dealt as a record tells it, unknown cards filled in.

    Args:
        rulebook: the rules.
        names: the players.
        given: the record's ``deal``.
        moves: the record's moves.
        laid: the groups laid out to declare, by seat.

    Raises:
        RuleError: it is no deal, there are more of a card than the pack holds, or a card is thrown that cannot have
            been held.
    """
    values = check_keys(given if isinstance(given, Mapping) else {}, _KEYS, "deal")
    table = set_table(rulebook, _read_card(values.get("turned")), len(names))
    hands = [_read_hand(hand, rulebook) for hand in _read_list(values, "hands", len(names))]
    drawn = [_read_drawn(entry, len(names)) for entry in _read_list(values, "drawn", None)]
    opened = _read_card(values.get("open"))
    deal = _Filling(hands, rulebook.deal, drawn, None if opened is None else [opened])
    for number, (seat, text) in enumerate(moves):
        deal.follow(number, seat, Move.parse(text), laid.get(str(seat), ()))
    left = Counter({card: table.pack.copies(card) for card in CARDS})
    lies = table.turned is not None and table.exposed
    known = [*deal.list_cards(), *([table.turned] if lies and table.turned is not None else [])]
    left.subtract(known)
    if over := [card for card, count in left.items() if count < 0]:
        raise RuleError("bad-record:cards", card=over[0])
    rest = iter(Chance(0).shuffle(sorted(left.elements()))[0])
    full = [(*hand, *(next(rest) for _ in range(rulebook.deal - len(hand)))) for hand in deal.hands]
    if rulebook.procedure.open_first and not deal.discards_from:
        deal.discards_from = [next(rest)]
    stock = [next(rest) if card is None else card for _, card in deal.drawn]
    stock += list(rest)
    if lies and table.turned is not None and rulebook.table.turned_drawn_last:
        stock.append(table.turned)
    played = PlayedRound(
        rulebook=rulebook,
        names=tuple(names),
        turned=table.turned,
        places=tuple(Place(hand=tuple(hand)) for hand in full),
        stock=tuple(stock),
        discards=tuple(deal.discards_from or ()),
        chance=Chance(0),
        phase=Phase.BEFORE_PLAY if rulebook.procedure.tunnelas_first else Phase.DRAW,
    )
    return played, ByHand(values, tuple(deal.unknown))


class _Filling:
    """Follows the moves, and finds where cards that were thrown or laid must have come from.

    Args:
        hands: the hands dealt, None for one that is not known.
        size: how many cards are dealt.
        drawn: the cards drawn from the stock in their order, None for one that is not known.
        opened: the first open card in a list, None if there is none or it is not known.
    """

    def __init__(
        self,
        hands: Sequence[tuple[Card, ...] | None],
        size: int,
        drawn: list[tuple[int, Card | None]],
        opened: list[Card] | None,
    ) -> None:
        self.hands = [list(hand or ()) for hand in hands]
        self.unknown: list[int | None] = [0 if hand is None else None for hand in hands]
        self.size = size
        self.drawn = drawn
        self.discards_from = opened
        self.discards: list[Card] = list(opened or ())
        self.held = [Counter(hand) for hand in self.hands]
        self.open_draws: list[list[int]] = [[] for _ in hands]  # places among the drawn cards that are not known
        self.at = 0

    def list_cards(self) -> list[Card]:
        """All cards that are known by now."""
        hands = [card for hand in self.hands for card in hand]
        return [*hands, *(card for _, card in self.drawn if card is not None), *(self.discards_from or ())]

    def follow(self, number: int, seat: int, move: Move, laid: Groups) -> None:
        """Note what a move tells of the cards."""
        refuse("bad-record:turn", not 0 <= seat < len(self.held), move=quote(f"{seat} {move.record}"))
        if move.kind == "stock":
            self._draw(number, seat)
        elif move.kind == "take" and self.discards:
            at = len(self.discards) - 1
            if move.cards and move.cards[0] in self.discards:
                at = len(self.discards) - 1 - self.discards[::-1].index(move.cards[0])
            self.held[seat].update(self.discards[at:])
            del self.discards[at:]
        elif move.kind == "tunnela":
            self._need(seat, move, move.cards * 3)
        elif move.kind in ("throw", "meld", "add"):
            self._need(seat, move, move.cards)
            self.held[seat].subtract(move.cards)
            if move.kind == "throw":
                self.discards += move.cards
        elif move.kind == "declare":
            self._need(seat, move, (*move.cards, *(card for group in laid for card in group)))

    def _draw(self, number: int, seat: int) -> None:
        if self.at == len(self.drawn):
            self.drawn.append((seat, None))
        who, card = self.drawn[self.at]
        refuse("bad-record:turn", who != seat, move=quote(f"{seat} draw stock"))
        if card is None:
            self.open_draws[seat].append(self.at)
            # their own hand is not known from here on
            self.unknown[seat] = number if self.unknown[seat] is None else self.unknown[seat]
        else:
            self.held[seat][card] += 1
        self.at += 1

    def _need(self, seat: int, move: Move, cards: Sequence[Card]) -> None:
        """Put cards that a player must hold into what is not known of theirs."""
        for card, count in (Counter(cards) - self.held[seat]).items():
            for _ in range(count):
                if self.open_draws[seat]:
                    self.drawn[self.open_draws[seat].pop(0)] = (seat, card)
                elif len(self.hands[seat]) < self.size:
                    self.hands[seat].append(card)
                else:
                    raise RuleError("bad-record:held", move=quote(move.record), card=card)
                self.held[seat][card] += 1


def _read_list(values: Mapping[str, Any], key: str, count: int | None) -> list[Any]:
    items = list(check_type(values.get(key, []), list, key))
    refuse("bad-record:hands", count not in (None, len(items)), n=count)
    return items


def _read_card(given: object) -> Card | None:
    return None if given is None else Card.parse(str(given))


def _read_hand(given: object, rulebook: Rulebook) -> tuple[Card, ...] | None:
    if given is None:
        return None
    cards = tuple(Card.parse(str(card)) for card in check_type(given, list, "hands"))
    refuse("bad-record:hand", len(cards) != rulebook.deal, n=len(cards), deal=rulebook.deal)
    return cards


def _read_drawn(given: object, count: int) -> tuple[int, Card | None]:
    if not isinstance(given, list) or len(given) != 2 or given[0] not in range(count):
        raise RuleError("bad-record:drawn", found=quote(str(given)))
    return int(given[0]), _read_card(given[1])
