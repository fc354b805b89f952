"""How often a client says that it is there."""

import asyncio

import pytest

from vttbridge.client.settings import DEFAULTS
from vttbridge.client.transport import HEARTBEAT_S, MIN_HEARTBEAT_S, Transport, heartbeat_s
from vttbridge_protocol import Envelope, Heartbeat


@pytest.mark.parametrize(
    ("silence_ms", "every_s"),
    [(45_000, 15.0), (9_000, 3.0), (60_000, HEARTBEAT_S), (600_000, HEARTBEAT_S), (0, MIN_HEARTBEAT_S)],
)
def test_it_beats_three_times_in_the_silence_that_a_server_bears(silence_ms: int, every_s: float) -> None:
    """But every 20 seconds at least."""
    assert heartbeat_s(silence_ms) == every_s


class Beats(Transport):
    """A transport without a socket, whose pauses end when the test says so."""

    def __init__(self) -> None:
        super().__init__("ws://here/ws", DEFAULTS, self.pause)
        self.pauses: list[float] = []
        self.go_on = asyncio.Semaphore(0)
        self.sent: asyncio.Queue[Envelope] = asyncio.Queue()

    async def pause(self, seconds: float) -> None:
        """Wait for the test."""
        self.pauses.append(seconds)
        await self.go_on.acquire()

    async def send(self, envelope: Envelope) -> None:
        """Keep what is sent."""
        await self.sent.put(envelope)


async def test_a_beat_follows_each_pause() -> None:
    """So long as it was told; another time takes the place of the first."""
    beats = Beats()
    beats.beat(20.0)
    beats.beat(3.0)
    for _ in range(2):
        beats.go_on.release()
        assert await beats.sent.get() == Envelope(Heartbeat())
    assert set(beats.pauses) == {3.0}
    assert beats.sent.empty()


async def test_without_a_socket_nothing_is_sent_and_nothing_fails() -> None:
    """Whoever sends, leaves or cuts between two links need not ask first."""
    transport = Transport("ws://here/ws", DEFAULTS)
    assert not transport.is_open
    await transport.send(Envelope(Heartbeat()))
    await transport.leave()
    transport.cut()
