"""Reading a group of cards: every meld it can be, what each joker stands for, or why it is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final

from ..game.cards import CARDS, Card
from ..game.records import Group, Reason, Wild
from ..game.rules import Aces, Kind
from ..game.table import Deal
from .grammar import COPIES, PLACES, PRINTED, Grammar, grammar_at

_SUIT: Final = (1 << 13) - 1
_ORDER: Final = {kind: place for place, kind in enumerate(Kind)}
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


def list_readings(cards: tuple[Card, ...], deal: Deal, first: bool = False) -> tuple[Reading, ...]:
    """Every reading of a group of cards, whatever their order, the likeliest first; or not all, but the first.

    A group of one card and a group that is no meld have no reading. Sequences that differ only in
    where their jokers stand are listed each, the one with fewest jokers and the highest cards first.
    """
    grammar = grammar_at(deal)
    flags = deal.is_wild
    if len(cards) < 2:
        return (Reading(Kind.JOKERS),) if grammar.spare and flags[cards[0].index] else ()
    if grammar.is_barred(cards):
        return ()
    fixed: list[int] = []
    free: list[int] = []
    for card in cards:
        index = card.index
        (free if flags[index] else fixed).append(index)
    sequences = _sequences(fixed, free, grammar, first)
    if first and fixed and sequences:
        return tuple(sequences)
    return (
        *[reading for reading in sequences if reading.kind is Kind.PURE_SEQUENCE],
        *_tunnelas(cards, free, grammar),
        *[reading for reading in sequences if reading.kind is Kind.IMPURE_SEQUENCE],
        *_sets(fixed, free, grammar),
        *(_dublees(cards, free, grammar) if grammar.dublees and len(cards) == 2 else ()),
        *([Reading(Kind.JOKERS)] if grammar.joker_groups and not fixed else ()),
    )


def _sequences(fixed: list[int], free: list[int], grammar: Grammar, first: bool) -> list[Reading]:
    """All sequences that cards can be, those with fewest jokers first, then those that begin highest, aces low.

    Args:
        fixed: the cards that are not wild, by index.
        free: those that are.
        grammar: the rules of melds.
        first: whether one of them is enough, the first.
    """
    size = len(fixed) + len(free)
    if not grammar.run_least <= size <= grammar.run_most:
        return []
    as_itself = grammar.as_itself
    wanted = 0
    suits: list[int] = []
    for index in fixed:
        rank = 1 << index % 13
        # an ace may be laid twice, at both ends
        if index == PRINTED or (suits and index // 13 != suits[0]) or (wanted & rank and size < PLACES):
            return []
        wanted |= rank
        if not suits:
            suits.append(index // 13)
    if not fixed:
        suits = sorted({index // 13 for index in free if index != PRINTED}) if as_itself else []
    limit = grammar.run_holes_in(size)
    windows: list[tuple[int, int, int]] = []  # the fewest jokers, the place where it begins, and the suit
    for suit in suits:
        own = wanted  # what may lie as itself
        for index in free:
            if as_itself and index != PRINTED and index // 13 == suit:
                own |= 1 << index % 13
        for start in grammar.starts(size):
            window = ((1 << size) - 1) << start
            ranks = (window | window >> 13) & _SUIT
            if wanted & ~ranks:
                continue
            holes = size - (own & ranks).bit_count()
            if size == PLACES and [*fixed, *(free if as_itself else ())].count(suit * 13) > 1:  # an ace at each end
                holes -= 1
            if holes <= limit:
                windows.append((holes, -start, suit))
    if len(windows) > 1:
        windows.sort(key=itemgetter(0, 1))
    readings: list[Reading] = []
    for _, begin, suit in windows:
        shows = [suit * 13 + place % 13 for place in range(-begin, size - begin)]
        missing = list(shows)
        if not _remove(missing, fixed):
            continue
        jokers = _take(free, missing) if as_itself else list(free)
        if len(jokers) <= limit:
            readings.append(_reading(Kind.IMPURE_SEQUENCE if jokers else Kind.PURE_SEQUENCE, jokers, missing, shows))
            if first:
                break
    return readings


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


def _sets(fixed: list[int], free: list[int], grammar: Grammar) -> list[Reading]:
    """All sets that cards can be, fewest jokers first: one for each rank, unless it matters what they show."""
    size = len(fixed) + len(free)
    if not grammar.set_least <= size <= grammar.set_most:
        return []
    ranks: list[int] = []
    for index in fixed:
        if index == PRINTED or (ranks and index % 13 != ranks[0]):
            return []
        if not ranks:
            ranks.append(index % 13)
    if not grammar.mixed and len(set(fixed)) < len(fixed):
        return []
    if not fixed:
        ranks = sorted({index % 13 for index in free if index != PRINTED}) if grammar.as_itself else []
    readings: list[Reading] = []
    for rank in ranks:
        shown: set[tuple[int, ...]] = set()
        for naturals, jokers in _as_themselves(fixed, free, rank, grammar):
            if len(jokers) > grammar.set_room(len(naturals)):
                continue
            for stand in grammar.stands(rank, naturals, len(jokers), not grammar.identical):
                shows = sorted([*naturals, *stand])
                if tuple(shows) not in shown:
                    shown.add(tuple(shows))
                    readings.append(_reading(Kind.SET, jokers, list(stand), shows))
            if grammar.identical and shown:
                break
    if not fixed and size in grammar.joker_set_rooms(size):
        for rank in range(12, -1, -1):
            for stand in grammar.stands(rank, (), size, not grammar.identical):
                readings.append(_reading(Kind.SET, free, list(stand), sorted(stand)))
    return readings


def _as_themselves(fixed: list[int], free: list[int], rank: int, grammar: Grammar) -> list[tuple[list[int], list[int]]]:
    """The ways to use wild cards of a rank as themselves in a set, most of them first, and the jokers left."""
    own = [index for index in free if grammar.as_itself and index != PRINTED and index % 13 == rank]
    splits: list[tuple[list[int], list[int]]] = []
    for count in range(len(own), -1, -1):
        for chosen in _choose(own, count, len(own) if grammar.mixed else 1):
            naturals = [*fixed, *chosen]
            distinct = len(set(naturals))
            jokers = list(free)
            _remove(jokers, list(chosen))
            if not naturals or (not grammar.mixed and distinct < len(naturals)) or (distinct == 1 and not jokers):
                continue
            splits.append((naturals, jokers))
    return splits


def _choose(cards: list[int], count: int, most: int) -> list[tuple[int, ...]]:
    """Every choice of a number of cards, each once, of equal cards at most ``most``.

    Choosing from all cards and forgetting what comes twice would take 2 ** 27 steps where all are alike.
    """
    if not count:
        return [()]
    if not cards:
        return []
    others = [index for index in cards if index != cards[0]]
    alike = min(len(cards) - len(others), count, most)
    return [
        (cards[0],) * taken + more for taken in range(alike, -1, -1) for more in _choose(others, count - taken, most)
    ]


def _tunnelas(cards: tuple[Card, ...], free: list[int], grammar: Grammar) -> list[Reading]:
    """Three copies of one card, each used as itself."""
    if len(cards) != COPIES or not grammar.makes_tunnela(cards[0].index, cards[0].index in free):
        return []
    alike = all([card.index == cards[0].index for card in cards])
    return [Reading(Kind.TUNNELA, (), cards)] if alike else []


def _dublees(cards: tuple[Card, ...], free: list[int], grammar: Grammar) -> list[Reading]:
    """The dublee that two cards are, the wild one standing for the other only where it must."""
    pair = [card.index for card in cards]
    if grammar.is_dublee(pair) and all([grammar.makes_copies(index, index in free) for index in pair]):
        return [Reading(Kind.DUBLEE, (), cards)]
    if not (free and grammar.dublee_jokers) or (len(free) == len(pair) and not grammar.as_itself):
        return []
    joker = max(free)  # a printed joker sooner than a card that can stand for itself
    pair.remove(joker)
    return [_reading(Kind.DUBLEE, [joker], pair, pair * 2)]


def explain_invalid(cards: tuple[Card, ...], deal: Deal) -> tuple[Reason, ...]:
    """Why a group of two or more cards is no meld: the reasons in the order a teacher would name them."""
    fixed = [card for card in cards if not deal.is_wild[card.index]]
    wilds = len(cards) - len(fixed)
    grammar = grammar_at(deal)
    if grammar.is_barred(cards):
        return (Reason("wraps", {"cards": _texts(cards), **({"wilds": wilds} if wilds else {})}),)
    least = min(grammar.run_least, grammar.set_least)
    if not fixed and not grammar.as_itself and not grammar.joker_sets:
        return (Reason("no-natural", {"cards": _texts(cards)}),)
    if len(cards) == 2:
        same = len(set(cards)) == 1
        return (Reason("no-dublees" if same else "too-few-cards", {"cards": _texts(cards), "least": least}),)
    if len(cards) < least:
        return (Reason("too-few-cards", {"cards": _texts(cards), "least": least}),)
    if not fixed and grammar.joker_sets:
        return (Reason("set-too-long", {"count": len(cards), "most": grammar.set_most}),)
    if not fixed:
        if not any(not card.is_printed_joker for card in cards):
            return (Reason("no-natural", {"cards": _texts(cards)}),)
        return (Reason("jokers-do-not-fit", {"cards": _texts(cards)}),)
    if any(card.is_printed_joker for card in fixed):
        return (Reason("joker-not-wild", {}),)
    in_order = len(fixed) == 1 and len({card.index // 13 for card in cards}) == 1  # so it looks like a sequence
    if len({card.index % 13 for card in fixed}) == 1 and not in_order:
        return _bad_set(cards, fixed, wilds, deal)
    if len({card.index // 13 for card in fixed}) == 1:
        return _bad_sequence(cards, fixed, wilds, deal)
    return (Reason("neither", {"cards": _texts(fixed)}),)


def _bad_set(cards: Sequence[Card], fixed: list[Card], wilds: int, deal: Deal) -> tuple[Reason, ...]:
    """Why cards of one rank are no set."""
    rules, grammar = deal.rulebook.melds, grammar_at(deal)
    twice = [card for card, count in Counter(fixed).items() if count > 1]
    reasons = []
    if len(set(fixed)) == 1 and len(cards) == len(fixed) == COPIES:
        code = "tunnela-needs-players" if rules.tunnela_from is not None else "no-tunnelas"
        return (Reason(code, {"card": str(fixed[0]), "players": rules.tunnela_from}),)
    if twice and not grammar.mixed:
        reasons.append(Reason("same-suit-twice", {"card": str(twice[0]), "count": Counter(fixed)[twice[0]]}))
    if grammar.mixed and len(set(fixed)) == 1 and not wilds:
        reasons.append(Reason("all-one-suit", {"card": str(fixed[0])}))
    if len(cards) < grammar.set_least:
        reasons.append(Reason("set-too-short", {"count": len(cards), "least": grammar.set_least}))
    if len(cards) > grammar.set_most:
        reasons.append(Reason("set-too-long", {"count": len(cards), "most": grammar.set_most}))
    own = [card for card in cards if _may_be_itself(card, deal) and card.index % 13 == fixed[0].index % 13]
    jokers = wilds - (len(own) if grammar.mixed else len(set(own) - set(fixed)))
    naturals = len(cards) - jokers
    if jokers > grammar.set_holes:
        reasons.append(Reason("too-many-wilds", {"count": jokers, "most": grammar.set_holes, "kind": Kind.SET.value}))
    if grammar.matched and jokers > naturals:
        reasons.append(Reason("more-wilds-than-naturals", {"count": jokers, "naturals": naturals}))
    reasons += _lacks_company(naturals, jokers, deal)
    return tuple(reasons) or (Reason("neither", {"cards": _texts(fixed)}),)


def _bad_sequence(cards: Sequence[Card], fixed: list[Card], wilds: int, deal: Deal) -> tuple[Reason, ...]:
    """Why cards of one suit are no sequence."""
    aces, grammar = deal.rulebook.melds.aces, grammar_at(deal)
    ends = 2 if len(cards) == PLACES == grammar.run_most else 1  # an ace may stand at both ends of a full sequence
    for card, count in Counter(fixed).items():
        if count > (1 if card.index % 13 else ends):
            return (Reason("same-card-twice", {"card": str(card)}),)
    if len(cards) < grammar.run_least:
        return (Reason("sequence-too-short", {"count": len(cards), "least": grammar.run_least}),)
    if len(cards) > grammar.run_most:
        return (Reason("sequence-too-long", {"count": len(cards), "most": grammar.run_most}),)
    places = sorted(card.index % 13 for card in fixed)
    gaps = min(end[-1] - end[0] + 1 - len(end) for end in _laid_out(places, aces))
    jokers = _fewest_jokers(cards, fixed, deal)
    if jokers > grammar.run_holes:
        details = {"count": jokers, "most": grammar.run_holes, "kind": Kind.IMPURE_SEQUENCE.value}
        return (Reason("too-many-wilds", details),)
    alone = _lacks_company(len(cards) - jokers, jokers, deal)
    if alone:
        return alone
    if {0, 1} <= set(places) and ((12 in places and not grammar.round) or aces is Aces.HIGH):
        return (Reason("wraps", {"cards": _texts(fixed)}),)
    return (Reason("gap", {"missing": gaps, "wilds": wilds, "cards": _texts(fixed)}),)


def _may_be_itself(card: Card, deal: Deal) -> bool:
    """Whether a card is wild and may yet stand for itself."""
    return deal.is_wild[card.index] and not card.is_printed_joker and grammar_at(deal).as_itself


def _fewest_jokers(cards: Sequence[Card], fixed: Sequence[Card], deal: Deal) -> int:
    """The wild cards that must stand for others, where cards of one suit are laid as a sequence as well as can be."""
    grammar, size = grammar_at(deal), len(cards)
    there = {card.index % 13 for card in fixed}
    suit = [card for card in cards if _may_be_itself(card, deal) and card.index // 13 == fixed[0].index // 13]
    own = {card.index % 13 for card in suit} - there
    windows = [{place % 13 for place in range(start, start + size)} for start in grammar.starts(size)]
    most = max([len(own & window) for window in windows if there <= window], default=len(own))
    return size - len(fixed) - most


def _lacks_company(naturals: int, wilds: int, deal: Deal) -> tuple[Reason, ...]:
    """Whether jokers lie beside too few other cards, as a reason."""
    grammar = grammar_at(deal)
    details = {"count": wilds, "naturals": naturals}
    if wilds and naturals < grammar.least:
        return (Reason("too-few-naturals", {**details, "least": grammar.least}),)
    if naturals < grammar.each * wilds:
        return (Reason("too-few-naturals-each", {**details, "least": grammar.each}),)
    return ()


def _laid_out(ranks: list[int], aces: Aces) -> list[list[int]]:
    """The places that ranks in order may have in a sequence, the ace at each of its ends."""
    if aces is Aces.ROUND:
        return [[*ranks[at:], *[rank + 13 for rank in ranks[:at]]] for at in range(len(ranks))]
    high = sorted(rank or 13 for rank in ranks)
    return [ranks] if aces is Aces.LOW else [high] if aces is Aces.HIGH else [ranks, high]


def _texts(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(map(str, cards))


# ---- groups in order ------------------------------------------------------------------------------------------
class Laid:
    """A finished group, its place among others (by kind, high cards first) and the card indices that it shows."""

    __slots__ = ("group", "place", "shows")

    def __init__(self, group: Group, shows: Sequence[int]) -> None:
        self.group = group
        self.place = [_ORDER[group.kind]]
        for card in group.cards:
            self.place.append(-card.index)
        self.shows = tuple(sorted(shows))


def lay(cards: tuple[Card, ...], reading: Reading) -> Laid:
    """A group in the order it shows, each joker where the card it stands for would lie."""
    waiting = [card.index for card in cards]
    if not reading.shows:
        return Laid(Group(cards, reading.kind, reading.wilds), waiting)
    for wild in reading.wilds:
        waiting.remove(wild.card.index)
    placed: list[Card] = []
    shows: list[int] = []
    jokers = 0
    for card in reading.shows:
        index = card.index
        shows.append(index)
        if index in waiting:
            waiting.remove(index)
        else:
            card = reading.wilds[jokers].card
            jokers += 1
        placed.append(card)
    return Laid(Group(tuple(placed), reading.kind, reading.wilds), shows)
