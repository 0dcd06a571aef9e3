"""A digest of the tasks that the tutor makes: the same seed gives the same task, the same verdicts and the same texts.

``tasks.json`` holds, for each rulebook, lesson and kind of task, some letters for each part of each seed's task. So
what differs is named: the rulebook, the lesson, the kind, the seed and the part.

Run ``python -m tests.golden.kept.tasks`` to compare all of it (some minutes), with ``--only octro-13`` or
``--only declare?`` less. ``--write`` writes the file anew, where
that is meant to change; of other tasks only with another ``TASKS_VERSION``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from rummy_tutor import RULEBOOKS
from rummy_tutor.game.cards import Card
from rummy_tutor.game.messages import TutorError
from rummy_tutor.game.rules import Rulebook
from rummy_tutor.page.classroom.questions import TaskQuestion
from rummy_tutor.page.learn.view import draw_learn
from rummy_tutor.page.panels import receive
from rummy_tutor.page.session import Session
from rummy_tutor.rulebooks.files import make_rulebook
from rummy_tutor.tutor import BELIEFS, Belief, Progress, judge_answer, list_lessons, make_task
from rummy_tutor.tutor.judging import give_hints, show_why, tell_reasons
from rummy_tutor.tutor.planting import TASKS_VERSION, name_task
from rummy_tutor.tutor.tasks import Task, TaskError, believe, list_kinds
from rummy_tutor.wording.speech import say

FILE = Path(__file__).with_name("tasks.json")
AT = datetime(2026, 1, 5, 18, tzinfo=UTC)
SEEDS = {"discard": (1, 20), "take?": (1, 20), "move": (1, 2, 5, 19), "settle": (*range(9), 50)}  # slow, or varied
USUAL_SEEDS = (0, 1, 2, 5, 7, 30)
LETTERS = 3  # letters for each part
MOST_WRONG = 8  # wrong answers of one task
HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {
        "base": "gorummy-13",
        "key": "house-13",
        "melds": {"set_suits": "not-all-one"},
        "scoring": {"cap": 60},
    },
    {"base": "marriage-21", "key": "house-21", "melds": {"run_max": 5}},
)


class Group(NamedTuple):
    """The tasks of one kind of a lesson in a game."""

    rulebook: str
    lesson: str
    kind: str

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of which tasks are made."""
        return SEEDS.get(self.kind, USUAL_SEEDS)


def open_rulebooks() -> dict[str, Rulebook]:
    """The rulebooks of the package and two house rulebooks, by their keys."""
    return {**RULEBOOKS, **{str(data["key"]): make_rulebook(data) for data in HOUSE_RULES}}


def list_groups(rulebooks: Mapping[str, Rulebook]) -> list[Group]:
    """Every kind of task of every lesson in some games."""
    return [
        Group(key, lesson.key, kind)
        for key, book in rulebooks.items()
        for lesson in list_lessons(book)
        for kind in list_kinds(lesson, book)
    ]


def make_a_task(group: Group, seed: int, rulebook: Rulebook) -> Task | None:
    """The task of a seed; None where the game has none."""
    try:
        return make_task(rulebook, group.lesson, group.kind, seed, 1 + seed % 3)
    except TaskError:
        return None


# ---- answers -------------------------------------------------------------------------------------------------
def find_right(task: Task) -> Any:
    """The right answer, as plain values."""
    return TaskQuestion(task).solve()


def list_wrong(task: Task) -> list[Any]:
    """Some other answers: those that somebody with a belief gives, and those that nobody would think of."""
    right = find_right(task)
    answers: list[Any] = [believe_as_kept(task, belief) for belief in BELIEFS if task.lesson in belief.lessons]
    answers += list_others(task, right)
    wrong: list[Any] = []
    for answer in answers:
        if answer is not None and answer != right and answer not in wrong:
            wrong.append(answer)
    return wrong[:MOST_WRONG]


def believe_as_kept(task: Task, belief: Belief) -> Any:
    """The answer that somebody with a belief gives, in the form in which the digest was made of it."""
    answer, keeps_order = believe(task, belief), task.asks == "moves" and belief.habit is None
    return find_right(task) if answer == task.answer and not keeps_order else answer


def list_others(task: Task, right: Any) -> list[Any]:
    """Answers that are wrong as a rule, by what the task asks for."""
    if task.asks == "number":
        return [right + 1, right - 10, 0, -right]
    if task.asks == "groups":
        laid = [[str(card) for card in group] for group in task.groups]
        return [[[str(card)] for card in task.cards], laid]
    if task.asks == "cards":
        cards = sorted({str(card) for card in task.cards})
        return [[], cards, right[1:], [card for card in cards if card not in right]]
    if isinstance(right, list):  # some of the choices
        choices = list(task.choices)
        return [[], choices, [choice for choice in choices if choice not in right], right[1:]]
    return list(task.choices)


# ---- parts of the digest -------------------------------------------------------------------------------------
def show_shown(shown: Any) -> object:
    """Cards laid out and what is said of them."""
    return None if shown is None else [[[str(card) for card in group] for group in shown.groups], say(shown.text)]


def show_hints(task: Task) -> object:
    """Both hints, and the cards at which they point."""
    return [[say(hint.text), [str(card) for card in hint.cards]] for hint in give_hints(task)]


def show_why_wrong(task: Task) -> object:
    """What is laid out and said of wrong answers, and why the right one is right."""
    answers = list_wrong(task)
    return [
        [answer, show_shown(show_why(task, answer)), [say(reason) for reason in tell_reasons(task, answer)]]
        for answer in (*answers, find_right(task))
    ]


def show_learner(task: Task) -> object:
    """What is thought of a learner after a wrong answer, and after a right one."""
    progress = Progress.new(task.rulebook)
    for answer in (*list_wrong(task)[:1], find_right(task)):
        progress = progress.record(task, answer, progress.judge(task, answer), AT)
    return progress.to_data()["lessons"]


def show_class(task: Task) -> object:
    """How a class is asked, and what it is told after it."""
    question, right = TaskQuestion(task), find_right(task)
    told = [question.tell(answer) for answer in (*list_wrong(task), right)] if task.asks != "groups" else []
    cards = [None if card is None else str(card) for card in map(question.card_of, question.choices)]
    return [question.title(), question.ask(), question.asks, question.signed, question.rows(), cards, told,
            question.why()]  # fmt: skip


def show_page(task: Task) -> object:
    """The sentences of Learn: of the task, of its hints, and of its verdict on a right answer or on a wrong one."""
    wrong = [answer for answer in list_wrong(task) if is_wrong(task, answer)]
    return list_page(task, wrong[0] if wrong and task.seed % 2 else find_right(task))


def is_wrong(task: Task, answer: Any) -> bool:
    """Whether an answer is refused."""
    return not judge_answer(task, answer).right


def list_page(task: Task, answer: Any) -> list[str]:
    """The sentences that Learn shows while somebody takes hints and gives an answer; a hand stays as it lies."""
    session = Session("2H 3H 4H | KS", task.rulebook)
    receive(session, {"type": "mode", "mode": "learn"})
    session.named = {"learn": {"lesson": task.lesson, "task": name_task(task)}}
    drawn = [draw_learn(session)["lesson"]]
    for values in ({"do": "hint"}, {"do": "answer", "answer": answer}, {"do": "lay"}):
        receive(session, {"type": "learn", **values})
        drawn.append(draw_learn(session)["lesson"])
    return sorted({text for text in list_texts(drawn) if " " in text})


def list_texts(value: object) -> Iterator[str]:
    """All texts in plain values, whatever the names are under which they stand."""
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from list_texts(part)


PARTS: Mapping[str, Callable[[Task], object]] = {
    "task": lambda task: task.to_dict(),
    "answer": find_right,
    "verdicts": lambda task: [
        [answer, judge_answer(task, answer).to_dict()] for answer in (*list_wrong(task), find_right(task))
    ],
    "hints": show_hints,
    "why": show_why_wrong,
    "learner": show_learner,
    "class": show_class,
    "page": show_page,
}
MADE = ("task", "answer")  # the parts that make a task another one


def as_plain(value: object) -> object:
    """What JSON does not know, as text."""
    return str(value) if isinstance(value, Card) else sorted(map(str, value))  # type: ignore[call-overload]


def digest(value: object) -> str:
    """Some letters that change with a value."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=as_plain)
    return sha256(text.encode()).hexdigest()[:LETTERS]


def digest_task(group: Group, seed: int, rulebook: Rulebook) -> str:
    """The letters of all parts of a task."""
    task = make_a_task(group, seed, rulebook)
    if task is None:
        return "-" * LETTERS * len(PARTS)
    return "".join(digest(show(task)) for show in PARTS.values())


def digest_group(group: Group, rulebook: Rulebook) -> str:
    """The letters of the tasks of one kind of a lesson, seed by seed."""
    return " ".join(digest_task(group, seed, rulebook) for seed in group.seeds)


# ---- comparing -----------------------------------------------------------------------------------------------
def read_digests() -> dict[Group, str]:
    """The digests of the file."""
    kept = json.loads(FILE.read_text(encoding="utf-8"))["tasks"]
    return {
        Group(key, lesson, kind): letters
        for key, lessons in kept.items()
        for lesson, kinds in lessons.items()
        for kind, letters in kinds.items()
    }


def read_version() -> int:
    """The version of the tasks of which the digests are."""
    version: int = json.loads(FILE.read_text(encoding="utf-8"))["version"]
    return version


def list_differences(group: Group, seed: int, kept: str, rulebook: Rulebook) -> list[str]:
    """What of a task is not as it was, each as a line that tells where."""
    now = digest_task(group, seed, rulebook)
    where = f"{group.rulebook}: {group.lesson}.{group.kind}.{seed}.{1 + seed % 3}"
    return [
        f"{where}: {part}"
        for at, part in enumerate(PARTS)
        if now[at * LETTERS : (at + 1) * LETTERS] != kept[at * LETTERS : (at + 1) * LETTERS]
    ]


def compare(only: str = "", show: Callable[[str], None] = print) -> list[str]:
    """Compare all tasks, or those of a rulebook, a lesson or a kind, with the file; what differs, line by line."""
    rulebooks, kept, lines = open_rulebooks(), read_digests(), []
    groups = [group for group in list_groups(rulebooks) if not only or only in group]
    for group in groups:
        if group not in kept:
            lines.append(f"{group.rulebook}: {group.lesson}.{group.kind} is new")
            continue
        for seed, letters in zip(group.seeds, kept[group].split(), strict=True):
            lines += list_differences(group, seed, letters, rulebooks[group.rulebook])
    gone = [group for group in kept if (not only or only in group) and group not in groups]
    lines += [f"{group.rulebook}: {group.lesson}.{group.kind} is gone" for group in gone]
    for line in lines:
        show(line)
    return lines


def draw_sample(seed: int) -> dict[Group, int]:
    """Each kind of task of each lesson once, in a game and of a seed drawn at random."""
    rng = random.Random(seed)
    groups = list_groups(open_rulebooks())
    rng.shuffle(groups)
    drawn = {group[1:]: group for group in groups}
    return {group: rng.choice(group.seeds) for group in drawn.values()}


def is_made_otherwise(kept: Mapping[Group, str], now: Mapping[Group, str]) -> bool:
    """Whether a seed that gave a task gives another one today, or one with another right answer."""
    length = LETTERS * len(MADE)
    return any(
        [task[:length] for task in kept[group].split()] != [task[:length] for task in now[group].split()]
        for group in kept.keys() & now.keys()
    )


def check_version(kept: Mapping[Group, str], now: Mapping[Group, str]) -> None:
    """See to it that tasks that are made otherwise have another version."""
    if is_made_otherwise(kept, now) and read_version() == TASKS_VERSION:
        sys.exit("A seed gives another task, or another answer. Raise TASKS_VERSION in rummy_tutor/tutor/planting.py.")


def write() -> None:
    """Write the file anew."""
    rulebooks = open_rulebooks()
    now = {group: digest_group(group, rulebooks[group.rulebook]) for group in list_groups(rulebooks)}
    check_version(read_digests(), now)
    tasks: dict[str, dict[str, dict[str, str]]] = {}
    for group, letters in now.items():
        tasks.setdefault(group.rulebook, {}).setdefault(group.lesson, {})[group.kind] = letters
    about = f"{LETTERS} letters for each of {', '.join(PARTS)}; a word for each seed"
    text = json.dumps({"about": about, "version": TASKS_VERSION, "tasks": tasks}, indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Compare, or write; 1 if something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a rulebook, a lesson or a kind of task")
    parser.add_argument("--write", action="store_true", help="write the file anew")
    given = parser.parse_args(arguments)
    if given.write:
        write()
        return 0
    return 1 if compare(given.only) else 0


if __name__ == "__main__":
    with suppress(BrokenPipeError, TutorError):
        sys.exit(main())
