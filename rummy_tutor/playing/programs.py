"""Programs at the table: each answers JSON lines on its standard output to those that it is asked on its input.

A question is ``{"ask": "move", "seat": 0, "view": {…}, "moves": ["draw stock", …]}``, its answer ``{"move": "draw
stock"}``; after a declaration comes ``{"ask": "groups", …}``, answered by ``{"groups": [["5S", "6S", "7S"], …]}``. What
cannot be done is answered ``{"error": {"code": …, "message": …}}`` and asked again.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

from ..game.cards import Card, CardError, without
from ..game.messages import quote
from ..game.rules import RuleError
from .bots import Bot, list_throws
from .chance import Chance
from .moves import Groups, Move, Phase, PlayError
from .view import View

TRIES = 3  # answers that cannot be taken before the seat is played for the program
PATIENCE = 30.0  # seconds that a program has for an answer
_LONGEST = 1 << 16  # characters of an answer

Answer = TypeVar("Answer")


class Program:
    """A seat that another program plays. One that fails three times in a row drops, or throws its dearest card.

    Args:
        command: how the program is started, as at a terminal.

    Raises:
        RuleError: ``no-program``: it cannot be started.
    """

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError, IndexError) as error:
            raise RuleError("no-program", command=quote(command), why=str(error)) from None
        self._lines: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Pass on the lines that the program writes; an empty one when it has ended."""
        output = self._process.stdout
        assert output is not None  # it is a pipe
        for line in output:
            self._lines.put(line)
        self._lines.put("")

    def choose(self, view: View, chance: Chance) -> Move:
        """The move that the program answers."""
        moves = [move.record for move in view.moves()]

        def read(answer: dict[str, object]) -> Move:
            move = Move.parse(str(answer.get("move")))
            ruling = view.judge_move(move)
            if not ruling.allowed:
                raise PlayError("move-refused", move=move.record, why=ruling.text)
            return move

        answered = self._ask({"ask": "move", "seat": view.seat, "view": view.to_dict(), "moves": moves}, read)
        return answered or _play_for(view)

    def lay_out(self, view: View, move: Move) -> Groups:
        """The groups that the program answers; its cards one by one where it answers none."""
        cards = without(view.cards, *move.cards)

        def read(answer: dict[str, object]) -> Groups:
            given = answer.get("groups")
            listed = given if isinstance(given, list) else []
            groups = tuple(tuple(map(Card.parse, group)) for group in listed if isinstance(group, list))
            if Counter(card for group in groups for card in group) != Counter(cards) or not all(groups):
                raise PlayError("bad-groups", cards=quote(" ".join(map(str, cards)), 120))
            return groups

        question = {"ask": "groups", "seat": view.seat, "view": view.to_dict(), "cards": list(map(str, cards))}
        return self._ask(question, read) or tuple((card,) for card in cards)

    def _ask(self, question: dict[str, object], read: Callable[[dict[str, object]], Answer]) -> Answer | None:
        """Ask until an answer can be taken, three times at most."""
        for _ in range(TRIES):
            self._write(question)
            try:
                line = self._lines.get(timeout=PATIENCE)
            except Empty:
                line = ""
            try:
                return read(_parse(line))
            except (PlayError, CardError) as error:
                self._write({"error": {"code": error.code, "message": str(error)}})
        return None

    def _write(self, values: dict[str, object]) -> None:
        """Write a line to the program; one that has ended hears nothing."""
        pipe = self._process.stdin
        assert pipe is not None  # it is a pipe
        try:
            pipe.write(json.dumps(values) + "\n")
            pipe.flush()
        except OSError:
            self._lines.put("")

    def close(self) -> None:
        """End the program."""
        if self._process.stdin is not None:
            with suppress(OSError):  # it may have ended before it read all
                self._process.stdin.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _parse(line: str) -> dict[str, object]:
    """The JSON object of an answer."""
    try:
        answer = json.loads(line[:_LONGEST])
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise PlayError("bad-answer", found=quote(line))
    return answer


def _play_for(view: View) -> Move:
    """The move for a program that answers none: to leave the round, or else the least that can be done."""
    if view.judge_move(drop := Move("drop")).allowed:
        return drop
    if view.phase is Phase.BEFORE_PLAY:
        return Move("play")
    if view.phase is Phase.DRAW:
        return Move("stock")
    if view.owed is not None:
        return Bot().choose(view, Chance(0))
    return Move("throw", (max(list_throws(view), key=lambda card: view.deal.points[card.index]),))
