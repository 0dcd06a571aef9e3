"""What a page can ask of the bar: rulebook and table, the classroom, links, the QR code, messages."""

from __future__ import annotations

from dataclasses import replace
from typing import NotRequired, TypedDict

from ...game.cards import Card
from ...game.messages import Message, tell_later
from ...rulebooks import RULEBOOKS
from ...wording.speech import is_language
from ..asking import MODES, Action, NoValues, SwitchValues, take_own
from ..session import Session
from ..state import State, check_move
from ..worked_hands import WELCOME, fit_welcome, is_welcome
from .links import names_game, names_hand, read_link, read_mode, read_view
from .memory import recall
from .qr import keep_code


class SetValues(TypedDict):
    """What is chosen of the table; a turned card that is not known is empty."""

    rulebook: NotRequired[str]
    turned: NotRequired[str | None]
    players: NotRequired[int]
    options: NotRequired[list[str]]


class ModeValues(TypedDict):
    """A screen, and what the address then names on it, see ``MODES``."""

    mode: str
    lesson: NotRequired[str]
    show: NotRequired[str]
    task: NotRequired[str]
    puzzle: NotRequired[str]
    list: NotRequired[str]


class LinkValues(TypedDict):
    """The query string of a link, and what else the browser knows where the page was opened with it.

    ``first`` tells that the page was opened with it; ``memory`` is then what this browser tab had revealed of the
    very same link, and ``mode`` the screen to show where the link names nothing. ``round`` tells that a round stands
    behind the link.
    """

    search: str
    first: NotRequired[bool]
    memory: NotRequired[object]
    mode: NotRequired[str | None]
    round: NotRequired[bool]


class LanguageValues(TypedDict):
    """A language by its code."""

    code: str


class AddressValues(TypedDict):
    """The address of a page."""

    url: str


def set_table(session: Session, values: SetValues) -> None:
    """Choose rulebook, turned card, players or house options."""
    state = session.state
    if "rulebook" in values:
        key = session.book(values["rulebook"]).key  # an unknown key raises
        if key != state.rulebook:
            state = replace(state, rulebook=key, options=())
        session.chosen = replace(session.chosen, game=True)
    if "turned" in values:
        word = values["turned"]
        state = replace(state, turned=Card.parse(word) if word else None)
    if "players" in values:
        state = replace(state, players=values["players"])
    if "options" in values:
        state = replace(state, options=session.own.fit_options(state.rulebook, values["options"], state.options))
    session.go(_fit(session, state))


_BEGIN = ("learn", "play")  # screens with a beginning to go back to, where nothing is lost by it


def _fit(session: Session, state: State) -> State:
    """The table with what was chosen; a welcome hand that lies there untouched gives way to that of the game."""
    before = session.state
    return fit_welcome(before, state, session.book(before.rulebook), session.book(state.rulebook))


def choose_mode(session: Session, values: ModeValues) -> None:
    """Show the screen of a mode, and there what is named; asked for again where one is, the screen's beginning."""
    mode = values["mode"]
    check_move(mode in MODES)
    named = {name: str(value) for name, value in values.items() if name in MODES[mode]}
    if mode == session.mode and mode in _BEGIN and not named:
        session.name_on(mode)
    session.show(mode, **named)


def set_classroom(session: Session, values: SwitchValues) -> None:
    """Enter or leave the classroom."""
    session.set_classroom(values["on"])


def follow_link(session: Session, values: LinkValues) -> None:
    """Open the table of a link: a step back or forward if it leads there, else undoably."""
    search, steps = values["search"], session.steps
    untouched = is_welcome(session.state, session.book(session.state.rulebook))
    key, refused = take_own(session, search)
    hand_alone = bool(values.get("first")) and names_hand(search) and not names_game(search)
    base = _link_base(session.state, hand_alone=hand_alone)
    state, notes = read_link(search, base, is_welcome=untouched, books=session.own.all)
    mode, named = read_mode(search)
    kept = values.get("mode") or ""
    mode = mode or ("round" if values.get("round") else kept if kept in MODES else "analyse")
    if key:
        state = replace(state, rulebook=key, options=())
    if not names_hand(search):
        state = _fit(session, state)
    if steps.past and state == steps.past[-1]:
        session.undo()
    elif steps.future and state == steps.future[-1]:
        session.redo()
    else:
        session.go(state)
    session.name_on(mode)
    other = _drop_other_task(named)
    session.show(mode, **named)
    if values.get("first"):
        session.set_classroom(read_view(search))
        session.chosen = replace(session.chosen, game=names_game(search))
        recall(session, values.get("memory"))
        session.steps = replace(session.steps, past=())  # what stood there without a link is nothing to go back to
    session.notes = (*refused, *notes, *other, *session.notes)


def _drop_other_task(named: dict[str, str]) -> tuple[Message, ...]:
    """Leave out a task that another version of the tutor made, so that its lesson opens; what is said of it."""
    if "task" not in named:
        return ()
    from ...tutor.planting import is_made_today, read_name  # what makes tasks comes with the first lesson

    task = read_name(named["task"])
    if task is None or is_made_today(task):
        return ()
    del named["task"]
    return (tell_later("page.other_task"),)


def _link_base(state: State, *, hand_alone: bool) -> State:
    """What a link's missing parts fall back on: never a rulebook of the user's own; a hand alone has one of its own."""
    return replace(state, rulebook=WELCOME.rulebook) if hand_alone or state.rulebook not in RULEBOOKS else state


def choose_language(session: Session, values: LanguageValues) -> None:
    """Choose the language of this table; one that there is no catalogue of changes nothing."""
    if is_language(values["code"]):
        session.language = values["code"]


def draw_code(session: Session, values: AddressValues) -> None:
    """Draw the QR code of an address."""
    keep_code(session, values["url"])


def dismiss(session: Session, _: NoValues) -> None:
    """Put the messages away."""
    session.notes = ()


def ping(_: Session, __: NoValues) -> None:
    """Answer, and do nothing."""


ACTIONS: dict[str, Action] = {
    "set": set_table,
    "mode": choose_mode,
    "classroom": set_classroom,
    "link": follow_link,
    "language": choose_language,
    "qr": draw_code,
    "dismiss": dismiss,
    "ping": ping,
}
