"""Tasks and their kinds: questions made from a seed, and answers judged by the engine, never by a stored key.

A kind of task is one record, ``TaskKind``, that holds everything about it: how a task is made, answered and believed,
and all that is said of it. Kinds that are alike to a learner, such as counting a hand and counting loose cards, are one
``Family``: programs, links and progress name the family, and the question that is asked is told apart by its name.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

from ..game.cards import Card, CardError
from ..game.messages import Items, Message, TutorError, show
from ..game.records import Best
from ..game.rules import Kind, Measure, Rulebook
from ..game.table import Deal, set_table
from ..playing.moves import Groups
from ..playing.turn import Turn
from ..solver.best import find_best
from ..study.analysis import Analysis
from ..wording.speech import say
from .beliefs import Belief, tidy
from .generate import sort_hand
from .lessons import BY_KEY, Lesson, name_value_cards

LEVELS = (1, 2, 3)
YES, NO = YES_NO = ("yes", "no")  # the answers of a question that asks for one of these
_T = TypeVar("_T")


class TaskError(TutorError):
    """A task that cannot be made, or an answer that cannot be read."""


class Errs(NamedTuple):
    """How somebody errs on tasks of a family whose belief is not on the list.

    Attributes:
        near: how often a wrong answer of theirs is one that a known belief foretells.
        same: where a belief shows that is like theirs, how often they answer as that one: first where no other known
            belief gives that answer, then where one more does, and so on, the last for any more.
        right: and how often they are right there.
    """

    near: float
    same: tuple[float, ...]
    right: tuple[float, ...]


class HandUse(StrEnum):
    """What a question asks of a whole hand, where it shows one."""

    AS_LAID = "as-laid"  # what it is as it lies
    BEST = "best"  # what it can be, laid in other groups as well
    NEARER = "nearer"  # what brings it nearer to declaring


class Layout(StrEnum):
    """What the cards of a question are."""

    HAND = "hand"  # a whole hand, which has a figure
    CARDS = "cards"  # some cards or groups, or a hand that is looked at card by card
    LEFT = "left"  # the cards left over from a hand


class Hint(NamedTuple):
    """What helps with a task.

    Attributes:
        text: the sentence.
        cards: the cards it points at; empty for a general hint, and where the question is about figures alone.
    """

    text: Message
    cards: tuple[Card, ...] = ()


class Note(NamedTuple):
    """What has to be said below a question, because the lesson about it is still to come.

    Attributes:
        text: the sentences; empty for none.
        fold: what is clicked to see some rules; empty where there are none.
        rules: these rules.
    """

    text: str = ""
    fold: str = ""
    rules: tuple[str, ...] = ()


class Given(NamedTuple):
    """An answer that has been judged.

    Attributes:
        answer: the answer as it was given.
        expected: a right one.
        right: whether it is right.
        table: the groups that lie on the table.
        result: the verdict on them; None where the game has none.
    """

    answer: object
    expected: object
    right: bool
    table: Groups
    result: Analysis | None


class Laid(NamedTuple):
    """Cards laid out that show why an answer is wrong.

    Attributes:
        groups: the cards, in groups.
        text: what is said of them.
        numbers: the numbers of the groups, where they are not 1, 2 and so on.
    """

    groups: Groups
    text: Message
    numbers: tuple[int, ...] = ()


class Ask(NamedTuple):
    """What a question names beside the cards that it shows; most name nothing.

    Attributes:
        option: a house rule.
        meld: the kind of group that is to be made.
        card: a card of a group.
        game: the key of another rulebook.
        player: a player of a round.
    """

    option: str = ""
    meld: Kind | None = None
    card: Card | None = None
    game: str = ""
    player: str = ""


NOTHING = Ask()


@dataclass(frozen=True, kw_only=True, eq=False)
class Family:
    """Kinds of tasks that are one to a learner, and one name to programs, links and progress.

    Attributes:
        key: its name.
        title: what it is called where a teacher chooses tasks.
        seconds: how long an answer takes. Estimated, not measured: the order of families matters most.
        slip: how often somebody answers otherwise than they mean to. Assumed; a smaller share names beliefs sooner,
            but then knowers who slip are accused.
        errs: how somebody with another belief errs. Counted over the bench's tasks, each belief in turn taken off the
            list; one is like another where it answers as that one on a fifth of the tasks that show it, or on more. Set
            rather too high where few were counted. Where answers are many, others seldom hit the one of a belief, so
            that few such answers prove it.
        patience: how many tasks are looked at for one on which a belief shows; few where each takes long to make.
        is_slow: whether a task is a whole hand, of which in a game of a user's own few are tried.
        balanced: whether some of a lesson's tasks for a game are made for their answer, each in turn, since wrong
            beliefs show on tasks with one answer mostly; None for never.
        rules_out: whether no task of a lesson has some answer, so that none is looked for; None where each may come.
        other_games: whether it asks about games that a class may not know.
        on_paper: the key of its question where it is printed; None for the one that is asked on a page.
    """

    key: str
    title: Message
    seconds: int
    slip: float
    errs: Errs
    patience: int
    is_slow: bool
    balanced: Callable[[Lesson, Rulebook], bool] | None = None
    rules_out: Callable[[Lesson, str], bool] | None = None
    other_games: bool = False
    on_paper: str | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class TaskKind:
    """A kind of task: everything about one question; what is not given, the question does not have.

    Attributes:
        family: what it belongs to.
        name: by which it is told apart in its family; empty for the usual question.
        asks: what an answer is: ``kind``, ``number``, ``yes-no``, ``card``, ``cards``, ``group``, ``groups``, ``way``,
            ``rulebooks`` or ``moves``.
        propose: a task that may do, made at random, or None.
        answer: the answer that the rules give, as plain JSON values; None if the task has no clear one.
        believe: the answer that somebody with a belief gives, ``RIGHT`` for the right one; None where none is told.
        is_right: whether an answer that differs from ``answer`` is as good; None for never.
        fits: whether an answer is as good as the one told, to somebody with a belief; None for never.
        reasons: codes of why, in the order a referee gives them; None where a referee says nothing.
        lost: points that an answer gives away; None where it is not about points.
        rule: the field of a rulebook that decides; empty where each move has its own ruling.
        hand: what it asks of a whole hand.
        layout: what its cards are.
        builds: whether a whole hand is grouped from nothing: half of a large one lies there at first with help, and
            what the cards still loose count is told.
        signed: whether the number asked for may have a minus; None for never.
        question: the question in words.
        note: what is said below it; None for nothing.
        hints: a general hint, and one that points at cards.
        shows: cards laid out that show why an answer is wrong; None where none would help.
        because: why the right answer is right, given an answer and the right one; None where the cards show it.
        explains: what is said of an answer, with the rules that say so; None where ``because`` says all.
        key: why the right answer is right, as a class sees it and a sheet prints it; None for nothing.
        finish: what lies on the table after a right answer; None for what lay there before.
    """

    family: Family
    name: str = ""
    asks: str
    propose: Callable[[Lesson, Rulebook, random.Random, int], Task | None]
    answer: Callable[[Task], object]
    believe: Callable[[Task, Belief], object] | None = None
    is_right: Callable[[Task, object], bool] | None = None
    fits: Callable[[Task, Belief, object], bool] | None = None
    reasons: Callable[[Task], tuple[str, ...]] | None = None
    lost: Callable[[Task, object], int | None] | None = None
    rule: str
    hand: HandUse
    layout: Layout
    builds: bool = False
    signed: Callable[[Task], bool] | None = None
    question: Callable[[Task], Message]
    note: Callable[[Task], Note | None] | None = None
    hints: Callable[[Task], tuple[Message, Hint]]
    shows: Callable[[Task, object, object], Laid | None] | None = None
    because: Callable[[Task, object, object], tuple[Message, ...]] | None = None
    explains: Callable[[Task, Given], list[str]] | None = None
    key: Callable[[Task], list[str]] | None = None
    finish: Callable[[Task, object], Groups] | None = None


@dataclass(frozen=True, kw_only=True)
class Task:
    """A question about cards at a table.

    Attributes:
        lesson: the lesson's key.
        question: the kind of task.
        rulebook: the rules.
        turned: the card turned up.
        players: how many play.
        groups: the cards shown, in groups.
        choices: the answers to choose from; empty where the answer is free.
        ask: what the question names.
        open: the card that lies open, if the question is about one.
        turn: the table, where the question is about a move.
        round: the round as ``rounds.documents`` has it, where the question is about its end; a loser's hand is
            laid out in ``groups``, and ``nets`` are the figures to check.
        seed: the seed it was made from.
        level: 1 to 3, how hard it was asked to be.
        stage: how the learner is asked: ``unaided``, or as ``progress.Stage`` names it.
        worked_out: what has been worked out of it so far, by whoever asked first.
    """

    lesson: str
    question: TaskKind
    rulebook: Rulebook
    turned: Card | None
    players: int
    groups: Groups
    choices: tuple[str, ...] = ()
    ask: Ask = NOTHING
    open: Card | None = None
    turn: Turn | None = None
    round: Mapping[str, Any] | None = None
    seed: int = 0
    level: int = 1
    stage: str = "unaided"
    worked_out: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def kind(self) -> str:
        """The family of the question."""
        return self.question.family.key

    @property
    def asks(self) -> str:
        """What an answer is, as ``TaskKind.asks`` has it."""
        return self.question.asks

    @property
    def asked(self) -> str | None:
        """The question's name and what it names, as JSON has them: ``joker 7S``; None for the usual question."""
        return " ".join(str(word) for word in (self.question.name, *self.ask) if word) or None

    @property
    def deal(self) -> Deal:
        """The rulebook at the task's table."""
        return set_table(self.rulebook, self.turned, self.players)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards shown."""
        return tuple(card for group in self.groups for card in group)

    @property
    def offered(self) -> tuple[str, ...]:
        """The choices shown to a learner: kinds of groups that the course has not come to are left out."""
        if self.asks != "kind":
            return self.choices
        known = {*BY_KEY[self.lesson].known, Kind.INVALID}
        return tuple(choice for choice in self.choices if choice in known)

    @property
    def answer(self) -> Any:
        """The answer that the rules give, as plain JSON values; None if there is no clear one."""
        return self.once(self.question.answer)

    def is_right(self, answer: object) -> bool:
        """Whether an answer, as ``read_answer`` gives it, is the right one or as good."""
        as_good = self.question.is_right
        return answer == self.answer or (as_good is not None and as_good(self, answer))

    @property
    def signed(self) -> bool:
        """Whether the number asked for may have a minus."""
        return self.question.signed is not None and self.question.signed(self)

    def once(self, work: Callable[[Task], _T]) -> _T:
        """What is worked out of the task, by whoever asks first."""
        if work not in self.worked_out:
            self.worked_out[work] = work(self)
        result: _T = self.worked_out[work]
        return result

    def best_at(self, deal: Deal) -> Best:
        """The best that the task's cards can do at a table, its own or as somebody with a belief sees it."""
        if deal not in self.worked_out:
            self.worked_out[deal] = find_best(self.cards, deal)
        best: Best = self.worked_out[deal]
        return best

    def asked_at(self, **changes: Any) -> Task:
        """The same question under another ``seed``, ``level`` or ``stage``; nothing of it is worked out again."""
        task = copy(self)
        for name in changes.keys() & {"seed", "level", "stage"}:
            object.__setattr__(task, name, changes[name])
        return task

    def to_dict(self) -> dict[str, object]:
        """The task as plain JSON values."""
        more: dict[str, object] = {"open": str(self.open)} if self.open is not None else {}
        named: dict[str, object] = {"asked": self.asked} if self.asked is not None else {}
        if self.turn is not None:
            more["table"] = _table_of(self.turn)
        if self.round is not None:
            more["round"] = dict(self.round)
        return {
            "lesson": self.lesson,
            "kind": self.kind,
            "rulebook": self.rulebook.key,
            "options": list(self.rulebook.options),
            "turned": None if self.turned is None else str(self.turned),
            "players": self.players,
            "groups": [[str(card) for card in group] for group in self.groups],
            **more,
            "asks": self.asks,
            **named,
            "choices": list(self.choices),
        }


def ask_about(
    question: TaskKind,
    lesson: Lesson,
    deal: Deal,
    groups: Groups,
    choices: tuple[str, ...] = (),
    ask: Ask = NOTHING,
    *,
    open: Card | None = None,
    turn: Turn | None = None,
    round: Mapping[str, Any] | None = None,
) -> Task:
    """A task about cards at a table."""
    return Task(
        lesson=lesson.key,
        question=question,
        rulebook=deal.rulebook,
        turned=deal.turned,
        players=deal.players,
        groups=groups,
        choices=choices or (YES_NO if question.asks == "yes-no" else ()),
        ask=ask,
        open=open,
        turn=turn,
        round=round,
    )


def _table_of(turn: Turn) -> dict[str, object]:
    """A table as plain JSON values, with what the player can see."""
    return {
        "stock": len(turn.stock),
        "discards": [str(card) for card in turn.discards],
        "phase": turn.phase.value,
        "first": turn.first,
        "untouched": turn.untouched,
        "seen": turn.seen,
        "taken": None if turn.taken is None else str(turn.taken),
        "laid": [[str(card) for card in group] for group in turn.laid],
    }


RIGHT = object()  # stands for the right answer where a belief gives it


def believe(task: Task, belief: Belief) -> object:
    """The answer that somebody with a belief gives: the right one where theirs is as good; None if none is clear."""
    right, meant = task.answer, task.question.believe
    if belief.habit is not None:
        given = belief.habit[1](task) if belief.habit[0] == task.kind else None
        given = RIGHT if given is None else given
    else:
        given = RIGHT if meant is None else meant(task, belief)
    return given if given is None or (given is not RIGHT and not task.is_right(given)) else right


def explains(task: Task, belief: Belief, answer: object) -> bool:
    """Whether somebody with a belief gives a wrong answer, or another one that is as good to them."""
    meant, fits = believe(task, belief), task.question.fits
    if meant in (None, task.answer):
        return False
    return meant == answer or (belief.habit is None and fits is not None and fits(task, belief, answer))


def list_kinds(lesson: Lesson, rulebook: Rulebook) -> tuple[str, ...]:
    """The families of tasks that a lesson has for a rulebook."""
    return tuple(key for key in lesson.kinds if lesson.has_kind(key, rulebook))


# ---- what kinds of tasks share --------------------------------------------------------------------------------
def always(lesson: Lesson, rulebook: Rulebook) -> bool:
    """Some tasks are made for their answers in every lesson and game."""
    return True


def tell_because(task: Task) -> list[str]:
    """Why the right answer is right, in words."""
    because = task.question.because
    return [] if because is None else [say(message) for message in because(task, task.answer, task.answer)]


def is_scored(rulebook: Rulebook) -> bool:
    """Whether melds earn points."""
    return rulebook.scoring.measure is Measure.MELDED_MINUS_LOOSE


def ask(key: str, task: Task, **more: Any) -> Message:
    """A question, with what it may name."""
    turned = {} if task.turned is None else {"turned": task.turned}
    values = {"name": task.rulebook, "players": task.players, "maal": name_value_cards(task.rulebook), **turned}
    return Message(key, {**values, **more})


def name_card(card: Card) -> Card | Message:
    """A card as it stands in a sentence, without an article."""
    return Message("why.printed-joker") if card.is_printed_joker else card


def list_cards(cards: Any) -> Items:
    """Cards in a sentence, in the order in which they are held."""
    return Items(tuple(map(name_card, sort_hand(cards))))


# ---- answers from outside, read as the engine gives them ------------------------------------------------------
def read_answer(task: Task, answer: object) -> Any:
    """An answer from outside as ``Task.answer`` has it.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    return _READERS.get(task.asks, _read_choice)(task, answer)


def _read_choice(task: Task, answer: object) -> object:
    """One of the choices."""
    text = str(answer) if isinstance(answer, str | int) and not isinstance(answer, bool) else None
    text = _read_card(text) if task.asks == "card" else text
    if text not in task.choices:
        raise TaskError("bad-answer:choice", found=show(answer), known=Items(task.choices, "or"))
    return text


_MOST_NUMBER = 10_000  # of an answer, above and below nothing


def _read_number(task: Task, answer: object) -> object:
    """A whole number."""
    if not isinstance(answer, int) or isinstance(answer, bool):
        raise TaskError("bad-answer:number", found=show(answer))
    if abs(answer) > _MOST_NUMBER:
        raise TaskError("bad-answer:far", found=show(answer), most=_MOST_NUMBER)
    return answer


def _read_list(answer: object) -> list[Any]:
    if not isinstance(answer, list | tuple):
        raise TaskError("bad-answer:list", found=show(answer))
    return list(answer)


def _read_cards(task: Task, answer: object) -> object:
    """Some of the cards shown, each type once, in the order of the pack."""
    cards, shown = _read_list(answer), {str(card) for card in task.cards}
    unknown = [card for card in cards if _read_card(card) not in shown]
    if unknown:
        raise TaskError("bad-answer:card", found=show(unknown[0]), known=Items(tuple(sorted(shown)), "or"))
    return sort_cards(cards)


def _read_choices(task: Task, answer: object) -> object:
    """Some of the choices, in their order."""
    chosen = {_read_choice(task, text) for text in _read_list(answer)}
    return [choice for choice in task.choices if choice in chosen]


def _read_card(text: object) -> str | None:
    """A card however it is written, such as ``7♠`` or ``jk``, as the choices name it; None for what is none."""
    try:
        return str(Card.parse(text)) if isinstance(text, str) else None
    except CardError:
        return None


def sort_cards(cards: Iterable[object]) -> list[str]:
    """Cards as text, each once, in the order of the pack."""
    return [str(card) for card in sorted({Card.parse(str(card)) for card in cards})]


def _read_groups(task: Task, answer: Any) -> object:
    """All cards of the task in groups, a loose card as a group of one."""
    whole = isinstance(answer, list | tuple) and all(isinstance(group, list | tuple) for group in answer)
    try:
        groups = [[Card.parse(str(card)) for card in group] for group in answer] if whole else None
    except ValueError:
        groups = None
    if groups is None:
        raise TaskError("bad-answer:groups", found=show(answer))
    if sorted(card for group in groups for card in group) != sorted(task.cards):
        raise TaskError("bad-answer:other-cards")
    return tidy([group for group in groups if group])


# by what is asked for; for everything else one of the choices is
_READERS: Mapping[str, Callable[[Task, Any], object]] = {
    "number": _read_number,
    "cards": _read_cards,
    "groups": _read_groups,
    "rulebooks": _read_choices,
    "moves": _read_choices,
}


def as_groups(answer: object) -> tuple[tuple[Card, ...], ...]:
    """Groups of cards from plain values."""
    assert isinstance(answer, list)
    return tuple(tuple(Card.parse(card) for card in group) for group in answer)


def lay_loose(task: Task) -> list[list[str]]:
    """The answer of somebody who groups nothing."""
    return [[str(card)] for card in task.cards]


def write_groups(groups: Iterable[Iterable[Card]]) -> list[list[str]]:
    """Groups of cards as plain values."""
    return [[str(card) for card in group] for group in groups]


def point(key: str, cards: Iterable[Card], **values: object) -> Hint:
    """A hint that points at cards."""
    shown = tuple(cards)
    return Hint(Message(key, {"cards": shown, "n": len(shown), **values}), shown)
