"""CP-SAT as all models here ask it: in one thread, so that it answers the same each time, until an answer is proved."""

from __future__ import annotations

from collections.abc import Iterable

from ortools.sat.python import cp_model

# how much of the linear relaxation, and how much work by CP-SAT's own count, which is the same on every machine: runs
# and sets compete for cards, so that the full relaxation mostly decides; a rare hand wants less of it
HARDER = ((2, 30), (1, 60), (0, 120))


def prove(model: cp_model.CpModel, tries: Iterable[tuple[int, float]] = HARDER) -> cp_model.CpSolver | None:
    """The solver that holds a proved optimum, None if it has proved that there is no solution.

    Args:
        model: what is asked.
        tries: the level of the linear relaxation and the most work, tried in turn.

    Raises:
        RuntimeError: it has proved neither.
    """
    for level, work in tries:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.presolve_inclusion_work_limit = 0  # the 9.15 presolve may return a wrong optimum
        solver.parameters.cp_model_probing_level = 0  # on hands it takes a fifth of the time, and saves none
        solver.parameters.linearization_level = level
        solver.parameters.max_deterministic_time = work
        status = solver.solve(model)
        if status == cp_model.OPTIMAL:
            return solver
        if status == cp_model.INFEASIBLE:
            return None
    raise RuntimeError(f"CP-SAT ended with {solver.status_name(status)}")
