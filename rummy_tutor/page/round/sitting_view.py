"""The rounds of a series as drawn: standings, running sums, and what can be done next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...game.messages import Items
from ...output.round_tables import tell_beside
from ...rounds.ledger import as_number
from ...rounds.series import Series
from ...rounds.standings import Standing
from ...wording.speech import in_words, tell, tell_if
from ..faces import in_list, name_match
from .entered import EnteredRound
from .form import Form


class StandingView(TypedDict):
    """A player in the series; ``running`` is the score after each round."""

    name: str
    place: int
    total: str
    money: str
    note: str
    out: bool
    rejoin: str
    running: list[str]


class SittingView(TypedDict):
    """The series: its standings, its rounds by name, and what can be done next; texts are empty where not said."""

    title: str
    note: str
    problem: str
    rows: list[StandingView]
    rounds: list[str]
    money: bool
    played: int
    can_next: bool
    can_save: bool
    back: str
    share: str
    beside: list[str]
    over: str


def draw_sitting(entered: EnteredRound) -> SittingView:
    """The series as far as it is known, with the present round unless its payments are still hidden."""
    form, book = entered.form, entered.book
    hidden = entered.shown is not None and entered.shown < len(entered.outcome.entries)
    series, why = (form.series, None) if hidden else entered.joined
    begun = form.begun
    played = 0 if begun is None else len(begun.rounds)
    over = series is not None and series.over
    pool = book.settlement.pool
    drawn: SittingView = {
        "title": tell("round.sitting_title") if pool is None else tell("round.sitting_match", what=name_match(pool)),
        "note": tell("round.sitting_none") if not played else "",
        "problem": tell("round.sitting_wrong", why=why) if why is not None else "",
        "rows": [],
        "rounds": [],
        "money": False,
        "played": played,
        "can_next": entered.round is not None and why is None and not over and not hidden,
        "can_save": (series is not None and bool(series.rounds)) and why is None,
        "back": tell("round.sitting_back", n=played) if played else "",
        "share": tell("round.sitting_share") if begun is not None and not form.shared and begun.shares else "",
        "beside": [],
        "over": "",
    }
    if series is None or (not played and pool is None):
        return drawn
    if series.over:
        drawn["over"] = _tell_end(series)
    elif series.prize is not None:
        drawn["note"] = tell("round.sitting_stake", n=as_number(series.prize))
    running = series.running
    return {
        **drawn,
        "beside": tell_beside(series),
        "rounds": [
            tell("round.sitting_now" if at >= played else "round.sitting_round", n=at + 1)
            for at in range(len(series.rounds))
        ],
        "money": any(standing.money is not None for standing in series.standings),
        "rows": [_draw_standing(standing, series, running, form) for standing in series.standings],
    }


def _tell_end(series: Series) -> str:
    """Who has won the series, and what."""
    if series.shared:
        return tell("round.sitting_shared", names=Items(tuple(series.winners)))
    prize = tell_if("round.sitting_prize", series.prize is not None, n=as_number(series.prize))
    return " ".join([tell("round.sitting_over", name=series.winner), *prize])


def _draw_standing(
    standing: Standing, series: Series, running: Sequence[Mapping[str, int]], form: Form
) -> StandingView:
    """The row of one player: place, total, and the score after each round."""
    before, rejoin = form.begun, ""
    seated = [seat.name.strip() for seat in form.seats]
    if before is not None and standing.name in before.may_rejoin and standing.name not in seated:
        rejoin = tell("round.sitting_rejoin", n=before.rejoin_score)
    return {
        "name": standing.name,
        "place": standing.place,
        "total": in_words(standing.total),
        "money": "" if standing.money is None else in_words(as_number(standing.money)),
        "note": _tell_standing(standing, series),
        "out": standing.out_in is not None,
        "rejoin": rejoin,
        "running": [
            in_words(after[standing.name]) if standing.name in settled.names else "–"
            for after, settled in zip(running, series.rounds, strict=True)
        ],
    }


def _tell_standing(standing: Standing, series: Series) -> str:
    """What is special about a player: in the lead, out, back in, their chips."""
    shares = "round.sitting_shares" if series.shared else "round.sitting_won"
    leads = "round.sitting_leads" if len(series.leaders) == 1 else "round.sitting_lead"
    notes = [
        *tell_if("round.sitting_out", standing.out_in is not None, n=standing.out_in),
        *tell_if(shares if series.over else leads, standing.out_in is None and standing.place == 1),
        *tell_if("round.sitting_back_in", standing.entered > 1),
        *tell_if("round.sitting_chips", series.chips is not None, n=(series.chips or {}).get(standing.name)),
    ]
    return in_list(*notes)
