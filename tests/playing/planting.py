"""Mistakes planted in rounds of exact bots: a move is replaced by one of a known kind, judged by plain means."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace

from rummy_tutor.game.cards import Card
from rummy_tutor.game.rules import MELDS
from rummy_tutor.playing.bots import Bot, measure
from rummy_tutor.playing.game import Game, seat_players
from rummy_tutor.playing.moves import Move, Phase
from rummy_tutor.playing.sight import fits
from rummy_tutor.playing.standing import weigh_throws
from rummy_tutor.playing.view import View
from rummy_tutor.solver.best import find_best
from rummy_tutor.study.analysis import holds_pure_sequence

MANY = 10  # outs of a hand that has just come nearer
NEAR = 2  # exchanges left after the best throw within which a wrong one is surely a mistake


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Some cards without one copy of one of them."""
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])


def is_worth_taking(view: View) -> bool:
    """Whether the hand waits for several cards once it has taken the open one; one that waits for few may as well draw.

    Of a hand that may declare then there is no doubt.
    """
    assert view.open is not None  # it may be taken
    taken = replace(view, hand=(*view.hand, view.open), discards=view.discards[:-1], phase=Phase.THROW)
    choice = weigh_throws(taken)
    best = choice.standings[choice.best]
    return best.exchanges == 0 or best.outs is None or best.outs >= MANY


def list_wrong(view: View, move: Move) -> dict[str, list[Move]]:
    """Mistakes that might be made instead of a good move, by their code."""
    wrong, deal = defaultdict(list), view.deal
    if view.phase is Phase.DRAW:
        far = measure(view.cards, view)
        if move.kind == "take":
            wrong["left-needed-card"] += [Move("stock")] if far <= NEAR and is_worth_taking(view) else []
        elif view.open is not None and view.judge_move(Move("take")).allowed and 0 < far <= NEAR:
            useless = not deal.is_wild[view.open.index] and not any(fits(view.open, card) for card in view.hand)
            wrong["took-useless-card"] += [Move("take")] if useless else []
    elif move.kind == "declare":
        wrong["missed-declaration"] += [Move("throw", move.cards)] if move.cards else []
    elif move.kind == "throw" and len(view.cards) == view.rulebook.deal + 1:
        if view.rulebook.penalties.wrong_declaration is not None:  # without a price it is refused
            wrong["wrong-declaration"].append(Move("declare", move.cards))
        left = without(view.cards, move.cards[0])
        far, groups = measure(left, view), find_best(left, deal).groups
        melded = Counter(card for group in groups if group.kind in MELDS for card in group.cards)
        for card in dict.fromkeys(view.hand) if far <= NEAR else ():
            worse = without(view.cards, card)
            if measure(worse, view) <= far or not view.judge_move(Move("throw", (card,))).allowed:
                continue
            if deal.is_wild[card.index]:
                code = "threw-joker"
            elif holds_pure_sequence(left, deal) and not holds_pure_sequence(worse, deal):
                code = "broke-pure-sequence"
            elif melded[card] == left.count(card):
                code = "broke-meld"
            elif not melded[card]:
                code = "threw-needed-card"
            else:
                continue
            wrong[code].append(Move("throw", (card,)))
    return wrong


def plant(rulebook: str, seed: int, players: int = 2) -> Iterator[tuple[str, Game, int]]:
    """Rounds cut off after a mistake, one of each code that a round has room for: the code, the round, the seat."""
    game = Game(rulebook, seat_players(["exact"] * players), seed)
    spots: dict[str, tuple[int, Move]] = {}
    while game.outcome is None:
        view, at = game.view, len(game.played.log)
        game.step()
        move = game.played.log[at].move
        for code, moves in list_wrong(view, move).items():
            # one spot of several, as if at random
            if moves and (code not in spots or (seed + at) % 3 == 0):
                spots[code] = (at, moves[(seed + at) % len(moves)])
    good = game.rounds
    for code, (at, move) in spots.items():
        cut = Game(rulebook, game.sitters, seed, played=good[0])
        for done in good[at].log:
            cut.make(done.move)
        seat = cut.played.seat
        cut.make(move, Bot().lay_out(cut.view, move) if move.kind == "declare" else None)
        yield code, cut, seat
