"""Why an answer is wrong: the rule it goes against, and cards laid out that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from ..distance.distance import find_distance
from ..game.cards import CARDS, Card
from ..game.messages import Items, Message
from ..game.rules import MELDS, Kind, Measure, Tier
from ..game.table import Deal
from ..referee.pairs import list_redeal_pairs
from ..referee.scoring import score_arrangement
from ..referee.value_cards import list_bonus, sum_bonus
from ..rounds.endings import LOSING
from ..rulebooks import RULEBOOKS
from ..solver.best import find_best
from ..wording.levels import find_tier, list_levels
from ..wording.phrases import as_shown, list_way, stand_ins
from .about import holds, name_value_cards
from .beliefs import kind_of
from .beliefs.habits import tidy
from .earned import lay_earned, list_earned
from .kinds.earning import EARNED
from .kinds.groups import open_deals
from .kinds.moves import list_discards
from .kinds.options import list_nets, name_option
from .kinds.reading import as_groups
from .kinds.settling import ADDS_UP
from .lessons import BY_KEY as LESSONS
from .tasks import KINDS, YES, Task
from .taught import list_known
from .turns.hands import find_broken, lay_to_see
from .worked.hands import hold
from .worked.steps import Shown, add_up, tell_cost

Groups = tuple[tuple[Card, ...], ...]
FEW = 8  # cards whose points are told one by one; of more, those of each group
Told = tuple[Groups, Message] | tuple[Groups, Message, tuple[int, ...]]


def show_why(task: Task, answer: object) -> Shown | None:
    """Cards laid out that show why an answer is wrong; None where it is right, or where none would help.

    Args:
        task: the task.
        answer: the answer, as plain JSON values.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    kind = KINDS[task.kind]
    given, expected = kind.read(task, answer), kind.answer(task)
    if given == expected or (kind.is_right is not None and kind.is_right(task, given)):
        return None
    found = _SHOWS[task.kind](task, given, expected) if task.kind in _SHOWS else None
    return None if found is None else Shown(found[0], task.turned, found[1], numbers=(*found[2:], ())[0])


def tell_reasons(task: Task, answer: object) -> tuple[Message, ...]:
    """Why the right answer is right, where that is no rule about the cards as they lie; empty elsewhere.

    Args:
        task: the task.
        answer: the answer that was given, as plain JSON values.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    kind = KINDS[task.kind]
    given, expected = kind.read(task, answer), kind.answer(task)
    asked, _, _ = str(task.asked).partition(" ")
    if task.kind == "discard":
        return _tell_throws(task, str(given), str(expected))
    if task.kind == "take?":
        (reason,) = kind.reasons(task) or ("no-use",)
        return (Message(f"because.take:{reason}", {"card": task.open and _name_card(task.open)}),)
    if task.kind == "settle":
        return _tell_hand(task)
    if asked == "second":
        return _tell_other(task, given)
    if asked == "option":
        return _tell_option(task)
    if asked not in _TELLING or task.kind not in _SHOWS:
        return ()
    found = _SHOWS[task.kind](task, given, expected)
    return () if found is None else (Message(_UNLAID.get(found[1].key, found[1].key), found[1].values),)


# questions whose reason is that of what is laid out after a wrong answer, whatever the answer was
_TELLING = ("value-cards", "redeal", "exchanges", "see", "nearest")
# and its words where those speak of cards laid out
_UNLAID = {
    "why.compare:nearest": "because.compare:nearest",
    "why.declare-see:yes": "because.declare-see:yes",
    "why.declare-see:no": "because.declare-see:no",
    "why.count-exchanges": "because.count-exchanges",
    "why.count-exchanges:none": "because.count-exchanges:none",
    "why.count-earned": "because.count-earned",
    "why.count-earned:apart": "because.count-earned:apart",
}


def _tell_throws(task: Task, given: str, expected: str) -> tuple[Message, ...]:
    """What the hand is after the best throw, and after the one answered where that is not as good."""
    discards = {str(one.card): one for one in list_discards(task)}
    best, other = discards[expected], discards[given]
    best = other if (best.distance, best.outs, best.score) == (other.distance, other.outs, other.score) else best
    told = []
    for one in dict.fromkeys((best, other)):
        figure = one.score if one.points is None else one.points
        values = {"card": _name_card(one.card), "n": one.distance, "outs": one.outs, "points": figure}
        alike = (best.distance, best.outs) == (other.distance, other.outs) and best != other
        same = "score" if one.points is None else "points"
        name = same if alike else "declares" if one.distance == 0 else "far" if one.distance is None else "near"
        told.append(Message(f"because.discard:{name}", values))
    broken = None if best is other else find_broken(task.cards, other.card, task.deal)
    if broken is not None:
        shown = broken.rest if broken.how == "shorter" else broken.cards
        name = f"because.breaks:{broken.how}" if broken.how else "because.breaks"
        told.append(Message(name, {"card": _name_card(other.card), "kind": kind_of(shown, task.deal), "cards": shown}))
    return tuple(told)


def _tell_hand(task: Task) -> tuple[Message, ...]:
    """How the points of a hand on the table came about that a loser pays, and what its value cards earn.

    Nothing is told of the points where another price is paid, and nothing of value cards where there are none.
    """
    if task.asked == ADDS_UP:
        return (_add_up_round(task),)
    players = [] if task.round is None else task.round["players"]
    payers = [one["name"] for one in players if "groups" in one and one["ending"] in LOSING]
    told = []
    if payers and not str(task.asked).startswith(EARNED) and holds("penalty, shown", task.rulebook):
        told.append(Message("because.settle", {"player": payers[0], "told": _tell_count(task)}))
    items = list_bonus(task.cards, task.deal) if payers and any("bonus" in one for one in players) else ()
    if items:
        values = {"player": payers[0], "earns": list_earned(task), "n": sum_bonus(items)}
        told.append(Message("because.earned", {**values, "maal": name_value_cards(task.rulebook)}))
    return tuple(told)


def _add_up_round(task: Task) -> Message:
    """The sum of all figures of a round, which must be 0."""
    nets = () if task.round is None else task.round["nets"]
    figures = " ".join(f"{'−' if net < 0 else '+'} {abs(net)}" for net in nets).removeprefix("+ ")
    return Message("because.adds-up" if sum(nets) == 0 else "because.adds-up:not", {"figures": figures, "n": sum(nets)})


def _tell_option(task: Task) -> tuple[Message, ...]:
    """What a player comes to without a house rule and with it."""
    nets, (_, player) = list_nets(task), name_option(task)
    if nets is None:
        return ()
    name = "because.option:same" if nets[0] == nets[1] else "because.option"
    return (Message(name, {"player": player, "n": nets[0], "other": nets[1]}),)


def _tell_other(task: Task, given: object) -> tuple[Message, ...]:
    """Whether groups laid out are a second way that is as good as the one shown, and why not."""
    groups = as_groups(given)
    is_right = KINDS[task.kind].is_right
    if is_right is not None and is_right(task, given):
        return (Message("because.second:as-good"),)
    laid, shown = score_arrangement(groups, task.deal), score_arrangement(task.groups, task.deal)
    worse = shown.score - laid.score
    spoilt: Sequence[Card] = next((one for one in groups if len(one) > 1 and kind_of(one, task.deal) not in MELDS), ())
    name = "same" if tidy(groups) == tidy(task.groups) else "worse" if worse > 0 else "no-meld" if spoilt else "loose"
    name = "declares" if shown.declares and not laid.declares else name
    return (Message(f"because.second:{name}", {"n": worse, "cards": spoilt}),)


# ---- single groups -------------------------------------------------------------------------------------------
def _would_be(task: Task, given: object, expected: object) -> Told | None:
    """The group with one card changed, so that it is what was answered, or another that is, and the group itself."""
    (group,), deal = task.groups, task.deal
    kind = Kind(str(given))
    wild = kind in (Kind.IMPURE_SEQUENCE, Kind.JOKERS)
    values = {"given": Message(f"a-kind.{kind}"), "found": Message(f"a-kind.{kind_of(group, deal)}")}
    laid = score_arrangement((group,), deal).groups[0]
    filled = tuple(stand or card for card, stand in zip(group, stand_ins(laid, group), strict=True))
    if kind is Kind.INVALID and filled != group and kind_of(filled, deal) in MELDS:
        return (filled, group), Message("why.classify:filled", values)
    for changed, told in _changed(task, group, wild=wild, near=kind is Kind.INVALID):
        if kind_of(changed, deal) is kind:
            return (changed, group), Message(told.key, {**told.values, **values})
    sample = next((made for made in _make_near(group, deal) if kind_of(made, deal) is kind), None)
    return None if sample is None else ((sample, group), Message("why.classify:sample", values))


def _make_near(group: tuple[Card, ...], deal: Deal) -> Iterator[tuple[Card, ...]]:
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


def _changed(
    task: Task, group: tuple[Card, ...], *, wild: bool = False, near: bool = False
) -> Iterator[tuple[tuple[Card, ...], Message]]:
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
            told = Message("why.classify:other", {"new": _name_card(card), "old": _name_card(old)})
            yield (*group[:at], card, *group[at + 1 :]), told
    for at, old in enumerate(group):
        yield group[:at] + group[at + 1 :], Message("why.classify:fewer", {"old": _name_card(old)})
    for card in others:
        yield (*group, card), Message("why.classify:more", {"new": _name_card(card)})


def _completed(task: Task, given: object, expected: object) -> Told | None:
    """The group with the right card, and with the card answered."""
    if task.asked is not None and task.asked.startswith("joker"):
        return None
    (group,) = task.groups
    right, other = Card.parse(str(expected)), Card.parse(str(given))
    return ((*group, right), (*group, other)), Message("why.complete", {"right": right, "given": other})


def _that_group(task: Task, given: object, expected: object) -> Told:
    """The group that was to be found and the one answered, by their numbers in the task; then what it would need."""
    right, other, new = int(str(expected)), int(str(given)), len(task.groups) + 1
    values = {"right": right, "given": other, "mended": new, "next": new + 1}
    wrong, fine = task.groups[right - 1], task.groups[other - 1]
    mends = [one for one in _changed(task, wrong) if kind_of(one[0], task.deal) in MELDS]
    if mends:
        changed, told = min(mends, key=lambda one: _is_far(one[1], task))
        shown = tuple(as_shown(score_arrangement((changed,), task.deal).groups[0]))
        name = f"why.spot:{told.key.partition(':')[2]}"
        return (wrong, fine, shown), Message(name, {**values, **told.values}), (right, other, new)
    known = [made for made in _make_near(wrong, task.deal) if not any(task.deal.is_wild[card.index] for card in made)]
    alike = next((made for made in known if kind_of(made, task.deal) is Kind.SET), ())
    runs = (made for made in known if kind_of(made, task.deal) is Kind.PURE_SEQUENCE and {*made} & {*alike} & {*wrong})
    run = min(runs, key=lambda made: _is_early_ace(made, task), default=None)
    if run is None or "neither" not in [
        reason.code for reason in score_arrangement((wrong,), task.deal).groups[0].reasons
    ]:
        return (wrong, fine), Message("why.spot", values), (right, other)
    card = next(card for card in wrong if card in alike)
    return (wrong, run, alike), Message("why.spot:apart", {**values, "card": card}), (right, new, new + 1)


def _is_far(told: Message, task: Task) -> tuple[bool, bool]:
    """Whether a change brings an ace in before a lesson has told where it stands; whether it brings another rank in."""
    new, old = (one if isinstance(one, Card) else None for one in (told.values.get("new"), told.values.get("old")))
    if new is None or new.is_printed_joker:
        return False, True
    return _is_early_ace((new,), task), old is None or old.index % 13 != new.index % 13


def _is_early_ace(cards: Sequence[Card], task: Task) -> bool:
    """Whether there is an ace among cards of a lesson that comes before the one that tells where it stands."""
    return LESSONS[task.lesson].simple and any(card.index % 13 == 0 for card in cards)


def _those_cards(task: Task, given: object, expected: object) -> Told | None:
    """A card that was left out at work in a sequence, and one that was named and does nothing there."""
    assert isinstance(expected, list) and isinstance(given, list)
    missed = tuple(Card.parse(card) for card in expected if card not in given)
    extra = tuple(Card.parse(card) for card in given if card not in expected)
    ends = next((one for one in _ENDS if not any(task.deal.is_wild[card.index] for card in one)), None)
    if ends is None:
        return None
    name = "both" if missed and extra else "missed" if missed else "extra"
    values = {"missed": _list_cards(missed), "extra": _list_cards(extra), "stands": CARDS[ends[0].index + 1]}
    values |= {role: _name_card(one[0]) for role, one in (("wild", missed), ("plain", extra)) if one}
    groups = tuple((ends[0], one[0], ends[1]) for one in (missed, extra) if one)
    return groups, Message(f"why.mark:{name}", values)


# the ends of sequences whose middle is missing, of which one is free of wild cards whatever has been turned
_ENDS = tuple((Card.parse(f"{low}H"), Card.parse(f"{high}H")) for low, high in ("57", "9J", "24", "TQ"))


def _name_card(card: Card) -> Card | Message:
    return Message("why.printed-joker") if card.is_printed_joker else card


def _list_cards(cards: Sequence[Card]) -> Items:
    return Items(tuple(map(_name_card, hold(cards))))


def _compared(task: Task, given: object, expected: object) -> Told | None:
    """For a game that was judged wrongly, a group that it does judge so, and the group of the task."""
    asked, _, _ = str(task.asked).partition(" ")
    if asked == "option":
        return None
    if asked == "differ":
        right, other = int(str(expected)), int(str(given))
        groups = (task.groups[right - 1], task.groups[other - 1])
        return groups, Message("why.compare:differ", {"right": right, "given": other})
    if asked == "smallest":
        return as_groups(expected), Message("why.compare:smallest")
    if asked == "nearest":
        best = find_best(task.cards, task.deal).as_laid()
        ways = [Items(list_way(way, task.rulebook)) for way in task.rulebook.objectives if way.name == expected]
        return best, Message("why.compare:nearest", {"asked": Items(tuple(ways), "or")})
    assert isinstance(given, list) and isinstance(expected, list)
    (group,) = task.groups
    deals = open_deals(task)
    wild = [card for card in group if any(deal.is_wild[card.index] for deal in deals.values())]
    near = list(_changed(task, group, near=True))
    near.sort(key=lambda one: one[1].values.get("old") not in wild)  # a card that is wild in some game decides
    for key in sorted(task.choices, key=lambda key: key != task.rulebook.key):
        if (key in given) == (key in expected):
            continue
        for changed, told in near:
            if (kind_of(changed, deals[key]) in MELDS) == (key in given):
                name = "allowed" if key in given else "refused"
                how = told.key.partition(":")[2]
                return (changed, group), Message(f"why.compare:{name}-{how}", {"game": RULEBOOKS[key], **told.values})
    return None


# ---- moves ---------------------------------------------------------------------------------------------------
def _thrown(task: Task, given: object, expected: object) -> Told | None:
    """What is kept after the best throw, and how much better that is than after the one answered."""
    discards = {str(one.card): one for one in list_discards(task)}
    best, other = discards[str(expected)], discards[str(given)]
    kept = list(task.cards)
    kept.remove(best.card)
    values = {"right": best.card, "given": other.card}
    if best.distance != other.distance and best.distance is not None and other.distance is not None:
        text = Message("why.discard:distance", {**values, "near": best.distance, "far": other.distance})
    elif best.outs != other.outs:
        text = Message("why.discard:outs", {**values, "more": best.outs, "fewer": other.outs})
    elif best.points is not None and other.points is not None:
        text = Message("why.discard:points", {**values, "less": best.points, "more": other.points})
    else:
        text = Message("why.discard", values)
    return find_best(kept, task.deal).as_laid(), text


def _taken(task: Task, given: object, expected: object) -> Told | None:
    """The hand with the open card, if it is to be taken, else the hand as it is best without it."""
    (reason,) = KINDS["take?"].reasons(task) or ("no-use",)
    cards = (*task.cards, task.open) if expected == YES and task.open is not None else task.cards
    told = Message(f"why.take:{reason}", {"card": task.open and _name_card(task.open)})
    return find_best(cards, task.deal).as_laid(), told


# ---- hands ---------------------------------------------------------------------------------------------------
def _judged(task: Task, given: object, expected: object) -> Told | None:
    """The groups that were to be judged; where a better grouping was there, that."""
    if task.asked == "best":
        return find_best(task.cards, task.deal).as_laid(), Message(f"why.declare-best:{expected}")
    if task.asked == "redeal":
        return _lay_pairs(task, str(expected))
    if task.asked == "see":
        asked = list_levels(task.rulebook.scoring.tiers[:-1], task.rulebook)
        return lay_to_see(task.groups, task.deal), Message(f"why.declare-see:{expected}", {"asked": asked})
    return None  # the groups lie there as they were judged, and the verdict says what they lack


def _lay_pairs(task: Task, expected: str) -> Told:
    """The pairs of a hand dealt, and how many of them mean a new deal."""
    pairs = list_redeal_pairs(task.cards, task.rulebook)
    loose = [(card,) for card in hold((Counter(task.cards) - Counter(sum(pairs, ()))).elements())]
    values = {"n": len(pairs), "wanted": task.rulebook.settlement.redeal_pairs, "players": task.players}
    name = "two" if task.players < 3 else expected
    return (*pairs, *loose), Message(f"why.declare-redeal:{name}", values)


def _built(task: Task, given: object, expected: object) -> Told:
    """The groups that the engine makes, and how much better they are than those answered."""
    groups = as_groups(expected)
    if task.asked == "second":
        return groups, Message("why.build:second")
    better = score_arrangement(groups, task.deal).score - score_arrangement(as_groups(given), task.deal).score
    return groups, Message("why.build", {"n": better}) if better else Message("why.build:declares")


def _repaired(task: Task, given: object, expected: object) -> Told:
    return as_groups(expected), Message("why.repair")


def _counted(task: Task, given: object, expected: object) -> Told | None:
    """The hand, and which of its cards count."""
    if task.asked == "loose":
        costs = tuple(tell_cost(card, task.deal) for card in hold(task.cards))
        return task.groups, Message("why.count:sum", {"costs": Items(costs, "comma"), "n": expected})
    if task.asked == "exchanges":
        return _exchanged(task)
    if task.asked == "value-cards":
        return lay_earned(task)
    return None if task.asked is not None else (task.groups, _tell_count(task))


def _exchanged(task: Task) -> Told | None:
    """The hand after the fewest exchanges, so that it may declare."""
    found = find_distance(task.cards, task.deal)
    if found.witness is None:
        return None
    missing, given = found.witness.missing, found.witness.given
    groups = tuple(cards for _, cards in found.witness.groups)
    left = Counter((*task.cards, *missing)) - Counter(given) - Counter(card for group in groups for card in group)
    values = {"n": found.exchanges, "missing": _list_cards(missing), "given": _list_cards(given)}
    name = "why.count-exchanges" if missing else "why.count-exchanges:none"
    return (*groups, *((card,) for card in hold(left.elements()))), Message(name, values)


def _tell_count(task: Task) -> Message:
    """Which cards of a hand count, by the reasons that the referee gives."""
    laid, deal = score_arrangement(task.groups, task.deal), task.deal
    if task.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE:
        return Message("why.count:score")
    codes = {reason.code for reason in laid.reasons}
    unmet = next((reason.details for reason in laid.reasons if "exempt" in reason.details), None)
    tier = find_tier(laid.reasons, task.rulebook)
    exempt: Sequence[object] = MELDS if unmet is None else unmet["exempt"]  # type: ignore[assignment]
    counting = [group.cards for group in laid.groups if group.kind not in exempt]
    costs = [[deal.points[card.index] for card in cards] for cards in counting]
    sums, each = list(map(sum, costs)), list(chain(*costs))
    values = {"n": laid.points, "sum": add_up(each if len(each) <= FEW else sums)}
    if laid.points != sum(sums):
        if "capped" not in codes and tier is not None and tier.flat is not None:
            return _tell_fixed(tier, task, laid.points)
        return Message("why.count:capped" if "capped" in codes else "why.count", values)
    if not counting:
        return Message("why.count:nothing")
    if all(len(cards) == 1 for cards in counting):
        told = Items(tuple(tell_cost(card, deal) for card in hold(card for (card,) in counting)), "comma")
        return Message("why.count:loose", {"n": laid.points, "costs": told})
    if {*MELDS} <= {*exempt}:
        return Message("why.count:melds", values)
    left = dict.fromkeys(group.kind for group in laid.groups if group.kind in exempt)
    if left:
        kinds = Items(tuple(Message(f"kinds.{kind}") for kind in left))
        return Message("why.count:some", {**values, "kinds": kinds})
    return Message("why.count:all-without-pure" if "no-pure-sequence" in codes else "why.count:all", values)


def _tell_fixed(tier: Tier, task: Task, points: int | None) -> Message:
    """What a hand has, or has not, at whose level the cards are not added up."""
    tiers, book = task.rulebook.scoring.tiers, task.rulebook
    last = tier is tiers[-1]
    asked = list_levels(list_known(tiers[:-1], task.lesson) if last else (tier,), book)
    name = "fixed" if not asked.values else "fixed-lacks" if last else "fixed-has"
    return Message(f"why.count:{name}", {"n": points, "asked": asked})


_SHOWS: Mapping[str, Callable[[Task, object, object], Told | None]] = {
    "classify": _would_be,
    "complete": _completed,
    "spot": _that_group,
    "mark": _those_cards,
    "declare?": _judged,
    "build": _built,
    "repair": _repaired,
    "count": _counted,
    "compare": _compared,
    "discard": _thrown,
    "take?": _taken,
}
