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
    places = range(max(rows, columns) + 1)  # empty rows and columns make the table square; both are counted from 1

    def cost(row: int, place: int) -> int:
        return -shared[row - 1][place - 1] if row <= rows and place <= columns else 0

    rates, prices = [0.0 for _ in places], [0.0 for _ in places]  # what each row gives up, and each column
    row_at = [0 for _ in places]  # the row at each column, 0 if none; column 0 holds the row being added
    for added in places[1:]:
        row_at[0], here = added, 0
        slack, came_from = [float("inf") for _ in places], [0 for _ in places]
        reached: list[int] = []
        while row_at[here]:
            reached.append(here)
            free = [place for place in places if place not in reached]
            for place in free:
                extra = cost(row_at[here], place) - rates[row_at[here]] - prices[place]
                if extra < slack[place]:
                    slack[place], came_from[place] = extra, here
            there = min(free, key=slack.__getitem__)
            step = slack[there]
            for place in reached:
                rates[row_at[place]] += step
                prices[place] -= step
            for place in free:
                slack[place] -= step
            here = there
        while here:
            row_at[here] = row_at[came_from[here]]
            here = came_from[here]
    column_of = {row: place for place, row in enumerate(row_at[1:]) if cost(row, place + 1)}
    return [column_of.get(row) for row in range(1, rows + 1)]
