"""Making one rulebook from another: the fields that differ, and where each difference is taken from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..game.cards import CARDS
from ..game.rules import Bonus, Rulebook

ACE_OF_SPADES = CARDS[0]
OTHER_ACES = (CARDS[13], CARDS[26], CARDS[39])

HouseOption = Mapping[str, tuple[object, str]]  # the fields that it changes: the value of each, and its source


def derive(rulebook: Rulebook, sources: dict[str, str], **changes: Any) -> Rulebook:
    """A copy with some fields changed and the citations of those fields put before the inherited ones."""
    cited = {**dict(rulebook.sources), **sources}
    return replace(rulebook, sources=tuple(cited.items()), **changes)


def with_option(rulebook: Rulebook, name: str, option: HouseOption) -> Rulebook:
    """The rulebook with a house option, which it names among its options."""
    changes: dict[str, dict[str, object]] = {}
    for path, (value, _) in option.items():
        record, _, field = path.partition(".")
        changes.setdefault(record, {})[field] = value
    records = {record: replace(getattr(rulebook, record), **values) for record, values in changes.items()}
    sources = {path: source for path, (_, source) in option.items()}
    return derive(rulebook, sources, options=(*rulebook.options, name), **records)


def change_bonus(rulebook: Rulebook, **changes: Any) -> Bonus:
    """What a rulebook pays for value cards, with some fields changed; it has to have value cards."""
    assert rulebook.bonus is not None
    return replace(rulebook.bonus, **changes)
