"""Groups for a lesson's tasks: made, or near another one, and what may be asked of one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ....game.cards import CARDS, Card
from ....game.messages import Message
from ....game.records import Group
from ....game.rules import Kind, Rulebook, SetSuits
from ....game.table import Deal
from ....referee.melds import explain_invalid
from ....wording.describe import describe
from ....wording.explain import explain, explain_remark
from ....wording.phrases import Cited, as_shown, cite, find_cited
from ....wording.speech import say, tell
from ...beliefs import kind_of
from ...generate import Stock, make_group, open_table
from ...lessons import BY_KEY, Lesson, as_known
from ...tasks import Task, name_card


def open_stock(lesson: Lesson, rulebook: Rulebook, rng: random.Random, *, joker: float = 0.1) -> Stock:
    """The pack for a lesson's task; before the lesson about wild cards there are none, and no card is turned up."""
    deal = open_table(rulebook, rng, joker=joker, plain=lesson.plain)
    alike = Kind.TUNNELA in lesson.known
    return Stock(deal, rng, plain=lesson.plain, simple=lesson.simple, alike=alike)


def list_choices(lesson: Lesson, deal: Deal) -> tuple[str, ...]:
    """The three kinds of every game, those of this game that the course has come to, and that a group is none."""
    melds = deal.rulebook.melds
    own = [Kind.TUNNELA] if deal.tunnelas else []
    own += [Kind.DUBLEE] if melds.dublees else []
    own += [Kind.JOKERS] if melds.jokers.value != "none" else []
    every = (Kind.PURE_SEQUENCE, Kind.IMPURE_SEQUENCE, Kind.SET)
    return tuple(kind.value for kind in (*every, *(kind for kind in own if kind in lesson.known), Kind.INVALID))


def propose_group(lesson: Lesson, stock: Stock, level: int) -> tuple[Card, ...] | None:
    """A group of the shapes that a lesson is about, out of what the pack still holds."""
    rng, wanted = stock.rng, lesson.shapes
    shape = rng.choice(wanted.of)
    few = 2 if shape == "same" or (wanted.pairs and rng.random() < 0.3) else 3
    size = rng.randint(few, 3 if shape == "same" else 3 + min(level, 2))
    if stock.simple:
        size = min(size, stock.deal.rulebook.melds.run_max, 4)  # a set of five has a suit twice
    may_have = size > 2 or wanted.joker_pairs
    wild = rng.randint(1, min(level, size - 1)) if may_have and rng.random() < wanted.jokers else 0
    if wanted.matched and shape == "set" and wild and rng.random() < 0.5:
        size, wild = 5, 3
    group = make_group(stock, shape, size, wild)
    if group is not None and not _fits(group, lesson, stock.deal):
        stock.give_back(group)
        return None
    return group


def _fits(group: tuple[Card, ...], lesson: Lesson, deal: Deal) -> bool:
    """Whether the course has come to what a group is; the first lessons have no group that nearly is a set."""
    kind = kind_of(group, deal)
    if lesson.shapes.plain_sets and any(deal.is_wild[card.index] for card in group) and _share_rank(group, deal):
        return False
    if kind is Kind.INVALID:
        return not lesson.simple or len({card.index % 13 for card in group}) > 1
    return kind in lesson.known


def _share_rank(group: tuple[Card, ...], deal: Deal) -> bool:
    """Whether the cards of a group that are not wild are of one rank."""
    return len({card.index % 13 for card in group if not deal.is_wild[card.index]}) < 2


def ask_of_group(task: Task) -> str:
    """What to ask of a group, one thing after the other, as far as the course has come."""
    lesson, melds = BY_KEY[task.lesson], task.rulebook.melds
    offered = list_choices(lesson, task.deal)
    asks = ["hint.ask-same"] if {Kind.TUNNELA, Kind.DUBLEE} & {*offered} else []
    asks += ["hint.ask-three"] if melds.run_max == 3 else []
    asks += ["hint.ask-run", "hint.ask-set" if melds.set_suits is SetSuits.DISTINCT else "hint.ask-set:shared"]
    if not lesson.plain:
        asks.append("hint.ask-joker")
    asks += ["hint.ask-jokers"] if Kind.JOKERS in offered else []
    return " ".join(say(Message(key)) for key in asks)


# ---- groups near another one ---------------------------------------------------------------------------------
class Changed(NamedTuple):
    """A group that differs from another in one card.

    Attributes:
        cards: the group.
        how: ``other``, ``fewer`` or ``more``.
        new: the card that came in; None for none.
        old: the card that went; None for none.
    """

    cards: tuple[Card, ...]
    how: str
    new: Card | None
    old: Card | None

    @property
    def values(self) -> dict[str, object]:
        """The cards as sentences have them."""
        return {role: name_card(card) for role, card in (("new", self.new), ("old", self.old)) if card is not None}


def list_changed(task: Task, group: tuple[Card, ...], *, wild: bool = False, near: bool = False) -> Iterator[Changed]:
    """The groups that differ in one card, or in one card more or less, and how.

    Args:
        task: the task.
        group: the group.
        wild: whether wild cards come in.
        near: whether the last card is changed first, and for the nearest other of its suit: almost any spoils a meld.
    """
    deal = task.deal
    others = [card for card in CARDS if deal.pack.copies(card) and (wild or not deal.is_wild[card.index])]
    for at, old in sorted(enumerate(group), reverse=near):
        if near:
            others = [card for card in others if card not in group]
            others.sort(key=lambda card: (card.index // 13 != old.index // 13, abs(card.index - old.index)))
        for card in others:
            yield Changed((*group[:at], card, *group[at + 1 :]), "other", card, old)
    for at, old in enumerate(group):
        yield Changed(group[:at] + group[at + 1 :], "fewer", None, old)
    for card in others:
        yield Changed((*group, card), "more", card, None)


def make_near(group: tuple[Card, ...], deal: Deal) -> Iterator[tuple[Card, ...]]:
    """Groups of two or three cards around each card of another group: in order, of one rank, and of equal cards."""
    wild = [card for card in deal.wild if deal.pack.copies(card)]
    for card in [card for card in group if not card.is_printed_joker]:
        suit, rank = divmod(card.index, 13)
        for first in range(max(0, rank - 2), min(rank, 10) + 1):
            low, middle, high = (CARDS[13 * suit + first + step] for step in range(3))
            yield low, middle, high
            yield from ((low, joker, high) for joker in wild)
        others = [CARDS[13 * other + rank] for other in range(4) if other != suit]
        yield card, others[0], others[1]
        yield card, card, card
        yield card, card
    yield from ((card, card, card) for card in wild[:1])


def is_far(changed: Changed, task: Task) -> tuple[bool, bool]:
    """Whether a change brings an ace in before a lesson has told where it stands; whether it brings another rank in."""
    new, old = changed.new, changed.old
    if new is None or new.is_printed_joker:
        return False, True
    return is_early_ace((new,), task), old is None or old.is_printed_joker or old.index % 13 != new.index % 13


def is_early_ace(cards: Sequence[Card], task: Task) -> bool:
    """Whether there is an ace among cards of a lesson that comes before the one that tells where it stands."""
    return BY_KEY[task.lesson].simple and any(card.index % 13 == 0 for card in cards)


def part_wild(cards: Iterable[Card], task: Task) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards that are not wild, and those that are."""
    shown, wild = tuple(cards), task.deal.is_wild
    return tuple(card for card in shown if not wild[card.index]), tuple(card for card in shown if wild[card.index])


# ---- groups told, with their rules ----------------------------------------------------------------------------
# the field of a rulebook whose rule says what a kind of group is
RULES = {
    Kind.PURE_SEQUENCE: "melds.run_max",
    Kind.IMPURE_SEQUENCE: "melds.run_max",
    Kind.SET: "melds.set_max",
    Kind.TUNNELA: "melds.tunnela_from",
    Kind.DUBLEE: "melds.dublees",
    Kind.JOKERS: "melds.jokers",
}


def tell_groups(groups: Iterable[Group], task: Task) -> list[str]:
    """What groups are, or why they are no melds; what holds for several is told once."""
    return list(dict.fromkeys(line for group in groups for line in tell_group(group, task)))


def tell_group(group: Group, task: Task) -> list[str]:
    """What a group is and the rule that says so, or why it is no meld."""
    if group.kind not in RULES:
        return [explain(reason, as_known(task.rulebook, task.lesson)) for reason in group.reasons]
    return [name_group(group, task.deal), *tell_rule(task, RULES[group.kind], group)]


def tell_no_meld(group: Group, rulebook: Rulebook) -> str:
    """Why a group is no meld, or what else it is."""
    if group.kind not in RULES:
        return explain(group.reasons[0], rulebook)
    return tell("learn.why_kind:no-meld", cards=[name_card(card) for card in as_shown(group)], kind=group.kind)


def name_group(group: Group, deal: Deal) -> str:
    """What a meld is, and what has to be noted about it."""
    remark = explain_remark(group, deal, ends=True)
    cards = [name_card(card) for card in as_shown(group)]
    return tell("learn.why_kind:told" if remark else "learn.why_kind", cards=cards, kind=group.kind, told=remark)


def tell_field(rulebook: Rulebook, path: str) -> str:
    """The rule that a field of a rulebook stands for, with its source; empty where no line tells it."""
    line = next((line for line in describe(rulebook) if path in line.paths), None)
    return "" if line is None else Cited(line.text, line.source)


def tell_rule(task: Task, path: str, group: Group | None = None) -> list[str]:
    """The rule that a field of the rulebook stands for, with its source; in plain words until jokers are known.

    For a sequence the sources are those of what is in it: an ace, a joker, a wild card that stands for itself.
    """
    rule = tell_field(task.rulebook, path)
    if path == "melds.run_max" and group is not None:
        fields = ["melds", *["melds.aces"] * any(card.index % 13 == 0 for card in group.cards if card.rank)]
        fields += ["melds.naturals"] * any(task.deal.is_wild[card.index] for card in group.cards)
        cited, said = cite(task.rulebook, *fields), _tell_sequence(task, group)
        left_out = {"R29", "R3"} if said else {"R29"}  # rulings on K-A-2 alone, and on jokers alone
        sources = replace(cited, codes=tuple(code for code in cited.codes if code not in left_out))
        rule = Cited(said or find_cited(rule)[0], sources)
    return [rule] if rule else []


def _tell_sequence(task: Task, group: Group) -> str:
    """Why a sequence is pure or not, in one sentence; empty where sequences have few cards, which the rule tells."""
    if BY_KEY[task.lesson].plain:
        return tell("learn.pure_plain")
    if task.rulebook.melds.run_max < task.rulebook.deal:
        return ""
    return tell("learn.is_pure" if group.kind is Kind.PURE_SEQUENCE else "learn.is_impure")


def list_wrong(task: Task) -> list[tuple[str, str]]:
    """The codes of what is wrong with groups of a task, and the same in words, each once."""
    wrong = [group for group in task.groups if len(group) > 1 and kind_of(group, task.deal) is Kind.INVALID]
    reasons = dict.fromkeys(reason for group in wrong for reason in explain_invalid(group, task.deal))
    return [(reason.code, explain(reason, task.rulebook)) for reason in reasons]
