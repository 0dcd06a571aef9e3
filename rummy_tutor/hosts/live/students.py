"""Who is in a class: students by what their browsers prove themselves with, their numbers and their names."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...page.classroom.lists import clean_line
from .items import ClassError

_TOKEN = 16  # bytes of chance
NAME = 24  # characters of a name or a word, at most
_NUMBERED = NAME + 5  # characters of a name with its number


@dataclass
class Student:
    """One student.

    Attributes:
        number: the place in which they came.
        token: what their browser proves itself with.
        name: what they are called.
        practised: how many further tasks they have answered.
        practised_right: how many of them they got right.
        word: a word of their own, by which with their name they are known in other classes.
    """

    number: int
    token: str
    name: str
    practised: int = 0
    practised_right: int = 0
    word: str = ""


class Students(dict[str, Student]):
    """The students of a class by token; a number and a name are those of one student alone.

    Args:
        note: is told of each student who has changed, by their number.
    """

    def __init__(self, note: Callable[[int], None]) -> None:
        self._note = note
        self._last_number = 0

    def seat(self, students: Iterable[Student]) -> None:
        """Seat students of an earlier start of this class."""
        self.update((student.token, student) for student in students)
        self._last_number = max((student.number for student in self.values()), default=0)

    def add(self, name: str, word: str = "") -> Student:
        """Seat a student more, who is called so, with a number where somebody has that name."""
        self._last_number += 1
        student = Student(self._last_number, secrets.token_urlsafe(_TOKEN), self._free_name(name), word=word)
        self[student.token] = student
        self._note(student.number)
        return student

    def find(self, number: int) -> Student:
        """The student of a number.

        Raises:
            ClassError: ``no-student``: there is none.
        """
        student = next((known for known in self.values() if known.number == number), None)
        if student is None:
            raise ClassError("no-student")
        return student

    def remove(self, student: Student) -> None:
        """Take a student out."""
        del self[student.token]
        self._note(student.number)

    def merge(self, student: Student, into: Student, token: str) -> None:
        """Make one of two students who are the same: the second stays, with what the first has practised besides.

        Args:
            student: the first.
            into: the second.
            token: what their browser proves itself with from now on, that of one of them.
        """
        self.remove(student)
        into.practised += student.practised
        into.practised_right += student.practised_right
        into.token = token
        in_order = [*self.values()]
        self.clear()
        self.update((other.token, other) for other in in_order)
        self._note(into.number)

    def rename(self, student: Student, name: str) -> None:
        """Call a student as they want to be called.

        Raises:
            ClassError: ``bad-name``: nothing that can be read is left of it.
        """
        text = clean_line(name, NAME)
        ClassError.refuse("bad-name:student", not text, n=NAME)
        if text != student.name:
            student.name = self._free_name(text)
            self._note(student.number)

    def _free_name(self, name: str) -> str:
        """The name, with a number if somebody has it."""
        taken = {student.name for student in self.values()}
        numbered = (f"{name} {n}" for n in range(2, len(taken) + 3))
        return name if name not in taken else next(free for free in numbered if free not in taken)


def is_name(text: str) -> bool:
    """Whether a student may be called so."""
    return bool(text) and clean_line(text, _NUMBERED) == text
