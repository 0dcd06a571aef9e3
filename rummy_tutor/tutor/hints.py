"""Hints: two for each task, a general one and one that points at cards, neither of which gives the answer away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..game.cards import PRINTED_JOKER, Card
from ..game.messages import Items, Message
from ..game.rules import MELDS, Measure, Rulebook, SetSuits, Tier
from ..solver.best import find_best
from ..wording.levels import list_levels, list_wanted
from ..wording.phrases import list_way, name_kinds
from ..wording.rule_texts import list_rules
from ..wording.speech import knows, say
from .beliefs import kind_of
from .lessons import BY_KEY
from .tasks import Task
from .turns.turn import Phase

_OF_JOKERS = ("classify", "spot", "compare", "build", "count")  # kinds whose general hint speaks of jokers
Points = Callable[[Task], tuple[Card, ...]]


@dataclass(frozen=True)
class Hint:
    """What helps with a task.

    Attributes:
        text: the sentence.
        cards: the cards it points at; empty for a general hint.
    """

    text: Message
    cards: tuple[Card, ...] = ()


def give_hints(task: Task) -> tuple[Hint, Hint]:
    """A general hint, and one that points at cards."""
    name = task.kind.rstrip("?")
    found = _POINTS.get(task.kind, _all)(task)
    cards = found or task.cards[:3]
    loose = task.kind == "count" and not found  # nothing lies in melds
    asked = "loose" if loose else (task.asked or "").partition(" ")[0]
    if task.kind == "count" and not list_wanted(_find_met(task.rulebook), task.rulebook):
        name = "count" if loose else "discard"  # where every hand is counted alike nothing has to be shown
    named = f"hint.{name}-cards:{asked}"
    pointed = Message(named if knows(named) else f"hint.{name}-cards", {"cards": cards, "n": len(cards)})
    return Hint(_general(task, task.kind.rstrip("?"))), Hint(pointed, cards)


def _general(task: Task, name: str) -> Message:
    """What to think of first in a task."""
    dealt = task.rulebook.deal
    if task.turn is not None and task.turn.phase in (Phase.DRAW, Phase.THROW) and not task.turn.laid:
        return Message("hint.move:count", {"dealt": dealt, "drawn": dealt + 1})
    lesson, asked = BY_KEY[task.lesson], (task.asked or "").partition(" ")[0]
    values = {"asked": _list_asked(task), "wanted": task.rulebook.settlement.redeal_pairs}
    if knows(f"hint.{name}:{asked}"):
        return Message(f"hint.{name}:{asked}", values)
    if task.asked == "loose":
        return Message("hint.count:simple", {"rule": _tell_rule(task.rulebook, "scoring.ace")})
    if task.kind == "spot" and lesson.simple:
        return Message(f"hint.{name}:simple")
    if task.kind in _OF_JOKERS and lesson.plain:  # which the course has not come to
        shared = name == "classify" and task.rulebook.melds.set_suits is SetSuits.NOT_ALL_ONE
        return Message(f"hint.{name}:plain-shared" if shared else f"hint.{name}:plain")
    if task.kind == "count":
        return _hint_count(task.rulebook)
    if task.kind == "mark":
        return _hint_wild(task)
    return Message(f"hint.{name}", values)


def _hint_wild(task: Task) -> Message:
    """The game's rule on wild cards; of a printed joker that is turned, whether another card takes its place."""
    if task.turned == PRINTED_JOKER:
        nothing = task.rulebook.wilds.printed_counts_as is None
        return Message("hint.mark:printed-alone" if nothing else "hint.mark:printed")
    return Message("hint.mark", {"rule": _tell_rule(task.rulebook, "wilds.ranks")})


def _tell_rule(rulebook: Rulebook, path: str) -> str:
    """What a game says of a field; empty where it says nothing."""
    rule = next((rule for rule in list_rules(rulebook) if path in rule.paths), None)
    return "" if rule is None else " ".join(map(say, rule.sentences))


def _list_asked(task: Task) -> Items:
    """The groups that the game asks for before somebody declares; or, where that is asked, sees the hidden card."""
    book = task.rulebook
    if task.asked == "see":
        return list_levels(book.scoring.tiers[:-1], book)
    return Items(tuple(Items(list_way(way, book)) for way in book.objectives), "or")


def _hint_count(book: Rulebook) -> Message:
    """What a hand must have for its melds to cost nothing in a game, and what it costs without."""
    tiers = book.scoring.tiers
    met = _find_met(book)
    part = next((tier for tier in tiers if tier.exempt and tier is not met), None)
    values: dict[str, object] = {"asked": Items(list_wanted(met, book)), "n": tiers[-1].flat}
    if not list_wanted(met, book):
        return _hint_any(met, book)
    if book.scoring.measure is Measure.MELDED_MINUS_LOOSE:
        return Message("hint.count:score", values)
    if met.flat is not None:
        ways = list_levels(tiers[:-1], book)
        return Message("hint.count:flat", {"asked": ways, "least": met.flat, "n": tiers[-1].flat})
    if tiers[-1].flat is not None:
        return Message("hint.count:fixed", values)
    if part is None:
        return Message("hint.count:all", values)
    values["kinds"] = name_kinds(part, book)
    flat = [tier for tier in tiers if tier.flat is not None and list_wanted(tier, book)]
    if flat:
        return Message("hint.count:part-flat", {**values, "ways": list_levels(flat, book), "least": flat[0].flat})
    return Message("hint.count:part", values)


def _find_met(book: Rulebook) -> Tier:
    """The level at which melds cost nothing; the best one where there is none."""
    tiers = book.scoring.tiers
    return next((tier for tier in tiers if tier.flat is None and set(tier.exempt) >= set(MELDS)), tiers[0])


def _hint_any(tier: Tier, book: Rulebook) -> Message:
    """What a hand costs in a game that counts every hand alike, whatever groups it shows."""
    if tier.flat is not None:
        return Message("hint.count:one", {"n": tier.flat})
    if not tier.exempt:
        return Message("hint.count:every")
    return Message("why.count:score" if book.scoring.measure is Measure.MELDED_MINUS_LOOSE else "hint.count:plain")


def _all(task: Task) -> tuple[Card, ...]:
    return task.cards


def _jokers(task: Task) -> tuple[Card, ...]:
    """The wild cards shown; where there are none, those at the ends."""
    wild = tuple(card for card in task.cards if task.deal.is_wild[card.index])
    return wild or (task.cards[0], task.cards[-1])


def _good_group(task: Task) -> tuple[Card, ...]:
    """One of the groups that are melds."""
    return next((group for group in task.groups if kind_of(group, task.deal) in MELDS), ())


def _melded(task: Task) -> tuple[Card, ...]:
    """All cards that lie in melds."""
    return tuple(card for group in task.groups if kind_of(group, task.deal) in MELDS for card in group)


def _doubtful(task: Task) -> tuple[Card, ...]:
    """The group to check first: one that is no meld, or one with a wild card."""
    deal = task.deal
    groups = [group for group in task.groups if len(group) > 1]
    bad = [group for group in groups if kind_of(group, deal) not in MELDS]
    wild = [group for group in groups if any(deal.is_wild[card.index] for card in group)]
    return next(iter([*bad, *wild, *groups]), ())


def _together(task: Task) -> tuple[Card, ...]:
    """Cards that belong together and do not lie so."""
    laid = {tuple(sorted(group)) for group in task.groups}
    best = [group for group in find_best(task.cards, task.deal).as_laid() if len(group) > 1]
    return next((group for group in best if tuple(sorted(group)) not in laid), best[0] if best else ())


def _turned(task: Task) -> tuple[Card, ...]:
    return () if task.turned is None else (task.turned,)


def _open(task: Task) -> tuple[Card, ...]:
    return () if task.open is None else (task.open,)


_POINTS: Mapping[str, Points] = {
    "classify": _jokers,
    "spot": _good_group,
    "compare": _jokers,
    "mark": _turned,
    "count": _melded,
    "declare?": _doubtful,
    "build": _together,
    "repair": _together,
    "discard": _together,
    "take?": _open,
}
