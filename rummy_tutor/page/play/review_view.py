"""The view model of a look back: how the round went, and each mistake at its table with both moves side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, TypedDict

from ...game.cards import without
from ...game.messages import Message, key_of
from ...output.figures import tell_limits
from ...playing.bots import LEVELS
from ...playing.moves import Groups, Move, Phase
from ...playing.review import Review, Weighed
from ...playing.standing import weigh_throws
from ...playing.turn import Turn
from ...playing.view import view_round
from ...tutor.beliefs import BY_KEY as BELIEFS
from ...tutor.mistakes import MISTAKES, find_lesson
from ...tutor.turns.hands import lay_nearest, name_missing_ways
from ...tutor.turns.played import Played
from ...wording.describe import describe
from ...wording.phrases import Cited
from ...wording.speech import say, tell
from ..faces import LineView, draw_line
from ..learn.turn_view import (
    LearnSaidView,
    PlayedView,
    SureView,
    TurnButtonView,
    draw_said,
    draw_turn,
    price_drop,
)
from ..session import Session
from .advice import advise, is_counted
from .compared import ComparedMoveView, ComparedRowView, compare, head_columns, tell_full
from .look import Look, Tried
from .past import count_lacking, tell_accuracy
from .question import Looked, Moment, Stop
from .reasons import tell_cards, tell_done, tell_end, tell_reason, tell_short, tell_why

_LUCKY = 3  # points of a hundred from which luck is said to have made a difference


class CourseMarkView(TypedDict):
    """A move on the line of the chances: its point, the place that tells of it, and whether that is shown.

    A mistake has its number from 1; a hard choice is told with the whole round, which is 0.
    """

    point: int
    at: int
    word: str
    here: bool


class CourseTurnView(TypedDict):
    """Where a turn begins on the line, by its point."""

    point: int
    word: str


class CourseView(TypedDict):
    """The chance to win as the round went on, in parts of a hundred, and its mistakes.

    ``scale`` are the words beside 100, 50 and 0; ``steps`` are the moves after which the points are reached; ``here``
    is the point of the move that is shown, None for none.
    """

    title: str
    label: str
    scale: list[str]
    points: list[float]
    steps: list[int]
    marks: list[CourseMarkView]
    turns: list[CourseTurnView]
    turns_word: str
    here: int | None


class ReviewHeadView(TypedDict):
    """What is said of the whole round; ``accuracy`` is that over several rounds, ``next`` what to try in the next.

    ``figure`` is how many moves were good, such as 8/10, and ``share`` the same from 0 to 100; empty where none was.
    """

    figure: str
    share: int
    head: str
    lines: list[str]
    accuracy: str
    accuracy_word: str
    next: str
    notes: list[str]


class ReviewStepView(TypedDict):
    """A place to go to in the review."""

    at: int
    word: str
    solved: bool


class ReviewStopView(TypedDict):
    """A move of the round at its table, and what it came to; ``tone`` is ``good``, ``bad`` or ``note``."""

    badge: str
    tone: str
    title: str
    better: str
    text: str
    moves: list[ComparedMoveView]
    table: PlayedView


class ReviewLessonView(TypedDict):
    """The lesson that treats a mistake, and the word on the button that opens it."""

    key: str
    label: str


class ReviewAnswerView(TypedDict):
    """What else is told of a mistake: what to think of next time, and all figures and rules when they are asked for."""

    tip: str
    lesson: ReviewLessonView | None
    thought: str
    thought_word: str
    cost: str
    rows: list[ComparedRowView]
    rule: LineView | None


class MomentView(ReviewStopView):
    """A mistake; there is no ``answer`` while the move is made anew. ``good`` praises one that was made."""

    answer: ReviewAnswerView | None
    good: str


class ReviewButtonView(TypedDict):
    """A button: what it does and its word; ``at`` is the place that it leads to."""

    act: str
    label: str
    at: int


class ReviewView(TypedDict):
    """A look back at a round; ``wait`` is said while it is worked out, ``problem`` if it cannot be.

    ``progress`` is how much has been worked out, from 0 to 100, and ``judged`` the move that was judged last.
    ``step`` is the move at which one is who goes through the whole round. ``main`` and ``buttons`` lead on, ``others``
    elsewhere.
    """

    wait: str
    progress: int
    judged: str
    problem: str
    at: int
    head: ReviewHeadView | None
    course: CourseView | None
    steps: list[ReviewStepView]
    steps_word: str
    tip_word: str
    more: str
    moment: MomentView | None
    well: ReviewStopView | None
    step: ReviewStopView | None
    main: ReviewButtonView | None
    buttons: list[ReviewButtonView]
    others: list[ReviewButtonView]


def draw_review(session: Session, look: Look) -> ReviewView:
    """The whole round, or the mistake at which one is."""
    looked, drawn = look.looked, _draw_nothing(look)
    if looked is None:
        return drawn
    ways, places = _list_ways(look, looked), len(looked.moments) + 1
    return {
        **drawn,
        "at": look.at,
        "head": _draw_head(session, look, looked),
        "course": _draw_course(look, looked),
        "steps": [{"at": at, "word": _tell_step(at, looked), "solved": at in look.solved} for at in range(places)],
        "moment": None if look.moment is None else _draw_moment(look, look.moment),
        "well": None if look.moment is not None or look.step is not None else _draw_well(looked),
        "step": None if look.step is None else _draw_step(looked, look.step),
        "main": ways.main,
        "buttons": ways.beside,
        "others": ways.others,
    }


def _draw_nothing(look: Look) -> ReviewView:
    """What is shown before anything is known of a round: how far one is, or why it cannot be looked at."""
    problem, close = "" if look.refused is None else say(look.refused), _button("close", tell("look.close"))
    waits = look.looked is None and not problem
    return {
        "wait": tell("look.wait") if waits else "", "progress": round(100 * look.progress), "problem": problem,
        "judged": tell_done(look.judged, (), look.judged.seat) if waits and look.judged is not None else "",
        "at": 0, "head": None, "course": None, "steps": [], "steps_word": tell("look.steps"),
        "tip_word": tell("look.tip"), "more": tell("page.more"), "moment": None, "well": None, "step": None,
        "main": close if problem else None, "buttons": [] if problem else [close], "others": [],
    }  # fmt: skip


# ---- the way through ------------------------------------------------------------------------------------------
class _Ways(NamedTuple):
    """The main button, those beside it, and those that are asked for."""

    main: ReviewButtonView | None
    beside: list[ReviewButtonView]
    others: list[ReviewButtonView]


def _button(act: str, label: str, at: int = 0) -> ReviewButtonView:
    return {"act": act, "label": label, "at": at}


def _list_ways(look: Look, looked: Looked) -> _Ways:
    """The ways on: a mistake is tried anew before the next one is the main thing."""
    moment, last = look.moment, look.at >= len(looked.moments)
    if look.step is not None:
        return _list_steps_on(looked, look.step)
    close, again = _button("close", tell("look.close")), _button("again", tell("play.again"))
    following = again if last else _button("look_at", tell("look.next" if look.at else "look.first"), look.at + 1)
    whole = _button("step", tell("look.whole"), 0 if moment is None else moment.at)
    if moment is None:
        return _Ways(following, [whole] if last else [whole, again], [close])
    back = _button("look_at", tell("learn.back"), look.at - 1)
    if look.at in look.solved:
        return _Ways(following, [], [back, whole])
    if look.trying:
        return _Ways(None, [back, _button("show", tell("page.puzzle_show"))], [])
    return _Ways(_button("try", tell("look.try", turn=moment.turn)), [following], [back, whole])


def _list_steps_on(looked: Looked, step: int) -> _Ways:
    """The ways on from a move of the whole round: the next one, the one before, the mistake that it was, the result."""
    on = _button("step", tell("look.step-on"), step + 1)
    back = [_button("step", tell("learn.back"), step - 1)] if step else []
    mistakes = [
        _button("look_at", tell("look.first"), at)
        for at, moment in enumerate(looked.moments, 1)
        if moment.at == step - 1
    ]
    beside = [*back, *mistakes, _button("look_at", tell("look.result"), 0)]
    return _Ways(on if step < looked.steps else _button("again", tell("play.again")), beside, [])


# ---- the whole round ------------------------------------------------------------------------------------------
def _draw_head(session: Session, look: Look, looked: Looked) -> ReviewHeadView:
    """How many moves were good, how the round ended, what to try; of one's own rounds how accurate they were."""
    review = looked.review
    good, n = _count_good(review)
    aided, luck = tell("look.aided") if look.own and look.aided else "", _tell_luck(review)
    lines = [_tell_outcome(looked), tell("look.moments", n=len(looked.moments)) if looked.moments else luck, aided]
    accuracy, rounds = tell_accuracy(session, review.rulebook.key) if look.own else ("", 0)
    notes = [tell("look.come-back")] if look.own and looked.moments else []
    if accuracy:
        notes.append(tell("review.scatter"))
    elif look.own and review.accuracy is not None:
        notes.append(tell("look.accuracy-wait", n=count_lacking(rounds)))
    return {
        "figure": f"{good}/{n}" if n else "",
        "share": round(100 * good / n) if n else 0,
        "head": tell_share(review),
        "lines": [line for line in lines if line],
        "accuracy": accuracy,
        "accuracy_word": tell("look.accuracy", n=rounds) if accuracy else "",
        "next": _tell_next_time(look, looked),
        "notes": [*notes, *([luck] if luck and looked.moments else []), *tell_limits(review)],
    }


def _tell_outcome(looked: Looked) -> str:
    """How the round ended, and what it brought or cost."""
    seat, outcome = looked.review.seat, looked.end.outcome
    net = 0 if outcome is None else outcome.net[seat]
    points = tell("look.won", n=net) if net > 0 else tell("look.paid", n=-net) if net else ""
    return " ".join(filter(None, [tell_end(looked.end, looked.review.sitters, seat), points]))


def _count_good(review: Review) -> tuple[int, int]:
    """How many moves were good, and how many were judged."""
    return review.decisions - len(review.found), review.decisions


def tell_share(review: Review) -> str:
    """How many moves were good."""
    good, n = _count_good(review)
    if not n:
        return tell("look.head-none")
    return tell("look.head-all", n=n) if good == n else tell("look.head", good=good, n=n)


def _tell_luck(review: Review) -> str:
    """What the deal and the draws were worth; empty where that is not known."""
    if review.luck is None:
        return ""
    luck = round(review.luck)
    sign = "none" if abs(luck) < _LUCKY else "good" if luck > 0 else "bad"
    return tell(key_of("look.luck-", sign), n=abs(luck))


def _tell_next_time(look: Look, looked: Looked) -> str:
    """One thing to try: what the dearest mistake teaches, else to play without help, or against better players."""
    if looked.moments:
        return _tell_tip_of(max(looked.moments, key=lambda moment: moment.found.loss))
    if not look.own:
        return ""
    levels = [sitter.bot for sitter in looked.review.sitters if sitter.bot is not None]
    return tell("look.next-alone") if look.aided else tell("look.next-better") if LEVELS[-1] not in levels else ""


def _draw_well(looked: Looked) -> ReviewStopView | None:
    """The hard choice that was worth most, beside the move that tempted; where there was none, the table at the end."""
    stop = looked.well
    if stop is None:
        return {**_draw_step(looked, looked.steps), "text": ""} if looked.steps else None
    move, other = stop.done.move, Move.parse(stop.instead.move)
    reason = tell_reason(view_round(stop.before, stop.before.seat), move)
    return {
        "badge": tell("look.badge-well", place=_name_place(stop)),
        "tone": "good",
        "title": tell_did(stop),
        "better": "",
        "text": tell("look.kept", card=tell_cards(other.cards)) if other.cards else reason,
        "moves": head_columns([(stop.made, "made", "good"), (stop.instead, "instead", "bad")], stop),
        "table": _draw_table(stop, [(stop.made.move, "made", "good"), (stop.instead.move, "instead", "bad")]),
    }


def _draw_step(looked: Looked, step: int) -> ReviewStopView:
    """The player's table after a number of moves, with the card that was moved last, and why that was a good move."""
    played, review = looked.rounds[step], looked.review
    turn = replace(played, seat=review.seat).turn
    drawn = _lay_table(turn, lay_nearest(turn.hand, turn.deal) if len(turn.hand) > 1 else ())
    done, reason = played.log[step - 1] if step else None, ""
    if done is not None:
        before, own = looked.rounds[step - 1], done.seat == review.seat
        came = tuple((Counter(turn.hand) - Counter(before.places[review.seat].hand)).elements())
        word = tell("look.flag-made") if own else review.sitters[done.seat].name
        if came or done.move.kind == "throw":
            flag(drawn, Move("throw", came) if came else Move("take"), word)
        reason = _tell_own(looked, step - 1) if own else ""
    return {
        "badge": tell("look.step-badge", n=step, all=looked.steps),
        "tone": "note",
        "title": tell("look.step-dealt") if done is None else tell_done(done, review.sitters, review.seat),
        "better": "",
        "text": _tell_outcome(looked) if step == len(looked.end.log) else reason,
        "moves": [],
        "table": drawn,
    }


def _tell_own(looked: Looked, at: int) -> str:
    """Why a move of the player's own was good, and what would have been as good; of a mistake what was better."""
    before, move, review = looked.rounds[at], looked.end.log[at].move, looked.review
    mistake = next((found for found in review.found if found.at == at), None)
    if mistake is not None:
        better = tell("look.better", move=tell_full(mistake.best, before))
        return f"{tell(key_of('review.', mistake.code))} {better}"
    view = view_round(before, review.seat)
    advised = advise(view)
    if advised.record == move.record:
        return tell_why(view, move, review.sitters)
    if advised.kind != move.kind and not {advised.kind, move.kind} <= {"stock", "take"}:
        return ""
    named = tell_full(advised.record, before)
    if move.kind != "throw" or not is_counted(view):
        return tell("look.even", move=named)
    standings = weigh_throws(view, [*move.cards, *advised.cards]).standings
    made, best = standings[move.cards[0]], standings[advised.cards[0]]
    if (made.exchanges, -(made.outs or 0)) <= (best.exchanges, -(best.outs or 0)):
        return tell("look.even", move=named)
    outs = tell("look.even-outs", n=made.outs, best=best.outs) if made.exchanges == best.exchanges else ""
    return f"{tell('look.even:less', move=named)} {outs}".strip()


def _draw_course(look: Look, looked: Looked) -> CourseView | None:
    """The chance to win after each move; at last the round's end. None where there are no measured chances."""
    course, end, step = looked.review.course, looked.end, look.step
    if len(course) < 2:
        return None
    points = [100 * point.chance for point in course]
    places = {point.at: at for at, point in enumerate(course)}
    if end.outcome is not None and looked.review.known is None:
        places[len(end.log)] = len(points)
        points.append(100.0 if end.outcome.winner == looked.review.seat else 0.0)
    told = [(0, looked.well.at, tell("look.badge-well", place=_name_place(looked.well)))] if looked.well else []
    told += [(at, moment.at, _tell_step(at, looked)) for at, moment in enumerate(looked.moments, 1)]
    drawn = [point.at for point in course if point.at >= 0 and end.log[point.at].move.kind in ("stock", "take")]
    return {
        "title": tell("look.course"),
        "label": tell("look.course-label", first=round(points[0]), last=round(points[-1])),
        "scale": [tell("look.percent", n=n) for n in (100, 50, 0)],
        "points": [round(point, 1) for point in points],
        "steps": [min(place + 1, len(end.log)) for place in places],
        "marks": [
            {"point": places[place], "at": at, "word": word, "here": at == look.at and step is None}
            for at, place, word in told
            if place in places
        ],
        "turns": [{"point": places[place], "word": str(turn)} for turn, place in enumerate(drawn, 1)],
        "turns_word": tell("look.course-turn"),
        # the point that is reached, at last that of the round's end
        "here": None
        if step is None
        else max((places[at] for at in places if at < step or step == len(end.log)), default=0),
    }


# ---- a mistake ------------------------------------------------------------------------------------------------
def _draw_moment(look: Look, moment: Moment) -> MomentView:
    """A mistake: hidden is what was better while the move is made anew."""
    mistake, tried, solved, place = moment.found, look.tried, look.at in look.solved, _name_place(moment)
    hidden: MomentView = {
        "badge": tell(key_of("look.badge-", mistake.grade), place=place), "tone": "bad", "title": tell("look.ask"),
        "better": "", "text": tell("look.ask-about"), "moves": [], "table": _draw_live(look, moment), "answer": None,
        "good": "",
    }  # fmt: skip
    if look.trying and not solved:
        return hidden
    praise = tell("look.right", move=tell_full(tried.move.record, moment.before)) if solved and tried else ""
    shown = [(moment.made, "made", "bad"), (moment.best, "best", "good")]
    if solved and tried is not None and tried.weighed is not None and tried.move.record != mistake.best:
        shown.append((tried.weighed, "tried", "good"))
    return {
        **hidden,
        "badge": tell("look.badge-solved", place=place) if praise else hidden["badge"],
        "tone": "good" if praise else "bad",
        "title": praise or tell_did(moment),
        "better": "" if praise else _tell_better(moment),
        "text": " ".join(filter(None, ["" if praise else _tell_wrong(moment), _tell_reason(moment)])),
        "moves": head_columns(shown, moment),
        "table": _draw_table(moment, [(mistake.move, "made", "bad"), (mistake.best, "best", "good")]),
        "answer": _draw_answer(look, moment, [weighed for weighed, _, _ in shown]),
        "good": praise,
    }


def _draw_answer(look: Look, moment: Moment, moves: Sequence[Weighed]) -> ReviewAnswerView:
    """What else is told of a mistake; a tip that an earlier mistake gave is not given again."""
    tip, earlier = _tell_tip_of(moment), look.looked.moments[: look.at - 1] if look.looked else ()
    is_told, belief = tip in map(_tell_tip_of, earlier), moment.found.belief
    return {
        "tip": "" if is_told else tip,
        "lesson": None if is_told else _name_lesson(moment),
        "thought": "" if belief is None else say(BELIEFS[belief].sentence),
        "thought_word": tell("look.thought"),
        "cost": _tell_cost(moment),
        "rows": compare(moves, moment),
        "rule": _draw_rule(moment),
    }


def tell_mistake(moment: Moment) -> list[str]:
    """What was wrong with a move, what was better and why, and what it cost."""
    better = " ".join(filter(None, [_tell_better(moment), _tell_reason(moment)]))
    return [line for line in (_tell_wrong(moment), better, _tell_cost(moment)) if line]


def _tell_wrong(moment: Moment) -> str:
    return " ".join([tell(key_of("review.", moment.found.code)), *map(say, _name_lacks(moment))])


def _tell_better(moment: Moment) -> str:
    return tell("look.better", move=tell_full(moment.found.best, moment.before))


def _tell_cost(moment: Moment) -> str:
    told = moment.made.paid is None and moment.found.loss >= 1
    return tell("look.cost", n=round(moment.found.loss)) if told else ""


def _draw_rule(moment: Moment) -> LineView | None:
    """The rule behind a mistake; None where not a rule but the odds say it."""
    field = MISTAKES[moment.found.code].rule
    if not field:
        return None
    lines = describe(moment.before.rulebook)
    line = next((rule_line for rule_line in lines if any(path.startswith(field) for path in rule_line.paths)), None)
    return None if line is None else draw_line(Cited(tell("look.rule", term=line.term, text=line.text), line.source))


def _name_lesson(moment: Moment) -> ReviewLessonView | None:
    """The lesson that treats the mistake; None if the game has none."""
    lesson = find_lesson(moment.found.code, moment.before.rulebook)
    return None if lesson is None else {"key": lesson.key, "label": tell("look.lesson", lesson=lesson.title)}


def _name_lacks(moment: Moment) -> list[Message]:
    """What the hand lacked that was declared wrongly; nothing for other mistakes."""
    if moment.found.code != "wrong-declaration":
        return []
    turn = moment.before.turn
    kept = without(turn.hand, *moment.done.move.cards)
    return list(name_missing_ways(kept, turn.deal, turn.deal.objectives))


def _tell_reason(moment: Moment) -> str:
    """Why the better move is better, with its cards; empty where what was wrong says it."""
    if moment.found.code == "took-useless-card":
        return ""
    thrown = moment.done.move.cards[0] if moment.done.move.kind == "throw" else None
    return tell_reason(view_round(moment.before, moment.before.seat), Move.parse(moment.found.best), thrown)


def _tell_tip_of(moment: Moment) -> str:
    return tell_tip(moment.found.code, _name_lacks(moment))


def tell_tip(code: str, lacks: Sequence[Message]) -> str:
    """What to think of next time; of a wrong declaration that has its sequences, the cards that were loose."""
    loose = next((lack for lack in lacks[:1] if lack.key == "missing.loose"), None)
    if loose is not None:
        return tell(key_of("look.tip-", code, "loose"), **loose.values)
    return tell(key_of("look.tip-", code))


def _draw_table(stop: Stop, marked: Sequence[tuple[str, str, str]]) -> PlayedView:
    """The table before a move, to be looked at; marked are cards or piles: a move, the key of its word, a tone."""
    drawn = _lay_table(stop.before.turn, stop.melds)
    for move, key, tone in marked:
        flag(drawn, Move.parse(move), tell(key_of("look.flag-", key)), tone)
    return drawn


def _lay_table(turn: Turn, melds: Groups) -> PlayedView:
    """A table at which nothing can be done."""
    return {**draw_turn(turn, melds, waits=True), "buttons": [], "said": None, "undo": False, "answered": 0}


def _draw_live(look: Look, moment: Moment) -> PlayedView:
    """The table before a mistake, at which the move is made anew."""
    turn = moment.before.turn
    drawn = draw_turn(turn, moment.melds, waits=True)
    said = None if look.tried is None else _draw_said(look.tried, moment, turn)
    buttons = draw_buttons(drawn["buttons"], turn, drops="drop" in (moment.found.move, moment.found.best))
    return {**drawn, "buttons": buttons, "said": said, "undo": False, "answered": 0}


def draw_buttons(buttons: Sequence[TurnButtonView], turn: Turn, *, drops: bool) -> list[TurnButtonView]:
    """The buttons beside drawing and throwing: if it drops at all, a drop where it is allowed, with what it costs.

    Melds are shown once, and after a card has been drawn.
    """
    shown, price = list[TurnButtonView](), price_drop(turn) if drops else None
    for button in buttons:
        sure = button["sure"]
        if button["move"] == "see" and (turn.seen or turn.phase is not Phase.THROW):
            continue
        if button["move"] != "drop":
            shown.append(button)
        elif price is not None and sure is not None:  # where it is not allowed nothing is asked
            asked: SureView = {**sure, "ask": tell("play.drop_sure", n=price)}
            shown.append({**button, "label": tell("play.drop", n=price), "sure": asked})
    return shown


def flag(drawn: object, move: Move, word: str, tone: str = "") -> None:
    """Mark the card or the pile that a move is about with a word; its tone is ``good`` or ``bad`` where it has one."""
    assert isinstance(drawn, dict)  # a view of a turn
    mark = {"tag": word, **({"tone": tone} if tone else {})}
    if move.kind == "stock":
        drawn["stock"] = {**drawn["stock"], **mark}
    elif move.kind == "take" and drawn["pile"]["cards"]:
        drawn["pile"]["cards"][-1] |= mark
    for card in [card for group in reversed(drawn["hand"]) for card in group]:  # the loose copy, which lies last
        if move.cards and card["text"] == str(move.cards[0]) and "tone" not in card:
            card |= {**mark, "name": f"{card['name']}, {word}"}
            return


def _draw_said(tried: Tried, moment: Moment, turn: Turn) -> LearnSaidView | None:
    """What is said of a move that was tried: the rule that refuses it, or why it is not as good."""
    if not tried.ruling.allowed:
        return draw_said(Played(turn=turn, move=tried.move, ruling=tried.ruling), turn.deal.objectives)
    if tried.weighed is None:
        return {"tone": "note", "head": tell("look.weighing"), "refused": False, "line": draw_line(""), "more": ""}
    move = tell_full(tried.move.record, moment.before)
    if tried.move.kind not in ("throw", "declare", "stock", "take", "drop"):
        return {"tone": "note", "head": tell("look.other"), "refused": False, "line": draw_line(""), "more": ""}
    why = _say_why_not(tried.weighed, moment.best)
    return {
        "tone": "bad", "head": tell("look.wrong", move=move), "refused": False, "line": draw_line(why), "more": "",
    }  # fmt: skip


def _say_why_not(tried: Weighed, best: Weighed) -> str:
    """Why a move is not as good as the best one, which is not named: it is still looked for."""
    kind, of_best = Move.parse(tried.move).kind, Move.parse(best.move).kind
    if kind == "declare":
        return tell("look.why-declare")
    if of_best == "declare":
        return tell("review.missed-declaration")
    if of_best == "drop":
        return tell("review.should-have-dropped")
    if kind == "drop":
        return tell("review.dropped-too-early")
    if tried.exchanges is not None and best.exchanges is not None and tried.exchanges > best.exchanges:
        return tell("look.why-away", n=tried.exchanges, best=best.exchanges)
    if tried.outs is not None and best.outs is not None and tried.outs < best.outs:
        return tell("review.outs", n=tried.outs, best=best.outs)
    return tell("look.why-chance", n=round(100 * (tried.chance or 0)), best=round(100 * (best.chance or 0)))


# ---- moves in words -------------------------------------------------------------------------------------------
def tell_did(stop: Stop) -> str:
    """What the player did, as a sentence."""
    return tell_done(stop.done, (), stop.done.seat)


def _name_place(stop: Stop) -> str:
    """Where in the round a move was made: a draw and a throw of one turn are told apart."""
    kind = stop.done.move.kind
    part = "draw" if kind in ("stock", "take") else "throw" if kind == "throw" else ""
    return tell(key_of("look.place:", part), turn=stop.turn)


def _tell_step(at: int, looked: Looked) -> str:
    """A place of the review in the fewest words: the whole round, which is 0, or a mistake: "Turn 6: threw 8♠"."""
    if at == 0:
        return tell("look.whole")
    moment = looked.moments[at - 1]
    return tell("look.step", turn=moment.turn, move=tell_short(moment.done))
