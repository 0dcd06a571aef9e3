"""The puzzles: one at a time on a table of its own, with hints, a verdict, its why, and the next one."""
