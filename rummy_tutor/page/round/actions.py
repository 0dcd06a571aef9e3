"""What a page can ask of the round: game, players and hands, payments step by step, the series, files."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NotRequired, TypedDict

from ...game.cards import Card, CardError, Hand
from ...game.messages import tell_later
from ...game.rules import RuleError
from ...rounds.documents import parse_json, read_round
from ...rounds.endings import WINNING
from ...rounds.files import looks_like_series
from ...rounds.series import Series, loads_series
from ...rounds.settlement import list_endings
from ...rulebooks import RULEBOOKS
from ..asking import (
    Action,
    Brief,
    Choice,
    DealValues,
    KeyValues,
    NameValues,
    NoValues,
    PlaceValues,
    SwitchValues,
    take_place,
)
from ..faces import next_file
from ..history import undone_on_error
from ..session import Said, Session
from ..state import Layout, State, check_move, take_known
from .dealing import TRIES, deal_round
from .entered import IN_CLASS, EnteredRound, entered_round
from .form import (
    MAX_SEATS,
    Form,
    SeatForm,
    empty_seats,
    end_as,
    form_of_round,
    form_of_series,
    reopen_last,
    seat_players,
)
from .kept_forms import read_fields
from .part import ENTERED
from .worked_rounds import ROUND_PRESETS

_MAX_FILE = 1 << 20  # characters


class OpenRoundValues(TypedDict):
    """What the tab remembers, which may be anything, and the round of a link."""

    memory: NotRequired[object]
    link: NotRequired[str | None]


class RoundLinkValues(TypedDict):
    """The round of a link."""

    code: str


class GameValues(TypedDict):
    """What is chosen of the game; the rate as it is typed."""

    rulebook: NotRequired[str]
    options: NotRequired[list[str]]
    rate: NotRequired[str]


class RoundTableValues(TypedDict):
    """What is chosen of the round; a turned card that is not known is empty."""

    turned: NotRequired[str | None]
    end: NotRequired[str]
    players: NotRequired[int]
    check_pack: NotRequired[bool]


class SeatValues(PlaceValues):
    """What is typed or chosen for a player, see ``SeatForm``."""

    name: NotRequired[str]
    ending: NotRequired[str]
    cards: NotRequired[str]
    value: NotRequired[str]
    laid: NotRequired[str]
    seen: NotRequired[str]
    declared_on: NotRequired[str]
    objective: NotRequired[str]
    drew: NotRequired[bool]
    dublees: NotRequired[str]
    stake: NotRequired[str]


class StepValues(TypedDict):
    """How many payments are shown; None for all."""

    shown: int | None


class RoundFileValues(TypedDict):
    """The text of a file; None for what is no text."""

    text: str | None


def answer(session: Session, action: Callable[[EnteredRound, Any], None], values: Mapping[str, Any]) -> None:
    """Do what a page asks of the round; what is opened first is what the tab remembers, or a link.

    Raises:
        ValueError: it makes no sense; the round is then as it was.
    """
    if not ENTERED.is_kept(session):
        ENTERED.keep(session, EnteredRound(session))
    elif action is _open:
        return
    entered = entered_round(session)
    with undone_on_error(entered):
        action(entered, values)


def _open(entered: EnteredRound, values: OpenRoundValues) -> None:
    """What a tab remembers, then the round of a link unless that is the one the tab was at."""
    memory, link = values.get("memory"), values.get("link")
    recalled = entered.recall(memory)
    if link and not (recalled and isinstance(memory, Mapping) and memory.get("link") == link):
        entered.follow_link(link, fresh=not recalled)


def _game(entered: EnteredRound, values: GameValues) -> None:
    check_move(not entered.form.begun)
    entered.change(entered.set_game(values).altered(), hide=True)


def _table(entered: EnteredRound, values: RoundTableValues) -> None:
    """The turned card, the end, the number of players, or whether the pack is checked."""
    form = entered.form
    if "turned" in values:
        form = form.altered(turned=Card.parse(values["turned"]) if values["turned"] else None)
    if "end" in values:
        form = replace(end_as(form, values["end"]), preset="")
    if "players" in values:
        form = seat_players(form, min(max(2, values["players"]), MAX_SEATS))
    if "check_pack" in values:
        form = replace(form, check_pack=values["check_pack"])
    entered.change(form)


def _seat(entered: EnteredRound, values: SeatValues) -> None:
    at = take_place(values, len(entered.form.seats))
    entered.change_seat(at, read_fields(entered.form.seats[at], values))


def _winner(entered: EnteredRound, values: PlaceValues) -> None:
    """A player won, in the usual way of the game."""
    usual = next(choice.ending for choice in list_endings(entered.book) if choice.ending in WINNING)
    _seat(entered, {"at": values["at"], "ending": usual.value})


def _new(entered: EnteredRound, _: NoValues) -> None:
    """Nothing typed: in a sitting its next round, else a round of the table's game."""
    form, state = entered.form, entered.session.state
    if form.begun is not None:
        fresh = _next_form(entered, form.begun, form.begun.expected or tuple(seat.name for seat in form.seats))
    else:
        game = Form(rulebook=state.rulebook, options=state.options, rate=form.rate)
        fresh = replace(game, seats=empty_seats(state.players))
    entered.change(fresh, hide=True)


def _as_table(entered: EnteredRound, _: NoValues) -> None:
    """Take over the table's rulebook, options and turned card; everything typed stays."""
    check_move(not entered.form.begun)
    state = entered.session.state
    form = entered.set_game({"rulebook": state.rulebook, "options": state.options})
    entered.change(form.altered(turned=state.turned), hide=True)


def _deal(entered: EnteredRound, values: DealValues) -> None:
    seed = values["seed"] if "seed" in values else random.randrange(1, 1_000_000)
    form = entered.form
    wanted = None if form.begun is None else form.begun.expected
    names = wanted or tuple(seat.name for seat in form.seats)
    count = len(names) if wanted else entered.book.table.nearest(len(names))
    names = tuple(seat.name for seat in empty_seats(count, names))
    try:
        dealt, turned = deal_round(entered.book, count, seed)
    except ValueError:
        entered.said = Said("bad", tell_later("round.deal_failed", n=TRIES))
        return
    seats = tuple(
        SeatForm(name=name, ending=ending, cards=hand) for name, (ending, hand) in zip(names, dealt, strict=True)
    )
    fresh = form.altered(seats=seats, turned=turned, end="won", check_pack=True, deal=seed)
    entered.change(fresh, hide=True)


# ---- the table and the class -------------------------------------------------------------------------------
def _to_table(entered: EnteredRound, values: PlaceValues) -> None:
    form = entered.form
    seat = form.seats[take_place(values, len(form.seats))]
    session, book, key = entered.session, entered.book, entered.book.key
    if book.key not in RULEBOOKS:  # a sitting may be played by rules that were changed since
        key = session.keep_free(book)
    state = State(
        layout=Layout.of_hand(Hand.parse(seat.cards)),
        rulebook=key,
        turned=form.turned,
        players=len(form.seats),
        options=form.options,
    )
    session.go(state)
    session.show("analyse")


def _from_table(entered: EnteredRound, values: PlaceValues) -> None:
    at = take_place(values, len(entered.form.seats))
    entered.change_seat(at, replace(entered.form.seats[at], cards=entered.session.text))


def _step(entered: EnteredRound, values: StepValues) -> None:
    """Show the first payments, as many as ``shown`` says; null shows them all."""
    shown, most = values["shown"], len(entered.outcome.entries)
    entered.shown = None if shown is None else min(max(0, shown), most)


def _class(entered: EnteredRound, values: SwitchValues) -> None:
    entered.session.set_classroom(values["on"])
    if values["on"]:
        IN_CLASS.keep(entered.session, True)
        entered.shown = 0


# ---- the sitting -------------------------------------------------------------------------------------------
def _next_form(entered: EnteredRound, series: Series | None, names: tuple[str, ...]) -> Form:
    form = entered.form
    return Form(
        rulebook=form.rulebook,
        options=form.options,
        rate=form.rate,
        seats=empty_seats(len(names), names),
        series=series,
    )


def _next(entered: EnteredRound, _: NoValues) -> None:
    settled, (series, why) = entered.round, entered.joined
    series, names = take_known(series), take_known(settled).names
    check_move(why is None and not series.over)
    entered.change(_next_form(entered, series, series.expected or names), hide=True)


def _rejoin(entered: EnteredRound, values: NameValues) -> None:
    """Who is out of the pool takes part in this round."""
    form, name = entered.form, values["name"]
    check_move(name in take_known(form.series).may_rejoin and name not in [seat.name for seat in form.seats])
    entered.change(form.altered(seats=(*form.seats, SeatForm(name=name))))


def _share(entered: EnteredRound, _: NoValues) -> None:
    """The last players of a pool share its prize."""
    check_move(not entered.form.shared)
    entered.change(form_of_series(take_known(entered.form.series).share()), hide=True)


def _back(entered: EnteredRound, _: NoValues) -> None:
    """Open the last round of the sitting again."""
    entered.change(reopen_last(take_known(entered.form.begun)), hide=True)


def _end_sitting(entered: EnteredRound, _: NoValues) -> None:
    """Begin anew with the same players."""
    form = entered.form
    names = tuple(seat.name for seat in form.seats) if form.begun is None else form.begun.names
    entered.change(_next_form(entered, None, names), hide=True)


def _save(entered: EnteredRound, _: NoValues) -> None:
    joined, why = entered.joined
    check_move(why is None)
    series = take_known(joined)
    entered.file = next_file(entered.file, f"rummy-{entered.book.key}.json", series.dumps())
    entered.said = Said("good", tell_later("round.saved_n", n=len(series.rounds)))


def _load(entered: EnteredRound, values: RoundFileValues) -> None:
    """Open a file: a round comes on the table, a series is gone on with."""
    text = values["text"]
    try:
        if text is None or len(text) > _MAX_FILE:
            raise RuleError("file-too-long:characters", most=_MAX_FILE)
        text = text.removeprefix("\ufeff")
        if looks_like_series(text):
            series = loads_series(text)
            entered.keep_sitting(series)
            form, count, lost = form_of_series(series), len(series.rounds), series.damage
        else:
            settled = read_round(parse_json(text))
            entered.keep_book(settled.rulebook)
            form, count, lost = form_of_round(settled), 1, ()
    except (RuleError, CardError) as error:
        entered.said = Said("bad", tell_later("round.load_failed", why=error))
        return
    entered.change(form, hide=True)
    entered.said = Said("bad" if lost else "good", tell_later("round.loaded", n=count), lost)


_DO: dict[str, Callable[[EnteredRound, Any], None]] = {
    "open": _open,
    "link": Brief(RoundLinkValues, lambda entered, values: entered.follow_link(values["code"])),
    "undo": Brief(NoValues, lambda entered, _: entered.undo()),
    "redo": Brief(NoValues, lambda entered, _: entered.redo()),
    "game": _game,
    "table": _table,
    "seat": _seat,
    "winner": _winner,
    "preset": Brief(
        KeyValues,
        lambda entered, values: entered.change(take_known(ROUND_PRESETS.get(values["key"])).form(), hide=True),
    ),
    "new": _new,
    "as_table": _as_table,
    "deal": _deal,
    "to_table": _to_table,
    "from_table": _from_table,
    "step": _step,
    "class": _class,
    "next": _next,
    "rejoin": _rejoin,
    "share": _share,
    "back": _back,
    "end_sitting": _end_sitting,
    "save": _save,
    "load": _load,
}
ACTIONS: dict[str, Action] = {"round": Choice(answer, _DO)}
