"""How somebody answers a task: what each hypothesis of their beliefs foretells, and how likely it makes each answer.

Who knows the rules means the right answer, who holds a belief means the belief's; a slip may turn it into another one.
Somebody with a belief that is not on the list errs as those on the list were seen to err.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..beliefs import BY_KEY
from ..tasks import Task, believe, explains

KNOWS, OTHER = "knows", "other"

# Assumed: how often somebody is right whose belief is not known; and one with something like a belief, where that one
# does not show, in its lessons.
_OTHER_RIGHT, _LIKE_ELSEWHERE = 0.6, 0.7
_FREE = 16  # assumed: how many answers there are where the answer is free, as a number is


def name_pair(one: str, other: str) -> str:
    """The name of the hypothesis that two beliefs are held at once."""
    return f"{one}+{other}"


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
    told = {key: plain(meant[key]) for key in keys}
    shared = Counter(told.values())
    wrong = shared.keys() - {None, right}
    alike: dict[object, list[str]] = {}  # who means an answer
    near: dict[object, list[str]] = {}  # who is like somebody who means a wrong one
    other: list[str] = []
    elsewhere: list[str] = []
    for name in names:
        key = name.rstrip("?")
        given = told[key] if key in told else plain(meant[key])
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


def take_as_meant(task: Task, answer: object, meant: Mapping[str, object], keys: Iterable[str]) -> dict[str, object]:
    """What hypotheses mean, with an answer in place of another one that is as good to who holds a belief."""
    right = meant[KNOWS]
    fitting = {key for key in keys if explains(task, BY_KEY[key], answer)}
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
