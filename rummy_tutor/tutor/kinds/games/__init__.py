"""Questions that compare games, house rules, or ways to declare."""
