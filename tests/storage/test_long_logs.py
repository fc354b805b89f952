"""A long log replays to one and the same state in every process, and names the row that is not as it was."""

import os
import random
import subprocess
import sys
from functools import partial
from pathlib import Path

import msgspec
import pytest

from support.long_log import LongLog
from support.scale import scaled
from vttbridge.storage.log_file import export_to
from vttbridge.storage.verify import of_table, verify
from vttbridge.testing.checkout import ROOT

ROWS = scaled(10_000)
PROGRAM = """
import sys
from pathlib import Path
from vttbridge.testing.checkout import offer_rulesets
from vttbridge.storage.log_file import read_log
from vttbridge.storage.verify import book_of, of_file, steps_of, verify
offer_rulesets()
source = of_file(read_log(Path(sys.argv[1])))
for step in steps_of(source):
    last = step.after
assert verify(source, again=True).is_good
print(last.seq, book_of(source).hash(last))
"""


@pytest.fixture(scope="module")
def played() -> LongLog:
    """Play for long."""
    return LongLog(ROWS)


def started(log: Path, hash_seed: str) -> subprocess.Popen[str]:
    """Replay and decide again in a process of its own."""
    path = os.pathsep.join(str(ROOT / part) for part in (".", "protocol", "rulesets"))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hash_seed}
    words = [sys.executable, "-c", PROGRAM, str(log)]
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)


def test_every_process_comes_to_the_same_state(tmp_path: Path, played: LongLog) -> None:
    """One process or two at once, one hash seed or another: the same last state, and the same decisions."""
    log = tmp_path / "long.vttlog"
    assert export_to(played.store, "long", log) >= ROWS
    here = f"{played.ledger.seq} {played.ledger.table.state_hash()}\n"
    for seeds in (("1",), ("1", "4242")):
        running = [started(log, seed) for seed in seeds]
        told = [process.communicate()[0] for process in running]
        assert told == [here] * len(seeds)


def test_whichever_row_is_changed_is_named(played: LongLog) -> None:
    """One bit of any row flipped where it is stored, and verifying names exactly that row."""
    chance, source = random.Random(5), of_table(played.store, "long")
    records = list(source.records())
    for _ in range(scaled(150)):
        at = chance.randrange(len(records))
        data = bytearray(records[at].data)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        bad = [*records[:at], msgspec.structs.replace(records[at], data=bytes(data)), *records[at + 1 :]]
        verdict = verify(msgspec.structs.replace(source, records=partial(tuple, bad)))
        assert (verdict.is_good, verdict.bad_row) == (False, at + 1)
