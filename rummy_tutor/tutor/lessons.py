"""The course: lessons in order, each with the task kinds it draws on and the rulebooks it belongs to.

The lesson on value cards compares a game with its own house rules. A game that offers none about value or wild cards
compares groups with other games instead, as most lessons do. A test of all that came before is the last lesson.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..game.messages import Message
from ..game.rules import Kind, Rulebook
from .about import holds
from .worked.steps import Shown, show_examples


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """A lesson; its title and aim stand in the catalogue under ``lesson.`` and its key.

    Attributes:
        key: short name.
        kinds: the kinds of tasks it draws on, the easiest first.
        before: the lessons to know before it.
        about: which property of a rulebook makes it worth teaching; empty for every rulebook.
        known: the kinds of melds that the course has come to; other kinds are neither shown nor named.
        only: kinds of tasks that not every rulebook has, each with the property that it must have.
        simple: whether its tasks leave groups out that nearly are melds.
        corner: whether nobody masters it without having said alone what a group round the corner is, as K A 2.
        closes: whether it tests the whole course: every second task alone is about an earlier lesson.
        number: its place in the course, from 0.
    """

    key: str
    kinds: tuple[str, ...]
    before: tuple[str, ...] = ()
    about: str = ""
    known: tuple[Kind, ...] = tuple(Kind)
    only: tuple[tuple[str, str], ...] = ()
    simple: bool = False
    corner: bool = False
    closes: bool = False
    number: int = 0

    @property
    def title(self) -> Message:
        """What the lesson is called."""
        return Message(f"lesson.{self.key}")

    @property
    def aim(self) -> Message:
        """What the learner can do after it, in one sentence."""
        return Message(f"lesson.{self.key}:aim")

    def belongs_to(self, rulebook: Rulebook) -> bool:
        """Whether the lesson has something to teach about a rulebook."""
        return holds(self.about, rulebook)

    def has_kind(self, kind: str, rulebook: Rulebook) -> bool:
        """Whether it draws on a kind of task for a rulebook."""
        return kind in self.kinds and self.belongs_to(rulebook) and holds(dict(self.only).get(kind, ""), rulebook)

    @property
    def plain(self) -> bool:
        """Whether its tasks leave wild cards out, because the course has not come to them."""
        return Kind.IMPURE_SEQUENCE not in self.known

    @property
    def before_needs(self) -> bool:
        """Whether the course has not come yet to what a hand must show before its melds are left out of a count."""
        return self.number < BY_KEY["declare"].number

    def worked(self, rulebook: Rulebook) -> tuple[Shown, ...]:
        """The steps of its worked example for a rulebook, one to three: cards in groups, a turned card, a text."""
        numbers = {lesson.key: at for at, lesson in enumerate(list_lessons(rulebook), 1)}
        if "jokers" in numbers:
            numbers.setdefault("wild", numbers["jokers"])  # where no card is turned up, that lesson shows them first
        return show_examples(self.key, rulebook, numbers)


_FIRST = (Kind.PURE_SEQUENCE, Kind.SET)
_WILD = (*_FIRST, Kind.TUNNELA, Kind.IMPURE_SEQUENCE)
_ORDER = (
    Lesson(key="two-minutes", kinds=("move", "spot"), known=_FIRST, simple=True),
    Lesson(key="points", kinds=("count", "spot"), known=_FIRST, simple=True),
    Lesson(
        key="pure",
        kinds=("classify", "complete", "spot", "build"),
        before=("points",),
        known=_FIRST,
        only=(("build", "shown"),),  # a hand is grouped to see the hidden card there, which comes later
        corner=True,
    ),
    Lesson(
        key="sets",
        kinds=("classify", "spot", "complete", "compare", "count"),
        before=("pure",),
        known=(*_FIRST, Kind.TUNNELA),
    ),
    Lesson(key="wild", kinds=("mark", "compare", "classify"), before=("sets",), about="wild", known=_WILD),
    Lesson(
        key="jokers",
        kinds=("classify", "complete", "spot", "repair", "count"),
        before=("wild",),
        about="jokers",
        known=_WILD,
    ),
    Lesson(key="declare", kinds=("declare?", "repair", "build", "complete", "count"), before=("jokers",)),
    Lesson(key="octro", kinds=("compare", "repair", "spot", "count", "classify"), before=("declare",), about="long"),
    Lesson(key="loser", kinds=("count", "build", "compare", "repair"), before=("declare",), about="penalty"),
    Lesson(key="regroup", kinds=("build", "declare?", "complete"), before=("loser",), only=(("complete", "jokers"),)),
    Lesson(key="turn", kinds=("move", "discard", "take?", "count"), before=("regroup",), about="shown"),
    Lesson(key="drop", kinds=("move", "count", "settle"), before=("turn",), about="priced drops"),
    Lesson(
        key="vazhushal",
        kinds=("mark", "count", "classify", "compare", "declare?", "move"),
        before=("jokers",),
        about="scored",
        only=(("mark", "wild"),),
    ),
    Lesson(
        key="twenty-one",
        kinds=("classify", "declare?", "build", "repair", "compare", "count"),
        before=("declare",),
        about="several ways",
    ),
    Lesson(
        key="twenty-seven",
        kinds=("mark", "classify", "declare?", "build", "repair"),
        before=("twenty-one",),
        about="matched",
        only=(("mark", "wild"),),
    ),
    Lesson(key="seeing", kinds=("build", "classify", "declare?", "move"), before=("declare",), about="seen"),
    Lesson(key="maal", kinds=("count", "settle", "repair", "compare"), before=("declare",), about="bonus"),
    Lesson(key="round", kinds=("settle", "count"), before=("loser",)),
    Lesson(key="nine", kinds=("compare", "classify", "count"), before=("loser",), closes=True),
)
LESSONS: tuple[Lesson, ...] = tuple(replace(lesson, number=number) for number, lesson in enumerate(_ORDER))
BY_KEY = {lesson.key: lesson for lesson in LESSONS}


def list_lessons(rulebook: Rulebook | None = None) -> tuple[Lesson, ...]:
    """The lessons of a rulebook in order, or all of them."""
    return tuple(lesson for lesson in LESSONS if rulebook is None or lesson.belongs_to(rulebook))
