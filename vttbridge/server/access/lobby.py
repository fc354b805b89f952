"""Who waits at the door: people who knocked, until a game master answers them or they leave."""

from collections.abc import Callable

import msgspec

from vttbridge.auth.seat_credentials import Device, Knock, Minted
from vttbridge.auth.tokens import Role
from vttbridge.server.access.seat_service import SeatService
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.entropy import random_bytes
from vttbridge_protocol import Knocking


class Visitor(msgspec.Struct, frozen=True):
    """Somebody at the door: what game masters are told, and how both sides are reached."""

    knocking: Knocking
    answer: Callable[[Minted | None], None]
    tell_gms: Callable[[Knocking], None]


class Lobby:
    """The visitors of one server."""

    def __init__(self, seats: SeatService) -> None:
        self._seats = seats
        self._visitors: dict[str, Visitor] = {}

    def knock(self, table: str, device: Device) -> Knock | None:
        """Return a new knock, or `None` where too many wait."""
        knock_id = random_bytes(8).hex()
        self._seats.registry, knock = self._seats.registry.knocked(
            knock_id, table, device, now_ms(), random_bytes(2)
        )
        return knock

    def add(self, visitor: Visitor) -> None:
        """Let somebody wait, and tell the game masters."""
        self._visitors[visitor.knocking.knock] = visitor
        visitor.tell_gms(visitor.knocking)

    def admit(self, knock: str, role: Role) -> Minted | None:
        """Return a new seat for who knocked, `None` where nobody did."""
        self._seats.registry, minted = self._seats.registry.admitted(knock, now_ms(), random_bytes(40), role)
        return minted

    def reject(self, knock: str) -> None:
        """Forget a knock; `answer` tells who knocked."""
        registry = self._seats.registry
        kept = tuple(other for other in registry.knocks if other.id != knock)
        self._seats.registry = msgspec.structs.replace(registry, knocks=kept)

    def answer(self, knock: str, minted: Minted | None) -> None:
        """Tell who knocked what was decided, and the game masters that it is."""
        visitor = self.leave(knock)
        if visitor is not None:
            visitor.answer(minted)

    def leave(self, knock: str) -> Visitor | None:
        """Return who waits no longer, `None` where nobody did; the game masters are told."""
        visitor = self._visitors.pop(knock, None)
        if visitor is not None:
            visitor.tell_gms(msgspec.structs.replace(visitor.knocking, open=False))
        return visitor
