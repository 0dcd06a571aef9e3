"""The compiled form of the engine: which modules have one, whether it fits the source, and loading it.

The modules named here run as they are in any Python; where a C compiler was at hand when the package was
installed, they also lie compiled in the folder ``_compiled``. Those are loaded instead, unless a source
has changed since, or the environment variable ``RUMMY_TUTOR_PURE`` is set to anything but 0.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, source_hash, spec_from_file_location
from pathlib import Path

# from the ground up; a module added here is compiled at the next install
MODULES = (
    "melds",
    "scoring",
    "_packed",
    "_kernel",
    "_bounds",
    "_canonical",
    "columns",
    "_layout",
    "_near",
    "_routes",
    "_search",
    "solver",
    "_reach",
    "_wanted",
    "_survey",
    "_fill",
)
SHARED = "rummy_tutor__mypyc"  # the code of all of them; the modules themselves are a few lines each
RECORD = "sources.json"
PURE = "RUMMY_TUTOR_PURE"
_HERE = Path(__file__).parent
COMPILED = _HERE / "_compiled"


def hash_sources(folder: Path = _HERE) -> dict[str, str]:
    """The state of the sources that are compiled."""
    return {name: source_hash((folder / f"{name}.py").read_bytes()).hex() for name in MODULES}


def compiled_file(name: str) -> Path | None:
    """The compiled module of a name for this Python, None if there is none."""
    for suffix in EXTENSION_SUFFIXES:
        path = COMPILED / (name + suffix)
        if path.exists():
            return path
    return None


def changed_sources() -> list[str] | None:
    """The modules whose source is not the one compiled; None if not all are compiled for this Python."""
    if any(compiled_file(name) is None for name in (SHARED, *MODULES)):
        return None
    try:
        recorded = json.loads((COMPILED / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if set(recorded) != set(MODULES):
        return None
    return [name for name, state in hash_sources().items() if recorded[name] != state]


def _find_obstacle() -> str | None:
    """Why the compiled modules are not used, in a few words; None if they are.

    The sources are read and compared: an edit in an editable install must never go unseen.
    """
    if os.environ.get(PURE, "0") not in ("", "0"):
        return f"{PURE} is set"
    changed = changed_sources()
    if changed:
        names = ", ".join([f"{name}.py" for name in changed])
        _notify(f"{names} changed since rummy_tutor was compiled: it runs interpreted until it is installed again")
        return "the sources have changed"
    return "it is not compiled for this Python" if changed is None else None


def _notify(message: str) -> None:
    """One line, once."""
    warnings.warn_explicit(message, RuntimeWarning, __name__, 0)


def _load(package: str) -> str | None:
    """Load all compiled modules, so that imports find them there; what went wrong, or None."""
    names = {SHARED: SHARED, **{f"{package}.{name}": name for name in MODULES}}
    try:
        for full, name in names.items():
            spec = spec_from_file_location(full, compiled_file(name))
            module = module_from_spec(spec)
            sys.modules[full] = module
            spec.loader.exec_module(module)
            if name != SHARED:
                module.__file__ = str(_HERE / f"{name}.py")  # for tools that look for the source
                setattr(sys.modules[package], name, module)
    except ImportError as error:
        for full in names:
            sys.modules.pop(full, None)
        _notify(f"the compiled engine of rummy_tutor does not load, it runs interpreted: {error}")
        return "it does not load"
    return None


def is_compiled() -> bool:
    """Whether the engine runs compiled; if not, it runs as ordinary Python, with the same answers."""
    return OBSTACLE is None


OBSTACLE = (_find_obstacle() or _load(__package__)) if __package__ else "this is not the package"
