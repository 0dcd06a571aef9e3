"""Computer players: what each level does with what its seat may know.

Every bot is given a ``View`` and answers with a move; a declaration is laid out by ``lay_out``. The levels: *new*
plays as beginners do, *steady* keeps the points of its hand low and its melds whole, *exact* comes nearest to declaring
and then keeps the most outs, *strong* also drops hopeless hands; *mindist* (fewest exchanges alone) is there to compare
with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, combinations

from ..distance.discards import Kept, choose_nearest, keep_hand
from ..distance.distance import count_exchanges, find_distance, list_nearest, list_shows, reaches
from ..game.cards import CARDS, MAX_HAND, Card, without
from ..game.messages import Items, quote
from ..game.procedure import Finish, Laying
from ..game.rules import refuse
from ..game.table import Deal
from ..solver.bitpack import NEVER
from ..study.dropping import SURE, weigh_drop
from .chance import Chance
from .moves import Groups, Move, Phase
from .sight import counts_unseen, find_best_kept, find_places, find_shown, fits, is_meld, is_pure
from .view import View

FAR = 99  # exchanges of a hand that no cards lead to a declaration
_FEW = 8  # a beginner takes a card that goes with more than an eighth of the cards held
_LOOSELY = 3  # of how many throws a beginner throws any loose card in one
_BLIND = 2  # of how many hands that declare a beginner overlooks one, and throws on
_HASTE = 10  # of how many turns with two loose cards a beginner declares in one, right or wrong


class Bot:
    """A computer player that plays by what a hand costs; levels differ in what they weigh.

    Attributes:
        level: its name.
    """

    level = "steady"

    def choose(self, view: View, chance: Chance) -> Move:
        """The move to make.

        Args:
            view: what the bot's seat may know.
            chance: random numbers of its own.
        """
        if view.phase is Phase.BEFORE_PLAY:
            return _lay_tunnela(view) or Move("play")
        if view.phase is Phase.DRAW:
            return self.choose_draw(view, chance)
        if view.owed is not None or view.rulebook.procedure.laying is Laying.IN_TURN:
            if (laying := _lay_in_turn(view)) is not None:
                return laying
        if view.rulebook.procedure.laying is Laying.TO_SEE and not view.seen and (shown := find_shown(view)):
            return Move("see", tuple(card for group in shown for card in group), shown)
        declaration = find_declaration(view) if self.may_declare(view) else None
        return declaration or Move("throw", (self.choose_throw(view, list_throws(view), chance),))

    def may_declare(self, view: View) -> bool:
        """Whether it is worth looking for a way to declare."""
        return True

    def choose_draw(self, view: View, chance: Chance) -> Move:
        """Where to draw from, or to leave the round."""
        if view.rulebook.procedure.laying is Laying.IN_TURN:
            return _wipe(view) or Move("stock")
        takes = view.judge_move(Move("take")).allowed and view.open is not None and self.wants(view, view.open)
        return Move("take" if takes else "stock")

    def wants(self, view: View, card: Card) -> bool:
        """Whether to take a card: a wild one, one that makes the hand better, or where points tell nothing a meld."""
        if _has_thrown(view, card):
            return False
        if view.deal.is_wild[card.index]:
            return True
        if not _points_tell(view):
            return _melds_with(view, card)
        now, then = _weigh(view.cards, view.deal), (*view.cards, card)
        others = (without(then, thrown) for thrown in set(view.cards))
        return _weigh(then, view.deal) > now and any(_weigh(cards, view.deal) > now for cards in others)

    def choose_throw(self, view: View, throws: Sequence[Card], chance: Chance) -> Card:
        """The card to throw, of those that may be thrown."""
        if not _points_tell(view):
            return _throw_apart(view, throws)
        points = view.deal.points
        return max(
            throws, key=lambda card: (_weigh(without(view.cards, card), view.deal), points[card.index], -card.index)
        )

    def lay_out(self, view: View, move: Move) -> Groups:
        """The hand in groups for a declaration, a loose card as a group of one."""
        if view.rulebook.procedure.laying is Laying.IN_TURN:
            return view.laid
        return find_best_kept(without(view.cards, *move.cards), view.deal).as_laid()


class MinDist(Bot):
    """Throws what no nearest way to declare needs, the dearest card first."""

    level = "mindist"

    def wants(self, view: View, card: Card) -> bool:
        """Whether the open card brings the hand nearer."""
        gone = without(view.gone, card)
        return measure((*view.cards, card), view, gone) < measure(view.cards, view)

    def choose_throw(self, view: View, throws: Sequence[Card], chance: Chance) -> Card:
        """The dearest card that a nearest way gives up."""
        if view.rulebook.procedure.laying is Laying.IN_TURN:
            return super().choose_throw(view, throws, chance)
        distance = find_distance(view.cards, view.deal, view.gone)
        given = () if distance.witness is None else distance.witness.given
        useless = [card for card in throws if card in given] or throws
        return max(useless, key=lambda card: (view.deal.points[card.index], -card.index))


class Exact(MinDist):
    """Comes nearest to declaring, then keeps the most outs that are still there, then the fewest points."""

    level = "exact"
    kept: Kept | None = None

    def wants(self, view: View, card: Card) -> bool:
        """Whether the open card brings the hand nearer; often what is known since the last throw tells."""
        if view.deal.hidden and not view.seen:
            return super().wants(view, card)
        now, then = view.cards, (*view.cards, card)
        least, most = self.bound(view, now)
        if least < most:
            self.kept = keep_hand(now, view.deal, view.gone, least)
            least, most = self.bound(view, now)
        later, latest = self.bound(view, then)
        if latest < least or later >= most:
            return latest < least
        return reaches(then, view.deal, without(view.gone, card), most - 1)

    def may_declare(self, view: View) -> bool:
        """Whether the hand may declare, as far as what is known since the last throw tells."""
        return not self.bound(view, view.cards)[0]

    def bound(self, view: View, cards: tuple[Card, ...]) -> tuple[int, int]:
        """The least and the most exchanges that the hand, or it with the open card, needs by what is kept."""
        return (0, NEVER) if self.kept is None else self.kept.bound(cards, view.deal, view.supply)

    def choose_throw(self, view: View, throws: Sequence[Card], chance: Chance) -> Card:
        """Of the discards that leave the fewest exchanges the one with the most outs, of these the dearest."""
        if view.deal.hidden and not view.seen:
            return self.throw_before_seeing(view, throws)
        asked = sorted(throws, key=lambda card: (-view.deal.points[card.index], card.index))
        if len(view.cards) != view.rulebook.deal + 1 or view.rulebook.procedure.laying is Laying.IN_TURN:
            return super().choose_throw(view, throws, chance)
        indices = [card.index for card in asked]
        chosen, self.kept = choose_nearest(view.cards, view.deal, view.gone, indices, kept=self.kept)
        return CARDS[chosen]

    def throw_before_seeing(self, view: View, throws: Sequence[Card]) -> Card:
        """The card whose throw leaves the fewest exchanges until the hidden card may be seen."""
        near = list_nearest(view.cards, view.deal, view.gone, list_shows(view.deal))
        asked = [card for card in throws if card in near] or throws
        return min(asked, key=lambda card: sum(fits(card, other) for other in view.cards))


class New(Bot):
    """Plays as a beginner: takes what fits and keeps it, throws what is loose, declares too soon or overlooks it."""

    level = "new"

    def choose(self, view: View, chance: Chance) -> Move:
        """The move to make; now and then a declaration that is not one, or none where the hand declares."""
        roll, chance = chance.below(_HASTE)
        blind, chance = chance.below(_BLIND)
        may_fail = view.phase is Phase.THROW and view.rulebook.penalties.wrong_declaration is not None
        if may_fail and not roll and len(view.cards) - sum(map(len, _group_plainly(view))) == 2:
            declaration = Move("declare", (self.choose_throw(view, list_throws(view), chance),))
            if view.judge_move(declaration).allowed:
                return declaration
        move = super().choose(view, chance)
        if move.kind == "declare" and move.cards and not blind and len(view.hand) > 1:
            return _find_allowed(view, [Move("throw", move.cards)]) or move
        return move

    def wants(self, view: View, card: Card) -> bool:
        """Whether the open card is wild or goes with some cards held, of a larger hand with more."""
        going = sum(fits(card, other) for other in view.hand)
        return not _has_thrown(view, card) and (view.deal.is_wild[card.index] or going > view.rulebook.deal // _FEW)

    def choose_throw(self, view: View, throws: Sequence[Card], chance: Chance) -> Card:
        """A loose card that it has not taken from the others: the one that goes with the fewest, or sometimes any."""
        loose = list_loose(view, [card for card in throws if card not in view.others[view.seat].taken])
        roll, chance = chance.below(_LOOSELY)
        if loose and not roll:
            return loose[chance.below(len(loose))[0]]
        return _throw_apart(view, loose or [card for card in throws if card != view.taken] or throws)


class Strong(Exact):
    """Plays as *exact*, and leaves at once where hands like its own paid much less than leaving costs.

    Args:
        sure: points that leaving must save; with fewer it plays on.
    """

    level = "strong"

    def __init__(self, sure: float = SURE) -> None:
        self.sure = sure

    def choose_draw(self, view: View, chance: Chance) -> Move:
        """Where to draw from, or to leave the round before the first draw."""
        if view.first and view.judge_move(Move("drop")).allowed:
            gain = weigh_drop(view.cards, view.deal, view.gone).gain
            if gain is not None and gain < -self.sure:
                return Move("drop")
        return super().choose_draw(view, chance)


BOTS: dict[str, type[Bot]] = {bot.level: bot for bot in (New, Bot, MinDist, Exact, Strong)}
LEVELS = ("new", "steady", "exact", "strong")


def make_bot(level: str) -> Bot:
    """The bot of a level.

    Raises:
        RuleError: ``bad-level``: there is none of that name.
    """
    refuse("bad-level", level not in BOTS, found=quote(level), known=Items(tuple(BOTS), "comma"))
    return BOTS[level]()


def advise_move(view: View) -> Move:
    """The move that help at the table advises, and that a look back never calls a mistake: it leaves for any gain."""
    return Strong(sure=0).choose(view, Chance(0))


# ---- what all levels do -----------------------------------------------------------------------------------------
def list_throws(view: View) -> list[Card]:
    """The cards that may be thrown, each once; where none may, one of those held."""
    return view.list_throws() or [view.hand[0]]


def find_declaration(view: View) -> Move | None:
    """The declaration that a hand can make, None if it can make none."""
    if view.rulebook.procedure.finish is Finish.OUT_OF_CARDS:
        return Move("declare", view.hand) if len(view.hand) == 1 else None
    best = find_best_kept(view.cards, view.deal)
    if not best.declares:
        return None
    move = Move("declare", () if best.discard is None else (best.discard,))
    if not view.judge_move(move).allowed:
        move = _declare_otherwise(view) or Move("declare")
    return move if view.judge_move(move).allowed and counts_unseen(best.objective, view) else None


def _declare_otherwise(view: View) -> Move | None:
    """A declaration with another last card, where the one that is best thrown has to stay; None if there is none."""
    throws = (card for card in list_throws(view) if find_best_kept(without(view.cards, card), view.deal).declares)
    return _find_allowed(view, (Move("declare", (card,)) for card in throws))


def _find_allowed(view: View, moves: Iterable[Move]) -> Move | None:
    """The first of some moves that may be made, None if none may."""
    return next((move for move in moves if view.judge_move(move).allowed), None)


def measure(cards: Sequence[Card], view: View, gone: Sequence[Card] | None = None) -> int:
    """Exchanges until the hand declares; before a hidden card is seen, until it may be.

    Args:
        cards: the hand.
        view: what the player may know.
        gone: the cards that cannot come any more; those of the view if they are left out.
    """
    out = view.gone if gone is None else tuple(gone)
    return _count_exchanges(tuple(cards), view.deal, out, view.deal.hidden and not view.seen)


@lru_cache(maxsize=256)
def _count_exchanges(cards: tuple[Card, ...], deal: Deal, gone: tuple[Card, ...], to_see: bool) -> int:
    exchanges = count_exchanges(cards, deal, gone, list_shows(deal) if to_see else ())
    return FAR if exchanges is None else exchanges


def _weigh(cards: tuple[Card, ...], deal: Deal) -> int:
    """The score of a hand less the points of what lies in no meld: these tell apart hands that all cost the most."""
    best = find_best_kept(cards, deal)
    return best.score - sum(deal.points[card.index] for card in best.loose)


def _own_cards(view: View) -> tuple[Card, ...]:
    """The cards that may still be grouped in another way: those in hand where melds lie on the table for good."""
    return view.hand[:MAX_HAND] if view.rulebook.procedure.laying is Laying.IN_TURN else view.cards


def _group_plainly(view: View) -> Groups:
    """The melds of the hand's best grouping by points."""
    return tuple(group.cards for group in find_best_kept(_own_cards(view), view.deal).groups)


def list_loose(view: View, cards: Sequence[Card]) -> list[Card]:
    """Those of some cards of the hand that are not wild, and of which a copy lies in no meld."""
    best = find_best_kept(_own_cards(view), view.deal)
    loose = (*best.loose, best.discard)
    return [card for card in cards if card in loose and not view.deal.is_wild[card.index]]


def _throw_apart(view: View, throws: Sequence[Card]) -> Card:
    """The card in no meld that goes with the fewest others, the dearest of these; a wild card goes with all."""
    loose, points = list_loose(view, throws) or throws, view.deal.points
    return min(loose, key=lambda card: (sum(fits(card, other) for other in view.hand), -points[card.index]))


def _melds_with(view: View, card: Card) -> bool:
    """Whether a card lies in a meld of the best grouping that it makes with the hand."""
    return any(card in group.cards for group in find_best_kept((*_own_cards(view), card), view.deal).groups)


def _has_thrown(view: View, card: Card) -> bool:
    """Whether a player has thrown such a card: two who took them back might take each other's throws without end."""
    return any(done.seat == view.seat and done.move == Move("throw", (card,)) for done in view.log)


def _points_tell(view: View) -> bool:
    """Whether the points of a hand tell how good it is: not where a hand pays the same once melds were shown."""
    return view.rulebook.procedure.laying is Laying.AT_THE_END


def _lay_tunnela(view: View) -> Move | None:
    """A tunnela to lay before play."""
    return _find_allowed(view, (Move("tunnela", (card,)) for card, count in Counter(view.hand).items() if count > 2))


# ---- where melds are laid in turn -------------------------------------------------------------------------------
def _wipe(view: View) -> Move | None:
    """A card of the discards to take with all above it: the topmost that may be."""
    return _find_allowed(view, (Move("take", (card,)) for card in dict.fromkeys(reversed(view.discards))))


def _lay_in_turn(view: View) -> Move | None:
    """A meld to lay, or a card to add to one, None where there is none."""
    melds = list(_group_plainly(view)) if len(view.hand) > 2 else []
    melds += list_melds_with(view.owed, view) if view.owed is not None else []
    melds.sort(key=lambda cards: not is_pure(cards, view.deal))
    parts = (part for cards in melds for part in (cards, cards[:-1], cards[1:]))  # a card must be kept to throw
    places = ((card, group) for card in dict.fromkeys(view.hand) for group in find_places(view, card))
    added = (Move("add", (card,), (group,)) for card, group in places if is_meld((*group, card), view.deal))
    return _find_allowed(view, chain((Move("meld", part) for part in parts if len(part) > 2), added))


def list_melds_with(card: Card, view: View) -> list[tuple[Card, ...]]:
    """The melds of three that a card makes with two others of the hand."""
    others = without(view.hand, card)
    return [(card, *pair) for pair in dict.fromkeys(combinations(others, 2)) if is_meld((card, *pair), view.deal)]
