"""The view model of "What now?": the advice as far as it has been asked for, and the cards marked as seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Literal, TypedDict, TypeVar

from ...game.cards import CARDS, Card
from ...game.messages import key_of
from ...game.rules import Kind, Measure
from ...game.unseen import find_surplus
from ...study.advice import Advice, Discard, Draw, Pick
from ...wording.advice_text import (
    explain_discards,
    explain_pick,
    explain_way,
    percent,
    say_after,
    say_chance,
    say_distance,
    say_seeing,
    say_verdict,
    worth,
)
from ...wording.speech import current_language, in_words, tell
from ..faces import (
    TONES,
    CardChoiceView,
    LineView,
    PlainCardView,
    PlainGroupView,
    ShownCardView,
    TableFaceView,
    card_face,
    card_name,
    draw_lines,
    is_marked_wild,
    list_cards,
    plain_group,
    pretty_card,
    why_no_figure,
)
from ..session import Session
from .job import AdviceJob
from .question import JOB, LEVEL, STEPS, question_of

_Drawn = TypeVar("_Drawn")


class OutView(TypedDict):
    """A card that helps, with the copies left of it and its chance."""

    card: ShownCardView
    copies: str
    chance: str
    label: str


class OutsView(TypedDict):
    """Cards that help in the same way, in sight at once or folded."""

    title: str
    key: str
    open: bool
    cards: list[OutView]


class DiscardView(TypedDict):
    """A card to throw: its figures as they are written and as rows are sorted by them.

    ``draws`` are the cards that then help, each as text, with its copies and its chance: there are many of them, and
    the browser finds their faces among the cards of the pack.
    """

    key: str
    card: ShownCardView
    name: str
    equal: bool
    far: str
    far_value: int
    outs: str
    outs_value: int
    points: str
    points_value: int
    then: str
    draws: list[tuple[str, int, str]]


class DiscardsView(TypedDict):
    """The cards to throw, the best first; ``points`` is the heading of their last column."""

    rows: list[DiscardView]
    points: str


class WayView(TypedDict):
    """One way to declaring."""

    title: str
    groups: list[PlainGroupView]
    told: list[LineView]


class OpenCardView(TypedDict):
    """The open card as text, empty if it is not known, and whether to take it."""

    value: str
    choices: list[CardChoiceView]
    hint: str
    verdict: str
    tone: str
    why: list[LineView]


class SeenCardView(TableFaceView):
    """A card of the pack to be marked as seen: the copies that can still come, and those marked."""

    text: str
    left: int
    seen: int
    label: str
    undo: str


class SeenView(TypedDict):
    """The cards marked as seen; ``note`` tells of those that the pack does not hold."""

    title: str
    count: int
    cards: list[SeenCardView]
    note: str


class HelpView(TypedDict):
    """What helps, or what to throw, as far as it is worked out."""

    chance: str
    outs: list[OutsView]
    discards: DiscardsView | None
    told: list[LineView]


class WhatNowView(HelpView):
    """The advice as far as it has been asked for; ``working`` says that more of it is being worked out."""

    level: int
    steps: int
    next: str
    can_show_all: bool
    figure: str
    lines: list[str]
    working: Literal[True] | None
    failed: str
    way: WayView | None
    open: OpenCardView
    seen: SeenView


class WorkingView(TypedDict):
    """How far the work under way has come."""

    text: str
    done: int
    total: int


class IdleView(TypedDict):
    """Nothing: nothing has been asked for."""


def draw_what_now(session: Session) -> WhatNowView:
    """The panel as it now stands; what has not been asked for does not leave the kernel."""
    level = LEVEL.of(session)
    held, deal = len(session.state.layout.cards), session.rulebook.deal
    view: WhatNowView = {
        "level": level,
        "steps": STEPS,
        "next": "",
        "can_show_all": False,
        "figure": "",
        "lines": [],
        "working": None,
        "failed": "",
        "chance": "",
        "outs": [],
        "discards": None,
        "told": [],
        "way": None,
        "open": _open_card(session, held == deal + 1),
        "seen": _seen(session),
    }
    if not level:
        return {**view, "next": tell("page.now_ask"), "can_show_all": True}
    question = question_of(session)
    if question is None:
        return {**view, "lines": [why_no_figure(session)]}
    job = JOB.of(session)
    advice = job.advice(question)
    has_failed = job.question == question and bool(job.failed)
    view["failed"] = tell("page.now_failed", what=job.failed) if has_failed else ""
    if advice is None:
        return {**view, "working": None if has_failed else True}
    distance = advice.distance
    line = say_distance(distance, advice.deal, len(advice.hand.cards), beside_figure=True)
    view |= {"figure": str(distance.exchanges or ""), "lines": [line, *filter(None, [say_seeing(distance)])]}
    if held not in (deal, deal + 1):
        return view
    if level == 1 or (level == 2 and advice.distance.witness is not None):
        throw = "page.now_ask_throw" if held > deal else "page.now_ask_help"
        view |= {"next": tell(throw if level == 1 else "page.now_ask_way"), "can_show_all": True}
    if level >= 2:
        if job.is_pending(question):
            view["working"] = True
        view |= _kept(job, "help", _draw_help, advice)
        if advice.pick is not None:
            _draw_pick(view["open"], advice.pick, advice)
    if level >= STEPS:
        view["way"] = _kept(job, "way", _way, advice)
    return view


def _kept(job: AdviceJob, name: str, make: Callable[[Advice], _Drawn], advice: Advice) -> _Drawn:
    """A part of the view model, made once for an answer and a language."""
    key = (name, current_language())
    return job.drawn.get(key) or job.drawn.setdefault(key, make(advice))


def draw_working(session: Session) -> WorkingView | IdleView:
    """How far the work under way has come: apart from the panel, since it changes often and is small."""
    if not LEVEL.of(session):
        return {}
    job = JOB.of(session)
    begun = job.question == question_of(session)  # else what is known is about another table
    part, done, total = job.progress if begun else ("distance", 0, 1)
    key = key_of("page.now_working_", "" if part == "distance" else part)
    text = tell(key, done=done, total=total)
    return {"text": text, "done": done, "total": total}


# ---- what helps, what to throw ---------------------------------------------------------------------------
def _draw_help(advice: Advice) -> HelpView:
    """The outs or the discards as far as they are worked out."""
    penalty = advice.rulebook.scoring.measure is Measure.PENALTY
    groups: dict[str, list[Draw]] = {"now_near": [], "now_cheap" if penalty else "now_worth": []}
    near, other = groups.values()
    for draw in advice.outs or ():
        (near if "distance" in draw.improves else other).append(draw)
    rows = None if advice.discards is None else [_row(row, advice) for row in advice.discards]
    return {
        "chance": say_chance(advice),
        "outs": [
            {
                "title": tell(key_of("page.", title), n=sum(draw.copies for draw in draws)),
                "key": title,
                "open": title == "now_near",
                "cards": [_out(draw, advice) for draw in draws],
            }
            for title, draws in groups.items()
            if draws
        ],
        "discards": None
        if rows is None
        else {"rows": rows, "points": tell("page.col_points" if penalty else "page.col_score")},
        "told": draw_lines(explain_discards(advice)),
    }


def _draw_pick(view: OpenCardView, pick: Pick, advice: Advice) -> None:
    """The verdict on the open card."""
    view |= {
        "verdict": say_verdict(pick),
        "tone": "good" if pick.take else "bad" if pick.allowed is False else "plain",
        "why": draw_lines(explain_pick(pick, advice)),
        "hint": "",
    }


def _plain(card: Card, key: str, advice: Advice) -> ShownCardView:
    return {**card_face(card), "key": key, "stands": None, "wild": is_marked_wild(card, advice.deal)}


def _out(draw: Draw, advice: Advice) -> OutView:
    chance = percent(draw.copies / advice.unseen)
    out = tell("page.now_out", card=card_name(draw.card), copies=draw.copies, chance=chance)
    then = {"far": say_after(draw.distance), "worth": worth(draw.points, draw.score)}
    return {
        "card": _plain(draw.card, str(draw.card), advice),
        "copies": f"×{draw.copies}",
        "chance": chance,
        "label": tell("page.now_out_near", out=out, **then),
    }


def _row(row: Discard, advice: Advice) -> DiscardView:
    draws = [(str(card), copies, percent(copies / advice.unseen)) for card, copies in row.draws]
    return {
        "key": str(row.card),
        "card": _plain(row.card, str(row.card), advice),
        "name": card_name(row.card),
        "equal": row.equal,
        "far": tell("page.now_never") if row.distance is None else str(row.distance),
        "far_value": advice.rulebook.deal + 1 if row.distance is None else row.distance,
        "outs": str(row.outs),
        "outs_value": -row.outs,
        "points": str(row.points) if row.points is not None else in_words(row.score),
        "points_value": -row.score,
        "then": tell("page.now_then" if draws else "page.now_then_none", card=pretty_card(row.card)),
        "draws": draws,
    }


# ---- one way there ---------------------------------------------------------------------------------------
def _way(advice: Advice) -> WayView | None:
    """The witness: its groups with the missing cards marked, and what is exchanged."""
    witness = advice.distance.witness
    if witness is None:
        return None
    missing = Counter(witness.missing)
    besides = Counter(advice.hand.cards) - Counter(witness.given)
    groups: list[PlainGroupView] = []
    for at, group in enumerate(advice.way):
        lacking = set()
        for place, card in enumerate(group.cards):
            besides[card] -= 1
            if besides[card] < 0 < missing[card]:
                missing[card] -= 1
                lacking.add(place)
        groups.append(plain_group(group, str(at), lacking, deal=advice.deal, marked=tell("page.now_missing_card")))
    rows = (
        ("now_besides", tuple(sorted((+besides).elements()))),
        ("now_missing", witness.missing),
        ("now_given", witness.given),
    )
    groups += [
        _way_row(tell(key_of("page.", key)), [_plain(card, f"{key}-{at}", advice) for at, card in enumerate(cards)])
        for key, cards in rows
        if cards
    ]
    title = tell("page.now_way" if witness.missing or witness.given else "page.now_way_lay")
    return {"title": title, "groups": groups, "told": draw_lines(explain_way(advice))}


def _way_row(word: str, cards: list[ShownCardView]) -> PlainGroupView:
    """Cards that lie in no group."""
    shown: list[PlainCardView] = [{**card, "moved": False} for card in cards]
    return {"tone": TONES[Kind.LOOSE], "icon": str(Kind.LOOSE), "word": word, "cards": shown, "ids": [], "label": word}


# ---- cards marked as seen, and the open card ----------------------------------------------------------------
def cards_left(session: Session, card: Card) -> int:
    """How many copies of a card can still come."""
    state = session.state
    return max(0, session.copies_left(card) - state.seen.count(card) - (state.open == card))


def _seen(session: Session) -> SeenView:
    pack = session.rulebook.table.pack_for(session.state.players)
    seen, wild = session.state.seen, session.rulebook.wilds.types(session.state.turned)
    language = current_language()
    cards = [
        _seen_card(card, cards_left(session, card), seen.count(card), card in wild, language)
        for card in CARDS
        if pack.copies(card)
    ]
    title = tell("page.now_seen", n=len(seen)) if seen else tell("page.now_seen_none")
    return {"title": title, "count": len(seen), "cards": cards, "note": _tell_surplus(session)}


def _tell_surplus(session: Session) -> str:
    """What is marked or open that the pack does not hold: the table may have changed since, and nothing is unmarked."""
    question = question_of(session)
    if question is None:
        return ""
    over = find_surplus(question.hand.cards, question.deal, question.seen, question.open)
    sentences = [
        tell("page.now_over", card=pretty_card(card), pack=pack, known=known) for card, (known, pack) in over.items()
    ]
    return " ".join(sentences)


@lru_cache(maxsize=1024)
def _seen_card(card: Card, left: int, count: int, wild: bool, _language: str) -> SeenCardView:
    """One card of the pack to be marked; nobody changes it."""
    key = "page.now_seen_marked" if count else "page.now_seen_card"
    return {
        **card_face(card),
        "text": str(card),
        "wild": wild,
        "left": left,
        "seen": count,
        "label": tell(key, card=card_name(card), left=left, seen=count),
        "undo": tell("page.now_unsee", card=card_name(card)),
    }


def _open_card(session: Session, drawn: bool) -> OpenCardView:
    pack, chosen = session.rulebook.table.pack_for(session.state.players), session.state.open
    hint = tell("page.now_drawn" if drawn else "page.now_open_hidden") if chosen is not None else ""
    return {
        "value": "" if chosen is None else str(chosen),
        "choices": _choices(bool(pack.printed_jokers), current_language()),
        "hint": hint,
        "verdict": "",
        "tone": "plain",
        "why": [],
    }


@cache
def _choices(jokers: bool, _language: str) -> list[CardChoiceView]:
    """The cards of a pack to choose from."""
    return list_cards(card for card in CARDS if jokers or not card.is_printed_joker)
