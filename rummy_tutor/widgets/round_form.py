"""A round as it is typed: texts and choices, good or not, and what they come to.

Nothing typed is thrown away because it is wrong. ``settle_form`` reads a form as far as it can be read: what is
wrong stands beside its player, what is missing is named, and the entries that are certain are there already.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal

from .._ledger import Round, RoundEnd
from .._payments import Entry
from .._seats import LONGEST_NAME, LOSING, OUT, WINNING, Ending, Seat, Turn, plain_name
from ..cards import Card, CardError
from ..rounds import read_round
from ..rules import Measure, Rulebook, RuleError, WhenStockEnds
from ..series import Series, loads_series, read_series
from ..settlement import Surplus, settle, surplus_cards
from .round_texts import tell

MAX_WORDS, MAX_SEATS = 2000, 12
MAX_NAME = 2 * LONGEST_NAME  # what is too long for a name is refused as one, never cut to another name
NUMBER = re.compile(r"[+\-−–]?\d{1,6}")
_LOST = tuple(ending.value for ending in LOSING)
_CAP = "net-loss-cap"
_HALVES = re.compile("[\ud800-\udfff]")  # of letters: no text that is sent or kept can hold one


@dataclass(frozen=True, kw_only=True)
class SeatForm:
    """What is typed and chosen for one player.

    Attributes:
        name: what he is called.
        ending: how the round ended for him, an ``Ending`` as text.
        cards: his hand, or the number that is stated instead.
        value: without a hand, his value cards, or the number that each opponent owes for them.
        laid: one card of each tunnela he laid before play.
        seen: whether he has seen a hidden turned card: ``yes``, ``no`` or nothing.
        declared_on: when he declared, a ``Turn`` as text, or nothing.
        objective: how he declared, or nothing.
        drew: whether he had drawn a card before he left the table.
        dublees: whether he has shown dublees, where that counts for a loser: ``yes``, ``no`` or nothing.
    """

    name: str
    ending: str = "lost"
    cards: str = ""
    value: str = ""
    laid: str = ""
    seen: str = ""
    declared_on: str = ""
    objective: str = ""
    drew: bool = True
    dublees: str = ""

    @property
    def number(self) -> int | None:
        """The number stated instead of cards, None if there is none."""
        text = self.cards.strip()
        return int(text.replace("−", "-").replace("–", "-")) if NUMBER.fullmatch(text) else None

    @property
    def has_hand(self) -> bool:
        """Whether cards are typed."""
        return bool(self.cards.strip()) and self.number is None


@dataclass(frozen=True, kw_only=True)
class Form:
    """A round as typed, and the sitting it belongs to.

    Attributes:
        rulebook: the key of the rulebook.
        options: house options.
        turned: the turned card, None if none or not known.
        rate: money for a point, in a pool the entry fee, as typed.
        end: how the round ended for all, a ``RoundEnd`` as text.
        check_pack: whether hands that the pack cannot have dealt are refused.
        seats: the players.
        preset: the worked round these are, or nothing.
        deal: the number of the deal these are, or None.
        series: the rounds played before.
        shared: whether the last players of a pool have shared its prize after this round.
    """

    rulebook: str
    options: tuple[str, ...] = ()
    turned: Card | None = None
    rate: str = ""
    end: str = RoundEnd.WON.value
    check_pack: bool = True
    seats: tuple[SeatForm, ...] = ()
    preset: str = ""
    deal: int | None = None
    series: Series | None = None
    shared: bool = False

    @property
    def is_locked(self) -> bool:
        """Whether a sitting has begun, which keeps its rulebook."""
        return self.series is not None and bool(self.series.rounds)


@dataclass(frozen=True)
class Outcome:
    """What a form comes to.

    Attributes:
        settled: the round, with a stand-in figure for whoever is missing one; None if it is impossible.
        entries: the entries that are certain.
        missing: the players whose figure is missing, by place.
        errors: what is wrong, by the place of the player it concerns.
        problem: what is wrong with the whole table, or nothing.
        code: the code of that problem, or of the first error.
        surplus: cards held more often than the pack has them.
    """

    settled: Round | None = None
    entries: tuple[Entry, ...] = ()
    missing: tuple[int, ...] = ()
    errors: Mapping[int, str] = field(default_factory=dict)
    problem: str = ""
    code: str = ""
    surplus: tuple[Surplus, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the round is settled with nothing missing."""
        return self.settled is not None and not self.missing


# ---- what a rulebook asks for ------------------------------------------------------------------------------
def list_ends(book: Rulebook) -> tuple[str, ...]:
    """The ways a round can end in a game."""
    rule = book.settlement.stock_end
    scored = rule is WhenStockEnds.SCORE and book.scoring.measure is Measure.MELDED_MINUS_LOOSE
    ends = [RoundEnd.WON]
    if rule is WhenStockEnds.VOID or scored:
        ends.append(RoundEnd.STOCK)
    if book.settlement.redeal_pairs is not None:
        ends.append(RoundEnd.REDEAL)
    return tuple(end.value for end in ends)


def asks_for(seat: SeatForm, book: Rulebook, end: str) -> dict[str, bool]:
    """Which inputs a player needs beside his name and ending, by the name of the field."""
    ending = seat.ending
    counted = ending in _LOST or ending in [one.value for one in WINNING] or ending == Ending.PLAYING
    before = book.penalties.before_first_move
    dropped = ending in ("first-drop", "middle-drop", "three-misses", "left-table", "foul")
    favoured = book.settlement.dublee_loser_free is not None
    return {
        "cards": counted or ending == Ending.WRONG_DECLARATION or seat.has_hand,
        "value": book.bonus is not None and not seat.has_hand and (not dropped or bool(seat.value)),
        "laid": book.bonus is not None and book.bonus.laid_tunnelas is not None and not dropped,
        "seen": book.wilds.hidden and ending in _LOST,
        "dublees": favoured and ending in _LOST and not seat.has_hand and seat.seen != "no",
        "declared_on": ending == Ending.DECLARED and before is not None and before.double_before_draw,
        "objective": ending == Ending.DECLARED and book.settlement.dublee_win > 0 and not seat.has_hand,
        "drew": ending == Ending.LEFT_TABLE and book.penalties.first_drop != book.penalties.middle_drop,
    }


def read_stakes(form: Form, book: Rulebook) -> tuple[str | None, str | None]:
    """What is typed as money for a point, and what as the entry fee of a pool; None for what is not asked."""
    typed = form.rate.strip().replace(",", ".") or None
    return (typed, None) if book.settlement.winner_takes else (None, typed if asks_fee(book) else None)


def asks_fee(book: Rulebook) -> bool:
    """Whether players pay to take part instead of by points."""
    pool = book.settlement.pool
    return pool is not None and pool.limit is not None


def read_seat(form: SeatForm, book: Rulebook, end: str) -> Seat:
    """The seat of a form; what this rulebook does not ask for is left aside.

    Raises:
        RuleError: something is impossible.
        CardError: cards cannot be read.
    """
    asked = asks_for(form, book, end)
    told: dict[str, object] = {"name": form.name.strip(), "ending": form.ending}
    if form.number is not None and form.ending not in OUT:  # leaving has its price, whatever the cards count
        told["points" if book.scoring.measure is Measure.PENALTY else "score"] = form.number
    elif form.has_hand:
        told["hand"] = form.cards
    value = form.value.strip()
    if asked["value"] and value:
        told |= {"bonus": int(value)} if value.isdecimal() else {"value_cards": value}
    if asked["laid"] and form.laid.strip():
        told["laid_tunnelas"] = form.laid
    if asked["seen"] and form.seen:
        told["seen"] = form.seen == "yes"
    if asked["dublees"] and form.dublees:
        told["dublees"] = form.dublees == "yes"
    for name in ("declared_on", "objective"):
        if asked[name] and getattr(form, name):
            told[name] = getattr(form, name)
    if asked["drew"]:
        told["drew"] = form.drew
    return Seat.of(told)


# ---- settling ----------------------------------------------------------------------------------------------
def settle_form(form: Form, book: Rulebook) -> Outcome:
    """What a form comes to under its rulebook; nothing is raised for what is typed."""
    seats, errors, code = [], {}, ""
    for at, one in enumerate(form.seats):
        try:
            seats.append(read_seat(one, book, form.end))
        except (RuleError, CardError) as error:
            errors[at] = _without_name(str(error), one.name.strip())
            code = code or error.code
    if errors:
        return Outcome(errors=errors, code=code)
    missing = tuple(at for at, seat in enumerate(seats) if _lacks_figure(seat, book, form.end))
    if missing and form.end != RoundEnd.WON:
        return Outcome(missing=missing)
    told = [_stand_in(seat, book) if at in missing else seat for at, seat in enumerate(seats)]
    rate, _ = read_stakes(form, book)
    try:
        settled = settle(book, told, turned=form.turned, point_value=rate, end=form.end, check_pack=form.check_pack)
    except (RuleError, CardError) as error:
        return _place(error, form, missing)
    names = {form.seats[at].name.strip() for at in missing}
    entries = tuple(
        entry
        for entry in settled.entries
        if not names or not (entry.code == _CAP or (entry.payer in names and entry.code in _LOST))
    )
    surplus = () if form.check_pack else surplus_cards(book, seats, turned=form.turned)
    return Outcome(settled=settled, entries=entries, missing=missing, surplus=surplus)


def _lacks_figure(seat: Seat, book: Rulebook, end: str) -> bool:
    """Whether a player needs a hand or a number and has neither."""
    if seat.hand is not None or seat.points is not None or seat.score is not None:
        return False
    if end == RoundEnd.STOCK:
        return seat.ending is Ending.PLAYING and book.settlement.stock_end is WhenStockEnds.SCORE
    if seat.ending not in LOSING or book.scoring.measure is not Measure.PENALTY:
        return False
    return not (_is_flat(book) and seat.seen is not None)


def _is_flat(book: Rulebook) -> bool:
    return all(tier.flat is not None for tier in book.scoring.tiers)


def _stand_in(seat: Seat, book: Rulebook) -> Seat:
    """The seat with some figure, so that everybody else's entries can be worked out."""
    return replace(seat, seen=False) if _is_flat(book) else replace(seat, points=book.scoring.floor)


def _without_name(message: str, name: str) -> str:
    """A message that stands beside the player it is about."""
    message = message.removeprefix(f"{name}: ") if name else message
    return f"{message[0].upper()}{message[1:]}" if message else message


def _place(error: RuleError | CardError, form: Form, missing: tuple[int, ...]) -> Outcome:
    """An error of the engine, beside the player it is about if it is about one."""
    message, code = str(error), error.code
    names = [seat.name.strip() for seat in form.seats]
    about = [at for at, name in enumerate(names) if message.startswith((f"{name}: ", f"{name} "))]
    if code == "two-winners":
        about = [at for at, seat in enumerate(form.seats) if seat.ending in [one.value for one in WINNING]][-1:]
    elif code == "name-twice":
        seen = [plain_name(name) for name in names]
        about = [at for at, name in enumerate(seen) if name in seen[:at]][:1]
    elif about and code != "no-winner":
        about = [max(about, key=lambda at: len(names[at]))]
    else:
        about = []
    if about:
        return Outcome(errors={about[0]: _without_name(message, names[about[0]])}, missing=missing, code=code)
    return Outcome(problem=f"{message[0].upper()}{message[1:]}", code=code, missing=missing)


# ---- other forms of the same round -------------------------------------------------------------------------
def end_as(form: Form, end: str) -> Form:
    """The form of a round that ended in another way; who won or lost is then still playing, and back."""
    decided = [one.value for one in (*WINNING, *LOSING)]
    seats = []
    for seat in form.seats:
        ending = seat.ending
        if end == RoundEnd.WON and ending == Ending.PLAYING:
            ending = Ending.LOST.value
        elif end != RoundEnd.WON and (ending in decided or end == RoundEnd.REDEAL):
            ending = Ending.PLAYING.value
        seats.append(replace(seat, ending=ending))
    return replace(form, end=RoundEnd(end).value, seats=tuple(seats))


def seat_players(form: Form, count: int) -> Form:
    """The form with so many players; the last ones leave."""
    seats = form.seats[:count]
    names = {seat.name for seat in seats}
    at = 0
    while len(seats) < count:
        at += 1
        name = tell("player_n", n=at)
        if name not in names:
            ending = "lost" if form.end == RoundEnd.WON else "playing"
            seats = (*seats, SeatForm(name=name, ending=ending))
    return replace(form, seats=seats, preset="", deal=None)


# ---- forms from rounds, and kept ones ----------------------------------------------------------------------
def form_of_seat(seat: Seat) -> SeatForm:
    """The form that reads as a seat."""
    number = seat.points if seat.points is not None else seat.score
    cards = str(seat.hand) if seat.hand is not None else "" if number is None else str(number)
    value = " ".join(map(str, seat.value_cards)) if seat.bonus is None else str(seat.bonus)
    return SeatForm(
        name=seat.name,
        ending=str(seat.ending),
        cards=cards,
        value=value,
        laid=" ".join(map(str, seat.laid_tunnelas)),
        seen="" if seat.seen is None else "yes" if seat.seen else "no",
        declared_on="" if seat.declared_on is None else str(seat.declared_on),
        objective=seat.objective or "",
        drew=seat.drew,
        dublees="" if seat.dublees is None else "yes" if seat.dublees else "no",
    )


def form_of_round(settled: Round, series: Series | None = None) -> Form:
    """The form that settles to a round."""
    return Form(
        rulebook=settled.rulebook.key,
        options=settled.rulebook.options,
        turned=settled.turned,
        rate=_write_stake(settled.point_value, series),
        end=settled.end.value,
        check_pack=not any(note.code == "pack-surplus" for note in settled.notes),
        seats=tuple(form_of_seat(one.seat) for one in settled.judged),
        series=series,
    )


def _write_stake(rate: Decimal | None, series: Series | None) -> str:
    """The rate of a point or the entry fee, as typed."""
    stake = rate if series is None or series.entry_fee is None else series.entry_fee
    return "" if stake is None else f"{stake:f}"


def empty_seats(count: int, names: tuple[str, ...] = ()) -> tuple[SeatForm, ...]:
    """Players of whom nothing is known but, as far as given, their names."""
    names = (*names, *(tell("player_n", n=at) for at in range(len(names) + 1, count + 1)))
    return tuple(SeatForm(name=name) for name in names[:count])


def reopen_last(series: Series) -> Form:
    """The last round of a series once more; that its prize was shared after it holds no longer."""
    return form_of_round(series.rounds[-1], replace(series, rounds=series.rounds[:-1], shared_after=None, lost=""))


def form_of_series(series: Series) -> Form:
    """The next round of a series; its last one again if it is over."""
    if series.over:
        return replace(reopen_last(series), shared=series.shared)
    names = series.expected or (series.rounds[-1].names if series.rounds else ())
    count = len(names) or min(max(4, series.rulebook.table.players[0]), series.rulebook.table.players[1])
    return Form(
        rulebook=series.rulebook.key,
        options=series.rulebook.options,
        rate=_write_stake(series.point_value, series),
        seats=empty_seats(count, names),
        series=series,
    )


def form_of_document(values: Mapping[str, object]) -> Form:
    """The form of a round's JSON document.

    Raises:
        RuleError: the document is wrong, or its round impossible.
        CardError: a card in it cannot be read.
    """
    return form_of_round(read_round(values))


def write_form(form: Form) -> dict[str, object]:
    """A form as plain JSON values."""
    values: dict[str, object] = {
        "rulebook": form.rulebook,
        "options": list(form.options),
        "turned": None if form.turned is None else str(form.turned),
        "rate": form.rate,
        "end": form.end,
        "check_pack": form.check_pack,
        "preset": form.preset,
        "deal": form.deal,
        "shared": form.shared,
        "seats": [{one.name: getattr(seat, one.name) for one in fields(seat)} for seat in form.seats],
    }
    if form.series is not None:
        with suppress(RuleError):  # a rulebook of one's own has no file
            values["series"] = json.loads(form.series.dumps())
    return values


def read_form(values: object) -> Form | None:
    """The form of plain JSON values that may come from anywhere; None if they are none."""
    if not isinstance(values, Mapping) or not isinstance(values.get("seats"), list):
        return None
    seats = [read_fields(SeatForm(name=""), one) for one in values["seats"][:MAX_SEATS] if isinstance(one, Mapping)]
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
    except (ValueError, TypeError, AttributeError):
        return None


def read_sitting(values: object) -> Series | None:
    """The rounds before, of a series' document or, as they were once sent, its text; None for None.

    Raises:
        RuleError: they are no series.
        CardError: a card cannot be read.
    """
    if values is None:
        return None
    return loads_series(values) if isinstance(values, str) else read_series(values)


def clean(value: object, most: int = MAX_NAME) -> str:
    """A value that a browser sent as text, of so many characters at most and without halves of letters."""
    return _HALVES.sub("\ufffd", str(value)[:most])


def read_fields(seat: SeatForm, values: Mapping) -> SeatForm:
    """A seat with fields that a browser sent; what makes no sense is left as it was."""
    changed: dict[str, object] = {}
    choices = {
        "ending": [one.value for one in Ending],
        "seen": ["", "yes", "no"],
        "dublees": ["", "yes", "no"],
        "declared_on": ["", *(one.value for one in Turn)],
    }
    for one in fields(SeatForm):
        value = values.get(one.name)
        if one.name == "drew":
            if isinstance(value, bool):
                changed["drew"] = value
        elif isinstance(value, str):
            if one.name in choices and value not in choices[one.name]:
                continue
            changed[one.name] = clean(value, MAX_NAME if one.name in ("name", "objective") else MAX_WORDS)
    return replace(seat, **changed)
