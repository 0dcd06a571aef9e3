"""Cards and hands: the 53 card types, the text notation, and reading it without losing anything."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar, overload

from .display import Displayed
from .messages import TutorError, key_of, quote, represent

MAX_HAND = 28  # the largest game deals 27 cards; one more is held after the draw
_CARD = re.compile(r"(?:10|[2-9TJQKA])[SHDC♠♥♦♣]|PJ|🃏", re.IGNORECASE | re.ASCII)
_TOGETHER = re.compile(rf"(?:{_CARD.pattern}){{2,28}}", re.IGNORECASE | re.ASCII)  # cards that stand together
_MAX_TOKEN = 20  # how much of a bad token an error message repeats
_T = TypeVar("_T")


class CardError(TutorError):
    """Text or values that are no cards."""


class Suit(StrEnum):
    """The four suits in the order used for every listing."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The suit's pip, as pages show it."""
        return "♠♥♦♣"["SHDC".index(self)]

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class Rank(StrEnum):
    """The thirteen ranks, ace first; its place above the king is a matter of rules."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


SUITS = tuple(Suit)
RANKS = tuple(Rank)
_SUIT_INDEX = {
    **{suit.value: i for i, suit in enumerate(SUITS)},
    **dict(zip("♠♥♦♣", range(4), strict=True)),
    **dict(zip("♤♡♢♧", range(4), strict=True)),
}
_RANK_INDEX = {**{rank.value: i for i, rank in enumerate(RANKS)}, "10": 9}
_JOKER_WORDS = {"PJ", "JK", "JOKER", "🃏"}


@dataclass(frozen=True, order=True, slots=True, init=False)
class Card:
    """One card type; two copies of it are equal. ``Card("7S")`` reads text as ``Card.parse`` does.

    Attributes:
        index: ``suit * 13 + rank`` with suits S H D C and the ace as rank 0; 52 is the printed joker.

    Example:
        >>> Card.parse("10♥"), str(Card.parse("th")), Card.parse("TH").pretty
        (Card('TH'), 'TH', 'T♥')
    """

    index: int

    def __init__(self, index: int | str) -> None:
        at = Card.parse(index).index if isinstance(index, str) else index
        if type(at) is not int or not 0 <= at <= 52:  # True is no card
            raise CardError("bad-card:index", found=repr(index))
        object.__setattr__(self, "index", at)

    # many small tables are kept by cards, and cards looked for among others: quicker than what is generated
    def __hash__(self) -> int:
        return self.index

    def __eq__(self, other: object) -> bool:
        return self.index == other.index if isinstance(other, Card) else NotImplemented

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card in any accepted notation.

        Raises:
            CardError: the text is no card; the message names it and what was expected.
        """
        if not isinstance(text, str):
            raise CardError("bad-card:no-text", found=represent(text))
        index = _index_of(text)
        if index is None:
            raise CardError("bad-card", found=quote(text, _MAX_TOKEN))
        return CARDS[index]

    @property
    def is_printed_joker(self) -> bool:
        """Whether this is the printed joker, which has neither rank nor suit."""
        return self.index == 52

    @property
    def place(self) -> tuple[int, int]:
        """The place in a hand as people hold it: suits in colours that alternate, ranks up, printed jokers last."""
        return (4, 0) if self.index == 52 else ((0, 1, 3, 2)[self.index // 13], self.index % 13)

    @property
    def rank(self) -> Rank | None:
        """The rank, or None for the printed joker."""
        return None if self.index == 52 else RANKS[self.index % 13]

    @property
    def suit(self) -> Suit | None:
        """The suit, or None for the printed joker."""
        return None if self.index == 52 else SUITS[self.index // 13]

    @property
    def pretty(self) -> str:
        """The form pages show, such as ``7♠`` or ``PJ``."""
        return "PJ" if self.index == 52 else RANKS[self.index % 13].value + SUITS[self.index // 13].symbol

    def __str__(self) -> str:
        return CARD_TEXTS[self.index]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


CARD_TEXTS = [rank.value + suit.value for suit in SUITS for rank in RANKS] + ["PJ"]
CARDS = tuple(Card(i) for i in range(53))
PRINTED_JOKER = CARDS[52]


def _index_of(text: str) -> int | None:
    """The index of a card written in any notation, or None."""
    word = text.strip().replace("\ufe0f", "").replace("\ufe0e", "")
    word = word.upper() if word.isascii() else word[:-1].upper() + word[-1:]  # no foreign letter turns into a suit
    if word in _JOKER_WORDS:
        return 52
    rank, suit = _RANK_INDEX.get(word[:-1]), _SUIT_INDEX.get(word[-1:])
    return None if rank is None or suit is None else suit * 13 + rank


def _read_groups(groups: object) -> tuple[tuple[Card, ...], ...]:
    """Groups as tuples, refused where they are none; what lies in them is not looked at."""
    if not isinstance(groups, Iterable):
        raise CardError("bad-hand:groups", type=type(groups).__name__)
    groups = tuple(groups)
    for group in groups:
        if isinstance(group, str) or not isinstance(group, Iterable):
            raise CardError("bad-hand:group", found=represent(group))
    return tuple(map(tuple, groups))


def _refuse_others(cards: Iterable[object]) -> None:
    """Refuse what is no card among cards."""
    if not {*map(type, cards)} <= {Card}:
        raise CardError("bad-card:type", found=represent(next(card for card in cards if type(card) is not Card)))


def _mismatch(laid: Sequence[Card], cards: Sequence[Card]) -> CardError:
    """What groups lack of a hand's cards, and what they hold beyond them."""
    lack = format_cards(list((Counter(cards) - Counter(laid)).elements()))
    excess = format_cards(list((Counter(laid) - Counter(cards)).elements()))
    variant = "lack" if not excess else "excess" if not lack else "both"
    return CardError(key_of("groups-mismatch:", variant), lack=lack, excess=excess)


@dataclass(frozen=True, slots=True, init=False)
class Hand(Sequence[Card], Displayed):
    """The cards one player holds, with or without their own grouping of them; a sequence of cards.

    ``Hand("2H 3H 4H | 5C")`` reads text as ``Hand.parse`` does.

    Attributes:
        cards: 1 to 28 cards in the order given; copies are listed one by one.
        groups: the cards as laid out, a loose card being a group of one; None if not laid out.

    Example:
        >>> hand = Hand.parse("2h 3♥ 10H | PJ, 5C")
        >>> str(hand), len(hand.cards), len(hand.groups)
        ('2H 3H TH | PJ 5C', 5, 2)
        >>> hand[0], len(hand), hand == Hand("2H 3H TH | PJ 5C")
        (Card('2H'), 5, True)
    """

    cards: tuple[Card, ...]
    groups: tuple[tuple[Card, ...], ...] | None = None

    def __init__(self, cards: Iterable[Card] | str, groups: Iterable[Iterable[Card]] | None = None) -> None:
        if isinstance(cards, str) and groups is None:
            read = Hand.parse(cards)
            cards, groups = read.cards, read.groups
        if not isinstance(cards, tuple):
            if isinstance(cards, str) or not isinstance(cards, Iterable):
                raise CardError("bad-hand:cards", type=type(cards).__name__)
            cards = tuple(cards)
        _refuse_others(cards)
        laid = None if groups is None else _read_groups(groups)
        if laid is not None:
            in_order = tuple(card for group in laid for card in group)
            _refuse_others(in_order)
            if Counter(in_order) != Counter(cards):
                raise _mismatch(in_order, cards)
            cards = in_order  # in the order of the groups, as the text form has them
        if not 1 <= len(cards) <= MAX_HAND:
            raise CardError("hand-size", held=len(cards), most=MAX_HAND)
        if laid is not None and any(not group for group in laid):
            raise CardError("empty-group")
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "groups", laid)

    @overload
    def __getitem__(self, at: int) -> Card: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, at: int | slice) -> Card | tuple[Card, ...]:
        return self.cards[at]

    def __len__(self) -> int:
        return len(self.cards)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand; cards are parted by spaces or commas, or stand together, as ``2H3H4H``; groups by ``|``.

        A hand without a bar is not laid out. One single group ends with a bar: ``"2H 3H 4H |"``.

        Raises:
            CardError: names the first token that is no card, its place, and what was expected.
        """
        if not isinstance(text, str):
            raise CardError("bad-hand:text", type=type(text).__name__)
        parts: list[list[Card]] = [[]]
        for match in re.finditer(r"\||[^\s,|]+", text):
            word = match.group()
            if word == "|":
                parts.append([])
                continue
            if _TOGETHER.fullmatch(word):
                parts[-1] += [CARDS[at] for at in map(_index_of, _CARD.findall(word)) if at is not None]
                continue
            index = _index_of(word)
            place = sum(map(len, parts)) + 1
            if index is None:
                quoted = quote(word, _MAX_TOKEN)
                raise CardError("bad-card:in-hand", found=quoted, number=place, character=match.start() + 1)
            if place > MAX_HAND:
                count = len(re.findall(r"[^\s,|]+", text))
                raise CardError("hand-size", held=count, most=MAX_HAND)
            parts[-1].append(CARDS[index])
        if len(parts) == 1:
            return cls(tuple(parts[0]))
        if not parts[-1]:
            parts.pop()  # the closing bar of a single group
        for number, part in enumerate(parts, 1):
            if not part:
                raise CardError("empty-group:between-bars", number=number)
        return cls.of_groups(parts)

    @classmethod
    def of_groups(cls, groups: Iterable[Iterable[Card]]) -> Hand:
        """A hand laid out in the given groups.

        Raises:
            CardError: no card, more than 28, or an empty group.
        """
        laid = _read_groups(groups)
        return cls(tuple(card for group in laid for card in group), laid)

    def __str__(self) -> str:
        if self.groups is None:
            return format_cards(self.cards)
        text = " | ".join(format_cards(group) for group in self.groups)
        return text + " |" if len(self.groups) == 1 else text

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"


def format_cards(cards: Sequence[Card]) -> str:
    """The two-letter forms parted by spaces, as ``7S TH PJ``."""
    return " ".join(map(str, cards))


def without(held: Iterable[_T], *gone: _T) -> tuple[_T, ...]:
    """Some cards, or groups, without one copy of each of some of them.

    Raises:
        ValueError: one of these is not there.

    Example:
        >>> str(Hand(without(Hand.parse("7S 7S 8S"), Card.parse("7S"))))
        '7S 8S'
    """
    left = list(held)
    for item in gone:
        left.remove(item)
    return tuple(left)
