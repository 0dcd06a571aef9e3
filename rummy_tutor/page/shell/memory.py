"""What a browser tab remembers of a table: what was revealed and chosen, and stands in no link."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypedDict

from ..asking import WITH_TABLE, pick_fitting
from ..editor.typed import MAX_TEXT, find_error
from ..session import REVEAL_STEPS, Session
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
    kept = pick_fitting(MemoryView, memory)
    if not kept:
        return
    if session.mode not in WITH_TABLE and kept.get("table"):  # a screen whose link names no hand
        session.go(read_link(kept["table"], session.state, books=session.own.all)[0])
    session.reveal(kept.get("reveal", 0))
    if session.revealed.level >= REVEAL_STEPS and session.answers:
        session.answers.find(kept.get("answer", ""))
    verdict, best_column = session.revealed.verdict or kept.get("verdict", False), kept.get("best_column", False)
    session.revealed = replace(session.revealed, verdict=verdict, best_column=best_column)
    chosen: dict[str, Any] = {name: kept[name] for name in ("game", "wilds_last") if name in kept}
    pair, books = kept.get("pair", ()), session.own.all
    if len(pair) == 2 and books.keys() >= {*pair}:
        chosen["pair"] = pair[0], pair[1]
    if kept.get("other") in books:
        chosen["other"] = kept["other"]
    session.chosen = replace(session.chosen, sort="rank" if kept.get("sort") == "rank" else "suit", **chosen)
    draft = kept.get("draft", "")
    if draft and find_error(draft) is not None:
        session.draft = draft[:MAX_TEXT]
    session.asked, session.kept = (
        bag if len(bag) <= _MAX_ASKED else {} for bag in (kept.get("asked", {}), kept.get("kept", {}))
    )
