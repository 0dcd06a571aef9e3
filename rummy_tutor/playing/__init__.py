"""A round at the table: what may be done in a turn, and a round as it is played."""
