"""The view model of a table at which a turn is played: stock, discard pile, finish slot, melds and the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NotRequired, TypedDict

from ...game.cards import Card
from ...game.messages import key_of
from ...game.procedure import Checking, Laying
from ...game.rules import MELDS, Kind, Objective, PickingUp
from ...playing.moves import Groups, Move, Phase, Ruling
from ...playing.sight import is_meld
from ...playing.turn import Turn
from ...referee.scoring import score_arrangement
from ...tutor.beliefs import kind_of
from ...tutor.turns.hands import find_best_throw, find_last_card, find_waiting, name_missing_ways
from ...tutor.turns.played import Played
from ...tutor.turns.positions import name_slot
from ...wording.page_texts import turn_texts
from ...wording.phrases import Cited, Sources, in_order, stand_ins, stand_names
from ...wording.speech import knows, say, tell
from ..faces import (
    TONES,
    LineView,
    StandingFaceView,
    TableFaceView,
    draw_line,
    draw_stand,
    face_at,
    in_list,
    pretty_card,
    tell_stand,
)

_SEEN = 3  # cards of the pile that are drawn where only the open one may be taken
_LOOSE_FROM = 6  # cards from which on they are no meld but a hand


class TurnCardView(StandingFaceView):
    """A card at the table: its identity there, how it is written and how it is named in short.

    ``tag`` is a word on it, and ``tone`` whether that is ``good`` or ``bad``.
    """

    id: str
    text: str
    short: str
    tag: NotRequired[str]
    tone: NotRequired[str]
    asked: NotRequired[bool]


class PileCardView(TurnCardView):
    """A card that was thrown, with the move that takes it."""

    move: str
    label: str
    top: bool


class StockView(TypedDict):
    """The cards face down; ``tag`` and ``tone`` as on a card."""

    n: int
    word: str
    count: str
    label: str
    asked: bool
    tag: NotRequired[str]
    tone: NotRequired[str]


class TurnedPlaceView(TypedDict):
    """The card turned up; None where it is hidden."""

    word: str
    card: TableFaceView | None


class PileView(TypedDict):
    """The cards thrown, the open one last."""

    word: str
    count: str
    cards: list[PileCardView]
    empty: str
    asked: bool


class SlotView(TypedDict):
    """The place of a last card: the one to be laid there, and the one that lies there."""

    last: str
    word: str
    label: str
    asked: bool
    card: TurnCardView | None


class LaidView(TypedDict):
    """A meld on the table."""

    cards: list[TurnCardView]
    label: str
    asked: bool


class SureView(TypedDict):
    """A question before a move, and its two answers."""

    ask: str
    yes: str
    no: str


class TurnButtonView(TypedDict):
    """A move with the fewest and the most cards that must be selected for it."""

    move: str
    least: int
    most: int
    label: str
    more: str
    asked: bool
    sure: SureView | None


class StillTurnView(TypedDict):
    """A table to be looked at only."""

    stock: StockView
    turned: TurnedPlaceView | None
    pile: PileView
    laid: list[LaidView]
    laid_word: str
    hand: list[list[TurnCardView]]
    hand_word: str


class TurnView(StillTurnView):
    """A table at which a turn is played; ``hand_words`` name the groups of the hand, tones and kinds colour them.

    ``hand_waits`` says of each group what it waits for before it counts, empty where it does not wait.
    """

    slot: SlotView | None
    hand_words: list[str]
    hand_waits: list[str]
    hand_tones: list[str]
    hand_kinds: list[str]
    buttons: list[TurnButtonView]
    words: dict[str, str]


class LearnSaidView(TypedDict):
    """What is said of a move."""

    tone: str
    head: str
    refused: bool
    line: LineView
    more: str


class PlayedView(TurnView):
    """A table after a move.

    ``answered`` is how many moves have been decided, or made in an example, so that no two tables are alike.
    """

    said: LearnSaidView | None
    undo: bool
    answered: int


def draw_turn(
    turn: Turn,
    melds: Groups = (),
    asked: str | None = None,
    declared: Card | None = None,
    *,
    last: Card | None = None,
    plain: bool = False,
    declares: bool = True,
    waits: bool = False,
) -> TurnView:
    """A table as its player sees it.

    Args:
        turn: the table.
        melds: cards of the hand that are to lie together as long as all of them are there.
        asked: the move that is asked about, whose places are marked.
        declared: the card that has been laid down to declare.
        last: the card with which the player is to declare, where they are told so.
        plain: whether moves are left out that no lesson has told of yet.
        declares: whether the place for a last card is there; not before declaring has been told of.
        waits: whether it is told which melds do not count yet.
    """
    marked = None if asked is None else Move.parse(asked)
    copies: Counter[Card] = Counter()

    def face(card: Card) -> TurnCardView:
        copies[card] += 1
        short, name = pretty_card(card), f"{card}{copies[card]}"
        return {**face_at(card, turn.deal), "stands": None, "id": name, "text": str(card), "short": short}

    together, rest = _group_hand(turn, melds)
    groups = [_draw_group(group, turn, face) for group in together]
    groups += [[face(card) for card in rest]] if rest else []
    _tag_taken([card for group in groups for card in group], turn)
    if marked is not None and marked.kind != "take":
        # of two copies the one in no meld is meant, which lies last
        there = reversed(groups) if marked.kind in ("throw", "declare") else groups
        _mark_cards([card for group in there for card in group], marked.cards)
    kinds = _find_kinds(together, turn) if melds else []
    return {
        "stock": _draw_stock(turn, marked),
        "turned": _draw_turned(turn),
        "pile": _draw_pile(turn, face, marked),
        "slot": _draw_slot(turn, marked, last, None if declared is None else face(declared)) if declares else None,
        "laid": [
            {
                "cards": [face(card) for card in group],
                "label": tell("turn.laid_meld", n=at, cards=" ".join(map(pretty_card, group))),
                "asked": marked is not None and marked.kind == "add",
            }
            for at, group in enumerate(turn.laid, 1)
        ],
        "laid_word": tell("turn.laid") if _lays(turn) else "",
        "hand": groups,
        "hand_words": _name_groups(together, rest, turn) if melds else [],
        "hand_waits": _tell_waits(together, rest, turn) if melds and waits else [],
        "hand_tones": [TONES[kind] for kind in kinds],
        "hand_kinds": [str(kind) for kind in kinds],
        "hand_word": tell("turn.hand:some" if _is_part(turn) else "turn.hand", n=len(turn.hand)),
        "buttons": _draw_buttons(turn, marked, plain=plain),
        "words": turn_texts(),
    }


def draw_still(turn: Turn, melds: Groups = ()) -> StillTurnView:
    """A table to be looked at only: the same without what can be done there."""
    drawn = draw_turn(turn, melds)
    cards: list[PileCardView] = [{**card, "move": "", "label": ""} for card in drawn["pile"]["cards"]]
    return {
        "stock": drawn["stock"],
        "turned": drawn["turned"],
        "pile": {**drawn["pile"], "cards": cards},
        "laid": drawn["laid"],
        "laid_word": drawn["laid_word"],
        "hand": drawn["hand"],
        "hand_word": drawn["hand_word"],
    }


def draw_said(
    played: Played, known: Sequence[Objective], *, rated: bool = False, before: Turn | None = None
) -> LearnSaidView | None:
    """What is said of the last move; None before the first.

    Args:
        played: the turn as it is played.
        known: the ways to declare that may be named.
        rated: whether a card thrown is compared with the others that could have been.
        before: the table before the move, where a throw that gives up a declaration is told.
    """
    if played.move is None or played.ruling is None:
        return None
    done = played.ruling.allowed
    thrown = done and played.move.kind == "throw"
    last = find_last_card(before) if before is not None and thrown else None
    best = find_best_throw(played.past[-1]) if rated and thrown and played.past and last is None else None
    better = last is not None or (best is not None and best[0] not in played.move.cards)
    if last is not None:
        more = tell("turn.threw_instead", card=pretty_card(last))
    elif best is not None:
        more = tell(key_of("turn.threw_", "better" if better else "well", best[1]), better=pretty_card(best[0]))
    else:
        more = _tell_more(played, played.move, known)
    line = Cited("" if done else say(played.ruling.text), Sources.of(played.ruling.source))
    return {
        "tone": "good" if done and not better else "bad",
        "head": _tell_done(played.move) if done else tell("turn.refused"),
        "refused": not done,
        "line": draw_line(line),
        "more": more,
    }


def _tell_done(move: Move) -> str:
    """What has just been done, in a sentence."""
    named = key_of("turn.did_", move.kind, "card")
    key = named if move.cards and knows(named) else key_of("turn.did_", move.kind)
    return tell(key, cards=" ".join(map(pretty_card, move.cards)))


def _tell_more(played: Played, move: Move, known: Sequence[Objective]) -> str:
    """Who checks a declaration; of one that is refused, what the hand lacks."""
    assert played.ruling is not None
    checking = played.turn.rulebook.procedure.checking
    if move.kind != "declare":
        return ""
    if played.ruling.allowed:
        checked = "" if checking is Checking.UNSTATED else tell(key_of("turn.checked-", checking))
        return " ".join(filter(None, [checked, tell("turn.won")]))
    if played.ruling.code != "not-declaring":
        return ""
    return tell_lacks(played.turn, move, known)


def tell_lacks(turn: Turn, move: Move, known: Sequence[Objective]) -> str:
    """What the cards lack that a refused declaration would show, for each of some ways to declare."""
    left = Counter(turn.hand) - Counter(move.cards)
    return " ".join(map(say, name_missing_ways(tuple(left.elements()), turn.deal, known)))


def _name_groups(together: Groups, rest: Sequence[Card], turn: Turn) -> list[str]:
    """What each group of the hand is; the cards that lie in no meld come last."""
    kinds = _find_kinds(together, turn)
    if not any(kind in MELDS or kind is Kind.DUBLEE for kind in kinds):
        return []
    waits = (Kind.LOOSE, Kind.INVALID)
    words = [tell("turn.no_meld_yet") if kind in waits else tell(key_of("page.kind_", kind)) for kind in kinds]
    return [*words, tell("turn.rest", n=len(rest))] if rest else words


def _tell_waits(together: Groups, rest: Sequence[Card], turn: Turn) -> list[str]:
    """What each group of the hand waits for before it counts; empty where it waits for nothing."""
    waiting = find_waiting(together, (*turn.laid, *((card,) for card in rest)), turn.deal)
    if waiting is None:
        return [""] * len(together)
    word = tell(key_of("turn.waits-", waiting.sort), n=waiting.n)
    return [word if waits else "" for waits in waiting.groups]


def _find_kinds(together: Groups, turn: Turn) -> list[Kind]:
    """What each group of the hand is."""
    return [Kind.JOKERS if _are_jokers(group, turn) else kind_of(group, turn.deal) for group in together]


def _are_jokers(group: Sequence[Card], turn: Turn) -> bool:
    """Whether the wild cards lie together for the way to declare that asks for jokers; they may be a sequence too."""
    asked = max((way.needs.jokers for way in turn.deal.objectives), default=0)
    return 0 < asked < 2 * len(group) and all(turn.deal.is_wild[card.index] for card in group)


def _draw_group(group: Sequence[Card], turn: Turn, face: Callable[[Card], TurnCardView]) -> list[TurnCardView]:
    """A group of the hand; in a meld each wild card lies in the place that it fills, and says what it stands for."""
    has_wild = any(turn.deal.is_wild[card.index] for card in group)
    if not has_wild or _are_jokers(group, turn) or not is_meld(tuple(group), turn.deal):
        return [face(card) for card in group]
    (judged,) = score_arrangement([tuple(group)], turn.deal).groups
    names, shown = stand_names(judged, judged.cards), list[TurnCardView]()
    for at in in_order(judged.cards, judged.kind, stand_ins(judged, judged.cards)):
        card, stands = face(judged.cards[at]), names[at]
        shown.append({**card, "stands": draw_stand(stands), "name": in_list(card["name"], tell_stand(stands))})
    return shown


def _is_part(turn: Turn) -> bool:
    """Whether an example shows a few cards of a hand only."""
    return len(turn.hand) + sum(map(len, turn.laid)) < turn.rulebook.deal and turn.phase is not Phase.OVER


def _group_hand(turn: Turn, melds: Groups) -> tuple[Groups, Sequence[Card]]:
    """The groups that lie together, and the other cards in suits.

    A group of which a card is gone lies together still if the rest of it is a meld.
    """
    left = Counter(turn.hand)
    shown: list[tuple[Card, ...]] = []
    for group in melds:
        whole = len(group) >= _LOOSE_FROM and not is_meld(tuple(group), turn.deal)  # a hand that lies in no groups
        there = _list_there(group, left)
        if len(there) > 1 and not whole and (len(there) == len(group) or is_meld(there, turn.deal)):
            left -= Counter(there)
            shown.append(there)
    return tuple(shown), sorted(left.elements(), key=lambda card: card.place)


def _list_there(group: Sequence[Card], left: Counter[Card]) -> tuple[Card, ...]:
    """The cards of a group that a hand still holds, in the order of the group."""
    held = Counter(group) & left
    there = []
    for card in group:
        if held[card]:
            held[card] -= 1
            there.append(card)
    return tuple(there)


def _mark_cards(faces: Sequence[TurnCardView], cards: Sequence[Card]) -> None:
    """Mark the cards that a move names, each of them once."""
    wanted = Counter(map(str, cards))
    for card in faces:
        if wanted[card["text"]] > 0:
            wanted[card["text"]] -= 1
            card["asked"] = True


def _tag_taken(faces: Sequence[TurnCardView], turn: Turn) -> None:
    """Say which card has just been taken from the discard pile: what may be done with it depends on that."""
    taken = [card for card in faces if turn.phase is Phase.THROW and card["text"] == str(turn.taken)]
    for card in taken[-1:]:
        card |= {"tag": tell("turn.tag"), "name": in_list(card["name"], tell("turn.tag:name"))}


# ---- the places ----------------------------------------------------------------------------------------------
def _draw_stock(turn: Turn, marked: Move | None) -> StockView:
    n = len(turn.stock)
    return {
        "n": n,
        "word": tell("turn.stock"),
        "count": tell("turn.stock_n", n=n),
        "label": tell("turn.stock_label", n=n),
        "asked": marked is not None and marked.kind == "stock",
    }


def _draw_turned(turn: Turn) -> TurnedPlaceView | None:
    """The card turned up, or the place of one that is hidden; None where none is."""
    if turn.turned is None:
        return None
    if turn.rulebook.wilds.hidden:
        card = face_at(turn.turned, turn.deal) if turn.seen else None
        return {"word": tell("turn.tiplu" if turn.seen else "turn.tiplu_hidden"), "card": card}
    return {"word": tell("turn.turned"), "card": face_at(turn.turned, turn.deal)}


def _draw_pile(turn: Turn, face: Callable[[Card], TurnCardView], marked: Move | None) -> PileView:
    """The cards thrown, the open one last; all of them where any may be taken, else the last few."""
    whole = PickingUp.ANY_IF_LOWEST_MELDED in turn.rulebook.settlement.bars
    shown = turn.discards if whole else turn.discards[-_SEEN:]
    cards: list[PileCardView] = []
    for at, card in enumerate(shown, 1):
        top = at == len(shown)
        move = Move("take") if top else Move("take", (card,))
        name = "turn.take" if top else "turn.take_from" if whole else "turn.under"
        cards.append({**face(card), "move": str(move), "label": tell(name, card=pretty_card(card)), "top": top})
    if marked is not None and marked.kind == "take" and cards:
        wanted = [card for card in cards if card["text"] in map(str, marked.cards)] or [cards[-1]]
        wanted[-1]["asked"] = True
    return {
        "word": tell("turn.pile"),
        "count": tell("turn.pile_n", n=len(turn.discards)),
        "cards": cards,
        "empty": tell("turn.pile_empty"),
        "asked": marked is not None and marked.kind == "throw",
    }


def _draw_slot(turn: Turn, marked: Move | None, last: Card | None, laid: TurnCardView | None) -> SlotView:
    """The place where a last card is laid to declare, and the card that is to be laid there if that is told."""
    return {
        "last": "" if last is None else str(last),
        "word": say(name_slot(turn.rulebook)),
        "label": tell("turn.declare"),
        "asked": marked is not None and marked.kind == "declare",
        "card": laid,
    }


def _lays(turn: Turn) -> bool:
    """Whether melds lie on the table in this game."""
    return bool(turn.laid) or turn.rulebook.procedure.laying is Laying.IN_TURN


def _draw_buttons(turn: Turn, marked: Move | None, *, plain: bool) -> list[TurnButtonView]:
    """What can be done beside drawing, throwing and declaring: each with the cards that must be selected for it.

    A drop, which ends the round, is asked about once; not where it is the question. Where the game has no price for
    it nobody drops.
    """
    if turn.phase is Phase.OVER:
        return []
    procedure, drops = turn.rulebook.procedure, _has_drops(turn) or (marked is not None and marked.kind == "drop")
    rows: list[tuple[str, int, int]] = [("drop", 0, 0)] if drops and not plain else []
    if procedure.laying is Laying.TO_SEE and not plain:
        rows.append(("see", 0, 0))
    # once play has begun it is too late for a tunnela, which is only told where a task asks about moves
    if procedure.tunnelas_first and not plain and (turn.phase is Phase.BEFORE_PLAY or marked is not None):
        rows.append(("tunnela", 1, 3))
    if turn.phase is Phase.BEFORE_PLAY:
        rows.append(("play", 0, 0))
    if procedure.laying is Laying.IN_TURN:
        rows.append(("meld", 2, 14))
    return [
        {
            "move": kind,
            "least": least,
            "most": most,
            "label": tell(key_of("turn.button_", kind)),
            "more": tell(key_of("turn.button_", kind, "more")) if least else "",
            "asked": marked is not None and marked.kind == kind,
            "sure": _ask_to_drop(turn) if kind == "drop" and marked is None else None,
        }
        for kind, least, most in rows
    ]


def _has_drops(turn: Turn) -> bool:
    penalties = turn.rulebook.penalties
    return penalties.first_drop is not None or penalties.middle_drop is not None


def price_drop(turn: Turn) -> int | None:
    """What it costs to drop now; None where the game has no price."""
    penalties = turn.rulebook.penalties
    return penalties.first_drop if turn.first and turn.phase is Phase.DRAW else penalties.middle_drop


def _ask_to_drop(turn: Turn) -> SureView | None:
    """The question before a drop; None where dropping is not allowed, which is said at once."""
    price = price_drop(turn)
    if price is None or not turn.judge_move("drop").allowed:
        return None
    return {"ask": tell("turn.drop_sure", n=price), "yes": tell("turn.drop_yes"), "no": tell("turn.drop_no")}


def tell_move(text: str) -> str:
    move = Move.parse(text)
    with_cards = key_of("learn.move_", move.kind, "card")
    named = bool(move.cards) and knows(with_cards)
    return tell(with_cards if named else key_of("learn.move_", move.kind), cards=[*map(pretty_card, move.cards)])


_PLAIN_RULINGS = ("may-draw", "may-take", "may-throw")  # which say no more than that the move is allowed


def tell_ruling(move: str, ruling: Ruling) -> Cited:
    """Whether a move is allowed, and the rule that says so."""
    head = tell("turn.ruled:allowed" if ruling.allowed else "turn.ruled:refused", move=tell_move(move))
    return Cited(f"{head} {tell_reason(ruling)}".strip(), Sources.of(ruling.source))


def tell_reason(ruling: Ruling) -> str:
    """Why a move is allowed or not; empty where the rule says no more than that it is."""
    return "" if ruling.code in _PLAIN_RULINGS else say(ruling.text)
