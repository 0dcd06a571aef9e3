"""What a learner believes: how likely each belief is by all his answers, and what he should be asked next.

Bayes over hypotheses: that he knows the rules, that he holds one belief of the lesson, or two, or something like one
belief, or something else that is not on the list. Each hypothesis foretells an answer to each task; a slip may turn it
into another one. A belief is named once it is likely and something merely like it is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import log2
from typing import NamedTuple

from .beliefs import BY_KEY, Belief, beliefs_of
from .tasks import KINDS, Task, believe, explains

# how often somebody answers otherwise than he means to, by kind; counts slip more
SLIPS: Mapping[str, float] = {"count": 0.15}
SLIP = 0.1
KNOWS, OTHER = "knows", "other"
# before the first answer: something else, the least for who knows, the most for one belief, the share of pairs
_OTHER, _KNOWS_LEAST, _BELIEF_MOST, _PAIRS = 0.1, 0.15, 0.06, 0.15
_LEAST = 1e-7  # what no answer makes a hypothesis less likely than
_FAINT = 0.001  # less likely hypotheses do not choose the next task
_OTHER_RIGHT = 0.6  # how often somebody with an unknown belief is right all the same
# something like a belief: before the first answer, as a share of the belief, and how often it is right where the belief
# does not show, in the belief's lessons
_LIKE, _LIKE_ELSEWHERE = 0.2, 0.7
_LIKE_MOST = 0.05  # the most that something like a belief is as likely as the belief, for that one to be named
_DOUBTED = 0.5  # a belief as likely as this is told from what is like it next


class Errs(NamedTuple):
    """How somebody errs on tasks of a kind whose belief is not on the list, as beliefs were measured to do.

    Attributes:
        near: how often his wrong answer is one that a known belief foretells.
        same: where a belief shows that is like his, how often he answers as that one: first where no other known
            belief gives that answer, then where one more does, and so on, the last for any more.
        right: and how often he is right there.
    """

    near: float
    same: tuple[float, ...]
    right: tuple[float, ...]


# where answers are many, others seldom hit the one of a belief: few such answers prove it; nor do they hit one that no
# other belief gives as often as one that several give
_ERRS: Mapping[str, Errs] = {
    "count": Errs(0.55, (0.35, 0.55), (0.32, 0.27)),
    "settle": Errs(0.45, (0.3, 0.38), (0.45, 0.43)),
    "classify": Errs(0.65, (0.24, 0.4, 0.67, 0.7), (0.64, 0.5, 0.29, 0.26)),
    "complete": Errs(0.25, (0.28,), (0.67,)),
    "declare?": Errs(0.95, (0.62,), (0.38,)),
    "move": Errs(0.6, (0.22, 0.5), (0.7, 0.5)),
    "mark": Errs(0.3, (0.35,), (0.1,)),
    "build": Errs(0.35, (0.25, 0.5), (0.5, 0.4)),
    "discard": Errs(0.05, (0.1,), (0.4,)),
    "take?": Errs(0.5, (0.35,), (0.65,)),
}
_ANY_ERRS = Errs(0.5, (0.5,), (0.35,))
_FREE = 16  # how many answers there are where the answer is free: one that is meant, the others by a slip
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
PACE = 0.05  # how much a quick task counts for more: at 1 a learner would hardly ever be asked to build a hand
FRESH = 0.85  # what a task is worth for each of the latest two that were of its kind
SURE, GONE, WINDOW, ENOUGH = 0.9, 0.05, 5, 4


def name_pair(one: str, other: str) -> str:
    """The name of the hypothesis that two beliefs are held at once."""
    return f"{one}+{other}"


def name_like(belief: str) -> str:
    """The name of the hypothesis that something like a belief is held, which is not on the list."""
    return f"{belief}?"


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
        right = answer == meant[KNOWS] or (kind.is_right is not None and kind.is_right(task, answer))
        if not right and kind.fits is not None:
            meant = _explain(task, answer, meant, self.keys)
        given, as_good = _plain(answer), _plain(meant[KNOWS] if right else answer)  # as good as the one that is meant
        likely = dict(self.likely)
        for names, shares, rest in foretell_shares(task, meant, self.likely, self.keys):
            share = max(shares.get(given, rest), shares.get(as_good, rest))
            likely.update({name: self.likely[name] * share for name in names})
        return replace(self, likely=_share(likely), answers=(*self.answers, right))

    def forget(self, share: float) -> Learner:
        """The learner once a part of what was thought of him has lost its worth: he was told, or time has passed."""
        fresh = meet(self.lesson, self.keys).likely
        return replace(
            self, likely={name: (1 - share) * chance + share * fresh[name] for name, chance in self.likely.items()}
        )

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The beliefs that he might hold."""
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


def foretell_shares(
    task: Task, meant: Mapping[str, object], names: Iterable[str], keys: Sequence[str]
) -> list[tuple[list[str], dict[object, float], float]]:
    """How likely hypotheses make answers to a task.

    Args:
        task: the task.
        meant: what ``foretell_all`` gives for it.
        names: the hypotheses.
        keys: the beliefs among them.

    Returns:
        For the hypotheses that agree: their names, how likely some answers are, and how likely is each of the others.
    """
    slip, others = SLIPS.get(task.kind, SLIP), count_answers(task) - 1
    errs = _ERRS.get(task.kind, _ANY_ERRS)
    right = _plain(meant[KNOWS])
    told = {key: _plain(meant[key]) for key in keys}
    shared = Counter(told.values())
    wrong = shared.keys() - {None, right}
    alike: dict[object, list[str]] = {}  # who means an answer
    near: dict[object, list[str]] = {}  # who is like somebody who means a wrong one
    other: list[str] = []
    elsewhere: list[str] = []
    for name in names:
        key = name.rstrip("?")
        given = told[key] if key in told else _plain(meant[key])
        if given is None:
            other.append(name)
        elif key == name:
            alike.setdefault(given, []).append(name)
        elif given != right:
            near.setdefault(given, []).append(name)
        elif wrong and task.lesson in BY_KEY[key].lessons:
            elsewhere.append(name)
        else:
            alike.setdefault(right, []).append(name)
    found = [(some, {given: 1 - slip}, slip / others) for given, some in alike.items()]
    for given, some in near.items():
        same, correct = (rates[min(shared[given], len(rates)) - 1] for rates in (errs.same, errs.right))
        found.append((some, {given: same, right: correct}, (1 - same - correct) / max(1, others - 1)))
    for share, some in ((_OTHER_RIGHT, other), (_LIKE_ELSEWHERE, elsewhere)):
        if some:
            found.append((some, *_unclear(share, errs.near, right, wrong, others)))
    return found


def _explain(task: Task, answer: object, meant: Mapping[str, object], keys: Iterable[str]) -> dict[str, object]:
    """What hypotheses mean, with an answer in place of another one that is as good to who holds a belief."""
    right = meant[KNOWS]
    fitting = {key for key in keys if explains(task, BY_KEY[key], answer, right)}
    found = dict(meant)
    for name in meant:
        shows = next((key for key in name.split("+") if key in meant and meant[key] != right), None)
        if shows in fitting:
            found[name] = answer
    return found


def _unclear(
    share: float, near: float, right: object, wrong: Collection[object], others: int
) -> tuple[dict[object, float], float]:
    """How likely answers are under a belief that is not known: it errs where others err, more often than by chance."""
    near = near if wrong else 0.0
    stray = (1 - share) * (1 - near) / others
    return {**{one: (1 - share) * near / len(wrong) + stray for one in wrong}, right: share}, stray


def _plain(answer: object) -> object:
    """An answer as a value that can be a key."""
    return str(answer) if isinstance(answer, list) else answer


def count_answers(task: Task) -> int:
    """How many answers a task may get."""
    return max(2, len(task.choices) or _FREE)


def foretell_all(task: Task, names: Iterable[str]) -> dict[str, object]:
    """The answer that a learner of each hypothesis means to give: of two beliefs, the one that shows."""
    kind = KINDS[task.kind]
    right = kind.answer(task)
    meant: dict[str, object] = {KNOWS: right, OTHER: None}
    for name in names:
        for key in name.rstrip("?").split("+"):
            if key not in meant:
                meant[key] = believe(task, BY_KEY[key], right)
        if name not in meant and not name.endswith("?"):
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
    return FRESH ** list(latest[-2:]).count(kind) / seconds_for(kind) ** PACE


def can_arise(belief: Belief, tasks: Iterable[Task]) -> bool:
    """Whether a belief answers any of these tasks otherwise than the rules."""
    return any(foretell_answer(belief.key, task) != KINDS[task.kind].answer(task) for task in tasks)
