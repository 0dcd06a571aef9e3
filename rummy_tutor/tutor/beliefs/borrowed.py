"""Beliefs from another game: one rule of the learner's game taken for that of another rulebook.

Players who change games believe these. They cost no code: each is the value of some fields, and is made for every
game in which that value is another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

from ...game.cards import Card
from ...game.messages import key_of
from ...game.rules import MELDS, SEQUENCES, Kind, Rulebook
from ...game.table import Deal
from ...rulebooks import RULEBOOKS
from .belief import Belief, kind_of


class _Rule(NamedTuple):
    """What is borrowed.

    Attributes:
        name: the part of the key and the sentence.
        paths: the fields, by dotted path.
        lessons: the lessons that treat it.
        most: how many other values are tried in a game, those of games with as many cards first.
        alike: whether it is borrowed only between games of as many cards.
        priced: whether a game without such a price is no source: who has learnt a price looks for one.
    """

    name: str
    paths: tuple[str, ...]
    lessons: tuple[str, ...]
    most: int = 1
    alike: bool = False
    priced: bool = False


_RULES = (
    _Rule("wild-cards", ("wilds.offsets", "wilds.ranks"), ("wild", "vazhushal", "twenty-seven"), most=2),
    _Rule("printed-joker", ("wilds.printed_counts_as", "wilds.printed_adds"), ("wild", "twenty-seven")),
    _Rule("long-melds", ("melds.run_max",), ("pure",)),
    _Rule("run-jokers", ("melds.run_wilds",), ("jokers",)),
    _Rule("set-jokers", ("melds.set_wilds",), ("jokers",)),
    _Rule("joker-share", ("melds.set_wilds_up_to_naturals",), ("jokers", "twenty-seven")),
    _Rule("set-size", ("melds.set_max",), ("sets",), most=2),
    _Rule("set-suits", ("melds.set_suits",), ("sets",)),
    _Rule("tunnelas", ("melds.tunnela_from",), ("sets",)),
    _Rule("pure-tunnelas", ("melds.tunnela_counts_pure",), ("twenty-one", "twenty-seven")),
    _Rule("joker-groups", ("melds.jokers",), ("declare", "octro")),
    _Rule("declaring", ("objectives",), ("declare",), alike=True),
    _Rule("levels", ("scoring.tiers",), ("loser",), most=2, alike=True),
    _Rule("cap", ("scoring.cap",), ("loser",)),
    _Rule("least", ("scoring.floor",), ("loser",)),
    _Rule("ace", ("scoring.ace",), ("points",)),
    _Rule("joker-cost", ("scoring.loose_wild", "scoring.wild_at_face"), ("points",)),
    _Rule("first-drop", ("penalties.first_drop",), ("drop",), priced=True),
    _Rule("middle-drop", ("penalties.middle_drop",), ("drop",), priced=True),
    _Rule("wrong-declaration", ("penalties.wrong_declaration",), ("drop",), priced=True),
    _Rule("first-move", ("penalties.before_first_move",), ("round",), priced=True),
    _Rule("pick-up", ("settlement.pick_up",), ("turn", "seeing", "vazhushal")),
    _Rule("value-cards", ("bonus.cards",), ("maal",)),
    _Rule("marriages", ("bonus.marriage",), ("maal",)),
    _Rule("dublee-win", ("settlement.dublee_win",), ("round",)),
)


def _value(rulebook: Rulebook, path: str) -> Any:
    """A field of a rulebook; None where the record that holds it is missing."""
    found: Any = rulebook
    for name in path.split("."):
        found = None if found is None else getattr(found, name)
    return found


BORROWED = tuple(
    Belief(
        key=f"{game.key}:{rule.name}",
        lessons=rule.lessons,
        changes={path: _value(game, path) for path in rule.paths},
        told=(key_of("belief.as-in:", rule.name), {"game": game}),
    )
    for game in RULEBOOKS.values()
    for rule in _RULES
)
_BY_KEY = {belief.key: belief for belief in BORROWED}


@lru_cache(maxsize=64)
def list_borrowed(rulebook: Rulebook) -> tuple[Belief, ...]:
    """The beliefs that a rule is that of another game, each value of the rule once."""
    games = sorted(RULEBOOKS.values(), key=lambda game: abs(game.deal - rulebook.deal))
    return tuple(belief for rule in _RULES for belief in _list_values(rule, rulebook, games))


def _list_values(rule: _Rule, rulebook: Rulebook, games: Sequence[Rulebook]) -> list[Belief]:
    """The beliefs of one rule."""
    own = tuple(_value(rulebook, path) for path in rule.paths)
    if any("." in path and _value(rulebook, path.rpartition(".")[0]) is None for path in rule.paths):
        return []  # the game has no such record
    seen: list[tuple[Any, ...]] = [own]
    found: list[Belief] = []
    for game in games:
        values = tuple(_value(game, path) for path in rule.paths)
        unlike = game.deal != rulebook.deal or game.scoring.measure is not rulebook.scoring.measure
        missing = None in values and (rule.priced or rule.paths[0].startswith("bonus"))
        if values in seen or missing or (rule.alike and unlike) or (rule.priced and None in own):
            continue
        belief = _BY_KEY[f"{game.key}:{rule.name}"]
        if len(found) < rule.most and belief.rulebook(rulebook) is not rulebook:
            found.append(belief)
        seen.append(values)
    return found


@lru_cache(maxsize=512)
def _borrow(game: Rulebook, paths: tuple[str, ...]) -> Belief:
    """The belief that some fields of a game are those of another one."""
    return Belief(key=f"{game.key}:{paths[0]}", lessons=(), changes={path: _value(game, path) for path in paths})


_OF = {"melds.run": SEQUENCES, "melds.aces": SEQUENCES, "melds.set": {Kind.SET}, "melds.tunnela": {Kind.TUNNELA}}


@lru_cache(maxsize=64)  # the same question is shown several times
def list_deciding(
    fields: tuple[tuple[str, ...], ...], groups: tuple[tuple[Card, ...], ...], deals: tuple[Deal, ...]
) -> tuple[tuple[str, ...], ...]:
    """The rules by which games judge groups differently: on wild cards, and on the kinds of melds that these are.

    Args:
        fields: the fields of each rule, by dotted path.
        groups: the groups.
        deals: the games at their tables.
    """
    kinds = {kind_of(group, deal) for group in groups for deal in deals}
    about = [
        paths
        for paths in fields
        if not any(paths[0].startswith(name) and not kinds & {*some} for name, some in _OF.items())
    ]
    return tuple(paths for paths in about if _decides(paths, groups, deals)) or fields


def _decides(paths: tuple[str, ...], groups: Sequence[tuple[Card, ...]], deals: Sequence[Deal]) -> bool:
    """Whether with some fields of one game another would take a group for a meld that is none there, or for none."""
    return any(
        (_borrow(other.rulebook, paths).kind(group, deal) in MELDS) != (kind_of(group, deal) in MELDS)
        for deal, other in permutations(deals, 2)
        for group in groups
    )
