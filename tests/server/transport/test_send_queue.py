"""What waits for one client goes out in order, or the client goes."""

from support.edge import FakeSocket
from vttbridge.server.runtime.config import Config
from vttbridge.server.transport.send_queue import SendQueue
from vttbridge.session.actions import Close, Send
from vttbridge_protocol import CloseCode


async def test_frames_go_out_in_order_and_nothing_follows_the_end() -> None:
    """The close comes last."""
    socket = FakeSocket()
    queue = SendQueue(socket.server_side, Config(), "c1")
    for step in (Send(b"1"), Send(b"22"), Close(CloseCode.RESTART), Send(b"3")):
        queue.put(step)
    await queue.run()
    assert (socket.sent, socket.close_code) == ([b"1", b"22"], int(CloseCode.RESTART))
    assert queue.most_bytes == 3


async def test_who_reads_too_little_is_closed() -> None:
    """What waited is dropped; parts of something long do not count."""
    socket = FakeSocket()
    queue = SendQueue(socket.server_side, Config(queue_messages=1, send_seconds=0), "c1")
    queue.put(Send(b"p", part=True))
    queue.put(Send(b"1"))
    queue.put(Send(b"2"))
    await queue.run()
    assert (socket.sent, socket.close_code) == ([], int(CloseCode.TOO_SLOW))


async def test_a_full_write_buffer_is_dropped_at_once() -> None:
    """At the limit it is not, beyond it is."""
    socket = FakeSocket()
    queue = SendQueue(socket.server_side, Config(write_buffer_bytes=10), "c1")
    socket.transport.buffered = 10
    queue.sweep()
    assert (queue.buffered, socket.transport.is_aborted) == (10, False)
    socket.transport.buffered = 11
    queue.sweep()
    assert socket.transport.is_aborted
