"""The view model of the round table: everything the browser draws, already decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from decimal import Decimal

from .._judging import Figure, Judged
from .._ledger import Row, as_number, is_zero_sum, sum_up
from .._payments import Entry, name_items
from .._seats import LABELS, WINNING, Ending
from ..cards import CARDS, SUITS
from ..explain import explain
from ..phrases import join_words, with_minus
from ..round_view import about_round, signed, tell_beside
from ..rulebooks import RULEBOOKS
from ..rules import Measure
from ..rulings import RULINGS, SLIPS, SOURCES, find_citations
from ..settlement import Surplus, list_endings
from .round_desk import RoundDesk
from .round_form import SeatForm, asks_fee, asks_for, list_ends
from .round_presets import ROUND_PRESETS
from .round_texts import tell
from .session import Session
from .texts import say
from .views import card_face, pretty_card

_NAMED = 4  # surplus cards named at once
# the input an error is about, where it is not the cards
_FIELDS = {
    **dict.fromkeys(("two-winners", "no-such-ending", "not-last", "bad-ending", "bad-turn"), "ending"),
    **dict.fromkeys(("bad-name", "name-twice"), "name"),
}


def draw_round(session: Session) -> dict:
    """The whole view model."""
    desk = session.round
    form = desk.form
    return {
        "closed": False,
        "worked": _worked(desk),
        "game": _draw_game(desk),
        "seats": [_draw_seat(desk, at, seat) for at, seat in enumerate(form.seats)],
        "ledger": _draw_ledger(desk),
        "sitting": _draw_sitting(desk),
        "said": {"tone": desk.said[0], "text": desk.said[1]},
        "file": dict(desk.file),
        "can_undo": bool(desk.past),
        "can_redo": bool(desk.future),
        "in_class": desk.in_class,
        "can_class": desk.linked,
        "link": desk.link,
        "note": desk.note,
        "memory": desk.memory(),
    }


# ---- the form ----------------------------------------------------------------------------------------------
def _worked(desk: RoundDesk) -> dict:
    preset = ROUND_PRESETS.get(desk.form.preset)
    sourced = [one for one in ROUND_PRESETS.values() if one.source.startswith("S")]
    others = [one for one in ROUND_PRESETS.values() if one not in sourced]
    groups = ((tell("round_group_sources"), sourced), (tell("round_group_more"), others))
    story, source = "", ""
    if preset is not None:
        story, source = preset.story, preset.source
    elif desk.form.deal is not None:
        story = tell("round_dealt", seed=desk.form.deal)
    return {
        "key": desk.form.preset if preset is not None else "",
        "groups": [
            {"label": label, "rounds": [{"key": one.key, "label": one.label} for one in group]}
            for label, group in groups
        ],
        "story": story,
        "source": source,
    }


def _draw_game(desk: RoundDesk) -> dict:
    form, book, session = desk.form, desk.book, desk.session
    books = [{"key": one.key, "name": one.title} for one in RULEBOOKS.values()]
    if book.key not in RULEBOOKS:
        books.insert(0, {"key": book.key, "name": book.title})
    least, most = book.table.players
    state = session.state
    same = (state.rulebook, state.options, state.turned) == (form.rulebook, form.options, form.turned)
    as_table = ""
    if desk.linked and not form.is_locked and not same:
        what = [session.rulebook.title, *(_option_label(option) for option in state.options)]
        if state.turned is not None:
            what.append(pretty_card(state.turned))
        as_table = tell("round_as_table", what=", ".join(what))
    return {
        "rulebooks": books,
        "rulebook": form.rulebook,
        "locked": form.is_locked,
        "turned": "" if form.turned is None else str(form.turned),
        "turned_card": None if form.turned is None else card_face(form.turned),
        "turned_choices": _turned_choices(desk),
        "players": len(form.seats),
        "player_choices": sorted({*range(least, most + 1), len(form.seats)}),
        "options": [{"key": key, "label": _option_label(key), "on": key in form.options} for key in book.offers],
        "rate": form.rate if is_zero_sum(book) or asks_fee(book) else None,
        "rate_label": tell("round_fee" if asks_fee(book) else "round_rate"),
        "end": form.end,
        "ends": [{"key": end, "label": tell(f"end_{end}")} for end in list_ends(book)],
        "as_table": as_table,
    }


def _turned_choices(desk: RoundDesk) -> list[dict]:
    first = [{"value": "", "label": tell("round_unknown")}]
    table = desk.book.table
    if table.pack_for(min(len(desk.form.seats), table.players[1])).printed_jokers:
        first.append({"value": "PJ", "label": tell("round_printed")})
    groups = [{"label": tell("round_turned"), "cards": first}]
    for suit in SUITS:
        cards = [{"value": str(card), "label": pretty_card(card)} for card in CARDS if card.suit == suit]
        groups.append({"label": suit.symbol, "cards": cards})
    return groups


def _option_label(key: str) -> str:
    try:
        return say(f"option_{key}")
    except KeyError:
        return key.replace("-", " ")


def _draw_seat(desk: RoundDesk, at: int, seat: SeatForm) -> dict:
    book, outcome = desk.book, desk.outcome
    name = seat.name.strip() or tell("player_n", n=at + 1)
    asked = asks_for(seat, book, desk.form.end)
    hidden = desk.shown is not None
    penalty = book.scoring.measure is Measure.PENALTY
    won = seat.ending in [one.value for one in WINNING]
    kind = (
        "cards_won"
        if won or not (penalty or seat.ending == Ending.PLAYING)
        else "cards_lost"
        if penalty
        else "cards_score"
    )
    verdict = "" if hidden or outcome.settled is None or at in outcome.missing else _verdict(outcome.settled.judged[at])
    missing = at in outcome.missing and not outcome.errors
    return {
        **{one.name: getattr(seat, one.name) for one in fields(seat)},
        "called": name,
        "asks": asked,
        "won": won,
        "cards_kind": kind,
        "endings": _ending_choices(desk, seat),
        "objectives": [way.name for way in book.objectives] if asked["objective"] else [],
        "error": outcome.errors.get(at, ""),
        "error_field": _FIELDS.get(outcome.code, "cards") if at in outcome.errors else "",
        "missing": missing,
        "verdict": verdict,
        "can_open": desk.linked and seat.has_hand and at not in outcome.errors,
        "can_take": desk.linked and missing,
    }


def _ending_choices(desk: RoundDesk, seat: SeatForm) -> list[dict]:
    known = list_endings(desk.book)
    end = desk.form.end
    playing = [Ending.PLAYING]
    fitting = {
        "won": [one for one in known if one.ending is not Ending.PLAYING],
        "stock": [one for one in known if one.ending not in (*WINNING, Ending.LOST, Ending.LOST_BEFORE_FIRST_MOVE)],
        "redeal": [one for one in known if one.ending in playing],
    }[end]
    choices = [
        {"key": one.ending.value, "label": one.label if one.points is None else f"{one.label} ({one.points})"}
        for one in fitting
    ]
    if seat.ending not in [one["key"] for one in choices]:
        label = LABELS[Ending(seat.ending)]
        choices.append({"key": seat.ending, "label": tell("round_not_here", label=label)})
    return choices


_VERDICTS = {Figure.LAID: "verdict_laid", Figure.BEST: "verdict_best", Figure.STATED: "verdict_stated"}


def _verdict(judged: Judged) -> str:
    """What a player's cards come to, in a few words."""
    told = []
    if judged.score is not None:
        told.append(tell("verdict_score", n=with_minus(judged.score)))
    elif judged.ending in WINNING:
        if judged.analysis is not None:
            told.append(tell("verdict_declares"))
    elif judged.half == "half" and judged.seat.points in (None, judged.count):
        told.append(tell("verdict_half", count=judged.count, n=judged.points))
    elif judged.figure is Figure.STATED and judged.seat.points not in (None, judged.points):
        told.append(tell("verdict_limited", stated=judged.seat.points, n=judged.points))
    elif judged.figure in _VERDICTS:
        told.append(tell(_VERDICTS[judged.figure], n=judged.points))
    elif judged.figure is Figure.PRICE:
        told.append(tell("verdict_price", n=judged.points))
    if judged.bonus and judged.ending not in (Ending.FIRST_DROP, Ending.MIDDLE_DROP, Ending.THREE_MISSES):
        told.append(tell("verdict_bonus", what=name_items(judged), n=judged.bonus))
    return " · ".join(told)


# ---- the ledger --------------------------------------------------------------------------------------------
def _draw_ledger(desk: RoundDesk) -> dict:
    """The table, the payments and who pays whom, as far as they are certain and shown."""
    outcome, form, book = desk.outcome, desk.form, desk.book
    preset = ROUND_PRESETS.get(form.preset)
    hint, tone = _hint(desk)
    settled, slips = outcome.settled, preset.slips if preset is not None else ()
    drawn = {
        "hint": hint,
        "tone": tone,
        "can_force": outcome.code == "pack-surplus" and form.check_pack,
        "surplus": list(map(str, outcome.surplus)),
        "surplus_note": _tell_surplus(outcome.surplus),
        "slips": [{"title": tell("slip_title", code=code), "text": SLIPS[code]} for code in slips],
        "total": len(outcome.entries),
        "shown": desk.shown,
    }
    if settled is None:
        lists = dict.fromkeys(("columns", "rows", "sums", "entries", "flows", "bars", "notes"), [])
        return {**drawn, **lists, **dict.fromkeys(("about", "lead", "proof", "proof_tone", "bars_title"), "")}
    entries = outcome.entries if desk.shown is None else outcome.entries[: desk.shown]
    whole = len(entries) == len(outcome.entries) and not outcome.missing
    rows = [sum_up(one, entries, settled.point_value) for one in settled.judged]
    names = [row.name for row in rows]
    printed = preset.printed if preset is not None and whole else ()
    columns, cells, sums = _columns(desk, rows, printed)
    proof, proof_tone = _proof(desk, printed)
    notes = [explain(note, book) for note in settled.notes if note.code != "pack-surplus"]
    return {
        **drawn,
        "about": f"{book.title} · {about_round(settled)}",
        "lead": _lead(desk, rows, whole),
        "columns": columns,
        "rows": cells,
        "sums": sums,
        "entries": [_draw_entry(at, entry, names, at == len(entries) - 1) for at, entry in enumerate(entries)],
        "flows": _flows(entries, names),
        "bars": [] if is_zero_sum(book) else _bars(entries, names),
        "bars_title": tell("chart_games" if book.settlement.game_point is not None else "chart_bars"),
        "notes": notes,
        "proof": proof,
        "proof_tone": proof_tone,
    }


def _tell_surplus(surplus: Sequence[Surplus]) -> str:
    """The cards that are there too often, those with the most copies too many by name."""
    if not surplus:
        return ""
    named = sorted(surplus, key=lambda one: one.available - one.held)[:_NAMED]
    told = [f"{one.held} × {pretty_card(one.card)}" for one in named]
    if len(surplus) > _NAMED:
        told.append(tell("surplus_more", n=len(surplus) - _NAMED))
    return tell("surplus_named", cards=join_words(told))


def _hint(desk: RoundDesk) -> tuple[str, str]:
    """What is missing or wrong with the whole table, and its tone."""
    outcome, form = desk.outcome, desk.form
    if outcome.errors:
        twice = outcome.code == "name-twice"
        names = [("" if twice else form.seats[at].name.strip()) or tell("player_n", n=at + 1) for at in outcome.errors]
        return tell("wrong_seat", names=join_words(names)), "bad"
    if outcome.code == "no-winner":
        hint = outcome.problem if "last one left" in outcome.problem else tell("who_won")
        return hint, "missing"
    if outcome.problem:
        return outcome.problem, "bad"
    if outcome.missing:
        names = join_words([form.seats[at].name.strip() for at in outcome.missing])
        return tell("missing_one" if outcome.settled else "missing_end", names=names), "missing"
    return "", ""


def _lead(desk: RoundDesk, rows: Sequence[Row], whole: bool) -> str:
    """The round in one line."""
    settled = desk.outcome.settled
    if not whole:
        return tell("lead_hidden") if desk.shown is not None else ""
    if settled.void:
        return tell("lead_void")
    winners = [row for row in rows if row.name in settled.winners]
    names = join_words([row.name for row in winners])
    if len(winners) > 1:
        return tell("lead_shared", names=names)
    if not is_zero_sum(desk.book):
        if desk.book.settlement.game_point is not None:
            return tell("lead_point", names=names, n=winners[0].net)
        return tell("lead_pool", names=names)
    net = winners[0].net
    told = [tell("lead_won" if net > 0 else "lead_yet", names=names, n=with_minus(net))]
    most = max(rows, key=lambda row: row.net)
    if most.net > net:
        told.append(tell("lead_most", name=most.name, n=most.net))
    return "; ".join(told)


def _columns(desk: RoundDesk, rows: Sequence[Row], printed: Sequence[int | None]) -> tuple[list, list, list]:
    """Headings, one list of cells a player, and the sums; columns without a figure are left out."""
    book, settled = desk.book, desk.outcome.settled
    games, zero = book.settlement.game_point is not None, is_zero_sum(book)
    full = [sum_up(one, desk.outcome.entries, None) for one in settled.judged]
    columns: list[tuple[str, list[int | Decimal | None], bool]] = []  # key, figures, whether they are summed
    if any(row.score is not None for row in rows) and games:
        columns.append(("score", [row.score for row in rows], False))
    if not zero:
        own = [row.won if games else -row.won for row in rows]
        columns.append(("games" if games else "points", own, False))
    else:
        if any(row.won != row.net for row in full):
            columns.append(("won", [row.won for row in rows], True))
        if any(row.received or row.given for row in full):
            columns.append(("received", [row.received for row in rows], False))
            columns.append(("given", [-row.given for row in rows], False))
        if any(row.capped for row in full):
            columns.append(("capped", [row.capped for row in rows], True))
        columns.append(("net", [row.net for row in rows], True))
        if settled.point_value is not None:
            columns.append(("money", [row.money for row in rows], True))
    cells = []
    for at, row in enumerate(rows):
        drawn = []
        for key, figures, _ in columns:
            text = str(figures[at]) if key in ("points", "games") else signed(figures[at])
            drawn.append({"text": text, "key": key, "tone": _tone(figures[at]) if key in ("net", "money") else ""})
        if printed:
            theirs = printed[at]
            wrong = theirs is not None and theirs != row.net
            drawn.append(
                {"text": "–" if theirs is None else signed(theirs), "key": "page", "tone": "wrong" if wrong else ""}
            )
        cells.append(
            {
                "name": row.name,
                "ending": LABELS[row.ending],
                "won": row.name in settled.winners,
                "missing": at in desk.outcome.missing,
                "cells": drawn,
            }
        )
    heads = [{"key": key, "label": tell(f"head_{key}")} for key, *_ in columns]
    sums: list[str] = []
    if zero:
        both = ("received", "given")
        for key, figures, summed in columns:
            total = sum(figures) if summed or key in both else None
            sums.append("" if total is None else signed(total))
        if printed:
            known = None not in printed
            sums.append(signed(sum(printed)) if known else "–")
    if printed:
        heads.append({"key": "page", "label": tell("head_page")})
    return heads, cells, sums


def _tone(figure: int | Decimal | None) -> str:
    return "" if not figure else "good" if figure > 0 else "bad"


def _proof(desk: RoundDesk, printed: Sequence[int | None]) -> tuple[str, str]:
    """The line under the table: that all adds up to nought, or why it need not."""
    book = desk.book
    if desk.outcome.settled.void:
        return tell("void"), "plain"
    if not is_zero_sum(book):
        return tell("no_sum_games" if book.settlement.game_point is not None else "no_sum_pool"), "plain"
    told = tell("sum_zero")
    if printed and None not in printed and sum(printed):
        told = f"{told} {tell('sum_page', n=sum(printed))}"
    return told, "good"


def _draw_entry(at: int, entry: Entry, names: Sequence[str], latest: bool) -> dict:
    codes = find_citations(entry.source)
    known = {**SOURCES, **RULINGS}
    plain = ", ".join(codes) == entry.source
    marks = [{"code": code, "text": known.get(code, "")} for code in codes] if plain else []
    return {
        "n": at + 1,
        "payer": None if entry.payer is None else names.index(entry.payer),
        "payee": None if entry.payee is None else names.index(entry.payee),
        "amount": signed(entry.amount) if entry.amount < 0 else str(entry.amount),
        "sentence": entry.sentence,
        "source": "" if plain else entry.source,
        "marks": marks,
        "latest": latest,
        "sort": "bonus" if entry.code == "bonus" else "cap" if entry.code == "net-loss-cap" else "points",
    }


def _flows(entries: Sequence[Entry], names: Sequence[str]) -> list[dict]:
    """What changes hands once each two players have set off their sums."""
    pays: Counter[tuple[int, int]] = Counter()
    for entry in entries:
        if entry.payer is not None and entry.payee is not None:
            pays[names.index(entry.payer), names.index(entry.payee)] += entry.amount
    flows = []
    for (payer, payee), amount in sorted(pays.items()):
        left = amount - pays[payee, payer]
        if left > 0:
            label = tell("chart_pays", payer=names[payer], payee=names[payee], n=left)
            flows.append({"payer": payer, "payee": payee, "amount": left, "label": label})
    return flows


def _bars(entries: Sequence[Entry], names: Sequence[str]) -> list[dict]:
    """What each player writes on his score, or wins in games."""
    sums: Counter[str] = Counter()
    for entry in entries:
        sums[entry.payer or entry.payee] += entry.amount
    return [{"name": name, "amount": sums[name]} for name in names]


# ---- the sitting -------------------------------------------------------------------------------------------
def _draw_sitting(desk: RoundDesk) -> dict:
    form, book = desk.form, desk.book
    hidden = desk.shown is not None and desk.shown < len(desk.outcome.entries)
    series, why = (form.series, "") if hidden else desk.joined
    played = len(form.series.rounds) if form.series is not None else 0
    over = series is not None and series.over
    pool = book.settlement.pool
    drawn = {
        "title": tell("sitting_title") if pool is None else tell("sitting_match", what=_option_label(pool.value)),
        "note": tell("sitting_none") if not played else "",
        "problem": tell("sitting_wrong", why=why.rstrip(".")) if why else "",
        "rows": [],
        "rounds": [],
        "money": False,
        "played": played,
        "can_next": desk.round is not None and not why and not over and not hidden,
        "can_save": (series is not None and bool(series.rounds)) and not why and book.key in RULEBOOKS,
        "back": tell("sitting_back", n=played) if played else "",
        "share": tell("sitting_share") if played and not form.shared and form.series.shares else "",
        "beside": [],
        "over": "",
    }
    if series is None or (not played and pool is None):
        return drawn
    rounds = len(series.rounds)
    running = series.running
    drawn["beside"] = tell_beside(series)
    drawn["rounds"] = [
        tell("sitting_round", n=at + 1) + (f" ({tell('sitting_now')})" if at >= played else "") for at in range(rounds)
    ]
    drawn["money"] = series.point_value is not None or series.entry_fee is not None
    if series.over:
        drawn["over"] = tell("sitting_over", name=series.winner)
        if series.shared:
            drawn["over"] = tell("sitting_shared", names=join_words(series.winners))
        elif series.prize is not None:
            drawn["over"] += " " + tell("sitting_prize", name=series.winner, n=as_number(series.prize))
    elif series.prize is not None:
        drawn["note"] = tell("sitting_stake", n=as_number(series.prize))
    seated = [seat.name.strip() for seat in form.seats]
    lead = tell("sitting_leads" if len(series.leaders) == 1 else "sitting_lead")
    for one in series.standings:
        won = tell("sitting_shares" if series.shared else "sitting_won")
        note = "" if one.place > 1 else won if series.over else lead
        if one.out_in is not None:
            note = tell("sitting_out", n=one.out_in)
        if one.entered > 1:
            note = ", ".join(filter(None, [note, tell("sitting_back_in")]))
        if series.chips is not None:
            note = ", ".join(filter(None, [note, tell("sitting_chips", n=series.chips[one.name])]))
        may_rejoin = played and one.name in form.series.may_rejoin and one.name not in seated
        drawn["rows"].append(
            {
                "name": one.name,
                "place": one.place,
                "total": with_minus(one.total),
                "money": "" if one.money is None else with_minus(as_number(one.money)),
                "note": note,
                "out": one.out_in is not None,
                "rejoin": tell("sitting_rejoin", n=form.series.rejoin_score) if may_rejoin else "",
                "running": [
                    with_minus(after[one.name]) if one.name in settled.names else "–"
                    for after, settled in zip(running, series.rounds, strict=True)
                ],
            }
        )
    return drawn
