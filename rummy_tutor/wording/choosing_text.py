"""Words for choosing a rulebook: each question, what can be answered, and where a table begins."""

from __future__ import annotations

from ..game.messages import key_of
from ..game.rules import Rulebook
from ..rulebooks.files import NONE
from ..study.choosing import Answer, Chooser, Chosen, Question
from .describe import Difference, describe_differences
from .rule_texts import list_topics
from .speech import say, tell


def tell_question(question: Question) -> str:
    """What is asked."""
    return tell(key_of("choose.", question.key))


def tell_choices(chooser: Chooser) -> dict[Answer, str]:
    """What can be answered, each in words: a number, or what a rulebook's page says of it."""
    question = chooser.question
    if question is None:
        return {}
    if question.number:
        return {answer: tell("choose.none") if answer == (NONE,) else str(answer[0]) for answer in chooser.choices}
    answers = {answer: tell_rules(book, question) for answer, book in chooser.examples.items()}
    if len(set(answers.values())) < len(answers):  # no sentence tells some of them apart
        answers = {
            answer: tell("choose.as-in", rule=text, rulebook=chooser.examples[answer])
            for answer, text in answers.items()
        }
    return answers


def tell_rules(book: Rulebook, question: Question) -> str:
    """What the page of a rulebook says about the fields of a question."""
    topics = [topic for topic in list_topics(book) if not {*topic.paths}.isdisjoint(question.paths)]
    sentences = [say(sentence) for topic in topics for sentence in topic.sentences]
    return " ".join(dict.fromkeys(sentences)) or tell("choose.none")


def tell_chosen(chosen: Chosen) -> tuple[Difference, ...]:
    """The rules in which a table differs from the rulebook where it begins."""
    return describe_differences(chosen.base, chosen.book)
