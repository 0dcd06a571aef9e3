"""A question and an answer as a class sees them, decided: what stands on a phone, on the wall and on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NotRequired, TypedDict

from ...game.cards import Card
from ...game.choices import Kind
from ...game.messages import key_of
from ...game.records import Group
from ...referee.scoring import score_arrangement
from ...rulebooks.sources import SOURCES, look_up
from ...tutor.tasks import as_groups
from ...wording.phrases import in_order, stand_ins, stand_names
from ...wording.speech import tell
from ..faces import TONES, FaceView, LineView, card_face, draw_lines, draw_stand, face_at, pretty_card
from ..learn.turn_view import StillTurnView, draw_still
from .questions import TABLE, ClassRowView, Question


class AnswerChoiceView(TypedDict):
    """One of the answers to choose from: its key, and a card or words."""

    key: str
    card: FaceView | None
    word: str


class QuestionView(TypedDict):
    """A question as students see it; ``turn`` is the table where it is about the moves of a turn."""

    lesson: str
    question: str
    table: str
    turned: FaceView | None
    open: FaceView | None
    turn: StillTurnView | None
    groups: list[list[FaceView]]
    rows: list[ClassRowView]
    asks: str
    signed: bool
    choices: list[AnswerChoiceView]


class LaidFaceView(FaceView):
    """What is printed on a card, and in a group on what it stands for."""

    stands: NotRequired[FaceView | None]


class SmallTrayView(TypedDict):
    """A group of an answer."""

    tone: str
    icon: str
    word: str
    cards: list[LaidFaceView]


class AnswerView(TypedDict):
    """An answer in words, with groups where it is a way to lay cards out."""

    word: str
    groups: list[SmallTrayView]


class SourceView(TypedDict):
    """What a source is called, and what it says."""

    name: str
    what: str


class ReasonView(LineView):
    """A sentence, and what the sources that it cites say, by number."""

    says: dict[str, SourceView]


def draw_question(question: Question) -> QuestionView:
    """A question as students see it: nothing in it tells the answer."""
    return {
        "lesson": question.title(),
        "question": question.ask(),
        "table": tell("class.table", rulebook=question.rulebook, n=question.players),
        "turned": None if question.turned is None or question.turn is not None else card_face(question.turned),
        "open": None if question.open is None or question.turn is not None else card_face(question.open),
        "turn": None if question.turn is None else draw_still(question.turn, question.groups),
        "groups": [[card_face(card) for card in group] for group in question.groups],
        "rows": question.rows(),
        "asks": question.asks,
        "signed": question.signed,
        "choices": [draw_choice(question, choice) for choice in question.choices],
    }


def draw_choice(question: Question, choice: str) -> AnswerChoiceView:
    """One of the answers to choose from: its key, and a card or words."""
    card = question.card_of(choice)
    if card is not None:
        face = card_face(card) if question.turn is None else face_at(card, question.turn.deal)
        return {"key": choice, "card": face, "word": pretty_card(card)}
    return {"key": choice, "card": None, "word": question.tell(choice)}


def draw_answer(question: Question, value: Any) -> AnswerView:
    """An answer in words, or as groups of cards with what they are."""
    if question.asks == TABLE:
        groups = as_groups(value)
        return {"word": _tell_figure(question, groups), "groups": [*_draw_groups(question, groups)]}
    return {"word": question.tell(value), "groups": []}


def name_layout(question: Question, value: Any) -> tuple[int | None, list[list[str]]]:
    """What tells one way to lay cards out from another: what it costs, and its melds, whatever lies loose."""
    laid = score_arrangement(as_groups(value), question.deal)
    melds = [group.cards for group in laid.groups if group.kind not in (Kind.LOOSE, Kind.INVALID)]
    cost = laid.score if laid.points is None else laid.points
    return None if laid.declares else cost, sorted(sorted(map(str, cards)) for cards in melds)


def draw_reasons(sentences: Iterable[str]) -> list[ReasonView]:
    """Sentences, each with its sources apart and under ``says`` what these are called and say, by number."""
    lines = draw_lines(sentences)
    return [{**line, "says": {code: _draw_source(code) for code in line["codes"]}} for line in lines]


def _draw_source(code: str) -> SourceView:
    kind = "source" if code in SOURCES else "ruling"
    return {"name": tell(key_of("page.words_kind_", kind), code=code), "what": look_up(code)}


def _tell_figure(question: Question, groups: Sequence[tuple[Card, ...]]) -> str:
    laid = score_arrangement(groups, question.deal)
    if laid.declares:
        return tell("class.answer-declares")
    return (
        tell("class.answer-score", n=laid.score) if laid.points is None else tell("class.answer-points", n=laid.points)
    )


def _draw_groups(question: Question, groups: Sequence[tuple[Card, ...]]) -> Iterator[SmallTrayView]:
    """Groups as small trays, single cards together at the end."""
    laid = score_arrangement(groups, question.deal)
    for group in laid.groups:
        if len(group.cards) > 1:
            yield _draw_tray(group)
    loose = [card for group in laid.groups if len(group.cards) == 1 for card in group.cards]
    if loose:
        faces: list[LaidFaceView] = [{**card_face(card)} for card in sorted(loose)]
        yield {"tone": "loose", "icon": "loose", "word": tell("kind.loose"), "cards": faces}


def _draw_tray(group: Group) -> SmallTrayView:
    stands = stand_ins(group, group.cards)
    names = stand_names(group, group.cards)
    cards: list[LaidFaceView] = [
        {**card_face(group.cards[at]), "stands": draw_stand(names[at])}
        for at in in_order(group.cards, group.kind, stands)
    ]
    return {
        "tone": TONES[group.kind],
        "icon": str(group.kind),
        "word": tell(key_of("kind.", group.kind)),
        "cards": cards,
    }
