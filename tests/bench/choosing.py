"""Choosing the next task among a thousand as the tutor chooses among a few: by how much an answer is expected to tell.

What each hypothesis makes of each task is asked of the learner model once for each set of beliefs and kept as arrays;
a test holds the choice against ``tell_apart``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rummy_tutor.tutor.judging import KNOWS, Learner, count_answers, foretell_shares, weigh_kind
from rummy_tutor.tutor.sitting import leave_out_last, weigh_newness
from rummy_tutor.tutor.tasks import Task


@dataclass
class Item:
    """A task and what each belief answers to it."""

    task: Task
    meant: dict[str, object]

    def complete(self, names: Iterable[str]) -> Mapping[str, object]:
        """The answers of pairs too: of two beliefs the one that shows."""
        right = self.meant[KNOWS]
        for name in names:
            if name not in self.meant and not name.endswith("?"):
                self.meant[name] = next((self.meant[key] for key in name.split("+") if self.meant[key] != right), right)
        return self.meant

    def shows(self, key: str) -> bool:
        """Whether a belief answers otherwise than the rules."""
        return self.meant[key] not in (self.meant[KNOWS], None)


class Chooser:
    """Tasks, and how likely each hypothesis makes the answers to them.

    Args:
        items: the tasks.
        learner: one who has answered nothing yet, with the beliefs that the tasks are to tell apart.
    """

    def __init__(self, items: Sequence[Item], learner: Learner) -> None:
        self.items, self.learner = items, learner
        self.kinds = {item.task.kind for item in items}
        self.rows = {name: at for at, name in enumerate(name for name in learner.likely if "+" not in name)}
        told = [foretell_shares(item.task, item.meant, self.rows, learner.keys) for item in items]
        named = [
            {given: at for at, given in enumerate({one for _, some, _ in groups for one in some})} for groups in told
        ]
        size = max(map(len, named))
        self.shares = np.zeros((len(items), len(self.rows), size + 1))  # the last: any answer that none foretells
        self.more = np.array([count_answers(item.task) - len(one) for item, one in zip(items, named, strict=True)])
        for at, (groups, places) in enumerate(zip(told, named, strict=True)):
            group_of = np.zeros(len(self.rows), dtype=np.intp)
            rates = np.empty((len(groups), len(places) + 1))
            for number, (names, some, rest) in enumerate(groups):
                group_of[[self.rows[name] for name in names]] = number
                rates[number] = rest
                for given, share in some.items():
                    rates[number, places[given]] = share
            self.shares[at][:, [*range(len(places)), -1]] = rates[group_of]
        self.unsure = self._entropy(self.shares)
        self.wrong = {key: np.array([item.meant[key] != item.meant[KNOWS] for item in items]) for key in learner.keys}

    def _entropy(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """How unsure the answers to the tasks are, in bits."""
        bits = -shares * np.log2(np.where(shares > 0, shares, 1.0))
        more = np.maximum(self.more, 0).reshape(-1, *[1] * (shares.ndim - 2))
        return bits[..., :-1].sum(-1) + more * bits[..., -1]

    def tell(self, learner: Learner) -> NDArray[np.float64]:
        """How much an answer to each task is expected to tell, in bits, as ``tell_apart`` reckons it."""
        whole, every = sum(learner.leading.values()), np.arange(len(self.items))
        weights = np.zeros((len(self.items), len(self.rows)))
        for name, chance in learner.leading.items():
            key, _, other = name.partition("+")
            row: object = np.where(self.wrong[key], self.rows[key], self.rows[other]) if other else self.rows[name]
            weights[every, row] += chance / whole
        return self._entropy(np.einsum("ir,irc->ic", weights, self.shares)) - (weights * self.unsure).sum(-1)

    def choose(
        self, learner: Learner, order: str, rng: random.Random, seen: Sequence[Task] = (), without: Iterable[int] = ()
    ) -> int:
        """Which task comes next: the one that tells most per second and is not like those seen, or any.

        Args:
            learner: what is thought of him so far.
            order: ``best``, or ``random`` for any.
            rng: the source of chance.
            seen: the tasks asked so far, the latest last.
            without: tasks that are not to come.
        """
        left = sorted(set(range(len(self.items))).difference(without))
        if order == "random":
            return rng.choice(left)
        latest = [task.kind for task in seen]
        kinds = leave_out_last(sorted(self.kinds), latest)  # of all lessons at once, none of which begins easily
        left = [at for at in left if self.items[at].task.kind in kinds] or left
        told = self.tell(learner).round(9)  # of those that tell the same the first
        weights = {kind: weigh_kind(kind, latest) for kind in self.kinds}
        worth = {at: told[at] * weights[self.items[at].task.kind] for at in left}
        best, most = left[0], -1.0
        for at in sorted(worth, key=worth.__getitem__, reverse=True):
            if worth[at] <= most:  # newness makes none worth more
                break
            if (new := worth[at] * weigh_newness(self.items[at].task, seen)) > most:
                best, most = at, new
        return best
