"""The rulebooks of the user's own at a table, looking up any rulebook by its key, and such a rulebook in a link.

A link has what differs from one of ours, compressed, in letters of an address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from ..game.messages import quote
from ..game.rules import Rulebook, RuleError, refuse
from ..rulebooks import RULEBOOKS, get_rulebook
from .packed import PackedError, pack, unpack

FIELD = "own"
MOST_BOOKS = 30  # of the user's own: no more are kept
MOST_TITLE = 60  # characters of their names
MOST = 2500  # characters of a link; what is longer goes into a file
_MOST_PLAIN = 20_000  # bytes of its data
_MOST_OPTIONS = 10  # more than any rulebook offers


@dataclass(frozen=True, eq=False)
class OwnBooks(Mapping[str, Rulebook]):
    """The rulebooks of the user's own by their keys, in the order in which they came.

    Attributes:
        kept: the rulebooks.
        instead: of those dropped, the key of what is played in their place.
    """

    kept: Mapping[str, Rulebook] = field(default_factory=dict)
    instead: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Rulebook:
        return self.kept[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.kept)

    def __len__(self) -> int:
        return len(self.kept)

    @property
    def all(self) -> Mapping[str, Rulebook]:
        """All rulebooks to choose from by their keys, the user's own last."""
        return {**RULEBOOKS, **self.kept}

    # ---- looking up ----------------------------------------------------------------------------
    def book(self, key: str, options: Sequence[str] = ()) -> Rulebook:
        """Any rulebook by its key; of one dropped, what is played in its place.

        Raises:
            RuleError: there is no such rulebook or option, or the options do not go together.
        """
        return self.kept[key] if key in self.kept else get_rulebook(self.instead.get(key, key), options)

    def fit_options(self, key: str, wanted: Sequence[str], before: Sequence[str]) -> tuple[str, ...]:
        """As many of the options wanted as go together, those not chosen before among them.

        Args:
            key: the rulebook's key; one of the user's own offers none.
            wanted: the options that are to hold, ticked one by one: what does not go with the new one gives way.
            before: those that held until now.

        Raises:
            RuleError: an option is unknown, or one just chosen goes with none of the others.

        Example:
            >>> OwnBooks().fit_options("adgaming-13", ["pool-101", "pool-201"], ["pool-101"])
            ('pool-201',)
        """
        wanted = tuple(dict.fromkeys(wanted))[:_MOST_OPTIONS]
        fresh = {option for option in wanted if option not in before}
        refused: RuleError | None = None
        for count in range(len(wanted), -1, -1):
            for chosen in combinations(wanted, count):
                if fresh.issubset(chosen):
                    try:
                        get_rulebook(self.kept.get(key, key), chosen)
                        return chosen
                    except RuleError as error:
                        refused = refused or error
        assert refused is not None  # all that was wanted has been tried
        raise refused

    def name_free(self, book: Rulebook, wanted: str) -> Rulebook:
        """A rulebook under a key that no other one has: the one wanted, or that with a number after it."""
        number = 1
        while True:
            key = wanted if number == 1 else f"{wanted[:30]}-{number}"
            named = replace(book, key=key)
            if key not in RULEBOOKS and key != "all" and self.kept.get(key, named) == named:
                return named
            number += 1

    # ---- changing ------------------------------------------------------------------------------
    def keep(self, book: Rulebook) -> OwnBooks:
        """With another rulebook.

        Raises:
            RuleError: another rulebook has its key.
        """
        taken = book.key in RULEBOOKS or self.kept.get(book.key, book) != book
        refuse("bad-field:key-taken", taken, field="key", found=quote(book.key))
        return self.replace(book)

    def replace(self, book: Rulebook) -> OwnBooks:
        """With another rulebook, in the place of the one with its key if there is one."""
        return OwnBooks({**self.kept, book.key: book}, self.instead)

    def drop(self, key: str, instead: str) -> OwnBooks:
        """Without a rulebook, in the place of which another one of the package is played."""
        kept = {other: book for other, book in self.kept.items() if other != key}
        return OwnBooks(kept, {**self.instead, key: instead})


# ---- in a link -------------------------------------------------------------------------------------------------
def write_own(book: Rulebook) -> str:
    """What a link says of a rulebook, nothing if that is too long for one.

    Example:
        >>> book = replace(RULEBOOKS["octro-13"], key="ours", title="Ours", deal=11)
        >>> read_own(write_own(book)) == book
        True
    """
    from ..rulebooks.files import write_short

    return pack(write_short(book), MOST, _MOST_PLAIN)


def read_own(code: str) -> Rulebook:
    """The rulebook of a link.

    Raises:
        RuleError: it is damaged or makes no sense.
    """
    from ..rulebooks.files import make_rulebook

    try:
        return make_rulebook(unpack(code, _MOST_PLAIN))
    except PackedError:
        raise RuleError("bad-link:rulebook") from None
