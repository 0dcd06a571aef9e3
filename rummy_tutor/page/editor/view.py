"""The view model of the hand editor: text, deals, worked hands, and the copies left of each card."""

from __future__ import annotations

from ...game.cards import CARDS, MAX_HAND, Card
from ...wording.speech import tell
from ..faces import card_face, card_name, pretty_card
from ..session import Session
from ..worked_hands import PRESETS, find_preset
from .typed import find_error


def draw_editor(session: Session) -> dict:
    """Text, deals, worked hands, and the pack with the copies left of each card."""
    cards = session.state.layout.cards
    preset = find_preset(session.state)
    return {
        "text": session.text,
        "version": session.version,
        "error": None if session.draft is None else _error(session.draft),
        "count": len(cards),
        "deal_size": session.rulebook.deal,
        "turned": _turned(session),
        "palette": [_palette_entry(session, card) for card in CARDS if session.rulebook.table.pack_for(
            session.state.players).copies(card) or card in cards],
        "presets": [
            {"key": one.key, "label": one.label, "story": one.story, "source": one.source,
             "current": one is preset}
            for one in PRESETS.values()
        ],
    }  # fmt: skip


def _turned(session: Session) -> dict:
    """The turned card, and the cards of the pack to pick it from."""
    turned, book = session.state.turned, session.rulebook
    pack = book.table.pack_for(session.state.players)
    cards = [card for card in CARDS if pack.copies(card)]
    return {
        "text": "" if turned is None else str(turned),
        "card": None if turned is None else card_face(turned),
        "name": tell("page.unknown_card") if turned is None else pretty_card(turned),
        "cards": [{**card_face(card), "text": str(card), "label": card_name(card)} for card in cards],
    }


def _palette_entry(session: Session, card: Card) -> dict:
    left = session.copies_left(card)
    held = session.state.layout.cards.count(card)
    face = card_face(card)
    label = tell("page.palette_held" if held else "page.palette_card", card=card_name(card), left=left, held=held)
    return {
        "text": str(card), "rank": face["rank"], "suit": face["suit"], "left": left, "held": held,
        "name": card_name(card), "label": label,
        "can_add": left > 0 and len(session.state.layout.cards) < MAX_HAND,
    }  # fmt: skip


def _error(text: str) -> dict:
    """What is wrong with a typed text that is no hand, and where."""
    problem = find_error(text)
    assert problem is not None
    lead = max(0, problem.start - 30)
    return {
        "text": text,
        "message": str(problem),
        "start": problem.start,
        "end": problem.end,
        "before": ("…" if lead else "") + text[lead : problem.start],
        "bad": text[problem.start : problem.end][:40],
        "after": text[problem.end : problem.end + 30],
    }
