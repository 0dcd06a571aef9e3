"""A class as values: who comes in, what is asked, which answers count, what is revealed, what is kept."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator

import pytest

import rummy_tutor as rt
from rummy_tutor.game.messages import TutorError
from rummy_tutor.hosts.live import results
from rummy_tutor.hosts.live.book import describe, draw_book, read_book, write_book
from rummy_tutor.hosts.live.drawing import draw_desk, draw_own, draw_tally, draw_task, draw_verdict, draw_wall
from rummy_tutor.hosts.live.items import Stage, make_item
from rummy_tutor.hosts.live.keeping import records
from rummy_tutor.hosts.live.room import Room
from rummy_tutor.hosts.live.serving.limits import Bucket, Buckets, Gate
from rummy_tutor.hosts.live.students import Student
from rummy_tutor.page.classroom.entries import list_lesson, plan_lesson, read_entry
from rummy_tutor.page.own_books import write_own
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.rulebooks.files import make_rulebook
from rummy_tutor.rulebooks.sources import look_up
from rummy_tutor.tutor.lessons import BY_KEY
from rummy_tutor.tutor.puzzles.greedy import group_greedily
from rummy_tutor.tutor.tasks import list_kinds
from rummy_tutor.wording.speech import speaking
from tests.hosts.asking import give_answer, make_further, push

CLASSIFY = {"lesson": "sets", "kind": "classify", "rulebook": "octro-13", "level": 1}
# a group that has a suit twice, and is taken for a set by who thinks that it may
CLASSIFY["seed"] = next(
    seed
    for seed in range(1000)
    if (verdict := make_item({**CLASSIFY, "seed": seed}).judge("set")).belief == "suit-twice" and verdict.reasons
)
COUNT = {"lesson": "loser", "kind": "count", "rulebook": "gorummy-13", "seed": 3, "level": 1}
HAND = "2H 3H 4H 5C 6C QD 8D 8S 5C 2D 2C KS QS"
NAMES = ["Tiger", "Owl"]


def fill(seats: int = 5, students: int = 3) -> tuple[Room, list[Student]]:
    """A class with students in it."""
    room = Room(seats)
    return room, [room.join(room.code, None, NAMES) for _ in range(students)]


def refuse(code: str, act: object, *given: object, **named: object) -> None:
    """Something is refused with a code, and says why."""
    with pytest.raises(TutorError) as caught:
        act(*given, **named)
    assert caught.value.code == code and str(caught.value)


def test_a_name_keeps_what_joins_its_letters() -> None:
    """A joiner in a Nepali name stays; one alone is no name."""
    room, (one,) = fill(students=1)
    room.students.rename(one, "गर्\u200dयो\n")
    assert one.name == "गर्\u200dयो"
    refuse("bad-name", room.students.rename, one, "\u200d")


# ---- coming in -------------------------------------------------------------------------------------------
def test_the_code_lets_in_and_the_token_lets_back_in() -> None:
    """The code may be typed small; a token finds its student again, whatever the code."""
    room = Room(2)
    one = room.join(f" {room.code.lower()} ", None, NAMES)
    assert room.join("", one.token, NAMES) is one and room.join(None, one.token, NAMES) is one
    refuse("wrong-code", room.join, "AAAAA", None, NAMES)
    refuse("wrong-code", room.join, "é", "forged", NAMES)
    refuse("wrong-code", room.join, None, None, NAMES)
    room.join(room.code, "forged", NAMES)
    refuse("room-full", room.join, room.code, None, NAMES, list(room.students))
    push(room, CLASSIFY, 0.0)
    give_answer(room, one, 0, "set", 1.0)
    third = room.join(room.code, None, NAMES)  # in the place of one who is away and has never answered
    assert list(room.students.values()) == [one, third] and third.number == 3


def test_names_are_short_single_lines_and_differ() -> None:
    """Whoever takes a name that somebody has gets a number; what cannot be read is left out."""
    room, (one, two, _) = fill()
    room.students.rename(one, "  Asha\n\x00 \t Rao ")
    room.students.rename(two, "Asha Rao")
    assert (one.name, two.name) == ("Asha Rao", "Asha Rao 2")
    room.students.rename(one, "<b>" * 20)
    assert one.name == ("<b>" * 20)[:24]
    for name in ("", " \x07 "):
        refuse("bad-name", room.students.rename, one, name)


def test_who_joins_may_say_his_name_and_gets_one_otherwise() -> None:
    """A name given with the code is taken like one given later; what cannot be read leaves a made-up one."""
    room = Room(9)
    called = [
        room.join(room.code, None, NAMES, (), name).name for name in (" Asha ", "Asha", "x" * 90, "", "\x00 ", None)
    ]
    assert called[:3] == ["Asha", "Asha 2", "x" * 24]
    assert all(name.split()[0] in NAMES for name in called[3:]) and len(set(called)) == 6
    refuse("wrong-code", room.join, "AAAAA", None, NAMES, (), "Asha")
    one = room.join(room.code, None, NAMES, (), "Ravi")
    assert room.join(None, one.token, NAMES, (), "Somebody else").name == "Ravi"


# ---- asking and answering --------------------------------------------------------------------------------
def test_the_last_answer_counts_until_answers_are_closed() -> None:
    """A second answer replaces the first, the same one changes nothing, and none comes after closing."""
    room, (one, two, _) = fill()
    refuse("nothing-asked", give_answer, room, one, 0, "set", 0.0)
    push(room, CLASSIFY, 100.0)
    give_answer(room, one, 0, "set", 104.0)
    version = room.version
    give_answer(room, one, 0, "set", 109.0)
    assert room.version == version and room.item.answers[1].at == 4.0
    give_answer(room, one, 0, "invalid", 110.0)
    assert room.item.answers[1].value == "invalid" and len(room.item.answers) == 1
    refuse("bad-answer", give_answer, room, one, 0, "nonsense", 111.0)
    refuse("bad-message", give_answer, room, one, 0, "x" * 5000, 111.0)
    refuse("answers-closed", give_answer, room, one, 3, "set", 111.0)
    room.freeze()
    refuse("answers-closed", give_answer, room, two, 0, "set", 112.0)
    room.freeze(on=False)
    give_answer(room, two, 0, "set", 113.0)
    room.reveal()
    room.freeze(on=False)
    assert room.item.stage is Stage.TALLY and room.item.answers[1].value == "invalid"


def test_a_late_answer_is_not_taken_for_one_to_the_next_task() -> None:
    """An answer names its task; one to a task before is refused."""
    room, (one, *_) = fill()
    push(room, CLASSIFY, 0.0)
    push(room, {**CLASSIFY, "seed": 8}, 1.0)
    refuse("answers-closed", give_answer, room, one, 0, "set", 2.0)
    refuse("answers-closed", give_answer, room, one, True - 2, "set", 2.0)
    assert room.item.answers == {}


def test_time_closes_the_answers() -> None:
    """With a limit, answers are closed when it is over, also for one that comes at that moment."""
    room, (one, two, _) = fill()
    push(room, {**CLASSIFY, "seconds": 30}, 100.0)
    give_answer(room, one, 0, "set", 129.9)
    refuse("answers-closed", give_answer, room, two, 0, "set", 130.0)
    assert room.item.stage is Stage.FROZEN
    for seconds in (-1, 1e9, "x", None, True):
        refuse("bad-message", room.set_timer, seconds, 0.0)


def test_a_hand_of_the_teacher_s_belongs_to_no_lesson() -> None:
    """A hand that the teacher has written is told as his, and repeated with the puzzles."""
    room, (one, *_) = fill()
    push(room, {"rulebook": "octro-13", "hand": "2H 3H 4H 5S"}, 0.0)
    assert draw_task(room.item, 0)["lesson"] == "A hand from your teacher"
    give_answer(room, one, 0, [["2H", "3H", "4H"], ["5S"]], 1.0)
    assert [one["title"] for one in results.list_repeats(room)["lessons"]] == ["A hand of your own"]


@pytest.mark.parametrize(
    ("ask", "hand", "more", "asks", "right"),
    [
        ("best", HAND, {}, "table", None),
        ("declare", HAND, {}, "one", "no"),
        ("declare", "3H 4H 5H | 7C 8C 9C | KS KH KD | 2S 2H 2D 2C", {}, "one", "yes"),
        ("cost", "2H 3H 4H | 5C 6C 7C | 8D 9S KS JC", {}, "number", 37),
        ("cost", "2H 3H 4H 5C 6C 7C 8D 9S KS JC", {}, "number", 37),
        ("throw", "3H 4H 5H 7C 8C 9C KS KH KD 2S 2H 2D 2C JS", {}, "one", "JS"),
        ("take", "3H 4H 5H 7C 8C 9C KS KH KD 2S 2H 2D JS", {"open": "2C"}, "one", "yes"),
        ("exchanges", "3H 4H 5H 7C 8C 9C KS KH KD 2S 2H 2D JS", {}, "number", 1),
        ("repair", "3H 4H 5H | 7C 8C 9C | KS KH KD 2C | 2S 2H 2D", {}, "table", None),
    ],
)
def test_a_hand_of_the_teacher_s_is_asked_about_in_his_words(ask, hand, more, asks, right) -> None:
    """Each question that fits a whole hand has a right answer, on the cards as written, also after a restart."""
    room, (one, *_) = fill()
    note = " <b>Look</b>\n closely "
    push(room, {"rulebook": "gorummy-13", "hand": hand, "turned": "QD", "ask": ask, "note": note, **more}, 0.0)
    drawn = draw_task(room.item, 0)
    assert (drawn["note"], drawn["asks"], drawn["lesson"]) == ("<b>Look</b> closely", asks, "A hand from your teacher")
    assert bool(drawn["open"]) == (ask == "take") and bool(drawn["choices"]) == (asks == "one")
    expected = room.item.read(room.item.solve())
    assert room.item.judge(expected).right and (right is None or expected == right)
    give_answer(room, one, 0, expected, 1.0)
    again = make_item(room.item.request)
    assert (again.question.task, again.note) == (room.item.question.task, room.item.note)
    row = next(csv.DictReader(io.StringIO(results.export(room, "csv", names=False)["text"])))
    assert row["task_in_words"].startswith("<b>Look</b> closely · ") and row["verdict"] == "Right"


def test_a_question_that_does_not_fit_a_hand_is_refused() -> None:
    """The reason is told: too few cards, no open card, nothing to repair, cards that can never declare."""
    declares = "3H 4H 5H | 7C 8C 9C | KS KH KD | 2S 2H 2D 2C"
    for ask, hand, code in [
        ("throw", HAND, "bad-question"),
        ("declare", "2H 3H 4H", "bad-question"),
        ("take", HAND, "bad-open"),
        ("repair", declares, "bad-question"),
        ("repair", HAND, "bad-question"),
        ("poetry", HAND, "bad-entry"),
        (["cost"], HAND, "bad-entry"),
    ]:
        refuse(code, make_item, {"rulebook": "gorummy-13", "hand": hand, "turned": "QD", "ask": ask})
    for note in (None, 7, " \n ", ["x"]):
        assert make_item({"rulebook": "gorummy-13", "hand": HAND, "note": note}).note == ""
    assert len(make_item({"rulebook": "gorummy-13", "hand": HAND, "note": "a" * 900}).note) == 200


def test_a_hand_that_no_pack_can_deal_is_not_asked() -> None:
    """A card written more often than the game has it is named, with both numbers."""
    hand = "2H 2H 2H 2H 2H 3S 4S 5S 7D 8D 9D KC KS"
    with pytest.raises(TutorError) as caught:
        make_item({"hand": hand, "rulebook": "gorummy-13"})
    assert caught.value.key == "bad-question:pack" and "2♥" in str(caught.value) and "5 times" in str(caught.value)


@pytest.mark.parametrize(("value", "key"), [("x", "bad-answer:number"), (99_999, "bad-answer:far")])
def test_a_number_that_is_none_is_told_apart_from_one_that_is_too_far(value: object, key: str) -> None:
    """What is refused of a number says what is wrong with it."""
    room, (one, *_) = fill()
    push(room, COUNT, 0.0)
    with pytest.raises(TutorError) as caught:
        give_answer(room, one, 0, value, 1.0)
    assert caught.value.key == key


def test_steps_are_revealed_one_by_one() -> None:
    """The wall shows first how answers are distributed, then what is behind them, then the right one and why."""
    room, (one, two, three) = fill()
    push(room, CLASSIFY, 0.0)
    for student, value in ((one, "set"), (two, "invalid"), (three, "set")):
        give_answer(room, student, 0, value, 1.0)
    seen = []
    for _ in range(6):
        wall, own = draw_wall(room, 2.0, set()), draw_own(room, one, 2.0)
        seen.append(
            (room.item.stage, wall["tally"] is not None, wall["verdict"] is not None, own["verdict"] is not None)
        )
        room.reveal()
    assert [one[1:] for one in seen] == [(False,) * 3, *[(True, False, False)] * 2, *[(True, True, True)] * 3]
    assert room.item.stage is Stage.ANSWER and draw_wall(room, 2.0, set())["verdict"]["why"]
    assert (
        draw_own(room, one, 2.0)["verdict"]["right"] is False and draw_own(room, two, 2.0)["verdict"]["right"] is True
    )


def test_reasons_bring_what_their_sources_say() -> None:
    """A phone has no list of sources: each reason comes with what those that it cites are called and say."""
    hand = "KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D"
    room, _ = fill()
    push(room, {"hand": hand, "rulebook": "adgaming-13", "ask": "declare"}, 0.0)
    why = draw_verdict(room.item, None)["why"]
    assert {code for line in why for code in line["codes"]} >= {"S4", "R10"}
    for line in why:
        assert {code: one["what"] for code, one in line["says"].items()} == {one: look_up(one) for one in line["codes"]}
        assert all(one["name"].endswith(code) for code, one in line["says"].items())


def test_answers_are_counted_by_what_they_are_and_by_belief() -> None:
    """Equal answers stand in one row; wrong ones are counted again under the beliefs that explain them."""
    room, students = fill(9, 6)
    push(room, CLASSIFY, 0.0)
    for student, value in zip(students, ["set"] * 3 + ["invalid"] * 2 + ["pure-sequence"], strict=True):
        give_answer(room, student, 0, value, 1.0)
    tally = draw_tally(room.item)
    assert [(row["n"], row["right"]) for row in tally["rows"]] == [(3, False), (2, True), (1, False)]
    assert tally["answered"] == 6 and tally["right"] == 2
    assert {one["key"]: one["n"] for one in tally["beliefs"]} == {"suit-twice": 3, "": 1}


def test_layouts_that_differ_in_order_alone_are_one_answer() -> None:
    """Groups and cards in another order are the same grouping."""
    room, (one, two, _) = fill()
    push(room, {"hand": HAND, "rulebook": "gorummy-13", "turned": "QD"}, 0.0)
    cards = HAND.split()
    give_answer(room, one, 0, [cards[:3], *[[card] for card in cards[3:]]], 1.0)
    give_answer(room, two, 0, [*[[card] for card in reversed(cards[3:])], cards[2::-1]], 1.0)
    assert len(draw_tally(room.item)["rows"]) == 1
    refuse("bad-answer", give_answer, room, two, 0, [["AS"] * 13], 1.0)


def test_layouts_with_the_same_melds_and_cost_are_one_answer() -> None:
    """What lies loose may lie anyhow: melds and cost tell answers apart, and the wall lists five of them."""
    room, students = fill(9, 8)
    push(room, {"hand": HAND, "rulebook": "gorummy-13", "turned": "QD"}, 0.0)
    meld, loose = HAND.split()[:3], HAND.split()[3:]
    laid = [
        [meld, *[[card] for card in loose]],
        [meld, loose],
        [meld, loose[:2], *[[card] for card in loose[2:]]],
        [[card] for card in HAND.split()],
    ]
    for student, groups in zip(students, laid, strict=False):
        give_answer(room, student, 0, groups, 1.0)
    tally = draw_tally(room.item)
    assert [row["n"] for row in tally["rows"]] == [3, 1] and tally["answered"] == 4
    room.show(tally["rows"][0]["key"])
    assert draw_wall(room, 1.0, set())["shown"]["n"] == 3
    others = [[*loose[:2], "QD"], [*loose[3:5], "QD"], ["2D", "2C", "QD"], ["KS", "QS", "QD"]]
    for student, group in zip(students[4:], others, strict=True):
        rest = HAND.split()
        for card in group:
            rest.remove(card)
        give_answer(room, student, 0, [group, *[[card] for card in rest]], 1.0)
    room.reveal()
    wall = draw_wall(room, 1.0, set())["tally"]
    assert [row["n"] for row in wall["rows"]] == [3, 1, 1, 1, 1] and wall["others"] == 1


def test_equal_layouts_are_one_answer_in_whatever_language_they_are_counted() -> None:
    """A teacher's page in Hindi counts some answers first, one in English others."""
    room, students = fill(2, 2)
    push(room, {"hand": HAND, "rulebook": "gorummy-13", "turned": "QD"}, 0.0)
    meld, loose = HAND.split()[:3], HAND.split()[3:]
    layouts = ([meld, loose], [meld, loose[:2], loose[2:]])
    for language, student, groups in zip(("hi", "en"), students, layouts, strict=True):
        with speaking(language):
            give_answer(room, student, 0, groups, 1.0)
            rows = draw_tally(room.item)["rows"]
    assert [row["n"] for row in rows] == [2]


def test_the_wall_names_costs_and_beliefs_only_when_the_teacher_steps_there() -> None:
    """First the answers alone; then what each costs and which belief it fits, unless beliefs are switched off."""
    room, (one, two, _) = fill()
    push(room, {"hand": HAND, "rulebook": "gorummy-13", "turned": "QD"}, 0.0)
    give_answer(room, one, 0, [[card] for card in HAND.split()], 1.0)
    room.reveal()
    assert [row["word"] for row in draw_wall(room, 1.0, set())["tally"]["rows"]] == [""]
    assert draw_own(room, one, 1.0)["answered"]["groups"] == []
    room.reveal()
    assert draw_wall(room, 1.0, set())["tally"]["rows"][0]["word"] == "55 points"
    assert draw_own(room, one, 1.0)["answered"]["groups"] != []
    push(room, CLASSIFY, 2.0)
    give_answer(room, two, 1, "set", 3.0)
    for named in (0, 1):
        room.reveal()
        assert len(draw_wall(room, 4.0, set())["tally"]["rows"][0]["beliefs"]) == named
    room.switch("beliefs", on=False)
    assert draw_wall(room, 4.0, set())["tally"]["rows"][0]["beliefs"] == []
    assert draw_tally(room.item)["rows"][0]["beliefs"]  # the teacher's own page names them


def test_who_is_away_is_not_waited_for() -> None:
    """Of those who have answered or could still do so: a phone that has gone counts once it has answered."""
    room, (one, two, three) = fill()
    assert draw_wall(room, 0.0, {one.number, two.number})["here"] == 2
    push(room, CLASSIFY, 0.0)
    give_answer(room, one, 0, "set", 1.0)
    for here, n in (({1, 2, 3}, 3), ({1, 2}, 2), ({2}, 2), (set(), 1)):
        wall = draw_wall(room, 1.0, here)
        assert (wall["answered"], wall["here"]) == (1, n)


def test_a_minute_more_is_added_to_what_is_left() -> None:
    """The minute comes on top of the time that is left; without a limit it is one; no closed answers open by it."""
    room, _ = fill()
    push(room, {**CLASSIFY, "seconds": 50}, 100.0)
    room.add_time(60.0, 110.0)
    assert room.item.until == 210.0
    push(room, CLASSIFY, 120.0)
    room.add_time(60.0, 130.0)
    room.add_time(60.0, 131.0)
    assert room.item.until == 250.0
    room.freeze()
    refuse("answers-closed", room.add_time, 60.0, 140.0)


def test_one_answer_is_shown_without_a_name() -> None:
    """What is shown is one of the answers given, and nobody's name is on the wall."""
    room, (one, *_) = fill()
    room.students.rename(one, "Mirabelle")
    push(room, CLASSIFY, 0.0)
    give_answer(room, one, 0, "set", 1.0)
    room.show("'invalid'")
    assert draw_wall(room, 1.0, set())["shown"] is None
    room.show("'set'")
    assert draw_wall(room, 1.0, set())["shown"]["n"] == 1
    for _ in range(4):
        room.reveal()
    wall, desk = draw_wall(room, 1.0, {1}), draw_desk(room, {1})
    assert "Mirabelle" not in json.dumps(wall) and "Mirabelle" in json.dumps(desk)
    room.show(None)
    assert draw_wall(room, 1.0, set())["shown"] is None


def test_nothing_that_a_student_sees_tells_the_answer() -> None:
    """Task and own state of an open task are the same whatever is right, and hold no answer of anybody else."""
    room, (one, two, _) = fill()
    push(room, {"lesson": "declare", "kind": "repair", "rulebook": "gorummy-13", "seed": 5, "level": 1}, 0.0)
    laid = room.item.judge([[str(card)] for card in room.item.question.task.cards]).expected
    give_answer(room, one, 0, laid, 1.0)
    own = draw_own(room, one, 1.0)
    assert own["answered"]["groups"] == [] and own["verdict"] is None and "declares" not in json.dumps(own)
    assert draw_own(room, two, 1.0)["value"] is None
    assert not {"expected", "answer", "verdict"} & set(draw_task(room.item, 0))


def test_a_plan_runs_through() -> None:
    """A lesson's tasks come one after the other, its kinds in turn; a plan with a bad task is refused whole.

    A class plays one game: other games are not asked about before the last lesson.
    """
    room, _ = fill()
    room.plan.set(list(map(make_item, plan_lesson("sets", RULEBOOKS["octro-13"], 1, 1, 4))))
    kinds = [kind for kind in list_kinds(BY_KEY["sets"], RULEBOOKS["octro-13"]) if kind != "compare"]
    assert plan_lesson("nine", RULEBOOKS["octro-13"], 1, 1, 1)[0]["kind"] == "compare"
    for at in range(4):
        room.next(float(at))
        assert room.item.question.kind == kinds[at % len(kinds)]
    refuse("nothing-asked", room.next, 9.0)
    refuse("no-such-task", make_item, {**CLASSIFY, "lesson": "nothing"})
    refuse("no-such-task", plan_lesson, "octro", RULEBOOKS["marriage-21"], 1, 1, 3)
    refuse("bad-message", room.plan.set, [make_item(CLASSIFY)] * 201)
    assert room.plan.items == []


def test_planned_tasks_change_places_and_are_taken_out_and_put_back() -> None:
    """Each is named by its number, so that a late click moves the one that it was meant for; removals are undone."""
    room, _ = fill()
    items = [make_item({**CLASSIFY, "seed": seed}) for seed in (1, 2, 3, 4)]
    a, b, c, d = items
    room.plan.set(items)
    room.plan.move(a.number, -1)
    assert room.plan.items == [a, b, c, d] and room.plan.items is not items
    room.plan.move(a.number, 1)
    room.plan.move(d.number, -1)
    assert room.plan.items == [b, a, d, c]
    room.plan.drop(d.number)
    room.plan.drop(b.number)
    assert room.plan.items == [a, c] and draw_desk(room, set())["dropped"] == 2
    refuse("nothing-asked", room.plan.drop, d.number)
    refuse("nothing-asked", room.plan.move, -1, 1)
    room.plan.restore()
    assert room.plan.items == [b, a, c]
    room.plan.restore()
    assert room.plan.items == [b, a, d, c]
    refuse("nothing-asked", room.plan.restore)
    room.plan.drop(c.number)
    room.next(0.0)
    assert draw_desk(room, set())["dropped"] == 0
    refuse("nothing-asked", room.plan.restore)


def test_what_was_revealed_can_be_hidden_again_and_answers_stay_closed() -> None:
    """Hiding a step hides those after it too; answers are not taken again by whoever has seen some."""
    room, (one, *_) = fill()
    push(room, CLASSIFY, 0.0)
    give_answer(room, one, 0, "set", 1.0)
    for _ in range(4):
        room.reveal()
    assert room.item.stage is Stage.ANSWER
    room.hide("answer")
    assert room.item.stage is Stage.WHY and draw_own(room, one, 2.0)["verdict"] is None
    room.hide("tally")
    room.freeze(on=False)
    assert room.item.stage is Stage.FROZEN and draw_wall(room, 2.0, set())["tally"] is None
    refuse("answers-closed", give_answer, room, one, 0, "invalid", 2.0)
    room.reveal()
    assert room.item.stage is Stage.TALLY


@pytest.mark.parametrize("key", BY_KEY)
def test_every_question_of_a_lesson_can_be_drawn(key: str) -> None:
    """Each kind of each lesson, in a game it is about, is a task that pages of a class can show and answer."""
    for book in [book for book in RULEBOOKS.values() if list_kinds(BY_KEY[key], book)][:1]:
        for kind in list_kinds(BY_KEY[key], book):
            item = make_item({"lesson": key, "kind": kind, "rulebook": book.key, "seed": 2})
            drawn = draw_task(item, 0)
            assert drawn["question"] and drawn["asks"] in ("one", "several", "number", "table")
            assert bool(drawn["choices"]) == (drawn["asks"] in ("one", "several"))
            expected = item.read(item.question.solve())
            assert item.judge(expected).right and draw_verdict(item, expected)["right"]


@pytest.mark.parametrize("key", ["x1", "x2", "x4", "x5", "c", "second.gorummy-13.1", "throw.gorummy-13.7",
                                 "take.gorummy-13.9", "allow.paplu-21.3"])  # fmt: skip
def test_a_puzzle_of_every_goal_can_be_asked(key: str) -> None:
    """Each goal is drawn without its answer; the right answer counts as right, a wrong one as wrong."""
    room, (one, two, _) = fill()
    push(room, {"puzzle": key}, 0.0)
    item = room.item
    drawn, expected = draw_task(item, 0), item.solve()
    assert drawn["question"] and bool(drawn["choices"]) == (drawn["asks"] in ("one", "several"))
    assert drawn["groups"] or drawn["rows"]
    give_answer(room, one, 0, expected, 1.0)
    wrong = [[str(card)] for card in item.question.puzzle.cards]
    if drawn["choices"]:
        others = [choice["key"] for choice in drawn["choices"]]
        wrong = [[]] if drawn["asks"] == "several" else [other for other in others if not item.judge(other).right]
        wrong = wrong[0]
    give_answer(room, two, 0, wrong, 1.0)
    tally = draw_tally(item)
    assert sorted((row["n"], row["right"]) for row in tally["rows"]) == [(1, False), (1, True)]
    assert draw_verdict(item, expected)["why"] and make_further(room, 0).question.lesson == "puzzles"
    refuse("bad-answer", give_answer, room, one, 0, ["nonsense"], 2.0)


def test_a_hasty_grouping_is_told_as_one() -> None:
    """A puzzle's cards laid out as a beginner lays them count under that habit."""
    item = make_item({"puzzle": "group.gorummy-13.4"})
    hasty = item.read(group_greedily(item.question.puzzle.cards, item.question.deal))
    assert item.judge(hasty).fits == ("greedy",)


def test_moves_and_rounds_are_asked_like_other_tasks() -> None:
    """Moves are chosen in any order; a round stands there with its players."""
    item = make_item({"lesson": "turn", "kind": "move", "rulebook": "gorummy-13", "seed": 4})
    assert draw_task(item, 0)["asks"] == "several" and item.judge(item.solve()).right
    assert item.judge(item.read(item.solve()[::-1])).right
    assert draw_verdict(item, None)["why"]
    item = make_item({"lesson": "round", "kind": "settle", "rulebook": "gorummy-13", "seed": 4})
    assert draw_verdict(item, None)["why"]
    drawn = draw_task(item, 0)
    assert len(drawn["rows"]) >= 3 and all(row["name"] and row["told"] for row in drawn["rows"])


def test_further_questions_are_tasks_and_puzzles_in_turn() -> None:
    """Where puzzles practise the lesson, every other further question is one of them."""
    room, _ = fill()
    push(room, {"lesson": "declare", "kind": "repair", "rulebook": "gorummy-13", "seed": 5, "level": 1}, 0.0)
    lessons = [make_further(room, done).question.lesson for done in range(4)]
    assert lessons == ["declare", "puzzles", "declare", "puzzles"]


def list_words(value: object) -> Iterator[str]:
    """The texts of a drawing that are read; keys, names of tones and what is printed on cards apart."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name not in ("key", "asks", "tone", "icon", "suit", "rank", "name"):
                yield from list_words(part)
    elif isinstance(value, list):
        for part in value:
            yield from list_words(part)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("key", ["sets", "wild", "declare", "vazhushal"])
def test_every_word_of_a_class_is_of_the_catalogue(key: str) -> None:
    """In the pseudo-language no English word of task, tally or verdict stands outside the brackets."""
    book = next(book for book in RULEBOOKS.values() if list_kinds(BY_KEY[key], book))
    with speaking("qps"):
        for kind in list_kinds(BY_KEY[key], book):
            room, (one, *_) = fill()
            push(room, {"lesson": key, "kind": kind, "rulebook": book.key, "seed": 2}, 0.0)
            give_answer(room, one, 0, room.item.solve(), 1.0)
            for drawn in (draw_task(room.item, 0), draw_verdict(room.item, None), draw_tally(room.item)):
                for text in list_words(drawn):
                    while text != (text := re.sub(r"⟦[^⟦⟧]*⟧", "", text)):
                        pass
                    assert not re.search(r"[A-Za-z]{3,}", text), (kind, text)


@pytest.mark.parametrize("seconds", ["soon", -1, 1e9, True, float("nan")])
def test_a_task_with_a_bad_time_is_not_asked(seconds: object) -> None:
    """A task whose time makes no sense is refused when it is made, before it is on the plan or asked."""
    room, _ = fill()
    refuse("bad-message", make_item, {**CLASSIFY, "seconds": seconds})
    refuse("bad-message", push, room, {**CLASSIFY, "seconds": seconds}, 0.0)
    assert room.items == []
    push(room, {**CLASSIFY, "seconds": 20}, 100.0)
    assert room.item.until == 120.0


def test_a_task_may_be_about_rules_of_ones_own() -> None:
    """A list that was built under own rules is asked by them, its further tasks too, also after a restart."""
    book = make_rulebook({"base": "gorummy-13", "key": "ours", "title": "Ours", "scoring": {"cap": 33}})
    (entry,) = list_lesson(book, write_own(book), "loser", 3, 1, example=False)
    room, (one, *_) = fill()
    push(room, read_entry(entry), 0.0)
    give_answer(room, one, 0, 5, 1.0)
    assert room.item.question.rulebook == book and make_further(room, 0).question.rulebook == book
    assert make_item(room.item.request).question.task == room.item.question.task
    own_hand = make_item({"hand": HAND, "own": write_own(book)})
    assert own_hand.question.rulebook == book and make_item(own_hand.request).question.rulebook == book
    refuse("bad-link", make_item, {**entry, "own": "x"})


def test_bad_requests_are_refused() -> None:
    """A task that there is not, a hand that is none, and a rulebook of another type are told."""
    for request, code in [
        ({}, "bad-entry"),
        ({"rulebook": ["x"]}, "bad-entry"),
        ({"rulebook": "chess"}, "bad-rulebook"),
        ({**CLASSIFY, "kind": "poetry"}, "no-such-task"),
        ({**CLASSIFY, "seed": "x"}, "bad-type"),
        ({"rulebook": "gorummy-13", "hand": "ZZ"}, "bad-card"),
    ]:
        refuse(code, make_item, request)


# ---- further tasks ---------------------------------------------------------------------------------------
def test_who_has_answered_goes_on_with_further_tasks() -> None:
    """Further tasks are of the same lesson, judged at once, each counted once; without an answer there are none."""
    room, (one, two, _) = fill()
    assert not room.may_go_on(one)
    push(room, CLASSIFY, 0.0)
    assert not room.may_go_on(one)
    give_answer(room, one, 0, "set", 1.0)
    seen = []
    for done in range(3):
        item = make_further(room, one.practised)
        assert item.question.lesson == "sets" and room.may_go_on(one)
        room.practise(one, done, right=item.judge(item.solve()).right)
        refuse("nothing-asked", room.practise, one, done, right=True)
        assert one.practised_right == done + 1
        seen.append(item.question.ask() + str(item.question.groups))
    assert len(set(seen)) == 3 and (one.practised, one.practised_right) == (3, 3)
    refuse("nothing-asked", room.practise, two, 0, right=True)


# ---- what is kept ----------------------------------------------------------------------------------------
def play() -> Room:
    """A class that has answered two tasks and has one to come."""
    room, (one, two, _) = fill()
    room.students.rename(one, "=HYPERLINK(1)")
    push(room, CLASSIFY, 100.0)
    give_answer(room, one, 0, "set", 103.0)
    give_answer(room, two, 0, "invalid", 104.0)
    push(room, COUNT, 200.0)
    give_answer(room, one, 1, 80, 203.0)
    room.plan.set([make_item({**CLASSIFY, "seed": 9})])
    return room


def test_a_class_goes_on_after_a_restart(tmp_path) -> None:
    """Everything is there again: tokens, answers, stage, plan; a file of another kind is refused."""
    room, path = play(), tmp_path / "kept.json"
    room.reveal()
    records.save(room, path)
    assert path.stat().st_mode & 0o077 == 0
    again = records.load(path)
    assert (again.code, again.secret, again.students) == (room.code, room.secret, room.students)
    assert [(one.answers, one.stage, one.told, one.question.task) for one in again.items] == [
        (one.answers, one.stage, one.told, one.question.task) for one in room.items
    ]
    assert [one.question.task for one in again.plan.items] == [one.question.task for one in room.plan.items]
    for text in ("", "[]", '{"format": "rummy-tutor class"}', path.read_text()[:-40]):
        path.write_text(text)
        refuse("bad-class", records.load, path)


def test_the_export_names_nobody_unless_the_teacher_says_so(tmp_path) -> None:
    """Without names there are numbers; with names no cell can be taken for a formula; a notebook reads the JSON."""
    room = play()
    assert not any("HYPERLINK" in results.export(room, form, names=False)["text"] for form in ("json", "csv"))
    rows = list(csv.DictReader(io.StringIO(results.export(room, "csv", names=True)["text"])))
    assert [row["student"] for row in rows].count("'=HYPERLINK(1)") == 2
    assert (rows[0]["answer"], rows[0]["right"], rows[0]["belief"]) == ("set", "no", "suit-twice")
    assert list(rows[0])[:10] == ["task", "lesson", "kind", "rulebook", "student", "answer", "right", "belief", "fits",
                                  "seconds"]  # fmt: skip
    assert "What is this group?" in rows[0]["task_in_words"] and rows[0]["lesson_in_words"] == "Sets"
    assert (rows[0]["answer_in_words"], rows[0]["right_answer"], rows[0]["verdict"]) == ("Set", "invalid", "Not right")
    assert rows[0]["right_answer_in_words"] == "No meld" and "suit" in rows[0]["belief_in_words"]
    assert rows[1]["verdict"] == "Right" and rows[1]["belief_in_words"] == ""
    path = tmp_path / "class.json"
    path.write_text(results.export(room, "json", names=False)["text"])
    table = rt.load_class(path)
    given = table.dropna(subset=["answer"])
    assert list(given["right"][:2]) == [False, True] and given["task"].tolist() == [1, 1, 2]
    assert len(table) == 2 * len(room.students) and not table["absent"].any()
    assert list(table.columns)[:5] == ["task", "lesson", "kind", "rulebook", "student"]
    assert table["right"].dtype == "boolean"  # so that a mean is taken of those who answered
    refuse("bad-message", results.export, room, "xml", names=False)
    path.write_text('{"format": "rummy-tutor class", "version": 1}')
    refuse("bad-class", rt.load_class, path)


def make_class(*people: tuple[str, str], asks: dict[str, object], value: object, now: float) -> Room:
    """A class of an hour, in which everybody gave the same answer."""
    room = Room()
    students = [room.join(room.code, None, NAMES, (), name, word) for name, word in people]
    push(room, asks, now)
    for student in students:
        give_answer(room, student, 0, value, now + 5.0)
    return room


def test_a_class_book_holds_several_classes_and_what_each_should_repeat(tmp_path) -> None:
    """A name with a word of its own is the same student; a class is written once; a table knows who was absent."""
    path = tmp_path / "book.json"
    monday = make_class(("Owl", "river"), ("Tiger", ""), asks=CLASSIFY, value="set", now=0.0)
    tuesday = make_class(("Owl", "river"), ("Owl", "hill"), asks=CLASSIFY, value="invalid", now=86400.0)
    write_book(path, describe(tuesday))
    for _ in range(2):
        classes = write_book(path, describe(monday))
    assert [one["date"][:10] for one in classes] == ["1970-01-01", "1970-01-02"]
    assert "river" not in path.read_text() and path.stat().st_mode & 0o77 == 0
    seen = draw_book(path, read_book(path))
    assert seen["classes"] == 2 and [(one["name"], one["again"]) for one in seen["students"]][:2] == [
        ("Owl", ["Sets"]),
        ("Tiger", ["Sets"]),
    ]
    assert seen["students"][0]["told"] == "classes: 2, right: 1 of 2" and seen["students"][2]["again"] == []
    table = rt.load_class(path)
    assert table["class"].tolist() == [1, 1, 1, 2, 2, 2] and set(table["question"]) == {"What is this group?"}
    assert table[["student", "absent"]].values.tolist()[:3] == [["Owl", False], ["Tiger", False], ["Owl 2", True]]
    assert table["answer"].isna().sum() == 2 and table["date"][3].startswith("1970-01-02T")
    single = tmp_path / "one.json"
    single.write_text(results.export(monday, "json", names=True)["text"])
    assert rt.load_class([single, path])["class"].max() == 3
    refuse("bad-class", write_book, single, describe(monday))  # no class book
    path.write_text(path.read_text().replace('"task": 1', '"task": 9', 1))
    refuse("bad-class", rt.load_class, path)
    refuse("bad-class", write_book, path, describe(monday))


def test_what_to_repeat_names_the_weakest_lesson_first() -> None:
    """Lessons stand by their share of right answers, with the beliefs that alone explain wrong ones."""
    found = results.list_repeats(play())["lessons"]
    assert [one["again"] for one in found] == [True, True] and found[1]["beliefs"]
    assert found[0]["told"].startswith("0 of 1")


def test_hands_of_the_teacher_s_are_no_puzzles_in_what_to_repeat() -> None:
    """Cards that the teacher brought stand for themselves, with the belief that a wrong answer showed."""
    room, (one, *_) = fill()
    hand = "KH KS KD | 6H 7H PJ | 9S TS JS PJ | 5S 5H 5D"
    push(room, {"hand": hand, "rulebook": "adgaming-13", "ask": "declare"}, 0.0)
    give_answer(room, one, 0, "yes", 1.0)
    [found] = results.list_repeats(room)["lessons"]
    assert found["title"] == "A hand of your own" and found["aim"] == "" and found["again"]
    assert "without a pure sequence" in found["beliefs"][0]


# ---- strangers -------------------------------------------------------------------------------------------
def test_buckets_let_a_burst_through_and_then_a_rate() -> None:
    """After its burst an address gets so many a second, and others are not held up by it."""
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    buckets = Buckets(1, 1, lambda: now[0], most=2)
    assert [buckets.take(one) for one in "aabacb"] == [True, False, True, False, True, True]


def test_the_gate_counts_sockets_of_one_address() -> None:
    """One address has so many sockets that have not said who they are; leaving makes room."""
    gate = Gate(2)
    assert [gate.enter("a"), gate.enter("a"), gate.enter("a"), gate.enter("b")] == [True, True, False, True]
    gate.leave("a")
    assert gate.enter("a")


# ---- the teacher's list and what was asked ---------------------------------------------------------------
def test_a_class_goes_back_to_what_it_was_asked(tmp_path) -> None:
    """Answers and steps of a question are there again, it takes answers if it did, and a restart keeps the place."""
    room, (one, two, _) = fill()
    push(room, CLASSIFY, 0.0)
    give_answer(room, one, 0, "set", 1.0)
    push(room, COUNT, 2.0)
    room.reveal()
    before = room.mark
    room.go_back(0)
    assert room.item is room.items[0] and room.mark != before and draw_desk(room, {1})["tally"]["answered"] == 1
    refuse("answers-closed", give_answer, room, two, 1, 5, 3.0)
    give_answer(room, two, 0, "invalid", 3.0)
    assert [one["answered"] for one in draw_desk(room, {1})["asked"]] == [2, 0]
    records.save(room, tmp_path / "class.json")
    again = records.load(tmp_path / "class.json")
    assert again.at == 0 and again.item.answers == room.item.answers
    room.go_back(1)
    assert room.back is None and room.item.stage is Stage.TALLY
    room.go_back(0)
    push(room, CLASSIFY, 4.0)
    assert room.at == 2 and room.back is None
    for at in (-1, 3):
        refuse("nothing-asked", room.go_back, at)


def test_a_planned_task_is_asked_twice_and_one_is_added() -> None:
    """The copy stands after the first, is a question of its own, and there are never too many."""
    room, _ = fill()
    room.plan.set([make_item(CLASSIFY), make_item(COUNT)])
    room.plan.copy(room.plan.items[0].number)
    assert [one.request for one in room.plan.items] == [make_item(one).request for one in (CLASSIFY, CLASSIFY, COUNT)]
    assert len({one.number for one in room.plan.items}) == 3
    room.plan.add(make_item({"puzzle": "x1"}))
    assert room.plan.items[-1].request["puzzle"] == "x1"
    room.plan.items *= 50
    refuse("bad-message", room.plan.add, make_item(COUNT))


# ---- what the wall tells ---------------------------------------------------------------------------------
def test_the_wall_tells_what_students_did_and_lists_what_nobody_chose(tmp_path) -> None:
    """The step after the answers is never empty, first answers are kept, and a choice without answers has its row."""
    room, (one, two, three) = fill()
    push(room, CLASSIFY, 0.0)
    for student, value, now in ((one, "invalid", 2.0), (two, "set", 8.0), (one, "set", 10.0), (three, "set", 12.0)):
        give_answer(room, student, 0, value, now)
    room.reveal()
    wall = draw_wall(room, 20.0, {1, 2, 3})
    assert [(row["n"], row["word"]) for row in wall["tally"]["rows"]][0] == (3, "Set")
    assert {row["n"] for row in wall["tally"]["rows"][1:]} == {0} and wall["did"] == []
    assert len(wall["tally"]["rows"]) == len(room.item.question.choices)
    room.switch("beliefs", on=False)
    room.reveal()
    told = draw_wall(room, 20.0, {1, 2, 3})["did"]
    assert told == ["Half of the answers had come after 10 seconds.", "1 student changed their answer."]
    records.save(room, tmp_path / "class.json")
    again = records.load(tmp_path / "class.json").item
    assert again.answers == room.item.answers and again.answers[1].first == "invalid"
    room.switch("door", on=False)
    assert not draw_wall(room, 20.0, ())["door"]


def test_a_chance_on_the_wall_has_its_denominator() -> None:
    """Beside how many cards help stands of how many, and their share."""
    why = make_item({"puzzle": "throw.gorummy-13.1"}).question.why()
    n, every, share = map(int, re.search(r"Then (\d+) of (\d+) cards bring you nearer \((\d+) %\)", why[0]).groups())
    assert share == round(100 * n / every) and every == 106 - 14 - 1


# ---- each at their own pace ------------------------------------------------------------------------------
def test_students_work_through_a_list_each_at_their_own_pace(tmp_path) -> None:
    """Each is at the first task that they have not answered and is told at once; nothing is asked of all meanwhile."""
    room, (one, two, _) = fill()
    refuse("nothing-asked", room.begin_own, 0.0)
    push(room, CLASSIFY, 0.0)
    room.plan.set([make_item(CLASSIFY), make_item(COUNT)])
    room.begin_own(1.0)
    assert room.item is None and room.plan.items == [] and room.find_item(one) is room.items[1]
    give_answer(room, one, 1, "set", 2.0)
    assert room.find_item(one) is room.items[2] and room.find_item(two) is room.items[1]
    own = draw_own(room, one, 3.0, item=room.items[1])
    assert own["stage"] == "answer" and own["verdict"]["right"] is False
    assert own["pace"] == {"done": 1, "right": 0, "most": 2}
    assert draw_own(room, two, 3.0)["stage"] == "open" and draw_own(room, two, 3.0)["verdict"] is None
    refuse("answers-closed", give_answer, room, one, 1, "invalid", 3.0)
    give_answer(room, one, 2, 5, 4.0)
    assert room.find_item(one) is None
    wall = draw_wall(room, 5.0, {1, 2, 3})
    assert wall["stage"] is None and (wall["own"]["done"], wall["own"]["here"]) == (1, 3)
    assert [task["answered"] for task in wall["own"]["tasks"]] == [1, 1]
    assert [row["marks"].count(None) for row in draw_desk(room, {1})["work"]] == [0, 2, 2]
    for act in (lambda: push(room, CLASSIFY, 6.0), lambda: room.go_back(0)):
        refuse("own-pace", act)
    refuse("nothing-asked", room.reveal)
    records.save(room, tmp_path / "class.json")
    again = records.load(tmp_path / "class.json")
    assert again.own == (1, 3) and [item.answers for item in again.items] == [item.answers for item in room.items]
    room.end_own()
    assert room.item is room.items[1] and room.item.stage is Stage.FROZEN
    refuse("answers-closed", give_answer, room, two, 1, "set", 7.0)
    room.reveal()
    assert draw_wall(room, 8.0, {1})["tally"]["answered"] == 1
