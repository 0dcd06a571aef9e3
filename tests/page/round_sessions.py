"""A round table to ask in the tests: a session, forms, and what they come to."""

from __future__ import annotations

import rummy_tutor as rt
from rummy_tutor.page.panels import receive
from rummy_tutor.page.round.form import Form, SeatForm
from rummy_tutor.page.round.settling import settle_form
from rummy_tutor.page.round.view import draw_round
from rummy_tutor.page.session import Session


def opened() -> Session:
    """A table whose round has been opened, at the table of six of S0."""
    table = Session("2H 3H 4H | 5C 6C QD | KS QS", "adgaming-13", "QD", 6)
    ask(table, "open", link="s0-six")
    return table


def ask(session: Session, do: str, **values: object) -> dict:
    """Ask for an action and draw what comes of it; no action may fail here."""
    receive(session, {"type": "round", "do": do, **values})
    assert session.problem is None, session.problem
    return draw_round(session)


def table_of(*seats: tuple[str, str], rulebook: str = "gorummy-13", **more: object) -> Form:
    """A form of players A, B, C … by ending and cards."""
    told = tuple(
        SeatForm(name=name, ending=ending, cards=cards)
        for name, (ending, cards) in zip("ABCDEFGH", seats, strict=False)
    )
    return Form(rulebook=rulebook, seats=told, **more)


def outcome_of(form: Form):
    """What a form comes to."""
    return settle_form(form, rt.get_rulebook(form.rulebook, form.options))
