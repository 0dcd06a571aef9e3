"""The view model of the best grouping: as much of it as has been asked for, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ...game.cards import Card
from ...game.records import Arranged, Best
from ...study.analysis import Analysis
from ...wording.explain import explain_points
from ...wording.speech import tell
from ..answers import Answers, lay_answer
from ..faces import LineView, PlainCardView, PlainGroupView, draw_lines, plain_card, plain_group, why_no_figure
from ..session import REVEAL_STEPS, Session


class SingleView(PlainCardView):
    """A card in no group; ``ids`` is its place on the table, if it lies there."""

    ids: list[int]


class WholeView(TypedDict):
    """The whole grouping, how many are as good, and why it is the best."""

    groups: list[PlainGroupView]
    loose: list[SingleView]
    discard: SingleView | None
    unique: str
    another: str
    reasons: list[LineView]
    can_take: bool
    next: str
    can_show_all: bool


class BestView(WholeView):
    """The best grouping as far as it has been asked for; ``moves`` are the cards to move."""

    level: int
    steps: int
    lines: list[str]
    moves: list[PlainCardView]


def draw_best(session: Session) -> BestView:
    """The best grouping as far as it has been asked for; nothing of what is hidden leaves the kernel."""
    level = session.revealed.level
    view: BestView = {
        "level": level,
        "steps": REVEAL_STEPS,
        "next": tell("page.best_ask") if level == 0 and not session.classroom else "",
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
    if level == 0:
        return view
    if result is None:
        view |= {"lines": [tell("page.best_failed"), why_no_figure(session)], "can_show_all": False}
        return view
    laid, best, layout = result.laid, result.solved, session.state.layout
    better = session.is_better_known()
    first = (
        ("page.best_yes_declare" if best.declares and not laid.declares else "page.best_yes")
        if better
        else ("page.best_no_declare" if laid.declares else "page.best_no")
    )
    view["lines"] = [tell(first), *([_points_line(laid, best)] if better and level >= 2 else [])]
    if not better and level < REVEAL_STEPS:  # there are no further steps
        view |= {"steps": 1, "level": 1, "can_show_all": not session.classroom}
        return view
    answers = session.answers if level >= 3 else None
    moves = [] if answers is None else answers.moves_from(layout)
    if level >= 3 and better:
        some = "page.best_moves" if layout.trays else "page.best_moves_fresh"
        view["lines"].append(tell(some if moves else "page.best_moves_0", n=len(moves)))
    if level == 3:
        view["moves"] = [plain_card(layout.cards[index], f"move-{at}") for at, index in enumerate(moves)]
    if answers is not None and level >= REVEAL_STEPS:
        view |= _whole(session, result, answers, moves)
    elif not session.classroom:
        view["next"] = tell(("page.best_ask_points", "page.best_ask_moves", "page.best_ask_whole")[level - 1])
    return view


def _points_line(laid: Arranged, best: Best) -> str:
    if laid.points is None or best.points is None:  # melds are worth points
        return tell("page.best_score", n=best.score, laid=laid.score)
    if best.declares and not laid.declares:
        if best.points == laid.points:
            return tell("page.best_points_same", n=best.points)
        return tell("page.best_points_declare", n=best.points, laid=laid.points)
    return tell("page.best_points", best=best.points, laid=laid.points, n=laid.points - best.points)


def _tell_question(best: Best) -> list[str]:
    """Which question the card thrown answers, where another card may leave the hand nearer to declaring."""
    if best.discard is None or best.declares:
        return []
    return [tell("page.best_discard" if best.points is not None else "page.best_discard:score")]


def _whole(session: Session, result: Analysis, answers: Answers, moves: Sequence[int]) -> WholeView:
    layout, best = session.state.layout, answers.shown
    # where nothing was grouped every card moves: marking them all would mark none
    moving = set(moves) if layout.trays else set()
    target = lay_answer(layout, best)
    places = iter(target.trays)
    groups: list[PlainGroupView] = []
    for at, group in enumerate(best.groups):
        ids = next(places) if len(group.cards) > 1 else ()  # the same cards on the table
        moved = {i for i, index in enumerate(ids) if index in moving}
        groups.append({**plain_group(group, str(at), moved), "ids": list(ids)})
    alone = list(target.loose)

    def single(card: Card, key: str) -> SingleView:
        """A card in no group, with its place on the table."""
        index = next((index for index in alone if layout.cards[index] == card), None)
        if index is not None:
            alone.remove(index)
        return {**plain_card(card, key, moved=index in moving), "ids": [] if index is None else [index]}

    changes = not layout.has_groups_of(target)
    return {
        "groups": groups,
        "loose": [single(card, f"loose-{at}") for at, card in enumerate(best.loose)],
        "discard": None if best.discard is None else single(best.discard, "discard"),
        "unique": answers.tell(),
        "another": tell("page.best_next") if len(answers.groupings) > 1 else "",
        "reasons": draw_lines([*explain_points(result.showing(best), best=True), *_tell_question(best)]),
        "can_take": changes and (session.is_better_known() or not layout.trays or not answers.optima.flat),
        "next": "",
        "can_show_all": False,
    }
