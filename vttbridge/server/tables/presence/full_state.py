"""A table's whole state for one seat: made in a worker thread, sent in a frame or as a transfer."""

import msgspec

from vttbridge.serializers.state import state_of_view
from vttbridge.server.transport.peer import Peer
from vttbridge.table import GameContext, State, spec_seen, view
from vttbridge_protocol import (
    TRANSFER,
    Encoding,
    Plain,
    Snapshot,
    TransferOut,
    Tree,
    encode_value,
    in_full,
    state_hash,
)

MAX_FRAME_BYTES = 200_000
"""A snapshot of more bytes goes as a transfer."""


class FullState(msgspec.Struct, frozen=True):
    """A snapshot, what is in it, and that as bytes."""

    snapshot: Snapshot
    data: Tree
    payload: bytes


def full_state(game: GameContext, state: State, seat: str, head: str, encoding: Encoding) -> FullState:
    """Take a snapshot of a state that does not change."""
    mirror = state_of_view(view(game, state, seat))
    ground: dict[str, Plain] = {
        scene.id: msgspec.to_builtins(spec_seen(game, state, scene, seat)) for scene in state.scenes
    }
    data: Tree = {"state": in_full(mirror), "ground": ground}
    payload = encode_value(data, encoding, TRANSFER)
    whole = payload if isinstance(payload, bytes) else payload.encode()
    return FullState(Snapshot(state.epoch, state.seq, head, state_hash(mirror)), data, whole)


def send(peer: Peer, whole: FullState, re: str | None = None) -> None:
    """Send a snapshot, its content in it or after it."""
    if len(whole.payload) <= MAX_FRAME_BYTES:
        peer.send(msgspec.structs.replace(whole.snapshot, data=whole.data), re=re)
        return
    transfer = TransferOut("snapshot", whole.payload)
    steps = peer.session.send_long(transfer)
    peer.send(msgspec.structs.replace(whole.snapshot, blob=transfer.opening.blake2b), re=re)
    peer.send_frame(steps)
