"""The view model of the round table: what is typed, the ledger, and the series of rounds."""

from __future__ import annotations

from dataclasses import fields

from ...game.rules import Measure
from ...rounds.endings import LOSING, WINNING, Ending
from ...rounds.judge import Figure, Judged
from ...rounds.ledger import is_zero_sum
from ...rounds.settlement import list_endings
from ...wording.ledger import list_items
from ...wording.rule_texts import name_objective
from ...wording.speech import in_words, name_rulebook, say, tell
from ..faces import card_face, in_list, list_books, list_options, option_label, pretty_card, turned_choices
from ..session import Session
from .entered import EnteredRound, entered_round
from .form import SeatForm
from .kept_forms import clean
from .ledger_view import draw_ledger
from .settling import asks_fee, asks_for, list_ends, tell_bare
from .sitting_view import draw_sitting
from .worked_rounds import ROUND_PRESETS

# the input an error is about, where it is not the cards
_FIELDS = {
    **dict.fromkeys(("two-winners", "no-such-ending", "not-last", "bad-ending", "bad-turn"), "ending"),
    **dict.fromkeys(("bad-name", "name-twice"), "name"),
}


def draw_round(session: Session) -> dict:
    """The whole view model."""
    entered = entered_round(session)
    entered.follow_table()
    form = entered.form
    return {
        "closed": False,
        "worked": _worked(entered),
        "game": _draw_game(entered),
        "seats": [_draw_seat(entered, at, seat) for at, seat in enumerate(form.seats)],
        "ledger": draw_ledger(entered),
        "sitting": draw_sitting(entered),
        "said": {"tone": entered.said[0], "text": clean(" ".join(map(say, entered.said[1])), 2000)},
        "file": dict(entered.file),
        "can_undo": bool(entered.steps.past),
        "can_redo": bool(entered.steps.future),
        "in_class": entered.in_class,
        "can_class": entered.linked,
        "link": entered.link,
        "note": "" if entered.note is None else say(entered.note),
        "memory": entered.memory(),
    }


def _worked(entered: EnteredRound) -> dict:
    preset = ROUND_PRESETS.get(entered.form.preset)
    sourced = [one for one in ROUND_PRESETS.values() if one.is_sourced]
    others = [one for one in ROUND_PRESETS.values() if not one.is_sourced]
    groups = ((tell("round.round_group_sources"), sourced), (tell("round.round_group_more"), others))
    story, source = "", ""
    if preset is not None:
        story, source = preset.story, preset.source
    elif entered.is_example:
        story = tell("round.round_example")
    elif entered.form.deal is not None:
        story = tell("round.round_dealt", seed=entered.form.deal)
    return {
        "key": entered.form.preset if preset is not None else "",
        "groups": [
            {"label": label, "rounds": [{"key": one.key, "label": one.label} for one in group]}
            for label, group in groups
        ],
        "story": story,
        "source": source,
    }


def _draw_game(entered: EnteredRound) -> dict:
    form, book, session = entered.form, entered.book, entered.session
    least, most = book.table.players
    jokers = bool(book.table.pack_for(min(len(form.seats), most)).printed_jokers)
    state = session.state
    same = (state.rulebook, state.options, state.turned) == (form.rulebook, form.options, form.turned)
    as_table = ""
    if entered.linked and not form.is_locked and not same:
        turned = "" if state.turned is None else pretty_card(state.turned)
        what = in_list(name_rulebook(session.rulebook), *map(option_label, state.options), turned)
        as_table = tell("round.round_as_table", what=what)
    return {
        "rulebooks": [{"key": book.key, "name": name_rulebook(book)}] if form.is_locked else list_books(session),
        "rulebook": form.rulebook,
        "locked": form.is_locked,
        "turned": "" if form.turned is None else str(form.turned),
        "turned_card": None if form.turned is None else card_face(form.turned),
        "turned_choices": turned_choices(jokers),
        "players": len(form.seats),
        "player_choices": sorted({*range(least, most + 1), len(form.seats)}),
        "options": list_options(book, form.options),
        "rate": form.rate if is_zero_sum(book) or asks_fee(book) else None,
        "rate_label": tell("round.round_fee" if asks_fee(book) else "round.round_rate"),
        "end": form.end,
        "ends": [{"key": end, "label": tell(f"round.end_{end}")} for end in list_ends(book, len(form.seats))],
        "as_table": as_table,
        "summary": tell(
            "round.round_game_summary",
            game=name_rulebook(book),
            n=len(form.seats),
        ),
    }


def _draw_seat(entered: EnteredRound, at: int, seat: SeatForm) -> dict:
    book, outcome = entered.book, entered.outcome
    name = seat.name.strip() or tell("round.player_n", n=at + 1)
    asked = asks_for(seat, book, entered.form.end)
    hidden = entered.shown is not None
    penalty = book.scoring.measure is Measure.PENALTY
    won = seat.ending in [one.value for one in WINNING]
    kind = (
        "cards_won"
        if won or seat.ending == Ending.WRONG_DECLARATION or not (penalty or seat.ending == Ending.PLAYING)
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
        "endings": _ending_choices(entered, seat),
        "objectives": [{"key": way.name, "label": in_words(name_objective(way))} for way in book.objectives]
        if asked["objective"]
        else [],
        "error": tell_bare(outcome.errors[at]) if at in outcome.errors else "",
        "error_field": _FIELDS.get(outcome.code, "cards") if at in outcome.errors else "",
        "missing": missing,
        "verdict": verdict,
        "can_open": entered.linked and seat.has_hand and at not in outcome.errors,
        "can_take": entered.linked and missing,
    }


def _ending_choices(entered: EnteredRound, seat: SeatForm) -> list[dict]:
    known = list_endings(entered.book)
    end = entered.form.end
    playing = [Ending.PLAYING]
    fitting = {
        "won": [one for one in known if one.ending is not Ending.PLAYING],
        "stock": [one for one in known if one.ending not in (*WINNING, *LOSING)],
        "redeal": [one for one in known if one.ending in playing],
        "wrong-declaration": [one for one in known if one.ending not in (*WINNING, *LOSING)],
    }[end]
    choices = [
        {"key": one.ending.value, "label": one.label if one.points is None else f"{one.label} ({one.points})"}
        for one in fitting
    ]
    if seat.ending not in [one["key"] for one in choices]:
        label = Ending(seat.ending).label  # type: ignore[call-arg]  # looked up by its code
        choices.append({"key": seat.ending, "label": tell("round.round_not_here", label=label)})
    return choices


_VERDICTS = {
    Figure.LAID: "round.verdict_laid",
    Figure.BEST: "round.verdict_best",
    Figure.STATED: "round.verdict_stated",
    Figure.PRICE: "round.verdict_stated",
}


def _verdict(judged: Judged) -> str:
    """What a player's cards come to, in a few words."""
    told = []
    if judged.score is not None:
        told.append(tell("round.verdict_score", n=judged.score))
    elif judged.ending in WINNING:
        if judged.analysis is not None:
            told.append(tell("round.verdict_declares"))
    elif judged.half == "half" and judged.seat.points in (None, judged.count):
        told.append(tell("round.verdict_half", count=judged.count, n=judged.points))
    elif judged.figure is Figure.STATED and judged.seat.points not in (None, judged.points):
        told.append(tell("round.verdict_limited", stated=judged.seat.points, n=judged.points))
    elif judged.figure in _VERDICTS:
        told.append(tell(_VERDICTS[judged.figure], n=judged.points))
    if judged.bonus and judged.ending.terms.exchanges:
        told.append(tell("round.verdict_bonus", what=list_items(judged.items), n=judged.bonus))
    return " · ".join(told)
