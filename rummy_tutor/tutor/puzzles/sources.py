"""The puzzles with a story: the sources' own hands and slips, and five that were made for this tutor."""

from __future__ import annotations

from ...game.cards import Card, Hand
from ...rulebooks import get_rulebook
from .puzzle import Goal, Puzzle, Seat


def _name(
    key: str,
    goal: Goal,
    hand: str,
    rulebook: str = "adgaming-13",
    turned: str | None = None,
    players: int = 4,
) -> Puzzle:
    groups = Hand.parse(hand).groups
    assert groups is not None  # they lie in groups
    card = None if turned is None else Card.parse(turned)
    return Puzzle(
        key=key,
        goal=goal,
        rulebook=get_rulebook(rulebook),
        turned=card,
        players=players,
        groups=groups,
        is_named=True,
    )


_SIX = (
    Seat(won=-2, cards="KS KS", net=-52),
    Seat(won=-50, cards="AS 2S KS", net=120),
    Seat(won=-30, cards="", dropped=True, net=-30),
    Seat(won=-30, cards="", dropped=True, net=-30),
    Seat(won=182, cards="AS", net=72),
    Seat(won=-70, cards="AS", dropped=True, net=-70),
)
_TABLE = (
    Seat(cards="2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS"),
    Seat(cards="4S 4H 4C | 4D 5D QD | 3S 7S 8S | QD KD | TC 9C"),
    Seat(cards="3H 4H 5H | 5C 6C 7C QD | 8D 5C | 2D 2C 2H | KS"),
    Seat(cards="AH 4H 5H | 5C 6C TC JD | 8D 5C | 2D 2C QH | KS"),
    Seat(cards="4S 4H 4C | 4D 5D QD | AS 7S 8S | QD KD | JC 9C"),
    Seat(cards="2H 3H 4H | 5C 6C 7C QD | 5D 5C 5H | 2D 2C 2H"),
)
_HELD = tuple(sorted({card for seat in _TABLE for card in Hand.parse(seat.cards).cards}))


NAMED: dict[str, Puzzle] = {
    puzzle.key: puzzle
    for puzzle in (
        Puzzle(
            key="x1",
            goal=Goal.SUM,
            rulebook=get_rulebook("rummy-21"),
            turned=Card.parse("PJ"),
            players=6,
            seats=_SIX,
            choices=tuple(str(at + 1) for at in range(6)),
            is_named=True,
        ),
        _name("x2", Goal.GROUP, "2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS", turned="QD", players=6),
        _name("x3", Goal.GROUP, "3H 4H 5H | 5C 6C 7C QD | 8D 5C | 2D 2C 2H | KS", turned="QD", players=6),
        _name("x4", Goal.ONE_MOVE, "KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D", players=6),
        Puzzle(
            key="x5",
            goal=Goal.SURPLUS,
            rulebook=get_rulebook("adgaming-13"),
            turned=Card.parse("QD"),
            players=6,
            seats=_TABLE,
            choices=tuple(map(str, _HELD)),
            is_named=True,
        ),
        _name("x6", Goal.GROUP, "QH QS QD | 6H 7H 8H 9H | 5S 5H 5D | TS TH TD", players=6),
        _name("a", Goal.GROUP, "4C 5C 6C 7C | 9H TH PJ | 7D 7S | KD KS KC | 2H", "gorummy-13", "3D"),
        _name("b", Goal.GROUP, "QH KH 7S | 5S 6S PJ | 9C 9D 9H | JD JS JC | 2D", "gorummy-13", "7D"),
        _name("c", Goal.REPAIR, "KS AS 2S | QS | 3S | PJ | 8D 8C 8H | 5S 5H 5D 5C", "gorummy-13", "7D"),
        _name("d", Goal.ONE_MOVE, "3H 4H 5H | 9S TS JS | 6H 6S 6C 6D | KC KD KS", "octro-13", "2D"),
        _name(
            "e",
            Goal.GROUP,
            "5H 6H 7H | 5H 6H 7H | 8S 9S TS | 8S 9S TS | QC QC | KD KD | 2C | 3D | JS | AH | 7D",
            "rummy-21",
            "4C",
        ),
    )
}  # fmt: skip
