"""Static displays of advice, of all best groupings, of a supposition and of a rulebook."""

from __future__ import annotations

from collections import Counter
from html import escape

from ..game.messages import Items, key_of
from ..game.records import Best, Optima
from ..game.rules import Kind, Rulebook
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
from ..wording.describe import describe, describe_source, group_lines
from ..wording.phrases import list_options
from ..wording.speech import in_words, name_rulebook, tell
from .figures import DISCARDS, OUTS, list_discards, list_outs, name_columns, tell_figure
from .html import draw_card, draw_group, draw_head, draw_kind, draw_table, draw_title, frame, list_items


def advice_html(advice: Advice) -> str:
    """How far a hand is, one way to declare, what to throw or which draws help, the open card, and the drop."""
    deal, distance = advice.deal, advice.distance
    body = [
        draw_head(deal),
        _line(say_distance(distance, deal, len(advice.hand.cards)), "figure"),
        *(_line(sentence) for sentence in (say_seeing(distance), say_drop(advice.drop)) if sentence),
        _line(tell("advice.if-next", worth=worth(advice.points, advice.score))),
    ]
    if distance.witness is not None:
        heading = tell("advice.way" if distance.exchanges else "advice.way:now")
        body += [_line(heading), _draw_way(advice), list_items(map(str, explain_way(advice)))]
    if advice.outs is not None:
        body += [_line(say_chance(advice)), draw_table(name_columns(OUTS, advice), list_outs(advice), {0, 5})]
    if advice.discards is not None:
        rows = draw_table(["", *name_columns(DISCARDS, advice)], list_discards(advice), {0, 1, 5}, 1)
        body += [_line(tell("advice.throw")), rows, list_items(map(str, explain_discards(advice)))]
    if advice.pick is not None:
        verdict = _line(tell("advice.open", verdict=say_verdict(advice.pick)))
        body += [verdict, list_items(map(str, explain_pick(advice.pick, advice)))]
    return frame(body)


def optima_html(optima: Optima) -> str:
    """Each best grouping in a row of its own, and whether these are all."""
    key = "optima.caption" if optima.complete else "optima.caption:some"
    return frame([_line(tell(key, n=len(optima)), "mute"), *map(_draw_best, optima.groupings)])


def what_if_html(change: WhatIf) -> str:
    """What a supposition changes and why, then both best groupings."""
    first, *others = change.sentences
    body = [_line(first, "figure"), list_items(others)]
    for key, result in (("what-if.before", change.before), ("what-if.after", change.after)):
        body += [_line(tell(key, figure=tell_figure(result.solved))), _draw_best(result.best)]
    return frame(body)


def rollout_html(rollout: Rollout) -> str:
    """A row a throw: the chance to win and the points, with their 95 % intervals."""
    caption = tell("rollout.caption", n=rollout.played, levels=Items(rollout.bots, "comma"))
    rows = []
    for throw in rollout.throws:
        low, high = throw.interval
        net = tell("rollout.interval", figure=f"{throw.net:+.1f}".replace("-", "−"), error=f"{throw.error:.1f}")
        rows.append([in_words(throw.card), percent(throw.wins), f"{percent(low)} – {percent(high)}", net])
    names = [tell(key_of("column.", name)) for name in ("thrown", "wins", "interval", "net")]
    return frame([_line(caption, "mute"), draw_table(names, rows, {0})])


def rulebook_html(rulebook: Rulebook) -> str:
    """A rulebook as a page: its lines by section, each with its source."""
    body = [draw_title(name_rulebook(rulebook), rulebook.key)]
    body += [_line(sentence, "mute") for sentence in (*list_options(rulebook), describe_source(rulebook))]
    rows = ""
    for section, lines in group_lines(describe(rulebook)):
        rows += f"<tr><th scope='colgroup' colspan='3'>{escape(section)}</th></tr>"
        for line in lines:
            cells = f"<td>{escape(line.text)}</td><td class='mute'>{escape(' '.join(line.source.codes))}</td>"
            rows += f"<tr><td class='mute'>{escape(line.heading)}</td>{cells}</tr>"
    return frame([*body, f"<table>{rows}</table>"])


def _line(text: str, look: str = "") -> str:
    return f"<div class='{look}'>{escape(text)}</div>" if look else f"<div>{escape(text)}</div>"


def _draw_best(best: Best) -> str:
    """A grouping in one row: its groups, then the loose cards and the one thrown."""
    boxes = list(map(draw_group, best.groups))
    alone = [draw_card(card) for card in best.loose]
    alone += [draw_card(best.discard, below=tell("card.thrown"))] if best.discard is not None else []
    boxes += [f'<div class="group">{"".join(alone)}{draw_kind(Kind.LOOSE)}</div>'] if alone else []
    return f'<div class="row">{"".join(boxes)}</div>'


def _draw_way(advice: Advice) -> str:
    """The groups of the nearest way to declare; cards that are missing say so."""
    assert advice.distance.witness is not None
    missing = Counter(advice.distance.witness.missing)
    return f'<div class="row">{"".join(draw_group(group, missing) for group in advice.way)}</div>'
