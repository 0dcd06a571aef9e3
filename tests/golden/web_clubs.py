"""Rounds from public pages of games that are seldom written about: Paplu as clubs and families play it, 24 and 27
cards, four-card sequences, Vazhushal.

Where a page's house rule is another, the derived rulebook or the option that gives its figure stands beside it.
"""

from __future__ import annotations

from dataclasses import replace

from rummy_tutor import get_rulebook
from rummy_tutor.game.rules import Bonus, ValueCard

from .records import OCTRO_13, PAPLU_13, PAPLU_21, PAPLU_27, VAZHUSHAL_13
from .round_records import RoundCase, seats
from .web_rounds import GITHUB

_PAPLUPRO = GITHUB + "Poojaaaa27/PapluPro/blob/{}/{}"
_PAPLU_CLUB = replace(
    get_rulebook(PAPLU_13),
    key="paplu-club",
    penalties=replace(get_rulebook(PAPLU_13).penalties, middle_drop=20),
    bonus=Bonus(cards=(ValueCard(name="paplu", offset=0, points=(10, 30, 50)),), marriage=()),
)
_OPEN_21 = replace(
    get_rulebook(PAPLU_21),
    key="open-21",
    bonus=Bonus(
        cards=(
            ValueCard(name="tiplu", offset=0, points=(20, 40, 60)),
            ValueCard(name="paplu", offset=1, points=(10, 30, 50)),
            ValueCard(name="nichlu", offset=-1, points=(10, 30, 50)),
        ),
        marriage=(50, 100, 150),
    ),
)
_TEENPATTI = GITHUB + "stephensunny10/teenpatti-adminpanel/blob/c554bd795cc8e3d0f84fee11265c0444b5ae1cc4/{}"
_PRICES_24 = _TEENPATTI.format("Config/Rummy.js")
_ROUND_24 = _TEENPATTI.format("Game/CashGame/CashTwentyFour/Controllers/RoomProcess.js")
_CARDS_24 = replace(
    get_rulebook(PAPLU_27),
    key="cards-24",
    penalties=replace(get_rulebook(PAPLU_27).penalties, first_drop=35, middle_drop=75, wrong_declaration=130),
    bonus=Bonus(
        cards=tuple(
            ValueCard(name=name, offset=offset, points=(10, 30, 50))
            for name, offset in (
                ("same card", 0),
                ("upper", 1),
                ("lower", -1),
                ("second upper", 2),
                ("second lower", -2),
            )
        ),
        marriage=(100, 300, 500),
    ),
)

WEB_CLUBS = (
    RoundCase(
        "web-paplupro-single-paplu",
        _PAPLU_CLUB,
        seats(("declared", {"bonus": 20}), ("lost", {"points": 0}), ("lost", {"points": 0}), first=1),
        nets=(40, -20, -20),
        printed=(20, -20, -20),
        address=_PAPLUPRO.format("6da3eadf31eff752aaae226df0ee9fdbd090f774", "src/ai/flows/calculate-scores-flow.ts"),
        note="Club Paplu: 10 for one paplu and 10 for three cards at the start, from each of two. Its example gives the "
        "winner 20, what one of them pays; its programme gives him 40.",
    ),
    RoundCase(
        "web-paplupro-paplus",
        _PAPLU_CLUB,
        seats(
            ("declared", {"value_cards": "7H"}),
            ("lost", {"points": 25}),
            ("lost", {"points": 10, "value_cards": "7H 7H"}),
        ),
        nets=(25, -65, 40),
        turned="7H",
        check_pack=False,
        address=_PAPLUPRO.format("0b067bf350dc7dfc1b4acb9ccb03c14c0c4a3070", "src/lib/score-parser.ts"),
        note="One paplu earns 10 and two earn 30 from each, and the winner gets 25 and 10. The round is ours, the figures "
        "and the way of counting are the page's: bonus.cards. Which card is the paplu it does not say.",
    ),
    RoundCase(
        "web-paplupro-scoots",
        _PAPLU_CLUB,
        seats(("declared", {}), ("lost", {"points": 25}), ("first-drop", {}), ("middle-drop", {})),
        nets=(55, -25, -10, -20),
        address=_PAPLUPRO.format("102aa52d0c7259924afea6fb94f2868d8c717bc6", "src/contexts/rules-provider.tsx"),
        note="A scoot costs 10 as with S3, a middle scoot 20 where S3 has 40: penalties.middle_drop. The round is ours.",
    ),
    *(
        RoundCase(
            f"web-open-21-{name}",
            _OPEN_21,
            seats(("declared", {"value_cards": cards}), ("lost", {"points": 40}), ("lost", {"points": 25})),
            nets=(65 + 2 * maal, -40 - maal, -25 - maal),
            turned="8H",
            address=GITHUB + "arahant2001/rummy21-game/blob/2f39eca5a2def9f40bce4d12553e3c7697f0ced9/rules.js",
            note="A family's 21-card game: a tiplu 20, two paplus 30, a marriage 50, the cap 120 and drops of 30 and 70 as "
            "with S3: bonus.cards, bonus.marriage. There only the winner's value cards earn. The round is ours.",
        )
        for name, cards, maal in (("tiplu-and-paplus", "8H 9H 9H", 50), ("marriage", "7H 8H 9H", 50))
    ),
    *(
        RoundCase(
            f"web-khelplay-27-{turned}",
            PAPLU_27,
            seats(("declared", {"value_cards": up}), ("lost", {"points": 20, "value_cards": down})),
            nets=(20 + 10 + 10 - 10 - 25, -20 - 10 - 10 + 10 + 25),
            turned=turned,
            address="https://www.khelplayrummy.com/27-cards-rummy-rules",
            note="Which cards are one and two up and down is the page's, for three turned cards; what they earn is S3's, "
            "and the round ours. The page counts five cards, two up, two down and the turned one, as a marriage.",
        )
        for turned, up, down in (("5S", "6S 7S", "4S 3S"), ("AC", "2C 3C", "KC QC"), ("PJ", "2S 3S", "KS QS"))
    ),
    *(
        RoundCase(
            f"web-24-cards-{turned}",
            _CARDS_24,
            seats(
                ("declared", {"value_cards": first}),
                ("lost", {"points": 60, "value_cards": second}),
                ("lost", {"points": 45}),
            ),
            nets=(105 + 2 * given - taken, -60 + 2 * taken - given, -45 - given - taken),
            turned=turned,
            address=_PRICES_24,
            note="A server's game of 24 cards with the value cards of the 27-card game: one, two or three of a kind earn 10, "
            "30 or 50, whichever the kind, where S3 has 20, 60 and 120 for the same card, 25, 75 and 150 for two down, 10, "
            "30 and 60 for the others: bonus.cards. A marriage earns what it does with S3. Which cards these are is the "
            "programme's too; it also pays 10 for a red ace and 150 for one more combination, which no option has. The "
            "round is ours.",
        )
        for turned, first, given, second, taken in (
            ("KC", "AC 2C QC JC", 40, "KC KC", 30),
            ("2S", "4S 4S 4S", 50, "KS KS AS", 40),
            ("PJ", "KS AS 2S 3S 3S", 130, "QS QS", 30),
        )
    ),
    RoundCase(
        "web-24-cards-marriages-and-drops",
        _CARDS_24,
        seats(
            ("declared", {"value_cards": "2C 2C 3C 3C 4C 4C"}),
            ("lost", {"points": 20, "value_cards": "5C 5C"}),
            ("first-drop", {}),
            ("middle-drop", {"value_cards": "AC AC AC"}),
        ),
        nets=(20 + 35 + 75 + 300 - 30, -20 - 300 + 30, -35, -75),
        turned="3C",
        address=_ROUND_24,
        note="Two marriages earn 300 and two cards two up 30, from each player who has not dropped; drops cost 35 and 75: "
        "bonus.cards, penalties.first_drop, penalties.middle_drop. The round is ours, the way of counting is the page's.",
    ),
    RoundCase(
        "web-24-cards-wrong-declaration",
        _CARDS_24,
        seats(
            ("declared", {"value_cards": "9H"}),
            ("lost", {"points": 20}),
            ("wrong-declaration", {"value_cards": "7H 7H"}),
        ),
        nets=(140, -60, -80),
        printed=(160, -30, -130),
        turned="8H",
        address=_ROUND_24,
        note="A wrong declaration costs 130 where S3 has 120: penalties.wrong_declaration. There a wrong declarer counts as "
        "dropped and his 30 for two lower jokers are lost; with S0, from whose game S3's comes, he still exchanges. "
        "The round is ours, and its nets beside ours follow from its programme.",
    ),
    RoundCase(
        "web-rummyon-four-cards",
        replace(
            get_rulebook(OCTRO_13),
            key="rummyon-13",
            penalties=replace(get_rulebook(OCTRO_13).penalties, first_drop=10, middle_drop=30),
        ),
        seats(
            ("declared", {}),
            ("lost", {"hand": "2H 3H 4H | 7S 8S 9S | KS KH KD | 5C | 9D | QD | AC"}),
            ("lost", {"hand": "2H 3H 4H 5H | 7S 8S 9S | KS KH KD | 5C | 9D | QD"}),
            ("first-drop", {}),
            ("middle-drop", {}),
        ),
        nets=(144, -80, -24, -10, -30),
        turned="8C",
        address="https://rummyon.com/faq/",
        note="Two sequences of three are 80 points, since one of four is wanted; with it the unmatched cards count. Drops "
        "cost 10 and 30 where Octro's cost 20 and 40: penalties.first_drop, penalties.middle_drop. The hands are ours.",
    ),
    RoundCase(
        "web-pagat-vazhushal-negative-joker",
        VAZHUSHAL_13,
        seats(
            ("playing", {"hand": "2C 3C 4C | 8H"}),
            ("playing", {"hand": "2C 3C 4C | 8C"}),
            ("playing", {"hand": "5D 6D 7D | KS"}),
            ("playing", {"hand": "5D 6D 8D | TC JC QC"}),
        ),
        nets=(0, 0, 0, 1),
        turned="8S",
        end="stock",
        scores=(9 - 20, 9 - 8, 18 - 10, 18 + 30),
        address="https://pagat.com/rummy/wipe.html",
        note="With 8♠ turned all red eights are wild, black ones are not: that is the page's example. What a card is worth "
        "is S3's, and the hands are ours.",
    ),
    *(
        RoundCase(
            f"web-denexa-vazhushal-new-deal{suffix}",
            VAZHUSHAL_13,
            seats(("playing", {"hand": "2H 2H 5C 5C JD JD AS 3S 4D 6H 7S 9C KH"}), *(("playing", {}),) * 3),
            nets=(0, 0, 0, 0),
            options=options,
            end="redeal",
            address="https://www.denexa.com/blog/vazhushal/",
            note="The page's three pairs of identical cards, for which all is dealt anew; it asks for identical cards only, "
            "which is the option. The other seven cards are ours.",
        )
        for suffix, options in (("", ()), ("-identical-pairs", ("identical-pairs",)))
    ),
)
