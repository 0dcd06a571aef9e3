"""Verdicts as JSON lines, as HTML and as text for a terminal."""
