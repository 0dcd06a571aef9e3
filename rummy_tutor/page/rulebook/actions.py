"""What a page can ask of the rulebook to read: another one to compare it with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..session import Session


def choose_other(session: Session, values: Mapping) -> None:
    """Compare the rules with another rulebook's."""
    key = str(values.get("key"))
    session.book(key)  # an unknown key raises
    session.chosen = replace(session.chosen, other=key)


ACTIONS = {"other_rulebook": choose_other}
