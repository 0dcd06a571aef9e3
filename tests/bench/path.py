"""Through how many files one answer goes: a task of Learn, from the browser's answer to the view that is drawn.

``python -m tests.bench.path`` opens the lesson about sets of gorummy-13 at the task ``sets.classify.7.1.2``, draws it,
and then follows one thread: the page's dispatcher takes a wrong answer and the panel Learn is drawn. Two figures:

- Files: those of ``tutor/`` and ``page/`` in which a function ran in the meantime. Left out is what all panels share,
  namely the files that lie in ``page/`` itself: asking, panels, drawing, feed, session, state, history, answers, faces
  and the like. Other rooms are left out too. What an import or a first drawing ran before does not count.
- Climbs: places that call against the order of tests/test_rooms.py, as callbacks do. The file of the function that is
  called lies in a higher room than the calling one, or, within the tutor and the page, imports it, be it through
  others; or it is a file of the page that stands later in the page's own order. A place is a line and the function that
  it calls, however often. Frames outside the package (a sort, a cached property) count as the line that led to them.

Kinds of tasks are found by their files' names, so that a call of a kind by what asks, judges or draws its task is a
climb wherever the kind imports that file.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from pathlib import Path
from types import FrameType

from rummy_tutor.page.drawing import draw
from rummy_tutor.page.panels import pick_panels, receive
from rummy_tutor.page.session import Session
from tests.test_rooms import NAMES, PACKAGE, ROOMS, all_imports, floor_of, name_of, room_of

RULEBOOK, TASK, ANSWER = "gorummy-13", "sets.classify.7.1.2", "invalid"
Climb = tuple[str, int, str, str]  # the calling file and line, the file that is called and its function


@cache
def find_file(path: str) -> str | None:
    """The dotted name of a file of the package; None for any other."""
    return name_of(Path(path)) if Path(path).is_relative_to(PACKAGE) else None


@cache
def list_below(name: str) -> frozenset[str]:
    """The files that a file imports, be it through others."""
    below: set[str] = set()
    waiting = [name]
    while waiting:
        new = all_imports()[waiting.pop()] - below
        below |= new
        waiting += new
    return frozenset(below)


def is_climb(caller: str, called: str) -> bool:
    """Whether a call goes up: into a higher room, or back to a file that is built on the caller's."""
    here, there = room_of(caller), room_of(called)
    if here != there:
        return here in ROOMS and there in ROOMS and ROOMS.index(there) > ROOMS.index(here)
    if here == "page" and floor_of(called) > floor_of(caller):
        return True
    return here in ("tutor", "page") and caller in list_below(called)


def is_counted(name: str) -> bool:
    """Whether a file is one of the tutor's or of a panel's, not what all panels share."""
    parts = name.split(".")
    return parts[0] == "tutor" or (parts[0] == "page" and (len(parts) > 2 or NAMES[name].name == "__init__.py"))


def follow_answer() -> tuple[Counter[str], set[Climb]]:
    """The functions that ran, by file, and the climbs, while a task was answered and drawn."""
    session = Session("2H 3H 4H | KS", RULEBOOK)
    panels = pick_panels("learn")
    session.mode = "learn"
    session.named = {"learn": {"lesson": TASK.partition(".")[0], "task": TASK}}
    receive(session, {"type": "learn", "do": "recall", "data": None})
    task = draw(panels, session)["learn"]["lesson"]["task"]
    assert task["verdict"] is None, task
    functions: set[tuple[str, str]] = set()
    climbs: set[Climb] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        called = find_file(frame.f_code.co_filename) if event == "call" else None
        if called is None or frame.f_code.co_name == "<module>":
            return
        functions.add((called, frame.f_code.co_qualname))
        outer = frame.f_back
        while outer is not None and find_file(outer.f_code.co_filename) is None:
            outer = outer.f_back
        caller = None if outer is None else find_file(outer.f_code.co_filename)
        if outer is not None and caller is not None and is_climb(caller, called):
            climbs.add((caller, outer.f_lineno, called, frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        receive(session, {"type": "learn", "do": "answer", "answer": ANSWER})
        views = draw(panels, session)
    finally:
        sys.setprofile(None)
    assert session.problem is None and views["learn"]["lesson"]["task"]["verdict"]["right"] is False, session.problem
    return Counter(name for name, _ in functions), climbs


def main() -> None:
    """Print the files with their functions, the climbs, and both figures."""
    functions, climbs = follow_answer()
    counted = sorted(name for name in functions if is_counted(name))
    for name in counted:
        print(f"{name:<40}{functions[name]:4} functions")
    print()
    for caller, line, called, function in sorted(climbs):
        print(f"{caller}:{line} calls {called}.{function}")
    print(f"\n{len(counted)} files, {len(climbs)} climbs")


if __name__ == "__main__":
    main()
