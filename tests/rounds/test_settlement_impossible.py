"""Rounds that cannot have happened: a code and one clear line each."""

from __future__ import annotations

import pytest

from rummy_tutor import Series, analyse, get_rulebook, settle
from rummy_tutor.errors import RuleError
from tests.rounds.settlement_helpers import COMPLETE, DROPPED, NO_MELD, WON, refuse, seat


# ---- impossible rounds -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("code", "words", "given"),
    [
        ("no-winner", "Nobody won", {"players": [seat("A", "lost", points=2), seat("B", "lost", points=2)]}),
        ("two-winners", "A and B", {"players": [seat("A", "declared"), seat("B", "declared")]}),
        ("bad-players", "7 players", {"players": [WON, *(seat(f"p{n}", "first-drop") for n in range(6))]}),
        ("bad-players", "1 player ", {"players": [WON]}),
        ("bad-players", "0 players", {"players": []}),
        ("name-twice", "'Asha'", {"players": [WON, WON]}),
        ("bad-name", "name", {"players": [seat(" ", "declared"), DROPPED]}),
        ("bad-name", "one line", {"players": [seat("A\n", "declared"), DROPPED]}),
        ("bad-name", "one line", {"players": [seat("\x1b[31m", "declared"), DROPPED]}),
        ("bad-name", "one line", {"players": [seat("A\ud800", "declared"), DROPPED]}),
        ("bad-ending", "'fainted'", {"players": [WON, seat("Bela", "fainted")]}),
        ("bad-ending", "still playing", {"players": [WON, seat("Bela", "playing")]}),
        ("does-not-declare", "No grouping", {"players": [seat("Asha", "declared", hand=NO_MELD), DROPPED]}),
        ("does-not-declare", "12 cards", {"players": [seat("Asha", "declared", hand=NO_MELD[3:]), DROPPED]}),
        (
            "does-not-declare",
            "another grouping",
            {"players": [seat("Asha", "declared", hand="2H 3H 4H | 5H 5C 6C 7C | 9S TS JS | KS KH KD"), DROPPED]},
        ),
        ("declares-well", "Bela", {"players": [WON, seat("Bela", "wrong-declaration", hand=COMPLETE)]}),
        ("pack-surplus", "4 × 7♠", {"players": [seat("A", "lost", hand="7S 7S 7S 7S"), WON]}),
        ("no-figure", "Bela", {"players": [WON, seat("Bela", "lost")]}),
        ("two-figures", "Bela", {"players": [WON, seat("Bela", "lost", hand=NO_MELD, points=3)]}),
        ("bad-points", "-3", {"players": [WON, seat("Bela", "lost", points=-3)]}),
        ("bad-points", "1000000", {"rulebook": "paplu-13", "players": [WON, seat("Bela", "lost", points=10**30)]}),
        ("bad-points", "True", {"players": [WON, seat("Bela", "lost", points=True)]}),
        ("bad-points", "score", {"players": [WON, seat("Bela", "lost", score=3)]}),
        ("stated-figure", "costs 10", {"players": [WON, seat("Bela", "first-drop", points=20)]}),
        ("winner-with-points", "Asha", {"players": [seat("Asha", "declared", points=3), DROPPED]}),
        ("bad-objective", "'bluff'", {"players": [seat("Asha", "declared", objective="bluff"), DROPPED]}),
        (
            "does-not-declare",
            "by jokers",
            {
                "rulebook": "rummy-21",
                "players": [
                    seat(
                        "Asha",
                        "declared",
                        objective="jokers",
                        hand=" ".join(["2H 2H 2H 3H 3H 3H 4H 4H 4H"] + ["5C 6C 7C 8C 9C TC JC QC KC AC 2S 4S"]),
                    ),
                    DROPPED,
                ],
            },
        ),
        ("bad-turn", "'soon'", {"players": [seat("Asha", "declared", declared_on="soon"), DROPPED]}),
        ("bad-turn", "Bela", {"players": [WON, seat("Bela", "first-drop", declared_on="later")]}),
        ("bad-end", "'tea'", {"players": [WON, DROPPED], "end": "tea"}),
        ("bad-point-value", "0", {"players": [WON, DROPPED], "point_value": 0}),
        ("bad-point-value", "'x'", {"players": [WON, DROPPED], "point_value": "x"}),
        ("bad-point-value", "nan", {"players": [WON, DROPPED], "point_value": float("nan")}),
        (
            "stated-figure",
            "1 point was given, but a hand of this game counts 0 or 2",
            {"rulebook": "rummy-21", "players": [WON, seat("Bela", "lost", points=1)]},
        ),
        ("bad-type", "drew", {"players": [WON, seat("Bela", "left-table", drew=1)]}),
        ("unknown-key", "'mood'", {"players": [WON, {**DROPPED, "mood": "bad"}]}),
        ("missing-key", "ending", {"players": [WON, {"name": "Bela"}]}),
        ("bad-type", "Seat", {"players": [WON, "Bela"]}),
        ("bad-type", "The players must be a list, one entry for each player, not None", {"players": None}),
        ("bad-type", "The players must be a list, one entry for each player, not 4", {"players": 4}),
        ("bad-type", "The players must be a list", {"players": {"name": "Asha"}}),
        ("bad-card", "Bela: 'ZZ'", {"players": [WON, seat("Bela", "lost", hand="2H ZZ")]}),
        ("hand-size", "Bela: The hand has 29 cards", {"players": [WON, seat("Bela", "lost", hand="2H " * 29)]}),
        ("printed-joker", "Bela", {"rulebook": "marriage-21", "players": [WON, seat("Bela", "lost", hand="PJ 2H")]}),
        (
            "bad-ending",
            "Use playing",
            {"rulebook": "paplu-13", "players": [WON, seat("Bela", "playing")], "end": "stock"},
        ),
        (
            "bad-ending",
            "Everybody left",
            {"rulebook": "paplu-13", "players": [seat("A", "first-drop"), seat("B", "first-drop")], "end": "stock"},
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_impossible_rounds(code: str, words: str, given: dict[str, object]) -> None:
    """Each impossible round has a code of its own and one clear line."""
    refuse(code, words, **given)


_AD, _MAAL = "adgaming-13", "marriage-21"


@pytest.mark.parametrize(
    ("key", "options", "words"),
    [
        (_AD, ["rejoin"], ("rejoin", "pool-101 or pool-201")),
        (_AD, ["rejoin", "best-of-2"], ("rejoin", "pool-101 or pool-201")),
        (_AD, ["best-of-3", "rejoin"], ("rejoin", "pool-101 or pool-201")),
        (_AD, ["split-by-drops"], ("split-by-drops", "pool-101 or pool-201")),
        (_AD, ["split-by-drops", "rejoin", "best-of-2"], ("split-by-drops", "pool-101")),
        (_AD, ["pool-101", "rejoin", "pool-201"], ("pool-101 and pool-201", "one of them")),
        (
            _MAAL,
            ["unseen-maal-void", "unseen-maal-to-winner"],
            ("unseen-maal-void and unseen-maal-to-winner", "one of"),
        ),
    ],
)
def test_options_that_do_not_go_together(key: str, options: list[str], words: tuple[str, ...]) -> None:
    """Of some options only one can hold, and others mean nothing alone: settling, series, verdicts all say so."""
    refuse("bad-option", *words, rulebook=key, players=[WON, seat("Bela", "lost")], options=options)
    for ask in (lambda: Series.new(key, options), lambda: analyse("2H 3H 4H", key, options=options)):
        with pytest.raises(RuleError) as caught:
            ask()
        assert caught.value.code == "bad-option" and all(word in str(caught.value) for word in words)


def test_options_that_go_together_in_any_order() -> None:
    """Coming back may be named before the pool that it goes with."""
    book = get_rulebook(_AD, ["rejoin", "pool-201"])
    assert book.settlement.rejoin and book.settlement.pool == "pool-201"


@pytest.mark.parametrize(
    ("one", "other"),
    [("A ", "A\u200b"), ("é", "e\u0301"), ("A", "A\u200b"), ("A B", "A\u00a0B"), ("A B", "A  B")],
)
def test_names_that_look_the_same(one: str, other: str) -> None:
    """Two players whose names nobody can tell apart are refused; another case or letter is another name."""
    refuse("name-twice", "look the same", players=[seat(one, "declared"), seat(other, "first-drop")])
    assert settle("gorummy-13", [seat("A", "declared"), seat("a", "first-drop")])["a"].net == -10


@pytest.mark.parametrize("name", ["A ", " A", "\u00a0A\u2003"])
def test_spaces_around_a_name_are_no_part_of_it(name: str) -> None:
    """A name that was typed with a space at an end is the name without."""
    assert settle("gorummy-13", [seat(name, "declared"), DROPPED]).names == ("A", "Bela")
    refuse("name-twice", "'A'", players=[seat(name, "declared"), seat("A", "first-drop")])
    assert settle("gorummy-13", [seat(f"{'x' * 100} ", "declared"), DROPPED])["x" * 100].net == 10


def test_names_are_told_as_they_are_written() -> None:
    """Letters of every script can be read in an error; what nobody sees or turns the writing is escaped."""
    players = [seat("वेंकट", "declared"), seat("वेंकट\u200d", "first-drop")]
    refuse("name-twice", "'वेंकट'", r"'वेंकट\u200d'", players=players)
    refuse("bad-name", r"'वेंकट\u202eB'", players=[seat("वेंकट\u202eB", "declared"), DROPPED])
    with pytest.raises(RuleError, match=r"'वेंकट' and 'वेंकट\\u200d'"):
        Series.new("gorummy-13").play([players[0], DROPPED]).play([players[1] | {"ending": "declared"}, DROPPED])


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u00a0", 7, None, True, "A\u202eB", "x" * 101, ["A"]])
def test_names_that_are_none(name: object) -> None:
    """A name is a line of text that can be seen, of a hundred letters at most."""
    refuse("bad-name", players=[WON, {"name": name, "ending": "first-drop"}])


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("bad-points", {"points": 10.0}),
        ("bad-points", {"points": "10"}),
        ("bad-points", {"points": float("nan")}),
        ("no-bonus", {"points": 3, "bonus": 0}),
        ("bad-points", {"points": 3, "bonus": -1}),
        ("bad-type", {"points": 3, "seen": 0}),
        ("bad-type", {"points": 3, "drew": None}),
        ("bad-type", {"points": 3, "dublees": "yes"}),
        ("bad-ending", {"points": 3, "drew": False}),
        ("bad-hand", {"points": 3, "value_cards": 0}),
        ("bad-hand", {"points": 3, "laid_tunnelas": False}),
        ("bad-hand", {"hand": 7}),
        ("hand-size", {"hand": ""}),
    ],
)
def test_seats_of_the_wrong_sort(code: str, told: dict[str, object]) -> None:
    """Fields of a seat are not bent into shape: each wrong sort is refused."""
    refuse(code, "Bela", players=[WON, seat("Bela", "lost", **told)])


@pytest.mark.parametrize("wrong", [1, 0, "no", None])
def test_check_pack_is_true_or_false(wrong: object) -> None:
    """What is neither is refused."""
    refuse("bad-type", "check_pack", players=[WON, DROPPED], check_pack=wrong)


@pytest.mark.parametrize("options", [5, [None], [["ace-jokers"]], "ace-jokers"])
def test_options_are_names(options: object) -> None:
    """Options that are no list of names are refused; none at all is no option."""
    refuse("bad-option", players=[WON, DROPPED], options=options)
    assert settle("gorummy-13", [WON, DROPPED], options=None) == settle("gorummy-13", [WON, DROPPED])


def test_a_turned_card_is_named_as_such() -> None:
    """What is wrong with the turned card says so."""
    refuse("bad-turned", "turned card", "'XX'", players=[WON, DROPPED], turned="XX")


def test_a_loser_declares_no_way() -> None:
    """How somebody declared is asked of nobody else."""
    players = [WON, seat("Bela", "lost", points=3, objective="complete")]
    refuse("bad-objective", "for the player who declared, not for the ending lost", players=players)


def test_wrong_size_is_noted() -> None:
    """R8: a loser's hand of another size is counted as held, and the round says so."""
    settled = settle("gorummy-13", [WON, seat("Bela", "lost", hand="KS QH 9D")])
    assert settled["Bela"].net == -29
    assert "Bela holds 3 cards, but this game deals 13" in settled.explain()[0]


def test_tunnelas_laid_before_play_are_refused_where_they_earn_nothing() -> None:
    """Whatever the pack holds, a game that does not know them says so; so does a stated figure beside cards."""
    for game in ("gorummy-13", "octro-13", "rummy-21"):
        table = [seat("Asha", "declared", laid_tunnelas="7S"), DROPPED]
        refuse("no-bonus", "Tunnelas laid before play earn nothing", rulebook=game, players=table)


def test_a_tunnela_laid_before_play_is_not_told_again_as_value_cards() -> None:
    """The error says that the cards were given twice, not that the pack is too small."""
    asha = seat("Asha", "declared", laid_tunnelas="8S", value_cards="8S 8S 8S")
    table = [asha, seat("Bela", "lost", seen=False)]
    told = "8♠ is given among the value cards and as a tunnela"
    refuse("two-figures", told, rulebook="marriage-21", turned="7S", players=table)


def test_a_time_of_declaring_without_effect_is_told() -> None:
    """Where no rule asks when the winner declared, the round says that it changes nothing."""

    def told(game: str, turn: str) -> list[str]:
        table = [seat("Asha", "declared", declared_on=turn), seat("Bela", "first-drop")]
        return [note.code for note in settle(game, table).notes]

    assert told("gorummy-13", "first-turn") == ["turn-without-effect"]
    assert told("paplu-13", "first-turn") == []
