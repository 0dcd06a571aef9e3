"""A played round: cards are conserved, payments fit the rules, every round ends, its record plays again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import RULEBOOKS, get_rulebook
from rummy_tutor.game.cards import CARDS, Card, without
from rummy_tutor.game.procedure import Laying
from rummy_tutor.game.rules import PickingUp
from rummy_tutor.game.table import set_table
from rummy_tutor.game.unseen import count_stock
from rummy_tutor.playing.bots import Exact, measure
from rummy_tutor.playing.chance import Chance
from rummy_tutor.playing.game import Game, play, seat_players
from rummy_tutor.playing.moves import Move, Phase, PlayError
from rummy_tutor.playing.record import load_play, replay
from rummy_tutor.playing.round import PlayedRound, deal_round
from rummy_tutor.playing.turn import Turn
from rummy_tutor.playing.view import View, view_round
from rummy_tutor.rounds.ledger import is_zero_sum

MIXED = ("new", "steady", "mindist", "new")
KEYS = tuple(RULEBOOKS)


def list_cards(played: PlayedRound) -> Counter[Card]:
    """Every card of a table, wherever it lies."""
    turned = [played.turned] if played.turned and not played.rulebook.table.turned_drawn_last else []
    held = (card for place in played.places for card in place.cards)
    return Counter([*held, *played.stock, *played.discards, *turned])


def read_cards(text: str) -> tuple[Card, ...]:
    """Cards of a text."""
    return tuple(map(Card.parse, text.split()))


def walk(value: object) -> Iterator[object]:
    """Everything that can be reached from a value."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from walk(getattr(value, field.name))
    elif isinstance(value, tuple | list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from walk(part)


def deal(key: str, seed: int = 1, players: int = 3) -> PlayedRound:
    """A round at its beginning."""
    return deal_round(get_rulebook(key), [f"player {at}" for at in range(players)], seed)


@pytest.mark.parametrize("key", KEYS)
def test_thirty_rounds_keep_their_cards_end_and_play_again(key: str) -> None:
    """Thirty rounds of mixed bots: no card comes or goes, what is paid sums to zero, and records play again."""
    book, ends = get_rulebook(key), Counter[str]()
    for seed in range(30):
        count = 2 + seed % min(3, book.table.players[1] - 1)
        levels = [MIXED[(seed + at) % len(MIXED)] for at in range(count)]
        game = Game(book, seat_players(levels), seed)
        pack = list_cards(game.played)
        deck = set_table(book, None, count).pack
        assert pack == Counter({card: deck.copies(card) for card in CARDS if deck.copies(card)})
        while game.outcome is None:
            before = len(game.played.log)
            game.step()
            if len(game.played.log) > before and not any(place.declared for place in game.played.places):
                assert list_cards(game.played) == pack
        ends[game.outcome.how] += 1
        if is_zero_sum(book):
            assert sum(game.outcome.net) == 0
        record = game.to_dict()
        assert replay(record).to_dict() == record
    assert ends["declared"] > 10


def test_the_shuffle_is_the_same_everywhere() -> None:
    """The first cards of a seed, and the numbers they come from, as the shuffle's first version makes them."""
    assert Chance(0).next()[0] == 0xE220A8397B1DCDAF  # the first number of splitmix64 from 0, as published
    assert [Chance(7).shuffle(range(10))[0] for _ in range(2)] == [Chance(7).shuffle(range(10))[0]] * 2
    assert sorted(Chance(9).shuffle(range(53))[0]) == list(range(53))


@pytest.mark.parametrize("key", KEYS)
def test_a_view_holds_nothing_that_its_seat_cannot_know(key: str) -> None:
    """No hand but its own, no card of the stock and no hidden turned card can be reached from a view."""
    played = deal(key)
    for seat, place in enumerate(played.places):
        view = view_round(played, seat)
        seen = [part for part in walk(view) if isinstance(part, Card)]
        rules = {card for card in walk(played.rulebook) if isinstance(card, Card)}
        known = Counter([*place.hand, *played.discards])
        if played.turned is not None and not played.rulebook.wilds.hidden:
            known[played.turned] += 1
        assert not Counter(card for card in seen if card not in rules) - known
        assert not any(isinstance(part, PlayedRound) for part in walk(view))
        assert view.count_stock() == len(played.stock)


def test_turned_is_not_told_before_it_was_seen() -> None:
    """In Marriage a view, also as JSON, names the tiplu only once its seat has seen it."""
    played = deal("marriage-21")
    assert view_round(played, 0).turned is None
    assert view_round(played, 0).to_dict()["turned"] is None
    assert played.turned is not None


@pytest.mark.parametrize("key", KEYS)
def test_every_listed_move_can_be_made(key: str) -> None:
    """What is listed is allowed, made without an error, and read back from its text."""
    game = play(key, ["ann", "ben"], seed=3)
    for _ in range(12):
        if game.outcome is not None:
            break
        moves = game.list_moves()
        assert moves
        for text in moves:
            assert Move.parse(text).record == text
            assert game.judge_move(text).allowed
            if not text.startswith("declare"):
                game.played.play(text)
        made = [text for text in moves if not text.startswith(("declare", "drop"))]
        game.make(made[len(game.played.log) % len(made)])


@given(st.sampled_from(KEYS), st.integers(0, 10_000), st.lists(st.integers(0, 10**6), min_size=1, max_size=25))
@settings(max_examples=25)
def test_whatever_is_tried_the_table_stays_whole(key: str, seed: int, choices: list[int]) -> None:
    """Random moves, allowed or not: a refused one changes nothing, an allowed one keeps every card."""
    game = play(key, ["ann", "ben", "cho"], seed=seed)
    pack = list_cards(game.played)
    texts = ["draw stock", "draw open", "play", "drop", "declare"]
    for choice in choices:
        if game.outcome is not None:
            break
        hand = [str(card) for card in game.view.hand]
        tried = [*texts, *(f"throw {card}" for card in hand), "throw PJ", f"lay {' '.join(hand[:3])}"]
        text, before = tried[choice % len(tried)], game.played
        try:
            game.make(text)
        except PlayError:
            assert game.played is before
        else:
            assert before.judge_move(text).allowed
            assert list_cards(game.played) == pack


def model_moves(played: PlayedRound) -> set[str]:
    """An independent model of what may be done where melds stay in the hand and nothing is hidden."""
    book, place = played.rulebook, played.places[played.seat]
    penalties, early = book.penalties, not place.begun
    drop = penalties.first_drop if early else penalties.middle_drop
    if played.phase is Phase.DRAW:
        moves = {"draw stock"}
        top = played.discards[-1] if played.discards else None
        wild = set(book.wilds.types(played.turned)) | {CARDS[52]}
        barred = PickingUp.NO_JOKER_BUT_FIRST_OPEN in book.settlement.bars and not played.untouched and top in wild
        if top is not None and not barred:
            moves.add("draw open")
        halves = penalties.before_first_move
        if early and halves is not None and halves.double_before_draw:
            moves.add("declare")
    else:
        kept = PickingUp.FREE_BUT_KEPT in book.settlement.bars and played.taken
        once = [card for card in place.hand if not (card == kept and place.hand.count(card) == 1)]
        moves = {f"throw {card}" for card in once} | {f"declare {card}" for card in place.hand}
        drop = None if book.procedure.dropping.value == "before-drawing" else penalties.middle_drop
    return moves | ({"drop"} if drop is not None else set())


@pytest.mark.parametrize("key", [key for key in KEYS if get_rulebook(key).procedure.laying is Laying.AT_THE_END])
def test_an_independent_model_allows_the_same(key: str) -> None:
    """At every moment of some rounds the moves allowed are those of a small model of their own."""
    for seed in range(4):
        game = Game(key, seat_players(["steady", "new"]), seed)
        while game.outcome is None:
            assert set(game.list_moves()) == model_moves(game.played)
            game.step()


def test_a_wrong_declaration_is_judged_as_laid_and_costs_its_price() -> None:
    """gorummy-13 (S1): the declarer of two pays 80 and the other wins; the record says what was laid out."""
    game = play("gorummy-13", ["ann", "ben"], seed=5)
    game.play("draw stock")
    hand = list(game.view.hand)
    game.play(f"declare {hand[0]}", " | ".join(map(str, hand[1:])))
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winner, game.outcome.net) == ("last-left", 1, (-80, 80))
    assert list(game.to_dict()["groups"]) == ["0"]


def test_groups_must_hold_the_hand() -> None:
    """A declaration with other cards than those held is refused, and nothing has changed."""
    game = play("gorummy-13", ["ann", "ben"], seed=5)
    game.play("draw stock")
    before = game.played
    with pytest.raises(PlayError, match="lay out exactly these cards"):
        game.play(f"declare {before.places[0].hand[0]}", "2H 3H 4H | 5H")
    assert game.played is before


def test_who_drops_pays_and_the_last_one_wins() -> None:
    """gorummy-13 (S1): a first drop costs 10; with two players the other has won."""
    game = play("gorummy-13", ["ann", "ben"], seed=5).play("drop")
    assert game.outcome is not None
    assert (game.outcome.how, game.outcome.winner, game.outcome.net) == ("last-left", 1, (-10, 10))


def test_a_move_is_taken_back() -> None:
    """The table is as it was before the last move of a person; bots' moves go with it."""
    game = play("octro-13", ["ann", "steady"], seed=2)
    before = game.played
    game.play("draw stock").play(next(move for move in game.list_moves() if move.startswith("throw")))
    assert game.take_back().take_back().played == before


def test_a_round_is_a_record_and_a_table_of_its_moves() -> None:
    """Whoever plays it again has the same round; the table has a row for each move."""
    game = play("gorummy-13", ["steady", "Asha"], seed=5)
    again = load_play(game.to_json())
    assert again.to_dict() == game.to_dict() and again.to_frame().equals(game.to_frame())
    moves = [[seat, move] for seat, _, move in game.to_frame().itertuples(index=False)]
    assert moves == game.to_dict()["moves"] and moves
    assert play("gorummy-13", ["Asha", "steady"]).to_frame().empty


def test_a_record_that_leads_elsewhere_is_refused() -> None:
    """Another end than the moves lead to, a move out of turn, another version: each is said."""
    record = Game("gorummy-13", seat_players(["steady", "new"]), 4).go_on().to_dict()
    assert load_play(record).outcome is not None
    for change, told in (
        ({"end": {"how": "void", "winner": None, "net": [0, 0]}}, "another end"),
        ({"moves": [[1, "draw stock"]]}, "not this player's turn"),
        ({"shuffle": 2}, "version"),
        ({"command": "rm"}, "no field"),
        ({"moves": [*record["moves"][:1], [0, "thorw 2D"]]}, "^move 2: .thorw 2D. is not a move.*draw stock"),
        ({"moves": "none"}, "list"),
    ):
        with pytest.raises(Exception, match=told):
            replay({**record, **change})


def test_marriage_declares_with_a_tunnela_laid_before_play() -> None:
    """The cards of a tunnela laid before play count when the hand declares (S3)."""
    turn = Turn(
        rulebook=get_rulebook("marriage-21"),
        turned=Card.parse("JD"),
        players=3,
        hand=read_cards("2S 3S 4S 5S 6S 7S 8S 9S TS 2H 3H 4H 5H 6H 7H 8H 9H TH KC"),
        stock=read_cards("2C"),
        discards=read_cards("9H"),
        phase=Phase.THROW,
        seen=True,
        laid=(read_cards("7D 7D 7D"),),
    )
    assert turn.judge_move("declare KC").allowed


def test_what_was_shown_to_see_the_tiplu_stays() -> None:
    """A card of melds that were shown is neither thrown nor thrown to declare, but for one more of the same."""
    turn = Turn(
        rulebook=get_rulebook("marriage-21"),
        turned=Card.parse("JD"),
        players=3,
        hand=read_cards("2S 3S 4S 2H 3H 4H 7D 8D 9D 9D KC QC 2C 4C 6C 8C TC 5H 7H 9H JS KS"),
        stock=read_cards("2C"),
        discards=read_cards("9H"),
        phase=Phase.THROW,
        as_laid=True,
    )
    assert turn.judge_move("throw 2S").allowed
    seen = turn.play("see 2S 3S 4S, 2H 3H 4H, 7D 8D 9D")
    for move in ("throw 2S", "declare 8D"):
        assert seen.judge_move(move).code == "shown-to-see" and seen.judge_move(move).source == "S3"
    assert seen.judge_move("throw 9D").allowed and seen.judge_move("throw KC").allowed
    assert not seen.play("throw 9D").judge_move("throw 9D").allowed


@pytest.mark.parametrize("key", ["gorummy-13", "octro-13", "paplu-21", "rummy-21", "marriage-21"])
def test_what_a_bot_knows_since_its_throw_bounds_what_a_search_finds(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exchanges that are known without a search are those that one finds, and mostly nothing is left to search."""
    known, real = [], Exact.bound

    def bound(bot: Exact, view: View, held: tuple[Card, ...]) -> tuple[int, int]:
        least, most = real(bot, view, held)
        if bot.kept is not None:
            gone = view.gone if held == view.cards else without(view.gone, held[-1])
            known.append(least == most)
            assert least <= measure(held, view, gone) <= most
        return least, most

    monkeypatch.setattr(Exact, "bound", bound)
    for seed in range(2):
        Game(key, seat_players(["exact", "exact", "strong"]), 880 + seed).go_on()
    assert sum(known) > len(known) / 2


@pytest.mark.parametrize("key", ["gorummy-13", "octro-13", "paplu-21", "rummy-21", "marriage-21"])
def test_what_a_bot_knows_since_its_throw_changes_no_throw(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is thrown as without it; each way that is known of a hand gives up its cards and buys what can be had."""
    known, real = [], Exact.choose_throw

    def choose_throw(bot: Exact, view: View, throws: Sequence[Card], chance: Chance) -> Card:
        held = Counter(card.index for card in view.cards)
        stock = count_stock(held, view.deal, view.gone)
        for way in () if bot.kept is None else bot.kept.list_ways(view.cards, view.deal, stock):
            assert held - Counter(way.given) + Counter(way.bought) == Counter(way.hand)
            assert all(stock[index] >= way.bought.count(index) for index in way.bought)
            known.append(way)
        alone = Exact().choose_throw if bot.kept is not None else None
        chosen = real(bot, view, throws, chance)
        assert alone is None or alone(view, throws, chance) == chosen
        return chosen

    monkeypatch.setattr(Exact, "choose_throw", choose_throw)
    for seed in range(2):
        Game(key, seat_players(["exact", "exact", "strong"]), 890 + seed).go_on()
    assert known
