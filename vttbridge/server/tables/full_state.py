"""A table's whole state for one seat: made beside the event loop, sent in a frame or as a transfer."""

import msgspec

from vttbridge.serializers.state import mirror_of_view
from vttbridge.server.transport.peer import Link
from vttbridge.table import Book, State, spec_seen, view
from vttbridge_protocol import TRANSFER, Encoding, Plain, Snapshot, Tree, encode_value, in_full, state_hash

LARGEST_IN_A_FRAME = 200_000
"""A snapshot of more bytes goes as a transfer."""


class Whole(msgspec.Struct, frozen=True):
    """A snapshot, what is in it, and that as bytes."""

    snapshot: Snapshot
    data: Tree
    payload: bytes


def taken(book: Book, state: State, seat: str, head: str, encoding: Encoding) -> Whole:
    """Take a snapshot of a state that does not change."""
    mirror = mirror_of_view(view(book, state, seat))
    ground: dict[str, Plain] = {
        scene.id: msgspec.to_builtins(spec_seen(book, state, scene, seat)) for scene in state.scenes
    }
    data: Tree = {"state": in_full(mirror), "ground": ground}
    payload = encode_value(data, encoding, TRANSFER)
    whole = payload if isinstance(payload, bytes) else payload.encode()
    return Whole(Snapshot(state.epoch, state.seq, head, state_hash(mirror)), data, whole)


def send(link: Link, whole: Whole, re: str | None = None) -> None:
    """Send a snapshot, its content in it or after it."""
    if len(whole.payload) <= LARGEST_IN_A_FRAME:
        link.say(msgspec.structs.replace(whole.snapshot, data=whole.data), re=re)
        return
    steps = link.session.send_long("snapshot", whole.payload)
    link.say(msgspec.structs.replace(whole.snapshot, blob=link.session.latest_long), re=re)
    link.pass_on(steps)
