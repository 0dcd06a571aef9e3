"""An independent oracle: the published rulebooks stated again over plain strings, to hold the engine against."""
