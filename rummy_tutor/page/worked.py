"""What worked hands and worked rounds have in common: a name, a story and a source, told in the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..game.messages import key_of
from ..wording.speech import tell


@dataclass(frozen=True, kw_only=True)
class Worked:
    """Something worked to open at a click.

    Attributes:
        sort: how the keys of its sentences begin.
        key: short name, as a browser sends it.
    """

    sort: ClassVar[str]
    key: str

    @property
    def label(self) -> str:
        """What the list calls it."""
        return tell(key_of(self.sort, self.key))

    @property
    def story(self) -> str:
        """What it shows, without giving an answer away."""
        return tell(key_of(self.sort, self.key, "story"))

    @property
    def source(self) -> str:
        """Where it is taken from."""
        return tell(key_of(self.sort, self.key, "source"))
