"""What a server hands to those who handle messages."""

from collections.abc import Callable

import msgspec

from vttbridge.server.access.lobby import Lobby
from vttbridge.server.access.seat_service import SeatService
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.config import Config
from vttbridge.server.tables.registry import TableRegistry


class ServerContext(msgspec.Struct, frozen=True):
    """The tables of one server, who waits at its door, and its clock."""

    registry: TableRegistry
    lobby: Lobby
    clock_ms: Callable[[], int] = now_ms

    @property
    def config(self) -> Config:
        """The server's configuration."""
        return self.registry.config

    @property
    def seats(self) -> SeatService:
        """Who may come in."""
        return self.registry.seats


def context_of(registry: TableRegistry) -> ServerContext:
    """Return the context of a server whose tables these are."""
    return ServerContext(registry, Lobby(registry.seats))
