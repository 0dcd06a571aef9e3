"""One hand under several rulebooks, side by side, and why two of them disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..game.cards import PRINTED_JOKER, Card, Hand, without
from ..game.display import Result
from ..game.messages import Items, find_surface, quote
from ..game.records import Best, Group, Reason
from ..game.rules import MELDS, Kind, Rulebook, RuleError
from ..game.table import Deal, check_players, set_table
from ..referee.scoring import score_arrangement
from ..rulebooks import RULEBOOKS
from ..rulebooks.find import Given, find_rulebooks
from .analysis import DEFAULT_PLAYERS, Analysis, as_card, as_hand, frame_figures, judge_hand

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, repr=False)
class Comparison(Result):
    """The verdicts of several rulebooks on one hand.

    Attributes:
        hand: the hand as given.
        turned: the card turned up, or None.
        players: how many play, before each rulebook's own limits.
        results: one verdict a rulebook, in the rulebooks' order.
    """

    hand: Hand
    turned: Card | None
    players: int
    results: tuple[Analysis, ...]

    def __getitem__(self, key: str) -> Analysis:
        """The verdict of one rulebook.

        Raises:
            RuleError: the rulebook is not part of this comparison.
        """
        for result in self.results:
            if result.rulebook.key == key:
                return result
        known = Items(tuple(result.rulebook.key for result in self.results), "comma")
        raise RuleError("bad-rulebook:not-compared", found=quote(key), known=known)

    def __iter__(self) -> Iterator[Analysis]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    def to_frame(self) -> pandas.DataFrame:
        """A table with one row a rulebook, indexed by its key.

        Columns: ``players``; ``size_ok``, whether the hand has as many cards as the game deals, or one more;
        ``pack_ok``, whether its pack holds them; as laid ``arranged_points``, ``arranged_score`` and
        ``arranged_declares``, at best ``best_points``, ``best_score`` and ``best_declares``; ``objective``, the way
        in which the hand declares at best; ``bonus`` from each opponent. Points are points lost; they are missing
        where melds are worth points. Scores are from the player's side. Columns ``arranged_*`` are missing if the
        hand was not laid out.
        """
        import pandas as pd

        index = pd.Index([result.rulebook.key for result in self.results], name="rulebook")
        return frame_figures([result.list_figures() for result in self.results], index)

    def to_dict(self) -> dict[str, object]:
        """What was asked and all answers as plain JSON values; each answer is that of ``Analysis.to_dict``."""
        return {
            "hand": str(self.hand),
            "turned": None if self.turned is None else str(self.turned),
            "players": self.players,
            "results": [result.to_dict() for result in self.results],
        }

    def why(self, a: str, b: str) -> tuple[str, ...]:
        """Why two rulebooks judge this hand differently, as sentences.

        Args:
            a, b: the keys of two rulebooks that are compared here.

        Raises:
            RuleError: one of the keys is not compared here.
        """
        return find_surface("difference")(self[a], self[b])

    def __repr__(self) -> str:
        parts = [repr(str(self.hand))]
        parts += [] if self.turned is None else [f"turned={str(self.turned)!r}"]
        parts += [] if self.players == DEFAULT_PLAYERS else [f"players={self.players}"]
        books = [result.rulebook for result in self.results]
        if books != [*RULEBOOKS.values()]:
            named = [book.key if RULEBOOKS.get(book.key) == book else book for book in books]
            parts.append(f"rulebooks={named!r}")
        return f"compare({', '.join(parts)})"


def compare(
    hand: Hand | str | Iterable[Card],
    turned: Card | str | None = None,
    players: int = DEFAULT_PLAYERS,
    options: Sequence[str] = (),
    rulebooks: Sequence[Given] = tuple(RULEBOOKS),
) -> Comparison:
    """Judge one hand under all rulebooks, or under those given.

    Args:
        hand: 1 to 28 cards, laid out in groups or not.
        turned: the card turned up, ``"PJ"``, or None.
        players: how many play; each rulebook takes the nearest number it allows.
        options: house options, applied to the rulebooks given by key that offer them.
        rulebooks: keys or rulebooks, in the order of the answer.

    Raises:
        CardError: the hand or the turned card cannot be read.
        RuleError: an option that no rulebook offers, an unknown rulebook, none, one twice, or players that are no
            number.

    Example:
        >>> comparison = compare("2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS", turned="QD")
        >>> comparison["octro-13"].arranged.points, len(comparison)
        (80, 9)
    """
    hand, turned = as_hand(hand), as_card(turned)
    check_players(players, several=True)
    books = find_rulebooks(rulebooks, options)
    return Comparison(hand, turned, players, tuple(judge_anyway(hand, book, turned, players) for book in books))


def judge_anyway(hand: Hand, book: Rulebook, turned: Card | None, players: int) -> Analysis:
    """Judge a hand under a rulebook that may know other packs: what it lacks is set aside and said so."""
    seats = book.table.nearest(players)
    notes: tuple[Reason, ...] = (Reason("options-applied", {"options": book.options}),) if book.options else ()
    if seats != players:
        notes += (Reason("players-adjusted", {"asked": players, "taken": seats}),)
    if not book.table.pack_for(seats).printed_jokers:
        if turned == PRINTED_JOKER and book.wilds.exposed:
            turned = None
            notes += (Reason("turned-joker-ignored"),)
        count = hand.cards.count(PRINTED_JOKER)
        if count:
            notes += (Reason("jokers-set-aside", {"count": count}),)
            if count == len(hand.cards):
                return _judge_nothing(hand, set_table(book, turned, seats), notes)
            hand = _without_jokers(hand)
    result = judge_hand(hand, set_table(book, turned, seats), notes)
    return replace(result, notes=(*result.notes, *_note_itself(result)))


def _note_itself(result: Analysis) -> Iterator[Reason]:
    """What tables differ in (R64): a meld of wild cards alone, one of which stands for itself."""
    is_wild = result.deal.is_wild
    for group in (*(result.arranged.groups if result.arranged else ()), *result.solved.groups):
        if group.kind in MELDS and all([is_wild[card.index] for card in group.cards]):
            standing = {wild.card for wild in group.wilds}
            natural = [card for card in group.cards if card not in standing and not card.is_printed_joker]
            if natural:
                yield Reason("wild-as-itself", {"card": str(natural[0])})
                return


def _judge_nothing(hand: Hand, deal: Deal, notes: tuple[Reason, ...]) -> Analysis:
    """Judge a hand of which everything was set aside: its cards lie loose, make nothing and are not too many."""
    result = judge_hand(hand, deal, notes)
    loose = score_arrangement([(card,) for card in hand.cards], deal)
    kept = hand.cards if loose.discard is None else without(hand.cards, loose.discard)
    laid = tuple(
        Group(group, Kind.LOOSE) if len(group) == 1 else Group(group, Kind.INVALID, (), (Reason("joker-not-wild"),))
        for group in hand.groups or ()
    )
    size = Reason("wrong-size", {"held": 0, "deal": deal.rulebook.deal})
    about = tuple(reason for reason in loose.reasons if reason.code not in ("wrong-size", "no-loose-card"))
    return replace(
        result,
        size_ok=False,
        pack_ok=True,
        arranged=None if hand.groups is None else replace(loose, groups=laid, reasons=(size, *about)),
        notes=(*notes, size),
    ).showing(Best(loose.points, loose.score, False, None, loose.discard, (), kept, loose.seen))


def _without_jokers(hand: Hand) -> Hand:
    """The hand without its printed jokers."""
    cards = tuple(card for card in hand.cards if not card.is_printed_joker)
    if hand.groups is None:
        return Hand(cards)
    groups = [tuple(card for card in group if not card.is_printed_joker) for group in hand.groups]
    return Hand.of_groups(group for group in groups if group)
