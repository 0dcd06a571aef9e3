"""Worked hands to open at a click: the sources' own examples and a few larger ones."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Preset:
    """A hand with the table it belongs to.

    Attributes:
        key: short name, as used in intents.
        label: what the list calls it.
        source: where it is taken from.
        hand: the cards as laid out there.
        rulebook: key of the rulebook it is judged by.
        turned: the turned card as text, None if not known.
        players: how many play.
    """

    key: str
    label: str
    source: str
    hand: str
    rulebook: str = "adgaming-13"
    turned: str | None = None
    players: int = 6


_S4 = "AD Gaming's rules page (S4)"

PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            key="x4",
            label="Wrong declaration 2",
            source=f"{_S4}: no pure sequence as laid",
            hand="KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D",
        ),
        Preset(
            key="x2",
            label="Player 1 of 6",
            source=f"{_S4}, queens wild: its 45 leaves out a joker",
            hand="2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS",
            turned="QD",
        ),
        Preset(
            key="player-2",
            label="Player 2 of 6",
            source=f"{_S4}, queens wild: everything counts",
            hand="4S 4H 4C | 4D 5D QD | 3S 7S 8S | QD KD | TC 9C",
            turned="QD",
        ),
        Preset(
            key="x3",
            label="Player 3 of 6",
            source=f"{_S4}, queens wild: 23 as laid",
            hand="3H 4H 5H | 5C 6C 7C QD | 8D 5C | 2D 2C 2H | KS",
            turned="QD",
        ),
        Preset(
            key="player-4",
            label="Player 4 of 6",
            source=f"{_S4}, queens wild: dropped at once",
            hand="AH 4H 5H | 5C 6C TC JD | 8D 5C | 2D 2C QH | KS",
            turned="QD",
        ),
        Preset(
            key="player-5",
            label="Player 5 of 6",
            source=f"{_S4}, queens wild: three turns missed",
            hand="4S 4H 4C | 4D 5D QD | AS 7S 8S | QD KD | JC 9C",
            turned="QD",
        ),
        Preset(
            key="player-6",
            label="Player 6 of 6",
            source=f"{_S4}, queens wild: the winner",
            hand="2H 3H 4H | 5C 6C 7C QD | 5D 5C 5H | 2D 2C 2H",
            turned="QD",
        ),
        Preset(
            key="wrong-1",
            label="Wrong declaration 1",
            source=f"{_S4}: sets only",
            hand="TS TH TD TC | 5S 5H 5D | 6S 6H 6C | 9H 9D PJ",
        ),
        Preset(
            key="x6",
            label="Wrong declaration 3",
            source=f"{_S4}: one sequence, then sets",
            hand="QH QS QD | 6H 7H 8H 9H | 5S 5H 5D | TS TH TD",
        ),
        Preset(
            key="set-of-five",
            label="A set of five",
            source=f"{_S4}: a valid declaration, queens wild (the page leaves one five without a suit)",
            hand="2H 3H 4H 5H | 5C 6C 7C 8C | 5D 5C PJ QH QS",
            turned="QD",
        ),
        Preset(
            key="octro",
            label="Two runs, one joker each",
            source="Octro's rules page (S2), filled up to 13 cards",
            hand="8H 9H TH | JS QS KS PJ | 4C 4D 4H | 7D 7S 7C",
            rulebook="octro-13",
            turned="2D",
            players=2,
        ),
        Preset(
            key="marriage",
            label="21 cards with a marriage",
            source="made for this tutor after GoRummy's value cards (S0)",
            hand="7D 8D 9D | 8D 9D PJ | 2S 3S 4S 5S | KH KC KS | 5C 5C | JH JH | AS 6H 3C TS",
            rulebook="rummy-21",
            turned="8D",
            players=4,
        ),
        Preset(
            key="dublees",
            label="21 cards full of pairs",
            source="made for this tutor after the dublee rule (S0)",
            hand="2C 2C | 4H 4H | 7S 7S | TD TD | QC QC | KH KH | 5D 6D 7D | 9C 9C | AH 3S PJ JD",
            rulebook="paplu-21",
            turned="6S",
            players=4,
        ),
        Preset(
            key="twenty-seven",
            label="27 cards to sort out",
            source="made for this tutor: hard for people and for programs",
            hand="AS 8S 8S 8S 9S JS QS KS AH 8H 8H JH QH AD 8D 9D JD QD AC 6C 7C 8C 9C TC JC JC KC",
            rulebook="paplu-27",
            turned="9C",
            players=4,
        ),
    )
}

WELCOME = PRESETS["x4"]
