"""What a learner has solved, and how many in a row: a value that is kept as small JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

FORMAT = "rummy-tutor-puzzles"
MOST = 500  # puzzles remembered
_MOST_STREAK = 100_000
_KEY = 60  # letters of a puzzle's key, at most


@dataclass(frozen=True)
class Record:
    """Puzzles solved and missed.

    Attributes:
        solved: keys of solved puzzles, the latest last; True for one solved at the first try without help.
        streak: how many were solved in a row at the first try, those with a hint left out.
        longest: the longest such row.
        failed: keys of unsolved puzzles that were missed, or that a hint was given to, the latest last.
        lasts: whether a browser may keep it; not if what the browser has kept is damaged, and stays as it is.
    """

    solved: Mapping[str, bool] = field(default_factory=dict)
    streak: int = 0
    longest: int = 0
    failed: tuple[str, ...] = ()
    lasts: bool = True

    def solve(self, key: str) -> Record:
        """The record once a puzzle is solved; solved again it changes nothing."""
        if key in self.solved:
            return self
        clean = key not in self.failed
        streak = self.streak + 1 if clean else self.streak
        solved = dict([*self.solved.items(), (key, clean)][-MOST:])
        failed = tuple(earlier for earlier in self.failed if earlier != key)
        return replace(self, solved=solved, streak=streak, longest=max(streak, self.longest), failed=failed)

    def miss(self, key: str) -> Record:
        """The record after a wrong answer, or after the answer was shown; of a solved puzzle it changes nothing."""
        return replace(self.help(key), streak=self.streak if key in self.solved else 0)

    def help(self, key: str) -> Record:
        """The record after a hint: the puzzle does not make the row longer, and does not end it."""
        if key in self.solved:
            return self
        return replace(self, failed=(*(earlier for earlier in self.failed if earlier != key), key)[-MOST:])

    def to_dict(self) -> dict[str, object]:
        """The record as plain JSON values."""
        return {
            "format": FORMAT,
            "solved": {key: int(clean) for key, clean in self.solved.items()},
            "streak": self.streak,
            "longest": self.longest,
            "failed": list(self.failed),
        }


def read_record(values: object) -> Record | None:
    """A record from plain JSON values, without single puzzles that make no sense; None if they are none or damaged."""
    if not isinstance(values, Mapping) or values.get("format") != FORMAT:
        return None
    solved, streak, longest = values.get("solved"), values.get("streak"), values.get("longest")
    if not isinstance(solved, Mapping) or not isinstance(streak, int) or not isinstance(longest, int):
        return None
    if not 0 <= streak <= longest <= _MOST_STREAK:
        return None
    known = [(key, clean == 1) for key, clean in solved.items() if len(str(key)) <= _KEY and clean in (0, 1)]
    failed = values.get("failed")
    named = failed if isinstance(failed, list) else [failed] if failed else []  # a page of before kept a single one
    kept = tuple(name for name in named if isinstance(name, str) and len(name) <= _KEY)
    return Record(dict(known[-MOST:]), streak, longest, kept[-MOST:])
