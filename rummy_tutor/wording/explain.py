"""A verdict in words: every reason, what a group is, and the account of what a hand costs.

The levels of a loser's count are told from the rulebook's data, so that a rulebook of one's own is explained as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..game.cards import CARDS, Card, Rank
from ..game.messages import Items, Message, key_of, tell_later, tell_later_if
from ..game.records import Arranged, Group, Reason, Wild
from ..game.rules import MELDS, Aces, JokerGroups, Kind, Measure, Needs, Rest, Rulebook, Tier
from ..game.table import Deal
from ..referee.melds import read_group
from ..study.analysis import Analysis
from .levels import explain_level, find_tier
from .phrases import (
    Cited,
    Sources,
    as_shown,
    cite,
    in_order,
    in_points,
    join_cited,
    list_needs,
    list_stands,
    name_option,
    tell_cited,
    tell_stand_in,
)
from .speech import knows, say, tell

# code of a reason, or code and variant -> the field it follows from, and a ruling beyond what that field cites
CITED: dict[str, tuple[str, str]] = {
    "wraps": ("melds.aces", "R29"),
    "no-dublees": ("melds.dublees", "R4"),
    "too-few-cards": ("melds", "R4"),
    "no-natural": ("melds.run_wilds", "R3"),
    "no-natural:wild": ("wilds.as_itself", "R3"),
    "jokers-do-not-fit": ("melds.naturals", ""),
    "joker-not-wild": ("wilds.printed", ""),
    "neither": ("melds", ""),
    "no-tunnelas": ("melds.tunnela_from", ""),
    "tunnela-needs-players": ("melds.tunnela_from", ""),
    "same-suit-twice": ("melds.set_suits", ""),
    "all-one-suit": ("melds.set_suits", ""),
    "set-too-short": ("melds.set_min", ""),
    "sequence-too-short": ("melds.run_min", ""),
    "set-too-long": ("melds.set_max", ""),
    "sequence-too-long": ("melds.run_max", ""),
    "too-many-wilds:set": ("melds.set_wilds", ""),
    "too-many-wilds:impure-sequence": ("melds.run_wilds", ""),
    "more-wilds-than-naturals": ("melds.set_wilds_up_to_naturals", ""),
    "too-few-naturals": ("melds.naturals", ""),
    "too-few-naturals-each": ("melds.naturals_per_wild", ""),
    "same-card-twice": ("melds", ""),
    "gap": ("melds", ""),
    "laid-twice": ("melds.identical", "R33"),
    "no-pure-sequence": ("scoring.tiers", ""),
    "too-few-pure": ("scoring.tiers", ""),
    "too-few-sequences": ("scoring.tiers", ""),
    "no-long-sequence": ("scoring.tiers", ""),
    "too-few-tunnelas": ("scoring.tiers", ""),
    "too-few-dublees": ("scoring.tiers", ""),
    "too-few-jokers": ("scoring.tiers", "R32"),
    "too-few-marriages": ("objectives", ""),
    "floor": ("scoring.floor", ""),
    "doubled": ("scoring.printed_factor", ""),
    "capped": ("scoring.cap", "R10"),
    "declares": ("objectives", ""),
    "wrong-size": ("deal", ""),
    "no-loose-card": ("deal", "R30"),
    "one-to-throw": ("deal", "R30"),
    "pack-surplus": ("table.packs", ""),
    "pack-surplus:turned": ("table.packs", "R34"),
    "turned-ignored": ("wilds.exposed", ""),
    "void": ("settlement.stock_end", ""),
    "void-renewed": ("settlement.stock_end", "R62"),
    "wrong-declaration-ended": ("settlement.wrong_declaration_ends", ""),
    "seat-size": ("deal", ""),
    "seat-size:one-more": ("deal", "R60"),
    "turned-unknown": ("bonus", "R36"),
    "turn-without-effect": ("penalties.before_first_move", ""),
    "options-applied": ("options", ""),
    "redeal": ("settlement.redeal_pairs", "R35"),
    "redeal-identical": ("settlement.redeal_identical", "R35"),
    "players-adjusted": ("table.players", ""),
    "turned-joker-ignored": ("table.packs", ""),
    "jokers-set-aside": ("table.packs", ""),
    "wild-as-itself": ("wilds.as_itself", "R64"),
}
# what a hand lacks of the groups asked for: how many it has, and how many it needs
LACKS = (
    "no-pure-sequence",
    "too-few-pure",
    "too-few-sequences",
    "no-long-sequence",
    "too-few-tunnelas",
    "too-few-dublees",
    "too-few-jokers",
    "too-few-marriages",
)
# the detail of a reason that chooses the form of its sentence
_NUMBERS = {
    "tunnela-needs-players": "players",
    "too-many-wilds": "count",
    "gap": "missing",
    "wrong-size": "held",
    "no-loose-card": "held",
    "seat-size": "held",
    "pack-surplus": "available",
    "redeal": "pairs",
    "redeal-identical": "pairs",
    "players-adjusted": "taken",
    "jokers-set-aside": "count",
}


# ---- one reason --------------------------------------------------------------------------------------------
def explain(reason: Reason, rulebook: Rulebook) -> Cited:
    """One reason as a sentence, its source or ruling in brackets at the end.

    Example:
        >>> from rummy_tutor import get_rulebook
        >>> explain(Reason("capped", {"raw": 105, "cap": 80}), get_rulebook("gorummy-13"))
        'No hand costs more than 80 points, so that is what it costs. [S1, R10]'
    """
    tier = find_tier([reason], rulebook)
    if tier is not None:
        sentence = say(explain_level(reason.details, tier, rulebook))
        return Cited(sentence, cite(rulebook, f"scoring.tiers.{tier.code}"))
    variant = _choose_variant(reason, rulebook)
    key = key_of("reason.", reason.code, variant)
    if not knows(key):
        return Cited(tell("reason.unknown", code=reason.code), Sources())
    path, ruling = CITED.get(key.removeprefix("reason.")) or CITED[reason.code]
    sources = cite(rulebook, path)
    if sources and ruling:
        sources |= Sources((ruling,))
    return Cited(tell(key, **_fill_places(reason, rulebook)), sources)


def _choose_variant(reason: Reason, rulebook: Rulebook) -> str:
    """Which sentence of a code tells this very case: the name of its variant, or empty."""
    code, details = reason.code, reason.details
    if code == "too-many-wilds":
        return str(details["kind"])
    if code == "declares":
        return _choose_declaring(details, rulebook)
    if code == "neither":
        return _find_odd(_read_cards(details))[0]
    aces, wilds = rulebook.melds.aces, details.get("wilds")
    cases = {
        "wraps": (aces is not Aces.LOW_OR_HIGH or wilds, "wilds" if wilds else str(aces)),
        "gap": (wilds, "wilds"),
        "too-few-cards": (rulebook.melds.dublees, "dublees"),
        "no-natural": (not rulebook.wilds.as_itself, "wild"),
        "pack-surplus": (details.get("turned"), "turned"),
        "doubled": (details.get("factor") != 2, "times"),
        "seat-size": (details.get("held") == rulebook.deal + 1, "one-more"),
    }
    if code in LACKS and code != "no-pure-sequence":
        return "" if details["has"] else "none"
    applies, variant = cases.get(code, (False, ""))
    return variant if applies else ""


def _choose_declaring(details: Mapping[str, object], rulebook: Rulebook) -> str:
    way = next((way for way in rulebook.objectives if way.name == details["objective"]), None)
    if way is not None and way.deadwood is not None:
        return "deadwood" if way.needs == Needs() else "asked-deadwood"
    if way is None or (way.needs == Needs() and way.rest is Rest.ANYTHING):
        return "any"
    if way.needs.groups == Needs():
        return "all-melded"
    if way.rest is Rest.ANYTHING:
        return ""
    if not way.needs.pure + way.needs.sequences + way.needs.long_sequences:
        return "others-melded"
    return "melded-or-spare" if rulebook.melds.jokers is JokerGroups.SPARE else "melded"


def _read_cards(details: Mapping[str, Any]) -> list[Card]:
    return [Card.parse(str(card)) for card in details.get("cards", ())]


def _find_odd(cards: Sequence[Card]) -> tuple[str, tuple[Card, ...]]:
    """Whether a single card keeps the others from being a meld, or a part of one, by its "suit" or "rank"; and which.

    Both are empty where there is no such card, and where it might be either of two.
    """
    odd = []
    for at, card in enumerate(cards):
        others = [*cards[:at], *cards[at + 1 :]]
        ranks, suits = {other.index % 13 for other in others}, {other.suit for other in others}
        high = {rank or 13 for rank in ranks}  # an ace above the king
        near = min(max(ranks) - min(ranks), max(high) - min(high)) < len(cards)
        if len(suits) == 1 and len(ranks) == len(others) and near:
            odd.append(("suit", (card,)))
        if len(ranks) == 1 and len(suits) == len(others):
            odd.append(("rank", (card,)))
    return odd[0] if len(odd) == 1 else ("", ())


def _fill_places(reason: Reason, rulebook: Rulebook) -> dict[str, object]:
    """What stands in the places of a reason's sentence."""
    code = reason.code
    details: Mapping[str, Any] = reason.details
    values = dict(details)
    if "card" in values:
        values["card"] = Card.parse(str(values["card"]))
    cards = _read_cards(details)
    for odd in _find_odd(cards)[1] if code == "neither" else ():
        values["card"] = odd
        cards.remove(odd)
    if cards:
        values["cards"] = tuple(cards[at] for at in in_order(cards, Kind.INVALID, [None] * len(cards)))
    if code in LACKS:
        values["n"] = details["has"] or details["needs"]
    elif code in _NUMBERS:
        values["n"] = details[_NUMBERS[code]]
    if code in ("floor", "capped"):
        values |= {name: in_points(details[name]) for name in ("raw", "floor", "cap", "left") if name in details}
    elif code == "options-applied":
        values["options"] = Items(tuple(map(name_option, values["options"])), "comma")
    elif code == "gap":
        values["jokers"] = tell_later("count.jokers", n=details["wilds"])
    elif code in ("more-wilds-than-naturals", "too-few-naturals", "too-few-naturals-each"):
        jokers = tell_later("count.jokers", n=details["count"])
        others = tell_later("count.other-cards", n=details["naturals"])
        values |= {"jokers": jokers, "others": others, "n": details.get("least", 1)}
    elif code == "declares":
        ways = {way.name: list_needs(way.needs, rulebook) for way in rulebook.objectives}
        values["asked"] = Items(ways.get(str(details["objective"]), ()))
    return values


# ---- one group ---------------------------------------------------------------------------------------------
def explain_group(group: Group, table: Deal | Analysis) -> Cited:
    """What a group is, what its jokers stand for, or why it is no meld.

    Args:
        group: the group, as laid or of the best arrangement.
        table: the rulebook at its table, or the verdict the group belongs to.

    Example:
        >>> from rummy_tutor import analyse
        >>> result = analyse("5C 6C QD |", "adgaming-13", turned="QD")
        >>> explain_group(result.arranged.groups[0], result)
        'impure sequence 5♣ 6♣ Q♦: Q♦ stands for 7♣'
    """
    remark = explain_remark(group, table)
    return tell_cited(
        "group.told" if remark else "group.plain", remark, kind=group.kind, cards=_name_cards(as_shown(group))
    )


def explain_remark(group: Group, table: Deal | Analysis, *, ends: bool = False) -> str:
    """What is to be said of a group beside its kind and its cards; empty if nothing is.

    Args:
        group: the group.
        table: where it lies.
        ends: whether both cards are named where a wild card may stand at either end of a sequence.
    """
    deal = table.deal if isinstance(table, Analysis) else table
    if group.kind is Kind.LOOSE:
        card = group.cards[0]
        key = "group.wild-costs" if deal.is_wild[card.index] else "group.costs"
        return tell(key, n=deal.points[card.index]) if deal.rulebook.scoring.tiers else ""
    if group.kind is Kind.INVALID:
        return join_cited(explain(reason, deal.rulebook) for reason in group.reasons)
    left = Counter(group.cards) - Counter(wild.card for wild in group.wilds)
    wild = [card for card in dict.fromkeys(group.cards) if deal.is_wild[card.index] and not card.is_printed_joker]
    selves = [card for card in wild if left[card]]
    also = find_other_reading(group, deal)
    remarks = (
        *(_tell_wild(wild, name, group, deal, ends=ends) for wild, name in list_stands(group)),
        *tell_later_if(
            "group.itself", selves and group.kind is not Kind.JOKERS, n=len(selves), cards=Items(tuple(selves))
        ),
        *tell_later_if("group.also", also, kind=tell_later(key_of("a-kind.", also or ""))),
    )
    return ", ".join(map(say, remarks))


def _tell_wild(wild: Wild, name: Card | Rank, group: Group, deal: Deal, *, ends: bool) -> Message:
    """What a wild card stands for; of one that a learner would lay behind a last ace, why it stands in front."""
    stands = Counter(group.cards)
    stands.subtract(other_wild.card for other_wild in group.wilds)
    ranks = {card.index % 13 for card in (*(+stands), *(other_wild.stands_for for other_wild in group.wilds))}
    ends = group.kind is Kind.IMPURE_SEQUENCE and {0, 12} <= ranks and deal.rulebook.melds.aces is not Aces.ROUND
    first = ends and wild.stands_for.index % 13 == min(ranks - {0})
    if first:
        return tell_later("group.stands-for:below", card=wild.card, other=wild.stands_for)
    also = _find_other_end(wild, group, deal) if ends and len(group.wilds) == 1 else None
    if also is None:
        return tell_stand_in(wild.card, name)
    return tell_later("group.stands-for:either", card=wild.card, other=wild.stands_for, also=also)


def _find_other_end(wild: Wild, group: Group, deal: Deal) -> Card | None:
    """The card at the other end of a sequence for which its only wild card could stand as well; None where none is."""
    if group.kind is not Kind.IMPURE_SEQUENCE:
        return None
    others = tuple((Counter(group.cards) - Counter((wild.card,))).elements())
    start = wild.stands_for.index // 13 * 13
    for card in CARDS[start : start + 13]:
        pure = any(reading.kind is Kind.PURE_SEQUENCE for reading in read_group((*others, card), deal))
        if pure and card not in (wild.stands_for, *others):
            return card
    return None


def find_other_reading(group: Group, deal: Deal) -> Kind | None:
    """What a group with jokers in it would be if each of its cards lay as itself; None if that is no meld.

    Example:
        >>> from rummy_tutor import analyse
        >>> result = analyse("7H 7D 7C |", "adgaming-13", turned="7S")
        >>> group = result.arranged.groups[0]
        >>> group.kind.value, find_other_reading(group, result.deal).value
        ('impure-sequence', 'set')
    """
    if not group.wilds or any(card.is_printed_joker for card in group.cards):
        return None
    return next(
        (reading.kind for reading in read_group(group.cards, deal) if not reading.wilds and reading.kind in MELDS), None
    )


# ---- one hand ----------------------------------------------------------------------------------------------
def explain_points(analysis: Analysis, *, best: bool = False) -> tuple[str, ...]:
    """The account of a figure: what the table says, the level that held, what did not count, what each card cost.

    Args:
        analysis: the verdict.
        best: account for the best arrangement, also of a hand that was laid out.

    Returns:
        Sentences in the order a referee would say them.
    """
    verdict = choose_verdict(analysis, best)
    book = analysis.rulebook
    sentences: list[str] = [explain(note, book) for note in analysis.notes]
    level = find_tier(verdict.reasons, book)
    # what a better level asks for is told only where that one costs less
    is_least = level is not None and level.flat is not None and level.flat == book.scoring.tiers[0].flat
    for reason in verdict.reasons:
        if is_least and reason.code in LACKS:
            continue
        sentence = explain(reason, book)
        if sentence not in sentences:
            sentences.append(sentence)
        tier = find_tier([reason], book)
        if tier is not None:
            sentences += map(say, _account(verdict, tier, analysis.deal))
    other = analysis.solved
    if best and verdict.score != other.score:
        key = "account.other-grouping:score" if other.points is None else "account.other-grouping"
        sentences.append(tell(key, n=other.points, score=in_points(other.score)))
    return tuple(sentences)


def explain_figure(analysis: Analysis, *, best: bool = False) -> tuple[str, ...]:
    """The account of a figure without what the table says, which stands before it."""
    return explain_points(analysis, best=best)[len(analysis.notes) :]


def choose_verdict(analysis: Analysis, best: bool) -> Arranged:
    """The arrangement to account for, with its reasons."""
    return analysis.best_laid if best or analysis.arranged is None else analysis.arranged


def _account(verdict: Arranged, tier: Tier, deal: Deal) -> Iterator[Message]:
    """Which groups a level leaves out, and what each other card costs."""
    if verdict.discard is not None:
        yield tell_later("account.thrown", card=verdict.discard)
    if tier.flat is not None:
        return
    melded = deal.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE
    exempt = [group for group in verdict.groups if group.kind in tier.exempt]
    if exempt and melded:
        worth = tuple((*_name_cards(as_shown(group)), _shown(group, deal)) for group in exempt)
        yield tell_later("account.melds", groups=Items(worth, "comma"))
    elif exempt:
        groups = tuple(
            tell_later("group.plain", kind=group.kind, cards=_name_cards(as_shown(group))) for group in exempt
        )
        yield tell_later("account.not-counted", groups=Items(groups))
    costs = _list_costs(verdict, tier, deal)
    if costs:
        key = "account.others" if melded and exempt else "account.counted"
        yield tell_later(key, cards=Items(tuple(costs), "comma"), total=sum(points for _, points in costs))


def _list_costs(verdict: Arranged, tier: Tier, deal: Deal) -> Sequence[tuple[Card | Message, int]]:
    """Every card that counts, with its points: groups as they lie, then the loose cards as people hold them."""
    counting = [group for group in verdict.groups if group.kind not in tier.exempt]
    loose = sorted((group.cards[0] for group in counting if len(group.cards) == 1), key=lambda card: card.place)
    if verdict.discard in loose:
        loose.remove(verdict.discard)
    cards: list[Card] = []
    for group in counting:
        if len(group.cards) > 1:
            cards += as_shown(group)
    points = [deal.points[card.index] for card in (*cards, *loose)]
    return list(zip(_name_cards((*cards, *loose)), points, strict=True))


def _name_cards(cards: Iterable[Card]) -> tuple[Card | Message, ...]:
    """Cards as they are told of: a printed joker by the word on it."""
    return tuple(tell_later("group.joker") if card.is_printed_joker else card for card in cards)


def _shown(group: Group, deal: Deal) -> int:
    """Value of a meld by the cards it represents, at its best where an ace may stand at either end."""
    stands = Counter(group.cards)
    stands.subtract(wild.card for wild in group.wilds)
    shown = sorted([*(+stands).elements(), *(wild.stands_for for wild in group.wilds)])
    alike = [
        reading
        for reading in read_group(group.cards, deal)
        if reading.kind is group.kind and sorted(reading.shows) == shown
    ]
    return max(
        (deal.rulebook.scoring.worth(reading.shows, reading.kind) for reading in alike), default=0
    )  # spare jokers
