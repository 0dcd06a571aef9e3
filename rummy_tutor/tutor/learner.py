"""What a learner believes: how likely each belief is by all his answers, and what he should be asked next.

Bayes over hypotheses: that he knows the rules, that he holds one belief of the lesson, or two, or something that is not
on the list. Each hypothesis foretells an answer to each task; a slip may turn it into another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import log2

from .beliefs import BY_KEY, Belief, beliefs_of
from .tasks import KINDS, Task, believe

# how often somebody answers otherwise than he means to, by kind; counts slip more
SLIPS: Mapping[str, float] = {"count": 0.15}
SLIP = 0.1
KNOWS, OTHER = "knows", "other"
# before the first answer: something else, the least for who knows, the most for one belief, the share of pairs
_OTHER, _KNOWS_LEAST, _BELIEF_MOST, _PAIRS = 0.1, 0.25, 0.06, 0.1
_LEAST = 1e-7  # what no answer makes a hypothesis less likely than
_FAINT = 0.001  # less likely hypotheses do not choose the next task
_OTHER_NEAR = 0.5  # how often his wrong answer is one that a known belief foretells
_OTHER_RIGHT = 0.7  # how often somebody with an unknown belief is right all the same
_FREE = 9  # how many answers a slip may lead to where the answer is free
# how long a task takes a learner, by kind
SECONDS: Mapping[str, int] = {
    "classify": 6,
    "complete": 10,
    "mark": 10,
    "spot": 12,
    "declare?": 20,
    "take?": 20,
    "compare": 20,
    "move": 20,
    "discard": 30,
    "count": 40,
    "settle": 50,
    "repair": 60,
    "build": 90,
}
PACE = 0.1  # how much a quick task counts for more: at 1 a learner would hardly ever be asked to build a hand
SURE, GONE, WINDOW, ENOUGH = 0.9, 0.05, 5, 4


def name_pair(one: str, other: str) -> str:
    """The name of the hypothesis that two beliefs are held at once."""
    return f"{one}+{other}"


def seconds_for(kind: str) -> int:
    """How long a task of a kind takes a learner."""
    return SECONDS.get(kind, 30)


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

    def hear(self, task: Task, answer: object, meant: Mapping[str, object] | None = None) -> Learner:
        """The learner after an answer.

        Args:
            task: the task.
            answer: the answer, as ``KINDS[task.kind].read`` gives it.
            meant: what ``foretell_all`` gives for the task, where it is known already.
        """
        meant, kind = foretell_all(task, self.likely) if meant is None else meant, KINDS[task.kind]
        fits = answer != meant[KNOWS] and kind.is_right is not None and kind.is_right(task, answer)
        as_good = meant[KNOWS] if fits else answer  # an answer as good as the one that is meant
        right = answer == meant[KNOWS] or fits
        wrong = {str(meant[key]) for key in self.keys if meant[key] not in (None, meant[KNOWS])}
        listed = len(wrong) if str(answer) in wrong else 0
        likely = {
            name: chance * _match(task, meant[name], meant[name] in (answer, as_good), right, listed)
            for name, chance in self.likely.items()
        }
        return replace(self, likely=_share(likely), answers=(*self.answers, right))

    def forget(self, share: float) -> Learner:
        """The learner once a part of what was thought of him has lost its worth: he was told, or time has passed."""
        fresh = meet(self.lesson, self.keys).likely
        return replace(
            self, likely={name: (1 - share) * chance + share * fresh[name] for name, chance in self.likely.items()}
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """The beliefs that he might hold."""
        return tuple(name for name in self.likely if name not in (KNOWS, OTHER) and "+" not in name)

    @cached_property
    def leading(self) -> Mapping[str, float]:
        """The hypotheses that are likely enough to choose the next task by."""
        return {name: chance for name, chance in self.likely.items() if chance >= _FAINT}

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

    @property
    def beliefs(self) -> tuple[str, ...]:
        """The beliefs that are likely enough to be named."""
        return tuple(key for key in self.keys if self.chance(key) >= SURE)

    @property
    def has_mastered(self) -> bool:
        """Whether four of the last five answers were right and no belief is likelier than one in twenty."""
        latest = self.answers[-WINDOW:]
        return len(latest) == WINDOW and sum(latest) >= ENOUGH and all(self.chance(key) <= GONE for key in self.keys)


def meet(lesson: str, possible: Iterable[str] | None = None) -> Learner:
    """A learner of whom nothing is known yet.

    Args:
        lesson: the lesson's key.
        possible: the beliefs that can arise in his game; None for all of the lesson.
    """
    keys = [belief.key for belief in beliefs_of(lesson)] if possible is None else list(possible)
    pairs = [name_pair(*pair) for pair in combinations(keys, 2)]
    share = min(_BELIEF_MOST, (1 - _OTHER - _KNOWS_LEAST) * (1 - _PAIRS) / max(1, len(keys)))
    both = share * len(keys) * _PAIRS / (1 - _PAIRS) if pairs else 0.0
    likely = {KNOWS: 1 - _OTHER - share * len(keys) - both, OTHER: _OTHER}
    likely.update(dict.fromkeys(keys, share))
    likely.update(dict.fromkeys(pairs, both / max(1, len(pairs))))
    return Learner(lesson, _share(likely))


def _share(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights as shares of one; nothing becomes impossible."""
    whole = sum(weights.values())
    shares = {name: max(weight / whole, _LEAST) for name, weight in weights.items()}
    whole = sum(shares.values())
    return {name: share / whole for name, share in shares.items()}


def _match(task: Task, meant: object, hit: bool, right: bool, listed: int) -> float:
    """How likely an answer is under a hypothesis.

    Args:
        task: the task.
        meant: the answer foretold; None if none is.
        hit: whether it was given.
        right: whether the right answer was given.
        listed: how many wrong answers some belief foretells, if one of them was given.
    """
    slip, others = _slip(task)
    if meant is None:  # whoever believes something else errs where others err, more often than by chance
        near = _OTHER_NEAR / listed if listed else 0.0
        return _OTHER_RIGHT if right else (1 - _OTHER_RIGHT) * (near + (1 - _OTHER_NEAR) / others)
    return 1 - slip if hit else slip / others


def _slip(task: Task) -> tuple[float, int]:
    """How often an answer to a task is a slip, and to how many other answers it may lead."""
    return SLIPS.get(task.kind, SLIP), max(1, (len(task.choices) or _FREE) - 1)


def foretell_all(task: Task, names: Iterable[str]) -> dict[str, object]:
    """The answer that a learner of each hypothesis means to give: of two beliefs, the one that shows."""
    kind = KINDS[task.kind]
    right = kind.answer(task)
    meant: dict[str, object] = {KNOWS: right, OTHER: None}
    for name in names:
        for key in name.split("+"):
            if key not in meant:
                meant[key] = believe(task, BY_KEY[key], right)
        if name not in meant:
            meant[name] = next((meant[key] for key in name.split("+") if meant[key] != right), right)
    return meant


def foretell_answer(hypothesis: str, task: Task) -> object:
    """The answer that a learner of a hypothesis means to give."""
    return foretell_all(task, (hypothesis,))[hypothesis]


def tell_apart(learner: Learner, task: Task, meant: Mapping[str, object] | None = None) -> float:
    """How much an answer to a task is expected to tell of the hypotheses, in bits.

    Args:
        learner: what is thought of the learner.
        task: the task.
        meant: what ``foretell_all`` gives, where it is known already.
    """
    left = learner.leading
    meant = foretell_all(task, left) if meant is None else meant
    slip, others = _slip(task)
    right = meant[KNOWS]
    shares: dict[object, float] = {str(right) if isinstance(right, list) else right: 0.0}
    unclear = 0.0
    for name, chance in left.items():
        given = meant[name]
        if given is None:
            unclear += chance
        else:
            given = str(given) if isinstance(given, list) else given
            shares[given] = shares.get(given, 0.0) + chance
    if len(shares) == 1 and not unclear:
        return 0.0
    whole = sum(left.values())
    stray, told = unclear / whole * (1 - _OTHER_RIGHT) / others, (whole - unclear) / whole
    answers = []  # how likely each answer is
    for at, share in enumerate(shares.values()):  # the first is the right one
        known = share / whole
        answers.append(
            known * (1 - slip) + (told - known) * slip / others + (unclear / whole * _OTHER_RIGHT if not at else stray)
        )
    rest = others + 1 - len(shares)
    found = -sum([chance * log2(chance) for chance in answers if chance > 0])
    if rest > 0:
        each = told * slip / others + stray
        found -= rest * each * log2(each)
    return found - told * _entropy(slip, others) - unclear / whole * _entropy(1 - _OTHER_RIGHT, others)


def _entropy(slip: float, others: int) -> float:
    """How unsure an answer is that is another one of some with a given chance, in bits."""
    return -(1 - slip) * log2(1 - slip) - slip * log2(slip / others)


def worth_asking(learner: Learner, task: Task, meant: Mapping[str, object] | None = None, least: float = 0.0) -> float:
    """What a task tells, the more the quicker it is answered; ``least`` is what any task is worth."""
    return (tell_apart(learner, task, meant) + least) / seconds_for(task.kind) ** PACE


def can_arise(belief: Belief, tasks: Iterable[Task]) -> bool:
    """Whether a belief answers any of these tasks otherwise than the rules."""
    return any(foretell_answer(belief.key, task) != KINDS[task.kind].answer(task) for task in tasks)
