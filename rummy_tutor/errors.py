"""The errors that this package raises for what it is given; all are a ``TutorError`` with a stable ``code``.

Example:
    >>> from rummy_tutor import analyse
    >>> try:
    ...     analyse("2H 3X", "octro-13")
    ... except TutorError as error:
    ...     error.code
    'bad-card'
"""

from typing import TYPE_CHECKING

from .game.cards import CardError
from .game.messages import RequestError, TutorError
from .game.rules import RuleError
from .playing.moves import PlayError
from .tutor.progress import ProgressError
from .tutor.puzzles.puzzle import PuzzleError
from .tutor.tasks import TaskError

if TYPE_CHECKING:
    from .hosts.live.items import ClassError
    from .widgets.traits import TableError

__all__ = [
    "CardError",
    "ClassError",
    "PlayError",
    "ProgressError",
    "PuzzleError",
    "RequestError",
    "RuleError",
    "TableError",
    "TaskError",
    "TutorError",
]


def __getattr__(name: str) -> object:
    """The errors of widgets and classes load when they are first used, as these do; a site has neither."""
    if name == "ClassError":
        from .hosts.live.items import ClassError

        return ClassError
    if name == "TableError":
        from .widgets.traits import TableError

        return TableError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
