"""The view model of the best grouping: as much of it as has been asked for, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..cards import Card
from ..explain import explain_points
from ..phrases import with_minus
from ..rules import Measure
from .alternatives import lay_answer
from .moves import moving_cards
from .session import REVEAL_STEPS, Session
from .texts import say
from .views import TONES, card_face, card_name, in_order, stand_ins, why_no_figure


def draw_best(session: Session) -> dict:
    """The best grouping as far as it has been asked for; nothing of what is hidden leaves the kernel."""
    level = session.reveal
    view = {
        "level": level,
        "steps": REVEAL_STEPS,
        "next": say("best_ask") if level == 0 and not session.classroom else "",
        "lines": [],
        "moves": [],
        "groups": [],
        "loose": [],
        "discard": None,
        "unique": "",
        "another": "",
        "reasons": [],
        "can_take": False,
        "can_show_all": level < REVEAL_STEPS - 1 and not session.classroom,  # the last step is a button of its own
    }
    result = session.result
    if isinstance(result, ValueError):
        if level:
            view["lines"] = [say("best_failed", why=why_no_figure(session))]
            view["can_show_all"] = False
        return view
    if level == 0:
        return view
    laid, best = result.arranged, result.best
    better = session.is_better_known()
    first = (
        ("best_yes_declare" if best.declares and not laid.declares else "best_yes")
        if better
        else ("best_no_declare" if laid.declares else "best_no")
    )
    view["lines"].append(say(first))
    if not better and level < REVEAL_STEPS:
        view["steps"] = 1
        view["level"] = 1
        view["can_show_all"] = not session.classroom
        return view
    measure = session.rulebook.scoring.measure
    if level >= 2 and better:
        view["lines"].append(_points_line(laid, best, measure))
    moves = moving_cards(session) if level >= 3 else []
    if level >= 3 and better:
        key = "best_moves_0" if not moves else "best_moves_1" if len(moves) == 1 else "best_moves_n"
        if len(moves) > 1 and not session.state.layout.trays:
            key = "best_moves_fresh"
        view["lines"].append(say(key, n=len(moves)))
        if level == 3:
            cards = [session.state.layout.cards[one] for one in moves]
            view["moves"] = [_plain(card, f"move-{at}") for at, card in enumerate(cards)]
    if level >= REVEAL_STEPS:
        view.update(_whole(session, moves))
    elif not session.classroom:
        view["next"] = say(("best_ask_points", "best_ask_moves", "best_ask_whole")[level - 1])
    return view


def _points_line(laid, best, measure: Measure) -> str:
    if measure is not Measure.PENALTY:
        return say("best_score", best=with_minus(best.score), laid=with_minus(laid.score))
    if best.declares and not laid.declares:
        if best.points == laid.points:
            return say("best_points_same", best=best.points)
        return say("best_points_declare", best=best.points, laid=laid.points)
    return say("best_points", best=best.points, laid=laid.points, saved=laid.points - best.points)


def _plain(card: Card, key: str, stands: Card | None = None, moved: bool = False) -> dict:
    name = card_name(card)
    if stands is not None:
        name = f"{name}, {say('card_stands', card=card_name(stands))}"
    face = card_face(card)
    face.update(key=key, stands=None if stands is None else card_face(stands), wild=False, moved=moved, name=name)
    return face


def _whole(session: Session, moves: Sequence[int]) -> dict:
    answers, layout = session.answers, session.state.layout
    best = answers.shown
    # where nothing was grouped every card moves: marking them all would mark none
    moving = set(moves) if layout.trays else set()
    target = lay_answer(layout, best)
    places = iter(target.trays)
    groups = []
    for at, group in enumerate(best.groups):
        stands = stand_ins(group, group.cards)
        ids = next(places) if len(group.cards) > 1 else ()  # the same cards on the table
        cards = [
            _plain(group.cards[i], f"{at}-{i}", stands[i], bool(ids) and ids[i] in moving)
            for i in in_order(group.cards, group.kind, stands)
        ]
        groups.append(
            {
                "cards": cards,
                "icon": str(group.kind),
                "word": say(f"kind_{group.kind}"),
                "tone": TONES[group.kind],
                "ids": list(ids),
                "label": f"{say(f'kind_{group.kind}')}: {', '.join(card['name'] for card in cards)}.",
            }
        )
    alone = list(target.loose)

    def single(card: Card, key: str) -> dict:
        """A card in no group, with its place on the table."""
        one = next((one for one in alone if layout.cards[one] == card), None)
        if one is not None:
            alone.remove(one)
        return {**_plain(card, key, moved=one in moving), "ids": [] if one is None else [one]}

    changes = not layout.has_groups_of(target)
    return {
        "groups": groups,
        "loose": [single(card, f"loose-{at}") for at, card in enumerate(best.loose)],
        "discard": None if best.discard is None else single(best.discard, "discard"),
        "unique": answers.tell(),
        "another": say("best_next") if len(answers.groupings) > 1 else "",
        "reasons": list(explain_points(replace(session.result, best=best), best=True)),
        "can_take": changes and (session.is_better_known() or not layout.trays or not answers.optima.flat),
        "next": "",
        "can_show_all": False,
    }
