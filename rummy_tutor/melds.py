"""Reading a group of cards: every meld it can be, what each joker stands for, or why it is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Final

from .cards import CARDS, Card
from .records import Reason, Wild
from .rules import Aces, JokerGroups, Kind, Melds, SetSuits
from .table import Deal

PRINTED: Final = 52
# places of a sequence: ace low, 2 … K, ace high
_PLACES: Final = 14
_SUIT: Final = (1 << 13) - 1
_CARDS: Final = list(CARDS)
_WILDS: Final[list[Wild | None]] = [None] * (53 * 53)


class Reading:
    """One way to read a group.

    Attributes:
        kind: what it is.
        wilds: the jokers and what they stand for; a wild card used as itself is not listed.
        shows: the cards the group represents, sorted or in order; empty for groups of jokers.
    """

    __slots__ = ("kind", "shows", "wilds")

    def __init__(self, kind: Kind, wilds: tuple[Wild, ...] = (), shows: tuple[Card, ...] = ()) -> None:
        self.kind = kind
        self.wilds = wilds
        self.shows = shows


@lru_cache(maxsize=1 << 16)
def read_group(cards: tuple[Card, ...], deal: Deal) -> tuple[Reading, ...]:
    """Every reading of a group, as ``list_readings`` finds them, remembered."""
    return list_readings(cards, deal)


def list_readings(cards: tuple[Card, ...], deal: Deal) -> tuple[Reading, ...]:
    """Every reading of a group of cards, whatever their order, the likeliest first.

    A group of one card and a group that is no meld have no reading. Sequences that differ only in
    where their jokers stand are listed each, the one with fewest jokers and the highest cards first.
    """
    if len(cards) < 2:
        jokers_alone = deal.rulebook.melds.jokers is JokerGroups.SPARE and deal.is_wild[cards[0].index]
        return (Reading(Kind.JOKERS),) if jokers_alone else ()
    if is_wrap(cards):
        return ()
    flags = deal.is_wild
    fixed = [card.index for card in cards if not flags[card.index]]
    free = [card.index for card in cards if flags[card.index]]
    sequences = _sequences(fixed, free, deal)
    return (
        *[reading for reading in sequences if reading.kind is Kind.PURE_SEQUENCE],
        *_identical(cards, deal, Kind.TUNNELA),
        *[reading for reading in sequences if reading.kind is Kind.IMPURE_SEQUENCE],
        *_sets(fixed, free, deal),
        *_identical(cards, deal, Kind.DUBLEE),
        *_jokers(fixed, deal),
    )


def is_wrap(cards: Sequence[Card]) -> bool:
    """Whether the group is K, A and 2 of one suit and nothing else, which never is a meld (R29)."""
    if len(cards) != 3:
        return False
    low, middle, high = sorted([card.index for card in cards])
    return middle == low + 1 and high == low + 12 and low % 13 == 0


def _sequences(fixed: list[int], free: list[int], deal: Deal) -> list[Reading]:
    """All sequences that cards can be, those with fewest jokers first, then those that begin highest, aces low.

    Args:
        fixed: the cards that are not wild, by index.
        free: those that are.
        deal: the rulebook at its table.
    """
    rules = deal.rulebook.melds
    size = len(fixed) + len(free)
    if not 3 <= size <= rules.run_max:
        return []
    wanted = 0
    suits: list[int] = []
    for index in fixed:
        rank = 1 << index % 13
        # an ace may be laid twice, at both ends
        if index == PRINTED or (suits and index // 13 != suits[0]) or (wanted & rank and size < _PLACES):
            return []
        wanted |= rank
        if not suits:
            suits.append(index // 13)
    if not fixed:
        suits = sorted({index // 13 for index in free if index != PRINTED})
    last = (_PLACES if rules.aces is Aces.LOW_OR_HIGH else _PLACES - 1) - size
    limit = size - 1 if rules.run_wilds is None else min(rules.run_wilds, size - 1)
    found: list[tuple[int, int, Reading]] = []
    for suit in suits:
        own = wanted  # what may lie as itself
        for index in free:
            if index != PRINTED and index // 13 == suit:
                own |= 1 << index % 13
        for start in range(last + 1):
            window = ((1 << size) - 1) << start
            ranks = (window | window >> 13) & _SUIT
            if wanted & ~ranks or (size < _PLACES and size - (own & ranks).bit_count() > limit):
                continue
            shows = [suit * 13 + place % 13 for place in range(start, start + size)]
            missing = list(shows)
            if not _remove(missing, fixed):
                continue
            jokers = _take(free, missing)
            if len(jokers) <= limit:
                kind = Kind.IMPURE_SEQUENCE if jokers else Kind.PURE_SEQUENCE
                found.append((len(jokers), -start, _reading(kind, jokers, missing, shows)))
    if len(found) > 1:
        found.sort(key=itemgetter(0, 1))
    return [reading for _, _, reading in found]


def _remove(cards: list[int], others: list[int]) -> bool:
    """Take cards off a list; whether they were all there."""
    for index in others:
        if index not in cards:
            return False
        cards.remove(index)
    return True


def _take(free: list[int], missing: list[int]) -> list[int]:
    """Lay wild cards as themselves where they are missing, which takes them off the list; the others are jokers."""
    jokers = []
    for index in free:
        if index != PRINTED and index in missing:
            missing.remove(index)
        else:
            jokers.append(index)
    return jokers


def _reading(kind: Kind, jokers: list[int], missing: list[int], shows: list[int]) -> Reading:
    wilds = [wild_for(joker, missing[at]) for at, joker in enumerate(jokers)]
    return Reading(kind, tuple(wilds), tuple([_CARDS[index] for index in shows]))


def wild_for(joker: int, index: int) -> Wild:
    """A joker and the card it stands for, by their indices; made only once."""
    known = _WILDS[joker * 53 + index]
    if known is None:
        known = _WILDS[joker * 53 + index] = Wild(_CARDS[joker], _CARDS[index])
    return known


def _sets(fixed: list[int], free: list[int], deal: Deal) -> list[Reading]:
    """All sets that cards can be: one for each rank."""
    rules = deal.rulebook.melds
    size = len(fixed) + len(free)
    if size < 3 or (rules.set_max is not None and size > rules.set_max):
        return []
    ranks: list[int] = []
    for index in fixed:
        if index == PRINTED or (ranks and index % 13 != ranks[0]):
            return []
        if not ranks:
            ranks.append(index % 13)
    if rules.set_suits is SetSuits.DISTINCT and len(set(fixed)) < len(fixed):
        return []
    if not fixed:
        ranks = sorted({index % 13 for index in free if index != PRINTED})
    found = []
    for rank in ranks:
        of_rank = [rank, 13 + rank, 26 + rank, 39 + rank]
        for shows in _set_faces(fixed, free, of_rank, rules):
            missing = list(shows)
            _remove(missing, fixed)
            if len(missing) > 1:
                missing.sort(key=shows.index)
            jokers = _take(free, missing)
            naturals = size - len(jokers)
            if not naturals or (rules.set_wilds is not None and len(jokers) > rules.set_wilds):
                continue
            if rules.set_wilds_up_to_naturals and len(jokers) > naturals:
                continue
            found.append(_reading(Kind.SET, jokers, missing, sorted(shows)))
    return found


def _set_faces(fixed: list[int], free: list[int], of_rank: list[int], rules: Melds) -> list[list[int]]:
    """The cards a set may represent: one choice, or all of them where it matters which.

    Wild cards of the rank show themselves as far as the rules allow, jokers the missing suits; past four
    cards no suit is missing, and the first is shown again.
    """
    if not rules.identical:
        others = [index for index in of_rank if index not in fixed]
        return [[*fixed, *stand] for stand in combinations(others, len(free))]
    shown = list(fixed)
    mixed = rules.set_suits is SetSuits.NOT_ALL_ONE
    for index in free:
        if index in of_rank and (mixed or index not in shown):
            shown.append(index)
    count = len(fixed) + len(free) - len(shown)
    if not count and len(set(shown)) == 1:
        if not free:
            return []
        shown.pop()  # one of the copies stands for another suit
        count = 1
    others = [index for index in of_rank if index not in shown] or of_rank
    return [shown + [others[i % len(others)] for i in range(count)]]


def _identical(cards: tuple[Card, ...], deal: Deal, kind: Kind) -> list[Reading]:
    """Tunnela and dublee: copies of one card, each used as itself."""
    if len(cards) != (3 if kind is Kind.TUNNELA else 2) or len(set(cards)) > 1:
        return []
    allowed = deal.tunnelas if kind is Kind.TUNNELA else deal.rulebook.melds.dublees
    return [Reading(kind, (), cards)] if allowed else []


def _jokers(fixed: list[int], deal: Deal) -> list[Reading]:
    """Nothing but jokers, where that means something."""
    alone = not fixed and deal.rulebook.melds.jokers is not JokerGroups.NONE
    return [Reading(Kind.JOKERS)] if alone else []


def explain_invalid(cards: tuple[Card, ...], deal: Deal) -> tuple[Reason, ...]:
    """Why a group of two or more cards is no meld: the reasons in the order a teacher would name them."""
    fixed = [card for card in cards if not deal.is_wild[card.index]]
    wilds = len(cards) - len(fixed)
    if is_wrap(cards):
        return (Reason("wraps", {"cards": _texts(cards)}),)
    if len(cards) == 2:
        same = len(set(cards)) == 1
        return (Reason("no-dublees" if same else "too-few-cards", {"cards": _texts(cards)}),)
    if not fixed:
        if not any(not card.is_printed_joker for card in cards):
            return (Reason("no-natural", {"cards": _texts(cards)}),)
        return (Reason("jokers-do-not-fit", {"cards": _texts(cards)}),)
    if any(card.is_printed_joker for card in fixed):
        return (Reason("joker-not-wild", {}),)
    if len({card.index % 13 for card in fixed}) == 1:
        return _bad_set(cards, fixed, wilds, deal)
    if len({card.index // 13 for card in fixed}) == 1:
        return _bad_sequence(cards, fixed, wilds, deal)
    return (Reason("neither", {"cards": _texts(fixed)}),)


def _bad_set(cards: Sequence[Card], fixed: list[Card], wilds: int, deal: Deal) -> tuple[Reason, ...]:
    """Why cards of one rank are no set."""
    rules = deal.rulebook.melds
    twice = [card for card, count in Counter(fixed).items() if count > 1]
    reasons = []
    if len(cards) == 3 and len(set(fixed)) == 1 and len(fixed) == 3:
        code = "tunnela-needs-players" if rules.tunnela_from is not None else "no-tunnelas"
        return (Reason(code, {"card": str(fixed[0]), "players": rules.tunnela_from}),)
    if twice and rules.set_suits is SetSuits.DISTINCT:
        reasons.append(Reason("same-suit-twice", {"card": str(twice[0]), "count": Counter(fixed)[twice[0]]}))
    if rules.set_suits is SetSuits.NOT_ALL_ONE and len(set(fixed)) == 1 and not wilds:
        reasons.append(Reason("all-one-suit", {"card": str(fixed[0])}))
    if rules.set_max is not None and len(cards) > rules.set_max:
        reasons.append(Reason("set-too-long", {"count": len(cards), "most": rules.set_max}))
    if rules.set_wilds is not None and wilds > rules.set_wilds:
        reasons.append(Reason("too-many-wilds", {"count": wilds, "most": rules.set_wilds, "kind": Kind.SET.value}))
    if rules.set_wilds_up_to_naturals and wilds > len(fixed):
        reasons.append(Reason("more-wilds-than-naturals", {"count": wilds, "naturals": len(fixed)}))
    return tuple(reasons) or (Reason("neither", {"cards": _texts(fixed)}),)


def _bad_sequence(cards: Sequence[Card], fixed: list[Card], wilds: int, deal: Deal) -> tuple[Reason, ...]:
    """Why cards of one suit are no sequence."""
    rules = deal.rulebook.melds
    counts = Counter(fixed)
    twice = [card for card, count in counts.items() if count > 1]
    # two aces of one suit can stand at both ends of a full sequence only
    if twice and not (len(cards) == _PLACES and twice == [fixed[0]] and twice[0].index % 13 == 0):
        return (Reason("same-card-twice", {"card": str(twice[0])}),)
    if len(cards) > rules.run_max:
        return (Reason("sequence-too-long", {"count": len(cards), "most": rules.run_max}),)
    places = sorted(card.index % 13 for card in fixed)
    ends = [places] + ([sorted(place or 13 for place in places)] if rules.aces is Aces.LOW_OR_HIGH else [])
    gaps = min(ends_[-1] - ends_[0] + 1 - len(ends_) for ends_ in ends)
    if rules.run_wilds is not None and wilds > rules.run_wilds:
        details = {"count": wilds, "most": rules.run_wilds, "kind": Kind.IMPURE_SEQUENCE.value}
        return (Reason("too-many-wilds", details),)
    if 12 in places and 0 in places and 1 in places:
        return (Reason("wraps", {"cards": _texts(fixed)}),)
    return (Reason("gap", {"missing": gaps, "wilds": wilds, "cards": _texts(fixed)}),)


def _texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))
