"""What is said at the table and of it: why a move is advised, the cards of a move, how a round ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...game.cards import Card, Rank, without
from ...game.messages import key_of
from ...game.procedure import Laying
from ...game.rules import SetSuits
from ...game.table import Deal
from ...playing.bots import FAR, advise_move, list_loose, list_melds_with, list_throws, measure
from ...playing.game import Sitter
from ...playing.moves import Move
from ...playing.round import Done, PlayedRound
from ...playing.sight import fits
from ...playing.standing import weigh_throws
from ...playing.view import View
from ...referee.scoring import score_arrangement
from ...rounds.endings import Ending
from ...tutor.turns.hands import lay_nearest
from ...wording.phrases import in_order, stand_ins, stand_names
from ...wording.players import name_player
from ...wording.speech import say, tell
from ..faces import pretty_card
from .advice import find_use, is_counted


def tell_cards(cards: Sequence[Card]) -> str:
    """Cards in a sentence."""
    return " ".join(tell("way.printed-jokers", n=1) if card.is_printed_joker else pretty_card(card) for card in cards)


def tell_meld(cards: Sequence[Card], deal: Deal) -> str:
    """A meld in a sentence, as it is written on its cards, a joker with what it stands for: 7♠ 8♥=7♦ JOKER=7♣."""
    return " ".join("=".join(filter(None, [write_face(card), stands])) for card, stands in list_stands(cards, deal))


def list_stands(cards: Sequence[Card], deal: Deal) -> list[tuple[Card, str]]:
    """The cards of a meld in the order in which they are shown, and what each joker stands for."""
    (group,) = score_arrangement([tuple(cards)], deal).groups
    names = stand_names(group, group.cards)
    return [
        (group.cards[at], write_face(names[at]))
        for at in in_order(group.cards, group.kind, stand_ins(group, group.cards))
    ]


def write_face(face: Card | Rank | None) -> str:
    """A card, or what a joker stands for, as it is written on the card; empty for a card that is itself."""
    if isinstance(face, Card):
        return tell("page.joker_word") if face.is_printed_joker else pretty_card(face)
    return (face or "").replace("T", "10")


def tell_done(done: Done, sitters: Sequence[Sitter], seat: int) -> str:
    """A move as a sentence, for who sits at a seat."""
    mine = done.seat == seat
    name = "" if mine else name_player(sitters[done.seat])
    key = key_of("play.did-", done.move.kind, "mine" if mine else "")
    return tell(key, name=name, cards=tell_cards(done.came or done.move.cards))


def tell_short(done: Done) -> str:
    """A move in the fewest words, such as "threw 8♠"."""
    return tell(key_of("play.short-", done.move.kind), cards=tell_cards(done.came or done.move.cards))


def tell_end(played: PlayedRound, sitters: Sequence[Sitter], seat: int) -> str:
    """How a round ended for who sits at a seat; empty while it goes on."""
    outcome = played.outcome
    if outcome is None:
        return ""
    winner, wrong = outcome.winner, played.places[seat].ending is Ending.WRONG_DECLARATION
    form = "nobody" if winner is None else "mine" if winner == seat else "wrong" if wrong else ""
    how = "last-left" if form == "wrong" else outcome.how
    name = "" if winner is None else name_player(sitters[winner])
    if form == "mine" and how == "last-left" and len(sitters) == 2:  # the other one has a name and a reason
        name, left = name_player(sitters[1 - seat]), played.places[1 - seat].ending
        form = "theirs" if left is Ending.WRONG_DECLARATION else "alone"
    return tell(key_of("play.end-", how, form), name=name)


def tell_reason(view: View, move: Move, other: Card | None = None) -> str:
    """Why a move is a good one; empty where that cannot be said in a sentence.

    Args:
        view: what the player may know before the move.
        move: a move that is advised there.
        other: the card beside which a throw is the better one; None for the dearest loose card.
    """
    if move.kind == "throw":
        return _why_throw(view, move.cards[0], other)
    if move.kind == "take" and view.open is not None:
        return _why_take(view, move.cards[0] if move.cards else view.open)
    if move.kind == "stock" and view.open is not None:
        ruling = view.judge_move(Move("take"))
        return tell("play.why-stock", card=tell_cards([view.open])) if ruling.allowed else say(ruling.text)
    return tell(key_of("play.why-", move.kind)) if move.kind in ("declare", "meld", "add", "see") else ""


def tell_why(view: View, move: Move, sitters: Sequence[Sitter]) -> str:
    """Why a move that is advised is a good one, and what the next player may want of a card that is thrown."""
    if move.kind != "throw":
        return tell_reason(view, move)
    card, first = move.cards[0], move.cards[0]
    if any(player.taken for player in view.others):
        first = advise_move(view).cards[0]
    use = find_use(view, first)
    if use is None:
        return tell_reason(view, move)
    told = tell(
        "play.next" if first == card else "play.next:other",
        name=name_player(sitters[use.seat]),
        taken=tell_cards([use.taken]),
        card=tell_cards([first]),
    )
    return f"{tell_reason(view, move)} {told}".strip() if first == card else told


def _why_throw(view: View, card: Card, other: Card | None) -> str:
    """A card goes that lies in its set already, or that fits no other one, or else the one that is needed least."""
    points = view.deal.points[card.index]
    name, dearer = tell_cards([card]), None if other else _find_dearer(view, card)
    if not view.deal.is_wild[card.index]:
        if _lies_in_set(view, card):
            return tell("play.why-twice", card=name)
        if _find_partner(view, card) is None:
            partner = dearer and _find_partner(view, dearer)
            if dearer and partner:
                return tell("play.why-keep", card=name, other=tell_cards([dearer]), partner=tell_cards([partner]))
            if dearer is None:
                return tell("play.why-fits" if points else "play.why-fits:free", card=name, n=points)
    beside = other or dearer
    if beside is not None and (rather := _why_rather(view, card, beside)):
        return rather
    if view.rulebook.procedure.laying is Laying.IN_TURN:
        return tell("play.why-fewest", card=name)
    if view.deal.hidden and not view.seen:
        near = measure(without(view.cards, card), view) <= measure(view.cards, view)
        return tell("play.why-spare", card=name) if near else ""
    outs = weigh_throws(view, [card]).standings[card].outs if is_counted(view) else None
    return tell("play.why-least", card=name, n=outs) if outs else ""


def _find_dearer(view: View, card: Card) -> Card | None:
    """The dearest loose card, where it costs more than a card: a player would ask why it is kept."""
    points = view.deal.points
    dearest = max(list_loose(view, list_throws(view)), key=lambda loose: points[loose.index], default=card)
    return dearest if points[dearest.index] > points[card.index] else None


def _find_partner(view: View, card: Card) -> Card | None:
    """Another card of the hand that may come to lie in one meld with a card, wild ones apart."""
    others = (held for held in without(view.cards, card) if not view.deal.is_wild[held.index])
    return next((held for held in others if _go_together(card, held)), None)


def _lies_in_set(view: View, card: Card) -> bool:
    """Whether an equal card stays in a set, where that may not hold two equal ones."""
    kept = without(view.cards, card)
    if card not in kept or view.rulebook.melds.set_suits is not SetSuits.DISTINCT:
        return False
    group = next((group for group in lay_nearest(kept, view.deal) if card in group), ())
    return len(group) > 2 and len({held.rank for held in group if not view.deal.is_wild[held.index]}) == 1


def _why_rather(view: View, card: Card, other: Card) -> str:
    """What is better after a throw than after another one."""
    if not is_counted(view):
        return ""
    standings = weigh_throws(view, (card, other)).standings
    now, then = standings[card], standings[other]
    names = {"card": tell_cards([card]), "other": tell_cards([other])}
    if now.exchanges < then.exchanges < FAR:
        return tell("play.why-nearer", **names, n=now.exchanges, far=then.exchanges)
    if now.exchanges == then.exchanges and (now.outs or 0) > (then.outs or 0):
        return tell("play.why-rather", **names, n=now.outs, fewer=then.outs)
    return ""


def _go_together(card: Card, other: Card) -> bool:
    """Whether two cards may come to lie in one meld, an ace above the king too."""
    return fits(card, other) or (card.index // 13 == other.index // 13 and abs(card.index - other.index) > 10)


def _why_take(view: View, card: Card) -> str:
    """The open card makes a meld, or else brings the hand nearer."""
    cards = (*view.cards, card)
    if view.rulebook.procedure.laying is Laying.IN_TURN:  # it is laid at once
        above = view.discards[len(view.discards) - view.discards[::-1].index(card) :]
        melds = list_melds_with(card, replace(view, hand=(*cards, *above)))
        return tell("play.why-take", cards=tell_meld(melds[0], view.deal)) if melds else ""
    had = [sorted(group) for group in lay_nearest(view.cards, view.deal)]
    laid = [group for group in lay_nearest(cards, view.deal) if card in group and len(group) > 2]
    melds = [group for group in laid if sorted(group) not in had]
    if not melds:
        return tell("play.why-near", card=tell_cards([card]), n=measure(cards, view))
    return tell("play.why-take", cards=tell_meld(melds[0], view.deal))
