"""Deals at scale: the same rows however the work is shared out, true to the pack, and agreeing with single answers."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import joblib
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import rummy_tutor as rt
from rummy_tutor import simulate
from rummy_tutor.distance.distance import find_distance
from rummy_tutor.game.cards import CARDS
from rummy_tutor.game.rules import Aces, Needs, Objective, Rest
from rummy_tutor.game.table import set_table
from rummy_tutor.study.analysis import holds_pure_sequence
from rummy_tutor.study.simulate import Game, _tier, run_chunk
from tests.patience import LONG
from tests.strategies import KEYS, PACKS, PLAIN, copies

SMALL = tuple(key for key in KEYS if key != "paplu-27")  # its distances take longest
# as the sources order the ranks in a pure sequence, the ace at both ends
RUNS = ["A23456789TJQKA"[start : start + 3] for start in range(12)]


@pytest.fixture(scope="module")
def dealt() -> pd.DataFrame:
    """Sixty hands of each rulebook, without distances."""
    return simulate("all", 60, seed=11, n_jobs=1, distance=False)


# --- the same rows ---


@pytest.mark.parametrize("chunk", [None, 1, 7, 40])
def test_rows_do_not_depend_on_pieces(chunk: int | None) -> None:
    """One process or two, small pieces or large: the same frame, row by row and type by type."""
    alone = simulate(["gorummy-13", "rummy-21"], 25, seed=3, n_jobs=1, chunk=25)
    shared = simulate(["gorummy-13", "rummy-21"], 25, seed=3, n_jobs=2, chunk=chunk)
    assert_frame_equal(alone, shared)


@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
def test_rows_do_not_depend_on_the_backend(backend: str) -> None:
    """Joblib's other backends give the same rows, also one that cannot hand results over one by one."""
    with joblib.parallel_config(backend=backend):
        shared = simulate("vazhushal-13", 12, seed=3, n_jobs=2, chunk=5)
    assert_frame_equal(simulate("vazhushal-13", 12, seed=3, n_jobs=1), shared)


def test_the_same_call_runs_on_a_cluster() -> None:
    """Under joblib's Dask backend the work is done by the cluster's workers, with the same rows."""
    from dask.distributed import Client, LocalCluster

    alone = simulate("octro-13", 30, seed=3, n_jobs=1)

    def has_simulated() -> bool:
        import sys

        return "rummy_tutor.study.simulate" in sys.modules

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        assert not any(client.run(has_simulated).values())
        with joblib.parallel_config(backend="dask"):
            spread = simulate("octro-13", 30, seed=3, chunk=3)
        assert any(client.run(has_simulated).values())
    assert_frame_equal(alone, spread)


def test_more_deals_only_add_rows() -> None:
    """A larger number keeps the first rows; so does asking for a rulebook together with others."""
    few = simulate("paplu-21", 6, seed=5, n_jobs=1)
    many = simulate("paplu-21", 15, seed=5, n_jobs=1)
    assert_frame_equal(few, many.head(6))
    both = simulate(["adgaming-13", "paplu-21"], 6, seed=5, n_jobs=1)
    assert_frame_equal(few, both[both["rulebook"] == "paplu-21"].reset_index(drop=True))


def test_seeds_and_rulebooks_deal_different_hands(dealt: pd.DataFrame) -> None:
    """Two seeds, two deals, and two rulebooks with the same pack have nothing in common."""
    other = simulate("gorummy-13", 60, seed=12, n_jobs=1, distance=False)
    hands = [*dealt["hand"], *other["hand"]]
    assert len(set(hands)) == len(hands)


def test_rows_stay_the_same_for_good() -> None:
    """A seed written down in a lesson gives these deals on every machine and in every version."""
    frame = simulate("gorummy-13", 2, seed=7, n_jobs=1, distance=False)
    assert frame["hand"].tolist() == [
        "5S 7S 9S 9S TS QS AH 3H AD 2D TD AC KC",
        "5S 6S 7S QS JH JH KH AD 5D 7D 9C JC JC",
    ]
    assert frame["turned"].tolist() == ["6S", "AH"]


def test_pieces_of_work_are_small() -> None:
    """What travels to a worker names deals; it holds no hands and stays below a few kilobytes."""
    import pickle

    for book in rt.RULEBOOKS.values():
        game = Game(book, 4, "random", book.deal, 1, True, book.key)
        assert len(pickle.dumps((run_chunk, game, 0, 10_000))) < 5_000


# --- true to single answers ---


@pytest.mark.parametrize("key", KEYS)
def test_rows_agree_with_single_answers(key: str) -> None:
    """Each figure is the one that the hand gets when it is analysed by itself."""
    far = key in SMALL
    for row in simulate(key, 12, seed=2, n_jobs=1, distance=far).to_dict("records"):
        single = rt.analyse(row["hand"], key, turned=row["turned"], players=row["players"])
        assert single.size_ok and single.pack_ok
        best = single.best
        for name, wanted in (
            ("points", best.points),
            ("score", best.score),
            ("declares", best.declares),
            ("objective", best.objective),
            ("bonus", single.bonus),
        ):
            assert (None if row[name] is pd.NA else row[name]) == wanted, name
        if not best.declares:
            assert row["tier"] in [reason.code for reason in single.reasons]
        if far:
            distance = find_distance(single.hand.cards, single.deal)
            assert row["distance"] == distance.exchanges
            assert (None if row["distance_to_seen"] is pd.NA else row["distance_to_seen"]) == distance.to_see
            assert (row["distance"] == 0) == row["declares"]


def test_large_hands_have_distances_too() -> None:
    """27 cards: the distance of a row is the one found for the hand."""
    row = simulate("paplu-27", 1, seed=1, n_jobs=1).iloc[0]
    deal = set_table(rt.get_rulebook("paplu-27"), rt.Card.parse(row["turned"]), 4)
    assert row["distance"] == find_distance(rt.Hand.parse(row["hand"]).cards, deal).exchanges


def test_tiers_account_for_the_points(dealt: pd.DataFrame) -> None:
    """Every level's code is one of the rulebook's, and flat levels cost what they say."""
    for row in dealt.itertuples():
        tiers = {tier.code: tier for tier in rt.RULEBOOKS[row.rulebook].scoring.tiers}
        tier = tiers[row.tier]
        if tier.flat is not None:
            assert row.points == tier.flat
    assert dealt["tier"].nunique() > 5


@pytest.mark.parametrize(
    ("key", "turned", "hand", "tier"),
    [
        ("gorummy-13", "2D", "3S 4S 5S 6H 7H 8H 9C 9D 9S KH KC KD KS", "requirement-met"),
        # three tunnelas declare, whatever the rest; if somebody else does first, they are no pure sequences here
        ("paplu-21", "2D", "3S 3S 3S 5H 5H 5H 7D 7D 7D 9C JC KC AD QH 9S JS KH TD 8C 6C 4H", "no-pure-sequence"),
    ],
)
def test_tier_of_a_hand_that_declares(key: str, turned: str, hand: str, tier: str) -> None:
    """The level is the loser's, also where the grouping shown is one that declares."""
    single = rt.analyse(hand, key, turned=turned)
    assert single.best.declares
    assert _tier(single) == tier


# --- true to the pack ---


@pytest.mark.parametrize("key", KEYS)
def test_hands_come_from_the_pack(key: str, dealt: pd.DataFrame) -> None:
    """Each hand has as many cards as dealt, and with the turned card no more copies than the pack."""
    frame = dealt[dealt["rulebook"] == key]
    assert frame["deal"].tolist() == list(range(60))
    pack = copies(key, 4)
    for row in frame.itertuples():
        cards = row.hand.split()
        assert len(cards) == PACKS[key].dealt
        assert not Counter([*cards, row.turned]) - pack
        assert row.printed_jokers == cards.count("PJ")
        wild = {str(card) for card in set_table(rt.RULEBOOKS[key], rt.Card.parse(row.turned), 4).wild} | {"PJ"}
        assert row.wild_cards == sum(card in wild for card in cards)
        held = set(cards)
        assert row.pure_sequence == any({rank + suit for rank in run} <= held for run in RUNS for suit in "SHDC")


def test_a_pure_sequence_may_go_round_the_ace() -> None:
    """K A 2 is a pure sequence where the rules let sequences go round, and none elsewhere."""
    hand = [rt.Card.parse(card) for card in ["KS", "AS", "2S", "9H", "9D"]]
    for aces in Aces:
        book = rt.get_rulebook("gorummy-13")
        book = replace(book, key="aces", melds=replace(book.melds, aces=aces))
        assert holds_pure_sequence(hand, set_table(book, None, 4)) is (aces is Aces.ROUND)


def test_every_card_is_dealt_alike() -> None:
    """Over many deals each card, the printed joker too, comes as often as its share of the pack, and each is turned."""
    book = rt.RULEBOOKS["gorummy-13"]
    game = Game(book, 4, "random", 13, 5, False, book.key)
    pack = game.pack()
    deals = [game.deal(number, pack) for number in range(4000)]
    held = Counter(card.index for cards, _ in deals for card in cards)
    turned = Counter(up.index for _, up in deals)
    chi = sum((held[card.index] - 4000 * 13 * 2 / 106) ** 2 / (4000 * 13 * 2 / 106) for card in CARDS)
    assert 25 < chi < 95  # 52 degrees of freedom, 0.1 % on either side
    chi = sum((turned[card.index] - 4000 * 2 / 106) ** 2 / (4000 * 2 / 106) for card in CARDS)
    assert 25 < chi < 95


def test_the_card_drawn_joins_the_same_hand() -> None:
    """One card more is the hand dealt without it and a card besides; the turned card stays."""
    dealt = simulate("gorummy-13", 10, seed=4, n_jobs=1)
    drawn = simulate("gorummy-13", 10, seed=4, n_jobs=1, cards=14)
    assert dealt["turned"].tolist() == drawn["turned"].tolist()
    for before, after in zip(dealt["hand"], drawn["hand"], strict=True):
        assert (Counter(after.split()) - Counter(before.split())).total() == 1
        assert len(after.split()) == 14
    assert (drawn["points"] <= dealt["points"]).all()
    assert (drawn["distance"] <= dealt["distance"]).all()


def test_turning_a_card_or_none() -> None:
    """None turns no card and makes only printed jokers wild; a given card is always turned and out of the pack."""
    usual = simulate("gorummy-13", 30, seed=4, n_jobs=1, distance=False)
    without = simulate("gorummy-13", 30, seed=4, n_jobs=1, distance=False, turned=None)
    assert usual["hand"].tolist() == without["hand"].tolist()
    assert without["turned"].isna().all()
    assert (without["wild_cards"] == without["printed_jokers"]).all()
    one_pack = simulate("paplu-13", 60, seed=4, n_jobs=1, distance=False, players=2, turned="qd")
    assert set(one_pack["turned"]) == {"QD"}
    assert not one_pack["hand"].str.contains("QD").any()


def test_options_are_compared_on_the_same_hands() -> None:
    """House options change the rules, not the cards; of several rulebooks those take them that offer them."""
    aces, often = ["ace-jokers"], {"n_jobs": 1, "distance": False, "turned": "PJ"}
    plain = simulate("paplu-13", 20, 4, **often)
    wild = simulate("paplu-13", 20, 4, options=aces, **often)
    assert plain["hand"].tolist() == wild["hand"].tolist()
    assert (wild["wild_cards"] - plain["wild_cards"]).tolist() == [hand.count("A") for hand in plain["hand"]]
    mixed = simulate(["octro-13", "paplu-13"], 20, 4, options=aces, **often)
    assert_frame_equal(wild, mixed[mixed["rulebook"] == "paplu-13"].reset_index(drop=True))
    assert_frame_equal(simulate("octro-13", 20, 4, **often), mixed.head(20))


def test_several_rulebooks_take_the_players_they_can() -> None:
    """With several rulebooks each takes the nearest number of players it allows, and says so."""
    frame = simulate("all", 1, seed=1, n_jobs=1, players=6, distance=False).set_index("rulebook")
    assert frame.index.tolist() == list(rt.RULEBOOKS)
    assert frame["players"].loc[list(KEYS)].to_dict() == {key: min(6, PACKS[key].players[1]) for key in KEYS}


def test_a_rulebook_of_your_own() -> None:
    """A rulebook that is not among those of the package is dealt and judged too, also in other processes."""
    book = rt.get_rulebook("gorummy-13")
    own = replace(book, key="ace-low", melds=replace(book.melds, aces=Aces.LOW))
    frame = simulate([own, book], 8, seed=1, n_jobs=2, chunk=3)
    assert frame["rulebook"].unique().tolist() == ["ace-low", "gorummy-13"]
    unexposed = replace(book, key="no-cut", wilds=replace(book.wilds, exposed=False))
    assert simulate(unexposed, 4, seed=1, n_jobs=1)["turned"].isna().all()


def test_a_house_rule_is_dealt_the_hands_of_its_base() -> None:
    """The same seed gives a rulebook of your own the hands of the one that it differs least from, whatever its key."""
    for base in ("octro-13", "marriage-21"):
        house = {"base": base, "key": "ours", "title": "Ours", "scoring": {"loose_wild": 20}, "melds": {"aces": "high"}}
        frame = simulate([base, house], 6, seed=3, n_jobs=1, distance=False)
        ours, theirs = (frame[frame["rulebook"] == key].reset_index() for key in ("ours", base))
        assert ours[["hand", "turned"]].equals(theirs[["hand", "turned"]])


# --- shape ---


def test_no_deals_make_an_empty_frame(dealt: pd.DataFrame) -> None:
    """None at all gives the same columns of the same types."""
    assert_frame_equal(simulate("all", 0, seed=11, distance=False), dealt.head(0))
    full = simulate("rummy-21", 0, seed=1)
    assert full.columns.tolist() == [*dealt.columns, "distance", "distance_to_seen"]


def test_missing_figures_are_missing(dealt: pd.DataFrame) -> None:
    """Where melds are worth points there are none to lose; without value cards there is no bonus."""
    by_game = dealt.groupby("rulebook")
    assert by_game["points"].apply(lambda column: column.isna().all()).sum() == 1
    assert dealt.loc[dealt["rulebook"] == "vazhushal-13", "points"].isna().all()
    bonus = {key for key, book in rt.RULEBOOKS.items() if book.bonus}
    assert set(dealt.loc[dealt["bonus"].notna(), "rulebook"]) == bonus
    assert (dealt["points"].dropna() == -dealt.loc[dealt["points"].notna(), "score"]).all()


def test_a_hand_that_never_declares_has_no_distance() -> None:
    """Where the pack cannot give what a declaration needs, the distance is missing and not a number."""
    book = rt.get_rulebook("gorummy-13")
    melds = replace(book.melds, tunnela_from=2)
    tunnelas = Objective(name="tunnelas", needs=Needs(tunnelas=1), rest=Rest.ANYTHING)  # of two packs
    frame = simulate(replace(book, key="never", melds=melds, objectives=(tunnelas,)), 2, 1, n_jobs=1)
    assert frame["distance"].isna().all()


# --- progress ---


def test_progress_counts_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar reaches the number of deals when it is asked for, and short runs and ``False`` show none."""
    shown = {}
    for progress in (True, None, False):
        monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
        simulate(["gorummy-13", "octro-13"], 10, seed=1, n_jobs=1, chunk=5, progress=progress, distance=False)
        shown[progress] = stream.getvalue()
    assert "20/20" in shown[True]
    assert shown[None] == shown[False] == ""


def test_progress_shows_on_long_runs_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal the bar comes by itself once a run has taken its time."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = {}
    for delay in (60.0, 0.01):
        monkeypatch.setattr(sys.modules[Game.__module__], "_DELAY", delay)  # the package's name is the function
        monkeypatch.setattr(sys, "stderr", stream := Terminal())
        simulate("gorummy-13", 400, seed=1, n_jobs=1, chunk=1)  # longer than tqdm waits between two looks
        shown[delay] = stream.getvalue()
    assert shown[60.0] == ""
    assert "400/400" in shown[0.01]


# --- errors ---


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ({"n": -1}, "bad-number", "n must be a whole number of at least 0, not -1"),
        ({"n": 2.5}, "bad-number", "n must be"),
        ({"n": True}, "bad-number", "n must be"),
        ({"seed": "x"}, "bad-number", "seed must be a whole number from 0 to"),
        ({"seed": None}, "bad-number", "seed must be"),
        ({"seed": -4}, "bad-number", "seed must be"),
        ({"seed": 2**63}, "bad-number", "seed must be"),
        ({"chunk": 0}, "bad-number", "chunk must be a whole number of at least 1"),
        ({"n_jobs": 0}, "bad-jobs", "n_jobs must not be 0"),
        ({"n_jobs": "two"}, "bad-number", "n_jobs must be a whole number"),
        ({"cards": 15}, "bad-number", "gorummy-13 holds the 13 cards dealt, or 14 after a draw, not 15"),
        ({"rulebook": "gin"}, "bad-rulebook", "no rulebook 'gin': expected one of rummy-21"),
        ({"rulebook": 7}, "bad-rulebook", "not as int"),
        ({"rulebook": ["gorummy-13", "gin"]}, "bad-rulebook", "no rulebook 'gin'"),
        ({"rulebook": ["octro-13", "octro-13"]}, "bad-rulebook", "octro-13 is given twice"),
        ({"players": 9}, "bad-players", "9 players cannot play gorummy-13: it is for 2 to 6 players"),
        ({"rulebook": "all", "players": 0}, "bad-players", "players must be 1 or more, not 0"),
        ({"rulebook": "all", "players": "four"}, "bad-players", "players must be a whole number"),
        ({"options": ["ace-jokers"]}, "bad-option", "no house option 'ace-jokers'"),
        ({"rulebook": "all", "options": ["nope"]}, "bad-option", "house option 'nope'"),
        ({"rulebook": "all", "options": "ace-jokers"}, "bad-option", "options are given as a list of names"),
        ({"turned": "1X"}, "bad-card", "'1X' cannot be turned up: expected a rank"),
        ({"rulebook": "marriage-21", "turned": "PJ"}, "bad-turned", "A printed joker (PJ) cannot be turned up"),
    ],
)
def test_errors_name_what_is_wrong(arguments: dict[str, Any], code: str, says: str) -> None:
    """One clear message with a stable code, before anything is dealt."""
    given = {"rulebook": "gorummy-13", "n": 5, "seed": 1, "n_jobs": 1, **arguments}
    with pytest.raises((rt.errors.RuleError, rt.errors.CardError)) as caught:
        simulate(given.pop("rulebook"), given.pop("n"), given.pop("seed"), **given)
    assert caught.value.code == code
    assert says in str(caught.value)


def test_a_pack_too_small_to_deal_from() -> None:
    """A rulebook of your own that deals more than its pack holds is refused by name."""
    book = rt.get_rulebook("gorummy-13")
    pack = replace(book.table.pack_for(4), decks=0, printed_jokers=5)
    with pytest.raises(rt.errors.RuleError, match="tiny deals 13 cards to a hand, but its pack for 4 players has 5"):
        simulate(replace(book, key="tiny", table=replace(book.table, packs=((6, pack),))), 1, 1)


def test_numbers_from_numpy_are_numbers() -> None:
    """Counts and seeds may come out of an array."""
    numbers = pd.Series([3, 5])
    assert_frame_equal(simulate("gorummy-13", numbers[0], numbers[1], n_jobs=1), simulate("gorummy-13", 3, 5, n_jobs=1))


def test_the_name_stays_a_function() -> None:
    """``rt.simulate`` is the function, whatever was imported before, and joblib waits until it is called."""
    program = (
        "import sys, json\n"
        "import rummy_tutor.study.simulate\n"
        "import rummy_tutor as rt\n"
        "print(json.dumps([callable(rt.simulate), 'joblib' in sys.modules, 'tqdm' in sys.modules]))"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=LONG)
    assert json.loads(answer.stdout) == [True, False, False]


def test_all_plain_cards_are_known() -> None:
    """The packs these tests count with hold the engine's cards."""
    assert {str(card) for card in CARDS} == {*PLAIN, "PJ"}
