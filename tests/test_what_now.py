"""What now? in words and on the page, without a browser: steps, sentences, what is asked for, what is cancelled."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

import rummy_tutor as rt
from rummy_tutor.advice import ASKS, Advice, advise_in_steps
from rummy_tutor.analysis import as_card, as_hand
from rummy_tutor.counsel import explain_discards, explain_pick, percent, say_chance, say_distance, say_verdict
from rummy_tutor.scoring import score_arrangement
from rummy_tutor.table import set_table
from rummy_tutor.widgets.desk import Desk, Question, Worker, question_of
from rummy_tutor.widgets.links import read_link, write_link
from rummy_tutor.widgets.session import Session
from rummy_tutor.widgets.state import Layout, State
from rummy_tutor.widgets.what_now_view import cards_left, draw_what_now
from tests.intents import tell

WAITING = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"
NO_RUN = "2H 3H 5H 7S 8D 9S JS 5C 5D 6H KD KC 2S"  # no pure sequence, also with the king of spades
ONE_RUN = "2H 3H 4H 7S 8D 9S JS 5C 5D 6C KD QC 2S"  # and two fives that a joker makes a set
UNSEEN = "2H 3H 4H 7S 8S 9S 5C 6D TC QD KS 2S 4D 6H 9H JC KD AC 3C 5S TD"  # two pure sequences of the three it takes
SEEN = "2H 3H 4H 7S 8S 9S 5C 6C 7C QD KS 2S 4D 6H 9H JC KD AC 3C 5S TD"
LONG = "8C 5S 8D 8H JD 4H 3S TC PJ QD KS KD 8D JC AS 3H QD 5C 7H 3C JH 8H TS TH 2D 4C 3D 2S"  # takes seconds


def panel(hand: str = WAITING, **more: object) -> rt.WhatNow:
    """The panel alone, on a hand that waits for a king or a wild card."""
    return rt.WhatNow(hand, **{"rulebook": "gorummy-13", "turned": "9D", **more})


# ---- the steps of the work -------------------------------------------------------------------------------
@pytest.mark.parametrize("cards", [WAITING, f"{WAITING} 7C", "2H 3H"])
@pytest.mark.parametrize("open_card", [None, "9C"])
def test_the_steps_come_to_the_advice(cards: str, open_card: str | None) -> None:
    """The distance comes first, progress never runs back, and all that was found is what ``advise`` answers."""
    deal = set_table(rt.get_rulebook("gorummy-13"), as_card("9D"), 4)
    steps = list(advise_in_steps(as_hand(cards), deal, (), as_card(open_card)))
    assert steps[0].part == "distance" and "distance" in steps[0].found
    for before, after in zip(steps, steps[1:], strict=False):
        assert before.part != after.part or after.done / after.total >= before.done / before.total
    found = {name: value for step in steps for name, value in step.found.items()}
    advice = Advice(hand=as_hand(cards), deal=deal, seen=(), **found)
    assert advice == rt.advise(cards, "gorummy-13", "9D", open_card=open_card)


def test_what_is_not_asked_for_is_not_worked_out() -> None:
    """Asked for the distance alone, no draw is tried."""
    deal = set_table(rt.get_rulebook("gorummy-13"), as_card("9D"), 4)
    assert [step.part for step in advise_in_steps(as_hand(WAITING), deal, ask=["distance"])] == ["distance"]
    assert rt.advise(WAITING, "gorummy-13", "9D", ask=["distance"]).outs is None
    with pytest.raises(rt.RuleError, match="distance, discards, outs") as refused:
        rt.advise(WAITING, "gorummy-13", ask=["luck"])
    assert refused.value.code == "bad-ask" and set(ASKS) == {"distance", "discards", "outs"}
    with pytest.raises(rt.RuleError, match="NoneType"):
        rt.advise(WAITING, "gorummy-13", ask=None)
    with pytest.raises(rt.CardError, match="5 is no card"):
        rt.advise(WAITING, "gorummy-13", seen=[5])


@pytest.mark.parametrize("key", [key for key in rt.RULEBOOKS if rt.RULEBOOKS[key].deal < 27])
@pytest.mark.parametrize("seed", range(4))
def test_the_way_declares_when_it_is_laid_out(key: str, seed: int) -> None:
    """The groups of the way, with the cards that are kept besides, are a hand that declares."""
    from rummy_tutor.widgets.deals import deal_hand

    book = rt.RULEBOOKS[key]
    hand, turned = deal_hand(book, 4, book.deal + seed % 2, seed)
    advice = rt.advise(hand, key, turned, ask=["distance"])
    witness = advice.distance.witness
    groups = [group.cards for group in advice.way]
    rest = sorted(hand.cards + witness.missing)
    for card in (*witness.given, *(card for group in groups for card in group)):
        rest.remove(card)
    laid = score_arrangement([*groups, *((card,) for card in rest)], advice.deal)
    assert laid.declares
    assert [group.kind for group in laid.groups][: len(groups)] == [group.kind for group in advice.way]


# ---- sentences -------------------------------------------------------------------------------------------
def test_chances_are_in_per_cent() -> None:
    """Small chances keep a digit, none is none."""
    assert [percent(x) for x in (0, 0.0055, 0.021, 0.12, 1)] == ["0 %", "0.5 %", "2.1 %", "12 %", "100 %"]


def test_the_distance_in_words() -> None:
    """Far, near, there, never, and a hand of another size each have their own sentence."""

    def told(cards: str, key: str = "gorummy-13", seen: str = "", turned: str | None = "9D") -> str:
        advice = rt.advise(cards, key, turned, seen=seen, ask=["distance"])
        return say_distance(advice.distance, advice.deal, len(advice.hand.cards))

    assert told(WAITING) == "1 card away from declaring."
    assert told("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KS") == "These cards can declare."
    assert told("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KS 2S") == "Throw one card, and the others can declare."
    assert told("2H 3H") == "GoRummy Points Rummy deals 13 cards: with 2 there is no declaring."
    held = "2H 4H 6H 8S TS QS AC 3C 5C 7D 9D JD KD"
    known = [*held.split(), "9D"]
    everything = " ".join(card for card in map(str, rt.CARDS) for _ in range(2 - known.count(card)))
    assert "can never declare" in told(held, seen=everything)


def test_the_chance_in_words() -> None:
    """Copies that can still come are counted, nearer and cheaper apart."""
    assert say_chance(rt.advise(WAITING, "gorummy-13", "9D")) == (
        "Of the 92 cards still to come, 12 bring the hand nearer (13 %) and 63 make it cheaper (68 %)."
    )
    done = rt.advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KS", "gorummy-13", "9D")
    assert say_chance(done) == "The hand can declare; none of the 92 cards still to come makes it better."


def test_ties_among_discards_are_told() -> None:
    """The best discards that are equally good are named together."""
    told = explain_discards(rt.advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC KS QH QD", "gorummy-13", "9D"))
    assert told == ()
    told = explain_discards(rt.advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KH KD KC KS", "gorummy-13", "9D"))
    assert told[0].startswith("Throw ") and " or " in told[0] and "the hand declares" in told[0]
    assert "equally good" in told[-1]


@pytest.mark.parametrize(
    ("cards", "key", "turned", "open_card", "verdict", "why"),
    [
        (WAITING, "gorummy-13", "9D", "KH", "Take K♥.", "the hand declares"),
        (WAITING, "gorummy-13", "9D", "AH", "Take A♥.", "no nearer"),
        (WAITING, "gorummy-13", "9D", "8C", "Leave 8♣.", "as good for the points"),
        (WAITING, "gorummy-13", "9D", "QC", "Leave Q♣.", "makes it no better"),
        (
            f"{WAITING} 3S 4S 6H 6D 6C JD JC QH",
            "paplu-21",
            "9D",
            "9D",
            "Take 9♦ if it is the very first open card.",
            "very first open card",
        ),
        (WAITING, "vazhushal-13", "9D", "4H", "Take 4♥.", "melded at once"),
        (UNSEEN, "marriage-21", "8D", "8H", "Take 8♥.", "These cards cannot have shown it."),
        (SEEN, "marriage-21", "8D", "8H", "8♥ may not be taken.", "has not seen the turned card"),
        (NO_RUN, "vazhushal-13", "9D", "KS", "K♠ may not be taken.", "No meld with it can be laid at once"),
        (NO_RUN, "vazhushal-13", "9D", "PJ", "PJ may not be taken.", "these cards hold none"),
        (ONE_RUN, "vazhushal-13", "9D", "PJ", "only with a pure sequence on the table.", "melded at once"),
    ],
)
def test_the_open_card_in_words(cards, key, turned, open_card, verdict, why) -> None:
    """Nearer, cheaper, no use, forbidden: each verdict says why, with the rule on picking up and its source."""
    if key == "vazhushal-13" and cards == WAITING:
        cards = cards.replace("4H", "5H", 1)
    advice = rt.advise(cards, key, turned, open_card=open_card)
    told = " ".join(explain_pick(advice.pick, advice))
    assert say_verdict(advice.pick).endswith(verdict) and why in told and "[S" in told


@pytest.mark.parametrize(
    ("cards", "key", "turned", "open_card", "allowed", "take"),
    [
        (f"{WAITING} 3S 4S 6H 6D 6C JD JC QH", "paplu-21", "9D", "PJ", None, None),
        (f"{WAITING} 3S 4S 6H 6D 6C JD JC QH", "paplu-21", "9D", "2C", True, False),
        (UNSEEN, "marriage-21", "8D", "8H", True, True),
        (SEEN, "marriage-21", "8D", "8H", False, False),
        (WAITING, "gorummy-13", "9D", "PJ", True, True),
    ],
)
def test_a_card_that_may_not_be_taken_is_never_simply_advised(cards, key, turned, open_card, allowed, take) -> None:
    """A joker worth taking is no plain "take" where only the first open one may be: the hand does not tell."""
    pick = rt.advise(cards, key, turned, open_card=open_card).pick
    assert (pick.allowed, pick.take) == (allowed, take)


# ---- the panel -------------------------------------------------------------------------------------------
def test_nothing_is_shown_or_worked_out_before_it_is_asked_for() -> None:
    """Hidden until asked, one step at a time; what is not yet shown is not in what the browser gets."""
    now = panel()
    view = now.what_now
    assert view["lines"] == [] and view["outs"] == [] and view["way"] is None and now.session.desk.question is None
    tell(now, "what_now", level=1)
    view = now.what_now
    assert (view["figure"], view["lines"][0]) == ("1", "card away from declaring.")
    assert view["outs"] == [] and view["chance"] == "" and view["way"] is None and view["open"]["verdict"] == ""
    tell(now, "what_now", level=2)
    assert [part["key"] for part in now.what_now["outs"]] == ["now_near", "now_cheap"]
    assert now.what_now["outs"][0]["cards"][0]["label"].startswith("printed joker: 2 left, 2.2 %")
    assert now.what_now["way"] is None
    tell(now, "what_now", level=3)
    assert any(card["moved"] for group in now.what_now["way"]["groups"] for card in group["cards"])
    tell(now, "what_now", level=0)
    assert now.what_now["lines"] == [] and now.what_now["way"] is None
    now.close()


def test_a_card_too_many_gives_the_discards() -> None:
    """With the card drawn the discards are listed, each with what is then waited for."""
    now = panel(f"{WAITING} 7C")
    tell(now, "what_now", level=2)
    rows = now.what_now["discards"]["rows"]
    assert [(row["key"], row["far"], row["outs"], row["points"]) for row in rows[:2]] == [
        ("7C", "1", "12", "22"), ("2S", "1", "12", "27"),
    ]  # fmt: skip
    assert ["KH", 2, "2.2 %"] in rows[0]["draws"] and sum(row["equal"] for row in rows) == 2
    assert now.what_now["told"][0].startswith("Throw 7♣")


def test_marked_cards_are_subtracted_and_undone() -> None:
    """Each mark takes a copy away, as many as there are; marks can be taken back, forgotten, undone; answers follow."""
    now = panel()
    session = now.session
    tell(now, "what_now", level=2)
    king = rt.Card.parse("KH")
    before = now.what_now["chance"]
    for left in (1, 0):
        tell(now, "seen", card="KH", add=True)
        assert cards_left(session, king) == left
    assert "KH" not in [card["card"]["key"] for card in now.what_now["outs"][0]["cards"]]
    assert now.what_now["chance"] != before and now.what_now["level"] == 2, "what was asked for stays asked for"
    tell(now, "seen", card="KH", add=True)
    assert now.problem["text"] == "No copy of this card can still come." and len(session.state.seen) == 2
    tell(now, "seen", card="KH", add=False)
    assert cards_left(session, king) == 1
    tell(now, "undo")
    assert cards_left(session, king) == 0
    tell(now, "forget_seen")
    assert now.what_now["chance"] == before and session.state.seen == ()
    tell(now, "seen", card="2C", add=False)
    assert now.problem and session.state.seen == ()


def test_the_open_card_is_judged_with_the_second_step() -> None:
    """The verdict on the open card is part of the answer, and the rule is told with it."""
    now = panel()
    tell(now, "open_card", card="9C")
    tell(now, "what_now", level=1)
    assert now.what_now["open"]["verdict"] == "" and now.what_now["open"]["hint"]
    tell(now, "what_now", level=2)
    assert now.what_now["open"]["verdict"] == "Take 9♣." and now.what_now["open"]["tone"] == "good"
    tell(now, "open_card", card="")
    assert now.what_now["open"]["verdict"] == "" and now.session.state.open is None


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("what_now", {}), ("what_now", {"level": 9}), ("what_now", {"level": True}), ("what_now", {"level": "1"}),
        ("seen", {}), ("seen", {"card": "9Z", "add": True}), ("seen", {"card": 7, "add": True}),
        ("seen", {"card": "7S", "add": False}), ("open_card", {"card": "9Z"}), ("open_card", {"card": ["7S"]}),
    ],
)  # fmt: skip
def test_intents_that_make_no_sense_change_nothing(kind: str, values: dict) -> None:
    """A page that sends nonsense gets a message, and the panel stays as it was."""
    now = panel()
    before = dict(now.what_now), now.session.state
    tell(now, kind, **values)
    assert now.problem["tone"] == "bad" and (dict(now.what_now), now.session.state) == before


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
    assert "without printed jokers" in now.what_now["lines"][0] and now.what_now["working"] is None
    other = rt.WhatNow("2H 3H 4H KS", rulebook="marriage-21")
    tell(other, "what_now", level=3)
    assert "deals 21 cards" in other.what_now["lines"][0] and other.what_now["next"] == ""


def test_marks_that_the_pack_no_longer_holds_are_told_and_kept() -> None:
    """Fewer packs, a card taken into the hand, an open card of which none is left: one sentence, nothing unmarked."""
    now = panel()
    assert now.what_now["seen"]["note"] == ""
    for _ in range(2):
        tell(now, "seen", card="KH", add=True)
    tell(now, "open_card", card="KH")
    assert "holds 2 × K♥, but 3 are" in now.what_now["seen"]["note"]
    tell(now, "open_card", card="")
    assert now.what_now["seen"]["note"] == ""
    tell(now, "text", text=WAITING.replace("KD", "KH"))
    assert "holds 2 × K♥, but 3 are" in now.what_now["seen"]["note"]
    assert [card["seen"] for card in now.what_now["seen"]["cards"] if card["text"] == "KH"] == [2]


# ---- links and deals -------------------------------------------------------------------------------------
def test_the_link_carries_what_was_seen_and_no_answer() -> None:
    """Cards seen and the open card come back from a link; that something was revealed does not."""
    now = panel()
    for card in ("KH", "KH", "PJ"):
        tell(now, "seen", card=card, add=True)
    tell(now, "open_card", card="9C")
    tell(now, "what_now", level=3)
    link = now.session.link
    assert link.endswith("&seen=KH,KH,PJ&open=9C")
    other = Session("KS", "adgaming-13")
    other.follow_link(link, first=True)
    assert other.state == now.session.state and draw_what_now(other)["level"] == 0
    assert [card["seen"] for card in draw_what_now(other)["seen"]["cards"] if card["text"] == "KH"] == [2]


@pytest.mark.parametrize("words", ["KH,<script>,9Z", "KH" + ",7S" * 300, "KH,,,", "KH,%00"])
def test_broken_marks_in_a_link_are_left_out_and_named(words: str) -> None:
    """What is no card, or one too many, is left out; the rest is read, and nothing is raised."""
    before = State(layout=Layout.of_hand(rt.Hand.parse(WAITING)), rulebook="gorummy-13")
    found, notes = read_link(f"?hand=2H+3H&seen={words}&open=zz", before)
    assert found.seen[0] == rt.Card.parse("KH") and len(found.seen) <= 200 and found.open is None
    assert notes and read_link(write_link(found), before)[0] == found


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
    caption = table.table["caption"]
    tell(table, "seen", card="2C", add=True)
    assert table.table["caption"] == caption and len(table.session.past) == 2


# ---- work beside the page --------------------------------------------------------------------------------
async def _until(condition, seconds: float = 60) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        await asyncio.sleep(0.01)
    return False


def test_long_work_runs_beside_and_is_cancelled_by_what_overtakes_it() -> None:
    """The loop stays free, the first answer is drawn first, a changed table ends the work, and nothing old is drawn."""

    async def play() -> None:
        now = panel(LONG, rulebook="paplu-27", turned="TD")
        session, desk = now.session, now.session.desk
        drawn: list[tuple] = []
        now.observe(lambda change: drawn.append((session.state.seen, change["new"])), "what_now")
        tell(now, "what_now", level=2)
        assert now.what_now["working"], "asked for and not known yet"
        assert await _until(lambda: now.what_now["figure"])
        assert now.what_now["discards"] is None and now.what_now["working"], "the distance comes before the discards"
        first = desk._worker.process
        tell(now, "seen", card="PJ", add=True)
        assert now.what_now["figure"] == "" and now.what_now["working"], "the old answer is gone at once"
        assert await _until(lambda: first.poll() is not None), "what is overtaken is ended"
        tell(now, "what_now", level=0)
        second = desk._worker
        assert second is None and desk.question is None
        assert not any(view["discards"] for _, view in drawn)
        now.close()

    asyncio.run(play())


def test_mere_progress_is_a_small_message() -> None:
    """While the work goes on only how far it has come is sent; the panel itself when something is found."""

    async def play() -> None:
        now = panel(LONG, rulebook="paplu-27", turned="TD")
        sent: list[str] = []
        now.observe(lambda change: sent.append(change["name"]), ["what_now", "now_working"])
        tell(now, "what_now", level=2)
        assert await _until(lambda: now.what_now["figure"])
        sent.clear()
        assert await _until(lambda: now.now_working.get("done", 0) > 1)
        assert now.what_now["working"] and "what_now" not in sent
        tell(now, "seen", card="PJ", add=True)
        assert now.now_working["done"] == 0, "another table begins anew"
        now.session.desk.stop()
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
        assert await _until(lambda: session.desk.complete)
        assert session.desk.advice(question_of(session)) == rt.advise(
            tuple(sorted(session.state.layout.cards)), "gorummy-13", "9D"
        )
        process = session.desk._worker.process
        tell(now, "seen", card="KH", add=True)
        assert await _until(lambda: session.desk.complete and session.desk.advice(question_of(session)))
        assert session.desk._worker.process is process
        assert "KH" in str(session.state.seen) and session.desk.advice(question_of(session)).seen == session.state.seen
        tell(now, "move", cards=[0, 1, 2], to="new")
        assert session.desk.complete and now.what_now["chance"], "how the cards are laid changes nothing"
        session.desk._drop_worker()
        now.close()

    asyncio.run(play())


def test_a_process_that_dies_is_told_and_asked_again() -> None:
    """If the process ends the panel says so and offers to try again, which works."""

    async def play() -> None:
        now = panel(LONG, rulebook="paplu-27", turned="TD")
        tell(now, "what_now", level=1)
        assert await _until(lambda: now.session.desk._worker is not None)
        now.session.desk._worker.end()
        assert await _until(lambda: now.what_now["failed"])
        assert "has ended" in now.what_now["failed"] and now.what_now["working"] is None
        tell(now, "what_now", level=1)
        assert await _until(lambda: now.what_now["figure"]) and not now.what_now["failed"]
        now.session.desk.stop()
        now.close()

    asyncio.run(play())


def test_without_processes_the_work_is_done_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no process can be had the work is cut into slices, and comes to the same."""
    monkeypatch.setattr("rummy_tutor.widgets.desk._SLICE", 0.0005)  # also a fast machine needs more than one
    deal = set_table(rt.get_rulebook("gorummy-13"), as_card("9D"), 4)
    question = Question(as_hand(f"{WAITING} 7C"), deal.rulebook, deal.turned, 4, (), None)
    desk = Desk()
    desk.start(question, here=True)
    slices = 0
    while desk.is_pending(question):
        desk.work()
        slices += 1
    assert slices > 1 and desk.advice(question).to_dict() == rt.advise(f"{WAITING} 7C", "gorummy-13", "9D").to_dict()


def test_one_that_was_idle_and_is_gone_is_replaced() -> None:
    """A process that ended while nothing was asked is replaced without a word."""
    deal = set_table(rt.get_rulebook("gorummy-13"), as_card("9D"), 4)
    desk = Desk()
    for seen in ((), (rt.Card.parse("KH"),)):
        question = Question(as_hand(WAITING), deal.rulebook, deal.turned, 4, seen, None)
        desk.start(question)
        deadline = time.monotonic() + 60
        while desk.is_pending(question) and time.monotonic() < deadline:
            desk.work()
            time.sleep(0.01)
        assert desk.complete and desk.advice(question).seen == seen
        desk._worker.end()
    desk.stop()
