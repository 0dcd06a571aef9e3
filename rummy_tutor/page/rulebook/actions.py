"""What a page can ask of the rulebook to read: another one to compare it with."""

from __future__ import annotations

from dataclasses import replace

from ..asking import Action, KeyValues
from ..session import Session


def choose_other(session: Session, values: KeyValues) -> None:
    """Compare the rules with another rulebook's."""
    session.book(values["key"])  # an unknown key raises
    session.chosen = replace(session.chosen, other=values["key"])


ACTIONS: dict[str, Action] = {"other_rulebook": choose_other}
