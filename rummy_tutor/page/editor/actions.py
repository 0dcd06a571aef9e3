"""What a page can ask of the hand editor: other cards, typed, dealt, worked, or one by one."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TypedDict

from ...game.cards import MAX_HAND, Card
from ...game.messages import key_of, tell_later
from ..asking import Action, Brief, DealValues, KeyValues, TextValues
from ..session import Said, Session
from ..state import Layout, lay_out, take_known
from ..worked_hands import PRESETS
from .deals import TRIES, deal_hand, deal_tricky
from .typed import MAX_TEXT, TextError, has_commas_for_bars, parse_text


class CardValues(TypedDict):
    """A card as text."""

    card: str


def lay_text(session: Session, values: TextValues) -> None:
    """Lay out a typed hand; a text that is none is kept, to be put right."""
    text = values["text"]
    try:
        hand, turned = parse_text(text)
    except TextError:
        session.draft = text[:MAX_TEXT]
        return
    state = lay_out(session.state, Layout.of_hand(hand))
    session.go(state if turned is None else replace(state, turned=turned))
    if has_commas_for_bars(text):
        session.deal_note = tell_later("page.commas_note")


def _seed(values: DealValues) -> int:
    """The number of the deal that is asked for, or any."""
    return values["seed"] if "seed" in values else random.randrange(1, 1_000_000)


def _deal(session: Session, size: int, values: DealValues) -> None:
    """Deal a hand of a size and turn a card up."""
    seed = _seed(values)
    hand, turned = deal_hand(session.rulebook, session.state.players, size, seed)
    session.go(replace(lay_out(session.state, Layout.of_hand(hand)), turned=turned))
    session.deal_note = tell_later("page.deal_note", seed=str(seed))


def deal_trick(session: Session, values: DealValues) -> None:
    """Deal a hand on which the obvious grouping is not the best."""
    trick = deal_tricky(session.rulebook, session.state.players, _seed(values))
    session.go(replace(lay_out(session.state, Layout.of_hand(trick.hand)), turned=trick.turned))
    session.deal_note = (
        tell_later(key_of("page.", trick.note), seed=str(trick.seed), n=trick.greedy)
        if trick.note
        else tell_later("page.tricky_none", n=TRIES)
    )


def add(session: Session, values: CardValues) -> None:
    """Add a card, if the hand has room and the pack a copy."""
    card = Card.parse(values["card"])
    layout = session.state.layout
    if len(layout.cards) >= MAX_HAND:
        session.problem = Said("bad", tell_later("page.no_room", n=MAX_HAND))
    elif session.copies_left(card) < 1:
        session.problem = Said("bad", tell_later("page.no_copy", card=card))
    else:
        session.go(replace(session.state, layout=layout.add(card)))


def remove(session: Session, values: CardValues) -> None:
    """Take a card away."""
    session.go(replace(session.state, layout=session.state.layout.remove(Card.parse(values["card"]))))


ACTIONS: dict[str, Action] = {
    "text": lay_text,
    "preset": Brief(KeyValues, lambda session, values: session.go(take_known(PRESETS.get(values["key"])).state())),
    "deal": Brief(DealValues, lambda session, values: _deal(session, session.rulebook.deal, values)),
    "deal_extra": Brief(DealValues, lambda session, values: _deal(session, session.rulebook.deal + 1, values)),
    "tricky": deal_trick,
    "add": add,
    "remove": remove,
}
