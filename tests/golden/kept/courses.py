"""A learner who goes through the whole course of a game, simulated: what they answer, and what is kept of it.

Run ``python -m tests.golden.kept.courses`` to write ``led-gorummy-13.json`` anew where other tasks are meant to be asked.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from rummy_tutor import RULEBOOKS
from rummy_tutor.game.rules import Rulebook
from rummy_tutor.tutor import Progress, Task, list_lessons
from rummy_tutor.tutor.lessons import Lesson

from .tasks import find_right, is_wrong, list_wrong

BEGAN = datetime(2026, 1, 5, 18, tzinfo=UTC)
MOST_ANSWERS = 30  # in one lesson
LED = "gorummy-13"
FILE = Path(__file__).with_name(f"led-{LED}.json")


def study_course(rulebook: Rulebook) -> Progress:
    """The progress of a learner who begins each second lesson with mistakes, and reviews what is due now and then.

    One lesson is left as it was begun, and the last one new.
    """
    progress, at = Progress.new(rulebook), BEGAN
    lessons = list_lessons(rulebook)
    for number, lesson in enumerate(lessons[:-1]):
        begun = number == len(lessons) - 2
        mistakes = 3 if number % 2 else 0
        at, progress = answer(progress, rulebook, lesson, at, mistakes, 3 if begun else MOST_ANSWERS)
        at += timedelta(days=1)
        for key in progress.due(at)[: number % 3]:
            due = next(one for one in lessons if one.key == key.partition("/")[0])
            at, progress = answer(progress, rulebook, due, at, number % 2, 1)
    return progress


def answer(
    progress: Progress, rulebook: Rulebook, lesson: Lesson, at: datetime, mistakes: int, most: int
) -> tuple[datetime, Progress]:
    """The time and the progress once a lesson is mastered, or after the most answers; the first ones are wrong."""
    seen: list[Task] = []
    for number in range(most):
        task = progress.next_task(lesson.key, rulebook, at, 100 + number, seen)
        seen.append(task)
        wrong = [one for one in list_wrong(task) if is_wrong(task, one)] if number < mistakes else []
        given = wrong[0] if wrong else find_right(task)
        at += timedelta(seconds=40)
        progress = progress.record(task, given, progress.judge(task, given), at)
        if progress.lessons[lesson.key].mastered:
            break
    return at, progress


if __name__ == "__main__":
    from .opening import as_json  # which needs this file

    FILE.write_text(as_json(study_course(RULEBOOKS[LED]).to_data()), encoding="utf-8")
