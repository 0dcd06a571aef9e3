"""What games make of a group, and by which of their rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....game.cards import Card
from ....game.messages import Items, Message
from ....game.rules import MELDS, Rulebook
from ....game.table import Deal, set_table
from ....playing.moves import Groups
from ....referee.scoring import score_arrangement
from ....rulebooks import RULEBOOKS
from ....wording.describe import describe
from ....wording.phrases import Cited, Sources, find_cited
from ....wording.speech import tell
from ...beliefs import kind_of, list_deciding
from ...lessons import BY_KEY, open_deal
from ...tasks import Note, Task
from ..groups.making import name_group, tell_no_meld


def open_deals(task: Task, keys: Sequence[str] = tuple(RULEBOOKS)) -> dict[str, Deal]:
    """The tables at which the group of a task is compared, by the keys of their games."""
    books = [RULEBOOKS[key] for key in keys]
    return {book.key: set_table(book, task.turned, book.table.nearest(task.players)) for book in books}


def is_apart(group: tuple[Card, ...], deal: Deal, other: Rulebook) -> bool:
    """Whether a group is a meld in one of two games alone."""
    there = set_table(other, deal.turned, open_deal(other).players)
    return (kind_of(group, deal) in MELDS) != (kind_of(group, there) in MELDS)


def tell_games(group: tuple[Card, ...], deals: Sequence[Deal]) -> list[str]:
    """What a group is in each game or why it is no meld there, the games together that say the same."""
    games: dict[str, list[Rulebook]] = {}
    cited: dict[str, Sources] = {}
    for deal in deals:
        (judged,) = score_arrangement((group,), deal).groups
        sentence = name_group(judged, deal) if judged.kind in MELDS else tell_no_meld(judged, deal.rulebook)
        text, sources = find_cited(sentence)
        games.setdefault(text, []).append(deal.rulebook)
        cited[text] = cited.get(text, Sources()) | sources
    return [
        Cited(tell("learn.rule_in_games", games=Items(tuple(books), "and"), rule=text), cited[text])
        for text, books in games.items()
    ]


def tell_two_games(task: Task, group: tuple[Card, ...]) -> list[str]:
    """What a group is in a learner's game, and in the other one that a task names."""
    return tell_games(group, [task.deal, open_deals(task)[task.ask.game]])


def note_rules(task: Task, books: Sequence[Rulebook], groups: Groups) -> Note:
    """The rules of games, one of which no lesson may have told, that decide whether groups are melds."""
    rules = [line for path in _list_compared(task, books, groups) for line in _list_rules(path, books)]
    return Note(fold=tell("learn.rules_of_games"), rules=tuple(rules))


def note_two_games(task: Task, groups: Groups) -> Note:
    """The same of a learner's game and the other one that a task names."""
    return note_rules(task, [task.rulebook, RULEBOOKS[task.ask.game]], groups)


def _list_compared(task: Task, books: Sequence[Rulebook], groups: Groups) -> tuple[str, ...]:
    """The fields of rulebooks that decide whether a group is a meld, as far as the course has come to them."""
    melds_alone = [
        replace(book, objectives=(), scoring=replace(book.scoring, tiers=book.scoring.tiers[-1:])) for book in books
    ]
    deals = tuple(set_table(book, task.turned, open_deal(book).players) for book in melds_alone)
    fields = BY_KEY[task.lesson].compared.fields
    lines = {line.paths: path for path in fields for line in describe(books[0]) if path in line.paths}
    return tuple(lines[paths] for paths in list_deciding(tuple(lines), groups, deals))


def _list_rules(path: str, books: Sequence[Rulebook]) -> list[str]:
    """What games say of a field of the rulebook, each rule once with the games that have it; nothing if all agree.

    Their sources are left out: they would part games that have the same rule.
    """
    games: dict[str, list[Rulebook]] = {}
    for book in books:
        line = next((line for line in describe(book) if path in line.paths), None)
        if line is not None:
            games.setdefault(line.text, []).append(book)
    if len(games) == 1:  # which decides nothing
        return []
    return [tell("learn.rule_in_games", games=Items(tuple(books), "and"), rule=rule) for rule, books in games.items()]


def hint_at_games(task: Task) -> Message:
    """What to ask of a group in several games."""
    return Message("hint.compare:plain" if BY_KEY[task.lesson].plain else "hint.compare")
