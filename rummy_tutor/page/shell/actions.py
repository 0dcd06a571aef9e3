"""What a page can ask of the bar: rulebook and table, the classroom, links, the QR code, messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...game.cards import Card
from ...rulebooks import RULEBOOKS
from ...tutor.about import find_first_game
from ...wording.speech import is_language
from ..asking import MODES, take_own
from ..session import Session
from ..state import MoveError, State
from ..worked_hands import WELCOME, fit_welcome, is_welcome
from .links import names_game, names_hand, read_link, read_mode, read_view
from .memory import recall
from .qr import keep_code

_LEARN = next(iter(MODES))  # the screen of a first visit


def set_table(session: Session, values: Mapping) -> None:
    """Choose rulebook, turned card, players or house options."""
    state = session.state
    if "rulebook" in values:
        key = session.book(str(values["rulebook"])).key  # an unknown key raises
        if key != state.rulebook:
            state = replace(state, rulebook=key, options=())
        session.chosen = replace(session.chosen, game=True)
    if "turned" in values:
        word = values["turned"]
        state = replace(state, turned=Card.parse(word) if word else None)
    if "players" in values:
        state = replace(state, players=int(values["players"]))
    if "options" in values:
        options = tuple(str(option) for option in values["options"])
        state = replace(state, options=session.own.fit_options(state.rulebook, options, state.options))
    session.go(_fit(session, state))


def _fit(session: Session, state: State) -> State:
    """The table with what was chosen; a welcome hand that lies there untouched gives way to that of the game."""
    before = session.state
    return fit_welcome(before, state, session.book(before.rulebook), session.book(state.rulebook))


def choose_mode(session: Session, values: Mapping) -> None:
    """Show the screen of a mode, and there what is named."""
    mode = values.get("mode")
    if not isinstance(mode, str) or mode not in MODES:
        raise MoveError("bad_move")
    if mode == _LEARN and _is_unchosen(session):
        session.go(replace(session.state, rulebook=find_first_game().key))
    session.show(mode, **{name: str(values[name]) for name in MODES[mode] if name in values})


def _is_unchosen(session: Session) -> bool:
    """Whether the table is the one that a page opens with, its game nobody's choice."""
    return (session.text, session.state.rulebook, session.chosen.game) == (WELCOME.hand, WELCOME.rulebook, False)


def set_classroom(session: Session, values: Mapping) -> None:
    """Enter or leave the classroom."""
    session.set_classroom(bool(values.get("on")))


def follow_link(session: Session, values: Mapping) -> None:
    """Open the table of a link: a step back or forward if it leads there, else undoably.

    ``first`` tells that the page was opened with it; ``memory`` is then what this browser tab had revealed of the
    very same link, and ``mode`` the screen to show where the link names nothing. ``round`` tells that a round stands
    behind the link.
    """
    search, steps = values.get("search"), session.steps
    untouched = is_welcome(session.state, session.book(session.state.rulebook))
    key, refused = take_own(session, search)
    state, notes = read_link(search, _link_base(session.state), is_welcome=untouched, books=session.own.all)
    mode, named = read_mode(search)
    kept = values.get("mode")
    mode = mode or ("round" if values.get("round") else kept if isinstance(kept, str) and kept in MODES else "analyse")
    if key:
        state = replace(state, rulebook=key, options=())
    elif values.get("first") and mode == _LEARN and not named and not names_game(search) and _is_unchosen(session):
        state = replace(state, rulebook=find_first_game().key)
    if not names_hand(search):
        state = _fit(session, state)
    if steps.past and state == steps.past[-1]:
        session.undo()
    elif steps.future and state == steps.future[-1]:
        session.redo()
    else:
        session.go(state)
    session.named = {**session.named, mode: {}}
    session.show(mode, **named)
    if values.get("first"):
        session.set_classroom(read_view(search))
        session.chosen = replace(session.chosen, game=names_game(search))
        recall(session, values.get("memory"))
        session.steps = replace(session.steps, past=())  # what stood there without a link is nothing to go back to
    session.notes = (*refused, *notes, *session.notes)


def _link_base(state: State) -> State:
    """What a link's missing parts fall back on: never a rulebook of the user's own."""
    return state if state.rulebook in RULEBOOKS else replace(state, rulebook=WELCOME.rulebook)


def choose_language(session: Session, values: Mapping) -> None:
    """Choose the language of this table; one that there is no catalogue of changes nothing."""
    code = values.get("code")
    if isinstance(code, str) and is_language(code):
        session.language = code


def draw_code(session: Session, values: Mapping) -> None:
    """Draw the QR code of an address."""
    keep_code(session, str(values.get("url", "")))


def dismiss(session: Session, _: Mapping) -> None:
    """Put the messages away."""
    session.notes = ()


def ping(_: Session, __: Mapping) -> None:
    """Answer, and do nothing."""


ACTIONS = {
    "set": set_table,
    "mode": choose_mode,
    "classroom": set_classroom,
    "link": follow_link,
    "language": choose_language,
    "qr": draw_code,
    "dismiss": dismiss,
    "ping": ping,
}
