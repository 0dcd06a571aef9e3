"""Verdicts, comparisons and advice as plain text for a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import Any

from ..game.cards import PRINTED_JOKER, Card
from ..game.messages import Items, Message, key_of, tell_later
from ..game.records import Arranged, Best, Group, Reason
from ..game.rules import Kind, Rulebook
from ..game.table import Deal
from ..study.advice import Advice
from ..study.analysis import Analysis
from ..study.compare import Comparison
from ..wording.advice_text import (
    explain_discards,
    explain_pick,
    explain_way,
    say_chance,
    say_distance,
    say_drop,
    say_seeing,
    say_verdict,
    worth,
)
from ..wording.describe import count_cells, pad
from ..wording.explain import explain, explain_figure, explain_remark
from ..wording.phrases import list_stands, tell_stand_in
from ..wording.speech import in_words, knows, tell, tell_if
from .figures import (
    DISCARDS,
    OUTS,
    list_discards,
    list_outs,
    name_columns,
    tell_bonus,
    tell_figure,
    tell_short,
    tell_turned,
    tell_wild,
)


def draw_head(deal: Deal) -> list[str]:
    """The table in a few lines: the game, the players, the turned card, what is wild, house options."""
    book = deal.rulebook
    players = tell("table.players", n=deal.players)
    return [
        tell("table.head", title=book, key=book.key, players=players, turned=tell_turned(deal.turned)),
        tell_wild(deal),
        *tell_if("table.options", book.options, options=Items(book.options, "comma")),
    ]


def draw_notes(notes: Iterable[Reason], rulebook: Rulebook, width: int) -> list[str]:
    """What is to be said before a verdict or a ledger."""
    sentences = (tell("verdict.note", note=explain(note, rulebook)) for note in notes)
    return [line for note in sentences for line in wrap(note, width, "      ")]


def draw_advice(advice: Advice, width: int = 100, open_card: Card | None = None, notes: Iterable[Reason] = ()) -> str:
    """The whole advice as text; an open card that was asked about but can't be judged is named with the reason.

    Args:
        advice: what was found.
        width: characters of a line.
        open_card: the open card that was asked about.
        notes: what else is to be said of the hand, such as more of a card than the pack holds.
    """
    lines = [*draw_head(advice.deal), *draw_notes(notes, advice.rulebook, width), "", *_draw_distance(advice, width)]
    if drop := say_drop(advice.drop):
        lines += ["", *wrap(drop, width)]
    if advice.outs is not None:
        rows = [name_columns(OUTS, advice), *list_outs(advice)]
        lines += ["", *wrap(say_chance(advice), width)]
        lines += set_columns(rows, {1, 2, 3, 4}, "  ") if advice.outs else []
    if advice.discards is not None:
        reasons = list_points(explain_discards(advice), width)
        rows = [["", *name_columns(DISCARDS, advice)], *list_discards(advice)]
        lines += ["", tell("advice.throw"), *set_columns(rows, {2, 3, 4}, "  "), *reasons]
    if advice.pick is not None:
        reasons = list_points(explain_pick(advice.pick, advice), width)
        lines += ["", tell("advice.open", verdict=say_verdict(advice.pick)), *reasons]
    elif open_card is not None:
        held = len(advice.hand.cards)
        unjudged = tell("advice.open-unknown", card=open_card, deal=advice.rulebook.deal, n=held)
        lines += ["", *wrap(unjudged, width)]
    return "\n".join(lines)


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """The lines of a text; those after the first are indented."""
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False)


def list_points(sentences: Iterable[object], width: int) -> list[str]:
    """The lines of some sentences, each after a dash."""
    return [line for sentence in sentences for line in wrap(f"  - {sentence}", width, "    ")]


def _draw_distance(advice: Advice, width: int) -> list[str]:
    distance, deal = advice.distance, advice.deal
    lines = wrap(say_distance(distance, deal, len(advice.hand.cards)), width)
    lines += [*filter(None, [say_seeing(distance)]), tell("advice.if-next", worth=worth(advice.points, advice.score))]
    witness = distance.witness
    if witness is None:
        return lines
    lines += ["", tell("advice.way" if distance.exchanges else "advice.way:now")]
    kept = Counter(advice.hand.cards) - Counter(witness.given)
    for group in advice.way:
        stands = [in_words(tell_stand_in(wild.card, name)) for wild, name in list_stands(group)]
        stands_for = f"  ({', '.join(stands)})" if stands else ""
        lines.append(f"  {pad(in_words(group.kind), 15)} {in_words(group.cards)}{stands_for}")
        kept -= Counter(group.cards)
    if kept:
        lines.append(f"  {pad(tell('advice.besides'), 15)} {in_words(sorted(kept.elements()))}")
    return [*lines, *list_points(explain_way(advice), width)]


def set_columns(rows: Sequence[Sequence[str]], right: Container[int], indent: str = "") -> list[str]:
    """Rows of text set in columns; those named are set to the right."""
    widths = [max(count_cells(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [pad(cell, wide, right=at in right) for at, (cell, wide) in enumerate(zip(row, widths, strict=True))]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


def _head(*columns: str) -> list[str]:
    return [tell(key_of("column.", name)) if name else "" for name in columns]


# ---- a verdict, and several side by side ------------------------------------------------------------------
def draw_analysis(result: Analysis, width: int = 100) -> str:
    """A verdict as text: the table, the hand as laid, the best arrangement, and why."""
    lines = [*draw_head(result.deal), *draw_notes(result.notes, result.rulebook, width)]
    if result.arranged is not None:
        lines += ["", tell("verdict.laid", figure=_tell_verdict(result.arranged))]
        lines += _draw_groups(result.arranged.groups, result, width)
        lines += list_points(explain_figure(result), width)
    best = result.best
    lines += ["", tell("verdict.best", figure=_tell_verdict(best)), *_draw_groups(best.groups, result, width)]
    lines += _draw_alone(Kind.LOOSE, best.loose)
    lines += _draw_alone(tell_later("card.thrown"), [] if best.discard is None else [best.discard])
    reasons = list_points(explain_figure(result, best=True), width)
    if any(line not in lines for line in reasons):
        lines += reasons
    if result.bonus is not None:
        lines += ["", tell_bonus(result.bonus)]
    return "\n".join(lines)


def _tell_verdict(verdict: Arranged | Best) -> Message:
    """Points or score, and whether the cards declare."""
    figure = tell_figure(verdict)
    return tell_later("verdict.declares", figure=figure, way=verdict.objective) if verdict.declares else figure


def _draw_groups(groups: Sequence[Group], result: Analysis, width: int) -> list[str]:
    """One line a group; the loose cards together on one."""
    lines: list[str] = []
    loose = [card for group in groups if group.kind is Kind.LOOSE for card in group.cards]
    for group in (group for group in groups if group.kind is not Kind.LOOSE):
        remark = explain_remark(group, result)
        line = f"  {in_words(group.kind):<15} {in_words(group.cards)}"
        lines += wrap(f"{line:<34}  {remark}" if remark else line, width, " " * 18)
    return [*lines, *_draw_alone(Kind.LOOSE, loose)]


def _draw_alone(name: object, cards: Sequence[Card]) -> list[str]:
    """The line of cards that are in no group, if there are any."""
    return [f"  {in_words(name):<15} {in_words(cards)}"] if cards else []


def draw_comparison(comparison: Comparison, width: int = 100) -> str:
    """The verdicts of all rulebooks as a table of text."""
    laid = comparison.hand.groups is not None
    head = _head("rulebook", "players", *(["laid"] if laid else []), "best", "bonus", "remarks")
    rows = [head]
    for result in comparison:
        remarks = "; ".join(_remarks(result)) or "–"
        bonus = "–" if result.bonus is None else str(result.bonus)
        figures = [tell_short(result.arranged)] if result.arranged is not None else []
        rows.append([result.rulebook.key, str(result.players), *figures, tell_short(result.solved), bonus, remarks])
    lines = [tell("comparison.head", n=len(comparison.hand.cards), turned=tell_turned(comparison.turned)), ""]
    starts = set_columns([row[:-1] for row in rows], ())
    wide = max(map(count_cells, starts)) + 2
    for start, row in zip(starts, rows, strict=True):
        lines += wrap(pad(start, wide) + row[-1], max(width, wide + 24), " " * wide)
    return "\n".join(lines)


def _remarks(result: Analysis) -> list[str]:
    """The notes of a verdict in a few words each."""
    return [
        tell(key, joker=PRINTED_JOKER, **_read_details(note))
        for note in result.notes
        if knows(key := key_of("remark.", note.code))
    ]


def _read_details(note: Reason) -> dict[str, Any]:
    """What a note says, cards and options as they are told of."""
    values: dict[str, Any] = dict(note.details)
    if "card" in values:
        values["card"] = Card.parse(str(values["card"]))
    if "options" in values:
        values["options"] = Items(tuple(values["options"]), "comma")
    return values
