"""Steps back and forward between the values that one thing has had, and back where a change fails on its way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

_MOST = 500  # steps back that are kept

Value = TypeVar("Value")


@dataclass(frozen=True)
class History(Generic[Value]):
    """The values before the present one, and those undone.

    Attributes:
        past: the values before, the latest last.
        future: the values undone, the next one last.

    Example:
        >>> steps = History().after("a").after("b")
        >>> steps.back("c")
        ('b', History(past=('a',), future=('c',)))
    """

    past: tuple[Value, ...] = ()
    future: tuple[Value, ...] = ()

    def after(self, left: Value) -> History[Value]:
        """The history once a value has been left for a new one: what had been undone is forgotten."""
        return History((*self.past, left)[-_MOST:])

    def back(self, left: Value) -> tuple[Value, History[Value]]:
        """The value before the present one, and the history from there; there has to be one."""
        return self.past[-1], History(self.past[:-1], (*self.future, left))

    def forward(self, left: Value) -> tuple[Value, History[Value]]:
        """The value undone last, and the history from there; there has to be one."""
        return self.future[-1], History((*self.past, left), self.future[:-1])


class Stepping(Generic[Value]):
    """What goes back and forward between the values that it has had.

    Attributes:
        steps: the values before the present one, and those undone.
    """

    steps: History[Value]
    _present: Value

    def undo(self) -> None:
        """Go back to the value before, if there is one."""
        if self.steps.past:
            value, self.steps = self.steps.back(self._present)
            self._return(value)

    def redo(self) -> None:
        """Go forward again, if there is somewhere to go."""
        if self.steps.future:
            value, self.steps = self.steps.forward(self._present)
            self._return(value)

    def _return(self, value: Value) -> None:
        """Make a value of the past or the future the present one."""
        raise NotImplementedError


@contextmanager
def undone_on_error(changed: object) -> Iterator[None]:
    """Give something all its attributes back as they were if what is done with it in this context fails."""
    before = dict(vars(changed))
    try:
        yield
    except Exception:
        vars(changed).clear()
        vars(changed).update(before)
        raise
