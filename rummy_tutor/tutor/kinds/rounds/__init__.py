"""Questions about the end of a round: who pays whom, and what follows from it."""
