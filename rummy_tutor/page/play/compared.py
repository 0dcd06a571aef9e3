"""Moves side by side in a look back: where each leads, and the cards that help then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ...game.cards import CARDS
from ...game.messages import key_of
from ...playing.moves import Move
from ...playing.review import Weighed
from ...playing.round import PlayedRound
from ...wording.speech import tell, with_minus
from ..faces import FaceView, card_face
from .question import Stop
from .reasons import tell_cards


class HelpfulView(FaceView):
    """A card that helps; ``alone`` is whether it does so after one of the moves alone."""

    alone: bool


class ComparedMoveView(TypedDict):
    """A move, where the hand then stands in a sentence, and the cards that help then."""

    word: str
    move: str
    tone: str
    told: str
    cards: list[HelpfulView]


class ComparedRowView(TypedDict):
    """What moves come to in one respect; ``shares`` are bars, from 0 to 100."""

    name: str
    cells: list[str]
    shares: list[int | None]


def head_columns(columns: Sequence[tuple[Weighed, str, str]], stop: Stop) -> list[ComparedMoveView]:
    """Moves, each with the key of its word and its tone, and what shows that one is better: the cards that help.

    They are counted from where a hand stands: of hands that are not equally near it is told how far they are.
    """
    moves = [weighed for weighed, _, _ in columns]
    near, alike = len({move.exchanges for move in moves}) == 1, set.intersection(*(set(move.draws) for move in moves))
    return [
        {
            "word": tell(key_of("look.col-", name)),
            "move": tell_full(weighed.move, stop.before),
            "tone": tone,
            "told": _tell_standing(weighed, stop, near=near),
            "cards": [
                {**card_face(CARDS[index]), "alone": index not in alike}
                for index in sorted(weighed.draws, key=lambda index: (index in alike, index))
                if near and Move.parse(weighed.move).kind != "take"
            ],
        }
        for weighed, name, tone in columns
    ]


def _tell_standing(weighed: Weighed, stop: Stop, *, near: bool) -> str:
    """How many cards help after a move beside one that is as near, or how far a hand is; empty if it is unknown."""
    if near and Move.parse(weighed.move).kind == "take":
        return tell("play.why-stock", card=tell_cards(stop.before.discards[-1:]))
    if near:
        return "" if weighed.outs is None else tell("look.helps", n=weighed.outs)
    if not weighed.exchanges:
        return "" if weighed.exchanges is None else tell("look.declares")
    return tell("play.far-see" if _hides(stop) else "play.far", n=weighed.exchanges)


def _hides(stop: Stop) -> bool:
    """Whether the player does not know yet which cards are wild."""
    return stop.before.rulebook.wilds.hidden and not stop.before.turn.seen


def compare(moves: Sequence[Weighed], stop: Stop) -> list[ComparedRowView]:
    """The moves side by side: the chance to win, how far the hand then is, the cards that help, what it costs."""
    if any(move.paid is not None for move in moves):
        rows = [("look.row-paid", [move.paid for move in moves])]
    else:
        near = len({move.exchanges for move in moves}) == 1
        rows = [
            ("look.row-chance", [None if move.chance is None else 100 * move.chance for move in moves]),
            ("look.row-away:see" if _hides(stop) else "look.row-away", [move.exchanges for move in moves]),
            ("look.row-outs", [move.outs if near else None for move in moves]),
            ("look.row-points", [move.points for move in moves]),
        ]
    return [_draw_row(key, values) for key, values in rows if values.count(None) < len(values) - 1]


def _draw_row(key: str, values: Sequence[float | None]) -> ComparedRowView:
    """What moves come to in one respect; chances are drawn as bars, too."""
    bars, numbers = key == "look.row-chance", [None if value is None else round(value) for value in values]
    texts = [None if n is None else tell("look.percent", n=n) if bars else with_minus(str(n)) for n in numbers]
    return {
        "name": tell(key),
        "cells": [text or "–" for text in texts],
        "shares": numbers if bars else [None] * len(numbers),
    }


def tell_full(text: str, before: PlayedRound) -> str:
    """A move as it is advised, such as "throw K♥"; of the open card which one that is."""
    move = Move.parse(text)
    kind, cards = move.kind, tell_cards(move.cards or (before.discards[-1:] if move.kind == "take" else ()))
    if kind in ("throw", "take"):
        return tell(key_of("look.move-", kind), cards=cards)
    return tell(key_of("review.move-", kind, "all" if kind == "declare" and not cards else ""), cards=cards)
