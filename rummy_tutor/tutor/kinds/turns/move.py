"""Which of these moves are allowed?"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from ....game.cards import MAX_HAND
from ....game.messages import Message, key_of
from ....game.rules import MELDS, Rulebook
from ....playing.moves import Groups, Move, Phase, Ruling
from ....playing.turn import Turn
from ....solver.best import find_best
from ...beliefs import kind_of
from ...generate import deal_turn
from ...lessons import Lesson
from ...tasks import Errs, Family, HandUse, Hint, Layout, Task, TaskKind, ask, ask_about, name_card, point

FAMILY = Family(
    key="move",
    title=Message("classroom.kind_move"),
    seconds=20,
    slip=0.1,
    errs=Errs(0.6, (0.22, 0.5), (0.7, 0.5)),
    patience=60,
    is_slow=False,
)


def _propose(lesson: Lesson, rulebook: Rulebook, rng: random.Random, level: int) -> Task | None:
    simple = lesson.simple
    turn = deal_turn(rulebook, rng, level, simple=simple)
    if turn.phase is Phase.DRAW and rng.random() < 0.5:
        takes = [move for move in _list_takes(turn) if turn.judge_move(move).allowed]
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
    return ask_about(KIND, lesson, turn.deal, groups, tuple(map(str, moves)), open=turn.open, turn=turn)


def _lay_melds(turn: Turn) -> Groups:
    """The hand in its melds, the other cards loose, so that a beginner sees at once what it is worth."""
    best = find_best(turn.hand, turn.deal)
    groups = [group for group in best.as_laid() if kind_of(group, turn.deal) in MELDS]
    left = Counter(turn.hand) - Counter(card for group in groups for card in group)
    return (*groups, *((card,) for card in sorted(left.elements())))


def _some_moves(lesson: Lesson, turn: Turn, rng: random.Random) -> list[Move]:
    """A few moves to choose from, some that the lesson is about among them; in no order that tells the answers."""
    about = lesson.moves
    # the first lesson does not say yet that the card just taken stays in the hand
    cards = sorted(set(turn.hand) - {turn.taken} if lesson.simple else set(turn.hand))
    throws = rng.sample(cards, 1)
    if turn.taken is not None and turn.taken not in throws and not lesson.simple:
        throws[0] = turn.taken
    moves = [Move("stock"), Move("take"), *(Move("throw", (card,)) for card in throws)]
    if "drop" in about or (not about and rng.random() < 0.5):
        moves.append(Move("drop"))
    if "take" in about and turn.discards[:-1]:
        moves.append(Move("take", (turn.discards[0],)))
    if "see" in about and not turn.seen:
        moves.append(Move("see"))
    if "tunnela" in about:
        most = max(Counter(turn.hand).values())
        moves.append(Move("tunnela", (rng.choice([card for card in turn.hand if turn.hand.count(card) == most]),)))
    last = find_best(turn.hand, turn.deal).discard if turn.phase is Phase.THROW and len(turn.hand) > 1 else None
    moves.append(Move("declare", (last or throws[-1],)))
    if "meld" in about:
        best = [group.cards for group in find_best(turn.hand, turn.deal).groups if len(group.cards) > 2]
        moves.append(Move("meld", best[0] if best else turn.hand[:3]))
    if "add" in about and turn.laid:
        moves.append(Move("add", (rng.choice(turn.hand),)))
    rng.shuffle(moves)
    return list(dict.fromkeys(moves))


def _list_takes(turn: Turn) -> list[Move]:
    """Each way to take cards from those thrown."""
    return [Move("take"), *(Move("take", (card,)) for card in turn.discards[:-1])]


def _turn_of(task: Task) -> Turn:
    assert task.turn is not None  # such a task is made with one
    return task.turn


def _list_allowed(task: Task, turn: Turn) -> list[str]:
    return [move for move in task.choices if turn.judge_move(move).allowed]


def _list_refusals(task: Task) -> tuple[str, ...]:
    """The rulings on the moves that are refused."""
    rulings: list[Ruling] = [_turn_of(task).judge_move(move) for move in task.choices]
    return tuple(dict.fromkeys(ruling.code for ruling in rulings if not ruling.allowed))


def _ask(task: Task) -> Message:
    turn = _turn_of(task)
    if turn.taken is not None:
        return ask("learn.ask_move:taken", task, card=name_card(turn.taken))
    return ask(key_of("learn.ask_move:", turn.phase), task)


def _hint(task: Task) -> tuple[Message, Hint]:
    turn, dealt = _turn_of(task), task.rulebook.deal
    values, pointed = {"dealt": dealt, "drawn": dealt + 1}, point("hint.move-cards", task.cards)
    if turn.phase is Phase.BEFORE_PLAY:
        return Message("hint.move:before", values), pointed
    counts = turn.phase in (Phase.DRAW, Phase.THROW) and not turn.laid
    return Message("hint.move:count" if counts else "hint.move", values), pointed


KIND = TaskKind(
    family=FAMILY,
    asks="moves",
    propose=_propose,
    answer=lambda task: _list_allowed(task, _turn_of(task)),
    believe=lambda task, belief: _list_allowed(task, replace(_turn_of(task), rulebook=belief.rulebook(task.rulebook))),
    reasons=_list_refusals,
    rule="",
    hand=HandUse.BEST,
    layout=Layout.CARDS,
    question=_ask,
    hints=_hint,
)
