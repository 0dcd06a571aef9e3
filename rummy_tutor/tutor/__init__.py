"""The tutor: lessons, tasks whose answers the engine judges, and the beliefs that explain wrong ones.

Example:
    >>> from rummy_tutor import get_rulebook
    >>> task = make_task(get_rulebook("octro-13"), "sets", "classify", seed=7, level=2)
    >>> judge_answer(task, task.choices[-1]).expected in task.choices
    True
"""

from .beliefs import BELIEFS, Belief
from .judging import Verdict, judge_answer
from .lessons import LESSONS, Lesson, list_lessons
from .planting import make_task
from .progress import Progress
from .puzzles.generated import make_puzzle
from .puzzles.kinds import judge_puzzle
from .puzzles.ladder import open_puzzle
from .puzzles.puzzle import Puzzle
from .tasks import Task, TaskError

__all__ = [
    "BELIEFS",
    "LESSONS",
    "Belief",
    "Lesson",
    "Progress",
    "Puzzle",
    "Task",
    "TaskError",
    "Verdict",
    "judge_answer",
    "judge_puzzle",
    "list_lessons",
    "make_puzzle",
    "make_task",
    "open_puzzle",
]
