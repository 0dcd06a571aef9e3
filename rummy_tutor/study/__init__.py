"""Questions about a hand: the verdict, rulebooks side by side, what if, what now, many deals."""
