"""View models of the panels around the table: comparison, hand editor, rulebook, and the bar of choices."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .. import explain
from ..cards import CARDS, MAX_HAND, SUITS, Card
from ..explain import Line
from ..phrases import with_minus
from ..rulebooks import RULEBOOKS
from ..rules import Measure, Rulebook
from ..rulings import find_citations
from .presets import PRESETS
from .session import REVEAL_STEPS, Session
from .texts import say
from .views import card_face, card_name, figure_of, pretty_card


# ---- comparison --------------------------------------------------------------------------------------
def draw_comparison(session: Session) -> dict:
    """Nine rulebooks on the hand; the best figures only if they have been asked for."""
    comparison, pending = session.comparison, session.comparison_pending
    if comparison is None:
        return {"rows": [_empty_row(session, key) for key in RULEBOOKS], "pending": True, "show_best": False,
                "lowest": 0, "highest": 1, "pair": None, "plot_note": "", "size_note": ""}  # fmt: skip
    show = session.show_best_column or session.reveal >= REVEAL_STEPS
    rows = [_row(session, result, show) for result in comparison.results]
    shown = [row[name] for row in rows for name in ("plot_arranged", "plot_best") if row[name] is not None]
    a, b = session.chosen_pair()
    highest = max([*shown, 1])
    return {
        "rows": rows,
        "pending": pending,
        "show_best": session.show_best_column,
        "lowest": 0,
        "highest": highest,
        "size_note": "" if all(result.size_ok for result in comparison.results) else say("size_footnote"),
        "plot_note": say("plot_note_best" if show else "plot_note", most=highest),
        "pair": {"a": a, "b": b, "lines": list(comparison.why(a, b)) if a != b else [say("no_difference")]},
    }


def _empty_row(session: Session, key: str) -> dict:
    return {
        "key": key, "name": RULEBOOKS[key].title, "deals": "",
        "current": key == session.state.rulebook, "note": "", "note_full": "",
        "arranged": "…", "arranged_value": None, "declares": False, "best": None, "best_value": None,
        "best_declares": False, "bonus": "", "bonus_value": None, "plot_arranged": None, "plot_best": None,
        "plot_label": "",
    }  # fmt: skip


def _row(session: Session, result, show: bool) -> dict:
    book = result.rulebook
    laid, best = result.arranged, result.best
    penalty = book.scoring.measure is Measure.PENALTY
    figure = figure_of(laid, book.scoring.measure)[0]
    best_figure = figure_of(best, book.scoring.measure)[0]
    if penalty:
        label = say("plot_label_best", laid=figure, best=best_figure) if show else say("plot_label", laid=figure)
    else:
        label = say("no_penalty")
    return {
        "key": book.key,
        "name": book.title,
        "deals": "" if result.size_ok else say("row_deals", n=book.deal),
        "current": book.key == session.state.rulebook,
        "note": _short_note(result),
        "note_full": " ".join(explain.explain(reason, book) for reason in result.notes),
        "arranged": figure,
        "arranged_value": -laid.score,
        "declares": laid.declares,
        "best": best_figure if show else None,
        "best_value": -best.score if show else None,
        "best_declares": show and best.declares,
        "bonus": "–" if result.bonus is None else with_minus(result.bonus),
        "bonus_value": result.bonus,
        "plot_arranged": laid.points if penalty else None,
        "plot_best": best.points if penalty and show else None,
        "plot_label": label,
    }


_SHORT_NOTES = {"players-adjusted": "row_players", "jokers-set-aside": "row_aside"}


def _short_note(result) -> str:
    """What is special about a verdict, in a few words."""
    codes = [reason.code for reason in result.notes if reason.code in _SHORT_NOTES]
    return ", ".join(say(_SHORT_NOTES[code], n=result.players) for code in codes)


# ---- hand editor -------------------------------------------------------------------------------------
def draw_editor(session: Session) -> dict:
    """Text, deals, worked hands, and the pack with the copies left of each card."""
    error = None
    if session.text_error:
        text, problem = session.text_error
        lead = max(0, problem.start - 30)
        error = {
            "text": text,
            "message": str(problem),
            "start": problem.start,
            "end": problem.end,
            "before": ("…" if lead else "") + text[lead : problem.start],
            "bad": text[problem.start : problem.end][:40],
            "after": text[problem.end : problem.end + 30],
        }
    cards = session.state.layout.cards
    return {
        "text": session.text,
        "version": session.version,
        "error": error,
        "count": len(cards),
        "deal_size": session.rulebook.deal,
        "deal_note": session.deal_note,
        "palette": [_palette_entry(session, card) for card in CARDS if session.rulebook.table.pack_for(
            session.state.players).copies(card) or card in cards],
        "presets": [
            {"key": one.key, "label": one.label, "story": one.story, "source": one.source,
             "current": one is session.preset}
            for one in PRESETS.values()
        ],
    }  # fmt: skip


def _palette_entry(session: Session, card: Card) -> dict:
    left = session.copies_left(card)
    held = session.state.layout.cards.count(card)
    face = card_face(card)
    label = say("palette_held" if held else "palette_card", card=card_name(card), left=left, held=held)
    return {
        "text": str(card), "rank": face["rank"], "suit": face["suit"], "left": left, "held": held,
        "name": card_name(card), "label": label,
        "can_add": left > 0 and len(session.state.layout.cards) < MAX_HAND,
    }  # fmt: skip


# ---- rulebook ----------------------------------------------------------------------------------------
def draw_rulebook(session: Session) -> dict:
    """The chosen rulebook to read, and its differences from another."""
    book = session.rulebook
    other_key = session.other
    if other_key is None or (other_key == book.key and not book.options):
        other_key = next(key for key in RULEBOOKS if key != book.key)
    return _rulebook_page(book, session.book(other_key))


@lru_cache(maxsize=64)
def _rulebook_page(book: Rulebook, other: Rulebook) -> dict:
    """The page of one rulebook beside another; it does not depend on the hand."""
    lines = explain.describe(book)
    texts = {**explain.SOURCES, **explain.RULINGS, **explain.SLIPS}
    return {
        "title": book.title,
        "source": explain.describe_source(book),
        "sections": _sections(lines),
        "rulings": [{"code": code, "text": texts[code]} for code in _cited(lines) if code in texts],
        "other": other.key,
        "other_title": other.title,
        "others": [{"key": one.key, "name": one.title} for one in RULEBOOKS.values() if one.key != book.key],
        "differences": [
            {"term": line.term, "mine": line.mine, "theirs": line.theirs}
            for line in explain.describe_differences(book, other)
        ],
    }


def _sections(lines: Sequence[Line]) -> list[dict]:
    """The rules under their headings."""
    sections: list[dict] = []
    for line in lines:
        if not sections or sections[-1]["title"] != line.section:
            sections.append({"title": line.section, "items": []})
        text = line.text[0].upper() + line.text[1:]
        sections[-1]["items"].append({"term": line.term, "text": text, "ruling": line.source})
    return sections


def _cited(lines: Sequence[Line]) -> list[str]:
    """Every source and ruling named, in order of number."""
    codes = {code for line in lines for code in find_citations(line.source)}
    return sorted(codes, key=lambda code: (code[0] != "S", int(code[1:])))


# ---- the bar -----------------------------------------------------------------------------------------
def _turned_choices(session: Session) -> list[dict]:
    book = session.rulebook
    first = [{"value": "", "label": say("unknown_card")}]
    if book.table.pack_for(session.state.players).printed_jokers:
        first.append({"value": "PJ", "label": say("turned_joker")})
    groups = [{"label": say("turned"), "cards": first}]
    for suit in SUITS:
        cards = [{"value": str(card), "label": pretty_card(card)} for card in CARDS if card.suit == suit]
        groups.append({"label": suit.symbol, "cards": cards})
    return groups


def draw_shell(session: Session) -> dict:
    """Choices of the table, the link, and what has to be said."""
    state, book = session.state, session.rulebook
    least, most = book.table.players
    books = [{"key": one.key, "name": one.title} for one in RULEBOOKS.values()]
    if book.key not in RULEBOOKS:
        books.insert(0, {"key": book.key, "name": book.title})
    steps = ("best_ask", "best_ask_points", "best_ask_moves", "best_ask_whole")
    level = session.next_level()
    return {
        "rulebooks": books,
        "rulebook": book.key,
        "turned": "" if state.turned is None else str(state.turned),
        "turned_card": None if state.turned is None else card_face(state.turned),
        "turned_choices": _turned_choices(session),
        "players": state.players,
        "player_choices": list(range(least, most + 1)),
        "options": [{"key": key, "label": _option_label(key), "on": key in state.options} for key in book.offers],
        "link": session.link,
        "text": session.text,
        "notes": list(session.notes),
        "classroom": session.classroom,
        "next_step": say("step_verdict") if not session.verdict_shown else say(steps[level - 1]) if level else "",
        "qr": {"url": session.qr[0], "rows": session.qr[1]},
        "memory": session.memory(),
    }


def _option_label(key: str) -> str:
    try:
        return say(f"option_{key}")
    except KeyError:
        return key.replace("-", " ")
