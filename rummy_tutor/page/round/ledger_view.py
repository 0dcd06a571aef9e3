"""The ledger of a round as drawn: nets, payments, who pays whom, as far as they are certain and shown."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal, TypedDict

from ...game.messages import Items, key_of
from ...output.round_tables import about_round, signed
from ...rounds.endings import counts_cards
from ...rounds.ledger import Round, RoundEnd, Row, is_zero_sum, set_off, sum_up
from ...rounds.payments import Entry
from ...rounds.settlement import Surplus
from ...rulebooks.sources import SLIPS, look_up
from ...wording.explain import explain
from ...wording.phrases import Sources, in_points
from ...wording.speech import name_rulebook, say, tell, tell_if, with_minus
from ..faces import LabelView, in_list, pretty_card
from .entered import EnteredRound
from .worked_rounds import ROUND_PRESETS

_NAMED = 4  # surplus cards named at once


class SlipView(TypedDict):
    """A slip of the source."""

    title: str
    text: str


class LedgerCellView(TypedDict):
    """A figure of a player in a column."""

    text: str
    key: str
    tone: str


class LedgerRowView(TypedDict):
    """A player in the ledger."""

    name: str
    ending: str
    won: bool
    missing: bool
    cells: list[LedgerCellView]


class CitedView(TypedDict):
    """The number of a source and what it is."""

    code: str
    text: str


class PaymentView(TypedDict):
    """A payment; payer and payee are places of players, None for nobody."""

    n: int
    payer: int | None
    payee: int | None
    amount: str
    sentence: str
    remark: str
    marks: list[CitedView]
    latest: bool
    sort: Literal["bonus", "cap", "points"]


class FlowView(TypedDict):
    """What one player gives another once both have set off their sums."""

    payer: int
    payee: int
    amount: int
    label: str


class LedgerView(TypedDict):
    """The ledger, empty while nothing can be settled.

    ``asks_winner`` says that nobody has won yet; ``shown`` is how many payments are shown, None for all; ``figure``
    what the winner gets, as the lead says it.
    """

    hint: str
    tone: str
    asks_winner: bool
    can_force: bool
    surplus: list[str]
    surplus_note: str
    slips: list[SlipView]
    total: int
    count: str
    shown: int | None
    about: str
    lead: str
    figure: str
    columns: list[LabelView]
    rows: list[LedgerRowView]
    sums: list[str]
    entries: list[PaymentView]
    flows: list[FlowView]
    notes: Sequence[str]
    proof: str
    proof_tone: str


def draw_ledger(entered: EnteredRound) -> LedgerView:
    """The table, the payments and who pays whom, as far as they are certain and shown."""
    outcome, form, book = entered.outcome, entered.form, entered.book
    preset = ROUND_PRESETS.get(form.preset)
    hint, tone = _hint(entered)
    settled, slips = outcome.settled, preset.slips if preset is not None else ()
    drawn: LedgerView = {
        "hint": hint,
        "tone": tone,
        "asks_winner": outcome.code == "no-winner" and form.end == RoundEnd.WON,
        "can_force": outcome.code == "pack-surplus" and form.check_pack,
        "surplus": list(map(str, outcome.surplus)),
        "surplus_note": _tell_surplus(outcome.surplus),
        "slips": [{"title": tell("round.slip_title", code=code), "text": SLIPS[code]} for code in slips],
        "total": len(outcome.entries),
        "count": _count(entered),
        "shown": entered.shown,
        "about": "",
        "lead": "",
        "figure": "",
        "columns": [],
        "rows": [],
        "sums": [],
        "entries": [],
        "flows": [],
        "notes": [],
        "proof": "",
        "proof_tone": "",
    }
    if settled is None:
        return drawn
    entries = outcome.entries if entered.shown is None else outcome.entries[: entered.shown]
    whole = len(entries) == len(outcome.entries) and not outcome.missing
    rows = [sum_up(player, entries, settled.rates) for player in settled.judged]
    names = [row.name for row in rows]
    printed = preset.printed if preset is not None and whole else ()
    columns, cells, sums = _columns(entered, settled, rows, printed)
    proof, proof_tone = _proof(settled, printed) if entries or settled.void else ("", "")
    notes = [explain(note, book) for note in settled.notes if note.code != "pack-surplus"]
    return {
        **drawn,
        "about": f"{name_rulebook(book)} · {about_round(settled)}",
        "lead": _begin(_lead(entered, settled, rows, whole)),
        "figure": _find_figure(settled, rows) if whole else "",
        "columns": columns,
        "rows": cells,
        "sums": sums,
        "entries": [_draw_entry(at, entry, names, at == len(entries) - 1) for at, entry in enumerate(entries)],
        "flows": _flows(entries, names),
        "notes": notes,
        "proof": proof,
        "proof_tone": proof_tone,
    }


def _count(entered: EnteredRound) -> str:
    """How many payments there are, and how many of them are shown."""
    shown, total = entered.shown, len(entered.outcome.entries)
    if shown is None:
        return tell("round.entries_all", n=total)
    return tell("round.entries_shown", shown=min(shown, total), n=total)


def _tell_surplus(surplus: Sequence[Surplus]) -> str:
    """The cards that are there too often, those with the most copies too many by name."""
    if not surplus:
        return ""
    named = sorted(surplus, key=lambda extra: extra.available - extra.held)[:_NAMED]
    cards = [tell("round.surplus_card", n=extra.held, card=pretty_card(extra.card)) for extra in named]
    if len(surplus) > _NAMED:
        cards.append(tell("round.surplus_more", n=len(surplus) - _NAMED))
    return tell("round.surplus_named", cards=Items(tuple(cards)))


def _hint(entered: EnteredRound) -> tuple[str, str]:
    """What is missing or wrong with the whole table, and its tone."""
    outcome, form = entered.outcome, entered.form
    if outcome.errors:
        twice = outcome.code == "name-twice"
        names = ["" if twice else form.seats[at].name.strip() for at in outcome.errors]
        named = [name or tell("round.player_n", n=at + 1) for at, name in zip(outcome.errors, names, strict=True)]
        return tell("round.wrong_seat", names=Items(tuple(named))), "bad"
    if outcome.code == "no-winner" and outcome.problem is not None:
        return tell("round.who_won") if outcome.problem.key == "no-winner" else str(outcome.problem), "missing"
    if outcome.problem is not None:
        return str(outcome.problem), "bad"
    if outcome.missing:
        waiting = Items(tuple(form.seats[at].name.strip() for at in outcome.missing))
        return tell("round.missing_one" if outcome.settled else "round.missing_end", names=waiting), "missing"
    return "", ""


def _lead(entered: EnteredRound, settled: Round, rows: Sequence[Row], whole: bool) -> str:
    """The round in one line."""
    if not whole:
        return tell("round.lead_hidden") if entered.shown is not None else ""
    if settled.void:
        return tell("round.lead_void")
    winners = [row for row in rows if row.name in settled.winners]
    if len(winners) > 1:
        return tell("round.lead_shared", names=Items(tuple(row.name for row in winners)))
    name, net = winners[0].name, winners[0].net
    if not is_zero_sum(entered.book):
        counts_games = entered.book.settlement.game_point is not None
        return tell("round.lead_point" if counts_games else "round.lead_pool", name=name, n=net)
    most = max(rows, key=lambda row: row.net)
    lead = tell("round.lead_won" if net > 0 else "round.lead_yet", name=name, n=net)
    return " ".join(map(_begin, [lead, *tell_if("round.lead_most", most.net > net, name=most.name, n=most.net)]))


def _find_figure(settled: Round, rows: Sequence[Row]) -> str:
    """What the one winner of a round ends with; empty where there are several, or where it is no payment."""
    winners = [row for row in rows if row.name in settled.winners]
    book = settled.rulebook
    is_paid = is_zero_sum(book) or book.settlement.game_point is not None
    return signed(winners[0].net) if len(winners) == 1 and is_paid and not settled.void else ""


def _begin(sentence: str) -> str:
    """A sentence with a capital, also where it begins with a player's name."""
    return sentence[:1].upper() + sentence[1:]


Figures = list[int | Decimal | None]  # one a player


def _columns(
    entered: EnteredRound, settled: Round, rows: Sequence[Row], printed: Sequence[int | None]
) -> tuple[list[LabelView], list[LedgerRowView], list[str]]:
    """Headings, one list of cells a player, and the sums of what adds up to nought; the last are those of the page."""
    columns = _list_figures(entered, settled, rows) | ({"page": list(printed)} if printed else {})
    heads: list[LabelView] = [{"key": key, "label": tell(key_of("round.head_", key))} for key in columns]
    sums = [signed(_add_up(figures)) for figures in columns.values()] if is_zero_sum(entered.book) else []
    drawn: list[LedgerRowView] = [
        {
            "name": row.name,
            "ending": in_list(row.ending.label, _stated(settled, at)) if entered.in_class else row.ending.label,
            "won": row.name in settled.winners,
            "missing": at in entered.outcome.missing,
            "cells": [_draw_cell(key, figures[at], row.net) for key, figures in columns.items()],
        }
        for at, row in enumerate(rows)
    ]
    return heads, drawn, sums


def _list_figures(entered: EnteredRound, settled: Round, rows: Sequence[Row]) -> dict[str, Figures]:
    """The columns by their keys; those without a figure, also among the payments still hidden, are left out."""
    if entered.book.settlement.game_point is not None:
        scores: dict[str, Figures] = {"score": [row.score for row in rows]}
        return {**(scores if any(row.score is not None for row in rows) else {}), "games": [row.won for row in rows]}
    if not is_zero_sum(entered.book):
        return {"points": [-row.won for row in rows]}
    full = [sum_up(player, entered.outcome.entries, {}) for player in settled.judged]
    exchanged = any(row.received or row.given for row in full)
    columns: dict[str, tuple[bool, Figures]] = {
        "won": (any(row.won != row.net for row in full), [row.won for row in rows]),
        "received": (exchanged, [row.received for row in rows]),
        "given": (exchanged, [-row.given for row in rows]),
        "capped": (any(row.capped for row in full), [row.capped for row in rows]),
        "net": (True, [row.net for row in rows]),
        "money": (bool(settled.rates), [row.money for row in rows]),
    }
    return {key: figures for key, (is_there, figures) in columns.items() if is_there}


def _draw_cell(key: str, figure: int | Decimal | None, net: int) -> LedgerCellView:
    """A figure of a player; what a source prints is wrong where it is not what they really win or lose."""
    tone = "" if key not in ("net", "money") or not figure else "good" if figure > 0 else "bad"
    tone = "wrong" if key == "page" and figure not in (None, net) else tone
    return {"text": with_minus(figure) if key in ("points", "games") else signed(figure), "key": key, "tone": tone}


def _stated(settled: Round, at: int) -> str:
    """What a loser's cards were entered as: a number, or the cards; a class sees no form to read it in."""
    seat = settled.judged[at].seat
    if not counts_cards(seat.ending, settled.rulebook):
        return ""
    if seat.points is not None:
        return say(in_points(seat.points))
    return "" if seat.hand is None else " ".join(map(pretty_card, seat.hand.cards))


def _add_up(figures: Sequence[int | Decimal | None]) -> int | Decimal | None:
    """The sum of figures, None if some are missing: not all sources print that of everybody."""
    known = [figure for figure in figures if figure is not None]
    return sum(known) if len(known) == len(figures) else None


def _proof(settled: Round, printed: Sequence[int | None]) -> tuple[str, str]:
    """The line under the table: that all adds up to nought, or why it need not."""
    book = settled.rulebook
    if settled.void:
        return tell("round.void"), "plain"
    if not is_zero_sum(book):
        return tell("round.no_sum_games" if book.settlement.game_point is not None else "round.no_sum_pool"), "plain"
    sentence = tell("round.sum_zero")
    page = _add_up(printed)
    if page:
        sentence = f"{sentence} {tell('round.sum_page', n=page)}"
    return sentence, "good"


def _draw_entry(at: int, entry: Entry, names: Sequence[str], latest: bool) -> PaymentView:
    return {
        "n": at + 1,
        "payer": None if entry.payer is None else names.index(entry.payer),
        "payee": None if entry.payee is None else names.index(entry.payee),
        "amount": with_minus(entry.amount),
        "sentence": _begin(entry.sentence),
        "remark": str(Sources(remarks=entry.said)),
        "marks": [{"code": code, "text": look_up(code)} for code in entry.cited],
        "latest": latest,
        "sort": "bonus" if entry.code == "bonus" else "cap" if entry.code == "net-loss-cap" else "points",
    }


def _flows(entries: Sequence[Entry], names: Sequence[str]) -> list[FlowView]:
    """What changes hands once each two players have set off their sums."""
    return [
        {
            "payer": names.index(payer),
            "payee": names.index(payee),
            "amount": left,
            "label": tell("round.chart_pays", payer=payer, payee=payee, n=left),
        }
        for payer, payee, left in set_off(entries, names)
    ]
