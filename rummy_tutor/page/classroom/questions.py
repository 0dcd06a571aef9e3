"""What a class is asked: a task of a lesson, a hand to be laid out, or a puzzle, all with one face."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypedDict

from ...game.cards import Card, Hand
from ...game.messages import Items, key_of
from ...game.rules import Rulebook
from ...game.table import Deal, set_table
from ...playing.turn import Turn
from ...study.analysis import analyse
from ...tutor.beliefs import BY_KEY as BELIEFS
from ...tutor.judging import Verdict, judge_answer
from ...tutor.lessons import BY_KEY
from ...tutor.puzzles import telling
from ...tutor.puzzles.greedy import group_greedily
from ...tutor.puzzles.kinds import ON_TABLE, kind_of
from ...tutor.puzzles.puzzle import Goal, Puzzle, read_choices, read_groups
from ...tutor.tasks import Given, Task, as_groups, read_answer
from ...wording.speech import in_words, say, tell
from ..faces import FaceView, card_face
from ..learn.turn_view import tell_ruling
from ..learn.view import draw_round, tell_answer, tell_question
from ..puzzles.view import tell_choice, tell_seat

TABLE, NUMBER, ONE, SEVERAL = "table", "number", "one", "several"  # how an answer is given
GREEDY = "greedy"  # the habit that explains a grouping, by its sentence ``class.habit-``
# how an answer is given to what a kind of task asks for
_ASKS = {
    "groups": TABLE,
    "number": NUMBER,
    **dict.fromkeys(("kind", "yes-no", "card", "group", "way"), ONE),
    **dict.fromkeys(("cards", "rulebooks", "moves"), SEVERAL),
}


class ClassRowView(TypedDict):
    """A line of a table: a player, unless what is told of them names them, and their cards."""

    name: str
    told: str
    groups: list[list[FaceView]]


class Question(ABC):
    """What a class is asked.

    Attributes:
        lesson: the lesson's key; of a puzzle "puzzles".
        kind: the kind of task, or the goal of the puzzle.
        rulebook: the rules.
        turned: the card turned up.
        open: the card that lies open.
        players: how many play.
        groups: the cards shown.
        turn: the table, where it is about the moves of a turn.
        choices: the answers to choose from.
        asks: how an answer is given: ``TABLE``, ``NUMBER``, ``ONE`` or ``SEVERAL``.
        signed: whether a number may have a minus.
    """

    lesson: str
    kind: str
    rulebook: Rulebook
    turned: Card | None
    open: Card | None
    players: int
    groups: tuple[tuple[Card, ...], ...]
    turn: Turn | None = None
    choices: tuple[str, ...]
    asks: str
    signed = False

    @cached_property
    def deal(self) -> Deal:
        """The rulebook at this table."""
        return set_table(self.rulebook, self.turned, self.players)

    @abstractmethod
    def title(self) -> str:
        """What it belongs to: a lesson, or the puzzles."""

    @abstractmethod
    def ask(self) -> str:
        """The question in words."""

    def rows(self) -> list[ClassRowView]:
        """The players of a round that it is about."""
        return []

    @abstractmethod
    def read(self, value: object) -> Any:
        """An answer as plain values of one form, whatever order a browser gave.

        Raises:
            TutorError: it is no answer to this.
        """

    @abstractmethod
    def judge(self, value: Any) -> Verdict:
        """The verdict on an answer that ``read`` gave."""

    @abstractmethod
    def solve(self) -> Any:
        """A right answer."""

    @abstractmethod
    def card_of(self, choice: str) -> Card | None:
        """The card that a choice is; None if it is none."""

    @abstractmethod
    def tell(self, value: Any) -> str:
        """An answer in words; not of one that is laid out."""

    @abstractmethod
    def why(self) -> list[str]:
        """Why the right answer is right."""

    def tell_beliefs(self, keys: Sequence[str]) -> list[str]:
        """What a wrong answer would fit, in words."""
        return []

    @abstractmethod
    def to_dict(self) -> dict[str, object]:
        """It as plain JSON values."""


def _row(name: str, text: str, groups: Sequence[list[FaceView]] = ()) -> ClassRowView:
    """A line of a table."""
    return {"name": name, "told": text, "groups": [*groups]}


def sort_groups(groups: Any) -> list[list[str]]:
    """A layout in one form, whatever order its groups and cards have."""
    return sorted(sorted(map(str, group)) for group in groups)


class TaskQuestion(Question):
    """A task of a lesson."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.lesson, self.kind, self.rulebook = task.lesson, task.kind, task.rulebook
        self.turned, self.open, self.players = task.turned, task.open, task.players
        self.groups, self.choices, self.turn = task.groups, task.offered, task.turn
        self.asks = _ASKS[task.asks]
        self.signed, self.on_paper = task.signed, task.question.family.on_paper

    def title(self) -> str:
        """The lesson's title."""
        return say(BY_KEY[self.lesson].title)

    def ask(self) -> str:
        """The question in words."""
        return tell("class.ask-moves") if self.task.asks == "moves" else tell_question(self.task)

    def rows(self) -> list[ClassRowView]:
        """The players of a round that it is about."""
        return [
            _row(row["name"], in_words(Items((row["ending"], *row["stated"]), "comma")))
            for row in draw_round(self.task)
        ]

    def read(self, value: object) -> Any:
        """An answer as plain values of one form."""
        read = read_answer(self.task, value)
        if self.asks == TABLE:
            return sort_groups(read)
        return sorted(read) if self.task.asks == "moves" else read

    def judge(self, value: Any) -> Verdict:
        """The verdict on an answer."""
        return judge_answer(self.task, value)

    def solve(self) -> Any:
        """A right answer."""
        return self.read(self.task.answer)

    def card_of(self, choice: str) -> Card | None:
        """The card that a choice is."""
        return Card.parse(choice) if self.task.asks in ("card", "cards") else None

    def tell(self, value: Any) -> str:
        """An answer in words."""
        return tell_answer(self.task, value)

    def why(self) -> list[str]:
        """Why the right answer is right."""
        task = self.task
        if task.turn is not None:
            return [tell_ruling(move, task.turn.judge_move(move)) for move in task.choices]
        sentences = [] if task.question.key is None else task.question.key(task)
        explains = task.question.explains
        if sentences or explains is None:
            return sentences
        groups = as_groups(task.answer) if self.asks == TABLE else task.groups
        result = analyse(Hand.of_groups(groups), task.rulebook, task.turned, task.players)
        return explains(task, Given(task.answer, task.answer, True, groups, result))

    def tell_beliefs(self, keys: Sequence[str]) -> list[str]:
        """What a wrong answer would fit, in the words of who believes it."""
        return [say(BELIEFS[key].sentence) for key in keys]

    def to_dict(self) -> dict[str, object]:
        """The task as plain JSON values."""
        return self.task.to_dict()


class PuzzleQuestion(Question):
    """A puzzle."""

    lesson = "puzzles"

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.puzzle_kind = puzzle, kind_of(puzzle)
        self.kind, self.rulebook = str(puzzle.goal), puzzle.rulebook
        self.turned, self.open, self.players = puzzle.turned, puzzle.open, puzzle.players
        self.groups = puzzle.groups if puzzle.is_laid else (puzzle.cards,) if puzzle.cards else ()
        self.choices = puzzle.choices
        self.asks = TABLE if puzzle.goal in ON_TABLE else SEVERAL if self.puzzle_kind.several else ONE

    def title(self) -> str:
        """What the puzzle is called."""
        return tell("class.puzzle", title=telling.tell_title(self.puzzle))

    def ask(self) -> str:
        """The question in words."""
        return telling.tell_question(self.puzzle)

    def rows(self) -> list[ClassRowView]:
        """The lines of a published table: what is printed of a player, or their cards."""
        puzzle = self.puzzle
        if puzzle.goal is Goal.SURPLUS:
            hands = [Hand.parse(seat.cards).groups or () for seat in puzzle.seats]
            return [_row(tell("puzzle.player", n=at), "", [list(map(card_face, row)) for row in groups])
                    for at, groups in enumerate(hands, 1)]  # fmt: skip
        return [_row("", tell_seat(at, seat)) for at, seat in enumerate(puzzle.seats)]

    def read(self, value: object) -> Any:
        """An answer as plain values of one form."""
        if self.asks == TABLE:
            return sort_groups(read_groups(self.puzzle, value))
        chosen = list(read_choices(self.puzzle, value))
        return chosen if self.asks == SEVERAL else chosen[0] if chosen else None

    def judge(self, value: Any) -> Verdict:
        """The verdict on an answer; a grouping that a beginner makes in haste is told as that."""
        right = self.puzzle_kind.judge(self.puzzle, value).right
        hasty = sort_groups(group_greedily(self.puzzle.cards, self.deal)) if self.asks == TABLE and not right else None
        habit = (GREEDY,) if hasty is not None and value == hasty else ()
        return Verdict(right, self.solve(), belief=habit[0] if habit else None, fits=habit)

    def solve(self) -> Any:
        """A right answer."""
        return self.read(self.puzzle_kind.solve(self.puzzle))

    def card_of(self, choice: str) -> Card | None:
        """The card that a choice is."""
        return Card.parse(choice) if self.puzzle_kind.offers_cards else None

    def tell(self, value: Any) -> str:
        """An answer in words."""
        if isinstance(value, list):
            return in_words(Items(tuple(map(self.tell, value)), "semicolon")) if value else tell("learn.no_game")
        return tell_choice(self.puzzle, value)

    def why(self) -> list[str]:
        """Why the right answer is right."""
        return list(telling.explain_puzzle(self.puzzle))

    def tell_beliefs(self, keys: Sequence[str]) -> list[str]:
        """The habit that a wrong grouping shows."""
        return [tell(key_of("class.habit-", key)) for key in keys]

    def to_dict(self) -> dict[str, object]:
        """The puzzle as plain JSON values."""
        puzzle = self.puzzle
        return {
            "puzzle": puzzle.key,
            "kind": self.kind,
            "rulebook": puzzle.rulebook.key,
            "turned": None if puzzle.turned is None else str(puzzle.turned),
            "players": puzzle.players,
            "groups": [[str(card) for card in group] for group in self.groups],
            "choices": list(puzzle.choices),
        }
