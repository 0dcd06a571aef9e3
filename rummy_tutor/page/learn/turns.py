"""Playing at the table of a task or a step: each move is done or refused at once, and can be taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NotRequired, TypedDict

from ...game.cards import Card
from ...game.messages import Items, key_of
from ...playing.turn import Groups, Move, Phase, Turn, is_meld
from ...tutor.beliefs import kind_of
from ...tutor.lessons import BY_KEY
from ...tutor.tasks import Task
from ...tutor.turns.hands import Broken, find_broken, find_last_card, lay_melds, lay_nearest, name_missing_ways
from ...tutor.turns.played import Played, Tried
from ...tutor.turns.practice import News, Practice
from ...wording.levels import list_levels
from ...wording.speech import say, tell
from ..asking import NoValues
from ..faces import LineView, draw_line, pretty_card
from ..session import Session
from ..state import MoveError
from .questions import draw_choice, tell_reason
from .result import ResultView, draw_result
from .study import (
    PLAYED_FROM,
    Asked,
    Example,
    Playing,
    Study,
    give_answer,
    keep,
    opened_lesson,
    start_practice,
)
from .turn_view import LearnSaidView, TurnView, draw_said, draw_turn, price_drop, slot_word, tell_lacks


# ---- what a page asks ----------------------------------------------------------------------------------------
class MoveOfTurn(TypedDict):
    """A move as text."""

    move: str


def _make(session: Session, study: Study, values: MoveOfTurn) -> None:
    """Make a move. One that a task asks about is made from where the task stands, and is part of the answer."""
    move, now = values["move"], study.now
    if isinstance(now, Playing):
        keep(session, replace(study, now=replace(now, round=now.round.make(move))))
    elif isinstance(now, Asked) and (tried := read_open(now)) is not None:
        _decide(session, study, now, tried, move, allowed=True)
    elif isinstance(now, Example | Asked) and now.played is not None:
        keep(session, replace(study, now=replace(now, played=now.played.make(move))))
    else:
        raise MoveError("bad_move")


def _refuse(session: Session, study: Study, values: MoveOfTurn) -> None:
    """Hold a move of a task for forbidden."""
    move, asked = values["move"], study.asked
    tried = None if asked is None else read_open(asked)
    if asked is None or tried is None or move not in asked.task.choices:
        raise MoveError("bad_move")
    _decide(session, study, asked, tried, move, allowed=False)


def _decide(session: Session, study: Study, asked: Asked, tried: Tried, move: str, *, allowed: bool) -> None:
    """Note what a learner holds of a move, which is done if it is held for allowed; after the last one they answer."""
    start = Played(turn=tried.turn)
    played, tried = start.make(move) if allowed else start, tried.decide(move, allowed=allowed)
    study = keep(session, replace(study, now=replace(asked, played=played, tried=tried)))
    if tried.current is None:
        give_answer(session, study, tried.answer)


def _take_back(session: Session, study: Study, _: NoValues) -> None:
    """Take the last move back."""
    now = study.now
    if isinstance(now, Playing):
        keep(session, replace(study, now=replace(now, round=now.round.take_back())))
    elif isinstance(now, Example | Asked) and now.played is not None:
        keep(session, replace(study, now=replace(now, played=now.played.take_back())))
    else:
        raise MoveError("bad_move")


def _practise(session: Session, study: Study, _: NoValues) -> None:
    """Deal a round in which some turns are played."""
    lesson = opened_lesson(session)
    if lesson is None or lesson.key not in PLAYED_FROM:
        raise MoveError("bad_move")
    start_practice(session, study, lesson)


def _group(session: Session, study: Study, _: NoValues) -> None:
    """Lay the melds of the hand together, or sort it in suits again."""
    playing = study.playing
    if playing is None:
        raise MoveError("bad_move")
    keep(session, replace(study, now=replace(playing, is_grouped=not playing.is_grouped)))


TURNS: Mapping[str, Callable[[Session, Study, Any], None]] = {
    "play": _make,
    "refuse": _refuse,
    "take_back": _take_back,
    "practise": _practise,
    "group": _group,
}


def read_open(asked: Asked) -> Tried | None:
    """The moves of a task as long as some are still to be decided; None where none are."""
    return asked.tried if asked.verdict is None else None


# ---- what a page shows ---------------------------------------------------------------------------------------
class PlayedView(TurnView):
    """A table after a move; where the next move is asked about, ``after`` is the table with the last one done.

    ``answered`` is how many moves have been decided, so that no two tables are alike.
    """

    after: TurnView | None
    said: LearnSaidView | None
    undo: bool
    answered: int


def draw_played(study: Study) -> PlayedView | None:
    """The table at which a turn is played; None where none is."""
    now, plain = study.now, study.of[0] in BY_KEY and BY_KEY[study.of[0]].plain
    if isinstance(now, Playing):
        return _draw_round(now, plain=plain)
    if isinstance(now, Example) and now.played is not None:
        return _draw_example(now, now.played, plain=plain)
    if isinstance(now, Asked) and now.played is not None:
        return _draw_asked(now, now.played, plain=plain and BY_KEY[now.task.lesson].plain)
    return None


def _find_declared(played: Played) -> Card | None:
    """The card that has been laid down to declare; None where none has."""
    return next(iter(played.move.cards), None) if played.is_declared and played.move is not None else None


def _find_broken(played: Played, task: Task | None = None) -> Broken | None:
    """What the move just done does to a meld."""
    done = bool(played.past) and played.ruling is not None and played.ruling.allowed
    return _break(played.past[-1], played.move, task) if done else None


def _draw_example(example: Example, played: Played, *, plain: bool) -> PlayedView:
    """The table of a step of a worked example."""
    step, turn = example.step, played.turn
    declares = not plain or any(Move.parse(move).kind == "declare" for move in step.tries)
    last, declared = find_last_card(turn), _find_declared(played)
    drawn = draw_turn(turn, (*step.makes, *step.groups), None, declared, last=last, plain=plain, declares=declares)
    drawn["stock"]["count"] = ""  # it holds no more than the step needs
    before = played.past[-1] if played.past else None
    said = draw_said(played, rated=True, before=before, on=_tell_on(example, played))
    broken = _find_broken(played)
    if said is not None and broken is not None:
        said["more"] = f"{_tell_broken('broke', broken, turn)} {said['more']}".strip()
    return {**drawn, "after": None, "said": said, "undo": bool(played.past), "answered": 0}


def _draw_asked(asked: Asked, played: Played, *, plain: bool) -> PlayedView:
    """The table of a task. A move asked about is shown done, and the table as it was before for the next one."""
    tried, after = read_open(asked), None
    drawn = draw_turn(played.turn, _lay_declared(asked) or asked.task.groups, None, _find_declared(played), plain=plain)
    if tried is not None:
        after = drawn if tried.held else None  # as long as the learner looks at what they have answered
        drawn = draw_turn(tried.turn, asked.task.groups, tried.current, plain=plain)
    said, broken = draw_said(played), _find_broken(played, asked.task)
    if said is not None and broken is not None:
        more = f"{_tell_broken('row-breaks', broken, played.turn)} {said['more']}".strip()
        said |= {"tone": "note", "more": more}
    undo, answered = bool(played.past) and tried is None, 0 if tried is None else len(tried.held)
    return {**drawn, "after": after, "said": said, "undo": undo, "answered": answered}


def _tell_on(example: Example, played: Played) -> str:
    """That the move has been tried to which a step invites, and how to go on; empty else."""
    tries = example.step.tries
    if played.move is None or played.ruling is None or not tries:
        return ""
    wanted = Move.parse(tries[-1])
    if (wanted.kind, sorted(wanted.cards)) != (played.move.kind, sorted(played.move.cards)):
        return ""
    button = tell("learn.start_tasks" if example.is_last else "learn.next_step")
    return tell("turn.tried" if played.ruling.allowed else "turn.tried:refused", button=button)


def _draw_round(playing: Playing, *, plain: bool) -> PlayedView:
    """The learner's table in a round played for practice."""
    practice = playing.round
    turn, played = practice.turn, practice.played
    over = practice.ending in ("lost", "declare", "stock")
    melds = lay_nearest(turn.hand, turn.deal) if (playing.is_grouped or over) and turn.hand else ()
    drawn = draw_turn(turn, melds, None, _find_declared(played), last=find_last_card(turn), plain=plain)
    before = practice.past[-1].turn if practice.past else None
    said = draw_said(played, before=before)
    broken = None if before is None or said is None or said["tone"] != "good" else _break(before, played.move)
    if said is not None and broken is not None:
        said |= {"tone": "note", "more": _tell_broken("broke", broken, turn)}
    return {**drawn, "after": None, "said": said, "undo": bool(practice.past), "answered": 0}


class PracticeWords(TypedDict):
    """The words on the buttons."""

    group: str
    again: str
    leave: str


class PracticeView(TypedDict):
    """What stands beside the table of a round played for practice."""

    key: str
    title: str
    about: str
    turn: str
    now: str
    over: bool
    news: list[str]
    result: ResultView | None
    words: PracticeWords


def draw_practice(study: Study, playing: Playing) -> PracticeView:
    """What stands beside the table of a round played for practice: what to do, and what the others did."""
    practice = playing.round
    turn, last = practice.turn, find_last_card(practice.turn)
    told = key_of("turn.over-", practice.ending) if practice.ending else key_of("turn.phase-", turn.phase)
    now = tell(told, **_values(practice))
    unseen = turn.rulebook.wilds.hidden and not turn.seen and practice.ending is None
    if unseen and turn.phase is Phase.THROW:
        allowed = turn.judge_move("see").allowed
        now = tell("turn.now_see" if allowed else "turn.now_unseen", button=tell("turn.button_see"))
    elif last is not None:
        slot = tell(slot_word(turn))
        now = tell("turn.can_declare", card=pretty_card(last), slot=slot)
    elif playing.is_grouped and practice.ending is None and not turn.laid and turn.deal.objectives:
        lacks = " ".join(say(way) for way in name_missing_ways(turn.hand, turn.deal))
        now = " ".join(filter(None, [now, lacks and tell("turn.lacks", why=lacks)]))
    return {
        "key": str(practice.seed),
        "title": tell("turn.practice"),
        "about": _tell_about(study, turn),
        "turn": tell("turn.practice_turn", n=practice.turns + (practice.ending != "stock")),
        "now": now,
        "over": practice.ending is not None,
        "news": [*(_tell_news(turn) for turn in practice.news if not turn.shows), *_tell_seen(practice)],
        "result": draw_result(practice),
        "words": {
            "group": tell("turn.practice_sort" if playing.is_grouped else "turn.practice_group"),
            "again": tell("turn.practice_again"),
            "leave": tell("turn.practice_leave"),
        },
    }


def _tell_about(study: Study, turn: Turn) -> str:
    """Against how many others a round is played, and what is hidden."""
    others = tell("worked.others", n=turn.players - 1)
    asked = list_levels(turn.rulebook.scoring.tiers[:-1], turn.rulebook)
    form = "plain" if BY_KEY[study.of[0]].plain else "hidden" if turn.rulebook.wilds.hidden else ""
    return tell(key_of("turn.practice_about:", form), others=others, asked=asked)


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


def _tell_news(news: News) -> str:
    """What another player took and threw."""
    if news.took is None:
        return tell("turn.news", seat=news.seat, threw=pretty_card(news.threw))
    return tell("turn.news:took", seat=news.seat, took=pretty_card(news.took), threw=pretty_card(news.threw))


def _lay_declared(asked: Asked) -> Groups:
    """The groups that declare, or the best that there are, once a declaration asked about has been judged."""
    task, tried = asked.task, asked.tried
    if task.turn is None or tried is None:
        return ()
    moves = task.choices if asked.verdict is not None else (tried.latest or "",)
    move = next((Move.parse(text) for text in moves if text.startswith("declare")), None)
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
    return find_broken(before.hand, move.cards[0], before.deal, tuple(meld for meld in melds if meld not in laid))


def _tell_broken(name: str, broken: Broken, turn: Turn) -> str:
    """The same in words; of a meld that is shorter, what is left."""
    shown = broken.rest if broken.how == "shorter" else broken.cards
    kind, cards = kind_of(shown, turn.deal), " ".join(map(pretty_card, shown))
    return tell(key_of("turn.", name, broken.how), kind=kind, cards=cards)


class AskingView(TypedDict):
    """What is said above the moves asked about, before and after one has been decided, and the words on its buttons."""

    how: str
    count: str
    done: str
    done_count: str
    go_on: str
    allow: str
    not_allowed: str


class MoveRowView(TypedDict):
    """A move that is asked about; ``right`` is None, and nothing is said, until it has been decided."""

    move: str
    label: str
    allow: str
    refuse: str
    right: bool | None
    latest: bool
    current: bool
    word: NotRequired[str]
    line: NotRequired[LineView]


def draw_asking(asked: Asked) -> AskingView | None:
    """What is said above the moves that are asked about one after the other; None once all have been answered."""
    tried = read_open(asked)
    if tried is None:
        return None
    n, whole = len(tried.held), len(tried.choices)
    made = asked.played is not None and bool(asked.played.past)
    return {
        "how": tell("turn.how") if n == 0 else "",
        "count": tell("turn.count", n=n + 1, all=whole),
        "done": tell("turn.shown_done") if made else "",
        "done_count": tell("turn.count", n=n, all=whole),
        "go_on": tell("turn.go_on" if made else "turn.go_on:next"),
        "allow": tell("turn.allow"),
        "not_allowed": tell("turn.not_allowed"),
    }


def draw_rows(asked: Asked) -> list[MoveRowView]:
    """The moves that a task asks about, each with what has been answered and the rule."""
    tried, turn = asked.tried, asked.task.turn
    return [] if tried is None or turn is None else [_draw_row(asked, tried, turn, move) for move in tried.choices]


def _draw_row(asked: Asked, tried: Tried, turn: Turn, move: str) -> MoveRowView:
    task, is_open = asked.task, asked.verdict is None
    label = draw_choice(task, move)["label"]
    held = tried.held.get(move) if is_open else move in list(asked.answer or ())  # type: ignore[call-overload]
    row: MoveRowView = {
        "move": move,
        "label": label,
        "allow": tell("turn.allow:label", move=label),
        "refuse": tell("turn.not_allowed:label", move=label),
        "right": None,
        "latest": is_open and move == tried.latest,
        "current": held is None and move == tried.current,
    }
    if held is None:
        return row
    ruling = turn.judge_move(move)
    right = held == ruling.allowed
    word = tell(
        key_of("turn.row-", "right" if right else "wrong", "allowed" if ruling.allowed else "refused"), move=label
    )
    more = ""
    if ruling.code == "may-declare":
        more = tell("turn.row-groups:declares")
    if ruling.code == "not-declaring":
        more = f"{tell_lacks(turn, Move.parse(move))} {tell('turn.row-groups')}".strip()
    if ruling.code in ("may-see", "not-yet"):
        more = tell("turn.row-see", asked=list_levels(task.rulebook.scoring.tiers[:-1], task.rulebook))
    if ruling.code == "may-throw":
        broken = _break(turn, Move.parse(move), task)
        more = tell("turn.row-any") if not right else ""
        more += "" if broken is None else f" {_tell_broken('row-breaks', broken, turn)}"
    return {
        **row,
        "right": right,
        "word": word,
        "line": draw_line(f"{tell_reason(ruling)} {more}".strip()),
    }
