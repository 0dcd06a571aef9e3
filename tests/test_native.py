"""The engine compiled and interpreted: the same answers, one switch, and no stale or broken code unseen."""

from __future__ import annotations

import copy
import json
import os
import pickle
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import pytest

import rummy_tutor
from rummy_tutor import analyse, native
from rummy_tutor.native import is_compiled
from tests.patience import LONG

PACKAGE = Path(rummy_tutor.__file__).parent
ANSWERS = """
import json, random, sys
from rummy_tutor import Hand, analyse
from rummy_tutor.native import is_compiled
from rummy_tutor.distance.distance import find_distance
from rummy_tutor.game.cards import Card
from rummy_tutor.solver.all_best import find_optima
from rummy_tutor.solver.best import find_best
from tests import strategies
from tests.oracle import any_rulebook
rng = random.Random("both kernels")
answers = [is_compiled()]
for number in range(48):
    for key in strategies.KEYS:
        flavour = list(strategies.FLAVOURS)[number % len(strategies.FLAVOURS)]
        hand = strategies.deal(key, None, rng, flavour=flavour, extra=number // 4 % 2)
        cards = list(map(Card.parse, hand.cards))
        groups = [cards[:3], cards[3:7], *[[card] for card in cards[7:]]] if number % 3 == 0 else None
        laid = Hand.of_groups(groups) if groups else Hand(tuple(cards))
        answers.append(analyse(laid, key, hand.turned, hand.players).to_dict())
rng = random.Random("both kernels, any rulebook")
for number in range(240):
    table = any_rulebook.small_table if number % 2 else any_rulebook.full_table
    cards, deal = table(rng, number // 2)
    answers.append(repr(find_best(cards, deal)))
    if number % 2:
        answers.append([repr(find_optima(cards, deal)), repr(find_distance(cards, deal))])
print(json.dumps(answers))
"""

needs_compiled = pytest.mark.skipif(native.changed_sources() != [], reason="the engine is not compiled here")


def run(program: str, folder: Path = PACKAGE.parent, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a program against the package in a folder."""
    paths = os.pathsep.join([str(folder), str(Path(__file__).parents[1])])
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, native.PURE: "0", "PYTHONPATH": paths, **env},
        capture_output=True,
        text=True,
        check=True,
        timeout=LONG,
    )


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The package in a folder of its own, compiled parts and all."""
    ignored = shutil.ignore_patterns("front", "hosts", "notebooks")
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=ignored)
    return tmp_path / PACKAGE.name


@needs_compiled
def test_both_kernels_answer_the_same_to_the_letter() -> None:
    """Nothing differs on hands of every rulebook and flavour, nor on any hand, grouping or distance of random ones."""
    compiled, interpreted = (json.loads(run(ANSWERS, **{native.PURE: pure}).stdout) for pure in "01")
    assert (compiled[0], interpreted[0]) == (True, False)
    assert compiled[1:] == interpreted[1:]


def test_a_variable_makes_it_run_interpreted() -> None:
    """``RUMMY_TUTOR_PURE`` leaves the compiled parts alone, whatever is installed."""
    said = run("import rummy_tutor; print(rummy_tutor.native.is_compiled())", **{native.PURE: "1"})
    assert said.stdout == "False\n"
    assert said.stderr == ""


@needs_compiled
def test_a_changed_source_is_used_and_said(copied: Path) -> None:
    """Compiled code older than its source is never run: the source is, with a notice that names it."""
    program = "import rummy_tutor; print(rummy_tutor.native.is_compiled())"
    assert run(program, copied.parent).stdout == "True\n"
    with (copied / "solver" / "best.py").open("a") as source:
        source.write("# changed\n")
    said = run(program, copied.parent)
    assert said.stdout == "False\n"
    assert "solver/best.py changed since rummy_tutor was compiled" in said.stderr


@needs_compiled
def test_a_broken_compiled_file_does_no_harm(copied: Path) -> None:
    """Compiled files that do not load are left aside with a notice, and hands are answered all the same."""
    for path in (copied / native.COMPILED.name).glob(f"{native.SHARED}*"):
        path.write_bytes(b"no library")
    said = run(
        "import rummy_tutor as r; print(r.is_compiled(), r.analyse('2H 3H 4H 5H', 'gorummy-13').best.points)",
        copied.parent,
    )
    assert said.stdout == "False 0\n"
    assert "does not load" in said.stderr


def test_missing_compiled_files_are_no_fault(copied: Path) -> None:
    """Without compiled files the sources run, silently."""
    shutil.rmtree(copied / native.COMPILED.name, ignore_errors=True)
    said = run("import rummy_tutor; print(rummy_tutor.native.is_compiled())", copied.parent)
    assert (said.stdout, said.stderr) == ("False\n", "")


def test_this_process_runs_what_it_says() -> None:
    """The solver at hand is compiled code exactly if the package says so."""
    from rummy_tutor.solver.best import find_best

    assert hasattr(find_best, "__code__") is not is_compiled()
    assert all((PACKAGE / f"{name}.py").is_file() for name in native.MODULES)


def test_answers_can_be_copied_and_sent() -> None:
    """Records of answers survive pickling and copying whole, also where the code that made them is compiled."""
    result = analyse("2H 3H 4H | 5C 6C QD | 8D 8S 5C | 2D 2C | KS QS", "adgaming-13", turned="QD")
    for record in (result.best, result.arranged, *result.best.groups, *result.reasons, *result.best.groups[1].wilds):
        assert pickle.loads(pickle.dumps(record)) == copy.deepcopy(record) == copy.copy(record) == record
    assert pickle.loads(pickle.dumps(result)).to_dict() == result.to_dict()


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [("RUMMY_TUTOR_COMPILE", "0", "RUMMY_TUTOR_COMPILE is 0"), ("CC", "no-such-compiler", "there is no C compiler")],
)
def test_nothing_is_asked_for_where_nothing_is_compiled(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
) -> None:
    """Switched off, or without a C compiler, the build needs no further package and says why it does not compile."""
    pytest.importorskip("hatchling")
    build = load_build()
    monkeypatch.delenv("RUMMY_TUTOR_COMPILE", raising=False)
    monkeypatch.setenv(name, value)
    hook = build.CompileHook(str(PACKAGE.parent), {}, None, None, str(PACKAGE.parent), "wheel")
    assert hook.obstacle() == told
    assert hook.dependencies() == []


def test_a_failing_compiler_is_told_and_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, copied: Path
) -> None:
    """What goes wrong while compiling comes back as one line, and no file is left where it could be loaded."""
    pytest.importorskip("hatchling")
    build = load_build()
    monkeypatch.setenv("CC", "false")
    monkeypatch.setattr(native, "MODULES", ("solver/bitpack",))  # one is enough, and needs no other
    (copied / "__init__.py").write_text("")
    told = build.compile_engine(copied.parent, tmp_path / "compiled", native)
    assert told
    assert "\n" not in told
    assert not (tmp_path / "compiled").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="the flags are those of Linux")
def test_what_is_compiled_holds_no_path_of_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither the compiler's and Python's own files nor the folder of this Python stand in what the flags build."""
    pytest.importorskip("setuptools")
    pytest.importorskip("hatchling")
    build = load_build()
    if build.find_compiler() is None:
        pytest.skip("there is no C compiler")
    source = tmp_path / "with space" / "probe.c"
    source.parent.mkdir()
    source.write_text("""
        #include <Python.h>
        const char *where = __FILE__;
        Py_ssize_t probe(PyObject *cards) { return PyTuple_GET_SIZE(cards); }
    """)
    known = SimpleNamespace(origin=str(source.parent / "__init__.py"))
    monkeypatch.setattr(build.importlib.util, "find_spec", lambda name: known)
    monkeypatch.setenv("LDSHARED", f"{sysconfig.get_config_var('LDSHARED')} -Wl,-rpath,{tmp_path}")
    flags = build._find_flags()
    extension = f"Extension('probe', [{str(source)!r}], extra_compile_args=['-g0', '-UNDEBUG'])"  # as mypyc
    program = f"from setuptools import Extension, setup; setup(ext_modules=[{extension}])"
    command = [sys.executable, "-c", program, "build_ext", "--build-lib", "built", "--build-temp", "made"]
    subprocess.run(command, cwd=tmp_path, env={**os.environ, **flags}, check=True, capture_output=True, timeout=LONG)
    library = next((tmp_path / "built").glob("probe*")).read_bytes()
    assert str(tmp_path).encode() not in library and b"mypyc/probe.c" in library
    assert sysconfig.get_path("include").encode() not in library and b"python/cpython/" in library


def load_build() -> object:
    """The build's own step, which is not installed with the package."""
    path = PACKAGE / "build.py"
    if not path.exists():
        pytest.skip("not in a checkout")
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("engine_build", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
