"""Appends to a store and says so of each row, only when it is acknowledged, until it is killed.

Each row comes with an access record of its own, and takes the one before it away.

Run as a process of its own: `python writes_until_killed.py FOLDER`. Prints the number of each acknowledged
row.
"""

import sys
from collections import deque
from concurrent.futures import Future
from pathlib import Path

from vttbridge.storage.sqlite.store import SqliteStore
from vttbridge.table import AccessChanges, Head
from vttbridge.testing.conformance.store import HEADER, records, seat

IN_FLIGHT = 8


def main(folder: Path) -> None:
    """Write on and on."""
    store = SqliteStore(folder)
    if "a" not in store.tables():
        store.create("a", HEADER)
    reason = store.read_only("a")
    if reason is not None:
        raise SystemExit(reason)
    head = store.head("a")
    waiting: deque[tuple[int, Future[None]]] = deque()
    while True:
        (record,) = records(head, f"row {head.seq + 1}")
        head = Head(record.seq, record.hash, record.epoch)
        access = AccessChanges(put=(seat(f"{record.seq}"),), drop=(("seat", f"{record.seq - 1}"),))
        waiting.append((record.seq, store.append("a", (record,), access)))
        if len(waiting) == IN_FLIGHT:
            seq, written = waiting.popleft()
            written.result()
            sys.stdout.write(f"{seq}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
