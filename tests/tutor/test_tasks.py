"""Tasks: made from a seed, judged by the engine, and wrong answers explained by beliefs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_tutor import RULEBOOKS, get_rulebook
from rummy_tutor.game import MELDS, Kind
from rummy_tutor.game.cards import PRINTED_JOKER, Card
from rummy_tutor.game.messages import TutorError
from rummy_tutor.game.rules import neighbour
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.melds import list_readings
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.referee.value_cards import MARRIAGE, list_bonus
from rummy_tutor.rulebooks.files import make_rulebook
from rummy_tutor.solver.all_best import find_optima
from rummy_tutor.tutor.beliefs import BELIEFS, BY_KEY, count_believed, kind_of
from rummy_tutor.tutor.judging import give_hints, judge_answer, show_why, tell_reasons
from rummy_tutor.tutor.kinds import KINDS
from rummy_tutor.tutor.lessons import LESSONS, holds, list_lessons, open_deal
from rummy_tutor.tutor.lines import answer_task
from rummy_tutor.tutor.planting import aim_seeds, list_diagnosable_beliefs, make_task
from rummy_tutor.tutor.tasks import LEVELS, Task, TaskError, believe, list_kinds, read_answer
from rummy_tutor.tutor.worked.steps import list_steps
from rummy_tutor.wording.speech import knows, say, tell
from tests.finding import task_of

BAD = [
    {"seed": "x"}, {"seed": 1.5}, {"seed": True}, {"seed": 10**18}, {"level": 9}, {"level": "1"}, {"lesson": 7},
    {"kind": 7}, {"rulebook": "chess"}, {"rulebook": 7},
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD, ids=str)
def test_a_task_that_is_named_wrongly_has_one_clear_error(bad: dict[str, object]) -> None:
    """Whatever a program gives, a task is made or an error says what is wrong."""
    given: dict[str, object] = {"rulebook": "octro-13", "lesson": "sets", "kind": "classify", "seed": 1, **bad}
    with pytest.raises(TutorError) as caught:
        make_task(**given)  # type: ignore[arg-type]
    assert str(caught.value).endswith(".")


def test_cards_are_read_however_they_are_written() -> None:
    """An answer may name a card as every other place takes it: in lower case, with a suit's sign, or as a joker."""
    task = make_task("octro-13", "turn", "discard", 1)
    card = task.answer
    assert isinstance(card, str)
    signs = dict(zip("SHDC", "♠♥♦♣", strict=True))
    for text in (card.lower(), card[0].replace("T", "10") + signs[card[1]], card):
        assert judge_answer(task, text).right
    seeds = (make_task("octro-13", "wild", "mark", seed) for seed in range(20))
    mark = next(one for one in seeds if PRINTED_JOKER in one.cards)
    expected = mark.answer
    assert isinstance(expected, list)
    assert judge_answer(mark, ["jk" if one == "PJ" else one.lower() for one in expected]).right


SLOW = ("discard", "take?", "spot", "settle", "move")  # asked less often, since they take longer to make
EVERY = [
    (book.key, lesson.key, kind)
    for book in RULEBOOKS.values()
    for lesson in list_lessons(book)
    for kind in list_kinds(lesson, book)
]
WRONG = {"kind": "invalid", "number": 999, "yes-no": "no", "group": "1"}


def test_every_lesson_and_belief_has_its_words() -> None:
    """Each lesson has a title and an aim, each belief a sentence, and each names lessons and kinds that exist."""
    for lesson in LESSONS:
        assert knows(f"lesson.{lesson.key}") and knows(f"lesson.{lesson.key}:aim")
        assert set(lesson.kinds) <= set(KINDS)
        assert set(lesson.before) <= {one.key for one in LESSONS}
    for belief in BELIEFS:
        assert knows(f"belief.{belief.key}") and set(belief.lessons) <= {one.key for one in LESSONS}


@settings(max_examples=60)
@given(st.sampled_from([one for one in EVERY if one[2] not in SLOW]), st.integers(0, 10_000), st.integers(1, 3))
def test_a_task_accepts_its_own_answer_and_comes_again(which: tuple[str, str, str], seed: int, level: int) -> None:
    """The answer that the engine gives is right, and the same seed gives the same task."""
    key, lesson, kind = which
    book = get_rulebook(key)
    task = make_task(book, lesson, kind, seed, level)
    assert task == make_task(book, lesson, kind, seed, level)
    assert judge_answer(task, task.answer).right
    json.dumps(task.to_dict())


@settings(max_examples=40)
@given(st.sampled_from([one for one in EVERY if one[2] not in SLOW]), st.integers(0, 10_000))
def test_a_wrong_answer_is_refused_and_shown(which: tuple[str, str, str], seed: int) -> None:
    """Of the answers to choose from at least one is refused, each with a rule; what is shown is laid out of cards."""
    key, lesson, kind = which
    task = make_task(get_rulebook(key), lesson, kind, seed)
    expected = task.answer
    if task.asks in ("number", "groups"):
        wrong = [expected + 1 if isinstance(expected, int) else [[str(card)] for card in task.cards]]
    else:
        wrong = [] if task.asks in ("cards", "rulebooks", "moves") else [one for one in task.choices if one != expected]
        wrong = wrong or [[one for one in task.choices if one not in expected]]
    verdicts = [judge_answer(task, one) for one in wrong]
    assert any(not verdict.right for verdict in verdicts)
    for answer, verdict in zip(wrong, verdicts, strict=True):
        shown = show_why(task, answer)
        assert verdict.rule and (shown is None or (not verdict.right and shown.groups and knows(shown.text.key)))


@pytest.mark.parametrize(
    ("key", "lesson", "kind", "seeds"),
    [
        ("paplu-21", "twenty-one", "repair", [3094, *range(20)]),
        ("rummy-21", "twenty-one", "repair", range(20)),
        ("paplu-21", "twenty-one", "build", range(20)),
        ("rummy-21", "regroup", "build", range(20)),
        ("paplu-27", "twenty-seven", "repair", range(4)),
    ],
)
def test_nobody_is_right_who_groups_nothing(key: str, lesson: str, kind: str, seeds: Sequence[int]) -> None:
    """A hand that declares by its jokers alone is not asked about: there would be nothing to lay out."""
    for seed in seeds:
        task = make_task(get_rulebook(key), lesson, kind, seed)
        assert not judge_answer(task, [[str(card)] for card in task.cards]).right, seed


def test_a_meld_with_jokers_held_for_none_is_shown_with_the_cards_they_stand_for() -> None:
    """Not with another card changed, so that it is none: that would defend the mistake."""
    found = 0
    for seed in range(60):
        task = make_task(get_rulebook("gorummy-13"), "jokers", "classify", seed)
        shown = None if judge_answer(task, "invalid").right else show_why(task, "invalid")
        if shown is not None and shown.text.key == "why.classify:filled":
            assert kind_of(shown.groups[0], task.deal) in MELDS and shown.groups[1] == task.groups[0]
            found += 1
    assert found


def test_a_hand_at_a_fixed_price_is_told_what_it_lacks() -> None:
    """Not that a hand like this one costs so much, but what it does not have."""
    found = set()
    for seed in range(20):
        task = make_task(get_rulebook("octro-13"), "loser", "count", seed)
        shown = show_why(task, int(str(task.answer)) + 1)
        if shown is not None and shown.text.key == "why.count:fixed-lacks":
            found.add(say(shown.text))
    lacks = "at least 2 sequences, 1 of them pure and 1 with four or more cards"
    assert found == {f"This hand does not have {lacks}. So its cards are not added up: it costs 80 points."}


def test_a_marriage_that_earns_less_than_its_cards_is_told() -> None:
    """Where three value cards are a marriage and count apart, it is said why; else there is no word of it."""
    book, told = get_rulebook("marriage-21"), set()
    for seed in range(60):
        task = make_task(book, "maal", "count", seed, 3)
        (why,) = tell_reasons(task, task.answer)
        base = book.wilds.indicator(task.turned)
        married = {neighbour(base, -1), base, neighbour(base, 1)} <= {*task.cards}
        counted = any(item.name == MARRIAGE for item in list_bonus(task.cards, task.deal))
        assert ("that would earn less" in say(why)) is (married and not counted)
        told.add((married, counted))
    assert {(True, False), (True, True), (False, False)} <= told


def test_a_table_of_points_is_judged_by_its_sum() -> None:
    """The reason is what the figures add up to."""
    sums = set()
    for seed in range(40):
        task = make_task(get_rulebook("rummy-21"), "round", "settle", seed)
        if task.asked == "adds-up":
            answer, total = task.answer, sum(task.round["nets"])
            (why,) = tell_reasons(task, answer)
            assert f"figures give {total:d}".replace("-", "−") in say(why) and (answer == "yes") is (total == 0)
            sums.add(total == 0)
    assert sums == {True, False}


def test_a_wrong_kind_is_shown_with_one_card_changed() -> None:
    """Who takes two cards of a suit for a set sees a set that is nearly these cards."""
    for seed in range(40):
        task = make_task(get_rulebook("octro-13"), "sets", "classify", seed)
        if not judge_answer(task, "set").right and len(task.groups[0]) > 2:
            shown = show_why(task, "set")
            if shown is None:  # no set is that near
                continue
            assert kind_of(shown.groups[0], task.deal) is Kind.SET
            assert shown.groups[1] == task.groups[0]
            return
    raise AssertionError("no such task")


ASKED = [
    ("gorummy-13", "regroup", "declare?", "best"),
    ("marriage-21", "seeing", "declare?", "see"),
    ("vazhushal-13", "vazhushal", "declare?", "redeal"),
    ("octro-13", "turn", "count", "exchanges"),
    ("rummy-21", "maal", "count", "value-cards"),
    ("gorummy-13", "loser", "repair", "one-card"),
    ("gorummy-13", "regroup", "complete", "joker"),
    ("octro-13", "nine", "compare", "differ"),
    ("octro-13", "nine", "compare", "smallest"),
    ("gorummy-13", "regroup", "build", "second"),
    ("paplu-21", "twenty-one", "compare", "nearest"),
    ("adgaming-13", "round", "settle", "come-back"),
]


OFTEN = [asked for *_, asked in ASKED[:8]]  # those that come often


@pytest.mark.parametrize(("key", "lesson", "kind", "asked"), ASKED)
def test_some_lessons_ask_another_question(key: str, lesson: str, kind: str, asked: str) -> None:
    """The question is named, of two answers each comes about, and the engine's own is right."""
    found = [make_task(get_rulebook(key), lesson, kind, seed) for seed in range(12 if asked in OFTEN else 30)]
    named = [task for task in found if task.asked is not None and task.asked.split()[0] == asked]
    assert named
    answers = [task.answer for task in named]
    assert all(judge_answer(task, answer).right for task, answer in zip(named, answers, strict=True))
    assert len(named[0].choices) != 2 or {*answers} == {*named[0].choices}
    assert task_to_json(named[0])["asked"].split()[0] == asked


def task_to_json(task: Task) -> dict[str, str]:
    """A task as a program gets it."""
    return json.loads(json.dumps(task.to_dict()))


def test_a_table_and_a_round_are_part_of_the_task() -> None:
    """A move is asked for at a table, a settlement about a round; a wrong belief about money shows."""
    table = task_to_json(make_task(get_rulebook("paplu-13"), "turn", "move", 3))["table"]
    assert {"stock", "discards", "phase", "taken"} <= set(table)
    told = [make_task(get_rulebook("gorummy-13"), "drop", "settle", seed) for seed in range(12)]
    assert all(task_to_json(task)["round"]["players"][0]["ending"] == "declared" for task in told)
    named = [judge_answer(task, believe(task, BY_KEY["drop-costs-hand"])).belief for task in told]
    assert "drop-costs-hand" in named


@pytest.mark.parametrize("which", [one for one in EVERY if one[2] in SLOW], ids="-".join)
def test_slow_tasks_accept_their_own_answer(which: tuple[str, str, str]) -> None:
    """What to throw, whether to take, which group is wrong, what may be done: the engine's own answer is right."""
    key, lesson, kind = which
    task = make_task(get_rulebook(key), lesson, kind, 3, 1)
    verdict = judge_answer(task, task.answer)
    assert verdict.right and verdict.belief is None


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_cards_of_a_task_come_from_the_pack_of_its_table(key: str) -> None:
    """No card lies there more often than the pack has it that so many players use, the turned card counted."""
    book = RULEBOOKS[key]
    for lesson, kind in product(list_lessons(book), ("count", "declare?", "classify", "settle")):
        for seed in range(4) if kind in list_kinds(lesson, book) else ():
            task = task_of(key, lesson.key, kind, seed)
            shown = Counter([*task.cards, *([task.turned] if task.turned and book.wilds.exposed else ())])
            assert all(count <= task.deal.pack.copies(card) for card, count in shown.items()), task


@pytest.mark.parametrize("key", [key for key, book in RULEBOOKS.items() if holds("wild", book)])
def test_games_are_compared_by_what_is_wild_in_the_lesson_about_that(key: str) -> None:
    """The group is a meld where one of its three cards is wild, and nowhere else."""
    for seed in range(3):
        task = make_task(RULEBOOKS[key], "wild", "compare", seed)
        books = [(key, RULEBOOKS[key]) for key in task.choices]
        tables = [(key, set_table(book, task.turned, open_deal(book).players)) for key, book in books]
        wild = [[key for key, deal in tables if deal.is_wild[card.index]] for card in task.cards]
        assert len(task.cards) == 3 and task.answer in wild


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_group_is_compared_in_a_handful_of_games(key: str) -> None:
    """Four games are asked about, the learner's own first; the group is a meld in some of them, and not in all."""
    for lesson in (one for one in list_lessons(RULEBOOKS[key]) if "compare" in one.kinds):
        for seed in range(4):
            with suppress(TaskError):
                task = make_task(RULEBOOKS[key], lesson.key, "compare", seed)
                if task.asks == "rulebooks":
                    right = task.answer
                    assert len({*task.choices}) == 4 and task.choices[0] == key and 0 < len(right) < 4


@pytest.mark.parametrize("key", [key for key, book in RULEBOOKS.items() if not holds("scored", book)])
def test_losing_before_the_first_move_is_told_before_it_is_asked(key: str) -> None:
    """Only the lesson about the end of a round asks it, after a step that says what it costs, where a rule does."""
    book = RULEBOOKS[key]
    for lesson in (one for one in list_lessons(book) if "settle" in one.kinds):
        tasks = [make_task(book, lesson.key, "settle", seed) for seed in range(12)]
        asked = any("lost-before-first-move" in str(task.round) for task in tasks)
        notes = [note.key for step in list_steps(lesson, book) for note in step.notes]
        assert asked == any(note.startswith("rule.early.half") for note in notes), lesson.key


def test_the_same_request_gives_the_same_task_in_another_process() -> None:
    """Nothing of a task depends on the order of sets or the hashes of a process."""
    program = (
        "import json\nfrom rummy_tutor.tutor.lines import answer_task\n"
        "print(json.dumps([answer_task({'rulebook': key, 'lesson': lesson, 'kind': kind, 'seed': 5})\n"
        "  for key, lesson, kind in [('gorummy-13', 'sets', 'classify'), ('vazhushal-13', 'wild', 'mark'),\n"
        "                            ('marriage-21', 'seeing', 'build'), ('octro-13', 'octro', 'count')]]))"
    )
    told = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert told[0] == told[1]


@settings(max_examples=60)
@given(st.sampled_from([one for one in EVERY if one[2] in ("count", "declare?")]), st.integers(0, 10_000))
def test_counting_as_the_rules_do_is_counting_without_a_belief(which: tuple[str, str, str], seed: int) -> None:
    """What a learner with a belief counts differs from the referee's count by the belief alone: one that changes
    nothing in this game gives the referee's figure."""
    key, lesson, kind = which
    task = make_task(get_rulebook(key), lesson, kind, seed)
    laid = score_arrangement(task.groups, task.deal)
    cap = task.rulebook.scoring.cap
    belief = BY_KEY["no-cap"]
    score, declares = count_believed(belief, task.groups, task.deal)
    assert declares == laid.declares
    assert score == laid.score if cap is None or abs(laid.score) < cap else score <= laid.score


GROUPS = [
    ("round-the-corner", "gorummy-13", "KS AS 2S", "4D", Kind.PURE_SEQUENCE),
    ("ace-only-low", "gorummy-13", "QS KS AS", "4D", Kind.INVALID),
    ("ace-only-high", "gorummy-13", "AS 2S 3S", "5D", Kind.INVALID),
    ("across-suits", "gorummy-13", "4S 5H 6C", "9D", Kind.PURE_SEQUENCE),
    ("pair-is-meld", "gorummy-13", "4S 4H", "9D", Kind.SET),
    ("suit-twice", "octro-13", "7S 7S 7H", "QD", Kind.SET),
    ("sets-of-five", "gorummy-13", "7S 7H 7D 7C PJ", "QD", Kind.SET),
    ("sets-of-four", "adgaming-13", "7S 7H 7D 7C PJ", "QD", Kind.INVALID),
    ("one-joker-only", "gorummy-13", "7S PJ PJ 8S", "QD", Kind.INVALID),
    ("two-jokers", "octro-13", "7S PJ PJ 8S", "QD", Kind.IMPURE_SEQUENCE),
    ("joker-leaves-pure", "gorummy-13", "7S PJ 9S", "QD", Kind.PURE_SEQUENCE),
    ("joker-beside-pure", "gorummy-13", "7S 8S 9S PJ", "QD", Kind.PURE_SEQUENCE),
    ("wild-itself-impure", "gorummy-13", "7S 8S 9S", "8D", Kind.IMPURE_SEQUENCE),
    ("rank-is-dublee", "rummy-21", "7S 7H", "QD", Kind.DUBLEE),
    ("joker-dublee", "rummy-21", "7S PJ", "QD", Kind.DUBLEE),
    ("four-card-melds", "marriage-21", "7S 8S 9S TS", "QD", Kind.PURE_SEQUENCE),
    ("tunnela-is-meld", "gorummy-13", "7S 7S 7S", "QD", Kind.TUNNELA),
    ("same-card-sequence", "gorummy-13", "7S 7S 7S", "QD", Kind.PURE_SEQUENCE),
]


@pytest.mark.parametrize(("belief", "key", "cards", "turned", "kind"), GROUPS, ids=lambda value: str(value))
def test_a_belief_reads_a_group_otherwise(belief: str, key: str, cards: str, turned: str, kind: Kind) -> None:
    """Each belief about melds takes one group for something that the rules do not."""
    deal = set_table(get_rulebook(key), Card.parse(turned), 4)
    group = tuple(map(Card.parse, cards.split()))
    assert BY_KEY[belief].kind(group, deal) is kind
    assert kind_of(group, deal) is not kind


WILDS = [
    ("only-turned-card", "gorummy-13", "QD", ["QD"]),
    ("neighbours-wild", "octro-13", "QD", ["JD", "QS", "QH", "QD", "QC", "KD"]),
    ("whole-rank", "paplu-21", "8D", ["7D", "8S", "8H", "8D", "8C", "9D"]),
    ("wrong-colour", "vazhushal-13", "8D", ["8H", "8D"]),
    ("printed-joker-nothing", "gorummy-13", "PJ", []),
    ("printed-joker-aces", "octro-13", "PJ", ["AS", "AH", "AD", "AC"]),
]


@pytest.mark.parametrize(("belief", "key", "turned", "wild"), WILDS, ids=lambda value: str(value))
def test_a_belief_takes_other_cards_for_wild(belief: str, key: str, turned: str, wild: list[str]) -> None:
    """Each belief about wild cards names others than the rules do."""
    deal = set_table(get_rulebook(key), Card.parse(turned), 4)
    believed = BY_KEY[belief].deal(deal)
    assert sorted(map(str, believed.wild)) == sorted(wild) != sorted(map(str, deal.wild))


def test_the_belief_behind_a_wrong_answer_is_named() -> None:
    """One belief of the lesson that alone explains a wrong answer is named, with the reason of the rules."""
    for seed in range(60):
        task = make_task(get_rulebook("octro-13"), "sets", "classify", seed)
        if (
            BY_KEY["suit-twice"].kind(task.groups[0], task.deal) is Kind.SET
            and judge_answer(task, "set").right is False
        ):
            verdict = judge_answer(task, "set")
            assert verdict.belief == "suit-twice" and "same-suit-twice" in verdict.reasons
            return
    raise AssertionError("no task of sixty shows the belief")


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"rulebook": "octro-13", "lesson": "chess"}, "no-such-task"),
        ({"rulebook": "octro-13", "lesson": "vazhushal"}, "no-such-task"),
        ({"rulebook": "octro-13", "kind": "sing"}, "no-such-task"),
        ({"rulebook": "octro-13", "lesson": "pure", "kind": "mark"}, "no-such-task"),
        ({"rulebook": "octro-13", "seed": "7"}, "bad-type"),
        ({"rulebook": "octro-13", "level": 9}, "bad-type"),
        ({"rulebook": "octro-13", "card": "7S"}, "unknown-key"),
        ({"lesson": "sets"}, "missing-key"),
        ({"rulebook": "chess"}, "bad-rulebook"),
        ({"rulebook": None}, "bad-type"),
        ({"rulebook": 5}, "bad-type"),
        ({"rulebook": "octro-13", "lesson": "sets", "kind": "classify", "answer": "flush"}, "bad-answer"),
        ({"rulebook": "octro-13", "lesson": "octro", "kind": "count", "answer": "many"}, "bad-answer"),
        ({"rulebook": "octro-13", "lesson": "declare", "kind": "build", "answer": [["7S"]]}, "bad-answer"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(values: dict[str, object], code: str) -> None:
    """A wrong request has one clear error, and its code is stable."""
    with pytest.raises(ValueError) as caught:
        answer_task(values)
    assert caught.value.code == code and str(caught.value).endswith(".")


def test_what_may_be_left_out_may_also_be_null() -> None:
    """A request whose keys are null is the request without them."""
    asked = {"rulebook": "octro-13", "lesson": "sets", "kind": "classify"}
    assert answer_task({**asked, "seed": None, "level": None, "options": None}) == answer_task(asked)
    assert answer_task({"rulebook": "octro-13", "lesson": None, "kind": None}) == answer_task({"rulebook": "octro-13"})


def test_a_better_answer_counts_as_right() -> None:
    """Another grouping that costs as little, or another card as good to throw, is right."""
    tasks = (make_task(get_rulebook("gorummy-13"), "regroup", "build", seed) for seed in range(20))
    task = next(task for task in tasks if task.asked is None)
    best = task.answer
    assert judge_answer(task, list(reversed(best))).right
    apart = [[str(card)] for card in task.cards]
    verdict = judge_answer(task, apart)
    assert not verdict.right and verdict.lost is not None and verdict.lost > 0


def test_every_grouping_that_is_best_by_a_wrong_rule_fits_it() -> None:
    """Whoever lays a hand out by a wrong rule is read by it, whichever of the groupings he lays that are best by it."""
    belief, others = BY_KEY["round-the-corner"], []
    shown = list_diagnosable_beliefs("pure", "build", get_rulebook("gorummy-13"))
    for seed in range(60):
        task = make_task(get_rulebook("gorummy-13"), "pure", "build", aim_seeds(8 * seed, shown, belief.key, 1)[0], 2)
        told = believe(task, belief)
        for grouping in find_optima(task.cards, belief.deal(task.deal), limit=3).groupings:
            laid = [[str(card) for card in group] for group in grouping.as_laid()]
            verdict = judge_answer(task, laid)
            assert verdict.right or belief.key in verdict.fits
            others += [laid] if not verdict.right and read_answer(task, laid) != told else []
        if others:
            return
    raise AssertionError("no hand had two groupings")


def test_an_unknown_lesson_is_refused_in_python_too() -> None:
    """``make_task`` raises what the lines answer with."""
    with pytest.raises(TaskError, match="no lesson called"):
        make_task(get_rulebook("octro-13"), "chess")


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_lesson_asks_for_nothing_that_comes_later(key: str) -> None:
    """Before the lesson about wild cards none is there or turned up at any level, and no other meld is to be named."""
    book = get_rulebook(key)
    first = [lesson for lesson in list_lessons(book) if lesson.plain]
    counts = ["points"] if holds("card values", book) else []
    assert [lesson.key for lesson in first] == ["two-minutes", *counts, "pure", "sets"]
    for lesson, kind in [(one, kind) for one in first for kind in list_kinds(one, book)]:
        for seed, level in product(range(1 if kind == "build" else 3), LEVELS):  # the former take long
            task = make_task(book, lesson.key, kind, seed, level)
            assert task.turned is None
            wild = [card for card in task.cards if task.deal.is_wild[card.index]]
            assert not wild or (task.asked == "loose" and wild == [PRINTED_JOKER])
            groups = [kind_of(group, task.deal) for group in task.groups if 1 < len(group) < 6]
            assert {*groups} <= {*lesson.known, Kind.INVALID}
            if task.asks == "kind":
                assert {*task.offered} <= {*lesson.known, Kind.INVALID}
            said = tell(give_hints(task)[0].text.key, **give_hints(task)[0].text.values)
            assert "joker" not in said and "wild" not in said


@pytest.mark.parametrize("least", [{"run_min": 4}, {"run_min": 5}, {"set_min": 4}])
@pytest.mark.parametrize("base", ["gorummy-13", "octro-13", "paplu-13", "paplu-21", "paplu-27", "adgaming-13"])
def test_a_game_of_longer_melds_has_hands_that_may_be_declared(base: str, least: dict[str, int]) -> None:
    """Where a sequence or a set needs more than three cards, the hands to be repaired are made of such."""
    for seed in range(3):
        book = make_rulebook({"base": base, "key": f"longer-{seed}", "melds": least})
        task = make_task(book, "declare", "repair", seed)
        assert task.best_at(task.deal).declares


def test_a_program_may_answer_every_kind_that_all_games_know() -> None:
    """A lesson before the one on jokers shows learners no "impure sequence", but takes it as an answer."""
    task = make_task(RULEBOOKS["octro-13"], "sets", "classify", 7, 2)
    assert task.choices == ("pure-sequence", "impure-sequence", "set", "invalid")
    assert task.offered == ("pure-sequence", "set", "invalid")
    assert not judge_answer(task, "impure-sequence").right


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_first_tasks_of_the_first_lessons_are_easy(key: str) -> None:
    """Loose cards alone are counted, or a hand whose melds are left out of the count; nobody drops."""
    book = get_rulebook(key)
    first = {lesson.key: list_kinds(lesson, book) for lesson in list_lessons(book)}
    for lesson, kind in (("two-minutes", "move"), ("two-minutes", "spot"), ("points", "count"), ("sets", "count")):
        for seed in range(4) if kind in first.get(lesson, ()) else ():
            task = make_task(book, lesson, kind, seed)
            assert "drop" not in task.choices
            if task.asked == "loose":
                assert "melds" not in tell(give_hints(task)[1].text.key, **give_hints(task)[1].text.values)
                assert all(len(group) == 1 for group in task.groups)
                assert task.answer == sum(task.deal.points[card.index] for card in task.cards)
            elif kind == "count" and holds("counted", book):
                loose = [group for group in task.groups if kind_of(group, task.deal) not in MELDS]
                assert task.answer == sum(task.deal.points[card.index] for one in loose for card in one)


def test_a_count_is_explained_by_the_cards_that_count() -> None:
    """What is told after a wrong count names the sum, and that nothing is safe without a pure sequence."""
    book, told = get_rulebook("gorummy-13"), {}
    for seed in range(40):
        for lesson in ("points", "loser"):
            task = make_task(book, lesson, "count", seed)
            shown = show_why(task, task.answer + 1)
            if shown is not None:
                told[shown.text.key] = tell(shown.text.key, **shown.text.values)
    assert told["why.count:all-without-pure"].startswith("Without a pure sequence nothing is safe")
    assert "Together that is" in told["why.count:sum"] and "PJ" not in told["why.count:sum"]
    assert "why.count" not in told  # each has a reason


def test_a_group_that_is_no_meld_is_shown_beside_melds_that_it_could_be() -> None:
    """After a wrong pick the group lies beside a meld that differs in a card, or beside two around one of its cards."""
    book, told = get_rulebook("gorummy-13"), set()
    for seed in range(30):
        task = make_task(book, "two-minutes", "spot", seed)
        right = task.answer
        shown = show_why(task, next(one for one in task.choices if one != right))
        assert shown.groups[0] == task.groups[int(right) - 1] and len(shown.numbers) == len(shown.groups) == 3
        assert kind_of(shown.groups[2], task.deal) in MELDS
        told.add(shown.text.key)
    assert told >= {"why.spot:apart", "why.spot:other"}


def test_a_wild_card_left_out_is_shown_at_work_and_one_named_in_vain_is_not() -> None:
    """After wrong marks a group with the wild card is a sequence, and one with another card in its place is none."""
    task = make_task(get_rulebook("gorummy-13"), "wild", "mark", 0)
    right = task.answer
    other = next(one for one in task.choices if one not in right)
    shown = show_why(task, [*right[1:], other])
    assert [kind_of(group, task.deal) for group in shown.groups] == [Kind.IMPURE_SEQUENCE, Kind.INVALID]
    assert str(shown.groups[0][1]) == right[0] and str(shown.groups[1][1]) == other


def test_tasks_hold_what_wrong_beliefs_are_about() -> None:
    """Some hands to count hold a pair laid as a group, often a wild card lies open, and two may leave one round."""
    book = get_rulebook("gorummy-13")
    counts, takes, rounds = (
        [make_task(book, lesson, kind, seed, 3) for seed in range(12)]
        for lesson, kind in (("sets", "count"), ("turn", "take?"), ("drop", "settle"))
    )
    assert any(len(group) == 2 for task in counts for group in task.groups)
    assert sum(task.deal.is_wild[task.open.index] for task in takes if task.open is not None) > 1
    gone = [[one["ending"] for one in (task.round or {})["players"] if "drop" in one["ending"]] for task in rounds]
    assert any(len(set(one)) > 1 for one in gone)


@pytest.mark.parametrize("key", ["gorummy-13", "octro-13", "marriage-21"])
def test_no_group_is_asked_about_that_is_rightly_called_two_things(key: str) -> None:
    """Wild cards of one rank are a set as they lie and a sequence as jokers: neither answer would be wrong."""
    for lesson, seed in product(("wild", "jokers"), range(40)):
        task = make_task(get_rulebook(key), lesson, "classify", seed)
        kinds = {reading.kind for reading in list_readings(task.groups[0], task.deal)}
        assert Kind.SET not in kinds or not kinds & {Kind.IMPURE_SEQUENCE, Kind.JOKERS}, task.groups
