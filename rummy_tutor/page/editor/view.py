"""The view model of the hand editor: text, deals, worked hands, and the copies left of each card."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict

from ...game.cards import CARDS, MAX_HAND, Card
from ...game.rules import Pack
from ...wording.speech import current_language, tell
from ..faces import FaceView, card_face, card_name, pretty_card
from ..session import Session
from ..worked_hands import PRESETS, find_preset
from .typed import find_error


class TextErrorView(TypedDict):
    """What is wrong with a typed text, the span in it that is, and the text around that."""

    text: str
    message: str
    start: int
    end: int
    before: str
    bad: str
    after: str


class TurnedChoiceView(FaceView):
    """A card of the pack to turn up."""

    text: str
    label: str


class TurnedView(TypedDict):
    """The turned card, None and a word instead while it is not known, and the cards to pick it from."""

    text: str
    card: FaceView | None
    name: str
    cards: list[TurnedChoiceView]


class PaletteView(TypedDict):
    """A card of the pack to put into the hand: the copies left of it, and those held."""

    text: str
    rank: str
    suit: str | None
    left: int
    held: int
    name: str
    label: str
    can_add: bool


class PresetView(TypedDict):
    """A worked hand."""

    key: str
    label: str
    story: str
    source: str
    current: bool


class EditorView(TypedDict):
    """Text, deals, worked hands and the pack; the error is that of a typed text that is no hand."""

    text: str
    version: int
    error: TextErrorView | None
    count: int
    deal_size: int
    turned: TurnedView
    palette: list[PaletteView]
    presets: list[PresetView]


def draw_editor(session: Session) -> EditorView:
    """Text, deals, worked hands, and the pack with the copies left of each card."""
    cards, held, language = session.state.layout.cards, session.state.layout.held, current_language()
    is_full = len(cards) >= MAX_HAND
    pack = session.rulebook.table.pack_for(session.state.players)
    current = find_preset(session.state)
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
            {"key": preset.key, "label": preset.label, "story": preset.story, "source": preset.source,
             "current": preset is current}
            for preset in PRESETS.values()
        ],
    }  # fmt: skip


def _turned(session: Session) -> TurnedView:
    """The turned card, and the cards of the pack to pick it from."""
    turned, book = session.state.turned, session.rulebook
    return {
        "text": "" if turned is None else str(turned),
        "card": None if turned is None else card_face(turned),
        "name": tell("page.unknown_card") if turned is None else pretty_card(turned),
        "cards": _choices(book.table.pack_for(session.state.players), current_language()),
    }


@lru_cache(maxsize=32)
def _choices(pack: Pack, language: str) -> list[TurnedChoiceView]:
    """The cards of a pack to pick from, in the language in force."""
    cards = [card for card in CARDS if pack.copies(card)]
    return [{**card_face(card), "text": str(card), "label": card_name(card)} for card in cards]


@lru_cache(maxsize=1 << 11)
def _palette_entry(card: Card, left: int, held: int, is_full: bool, language: str) -> PaletteView:
    """A card of the pack, in the language in force: most stay as they were when cards are moved."""
    face = card_face(card)
    label = tell("page.palette_held" if held else "page.palette_card", card=card_name(card), left=left, held=held)
    return {
        "text": str(card), "rank": face["rank"], "suit": face["suit"], "left": left, "held": held,
        "name": card_name(card), "label": label, "can_add": left > 0 and not is_full,
    }  # fmt: skip


def _error(text: str) -> TextErrorView:
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
