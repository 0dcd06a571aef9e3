"""What a class sees, decided: the task, a student's own state, the distribution of the answers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...page.classroom.drawing import draw_answer, draw_question, draw_reasons
from ...page.classroom.questions import TABLE
from ...tutor.judging import Verdict
from ...wording.speech import tell
from .items import Item, Stage
from .room import Room, Student

_MOST_BELIEFS = 3  # told of one answer
_MOST_ROWS = 12  # different answers listed


# ---- a question ------------------------------------------------------------------------------------------
def draw_task(item: Item, at: int, *, further: bool = False) -> dict[str, Any]:
    """A question as a student sees it: nothing in it tells the answer."""
    drawn = {"at": at, "further": further, **draw_question(item.question)}
    return {**drawn, "lesson": name_lesson(item), "note": item.note}


def name_lesson(item: Item) -> str:
    """What a question belongs to, in words."""
    return tell("class.a-hand") if item.is_hand else item.question.title()


def draw_shown(item: Item, value: Any) -> dict[str, Any]:
    """An answer as it is shown; drawn once for equal answers."""
    key = "answer", repr(value)
    if key not in item.drawn:
        item.drawn[key] = draw_answer(item.question, value)
    return item.drawn[key]


def tell_beliefs(item: Item, verdict: Verdict) -> list[str]:
    """What a wrong answer would fit, in the words of who believes it; nothing of a right one."""
    return [] if verdict.right else item.question.tell_beliefs(verdict.fits[:_MOST_BELIEFS])


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
    if item.question.asks == TABLE and item.stage < Stage.ANSWER:
        return {"word": tell("class.handed-in"), "groups": []}
    return draw_shown(item, value)


def draw_verdict(item: Item, value: Any, *, why: bool) -> dict[str, Any]:
    """Whether an answer was right, what would have been, and why; drawn once for equal answers."""
    key = "verdict", repr(value), why
    if key not in item.drawn:
        item.drawn[key] = _draw_verdict(item, value, why)
    return item.drawn[key]


def _draw_verdict(item: Item, value: Any, why: bool) -> dict[str, Any]:
    verdict = None if value is None else item.judge(value)
    return {
        "right": None if verdict is None else verdict.right,
        "expected": draw_shown(item, item.solve()),
        "beliefs": tell_beliefs(item, verdict) if why and verdict is not None else [],
        "why": draw_reasons(item.question.why()) if why else [],
    }


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
        rows.append({"key": key, "n": count, "right": verdict.right, "beliefs": tell_beliefs(item, verdict),
                     **draw_shown(item, values[key])})  # fmt: skip
    return {
        "answered": len(item.answers),
        "right": right,
        "rows": rows[:_MOST_ROWS],
        "others": sum(row["n"] for row in rows[_MOST_ROWS:]),
        "beliefs": [
            {"key": " ".join(keys), "told": item.question.tell_beliefs(keys[:_MOST_BELIEFS]), "n": n}
            for keys, n in beliefs.most_common(6)
        ],
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
        "plan": [
            {"number": one.number, "lesson": name_lesson(one), "question": one.note or one.question.ask()}
            for one in room.plan
        ],
        "replaced": len(room.replaced),
        "dropped": len(room.dropped),
        "items": len(room.items),
        "given": sum(len(one.answers) for one in room.items),
    }
