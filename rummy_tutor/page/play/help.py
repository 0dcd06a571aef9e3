"""Help at the table in steps: how far the hand is, what is advised and why, what the hand lacks."""

from __future__ import annotations

from typing import TypedDict

from ...game.messages import key_of
from ...game.rules import Measure
from ...playing.bots import FAR, LEVELS, Exact, measure
from ...playing.chance import Chance
from ...playing.moves import Move, Phase
from ...playing.view import View
from ...solver.best import find_best
from ...study.dropping import weigh_drop
from ...tutor.turns.hands import list_nearest_ways, name_missing_ways
from ...tutor.turns.positions import name_slot
from ...wording.advice_text import say_drop
from ...wording.speech import knows, say, tell
from ..faces import pretty_card
from ..learn.turn_view import price_drop
from .reasons import tell_cards, tell_reason, tell_why
from .seated import Seated

HELP_STEPS = 3
_MOST_NAMED = 4  # loose cards that are named
_MOST_LACKS = 2  # sentences of what a hand lacks


class PlayHelpView(TypedDict):
    """Help in steps; ``more`` and ``hide`` are the words on its buttons, empty where there are none.

    ``open`` is whether help is there without being asked for.
    """

    open: bool
    lines: list[str]
    more: str
    hide: str


NO_HELP: PlayHelpView = {"open": False, "lines": [], "more": "", "hide": ""}


def draw_help(seated: Seated) -> PlayHelpView:
    """Help in steps: how far the hand is; what is advised and why; what the hand lacks, and what it costs to lose."""
    if seated.is_over or not seated.is_mine:
        return NO_HELP
    lines = (_tell_far, _tell_advised, _tell_rest)[seated.help - 1](seated) if seated.help else []
    told = _tell_moved(seated) if seated.guided and seated.grouped else ""
    return {
        "open": seated.guided,
        "lines": [line for line in (told, *lines) if line],
        "more": "" if seated.help == HELP_STEPS else tell("play.help-more" if seated.help else "play.help"),
        "hide": tell("play.help-hide") if seated.help else "",
    }


def _tell_moved(seated: Seated) -> str:
    """Why cards lie elsewhere that lay in a group; empty where no group was broken."""
    if not seated.broken:
        return ""
    n, before = (sum(map(len, groups)) for groups in (seated.melds, seated.shown))
    return tell("play.regrouped" if n > before else "play.regrouped:better", n=n, before=before)


def _tell_advised(seated: Seated) -> list[str]:
    """What is advised and why; where that is to drop, also what to do if one plays on."""
    view = seated.view
    if seated.advised.kind != "drop":
        return [_tell_move(seated, seated.advised)]
    on = Exact().choose(view, Chance(seated.seed))
    drop = say_drop(weigh_drop(view.cards, view.deal, view.gone))
    return [drop, tell("play.advice-on", advice=_tell_move(seated, on))]


def _tell_move(seated: Seated, move: Move) -> str:
    return f"{tell_advice(move)} {tell_why(seated.view, move, seated.sitters)}".strip()


def _tell_far(seated: Seated) -> list[str]:
    """How many cards must be exchanged until the hand declares, or may be shown to see a hidden card.

    What is to be thrown is only asked: the next step of help names it.
    """
    view, last = seated.view, seated.last
    far, throws = measure(view.cards, view), view.phase is Phase.THROW and len(view.cards) > view.rulebook.deal
    if view.deal.hidden and not view.seen:
        return [tell("play.far-see", n=far)] if far else []
    if last is not None:  # against beginners it stands above the hand
        told = tell("turn.can_declare", card=pretty_card(last), slot=name_slot(seated.played.turn.rulebook))
        return [] if leads(seated) else [told]
    if not 0 < far < FAR:
        return _tell_lacks(view) if far else [tell("move.may-declare")]
    if view.phase is Phase.DRAW and seated.advised.kind == "take" and view.open is not None:
        helps = tell("play.open-helps", card=pretty_card(view.open))
        return [f"{helps} {tell_reason(view, seated.advised)}"]
    return [*([tell("play.ask-throw")] if throws else []), tell("play.far", n=far)]


def _tell_lacks(view: View) -> list[str]:
    """What the hand lacks to declare in the way that is nearest; its loose cards while they are few."""
    ways = () if view.laid else list_nearest_ways(view.hand, view.deal)
    lacks = name_missing_ways(view.hand, view.deal, ways) if ways else ()
    few = [
        lack for lack in lacks if not isinstance(cards := lack.values.get("cards"), tuple) or len(cards) <= _MOST_NAMED
    ]
    return [*map(say, few)][:_MOST_LACKS]


def _tell_rest(seated: Seated) -> list[str]:
    """What is advised once more, what the hand lacks, and before a draw what it costs to lose or to leave."""
    return [tell_advice(seated.advised), *_tell_lacks(seated.view), _tell_drop(seated) or _tell_stake(seated.view)]


def _tell_stake(view: View) -> str:
    """What the hand costs if another player declares; empty once a card has been drawn, or where more counts."""
    if view.phase is not Phase.DRAW or view.deal.hidden or view.rulebook.scoring.measure is not Measure.PENALTY:
        return ""
    return tell("play.stake", n=find_best(view.cards, view.deal).points or 0)


def _tell_drop(seated: Seated) -> str:
    """What leaving the round comes to, where a beginner has not been told of it before."""
    price = price_drop(seated.turn) if seated.guided and seated.turn.phase is Phase.DRAW else None
    return "" if price is None else tell("play.drop-about", n=price)


def tell_advice(move: Move) -> str:
    """A move as advice."""
    key = key_of("play.advice-", move.kind)
    return tell(key, cards=tell_cards(move.cards)) if knows(key) else ""


def leads(seated: Seated) -> bool:
    """Whether a player is told without asking that they can declare: against beginners."""
    return seated.level == LEVELS[0]
