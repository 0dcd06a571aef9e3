"""The best arrangement of a hand, and all that are as good."""
