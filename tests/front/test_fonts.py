"""The fonts the page brings: there, licensed, sent once when asked, and enough for every text of the page."""

from __future__ import annotations

from pathlib import Path
from unicodedata import name

import pytest

from rummy_tutor.front import fonts
from rummy_tutor.widgets import CardTable

PACKAGE = Path(fonts.__file__).parents[2]
# read in a typed hand; marks of the pseudo-language; a mark of the displays in notebooks, which are no page; an arrow
# in Telugu that every machine draws
NOT_SHOWN = set("♤♡♢♧🃏⟦⟧✔→")
# the letter of an example, which is drawn by nobody
OTHER_SCRIPTS = "CJK"


def _drawn() -> set[str]:
    """Every character that the fonts are asked for."""
    found: set[str] = set()
    for _, characters in fonts.list_faces():
        for part in characters.replace("U+", "").split(", "):
            first, last = (part.split("-") * 2)[:2]
            found.update(map(chr, range(int(first, 16), int(last, 16) + 1)))
    return found


def test_the_files_are_web_fonts_with_their_licence() -> None:
    """Each is WOFF2, together they are small, and the licence names every one."""
    licence = (Path(fonts.__file__).parent / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    files = list(Path(fonts.__file__).parent.glob("*.woff2"))
    assert {file.name for file in files} == {name for name, _ in fonts.list_faces()}
    assert all(file.name in licence and file.read_bytes().startswith(b"wOF2") for file in files)
    assert sum(len(face["data"]) for face in fonts.read_fonts()) < 50_000
    assert max(file.stat().st_size for file in files) < 72_000


@pytest.mark.parametrize("folder", ["wording", "front", "page", "rulebooks"])
def test_they_draw_every_character_of_the_page(folder: str) -> None:
    """No text or mark that the page can show is left to the fonts of the machine."""
    files = [
        path for ending in ("py", "js", "css", "po", "pot") for path in sorted((PACKAGE / folder).rglob(f"*.{ending}"))
    ]
    used = set("".join(path.read_text(encoding="utf-8") for path in files)) - {"\n"}
    assert len(used) > 60
    others = {letter for letter in used if name(letter, "").startswith(OTHER_SCRIPTS)}
    assert used - _drawn() - NOT_SHOWN - others == set()


def test_a_widget_sends_them_when_a_browser_asks() -> None:
    """A notebook with seven widgets gets the fonts once: no widget carries them before one is asked."""
    widget = CardTable("2H 3H 4H")
    assert widget.fonts == []
    widget._receive(widget, {"type": "fonts", "view": "a", "seq": 1}, [])
    assert widget.fonts == fonts.read_fonts() and widget.reply == {"view": "a", "seq": 1}
    assert CardTable("2H 3H 4H").fonts == []
