"""Judging answers: right or not by the engine, by which rule, and the belief behind a wrong one; and hints, and why."""

from __future__ import annotations

from dataclasses import dataclass

from ..game.messages import Message
from ..wording.explain import CITED
from .beliefs import BY_KEY as BELIEFS
from .kinds.parts import read_answer
from .planting import list_explaining
from .tasks import Hint, Task, explains
from .worked.steps import Shown


@dataclass(frozen=True)
class Verdict:
    """What an answer is worth.

    Attributes:
        right: whether it is right.
        expected: a right answer, as plain JSON values.
        reasons: codes of why, in the order a referee gives them.
        belief: the belief of the lesson that alone explains a wrong answer, None if none or several do.
        fits: the keys of all beliefs of the lesson that explain it.
        lost: points that the answer gives away, where it is about points.
        rule: the source or ruling that decides, such as ``"S3, R2"``.
    """

    right: bool
    expected: object
    reasons: tuple[str, ...] = ()
    belief: str | None = None
    fits: tuple[str, ...] = ()
    lost: int | None = None
    rule: str = ""

    def to_dict(self) -> dict[str, object]:
        """The verdict as plain JSON values."""
        lost = {} if self.lost is None else {"lost": self.lost}
        return {
            "right": self.right,
            "expected": self.expected,
            "reasons": list(self.reasons),
            "belief": self.belief,
            "fits": list(self.fits),
            "rule": self.rule,
            **lost,
        }


def judge_answer(task: Task, answer: object) -> Verdict:
    """Judge an answer by the engine.

    Args:
        task: the task.
        answer: what ``task.asks`` calls for, as plain JSON values.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    given, expected, lost = read_answer(task, answer), task.answer, task.question.lost
    reasons = () if task.question.reasons is None else task.question.reasons(task)
    rule = cite_rule(task, reasons)
    if task.is_right(given):
        return Verdict(True, expected, reasons, rule=rule)
    possible = list_explaining(task.lesson, task.kind, task.rulebook)
    fits = tuple(key for key in possible if explains(task, BELIEFS[key], given))
    only = fits[0] if len(fits) == 1 else None
    return Verdict(False, expected, reasons, only, fits, None if lost is None else lost(task, given), rule)


# reasons that say by themselves which rule decides, with its field and a ruling: those of groups, and of the last sum
_CITED = {
    code.partition(":")[0]: cited
    for code, cited in CITED.items()
    if cited[0].startswith(("melds", "scoring.cap", "scoring.floor"))
}


def cite_rule(task: Task, reasons: tuple[str, ...]) -> str:
    """The source or ruling that decides a task, such as ``"S3, R2"``."""
    if task.turn is not None:
        rulings = [task.turn.judge_move(move) for move in task.choices]
        return next((ruling.source for ruling in rulings if not ruling.allowed and ruling.source), "")
    path, ruling = next((_CITED[code] for code in reasons if code in _CITED), (task.question.rule, ""))
    source = task.rulebook.source_of(path) or ""
    return source if ruling in source else f"{source}, {ruling}"


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


def give_hints(task: Task) -> tuple[Hint, Hint]:
    """A general hint, and one that points at cards."""
    general, pointed = task.question.hints(task)
    return Hint(general), pointed
