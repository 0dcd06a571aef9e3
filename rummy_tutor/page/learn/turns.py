"""Playing at the table of a task or a step: each move is done or refused at once, and can be taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...game.messages import Items
from ...tutor.beliefs import kind_of
from ...tutor.lessons import BY_KEY
from ...tutor.tasks import Task
from ...tutor.turns.hands import Broken, find_broken, find_last_card, lay_melds, lay_nearest, name_missing_ways
from ...tutor.turns.played import Played
from ...tutor.turns.practice import News, Practice
from ...tutor.turns.turn import Groups, Move, Phase, Turn, is_meld
from ...wording.levels import list_levels
from ...wording.speech import say, tell
from ..faces import draw_line, pretty_card
from ..session import Session
from ..state import MoveError
from .questions import draw_choice, tell_reason
from .result import draw_result
from .study import PLAYED_FROM, Study, give_answer, keep, opened_lesson, start_practice
from .turn_view import draw_said, draw_turn, price_drop, slot_word, tell_lacks


# ---- what a page asks ----------------------------------------------------------------------------------------
def _make(session: Session, study: Study, values: Mapping[str, Any]) -> None:
    """Make a move. One that a task asks about is made from where the task stands, and is part of the answer."""
    move = values.get("move")
    if study.practice is not None and isinstance(move, str):
        keep(session, replace(study, practice=study.practice.make(move)))
        return
    if study.played is None or not isinstance(move, str):
        raise MoveError("bad_move")
    asked = _is_asked(study)
    played = (Played(turn=_start(study)) if asked else study.played).make(move)
    study = keep(session, replace(study, played=played))
    if asked:
        _decide(session, study, move, allowed=True)


def _refuse(session: Session, study: Study, values: Mapping[str, Any]) -> None:
    """Hold a move of a task for forbidden."""
    move = values.get("move")
    if not _is_asked(study) or study.task is None or move not in study.task.choices:
        raise MoveError("bad_move")
    study = keep(session, replace(study, played=Played(turn=_start(study))))
    _decide(session, study, str(move), allowed=False)


def _decide(session: Session, study: Study, move: str, *, allowed: bool) -> None:
    """Note what a learner holds of a move; after the last one the answer is given."""
    assert study.tried is not None
    tried = study.tried.decide(move, allowed=allowed)
    study = keep(session, replace(study, tried=tried))
    if tried.current is None:
        give_answer(session, study, tried.answer)


def _take_back(session: Session, study: Study, values: Mapping[str, Any]) -> None:
    """Take the last move back."""
    if study.practice is not None:
        keep(session, replace(study, practice=study.practice.take_back()))
    elif study.played is not None:
        keep(session, replace(study, played=study.played.take_back()))
    else:
        raise MoveError("bad_move")


def _practise(session: Session, study: Study, values: Mapping[str, Any]) -> None:
    """Deal a round in which some turns are played."""
    lesson = opened_lesson(session)
    if lesson is None or lesson.key not in PLAYED_FROM:
        raise MoveError("bad_move")
    start_practice(session, study, lesson)


def _group(session: Session, study: Study, values: Mapping[str, Any]) -> None:
    """Lay the melds of the hand together, or sort it in suits again."""
    if study.practice is None:
        raise MoveError("bad_move")
    keep(session, replace(study, grouped=not study.grouped))


TURNS: Mapping[str, Callable[[Session, Study, Mapping[str, Any]], None]] = {
    "play": _make,
    "refuse": _refuse,
    "take_back": _take_back,
    "practise": _practise,
    "group": _group,
}


def _is_asked(study: Study) -> bool:
    """Whether moves of a task are still to be decided."""
    return study.tried is not None and study.verdict is None


def _start(study: Study) -> Turn:
    assert study.tried is not None
    return study.tried.turn


# ---- what a page shows ---------------------------------------------------------------------------------------
def draw_played(study: Study) -> dict[str, Any] | None:
    """The table at which a turn is played; None where none is.

    A move that a task asks about is shown done, and the table as it was before for the next one.
    """
    if study.practice is not None:
        return _draw_round(study, study.practice)
    played = study.played
    if played is None:
        return None
    melds = _lay_declared(study) or _melds(study)
    declared = next(iter(played.move.cards), None) if played.is_declared and played.move is not None else None
    plain = BY_KEY[study.of[0]].plain and (study.task is None or BY_KEY[study.task.lesson].plain)
    step = study.shown
    declares = step is None or not plain or any(Move.parse(one).kind == "declare" for one in step.tries)
    last = None if step is None else find_last_card(played.turn)
    drawn, after = draw_turn(played.turn, melds, None, declared, last=last, plain=plain, declares=declares), None
    if _is_asked(study) and study.tried is not None:
        after = drawn if study.tried.held else None  # as long as the learner looks at what he has answered
        drawn = draw_turn(study.tried.turn, _melds(study), study.tried.current, plain=plain)
        drawn["answered"] = len(study.tried.held)  # so that no two tables are alike
    if step is not None:
        drawn["stock"]["count"] = ""  # it holds no more than the step needs
    before = played.past[-1] if step is not None and played.past else None
    said = draw_said(played, rated=step is not None, before=before, on=_tell_on(study, played))
    done = bool(played.past) and played.ruling is not None and played.ruling.allowed
    broken = _break(played.past[-1], played.move, study.task) if done else None
    if said is not None and broken is not None:
        name = "row-breaks" if step is None else "broke"
        told = _tell_broken(name, broken, played.turn)
        said |= {"tone": "note" if step is None else said["tone"], "more": f"{told} {said['more']}".strip()}
    return {**drawn, "after": after, "said": said, "undo": bool(played.past) and not _is_asked(study)}


def _tell_on(study: Study, played: Played) -> str:
    """That the move has been tried to which a step invites, and how to go on; empty else."""
    if study.shown is None or played.move is None or played.ruling is None or not study.shown.tries:
        return ""
    wanted, steps = Move.parse(study.shown.tries[-1]), BY_KEY[study.of[0]].worked(played.turn.rulebook)
    if (wanted.kind, sorted(wanted.cards)) != (played.move.kind, sorted(played.move.cards)):
        return ""
    button = tell("learn.start_tasks" if study.example == len(steps) - 1 else "learn.next_step")
    return tell("turn.tried" if played.ruling.allowed else "turn.tried:refused", button=button)


def _draw_round(study: Study, practice: Practice) -> dict[str, Any]:
    """The learner's table in a round played for practice."""
    turn, played = practice.turn, practice.played
    over = practice.ending in ("lost", "declare", "stock")
    melds = lay_nearest(turn.hand, turn.deal) if (study.grouped or over) and turn.hand else ()
    declared = next(iter(played.move.cards), None) if played.is_declared and played.move is not None else None
    last, plain = find_last_card(turn), BY_KEY[study.of[0]].plain
    drawn = draw_turn(turn, melds, None, declared, last=last, plain=plain)
    before = practice.past[-1].turn if practice.past else None
    said = draw_said(played, before=before)
    broken = None if before is None or said is None or said["tone"] != "good" else _break(before, played.move)
    if said is not None and broken is not None:
        said |= {"tone": "note", "more": _tell_broken("broke", broken, turn)}
    return {**drawn, "after": None, "said": said, "undo": bool(practice.past)}


def draw_practice(study: Study) -> dict[str, Any] | None:
    """What stands beside the table of a round played for practice: what to do, and what the others did."""
    practice = study.practice
    if practice is None:
        return None
    turn, last = practice.turn, find_last_card(practice.turn)
    told = f"turn.over-{practice.ending}" if practice.ending else f"turn.phase-{turn.phase}"
    now = tell(told, **_values(practice))
    unseen = turn.rulebook.wilds.hidden and not turn.seen and practice.ending is None
    if unseen and turn.phase is Phase.THROW:
        allowed = turn.judge_move("see").allowed
        now = tell("turn.now_see" if allowed else "turn.now_unseen", button=tell("turn.button_see"))
    elif last is not None:
        slot = tell(slot_word(turn))
        now = tell("turn.can_declare", card=pretty_card(last), slot=slot)
    elif study.grouped and practice.ending is None and not turn.laid and turn.deal.objectives:
        lacks = " ".join(say(one) for one in name_missing_ways(turn.hand, turn.deal))
        now = " ".join(filter(None, [now, lacks and tell("turn.lacks", why=lacks)]))
    return {
        "key": str(practice.seed),
        "title": tell("turn.practice"),
        "about": _tell_about(study, turn),
        "turn": tell("turn.practice_turn", n=practice.turns + (practice.ending != "stock")),
        "now": now,
        "over": practice.ending is not None,
        "news": [*(_tell_news(told) for told in practice.news if not told.shows), *_tell_seen(practice)],
        "result": draw_result(practice),
        "words": {
            "group": tell("turn.practice_sort" if study.grouped else "turn.practice_group"),
            "again": tell("turn.practice_again"),
            "leave": tell("turn.practice_leave"),
        },
    }


def _tell_about(study: Study, turn: Turn) -> str:
    """Against how many others a round is played, and what is hidden."""
    others = tell("worked.others", n=turn.players - 1)
    asked = list_levels(turn.rulebook.scoring.tiers[:-1], turn.rulebook)
    name = ":hidden" if turn.rulebook.wilds.hidden else ""
    return tell(f"turn.practice_about{':plain' if BY_KEY[study.of[0]].plain else name}", others=others, asked=asked)


def _tell_seen(practice: Practice) -> list[str]:
    """Which of the others have seen the hidden card."""
    turn = practice.turn
    seats = tuple(sorted(practice.seen_by)) if turn.rulebook.wilds.hidden and turn.turned is not None else ()
    return [tell("turn.news_seen", n=len(seats), seats=Items(seats, "and"))] if seats else []


def _values(practice: Practice) -> dict[str, Any]:
    """Who has declared, or what a drop costs, where that has ended the round."""
    if practice.shown is not None:
        return {"seat": practice.shown.seat, "threw": pretty_card(practice.shown.threw)}
    if practice.ending != "drop" or not practice.past:
        return {}
    return {"n": price_drop(practice.past[-1].turn)}


def _tell_news(told: News) -> str:
    """What another player took and threw."""
    if told.took is None:
        return tell("turn.news", seat=told.seat, threw=pretty_card(told.threw))
    return tell("turn.news:took", seat=told.seat, took=pretty_card(told.took), threw=pretty_card(told.threw))


def _melds(study: Study) -> Groups:
    """The groups in which the cards of the hand lie together, as far as they are there."""
    if study.task is not None:
        return study.task.groups
    return () if study.shown is None else (*study.shown.makes, *study.shown.groups)


def _lay_declared(study: Study) -> Groups:
    """The groups that declare, or the best that there are, once a declaration asked about has been judged."""
    task, tried = study.task, study.tried
    if task is None or task.turn is None or tried is None:
        return ()
    asked = task.choices if study.verdict is not None else (tried.latest or "",)
    move = next((Move.parse(one) for one in asked if one.startswith("declare")), None)
    if move is None or task.turn.judge_move(move).code not in ("may-declare", "not-declaring"):
        return ()
    shown = Counter(task.turn.hand) - Counter(move.cards)
    return lay_melds(tuple(shown.elements()), task.turn.deal)


def _break(before: Turn, move: Move | None, task: Task | None = None) -> Broken | None:
    """What a throw does to a meld of the hand, as it lies at the table of a task or is best laid."""
    if move is None or move.kind != "throw":
        return None
    melds = () if task is None else tuple(group for group in task.groups if is_meld(group, before.deal))
    laid = set(before.laid)
    return find_broken(before.hand, move.cards[0], before.deal, tuple(one for one in melds if one not in laid))


def _tell_broken(name: str, broken: Broken, turn: Turn) -> str:
    """The same in words; of a meld that is shorter, what is left."""
    shown = broken.rest if broken.how == "shorter" else broken.cards
    kind, cards = kind_of(shown, turn.deal), " ".join(map(pretty_card, shown))
    return tell(f"turn.{name}:{broken.how}" if broken.how else f"turn.{name}", kind=kind, cards=cards)


def draw_asking(study: Study) -> dict[str, Any] | None:
    """What is said above the moves that are asked about one after the other; None once all have been answered."""
    if study.tried is None or study.played is None or not _is_asked(study):
        return None
    n, whole = len(study.tried.held), len(study.tried.choices)
    made = bool(study.played.past)
    return {
        "how": tell("turn.how") if n == 0 else "",
        "count": tell("turn.count", n=n + 1, all=whole),
        "done": tell("turn.shown_done") if made else "",
        "done_count": tell("turn.count", n=n, all=whole),
        "go_on": tell("turn.go_on" if made else "turn.go_on:next"),
        "allow": tell("turn.allow"),
        "not_allowed": tell("turn.not_allowed"),
    }


def draw_rows(study: Study, task: Task) -> list[dict[str, Any]]:
    """The moves that a task asks about, each with what has been answered and the rule."""
    if study.tried is None or task.turn is None:
        return []
    return [_draw_row(study, task, move) for move in task.choices]


def _draw_row(study: Study, task: Task, move: str) -> dict[str, Any]:
    assert study.tried is not None and task.turn is not None
    told = draw_choice(task, move)["label"]
    held = study.tried.held.get(move) if study.verdict is None else move in list(study.answer or ())  # type: ignore[call-overload]
    names = {"allow": tell("turn.allow:label", move=told), "refuse": tell("turn.not_allowed:label", move=told)}
    latest = study.verdict is None and move == study.tried.latest
    row = {"move": move, "label": told, **names, "right": None, "latest": latest}
    if held is None:
        return {**row, "current": move == study.tried.current}
    ruling = task.turn.judge_move(move)
    right = held == ruling.allowed
    word = tell(f"turn.row-{'right' if right else 'wrong'}:{'allowed' if ruling.allowed else 'refused'}", move=told)
    more = ""
    if ruling.code == "may-declare":
        more = tell("turn.row-groups:declares")
    if ruling.code == "not-declaring":
        more = f"{tell_lacks(task.turn, Move.parse(move))} {tell('turn.row-groups')}".strip()
    if ruling.code in ("may-see", "not-yet"):
        more = tell("turn.row-see", asked=list_levels(task.rulebook.scoring.tiers[:-1], task.rulebook))
    if ruling.code == "may-throw":
        broken = _break(task.turn, Move.parse(move), task)
        more = tell("turn.row-any") if not right else ""
        more += "" if broken is None else f" {_tell_broken('row-breaks', broken, task.turn)}"
    return {
        **row,
        "current": False,
        "right": right,
        "word": word,
        "line": draw_line(f"{tell_reason(ruling)} {more}".strip()),
    }
