"""One log as one file, `.vttlog`, that comes in again as it went out, byte for byte.

After a first line come parts: a letter, four bytes of length, and the content.

* `H` the header: its BLAKE2b-128, then its bytes
* `B` a scene's blob, before the row that first names it: the BLAKE2b-128, then the bytes
* `R` a row: its hash in the chain, then its bytes
* `E` the end: the number of rows in eight bytes, and the BLAKE2b-128 of all before

Whatever bit flips and wherever the file is cut, reading names the row at which it went wrong.
"""

from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path

import msgspec

from vttbridge.errors import BadLog, NewerVersion, StoreFault
from vttbridge.storage.codec import decode_header, read_row, row_of
from vttbridge.table.context import hash_of
from vttbridge.table.log.chain import Record, first_hash, next_hash
from vttbridge.table.log.store import Store
from vttbridge.table.model.events import LogEvent, SceneSet

FIRST_LINE = b"vttlog 1\n"
SUFFIX = ".vttlog"
AT_ONCE = 64
"""So many rows are appended to a store in one go."""


class LogFile(msgspec.Struct, frozen=True):
    """A whole log in memory, checked."""

    header: bytes
    records: tuple[Record, ...]
    blobs: tuple[tuple[str, bytes], ...]

    @property
    def rows(self) -> tuple[LogEvent, ...]:
        """The rows as values."""
        return tuple(row_of(record) for record in self.records)


def written_log(header: bytes, records: tuple[Record, ...], blob: Callable[[str], bytes | None]) -> bytes:
    """Return a log as the bytes of a file; BadLog where a scene's blob is missing."""
    parts = [FIRST_LINE, _part(b"H", bytes.fromhex(hash_of(header)) + header)]
    inlined: set[str] = set()
    for record in records:
        body = row_of(record).body
        if isinstance(body, SceneSet) and body.blob not in inlined:
            data = blob(body.blob)
            if data is None:
                raise BadLog(f"the scene of row {record.seq} is missing from the store", record.seq)
            parts.append(_part(b"B", bytes.fromhex(body.blob) + data))
            inlined.add(body.blob)
        parts.append(_part(b"R", bytes.fromhex(record.hash) + record.data))
    before = b"".join(parts)
    end = len(records).to_bytes(8, "big") + blake2b(before, digest_size=16).digest()
    return before + _part(b"E", end)


def _part(letter: bytes, content: bytes) -> bytes:
    return letter + len(content).to_bytes(4, "big") + content


def exported(store: Store, table: str) -> bytes:
    """Return a table's log as the bytes of a file; BadLog or StoreFault where it is damaged."""
    return written_log(store.header(table), tuple(store.read(table)), store.blob)


def export_to(store: Store, table: str, path: Path) -> int:
    """Write a table's log to a file; returns the number of rows."""
    data = exported(store, table)
    path.write_bytes(data)
    return store.head(table).seq


def imported(store: Store, file: LogFile, table: str) -> None:
    """Put a log into a store under a name; StoreFault where that name is taken."""
    store.create(table, file.header)
    for name, data in file.blobs:
        store.put_blob(name, data)
    for start in range(0, len(file.records), AT_ONCE):
        store.append(table, file.records[start : start + AT_ONCE]).result()


def read_log(path: Path) -> LogFile:
    """Read and check a file; BadLog names the row where it is damaged or cut short."""
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise StoreFault(f"{path} cannot be read: {fault.strerror or fault}") from fault
    return read_bytes(data)


def read_bytes(data: bytes) -> LogFile:
    """Read and check the bytes of a file."""
    if not data.startswith(FIRST_LINE):
        if data.startswith(b"vttlog ") and data[7:8].isdigit() and data[8:9] in {b"\n", b""}:
            raise NewerVersion("this log file has a later format: install a later vttbridge")
        raise BadLog("this is no vttbridge log file, or its first line is damaged (before row 1)", 1)
    return _Reading(data).whole()


class _Reading:
    """Reads a file part by part and knows at which row it is."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = len(FIRST_LINE)
        self._records: list[Record] = []
        self._blobs: list[tuple[str, bytes]] = []

    @property
    def _seq(self) -> int:
        """The row that comes next."""
        return len(self._records) + 1

    def whole(self) -> LogFile:
        """Read to the end mark, which must be the end."""
        header = self._header()
        previous = first_hash(header)
        for letter, content in self._parts():
            match letter:
                case b"R":
                    previous = self._row(previous, content)
                case b"B":
                    self._blob(content)
                case b"E":
                    self._end(content)
                    return LogFile(header, tuple(self._records), tuple(self._blobs))
                case _:
                    raise BadLog(f"row {self._seq} is damaged: it is no part of a log", self._seq)
        raise BadLog(f"the log is cut short: it ends before row {self._seq} or its end mark", self._seq)

    def _parts(self) -> Iterator[tuple[bytes, bytes]]:
        while self._at < len(self._data):
            yield self._next()

    def _next(self) -> tuple[bytes, bytes]:
        head = self._data[self._at : self._at + 5]
        length = int.from_bytes(head[1:], "big")
        content = self._data[self._at + 5 : self._at + 5 + length]
        if len(head) < 5 or len(content) < length:
            raise BadLog(f"row {self._seq} is damaged, or the log is cut short there", self._seq)
        self._at += 5 + length
        return head[:1], content

    def _header(self) -> bytes:
        letter, content = self._next()
        header = content[16:]
        if letter != b"H" or content[:16].hex() != hash_of(header):
            raise BadLog("the header is damaged (before row 1)", 1)
        decode_header(header)
        return header

    def _row(self, previous: str, content: bytes) -> str:
        given, data = content[:16].hex(), content[16:]
        if given != next_hash(previous, data):
            raise BadLog(f"row {self._seq} is damaged: its hash does not fit what it says", self._seq)
        row, record = read_row(self._seq, data, given)
        if isinstance(row.body, SceneSet) and all(name != row.body.blob for name, _ in self._blobs):
            raise BadLog(f"the scene of row {self._seq} is missing from the file", self._seq)
        self._records.append(record)
        return given

    def _blob(self, content: bytes) -> None:
        name, data = content[:16].hex(), content[16:]
        if hash_of(data) != name:
            raise BadLog(f"the scene before row {self._seq} is damaged", self._seq)
        self._blobs.append((name, data))

    def _end(self, content: bytes) -> None:
        before = self._data[: self._at - 5 - len(content)]
        if self._at != len(self._data):
            raise BadLog(f"something stands behind the end mark after row {self._seq - 1}", self._seq)
        if content != (self._seq - 1).to_bytes(8, "big") + blake2b(before, digest_size=16).digest():
            raise BadLog(f"the end mark after row {self._seq - 1} is damaged", self._seq)
