"""Worked examples: the steps that a lesson begins with."""
