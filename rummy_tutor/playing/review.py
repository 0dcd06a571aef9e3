"""What a player could have done better in a round: each decision judged on what they could know.

A decision is weighed by the chance to win that the fitted numbers of ``chances`` give for where it leads, and luck is
told apart: what the deal and the draws were worth. Small differences cannot be told from good play, and are not shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..game.cards import Card, without
from ..game.display import Result
from ..game.messages import find_surface, quote
from ..game.rules import MELDS, Rulebook, refuse
from ..rounds.endings import Ending
from ..solver.best import find_best
from ..study.analysis import holds_pure_sequence
from ..study.dropping import SURE, Drop, weigh_drop
from .bots import advise_move, find_declaration, list_loose, list_throws, measure
from .chances import chance_after_throw, chance_before_draw, find_typical, is_fitted, name_fitted
from .game import Game, Sitter
from .moves import Move, Phase
from .record import replay
from .round import Done, PlayedRound
from .standing import Choice, Standing, find_standing, weigh_throws
from .view import View, view_round

if TYPE_CHECKING:
    import pandas

MISTAKE, BLUNDER = 3.0, 10.0  # points of a hundred from which a loss is told, and from which it is a blunder
# how much of what the numbers of ``chances`` say was lost is really lost, in games of 13 cards and of more: by
# play-outs, ``tests/bench/review.py``
_CONFIRMED = {
    "broke-meld": (0.6, 0.85), "broke-pure-sequence": (0.85, 1.1), "left-needed-card": (0.65, 0.85),
    "missed-declaration": (0.6, 0.85), "threw-joker": (1.25, 1.2), "threw-needed-card": (0.65, 0.7),
    "took-useless-card": (0.45, 0.65),
}  # fmt: skip
MOST_TOLD = 3  # mistakes that a short account shows
_CERTAIN = ("missed-declaration", "wrong-declaration")  # told whatever they cost: nothing is estimated


class Found(NamedTuple):
    """A move that cost something.

    Attributes:
        at: its place in the record's moves, from 0.
        move: the move.
        best: one that was better; others may have been as good.
        code: what was wrong with it.
        grade: ``blunder`` or ``mistake``.
        loss: what it cost, in points of a hundred of the chance to win.
        outs: after the move and after the better one, how many of the cards still to come bring the hand nearer;
            None where that was not counted.
        belief: what the player may wrongly believe, None if nothing is known.
    """

    at: int
    move: str
    best: str
    code: str
    grade: str
    loss: float
    outs: tuple[int | None, int | None]
    belief: str | None = None

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values."""
        outs = None if None in self.outs else list(self.outs)
        return {**self._asdict(), "loss": round(self.loss, 1), "outs": outs}


class Well(NamedTuple):
    """The best move of a place where another one tempts: an open card that helps was taken, a dear card was kept.

    Attributes:
        at: its place in the record's moves, from 0.
        move: the move.
        instead: the move that tempts: a draw from the stock, or to throw the loose card with the most points.
        gain: what it was worth beside that, in points of a hundred of the chance to win.
    """

    at: int
    move: str
    instead: str
    gain: float


class Point(NamedTuple):
    """A point of the round's course.

    Attributes:
        at: the place in the record's moves of the player's move, from 0; -1 before their first.
        chance: their chance to win after it, from 0 to 1: of a draw after the best throw that could follow.
    """

    at: int
    chance: float


class Weighed(NamedTuple):
    """A move that could be made, and where it leads by what the player could know; None stands for what is not known.

    Attributes:
        move: the move.
        chance: the chance to win after it, from 0 to 1.
        exchanges: fewest cards to exchange then, until the hand declares or a hidden card may be seen.
        outs: how many of the cards still to come save one of these.
        points: what the hand then costs if another player declares; of a drop or a failed declaration its price.
        paid: of dropping at first and of playing on instead the points that it brings on average, negative if it costs.
        draws: the cards that ``outs`` counts, each once, by their index.
    """

    move: str
    chance: float | None = None
    exchanges: int | None = None
    outs: int | None = None
    points: int | None = None
    paid: float | None = None
    draws: tuple[int, ...] = ()

    def is_as_good(self, best: Weighed) -> bool:
        """Whether no difference to the best move can be told."""
        kind, of_best = Move.parse(self.move).kind, Move.parse(best.move).kind
        if of_best in ("drop", "declare") or kind in ("drop", "declare"):
            return kind == of_best and self.chance == best.chance
        if self.chance is None or best.chance is None:
            return True
        return 100 * (best.chance - self.chance) < MISTAKE


@dataclass(frozen=True, kw_only=True, repr=False)
class Review(Result):
    """What one player could have done better.

    Attributes:
        rulebook: the rules.
        sitters: who played.
        seat: the player.
        accuracy: of what random moves would have lost, how much the player kept, from 0 to 100; None where nothing
            was to be decided. One round scatters by some 20.
        decisions: how many moves were judged.
        found: those that cost something, the dearest first.
        drop: whether to drop at first, where that is known.
        luck: what the deal and the draws were worth, in points of a hundred of the chance to win.
        known: how many moves of the record could be judged, where the rest have unknown cards; else None.
        fitted: the game whose measured chances were taken, None where there are none.
        exact: whether they were measured in this very game.
        course: the chance to win as the round went on; empty where there are no measured chances.
        well: the best move where another one tempts that was worth most; None where none was worth much.
    """

    rulebook: Rulebook
    sitters: tuple[Sitter, ...]
    seat: int
    accuracy: float | None
    decisions: int
    found: tuple[Found, ...]
    drop: Drop | None
    luck: float | None
    known: int | None
    fitted: str | None
    exact: bool
    course: tuple[Point, ...] = ()
    well: Well | None = None

    @property
    def worst(self) -> tuple[Found, ...]:
        """The three dearest mistakes."""
        return self.found[:MOST_TOLD]

    def explain(self) -> tuple[str, ...]:
        """The review in sentences: how well it was played, the three dearest mistakes, and what else is to be known."""
        head, mistakes, notes = find_surface("review")(self)
        return (*head, *map(" ".join, mistakes), *notes)

    def to_dict(self) -> dict[str, object]:
        """As plain JSON values, as ``rummy-tutor review --json`` prints it."""
        return {
            "seat": self.seat,
            "accuracy": None if self.accuracy is None else round(self.accuracy, 1),
            "decisions": self.decisions,
            "found": [mistake.to_dict() for mistake in self.found],
            "drop": None if self.drop is None else self.drop.to_dict(),
            "luck": None if self.luck is None else round(self.luck, 1),
        }

    def to_frame(self) -> pandas.DataFrame:
        """One row a move that cost something, the dearest first, with the fields of ``Found`` as columns.

        ``outs`` is how many cards help after the move, ``best_outs`` after the better one.
        """
        import pandas as pd

        rows = [
            {**mistake._asdict(), "loss": round(mistake.loss, 1), "outs": mistake.outs[0], "best_outs": mistake.outs[1]}
            for mistake in self.found
        ]
        columns = ["at", "move", "best", "code", "grade", "loss", "outs", "best_outs", "belief"]
        return pd.DataFrame(rows, columns=columns)

    def __repr__(self) -> str:
        return f"Review(seat={self.seat}, accuracy={self.to_dict()['accuracy']}, {len(self.found)} found)"


def review(record: Game | Mapping[str, Any] | str | Path, seat: int | None = None) -> Review:
    """Look back at a round: which moves of a player cost what.

    Args:
        record: a round, its record, JSON text of one, or the name of its file.
        seat: the player; the first person at the table if None is given, and without persons the first player.

    Raises:
        RuleError: it is no record, or nobody sits there.
        PlayError: one of its moves is not allowed.
    """
    return Reviewer(record if isinstance(record, Game) else replay(record), seat).look_back()


class _Judged(NamedTuple):
    """A decision with what it and others come to: chances from 0 to 1."""

    made: float
    best: float
    random: float  # what a move drawn at random loses
    found: tuple[str, str] | None = None  # the better move, and what was wrong
    outs: tuple[int | None, int | None] = (None, None)
    tempting: tuple[str, float] | None = None  # another move that many would make, and its chance


class _Came(NamedTuple):
    """The chances to win around a draw: if one draws from the stock, and with what came."""

    stock: float
    chance: float


class Reviewer:
    """Goes through a round with one player.

    Args:
        game: the round.
        seat: the player, see ``review``.

    Raises:
        RuleError: nobody sits there.
    """

    def __init__(self, game: Game, seat: int | None = None) -> None:
        if seat is None:
            seat = next((at for at, sitter in enumerate(game.sitters) if sitter.bot is None), 0)
        is_seat = isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < len(game.sitters)
        refuse("bad-seat", not is_seat, found=quote(str(seat)), most=len(game.sitters) - 1)
        self.game, self.seat = game, seat
        self.book = game.played.rulebook
        self.fitted = name_fitted(self.book)
        self.known = game.list_known(self.seat)
        self.last: Standing | None = None  # after the player's last throw
        self.lucky: float | None = None
        self.came: _Came | None = None  # of the draw that is judged
        self.drop: Drop | None = None
        self.judged: list[_Judged] = []
        self.found: list[Found] = []
        self.course: list[Point] = []
        self.well: Well | None = None

    def look_back(self) -> Review:
        """The review."""
        for _ in self.judge_moves():
            pass
        return self.tell()

    def judge_moves(self) -> Iterator[int]:
        """Judge the player's moves one after the other; gives, after each of the round's moves, how many are done."""
        rounds = self.game.rounds[: self.known + 1]
        for at, (before, after) in enumerate(zip(rounds, rounds[1:], strict=False)):
            self._look_at(at, before, after)
            yield at + 1
        self.found.sort(key=lambda mistake: (-mistake.loss, mistake.at))

    def _look_at(self, at: int, before: PlayedRound, after: PlayedRound) -> None:
        """Judge a move, if it is the player's."""
        done = after.log[-1] if len(after.log) > at else None
        if done is None or done.seat != self.seat:
            return
        view = view_round(before, self.seat)
        self._note_drop(view)
        self.came, begins = None, self.lucky is None
        judged = self._judge(view, done.move, after)
        if self.came is not None and begins:
            self.course.append(Point(-1, self.came.stock))
        if self.came is not None:
            self.course.append(Point(at, self.came.chance))
        if judged is None:
            return
        if judged.found is not None:
            judged = judged._replace(made=self._confirm(judged.made, judged.best, judged.found[1]))
        loss = 100 * (judged.best - judged.made)
        told = judged.found is not None and (loss >= MISTAKE or judged.found[1] in _CERTAIN)
        if told and done.move.record == advise_move(view).record:  # what help advises is no mistake
            judged, told, loss = judged._replace(best=judged.made, found=None), False, 0.0
        if self.came is None and self.fitted is not None:
            self.course.append(Point(at, judged.made))
        self.judged.append(judged)
        self._note_well(at, done.move, judged)
        if told and judged.found is not None:
            best, code = judged.found
            grade = "blunder" if loss >= BLUNDER else "mistake"
            belief = _guess_belief(view, done.move, Move.parse(best))
            self.found.append(Found(at, done.move.record, best, code, grade, loss, judged.outs, belief))

    def _note_drop(self, view: View) -> None:
        """Keep whether to leave the round, before the player's first draw."""
        if view.phase is Phase.DRAW and view.first and self.drop is None:
            self.drop = weigh_drop(view.cards, view.deal, view.gone)

    def _note_well(self, at: int, move: Move, judged: _Judged) -> None:
        """Keep a move that was the best one, if none before it was worth more."""
        if judged.tempting is None or judged.made < judged.best:
            return
        instead, chance = judged.tempting
        gain = 100 * (judged.made - chance)
        well = Well(at, move.record, instead, gain)
        if gain >= MISTAKE and (self.well is None or _is_harder(well, self.well)):
            self.well = well

    def tell(self) -> Review:
        """The review, once the moves have been judged."""
        lost = sum(max(0.0, judged.best - judged.made) for judged in self.judged)
        at_random = sum(judged.random for judged in self.judged)
        return Review(
            rulebook=self.book,
            sitters=self.game.sitters,
            seat=self.seat,
            accuracy=None if not at_random else 100 * max(0.0, 1 - lost / at_random),
            decisions=len(self.judged),
            found=tuple(self.found),
            drop=self.drop,
            luck=None if self.lucky is None else 100 * self.lucky,
            known=self.known if self.known < len(self.game.played.log) else None,
            fitted=self.fitted,
            exact=is_fitted(self.book),
            course=tuple(self.course),
            well=self.well,
        )

    # ---- one decision ---------------------------------------------------------------------------------------
    def _judge(self, view: View, move: Move, after: PlayedRound) -> _Judged | None:
        """What a move was worth, None where nothing was to be decided or nothing is known of it."""
        if move.kind == "drop":
            return self._judge_drop(view)
        if self.fitted is None:
            return self._judge_ending(view, move, after)
        if view.phase is Phase.DRAW and move.kind in ("stock", "take"):
            return self._judge_draw(view, move, after)
        if view.phase is Phase.THROW and move.kind in ("throw", "declare"):
            return self._judge_throw(view, move, after)
        return None

    def _judge_drop(self, view: View) -> _Judged | None:
        """Leaving the round at one's first turn, where it is known what playing on pays."""
        drop = self.drop
        if self.fitted is None or drop is None or drop.gain is None or not view.first or view.phase is not Phase.DRAW:
            return None
        plays = chance_before_draw(self._stand_before(view), self.book)
        if drop.best == "drop" or drop.gain < SURE:
            return _Judged(0.0, 0.0, 0.0)
        return _Judged(0.0, plays, plays / 2, ("draw stock", "dropped-too-early"))

    def _judge_draw(self, view: View, move: Move, after: PlayedRound) -> _Judged | None:
        """Drawing from the stock or taking the open card; at first also whether to play at all."""
        before, drop = self._stand_before(view), self.drop
        stock = chance_before_draw(before, self.book)
        drawn = view_round(after, self.seat)
        came = self._find_best(drawn)
        self.came = _Came(stock, came)
        if self.lucky is None:
            self.lucky = stock - 1 / before.playing
        if move.kind == "stock":
            self.lucky += came - stock
        if drop is not None and view.first and drop.best == "drop" and (drop.gain or 0) <= -SURE:
            # points are put into chances by what lies between winning and losing such a round
            loss = -(drop.gain or 0) / drop.stake
            return _Judged(0.0, loss, loss / 2, ("drop", "should-have-dropped"))
        card = view.open
        if card is None or not view.judge_move(Move("take")).allowed or view.deal.hidden and not view.seen:
            return None
        if move.kind == "take":
            if len(move.cards) or measure(drawn.cards, drawn) < before.exchanges:
                lost = came - self._confirm(stock, came, "left-needed-card")
                return _Judged(came, came, lost / 2, tempting=("draw stock", came - lost))
            mistake = ("draw stock", "took-useless-card") if came < stock else None
            lost = stock - self._confirm(came, stock, "took-useless-card")
            return _Judged(came, max(came, stock), lost / 2, mistake)
        taken = _take(view, card)
        if measure(taken.cards, taken) >= before.exchanges:
            useless = chance_after_throw(before._replace(turns=before.turns + 1), self.book)
            return _Judged(stock, stock, (stock - self._confirm(useless, stock, "took-useless-card")) / 2)
        better, mistake = self._find_best(taken), ("draw open", "left-needed-card")
        return _Judged(stock, max(stock, better), (better - self._confirm(stock, better, mistake[1])) / 2, mistake)

    def _judge_throw(self, view: View, move: Move, after: PlayedRound) -> _Judged | None:
        """Throwing a card, or declaring."""
        if (ended := self._judge_ending(view, move, after)) is not None:
            return ended
        if len(view.cards) != self.book.deal + 1:
            return None
        card, points = move.cards[0], view.deal.points
        dearest = max(list_loose(view, list_throws(view)), key=lambda loose: points[loose.index], default=card)
        choice = weigh_throws(view, [card, dearest])
        chances = {thrown: chance_after_throw(standing, self.book) for thrown, standing in choice.standings.items()}
        best = max((choice.best, card), key=lambda thrown: (chances[thrown], thrown == choice.best))
        made, self.last = choice.standings[card], choice.standings[card]
        outs = (made.outs, choice.standings[best].outs)
        mistake = (f"throw {best}", self._name_throw(view, card, best)) if best != card else None
        kept = points[dearest.index] > points[card.index]
        tempting = (f"throw {dearest}", self._confirm_throw(view, dearest, choice)) if kept else None
        return _Judged(chances[card], chances[best], self._lose_at_random(view, choice), mistake, outs, tempting)

    def _judge_ending(self, view: View, move: Move, after: PlayedRound) -> _Judged | None:
        """A declaration that failed, and one that was not made."""
        if move.kind == "declare" and after.places[self.seat].ending is Ending.DECLARED:
            return _Judged(1.0, 1.0, 0.5)
        possible = find_declaration(view) if view.phase is Phase.THROW or move.kind == "declare" else None
        if move.kind == "declare":
            if possible is not None:
                return _Judged(0.0, 1.0, 0.5, (possible.record, "wrong-declaration"))
            if view.phase is not Phase.THROW or self.fitted is None or len(view.cards) != self.book.deal + 1:
                return _Judged(0.0, 1.0, 0.5, ("draw stock", "wrong-declaration"))
            choice = weigh_throws(view)
            best = choice.standings[choice.best]
            chance = chance_after_throw(best, self.book)
            return _Judged(0.0, chance, chance / 2, (f"throw {choice.best}", "wrong-declaration"), (None, best.outs))
        if possible is None or move.kind != "throw":
            return None
        self.last = self._stand_after(view, move.cards[0])
        made = 0.5 if self.last is None else chance_after_throw(self.last, self.book)
        return _Judged(made, 1.0, 0.5, (possible.record, "missed-declaration"))

    # ---- one move beside others ------------------------------------------------------------------------------
    def weigh(self, at: int, text: str) -> Weighed:
        """A move that could be made at a moment, and where it leads.

        Args:
            at: the moment, by its place in the record's moves.
            text: the move: a draw, a throw, a declaration or a drop, which is allowed there.
        """
        view, move = view_round(self.game.rounds[at], self.seat), Move.parse(text)
        self.last = self._find_last(at)
        if move.kind in ("throw", "declare"):
            return self._weigh_throw(view, move)
        self._note_drop(view)
        drop = self.drop if view.first else None
        if move.kind == "drop":
            prices = self.book.penalties
            price = prices.first_drop if view.first else prices.middle_drop
            return Weighed(move.record, points=price, paid=None if drop is None or price is None else -price)
        weighed = self._weigh_draw(view, move)
        return weighed if drop is None or drop.best != "drop" else weighed._replace(paid=drop.on)

    def _find_last(self, at: int) -> Standing | None:
        """Where the player stood after their last throw before a moment."""
        for earlier in range(at - 1, -1, -1):
            done = self.game.played.log[earlier]
            if done.seat == self.seat and done.move.kind == "throw":
                return self._stand_after(view_round(self.game.rounds[earlier], self.seat), done.move.cards[0])
        return None

    def _stand_after(self, view: View, card: Card) -> Standing | None:
        """Where the player stands after a throw; None where that is not measured."""
        if self.fitted is None or len(view.cards) != self.book.deal + 1:
            return None
        return weigh_throws(view, [card]).standings[card]

    def _weigh_throw(self, view: View, move: Move) -> Weighed:
        kept = without(view.cards, move.cards[0]) if move.cards else view.cards
        best = find_best(kept, view.deal)
        if move.kind == "declare":
            price = 0 if best.declares else self.book.penalties.wrong_declaration
            return Weighed(move.record, 1.0 if best.declares else 0.0, 0 if best.declares else None, None, price)
        card, points = move.cards[0], None if best.declares else best.points
        if self.fitted is None or len(view.cards) != self.book.deal + 1:
            return Weighed(move.record, points=points)
        choice = weigh_throws(view, [card])
        return _weigh_standing(move, choice.standings[card], points, self._confirm_throw(view, card, choice))

    def _weigh_draw(self, view: View, move: Move) -> Weighed:
        """The open card is weighed with the best throw that can follow."""
        if self.fitted is None:
            return Weighed(move.record)
        before, taken = self._stand_before(view), None if view.open is None else _take(view, view.open)
        stock = chance_before_draw(before, self.book)
        if taken is None or move.kind == "stock":
            if taken is not None and view.judge_move(Move("take")).allowed:
                stock = self._confirm(stock, self._find_best(taken), "left-needed-card")
            return _weigh_standing(move, before, find_best(view.cards, view.deal).points, stock)
        if find_declaration(taken) is not None:
            return Weighed(move.record, 1.0, 0, None, 0)
        choice = weigh_throws(taken)
        standing = choice.standings[choice.best]
        points = find_best(without(taken.cards, choice.best), taken.deal).points
        chance = self._confirm(chance_after_throw(standing, self.book), stock, "took-useless-card")
        return _weigh_standing(move, standing, points, chance)

    # ---- what it is worth ----------------------------------------------------------------------------------
    def _stand_before(self, view: View) -> Standing:
        """Where the player stands before drawing; the outs are those after the last throw."""
        now, last = find_standing(view), self.last
        if last is None or last.exchanges != now.exchanges or last.seen != now.seen:
            return now
        return now._replace(outs=last.outs, unseen=last.unseen, draws=last.draws)

    def _find_best(self, view: View) -> float:
        """The chance to win after the best throw, or by declaring."""
        if find_declaration(view) is not None:
            return 1.0
        if len(view.cards) != self.book.deal + 1:
            return chance_after_throw(find_standing(view), self.book)
        choice = weigh_throws(view)
        return chance_after_throw(choice.standings[choice.best], self.book)

    def _lose_at_random(self, view: View, choice: Choice) -> float:
        """What a card drawn at random loses on average beside the best throw, by rough numbers for each."""
        best = choice.standings[choice.best]
        typical = find_typical(best, self.book)
        near = best if typical is None or best.outs is None else best._replace(outs=min(best.outs, typical))
        far = best._replace(exchanges=best.exchanges + 1, outs=None)
        most, some, less = (chance_after_throw(standing, self.book) for standing in (best, near, far))
        cards = [card for card in view.hand if card != choice.best]
        kept = (self._confirm(some if card in choice.near else less, most, "threw-needed-card") for card in cards)
        return sum(most - chance for chance in kept) / len(view.hand)

    def _confirm(self, made: float, best: float, code: str) -> float:
        """The chance to win after a move, by what play-outs confirm of what it lost beside a better one."""
        share = _CONFIRMED[code][self.book.deal > 13] if code in _CONFIRMED else 1.0
        return max(0.0, made + (1 - share) * max(0.0, best - made))

    def _confirm_throw(self, view: View, card: Card, choice: Choice) -> float:
        """The chance to win after a throw."""
        chance, best = (chance_after_throw(choice.standings[thrown], self.book) for thrown in (card, choice.best))
        if find_declaration(view) is not None:
            return self._confirm(chance, 1.0, "missed-declaration")
        return chance if chance >= best else self._confirm(chance, best, self._name_throw(view, card, choice.best))

    def _name_throw(self, view: View, card: Card, best: Card) -> str:
        """What was wrong with throwing a card."""
        deal, cards = view.deal, view.cards
        if deal.is_wild[card.index] and not deal.is_wild[best.index]:
            return "threw-joker"
        left, better = without(cards, card), without(cards, best)
        if holds_pure_sequence(better, deal) and not holds_pure_sequence(left, deal):
            return "broke-pure-sequence"
        melded = Counter(
            melded_card
            for group in find_best(better, deal).groups
            if group.kind in MELDS
            for melded_card in group.cards
        )
        return "broke-meld" if melded[card] == Counter(better)[card] > 0 else "threw-needed-card"


def _weigh_standing(move: Move, standing: Standing, points: int | None, chance: float) -> Weighed:
    """A move by where the player stands after it."""
    return Weighed(move.record, chance, standing.exchanges, standing.outs, points, draws=standing.draws)


def _is_harder(well: Well, other: Well) -> bool:
    """Whether a choice says more of its player: a throw rather than an open card that was taken, then by its worth."""
    return (well.move.startswith("throw"), well.gain) > (other.move.startswith("throw"), other.gain)


def _take(view: View, card: Card) -> View:
    """What the player knows once they have taken the open card, which is a turn of theirs."""
    hand, discards, log = (*view.hand, card), view.discards[:-1], (*view.log, Done(view.seat, Move("take"), (card,)))
    return replace(view, hand=hand, discards=discards, phase=Phase.THROW, taken=card, untouched=False, log=log)


def _guess_belief(view: View, move: Move, best: Move) -> str | None:
    """The habit that explains a move, None if no known one does."""
    points, is_wild = view.deal.points, view.deal.is_wild
    if move.kind == "take" and view.open is not None and is_wild[view.open.index]:
        return "take-open-joker"
    if move.kind != "throw" or best.kind != "throw" or is_wild[move.cards[0].index]:
        return None
    dearest = max(points[card.index] for card in view.hand if not is_wild[card.index])
    return "throw-highest" if points[move.cards[0].index] == dearest > points[best.cards[0].index] else None
