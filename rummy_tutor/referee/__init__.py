"""Judging what lies there: what a group is, what an arrangement costs, what value cards earn."""
