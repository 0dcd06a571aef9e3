"""A round as a few words for a link, and the steps back and forward that a browser tab keeps.

A worked round is its key. Any other is the form as JSON without what every form has, compressed, in the letters
that an address may hold: six hands come to some 400 characters. The compression carries a checksum, so that a link
that was cut short or mistyped is known to be damaged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, NotRequired, TypedDict

from ...game.rules import RuleError
from ...rounds.series import Series
from ..asking import fits
from ..packed import PackedError, pack, unpack
from .form import Form, SeatForm
from .kept_forms import read_form, read_sitting, write_form
from .worked_rounds import ROUND_PRESETS

MAX_CODE = 6000  # characters of a link; some browsers and chats cut what is much longer
MAX_STEPS = 40  # steps back, and forward, that are kept
_MAX_HISTORY = 60_000  # characters that a browser tab keeps of them
_MAX_FORM = 40_000  # characters of one form; those of the longest sitting that fits a link, and more
_MAX_FORMS = 1_000_000
_SIGN = "1"  # how the text is packed; another way would have another sign
_PLAIN = {setting.name: setting.default for setting in fields(SeatForm)}
# what most rounds hold, the commonest last: the compression refers to it, so links already sent hang on every letter
_COMMON = (
    b'"series": 1,"entry_fee": "count": "rounds": "point_value": "value_cards": "laid_tunnelas": "points": "hand": '
    b'"pool-101","pool-201","rejoin","best-of-2","best-of-3","vazhushal-13","marriage-21","paplu-27","paplu-21",'
    b'"octro-13","paplu-13","gorummy-13","rummy-21","adgaming-13","playing","three-misses","left-table",'
    b'"wrong-declaration","last-left","lost-before-first-move","drew":false,"declared_on":"first-turn",'
    b'"objective":"dublees","laid":"","seen":"yes","seen":"no","value":"AS KS","end":"stock","check_pack":false,"rate":'
    b'"AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS | AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH | AC 2C 3C 4C 5C 6C 7C 8C 9C TC '
    b'JC QC KC | AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD | PJ PJ "{"rulebook":"turned":"options":["deal":'
    b'"seats":[{"name":"player 1","ending":"declared","cards":"},{"name":"player 2","ending":"lost","cards":"},'
    b'{"name":"player 3","ending":"first-drop"},{"name":"player 4","ending":"middle-drop"}]}'
)


# ---- one round -----------------------------------------------------------------------------------------------
def write_round_link(form: Form) -> str:
    """What a link says of a round, nothing if that is too long for one.

    Example:
        >>> write_round_link(ROUND_PRESETS["s0-six"].form())
        's0-six'
    """
    preset = ROUND_PRESETS.get(form.preset)
    if preset is not None and form.check_pack == preset.check_pack:
        return preset.key
    if preset is not None:
        values: dict[str, Any] = {"preset": preset.key, "check_pack": form.check_pack}
    else:
        plain = write_form(Form(rulebook=""))
        values = {name: value for name, value in write_form(form).items() if value != plain.get(name)}
        values["seats"] = [
            {name: value for name, value in seat.items() if value != _PLAIN[name]} for seat in values.get("seats", ())
        ]
    code = pack(values, MAX_CODE - len(_SIGN), _MAX_FORM, _COMMON)
    return _SIGN + code if code else ""


def read_round_link(code: object) -> Form:
    """The round of a link.

    Raises:
        PackedError: it is too long, damaged, or no round.
    """
    if not isinstance(code, str) or len(code) > MAX_CODE + 20:
        raise PackedError(too_long=True)
    while code and not (code[-1].isalnum() or code[-1] in "-_"):  # the full stop of the sentence it stood in
        code = code[:-1]
    if code in ROUND_PRESETS:
        return ROUND_PRESETS[code].form()
    if not code.startswith(_SIGN):
        raise PackedError
    values = unpack(code[len(_SIGN) :], _MAX_FORM, _COMMON)
    preset = ROUND_PRESETS.get(str(values.get("preset"))) if isinstance(values, dict) else None
    if preset is not None:
        return replace(preset.form(), check_pack=values.get("check_pack") is not False)
    form = read_form(values)
    if form is None or not form.seats:
        raise PackedError
    return replace(form, preset="")


# ---- the steps back and forward ------------------------------------------------------------------------------
def write_history(past: Sequence[Form], future: Sequence[Form]) -> str:
    """The forms before and after the present one, as many of the nearest as a tab may keep.

    Args:
        past: the forms before, the latest last.
        future: the forms undone, the next one last.
    """
    past, future = list(past[-MAX_STEPS:]), list(future[-MAX_STEPS:])
    while past or future:
        known = _join([form.series for form in (*past, *future) if form.series is not None])
        steps = [[_write_step(form, known) for form in forms] for forms in (past, future)]
        try:
            series = [json.loads(sitting.dumps()) for sitting in known]
        except RuleError:  # rules that differ under the key of one of ours; the steps back and forward are then lost
            return ""
        code = pack({"steps": steps, "series": series}, _MAX_HISTORY, _MAX_FORMS, _COMMON)
        if code:
            return code
        past, future = past[len(past) // 2 + 1 :], future[len(future) // 2 + 1 :]
    return ""


def _join(series: Sequence[Series]) -> list[Series]:
    """The longest of the sittings: a sitting is the same over many steps, or goes on, and is written once."""
    known: list[Series] = []
    for sitting in sorted(series, key=lambda sitting: -len(sitting.rounds)):
        if not any(_is_begun(sitting, longer) for longer in known):
            known.append(sitting)
    return known


def _is_begun(series: Series, longer: Series) -> bool:
    """Whether a sitting is another one after as many rounds."""
    return series == _begin(longer, len(series.rounds))


def _begin(series: Series, played: int) -> Series:
    """A sitting as it was after its first ``played`` rounds."""
    return series if played == len(series.rounds) else replace(series, rounds=series.rounds[:played], shared_after=None)


def _write_step(form: Form, known: Sequence[Series]) -> dict[str, object]:
    """A form as JSON values, its sitting by its place among those known and the rounds played."""
    values: dict[str, object] = {**write_form(replace(form, series=None))}
    if form.series is not None:
        values["series"] = next(at for at, sitting in enumerate(known) if _is_begun(form.series, sitting))
        values["played"] = len(form.series.rounds)
    return values


class _Step(TypedDict):
    """What a step says of its sitting: its place among the sittings, and the rounds played."""

    series: NotRequired[int | None]
    played: NotRequired[int]


class _History(TypedDict):
    """The steps before and after, and the sittings they name."""

    steps: tuple[list[_Step], list[_Step]]
    series: list[object]


def read_history(code: object) -> tuple[list[Form], list[Form]]:
    """The forms that ``write_history`` wrote; none at all of what makes no sense."""
    if not isinstance(code, str) or not code or len(code) > _MAX_HISTORY:
        return [], []
    try:
        kept = unpack(code, _MAX_FORMS, _COMMON)
        if not fits(_History)(kept):
            return [], []
        known = [read_sitting(text) for text in kept["series"]]
        past, future = ([_read_step(step, known) for step in steps[-MAX_STEPS:]] for steps in kept["steps"])
    except ValueError:  # a link, a series or a card that cannot be read
        return [], []
    return past, future


def _read_step(values: Mapping[str, Any], known: Sequence[Series | None]) -> Form:
    form = read_form({**values, "series": None})
    if form is None:
        raise PackedError
    if values.get("series") is None:
        return form
    series = known[values["series"]] if values["series"] in range(len(known)) else None
    if series is None:
        raise PackedError
    return replace(form, series=_begin(series, values.get("played", len(series.rounds))))
