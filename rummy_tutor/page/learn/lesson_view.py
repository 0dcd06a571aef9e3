"""The view model of one lesson: its worked example, a task, and what is said of the answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import reduce
from operator import or_

from ...game.cards import PRINTED_JOKER, Card
from ...game.messages import Items
from ...game.records import Group
from ...game.rules import Kind, Rulebook
from ...game.table import Deal
from ...referee.scoring import score_arrangement
from ...rounds.endings import Ending
from ...tutor.beliefs import BY_KEY as BELIEFS
from ...tutor.hints import give_hints
from ...tutor.judging import Verdict
from ...tutor.kinds.groups import open_deals
from ...tutor.kinds.options import settle_both
from ...tutor.kinds.reading import as_groups
from ...tutor.learner import ENOUGH, WINDOW
from ...tutor.lessons import BY_KEY, Lesson, list_lessons
from ...tutor.progress import HINTED, Course, Stage
from ...tutor.tasks import Task
from ...tutor.turns.hands import name_missing_of
from ...tutor.why import tell_reasons
from ...tutor.worked.hands import hold
from ...tutor.worked.steps import add_up
from ...wording.explain import explain, explain_remark
from ...wording.phrases import Cited, Sources, as_shown, cite, find_cited
from ...wording.speech import say, tell
from ..faces import card_face, draw_line, draw_lines, face_at, pretty_card
from ..session import Session
from ..table.view import TableView
from .questions import (
    draw_choice,
    draw_note,
    draw_round,
    may_be_negative,
    tell_answer,
    tell_field,
    tell_payments,
    tell_question,
)
from .study import PLAYED_FROM, Study, can_lay, name_task
from .turns import draw_asking, draw_played, draw_practice, draw_rows

_HANDS = ("count", "declare?", "build", "repair", "settle")  # tasks about a whole hand, which has a figure

_DEALT = ("redeal", "redeal-identical")  # notes on a hand just dealt, which that of a task is not

# the field of a rulebook whose rule says what a kind of group is
_RULES = {
    Kind.PURE_SEQUENCE: "melds.run_max",
    Kind.IMPURE_SEQUENCE: "melds.run_max",
    Kind.SET: "melds.set_max",
    Kind.TUNNELA: "melds.tunnela_from",
    Kind.DUBLEE: "melds.dublees",
    Kind.JOKERS: "melds.jokers",
}


def draw_lesson(session: Session, study: Study, lesson: Lesson) -> dict:
    """A lesson as far as it went."""
    progress = study.progress(session.rulebook)
    lessons = list_lessons(session.rulebook)
    course = progress.lessons.get(lesson.key)
    latest = () if course is None else course.learner.answers[-WINDOW:]
    turn = draw_played(study)
    given = ":first" if not latest else ":begun" if len(latest) < WINDOW else ""
    if course is not None and course.mastered:
        given = ":mastered"
    counted = tell(f"learn.latest{given}", n=sum(latest), given=len(latest), all=WINDOW, enough=ENOUGH)
    doubt = "" if course is None else _tell_doubt(study, course, progress.once)
    step = study.example if study.practice is None else None
    return {
        "key": lesson.key,
        "number": tell("learn.lesson_number", at=lessons.index(lesson) + 1, all=len(lessons)),
        "title": say(lesson.title),
        "aim": tell("learn.goal", aim=lesson.aim),
        "state": progress.state(lesson.key),
        "state_word": tell(f"learn.state_{progress.state(lesson.key)}"),
        "latest": [bool(right) for right in latest],
        "latest_word": counted,
        "counts": _tell_practice(study, course) or doubt or counted,
        "doubt": doubt,
        "turned": None if turn is not None else _draw_turned(study.table),
        "table": None if study.table is None or turn is not None else _draw_table(study),
        "turn": turn,
        "practice": draw_practice(study),
        "play": tell("turn.practice") if lesson.key in PLAYED_FROM else "",
        "step": None if step is None else _draw_step(session, study, lesson, step),
        "task": None if study.task is None else _draw_task(study, study.task, lesson),
        "after": _draw_after(session, study, lesson, lessons),
    }


def _tell_doubt(study: Study, course: Course, once: Collection[str]) -> str:
    """Why a lesson is not mastered though enough answers are right; empty where it is, or they are not.

    A mix-up is named if a verdict has named it before: nobody is told of one that he has never shown.
    """
    latest, left = course.learner.answers[-WINDOW:], course.left[:1]
    if course.mastered or len(latest) < WINDOW or sum(latest) < ENOUGH:
        return ""
    known = [key for key in left if key in once and (len(study.courses) > 1 or BELIEFS[key].told is None)]
    if not known:
        return tell("learn.latest:more", n=sum(latest), all=WINDOW)
    return tell("learn.latest:doubt", n=sum(latest), all=WINDOW, belief=BELIEFS[known[0]].sentence)


def _tell_practice(study: Study, course: Course | None) -> str:
    """That an answer does not count yet, and how many more are needed until they do; nothing where they count."""
    alone = course is not None and course.stage is Stage.UNAIDED
    if alone:
        return tell("learn.hinted") if study.hints and study.verdict is None else ""
    steps = () if course is None else course.steps
    helped = sum(step.right for step in steps if step.stage in (Stage.WORKED, Stage.HINTED))
    was_alone = any(step.stage in (Stage.UNAIDED, Stage.MIXED) for step in steps)
    return tell("learn.practice" if steps else "learn.practice:first", n=1 if was_alone else max(1, HINTED - helped))


def _draw_turned(table: Session | None) -> dict | None:
    """The turned card where the game turns one up."""
    if table is None or table.state.turned is None or not table.rulebook.wilds.exposed:
        return None
    return {**card_face(table.state.turned), "key": str(table.state.turned)}


def _draw_table(study: Study) -> dict:
    """The cards on their table: as they lie, and judged once an answer has been given."""
    assert study.table is not None
    drawn = TableView(study.table, () if study.laid is None else study.laid.numbers).draw()
    hand = study.task is not None and _is_hand(study.task)
    told = None if study.task is None else study.task.round
    paid = told is None or any("groups" in one and one["ending"] == Ending.LOST for one in told["players"])
    if not hand or not paid:  # no figure is asked for, or another price is paid than that of the cards: none is told
        drawn |= {"headline": None, "announce": ""}
    if study.verdict is not None and study.laid is None:  # whose sources follow the verdict
        for tray in drawn["trays"]:
            tray["reasons"] = [{**line, "codes": [], "remark": ""} for line in tray["reasons"]]
    pointed = _pointed_at(study)
    for group in (*drawn["trays"], drawn["loose"]):
        for card in group["cards"]:
            card["moving"] = str(study.table.state.layout.cards[card["id"]]) in pointed
    return drawn


def _is_hand(task: Task) -> bool:
    """Whether a task is about a whole hand; value cards and loose cards are looked at one by one."""
    return task.kind in _HANDS and task.asked not in ("value-cards", "loose")


def _pointed_at(study: Study) -> set[str]:
    """The cards that the hints shown point at."""
    if study.task is None or study.verdict is not None:
        return set()
    return {str(card) for hint in give_hints(study.task)[: study.hints] for card in hint.cards}


def _draw_step(session: Session, study: Study, lesson: Lesson, at: int) -> dict:
    steps = lesson.worked(session.rulebook)
    notes = " ".join(map(say, steps[at].notes))
    return {
        "text": say(steps[at].text),
        "note": draw_line(Cited(notes, Sources.of(steps[at].source))) if notes else None,
        "cites": tell("learn.cites") if at == 0 and steps[at].source and _is_beginner(study) else "",
        "try": tell("turn.try", what=invites) if (invites := steps[at].invites) else "",
        "place": tell("learn.step_place", at=at + 1, all=len(steps)),
        "kept": study.kept is not None and study.kept.task is not None,
        "first": at == 0,
        "last": at == len(steps) - 1,
    }


# ---- a task --------------------------------------------------------------------------------------------------
def _draw_task(study: Study, task: Task, lesson: Lesson) -> dict:
    hints = give_hints(task)
    mixed = task.lesson != lesson.key
    stage = Stage.MIXED if mixed else Stage(task.stage)
    return {
        "key": name_task(task),
        "kind": task.kind,
        "asks": task.asks,
        "about": "hand" if _is_hand(task) else "cards",
        "whole": task.asked != "loose",  # else these are only the cards left over from a hand
        "stage": tell(f"learn.stage_{stage}"),
        "ask": tell_question(task),
        "note": draw_note(task),
        "choices": [draw_choice(task, choice) for choice in task.offered] if task.asks != "cards" else [],
        "rows": draw_rows(study, task),
        "asking": draw_asking(study),
        "open": _draw_open(task),
        "open_word": tell("learn.open_card"),
        "signed": may_be_negative(task),
        "not_a_number": tell("learn.not_a_number:signed" if may_be_negative(task) else "learn.not_a_number"),
        "hints": [say(hint.text) for hint in hints[: study.hints]],
        "hint_word": tell("learn.hint_alone" if stage is Stage.UNAIDED and not study.hints else "learn.hint"),
        "more_hints": study.verdict is None and study.hints < len(hints),
        "round": draw_round(task),
        "can_lay": can_lay(study),
        "laid_text": "" if study.laid is None else say(study.laid.text),
        "verdict": None if study.verdict is None else _draw_verdict(study, task, study.verdict),
    }


def _draw_open(task: Task) -> dict | None:
    """The card that lies open, where the question is about it and no table shows it."""
    if task.open is None or task.turn is not None:
        return None
    return {**face_at(task.open, task.deal), "key": str(task.open)}


# ---- the verdict ---------------------------------------------------------------------------------------------
def _draw_verdict(study: Study, task: Task, verdict: Verdict) -> dict:
    """Right or not, the right answer, why with its rule, and what may be believed."""
    shown = task.asks in ("groups", "moves")  # on the table, or beside each move
    expected = "" if (verdict.right and not study.told) or shown else tell_answer(task, verdict.expected)
    told = "learn.shown:is" if expected else "learn.shown"
    head = told if study.told else "learn.right" if verdict.right else "learn.wrong"
    lost = [tell("learn.lost", n=verdict.lost)] if verdict.lost and not verdict.right else []
    why, sources = _gather(_tell_why(study, task) or _tell_reasons(study, task), task, verdict)
    return {
        "right": verdict.right,
        "head": tell(head),
        "given": "" if shown or study.told else tell("learn.given", answer=tell_answer(task, study.answer)),
        "expected": tell("learn.is" if study.told else "learn.expected", answer=expected) if expected else "",
        "lines": draw_lines([*lost, *why, *sources]),
        "cites": tell("learn.cites") if _is_beginner(study) and sources else "",
        "belief": _tell_beliefs(study, task, verdict),
    }


def _tell_beliefs(study: Study, task: Task, verdict: Verdict) -> list[str]:
    """The belief behind a wrong answer; where it is not sure which, the two that explain it best, by all answers.

    To a learner of one game none is told that names another one.
    """
    knows_others = len(study.courses) > 1
    if verdict.belief is not None and (knows_others or BELIEFS[verdict.belief].told is None):
        sure = tell("learn.belief", belief=BELIEFS[verdict.belief].sentence, name=task.rulebook)
        return [sure, *_tell_prices(task, (verdict.belief,))]
    course = study.progress(task.rulebook).lessons.get(task.lesson)
    fits = [key for key in verdict.fits if knows_others or BELIEFS[key].told is None]
    chances = {key: 0.0 if course is None else course.learner.chance(key) for key in fits}
    likely = sorted(chances, key=lambda key: (-round(chances[key], 3), BELIEFS[key].told is not None))
    told = list(dict.fromkeys(say(BELIEFS[key].sentence) for key in likely))
    prices = _tell_prices(task, likely)
    if len(told) < 2:
        return [*(tell("learn.may_believe", belief=belief) for belief in told), *prices]
    form = "two" if len(told) == 2 else "several"
    return [tell(f"learn.may_believe:{form}", n=len(told), first=told[0], second=told[1]), *prices]


def _tell_prices(task: Task, beliefs: Iterable[str]) -> list[str]:
    """What cards cost, where a wrong belief is about that."""
    changed = {path for key in beliefs for path in BELIEFS[key].changes}
    if not changed & {"scoring.ace", "scoring.ranks"}:
        return []
    return [tell("learn.prices", rule=find_cited(tell_field(task.rulebook, "scoring.ace"))[0])]


def _gather(why: list[str], task: Task, verdict: Verdict) -> tuple[list[str], list[str]]:
    """What is told of an answer without its sources, and a line with all of them to follow it."""
    cited = [find_cited(line) for line in why]
    found = [sources for _, sources in cited]
    if task.turn is not None:  # each move has been judged beside it
        found += [Sources.of(task.turn.judge_move(move).source) for move in task.choices]
    elif verdict.rule and not any(found):
        found.append(Sources.of(verdict.rule))
    sources = reduce(or_, found, Sources())
    return [text for text, _ in cited], [Cited(tell("learn.source"), sources)] if sources else []


def _is_beginner(study: Study) -> bool:
    """Whether no more than one answer has been given yet, so that marks of sources are new."""
    given = [course.steps for progress in study.courses.values() for course in progress.lessons.values()]
    return sum(map(len, given)) <= 1


def _tell_why(study: Study, task: Task) -> list[str]:
    """Why the answer is as it is, with the rules that say so."""
    assert study.table is not None
    if task.kind == "move":  # each move has been judged when it was made
        return []
    if task.kind == "settle":
        return [*map(say, tell_reasons(task, study.answer)), *tell_payments(task)]
    if str(task.asked).startswith("option "):
        return [*map(say, tell_reasons(task, study.answer)), *tell_payments(settle_both(task)[1])]
    if task.asked == "loose":
        return [tell("learn.why_loose", sum=add_up([task.deal.points[card.index] for card in hold(task.cards)]))]
    if task.kind in ("declare?", "repair") and task.asked is None:
        return _tell_declaring(study.table, task)
    if task.kind in _HANDS:
        laid = score_arrangement(task.groups, task.deal).groups if task.kind == "count" else ()
        wrong = [explain(reason, task.rulebook) for group in laid for reason in group.reasons]
        if task.asked not in (None, "best", "one-card"):
            return []
        table = TableView(study.table)
        dealt = [explain(note, task.rulebook) for note in getattr(table.result, "notes", ()) if note.code in _DEALT]
        return [*wrong, *(line for line in table.explain() if line not in dealt)]
    if task.kind == "mark":
        wild_types = task.rulebook.wilds.types(task.turned)
        wild = tuple(map(pretty_card, hold(wild_types)))
        form = "-".join([*["none"] * (not wild), *["printed"] * (task.deal.pack.copies(PRINTED_JOKER) > 0)])
        told = tell(f"learn.why_mark:{form}".rstrip(":"), cards=Items(wild, "and"))
        printed = task.turned is not None and task.turned.is_printed_joker
        twin = not printed and task.turned in wild_types and task.turned in task.cards
        more = [tell("learn.twin", card=task.turned, n=task.deal.pack.decks)] if twin else []
        rule = _tell_rule(task, "wilds.printed_counts_as" if printed else "wilds.ranks")
        return [*_tell_marked(study), told, *more, *rule]
    if task.kind == "compare" and task.asks in ("rulebooks", "group", "groups"):
        return _tell_games(study, task)
    groups, fine = task.groups, list[str]()
    if task.kind == "complete" and task.asked in _RULES:
        assert study.verdict is not None
        groups = ((*groups[0], Card.parse(str(study.verdict.expected))),)
        if not study.verdict.right:
            tried = score_arrangement(((*task.groups[0], Card.parse(str(study.answer))),), task.deal).groups[0]
            fine = [find_cited(one)[0] for one in _tell_group(tried, task)[:1]]
    elif task.kind != "complete" and (task.kind not in ("classify", "spot") or task.asked is not None):
        return []
    read = score_arrangement(groups, task.deal).groups
    if task.kind == "spot":  # the table shows what the others are
        at = int(str(study.answer))
        if read[at - 1].kind is not Kind.INVALID:
            kind = read[at - 1].kind
            rules = [find_cited(one)[0] for one in _tell_rule(task, _RULES[kind], read[at - 1])]
            fine = [tell("learn.fine", n=at, kind=kind), *rules]
        read = tuple(group for group in read if group.kind is Kind.INVALID)
    lines = [*dict.fromkeys(line for group in read for line in _tell_group(group, task))]
    return [*lines, *fine] if task.kind == "spot" else [*fine, *lines]


def _tell_marked(study: Study) -> list[str]:
    """Which wild cards were left out, and which cards were named that are not wild."""
    assert study.verdict is not None
    given, right = (list(one or ()) for one in (study.answer, study.verdict.expected))  # type: ignore[call-overload]
    told = []
    for name, some, others in (("missed", right, given), ("extra", given, right)):
        cards = tuple(pretty_card(Card.parse(one)) for one in dict.fromkeys(some) if one not in others)
        told += [tell(f"learn.mark_{name}", n=len(cards), cards=Items(cards, "and"))] if cards else []
    return told


def _tell_reasons(study: Study, task: Task) -> list[str]:
    """Why the answer is as it is, where no rule about the cards as they lie says so; nothing where that is laid out."""
    if study.laid is not None or task.kind == "move":
        return []
    return [say(told) for told in tell_reasons(task, study.answer)]


def _tell_declaring(table: Session, task: Task) -> list[str]:
    """Why the hand may declare as it lies, or the first thing that it lacks."""
    layout = table.state.layout
    groups = tuple(tuple(layout.cards[card] for card in group) for group in layout.groups)
    laid = score_arrangement(groups, task.deal)
    if laid.declares:
        return [explain(reason, task.rulebook) for reason in laid.reasons if reason.code == "declares"]
    lacks = " ".join(map(say, name_missing_of(groups, task.deal)))
    return [Cited(lacks, cite(task.rulebook, "objectives"))] if lacks else []


def _tell_group(group: Group, task: Task) -> list[str]:
    """What a group is and the rule that says so, or why it is no meld."""
    if group.kind not in _RULES:
        return [explain(reason, task.rulebook) for reason in group.reasons]
    return [_name_group(group, task.deal), *_tell_rule(task, _RULES[group.kind], group)]


def _name_group(group: Group, deal: Deal) -> str:
    """What a meld is, and what has to be noted about it."""
    remark = explain_remark(group, deal, ends=True)
    name = "learn.why_kind:told" if remark else "learn.why_kind"
    cards = " ".join(map(pretty_card, as_shown(group)))
    return tell(name, cards=cards, kind=group.kind, told=remark)


def _tell_games(study: Study, task: Task) -> list[str]:
    """What a group is in each game or why it is no meld there, the games together that say the same."""
    games: dict[str, list[Rulebook]] = {}
    cited: dict[str, Sources] = {}
    laid, deals = task.groups[0], list(open_deals(task).values())
    if task.asks != "rulebooks" and study.verdict is not None:  # the group that two games judge differently
        deals = [task.deal, open_deals(task)[str(task.asked).partition(" ")[2]]]
        answer = study.answer if study.verdict.right else study.verdict.expected
        laid = max(as_groups(answer), key=len) if task.asks == "groups" else task.groups[int(str(answer)) - 1]
    for deal in deals:
        (group,) = score_arrangement((laid,), deal).groups
        told = _name_group(group, deal) if group.kind in _RULES else explain(group.reasons[0], deal.rulebook)
        text, sources = find_cited(told)
        games.setdefault(text, []).append(deal.rulebook)
        cited[text] = cited.get(text, Sources()) | sources
    return [
        Cited(tell("learn.rule_in_games", games=Items(tuple(books), "and"), rule=text), cited[text])
        for text, books in games.items()
    ]


def _tell_rule(task: Task, path: str, group: Group | None = None) -> list[str]:
    """The rule that a field of the rulebook stands for, with its source; in plain words until jokers are known.

    For a sequence the sources are those of what is in it: an ace, a joker, a wild card that stands for itself.
    """
    rule = tell_field(task.rulebook, path)
    if path == "melds.run_max" and group is not None:
        fields = ["melds", *["melds.aces"] * any(card.index % 13 == 0 for card in group.cards if card.rank)]
        fields += ["melds.naturals"] * any(task.deal.is_wild[card.index] for card in group.cards)
        found, said = cite(task.rulebook, *fields), _tell_sequence(task, group)
        left_out = {"R29", "R3"} if said else {"R29"}  # rulings on K-A-2 alone, and on jokers alone
        sources = replace(found, codes=tuple(code for code in found.codes if code not in left_out))
        rule = Cited(said or find_cited(rule)[0], sources)
    return [rule] if rule else []


def _tell_sequence(task: Task, group: Group) -> str:
    """Why a sequence is pure or not, in one sentence; empty where sequences have few cards, which the rule tells."""
    if BY_KEY[task.lesson].plain:
        return tell("learn.pure_plain")
    if task.rulebook.melds.run_max < task.rulebook.deal:
        return ""
    return tell("learn.is_pure" if group.kind is Kind.PURE_SEQUENCE else "learn.is_impure")


def _draw_after(session: Session, study: Study, lesson: Lesson, lessons: tuple[Lesson, ...]) -> dict | None:
    """What comes after a lesson that has just been mastered."""
    if not study.crossed:
        return None
    progress, now = study.progress(session.rulebook), datetime.now(UTC)
    course = progress.lessons.get(lesson.key)
    latest = () if course is None else course.learner.answers[-WINDOW:]
    at = lessons.index(lesson)
    order = (*lessons[at + 1 :], *lessons[:at])
    following = next((one for one in order if progress.state(one.key, now) in ("new", "begun", "due")), None)
    return {
        "head": tell("learn.mastered", lesson=lesson.title, n=sum(latest), all=WINDOW),
        "more": tell("learn.mastered_more"),
        "following": "" if following is None else following.key,
        "go": "" if following is None else tell("learn.go_lesson", lesson=following.title),
    }
