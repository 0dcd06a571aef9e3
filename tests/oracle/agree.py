"""Holding the engine's best arrangement and its distance against an oracle: every way in which they could be wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from rummy_tutor import RULEBOOKS, Card, Hand, Rulebook, get_rulebook
from rummy_tutor.distance import distance as engine
from rummy_tutor.game.records import Best
from rummy_tutor.game.table import Deal, set_table
from rummy_tutor.study.advice import advise_at
from rummy_tutor.study.analysis import judge_hand
from tests.strategies import Dealt

from . import cpsat, rules
from . import distance as distances


def disagreements(
    key: str,
    cards: list[str],
    turned: str | None,
    players: int,
    oracle: ModuleType,
    dealt: int | None = None,
) -> list[str]:
    """What is wrong with the engine's answer for one hand; empty if nothing is.

    With one card too many the solver throws a card that leaves the fewest cards loose, the analysis the one that
    the advice ranks first: both are held against the oracle.

    Args:
        key: rulebook key.
        cards: the hand.
        turned: the turned card or None.
        players: how many play.
        oracle: ``brute`` or ``cpsat``.
        dealt: replaces the number of cards dealt, so that small hands can be complete.
    """
    book = RULEBOOKS[key]
    if dealt is not None:
        book = replace(book, key=f"{key}-{dealt}", deal=dealt)
    deal = set_table(book, None if turned is None else Card.parse(turned), players)
    hand = Hand(tuple(map(Card.parse, cards)))
    result = judge_hand(hand, deal)
    only_ours = {"literal": False} if oracle is cpsat else {}  # the fewest loose cards as the engine counts them
    wanted = oracle.best(key, cards, turned, players, deal=dealt, **only_ours)
    tweak = None if dealt is None else {"deal": dealt}
    wrong = _arrangement_disagreements(result.solved, hand, deal, wanted, key, tweak)
    best = result.best
    if best.discard == result.solved.discard:
        return wrong if best == result.solved else [*wrong, "the same throw is shown in another way"]
    # the fewest points of any discard, and the fewest loose cards of the one thrown
    left = list(cards)
    left.remove(str(best.discard))
    thrown = oracle.best(key, left, turned, players, deal=book.deal, **only_ours)
    if not best.declares and thrown["score"] != wanted["score"]:
        wrong.append(f"{best.discard} thrown: {thrown['score']} instead of {wanted['score']}")
    if best.declares and not thrown["declares"]:
        wrong.append(f"{best.discard} thrown: nothing is declared")
    wanted |= {name: thrown[name] for name in ("objectives", "fewest_loose_strict")}
    wrong += _arrangement_disagreements(best, hand, deal, wanted, key, tweak)
    first = _rank_first(hand, deal, best)
    return wrong if best.discard == first else [*wrong, f"{best.discard} thrown instead of {first}"]


def _rank_first(hand: Hand, deal: Deal, best: Best) -> Card:
    """The discard that the advice ranks first of those that declare, if any does, or else leave the fewest points."""
    rows = advise_at(hand, deal, ask=("discards",)).discards
    rows = tuple([row for row in rows if row.distance == 0]) if best.declares else rows
    return next(row.card for row in rows if row.score == max(row.score for row in rows))


def _arrangement_disagreements(
    best: Best, hand: Hand, deal: Deal, wanted: Mapping[str, Any], key: str, tweak: Mapping[str, Any] | None
) -> list[str]:
    """What is wrong with an arrangement of a hand; ``wanted`` is what the oracle says of it."""
    wrong = [
        f"{name}: {getattr(best, name)} instead of {wanted[name]}"
        for name in ("points", "score", "declares", "seen")
        if getattr(best, name) != wanted[name]
    ]
    if best.objective is not None and best.objective not in wanted["objectives"]:
        wrong.append(f"declares by {best.objective} instead of {sorted(wanted['objectives'])}")
    laid = best.as_laid()
    if Counter(card for group in laid for card in group) != Counter(hand.cards):
        wrong.append("cards are lost or made up")
    judged = judge_hand(Hand.of_groups(laid), deal).arranged
    if judged.declares != best.declares:
        wrong.append(f"laid out it declares: {judged.declares}")
    if not best.declares and judged.score != best.score:
        wrong.append(f"laid out it scores {judged.score}")
    kinds = [group.kind for group in judged.groups[: len(best.groups)]]
    if kinds != [group.kind for group in best.groups]:
        wrong.append(f"laid out the groups are {kinds}")
    texts = [[str(card) for card in group] for group in laid]
    turned = None if deal.turned is None else str(deal.turned)
    referee = rules.judge(key, texts, turned, deal.players, tweak=tweak)
    if (referee["score"], referee["declares"]) != (judged.score, judged.declares):
        wrong.append(f"the other referee says {referee['score']}, declares {referee['declares']}")
    if not best.declares and wanted["fewest_loose_strict"] is not None:
        if len(best.loose) != wanted["fewest_loose_strict"]:
            wrong.append(f"{len(best.loose)} loose cards instead of {wanted['fewest_loose_strict']}")
    return wrong


def derived(key: str, tweak: Mapping[str, Any]) -> Rulebook:
    """The engine's rulebook with the figures of the oracle's book replaced by ``tweak``."""
    book = RULEBOOKS[key]
    names = {"pure": "pure", "sequences": "sequences", "long": "long_sequences"}
    figures = {names.get(name, name): figure for name, figure in tweak.items()}
    deal = figures.pop("deal", book.deal)
    few = figures.pop("few_dublees", None)

    def change(record: Any, figures: Mapping[str, Any]) -> Any:
        found = {name: figure for name, figure in figures.items() if getattr(record.needs, name)}
        return replace(record, needs=replace(record.needs, **found))

    tiers = tuple(change(tier, {**figures, **({"dublees": few} if few else {})}) for tier in book.scoring.tiers)
    return replace(
        book,
        key=f"{key} {sorted(tweak.items())}",  # rulebooks of one key are taken for one
        deal=deal,
        objectives=tuple(change(way, figures) for way in book.objectives),
        scoring=replace(book.scoring, tiers=tiers),
    )


def distance_disagreements(
    hand: Dealt,
    seen: Sequence[str],
    wanted: distances.Distance,
    tweak: Mapping[str, Any] | None = None,
    most: int | None = None,
    options: Sequence[str] = (),
) -> list[str]:
    """What is wrong with the engine's distance of one hand; empty if nothing is.

    Args:
        hand: the hand at its table.
        seen: cards marked as seen.
        wanted: the oracle's answer.
        tweak: figures of the rulebook that were replaced for it.
        most: how far the oracle looked, None if it looked as far as there is.
        options: house options.
    """
    book = derived(hand.key, tweak) if tweak else get_rulebook(hand.key, options)
    turned = None if hand.turned is None else Card.parse(hand.turned)
    cards, gone = tuple(map(Card.parse, hand.cards)), tuple(map(Card.parse, seen))
    found = engine.find_distance(cards, set_table(book, turned, hand.players), gone)

    def near(figure: int | None) -> int | None:
        return None if figure is not None and most is not None and figure > most else figure

    wrong = []
    if near(found.exchanges) != wanted.exchanges:
        wrong.append(f"distance {found.exchanges} instead of {wanted.exchanges} ({wanted.by_objective})")
    for way in book.objectives if len(book.objectives) > 1 else ():
        only = replace(book, key=f"{book.key} {way.name}", objectives=(way,))
        figure = engine.find_distance(cards, set_table(only, turned, hand.players), gone).exchanges
        if near(figure) != wanted.by_objective[way.name]:
            wrong.append(f"{way.name} in {figure} instead of {wanted.by_objective[way.name]}")
    if near(found.to_see) != wanted.seen_exchanges:
        wrong.append(f"{found.to_see} to see instead of {wanted.seen_exchanges}")
    question = distances.ask(hand.key, hand.cards, hand.turned, hand.players, seen, options, tweak)
    return wrong + witness_disagreements(question, found)


def witness_disagreements(question: distances.Question, found: engine.Distance) -> list[str]:
    """What is wrong with the way the engine shows to its distance; empty if the referee of ``rules`` takes it."""
    witness = found.witness
    if witness is None:
        return [] if found.exchanges is None else ["no witness"]
    wrong = []
    groups: list[tuple[str, ...]] = []
    for kind, cards in witness.groups:
        group = tuple(map(str, cards))
        # the referee tries all uses of a group's wild cards: keep a joker group no larger than it has to be
        size = (question.book.jokers or 1) if kind == "jokers" else len(group)
        groups += [group[:size], *((card,) for card in group[size:])]
    used = Counter(card for group in groups for card in group)
    missing, given = Counter(map(str, witness.missing)), Counter(map(str, witness.given))
    after = question.held + missing - given
    groups += [(card,) for card in (after - used).elements()]
    if used - after or not distances.reaches(question, groups, witness.objective):
        wrong.append(f"the other referee refuses {groups} as {witness.objective}")
    if after - question.held != missing or question.held - after != given:
        wrong.append(f"missing {missing}, given {given} are not the difference")
    if distances.exchanges_to(question, after.elements()) != found.exchanges:
        wrong.append(f"the witness takes {missing.total()} cards, or some that can't be had")
    return wrong
