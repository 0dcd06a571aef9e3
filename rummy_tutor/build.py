"""The build's own step: compile the engine if that is possible, and never fail.

mypyc and not Cython: from the same annotated source, without declaration files, it ran 13 cards in 0.20 ms
where Cython with typed kernel and rows took 0.25 ms (27 cards: 0.97 and 1.09 ms; interpreted 0.33 and 1.6).
Compilation is left out if ``RUMMY_TUTOR_COMPILE`` is 0 or no C compiler
is found; if it fails, the package is installed as it is.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "RUMMY_TUTOR_COMPILE"
PACKAGE = "rummy_tutor"
REQUIREMENTS = ["mypy[mypyc]>=1.18", "setuptools>=70"]
PATIENCE = 600  # seconds
# the modules' calls to each other go straight, not through a table where a library could replace them: 6 % faster;
# and gcc looks for no misleading indentation in what mypyc wrote: in one file of 12 MB that alone took 17 s of 60
FLAGS = "-fno-semantic-interposition -fno-plt -Wl,-Bsymbolic -Wno-misleading-indentation"
FLAGS = FLAGS if sys.platform == "linux" else ""
_PROGRAM = """
from mypyc.build import mypycify
from setuptools import setup
import sys
paths = ["--follow-imports=silent", "--ignore-missing-imports", *sys.argv.pop(1).split(",")]
setup(name="engine", packages=[], ext_modules=mypycify(paths, opt_level="3", debug_level="0", group_name={group!r}))
"""


def find_compiler() -> str | None:
    """The C compiler that would be called, None if there is none."""
    if os.name == "nt":
        return "cl"  # found by setuptools, or not
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return shutil.which(command[0]) if command else None


class CompileHook(BuildHookInterface):
    """Adds the compiled modules to a wheel, or lays them beside the sources for an editable install."""

    PLUGIN_NAME = "custom"
    leftover: Path | None = None

    def obstacle(self) -> str | None:
        """Why there is no point in trying."""
        if os.environ.get(SWITCH, "1") == "0":
            return f"{SWITCH} is 0"
        if sys.implementation.name != "cpython":
            return f"{sys.implementation.name} cannot load C extensions well"
        return None if find_compiler() else "there is no C compiler"

    def dependencies(self) -> list[str]:
        """What compiling needs, and nothing where nothing is compiled."""
        return [] if self.obstacle() else REQUIREMENTS

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues and the engine before the files are collected."""
        root = Path(self.root)
        catalogue = _load(root / PACKAGE / "wording" / "catalogue.py")
        for language in catalogue.list_languages():
            path = catalogue.write_compiled(language)
            build_data["artifacts"].append(f"/{path.relative_to(root).as_posix()}")
        native = _load(root / PACKAGE / "native.py")
        obstacle = self.obstacle()
        editable = version == "editable"
        if editable and obstacle is None and native.changed_sources() == []:
            return
        target = native.COMPILED if editable else Path(tempfile.mkdtemp()) / native.COMPILED.name
        if editable:
            shutil.rmtree(target, ignore_errors=True)
        else:
            self.leftover = target.parent
        obstacle = obstacle or compile_engine(root, target, native)
        if obstacle is not None:
            self.app.display_warning(f"{PACKAGE} is installed without its compiled engine: {obstacle}")
        elif not editable:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"][str(target)] = f"{PACKAGE}/{target.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact: str) -> None:
        """Leave nothing behind."""
        if self.leftover is not None:
            shutil.rmtree(self.leftover, ignore_errors=True)


def _load(path: Path) -> ModuleType:
    """A module of the package by its file: the package itself cannot be imported here."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None  # a file of Python source has a loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _find_flags() -> dict[str, str]:
    """The variables that tell the compiler how: with them no path of this machine stands in what it makes."""
    flags = f"{os.environ.get('CFLAGS', '')} {FLAGS}"
    if sys.platform != "linux":
        return {"CFLAGS": flags}
    mypyc = importlib.util.find_spec("mypyc")
    named = {sysconfig.get_path("include"): "python"}  # what checks something in C names its own file
    if mypyc is not None and mypyc.origin is not None:
        named[str(Path(mypyc.origin).parent)] = "mypyc"
    flags += "".join(f" {shlex.quote(f'-ffile-prefix-map={place}={name}')}" for place, name in named.items())
    linker = shlex.split(os.environ.get("LDSHARED") or sysconfig.get_config_var("LDSHARED") or "cc -shared")
    linker = [word for word in linker if not word.startswith("-Wl,-rpath")]  # of a Python that was built by hand
    return {"CFLAGS": flags, "LDSHARED": shlex.join([*shlex.split(os.environ.get("CC", linker[0])), *linker[1:]])}


def compile_engine(root: Path, target: Path, native: ModuleType) -> str | None:
    """Compile the modules in a folder of their own and move them to their place; what went wrong, or None."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        shutil.copytree(
            root / PACKAGE, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__", "front", "hosts")
        )
        (folder / "program.py").write_text(_PROGRAM.format(group=native.SHARED.removesuffix("__mypyc")))
        paths = ",".join(f"{PACKAGE}/{name}.py" for name in native.MODULES)
        command = [sys.executable, "program.py", paths, "build_ext", "--build-lib", "built"]
        env = {**os.environ, **_find_flags()}
        try:
            subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.CalledProcessError as error:
            printed = (error.stdout + error.stderr).strip().splitlines()
            return printed[-1][:200] if printed else "the compiler failed"
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        built = sorted((folder / "built").rglob("*" + sysconfig.get_config_var("EXT_SUFFIX")))
        if len(built) <= len(native.MODULES):
            return "some modules were not built"
        for path in built:
            goal = target / path.relative_to(folder / "built" / PACKAGE if PACKAGE in path.parts else folder / "built")
            goal.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(path, goal)
        (target / native.RECORD).write_text(json.dumps(native.hash_sources(folder / PACKAGE), indent=1) + "\n")
    return None
