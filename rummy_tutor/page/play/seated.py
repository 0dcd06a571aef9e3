"""A round that somebody plays on the page: the table, what was last tried there, and what a tab keeps of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypedDict

from ...game.cards import Card, without
from ...game.messages import TutorError
from ...playing.game import Game, Sitter
from ...playing.moves import Groups, Move, Phase, Ruling
from ...playing.record import replay
from ...playing.round import PlayedRound
from ...playing.turn import Turn
from ...playing.view import View, view_round
from ...solver.best import find_best
from ...tutor.turns.hands import find_last_card, lay_nearest, list_held
from ..session import Memory, Part, Session
from .advice import advise
from .past import EndedRound


class UnderWayView(TypedDict):
    """A round as a tab keeps it, and the browser for its other tabs while it is under way."""

    record: Mapping[str, object]
    aided: bool
    guided: bool


@dataclass(frozen=True, kw_only=True)
class Seated:
    """A round, seen from the one seat that a person has.

    Attributes:
        sitters: who plays; the person has no bot.
        seed: what was dealt from.
        played: the round as it stands.
        past: how it stood before each move of the person.
        move: the move last tried; None before the first.
        ruling: what was said of it.
        risky: the last card of a declaration that would fail, while the person is asked whether they mean it.
        help: how many steps of help have been asked for since the last move.
        grouped: whether the hand lies in groups.
        own: whether these are the person's own, in which nothing is moved.
        aided: whether help was asked for or a move taken back, so that the round says nothing of its player.
        guided: whether help is open without being asked for.
        shown: the groups of the hand before the last move or step of help.
    """

    sitters: tuple[Sitter, ...]
    seed: int
    played: PlayedRound
    past: tuple[PlayedRound, ...] = ()
    move: Move | None = None
    ruling: Ruling | None = None
    risky: tuple[Card, ...] | None = None
    help: int = 0
    grouped: bool = True
    own: bool = False
    aided: bool = False
    guided: bool = False
    shown: Groups = ()

    @property
    def key(self) -> str:
        """What names the round among others."""
        return f"{self.played.rulebook.key}-{self.seed}"

    @property
    def level(self) -> str:
        """The level of the other players."""
        return next(str(sitter.bot) for sitter in self.sitters if sitter.bot is not None)

    @property
    def seat(self) -> int:
        """The person's seat."""
        return next(at for at, sitter in enumerate(self.sitters) if sitter.bot is None)

    @property
    def view(self) -> View:
        """What the person may know."""
        return view_round(self.played, self.seat)

    @property
    def turn(self) -> Turn:
        """The table as the person has it before them."""
        return replace(self.played, seat=self.seat).turn

    @cached_property
    def _advice(self) -> Move:
        return advise(self.view)

    @property
    def advised(self) -> Move:
        """The move that help advises; who declares throws a card that lies in no group."""
        if self._advice.kind == "declare" and self.last is not None:
            return Move("declare", (self.last,))
        return self._advice

    @cached_property
    def last(self) -> Card | None:
        """The card with which the person can declare, one of no group where it can be; None where they cannot."""
        last = find_last_card(replace(self.turn, as_laid=False)) if self.is_mine else None
        if last is None:
            return None
        hand, deal = self.view.hand, self.view.deal
        return next((card for card in self.loose if find_best(without(hand, card), deal).declares), last)

    @cached_property
    def melds(self) -> Groups:
        """The person's own groups, else the best ones, as like those before as can be; help's lack what it throws."""
        turn, hand = self.turn, self.view.hand
        if self.own:
            return tuple(group for group in list_held(self.shown, hand) if len(group) > 1)
        if self.help and self.is_mine and self.played.phase is Phase.THROW and self._advice.kind == "throw":
            hand = without(hand, *self._advice.cards)
        return lay_nearest(hand, turn.deal, self.shown) if len(hand) > 1 else ()

    @property
    def loose(self) -> tuple[Card, ...]:
        """The cards of the hand that lie in no group."""
        return without(self.view.hand, *(card for group in self.melds for card in group))

    @property
    def broken(self) -> Groups:
        """The groups of three and more that lay there before and do so no longer, though their cards are all held."""
        hand, laid = Counter(self.view.hand), [Counter(group) for group in self.melds]
        whole = [group for group in self.shown if len(group) > 2 and Counter(group) <= hand]
        return tuple(group for group in whole if not any(Counter(group) <= now for now in laid))

    @property
    def is_mine(self) -> bool:
        """Whether it is the person's turn."""
        return self.played.seat == self.seat and self.played.outcome is None

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.played.phase is Phase.OVER

    @property
    def has_won(self) -> bool:
        """Whether the person has won the round."""
        return self.played.outcome is not None and self.played.outcome.winner == self.seat

    @property
    def ended(self) -> EndedRound | None:
        """How the round ended; None while it goes on."""
        game = self.played.rulebook.key
        return {"game": game, "level": self.level, "won": self.has_won} if self.is_over else None

    @property
    def kept(self) -> UnderWayView:
        """What is kept of the round."""
        return {"record": self.game.to_dict(), "aided": self.aided, "guided": self.guided}

    @property
    def game(self) -> Game:
        """The table with its computer players."""
        return Game(self.played.rulebook, self.sitters, self.seed, played=self.played)

    def make(self, move: Move, *, sure: bool = False) -> Seated:
        """The round after a move of the person's, and those of the others after it.

        A declaration lays the hand out in its best grouping; one that fails is made only once the person is sure.
        """
        ruling = self.played.judge_move(move)
        tried = replace(self, move=move, ruling=ruling, risky=None, help=int(self.guided))
        if not ruling.allowed or not self.is_mine:
            return tried
        groups = None
        if move.kind == "declare":
            kept = without(self.view.cards, *move.cards)
            best = find_best(kept, self.view.deal) if kept else None
            groups = None if best is None else best.as_laid()
            if best is not None and not best.declares and not sure and self.played.turn.hand[1:]:
                return replace(tried, risky=move.cards)
        game = self.game
        try:
            game.play(move.record, groups)
        except TutorError:  # a declaration that fails has no price in this game: it is not made
            return replace(tried, ruling=ruling._replace(allowed=False, code="not-declaring"))
        return replace(tried, played=game.played, past=(*self.past, self.played))

    def take_back(self) -> Seated:
        """The round before the person's last move."""
        if not self.past:
            return self
        before, asked = self.past[-1], int(self.guided)
        return replace(
            self, played=before, past=self.past[:-1], move=None, ruling=None, risky=None, help=asked, aided=True
        )


SEATED: Part[Seated] = Part()
_KEPT: Memory[object] = Memory("play", lambda kept: kept, of_cards=False)


def find_seated(session: Session) -> Seated | None:
    """The round that is played; one that the tab kept is taken up again. None if there is none."""
    seated, kept = SEATED.of(session), _KEPT.of(session)
    if seated is None and kept is not None:
        seated = sit_down(kept)
        keep_seated(session, seated)
    return seated


def sit_down(kept: object) -> Seated | None:
    """A round that was kept, taken up again; None if it is of another version, or not from here."""
    known = kept if isinstance(kept, Mapping) else {}
    record, guided = known.get("record"), bool(known.get("guided"))
    try:
        game = replay(record) if isinstance(record, Mapping) else None
    except (TutorError, TypeError):
        return None
    if game is None or sum(sitter.bot is None for sitter in game.sitters) != 1:
        return None
    played, aided = game.go_on().played, bool(known.get("aided"))
    return Seated(sitters=game.sitters, seed=game.seed, played=played, aided=aided, guided=guided, help=int(guided))


def keep_seated(session: Session, seated: Seated | None) -> None:
    """Keep a round, also over a reload."""
    SEATED.keep(session, seated)
    _KEPT.keep(session, None if seated is None else seated.kept)
