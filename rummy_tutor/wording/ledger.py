"""Words for a ledger: each entry as a sentence, and the value cards it was paid for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..game.messages import Items, Message, key_of, tell_later
from ..referee.value_cards import BonusItem
from ..rounds.endings import LOSING, Ending
from ..rounds.payments import Entry
from .phrases import tell_later_or
from .speech import knows, tell

# the figures of an entry that are points; told with their unit
_POINTS = ("cap", "count", "least", "loss", "most", "own", "price", "rest", "score", "stated", "whole")


def tell_entry(entry: Entry) -> str:
    """An entry as a sentence, each of its remarks as one more."""
    values = _tell_values(entry.data)
    values |= {"payer": entry.payer, "payee": entry.payee, "n": abs(entry.amount)}
    items = entry.data.get("items")
    if isinstance(items, list):
        values["what"] = list_items(BonusItem(**item) for item in items)
    remarks = [tell(remark.key, **_tell_values(remark.values)) for remark in entry.remarks]
    return " ".join([tell(_find_key(entry), **values), *remarks])


def _find_key(entry: Entry) -> str:
    """The key of an entry's sentence; where a count of cards is paid, any losing ending is told as a lost hand."""
    scored = entry.payee is None or (entry.payer is None and entry.code in LOSING)
    variant = ":".join(filter(None, (entry.variant, "on-score" if scored else "")))
    key = key_of("ledger.", entry.code, variant)
    lost = next((ending for ending in LOSING if ending == entry.code), None)
    if lost is None or knows(key):
        return key
    family = Ending.LOST_BEFORE_FIRST_MOVE if lost.terms.before_first_move else Ending.LOST
    return key_of("ledger.", family, variant)


def _tell_values(data: Mapping[str, object]) -> dict[str, object]:
    """Figures with their unit, everything else as it is."""
    return {name: tell_points(value) if name in _POINTS else value for name, value in data.items()}


def tell_points(number: object) -> Message:
    """A number of points, told with its unit: ``1 point``, ``20 points``."""
    return tell_later("ledger.points", n=number)


def list_items(items: Iterable[BonusItem]) -> Items:
    """What value cards a player is paid for; those of an own rulebook by the name it gives them."""
    return Items(tuple(map(_name_item, items)) or (tell_later("value-card.stated"),))


def _name_item(item: BonusItem) -> Message:
    other = tell_later("value-card.other", n=item.count, name=item.name)
    return tell_later_or(key_of("value-card.", item.name.replace(" ", "-")), other, n=item.count)
