"""The view model of "What now?": the advice as far as it has been asked for, and the cards marked as seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from .._supply import find_surplus
from ..advice import Advice, Discard, Draw
from ..cards import CARDS, Card
from ..counsel import (
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
from ..phrases import with_minus
from ..rules import Kind, Measure
from ..table import set_table
from .desk import ASKED, level_of, question_of
from .intents import intent
from .session import Session
from .state import MoveError
from .texts import say
from .views import TONES, card_face, card_name, in_order, pretty_card, stand_ins, why_no_figure

STEPS = 3


def draw_what_now(session: Session) -> dict:
    """The panel as it now stands; what has not been asked for does not leave the kernel."""
    level = level_of(session)
    held, deal = len(session.state.layout.cards), session.rulebook.deal
    view = {
        "level": level,
        "steps": STEPS,
        "next": "" if level else say("now_ask"),
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
    desk, advice = session.desk, session.desk.advice(question)
    if desk.question == question and desk.failed:
        view["failed"] = say("now_failed", what=desk.failed)
    if advice is None:
        view.update(next="", can_show_all=False, working=None if view["failed"] else True)
        return view
    _draw_distance(view, advice)
    in_size = held in (deal, deal + 1)
    if not in_size:
        view.update(next="", can_show_all=False)
        return view
    if level < STEPS:
        throw = "now_ask_throw" if held > deal else "now_ask_help"
        view["next"] = say(throw if level == 1 else "now_ask_way")
        if level == 2 and advice.distance.witness is None:
            view.update(next="", can_show_all=False)
    if level >= 2:
        if desk.is_pending(question):
            view["working"] = True
        view.update(desk.drawn.get("help") or desk.drawn.setdefault("help", _draw_help(advice)))
        if advice.pick is not None:
            view["open"].update(_draw_pick(advice))
    if level >= STEPS:
        view["way"] = desk.drawn.get("way") or desk.drawn.setdefault("way", _way(advice))
    return view


def draw_working(session: Session) -> dict:
    """How far the work under way has come: apart from the panel, since it changes often and is small."""
    if not level_of(session):
        return {}
    begun = session.desk.question == question_of(session)  # else what is known is about another table
    part, done, total = session.desk.progress if begun else ("distance", 0, 1)
    key = f"now_working_{part}"
    text = say("now_working") if part == "distance" else say(key, done=done, total=total)
    return {"text": text, "done": done, "total": total}


def _draw_distance(view: dict, advice: Advice) -> None:
    distance = advice.distance
    told = say_distance(distance, advice.deal, len(advice.hand.cards))
    if distance.exchanges:
        view["figure"] = str(distance.exchanges)
        told = told.removeprefix(view["figure"]).strip()
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
                "title": say(title),
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
            "points": say("col_points" if penalty else "col_score"),
        }
        view["told"] = list(explain_discards(advice))
    return view


def _draw_pick(advice: Advice) -> dict:
    """The verdict on the open card."""
    pick = advice.pick
    return {
        "verdict": say_verdict(pick),
        "tone": "good" if pick.take else "bad" if pick.allowed is False else "plain",
        "why": list(explain_pick(pick, advice)),
        "hint": "",
    }


def _plain(card: Card, key: str, advice: Advice) -> dict:
    face = card_face(card)
    wild = advice.deal.is_wild[card.index] and not card.is_printed_joker
    face.update(key=key, stands=None, wild=wild)
    return face


def _out(draw: Draw, advice: Advice) -> dict:
    chance = percent(draw.copies / advice.unseen)
    label = say("now_out", card=card_name(draw.card), copies=draw.copies, chance=chance)
    after = say("now_out_near", far=say_after(draw.distance), worth=worth(draw.points, draw.score))
    return {
        "card": _plain(draw.card, str(draw.card), advice),
        "copies": f"×{draw.copies}",
        "chance": chance,
        "label": f"{label}; {after}",
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
        "far": say("now_never") if row.distance is None else str(row.distance),
        "far_value": advice.rulebook.deal + 1 if row.distance is None else row.distance,
        "outs": str(row.outs),
        "outs_value": -row.outs,
        "points": str(row.points) if row.points is not None else with_minus(row.score),
        "points_value": -row.score,
        "then": say("now_then" if draws else "now_then_none", card=pretty_card(row.card)),
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
        stands = stand_ins(group, cards)
        drawn = []
        for nth in in_order(cards, kind, stands):
            card, stand = cards[nth], stands[nth]
            face = _plain(card, f"{at}-{nth}", advice)
            if stand is not None:
                face.update(
                    stands=card_face(stand), name=f"{face['name']}, {say('card_stands', card=card_name(stand))}"
                )
            face["moved"] = missing[card] > 0 and besides[card] <= 0
            missing[card] -= face["moved"]
            besides[card] -= 1
            if face["moved"]:
                face["name"] = f"{face['name']}, {say('now_missing').lower()}"
            drawn.append(face)
        groups.append({"tone": TONES[kind], "icon": str(kind), "word": say(f"kind_{kind}"), "cards": drawn})
    rows = (
        ("now_besides", sorted((+besides).elements())),
        ("now_missing", witness.missing),
        ("now_given", witness.given),
    )
    for key, cards in rows:
        if cards:
            drawn = [_plain(card, f"{key}-{at}", advice) for at, card in enumerate(cards)]
            groups.append({"tone": TONES[Kind.LOOSE], "icon": str(Kind.LOOSE), "word": say(key), "cards": drawn})
    title = say("now_way" if witness.missing or witness.given else "now_way_lay")
    return {"title": title, "groups": groups, "told": list(explain_way(advice.distance, advice.rulebook))}


# ---- cards marked as seen, and the open card ----------------------------------------------------------------
def cards_left(session: Session, card: Card) -> int:
    """How many copies of a card can still come."""
    state = session.state
    return max(0, session.copies_left(card) - state.seen.count(card) - (state.open == card))


def _seen(session: Session) -> dict:
    pack = session.rulebook.table.pack_for(session.state.players)
    seen, wild = session.state.seen, session.rulebook.wilds.types(session.state.turned)
    cards = [
        _seen_card(card, cards_left(session, card), seen.count(card), card in wild)
        for card in CARDS
        if pack.copies(card)
    ]
    title = say("now_seen", n=len(seen)) if seen else say("now_seen_none")
    return {"title": title, "count": len(seen), "cards": cards, "note": _tell_surplus(session)}


def _tell_surplus(session: Session) -> str:
    """What is marked or open that the pack does not hold: the table may have changed since, and nothing is unmarked."""
    question = question_of(session)
    if question is None:
        return ""
    deal = set_table(question.rulebook, question.turned, question.players)
    over = find_surplus(question.hand.cards, deal, question.seen, question.open)
    told = [say("now_over", card=pretty_card(card), pack=pack, known=known) for card, (known, pack) in over.items()]
    return " ".join(told)


@lru_cache(maxsize=1024)
def _seen_card(card: Card, left: int, count: int, wild: bool) -> dict:
    """One card of the pack to be marked; nobody changes it."""
    key = "now_seen_marked" if count else "now_seen_card"
    return {
        **card_face(card),
        "text": str(card),
        "wild": wild,
        "left": left,
        "seen": count,
        "label": say(key, card=card_name(card), left=left, seen=count),
        "undo": say("now_unsee", card=card_name(card)),
    }


def _open_card(session: Session, drawn: bool) -> dict:
    pack, chosen = session.rulebook.table.pack_for(session.state.players), session.state.open
    hint = say("now_drawn" if drawn else "now_open_hidden") if chosen is not None else ""
    return {
        "value": "" if chosen is None else str(chosen),
        "choices": _choices(bool(pack.printed_jokers)),
        "hint": hint,
        "verdict": "",
        "tone": "plain",
        "why": [],
    }


@cache
def _choices(jokers: bool) -> list[dict]:
    """The cards of a pack to choose from."""
    return [{"value": str(card), "label": pretty_card(card)} for card in CARDS if jokers or not card.is_printed_joker]


# ---- intents ------------------------------------------------------------------------------------------------
@intent("what_now")
def _on_what_now(session: Session, values: Mapping) -> None:
    level = values.get("level")
    if type(level) is not int or not 0 <= level <= STEPS:
        raise MoveError("bad_move")
    if session.desk.failed:  # asked again
        session.desk.stop()
    session.asked[ASKED] = level


@intent("seen")
def _on_seen(session: Session, values: Mapping) -> None:
    card, state = Card.parse(values.get("card")), session.state
    if values.get("add") is True:
        if cards_left(session, card) < 1:
            raise MoveError("no_more_copies")
        _mark(session, (*state.seen, card))
    else:
        seen = list(state.seen)
        if card not in seen:
            raise MoveError("bad_move")
        seen.remove(card)
        _mark(session, seen)


@intent("forget_seen")
def _on_forget_seen(session: Session, _: Mapping) -> None:
    _mark(session, ())


@intent("open_card")
def _on_open_card(session: Session, values: Mapping) -> None:
    word = values.get("card")
    session.go(replace(session.state, open=Card.parse(word) if word else None), same_cards=True)


def _mark(session: Session, seen: Sequence[Card]) -> None:
    session.go(replace(session.state, seen=tuple(seen)), same_cards=True)
