"""What the player whose turn it is can see, and what they may do: each move with the rule that allows or refuses it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, combinations

from ..game.cards import MAX_HAND, Card, without
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
        return (*self.hand, *chain.from_iterable(self.laid))

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
        named, path = next((named, path) for named, path, is_so in _RULINGS[move.kind] if is_so(self, move))
        code = named if isinstance(named, str) else named(self, move)
        return Ruling(code.startswith("may-"), code, self.rulebook.source_of(path) or "")

    def list_throws(self) -> list[Card]:
        """The cards that may be thrown, each once."""
        kinds = dict.fromkeys(self.hand)
        if self.phase is Phase.THROW and not self.owed:
            stays = {self.taken, *chain.from_iterable(self.shown)}  # any other card may go
            return [card for card in kinds if card not in stays or self.judge_move(Move("throw", (card,))).allowed]
        return []  # what was taken must be melded first

    def moves(self) -> tuple[Move, ...]:
        """All moves allowed now; melds of more than four cards are laid by adding to shorter ones."""
        return tuple(move for move in self._possible() if self.judge_move(move).allowed)

    def _possible(self) -> Iterator[Move]:
        """Moves that might be allowed."""
        kinds = dict.fromkeys(self.hand)
        yield from (Move("stock"), Move("take"), Move("drop"), Move("play"), Move("declare"))
        if self.rulebook.procedure.laying is Laying.TO_SEE:
            yield _show(find_shown(self) if self.as_laid else ())
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


def _named(sight: Sight, move: Move) -> Card | None:
    """The card of the discards that a move takes: the open one if it names none."""
    return move.cards[0] if move.cards else sight.open


def _lacks(sight: Sight, move: Move) -> bool:
    """Whether a move names cards that are not in hand."""
    return any(sight.hand.count(card) < move.cards.count(card) for card in move.cards)


def _is_just_taken(sight: Sight, move: Move) -> bool:
    """Whether a move throws the card that was taken from the discards, where it has to stay."""
    taken = sight.taken in move.cards and sight.hand.count(move.cards[0]) == 1
    return taken and PickingUp.FREE_BUT_KEPT in sight.rulebook.settlement.bars


def _is_shown(sight: Sight, move: Move) -> bool:
    """Whether a card in hand is among those shown to see a hidden turned card, with no other like it to spare."""
    if not sight.shown:
        return False
    cards = Counter(card for group in sight.shown for card in group)
    cards.subtract(card for group in sight.laid for card in group)
    return any(sight.hand.count(card) <= cards[card] for card in move.cards)


def _is_first_drop(sight: Sight) -> bool:
    """Whether leaving the round now is leaving it before the first draw."""
    return sight.first and sight.phase is Phase.DRAW


def _has_no_price(sight: Sight, move: Move) -> bool:
    """Whether the round cannot be left for a price."""
    penalties = sight.rulebook.penalties
    return (penalties.first_drop if _is_first_drop(sight) else penalties.middle_drop) is None


def _declares_early(sight: Sight, move: Move) -> bool:
    """Whether a hand is declared before the first draw, where that pays double."""
    half = sight.rulebook.penalties.before_first_move
    early = sight.first and sight.phase is Phase.DRAW and half is not None and half.double_before_draw
    return early and not move.cards and _declares(sight, move)


def _declares(sight: Sight, move: Move) -> bool:
    """Whether cards declare without a last one that is thrown, as far as that is looked at before they are laid out.

    A hidden card must have been seen, but for dublees.
    """
    if sight.as_laid:
        return True
    best = find_best_kept(without(sight.cards, *move.cards), sight.deal)
    return best.declares and counts_unseen(best.objective, sight)


def counts_unseen(objective: str | None, sight: Sight) -> bool:
    """Whether a way to declare is open to a player, who may not have seen a hidden turned card: by dublees it is."""
    known = sight.seen or not sight.rulebook.wilds.hidden
    return known or any(way.needs.dublees for way in sight.rulebook.objectives if way.name == objective)


def _name_wipe(sight: Sight, move: Move) -> str:
    """Vazhushal: any card with all above it, if the lowest is melded at once."""
    card, deal = _named(sight, move), sight.deal
    assert card is not None  # it lies among the discards
    at = sight.lies_in(card)
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
    return _show(find_shown(sight)) if move.kind == "see" and not move.groups else move


def _show(groups: Groups) -> Move:
    """The move that shows some groups."""
    return Move("see", tuple(card for group in groups for card in group), groups)


def _makes_tunnela(sight: Sight, move: Move) -> bool:
    """Whether three of a card are held, and are a tunnela."""
    held = sight.hand.count(move.cards[0]) >= 3
    return held and any(reading.kind is Kind.TUNNELA for reading in _readings(move.cards * 3, sight.deal))


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


# what a move is told, the field of the rulebook that says so, and when: a code, or what finds it
_Row = tuple[str | Callable[[Sight, Move], str], str, Callable[[Sight, Move], bool]]


def _otherwise(code: str, path: str) -> _Row:
    """The last row of a kind of move."""
    return code, path, lambda sight, move: True


def _only_to_throw(path: str) -> tuple[_Row, ...]:
    """Nothing is thrown, laid or declared in a part of a turn that is not for it."""
    return (
        ("over", path, lambda sight, move: sight.phase is Phase.OVER),
        ("draw-first", path, lambda sight, move: sight.phase is not Phase.THROW),
    )


def _barred(bar: PickingUp, test: Callable[[Sight, Move], bool]) -> Callable[[Sight, Move], bool]:
    """Whether a rulebook bars the taking of cards of which something is true."""
    return lambda sight, move: bar in sight.rulebook.settlement.bars and test(sight, move)


def _is_wild(sight: Sight, move: Move) -> bool:
    """Whether the card that a move takes is wild."""
    card = _named(sight, move)
    return card is not None and sight.deal.is_wild[card.index]


_ONLY_TO_DRAW: tuple[_Row, ...] = (
    ("not-begun", "procedure.tunnelas_first", lambda sight, move: sight.phase is Phase.BEFORE_PLAY),
    ("drawn-already", "procedure", lambda sight, move: sight.phase is Phase.THROW),
    ("over", "procedure", lambda sight, move: sight.phase is Phase.OVER),
)
_NOT_HELD: _Row = ("not-held", "procedure", _lacks)
_OWED: _Row = ("meld-it-first", "settlement.pick_up", lambda sight, move: sight.owed is not None)
_OTHER_OWED: _Row = (
    "meld-it-first", "settlement.pick_up", lambda sight, move: sight.owed is not None and sight.owed not in move.cards
)  # fmt: skip
_SHOWN: _Row = ("shown-to-see", "procedure.laying", _is_shown)
_ONE_LEFT: _Row = ("keep-one-card", "procedure.finish", lambda sight, move: len(move.cards) == len(sight.hand))
# by the kind of move, in this order: the first that is so is the ruling
_RULINGS: dict[str, tuple[_Row, ...]] = {
    "stock": (
        *_ONLY_TO_DRAW,
        ("may-draw", "procedure", lambda sight, move: sight.count_stock() > 0),
        (
            "may-draw",
            "settlement.stock_end",
            lambda sight, move: (
                sight.rulebook.settlement.stock_end is WhenStockEnds.RESHUFFLE and len(sight.discards) > 1
            ),
        ),
        _otherwise("stock-empty", "settlement.stock_end"),
    ),
    "take": (
        *_ONLY_TO_DRAW,
        ("nothing-open", "settlement.pick_up", lambda sight, move: _named(sight, move) not in sight.discards),
        ("stock-first", "settlement.pick_up", _barred(PickingUp.STOCK_FIRST, lambda sight, move: sight.first)),
        ("once-seen", "settlement.pick_up", _barred(PickingUp.ONCE_SEEN, lambda sight, move: not sight.seen)),
        (_name_wipe, "settlement.pick_up", _barred(PickingUp.ANY_IF_LOWEST_MELDED, lambda sight, move: True)),
        ("only-the-top", "settlement.pick_up", lambda sight, move: _named(sight, move) != sight.open),
        (
            "no-printed-joker",
            "settlement.pick_up",
            _barred(PickingUp.NO_PRINTED_JOKER, lambda sight, move: sight.discards[-1].is_printed_joker),
        ),
        (
            "no-joker-taken",
            "settlement.pick_up",
            _barred(
                PickingUp.NO_JOKER_BUT_FIRST_OPEN, lambda sight, move: not sight.untouched and _is_wild(sight, move)
            ),
        ),
        (
            "no-wild-once-seen",
            "settlement.pick_up",
            _barred(PickingUp.NO_WILD_ONCE_SEEN, lambda sight, move: sight.seen and _is_wild(sight, move)),
        ),
        _otherwise("may-take", "settlement.pick_up"),
    ),
    "throw": (
        *_only_to_throw("procedure"),
        _NOT_HELD,
        _OWED,
        ("just-taken", "settlement.pick_up", _is_just_taken),
        _SHOWN,
        _otherwise("may-throw", "procedure"),
    ),
    "drop": (
        ("over", "procedure", lambda sight, move: sight.phase is Phase.OVER),
        ("no-drop", "penalties.first_drop", _has_no_price),
        ("not-begun", "procedure.tunnelas_first", lambda sight, move: sight.phase is Phase.BEFORE_PLAY),
        (
            "drop-before-drawing",
            "procedure.dropping",
            lambda sight, move: (
                sight.phase is Phase.THROW and sight.rulebook.procedure.dropping is Dropping.BEFORE_DRAWING
            ),
        ),
        ("may-drop-first", "penalties", lambda sight, move: _is_first_drop(sight)),
        _otherwise("may-drop-middle", "penalties"),
    ),
    "declare": (
        ("may-declare", "penalties.before_first_move.double_before_draw", _declares_early),
        *_only_to_throw("procedure.finish"),
        _OWED,
        (
            "throw-to-declare",
            "procedure.finish",
            lambda sight, move: not move.cards and sight.rulebook.procedure.finish is not Finish.AFTER_DRAWING,
        ),
        _NOT_HELD,
        _SHOWN,
        (
            lambda sight, move: "cards-left" if len(sight.hand) > len(move.cards) else "may-declare",
            "procedure.finish",
            lambda sight, move: sight.rulebook.procedure.finish is Finish.OUT_OF_CARDS,
        ),
        ("may-declare", "objectives", _declares),
        _otherwise("not-declaring", "objectives"),
    ),
    "meld": (
        (
            "melds-in-hand",
            "procedure.laying",
            lambda sight, move: sight.rulebook.procedure.laying is not Laying.IN_TURN,
        ),
        *_only_to_throw("procedure"),
        _NOT_HELD,
        _ONE_LEFT,
        ("no-meld", "melds", lambda sight, move: not is_meld(move.cards, sight.deal)),
        ("same-meld", "melds.identical", lambda sight, move: not _is_new_meld(move.cards, sight)),
        (
            "first-meld-pure",
            "objectives",
            lambda sight, move: not any(is_pure(group, sight.deal) for group in (*sight.laid, move.cards)),
        ),
        _OTHER_OWED,
        _otherwise("may-meld", "procedure.laying"),
    ),
    "add": (
        ("melds-in-hand", "procedure.laying", lambda sight, move: not sight.rulebook.procedure.lay_off),
        *_only_to_throw("procedure"),
        _NOT_HELD,
        _ONE_LEFT,
        _OTHER_OWED,
        ("may-add", "procedure.lay_off", lambda sight, move: find_added(sight, move) is not None),
        _otherwise("fits-nowhere", "procedure.lay_off"),
    ),
    "tunnela": (
        ("melds-in-hand", "procedure.laying", lambda sight, move: not sight.rulebook.procedure.tunnelas_first),
        (
            "tunnelas-before-play",
            "procedure.tunnelas_first",
            lambda sight, move: sight.phase is not Phase.BEFORE_PLAY,
        ),
        ("may-lay-tunnela", "procedure.tunnelas_first", _makes_tunnela),
        _otherwise("no-tunnela", "procedure.tunnelas_first"),
    ),
    "see": (
        (
            "nothing-hidden",
            "wilds.hidden",
            lambda sight, move: sight.rulebook.procedure.laying is not Laying.TO_SEE,
        ),
        ("seen-already", "wilds.hidden", lambda sight, move: sight.seen),
        *_only_to_throw("procedure.laying"),
        (
            "may-see",
            "scoring.tiers",
            lambda sight, move: _shows_enough(move.groups, sight) if move.groups else may_see(sight.cards, sight.deal),
        ),
        _otherwise("not-yet", "scoring.tiers"),
    ),
    "play": (
        ("may-play", "procedure", lambda sight, move: sight.phase is Phase.BEFORE_PLAY),
        _otherwise("begun-already", "procedure"),
    ),
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
