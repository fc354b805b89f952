"""Where every log ended, in a small file apart from the store: what notices a log that lost its tail.

Written whole: a new file, synced, renamed over the old one, the folder synced. Its first line is the hash of
the rest, so that a damaged anchor is not taken for the truth.
"""

import os
from hashlib import blake2b
from pathlib import Path

import msgspec

from vttbridge.errors import StoreFault
from vttbridge.table.log.chain import Head


def _sealed(body: bytes) -> bytes:
    return blake2b(body, digest_size=16).hexdigest().encode() + b"\n" + body


def write_heads(path: Path, heads: dict[str, Head]) -> None:
    """Replace the anchor file; it is the old or the new one at every moment."""
    body = msgspec.json.format(msgspec.json.encode({name: heads[name] for name in sorted(heads)}), indent=1)
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        file.write(_sealed(body))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # folders cannot be opened there, and a rename is durable by itself
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_heads(path: Path) -> dict[str, Head] | None:
    """Return the anchors, `None` where there is no file; StoreFault where it is damaged."""
    try:
        whole = path.read_bytes()
    except FileNotFoundError:
        return None
    _, _, body = whole.partition(b"\n")
    if _sealed(body) != whole:
        raise StoreFault(f"the file {path.name} beside the store is damaged")
    try:
        return msgspec.json.decode(body, type=dict[str, Head])
    except msgspec.DecodeError as fault:
        raise StoreFault(f"the file {path.name} beside the store cannot be read") from fault


def disagreement(anchor: Head | None, head: Head, hash_at_anchor: str | None, *, known: bool) -> str | None:
    """Return how a log disagrees with its anchor, or `None`.

    Args:
        anchor: The anchor of this log, if the file has one.
        head: Where the log ends.
        hash_at_anchor: The hash of the row that the anchor names, if the log has it.
        known: There is an anchor file at all.
    """
    if anchor is None:
        if head.seq == 0:
            return None
        what = "has no entry for this log" if known else "is missing"
        return f"the anchor file beside the store {what}, so nothing vouches for the end of the log"
    if head.seq < anchor.seq:
        return f"the log ends at row {head.seq}, but had {anchor.seq} rows when it was last written"
    if hash_at_anchor != anchor.hash:
        return f"row {anchor.seq} is not the one that was written last time"
    return None
