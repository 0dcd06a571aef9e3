"""Rulebooks as values: every rule has a source, two of them compare field by field, and users make their own."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from rummy_tutor import RULEBOOKS, Rulebook, analyse, get_rulebook, rulebooks
from rummy_tutor.errors import RuleError
from rummy_tutor.game.cards import Card
from rummy_tutor.game.rules import (
    MELDS,
    Aces,
    JokerGroups,
    Melds,
    Needs,
    Objective,
    Pack,
    Scoring,
    Table,
    Tier,
    WhenStockEnds,
    Wilds,
    walk_fields,
)
from rummy_tutor.game.table import set_table
from rummy_tutor.rulebooks import list_needed
from rummy_tutor.rulebooks.files import make_rulebook, to_data
from rummy_tutor.rulebooks.find import differences
from rummy_tutor.rulebooks.sources import RULINGS, SLIPS, SOURCES, find_citations, look_up
from rummy_tutor.wording.describe import describe, describe_differences, describe_rulebook, describe_source
from rummy_tutor.wording.explain import explain_points
from rummy_tutor.wording.phrases import cite

KEYS = (
    "rummy-21",
    "gorummy-13",
    "octro-13",
    "paplu-13",
    "paplu-21",
    "paplu-27",
    "marriage-21",
    "vazhushal-13",
    "adgaming-13",
)
WITH_OPTIONS = [(key, name) for key in RULEBOOKS for name in RULEBOOKS[key].offers]

GIN = Rulebook(
    key="gin",
    title="Gin Rummy",
    deal=10,
    table=Table(players=(2, 2), packs=((2, Pack(decks=1, printed_jokers=0)),)),
    wilds=Wilds(printed=False, exposed=False),
    melds=Melds(aces=Aces.LOW, run_max=13),
    objectives=(Objective(name="gin", needs=Needs()),),
    scoring=Scoring(tiers=(Tier(code="deadwood", exempt=MELDS),), ace=1),
)


def test_published_rulebooks_come_first_and_in_order() -> None:
    """The keys of the published rulebooks stand in the interface's order, and others after them."""
    assert tuple(RULEBOOKS)[: len(KEYS)] == KEYS


def test_rulebooks_are_named_after_their_files() -> None:
    """Each file of the folder that is no helper is a rulebook, and its name is the key."""
    folder = Path(rulebooks.__file__).parent
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", *rulebooks.HELPERS}
    assert files == {key.replace("-", "_") for key in RULEBOOKS}
    assert all(book.key == key for key, book in RULEBOOKS.items())


@pytest.mark.parametrize("key", RULEBOOKS)
def test_every_rule_has_a_source(key: str) -> None:
    """No field of a rulebook is without a source or ruling, and each number cited exists."""
    book = RULEBOOKS[key]
    for path, _ in walk_fields(book):
        source = book.source_of(path)
        assert source, f"{key}: nobody says {path}"
        assert re.search(r"\b[SR]\d", source), f"{key}: {path} cites nothing"
        for code in find_citations(source):
            assert look_up(code)


@pytest.mark.parametrize(("key", "name"), WITH_OPTIONS)
def test_house_options_change_what_they_cite(key: str, name: str) -> None:
    """A house option differs from its rulebook in some rule, and each changed rule quotes the variant's source."""
    beside = list_needed(key, name)[:1]
    book = get_rulebook(key, [*beside, name])
    changed = differences(get_rulebook(key, beside), book)
    assert book.options == (*beside, name)
    assert changed
    assert all(book.source_of(path) for path in changed)


def test_differences_are_symmetric_and_empty_with_oneself() -> None:
    """Two rulebooks differ in the same fields either way, and none differs from itself."""
    for a in RULEBOOKS.values():
        assert differences(a, a) == ()
        for b in RULEBOOKS.values():
            assert set(differences(a, b)) == set(differences(b, a))
            assert bool(differences(a, b)) is (a is not b)


def test_differences_name_fields() -> None:
    """The difference of two rulebooks is the list of their differing fields."""
    changed = replace(RULEBOOKS["gorummy-13"], scoring=replace(RULEBOOKS["gorummy-13"].scoring, cap=100))
    assert differences(RULEBOOKS["gorummy-13"], changed) == ("scoring.cap",)
    assert differences(RULEBOOKS["paplu-13"], get_rulebook("paplu-13", ["no-additional-jokers"])) == ("wilds.exposed",)


def test_unknown_rulebook_and_option() -> None:
    """The message lists what there is."""
    with pytest.raises(RuleError, match="expected one of rummy-21, ") as caught:
        get_rulebook("chess")
    assert caught.value.code == "bad-rulebook"
    with pytest.raises(RuleError, match="octro-13 offers none") as caught:
        get_rulebook("octro-13", ["ace-jokers"])
    assert caught.value.code == "bad-option"
    with pytest.raises(RuleError) as caught:
        get_rulebook(GIN, ["ace-jokers"])
    assert caught.value.code == "bad-option"


@pytest.mark.parametrize("key", RULEBOOKS)
def test_players_outside_the_range(key: str) -> None:
    """A table with too few or too many players is refused."""
    least, most = RULEBOOKS[key].table.players
    for players in (least - 1, most + 1):
        with pytest.raises(RuleError) as caught:
            set_table(RULEBOOKS[key], None, players)
        assert caught.value.code == "bad-players"


def test_rulebooks_are_frozen() -> None:
    """A rulebook and its parts cannot be changed."""
    book = RULEBOOKS["rummy-21"]
    with pytest.raises(FrozenInstanceError):
        book.deal = 22
    with pytest.raises(FrozenInstanceError):
        book.scoring.cap = 1
    assert hash(book) == hash(get_rulebook("rummy-21"))


@pytest.mark.parametrize("key", RULEBOOKS)
def test_parts_take_keywords_only(key: str) -> None:
    """Rules are written with their names, never by position."""
    with pytest.raises(TypeError):
        type(RULEBOOKS[key].scoring)(())


# ---- packs -------------------------------------------------------------------------------------------------
def test_pack_surplus_counts_the_turned_card() -> None:
    """The pack of two decks holds two of a card, one fewer while it lies turned up."""
    book, card, other = RULEBOOKS["adgaming-13"], Card.parse("QD"), Card.parse("2H")
    assert set_table(book).pack_surplus([card] * 3 + [other] * 2) == {card: (3, 2)}
    assert set_table(book, card).pack_surplus([card] * 2 + [other] * 2) == {card: (2, 1)}


def test_pack_surplus_is_said() -> None:
    """A hand the pack cannot have dealt is judged all the same, and the answer says which card is too many."""
    result = analyse("QD QD QD 2H 3H 4H 5H 6H 7H 8H 9H TH JH", "gorummy-13", turned="5C")
    assert result.pack_ok is False
    assert "3 × Q♦ is more than the pack of this table has: 2 copies. [S1, R14]" in explain_points(result)


def test_pack_follows_the_players() -> None:
    """Paplu takes one, two or three packs by the number of players."""
    hand = "7S 7S 7S 2H 3H 4H 5H 6H 7H 8H 9H TH JH"
    assert [analyse(hand, "paplu-13", players=n).pack_ok for n in (2, 4, 7)] == [False, False, True]


# ---- in words ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("key", "name"), [*((key, None) for key in RULEBOOKS), *WITH_OPTIONS])
def test_every_rule_is_put_into_words(key: str, name: str | None) -> None:
    """A rulebook's page leaves out only fields with a plain value, and no term comes twice."""
    book = get_rulebook(key, [*list_needed(key, name)[:1], name] if name else [])
    lines = describe(book)
    terms = [line.term for line in lines]
    assert len(set(terms)) == len(terms)
    covered = {path for line in lines for path in line.paths}
    plain = (None, False, True, 0, 1, (), JokerGroups.NONE)
    for path, value in walk_fields(book):
        told = any(path == known or path.startswith(known + ".") for known in covered)
        assert told or value in plain, f"{path} goes unsaid"
    assert all(line.text for line in lines)


@pytest.mark.parametrize("a", RULEBOOKS)
def test_every_difference_is_put_into_words(a: str) -> None:
    """Where two rulebooks differ, the page of differences has a line, and both sides of it differ."""
    for b in RULEBOOKS:
        lines = describe_differences(RULEBOOKS[a], RULEBOOKS[b])
        assert bool(lines) is (a != b)
        assert all(line.mine != line.theirs for line in lines)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_page_of_a_rulebook(key: str) -> None:
    """The printed page names the rulebook, cites sources in brackets, and explains each ruling it cites."""
    page = describe_rulebook(get_rulebook(key))
    assert page.startswith(f"{RULEBOOKS[key].title} ({key})\n")
    cited = {code for line in describe(get_rulebook(key)) for code in line.source.codes}
    told = set(re.findall(r"^  (R\d+) ", page, re.M))
    assert told == {code for code in cited if code in RULINGS}
    assert all(len(line) <= 110 for line in page.splitlines())


def test_rulings_and_slips_are_numbered_without_gaps() -> None:
    """R1 to R29 are those of the sources, further ones our own; X1 to X6 the slips; S0 to S4 the sources."""
    assert list(SOURCES) == [f"S{n}" for n in range(5)]
    assert list(RULINGS) == [f"R{n}" for n in range(1, len(RULINGS) + 1)] and len(RULINGS) >= 29
    assert list(SLIPS) == [f"X{n}" for n in range(1, 7)]
    with pytest.raises(KeyError):
        look_up("R99")


# ---- a rulebook of one's own ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("AS 2S 3S | 7H 7D 7C | KS | KD | 5C | AC", 26),
        ("QS KS AS | 2H 3H 4H 5H | 9S 9D 9C", 21),  # the ace is low: no run above the king
        ("AS 2S 3S 4S | 7H 7D 7C | 9S 9D 9C", 0),
        ("KS AS 2S | 7H 7D 7C | 9S 9D 9C | 4H", 17),
    ],
)
def test_gin_rummy_as_laid(hand: str, points: int) -> None:
    """In gin the ace is low and costs 1, nothing is wild, and deadwood is what lies in no meld."""
    result = analyse(hand, GIN, players=2)
    assert result.arranged.points == points


def test_gin_rummy_declares() -> None:
    """Ten cards in runs and sets are gin; the turned card means nothing."""
    result = analyse("AS 2S 3S 4S 7H 7D 7C 9S 9D 9C", GIN, turned="7S", players=2)
    assert (result.best.points, result.best.declares, result.best.objective) == (0, True, "gin")
    assert [note.code for note in result.notes] == ["turned-ignored"]
    assert result.wild == () and result.bonus is None


def test_gin_rummy_with_eleven_cards() -> None:
    """After the draw one card is thrown, and the best discard is part of the answer."""
    result = analyse("AS 2S 3S 4S 7H 7D 7C 9S 9D 9C KH", GIN, players=2)
    assert (result.size_ok, result.best.points, result.best.declares, str(result.best.discard)) == (True, 0, True, "KH")
    result = analyse("AS 2S 3S 7H 7D 7C KS KD 5C AC QH", GIN, players=2)
    assert (result.best.points, str(result.best.discard)) == (26, "QH")  # as cheap as a king, but the kings are a pair


def test_gin_rummy_has_no_jokers() -> None:
    """A printed joker is no card of a game without one."""
    with pytest.raises(RuleError) as caught:
        analyse("AS PJ", GIN, players=2)
    assert caught.value.code == "printed-joker"


def test_gin_rummy_in_words() -> None:
    """A rulebook of one's own is described and its figures explained without new code."""
    page = describe_rulebook(GIN)
    assert "before the 2 only" in page and "No card is wild. No card is turned up." in page
    assert describe_source(GIN) == "A rulebook of your own."
    told = explain_points(analyse("AS 2S 3S | 7H 7D 7C | KS | KD | 5C | AC", GIN, players=2))
    assert told == (
        "The melds cost nothing. The other cards cost 26 points.",
        "Not counted: pure sequence A♠ 2♠ 3♠ and set 7♥ 7♦ 7♣.",
        "Counted in points: K♠ 10, A♣ 1, 5♣ 5, K♦ 10; together 26.",
    )
    assert not cite(GIN, "scoring.cap")


def _own(**parts: dict[str, object]) -> Rulebook:
    """A rulebook of one's own: 21-Card Rummy with some fields changed, part by part."""
    book = RULEBOOKS["rummy-21"]
    changed = {name: replace(getattr(book, name), **fields) for name, fields in parts.items()}
    return replace(book, key="house", title="House", **changed)


PURE = Needs(pure=2, sequences=4)
NO_JOKER = Pack(decks=1, printed_jokers=0)
OWN = (
    (_own(table={"players": (2, 4), "packs": ((2, NO_JOKER), (4, Pack(decks=2, printed_jokers=1)))}),
     "With 2 players: 1 deck of 52 cards and no printed joker. With 3 to 4 players: 2 decks of 52 cards and 1 "
     "printed joker in all."),
    (_own(table={"players": (3, 3), "packs": ((3, Pack(decks=1, printed_jokers=1)),)}), "3 players."),
    (_own(wilds={"offsets": (2,)}), "In the turned card's suit these are wild: the card 2 ranks above it."),
    (_own(wilds={"offsets": (1, -1)}), "these are wild: the cards 1 rank above and below it."),
    (_own(wilds={"offsets": (0, 1, -1, 2, -2)}), "the turned card and the cards 1 and 2 ranks above and below it."),
    (_own(wilds={"exposed": False}), "Printed jokers are wild. No card is turned up."),
    (_own(melds={"run_wilds": 0, "set_wilds": 2}), "A sequence takes no joker."),
    (_own(melds={"run_wilds": 1, "set_wilds": 0}), "A sequence takes at most 1 joker."),
    (_own(melds={"run_max": 3, "set_max": None}), "A sequence has exactly 3 cards of one suit in order."),
    (_own(melds={"tunnela_from": 4}), "It is a meld only with 4 or more players."),
    (_own(melds={"tunnela_from": None}), "Three identical cards are not a meld."),
    (_own(scoring={"tiers": (Tier(code="one", needs=PURE, exempt=MELDS), Tier(code="two", needs=Needs(pure=2)),
                             Tier(code="rest", flat=1))}),
     "With 2 pure sequences and fewer than 2 other sequences"),
    (_own(scoring={"ace": 1, "loose_wild": 5, "cap": 1, "floor": 1}), "No hand costs more than 1 point."),
    (_own(scoring={"printed_factor": 3}), "All points count 3 times."),
    (_own(settlement={"net_loss_cap": 0}), "Nobody loses more than 0 points, value cards included."),
    (_own(settlement={"game_point": 0}), "The winner gets 0 game points."),
)  # fmt: skip


@pytest.mark.parametrize(("book", "told"), OWN)
def test_other_values_have_their_sentences(book: Rulebook, told: str) -> None:
    """Whatever value a field has, the page of the rulebook says it in whole sentences."""
    lines = describe(book)
    assert any(told in f"{line.term} {line.text}" for line in lines), [line.text for line in lines]
    assert all(re.fullmatch(r"(A|Q|K|J|[A-Z0-9]).*\.", line.text) for line in lines)
    assert describe_differences(RULEBOOKS["rummy-21"], book)


@pytest.mark.parametrize(
    ("needs", "told"),
    [
        (Needs(long_sequences=1), "at least 1 sequence of four or more cards"),
        (Needs(pure=2, long_sequences=1), "at least 2 pure sequences, 1 of them with four or more cards"),
        (Needs(sequences=2, long_sequences=1), "at least 2 sequences, 1 of them with four or more cards"),
        (Needs(sequences=1), "at least 1 sequence"),
        (Needs(tunnelas=1, jokers=2), "at least 1 tunnela and at least 2 jokers in one group of their own"),
        (Needs(pure=1, dublees=2, tunnelas=3),
         "at least 1 pure sequence, at least 3 separate tunnelas and at least 2 separate dublees"),
    ],
)  # fmt: skip
def test_what_a_hand_must_have_is_a_list(needs: Needs, told: str) -> None:
    """Each sort of group that is asked for has its noun phrase, and they are joined as a list."""
    book = replace(_own(), objectives=(Objective(name="mine", needs=needs),))
    line = next(line for line in describe(book) if line.paths == ("objectives",))
    assert (line.term, line.text.partition(". ")[0]) == ("Declaring: mine", f"The hand must have {told}")


def test_where_a_source_is_silent_a_round_whose_stock_ends_is_void_in_the_relatives_of_s3() -> None:
    """Ruling R62: paplu-21 and paplu-27 as their main game; elsewhere the discards become a new stock."""
    ends = {key: book.stock_end for key, book in RULEBOOKS.items()}
    void = {"paplu-13", "paplu-21", "paplu-27"}
    assert {key for key, end in ends.items() if end is WhenStockEnds.VOID} == void
    assert {key for key, end in ends.items() if end is WhenStockEnds.SCORE} == {"vazhushal-13"}
    assert {*ends.values()} == {WhenStockEnds.VOID, WhenStockEnds.SCORE, WhenStockEnds.RESHUFFLE}


@pytest.mark.parametrize("key", ["paplu-21", "paplu-27"])
def test_the_relatives_of_s3_may_play_on_with_the_discards(key: str) -> None:
    """Ruling R62: they have the house option of their main game, and the page cites the ruling for both."""
    plain, other = RULEBOOKS[key], get_rulebook(key, ["at-the-block"])
    assert (plain.stock_end, other.stock_end) == (WhenStockEnds.VOID, WhenStockEnds.RESHUFFLE)
    for book in (plain, other):
        line = next(line for line in describe(book) if "settlement.stock_end" in line.paths)
        assert str(line.source) == "R62"


def test_an_older_file_of_a_rulebook_of_ours_is_that_rulebook() -> None:
    """Of today's house options and citations it says nothing; other rules under its key are refused."""
    book = RULEBOOKS["paplu-21"]
    older = replace(book, offers=(), sources=book.sources[:3])
    assert make_rulebook(to_data(older)) is book
    with pytest.raises(RuleError) as caught:
        make_rulebook(to_data(replace(older, deal=20)))
    assert caught.value.key == "bad-field:key-taken"
