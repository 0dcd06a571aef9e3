"""``rummy-tutor sheet``: tasks of a lesson on paper, one HTML page for printing with its key on a page of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import urlencode

from ...game.messages import Message, TutorError, key_of
from ...game.rules import Rulebook
from ...rulebooks import RULEBOOKS, get_rulebook
from ...tutor.lessons import BY_KEY, find_moved
from ...tutor.planting import make_task
from ...wording.speech import current_language, say, tell
from ..faces import FaceView
from ..shell.qr import draw_qr
from .drawing import QuestionView, draw_answer, draw_question
from .entries import ClassList, plan_lesson, read_entry
from .lists import write_code
from .questions import NUMBER, TABLE, Question, TaskQuestion

MOST = 40  # tasks on one sheet
_FEW = 6  # cards of a task of which two stand beside each other
_BRIEF = 110  # letters of its question and choices

# hearts and diamonds are outlines: told from spades and clubs without any colour
_STYLE = """
@page { size: A4; margin: 14mm 15mm 16mm;
  @bottom-right { content: counter(page) " / " counter(pages); font-size: 9pt; } }
* { box-sizing: border-box; }
body { font: 11.5pt/1.4 "Rummy Tutor", "Noto Sans", "DejaVu Sans", sans-serif; color: #000; background: #fff;
  margin: 0 auto; max-width: 180mm; }
/* scripts with signs above and below their letters */
:is(:lang(hi), :lang(ne), :lang(ta), :lang(te), :lang(kn)) body { line-height: 1.7; }
h1 { font-size: 17pt; margin: 0; }
h2 { font-size: 12.5pt; margin: 0 0 2mm; }
header { display: flex; justify-content: space-between; gap: 6mm; border-bottom: 1pt solid #000; padding-bottom: 3mm; }
.fields { display: flex; gap: 5mm; margin: 5mm 0 0; }
.fields span { flex: 1 1 20mm; border-bottom: .6pt solid #000; }
.fields span:first-child { flex: 3 1 60mm; }
.tasks { display: grid; grid-template-columns: 1fr 1fr; column-gap: 8mm; align-items: start; }
.wide { grid-column: 1 / -1; }
.code { width: 28mm; height: 28mm; flex: none; }
.code + p, .small { font-size: 8.5pt; overflow-wrap: anywhere; }
.task { break-inside: avoid; padding: 4mm 0; border-bottom: .6pt dashed #777; }
.cards { display: flex; flex-wrap: wrap; gap: 2mm 5mm; margin: 2mm 0; }
.group { display: flex; flex-wrap: wrap; gap: 1mm; align-items: center; }
.number { font-weight: bold; margin-right: 1mm; }
.card { width: 12.6mm; height: 18mm; border: .8pt solid #000; border-radius: 1.6mm; display: inline-flex;
  flex-direction: column; align-items: center; justify-content: center; line-height: 1.05; font-size: 15pt;
  font-weight: bold; background: #fff; }
.card svg { width: 6.5mm; height: 6.5mm; fill: #000; stroke: #000; stroke-width: 1.6; }
.card[data-suit=H] svg, .card[data-suit=D] svg { fill: none; }
.card.joker { font-size: 7.5pt; }
.small-card .card { width: 8.5mm; height: 12mm; font-size: 9.5pt; }
.small-card .card.joker { font-size: 5pt; }
.small-card .card svg { width: 4mm; height: 4mm; }
.table { display: inline-flex; align-items: center; gap: 2mm; margin-right: 6mm; }
.choices { display: flex; flex-wrap: wrap; gap: 2mm 8mm; list-style: none; padding: 0; margin: 2mm 0 0; }
.choices li { display: flex; align-items: center; gap: 2mm; }
.choices li::before { content: ""; width: 4mm; height: 4mm; border: .8pt solid #000; display: inline-block; }
.line { border-bottom: .6pt solid #000; height: 9mm; }
.short { width: 35mm; display: inline-block; }
.key { break-before: page; }
.key .tasks { display: block; columns: 2; column-gap: 8mm; }
.key ul { margin: 1mm 0; padding-left: 5mm; }
"""
_SUITS = {
    "S": "M12 2C9 7 3 10 3 15a4.500 4.500 0 0 0 7.600 3.200C10.400 20 9.800 21 8.500 22h7c-1.300-1-1.900-2-2.100-3.800"
    "A4.500 4.500 0 0 0 21 15c0-5-6-8-9-13z",
    "H": "M12 21C6 16 2.500 12.500 2.500 8.300A5 5 0 0 1 12 6.200a5 5 0 0 1 9.500 2.100C21.500 12.500 18 16 12 21z",
    "D": "M12 1.500L20 12l-8 10.500L4 12z",
    "C": "M12 2a4.400 4.400 0 0 0-3.600 6.900A4.500 4.500 0 1 0 10.700 17c-.1 2.400-.8 3.800-2.200 5h7"
    "c-1.400-1.200-2.100-2.600-2.200-5a4.500 4.500 0 1 0 2.300-8.100A4.400 4.400 0 0 0 12 2z",
}

_STAR = "M12 1.500l3.100 7 7.600.700-5.700 5.100 1.700 7.400L12 17.800 5.300 21.700 7 14.300 1.300 9.200l7.600-.700z"


def make_sheet(
    lesson: str, rulebook: str | Rulebook, count: int = 8, seed: int = 1, level: int = 1, address: str = ""
) -> str:
    """A worksheet as an HTML page.

    Args:
        lesson: the lesson's key.
        rulebook: the rulebook, or its key.
        count: how many tasks.
        seed: the number of the first task; the same one gives the same sheet.
        level: 1 to 3.
        address: where the page is served, for a QR code to these very tasks; empty for none.

    Raises:
        TutorError: there is no such lesson for this rulebook, or the address with the tasks is too long for a code.
    """
    book = get_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    lesson = find_moved(lesson)
    plan = plan_lesson(lesson, book, seed, level, count)
    items = [TaskQuestion(make_task(book, lesson, planned["kind"], planned["seed"], level)) for planned in plan]
    title = say(BY_KEY[lesson].title)
    listed = write_code(ClassList(title, tuple(map(read_entry, plan)))) if address and book.key in RULEBOOKS else ""
    link = f"{address}?{urlencode({'mode': 'class', 'list': listed})}" if listed else ""
    about = escape(tell("sheet.about", rulebook=book, n=count, seed=str(seed)))
    body = "".join(_draw_task(at, item) for at, item in enumerate(items, 1))
    fields = (tell("sheet.name"), tell("sheet.date"), tell("sheet.marks", n=count))
    written = "".join(f"<span>{escape(field)}</span>" for field in fields)
    keys = "".join(_draw_key(at, item) for at, item in enumerate(items, 1))
    return (
        f'<!doctype html>\n<html lang="{current_language()}">\n<head><meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style></head>\n<body>\n"
        f"<header><div><h1>{escape(title)}</h1><p class='small'>{about}</p></div>{_draw_code(link)}</header>\n"
        f"<p class='fields'>{written}</p>\n<div class='tasks'>{body}</div>"
        f"<section class='key'><h1>{escape(tell('sheet.key', lesson=Message(key_of('lesson.', lesson))))}</h1>"
        f"<p class='small'>{about}</p><div class='tasks'>{keys}</div></section>\n</body>\n</html>\n"
    )


def _draw_code(link: str) -> str:
    if not link:
        return ""
    try:
        rows = draw_qr(link)
    except ValueError:
        raise TutorError("long-link") from None
    cells = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "1")
    return f"<div><svg class='code' viewBox='0 0 {len(rows)} {len(rows)}'><path d='{cells}'/></svg></div>"


def _draw_card(card: FaceView) -> str:
    if card["suit"] is None:
        return (
            f"<span class='card joker'><svg viewBox='0 0 24 24'><path d='{_STAR}'/></svg>{escape(card['rank'])}</span>"
        )
    suit = f"<svg viewBox='0 0 24 24'><path d='{_SUITS[card['suit']]}'/></svg>"
    return f"<span class='card' data-suit='{card['suit']}'>{escape(card['rank'])}{suit}</span>"


def _draw_groups(groups: Sequence[Sequence[FaceView]]) -> str:
    """Groups of cards; single cards stand together at the end."""
    whole = [group for group in groups if len(group) > 1]
    single = [card for group in groups if len(group) == 1 for card in group]
    drawn = []
    for at, group in enumerate([*whole, single] if single else whole, 1):
        number = f"<span class='number'>{at}</span>" if len(groups) > 1 and at <= len(whole) else ""
        drawn.append(f"<span class='group'>{number}{''.join(map(_draw_card, group))}</span>")
    return f"<div class='cards'>{''.join(drawn)}</div>"


def _draw_task(at: int, question: TaskQuestion) -> str:
    task = draw_question(question)
    beside = [(tell("class.turned"), task["turned"]), (tell("class.open-card"), task["open"])]
    shown = "".join(
        f"<span class='table small-card'>{escape(word)} {_draw_card(card)}</span>" for word, card in beside if card
    )
    rows = "".join(f"<li><b>{escape(row['name'])}</b> {escape(row['told'])}</li>" for row in task["rows"])
    asked = tell(question.on_paper) if question.on_paper is not None else task["question"]
    drawn = (
        f"<section class='task'><h2>{at}. {escape(asked)}</h2>"
        f"{shown}{_draw_groups(task['groups'])}{f'<ul>{rows}</ul>' if rows else ''}{''.join(_draw_space(task))}"
        "</section>"
    )
    return f"{drawn}\n" if _is_short(task, asked) else f"<div class='wide'>{drawn}</div>\n"


def _is_short(task: QuestionView, asked: str) -> bool:
    """Whether a task takes half a line: few cards, few words, and no room to write groups down."""
    words = len(asked) + sum(len(choice["word"]) for choice in task["choices"])
    return task["asks"] != TABLE and not task["rows"] and sum(map(len, task["groups"])) <= _FEW and words <= _BRIEF


def _draw_space(task: QuestionView) -> Iterator[str]:
    """Where the answer is written."""
    if task["asks"] == TABLE:
        yield "<div class='line'></div>" * 3
    elif task["asks"] == NUMBER:
        yield f"{escape(tell('sheet.answer'))} <span class='line short'></span>"
    else:
        choices = "".join(f"<li>{escape(choice['word'])}</li>" for choice in task["choices"])
        yield f"<ul class='choices'>{choices}</ul>"


def _draw_key(at: int, question: Question) -> str:
    answer = draw_answer(question, question.solve())
    groups = "".join(
        f"<span class='group'>{''.join(map(_draw_card, group['cards']))} {escape(group['word'])}</span>"
        for group in answer["groups"]
    )
    why = "".join(f"<li>{escape(line)}</li>" for line in question.why())
    return (
        f"<section class='task small-card'><b>{at}. {escape(answer['word'])}</b>"
        f"<div class='cards'>{groups}</div>{f'<ul>{why}</ul>' if why else ''}</section>\n"
    )
