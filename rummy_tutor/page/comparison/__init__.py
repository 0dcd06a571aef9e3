"""The comparison: all rulebooks on one hand."""
