"""Advice in words: how far, what to throw, what helps, and whether the open card is worth taking.

The figures come from ``advice``; the command line and the page say them with these sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ..game.cards import CARDS, Card
from ..game.messages import Items, Message, key_of, tell_later
from ..game.records import Distance
from ..game.rules import Kind, Measure, PickingUp
from ..game.table import Deal
from ..game.unseen import count_stock
from ..study.advice import Advice, Discard, Pick
from ..study.analysis import holds_pure_sequence
from ..study.dropping import Drop
from .phrases import Cited, cite, in_points
from .rule_texts import describe_objective, name_objective
from .speech import say, tell, tell_if


def percent(share: float) -> str:
    """A chance in per cent, with one digit more where it is small.

    Example:
        >>> percent(0.1209), percent(0.0209), percent(0.0)
        ('12 %', '2.1 %', '0 %')
    """
    figure = f"{share:.0%}" if share >= 0.0995 or not share else f"{share:.1%}"
    return figure.removesuffix("%") + " %"


# ---- how far -----------------------------------------------------------------------------------------------
def say_distance(distance: Distance, deal: Deal, held: int, *, beside_figure: bool = False) -> str:
    """How far a hand is from declaring, in a sentence.

    Args:
        distance: how far.
        deal: the rulebook at its table.
        held: how many cards are held.
        beside_figure: leave out the number of cards, which stands before the sentence in large type.
    """
    book, exchanges = deal.rulebook, distance.exchanges
    if exchanges is None and held not in (book.deal, book.deal + 1):
        return tell("distance.wrong-size", rulebook=book, deal=book.deal, n=held)
    if exchanges is None:
        return tell("distance.never")
    if exchanges == 0:
        return tell("distance.now" if held == book.deal else "distance.now:throw")
    return tell("distance.beside" if beside_figure else "distance.away", n=exchanges)


def say_seeing(distance: Distance) -> str:
    """How far a hand is from seeing the turned card; empty where the game hides no card."""
    if distance.to_see is None:
        return ""
    return tell("distance.to-see" if distance.to_see else "distance.to-see:now", n=distance.to_see)


def say_drop(drop: Drop) -> str:
    """What leaving before one's first draw costs, and what hands like this one pay when played on; empty if unknown."""
    if drop.on is None or drop.spread is None or drop.gain is None or drop.price is None:
        return ""
    best = "even" if abs(drop.gain) < drop.spread else drop.best
    on = tell_later("drop.wins" if drop.on > 0 else "drop.costs", worth=in_points(round(abs(drop.on))))
    return tell(key_of("drop.", best), price=in_points(drop.price), on=on)


def explain_way(advice: Advice) -> tuple[str, ...]:
    """What the nearest way to declare asks for, which cards are exchanged, and how many of them can still come."""
    witness, rulebook = advice.distance.witness, advice.rulebook
    if witness is None:
        return ()
    sentences: list[str] = []
    objective = next((way for way in rulebook.objectives if way.name == witness.objective), None)
    if objective is not None:
        rule = " ".join(map(say, describe_objective(objective, rulebook)))
        sentences.append(
            Cited(tell("way.asks", name=name_objective(objective), rule=rule), cite(rulebook, "objectives"))
        )
    missing = tell_if("way.missing", witness.missing, cards=list_cards(witness.missing))
    supply = _tell_supply(advice, witness.missing) if missing else []
    return (*sentences, *missing, *supply, *tell_if("way.given", witness.given, cards=list_cards(witness.given)))


def _tell_supply(advice: Advice, missing: Sequence[Card]) -> list[str]:
    """How many copies of the missing cards are unseen, and that any wild card will do where one stands for another."""
    deal = advice.deal
    stock = count_stock(Counter(card.index for card in advice.hand.cards), deal, advice.seen)
    wanted, uses = Counter(missing), Counter[Card]()
    for group in advice.way:
        uses.update(group.cards if group.kind is Kind.JOKERS else [wild.card for wild in group.wilds])
    wild = wanted & uses
    copies = Items(tuple(tell_later("way.copies", card=card, n=stock[card.index]) for card in sorted(wanted)), "comma")
    left = sum(stock[card.index] for card in CARDS if deal.is_wild[card.index])
    return [tell("way.supply", copies=copies), *tell_if("way.any-wild", wild, n=wild.total(), left=left)]


def worth(points: int | None, score: int) -> str:
    """A figure of a hand: points it costs, or its score where melds are worth points."""
    return say(_worth(points, score))


def _worth(points: int | None, score: int) -> Message:
    return tell_later("worth.score", n=score) if points is None else in_points(points)


# ---- what helps --------------------------------------------------------------------------------------------
def say_chance(advice: Advice) -> str:
    """How many of the cards still to come help, in a sentence; empty if that was not asked or there are none."""
    if advice.outs is None:
        return ""
    unseen = advice.unseen
    if not unseen:
        return tell("chance.none-left")
    near, better = advice.copies("distance"), advice.copies("points")
    if not near and not better:
        return tell("chance.no-help" if advice.distance.exchanges else "chance.can-declare", n=unseen)
    key = "nearer"
    if better:
        better_key = "cheaper" if advice.rulebook.scoring.measure is Measure.PENALTY else "worth-more"
        towards = "nearer-" if near else "not-nearer-"
        key = f"{towards}{better_key}" if advice.distance.exchanges else better_key
    shares = {"near_share": percent(near / unseen), "better_share": percent(better / unseen)}
    return tell(key_of("chance.", key), n=unseen, near=near, better=better, **shares)


# ---- what to throw -----------------------------------------------------------------------------------------
def list_cards(cards: Iterable[Card], joined: str = "and") -> Items:
    """Cards in the order of the pack, printed jokers counted."""
    ordered = sorted(cards)
    jokers = sum(card.is_printed_joker for card in ordered)
    plain: list[object] = [card for card in ordered if not card.is_printed_joker]
    counted = [tell_later("way.printed-jokers", n=jokers)] if jokers else []
    return Items((*plain, *counted), joined)


def tied_rows(discards: Sequence[Discard]) -> list[list[Discard]]:
    """The discards in their order, those that are as good as each other together."""
    starts = [at for at, row in enumerate(discards) if not at or not row.equal]
    return [[*discards[start:end]] for start, end in pairwise([*starts, len(discards)])]


def explain_discards(advice: Advice) -> tuple[str, ...]:
    """What to throw, what the order goes by, what costs least now, which are ties; empty if that was not asked."""
    if not advice.discards:
        return ()
    best, *others = tied_rows(advice.discards)
    cards = tuple(row.card for row in best)
    penalty = advice.rulebook.scoring.measure is Measure.PENALTY
    cheapest = max(advice.discards, key=lambda row: row.score)
    dearer: tuple[str, ...] = ()
    if cheapest.score > best[0].score:
        least = tell("discard.cheapest" if penalty else "discard.cheapest:score", card=cheapest.card)
        dearer = (f"{_compare_throws(best[0], cheapest)} {least}",)
    return (
        _say_best(cards, best[0]),
        tell("discard.order" if penalty else "discard.order:score"),
        *dearer,
        *tell_if("discard.equal", len(best) > 1, cards=list_cards(cards)),
        *tell_if("discard.rows-equal", len(best) == 1 and any(len(rows) > 1 for rows in others)),
    )


def explain_advice(advice: Advice, thrown: Card | None = None) -> str:
    """Why to throw a card or not, in a sentence; where none is thrown, how far the hand is, or what helps.

    Args:
        advice: what is known of the hand.
        thrown: one of its discards; the best one if None.
    """
    rows = advice.discards or ()
    if not rows:
        helps = say_chance(advice) if advice.distance.exchanges else ""
        return helps or say_distance(advice.distance, advice.deal, len(advice.hand.cards))
    best, *others = tied_rows(rows)
    row = next((row for row in rows if row.card == thrown), best[0])
    if row not in best:
        return _compare_throws(best[0], row)
    if others:
        least = max(rows, key=lambda other: other.score)  # what a player would throw who looks at points alone
        return _compare_throws(row, least if least.score > row.score else others[0][0])
    cards = tuple(row.card for row in best)
    return tell("discard.equal", cards=list_cards(cards)) if len(best) > 1 else _say_best(cards, row)


def _compare_throws(best: Discard, other: Discard) -> str:
    """Why one card is better to throw than another, by the first of the figures in which they differ."""
    cards = {"best": best.card, "card": other.card}
    if best.distance != other.distance:
        variant = "never" if other.distance is None else "" if best.distance else "now"
        return tell(key_of("discard.rather:", variant), **cards, n=best.distance, far=other.distance)
    if best.outs != other.outs:
        return tell("discard.rather:outs", **cards, n=best.outs, outs=other.outs)
    worth, less = _worth(best.points, best.score), _worth(other.points, other.score)
    return tell("discard.rather:worth", **cards, worth=worth, less=less)


def _say_best(cards: tuple[Card, ...], row: Discard) -> str:
    """What to throw, how far the hand is then, how many cards help, and what it costs."""
    variant = "never" if row.distance is None else "" if row.distance else "now"
    outs = tell_later("count.outs", n=row.outs)
    worth = _worth(row.points, row.score)
    return tell(key_of("discard.best:", variant), cards=list_cards(cards, "or"), n=row.distance, outs=outs, worth=worth)


def say_after(exchanges: int | None) -> str:
    """How far a hand then is, as part of a sentence."""
    if exchanges is None:
        return tell("far.never")
    return tell("far.away" if exchanges else "far.now", n=exchanges)


# ---- the open card -----------------------------------------------------------------------------------------
def say_verdict(pick: Pick) -> str:
    """What to do with the open card."""
    if pick.reason == "not-allowed":
        return tell("pick.not-allowed", card=pick.card)
    if pick.take is False:
        return tell("pick.leave", card=pick.card)
    depends = pick.allowed is None and pick.rule in _PROVISOS
    return tell(key_of("pick.take:", pick.rule) if depends else "pick.take", card=pick.card)


# the rules by which a card may be taken only in circumstances that the hand does not tell
_PROVISOS = (PickingUp.NO_JOKER_BUT_FIRST_OPEN, PickingUp.ANY_IF_LOWEST_MELDED, PickingUp.STOCK_FIRST)


def explain_pick(pick: Pick, advice: Advice) -> tuple[str, ...]:
    """Why the open card is worth taking or not, and the rule on picking up.

    Args:
        pick: the verdict.
        advice: what is known of the hand; its outs may still be missing.
    """
    return (*_weigh(pick, advice), *_may_take(pick, advice))


def _weigh(pick: Pick, advice: Advice) -> list[str]:
    """What the open card is worth to the hand."""
    now = advice.distance.exchanges
    share = percent(advice.chance()) if advice.outs is not None and advice.unseen else None
    if pick.reason == "nearer" and pick.distance == 0:
        return [tell("pick.declares")]
    if pick.reason == "nearer":
        return [tell("pick.nearer" if now is None else "pick.nearer:instead", n=pick.distance, now=now)]
    if pick.reason == "cheaper":
        figures = {"worth": _worth(pick.points, pick.score), "now": _worth(advice.points, advice.score)}
        from_stock = share and now and advice.copies("distance")
        return [tell("pick.cheaper", **figures), *tell_if("pick.stock-chance", from_stock, share=share)]
    if pick.reason == "stock":
        return [tell("pick.stock:chance" if share else "pick.stock", share=share)]
    if pick.reason == "no-use":
        return [tell("pick.no-use")]
    if pick.rule is not PickingUp.ANY_IF_LOWEST_MELDED:  # why not, the rule says
        return []
    lacks_pure = not holds_pure_sequence((*advice.hand.cards, pick.card), advice.deal)
    return [tell("pick.no-meld"), *tell_if("pick.no-pure", lacks_pure)]


def _may_take(pick: Pick, advice: Advice) -> list[str]:
    """The rules on picking up, as they bear on the open card."""
    wild = advice.deal.is_wild[pick.card.index]
    sentences: list[str] = []
    for rule in advice.rulebook.settlement.bars:
        if rule is PickingUp.NO_JOKER_BUT_FIRST_OPEN and not wild:
            key = "pick.no-joker"
        elif rule is PickingUp.NO_WILD_ONCE_SEEN and not wild:
            key = "pick.no-wild"
        else:
            key = key_of("pick.rule:", rule)
        sentences.append(Cited(tell(key), cite(advice.rulebook, "settlement.pick_up")))
        if (rule is PickingUp.NO_WILD_ONCE_SEEN and wild) or rule is PickingUp.ONCE_SEEN:
            seen = advice.distance.to_see == 0
            sentences.append(tell("pick.seen" if seen else "pick.not-seen"))
    return list(dict.fromkeys(sentences))
