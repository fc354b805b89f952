"""The file in which 0.1 kept who was admitted; it is taken over into the store once.

The records and the note that they were taken over are one transaction, and only then is the file renamed: a
crash between the two renames it at the next start. A file that comes back later says nothing.
"""

from pathlib import Path

import msgspec

from vttbridge.auth.seat_registry import SeatRegistry
from vttbridge.errors import BadConfig
from vttbridge.storage.access_records import all_of
from vttbridge.table.log.store import AccessRecord, Store

SEATS = "seats.json"
TAKEN_OVER = AccessRecord("taken_over", SEATS, b"")


def take_over(folder: Path, store: Store) -> None:
    """Take the file over where there is one; BadConfig where it is damaged or cannot be renamed."""
    path = folder / SEATS
    if not path.exists():
        return
    if TAKEN_OVER not in store.access_records():
        changes = all_of(_book_in(path))
        noted = msgspec.structs.replace(changes, put=(*changes.put, TAKEN_OVER))
        store.change_access(noted).result()
    try:
        path.replace(path.with_name(f"{path.name}.old"))
    except OSError as fault:
        raise BadConfig(
            f"{path} is in the store now and cannot be renamed ({fault.strerror}): "
            f"move it away, or let {folder} be written"
        ) from fault


def _book_in(path: Path) -> SeatRegistry:
    try:
        return msgspec.json.decode(path.read_bytes(), type=SeatRegistry)
    except (OSError, msgspec.DecodeError) as fault:
        raise BadConfig(
            f"{path} cannot be read ({fault}); put it back from a copy, "
            "or delete it and pair every device anew"
        ) from fault
