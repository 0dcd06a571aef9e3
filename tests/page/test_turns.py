"""A turn played in a lesson: each move answers at once, a task's moves are decided one by one, a step can be tried."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from rummy_tutor.game.cards import Card, Hand
from rummy_tutor.game.rules import MELDS
from rummy_tutor.page.learn.study import Playing, keep, study_of
from rummy_tutor.page.learn.turn_view import draw_turn
from rummy_tutor.page.learn.view import draw_learn
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of
from rummy_tutor.playing.moves import Move, Phase, PlayError
from rummy_tutor.playing.sight import is_meld
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.rulebooks import RULEBOOKS, get_rulebook
from rummy_tutor.solver.best import find_best
from rummy_tutor.tutor.beliefs import kind_of
from rummy_tutor.tutor.lessons import list_lessons
from rummy_tutor.tutor.planting import make_task, name_task
from rummy_tutor.tutor.tasks import Task
from rummy_tutor.tutor.turns.hands import find_last_card, list_nearest_ways
from rummy_tutor.tutor.turns.positions import POSITIONS
from rummy_tutor.tutor.turns.practice import deal_practice
from rummy_tutor.tutor.worked.steps import list_steps
from rummy_tutor.wording.speech import speaking, tell
from tests.finding import find_draw, find_task

DRAW, DRAWN = find_draw()


def opened(rulebook: str, lesson: str, task: str = "") -> Session:
    """A page with a lesson, at a task or at its example."""
    session = Session("2H", rulebook)
    session.mode, session.named = "learn", {"learn": {"lesson": lesson} | ({"task": task} if task else {})}
    draw_learn(session)
    return session


def send(session: Session, do: str, **values: object) -> dict:
    """The lesson after what a page asked."""
    receive(session, {"type": "learn", "do": do, **values})
    return draw_learn(session)["lesson"]


def reach_try(session: Session) -> int:
    """Go on to the next screen that invites to try something, and tell how many screens that was."""
    steps = 1
    while not send(session, "step")["step"]["try"]:
        steps += 1
    return steps


def test_each_move_is_asked_about_at_the_table_as_the_turn_begins() -> None:
    """A move held for allowed is not made, not even the last one; the rule is cited."""
    session = opened("paplu-13", "turn", DRAW)
    before = draw_learn(session)["lesson"]["turn"]
    lesson = send(session, "play", move="stock")
    turn = lesson["turn"]
    assert turn["hand"] == before["hand"] and turn["stock"]["n"] == before["stock"]["n"] and turn["said"] is None
    rows = {row["move"]: row for row in lesson["task"]["rows"]}
    assert rows["stock"]["right"] and [row["right"] for row in rows.values() if row["current"]] == [None]


@pytest.mark.parametrize("move", ["stock", "take"])
def test_a_draw_held_for_forbidden_has_its_reason(move: str) -> None:
    """That it is allowed alone does not say why; who was right reads no more than that."""
    session = opened("paplu-13", "turn", DRAW)
    for other in DRAWN.choices[: DRAWN.choices.index(move)]:
        send(session, "play", move=other)
    (row,) = (one for one in send(session, "refuse", move=move)["task"]["rows"] if one["move"] == move)
    assert row["right"] is False and row["line"]["text"].startswith("First you draw one card: the open card, or the")


def test_a_loose_copy_is_the_one_that_a_throw_asks_about() -> None:
    """Where a meld holds the same card, the mark is on the other one."""
    found = 0
    for seed in range(200):
        task = make_task(get_rulebook("gorummy-13"), "two-minutes", "move", seed)
        for move in map(Move.parse, task.choices):
            if move.kind != "throw" or task.turn.hand.count(move.cards[0]) < 2:
                continue
            hand = draw_turn(task.turn, task.groups, str(move))["hand"]
            marked = [at for at, group in enumerate(hand) for card in group if card.get("asked")]
            assert marked == [
                max(at for at, group in enumerate(hand) for card in group if card["text"] == str(move.cards[0]))
            ]
            found += 1
    assert found > 2


def test_a_throw_that_breaks_a_meld_is_allowed_and_not_praised() -> None:
    """It names the meld that it breaks; who held any throw for forbidden is told that it is a free choice."""
    book, found, regrouped = get_rulebook("gorummy-13"), 0, 0
    for seed in range(60):
        task = make_task(book, "two-minutes", "move", seed)
        throws = [move for move in task.choices if move.startswith("throw") and task.turn.judge_move(move).allowed]
        for move in throws:
            session = opened("gorummy-13", "two-minutes", name_task(task))
            for other in task.choices[: task.choices.index(move)]:
                send(session, "refuse", move=other)
            (card,) = Move.parse(move).cards
            group = next((one for one in task.groups if card in one and len(one) > 2), ())
            loose = [one for one in task.groups if len(one) == 1]
            rest = tuple(one for one in group if one != card)
            whole = len(rest) > 2 and kind_of(rest, task.turn.deal) in MELDS
            left = [one for one in task.turn.hand if one != card] + [card] * (task.turn.hand.count(card) - 1)
            apart = sum(len(one) == 1 for one in find_best(left, task.turn.deal).as_laid())
            touched = bool(group and loose and (card,) not in loose)
            broken = touched and (
                apart >= len(loose) if whole else apart > len(loose)
            )  # else it lies as well otherwise
            regrouped += touched and not broken
            (row,) = (one for one in send(session, "play", move=move)["task"]["rows"] if one["move"] == move)
            assert ("But it is not a good move: it breaks your " in row["line"]["text"]) == (broken and not whole)
            assert ("You still have the " in row["line"]["text"]) == (broken and whole)
            session = opened("gorummy-13", "two-minutes", name_task(task))
            for other in task.choices[: task.choices.index(move) + 1]:
                lesson = send(session, "refuse", move=other)
            (row,) = (one for one in lesson["task"]["rows"] if one["move"] == move)
            assert row["line"]["text"].startswith("The rules let you throw any card")
            found += broken
        if found > 2 and regrouped > 1:
            break
    assert found > 2 and regrouped > 1


@pytest.mark.parametrize("key", ["paplu-13", "vazhushal-13", "marriage-21"])
def test_a_refused_throw_after_another_move_is_not_said_to_break_a_meld(key: str) -> None:
    """Nothing has been thrown then: only the rule that refuses it is told, in every step that is played."""
    refused = 0
    for lesson in list_lessons(RULEBOOKS[key]):
        session = opened(key, lesson.key)
        played = study_of(session).now.played
        for first in ("take", "stock") if played is not None else ():
            session = opened(key, lesson.key)
            top = study_of(session).now.played.turn.discards[-1:]
            send(session, "play", move=first)
            for card in (*top, *study_of(session).now.played.turn.hand):
                said = send(session, "play", move=f"throw {card}")["turn"]["said"]
                if not study_of(session).now.played.ruling.allowed:
                    refused += 1
                    assert "breaks" not in said["more"] and "shorter" not in said["more"]
    assert refused > 2


def test_a_move_that_is_refused_changes_nothing_and_says_its_rule() -> None:
    """Nothing is done, the reason is told, and the next move is asked about."""
    session = opened("paplu-13", "turn", DRAW)
    before = draw_learn(session)["lesson"]["turn"]["hand"]
    first = next(move for move in DRAWN.choices if move.startswith("throw"))
    lesson = send(session, "play", move=first)
    assert lesson["turn"]["hand"] == before
    (row,) = (one for one in lesson["task"]["rows"] if one["right"] is False)
    assert row["move"] == first and "draw a card first" in row["line"]["text"]


def test_each_move_that_is_asked_about_is_counted_and_stays_in_sight_beside_the_next() -> None:
    """Whatever was held of it, a move that has been answered is named as the latest, and its number is told."""
    session = opened("paplu-13", "turn", DRAW)
    asking = draw_learn(session)["lesson"]["task"]["asking"]
    n = len(DRAWN.choices)
    assert asking["count"] == f"Move 1 of {n}"
    for at, move in enumerate(DRAWN.choices[:-1], 1):
        task = send(session, "refuse", move=move)["task"]
        assert [row["move"] for row in task["rows"] if row["latest"]] == [move]
        assert task["asking"]["count"] == f"Move {at + 1} of {n}"
        assert [row["move"] for row in task["rows"] if row["current"]] == [DRAWN.choices[at]]
    task = send(session, "refuse", move=DRAWN.choices[-1])["task"]
    assert task["asking"] is None and not any(row["latest"] for row in task["rows"])


@pytest.mark.parametrize("declares", [True, False])
@pytest.mark.parametrize("held", ["play", "refuse"])
def test_a_declaration_that_was_asked_about_lays_the_hand_out_in_groups(declares: bool, held: str) -> None:
    """As soon as it is judged, and with the verdict, the groups lie there that declare, or the best that there are."""

    def fits(task: Task) -> bool:
        rulings = [task.turn.judge_move(move).code for move in task.choices if move.startswith("declare")]
        return rulings == ["may-declare" if declares else "not-declaring"]

    name, task = find_task("gorummy-13", "drop", "move", fits, 2)
    deal, session = task.turn.deal, opened("gorummy-13", "drop", name)
    move = next(one for one in task.choices if one.startswith("declare"))
    lesson = send(session, held, move=move)
    others = [one for one in task.choices if one != move]
    shown = lesson["turn"]
    (row,) = (one for one in lesson["task"]["rows"] if one["move"] == move)
    assert row["line"]["text"].startswith("You may declare" if declares else "You may not declare")
    for other in others:
        lesson = send(session, "refuse", move=other)
    for table in (shown, lesson["turn"]):
        groups = [tuple(Card.parse(card["text"]) for card in group) for group in table["hand"]]
        melds = [group for group in groups if is_meld(group, deal)]
        kept = list(task.turn.hand)
        kept.remove(Card.parse(move.split()[1]))
        if declares:
            assert score_arrangement([*melds, *find_loose(kept, melds)], deal).declares
        assert len(melds) >= 2 and table["hand_words"][0]


def find_loose(kept: list[Card], melds: list[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """The cards of a hand that lie in none of its melds, each as a group of its own."""
    left = Counter(kept) - Counter(card for group in melds for card in group)
    return [(card,) for card in left.elements()]


@pytest.mark.parametrize("right", [True, False])
def test_the_answer_is_given_when_every_move_has_been_decided(right: bool) -> None:
    """Moves made and moves held for forbidden are the answer, judged as one that a program gives."""
    session = opened("paplu-13", "turn", DRAW)
    task = study_of(session).asked.task
    for move in task.choices:
        if study_of(session).asked.tried.held.get(move) is None:
            allowed = task.turn.judge_move(move).allowed
            send(session, "play" if allowed == right else "refuse", move=move)
    lesson = draw_learn(session)["lesson"]
    assert lesson["task"]["verdict"]["right"] == right
    assert {row["right"] for row in lesson["task"]["rows"]} == {right}
    assert session.problem is None and study_of(session).asked.verdict.expected == ["stock", "take"]
    played = send(session, "play", move="stock")["turn"]
    assert played["undo"]
    assert not send(session, "take_back")["turn"]["undo"]


def test_a_card_under_the_open_one_is_taken_with_those_above_it_where_the_game_lets_it() -> None:
    """Vazhushal's whole pile can be pressed; elsewhere the last cards are seen, and only the open one may be taken."""
    wiping = draw_turn(make_task(get_rulebook("vazhushal-13"), "vazhushal", "move", 3).turn)
    moves = [card["move"] for card in wiping["pile"]["cards"]]
    assert moves[-1] == "take" and all(move.startswith("take ") for move in moves[:-1])
    assert wiping["laid_word"] and any(one["move"] == "meld" for one in wiping["buttons"])
    other = draw_turn(make_task(get_rulebook("gorummy-13"), "turn", "move", 3).turn)
    assert not other["laid_word"] and len(other["pile"]["cards"]) <= 3


def test_what_a_game_hides_is_not_sent() -> None:
    """Neither the tiplu before it has been seen nor any card of the stock is in what the browser gets."""
    for seed in range(8):
        turn = make_task(get_rulebook("marriage-21"), "seeing", "move", seed).turn
        drawn = draw_turn(turn)
        if turn.turned is not None:
            assert (drawn["turned"]["card"] is None) == (not turn.seen)
        assert "cards" not in drawn["stock"]
    assert "see" in {one["move"] for one in drawn["buttons"]}


def test_a_tunnela_is_offered_until_play_begins_and_where_moves_are_asked_about() -> None:
    """Later nobody may show one, so its button would only lie there dead."""
    begun = make_task(get_rulebook("marriage-21"), "seeing", "move", 0).turn
    before = deal_practice(get_rulebook("marriage-21"), 0).turn
    assert (begun.phase is Phase.BEFORE_PLAY, before.phase is Phase.BEFORE_PLAY) == (False, True)
    for turn, asked, offered in ((begun, None, False), (begun, "throw KH", True), (before, None, True)):
        assert ("tunnela" in {one["move"] for one in draw_turn(turn, asked=asked)["buttons"]}) == offered


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_drop_is_offered_where_the_game_has_a_price_for_it(key: str) -> None:
    """A table has the button for dropping in just the games in which one may drop."""
    turn = make_task(get_rulebook(key), "two-minutes", "move", 0).turn
    offered = any(one["move"] == "drop" for one in draw_turn(turn)["buttons"])
    assert offered == (RULEBOOKS[key].penalties.first_drop is not None)


@pytest.mark.parametrize("key", list(RULEBOOKS))
def test_every_step_that_invites_to_try_a_move_answers_as_it_says(key: str) -> None:
    """Each played step of each game is done as its sentence says, or refused where the sentence warns."""
    book = get_rulebook(key)
    shown = [(lesson.key, step) for lesson in list_lessons(book) for step in list_steps(lesson, book)]
    played = [
        (step.text.key.removeprefix("worked.").partition(":")[0], step) for _, step in shown if step.turn is not None
    ]
    assert any(name.startswith("two-minutes") for name, _ in played)
    for name, step in played:
        turn, (*first, last) = step.turn, POSITIONS[name].tries
        for move in first:
            turn = turn.play(move)
        move = f"take {turn.open}" if POSITIONS[name].pile.endswith("W") else last
        if name == "two-minutes-lay":
            move = f"meld {' '.join(map(str, step.groups[0]))}"
        assert turn.judge_move(move).allowed != POSITIONS[name].refused, (name, turn.judge_move(move))


def test_a_step_is_played_and_taken_back() -> None:
    """A step's moves are done for good until they are taken back, one by one."""
    session = opened("gorummy-13", "two-minutes")
    assert draw_learn(session)["lesson"]["turn"] is None
    steps = reach_try(session)
    send(session, "play", move="stock")
    turn = send(session, "play", move="throw QD")["turn"]
    assert [card["text"] for card in turn["pile"]["cards"]][-1] == "QD" and turn["undo"]
    turn = send(session, "take_back")["turn"]
    assert "QD" in [card["text"] for group in turn["hand"] for card in group]
    assert send(session, "step", by=-steps)["turn"] is None
    json.dumps(draw_learn(session))


def test_what_is_to_be_tried_is_marked_one_press_after_the_other() -> None:
    """First the stock, then the card to throw, then nothing."""
    session = opened("gorummy-13", "two-minutes")
    reach_try(session)

    def list_marked() -> list[str]:
        turn = draw_learn(session)["lesson"]["turn"]
        places = [name for name in ("stock", "pile") if turn[name]["asked"]]
        return places + [card["text"] for group in turn["hand"] for card in group if card.get("asked")]

    assert list_marked() == ["stock"]
    assert send(session, "play", move="stock")["step"]["tried"] and list_marked() == []
    assert not send(session, "step")["step"]["tried"] and set(list_marked()) == {"pile", "QD"}
    assert send(session, "play", move="throw QD")["step"]["tried"] and list_marked() == []


@pytest.mark.parametrize("move", ["sing", "throw", "", 7, None, ["stock"], "meld " + "2S " * 40])
def test_what_is_no_move_is_refused_in_a_sentence(move: object) -> None:
    """A text or value that is no move changes nothing."""
    session = opened("paplu-13", "turn", DRAW)
    before = study_of(session)
    send(session, "play", move=move)
    assert session.problem is not None and study_of(session) == before
    send(session, "refuse", move=move)
    assert session.problem is not None and study_of(session) == before
    with pytest.raises(PlayError):
        before.asked.tried.decide("sing", allowed=True)


def test_some_turns_are_played_for_practice_from_a_lesson() -> None:
    """The learner draws and throws, the others are told of, melds are laid together; then the lesson goes on."""
    session = opened("gorummy-13", "two-minutes")
    assert draw_learn(session)["lesson"]["play"]
    lesson = send(session, "practise")
    assert lesson["turn"] and lesson["practice"]["news"] == [] and lesson["step"] is lesson["task"] is None
    assert lesson["turn"]["stock"]["n"] > 20
    send(session, "play", move="stock")
    card = draw_learn(session)["lesson"]["turn"]["hand"][0][0]["text"]
    lesson = send(session, "play", move=f"throw {card}")
    assert len(lesson["practice"]["news"]) == 3 and lesson["practice"]["turn"] == "Turn 2"
    assert len(send(session, "group")["turn"]["hand"]) > 1
    lesson = send(session, "play", move="drop")
    assert lesson["practice"]["over"] and "30 points" in lesson["practice"]["now"]
    assert not send(session, "take_back")["practice"]["over"]
    assert "show=play" in link_of(session)
    key = study_of(session).playing.round.seed
    assert send(session, "practise")["practice"]["key"] != str(key) or study_of(session).playing.round.turns == 0
    assert send(session, "next")["step"]["first"] and study_of(session).playing is None
    assert session.problem is None
    send(session, "group")
    assert session.problem is not None


def test_the_melds_of_a_hand_are_named() -> None:
    """Laid together, each group has its name, the cards in none come last, and the hand says what it lacks."""
    session = opened("gorummy-13", "turn")
    send(session, "practise")
    one = deal_practice(get_rulebook("gorummy-13"), 1)
    hand = Hand.parse("4S 5S 6S 9S 9D 9C 2C 2H 2D 7H 8H KC JD").cards
    turn = replace(one.turn, hand=hand, turned=Card.parse("3D"))
    practice = replace(one, played=replace(one.played, turn=turn))
    keep(session, replace(study_of(session), now=Playing(round=practice)))
    lesson = send(session, "group")
    assert lesson["turn"]["hand_words"] == ["Pure sequence", "Set", "Set", "loose cards"]
    assert lesson["practice"]["now"] == (
        "It is your turn. Press the stock to draw a card, or press the open card to take it. "
        "You cannot declare with this hand yet. "
        "Sequences: you have 1, and you need 2. A set is not a sequence. 7♥ 8♥ are one card short of a sequence."
    )


def test_a_meld_stays_one_without_a_card_at_its_end() -> None:
    """After the 6♠ of 3♠ 4♠ 5♠ 6♠ is thrown the others lie together and are named; after the 4♠ is, they do not."""
    turn = make_task(get_rulebook("gorummy-13"), "two-minutes", "move", 0).turn
    assert turn is not None
    hand = Hand.parse("3S 4S 5S 6S 9D KC").cards
    turn, melds = replace(turn, hand=hand, phase=Phase.THROW), (hand[:4],)
    drawn = draw_turn(turn.play("throw 6S"), melds)
    assert [card["text"] for card in drawn["hand"][0]] == ["3S", "4S", "5S"]
    assert drawn["hand_words"] == ["Pure sequence", "loose cards"]
    drawn = draw_turn(turn.play("throw 4S"), melds)
    assert len(drawn["hand"]) == 1 and drawn["hand_words"] == []


def test_a_declaration_that_is_given_up_is_told() -> None:
    """Whoever throws in practice where he could have declared is told which card would have won."""
    session = opened("gorummy-13", "turn")
    send(session, "practise")
    one = deal_practice(get_rulebook("gorummy-13"), 1)
    hand = Hand.parse("4S 5S 6S 7S 9H TH JH 3C 4C 5C KS KH KD QS").cards
    turn = replace(one.turn, hand=hand, phase=Phase.THROW, turned=Card.parse("3D"))
    practice = replace(one, played=replace(one.played, turn=turn))
    keep(session, replace(study_of(session), now=Playing(round=practice)))
    said = send(session, "play", move="throw 4S")["turn"]["said"]
    assert said["tone"] == "bad" and "you could have declared by throwing the Q♠" in said["more"]


@pytest.mark.parametrize(("thrown", "tone"), [("TS", "note"), ("4H", "good")])
def test_a_meld_that_a_throw_breaks_in_practice_is_named(thrown: str, tone: str) -> None:
    """Whoever does not see the sequence in his hand learns of it at once; a loose card breaks none."""
    session = opened("gorummy-13", "two-minutes")
    send(session, "practise")
    one = deal_practice(get_rulebook("gorummy-13"), 1)
    hand = Hand.parse("9S TS JS TH TD 2C 4H 6D 8C KS KH AD 3S 7H").cards
    practice = replace(one, played=replace(one.played, turn=replace(one.turn, hand=hand, phase=Phase.THROW)))
    keep(session, replace(study_of(session), now=Playing(round=practice)))
    said = send(session, "play", move=f"throw {thrown}")["turn"]["said"]
    assert said["tone"] == tone and ("your sequence 9♠ 10♠ J♠" in said["more"]) == (tone == "note")


def test_a_card_drawn_in_an_example_lies_with_the_meld_that_it_makes() -> None:
    """In the first lesson the jack joins 9 and 10 of hearts as a sequence; the next step declares, and wins."""
    session = opened("gorummy-13", "two-minutes")
    reach_try(session)
    turn = send(session, "play", move="stock")["turn"]
    assert [card["text"] for card in turn["hand"][1]] == ["9H", "TH", "JH"] and turn["hand_words"][1] == "Sequence"
    assert turn["slot"] is None  # no word has been said of declaring
    send(session, "step")
    drawn = send(session, "play", move="throw QD")
    thrown = drawn["turn"]
    assert drawn["step"]["try"] == "Well done!"
    hand = {card["text"] for group in thrown["hand"] for card in group}
    shown = send(session, "step")["turn"]["hand"]
    assert {card["text"] for group in shown for card in group} == hand
    assert send(session, "play", move="stock")["turn"]["slot"]["last"] == "AC"
    strayed = send(session, "play", move="throw AC")  # allowed, but it would give the round away
    assert strayed["step"]["try"].startswith("That is allowed, too. But now try this: Press the stock")
    assert strayed["turn"]["answered"] == 1 and strayed["turn"]["said"] is None
    assert "you win the round" in send(session, "play", move="declare AC")["turn"]["said"]["more"]


@pytest.mark.parametrize("key", list(RULEBOOKS))
def test_the_first_lesson_goes_on_at_one_table(key: str) -> None:
    """No throw of the second step gives up a declaration, nor would the open card; the third begins where it ended."""
    _, turn, later = (step.turn for step in list_steps(list_lessons(get_rulebook(key))[0], get_rulebook(key)))
    first, last = POSITIONS["two-minutes-turn"].tries
    drawn = [turn.play(move) for move in (first, "take") if turn.judge_move(move).allowed]
    assert drawn and all(find_last_card(one) is None for one in drawn)
    done = turn.play(first).play(last)
    assert sorted(later.hand) == sorted(done.hand)
    assert later.discards[: len(done.discards)] == done.discards
    others = len(later.discards) - len(done.discards)  # each has drawn and thrown one
    assert later.stock == done.stock[others:]


@pytest.mark.parametrize(
    ("key", "lesson", "moves", "more"),
    [
        ("octro-13", "turn", ("take", "throw 7H"), ""),
        ("marriage-21", "two-minutes", ("stock", "throw 9H"), ""),
        ("gorummy-13", "turn", ("take", "throw 7H"), "with the K♠ thrown your hand would count fewer points"),
        ("gorummy-13", "two-minutes", ("stock", "throw QD"), ""),
        ("gorummy-13", "turn", ("take", "throw KS"), "with any other card thrown, your hand would count more points"),
        (
            "vazhushal-13",
            "turn",
            ("stock", "throw KS"),
            "with any other card thrown, your hand would have a lower score",
        ),
    ],
)
def test_a_throw_is_praised_or_corrected_only_where_one_card_is_best(
    key: str, lesson: str, moves: tuple[str, ...], more: str
) -> None:
    """Nothing is said of a throw where two cards leave equally good hands."""
    session = opened(key, lesson)
    while draw_learn(session)["lesson"]["turn"] is None:
        send(session, "step")
    for move in moves:
        said = send(session, "play", move=move)["turn"]["said"]
    assert more in said["more"] if more else " thrown" not in said["more"]
    assert said["tone"] == ("bad" if "would be" in more or "fewer" in more else "good")


def test_what_is_not_tried_is_shown() -> None:
    """The way on of a step that invites to moves makes them first, so that the next step is true; then it goes on."""
    session = opened("gorummy-13", "two-minutes")
    reach_try(session)
    send(session, "play", move="stock")
    before = send(session, "step")
    assert not before["step"]["tried"]  # with half of it tried it is still shown
    shown = send(session, "step")
    assert shown["step"]["place"] == before["step"]["place"] and shown["step"]["tried"]
    assert "JH" in {card["text"] for group in shown["turn"]["hand"] for card in group}
    assert shown["step"]["try"] == "Now press “Next”." and shown["turn"]["undo"]
    assert send(session, "step")["step"]["place"] != before["step"]["place"]


def test_what_is_done_at_the_table_of_a_step_stays_done() -> None:
    """Who draws while drawing is told of only has to throw on the next screen, which is about the same table."""
    session = opened("gorummy-13", "two-minutes")
    while draw_learn(session)["lesson"]["turn"] is None:
        send(session, "step")
    assert send(session, "play", move="stock")["step"]["tried"]
    following = send(session, "step")
    assert following["step"]["try"] and not following["step"]["tried"]
    assert "JH" in {card["text"] for group in following["turn"]["hand"] for card in group}
    assert send(session, "play", move="throw QD")["step"]["tried"]
    assert not send(session, "step")["turn"]["undo"]  # another step has a table of its own


def test_a_newcomer_is_led_through_one_round() -> None:
    """Another move than the step invites to is not made, and what was said of a move is past on the next screen."""
    session = opened("gorummy-13", "two-minutes")
    reach_try(session)
    strayed = send(session, "play", move="take")
    assert not strayed["step"]["tried"] and strayed["turn"]["answered"] == 0
    assert strayed["step"]["try"] == "That is allowed, too. But now try this: Press the stock."
    drawn = send(session, "play", move="stock")
    assert drawn["step"]["tried"] and "With the J♥ you have the sequence" in drawn["turn"]["said"]["more"]
    assert send(session, "play", move="stock")["turn"]["said"]["refused"]
    assert send(session, "step")["turn"]["said"] is None


def test_a_lesson_without_practice_has_none() -> None:
    """Only the lessons about the turn lead to it."""
    session = opened("gorummy-13", "sets")
    assert not draw_learn(session)["lesson"]["play"]
    send(session, "practise")
    assert session.problem is not None and study_of(session).playing is None


def test_no_english_word_of_the_table_is_bare() -> None:
    """In the pseudo-language every word of the table, its moves, what is said and the practice is of the catalogue."""
    with speaking("qps"):
        session = opened("marriage-21", "seeing", "seeing.move.5.1.2")
        lesson = send(session, "play", move="stock")
        turn, rows = lesson["turn"], lesson["task"]["rows"]
        told = [turn[place]["word"] for place in ("stock", "turned", "pile", "slot")] + [turn["hand_word"]]
        told += [*(row["label"] for row in rows)]
        told += [row["line"]["text"] for row in rows if row["right"] is not None] + list(turn["words"].values())
        told += [one["label"] for one in turn["buttons"]] + [*filter(None, lesson["task"]["asking"].values())]
        session = opened("gorummy-13", "turn")
        told += [draw_learn(session)["lesson"]["step"]["try"]]
        send(session, "practise")
        send(session, "play", move="stock")
        card = draw_learn(session)["lesson"]["turn"]["hand"][0][0]["text"]
        practice = send(session, "play", move=f"throw {card}")["practice"]
        told += [practice["title"], practice["about"], practice["turn"], practice["now"], *practice["news"]]
        assert all(text.startswith("⟦") for text in told), [text for text in told if not text.startswith("⟦")]


@pytest.mark.parametrize("seed", range(5))
def test_a_round_of_marriage_leads_to_the_tiplu(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played from the lesson on seeing: tunnelas are shown, a card drawn, melds shown, then the wild cards known."""
    monkeypatch.setattr(random, "randrange", lambda *_: seed)
    session = opened("marriage-21", "seeing")
    lesson = send(session, "practise")
    assert "hidden" in lesson["practice"]["about"] and lesson["turn"]["turned"]["card"] is None
    send(session, "play", move="play")
    assert send(session, "play", move="see")["turn"]["said"]["refused"], "nobody sees before drawing"
    lesson = send(session, "play", move="stock")
    assert tell("turn.button_see") in lesson["practice"]["now"]
    lesson = send(session, "play", move="see")
    assert lesson["turn"]["turned"]["card"] and not lesson["practice"]["over"]
    assert tell("turn.button_see") not in lesson["practice"]["now"]


def test_melds_shown_are_those_of_the_nearest_way_and_each_way_is_named() -> None:
    """What is told to be there of the way that is shown lies there by its name: tunnelas, dublees or jokers."""
    found = set()
    for seed in range(12):
        session = opened("paplu-27", "turn")
        send(session, "practise")
        practice = deal_practice(get_rulebook("paplu-27"), seed)
        keep(session, replace(study_of(session), now=Playing(round=practice)))
        lesson = send(session, "group")
        now, words = lesson["practice"]["now"], lesson["turn"]["hand_words"]
        needs = list_nearest_ways(practice.turn.hand, practice.turn.deal)[0].needs
        way = "Jokers" if needs.jokers else "Dublee" if needs.dublees else "Tunnela"
        wild = sum(practice.turn.deal.is_wild[card.index] for card in practice.turn.hand)
        n = wild if way == "Jokers" else words.count(way)
        assert f"{way.rstrip('s')}s: you have {n}, and" in now or (n == 3 and "These cards lie in no meld" in now)
        assert all(f"{other}: you have" in now for other in ("Dublees", "Jokers"))
        found.add(way)
    assert found == {"Tunnela"}  # three of them are nearer than ten dublees or jokers, whatever is dealt
