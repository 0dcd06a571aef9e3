"""Which questions each lesson asks at least, and that programs get them right: choices, verdicts, errors."""

from __future__ import annotations

from collections import Counter

import pytest

from rummy_tutor import RULEBOOKS, get_rulebook
from rummy_tutor.game.messages import TutorError
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.referee.value_cards import count_bonus
from rummy_tutor.rounds.ledger import is_zero_sum
from rummy_tutor.tutor.beliefs import BELIEFS, BY_KEY, beliefs_of, list_borrowed
from rummy_tutor.tutor.judging import give_hints, show_why
from rummy_tutor.tutor.kinds.games.apart import open_deals
from rummy_tutor.tutor.lessons import has_jokers, holds, list_lessons
from rummy_tutor.tutor.lines import answer_task
from rummy_tutor.tutor.planting import list_diagnosable_beliefs, list_possible, make_task
from rummy_tutor.tutor.tasks import list_kinds
from rummy_tutor.wording.speech import knows, say
from tests.finding import task_of

# the kinds of tasks that each lesson draws on at least; what follows a colon is a question of that kind
COURSE = {
    "two-minutes": "move",
    "points": "count spot",
    "pure": "classify complete spot build",
    "tiplu": "mark count:value-cards",
    "sets": "classify spot complete compare count",
    "wild": "mark compare classify",
    "jokers": "classify complete repair spot count",
    "declare": "declare? repair build complete",
    "octro": "compare repair spot count",
    "loser": "count build compare repair:one-card",
    "regroup": "build declare?:best build:second complete:joker",
    "turn": "move discard take? count:exchanges",
    "drop": "move count settle",
    "vazhushal": "mark count classify compare declare?:redeal",
    "twenty-one": "build repair compare compare:nearest",
    "twenty-seven": "mark classify build repair",
    "seeing": "build classify declare?:see move",
    "maal": "count:value-cards settle repair compare compare:option",
    "round": "settle settle:adds-up",
    "nine": "compare compare:smallest compare:differ",
}
SEEDS = 400  # among which a question comes


@pytest.mark.parametrize("key", RULEBOOKS)
def test_every_lesson_asks_what_the_course_says(key: str) -> None:
    """Each lesson of a game draws on the kinds of tasks, and the questions, that the course names for it."""
    book = RULEBOOKS[key]
    for lesson in list_lessons(book):
        for wanted in COURSE[lesson.key].split():
            kind, _, asked = wanted.partition(":")
            if asked == "joker" and not has_jokers(book):
                continue
            if asked == "option" and all(
                (other.bonus, other.wilds) == (book.bonus, book.wilds)
                for other in (get_rulebook(key, [name]) for name in book.offers)
            ):  # no house option changes what a round pays
                continue
            if (lesson.key, kind) == ("pure", "build") and book.wilds.hidden:  # no lesson has told yet how to see it
                continue
            if lesson.key in ("sets", "jokers") and kind == "count" and holds("flat", book):  # no card costs points
                continue
            assert kind in list_kinds(lesson, book), (lesson.key, wanted)
            if not asked or (asked == "adds-up" and not is_zero_sum(book)):
                continue
            found = (task_of(key, lesson.key, kind, seed) for seed in range(SEEDS))
            assert any((task.asked or "").split()[:1] == [asked] for task in found), (lesson.key, wanted)


def test_only_a_game_with_pools_asks_who_comes_back() -> None:
    """In a game with pools the lesson about the round asks it, and tells the rounds that were played."""
    tasks = [make_task(RULEBOOKS["adgaming-13"], "round", "settle", seed) for seed in range(60)]
    named = [task for task in tasks if str(task.asked).startswith("come-back")]
    assert {task.answer for task in named} == {"yes", "no"}
    assert all("rejoin" in task.rulebook.options and task.round["rounds"] for task in named)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_program_can_answer_every_task(key: str) -> None:
    """The expected answer is accepted and another refused; three kinds have one form; a task comes again the same."""
    for lesson in list_lessons(RULEBOOKS[key]):
        for kind in list_kinds(lesson, RULEBOOKS[key]):
            request = {"rulebook": key, "lesson": lesson.key, "kind": kind, "seed": 11, "level": 2}
            task = answer_task(request)["task"]
            judged = [answer_task({**request, "answer": one}) for one in _some_answers(task)]
            assert all(one["task"] == task for one in judged)
            expected = judged[0]["verdict"]["expected"]
            assert answer_task({**request, "answer": expected})["verdict"]["right"]
            assert not all(one["verdict"]["right"] for one in judged)
            if kind == "classify":
                assert len(task["groups"]) == 1 and task["asks"] == "kind" and expected in task["choices"]
            elif kind == "count":
                assert task["asks"] == "number" and isinstance(expected, int)
            elif kind == "declare?":
                assert task["asks"] == "yes-no" and task["choices"] == ["yes", "no"] and expected in ("yes", "no")


def _some_answers(task: dict) -> list[object]:
    """Answers of the sort that a task asks for, of which one at least is wrong."""
    if task["asks"] == "number":
        return [997]
    if task["asks"] == "groups":
        return [[[card] for group in task["groups"] for card in group]]
    return [[], task["choices"]] if task["asks"] in ("cards", "rulebooks", "moves") else task["choices"]


BAD = [
    {"seed": 1.5}, {"seed": True}, {"seed": 1 << 70}, {"level": 0}, {"level": "2"}, {"level": True},
    {"lesson": 7}, {"kind": ["classify"]}, {"lesson": "sets/../pure"}, {"kind": "classify\n"},
    {"options": "ace-jokers"},
    {"options": [7]}, {"rulebook": None}, {"rulebook": 7}, {"rulebook": []}, {"rulebook": {"base": "nothing"}},
    {"answer": {"kind": "set"}}, {"answer": None}, {"answer": True}, {"answer": "x" * 10_000}, {"answer": [[[]]]},
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: str(bad)[:40])
def test_a_hostile_request_has_one_clear_error(bad: dict[str, object]) -> None:
    """Whatever stands in a request, it is answered or refused with a sentence and a code."""
    request = {"rulebook": "octro-13", "lesson": "sets", "kind": "classify", "seed": 1, **bad}
    with pytest.raises(TutorError) as caught:
        answer_task(request)
    assert caught.value.code and len(str(caught.value)) < 600 and str(caught.value).endswith(".")


@pytest.mark.parametrize("key", RULEBOOKS)
def test_beliefs_from_other_games_are_held_in_every_game(key: str) -> None:
    """Some rules of each game are taken for another game's, each once, with a sentence that names the game."""
    book = get_rulebook(key)
    borrowed = list_borrowed(book)
    assert 15 <= len(borrowed) <= 30 and len({belief.key for belief in borrowed}) == len(borrowed)
    for belief in borrowed:
        other = RULEBOOKS[belief.key.partition(":")[0]]
        assert belief.rulebook(book) != book and other.title in say(belief.sentence)
    arising = {one for lesson in list_lessons(book) for one in list_possible(lesson.key, book)}
    assert sum(":" in one for one in arising) >= 4


def test_what_shows_is_known_for_the_rulebooks_of_the_package() -> None:
    """Every belief that is said to show on a kind of task belongs to the lesson; a sentence tells each."""
    for book in RULEBOOKS.values():
        for lesson in list_lessons(book):
            mine = {belief.key for belief in beliefs_of(lesson.key, book)}
            for kind in list_kinds(lesson, book):
                assert set(list_diagnosable_beliefs(lesson.key, kind, book)) <= mine
    assert all(knows(belief.sentence.key) for belief in BY_KEY.values()) and len(BELIEFS) > 50


COUNTED = [
    ("gorummy-13", "turn", "exchanges"),
    ("vazhushal-13", "turn", "exchanges"),
    ("rummy-21", "maal", "value-cards"),
    ("paplu-27", "maal", "value-cards"),
    ("marriage-21", "maal", "value-cards"),
]


@pytest.mark.parametrize(("key", "lesson", "asked"), COUNTED)
def test_a_wrong_count_of_exchanges_or_value_cards_is_shown_why(key: str, lesson: str, asked: str) -> None:
    """A hand that may declare is laid out, as many cards exchanged as are right; or the value cards and their sum."""
    tasks = [make_task(get_rulebook(key), lesson, "count", seed) for seed in range(24)]
    found = [task for task in tasks if task.asked == asked]
    assert found
    for task in found:
        right = task.answer
        assert isinstance(right, int) and show_why(task, right) is None
        shown = show_why(task, right + 1)
        assert shown is not None and shown.text.values["n"] == right
        laid = Counter(card for group in shown.groups for card in group)
        if asked == "exchanges":
            assert score_arrangement(shown.groups, task.deal).declares
            assert (laid - Counter(task.cards)).total() == right
        else:
            assert count_bonus(tuple(laid.elements()), task.deal) == right


@pytest.mark.parametrize(("lesson", "kind"), [("turn", "discard"), ("turn", "take?"), ("sets", "compare")])
def test_a_wrong_throw_take_or_comparison_is_shown_why(lesson: str, kind: str) -> None:
    """What is laid out is the better hand, or a group that a game judges as was answered."""
    shown = 0
    for seed in range(4):
        task = make_task(get_rulebook("gorummy-13"), lesson, kind, seed)
        expected = task.answer
        wrong = [one for one in task.choices if one not in expected] if kind == "compare" else task.choices
        for answer in [wrong] if kind == "compare" else wrong:
            told = show_why(task, answer)
            if told is not None:
                assert told.groups and say(told.text).endswith(".")
                shown += 1
    assert shown


@pytest.mark.parametrize("key", ["rummy-21", "paplu-13"])
def test_games_compared_by_their_wild_cards_are_shown_without_that_card(key: str) -> None:
    """What is laid out after a wrong answer on wild cards has another card in place of one that is wild somewhere."""
    for seed in range(4):
        task = task_of(key, "wild", "compare", seed)
        shown = show_why(task, [])
        assert shown is not None
        (gone,) = Counter(task.cards) - Counter(shown.groups[0])
        assert any(deal.is_wild[gone.index] for deal in open_deals(task, task.choices).values()), (seed, gone)


def test_a_spot_hint_asks_for_identical_cards_where_they_are_a_meld() -> None:
    """Where tunnelas are melds, whoever looks for the wrong group is told to ask for identical cards too."""
    assert "exactly the same" in say(give_hints(make_task(get_rulebook("rummy-21"), "sets", "spot", 2))[0].text)
    assert "exactly the same" not in say(give_hints(make_task(get_rulebook("octro-13"), "sets", "spot", 2))[0].text)
