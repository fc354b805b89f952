"""The one thread that writes: whatever waits goes into one transaction, and is answered after its commit.

1. The queue is taken in groups, each written in one transaction with a savepoint for each job.
2. A job's own fault fails it alone; the disk's fault fails the group, and nothing of it is kept.
3. Heads are written beside the database at most once in HEAD_SECONDS, at once for a table's first one.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from time import monotonic

from vttbridge.errors import StoreFault
from vttbridge.storage.sqlite.head_file import write_heads
from vttbridge.storage.sqlite.schema import DAMAGE, Durability, fault_of, opened
from vttbridge.table.log.chain import Head

MAX_IN_A_GROUP = 64
HEAD_SECONDS = 1.0

Write = Callable[[sqlite3.Connection], None]


class WriteJob:
    """A write that waits, and who waits for it."""

    def __init__(self, write: Write, table: str = "", head: Head | None = None) -> None:
        self.write = write
        self.table = table
        self.head = head
        self.done: Future[None] = Future()


class StoreWriter:
    """Writes what is put, in order, in a thread of its own."""

    def __init__(
        self,
        path: Path,
        durability: Durability,
        head_file: Path,
        heads: dict[str, Head],
        on_rolled_back: Callable[[], None],
    ) -> None:
        self._path = path
        self._durability: Durability = durability
        self._head_file = head_file
        self._heads = heads
        self._on_rolled_back = on_rolled_back
        self._jobs: queue.Queue[WriteJob | None] = queue.Queue()
        self._thread = threading.Thread(target=self._write_on, name="store", daemon=True)
        self._is_closed = False

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def put(self, job: WriteJob) -> "Future[None]":
        """Take a job; the future is done after its commit."""
        if self._is_closed:
            job.done.set_exception(StoreFault("the store is closed"))
        else:
            self._jobs.put(job)
        return job.done

    def close(self) -> bool:
        """Write what waits and end; returns whether this call did it."""
        if self._is_closed:
            return False
        self._is_closed = True
        self._jobs.put(None)
        self._thread.join()
        return True

    def _write_on(self) -> None:
        """The writing thread: group after group until it is told to stop."""
        connection = opened(self._path, self._durability)
        due: float | None = None
        try:
            while True:
                group, stop = self._next_group(due)
                settled = self._written(connection, group)
                if due is None and settled:
                    due = monotonic() + HEAD_SECONDS
                begun = any(job.head is not None and job.head.seq == 0 for job in settled)
                if due is not None and (stop or begun or monotonic() >= due):
                    due = self._save_heads()
                for job in settled:
                    job.done.set_result(None)
                if stop:
                    return
        finally:
            connection.close()

    def _next_group(self, due: float | None) -> tuple[list[WriteJob], bool]:
        """Take what waits, or wait for something: for ever, or until the anchors are due."""
        try:
            job = self._jobs.get(timeout=None if due is None else max(0.0, due - monotonic()))
        except queue.Empty:
            return [], False
        group: list[WriteJob] = []
        while job is not None:
            group.append(job)
            if len(group) == MAX_IN_A_GROUP or self._jobs.empty():
                return group, False
            job = self._jobs.get()
        return group, True

    def _written(self, connection: sqlite3.Connection, group: list[WriteJob]) -> list[WriteJob]:
        """Write a group in one transaction; returns the jobs that are committed, the others have failed."""
        if not group:
            return []
        try:
            connection.execute("BEGIN IMMEDIATE")
            written = [job for job in group if _tried(connection, job)]
            connection.execute("COMMIT")
        except DAMAGE as fault:
            # what this thread believed of the ends of logs was of a transaction that is no more
            self._on_rolled_back()
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for job in group:
                if not job.done.done():
                    job.done.set_exception(fault_of(fault))
            return []
        for job in written:
            if job.head is not None:
                self._heads[job.table] = job.head
        return written

    def _save_heads(self) -> float | None:
        """Write the anchors; where that fails now it is tried again a little later."""
        try:
            write_heads(self._head_file, self._heads)
        except OSError:
            return monotonic() + HEAD_SECONDS
        return None


def _tried(connection: sqlite3.Connection, job: WriteJob) -> bool:
    """Do one job behind a savepoint: its own fault fails it alone, the disk's fault fails the group."""
    connection.execute("SAVEPOINT job")
    try:
        job.write(connection)
    except StoreFault as fault:
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        job.done.set_exception(fault)
        return False
    connection.execute("RELEASE job")
    return True
