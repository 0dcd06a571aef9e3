"""Pairing two rows of things so that the pairs have most in common."""

from __future__ import annotations

from collections.abc import Sequence


def pair_up(shared: Sequence[Sequence[int]]) -> list[int | None]:
    """Pair rows with columns, each at most once, so that the sum over the pairs is the largest there is.

    The Hungarian method: rows get columns one after the other, and each row added may move those before it
    along the cheapest chain of changes. The work grows with the cube of the larger side.

    Args:
        shared: for each row what it has in common with each column, 0 or more.

    Returns:
        For each row its column, None where it is left alone or would share nothing.

    Example:
        >>> pair_up([[3, 2], [2, 0]])  # the largest figure first would come to 3
        [1, 0]
    """
    rows, columns = len(shared), len(shared[0]) if shared else 0
    size = max(rows, columns)  # empty rows and columns make the table square
    cost = [[0] * (size + 1) for _ in range(size + 1)]
    for at, figures in enumerate(shared):
        for place, value in enumerate(figures):
            cost[at + 1][place + 1] = -value
    rates = [0.0] * (size + 1)  # what each row gives up, and each column; both counted from 1
    prices = [0.0] * (size + 1)
    row_at = [0] * (size + 1)  # the row at each column, 0 if none; column 0 holds the row being added
    for added in range(1, size + 1):
        row_at[0] = added
        slack: list[float] = [float("inf")] * (size + 1)
        came_from = [0] * (size + 1)
        reached = [False] * (size + 1)
        here = 0
        while row_at[here]:
            reached[here] = True
            row, step, there = row_at[here], float("inf"), 0
            for place in range(1, size + 1):
                if reached[place]:
                    continue
                extra = cost[row][place] - rates[row] - prices[place]
                if extra < slack[place]:
                    slack[place], came_from[place] = extra, here
                if slack[place] < step:
                    step, there = slack[place], place
            for place in range(size + 1):
                if reached[place]:
                    rates[row_at[place]] += step
                    prices[place] -= step
                else:
                    slack[place] -= step
            here = there
        while here:
            row_at[here] = row_at[came_from[here]]
            here = came_from[here]
    pairs: list[int | None] = [None] * rows
    for place in range(1, columns + 1):
        row = row_at[place]
        if row <= rows and shared[row - 1][place - 1]:
            pairs[row - 1] = place - 1
    return pairs
