"""Golden cases: what the five sources state, and what the rulings settle.

One module a source (``s0`` to ``s4``; one a rulebook for ``s3``, which has five)
and one for the rulings (``rulings``).
The rows are tuples of :mod:`records`; ``tests/test_golden.py`` runs them.
Every figure was worked out from the rules by hand, never copied from a run.
"""
