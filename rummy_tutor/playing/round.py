"""A whole round as it is played: dealt, turn after turn, to its end, and settled by the rulebook.

A round does not change: each move gives a new one. It ends *declared*, *last-left* (all others left), by the *stock*
(used up, and the hands are counted) or *void* (used up, or stopped by a wrong declaration, and nobody wins).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..game.cards import CARDS, Card, Hand
from ..game.messages import Message, quote
from ..game.procedure import Finish, Laying
from ..game.rules import Rulebook, WhenStockEnds
from ..game.table import set_table
from ..referee.pairs import is_redealt
from ..referee.scoring import score_arrangement
from ..referee.value_cards import list_value_cards
from ..rounds.endings import Ending, price_of
from ..rounds.ledger import Round, RoundEnd
from ..rounds.seats import Seat
from ..rounds.seats import Turn as Declared
from ..rounds.settlement import settle
from .chance import Chance, check_seed
from .moves import Groups, Move, Phase, PlayError, Ruling
from .sight import counts_unseen, may_see, name_groups
from .turn import Turn, build, change


@dataclass(frozen=True, kw_only=True)
class Place:
    """One player's place at the table.

    Attributes:
        hand: the cards in hand.
        laid: melds on the table.
        seen: whether the player knows a hidden turned card.
        shown: the groups they saw it by.
        begun: whether they have drawn a card.
        taken: the cards taken from the discards that they still hold.
        ending: how the round has ended for them, None while they play.
        declared: the groups they laid out to declare.
    """

    hand: tuple[Card, ...]
    laid: Groups = ()
    seen: bool = False
    shown: Groups = ()
    begun: bool = False
    taken: tuple[Card, ...] = ()
    ending: Ending | None = None
    declared: Groups = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The player's cards, in hand and on the table."""
        return (*self.hand, *(card for group in self.laid for card in group))


class Done(NamedTuple):
    """A move that was made, as everybody at the table saw it.

    Attributes:
        seat: who made it.
        move: the move.
        came: the cards that it took from the discards.
    """

    seat: int
    move: Move
    came: tuple[Card, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a round ended.

    Attributes:
        how: ``declared``, ``last-left``, ``stock`` or ``void``.
        winner: the seat that won, None where none or several did.
        settled: who pays whom.
    """

    how: str
    winner: int | None
    settled: Round

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat wins or loses."""
        return tuple(row.net for row in self.settled.rows)


@dataclass(frozen=True, kw_only=True)
class PlayedRound:
    """A round at some moment.

    Attributes:
        rulebook: the rules.
        names: the players, in the order of their turns.
        turned: the card that names the wild cards, None if none does.
        places: what each player holds, by seat: ``places[0].hand`` are the cards of the first.
        stock: the cards face down, the next one first.
        discards: the cards thrown, the open one last.
        seat: whose turn it is.
        phase: the part of the turn.
        untouched: whether the open card is still the one that the dealer turned.
        taken: the card just taken from the discards.
        owed: the card taken that must be melded in this turn.
        early: whether the player's turn is their first.
        chance: the random numbers still to come.
        reshuffled: whether the discards have become the stock once.
        log: every move made.
        outcome: how the round ended, None while it goes on.
    """

    rulebook: Rulebook
    names: tuple[str, ...]
    turned: Card | None
    places: tuple[Place, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    chance: Chance
    seat: int = 0
    phase: Phase = Phase.DRAW
    untouched: bool = True
    taken: Card | None = None
    owed: Card | None = None
    early: bool = True
    reshuffled: bool = False
    log: tuple[Done, ...] = ()
    outcome: Outcome | None = None

    @cached_property
    def turn(self) -> Turn:
        """The turn of the player whose turn it is, with the stock that they cannot see."""
        place = self.places[self.seat]
        return build(
            Turn,
            rulebook=self.rulebook,
            turned=self.turned,
            players=len(self.places),
            hand=place.hand,
            stock=self.stock,
            discards=self.discards,
            phase=self.phase,
            first=self.early,
            untouched=self.untouched,
            seen=place.seen,
            taken=self.taken,
            owed=self.owed,
            laid=place.laid,
            shown=place.shown,
            as_laid=True,
        )

    def judge_move(self, move: Move | str) -> Ruling:
        """Whether the player whose turn it is may make a move, with the rule that says so.

        Raises:
            PlayError: ``bad-move``: the text is no move.
        """
        return self.turn.judge_move(move)

    def play(self, move: Move | str, groups: Iterable[Sequence[Card]] | None = None) -> PlayedRound:
        """The round after a move.

        Args:
            move: what the player whose turn it is does.
            groups: with a declaration, the hand as it is laid out, a loose card as a group of one.

        Raises:
            PlayError: ``move-refused``: the move is not allowed, or it declares a hand that does not where that has no
                price; ``bad-groups``: the groups do not hold the hand.
        """
        move = Move.parse(move) if isinstance(move, str) else move
        turn = self.turn
        move = name_groups(turn, move)
        after = turn.play(move)
        came = self.discards[len(after.discards) :] if move.kind == "take" else ()
        place, draws = self.places[self.seat], move.kind in ("stock", "take")
        taken = (*place.taken, *came)
        if any(card in taken for card in move.cards) and not draws:
            taken = tuple((Counter(taken) & Counter(after.hand)).elements())
        places = self._list_places(
            hand=after.hand,
            laid=after.laid,
            seen=after.seen,
            shown=after.shown,
            begun=place.begun or draws,
            taken=taken,
        )
        done = change(
            self,
            places=places,
            stock=after.stock,
            discards=after.discards,
            phase=after.phase,
            untouched=after.untouched,
            taken=after.taken,
            owed=after.owed,
            log=(*self.log, Done(self.seat, move, came)),
        )
        if draws:
            return done
        if move.kind == "play":
            return done._pass_on(Phase.DRAW if self.seat + 1 == len(self.places) else Phase.BEFORE_PLAY)
        out_of_cards = self.rulebook.procedure.finish is Finish.OUT_OF_CARDS and not after.hand
        if move.kind == "throw" and out_of_cards:
            done, move = change(done, discards=self.discards), Move("declare", move.cards)
        if move.kind == "declare":
            return self._declare(done, move, _as_groups(groups) if groups is not None else None)
        if move.kind == "drop":
            first = turn.first and turn.phase is Phase.DRAW
            return done._leave(Ending.FIRST_DROP if first else Ending.MIDDLE_DROP)
        return done._pass_on() if move.kind == "throw" else done

    def _with_place(self, **values: object) -> PlayedRound:
        """The round with other values at the place of the player whose turn it is."""
        return change(self, places=self._list_places(**values))

    def _list_places(self, **values: object) -> tuple[Place, ...]:
        """All places, with other values at that of the player whose turn it is."""
        place = change(self.places[self.seat], **values)
        return (*self.places[: self.seat], place, *self.places[self.seat + 1 :])

    # ---- the end of a turn ---------------------------------------------------------------------------------
    def _pass_on(self, phase: Phase = Phase.DRAW) -> PlayedRound:
        """The turn of the next player who has not left; the round ends if there is nothing to draw."""
        count = len(self.places)
        seat = next(
            place for step in range(1, count + 1) if self.places[place := (self.seat + step) % count].ending is None
        )
        early = not self.places[seat].begun
        passed = change(self, seat=seat, phase=phase, taken=None, owed=None, early=early)
        return passed if passed.stock or phase is Phase.BEFORE_PLAY else passed._renew_stock()

    def _renew_stock(self) -> PlayedRound:
        """The discards but the open one, shuffled, as the new stock, once; else the round ends (R62)."""
        ends = self.rulebook.stock_end
        if ends is WhenStockEnds.RESHUFFLE and not self.reshuffled and len(self.discards) > 1:
            stock, chance = self.chance.shuffle(self.discards[:-1])
            return change(self, stock=stock, discards=self.discards[-1:], chance=chance, reshuffled=True)
        return self._end("stock" if ends is WhenStockEnds.SCORE else "void", RoundEnd.STOCK)

    def _leave(self, ending: Ending) -> PlayedRound:
        """The round without the player whose turn it is; the last one left wins where the rules say so."""
        left = self._with_place(ending=ending)
        playing = [seat for seat, place in enumerate(left.places) if place.ending is None]
        if len(playing) == 1 and self.rulebook.penalties.last_player_wins:
            return change(left, seat=playing[0])._with_place(ending=Ending.LAST_LEFT)._end("last-left", RoundEnd.WON)
        return left._pass_on() if playing else left._end("void", RoundEnd.STOCK)

    def _declare(self, done: PlayedRound, move: Move, groups: Groups | None) -> PlayedRound:
        """The round after a declaration, judged as it is laid out; one that fails costs its price."""
        place, done = done.places[done.seat], change(done, discards=(*done.discards, *move.cards))
        if self.rulebook.procedure.laying is Laying.IN_TURN and not place.hand:
            # every meld was judged when it was laid; by taking many discards there may be more cards than are dealt
            return done._with_place(ending=Ending.DECLARED)._end("declared", RoundEnd.WON)
        if groups is None or Counter(card for group in groups for card in group) != Counter(place.cards):
            raise PlayError("bad-groups", cards=quote(" ".join(map(str, place.cards)), 120))
        judged = score_arrangement(groups, self.turn.deal)
        declares = judged.declares and counts_unseen(judged.objective, self.turn)
        if not declares and price_of(Ending.WRONG_DECLARATION, self.rulebook) is None:
            raise PlayError("move-refused", move=str(move), why=Message("move.not-declaring"))  # it has no price here
        done = done._with_place(declared=groups)
        if declares:
            return done._with_place(ending=Ending.DECLARED)._end("declared", RoundEnd.WON)
        if self.rulebook.settlement.wrong_declaration_ends and len(self.places) > 2:
            return done._with_place(ending=Ending.WRONG_DECLARATION)._end("void", RoundEnd.WRONG_DECLARATION)
        return done._leave(Ending.WRONG_DECLARATION)

    # ---- the end of the round --------------------------------------------------------------------------------
    def _end(self, how: str, end: RoundEnd) -> PlayedRound:
        """The round settled."""
        settled = settle(
            self.rulebook,
            [self._tell_seat(seat, end) for seat in range(len(self.places))],
            turned=self.turned,
            end=end,
        )
        winners = [seat for seat, name in enumerate(self.names) if name in settled.winners]
        outcome = Outcome(how=how, winner=winners[0] if len(winners) == 1 else None, settled=settled)
        return change(self, phase=Phase.OVER, outcome=outcome)

    def settle_as(self, names: Iterable[str]) -> Round:
        """The settlement of a round that has ended, with the players called by other names."""
        assert self.outcome is not None  # it has ended
        named = change(self, names=tuple(names))._end(self.outcome.how, self.outcome.settled.end)
        assert named.outcome is not None
        return named.outcome.settled

    def _tell_seat(self, at: int, end: RoundEnd) -> Seat:
        """A player as the settlement is told of them."""
        place, book = self.places[at], self.rulebook
        won = end is RoundEnd.WON
        lost = Ending.LOST if place.begun else Ending.LOST_BEFORE_FIRST_MOVE
        ending = place.ending or (lost if won else Ending.PLAYING)
        values: dict[str, object] = {}
        if book.procedure.laying is Laying.IN_TURN:  # a hand may have grown beyond what any game deals
            groups = (*place.laid, *((card,) for card in place.hand))
            if ending is Ending.PLAYING:
                values["score"] = score_arrangement(groups, set_table(book, self.turned, len(self.places))).score
        elif place.declared:
            values["hand"] = Hand.of_groups(place.declared)
        else:
            values["hand"] = Hand(place.cards)
        halves = book.penalties.before_first_move
        if ending is Ending.DECLARED and halves is not None and halves.double_before_draw:
            early = self.early and at == self.seat
            values["declared_on"] = (
                Declared.LATER if not early else Declared.FIRST_TURN if place.begun else Declared.BEFORE_DRAWING
            )
        if book.wilds.hidden and ending in (Ending.LOST, Ending.LOST_BEFORE_FIRST_MOVE):
            values["seen"] = place.seen
            if place.seen and not may_see(place.cards, self.turn.deal):
                # what was shown has been broken since: the cards no longer tell that they were
                known = list_value_cards(set_table(book, self.turned, len(self.places)))
                values["value_cards"] = tuple(card for card in place.hand if card in known)
                del values["hand"]
        if book.bonus is not None and book.bonus.laid_tunnelas is not None and book.procedure.tunnelas_first:
            values["laid_tunnelas"] = tuple(group[0] for group in place.laid)
        if book.settlement.dublee_loser_free is not None and "dublees" in ending.terms.asks:
            values["dublees"] = bool(place.shown) and all(len(group) == 2 for group in place.shown)
        return Seat(name=self.names[at], ending=ending, **values)  # type: ignore[arg-type]


def deal_round(rulebook: Rulebook, names: Sequence[str], seed: int) -> PlayedRound:
    """A round dealt from a seed: hands, the turned card, the first open card, the stock.

    A hand that calls for a new deal is dealt anew, before the card that names the wild cards is looked at.

    Args:
        rulebook: the rules, options included.
        names: the players, the first to play first.
        seed: a whole number from 0; the same one deals the same cards.

    Raises:
        RuleError: too few or too many players, or a seed that is no such number.
    """
    check_seed(seed)
    table = set_table(rulebook, None, len(names))
    pack = [card for card in CARDS for _ in range(table.pack.copies(card))]
    chance, deal = Chance(seed), rulebook.deal
    while True:
        cards, chance = chance.shuffle(pack)
        hands = [tuple(cards[at :: len(names)][:deal]) for at in range(len(names))]
        if not any(is_redealt(hand, rulebook, len(names)) for hand in hands):
            break
    rest = cards[deal * len(names) :]
    turned, rest = (rest[0], rest[1:]) if rulebook.wilds.exposed else (None, rest)
    opened, rest = (rest[:1], rest[1:]) if rulebook.procedure.open_first else ((), rest)
    if turned is not None and rulebook.table.turned_drawn_last:
        rest = (*rest, turned)
    return PlayedRound(
        rulebook=rulebook,
        names=tuple(names),
        turned=turned,
        places=tuple(Place(hand=hand) for hand in hands),
        stock=rest,
        discards=opened,
        chance=chance,
        phase=Phase.BEFORE_PLAY if rulebook.procedure.tunnelas_first else Phase.DRAW,
    )


def _as_groups(groups: Iterable[Sequence[Card]]) -> Groups:
    return tuple(tuple(group) for group in groups)
