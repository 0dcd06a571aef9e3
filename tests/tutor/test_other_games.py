"""Lessons and tasks of games that declare otherwise: gin, a knock limit, no jokers, levels that ask for nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from string import Formatter

import pytest

from rummy_tutor import RULEBOOKS, Rulebook, get_rulebook
from rummy_tutor.game.cards import MAX_HAND, Hand
from rummy_tutor.game.choices import JokerGroups, KnockLimit
from rummy_tutor.game.messages import Items, Message
from rummy_tutor.game.rules import Needs, Objective, Pack, Rest, Scoring, Table, Tier
from rummy_tutor.game.table import set_table
from rummy_tutor.page.classroom.questions import TaskQuestion
from rummy_tutor.page.learn.view import draw_note
from rummy_tutor.page.session import Session
from rummy_tutor.page.table.view import TableView
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.tutor import planting
from rummy_tutor.tutor.beliefs import BY_KEY as BELIEFS
from rummy_tutor.tutor.judging import give_hints, judge_answer, show_why, tell_reasons
from rummy_tutor.tutor.kinds import KINDS
from rummy_tutor.tutor.lessons import BY_KEY, Lesson, has_jokers, list_lessons, open_deal
from rummy_tutor.tutor.planting import list_possible, make_task
from rummy_tutor.tutor.progress import Progress
from rummy_tutor.tutor.tasks import Task, TaskError, as_groups, believe, list_kinds
from rummy_tutor.tutor.worked.steps import list_steps
from rummy_tutor.wording.catalogue import find_template
from rummy_tutor.wording.speech import in_words, say
from tests.rulebook_strategies import accepted_rulebook
from tests.rulebooks.test_house_games import GIN, OKLAHOMA

KNOCK = Objective(name="knock", needs=Needs(), rest=Rest.ANYTHING, deadwood=10)
BASE = get_rulebook("gorummy-13")
MAAL = get_rulebook("rummy-21")
TWO = Table(players=(2, 4), packs=((4, Pack(decks=2, printed_jokers=2)),))


def own(key: str, book: Rulebook, **changed: object) -> Rulebook:
    """A rulebook of one's own."""
    return replace(book, key=key, title=key, **changed)


def scored(book: Rulebook, *tiers: Tier) -> Scoring:
    """The count of a game with other levels."""
    return replace(book.scoring, tiers=tiers)


GAMES = [
    GIN,
    OKLAHOMA,
    own("gin", GIN, objectives=(Objective(name="gin", needs=Needs()),)),
    own("knock-alone", GIN, objectives=(KNOCK,)),
    own("knock-turned", GIN, objectives=(replace(KNOCK, deadwood_by=KnockLimit.TURNED),)),
    own("knock-pure", BASE, objectives=(*BASE.objectives, replace(KNOCK, needs=Needs(pure=1)))),
    own("all-melded", BASE, objectives=(Objective(name="all", needs=Needs()),)),
    own("seven", GIN, deal=7),
    own("seven-spare", BASE, deal=7, melds=replace(BASE.melds, jokers=JokerGroups.SPARE)),
    own("fourteen", BASE, deal=14),
    own("every-card", BASE, scoring=scored(BASE, Tier(code="all"))),
    own("one-price", BASE, scoring=scored(BASE, Tier(code="lost", flat=25))),
    own("one-price-first", BASE, scoring=scored(BASE, Tier(code="free", flat=5), Tier(code="lost", flat=25))),
    own("melded-free", BASE, scoring=scored(BASE, Tier(code="out", rest=Rest.MELDED, flat=0), Tier(code="in", flat=9))),
    own("marriage-earns-alone", MAAL, bonus=replace(MAAL.bonus, cards=())),
    own("cards-earn-alone", MAAL, bonus=replace(MAAL.bonus, marriage=())),
    own("tunnelas-earn-alone", MAAL, bonus=replace(MAAL.bonus, cards=(), marriage=())),
    own("first-drop-alone", BASE, penalties=replace(BASE.penalties, middle_drop=None)),
    own("dublees", get_rulebook("rummy-21"), objectives=(*get_rulebook("rummy-21").objectives, KNOCK)),
    get_rulebook("paplu-13", ["no-jokers"]),
]
HOLE = re.compile(r" [.,:;?!]|\s\s|: ?$|^\s|\s$")


def random_game(number: int) -> Rulebook:
    """One of many random rulebooks, always the same."""
    rng = random.Random(f"wild4 {number}")
    return accepted_rulebook(rng, rng.choice((7, 10, 13, 13, 13, 14, 21, 27)))


def check(message: Message, where: object) -> None:
    """A message is told without a hole: something stands in each of its places, and in those of its parts."""
    n = message.values.get("n")
    template = find_template(message.key, n if isinstance(n, int) else None, "en")
    for _, place, _, _ in Formatter().parse(template):
        if place is not None:
            value = message.values[place]
            assert in_words(value), (where, message.key, place)
            for part in list_parts(value):
                check(part, where)
    assert not HOLE.search(say(message)), (where, message.key, say(message))


def list_parts(value: object) -> Iterator[Message]:
    """The messages that stand in a value, however deep."""
    if isinstance(value, Message):
        yield value
    for one in value.values if isinstance(value, Items) else ():
        yield from list_parts(one)


def list_tasks(book: Rulebook) -> Iterator[Task]:
    """A task of each kind whose sentences name what a game asks for, in the first lesson that teaches declaring."""
    taught = ("declare", "octro", "loser", "turn", "twenty-one", "vazhushal")
    left = ["count", "declare?", "repair", "compare"]
    for lesson in [one for one in list_lessons(book) if one.key in taught]:
        for kind in [one for one in list_kinds(lesson, book) if one in left]:
            with suppress(TaskError):  # a game may leave a lesson little to ask
                yield make_task(book, lesson.key, kind)
                left.remove(kind)


def check_steps(lesson: Lesson, book: Rulebook) -> int:
    """All that the worked example of a lesson says is told without a hole; how many steps it has."""
    steps = list_steps(lesson, book)
    for step in steps:
        invites = () if step.invites is None else (step.invites,)
        for message in (step.text, *step.notes, *invites):
            check(message, lesson.key)
    return len(steps)


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_no_sentence_of_a_lesson_has_a_hole(book: Rulebook) -> None:
    """Each lesson has an example of one to three steps, and what is said there names what it speaks of."""
    for lesson in list_lessons(book):
        assert 1 <= check_steps(lesson, book) <= 3, lesson.key


def test_the_lesson_on_points_tells_the_values_of_the_game() -> None:
    """Where a house gives ranks values of their own, or melds earn points, the lesson says what the engine counts."""
    gorummy, vazhushal = RULEBOOKS["gorummy-13"], RULEBOOKS["vazhushal-13"]
    values = (5,) * 8 + (10,) * 4
    house, scored = (replace(book, scoring=replace(book.scoring, ranks=values)) for book in (gorummy, vazhushal))
    told = [say(step.text) for step in list_steps(BY_KEY["points"], house)]
    assert "2♠ 5, 7♠ 5, 10♥ 10, J♣ 10, Q♦ 10, K♦ 10" in told[0]
    assert "Here 5 + 6 + 7 − 10 = 8." in say(list_steps(BY_KEY["points"], vazhushal)[0].text)
    earned, cards, *_ = (say(step.text) for step in list_steps(BY_KEY["points"], scored))
    assert "Here 5 + 5 + 5 − 10 = 5." in earned
    assert "7♠ 5" in cards


def test_what_shows_the_hidden_card_is_told_as_the_game_has_it() -> None:
    """The lesson on the tiplu names what must be shown, whatever that is; where no card is turned there is none."""
    marriage = RULEBOOKS["marriage-21"]
    seen, *others = marriage.scoring.tiers
    level = replace(seen, needs=Needs(sequences=2))
    house = replace(marriage, key="house", scoring=replace(marriage.scoring, tiers=(level, *others)))
    usual, other = (say(list_steps(BY_KEY["seeing"], book)[0].text) for book in (marriage, house))
    assert usual.startswith("Lay 3 melds face up before you, each of them a tunnela or a pure sequence.")
    assert other.startswith("Show at least 2 sequences or at least 7 separate dublees, face up before you.")
    without = replace(house, wilds=replace(house.wilds, exposed=False))
    assert "seeing" not in [lesson.key for lesson in list_lessons(without)]


@pytest.mark.parametrize("seed", range(24))
def test_no_sentence_of_a_lesson_has_a_hole_in_a_random_game(seed: int) -> None:
    """Under any rulebook a lesson has one to three steps, and what is said there names what it speaks of."""
    rng = random.Random(f"lessons {seed}")
    book = accepted_rulebook(rng, rng.choice((7, 10, 13, 14, 21, 27)))
    for lesson in list_lessons(book):
        assert 1 <= check_steps(lesson, book) <= 3, lesson.key


@pytest.mark.parametrize("book", GAMES, ids=lambda book: book.key)
def test_no_hint_and_no_reason_has_a_hole(book: Rulebook) -> None:
    """What helps with a task and what explains a wrong answer name what the game asks for, whatever that is."""
    for task in list_tasks(book):
        for hint in give_hints(task):
            check(hint.text, (task.lesson, task.kind))
        answer = task.answer
        wrong = [one for one in task.choices if one != answer] if isinstance(answer, str) else []
        wrong += [answer + 1] if isinstance(answer, int) else []
        shown = show_why(task, wrong[0]) if wrong else None
        if shown is not None:
            check(shown.text, (task.lesson, task.kind))


# tasks of random games in which a sentence once had a hole, or none could be made
FOUND = [
    (2, "declare", "count", 824, 3),  # a level of the count that asks for nothing
    (8, "maal", "count", 830, 3),  # marriages alone earn points, and there is none
    (82, "drop", "move", 326, 2),  # 30 cards in the hand after the pile has been taken
    (24, "round", "settle", 829, 1),  # a fixed price above the most that a hand can cost
    (143, "declare", "build", 288, 3),  # a spare joker among melds that are worth points
]


@pytest.mark.parametrize(("game", "lesson", "kind", "seed", "level"), FOUND)
def test_tasks_of_a_random_game_are_told_without_a_hole(
    game: int, lesson: str, kind: str, seed: int, level: int
) -> None:
    """The right answer is accepted and wrong ones are not; what is said of them names what it speaks of."""
    task = make_task(random_game(game), lesson, kind, seed, level)
    answer = task.answer
    assert len(task.cards) <= MAX_HAND
    wrong = [answer + 1] if isinstance(answer, int) else []
    wrong += [[[str(card)] for card in task.cards]] if task.asks == "groups" else []
    note = draw_note(task) or {"rules": []}
    assert not any(line.startswith("With :") for line in note["rules"])
    for given in (answer, *wrong):
        assert judge_answer(task, given).right == (given == answer)
        shown = show_why(task, given)
        for message in (*tell_reasons(task, given), *(() if shown is None else (shown.text,))):
            check(message, (lesson, kind))
        if task.asks == "groups":
            assert TableView(Session(Hand.of_groups(as_groups(given)), task.rulebook, task.turned)).explain()


@pytest.mark.parametrize(("game", "lesson"), [(2, "declare"), (246, "points"), (246, "regroup")])
def test_a_lesson_goes_on_where_a_game_has_no_task_of_some_kinds(game: int, lesson: str) -> None:
    """Whatever the seed, the first task is one of a kind that can be made."""
    book, now = random_game(game), datetime(2026, 1, 1, tzinfo=UTC)
    for seed in range(6):
        assert Progress.new(book).next_task(lesson, book, now, seed).lesson == lesson


def test_a_large_game_of_ones_own_makes_no_hand_to_be_looked_at_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand of 27 cards takes long to make: the first task on declaring takes few of them."""
    paplu = RULEBOOKS["paplu-27"]
    house = replace(paplu, key="house", scoring=replace(paplu.scoring, cap=100))
    made = []
    propose = planting._propose
    monkeypatch.setattr(planting, "_propose", lambda *given: made.append(given[0].key) or propose(*given))
    progress, at = Progress.new(house), datetime(2026, 1, 1, tzinfo=UTC)
    first = progress.next_task("points", house, at, 5)  # the first of all is an easy one
    answer = TaskQuestion(first).solve()
    progress = progress.record(first, answer, progress.judge(first, answer), at)
    made.clear()
    task = progress.next_task("loser", house, at, 5)
    assert len(task.cards) == 27
    assert 1 <= len([kind for kind in made if KINDS[kind].is_slow]) <= 3


def test_a_wrong_answer_is_judged_by_every_belief_without_trying_them_out() -> None:
    """In a game of a user's own no other tasks are made first; the beliefs named do answer so."""
    tasks, tried = (
        [make_task(random_game(21), "pure", "classify", seed) for seed in range(16)],
        list_possible.cache_info(),
    )
    verdicts = [(task, given, judge_answer(task, given)) for task in tasks for given in task.offered]
    assert list_possible.cache_info() == tried
    assert any(verdict.fits for _, _, verdict in verdicts)
    for task, given, verdict in verdicts:
        assert all(believe(task, BELIEFS[key]) == given for key in verdict.fits)


def test_a_game_in_which_no_hand_declares_says_so() -> None:
    """Where melds have three cards each, thirteen cannot all lie in melds: the lesson on declaring tells it."""
    threes = own("threes", BASE, melds=replace(BASE.melds, run_max=3, set_max=3))
    told = {lesson.key: [say(step.text) for step in list_steps(lesson, threes)] for lesson in list_lessons(threes)}
    assert any("No hand of 13 cards was found that has all this." in text for text in told["declare"])
    assert told["round"] == ["A round ends when a player declares. Then all the others count their hands."]
    assert not any("No hand of" in say(step.text) for one in list_lessons(BASE) for step in list_steps(one, BASE))


def test_no_lesson_asks_which_cards_the_turned_card_makes_wild_where_none_is_turned() -> None:
    """A game of melds that earn points without a turned card has no such task."""
    earns = get_rulebook("vazhushal-13")
    unturned = own("unturned", earns, wilds=replace(earns.wilds, exposed=False))
    kinds_of = {book.key: [list_kinds(one, book) for one in list_lessons(book)] for book in (earns, unturned)}
    assert any("mark" in found for found in kinds_of["vazhushal-13"])
    assert not any("mark" in found for found in kinds_of["unturned"])


def test_no_lesson_tells_how_to_see_a_card_that_nobody_may_see() -> None:
    """A game with a hidden card and a single level of the count has no lesson on seeing it."""
    hidden = get_rulebook("marriage-21")
    blind = own("blind", hidden, scoring=scored(hidden, Tier(code="all")))
    assert "seeing" in [lesson.key for lesson in list_lessons(hidden)]
    assert "seeing" not in [lesson.key for lesson in list_lessons(blind)]
    assert all(check_steps(lesson, blind) for lesson in list_lessons(blind))


def test_a_hand_shown_as_refused_may_not_declare() -> None:
    """Where a game asks for melds alone, no hand of melds is shown that may not declare."""
    book = next(one for one in GAMES if one.key == "all-melded")
    for step in list_steps(next(one for one in list_lessons(book) if one.key == "declare"), book):
        laid = score_arrangement(step.groups, set_table(book, step.turned, open_deal(book).players))
        assert laid.declares or step.text.key != "worked.declare-refused"
        assert not step.text.key.startswith("worked.declare-refused")


def test_a_knock_limit_is_told_as_what_the_game_asks_for() -> None:
    """The goal, the lesson on declaring and the hints name the points that may be left over."""
    book = next(one for one in GAMES if one.key == "knock-alone")
    lessons = {lesson.key: lesson for lesson in list_lessons(book)}
    limit = "cards left over that cost 10 points at most"
    assert limit in say(list_steps(lessons["two-minutes"], book)[0].ends[-1])
    assert limit in say(list_steps(lessons["declare"], book)[0].text)
    assert limit in say(give_hints(make_task(book, "declare", "declare?", 1))[0].text)
    told = [say(step.text) for step in list_steps(next(one for one in list_lessons(GIN) if one.key == "declare"), GIN)]
    assert f"You may declare with every card in a meld or {limit}. This hand may declare." in told


def test_jokers_are_taught_where_a_game_has_them() -> None:
    """Without wild cards there is no lesson on using them, and the others say so; the games of the tutor have them."""
    for book in (*RULEBOOKS.values(), *GAMES):
        lessons = [lesson.key for lesson in list_lessons(book)]
        assert ("jokers" in lessons) is has_jokers(book)
        pure = list_steps(next(one for one in list_lessons(book) if one.key == "pure"), book)[0]
        assert ("Your game has no jokers." in say(pure.text)) is not has_jokers(book)
    assert all(map(has_jokers, RULEBOOKS.values()))
