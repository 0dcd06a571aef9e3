"""The course: its order and its worked examples, in every rulebook."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from dataclasses import replace

import pytest

from rummy_tutor import RULEBOOKS, get_rulebook
from rummy_tutor.game.cards import PRINTED_JOKER, Card, Hand
from rummy_tutor.game.procedure import Laying
from rummy_tutor.game.rules import Aces, Kind, Needs, Pack, Rulebook, RuleError, SetSuits
from rummy_tutor.game.table import set_table
from rummy_tutor.referee.scoring import score_arrangement
from rummy_tutor.referee.value_cards import MARRIAGE, list_bonus
from rummy_tutor.tutor.beliefs import kind_of
from rummy_tutor.tutor.generate import Stock, make_layout
from rummy_tutor.tutor.kinds.groups.making import tell_field
from rummy_tutor.tutor.lessons import BY_KEY, LESSONS, has_jokers, holds, list_lessons, open_deal
from rummy_tutor.tutor.planting import make_task
from rummy_tutor.tutor.tasks import TaskError, list_kinds
from rummy_tutor.tutor.turns.hands import lay_melds
from rummy_tutor.tutor.worked.hands import lay_declaring, lay_easy
from rummy_tutor.tutor.worked.steps import STEPS, list_screens, list_steps, show_examples
from rummy_tutor.wording.speech import in_words, name_rulebook, say, tell
from tests.finding import task_of

GORUMMY = get_rulebook("gorummy-13")
COURSE = [
    "two-minutes",
    "points",
    "pure",
    "tiplu",
    "sets",
    "wild",
    "jokers",
    "declare",
    "octro",
    "loser",
    "regroup",
    "turn",
    "drop",
    "vazhushal",
    "twenty-one",
    "twenty-seven",
    "seeing",
    "maal",
    "round",
    "nine",
]


def test_twenty_lessons_stand_in_the_order_of_the_course() -> None:
    """Each lesson has its number, and those to know before it stand before it."""
    assert [lesson.key for lesson in LESSONS] == COURSE
    for number, lesson in enumerate(LESSONS):
        assert lesson.number == number
        assert all(COURSE.index(before) < number for before in lesson.before)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_screen_of_an_example_is_short(key: str) -> None:
    """It says one thing in at most 25 words, what to try there among them, or the goal in 30; the rest is folded."""
    book = RULEBOOKS[key]
    for lesson in list_lessons(book):
        for screen in list_screens(lesson, book):
            told = [screen.sentences, screen.invitation]
            is_goal = any(screen.sentences == say(one) for one in screen.ends[-1:])
            assert len(" ".join(told).split()) <= (30 if is_goal else 25), told
        whole = [line for step in list_steps(lesson, book) for line in step.parts]
        assert [screen.sentences for screen in list_screens(lesson, book)] == whole


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_first_lesson_is_done_from_its_second_screen_on(key: str) -> None:
    """A whole hand that declares where its number is told, then a sequence, a set and an ace, each to be completed by
    just one of three cards; after the goal every screen invites to a move more.
    """
    book = RULEBOOKS[key]
    whole, run, same, ranks, goal, *played = list_screens(LESSONS[0], book)
    assert [screen.turn is not None and bool(screen.invitation) for screen in played][:2] == [True, True]
    assert [len(screen.tries) for screen in played][:3] == [
        1,
        2,
        2 if book.procedure.laying is not Laying.IN_TURN else 0,
    ]
    assert goal.groups == whole.groups and "The goal" in goal.sentences and "The goal" not in same.sentences
    assert f"{book.deal} cards" in whole.sentences and sum(map(len, whole.groups)) == book.deal
    assert score_arrangement(whole.groups, open_deal(book)).declares
    for screen, kind in ((run, Kind.PURE_SEQUENCE), (same, Kind.SET), (ranks, Kind.PURE_SEQUENCE)):
        made = [kind_of((*screen.groups[0], offer), open_deal(book)) for offer in screen.offers]
        assert len(made) == 3 and [one for one in made if one is not Kind.INVALID] == [kind]
    assert any(str(card)[0] == "A" for card in ranks.offers) == (book.melds.aces is not Aces.LOW)
    assert ("before the 2" in ranks.sentences) == (book.melds.aces is not Aces.HIGH)
    assert ("after the king" in ranks.sentences) == (book.melds.aces is not Aces.LOW)


def test_prices_are_told_beside_the_cards_that_have_them() -> None:
    """Which card costs most is asked: of those that cost their number, of those that cost ten, and of an ace."""
    _, low, high, ace, *_ = list_screens(BY_KEY["points"], RULEBOOKS["gorummy-13"])
    assert "their number" in low.sentences and "10 points each" in high.sentences and "ace" in ace.sentences
    points = open_deal(RULEBOOKS["gorummy-13"]).points
    for screen, dearest, most in ((low, "7S", 7), (high, "KD", 10), (ace, "AS", 10)):
        assert screen.offers == tuple(card for (card,) in screen.groups)
        costs = {str(card): points[card.index] for card in screen.offers}
        assert [card for card, cost in costs.items() if cost == max(costs.values())] == [dearest]
        assert costs[dearest] == most


@pytest.mark.parametrize("key", RULEBOOKS)
def test_each_lesson_is_shown_before_it_is_asked(key: str) -> None:
    """A worked example has one to three steps in every game, with a sentence, and its groups are what it says."""
    book = RULEBOOKS[key]
    for lesson in list_lessons(book):
        steps = list_steps(lesson, book)
        assert 1 <= len(steps) <= 3, lesson.key
        for step in steps:
            sentence = tell(step.text.key, **step.text.values)
            assert sentence.endswith(".") and max(map(len, step.parts)) < 200
            deal = set_table(book, step.turned, open_deal(book).players)
            assert [kind_of(group, deal) for group in step.groups[: len(step.kinds)]] == list(step.kinds), lesson.key
            hands = [one.cards for one in STEPS[lesson.key] if step.text.key == f"worked.{lesson.key}-{one.key}"]
            if hands == [lay_declaring]:
                assert score_arrangement(step.groups, deal).declares
            if hands == [lay_easy]:  # the last card is the one to throw
                assert score_arrangement(step.groups[:-1], deal).declares


def test_a_worked_example_names_the_game_s_own_figures() -> None:
    """Figures in a sentence are the rulebook's: an ace costs 1 in Octro's game, 10 in GoRummy's."""
    lesson = next(one for one in LESSONS if one.key == "points")
    told = {
        key: [tell(step.text.key, **step.text.values) for step in list_steps(lesson, RULEBOOKS[key])]
        for key in ("octro-13", "gorummy-13")
    }
    assert any("ace (A) costs 1 point in" in one for one in told["octro-13"])
    assert any("ace (A) costs 10 points in" in one for one in told["gorummy-13"])
    wild = list_steps(next(one for one in LESSONS if one.key == "wild"), RULEBOOKS["gorummy-13"])
    assert (Card.parse("8S"),) in wild[0].groups


def test_marriage_meets_the_tiplu_and_maal_by_its_third_lesson() -> None:
    """And has no lesson about what loose cards cost, since none costs anything there."""
    course = [lesson.key for lesson in list_lessons(RULEBOOKS["marriage-21"])]
    assert course[:3] == ["two-minutes", "pure", "tiplu"] and "points" not in course
    told = " ".join(say(step.text) for step in list_steps(BY_KEY["tiplu"], RULEBOOKS["marriage-21"]))
    assert "tiplu" in told and "Maal" in told
    for seed in range(8):  # three that earn together come later
        task = make_task("marriage-21", "tiplu", "count", seed)
        assert all(item.name != MARRIAGE for item in list_bonus(task.cards, task.deal))


@pytest.mark.parametrize("key", [key for key, book in RULEBOOKS.items() if holds("counted", book)])
def test_what_a_loser_pays_is_added_up_as_the_referee_counts(key: str) -> None:
    """Each hand of that lesson names the referee's figure; melds cost nothing in the first, and in the last they do."""
    steps = list_steps(next(one for one in LESSONS if one.key == "loser"), RULEBOOKS[key])
    told = [tell(step.text.key, **step.text.values) for step in steps]
    for step, sentence in zip(steps, told, strict=True):
        laid = score_arrangement(step.groups, set_table(RULEBOOKS[key], step.turned, open_deal(RULEBOOKS[key]).players))
        assert re.search(rf"\b{laid.points} points", sentence)
    assert "melds cost nothing" in told[0] and ("(wild) 0" in told[0]) is has_jokers(RULEBOOKS[key])
    if any(tier.needs != Needs() for tier in RULEBOOKS[key].scoring.tiers):
        assert "no meld is safe" in told[-1] or "whatever its cards" in told[-1]


@pytest.mark.parametrize("key", ["rummy-21", "paplu-21", "paplu-27"])
def test_the_ways_to_declare_and_the_value_cards_are_shown_each_once(key: str) -> None:
    """Tunnelas, dublees and a whole hand are three steps; so are the turned card, its neighbours, and a marriage."""
    for lesson in (one for one in LESSONS if one.key in ("twenty-one", "maal")):
        steps = list_steps(lesson, RULEBOOKS[key])
        assert len({step.groups for step in steps}) == len(steps) == 3
    ways = list_steps(next(one for one in LESSONS if one.key == "twenty-one"), RULEBOOKS[key])[-1]
    assert "dublees" in tell(ways.text.key, **ways.text.values)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_no_card_is_wild_before_the_lesson_about_wild_cards(key: str) -> None:
    """The examples before that lesson turn no card up; what a joker costs is the one thing said of the printed one.

    The lesson about the tiplu, where a game has one, is the first about wild cards there.
    """
    for lesson in [one for one in LESSONS[: COURSE.index("wild")] if one.key != "tiplu"]:
        for step in list_steps(lesson, RULEBOOKS[key]):
            jokers = [card for group in step.groups for card in group if card.is_printed_joker]
            assert step.turned is None and (not jokers or step.text.key.startswith("worked.points-joker"))


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_goal_and_where_the_turned_card_comes_from_are_told_with_their_source(key: str) -> None:
    """The first step says what the game asks for before somebody may declare, the first on wild cards who turns one."""
    book = RULEBOOKS[key]
    goal, *_ = list_steps(list_lessons(book)[0], book)
    assert (
        goal.parts[-1] == say(goal.ends[-1])
        and "The goal" in goal.parts[-1]
        and goal.source == book.source_of("objectives")
    )
    _, second, third = list_steps(list_lessons(book)[0], book)
    seats, turn = second.turn.players, say(third.text)
    packs = book.table.pack_for(seats)
    others = f"{seats - 1} other players" if seats > 2 else "1 other player"
    assert f"from {packs.decks} deck" in goal.parts[0] and not any("other player" in say(note) for note in goal.notes)
    assert "other player" not in turn or f"the {others} " in turn
    needs = book.objectives[0].needs
    asked = max(needs.pure, needs.sequences) or needs.tunnelas
    assert (f"at least {asked} " if asked else f"all {book.deal} cards") in goal.parts[-1]
    pure = next((say(note) for note in goal.notes if note.key == "worked.goal-pure"), "")
    lesson = [one.key for one in list_lessons(book)].index("pure") + 1
    assert pure == (f"{needs.pure} of them must be pure. That comes in lesson {lesson}." if needs.pure else "")
    wild = [lesson for lesson in list_lessons(book) if lesson.key == "wild"]
    for step in [step for lesson in wild for step in list_steps(lesson, book)][:1]:
        told = [note.key for note in step.notes]
        assert f"worked.turned-{book.procedure.wild_from}" in told and told[0].startswith("rule.wilds.")
        assert step.source == book.source_of("procedure.wild_from")


def test_a_lesson_refers_to_others_by_their_numbers_in_the_course_of_the_game() -> None:
    """Pure sequences are the third lesson, and a wild card in a sequence is told of there by that number."""
    for book in RULEBOOKS.values():
        course = list_lessons(book)
        pure = [lesson.key for lesson in course].index("pure") + 1
        if not has_jokers(book):
            continue
        wild = [lesson.key for lesson in course].index("wild") + 1
        assert f"lesson {wild}" in say(list_steps(course[pure - 1], book)[0].text)
        assert f"lesson {pure}" in say(list_steps(course[wild - 1], book)[-1].text)


def test_pairs_that_mean_a_new_deal_are_shown_where_a_game_has_that_rule() -> None:
    """Vazhushal's lesson ends with three pairs; with identical pairs asked for they are called so."""
    lesson = next(one for one in LESSONS if one.key == "vazhushal")
    for options, told in (
        ((), "3 pairs or more, each of one rank"),
        (("identical-pairs",), "3 pairs of exactly the same cards"),
    ):
        step = list_steps(lesson, get_rulebook("vazhushal-13", options))[-1]
        cards = [card for group in step.groups for card in group]
        assert len(cards) == 13 and len(cards) - len(set(cards)) == 3 and told in say(step.notes[0])


@pytest.mark.parametrize("key", [key for key, book in RULEBOOKS.items() if holds("penalty", book)])
def test_a_part_of_a_hand_is_called_so(key: str) -> None:
    """What a loser pays is shown with whole hands, or the step says how many of the cards are shown."""
    for step in list_steps(next(one for one in LESSONS if one.key == "loser"), RULEBOOKS[key]):
        part = sum(map(len, step.groups)) < RULEBOOKS[key].deal
        assert [note.key for note in step.notes if note.key != "worked.price"] == (["worked.part"] if part else [])


@pytest.mark.parametrize("key", RULEBOOKS)
def test_melds_of_three_cards_only_are_told_so(key: str) -> None:
    """Where a sequence or a set has three cards and no more, no sentence speaks of more."""
    melds, lessons = RULEBOOKS[key].melds, {lesson.key: lesson for lesson in list_lessons(RULEBOOKS[key])}
    for lesson, most, more in (
        ("two-minutes", melds.run_max, "Three or more"),
        ("pure", melds.run_max, "Three or more"),
        ("sets", melds.set_max, "Three or"),
    ):
        assert (more in say(list_steps(lessons[lesson], RULEBOOKS[key])[0].text)) == (most is None or most > 3)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_how_large_a_set_is_is_told_alike_everywhere(key: str) -> None:
    """A lesson that lets jokers make sets larger than four has a rule that says so, and the other way round."""
    book = RULEBOOKS[key]
    lesson, rule = say(list_steps(BY_KEY["sets"], book)[0].text), tell_field(book, "melds.set_max")
    longer = book.melds.set_max is None and book.melds.set_suits is SetSuits.DISTINCT
    assert ("larger than four" in lesson) == ("more than four" in rule) == longer


@pytest.mark.parametrize("key", sorted(RULEBOOKS))
def test_the_first_lesson_asks_nothing_that_it_has_not_said(key: str) -> None:
    """It asks nobody to throw a card just taken, and no group of its tasks is of one rank with a suit twice."""
    for seed in range(40):
        move = task_of(key, "two-minutes", "move", seed)
        assert move.turn is not None
        assert f"throw {move.turn.taken}" not in move.choices
        for group in task_of(key, "two-minutes", "spot", seed).groups:
            assert len({card.index % 13 for card in group}) > 1 or len(set(group)) == len(group)


@pytest.mark.parametrize("key", sorted(RULEBOOKS))
def test_no_move_is_asked_about_a_card_just_taken_of_which_there_are_two(key: str) -> None:
    """Which of the two is thrown could not be told, so the question would have no plain answer."""
    rulebook = get_rulebook(key)
    for lesson in list_lessons(rulebook):
        for seed in range(25 if "move" in lesson.kinds else 0):
            turn = make_task(rulebook, lesson.key, "move", seed, 2).turn
            assert turn is not None and (turn.taken is None or turn.hand.count(turn.taken) == 1)


@pytest.mark.parametrize("key", list(RULEBOOKS))
def test_the_most_that_a_hand_costs_is_told_with_the_first_prices(key: str) -> None:
    """Where a lesson counts what a loser pays, the first lesson on points names the most and that lesson's number."""
    book = RULEBOOKS[key]
    told = " ".join(say(note) for step in list_steps(BY_KEY["points"], book) for note in step.notes)
    lessons = [lesson.key for lesson in list_lessons(book)]
    if book.scoring.cap is not None and "loser" in lessons:
        assert f"{book.scoring.cap} points at most" in told and f"Lesson {lessons.index('loser') + 1} " in told
    else:
        assert "at most" not in told


@pytest.mark.parametrize("key", list(RULEBOOKS))
def test_a_wild_card_is_told_with_the_card_that_makes_it_wild(key: str) -> None:
    """Beside a turned card the sentence names it as the reason; where wild cards begin, their star is told."""
    for name in ("wild", "jokers"):
        steps = [
            step
            for step in list_steps(BY_KEY[name], RULEBOOKS[key])
            if step.text.key.startswith(f"worked.{name}-stands")
        ]
        assert all(str(step.turned.pretty) in say(step.text) for step in steps if step.turned is not None)
    if BY_KEY["wild"].belongs_to(RULEBOOKS[key]):
        assert "worked.wild-star" in [note.key for note in list_steps(BY_KEY["wild"], RULEBOOKS[key])[0].notes]


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_printed_joker_is_explained_where_it_is_met_first(key: str) -> None:
    """The first step that shows or names one says there that it has no suit and no rank, and what it may do."""
    book = RULEBOOKS[key]
    told = [
        (lesson.key, " ".join(map(say, (step.text, *step.notes))))
        for lesson in list_lessons(book)
        for step in list_steps(lesson, book)
    ]
    first = next((one for one in told if "printed joker" in one[1]), None)
    assert (first is None) is not holds("printed", book)
    if first is not None:
        assert first[0] == "points" and "it has no suit and no rank. It may stand for any card you need" in first[1]


@pytest.mark.parametrize("key", RULEBOOKS)
def test_the_lesson_on_wild_cards_tells_of_the_turned_card_s_twin(key: str) -> None:
    """Another card like the one turned up may be held, and whether it is wild is told at once."""
    book = RULEBOOKS[key]
    if not BY_KEY["wild"].belongs_to(book):
        return
    first = list_steps(BY_KEY["wild"], book)[0]
    is_wild = first.turned in set_table(book, first.turned, open_deal(book).players).wild
    told = [tell(note.key, **note.values) for note in first.notes]
    expected = "It is wild too." if is_wild else "It is not wild in your game."
    assert any(f"may hold another {in_words(first.turned)}. {expected}" in note for note in told), told


@pytest.mark.parametrize("key", ["rummy-21", "paplu-21", "marriage-21"])
def test_no_kind_of_group_is_offered_before_its_lesson(key: str) -> None:
    """Until the lesson about dublees and groups of jokers, neither is among the answers to choose from."""
    for lesson in ("wild", "jokers"):
        for seed in range(6):
            task = make_task(RULEBOOKS[key], lesson, "classify", seed)
            assert not {"dublee", "jokers"} & set(task.offered) and task.answer in task.offered


def test_two_groupings_are_compared_by_what_they_cost() -> None:
    """Where loose cards are counted, both steps say what is left over, and the second is less; others say no figure."""
    for book in RULEBOOKS.values():
        first, second = (say(step.text) for step in list_steps(BY_KEY["regroup"], book))
        assert ("7 + 7 = 14 points" in first) == ("5 + 6 = 11 points" in second) == holds("counted", book)


def test_a_group_that_games_judge_differently_names_the_games() -> None:
    """The step says in which games a suit may come twice in a set."""
    (step,) = list_steps(BY_KEY["nine"], RULEBOOKS["paplu-13"])
    shared = [name_rulebook(book) for book in RULEBOOKS.values() if holds("shared suits", book)]
    assert shared and all(name in say(step.text) for name in shared)


def test_the_fourth_card_of_a_rank_is_shown_in_its_set() -> None:
    """Melds that are shown take in the cards that fit them, though one card is to be thrown."""
    cards = Hand.parse("TS TH TD TC 4S 2H 2C 6D 8D 9C QC KH AS 7D").cards
    melds = lay_melds(cards, set_table(RULEBOOKS["paplu-13"], None, 3))
    assert any(sorted(map(str, meld)) == ["TC", "TD", "TH", "TS"] for meld in melds)


@pytest.mark.parametrize(
    "book",
    [
        replace(GORUMMY, key="no-way-to-declare", objectives=()),
        replace(GORUMMY, key="three", deal=3),
        replace(GORUMMY, key="alone", table=replace(GORUMMY.table, players=(1, 1))),
    ],
    ids=lambda book: book.key,
)
def test_a_game_of_any_sort_can_be_learnt(book: Rulebook) -> None:
    """A game for one, of three cards or with no way to declare has its examples, and tasks or a word why not."""
    for lesson in list_lessons(book):
        show_examples(lesson.key, book, {})
        for kind in list_kinds(lesson, book):
            with suppress(TaskError):
                make_task(book, lesson.key, kind, 3)


def test_a_pack_that_cannot_be_dealt_from_is_told() -> None:
    """Tasks of a game whose pack holds fewer cards than are dealt are refused with the reason."""
    pack = Pack(decks=0, printed_jokers=5)
    book = replace(GORUMMY, key="tiny", table=replace(GORUMMY.table, packs=((6, pack),)))
    with pytest.raises(RuleError, match="tiny deals 13 cards to a hand, but its pack for 4 players has 5"):
        make_task(book, "points", "count", 1)


def test_a_layout_ends_where_no_group_can_be_made() -> None:
    """With a pack of printed jokers alone every card lies loose."""
    pack = Pack(decks=0, printed_jokers=20)
    book = replace(GORUMMY, key="jokers", table=replace(GORUMMY.table, packs=((6, pack),)))
    stock = Stock(set_table(book, None, 4), random.Random(1))
    stock.wild = []
    assert make_layout(stock, 13, 1) == ((PRINTED_JOKER,),) * 13


@pytest.mark.parametrize("key", sorted(RULEBOOKS))
def test_the_first_lessons_show_no_ace_in_a_sequence(key: str) -> None:
    """Where the ace stands is told by the lesson on pure sequences; before it no group in order holds one."""
    course = {lesson.key for lesson in list_lessons(RULEBOOKS[key])}
    for lesson in sorted(course & {"two-minutes", "points"}):
        for seed in range(40):
            task = task_of(key, lesson, "spot", seed)
            for group in task.groups:
                assert kind_of(group, task.deal) is not Kind.PURE_SEQUENCE or all(card.index % 13 for card in group)


def test_the_wrong_groups_of_the_first_lesson_are_wrong_in_several_ways() -> None:
    """Some are of one suit and not in order, some in order and not of one suit, some neither; each is told as it is."""
    told = set()
    for seed in range(40):
        task = task_of("gorummy-13", "two-minutes", "spot", seed)
        group = task.groups[int(str(task.answer)) - 1]
        ranks = sorted(card.index % 13 for card in group)
        in_order = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
        told.add((len({card.suit for card in group}) == 1, in_order, *task.question.reasons(task)))
    assert {(one_suit, in_order) for one_suit, in_order, *_ in told} >= {(True, False), (False, True), (False, False)}
    assert all((reason == "neither") == (not one_suit) for one_suit, _, reason in told)


@pytest.mark.parametrize(
    ("lesson", "told"),
    [
        ("pure", "never four in your game"),
        ("sets", "Four are too many in your game"),
        ("wild", "Every card of the turned card's rank is wild"),
        ("declare", "A tunnela counts as a pure sequence"),
        ("seeing", "show 7 dublees instead of melds"),
        ("seeing", "you may not take a wild card that another player has thrown"),
        ("seeing", "laid down before play begins"),
        ("maal", "1 copy earns 3; 2 copies earn 7"),
        ("maal", "7♦ 2, 5 or 10; 9♦ 2, 5 or 10"),
        ("maal", "even if they lie in several melds"),
        ("round", "come to 0"),
    ],
)
def test_a_lesson_of_marriage_tells_what_its_tasks_ask(lesson: str, told: str) -> None:
    """What S3 has of its own is said before a task needs it."""
    steps = list_steps(next(one for one in LESSONS if one.key == lesson), RULEBOOKS["marriage-21"])
    assert told in " ".join(say(text) for step in steps for text in (step.text, *step.notes))


@pytest.mark.parametrize("key", RULEBOOKS)
def test_each_price_of_a_table_of_payments_is_told_before_it_is_asked(key: str) -> None:
    """The lesson on dropping names the price of a wrong declaration too: its tasks ask for it beside the drops."""
    book = RULEBOOKS[key]
    lesson = next((one for one in list_lessons(book) if one.key == "drop"), None)
    price = book.penalties.wrong_declaration
    if lesson is None or price is None:
        return
    told = [say(note) for step in list_steps(lesson, book) for note in step.notes]
    assert f"Who declares with a hand that may not declare pays {price} points." in told


@pytest.mark.parametrize("key", RULEBOOKS)
def test_king_ace_and_two_with_a_joker_are_told_of(key: str) -> None:
    """The lesson on jokers says that no joker makes a sequence of king, ace and 2 (R29)."""
    book = RULEBOOKS[key]
    step = list_steps(next(lesson for lesson in list_lessons(book) if lesson.key == "jokers"), book)[0]
    assert any("King, ace and 2" in say(note) for note in step.notes)


@pytest.mark.parametrize("key", RULEBOOKS)
def test_what_tasks_ask_has_been_told_in_the_lesson(key: str) -> None:
    """Who pays for value cards, what each number of marriages earns, one joker a meld, and outs stand in the steps."""
    book = RULEBOOKS[key]
    told = {
        lesson.key: " ".join(say(one) for step in list_steps(lesson, book) for one in (step.text, *step.notes))
        for lesson in list_lessons(book)
    }
    if book.bonus is not None:
        assert ("who have not dropped" in told["round"]) == holds("priced drops", book)
        assert all(
            f"earn {points}" in told["maal"] or f"earns {points}" in told["maal"] for points in book.bonus.marriage
        )
    assert ("only one joker" in told.get("jokers", "")) == holds("one joker", book)
    assert "turn" not in told or "your outs" in told["turn"]


def test_a_wild_card_left_over_costs_as_a_printed_joker_where_it_is_dear() -> None:
    """Vazhushal's lesson on jokers says why a loose wild jack costs more than a jack."""
    (lesson,) = (one for one in LESSONS if one.key == "jokers")
    told = " ".join(tell(step.text.key, **step.text.values) for step in list_steps(lesson, RULEBOOKS["vazhushal-13"]))
    assert "any wild card costs as much as a printed joker: 20 points" in told
