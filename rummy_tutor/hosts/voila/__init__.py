"""The page through Voilà, a kernel for each visitor."""
