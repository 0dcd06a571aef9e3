"""What now? on the page, without a browser: what is asked for, what is shown, what is cancelled."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

import rummy_tutor as rt
from rummy_tutor.game.table import set_table
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of, read_link, write_link
from rummy_tutor.page.state import Layout, State
from rummy_tutor.page.what_now.job import AdviceJob, Worker
from rummy_tutor.page.what_now.question import JOB, question_of
from rummy_tutor.page.what_now.view import cards_left, draw_what_now
from rummy_tutor.page.what_now.worker import Question
from rummy_tutor.study.analysis import as_card, as_hand
from tests.advice_hands import LONG, WAITING
from tests.held_work import Held
from tests.messages import tell
from tests.patience import eventually, until


def panel(hand: str = WAITING, **more: object) -> rt.WhatNow:
    """The panel alone, on a hand that waits for a king or a wild card."""
    return rt.WhatNow(hand, **{"rulebook": "gorummy-13", "turned": "9D", **more})


# ---- the panel -------------------------------------------------------------------------------------------
def test_nothing_is_shown_or_worked_out_before_it_is_asked_for() -> None:
    """Hidden until asked, one step at a time; what is not yet shown is not in what the browser gets."""
    now = panel()
    view = now._vm_what_now
    assert view["lines"] == [] and view["outs"] == [] and view["way"] is None and JOB.of(now.session).question is None
    tell(now, "what_now", level=1)
    view = now._vm_what_now
    assert (view["figure"], view["lines"][0]) == ("1", "card away from declaring.")
    assert view["outs"] == [] and view["chance"] == "" and view["way"] is None and view["open"]["verdict"] == ""
    tell(now, "what_now", level=2)
    assert "12 would bring the hand nearer (13 %) and 63 would make it cheaper" in now._vm_what_now["chance"]
    assert [(part["key"], part["title"]) for part in now._vm_what_now["outs"]] == [
        ("now_near", "These cards bring the hand nearer to declaring (12 left)"),
        ("now_cheap", "These cards only make it cheaper (51 left)"),
    ]
    assert now._vm_what_now["outs"][0]["cards"][0]["label"].startswith("printed joker: 2 left, 2.2 %")
    assert now._vm_what_now["way"] is None
    tell(now, "what_now", level=3)
    assert any(card["moved"] for group in now._vm_what_now["way"]["groups"] for card in group["cards"])
    tell(now, "what_now", level=0)
    assert now._vm_what_now["lines"] == [] and now._vm_what_now["way"] is None
    now.close()


def test_a_card_too_many_gives_the_discards() -> None:
    """With the card drawn the discards are listed, each with what is then waited for."""
    now = panel(f"{WAITING} 7C")
    tell(now, "what_now", level=2)
    rows = now._vm_what_now["discards"]["rows"]
    assert [(row["key"], row["far"], row["outs"], row["points"]) for row in rows[:2]] == [
        ("7C", "1", "12", "22"), ("2S", "1", "12", "27"),
    ]  # fmt: skip
    assert ("KH", 2, "2.2 %") in rows[0]["draws"] and sum(row["equal"] for row in rows) == 2
    assert now._vm_what_now["told"][0]["text"].startswith("Throw 7♣")


def test_marked_cards_are_subtracted_and_undone() -> None:
    """Each mark takes a copy away, as many as there are; marks can be taken back, forgotten, undone; answers follow."""
    now = panel()
    session = now.session
    tell(now, "what_now", level=2)
    king = rt.Card.parse("KH")
    before = now._vm_what_now["chance"]
    for left in (1, 0):
        tell(now, "seen", card="KH", add=True)
        assert cards_left(session, king) == left
    assert "KH" not in [card["card"]["key"] for card in now._vm_what_now["outs"][0]["cards"]]
    assert now._vm_what_now["chance"] != before and now._vm_what_now["level"] == 2, "what was asked for stays asked for"
    tell(now, "seen", card="KH", add=True)
    assert (
        now.problem["text"] == "Every copy of this card is already held, turned up, seen or open."
        and len(session.state.seen) == 2
    )
    tell(now, "seen", card="KH", add=False)
    assert cards_left(session, king) == 1
    tell(now, "undo")
    assert cards_left(session, king) == 0
    tell(now, "forget_seen")
    assert now._vm_what_now["chance"] == before and session.state.seen == ()
    tell(now, "seen", card="2C", add=False)
    assert now.problem and session.state.seen == ()


def test_the_open_card_is_judged_with_the_second_step() -> None:
    """The verdict on the open card is part of the answer, and the rule is told with it."""
    now = panel()
    tell(now, "open_card", card="9C")
    tell(now, "what_now", level=1)
    assert now._vm_what_now["open"]["verdict"] == "" and now._vm_what_now["open"]["hint"]
    tell(now, "what_now", level=2)
    assert now._vm_what_now["open"]["verdict"] == "Take the 9♣." and now._vm_what_now["open"]["tone"] == "good"
    tell(now, "open_card", card="")
    assert now._vm_what_now["open"]["verdict"] == "" and now.session.state.open is None


@pytest.mark.parametrize(("drawn", "passed"), [("9C", []), ("4S", ["9C"])])
def test_the_open_card_is_put_away_once_a_card_has_been_drawn(drawn: str, passed: list[str]) -> None:
    """With a card more than is dealt it has been taken, or lies among the cards seen; Undo leaves it open."""
    now = panel()
    tell(now, "open_card", card="9C")
    tell(now, "text", text=f"{WAITING} {drawn}")
    assert now.session.state.open is None and list(map(str, now.session.state.seen)) == passed
    tell(now, "undo")
    assert str(now.session.state.open) == "9C" and now.session.state.seen == ()


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("what_now", {}), ("what_now", {"level": 9}), ("what_now", {"level": True}), ("what_now", {"level": "1"}),
        ("seen", {}), ("seen", {"card": "9Z", "add": True}), ("seen", {"card": 7, "add": True}),
        ("seen", {"card": "7S", "add": False}), ("open_card", {"card": "9Z"}), ("open_card", {"card": ["7S"]}),
    ],
)  # fmt: skip
def test_messages_that_make_no_sense_change_nothing(kind: str, values: dict) -> None:
    """A page that sends nonsense gets a message, and the panel stays as it was."""
    now = panel()
    before = dict(now._vm_what_now), now.session.state
    tell(now, kind, **values)
    assert now.problem["tone"] == "bad" and (dict(now._vm_what_now), now.session.state) == before


@pytest.mark.parametrize("asked", ["3", True, 7, -1, None, [1]])
def test_what_a_tab_remembers_is_not_trusted(asked: object) -> None:
    """A remembered step that is none shows nothing."""
    session = Session(WAITING, "gorummy-13", "9D")
    session.asked = {"what_now": asked}
    assert draw_what_now(session)["lines"] == []


def test_a_hand_the_rulebook_cannot_judge_is_told() -> None:
    """Printed jokers in a game without them: the panel says why there is no answer, and works on nothing."""
    now = rt.WhatNow("2H 3H 4H PJ", rulebook="marriage-21")
    tell(now, "what_now", level=3)
    assert "without printed jokers" in now._vm_what_now["lines"][0] and now._vm_what_now["working"] is None
    other = rt.WhatNow("2H 3H 4H KS", rulebook="marriage-21")
    tell(other, "what_now", level=3)
    assert "deals 21 cards" in other._vm_what_now["lines"][0] and other._vm_what_now["next"] == ""


def test_marks_that_the_pack_no_longer_holds_are_told_and_kept() -> None:
    """Fewer packs, a card taken into the hand, an open card of which none is left: one sentence, nothing unmarked."""
    now = panel()
    assert now._vm_what_now["seen"]["note"] == ""
    for _ in range(2):
        tell(now, "seen", card="KH", add=True)
    tell(now, "open_card", card="KH")
    assert "holds 2 × K♥, but 3 are" in now._vm_what_now["seen"]["note"]
    tell(now, "open_card", card="")
    assert now._vm_what_now["seen"]["note"] == ""
    tell(now, "text", text=WAITING.replace("KD", "KH"))
    assert "holds 2 × K♥, but 3 are" in now._vm_what_now["seen"]["note"]
    assert [card["seen"] for card in now._vm_what_now["seen"]["cards"] if card["text"] == "KH"] == [2]


# ---- links and deals -------------------------------------------------------------------------------------
def test_the_link_carries_what_was_seen_and_no_answer() -> None:
    """Cards seen and the open card come back from a link; that something was revealed does not."""
    now = panel()
    for card in ("KH", "KH", "PJ"):
        tell(now, "seen", card=card, add=True)
    tell(now, "open_card", card="9C")
    tell(now, "what_now", level=3)
    link = link_of(now.session)
    assert link.endswith("&seen=KH,KH,PJ&open=9C")
    other = Session("KS", "adgaming-13")
    receive(other, {"type": "link", "search": link, "first": True})
    assert other.state == now.session.state and draw_what_now(other)["level"] == 0
    assert [card["seen"] for card in draw_what_now(other)["seen"]["cards"] if card["text"] == "KH"] == [2]


@pytest.mark.parametrize("words", ["KH,<script>,9Z", "KH" + ",7S" * 300, "KH,,,", "KH,%00"])
def test_broken_marks_in_a_link_are_left_out_and_named(words: str) -> None:
    """What is no card, or one too many, is left out; the rest is read, and nothing is raised."""
    before = State(layout=Layout.of_hand(rt.Hand.parse(WAITING)), rulebook="gorummy-13")
    found, notes = read_link(f"?hand=2H+3H&seen={words}&open=zz", before, books=rt.RULEBOOKS)
    assert found.seen[0] == rt.Card.parse("KH") and len(found.seen) <= 200 and found.open is None
    assert notes and read_link(write_link(found), before, books=rt.RULEBOOKS)[0] == found


def test_another_deal_forgets_what_was_seen_and_a_draw_does_not() -> None:
    """A card drawn, thrown or exchanged keeps the marks; other cards end them, and so does a worked hand."""
    for change, kept in (("add", True), ("remove", True), ("exchange", True), ("deal", False), ("preset", False)):
        now = panel()
        tell(now, "seen", card="KH", add=True)
        if change == "add":
            tell(now, "add", card="QH")
        elif change == "remove":
            tell(now, "remove", card="2S")
        elif change == "exchange":
            tell(now, "text", text=WAITING.replace("2S", "QH"))
        else:
            tell(now, change, key="x4", seed=5)
        assert bool(now.session.state.seen) is kept, change


def test_marking_is_no_move() -> None:
    """A card marked as seen leaves the account of the last move as it was."""
    table = rt.CardTable("KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D")
    tell(table, "move", cards=[9], to="loose")
    caption = table._vm_table["caption"]
    tell(table, "seen", card="2C", add=True)
    assert table._vm_table["caption"] == caption and len(table.session.steps.past) == 2


# ---- work beside the page --------------------------------------------------------------------------------
def held_panel(gate: Path) -> rt.WhatNow:
    """The panel alone with long work, of which no more than the distance is told until a file is made."""
    now = panel(LONG, rulebook="paplu-27", turned="TD")
    JOB.of(now.session).hire = lambda: Held(Worker(), gate)
    return now


def test_long_work_runs_beside_and_is_cancelled_by_what_overtakes_it(tmp_path: Path) -> None:
    """The loop stays free, the first answer is drawn first, a changed table ends the work, and nothing old is drawn."""

    async def play() -> None:
        now = held_panel(tmp_path / "open")
        session, job = now.session, JOB.of(now.session)
        drawn: list[tuple] = []
        now.observe(lambda change: drawn.append((session.state.seen, change["new"])), "_vm_what_now")
        tell(now, "what_now", level=2)
        assert now._vm_what_now["working"], "asked for and not known yet"
        await until(lambda: now._vm_what_now["figure"])
        assert now._vm_what_now["discards"] is None and now._vm_what_now["working"], (
            "the distance comes before the discards"
        )
        first = job._worker.process
        tell(now, "seen", card="PJ", add=True)
        assert now._vm_what_now["figure"] == "" and now._vm_what_now["working"], "the old answer is gone at once"
        await until(lambda: first.poll() is not None)  # what is overtaken is ended
        tell(now, "what_now", level=0)
        second = job._worker
        assert second is None and job.question is None
        assert not any(view["discards"] for _, view in drawn)
        now.close()

    asyncio.run(play())


def test_mere_progress_is_a_small_message(tmp_path: Path) -> None:
    """While the work goes on only how far it has come is sent; the panel itself when something is found."""

    async def play() -> None:
        now = held_panel(tmp_path / "open")
        sent: list[str] = []
        now.observe(lambda change: sent.append(change["name"]), ["_vm_what_now", "_vm_now_working"])
        tell(now, "what_now", level=2)
        await until(lambda: now._vm_what_now["figure"])
        sent.clear()
        await until(lambda: now._vm_now_working.get("done", 0) > 1)
        assert now._vm_what_now["working"] and "_vm_what_now" not in sent
        tell(now, "seen", card="PJ", add=True)
        assert now._vm_now_working["done"] == 0, "another table begins anew"
        JOB.of(now.session).stop()
        now.close()

    asyncio.run(play())


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="no priorities here")
def test_the_process_beside_stands_back() -> None:
    """From its first moment it has a lower priority than the process that answers clicks."""
    worker = Worker()
    try:
        assert os.getpriority(os.PRIO_PROCESS, worker.process.pid) >= min(19, max(10, os.nice(0)))
    finally:
        worker.end()


def test_the_answer_from_beside_is_the_answer() -> None:
    """What the other process says is what the library says; the next question goes to the same process."""

    async def play() -> None:
        now = panel()
        session = now.session
        tell(now, "what_now", level=2)
        await until(lambda: JOB.of(session).complete)
        assert JOB.of(session).advice(question_of(session)) == rt.advise(
            tuple(sorted(session.state.layout.cards)), "gorummy-13", "9D"
        )
        process = JOB.of(session)._worker.process
        tell(now, "seen", card="KH", add=True)
        await until(lambda: JOB.of(session).complete and JOB.of(session).advice(question_of(session)))
        assert JOB.of(session)._worker.process is process
        assert (
            "KH" in str(session.state.seen) and JOB.of(session).advice(question_of(session)).seen == session.state.seen
        )
        tell(now, "move", cards=[0, 1, 2], to="new")
        assert JOB.of(session).complete and now._vm_what_now["chance"], "how the cards are laid changes nothing"
        JOB.of(session)._drop_worker()
        now.close()

    asyncio.run(play())


def test_a_process_that_dies_is_told_and_asked_again(tmp_path: Path) -> None:
    """If the process ends the panel says so and offers to try again, which works."""

    async def play() -> None:
        now = held_panel(tmp_path / "open")
        tell(now, "what_now", level=1)
        await until(lambda: JOB.of(now.session)._worker is not None)
        JOB.of(now.session)._worker.end()
        await until(lambda: now._vm_what_now["failed"])
        assert "has ended" in now._vm_what_now["failed"] and now._vm_what_now["working"] is None
        tell(now, "what_now", level=1)
        await until(lambda: now._vm_what_now["figure"])
        assert not now._vm_what_now["failed"]
        JOB.of(now.session).stop()
        now.close()

    asyncio.run(play())


def test_without_processes_the_work_is_done_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no process can be had the work is cut into slices, and comes to the same."""
    monkeypatch.setattr("rummy_tutor.page.what_now.job._SLICE", 0.0005)  # also a fast machine needs more than one
    deal = set_table(rt.get_rulebook("gorummy-13"), as_card("9D"), 4)
    question = Question(as_hand(f"{WAITING} 7C"), deal.rulebook, deal.turned, 4, (), None)
    job = AdviceJob()
    job.start(question, here=True)
    slices = 0
    while job.is_pending(question):
        job.work()
        slices += 1
    assert slices > 1 and job.advice(question).to_dict() == rt.advise(f"{WAITING} 7C", "gorummy-13", "9D").to_dict()


def test_one_that_was_idle_and_is_gone_is_replaced() -> None:
    """A process that ended while nothing was asked is replaced without a word."""
    deal = set_table(rt.get_rulebook("gorummy-13"), as_card("9D"), 4)
    job = AdviceJob()
    for seen in ((), (rt.Card.parse("KH"),)):
        question = Question(as_hand(WAITING), deal.rulebook, deal.turned, 4, seen, None)
        job.start(question)

        def is_answered(asked: Question = question) -> bool:
            job.work()
            return not job.is_pending(asked)

        assert eventually(is_answered, pause=0.01)
        assert job.complete and job.advice(question).seen == seen
        job._worker.end()
    job.stop()
