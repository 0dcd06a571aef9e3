"""The view model of Learn: the path of lessons, the progress, and a lesson with its worked example and its tasks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import takewhile
from operator import or_
from typing import Any, Literal, cast

from ...game.cards import Card
from ...game.messages import Items, key_of
from ...game.rules import Kind
from ...game.table import set_table
from ...referee.scoring import score_arrangement
from ...rounds.endings import Ending
from ...rulebooks import RULEBOOKS
from ...tutor.beliefs import BY_KEY as BELIEFS
from ...tutor.judging import WINDOW, Verdict, are_enough, give_hints, tell_reasons
from ...tutor.kinds.groups.making import tell_field
from ...tutor.lessons import BY_KEY, Lesson, as_known, holds, list_lessons, name_value_cards
from ...tutor.planting import name_task
from ...tutor.progress import Course, Progress, Stage
from ...tutor.tasks import Given, Layout, Task
from ...wording.phrases import Cited, Sources, find_cited
from ...wording.rule_texts import name_objective
from ...wording.speech import in_words, knows, say, speaking_early, tell, tell_if
from ..asking import read_fields
from ..faces import (
    TONES,
    card_face,
    draw_line,
    face_at,
    fold_sources,
    hide_sources,
    list_books,
    plain_group,
    pretty_card,
)
from ..session import Session
from ..table.view import CardTableView, TableView
from .home import MOST_STARS, draw_home, draw_question, lesson_card
from .shapes import (
    AfterView,
    ChoiceView,
    LearnSittingView,
    LearnView,
    LearnWords,
    LessonView,
    NoteView,
    PlayerView,
    ProgressPartView,
    ProgressView,
    ProofView,
    StepView,
    TaskCardView,
    TaskView,
    ThoughtView,
    TurnedCardView,
    VerdictView,
)
from .study import (
    MODE,
    PLAYED_FROM,
    SITTING,
    Asked,
    Example,
    Home,
    Playing,
    Study,
    open_study,
    opened_lesson,
    practises,
    read_open,
)
from .turn_view import tell_move
from .turns import draw_asking, draw_played, draw_practice, draw_rows

_DAY = timedelta(days=1)
_ROW = 3  # right answers one after the other that are spoken of


def draw_learn(session: Session) -> LearnView:
    """What Learn shows: the path, the progress, or a lesson."""
    study = open_study(session)
    lesson = opened_lesson(session)
    progress = study.progress(session.rulebook)
    screen: LearnView = {
        "screen": "home",
        "game": session.rulebook.key,
        "games": list_books(session),
        "said": None if study.said is None else {"tone": study.said[0], "text": say(study.said[1])},
        "words": cast(LearnWords, {name: tell(key_of("learn.", name)) for name in read_fields(LearnWords)}),
        "recalled": study.recalled,
        "data": study.to_data() if study.recalled else None,
        "stamp": study.stamp,
        "waiting": study.now.waits,
    }
    if lesson is not None and (study.now.waits or not isinstance(study.now, Home)):
        with speaking_early(lesson.is_before("pure")):
            return {**screen, "screen": "lesson", "lesson": draw_lesson(session, study, lesson)}
    if session.named_on(MODE).get("show") == "progress":
        return {**screen, "screen": "progress", "progress": _draw_progress(session, study, progress)}
    return {**screen, "home": draw_home(session, study, progress)}


def _draw_progress(session: Session, study: Study, progress: Progress) -> ProgressView:
    """What is known, what comes back and when, and what was believed."""
    now = datetime.now(UTC)
    named = progress.named_beliefs()
    lessons = list_lessons(session.rulebook)
    known = [lesson for lesson in lessons if progress.state(lesson.key, now) in ("mastered", "due")]
    begun = [at for at, lesson in enumerate(lessons, 1) if progress.state(lesson.key, now) == "begun"]
    coming = sorted((review.due, key.partition("/")[0]) for key, review in progress.reviews.items())
    waits: dict[str, int] = {}
    for due, key in coming:
        waits.setdefault(key, max(0, -((now - due) // _DAY)))
    parts: list[ProgressPartView] = [
        {
            "title": tell("learn.title_known"),
            "lines": [say(lesson.title) for lesson in known],
            "none": tell("learn.none_known:begun", n=len(begun), lessons=Items(tuple(begun), "and"))
            if begun
            else tell("learn.none_known"),
        },
        {
            "title": tell("learn.title_due"),
            "lines": [_tell_review(key, days) for key, days in waits.items() if key in BY_KEY],
            "none": tell("learn.none_due"),
        },
        {
            "title": tell("learn.title_believed"),
            "lines": [say(BELIEFS[key].sentence) for key in named.now],
            "none": tell("learn.none_believed"),
        },
        {
            "title": tell("learn.title_once"),
            "lines": [say(BELIEFS[key].sentence) for key in named.once],
            "none": tell("learn.none_once"),
        },
    ]
    others = [session.own.all[key] for key in study.courses if key in session.own.all and key != session.rulebook.key]
    more = tell("learn.other_games", names=Items(tuple(others), "and")) if others else ""
    return {"title": tell("learn.progress_in", name=session.rulebook), "parts": parts, "others": more}


def _tell_review(key: str, days: int) -> str:
    title = BY_KEY[key].title
    return tell("learn.review_in", lesson=title, n=days) if days else tell("learn.review_now", lesson=title)


def draw_lesson(session: Session, study: Study, lesson: Lesson) -> LessonView:
    """A lesson as far as it went."""
    progress = study.progress(session.rulebook)
    lessons = list_lessons(session.rulebook)
    course = progress.course(lesson.key)
    added = 0 if study.asked is None else study.asked.added
    now, turn = study.now, draw_played(study) if study.is_played else None
    asks = isinstance(now, Example) and now.step.offers  # its cards belong to the question
    table = now.table if isinstance(now, Example | Asked) and turn is None and not asks else None
    doubt = _tell_doubt(study, course, progress.once)
    return {
        "key": lesson.key,
        "number": tell("learn.lesson_number", at=lessons.index(lesson) + 1, all=len(lessons)),
        "title": say(lesson.title),
        "aim": tell("learn.goal", aim=lesson.aim),
        "state": progress.state(lesson.key),
        "state_word": tell(key_of("learn.state_", progress.state(lesson.key))),
        "stars": progress.count_stars(lesson.key),
        "stars_word": tell("learn.stars", n=progress.count_stars(lesson.key)),
        "sitting": _draw_sitting(session, study, lesson),
        "counts": " ".join(_tell_counts(study.asked, course)) or doubt,
        "why_more": doubt or (tell("learn.added", n=added) if added else ""),
        "turned": _draw_turned(table),
        "table": None if table is None else _draw_table(table, study.asked),
        "turn": turn,
        "practice": draw_practice(study, now) if isinstance(now, Playing) else None,
        "play": tell("turn.practice") if lesson.key in PLAYED_FROM else "",
        "step": _draw_step(now, lesson) if isinstance(now, Example) else None,
        "task": _draw_task(study, now, lesson) if isinstance(now, Asked) else None,
        "after": _draw_after(session, study, lesson, lessons),
    }


def _draw_sitting(session: Session, study: Study, lesson: Lesson) -> LearnSittingView:
    """The answers given and the tasks to come until the lesson is mastered; in practice those of a sitting."""
    course, asked = study.progress(session.rulebook).course(lesson.key), study.asked
    if asked is not None and asked.star == 1:
        return {"answers": course.counted, "all": len(course.counted), "word": ""}
    if practises(session, study, lesson):
        word = tell("learn.sitting", n=len(study.sitting), all=SITTING)
        return {"answers": list(study.sitting), "all": SITTING, "word": word}
    word = tell("learn.to_come", n=course.to_come)
    return {"answers": course.counted, "all": len(course.counted) + course.to_come, "word": word}


def _tell_doubt(study: Study, course: Course, once: Collection[str]) -> str:
    """Why a lesson is not mastered though enough answers are right; empty where it is, or they are not.

    A mix-up is named if a verdict has named it before: nobody is told of one that they have never shown.
    """
    latest, left = course.learner.answers[-WINDOW:], course.left[:1]
    if course.mastered or not are_enough(latest):
        return ""
    known = [key for key in left if key in once and (len(study.courses) > 1 or BELIEFS[key].told is None)]
    if not known:
        return tell("learn.latest:more", n=sum(latest), all=WINDOW)
    return tell("learn.latest:doubt", n=sum(latest), all=WINDOW, belief=BELIEFS[known[0]].sentence)


def _tell_counts(asked: Asked | None, course: Course) -> list[str]:
    """That the lesson is mastered, or that the answer will not count since a hint has been taken."""
    hinted = asked is not None and asked.hints and asked.verdict is None and course.stage is Stage.UNAIDED
    return tell_if("learn.latest:mastered", course.mastered) or tell_if("learn.hinted", hinted)


def _draw_turned(table: Session | None) -> TurnedCardView | None:
    """The turned card where the game turns one up."""
    if table is None or table.state.turned is None or not table.rulebook.wilds.exposed:
        return None
    return {**card_face(table.state.turned), "key": str(table.state.turned)}


def _draw_table(table: Session, asked: Asked | None) -> CardTableView:
    """The cards on their table: as they lie, and judged once an answer has been given."""
    if asked is None:
        drawn, pointed = TableView(table).draw() | {"headline": None, "announce": ""}, set[str]()
    else:
        drawn, pointed = _draw_asked(asked), _pointed_at(asked)
    for group in (*drawn["trays"], drawn["loose"]):
        for card in group["cards"]:
            card["moving"] = str(table.state.layout.cards[card["id"]]) in pointed
    return drawn


def _draw_asked(asked: Asked) -> CardTableView:
    """The table of a task, with no more than its answer may have told."""
    task, numbers = asked.task, () if asked.laid is None else asked.laid.numbers
    view = TableView(asked.table, numbers, as_known(task.rulebook, task.lesson))
    drawn = view.draw()
    if asked.verdict is None and task.asks == "groups":
        drawn["loose"] |= {"cost": _tell_loose(task, view), "cost_tone": "plain"}
    players = () if task.round is None else task.round["players"]
    paid = not players or any("groups" in player and player["ending"] == Ending.LOST for player in players)
    if task.question.layout is not Layout.HAND or not paid:
        # no figure is asked for, or another price is paid than that of the cards: none is told
        drawn |= {"headline": None, "announce": ""}
    if asked.verdict is not None:  # whose sources follow the verdict
        for shown in (drawn, *drawn["trays"]):
            shown["reasons"] = [*map(hide_sources, shown["reasons"])]
    return drawn


def _tell_loose(task: Task, view: TableView) -> str:
    """How many cards still lie loose, and where their points decide, what they count; nothing is said of the groups."""
    layout = view.layout
    if not layout.loose:
        return ""
    counted = task.question.builds and not holds("flat, hidden", task.rulebook)
    points = tell("count.points", n=sum(view.points(layout.cards[card]) for card in layout.loose))
    return tell("learn.loose_now" if counted else "learn.loose_now:count", n=len(layout.loose), points=points)


def _pointed_at(asked: Asked) -> set[str]:
    """The cards that the hints shown point at."""
    if asked.verdict is not None:
        return set()
    return {str(card) for hint in give_hints(asked.task)[: asked.hints] for card in hint.cards}


def _draw_step(example: Example, lesson: Lesson) -> StepView:
    step = example.step
    notes = " ".join(map(say, step.notes))
    source = (
        Sources() if lesson.is_before("pure") else Sources.of(step.source)
    )  # a newcomer has not heard of sources yet
    return {
        "won": tell("turn.won:head") if _is_won(example) else "",
        "text": tell("turn.won:first") if _is_won(example) else step.sentences,
        "note": draw_line(Cited(notes, source)) if notes else None,
        "note_fold": tell("learn.note_fold") if notes else "",
        "question": draw_question(step.groups, step.offers, set_table(example.table.rulebook), "step")
        if step.offers
        else None,
        "try": _tell_invitation(example),
        "place": tell("learn.step_place", at=example.at + 1, all=len(example.steps)),
        "kept": example.left is not None,
        "first": example.at == 0,
        "last": example.is_last,
        "tried": example.is_tried,
    }


def _is_won(example: Example) -> bool:
    """Whether the learner has declared, and the table says so in place of the step's sentence."""
    return example.played is not None and example.played.is_declared and not example.was_shown


def _tell_invitation(example: Example) -> str:
    """What to try at the table of a step, and once that has been done that it is well done, or how to go on; empty
    where the step only tells, and where the round is won.
    """
    if not example.step.invitation or _is_won(example):
        return ""
    if not example.is_tried or example.played is None:
        return tell("turn.try:strayed" if example.has_strayed else "turn.try", what=example.step.invitation)
    if not example.was_shown and not example.played.is_refused:
        return tell("turn.tried")
    return tell("turn.tried:refused", button=tell("learn.start_tasks" if example.is_last else "learn.next_step"))


# ---- a task --------------------------------------------------------------------------------------------------
def _draw_task(study: Study, asked: Asked, lesson: Lesson) -> TaskView:
    task, tried = asked.task, read_open(asked)
    stage = Stage.MIXED if task.lesson != lesson.key else Stage(task.stage)
    is_extra = stage is Stage.UNAIDED and task.kind in lesson.extra
    return {
        "key": name_task(task),
        "asks": task.asks,
        "about": "hand" if task.question.layout is Layout.HAND else "cards",
        "whole": task.question.layout is not Layout.LEFT,  # else these are only the cards left over from a hand
        "stage": tell("learn.extra" if is_extra else key_of("learn.stage_", stage)),
        "ask": tell_question(task),
        "note": draw_note(task),
        "choices": [_mark_choice(asked, draw_choice(task, choice)) for choice in task.offered]
        if task.asks != "cards"
        else [],
        "rows": [] if asked.tried is None else draw_rows(asked, asked.tried),
        "asking": None if tried is None else draw_asking(asked, tried),
        "open": _draw_open(task),
        "open_word": tell("learn.open_card"),
        "signed": task.signed,
        "not_a_number": tell("learn.not_a_number:signed" if task.signed else "learn.not_a_number"),
        "hints": [say(hint.text) for hint in give_hints(task)[: asked.hints]],
        "hint_word": tell("learn.hint_alone" if stage is Stage.UNAIDED and not asked.hints else "learn.hint"),
        "more_hints": asked.verdict is None and asked.has_hint,
        "round": draw_round(task),
        "can_lay": asked.can_lay,
        "laid_text": "" if asked.laid is None else say(asked.laid.text),
        "verdict": None if asked.verdict is None else draw_verdict(study, asked, asked.verdict),
    }


def _draw_open(task: Task) -> TaskCardView | None:
    """The card that lies open, where the question is about it and no table shows it."""
    if task.open is None or task.turn is not None:
        return None
    return {**face_at(task.open, task.deal), "key": str(task.open)}


def _draw_after(session: Session, study: Study, lesson: Lesson, lessons: tuple[Lesson, ...]) -> AfterView | None:
    """What comes after a lesson that has just been mastered, or that was still known when it came again."""
    star = 0 if study.asked is None else study.asked.star
    if not star:
        return None
    progress, now = study.progress(session.rulebook), datetime.now(UTC)
    at = lessons.index(lesson)
    order = (*lessons[at + 1 :], *lessons[:at])
    following = next((other for other in order if progress.state(other.key, now) in ("new", "begun", "due")), None)
    return {
        "card": lesson_card(at + 1),
        "head": tell("learn.mastered" if star == 1 else key_of("learn.star_", star)),
        "more": tell(key_of("learn.star_more:", star)) if star < MOST_STARS else "",
        "following": "" if following is None else following.key,
        "go": "" if following is None else tell("learn.go_lesson", lesson=following.title),
    }


def tell_question(task: Task) -> str:
    """The question in words."""
    return say(task.question.question(task))


def draw_note(task: Task) -> NoteView | None:
    """What has to be said below a question, because the lesson about it is still to come; None where nothing has."""
    note = None if task.question.note is None else task.question.note(task)
    return None if note is None else {"text": note.text, "fold": note.fold, "rules": list(note.rules)}


def draw_choice(task: Task, choice: str) -> ChoiceView:
    """One of the answers to choose from."""
    drawn: ChoiceView = {"value": choice, "label": tell_answer(task, choice)}
    if task.asks == "card":
        drawn["card"] = {**face_at(Card.parse(choice), task.deal), "key": choice}
    elif task.asks == "kind":
        drawn |= {"icon": choice, "tone": TONES[Kind(choice)]}
    return drawn


def _mark_choice(asked: Asked, drawn: ChoiceView) -> ChoiceView:
    """An answer to choose, and once the task has been answered whether it is right, or was given and is wrong."""
    if asked.verdict is None:
        return drawn
    right, given = (_as_many(answer) for answer in (asked.verdict.expected, asked.answer))
    mark: Literal["right", "wrong", ""] = ""
    if drawn["value"] in right:
        mark = "right"
    elif drawn["value"] in given:
        mark = "wrong"
    return {**drawn, "mark": mark}


def _as_many(answer: object) -> Collection[object]:
    return answer if isinstance(answer, list | tuple) else (answer,)


def tell_answer(task: Task, answer: Any) -> str:
    """An answer in words."""
    if task.asks == "kind":
        return tell(key_of("page.kind_", answer))
    if task.asks == "yes-no":
        return tell(key_of("learn.", answer))
    if task.asks == "group":
        return tell("learn.group", n=int(answer))
    if task.asks == "way":
        ways = {way.name: name_objective(way) for way in task.rulebook.objectives}
        return in_words(ways[answer])
    if task.asks == "card":
        return pretty_card(Card.parse(answer))
    many = [answer] if isinstance(answer, str) else answer
    if task.asks == "cards":
        return _list(tuple(pretty_card(Card.parse(card)) for card in many), "learn.no_card")
    if task.asks == "rulebooks":
        return _list(tuple(RULEBOOKS[key] for key in many), "learn.no_game")
    if task.asks == "moves":
        return _list(tuple(map(tell_move, many)), "learn.no_card")
    return in_words(answer)


def _list(words: tuple[object, ...], none: str) -> str:
    return in_words(Items(words, "semicolon")) if words else tell(none)


def draw_round(task: Task) -> list[PlayerView]:
    """The players of a round that a task is about: how each ended, and what is stated of them."""
    if task.round is None:
        return []
    nets = task.round.get("nets")
    rows: list[PlayerView] = []
    for at, player in enumerate(task.round["players"]):
        stated = [
            tell(key_of("learn.stated_", name), n=player[name], maal=name_value_cards(task.rulebook))
            for name in ("points", "score", "bonus", "total")
            if name in player
        ]
        if "groups" in player:
            stated.append(tell("learn.stated_hand"))
        if nets is not None:
            stated = [tell("learn.stated_net", n=nets[at])]
        rows.append({"name": player["name"], "ending": tell(key_of("ending.", player["ending"])), "stated": stated})
    return rows


def draw_verdict(study: Study, asked: Asked, verdict: Verdict) -> VerdictView:
    """Right or not, the right answer, why with its rule, and what may be believed."""
    task = asked.task
    shown = task.asks in ("groups", "moves")  # on the table, or beside each move
    expected = "" if (verdict.right and not asked.was_shown) or shown else tell_answer(task, verdict.expected)
    head_key = "learn.shown:is" if expected else "learn.shown"
    head = head_key if asked.was_shown else "learn.right" if verdict.right else "learn.wrong"
    lost = [tell("learn.lost", n=verdict.lost)] if verdict.lost and not verdict.right else []
    lost += _count_moves(asked, verdict)
    why = _explain(asked, verdict) or _tell_reasons(asked)
    lines = fold_sources([*lost, *why], _find_sources(task, verdict, told=any(find_cited(line)[1] for line in why)))
    return {
        "right": verdict.right,
        "head": tell(head),
        "praise": _tell_praise(study, task) if verdict.right and not asked.was_shown else "",
        "row": _tell_row(study) if verdict.right and not asked.was_shown else "",
        "given": "" if shown or verdict.right else tell("learn.given", answer=tell_answer(task, asked.answer)),
        "expected": tell("learn.is" if asked.was_shown else "learn.expected", answer=expected) if expected else "",
        "lines": lines,
        "cites": tell("learn.cites")
        if is_beginner(study) and any(line["codes"] or line["remark"] for line in lines)
        else "",
        "thought": _draw_thought(study, task, verdict),
        "proof": _draw_proof(asked),
    }


def _tell_praise(study: Study, task: Task) -> str:
    """What was good of a right answer: that it follows a wrong one, else what the kind of task asks for."""
    name = key_of("learn.praise-", "again" if study.sitting[-2:] == (False, True) else task.kind)
    return tell(name) if knows(name) else ""


def _tell_row(study: Study) -> str:
    """How many answers were right one after the other in this sitting; empty where they are no row."""
    n = len(list(takewhile(bool, reversed(study.sitting))))
    return tell("learn.row", n=n) if n >= _ROW else ""


def _draw_proof(asked: Asked) -> ProofView | None:
    """The cards that show why an answer is wrong, where some can and they do not lie on the table yet."""
    shown = None if asked.laid is not None else asked.find_why()
    if shown is None:
        return None
    groups = score_arrangement(shown.groups, asked.task.deal).groups
    return {"text": say(shown.text), "groups": [plain_group(group, f"proof-{at}") for at, group in enumerate(groups)]}


def _draw_thought(study: Study, task: Task, verdict: Verdict) -> ThoughtView | None:
    """What the learner may be thinking, the likeliest first, two at most."""
    keys = study.list_thoughts(task, verdict)
    if not keys:
        return None
    return {
        "head": tell("learn.thought"),
        "beliefs": list(dict.fromkeys(say(BELIEFS[key].sentence) for key in keys))[:2],
        "so": [
            tell("learn.thought_not", name=task.rulebook),
            *_tell_counted(task, keys[:1]),
            *_tell_prices(task, keys),
        ],
        "deny": tell("learn.thought_deny"),
    }


def _count_moves(asked: Asked, verdict: Verdict) -> list[str]:
    """How many of the moves of a wrong answer were judged rightly; nothing where the answer was shown."""
    task = asked.task
    if task.asks != "moves" or verdict.right or asked.was_shown:
        return []
    given, right = (list(groups or ()) for groups in (asked.answer, verdict.expected))  # type: ignore[call-overload]
    n = sum((move in given) == (move in right) for move in task.choices)
    return [tell("learn.moves_right", n=n, all=len(task.choices))]


def _tell_counted(task: Task, beliefs: Iterable[str]) -> list[str]:
    """Which loose cards somebody with a belief counts otherwise than the rules do."""
    if task.asks != "number" or task.question.rule != "scoring":
        return []
    loose = list(dict.fromkeys(group[0] for group in task.groups if len(group) == 1))
    counted = [(card, BELIEFS[key].deal(task.deal).points[card.index]) for key in beliefs for card in loose]
    costs = [(card, yours, task.deal.points[card.index]) for card, yours in counted]
    return [
        tell("learn.counted", card=pretty_card(card), yours=yours, n=cost)
        for card, yours, cost in costs
        if yours != cost
    ][:2]


def _tell_prices(task: Task, beliefs: Iterable[str]) -> list[str]:
    """What cards cost, where a wrong belief is about that."""
    changed = {path for key in beliefs for path in BELIEFS[key].changes}
    if not changed & {"scoring.ace", "scoring.ranks"}:
        return []
    return [tell("learn.prices", rule=find_cited(tell_field(task.rulebook, "scoring.ace"))[0])]


def _find_sources(task: Task, verdict: Verdict, *, told: bool) -> Sources:
    """The sources that no reason told of an answer names: of its moves, judged beside it, or of the rule asked of."""
    if task.turn is not None:
        return reduce(or_, (Sources.of(task.turn.judge_move(move).source) for move in task.choices), Sources())
    return Sources() if told else Sources.of(verdict.rule)


def is_beginner(study: Study) -> bool:
    """Whether no more than one answer has been given yet, so that marks of sources are new."""
    given = [course.steps for progress in study.courses.values() for course in progress.lessons.values()]
    return sum(map(len, given)) <= 1


def _explain(asked: Asked, verdict: Verdict) -> list[str]:
    """Why the answer is as it is, with the rules that say so; nothing where only the answer itself shows it."""
    task, table = asked.task, asked.table
    explains = task.question.explains
    if explains is None:
        return []
    groups = tuple(tuple(table.state.layout.cards[card] for card in group) for group in table.state.layout.groups)
    return explains(task, Given(asked.answer, verdict.expected, verdict.right, groups, table.result))


def _tell_reasons(asked: Asked) -> list[str]:
    """Why the answer is as it is, where no rule about the cards as they lie says so; nothing where that is laid out."""
    if asked.laid is not None:
        return []
    return [say(reason) for reason in tell_reasons(asked.task, asked.answer)]
