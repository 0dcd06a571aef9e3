"""A task and what is said of its answer, in words: question, choices, right or not and why, and what is believed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, NotRequired, TypedDict

from ...game.cards import Card
from ...game.messages import Items, key_of
from ...game.rules import Kind
from ...playing.turn import Move, Ruling
from ...rulebooks import RULEBOOKS
from ...study.analysis import Analysis
from ...tutor.about import name_value_cards
from ...tutor.beliefs import BY_KEY as BELIEFS
from ...tutor.judging import Verdict, tell_reasons
from ...tutor.kinds.parts import tell_field
from ...tutor.tasks import Given, Task
from ...wording.phrases import Cited, Sources, find_cited
from ...wording.rule_texts import name_objective
from ...wording.speech import in_words, knows, say, tell
from ..faces import TONES, LineView, TableFaceView, draw_lines, face_at, pretty_card
from .study import Asked, Study


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


class VerdictView(TypedDict):
    """What is said of an answer, a line an entry."""

    right: bool
    head: str
    given: str
    expected: str
    lines: list[LineView]
    cites: str
    belief: list[str]


def draw_verdict(study: Study, asked: Asked, verdict: Verdict) -> VerdictView:
    """Right or not, the right answer, why with its rule, and what may be believed."""
    task = asked.task
    shown = task.asks in ("groups", "moves")  # on the table, or beside each move
    expected = "" if (verdict.right and not asked.was_shown) or shown else tell_answer(task, verdict.expected)
    told = "learn.shown:is" if expected else "learn.shown"
    head = told if asked.was_shown else "learn.right" if verdict.right else "learn.wrong"
    lost = [tell("learn.lost", n=verdict.lost)] if verdict.lost and not verdict.right else []
    lost += _count_moves(asked, verdict)
    why, sources = _gather(_explain(asked, verdict) or _tell_reasons(asked), task, verdict)
    return {
        "right": verdict.right,
        "head": tell(head),
        "given": "" if shown or asked.was_shown else tell("learn.given", answer=tell_answer(task, asked.answer)),
        "expected": tell("learn.is" if asked.was_shown else "learn.expected", answer=expected) if expected else "",
        "lines": draw_lines([*lost, *why, *sources]),
        "cites": tell("learn.cites") if is_beginner(study) and sources else "",
        "belief": _tell_beliefs(study, task, verdict),
    }


def _count_moves(asked: Asked, verdict: Verdict) -> list[str]:
    """How many of the moves of a wrong answer were judged rightly; nothing where the answer was shown."""
    task = asked.task
    if task.asks != "moves" or verdict.right or asked.was_shown:
        return []
    given, right = (list(one or ()) for one in (asked.answer, verdict.expected))  # type: ignore[call-overload]
    n = sum((move in given) == (move in right) for move in task.choices)
    return [tell("learn.moves_right", n=n, all=len(task.choices))]


def _tell_beliefs(study: Study, task: Task, verdict: Verdict) -> list[str]:
    """The belief behind a wrong answer; where it is not sure which, the two that explain it best, by all answers.

    To a learner of one game none is told that names another one.
    """
    knows_others = len(study.courses) > 1
    if verdict.belief is not None and (knows_others or BELIEFS[verdict.belief].told is None):
        sure = tell("learn.belief", belief=BELIEFS[verdict.belief].sentence, name=task.rulebook)
        return [sure, *_tell_prices(task, (verdict.belief,))]
    course = study.progress(task.rulebook).lessons.get(task.lesson)
    fits = [key for key in verdict.fits if knows_others or BELIEFS[key].told is None]
    chances = {key: 0.0 if course is None else course.learner.chance(key) for key in fits}
    likely = sorted(chances, key=lambda key: (-round(chances[key], 3), BELIEFS[key].told is not None))
    told = list(dict.fromkeys(say(BELIEFS[key].sentence) for key in likely))
    prices = _tell_prices(task, likely)
    if len(told) < 2:
        return [*(tell("learn.may_believe", belief=belief) for belief in told), *prices]
    key = "learn.may_believe:two" if len(told) == 2 else "learn.may_believe:several"
    return [tell(key, n=len(told), first=told[0], second=told[1]), *prices]


def _tell_prices(task: Task, beliefs: Iterable[str]) -> list[str]:
    """What cards cost, where a wrong belief is about that."""
    changed = {path for key in beliefs for path in BELIEFS[key].changes}
    if not changed & {"scoring.ace", "scoring.ranks"}:
        return []
    return [tell("learn.prices", rule=find_cited(tell_field(task.rulebook, "scoring.ace"))[0])]


def _gather(why: list[str], task: Task, verdict: Verdict) -> tuple[list[str], list[str]]:
    """What is told of an answer without its sources, and a line with all of them to follow it."""
    cited = [find_cited(line) for line in why]
    found = [sources for _, sources in cited]
    if task.turn is not None:  # each move has been judged beside it
        found += [Sources.of(task.turn.judge_move(move).source) for move in task.choices]
    elif verdict.rule and not any(found):
        found.append(Sources.of(verdict.rule))
    sources = reduce(or_, found, Sources())
    return [text for text, _ in cited], [Cited(tell("learn.source"), sources)] if sources else []


def is_beginner(study: Study) -> bool:
    """Whether no more than one answer has been given yet, so that marks of sources are new."""
    given = [course.steps for progress in study.courses.values() for course in progress.lessons.values()]
    return sum(map(len, given)) <= 1


def _explain(asked: Asked, verdict: Verdict) -> list[str]:
    """Why the answer is as it is, with the rules that say so; nothing where only the answer itself shows it."""
    task, table = asked.task, asked.table
    explains = task.question.explains
    if explains is None:
        return []
    groups = tuple(tuple(table.state.layout.cards[card] for card in group) for group in table.state.layout.groups)
    result = table.result if isinstance(table.result, Analysis) else None
    return explains(task, Given(asked.answer, verdict.expected, verdict.right, groups, result))


def _tell_reasons(asked: Asked) -> list[str]:
    """Why the answer is as it is, where no rule about the cards as they lie says so; nothing where that is laid out."""
    if asked.laid is not None:
        return []
    return [say(reason) for reason in tell_reasons(asked.task, asked.answer)]
