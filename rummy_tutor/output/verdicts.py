"""The verdicts of rulebooks on a hand: of one as laid, at best, and why; of several side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from ..game.cards import PRINTED_JOKER, Card
from ..game.messages import Items, key_of, tell_later
from ..game.records import Arranged, Best, Group, Reason
from ..game.rules import Kind
from ..game.table import Deal
from ..study.analysis import Analysis
from ..study.compare import Comparison
from ..wording.describe import count_cells, pad
from ..wording.explain import explain, explain_figure, explain_remark
from ..wording.speech import in_words, knows, name_rulebook, tell, tell_if
from .blocks import Block, Gap, Line, Notes, Points, set_columns, wrap
from .figures import tell_figure, tell_short, tell_turned, tell_wild
from .html import draw_figure, draw_group, draw_head, draw_laid, draw_table, frame


def describe_analysis(result: Analysis) -> Iterator[Block]:
    """The table, the hand as laid, the best arrangement, and why; reasons that hold for both are told once."""
    yield Head(result.deal)
    yield Notes([explain(note, result.rulebook) for note in result.notes])
    laid, best = result.arranged, result.best
    reasons = () if laid is None else explain_figure(result)
    if laid is not None:
        alone = tuple(card for group in laid.groups if group.kind is Kind.LOOSE for card in group.cards)
        thrown = laid.discard if laid.discard in alone else None
        together = [group for group in laid.groups if group.kind is not Kind.LOOSE]
        yield from (Gap(), Figure("verdict.laid", laid), Laid(together, alone, thrown, result), Points(reasons))
    loose = best.loose if best.discard is None else (*best.loose, best.discard)
    yield from (Gap(), Figure("verdict.best", best), Laid(best.groups, loose, best.discard, result))
    reasons_at_best = explain_figure(result, best=True)
    if not {*reasons_at_best} <= {*reasons}:
        yield Points(reasons_at_best)
    if result.bonus is not None:
        yield from (Gap(), Line(tell("verdict.bonus" if result.bonus else "verdict.bonus:none", n=result.bonus)))


@dataclass(frozen=True)
class Head:
    """The table: the game, the players, the turned card, what is wild, house options."""

    deal: Deal

    def as_text(self, width: int) -> list[str]:
        """A few lines."""
        book, players = self.deal.rulebook, tell("table.players", n=self.deal.players)
        return [
            tell("table.head", title=book, key=book.key, players=players, turned=tell_turned(self.deal.turned)),
            tell_wild(self.deal),
            *tell_if("table.options", book.options, options=Items(book.options, "comma")),
        ]

    def as_html(self) -> str:
        """One line."""
        return draw_head(self.deal)


@dataclass(frozen=True)
class Figure:
    """Points or score, and whether the cards declare; ``key`` is that of the sentence."""

    key: str
    verdict: Arranged | Best

    def as_text(self, width: int) -> list[str]:
        """A sentence, which tells how they declare."""
        figure, way = tell_figure(self.verdict), self.verdict.objective
        declares = tell_later("verdict.declares", figure=figure, way=way)
        return [tell(self.key, figure=declares if self.verdict.declares else figure)]

    def as_html(self) -> str:
        """A sentence in bigger type, with a mark."""
        return draw_figure(self.key, self.verdict)


@dataclass(frozen=True)
class Laid:
    """An arrangement: its groups, then the cards in none of them, one of which may be thrown."""

    groups: Sequence[Group]
    alone: tuple[Card, ...]
    thrown: Card | None
    analysis: Analysis

    def as_text(self, width: int) -> list[str]:
        """A line a group with what is remarkable, the loose cards together on one, and the card thrown."""
        lines: list[str] = []
        for group in self.groups:
            remark = explain_remark(group, self.analysis)
            line = _name_cards(group.kind, group.cards)
            lines += wrap(f"{line:<34}  {remark}" if remark else line, width, " " * 18)
        loose = list(self.alone)
        if self.thrown is not None:
            loose.remove(self.thrown)
        thrown = [] if self.thrown is None else [_name_cards(tell_later("card.thrown"), [self.thrown])]
        return [*lines, *([_name_cards(Kind.LOOSE, loose)] if loose else []), *thrown]

    def as_html(self) -> str:
        """The groups side by side, each with why it is no meld."""
        deal, boxes = self.analysis.deal, []
        for group in self.groups:
            reasons = " ".join(explain(reason, deal.rulebook) for reason in group.reasons)
            below = f'<div class="mute">{escape(reasons)}</div>' if reasons else ""
            boxes.append(draw_group(group, footer=below, is_wild=deal.is_wild))
        return draw_laid(boxes, self.alone, self.thrown, deal.is_wild)


def _name_cards(name: object, cards: Sequence[Card]) -> str:
    """The line of cards under what they are."""
    return f"  {in_words(name):<15} {in_words(cards)}"


# ---- several side by side ---------------------------------------------------------------------------------
def draw_comparison(comparison: Comparison, width: int = 100) -> str:
    """The verdicts of all rulebooks as a table of text."""
    laid = comparison.hand.groups is not None
    columns = ("rulebook", "players", *(["laid"] if laid else []), "best", "bonus", "remarks")
    rows = [[tell(key_of("column.", name)) for name in columns]]
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


def comparison_html(comparison: Comparison, best: bool = True) -> str:
    """The verdicts of several rulebooks as a table, with what the cards cost at best or without it."""
    laid = comparison.hand.groups is not None
    columns = ["rulebook", *(["laid"] if laid else []), *(["best"] if best else []), "bonus", "remarks"]
    rows = []
    for result in comparison:
        figures = [figure for figure in (result.arranged, result.solved if best else None) if figure is not None]
        costs = [tell_short(figure, marked=True) for figure in figures]
        bonus = "–" if result.bonus is None else str(result.bonus)
        remarks = " ".join(explain(note, result.rulebook) for note in result.notes)
        rows.append([name_rulebook(result.rulebook), *costs, bonus, remarks])
    about = tell("comparison.caption", n=len(comparison.hand.cards), turned=tell_turned(comparison.turned))
    names = [tell(key_of("column.", name)) for name in columns]
    return frame([f"<div class='mute'>{escape(about)}</div>", draw_table(names, rows, {0, len(names) - 1})])
