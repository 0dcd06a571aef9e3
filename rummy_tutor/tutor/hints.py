"""Hints: two for each task, a general one and one that points at cards, neither of which gives the answer away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from ..distance.distance import find_distance
from ..game.cards import PRINTED_JOKER, Card
from ..game.messages import Items, Message
from ..game.rules import MELDS, Kind, Measure, Needs, Rest, Rulebook, SetSuits, Tier
from ..referee.pairs import list_redeal_pairs
from ..referee.value_cards import list_value_cards
from ..rounds.endings import Ending
from ..solver.best import find_best
from ..wording.levels import list_levels, list_wanted
from ..wording.phrases import list_way, name_kinds, name_meld
from ..wording.rule_texts import list_rules
from ..wording.speech import knows, say
from .about import find_met, holds, name_value_cards
from .beliefs import kind_of
from .kinds.earning import EARNED
from .kinds.groups import list_choices, open_deals
from .kinds.options import name_option
from .kinds.reading import as_groups
from .lessons import BY_KEY
from .tasks import KINDS, Task
from .taught import list_known
from .turns.turn import Phase

Cards = tuple[Card, ...]
_SEVERAL = 6  # groups of an answer of which a hint shows a third
_LARGE = 20  # cards of a hand of which a part is laid out at first


@dataclass(frozen=True)
class Hint:
    """What helps with a task.

    Attributes:
        text: the sentence.
        cards: the cards it points at; empty for a general hint, and where the question is about figures alone.
    """

    text: Message
    cards: Cards = ()


def give_hints(task: Task) -> tuple[Hint, Hint]:
    """A general hint, and one that points at cards."""
    general, pointed = _HINTS[task.kind](task)
    return Hint(general), pointed


def _point(name: str, cards: Iterable[Card], **values: object) -> Hint:
    shown = tuple(cards)
    return Hint(Message(f"hint.{name}", {"cards": shown, "n": len(shown), **values}), shown)


def _asked(task: Task) -> str:
    """The question that a task asks in place of the usual one."""
    return (task.asked or "").partition(" ")[0]


def _tell_rule(rulebook: Rulebook, path: str) -> str:
    """What a game says of a field; empty where it says nothing."""
    rule = next((rule for rule in list_rules(rulebook) if path in rule.paths), None)
    return "" if rule is None else " ".join(map(say, rule.sentences))


def _list_ways(task: Task) -> Items:
    """The groups that a game asks for before somebody declares, in the ways that the course has come to."""
    ways = list_known(task.rulebook.objectives, task.lesson)
    return Items(tuple(Items(list_way(way, task.rulebook)) for way in ways), "or")


def _part(cards: Iterable[Card], task: Task) -> tuple[Cards, Cards]:
    """The cards that are not wild, and those that are."""
    wild = task.deal.is_wild
    shown = tuple(cards)
    return tuple(one for one in shown if not wild[one.index]), tuple(one for one in shown if wild[one.index])


def _answer(task: Task) -> tuple[Cards, ...]:
    """The groups that the right answer makes."""
    return as_groups(KINDS[task.kind].answer(task))


def _classify(task: Task) -> tuple[Message, Hint]:
    _, wild = _part(task.cards, task)
    return (
        Message("hint.classify", {"asks": _ask_of_group(task)}),
        _point("classify-cards", wild or (task.cards[0], task.cards[-1])),
    )


def _spot(task: Task) -> tuple[Message, Hint]:
    fine = [group for group in task.groups if kind_of(group, task.deal) is not Kind.INVALID]
    good = next((group for group in fine if kind_of(group, task.deal) in MELDS), fine[0])
    return Message("hint.spot", {"asks": _ask_of_group(task)}), _point("spot-cards", good)


def _ask_of_group(task: Task) -> str:
    """What to ask of a group, one thing after the other, as far as the course has come."""
    lesson, melds = BY_KEY[task.lesson], task.rulebook.melds
    offered = list_choices(lesson, task.deal)
    asks = ["same"] if {Kind.TUNNELA, Kind.DUBLEE} & {*offered} else []
    asks += ["three"] if melds.run_max == 3 else []
    asks += ["run", "set" if melds.set_suits is SetSuits.DISTINCT else "set:shared"]
    if not lesson.plain:
        asks.append("joker")
    asks += ["jokers"] if Kind.JOKERS in offered else []
    return " ".join(say(Message(f"hint.ask-{one}")) for one in asks)


def _complete(task: Task) -> tuple[Message, Hint]:
    asked, _, joker = str(task.asked).partition(" ")
    group = list(task.groups[0])
    if asked == "joker":
        group.remove(Card.parse(joker))
        plain, _ = _part(group, task)
        return Message("hint.complete:joker"), _point("complete-cards:joker", plain or group, joker=Card.parse(joker))
    plain, wild = _part(group, task)
    if asked == Kind.SET:
        name = "set" if task.rulebook.melds.set_suits is SetSuits.DISTINCT else "set-shared"
        any_wild = any(task.deal.is_wild[Card.parse(one).index] for one in task.choices)
        more = " " + say(Message("hint.complete-wild")) if any_wild else ""
        return Message(f"hint.complete:{name}"), _point(f"complete-cards:{name}", plain or group, more=more)
    general = Message(f"hint.complete:{asked}")
    if asked == Kind.PURE_SEQUENCE:
        return general, _point("complete-cards", group)
    if wild and plain:
        return general, _point("complete-cards:joker-lies", plain, joker=wild)
    return general, _point("complete-cards:joker-lacks", group)


def _mark(task: Task) -> tuple[Message, Hint]:
    """The game's rule on wild cards; of a printed joker that is turned, whether another card takes its place."""
    turned = () if task.turned is None else (task.turned,)
    if task.turned == PRINTED_JOKER:
        name = "printed-alone" if task.rulebook.wilds.printed_counts_as is None else "printed"
        return Message(f"hint.mark:{name}"), _point("mark-cards", turned)
    return Message("hint.mark", {"rule": _tell_rule(task.rulebook, "wilds.ranks")}), _point("mark-cards", turned)


def _compare(task: Task) -> tuple[Message, Hint]:
    asked = _asked(task)
    if asked == "option":
        return Message("hint.compare:option", {"player": name_option(task)[1]}), _settle(task)[1]
    if asked == "nearest":
        return Message("hint.compare:nearest", {"asked": _list_ways(task)}), _point_at_copies(task)
    general = Message("hint.compare:plain" if BY_KEY[task.lesson].plain else "hint.compare")
    if asked == "differ":
        right = int(str(KINDS["compare"].answer(task)))
        alike = next(group for at, group in enumerate(task.groups, 1) if at != right)
        return general, _point("compare-cards:alike", alike)
    if asked == "smallest":
        return general, _point("compare-cards:smallest", _answer(task)[0][:1])
    return general, _point_at_difference(task)


def _point_at_copies(task: Task) -> Hint:
    """The cards that are there more than once; where there are none, all."""
    held = Counter(task.cards)
    copies = [card for card in task.cards if held[card] > 1]
    return _point("compare-cards:copies" if copies else "compare-cards:no-copies", copies or task.cards)


def _point_at_difference(task: Task) -> Hint:
    """What in a group games judge differently: a card that is wild in some, one that comes twice, or its length."""
    tables, plain = open_deals(task), open_deals(replace(task, turned=None))
    (group,) = task.groups
    if any(kind_of(group, tables[key]) is not kind_of(group, plain[key]) for key in tables):
        wild = [card for card in group if any(deal.is_wild[card.index] for deal in tables.values())]
        return _point("compare-cards:wild", wild)
    twice = [card for card in group if group.count(card) > 1]
    return _point("compare-cards:twice", twice) if twice else _point("compare-cards", group)


def _count(task: Task) -> tuple[Message, Hint]:
    asked, deal, book = _asked(task), task.deal, task.rulebook
    if asked == "loose":
        rule = _tell_rule(book, "scoring.ace")
        return Message("hint.count:simple", {"rule": rule}), _point("count-cards:loose", task.cards[:3])
    if asked == "exchanges":
        return Message("hint.count:exchanges", {"asked": _list_ways(task)}), _point_at_kept(task)
    if asked == "value-cards":
        worth = list_value_cards(deal)
        base = book.wilds.indicator(task.turned)
        name = "value-cards-printed" if task.turned == PRINTED_JOKER else "value-cards"
        earning = [card for card in task.cards if card in worth]
        told = {"base": base, "maal": name_value_cards(book)}
        return Message(f"hint.count:{name}", told), _point("count-cards:value-cards", earning)
    return _tell_counting(task), _point_at_melds(task)


def _point_at_kept(task: Task) -> Hint:
    """A group of the nearest hand that declares for which no card has to be drawn."""
    found = find_distance(task.cards, task.deal)
    groups = () if found.witness is None else tuple(cards for _, cards in found.witness.groups)
    held = Counter(task.cards)
    whole = next((group for group in groups if len(group) > 1 and Counter(group) <= held), None)
    return _point("no-group", task.cards) if whole is None else _point("count-cards:exchanges", whole)


def _point_at_melds(task: Task) -> Hint:
    """The cards that lie in melds, with what to ask of them; where a fixed number is paid, the first group."""
    book, deal = task.rulebook, task.deal
    groups = [group for group in task.groups if len(group) > 1]
    if holds("flat", book):
        return _point("count-cards:flat", groups[0]) if groups else _point("count-cards:none", task.cards)
    melded = [card for group in groups if kind_of(group, deal) in MELDS for card in group]
    if not melded:
        fixed = book.scoring.tiers[-1].flat is not None
        return _point("count-cards:none", task.cards) if fixed else _point("count-cards:loose", task.cards[:3])
    scored = book.scoring.measure is Measure.MELDED_MINUS_LOOSE
    if BY_KEY[task.lesson].before_needs or not list_wanted(find_met(book), book):
        return _point("discard-cards", melded)
    return _point("count-cards:score" if scored else "count-cards", melded)


def _tell_counting(task: Task) -> Message:
    """How a game counts a hand, as far as the course has come."""
    book = task.rulebook
    if not BY_KEY[task.lesson].before_needs or holds("flat", book):
        return _tell_levels(book, task.lesson)
    return Message("why.count:score" if holds("scored", book) else "hint.count:plain")


def _tell_levels(book: Rulebook, lesson: str) -> Message:
    """What a hand must have for its melds to cost nothing in a game, and what it costs without."""
    tiers = (*list_known(book.scoring.tiers[:-1], lesson), book.scoring.tiers[-1])
    met = find_met(book)
    part = next((tier for tier in tiers if tier.exempt and tier is not met), None)
    values: dict[str, object] = {"asked": Items(list_wanted(met, book)), "n": tiers[-1].flat}
    if not list_wanted(met, book):
        return _tell_any(met, book)
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


def _tell_any(tier: Tier, book: Rulebook) -> Message:
    """What a hand costs in a game that counts every hand alike, whatever groups it shows."""
    if tier.flat is not None:
        return Message("hint.count:one", {"n": tier.flat})
    if not tier.exempt:
        return Message("hint.count:every")
    return Message("why.count:score" if book.scoring.measure is Measure.MELDED_MINUS_LOOSE else "hint.count:plain")


def _declare(task: Task) -> tuple[Message, Hint]:
    asked, book, deal = _asked(task), task.rulebook, task.deal
    if asked == "redeal":
        pairs = list_redeal_pairs(task.cards, book)
        general = Message("hint.declare:redeal", {"wanted": book.settlement.redeal_pairs})
        return general, _point("declare-cards:redeal" if pairs else "declare-cards", next(iter(pairs), task.cards))
    levels = list_levels(book.scoring.tiers[:-1], book) if asked == "see" else _list_ways(task)
    general = Message(f"hint.declare:{asked}" if asked else "hint.declare", {"asked": levels})
    # the group to check first is one that is no meld, or one with a wild card
    groups = [group for group in task.groups if len(group) > 1]
    bad = [group for group in groups if kind_of(group, deal) not in MELDS]
    wild = [group for group in groups if any(deal.is_wild[card.index] for card in group)]
    return general, _point("declare-cards", next(iter([*bad, *wild, *groups]), task.cards[:3]))


def _build(task: Task) -> tuple[Message, Hint]:
    name = "build:plain" if BY_KEY[task.lesson].plain else "build"
    return Message(f"hint.{name}"), _point_at_together(task)


def _repair(task: Task) -> tuple[Message, Hint]:
    if _asked(task):
        return Message("hint.repair:one-card"), _point_at_together(task)
    ways = list_known(task.rulebook.objectives, task.lesson)
    whole = all(way.rest is Rest.MELDED and way.needs != Needs() for way in ways)
    values = {"asked": _list_ways(task), "meld": name_meld(task.rulebook)}
    return Message("hint.repair:whole" if whole else "hint.repair", values), _point_at_together(task)


def _point_at_together(task: Task) -> Hint:
    """Cards that the right answer lays together and that do not lie so yet."""
    laid = [Counter(group) for group in task.groups]
    groups = [group for group in _answer(task) if len(group) > 1]
    new = [group for group in groups if Counter(group) not in laid]
    if len(new) >= _SEVERAL:  # the last ones: the first may lie there already
        shown = new[-(len(new) // 3) :]
        return _point("build-groups", sum(shown, ()), groups=Items(tuple(shown)))
    return _point("build-cards", next(iter([*new, *groups]), task.cards[:3]))


def lay_part(task: Task) -> tuple[Cards, ...]:
    """The groups that lie there at first where a whole large hand is laid out with help: the first half; else none."""
    helped = task.stage in ("worked", "hinted") and task.kind == "build" and task.asked is None
    if not helped or len(task.cards) < _LARGE:
        return ()
    groups = [group for group in _answer(task) if len(group) > 1]
    return tuple(groups[: len(groups) // 2])


def _discard(task: Task) -> tuple[Message, Hint]:
    left = list(task.cards)
    left.remove(Card.parse(str(KINDS["discard"].answer(task))))
    kept = [group for group in find_best(left, task.deal).as_laid() if len(group) > 1]
    pointed = _point("discard-cards", kept[0]) if kept else _point("no-group", task.cards)
    return Message("hint.discard"), pointed


def _take(task: Task) -> tuple[Message, Hint]:
    return Message("hint.take"), _point("take-cards", () if task.open is None else (task.open,))


def _move(task: Task) -> tuple[Message, Hint]:
    turn, dealt = task.turn, task.rulebook.deal
    name = ""
    if turn is not None and turn.phase is Phase.BEFORE_PLAY:
        name = ":before"
    elif turn is not None and turn.phase in (Phase.DRAW, Phase.THROW) and not turn.laid:
        name = ":count"
    return Message(f"hint.move{name}", {"dealt": dealt, "drawn": dealt + 1}), _point("move-cards", task.cards)


def _settle(task: Task) -> tuple[Message, Hint]:
    """What each player owes: the price of a hand only where its cards are counted."""
    assert task.round is not None  # such a task is made with one
    asked, players = _asked(task), task.round["players"]
    if knows(f"hint.settle:{asked}"):
        general = Message(
            f"hint.settle:{asked}",
            {"maal": name_value_cards(task.rulebook), "player": str(task.asked).partition(" ")[2]},
        )
        earning = list_value_cards(task.deal) if asked == EARNED else ()
        return general, _point(f"settle-cards:{asked}", (card for card in task.cards if card in earning))
    if holds("games counted", task.rulebook):
        general = Message("hint.settle:games", {"n": task.rulebook.settlement.game_point})
        return general, _point("settle-cards:games", task.cards)
    name = "hint.settle:bonus" if any("bonus" in one for one in players) else "hint.settle"
    general = Message(name, {"maal": name_value_cards(task.rulebook)})
    endings = [one["ending"] for one in players if "groups" in one]
    counted = {*endings} <= {Ending.LOST, Ending.LOST_BEFORE_FIRST_MOVE}
    return general, _point("settle-cards" if counted else "settle-cards:left", task.cards)


_HINTS: Mapping[str, Callable[[Task], tuple[Message, Hint]]] = {
    "classify": _classify,
    "spot": _spot,
    "complete": _complete,
    "mark": _mark,
    "compare": _compare,
    "count": _count,
    "declare?": _declare,
    "build": _build,
    "repair": _repair,
    "discard": _discard,
    "take?": _take,
    "move": _move,
    "settle": _settle,
}
