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
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import source_hash, spec_from_file_location
from pathlib import Path
from types import ModuleType

# from the ground up, by their path in the package; a module added here is compiled at the next install
MODULES = (
    "referee/grammar",
    "referee/meld_lists",
    "referee/held_melds",
    "referee/bought_melds",
    "referee/melds",
    "referee/scoring",
    "solver/bitpack",
    "solver/outlook",
    "solver/branch_and_bound",
    "solver/joker_placement",
    "solver/goals",
    "solver/hand_columns",
    "solver/question",
    "solver/instance",
    "solver/best",
    "distance/board",
    "distance/feasibility",
    "distance/hands",
    "distance/exchanges",
    "distance/discards",
)
SHARED = "rummy_tutor__mypyc"  # the code of all of them; the modules themselves are a few lines each
RECORD = "sources.json"
PURE = "RUMMY_TUTOR_PURE"
PACKAGE = Path(__file__).parent
COMPILED = PACKAGE / "_compiled"


def hash_sources(folder: Path = PACKAGE) -> dict[str, str]:
    """The state of the sources that are compiled."""
    return {name: source_hash((folder / f"{name}.py").read_bytes()).hex() for name in MODULES}


def compiled_file(name: str) -> Path | None:
    """The compiled module of a path in the package for this Python, None if there is none."""
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


class _CompiledLoader(ExtensionFileLoader):
    """Loads a compiled module and names its source as its file, for tools that look there."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the module."""
        super().exec_module(module)
        package = self.name.partition(".")[0]
        for name in MODULES:  # compiled modules also load each other, past the import system
            loaded = sys.modules.get(f"{package}.{name.replace('/', '.')}")
            if loaded is not None:
                loaded.__file__ = str(PACKAGE / f"{name}.py")


class _CompiledFinder:
    """Answers imports of the modules that lie compiled; every other import is left to the finders after it."""

    def __init__(self, package: str) -> None:
        self.files = {f"{package}.{name.replace('/', '.')}": compiled_file(name) for name in MODULES}
        self.files[SHARED] = compiled_file(SHARED)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The compiled module of a name, None if it has none."""
        file = self.files.get(name)
        if file is None:
            return None
        loader = ExtensionFileLoader if name == SHARED else _CompiledLoader
        return spec_from_file_location(name, file, loader=loader(name, str(file)))


def _load(package: str) -> str | None:
    """Have imports find the compiled modules; what went wrong, or None."""
    finder = _CompiledFinder(package)
    sys.meta_path.insert(0, finder)
    try:
        import_module(SHARED)
    except ImportError as error:
        sys.meta_path.remove(finder)
        sys.modules.pop(SHARED, None)
        _notify(f"the compiled engine of rummy_tutor does not load, it runs interpreted: {error}")
        return "it does not load"
    return None


def is_compiled() -> bool:
    """Whether the engine runs compiled; if not, it runs as ordinary Python, with the same answers."""
    return OBSTACLE is None


OBSTACLE = (_find_obstacle() or _load(__package__.partition(".")[0])) if __package__ else "this is not the package"
