"""House rules found on other pages: dublees that let a loser off, fouls, and prizes shared by drops left."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import Series, get_rulebook, settle
from rummy_tutor.game.rules import Halving
from rummy_tutor.output.blocks import write_text
from rummy_tutor.output.round_tables import describe_series
from rummy_tutor.rounds.series import loads_series
from rummy_tutor.wording.describe import describe
from tests.oracle.rounds import Player, settle_again
from tests.rounds.settlement_helpers import refuse, seat
from tests.rounds.test_series import play, table
from tests.rounds.test_series import refuse as refused

WON = seat("Asha", "declared")
SEEN, UNSEEN = seat("Chand", "lost", seen=True), seat("Dev", "lost", seen=False)
# seven dublees and no run of a suit
DUBLEES = "2S 2S 3H 3H 4D 4D 6C 6C 8S 8S TH TH QD QD AS 5H 9C JD KH 3S 7D"
RUNS = "2H 3H 4H | 7S 8S 9S | TC JC QC | AS | 5H | 9C | JD | KH | 3S | 7D | 2C | 6D | 8H | TD | 4S"


# ---- dublees that let a loser off -------------------------------------------------------------------------------
class TestDublees:
    """R51: with four players or more, who has seen by dublees pays no points."""

    def test_stated(self) -> None:
        """A loser said to have shown dublees has seen and pays nothing but maal; of three he pays like others."""
        bela = seat("Bela", "lost", dublees=True, bonus=2)
        option = {"options": ["dublee-loser-free"]}
        settled = settle("marriage-21", [WON, bela, SEEN, UNSEEN], **option)
        assert [row.net for row in settled.rows] == [13 - 2, 6, -5, -12] and settled.judged[1].seen
        assert "by showing dublees" in settled.entries[0].sentence and settled.entries[0].source == "R51"
        assert [row.net for row in settle("marriage-21", [WON, bela, SEEN], **option).rows] == [6 - 2, -3 + 4, -5]
        assert settle("marriage-21", [WON, seat("Bela", "lost", seen=True), SEEN, UNSEEN])["Bela"].net == -3

    @pytest.mark.parametrize(
        ("told", "points"),
        [
            ({"hand": DUBLEES}, 0),
            ({"hand": DUBLEES, "dublees": False}, 3),
            ({"hand": DUBLEES, "seen": False}, 10),
            ({"hand": RUNS}, 3),
            ({"hand": RUNS.replace("|", " ")}, 3),
            ({"points": 3}, 3),
            ({"points": 0, "dublees": True}, 0),
        ],
    )
    def test_told_by_the_hand(self, told: dict[str, object], points: int) -> None:
        """Seven dublees in a hand are shown unless it is said otherwise; three runs let nobody off."""
        players = [WON, seat("Bela", "lost", **told), SEEN, UNSEEN]
        settled = settle("marriage-21", players, turned="7C", options=["dublee-loser-free"])
        assert settled["Bela"].points == points
        without = {key: value for key, value in told.items() if key != "dublees"}
        if without.get("points") != 0:
            plain = settle("marriage-21", [WON, seat("Bela", "lost", **without), SEEN, UNSEEN], turned="7C")
            assert plain["Bela"].points == (10 if told.get("seen") is False else 3)

    def test_seeing_by_dublees_cites_its_ruling(self) -> None:
        """R57: without the house rule, 3 points for a hand that sees by dublees are a ruling's, for runs the page's."""
        for hand, source in ((DUBLEES, "R57"), (RUNS, "S3")):
            entry = settle("marriage-21", [WON, seat("Bela", "lost", hand=hand)], turned="7C").entries[0]
            assert (entry.amount, entry.source) == (3, source)

    @pytest.mark.parametrize(
        ("code", "told", "options"),
        [
            ("no-dublee-rule", {"dublees": True}, ()),
            ("no-dublee-rule", {"dublees": False, "seen": True}, ("fouls",)),
            ("must-have-seen", {"dublees": True, "seen": False}, ("dublee-loser-free",)),
            ("cannot-have-seen", {"dublees": True, "hand": RUNS}, ("dublee-loser-free",)),
            ("stated-figure", {"dublees": True, "points": 3}, ("dublee-loser-free",)),
            ("stated-figure", {"points": 0}, ("dublee-loser-free",)),
            ("bad-type", {"dublees": 1}, ("dublee-loser-free",)),
        ],
    )
    def test_refused(self, code: str, told: dict[str, object], options: tuple[str, ...]) -> None:
        """Shown dublees are named only where they mean something and can be."""
        players = [WON, seat("Bela", "lost", **told), SEEN, UNSEEN]
        refuse(code, "Bela", rulebook="marriage-21", players=players, options=options, turned="7C")

    def test_refused_of_others(self) -> None:
        """Who has won, and players of other games, show no dublees."""
        winner = seat("Asha", "declared", dublees=True)
        option = {"rulebook": "marriage-21", "options": ["dublee-loser-free"]}
        refuse("no-dublee-rule", "Asha", players=[winner, UNSEEN, SEEN], **option)
        refuse("no-dublee-rule", "gorummy-13", players=[WON, seat("Bela", "lost", points=3, dublees=True)])


# ---- fouls -------------------------------------------------------------------------------------------------------
class TestFouls:
    """R52: a foul costs nothing by points in its round, earns no maal, and 15 in the next round."""

    OPTION = ("fouls",)

    def test_a_round(self) -> None:
        """Who made a foul gives for maal and dublees and gets nothing for his own maal."""
        players = [seat("Asha", "declared", bonus=4, objective="dublees"), seat("Bela", "foul", bonus=20), SEEN]
        settled = settle("marriage-21", players, options=self.OPTION)
        assert [row.net for row in settled.rows] == [5 + 8 + 8, -5 - 4, -8 - 4]
        assert "15 points, paid to the winner of the next round" in settled.entries[0].sentence
        kidnap = settle("marriage-21", players, options=[*self.OPTION, "unseen-maal-to-winner"])
        assert [row.net for row in kidnap.rows] == [5 + 8 + 48, -5 - 24, -8 - 24]
        told = "This includes 20 points for the value cards of players who have made a foul"
        assert any(told in entry.sentence for entry in kidnap.entries)

    def test_where_it_is_no_rule(self) -> None:
        """Without the option nobody makes a foul, and with it nobody is left alone by fouls."""
        refuse("no-such-ending", "foul", rulebook="marriage-21", players=[WON, seat("Bela", "foul")])
        refuse("no-such-ending", "foul", players=[WON, seat("Bela", "foul")])
        alone = [seat("Asha", "last-left"), seat("Bela", "foul")]
        refuse("no-such-ending", "last one left", rulebook="marriage-21", players=alone, options=self.OPTION)
        foul = [WON, seat("Bela", "foul", points=15)]
        refuse("stated-figure", "15", rulebook="marriage-21", players=foul, options=self.OPTION)

    def test_a_sitting(self) -> None:
        """The winner of the next round is paid once, by all who owe him, and the totals still sum to nought."""
        sitting = Series.new("marriage-21", self.OPTION, point_value=2)
        sitting = play(sitting, table(A="declared", B="foul", C="foul"))
        assert sitting.owing == ("B", "C") and sitting.carried == ((),) and sitting.totals == {"A": 0, "B": 0, "C": 0}
        sitting = play(sitting, table(A={"seen": True}, B="declared", C="foul"))
        assert sitting.totals == {"A": -3, "B": 3 + 15, "C": -15} and sitting.owing == ("C",)
        assert [str(entry) for entry in sitting.carried[1]] == [
            "C pays 15 points to B for a foul in the round before. [R52]"
        ]
        sitting = play(sitting, table(A="declared", B={"seen": True}))
        assert sitting.totals == {"A": 15, "B": 15, "C": -30} and sitting.owing == ()
        assert [one.money for one in sitting.standings] == [30, 30, -60]
        assert sitting.to_frame().sum(axis=1).tolist() == [0, 0, 0] and loads_series(sitting.dumps()) == sitting
        answer = json.loads(json.dumps(sitting.to_dict()))
        assert [len(paid) for paid in answer["carried"]] == [0, 1, 1] and answer["owing"] == []
        rows = {line.split()[1]: line.split()[-3:] for line in write_text(describe_series(sitting)).splitlines()[3:6]}
        assert rows == {"A": ["0", "−3", "+18"], "B": ["0", "+18", "−3"], "C": ["0", "−15", "−15"]}

    def test_a_sitting_shown(self) -> None:
        """A payment for the round before is a sentence of its own under the standings."""
        sitting = play(
            Series.new("marriage-21", self.OPTION), table(A="declared", B="foul"), table(A="declared", B="foul")
        )
        told = "Round 2: B pays 15 points to A for a foul in the round before. [R52]"
        assert told in write_text(describe_series(sitting)) and told in sitting._repr_html_()

    def test_in_words(self) -> None:
        """The page of the rulebook says what a foul costs, and that dublees let off."""
        lines = {line.term: line for line in describe(get_rulebook("marriage-21", ["fouls", "dublee-loser-free"]))}
        assert "15 points" in lines["Foul"].text and lines["Foul"].source.codes == ("R52",)
        assert "4 or more players" in lines["Loser who showed dublees"].text
        assert not {"Foul", "Loser who showed dublees"} & {line.term for line in describe(get_rulebook("marriage-21"))}


@pytest.mark.parametrize(
    ("least", "most", "points", "told"),
    [
        (2, None, 40, "A hand costs 40 points at most."),
        (2, 60, 40, "A hand costs 40 points at most."),
        (2, 30, 30, "Half a count is never more than 30 points."),
        (70, None, 40, "Half a count is never less than 70 points. A hand costs 40 points at most."),
    ],
)
def test_half_a_count_is_told_with_what_limits_it(least: int, most: int | None, points: int, told: str) -> None:
    """R10: the most that a hand costs holds last of all, after half the count with its own limits."""
    game = get_rulebook("gorummy-13")
    halving = Halving(least=least, most=most, unmeldable_only=True)
    penalties = replace(game.penalties, before_first_move=halving)
    house = replace(game, key="house", penalties=penalties, scoring=replace(game.scoring, cap=40))
    hand = "2H 4D 6S 8C TH QD KS KC 9H 7C TD 3S AS"
    settled = settle(house, [WON, seat("Bela", "lost-before-first-move", hand=hand)], turned="JD")
    assert settled["Bela"].points == points and told in settled.entries[0].sentence


_MARRIAGE = (
    (),
    ("unseen-maal-void",),
    ("unseen-maal-to-winner",),
    ("fouls",),
    ("fouls", "unseen-maal-void"),
    ("fouls", "unseen-maal-to-winner", "dublee-loser-free"),
    ("dublee-loser-free",),
)


@settings(max_examples=150)
@given(data=st.data(), options=st.sampled_from(_MARRIAGE))
def test_house_rules_agree_with_the_second_model(data: st.DataObject, options: tuple[str, ...]) -> None:
    """Every net of a round under any house rules of Marriage is what the second model makes of it."""
    stock = ["6H"] * 3 + ["7H"] * 2 + ["8H"] * 3
    dublees, players, seats = data.draw(st.booleans()), {}, []
    for at in range(data.draw(st.integers(2, 5))):
        ending = (
            "declared" if at == 0 else data.draw(st.sampled_from(("lost", "foul") if "fouls" in options else ("lost",)))
        )
        held = [
            stock.pop(data.draw(st.integers(0, len(stock) - 1)))
            for _ in range(data.draw(st.integers(0, min(2, len(stock)))))
        ]
        told = {"name": f"p{at}", "ending": ending, "value_cards": " ".join(held)}
        one = Player(ending, seen=at == 0, held=tuple(held))
        if at == 0 and dublees:
            told["objective"] = "dublees"
        if ending == "lost":
            one.seen = told["seen"] = data.draw(st.booleans())
            if one.seen and "dublee-loser-free" in options:
                one.dublees = told["dublees"] = data.draw(st.booleans())
        players[f"p{at}"] = one
        seats.append(told)
    settled = settle("marriage-21", data.draw(st.permutations(seats)), turned="7H", options=options)
    nets, _ = settle_again("marriage-21", options, "7H", players, dublees=dublees)
    assert {row.name: row.net for row in settled.rows} == nets
    assert sum(nets.values()) == 0


# ---- shared prizes -------------------------------------------------------------------------------------------------
SPLIT = ("pool-101", "split-by-drops")
THREE = (table(A="declared", B=30, C=80, D=80), table(A="declared", B=0, C=0, D=21))


def test_sharing_ends_the_match(tmp_path) -> None:
    """R53: the last players share the first place, nobody plays on, and the file keeps it."""
    match = play(Series.new("adgaming-13", SPLIT, entry_fee="12.35"), *THREE)
    assert match.drops_left == {"A": 5, "B": 3, "C": 1} and not match.shared and match.winners == ()
    assert match.shares is None  # 4 and 2 drops of 12.35 are more than the prize of 49.40
    with refused("no-share", "12.35"):
        match.share()
    match = play(match, table(A="declared", B=60, C=21))
    assert match.drops_left == {"A": 5, "B": 0} and match.shares is None
    match = play(match, table(A=80, B="declared"))
    assert match.drops_left == {"A": 1, "B": 0}
    assert match.shares == {"A": Decimal("30.88"), "B": Decimal("18.52")}  # 12.35, and 37.05 less a hundredth in halves
    done = match.share()
    assert done.over and done.winners == ("A", "B") and done.winner is None
    assert [(one.place, one.name, one.money) for one in done.standings[:2]] == [
        (1, "A", Decimal("18.53")),
        (1, "B", Decimal("6.17")),
    ]
    with refused("series-over", "A and B have shared"):
        done.play(table(A="declared", B=2))
    with refused("no-share", "over"):
        done.share()
    back = replace(done, rounds=done.rounds[:-1])
    assert not back.shared and not back.over and back.add(done.rounds[-1]) == match  # nobody asked for it again
    done.save(tmp_path / "match.json")
    again = Series.load(tmp_path / "match.json")
    assert again == done and "A and B have shared the prize of 49.4" in again._repr_html_()
    answer = json.loads(json.dumps(again.to_dict()))
    assert "  - A gets 30.88 of the prize of 49.4, 12.35 of it for 1 drop more. [R53]" in write_text(
        describe_series(done)
    )
    assert answer["shared"] and answer["shares"] == {"A": 30.88, "B": 18.52} and answer["winner"] is None


def test_a_cut_file_of_a_shared_match() -> None:
    """With a round lost the prize is shared by nobody, and that is said; with all rounds there it is."""
    done = play(Series.new("adgaming-13", SPLIT, entry_fee=10), table(A="declared", B=80, C=80))
    done = play(done, table(A="declared", B=2, C=21), table(A=61, B="declared")).share()
    text = done.dumps()
    assert loads_series(text[:-3]).shared and "breaks off" in loads_series(text[:-3]).lost
    cut = loads_series(text[: text.rindex("{", 0, text.rindex("players"))])
    assert not cut.shared and len(cut.rounds) == 2 and "shared" in cut.lost


@pytest.mark.parametrize(
    ("word", "options", "fee", "rounds"),
    [
        ("split-by-drops", ("pool-101",), 10, THREE),
        ("entry fee", SPLIT, None, THREE),
        ("two or three", SPLIT, 10, ()),
        ("two or three", SPLIT, 10, THREE[:1]),
        ("two or three", SPLIT, 10, (table(A="declared", B=80),)),
        ("two or three", SPLIT, 10, (table(A="declared", B=80, C=3),)),
        ("over", SPLIT, 10, (table(A="declared", B=80), table(A="declared", B=21))),
    ],
)
def test_who_cannot_share(word: str, options: tuple[str, ...], fee: int | None, rounds: tuple) -> None:
    """R53: two or three of more share a prize that there is, by the option, before the match is over."""
    match = play(Series.new("adgaming-13", options, entry_fee=fee), *rounds)
    assert match.shares is None
    with refused("no-share", word):
        match.share()


@given(
    st.sampled_from(("pool-101", "pool-201")),
    st.decimals("0.01", "999", places=2),
    st.lists(st.integers(0, 200), min_size=2, max_size=3),
)
def test_shares_are_the_whole_prize(pool: str, fee: Decimal, totals: list[int]) -> None:
    """R53: the shares add up to the prize to the hundredth, a drop more is a fee more, and equal drops share alike."""
    limit, drop = {"pool-101": (101, 20), "pool-201": (201, 25)}[pool]
    totals = [total % limit // 2 * 2 for total in totals]  # one point is no hand's count
    match = Series.new("adgaming-13", [pool, "split-by-drops"], entry_fee=fee)
    names = "ABC"[: len(totals)]
    while any(rest := [total - match.totals.get(name, 0) for name, total in zip(names, totals, strict=True)]):
        told = {name: min(80, points) for name, points in zip(names, rest, strict=True)}
        match = match.play(table(**told, Y="declared", Z=0))
    while not match.out or len(match.names) - len(match.out) > len(names):
        others = {name: min(80, limit - match.totals.get(name, 0)) for name in "YZ"}
        match = match.play(table(**{**dict.fromkeys(names, 0), **others, "A": "declared"}))
    drops = [(limit - 1 - total) // drop for total in totals]
    assert match.drops_left == dict(zip(names, drops, strict=True))
    rest = match.prize - fee * (sum(drops) - min(drops) * len(drops))
    assert (match.shares is None) == (rest < fee)
    if match.shares is None:
        return
    assert sum(match.shares.values()) == match.prize
    for name, left_over in zip(names, drops, strict=True):
        extra = fee * (left_over - min(drops))
        assert abs(match.shares[name] - extra - rest / len(names)) < Decimal("0.01")
    done = match.share()
    assert sum(one.money for one in done.standings) == 0 and loads_series(done.dumps()) == done
