"""Measurements: commands that print figures, never part of a pass or fail."""
