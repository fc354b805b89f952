"""Every Python that the project names decides alike: scenarios, logs, and what a log recomputes to."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from support.long_log import LongLog
from support.scale import scaled
from vttbridge.demo.headless import show
from vttbridge.storage.log_file import export_to
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


def _installed(python: Path, wheel: Path, folder: Path) -> Path:
    """Install the wheel into an environment of its own; returns its command."""
    _run(python, "-m", "venv", "--without-pip", folder)
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "--disable-pip-version-check")
    _run(*pip, "install", "--quiet", "--no-compile", wheel)
    return folder / "bin" / "vttbridge"


LAST = """
import sys
from pathlib import Path
from vttbridge.storage.log_file import read_log
from vttbridge.storage.verify import book_of, of_file, steps_of
source = of_file(read_log(Path(sys.argv[1])))
for step in steps_of(source):
    last = step.after
print(last.seq, book_of(source).hash(last))
"""


class Played(NamedTuple):
    """What was played here: logs and what verifying them prints; the long one, its last row and state."""

    verified: dict[Path, str]
    long: Path
    last_state: str


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Play the demo's fights and a long one, and verify them."""
    offer_rulesets()
    folder = tmp_path_factory.mktemp("played")
    tally = asyncio.run(show(folder / "data", lambda _line: None))
    assert tally.faults == []
    long_log, long = LongLog(scaled(10_000)), folder / "long.vttlog"
    export_to(long_log.store, "long", long)
    logs = (*sorted((folder / "data").glob("*.vttlog")), *sorted(GOLDEN.glob("*.vttlog")), long)
    verified = {log: _run(sys.executable, "-m", "vttbridge", "verify", log, "--recompute") for log in logs}
    return Played(verified, long, f"{long_log.ledger.seq} {long_log.ledger.table.state_hash()}\n")


@pytest.mark.parametrize("python", _others(), ids=lambda path: Path(path).parent.parent.name)
def test_another_python_decides_the_same(python: Path, tmp_path: Path, wheel: Path, played: Played) -> None:
    """All scenarios pass there; fights, a long log and those of 0.1 come to the same rows and states."""
    command = _installed(python, wheel, tmp_path / "venv")
    assert _run(command.with_name("python"), "-c", LAST, played.long, cwd=tmp_path) == played.last_state
    for log, here in played.verified.items():
        assert _run(command, "verify", log, "--recompute", cwd=tmp_path) == here
    last = _run(command, "check", ROOT / "tests" / "scenarios", cwd=tmp_path).strip().splitlines()[-1]
    assert re.fullmatch(r"[1-9]\d* passed, 0 failed", last)
