"""What a browser tab remembers of a table: what was revealed and chosen, and stands in no link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypedDict

from ...game.rules import Rulebook
from ..asking import WITH_TABLE
from ..editor.typed import MAX_TEXT, find_error
from ..session import REVEAL_STEPS, Chosen, Session
from .links import read_link, write_link

_MAX_ASKED = 20


class MemoryView(TypedDict):
    """What a tab keeps over a reload, and nobody else gets: the browser reads none of it but ``game``."""

    table: str
    reveal: int
    answer: str
    verdict: bool
    best_column: bool
    sort: str
    wilds_last: bool
    pair: list[str]
    other: str | None
    game: bool
    asked: dict[str, object]
    kept: dict[str, object]
    draft: str


def write_memory(session: Session) -> MemoryView:
    """What a tab keeps of a table."""
    revealed, chosen, answers = session.revealed, session.chosen, session.answers
    return {
        "table": "" if session.mode in WITH_TABLE else write_link(session.state),
        "reveal": revealed.level,
        "answer": answers.text if revealed.level >= REVEAL_STEPS and answers and answers.at else "",
        "verdict": revealed.verdict,
        "best_column": revealed.best_column,
        "sort": chosen.sort,
        "wilds_last": chosen.wilds_last,
        "pair": list(chosen.pair or ()),
        "other": chosen.other,
        "game": chosen.game,
        "asked": dict(session.asked),
        "kept": dict(session.kept),
        "draft": session.draft or "",
    }


def recall(session: Session, memory: object) -> None:
    """Take up what a tab remembers of this very table; whatever makes no sense is left out."""
    if not isinstance(memory, Mapping):
        return
    if session.mode not in WITH_TABLE and memory.get("table"):  # a screen whose link names no hand
        session.go(read_link(memory["table"], session.state, books=session.own.all)[0])
    level, answer = memory.get("reveal"), memory.get("answer")
    if type(level) is int:
        session.reveal(level)
    if isinstance(answer, str) and session.revealed.level >= REVEAL_STEPS and session.answers:
        session.answers.find(answer)
    session.revealed = replace(
        session.revealed,
        verdict=session.revealed.verdict or memory.get("verdict") is True,
        best_column=memory.get("best_column") is True,
    )
    session.chosen = _read_chosen(memory, session.chosen, session.own.all)
    kept = memory.get("kept")
    if isinstance(kept, Mapping) and len(kept) <= _MAX_ASKED:
        session.kept = {str(panel): value for panel, value in kept.items()}
    draft, asked = memory.get("draft"), memory.get("asked")
    if isinstance(draft, str) and draft and find_error(draft) is not None:
        session.draft = draft[:MAX_TEXT]
    if isinstance(asked, Mapping) and len(asked) <= _MAX_ASKED:
        session.asked = {str(panel): value for panel, value in asked.items()}


def _read_chosen(memory: Mapping, before: Chosen, books: Mapping[str, Rulebook]) -> Chosen:
    """What was chosen to look at, as far as it makes sense."""
    pair, other = memory.get("pair"), memory.get("other")
    if isinstance(pair, list) and len(pair) == 2 and all(isinstance(key, str) and key in books for key in pair):
        before = replace(before, pair=(pair[0], pair[1]))
    if isinstance(other, str) and other in books:
        before = replace(before, other=other)
    if isinstance(memory.get("game"), bool):
        before = replace(before, game=memory["game"])
    sort = "rank" if memory.get("sort") == "rank" else "suit"
    return replace(before, sort=sort, wilds_last=memory.get("wilds_last") is True)
