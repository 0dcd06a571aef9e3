"""Every button of the page does something: what a script draws to be pressed is taken up by it or by who uses it."""

from __future__ import annotations

import re
from pathlib import Path

from rummy_tutor.hosts.live.desk import STUDENT_ACTIONS
from rummy_tutor.hosts.live.teaching import TEACHER_ACTIONS
from rummy_tutor.page.asking import Choice
from rummy_tutor.page.panels import PANELS

FRONT = Path(__file__).parents[2] / "rummy_tutor" / "front"
MOVES = {"stock", "pile", "take", "throw", "declare"}  # of a turn, which are sent by their names
SHEET = ("sheet.js", "close")  # the one button of the sheet's head: any press there closes it
_DRAWN = re.compile(r'(?:\bact: |\bactionButton\(|\.tool\()"(?!data-)([\w-]+)"')
_TAKEN_UP = re.compile(r'\b(?:act|name) === "([\w-]+)"|^ +"?([\w-]+)"?: (?:(?:async )?\(.*\) =>|this\.)', re.MULTILINE)
_LISTED = re.compile(r'(?:= |\()\[((?:"[\w-]+"(?:, )?)+)\](?:;|\.includes\(act\))')
_PASSED_ON = re.compile(r"\b(?:do|type): act\b(?!\.)|\bthis\.act\(act\b")  # to Python, by the same name
_STARTS = re.compile(r'\bact\.startsWith\("([\w-]+)"\)')  # names passed on without their start
_USED = re.compile(r'from "(?:\./|\.\./)*([\w/]+\.js)"')


def list_actions() -> set[str]:
    """The names of all that a page can ask of Python."""
    names = {*STUDENT_ACTIONS, *TEACHER_ACTIONS, *MOVES}
    for panel in PANELS:
        for name, action in panel.loaded.actions.items():
            names |= {name, *(action.actions if isinstance(action, Choice) else ())}
    return names


def list_idle(scripts: dict[str, str], actions: set[str]) -> set[tuple[str, str]]:
    """The buttons that nothing takes up: the scripts that draw them, with their names."""
    used = {file: {Path(other).name for other in _USED.findall(script)} for file, script in scripts.items()}
    idle = set()
    for file, script in scripts.items():
        users = {file}
        while more := {other for other, names in used.items() if names & users} - users:
            users |= more
        text = "\n".join(scripts[user] for user in sorted(users))
        taken_up = {name for names in (*_TAKEN_UP.findall(text), *_LISTED.findall(text)) for name in _words(names)}
        if _PASSED_ON.search(text):
            taken_up |= actions
        starts = tuple(_STARTS.findall(text))
        drawn = set(_DRAWN.findall(script)) - taken_up
        idle |= {(file, name) for name in drawn if not name.startswith(starts)}
    return idle


def _words(names: str | tuple[str, ...]) -> list[str]:
    return re.findall(r"[\w-]+", names if isinstance(names, str) else " ".join(names))


def test_no_button_is_drawn_that_nothing_takes_up() -> None:
    """Where the line that takes a press up is lost, its button is noticed."""
    scripts = {path.name: path.read_text(encoding="utf-8") for path in FRONT.rglob("*.js")}
    actions = list_actions()
    assert list_idle(scripts, actions) == {SHEET}
    shell = scripts["shell.js"].replace('else if (act === "suits") this.app.setSuits', "else this.app.setSuits")
    assert list_idle({**scripts, "shell.js": shell}, actions) == {SHEET, ("shell.js", "suits")}
