"""What holds for every test: an error that the package logs and nobody expected is a failure."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


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
