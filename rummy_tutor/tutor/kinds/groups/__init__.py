"""Questions about single groups, and about single cards."""
