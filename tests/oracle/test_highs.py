"""The template programme that the benchmark measures against answers the same question as the solver."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import LONG

PROGRAM = """
import json, random
from rummy_tutor import Card, RULEBOOKS
from rummy_tutor.solver.best import find_best
from rummy_tutor.game.table import set_table
from tests import strategies
from tests.oracle import highs
wrong = []
for key in highs.KEYS:
    rng = random.Random(f"templates {key}")
    for number in range(40):
        flavour = list(strategies.FLAVOURS)[number % len(strategies.FLAVOURS)]
        hand = strategies.deal(key, None, rng, flavour=flavour, extra=number // 4 % 2, turned="7S")
        best = find_best(tuple(map(Card.parse, hand.cards)), set_table(RULEBOOKS[key], Card.parse("7S"), hand.players))
        points = highs.Programme(key, hand.cards, "7S").points()
        if points != best.points:
            wrong.append([key, hand.cards, points, best.points])
print(json.dumps(wrong))
"""


@pytest.mark.skipif(importlib.util.find_spec("highspy") is None, reason="highspy is not installed")
def test_templates_agree_with_the_solver() -> None:
    """With wild cards far from K, A and 2 the programme's least points are the solver's, on hands of every flavour.

    It runs in a process of its own: the libraries of HiGHS and of CP-SAT do not load into one. The answer is the last
    line, as HiGHS may print its version before it.
    """
    root = Path(__file__).parents[2]
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=root, capture_output=True, text=True, check=True, timeout=LONG
    )
    assert json.loads(said.stdout.splitlines()[-1]) == []
