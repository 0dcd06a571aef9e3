"""The round being entered beside a table: its form, the steps back, what it comes to, and how much is shown."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import cached_property
from typing import Any, TypedDict

from ...game.messages import Message, key_of, tell_later
from ...game.rules import Rulebook, RuleError
from ...rounds.ledger import Round, RoundEnd
from ...rounds.series import Series
from ...rulebooks import RULEBOOKS
from ..faces import FileView
from ..history import History, Stepping
from ..packed import PackedError
from ..session import Memory, Said, Session
from .form import Form, SeatForm, empty_round, empty_seats, end_as
from .kept_forms import FormValues, clean, read_form, write_form
from .links import read_history, read_round_link, write_history, write_round_link
from .part import ENTERED
from .settling import Outcome, list_ends, read_stakes, settle_form


class RoundMemoryView(TypedDict):
    """What a browser tab keeps of the round over a reload."""

    form: FormValues | None
    shown: int | None
    history: str
    link: str


IN_CLASS = Memory("round_class", lambda value: value is True, of_cards=True)  # the ledger alone, in big type


def entered_round(session: Session) -> EnteredRound:
    """The round of a session whose tab has been opened."""
    entered = ENTERED.of(session)
    assert entered is not None  # its tab has been opened
    entered.follow_rules()
    return entered


class EnteredRound(Stepping[Form]):
    """A round being entered beside a table.

    Args:
        session: the table's session.
        form: what is typed; nothing yet if left out, in a round of the table's game.
        linked: whether the table is on the page too, so that hands can be opened there.

    Attributes:
        steps: the forms before the present one, and those undone.
        shown: how many payments are shown, None for all.
        said: a line about the last file or deal, None where there is nothing to say.
        note: what was wrong with the last link.
        file: the last file to be saved, None if there was none.
        is_untouched: whether nothing has been typed yet, so that the round is of the table's game.
    """

    def __init__(self, session: Session, form: Form | None = None, *, linked: bool = True) -> None:
        self.session = session
        self.linked = linked
        self.steps: History[Form] = History()
        self.shown: int | None = None
        self.said: Said | None = None
        self.note: Message | None = None
        self.file: FileView | None = None
        self._present = form or empty_round(session.rulebook)
        self._own = session.own  # the user's own rulebooks when the form was judged
        self.is_untouched = form is None

    # ---- what holds now ------------------------------------------------------------------------
    @property
    def form(self) -> Form:
        """What is typed."""
        return self._present

    @form.setter
    def form(self, form: Form) -> None:
        if form.begun is not None:  # a sitting keeps its rules, even where they change elsewhere
            book = form.begun.rulebook
            form = replace(form, rulebook=book.key, options=book.options)
        elif form.rulebook not in self.session.own.all:
            form = replace(form, rulebook=self.session.book(form.rulebook).key, options=())
        self._present = form
        self.is_untouched = False
        self.note = None
        for name in ("book", "outcome", "joined", "link", "kept_steps"):
            self.__dict__.pop(name, None)

    def follow_table(self) -> None:
        """Take the table's game as long as nothing has been typed."""
        if self.is_untouched and self.form.rulebook != self.session.state.rulebook:
            self._begin_anew()

    def _begin_anew(self) -> None:
        self.form = empty_round(self.session.rulebook)
        self.is_untouched = True

    def follow_rules(self) -> None:
        """Judge the form anew once rules of the user's own were changed or forgotten."""
        if self._own is not self.session.own:
            self._own = self.session.own
            if self.is_untouched:
                self._begin_anew()
            else:
                self.form = self.form

    @cached_property
    def book(self) -> Rulebook:
        """The rulebook of the round, house options applied; a sitting that has begun keeps its own."""
        begun = self.form.begun
        return self.session.book(self.form.rulebook, self.form.options) if begun is None else begun.rulebook

    @cached_property
    def outcome(self) -> Outcome:
        """What the form comes to."""
        return settle_form(self.form, self.book)

    @property
    def round(self) -> Round | None:
        """The settled round, None while something is missing or wrong."""
        return self.outcome.settled if self.outcome.is_complete else None

    @cached_property
    def joined(self) -> tuple[Series | None, RuleError | None]:
        """The sitting with the round on the table, and why that round does not fit it."""
        base = self.form.series
        if self.round is None:
            return base, None
        try:
            if base is None or not base.rounds:
                _, fee = read_stakes(self.form, self.book)
                base = Series.new(self.book, (), self.round.point_value, entry_fee=fee)
            series = base.add(self.round)
            return series.share() if self.form.shared else series, None
        except RuleError as error:
            return base, None if error.code == "series-over" else error

    @property
    def in_class(self) -> bool:
        """Whether the ledger alone is shown, in big type."""
        return self.session.classroom and IN_CLASS.of(self.session)

    @cached_property
    def link(self) -> str:
        """What a link says of the round, nothing if it is too long for one."""
        return write_round_link(self.form)

    @cached_property
    def kept_steps(self) -> str:
        """The steps back and forward, as a tab keeps them."""
        return write_history(self.steps.past, self.steps.future)

    def memory(self) -> RoundMemoryView:
        """What a browser tab keeps over a reload."""
        form = None if self.is_untouched else write_form(self.form)
        return {"form": form, "shown": self.shown, "history": self.kept_steps, "link": self.link}

    def recall(self, memory: Any) -> bool:
        """Take up what a tab remembers, as far as it makes sense; whether there was a round."""
        form = read_form(memory.get("form")) if isinstance(memory, Mapping) else None
        if form is None or not form.seats or not self._is_known(form):
            return False
        past, future = read_history(memory.get("history"))
        self.steps = History(tuple(filter(self._is_known, past)), tuple(filter(self._is_known, future)))
        self.form = form
        if type(memory.get("shown")) is int:
            self.shown = max(0, memory["shown"])
        return True

    def keep_book(self, book: Rulebook) -> None:
        """Have the rulebook of a file to choose from if it is one of the user's own.

        Raises:
            RuleError: another rulebook has its key.
        """
        if RULEBOOKS.get(book.key) is None:
            self.session.keep_book(book)

    def keep_sitting(self, series: Series) -> None:
        """Have the rulebook of a sitting to choose from; one that has begun does without if it was changed since.

        Raises:
            RuleError: it has not begun, and another rulebook has the key.
        """
        with suppress(RuleError) if series.rounds else nullcontext():
            self.keep_book(series.rulebook)

    def _is_known(self, form: Form) -> bool:
        """Whether there is such a rulebook with such options; a sitting that has begun has its own."""
        try:
            if form.series is not None:
                self.keep_sitting(form.series)
            if form.begun is None:
                self.session.book(form.rulebook, form.options)
        except RuleError:
            return False
        return True

    def follow_link(self, code: object, *, fresh: bool = False) -> None:
        """Open the round of a link, undoably; one that cannot be read changes nothing and is told of.

        Args:
            code: what the link says of the round, as it came.
            fresh: whether the present round is one that nobody has asked for, and nothing to go back to.
        """
        try:
            form = read_round_link(code)
            if not self._is_known(form):
                raise PackedError
        except PackedError as error:
            kept = tell_later("round.round_link_fresh" if fresh else "round.round_link_kept")
            why = "round_link_long" if error.too_long else "round_link_damaged"
            self.note = tell_later(key_of("round.", why), kept=kept)
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
        self.steps = self.steps.after(self.form)
        self.form = form
        self.said = None
        if self.shown is not None:
            self.shown = 0 if hide else min(self.shown, len(self.outcome.entries))

    def _return(self, form: Form) -> None:
        self.form, self.said = form, None

    def change_seat(self, at: int, seat: SeatForm) -> None:
        """Replace one player's form."""
        seats = self.form.seats
        if seat != seats[at]:
            seats = (*seats[:at], seat, *seats[at + 1 :])
            self.change(self.form.altered(seats=seats))

    def set_game(self, values: Mapping) -> Form:
        """The form with another rulebook, options or rate.

        Raises:
            ValueError: there is no such rulebook or option.
        """
        form = self.form
        if "rulebook" in values and values["rulebook"] != form.rulebook:
            chosen = self.session.book(values["rulebook"])
            fits, seats = chosen.table.nearest(len(form.seats)) == len(form.seats), form.seats
            if not fits and all(replace(seat, name="") == SeatForm(name="") for seat in seats):
                seats = empty_seats(chosen.table.nearest())
            form = replace(form, rulebook=chosen.key, options=(), seats=seats)
        if "options" in values:
            fitting = self.session.own.fit_options(form.rulebook, values["options"], form.options)
            form = replace(form, options=fitting)
        if "rate" in values:
            form = replace(form, rate=clean(values["rate"]))
        ends = list_ends(self.session.book(form.rulebook, form.options), len(form.seats))
        return form if form.end in ends else end_as(form, RoundEnd.WON.value)
