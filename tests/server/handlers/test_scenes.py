"""Uploads are put by game masters, and answered with what was read."""

from pathlib import Path

import pytest

from support.edge import TABLE, QueuedPeer, server_context
from vttbridge.auth.seat_credentials import Device
from vttbridge.server.handlers.scenes import UPLOADS_KEPT, SceneHandler
from vttbridge.session.actions import RunCommand, Upload
from vttbridge_protocol import Reply, SceneSet

ID = "0" * 32
ROOM = b"+-+-+\n|. .|\n+-+-+\n"


@pytest.mark.parametrize(
    ("payload", "later", "code"),
    [(ROOM, 0, ""), (ROOM, UPLOADS_KEPT, "no_such_blob"), (b"", 0, "bad_scene")],
)
async def test_an_upload_is_put(tmp_path: Path, payload: bytes, later: int, code: str) -> None:
    """The latest few are kept; what cannot be read is told and nothing is put."""
    context = await server_context(tmp_path)
    pairing, _ = await context.seats.open_code(TABLE, "gm")
    minted = context.seats.redeem(pairing, Device("Gwen"))
    actor = await context.registry.open_table(TABLE)
    assert minted is not None
    assert actor is not None
    await context.registry.seat_at_table(actor, minted)
    peer = QueuedPeer(minted.seat.id)
    handler = SceneHandler(context.registry, peer)
    handler.uploaded(Upload("scene", "first", payload))
    for count in range(later):
        handler.uploaded(Upload("scene", f"later {count}", b""))
    wanted = SceneSet("s1", "first", "ascii")
    await handler.set_scene(actor, RunCommand(ID, wanted, "d"), wanted)
    await actor.mailbox.join()
    (reply,) = [one for one in peer.told if isinstance(one, Reply)]
    assert (reply.code, actor.state.scene("s1") is not None) == (code, not code)
    await context.registry.stop()
