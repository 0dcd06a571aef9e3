"""The kinds of inputs, a class each: what one shows of a value, how what was typed is read, what else could be typed.

Values are those of a rulebook's plain data. The place of a value there is its path, such as ``scoring.tiers.0.flat``:
names of fields, and numbers of entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from ...game.cards import Hand
from ...game.rules import RuleError, refuse
from ...rulebooks import RULEBOOKS
from ...rulebooks.files import NONE, to_whole_data

LEVELS = "scoring.tiers"
POINTS = "points"  # the last step of the path of a number that may also be one of some names
_MINUS = str.maketrans({"−": "-", "–": "-"})
_FAR = 5  # how far apart two numbers are tried


def value_at(data: Any, path: str) -> Any:
    """The value at a path of plain data.

    Raises:
        LookupError: there is no such part.
    """
    for step in path.split("."):
        if isinstance(data, list | tuple) and step.isdecimal():
            data = data[int(step)]
        elif isinstance(data, Mapping):
            data = data[step]
        elif step != POINTS or type(data) is not int:
            raise LookupError(path)
    return data


def with_value(data: Any, path: str, value: object) -> Any:
    """Plain data with another value at a path."""
    step, _, rest = path.partition(".")
    if step == POINTS and not isinstance(data, Mapping):
        return value
    if isinstance(data, list | tuple):
        changed = with_value(data[int(step)], rest, value) if rest else value
        return [changed if at == int(step) else element for at, element in enumerate(data)]
    return {**data, step: with_value(data[step], rest, value) if rest else value}


@dataclass(frozen=True, kw_only=True)
class Input:
    """One field that a form can change.

    Attributes:
        kind: the name of its kind, by which the browser draws it.
        path: where it stands in the plain data of a rulebook.
        name: the record and the field, such as ``Melds.run_max``.
        optional: whether there may be no value.
        choices: what can be chosen.
        least: the least number.
        most: the greatest number.
    """

    kind: ClassVar[str]
    path: str
    name: str
    optional: bool = False
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def show_value(self, value: Any) -> object:
        """A value as the input shows it."""
        return "" if self.optional and value == NONE else self._show(value)

    def read_value(self, typed: object, now: Any) -> object:
        """What was typed or chosen, as a value.

        Args:
            typed: what was typed.
            now: the value so far.

        Raises:
            RuleError: it is none.
            CardError: a card cannot be read.
        """
        if self.optional and typed in ("", None, NONE):
            return NONE
        return self._read(str(typed).strip().translate(_MINUS)[:200], now)

    def list_others(self, value: Any) -> Iterator[object]:
        """What could be typed instead of a value: its neighbours."""
        return iter(())

    def _show(self, value: Any) -> object:
        return value

    def _read(self, text: str, now: Any) -> object:
        raise NotImplementedError


def _check_choice(holds: bool) -> None:
    refuse("bad-input:choice", not holds)


class Flag(Input):
    """What holds or does not."""

    kind = "flag"

    def read_value(self, typed: object, now: Any) -> object:
        """Whether it was ticked."""
        _check_choice(isinstance(typed, bool))
        return typed

    def list_others(self, value: Any) -> Iterator[object]:
        """The other one."""
        yield not self.show_value(value)


class Part(Flag):
    """A record that may be left out."""

    kind = "part"

    def show_value(self, value: Any) -> object:
        """Whether the record is there."""
        return value != NONE

    def read_value(self, typed: object, now: Any) -> object:
        """A record to begin with: that of the first of ours that has it, or as it is made."""
        if not super().read_value(typed, now):
            return NONE
        ours = (value_at(to_whole_data(book), self.path) for book in RULEBOOKS.values())
        return next((part for part in ours if part != NONE), {})


class Entries(Input):
    """A list of records, to which one can be added; the form has an input for each field of each of them.

    The last level of a count stays the last, as it holds for every hand; no two levels have one code, by which the
    account of a hand finds them.
    """

    kind = "entries"

    def show_value(self, value: Any) -> object:
        """Nothing: the entries have inputs of their own."""
        return ""

    def read_value(self, typed: object, now: Any) -> object:
        """The list with the one of ``choices`` that was typed, or without the entry of a number."""
        if type(typed) is int and 0 <= typed < len(now):
            return [*now[:typed], *now[typed + 1 :]]
        _check_choice(typed in self.choices)
        added: Any = list_entries(self.path)[str(typed)]
        if self.path != LEVELS:
            return [*now, added]
        codes = [level["code"] for level in now]
        free = (added["code"], *(f"{added['code']}-{n}" for n in range(2, len(now) + 3)))
        return [*now[:-1], {**added, "code": next(code for code in free if code not in codes)}, now[-1]]

    def list_others(self, value: Any) -> Iterator[object]:
        """Each entry to leave out."""
        yield from range(len(value))


@cache
def list_entries(path: str) -> dict[str, object]:
    """The entries that our rulebooks have in a list, each once, by rulebook and number; a last level fits no other."""
    entries_by_name: dict[str, object] = {}
    for book in RULEBOOKS.values():
        try:
            entries = value_at(to_whole_data(book), path)
        except LookupError:  # the rulebook has no such part
            continue
        for at, entry in enumerate(entries[:-1] if path == LEVELS else entries):
            if entry not in entries_by_name.values():
                entries_by_name[f"{book.key}.{at}"] = entry
    return entries_by_name


@dataclass(frozen=True, kw_only=True)
class Choices(Input):
    """Any of several names.

    Attributes:
        nothing: of choices of which one stands without a list, what stands for none of them; else empty.
    """

    kind = "choices"
    nothing: str = ""

    def read_value(self, typed: object, now: Any) -> object:
        """What was chosen, in the order of the choices."""
        _check_choice(isinstance(typed, list) and set(typed) <= set(self.choices))
        assert isinstance(typed, list)
        chosen = [choice for choice in self.choices if choice in typed]
        return chosen if len(chosen) > 1 or not self.nothing else (*chosen, self.nothing)[0]

    def list_others(self, value: Any) -> Iterator[object]:
        """With each choice more, or one fewer."""
        now: Any = self.show_value(value)
        for choice in self.choices:
            yield [*now, choice] if choice not in now else [other for other in now if other != choice]

    def _show(self, value: Any) -> object:
        if not self.nothing:
            return value
        return [choice for choice in self.choices if choice in (value if type(value) is list else (value,))]


@dataclass(frozen=True, kw_only=True)
class Choice(Input):
    """One of some names.

    Attributes:
        counted: those of the choices that are a number besides, each with the one to begin with.
    """

    kind = "choice"
    counted: tuple[tuple[str, int], ...] = ()

    def list_others(self, value: Any) -> Iterator[object]:
        """Every other choice."""
        now = self.show_value(value)
        yield from (choice for choice in self.choices if choice != now)

    def _show(self, value: Any) -> object:
        if type(value) is int:
            return POINTS
        return next(name for name, _ in self.counted if value[name] != NONE) if isinstance(value, Mapping) else value

    def _read(self, text: str, now: Any) -> object:
        """The choice; one with a number keeps the number so far."""
        _check_choice(text in self.choices)
        counted = dict(self.counted)
        if text not in counted:
            return text
        if text == POINTS:
            return now if type(now) is int else counted[text]
        same = isinstance(now, Mapping) and now[text] != NONE
        return now if same else {**dict.fromkeys(counted, NONE), text: counted[text]}


class Cards(Input):
    """Any cards."""

    kind = "cards"

    def _show(self, value: Any) -> object:
        return ", ".join(value)

    def _read(self, text: str, now: Any) -> object:
        return _read_cards(text)


class OneCard(Input):
    """A card."""

    kind = "card"

    def list_others(self, value: Any) -> Iterator[object]:
        """None, an ace or a printed joker."""
        yield from (card for card in ("", "AS", "PJ") if card != self.show_value(value))

    def _read(self, text: str, now: Any) -> object:
        cards = _read_cards(text)
        refuse("bad-input:card", len(cards) != 1)
        return cards[0]


def _read_cards(text: str) -> list[str]:
    return [str(card) for card in Hand.parse(text).cards] if text else []


class Number(Input):
    """A whole number."""

    kind = "number"

    def list_others(self, value: Any) -> Iterator[object]:
        """The numbers beside it and farther off; none at all where there may be none."""
        number = self.least if value == NONE else value
        yield from (number + step for step in (1, -1, 2, -2, _FAR, -_FAR))
        yield from [""] if self.optional and value != NONE else []

    def _read(self, text: str, now: Any) -> object:
        numbers = _read_numbers(text, self)
        if numbers is None or len(numbers) != 1:
            raise RuleError("bad-input:number", least=self.least, most=self.most)
        return numbers[0]


@dataclass(frozen=True, kw_only=True)
class Numbers(Input):
    """Whole numbers.

    Attributes:
        count: how many there must be, None for any.
    """

    kind = "numbers"
    count: int | None = None

    def list_others(self, value: Any) -> Iterator[object]:
        """Without each number, and with each small one that is not among them."""
        words = str(self.show_value(value)).split(", ") if value and self.count is None else []
        yield from (", ".join(words[:at] + words[at + 1 :]) for at in range(len(words)))
        if self.count is None:
            yield from (", ".join([*words, more]) for more in "012" if more not in words)

    def _show(self, value: Any) -> object:
        return ", ".join(str(number).replace("-", "−") for number in value)

    def _read(self, text: str, now: Any) -> object:
        numbers = _read_numbers(text, self)
        if numbers is None or self.count not in (None, len(numbers)):
            key = "bad-input:numbers" if self.count is None else "bad-input:so-many-numbers"
            raise RuleError(key, least=self.least, most=self.most, n=self.count or 0)
        return numbers


def _read_numbers(text: str, field: Input) -> list[int] | None:
    """The numbers of a text, None if one is none or outside the limits of a field."""
    words = re.split(r"[\s,;]+", text) if text else []
    good = all(re.fullmatch(r"[+-]?\d{1,9}", word) and field.least <= int(word) <= field.most for word in words)
    return list(map(int, words)) if good else None
