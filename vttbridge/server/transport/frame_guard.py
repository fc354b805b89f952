"""Drops a peer that floods with pings or pongs as it comes in: each costs the event loop, and none a handler.

A browser sends none of its own, and a client's keepalive one in many seconds. What gets past this is caught
by the sweep over the write buffers.
"""

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode

from vttbridge.auth.rate_limit import Bucket
from vttbridge.server.runtime.clock import now_ms

log = structlog.get_logger()

CONTROL = frozenset({Opcode.PING, Opcode.PONG})
PER_SECOND = 10.0


def guarded(burst: int) -> type[ServerConnection]:
    """Return the connections of a server that take so many control frames at once, and a few each second."""

    class Guarded(ServerConnection):
        """A socket that counts control frames."""

        controls = Bucket.full(PER_SECOND, burst, now_ms())

        def process_event(self, event: object) -> None:
            """Count, and drop the peer that sends too many."""
            if isinstance(event, Frame) and event.opcode in CONTROL:
                self.controls, free = self.controls.taken(now_ms())
                if not free and not self.transport.is_closing():
                    log.warning("slow client", reason="control frames")
                    self.transport.abort()
                    return
            super().process_event(event)  # type: ignore[arg-type]

    return Guarded if burst else ServerConnection
