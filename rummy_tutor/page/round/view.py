"""The view model of the round table: what is typed, the ledger, and the series of rounds."""

from __future__ import annotations

from typing import Literal, TypedDict

from ...game.messages import key_of
from ...game.rules import Measure
from ...rounds.endings import LOSING, WINNING, Ending
from ...rounds.judge import Figure, Judged
from ...rounds.ledger import RoundEnd, is_zero_sum
from ...rounds.settlement import list_endings
from ...wording.ledger import list_items
from ...wording.rule_texts import name_objective
from ...wording.speech import in_words, name_rulebook, say, tell, tell_if
from ..faces import (
    BookChoiceView,
    FaceView,
    FileView,
    LabelView,
    OptionView,
    SuitChoiceView,
    card_face,
    in_list,
    list_books,
    list_options,
    option_label,
    pretty_card,
    turned_choices,
)
from ..session import Said, SaidView, Session
from .entered import EnteredRound, RoundMemoryView, entered_round
from .form import SeatForm
from .kept_forms import SeatFormValues, clean, write_seat
from .ledger_view import LedgerView, draw_ledger
from .settling import asks_fee, asks_for, list_ends, tell_bare
from .sitting_view import SittingView, draw_sitting
from .worked_rounds import ROUND_PRESETS

# the input an error is about, where it is not the cards
_FIELDS = {
    **dict.fromkeys(("two-winners", "no-such-ending", "not-last", "bad-ending", "bad-turn"), "ending"),
    **dict.fromkeys(("bad-name", "name-twice"), "name"),
}


class WorkedGroupView(TypedDict):
    """Worked rounds that belong together."""

    label: str
    rounds: list[LabelView]


class WorkedView(TypedDict):
    """The worked rounds; the key of the one that lies there (empty for none), what it tells and its source."""

    key: str
    groups: list[WorkedGroupView]
    story: str
    source: str


class RoundGameView(TypedDict):
    """What is played; ``rate`` is what is typed for a point or a fee, None where neither is asked."""

    rulebooks: list[BookChoiceView]
    rulebook: str
    locked: bool
    turned: str
    turned_card: FaceView | None
    turned_choices: list[SuitChoiceView]
    players: int
    player_choices: list[int]
    options: list[OptionView]
    rate: str | None
    rate_label: str
    end: str
    ends: list[LabelView]
    as_table: str
    summary: str


class RoundSeatView(SeatFormValues):
    """A player: what is typed, what else can be typed and chosen, and what it comes to."""

    called: str
    asks: dict[str, bool]
    won: bool
    cards_kind: Literal["cards_won", "cards_lost", "cards_score"]
    endings: list[LabelView]
    objectives: list[LabelView]
    error: str
    error_field: str
    missing: bool
    verdict: str
    can_open: bool
    can_take: bool


class RoundView(TypedDict):
    """The round: what is typed, the ledger, the series, and what the tab keeps."""

    closed: Literal[False]
    worked: WorkedView
    game: RoundGameView
    seats: list[RoundSeatView]
    ledger: LedgerView
    sitting: SittingView
    said: SaidView | None
    file: FileView | None
    can_undo: bool
    can_redo: bool
    in_class: bool
    can_class: bool
    link: str
    note: str
    memory: RoundMemoryView


def draw_round(session: Session) -> RoundView:
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
        "said": None if entered.said is None else _draw_said(entered.said),
        "file": entered.file,
        "can_undo": bool(entered.steps.past),
        "can_redo": bool(entered.steps.future),
        "in_class": entered.in_class,
        "can_class": entered.linked,
        "link": entered.link,
        "note": "" if entered.note is None else say(entered.note),
        "memory": entered.memory(),
    }


def _draw_said(said: Said) -> SaidView:
    """What has to be said of a file, which may hold halves of letters."""
    return {**said.draw(), "text": clean(said.text, 2000)}


def _worked(entered: EnteredRound) -> WorkedView:
    preset = ROUND_PRESETS.get(entered.form.preset)
    sourced = [preset for preset in ROUND_PRESETS.values() if preset.is_sourced]
    others = [preset for preset in ROUND_PRESETS.values() if not preset.is_sourced]
    groups = ((tell("round.round_group_sources"), sourced), (tell("round.round_group_more"), others))
    story, source = "", ""
    if preset is not None:
        story, source = preset.story, preset.source
    elif entered.form.deal is not None:
        story = tell("round.round_dealt", seed=str(entered.form.deal))
    return {
        "key": entered.form.preset if preset is not None else "",
        "groups": [
            {"label": label, "rounds": [{"key": preset.key, "label": preset.label} for preset in group]}
            for label, group in groups
        ],
        "story": story,
        "source": source,
    }


def _draw_game(entered: EnteredRound) -> RoundGameView:
    form, book, session = entered.form, entered.book, entered.session
    least, most = book.table.players
    jokers = bool(book.table.pack_for(min(len(form.seats), most)).printed_jokers)
    state = session.state
    same = (state.rulebook, state.options, state.turned) == (form.rulebook, form.options, form.turned)
    as_table = ""
    is_locked = form.begun is not None
    if entered.linked and not (is_locked or same):
        turned = "" if state.turned is None else pretty_card(state.turned)
        what = in_list(name_rulebook(session.rulebook), *map(option_label, state.options), turned)
        as_table = tell("round.round_as_table", what=what)
    return {
        "rulebooks": [{"key": book.key, "name": name_rulebook(book)}]
        if form.begun is not None
        else list_books(session),
        "rulebook": form.rulebook,
        "locked": is_locked,
        "turned": "" if form.turned is None else str(form.turned),
        "turned_card": None if form.turned is None else card_face(form.turned),
        "turned_choices": turned_choices(jokers),
        "players": len(form.seats),
        "player_choices": sorted({*range(least, most + 1), len(form.seats)}),
        "options": list_options(book, form.options),
        "rate": form.rate if is_zero_sum(book) or asks_fee(book) else None,
        "rate_label": tell("round.round_fee" if asks_fee(book) else "round.round_rate"),
        "end": form.end,
        "ends": [{"key": end, "label": tell(key_of("round.end_", end))} for end in list_ends(book, len(form.seats))],
        "as_table": as_table,
        "summary": tell(
            "round.round_game_summary",
            game=name_rulebook(book),
            n=len(form.seats),
        ),
    }


def _draw_seat(entered: EnteredRound, at: int, seat: SeatForm) -> RoundSeatView:
    book, outcome = entered.book, entered.outcome
    name = seat.name.strip() or tell("round.player_n", n=at + 1)
    asked = asks_for(seat, book)
    asked["stake"] |= is_zero_sum(book) and bool(entered.form.rate.strip())  # each may play for another sum
    hidden = entered.shown is not None
    penalty = book.scoring.measure is Measure.PENALTY
    won = seat.ending in [ending.value for ending in WINNING]
    kind: Literal["cards_won", "cards_lost", "cards_score"] = (
        "cards_won"
        if won or seat.ending == Ending.WRONG_DECLARATION or not (penalty or seat.ending == Ending.PLAYING)
        else "cards_lost"
        if penalty
        else "cards_score"
    )
    verdict = "" if hidden or outcome.settled is None or at in outcome.missing else _verdict(outcome.settled.judged[at])
    missing = at in outcome.missing and not outcome.errors
    return {
        **write_seat(seat),
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


def _ending_choices(entered: EnteredRound, seat: SeatForm) -> list[LabelView]:
    decided = {*WINNING, *LOSING}
    others = {  # the endings that do not go with how the round ended for all
        RoundEnd.WON: {Ending.PLAYING},
        RoundEnd.STOCK: decided,
        RoundEnd.REDEAL: {*Ending} - {Ending.PLAYING},
        RoundEnd.WRONG_DECLARATION: decided,
    }[RoundEnd(entered.form.end)]
    fitting = [choice for choice in list_endings(entered.book) if choice.ending not in others]
    choices: list[LabelView] = [
        {
            "key": choice.ending.value,
            "label": choice.label if choice.points is None else f"{choice.label} ({choice.points})",
        }
        for choice in fitting
    ]
    if seat.ending not in [choice["key"] for choice in choices]:
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
    paid = judged.bonus and judged.ending.terms.exchanges
    bonus = tell_if("round.verdict_bonus", paid, what=list_items(judged.items), n=judged.bonus)
    return " · ".join([*_tell_count(judged), *bonus])


def _tell_count(judged: Judged) -> list[str]:
    """What the cards count to, and where that is taken from; nothing where no cards are counted."""
    stated, points = judged.seat.points, judged.points
    if judged.score is not None:
        return [tell("round.verdict_score", n=judged.score)]
    if judged.ending in WINNING:
        return tell_if("round.verdict_declares", judged.analysis is not None)
    if judged.half == "half" and stated in (None, judged.count):
        return [tell("round.verdict_half", count=judged.count, n=points)]
    if judged.figure is Figure.STATED and stated not in (None, points):
        return [tell("round.verdict_limited", stated=stated, n=points)]
    return [tell(_VERDICTS[judged.figure], n=points)] if judged.figure in _VERDICTS else []
