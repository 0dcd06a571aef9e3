"""Why an answer is wrong: the rule it goes against, and cards laid out that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..game.cards import CARDS, Card
from ..game.messages import Items, Message
from ..game.rules import MELDS, Measure
from ..game.table import set_table
from ..referee.scoring import score_arrangement
from ..rulebooks import RULEBOOKS
from ..solver.best import find_best
from .beliefs import kind_of
from .kinds.moves import list_discards
from .kinds.reading import as_groups
from .tasks import KINDS, Task
from .turns.hands import name_missing_of
from .worked import Shown, tell_cost

Groups = tuple[tuple[Card, ...], ...]
Told = tuple[Groups, Message]


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
    return None if found is None else Shown(found[0], task.turned, found[1])


# ---- single groups -------------------------------------------------------------------------------------------
def _would_be(task: Task, given: object, expected: object) -> Told | None:
    """The group with one card changed, so that it is what was answered, and the group itself."""
    (group,) = task.groups
    return next(
        (((changed, group), told) for changed, told in _changed(task, group) if kind_of(changed, task.deal) == given),
        None,
    )


def _changed(task: Task, group: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], Message]]:
    """The groups that differ in one card, or in one card more or less, out of the pack, and how they differ."""
    deal = task.deal
    others = [card for card in CARDS if deal.pack.copies(card) and not deal.is_wild[card.index]]
    for at, old in enumerate(group):
        for card in others:
            told = Message("why.classify:other", {"new": card, "old": old})
            yield (*group[:at], card, *group[at + 1 :]), told
    for at, old in enumerate(group):
        yield group[:at] + group[at + 1 :], Message("why.classify:fewer", {"old": old})
    for card in others:
        yield (*group, card), Message("why.classify:more", {"new": card})


def _completed(task: Task, given: object, expected: object) -> Told | None:
    """The group with the right card, and with the card answered."""
    if task.asked is not None and task.asked.startswith("joker"):
        return None
    (group,) = task.groups
    right, other = Card.parse(str(expected)), Card.parse(str(given))
    return ((*group, right), (*group, other)), Message("why.complete", {"right": right, "given": other})


def _that_group(task: Task, given: object, expected: object) -> Told:
    """The group that was to be found and the one answered, by their numbers in the task; then one card of it mended."""
    right, other = int(str(expected)), int(str(given))
    values = {"right": right, "given": other, "mended": len(task.groups) + 1}
    wrong, fine = task.groups[right - 1], task.groups[other - 1]
    for changed, told in _changed(task, wrong):
        if len(changed) == len(wrong) and kind_of(changed, task.deal) in MELDS:
            return (wrong, fine, changed), Message("why.spot:mended", {**values, **told.values})
    return (wrong, fine), Message("why.spot", values)


def _those_cards(task: Task, given: object, expected: object) -> Told | None:
    """Each card that should have been named, a group of its own."""
    assert isinstance(expected, list) and isinstance(given, list)
    missed = tuple(Card.parse(card) for card in expected if card not in given)
    extra = tuple(Card.parse(card) for card in given if card not in expected)
    name = "both" if missed and extra else "missed" if missed else "extra"
    shown = tuple((Card.parse(card),) for card in expected)
    return (shown, Message(f"why.mark:{name}", {"missed": missed, "extra": extra})) if shown else None


def _compared(task: Task, given: object, expected: object) -> Told | None:
    """For a game that was judged wrongly, a group that it does judge so, and the group of the task."""
    asked, _, _ = str(task.asked).partition(" ")
    if asked == "differ":
        right, other = int(str(expected)), int(str(given))
        groups = (task.groups[right - 1], task.groups[other - 1])
        return groups, Message("why.compare:differ", {"right": right, "given": other})
    if asked == "smallest":
        return as_groups(expected), Message("why.compare:smallest")
    if asked == "nearest":
        best = find_best(task.cards, task.deal).as_laid()
        return best, Message(f"why.compare:nearest-{expected}")
    assert isinstance(given, list) and isinstance(expected, list)
    (group,) = task.groups
    for key in task.choices:
        if (key in given) == (key in expected):
            continue
        book = RULEBOOKS[key]
        least, most = book.table.players
        deal = set_table(book, task.turned, min(max(task.players, least), most))
        for changed, told in _changed(task, group):
            if (kind_of(changed, deal) in MELDS) == (key in given):
                name = "allowed" if key in given else "refused"
                how = told.key.partition(":")[2]
                return (changed, group), Message(f"why.compare:{name}-{how}", {"game": book, **told.values})
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
    cards = (*task.cards, task.open) if expected == "yes" and task.open is not None else task.cards
    return find_best(cards, task.deal).as_laid(), Message(f"why.take:{reason}", {"card": task.open})


# ---- hands ---------------------------------------------------------------------------------------------------
def _judged(task: Task, given: object, expected: object) -> Told:
    """The groups that were to be judged; where a better grouping was there, that."""
    if task.asked == "best":
        return find_best(task.cards, task.deal).as_laid(), Message(f"why.declare-best:{expected}")
    lacks = () if task.asked or expected == "yes" else name_missing_of(task.groups, task.deal)
    if lacks:
        return task.groups, Message("why.declare:lacks", {"why": lacks[0]})
    return task.groups, Message("why.declare" if task.asked else f"why.declare:{expected}")


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
        costs = tuple(tell_cost(card, task.deal) for card in task.cards)
        return task.groups, Message("why.count:sum", {"costs": Items(costs, "comma"), "n": expected})
    return None if task.asked is not None else (task.groups, _tell_count(task))


def _tell_count(task: Task) -> Message:
    """Which cards of a hand count, by the reasons that the referee gives."""
    laid, deal = score_arrangement(task.groups, task.deal), task.deal
    if task.rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE:
        return Message("why.count:score")
    codes = {reason.code for reason in laid.reasons}
    unmet = next((reason.details for reason in laid.reasons if "exempt" in reason.details), None)
    exempt: Sequence[object] = MELDS if unmet is None else unmet["exempt"]  # type: ignore[assignment]
    counting = [group for group in laid.groups if group.kind not in exempt]
    if laid.points != sum(deal.points[card.index] for group in counting for card in group.cards):
        flat = unmet is not None and unmet["flat"] is not None
        name = "why.count:capped" if "capped" in codes else "why.count:fixed" if flat else "why.count"
        return Message(name, {"n": laid.points})
    if all(len(group.cards) == 1 for group in counting):
        return Message("why.count:loose" if counting else "why.count:nothing", {"n": laid.points})
    if len(counting) < len(laid.groups):
        return Message("why.count:some")
    return Message("why.count:all-without-pure" if "no-pure-sequence" in codes else "why.count:all")


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
