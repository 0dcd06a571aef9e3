"""The doors by which a browser reaches the page."""
