"""A full hand under any rulebook as an integer programme: every number in it is read from the rulebook's fields.

Knows neither the grammar nor the referee nor the search. Every meld is a column by the cards it uses as themselves and
the holes that jokers fill; a joker is a wild card from one pool. All windows of a suit and all choices of naturals are
listed, so that no rule about splitting long melds is needed. Each level of the loser's count and each way to declare is
one more programme on the same columns.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from ortools.sat.python import cp_model

from rummy_tutor.game.rules import (
    MELDS,
    Aces,
    JokerGroups,
    Kind,
    Measure,
    Melds,
    Needs,
    Objective,
    Rest,
    Rulebook,
    SetSuits,
    Tier,
    Wilds,
)

from .proving import prove
from .rules import PRINTED, RANKS, SUITS

Expr = Any
MANY = 99


@dataclass(frozen=True)
class Column:
    """A meld with open holes: its kind, the cards used as themselves, the holes, the cards shown, sorted."""

    kind: Kind
    naturals: tuple[str, ...]
    holes: int
    shows: tuple[str, ...]
    worth: int = 0

    @property
    def size(self) -> int:
        """Cards in all."""
        return len(self.naturals) + self.holes


@dataclass(frozen=True)
class Outcome:
    """The score from the player's side, and the names of the ways in which the hand declares."""

    score: int
    objectives: frozenset[str]


class Table:
    """A rulebook at a table, in plain strings."""

    def __init__(self, book: Rulebook, players: int, turned: str | None) -> None:
        self.book, self.melds, self.players = book, book.melds, players
        self.turned = turned if book.wilds.exposed else None
        self.wild = list_wild(book.wilds, self.turned)
        melds = book.melds
        self.tunnelas = melds.tunnela_from is not None and players >= melds.tunnela_from

    def face(self, card: str) -> int:
        """Points of a card that is not wild."""
        scoring = self.book.scoring
        if card == PRINTED:
            return 0
        rank = RANKS.index(card[0])
        if rank == 0:
            return scoring.ace
        return scoring.ranks[rank - 1] if scoring.ranks else min(rank + 1, 10)

    def stands(self, card: str) -> bool:
        """Whether a card may stand for itself in a sequence, set or tunnela."""
        return self.book.wilds.as_itself or card not in self.wild

    def cost(self, card: str) -> int:
        """Points of a card left loose."""
        scoring = self.book.scoring
        at_face = card not in self.wild or (scoring.wild_at_face and card != PRINTED)
        return self.face(card) if at_face else scoring.loose_wild


def list_married(wilds: Wilds, turned: str | None) -> list[str]:
    """The cards of a marriage: that from which the wild ones are counted, one up and one down; none without it."""
    base = turned
    if turned == PRINTED:
        base = None if wilds.printed_counts_as is None else str(wilds.printed_counts_as)
    return [] if base is None else [RANKS[(RANKS.index(base[0]) + step) % 13] + base[1] for step in (0, 1, -1)]


def list_wild(wilds: Wilds, turned: str | None) -> frozenset[str]:
    """Every card type that is wild with some card turned up."""
    found = {PRINTED} if wilds.printed else set()
    if turned is None:
        return frozenset(found)
    base = turned
    if turned == PRINTED:
        if wilds.printed_counts_as is None:
            return frozenset(found)
        base = str(wilds.printed_counts_as)
        found |= set(map(str, wilds.printed_adds))
    found |= {RANKS[(RANKS.index(base[0]) + offset) % 13] + base[1] for offset in wilds.offsets}
    colours = {"all-suits": SUITS, "none": "", "same-colour": colour_of(base), "opposite-colour": other_colour(base)}
    return frozenset(found | {base[0] + suit for suit in colours[wilds.ranks.value]})


def colour_of(card: str) -> str:
    """The suits of a card's colour."""
    return "HD" if card[1] in "HD" else "SC"


def other_colour(card: str) -> str:
    """The suits of the other colour."""
    return "SC" if card[1] in "HD" else "HD"


def allows_holes(melds: Melds, naturals: int, holes: int, most: int | None) -> bool:
    """Whether so many jokers may lie beside so many naturals in a sequence or set."""
    if not holes:
        return True
    enough = naturals >= melds.naturals and naturals >= melds.naturals_per_wild * holes
    return enough and (most is None or holes <= most)


def list_windows(melds: Melds) -> Iterator[tuple[str, ...]]:
    """The ranks of every sequence, in order."""
    line = {Aces.LOW: RANKS, Aces.HIGH: RANKS[1:] + "A", Aces.LOW_OR_HIGH: RANKS + "A"}.get(melds.aces, "")
    for length in range(melds.run_min, melds.run_max + 1):
        if melds.aces is Aces.ROUND:
            if length <= 13:
                yield from (tuple(RANKS[(start + at) % 13] for at in range(length)) for start in range(13))
        else:
            yield from (tuple(line[start : start + length]) for start in range(len(line) - length + 1))


def list_sequences(table: Table, held: Counter[str], jokers: int, longest: int = MANY) -> Iterator[Column]:
    """Every sequence of the cards held up to some length, with every choice of naturals."""
    melds, scoring = table.melds, table.book.scoring
    for window, suit in product(list_windows(melds), SUITS):
        if len(window) > longest:
            continue
        shows = [rank + suit for rank in window]
        worth = sum(map(table.face, shows))
        if scoring.ace_low is not None and "A" in window[:-1]:
            worth -= scoring.ace - scoring.ace_low
        there = [at for at, card in enumerate(shows) if held[card] and table.stands(card)]
        for count in range(max(1, len(shows) - jokers), len(there) + 1):
            if not allows_holes(melds, count, len(shows) - count, melds.run_wilds):
                continue
            for places in combinations(there, count):
                naturals = tuple(sorted(shows[at] for at in places))
                if all(held[card] >= times for card, times in Counter(naturals).items()):
                    kind = Kind.PURE_SEQUENCE if count == len(shows) else Kind.IMPURE_SEQUENCE
                    yield Column(kind, naturals, len(shows) - count, tuple(sorted(shows)), worth)


def list_sets(table: Table, held: Counter[str], jokers: int) -> Iterator[Column]:
    """Every set of the cards held, and what its jokers may show where that matters."""
    melds = table.melds
    largest = MANY if melds.set_max is None else melds.set_max
    for rank in RANKS:
        of_rank = [rank + suit for suit in SUITS]
        there = [held[card] * table.stands(card) for card in of_rank]
        most = [count if melds.set_suits is SetSuits.NOT_ALL_ONE else min(1, count) for count in there]
        for copies in product(*(range(count + 1) for count in most)):
            naturals = tuple(card for card, count in zip(of_rank, copies, strict=True) for _ in range(count))
            for holes in range(jokers + 1):
                if not naturals and not melds.joker_sets:
                    continue
                size = len(naturals) + holes
                if not melds.set_min <= size <= largest:
                    continue
                if naturals and not allows_holes(melds, len(naturals), holes, melds.set_wilds):
                    continue
                if naturals and melds.set_wilds_up_to_naturals and holes > len(naturals):
                    continue
                if len(set(naturals)) == 1 and not holes:
                    continue  # of one suit only
                for shows in list_shown(of_rank, naturals, holes) if not melds.identical else [()]:
                    yield Column(Kind.SET, naturals, holes, shows, size * table.face(of_rank[0]))


def list_shown(of_rank: list[str], naturals: tuple[str, ...], holes: int) -> list[tuple[str, ...]]:
    """What a set may show: its jokers stand for suits that are missing, for one twice only where none is left."""
    missing = [card for card in of_rank if card not in naturals]
    if holes <= len(missing):
        return [tuple(sorted(naturals + stand)) for stand in combinations(missing, holes)]
    others = missing or of_rank
    return [tuple(sorted((*naturals, *(others[at % len(others)] for at in range(holes)))))]


class Model:
    """The common model of a hand: columns, dublees, jokers by themselves, loose cards, and the card thrown."""

    effort = 300.0  # for one question, by CP-SAT's own count of work, which is the same on every machine

    def __init__(self, table: Table, cards: Sequence[str]) -> None:
        self.table, self.melds = table, table.melds
        self.held = held = Counter(cards)
        self.throws = len(cards) == table.book.deal + 1
        self.wilds = [card for card in held if card in table.wild]
        self.jokers = min(table.book.deal + self.throws, sum(held[card] for card in self.wilds))
        self.model = cp_model.CpModel()
        self.own: dict[str, Expr] = self.choose_cards()
        self.use: dict[str, list[Expr]] = defaultdict(list)
        self.holes: list[Expr] = []
        self.by_kind: dict[Kind, list[tuple[Expr, Column]]] = defaultdict(list)
        self.named: dict[int, tuple[str, ...]] = {}  # the jokers of a variable, where they are told apart
        shown: dict[tuple[str, ...], list[Expr]] = defaultdict(list)
        columns = self.list_columns()
        if table.tunnelas:
            three = [card for card in held if held[card] >= 3]
            three = [card for card in three if (self.melds.joker_tunnelas if card == PRINTED else table.stands(card))]
            worth = {card: 3 * table.face(card) for card in three}
            columns += [Column(Kind.TUNNELA, (card,) * 3, 0, (card,) * 3, worth[card]) for card in three]
        for column in columns:
            for var in self._lay(column):
                shown[column.shows].append(var)
        if not self.melds.identical:
            for same in shown.values():
                self.model.add(sum(same) <= 1)
        self._add_dublees()
        self._balance()

    def choose_cards(self) -> dict[str, Expr]:
        """How many of each card the hand has: as many as are given."""
        return dict(self.held)

    def list_columns(self) -> list[Column]:
        """Every sequence and set."""
        table, held, jokers = self.table, self.held, self.jokers
        return [*list_sequences(table, held, jokers), *list_sets(table, held, jokers)]

    def var(self, most: int) -> cp_model.IntVar:
        """A fresh integer from 0 to ``most``."""
        return self.model.new_int_var(0, max(0, most), "")

    def _lay(self, column: Column) -> list[Expr]:
        """The variables of a column: one, or one for each choice of jokers where it might come to K, A and 2."""
        corner = self._corner(column) if self.melds.aces is not Aces.ROUND else None
        if corner is None:
            fillers: list[tuple[str, ...] | None] = [None]
        elif not corner:
            fillers = list(combinations_with_replacement(sorted(self.wilds), column.holes))
        else:
            fillers = [
                named
                for named in combinations_with_replacement(sorted(self.wilds), column.holes)
                if not any(Counter((*column.naturals, *named)) == Counter(three) for three in corner)
            ]
        made = []
        for named in fillers:
            need = Counter(column.naturals + (named or ()))
            most = min([self.held[card] // count for card, count in need.items()] or [MANY])
            if named is None and column.holes:
                most = min(most, self.jokers // column.holes)
            if most > 0:
                var = self.var(most)
                for card, count in need.items():
                    self.use[card].append(count * var)
                if named is None and column.holes:
                    self.holes.append(column.holes * var)
                if named is not None:
                    self.named[var.index] = named
                self.by_kind[column.kind].append((var, column))
                made.append(var)
        return made

    def _corner(self, column: Column) -> list[tuple[str, ...]] | None:
        """The groups of K, A and 2 of one suit that a column may come to; None if none."""
        threes = [tuple(rank + suit for rank in "KA2") for suit in SUITS]
        near = [three for three in threes if set(column.naturals) <= set(three)]
        return near if column.size == 3 and near and len(set(column.naturals)) == len(column.naturals) else None

    def _add_dublees(self) -> None:
        """Two identical cards, two of a rank, or a card and a joker."""
        melds, wild = self.melds, self.table.wild
        self.dublees: list[tuple[Expr, tuple[str, str]]] = []
        if not melds.dublees:
            return
        for one, other in combinations_with_replacement(sorted(self.held), 2):
            if one == other and self.held[one] < 2:
                continue
            stands = self.table.stands
            alike = one == other or (melds.dublee_ranks and PRINTED not in (one, other) and one[0] == other[0])
            alike = alike and ((stands(one) and stands(other)) or one == other == PRINTED)
            helped = (one in wild and stands(other)) or (other in wild and stands(one))
            if alike or (melds.dublee_jokers and helped):
                var = self.var(self.held[one] // 2 if one == other else min(self.held[one], self.held[other]))
                self.use[one].append(var)
                self.use[other].append(var)
                self.dublees.append((var, (one, other)))

    def _balance(self) -> None:
        """Every card lies somewhere."""
        melds = self.melds
        self.loose = {card: self.var(count) for card, count in self.held.items()}
        self.thrown = {card: self.var(1) if self.throws else 0 for card in self.held}
        grouped = melds.jokers is not JokerGroups.NONE
        single = melds.jokers is JokerGroups.SPARE
        self.group = {card: self.var(self.held[card]) if grouped else 0 for card in self.wilds}
        self.alone = {card: self.var(self.held[card]) if single else 0 for card in self.wilds}
        pool = []
        self.pool: dict[str, Expr] = {}
        for card, count in self.held.items():
            there = sum(self.use[card]) + self.loose[card] + self.thrown[card]
            if card in self.table.wild:
                joker = self.pool[card] = self.var(count)
                pool.append(joker)
                there += joker + self.group[card] + self.alone[card]
            self.model.add(there == self.own[card])
        self.model.add(sum(pool) == sum(self.holes))
        if self.throws:
            self.model.add(sum(self.thrown.values()) == 1)
        if grouped and self.wilds:
            self._bound_group()

    def _bound_group(self) -> None:
        """The largest group of jokers has two cards or more, and is not K, A and 2 of one suit."""
        group, there = sum(self.group.values()), self.model.new_bool_var("")
        self.model.add(group >= 2 * there)
        self.model.add(group <= self.jokers * there)
        for suit in SUITS if self.melds.aces is not Aces.ROUND else ():
            three = [rank + suit for rank in "KA2"]
            if all(card in self.wilds for card in three):
                clause = []
                for expr, figure in [(group, 3), *((self.group[card], 1) for card in three)]:
                    less, more = self.model.new_bool_var(""), self.model.new_bool_var("")
                    self.model.add(expr <= figure - 1).only_enforce_if(less)
                    self.model.add(expr >= figure + 1).only_enforce_if(more)
                    clause += [less, more]
                self.model.add_bool_or(clause)

    # ---- what a layout comes to --------------------------------------------------------------------------
    def count(self, *kinds: Kind, least: int = 3) -> Expr:
        """How many melds of some kinds there are, of a size or larger."""
        return sum(var for kind in kinds for var, column in self.by_kind[kind] if column.size >= least)

    def meet(self, needs: Needs) -> list[tuple[Expr, int]]:
        """Sums and what they must be at least."""
        as_pure = self.count(Kind.TUNNELA) if self.melds.tunnela_counts_pure else 0
        runs = (Kind.PURE_SEQUENCE, Kind.IMPURE_SEQUENCE)
        found = [
            (self.count(Kind.PURE_SEQUENCE) + as_pure, needs.pure),
            (self.count(*runs) + as_pure, needs.sequences),
            (self.count(*runs, least=4), needs.long_sequences),
            (self.count(Kind.TUNNELA), needs.tunnelas),
            (sum(var for var, _ in self.dublees), needs.dublees),
        ]
        if needs.jokers:
            group = sum(self.group.values())
            if self.melds.jokers is JokerGroups.ASIDE:
                group += sum(self.loose[card] for card in self.wilds)
            elif needs.jokers == 1:
                group += sum(self.alone.values())
            found.append((group, needs.jokers))
        if needs.marriages:
            cards = list_married(self.table.book.wilds, self.table.turned)
            kept = [self.own[card] - self.thrown[card] if card in self.own else 0 for card in cards]
            found += [(count, needs.marriages) for count in kept or [0]]
        return [(expr, least) for expr, least in found if least]

    def left_over(self, needs: Needs) -> Expr:
        """Cards that a hand with everything melded may not have: neither in melds nor in what the needs name."""
        rest = sum(self.loose.values())
        if not needs.dublees:
            rest += sum(2 * var for var, _ in self.dublees)
        jokers = self.melds.jokers
        if jokers is not JokerGroups.SPARE:
            if not needs.jokers:
                rest += sum(self.group.values())
            elif jokers is JokerGroups.ASIDE:
                rest -= sum(self.loose[card] for card in self.wilds)
        return rest

    def points(self, exempt: Sequence[Kind]) -> Expr:
        """Points of all cards outside the groups of some kinds, the thrown one apart."""
        cost = self.table.cost
        total = sum(cost(card) * self.loose[card] for card in self.held)
        if Kind.DUBLEE not in exempt:
            total += sum((cost(one) + cost(other)) * var for var, (one, other) in self.dublees)
        if Kind.JOKERS not in exempt:
            total += sum(cost(card) * (self.group[card] + self.alone[card]) for card in self.wilds)
        if any(kind not in exempt for kind in MELDS):
            total += self.held_points(exempt)
        return total

    def held_points(self, exempt: Sequence[Kind]) -> Expr:
        """Points of the cards in melds that are not exempt, whichever jokers lie in them."""
        cost = self.table.cost
        total, holes = 0, 0
        for kind in [kind for kind in MELDS if kind not in exempt]:
            for var, column in self.by_kind[kind]:
                named = self.named.get(var.index)
                total += sum(map(cost, column.naturals + (named or ()))) * var
                holes += 0 if named is not None else column.holes * var
        paid = {card: self.var(self.held[card]) for card in self.pool}
        for card, var in paid.items():
            self.model.add(var <= self.pool[card])
        self.model.add(sum(paid.values()) == holes)
        return total + sum(cost(card) * var for card, var in paid.items())

    def melded(self, exempt: Sequence[Kind]) -> Expr:
        """Points of what the melds of some kinds show."""
        return sum(column.worth * var for kind in exempt for var, column in self.by_kind[kind])

    # ---- asking ------------------------------------------------------------------------------------------
    def least(self, needs: Needs, rest: Rest, cost: Expr, extra: Sequence[Any] = ()) -> int | None:
        """The least cost of a layout that meets some needs, None if there is none."""
        model = self.model.clone()
        for expr, least in self.meet(needs):
            if isinstance(expr, int):
                if expr < least:
                    return None
                continue
            model.add(expr >= least)
        if rest is Rest.MELDED:
            over = self.left_over(needs)
            if not isinstance(over, int):
                model.add(over <= 0)
            elif over > 0:
                return None
        for condition in extra:
            model.add(condition)
        if not isinstance(cost, int):
            model.minimize(cost)
        solver = prove(model, [(1, self.effort)])
        if solver is None:
            return None
        return cost if isinstance(cost, int) else round(solver.objective_value)

    def cost_of(self, tier: Tier) -> int | None:
        """What a hand costs at a level, higher is worse; None if it does not reach it."""
        if tier.flat is not None:
            return None if self.least(tier.needs, tier.rest, 0) is None else tier.flat
        cost = self.points(tier.exempt)
        if self.table.book.scoring.measure is Measure.MELDED_MINUS_LOOSE:
            cost = cost - self.melded(tier.exempt)
        return self.least(tier.needs, tier.rest, cost)

    def declares(self, way: Objective) -> bool:
        """Whether a hand declares in some way."""
        return self.price(way, 0) is not None

    def spared_cost(self, way: Objective, tier: Tier) -> int | None:
        """What a hand costs at a level if it declares in some way: jokers left over are free. None if it can't."""
        cost = self.points((*tier.exempt, Kind.JOKERS))
        if self.table.book.scoring.measure is Measure.MELDED_MINUS_LOOSE:
            cost = cost - self.melded(tier.exempt)
        extra = []
        over = self.left_over(tier.needs) if tier.rest is Rest.MELDED else 0
        for expr, least in [*self.meet(tier.needs), (-over, 0)]:
            if isinstance(expr, int):
                if expr < least:
                    return None
            else:
                extra.append(expr >= least)
        return self.price(way, cost, extra)

    def price(self, way: Objective, cost: Expr, conditions: Sequence[Any] = ()) -> int | None:
        """The least cost of a layout that declares in some way and meets some conditions, None if there is none."""
        extra = [*conditions]
        limit = self.deadwood(way)
        if limit is not None:
            kinds = [*MELDS]
            kinds += [Kind.DUBLEE] if way.needs.dublees else []
            spare = self.melds.jokers is JokerGroups.SPARE
            kinds += [Kind.JOKERS] if way.needs.jokers or spare else []
            left = self.points(kinds)
            if isinstance(left, int):
                if left > limit:
                    return None
            else:
                extra.append(left <= limit)
        return self.least(way.needs, way.rest, cost, extra)

    def deadwood(self, way: Objective) -> int | None:
        """The most points left over by who declares in some way."""
        most, turned = way.deadwood, self.table.turned
        if most is None or way.deadwood_by == "fixed" or turned in (None, PRINTED):
            return most
        if way.deadwood_by == "turned-ace-gin" and turned[0] == "A":
            return 0
        return min(most, self.table.face(turned))


def judge(book: Rulebook, cards: Sequence[str], players: int, turned: str | None) -> Outcome:
    """What a hand comes to at best.

    Args:
        book: the rulebook.
        cards: the hand.
        players: how many play.
        turned: the card turned up.
    """
    model = Model(Table(book, players, turned), cards)
    scoring = book.scoring
    tiers = [tier for tier in scoring.tiers if tier.players_from <= players]
    there = [way for way in book.objectives if way.players_from <= players]
    sized = book.deal <= len(cards) <= book.deal + 1
    costs = [model.cost_of(tier) for tier in tiers]
    if sized and book.melds.jokers is JokerGroups.SPARE and any(model.table.cost(card) for card in model.wilds):
        costs += [model.spared_cost(way, tier) for way in there for tier in tiers if tier.flat is None]  # R65
    least = min(cost for cost in costs if cost is not None)
    if scoring.measure is Measure.PENALTY:
        factor = scoring.printed_factor if book.wilds.exposed and turned == PRINTED else 1
        least = max(least, scoring.floor) * factor
        least = least if scoring.cap is None else min(least, scoring.cap)
    ways = frozenset(way.name for way in there if sized and model.declares(way))
    return Outcome(-least, ways)
