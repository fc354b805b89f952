import pytest
from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode

from vttbridge.server.transport import frame_guard
from vttbridge.server.transport.frame_guard import PER_SECOND, guarded


class Transport:
    """What a socket writes to; notes that it was aborted."""

    def __init__(self) -> None:
        self.aborted = 0

    def is_closing(self) -> bool:
        """Return whether the socket is on its way out."""
        return self.aborted > 0

    def abort(self) -> None:
        """Drop the peer."""
        self.aborted += 1


class Clock:
    """The time, given by the test."""

    def __init__(self) -> None:
        self.now_ms = 0

    def __call__(self) -> int:
        """Return it."""
        return self.now_ms


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the guard's clock."""
    given = Clock()
    monkeypatch.setattr(frame_guard, "now_ms", given)
    return given


@pytest.fixture
def passed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return what gets past the guard."""
    events: list[object] = []

    def noted(_connection: ServerConnection, event: object) -> None:
        events.append(event)

    monkeypatch.setattr(ServerConnection, "process_event", noted)
    return events


def socket(burst: int) -> tuple[ServerConnection, Transport]:
    """Return a guarded connection without a network, and what it writes to."""
    made = object.__new__(guarded(burst))
    transport = Transport()
    vars(made)["transport"] = transport
    return made, transport


def test_a_flood_of_pings_is_dropped(clock: Clock, passed: list[object]) -> None:
    """So many may come at once, and the peer is ended once; what is no ping or pong is not counted."""
    connection, transport = socket(3)
    for opcode in (Opcode.PING, Opcode.PONG, Opcode.PING):
        connection.process_event(Frame(opcode, b""))
    for _ in range(20):
        connection.process_event(Frame(Opcode.TEXT, b"hello"))
    assert (len(passed), transport.aborted) == (23, 0)
    for _ in range(20):
        connection.process_event(Frame(Opcode.PING, b""))
    assert transport.aborted == 1
    assert clock.now_ms == 0


def test_a_few_each_second_go_on_for_ever(clock: Clock, passed: list[object]) -> None:
    """Whoever keeps to the pace is never dropped."""
    connection, transport = socket(3)
    for _ in range(100):
        connection.process_event(Frame(Opcode.PING, b""))
        clock.now_ms += round(1000 / PER_SECOND)
    assert (len(passed), transport.aborted) == (100, 0)


def test_without_a_burst_nothing_is_counted() -> None:
    """0 leaves the sockets as they are."""
    assert guarded(0) is ServerConnection
    assert issubclass(guarded(1), ServerConnection)
