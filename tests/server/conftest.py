"""No test of the server leaves its log lines' way out to the next one."""

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def _own_log_lines() -> Iterator[None]:
    yield
    structlog.reset_defaults()
