"""The view of turns that are played: at the table of a task or a step, and in a round for practice, to its end."""

from __future__ import annotations

from collections import Counter
from typing import Any, NotRequired, TypedDict

from ...game.cards import Card
from ...game.messages import Items, TutorError, key_of
from ...game.rules import PickingUp
from ...game.table import set_table
from ...playing.moves import Groups, Move, Phase
from ...playing.sight import is_meld
from ...playing.turn import Turn
from ...referee.scoring import score_arrangement
from ...rounds.endings import Ending
from ...rounds.ledger import Round
from ...rounds.settlement import list_endings, settle
from ...tutor.beliefs import kind_of
from ...tutor.lessons import BY_KEY, list_known, list_lessons
from ...tutor.tasks import Task
from ...tutor.turns.hands import Broken, find_broken, find_last_card, lay_melds, lay_nearest, name_missing_ways
from ...tutor.turns.played import Played, Tried
from ...tutor.turns.positions import name_slot
from ...tutor.turns.practice import News, Practice
from ...wording.levels import list_levels
from ...wording.phrases import Cited, Sources, cite
from ...wording.speech import say, tell, tell_if
from ..faces import LineView, PlainGroupView, draw_line, draw_lines, hide_sources, plain_group, pretty_card
from .study import (
    Asked,
    Example,
    Playing,
    Study,
    read_open,
)
from .turn_view import (
    PlayedView,
    draw_said,
    draw_turn,
    price_drop,
    tell_lacks,
    tell_move,
    tell_reason,
)


def draw_played(study: Study) -> PlayedView | None:
    """The table at which a turn is played; None where none is."""
    now, lesson, plain = study.now, study.of[0], BY_KEY[study.of[0]].plain
    if isinstance(now, Playing):
        return _draw_round(now, lesson, plain=plain)
    if isinstance(now, Example) and now.played is not None:
        return _draw_example(now, now.played, lesson, plain=plain)
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


def _draw_example(example: Example, played: Played, lesson: str, *, plain: bool) -> PlayedView:
    """The table of a step of a worked example."""
    step, turn = example.step, played.turn
    declares = not plain or any(Move.parse(move).kind == "declare" for move in step.tries)
    last, declared = find_last_card(turn), _find_declared(played)
    wanted = next(iter(step.tries[len(played.past) :]), None)  # the move to be tried next
    # the meld that a group becomes with a card more lies where the group lay
    melds = [meld for group in step.groups for meld in (*(made for made in step.makes if {*group} < {*made}), group)]
    drawn = draw_turn(turn, tuple(melds), wanted, declared, last=last, plain=plain, declares=declares)
    drawn["stock"]["count"] = ""  # it holds no more than the step needs
    before = played.past[-1] if played.past else None
    known = list_known(turn.deal.objectives, lesson)
    said = draw_said(played, known, rated=True, before=before)
    broken = _find_broken(played)
    if said is not None and broken is not None:
        said["more"] = f"{_tell_broken('broke', broken, turn)} {said['more']}".strip()
    if said is not None and before is not None and not said["refused"]:
        said["more"] = " ".join(filter(None, [_tell_made(before, turn, step.makes), said["more"]]))
    if said is not None and plain and not said["refused"]:
        said["line"] = hide_sources(said["line"])  # a newcomer has not heard of sources yet
    return {**drawn, "said": said, "undo": bool(played.past), "answered": len(played.past)}


def _tell_made(before: Turn, turn: Turn, melds: Groups) -> str:
    """Which meld the card just drawn makes; empty where it makes none of them."""
    drawn, held = set(Counter(turn.hand) - Counter(before.hand)), set(turn.hand)
    made = next((meld for meld in melds if drawn & set(meld) and set(meld) <= held), None)
    if made is None:
        return ""
    (card,), cards = drawn, " ".join(map(pretty_card, made))
    return tell("turn.makes", card=pretty_card(card), kind=kind_of(made, turn.deal), cards=cards)


def _draw_asked(asked: Asked, played: Played, *, plain: bool) -> PlayedView:
    """The table of a task. It stays as the turn begins until all moves asked about have been answered."""
    tried = read_open(asked)
    laid = _lay_declared(asked) or asked.task.groups
    if tried is not None:
        drawn = draw_turn(tried.turn, laid, tried.current, plain=plain)
        return {**drawn, "said": None, "undo": False, "answered": len(tried.held)}
    drawn = draw_turn(played.turn, laid, None, _find_declared(played), plain=plain)
    known = list_known(asked.task.deal.objectives, asked.task.lesson)
    said, broken = draw_said(played, known), _find_broken(played, asked.task)
    if said is not None and broken is not None:
        more = f"{_tell_broken('row-breaks', broken, played.turn)} {said['more']}".strip()
        said |= {"tone": "note", "more": more}
    return {**drawn, "said": said, "undo": bool(played.past), "answered": 0}


def _draw_round(playing: Playing, lesson: str, *, plain: bool) -> PlayedView:
    """The learner's table in a round played for practice."""
    practice = playing.round
    turn, played = practice.turn, practice.played
    over = practice.ending in ("lost", "declare", "stock")
    melds = lay_nearest(turn.hand, turn.deal) if (playing.is_grouped or over) and turn.hand else ()
    drawn = draw_turn(turn, melds, None, _find_declared(played), last=find_last_card(turn), plain=plain)
    before = practice.past[-1].turn if practice.past else None
    said = draw_said(played, list_known(turn.deal.objectives, lesson), before=before)
    broken = None if before is None or said is None or said["tone"] != "good" else _break(before, played.move)
    if said is not None and broken is not None:
        said |= {"tone": "note", "more": _tell_broken("broke", broken, turn)}
    return {**drawn, "said": said, "undo": bool(practice.past), "answered": 0}


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
    key = key_of("turn.over-", practice.ending) if practice.ending else key_of("turn.phase-", turn.phase)
    now = tell(key, **_values(practice))
    unseen = turn.rulebook.wilds.hidden and not turn.seen and practice.ending is None
    if unseen and turn.phase is Phase.THROW:
        allowed = turn.judge_move("see").allowed
        now = tell("turn.now_see" if allowed else "turn.now_unseen", button=tell("turn.button_see"))
    elif last is not None:
        now = tell("turn.can_declare", card=pretty_card(last), slot=name_slot(turn.rulebook))
    elif playing.is_grouped and practice.ending is None and not turn.laid and turn.deal.objectives:
        ways, plain = turn.deal.objectives, BY_KEY[study.of[0]].plain
        known = list_known(ways, study.of[0]) if plain else ways
        lacks = " ".join(map(say, name_missing_ways(turn.hand, turn.deal, known)))
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
    """What is said above the moves asked about, and the words on the buttons."""

    how: str
    count: str
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


def draw_asking(asked: Asked, tried: Tried) -> AskingView:
    """What is said above the moves that are asked about one after the other, until all have been answered."""
    n, whole = len(tried.held), len(tried.choices)
    return {
        "how": tell("turn.how") if n == 0 else "",
        "count": tell("turn.count", n=n + 1, all=whole),
        "allow": tell("learn.yes"),
        "not_allowed": tell("learn.no"),
    }


def draw_rows(asked: Asked, tried: Tried) -> list[MoveRowView]:
    """The moves that a task asks about, each with what has been answered and the rule."""
    return [_draw_row(asked, tried, move) for move in tried.choices]


def _draw_row(asked: Asked, tried: Tried, move: str) -> MoveRowView:
    task, turn, is_open = asked.task, tried.turn, asked.verdict is None
    label = tell_move(move)
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
    if ruling.code == "may-draw" or (ruling.code == "may-take" and not right):
        wiping = PickingUp.ANY_IF_LOWEST_MELDED in task.rulebook.settlement.bars
        more = say(ruling.text) if wiping else tell("worked.turn-draw")
    if ruling.code == "not-declaring":
        known = list_known(turn.deal.objectives, task.lesson)
        more = tell_lacks(turn, Move.parse(move), known)
    if ruling.code in ("may-see", "not-yet"):
        more = tell("turn.row-see", asked=list_levels(task.rulebook.scoring.tiers[:-1], task.rulebook))
    if ruling.code == "may-throw":
        broken = _break(turn, Move.parse(move), task)
        breaks = [] if broken is None else [_tell_broken("row-breaks", broken, turn)]
        more = " ".join([*tell_if("turn.row-any", not right or not breaks), *breaks])
    return {
        **row,
        "right": right,
        "word": word,
        "line": draw_line(f"{tell_reason(ruling)} {more}".strip()),
    }


class ResultView(TypedDict):
    """The groups that were shown, and who pays whom."""

    shown: list[PlainGroupView]
    head: str
    lines: list[LineView]


def draw_result(practice: Practice) -> ResultView | None:
    """What the round comes to; None before its end, and after a drop, whose price is told."""
    if practice.ending not in ("lost", "declare"):
        return None
    shown = practice.shown
    turn = practice.turn
    deal = set_table(turn.rulebook, turn.turned, turn.players)  # as the winner knew it
    groups = () if shown is None else score_arrangement(shown.shows, deal).groups
    settled = settle_practice(practice)
    lines = [] if settled is None else [Cited(entry.sentence, Sources(tuple(entry.cited))) for entry in settled.entries]
    lines += [] if settled is None else _tell_most(settled)
    return {
        "shown": [plain_group(group, f"shown-{at}") for at, group in enumerate(groups)],
        "head": tell("turn.payments") if lines else "",
        "lines": draw_lines(lines),
    }


def _tell_most(settled: Round) -> list[Cited]:
    """The rule by which a player pays the most that a hand can cost, where one does."""
    book, most = settled.rulebook, max(row.points for row in settled.rows)
    last = book.scoring.tiers[-1]
    if most == book.scoring.cap:
        numbers = {lesson.key: at for at, lesson in enumerate(list_lessons(book), 1)}
        name = "turn.most:lesson" if "loser" in numbers else "turn.most"
        return [
            Cited(tell(name, n=most, lesson=numbers.get("loser", "")), Sources.of(book.source_of("scoring.cap") or ""))
        ]
    if last.flat is not None and most == last.flat and len(book.scoring.tiers) > 1:
        asked = list_levels(book.scoring.tiers[:-1], book)
        return [Cited(tell("turn.most:flat", n=most, asked=asked), cite(book, f"scoring.tiers.{last.code}"))]
    return []


def settle_practice(practice: Practice) -> Round | None:
    """The round settled, each hand as it is at best; None if it cannot be, as in a game of a user's own."""
    turn, shown = practice.turn, practice.shown
    winner = 1 if shown is None else shown.seat
    known = [choice.ending for choice in list_endings(turn.rulebook)]
    early = Ending.LOST_BEFORE_FIRST_MOVE in known

    def tell_seat(seat: int) -> dict[str, Any]:
        name = tell("turn.you") if seat == 1 else tell("turn.player", seat=seat)
        if seat == winner:
            return {"name": name, "ending": Ending.DECLARED.value}
        laid = [card for group in turn.laid for card in group] if seat == 1 else []
        cards = [*turn.hand, *laid] if seat == 1 else practice.others[seat - 2]
        moved = practice.turns > 1 or (practice.turns == 1 and (seat < winner or shown is None))
        ending = Ending.LOST if moved or not early else Ending.LOST_BEFORE_FIRST_MOVE
        return {"name": name, "ending": ending.value, "hand": " ".join(map(str, cards))}

    players = [tell_seat(seat) for seat in range(1, len(practice.others) + 2)]
    try:
        return settle(turn.rulebook, players, turned=turn.turned, check_pack=False)
    except TutorError:
        return None
