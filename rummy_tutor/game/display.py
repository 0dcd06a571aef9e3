"""What the values that people work with have in common: a display in a notebook, and what they hold as JSON."""

from __future__ import annotations

import json
from abc import abstractmethod

from .messages import find_surface


class Displayed:
    """A value that a notebook displays."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(find_surface("html")(self))


class Result(Displayed):
    """A value that a notebook displays and that a program reads."""

    __slots__ = ()

    @abstractmethod
    def to_dict(self) -> dict[str, object]:
        """The value as plain JSON values."""

    def to_json(self) -> str:
        """``to_dict`` as JSON."""
        return json.dumps(self.to_dict())
