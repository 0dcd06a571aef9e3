"""Puzzles: a hand with a goal, a measured difficulty and a why; the engine judges every answer."""
