"""A round as it is typed: texts and choices, good or not; nothing typed is thrown away because it is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from ...game.cards import Card
from ...game.rules import Rulebook
from ...rounds.endings import LOSING, WINNING, Ending
from ...rounds.ledger import Round, RoundEnd, as_number
from ...rounds.seats import Seat
from ...rounds.series import Series
from ...wording.speech import tell

MAX_SEATS = 12
_NUMBER = re.compile(r"[+\-−–]?\d{1,6}")


@dataclass(frozen=True, kw_only=True)
class SeatForm:
    """What is typed and chosen for one player.

    Attributes:
        name: what they are called.
        ending: how the round ended for them, an ``Ending`` as text.
        cards: their hand, or the number that is stated instead.
        value: without a hand, their value cards, or the number that each opponent owes for them.
        laid: one card of each tunnela they laid before play.
        seen: whether they have seen a hidden turned card: ``yes``, ``no`` or nothing.
        declared_on: when they declared, a ``Turn`` as text, or nothing.
        objective: how they declared, or nothing.
        drew: whether they had drawn a card before they left the table.
        dublees: whether they have shown dublees, where that counts for a loser: ``yes``, ``no`` or nothing.
        stake: money for each point that they pay, as typed; nothing where it is that of the table.
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
    stake: str = ""

    @property
    def number(self) -> int | None:
        """The number stated instead of cards, None if there is none."""
        text = self.cards.strip()
        return int(text.replace("−", "-").replace("–", "-")) if _NUMBER.fullmatch(text) else None

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
        preset: the worked round these are, or nothing.
        deal: the number of the deal these are, or None.
        shared: whether the last players of a pool have shared its prize after this round.
        seats: the players.
        series: the rounds played before.
    """

    rulebook: str
    options: tuple[str, ...] = ()
    turned: Card | None = None
    rate: str = ""
    end: str = RoundEnd.WON.value
    check_pack: bool = True
    preset: str = ""
    deal: int | None = None
    shared: bool = False
    seats: tuple[SeatForm, ...] = ()
    series: Series | None = None

    def altered(self, **changes: Any) -> Form:
        """The form with other cards, players or rules: it is no longer a worked round, nor what was dealt."""
        return replace(self, **{"preset": "", "deal": None, **changes})

    @property
    def begun(self) -> Series | None:
        """The sitting that has begun, None before its first round is over."""
        return self.series if self.series is not None and self.series.rounds else None


# ---- the form changed ---------------------------------------------------------------------------------------
def end_as(form: Form, end: str) -> Form:
    """The form of a round that ended in another way; who won or lost is then still playing, and back.

    Where a wrong declaration ends it, the player who had won is taken to have declared wrongly.
    """
    wrong = Ending.WRONG_DECLARATION.value
    is_new = end == RoundEnd.WRONG_DECLARATION and wrong not in [seat.ending for seat in form.seats]
    decided = (*WINNING, *LOSING)

    def change(ending: str) -> str:
        if end == RoundEnd.WON:
            return Ending.LOST.value if ending == Ending.PLAYING else ending
        if is_new and ending in WINNING:
            return wrong
        return Ending.PLAYING.value if ending in decided or end == RoundEnd.REDEAL else ending

    seats = tuple(replace(seat, ending=change(seat.ending)) for seat in form.seats)
    return replace(form, end=RoundEnd(end).value, seats=seats)


def seat_players(form: Form, count: int) -> Form:
    """The form with a number of players; the last ones leave."""
    seats = form.seats[:count]
    names = (tell("round.player_n", n=at) for at in range(1, 2 * count + 1))
    fresh = [name for name in names if name not in {seat.name for seat in seats}]
    ending = "lost" if form.end == RoundEnd.WON else "playing"
    added = [SeatForm(name=name, ending=ending) for name in fresh[: count - len(seats)]]
    return form.altered(seats=(*seats, *added))


# ---- forms of rounds and series ------------------------------------------------------------------------------
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
        stake="" if seat.point_value is None else str(as_number(seat.point_value)),
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
        seats=tuple(form_of_seat(judged.seat) for judged in settled.judged),
        series=series,
    )


def _write_stake(rate: Decimal | None, series: Series | None) -> str:
    """The rate of a point or the entry fee, as typed."""
    stake = rate if series is None or series.entry_fee is None else series.entry_fee
    return "" if stake is None else f"{stake:f}"


def empty_seats(count: int, names: tuple[str, ...] = ()) -> tuple[SeatForm, ...]:
    """Players of whom nothing is known but, as far as given, their names."""
    names = (*names, *(tell("round.player_n", n=at) for at in range(len(names) + 1, count + 1)))
    return tuple(SeatForm(name=name) for name in names[:count])


def empty_round(book: Rulebook) -> Form:
    """A round of a game of which nothing is known, of as many players as usually play."""
    return Form(rulebook=book.key, options=book.options, seats=empty_seats(book.table.nearest()))


def reopen_last(series: Series) -> Form:
    """The last round of a series once more; that its prize was shared after it holds no longer."""
    return form_of_round(series.rounds[-1], replace(series, rounds=series.rounds[:-1], shared_after=None, damage=()))


def form_of_series(series: Series) -> Form:
    """The next round of a series; its last one again if it is over."""
    if series.over:
        return replace(reopen_last(series), shared=series.shared)
    names = series.expected or (series.rounds[-1].names if series.rounds else ())
    count = len(names) or series.rulebook.table.nearest()
    return Form(
        rulebook=series.rulebook.key,
        options=series.rulebook.options,
        rate=_write_stake(series.point_value, series),
        seats=empty_seats(count, names),
        series=series,
    )
