"""The puzzle on the page: its own table, the hints shown, what was answered, and the record of those solved."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...game.rules import Rulebook
from ...tutor.puzzles.kinds import ON_TABLE, kind_of
from ...tutor.puzzles.kinds.kind import Choice
from ...tutor.puzzles.kinds.layouts import Layout
from ...tutor.puzzles.ladder import game_of, goal_of, list_ladder, open_puzzle
from ...tutor.puzzles.puzzle import Goal, Puzzle, PuzzleError, Verdict
from ...tutor.puzzles.record import Record
from ..session import Made, Part, Revealed, Session

MODE, NAMED = "puzzles", "puzzle"  # of the page, and of what the address names
_MOST_LEFT = 40  # boards that were left
_FIRST_GOALS = (Goal.ONE_MOVE, Goal.GROUP, Goal.REPAIR)  # of the first puzzles, in this order


@dataclass(frozen=True, kw_only=True)
class Board:
    """A puzzle as far as it has been worked at.

    Attributes:
        puzzle: the puzzle.
        table: the session of its own table; None where the puzzle has no hand.
        record: what has been solved.
        hints: how many hints are shown.
        chosen: the choices made.
        tried: the choices that were wrong.
        verdict: what was last said of an answer; None since the last change.
        shown: whether the answer has been shown, or found.
        before: the keys of the puzzles that lay there before, the last one last.
    """

    puzzle: Puzzle
    table: Session | None
    record: Record
    hints: int = 0
    chosen: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    verdict: Verdict | None = None
    shown: bool = False
    before: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The puzzle's key."""
        return self.puzzle.key

    @property
    def is_solved(self) -> bool:
        """Whether the answer last given is right."""
        return self.verdict is not None and self.verdict.right

    @property
    def is_touched(self) -> bool:
        """Whether anything has been done with it: a card moved, a hint taken, an answer given or seen."""
        moved = self.table is not None and bool(self.table.steps.past)
        return moved or self.shown or bool(self.hints or self.chosen or self.tried)

    @property
    def answered_on(self) -> Session | None:
        """The table on which the answer is laid out; None where it is chosen."""
        return self.table if self.puzzle.goal in ON_TABLE else None

    def answer(self) -> object:
        """What has been answered so far, as the judge takes it."""
        if self.answered_on is None:
            return list(self.chosen)
        layout = self.answered_on.state.layout
        return [[str(layout.cards[index]) for index in group] for group in layout.groups]

    def check(self) -> Board:
        """The board once its answer has been judged."""
        verdict = kind_of(self.puzzle).judge(self.puzzle, self.answer())
        record = self.record.solve(self.key) if verdict.right else self.record.miss(self.key)
        tried = self.tried if verdict.right else (*self.tried, *self.chosen)
        return replace(self, verdict=verdict, record=record, shown=self.shown or verdict.right, tried=tried)

    def show_class(self) -> Board:
        """The board with the answer shown to a class, which solves nothing and misses nothing."""
        board = replace(self.give_up(), record=self.record)
        if board.answered_on is not None:
            board.answered_on.revealed = Revealed()
        return board

    def give_up(self) -> Board:
        """The board with the answer shown: laid out, or chosen."""
        record = self.record if self.shown else self.record.miss(self.key)
        board = replace(self, shown=True, verdict=None, record=record)
        kind, table = kind_of(self.puzzle), self.table
        if isinstance(kind, Choice):
            return replace(board, chosen=kind.choose(self.puzzle))
        if isinstance(kind, Layout) and table is not None:
            laid = table.state.layout.arrange(kind.lay_out(self.puzzle))
            table.go(replace(table.state, layout=laid), same_cards=True)
        return board


BOARD = Part[Board]()
_LEFT = Made[dict[tuple[bool, str], Board]](dict)  # the boards that were left, as they were, before a class or not


def count_hints(puzzle: Puzzle) -> int:
    """How many hints a puzzle has."""
    return len(kind_of(puzzle).list_hints(puzzle))


def set_board(puzzle: Puzzle, record: Record, *, in_class: bool = False) -> Board:
    """A puzzle as it lies at first; before a class nothing is told of the cards."""
    return Board(puzzle=puzzle, table=_set_table(puzzle, in_class), record=record)


def come_back(session: Session, puzzle: Puzzle, record: Record) -> Board:
    """A puzzle as it was left; one that was not touched as it lies at first."""
    left = _LEFT.of(session).get((session.classroom, puzzle.key))
    return (
        set_board(puzzle, record, in_class=session.classroom)
        if left is None
        else replace(left, record=record, before=())
    )


def forget_class(session: Session) -> None:
    """Hide again what a class was shown: another one has yet to be asked."""
    _LEFT.keep(session, {key: board for key, board in _LEFT.of(session).items() if not key[0]})


def _set_table(puzzle: Puzzle, in_class: bool) -> Session | None:
    if not puzzle.groups:
        return None
    turned = None if puzzle.turned is None else str(puzzle.turned)
    table = Session(puzzle.hand, puzzle.rulebook, turned, puzzle.players)
    if in_class or puzzle.goal not in ON_TABLE:  # the verdict on the hand would answer the question, or ask another one
        table.revealed = replace(table.revealed, verdict=False)
    return table


def find_board(session: Session) -> Board | None:
    """The board of a session, set anew where the address names another puzzle; None if none was opened."""
    board = BOARD.of(session)
    if board is None:
        return None
    wanted = session.named_on(MODE).get(NAMED)
    if wanted and wanted != board.key:
        try:
            board = come_back(session, open_puzzle(wanted), board.record)
        except PuzzleError:
            return board
        BOARD.keep(session, board)
    return board


def first_key(record: Record, rulebook: Rulebook) -> str:
    """The easiest puzzle of the ladder that is not solved: of the learner's game if there is one, and on the table.

    One card to move comes first: anybody sees what is asked. A second answer as good as the first comes last.
    """

    def rank(step: tuple[str, int]) -> tuple[bool, bool, int, int]:
        key, difficulty = step
        goal = goal_of(key)
        order = _FIRST_GOALS.index(goal) if goal in _FIRST_GOALS else len(_FIRST_GOALS)
        return game_of(key) != rulebook.key, goal not in ON_TABLE, order, difficulty

    keys = [key for key, _ in sorted(list_ladder(), key=rank)]
    return next((key for key in keys if key not in record.solved), keys[0])


def keep_board(session: Session, board: Board) -> None:
    """Make a board the one of the session, and have the address name its puzzle; what was done with it is kept."""
    at = session.classroom, board.key
    left = {key: left_board for key, left_board in _LEFT.of(session).items() if key != at}
    if board.is_touched:
        left[at] = board
    _LEFT.keep(session, dict(list(left.items())[-_MOST_LEFT:]))
    BOARD.keep(session, board)
    session.show(MODE, **{NAMED: board.key})
