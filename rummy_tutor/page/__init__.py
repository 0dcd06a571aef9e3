"""What a page shows and what can be asked of it, decided in Python: no browser and no Jupyter."""
