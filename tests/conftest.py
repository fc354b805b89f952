"""The built wheel; and which tests are left out where the founders' material is absent, in one line."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from support.shared_material import SHARED
from vttbridge.testing.checkout import offer_rulesets

offer_rulesets()

_LEFT_OUT = pytest.StashKey[int]()


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel that is published."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    project = Path(__file__).parents[1]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "-w", str(folder), str(project)], check=True)
    (built,) = folder.glob("*.whl")
    return built


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests marked `shared` when there is no material; in CI that fails the run."""
    marked = [item for item in items if item.get_closest_marker("shared") is not None]
    if SHARED is not None or not marked:
        return
    if os.environ.get("CI") == "true":
        raise pytest.UsageError(
            f"{len(marked)} tests need the founders' material; set VTTBRIDGE_SHARED to its folder"
        )
    config.hook.pytest_deselected(items=marked)
    items[:] = [item for item in items if item not in marked]
    config.stash[_LEFT_OUT] = len(marked)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print in one line how many tests were left out."""
    left_out = config.stash.get(_LEFT_OUT, 0)
    if left_out:
        terminalreporter.write_line(
            f"{left_out} tests left out: the founders' material is absent (VTTBRIDGE_SHARED)"
        )


@pytest.fixture(autouse=True)
def _own_log_lines() -> Iterator[None]:
    """Leave no test's way out for log lines to the next one."""
    yield
    structlog.reset_defaults()
