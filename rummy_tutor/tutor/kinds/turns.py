"""Tasks about what a player may do now: of some moves, all that the rules allow."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from ...game.cards import MAX_HAND, Card
from ...game.rules import MELDS, Rulebook
from ...solver.best import find_best
from ..beliefs import Belief, kind_of
from ..generate import deal_turn
from ..lessons import Lesson
from ..tasks import Task, TaskKind, add_kind
from ..turns.turn import Move, Phase, Turn
from .reading import read_cards, read_choice

# the moves that a lesson asks about, besides drawing and throwing
_ABOUT = {
    "drop": ("drop",),
    "seeing": ("see", "tunnela", "take"),
    "turn": ("take",),
    "vazhushal": ("take", "meld", "add"),
}


def _move(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    simple = lesson.simple
    turn = deal_turn(rulebook, rng, level, simple=simple)
    if turn.phase is Phase.DRAW and rng.random() < 0.5:
        takes = [one for one in _list_takes(turn) if turn.judge_move(one).allowed]
        turn = turn.play(rng.choice(takes) if takes and rng.random() < 0.7 else "stock")
    if turn.taken is not None and turn.hand.count(turn.taken) > 1:
        return None  # whether the one just taken is thrown or its twin could not be told
    moves = [move for move in _some_moves(lesson, turn, rng) if not simple or move.kind != "drop"]
    allowed = [move for move in moves if turn.judge_move(move).allowed]
    if not allowed or len(allowed) == len(moves):
        return None
    groups = _lay_melds(turn) if simple else (turn.hand, *turn.laid)
    if simple and any(len(group) > 1 and kind_of(group, turn.deal) not in lesson.known for group in groups):
        return None
    if sum(map(len, groups)) > MAX_HAND:
        return None  # more than a table holds, where the whole pile may be taken
    return Task(
        lesson=lesson.key,
        kind="move",
        rulebook=rulebook,
        turned=turn.deal.turned,
        players=turn.players,
        groups=groups,
        asks="moves",
        choices=tuple(map(str, moves)),
        open=turn.open,
        turn=turn,
    )


def _lay_melds(turn: Turn) -> tuple[tuple[Card, ...], ...]:
    """The hand in its melds, the other cards loose, so that a beginner sees at once what it is worth."""
    best = find_best(turn.hand, turn.deal)
    groups = [group for group in best.as_laid() if kind_of(group, turn.deal) in MELDS]
    left = Counter(turn.hand) - Counter(card for group in groups for card in group)
    return (*groups, *((card,) for card in sorted(left.elements())))


def _some_moves(lesson: Lesson, turn: Turn, rng: random.Random) -> list[Move]:
    """A few moves to choose from, some that the lesson is about among them."""
    about = _ABOUT.get(lesson.key, ())
    few = 1 if len(about) > 2 else 2  # seven moves at most fit a screen
    # the first lesson does not say yet that the card just taken stays in the hand
    cards = sorted(set(turn.hand) - {turn.taken} if lesson.simple else set(turn.hand))
    throws = rng.sample(cards, min(few, len(cards)))
    if turn.taken is not None and turn.taken not in throws and not lesson.simple:
        throws[0] = turn.taken
    found = [Move("stock"), Move("take"), *(Move("throw", (card,)) for card in throws)]
    if "drop" in about or (lesson.key not in _ABOUT and rng.random() < 0.5):
        found.append(Move("drop"))
    if "take" in about and turn.discards[:-1]:
        found.append(Move("take", (turn.discards[0],)))
    if "see" in about and not turn.seen:
        found.append(Move("see"))
    if "tunnela" in about:
        most = max(Counter(turn.hand).values())
        found.append(Move("tunnela", (rng.choice([card for card in turn.hand if turn.hand.count(card) == most]),)))
    last = find_best(turn.hand, turn.deal).discard if turn.phase is Phase.THROW and len(turn.hand) > 1 else None
    found.append(Move("declare", (last or throws[-1],)))
    if "meld" in about:
        best = [group.cards for group in find_best(turn.hand, turn.deal).groups if len(group.cards) > 2]
        found.append(Move("meld", best[0] if best else turn.hand[:3]))
    if "add" in about and turn.laid:
        found.append(Move("add", (rng.choice(turn.hand),)))
    return list(dict.fromkeys(found))


def _list_takes(turn: Turn) -> list[Move]:
    """Each way to take cards from those thrown."""
    return [Move("take"), *(Move("take", (card,)) for card in turn.discards[:-1])]


def _list_allowed(task: Task) -> list[str]:
    assert task.turn is not None  # such a task is made with one
    return [one for one in task.choices if task.turn.judge_move(one).allowed]


def _believed(task: Task, belief: Belief) -> object:
    assert task.turn is not None
    believed = replace(task.turn, rulebook=belief.rulebook(task.rulebook))
    return [one for one in task.choices if believed.judge_move(one).allowed]


def _read(task: Task, answer: object) -> object:
    if not isinstance(answer, list | tuple):
        return read_cards(task, answer)  # which says that a list is expected
    return [one for one in task.choices if one in {read_choice(task, given) for given in answer}]


def _why(task: Task) -> tuple[str, ...]:
    """The rulings on the moves that are refused."""
    assert task.turn is not None
    rulings = [task.turn.judge_move(one) for one in task.choices]
    return tuple(dict.fromkeys(ruling.code for ruling in rulings if not ruling.allowed))


add_kind(TaskKind(key="move", propose=_move, answer=_list_allowed, read=_read, believe=_believed, reasons=_why))
