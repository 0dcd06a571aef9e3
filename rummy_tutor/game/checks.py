"""What is possible in a rulebook: every record is checked when it is made, and the whole for rules that contradict.

Refused is only what has no sense. Whatever is accepted is judged exactly.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from .choices import MELDS, JokerGroups, Kind, KnockLimit, Leaving, Measure, PickingUp, Rest, RuleError, refuse
from .fields import EXEMPT, FieldType, Sort, list_fields
from .messages import Items, quote, represent

_MOST_KNOCKED = 13  # cards dealt where two hands are counted: more can be laid out in too many ways


class Checked:
    """A record whose fields have the types that they are declared with, and numbers within their limits."""

    def __post_init__(self) -> None:
        record: type = type(self)
        for name, field in list_fields(record).items():
            _check(f"{record.__name__}.{name}", getattr(self, name), field)


def _check(name: str, value: object, field: FieldType) -> None:
    """Refuse a value that is not of a field's type, or a number beyond its limits."""
    if value is None and field.is_optional:
        return
    wanted = field.by_kind.get(type(value), field.values[0])
    if wanted.sort is Sort.LIST:
        if not isinstance(value, tuple):
            raise RuleError("bad-rule:tuple", field=name, found=represent(value))
        entries = wanted.entries * len(value) if wanted.is_open else wanted.entries
        if len(value) != len(entries):
            raise RuleError("bad-rule:length", field=name, found=represent(value), n=len(entries))
        for at, (inner, entry) in enumerate(zip(value, entries, strict=True), 1):
            _check(f"{name}[{at}]", inner, entry)
    elif wanted.sort is Sort.NUMBER:
        least, most = wanted.least, wanted.most
        if type(value) is not int or not least <= value <= most:  # True is no number
            raise RuleError("bad-rule:number", field=name, found=represent(value), least=least, most=most)
    elif not isinstance(value, wanted.kind):
        if wanted.sort is Sort.CHOICE:
            known = Items(tuple(choice.value for choice in wanted.kind), "or")
            raise RuleError("bad-rule:choice", field=name, found=represent(value), known=known)
        raise RuleError("bad-rule:type", field=name, found=represent(value), type=wanted.kind.__name__)


def check_rulebook(book: Any) -> None:
    """Refuse rules that contradict each other.

    Raises:
        RuleError: names the field, what it is, and what is possible.
    """
    for field in ("key", "title"):
        if not getattr(book, field).strip():
            raise RuleError("bad-rule:no-name", field=field, found=quote(getattr(book, field)))
    paths = [path for path, _ in book.sources]
    for path in paths:
        if paths.count(path) > 1:
            raise RuleError("bad-rule:name-twice", field="sources", found=quote(path))
    _check_table(book)
    _check_wilds(book.wilds)
    for group in ("run", "set"):
        least, most = getattr(book.melds, f"{group}_min"), getattr(book.melds, f"{group}_max")
        refuse("bad-rule:fewest", most is not None and least > most, field=f"melds.{group}_min", found=least, most=most)
    needs = [(f"objectives.{way.name}", way.needs) for way in book.objectives]
    needs += [(f"scoring.tiers.{tier.code}", tier.needs) for tier in book.scoring.tiers]
    for field, asked in needs:
        _check_needs(field, asked, book.melds)
        _check_marriages(field, asked, field.startswith("objectives"), book)
    _check_names("objectives.name", [way.name for way in book.objectives])
    _check_names("scoring.tiers.code", [tier.code for tier in book.scoring.tiers])
    for way in book.objectives:
        _check_objective(f"objectives.{way.name}", way, book)
    _check_scoring(book.scoring)
    _check_bonus(book.bonus, book.melds.tunnela_from)
    _check_settlement(book.settlement)
    _check_pick_up(book.settlement.bars, book.wilds.hidden)
    if book.settlement.knock is not None:
        _check_knock(book)
    if book.penalties.left_table is Leaving.FULL_COUNT and book.scoring.measure is not Measure.PENALTY:
        quoted = quote(Leaving.FULL_COUNT)
        raise RuleError("bad-rule:penalty-only", field="penalties.left_table", found=quoted)
    half = book.penalties.before_first_move
    if half is not None and half.most is not None and half.least > half.most:
        field = "penalties.before_first_move.least"
        raise RuleError("bad-rule:least", field=field, found=half.least, most=half.most)


def _check_names(field: str, names: list[str]) -> None:
    """Refuse an empty name, and one that stands twice: answers tell ways to declare and levels by their names."""
    for name in names:
        if not name.strip():
            raise RuleError("bad-rule:no-name", field=field, found=quote(name))
        if names.count(name) > 1:
            raise RuleError("bad-rule:name-twice", field=field, found=quote(name))


def _check_bonus(bonus: Any, tunnela_from: int | None) -> None:
    """Refuse value cards or tunnelas that earn nothing, or less for more of them, and two that are the same card."""
    tunnelas = () if bonus is None else bonus.hand_tunnelas
    if tunnelas != tuple(sorted(tunnelas)):
        raise RuleError("bad-rule:points-fall", field="bonus.hand_tunnelas", found=represent(tunnelas))
    if tunnelas and tunnela_from is None:
        raise RuleError("bad-rule:no-tunnelas", field="bonus.hand_tunnelas", found=represent(tunnelas))
    known: dict[object, str] = {}
    for card in () if bonus is None else bonus.cards:
        field = f"bonus.cards.{card.name}"
        refuse("bad-rule:no-points", not card.points, field=f"{field}.points")
        if card.points != tuple(sorted(card.points)):
            raise RuleError("bad-rule:points-fall", field=f"{field}.points", found=represent(card.points))
        if card.card is not None and (not card.card.is_printed_joker or card.offset or card.other_suit):
            raise RuleError("bad-rule:value-card", field=f"{field}.card", found=quote(card.card))
        place = (card.offset % 13, card.other_suit) if card.card is None else card.card
        if place in known:
            part, quoted = ("offset", card.offset) if card.card is None else ("card", quote(card.card))
            raise RuleError("bad-rule:same-card", field=f"{field}.{part}", found=quoted, name=quote(known[place]))
        known[place] = card.name


def _check_objective(field: str, way: Any, book: Any) -> None:
    """Refuse a way to declare that asks for nothing, and a limit on cards left over where it means nothing."""
    if way.deadwood is None:
        refuse("bad-rule:any-hand", way.needs == type(way.needs)() and way.rest is Rest.ANYTHING, field=field)
        if way.deadwood_by is not KnockLimit.FIXED:
            raise RuleError("bad-rule:deadwood-by", field=f"{field}.deadwood_by", found=way.deadwood_by.value)
    elif way.rest is not Rest.ANYTHING or book.scoring.measure is not Measure.PENALTY:
        raise RuleError("bad-rule:deadwood", field=f"{field}.deadwood", found=way.deadwood)


def _check_table(book: Any) -> None:
    least, most = book.table.players
    served = [players for players, _ in book.table.packs]
    refuse("bad-rule:players", least > most, field="table.players", least=least, most=most)
    if not served or served != sorted(set(served)) or served[-1] < most:
        raise RuleError("bad-rule:packs", field="table.packs", found=quote(book.table.packs), n=most)


def _check_wilds(wilds: Any) -> None:
    """Refuse the printed joker where a card is named: it has no rank from which others are counted."""
    adds = [(f"printed_adds[{at}]", card) for at, card in enumerate(wilds.printed_adds, 1)]
    for name, card in [("printed_counts_as", wilds.printed_counts_as), *adds]:
        refuse(
            "bad-rule:no-joker", card is not None and card.is_printed_joker, field=f"wilds.{name}", found=quote(card)
        )


def _check_needs(field: str, needs: Any, melds: Any) -> None:
    """Refuse groups asked for that are none."""
    refuse("bad-rule:lone-joker", needs.jokers == 1 and melds.jokers is JokerGroups.ONE_GROUP, field=f"{field}.jokers")


def _check_marriages(field: str, needs: Any, declares: bool, book: Any) -> None:
    """Refuse marriages asked for where none can be held, at a level, or where jokers left over may cost something."""
    costly = book.melds.jokers is JokerGroups.SPARE and (book.scoring.loose_wild or book.scoring.wild_at_face)
    if needs.marriages and not (declares and book.wilds.exposed and not costly and book.settlement.knock is None):
        raise RuleError("bad-rule:marriages", field=f"{field}.marriages", found=needs.marriages)


def _check_settlement(settlement: Any) -> None:
    """Refuse players who come back or join where no score says with how many points."""
    match = settlement.pool
    if settlement.rejoin and match is not None and not isinstance(match, Enum):
        raise RuleError("bad-rule:rejoin", field="settlement.rejoin", found=represent(True))
    if settlement.joining is not None and (match is None or match.limit is None):
        raise RuleError("bad-rule:joining", field="settlement.joining", found=settlement.joining.value)


def _check_knock(book: Any) -> None:
    """Refuse two counted hands where there may be more of them, wild cards in them, or other rules of counting."""
    wilds, scoring, settlement = book.wilds, book.scoring, book.settlement
    plain = [tier for tier in scoring.tiers if {*tier.exempt} == {*MELDS} and tier.flat is None]
    pool = settlement.pool is not None and settlement.pool.limit is not None
    wrong = {
        "deal": book.deal > _MOST_KNOCKED,
        "table.players": book.table.players != (2, 2),
        "wilds": wilds.printed or wilds.offsets or wilds.ranks is not type(wilds.ranks).NONE,
        "scoring.tiers": len(scoring.tiers) != 1 or not plain,
        "scoring": scoring.cap is not None or scoring.floor or scoring.printed_factor != 1,
        "settlement.winner_takes": not settlement.winner_takes,
        "settlement.game_point": settlement.game_point is not None,
        "settlement.pool": pool,
        "penalties.before_first_move": book.penalties.before_first_move is not None,
    }
    field = next((name for name, is_wrong in wrong.items() if is_wrong), None)
    if field is not None or scoring.measure is not Measure.PENALTY:
        raise RuleError("bad-rule:knock", field="settlement.knock", other=quote(field or "scoring.measure"))


def _check_pick_up(bars: tuple[PickingUp, ...], hidden: bool) -> None:
    """Refuse a rule about seeing where nothing is hidden, and rules on the top card where any card may be taken."""
    if PickingUp.ONCE_SEEN in bars and not hidden:
        raise RuleError("bad-rule:once-seen", field="settlement.pick_up", found=quote(PickingUp.ONCE_SEEN))
    if PickingUp.ANY_IF_LOWEST_MELDED in bars:
        known = (PickingUp.ANY_IF_LOWEST_MELDED, PickingUp.ONCE_SEEN, PickingUp.STOCK_FIRST)
        others = [rule for rule in bars if rule not in known]
        if others:
            raise RuleError("bad-rule:pick-up", field="settlement.pick_up", found=quote(others[0]))


def _check_scoring(scoring: Any) -> None:
    tiers = scoring.tiers
    last = tiers[-1] if tiers else None
    if last is None or last.needs != type(last.needs)() or last.rest is not Rest.ANYTHING or last.players_from > 1:
        quoted = quote(", ".join([tier.code for tier in tiers]) or ())
        raise RuleError("bad-rule:last-level", field="scoring.tiers", found=quoted)
    melded = scoring.measure is Measure.MELDED_MINUS_LOOSE
    for tier in tiers:
        _check_exempt(f"scoring.tiers.{tier.code}", tier.exempt)
        if tier.flat is not None and (tier.exempt or melded):
            raise RuleError("bad-rule:flat", field=f"scoring.tiers.{tier.code}.flat", found=tier.flat)
    if melded:
        for name, usual in (("cap", None), ("floor", 0), ("printed_factor", 1)):
            if getattr(scoring, name) != usual:
                raise RuleError("bad-rule:penalty-only", field=f"scoring.{name}", found=getattr(scoring, name))
    refuse("bad-rule:ranks", len(scoring.ranks) not in (0, 12), field="scoring.ranks", found=len(scoring.ranks))
    if scoring.ace_low is not None and (not melded or scoring.ace_low > scoring.ace):
        raise RuleError("bad-rule:ace-low", field="scoring.ace_low", found=scoring.ace_low, most=scoring.ace)
    if scoring.cap is not None and scoring.floor > scoring.cap:
        raise RuleError("bad-rule:floor", field="scoring.floor", found=scoring.floor, most=scoring.cap)


def _check_exempt(field: str, exempt: Iterable[Kind]) -> None:
    kinds = tuple(exempt)
    quoted = quote(", ".join(kinds))
    if len(set(kinds)) < len(kinds) or not set(kinds) <= set(EXEMPT):
        known = Items(tuple(kind.value for kind in EXEMPT), "or")
        raise RuleError("bad-rule:exempt", field=f"{field}.exempt", found=quoted, known=known)
    if Kind.IMPURE_SEQUENCE in kinds and Kind.PURE_SEQUENCE not in kinds:
        raise RuleError("bad-rule:pure-too", field=f"{field}.exempt", found=quoted)
