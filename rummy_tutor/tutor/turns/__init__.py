"""A turn at the table: a turn as it is played, and the positions of worked examples."""
