"""The distance to declare as an integer programme over the whole pack, solved exactly by CP-SAT.

The hand D to be reached is a variable: so many of each card that is held or can be had, N in all. Its
arrangement is laid out beside it: groups of three and four are columns, longer sequences paths through a layered
graph, and a wild card is either used as itself or adds to one pool of stand-ins. Only groups that could become
K, A, 2 of one suit (R29) say which wild cards they take. The cost is the number of cards in D that are not held.
Each objective is a model of its own, and its answer is laid out card by card for the referee.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from typing import Any

from ortools.sat.python import cp_model

from . import rules
from .distance import SEE, Distance, Question, ask, exchanges_to, objectives, reaches, summarise
from .proving import prove
from .rules import RANKS, RUN, SUITS

Expr = Any
"""A linear expression, a variable or a plain integer."""

State = tuple[int, str]
"""How far a sequence has come: its length, counted up to four, and natural / wild / mixed so far."""


class Reached:
    """The hands within reach of one question, with every way to lay one out, for one objective."""

    def __init__(self, question: Question, name: str) -> None:
        """Build the model; the cards outside the groups it names are melded or anything, as the objective asks."""
        self.question, self.name = question, name
        self.key, self.book = question.key, question.book
        self.reach = question.held + question.stock
        self.wild = rules.wild_types(question.key, question.turned, question.options)
        self.wild_here = sorted(card for card in self.reach if card in self.wild)
        self.wild_count = min(self.book.deal, sum(self.reach[card] for card in self.wild_here))
        self.model = cp_model.CpModel()
        self.hopeless = False
        self.use: dict[str, list[Expr]] = defaultdict(list)
        self.stand_ins: list[Expr] = []
        self.pure: list[Expr] = []
        self.sequences: list[Expr] = []
        self.long: list[Expr] = []
        self.identities: dict[tuple[str, ...], list[Expr]] = defaultdict(list)
        # what is needed to lay an answer out
        self.columns: list[tuple[tuple[str, ...], int, Expr]] = []
        self.paths: list[list[list[tuple[State | None, State, str | None, Expr]]]] = []
        self.windows: list[tuple[Expr, int, list[tuple[str, Expr]]]] = []
        self.mixed: list[tuple[list[tuple[str, Expr]], Expr]] = []
        self.further: Expr = 0
        self.tunnela: dict[str, Expr] = {}
        self.dublee: dict[str, Expr] = {}
        self.standing: dict[str, Expr] = {}
        self.rest: dict[str, Expr] = {}
        self.becomes: dict[str, Expr] = {}

        self.melded = name == "complete" or self.key == "paplu-27"
        if self.melded:
            self.add_melds()
        elif name == SEE:
            self.add_short_runs()
        if rules.has_tunnelas(self.key, question.players) and (self.melded or name in ("tunnelas", SEE)):
            self.tunnela = {
                card: self.var(count // 3)
                for card, count in self.reach.items()
                if count >= 3 and rules.has_tunnelas(self.key, question.players, card)
            }
        if name == "dublees":
            self.dublee = {card: self.var(count // 2) for card, count in self.reach.items() if count >= 2}
        self.balance()
        self.require()

    def var(self, most: int) -> cp_model.IntVar:
        """A fresh integer from 0 to ``most``."""
        return self.model.new_int_var(0, max(0, most), "")

    # --- melds --------------------------------------------------------------------------------------------

    def add_melds(self) -> None:
        """Every sequence and set of the rulebook."""
        self.add_short_runs()
        if self.key == "vazhushal-13":
            self.add_windows()
        elif self.key != "marriage-21":
            for suit in SUITS:
                self.add_paths(suit)
        if self.key == "paplu-27":
            self.add_mixed_sets()
        else:
            self.add_sets()
        for same in self.identities.values():
            self.model.add(sum(same) <= 1)

    def add_column(self, natural: tuple[str, ...], wilds: int) -> list[cp_model.IntVar]:
        """Columns for a group of these naturals and so many stand-ins, none of them K, A, 2 of one suit."""
        if wilds > (min(1, self.wild_count) if self.key == "octro-13" else self.wild_count):
            return []
        most = min(self.reach[card] for card in natural)
        choices: list[tuple[str, ...]] = [()]
        if len(natural) + wilds == 3 and any(
            rules.is_king_ace_two((*natural, *some)) for some in combinations(self.wild_here, wilds)
        ):
            choices = [
                some
                for some in combinations_with_replacement(self.wild_here, wilds)
                if not rules.is_king_ace_two((*natural, *some))
            ]
            wilds = 0
        found = []
        for some in choices:
            cards = (*natural, *some)
            column = self.var(min(most, *(self.reach[card] // n for card, n in Counter(cards).items())))
            for card in cards:
                self.use[card].append(column)
            if wilds:
                self.stand_ins.append(wilds * column)
            self.columns.append((cards, wilds, column))
            found.append(column)
        return found

    def add_short_runs(self) -> None:
        """Sequences of three, a column for every choice of naturals."""
        for suit in SUITS:
            for start in range(len(RUN) - 2):
                window = [rank + suit for rank in RUN[start : start + 3]]
                here = [card for card in window if self.reach[card]]
                for count in range(1 if self.name != SEE else 3, len(here) + 1):
                    for natural in combinations(here, count):
                        columns = self.add_column(natural, 3 - count)
                        self.sequences += columns
                        if self.key == "vazhushal-13":
                            self.identities[tuple(sorted(window))] += columns
                        if count == 3:
                            self.pure += columns

    def add_paths(self, suit: str) -> None:
        """Sequences of four and more in a suit: a path per sequence, which ends natural (pure) or mixed."""
        cards = [rank + suit for rank in RUN]
        before: dict[State, Expr] = {}
        layers = []
        for place, card in enumerate(cards):
            layer: list[tuple[State | None, State, str | None, Expr]] = []
            sources: list[State | None] = list(before)
            if place <= len(RUN) - 4:
                sources.append(None)
            for state in sources:
                length, kind = state or (0, "")
                if length < 4 and len(RUN) - place < 4 - length:
                    continue
                longer = min(4, length + 1)
                if self.reach[card]:
                    new = "natural" if kind in ("", "natural") else "mixed"
                    layer.append((state, (longer, new), card, self.var(self.reach[card])))
                # Octro's sequences hold one stand-in at most
                if self.wild_count and (self.key != "octro-13" or kind in ("", "natural")):
                    new = "wild" if kind in ("", "wild") else "mixed"
                    layer.append((state, (longer, new), None, self.var(self.wild_count)))
            for state, flow in before.items():
                ended = flow - sum(arc[3] for arc in layer if arc[0] == state)
                self.end_paths(state, ended)
            for _, _, natural, arc in layer:
                (self.stand_ins if natural is None else self.use[natural]).append(arc)
            before = {state: sum(arc[3] for arc in layer if arc[1] == state) for _, state, _, _ in layer}
            layers.append(layer)
        for state, flow in before.items():
            self.end_paths(state, flow)
        self.paths.append(layers)

    def end_paths(self, state: State, ended: Expr) -> None:
        """Count the sequences that end in a state, which only some states allow."""
        if state not in ((4, "natural"), (4, "mixed")):
            self.model.add(ended == 0)
            return
        self.model.add(ended >= 0)
        self.sequences.append(ended)
        self.long.append(ended)
        if state[1] == "natural":
            self.pure.append(ended)

    def add_windows(self) -> None:
        """Vazhushal's sequences of four and more: each window once, pure or with stand-ins at any places."""
        for suit in SUITS:
            for length in range(4, min(len(RUN), self.book.deal) + 1):
                for start in range(len(RUN) - length + 1):
                    window = [rank + suit for rank in RUN[start : start + length]]
                    same = self.identities[tuple(sorted(window))]
                    if all(self.reach[card] >= count for card, count in Counter(window).items()):
                        same += self.add_pure_window(window)
                    here = [card for card in window if self.reach[card]]
                    if here and self.wild_count:
                        there = self.var(1)
                        same.append(there)
                        naturals = [(card, self.var(1)) for card in here]
                        for card, natural in naturals:
                            self.model.add(natural <= there)
                            self.use[card].append(natural)
                        count = sum(natural for _, natural in naturals)
                        self.model.add(count >= max(1, length - self.wild_count) * there)
                        self.model.add(count <= (length - 1) * there)
                        self.stand_ins.append(length * there - count)
                        self.windows.append((there, length, naturals))

    def add_pure_window(self, window: Sequence[str]) -> list[cp_model.IntVar]:
        """A column for one pure sequence as a whole."""
        column = self.var(1)
        for card in window:
            self.use[card].append(column)
        self.columns.append((tuple(window), 0, column))
        self.pure.append(column)
        return [column]

    def add_sets(self) -> None:
        """Sets of distinct suits, a column for every choice of naturals and number of stand-ins."""
        big: list[Expr] = []
        for rank in RANKS:
            here = [rank + suit for suit in SUITS if self.reach[rank + suit]]
            for count in range(1, len(here) + 1):
                for natural in combinations(here, count):
                    for size in (3,) if self.key == "marriage-21" else (3, 4):
                        if size < count:
                            continue
                        if self.key == "vazhushal-13":
                            missing = [rank + suit for suit in SUITS if rank + suit not in natural]
                            for extra in combinations(missing, size - count):
                                columns = self.add_column(natural, size - count)
                                self.identities[tuple(sorted((*natural, *extra)))] += columns
                            continue
                        columns = self.add_column(natural, size - count)
                        if size == 4:
                            big += columns
        if self.key == "adgaming-13" and big and self.wild_count:
            self.further = self.var(self.wild_count)  # a set of four takes in any number of further wild cards
            self.model.add(self.further <= self.wild_count * sum(big))
            self.stand_ins.append(self.further)

    def add_mixed_sets(self) -> None:
        """The 27-card game's sets: copies allowed, not all of one suit, stand-ins at most the naturals.

        Two sets of one rank put together are again a set, so one a rank is enough.
        """
        for rank in RANKS:
            here = [rank + suit for suit in SUITS if self.reach[rank + suit]]
            if not here:
                continue
            there, wilds, some_wild = self.var(1), self.var(self.wild_count), self.var(1)
            naturals = [(card, self.var(self.reach[card])) for card in here]
            suits = []
            for card, natural in naturals:
                present = self.var(1)
                self.model.add(natural <= self.reach[card] * there)
                self.model.add(present <= natural)
                self.use[card].append(natural)
                suits.append(present)
            count = sum(natural for _, natural in naturals)
            self.model.add(some_wild <= wilds)
            self.model.add(wilds <= count)
            self.model.add(count + wilds >= 3 * there)
            self.model.add(2 * some_wild + sum(suits) >= 2 * there)
            self.stand_ins.append(wilds)
            self.mixed.append((naturals, wilds))

    # --- the hand and the objective -----------------------------------------------------------------------

    def balance(self) -> None:
        """Say of every card how many the hand comes to hold and what each of them is for."""
        if not self.melded:
            left = set(self.reach)
        elif self.key == "octro-13" or self.name == "jokers":
            left = set(self.wild_here)
        else:
            left = set()
        self.new: list[Expr] = []
        for card, count in self.reach.items():
            self.rest[card] = self.var(count) if card in left else 0
            self.standing[card] = self.var(count) if card in self.wild and self.stand_ins else 0
            used = sum(self.use[card]) + 3 * self.tunnela.get(card, 0) + 2 * self.dublee.get(card, 0)
            have = self.question.held[card]
            kept = self.var(min(have, count))
            self.becomes[card] = kept
            if count > have:
                new = self.var(count - have)
                self.new.append(new)
                self.becomes[card] = kept + new
            self.model.add(used + self.standing[card] + self.rest[card] == self.becomes[card])
        self.model.add(sum(self.becomes.values()) == self.book.deal)
        self.model.add(sum(self.standing.values()) == sum(self.stand_ins))

    def require(self) -> None:
        """What the objective asks for beyond the rest being melded."""
        book, name, key = self.book, self.name, self.key
        pure, sequences, tunnelas = sum(self.pure), sum(self.sequences), sum(self.tunnela.values())
        if name == "tunnelas":
            self.at_least(tunnelas, book.tunnelas)
        elif name == "dublees":
            self.at_least(sum(self.dublee.values()), book.dublees)
        elif name == "jokers":
            # outside the 27-card game the rest may be anything, so the wild cards may lie as they must
            aside = self.rest if key == "paplu-27" else self.becomes
            if key == "rummy-21" and book.jokers < 4:
                raise ValueError("a group of three jokers may be K, A, 2 of one suit, which is not modelled")
            self.at_least(sum(aside[card] for card in self.wild_here), book.jokers)
        else:
            if key in ("rummy-21", "marriage-21", "paplu-13"):
                pure, sequences = pure + tunnelas, sequences + tunnelas
            self.at_least(pure, book.pure)
            self.at_least(sequences, book.sequences)
            if book.long > 4:
                raise ValueError("only lengths up to four are told apart")
            if book.long == 4:
                self.at_least(sum(self.long), 1)

    def at_least(self, expr: Expr, figure: int) -> None:
        """Require a figure of something that may be a plain number."""
        if not isinstance(expr, int):
            self.model.add(expr >= figure)
        elif expr < figure:
            self.hopeless = True  # the solver must not be given an empty clause, on which it may abort

    # --- laying an answer out -----------------------------------------------------------------------------

    def lay_out(self, value: Any) -> list[tuple[str, ...]]:
        """The groups of an answer; ``value`` gives the value of an expression."""
        pool = [card for card, count in self.standing.items() for _ in range(value(count))]

        def take(count: int) -> list[str]:
            return [pool.pop() for _ in range(count)]

        groups: list[list[str]] = []
        for cards, wilds, column in self.columns:
            groups += [[*cards, *take(wilds)] for _ in range(value(column))]
        for layers in self.paths:
            flow = [[[*arc[:3], value(arc[3])] for arc in layer] for layer in layers]
            for start in range(len(flow)):
                while (arc := next((arc for arc in flow[start] if arc[0] is None and arc[3]), None)) is not None:
                    group, place = [], start
                    while arc is not None:
                        arc[3] -= 1
                        group += take(1) if arc[2] is None else [arc[2]]
                        place += 1
                        here = flow[place] if place < len(flow) else []
                        arc = next((one for one in here if one[0] == arc[1] and one[3]), None)
                    groups.append(group)
        for there, length, naturals in self.windows:
            if value(there):
                group = [card for card, natural in naturals if value(natural)]
                groups.append([*group, *take(length - len(group))])
        for naturals, wilds in self.mixed:
            group = [card for card, natural in naturals for _ in range(value(natural))]
            if group:
                groups += self.split(group, take(value(wilds)))
        further = take(value(self.further))
        if further:  # to any set of four
            next(group for group in groups if len(group) == 4 and self.is_set(group)).extend(further)
        for size, equal in ((3, self.tunnela), (2, self.dublee)):
            groups += [[card] * size for card, count in equal.items() for _ in range(value(count))]
        rest = [card for card, count in self.rest.items() for _ in range(value(count))]
        if self.name == "jokers":  # no more of them in the group than it takes: the referee tries all their uses
            rest.sort(key=lambda card: card not in self.wild)
            groups.append(rest[: self.book.jokers])
            rest = rest[self.book.jokers :]
        return [tuple(group) for group in (*groups, *([card] for card in rest)) if group]

    def split(self, natural: list[str], wilds: list[str]) -> list[list[str]]:
        """A large set of the 27-card game as two where that may be, as the referee tries all uses of its cards."""
        if len(natural) + len(wilds) > 8:
            natural = sorted(natural, key=lambda card: card[1])
            halves = [(natural[i::2], wilds[i::2]) for i in (0, 1)]
            if all(len(wild) <= len(some) and self.is_set([*some, *wild]) for some, wild in halves):
                return [group for half in halves for group in self.split(*half)]
        return [[*natural, *wilds]]

    def is_set(self, group: Iterable[str]) -> bool:
        """Whether the referee reads a group as a set."""
        table = self.question
        return any(
            one.kind == "set"
            for one in rules.find_readings(table.key, group, table.turned, table.players, table.options)
        )


def solve(question: Question, name: str) -> tuple[int, list[tuple[str, ...]]] | None:
    """The distance by one objective (or to seeing) with a laid-out hand, None if it can't be reached.

    Raises:
        RuntimeError: the solver neither proves an optimum nor shows there is none in time.
        AssertionError: the referee does not accept the hand found.
    """
    frame = Reached(question, name)
    if frame.hopeless:
        return None
    cost = sum(frame.new)
    if frame.new:
        frame.model.minimize(cost)
    solver = prove(frame.model)
    if solver is None:
        return None
    groups = frame.lay_out(lambda expr: expr if isinstance(expr, int) else solver.value(expr))
    exchanges = exchanges_to(question, [card for group in groups for card in group])
    if exchanges != solver.value(cost) or not reaches(question, groups, name):
        raise AssertionError(f"{question.key} {name}: the referee refuses {groups} at {solver.value(cost)}")
    return exchanges, groups


def cpsat_distance(
    key: str,
    cards: Sequence[str],
    turned: str | None,
    players: int = 4,
    seen: Iterable[str] = (),
    *,
    options: Iterable[str] = (),
    tweak: Mapping[str, Any] | None = None,
) -> Distance:
    """The distance by the whole-pack model; the same question as ``brute_distance``, for hands of any size.

    Args:
        key: rulebook key.
        cards: N or N+1 cards.
        turned: the turned card, ``"PJ"`` or None.
        players: players at the table.
        seen: further cards out of play.
        options: house options.
        tweak: figures of the rulebook to replace, by the names of ``rules.Book``.
    """
    question = ask(key, cards, turned, players, seen, options, tweak)
    found: dict[str, int | None] = {}
    laid = {}
    for name in objectives(key, question.book):
        found[name], laid[name] = solve(question, name) or (None, [])
    if key == "marriage-21":
        found[SEE], laid[SEE] = see(question)
    return summarise(question, found, {name: groups for name, groups in laid.items() if groups})


def see(question: Question) -> tuple[int | None, list[tuple[str, ...]]]:
    """Marriage's distance to seeing: by pure groups of three or by dublees, whichever is nearer."""
    by_melds = solve(question, SEE)
    pairs = question._replace(book=replace(question.book, dublees=question.book.few_dublees))
    by_dublees = solve(pairs, "dublees")
    return min([one for one in (by_melds, by_dublees) if one], default=(None, []), key=lambda one: one[0])
