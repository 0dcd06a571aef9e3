"""What a class sees, decided: the task, a student's own state, the distribution of the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from itertools import zip_longest
from statistics import median
from typing import Any, NotRequired, TypedDict, TypeVar

from ...page.classroom.drawing import AnswerView, QuestionView, ReasonView, draw_answer, draw_question, draw_reasons
from ...page.classroom.questions import ONE, TABLE
from ...page.classroom.votes import ClassRoundView, draw_round
from ...tutor.judging import Verdict
from ...wording.speech import current_language, tell
from .items import Item, Stage
from .room import Room
from .students import Student

_MOST_BELIEFS = 3  # told of one answer
_MOST_ROWS = 12  # different answers listed
_MOST_ON_WALL = 5  # the same on the wall, in letters that are read from the last row
_MOST_CHOICES = 4  # that are listed on the wall also where nobody gave them
_Drawn = TypeVar("_Drawn")


class ClassTaskView(QuestionView):
    """A question at its place in the class; ``further`` if a student practises by it; ``note`` is the teacher's."""

    at: int
    further: bool
    note: str
    round: ClassRoundView | None


class ClassVerdictView(TypedDict):
    """Whether an answer was right, None where none was given or it was a vote, what would have been, and why.

    ``head`` stands before what would have been.
    """

    right: bool | None
    head: str
    expected: AnswerView
    beliefs: list[str]
    why: list[ReasonView]


class PractisedView(ClassVerdictView):
    """The verdict on a further question, with what was answered."""

    answered: AnswerView


class OwnView(TypedDict):
    """A student's own answer to the present task, and what they may see of what came of it.

    ``pace`` is there while each works at their own: how many of the tasks they have done, and how many of them rightly.
    ``kept`` tells whether the answer is where nothing can lose it, so that their browser may forget it.
    """

    name: str
    answered: AnswerView | None
    kept: bool
    value: object
    stage: str | None
    left: int | None
    verdict: ClassVerdictView | None
    practised: int
    practised_right: int
    pace: PaceView | None


class PaceView(TypedDict):
    """How far somebody is with tasks at their own pace: how many they have done, rightly, and how many there are."""

    done: int
    right: int
    most: int


class TallyRowView(AnswerView):
    """Equal answers: how many there are, whether they are right, and which beliefs they would fit."""

    key: str
    n: int
    right: bool
    beliefs: list[str]


class TallyBeliefView(TypedDict):
    """How many answers would fit the same beliefs."""

    key: str
    told: list[str]
    n: int


class TallyView(TypedDict):
    """The answers by what they are and by beliefs; ``others`` are those in no row."""

    answered: int
    right: int
    rows: list[TallyRowView]
    others: int
    beliefs: list[TallyBeliefView]


class OwnPaceView(TypedDict):
    """How far a class is where each works at their own pace: how many of it have done all tasks, of each task how many
    have answered it and how many of them rightly."""

    done: int
    here: int
    tasks: list[AskedView]


class WallView(TypedDict):
    """What the class sees of the present task beside the task itself; nothing of it while there is none.

    ``here`` are the students who are there, and while a task is asked those too who have answered it and gone.
    ``own`` is there while students work at their own pace, and then no task is.
    ``door`` tells whether the QR code stands beside the task, ``did`` what the class did, in sentences.
    ``vote`` is there once a vote has been closed.
    ``mark`` names the state of the class that a step of the teacher is pressed on, ``to_come`` how many tasks follow.
    """

    here: int
    mark: str
    to_come: int
    door: bool
    stage: str | None
    left: int | None
    answered: NotRequired[int]
    shown: NotRequired[TallyRowView | None]
    tally: NotRequired[TallyView | None]
    own: OwnPaceView | None
    did: NotRequired[list[str]]
    verdict: NotRequired[ClassVerdictView | None]
    vote: NotRequired[VoteView | None]


class VoteView(TypedDict):
    """How a round goes on: with the move that the class has chosen, or with the exact one."""

    chosen: str
    exact: str


class StudentView(TypedDict):
    """A student as the teacher sees them."""

    number: int
    name: str
    here: bool
    answered: bool
    practised: int
    practised_right: int


class PlannedView(TypedDict):
    """A question to come."""

    number: int
    lesson: str
    question: str


class AskedView(TypedDict):
    """A question that was asked, by its place: how many have answered it, how many of them rightly.

    ``can_return`` tells whether the class can go back to it: it is of this version of the tutor.
    """

    at: int
    lesson: str
    question: str
    answered: int
    right: int
    can_return: bool


class WorkView(TypedDict):
    """What a student has done of tasks at their own pace: of each task whether it is right, None of those to come."""

    number: int
    name: str
    here: bool
    marks: list[bool | None]


class DeskView(TypedDict):
    """What only the teacher sees; ``given`` are all answers of the class so far, ``kept_in`` is its file.

    ``at_door`` are those who ask to come in, from an address from which many came at once.
    """

    students: list[StudentView]
    tally: TallyView | None
    verdict: ClassVerdictView | None
    plan: list[PlannedView]
    asked: list[AskedView]
    work: list[WorkView]
    replaced: int
    dropped: int
    given: int
    beliefs: bool
    kept_in: str
    at_door: int
    has_book: bool


# ---- a question ------------------------------------------------------------------------------------------
def draw_once(item: Item, draw: Callable[[], _Drawn], *key: str) -> _Drawn:
    """What is drawn of a question and does not change, drawn once for all who see it in a language."""
    return item.make_once((current_language(), *key), draw)


def draw_task(item: Item, at: int, *, further: bool = False) -> ClassTaskView:
    """A question as a student sees it: nothing in it tells the answer."""
    drawn = draw_question(item.question)
    played = None if item.vote is None else draw_round(item.vote)
    return {**drawn, "at": at, "further": further, "lesson": name_lesson(item), "note": item.note, "round": played}


def name_lesson(item: Item) -> str:
    """What a question belongs to, in words."""
    return tell("class.a-hand") if item.is_hand else item.question.title()


def draw_shown(item: Item, value: Any) -> AnswerView:
    """An answer as it is shown; drawn once for equal answers and a language."""
    return draw_once(item, lambda: draw_answer(item.question, value), "answer", repr(value))


def tell_beliefs(item: Item, verdict: Verdict) -> list[str]:
    """What a wrong answer would fit, in the words of who believes it; nothing of a right one."""
    return [] if verdict.right else item.question.tell_beliefs(verdict.fits[:_MOST_BELIEFS])


# ---- a student -------------------------------------------------------------------------------------------
def draw_own(room: Room, student: Student, now: float, *, item: Item | None = None, kept: bool = True) -> OwnView:
    """A student's own answer to the present task, and what they may see of what came of it.

    Args:
        room: the class.
        student: the student.
        now: the time.
        item: the task that they look at; the one that they are at if not given.
        kept: whether their answer is where nothing can lose it.
    """
    item = item or room.find_item(student)
    given = None if item is None else item.answers.get(student.number)
    value = None if given is None else given.value
    stage = None if item is None else item.stage if room.own is None or given is None else Stage.ANSWER
    is_told = stage is Stage.ANSWER
    marks = None if room.own is None else [mark for mark in _list_marks(room, student) if mark is not None]
    return {
        "name": student.name,
        "answered": None if item is None or given is None else _draw_own_answer(item, value, stage),
        "kept": given is not None and kept,
        "value": value,
        "stage": None if stage is None else stage.name.lower(),
        "left": None if item is None else _count_left(item, now),
        "pace": None if marks is None else {"done": len(marks), "right": sum(marks), "most": len(room.own_items)},
        "verdict": draw_verdict(item, value) if item is not None and is_told else None,
        "practised": student.practised,
        "practised_right": student.practised_right,
    }


def _count_left(item: Item, now: float) -> int | None:
    """The seconds that are left to answer; None without a limit."""
    return None if item.until is None else max(0, round(item.until - now))


def _list_marks(room: Room, student: Student) -> list[bool | None]:
    """Of each task at their own pace whether a student has it right; None of those that they have not answered."""
    given = ((item, item.answers.get(student.number)) for _, item in room.own_items)
    return [None if answer is None else item.judge(answer.value).right for item, answer in given]


def _draw_own_pace(room: Room, here: Collection[int]) -> OwnPaceView:
    """How far a class is where each works at their own pace."""
    tasks = [_draw_asked(item, at) for at, item in room.own_items]
    done = sum(room.find_item(student) is None for student in room.students.values())
    answered = {number for _, item in room.own_items for number in item.answers}
    return {"done": done, "here": len({*here, *answered}), "tasks": tasks}


def _draw_own_answer(item: Item, value: Any, stage: Stage | None) -> AnswerView:
    """A student's own answer; what a layout is worth is told when the class is told what is behind its answers."""
    if item.question.asks == TABLE and stage is not None and stage < Stage.WHY:
        return {"word": tell("class.handed-in"), "groups": []}
    return draw_shown(item, value)


def draw_verdict(item: Item, value: Any) -> ClassVerdictView:
    """Whether an answer was right, what would have been, and why; drawn once for equal answers and a language."""
    return draw_once(item, lambda: _draw_verdict(item, value), "verdict", repr(value))


def draw_practised(item: Item, value: Any) -> PractisedView:
    """The verdict on an answer to a further question."""
    return {**draw_verdict(item, value), "answered": draw_shown(item, value)}


def _draw_verdict(item: Item, value: Any) -> ClassVerdictView:
    verdict = None if value is None or item.vote is not None else item.judge(value)
    return {
        "right": None if verdict is None else verdict.right,
        "head": tell("class.expected" if item.vote is None else "class.round-expected"),
        "expected": draw_shown(item, item.solve()),
        "beliefs": tell_beliefs(item, verdict) if verdict is not None else [],
        "why": draw_reasons(item.question.why()),
    }


# ---- the class -------------------------------------------------------------------------------------------
def draw_tally(item: Item) -> TallyView:
    """The answers by what they are, the most frequent first, and by the beliefs that explain them."""
    counted = Counter(item.tally_key(given.value) for given in item.answers.values())
    values = {item.tally_key(given.value): given.value for given in item.answers.values()}
    rows: list[TallyRowView] = []
    beliefs = Counter[tuple[str, ...]]()
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


def draw_wall(room: Room, now: float, here: Collection[int]) -> WallView:
    """What the class sees of the present task beside the task itself.

    Args:
        room: the class.
        now: the time.
        here: the numbers of the students who are there.
    """
    item = room.item
    door: WallView = {
        "here": len(here),
        "mark": room.mark,
        "to_come": len(room.plan.items),
        "door": room.door,
        "own": None if room.own is None else _draw_own_pace(room, here),
        "stage": None,
        "left": None,
    }
    if item is None:
        return door
    tally = draw_tally(item)
    rows = [_cover(room, item, row) for row in [*tally["rows"], *_list_not_given(item, tally["rows"])]]
    others = tally["others"] + sum(row["n"] for row in rows[_MOST_ON_WALL:])
    return {
        **door,
        "here": len({*here, *item.answers}),
        "stage": item.stage.name.lower(),
        "left": _count_left(item, now),
        "answered": tally["answered"],
        "shown": next((row for row in rows if row["key"] == item.shown), None),
        "tally": {**tally, "rows": rows[:_MOST_ON_WALL], "others": others} if item.stage >= Stage.TALLY else None,
        "did": _tell_done(item) if item.stage >= Stage.WHY else [],
        "verdict": draw_verdict(item, None) if item.stage >= Stage.ANSWER else None,
        "vote": _draw_vote(item) if item.stage >= Stage.ANSWER else None,
    }


def _draw_vote(item: Item) -> VoteView | None:
    """How a round goes on from here; None of what is no round."""
    if item.vote is None:
        return None
    return {"chosen": item.vote.tell(item.choice), "exact": item.vote.tell(item.solve())}


def _list_not_given(item: Item, rows: Collection[TallyRowView]) -> list[TallyRowView]:
    """The answers to choose from that nobody gave, where they are few.

    None of them is judged here, as that may take long: the one that solves the question is right, the others are not.
    """
    question, given = item.question, {row["key"] for row in rows}
    if question.asks != ONE or not rows or len(question.choices) > _MOST_CHOICES:
        return []
    return [
        {"key": repr(choice), "n": 0, "right": choice == item.solve(), "beliefs": [], **draw_shown(item, choice)}
        for choice in question.choices
        if repr(choice) not in given
    ]


def _tell_done(item: Item) -> list[str]:
    """What the class did with a question: how fast it was, and how many changed their minds."""
    given = item.answers.values()
    if not given:
        return []
    changed = sum(answer.first is not None for answer in given)
    sentences = [tell("class.did-time", n=max(1, round(median(answer.at for answer in given))))]
    return [*sentences, tell("class.did-change", n=changed)] if changed else sentences


def _cover(room: Room, item: Item, row: TallyRowView) -> TallyRowView:
    """Equal answers with what may be told of them now: neither what they cost nor which belief they would fit."""
    covered: TallyRowView = {**row}
    if item.stage < Stage.WHY and item.question.asks == TABLE:
        covered["word"] = ""
    if item.stage < Stage.WHY or not room.beliefs:
        covered["beliefs"] = []
    return covered


def draw_desk(
    room: Room, here: Collection[int], kept_in: str = "", at_door: int = 0, *, has_book: bool = False
) -> DeskView:
    """What only the teacher sees: who is there, who has answered, and the answers before they are shown.

    Args:
        room: the class.
        here: the numbers of the students who are there.
        kept_in: the file in which the class is kept, empty if there is none.
        at_door: how many ask to come in.
        has_book: whether there is a class book.
    """
    item = room.item
    answered = {} if item is None else item.answers
    return {
        "students": [
            {
                "number": entry.number,
                "name": entry.name,
                "here": entry.number in here,
                "answered": entry.number in answered,
                "practised": entry.practised,
                "practised_right": entry.practised_right,
            }
            for entry in room.students.values()
        ],
        "tally": None if item is None else draw_tally(item),
        "verdict": None if item is None else draw_verdict(item, None),
        "plan": [
            {"number": entry.number, "lesson": name_lesson(entry), "question": entry.note or entry.question.ask()}
            for entry in room.plan.items
        ],
        "asked": [
            _draw_asked(entry, at)
            for at, (entry, after) in enumerate(zip_longest(room.items, room.items[1:]))
            if entry.vote is None or after is None or after.vote is None  # of a round where it stands
        ],
        "work": [
            {
                "number": entry.number,
                "name": entry.name,
                "here": entry.number in here,
                "marks": _list_marks(room, entry),
            }
            for entry in room.students.values()
            if room.own
        ],
        "replaced": len(room.plan.replaced),
        "dropped": len(room.plan.dropped),
        "given": sum(len(entry.answers) for entry in room.items),
        "beliefs": room.beliefs,
        "kept_in": kept_in,
        "at_door": at_door,
        "has_book": has_book,
    }


def _draw_asked(item: Item, at: int) -> AskedView:
    """A question that was asked; what it says is drawn once for a language, as it never changes."""
    return {
        "at": at,
        "lesson": draw_once(item, lambda: name_lesson(item), "lesson"),
        "question": draw_once(item, lambda: item.note or item.question.ask(), "question"),
        "answered": len(item.answers),
        "right": sum(item.judge(given.value).right for given in item.answers.values()),
        "can_return": item.before is None,
    }
