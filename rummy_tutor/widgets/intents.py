"""What a page can ask a session for: one function an intent, found by its name.

An intent is a plain dict a browser sent, so nothing in it is trusted: a function raises for what makes no
sense, and ``Session.receive`` turns that into a message. A panel of its own brings its own functions:

    @intent("what_now")
    def _on_what_now(session, values): ...
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ..cards import MAX_HAND, PRINTED_JOKER, Card
from . import deals
from .alternatives import lay_answer
from .links import draw_qr
from .options import fit_options
from .presets import PRESETS
from .state import NEW_TRAY, Layout, MoveError, lay_out
from .texts import say
from .typed import MAX_TEXT, TextError, parse_text

if TYPE_CHECKING:
    from .session import Session

Handler = Callable[["Session", Mapping], None]
INTENTS: dict[str, Handler] = {}


def intent(*names: str) -> Callable[[Handler], Handler]:
    """Make a function the answer to the intents of these names."""

    def register(handler: Handler) -> Handler:
        for name in names:
            assert name not in INTENTS, f"two answers to the intent {name}"
            INTENTS[name] = handler
        return handler

    return register


def _ids(values: Mapping) -> list[int]:
    cards = values.get("cards")
    if not isinstance(cards, list | tuple):
        raise MoveError("bad_move")
    return list(cards)


def _seed(values: Mapping) -> int:
    seed = values.get("seed")
    return seed if isinstance(seed, int) and not isinstance(seed, bool) else random.randrange(1, 1_000_000)


# ---- cards on the table ------------------------------------------------------------------------------------
@intent("move")
def _on_move(session: Session, values: Mapping) -> None:
    cards, to = _ids(values), values.get("to")
    if to == NEW_TRAY and len(cards) == 1:
        raise MoveError("one_is_loose")
    session.touched = tuple(cards)
    session.go(replace(session.state, layout=session.state.layout.move(cards, to)), same_cards=True)


@intent("ungroup")
def _on_ungroup(session: Session, values: Mapping) -> None:
    session.touched = tuple(_ids(values))
    session.go(replace(session.state, layout=session.state.layout.move(_ids(values), "loose")), same_cards=True)


@intent("undo")
def _on_undo(session: Session, _: Mapping) -> None:
    session.undo()


@intent("redo")
def _on_redo(session: Session, _: Mapping) -> None:
    session.redo()


@intent("sort")
def _on_sort(session: Session, _: Mapping) -> None:
    session.sort = "rank" if session.sort == "suit" else "suit"


# ---- the table's rules -------------------------------------------------------------------------------------
@intent("set")
def _on_set(session: Session, values: Mapping) -> None:
    state = session.state
    if "rulebook" in values:
        key = str(values["rulebook"])
        session.book(key)  # an unknown key raises before anything changes
        if key != state.rulebook:
            state = replace(state, rulebook=key, options=())
    if "turned" in values:
        word = values["turned"]
        state = replace(state, turned=Card.parse(word) if word else None)
    if "players" in values:
        state = replace(state, players=int(values["players"]))
    if "options" in values:
        options = tuple(str(option) for option in values["options"])
        state = replace(state, options=fit_options(state.rulebook, options, state.options))
    session.go(state)


# ---- other cards -------------------------------------------------------------------------------------------
@intent("text")
def _on_text(session: Session, values: Mapping) -> None:
    text = str(values.get("text", ""))
    try:
        session.lay(parse_text(text))
    except TextError as error:
        session.text_error = (text[:MAX_TEXT], error)


@intent("preset")
def _on_preset(session: Session, values: Mapping) -> None:
    preset = PRESETS.get(str(values.get("key")))
    if preset is None:
        raise MoveError("bad_move")
    session.open_preset(preset)


@intent("deal", "deal_extra")
def _on_deal(session: Session, values: Mapping) -> None:
    seed = _seed(values)
    size = session.rulebook.deal + (1 if values.get("type") == "deal_extra" else 0)
    hand, turned = deals.deal_hand(session.rulebook, session.state.players, size, seed)
    session.go(replace(lay_out(session.state, Layout.of_hand(hand)), turned=turned))
    session.deal_note = say("deal_note", seed=seed)


@intent("tricky")
def _on_tricky(session: Session, values: Mapping) -> None:
    found = deals.deal_tricky(session.rulebook, session.state.players, _seed(values))
    session.go(replace(lay_out(session.state, Layout.of_hand(found.hand)), turned=found.turned))
    session.deal_note = (
        say(found.note, seed=found.seed, greedy=found.greedy) if found.is_tricky else say("tricky_none", n=found.tried)
    )


@intent("add")
def _on_add(session: Session, values: Mapping) -> None:
    card = Card.parse(values.get("card"))
    layout = session.state.layout
    if len(layout.cards) >= MAX_HAND:
        session.problem = ("bad", say("no_room", n=MAX_HAND))
    elif session.copies_left(card) < 1:
        session.problem = ("bad", say("no_copy", card=card.pretty))
    else:
        session.go(replace(session.state, layout=layout.add(card)))


@intent("remove")
def _on_remove(session: Session, values: Mapping) -> None:
    session.go(replace(session.state, layout=session.state.layout.remove(Card.parse(values.get("card")))))


@intent("drop_jokers")
def _on_drop_jokers(session: Session, _: Mapping) -> None:
    """Take every printed joker away: the way out of a game that is played without them."""
    layout = session.state.layout
    for _ in range(layout.cards.count(PRINTED_JOKER)):
        layout = layout.remove(PRINTED_JOKER)
    session.go(replace(session.state, layout=layout))


# ---- answers, when asked for -------------------------------------------------------------------------------
@intent("reveal")
def _on_reveal(session: Session, values: Mapping) -> None:
    session.reveal_to(int(values.get("level", 0)))


@intent("take")
def _on_take(session: Session, _: Mapping) -> None:
    if isinstance(session.result, ValueError):
        raise session.result
    layout = lay_answer(session.state.layout, session.answers.shown)
    session.go(replace(session.state, layout=layout), same_cards=True)
    session.reveal = 0


@intent("another")
def _on_another(session: Session, _: Mapping) -> None:
    session.show_another()


@intent("keep")
def _on_keep(session: Session, _: Mapping) -> None:
    session.reveal = 0


@intent("show_best_column")
def _on_best_column(session: Session, values: Mapping) -> None:
    session.show_best_column = bool(values.get("on"))


@intent("pair")
def _on_pair(session: Session, values: Mapping) -> None:
    a, b = session.chosen_pair()
    pair = (str(values.get("a", a)), str(values.get("b", b)))
    for key in pair:
        session.book(key)
    session.pair = pair


@intent("other_rulebook")
def _on_other(session: Session, values: Mapping) -> None:
    session.book(str(values.get("key")))
    session.other = str(values.get("key"))


@intent("classroom")
def _on_classroom(session: Session, values: Mapping) -> None:
    session.set_classroom(bool(values.get("on")))


@intent("next_step")
def _on_next_step(session: Session, _: Mapping) -> None:
    if not session.verdict_shown:
        session.verdict_shown = True
    elif session.next_level() is not None:
        session.reveal = session.next_level()


# ---- the page ----------------------------------------------------------------------------------------------
@intent("link")
def _on_link(session: Session, values: Mapping) -> None:
    session.follow_link(values.get("search"), first=bool(values.get("first")), memory=values.get("memory"))


@intent("qr")
def _on_qr(session: Session, values: Mapping) -> None:
    url = str(values.get("url", ""))
    session.qr = (url, draw_qr(url))


@intent("dismiss")
def _on_dismiss(session: Session, _: Mapping) -> None:
    session.notes = ()


@intent("ping")
def _on_ping(_: Session, __: Mapping) -> None:
    pass
