"""A learner's progress: how he is asked, when he has mastered a lesson, what comes back, and how it is kept."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from rummy_tutor import RULEBOOKS, get_rulebook
from rummy_tutor.game.cards import PRINTED_JOKER
from rummy_tutor.game.rules import Aces, Kind, Rulebook
from rummy_tutor.tutor.judging import KNOWS, foretell_answer
from rummy_tutor.tutor.lessons import BY_KEY as LESSONS
from rummy_tutor.tutor.lessons import list_lessons
from rummy_tutor.tutor.planting import goes_round, list_possible, make_task
from rummy_tutor.tutor.progress import Progress, ProgressError, Stage
from rummy_tutor.tutor.tasks import Task, TaskError, list_kinds

BOOK = get_rulebook("gorummy-13")
START = datetime(2026, 1, 1, tzinfo=UTC)


def study(
    progress: Progress, lesson: str, belief: str, count: int, at: datetime = START
) -> tuple[Progress, list[Task]]:
    """The progress after some tasks of a lesson, answered as somebody with a belief does."""
    asked = []
    for seed in range(count):
        task = progress.next_task(lesson, BOOK, at, seed)
        answer = foretell_answer(belief if task.lesson == lesson else KNOWS, task)
        progress = progress.record(task, answer, progress.judge(task, answer), at)
        asked.append(task)
    return progress, asked


def answer_wrongly(progress: Progress, task: Task) -> object:
    """A wrong answer: one of the choices, or all cards loose."""
    answers = task.choices or ([[str(card)] for card in task.cards],)
    return next(one for one in answers if not progress.judge(task, one).right)


@pytest.fixture(scope="module")
def mastered() -> Progress:
    """A learner who knows the rules, once the lesson on pure sequences is done."""
    return study(Progress.new(BOOK), "pure", KNOWS, 7)[0]


def test_help_is_taken_away_step_by_step() -> None:
    """A worked example comes first, then hints, then tasks alone; the kinds vary."""
    progress = Progress.new(BOOK)
    assert progress.state("pure", START) == "new" and progress.course("pure").stage is Stage.WORKED
    progress, asked = study(progress, "pure", KNOWS, 5)
    assert [task.stage for task in asked] == ["worked", "hinted", "unaided", "unaided", "unaided"]
    assert len({task.kind for task in asked}) > 1
    assert progress.state("pure", START) == "begun"


@pytest.mark.parametrize("lesson", ["points", "pure", "sets", "wild", "jokers"])
def test_tasks_of_a_sitting_vary(lesson: str) -> None:
    """No cards come twice, the number of single cards changes, and no answer keeps its place three times in a row."""
    progress, seen = Progress.new(BOOK), []
    for seed in range(12):
        task = progress.next_task(lesson, BOOK, START, seed * 7919, seen)
        assert not any(sorted(map(sorted, task.groups)) == sorted(map(sorted, one.groups)) for one in seen if one.cards)
        answer = task.answer
        seen.append(task)
        places = [one.answer for one in seen if one.kind == task.kind and one.asks == "kind"]
        assert len(places) < 3 or len(set(places[-3:])) > 1, places
        loose = [one for one in seen if one.asked == "loose"][-2:]
        assert len({(len(one.cards), PRINTED_JOKER in one.cards) for one in loose}) == len(loose)
        progress = progress.record(task, answer, progress.judge(task, answer), START)


@pytest.mark.parametrize("key", ["gorummy-13", "marriage-21"])
def test_no_kind_of_question_comes_twice_running(key: str) -> None:
    """In a course gone through with right answers, earlier lessons mixed in; in the first lesson each is a third."""
    book, seen = RULEBOOKS[key], list[Task]()
    progress = Progress.new(book)
    for lesson in list_lessons(book)[:6]:
        begun = len(seen)
        while not progress.course(lesson.key).mastered:
            seen.append(progress.next_task(lesson.key, book, START, len(seen) * 7919, seen))
            progress = progress.record(seen[-1], seen[-1].answer, progress.judge(seen[-1], seen[-1].answer), START)
        kinds = [task.kind for task in seen[begun:]]
        assert all(one != other for one, other in pairwise(kinds)), (lesson.key, kinds)
        if lesson.key == "two-minutes":
            assert len(kinds) == 7 and max(Counter(kinds).values()) <= 3
            assert kinds.index("move") == 3  # what takes longest comes once the others have been asked
    assert len(seen) <= 60


def test_only_tasks_about_the_aim_of_a_lesson_count_for_mastery() -> None:
    """Which groups are wrong is asked in the lesson about points, and no such answer counts."""
    progress = Progress.new(BOOK)
    assert "spot" in LESSONS["points"].extra
    for seed in range(12):
        task = make_task(BOOK, "points", "spot" if seed % 2 else "count", seed).asked_at(stage=Stage.UNAIDED.value)
        progress = progress.record(task, task.answer, progress.judge(task, task.answer), START)
        assert len(progress.lessons["points"].learner.answers) == min(5, seed // 2 + 1)
    assert all(set(lesson.extra) < set(lesson.kinds) for lesson in LESSONS.values())


def test_a_belief_that_is_denied_is_less_likely() -> None:
    """Whoever says that they did not think so is believed by half; nothing that was answered is lost."""
    progress, _ = study(Progress.new(BOOK), "sets", "suit-twice", 6)
    before, after = progress.lessons["sets"], progress.deny("sets", ["suit-twice"]).lessons["sets"]
    assert after.learner.chance("suit-twice") < before.learner.chance("suit-twice") and after.steps == before.steps
    assert progress.deny("round", ["suit-twice"]) is progress


ROUND = replace(BOOK, key="round", melds=replace(BOOK.melds, aces=Aces.ROUND, run_max=13))


@pytest.mark.parametrize("book", [*RULEBOOKS.values(), ROUND], ids=lambda book: book.key)
def test_nobody_masters_sequences_without_having_said_what_king_ace_and_2_are(book: Rulebook) -> None:
    """Alone, in every game: who answers that wrongly is asked again, and masters the lesson once it is right."""
    progress, seen, wrong = Progress.new(book), [], 0
    while progress.state("pure", START) != "mastered":
        assert len(seen) < 60
        task = progress.next_task("pure", book, START, len(seen) * 7919, seen)
        answer = task.answer
        if goes_round(task):
            assert answer == (Kind.PURE_SEQUENCE if book is ROUND else Kind.INVALID)
            if wrong < 2:
                wrong, answer = wrong + 1, answer_wrongly(progress, task)
        progress = progress.record(task, answer, progress.judge(task, answer), START)
        seen.append(task)
    assert any(goes_round(task) and task.stage == Stage.UNAIDED for task in seen) and wrong == 2
    assert Progress.from_data(progress.to_data()).lessons["pure"].corner


@pytest.mark.parametrize("key", ["gorummy-13", "marriage-21", "vazhushal-13"])
@pytest.mark.parametrize("lesson", ["sets", "jokers"])
def test_a_last_doubt_is_asked_about_at_once(key: str, lesson: str) -> None:
    """Where enough answers are right and one mix-up may be left, most of the next tasks are those that tell."""
    book, asked = RULEBOOKS[key], list[bool]()
    for belief in list_possible(lesson, book)[:4]:
        progress, seen = Progress.new(book), []
        for turn in range(40):
            if progress.state(lesson, START) == "mastered":
                break
            left = progress.lessons[lesson].left if lesson in progress.lessons else ()
            task = progress.next_task(lesson, book, START, turn * 7919, seen)
            seen.append(task)
            answer = task.answer
            if left:
                asked.append(any(foretell_answer(one, task) not in (answer, None) for one in left))
            believed = foretell_answer(belief, task)
            given = believed if turn < 6 and believed is not None else answer
            progress = progress.record(task, given, progress.judge(task, given), START)
        assert progress.state(lesson, START) == "mastered", belief
    assert sum(asked) * 2 >= len(asked), asked


def test_two_wrong_answers_bring_the_hints_back() -> None:
    """Who answers wrongly twice is not left alone."""
    progress, _ = study(Progress.new(BOOK), "pure", KNOWS, 3)
    assert progress.course("pure").stage is Stage.UNAIDED
    for seed in (40, 41):
        task = progress.next_task("pure", BOOK, START, seed)
        wrong = answer_wrongly(progress, task)
        progress = progress.record(task, wrong, progress.judge(task, wrong), START)
    assert progress.course("pure").stage is Stage.HINTED


def test_a_mistake_in_a_round_calls_a_mastered_lesson_back(mastered: Progress) -> None:
    """It is due at once; what is due earlier stays so, and a lesson that is not mastered goes on as it was."""
    at = START + timedelta(hours=1)
    called = mastered.call_back("pure", at)
    assert called.due(at) == ("pure",) and called.state("pure", at) == "due"
    assert Progress.from_data(called.to_data()).due(at) == ("pure",)
    assert called.call_back("pure", at + timedelta(hours=1)) == called
    assert mastered.call_back("sets", at) == mastered


def test_a_mastered_lesson_comes_back_after_a_day_and_a_week(mastered: Progress) -> None:
    """Four of five right, alone, and no belief left: mastered; due a day later, then a week later."""
    at = START
    assert mastered.state("pure", at) == "mastered" and mastered.due(at) == ()
    at += timedelta(days=1)
    assert mastered.state("pure", at) == "due" and mastered.due(at) == ("pure",)
    progress, _ = study(mastered, "pure", KNOWS, 1, at)
    assert progress.state("pure", at) == "mastered"
    assert progress.due(at + timedelta(days=6)) == ()
    assert progress.due(at + timedelta(days=7)) == ("pure",)


def test_stars_tell_how_long_a_lesson_has_been_known(mastered: Progress) -> None:
    """One once it is mastered, another when it is known after a day, the third after a week; none before."""
    assert [mastered.count_stars(key) for key in ("pure", "sets")] == [1, 0]
    after_a_day, _ = study(mastered, "pure", KNOWS, 1, START + timedelta(days=1))
    after_a_week, _ = study(after_a_day, "pure", KNOWS, 1, START + timedelta(days=8))
    assert [after_a_day.count_stars("pure"), after_a_week.count_stars("pure")] == [2, 3]


def test_the_days_on_which_something_was_answered_are_kept(mastered: Progress) -> None:
    """Each once, the latest two weeks of them."""
    progress = mastered
    for days in range(20):
        progress, _ = study(progress, "pure", KNOWS, 1, START + timedelta(days=days))
    assert progress.days == tuple((START + timedelta(days=days)).date() for days in range(6, 20))
    assert Progress.from_data(json.loads(json.dumps(progress.to_data()))).days == progress.days


def test_a_rule_forgotten_comes_back_the_next_day(mastered: Progress) -> None:
    """A wrong answer in a review brings it back after a day."""
    at = START + timedelta(days=1)
    task = mastered.next_task("pure", BOOK, at, 5)
    wrong = answer_wrongly(mastered, task)
    progress = mastered.record(task, wrong, mastered.judge(task, wrong), at)
    assert progress.due(at) == () and progress.due(at + timedelta(days=1)) == ("pure",)


def test_an_earlier_lesson_is_mixed_in(mastered: Progress) -> None:
    """Once a learner works alone, some tasks are about a lesson he has mastered."""
    progress, asked = study(mastered, "points", KNOWS, 4)
    assert [task.lesson for task in asked] == ["points", "points", "points", "pure"]
    assert asked[-1].stage == Stage.MIXED


def test_earlier_lessons_never_come_in_a_row(mastered: Progress) -> None:
    """Between two tasks of earlier lessons there are three of the lesson that is open, whatever chance says."""
    progress, asked = study(mastered, "points", KNOWS, 3)
    for _ in range(6):
        task = progress.next_task("points", BOOK, START, 3, asked)  # a seed that mixes one in where that may be
        asked.append(task)
    assert [one.stage == Stage.MIXED for one in asked[3:]] == [True, False, False, False, True, False]


def test_the_last_lesson_is_a_test_of_all() -> None:
    """In the last lesson every second task alone is about an earlier one, each of those that are mastered in turn."""
    progress = Progress.new(BOOK)
    for lesson, count in (("points", 1), ("pure", 1), ("sets", 1), ("nine", 3)):
        progress, asked = study(progress, lesson, KNOWS, count)
    courses = {key: replace(one, mastered=key != "nine") for key, one in progress.lessons.items()}
    progress = replace(progress, lessons=courses)
    for seed in range(7):
        asked.append(progress.next_task("nine", BOOK, START, seed, asked))
    assert [one.stage == Stage.MIXED for one in asked[3:]] == [False, True] * 3 + [False]
    assert len({one.lesson for one in asked[3:]}) == 4


def test_a_belief_is_named_once_it_is_likely_and_remembered_once_given_up() -> None:
    """One wrong answer accuses nobody; several of a kind name the belief; right ones take it back."""
    progress, accused = Progress.new(BOOK), []
    for seed in range(6):
        task = progress.next_task("wild", BOOK, START, seed)
        answer = foretell_answer("only-turned-card", task)
        verdict = progress.judge(task, answer)
        accused.append((verdict.right, verdict.belief))
        assert verdict.belief is None or verdict.belief in progress.record(task, answer, verdict, START).once
        progress = progress.record(task, answer, verdict, START)
    first = next(at for at, (right, _) in enumerate(accused) if not right)
    assert accused[first][1] is None and (False, "only-turned-card") in accused
    assert progress.named_beliefs() == (("only-turned-card",), ())
    progress, _ = study(progress, "wild", KNOWS, 8)
    assert progress.named_beliefs() == ((), ("only-turned-card",))


def test_it_is_kept_as_small_json(mastered: Progress) -> None:
    """Progress goes through JSON and comes back the same, and small."""
    text = json.dumps(mastered.to_data())
    back = Progress.from_data(json.loads(text))
    assert len(text) < 4000 and json.dumps(back.to_data()) == text
    at = START + timedelta(days=1)
    again = Progress.from_data(back.to_data())
    assert back.state("pure", at) == "due" and back.next_task("pure", BOOK, at, 3) == again.next_task(
        "pure", BOOK, at, 3
    )


def damage(mastered: Progress, path: str, value: object) -> object:
    """Its data with one value, however deep, replaced."""
    data = json.loads(json.dumps(mastered.to_data()))
    *places, last = path.split(".")
    at = data
    for place in places:
        at = at[place]
    at[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("format", "chess", "bad-progress:foreign"),
        ("version", 99, "bad-progress:version"),
        ("version", True, "bad-progress:version"),
        ("lessons.pure.possible", "abc", "bad-progress:damaged"),
        ("lessons.pure.answers", {"a": 1}, "bad-progress:damaged"),
        ("lessons.pure.answers", ["right"], "bad-progress:damaged"),
        ("lessons.pure.mastered", "no", "bad-progress:damaged"),
        ("believed", "abc", "bad-progress:damaged"),
        ("rulebook", 7, "bad-progress:damaged"),
        ("lessons", [], "bad-progress:damaged"),
        ("lessons.pure", None, "bad-progress:damaged"),
        ("lessons.pure.likely", {"knows": 7}, "bad-progress:damaged"),
        ("lessons.pure.steps", [["sideways", "count", 1]], "bad-progress:damaged"),
        ("reviews.pure.due", "soon", "bad-progress:damaged"),
        ("lessons.pure.likely.knows", 10**400, "bad-progress:damaged"),
        ("reviews.pure.due", "0001-01-01T00:00+14:00", "bad-progress:damaged"),
        ("reviews.pure.memory", {}, "bad-progress:damaged"),
        ("reviews.pure.memory", None, "bad-progress:damaged"),
        ("reviews.pure.memory.state", "x", "bad-progress:damaged"),
        ("reviews.pure.memory.state", 9, "bad-progress:damaged"),
        ("reviews.pure.memory.step", -40, "bad-progress:damaged"),
        ("reviews.pure.memory.step", None, "bad-progress:damaged"),
        ("reviews.pure.memory.stability", 0, "bad-progress:damaged"),
        ("reviews.pure.memory.difficulty", float("nan"), "bad-progress:damaged"),
        ("reviews.pure.memory.last_review", None, "bad-progress:damaged"),
        ("reviews.pure.memory.last_review", "0001-01-01T00:00+14:00", "bad-progress:damaged"),
    ],
)
def test_damaged_or_foreign_data_has_one_clear_error(mastered: Progress, path: str, value: object, key: str) -> None:
    """Whatever is wrong with the data, one error says so."""
    with pytest.raises(ProgressError) as caught:
        Progress.from_data(damage(mastered, path, value))
    assert caught.value.key == key and str(caught.value).endswith("Nothing was changed.")
    with pytest.raises(ProgressError):
        Progress.from_data([1, 2])


@pytest.mark.parametrize("key", ["pure/nobelief", "pure/", "nolesson", "nolesson/suit-twice"])
def test_a_review_of_a_belief_that_is_no_more_is_left_out(mastered: Progress, key: str) -> None:
    """A lesson or belief that has another name by now is no reason to lose the rest, nor does it stop an answer."""
    data = mastered.to_data()
    data["reviews"][key] = data["reviews"]["pure"]
    progress = Progress.from_data(data)
    assert list(progress.reviews) == ["pure"]
    study(progress, "pure", KNOWS, 1, START + timedelta(days=1))


def test_a_belief_that_stands_twice_counts_once(mastered: Progress) -> None:
    """Kept twice, a belief is no pair with itself, and lessons go on."""
    twin = mastered.to_data()
    possible = twin["lessons"]["pure"]["possible"]
    progress = Progress.from_data(damage(mastered, "lessons.pure.possible", [*possible, possible[0]]))
    assert progress.lessons["pure"].learner.keys == mastered.lessons["pure"].learner.keys
    study(progress, "pure", KNOWS, 1)


@pytest.mark.parametrize("right", [True, False])
def test_any_memory_that_is_taken_schedules_a_review(mastered: Progress, right: bool) -> None:
    """Whatever ``fsrs`` is told of a review that passes as undamaged, it finds the next time for it."""
    at = START + timedelta(days=1)
    for state, step in [(1, 0), (1, 2), (3, 0), (2, None)]:
        for stability, difficulty in [(0.001, 1), (9e8, 10)]:
            for last in ["0001-01-01T00:00+00:00", "9999-12-31T00:00+00:00", "2026-01-01T00:00"]:
                memory = {"state": state, "step": step, "stability": stability, "difficulty": difficulty}
                data = damage(mastered, "reviews.pure.memory", {**memory, "last_review": last})
                task = mastered.next_task("pure", BOOK, at, 5)
                progress = Progress.from_data(data)
                answer = task.answer if right else answer_wrongly(progress, task)
                after = progress.record(task, answer, progress.judge(task, answer), at)
                assert after.reviews["pure"].due > at


def test_a_lesson_that_a_game_lacks_is_refused() -> None:
    """The next task of a lesson about another game is the error that such a task gives."""
    with pytest.raises(TaskError):
        Progress.new(BOOK).next_task("vazhushal", BOOK, START, 1)


def test_the_scheduler_loads_when_a_review_is_scheduled() -> None:
    """Loading progress, asking and judging load no fsrs."""
    program = (
        "import sys\nfrom datetime import UTC, datetime\nfrom rummy_tutor import get_rulebook\n"
        "from rummy_tutor.tutor.progress import Progress\n"
        "book, at = get_rulebook('gorummy-13'), datetime(2026, 1, 1, tzinfo=UTC)\n"
        "progress = Progress.new(book)\ntask = progress.next_task('pure', book, at, 1)\n"
        "progress.record(task, 'invalid', progress.judge(task, 'invalid'), at)\nassert 'fsrs' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("key", RULEBOOKS)
@pytest.mark.parametrize("lesson", ["drop", "round"])
def test_who_is_always_right_masters_what_a_round_costs(key: str, lesson: str) -> None:
    """No belief stays open because no task asks about it."""
    book, progress, seen = RULEBOOKS[key], Progress.new(RULEBOOKS[key]), list[Task]()
    if not list_kinds(LESSONS[lesson], book):
        pytest.skip("the game has no such lesson")
    for seed in range(16):
        task = progress.next_task(lesson, book, START, seed * 7919, seen)
        answer = task.answer
        progress = progress.record(task, answer, progress.judge(task, answer), START)
        seen.append(task)
    assert progress.lessons[lesson].mastered
