"""A turn at the table: what each game lets a player do, with the rule that says so."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rummy_tutor import RULEBOOKS, Rulebook, get_rulebook
from rummy_tutor.game.cards import Card
from rummy_tutor.game.choices import Aces, PickingUp
from rummy_tutor.game.table import set_table
from rummy_tutor.playing.moves import Move, Phase, PlayError
from rummy_tutor.playing.turn import Turn
from rummy_tutor.rulebooks.sources import find_citations, look_up
from rummy_tutor.tutor.generate import deal_turn
from rummy_tutor.tutor.judging import tell_reasons
from rummy_tutor.tutor.lessons import LESSONS
from rummy_tutor.tutor.planting import make_task
from rummy_tutor.tutor.turns.hands import (
    find_best_throw,
    find_broken,
    find_last_card,
    find_waiting,
    lay_melds,
    lay_nearest,
    name_missing_of,
    name_missing_ways,
)
from rummy_tutor.wording.speech import knows, say, tell


def cards(text: str) -> tuple[Card, ...]:
    """Cards of a text."""
    return tuple(map(Card.parse, text.split()))


_MARRIAGE = RULEBOOKS["marriage-21"]
_BARS = (PickingUp.NO_WILD_ONCE_SEEN, PickingUp.ONCE_SEEN, PickingUp.STOCK_FIRST)
NEPALI = replace(_MARRIAGE, key="nepali", settlement=replace(_MARRIAGE.settlement, pick_up=_BARS))

THREE_PURE = dict.fromkeys(("rummy-21", "paplu-21", "paplu-27", "marriage-21"), 3)


def table(key: str | Rulebook, hand: str, turned: str | None = "JD", **more: object) -> Turn:
    """A turn with a hand."""
    known = {"stock": cards("2C 3C"), "discards": cards("9H"), **more}
    return Turn(
        rulebook=get_rulebook(key),
        turned=None if turned is None else Card.parse(turned),
        players=4,
        hand=cards(hand),
        **known,
    )


HAND = "2S 4S 6S 8S TS QS 3H 5H 7H KH 2D 4D 6D"
DECLARING = "2S 3S 4S 5S 6H 7H 8H 9C 9D 9S KC KD KS"
MARRIAGE = "2S 3S 4S 5S 6S 7S 8S 9S TS 2H 4H 6H 8H TH QH 2D 4D 6D 8D TD QD"
RULED = [
    ("gorummy-13", HAND, {}, "stock", True, "may-draw", "S1"),
    ("gorummy-13", HAND, {}, "throw 2S", False, "draw-first", "S1"),
    ("gorummy-13", HAND, {"first": True}, "drop", True, "may-drop-first", "S1"),
    ("gorummy-13", HAND, {}, "drop", True, "may-drop-middle", "S1"),
    ("gorummy-13", HAND + " 9C", {"phase": Phase.THROW}, "drop", False, "drop-before-drawing", "S1"),
    ("octro-13", HAND + " 9C", {"phase": Phase.THROW}, "drop", True, "may-drop-middle", "S2"),
    ("marriage-21", MARRIAGE, {}, "drop", False, "no-drop", "S3 (silent)"),
    (
        "paplu-13",
        HAND + " 9H",
        {"phase": Phase.THROW, "taken": Card.parse("9H")},
        "throw 9H",
        False,
        "just-taken",
        "S3",
    ),
    ("paplu-13", HAND + " 9H", {"phase": Phase.THROW, "taken": Card.parse("9H")}, "throw 2S", True, "may-throw", "S3"),
    (
        "rummy-21",
        MARRIAGE + " 9H",
        {"phase": Phase.THROW, "taken": Card.parse("9H")},
        "throw 9H",
        True,
        "may-throw",
        "S0",
    ),
    ("paplu-21", MARRIAGE, {"discards": cards("JD")}, "take", False, "no-joker-taken", "S3"),
    ("paplu-21", MARRIAGE, {"discards": cards("JD"), "untouched": True}, "take", True, "may-take", "S3"),
    ("marriage-21", MARRIAGE, {"discards": cards("JD"), "seen": True}, "take", False, "no-wild-once-seen", "S3"),
    ("marriage-21", MARRIAGE, {"discards": cards("JD")}, "take", True, "may-take", "S3"),
    (NEPALI, MARRIAGE, {"discards": cards("9H")}, "take", False, "once-seen", "S3"),
    (NEPALI, MARRIAGE, {"discards": cards("9H"), "seen": True}, "take", True, "may-take", "S3"),
    (NEPALI, MARRIAGE, {"discards": cards("9H"), "seen": True, "first": True}, "take", False, "stock-first", "S3"),
    (NEPALI, MARRIAGE, {"discards": cards("JD"), "seen": True}, "take", False, "no-wild-once-seen", "S3"),
    (NEPALI, MARRIAGE, {"first": True}, "stock", True, "may-draw", "S3"),
    ("marriage-21", MARRIAGE, {}, "see", False, "draw-first", "S3"),
    ("marriage-21", MARRIAGE + " 9H", {"phase": Phase.THROW}, "see", True, "may-see", "S3"),
    ("marriage-21", MARRIAGE.replace("TS", "JS") + " AC", {"phase": Phase.THROW}, "see", False, "not-yet", "S3"),
    (
        "marriage-21",
        "7S 7S 7S " + MARRIAGE[9:],
        {"phase": Phase.BEFORE_PLAY},
        "tunnela 7S",
        True,
        "may-lay-tunnela",
        "S3",
    ),
    ("marriage-21", "7S 7S 7S " + MARRIAGE[9:], {}, "tunnela 7S", False, "tunnelas-before-play", "S3"),
    ("gorummy-13", HAND, {}, "see", False, "nothing-hidden", "S1"),
    ("gorummy-13", DECLARING + " 2H", {"phase": Phase.THROW}, "declare 2H", True, "may-declare", "S1"),
    ("gorummy-13", DECLARING + " 2H", {"phase": Phase.THROW}, "declare KC", False, "not-declaring", "S1"),
    ("gorummy-13", DECLARING, {}, "declare KC", False, "draw-first", "S1"),
    ("gorummy-13", DECLARING + " 2H", {"phase": Phase.THROW}, "declare", False, "throw-to-declare", "S1"),
    ("paplu-13", DECLARING, {"first": True}, "declare", True, "may-declare", "S3, R41"),
    ("paplu-13", DECLARING, {}, "declare", False, "draw-first", "S3"),
    ("paplu-13", HAND, {"first": True}, "declare", False, "draw-first", "S3"),
    ("gorummy-13", DECLARING, {"first": True}, "declare", False, "draw-first", "S1"),
    ("gorummy-13", HAND + " 9H", {"phase": Phase.THROW}, "meld 2S 3S 4S", False, "melds-in-hand", "S1"),
    ("gorummy-13", HAND, {"stock": ()}, "stock", False, "stock-empty", "R62"),
    ("gorummy-13", HAND, {"discards": cards("9H TC")}, "take 9H", False, "only-the-top", "S1"),
    ("vazhushal-13", HAND, {"discards": cards("9S TC")}, "take 9S", True, "may-take", "S3"),
    ("vazhushal-13", HAND, {"discards": cards("9C TC")}, "take 9C", False, "not-melded-at-once", "S3"),
    ("vazhushal-13", HAND, {"discards": cards("KC"), "untouched": True}, "take", False, "not-melded-at-once", "S3"),
    ("vazhushal-13", "5H 6H 7H 8H KS", {"phase": Phase.THROW}, "meld 5H 6H 7H", True, "may-meld", "S3"),
    ("vazhushal-13", "9H 9S 9C 8H KS", {"phase": Phase.THROW}, "meld 9H 9S 9C", False, "first-meld-pure", "S3"),
    ("vazhushal-13", "8H KS", {"phase": Phase.THROW, "laid": (cards("5H 6H 7H"),)}, "add 8H", True, "may-add", "S3"),
    (
        "vazhushal-13",
        "8H KS",
        {"phase": Phase.THROW, "laid": (cards("5H 6H 7H"),)},
        "add KS",
        False,
        "fits-nowhere",
        "S3",
    ),
    (
        "vazhushal-13",
        "7S KS",
        {"phase": Phase.THROW, "laid": (cards("3S 4S 5S"), cards("6S 6H 6D 6C"))},
        "add 7S",
        True,
        "may-add",
        "S3",
    ),
    (
        "vazhushal-13",
        "7S KS",
        {"phase": Phase.THROW, "laid": (cards("3S 4S 5S"), cards("6S 6H 6D"))},
        "add 7S",
        False,
        "fits-nowhere",
        "S3",
    ),
    (
        "vazhushal-13",
        "KS",
        {"phase": Phase.THROW, "laid": (cards("5H 6H 7H"),)},
        "declare KS",
        True,
        "may-declare",
        "S3",
    ),
    ("vazhushal-13", "8H KS", {"phase": Phase.THROW, "laid": ()}, "declare KS", False, "cards-left", "S3"),
]


@pytest.mark.parametrize(("key", "hand", "more", "move", "allowed", "code", "source"), RULED)
def test_a_move_is_judged_by_the_game_s_own_rule(
    key: str, hand: str, more: dict[str, object], move: str, allowed: bool, code: str, source: str
) -> None:
    """Each move is allowed or not as the source says, with a code, a sentence and the citation."""
    ruling = table(key, hand, **more).judge_move(move)
    assert ruling == (allowed, code, source)
    assert knows(ruling.text.key)


@settings(max_examples=30)
@given(st.sampled_from(list(RULEBOOKS)), st.integers(0, 10_000))
@example("vazhushal-13", 156)  # a meld laid without the card just taken left it in no meld
def test_a_turn_can_be_played_to_its_end(key: str, seed: int) -> None:
    """Whatever is allowed can be played, no card is lost, and the turn ends."""
    rng = random.Random(seed)
    turn = deal_turn(get_rulebook(key), rng)

    def held(one: Turn) -> list[Card]:
        return sorted([*one.hand, *one.stock, *one.discards, *(card for group in one.laid for card in group)])

    before = held(turn)
    for _ in range(30):
        moves = turn.moves()
        if turn.phase is Phase.OVER:
            break
        assert moves, "a player is stuck"
        for citation in find_citations(turn.judge_move(moves[0]).source):
            assert look_up(citation)
        move = rng.choice(moves)
        turn = turn.play(move)
        if move.kind != "declare" and move.kind != "drop":
            assert held(turn) == before
    assert turn.phase is Phase.OVER and turn.moves() == ()


def test_melds_on_the_table_are_laid_anew_for_a_card_that_fits_none_of_them() -> None:
    """Vazhushal: every card laid before stays among melds, and a pure one is still there."""
    laid = (cards("3S 4S 5S"), cards("6S 6H 6D 6C"))
    turn = table("vazhushal-13", "7S KS", phase=Phase.THROW, laid=laid).play("add 7S")
    assert sorted(map(sorted, turn.laid)) == sorted(map(sorted, (cards("3S 4S 5S 6S 7S"), cards("6H 6D 6C"))))
    assert turn.hand == cards("KS")


def test_a_refused_move_changes_nothing_and_says_why() -> None:
    """Playing what is not allowed is an error with the rule's sentence; text that is no move is another."""
    with pytest.raises(PlayError) as caught:
        table("gorummy-13", HAND).play("throw 2S")
    assert caught.value.code == "move-refused" and "draw" in str(caught.value)
    for text in ("sing", "throw", "throw 99", "stock 2S", ""):
        with pytest.raises(PlayError) as caught:
            Move.parse(text)
        assert caught.value.code == "bad-move"


@pytest.mark.parametrize(
    ("key", "hand", "told"),
    [
        ("gorummy-13", "4S 5S 6S 9S 9D 9C 2C 2H 2S 2D 7H 8H KC", "Sequences: you have 1, and you need 2. A set"),
        ("gorummy-13", "4S 5S 9H 9D 9C 2C 2H 2S KD KC QH 8H TC", "Pure sequences: you have 0. You need 2 sequences"),
        ("gorummy-13", "4S 5S 6S 9H TH JH 9D 9C 9S 2C 2H 2S KC", "K♣ lies in no meld."),
        ("paplu-27", "KS QS", "Tunnelas: you have 0, and you need 3."),
        (
            "paplu-27",
            "2S 2S 4H 4H 6C 6C 8D 8D TS TS QH QH AC AC 3D 3D 5S 7S 9S JS KS 5C 7C 9C JC KC 2D",
            "Dublees: you have 8, and you need 10.",
        ),
        ("marriage-21", "2S 3S 4S 6H 7H 8H 4D 4D 9C 9C QC QC KS AS 7S TD 2D 5C TH KH 7C", "together: you have 2"),
        ("octro-13", "4S 5S 6S 9H TH JH 3C 4C 5C KS KH KD 2H", "one of them must have four cards"),
    ],
)  # fmt: skip
def test_what_a_hand_lacks_is_named(key: str, hand: str, told: str) -> None:
    """What it has and what it needs."""
    deal = set_table(get_rulebook(key), None, 4)
    assert told in " ".join(map(say, name_missing_ways(cards(hand), deal, deal.objectives)))


def test_each_way_to_declare_is_named_with_what_it_lacks_and_the_nearest_is_laid() -> None:
    """With six dublees and no tunnela all three ways of the game are told, and the dublees lie together."""
    hand = cards("2S 2S 4H 4H 6C 6C 8D 8D TS TS QH QH AC 3D KD 5S 7S 9S JS KS 5C 7C 9C JC KC 2D 6H")
    deal = set_table(get_rulebook("paplu-27"), None, 4)
    told = [tell(one.key, **one.values) for one in name_missing_ways(hand, deal, deal.objectives)]
    assert told[:4] == [
        "Tunnelas: you have 0, and you need 3.",
        "Dublees: you have 6, and you need 10.",
        "Jokers: you have 0, and you need 10.",
        "Only one of these ways has to be complete.",
    ]
    laid = lay_nearest(hand, deal)
    assert sum(len(group) == 2 and group[0] == group[1] for group in laid) == 6
    one_way = set_table(get_rulebook("gorummy-13"), None, 4)
    assert lay_nearest(hand[:13], one_way) == lay_melds(hand[:13], one_way)


def test_cards_that_nearly_make_a_sequence_are_told_with_the_way_they_serve() -> None:
    """Where there are several ways to declare, the cards one short of a sequence come right after the first way."""
    hand = cards("AS 3S 5H 6H 7H 9D 9D JC KD 2C 4D 8S 10H QS 6C 8D KH JH 3C 5D 7C")
    deal = set_table(get_rulebook("rummy-21"), None, 4)
    keys = [one.key for one in name_missing_ways(hand, deal, deal.objectives)]
    assert keys[1].startswith("missing.near") and keys[-1] == "missing.one-enough"


def test_cards_that_are_one_short_of_a_sequence_are_named() -> None:
    """Beside what is missing stand two loose cards that nearly make a sequence."""
    deal = set_table(get_rulebook("gorummy-13"), None, 4)
    near = name_missing_ways(cards("4S 5S 6S 9S 9D 9C 2C 2H 2S 2D 7H 8H KC"), deal, deal.objectives)[1]
    assert name_missing_ways(cards(DECLARING), deal, deal.objectives) == ()
    assert tell(near.key, **near.values) == "7♥ 8♥ are one card short of a sequence."
    for hand, pairs in (
        ("4S 5S 6S 9D 9C 9H 2C 2H 2S 5D 7D 6H 7H KC", "6♥ 7♥ and 5♦ 7♦"),
        ("4S 5S 6S 9D 9C 9H 7C 7H 7S JH KH AH 2H", "A♥ 2♥, A♥ K♥ and J♥ K♥"),
    ):
        near = name_missing_ways(cards(hand), deal, deal.objectives)[-1]
        assert tell(near.key, **near.values) == f"These are one card short of a sequence: {pairs}."


def test_the_one_card_that_is_best_thrown_is_named() -> None:
    """With a hand that declares but for one card that card is the one to throw, and costs least."""
    turn = table("gorummy-13", f"{DECLARING} QS", phase=Phase.THROW)
    assert find_last_card(turn) == Card.parse("QS")
    assert find_best_throw(turn) == (Card.parse("QS"), "points")


@pytest.mark.parametrize(
    ("key", "hand", "best"),
    [
        ("gorummy-13", "5H 6H 7H 9D 9C KS", ("KS", "points")),
        ("vazhushal-13", "5H 6H 7H 9D 9C KS", ("KS", "score")),
        ("gorummy-13", "5H 6H 7H QC KS", None),
        ("octro-13", "5H 6H 7H 9D 9C KS", None),  # every hand of it counts 80
        ("gorummy-13", "KS", None),
    ],
)
def test_no_card_is_named_where_two_are_as_well_thrown(key: str, hand: str, best: tuple[str, str] | None) -> None:
    """Only a card is named that leaves fewer points, or a higher score, than every other one."""
    found = find_best_throw(table(key, hand, phase=Phase.THROW))
    assert (found and (str(found[0]), found[1])) == best


def test_cards_beside_an_ace_are_near_only_where_it_is_low() -> None:
    """Where aces are only high, A 2 is no beginning of a sequence."""
    hand = cards("4S 5S 6S 9S 9D 9C JC JH JS AH 2H 7D KC")
    for aces, near in ((Aces.LOW_OR_HIGH, 1), (Aces.HIGH, 0)):
        book = get_rulebook("gorummy-13")
        book = replace(book, key="aces", melds=replace(book.melds, aces=aces))
        told = name_missing_ways(hand, set_table(book, None, 4), book.objectives)
        assert len([one for one in told if one.key.startswith("missing.near")]) == near


SET, PURE, LONG = "5C 5D 5H", "2S 3S 4S", "7H 8H 9H TH"


@pytest.mark.parametrize(
    ("key", "groups", "waits"),
    [
        *((key, (SET,), ("pure", n, [True])) for key, n in {**dict.fromkeys(RULEBOOKS, 1), **THREE_PURE}.items()),
        ("gorummy-13", (SET, "8C QD TC"), ("pure", 1, [True, True])),
        ("gorummy-13", (PURE, SET), ("sequences", 1, [False, True])),
        ("gorummy-13", (PURE, "8C QD TC", SET), None),
        ("adgaming-13", (PURE, SET), ("sequences", 1, [False, True])),
        ("octro-13", (PURE, "6D 7D 8D", SET), ("long", 1, [False, False, True])),
        ("octro-13", (PURE, LONG, SET), None),
        ("rummy-21", (PURE, "9D 9D 9D", SET), ("pure", 1, [False, False, True])),
        ("rummy-21", (PURE, LONG, "9D 9D 9D", SET), None),
        ("marriage-21", (PURE, "7H 8H 9H", "9D TD JD", SET), None),
        ("vazhushal-13", (PURE, SET), None),
    ],
)
def test_a_meld_waits_until_the_hand_has_its_sequences(key: str, groups: Sequence[str], waits: tuple | None) -> None:
    """In every game, as the hand is judged; a sequence of the sort that is lacking waits for nothing."""
    deal = set_table(get_rulebook(key), None if key == "marriage-21" else Card.parse("QS"), 4)
    waiting = find_waiting(tuple(map(cards, groups)), (cards("KC"),), deal)
    assert (waiting and (waiting.sort, waiting.n, list(waiting.groups))) == waits


def test_a_game_with_no_way_to_declare_lacks_nothing() -> None:
    """A rulebook of one's own may have none: nothing can be named, and hands are still counted."""
    book = replace(get_rulebook("gorummy-13"), key="no way to declare", objectives=())
    hand, deal = cards("4S 5S 6S 9H 9D"), set_table(book, None, 4)
    assert name_missing_ways(hand, deal, ()) == name_missing_of((hand,), deal) == ()
    lesson = next(lesson for lesson in LESSONS if lesson.plain and "count" in lesson.kinds)
    assert all(make_task(book, lesson.key, "count", seed).kind == "count" for seed in range(3))


@pytest.mark.parametrize("name", ["dublees", "eight pairs"])
def test_eight_dublees_declare_without_the_hidden_card_by_any_name(name: str) -> None:
    """Who has not seen the hidden card may declare by dublees, whatever a rulebook of one's own calls them."""
    book = get_rulebook("marriage-21")
    ways = tuple(replace(way, name=name) if way.needs.dublees else way for way in book.objectives)
    hand = "2S 2S 5S 5S 8S 8S JS JS 3H 3H 6H 6H 9H 9H QH QH 4D 7D TD KD AC"
    turn = replace(table("marriage-21", hand + " 9C", phase=Phase.THROW), rulebook=replace(book, objectives=ways))
    assert turn.judge_move("declare 9C").code == "may-declare"


@pytest.mark.parametrize(
    ("key", "thrown", "how", "told"),
    [
        ("gorummy-13", "4H", "shorter", "5H 6H 7H"),
        ("gorummy-13", "5H", "", "4H 5H 6H 7H"),
        ("gorummy-13", "9S", "", "9S 9D 9C"),
        ("gorummy-13", "KD", None, ""),
        ("octro-13", "7H", "long", "4H 5H 6H 7H"),
        ("octro-13", "6H", "", "4H 5H 6H 7H"),
    ],
)
def test_a_throw_is_told_by_what_it_does_to_a_meld(key: str, thrown: str, how: str | None, told: str) -> None:
    """It breaks a meld, leaves a shorter one, or none that is as long as the game asks for; a loose card does not."""
    hand = cards("4H 5H 6H 7H 9S 9D 9C 2S KD QC TS 8C 3D TD")
    broken = find_broken(hand, Card.parse(thrown), set_table(get_rulebook(key), Card.parse("AD"), 4))
    assert (None if broken is None else broken.how) == how
    if broken is not None:
        assert set(cards(told)) == {*(broken.rest if how == "shorter" else broken.cards)}


def test_a_throw_breaks_nothing_where_another_grouping_is_as_good() -> None:
    """A card of a set may go where its others make a sequence that is needed; so may any where no card is loose."""
    deal = set_table(get_rulebook("gorummy-13"), Card.parse("AD"), 4)
    twice = cards("5S 6S 7S 7H 7D 4C JC TC 2H 9D KS KD QH 3H")
    assert find_broken(twice, Card.parse("7D"), deal) is None
    assert find_broken(twice, Card.parse("5S"), deal) == ("", cards("5S 6S 7S"), cards("6S 7S"))
    melded = cards("5S 5H 5D 9H 9S 9C 3C 3D 3S 3H KS KH KD KC")
    assert find_broken(melded, Card.parse("9H"), deal) is None
    assert find_broken(cards("5S 6S 7S 5S"), Card.parse("5S"), deal) is None


def test_the_verdict_on_a_throw_says_which_meld_it_breaks() -> None:
    """Who throws a card of a meld that is needed reads what becomes of the meld; who throws well does not."""
    told = set()
    for seed in range(12):
        task = make_task("octro-13", "turn", "discard", seed)
        for card in task.choices:
            answer = task.answer
            keys = [one.key for one in tell_reasons(task, card) if one.key.startswith("because.breaks")]
            assert not (keys and card == answer)
            told.update(keys)
    assert told >= {"because.breaks", "because.breaks:shorter"}
