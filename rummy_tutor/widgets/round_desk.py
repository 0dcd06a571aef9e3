"""The round of one session: its form, what has been undone, and everything a page can ask of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from .._ledger import Round, RoundEnd
from ..cards import Card, CardError, Hand
from ..rounds import parse_json
from ..rules import Rulebook, RuleError
from ..series import Series, loads_series, looks_like_series, new_series
from .options import fit_options
from .round_deal import deal_round
from .round_form import (
    MAX_SEATS,
    Form,
    Outcome,
    SeatForm,
    clean,
    empty_seats,
    end_as,
    form_of_document,
    form_of_series,
    list_ends,
    read_fields,
    read_form,
    read_stakes,
    reopen_last,
    seat_players,
    settle_form,
    write_form,
)
from .round_links import RoundLinkError, read_history, read_round_link, write_history, write_round_link
from .round_presets import FIRST, ROUND_PRESETS
from .round_texts import tell
from .state import Layout, MoveError, State

if TYPE_CHECKING:
    from .session import Session

CLASS = "round_class"  # asked for: the ledger alone, in big type
_MAX_PAST = 100
_MAX_FILE = 1 << 20  # characters


class RoundDesk:
    """A round being entered beside a table.

    Args:
        session: the table's session.
        form: what is typed; a worked round if left out.
        linked: whether hands can be sent to the table, which somebody sees.

    Attributes:
        past: the forms before.
        future: the forms undone, the next one last.
        shown: how many payments are shown, None for all.
        said: a line about the last file or deal.
        note: what was wrong with the last link.
        file: the last file to be saved: its number, name and text.
    """

    def __init__(self, session: Session, form: Form | None = None, *, linked: bool = True) -> None:
        self.session = session
        self.linked = linked
        self.past: list[Form] = []
        self.future: list[Form] = []
        self.shown: int | None = None
        self.said: tuple[str, str] = ("", "")  # tone and text
        self.note = ""
        self.file: dict[str, object] = {"n": 0}
        self._form = form or FIRST.form()

    # ---- what holds now ------------------------------------------------------------------------
    @property
    def form(self) -> Form:
        """What is typed."""
        return self._form

    @form.setter
    def form(self, form: Form) -> None:
        self._form = form
        self.note = ""
        for name in ("book", "outcome", "joined", "link", "history"):
            self.__dict__.pop(name, None)

    @cached_property
    def book(self) -> Rulebook:
        """The rulebook of the round, house options applied."""
        return self.session.book(self.form.rulebook, self.form.options)

    @cached_property
    def outcome(self) -> Outcome:
        """What the form comes to."""
        return settle_form(self.form, self.book)

    @property
    def round(self) -> Round | None:
        """The settled round, None while something is missing or wrong."""
        return self.outcome.settled if self.outcome.is_complete else None

    @cached_property
    def joined(self) -> tuple[Series | None, str]:
        """The sitting with the round on the table, and why that round does not fit it."""
        base = self.form.series
        if self.round is None:
            return base, ""
        try:
            if base is None or not base.rounds:
                _, fee = read_stakes(self.form, self.book)
                base = new_series(self.book, (), self.round.point_value, entry_fee=fee)
            series = base.add(self.round)
            return series.share() if self.form.shared else series, ""
        except RuleError as error:
            return base, "" if error.code == "series-over" else str(error)

    @property
    def in_class(self) -> bool:
        """Whether the ledger alone is shown, in big type."""
        return self.session.classroom and self.session.asked.get(CLASS) is True

    @cached_property
    def link(self) -> str:
        """What a link says of the round, nothing if it is too long for one."""
        return write_round_link(self.form)

    @cached_property
    def history(self) -> str:
        """The steps back and forward, as a tab keeps them."""
        return write_history(self.past, self.future)

    def memory(self) -> dict[str, object]:
        """What a browser tab keeps over a reload."""
        return {"form": write_form(self.form), "shown": self.shown, "history": self.history, "link": self.link}

    def recall(self, memory: object) -> bool:
        """Take up what a tab remembers, as far as it makes sense; whether there was a round."""
        form = read_form(memory.get("form")) if isinstance(memory, Mapping) else None
        if form is None or not self._is_known(form):
            return False
        self.past, self.future = (
            [one for one in steps if self._is_known(one)] for steps in read_history(memory.get("history"))
        )
        self.form = form
        if type(memory.get("shown")) is int:
            self.shown = max(0, memory["shown"])
        return True

    def _is_known(self, form: Form) -> bool:
        """Whether there is such a rulebook with such options."""
        try:
            self.session.book(form.rulebook, form.options)
        except RuleError:
            return False
        return True

    def follow_link(self, code: object, *, fresh: bool = False) -> None:
        """Open the round of a link, undoably; one that cannot be read changes nothing and is told of.

        Args:
            code: what the link says of the round, as it came.
            fresh: whether the round on the desk is one that nobody has asked for, and nothing to go back to.
        """
        try:
            form = read_round_link(code)
            if not self._is_known(form):
                raise RoundLinkError("round_link_damaged")
        except RoundLinkError as error:
            kept = tell("round_link_fresh" if fresh else "round_link_kept")
            self.note = tell(error.code, what=kept)
            return
        if fresh:
            self.form = form
        else:
            self.change(form, hide=True)

    # ---- changing ------------------------------------------------------------------------------
    def change(self, form: Form, *, hide: bool = False) -> None:
        """Make ``form`` the present one, undoably.

        Args:
            form: what is typed now.
            hide: whether payments are hidden again if they were shown step by step.
        """
        if form == self.form:
            return
        if form.shared and form.series is self.form.series:  # after another last round nobody has asked for it
            form = replace(form, shared=False)
        self.past = [*self.past[-_MAX_PAST:], self.form]
        self.future = []
        self.form = form
        self.said = ("", "")
        if self.shown is not None:
            self.shown = 0 if hide else min(self.shown, len(self.outcome.entries))

    def change_seat(self, at: int, seat: SeatForm) -> None:
        """Replace one player's form."""
        seats = self.form.seats
        if seat != seats[at]:
            seats = (*seats[:at], seat, *seats[at + 1 :])
            self.change(replace(self.form, seats=seats, preset="", deal=None))

    def set_game(self, values: Mapping) -> Form:
        """The form with another rulebook, options or rate.

        Raises:
            ValueError: there is no such rulebook or option.
        """
        form = self.form
        if "rulebook" in values and str(values["rulebook"]) != form.rulebook:
            book = self.session.book(str(values["rulebook"]))
            least, most = book.table.players
            seats = form.seats if least <= len(form.seats) <= most or any(map(_is_filled, form.seats)) else ()
            form = replace(form, rulebook=book.key, options=(), seats=seats or empty_seats(min(max(4, least), most)))
            form = end_as(form, form.end if form.end in list_ends(book) else RoundEnd.WON.value)
        if "options" in values:
            options = tuple(str(option) for option in values["options"])
            form = replace(form, options=fit_options(form.rulebook, options, form.options))
        if "rate" in values:
            form = replace(form, rate=clean(values["rate"]))
        return form


def _is_filled(seat: SeatForm) -> bool:
    return replace(seat, name="") != SeatForm(name="")


# ---- intents -----------------------------------------------------------------------------------------------
_ANSWERS: dict[str, Callable[[RoundDesk, Mapping], None]] = {}


def _answers(name: str) -> Callable:
    def register(handler: Callable[[RoundDesk, Mapping], None]) -> Callable:
        _ANSWERS[name] = handler
        return handler

    return register


def answer(session: Session, values: Mapping) -> None:
    """Do what a page asks of the round; raises for what makes no sense."""
    handler = _ANSWERS.get(values.get("do")) if isinstance(values.get("do"), str) else None
    if handler is None:
        raise MoveError("bad_move")
    if session.round is None:
        session.round = RoundDesk(session)
        if values["do"] == "open":
            _begin(session.round, values.get("memory"), values.get("link"))
    if values["do"] != "open":
        handler(session.round, values)


def _begin(desk: RoundDesk, memory: object, link: object) -> None:
    """What a tab remembers, then the round of a link unless that is the one the tab was at."""
    recalled = desk.recall(memory)
    if link and not (recalled and memory.get("link") == link):
        desk.follow_link(link, fresh=not recalled)


@_answers("open")
def _open(desk: RoundDesk, values: Mapping) -> None:
    """The tab is shown: ``answer`` has made the desk."""


@_answers("link")
def _link(desk: RoundDesk, values: Mapping) -> None:
    desk.follow_link(values.get("code"))


@_answers("undo")
def _undo(desk: RoundDesk, _: Mapping) -> None:
    if desk.past:
        desk.future.append(desk.form)
        desk.form = desk.past.pop()
        desk.said = ("", "")


@_answers("redo")
def _redo(desk: RoundDesk, _: Mapping) -> None:
    if desk.future:
        desk.past.append(desk.form)
        desk.form = desk.future.pop()
        desk.said = ("", "")


def _unlocked(desk: RoundDesk) -> None:
    if desk.form.is_locked:
        raise MoveError("bad_move")


@_answers("game")
def _game(desk: RoundDesk, values: Mapping) -> None:
    _unlocked(desk)
    desk.change(replace(desk.set_game(values), preset="", deal=None), hide=True)


@_answers("table")
def _table(desk: RoundDesk, values: Mapping) -> None:
    """The turned card, the end, the number of players, or whether the pack is checked."""
    form = desk.form
    if "turned" in values:
        turned = Card.parse(values["turned"]) if values["turned"] else None
        form = replace(form, turned=turned, preset="", deal=None)
    if "end" in values:
        form = replace(end_as(form, str(values["end"])), preset="")
    if "players" in values:
        form = seat_players(form, min(max(2, int(values["players"])), MAX_SEATS))
    if "check_pack" in values:
        form = replace(form, check_pack=bool(values["check_pack"]))
    desk.change(form)


def _place(desk: RoundDesk, values: Mapping) -> int:
    at = values.get("at")
    if type(at) is not int or not 0 <= at < len(desk.form.seats):
        raise MoveError("bad_move")
    return at


@_answers("seat")
def _seat(desk: RoundDesk, values: Mapping) -> None:
    at = _place(desk, values)
    desk.change_seat(at, read_fields(desk.form.seats[at], values))


@_answers("preset")
def _preset(desk: RoundDesk, values: Mapping) -> None:
    preset = ROUND_PRESETS.get(str(values.get("key")))
    if preset is None:
        raise MoveError("bad_move")
    desk.change(preset.form(), hide=True)


@_answers("new")
def _new(desk: RoundDesk, _: Mapping) -> None:
    """Nothing typed: in a sitting its next round, else a round of the table's game."""
    form, state = desk.form, desk.session.state
    if form.is_locked:
        names = form.series.expected or tuple(seat.name for seat in form.seats)
        desk.change(_next_form(desk, form.series, names), hide=True)
        return
    seats = empty_seats(state.players)
    fresh = Form(rulebook=state.rulebook, options=state.options, turned=state.turned, rate=form.rate, seats=seats)
    desk.change(fresh, hide=True)


@_answers("as_table")
def _as_table(desk: RoundDesk, _: Mapping) -> None:
    """Take over the table's rulebook, options and turned card; everything typed stays."""
    _unlocked(desk)
    state = desk.session.state
    form = desk.set_game({"rulebook": state.rulebook, "options": state.options})
    desk.change(replace(form, turned=state.turned, preset="", deal=None), hide=True)


@_answers("deal")
def _deal(desk: RoundDesk, values: Mapping) -> None:
    seed = values.get("seed")
    seed = seed if type(seed) is int else random.randrange(1, 1_000_000)
    form = desk.form
    least, most = desk.book.table.players
    wanted = form.series.expected if form.is_locked else None
    names = wanted or tuple(seat.name for seat in form.seats)
    count = len(names) if wanted else min(max(len(names), least), most)
    names = tuple(seat.name for seat in empty_seats(count, names))
    try:
        dealt, turned = deal_round(desk.book, count, seed)
    except ValueError as error:
        desk.said = ("bad", tell("deal_failed", why=error))
        return
    seats = tuple(
        SeatForm(name=name, ending=ending, cards=hand) for name, (ending, hand) in zip(names, dealt, strict=True)
    )
    fresh = replace(form, seats=seats, turned=turned, end="won", check_pack=True, preset="", deal=seed)
    desk.change(fresh, hide=True)


# ---- the table and the class -------------------------------------------------------------------------------
@_answers("to_table")
def _to_table(desk: RoundDesk, values: Mapping) -> None:
    form = desk.form
    seat = form.seats[_place(desk, values)]
    state = State(
        layout=Layout.of_hand(Hand.parse(seat.cards)),
        rulebook=form.rulebook,
        turned=form.turned,
        players=len(form.seats),
        options=form.options,
    )
    desk.session.go(state)


@_answers("from_table")
def _from_table(desk: RoundDesk, values: Mapping) -> None:
    at = _place(desk, values)
    desk.change_seat(at, replace(desk.form.seats[at], cards=desk.session.text))


@_answers("step")
def _step(desk: RoundDesk, values: Mapping) -> None:
    """Show so many payments; null shows them all."""
    shown = values.get("shown")
    most = len(desk.outcome.entries)
    desk.shown = None if type(shown) is not int else min(max(0, shown), most)


@_answers("class")
def _class(desk: RoundDesk, values: Mapping) -> None:
    desk.session.set_classroom(bool(values.get("on")))
    if values.get("on"):
        desk.session.asked[CLASS] = True
        desk.shown = 0


# ---- the sitting -------------------------------------------------------------------------------------------
def _next_form(desk: RoundDesk, series: Series, names: tuple[str, ...]) -> Form:
    form = desk.form
    return Form(
        rulebook=form.rulebook,
        options=form.options,
        rate=form.rate,
        seats=empty_seats(len(names), names),
        series=series,
    )


@_answers("next")
def _next(desk: RoundDesk, _: Mapping) -> None:
    series, why = desk.joined
    if desk.round is None or why or series.over:
        raise MoveError("bad_move")
    desk.change(_next_form(desk, series, series.expected or desk.round.names), hide=True)


@_answers("rejoin")
def _rejoin(desk: RoundDesk, values: Mapping) -> None:
    """Who is out of the pool takes part in this round."""
    form, name = desk.form, values.get("name")
    if form.series is None or name not in form.series.may_rejoin or name in [seat.name for seat in form.seats]:
        raise MoveError("bad_move")
    desk.change(replace(form, seats=(*form.seats, SeatForm(name=name)), preset="", deal=None))


@_answers("share")
def _share(desk: RoundDesk, _: Mapping) -> None:
    """The last players of a pool share its prize."""
    if desk.form.series is None or desk.form.shared:
        raise MoveError("bad_move")
    desk.change(form_of_series(desk.form.series.share()), hide=True)


@_answers("back")
def _back(desk: RoundDesk, _: Mapping) -> None:
    """Open the last round of the sitting again."""
    if not desk.form.is_locked:
        raise MoveError("bad_move")
    desk.change(reopen_last(desk.form.series), hide=True)


@_answers("end_sitting")
def _end_sitting(desk: RoundDesk, _: Mapping) -> None:
    """Begin anew with the same players."""
    names = desk.form.series.names if desk.form.is_locked else tuple(seat.name for seat in desk.form.seats)
    desk.change(replace(_next_form(desk, None, names), series=None), hide=True)


@_answers("save")
def _save(desk: RoundDesk, _: Mapping) -> None:
    series, why = desk.joined
    if series is None or why:
        raise MoveError("bad_move")
    name = tell("file_name", game=desk.book.key)
    desk.file = {"n": int(desk.file["n"]) + 1, "name": name, "text": series.dumps()}
    desk.said = ("good", tell("saved_1") if len(series.rounds) == 1 else tell("saved_n", n=len(series.rounds)))


@_answers("load")
def _load(desk: RoundDesk, values: Mapping) -> None:
    """Open a file: a round comes on the table, a series is gone on with."""
    text = values.get("text")
    try:
        if not isinstance(text, str) or len(text) > _MAX_FILE:
            raise RuleError(tell("load_long", n=_MAX_FILE), "file-too-long")
        text = text.removeprefix("\ufeff")
        if looks_like_series(text):
            series = loads_series(text)
            form, count, lost = form_of_series(series), len(series.rounds), series.lost
        else:
            form, count, lost = form_of_document(parse_json(text)), 1, ""
    except (RuleError, CardError) as error:
        desk.said = ("bad", tell("load_failed", why=clean(error, 1000).rstrip(".")))
        return
    desk.change(form, hide=True)
    read = tell("loaded_1") if count == 1 else tell("loaded", n=count)
    desk.said = ("bad", f"{read} {lost[0].upper()}{lost[1:]}.") if lost else ("good", read)
