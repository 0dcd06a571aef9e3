"""What a learner believes: how likely each belief is by all their answers, and what comes next.

Bayes over hypotheses: that they know the rules, that they hold one belief of the lesson, or two, or something like one
belief, or something else that is not on the list. Each hypothesis foretells an answer to each task; a slip may turn it
into another one. A belief is named once it is likely and something merely like it is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import log2

from ..beliefs import beliefs_of
from ..kinds import KINDS
from ..tasks import Task
from .answering import (
    KNOWS,
    OTHER,
    count_answers,
    foretell_all,
    foretell_shares,
    name_like,
    name_pair,
    plain,
    take_as_meant,
)

# What the course promises: a belief is named when it is as likely as SURE; a lesson is mastered when ENOUGH of the
# latest WINDOW answers were right and no belief is likelier than GONE.
SURE, GONE, WINDOW, ENOUGH = 0.9, 0.05, 5, 4

# The following were chosen by trying others: with these the bench (tests/bench/teaching.py) reads most simulated
# learners rightly. How likely a hypothesis is before the first answer:
_OTHER = 0.05  # something that is not on the list
_KNOWS_LEAST = 0.1  # that they know the rules, at least
_BELIEF_MOST = 0.06  # each belief, at most
_PAIRS = 0.15  # two beliefs at once, all pairs together, as a share of all beliefs
_LIKE = 0.1  # something like a belief, as a share of the belief
# What is made of the answers:
_LEAST = 1e-7  # no answer makes a hypothesis less likely than this
_LIKE_MOST = 0.0075  # to name a belief, something like it is at most this share as likely
# What the next task is chosen by:
_FAINT = 0.001  # less likely hypotheses do not count
_DOUBTED = 0.5  # a belief as likely as this is told from what is like it next
PACE = 0.05  # how much a quick task counts for more: at 1 a learner would hardly ever be asked to build a hand
FRESH = 0.85  # what a task is worth for each of the latest two that were of its kind


@dataclass(frozen=True)
class Learner:
    """What is thought of a learner within a lesson; each answer gives a new value.

    Attributes:
        lesson: the lesson's key.
        likely: how likely each hypothesis is; they sum to 1.
        answers: for each task answered unaided whether it was right, the latest last.
    """

    lesson: str
    likely: Mapping[str, float]
    answers: tuple[bool, ...] = ()

    def update(self, task: Task, answer: object, meant: Mapping[str, object] | None = None) -> Learner:
        """The learner after an answer.

        Args:
            task: the task.
            answer: the answer, as ``read_answer`` gives it.
            meant: what ``foretell_all`` gives for the task, where it is known already.
        """
        meant = foretell_all(task, self.likely) if meant is None else meant
        right = task.is_right(answer)
        if not right and task.question.fits is not None:
            meant = take_as_meant(task, answer, meant, self.keys)
        given, as_good = plain(answer), plain(meant[KNOWS] if right else answer)  # as good as the one that is meant
        likely = dict(self.likely)
        for names, shares, rest in foretell_shares(task, meant, self.likely, self.keys):
            share = max(shares.get(given, rest), shares.get(as_good, rest))
            likely.update({name: self.likely[name] * share for name in names})
        return replace(self, likely=_share(likely), answers=(*self.answers, right))

    def forget(self, share: float) -> Learner:
        """The learner once a part of what was thought of them has lost its worth: told, or by time."""
        fresh = new_learner(self.lesson, self.keys).likely
        return replace(
            self, likely={name: (1 - share) * chance + share * fresh[name] for name, chance in self.likely.items()}
        )

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The beliefs that they might hold."""
        return tuple(name for name in self.likely if name_like(name) in self.likely)

    @cached_property
    def leading(self) -> Mapping[str, float]:
        """The hypotheses that are likely enough to choose the next task by; what is like a doubted belief is one."""
        doubted = {
            key: self.chance(key) for key in self.keys if self.chance(key) >= _DOUBTED and not self._is_apart(key)
        }
        weights = {name: chance for name, chance in self.likely.items() if chance >= _FAINT}
        return weights | {name_like(key): chance for key, chance in doubted.items()}

    def _is_apart(self, key: str) -> bool:
        """Whether a belief is clearly likelier than something like it."""
        return self.likely[name_like(key)] <= _LIKE_MOST * self.chance(key)

    def chance(self, belief: str) -> float:
        """How likely it is that the learner holds a belief, alone or with another."""
        return self._chances.get(belief, 0.0)

    @cached_property
    def _chances(self) -> Mapping[str, float]:
        """How likely each belief is, alone or with another."""
        found: dict[str, float] = {}
        for name, chance in self.likely.items():
            for key in name.split("+"):
                found[key] = found.get(key, 0.0) + chance
        return found

    @cached_property
    def beliefs(self) -> tuple[str, ...]:
        """The beliefs that may be named: likely, and clearly likelier than something like them."""
        return tuple(key for key in self.keys if self.chance(key) >= SURE and self._is_apart(key))

    @property
    def has_mastered(self) -> bool:
        """Whether four of the last five answers were right and no belief is likelier than one in twenty."""
        latest = self.answers[-WINDOW:]
        return len(latest) == WINDOW and sum(latest) >= ENOUGH and all(self.chance(key) <= GONE for key in self.keys)


def new_learner(lesson: str, possible: Iterable[str] | None = None) -> Learner:
    """A learner of whom nothing is known yet.

    Args:
        lesson: the lesson's key.
        possible: the beliefs that can arise in their game; None for all of the lesson.
    """
    keys = [belief.key for belief in beliefs_of(lesson)] if possible is None else list(possible)
    pairs = [name_pair(*pair) for pair in combinations(keys, 2)]
    share = min(_BELIEF_MOST, (1 - _OTHER - _KNOWS_LEAST) * (1 - _PAIRS) / max(1, len(keys)))
    both = share * len(keys) * _PAIRS / (1 - _PAIRS) if pairs else 0.0
    likely = {KNOWS: max(0.05, 1 - _OTHER - share * (1 + _LIKE) * len(keys) - both), OTHER: _OTHER}
    likely.update(dict.fromkeys(keys, share))
    likely.update(dict.fromkeys(map(name_like, keys), share * _LIKE))
    likely.update(dict.fromkeys(pairs, both / max(1, len(pairs))))
    return Learner(lesson, _share(likely))


def _share(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights as shares of one; nothing becomes impossible."""
    whole = sum(weights.values())
    shares = {name: max(weight / whole, _LEAST) for name, weight in weights.items()}
    whole = sum(shares.values())
    return {name: share / whole for name, share in shares.items()}


def tell_apart(learner: Learner, task: Task, meant: Mapping[str, object] | None = None) -> float:
    """How much an answer to a task is expected to tell of the hypotheses, in bits.

    Args:
        learner: what is thought of the learner.
        task: the task.
        meant: what ``foretell_all`` gives, where it is known already.
    """
    left = learner.leading
    meant = foretell_all(task, left) if meant is None else meant
    size = count_answers(task)
    keys = [key for key in learner.keys if key in meant]
    base, unsure = 0.0, 0.0  # how likely each answer is that none foretells; what the hypotheses leave open
    answers: dict[object, float] = {}
    whole = sum(left.values())
    for names, shares, rest in foretell_shares(task, meant, left, keys):
        chance = sum([left[name] for name in names]) / whole
        base += chance * rest
        for answer, share in shares.items():
            answers[answer] = answers.get(answer, 0.0) + chance * (share - rest)
        unsure += chance * _entropy(shares.values(), rest, size - len(shares))
    return _entropy([base + share for share in answers.values()], base, size - len(answers)) - unsure


def _entropy(shares: Iterable[float], rest: float, more: int) -> float:
    """How unsure an answer is, in bits: some answers' chances, and that of each of some more."""
    found = -sum([share * log2(share) for share in shares if share > 0])
    return found - more * rest * log2(rest) if more > 0 and rest > 0 else found


def weigh_kind(kind: str, latest: Sequence[str] = ()) -> float:
    """What a bit is worth that a task of a kind tells: the more the quicker it is answered, and if it is another kind.

    Args:
        kind: the kind.
        latest: the kinds asked so far, the latest last.
    """
    return FRESH ** list(latest[-2:]).count(kind) / KINDS[kind].seconds ** PACE
