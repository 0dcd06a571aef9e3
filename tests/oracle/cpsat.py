"""The best arrangement of a full hand as an integer programme, solved exactly by CP-SAT.

The model counts card types rather than searching over cards. Short runs and sets are columns, runs of
four and more are paths through a layered graph (place in the suit, length so far, wild or natural so far)
whose flow is an integer, so no run has to be named in advance. A wild card is either used as itself or adds
to one pool of stand-ins; only the columns that could become K, A, 2 of one suit (R29) say which wild cards
they take. Vazhushal, which tells melds apart by the cards they represent, has a variable for every window.

A tier or an aim is a *scenario*: linear conditions on that common model and a cost to minimise. Each is
solved on its own and the best taken. A scenario's cost is never less than what the arrangement really loses,
since a higher tier exempts more, so the least cost over all scenarios is exact. The one exception is Octro's
flat 80, which a very large hand may prefer to its unmatched cards: there the requirement is negated
explicitly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

from ortools.sat.python import cp_model

from . import rules
from .proving import prove
from .rules import PRINTED, RANKS, RUN, SUITS, Book

Expr = Any
"""A linear expression, a variable or a plain integer."""


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """Conditions on the common model and the cost of the arrangements that meet them."""

    name: str
    conditions: tuple[Any, ...]
    cost: Expr


class Frame:
    """The common model: every way to lay a hand out, with the counts the scenarios speak of."""

    def __init__(
        self,
        key: str,
        book: Book,
        cards: Sequence[str],
        turned: str | None,
        players: int,
        options: tuple[str, ...],
    ) -> None:
        """Build the model of one hand; with N+1 cards exactly one of them is the discard."""
        self.key, self.book = key, book
        self.held = Counter(cards)
        self.size = len(cards)
        self.wild = rules.wild_types(key, turned, options)
        self.wild_held = sorted(card for card in self.held if card in self.wild)
        self.wild_count = sum(self.held[card] for card in self.wild_held)
        self.model = cp_model.CpModel()
        self.use: dict[str, list[Expr]] = defaultdict(list)
        self.pure_use: dict[str, list[Expr]] = defaultdict(list)
        self.stand_ins: list[Expr] = []
        self.own_places: dict[str, list[Expr]] = defaultdict(list)
        self.pure: list[Expr] = []
        self.sequences: list[Expr] = []
        self.long: list[Expr] = []
        self.melded_value: list[Expr] = []
        self.identities: dict[tuple[str, ...], list[Expr]] = defaultdict(list)
        self.marks = key == "vazhushal-13"
        # Octro's switch for: no stand-in stands for the very card it is. Only a negated requirement needs it,
        # since elsewhere calling a natural card wild never helps. With at most one wild in a run it is a
        # transport problem in which each type may go anywhere but to its own places.
        self.strict_places = self.model.new_bool_var("") if key == "octro-13" else None

        self.add_short_runs()
        if key == "vazhushal-13":
            self.add_windows()
        elif key != "marriage-21":
            self.add_pure_flow()
            if self.wild_count:
                self.add_impure_flow()
        if key == "paplu-27":
            self.add_mixed_sets()
        else:
            self.add_sets()
        for group in self.identities.values():
            self.model.add(sum(group) <= 1)
        self.add_equal_groups(lambda card: rules.has_tunnelas(key, players, card), rules.has_dublees(key))
        self.add_rest(discard=self.size == book.deal + 1)

    def var(self, most: int) -> cp_model.IntVar:
        """A fresh integer from 0 to ``most``."""
        return self.model.new_int_var(0, max(0, most), "")

    # --- melds ----------------------------------------------------------------------------------------

    def add_column(self, natural: Sequence[str], wilds: int) -> list[cp_model.IntVar]:
        """Columns for a group of these naturals and so many stand-ins, none of them K, A, 2 of a suit."""
        need = Counter(natural)
        most = min(self.held[card] // count for card, count in need.items())
        if wilds:
            most = min(most, self.wild_count // wilds)
        if most <= 0:
            return []
        barred = None
        if len(natural) + wilds == 3:
            for suit in SUITS:
                three = {rank + suit for rank in "KA2"}
                if set(natural) < three and len(need) == len(natural):
                    missing = three - set(natural)
                    if all(card in self.wild and self.held[card] for card in missing):
                        barred = tuple(sorted(missing))
        if barred is None:
            column = self.var(most)
            for card, count in need.items():
                self.use[card].append(count * column)
            if wilds:
                self.stand_ins.append(wilds * column)
            return [column]
        columns = []
        for chosen in combinations_with_replacement(self.wild_held, wilds):
            if chosen == barred:
                continue
            taken = Counter(chosen) + need
            most = min(self.held[card] // count for card, count in taken.items())
            if most > 0:
                column = self.var(most)
                for card, count in taken.items():
                    self.use[card].append(count * column)
                columns.append(column)
        return columns

    def add_short_runs(self) -> None:
        """Runs of three, one column for every choice of naturals."""
        for suit in SUITS:
            for start in range(len(RUN) - 2):
                window = [rank + suit for rank in RUN[start : start + 3]]
                here = [card for card in window if self.held[card]]
                for count in range(1, len(here) + 1):
                    wilds = 3 - count
                    if self.key == "octro-13" and wilds > 1:
                        continue
                    for natural in combinations(here, count):
                        columns = self.add_column(natural, wilds)
                        self.sequences += columns
                        if not wilds:
                            self.pure += columns
                            for card in natural:
                                self.pure_use[card] += columns
                        for card in set(window) - set(natural):
                            if card in self.wild:
                                self.own_places[card] += columns
                        if self.marks:
                            worth = sum(map(rules.face_value, window))
                            self.melded_value += [worth * column for column in columns]
                            self.identities[tuple(sorted(window))] += columns

    def add_pure_flow(self) -> None:
        """Pure runs of four and more: paths over the held cards of a suit, length counted up to four."""
        for suit in SUITS:
            before: dict[int, Expr] = {}
            for place, rank in enumerate(RUN):
                card = rank + suit
                now: dict[int, list[Expr]] = defaultdict(list)
                if self.held[card]:
                    if place <= len(RUN) - 4:
                        now[1].append(self.var(self.held[card]))
                    for length in before:
                        arc = self.var(self.held[card])
                        now[min(4, length + 1)].append(arc)
                        before[length] = before[length] - arc
                for length, rest in before.items():
                    self.end_runs(rest, done=length == 4, pure=True)
                for arcs in now.values():
                    self.use[card] += arcs
                    self.pure_use[card] += arcs
                before = {length: sum(arcs) for length, arcs in now.items()}
            for length, rest in before.items():
                self.end_runs(rest, done=length == 4, pure=True)

    def end_runs(self, rest: Expr, *, done: bool, pure: bool) -> None:
        """Count the flow that leaves the graph at one state; a run that is not done may not end."""
        if not done:
            self.model.add(rest == 0)
            return
        self.model.add(rest >= 0)
        self.sequences.append(rest)
        self.long.append(rest)
        if pure:
            self.pure.append(rest)

    def add_impure_flow(self) -> None:
        """Runs of four and more with at least one natural and one stand-in.

        A state is (length up to four, natural only / wild only / mixed); a run ends in (4, mixed).
        """
        single = self.key == "octro-13"  # at most one wild in a run
        for suit in SUITS:
            if not any(self.held[rank + suit] for rank in RANKS):
                continue
            before: dict[tuple[int, str], Expr] = {}
            for place, rank in enumerate(RUN):
                card = rank + suit
                naturals, wilds = [], []
                now: dict[tuple[int, str], list[Expr]] = defaultdict(list)
                sources: list[tuple[tuple[int, str] | None, int]] = [(state, state[0]) for state in before]
                if place <= len(RUN) - 4:
                    sources.append((None, 0))
                for state, length in sources:
                    if length < 4 and len(RUN) - place < 4 - length:
                        continue  # too near the end of the suit
                    kind = state[1] if state else ""
                    steps = []
                    if self.held[card]:
                        steps.append(("natural" if kind in ("", "natural") else "mixed", self.held[card]))
                    if not single or kind in ("", "natural"):
                        steps.append(("wild" if kind in ("", "wild") else "mixed", self.wild_count))
                    for index, (new, most) in enumerate(steps):
                        arc = self.var(most)
                        is_natural = index == 0 and self.held[card] > 0
                        (naturals if is_natural else wilds).append(arc)
                        now[min(4, length + 1), new].append(arc)
                        if state:
                            before[state] = before[state] - arc
                for state, rest in before.items():
                    self.end_runs(rest, done=state == (4, "mixed"), pure=False)
                self.use[card] += naturals
                self.stand_ins += wilds
                if card in self.wild:
                    self.own_places[card] += wilds
                before = {state: sum(arcs) for state, arcs in now.items()}
            for state, rest in before.items():
                self.end_runs(rest, done=state == (4, "mixed"), pure=False)

    def add_windows(self) -> None:
        """Vazhushal's runs of four and more: each window once, its cards natural or not."""
        for suit in SUITS:
            for length in range(4, len(RUN) + 1):
                for start in range(len(RUN) - length + 1):
                    window = [rank + suit for rank in RUN[start : start + length]]
                    here = [place for place in range(length) if self.held[window[place]]]
                    if not here or length - len(here) > self.wild_count:
                        continue
                    worth = sum(map(rules.face_value, window))
                    same = self.identities[tuple(sorted(window))]
                    if all(self.held[card] >= count for card, count in Counter(window).items()):
                        pure = self.var(1)
                        same.append(pure)
                        self.pure.append(pure)
                        for card in window:
                            self.use[card].append(pure)
                            self.pure_use[card].append(pure)
                        self.melded_value.append(worth * pure)
                    impure = self.var(1)
                    same.append(impure)
                    self.melded_value.append(worth * impure)
                    naturals = []
                    for place in here:
                        natural = self.var(1)
                        self.model.add(natural <= impure)
                        self.use[window[place]].append(natural)
                        naturals.append(natural)
                    fewest = max(1, length - self.wild_count)
                    self.model.add(sum(naturals) >= fewest * impure)
                    self.stand_ins.append(length * impure - sum(naturals))

    def add_sets(self) -> None:
        """Sets of distinct suits, one column for every choice of naturals and number of stand-ins."""
        big: list[Expr] = []
        for rank in RANKS:
            here = [rank + suit for suit in SUITS if self.held[rank + suit]]
            for count in range(1, len(here) + 1):
                for natural in combinations(here, count):
                    for size in (3,) if self.key == "marriage-21" else (3, 4):
                        wilds = size - count
                        if wilds < 0 or (self.key == "octro-13" and wilds > 1):
                            continue
                        if self.marks:
                            missing = [s for s in SUITS if rank + s not in natural]
                            for extra in combinations(missing, wilds):
                                columns = self.add_column(natural, wilds)
                                stands = tuple(sorted((*natural, *(rank + s for s in extra))))
                                self.identities[stands] += columns
                                worth = size * rules.face_value(natural[0])
                                self.melded_value += [worth * column for column in columns]
                            continue
                        columns = self.add_column(natural, wilds)
                        if size == 4:
                            big += columns
        if self.key == "adgaming-13" and self.wild_count and big:
            more = self.var(self.wild_count)  # a set of four takes in any number of further wild cards
            self.model.add(more <= self.wild_count * sum(big))
            self.stand_ins.append(more)

    def add_mixed_sets(self) -> None:
        """The 27-card game's sets: duplicates allowed, not all of one suit, wilds at most the naturals.

        Two sets of one rank put together are again a set, so one a rank is enough.
        """
        for rank in RANKS:
            here = [rank + suit for suit in SUITS if self.held[rank + suit]]
            if not here:
                continue
            there = self.var(1)
            wilds = self.var(self.wild_count)
            some_wild = self.var(1)
            self.model.add(some_wild <= wilds)
            naturals, suits = [], []
            for card in here:
                natural, present = self.var(self.held[card]), self.var(1)
                self.model.add(natural <= self.held[card] * there)
                self.model.add(present <= natural)
                self.use[card].append(natural)
                naturals.append(natural)
                suits.append(present)
            self.model.add(wilds <= sum(naturals))
            self.model.add(sum(naturals) + wilds >= 3 * there)
            self.model.add(2 * some_wild + sum(suits) >= 2 * there)
            self.stand_ins.append(wilds)

    def add_equal_groups(self, has_tunnela: Callable[[str], bool], dublees: bool) -> None:
        """Tunnelas and dublees: identical cards used as themselves, printed jokers too."""
        self.tunnela: dict[str, Expr] = {}
        self.dublee: dict[str, Expr] = {}
        for card, count in self.held.items():
            if count >= 3 and has_tunnela(card):
                self.tunnela[card] = self.var(count // 3)
                self.use[card].append(3 * self.tunnela[card])
            if dublees and count >= 2:
                self.dublee[card] = self.var(count // 2)

    # --- what is left ---------------------------------------------------------------------------------

    def add_rest(self, *, discard: bool) -> None:
        """Loose cards, joker groups, the discard, and the balance of every card type."""
        self.loose: dict[str, Expr] = {}
        self.plank: dict[str, Expr] = {}
        self.thrown: dict[str, Expr] = {}
        pool: list[Expr] = []
        planks = self.key in rules.BIG or self.key == "octro-13"
        for card, count in self.held.items():
            used = sum(self.use[card])
            is_wild = card in self.wild
            self.loose[card] = 0 if is_wild and self.key == "octro-13" else self.var(count)
            self.plank[card] = self.var(count) if is_wild and planks else 0
            self.thrown[card] = self.var(1) if discard else 0
            standing: Expr = 0
            if is_wild:
                standing = self.var(count)
                pool.append(standing)
                if self.strict_places is not None:
                    enough = standing + sum(self.own_places[card]) <= sum(self.stand_ins)
                    self.model.add(enough).only_enforce_if(self.strict_places)
            self.model.add(
                used + standing + 2 * self.dublee.get(card, 0) + self.loose[card] + self.plank[card] + self.thrown[card]
                == count
            )
        self.model.add(sum(pool) == sum(self.stand_ins))
        if discard:
            self.model.add(sum(self.thrown.values()) == 1)
        if self.key in rules.BIG and self.wild_count:
            self.bound_joker_group()

    def bound_joker_group(self) -> None:
        """A joker group has two cards or more and is not K, A, 2 of one suit (R29)."""
        group = sum(self.plank.values())
        there = self.model.new_bool_var("")
        self.model.add(group >= 2 * there)
        self.model.add(group <= self.wild_count * there)
        for suit in SUITS:
            three = [rank + suit for rank in "KA2"]
            if all(card in self.wild and self.held[card] for card in three):
                # forbidden: three cards in all, one of each
                clause = []
                for expr, figure in [(group, 3), *((self.plank[card], 1) for card in three)]:
                    less, more = self.model.new_bool_var(""), self.model.new_bool_var("")
                    self.model.add(expr <= figure - 1).only_enforce_if(less)
                    self.model.add(expr >= figure + 1).only_enforce_if(more)
                    clause += [less, more]
                self.model.add_bool_or(clause)

    def keep_meaningful_groups(self) -> None:
        """From now on allow dublees and joker groups only in the numbers at which they mean something."""
        total, book = self.totals(), self.book
        if self.dublee:
            pairs = self.model.new_bool_var("")
            self.model.add(total["dublees"] >= book.few_dublees).only_enforce_if(pairs)
            self.model.add(total["dublees"] == 0).only_enforce_if(~pairs)
        if self.key in rules.BIG and self.wild_count:
            jokers = self.model.new_bool_var("")
            counted = total["group"] if self.key == "rummy-21" else total["aside"]
            self.model.add(counted >= book.few_jokers).only_enforce_if(jokers)
            self.model.add(total["group"] == 0).only_enforce_if(~jokers)

    # --- counts ---------------------------------------------------------------------------------------

    def worth(self, card: str) -> int:
        """What this card costs in the hand."""
        if self.marks:
            return rules.held_value(card, self.wild)
        return rules.value(self.book, card, self.wild)

    def unmelded(self, card: str) -> Expr:
        """How many of this card are in no sequence, set or tunnela, the discard apart."""
        return self.loose[card] + self.plank[card] + 2 * self.dublee.get(card, 0)

    def totals(self) -> dict[str, Expr]:
        """The counts and values the scenarios are made of."""
        held = self.held
        return {
            "pure": sum(self.pure),
            "sequences": sum(self.sequences),
            "long": sum(self.long),
            "tunnelas": sum(self.tunnela.values()),
            "dublees": sum(self.dublee.values()),
            "group": sum(self.plank.values()),
            "aside": sum(self.plank[card] + self.loose[card] for card in self.wild_held),
            "plain_unmelded": sum(self.unmelded(card) for card in held if card not in self.wild),
            "unmelded": sum(self.unmelded(card) for card in held),
            "loose": sum(self.loose.values()),
            "value": sum(self.worth(card) * (held[card] - self.thrown[card]) for card in held),
            "pure_value": sum(self.worth(card) * sum(self.pure_use[card]) for card in held),
            "tunnela_value": sum(3 * self.worth(card) * var for card, var in self.tunnela.items()),
            "loose_value": sum(self.worth(card) * self.unmelded(card) for card in held),
            "melded_value": sum(self.melded_value),
        }


# --- scenarios --------------------------------------------------------------------------------------------


def at_least(expr: Expr, figure: int) -> Any:
    """A condition ``expr >= figure`` that also holds for a plain number."""
    return (expr >= figure) if not isinstance(expr, int) else (True if expr >= figure else None)


def at_most(expr: Expr, figure: int) -> Any:
    """A condition ``expr <= figure`` that also holds for a plain number."""
    return (expr <= figure) if not isinstance(expr, int) else (True if expr <= figure else None)


def point_scenarios(frame: Frame) -> list[Scenario]:
    """How this hand can come to its points, the flat figures first."""
    key, book, total = frame.key, frame.book, frame.totals()
    pure, sequences, tunnelas = total["pure"], total["sequences"], total["tunnelas"]
    nothing = Scenario(name="nothing", conditions=(), cost=total["value"])
    if key in rules.BIG:
        if key == "rummy-21":
            strong, exempt = pure + tunnelas, total["pure_value"] + total["tunnela_value"]
            jokers = total["group"]
        else:
            strong, exempt, jokers = pure, total["pure_value"], total["aside"]
        needed = at_least(strong, book.pure)
        melded = (at_most(total["unmelded"], 0),)
        return [
            Scenario(name="melded", conditions=(*melded, needed) if key == "rummy-21" else melded, cost=book.floor),
            Scenario(
                name="few-dublees",
                conditions=(at_least(total["dublees"], book.few_dublees),),
                cost=book.floor,
            ),
            Scenario(name="few-jokers", conditions=(at_least(jokers, book.few_jokers),), cost=book.floor),
            Scenario(name="pure-exempt", conditions=(at_least(strong, 1),), cost=total["value"] - exempt),
            Scenario(name="all-exempt", conditions=(needed,), cost=total["loose_value"]),
            nothing,
        ]
    if key == "marriage-21":
        return [
            Scenario(name="seen", conditions=(at_least(pure + tunnelas, book.pure),), cost=3),
            Scenario(name="seen-dublees", conditions=(at_least(total["dublees"], book.few_dublees),), cost=3),
            Scenario(name="unseen", conditions=(), cost=10),
        ]
    if key == "vazhushal-13":
        gain = total["loose_value"] - total["melded_value"]
        return [Scenario(name="pure", conditions=(at_least(pure, book.pure),), cost=gain), nothing]
    met = requirement(frame, total)
    if key == "octro-13":
        swap = at_least(frame.strict_places, 1)
        return [
            Scenario(name="met", conditions=met, cost=total["loose_value"]),
            Scenario(name="no-pure", conditions=(swap, at_most(pure, book.pure - 1)), cost=book.flat),
            Scenario(name="one-sequence", conditions=(swap, at_most(sequences, book.sequences - 1)), cost=book.flat),
            Scenario(name="none-long", conditions=(swap, at_most(frame_long(frame), 0)), cost=book.flat),
        ]
    answer = [Scenario(name="met", conditions=met, cost=total["loose_value"]), nothing]
    if key in ("gorummy-13", "paplu-13"):
        cost = total["value"] - total["pure_value"]
        answer.append(Scenario(name="pure-exempt", conditions=(at_least(pure, 1),), cost=cost))
    return answer


def frame_long(frame: Frame) -> Expr:
    """How many sequences reach the length Octro asks for; the model counts three and four-or-more only."""
    if frame.book.long <= 3:
        return sum(frame.sequences)
    if frame.book.long == 4:
        return sum(frame.long)
    raise ValueError("only lengths of three and four are modelled")


def requirement(frame: Frame, total: Mapping[str, Expr]) -> tuple[Any, ...]:
    """What a 13-card book asks of the sequences, for a declaration and for the full exemption."""
    book = frame.book
    pure, sequences = total["pure"], total["sequences"]
    if frame.key == "paplu-13":
        pure, sequences = pure + total["tunnelas"], sequences + total["tunnelas"]
    conditions = [at_least(pure, book.pure), at_least(sequences, book.sequences)]
    if frame.key == "octro-13":
        conditions.append(at_least(frame_long(frame), 1))
    return tuple(conditions)


def aim_scenarios(frame: Frame) -> list[Scenario]:
    """Every way to declare; a hand of the wrong size has none."""
    key, book, total = frame.key, frame.book, frame.totals()
    if frame.size not in (book.deal, book.deal + 1):
        return []
    no_rest = at_most(total["unmelded"], 0)
    strong = total["pure"]
    if key in ("rummy-21", "marriage-21"):
        strong = strong + total["tunnelas"]
    complete = (no_rest, at_least(strong, book.pure))
    if key in rules.BIG or key == "marriage-21":
        aims = {} if key == "paplu-27" else {"complete": complete}
        if book.tunnelas is not None:
            aims["tunnelas"] = (at_least(total["tunnelas"], book.tunnelas),)
        aims["dublees"] = (at_least(total["dublees"], book.dublees),)
        if book.jokers is not None:
            jokers = total["group"] if key == "rummy-21" else total["aside"]
            aims["jokers"] = (at_least(jokers, book.jokers),)
        if key == "paplu-27":
            aims["tunnelas"] += (no_rest,)
            aims["dublees"] += (at_most(total["loose"] + total["group"], 0),)
            aims["jokers"] += (at_most(total["plain_unmelded"], 0), at_most(total["dublees"], 0))
    else:
        left = total["unmelded"]
        if key == "octro-13":
            left = total["loose"]  # spare jokers lie on a plank of their own
        met = (at_least(total["pure"], book.pure),) if key == "vazhushal-13" else requirement(frame, total)
        aims = {"complete": (at_most(left, 0), *met)}
    return [Scenario(name=name, conditions=conditions, cost=0) for name, conditions in aims.items()]


# --- solving ----------------------------------------------------------------------------------------------


def minimise(frame: Frame, conditions: Iterable[Any], cost: Expr) -> int | None:
    """The least cost under these conditions, None if they can't be met.

    Raises:
        RuntimeError: if the solver neither proves an optimum nor shows there is none.
    """
    conditions = list(conditions)
    if any(condition is None for condition in conditions):
        return None
    model = frame.model.clone()
    for condition in conditions:
        if condition is not True:
            model.add(condition)
    if not isinstance(cost, int):
        model.minimize(cost)
    solver = prove(model)
    if solver is None:
        return None
    return cost if isinstance(cost, int) else round(solver.objective_value)


def limit(book: Book, cost: int) -> int:
    """A cost after the book's floor and cap."""
    cost = max(book.floor, cost) if book.floor else cost
    return cost if book.cap is None else min(book.cap, cost)


def least(frame: Frame, scenarios: Iterable[Scenario], extra: tuple[Any, ...] = ()) -> int | None:
    """The least points over these scenarios under the extra conditions, None if none can be met."""
    answer: int | None = None
    for scenario in scenarios:
        conditions = (*extra, *scenario.conditions)
        if answer is not None:
            if answer == frame.book.floor and not frame.marks:
                break
            conditions += (at_most(scenario.cost, answer - 1),)
        found = minimise(frame, conditions, scenario.cost)
        if found is not None:
            found = limit(frame.book, found)
            answer = found if answer is None else min(answer, found)
    return answer


def fewest(
    frame: Frame,
    scenarios: Iterable[Scenario],
    points: int,
    aims: Iterable[tuple[Any, ...]],
) -> int:
    """The fewest loose cards over the arrangements that come to these points by any of the aims."""
    total = frame.totals()
    answer: int | None = None
    for aim in aims:
        for scenario in scenarios:
            conditions = (*aim, *scenario.conditions)
            if frame.book.cap is None or points < frame.book.cap:
                conditions += (at_most(scenario.cost, points),)
            if answer is not None:
                conditions += (at_most(total["loose"], answer - 1),)
            found = minimise(frame, conditions, total["loose"])
            if found is not None:
                answer = found
            if answer == 0:
                return 0
    assert answer is not None
    return answer


def best(
    key: str,
    cards: Sequence[str],
    turned: str | None,
    players: int = 4,
    *,
    deal: int | None = None,
    options: Iterable[str] = (),
    tweak: Mapping[str, Any] | None = None,
    loose: bool = True,
    literal: bool = True,
) -> dict[str, Any]:
    """The best a hand of any size can do; the same question as ``brute.best``, which says what is meant.

    Args:
        key: rulebook key.
        cards: the cards held.
        turned: the turned card, ``"PJ"`` or None.
        players: players at the table.
        deal: replaces the number of cards dealt (N).
        options: house options.
        tweak: figures of the rulebook to replace, by the names of ``rules.Book``.
        loose: also find the fewest loose cards (the two figures are None otherwise).
        literal: of these, also the figure with every dublee and joker group counted as a group.

    Returns:
        The keys of ``brute.best``.
    """
    options = tuple(options)
    tweak = dict(tweak or {})
    if deal is not None:
        tweak["deal"] = deal
    if key == "marriage-21" and PRINTED in cards:
        raise ValueError("marriage-21 has no printed jokers")
    book = rules.get_book(key, tweak)
    frame = Frame(key, book, cards, turned, players, options)
    scenarios = point_scenarios(frame)
    aims = {aim.name: aim.conditions for aim in aim_scenarios(frame) if minimise(frame, aim.conditions, 0) is not None}
    points = least(frame, scenarios)
    shown = points
    if aims:
        shown = min(found for aim in aims.values() if (found := least(frame, scenarios, aim)) is not None)
    times = 2 if key == "paplu-13" and "double-on-printed" in options and turned == PRINTED else 1
    fewest_loose = fewest_strict = None
    if loose:
        ways = list(aims.values()) or [()]
        strict_differs = frame.dublee or (key in rules.BIG and frame.wild_count)
        if literal or not strict_differs:
            fewest_loose = fewest_strict = fewest(frame, scenarios, shown, ways)
        if strict_differs:
            frame.keep_meaningful_groups()
            fewest_strict = fewest(frame, scenarios, shown, ways)
    marks = frame.marks
    return {
        "points": None if marks else points * times,
        "score": -points * times,
        "declares": bool(aims),
        "objectives": frozenset(aims),
        "seen": points == 3 if key == "marriage-21" else None,
        "shown_points": None if marks else shown * times,
        "shown_score": -shown * times,
        "fewest_loose": fewest_loose,
        "fewest_loose_strict": fewest_strict,
    }
