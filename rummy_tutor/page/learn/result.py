"""How a round played for practice ended: what was shown, and who pays whom, each payment with its reason."""

from __future__ import annotations

from typing import Any, TypedDict

from ...game.messages import TutorError
from ...game.table import set_table
from ...referee.scoring import score_arrangement
from ...rounds.endings import Ending
from ...rounds.ledger import Round
from ...rounds.settlement import list_endings, settle
from ...tutor.lessons import list_lessons
from ...tutor.turns.practice import Practice
from ...wording.levels import list_levels
from ...wording.phrases import Cited, Sources, cite
from ...wording.speech import tell
from ..faces import LineView, PlainGroupView, draw_lines, plain_group


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
    lines = [] if settled is None else [Cited(one.sentence, Sources(tuple(one.cited))) for one in settled.entries]
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
        numbers = {one.key: at for at, one in enumerate(list_lessons(book), 1)}
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
