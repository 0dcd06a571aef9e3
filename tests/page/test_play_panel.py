"""The play table of the page: dealing, moves and their rules, help, a risky declaration, the end, and a reload."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.game.cards import PRINTED_JOKER, Card, Hand
from rummy_tutor.game.rules import Kind
from rummy_tutor.page.learn.study import keep, study_of
from rummy_tutor.page.learn.turn_view import draw_turn
from rummy_tutor.page.panels import pick_panels, receive
from rummy_tutor.page.play.advice import find_use
from rummy_tutor.page.play.help import NO_HELP
from rummy_tutor.page.play.past import choose_level, note_end
from rummy_tutor.page.play.reasons import tell_cards, tell_end, tell_meld, tell_reason, tell_why
from rummy_tutor.page.play.seated import SEATED, Seated, find_seated, keep_seated
from rummy_tutor.page.play.view import draw_seat
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.memory import recall, write_memory
from rummy_tutor.playing.bots import Bot, Exact, advise_move
from rummy_tutor.playing.chance import Chance
from rummy_tutor.playing.game import play
from rummy_tutor.playing.moves import Move, Phase
from rummy_tutor.playing.record import replay
from rummy_tutor.playing.review import Reviewer
from rummy_tutor.playing.sight import fits
from rummy_tutor.solver.best import find_best
from rummy_tutor.study.dropping import weigh_drop
from rummy_tutor.tutor.beliefs import kind_of

(PANEL,) = pick_panels("play")


def sit_down(key: str = "gorummy-13", others: int = 1, level: str = "steady", *, played: int = 3) -> Session:
    """A session at the play table, cards dealt, after some rounds of the game that were lost at that level."""
    session = Session("2H 3H 4H", key)
    receive(session, {"type": "mode", "mode": "play"})
    for at in range(played):
        note_end(session, f"{key}-{at}", {"game": key, "level": level, "won": False})
    ask(session, "deal", others=others, level=level)
    return session


def ask(session: Session, do: str, **values: object) -> None:
    """Ask something of the play table, which must not fail."""
    receive(session, {"type": "play", "do": do, **values})
    assert session.problem is None


def see(session: Session) -> Any:
    """What the panel shows, as a browser gets it."""
    return json.loads(json.dumps(PANEL.draw(session)))


def play_out(session: Session) -> Any:
    """Play the person's seat as a steady player would, to the round's end; what is shown then."""
    for move in range(400):
        view = see(session)
        if view["end"] is not None:
            return view
        seated = find_seated(session)
        assert seated is not None and seated.is_mine
        ask(session, "play", move=Bot().choose(seated.view, Chance(move)).record)
    raise AssertionError("the round does not end")


def test_before_a_round_its_players_are_chosen() -> None:
    """The game, the levels and the numbers of other players that it allows."""
    session = Session("2H 3H 4H", "marriage-21")
    receive(session, {"type": "mode", "mode": "play"})
    deal = see(session)["deal"]
    assert deal["others"] == [1, 2, 3, 4]
    assert [level["key"] for level in deal["levels"]] == ["new", "steady", "exact", "strong"]


@pytest.mark.parametrize(
    ("key", "options", "proposed"),
    [("paplu-27", (), True), ("paplu-27", ("at-the-block",), False), ("gorummy-13", (), False)],
)
def test_a_table_whose_round_may_be_void_is_told_of_the_house_option(
    key: str, options: tuple[str, ...], proposed: bool
) -> None:
    """R62: with five players 27-card rummy leaves a stock of 22 cards."""
    session = Session("2H 3H 4H", key, options=options)
    receive(session, {"type": "mode", "mode": "play"})
    assert ("At the block" in PANEL.draw(session)["deal"]["about"]) is proposed


def test_who_has_chosen_a_match_is_told_where_it_is_scored() -> None:
    """With an option such as a pool; without one nothing is said of it."""
    for options in ((), ("pool-101",)):
        session = Session("2H 3H 4H", "adgaming-13", options=options)
        receive(session, {"type": "mode", "mode": "play"})
        assert ("scored under Scores" in see(session)["deal"]["about"]) is bool(options)


@pytest.mark.parametrize("key", tuple(RULEBOOKS))
def test_a_round_is_played_to_its_end(key: str) -> None:
    """In every game: the others move by themselves, the log grows, and the end says what everybody wins or loses."""
    session = sit_down(key, others=2)
    end = play_out(session)["end"]
    assert len(end["rows"]) == 3
    assert sum(row["mine"] for row in end["rows"]) == 1
    assert end["head"]


def test_a_beginner_is_told_of_jokers_and_of_dropping_once_they_matter() -> None:
    """Jokers where one is held; to drop is offered once all help is asked for, which tells of it."""
    told = set()
    for seed in range(8):
        random.seed(seed)
        session = sit_down(played=0)
        seated = find_seated(session)
        assert seated is not None and seated.guided
        jokers = [card for card in seated.view.hand if seated.view.deal.is_wild[card.index]]
        wild = see(session)["offers"]["wild"]
        assert bool(wild) == bool(jokers)
        assert wild.startswith("Your joker") == (bool(jokers) and all(card.is_printed_joker for card in jokers))
        told.add(wild.split(" ")[0])
    assert len(told) > 1 and see(session)["table"]["buttons"] == []
    ask(session, "help")
    ask(session, "help")
    assert "You may also drop out: you leave this round and pay 10 points." in see(session)["help"]["lines"]
    assert [button["move"] for button in see(session)["table"]["buttons"]] == ["drop"]


def test_who_chooses_a_hard_level_may_drop_at_once_and_is_told_nothing_unasked() -> None:
    """The first round against *strong* players: no help open, no question about wild cards, and a button to drop."""
    random.seed(1)
    session = sit_down(level="strong", played=0)
    shown, seated = see(session), find_seated(session)
    assert seated is not None and not seated.guided and not seated.aided
    assert shown["first"] is None and [button["move"] for button in shown["table"]["buttons"]] == ["drop"]


@pytest.mark.parametrize("key", ["gorummy-13", "rummy-21", "vazhushal-13", "paplu-27"])
def test_before_the_first_round_a_wild_card_completes_a_sequence(key: str) -> None:
    """With a card that is wild in that very round, before the first move; the other is neither wild nor next."""
    for seed in range(6):
        random.seed(seed)
        session = sit_down(key, level="new", played=0)
        seated, first = find_seated(session), see(session)["first"]
        assert seated is not None
        deal, shown = seated.view.deal, tuple(Card.parse(card["key"]) for card in first["cards"])
        offers = {offer["right"]: Card.parse(offer["card"]["key"]) for offer in first["offers"]}
        kinds = {right: kind_of((*shown, card), deal) for right, card in offers.items()}
        assert (kinds[True], kinds[False]) == (Kind.IMPURE_SEQUENCE, Kind.INVALID)
        assert deal.is_wild[offers[True].index] and not deal.is_wild[offers[False].index]
        right = next(offer for offer in first["offers"] if offer["right"])
        assert right["laid"]["stands"]["name"] and not right["card"]["stands"]
    ask(session, "play", move=seated.advised.record)
    assert see(session)["first"] is None


def test_who_has_met_wild_cards_is_not_asked_about_them() -> None:
    """Neither after a round, nor after the lesson, nor where nobody knows yet which cards are wild."""
    assert see(sit_down(played=1))["first"] is None
    assert see(sit_down("marriage-21", played=0))["first"] is None
    session = sit_down(played=0)
    assert see(session)["first"] is not None
    study, book = study_of(session), session.rulebook
    met = replace(study.progress(book), lessons={"wild": study.progress(book).course("wild")})
    keep(session, replace(study, courses={book.key: met}))
    assert see(session)["first"] is None


def test_a_beginner_is_told_what_a_joker_of_theirs_stands_for() -> None:
    """The sentence names a card of a group shown and what is written on it there."""
    told = 0
    for seed in range(12):
        random.seed(seed)
        view = see(sit_down(played=0))
        cards = [card for group in view["table"]["hand"] for card in group]
        named = re.search(r"Here (\S+) stands for (\S+)\.", view["offers"]["wild"])
        stands = {f"{card['rank']}{card['suit'] or ''}": card["stands"] for card in cards if card["stands"]}
        assert bool(named) >= bool(stands)
        if named and named[2] != "itself":
            pip = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
            card, other = ("".join(pip.get(letter, letter) for letter in word) for word in named.groups())
            assert other in [f"{card['rank']}{card['suit'] or ''}" for card in stands.values()] and card in stands
            told += 1
    assert told > 2


def test_the_card_that_help_would_throw_is_marked() -> None:
    """On the card itself, with the word of the button; not before a move is advised."""
    session = sit_down()
    ask(session, "play", move="draw stock")
    for asked in (False, True):
        ask(session, "help")
        cards = [card for group in see(session)["table"]["hand"] for card in group]
        seated = find_seated(session)
        assert seated is not None
        marked = [card["text"] for card in cards if card.get("tag") == "throw"]
        assert marked == ([str(seated.advised.cards[0])] if asked else [])


def test_the_groups_shown_are_those_that_help_speaks_of() -> None:
    """Each step of help before a throw names loose cards, the advised one among them; what it leaves lies in groups."""
    for seed in range(12):
        random.seed(seed)
        session = sit_down()
        ask(session, "play", move="draw stock")
        ask(session, "help")
        seated = find_seated(session)
        assert seated is not None
        advised = seated.advised
        if advised.kind == "throw":
            ask(session, "help")
            assert advised.cards[0] in seated.loose


def test_every_card_that_help_names_is_good_in_the_review() -> None:
    """Who throws the card that help names is not told of a mistake; before it names one it asks which that is."""
    named = 0
    for seed in range(3, 7):  # in each of them a loose card is as near as the others, and a mistake all the same
        random.seed(seed)
        session = sit_down(played=0)
        for _ in range(12):
            seated = find_seated(session)
            assert seated is not None
            if seated.is_over:
                break
            if seated.advised.kind == "throw":
                asked = see(session)["help"]["lines"]
                assert "Which card helps you least?" in asked and not re.search(r"[♠♥♦♣]", " ".join(asked))
                tried = seated.make(seated.advised)
                review = Reviewer(replay(tried.game.to_dict())).look_back()
                assert not [found.move for found in review.found if found.at == len(seated.played.log)]
                ask(session, "help")
                told = see(session)["help"]["lines"][-1]
                assert told.startswith(f"I would throw {tell_cards(seated.advised.cards)}.")
                named += 1
            ask(session, "play", move=seated.advised.record)
    assert named > 12


def test_groups_of_ones_own_stay_until_the_best_ones_are_asked_for() -> None:
    """A card drawn lies loose beside them, one thrown is gone from them; nobody lays cards that they do not hold."""
    session = sit_down()
    seated = find_seated(session)
    assert seated is not None
    hand = list(seated.view.hand)
    ask(session, "lay", groups=[[str(card) for card in hand[:2]], [str(card) for card in hand[2:7]]])
    assert see(session)["words"]["group"] != see(sit_down())["words"]["group"]
    ask(session, "play", move="draw stock")
    laid = find_seated(session)
    assert laid is not None and laid.melds == (tuple(hand[:2]), tuple(hand[2:7])) and len(laid.loose) == 7
    shown = [[card["text"] for card in group] for group in see(session)["table"]["hand"]]
    assert [sorted(group) for group in shown[:2]] == [sorted(map(str, hand[:2])), sorted(map(str, hand[2:7]))]
    ask(session, "play", move=f"throw {hand[0]}")
    assert (now := find_seated(session)) is not None and now.melds == (tuple(hand[2:7]),)
    ask(session, "group")
    assert (best := find_seated(session)) is not None and not best.own and best.grouped
    receive(session, {"type": "play", "do": "lay", "groups": [[str(hand[3])] * 9]})
    assert session.problem is not None and not find_seated(session).own


def follow_rounds(seeds: int, moves: int) -> Iterator[tuple[Session, Seated]]:
    """Tables against beginners; whoever takes one makes the next move, until the round is over."""
    for seed in range(seeds):
        random.seed(seed)
        session = sit_down(level="new", played=0)
        for _ in range(moves):
            seated = find_seated(session)
            assert seated is not None
            if seated.is_over:
                break
            yield session, seated


def test_who_declares_throws_a_card_of_no_group() -> None:
    """The card that is named and marked lies loose on the table where a loose one will do, in every step of help."""
    loose = 0
    for session, seated in follow_rounds(40, 40):
        if seated.last is not None:
            view, card = see(session), tell_cards([seated.last])
            assert f"Choose {card}." in view["offers"]["prompt"] and seated.advised == Move("declare", (seated.last,))
            (marked,) = [held for group in view["table"]["hand"] for held in group if held.get("tag") == "throw"]
            assert marked["short"] == card
            assert not seated.loose or any(held is marked for held in view["table"]["hand"][-1])
            loose += bool(seated.loose)
        ask(session, "play", move=seated.advised.record)
        if loose > 4:
            return
    raise AssertionError(loose)


def test_it_is_said_why_groups_have_been_moved() -> None:
    """Where a group is broken whose cards are all still held: more cards lie in groups, or in better ones."""
    told = 0
    for session, before in follow_rounds(12, 30):
        ask(session, "play", move=before.advised.record)
        now = find_seated(session)
        assert now is not None
        n, was = (sum(map(len, groups)) for groups in (now.melds, before.melds))
        lines = [line for line in see(session)["help"]["lines"] if line.startswith("I have moved")]
        more = f"I have moved your cards: {n} lie in groups now, {was} did before."
        assert lines == ([more if n > was else "I have moved your cards into better groups."] if now.broken else [])
        told += len(lines)
    assert told > 1


def test_groups_keep_their_places_while_cards_come_and_go() -> None:
    """Over a draw, a step of help or a throw groups that share cards with one before lie in the order of these."""
    kept = 0
    for seed in range(6):
        random.seed(seed)
        session = sit_down("rummy-21", played=0)
        for _ in range(10):
            seated = find_seated(session)
            assert seated is not None
            if seated.is_over:
                break
            before = seated.melds
            ask(session, "help") if seated.help == 1 else ask(session, "play", move=seated.advised.record)
            now = find_seated(session)
            assert now is not None
            shared = [[len(list((Counter(group) & Counter(was)).elements())) for was in before] for group in now.melds]
            places = [counts.index(max(counts)) for counts in shared if max(counts, default=0) > 1]
            assert places == sorted(places)
            kept += len(places)
    assert kept > 60


def test_help_says_what_the_next_player_took() -> None:
    """A card that goes with one that they took is not thrown where another one is as good; else it is told."""
    told = set()
    for seed in range(60):
        random.seed(seed)
        session = sit_down(level="new")
        for _ in range(8):
            seated = find_seated(session)
            assert seated is not None
            if seated.is_over:
                break
            first = advise_move(seated.view)
            if first.kind == "throw" and (use := find_use(seated.view, first.cards[0])) is not None:
                assert use.taken in seated.view.others[use.seat].taken and fits(use.taken, first.cards[0])
                sentence = tell_why(seated.view, seated.advised, seated.sitters)
                assert f"Asha took {tell_cards([use.taken])}, and may want" in sentence
                told.add(seated.advised == first)
                assert seated.advised == first or find_use(seated.view, seated.advised.cards[0]) is None
            ask(session, "play", move=seated.advised.record)
        if len(told) == 2:
            return
    raise AssertionError(f"no such hand was dealt: {told}")


def test_the_groups_are_those_of_the_way_that_is_nearest() -> None:
    """Five jokers of eight make no group while the sequences are nearer; what the hand lacks is told of that way."""
    session = sit_down("rummy-21")
    seated = find_seated(session)
    assert seated is not None
    hand = "PJ 3S 3D 3D 4H 4S 5S 6S AS 5S QS 7H TH JH KH 6C 8C TC KC 7D QD"
    places = list(seated.played.places)
    places[seated.seat] = replace(places[seated.seat], hand=Hand.parse(hand).cards)
    keep_seated(session, replace(seated, played=replace(seated.played, turned=Card.parse("3H"), places=tuple(places))))
    for _ in range(3):
        ask(session, "help")
    view = see(session)
    assert "Jokers" not in view["table"]["hand_words"] and "Set" in view["table"]["hand_words"]
    assert sum("you need" in line for line in view["help"]["lines"]) == 1


def test_the_end_says_why_a_hand_costs_what_it_costs() -> None:
    """Of each player who pays for cards, with that figure."""
    random.seed(2)
    end = play_out(sit_down())["end"]
    lost = [row for row in end["rows"] if not row["won"]]
    assert lost and all(row["why"] and row["net"].removeprefix("−") in row["why"] for row in lost)
    assert all(not row["why"] for row in end["rows"] if row["won"])
    assert end["why"] in [row["why"] for row in lost]  # in sight without a press


def test_who_drops_is_not_told_what_the_cards_cost() -> None:
    """A drop has its own price, whatever the cards."""
    session = sit_down()
    ask(session, "play", move="drop")
    end = see(session)["end"]
    assert end["net"].startswith("−") and not end["why"] and not any(row["why"] for row in end["rows"])


def test_a_refused_move_says_its_rule_and_changes_nothing() -> None:
    """Throwing before drawing is refused with the rule that says so; the table stays as it was."""
    session = sit_down()
    before = find_seated(session)
    assert before is not None
    ask(session, "play", move=f"throw {before.view.hand[0]}")
    said = see(session)["table"]["said"]
    assert said["refused"] and said["line"]["text"]
    after = find_seated(session)
    assert after is not None and after.played == before.played


@pytest.mark.parametrize(
    ("key", "turned", "told"),
    [
        ("gorummy-13", "3D", "3♦ was turned: every three is wild"),
        ("vazhushal-13", "3D", "3♦ was turned: 3♠ 3♣ are wild"),
        ("paplu-27", "3D", "3♦ was turned: A♦ 2♦ 3♦ 4♦ 5♦ are wild"),
        ("marriage-21", None, "Nobody knows the wild cards before"),
    ],
)
def test_the_table_says_which_cards_are_wild(key: str, turned: str | None, told: str) -> None:
    """With the turned card, which bears the mark where it is wild itself."""
    session = sit_down(key)
    seated = find_seated(session)
    assert seated is not None
    if turned is not None:
        keep_seated(session, replace(seated, played=replace(seated.played, turned=Card.parse(turned))))
    view = see(session)
    assert view["offers"]["wild"].startswith(told)
    card = view["table"]["turned"]["card"]
    assert (card is None) == (turned is None)
    assert card is None or card["wild"] == (key != "vazhushal-13")


def test_wild_cards_say_what_they_stand_for() -> None:
    """In its meld each lies in the place that it fills, and its name says so."""
    turn = find_seated(sit_down()).played.turn
    turn = replace(turn, turned=Card.parse("3D"), hand=Hand.parse("8S 3H TS QS PJ QH KD").cards)
    melds = [Hand.parse(cards).cards for cards in ("3H 8S TS", "QS PJ QH")]
    drawn = draw_turn(turn, melds)
    stands = [[card["stands"] and card["stands"]["name"] for card in group] for group in drawn["hand"]]
    assert stands == [[None, "nine of spades", None], [None, None, "queen of diamonds"], [None]]
    assert "nine of spades" in drawn["hand"][0][1]["name"]


def test_a_drop_is_there_only_where_it_is_allowed_and_says_its_price() -> None:
    """In gorummy-13 a first drop costs 10 (S1); after drawing nobody drops."""
    session = sit_down()
    (drop,) = see(session)["table"]["buttons"]
    assert drop["label"] == "Drop out: pay 10" and "pay 10 points" in drop["sure"]["ask"]
    assert see(session)["offers"]["draw_first"] == "You must draw a card first."
    ask(session, "play", move="draw stock")
    assert not see(session)["offers"]["draw_first"]
    assert see(session)["table"]["buttons"] == [] and "throw" in see(session)["offers"]["prompt"]


def test_the_line_above_the_hand_names_what_can_be_drawn() -> None:
    """The open card by its name, and only the stock where there is none."""
    session = sit_down()
    seated = find_seated(session)
    assert seated is not None
    assert seated.view.open.pretty.replace("T", "10") in see(session)["offers"]["prompt"]
    keep_seated(session, replace(seated, played=replace(seated.played, discards=())))
    assert see(session)["offers"]["prompt"] == "Your turn: draw from the stock."


def test_help_comes_in_steps() -> None:
    """First how far the hand is, then what a good player would do, then what is lacking; a move folds it away."""
    session = sit_down()
    assert see(session)["help"]["lines"] == []
    ask(session, "help")
    (first,) = see(session)["help"]["lines"]
    assert re.fullmatch(r"You are \d+ cards? away from declaring\.", first)
    ask(session, "help")
    lines = see(session)["help"]["lines"]
    assert re.match(
        r"(If you play on: )?I would (draw from the stock\. .* help you|take .*(It makes|With ))", lines[-1]
    )
    ask(session, "help")
    last = see(session)["help"]
    assert last["lines"][0].startswith("I would ") and last["more"] == "" and first not in last["lines"]
    assert any("you need" in line.lower() or "no meld" in line for line in last["lines"][1:])
    ask(session, "play", move="draw stock")
    assert see(session)["help"]["lines"] == []


def test_help_says_first_that_it_is_cheaper_to_drop() -> None:
    """Where hands like the one held paid less than a drop costs; the move of who plays on stands last."""
    wanted = [False, True]
    for seed in range(40):
        random.seed(seed)  # what is dealt
        session = sit_down()
        seated = find_seated(session)
        assert seated is not None
        ask(session, "help")
        ask(session, "help")
        lines = see(session)["help"]["lines"]
        cheaper = weigh_drop(seated.view.cards, seated.view.deal, seated.view.gone).best == "drop"
        assert lines[0].startswith("Before your first draw: to drop costs 10 points") == cheaper
        assert lines[-1].startswith("If you play on: I would ") == cheaper
        wanted = [case for case in wanted if case != cheaper]
        if not wanted:
            return
    raise AssertionError("no such hand was dealt")


def test_help_is_open_in_the_first_rounds_of_a_game() -> None:
    """It is there without being asked for, also after a move and a reload; hidden, it is asked for."""
    session = sit_down(played=2)
    assert see(session)["help"]["open"] and see(session)["help"]["lines"] and see(session)["kept"]["now"]["aided"]
    ask(session, "play", move="draw stock")
    assert see(session)["help"]["lines"] and see(session)["help"]["more"] == "More help"
    fresh = Session("2H 3H 4H", "gorummy-13")
    recall(fresh, json.loads(json.dumps(write_memory(session))))
    receive(fresh, {"type": "mode", "mode": "play"})
    assert see(fresh)["help"]["lines"] == see(session)["help"]["lines"]
    ask(session, "hide")
    assert see(session)["help"] == {**NO_HELP, "more": "Help"}
    later = sit_down()
    assert not see(later)["help"]["open"] and not see(later)["kept"]["now"]["aided"]


def test_the_other_players_are_as_good_as_the_learner() -> None:
    """Beginners at first; better ones after two rounds won in a row, others after three that were lost."""
    session = Session("2H 3H 4H", "gorummy-13")
    receive(session, {"type": "mode", "mode": "play"})
    assert see(session)["deal"]["level"] == "new"
    results = "WW" + "WLLWWW" + "LLL" + "L"
    offered = []
    for at, result in enumerate(results):
        level = see(session)["deal"]["level"]
        note_end(session, f"gorummy-13-{at}", {"game": "gorummy-13", "level": level, "won": result == "W"})
        offered.append(see(session)["deal"]["level"])
    expected = ["new", "steady", "steady", "steady", "steady", "steady", "exact", "exact"]
    assert offered == [*expected, "exact", "exact", "steady", "steady"]
    assert choose_level(session, "octro-13") == "new"


def test_how_a_round_ended_is_kept() -> None:
    """Once it is over; not while it goes on again after a move was taken back; a visit later it is known."""
    session = sit_down(played=0)
    ask(session, "play", move="drop")
    kept = see(session)["kept"]["ended"]
    assert [*kept.values()] == [{"game": "gorummy-13", "level": "steady", "won": False}]
    ask(session, "take_back")
    assert see(session)["kept"]["ended"] == {}
    fresh = Session("2H 3H 4H", "gorummy-13")
    receive(fresh, {"type": "mode", "mode": "play"})
    ask(
        fresh,
        "recall",
        rounds=None,
        ended={**kept, "x": {"game": 3}, "y": {**next(iter(kept.values())), "level": "?"}},
        now=None,
    )
    assert see(fresh)["kept"]["ended"] == kept != {}


def test_a_declaration_that_would_fail_is_asked_about_first() -> None:
    """It costs 80 in gorummy-13 (S1): it is made only by who means it, and the other player then wins."""
    session = sit_down()
    ask(session, "play", move="draw stock")
    seated = find_seated(session)
    assert seated is not None
    ask(session, "play", move=f"declare {seated.view.hand[0]}")
    assert "80" in see(session)["risk"]["ask"]
    ask(session, "play_on")
    assert see(session)["risk"] is None
    ask(session, "play", move=f"declare {seated.view.hand[0]}")
    ask(session, "declare")
    end = see(session)["end"]
    assert end["net"] == "−80" and end["tone"] == "bad"
    assert end["head"] == "Your declaration was wrong. Asha wins the round."


def test_of_two_players_the_end_says_why_the_other_left() -> None:
    """Who stays has not won "as the last one left"."""
    dropped = play("gorummy-13", ["Asha", "ben"], seed=5).play("drop")
    assert tell_end(dropped.played, dropped.sitters, 1) == "Asha dropped out. You win the round!"
    drawn = play("gorummy-13", ["Asha", "ben"], seed=5).play("draw stock")
    last, *kept = drawn.played.turn.hand
    declared = drawn.play(f"declare {last}", [[card] for card in kept])
    assert tell_end(declared.played, declared.sitters, 1) == "Asha declared wrongly. You win the round!"


def test_the_end_of_a_won_round() -> None:
    """The others say so, and it is counted how many rounds of the game have been won."""
    session = sit_down(level="new")
    seated = find_seated(session)
    assert seated is not None
    cards = Hand.parse("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KH AS").cards
    won = replace(seated.played, turned=Card.parse("QD"), phase=Phase.THROW, seat=seated.seat)
    places = [replace(one, hand=cards) if at == seated.seat else one for at, one in enumerate(won.places)]
    keep_seated(session, replace(seated, played=replace(won, places=tuple(places)), guided=True, help=1))
    assert see(session)["offers"]["prompt"] == "You can declare! Choose A♠." and not see(session)["help"]["lines"]
    ask(session, "play", move="declare AS")
    view = see(session)
    assert view["end"]["tone"] == "good" and view["tally"] == "You have won 1 of 4 rounds."
    note_end(session, "gorummy-13-one-more", {"game": "gorummy-13", "level": "new", "won": True})
    assert see(session)["tally"] == "You have won 2 of 5 rounds. Better players sit down next: Steady."
    assert [(seat["did"], seat["mood"]) for seat in view["seats"] if not seat["mine"]] == [("“Well played!”", "sorry")]


def test_what_each_player_threw_before_is_seen() -> None:
    """Beside their last move the cards of the turns before, in their order; not of the learner."""
    random.seed(4)
    session = sit_down(others=2, level="new")
    for _ in range(4):
        ask(session, "play", move="draw stock")
        seated = find_seated(session)
        assert seated is not None
        ask(session, "play", move=f"throw {seated.view.list_throws()[-1]}")
    seated = find_seated(session)
    assert seated is not None and not seated.is_over
    for at, seat in enumerate(see(session)["seats"]):
        throws = [done.move.cards for done in seated.played.log if done.seat == at and done.move.kind == "throw"]
        earlier = " ".join(map(tell_cards, throws[-5:-1]))
        assert seat["threw"] == ("" if seat["mine"] else f"before: {earlier}") and len(throws) > 3


def test_help_tells_what_the_hand_costs_now() -> None:
    """Before a draw; not in marriage-21, where more than the hand counts."""
    for key, tells in (("gorummy-13", True), ("marriage-21", False)):
        session = sit_down(key)
        if key == "marriage-21":
            ask(session, "play", move="play")
        for _ in range(3):
            ask(session, "help")
        seated = find_seated(session)
        assert seated is not None
        points = find_best(seated.view.cards, seated.view.deal).points
        told = f"If somebody declares now, your hand costs {points} point"
        assert any(line.startswith(told) for line in see(session)["help"]["lines"]) == tells


def test_melds_are_shown_once_and_after_a_draw() -> None:
    """The button is there while it can be pressed: not before a card was drawn, and not once the tiplu is seen."""

    def offers() -> bool:
        return any(button["move"] == "see" for button in see(session)["table"]["buttons"])

    session = sit_down("marriage-21")
    ask(session, "play", move="play")
    assert not offers()
    ask(session, "play", move="draw stock")
    assert offers()
    seated = find_seated(session)
    assert seated is not None
    places = tuple(replace(place, seen=True) for place in seated.played.places)
    keep_seated(session, replace(seated, played=replace(seated.played, places=places)))
    assert not offers()


def test_a_move_is_taken_back() -> None:
    """The table is as it was before the last move."""
    session = sit_down()
    before = see(session)
    ask(session, "play", move="draw stock")
    ask(session, "take_back")
    assert see(session)["table"]["hand"] == before["table"]["hand"]


def test_a_round_outlasts_a_reload() -> None:
    """What a tab keeps brings the same cards back; damaged, it is left out and a round can be dealt."""
    session = sit_down()
    ask(session, "play", move="draw stock")
    kept = json.loads(json.dumps(write_memory(session)))
    fresh = Session("2H 3H 4H", "gorummy-13")
    recall(fresh, kept)
    receive(fresh, {"type": "mode", "mode": "play"})
    assert see(fresh)["table"]["hand"] == see(session)["table"]["hand"]
    kept["kept"]["play"]["record"]["moves"] = [[0, "fly"]]
    damaged = Session("2H 3H 4H", "gorummy-13")
    recall(damaged, kept)
    receive(damaged, {"type": "mode", "mode": "play"})
    assert see(damaged)["deal"] is not None


def test_a_round_under_way_is_there_in_another_tab() -> None:
    """What the browser keeps brings it up where no other round is played; damaged, a round can be dealt."""
    session = sit_down()
    ask(session, "help")
    ask(session, "play", move="draw stock")
    now = see(session)["kept"]["now"]
    assert now["aided"]
    tab = Session("2H 3H 4H", "gorummy-13")
    receive(tab, {"type": "mode", "mode": "play"})
    ask(tab, "recall", rounds=None, ended=None, now=now)
    assert see(tab)["table"]["hand"] == see(session)["table"]["hand"] and see(tab)["kept"]["now"]["aided"]
    busy = sit_down()
    before = see(busy)["table"]["hand"]
    ask(busy, "recall", rounds=None, ended=None, now=now)
    assert see(busy)["table"]["hand"] == before
    for damaged in (None, 3, {"record": {"play": 1}}, {"record": {**now["record"], "moves": [[0, "fly"]]}}):
        ask(tab := Session("2H 3H 4H", "gorummy-13"), "recall", rounds=[], ended=None, now=damaged)
        receive(tab, {"type": "mode", "mode": "play"})
        assert see(tab)["deal"] is not None


def test_leaving_and_another_round() -> None:
    """Another round has the same players; who leaves chooses anew."""
    session = sit_down(others=3, level="new")
    first = SEATED.of(session)
    ask(session, "again")
    second = SEATED.of(session)
    assert first is not None and second is not None
    assert len(second.sitters) == 4 and second.seed != first.seed
    ask(session, "leave")
    assert see(session)["deal"] is not None


def test_help_after_a_refused_move_is_seen() -> None:
    """It stands in place of what was said of the move, and can be asked for step by step as before."""
    session = sit_down()
    ask(session, "play", move="throw KS")
    assert see(session)["table"]["said"] is not None
    for step in (1, 2, 3):
        ask(session, "help")
        assert see(session)["table"]["said"] is None and see(session)["help"]["lines"], step


def test_another_round_of_another_game_keeps_the_level() -> None:
    """The first round of a game is as hard as the one before it, which was chosen."""
    session = sit_down(others=2, level="exact")
    receive(session, {"type": "set", "rulebook": "octro-13"})
    ask(session, "again")
    seated = SEATED.of(session)
    assert seated is not None and seated.played.rulebook.key == "octro-13"
    assert (len(seated.sitters), seated.level) == (3, "exact")


def test_nothing_of_the_others_is_sent() -> None:
    """What the browser gets names no card of another hand, nor any of the stock, while the round goes on."""
    session = sit_down(others=1)
    seated = find_seated(session)
    assert seated is not None
    hidden = {str(card) for card in (*seated.played.stock, *seated.played.places[1 - seated.seat].hand)}
    shown = {card["text"] for group in see(session)["table"]["hand"] for card in group}
    sent = see(session)
    texts = {card["text"] for card in sent["table"]["pile"]["cards"]} | shown
    own = {str(card) for card in (*seated.view.hand, *seated.played.discards)}
    assert texts <= own
    assert hidden - own


@pytest.mark.parametrize("key", ["marriage-21", "vazhushal-13"])
def test_advice_has_a_reason_before_the_tiplu_and_where_melds_are_laid(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every draw and throw of a whole round that is advised says why."""
    monkeypatch.setattr("random.randrange", lambda _: 5)
    session = sit_down(key)
    for move in range(120):
        seated = find_seated(session)
        assert seated is not None
        if seated.is_over:
            break
        advised = Exact().choose(seated.view, Chance(move))
        assert advised.kind in ("play", "tunnela") or tell_reason(seated.view, advised), advised
        ask(session, "play", move=advised.record)


@pytest.mark.parametrize(
    ("hand", "open_card", "move", "reason"),
    [
        ("2H 4H 5H 7S 8S 9S TS 5C 5D JH KC JC 2C AD", "AS", "throw AD", "A♦ goes with no other card, and costs 10 p"),
        (
            "2H 4H 5H 7S 8S 9S TS 5C 5D JH KC JC KD AD",
            "AS",
            "throw AD",
            "A♦ helps you least. Without it, 19 of the cards to come bring you nearer.",
        ),
        (
            "2H 3H 4H 7S 8S 9S 5C 5D 5H 5H JC KC KD AD",
            "AS",
            "throw 5H",
            "You have 5♥ twice, and a set has no two equal cards.",
        ),
        # a dearer card stays: it is said why
        (
            "2H 3H 4H 7S 8S 9S TS 5C 5S 5H KC JC KH 6D",
            "AS",
            "throw 6D",
            "6♦ goes with no other card. K♣ costs more, but goes with J♣.",
        ),
        (
            "AH 9H JH 4C 8C 2D 3S 5S 6S 7S TC JC QC KD",
            "AS",
            "throw 2D",
            "If you throw 2♦, 54 cards would bring you nearer; after A♥ only 52.",
        ),
        (
            "AH 9H JH 4C 8C 2D 3S 5S 6S 7S TC JC QC KS",
            "AS",
            "throw 2D",
            "If you throw 2♦, 54 cards would bring you nearer; after A♥ only 52.",
        ),
        ("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2C", "KH", "draw open", "It makes a meld: K♥ K♦ K♣."),
        # the meld that there is already is no reason: the one that the card makes is
        ("2D 3D 4D 5D 6D PJ 8H 8C 8D KS KH KC 9C", "3D", "draw open", "It makes a meld: "),
        ("2H 3H 4H 7S 8S 9S TS 5C 5D KD KC JC 2C", "9H", "draw stock", "9♥ does not help you."),
        ("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KH AS", "AS", "declare AS", "The other cards make the groups that"),
    ],
)
def test_advice_says_why(hand: str, open_card: str, move: str, reason: str) -> None:
    """The reason names the cards, and is true of them."""
    view = find_seated(sit_down()).view
    cards = Hand.parse(hand).cards
    phase, turned = Phase.THROW if len(cards) > 13 else Phase.DRAW, Card.parse("QD")
    others = tuple(other._replace(laid=(), taken=()) for other in view.others)  # nothing else is known
    view = replace(view, hand=cards, turned=turned, phase=phase, discards=(Card.parse(open_card),), others=others)
    assert tell_reason(view, Move.parse(move)).startswith(reason)


def test_a_joker_of_a_meld_says_what_it_stands_for() -> None:
    """In the place that it fills, as it is written on the card."""
    deal = replace(find_seated(sit_down()).view, turned=Card.parse("8C")).deal
    assert tell_meld(Hand.parse("7S 7C 8H").cards, deal) in ("7♠ 8♥=7♥ 7♣", "7♠ 7♣ 8♥=7♥")
    assert tell_meld(Hand.parse("8H TC QC").cards, deal) == "10♣ 8♥=J♣ Q♣"
    assert tell_meld(Hand.parse("7H 8H 9H").cards, deal) == "7♥ 8♥ 9♥"
    assert tell_meld(Hand.parse("5C PJ 7C").cards, deal) == "5♣ JOKER=6♣ 7♣"


def test_a_joker_stands_in_a_sentence() -> None:
    """As in "You took a printed joker"."""
    assert tell_cards([PRINTED_JOKER, Card.parse("TS")]) == "a printed joker 10♠"


def test_computer_players_are_named_in_the_script_of_the_language() -> None:
    """The page writes Bikram in Devanagari, and the record keeps the name by which seats are told apart."""
    session = sit_down()
    receive(session, {"type": "language", "code": "hi"})
    seated = find_seated(session)
    assert seated is not None
    bots = [at for at, sitter in enumerate(seated.sitters) if sitter.bot is not None]
    with session.speaking():
        names = [draw_seat(seated, at)["name"] for at in bots]
    assert names[0] == "आशा" and not any(name.isascii() for name in names)
    assert [sitter["name"] for sitter in seated.kept["record"]["players"] if "bot" in sitter][0] == "Asha"
