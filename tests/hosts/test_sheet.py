"""A worksheet on paper: the tasks of a lesson, their key on a page of its own, the same for the same number."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from rummy_tutor.front.fonts import FOLDER
from rummy_tutor.game.messages import TutorError
from rummy_tutor.hosts.live.items import make_item
from rummy_tutor.page.classroom.entries import plan_lesson
from rummy_tutor.page.classroom.sheet import make_sheet
from rummy_tutor.rulebooks import RULEBOOKS
from rummy_tutor.rulebooks.find import find_rulebook
from rummy_tutor.tutor.lessons import BY_KEY
from rummy_tutor.tutor.tasks import list_kinds
from rummy_tutor.wording.speech import VARIABLE


class Reader(HTMLParser):
    """What a page asks of other places, and whether its elements are closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.asked: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        """An element begins."""
        self.asked += [value for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "br", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if tag != "path":
            assert self.open.pop() == tag


def test_the_same_number_gives_the_same_sheet() -> None:
    """Nothing on a sheet hangs on chance or on the day; another number gives other tasks."""
    one = make_sheet("sets", "octro-13", 3, 7)
    assert one == make_sheet("sets", "octro-13", 3, 7) != make_sheet("sets", "octro-13", 3, 8)


def test_the_command_takes_a_file_and_writes_the_same_whatever_the_terminal_shows(tmp_path) -> None:
    """A rulebook may be a file, and the page is in UTF-8 as it says, also where the terminal knows fewer letters."""
    house = tmp_path / "house.toml"
    house.write_text('base = "octro-13"\nkey = "house"\ntitle = "Our house"\n')
    asked = [sys.executable, "-m", "rummy_tutor", "sheet", "--lesson", "sets", "--rulebook", str(house), "--count", "3"]
    done = subprocess.run(asked, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "cp1252"}, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == make_sheet("sets", find_rulebook(str(house)), 3)


def test_an_address_too_long_for_a_code_is_told() -> None:
    """The error is a sentence that says what to do."""
    with pytest.raises(TutorError, match="too long for a QR code"):
        make_sheet("sets", "octro-13", 3, 7, address="http://" + "a" * 3000)


def test_its_tasks_are_those_of_a_class() -> None:
    """The questions stand in the order of the plan of a class with the same number, each once with its answer."""
    page, plan = make_sheet("wild", "gorummy-13", 4, 7), plan_lesson("wild", RULEBOOKS["gorummy-13"], 7, 1, 4)
    tasks, key = page.split("<section class='key'>")
    for at, request in enumerate(plan, 1):
        task = make_item(request).question.task
        part = tasks.split(f"<h2>{at}. ")[1].split("<section class='task'>")[0]
        shown = len(re.findall("class='card[' ]", part)) - (task.turned is not None) - (task.open is not None)
        assert shown == len(task.cards)
    assert len(re.findall(r"<b>\d\. [^<]", key)) == 4


@pytest.mark.parametrize("key", ["points", "sets", "wild", "declare", "turn", "seeing"])
def test_a_sheet_is_whole_and_asks_nobody(key: str) -> None:
    """It is well formed, takes nothing from another place, and its key begins on a page of its own."""
    book = next(book for book in RULEBOOKS.values() if list_kinds(BY_KEY[key], book))
    page = make_sheet(key, book.key, 3, 2, 2, "http://127.0.0.1:8866/")
    reader = Reader(page)
    assert reader.open == [] and reader.asked == [] and "url(" not in page and "class='code'" in page
    assert ".key { break-before: page; }" in page and "size: A4" in page and "counter(page)" in page
    assert all(f"<span>{field}" in page for field in ("Name:", "Date:", "Marks (of 3):"))


def test_two_short_tasks_share_a_line() -> None:
    """A question about a few cards takes half a line; one about a hand, or with groups to write down, all of it."""
    short, whole = make_sheet("sets", "octro-13", 6, 7), make_sheet("declare", "octro-13", 4, 7)  # of six, of four
    assert short.count("<div class='wide'>") == 3 == whole.count("<div class='wide'>")


@pytest.mark.parametrize("rulebook", ["gorummy-13", "marriage-21"])
def test_each_answer_of_the_key_has_its_reason(rulebook: str) -> None:
    """Of whatever kind a task is: a sentence stands beside its answer."""
    book, without = RULEBOOKS[rulebook], []
    for lesson in BY_KEY.values():
        kinds = list_kinds(lesson, book) if lesson.belongs_to(book) else ()
        if kinds:
            key = make_sheet(lesson.key, rulebook, len(kinds)).split("<section class='key'>")[1]
            without += [(lesson.key, part[:60]) for part in key.split("<section")[1:] if "<li>" not in part]
    assert not without, without


def test_bad_requests_are_told(tmp_path) -> None:
    """A lesson that the rulebook does not have is one line; the command writes its file."""
    with pytest.raises(TutorError):
        make_sheet("octro", "marriage-21")
    command = [sys.executable, "-m", "rummy_tutor", "sheet", "--rulebook", "octro-13", "--count", "2"]
    file = tmp_path / "sheet.html"
    done = subprocess.run([*command, "--lesson", "pure", "--out", str(file)], capture_output=True, text=True)
    assert done.returncode == 0 and file.read_text(encoding="utf-8") == make_sheet("pure", "octro-13", 2)
    done = subprocess.run([*command, "--lesson", "nothing"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1


def test_a_sheet_brings_the_letters_of_its_language(tmp_path) -> None:
    """In Telugu it is written in, and carries, Telugu letters and no others; it still takes nothing from elsewhere."""
    file = tmp_path / "sheet.html"
    command = "sheet --lesson sets --rulebook octro-13 --count 2 --out"
    environment = {**os.environ, VARIABLE: "te"}
    subprocess.run([sys.executable, "-m", "rummy_tutor", *command.split(), str(file)], env=environment, check=True)
    page = file.read_text(encoding="utf-8")
    letters = base64.b64encode((FOLDER / "noto-sans-telugu-letters.woff2").read_bytes()).decode()
    assert page.count("@font-face") == 1 and letters in page and '<html lang="te">' in page
    assert Reader(page).asked == [] and page.count("url(") == page.count("url(data:font/woff2")
