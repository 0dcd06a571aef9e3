"""The questions that a class is still to be asked: put in order, taken out and put back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .items import ClassError, Item, make_item

MOST_ITEMS = 200  # tasks in one class, of those asked and of those still to come


@dataclass(eq=False)
class Plan:
    """The questions to come.

    Attributes:
        note: is told that they have changed.
        items: the questions in their order.
        replaced: those that were to come before these, until the first of these is asked.
        dropped: those taken out since then with their places, the last one last.
    """

    note: Callable[[], None]
    items: list[Item] = field(default_factory=list)
    replaced: list[Item] = field(default_factory=list)
    dropped: list[tuple[int, Item]] = field(default_factory=list)

    def set(self, items: Sequence[Item]) -> None:
        """Plan these questions, in place of those before, which can be put back.

        Raises:
            ClassError: ``bad-message:tasks``: they are too many.
        """
        ClassError.refuse("bad-message:tasks", len(items) > MOST_ITEMS, n=MOST_ITEMS)
        self.items, self.replaced, self.dropped = list(items), self.items, []
        self.note()

    def restore(self) -> None:
        """Put back the question that was taken out last; where none was, those that the present ones have replaced.

        Raises:
            ClassError: ``nothing-asked``: there is nothing to put back.
        """
        ClassError.refuse("nothing-asked:plan", not self.dropped and not self.replaced)
        if self.dropped:
            self.items.insert(*self.dropped.pop())
        else:
            self.items, self.replaced = self.replaced, []
        self.note()

    def find(self, number: int) -> int:
        """The place of a question.

        Raises:
            ClassError: ``nothing-asked``: it is not planned.
        """
        at = next((at for at, planned in enumerate(self.items) if planned.number == number), None)
        if at is None:
            raise ClassError("nothing-asked:plan")
        return at

    def move(self, number: int, by: int) -> None:
        """Ask a question one place earlier, if ``by`` is -1, or one place later; at the ends nothing happens.

        Raises:
            ClassError: ``nothing-asked``: it is not planned.
        """
        at = self.find(number)
        to = at + (-1 if by == -1 else 1)
        if 0 <= to < len(self.items):
            self.items[at], self.items[to] = self.items[to], self.items[at]
            self.note()

    def drop(self, number: int) -> None:
        """Take a question out.

        Raises:
            ClassError: ``nothing-asked``: it is not planned.
        """
        at = self.find(number)
        self.dropped.append((at, self.items.pop(at)))
        self.note()

    def copy(self, number: int) -> None:
        """Plan a question once more, after itself.

        Raises:
            ClassError: ``nothing-asked``: it is not planned; ``bad-message:tasks``: there are too many.
        """
        at = self.find(number)
        self.add(make_item(self.items[at].request), at + 1)

    def add(self, item: Item, at: int | None = None) -> None:
        """Plan a question more, at a place or as the last one.

        Raises:
            ClassError: ``bad-message:tasks``: there are too many.
        """
        ClassError.refuse("bad-message:tasks", len(self.items) >= MOST_ITEMS, n=MOST_ITEMS)
        self.items.insert(len(self.items) if at is None else at, item)
        self.note()

    def take(self, n: int) -> list[Item]:
        """Take the first questions out to be asked; nothing can be put back any more."""
        taken, self.items, self.replaced, self.dropped = self.items[:n], self.items[n:], [], []
        self.note()
        return taken
