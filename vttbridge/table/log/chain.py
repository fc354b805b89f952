"""A log as bytes that vouch for each other: a header, then rows, each hashed over the hash before it.

hash of the header = BLAKE2b-128(header); hash of a row = BLAKE2b-128(hash before + bytes of the row). The
bytes are those that were stored, never a new encoding of what they mean. How rows become bytes is the codec's
business.
"""

from collections.abc import Iterable, Iterator
from hashlib import blake2b

import msgspec

from vttbridge.errors import BadLog
from vttbridge.rules.released import RELEASED
from vttbridge.rules.version import RulesVersion
from vttbridge.table.model.events import LogEvent

FORMAT = "vttbridge log 1"
SCHEMA = 1
"""The schema of rows that this version writes, and the newest that it reads."""


class Header(msgspec.Struct, frozen=True):
    """What a log says before its first row: by whom and for which rules it was written.

    0.1 wrote a hash of the rule book's files as `rules_hash`, and no `rules`: such a header stays as it is.
    """

    table: str
    engine: str
    ruleset: str
    ruleset_version: str = ""
    rules_hash: str = ""
    shapely: str = ""
    geos: str = ""
    created_ms: int = 0
    format: str = FORMAT
    schema: int = SCHEMA
    rules: RulesVersion | msgspec.UnsetType = msgspec.UNSET

    @property
    def written_under(self) -> RulesVersion | None:
        """The rules that decided the log; `None` where its hash is of files that no release held."""
        if self.rules is msgspec.UNSET:
            return RELEASED.get((self.ruleset, self.rules_hash))
        return self.rules


class Record(msgspec.Struct, frozen=True):
    """A row as it is stored. `command` is set on the first row of each command and unique in a log."""

    seq: int
    epoch: int
    data: bytes
    hash: str
    command: str = ""


class Head(msgspec.Struct, frozen=True):
    """Where a log ends."""

    seq: int
    hash: str
    epoch: int = 1


def first_hash(header: bytes) -> str:
    """Return the hash that the first row builds on."""
    return blake2b(header, digest_size=16).hexdigest()


def next_hash(previous: str, data: bytes) -> str:
    """Return the hash of a row."""
    return blake2b(bytes.fromhex(previous) + data, digest_size=16).hexdigest()


def command_key(row: LogEvent) -> str:
    """Return what is unique about a command: who sent it, and the id that they made."""
    return f"{row.actor}:{row.cause}" if row.digest else ""


def checked(header: bytes, records: Iterable[Record], head: Head | None = None) -> Iterator[Record]:
    """Return records one by one after checking numbers and hashes; BadLog names the first bad row.

    With a `head`, they are those that follow on it.
    """
    previous, expected = (first_hash(header), 1) if head is None else (head.hash, head.seq + 1)
    for record in records:
        if record.seq != expected:
            raise BadLog(f"row {expected} is missing: row {record.seq} follows row {expected - 1}", expected)
        if record.hash != next_hash(previous, record.data):
            raise BadLog(f"row {record.seq} is damaged: its hash does not fit what it says", record.seq)
        yield record
        previous, expected = record.hash, expected + 1
