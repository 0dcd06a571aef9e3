"""Why two rulebooks judge one hand differently: each rule that bears on it, with its source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ..game.cards import Card
from ..game.messages import Message, key_of, tell_later
from ..game.records import Arranged, Group
from ..game.rules import Kind, Rulebook, Tier
from ..referee.scoring import score_arrangement
from ..rulebooks.find import differences
from ..study.analysis import Analysis
from .explain import LACKS, choose_verdict, explain
from .levels import find_tier
from .phrases import Cited, Sources, cite, in_points, join_cited, tell_cited
from .speech import tell


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
    mine, theirs = _Judged(a, choose_verdict(a, best)), _Judged(b, choose_verdict(b, best))
    causes = [
        *_wilds_differ(a, b),
        *_groups_differ(mine, theirs, best),
        *_levels_differ(mine, theirs),
        *_prices_differ(mine, theirs),
        *_limits_differ(mine, theirs),
    ]
    remarks = list(_notes_differ(a, b))
    names = {"a": a.rulebook, "b": b.rulebook}
    left, right = (_figure(analysis, best) for analysis in (a, b))
    if left != right:
        return tuple(dict.fromkeys([tell("difference.figures", **names, left=left, right=right), *remarks, *causes]))
    sentences = [tell("difference.agree", **names, left=left)]
    if causes:
        sentences += [tell("difference.other-ways"), *causes]
    elif apart := len(differences(a.rulebook, b.rulebook)):
        sentences.append(tell("difference.no-effect", n=apart))
    return tuple(dict.fromkeys([*sentences, *remarks]))


def _figure(analysis: Analysis, best: bool) -> Message:
    """A verdict in a few words."""
    result = analysis.solved if best or analysis.arranged is None else analysis.arranged
    parts = [*(["score"] if result.points is None else []), *(["declares"] if result.declares else [])]
    key = key_of("figure.", "best" if best else "laid", "-".join(parts))
    return tell_later(key, n=result.score if result.points is None else result.points)


def _of(judged: _Judged | Analysis, sentence: str) -> Cited:
    """A sentence about one of the rulebooks."""
    return tell_cited("difference.of", sentence, rulebook=judged.rulebook)


def _notes_differ(a: Analysis, b: Analysis) -> Iterator[str]:
    """What only one of the rulebooks remarks: another size, cards set aside, other players."""
    codes = [{note.code for note in analysis.notes} for analysis in (a, b)]
    for analysis, others in ((a, codes[1]), (b, codes[0])):
        for note in analysis.notes:
            if note.code not in others:
                yield _of(analysis, explain(note, analysis.rulebook))


def _wilds_differ(a: Analysis, b: Analysis) -> Iterator[str]:
    """Cards of the hand that are wild in one rulebook only."""
    held = sorted(set(a.hand.cards) & set(b.hand.cards))
    for here, there in ((a, b), (b, a)):
        is_wild, is_other = here.deal.is_wild, there.deal.is_wild
        cards = tuple(card for card in held if is_wild[card.index] and not is_other[card.index])
        if cards:
            paths = [path for path in differences(a.rulebook, b.rulebook) if path.startswith("wilds.")]
            if a.deal.turned is None or not a.deal.turned.is_printed_joker:
                paths = [path for path in paths if not path.startswith("wilds.printed_")]
            sentence = tell("difference.wild", n=len(cards), cards=cards, a=here.rulebook, b=there.rulebook)
            yield Cited(sentence, _cite_both(here, there, *paths))


def _groups_differ(mine: _Judged, theirs: _Judged, best: bool) -> Iterator[str]:
    """Groups that one rulebook reads otherwise; at best, the grouping of the first laid out in the other."""
    laid, others = mine.verdict.groups, theirs.verdict.groups
    if best:
        if Counter(mine.analysis.hand.cards) != Counter(theirs.analysis.hand.cards):
            return
        others = score_arrangement(tuple(group.cards for group in laid), theirs.analysis.deal).groups
    waiting: dict[tuple[Card, ...], list[Group]] = {}
    for group in others:
        waiting.setdefault(group.cards, []).append(group)
    for group in laid:
        other = waiting[group.cards].pop(0) if waiting.get(group.cards) else None
        if other is None or other.kind is group.kind or Kind.LOOSE in (group.kind, other.kind):
            continue
        (meld, a), (lesser, b) = sorted(((group, mine), (other, theirs)), key=lambda pair: pair[0].kind is Kind.INVALID)
        why = join_cited(explain(reason, b.rulebook) for reason in lesser.reasons)
        yield tell_cited(
            "difference.group:why" if why else "difference.group",
            why,
            cards=group.cards,
            first=tell_later(key_of("a-kind.", meld.kind)),
            a=a.rulebook,
            second=tell_later(key_of("a-kind.", lesser.kind)),
            b=b.rulebook,
        )


def _levels_differ(mine: _Judged, theirs: _Judged) -> Iterator[str]:
    """The levels that hold, if they treat the groups laid differently."""

    def effect(judged: _Judged) -> tuple[object, ...]:
        exempt = frozenset(judged.tier.exempt) & {group.kind for group in judged.verdict.groups}
        return judged.rulebook.scoring.measure, judged.tier.flat, exempt

    if effect(mine) == effect(theirs):
        return
    for judged in (mine, theirs):
        book = judged.rulebook
        about = (
            explain(reason, book)
            for reason in judged.verdict.reasons
            if reason.code in LACKS or find_tier([reason], book) is not None
        )
        yield _of(judged, join_cited(about))


def _prices_differ(mine: _Judged, theirs: _Judged) -> Iterator[str]:
    """Cards of the hand that cost different points, wild in both rulebooks or in none."""
    if mine.tier.flat is not None or theirs.tier.flat is not None:
        return
    a, b = mine.analysis, theirs.analysis
    mine_deal, their_deal = a.deal, b.deal
    for card in sorted(set(a.hand.cards) & set(b.hand.cards)):
        left, right = mine_deal.points[card.index], their_deal.points[card.index]
        wild = mine_deal.is_wild[card.index]
        if left == right or wild is not their_deal.is_wild[card.index]:
            continue
        prices = {"left": in_points(left), "right": in_points(right)}
        sentence = tell("difference.price", card=card, a=a.rulebook, b=b.rulebook, **prices)
        yield Cited(sentence, _cite_both(a, b, *(_LOOSE_WILD if wild else ("scoring.ace",))))


def _cite_both(a: Analysis, b: Analysis, *paths: str) -> Sources:
    """The sources of two rulebooks for the same rules."""
    return cite(a.rulebook, *paths) | cite(b.rulebook, *paths)


_LOOSE_WILD = ("scoring.loose_wild", "scoring.wild_at_face")
_LIMITS = ("floor", "doubled", "capped", "no-loose-card", "one-to-throw", "declares")


def _limits_differ(mine: _Judged, theirs: _Judged) -> Iterator[str]:
    """Caps, floors, factors and declarations that bear on one verdict only, or differ."""
    both = mine, theirs
    explained = [
        {reason.code: explain(reason, judged_side.rulebook) for reason in judged_side.verdict.reasons}
        for judged_side in both
    ]
    for code in _LIMITS:
        left, right = explained[0].get(code), explained[1].get(code)
        if left != right and not (left and right and code == "declares"):
            for judged, sentence in zip(both, (left, right), strict=True):
                if sentence:
                    yield _of(judged, sentence)
