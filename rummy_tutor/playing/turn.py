"""A turn at the table: what may be done now, why not, and what the table looks like afterwards.

A move is text, as in a task's choices: ``stock``, ``take`` (the open card), ``take 7S`` (that card and all above it),
``throw 7S``, ``drop``, ``declare 7S`` (throwing a last card), ``declare``, ``meld 5H 6H 7H``, ``add 8H`` (to melds on
the table), ``tunnela 7S`` (before play) and ``see`` (the tiplu).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ..game.cards import Card, CardError
from ..game.messages import Message, TutorError, key_of, quote
from ..game.procedure import Dropping, Finish, Laying
from ..game.rules import MELDS, Kind, PickingUp, Rulebook, WhenStockEnds
from ..game.table import Deal, set_table
from ..referee.melds import Reading, read_group
from ..solver.best import find_best

Groups = tuple[tuple[Card, ...], ...]


class PlayError(TutorError):
    """Text that is no move."""


class Phase(StrEnum):
    """The part of a turn."""

    BEFORE_PLAY = "before-play"
    DRAW = "draw"
    THROW = "throw"
    OVER = "over"


class Ruling(NamedTuple):
    """Whether a move is allowed.

    Attributes:
        allowed: whether it is.
        code: why not, or what allows it; its sentence stands in the catalogue under ``move.``.
        source: the source or ruling that says so.
    """

    allowed: bool
    code: str
    source: str

    @property
    def text(self) -> Message:
        """The ruling as a sentence."""
        return Message(key_of("move.", self.code))


class Move(NamedTuple):
    """A move: what is done, and with which cards."""

    kind: str
    cards: tuple[Card, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move of a text.

        Raises:
            PlayError: ``bad-move``.

        Example:
            >>> Move.parse("throw 7S")
            Move(kind='throw', cards=(Card('7S'),))
        """
        kind, *cards = text.split()[:30] or [""]
        try:
            move = cls(kind, tuple(map(Card.parse, cards)))
        except CardError:
            raise PlayError("bad-move", found=quote(text)) from None
        least, most = _CARDS.get(kind, (1, 0))
        if not least <= len(move.cards) <= most:
            raise PlayError("bad-move", found=quote(text))
        return move

    def __str__(self) -> str:
        return " ".join([self.kind, *map(str, self.cards)])


# how many cards a move names
_CARDS = {
    "stock": (0, 0),
    "take": (0, 1),
    "throw": (1, 1),
    "drop": (0, 0),
    "declare": (0, 1),
    "meld": (2, 14),
    "add": (1, 1),
    "tunnela": (1, 1),
    "see": (0, 0),
    "play": (0, 0),
}


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A player's turn at a table; it does not change, each move gives a new one.

    Attributes:
        rulebook: the rules.
        turned: the card that names the wild cards, None if none does; where it is hidden, what it will be.
        players: how many play.
        hand: the cards in hand.
        stock: the cards face down, the next one first.
        discards: the cards thrown, the open one last.
        phase: the part of the turn.
        first: whether this is the player's first turn.
        untouched: whether the open card is still the one that the dealer turned.
        seen: whether the player knows a hidden turned card.
        taken: the card just taken from the discards.
        owed: the card taken that must be melded in this turn.
        laid: the player's melds on the table.
    """

    rulebook: Rulebook
    turned: Card | None
    players: int
    hand: tuple[Card, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...] = ()
    phase: Phase = Phase.DRAW
    first: bool = False
    untouched: bool = False
    seen: bool = False
    taken: Card | None = None
    owed: Card | None = None
    laid: Groups = ()

    @property
    def deal(self) -> Deal:
        """The table as the player knows it: a hidden turned card counts once it has been seen."""
        known = self.seen or not self.rulebook.wilds.hidden
        return set_table(self.rulebook, self.turned if known else None, self.players)

    @property
    def open(self) -> Card | None:
        """The card that lies open."""
        return self.discards[-1] if self.discards else None

    # ---- judging ---------------------------------------------------------------------------------------------
    def judge_move(self, move: Move | str) -> Ruling:
        """Whether a move is allowed now, with the rule that says so.

        Raises:
            PlayError: ``bad-move``: the text is no move.
        """
        move = Move.parse(move) if isinstance(move, str) else move
        code, path = _JUDGES[move.kind](self, move)
        allowed = code.startswith("may-")
        return Ruling(allowed, code, self.rulebook.source_of(path) or "")

    def moves(self) -> tuple[Move, ...]:
        """All moves allowed now."""
        return tuple(move for move in self._possible() if self.judge_move(move).allowed)

    def _possible(self) -> Iterator[Move]:
        """Moves that might be allowed."""
        kinds = dict.fromkeys(self.hand)
        yield from (Move("stock"), Move("take"), Move("drop"), Move("see"), Move("play"), Move("declare"))
        yield from (Move("take", (card,)) for card in dict.fromkeys(self.discards[:-1]))
        for kind in ("throw", "declare", "add", "tunnela"):
            yield from (Move(kind, (card,)) for card in kinds)
        if self.rulebook.procedure.laying is Laying.IN_TURN and self.phase is Phase.THROW:
            for size in (3, 4):
                yield from (Move("meld", cards) for cards in dict.fromkeys(combinations(sorted(self.hand), size)))

    # ---- playing ---------------------------------------------------------------------------------------------
    def play(self, move: Move | str) -> Turn:
        """The table after a move.

        Raises:
            PlayError: ``move-refused``: it is not allowed.
        """
        move = Move.parse(move) if isinstance(move, str) else move
        ruling = self.judge_move(move)
        if not ruling.allowed:
            raise PlayError("move-refused", move=str(move), why=ruling.text)
        return _PLAYS[move.kind](self, move)

    def lies_in(self, card: Card) -> int:
        """The place in the discards of a card to be taken, from below; −1 if it is not there."""
        places = [at for at, one in enumerate(self.discards) if one == card]
        return places[-1] if places else -1


# ---- judging each kind of move -------------------------------------------------------------------------------
_find_best = lru_cache(maxsize=64)(find_best)  # a move of a task is judged when that is made, answered, believed


def _draws(turn: Turn) -> tuple[str, str] | None:
    """Why a card may not be drawn now, None if it may."""
    if turn.phase is Phase.DRAW:
        return None
    return {
        Phase.BEFORE_PLAY: ("not-begun", "procedure.tunnelas_first"),
        Phase.THROW: ("drawn-already", "procedure"),
        Phase.OVER: ("over", "procedure"),
    }[turn.phase]


def _judge_stock(turn: Turn, move: Move) -> tuple[str, str]:
    if (refused := _draws(turn)) is not None:
        return refused
    if turn.stock:
        return "may-draw", "procedure"
    ends = turn.rulebook.settlement.stock_end
    return ("may-draw" if ends is WhenStockEnds.RESHUFFLE and len(turn.discards) > 1 else "stock-empty"), (
        "settlement.stock_end"
    )


def _judge_take(turn: Turn, move: Move) -> tuple[str, str]:
    if (refused := _draws(turn)) is not None:
        return refused
    rule, path = turn.rulebook.settlement.pick_up, "settlement.pick_up"
    card = move.cards[0] if move.cards else turn.open
    if card is None or turn.lies_in(card) < 0:
        return "nothing-open", path
    if rule is PickingUp.ANY_IF_LOWEST_MELDED:
        return _judge_wipe(turn, card), path
    if card != turn.open:
        return "only-the-top", path
    if turn.deal.is_wild[card.index]:
        if rule is PickingUp.NO_JOKER_BUT_FIRST_OPEN and not turn.untouched:
            return "no-joker-taken", path
        if rule is PickingUp.NO_WILD_ONCE_SEEN and turn.seen:
            return "no-wild-once-seen", path
    return "may-take", path


def _judge_wipe(turn: Turn, card: Card) -> str:
    """Vazhushal: any card with all above it, if the lowest is melded at once."""
    at, deal = turn.lies_in(card), turn.deal
    hand = (*turn.hand, *turn.discards[at + 1 :])
    has_pure = any(is_pure(group, deal) for group in turn.laid)
    pairs = combinations(hand, 2) if len(hand) > 2 else ()  # with less, no card would be left to throw
    melds = [pair for pair in pairs if _is_new_meld((card, *pair), turn)]
    pure = any(is_pure((card, *pair), deal) for pair in melds)
    if turn.untouched and at == 0 and deal.is_wild[card.index]:
        return "may-take" if pure or has_pure else "first-open-wild"
    if pure or (melds and has_pure):
        return "may-take"
    return "first-meld-pure" if melds else "not-melded-at-once"


def _judge_throw(turn: Turn, move: Move) -> tuple[str, str]:
    if turn.phase is not Phase.THROW:
        return ("over" if turn.phase is Phase.OVER else "draw-first"), "procedure"
    (card,) = move.cards
    if card not in turn.hand:
        return "not-held", "procedure"
    if turn.owed is not None:
        return "meld-it-first", "settlement.pick_up"
    kept = turn.rulebook.settlement.pick_up is PickingUp.FREE_BUT_KEPT
    if kept and turn.taken == card and turn.hand.count(card) == 1:
        return "just-taken", "settlement.pick_up"
    return "may-throw", "procedure"


def _judge_drop(turn: Turn, move: Move) -> tuple[str, str]:
    penalties, dropping = turn.rulebook.penalties, turn.rulebook.procedure.dropping
    price = penalties.first_drop if turn.first and turn.phase is Phase.DRAW else penalties.middle_drop
    if turn.phase is Phase.OVER:
        return "over", "procedure"
    if price is None:
        return "no-drop", "penalties.first_drop"
    if turn.phase is Phase.THROW and dropping is Dropping.BEFORE_DRAWING:
        return "drop-before-drawing", "procedure.dropping"
    return ("may-drop-first" if turn.first and turn.phase is Phase.DRAW else "may-drop-middle"), "penalties"


def _judge_declare(turn: Turn, move: Move) -> tuple[str, str]:
    """Whether the cards declare: with a last card thrown, or by dublees with what is left over."""
    way, half = turn.rulebook.procedure.finish, turn.rulebook.penalties.before_first_move
    early = turn.first and turn.phase is Phase.DRAW and half is not None and half.double_before_draw
    if early and not move.cards and _declares(turn.hand, turn):
        return "may-declare", "penalties.before_first_move.double_before_draw"
    if turn.phase is not Phase.THROW:
        return ("over" if turn.phase is Phase.OVER else "draw-first"), "procedure.finish"
    if turn.owed is not None:
        return "meld-it-first", "settlement.pick_up"
    hand = list(turn.hand)
    if not move.cards and way is not Finish.AFTER_DRAWING:
        return "throw-to-declare", "procedure.finish"
    for card in move.cards:
        if card not in hand:
            return "not-held", "procedure"
        hand.remove(card)
    if way is Finish.OUT_OF_CARDS:
        return ("cards-left" if hand else "may-declare"), "procedure.finish"
    return ("may-declare" if _declares(hand, turn) else "not-declaring"), "objectives"


def _declares(hand: Sequence[Card], turn: Turn) -> bool:
    """Whether cards in hand declare; a hidden turned card must have been seen, but for dublees."""
    best = _find_best(tuple(hand), turn.deal)
    known = turn.seen or not turn.rulebook.wilds.hidden
    return best.declares and (
        known or any(way.needs.dublees for way in turn.rulebook.objectives if way.name == best.objective)
    )


def _judge_meld(turn: Turn, move: Move) -> tuple[str, str]:
    if turn.rulebook.procedure.laying is not Laying.IN_TURN:
        return "melds-in-hand", "procedure.laying"
    if turn.phase is not Phase.THROW:
        return ("over" if turn.phase is Phase.OVER else "draw-first"), "procedure"
    if Counter(move.cards) - Counter(turn.hand):
        return "not-held", "procedure"
    if len(move.cards) == len(turn.hand):
        return "keep-one-card", "procedure.finish"
    if not is_meld(move.cards, turn.deal):
        return "no-meld", "melds"
    if not _is_new_meld(move.cards, turn):
        return "same-meld", "melds.identical"
    if not any(is_pure(group, turn.deal) for group in (*turn.laid, move.cards)):
        return "first-meld-pure", "objectives"
    if turn.owed is not None and turn.owed not in move.cards:
        return "meld-it-first", "settlement.pick_up"
    return "may-meld", "procedure.laying"


def _judge_add(turn: Turn, move: Move) -> tuple[str, str]:
    if not turn.rulebook.procedure.lay_off:
        return "melds-in-hand", "procedure.laying"
    if turn.phase is not Phase.THROW:
        return ("over" if turn.phase is Phase.OVER else "draw-first"), "procedure"
    if move.cards[0] not in turn.hand:
        return "not-held", "procedure"
    if len(turn.hand) == 1:
        return "keep-one-card", "procedure.finish"
    if turn.owed not in (None, move.cards[0]):
        return "meld-it-first", "settlement.pick_up"
    return ("may-add" if _added(turn, move.cards[0]) is not None else "fits-nowhere"), "procedure.lay_off"


def _added(turn: Turn, card: Card) -> Groups | None:
    """The melds on the table with one more card, a pure one among them still; None if it fits nowhere.

    Where it can be added to none of them, they are laid anew, all their cards among melds as before.
    """
    for at, group in enumerate(turn.laid):
        longer = (*group, card)
        laid = (*turn.laid[:at], longer, *turn.laid[at + 1 :])
        if is_meld(longer, turn.deal) and any(is_pure(one, turn.deal) for one in laid):
            return laid
    best = find_best((*(one for group in turn.laid for one in group), card), turn.deal)
    laid = tuple(group.cards for group in best.groups)
    whole = bool(turn.laid) and not best.loose and best.discard is None
    return laid if whole and any(is_pure(one, turn.deal) for one in laid) else None


def _judge_tunnela(turn: Turn, move: Move) -> tuple[str, str]:
    path = "procedure.tunnelas_first"
    if not turn.rulebook.procedure.tunnelas_first:
        return "melds-in-hand", "procedure.laying"
    if turn.phase is not Phase.BEFORE_PLAY:
        return "tunnelas-before-play", path
    kinds = [one.kind for one in read_group(move.cards * 3, turn.deal)] if turn.hand.count(move.cards[0]) >= 3 else []
    return ("may-lay-tunnela" if Kind.TUNNELA in kinds else "no-tunnela"), path


def _judge_see(turn: Turn, move: Move) -> tuple[str, str]:
    if turn.rulebook.procedure.laying is not Laying.TO_SEE:
        return "nothing-hidden", "wilds.hidden"
    if turn.seen:
        return "seen-already", "wilds.hidden"
    if turn.phase is not Phase.THROW:
        return ("over" if turn.phase is Phase.OVER else "draw-first"), "procedure.laying"
    return ("may-see" if may_see((*turn.hand, *(c for group in turn.laid for c in group)), turn.deal) else "not-yet"), (
        "scoring.tiers"
    )


def may_see(cards: Sequence[Card], deal: Deal) -> bool:
    """Whether cards hold what must be shown before a hidden turned card may be looked at."""
    return bool(find_best(cards, set_table(deal.rulebook, None, deal.players)).seen)


def _judge_play(turn: Turn, move: Move) -> tuple[str, str]:
    return ("may-play" if turn.phase is Phase.BEFORE_PLAY else "begun-already"), "procedure"


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


# ---- melds on the table --------------------------------------------------------------------------------------
def _readings(cards: Sequence[Card], deal: Deal) -> tuple[Reading, ...]:
    return tuple(read_group(tuple(cards), deal))


def is_meld(cards: Sequence[Card], deal: Deal) -> bool:
    """Whether cards are a meld in this game."""
    return any(one.kind in MELDS for one in _readings(cards, deal))


def is_pure(cards: Sequence[Card], deal: Deal) -> bool:
    """Whether cards are a sequence without jokers."""
    return any(one.kind is Kind.PURE_SEQUENCE for one in _readings(cards, deal))


def _is_new_meld(cards: Sequence[Card], turn: Turn) -> bool:
    """Whether cards are a meld that the player has not laid in exactly these cards, where that is forbidden."""
    twice = not turn.rulebook.melds.identical and any(Counter(group) == Counter(cards) for group in turn.laid)
    return not twice and is_meld(cards, turn.deal)


# ---- playing each kind of move -------------------------------------------------------------------------------
def _without(hand: Sequence[Card], cards: Sequence[Card]) -> tuple[Card, ...]:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def _play_stock(turn: Turn, move: Move) -> Turn:
    stock, discards = turn.stock, turn.discards
    if not stock:  # the discards but the open one, turned over
        stock, discards = discards[:-1], discards[-1:]
    return replace(
        turn, hand=(*turn.hand, stock[0]), stock=stock[1:], discards=discards, phase=Phase.THROW, untouched=False
    )


def _play_take(turn: Turn, move: Move) -> Turn:
    card = move.cards[0] if move.cards else turn.discards[-1]
    at = turn.lies_in(card)
    wiping = turn.rulebook.settlement.pick_up is PickingUp.ANY_IF_LOWEST_MELDED
    as_joker = wiping and turn.untouched and turn.deal.is_wild[card.index]
    return replace(
        turn,
        hand=(*turn.hand, *turn.discards[at:]),
        discards=turn.discards[:at],
        phase=Phase.THROW,
        untouched=False,
        taken=card,
        owed=card if wiping and not (as_joker and turn.laid) else None,
    )


def _play_throw(turn: Turn, move: Move) -> Turn:
    return replace(
        turn, hand=_without(turn.hand, move.cards), discards=(*turn.discards, *move.cards), phase=Phase.OVER, taken=None
    )


def _play_over(turn: Turn, move: Move) -> Turn:
    return replace(turn, hand=_without(turn.hand, move.cards), phase=Phase.OVER)


def _play_meld(turn: Turn, move: Move) -> Turn:
    # a card that had to be melded is among these: nothing else may be laid before it
    return replace(turn, hand=_without(turn.hand, move.cards), laid=(*turn.laid, move.cards), owed=None)


def _play_add(turn: Turn, move: Move) -> Turn:
    laid = _added(turn, move.cards[0]) or turn.laid
    return replace(turn, hand=_without(turn.hand, move.cards), laid=laid, owed=None)


def _play_tunnela(turn: Turn, move: Move) -> Turn:
    three = move.cards * 3
    return replace(turn, hand=_without(turn.hand, three), laid=(*turn.laid, three))


_PLAYS = {
    "stock": _play_stock,
    "take": _play_take,
    "throw": _play_throw,
    "drop": _play_over,
    "declare": _play_over,
    "meld": _play_meld,
    "add": _play_add,
    "tunnela": _play_tunnela,
    "see": lambda turn, move: replace(turn, seen=True),
    "play": lambda turn, move: replace(turn, phase=Phase.DRAW),
}
