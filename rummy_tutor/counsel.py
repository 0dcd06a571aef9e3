"""Advice in words: how far, what to throw, what helps, and whether the open card is worth taking.

The figures come from ``advice``; the command line and the page say them with these sentences.
"""

from __future__ import annotations

from collections.abc import Sequence

from .advice import Advice, Discard, Pick, holds_pure_sequence
from .distance import Distance
from .phrases import cite, count_of, describe_objective, join_words, name_objective, points_of, show_card, with_minus
from .rules import Measure, PickingUp, Rulebook
from .table import Deal


def percent(share: float) -> str:
    """A chance in per cent, with one digit more where it is small.

    Example:
        >>> percent(0.1209), percent(0.0209), percent(0.0)
        ('12 %', '2.1 %', '0 %')
    """
    figure = f"{share:.0%}" if share >= 0.0995 or not share else f"{share:.1%}"
    return figure.removesuffix("%") + " %"


def say_distance(distance: Distance, deal: Deal, held: int) -> str:
    """How far a hand is from declaring, in a sentence.

    Args:
        distance: how far.
        deal: the rulebook at its table.
        held: how many cards are held.
    """
    book, exchanges = deal.rulebook, distance.exchanges
    if exchanges is None and held not in (book.deal, book.deal + 1):
        return f"{book.title} deals {book.deal} cards: with {held} there is no declaring."
    if exchanges is None:
        return "These cards can never declare: what it would take can no longer be had."
    if exchanges == 0:
        return "These cards can declare." if held == book.deal else "Throw one card, and the others can declare."
    return f"{count_of(exchanges, 'card')} away from declaring."


def say_seeing(distance: Distance) -> str:
    """How far a hand is from seeing the turned card; empty where the game hides no card."""
    if distance.to_see is None:
        return ""
    if distance.to_see == 0:
        return "The turned card may be seen now."
    return f"{count_of(distance.to_see, 'card')} away from seeing the turned card."


def explain_way(distance: Distance, rulebook: Rulebook) -> tuple[str, ...]:
    """What the nearest way to declare asks for, and which cards are exchanged; empty if there is none."""
    witness = distance.witness
    if witness is None:
        return ()
    told = []
    objective = next((way for way in rulebook.objectives if way.name == witness.objective), None)
    if objective is not None:
        source = cite(rulebook, "objectives")
        asked = f"{name_objective(objective)}: {describe_objective(objective, rulebook)}."
        told.append(f"{asked} [{source}]" if source else asked)
    if witness.missing:
        missing = join_words([show_card(card) for card in witness.missing])
        jokers = rulebook.wilds.printed and any(card.is_printed_joker for card in witness.missing)
        told.append(f"Missing: {missing}{', or another wild card' if jokers else ''}.")
    if witness.given:
        told.append(f"To be given up: {join_words([show_card(card) for card in witness.given])}.")
    return tuple(told)


def worth(points: int | None, score: int) -> str:
    """A figure of a hand: points it costs, or its score where melds are worth points."""
    return f"a score of {with_minus(score)}" if points is None else points_of(points)


def say_chance(advice: Advice) -> str:
    """How many of the cards still to come help, in a sentence; empty if that was not asked or there are none."""
    if advice.outs is None:
        return ""
    if not advice.unseen:
        return "No card is left to be drawn."
    better = "cheaper" if advice.rulebook.scoring.measure is Measure.PENALTY else "worth more"
    of = f"of the {count_of(advice.unseen, 'card')} still to come"
    near, cheap = advice.copies("distance"), advice.copies("points")
    if not near and not cheap:
        return (
            f"The hand can declare; none {of} makes it better."
            if advice.distance.exchanges == 0
            else f"None {of} helps."
        )
    parts = []
    if advice.distance.exchanges:
        parts.append(_share(near, "brings", "bring", advice.unseen, "the hand nearer"))
    if cheap:
        parts.append(_share(cheap, "makes", "make", advice.unseen, f"it {better}" if parts else f"the hand {better}"))
    if not parts:
        return ""
    return f"{of[0].upper()}{of[1:]}, {' and '.join(parts)}."


def _share(count: int, one: str, many: str, unseen: int, what: str) -> str:
    if not count:
        return f"none {one} {what}"
    return f"{count} {one if count == 1 else many} {what} ({percent(count / unseen)})"


def tied_rows(discards: Sequence[Discard]) -> list[list[Discard]]:
    """The discards in their order, those that are as good as each other together."""
    tied: list[list[Discard]] = []
    for row in discards:
        if row.equal and tied:
            tied[-1].append(row)
        else:
            tied.append([row])
    return tied


def explain_discards(advice: Advice) -> tuple[str, ...]:
    """What the order of the discards goes by, what to throw and which are ties; empty if that was not asked."""
    if not advice.discards:
        return ()
    lost = "what the hand costs" if advice.rulebook.scoring.measure is Measure.PENALTY else "what the hand scores"
    order = f"The nearest to declaring comes first, then the one with most outs, then {lost} if another declares next."
    best, *others = tied_rows(advice.discards)
    names = join_words([show_card(row.card) for row in best], "or")
    first = best[0]
    after = say_after(first.distance)
    outs = f" with {count_of(first.outs, 'out')}" if first.distance else ""
    told = [f"Throw {names}: {after}{outs}, {worth(first.points, first.score)} if another declares next.", order]
    if len(best) > 1:
        told.append(
            f"{join_words([show_card(row.card) for row in best])} are equally good in all three; the dearest is first."
        )
    elif any(len(rows) > 1 for rows in others):
        told.append("Rows marked = are as good as the one above; the dearest card is first.")
    return tuple(told)


def say_after(exchanges: int | None) -> str:
    """How far a hand then is, as part of a sentence."""
    if exchanges is None:
        return "the hand can no longer declare"
    return "the hand declares" if exchanges == 0 else f"{count_of(exchanges, 'card')} away"


def say_verdict(pick: Pick) -> str:
    """What to do with the open card."""
    if pick.reason == "not-allowed":
        return f"{show_card(pick.card)} may not be taken."
    if pick.take is False:
        return f"Leave {show_card(pick.card)}."
    proviso = _PROVISOS.get(pick.rule, "") if pick.allowed is None else ""
    return f"Take {show_card(pick.card)}{proviso}."


def explain_pick(pick: Pick, advice: Advice) -> tuple[str, ...]:
    """Why the open card is worth taking or not, and the rule on picking up.

    Args:
        pick: the verdict.
        advice: what is known of the hand; its outs may still be missing.
    """
    book, now = advice.rulebook, advice.distance.exchanges
    told = []
    if pick.reason == "nearer" and pick.distance == 0:
        told.append("With it the hand declares.")
    elif pick.reason == "nearer":
        told.append(f"With it the hand is {count_of(pick.distance, 'card')} away from declaring{_instead(now)}.")
    elif pick.reason == "cheaper":
        figures = f"{worth(pick.points, pick.score)} instead of {worth(advice.points, advice.score)}"
        told.append(f"It brings the hand no nearer, but if another declares next it leaves {figures}.")
        if advice.outs is not None and now and advice.copies("distance"):
            told.append(f"A card from the stock brings the hand nearer in {percent(advice.chance())} of cases.")
    elif pick.reason == "stock":
        does = "may do so" if advice.outs is None else f"does so in {percent(advice.chance())} of cases"
        told.append(f"It brings the hand no nearer. A card from the stock {does}, and is as good for the points.")
    elif pick.reason == "no-use":
        told.append("It brings the hand no nearer and makes it no better.")
    elif pick.rule is PickingUp.ANY_IF_LOWEST_MELDED:
        told.append("No meld with it can be laid at once.")
        if not holds_pure_sequence((*advice.hand.cards, pick.card), advice.deal):
            told.append("A pure sequence is laid first, and these cards hold none.")
    rule = _PICK_UP_RULES[pick.rule]
    wild = advice.deal.is_wild[pick.card.index]
    if pick.rule is PickingUp.NO_JOKER_BUT_FIRST_OPEN and not wild:
        rule = "It is no joker, so it may be taken."
    elif pick.rule is PickingUp.NO_WILD_ONCE_SEEN and not wild:
        rule = "It is no wild card, so it may be taken."
    elif pick.rule is PickingUp.NO_WILD_ONCE_SEEN:
        rule += (
            f" These cards {'cannot have shown it' if pick.allowed else 'can show it, and are taken to have done so'}."
        )
    source = cite(book, "settlement.pick_up")
    told.append(f"{rule} [{source}]" if source else rule)
    return tuple(told)


def _instead(now: int | None) -> str:
    return "" if now is None else f" instead of {now}"


_PICK_UP_RULES = {
    PickingUp.FREE: "Any top card of the discards may be taken.",
    PickingUp.NO_JOKER_BUT_FIRST_OPEN: "A joker may be taken from the discards only if it is the very first open card.",
    PickingUp.NO_WILD_ONCE_SEEN: "A wild card may be taken only by a player who has not seen the turned card.",
    PickingUp.ANY_IF_LOWEST_MELDED: "It may be taken only with all cards above it, and if it is melded at once.",
}
assert set(_PICK_UP_RULES) == set(PickingUp)
# when a card may be taken that only circumstances allow
_PROVISOS = {
    PickingUp.NO_JOKER_BUT_FIRST_OPEN: " if it is the very first open card",
    PickingUp.ANY_IF_LOWEST_MELDED: "; as the very first open card only with a pure sequence on the table",
}
