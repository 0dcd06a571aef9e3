"""The view model of the bar: choices of the table, the link, the next step of a lesson, and messages."""

from __future__ import annotations

from typing import TypedDict

from ...wording.catalogue import name_languages
from ...wording.speech import current_language, say, tell
from ..faces import BookChoiceView, OptionView, list_books, list_options, pretty_card
from ..session import Session
from .links import link_of
from .memory import MemoryView, write_memory
from .qr import CodeView, last_code


class LanguageView(TypedDict):
    """A language to choose, by its own name."""

    key: str
    name: str


class ShellView(TypedDict):
    """The bar, the link, and what has to be said; ``printed`` is the table as a printed page names it."""

    rulebooks: list[BookChoiceView]
    rulebook: str
    asks_game: bool
    players: int
    player_choices: list[int]
    options: list[OptionView]
    language: str
    languages: list[LanguageView]
    mode: str
    link: str
    text: str
    printed: str
    notes: list[str]
    classroom: bool
    qr: CodeView
    memory: MemoryView


def draw_shell(session: Session) -> ShellView:
    """Choices of the table, the link, and what has to be said."""
    state, book = session.state, session.rulebook
    least, most = book.table.players
    return {
        "rulebooks": list_books(session),
        "rulebook": book.key,
        "asks_game": session.mode != "learn" or bool(session.named_on("learn")),  # its first screen asks for itself
        "players": state.players,
        "player_choices": list(range(least, most + 1)),
        "options": list_options(book, state.options),
        "language": current_language(),
        "languages": _list_languages(),
        "mode": session.mode,
        "link": link_of(session),
        "text": _tell_text(session),
        "printed": _tell_table(session),
        "notes": list(map(say, session.notes)),
        "classroom": session.classroom,
        "qr": last_code(session),
        "memory": write_memory(session),
    }


def _tell_text(session: Session) -> str:
    """The hand in its text form, with the turned card behind a stroke, as it can be typed."""
    turned = session.state.turned
    return session.text if turned is None else f"{session.text} / {turned}"


def _tell_table(session: Session) -> str:
    """The table as a printed page names it: the game, the players and the turned card."""
    state = session.state
    card = "" if state.turned is None else pretty_card(state.turned)
    return tell("page.printed:turned" if card else "page.printed", name=session.rulebook, n=state.players, card=card)


def _list_languages() -> list[LanguageView]:
    """The languages to choose from, each by its own name; one that is not listed, if it is in force."""
    listed = name_languages() | {current_language(): tell("page.own_language")}
    return [{"key": code, "name": name} for code, name in listed.items()]
