"""What the player whose turn it is can see, and what they may do: each move with the rule that allows or refuses it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from ..game.cards import MAX_HAND, Card
from ..game.procedure import Dropping, Finish, Laying
from ..game.rules import MELDS, Kind, PickingUp, Rulebook, WhenStockEnds
from ..game.table import Deal, set_table
from ..referee.melds import Reading, read_group
from ..referee.scoring import score_arrangement
from ..solver.best import find_best
from .moves import Groups, Move, Phase, Ruling


@dataclass(frozen=True, kw_only=True)
class Sight:
    """What a player can see on their turn, which is all that their moves are judged by.

    Attributes:
        rulebook: the rules.
        turned: the card that names the wild cards, None if none does; where it is hidden, what it will be.
        players: how many play.
        hand: the cards in hand.
        discards: the cards thrown, the open one last.
        phase: the part of the turn.
        first: whether this is the player's first turn.
        untouched: whether the open card is still the one that the dealer turned.
        seen: whether the player knows a hidden turned card.
        taken: the card just taken from the discards.
        owed: the card taken that must be melded in this turn.
        laid: the player's melds on the table.
        shown: the groups by which the player has seen a hidden turned card; their cards stay.
        as_laid: whether a declaration is judged as it is laid out; else one that fails is refused beforehand.
    """

    rulebook: Rulebook
    turned: Card | None
    players: int
    hand: tuple[Card, ...]
    discards: tuple[Card, ...] = ()
    phase: Phase = Phase.DRAW
    first: bool = False
    untouched: bool = False
    seen: bool = False
    taken: Card | None = None
    owed: Card | None = None
    laid: Groups = ()
    shown: Groups = ()
    as_laid: bool = False

    def count_stock(self) -> int:
        """How many cards lie face down."""
        raise NotImplementedError

    @property
    def cards(self) -> tuple[Card, ...]:
        """The player's cards, in hand and on the table."""
        return (*self.hand, *(card for group in self.laid for card in group))

    @cached_property
    def deal(self) -> Deal:
        """The table as the player knows it: a hidden turned card counts once it has been seen."""
        known = self.seen or not self.rulebook.wilds.hidden
        return set_table(self.rulebook, self.turned if known else None, self.players)

    @property
    def open(self) -> Card | None:
        """The card that lies open."""
        return self.discards[-1] if self.discards else None

    def judge_move(self, move: Move | str) -> Ruling:
        """Whether a move is allowed now, with the rule that says so.

        Raises:
            PlayError: ``bad-move``: the text is no move.
        """
        move = Move.parse(move) if isinstance(move, str) else move
        code, path = _JUDGES[move.kind](self, move)
        allowed = code.startswith("may-")
        return Ruling(allowed, code, self.rulebook.source_of(path) or "")

    def list_throws(self) -> list[Card]:
        """The cards that may be thrown, each once."""
        kinds = dict.fromkeys(self.hand)
        if self.phase is Phase.THROW and not (self.owed or self.taken or self.shown):
            return list(kinds)  # nothing has to stay
        return [card for card in kinds if _judge_throw(self, Move("throw", (card,)))[0] == "may-throw"]

    def moves(self) -> tuple[Move, ...]:
        """All moves allowed now; melds of more than four cards are laid by adding to shorter ones."""
        return tuple(move for move in self._possible() if self.judge_move(move).allowed)

    def _possible(self) -> Iterator[Move]:
        """Moves that might be allowed."""
        kinds = dict.fromkeys(self.hand)
        yield from (Move("stock"), Move("take"), Move("drop"), Move("play"), Move("declare"))
        if self.rulebook.procedure.laying is Laying.TO_SEE:
            shown = find_shown(self) if self.as_laid else ()
            yield Move("see", tuple(card for group in shown for card in group), shown)
        yield from (Move("take", (card,)) for card in dict.fromkeys(self.discards) if card != self.open)
        for kind in ("throw", "declare", "tunnela"):
            yield from (Move(kind, (card,)) for card in kinds)
        if self.as_laid:
            yield from (Move("add", (card,), (group,)) for card in kinds for group in find_places(self, card))
        else:
            yield from (Move("add", (card,)) for card in kinds)
        if self.rulebook.procedure.laying is Laying.IN_TURN and self.phase is Phase.THROW:
            for size in (3, 4):
                yield from (Move("meld", cards) for cards in dict.fromkeys(combinations(sorted(self.hand), size)))

    def lies_in(self, card: Card) -> int:
        """The place in the discards of a card to be taken, from below; −1 if it is not there."""
        places = [at for at, discard in enumerate(self.discards) if discard == card]
        return places[-1] if places else -1


# ---- judging each kind of move -------------------------------------------------------------------------------
# a hand is looked at before a card is taken and after, and when a move is made, answered and believed
find_best_kept = lru_cache(maxsize=256)(find_best)


def _draws(sight: Sight) -> tuple[str, str] | None:
    """Why a card may not be drawn now, None if it may."""
    if sight.phase is Phase.DRAW:
        return None
    return {
        Phase.BEFORE_PLAY: ("not-begun", "procedure.tunnelas_first"),
        Phase.THROW: ("drawn-already", "procedure"),
        Phase.OVER: ("over", "procedure"),
    }[sight.phase]


def _name_too_early(sight: Sight) -> str:
    """Why nothing is thrown, laid or declared in a part of a turn that is not for it."""
    return "over" if sight.phase is Phase.OVER else "draw-first"


def _judge_stock(sight: Sight, move: Move) -> tuple[str, str]:
    if (refused := _draws(sight)) is not None:
        return refused
    if sight.count_stock():
        return "may-draw", "procedure"
    ends = sight.rulebook.settlement.stock_end
    return ("may-draw" if ends is WhenStockEnds.RESHUFFLE and len(sight.discards) > 1 else "stock-empty"), (
        "settlement.stock_end"
    )


def _judge_take(sight: Sight, move: Move) -> tuple[str, str]:
    if (refused := _draws(sight)) is not None:
        return refused
    bars, path = sight.rulebook.settlement.bars, "settlement.pick_up"
    card = move.cards[0] if move.cards else sight.open
    if card is None or sight.lies_in(card) < 0:
        return "nothing-open", path
    if PickingUp.STOCK_FIRST in bars and sight.first:
        return "stock-first", path
    if PickingUp.ONCE_SEEN in bars and not sight.seen:
        return "once-seen", path
    if PickingUp.ANY_IF_LOWEST_MELDED in bars:
        return _judge_wipe(sight, card), path
    if card != sight.open:
        return "only-the-top", path
    if PickingUp.NO_PRINTED_JOKER in bars and card.is_printed_joker:
        return "no-printed-joker", path
    if sight.deal.is_wild[card.index]:
        if PickingUp.NO_JOKER_BUT_FIRST_OPEN in bars and not sight.untouched:
            return "no-joker-taken", path
        if PickingUp.NO_WILD_ONCE_SEEN in bars and sight.seen:
            return "no-wild-once-seen", path
    return "may-take", path


def _judge_wipe(sight: Sight, card: Card) -> str:
    """Vazhushal: any card with all above it, if the lowest is melded at once."""
    at, deal = sight.lies_in(card), sight.deal
    hand = (*sight.hand, *sight.discards[at + 1 :])
    has_pure = any(is_pure(group, deal) for group in sight.laid)
    pairs = combinations(hand, 2) if len(hand) > 2 else ()  # with less, no card would be left to throw
    melds = [pair for pair in pairs if _is_new_meld((card, *pair), sight)]
    pure = any(is_pure((card, *pair), deal) for pair in melds)
    if sight.untouched and at == 0 and deal.is_wild[card.index]:
        return "may-take" if pure or has_pure else "first-open-wild"
    if pure or (melds and has_pure):
        return "may-take"
    return "first-meld-pure" if melds else "not-melded-at-once"


def _judge_throw(sight: Sight, move: Move) -> tuple[str, str]:
    if sight.phase is not Phase.THROW:
        return _name_too_early(sight), "procedure"
    (card,) = move.cards
    if card not in sight.hand:
        return "not-held", "procedure"
    if sight.owed is not None:
        return "meld-it-first", "settlement.pick_up"
    if sight.taken == card and sight.hand.count(card) == 1:
        if PickingUp.FREE_BUT_KEPT in sight.rulebook.settlement.bars:
            return "just-taken", "settlement.pick_up"
    if _is_shown(card, sight):
        return "shown-to-see", "procedure.laying"
    return "may-throw", "procedure"


def _is_shown(card: Card, sight: Sight) -> bool:
    """Whether a card in hand is among those shown to see a hidden turned card, with no other like it to spare."""
    if not sight.shown:
        return False
    cards = Counter(other for group in sight.shown for other in group)
    cards.subtract(other for group in sight.laid for other in group)
    return sight.hand.count(card) <= cards[card]


def _judge_drop(sight: Sight, move: Move) -> tuple[str, str]:
    penalties, dropping = sight.rulebook.penalties, sight.rulebook.procedure.dropping
    price = penalties.first_drop if sight.first and sight.phase is Phase.DRAW else penalties.middle_drop
    if sight.phase is Phase.OVER:
        return "over", "procedure"
    if price is None:
        return "no-drop", "penalties.first_drop"
    if sight.phase is Phase.BEFORE_PLAY:
        return "not-begun", "procedure.tunnelas_first"
    if sight.phase is Phase.THROW and dropping is Dropping.BEFORE_DRAWING:
        return "drop-before-drawing", "procedure.dropping"
    return ("may-drop-first" if sight.first and sight.phase is Phase.DRAW else "may-drop-middle"), "penalties"


def _judge_declare(sight: Sight, move: Move) -> tuple[str, str]:
    """Whether the cards declare: with a last card thrown, or by dublees with what is left over."""
    way, half = sight.rulebook.procedure.finish, sight.rulebook.penalties.before_first_move
    early = sight.first and sight.phase is Phase.DRAW and half is not None and half.double_before_draw
    if early and not move.cards and (sight.as_laid or _declares(sight.hand, sight)):
        return "may-declare", "penalties.before_first_move.double_before_draw"
    if sight.phase is not Phase.THROW:
        return _name_too_early(sight), "procedure.finish"
    if sight.owed is not None:
        return "meld-it-first", "settlement.pick_up"
    hand = list(sight.hand)
    if not move.cards and way is not Finish.AFTER_DRAWING:
        return "throw-to-declare", "procedure.finish"
    for card in move.cards:
        if card not in hand:
            return "not-held", "procedure"
        if _is_shown(card, sight):
            return "shown-to-see", "procedure.laying"
        hand.remove(card)
    if way is Finish.OUT_OF_CARDS:
        return ("cards-left" if hand else "may-declare"), "procedure.finish"
    return ("may-declare" if sight.as_laid or _declares(hand, sight) else "not-declaring"), "objectives"


def _declares(hand: Sequence[Card], sight: Sight) -> bool:
    """Whether cards in hand declare, with those laid before; a hidden card must have been seen, but for dublees."""
    laid = (card for group in sight.laid for card in group)
    best = find_best_kept((*hand, *laid), sight.deal)
    return best.declares and counts_unseen(best.objective, sight)


def counts_unseen(objective: str | None, sight: Sight) -> bool:
    """Whether a way to declare is open to a player, who may not have seen a hidden turned card: by dublees it is."""
    known = sight.seen or not sight.rulebook.wilds.hidden
    return known or any(way.needs.dublees for way in sight.rulebook.objectives if way.name == objective)


def _judge_meld(sight: Sight, move: Move) -> tuple[str, str]:
    if sight.rulebook.procedure.laying is not Laying.IN_TURN:
        return "melds-in-hand", "procedure.laying"
    if sight.phase is not Phase.THROW:
        return _name_too_early(sight), "procedure"
    if Counter(move.cards) - Counter(sight.hand):
        return "not-held", "procedure"
    if len(move.cards) == len(sight.hand):
        return "keep-one-card", "procedure.finish"
    if not is_meld(move.cards, sight.deal):
        return "no-meld", "melds"
    if not _is_new_meld(move.cards, sight):
        return "same-meld", "melds.identical"
    if not any(is_pure(group, sight.deal) for group in (*sight.laid, move.cards)):
        return "first-meld-pure", "objectives"
    if sight.owed is not None and sight.owed not in move.cards:
        return "meld-it-first", "settlement.pick_up"
    return "may-meld", "procedure.laying"


def _judge_add(sight: Sight, move: Move) -> tuple[str, str]:
    if not sight.rulebook.procedure.lay_off:
        return "melds-in-hand", "procedure.laying"
    if sight.phase is not Phase.THROW:
        return _name_too_early(sight), "procedure"
    if move.cards[0] not in sight.hand:
        return "not-held", "procedure"
    if len(sight.hand) == 1:
        return "keep-one-card", "procedure.finish"
    if sight.owed not in (None, move.cards[0]):
        return "meld-it-first", "settlement.pick_up"
    return ("may-add" if find_added(sight, move) is not None else "fits-nowhere"), "procedure.lay_off"


def find_added(sight: Sight, move: Move) -> Groups | None:
    """The melds on the table with one more card, a pure one among them still; None if it fits nowhere.

    Where it can be added to none of them, they are laid anew, all their cards among melds as before.

    Args:
        sight: what the player sees.
        move: the card, and the meld it is to be added to if one is named.
    """
    (card,), wanted = move.cards, [Counter(group) for group in move.groups]
    if wanted and not any(Counter(group) == wanted[0] for group in sight.laid):
        return None
    for at, group in enumerate(sight.laid):
        if not wanted or Counter(group) == wanted[0]:
            laid = (*sight.laid[:at], (*group, card), *sight.laid[at + 1 :])
            if is_meld(laid[at], sight.deal) and any(is_pure(meld, sight.deal) for meld in laid):
                return laid
    cards = (*(laid_card for group in sight.laid for laid_card in group), card)
    if len(cards) > MAX_HAND:
        return None  # more than can be laid anew
    best = find_best(cards, sight.deal)
    laid = tuple(group.cards for group in best.groups)
    whole = bool(sight.laid) and not best.loose and best.discard is None
    return laid if whole and any(is_pure(meld, sight.deal) for meld in laid) else None


def find_places(sight: Sight, card: Card) -> Groups:
    """The melds on the table that a card can be added to; the first of them where all must be laid anew for it."""
    fitting = tuple(group for group in sight.laid if is_meld((*group, card), sight.deal))
    return fitting or sight.laid[:1]


def name_groups(sight: Sight, move: Move) -> Move:
    """A move with the groups that a record names: the meld that a card is added to, the groups that are shown."""
    if move.kind == "add" and not move.groups:
        return move._replace(groups=find_places(sight, *move.cards)[:1])
    if move.kind == "see" and not move.groups:
        shown = find_shown(sight)
        return Move("see", tuple(card for group in shown for card in group), shown)
    return move


def _judge_tunnela(sight: Sight, move: Move) -> tuple[str, str]:
    path = "procedure.tunnelas_first"
    if not sight.rulebook.procedure.tunnelas_first:
        return "melds-in-hand", "procedure.laying"
    if sight.phase is not Phase.BEFORE_PLAY:
        return "tunnelas-before-play", path
    kinds = (
        [reading.kind for reading in read_group(move.cards * 3, sight.deal)]
        if sight.hand.count(move.cards[0]) >= 3
        else []
    )
    return ("may-lay-tunnela" if Kind.TUNNELA in kinds else "no-tunnela"), path


def _judge_see(sight: Sight, move: Move) -> tuple[str, str]:
    if sight.rulebook.procedure.laying is not Laying.TO_SEE:
        return "nothing-hidden", "wilds.hidden"
    if sight.seen:
        return "seen-already", "wilds.hidden"
    if sight.phase is not Phase.THROW:
        return _name_too_early(sight), "procedure.laying"
    shows = _shows_enough(move.groups, sight) if move.groups else may_see(sight.cards, sight.deal)
    return ("may-see" if shows else "not-yet"), "scoring.tiers"


def _shows_enough(shown: Groups, sight: Sight) -> bool:
    """Whether groups, all of them held, show what must be shown to see a hidden turned card."""
    rest = Counter(sight.cards)
    rest.subtract(card for group in shown for card in group)
    if min(rest.values()) < 0:
        return False
    laid = (*shown, *((card,) for card in rest.elements()))
    return bool(score_arrangement(laid, set_table(sight.rulebook, None, sight.players)).seen)


def find_shown(sight: Sight) -> Groups:
    """The groups of a hand that a player shows to see a hidden turned card; none where they may not."""
    unseen = set_table(sight.rulebook, None, sight.players)
    best = find_best_kept(sight.cards, unseen)
    for tier in unseen.tiers if best.seen else ():
        by_pairs = tier.needs.dublees > 0
        kinds = {Kind.DUBLEE} if by_pairs else {Kind.PURE_SEQUENCE, Kind.TUNNELA}
        shown = tuple(group.cards for group in best.groups if group.kind in kinds)
        shown = shown[: tier.needs.dublees if by_pairs else tier.needs.pure]
        if shown and _shows_enough(shown, sight):
            return shown
    return ()


def may_see(cards: Sequence[Card], deal: Deal) -> bool:
    """Whether cards hold what must be shown before a hidden turned card may be looked at."""
    return bool(find_best(cards, set_table(deal.rulebook, None, deal.players)).seen)


def _judge_play(sight: Sight, move: Move) -> tuple[str, str]:
    return ("may-play" if sight.phase is Phase.BEFORE_PLAY else "begun-already"), "procedure"


_JUDGES = {
    "stock": _judge_stock,
    "take": _judge_take,
    "throw": _judge_throw,
    "drop": _judge_drop,
    "declare": _judge_declare,
    "meld": _judge_meld,
    "add": _judge_add,
    "tunnela": _judge_tunnela,
    "see": _judge_see,
    "play": _judge_play,
}


_NEAR = 2  # ranks apart at which two cards of a suit may come to lie in one sequence


def fits(card: Card, other: Card) -> bool:
    """Whether two cards may come to lie in one meld: of one rank, or near each other in a suit."""
    if card.is_printed_joker or other.is_printed_joker:
        return True
    (suit, rank), (its_suit, its_rank) = divmod(card.index, 13), divmod(other.index, 13)
    return rank == its_rank or (suit == its_suit and abs(rank - its_rank) <= _NEAR)


# ---- melds on the table --------------------------------------------------------------------------------------
def _readings(cards: Sequence[Card], deal: Deal) -> tuple[Reading, ...]:
    return tuple(read_group(tuple(cards), deal))


def is_meld(cards: Sequence[Card], deal: Deal) -> bool:
    """Whether cards are a meld in this game."""
    return any(reading.kind in MELDS for reading in _readings(cards, deal))


def is_pure(cards: Sequence[Card], deal: Deal) -> bool:
    """Whether cards are a sequence without jokers."""
    return any(reading.kind is Kind.PURE_SEQUENCE for reading in _readings(cards, deal))


def _is_new_meld(cards: Sequence[Card], sight: Sight) -> bool:
    """Whether cards are a meld that the player has not laid in exactly these cards, where that is forbidden."""
    twice = not sight.rulebook.melds.identical and any(Counter(group) == Counter(cards) for group in sight.laid)
    return not twice and is_meld(cards, sight.deal)
