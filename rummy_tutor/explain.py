"""Reasons in words: what a group is, what a hand costs and why, and why two rulebooks disagree.

Every reason code of the engine has one sentence in ``SENTENCES``; the levels of a loser's count are put
into words from the rulebook's data, so that a rulebook of one's own is explained as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .analysis import Analysis
from .cards import Card
from .describe import Difference, Line, describe, describe_differences, describe_rulebook, describe_source
from .melds import Reason
from .phrases import (
    KIND_WORDS,
    cite,
    count_of,
    describe_cost,
    describe_needs,
    describe_objective,
    exempt_words,
    join_words,
    meld_words,
    points_of,
    show_card,
    show_cards,
    with_minus,
)
from .rulebooks import differences
from .rules import Kind, Measure, Needs, Rest, Rulebook, Tier
from .rulings import RULINGS, SLIPS, SOURCES
from .scoring import Arranged, Group, score_arrangement
from .sentences import NOUNS, SENTENCES, TOO_FEW
from .table import Deal

__all__ = [
    "RULINGS",
    "SENTENCES",
    "SLIPS",
    "SOURCES",
    "Difference",
    "Line",
    "describe",
    "describe_differences",
    "describe_rulebook",
    "describe_source",
    "explain",
    "explain_difference",
    "explain_group",
    "explain_points",
    "is_explained",
]


# ---- one reason ------------------------------------------------------------------------------------------
def explain(reason: Reason, rulebook: Rulebook) -> str:
    """One reason as a sentence, its source or ruling in brackets at the end.

    Example:
        >>> from rummy_tutor import get_rulebook
        >>> explain(Reason("capped", {"raw": 105, "cap": 80}), get_rulebook("gorummy-13"))
        'Cut from 105 to 80: a hand never costs more. [S1, R10]'
    """
    tier = find_tier([reason], rulebook)
    if tier is not None:
        return _explain_tier(reason, tier, rulebook)
    found = SENTENCES.get(_variant(reason)) or SENTENCES.get(reason.code)
    if found is None:
        return reason.code.replace("-", " ").capitalize() + "."
    sentence, path, rulings = found
    told = sentence.format_map(_values(reason, rulebook))
    return _with_source(told[0].upper() + told[1:], rulebook, path, rulings)


def is_explained(reason: Reason, rulebook: Rulebook) -> bool:
    """Whether a reason has a sentence of its own."""
    known = reason.code in SENTENCES or _variant(reason) in SENTENCES
    return known or find_tier([reason], rulebook) is not None


def find_tier(reasons: Iterable[Reason], rulebook: Rulebook) -> Tier | None:
    """The level of the count that the reasons name, or None."""
    tiers = {tier.code: tier for tier in rulebook.scoring.tiers}
    # the code of a level may also say what the hand lacks; then it counts what is needed
    return next(
        (tiers[reason.code] for reason in reasons if reason.code in tiers and "needs" not in reason.details), None
    )


def _variant(reason: Reason) -> str:
    """The key of the sentence for this very case of a code."""
    details = reason.details
    if "kind" in details:
        return f"{reason.code}:{details['kind']}"
    marks = [name for name in ("wilds", "turned") if details.get(name)]
    return ":".join([reason.code, *marks[:1]])


def _values(reason: Reason, rulebook: Rulebook) -> dict[str, str]:
    """The details of a reason as words."""
    details: dict[str, object] = dict(reason.details)
    if reason.code == "jokers-set-aside":
        details["jokers"] = details["count"]
    if reason.code == "more-wilds-than-naturals":
        details["wilds"] = details["count"]
    values: dict[str, str] = {}
    for name, value in details.items():
        if name == "card":
            values[name] = show_card(Card.parse(str(value)))
        elif name == "cards" and isinstance(value, Sequence):
            values[name] = show_cards(Card.parse(str(card)) for card in value)
        else:
            values[name] = str(value)
        if isinstance(value, int) and name in NOUNS:
            values[name + "_n"] = count_of(value, NOUNS[name])
    if isinstance(details.get("needs"), int):
        values["needs_n"] = _are(details["needs"])
    if reason.code in TOO_FEW:
        count = count_of(details["has"], TOO_FEW[reason.code])
        values["has_n"] = f"Only {count}" if details["has"] else count.capitalize()
    if "missing_n" in values:
        values["missing_n"] += " is" if values["missing"] == "1" else " are"
    if "objective" in details:
        ways = {way.name: describe_objective(way, rulebook) for way in rulebook.objectives}
        values["way"] = ways.get(str(details["objective"]), values["objective"])
    return values


def _are(number: int) -> str:
    return "one is" if number == 1 else f"{number} are"


def _with_source(sentence: str, rulebook: Rulebook, path: str, rulings: str = "") -> str:
    source = cite(rulebook, path)
    if source and rulings and rulings not in source.split(", "):
        source += f", {rulings}"
    return f"{sentence} [{source}]" if source else sentence


def _explain_tier(reason: Reason, tier: Tier, rulebook: Rulebook) -> str:
    """The level that holds: why it does, and what it makes of the cards."""
    details, asked = reason.details, _asked(tier, rulebook)
    hidden = rulebook.wilds.hidden
    if "raw" not in details:
        cost = describe_cost(tier, rulebook)
        sentence = f"With {asked}: {cost}." if asked else f"{cost[0].upper()}{cost[1:]}."
    elif details["melded"] and tier.exempt:
        sums = f"{details['shown']} in melds less {details['loose']} loose is {with_minus(details['raw'])}"
        sentence = f"With {asked}, the melds count for the player: {sums}."
    elif details["melded"]:
        lacking = _lacking(rulebook.scoring.tiers[0], rulebook)
        sentence = f"Without {lacking}, every card counts against the player: {with_minus(details['raw'])}."
    elif tier.flat is not None and tier.code == rulebook.scoring.tiers[-1].code:
        lead = "The turned card has not been seen" if hidden else "No better level is reached"
        sentence = f"{lead}, so the hand costs {describe_cost(tier, rulebook)}."
    elif tier.flat is not None:
        lead = "the turned card has been seen and " if hidden else ""
        sentence = f"With {asked}, {lead}the hand costs {describe_cost(tier, rulebook)}."
    elif details.get("pure", 1) < tier.needs.pure and Kind.TUNNELA not in tier.exempt:
        cost = points_of(details["raw"])
        sentence = f"A tunnela counts as a pure sequence here, but by itself it is not exempt: all cards count, {cost}."
    elif tier.exempt:
        cost = points_of(details["raw"])
        lead = f"With {asked}, {exempt_words(tier, rulebook)}" if asked else "Melds"
        sentence = f"{lead} are exempt and the other cards cost {cost}."
    else:
        before = rulebook.scoring.tiers[-2:-1]
        alone = [_lacking(one, rulebook) for one in before if one.needs == Needs(pure=1) and one.rest is Rest.ANYTHING]
        lead = f"Without {alone[0]}, all" if alone and not asked else "All"
        sentence = f"{lead} cards count: {points_of(details['raw'])}."
    return _with_source(sentence, rulebook, "scoring.tiers")


def _asked(tier: Tier, rulebook: Rulebook) -> str:
    asks = [describe_needs(tier.needs, rulebook)] if tier.needs != Needs() else []
    if tier.rest is Rest.MELDED:
        asks.append(f"every card in a {meld_words(rulebook)}")
    return " and ".join(asks)


def _lacking(tier: Tier, rulebook: Rulebook) -> str:
    """What a hand lacks of a level, as ``a pure sequence``."""
    return _asked(tier, rulebook).removeprefix("at least ").replace("1 pure sequence", "a pure sequence", 1)


# ---- one group -------------------------------------------------------------------------------------------
def explain_group(group: Group, table: Deal | Analysis) -> str:
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
    deal = table.deal if isinstance(table, Analysis) else table
    head = f"{KIND_WORDS[group.kind]} {show_cards(group.cards)}"
    if group.kind is Kind.LOOSE:
        return f"{head}: {_price(group.cards[0], deal)}" if deal.rulebook.scoring.tiers else head
    if group.kind is Kind.INVALID:
        reasons = " ".join(explain(reason, deal.rulebook) for reason in group.reasons)
        return f"{head}: {reasons}" if reasons else head
    told = [f"{show_card(wild.card)} stands for {show_card(wild.stands_for)}" for wild in group.wilds]
    if group.kind is not Kind.JOKERS:
        left = Counter(group.cards)
        left.subtract(wild.card for wild in group.wilds)
        selves = [card for card in dict.fromkeys(group.cards) if left[card] > 0 and _is_wild_type(card, deal)]
        told += [f"{show_card(card)} is wild but stands for itself" for card in selves]
    return f"{head}: {', '.join(told)}" if told else head


def _is_wild_type(card: Card, deal: Deal) -> bool:
    return deal.is_wild[card.index] and not card.is_printed_joker


def _price(card: Card, deal: Deal) -> str:
    points = deal.points[card.index]
    return f"wild, costs {points}" if deal.is_wild[card.index] else f"costs {points}"


# ---- one hand --------------------------------------------------------------------------------------------
def explain_points(analysis: Analysis, *, best: bool = False) -> tuple[str, ...]:
    """The account of a figure: what the table says, the level that held, what was exempt, what each card cost.

    Args:
        analysis: the verdict.
        best: account for the best arrangement, also of a hand that was laid out.

    Returns:
        Sentences in the order a referee would say them.
    """
    verdict = _verdict(analysis, best)
    book = analysis.rulebook
    sentences = [explain(note, book) for note in analysis.notes]
    for reason in verdict.reasons:
        sentence = explain(reason, book)
        if sentence not in sentences:
            sentences.append(sentence)
        tier = find_tier([reason], book)
        if tier is not None:
            sentences += _account(verdict, tier, analysis.deal)
    if best and verdict.score != analysis.best.score:
        other = analysis.best
        worth = f"scores {with_minus(other.score)}" if other.points is None else f"costs {points_of(other.points)}"
        sentences.append(f"Should somebody else end the round first, another grouping of these cards {worth}.")
    return tuple(sentences)


def _verdict(analysis: Analysis, best: bool) -> Arranged:
    """The arrangement to account for, with its reasons."""
    return analysis.best_laid if best or analysis.arranged is None else analysis.arranged


def _account(verdict: Arranged, tier: Tier, deal: Deal) -> list[str]:
    """Which groups a level leaves out, and what each other card costs."""
    melded = deal.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE
    sentences = []
    if verdict.discard is not None:
        sentences.append(f"{show_card(verdict.discard)} is thrown and does not count.")
    if tier.flat is not None:
        return sentences
    exempt = [group for group in verdict.groups if group.kind in tier.exempt]
    if exempt and melded:
        parts = [f"{show_cards(group.cards)} {_shown(group, deal)}" for group in exempt]
        sentences.append(f"In melds: {', '.join(parts)}.")
    elif exempt:
        parts = [f"{KIND_WORDS[group.kind]} {show_cards(group.cards)}" for group in exempt]
        sentences.append(f"Exempt: {join_words(parts)}.")
    counted = Counter(card for group in verdict.groups if group.kind not in tier.exempt for card in group.cards)
    if verdict.discard is not None:
        counted[verdict.discard] -= 1
    costs = [(card, deal.points[card.index]) for card in sorted((+counted).elements())]
    if costs:
        parts = [f"{show_card(card)} {points}" for card, points in costs]
        total = sum(points for _, points in costs)
        sentences.append(f"{'Loose' if melded and exempt else 'Counted'}: {', '.join(parts)}; together {total}.")
    return sentences


def _shown(group: Group, deal: Deal) -> int:
    """Value of a meld by the cards it represents."""
    stands = Counter(group.cards)
    stands.subtract(wild.card for wild in group.wilds)
    shown = [*(+stands).elements(), *(wild.stands_for for wild in group.wilds)]
    return sum(deal.rulebook.scoring.card_points(card) for card in shown)


# ---- two rulebooks ---------------------------------------------------------------------------------------
class _Judged(NamedTuple):
    """A verdict and the arrangement it is about."""

    analysis: Analysis
    verdict: Arranged

    @property
    def rulebook(self) -> Rulebook:
        return self.analysis.rulebook

    @property
    def tier(self) -> Tier:
        """The level that holds; every verdict names one."""
        tier = find_tier(self.verdict.reasons, self.rulebook)
        assert tier is not None, "a verdict without a level"
        return tier


def explain_difference(a: Analysis, b: Analysis, *, best: bool = False) -> tuple[str, ...]:
    """Why two rulebooks judge one hand differently, or that they agree.

    Args:
        a: the verdict of one rulebook.
        b: the verdict of the other on the same hand.
        best: compare the best arrangements, also if the hand was laid out; else the hand as laid.

    Returns:
        Sentences: the two figures, then each rule that bears on this hand, with its source.
    """
    best = best or a.arranged is None or b.arranged is None
    mine, theirs = _Judged(a, _verdict(a, best)), _Judged(b, _verdict(b, best))
    causes = [
        *_wilds_differ(a, b),
        *_groups_differ(mine, theirs, best),
        *_levels_differ(mine, theirs),
        *_prices_differ(mine, theirs),
        *_limits_differ(mine, theirs),
    ]
    remarks = _notes_differ(a, b)
    left, right = (_figure(analysis, best) for analysis in (a, b))
    if left != right:
        sentences = [f"{a.rulebook.title}: {left}. {b.rulebook.title}: {right}.", *remarks, *causes]
        return tuple(dict.fromkeys(sentences))
    sentences = [f"{a.rulebook.title} and {b.rulebook.title} agree on this hand: {left}."]
    apart = len(differences(a.rulebook, b.rulebook))
    if causes:
        sentences += ["They reach the figure in different ways:", *causes]
    elif apart:
        sentences.append(f"They differ in {count_of(apart, 'rule')}, none of which touches this figure.")
    return tuple(dict.fromkeys([*sentences, *remarks]))


def _figure(analysis: Analysis, best: bool) -> str:
    """A verdict in a few words."""
    result = analysis.best if best else analysis.arranged
    figure = f"score {with_minus(result.score)}" if result.points is None else points_of(result.points)
    text = f"{figure} {'at best' if best else 'as laid'}"
    return text + (", and it declares" if result.declares else "")


def _notes_differ(a: Analysis, b: Analysis) -> list[str]:
    """What only one of the rulebooks remarks: another size, cards set aside, other players."""
    codes = [{note.code for note in analysis.notes} for analysis in (a, b)]
    sentences = []
    for analysis, others in ((a, codes[1]), (b, codes[0])):
        for note in analysis.notes:
            if note.code not in others:
                sentences.append(f"{analysis.rulebook.title}: {explain(note, analysis.rulebook)}")
    return sentences


def _wilds_differ(a: Analysis, b: Analysis) -> list[str]:
    """Cards of the hand that are wild in one rulebook only."""
    deals = a.deal, b.deal
    held = sorted(set(a.hand.cards) & set(b.hand.cards))
    sentences = []
    paths = [path for path in differences(a.rulebook, b.rulebook) if path.startswith("wilds.")]
    for one, other, x, y in ((a, b, 0, 1), (b, a, 1, 0)):
        cards = [card for card in held if deals[x].is_wild[card.index] and not deals[y].is_wild[card.index]]
        if cards:
            where = f"wild in {one.rulebook.title}, not in {other.rulebook.title}."
            are = "is" if len(cards) == 1 else "are"
            sentences.append(f"{show_cards(cards)} {are} {where}{_cite_both(one, other, *paths)}")
    return sentences


def _groups_differ(mine: _Judged, theirs: _Judged, best: bool) -> list[str]:
    """Groups that one rulebook reads otherwise; at best, the grouping of the first laid out in the other."""
    laid, others = mine.verdict.groups, theirs.verdict.groups
    if best:
        if Counter(mine.analysis.hand.cards) != Counter(theirs.analysis.hand.cards):
            return []
        others = score_arrangement(tuple(group.cards for group in laid), theirs.analysis.deal).groups
    waiting: dict[tuple[Card, ...], list[Group]] = {}
    for group in others:
        waiting.setdefault(group.cards, []).append(group)
    sentences = []
    for group in laid:
        other = waiting[group.cards].pop(0) if waiting.get(group.cards) else None
        if other is None or other.kind is group.kind or Kind.LOOSE in (group.kind, other.kind):
            continue
        read = sorted(((group, mine), (other, theirs)), key=lambda pair: pair[0].kind is Kind.INVALID)
        told = ", ".join(f"{_as_read(one.kind)} in {judged.rulebook.title}" for one, judged in read)
        last, judge = read[-1]
        why = " ".join(explain(reason, judge.rulebook) for reason in last.reasons)
        sentences.append(f"{show_cards(group.cards)} is {told}{': ' + why if why else '.'}")
    return sentences


def _as_read(kind: Kind) -> str:
    """A kind with its article."""
    if kind in (Kind.INVALID, Kind.JOKERS):
        return {Kind.INVALID: "no meld", Kind.JOKERS: "a group of jokers"}[kind]
    return f"{'an' if kind is Kind.IMPURE_SEQUENCE else 'a'} {KIND_WORDS[kind]}"


def _levels_differ(mine: _Judged, theirs: _Judged) -> list[str]:
    """The levels that hold, if they treat the groups laid differently."""

    def effect(judged: _Judged) -> tuple[object, ...]:
        exempt = frozenset(judged.tier.exempt) & {group.kind for group in judged.verdict.groups}
        return judged.rulebook.scoring.measure, judged.tier.flat, exempt

    if effect(mine) == effect(theirs):
        return []
    sentences = []
    for judged in (mine, theirs):
        book = judged.rulebook
        about = [reason for reason in judged.verdict.reasons if _is_about_level(reason, book)]
        sentences.append(f"{book.title}: {' '.join(explain(reason, book) for reason in about)}")
    return sentences


_LACKS = ("no-pure-sequence", "too-few-", "no-long-sequence")


def _is_about_level(reason: Reason, rulebook: Rulebook) -> bool:
    return find_tier([reason], rulebook) is not None or reason.code.startswith(_LACKS)


def _prices_differ(mine: _Judged, theirs: _Judged) -> list[str]:
    """Cards of the hand that cost different points, wild in both rulebooks or in none."""
    if mine.tier.flat is not None or theirs.tier.flat is not None:
        return []
    a, b = mine.analysis, theirs.analysis
    one, other = a.deal, b.deal
    sentences = []
    for card in sorted(set(a.hand.cards) & set(b.hand.cards)):
        left, right = one.points[card.index], other.points[card.index]
        wild = one.is_wild[card.index]
        if left == right or wild is not other.is_wild[card.index]:
            continue
        path = "scoring.loose_wild" if wild else "scoring.ace"
        text = f"{show_card(card)} left over costs {left} in {a.rulebook.title}, {right} in {b.rulebook.title}."
        sentences.append(text + _cite_both(a, b, path))
    return sentences


def _cite_both(a: Analysis, b: Analysis, *paths: str) -> str:
    """The sources of two rulebooks for the same rules, in brackets."""
    sources = " / ".join(filter(None, (cite(analysis.rulebook, *paths) for analysis in (a, b))))
    return f" [{sources}]" if sources else ""


_LIMITS = ("floor", "doubled", "capped", "no-loose-card", "one-to-throw", "declares")


def _limits_differ(mine: _Judged, theirs: _Judged) -> list[str]:
    """Caps, floors, factors and declarations that bear on one verdict only, or differ."""
    both = mine, theirs
    told = [{reason.code: explain(reason, one.rulebook) for reason in one.verdict.reasons} for one in both]
    sentences = []
    for code in _LIMITS:
        left, right = told[0].get(code), told[1].get(code)
        if left != right and not (left and right and code == "declares"):
            pairs = zip(both, (left, right), strict=True)
            sentences += [f"{one.rulebook.title}: {sentence}" for one, sentence in pairs if sentence]
    return sentences
