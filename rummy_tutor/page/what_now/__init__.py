"""What now: how far the hand is from declaring, what to throw, what helps."""
