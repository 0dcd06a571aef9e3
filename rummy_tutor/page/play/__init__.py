"""A round against computer players: the table, the others, help that is asked for, and who pays whom."""
