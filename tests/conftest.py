"""What holds for every test.

An error that the package logs and nobody expected is a failure, what is dealt at random is the same in every run, and
Hypothesis gives each of its examples the time that it takes on a busy machine.
"""

from __future__ import annotations

import gc
import logging
import random
from collections.abc import Iterator

import pytest
from hypothesis import settings

gc.set_threshold(20_000, 10, 10)  # Python's own 700 took a tenth of the tests' time
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


def pytest_collection_finish() -> None:
    """Keep the garbage collector from what was collected: it would look through half a million objects."""
    gc.freeze()


def pytest_runtest_setup() -> None:
    """Let chance begin anew before each test, so that one that fails does so again, alone and beside others."""
    random.seed(0)


class Collector(logging.Handler):
    """Keeps the records of errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.records.append(record)


@pytest.fixture(autouse=True)
def logged_errors() -> Iterator[list[logging.LogRecord]]:
    """The errors that the package has logged in this test; one that plants some looks at them and clears the list."""
    collector, logger = Collector(), logging.getLogger("rummy_tutor")
    logger.addHandler(collector)
    yield collector.records
    logger.removeHandler(collector)
    if collector.records:
        told = logging.Formatter("%(name)s: %(message)s")
        pytest.fail("logged and not expected:\n" + "\n".join(map(told.format, collector.records)), pytrace=False)
