"""Questions about a turn: what one may do, what to throw, whether to take the open card."""
