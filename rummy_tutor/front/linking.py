"""Joining ES modules: a widget is handed to the browser as one module made of a file and all it imports.

Names at the top of the files are unique across them (a test holds that), so that joining needs no renaming.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

FRONT = Path(__file__).parent
_IMPORT = re.compile(r'^import\s*\{[^}]*\}\s*from\s*"(\.{1,2}/[\w./]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
_LAYERED = ("shared/tokens.css", "shared/base.css")
SHARED_STYLES = (*_LAYERED, "shared/common.css", "shared/cards.css")
_DEFAULT = re.compile(r"^export default (?=\w)", re.MULTILINE)


@cache
def read_modules(*names: str) -> dict[str, str]:
    """Files of this folder and everything they import, each after what it imports, without their imports and exports.

    Args:
        names: the files' paths below the folder, such as ``"card_table.js"``.
    """
    parts: dict[str, str] = {}

    def visit(name: str) -> None:
        if name in parts:
            return
        parts[name] = ""
        source = (FRONT / name).read_text(encoding="utf-8")
        for needed in _IMPORT.findall(source):
            visit(posixpath.normpath(posixpath.join(posixpath.dirname(name), needed)))
        body = _EXPORT.sub("", _IMPORT.sub("", source))
        del parts[name]
        parts[name] = body

    for name in names:
        visit(name)
    return parts


@cache
def link_module(*names: str) -> str:
    """One ES module made of files of this folder and everything they import, each once.

    Args:
        names: the files' paths below the folder. The last one's default export is that of the module; those of the
            others are done and kept by nobody, as the registering of a panel is.
    """
    parts = read_modules(*names)
    return "\n".join(body if part == names[-1] else _DEFAULT.sub("", body) for part, body in parts.items())


@cache
def link_styles(*names: str) -> str:
    """The style sheets that every widget has and those of its panels, one after the other, each in its cascade layer.

    Tokens and base name their layers themselves; the others of ``shared/`` are components, and those of panels stand
    above them all, so that what a panel says of a component holds however the component names it.
    """
    return "\n".join(read_styles(*names).values())


@cache
def read_styles(*names: str) -> dict[str, str]:
    """What ``link_styles`` joins, by the files' names."""
    return {name: _layer(name) for name in dict.fromkeys((*SHARED_STYLES, *names))}


@cache  # a site's copy of memory holds what is kept here, and no files
def link_late_styles(*names: str) -> str:
    """The style sheets of a panel that comes late to a page, which has those of every widget."""
    return "\n".join(map(_layer, names))


def _layer(name: str) -> str:
    sheet = (FRONT / name).read_text(encoding="utf-8")
    if name in _LAYERED:
        return sheet
    return f"@layer {'components' if name.startswith('shared/') else 'panels'} {{\n{sheet}}}"
