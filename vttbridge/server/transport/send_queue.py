"""What waits to be sent to one client, and the end of clients that do not read.

The library's own keepalive waits for its buffer to drain before it starts its timer, so a peer that stops
reading is never dropped by it, and pongs pile up for one that only pings. Hence three guards of our own: a
cap on what waits here, a deadline around each send, and a sweep over the library's buffer. Each ends in
`transport.abort()`.
"""

import asyncio
from collections import deque

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from vttbridge.server.runtime.config import Config
from vttbridge.session.actions import Close, Send
from vttbridge_protocol import CloseCode

log = structlog.get_logger()

GRACE_SECONDS = 1.0
"""So long a close may take where no deadline is set for sending."""


class SendQueue:
    """One client's queue; frames go out in order, one at a time."""

    def __init__(self, socket: ServerConnection, config: Config, connection: str) -> None:
        self._socket = socket
        self._config = config
        self._connection = connection
        self._frames: deque[Send | Close] = deque()
        self._bytes = 0
        self._waiting = 0
        self._wake = asyncio.Event()
        self._over = False
        self.most_bytes = 0

    def put(self, step: Send | Close) -> None:
        """Queue a frame or the end; nothing follows the end."""
        if self._over:
            return
        if isinstance(step, Close):
            self._over = True
        elif not step.part:
            self._waiting += 1
            self._bytes += len(step.frame)
            self.most_bytes = max(self.most_bytes, self._bytes)
        self._frames.append(step)
        self._wake.set()
        if self._is_too_long():
            self._too_slow("queue")

    def _is_too_long(self) -> bool:
        return self._waiting > self._config.queue_messages or self._bytes > self._config.queue_bytes

    def _too_slow(self, reason: str) -> None:
        log.warning("slow client", connection=self._connection, reason=reason, queue=len(self._frames))
        self._frames.clear()
        self._frames.append(Close(CloseCode.TOO_SLOW))
        self._over = True
        self._wake.set()
        # the close waits behind the send that is stuck: whoever does not read will not read it either
        asyncio.get_running_loop().call_later(self._config.send_seconds or GRACE_SECONDS, self.abort)

    async def run(self) -> None:
        """Send until the end."""
        while True:
            while self._frames:
                step = self._frames.popleft()
                if isinstance(step, Close):
                    await self._close(step)
                    return
                if not step.part:
                    self._waiting -= 1
                    self._bytes -= len(step.frame)
                if not await self._send(step.frame):
                    return
            self._wake.clear()
            await self._wake.wait()

    async def _send(self, frame: bytes | str) -> bool:
        deadline = self._config.send_seconds or None
        try:
            async with asyncio.timeout(deadline):
                await self._socket.send(frame)
        except TimeoutError:
            log.warning("slow client", connection=self._connection, reason="send deadline")
            self.abort()
            return False
        except ConnectionClosed:
            return False
        return True

    async def _close(self, end: Close) -> None:
        try:
            async with asyncio.timeout(self._config.send_seconds or GRACE_SECONDS):
                await self._socket.close(int(end.code), end.reason[:100])
        except TimeoutError:
            self.abort()

    def abort(self) -> None:
        """Drop the connection at once."""
        self._over = True
        self._socket.transport.abort()

    def sweep(self) -> None:
        """Drop a client whose unread bytes pile up in the library, pongs included."""
        if 0 < self._config.write_buffer_bytes < self.buffered:
            log.warning(
                "slow client", connection=self._connection, reason="write buffer", bytes=self.buffered
            )
            self.abort()

    @property
    def buffered(self) -> int:
        """How many bytes the library holds for this client."""
        return self._socket.transport.get_write_buffer_size()
