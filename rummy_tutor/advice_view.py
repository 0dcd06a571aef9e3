"""Advice as plain text: the way to declare, the draws that help, the discards, and the open card."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable

from .advice import Advice, Discard, Draw
from .cards import Card
from .counsel import (
    explain_discards,
    explain_pick,
    explain_way,
    percent,
    say_chance,
    say_distance,
    say_seeing,
    say_verdict,
    worth,
)
from .explain import explain
from .melds import Reason
from .phrases import KIND_WORDS, show_card, show_cards, with_minus
from .rules import Measure
from .table import Deal

_MORE_DRAWS = 8  # cards named of what helps after a discard


def draw_head(deal: Deal) -> list[str]:
    """The table in a few lines: the game, the players, the turned card, what is wild, house options."""
    book = deal.rulebook
    wild = [*(["PJ"] if deal.is_wild[52] else []), *map(show_card, deal.wild)]
    turned = "none turned" if deal.turned is None else f"turned {show_card(deal.turned)}"
    lines = [f"{book.title} ({book.key}) · {deal.players} players · {turned}", f"wild: {' '.join(wild) or 'none'}"]
    if book.options:
        lines.append(f"with {', '.join(book.options)}")
    return lines


def draw_advice(advice: Advice, width: int = 100, open_card: Card | None = None, notes: Iterable[Reason] = ()) -> str:
    """The whole advice as text; an open card that was asked about but can't be judged is named with the reason.

    Args:
        advice: what was found.
        width: characters of a line.
        open_card: the open card that was asked about.
        notes: what else is to be said of the hand, such as more of a card than the pack holds.
    """
    lines = draw_head(advice.deal)
    lines += [line for note in notes for line in _wrap(f"Note: {explain(note, advice.rulebook)}", width, "      ")]
    lines += ["", *_draw_distance(advice, width)]
    if advice.outs is not None:
        lines += ["", *_wrap(say_chance(advice), width), *_draw_outs(advice)]
    if advice.discards is not None:
        lines += ["", "What to throw", *_draw_discards(advice)]
        lines += [line for told in explain_discards(advice) for line in _wrap(f"  - {told}", width, "    ")]
    if advice.pick is not None:
        lines += ["", f"Open card: {say_verdict(advice.pick)}"]
        lines += [line for told in explain_pick(advice.pick, advice) for line in _wrap(f"  - {told}", width, "    ")]
    elif open_card is not None:
        dealt = advice.rulebook.deal
        told = f"{show_card(open_card)} is not judged: it can be taken with {dealt} cards in hand, and these are"
        lines += ["", *_wrap(f"Open card: {told} {len(advice.hand.cards)}.", width)]
    return "\n".join(lines)


def _wrap(text: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False)


def _draw_distance(advice: Advice, width: int) -> list[str]:
    distance, deal = advice.distance, advice.deal
    lines = _wrap(say_distance(distance, deal, len(advice.hand.cards)), width)
    lines += [seeing] if (seeing := say_seeing(distance)) else []
    lines.append(f"If another declares next: {worth(advice.points, advice.score)}.")
    witness = distance.witness
    if witness is None:
        return lines
    lines += ["", "The nearest way" if distance.exchanges else "The way"]
    kept = Counter(advice.hand.cards) - Counter(witness.given)
    for group in advice.way:
        stands = [f"{show_card(wild.card)} as {show_card(wild.stands_for)}" for wild in group.wilds]
        told = f"  ({', '.join(stands)})" if stands else ""
        lines.append(f"  {KIND_WORDS[group.kind]:<16}{show_cards(group.cards)}{told}")
        kept -= Counter(group.cards)
    if kept:
        lines.append(f"  {'besides':<16}{show_cards(sorted(kept.elements()))}")
    for told in explain_way(distance, advice.rulebook):
        lines += _wrap(f"  - {told}", width, "    ")
    return lines


def _columns(rows: list[list[str]], right: set[int]) -> list[str]:
    """Rows of text set in columns; those named are set to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(wide) if at in right else cell.ljust(wide)
            for at, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return lines


def _figure_head(advice: Advice) -> str:
    return "points" if advice.rulebook.scoring.measure is Measure.PENALTY else "score"


def _figure(row: Draw | Discard) -> str:
    return str(row.points) if row.points is not None else with_minus(row.score)


def _far(exchanges: int | None) -> str:
    return "never" if exchanges is None else str(exchanges)


def _draw_outs(advice: Advice) -> list[str]:
    if not advice.outs:
        return []
    rows = [["card", "copies", "chance", "distance", _figure_head(advice), "improves"]]
    for draw in advice.outs:
        chance = percent(draw.copies / advice.unseen)
        improves = " and ".join(what if what == "distance" else _figure_head(advice) for what in draw.improves)
        rows.append([show_card(draw.card), str(draw.copies), chance, _far(draw.distance), _figure(draw), improves])
    return _columns(rows, {1, 2, 3, 4})


def _draw_discards(advice: Advice) -> list[str]:
    rows = [["", "card", "distance", "outs", _figure_head(advice), "then waiting for"]]
    for row in advice.discards or ():
        some = " ".join(f"{show_card(card)}×{copies}" for card, copies in row.draws[:_MORE_DRAWS])
        if len(row.draws) > _MORE_DRAWS:
            some += f" and {len(row.draws) - _MORE_DRAWS} more"
        sign = "=" if row.equal else ""
        rows.append([sign, show_card(row.card), _far(row.distance), str(row.outs), _figure(row), some])
    return _columns(rows, {2, 3, 4})
