"""The look back at a played round: opening it, its mistakes at their tables, trying a move again, links and files."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.game.cards import Hand
from rummy_tutor.game.messages import key_of
from rummy_tutor.game.table import set_table
from rummy_tutor.page.drawing import work_out
from rummy_tutor.page.learn.slips import has_slips, note_slips
from rummy_tutor.page.learn.study import study_of
from rummy_tutor.page.learn.view import draw_learn
from rummy_tutor.page.panels import pick_panels, receive
from rummy_tutor.page.play.advice import advise
from rummy_tutor.page.play.look import find_look, open_look
from rummy_tutor.page.play.past import list_past
from rummy_tutor.page.play.reasons import tell_cards
from rummy_tutor.page.play.review_view import tell_tip
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of
from rummy_tutor.page.what_now import job
from rummy_tutor.playing.game import Game, Sitter, name_bots
from rummy_tutor.playing.moves import Move
from rummy_tutor.playing.view import view_round
from rummy_tutor.tutor.judging import KNOWS
from rummy_tutor.tutor.mistakes import MISTAKES, find_lesson
from rummy_tutor.tutor.progress import Progress
from rummy_tutor.tutor.turns.hands import name_missing_ways
from rummy_tutor.wording.speech import tell
from tests.page.test_play_panel import play_out, see, sit_down
from tests.tutor.test_progress import BOOK, study

(PANEL,) = pick_panels("play")
PANELS = pick_panels("play", "shell")


def record_of(seed: int, key: str = "gorummy-13") -> dict[str, Any]:
    """The record of a round in which a beginner sat in the person's place."""
    game = Game(key, [Sitter("You", "new"), Sitter(name_bots(1)[0], "exact")], seed).go_on()
    record: Any = json.loads(game.to_json())
    del record["players"][0]["bot"]
    return record


def ask(session: Session, do: str, **values: object) -> Any:
    """Ask something, which must not fail, and work out what takes long; what is shown then."""
    receive(session, {"type": "play", "do": do, **values})
    assert session.problem is None, session.problem.text
    return finish(session)


def finish(session: Session) -> Any:
    """Work out what takes long; what is shown then."""
    for _, views in work_out(PANELS, session):
        assert "failed" not in views.get("play", {})
    return see(session)["review"]


def look_at(seed: int, key: str = "gorummy-13") -> tuple[Session, Any]:
    """A session that looks at the round of a file."""
    session = Session("2H 3H 4H", key)
    receive(session, {"type": "mode", "mode": "play"})
    return session, ask(session, "open_record", text=json.dumps(record_of(seed, key)))


def test_a_round_that_has_ended_is_looked_at() -> None:
    """That none was a mistake, the line of the chances up to the end, and where to go next; then back to the end."""
    session = sit_down()
    play_out(session)
    receive(session, {"type": "play", "do": "look"})
    waiting = see(session)
    assert waiting["review"]["wait"] and waiting["table"] is None and waiting["deal"] is None
    review = finish(session)
    assert "No mistake in" in review["head"]["head"] and review["course"]["points"][-1] in (0, 100)
    assert len(review["steps"]) == 1 + sum(mark["at"] > 0 for mark in review["course"]["marks"])
    assert "again" in [button["act"] for button in (review["main"], *review["buttons"])]  # one press, always
    assert ask(session, "close") is None and see(session)["end"] is not None


def test_play_asked_for_again_leads_back_to_the_table() -> None:
    """Where a round is looked at, Play leads to where rounds begin, or to the round under way."""
    session, review = look_at(7001)
    assert review is not None
    receive(session, {"type": "mode", "mode": "play"})
    assert see(session)["review"] is None and see(session)["deal"] is not None
    busy = sit_down()
    ask(busy, "open_record", text=json.dumps(record_of(7001)))
    receive(busy, {"type": "mode", "mode": "play"})
    assert see(busy)["table"] is not None


def test_who_waits_sees_what_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The share that is done, the move judged last, and a way back; then, at each mistake, why the better move is."""
    monkeypatch.setattr(job, "_SLICE", 1e-4)  # one step at a time
    session = Session("2H 3H 4H", "gorummy-13")
    receive(session, {"type": "mode", "mode": "play"})
    receive(session, {"type": "play", "do": "open_record", "text": json.dumps(record_of(7002))})
    waiting = [views["play"]["review"] for _, views in work_out(PANELS, session) if "play" in views]
    shares = [review["progress"] for review in waiting]
    assert len(shares) > 10 and shares == sorted(shares)
    assert all(review["judged"].startswith("You ") for review in waiting[2:-1])
    assert [button["act"] for button in waiting[0]["buttons"]] == ["close"] and waiting[0]["main"] is None
    for at in (1, 2, 3):
        moment = ask(session, "look_at", at=at)["moment"]
        told = "no nearer" in moment["text"]  # of the card that was taken, which is all that speaks for the stock
        assert moment["better"].startswith("Better: ") and (told or re.search(r"\. .*[♠♥♦♣]", moment["text"]))


def test_a_hard_choice_stands_at_its_table() -> None:
    """Of a round played well: both cards are marked, why it was hard is said, what to try; luck and help are told."""
    session = Session("2H 3H 4H", "gorummy-13")
    receive(session, {"type": "mode", "mode": "play"})
    game = Game("gorummy-13", [Sitter("You", "exact"), Sitter(name_bots(1)[0], "new")], 15).go_on()
    record: Any = json.loads(game.to_json())
    del record["players"][0]["bot"]
    open_look(session, record, own=True, aided=True)
    review = finish(session)
    look = find_look(session)
    assert look is not None and look.looked is not None and look.looked.well is not None
    well, told = look.looked.well, review["well"]
    table = told["table"]
    marked = [card for group in table["hand"] for card in group if "tone" in card]
    marked += [place for place in (table["stock"], *table["pile"]["cards"]) if "tone" in place]
    assert sorted(one["tone"] for one in marked) == ["bad", "good"]
    assert re.fullmatch(rf"Turn {well.turn}, your (draw|throw): well chosen", told["badge"])
    best = look.looked.review.well
    assert best is not None and best.gain >= 4.5
    made, instead = (Move.parse(move).cards[0] for move in (best.move, best.instead))
    points = well.before.turn.deal.points
    assert points[instead.index] > points[made.index] and tell_cards([instead]) in told["text"]
    assert all(one.at != best.at for one in look.looked.review.found)
    assert [mark["at"] for mark in review["course"]["marks"]] == [0] and review["head"]["share"] == 100
    head = review["head"]
    assert head["next"] and not look.looked.moments and head["next"] == "Play a round without help."
    assert any(line.startswith(("Luck made", "You were ")) for line in head["lines"])
    assert "You had help." in head["lines"]


def test_a_move_that_is_tried_is_looked_at_at_once() -> None:
    """Until it has been weighed a sentence says so."""
    session, _ = look_at(7002)
    ask(session, "look_at", at=1)
    receive(session, {"type": "play", "do": "try"})
    look = find_look(session)
    assert look is not None and look.moment is not None
    receive(session, {"type": "play", "do": "try_move", "move": look.moment.found.move})
    said = see(session)["review"]["moment"]["table"]["said"]
    assert said["tone"] == "note" and said["head"].startswith("Looking")


def test_the_tip_after_a_wrong_declaration_is_about_what_was_wrong() -> None:
    """Where the sequences were there and a card was loose, it names that; else it is about sequences."""
    deal = set_table(RULEBOOKS["gorummy-13"], None)
    for hand, tip in (
        ("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S", "You had your sequences, and"),
        ("2H 3H 4H 5S 5D 5C TS TC TD KH KD KC 2S", "Before you declare, count your sequences"),
    ):
        cards = Hand.parse(hand).cards
        lacks = name_missing_ways(cards, deal, deal.objectives)
        assert tell_tip("wrong-declaration", lacks).startswith(tip)


def test_a_round_under_way_is_not_looked_at() -> None:
    """Its record names the cards of everybody."""
    session = sit_down()
    receive(session, {"type": "play", "do": "look"})
    assert session.problem is not None and see(session)["review"] is None


def test_a_mistake_stands_at_its_table_with_both_moves() -> None:
    """The cards of both moves are marked, and their figures stand side by side; the better has the better chance."""
    session, review = look_at(7002)
    assert [step["at"] for step in review["steps"]] == [0, 1, 2, 3]
    for at in (1, 2, 3):
        moment = ask(session, "look_at", at=at)["moment"]
        look = find_look(session)
        assert look is not None and look.moment is not None
        shown = [card for group in moment["table"]["hand"] for card in group]
        assert sorted(card["text"] for card in shown) == sorted(map(str, look.moment.before.turn.hand))
        chance = next(row for row in moment["answer"]["rows"] if row["name"].startswith("Chance"))
        assert [one["tone"] for one in moment["moves"]] == ["bad", "good"]
        assert chance["shares"][0] < chance["shares"][1]
        marked = [shown, moment["table"]["pile"]["cards"], [moment["table"]["stock"]]]
        assert {one.get("tone") for cards in marked for one in cards} >= {"bad", "good"}
        assert moment["text"] and moment["answer"]["tip"]


def test_the_cards_that_help_are_shown_after_each_move() -> None:
    """As many as are counted, each once, those first that help after no other move; a better throw has more of them."""
    session, _ = look_at(7003)
    moment = ask(session, "look_at", at=1)["moment"]
    made, best = moment["moves"]
    assert made["told"] == "16 cards would bring you nearer" and best["told"].startswith("24 cards")
    for move, other in ((made, best), (best, made)):
        names, others = ([card["name"] for card in one["cards"]] for one in (move, other))
        assert len({*names}) == len(names) <= int(move["told"].split()[0])
        assert [card["alone"] for card in move["cards"]] == [name not in others for name in names]
        assert [card["alone"] for card in move["cards"]] == sorted(
            (card["alone"] for card in move["cards"]), reverse=True
        )
    took = ask(session, "look_at", at=2)["moment"]["moves"][0]
    assert took["told"] == "9♥ does not help you." and not took["cards"]


def test_the_whole_round_is_gone_through_move_by_move() -> None:
    """Every move of the record in its order, the cards all there, the one that was moved last marked."""
    session, review = look_at(7002)
    record = record_of(7002)
    seat = next(at for at, player in enumerate(record["players"]) if "bot" not in player)
    walk = next(button for button in review["buttons"] if button["act"] == "step")
    assert walk["at"] == 0 and review["course"]["here"] is None
    review = ask(session, "step", at=0)
    fresh = Session("2H 3H 4H", "gorummy-13")
    receive(fresh, {"type": "link", "search": link_of(session), "first": True})
    assert finish(fresh)["step"] == review["step"]
    assert review["step"]["title"] == "The cards are dealt." and review["well"] is review["moment"] is None
    passed = [review["course"]["here"]]
    for at, (mover, move) in enumerate(record["moves"], 1):
        review = ask(session, "step", at=review["main"]["at"])
        table = review["step"]["table"]
        verbs = {"draw": ("drew", "took"), "throw": ("threw",), "declare": ("declared",)}[move.split()[0]]
        assert review["step"]["badge"] == f"Move {at} of {len(record['moves'])}"
        assert any(verb in review["step"]["title"] for verb in verbs)
        tagged = [card["tag"] for card in [*sum(table["hand"], []), *table["pile"]["cards"]] if card.get("tag")]
        if mover == seat:
            assert tagged == ["you"] or move.startswith("declare")
        elif move.startswith("throw"):
            assert tagged == [record["players"][mover]["name"]]
        assert len(sum(table["hand"], [])) == 13 + (mover == seat and move.startswith("draw"))
        passed.append(review["course"]["here"])
    steps = review["course"]["steps"]
    assert len(steps) == len(review["course"]["points"]) and steps[0] == 0 and steps[-1] == len(record["moves"])
    assert passed == sorted(passed) and passed[-1] == len(review["course"]["points"]) - 1
    assert review["main"]["act"] == "again"
    leads = [button["at"] for button in review["buttons"] if button["act"] == "look_at"]
    assert leads == [3, 0]  # the last move was a mistake
    assert ask(session, "look_at", at=3)["moment"]["title"] == review["step"]["title"]


def test_a_good_move_is_told_beside_what_help_would_have_done() -> None:
    """Of each own move: why it was good, or a move as good or a little better; of a mistake what was better."""
    told = set()
    for seed in range(7000, 7006):
        session, _ = look_at(seed)
        look = find_look(session)
        assert look is not None and look.looked is not None
        looked = look.looked
        mistakes = {found.at for found in looked.review.found}
        for at, done in enumerate(looked.end.log[:-1]):
            if done.seat != looked.review.seat or done.move.kind not in ("throw", "stock", "take"):
                continue
            text = ask(session, "step", at=at + 1)["step"]["text"]
            advised = advise(view_round(looked.rounds[at], done.seat))
            if at in mistakes:
                assert "Better: " in text
            elif advised.record == done.move.record or advised.kind in ("declare", "drop"):
                assert "good:" not in text and "better:" not in text
            else:
                assert text.startswith(("Just as good: ", "A little better: "))
                if "After your throw" in text:
                    made, best = map(int, re.findall(r"\d+(?= cards? would| *\.$)", text))
                    assert text.startswith("A little better") == (made < best)
            told.add(text.partition(":")[0])
    assert {"Just as good", "A little better"} <= told


def test_the_same_tip_is_given_once() -> None:
    """Two mistakes of one kind: the second one says no more than what was wrong."""
    for seed in range(7000, 7040):
        session, review = look_at(seed)
        tips = [ask(session, "look_at", at=step["at"])["moment"]["answer"]["tip"] for step in review["steps"][1:]]
        assert len([tip for tip in tips if tip]) == len({tip for tip in tips if tip})
        if "" in tips:
            return
    raise AssertionError("no round has two mistakes of one kind")


def test_a_move_is_tried_again() -> None:
    """What was better is hidden meanwhile; another move says why not, a good one leads on, a refused one its rule."""
    session, _ = look_at(7002)
    for at in (1, 2, 3):
        review = ask(session, "look_at", at=at)
        look = find_look(session)
        assert look is not None and look.moment is not None
        found, seat = look.moment.found, look.moment.before
        assert review["main"]["act"] == "try"
        review = ask(session, "try")
        assert review["main"] is None and not review["moment"]["answer"] and not review["moment"]["moves"]
        hand = [card for group in review["moment"]["table"]["hand"] for card in group]
        assert not any("tone" in card for card in hand)
        wrong = ask(session, "try_move", move=found.move)
        assert wrong["moment"]["table"]["said"]["tone"] == "bad" and wrong["moment"]["table"]["said"]["line"]["text"]
        draws = seat.judge_move("draw stock").allowed
        refused = ask(session, "try_move", move=f"throw {seat.turn.hand[0]}" if draws else "draw stock")
        assert refused["moment"]["table"]["said"]["refused"]
        solved = ask(session, "try_move", move=found.best)
        assert solved["moment"]["good"] and solved["steps"][at]["solved"] and solved["moment"]["answer"]
        assert solved["moment"]["title"] == solved["moment"]["good"] and solved["moment"]["tone"] == "good"
        assert solved["main"]["act"] == ("again" if at == 3 else "look_at")


def test_every_move_as_good_is_right() -> None:
    """A throw within what can be told of the best one is right, also one that is not named; any other is not."""
    session, _ = look_at(7002)
    look = find_look(session)
    assert look is not None and look.looked is not None
    right: list[str] = []
    for at, moment in enumerate(look.looked.moments, 1):
        if Move.parse(moment.best.move).kind != "throw" or moment.best.chance is None:
            continue
        for card in dict.fromkeys(moment.before.turn.hand):
            tried = look.go_to(at).try_move(Move("throw", (card,)))
            assert tried.question is not None
            *_, step = tried.question.steps()
            weighed: Any = step.found["weighed"]
            solved = at in tried.know(step.found).solved
            assert solved == (100 * (moment.best.chance - weighed.chance) < 4.5)
            right += [weighed.move] if solved and weighed.move != moment.best.move else []
    assert right


def test_a_link_and_a_reload_keep_the_place() -> None:
    """The address holds the record and the place; another session opens them, and a damaged link says so."""
    session, _ = look_at(7002)
    ask(session, "look_at", at=2)
    link = link_of(session)
    assert len(link) < 1000 and "&record=" in link and "&at=2" in link
    fresh = Session("2H 3H 4H", "gorummy-13")
    receive(fresh, {"type": "link", "search": link, "first": True})
    review = finish(fresh)
    assert review["at"] == 2 and review["moment"] == see(session)["review"]["moment"]
    receive(fresh, {"type": "link", "search": link.replace("at=2", "at=99")})
    assert finish(fresh)["at"] == 3
    receive(fresh, {"type": "link", "search": link.replace("record=", "record=x")})
    assert see(fresh)["review"] is None and fresh.notes


@pytest.mark.parametrize("text", ["{}", '{"play": 1}', json.dumps({**record_of(5), "moves": [[0, "fly"]]})])
def test_a_file_that_holds_no_round_says_so(text: str) -> None:
    """A sentence, and a way back."""
    session = Session("2H 3H 4H", "gorummy-13")
    receive(session, {"type": "mode", "mode": "play"})
    review = ask(session, "open_record", text=text)
    assert "cannot be looked at" in review["problem"] and review["main"]["act"] == "close"
    ask(session, "close")
    assert see(session)["deal"] is not None


@pytest.mark.parametrize("text", [None, "[]", "no JSON", "x" * 300_000])
def test_a_file_that_is_no_document_is_refused(text: str | None) -> None:
    """Nothing changes then."""
    session = Session("2H 3H 4H", "gorummy-13")
    receive(session, {"type": "mode", "mode": "play"})
    receive(session, {"type": "play", "do": "open_record", "text": text})
    assert session.problem is not None and see(session)["review"] is None


def test_what_takes_long_is_worked_out_beside_the_page() -> None:
    """In a host with a loop a process does it; no piece between two clicks takes as long as the whole."""
    session = Session("2H 3H 4H", "gorummy-13")
    receive(session, {"type": "mode", "mode": "play"})
    receive(session, {"type": "play", "do": "open_record", "text": json.dumps(record_of(7002))})

    async def wait() -> None:
        for pause, _ in work_out(PANELS, session):
            await asyncio.sleep(pause)

    asyncio.run(wait())
    look = find_look(session)
    assert look is not None and look.looked is not None and len(look.looked.moments) == 3


def _look_back(session: Session, seed: int, *, aided: bool = False) -> Any:
    """What is shown of a round of one's own that has been looked at."""
    receive(session, {"type": "mode", "mode": "play"})
    open_look(session, record_of(seed), own=True, aided=aided)
    return finish(session)


def test_accuracy_is_told_over_several_rounds() -> None:
    """From the third round of a game on, with how far it may be off; rounds with help do not count."""
    session = Session("2H 3H 4H", "gorummy-13")
    assert not _look_back(session, 7002)["head"]["accuracy"]
    for _ in range(2):  # looked at again it counts once
        review = _look_back(session, 7003)
    assert not review["head"]["accuracy"] and any("Play 1 more round" in note for note in review["head"]["notes"])
    assert not _look_back(session, 7004, aided=True)["head"]["accuracy"]
    review = _look_back(session, 7005)
    counted = [one["accuracy"] for one in list_past(session).values() if one["accuracy"] is not None]
    assert len(counted) == 3 and len(list_past(session)) == 4
    mean, around = review["head"]["accuracy"].split(" ± ")
    assert abs(float(mean) - sum(counted) / 3) <= 0.5 and float(around) > 0
    assert review["head"]["accuracy_word"] == "accuracy of 100, over 3 rounds"
    kept = json.loads(json.dumps(see(session)["kept"]["rounds"]))
    other = Session("2H 3H 4H", "gorummy-13")
    receive(other, {"type": "mode", "mode": "play"})
    assert not see(other)["kept"]["recalled"]
    ask(
        other,
        "recall",
        rounds={**kept, "x": {"game": 3}, "y": {**kept["gorummy-13-7002"], "accuracy": 300}},
        ended=None,
        now=None,
    )
    assert see(other)["kept"]["rounds"] == kept and see(other)["kept"]["recalled"]


def test_ones_own_mistakes_become_puzzles() -> None:
    """They are offered before a round and among the puzzles; each opens at its table, and counts once put right."""
    session = Session("2H 3H 4H", "gorummy-13")
    _look_back(session, 7002)
    receive(session, {"type": "play", "do": "close"})
    receive(session, {"type": "mode", "mode": "puzzles"})
    receive(session, {"type": "puzzle", "do": "open"})
    (puzzles,) = pick_panels("puzzles")
    own: Any = puzzles.draw(session)["own"]
    assert own["word"] == "From your rounds" and len(own["moments"]) == 3
    first = own["moments"][0]
    receive(session, {"type": "play", "do": "own_moment", "key": first["key"], "at": first["at"]})
    review = finish(session)
    assert session.mode == "play" and review["at"] == first["at"] and not review["moment"]["answer"]
    look = find_look(session)
    assert look is not None and look.moment is not None
    assert ask(session, "try_move", move=look.moment.found.best)["moment"]["good"]
    receive(session, {"type": "play", "do": "close"})
    moments = see(session)["deal"]["own"]["moments"]
    assert [one["solved"] for one in moments] == [False, False, True] and moments[-1] == {**first, "solved": True}


def test_learn_knows_of_ones_own_mistakes() -> None:
    """The lesson that treats one is due once Learn is opened; rounds of a file or a link tell it nothing."""
    progress = study(Progress.new(BOOK), "pure", KNOWS, 7)[0]
    session, _ = look_at(7002)
    assert not has_slips(session)
    open_look(session, record_of(7002), own=True)
    finish(session)
    assert has_slips(session)
    note_slips(session, BOOK.key, ["pure"])
    receive(session, {"type": "mode", "mode": "learn"})
    kept = {"format": "rummy-tutor-courses", "version": 1, "courses": {BOOK.key: progress.to_data()}}
    receive(session, {"type": "learn", "do": "recall", "data": json.loads(json.dumps(kept))})
    draw_learn(session)
    assert not has_slips(session) and study_of(session).courses[BOOK.key].state("pure") == "due"


@pytest.mark.parametrize("key", RULEBOOKS)
def test_every_mistake_has_its_words_and_its_lesson(key: str) -> None:
    """A tip for each, and in each game a lesson if it teaches turns at all."""
    book = RULEBOOKS[key]
    for code in MISTAKES:
        assert tell(key_of("look.tip-", code)) and tell(key_of("review.", code))
        assert find_lesson(code, book) is not None
