"""What a class sees, decided: the task, a student's own state, the distribution of the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ...game.cards import Card
from ...game.messages import Items, Message
from ...game.records import Reason
from ...game.rules import Kind, Measure
from ...page.faces import TONES, card_face, draw_lines, in_order, pretty_card, stand_ins
from ...referee.melds import explain_invalid
from ...referee.scoring import Group, score_arrangement
from ...rulebooks import RULEBOOKS
from ...tutor.beliefs import kind_of
from ...tutor.lessons import BY_KEY
from ...tutor.tasks import KINDS, Task, as_groups
from ...wording.explain import explain
from ...wording.speech import in_words, knows, name_rulebook, say, tell
from .room import Item, Room, Stage, Student

_MOST_BELIEFS = 3  # told of one answer
_MOST_ROWS = 12  # different answers listed


# ---- a task ----------------------------------------------------------------------------------------------
def draw_task(item: Item, at: int, *, further: bool = False) -> dict[str, Any]:
    """A task as a student sees it: nothing in it tells the answer."""
    task = item.task
    return {
        "at": at,
        "further": further,
        "lesson": say(BY_KEY[task.lesson].title),
        "question": ask(task),
        "table": tell_table(task),
        "turned": None if task.turned is None else card_face(task.turned),
        "open": None if task.open is None else card_face(task.open),
        "groups": [[card_face(card) for card in group] for group in task.groups],
        "asks": "table" if task.asks == "groups" else "several" if task.asks in _SEVERAL else _how(task),
        "negative": task.rulebook.scoring.measure is not Measure.PENALTY,
        "choices": [draw_choice(task, choice) for choice in task.choices],
    }


_SEVERAL = ("cards", "rulebooks")


def _how(task: Task) -> str:
    return "number" if task.asks == "number" else "one"


def tell_table(task: Task) -> str:
    """The rulebook and how many play."""
    return tell("class.table", rulebook=task.rulebook, n=task.players)


def ask(task: Task) -> str:
    """The question of a task."""
    word, _, about = (task.asked or "").partition(" ")
    key = f"class.ask-{task.kind.removesuffix('?')}"
    if task.kind == "complete" and word in set(Kind):
        return tell(key, kind=Message(f"kind.{word}"))
    if word == "joker":
        return tell(f"{key}:joker", card=Card.parse(about))
    if word == "differ":
        return tell(f"{key}:differ", one=task.rulebook, other=RULEBOOKS[about])
    if not word and task.kind == "count" and task.rulebook.scoring.measure is not Measure.PENALTY:
        word = "score"
    return tell(f"{key}:{word}" if word else key)


def name_kind(kind: str) -> str:
    """What a kind of task is called; one without a name by its key."""
    key = f"class.kind-{kind.removesuffix('?')}"
    return tell(key) if knows(key) else kind


def draw_choice(task: Task, choice: str) -> dict[str, Any]:
    """One of the answers to choose from: its key, and a card or words."""
    if task.asks in ("card", "cards"):
        return {"key": choice, "card": card_face(Card.parse(choice)), "word": pretty_card(Card.parse(choice))}
    return {"key": choice, "card": None, "word": tell_choice(task, choice)}


def tell_choice(task: Task, choice: str) -> str:
    """One of the choices in words."""
    if task.asks == "kind":
        return tell(f"kind.{choice}")
    if task.asks == "yes-no":
        return tell(f"class.answer-{choice}")
    if task.asks == "group":
        return tell("class.answer-group", n=int(choice))
    if task.asks == "rulebooks":
        return name_rulebook(RULEBOOKS[choice])
    return pretty_card(Card.parse(choice))


# ---- an answer -------------------------------------------------------------------------------------------
def draw_answer(item: Item, value: Any) -> dict[str, Any]:
    """An answer as it is shown: in words, or as groups of cards with what they are; drawn once for equal answers."""
    key = "answer", repr(value)
    if key not in item.drawn:
        item.drawn[key] = _draw_answer(item.task, value)
    return item.drawn[key]


def _draw_answer(task: Task, value: Any) -> dict[str, Any]:
    if task.asks == "groups":
        groups = as_groups(value)
        return {"word": _tell_figure(task, groups), "groups": [*_draw_groups(task, groups)]}
    if isinstance(value, list):
        word = in_words(Items(tuple(tell_choice(task, one) for one in value), "comma"))
        return {"word": word or tell("class.answer-none"), "groups": []}
    return {"word": in_words(value) if isinstance(value, int) else tell_choice(task, value), "groups": []}


def _tell_figure(task: Task, groups: Sequence[tuple[Card, ...]]) -> str:
    laid = score_arrangement(groups, task.deal)
    if laid.declares:
        return tell("class.answer-declares")
    return (
        tell("class.answer-score", n=laid.score) if laid.points is None else tell("class.answer-points", n=laid.points)
    )


def _draw_groups(task: Task, groups: Sequence[tuple[Card, ...]]) -> Iterator[dict[str, Any]]:
    """Groups as small trays, single cards together at the end."""
    laid = score_arrangement(groups, task.deal)
    for group in laid.groups:
        if len(group.cards) > 1:
            yield _draw_tray(group)
    loose = [card for group in laid.groups if len(group.cards) == 1 for card in group.cards]
    if loose:
        faces = [card_face(card) for card in sorted(loose)]
        yield {"tone": "loose", "icon": "loose", "word": tell("kind.loose"), "cards": faces}


def _draw_tray(group: Group) -> dict[str, Any]:
    stands = stand_ins(group, group.cards)
    cards = [
        {**card_face(group.cards[at]), "stands": None if stands[at] is None else card_face(stands[at])}  # type: ignore[arg-type]
        for at in in_order(group.cards, group.kind, stands)
    ]
    return {"tone": TONES[group.kind], "icon": str(group.kind), "word": tell(f"kind.{group.kind}"), "cards": cards}


def explain_task(task: Task) -> list[str]:
    """Why the right answer is right: the reasons of the referee, as far as the task is about what lies there."""
    return [explain(reason, task.rulebook) for reason in dict.fromkeys(_reasons(task))]


def _reasons(task: Task) -> Iterator[Reason]:
    if task.asked is not None:
        return
    if task.kind in ("classify", "spot"):
        for group in task.groups:
            if len(group) > 1 and kind_of(group, task.deal).value == "invalid":
                yield from explain_invalid(group, task.deal)
    elif task.kind in ("count", "declare?"):
        yield from score_arrangement(task.groups, task.deal).reasons


def tell_beliefs(keys: Sequence[str]) -> list[str]:
    """What a wrong answer would fit, in the words of who believes it."""
    return [tell(f"belief.{key}") for key in keys[:_MOST_BELIEFS]]


# ---- a student -------------------------------------------------------------------------------------------
def draw_own(room: Room, student: Student, now: float) -> dict[str, Any]:
    """A student's own answer to the present task, and what he may see of what came of it."""
    item = room.item
    given = None if item is None else item.answers.get(student.number)
    drawn: dict[str, Any] = {
        "name": student.name,
        "answered": None if item is None or given is None else _draw_own_answer(item, given.value),
        "value": None if given is None else given.value,
        "stage": None if item is None else item.stage.name.lower(),
        "left": None if item is None or item.until is None else max(0, round(item.until - now)),
        "verdict": None,
        "practised": student.practised,
        "practised_right": student.practised_right,
    }
    if item is not None and item.stage >= Stage.ANSWER:
        drawn["verdict"] = draw_verdict(item, None if given is None else given.value, why=item.stage >= Stage.WHY)
    return drawn


def _draw_own_answer(item: Item, value: Any) -> dict[str, Any]:
    """A student's own answer; what a layout is worth is told with the right answer, not before."""
    if item.task.asks == "groups" and item.stage < Stage.ANSWER:
        return {"word": tell("class.handed-in"), "groups": []}
    return draw_answer(item, value)


def draw_verdict(item: Item, value: Any, *, why: bool) -> dict[str, Any]:
    """Whether an answer was right, what would have been, and why; drawn once for equal answers."""
    key = "verdict", repr(value), why
    if key not in item.drawn:
        item.drawn[key] = _draw_verdict(item, value, why)
    return item.drawn[key]


def _draw_verdict(item: Item, value: Any, why: bool) -> dict[str, Any]:
    expected = item.judge(value).expected if value is not None else _expected(item)
    verdict = None if value is None else item.judge(value)
    wrong = verdict is not None and not verdict.right
    return {
        "right": None if verdict is None else verdict.right,
        "expected": draw_answer(item, expected),
        "beliefs": tell_beliefs(verdict.fits) if wrong and why and verdict is not None else [],
        "why": draw_lines(explain_task(item.task)) if why else [],
    }


def _expected(item: Item) -> Any:
    return KINDS[item.task.kind].answer(item.task)


# ---- the class -------------------------------------------------------------------------------------------
def draw_tally(item: Item) -> dict[str, Any]:
    """The answers by what they are, the most frequent first, and by the beliefs that explain them."""
    counted = Counter(repr(given.value) for given in item.answers.values())
    values = {repr(given.value): given.value for given in item.answers.values()}
    rows, beliefs = [], Counter[tuple[str, ...]]()
    right = 0
    for key, count in counted.most_common():
        verdict = item.judge(values[key])
        right += count if verdict.right else 0
        if not verdict.right:
            beliefs[verdict.fits] += count
        fits = [] if verdict.right else tell_beliefs(verdict.fits)
        rows.append({"key": key, "n": count, "right": verdict.right, "beliefs": fits,
                     **draw_answer(item, values[key])})  # fmt: skip
    return {
        "answered": len(item.answers),
        "right": right,
        "rows": rows[:_MOST_ROWS],
        "others": sum(row["n"] for row in rows[_MOST_ROWS:]),
        "beliefs": [{"key": " ".join(keys), "told": tell_beliefs(keys), "n": n} for keys, n in beliefs.most_common(6)],
    }


def draw_wall(room: Room, now: float) -> dict[str, Any]:
    """What the class sees of the present task beside the task itself."""
    item = room.item
    drawn: dict[str, Any] = {"here": len(room.students), "stage": None, "left": None, "to_come": len(room.plan)}
    if item is None:
        return drawn
    tally = draw_tally(item)
    drawn |= {"stage": item.stage.name.lower(), "answered": tally["answered"]}
    drawn["left"] = None if item.until is None else max(0, round(item.until - now))
    drawn["shown"] = next((row for row in tally["rows"] if row["key"] == item.shown), None)
    drawn["tally"] = tally if item.stage >= Stage.TALLY else None
    drawn["verdict"] = draw_verdict(item, None, why=item.stage >= Stage.WHY) if item.stage >= Stage.ANSWER else None
    return drawn


def draw_desk(room: Room, here: set[int]) -> dict[str, Any]:
    """What only the teacher sees: who is there, who has answered, and the answers before they are shown."""
    item = room.item
    answered = {} if item is None else item.answers
    return {
        "students": [
            {
                "name": one.name,
                "here": one.number in here,
                "answered": one.number in answered,
                "practised": one.practised,
                "practised_right": one.practised_right,
            }
            for one in room.students.values()
        ],
        "tally": None if item is None else draw_tally(item),
        "verdict": None if item is None else draw_verdict(item, None, why=True),
        "plan": [{"lesson": say(BY_KEY[one.task.lesson].title), "question": ask(one.task)} for one in room.plan],
        "items": len(room.items),
    }
