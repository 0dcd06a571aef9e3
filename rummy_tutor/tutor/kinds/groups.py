"""Tasks about single groups: classify one, spot the wrong one, complete one, compare what rulebooks make of one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from ...game.cards import CARDS, Card
from ...game.rules import MELDS, Kind, Rulebook
from ...game.table import Deal, set_table
from ...referee.melds import explain_invalid, read_group
from ...rulebooks import RULEBOOKS
from ..beliefs import Belief, kind_of
from ..generate import Stock, make_group, open_table
from ..lessons import Lesson
from ..tasks import Task, TaskKind, add_kind, ask_about
from .reading import read_cards, read_choice

# the shapes of groups that a lesson is about, the jokers in them, and how often a group has any
_SHAPES = {
    "pure": (("run", "run", "same"), 0.0),
    "sets": (("set", "set", "set", "same", "mixed"), 0.15),
    "jokers": (("run", "run", "set"), 0.8),
    "octro": (("run", "set", "jokers"), 0.6),
    "twenty-one": (("same", "run", "set"), 0.4),
    "twenty-seven": (("set", "same", "run"), 0.4),
    "seeing": (("same", "run", "set"), 0.3),
}
_PAIRS = ("twenty-one", "twenty-seven", "seeing")
_MATCHED = ("twenty-seven",)  # where a set holds no more jokers than other cards; of four cards, that is a sequence
_ANY = (("run", "set", "same", "mixed"), 0.4)
_SIMPLE = (
    *("run", "set") * 3,
    "gap",
    "gap",
    "suits",
    "suits",
    "odd",
    "mixed",
)  # wrong in four ways


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
    return tuple(kind.value for kind in (*every, *(one for one in own if one in lesson.known), Kind.INVALID))


def propose_group(lesson: Lesson, stock: Stock, level: int) -> tuple[Card, ...] | None:
    """A group of the shapes that a lesson is about, out of what the pack still holds."""
    rng = stock.rng
    shapes, jokers = _SHAPES.get(lesson.key, _ANY)
    shape = rng.choice(_SIMPLE if stock.simple else shapes)
    few = 2 if shape == "same" or (lesson.key in ("sets", "twenty-one", "seeing") and rng.random() < 0.3) else 3
    size = rng.randint(few, 3 if shape == "same" else 3 + min(level, 2))
    if stock.simple:
        size = min(size, stock.deal.rulebook.melds.run_max, 4)  # a set of five has a suit twice
    pairs = lesson.key in _PAIRS  # of a card and a joker
    wild = rng.randint(1, min(level, size - 1)) if (size > 2 or pairs) and rng.random() < jokers else 0
    if lesson.key in _MATCHED and shape == "set" and wild and rng.random() < 0.5:
        size, wild = 5, 3
    group = make_group(stock, shape, size, wild)
    if group is not None and not _fits(group, lesson, stock.deal):
        stock.give_back(group)
        return None
    return group


def _fits(group: tuple[Card, ...], lesson: Lesson, deal: Deal) -> bool:
    """Whether the course has come to what a group is; the first lessons have no group that nearly is a set."""
    kind = kind_of(group, deal)
    if kind is Kind.INVALID:
        return not lesson.simple or len({card.index % 13 for card in group}) > 1
    return kind in lesson.known


def _classify(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock = open_stock(lesson, rulebook, rng)
    deal, group = stock.deal, propose_group(lesson, stock, level)
    kind = None if group is None else kind_of(group, deal)
    if group is None or (kind is Kind.INVALID and rng.random() < 0.4):
        return None  # so that the answers come about equally often
    if _has_two_answers(group, deal):
        return None
    return ask_about(lesson, "classify", deal, (group,), "kind", list_choices(lesson, deal))


def _has_two_answers(group: tuple[Card, ...], deal: Deal) -> bool:
    """Whether a group is rightly called a set as well: wild cards of one rank are one, as they lie."""
    kinds = {reading.kind for reading in read_group(group, deal)}
    return Kind.SET in kinds and bool(kinds & {Kind.IMPURE_SEQUENCE, Kind.JOKERS})


def _kind_of_task(task: Task) -> str:
    return kind_of(task.groups[0], task.deal).value


def _why_group(task: Task) -> tuple[str, ...]:
    deal = task.deal
    wrong = [group for group in task.groups if len(group) > 1 and kind_of(group, deal) is Kind.INVALID]
    return tuple(dict.fromkeys(reason.code for group in wrong for reason in explain_invalid(group, deal)))


def _believed_kind(task: Task, belief: Belief) -> object:
    kind = belief.kind(task.groups[0], task.deal).value
    return kind if kind in task.choices else None  # he looks for an answer that the game does not have


add_kind(
    TaskKind(
        key="classify",
        patience=150,
        balanced=lambda lesson, rulebook: True,
        propose=_classify,
        answer=_kind_of_task,
        read=read_choice,
        believe=_believed_kind,
        reasons=_why_group,
    )
)


# ---- spot ------------------------------------------------------------------------------------------------
def _spot(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock, wanted = open_stock(lesson, rulebook, rng), 2 + level
    deal = stock.deal
    groups: list[tuple[Card, ...]] = []
    for _ in range(30 * wanted):
        group = propose_group(lesson, stock, level)
        if group is None:
            continue
        if len(group) < 3:
            stock.give_back(group)
            continue
        bad = kind_of(group, deal) is Kind.INVALID
        if bad == (len(groups) == 0) and group not in groups:  # the first is the wrong one; they are shuffled below
            groups.append(group)
        else:
            stock.give_back(group)
        if len(groups) == wanted:
            rng.shuffle(groups)
            return ask_about(lesson, "spot", deal, tuple(groups), "group", tuple(str(n + 1) for n in range(wanted)))
    return None


def _wrong_group(task: Task) -> str | None:
    bad = [str(at) for at, group in enumerate(task.groups, 1) if kind_of(group, task.deal) is Kind.INVALID]
    return bad[0] if len(bad) == 1 else None


def _believed_wrong(task: Task, belief: Belief) -> object:
    bad = [str(at) for at, group in enumerate(task.groups, 1) if belief.kind(group, task.deal) is Kind.INVALID]
    return bad[0] if len(bad) == 1 else None


add_kind(
    TaskKind(
        key="spot",
        propose=_spot,
        answer=_wrong_group,
        read=read_choice,
        believe=_believed_wrong,
        reasons=_why_group,
    )
)


# ---- complete --------------------------------------------------------------------------------------------
_COMPARED = 4  # games that are asked about at once
_WANTED = {"pure": Kind.PURE_SEQUENCE, "sets": Kind.SET, "jokers": Kind.IMPURE_SEQUENCE}


def _complete(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock = open_stock(lesson, rulebook, rng)
    wanted = _WANTED.get(lesson.key) or rng.choice(tuple(_WANTED.values()))
    deal, group = stock.deal, propose_group(lesson, stock, level)
    if group is None or len(group) < 3 or kind_of(group, deal) is not wanted:
        return None
    at = rng.randrange(len(group))
    missing, rest = group[at], (*group[:at], *group[at + 1 :])
    near = [CARDS[(missing.index + step) % 52] for step in (1, -1, 2, 13, 26, 39)] + [rest[0]]
    wrong = [
        card
        for card in dict.fromkeys(near)
        if card != missing and kind_of((*rest, card), deal) is not wanted and stock.left[card] > 0
    ]
    if len(wrong) < 3:
        return None
    choices = sorted([missing, *rng.sample(wrong, 3)])
    return ask_about(lesson, "complete", deal, (rest,), "card", tuple(map(str, choices)), asked=wanted.value)


def _completing(task: Task) -> str | None:
    makes = [one for one in task.choices if _made(task, one) == task.asked]
    return makes[0] if len(makes) == 1 else None


def _made(task: Task, card: str) -> str:
    return kind_of((*task.groups[0], Card.parse(card)), task.deal).value


def _believed_card(task: Task, belief: Belief) -> object:
    rest = task.groups[0]
    makes = [one for one in task.choices if belief.kind((*rest, Card.parse(one)), task.deal).value == task.asked]
    return next((one for one in makes if one != _completing(task)), makes[0] if makes else None)


add_kind(
    TaskKind(
        key="complete", propose=_complete, answer=_completing, read=read_choice, believe=_believed_card, patience=100
    )
)


# ---- compare ---------------------------------------------------------------------------------------------
def _compare(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    stock = open_stock(lesson, rulebook, rng, joker=0.0)
    deal, group = stock.deal, propose_group(lesson, stock, level)
    if group is None or len(group) < 3 or any(card.is_printed_joker for card in group):
        return None
    task = ask_about(lesson, "compare", deal, (group,), "rulebooks", tuple(RULEBOOKS))
    allowed = _allowing(task)
    if not 0 < len(allowed) < len(RULEBOOKS) or (lesson.key == "wild" and not _hangs_on_wilds(task, allowed)):
        return None
    if lesson.key == "sets" and len({card.index % 13 for card in group}) > 1:
        return None  # games differ in how long a sequence is, which is no question about sets
    # a few games, one's own first: no class knows all of them
    own = rulebook.key if rulebook.key in RULEBOOKS else allowed[0]
    others = rng.sample([key for key in RULEBOOKS if key != own], _COMPARED - 1)
    if all((key in allowed) == (own in allowed) for key in others):
        others[0] = rng.choice([key for key in RULEBOOKS if (key in allowed) != (own in allowed)])
    return replace(task, choices=(own, *(key for key in RULEBOOKS if key in others)))


def _hangs_on_wilds(task: Task, allowed: Sequence[str]) -> bool:
    """Whether three cards are a meld in just the games in which a certain one of them is wild."""
    plain = open_deals(replace(task, turned=None)).values()
    if len(task.cards) != 3 or any(kind_of(task.cards, deal) in MELDS for deal in plain):
        return False
    return any(
        [key for key, deal in open_deals(task).items() if deal.is_wild[card.index]] == allowed for card in task.cards
    )


def _allowing(task: Task) -> list[str]:
    """The rulebooks in which the group is a meld."""
    return [key for key, deal in open_deals(task).items() if kind_of(task.groups[0], deal) in MELDS]


def open_deals(task: Task) -> dict[str, Deal]:
    """The tables at which the group of a task is compared, by the keys of their games."""
    asked = task.choices if task.asks == "rulebooks" else tuple(RULEBOOKS)
    books = [RULEBOOKS[key] for key in asked]
    players = [max(min(task.players, book.table.players[1]), book.table.players[0]) for book in books]
    return {book.key: set_table(book, task.turned, n) for book, n in zip(books, players, strict=True)}


def _read_rulebooks(task: Task, answer: object) -> object:
    if not isinstance(answer, list | tuple):
        return read_cards(task, answer)  # which says that a list is expected
    return [key for key in task.choices if key in {read_choice(task, one) for one in answer}]


add_kind(TaskKind(key="compare", propose=_compare, answer=_allowing, read=_read_rulebooks))
