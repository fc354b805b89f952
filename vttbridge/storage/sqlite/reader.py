"""The one connection that reads: rows of a shape, and damage told as a fault of the store."""

import threading
from pathlib import Path
from typing import TypeVar

import msgspec

from vttbridge.errors import StoreFault
from vttbridge.storage.sqlite.schema import DAMAGE, Durability, opened, prepare

T = TypeVar("T")


class StoreReader:
    """Reads from the database; several threads may ask at once."""

    def __init__(self, path: Path, durability: Durability) -> None:
        """Open the database, and raise its layout where it is an older one."""
        self._path = path
        self._lock = threading.Lock()
        self._connection = opened(path, durability)
        prepare(self._connection, path)

    def rows(self, shape: type[T], sql: str, *values: object) -> list[T]:
        """Read rows of a shape; what a damaged file gives instead is a StoreFault like any other damage."""
        with self._lock:
            try:
                rows = self._connection.execute(sql, values).fetchall()
                return [msgspec.convert(row, shape) for row in rows]
            except (*DAMAGE, msgspec.ValidationError) as fault:
                raise StoreFault(f"the store {self._path.name} cannot be read: {fault}") from fault

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()
