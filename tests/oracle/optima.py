"""All best groupings of a hand, found without the engine: by every partition, and by a model with cuts.

A grouping is ``(groups, loose, thrown)``: sorted tuples of cards as two-letter strings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

from . import rules
from .brute import partitions
from .proving import prove

Grouping = tuple[tuple[tuple[str, ...], ...], tuple[str, ...], str | None]


def best_groupings(
    key: str, cards: Sequence[str], turned: str | None, players: int, tweak: Mapping[str, Any]
) -> tuple[bool, int, set[Grouping], dict[str | None, set[int]]]:
    """Whether a small hand can declare, its best score, all best groupings, and all scores by the card thrown."""
    book = rules.get_book(key, tweak)
    hands: list[tuple[str | None, tuple[str, ...]]] = [(None, tuple(cards))]
    if len(cards) == book.deal + 1:
        hands = sorted({(cards[i], tuple(sorted([*cards[:i], *cards[i + 1 :]]))) for i in range(len(cards))})
    right = len(hands[0][1]) == book.deal

    def useful(group: tuple[str, ...]) -> bool:
        return any(one.kind != "invalid" for one in rules.find_readings(key, group, turned, players))

    ranked: dict[tuple, set[Grouping]] = {}
    scores: dict[str | None, set[int]] = {}
    for thrown, hand in hands:
        for groups in partitions(hand, useful):
            for laid in product(*[rules.find_readings(key, group, turned, players) for group in groups]):
                verdict = rules.weigh(key, book, laid, turned)
                if verdict is None:
                    continue
                scores.setdefault(thrown, set()).add(verdict.score)
                if any(one.kind == "invalid" for one in laid):
                    continue
                declares = right and bool(verdict.objectives)
                for groups_, loose in _as_groupings(key, book, laid, verdict, declares, turned):
                    rank = (declares, 0 if declares else verdict.score, -len(loose))
                    ranked.setdefault(rank, set()).add((groups_, loose, thrown))
    best = max(score for some in scores.values() for score in some)
    return max(ranked)[0], best, ranked[max(ranked)], scores


def _as_groupings(
    key: str,
    book: rules.Book,
    laid: Sequence[rules.Reading],
    verdict: rules.Verdict,
    declares: bool,
    turned: str | None,
) -> Iterator[tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]]:
    """What a reading counts as: dublees and jokers aside are groups only where the answer rests on them."""
    wild = rules.wild_types(key, turned)
    dublees = [one.cards for one in laid if one.kind == "dublee"]
    jokers = [one.cards for one in laid if one.kind == "jokers"]
    melds = [one.cards for one in laid if one.kind in rules.MELDS]
    loose = sorted(card for one in laid if one.kind == "loose" for card in one.cards)
    aims = verdict.objectives
    aside = sorted(card for group in jokers for card in group)
    if key == "octro-13":
        yield tuple(sorted([*melds, tuple(aside)] if aside else melds)), tuple(loose)
        return
    if not dublees and not jokers and (not declares or aims & {"complete", "tunnelas"}):
        yield tuple(sorted(melds)), tuple(loose)
    if dublees and not jokers and ("dublees" in aims if declares else len(dublees) >= book.few_dublees):
        yield tuple(sorted([*melds, *dublees])), tuple(loose)
    if dublees or book.few_jokers is None:
        return
    most = max(map(len, jokers), default=0)
    if key in ("paplu-21", "paplu-27"):  # jokers count wherever they lie outside melds
        aside = sorted([*aside, *(card for card in loose if card in wild)])
        loose = [card for card in loose if card not in wild]
        most = len(aside)
    if aside and ("jokers" in aims if declares else most >= book.few_jokers):
        yield tuple(sorted([*melds, tuple(aside)])), tuple(loose)


# --- a model of every legal group -------------------------------------------------------------------------


def legal_groups(
    key: str, cards: Iterable[str], turned: str | None, players: int
) -> dict[tuple[str, ...], tuple[rules.Reading, ...]]:
    """Every group of a hand that is some meld or dublee, with its readings."""
    wild = rules.wild_types(key, turned)
    held = Counter(cards)
    natural = {card: count for card, count in held.items() if card not in wild}
    jokers = list(_some_of({card: count for card, count in held.items() if card in wild}))
    most = sum(count for card, count in held.items() if card in wild)
    frames = {(card,) * size for card, count in natural.items() for size in (2, 3) if count >= size}
    for suit in rules.SUITS:
        once = {card: min(count, 2 if card[0] == "A" else 1) for card, count in natural.items() if card[1] == suit}
        frames.update(frame for frame in _some_of(once) if _gap(frame) <= most)
    for rank in rules.RANKS:
        frames.update(_some_of({card: count for card, count in natural.items() if card[0] == rank}))
    found = {}
    for frame in frames:
        gap = _gap(frame) if len({card[0] for card in frame}) > 1 else 0
        for some in jokers:
            group = tuple(sorted(frame + some))
            if len(group) > 1 and len(some) >= gap and group not in found:
                readings = rules.find_readings(key, group, turned, players)
                found[group] = tuple(one for one in readings if one.kind in (*rules.MELDS, "dublee"))
    return {group: readings for group, readings in found.items() if readings}


def _some_of(counts: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Every choice of some of these cards, none included."""
    for taken in product(*(range(count + 1) for count in counts.values())):
        yield tuple(card for card, count in zip(counts, taken, strict=True) for _ in range(count))


def _gap(frame: Sequence[str]) -> int:
    """How many places lie between these cards of one suit, the ace low or high, whichever is less."""
    low = [rules.RANKS.index(card[0]) for card in frame]
    if not low or len(set(low)) < len(low):
        return 14 - len(low) if low else 0
    return min(max(ends) - min(ends) + 1 - len(ends) for ends in (low, [place or 13 for place in low]))


class Aim:
    """What the model's grouping must come to, as plain figures.

    Args:
        needs: least number of groups by ``pure``, ``sequences``, ``long_sequences``, ``tunnelas``, ``dublees``, and
            of ``jokers`` aside.
        exempt: kinds whose cards cost nothing, None if nothing costs points.
        limit: most points lost, or in Vazhushal the least score.
        loose: most loose cards.
    """

    def __init__(self, needs: Mapping[str, int], exempt: Sequence[str] | None, limit: int, loose: int) -> None:
        self.needs, self.exempt, self.limit, self.loose = needs, exempt, limit, loose


def find_another(
    key: str,
    cards: Sequence[str],
    turned: str | None,
    players: int,
    aims: Iterable[Aim],
    throws: bool,
    known: Sequence[Grouping],
    work: float = 30,
) -> str | None:
    """A grouping that serves an aim and is none of the known ones, as text; None if that is proved impossible.

    Raises:
        RuntimeError: neither is known after so much work, by CP-SAT's own count.
    """
    groups = legal_groups(key, cards, turned, players)
    wild, held = rules.wild_types(key, turned), Counter(cards)
    value = {card: rules.value(rules.get_book(key), card, wild) for card in held}
    for aim in aims:
        model = cp_model.CpModel()
        kinds = (*rules.MELDS, "dublee") if aim.needs["dublees"] else rules.MELDS
        uses = {}
        for group, readings in groups.items():
            most = min(held[card] // count for card, count in Counter(group).items())
            for one in readings:
                if one.kind in kinds:
                    uses[one] = model.new_int_var(0, most, str(one))
        may_lie = {
            card: held[card] if card in wild and (key == "octro-13" or aim.needs["jokers"]) else 0 for card in held
        }
        aside = {card: model.new_int_var(0, may_lie[card], f"{card} aside") for card in held}
        loose = {card: model.new_int_var(0, held[card], f"{card} loose") for card in held}
        thrown = {card: model.new_int_var(0, int(throws), f"{card} thrown") for card in held}
        for card, count in held.items():
            inside = sum(use * one.cards.count(card) for one, use in uses.items() if card in one.cards)
            model.add(inside + aside[card] + loose[card] + thrown[card] == count)
        model.add(sum(thrown.values()) == int(throws))
        model.add(sum(loose.values()) <= aim.loose)
        _require(model, key, aim, uses, aside)
        if key == "vazhushal-13":
            for shown in {one.stands for one in uses}:
                model.add(sum(use for one, use in uses.items() if one.stands == shown) <= 1)
            if aim.exempt is not None:
                worth = sum(use * sum(map(rules.face_value, one.stands)) for one, use in uses.items())
                model.add(worth - sum(rules.held_value(card, wild) * loose[card] for card in held) >= aim.limit)
        elif aim.exempt is not None:
            cost = sum(value[card] * (loose[card] + aside[card]) for card in held)
            for one, use in uses.items():
                if one.kind not in aim.exempt:
                    cost += use * sum(value[card] for card in one.cards)
            model.add(cost <= aim.limit)
        for grouping in known:
            _cut(model, grouping, uses, loose, thrown, aside)
        solver = prove(model, [(1, work)])
        if solver is not None:
            parts = [*uses.values(), *loose.values(), *thrown.values(), *aside.values()]
            return "; ".join(f"{solver.value(one)} {one}" for one in parts if solver.value(one))
    return None


def _require(model: cp_model.CpModel, key: str, aim: Aim, uses: Mapping, aside: Mapping) -> None:
    """The groups an aim asks for."""

    def count(*kinds: str, least: int = 0) -> Any:
        return sum(use for one, use in uses.items() if one.kind in kinds and len(one.cards) >= least)

    strong = count("tunnela") if key in ("rummy-21", "paplu-13", "marriage-21") else 0
    needs = aim.needs
    for have, need in (
        (count("pure-sequence") + strong, needs["pure"]),
        (count(*rules.SEQUENCES) + strong, needs["sequences"]),
        (count(*rules.SEQUENCES, least=4), needs["long_sequences"]),
        (count("tunnela"), needs["tunnelas"]),
        (count("dublee"), needs["dublees"]),
        (sum(aside.values()), needs["jokers"]),
    ):
        if need:
            model.add(have >= need)


def _cut(
    model: cp_model.CpModel, grouping: Grouping, uses: Mapping, loose: Mapping, thrown: Mapping, aside: Mapping
) -> None:
    """Some group, some loose card, the jokers aside or the card thrown must differ."""
    groups, left, discard = grouping
    wanted = Counter(groups)
    together: dict[tuple[str, ...], list] = {}
    for one, use in uses.items():
        together.setdefault(one.cards, []).append(use)
    # the one group that is no meld holds the jokers laid aside; it may be one by its cards, then the sums agree
    lying = next((group for group in wanted if group not in together), ())
    pairs = [(sum(some), wanted[group]) for group, some in together.items()]
    pairs += [(loose[card], left.count(card)) for card in loose]
    pairs += [(thrown[card], int(card == discard)) for card in thrown]
    pairs += [(aside[card], lying.count(card)) for card in aside]
    differs = []
    for value, known in pairs:
        differs.append(model.new_bool_var(""))
        model.add(value != known).only_enforce_if(differs[-1])
    model.add_bool_or(differs)
