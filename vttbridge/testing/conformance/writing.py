"""What the suite for stores writes: a header, rows that follow on a head, access records."""

from vttbridge.table.log.chain import Head, Record, next_hash
from vttbridge.table.log.store import AccessRecord, Store

HEADER = b"a header"


def records(head: Head, *texts: str, epoch: int = 1, commands: bool = True) -> tuple[Record, ...]:
    """Make rows that follow on a head, each of a command of its own."""
    made: list[Record] = []
    previous, seq = head.hash, head.seq
    for text in texts:
        data = text.encode()
        previous, seq = next_hash(previous, data), seq + 1
        made.append(Record(seq, epoch, data, previous, f"s:{text}" if commands else ""))
    return tuple(made)


def put(store: Store, table: str, *texts: str) -> tuple[Record, ...]:
    """Append rows and wait for it."""
    made = records(store.head(table), *texts)
    store.append(table, made).result(timeout=30)
    return made


def seat(name: str, says: bytes = b"says") -> AccessRecord:
    """Make an access record."""
    return AccessRecord("seat", name, says)
