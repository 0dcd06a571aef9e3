"""Real cards for what ``Reach`` found: which to buy, which joker goes where, what is given up.

``Reach`` lays melds with holes and says how many cards are bought. Here each hole gets a card or a joker, with no
more copies than can be had, no K, A and 2 of one suit (R29), and no two identical melds where these are forbidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from ..game.cards import CARDS
from ..game.rules import Kind
from ..game.table import Deal
from ..referee.grammar import PRINTED, grammar_at, is_wrap
from .partial_melds import NONE, Piece

_PATIENCE = 40  # choices of cards among which one that is wished for is looked for


@dataclass(frozen=True, slots=True)
class Filled:
    """A hand that declares, made of the cards held and some others.

    Attributes:
        groups: pairs of a kind and card indices in order.
        bought: card indices that are not held yet.
        given: held card indices it has no use for.
        swaps: card indices that could be had instead of one of those bought.
    """

    groups: tuple[tuple[Kind, tuple[int, ...]], ...]
    bought: tuple[int, ...]
    given: tuple[int, ...]
    swaps: tuple[int, ...] = ()


class _Built:
    """A group while it is made: its cards, the places of its jokers."""

    __slots__ = ("kind", "piece", "shows", "stands", "uses")

    def __init__(self, piece: Piece, uses: tuple[int, ...], stands: tuple[int, ...], shows: tuple[int, ...]) -> None:
        self.piece = piece
        self.kind = piece.kind
        self.uses = uses  # held and bought cards used as themselves
        self.stands = stands  # what its jokers stand for
        self.shows = shows  # for a sequence in order


class Filler:
    """Finds real cards for pieces.

    Args:
        held: copies held by card index.
        stock: copies that can still be had, by card index.
        deal: the rulebook at its table.
        aside: jokers that are to lie by themselves.
        spare: whether more may.
        loose_runs: whether a sequence with jokers may as well be a set.
    """

    def __init__(
        self, held: Counter[int], stock: Sequence[int], deal: Deal, aside: int, spare: bool, loose_runs: bool
    ) -> None:
        self.held = held
        self.stock = stock
        self.deal = deal
        self.rules = grammar_at(deal)
        self.aside = aside
        self.spare = spare
        self.loose_runs = loose_runs
        self.own: Counter[int] | None = None  # where all that can be had counts as held, what is held
        self.thrown: int | None = None  # a card that must go
        self.most = 0  # cards that may be bought
        self.stretch = True  # whether sequences may be lengthened by bought cards
        self.wilds = [index for index in (PRINTED, *range(52)) if deal.is_wild[index]]
        self.top = self.rules.places

    def fill(self, pieces: Sequence[Piece], gone: Sequence[int], room: int, wish: int = NONE) -> Filled | None:
        """The hand made of some pieces without the cards that are gone, or None if no choice of cards makes one.

        Args:
            pieces: the pieces.
            gone: the cards given up.
            room: jokers to be added.
            wish: a card that must be among those that could be bought.
        """
        given = list(gone)
        left = Counter({index: count for index, count in self.held.items() if self.deal.is_wild[index]})
        if self.thrown is not None:
            given.append(self.thrown)
            if self.deal.is_wild[self.thrown]:
                left[self.thrown] -= 1
        for piece in pieces:
            for index in piece.uses:
                if self.deal.is_wild[index]:
                    left[index] -= 1
        stock = list(self.stock)
        refused = 0
        for built, bought in self._choose(pieces, 0, stock, []):
            for extra, grown, more in self._grow(built, room, stock):
                answer = self._place_jokers(grown, Counter(left), extra, [*bought, *more], given, stock)
                if answer is not None:
                    if wish == NONE or wish in answer.bought or wish in answer.swaps:
                        return answer
                    refused += 1
                    if refused == _PATIENCE:
                        return None
        return None

    def _choose(
        self, pieces: Sequence[Piece], at: int, stock: list[int], done: list[tuple[_Built, tuple[int, ...]]]
    ) -> Iterator[tuple[list[_Built], list[int]]]:
        """Each choice of bought cards and places for the pieces from ``at`` on."""
        if at == len(pieces):
            yield [built for built, _ in done], [index for _, bought in done for index in bought]
            return
        for built, bought in self._ways(pieces[at], stock):
            if not self.rules.identical and any(self._alike(built, other) for other, _ in done):
                continue
            for index in bought:
                stock[index] -= 1
            yield from self._choose(pieces, at + 1, stock, [*done, (built, bought)])
            for index in bought:
                stock[index] += 1

    def _alike(self, one: _Built, other: _Built) -> bool:
        return sorted((*one.uses, *one.stands)) == sorted((*other.uses, *other.stands))

    def _ways(self, piece: Piece, stock: list[int]) -> Iterator[tuple[_Built, tuple[int, ...]]]:
        """A piece with each choice of its holes' cards."""
        if piece.kind in (Kind.TUNNELA, Kind.DUBLEE):
            if stock[piece.at] >= piece.bought:
                bought = (piece.at,) * piece.bought
                yield _Built(piece, piece.uses + bought, (), ()), bought
            return
        if piece.kind is Kind.SET:
            yield from self._set_ways(piece, stock)
            return
        size = piece.size
        for start in range(self.top - size + 1):
            shows = tuple([piece.at + (start + i) % 13 for i in range(size)])
            if any(index not in shows for index in piece.uses):
                continue
            holes = [index for index in shows if index not in piece.uses]
            if size - len(holes) != len(piece.uses):  # an ace at both ends
                continue
            for bought in combinations([index for index in holes if stock[index] > 0], piece.bought):
                stands = list(holes)
                for index in bought:
                    stands.remove(index)
                yield _Built(piece, piece.uses + bought, tuple(stands), shows), bought

    def _set_ways(self, piece: Piece, stock: list[int]) -> Iterator[tuple[_Built, tuple[int, ...]]]:
        suits = [piece.at + 13 * suit for suit in range(4)]
        if not self.rules.mixed:
            free = [index for index in suits if index not in piece.uses]
            for bought in combinations([index for index in free if stock[index] > 0], piece.bought):
                empty = [index for index in free if index not in bought]
                for stands in combinations(empty, min(piece.jokers, len(empty))):
                    yield _Built(piece, piece.uses + bought, stands, ()), bought
                    if self.rules.identical:
                        break
            return
        for bought in combinations_with_replacement([index for index in suits if stock[index] > 0], piece.bought):
            uses = piece.uses + bought
            if all(count <= stock[index] for index, count in Counter(bought).items()):
                if len(set(uses)) > 1 or piece.jokers:
                    yield _Built(piece, uses, (), ()), bought

    def _grow(
        self, built: list[_Built], room: int, stock: list[int]
    ) -> Iterator[tuple[list[int], list[_Built], list[int]]]:
        """Places for the room left: jokers added to each group, groups grown by bought cards, those cards.

        The first list tells how many jokers are added to each group and, last, lie by themselves.
        """
        extra = [0] * len(built)
        if self.spare:
            yield [*extra, room], built, []
            return
        for count in range(room + 1 if self.stretch else 1):
            for grown, bought in self._widen(built, 0, count, stock):
                left = room - count
                for at in sorted(range(len(grown)), key=lambda at: grown[at].kind is Kind.SET):
                    extra[at] = min(left, grown[at].piece.slack)
                    left -= extra[at]
                if not left:
                    yield [*extra, 0], grown, bought

    def _widen(
        self, built: list[_Built], at: int, count: int, stock: list[int]
    ) -> Iterator[tuple[list[_Built], list[int]]]:
        """The groups with so many cards bought to lengthen those from ``at`` on, and these cards."""
        if not count:
            yield built, []
            return
        for place in range(at, len(built)):
            for wider, index in self._wider(built[place], stock):
                stock[index] -= 1
                for grown, bought in self._widen([*built[:place], wider, *built[place + 1 :]], place, count - 1, stock):
                    yield grown, [index, *bought]
                stock[index] += 1

    def _wider(self, group: _Built, stock: list[int]) -> Iterator[tuple[_Built, int]]:
        """A sequence with the next card bought at one of its ends."""
        if not group.shows or len(group.shows) >= min(13, self.rules.run_most):
            return
        base = group.shows[0] // 13 * 13
        low = group.shows[0] % 13
        high = low + len(group.shows) - 1
        if low > 0 and stock[base + low - 1] > 0:
            index = base + low - 1
            yield _Built(group.piece, (*group.uses, index), group.stands, (index, *group.shows)), index
        if high + 1 < self.top and stock[base + (high + 1) % 13] > 0:
            index = base + (high + 1) % 13
            yield _Built(group.piece, (*group.uses, index), group.stands, (*group.shows, index)), index

    def _place_jokers(
        self,
        built: list[_Built],
        left: Counter[int],
        extra: list[int],
        bought: list[int],
        given: list[int],
        stock: list[int],
    ) -> Filled | None:
        """Give each group its jokers, so that none becomes K, A and 2 of one suit (R29)."""
        counts = [group.piece.jokers + more for group, more in zip(built, extra, strict=False)]
        needed = sum(counts) + extra[-1] + self.aside
        pool, others = self._jokers_held(left)  # printed jokers first
        pool += others
        more: list[int] = []
        if len(pool) < needed:
            more = self._jokers_to_buy(stock)[: needed - len(pool)]
        if len(pool) + len(more) < needed or len(bought) + len(more) > self.most:
            return None
        keep = needed - len(more)
        unused, pool = pool[keep:], pool[:keep] + more
        jokers: list[list[int]] = [[] for _ in built]
        risky = [at for at, group in enumerate(built) if counts[at] and _is_risky(group, counts[at])]
        if not self._keep_apart(built, counts, risky, 0, Counter(pool), jokers):
            chosen = self._other_jokers(built, counts, risky, needed, left, stock, jokers)
            if chosen is None:
                return None
            pool, more = chosen
            if len(bought) + len(more) > self.most:
                return None
            unused = sorted((left - Counter(pool)).elements(), reverse=True)
        given = given + unused
        rest = Counter(pool)
        for at in risky:
            rest.subtract(jokers[at])
        free = sorted(rest.elements(), reverse=True)
        swaps: tuple[int, ...] = ()
        if more and (any([index in more for index in free]) or self._can_free(built, counts, risky, pool, more)):
            swaps = self._swaps(built, counts, risky, more, stock)
            if any(extra[:-1]) and self.rules.identical:
                swaps += self._ends(built, extra, more, stock)
        for at in range(len(built)):
            if at not in risky:
                jokers[at] = [free.pop(0) for _ in range(counts[at])]
        if not self.rules.identical and self._has_alike(built, extra):
            return None
        groups = [(self._kind(group, jokers[at]), _in_order(group, jokers[at])) for at, group in enumerate(built)]
        if free:
            groups.append((Kind.JOKERS, tuple(free)))
        return Filled(tuple(groups), tuple(sorted([*bought, *more])), tuple(sorted(given)), swaps)

    def _jokers_held(self, left: Counter[int]) -> tuple[list[int], list[int]]:
        """The wild cards held in no meld, best to keep first; where all count as held, those to be had apart."""
        pool = sorted((+left).elements(), reverse=True)
        if self.own is None:
            return pool, []
        first: list[int] = []
        others: list[int] = []
        for index in pool:
            # what lies in melds is held rather than bought
            used = self.held[index] - pool.count(index)
            mine = max(0, self.own[index] - used - (index == self.thrown))
            (first if first.count(index) < mine else others).append(index)
        return first, others

    def _jokers_to_buy(self, stock: list[int]) -> list[int]:
        """The wild cards that can be had, printed jokers first."""
        return [index for index in self.wilds for _ in range(stock[index])]

    def _other_jokers(
        self,
        built: list[_Built],
        counts: list[int],
        risky: list[int],
        needed: int,
        left: Counter[int],
        stock: list[int],
        jokers: list[list[int]],
    ) -> tuple[list[int], list[int]] | None:
        """Jokers that keep K, A and 2 apart where those that come first do not; as few as can be are bought.

        Args:
            built: the groups.
            counts: how many jokers each takes.
            risky: the groups that could become K, A and 2.
            needed: jokers in all.
            left: the wild cards held that lie in no meld.
            stock: copies that can still be had.
            jokers: takes the jokers of the groups at risk.

        Returns:
            The jokers and those among them that are bought, None if no choice of jokers will do.
        """
        held, others = self._jokers_held(left)
        mine = Counter(held)
        there = Counter(others if self.own is not None else self._jokers_to_buy(stock))
        for fresh in range(sum([counts[at] for at in risky]) + 1):
            for chosen in combinations_with_replacement(sorted(there, reverse=True), fresh):
                new = Counter(chosen)
                if new - there or not self._keep_apart(built, counts, risky, 0, mine + new, jokers):
                    continue
                taken = Counter([index for at in risky for index in jokers[at]])
                kept = sorted((mine - taken).elements(), reverse=True)
                bought = sorted((there - (taken - mine)).elements(), reverse=True)
                pool = [*taken.elements(), *[*kept, *bought][: needed - taken.total()]]
                if len(pool) == needed:
                    return pool, [] if self.own is not None else list((Counter(pool) - mine).elements())
        return None

    def _can_free(
        self, built: list[_Built], counts: list[int], risky: list[int], pool: list[int], more: list[int]
    ) -> bool:
        """Whether a joker that is bought may lie in a group where any would do."""
        for index in set(more):
            others = Counter(pool)
            others[index] -= 1
            if self._keep_apart(built, counts, risky, 0, others, [[] for _ in built]):
                return True
        return False

    def _swaps(
        self, built: list[_Built], counts: list[int], risky: list[int], more: list[int], stock: list[int]
    ) -> tuple[int, ...]:
        """What could be bought instead of a joker that lies where any would do: another, or the card it stands for."""
        there = [i for i, flag in enumerate(self.deal.is_wild) if flag and stock[i] > more.count(i)]
        distinct = not self.rules.mixed
        for at, group in enumerate(built):
            if not counts[at]:
                continue
            stands = group.stands
            if group.kind is Kind.SET and self.rules.identical:
                closed = set(group.uses)
                if not distinct and (len(closed) > 1 or counts[at] > 1):
                    closed.clear()
                stands = tuple([index for index in range(group.piece.at, 52, 13) if index not in closed])
            elif group.stands and self.rules.identical:
                stands = self._window(group)
                if self.loose_runs and len(group.uses) == 1 and counts[at] == 2:  # it may as well be a set
                    rank = range(group.uses[0] % 13, 52, 13)
                    stands += tuple([index for index in rank if not distinct or index != group.uses[0]])
            if at in risky:  # another card of these is no safeguard against K, A and 2 of one suit
                ends = [group.uses[0] // 13 * 13 + rank for rank in (0, 1, 12)]
                stands = tuple([index for index in stands if index not in ends or index in group.uses])
            there += [index for index in stands if stock[index] > more.count(index)]
        return tuple(there)

    def _window(self, group: _Built) -> tuple[int, ...]:
        """What the jokers of a sequence may stand for, wherever it begins."""
        base, size = group.shows[0] // 13 * 13, len(group.shows)
        found: set[int] = set()
        for start in range(self.top - size + 1):
            shows = [base + (start + i) % 13 for i in range(size)]
            if all([index in shows for index in group.uses]):
                found.update(shows)
        return tuple([index for index in found if index not in group.uses])

    def _ends(self, built: list[_Built], extra: list[int], more: list[int], stock: list[int]) -> tuple[int, ...]:
        """What could be bought instead of a joker that was added to some group: what any sequence or set can take."""
        total = sum(extra[:-1])
        for at, group in enumerate(built):
            if extra[at] and group.piece.jokers and _is_risky(group, group.piece.jokers):
                return ()  # it needs what was added
        there: list[int] = []
        for at, group in enumerate(built):
            if group.kind is Kind.SET and group.piece.slack > extra[at]:
                closed = group.uses if not self.rules.mixed else ()
                there += [index for index in range(group.piece.at, 52, 13) if index not in closed]
            if not group.shows:
                continue
            low, size = group.shows[0] % 13, len(group.shows)
            base = group.shows[0] - low
            reach = max(1, min(total, group.piece.slack))
            for by in range(1, min(reach, self.rules.run_most - size, 13 - size) + 1):
                if low - by >= 0:
                    there.append(base + low - by)
                if low + size - 1 + by < self.top:
                    there.append(base + (low + size - 1 + by) % 13)
        return tuple([index for index in there if stock[index] > more.count(index)])

    def _has_alike(self, built: list[_Built], extra: list[int]) -> bool:
        """Whether two melds show the same, or could once jokers are added; where refused, all places are tried."""
        if any(self._alike(one, other) for one, other in combinations(built, 2)):  # also those grown by bought cards
            return True
        if not any(extra[:-1]):
            return False
        sizes = Counter(
            (group.piece.at, len(group.uses) + len(group.stands) + more)
            for group, more in zip(built, extra, strict=False)
        )
        return any(count > 1 for count in sizes.values())

    def _kind(self, group: _Built, jokers: list[int]) -> Kind:
        if group.kind is Kind.IMPURE_SEQUENCE and not jokers:
            return Kind.PURE_SEQUENCE
        return group.kind

    def _keep_apart(
        self,
        built: list[_Built],
        counts: list[int],
        risky: list[int],
        at: int,
        pool: Counter[int],
        jokers: list[list[int]],
    ) -> bool:
        if at == len(risky):
            return True
        place = risky[at]
        types = sorted(+pool, reverse=True)
        for chosen in combinations_with_replacement(types, counts[place]):
            taken = Counter(chosen)
            if any(count > pool[index] for index, count in taken.items()):
                continue
            if is_wrap([CARDS[index] for index in (*built[place].uses, *chosen)]):
                continue
            jokers[place] = list(chosen)
            if self._keep_apart(built, counts, risky, at + 1, pool - taken, jokers):
                return True
        return False


def _is_risky(group: _Built, jokers: int) -> bool:
    """Whether a group of three could be K, A and 2 of one suit."""
    return len(group.uses) + jokers == 3 and all(index % 13 in (0, 1, 12) for index in group.uses)


def _in_order(group: _Built, jokers: list[int]) -> tuple[int, ...]:
    """A group's cards in the order they lie."""
    if not group.shows:
        return (*group.uses, *jokers)
    waiting = list(jokers)
    placed = [index if index in group.uses else waiting.pop(0) for index in group.shows]
    return (*placed, *waiting)
