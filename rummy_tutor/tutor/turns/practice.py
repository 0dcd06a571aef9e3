"""Turns played against simple opponents: the learner's are judged, the others play towards a hand that declares."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from ...distance.distance import find_distance
from ...game.cards import CARDS, Card, without
from ...game.procedure import Laying
from ...game.records import Distance
from ...game.rules import PickingUp, Rulebook
from ...game.table import Deal, set_table
from ...playing.moves import Groups, Move, Phase
from ...playing.sight import fits, may_see
from ...playing.turn import Turn
from ...solver.best import find_best
from ..generate import Stock, make_layout, open_table
from .played import Played

_FAR, _DEALS = 2, 20  # cards to exchange at least before the dealt hand can declare, and how often it is dealt for that


class News(NamedTuple):
    """What another player did.

    Attributes:
        seat: the player, from 2.
        took: the card taken from the pile, None if one was drawn from the stock.
        threw: the card thrown.
        shows: the groups shown, if the card was thrown to declare.
    """

    seat: int
    took: Card | None
    threw: Card
    shows: Groups = ()


@dataclass(frozen=True, kw_only=True)
class Practice:
    """A round being played; each move gives a new one.

    Attributes:
        played: the learner's turn.
        others: the hands of the other players.
        news: what they did since the learner's last turn.
        turns: how many turns the learner has ended.
        seen_by: the other players who have seen a hidden turned card, by seat.
        past: how it stood before each of the learner's moves.
        seed: what it was dealt from.
    """

    played: Played
    others: tuple[tuple[Card, ...], ...]
    news: tuple[News, ...] = ()
    turns: int = 0
    seen_by: frozenset[int] = frozenset()
    past: tuple[Practice, ...] = field(default=(), repr=False)  # which would be very long
    seed: int = 0

    @property
    def turn(self) -> Turn:
        """The learner's turn."""
        return self.played.turn

    @property
    def ending(self) -> str | None:
        """How the round ended: ``declare``, ``drop``, ``lost`` or ``stock``; None while it goes on."""
        if self.shown is not None:
            return "lost"
        if self.turn.phase is Phase.OVER:
            return "stock" if self.played.move is None or self.played.move.kind == "throw" else self.played.move.kind
        return None

    @property
    def shown(self) -> News | None:
        """What another player declared with; None if none has."""
        return self.news[-1] if self.news and self.news[-1].shows else None

    def make(self, move: Move | str) -> Practice:
        """The round after a move of the learner's; once they have thrown, the others have had their turns.

        Raises:
            PlayError: ``bad-move``: the text is no move.
        """
        played = replace(self.played, past=()).make(move)
        if played.ruling is None or not played.ruling.allowed:
            return replace(self, played=played)
        after = replace(self, played=replace(played, past=()), news=(), past=(*self.past, self))
        thrown = played.move is not None and played.move.kind == "throw" and played.turn.hand
        return after._pass_on() if thrown else after

    def take_back(self) -> Practice:
        """The round before the learner's last move."""
        return self.past[-1] if self.past else self

    def _pass_on(self) -> Practice:
        """Let the others play their turns; the round is over if one declares, or finds nothing to draw."""
        turn, hands, news, seen_by = self.turn, list[tuple[Card, ...]](), list[News](), set(self.seen_by)
        for seat, hand in enumerate(self.others, 2):
            if news and news[-1].shows:
                break
            seen = seat in seen_by or turn.turned is None
            theirs = replace(
                turn, hand=hand, laid=(), shown=(), phase=Phase.DRAW, first=False, seen=seen, taken=None, owed=None
            )
            if not theirs.judge_move("stock").allowed:
                break
            theirs, move = _play_simply(theirs, seat)
            turn = replace(turn, stock=theirs.stock, discards=theirs.discards)
            hands.append(theirs.hand)
            seen_by |= {seat} if theirs.seen else set()
            news.append(move)
        others, turns = (*hands, *self.others[len(hands) :]), self.turns + 1
        mine = replace(turn, phase=Phase.DRAW, first=False, untouched=False, taken=None)
        goes_on = len(news) == len(others) and not (news and news[-1].shows)
        if goes_on and mine.judge_move("stock").allowed:
            turn = mine
        played = replace(self.played, turn=turn)
        return replace(self, played=played, others=others, news=tuple(news), turns=turns, seen_by=frozenset(seen_by))


def deal_practice(rulebook: Rulebook, seed: int, *, plain: bool = False) -> Practice:
    """A round at its beginning: the learner's hand has some melds, the others' come as they come.

    Args:
        rulebook: the rules.
        seed: any whole number; the same one deals the same cards.
        plain: whether there are no wild cards, and none is turned up.
    """
    rng = random.Random(f"practice {rulebook.key} {rulebook.options} {seed}")
    deal = open_table(rulebook, rng, joker=0.0, plain=plain)
    turned = CARDS[rng.randrange(52)] if rulebook.wilds.hidden and not plain else deal.turned
    stock = Stock(set_table(rulebook, turned, deal.players), rng, plain=plain, simple=plain)
    for _ in range(_DEALS):
        layout = make_layout(stock, rulebook.deal, 1)
        mine = tuple(sorted(card for group in layout for card in group))
        sees = plain or not rulebook.wilds.hidden or may_see(mine, stock.deal)  # what is practised is to see, and then
        if sees and (find_distance(mine, stock.deal).exchanges or 0) >= _FAR:
            break
        stock = Stock(stock.deal, rng, plain=plain, simple=plain)
    others = tuple(tuple(stock.draw(rulebook.deal)) for _ in range(deal.players - 1))
    opened, rest = stock.draw(1), stock.draw(sum(stock.left.values()))
    turn = Turn(
        rulebook=rulebook,
        turned=turned,
        players=deal.players,
        hand=mine,
        stock=tuple(rest),
        discards=tuple(opened),
        phase=Phase.BEFORE_PLAY if rulebook.procedure.tunnelas_first and not plain else Phase.DRAW,
        first=True,
        untouched=True,
        seen=rulebook.wilds.hidden and plain,  # else nobody could declare with all cards
    )
    return Practice(played=Played(turn=turn), others=others, seed=seed)


def _play_simply(turn: Turn, seat: int) -> tuple[Turn, News]:
    """A turn towards a hand that declares: the open card is taken where it brings that nearer.

    Of the cards that are in the way the one that fits least is thrown.
    """
    card = turn.open
    wiping = PickingUp.ANY_IF_LOWEST_MELDED in turn.rulebook.settlement.bars  # they lay no melds down before the end
    takes = card is not None and not wiping and turn.judge_move("take").allowed and _is_nearer(card, turn)
    turn = turn.play("take" if takes else "stock")
    took = card if takes else None
    if turn.judge_move("see").allowed:
        turn = turn.play("see")
    best, deal = find_best(turn.hand, turn.deal), turn.deal
    if best.declares and best.discard is not None and _may_declare(turn, best.discard):
        shows, hand = without(best.as_laid(), (best.discard,)), without(turn.hand, best.discard)
        over = replace(turn, hand=hand, discards=(*turn.discards, best.discard), phase=Phase.OVER)
        return over, News(seat, took, best.discard, shows)
    options = [card for card in dict.fromkeys(turn.hand) if turn.judge_move(Move("throw", (card,))).allowed]
    way = _find_distance(turn.hand, deal).witness
    useless = [card for card in options if way is None or card in way.given]
    points = turn.rulebook.scoring.card_points
    thrown = min(useless or options, key=lambda card: (_worth(card, turn), -points(card), card.index))
    return turn.play(Move("throw", (thrown,))), News(seat, took, thrown)


def _is_nearer(card: Card, turn: Turn) -> bool:
    """Whether fewer cards have to be exchanged with a card more."""
    then = _find_distance((*turn.hand, card), turn.deal)
    if then.witness is None or (card in then.witness.given and card not in turn.hand):
        return False  # without the card it is as near
    now = _find_distance(turn.hand, turn.deal).exchanges
    return then.exchanges is not None and (now is None or then.exchanges < now)


@lru_cache(maxsize=64)  # a hand with the open card is looked at before it is taken and after
def _find_distance(hand: tuple[Card, ...], deal: Deal) -> Distance:
    return find_distance(hand, deal)


def _may_declare(turn: Turn, thrown: Card) -> bool:
    """Whether a hand that declares may; where melds lie on the table, as if they had been laid before."""
    in_turn = turn.rulebook.procedure.laying is Laying.IN_TURN
    return in_turn or turn.judge_move(Move("declare", (thrown,))).allowed


def _worth(card: Card, turn: Turn) -> int:
    """How many cards of the hand a card might go with; a wild card goes with all."""
    if turn.deal.is_wild[card.index]:
        return len(turn.hand)
    return sum(fits(mine, card) for mine in turn.hand) - 1  # itself apart
