"""Choosing a rulebook at a terminal: questions one by one, and where the table begins."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..game.messages import Items
from ..rulebooks.files import NONE
from ..study.choosing import MOST_QUESTIONS, Answer, Chooser, Chosen
from ..wording.choosing_text import tell_choices, tell_chosen, tell_question
from ..wording.phrases import list_options
from ..wording.speech import tell, tell_if

_NO_RULE = "-"


def ask_rulebook(read: Callable[[], str], write: Callable[[str], object]) -> Chosen:
    """Ask until a rulebook is known; an empty line, or no line any more, leaves a question open.

    Args:
        read: gives the next line that is typed, without anything once there are no more.
        write: shows a text.
    """
    chooser, ended = Chooser(), False
    while (question := chooser.question) is not None and not ended:
        choices = tell_choices(chooser)
        lines = [f"{len(chooser.answers) + 1}/{MOST_QUESTIONS}  {tell_question(question)}"]
        if question.number:
            known = Items(tuple(text for answer, text in choices.items() if answer != (NONE,)), "or")
            lines += [f"  {tell('choose.such-as', numbers=known)}", tell("choose.type-number", none=_NO_RULE)]
        else:
            lines += [f"  {at}  {text}" for at, text in enumerate(choices.values(), 1)]
            lines.append(tell("choose.type"))
        write("\n".join(lines))
        line = read()
        ended, typed = not line, line.strip()
        try:
            chooser = chooser.answer(_read_answer(typed, tuple(choices), question.number) if typed else None)
        except ValueError:
            write(tell("choose.not-an-answer"))
    return chooser.choose(title=tell("choose.title"))


def _read_answer(typed: str, choices: tuple[Answer, ...], number: bool) -> Answer:
    """The answer that was typed.

    Raises:
        ValueError: it is none.
    """
    if number and typed == _NO_RULE:
        return (NONE,)
    if not re.fullmatch(r"[0-9]{1,5}", typed) or (not number and not 0 < int(typed) <= len(choices)):
        raise ValueError(typed)
    return (int(typed),) if number else choices[int(typed) - 1]


def draw_chosen(chosen: Chosen) -> str:
    """Where the table begins, and what differs there, as text."""
    base = chosen.base
    differences = tell_chosen(chosen)
    lines = [
        tell("choose.nearest", rulebook=base, key=base.key),
        *tell_if("choose.options", base.options, options=Items(tuple(list_options(base)))),
        tell("choose.differs" if differences else "choose.same"),
        *(f"  {tell('choose.difference', term=row.term, mine=row.theirs, theirs=row.mine)}" for row in differences),
    ]
    return "\n".join([*lines, "", tell("choose.keep")])
