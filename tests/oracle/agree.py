"""Holding the engine's best arrangement against an oracle: one hand, every way in which it could be wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import ModuleType

from rummy_tutor import RULEBOOKS, Card, Hand
from rummy_tutor.analysis import judge_hand
from rummy_tutor.table import set_table

from . import cpsat, rules


def disagreements(
    key: str,
    cards: list[str],
    turned: str | None,
    players: int,
    oracle: ModuleType,
    dealt: int | None = None,
) -> list[str]:
    """What is wrong with the engine's answer for one hand; empty if nothing is.

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
    best = judge_hand(hand, deal).best
    only_ours = {"literal": False} if oracle is cpsat else {}  # the fewest loose cards as the engine counts them
    wanted = oracle.best(key, cards, turned, players, deal=dealt, **only_ours)
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
    referee = rules.judge(key, texts, turned, players, tweak={"deal": dealt} if dealt else None)
    if (referee["score"], referee["declares"]) != (judged.score, judged.declares):
        wrong.append(f"the other referee says {referee['score']}, declares {referee['declares']}")
    if not best.declares and wanted["fewest_loose_strict"] is not None:
        if len(best.loose) != wanted["fewest_loose_strict"]:
            wrong.append(f"{len(best.loose)} loose cards instead of {wanted['fewest_loose_strict']}")
    return wrong
