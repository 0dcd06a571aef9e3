"""Cards and hands: the 53 card types, the text notation, and reading it without losing anything."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

MAX_HAND = 28  # the largest game deals 27 cards; one more is held after the draw
_MAX_TOKEN = 20  # how much of a bad token an error message repeats


class CardError(ValueError):
    """Text or values that are no cards; ``code`` is stable, the message is for people."""

    def __init__(self, message: str, code: str = "bad-card") -> None:
        super().__init__(message)
        self.code = code


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
_EXPECTED = "a rank A 2-9 T J Q K with a suit S H D C (7S, TH, 10H, 7♠), or PJ for a printed joker"


@dataclass(frozen=True, order=True, slots=True)
class Card:
    """One card type; two copies of it are equal.

    Attributes:
        index: ``suit * 13 + rank`` with suits S H D C and the ace as rank 0; 52 is the printed joker.

    Example:
        >>> Card.parse("10♥"), str(Card.parse("th")), Card.parse("TH").pretty
        (Card('TH'), 'TH', 'T♥')
    """

    index: int

    def __post_init__(self) -> None:
        if type(self.index) is not int or not 0 <= self.index <= 52:  # True is no card
            more = "; Card.parse reads text" if isinstance(self.index, str) else ""
            raise CardError(f"card index {self.index!r}: expected a whole number from 0 to 52{more}")

    def __hash__(self) -> int:  # many small tables are kept by cards: quicker than the generated one
        return self.index

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card in any accepted notation.

        Raises:
            CardError: the text is no card; the message names it and what was expected.
        """
        if not isinstance(text, str):
            raise CardError(f"{text!r} is no card: expected text, {_EXPECTED}")
        index = _index_of(text)
        if index is None:
            raise CardError(f"{_shorten(text)} is no card: expected {_EXPECTED}")
        return CARDS[index]

    @property
    def is_printed_joker(self) -> bool:
        """Whether this is the printed joker, which has neither rank nor suit."""
        return self.index == 52

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
        return "PJ" if self.index == 52 else RANKS[self.index % 13].value + SUITS[self.index // 13].value

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


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


def _mismatch(laid: Sequence[Card], cards: Sequence[Card]) -> str:
    """What groups lack of a hand's cards, and what they hold beyond them."""
    lack, excess = Counter(cards) - Counter(laid), Counter(laid) - Counter(cards)
    told = [
        f"{words} {format_cards(list(some.elements()))}"
        for words, some in (("they leave out", lack), ("they hold too many", excess))
        if some
    ]
    return f"the groups do not hold exactly the hand's cards: {' and '.join(told)}"


def _shorten(text: str) -> str:
    return repr(text if len(text) <= _MAX_TOKEN else text[:_MAX_TOKEN] + "…")


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards one player holds, with or without his grouping of them.

    Attributes:
        cards: 1 to 28 cards in the order given; copies are listed one by one.
        groups: the cards as laid out, a loose card being a group of one; None if not laid out.

    Example:
        >>> hand = Hand.parse("2h 3♥ 10H | PJ, 5C")
        >>> str(hand), len(hand.cards), len(hand.groups)
        ('2H 3H TH | PJ 5C', 5, 2)
    """

    cards: tuple[Card, ...]
    groups: tuple[tuple[Card, ...], ...] | None = None

    def __post_init__(self) -> None:
        if isinstance(self.cards, str) or not isinstance(self.cards, Iterable):
            told = f"a hand is made of Card values, or of text by Hand.parse, not of {type(self.cards).__name__}"
            raise CardError(told, "bad-hand")
        if self.groups is not None:
            object.__setattr__(self, "groups", tuple(map(tuple, self.groups)))
            laid = tuple(card for group in self.groups for card in group)
            if Counter(laid) != Counter(self.cards):
                raise CardError(_mismatch(laid, self.cards), "groups-mismatch")
            object.__setattr__(self, "cards", laid)  # in the order of the groups, as the text form has them
        object.__setattr__(self, "cards", tuple(self.cards))
        if not 1 <= len(self.cards) <= MAX_HAND:
            raise CardError(f"{len(self.cards)} cards: a hand holds 1 to {MAX_HAND}", "hand-size")
        if self.groups is not None and any(not group for group in self.groups):
            raise CardError("an empty group: each group holds at least one card", "empty-group")
        for card in self.cards:
            if not isinstance(card, Card):
                raise CardError(f"{card!r} is no card: a hand is made of Card values or read by Hand.parse")

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read a hand; cards are parted by spaces or commas, groups by ``|``.

        A hand without a bar is not laid out. One single group ends with a bar: ``"2H 3H 4H |"``.

        Raises:
            CardError: names the first token that is no card, its place, and what was expected.
        """
        if not isinstance(text, str):
            raise CardError(f"a hand is text such as '2H 3H 4H | 5C PJ', not {type(text).__name__}", "bad-hand")
        parts: list[list[Card]] = [[]]
        for match in re.finditer(r"\||[^\s,|]+", text):
            word = match.group()
            if word == "|":
                parts.append([])
                continue
            index = _index_of(word)
            place = sum(map(len, parts)) + 1
            if index is None:
                raise CardError(
                    f"{_shorten(word)} (card {place}, character {match.start() + 1}) is no card: expected {_EXPECTED}"
                )
            if place > MAX_HAND:
                count = len(re.findall(r"[^\s,|]+", text))
                raise CardError(f"{count} cards: a hand holds 1 to {MAX_HAND}", "hand-size")
            parts[-1].append(CARDS[index])
        if len(parts) == 1:
            return cls(tuple(parts[0]))
        if not parts[-1]:
            parts.pop()  # the closing bar of a single group
        for number, part in enumerate(parts, 1):
            if not part:
                raise CardError(f"group {number} is empty: each group between bars holds a card", "empty-group")
        return cls.of_groups(parts)

    @classmethod
    def of_groups(cls, groups: Iterable[Iterable[Card]]) -> Hand:
        """A hand laid out in the given groups.

        Raises:
            CardError: no card, more than 28, or an empty group.
        """
        if not isinstance(groups, Iterable):
            raise CardError(f"groups are a list of lists of cards, not {type(groups).__name__}", "bad-hand")
        groups = tuple(groups)
        for group in groups:
            if isinstance(group, str) or not isinstance(group, Iterable):
                raise CardError(f"a group is a list of cards, not {group!r:.40}", "bad-hand")
        laid = tuple(tuple(group) for group in groups)
        return cls(tuple(card for group in laid for card in group), laid)

    def __str__(self) -> str:
        if self.groups is None:
            return format_cards(self.cards)
        text = " | ".join(format_cards(group) for group in self.groups)
        return text + " |" if len(self.groups) == 1 else text

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def _repr_html_(self) -> str:
        from .display import hand_html

        return hand_html(self)


def format_cards(cards: Sequence[Card]) -> str:
    """The two-letter forms parted by spaces, as ``7S TH PJ``."""
    return " ".join(map(str, cards))
