"""Forms as plain JSON values, for a browser tab and for links, and reading values that may come from anywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, Literal, NotRequired, TypedDict, cast

from ...game.cards import Card
from ...game.rules import RuleError
from ...rounds.endings import Ending
from ...rounds.ledger import RoundEnd
from ...rounds.seats import LONGEST_NAME, Turn
from ...rounds.series import Series, loads_series, read_series
from ..asking import pick_fitting
from .form import MAX_SEATS, Form, SeatForm

MAX_WORDS = 2000
MAX_NAME = 2 * LONGEST_NAME  # what is too long for a name is refused as one, never cut to another name
_HALVES = re.compile("[\ud800-\udfff]")  # of letters: no text that is sent or kept can hold one


class SeatFormValues(TypedDict):
    """What is typed and chosen for a player; see ``SeatForm``."""

    name: str
    ending: Ending
    cards: str
    value: str
    laid: str
    seen: Literal["", "yes", "no"]
    declared_on: Literal[""] | Turn
    objective: str
    drew: bool
    dublees: Literal["", "yes", "no"]
    stake: str


class FormValues(TypedDict):
    """A form as plain JSON values; see ``Form``."""

    rulebook: str
    options: list[str]
    turned: str | None
    rate: str
    end: str
    check_pack: bool
    preset: str
    deal: int | None
    shared: bool
    seats: list[SeatFormValues]
    series: NotRequired[object]


def write_seat(seat: SeatForm, *, kept: bool = False) -> SeatFormValues:
    """A player's form as plain JSON values; where it is kept a stake, which came later, only if one is named."""
    values = asdict(seat).items()
    return cast(SeatFormValues, {name: value for name, value in values if value or name != "stake" or not kept})


def write_form(form: Form) -> FormValues:
    """A form as plain JSON values, in the order in which links have always had them."""
    written = {
        "options": list(form.options),
        "turned": None if form.turned is None else str(form.turned),
        "seats": [write_seat(seat, kept=True) for seat in form.seats],
    }
    values = cast(FormValues, {**vars(form), **written})
    del values["series"]
    if form.series is not None:
        with suppress(RuleError):  # rules that differ under the key of one of ours; the rounds before are then lost
            values["series"] = json.loads(form.series.dumps())
    return values


def read_form(values: object) -> Form | None:
    """The form of plain JSON values that may come from anywhere; None if they are none."""
    is_form = isinstance(values, Mapping) and isinstance(values.get("seats"), list)
    if not isinstance(values, Mapping) or not is_form or not isinstance(values.get("options", ()), list | tuple):
        return None
    seats = [read_fields(SeatForm(name=""), seat) for seat in values["seats"][:MAX_SEATS] if isinstance(seat, Mapping)]
    try:
        turned = None if values.get("turned") is None else Card.parse(values["turned"])
        options = tuple(clean(option) for option in values.get("options", ()))
        return Form(
            rulebook=clean(values.get("rulebook")),
            options=options,
            turned=turned,
            rate=clean(values.get("rate", "")),
            end=RoundEnd(values.get("end", "won")).value,
            check_pack=values.get("check_pack") is not False,
            seats=tuple(seats),
            preset=clean(values.get("preset", "")),
            deal=values["deal"] if type(values.get("deal")) is int else None,
            series=read_sitting(values.get("series")),
            shared=values.get("shared") is True,
        )
    except ValueError:  # a card, an ending, or the rounds before
        return None


def read_sitting(values: Any) -> Series | None:
    """The rounds before, of a series' document or, as they were once sent, its text; None for None.

    Raises:
        RuleError: they are no series.
        CardError: a card cannot be read.
    """
    if values is None:
        return None
    return loads_series(values) if isinstance(values, str) else read_series(values)


def clean(value: object, most: int = MAX_NAME) -> str:
    """A value that a browser sent as text, cut to ``most`` characters and without halves of letters."""
    return _HALVES.sub("\ufffd", str(value)[:most])


def read_fields(seat: SeatForm, values: Mapping) -> SeatForm:
    """A seat with fields that a browser sent; what makes no sense is left as it was."""
    given = pick_fitting(SeatFormValues, values)
    lengths = {"name": MAX_NAME, "objective": MAX_NAME}
    typed = {name: clean(value, lengths.get(name, MAX_WORDS)) for name, value in given.items() if name != "drew"}
    return replace(seat, **{**given, **typed})
