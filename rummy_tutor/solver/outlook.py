"""Whether the cards left can still form the melds asked for, all other cards left aside.

Nothing here knows cards or rules, so that the module can be compiled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from .bitpack import Column, Packed, States

if TYPE_CHECKING:  # an integer as the compiled form holds it; interpreted Python does not look at annotations
    from mypy_extensions import i64

_STEPS: Final = 1000  # positions looked at before the first question is answered without proof
_GRANTED: Final = 4  # further ones for each question


class Outlook:
    """Depth-first over the melds that the needs still want, memoised by the cards left that such melds hold.

    Args:
        columns: the melds.
        states: the requirements.
        held: the cards.
        wilds: wild cards held, those used as themselves included.

    Attributes:
        steps: positions that may still be looked at; once below 0, a yes may be without proof, a no never is.
    """

    def __init__(self, columns: Iterable[Column], states: States, held: Packed, wilds: int) -> None:
        self.held = held
        self.wilds: i64 = wilds
        self.free: i64 = states.free
        self.after = states.trans
        self.copies = states.copies
        self.pairs: i64 = states.copies[states.need][0] if states.copies else 0  # up to this state only pairs are asked
        self.guard: i64 = held.guard
        self.steps: i64 = _STEPS
        helps = [0 <= after < states.need for after in states.trans[states.need]]
        self.useful = [column for column in columns if helps[column.flag]]
        self.first = states.first
        self.columns: list[list[Column] | None] = [None] * (states.need + 1)  # by state: of these one must be laid
        some: i64 = 0
        for column in self.useful:
            some |= column.cards
        self.mask: i64 = 0
        for field in held.fields:
            self.mask |= field if some & field else 0
        self.memo: list[dict[object, bool] | None] = [None] * ((states.need + 1) * (wilds + 1))

    def may_meet(self, rem: i64, w: i64, need: i64) -> bool:
        """Whether the cards left and ``w`` wild cards may meet a state's needs; no only if they surely cannot."""
        self.steps += _GRANTED
        return self._meets(rem & self.mask, w, need)

    def _meets(self, rem: i64, w: i64, need: i64) -> bool:
        if need < self.free:
            return True
        if self.copies:
            there = self.held.has_copies(rem, w, self.copies[need][0], self.copies[need][1])
            if not there or need <= self.pairs:
                return there
        place: i64 = need * (self.wilds + 1) + w
        memo = self.memo[place]
        if memo is None:
            self.memo[place] = memo = {}
        mixed: i64 = rem ^ rem >> 19 ^ rem >> 38  # a dict looks at the low bits first: let them depend on all
        key: object = mixed
        known = memo.get(key)
        if known is not None:
            return known
        self.steps -= 1
        met = self.steps < 0
        if not met:
            after = self.after[need]
            guard: i64 = self.guard
            full: i64 = rem | guard
            columns = self.columns[need]
            if columns is None:
                first = self.first[need]
                self.columns[need] = columns = [column for column in self.useful if first[column.flag]]
            for column in columns:
                if column.jokers <= w and (full - column.cards) & guard == guard:
                    state: i64 = after[column.flag]
                    if 0 <= state < need and self._meets((rem - column.cards) & self.mask, w - column.jokers, state):
                        met = True
                        break
        memo[key] = met
        return met
