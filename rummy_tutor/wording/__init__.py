"""Codes into whole sentences, for every surface."""
