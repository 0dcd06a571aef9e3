"""An independent oracle: the nine rulebooks stated again over plain strings, to hold the engine against."""
