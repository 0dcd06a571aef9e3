"""Displays of advice, of all best groupings, of a supposition and of a rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from ..game.cards import Card
from ..game.messages import Items, key_of
from ..game.records import Best, Optima, Reason, Witness
from ..game.rules import Rulebook
from ..playing.rollout import Rollout
from ..study.advice import Advice
from ..study.what_if import WhatIf
from ..wording.advice_text import (
    explain_discards,
    explain_pick,
    explain_way,
    percent,
    say_chance,
    say_distance,
    say_drop,
    say_seeing,
    say_verdict,
    worth,
)
from ..wording.describe import describe, describe_source, group_lines, pad
from ..wording.explain import explain
from ..wording.phrases import list_options, list_stands, tell_stand_in
from ..wording.speech import in_words, name_rulebook, tell
from .blocks import Block, Gap, Line, Notes, Points, Table
from .figures import DISCARDS, OUTS, list_discards, list_outs, name_columns, tell_figure
from .html import draw_group, draw_laid, draw_line, draw_table, draw_title, frame, list_items
from .verdicts import Head


def describe_advice(advice: Advice, open_card: Card | None = None, notes: Iterable[Reason] = ()) -> Iterator[Block]:
    """How far a hand is, one way to declare, what to throw or which draws help, the open card, and the drop.

    Args:
        advice: what was found.
        open_card: the open card that was asked about; one that cannot be judged is named with the reason.
        notes: what else is to be said of the hand, such as more of a card than the pack holds.
    """
    deal, distance, held = advice.deal, advice.distance, len(advice.hand.cards)
    yield from (Head(deal), Notes([explain(note, advice.rulebook) for note in notes]), Gap())
    yield Line(say_distance(distance, deal, held), "figure")
    yield from map(Line, filter(None, [say_seeing(distance)]))
    yield Line(tell("advice.if-next", worth=worth(advice.points, advice.score)))
    if distance.witness is not None:
        heading = tell("advice.way" if distance.exchanges else "advice.way:now")
        yield from (Gap(), Line(heading), Way(advice, distance.witness), Points(explain_way(advice)))
    if drop := say_drop(advice.drop):
        yield from (Gap(), Line(drop))
    if advice.outs is not None:
        rows = list_outs(advice)
        yield from (Gap(), Line(say_chance(advice)), Table(name_columns(OUTS, advice), rows, {0, 5}))
    if advice.discards is not None:
        table = Table(["", *name_columns(DISCARDS, advice)], list_discards(advice), {0, 1, 5}, 1)
        yield from (Gap(), Line(tell("advice.throw")), table, Points(explain_discards(advice)))
    if advice.pick is not None:
        verdict = Line(tell("advice.open", verdict=say_verdict(advice.pick)))
        yield from (Gap(), verdict, Points(explain_pick(advice.pick, advice)))
    elif open_card is not None:
        yield from (Gap(), Line(tell("advice.open-unknown", card=open_card, deal=advice.rulebook.deal, n=held)))


@dataclass(frozen=True)
class Way:
    """The groups of the nearest way to declare, missing cards included."""

    advice: Advice
    witness: Witness

    def as_text(self, width: int) -> list[str]:
        """A line a group with what its jokers stand for, and a last one for the other cards that are kept."""
        lines = []
        kept = Counter(self.advice.hand.cards) - Counter(self.witness.given)
        for group in self.advice.way:
            stands = [in_words(tell_stand_in(wild.card, name)) for wild, name in list_stands(group)]
            stands_for = f"  ({', '.join(stands)})" if stands else ""
            lines.append(f"  {pad(in_words(group.kind), 15)} {in_words(group.cards)}{stands_for}")
            kept -= Counter(group.cards)
        besides = f"  {pad(tell('advice.besides'), 15)} {in_words(sorted(kept.elements()))}"
        return [*lines, *([besides] if kept else [])]

    def as_html(self) -> str:
        """The groups side by side; cards that are missing say so."""
        missing = Counter(self.witness.missing)
        return draw_laid((draw_group(group, missing) for group in self.advice.way), ())


def optima_html(optima: Optima) -> str:
    """Each best grouping in a row of its own, and whether these are all."""
    key = "optima.caption" if optima.complete else "optima.caption:some"
    return frame([draw_line(tell(key, n=len(optima)), "mute"), *map(_draw_best, optima.groupings)])


def what_if_html(change: WhatIf) -> str:
    """What a supposition changes and why, then both best groupings."""
    first, *others = change.sentences
    body = [draw_line(first, "figure"), list_items(others)]
    for key, result in (("what-if.before", change.before), ("what-if.after", change.after)):
        body += [draw_line(tell(key, figure=tell_figure(result.solved))), _draw_best(result.best)]
    return frame(body)


def rollout_html(rollout: Rollout) -> str:
    """A row a throw: the chance to win and the points, with their 95 % intervals."""
    caption = tell("rollout.caption", n=rollout.played, levels=Items(rollout.bots, "comma"))
    rows = [
        [
            in_words(throw.card),
            percent(throw.wins),
            " – ".join(map(percent, throw.interval)),
            tell("rollout.interval", figure=f"{throw.net:+.1f}".replace("-", "−"), error=f"{throw.error:.1f}"),
        ]
        for throw in rollout.throws
    ]
    names = [tell(key_of("column.", name)) for name in ("thrown", "wins", "interval", "net")]
    return frame([draw_line(caption, "mute"), draw_table(names, rows, {0})])


def rulebook_html(rulebook: Rulebook) -> str:
    """A rulebook as a page: its lines by section, each with its source."""
    body = [draw_title(name_rulebook(rulebook), rulebook.key)]
    body += [draw_line(sentence, "mute") for sentence in (*list_options(rulebook), describe_source(rulebook))]
    rows = ""
    for section, lines in group_lines(describe(rulebook)):
        rows += f"<tr><th scope='colgroup' colspan='3'>{escape(section)}</th></tr>"
        for line in lines:
            cells = f"<td>{escape(line.text)}</td><td class='mute'>{escape(' '.join(line.source.codes))}</td>"
            rows += f"<tr><td class='mute'>{escape(line.heading)}</td>{cells}</tr>"
    return frame([*body, f"<table>{rows}</table>"])


def _draw_best(best: Best) -> str:
    """A grouping in one row: its groups, then the loose cards and the one thrown."""
    thrown = () if best.discard is None else (best.discard,)
    return draw_laid(map(draw_group, best.groups), (*best.loose, *thrown), best.discard)
