"""The view model of rules of one's own: the form, what differs from the base, and how the hand fares under both."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, TypedDict

from ...game.messages import TutorError, key_of, tell_later
from ...game.records import Arranged, Best
from ...game.rules import Rulebook, RuleError
from ...output.figures import tell_figure
from ...rulebooks import RULEBOOKS
from ...wording.describe import describe_differences
from ...wording.rule_texts import Rule, list_topics
from ...wording.speech import current_language, knows, name_rulebook, say, tell, tell_if
from ..faces import BookChoiceView, FaceView, FileView, LabelView, card_face, list_books
from ..own_books import write_own
from ..session import SaidView, Session
from .draft import Draft, change, find_input
from .examples import Example, is_judged
from .hand import last_verdicts
from .inputs import list_inputs
from .kept import MY_RULES, MyRules, RulesMemory, write_memory
from .kinds import Choice, Choices, Entries, Input, Part, value_at


class RulesMemoryView(TypedDict):
    """The panel before it has been opened."""

    open: Literal[False]
    memory: RulesMemory


class ChangeView(TypedDict):
    """What the changed rules and the base say on the same."""

    term: str
    mine: str
    base: str


class InputView(TypedDict):
    """A field of the rules: its value as it is typed or chosen, its limits, and why it cannot be."""

    path: str
    kind: str
    label: str
    alone: bool
    value: object
    least: int
    most: int
    none: str
    choices: list[LabelView]
    error: str


class ListEntryView(TypedDict):
    """The entry of a list that can be left out."""

    path: str
    at: int


class OwnRuleInputsView(TypedDict):
    """A rule: what it is about, what it says now, and its inputs; ``example`` is the path to look for a hand by."""

    key: str
    term: str
    text: str
    changed: bool
    paths: list[str]
    inputs: list[InputView]
    example: str
    has_example: bool
    no_example: str
    entry: ListEntryView | None


class RuleSectionView(TypedDict):
    """Rules under a heading, and how many of them have been changed."""

    key: str
    title: str
    rules: list[OwnRuleInputsView]
    changed: int


class FigureView(TypedDict):
    """What a hand comes to."""

    figure: str
    declares: bool


class FigureRowView(FigureView):
    """The same under the rules named."""

    name: str


class RulesHandView(TypedDict):
    """How the hand on the table fares under the base and under the changed rules; ``same`` if alike."""

    rows: list[FigureRowView]
    same: bool
    pending: bool


class RulesExampleView(TypedDict):
    """A hand that a rule decides, without the change and with it."""

    groups: list[list[FaceView]]
    turned: FaceView | None
    lead: str
    rows: list[FigureRowView]


class MyRulesView(TypedDict):
    """The rules being changed; ``own`` are the user's own rulebooks, ``too_long`` says that no link can hold these."""

    open: Literal[True]
    memory: RulesMemory
    base: str
    base_title: str
    bases: list[BookChoiceView]
    title: str
    key: str
    is_kept: bool
    own: list[BookChoiceView]
    sections: list[RuleSectionView]
    differences: list[ChangeView]
    hand: RulesHandView
    example: RulesExampleView | None
    said: SaidView | None
    file: FileView | None
    too_long: bool


def draw_my_rules(session: Session) -> RulesMemoryView | MyRulesView:
    """The view model; of a panel that has not been opened no more than what the browser keeps."""
    mine = MY_RULES.of(session)
    memory = write_memory(session)
    draft = mine.draft
    if draft is None:
        return {"open": False, "memory": memory}
    return {
        "open": True,
        "memory": memory,
        "base": draft.base.key,
        "base_title": name_rulebook(draft.base),
        "bases": list_books(session),
        "title": draft.title,
        "key": draft.key,
        "is_kept": draft.key in session.own and session.own[draft.key] == draft.book and not draft.refused,
        "own": [{"key": key, "name": name_rulebook(book)} for key, book in session.own.items()],
        "sections": _draw_sections(draft, mine),
        "differences": _draw_differences(draft.base, draft.book, current_language()),
        "hand": _draw_hand(session, draft),
        "example": _draw_example(mine.example, draft) if mine.example is not None else None,
        "said": _draw_said(session, mine, draft),
        "file": mine.file,
        "too_long": not _fits_link(draft.book),
    }


def _draw_said(session: Session, mine: MyRules, draft: Draft) -> SaidView | None:
    """What was done; no longer that the table plays by these rules once another game is chosen."""
    if mine.said is None or (mine.said.message.key == "my_rules.kept" and session.rulebook.key != draft.key):
        return None
    return mine.said.draw()


@lru_cache(maxsize=16)
def _fits_link(book: Rulebook) -> bool:
    return bool(write_own(book))


@lru_cache(maxsize=16)
def _draw_differences(base: Rulebook, book: Rulebook, _language: str) -> list[ChangeView]:
    return [{"term": row.term, "mine": row.theirs, "base": row.mine} for row in describe_differences(base, book)]


# ---- the form ------------------------------------------------------------------------------------------------
def _draw_sections(draft: Draft, mine: MyRules) -> list[RuleSectionView]:
    """The rules under their headings, each with its inputs; what has no rule of its own comes last."""
    drawn = {
        section: [_draw_rule(topic, inputs, draft, mine) for topic, inputs in rules]
        for section, rules in _list_sections(draft.book)
    }
    return [
        {
            "key": section or "others",
            "title": tell(key_of("section.", section)) if section else tell("my_rules.others"),
            "rules": rules,
            "changed": sum(rule["changed"] for rule in rules),
        }
        for section, rules in drawn.items()
    ]


Sections = list[tuple[str, list[tuple[Rule | None, list[Input]]]]]


@lru_cache(maxsize=8)
def _list_sections(book: Rulebook) -> Sections:
    """Every topic with the inputs that it speaks of, by section; inputs of no topic under no section."""
    topics = list_topics(book)
    by_topic: dict[int, list[Input]] = {}
    for field in list_inputs(book):
        by_topic.setdefault(_find_topic(field.path, topics, last=isinstance(field, Entries)), []).append(field)
    sections: dict[str, list[tuple[Rule | None, list[Input]]]] = {}
    for at, topic in enumerate(topics):
        if at in by_topic:
            sections.setdefault(topic.section, []).append((topic, by_topic[at]))
    if -1 in by_topic:
        sections[""] = [(None, [field]) for field in by_topic[-1]]
    return list(sections.items())


def _find_topic(path: str, topics: Sequence[Rule], *, last: bool = False) -> int:
    """Which topic speaks of a path: the closest one, of several rows alike that of the entry; -1 if none does.

    Args:
        path: the path of an input.
        topics: what a page has a line for.
        last: whether the last of several rows is meant.
    """
    plain = re.sub(r"\.\d+", "", path)
    entry = re.search(r"\.(\d+)", path)
    fits = [
        (len(own), at)
        for at, topic in enumerate(topics)
        for own in topic.paths
        if plain == own or plain.startswith(f"{own}.")
    ]
    closest = [at for length, at in fits if length == max(fits)[0]]
    if not closest:
        return -1
    at = len(closest) - 1 if last else int(entry[1]) if entry else 0
    return closest[min(at, len(closest) - 1)]


def _draw_rule(topic: Rule | None, inputs: Sequence[Input], draft: Draft, mine: MyRules) -> OwnRuleInputsView:
    """One rule: what it is about, what it says now, and its inputs."""
    paths = [field.path for field in inputs]
    judged = [field.path for field in inputs if is_judged(field)]
    shown = mine.example.path if mine.example is not None else mine.without_example
    drawn = [_draw_input(field, draft, alone=len(inputs) == 1) for field in inputs]
    return {
        "key": paths[0],
        "term": _name_input(inputs[0]) if topic is None else say(topic.term),
        "text": "" if topic is None else " ".join([*map(say, topic.sentences), *_tell_levels(paths, draft)]),
        "changed": any(draft.is_changed(path) for path in paths),
        "paths": paths,
        # what leaves no choice is no input
        "inputs": [view for view in drawn if len(view["choices"]) != 1 or view["kind"] == "entries"],
        "example": next((path for path in judged if draft.is_changed(path)), judged[0] if judged else ""),
        "has_example": mine.example is not None and shown in paths,
        "no_example": tell("my_rules.no_example") if mine.without_example in paths else "",
        "entry": _find_entry(draft, paths),
    }


def _tell_levels(paths: Sequence[str], draft: Draft) -> list[str]:
    """That what a loser pays has levels of its own, where what declaring asks for has been changed."""
    changed = any("needs" in path and draft.is_changed(path) for path in paths)
    asks = changed and any(path.startswith("objectives") for path in paths)
    has_levels = len(draft.book.scoring.tiers) > 1
    return tell_if("my_rules.levels_apart", asks and has_levels, section=tell_later("section.cost"))


def _find_entry(draft: Draft, paths: Sequence[str]) -> ListEntryView | None:
    """The entry of a list that some paths lead into, if it can be left out."""
    for field in list_inputs(draft.book):
        inside = next((path for path in paths if path.startswith(f"{field.path}.")), "")
        if isinstance(field, Entries) and inside:
            at = int(inside[len(field.path) + 1 :].partition(".")[0])
            return {"path": field.path, "at": at} if _can_leave_out(draft.base, draft.book, field.path, at) else None
    return None


@lru_cache(maxsize=64)
def _can_leave_out(base: Rulebook, book: Rulebook, path: str, at: int) -> bool:
    return not change(Draft(base=base, book=book, title=""), path, at).refused


def _name_input(field: Input) -> str:
    """What an input is called; of a field that has no name yet, its name in the file."""
    key = key_of("my_rules.", field.name)
    return tell(key) if knows(key) else tell("my_rules.unnamed", name=field.name.partition(".")[2])


def _draw_input(field: Input, draft: Draft, *, alone: bool) -> InputView:
    refused = draft.refused.get(field.path)
    value = field.show_value(value_at(draft.data, field.path)) if refused is None else refused.typed
    none = key_of("my_rules.none.", field.name)
    return {
        "path": field.path,
        "kind": field.kind,
        "label": _name_input(field),
        "alone": alone,
        "value": value,
        "least": field.least,
        "most": field.most,
        "none": tell(none if knows(none) else "my_rules.none")
        if field.optional and not isinstance(field, Part)
        else "",
        "choices": _list_choices(field, draft, str(value)),
        "error": "" if refused is None else _tell_error(refused.error, draft),
    }


def _list_choices(field: Input, draft: Draft, value: str) -> list[LabelView]:
    """What can be chosen, and in any case what is chosen."""
    if isinstance(field, Choices):
        keys = {
            choice: key_of("my_rules.", field.name, choice) if field.nothing else key_of("page.kind_", choice)
            for choice in field.choices
        }
        return [{"key": choice, "label": tell(key)} for choice, key in keys.items()]
    if isinstance(field, Entries):
        return [
            {"key": key, "label": label}
            for key, label in _list_entries(field, draft.base, draft.book, current_language())
        ]
    if not isinstance(field, Choice):
        return []
    # told of the base, so that they are not told anew with every change
    book = draft.base if field in list_inputs(draft.base) else draft.book
    known = _tell_choices(field, draft.base, book, current_language())
    if value not in known:
        known = {**known, value: " ".join(_tell_with(field, value, draft) or [tell("my_rules.no_more")])}
    return [{"key": choice, "label": label} for choice, label in known.items()]


@lru_cache(maxsize=256)
def _tell_choices(field: Input, base: Rulebook, book: Rulebook, _language: str) -> dict[str, str]:
    """The choices that are possible, each in the words of the rule that it makes."""
    draft = Draft(base=base, book=replace(book, key="own"), title="")
    choices = (*([""] if field.optional else []), *field.choices)
    told = {choice: _tell_with(field, choice, draft) for choice in choices}
    lines_by_choice = {choice: lines for choice, lines in told.items() if lines is not None}
    first = next(iter(lines_by_choice.values()), [])
    common = {
        line for line in first if len(lines_by_choice) > 1 and all(line in lines for lines in lines_by_choice.values())
    }
    named = {
        choice: key_of("my_rules.", field.name, choice) if choice else key_of("my_rules.none.", field.name)
        for choice in lines_by_choice
    }
    return {
        choice: tell(named[choice])
        if knows(named[choice])
        else " ".join(line for line in lines if line not in common) or tell("my_rules.no_more")
        for choice, lines in lines_by_choice.items()
    }


@lru_cache(maxsize=32)
def _list_entries(field: Input, base: Rulebook, book: Rulebook, _language: str) -> list[tuple[str, str]]:
    """The entries that can be added to a list, each by its heading and the game that it is from."""
    draft = Draft(base=base, book=book, title="")
    before = set(_list_headings(field, book))
    choices = []
    for choice in field.choices:
        other = change(draft, field.path, choice)
        added = [] if other.refused else [term for term in _list_headings(field, other.book) if term not in before]
        if added:
            name = name_rulebook(RULEBOOKS[choice.partition(".")[0]])
            choices.append((choice, tell("my_rules.entry", rule=added[0], name=name)))
    return choices


def _list_headings(field: Input, book: Rulebook) -> list[str]:
    return [say(topic.term) for topic in list_topics(book) if field.path in topic.paths]


def _tell_with(field: Input, choice: str, draft: Draft) -> list[str] | None:
    """The sentences of a rule if this were chosen; None if it cannot be."""
    other = change(draft, field.path, choice)
    if other.refused:
        return None
    topics = list_topics(other.book)
    at = _find_topic(field.path, topics)
    return [] if at < 0 else list(map(say, topics[at].sentences))


def _tell_error(error: TutorError, draft: Draft) -> str:
    """Why something cannot be, with the fields by what they are called here."""
    field = str(error.values.get("field", ""))
    if not field:
        return str(error)
    path = re.sub(r"\[(\d+)\]", lambda step: f".{int(step[1]) - 1}", field)
    try:
        name = _name_input(find_input(draft, path))
    except LookupError:
        name = field
    return str(RuleError(error.key, **{**error.values, "field": tell("my_rules.field", name=name)}))


# ---- hands -----------------------------------------------------------------------------------------------------
def _draw_hand(session: Session, draft: Draft) -> RulesHandView:
    """How the hand on the table fares under the base and under the changed rules, as laid."""
    both = last_verdicts(session)
    if both is None:
        return {"rows": [], "same": False, "pending": True}
    under_base, under_draft = both.results
    rows: list[FigureRowView] = [
        {"name": name, **_figure(result.laid)}
        for name, result in ((name_rulebook(draft.base), under_base), (draft.title, under_draft))
    ]
    same = (under_base.laid.score, under_base.laid.declares) == (under_draft.laid.score, under_draft.laid.declares)
    return {"rows": rows, "same": same, "pending": False}


def _draw_example(example: Example, draft: Draft) -> RulesExampleView:
    """A hand that a rule decides, and what it comes to without the change and with it."""
    before, after = example.before.best, example.after.best
    groups = [[card_face(card) for card in group] for group in example.hand.groups or ()]
    changed = draft.is_changed(example.path)
    key = "my_rules.example_changed" if changed else "my_rules.example_otherwise"
    return {
        "groups": groups,
        "turned": None if example.turned is None else card_face(example.turned),
        "lead": tell(key, another=tell_later("page.my_another")),
        "rows": [
            {"name": tell("my_rules.example_before" if changed else "my_rules.example_other"), **_figure(before)},
            {"name": tell("my_rules.example_after"), **_figure(after)},
        ],
    }


def _figure(verdict: Arranged | Best) -> FigureView:
    return {"figure": say(tell_figure(verdict)), "declares": verdict.declares}
