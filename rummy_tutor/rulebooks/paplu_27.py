"""paplu-27: 27 Card Rummy (source S3), the 21-card game with more wild cards and stricter ways to declare."""

from dataclasses import replace

from ..game.rules import Bonus, Needs, Objective, Pack, SetSuits, Table, ValueCard
from .derive import derive
from .paplu_21 import OPTIONS as OPTIONS
from .paplu_21 import RULEBOOK as PAPLU_21

RULEBOOK = derive(
    PAPLU_21,
    {
        "wilds.printed_adds": "S3",
        "melds.set_max": "S3",
        "melds.set_suits": "S3",
        "melds.set_wilds_up_to_naturals": "S3",
        "scoring": "S3 (inherited)",
        "objectives": "S3, R37",
        "bonus": "S3, R36",
        "bonus.marriage": "R23",
    },
    key="paplu-27",
    title="27 Card Rummy",
    deal=27,
    table=Table(players=(2, 5), packs=((5, Pack(decks=3, printed_jokers=3)),)),
    wilds=replace(PAPLU_21.wilds, offsets=(0, 1, -1, 2, -2)),
    melds=replace(PAPLU_21.melds, set_max=None, set_suits=SetSuits.NOT_ALL_ONE, set_wilds_up_to_naturals=True),
    objectives=(
        Objective(name="tunnelas", needs=Needs(tunnelas=3)),
        Objective(name="dublees", needs=Needs(dublees=10)),
        Objective(name="jokers", needs=Needs(jokers=10)),
    ),
    bonus=Bonus(
        cards=(
            ValueCard(name="same card", offset=0, points=(20, 60, 120)),
            ValueCard(name="1-up joker", offset=1, points=(10, 30, 60)),
            ValueCard(name="1-down joker", offset=-1, points=(10, 30, 60)),
            ValueCard(name="2-up joker", offset=2, points=(10, 30, 60)),
            ValueCard(name="2-down joker", offset=-2, points=(25, 75, 150)),
        ),
        marriage=(100, 300, 500),
        halved_before_first_move=True,
    ),
)
