"""Where a class is kept while it is held, and after it."""
