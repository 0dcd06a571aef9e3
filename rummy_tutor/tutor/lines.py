"""Tasks for programs: JSON lines in, JSON lines out, as ``batch`` answers hands.

A request names ``lesson``, ``kind``, ``rulebook``, ``seed`` and ``level``; all but the rulebook may be left out or
null. With an ``answer`` beside it, it is judged as well. The rulebook is a key, or a rulebook file as an object.
"""

from __future__ import annotations

import json
from typing import Any

from ..game.messages import Items, RequestError, quote
from ..game.rules import Rulebook
from ..rounds.documents import check_type
from ..rulebooks import RULEBOOKS, get_rulebook
from ..rulebooks.files import make_rulebook
from .beliefs import BELIEFS
from .judging import judge_answer
from .kinds import KINDS
from .lessons import LESSONS, list_lessons
from .planting import task_from

_KEYS = ("id", "lesson", "kind", "rulebook", "options", "seed", "level", "answer")


def answer_task(values: dict[str, object]) -> dict[str, object]:
    """The task of a request and, if it brings an answer, the verdict on it.

    Raises:
        RequestError: keys or types are wrong.
        RuleError: the rulebook or an option is unknown.
        TaskError: there is no such task, or the answer is none.

    Example:
        >>> answer_task({"lesson": "sets", "kind": "classify", "rulebook": "octro-13", "seed": 7})["task"]["asks"]
        'kind'
    """
    for key in values:
        if key not in _KEYS:
            raise RequestError("unknown-key", found=quote(key), known=Items(_KEYS, "comma"))
    # what may be left out may also be null
    values = {key: value for key, value in values.items() if value is not None or key in ("rulebook", "answer")}
    task = task_from(values, _read_rulebook(values))
    verdict = {"verdict": judge_answer(task, values["answer"]).to_dict()} if "answer" in values else {}
    return {"task": task.to_dict(), **verdict}


def write_task(values: dict[str, object]) -> str:
    """The answer to a request as JSON."""
    return json.dumps(answer_task(values))


def _read_rulebook(values: dict[str, Any]) -> Rulebook:
    rulebook, options = values.get("rulebook", ""), check_type(values.get("options", []), list, "options")
    if isinstance(rulebook, dict):
        return get_rulebook(make_rulebook(rulebook), options)
    if "rulebook" not in values:
        raise RequestError("missing-key:one-of", key="rulebook", known=Items(tuple(RULEBOOKS), "comma"))
    return get_rulebook(check_type(rulebook, str, "rulebook"), options)


def list_all() -> dict[str, object]:
    """Every lesson with its kinds and rulebooks, every kind, and every belief with its lessons."""
    return {
        "lessons": [
            {
                "key": lesson.key,
                "kinds": list(lesson.kinds),
                "before": list(lesson.before),
                "rulebooks": [key for key, book in RULEBOOKS.items() if lesson in list_lessons(book)],
            }
            for lesson in LESSONS
        ],
        "kinds": list(KINDS),
        "beliefs": [{"key": belief.key, "lessons": list(belief.lessons)} for belief in BELIEFS],
    }
