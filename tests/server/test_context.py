"""What handlers are given belongs to one server."""

from pathlib import Path

from support.edge import server_context
from vttbridge.auth.seat_credentials import Device
from vttbridge.server.context import context_of
from vttbridge.server.runtime.config import Config


async def test_the_context_is_that_of_the_registry(tmp_path: Path) -> None:
    """Configuration and seats are the tables'; a knock at the lobby is one at these seats."""
    config = Config(port=7)
    context = context_of((await server_context(tmp_path, config)).registry)
    assert context.config is config
    assert context.seats is context.registry.seats
    knock = context.lobby.knock("Fort", Device("Ann"))
    assert context.seats.registry.knocks == (knock,)
    await context.registry.stop()
