"""The view model of the comparison: one row a rulebook, and why two of them differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from ...game.rules import Measure, Rulebook
from ...study.analysis import Analysis
from ...study.compare import Comparison
from ...wording.explain import explain
from ...wording.phrases import join_cited
from ...wording.speech import in_words, name_rulebook, tell, tell_if
from ..faces import LineView, draw_lines, figure_of, in_list
from ..session import REVEAL_STEPS, Session
from .job import chosen_pair, is_pending, last_comparison


class RowView(TypedDict):
    """A rulebook: its figures as they are written and as rows are sorted by them, and the ends of its bar.

    ``deals`` says that it deals another number of cards; its row may then be folded. What is not shown is None.
    """

    key: str
    own: bool
    name: str
    deals: str
    current: bool
    note: str
    note_full: str
    arranged: str
    arranged_value: int | None
    declares: bool
    best: str | None
    best_value: int | None
    best_declares: bool
    bonus: str
    bonus_value: int | None
    plot_arranged: int | None
    plot_best: int | None
    plot_label: str
    folded: NotRequired[bool]


class PairView(TypedDict):
    """Why two rulebooks differ."""

    a: str
    b: str
    lines: list[LineView]


class ComparisonView(TypedDict):
    """All rulebooks on the hand; the notes tell of the marks of all rows, and of those that are not folded."""

    rows: list[RowView]
    fold: str
    pending: bool
    show_best: bool
    lowest: int
    highest: int
    size_note: str
    note: str
    folded_note: str
    pair: PairView | None


# of what is special about a verdict what is told in a few words
_SHORT_NOTES = {"players-adjusted": "page.row_players", "jokers-set-aside": "page.row_aside"}


def draw_comparison(session: Session) -> ComparisonView:
    """All rulebooks on the hand; the best figures only if they have been asked for."""
    comparison, pending = last_comparison(session), is_pending(session)
    if comparison is None:
        rows = [_draw_book(session, book) for book in session.own.all.values()]
        return {"rows": rows, "fold": _tell_fold(rows), "pending": True, "show_best": False,
                "lowest": 0, "highest": 1, "pair": None, "note": "", "folded_note": "", "size_note": ""}  # fmt: skip
    show = session.revealed.best_column or session.revealed.level >= REVEAL_STEPS
    rows = [_draw_row(session, result, show) for result in comparison.results]
    fold = _tell_fold(rows)
    shown = [end for row in rows for end in (row["plot_arranged"], row["plot_best"]) if end is not None]
    highest = max([*shown, 1])
    return {
        "rows": rows,
        "fold": fold,
        "pending": pending,
        "show_best": session.revealed.best_column,
        "lowest": 0,
        "highest": highest,
        "size_note": "" if all(result.size_ok for result in comparison.results) else tell("page.size_footnote"),
        "note": _tell_marks(rows, show, highest),
        "folded_note": _tell_marks([row for row in rows if not row.get("folded")], show, highest),
        "pair": _draw_pair(comparison, *chosen_pair(session)),
    }


def _draw_pair(comparison: Comparison, a: str, b: str) -> PairView | None:
    """Why two rulebooks differ on the hand; None while one of them has only just come and is not compared yet."""
    if not {a, b} <= {result.rulebook.key for result in comparison.results}:
        return None
    return {"a": a, "b": b, "lines": draw_lines(comparison.why(a, b) if a != b else [tell("page.no_difference")])}


def _tell_fold(rows: Sequence[RowView]) -> str:
    """Mark the rows of games that deal another number of cards, and say how many; none where no other row is left."""
    other = [row for row in rows if row["deals"] and not row["current"]]
    if not other or (len(rows) - len(other) < 2 and any(row["deals"] and row["current"] for row in rows)):
        return ""
    for row in other:
        row["folded"] = True
    return tell("page.fold_rows", n=len(other))


def _tell_marks(rows: Sequence[RowView], show: bool, most: int) -> str:
    """What the marks of the rows in sight mean, and of no others."""
    bars = any(row["plot_arranged"] is not None for row in rows)
    declares = any(row["declares"] or row["best_declares"] for row in rows)
    plot = "page.plot_note_best" if show else "page.plot_note"
    return " ".join([*tell_if(plot, bars, most=most), *tell_if("page.declares_note", declares)])


def _draw_book(session: Session, book: Rulebook) -> RowView:
    """The row of a rulebook whose verdict is not known yet."""
    held = len(session.state.layout.cards)
    return {
        "key": book.key, "name": name_rulebook(book), "own": book.key in session.own,
        "deals": "" if held in (book.deal, book.deal + 1) else tell("page.row_deals", n=book.deal),
        "current": book.key == session.state.rulebook, "note": "", "note_full": "",
        "arranged": "…", "arranged_value": None, "declares": False, "best": None, "best_value": None,
        "best_declares": False, "bonus": "", "bonus_value": None, "plot_arranged": None, "plot_best": None,
        "plot_label": "",
    }  # fmt: skip


def _draw_row(session: Session, result: Analysis, show: bool) -> RowView:
    book, laid, best = result.rulebook, result.laid, result.solved
    penalty = book.scoring.measure is Measure.PENALTY
    figure, best_figure = in_words(figure_of(laid)), in_words(figure_of(best))
    label = "page.plot_label_best" if show else "page.plot_label"
    short = [reason.code for reason in result.notes if reason.code in _SHORT_NOTES]
    return {
        **_draw_book(session, book),
        "deals": "" if result.size_ok else tell("page.row_deals", n=book.deal),
        "note": in_list(*(tell(_SHORT_NOTES[code], n=result.players) for code in short)),
        "note_full": join_cited(explain(reason, book) for reason in result.notes),
        "arranged": figure,
        "arranged_value": -laid.score,
        "declares": laid.declares,
        "best": best_figure if show else None,
        "best_value": -best.score if show else None,
        "best_declares": show and best.declares,
        "bonus": "–" if result.bonus is None else in_words(result.bonus),
        "bonus_value": result.bonus,
        "plot_arranged": laid.points if penalty else None,
        "plot_best": best.points if penalty and show else None,
        "plot_label": tell(label if penalty else "page.no_penalty", laid=figure, best=best_figure),
    }
