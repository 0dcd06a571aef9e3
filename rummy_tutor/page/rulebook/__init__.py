"""The rulebook to read, and its differences from another."""
