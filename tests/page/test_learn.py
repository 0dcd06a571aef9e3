"""Learn: the path of lessons, a lesson with its tasks, and the progress that a browser keeps; all without a browser."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from rummy_tutor.front import panel_files
from rummy_tutor.game.cards import Card
from rummy_tutor.game.rules import Kind
from rummy_tutor.hosts.live.visit import Visit
from rummy_tutor.page.asking import MODES
from rummy_tutor.page.faces import card_face
from rummy_tutor.page.feed import Feed
from rummy_tutor.page.learn.study import STUDY, lacks_next, make_next, study_of
from rummy_tutor.page.learn.view import draw_learn, draw_note, tell_question
from rummy_tutor.page.panels import pick_panels, receive
from rummy_tutor.page.session import Session
from rummy_tutor.page.shell.links import link_of
from rummy_tutor.page.shell.view import draw_shell
from rummy_tutor.page.worked_hands import WELCOME
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.tutor.beliefs import BY_KEY as BELIEFS
from rummy_tutor.tutor.beliefs import kind_of
from rummy_tutor.tutor.judging import KNOWS, judge_answer, new_learner
from rummy_tutor.tutor.lessons import BY_KEY, find_first_game, list_lessons, open_deal
from rummy_tutor.tutor.planting import list_possible, make_task, name_task
from rummy_tutor.tutor.progress import Course, Progress, Step
from rummy_tutor.tutor.tasks import Task, list_kinds
from rummy_tutor.tutor.turns.hands import name_missing_of
from rummy_tutor.tutor.worked.steps import list_screens
from rummy_tutor.wording.explain import explain
from rummy_tutor.wording.phrases import find_cited
from rummy_tutor.wording.speech import name_rulebook, say, speaking, tell
from tests.finding import find_task
from tests.patience import PATIENCE, until


def send(session: Session, do: str, **values: object) -> dict:
    """Learn after what a page asked of it."""
    receive(session, {"type": "learn", "do": do, **values})
    return draw_learn(session)


def opened(rulebook: str = "adgaming-13") -> Session:
    """A page that shows Learn, its browser having kept nothing."""
    session = Session("2H 3H 4H | KS", rulebook)
    receive(session, {"type": "mode", "mode": "learn"})
    send(session, "recall", data=None)
    return session


def test_an_example_that_was_left_goes_on_at_its_step() -> None:
    """The lessons say that it has been begun; once it has been read the lesson begins with its first step again."""
    session = opened()
    send(session, "lesson", lesson="two-minutes")
    for _ in range(4):
        left = send(session, "step")["lesson"]["step"]
    home = send(session, "home")["home"]
    stop = home["lessons"][0]
    assert not home["is_new"] and home["going_on"]["lesson"] == "two-minutes"
    assert stop["state"] == "begun" and stop["following"] and stop["go"] == tell("learn.go_on")
    assert send(session, "lesson", lesson="sets")["lesson"]["step"]["first"]
    send(session, "home")
    send(session, "lesson", lesson="two-minutes")
    for _ in range(2):
        left = send(session, "step")["lesson"]["step"]
    send(session, "home")
    assert send(session, "lesson", lesson="two-minutes")["lesson"]["step"]["place"] == left["place"]
    reach_task(session, "two-minutes")
    send(session, "home")
    assert send(session, "lesson", lesson="two-minutes")["lesson"]["step"]["first"]


def test_an_example_goes_on_at_its_step_after_a_reload() -> None:
    """The browser keeps the step; data without one, or with one that is none, begins the example."""
    session = opened()
    send(session, "lesson", lesson="two-minutes")
    for _ in range(4):
        send(session, "step")
    kept = json.loads(json.dumps(draw_learn(session)["data"]))
    place = draw_learn(session)["lesson"]["step"]["place"]
    assert kept["reached"] == {"lesson": "two-minutes", "game": "adgaming-13 ()", "step": 4} and not kept["courses"]
    damaged = {**kept["reached"], "step": "four"}
    for data, wanted in ((kept, place), ({**kept, "reached": damaged}, ""), ({**kept, "reached": None}, "")):
        other = Session("2H", "adgaming-13")
        receive(other, {"type": "link", "search": link_of(session), "first": True})
        first = draw_learn(other)["lesson"]["step"]["place"]
        assert send(other, "recall", data=data)["lesson"]["step"]["place"] == (wanted or first)
    reach_task(session, "two-minutes")
    assert "reached" not in draw_learn(session)["data"]


def reach_task(session: Session, lesson: str) -> dict:
    """A lesson whose worked example has been read."""
    drawn = send(session, "lesson", lesson=lesson)
    while drawn["lesson"]["step"]:
        drawn = send(session, "step")
    return drawn["lesson"]["task"]


def master(session: Session, lesson: str) -> None:
    """A lesson whose tasks have been answered rightly until it was mastered."""
    reach_task(session, lesson)
    answer(session, right=True)
    while draw_learn(session)["lesson"]["after"] is None:
        send(session, "next")
        answer(session, right=True)


def answer(session: Session, *, right: bool) -> dict:
    """The verdict on an answer to the task that is asked."""
    task, table = study_of(session).asked.task, study_of(session).asked.table
    given = task.answer
    if not right:
        wrong = {"number": 999, "cards": [], "rulebooks": [], "moves": []}
        others = (one for one in task.choices if not judge_answer(task, one).right)
        given = wrong[task.asks] if task.asks in wrong else next(others, None)
    if task.asks == "groups" and right:
        layout = table.state.layout.arrange([[Card.parse(card) for card in group] for group in given])
        table.go(replace(table.state, layout=layout), same_cards=True)
    return send(session, "answer", answer=given)["lesson"]["task"]["verdict"]


def test_a_second_press_on_the_way_on_changes_nothing() -> None:
    """Whoever presses twice while the first task is made stays at that task, and is not sent back to the example."""
    session = Session(WELCOME.hand)
    receive(session, {"type": "learn", "do": "lesson", "lesson": "pure"})
    while study_of(session).asked is None:
        receive(session, {"type": "learn", "do": "step"})
    task = study_of(session).asked.task
    receive(session, {"type": "learn", "do": "step"})
    assert study_of(session).asked.task is task and study_of(session).example is None


def test_a_first_visit_sees_two_doors_and_the_path_of_its_game() -> None:
    """Until something has been answered there are two doors; the path is that of the game on the table."""
    session = opened()
    drawn = draw_learn(session)
    assert drawn["home"]["is_new"] and drawn["screen"] == "home"
    for key in ("marriage-21", "vazhushal-13"):
        receive(session, {"type": "set", "rulebook": key})
        stops = draw_learn(session)["home"]["lessons"]
        assert [stop["key"] for stop in stops] == [lesson.key for lesson in list_lessons(RULEBOOKS[key])]
        assert [stop["key"] for stop in stops if stop["following"]] == [stops[0]["key"]]


@pytest.mark.parametrize(("rulebook", "lesson", "wrong"), [
    ("gorummy-13", "two-minutes", ()), ("gorummy-13", "points", (1, 4, 5)), ("marriage-21", "tiplu", (3, 4)),
])  # fmt: skip
def test_the_bar_ends_where_the_lesson_is_mastered(rulebook: str, lesson: str, wrong: tuple[int, ...]) -> None:
    """What is empty of it is what its words say, also after a wrong answer; today is a day of practice."""
    session = opened(rulebook)
    reach_task(session, lesson)
    before = draw_learn(session)["lesson"]["sitting"]
    assert before == {"answers": [], "all": 7, "word": "7 tasks to go"}
    for number in range(1, 40):
        asked, right = draw_learn(session)["lesson"], number not in wrong
        counts = asked["task"]["stage"] not in (tell("learn.stage_mixed"), tell("learn.extra"))
        answer(session, right=right)
        drawn = draw_learn(session)["lesson"]
        sitting, why = drawn["sitting"], drawn["why_more"]
        if drawn["after"] is not None:
            break
        left = sitting["all"] - len(sitting["answers"])
        more = left - (before["all"] - len(before["answers"]))
        assert sitting["word"] == tell("learn.to_come", n=left)
        assert more == -1 or not (right and counts) or " of " in why
        assert ("more task" in why) == (more > 0) or " of " in why
        if asked["task"]["stage"] == tell("learn.stage_unaided"):
            assert sitting["answers"][-1] is right
        before = send(session, "next")["lesson"]["sitting"]
        assert before == sitting
    assert sitting["all"] == len(sitting["answers"]) == 7 and sum(sitting["answers"]) >= 6 and drawn["stars"] == 1
    assert "first star" in drawn["after"]["head"] and "second star" in drawn["after"]["more"]
    days = send(session, "home")["home"]["week"]["days"]
    assert [day["practised"] for day in days] == [day["today"] for day in days] and len(days) == 7


def test_practice_of_a_mastered_lesson_fills_bars_of_seven() -> None:
    """Once it is full the next task begins another one."""
    session = opened()
    master(session, "two-minutes")
    for number in range(1, 9):
        send(session, "next")
        sitting = draw_learn(session)["lesson"]["sitting"]
        assert len(sitting["answers"]) == (number - 1) % 7 and sitting["all"] == 7
        answer(session, right=True)


def test_a_lesson_that_comes_again_earns_its_next_stars() -> None:
    """After a day and after a week one right answer is told with its star, and what the next one is for."""
    session = opened()
    master(session, "two-minutes")
    for days, star, head, more in ((1, 2, "a day later", "in a week"), (7, 3, "a week later", "")):
        study = study_of(session)
        course = study.progress(session.rulebook)
        reviews = {key: one._replace(due=one.due - timedelta(days=days + 1)) for key, one in course.reviews.items()}
        STUDY.keep(session, replace(study, courses={session.rulebook.key: replace(course, reviews=reviews)}))
        drawn = send(session, "home")["home"]
        assert drawn["going_on"]["lesson"] == "two-minutes"
        assert drawn["going_on"]["to_come"] == "One right answer, and your next star is yours."
        send(session, "lesson", lesson="two-minutes")
        answer(session, right=True)
        drawn = draw_learn(session)["lesson"]
        assert drawn["stars"] == star and head in drawn["after"]["head"] and more in drawn["after"]["more"]
        assert bool(more) == bool(drawn["after"]["more"]) and drawn["after"]["following"]


def test_a_first_visit_names_one_game() -> None:
    """Nobody having named a game, every screen begins with the plainest; a link or a reader's choice is kept."""
    first, book = find_first_game().key, "marriage-21"

    def look(*messages: dict) -> str:
        session = Visit(lambda _: None).session
        for message in messages:
            receive(session, message)
        drawn = draw_learn(session)
        assert drawn["game"] == session.rulebook.key == draw_shell(session)["rulebook"]
        assert drawn["home"]["first"] == list_lessons(session.rulebook)[0].key
        return drawn["game"]

    opens, shows = {"type": "link", "search": "", "first": True}, {"type": "mode", "mode": "learn"}
    for mode in MODES:
        assert look({**opens, "mode": mode}) == look({**opens, "search": f"?mode={mode}"}, shows) == first
    assert look({**opens, "search": f"?mode=learn&rules={book}"}) == book
    picks = {"type": "set", "rulebook": book}
    assert look(picks, shows) == look(opens, picks, shows) == book
    assert look({**opens, "search": "?hand=2H", "mode": None}, shows) == WELCOME.rulebook


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_first_task_of_all_is_one_press(key: str) -> None:
    """Whoever has answered nothing yet is asked for one of some groups, kinds or cards, not for a row of answers."""
    for seed in range(3):
        lesson = list_lessons(RULEBOOKS[key])[0].key
        task = Progress.new(RULEBOOKS[key]).next_task(lesson, RULEBOOKS[key], datetime.now(UTC), seed)
        assert task.asks in ("group", "kind", "card", "yes-no"), task


def test_the_game_stands_once_on_the_first_screen() -> None:
    """The bar has no choice of game where the screen asks for it; a lesson and the progress have it in the bar."""
    session = opened()
    assert not draw_shell(session)["asks_game"]
    send(session, "lesson", lesson="sets")
    assert draw_shell(session)["asks_game"]
    send(session, "home")
    assert not draw_shell(session)["asks_game"]
    send(session, "home", show="progress")
    assert draw_shell(session)["asks_game"]
    receive(session, {"type": "mode", "mode": "analyse"})
    assert draw_shell(session)["asks_game"]


def test_who_comes_back_sees_the_game_that_was_learnt_last() -> None:
    """A page whose address names no game opens the lessons of the one answered last; one that was chosen stays."""
    session = opened()
    for key in ("octro-13", "marriage-21", "octro-13"):
        receive(session, {"type": "set", "rulebook": key})
        reach_task(session, "sets")
        answer(session, right=True)
    kept = json.loads(json.dumps(draw_learn(session)["data"]))
    for search, key in (("", "octro-13"), ("?mode=learn&rules=paplu-13", "paplu-13")):
        again = Session(WELCOME.hand, WELCOME.rulebook)
        receive(again, {"type": "link", "search": search, "first": True, "mode": "learn"})
        assert send(again, "recall", data=kept)["game"] == key


def ask_game(session: Session, *given: int | str) -> dict:
    """Open the questions on the game that is played, and answer: numbers are typed, texts are parts of an answer."""
    drawn = send(session, "choosing", what="open")["home"]["choosing"]
    for answer in given:
        if isinstance(answer, int):
            values = {"what": "number", "value": answer}
        else:
            values = {"what": "answer", "value": next(at for at, text in enumerate(drawn["answers"]) if answer in text)}
        drawn = send(session, "choosing", **values)["home"]["choosing"]
    return drawn


def test_questions_lead_to_a_game_of_ours_that_becomes_mine() -> None:
    """One question after the other; without anything that differs the game itself is taken."""
    session = opened()
    assert draw_learn(session)["home"]["choosing"] is None
    asked = ask_game(session)
    assert asked["number"] and asked["first"] and asked["answers"] == ["13", "21", "27"]
    drawn = ask_game(session, 27, "void")
    assert drawn["nearest"]["title"] == "" and not drawn["nearest"]["differences"]
    home = send(session, "take_game", title="")["home"]
    assert session.rulebook == RULEBOOKS["paplu-27"] and home["choosing"] is None and not session.own


def test_a_game_that_differs_is_kept_under_its_name() -> None:
    """What was answered otherwise is told beside what the nearest game says, and the game is kept with it."""
    session = opened()
    ask_game(session, 13)
    while (drawn := draw_learn(session)["home"]["choosing"])["nearest"] is None:
        values = {"what": "number", "value": 17} if "drop" in drawn["ask"] else {"what": "skip"}
        send(session, "choosing", **values)
    (other,) = drawn["nearest"]["differences"]
    assert "17 points" in other["mine"] and "17" not in other["theirs"] and drawn["nearest"]["title"]
    send(session, "take_game", title="Ours")
    assert session.rulebook.title == "Ours" and session.rulebook.penalties.first_drop == 17
    (key,) = session.own
    assert key.startswith("our-table-") and draw_learn(session)["home"]["taken"]["key"] == key


def test_an_answer_is_taken_back_and_none_that_is_not_there_is_taken() -> None:
    """The question before comes back; at the first one nothing does."""
    session = opened()
    first = ask_game(session)
    assert ask_game(session, 13)["ask"] != first["ask"]
    for _ in range(2):
        assert send(session, "choosing", what="back")["home"]["choosing"] == first
    for values in ({"what": "answer", "value": 3}, {"what": "number", "value": -1}):
        send(session, "choosing", **values)
        assert session.problem is not None and draw_learn(session)["home"]["choosing"] == first
    send(session, "take_game", title="")
    assert session.problem is not None


@pytest.mark.parametrize("rulebook", ["adgaming-13", "marriage-21"])
def test_every_lesson_leads_from_its_example_to_a_verdict(rulebook: str) -> None:
    """Each lesson can be opened, its example read, its first task answered, and a reason comes with every verdict."""
    session = opened(rulebook)
    for lesson in list_lessons(session.rulebook):
        reach_task(session, lesson.key)
        assert session.problem is None
        verdict = answer(session, right=lesson.key != "pure")
        assert verdict["right"] == (lesson.key != "pure")
        drawn = draw_learn(session)["lesson"]["task"]
        assert verdict["lines"] or drawn["rows"] or drawn["kind"] in ("take?", "discard"), lesson.key
        json.dumps(draw_learn(session))
    assert not send(session, "home")["home"]["is_new"]


def test_a_wrong_answer_is_told_with_the_right_one_and_its_rule() -> None:
    """The right answer, and why with its source; an answer counts once."""
    session = opened()
    reach_task(session, "sets")
    verdict = answer(session, right=False)
    assert not verdict["right"] and verdict["expected"].startswith("The right answer: ")
    assert any(line["codes"] for line in verdict["lines"])
    before = study_of(session)
    assert answer(session, right=True) == verdict and study_of(session) == before


@pytest.mark.parametrize(
    ("rulebook", "lesson", "kind", "asked"),
    [
        ("gorummy-13", "turn", "discard", ""),
        ("gorummy-13", "turn", "take?", ""),
        ("gorummy-13", "turn", "count", "exchanges"),
        ("gorummy-13", "regroup", "complete", "joker"),
        ("gorummy-13", "nine", "compare", "differ"),
        ("gorummy-13", "nine", "compare", "smallest"),
        ("gorummy-13", "regroup", "build", "second"),
        ("rummy-21", "twenty-one", "compare", "nearest"),
        ("rummy-21", "maal", "count", "value-cards"),
        ("marriage-21", "seeing", "declare?", "see"),
        ("vazhushal-13", "vazhushal", "declare?", "redeal"),
        ("vazhushal-13", "round", "settle", "Bela"),
    ],
)
def test_a_verdict_has_its_reason_whatever_was_asked(rulebook: str, lesson: str, kind: str, asked: str) -> None:
    """A wrong answer is told why, and a right one too, not only where that is written."""
    book = RULEBOOKS[rulebook]
    tasks = (make_task(book, lesson, kind, seed, 1 + seed % 3) for seed in range(60))
    task = next(one for one in tasks if (one.asked or "").split(" ")[0] == asked)
    for right in (False, True):
        session = opened(rulebook)
        session.named = {"learn": {"lesson": lesson, "task": name_task(task)}}
        draw_learn(session)
        verdict = answer(session, right=right)
        told = [line["text"] for line in verdict["lines"]]
        assert verdict["right"] is right and any(not line.startswith("Source:") for line in told), told


def test_an_address_opens_its_task_within_the_same_lesson() -> None:
    """Another task of the lesson that is open is asked when an address names it; one that is none changes nothing."""
    session = opened()
    asked = []
    for task in ("sets.spot.5.1.2", "sets.classify.5.1.2", "sets.nothing.5.1"):
        session.named = {"learn": {"lesson": "sets", "task": task}}
        asked.append(draw_learn(session)["lesson"]["task"]["key"])
    assert asked[0] != asked[1] == asked[2]


def test_a_card_that_completes_a_group_joins_it() -> None:
    """After the right answer the group lies there whole, and is named as what it is now."""
    session = opened()
    session.named = {"learn": {"lesson": "pure", "task": "pure.complete.3.1.2"}}
    draw_learn(session)
    before = study_of(session).asked.task
    answer(session, right=True)
    (tray,) = draw_learn(session)["lesson"]["table"]["trays"]
    assert len(tray["cards"]) == len(before.groups[0]) + 1 and "sequence" in tray["label"]


@pytest.mark.parametrize(("seed", "is_kept"), [(5, False), (7, True), (8, False)])
def test_groups_laid_out_again_keep_their_numbers(seed: int, is_kept: bool) -> None:
    """A group of the task keeps its number, the wrong one first; those laid beside it get numbers that it has not."""
    session = opened()
    session.named = {"learn": {"lesson": "sets", "task": f"sets.spot.{seed}.1.2"}}
    draw_learn(session)
    groups = study_of(session).asked.task.groups
    verdict = answer(session, right=False)
    given, expected = study_of(session).asked.answer, study_of(session).asked.verdict.expected
    assert verdict["given"] == f"Your answer: Group {given}."
    assert any(line["text"].startswith(f"Your group {given} is a meld") for line in verdict["lines"])
    trays = send(session, "lay")["lesson"]["table"]["trays"]
    assert trays[0]["number"] == int(expected) != 1 and trays[0]["label"].startswith(f"Group {expected}: ")
    numbers = [tray["number"] for tray in trays]
    assert len(set(numbers)) == len(numbers) and (int(given) in numbers) is is_kept
    for tray in trays:
        face = sorted((card["rank"], card["suit"]) for card in tray["cards"])
        of_task = [sorted((card_face(card)["rank"], card_face(card)["suit"]) for card in group) for group in groups]
        if tray["number"] <= len(groups):
            assert face == of_task[tray["number"] - 1]
        else:
            assert face not in of_task


def test_what_a_browser_kept_is_taken_up_in_the_lesson_that_is_open() -> None:
    """A page opened anew asks another task than the one answered, and tells of lessons begun and practice."""
    session = opened()
    task = reach_task(session, "sets")
    begun = draw_learn(session)["lesson"]["sitting"]
    answer(session, right=True)
    other = Session("2H")
    receive(other, {"type": "link", "search": link_of(session), "first": True})
    drawn = send(other, "recall", data=draw_learn(session)["data"])
    sitting = drawn["lesson"]["sitting"]
    assert drawn["lesson"]["task"]["key"] != task["key"] and sitting["word"] != begun["word"]
    assert sitting == draw_learn(session)["lesson"]["sitting"]
    parts = send(other, "home", show="progress")["progress"]["parts"]
    assert parts[0]["none"] == "You have begun lesson 4."


def test_an_answer_that_is_none_changes_nothing() -> None:
    """What is no answer to a task is refused in a sentence, and the task stays."""
    session = opened()
    reach_task(session, "sets")
    before = study_of(session)
    send(session, "answer", answer="nonsense")
    assert session.problem is not None and study_of(session) == before
    receive(session, {"type": "learn", "do": "nothing"})
    assert session.problem is not None


def test_hints_come_in_steps_and_end() -> None:
    """Two hints at most; once an answer has been given there are none."""
    session = opened()
    reach_task(session, "sets")
    for shown in (1, 2, 2):
        task = send(session, "hint")["lesson"]["task"]
        assert len(task["hints"]) == shown and task["more_hints"] == (shown < 2)
    answer(session, right=True)
    assert not draw_learn(session)["lesson"]["task"]["more_hints"]


def test_wild_cards_are_marked_only_after_they_have_been_named() -> None:
    """Neither the picture nor what a screen reader hears gives away which cards are wild; the answer shows them."""
    session = opened()
    session.named = {"learn": {"lesson": "wild", "task": "wild.mark.1.1.2"}}
    cards = draw_learn(session)["lesson"]["table"]["loose"]["cards"]
    assert cards and not any(card["wild"] or "wild" in card["name"] for card in cards)
    answer(session, right=True)
    assert any(card["wild"] for card in draw_learn(session)["lesson"]["table"]["loose"]["cards"])


def test_the_address_names_lesson_and_task() -> None:
    """Another browser that opens the link is asked the same."""
    session = opened("octro-13")
    ask = reach_task(session, "sets")
    other = Session("2H")
    receive(other, {"type": "link", "search": link_of(session), "first": True})
    drawn = draw_learn(other)
    assert drawn["lesson"]["task"]["key"] == ask["key"] and other.rulebook.key == "octro-13"
    for name in ("sets.classify.1", "sets.nothing.1.1", "sets.classify.1.9", "nowhere.classify.1.1"):
        receive(other, {"type": "link", "search": f"?mode=learn&lesson=sets&task={name}"})
        assert other.problem is None and draw_learn(other)["screen"] == "lesson"


def test_progress_is_kept_taken_up_and_deleted() -> None:
    """What a browser keeps opens again; a damaged or foreign file changes nothing; deleting leaves nothing."""
    session = opened()
    reach_task(session, "points")
    answer(session, right=True)
    data = json.loads(json.dumps(draw_learn(session)["data"]))
    other = opened("octro-13")
    drawn = send(other, "load", text=json.dumps(data))
    assert drawn["data"] == data and drawn["said"]["tone"] == "good"
    (course,) = data["courses"].values()
    wrong = [{"courses": {"octro-13": {}}}, {"courses": {"octro-13": course}}, {"version": True}]
    for text in ("", "{", "[]", '{"format": "x"}', *(json.dumps({**data, **one}) for one in wrong)):
        drawn = send(other, "load", text=text)
        assert drawn["data"] == data and drawn["said"]["tone"] == "bad" and other.problem is None
    drawn = send(other, "forget")
    assert drawn["data"]["courses"] == {} and drawn["home"]["is_new"]


def test_what_another_tab_keeps_is_taken_up_unless_something_was_answered_since() -> None:
    """The path shows it at once; what was deleted there is gone; data that cannot be read changes nothing."""
    here, there = opened(), opened()
    before = draw_learn(here)["stamp"]
    reach_task(there, "sets")
    answer(there, right=True)
    kept = draw_learn(there)["data"]
    drawn = send(here, "join", stamp=before, data=kept)
    assert (
        drawn["data"] == kept
        and "begun" in {stop["state"] for stop in drawn["home"]["lessons"]}
        and here.problem is None
    )
    assert send(here, "join", stamp=before, data=None)["data"] == kept
    assert send(here, "join", stamp=drawn["stamp"], data={"courses": 7})["data"] == kept and here.problem is not None
    assert send(here, "join", stamp=drawn["stamp"], data=None)["stamp"] == before


def test_what_a_browser_kept_and_cannot_be_read_is_left_there() -> None:
    """Damaged data is told of, and nothing is sent to be kept over it until it has been deleted."""
    session = Session("2H")
    receive(session, {"type": "mode", "mode": "learn"})
    drawn = send(session, "recall", data="damaged")
    assert drawn["said"]["tone"] == "bad" and not drawn["recalled"] and drawn["data"] is None
    assert send(session, "forget")["recalled"]


def test_the_progress_page_names_what_is_known_and_what_was_believed() -> None:
    """Each part has its lines, or says that there are none."""
    session = opened()
    drawn = send(session, "home", show="progress")
    assert drawn["screen"] == "progress" and all(part["none"] for part in drawn["progress"]["parts"])
    assert "show=progress" in link_of(session)


def test_no_english_word_is_bare() -> None:
    """In the pseudo-language every sentence of a lesson is in brackets."""
    with speaking("qps"):
        session = opened()
        task = reach_task(session, "sets")
        assert task["ask"].startswith("⟦") and task["stage"].startswith("⟦")
        verdict = answer(session, right=False)
        told = [verdict["head"], verdict["expected"], *(line["text"] for line in verdict["lines"])]
        assert all(line.startswith("⟦") for line in told)


@pytest.mark.parametrize("way", ["example", "practice"])
def test_a_task_that_was_left_waits_as_it_stood(way: str) -> None:
    """Who looks at the example again or plays some turns comes back to the same task, its hint and its cards."""
    session = opened()
    reach_task(session, "two-minutes")
    send(session, "hint")
    asked, played = study_of(session).asked.task, study_of(session).asked.tried
    if way == "example":
        drawn = send(session, "step", from_start=True)
        while drawn["lesson"]["step"]:
            drawn = send(session, "step")
    else:
        assert send(session, "practise")["lesson"]["practice"]
        drawn = send(session, "next")
    assert study_of(session).asked.task == asked and study_of(session).asked.tried == played
    assert len(drawn["lesson"]["task"]["hints"]) == 1 and "task=" in link_of(session)
    assert send(session, "next")["lesson"]["task"]["key"] != drawn["lesson"]["task"]["key"]


def test_the_rules_of_the_games_lie_beside_a_comparison() -> None:
    """In any lesson that asks which games allow a group; each rule once, the learner's own game first."""
    session = Session("2H", "octro-13")
    session.mode, session.named = "learn", {"learn": {"lesson": "loser", "task": "loser.compare.3.1.2"}}
    note = draw_learn(session)["lesson"]["task"]["note"]
    assert note["rules"][0].startswith("Octro Indian Rummy") and len(set(note["rules"])) == len(note["rules"])


def test_mix_ups_that_explain_an_answer_alike_are_named() -> None:
    """A wrong answer that two beliefs explain or more names two, which may be what the learner thinks."""
    session, told = opened("gorummy-13"), set()
    for seed in range(8):
        session.named = {"learn": {"lesson": "wild", "task": f"wild.classify.{seed}.1.2"}}
        draw_learn(session)
        courses = {key: Progress.new(RULEBOOKS[key]) for key in ("gorummy-13", "octro-13")}
        before = replace(study_of(session), courses=courses)  # two games are known to the learner, and nothing else
        for choice in before.asked.task.choices:
            STUDY.keep(session, before)
            thought = send(session, "answer", answer=choice)["lesson"]["task"]["verdict"]["thought"]
            fits = study_of(session).asked.verdict.fits
            if len(fits) > 1:
                assert len({*thought["beliefs"]} & {say(BELIEFS[key].sentence) for key in fits}) == 2
                told.add(len(fits))
    assert told


def test_a_wrong_card_is_told_why_it_completes_nothing() -> None:
    """First comes what the group is with the card that was chosen, then what it is with the right one."""
    session = opened("gorummy-13")
    for seed in range(6):
        session.named = {"learn": {"lesson": "pure", "task": f"pure.complete.{seed}.1.2"}}
        draw_learn(session)
        lines = [line["text"] for line in answer(session, right=False)["lines"]]
        given = Card.parse(study_of(session).asked.answer).pretty
        assert given in lines[0] and "pure sequence" not in lines[0] and ": pure sequence." in lines[1]


def test_a_group_that_is_no_meld_is_told_before_the_sum() -> None:
    """Whoever counts a hand with such a group hears first why it is none, then what the hand costs."""
    session, found = opened("gorummy-13"), 0
    for seed in range(12):
        session.named = {"learn": {"lesson": "sets", "task": f"sets.count.{seed}.1.2"}}
        draw_learn(session)
        task = study_of(session).asked.task
        laid = score_arrangement(task.groups, task.deal).groups
        reasons = [find_cited(explain(one, task.rulebook))[0] for group in laid for one in group.reasons]
        lines = [line["text"] for line in answer(session, right=False)["lines"]]
        assert [line for line in lines if line in reasons] == lines[: len(reasons)]
        found += bool(reasons)
    assert found


def test_a_wild_card_left_out_is_told_first() -> None:
    """So is a card that was named and is not wild; a right answer is told of neither."""
    session = opened("gorummy-13")
    for seed in range(6):
        session.named = {"learn": {"lesson": "wild", "task": f"wild.mark.{seed}.1.2"}}
        draw_learn(session)
        task, before = study_of(session).asked.task, study_of(session)
        wild = task.answer
        plain = [str(card) for card in task.cards if str(card) not in wild]
        for given, words in ((wild[1:], "You left out "), ([*wild, *plain[:1]], " not wild."), (wild, "")):
            STUDY.keep(session, before)
            lines = send(session, "answer", answer=given)["lesson"]["task"]["verdict"]["lines"]
            wrong = {*given} != {*wild}
            assert (words in lines[0]["text"]) if wrong else not lines[0]["text"].startswith("You left out")


def test_cards_to_choose_from_are_marked_where_they_are_wild() -> None:
    """The gold star that wild cards have on the table stands on the cards of an answer too."""
    session, found = opened("gorummy-13"), 0
    for seed in range(12):
        session.named = {"learn": {"lesson": "jokers", "task": f"jokers.complete.{seed}.1.2"}}
        for choice in draw_learn(session)["lesson"]["task"]["choices"]:
            wild = study_of(session).asked.task.deal.is_wild[Card.parse(choice["value"]).index]
            assert choice["card"]["wild"] == wild
            found += wild
    assert found


@pytest.mark.parametrize("named", [True, False])
def test_a_lesson_that_lacks_no_answer_says_at_once_what_is_left(named: bool) -> None:
    """Enough answers are right and it is not mastered: a mix-up that may be left is named if it was named before."""
    book, key = RULEBOOKS["gorummy-13"], "suit-twice"
    session = opened(book.key)
    task = reach_task(session, "sets")
    learner = new_learner("sets", list_possible("sets", book))
    likely = dict.fromkeys(learner.likely, 0.0) | {key: 0.2, KNOWS: 0.8}
    steps = (Step("hinted", "classify", True), *(Step("unaided", "classify", True) for _ in range(5)))
    course = Course(replace(learner, likely=likely, answers=(True,) * 5), steps)
    assert course.left == (key,) and task
    study = study_of(session)
    STUDY.keep(session, replace(study, courses={book.key: Progress(book.key, {"sets": course}, (key,) * named)}))
    drawn = draw_learn(session)["lesson"]
    assert drawn["counts"] == drawn["why_more"] and drawn["why_more"].startswith("5 of 5 right.")
    assert (f"“{say(BELIEFS[key].sentence)}”" in drawn["why_more"]) == named


def test_grouping_before_the_lesson_on_declaring_names_what_the_game_asks_for() -> None:
    """Whoever lays sets alone is not surprised: without the sequences asked for, melds cost points."""
    session = opened("gorummy-13")
    session.named = {"learn": {"lesson": "pure", "task": "pure.build.0.1.2"}}
    note = draw_learn(session)["lesson"]["task"]["note"]["text"]
    assert "at least 2 sequences, 1 of them pure" in note and note.endswith("cost points too.")


def test_a_learner_of_one_game_is_told_no_mix_up_with_another() -> None:
    """Who answers wrongly in his first game hears of beliefs about it alone, and not what holds in games unheard of."""
    session, told = opened("gorummy-13"), []
    names = [name_rulebook(book) for book in RULEBOOKS.values() if book.key != "gorummy-13"]
    for lesson, kind in (("pure", "classify"), ("sets", "classify"), ("wild", "classify")):
        for seed in range(4):
            session.named = {"learn": {"lesson": lesson, "task": f"{lesson}.{kind}.{seed}.1.2"}}
            draw_learn(session)
            before = replace(study_of(session), courses={})
            for choice in before.asked.task.choices:
                STUDY.keep(session, before)
                thought = send(session, "answer", answer=choice)["lesson"]["task"]["verdict"]["thought"]
                told += [] if thought is None else [*thought["beliefs"], *thought["so"]]
    assert told and not any(name in line for line in told for name in names)


# what a sentence must be about where a ruling stands behind it; a source alone may stand behind any
_ABOUT = {
    "R1": "itself|themselves|another card",
    "R2": "ace|A[♠♥♦♣]",
    "R3": "itself|themselves|jokers alone|any number of jokers",
    "R4": "at least 3|in order|follow|neither|does not fit|of one rank|each suit|more than once|at most|identical",
    "R29": "between them|never are one",
    "R31": "whatever its cards|left over in groups of their own",
    "R38": "fewest",
    "R21": "costs 2 points",
    "R28": "melds cost nothing",
}


@pytest.mark.parametrize("rulebook", ["gorummy-13", "octro-13", "marriage-21"])
def test_a_mark_below_an_answer_is_about_what_is_said(rulebook: str) -> None:
    """Each ruling that is cited after a wrong answer decides something that one of the sentences says."""
    book, cited = RULEBOOKS[rulebook], set()
    for lesson in list_lessons(book):
        kinds = {"classify", "spot", "complete", "mark", "count"} & {*list_kinds(lesson, book)}
        if not kinds:
            continue
        session = opened(rulebook)
        reach_task(session, lesson.key)
        for kind in kinds:
            for seed in range(3):
                task = make_task(book, lesson.key, kind, seed)
                session.named = {"learn": {"lesson": lesson.key, "task": name_task(task)}}
                draw_learn(session)
                verdict = answer(session, right=False)
                told = " ".join(line["text"] for line in verdict["lines"])
                codes = {code for line in verdict["lines"][1:] for code in line["codes"]}  # below a sentence
                for code in codes & {*_ABOUT}:
                    assert re.search(_ABOUT[code], told), (code, told)
                cited |= codes
    assert cited & {*_ABOUT}


def test_the_next_task_is_made_while_the_learner_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a verdict, and during the example, it is made ahead once; what is asked next is that very task."""
    session = opened("gorummy-13")
    assert not lacks_next(session)
    send(session, "lesson", lesson="sets")
    for _ in range(3):
        assert lacks_next(session)
        for _ in make_next(session):
            pass
        assert not lacks_next(session)
        ahead = study_of(session).ahead[-1]
        monkeypatch.setattr(Progress, "next_task", None)  # nothing more is made
        while draw_learn(session)["lesson"]["step"]:
            send(session, "step")
        if study_of(session).asked.verdict is not None:
            send(session, "next")
        monkeypatch.undo()
        assert study_of(session).asked.task == ahead and not lacks_next(session)
        answer(session, right=True)
    receive(session, {"type": "set", "rulebook": "octro-13"})
    draw_learn(session)
    assert lacks_next(session), "of another game another one"


@pytest.mark.parametrize("capped", [False, True])
def test_what_a_loser_pays_for_a_hand_is_added_up(capped: bool) -> None:
    """Before the payments stands how the points of the hand came about; a hand above the cap is told with its sum."""

    def fits(task: Task) -> bool:
        sums = sum(task.deal.points[card.index] for card in task.cards)
        laid = score_arrangement(task.groups, task.deal)
        return laid.points == (80 if capped else sums) and (sums > 80) == capped and task.asked == "Bela"

    name, task = find_task("gorummy-13", "round", "settle", fits)
    session = opened("gorummy-13")
    session.named = {"learn": {"lesson": "round", "task": name}}
    draw_learn(session)
    verdict = send(session, "answer", answer=1)["lesson"]["task"]["verdict"]
    first, second = (line["text"] for line in verdict["lines"][:2])
    points = score_arrangement(task.groups, task.deal).points
    assert first.startswith("Bela's hand: ") and " + " in first
    assert first.endswith("But no hand costs more than 80 points." if capped else f" = {points} points.")
    assert second.startswith("Bela pays ") and f" {points} points" in second


def test_a_question_about_another_game_tells_the_rules_of_both() -> None:
    """Which group two games judge differently, or the smallest such, is asked beside what both say of melds."""
    tasks = [make_task(RULEBOOKS["adgaming-13"], "nine", "compare", seed) for seed in range(12)]
    found = [task for task in tasks if str(task.asked).partition(" ")[0] in ("differ", "smallest")]
    for task in found:
        note = draw_note(task)
        assert note is not None
        other = RULEBOOKS[str(task.asked).partition(" ")[2]]
        assert all(any(book.title in line for line in note["rules"]) for book in (task.rulebook, other))
    assert found


def test_the_rules_beside_a_comparison_are_those_that_decide() -> None:
    """Rules in which the games agree are left out, and so are those by which none judges the group otherwise."""
    told = []
    for key in ("octro-13", "rummy-21", "paplu-27"):
        for seed in range(500, 510):
            note = draw_note(make_task(RULEBOOKS[key], "nine", "compare", seed))
            assert note is not None
            games = [line.partition(":")[0] for line in note["rules"]]
            assert games and all(len(game.split(", ")) < 4 for game in games)
            told.append(len(note["rules"]))
    assert max(told) <= 8 and sum(told) / len(told) < 4
    four = make_task(RULEBOOKS["rummy-21"], "loser", "compare", 501)  # four 3s, none of them wild
    assert [len(group) for group in four.groups] == [4]
    assert [line.partition(": ")[2].partition(" cards")[0] for line in draw_note(four)["rules"]] == [
        "A set has 3 to 4",
        "A set has exactly 3",
    ]


def test_jokers_alone_are_not_called_a_meld() -> None:
    """A question for the group that is wrong says that jokers may lie alone; a comparison, that they are no meld."""
    for seed in range(60):
        task = make_task(RULEBOOKS["octro-13"], "octro", "spot", seed, 3)
        alone = any(kind_of(group, task.deal) is Kind.JOKERS for group in task.groups)
        assert ("nor a group of jokers alone" in tell_question(task)) is alone
    session = opened("octro-13")
    session.named = {"learn": {"lesson": "octro", "task": "octro.compare.513.2.2"}}
    draw_learn(session)
    lines = [line["text"] for line in answer(session, right=False)["lines"]]
    assert "Octro Indian Rummy: 9♠ 9♠ 9♠ 9♣: jokers. That is no meld." in lines


def test_where_games_are_counted_a_round_is_asked_about_in_game_points() -> None:
    """A score decides who wins there and is paid by nobody; elsewhere the question is about points."""
    asked = {key: tell_question(make_task(RULEBOOKS[key], "round", "settle", 3, 2)) for key in RULEBOOKS}
    assert [key for key, question in asked.items() if "game points" in question] == ["vazhushal-13"]


def test_pairs_dealt_are_no_reason_for_a_count() -> None:
    """A hand to be counted at the end of a round is told nothing of pairs that mean a new deal."""
    session = opened("vazhushal-13")
    for seed in range(4):
        session.named = {"learn": {"lesson": "vazhushal", "task": f"vazhushal.count.{seed}.2.2"}}
        draw_learn(session)
        assert not any("new deal" in line["text"] for line in answer(session, right=False)["lines"])


def test_tunnelas_that_count_as_pure_are_named_where_these_are_too_few() -> None:
    """Marriage counts both together, and says so."""
    lacks = name_missing_of((), open_deal(RULEBOOKS["marriage-21"]))
    assert "Pure sequences and tunnelas together: you have 0" in say(lacks[0])


def test_a_task_that_takes_long_is_made_beside_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever goes on before it is made is told so; meanwhile the loop runs, and then the task is asked."""
    made, turns = threading.Event(), []
    make = Progress.next_task

    def next_task(*args: object, **more: object) -> Task:
        made.wait(PATIENCE)
        return make(*args, **more)

    async def visit() -> list[dict]:
        session, sent = opened("gorummy-13"), list[dict]()
        panels = pick_panels("learn", "shell")
        feed = Feed(session, panels, panel_files, lambda values: sent.append(dict(values)), is_page=True)
        session.listen(feed.draw)
        send(session, "lesson", lesson="sets")
        for _ in list_screens(BY_KEY["sets"], session.rulebook):
            send(session, "step")
        for _ in range(5):
            await asyncio.sleep(0.01)
            turns.append(draw_learn(session)["waiting"])
        made.set()
        await until(lambda: draw_learn(session)["lesson"]["task"])
        await asyncio.sleep(0.1)
        feed.stop()
        return sent

    monkeypatch.setattr(Progress, "next_task", next_task)
    sent = asyncio.run(visit())
    assert turns == [True] * 5
    waits = [one["learn"]["waiting"] for one in sent if "learn" in one]
    asked = [one for one in sent if one.get("learn", {}).get("lesson", {}) and one["learn"]["lesson"]["task"]]
    assert waits[-1] is False and True in waits and asked and "task=" in asked[-1]["shell"]["link"]


def test_a_slip_among_many_moves_is_told_with_how_many_are_right() -> None:
    """A wrong answer on several moves says how many were judged rightly; a right one need not."""
    for slip in (False, True):
        session = opened("vazhushal-13")
        session.named = {"learn": {"lesson": "two-minutes", "task": "two-minutes.move.4.1.2"}}
        draw_learn(session)
        task = study_of(session).asked.task
        allowed = [*task.answer]
        given = [one for one in task.choices if (one in allowed) != (slip and one == task.choices[0])]
        verdict = send(session, "answer", answer=given)["lesson"]["task"]["verdict"]
        told = f"{len(task.choices) - 1} of {len(task.choices)} are right."
        assert verdict["right"] is not slip
        assert any(told in line["text"] for line in verdict["lines"]) is slip


def test_dublees_are_not_named_before_their_lesson() -> None:
    """Two cards of one rank are too few for a set, and that is all that is said of them until dublees are taught."""
    for key in ("marriage-21", "paplu-27"):
        book = RULEBOOKS[key]
        tasks = [make_task(book, "sets", "classify", seed) for seed in range(60)]
        pairs = [one for one in tasks if len(one.cards) == 2 and one.cards[0] != one.cards[1]]
        assert pairs
        for task in pairs[:2]:
            session = opened(key)
            session.named = {"learn": {"lesson": "sets", "task": name_task(task)}}
            draw_learn(session)
            drawn = answer(session, right=True) | {"table": draw_learn(session)["lesson"]["table"]["trays"]}
            assert "too few" in json.dumps(drawn) and "dublee" not in json.dumps(drawn["lines"])
            assert "dublee" not in json.dumps([tray["reasons"] for tray in drawn["table"]])


def list_texts(drawn: object, left_out: tuple[str, ...] = ("note", "reasons", "icon", "tone", "key")) -> list[str]:
    """The texts of a view model, but for those under some names."""
    if isinstance(drawn, dict):
        drawn = [part for name, part in drawn.items() if name not in left_out]
    return [text for part in drawn for text in list_texts(part)] if isinstance(drawn, list) else [str(drawn)]


@pytest.mark.parametrize("key", RULEBOOKS)
def test_no_lesson_says_pure_before_it_is_taught(key: str) -> None:
    """Steps, tasks and verdicts speak of sequences; that some must be pure is told in a note, with its lesson."""
    session, texts = opened(key), list_texts(draw_learn(opened(key))["home"]["question"])
    for lesson in [one.key for one in list_lessons(RULEBOOKS[key]) if one.is_before("pure")]:
        drawn = send(session, "lesson", lesson=lesson)["lesson"]
        while drawn["step"]:
            texts += list_texts([drawn["step"], drawn["turn"], drawn["table"]])
            drawn = send(session, "step")["lesson"]
        for at in range(6):
            while draw_learn(session)["lesson"]["task"]["more_hints"]:
                send(session, "hint")
            texts += list_texts([draw_learn(session)["lesson"]["task"], answer(session, right=at % 2 > 0)])
            texts += list_texts(draw_learn(session)["lesson"]["table"] or [])
            send(session, "next")
    codes = ("pure", "pure-sequence")  # of tones and kinds
    assert "Sequence" in texts
    assert not [text for text in texts if re.search(r"\bpure\b", text, re.IGNORECASE) and text not in codes]


def test_every_card_of_a_step_says_why_it_fits_or_does_not() -> None:
    """What a wrong card lacks is told, and of a right one why it is; what comes round the corner is not made right."""
    session, told = opened(), {}
    drawn = send(session, "lesson", lesson="two-minutes")["lesson"]
    while drawn["step"]:
        for offer in (drawn["step"]["question"] or {"offers": []})["offers"]:
            told[offer["card"]["key"]] = offer["said"]
        drawn = send(session, "step")["lesson"]
    assert told == {
        "5C": "5♣ comes next, but in another suit. You need a ♦.",
        "5D": "Right: 3♦ 4♦ 5♦ are one suit, in order.",
        "7D": "7♦ has the right suit, but 5♦ and 6♦ are missing before it.",
        "8S": "8♠ has another rank. You need a 9.",
        "9D": "Right: 9♠ 9♥ 9♦ have one rank, and 9♦ brings a new suit.",
        "TH": "10♥ has another rank. You need a 9.",
        "2D": "2♦ does not come after a king. It comes before the 3.",
        "AH": "A♥ comes next, but in another suit. You need a ♦.",
        "AD": "Right: Q♦ K♦ A♦ are one suit, in order.",
    }


def test_what_a_lesson_still_asks_for_is_one_short_line() -> None:
    """How many answers are lacking, or that this one does not count: fifteen words at most."""
    for key in ("learn.latest:more", "learn.to_come", "learn.added", "learn.hinted", "learn.extra"):
        assert len(tell(key, n=2, all=5).split()) <= 15


@pytest.mark.parametrize(
    ("rulebook", "lesson"), [("gorummy-13", "loser"), ("rummy-21", "declare"), ("vazhushal-13", "pure")]
)
def test_loose_cards_are_counted_while_a_hand_is_laid_out(rulebook: str, lesson: str) -> None:
    """How many there are and their points; whether the groups are melds is not told before the answer."""
    session = opened(rulebook)
    name, task = find_task(rulebook, lesson, "build", lambda one: not one.asked)
    session.named = {"learn": {"lesson": lesson, "task": name}}
    ids = [card["id"] for card in draw_learn(session)["lesson"]["table"]["loose"]["cards"]]
    layout, scoring = study_of(session).asked.table.state.layout, task.rulebook.scoring
    for cards in ((), ids[:2], ids[4:9]):
        if cards:
            send(session, "table", move={"type": "move", "cards": cards, "to": "new"})
            ids = [one for one in ids if one not in cards]
        drawn = draw_learn(session)["lesson"]["table"]
        left = [layout.cards[one] for one in ids]
        points = sum(scoring.loose_points(card, task.deal.is_wild[card.index]) for card in left)
        assert drawn["loose"]["cost"] == f"{len(ids)} cards, {points} points"
        assert all(not tray["cost"] and not tray["word"] for tray in drawn["trays"])
