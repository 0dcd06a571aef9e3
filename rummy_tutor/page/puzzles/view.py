"""The view model of the puzzles: the one that lies there, as much of its answer as was asked for, and the ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, TypedDict

from ...game.cards import Card, Hand
from ...game.messages import Items, key_of
from ...game.records import Arranged
from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS
from ...tutor.lessons import find_met, first_needs, list_lessons
from ...tutor.progress import Progress
from ...tutor.puzzles.difficulty import LEVELS
from ...tutor.puzzles.kinds import MADE, ON_TABLE, kind_of, list_goals
from ...tutor.puzzles.kinds.turns import NO, YES
from ...tutor.puzzles.ladder import list_helping, list_ladder, measure_level
from ...tutor.puzzles.puzzle import Goal, Puzzle, Seat
from ...tutor.puzzles.sources import NAMED
from ...tutor.puzzles.telling import explain_puzzle, tell_question, tell_source, tell_title
from ...wording.levels import list_wanted
from ...wording.phrases import list_needs, name_kinds
from ...wording.rule_texts import describe_objective
from ...wording.speech import current_language, name_rulebook, say, tell, tell_if
from ..asking import ClosedView
from ..faces import (
    LineView,
    PlainCardView,
    draw_lines,
    figure_of,
    fold_sources,
    hide_sources,
    plain_card,
    pretty_card,
    tell_around,
)
from ..learn.study import study_of
from ..play.past import OwnMomentsView, draw_own_moments
from ..session import Session
from ..table.view import CardTableView, HeadlineView, TableView
from .board import Board, find_board

_ROW = 2  # puzzles solved one after the other that are a row
_TOLD = (Goal.ALLOW, Goal.GROUP)  # which say elsewhere what the game asks of a hand
_FOR_POINTS = (Goal.GROUP, Goal.SECOND)  # what the cards cost is the question; where it is whether they declare, not


class RulesView(TypedDict):
    """What a game asks of a hand that declares: its ways, each in words."""

    name: str
    ways: list[str]


class SeatCardView(TypedDict):
    """A card or another answer to choose; ``label`` is empty for a card."""

    key: str
    value: str
    card: PlainCardView | None
    chosen: bool
    label: str


class SeatView(TypedDict):
    """A line of a published table: its groups, or a text."""

    name: str
    groups: list[list[SeatCardView]]
    text: str


class MessageView(TypedDict):
    """A message and its tone."""

    tone: str
    text: str


class RungView(TypedDict):
    """A puzzle of the ladder."""

    key: str
    title: str
    goal: str
    game: str
    game_key: str
    done: bool


class GoalView(TypedDict):
    """A goal to wish for."""

    key: str
    label: str


class PuzzleGameView(TypedDict):
    """A game to wish for, with the goals that it has puzzles of."""

    key: str
    label: str
    goal_keys: list[str]


class PlaceView(TypedDict):
    """How far the learner has come on the ladder, how hard the puzzle is, and what helps with it."""

    step: str
    help: str
    level: int
    levels: int
    level_text: str


class PuzzleView(PlaceView):
    """The puzzle on the page; ``players`` is empty where neither their number nor the turned card matters."""

    key: str
    goal: str
    game: str
    title: str
    kind: str
    question: str
    source: str
    rulebook: str
    rules: list[RulesView]
    turned: PlainCardView | None
    open: PlainCardView | None
    players: str
    table: CardTableView | None
    seats: list[SeatView]
    choices: list[SeatCardView]
    can_check: bool
    hints: list[LineView]
    next_hint: str
    verdict: MessageView | None
    shown: bool
    why: list[LineView]
    is_known: bool
    streak: str
    longest: str
    has_previous: bool
    record: Mapping[str, object] | None
    ladder: list[RungView]
    goals: list[GoalView]
    games: list[PuzzleGameView]
    own_game: str
    own: OwnMomentsView | None


def draw_puzzles(session: Session) -> PuzzleView | ClosedView:
    """The puzzle on the page; until the puzzles have been opened no more than that they are closed."""
    board = find_board(session)
    if board is None:
        return ClosedView(closed=True)
    progress = study_of(session).progress(board.puzzle.rulebook)
    return Drawing(board, session.rulebook.key, progress, draw_own_moments(session)).draw()


class Drawing:
    """Draws one board once."""

    def __init__(self, board: Board, own_game: str, progress: Progress, own: OwnMomentsView | None = None) -> None:
        self.board = board
        self.own_game = own_game
        self.progress = progress
        self.own = own
        self.puzzle = board.puzzle

    def draw(self) -> PuzzleView:
        """The whole view model."""
        board, puzzle = self.board, self.puzzle
        hints = _hints(puzzle, current_language())
        verdict = board.verdict
        return {
            "key": board.key,
            "goal": str(puzzle.goal),
            "game": puzzle.rulebook.key,
            "title": tell_title(puzzle),
            "kind": tell(key_of("puzzle.", puzzle.goal)) if puzzle.is_named else "",
            "question": tell_question(puzzle),
            "source": tell_source(puzzle) if puzzle.is_named else "",
            "rulebook": "" if puzzle.goal is Goal.ALLOW else name_rulebook(puzzle.rulebook),
            "rules": [*self.rules()],
            "turned": None if puzzle.turned is None else plain_card(puzzle.turned, "turned"),
            "open": None if puzzle.open is None else plain_card(puzzle.open, "open"),
            "players": tell("page.puzzle_players", n=puzzle.players) if self.needs_table() else "",
            **self.place(),
            "table": self.table(),
            "seats": [self.seat(at, seat) for at, seat in enumerate(puzzle.seats)],
            "choices": self.choices(),
            "can_check": kind_of(puzzle).is_checked,
            "hints": draw_lines(hints[: board.hints]),
            "next_hint": tell("page.puzzle_hint", n=board.hints + 1, of=len(hints)) if self.has_hint(hints) else "",
            "verdict": None
            if verdict is None
            else {"tone": "good" if verdict.right else "bad", "text": say(verdict.told)},
            "shown": board.shown,
            "why": fold_sources(_why(puzzle, board.tried, current_language())) if board.shown else [],
            "is_known": board.key in board.record.solved,
            "streak": tell("page.puzzle_streak", n=board.record.streak) if board.record.streak >= _ROW else "",
            "longest": self.tell_longest(),
            "has_previous": bool(board.before),
            "record": board.record.to_dict() if board.record.lasts else None,
            "ladder": _ladder(frozenset(board.record.solved), current_language()),
            "goals": [{"key": str(goal), "label": tell(key_of("puzzle.", goal))} for goal in MADE],
            "games": [
                {"key": book.key, "label": name_rulebook(book), "goal_keys": [*map(str, list_goals(book))]}
                for book in _games()
            ],
            "own_game": self.own_game if self.own_game in RULEBOOKS else "",
            "own": self.own,
        }

    def rules(self) -> Iterator[RulesView]:
        """What each game asks of a hand that declares, where the question is about several games."""
        for book in [RULEBOOKS[key] for key in self.puzzle.choices if self.puzzle.goal is Goal.ALLOW]:
            first, *others = [" ".join(map(say, describe_objective(way, book))) for way in book.objectives]
            ways = [first, *(tell("page.puzzle_or", way=way) for way in others)]
            yield {"name": name_rulebook(book), "ways": ways}

    def needs_table(self) -> bool:
        """Whether players and turned card matter: not where a hand without a wild card is only to be laid out."""
        is_wild = self.puzzle.deal.is_wild
        return self.puzzle.goal not in ON_TABLE or any(is_wild[card.index] for card in self.puzzle.cards)

    def tell_longest(self) -> str:
        """The longest row, and why a puzzle that has just been solved does not make it longer."""
        record = self.board.record
        is_longer = record.longest >= _ROW and record.longest > record.streak
        longest = tell("page.puzzle_longest", n=record.longest) if is_longer else ""
        helped = self.board.is_solved and not record.solved.get(self.board.key, True)
        return f"{tell('page.puzzle_helped')} {longest}".strip() if helped else longest

    def has_hint(self, hints: tuple[str, ...]) -> bool:
        """Whether there is a hint left to give."""
        return self.board.hints < len(hints) and not self.board.shown

    def place(self) -> PlaceView:
        """How far the learner has come on the ladder, how hard the puzzle is, and what helps with it."""
        keys = [key for key, _ in list_ladder()]
        solved = self.board.record.solved
        n = len({*keys} & {*solved})
        made = len(solved) - n  # new ones, which are not in the list
        level = _level(self.puzzle)
        return {
            "step": tell("page.puzzle_step:made" if made else "page.puzzle_step", n=n, of=len(keys), made=made),
            "help": self.tell_help(),
            "level": level,
            "levels": LEVELS,
            "level_text": tell("page.puzzle_level", n=level, of=LEVELS),
        }

    def tell_help(self) -> str:
        """Which of the lessons help that have been mastered; while none has, what the game asks of a hand."""
        book = self.puzzle.rulebook
        course, helping = [lesson.key for lesson in list_lessons(book)], list_helping(self.puzzle)
        numbers = tuple(course.index(key) + 1 for key in helping if self.progress.course(key).mastered)
        if numbers:
            return tell("page.puzzle_lessons", lessons=Items(numbers), n=len(numbers))
        asked = list_needs(first_needs(book), book) if helping and self.puzzle.goal not in _TOLD else ()
        return tell("page.puzzle_needs", asked=Items(asked)) if asked else ""

    def table(self) -> CardTableView | None:
        """The view model of the puzzle's own table, which says nothing that answers the question."""
        if self.board.table is None:
            return None
        table = TableView(self.board.table)
        drawn = table.draw()
        for tray in drawn["trays"]:
            tray["reasons"] = [*map(hide_sources, tray["reasons"])]
        if self.puzzle.goal not in _FOR_POINTS:
            drawn["headline"] = None
            for group in (*drawn["trays"], drawn["loose"]):
                group["cost"] = ""
        elif drawn["headline"] is not None and table.laid is not None and table.laid.points is not None:
            drawn["headline"] |= _draw_points(table, table.laid)
        if drawn["caption"]["tone"] == "story":
            drawn["caption"] = {"text": tell(key_of("page.puzzle_do_", self.puzzle.goal)), "tone": "story"}
        return drawn

    def seat(self, at: int, seat: Seat) -> SeatView:
        """A line of a published table."""
        if self.puzzle.goal is Goal.SURPLUS:
            groups = Hand.parse(seat.cards).groups or ()
            cards = [[self.choice(card, f"{at}-{i}-{j}") for j, card in enumerate(group)]
                     for i, group in enumerate(groups)]  # fmt: skip
            return {"name": tell("puzzle.player", n=at + 1), "groups": cards, "text": ""}
        return {"name": tell("puzzle.player", n=at + 1), "groups": [], "text": tell_seat(at, seat)}

    def choice(self, card: Card, key: str) -> SeatCardView:
        """A card to choose."""
        text = str(card)
        return {
            "key": key,
            "value": text,
            "card": plain_card(card, text),
            "chosen": text in self.board.chosen,
            "label": "",
        }

    def choices(self) -> list[SeatCardView]:
        """The answers to choose from."""
        puzzle, goal = self.puzzle, self.puzzle.goal
        if goal is Goal.THROW:
            return [self.choice(Card.parse(text), text) for text in puzzle.choices]
        if goal is Goal.SURPLUS:
            return []  # the cards of the table are chosen where they lie
        return [
            {
                "key": choice,
                "value": choice,
                "card": None,
                "chosen": choice in self.board.chosen,
                "label": tell_choice(puzzle, choice),
            }
            for choice in puzzle.choices
        ]


def _draw_points(table: TableView, laid: Arranged) -> HeadlineView:
    """What the cards cost as they lie, and as long as melds cost points too, until when; no more than that."""
    book, points = table.session.rulebook, figure_of(laid)
    lead, figure, unit = tell_around("page.headline_costs", points)
    tier = None if table.tier is None else table.tier[0]
    met, sentences = find_met(book), list[str]()
    if tier is not None and tier is not met and tier.flat is None:
        exempt = "kinds" if tier.exempt else ""
        asked = Items(list_wanted(met, book))
        sentences = [tell(key_of("page.puzzle_until:", exempt), asked=asked, kinds=name_kinds(tier, book))]
        sentences += tell_if("page.puzzle_most", points == book.scoring.cap, n=points)
    tone = "plain" if points else "good"
    return {"lead": lead, "figure": figure, "unit": unit, "tone": tone, "sentence": " ".join(sentences), "ways_out": []}


def tell_seat(at: int, seat: Seat) -> str:
    """What is printed of a player of a published table."""
    cards = Hand.parse(seat.cards).cards if seat.cards else ()
    values: dict[str, Any] = {"player": at + 1, "won": seat.won, "net": seat.net}
    if cards:
        values["cards"] = Items(tuple(map(pretty_card, cards)))
    if seat.dropped:
        return tell("puzzle.seat:dropped-cards" if cards else "puzzle.seat:dropped", **values)
    return tell("puzzle.seat" if cards else "puzzle.seat:none", **values)


def tell_choice(puzzle: Puzzle, choice: str) -> str:
    """One of the answers to choose from, in words."""
    if kind_of(puzzle).offers_cards:
        return pretty_card(Card.parse(choice))
    if choice == YES and puzzle.open is not None:
        return tell("puzzle.take-word", card=pretty_card(puzzle.open))
    if choice == NO:
        return tell("puzzle.leave-word")
    if choice in RULEBOOKS:
        return name_rulebook(RULEBOOKS[choice])
    return tell("puzzle.player", n=int(choice))


@lru_cache(maxsize=64)
def _level(puzzle: Puzzle) -> int:
    return measure_level(puzzle)


@lru_cache(maxsize=32)
def _hints(puzzle: Puzzle, language: str) -> tuple[str, ...]:
    return kind_of(puzzle).list_hints(puzzle)


@lru_cache(maxsize=32)
def _why(puzzle: Puzzle, tried: tuple[str, ...], language: str) -> tuple[str, ...]:
    return explain_puzzle(puzzle, tried, is_seen=True)


def _games() -> list[Rulebook]:
    return [book for book in RULEBOOKS.values() if list_goals(book)]


@lru_cache(maxsize=8)
def _ladder(solved: frozenset[str], language: str) -> list[RungView]:
    """The steps of the ladder, each with its name and whether it is solved."""
    steps: list[RungView] = []
    for key, _ in list_ladder():
        if key in NAMED:
            title, goal, book = tell_title(NAMED[key]), NAMED[key].goal, NAMED[key].rulebook
        else:
            named, game, _ = key.split(".")
            title, goal, book = tell(key_of("puzzle.", named)), Goal(named), RULEBOOKS[game]
        steps.append(
            {
                "key": key,
                "title": title,
                "goal": str(goal),
                "game": name_rulebook(book),
                "game_key": book.key,
                "done": key in solved,
            }
        )
    return steps
