"""The table: the hand as laid, its verdict, and the moves of cards."""
