"""The view model of "What now?": the advice as far as it has been asked for, and the cards marked as seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, TypeVar

from ...game.cards import CARDS, Card
from ...game.rules import Kind, Measure
from ...game.table import set_table
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
from ...wording.phrases import in_order, stand_ins, stand_names
from ...wording.speech import current_language, in_words, tell
from ..faces import TONES, card_face, card_name, draw_lines, draw_stand, in_list, pretty_card, tell_stand, why_no_figure
from ..session import Session
from .job import AdviceJob
from .question import STEPS, job_of, level_of, question_of

_Drawn = TypeVar("_Drawn")


def draw_what_now(session: Session) -> dict:
    """The panel as it now stands; what has not been asked for does not leave the kernel."""
    level = level_of(session)
    held, deal = len(session.state.layout.cards), session.rulebook.deal
    view: dict[str, Any] = {
        "level": level,
        "steps": STEPS,
        "next": "" if level else tell("page.now_ask"),
        "can_show_all": level < STEPS,
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
        return view
    question = question_of(session)
    if question is None:
        view.update(lines=[why_no_figure(session)], next="", can_show_all=False)
        return view
    job = job_of(session)
    advice = job.advice(question)
    if job.question == question and job.failed:
        view["failed"] = tell("page.now_failed", what=job.failed)
    if advice is None:
        view.update(next="", can_show_all=False, working=None if view["failed"] else True)
        return view
    _draw_distance(view, advice)
    in_size = held in (deal, deal + 1)
    if not in_size:
        view.update(next="", can_show_all=False)
        return view
    if level < STEPS:
        throw = "page.now_ask_throw" if held > deal else "page.now_ask_help"
        view["next"] = tell(throw if level == 1 else "page.now_ask_way")
        if level == 2 and advice.distance.witness is None:
            view.update(next="", can_show_all=False)
    if level >= 2:
        if job.is_pending(question):
            view["working"] = True
        view.update(_kept(job, "help", _draw_help, advice))
        if advice.pick is not None:
            view["open"].update(_draw_pick(advice.pick, advice))
    if level >= STEPS:
        view["way"] = _kept(job, "way", _way, advice)
    return view


def _kept(job: AdviceJob, name: str, make: Callable[[Advice], _Drawn], advice: Advice) -> _Drawn:
    """A part of the view model, made once for an answer and a language."""
    key = (name, current_language())
    return job.drawn.get(key) or job.drawn.setdefault(key, make(advice))


def draw_working(session: Session) -> dict:
    """How far the work under way has come: apart from the panel, since it changes often and is small."""
    if not level_of(session):
        return {}
    job = job_of(session)
    begun = job.question == question_of(session)  # else what is known is about another table
    part, done, total = job.progress if begun else ("distance", 0, 1)
    key = "page.now_working" if part == "distance" else f"page.now_working_{part}"
    text = tell(key, done=done, total=total)
    return {"text": text, "done": done, "total": total}


def _draw_distance(view: dict, advice: Advice) -> None:
    distance = advice.distance
    told = say_distance(distance, advice.deal, len(advice.hand.cards), beside_figure=True)
    if distance.exchanges:
        view["figure"] = str(distance.exchanges)
    view["lines"] = [told, *filter(None, [say_seeing(distance)])]


# ---- what helps, what to throw ---------------------------------------------------------------------------
def _draw_help(advice: Advice) -> dict:
    """The outs or the discards as far as they are worked out."""
    view: dict[str, object] = {"chance": say_chance(advice)}
    penalty = advice.rulebook.scoring.measure is Measure.PENALTY
    if advice.outs:
        near = [draw for draw in advice.outs if "distance" in draw.improves]
        other = [draw for draw in advice.outs if "distance" not in draw.improves]
        view["outs"] = [
            {
                "title": tell(f"page.{title}", n=len(draws)),
                "key": title,
                "open": title == "now_near",
                "cards": [_out(draw, advice) for draw in draws],
            }
            for title, draws in (("now_near", near), ("now_cheap" if penalty else "now_worth", other))
            if draws
        ]
    if advice.discards is not None:
        view["discards"] = {
            "rows": [_row(at, row, advice) for at, row in enumerate(advice.discards)],
            "points": tell("page.col_points" if penalty else "page.col_score"),
        }
        view["told"] = draw_lines(explain_discards(advice))
    return view


def _draw_pick(pick: Pick, advice: Advice) -> dict:
    """The verdict on the open card."""
    return {
        "verdict": say_verdict(pick),
        "tone": "good" if pick.take else "bad" if pick.allowed is False else "plain",
        "why": draw_lines(explain_pick(pick, advice)),
        "hint": "",
    }


def _plain(card: Card, key: str, advice: Advice) -> dict:
    wild = advice.deal.is_wild[card.index] and not card.is_printed_joker
    return {**card_face(card), "key": key, "stands": None, "wild": wild}


def _out(draw: Draw, advice: Advice) -> dict:
    chance = percent(draw.copies / advice.unseen)
    out = tell("page.now_out", card=card_name(draw.card), copies=draw.copies, chance=chance)
    then = {"far": say_after(draw.distance), "worth": worth(draw.points, draw.score)}
    return {
        "card": _plain(draw.card, str(draw.card), advice),
        "copies": f"×{draw.copies}",
        "chance": chance,
        "label": tell("page.now_out_near", out=out, **then),
    }


def _row(at: int, row: Discard, advice: Advice) -> dict:
    # there are many of them: the browser finds their faces among the cards of the pack
    draws = [[str(card), copies, percent(copies / advice.unseen)] for card, copies in row.draws]
    return {
        "key": str(row.card),
        "order": at,
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
def _way(advice: Advice) -> dict | None:
    """The witness: its groups with the missing cards marked, and what is exchanged."""
    witness = advice.distance.witness
    if witness is None:
        return None
    missing = Counter(witness.missing)
    besides = Counter(advice.hand.cards) - Counter(witness.given)
    groups = []
    for at, group in enumerate(advice.way):
        kind, cards = group.kind, group.cards
        stands, names = stand_ins(group, cards), stand_names(group, cards)
        drawn = []
        for nth in in_order(cards, kind, stands):
            card, name = cards[nth], names[nth]
            face = _plain(card, f"{at}-{nth}", advice)
            face.update(stands=draw_stand(name), name=in_list(face["name"], tell_stand(name)))
            face["moved"] = missing[card] > 0 and besides[card] <= 0
            missing[card] -= face["moved"]
            besides[card] -= 1
            if face["moved"]:
                face["name"] = in_list(face["name"], tell("page.now_missing_card"))
            drawn.append(face)
        groups.append({"tone": TONES[kind], "icon": str(kind), "word": tell(f"page.kind_{kind}"), "cards": drawn})
    rows = (
        ("now_besides", tuple(sorted((+besides).elements()))),
        ("now_missing", witness.missing),
        ("now_given", witness.given),
    )
    for key, cards in rows:
        if cards:
            drawn = [_plain(card, f"{key}-{at}", advice) for at, card in enumerate(cards)]
            groups.append(
                {"tone": TONES[Kind.LOOSE], "icon": str(Kind.LOOSE), "word": tell(f"page.{key}"), "cards": drawn}
            )
    title = tell("page.now_way" if witness.missing or witness.given else "page.now_way_lay")
    return {"title": title, "groups": groups, "told": draw_lines(explain_way(advice))}


# ---- cards marked as seen, and the open card ----------------------------------------------------------------
def cards_left(session: Session, card: Card) -> int:
    """How many copies of a card can still come."""
    state = session.state
    return max(0, session.copies_left(card) - state.seen.count(card) - (state.open == card))


def _seen(session: Session) -> dict:
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
    deal = set_table(question.rulebook, question.turned, question.players)
    over = find_surplus(question.hand.cards, deal, question.seen, question.open)
    told = [
        tell("page.now_over", card=pretty_card(card), pack=pack, known=known) for card, (known, pack) in over.items()
    ]
    return " ".join(told)


@lru_cache(maxsize=1024)
def _seen_card(card: Card, left: int, count: int, wild: bool, _language: str) -> dict:
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


def _open_card(session: Session, drawn: bool) -> dict:
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
def _choices(jokers: bool, _language: str) -> list[dict]:
    """The cards of a pack to choose from."""
    return [{"value": str(card), "label": pretty_card(card)} for card in CARDS if jokers or not card.is_printed_joker]
