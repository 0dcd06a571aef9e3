"""The words of the game: found by name, judged by the engine, told for each game."""

from __future__ import annotations

import re

import pytest

from rummy_tutor import RULEBOOKS, get_rulebook
from rummy_tutor.page.words.search import find_words
from rummy_tutor.tutor.lessons import BY_KEY
from rummy_tutor.tutor.words import WORDS, list_marks
from rummy_tutor.tutor.worked.steps import list_steps
from rummy_tutor.wording.speech import speaking, tell

# what a beginner must be able to answer, and the entry that answers it
QUESTIONS = {
    "K-A-2?": "ask-k-a-2",
    "two 7♠ in a set?": "ask-two-sevens",
    "5♥ 6♥ + joker pure?": "ask-joker-pure",
    "a wild card as itself?": "ask-wild-itself",
    "how many sequences?": "ask-how-many",
    "tunnela and dublee?": "ask-tunnela-dublee",
    "tiplu?": "ask-tiplu",
    "maal?": "ask-maal",
    "why 80?": "ask-why-80",
    "what may I do in my turn?": "ask-my-turn",
}
# the lesson, in a game, whose example answers it too, and words of its sentence
TAUGHT = {
    "K-A-2?": ("pure", "gorummy-13", "king, ace and 2"),
    "two 7♠ in a set?": ("sets", "gorummy-13", "the same suit"),
    "5♥ 6♥ + joker pure?": ("jokers", "gorummy-13", "not pure"),
    "a wild card as itself?": ("jokers", "gorummy-13", "stands for itself"),
    "how many sequences?": ("declare", "gorummy-13", "2 sequences"),
    "tunnela and dublee?": ("twenty-one", "rummy-21", "dublee"),
    "tiplu?": ("seeing", "marriage-21", "tiplu"),
    "maal?": ("maal", "marriage-21", "maal"),
    "why 80?": ("loser", "gorummy-13", "80 points"),
    "what may I do in my turn?": ("turn", "gorummy-13", "draw one card"),
}
# the same questions as a reader may type them
ASKED = {
    "ask-k-a-2": ("is K A 2 allowed", "king ace two", "can I put K A 2 together", "does the ace go between king and 2"),
    "ask-two-sevens": (
        "two 7 of spades in a set",
        "can a set have the same card twice",
        "may I use two 7♠ in one set",
        "same suit twice in a set",
    ),
    "ask-joker-pure": (
        "joker in a pure sequence",
        "can I use a joker in a pure sequence",
        "is a sequence with a joker pure",
        "does a joker make it impure",
    ),
    "ask-wild-itself": (
        "can a wild card stand for itself",
        "is a sequence pure if the wild card is itself",
        "wild card as a normal card",
        "use a wild card as its own card",
    ),
    "ask-how-many": (
        "how many sequences do I need",
        "how many pure sequences to win",
        "how many sequences must I have",
        "what do I need to declare",
    ),
    "ask-tunnela-dublee": (
        "what is the difference between tunnela and dublee",
        "tunnela or dublee",
        "what are tunnelas and dublees",
    ),
    "ask-tiplu": ("what is tiplu", "what does tiplu mean", "which card is the tiplu"),
    "ask-maal": ("what is maal", "what does maal mean", "how much is maal worth"),
    "ask-why-80": ("why 80 points", "why do I pay 80", "why does my hand cost 80 points", "why does every card count"),
    "ask-my-turn": (
        "what can I do in my turn",
        "what do I do on my turn",
        "what may I do when it is my turn",
        "how does a turn go",
    ),
    "joker": ("can I use two jokers together", "two jokers in one group", "may a group have two jokers"),
}
# other names of words, and what they are called here
SYNONYMS = {
    "first life": "pure-sequence",
    "second life": "impure-sequence",
    "tanala": "tunnela",
    "London": "tunnela",
    "cut joker": "wild",
    "sterling": "wild",
    "value cards": "maal",
    "pack": "drop",
    "deadwood": "loose",
    "unmatched card": "loose",
    "upcard": "open-card",
    "wrong show": "wrong-declaration",
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_beginners_questions_are_found_by_name(question: str) -> None:
    """Asked in these words, the first entry found is the one that answers."""
    assert find_words(question)[0] == QUESTIONS[question]


@pytest.mark.parametrize(("asked", "entry"), [(text, entry) for entry, texts in ASKED.items() for text in texts])
def test_a_question_in_plain_words_finds_its_answer_first(asked: str, entry: str) -> None:
    """However it is put, with a question mark or without, the entry that answers it comes first."""
    assert find_words(asked)[0] == entry and find_words(f"{asked.capitalize()}?")[0] == entry


def test_words_of_an_entry_are_found_with_the_question_about_it() -> None:
    """A joker in a pure sequence is told of in two entries, which come before all others."""
    assert {*find_words("joker in a pure sequence")[:2]} == {"ask-joker-pure", "pure-sequence"}


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_beginners_questions_are_answered_in_a_lesson(question: str) -> None:
    """The example of a lesson says it."""
    lesson, key, said = TAUGHT[question]
    told = [tell(step.text.key, **step.text.values) for step in list_steps(BY_KEY[lesson], get_rulebook(key))]
    assert any(said in sentence for sentence in told), told


@pytest.mark.parametrize("name", SYNONYMS)
def test_words_are_found_by_their_other_names(name: str) -> None:
    """What a thing is called at other tables finds it among the first."""
    assert SYNONYMS[name] in find_words(name)[:3]


@pytest.mark.parametrize(
    ("asked", "entry"),
    [("may I throw the card I took", "open-card"), ("5 cards in a set", "set"), ("cards in a set, 5", "set")],
)
def test_a_question_in_other_words_finds_the_nearest_entries(asked: str, entry: str) -> None:
    """Words in any order are looked for in all that an entry says; what no entry says finds nothing."""
    assert entry in find_words(asked)
    assert find_words("qqqq zzzz") == ()


@pytest.mark.parametrize("key", WORDS)
def test_every_word_has_its_entry(key: str) -> None:
    """Each has a name, a meaning, a game that uses it, and further words that exist; each example its judgement."""
    word = WORDS[key]
    assert word.name and word.what and word.games() and all(one in WORDS for one in word.see)
    if word.example is not None:
        told = word.example.explain()
        assert len(told) == (1 if word.example.earns else len(word.example.judge())) > 0
    if word.paths:
        assert word.rules() and {book.key for books, _ in word.rules() for book in books} <= set(RULEBOOKS)


def test_examples_show_what_the_words_say() -> None:
    """The engine judges each example as its word says, and the questions' examples as they are told."""
    kinds = {key: [str(group.kind) for group in WORDS[key].example.judge()] for key in WORDS if WORDS[key].example}
    for key in ("pure-sequence", "impure-sequence", "tunnela", "dublee"):
        assert set(kinds[key]) == {key}
    assert kinds["ask-k-a-2"] == ["invalid", "pure-sequence", "pure-sequence"]
    assert kinds["ask-two-sevens"] == ["invalid", "set"]
    assert kinds["ask-joker-pure"] == ["impure-sequence", "pure-sequence"]
    assert kinds["ask-wild-itself"] == ["pure-sequence", "impure-sequence"]


def test_a_word_says_what_it_is_and_what_each_rule_is_about() -> None:
    """Maal is told as a word, its example says what the cards earn, and each rule begins with what it is about."""
    maal = WORDS["maal"]
    assert maal.what.startswith("Maal is the Nepali word for the points")
    assert maal.example is not None
    assert maal.example.explain() == ("You hold a tiplu and a poplu. Every opponent pays you 5 points.",)
    about = ("Value card: ", "Value cards after a drop: ")
    assert all(line.startswith(about) for _, lines in maal.rules() for line in lines)


def test_the_sources_named_for_the_finish_slot_are_those_of_the_games_that_have_it() -> None:
    """The sentence names each source once, and no other."""
    word = WORDS["finish-slot"]
    named = {source for book in word.games() if (source := book.source_of("procedure.finish"))}
    assert named and named == set(re.findall(r"S\d+", word.what))


def test_forms_are_marked_in_any_language() -> None:
    """A form belongs to one word alone, and in the pseudo-language the forms are those that texts have there."""
    forms = [form for word in WORDS.values() for form in word.marks]
    assert len(set(forms)) == len(forms) and set(dict(list_marks())) <= set(WORDS)
    with speaking("qps"):
        assert WORDS["pure-sequence"].marks[0] == "púré séqúéñçé"


def test_why_a_hand_costs_80_is_asked_of_games_with_that_figure_alone() -> None:
    """Every game named there lets no hand cost more than 80 points, and none of its rules says another figure."""
    word = WORDS["ask-why-80"]
    assert {book.scoring.cap or book.scoring.tiers[-1].flat for book in word.games()} == {80}
    assert "octro-13" in {book.key for book in word.games()}
    assert word.answer(RULEBOOKS["octro-13"]).startswith("Because ") and not word.answer(RULEBOOKS["gorummy-13"])
    assert all("80 points" in line for _, lines in word.rules() for line in lines)


@pytest.mark.parametrize(
    "asked", ["who pays the winner", "how many points does an ace cost", "ace high or low", "K A 2"]
)
def test_rulings_come_after_words_and_questions(asked: str) -> None:
    """Who asks in plain words reads words and questions first; a code that is typed comes first all the same."""
    found = find_words(asked)
    codes = [key not in WORDS for key in found]
    assert codes == sorted(codes)
    assert find_words("r28")[0] == "R28"


HINDI = {
    "प्योर सीक्वेंस": "pure-sequence",
    "सेट": "set",
    "impure sequence": "impure-sequence",
    "pure seekvens": "pure-sequence",
    "pyor sikwens": "pure-sequence",
    "band gaddi": "stock",
}


@pytest.mark.parametrize("asked", HINDI)
def test_in_hindi_a_word_is_found_in_either_script(asked: str) -> None:
    """A word is found by its letters with their vowel signs, by its English name, and as many type it in Latin."""
    with speaking("hi"):
        assert find_words(asked)[0] == HINDI[asked]
