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
    """The style sheets of a widget, one after the other."""
    return "\n".join((FRONT / name).read_text(encoding="utf-8") for name in names)
