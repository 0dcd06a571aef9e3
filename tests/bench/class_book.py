"""Write the class book that the notebook on a class's results reads: ``python -m tests.bench.class_book``.

Twelve made-up students sit in two classes. Each believes something wrong, or nothing, answers as whoever believes it
would, and slips now and then; some know better in the second class, and two miss one.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from rummy_tutor import get_rulebook
from rummy_tutor.hosts.live.book import describe, write_book
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.tutor.judging import KNOWS, foretell_all
from rummy_tutor.tutor.planting import list_diagnosable_beliefs, make_task
from rummy_tutor.tutor.tasks import Task
from tests.hosts.asking import give_answer, push

from .teaching import list_aimed, slip

FILE = Path(__file__).parents[2] / "notebooks" / "class_book.json"
RULEBOOK = get_rulebook("gorummy-13")
SLIP = 0.08
MINUTE = 60.0

# the questions of a class: lesson, kind, and the belief that they are made to show
FIRST = (
    ("sets", "classify", "suit-twice"),
    ("sets", "classify", "pair-is-meld"),
    ("pure", "classify", "round-the-corner"),
    ("wild", "mark", "only-turned-card"),
    ("jokers", "classify", "joker-leaves-pure"),
    ("sets", "classify", "suit-twice"),
    ("jokers", "classify", "one-joker-only"),
    ("points", "count", "ace-is-one"),
)
SECOND = (
    ("sets", "classify", "suit-twice"),
    ("wild", "mark", "only-turned-card"),
    ("jokers", "classify", "joker-leaves-pure"),
    ("declare", "declare?", "one-sequence"),
    ("points", "count", "ace-is-one"),
    ("jokers", "classify", "joker-leaves-pure"),
)
BEGINS = (1_793_002_500.0, 1_793_607_300.0)  # a Monday in October 2026 and the next one, 08:15 UTC
# what each believes in the first class and in the second; None for who is not there
STUDENTS: dict[str, tuple[str | None, str | None]] = {
    "Owl": (KNOWS, KNOWS),
    "Tiger": ("suit-twice", KNOWS),
    "Peacock": ("suit-twice", "suit-twice"),
    "Mango": ("joker-leaves-pure", "joker-leaves-pure"),
    "Kite": ("joker-leaves-pure", KNOWS),
    "River": ("only-turned-card", "only-turned-card"),
    "Lotus": ("only-turned-card", None),
    "Drum": ("ace-is-one", KNOWS),
    "Comet": ("joker-leaves-pure", "joker-leaves-pure"),
    "Banyan": (KNOWS, "one-sequence"),
    "Monsoon": (None, "one-sequence"),
    "Heron": ("round-the-corner", KNOWS),
}


def find_task(lesson: str, kind: str, belief: str, after: int) -> Task:
    """A task on which somebody with the belief answers otherwise than somebody who knows."""
    shown = list_diagnosable_beliefs(lesson, kind, RULEBOOK)
    for seed in list_aimed(shown, 40, after):
        task = make_task(RULEBOOK, lesson, kind, seed, 1)
        meant = foretell_all(task, [belief])
        if meant[belief] != meant[KNOWS]:
            return task
    raise LookupError(f"no task shows {belief}")


def hold_class(day: int, questions: Sequence[tuple[str, str, str]], rng: random.Random) -> Room:
    """A class in which every question is answered by all who are there."""
    room = Room()
    students = {
        name: room.join(room.code, None, (), (), name, f"{name} of 6b")
        for name, believed in STUDENTS.items()
        if believed[day]
    }
    for at, (lesson, kind, belief) in enumerate(questions):
        now = BEGINS[day] + at * 4 * MINUTE
        task = find_task(lesson, kind, belief, 100 * (len(questions) * day + at))
        push(room, {"lesson": lesson, "kind": kind, "rulebook": RULEBOOK.key, "level": 1, "seed": task.seed}, now)
        for name, student in students.items():
            believed = STUDENTS[name][day] or KNOWS
            meant = foretell_all(task, [believed])
            slips = rng.random() < SLIP
            answer = slip(task, None, meant[KNOWS], rng) if slips else meant[believed]
            give_answer(room, student, at, answer, now + rng.uniform(8, 45))
    return room


def main() -> None:
    """Write the book anew."""
    rng = random.Random(7)
    FILE.unlink(missing_ok=True)
    for day, questions in enumerate((FIRST, SECOND)):
        classes = write_book(FILE, describe(hold_class(day, questions, rng)))
    print(f"{FILE.name}: {len(classes)} classes, {sum(len(each['answers']) for each in classes)} answers")


if __name__ == "__main__":
    main()
