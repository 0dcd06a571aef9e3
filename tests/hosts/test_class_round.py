"""A round that a class plays together: all vote on each choice of its seat, and it goes on with what they chose."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rummy_tutor.game.messages import TutorError
from rummy_tutor.hosts.live import results, room
from rummy_tutor.hosts.live.drawing import draw_desk, draw_own, draw_task, draw_verdict, draw_wall
from rummy_tutor.hosts.live.items import ClassError, Item, Stage, make_item
from rummy_tutor.hosts.live.keeping import records
from rummy_tutor.hosts.live.keeping.journal import read_class
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.hosts.live.students import Student
from rummy_tutor.page.classroom import votes
from rummy_tutor.page.classroom.votes import VoteQuestion, begin_round, list_others
from rummy_tutor.playing.game import Game
from rummy_tutor.playing.moves import Move
from rummy_tutor.rulebooks import RULEBOOKS
from tests.hosts.asking import give_answer
from tests.hosts.class_clients import serve

NAMES = ["Tiger", "Owl"]
BOOK = RULEBOOKS["gorummy-13"]


def begin(rulebook: str = "gorummy-13", others: int = 1) -> Item:
    """The first vote of a round."""
    return make_item(begin_round(RULEBOOKS[rulebook], others, "steady", "The class").to_request())


def fill(students: int = 3) -> tuple[Room, list[Student]]:
    """A class that has been asked where to draw."""
    held = Room(9)
    held.ask(begin(), 0.0)
    return held, [held.join(held.code, None, NAMES) for _ in range(students)]


def vote_of(item: Item | None) -> VoteQuestion:
    """The vote that a class is at."""
    assert item is not None and item.vote is not None
    return item.vote


def play_on(held: Room, move: str) -> None:
    """Go on with a move."""
    held.ask(make_item(vote_of(held.item).play(move).to_request()), 0.0)


# ---- a vote --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_round_of_each_game_is_played_by_the_exact_moves(rulebook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each vote has the exact move and at least another one; the class is asked only where it has a choice. A round of
    many cards is not played to its end, which takes long."""
    monkeypatch.setattr(votes, "_SEEDS", 1)
    book = RULEBOOKS[rulebook]
    playing, kinds = begin_round(book, list_others(book)[0], "exact", "The class"), list[str]()
    while not (vote := VoteQuestion(playing)).is_over and (book.deal == 13 or len(kinds) < 6):
        assert vote.solve() in vote.choices and len(vote.choices) > 1
        assert vote.judge(vote.solve()).right and all(vote.tell(choice) for choice in vote.choices)
        assert len(vote.why()) == 1 and vote.why()[0]
        kinds.append(Move.parse(vote.solve()).kind)
        playing = vote.play(vote.solve())
    assert {*kinds} <= {"stock", "take", "throw", "declare"} and len(kinds) > 1
    outcome = vote.game.outcome
    assert outcome is not None or book.deal > 13
    if outcome is not None:
        assert VoteQuestion(vote.again()).playing.score == outcome.net


def test_the_choice_is_that_of_most_and_of_a_tie_the_exact_one() -> None:
    """Votes are counted; the exact move is chosen only where as many want it, or nobody has voted."""
    held, (one, two, three) = fill()
    item = held.item
    assert item is not None
    exact = item.solve()
    other, third = [choice for choice in item.vote.choices if choice != exact][:2]  # type: ignore[union-attr]
    assert item.choice == exact
    give_answer(held, one, 0, other, 1.0)
    assert item.choice == other
    give_answer(held, two, 0, exact, 1.0)
    assert item.choice == exact
    give_answer(held, three, 0, third, 1.0)
    assert item.choice == exact
    give_answer(held, two, 0, other, 2.0)
    assert item.choice == other
    with pytest.raises(TutorError):
        give_answer(held, one, 0, "throw KS", 3.0)


def test_a_vote_closes_a_moment_after_the_last_of_those_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is away is not waited for, who comes late is; what was chosen can be changed until then, and is shown at
    once."""
    held, (one, two, three) = fill()
    item = held.item
    assert item is not None
    first, second = item.vote.choices[:2]  # type: ignore[union-attr]
    give_answer(held, one, 0, first, 1.0)
    assert not held.wait_for({1, 2}, 1.0) and not held.wait_for((), 1.0) and item.until is None
    give_answer(held, two, 0, first, 2.0)
    mark = held.mark
    assert held.wait_for({1, 2}, 2.0) and item.until is not None and not held.wait_for({1, 2}, 3.0)
    assert held.mark == mark  # the teacher's press is as good as before
    assert held.wait_for({1, 2, 3}, 3.0) and item.until is None
    give_answer(held, three, 0, first, 3.0)
    assert held.wait_for({1, 2, 3}, 4.0)
    give_answer(held, three, 0, second, 5.0)
    held.tick(8.9)
    assert item.stage is Stage.OPEN
    held.tick(9.0)
    assert item.stage is Stage.ANSWER and item.answers[3].value == second
    for undone in (lambda: held.hide("answer"), lambda: held.freeze(on=False)):
        undone()
        assert item.stage is Stage.ANSWER
    with pytest.raises(ClassError):
        give_answer(held, one, 0, second, 10.0)
    wall = draw_wall(held, 10.0, {1, 2, 3})
    assert wall["tally"] is not None and wall["vote"] == {
        "chosen": item.vote.tell(first),  # type: ignore[union-attr]
        "exact": item.vote.tell(item.solve()),  # type: ignore[union-attr]
    }
    told = draw_own(held, one, 10.0)["verdict"]
    assert told is not None and told["right"] is None and "exact" in told["head"] and len(told["why"]) == 1


def test_nobody_gets_what_the_class_may_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rounds that differ only in what lies hidden are drawn alike, on phones and on the wall."""
    item = begin()
    game = vote_of(item).game
    mine, theirs = game.played.places
    hidden = [*theirs.hand, *game.played.stock]
    random.Random(3).shuffle(hidden)
    n = len(theirs.hand)
    places = (mine, replace(theirs, hand=tuple(hidden[:n])))
    mixed = replace(game.played, stock=tuple(hidden[n:]), places=places)
    monkeypatch.setattr(votes, "replay", lambda record: Game(BOOK, game.sitters, game.seed, played=mixed))
    other = make_item(item.request)
    assert vote_of(other).game.played.stock != game.played.stock
    for draw in (lambda one: draw_task(one, 0), lambda one: draw_verdict(one, None), lambda one: one.vote.to_dict()):
        assert draw(other) == draw(item)
    assert json.dumps(item.request["play"]) not in json.dumps(draw_task(item, 0))


def test_a_round_under_way_goes_on_after_a_restart(tmp_path: Path) -> None:
    """The table, the votes and the score are as they were; so is the end of a round."""
    held, (one, *_) = fill()
    play_on(held, vote_of(held.item).choices[0])
    give_answer(held, one, 1, vote_of(held.item).choices[0], 1.0)
    path = tmp_path / "class.json"
    records.save(held, path)
    again = records.load(path)
    assert draw_wall(again, 2.0, {1}) == draw_wall(held, 2.0, {1})
    assert draw_task(again.items[1], 1) == draw_task(held.items[1], 1)
    for both in (held, again):
        both.freeze()
        play_on(both, vote_of(both.item).choices[-1])
    assert vote_of(again.item).playing == vote_of(held.item).playing
    while not vote_of(held.item).is_over:
        play_on(held, vote_of(held.item).solve())
    records.save(held, path)
    assert records.load(path).item.stage is Stage.FROZEN  # type: ignore[union-attr]
    exported = json.loads(results.export(held, "json", names=False)["text"])
    assert {task["lesson"] for task in exported["tasks"]} == {"round"} and results.list_repeats(held)["lessons"] == []
    assert results.export(held, "csv", names=False)["text"].count("\r\n") == 2
    assert len(draw_desk(held, ())["asked"]) == 1  # of a round where it stands


@pytest.mark.parametrize(
    "request_",
    [
        {"play": {}},
        {"play": {"play": 1}, "score": [0, 0]},
        {"play": begin_round(BOOK, 1, "steady", "").record, "score": [0]},
        {"play": begin_round(BOOK, 1, "steady", "").record, "score": ["0", "0"]},
    ],
)
def test_what_is_no_round_is_refused(request_: dict[str, Any]) -> None:
    """A record that is none, and a score of other players."""
    with pytest.raises(TutorError):
        make_item(request_)


def test_so_many_do_not_play() -> None:
    """A round is dealt only to as many as the game allows, at a level that there is."""
    for others, level in ((0, "steady"), (9, "steady"), (1, "strong")):
        with pytest.raises(TutorError):
            begin_round(BOOK, others, level, "")


# ---- with browsers -------------------------------------------------------------------------------------------
def test_a_class_plays_a_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Votes, a late phone, a press on what has gone, a killed server, and the end with its dearest move."""
    monkeypatch.setattr(room, "_LAST_LOOK", 0.2)
    path = tmp_path / "class.json"
    asyncio.run(_play_a_round(path))


async def _play_a_round(path: Path) -> None:
    async with serve(path=path) as served:
        teacher, one = await served.teacher(), await served.student()
        assert teacher.values["rounds"]["others"]["gorummy-13"]
        teacher.send({"type": "round-begin", "rulebook": "gorummy-13", "others": 2, "level": "exact"})
        await one.until(lambda values: values.get("task"))
        task = one.values["task"]
        assert task["round"]["seats"][1]["cards"] and len(task["choices"]) > 1 and "seed" not in json.dumps(one.log)
        late = await served.student()
        await late.until(lambda values: values.get("task"))
        for client in (one, late):
            client.send({"type": "class-answer", "at": 0, "value": task["choices"][0]["key"]})
        await teacher.until(lambda values: values["wall"]["stage"] == "answer")  # all have voted
        mark = teacher.values["wall"]["mark"]
        for _ in range(2):
            teacher.send({"type": "round-play", "by": "class", "pressed_on": mark})
        await teacher.until(lambda values: values.get("said"))
        assert teacher.values["said"]["code"] == "gone-on" and len(served.room.items) == 2
        one.send({"type": "class-more"})
        await one.until(lambda values: values.get("said"))
        one.send({"type": "class-answer", "at": 1, "value": one.values["task"]["choices"][0]["key"]})
        await one.until(lambda values: values["own"]["kept"] and values["own"]["value"])
        kept = read_class(path)  # what a start after a kill would read
        assert [item.answers for item in kept.items] == [item.answers for item in served.room.items]
        while not vote_of(served.room.item).is_over:
            teacher.send({"type": "freeze", "on": True})
            await teacher.until(lambda values: values["wall"].get("vote"))
            asked = len(served.room.items)
            teacher.send({"type": "round-play", "by": "exact", "pressed_on": teacher.values["wall"]["mark"]})
            await teacher.until(lambda values, asked=asked: values["task"]["at"] == asked)
        await one.until(lambda values: values["task"]["round"]["end"])
        end = one.values["task"]["round"]
        assert len(end["end"]["rows"]) == 3 and end["moment"]
        teacher.send({"type": "round-again"})
        await one.until(lambda values: values["task"]["round"]["end"] is None)
        assert {seat["score"] for seat in one.values["task"]["round"]["seats"]} != {""}
