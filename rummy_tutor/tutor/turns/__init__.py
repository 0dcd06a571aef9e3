"""A turn at the table: what may be done, a turn as it is played, and the positions of worked examples."""
