"""A proxy between a client and a server that cuts the link after so many bytes, wherever that is."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator


class Proxy:
    """Passes bytes on; `cut_after` sets how many more of the server's bytes go through before the cut."""

    def __init__(self) -> None:
        self.port = 0
        self.target = 0
        self.cuts = 0
        self._left: int | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    def cut_after(self, more: int) -> None:
        """Cut the next link that carries so many more bytes to the client."""
        self._left = more

    async def passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client."""
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        self._writers |= {writer, back}
        outward = asyncio.create_task(self._copy(reader, back, counted=False))
        await self._copy(there, writer, counted=True)
        outward.cancel()
        for end in (writer, back):
            end.transport.abort()
            self._writers.discard(end)

    async def _copy(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, counted: bool) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                if counted and self._left is not None:
                    data = data[: self._left]
                    self._left -= len(data)
                sink.write(data)
                await sink.drain()
                if counted and self._left == 0:
                    self._left = None
                    self.cuts += 1
                    return

    def close(self) -> None:
        """Cut everything."""
        for writer in tuple(self._writers):
            writer.transport.abort()


@contextlib.asynccontextmanager
async def proxy() -> AsyncGenerator[Proxy]:
    """Run a proxy on a free port."""
    middle = Proxy()
    server = await asyncio.start_server(middle.passed, "127.0.0.1", 0)
    middle.port = server.sockets[0].getsockname()[1]
    try:
        yield middle
    finally:
        middle.close()
        server.close()
        await server.wait_closed()
