"""Static rich displays for notebooks: a hand, a verdict, a comparison, as self-contained HTML without script.

The style sheet travels with each display under one class, so that it stays readable wherever the HTML goes,
in dark and light. Kinds are shown by a sign and a word, never by colour alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from html import escape

from ..game.cards import Card, Hand
from ..game.records import Arranged, Best, Group
from ..game.rules import Kind
from ..game.table import Deal
from ..study.analysis import Analysis
from ..wording.explain import explain, explain_figure, explain_remark
from ..wording.phrases import list_options, stand_names
from ..wording.speech import in_words, name_rulebook, tell
from .figures import tell_figure, tell_turned, tell_wild

CLASS = "rummy-tutor-display"
_SIGNS: dict[Kind, str] = {
    Kind.PURE_SEQUENCE: "✔",
    Kind.IMPURE_SEQUENCE: "≈",
    Kind.SET: "▦",
    Kind.TUNNELA: "≡",
    Kind.DUBLEE: "＝",
    Kind.JOKERS: "★",
    Kind.LOOSE: "○",
    Kind.INVALID: "✘",
}
_SUIT_CLASSES = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_LIGHT = (
    "color-scheme:light;--fg:#1c1d20;--mute:#5a5e66;--line:#c3c6cc;--card:#ffffff;--bad:#a8321c;--good:#19683e;"
    "--s:#1c1d20;--h:#b3141b;--d:#1450b8;--c:#19683e"
)
_DARK = (
    "color-scheme:dark;--fg:#e8e8ea;--mute:#a9adb5;--line:#55585f;--card:#2a2d33;--bad:#ff9d8a;--good:#7fd6a4;"
    "--s:#e8e8ea;--h:#ff8a80;--d:#8ab8ff;--c:#7fd6a4"
)
_STYLE = (
    f".{CLASS}{{{_LIGHT};color:var(--fg);font:14px/1.45 system-ui,sans-serif;max-width:70em}}"
    f"@media (prefers-color-scheme:dark){{.{CLASS}{{{_DARK}}}}}"
    f'[data-jp-theme-light="true"] .{CLASS}{{{_LIGHT}}}'
    f'[data-jp-theme-light="false"] .{CLASS}{{{_DARK}}}'
    f".{CLASS} .row{{display:flex;flex-wrap:wrap;gap:.6em;margin:.4em 0}}"
    f".{CLASS} .group{{border:1px solid var(--line);border-radius:.5em;padding:.35em .5em}}"
    f".{CLASS} .card{{display:inline-block;min-width:1.7em;margin:.1em;padding:.15em .3em;"
    "text-align:center;vertical-align:top;"
    "border:1px solid var(--line);border-radius:.35em;background:var(--card);font-weight:600}"
    f".{CLASS} .card small{{display:block;font-weight:400;color:var(--mute)}}"
    f".{CLASS} .s{{color:var(--s)}}.{CLASS} .h{{color:var(--h)}}"
    f".{CLASS} .d{{color:var(--d)}}.{CLASS} .c{{color:var(--c)}}"
    f".{CLASS} .wild{{border-style:dashed;border-width:2px}}"
    f".{CLASS} .kind{{color:var(--mute)}}.{CLASS} .kind.invalid{{color:var(--bad)}}"
    f".{CLASS} .figure{{font-size:1.15em;font-weight:600}}.{CLASS} .declares{{color:var(--good)}}"
    f".{CLASS} ul{{margin:.2em 0 .6em;padding-left:1.3em}}.{CLASS} .mute{{color:var(--mute)}}"
    f".{CLASS} .group>.mute{{max-width:22em}}"
    # the class repeated: notebooks align and stripe tables with selectors as strong as two classes and more
    f".{CLASS}.{CLASS} table{{border-collapse:collapse}}.{CLASS}.{CLASS}.{CLASS} tr{{background:none}}"
    f".{CLASS}.{CLASS} tr>th,.{CLASS}.{CLASS} tr>td{{border-bottom:1px solid var(--line);"
    "padding:.25em .7em;text-align:left;background:none;color:var(--fg)}"
    f".{CLASS}.{CLASS} tr>th,.{CLASS}.{CLASS} tr>td.n{{white-space:nowrap}}"
    f".{CLASS}.{CLASS} tr>.n{{text-align:right;font-variant-numeric:tabular-nums}}"
    f".{CLASS}.{CLASS} tr>td.mute{{color:var(--mute)}}.{CLASS}.{CLASS} td.mute:last-child{{min-width:10em}}"
)


def frame(body: Iterable[str]) -> str:
    """The parts of a display in one box with its style sheet."""
    return f'<div class="{CLASS}"><style>{_STYLE}</style>{"".join(body)}</div>'


def hand_html(hand: Hand) -> str:
    """The cards of a hand, in its groups if it was laid out."""
    groups = [hand.cards] if hand.groups is None else hand.groups
    boxes = [f'<div class="group">{"".join(draw_card(card) for card in group)}</div>' for group in groups]
    return frame(['<div class="row">', *boxes, "</div>"])


def laid_html(analysis: Analysis, lines: Iterable[str]) -> str:
    """What one rulebook says of a hand as laid, and more lines; a table that reads without its style sheet as well."""
    assert analysis.arranged is not None
    laid, rows = analysis.arranged, ""
    for group in laid.groups:
        cells = (
            f"<td>{escape(in_words(group.cards))}</td><td class='mute'>{escape(explain_remark(group, analysis))}</td>"
        )
        rows += f"<tr><th scope='row'>{_signed(group.kind)}</th>{cells}</tr>"
    notes = [explain(note, analysis.rulebook) for note in analysis.notes]
    body = [draw_head(analysis.deal), list_items(notes), f"<table>{rows}</table>", draw_figure("verdict.laid", laid)]
    return frame([*body, list_items(explain_figure(analysis)), list_items(lines)])


def draw_head(deal: Deal) -> str:
    """The rulebook of a table, its players, turned card, wild cards and house options."""
    table = [tell("table.players", n=deal.players), tell_turned(deal.turned), tell_wild(deal)]
    about = " · ".join([*table, *list_options(deal.rulebook)])
    return draw_title(name_rulebook(deal.rulebook), about)


def draw_title(name: str, about: str) -> str:
    """A name in strong type, and what is to be said of it."""
    return f"<strong>{escape(name)}</strong> <span class='mute'>{escape(about)}</span>"


def draw_line(text: str, look: str = "") -> str:
    """A paragraph; ``look`` is a class of the style sheet."""
    return f"<div class='{look}'>{escape(text)}</div>" if look else f"<div>{escape(text)}</div>"


def draw_table(names: Sequence[str], rows: Sequence[Sequence[str]], left: Container[int] = (), head: int = 0) -> str:
    """A table, nothing without rows.

    Args:
        names: what its columns are called.
        rows: the cells of each row.
        left: the columns that are set to the left; the others hold figures.
        head: the column that names a row.
    """
    if not rows:
        return ""
    heads = [f"th scope='col' class='{'' if at in left else 'n'}'" if name else "td" for at, name in enumerate(names)]
    tags = [f"td class='{'mute' if at in left else 'n'}'" for at in range(len(names))]
    tags[head] = "th scope='row'"
    body = "".join(_draw_row(tags, row) for row in rows)
    return f"<table><thead>{_draw_row(heads, names)}</thead><tbody>{body}</tbody></table>"


def _draw_row(tags: Sequence[str], cells: Sequence[str]) -> str:
    drawn = [f"<{tag}>{escape(cell)}</{tag[:2]}>" for tag, cell in zip(tags, cells, strict=True)]
    return f"<tr>{''.join(drawn)}</tr>"


def lines_html(title: str, lines: Iterable[str], below: str = "") -> str:
    """A title, some sentences and what stands below them."""
    return frame([f"<strong>{escape(title)}</strong>", list_items(line for line in lines if line), below])


def draw_card(card: Card, wild: bool = False, below: str = "") -> str:
    """One card; ``below`` says what it stands for, or that it is thrown."""
    text = in_words(card)
    suit = _SUIT_CLASSES.get(text[-1], "s")
    below = below or (tell("card.wild") if wild else "")
    small = f"<small>{escape(below)}</small>" if below else ""
    return f'<span class="card {suit}{" wild" if wild else ""}">{escape(text)}{small}</span>'


def draw_laid(
    boxes: Iterable[str], alone: Sequence[Card], thrown: Card | None = None, is_wild: Sequence[bool] | None = None
) -> str:
    """Groups side by side, and in a last box the cards in none of them.

    Args:
        boxes: the groups as HTML.
        alone: the other cards.
        thrown: the one of them that is thrown, marked once.
        is_wild: by a card's index, whether it is marked as wild; none is if not given.
    """
    at = -1 if thrown is None else len(alone) - 1 - alone[::-1].index(thrown)
    cards = [
        draw_card(card, is_wild is not None and is_wild[card.index], tell("card.thrown") if place == at else "")
        for place, card in enumerate(alone)
    ]
    box = f'<div class="group">{"".join(cards)}{_draw_kind(Kind.LOOSE)}</div>' if cards else ""
    return f'<div class="row">{"".join(boxes)}{box}</div>'


def draw_group(
    group: Group, missing: Mapping[Card, int] | None = None, footer: str = "", is_wild: Sequence[bool] | None = None
) -> str:
    """A group in a box, with its kind.

    Args:
        group: the group.
        missing: cards of it that are not held, with their numbers.
        footer: HTML that stands below.
        is_wild: by a card's index, whether it is marked as wild; those that stand for others if not given.
    """
    # a type that is both natural and joker in one group: the first copies stand for others
    cards, lack = [], Counter(missing or {})
    for card, stand in zip(group.cards, stand_names(group, group.cards), strict=True):
        below = tell("card.stands-for", card=stand) if stand else tell("card.missing") if lack[card] > 0 else ""
        lack[card] -= 1
        cards.append(draw_card(card, bool(stand) if is_wild is None else is_wild[card.index], below))
    return f'<div class="group">{"".join(cards)}{_draw_kind(group.kind)}{footer}</div>'


def _draw_kind(kind: Kind) -> str:
    """A kind of group as a sign and a word."""
    mark = " invalid" if kind is Kind.INVALID else ""
    return f'<div class="kind{mark}">{_signed(kind)}</div>'


def _signed(kind: Kind) -> str:
    return f'<span aria-hidden="true">{_SIGNS[kind]}</span> {escape(in_words(kind))}'


def draw_figure(key: str, verdict: Arranged | Best) -> str:
    """What cards come to, and a mark if they declare; ``key`` is that of the sentence."""
    mark = f' <span class="declares">{escape(tell("verdict.mark"))}</span>' if verdict.declares else ""
    return f'<div><span class="figure">{escape(tell(key, figure=tell_figure(verdict)))}</span>{mark}</div>'


def list_items(sentences: Iterable[str]) -> str:
    """Sentences as a list, nothing if there are none."""
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"<ul>{items}</ul>" if items else ""
