"""Machines that the page must look the same on: the fonts they have, and the size their browser writes at."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import matplotlib
from fontTools.ttLib import TTFont

from rummy_tutor.front import fonts

_CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


def _copy_dejavu(folder: Path) -> None:
    """DejaVu Sans, as it comes with matplotlib."""
    for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
        shutil.copy(Path(matplotlib.get_data_path()) / "fonts" / "ttf" / name, folder)


def _unpack_noto(folder: Path) -> None:
    """Noto Sans, as the page brings it, in the form that a machine has it installed in."""
    font = TTFont(Path(fonts.__file__).parent / "noto-sans-latin-wght-normal.woff2")
    font.flavor = None
    font.save(folder / "NotoSans.ttf")


@dataclass(frozen=True)
class Machine:
    """What a browser is started with on such a machine.

    Attributes:
        family: the only font it has; where fonts are not found by fontconfig it has its own beside it.
        root: the size in px that its pages are written at unless they say otherwise.
    """

    family: str
    root: int = 16
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def arguments(self) -> list[str]:
        """Chromium's arguments for it."""
        return [f"--blink-settings=defaultFontSize={self.root}"]


# name -> the only font, what puts it in place, the root font size; the plainest first. Noto Sans is the font that the
# page brings: where the page is written in its own font alone, such a machine shows nothing that the others do not
MACHINES: dict[str, tuple[str, Callable[[Path], None], int]] = {
    "dejavu": ("DejaVu Sans", _copy_dejavu, 16),
    "noto": ("Noto Sans", _unpack_noto, 16),
    "large": ("DejaVu Sans", _copy_dejavu, 20),
}
BOTH_SIZES = ("dejavu", "large")


def make_machine(name: str, folder: Path) -> Machine:
    """One of the machines, its fonts in a folder of its own."""
    family, install, root = MACHINES[name]
    install(folder)
    config = folder / "fonts.conf"
    config.write_text(_CONFIG.format(folder=folder), encoding="utf-8")
    return Machine(family, root, {"FONTCONFIG_FILE": str(config)})
