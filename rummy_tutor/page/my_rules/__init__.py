"""My rules: a rulebook of one's own, changed field by field."""
