"""Every Python that the project names decides alike: scenarios, logs, and what a log recomputes to."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from long_log import LongLog
from scale import scaled
from vttbridge.server.demo.headless import show
from vttbridge.server.exchange import export_to
from vttbridge.testing.checkout import offer_rulesets

ROOT = Path(__file__).parent.parent.parent
GOLDEN = ROOT / "tests" / "golden" / "logs"
NAMED = ("3.11", "3.12", "3.13")


def _others() -> list[Path]:
    """Find the other named Pythons of this machine, on the path or where pyenv keeps them."""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = (_python(version) for version in NAMED if version != here)
    return [path for path in found if path is not None]


def _python(version: str) -> Path | None:
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for path in sorted(kept.glob(f"{version}.*/bin/python3")):
        return path
    on_path = shutil.which(f"python{version}")
    return Path(on_path) if on_path else None


def _run(*words: str | Path, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-2_000:]
    return done.stdout


def _installed(python: Path, folder: Path) -> Path:
    """Install the project into an environment of its own; gives its command."""
    _run(python, "-m", "venv", folder)
    _run(folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", ROOT)
    return folder / "bin" / "vttbridge"


LAST = """
import sys
from pathlib import Path
from vttbridge.server.exchange import read_log
from vttbridge.server.verify import book_of, of_file, steps_of
source = of_file(read_log(Path(sys.argv[1])))
for step in steps_of(source):
    last = step.after
print(last.seq, book_of(source).hash(last))
"""


@pytest.fixture(scope="module")
def long_log(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Play for long; gives the log's file, and its last row with the hash of the state then."""
    offer_rulesets()
    played = LongLog(scaled(10_000))
    log = tmp_path_factory.mktemp("long") / "long.vttlog"
    export_to(played.store, "long", log)
    return log, f"{played.ledger.seq} {played.ledger.table.state_hash()}\n"


@pytest.mark.parametrize("python", _others(), ids=lambda path: Path(path).parent.parent.name)
def test_another_python_decides_the_same(python: Path, tmp_path: Path, long_log: tuple[Path, str]) -> None:
    """All scenarios pass there; fights, a long log and those of 0.1 come to the same rows and states."""
    offer_rulesets()
    tally = asyncio.run(show(tmp_path / "data", lambda _line: None))
    assert tally.faults == []
    command = _installed(python, tmp_path / "venv")
    long, last_state = long_log
    assert _run(command.with_name("python"), "-c", LAST, long, cwd=tmp_path) == last_state
    for log in (*sorted((tmp_path / "data").glob("*.vttlog")), *sorted(GOLDEN.glob("*.vttlog")), long):
        here = _run(sys.executable, "-m", "vttbridge", "verify", log, "--recompute")
        there = _run(command, "verify", log, "--recompute", cwd=tmp_path)
        assert there == here
    last = _run(command, "check", ROOT / "tests" / "scenarios", cwd=tmp_path).strip().splitlines()[-1]
    assert re.fullmatch(r"[1-9]\d* passed, 0 failed", last)
