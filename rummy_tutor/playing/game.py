"""A table where a round is played: people and bots in their seats, moves one by one, and the record of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ..game.cards import Card, Hand
from ..game.display import Result
from ..game.messages import quote
from ..game.release import __version__
from ..game.rules import RuleError, refuse
from ..rounds.documents import write_game
from ..rounds.seats import check_name
from ..rounds.settlement import as_rate, check_names
from ..rulebooks.find import Given, find_rulebook
from .bots import BOTS, Bot, make_bot
from .by_hand import ByHand
from .chance import SHUFFLE, Chance
from .moves import Groups, Move, Ruling
from .round import Outcome, PlayedRound, deal_round
from .view import View, view_round

if TYPE_CHECKING:
    import pandas

RECORD = 1  # the version of a record's shape
YOU, PROGRAM = "you", "program"
EXEC = "exec:"  # begins a seat that a program plays: the command that starts it follows
BOT_NAMES = (
    "Asha", "Bikram", "Chitra", "Dinesh", "Esther", "Farhan", "Gita", "Harish", "Indira", "Jigme", "Kavya", "Lobsang",
)  # fmt: skip


class Mind(Protocol):
    """What plays a seat: a bot, or a program."""

    def choose(self, view: View, chance: Chance) -> Move:
        """The move to make."""

    def lay_out(self, view: View, move: Move) -> Groups:
        """The hand in groups for a declaration."""


@dataclass(frozen=True)
class Sitter:
    """Who sits at a place.

    Attributes:
        name: what they are called.
        bot: the level of a bot, ``program``, or None for a person.
    """

    name: str
    bot: str | None = None


class Game(Result):
    """A round being played. Bots move by themselves until it is a person's turn or the round has ended.

    Args:
        rulebook: the rules, options included.
        sitters: who plays, the first to play first.
        seed: what is dealt from.
        point_value: money for a point.
        minds: what plays the seats of programs, by seat.
        played: the round as it stands, one that was dealt from this seed; dealt now if none is given.
        by_hand: what is known of the deal, where the cards were dealt by hand: nobody moves by themselves then.

    Attributes:
        sitters: who plays.
        seed: what was dealt from.
        by_hand: what is known of a deal by hand, None where the cards were dealt from the seed.
        played: the round as it stands, with all that nobody at the table may see.
    """

    def __init__(
        self,
        rulebook: Given,
        sitters: Sequence[Sitter],
        seed: int,
        point_value: float | None = None,
        minds: Mapping[int, Mind] | None = None,
        played: PlayedRound | None = None,
        by_hand: ByHand | None = None,
    ) -> None:
        book = find_rulebook(rulebook)
        as_rate(point_value, book)
        self.sitters, self.seed, self.point_value, self.by_hand = tuple(sitters), seed, point_value, by_hand
        self.played = played or deal_round(book, [sitter.name for sitter in sitters], seed)
        self._past: list[PlayedRound] = []
        bots = {seat: sitter.bot for seat, sitter in enumerate(sitters) if sitter.bot in BOTS}
        self._minds: dict[int, Mind] = {seat: make_bot(str(level)) for seat, level in bots.items()} | dict(minds or {})

    # ---- what can be seen -----------------------------------------------------------------------------------
    @property
    def view(self) -> View:
        """What the player whose turn it is may know."""
        return view_round(self.played, self.played.seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended, None while it goes on."""
        return self.played.outcome

    def list_moves(self) -> list[str]:
        """The moves that the player whose turn it is may make."""
        return [move.record for move in self.view.moves()]

    def judge_move(self, move: Move | str) -> Ruling:
        """Whether a move may be made now, with the rule that says so.

        Raises:
            PlayError: ``bad-move``: the text is no move.
        """
        return self.played.judge_move(move)

    def to_dict(self) -> dict[str, object]:
        """The record of the round, which ``load_play`` reads.

        Raises:
            RuleError: the rulebook has the key of another one.
        """
        places, outcome = self.played.places, self.outcome
        named = write_game(self.played.rulebook, as_rate(self.point_value, self.played.rulebook))
        record: dict[str, object] = {
            "play": RECORD,
            "engine": __version__,
            "shuffle": SHUFFLE,
            "rulebook": named["rulebook"],
            "options": named.get("options", []),
            "players": [
                {"name": sitter.name, **({} if sitter.bot is None else {"bot": sitter.bot})} for sitter in self.sitters
            ],
            **({"seed": self.seed} if self.by_hand is None else {"deal": dict(self.by_hand.told)}),
            "point_value": named.get("point_value"),
            "moves": [[done.seat, done.move.record] for done in self.played.log],
            "groups": {
                str(seat): [list(map(str, group)) for group in place.declared]
                for seat, place in enumerate(places)
                if place.declared
            },
        }
        if outcome is not None:
            record["end"] = {"how": outcome.how, "winner": outcome.winner, "net": list(outcome.net)}
        return record

    def to_frame(self) -> pandas.DataFrame:
        """The moves so far, one a row: the seat, the player's name, and the move as a record has it."""
        import pandas as pd

        rows = [(done.seat, self.sitters[done.seat].name, done.move.record) for done in self.played.log]
        return pd.DataFrame(rows, columns=["seat", "name", "move"])

    @property
    def rounds(self) -> tuple[PlayedRound, ...]:
        """The round before each move that was made, and as it stands."""
        return (*self._past, self.played)

    def list_known(self, seat: int) -> int:
        """How many moves were made while the player's own cards are known: all of them in a round dealt here."""
        unknown = None if self.by_hand is None else self.by_hand.unknown[seat]
        return len(self.played.log) if unknown is None else min(unknown, len(self.played.log))

    # ---- playing --------------------------------------------------------------------------------------------
    def play(self, move: str, groups: Hand | str | Iterable[Sequence[Card]] | None = None) -> Game:
        """Make a move; bots then make theirs.

        Args:
            move: such as ``"draw stock"`` or ``"throw KS"``; see ``list_moves``.
            groups: with a declaration, the hand as it is laid out; in its best grouping if none is given.

        Raises:
            PlayError: it is no move, or is refused; the round stays as it was.
        """
        made = Move.parse(move)
        if isinstance(groups, str):
            groups = Hand.parse(groups)
        if isinstance(groups, Hand):
            groups = groups.groups or [(card,) for card in groups.cards]
        if groups is None and made.kind == "declare" and self.judge_move(made).allowed:
            groups = Bot().lay_out(self.view, made)
        self.make(made, groups)
        return self.go_on()

    def take_back(self) -> Game:
        """The table before the last move of a person."""
        while self._past:
            self.played = self._past.pop()
            if self.played.seat not in self._minds:
                break
        return self

    def make(self, move: Move | str, groups: Iterable[Sequence[Card]] | None = None) -> None:
        """Make one move, and leave it to whoever is next.

        Args:
            move, groups: as for ``play``.

        Raises:
            PlayError: it is no move, or is refused; the round stays as it was.
        """
        after = self.played.play(move, groups)
        self._past.append(self.played)
        self.played = after

    def step(self) -> bool:
        """Let the bot or program whose turn it is make one move; false if it is a person's turn, or all is over."""
        mind = self._minds.get(self.played.seat)
        if self.outcome is not None or mind is None or self.by_hand is not None:
            return False
        view = self.view
        move = mind.choose(view, self._roll())
        self.make(move, mind.lay_out(view, move) if move.kind == "declare" else None)
        return True

    def go_on(self) -> Game:
        """Let bots and programs move until it is a person's turn."""
        while self.step():
            pass
        return self

    def _roll(self) -> Chance:
        """Random numbers for one move, the same whenever the round is played again."""
        number, _ = Chance(self.seed ^ (len(self.played.log) + 1) << 32 ^ self.played.seat).next()
        return Chance(number)

    def __repr__(self) -> str:
        state = f"turn of {self.sitters[self.played.seat].name}" if self.outcome is None else self.outcome.how
        return f"Game({self.played.rulebook.key!r}, seed={self.seed}, {state})"


def seat_players(seats: Iterable[str]) -> tuple[Sitter, ...]:
    """Who sits down, from words: a bot's level, a program's command, or any other name for a person.

    Raises:
        RuleError: a seat is no text, nearly the name of a level, or no name that a player may have.

    Example:
        >>> seat_players(["you", "exact"])
        (Sitter(name='you', bot=None), Sitter(name='Bikram', bot='exact'))
    """
    if isinstance(seats, str | Mapping) or not isinstance(seats, Iterable):
        raise RuleError("bad-seats:type", found=quote(str(seats)))
    words = list(seats)
    refuse("bad-seats:type", not all(isinstance(word, str) for word in words), found=quote(str(words)))
    persons = {word.casefold() for word in words}
    free = [name for name in BOT_NAMES if name.casefold() not in persons]
    sitters = tuple(_seat_player(word, free[at % len(free)]) for at, word in enumerate(words))
    check_names([sitter.name for sitter in sitters if sitter.bot is None])
    return sitters


def _seat_player(word: str, name: str) -> Sitter:
    """Who a word stands for; a computer player gets the name."""
    if word in (*BOTS, PROGRAM):
        return Sitter(name, word)
    if word.startswith(EXEC):
        return Sitter(name, PROGRAM)
    meant = next((level for level in BOTS if _is_misspelt(word.casefold(), level)), "")
    refuse("bad-level:meant", meant, found=quote(word), meant=quote(meant))
    return Sitter(check_name(word))


def _is_misspelt(word: str, level: str) -> bool:
    """Whether a word is a level with a letter too many or too few, or its letters in another order.

    Example:
        >>> _is_misspelt("stron", "strong"), _is_misspelt("newt", "new")
        (True, False)
    """
    short, long = sorted((word, level), key=len)
    near = sorted(word) == sorted(level) or short in {long[:at] + long[at + 1 :] for at in range(len(long))}
    return word == level or (near and len(level) > 3)  # names of three letters are too often near each other


def name_bots(count: int) -> tuple[str, ...]:
    """Names for computer players."""
    return tuple(BOT_NAMES[at % len(BOT_NAMES)] for at in range(count))


def play(
    rulebook: Given,
    seats: Iterable[str] = (YOU, "exact"),
    seed: int = 0,
    options: Sequence[str] = (),
    point_value: float | None = None,
) -> Game:
    """Sit down to a round: ``list_moves`` says what a person may do, ``play`` does it, ``view`` is what they see.

    Args:
        rulebook: a key such as ``"octro-13"``, or a rulebook of your own.
        seats: who plays, the first to play first: a bot's level (``new``, ``steady``, ``exact``, ``strong``) or, with
            any other name, a person: ``"you"``, ``"Asha"``. A round of bots alone is played to its end at once.
        seed: a whole number from 0; the same one deals the same cards.
        options: house options of the rulebook.
        point_value: money for a point.

    Returns:
        The round, played up to a person's turn or to its end: then ``outcome`` says who won, by the seat's number.

    Raises:
        RuleError: the rulebook, its options, the players or the seed are impossible.

    Example:
        >>> table = play("gorummy-13", ["you", "exact"], seed=7)
        >>> table.list_moves()
        ['draw stock', 'draw open', 'drop']
        >>> len(table.view.hand), table.play("draw stock").list_moves()[:2]
        (13, ['throw 3C', 'throw QH'])
        >>> [play("gorummy-13", ["exact", "new"], seed=seed).outcome.winner for seed in range(3)]
        [0, 0, 0]
    """
    sitters = seat_players(seats)
    refuse("bad-seats:program", any(sitter.bot == PROGRAM for sitter in sitters))
    return Game(find_rulebook(rulebook, options), sitters, seed, point_value).go_on()
