"""The distance to declare: the fewest cards to exchange until a hand can declare, by its definition.

A hand holds N or N+1 cards. What it may become is every hand D of N cards whose new cards, the multiset
D - H, can be had: the pack holds copies that are not held, turned up or marked as seen. The distance by an
objective is the least size of D - H over those D that declare by it. ``brute_distance`` tries every D;
``cpsat_distance`` chooses D and its arrangement in one integer programme over the whole pack and lays the
answer before the referee of ``rules``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

from tests.strategies import CARDS, copies

from . import rules
from .rules import PRINTED, Book

SEE = "seen"
"""Marriage's aim before the declaration, named beside the objectives."""


@dataclass(frozen=True)
class Distance:
    """How far a hand is from declaring.

    Attributes:
        exchanges: the least over the objectives, None if none can be reached.
        by_objective: the same by each objective of the rulebook.
        seen_exchanges: marriage-21: until the turned card may be seen; None elsewhere.
        witnesses: by objective (and ``"seen"``) a laid-out hand that has it, as far as the method finds one.
    """

    exchanges: int | None
    by_objective: dict[str, int | None]
    seen_exchanges: int | None = None
    witnesses: dict[str, list[tuple[str, ...]]] = field(default_factory=dict, compare=False)


class Question(NamedTuple):
    """A hand at its table.

    Attributes:
        key: rulebook key.
        book: its figures.
        held: the cards held.
        stock: the copies of each card that can be had.
        turned: the turned card, ``"PJ"`` or None.
        players: players at the table.
        options: house options.
        tweak: the figures of the rulebook that were replaced.
    """

    key: str
    book: Book
    held: Counter[str]
    stock: Counter[str]
    turned: str | None
    players: int
    options: tuple[str, ...]
    tweak: tuple[tuple[str, Any], ...]

    @property
    def size(self) -> int:
        """How many cards are held."""
        return self.held.total()


def ask(
    key: str,
    cards: Sequence[str],
    turned: str | None,
    players: int = 4,
    seen: Iterable[str] = (),
    options: Iterable[str] = (),
    tweak: Mapping[str, Any] | None = None,
) -> Question:
    """Put a question: the hand with what can be had.

    Raises:
        ValueError: the hand holds neither N nor N+1 cards, or a card the rulebook does not have.
    """
    book, held = rules.get_book(key, tweak), Counter(cards)
    if held.total() not in (book.deal, book.deal + 1):
        raise ValueError(f"{held.total()} cards: {key} deals {book.deal}")
    if key == "marriage-21" and PRINTED in held:
        raise ValueError("marriage-21 has no printed jokers")
    options = tuple(options)
    stock = available(key, held, turned, players, seen, options)
    return Question(key, book, held, stock, turned, players, options, tuple((tweak or {}).items()))


def available(
    key: str,
    held: Mapping[str, int],
    turned: str | None,
    players: int,
    seen: Iterable[str] = (),
    options: Iterable[str] = (),
) -> Counter[str]:
    """How many copies of each card can be had: those of the pack that are not held, turned up or seen."""
    pack, gone = copies(key, players), Counter(seen)
    if "no-jokers" in options:
        pack[PRINTED] = 0
    if turned is not None and not {"no-jokers", "no-additional-jokers"} & set(options):
        gone[turned] += 1
    return Counter({card: left for card in CARDS if (left := pack[card] - held.get(card, 0) - gone[card]) > 0})


def objectives(key: str, book: Book) -> tuple[str, ...]:
    """The ways to declare."""
    if key == "paplu-27":
        return ("tunnelas", "dublees", "jokers")
    if key == "marriage-21":
        return ("complete", "dublees")
    return ("complete", "tunnelas", "dublees", "jokers") if key in rules.BIG else ("complete",)


def summarise(question: Question, found: Mapping[str, int | None], laid: Mapping[str, Any] | None = None) -> Distance:
    """The answer made of the distances by objective and, in marriage-21, to seeing."""
    names = objectives(question.key, question.book)
    reached = [found[name] for name in names if found.get(name) is not None]
    return Distance(
        min(reached, default=None), {name: found.get(name) for name in names}, found.get(SEE), dict(laid or {})
    )


# --- brute force ------------------------------------------------------------------------------------------


def choose(left: Sequence[tuple[str, int]], count: int) -> Iterator[tuple[str, ...]]:
    """Every multiset of so many cards out of types with their copies."""
    if count == 0:
        yield ()
        return
    if sum(copies for _, copies in left) < count:
        return
    (card, most), rest = left[0], left[1:]
    for taken in range(min(most, count), -1, -1):
        for others in choose(rest, count - taken):
            yield (card,) * taken + others


Table = tuple[str, "str | None", int, tuple[str, ...]]
"""Key, turned card, players and options: what decides how a group is read."""

Laid = tuple[tuple[str, ...], ...]
"""The groups of a laid-out hand."""


@lru_cache(maxsize=300_000)
def arrangements(table: Table, cards: tuple[str, ...]) -> tuple[Laid, ...]:
    """Every way to lay sorted cards out in groups that are something, each once; singles are always that."""
    if not cards:
        return ((),)
    key, turned, players, options = table
    found = []
    for count in range(len(cards)):
        for chosen in sorted(set(combinations(cards[1:], count))):
            group = (cards[0], *chosen)
            if count and rules.find_readings(key, group, turned, players, options)[0].kind == "invalid":
                continue
            rest = tuple(sorted((Counter(cards) - Counter(group)).elements()))
            found += [(group, *others) for others in arrangements(table, rest)]
    return tuple(found)


def aims(question: Question, hand: tuple[str, ...]) -> dict[str, Laid]:
    """What a hand of N cards declares by, ``"seen"`` among it, each with an arrangement: all of them are tried."""
    key, turned, options = question.key, question.turned, question.options
    table = (key, turned, 7 if question.players >= 7 else 4, options)
    found: dict[str, Laid] = {}
    for groups in arrangements(table, hand):
        for laid in product(*(rules.find_readings(key, group, turned, table[2], options) for group in groups)):
            verdict = rules.weigh(key, question.book, laid, turned, options)
            for name in () if verdict is None else (*verdict.objectives, *((SEE,) if verdict.seen else ())):
                found.setdefault(name, groups)
    return found


def brute_distance(
    key: str,
    cards: Sequence[str],
    turned: str | None,
    players: int = 4,
    seen: Iterable[str] = (),
    *,
    options: Iterable[str] = (),
    tweak: Mapping[str, Any] | None = None,
    most: int | None = None,
) -> Distance:
    """The distance by trying every hand within so many exchanges, the nearest first.

    Args:
        key: rulebook key.
        cards: N or N+1 cards.
        turned: the turned card, ``"PJ"`` or None.
        players: players at the table.
        seen: further cards out of play.
        options: house options.
        tweak: figures of the rulebook to replace, by the names of ``rules.Book``.
        most: look no further than this; None in the answer then says more than that many.
    """
    question = ask(key, cards, turned, players, seen, options, tweak)
    held, target = question.held, question.book.deal
    wanted = {*objectives(key, question.book), *((SEE,) if key == "marriage-21" else ())}
    found: dict[str, int | None] = {}
    witnesses = {}
    for level in range(target + 1 if most is None else most + 1):
        for bought in choose(sorted(question.stock.items()), level):
            # a card bought and one like it given up would be an exchange of nothing
            spare = [(card, count) for card, count in sorted(held.items()) if card not in bought]
            for given in choose(spare, question.size + level - target):
                hand = tuple(sorted((held - Counter(given) + Counter(bought)).elements()))
                for name, groups in aims(question, hand).items():
                    if name not in found:
                        found[name], witnesses[name] = level, list(groups)
        if wanted <= found.keys():
            break
    return summarise(question, found, witnesses)


class Out(NamedTuple):
    """A card that can be drawn.

    Attributes:
        card: the card.
        copies: how many can still be had.
        exchanges: the distance of the hand with it, a card too many then.
    """

    card: str
    copies: int
    exchanges: int | None


def brute_outs(
    distance: Callable[..., Distance],
    key: str,
    cards: Sequence[str],
    turned: str | None,
    players: int = 4,
    seen: Iterable[str] = (),
    **more: Any,
) -> list[Out]:
    """Every possible draw of a hand of N cards with the distance after it.

    Args:
        distance: ``brute_distance`` or ``cpsat_distance``.
        key: rulebook key.
        cards: N cards.
        turned: the turned card, ``"PJ"`` or None.
        players: players at the table.
        seen: further cards out of play.
        more: further arguments of ``distance``.
    """
    seen = tuple(seen)
    stock = ask(key, cards, turned, players, seen, more.get("options", ()), more.get("tweak")).stock
    return [
        Out(card, stock[card], distance(key, [*cards, card], turned, players, seen, **more).exchanges)
        for card in CARDS
        if stock[card]
    ]


# --- the referee's word on a witness ----------------------------------------------------------------------


def reaches(question: Question, groups: Sequence[Sequence[str]], name: str) -> bool:
    """Whether this laid-out hand declares by an objective (or sees), by the referee's own readings."""
    if sum(map(len, groups)) != question.book.deal:
        return False
    key, turned, options = question.key, question.turned, question.options
    found = [rules.find_readings(key, group, turned, question.players, options) for group in groups]
    verdicts = (rules.weigh(key, question.book, laid, turned, options) for laid in product(*found))
    return any(one is not None and (one.seen if name == SEE else name in one.objectives) for one in verdicts)


def exchanges_to(question: Question, hand: Iterable[str]) -> int | None:
    """How many cards of a hand are new, None if they can't all be had."""
    new = Counter(hand) - question.held
    return None if new - question.stock else new.total()
