"""The same log gives the same state in every process, whatever its hash seed."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
from table.replay.test_replay import played
for seed in range(6):
    table = played(seed)
    print(table.table.state_hash(), *(table.table.view_hash(seat) for seat in ("s-1", "s-o")))
"""


def told_by(hash_seed: str) -> str:
    """Play some games in a process of its own."""
    path = os.pathsep.join(str(ROOT / part) for part in (".", "protocol", "rulesets", "tests"))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    return ran.stdout


def test_processes_agree() -> None:
    """Whole games end in the same states under different hash seeds."""
    first, second = told_by("1"), told_by("4242")
    assert first.count("\n") == 6
    assert first == second
