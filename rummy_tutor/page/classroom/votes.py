"""A round that a class plays together: every choice of the class's seat is a question that all vote on."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypedDict

from ...game.cards import Card
from ...game.messages import key_of
from ...game.procedure import Laying
from ...game.rules import Rulebook
from ...game.table import Deal
from ...playing.bots import Exact, list_throws
from ...playing.chance import Chance
from ...playing.game import Game, Sitter, name_bots
from ...playing.moves import Move, Phase
from ...playing.record import replay
from ...playing.standing import weigh_throws
from ...playing.view import View
from ...rulebooks import RULEBOOKS
from ...tutor.judging import Verdict
from ...tutor.tasks import TaskError
from ...tutor.turns.hands import lay_nearest
from ...wording.speech import tell, with_minus
from ..faces import LabelView, pretty_card
from ..play.help import tell_advice
from ..play.look import look_back
from ..play.question import Looked
from ..play.reasons import tell_cards, tell_reason
from ..play.review_view import tell_did, tell_mistake, tell_share
from ..play.seated import Seated
from ..play.view import PlayEndView, PlaySeatView, draw_end, draw_seat
from .entries import EntryError
from .questions import ONE, Question

ROUND = "round"  # stands for a lesson
LEVELS = ("steady", "exact")  # of the other players
_SEEDS = 1_000_000_000
_MOST_OTHERS = 5
_WORDS = {"stock": "play.stock_button", "drop": "turn.button_drop", "declare": "class.vote-declare"}


class ClassSeatView(PlaySeatView):
    """A player at the table; ``score`` is what the rounds before have come to, empty in the first one."""

    score: str


class ClassRoundView(TypedDict):
    """A round that a class plays: who sits there and did what, and in the end who pays whom.

    ``moment`` tells how well it was played, and the move that cost most.
    """

    seats: list[ClassSeatView]
    end: PlayEndView | None
    moment: list[str]


class RoundChoicesView(TypedDict):
    """What the teacher chooses before a round: how many others play, of each game, and how well."""

    begin: str
    others_label: str
    others: dict[str, list[int]]
    levels_label: str
    levels: list[LabelView]
    again: str


class Playing(NamedTuple):
    """A round of a class as a request has it.

    Attributes:
        record: the record of the round.
        score: what each seat has won or lost in the rounds before.
    """

    record: Mapping[str, Any]
    score: tuple[int, ...]

    def to_request(self) -> dict[str, object]:
        """What the question is made from."""
        return {"play": dict(self.record), "score": list(self.score)}


class VoteQuestion(Question):
    """What the class's seat is to do next; at the end of the round nothing.

    Args:
        playing: the round up to there.

    Raises:
        TutorError: it is no such round.
    """

    asks, lesson = ONE, ROUND

    def __init__(self, playing: Playing) -> None:
        game = replay(playing.record)
        seats = [seat for seat, sitter in enumerate(game.sitters) if sitter.bot is None]
        scores = [type(score) is int for score in playing.score]
        EntryError.refuse(
            "bad-entry", len(seats) != 1 or game.by_hand is not None or scores != [True] * len(game.sitters)
        )
        self.playing, self.game = playing, game
        self.seated = Seated(sitters=game.sitters, seed=game.seed, played=game.played)
        self.view = self.seated.view
        self.rulebook, self.players = self.view.rulebook, len(game.sitters)
        self.turned, self.open = self.view.turned, self.view.open
        played = game.played
        turn = played.turn if self.seated.is_mine else replace(played, seat=seats[0], taken=None, owed=None).turn
        self.turn = turn
        self.groups = lay_nearest(turn.hand, turn.deal) if len(turn.hand) > 1 else ()
        self.kind = "end" if self.is_over else str(self.view.phase)
        self._advised = None if self.is_over else _advise(self.view)
        moves = () if self._advised is None else list_choices(self.view, self._advised)
        order = [str(card) for group in self.groups for card in group]
        self.choices = tuple(sorted((move.record for move in moves), key=lambda move: _place(Move.parse(move), order)))
        self._looked: Looked | None = None

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.seated.is_over

    @property
    def deal(self) -> Deal:
        """The rulebook at this table."""
        return self.view.deal

    def title(self) -> str:
        """That it is a round."""
        return tell("class.source-round")

    def ask(self) -> str:
        """What is to be decided, or how the round ended."""
        if self.is_over:
            return draw_end_of(self)["head"]
        if self.view.phase is Phase.DRAW:
            if self.open is not None and "draw open" in self.choices:
                return tell("play.now-draw", card=pretty_card(self.open))
            return tell("play.now-draw:stock")
        declares = self._advised is not None and self._advised.kind == "declare"
        return tell("move.may-declare") if declares else tell("play.now-throw")

    def read(self, value: object) -> Any:
        """A move of those to choose from.

        Raises:
            TaskError: ``bad-answer``: it is none of them.
        """
        TaskError.refuse("bad-answer:choices", value not in self.choices)
        return value

    def judge(self, value: Any) -> Verdict:
        """Whether a move is as good as the exact player's."""
        expected = self.solve()
        return Verdict(value == expected or self._is_as_good(value), expected)

    def _is_as_good(self, value: str) -> bool:
        """Whether a throw of as many points leaves as few exchanges, and as many cards that help, as the exact one."""
        chosen, view = Move.parse(value), self.view
        plain = view.rulebook.procedure.laying is not Laying.IN_TURN and len(view.cards) == view.rulebook.deal + 1
        if not plain or self._advised is None or {chosen.kind, self._advised.kind} != {"throw"}:
            return False
        cards = chosen.cards[0], self._advised.cards[0]
        standings, points = weigh_throws(view, cards).standings, view.deal.points
        if points[cards[0].index] != points[cards[1].index]:
            return False
        return standings[cards[0]] == standings[cards[1]]

    def solve(self) -> Any:
        """The move of the exact player; empty once the round is over."""
        return "" if self._advised is None else self._advised.record

    def card_of(self, choice: str) -> Card | None:
        """The card that is thrown."""
        move = Move.parse(choice)
        return move.cards[0] if move.kind == "throw" else None

    def tell(self, value: Any) -> str:
        """A move in a word or two."""
        if not value:
            return ""
        move = Move.parse(value)
        if move.kind == "take":
            return tell("play.take", card=tell_cards(move.cards or self.view.discards[-1:]))
        if move.kind == "throw":
            return pretty_card(move.cards[0])
        return tell(_WORDS[move.kind], cards=tell_cards(move.cards))

    def why(self) -> list[str]:
        """What the exact player would do and why, in one line."""
        if self._advised is None:
            return []
        return [" ".join(filter(None, [tell_advice(self._advised), tell_reason(self.view, self._advised)]))]

    def to_dict(self) -> dict[str, object]:
        """The table as plain JSON values, as far as the class's seat knows it."""
        return {**self.view.to_dict(), "choices": list(self.choices)}

    def play(self, move: str) -> Playing:
        """The round after a move of the class's, those of the others, and its own that leave it no choice."""
        game = Game(self.rulebook, self.game.sitters, self.game.seed, played=self.game.played)
        game.play(move)
        return self.playing._replace(record=_go_on(game))

    def again(self) -> Playing:
        """Another round with the same players."""
        net = (0,) * self.players if self.game.outcome is None else self.game.outcome.net
        score = tuple(before + now for before, now in zip(self.playing.score, net, strict=True))
        return _deal(self.rulebook, self.game.sitters, score)

    def look_back(self) -> Looked | None:
        """What the class could have done better, worked out once."""
        if self._looked is None:
            self._looked = look_back(self.game.to_dict())
        return self._looked


def begin_round(book: Rulebook, others: int, level: str, name: str) -> Playing:
    """Deal a round: the class plays first.

    Args:
        book: the rules.
        others: how many computer players there are.
        level: how well they play.
        name: what the class's seat is called.

    Raises:
        EntryError: ``bad-entry``: the game is not played by that many, or there is no such level.
    """
    EntryError.refuse("bad-entry", others not in list_others(book) or level not in LEVELS)
    sitters = (Sitter(name), *(Sitter(bot, level) for bot in name_bots(others)))
    return _deal(book, sitters, (0,) * len(sitters))


def list_others(book: Rulebook) -> list[int]:
    """How many others a class can play with."""
    least, most = book.table.players
    return list(range(max(1, least - 1), min(most, _MOST_OTHERS + 1)))


def _deal(book: Rulebook, sitters: Sequence[Sitter], score: tuple[int, ...]) -> Playing:
    return Playing(_go_on(Game(book, sitters, random.randrange(_SEEDS))), score)


def _go_on(game: Game) -> dict[str, object]:
    """Play on until the class has a choice: where it has none, the exact player's move is made for it."""
    game.go_on()
    while game.outcome is None:
        advised = _advise(game.view)
        if len(list_choices(game.view, advised)) > 1:
            break
        game.play(advised.record)
    return game.to_dict()


def _advise(view: View) -> Move:
    """What the exact player does."""
    return Exact().choose(view, Chance(0))


def list_choices(view: View, advised: Move) -> list[Move]:
    """What a class may choose from: where to draw, which card to throw, to declare if the hand does.

    Args:
        view: what its seat knows.
        advised: the exact player's move; alone where it is of another kind, such as a meld that is laid.
    """
    if view.phase is Phase.DRAW:
        moves = [Move("stock"), Move("take"), Move("drop")]
        return list(dict.fromkeys([*(move for move in moves if view.judge_move(move).allowed), advised]))
    if view.phase is Phase.THROW and advised.kind in ("throw", "declare"):
        throws = [Move("throw", (card,)) for card in list_throws(view)]
        return [*(move for move in throws if view.judge_move(move).allowed), *([advised] * (advised.kind == "declare"))]
    return [advised]


def _place(move: Move, order: Sequence[str]) -> int:
    """Where a choice stands: cards as they lie in the hand, what is no card before or in the order of a turn."""
    if move.kind != "throw":
        return ("declare", "stock", "take", "drop").index(move.kind) - 4
    card = str(move.cards[0])
    return order.index(card) if card in order else len(order)


# ---- drawing ---------------------------------------------------------------------------------------------------
def draw_choices() -> RoundChoicesView:
    """What the teacher chooses before a round."""
    return {
        "begin": tell("class.round-begin"),
        "others_label": tell("play.others"),
        "others": {key: list_others(book) for key, book in RULEBOOKS.items()},
        "levels_label": tell("play.levels"),
        "levels": [{"key": level, "label": tell(key_of("play.level-", level))} for level in LEVELS],
        "again": tell("play.again"),
    }


def draw_end_of(question: VoteQuestion) -> PlayEndView:
    """How the round ended, and who pays whom."""
    end = draw_end(question.seated)
    assert end is not None  # it has ended
    return end


def draw_round(question: VoteQuestion) -> ClassRoundView:
    """The round as everybody of the class sees it."""
    seated, again = question.seated, any(question.playing.score)
    looked = question.look_back() if question.is_over else None
    return {
        "seats": [
            {**draw_seat(seated, at), "score": with_minus(f"{score:+}") if again else ""}
            for at, score in enumerate(question.playing.score)
            if not question.is_over
        ],
        "end": draw_end_of(question) if question.is_over else None,
        "moment": [] if looked is None else _tell_looked(looked),
    }


def _tell_looked(looked: Looked) -> list[str]:
    """How well the class played, and the move that cost most."""
    worst = max(looked.moments, key=lambda moment: moment.found.loss, default=None)
    sentences = [] if worst is None else [tell_did(worst), *tell_mistake(worst)]
    return [line for line in (tell_share(looked.review), " ".join(sentences)) if line]
