"""Which rulebook a table plays: at most eight questions, each of which still tells rulebooks apart."""

from __future__ import annotations

import json
import random

import pytest

from rummy_tutor import RULEBOOKS
from rummy_tutor.errors import RuleError
from rummy_tutor.rulebooks.files import dump_rulebook, loads_rulebook, to_whole_data
from rummy_tutor.rulebooks.find import differences
from rummy_tutor.study.choosing import MOST_QUESTIONS, QUESTIONS, Candidate, Chooser, list_candidates
from rummy_tutor.wording.choosing_text import tell_choices, tell_chosen, tell_question
from tests.rulebook_strategies import accepted_rulebook


def answer_as(candidate: Candidate) -> Chooser:
    """All questions answered as a rulebook answers them."""
    chooser = Chooser()
    while chooser.question is not None:
        assert len(chooser.choices) > 1 and candidate.answer(chooser.question) in chooser.choices
        chooser = chooser.answer(candidate.answer(chooser.question))
    return chooser


@pytest.mark.parametrize("at", range(len(list_candidates())))
def test_answers_lead_to_the_rulebook_that_gives_them(at: int) -> None:
    """Each of the nine is found with nothing left that differs; so is each house option that a question is about."""
    candidate = list_candidates()[at]
    chooser = answer_as(candidate)
    chosen = chooser.choose()
    assert len(chooser.answers) <= MOST_QUESTIONS and chosen.base.key == candidate.book.key
    assert differences(chosen.base, chosen.book) == () == tell_chosen(chosen)
    if not candidate.book.options:
        assert chosen.base == candidate.book
    left = set(candidate.book.options) - set(chosen.base.options)
    assert left <= {"wrong-declaration-ends"}  # the ninth question of its game


def test_a_question_is_asked_only_if_it_tells_rulebooks_apart() -> None:
    """With 27 cards one rulebook is left, and what is asked is its house option; after that nothing more."""
    chooser = Chooser().answer((27,))
    assert chooser.question is not None and chooser.question.key == "stock-end"
    void, again = (chooser.answer(chooser.choices[at]) for at in range(2))
    for chosen, options in ((void, ()), (again, ("at-the-block",))):
        assert chosen.question is None and chosen.choices == ()
        assert (chosen.choose().base.key, chosen.choose().base.options) == ("paplu-27", options)
    with pytest.raises(RuleError):
        void.answer((13,))


def test_a_table_of_its_own_differs_in_what_it_answered() -> None:
    """Another price and another limit than any rulebook has lead to the nearest one, and are what differs."""
    data = to_whole_data(RULEBOOKS["gorummy-13"])
    data = {**data, "scoring": {**data["scoring"], "cap": 100}, "penalties": {**data["penalties"], "first_drop": 25}}
    chooser = Chooser()
    while chooser.question is not None:
        chooser = chooser.answer(Candidate(RULEBOOKS["gorummy-13"], data).answer(chooser.question))
    chosen = chooser.choose(title="Ours")
    assert chosen.base == RULEBOOKS["gorummy-13"]
    assert differences(chosen.base, chosen.book) == ("scoring.cap", "penalties.first_drop")
    assert len(tell_chosen(chosen)) == 2 and chosen.book.title == "Ours"
    assert loads_rulebook(dump_rulebook(chosen.book, chosen.base.key)) == chosen.book


def test_who_knows_nothing_gets_a_rulebook_all_the_same() -> None:
    """Eight questions, none answered: one without house options, and nothing differs."""
    chooser = Chooser()
    while chooser.question is not None:
        chooser = chooser.answer(None)
    chosen = chooser.choose()
    assert len(chooser.answers) == MOST_QUESTIONS and not chosen.base.options
    assert differences(chosen.base, chosen.book) == ()


@pytest.mark.parametrize("answer", [("thirteen",), (True,), (13, 13), ()])
def test_what_is_no_answer_is_refused(answer: tuple[object, ...]) -> None:
    """The first question asks for a number of cards."""
    with pytest.raises(RuleError):
        Chooser().answer(answer)


def test_any_answers_lead_to_a_rulebook_that_can_be_kept() -> None:
    """Answers of random tables, also such as no rulebook allows together: what is chosen is a file."""
    for number in range(40):
        rng = random.Random(number)
        table = accepted_rulebook(rng, rng.choice((7, 13, 21)))
        candidate, chooser = Candidate(table, to_whole_data(table)), Chooser()
        while (question := chooser.question) is not None:
            given = candidate.answer(question)
            chooser = chooser.answer(given if question.number or given in chooser.choices else None)
        chosen = chooser.choose()
        assert loads_rulebook(dump_rulebook(chosen.book, chosen.base.key)) == chosen.book


def test_each_question_and_each_answer_has_words_of_its_own() -> None:
    """No two answers of a question read alike, whatever was answered before."""
    for candidate in list_candidates():
        chooser = Chooser()
        while chooser.question is not None:
            told = tell_choices(chooser)
            assert tuple(told) == chooser.choices and len(set(told.values())) == len(told)
            assert tell_question(chooser.question).endswith("?")
            chooser = chooser.answer(candidate.answer(chooser.question))
    assert len({question.key for question in QUESTIONS}) == len(QUESTIONS)
    assert json.dumps([question.paths for question in QUESTIONS])
