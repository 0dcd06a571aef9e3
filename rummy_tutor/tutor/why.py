"""Why an answer is wrong or right: cards laid out that show it, and sentences."""

from __future__ import annotations

from ..game.messages import Message
from .kinds.reading import read_answer
from .tasks import Task
from .worked.steps import Shown


def show_why(task: Task, answer: object) -> Shown | None:
    """Cards laid out that show why an answer is wrong; None where it is right, or where none would help.

    Args:
        task: the task.
        answer: the answer, as plain JSON values.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    given, shows = read_answer(task, answer), task.question.shows
    laid = None if shows is None or task.is_right(given) else shows(task, given, task.answer)
    return None if laid is None else Shown(laid.groups, task.turned, laid.text, numbers=laid.numbers)


def tell_reasons(task: Task, answer: object) -> tuple[Message, ...]:
    """Why the right answer is right, where that is no rule about the cards as they lie; empty elsewhere.

    Args:
        task: the task.
        answer: the answer that was given, as plain JSON values.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    given, because = read_answer(task, answer), task.question.because
    return () if because is None else because(task, given, task.answer)
