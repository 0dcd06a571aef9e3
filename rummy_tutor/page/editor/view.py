"""The view model of the hand editor: text, deals, worked hands, and the copies left of each card."""

from __future__ import annotations

from functools import lru_cache

from ...game.cards import CARDS, MAX_HAND, Card
from ...game.rules import Pack
from ...wording.speech import current_language, tell
from ..faces import card_face, card_name, pretty_card
from ..session import Session
from ..worked_hands import PRESETS, find_preset
from .typed import find_error


def draw_editor(session: Session) -> dict:
    """Text, deals, worked hands, and the pack with the copies left of each card."""
    cards, held, language = session.state.layout.cards, session.state.layout.held, current_language()
    is_full = len(cards) >= MAX_HAND
    pack = session.rulebook.table.pack_for(session.state.players)
    preset = find_preset(session.state)
    return {
        "text": session.text,
        "version": session.version,
        "error": None if session.draft is None else _error(session.draft),
        "count": len(cards),
        "deal_size": session.rulebook.deal,
        "turned": _turned(session),
        "palette": [
            _palette_entry(card, session.copies_left(card), held[card], is_full, language)
            for card in CARDS
            if pack.copies(card) or card in held
        ],
        "presets": [
            {"key": one.key, "label": one.label, "story": one.story, "source": one.source,
             "current": one is preset}
            for one in PRESETS.values()
        ],
    }  # fmt: skip


def _turned(session: Session) -> dict:
    """The turned card, and the cards of the pack to pick it from."""
    turned, book = session.state.turned, session.rulebook
    return {
        "text": "" if turned is None else str(turned),
        "card": None if turned is None else card_face(turned),
        "name": tell("page.unknown_card") if turned is None else pretty_card(turned),
        "cards": _choices(book.table.pack_for(session.state.players), current_language()),
    }


@lru_cache(maxsize=32)
def _choices(pack: Pack, language: str) -> list[dict]:
    """The cards of a pack to pick from, in the language in force."""
    cards = [card for card in CARDS if pack.copies(card)]
    return [{**card_face(card), "text": str(card), "label": card_name(card)} for card in cards]


@lru_cache(maxsize=1 << 11)
def _palette_entry(card: Card, left: int, held: int, is_full: bool, language: str) -> dict:
    """A card of the pack, in the language in force: most stay as they were when cards are moved."""
    face = card_face(card)
    label = tell("page.palette_held" if held else "page.palette_card", card=card_name(card), left=left, held=held)
    return {
        "text": str(card), "rank": face["rank"], "suit": face["suit"], "left": left, "held": held,
        "name": card_name(card), "label": label, "can_add": left > 0 and not is_full,
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
