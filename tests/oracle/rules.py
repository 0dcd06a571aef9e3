"""The published rulebooks as one compact judge over plain strings.

Nothing here knows the engine. A card is two letters (``"7S"``, ``"PJ"``), a group is a sequence of cards, a
laid-out hand is a sequence of groups. Every reading of a group is found by brute force over what its wild
cards may be, and the readings of all groups are then tried together. Numbers such as ``R20`` are the rulings
the product cites.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

SUITS = "SHDC"
RANKS = "A23456789TJQK"
RUN = RANKS + "A"
PRINTED = "PJ"

SEQUENCES = ("pure-sequence", "impure-sequence")
MELDS = (*SEQUENCES, "set", "tunnela")
"""The kinds that meld their cards; a dublee or a joker group is an aim of its own and melds nothing."""


@dataclass(frozen=True, kw_only=True)
class Book:
    """The figures of one rulebook; a test may replace any of them to make small hands interesting.

    ``None`` stands for "this rulebook has no such figure".
    """

    deal: int
    """Cards dealt (N)."""
    pure: int = 1
    """Pure sequences for the full exemption and the complete declaration."""
    sequences: int = 0
    """Sequences, pure or not, for the same."""
    long: int = 0
    """Length one of the sequences must reach (Octro)."""
    cap: int | None = None
    floor: int = 0
    flat: int | None = None
    """Points of a hand that misses the requirement, whatever its cards (Octro)."""
    tunnelas: int | None = None
    dublees: int | None = None
    jokers: int | None = None
    """How many of these declare."""
    few_dublees: int | None = None
    few_jokers: int | None = None
    """How many of these already lose the floor only (marriage-21: how many dublees let the player see)."""
    ace: int = 10


BOOKS: dict[str, Book] = {
    "rummy-21": Book(deal=21, pure=3, cap=120, floor=2, tunnelas=3, dublees=8, jokers=8, few_dublees=6, few_jokers=7),
    "gorummy-13": Book(deal=13, sequences=2, cap=80),
    "octro-13": Book(deal=13, sequences=2, long=4, flat=80, ace=1),
    "paplu-13": Book(deal=13, sequences=2),
    "paplu-21": Book(deal=21, pure=3, cap=120, floor=2, tunnelas=3, dublees=8, jokers=8, few_dublees=6, few_jokers=7),
    "paplu-27": Book(deal=27, pure=3, cap=120, floor=2, tunnelas=3, dublees=10, jokers=10, few_dublees=6, few_jokers=7),
    "marriage-21": Book(deal=21, pure=3, dublees=8, few_dublees=7),
    "vazhushal-13": Book(deal=13),
    "adgaming-13": Book(deal=13, sequences=2, cap=80),
}

KEYS = tuple(BOOKS)
BIG = ("rummy-21", "paplu-21", "paplu-27")
"""The books whose loser is judged by the number of pure sequences, with the two-point rules."""


def get_book(key: str, tweak: Mapping[str, Any] | None = None) -> Book:
    """The figures of a rulebook, some of them replaced by ``tweak``."""
    return replace(BOOKS[key], **(tweak or {}))


# --- wild cards -------------------------------------------------------------------------------------------


def step(card: str, by: int) -> str:
    """The card ``by`` ranks higher in the same suit, the ranks being a circle."""
    return RANKS[(RANKS.index(card[0]) + by) % 13] + card[1]


def wild_types(key: str, turned: str | None, options: Iterable[str] = ()) -> frozenset[str]:
    """Every card type that is wild, the printed joker among them.

    Raises:
        ValueError: for a printed joker turned in marriage-21, whose pack has none.
    """
    options = frozenset(options)
    aces = {"A" + suit for suit in SUITS}
    if key == "marriage-21":
        if turned is None:
            return frozenset()
        if turned == PRINTED:
            raise ValueError("marriage-21 has no printed jokers")
        return frozenset({turned[0] + suit for suit in SUITS} | {step(turned, 1), step(turned, -1)})
    if key == "paplu-13" and "no-jokers" in options:
        return frozenset()
    wild = {PRINTED}
    if turned is None or (key == "paplu-13" and "no-additional-jokers" in options):
        return frozenset(wild)
    if key in BIG:
        reach = 2 if key == "paplu-27" else 1
        centre = "AS" if turned == PRINTED else turned
        if key == "rummy-21" and "value-cards-only" not in options:
            wild |= {centre[0] + suit for suit in SUITS}  # R54
        elif key != "rummy-21" and turned == PRINTED:
            wild |= aces
        wild |= {step(centre, by) for by in range(-reach, reach + 1)}
    elif turned == PRINTED:
        if key == "gorummy-13" or (key == "paplu-13" and "ace-jokers" in options):
            wild |= aces
    elif key == "vazhushal-13":
        wild |= {turned[0] + suit for suit in ("HD" if turned[1] in "SC" else "SC")}
    else:
        wild |= {turned[0] + suit for suit in SUITS}
    return frozenset(wild)


def face_value(card: str, ace: int = 10) -> int:
    """The points printed on a card by its rank alone."""
    rank = card[0]
    if rank == "A":
        return ace
    return 10 if rank in "TJQK" else int(rank)


def value(book: Book, card: str, wild: frozenset[str]) -> int:
    """What a card left in the hand loses in every book but Vazhushal (R6, R7)."""
    return 0 if card in wild or card == PRINTED else face_value(card, book.ace)


def held_value(card: str, wild: frozenset[str]) -> int:
    """What a card left in the hand costs in Vazhushal: a wild card is worth 20."""
    return 20 if card in wild or card == PRINTED else face_value(card)


# --- what a group may be ----------------------------------------------------------------------------------


class Reading(NamedTuple):
    """One way to understand a group.

    Attributes:
        kind: one of the interface's kinds.
        cards: the cards held, sorted.
        stands: the cards a sequence or set represents, sorted; empty for other kinds.
        wilds: how many cards stand for another card.
    """

    kind: str
    cards: tuple[str, ...]
    stands: tuple[str, ...] = ()
    wilds: int = 0


def is_king_ace_two(cards: Iterable[str]) -> bool:
    """Whether these are exactly K, A and 2 of one suit, which is never a group (R29)."""
    cards = sorted(cards)
    return any(cards == sorted(rank + suit for rank in "KA2") for suit in SUITS)


def split_wilds(cards: Sequence[str], wild: frozenset[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Every way to use cards as themselves or as stand-ins: pairs (naturals, stand-ins)."""
    forced = [card for card in cards if card == PRINTED]
    fixed = [card for card in cards if card != PRINTED and card not in wild]
    free = [card for card in cards if card != PRINTED and card in wild]
    seen = set()
    for count in range(len(free) + 1):
        for chosen in combinations(range(len(free)), count):
            standing = [free[i] for i in chosen]
            if tuple(standing) not in seen:
                seen.add(tuple(standing))
                natural = fixed + [free[i] for i in range(len(free)) if i not in chosen]
                yield natural, forced + standing


def sequence_readings(key: str, cards: tuple[str, ...], wild: frozenset[str]) -> Iterator[Reading]:
    """Every window of a suit these cards can fill, with the wild cards at any free place (R2, R3)."""
    length = len(cards)
    if not 3 <= length <= (3 if key == "marriage-21" else len(RUN)):
        return
    suits = {card[1] for card in cards if card not in wild and card != PRINTED}
    if len(suits) > 1:
        return
    for natural, standing in split_wilds(cards, wild):
        if not natural or (key == "octro-13" and len(standing) > 1):
            continue
        suit = natural[0][1]
        for start in range(len(RUN) - length + 1):
            window = Counter(rank + suit for rank in RUN[start : start + length])
            free = window - Counter(natural)
            if free.total() != len(standing):
                continue  # a natural card outside the window, or twice at one place
            if any(card in free for card in standing):
                continue  # a wild card at its own place is a natural card (R1)
            kind = "impure-sequence" if standing else "pure-sequence"
            yield Reading(kind, cards, tuple(sorted(window.elements())), len(standing))


def set_readings(key: str, cards: tuple[str, ...], wild: frozenset[str]) -> Iterator[Reading]:
    """Every set these cards can be, with the suits its wild cards may stand for (R4)."""
    size = len(cards)
    most = {"marriage-21": 3, "adgaming-13": size, "paplu-27": size}.get(key, 4)
    if not 3 <= size <= most:
        return
    for natural, standing in split_wilds(cards, wild):
        if len({card[0] for card in natural}) != 1:
            continue
        suits = [card[1] for card in natural]
        if key == "paplu-27":
            if len(standing) <= len(natural) and (standing or len(set(suits)) > 1):
                yield Reading("set", cards, (), len(standing))
            continue
        if len(set(suits)) < len(suits) or (key == "octro-13" and len(standing) > 1):
            continue
        if key == "vazhushal-13":
            missing = [suit for suit in SUITS if suit not in suits]
            for extra in combinations(missing, len(standing)):
                stands = tuple(sorted(natural[0][0] + suit for suit in (*suits, *extra)))
                yield Reading("set", cards, stands, len(standing))
        else:
            yield Reading("set", cards, (), len(standing))


def has_tunnelas(key: str, players: int, card: str = "AS") -> bool:
    """Whether three identical cards are a meld; Paplu's tanala needs three packs, so seven players."""
    if key == "paplu-13" and card == PRINTED:
        return False  # R55
    return key in BIG or key == "marriage-21" or (key == "paplu-13" and players >= 7)


def has_dublees(key: str) -> bool:
    """Whether two identical cards mean anything."""
    return key in BIG or key == "marriage-21"


def find_readings(
    key: str, cards: Iterable[str], turned: str | None, players: int = 4, options: Iterable[str] = ()
) -> tuple[Reading, ...]:
    """Every reading of one group, best known kinds first; ``loose`` or ``invalid`` when there is no other."""
    return _find_readings(key, tuple(sorted(cards)), turned, players >= 7, tuple(options))


@lru_cache(maxsize=1_000_000)
def _find_readings(
    key: str, cards: tuple[str, ...], turned: str | None, many: bool, options: tuple[str, ...]
) -> tuple[Reading, ...]:
    wild = wild_types(key, turned, options)
    size = len(cards)
    jokers_only = all(card in wild or card == PRINTED for card in cards)
    if size == 1:
        return (Reading("jokers" if key == "octro-13" and jokers_only else "loose", cards),)
    found: set[Reading] = set()
    if not is_king_ace_two(cards):
        found.update(sequence_readings(key, cards, wild))
        found.update(set_readings(key, cards, wild))
        if size == 3 and len(set(cards)) == 1 and has_tunnelas(key, 7 if many else 4, cards[0]):
            found.add(Reading("tunnela", cards))
        if size == 2 and len(set(cards)) == 1 and has_dublees(key):
            found.add(Reading("dublee", cards))
        if jokers_only and (key in BIG or key == "octro-13"):
            found.add(Reading("jokers", cards))
    if key != "vazhushal-13":
        found = {Reading(one.kind, cards) for one in found}  # elsewhere the places make no difference
    if key == "vazhushal-13" or not found:
        found.add(Reading("invalid", cards))  # Vazhushal: also the fate of the second of two identical melds
    order = (*MELDS, "dublee", "jokers", "loose", "invalid")
    return tuple(sorted(found, key=lambda one: (order.index(one.kind), one)))


# --- what an arrangement is worth -------------------------------------------------------------------------


class Verdict(NamedTuple):
    """What one reading of one arrangement, the discard already taken off, comes to.

    Attributes:
        points: points lost, None in Vazhushal.
        score: signed, from the player's side.
        objectives: the aims it declares by, were it of the right size.
        seen: marriage-21 only, else None.
        loose: cards in no group (in no group the rulebook has a name for).
        loose_strict: the same, with dublees and joker groups counted as groups only from the number on at
            which the rulebook gives them a meaning.
    """

    points: int | None
    score: int
    objectives: frozenset[str]
    seen: bool | None
    loose: int
    loose_strict: int


def weigh(
    key: str, book: Book, laid: Sequence[Reading], turned: str | None, options: Iterable[str] = ()
) -> Verdict | None:
    """The verdict on a reading of an arrangement; None if the reading is not allowed (identical melds)."""
    wild = wild_types(key, turned, options)
    cards = [card for one in laid for card in one.cards]
    kinds = Counter(one.kind for one in laid)
    unmelded = [card for one in laid if one.kind not in MELDS for card in one.cards]
    pure, tunnelas, dublees = kinds["pure-sequence"], kinds["tunnela"], kinds["dublee"]
    sequences = pure + kinds["impure-sequence"]

    def lost(some: Iterable[str]) -> int:
        return sum(value(book, card, wild) for card in some)

    def of(*which: str) -> list[str]:
        return [card for one in laid if one.kind in which for card in one.cards]

    aims: set[str] = set()
    seen: bool | None = None
    points: int | None
    groups_count = {"dublee": True, "jokers": True}  # whether such a group means something here
    biggest = 0
    if key in BIG:
        strong = pure + tunnelas if key == "rummy-21" else pure
        exempt = of("pure-sequence", "tunnela") if key == "rummy-21" else of("pure-sequence")
        if key == "rummy-21":
            biggest = aside = max((len(one.cards) for one in laid if one.kind == "jokers"), default=0)
        else:
            aside = sum(card in wild for card in of("jokers", "loose", "invalid"))
        if strong == 0:
            points = lost(cards)
        elif strong < book.pure:
            points = lost(cards) - lost(exempt)
        else:
            points = lost(unmelded)
        all_melded = not unmelded and (key != "rummy-21" or strong >= book.pure)
        if all_melded or dublees >= book.few_dublees or aside >= book.few_jokers:
            points = book.floor
        points = max(book.floor, min(book.cap, points))
        if key == "paplu-27":
            if tunnelas >= book.tunnelas and not unmelded:
                aims.add("tunnelas")
            if dublees >= book.dublees and not of("jokers", "loose", "invalid"):
                aims.add("dublees")
            if aside >= book.jokers and not dublees and all(card in wild for card in unmelded):
                aims.add("jokers")
        else:
            if strong >= book.pure and not unmelded:
                aims.add("complete")
            if tunnelas >= book.tunnelas:
                aims.add("tunnelas")
            if dublees >= book.dublees:
                aims.add("dublees")
            if aside >= book.jokers:
                aims.add("jokers")
        groups_count = {"dublee": dublees >= book.few_dublees, "jokers": aside >= book.few_jokers}
    elif key == "marriage-21":
        strong = pure + tunnelas
        seen = strong >= book.pure or dublees >= book.few_dublees
        points = 3 if seen else 10
        if strong >= book.pure and not unmelded:
            aims.add("complete")
        if dublees >= book.dublees:
            aims.add("dublees")
        groups_count["dublee"] = dublees >= book.few_dublees
    elif key == "vazhushal-13":
        melds = [one.stands for one in laid if one.kind in MELDS]
        if len(set(melds)) < len(melds):
            return None  # the second of two identical melds has to be read as invalid
        points = None
        if pure >= book.pure:
            score = sum(face_value(card) for stands in melds for card in stands)
            score -= sum(held_value(card, wild) for card in unmelded)
            if not unmelded:
                aims.add("complete")
        else:
            score = -sum(held_value(card, wild) for card in cards)
    else:
        met = pure >= book.pure and sequences >= book.sequences
        if key == "octro-13":
            met = met and any(one.kind in SEQUENCES and len(one.cards) >= book.long for one in laid)
            unmatched = of("loose", "invalid", "dublee")
            points = lost(unmatched) if met else book.flat
        elif key == "paplu-13":
            met = pure + tunnelas >= book.pure and sequences + tunnelas >= book.sequences
            unmatched = unmelded
            points = lost(unmatched) if met else lost(cards) - lost(of("pure-sequence"))
            if "double-on-printed" in options and turned == PRINTED:
                points *= 2
        else:
            unmatched = unmelded
            if met:
                points = lost(unmatched)
            elif key == "gorummy-13" and pure >= book.pure:
                points = lost(cards) - lost(of("pure-sequence"))
            else:
                points = lost(cards)
            points = min(book.cap, points)
        if met and not unmatched:
            aims.add("complete")
    if key != "vazhushal-13":
        score = -points
    loose = len(of("loose", "invalid"))
    strict = loose + sum(
        len(one.cards)
        for one in laid
        if one.kind in ("dublee", "jokers")
        and (not groups_count[one.kind] or (one.kind == "jokers" and len(one.cards) < biggest))
    )
    return Verdict(points, score, frozenset(aims), seen, loose, strict)


def judge(
    key: str,
    groups: Sequence[Sequence[str]],
    turned: str | None,
    players: int = 4,
    *,
    options: Iterable[str] = (),
    tweak: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The verdict on a hand as it is laid out.

    The readings of all groups and, with N+1 cards, the discard among the single cards are chosen for the
    player: a declaration first, then the best score (R5, R8).

    Args:
        key: rulebook key.
        groups: the groups as laid; a loose card is a group of one.
        turned: the turned card, ``"PJ"`` or None.
        players: players at the table.
        options: house options.
        tweak: figures of the rulebook to replace, by the names of ``Book``.

    Returns:
        points, score, declares, objectives, seen, discard (None without one) and discards (every discard
        that does as well as that one).
    """
    options = tuple(options)
    book = get_book(key, tweak)
    if key == "marriage-21" and any(PRINTED in group for group in groups):
        raise ValueError("marriage-21 has no printed jokers")
    size = sum(len(group) for group in groups)
    choices: list[int | None] = [None]
    if size == book.deal + 1:
        choices = [i for i, group in enumerate(groups) if len(group) == 1] or [None]
    answers = []
    for choice in choices:
        rest = [group for i, group in enumerate(groups) if i != choice]
        complete = sum(len(group) for group in rest) == book.deal
        found = [find_readings(key, group, turned, players, options) for group in rest]
        for laid in product(*found):
            verdict = weigh(key, book, laid, turned, options)
            if verdict is not None:
                declares = complete and bool(verdict.objectives)
                answers.append(((declares, verdict.score), choice, verdict))
    rank = max(answer[0] for answer in answers)
    tops = [answer for answer in answers if answer[0] == rank]
    choice, verdict = tops[0][1:]
    discards = dict.fromkeys(groups[top[1]][0] for top in tops if top[1] is not None)
    return {
        "points": verdict.points,
        "score": verdict.score,
        "declares": rank[0],
        "objectives": verdict.objectives if rank[0] else frozenset(),
        "seen": verdict.seen,
        "discard": None if choice is None else groups[choice][0],
        "discards": tuple(discards),
    }
