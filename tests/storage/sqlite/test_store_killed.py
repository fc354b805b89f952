"""A store whose process is killed again and again keeps what it acknowledged, rows and access records."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

from support.scale import scaled
from vttbridge.storage.sqlite.store import SqliteStore
from vttbridge.table.log.chain import checked
from vttbridge.testing.conformance.store import seat

WRITER = Path(__file__).with_name("writes_until_killed.py")
ROOT = Path(__file__).parents[3]


def acknowledged_before_kill(folder: Path, rows: int) -> int:
    """Let a writer acknowledge so many rows, kill it, and give the last row that it acknowledged."""
    path = os.pathsep.join(str(ROOT / part) for part in (".", "protocol", "rulesets"))
    with subprocess.Popen(
        [sys.executable, str(WRITER), str(folder)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    ) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(rows)]
        os.kill(writer.pid, signal.SIGKILL)
        lines += writer.stdout.readlines()
    whole = [line for line in lines if line.endswith(b"\n")]
    assert whole, "the writer ended by itself"
    return int(whole[-1])


def test_no_acknowledged_row_is_missing(tmp_path: Path) -> None:
    """After each kill the log is whole, not shorter than what was acknowledged, and open for more.

    The access records are those of the last row: each was kept with its row or not at all.
    """
    chosen, rounds = random.Random(11), scaled(100)
    for _ in range(rounds):
        last = acknowledged_before_kill(tmp_path, chosen.randrange(1, 60))
        store = SqliteStore(tmp_path)
        assert store.read_only("a") is None
        texts = [record.data.decode() for record in checked(store.header("a"), store.read("a"))]
        kept = store.access_records()
        store.close()
        assert len(texts) >= last
        assert kept == (seat(f"{len(texts)}"),)
        assert texts == [f"row {number + 1}" for number in range(len(texts))]
