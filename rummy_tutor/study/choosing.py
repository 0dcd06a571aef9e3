"""Which rulebook a table plays: a few questions, each asked only if its answers still tell rulebooks apart.

A question is about some fields; what can be answered are the values that they have in the rulebooks that still fit,
each with its house options, and where it is a number any other. What fits best in the end is where a table begins, and
what was answered otherwise is what differs there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from ..game.rules import Rulebook, RuleError
from ..rulebooks import RULEBOOKS, get_rulebook
from ..rulebooks.files import NONE, make_rulebook, to_whole_data

MOST_QUESTIONS = 8
Answer = tuple[Any, ...]  # the values of a question's fields, as in a file


@dataclass(frozen=True)
class Question:
    """A question about some fields.

    Attributes:
        key: what it is about, stable.
        paths: the fields.
        number: whether the answer is a number, which may be one that none of our rulebooks has.
        price: whether tables change it freely, so that another answer leaves a rulebook in question.
        late: whether it is asked only where no other question tells.
    """

    key: str
    paths: tuple[str, ...]
    number: bool = False
    price: bool = False
    late: bool = False


# what tables know best comes first
QUESTIONS = (
    Question("deal", ("deal",), number=True),
    Question("wilds", ("wilds.exposed", "wilds.ranks", "wilds.offsets")),
    Question("first-drop", ("penalties.first_drop",), number=True, price=True),
    Question("most", ("scoring.cap",), number=True, price=True),
    Question("hidden", ("wilds.hidden",)),
    Question("match", ("settlement.pool", "settlement.rejoin", "settlement.split_by_drops")),
    Question("run-jokers", ("melds.run_wilds",)),
    Question("tunnelas", ("melds.tunnela_from", "melds.tunnela_counts_pure")),
    Question("printed", ("wilds.printed",)),
    Question("printed-turned", ("wilds.printed_counts_as", "wilds.printed_adds"), late=True),
    Question("wrong-declaration", ("settlement.wrong_declaration_ends",)),
    Question("unseen", ("bonus.only_if_seen", "bonus.unseen_to_winner")),
    Question("dublee-loser", ("settlement.dublee_loser_free",)),
    Question("foul", ("penalties.foul",)),
    Question("factor", ("scoring.printed_factor",), late=True),
    Question("stock-end", ("settlement.stock_end",), late=True),
    Question("redeal", ("settlement.redeal_identical",)),
)


@dataclass(frozen=True)
class Candidate:
    """One of our rulebooks with one house option or none, and its fields as data."""

    book: Rulebook
    data: Mapping[str, Any]

    def answer(self, question: Question) -> Answer:
        """What it answers to a question."""
        return tuple(_frozen(_value_at(self.data, path)) for path in question.paths)


def _value_at(data: Any, path: str) -> Any:
    """The value of a field, ``none`` in a part that a rulebook has not."""
    for name in path.split("."):
        data = data[name] if isinstance(data, Mapping) else NONE
    return data


@cache
def list_candidates() -> tuple[Candidate, ...]:
    """All of our rulebooks, each by itself and with each house option that it offers, and the one that this needs."""
    books = [
        _with_options(book, options)
        for book in RULEBOOKS.values()
        for options in ((), *((name,) for name in book.offers))
    ]
    return tuple(Candidate(book, to_whole_data(book)) for book in books)


def _with_options(book: Rulebook, options: tuple[str, ...]) -> Rulebook:
    """A rulebook with house options, and with the first other one that these go with where they need one."""
    for more in ((), *((name,) for name in book.offers)):
        try:
            return get_rulebook(book.key, (*more, *options))
        except RuleError:
            continue
    return book


@dataclass(frozen=True)
class Chosen:
    """Where a table begins.

    Attributes:
        base: the nearest of our rulebooks, with its house options.
        book: the same with all that was answered otherwise, under a key and a title of its own.
    """

    base: Rulebook
    book: Rulebook


@dataclass(frozen=True)
class Chooser:
    """The answers so far; each further answer gives a new one.

    Attributes:
        answers: the questions asked, each with its answer, None where it is not known.

    Example:
        >>> chooser = Chooser()
        >>> chooser.question.key, [cards for (cards,) in chooser.choices]
        ('deal', [13, 21, 27])
        >>> chooser.answer((27,)).question.key, chooser.answer((27,)).choose().base.key
        ('stock-end', 'paplu-27')
    """

    answers: tuple[tuple[Question, Answer | None], ...] = ()

    @cached_property
    def fitting(self) -> tuple[Candidate, ...]:
        """The rulebooks that contradict the fewest answers, prices left out."""
        wrong = [self._count_wrong(candidate, prices=False) for candidate in list_candidates()]
        return tuple(
            candidate for candidate, count in zip(list_candidates(), wrong, strict=True) if count == min(wrong)
        )

    def _count_wrong(self, candidate: Candidate, *, prices: bool) -> int:
        known = [(question, answer) for question, answer in self.answers if answer is not None]
        return sum(candidate.answer(other) != answer for other, answer in known if prices or not other.price)

    @cached_property
    def question(self) -> Question | None:
        """What to ask next; None once nothing tells those that fit apart, or enough has been asked.

        The cards dealt come first, then what leaves the fewest rulebooks, then what leaves the fewest house options.
        """
        if len(self.answers) >= MOST_QUESTIONS:
            return None
        asked = {question.key for question, _ in self.answers}
        telling = [question for question in QUESTIONS if question.key not in asked and len(self._split(question)) > 1]
        return min(telling, key=self._rank, default=None)

    def _rank(self, question: Question) -> tuple[bool, bool, int, int]:
        split = self._split(question)
        books = [len({book.key for book in group}) for group in split.values()]
        first = question is not QUESTIONS[0]
        many = sum(len(group) ** 2 for group in split.values()), sum(count * count for count in books)
        return first, question.late, *many

    def _split(self, question: Question) -> dict[Answer, list[Rulebook]]:
        books: dict[Answer, list[Rulebook]] = {}
        for candidate in self.fitting:
            books.setdefault(candidate.answer(question), []).append(candidate.book)
        return books

    @property
    def choices(self) -> tuple[Answer, ...]:
        """What can be answered, each once; numbers in order, no such rule last."""
        return tuple(self.examples)

    @cached_property
    def examples(self) -> dict[Answer, Rulebook]:
        """What can be answered, each with the first rulebook that says so."""
        question = self.question
        if question is None:
            return {}
        firsts = {answer: books[0] for answer, books in self._split(question).items()}
        if not question.number:
            return firsts
        return dict(
            sorted(firsts.items(), key=lambda pair: (pair[0][0] == NONE, 0 if pair[0][0] == NONE else pair[0][0]))
        )

    def answer(self, answer: Answer | None) -> Chooser:
        """The chooser with an answer to its question; None if it is not known.

        Raises:
            RuleError: there is no such answer, or nothing is asked.
        """
        question = self.question
        is_known = answer is None or answer in self.choices
        if question is None or not (is_known or (question.number and _is_number(answer or ()))):
            raise RuleError("bad-input:choice")
        return replace(self, answers=(*self.answers, (question, answer)))

    def choose(self, key: str = "our-table", title: str = "") -> Chosen:
        """Where the table begins: the nearest rulebook, of several the one with fewest house options, and what differs.

        What was answered otherwise and makes no sense in that rulebook is left out.

        Args:
            key: the key of the table's rulebook.
            title: its title; left out, that of the nearest.
        """
        nearest = min(
            self.fitting, key=lambda candidate: (self._count_wrong(candidate, prices=True), len(candidate.book.options))
        )
        base = nearest.book
        named: dict[str, Any] = {"base": base.key, "options": list(base.options), "key": key}
        values = {**named, "title": title or base.title}
        book = make_rulebook(values)
        for path, value in self._list_changes(nearest):
            with suppress(RuleError):
                book = make_rulebook({**values, path: value})
                values[path] = value
        return Chosen(base, book)

    def _list_changes(self, nearest: Candidate) -> Iterator[tuple[str, Any]]:
        """The fields that were answered otherwise than a rulebook has them."""
        for question, answer in self.answers:
            for path, value in zip(question.paths, answer or (), strict=False):
                if value != _frozen(_value_at(nearest.data, path)):
                    yield path, value


def _is_number(answer: Answer) -> bool:
    return len(answer) == 1 and (answer[0] == NONE or type(answer[0]) is int)


def _frozen(value: Any) -> Any:
    """Data whose lists are tuples, to be told apart by."""
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
