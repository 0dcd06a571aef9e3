"""A task put into words: its question, the answers to choose from, the round it is about."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from ...game.cards import Card
from ...game.messages import Items, key_of
from ...game.rules import Kind
from ...rulebooks import RULEBOOKS
from ...tutor.about import name_value_cards
from ...tutor.tasks import Task
from ...tutor.turns.turn import Move, Ruling
from ...wording.phrases import Cited, Sources
from ...wording.rule_texts import name_objective
from ...wording.speech import in_words, knows, say, tell
from ..faces import TONES, TableFaceView, face_at, pretty_card


def tell_question(task: Task) -> str:
    """The question in words."""
    return say(task.question.question(task))


class NoteView(TypedDict):
    """What has to be said below a question: a text, or rules to be unfolded under a heading."""

    text: str
    fold: str
    rules: list[str]


class ChoiceCardView(TableFaceView):
    """A card to choose; ``key`` tells it from the others."""

    key: str


class ChoiceView(TypedDict):
    """An answer to choose: a label, an icon with its tone, or a card."""

    value: str
    label: str
    card: NotRequired[ChoiceCardView]
    icon: NotRequired[str]
    tone: NotRequired[str]


class PlayerView(TypedDict):
    """A player of a round: how it ended for them, and what is stated of them."""

    name: str
    ending: str
    stated: list[str]


def draw_note(task: Task) -> NoteView | None:
    """What has to be said below a question, because the lesson about it is still to come; None where nothing has."""
    note = None if task.question.note is None else task.question.note(task)
    return None if note is None else {"text": note.text, "fold": note.fold, "rules": list(note.rules)}


def draw_choice(task: Task, choice: str) -> ChoiceView:
    """One of the answers to choose from."""
    drawn: ChoiceView = {"value": choice, "label": tell_answer(task, choice)}
    if task.asks == "card":
        drawn["card"] = {**face_at(Card.parse(choice), task.deal), "key": choice}
    elif task.asks == "kind":
        drawn |= {"icon": choice, "tone": TONES[Kind(choice)]}
    return drawn


def tell_answer(task: Task, answer: Any) -> str:
    """An answer in words."""
    if task.asks == "kind":
        return tell(key_of("page.kind_", answer))
    if task.asks == "yes-no":
        return tell(key_of("learn.", answer))
    if task.asks == "group":
        return tell("learn.group", n=int(answer))
    if task.asks == "way":
        ways = {way.name: name_objective(way) for way in task.rulebook.objectives}
        return in_words(ways[answer])
    if task.asks == "card":
        return pretty_card(Card.parse(answer))
    many = [answer] if isinstance(answer, str) else answer
    if task.asks == "cards":
        return _list(tuple(pretty_card(Card.parse(card)) for card in many), "learn.no_card")
    if task.asks == "rulebooks":
        return _list(tuple(RULEBOOKS[key] for key in many), "learn.no_game")
    if task.asks == "moves":
        return _list(tuple(map(_tell_move, many)), "learn.no_card")
    return in_words(answer)


def _list(words: tuple[object, ...], none: str) -> str:
    return in_words(Items(words, "semicolon")) if words else tell(none)


def _tell_move(text: str) -> str:
    move = Move.parse(text)
    with_cards = key_of("learn.move_", move.kind, "card")
    named = bool(move.cards) and knows(with_cards)
    return tell(with_cards if named else key_of("learn.move_", move.kind), cards=[*map(pretty_card, move.cards)])


_PLAIN_RULINGS = ("may-draw", "may-take", "may-throw")  # which say no more than that the move is allowed


def tell_ruling(move: str, ruling: Ruling) -> Cited:
    """Whether a move is allowed, and the rule that says so."""
    head = tell("turn.ruled:allowed" if ruling.allowed else "turn.ruled:refused", move=_tell_move(move))
    return Cited(f"{head} {tell_reason(ruling)}".strip(), Sources.of(ruling.source))


def tell_reason(ruling: Ruling) -> str:
    """Why a move is allowed or not; empty where the rule says no more than that it is."""
    return "" if ruling.code in _PLAIN_RULINGS else say(ruling.text)


def draw_round(task: Task) -> list[PlayerView]:
    """The players of a round that a task is about: how each ended, and what is stated of them."""
    if task.round is None:
        return []
    nets = task.round.get("nets")
    rows: list[PlayerView] = []
    for at, player in enumerate(task.round["players"]):
        stated = [
            tell(key_of("learn.stated_", name), n=player[name], maal=name_value_cards(task.rulebook))
            for name in ("points", "score", "bonus", "total")
            if name in player
        ]
        if "groups" in player:
            stated.append(tell("learn.stated_hand"))
        if nets is not None:
            stated = [tell("learn.stated_net", n=nets[at])]
        rows.append({"name": player["name"], "ending": tell(key_of("ending.", player["ending"])), "stated": stated})
    return rows
