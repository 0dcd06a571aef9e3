"""What an answer is worth by the engine, and what all answers tell of the learner.

An answer is right or not, by a rule, and a wrong one may be explained by a belief; hints and reasons stand beside it.

What a learner believes: Bayes over hypotheses, that they know the rules, that they hold one belief of the lesson, or
two, or something like one belief, or something else that is not on the list. Each hypothesis foretells an answer to
each task; a slip may turn it into another one. Somebody with a belief that is not on the list errs as those on the list
were seen to err. A belief is named once it is likely and something merely like it is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import log2

from ..game.messages import Message
from ..wording.explain import CITED
from .beliefs import BY_KEY, beliefs_of
from .beliefs import BY_KEY as BELIEFS
from .kinds import KINDS
from .planting import list_explaining
from .tasks import Hint, Task, believe, explains, read_answer
from .worked.steps import Shown


@dataclass(frozen=True)
class Verdict:
    """What an answer is worth.

    Attributes:
        right: whether it is right.
        expected: a right answer, as plain JSON values.
        reasons: codes of why, in the order a referee gives them.
        belief: the belief of the lesson that alone explains a wrong answer, None if none or several do.
        fits: the keys of all beliefs of the lesson that explain it.
        lost: points that the answer gives away, where it is about points.
        rule: the source or ruling that decides, such as ``"S3, R2"``.
    """

    right: bool
    expected: object
    reasons: tuple[str, ...] = ()
    belief: str | None = None
    fits: tuple[str, ...] = ()
    lost: int | None = None
    rule: str = ""

    def to_dict(self) -> dict[str, object]:
        """The verdict as plain JSON values."""
        lost = {} if self.lost is None else {"lost": self.lost}
        return {
            "right": self.right,
            "expected": self.expected,
            "reasons": list(self.reasons),
            "belief": self.belief,
            "fits": list(self.fits),
            "rule": self.rule,
            **lost,
        }


def judge_answer(task: Task, answer: object) -> Verdict:
    """Judge an answer by the engine.

    Args:
        task: the task.
        answer: what ``task.asks`` calls for, as plain JSON values.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    given, expected, lost = read_answer(task, answer), task.answer, task.question.lost
    reasons = () if task.question.reasons is None else task.question.reasons(task)
    rule = cite_rule(task, reasons)
    if task.is_right(given):
        return Verdict(True, expected, reasons, rule=rule)
    possible = list_explaining(task.lesson, task.kind, task.rulebook)
    fits = tuple(key for key in possible if explains(task, BELIEFS[key], given))
    only = fits[0] if len(fits) == 1 else None
    return Verdict(False, expected, reasons, only, fits, None if lost is None else lost(task, given), rule)


# reasons that say by themselves which rule decides, with its field and a ruling: those of groups, and of the last sum
_CITED = {
    code.partition(":")[0]: cited
    for code, cited in CITED.items()
    if cited[0].startswith(("melds", "scoring.cap", "scoring.floor"))
}


def cite_rule(task: Task, reasons: tuple[str, ...]) -> str:
    """The source or ruling that decides a task, such as ``"S3, R2"``."""
    if task.turn is not None:
        rulings = [task.turn.judge_move(move) for move in task.choices]
        return next((ruling.source for ruling in rulings if not ruling.allowed and ruling.source), "")
    path, ruling = next((_CITED[code] for code in reasons if code in _CITED), (task.question.rule, ""))
    source = task.rulebook.source_of(path) or ""
    return source if ruling in source else f"{source}, {ruling}"


def show_why(task: Task, answer: object) -> Shown | None:
    """Cards laid out that show why an answer is wrong; None where it is right, or where none would help.

    Args:
        task: the task.
        answer: the answer, as plain JSON values.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    given, shows = read_answer(task, answer), task.question.shows
    laid = None if shows is None or task.is_right(given) else shows(task, given, task.answer)
    return None if laid is None else Shown(laid.groups, task.turned, laid.text, numbers=laid.numbers)


def tell_reasons(task: Task, answer: object) -> tuple[Message, ...]:
    """Why the right answer is right, where that is no rule about the cards as they lie; empty elsewhere.

    Args:
        task: the task.
        answer: the answer that was given, as plain JSON values.

    Raises:
        TaskError: ``bad-answer``: it is no answer to this task.
    """
    given, because = read_answer(task, answer), task.question.because
    return () if because is None else because(task, given, task.answer)


def give_hints(task: Task) -> tuple[Hint, Hint]:
    """A general hint, and one that points at cards."""
    general, pointed = task.question.hints(task)
    return Hint(general), pointed


# ---- what a learner believes ----------------------------------------------------------------------------------
KNOWS, OTHER = "knows", "other"

# Assumed: how often somebody is right whose belief is not known; and one with something like a belief, where that one
# does not show, in its lessons.
_OTHER_RIGHT, _LIKE_ELSEWHERE = 0.6, 0.7
_FREE = 16  # assumed: how many answers there are where the answer is free, as a number is


def name_pair(belief: str, other: str) -> str:
    """The name of the hypothesis that two beliefs are held at once."""
    return f"{belief}+{other}"


def name_like(belief: str) -> str:
    """The name of the hypothesis that something like a belief is held, which is not on the list."""
    return f"{belief}?"


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
    slip, errs, others = task.question.family.slip, task.question.family.errs, count_answers(task) - 1
    right = plain(meant[KNOWS])
    believed = {key: plain(meant[key]) for key in keys}
    shared = Counter(believed.values())
    wrong = shared.keys() - {None, right}
    alike: dict[object, list[str]] = {}  # who means an answer
    near: dict[object, list[str]] = {}  # who is like somebody who means a wrong one
    other: list[str] = []
    elsewhere: list[str] = []
    for name in names:
        key = name.rstrip("?")
        given = believed[key] if key in believed else plain(meant[key])
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
    agreeing = [(some, {given: 1 - slip}, slip / others) for given, some in alike.items()]
    for given, some in near.items():
        same, correct = (rates[min(shared[given], len(rates)) - 1] for rates in (errs.same, errs.right))
        agreeing.append((some, {given: same, right: correct}, (1 - same - correct) / max(1, others - 1)))
    for share, some in ((_OTHER_RIGHT, other), (_LIKE_ELSEWHERE, elsewhere)):
        if some:
            agreeing.append((some, *_unclear(share, errs.near, right, wrong, others)))
    return agreeing


def take_as_meant(task: Task, answer: object, meant: Mapping[str, object], keys: Iterable[str]) -> dict[str, object]:
    """What hypotheses mean, with an answer in place of another one that is as good to who holds a belief."""
    right = meant[KNOWS]
    fitting = {key for key in keys if explains(task, BY_KEY[key], answer)}
    taken = dict(meant)
    for name in meant:
        shows = next((key for key in name.split("+") if key in meant and meant[key] != right), None)
        if shows in fitting:
            taken[name] = answer
    return taken


def _unclear(
    share: float, near: float, right: object, wrong: Collection[object], others: int
) -> tuple[dict[object, float], float]:
    """How likely answers are under a belief that is not known: it errs where others err, more often than by chance."""
    near = near if wrong else 0.0
    stray = (1 - share) * (1 - near) / others
    return {**{answer: (1 - share) * near / len(wrong) + stray for answer in wrong}, right: share}, stray


def plain(answer: object) -> object:
    """An answer as a value that can be a key."""
    return str(answer) if isinstance(answer, list) else answer


def count_answers(task: Task) -> int:
    """How many answers a task may get."""
    return max(2, len(task.choices) or _FREE)


def foretell_all(task: Task, names: Iterable[str]) -> dict[str, object]:
    """The answer that a learner of each hypothesis means to give: of two beliefs, the one that shows."""
    right = task.answer
    meant: dict[str, object] = {KNOWS: right, OTHER: None}
    for name in names:
        for key in name.rstrip("?").split("+"):
            if key not in meant:
                meant[key] = believe(task, BY_KEY[key])
        if name not in meant and not name.endswith("?"):
            meant[name] = next((meant[key] for key in name.split("+") if meant[key] != right), right)
    return meant


def foretell_answer(hypothesis: str, task: Task) -> object:
    """The answer that a learner of a hypothesis means to give."""
    return foretell_all(task, (hypothesis,))[hypothesis]


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
_LIKE_MOST = 0.015  # to name a belief, something like it is at most this share as likely
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

    def doubt(self, beliefs: Collection[str], share: float) -> Learner:
        """The learner with some beliefs, alone or with another, less likely by a share."""
        less = {name: share if set(name.rstrip("?").split("+")) & {*beliefs} else 1.0 for name in self.likely}
        return replace(self, likely=_share({name: chance * less[name] for name, chance in self.likely.items()}))

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
        sums: dict[str, float] = {}
        for name, chance in self.likely.items():
            for key in name.split("+"):
                sums[key] = sums.get(key, 0.0) + chance
        return sums

    @cached_property
    def beliefs(self) -> tuple[str, ...]:
        """The beliefs that may be named: likely, and clearly likelier than something like them."""
        return tuple(key for key in self.keys if self.chance(key) >= SURE and self._is_apart(key))

    @property
    def has_mastered(self) -> bool:
        """Whether four of the last five answers were right and no belief is likelier than one in twenty."""
        return are_enough(self.answers) and all(self.chance(key) <= GONE for key in self.keys)


def are_enough(answers: Sequence[bool]) -> bool:
    """Whether enough of the latest answers were right, whatever is believed."""
    latest = answers[-WINDOW:]
    return len(latest) == WINDOW and sum(latest) >= ENOUGH


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
    entropy = -sum([share * log2(share) for share in shares if share > 0])
    return entropy - more * rest * log2(rest) if more > 0 and rest > 0 else entropy


def weigh_kind(kind: str, latest: Sequence[str] = ()) -> float:
    """What a bit is worth that a task of a kind tells: the more the quicker it is answered, and if it is another kind.

    Args:
        kind: the kind.
        latest: the kinds asked so far, the latest last.
    """
    return FRESH ** list(latest[-2:]).count(kind) / KINDS[kind].seconds ** PACE
