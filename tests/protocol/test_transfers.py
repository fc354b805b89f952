from base64 import b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.scale import scaled
from vttbridge_protocol import (
    LIVE,
    MAX_TRANSFER_BYTES,
    PART_BYTES,
    CloseCode,
    Encoding,
    Envelope,
    Fault,
    ProtocolError,
    TransferDone,
    TransferIn,
    TransferMore,
    TransferOpen,
    TransferOut,
    TransferPart,
    TransferStop,
    decode,
    digest,
    encode,
    refusal_of,
)
from vttbridge_protocol.messages import Message


def _on_the_wire(body: Message, encoding: Encoding) -> Message:
    read = decode(encode(Envelope(body), encoding), encoding, LIVE)
    assert isinstance(read, Envelope)
    return read.body


def _sent(payload: bytes, encoding: Encoding) -> tuple[bytes, int]:
    """Carry a payload from a sender to a receiver through real frames, and count the requests."""
    sender = TransferOut("scene", payload, "keep")
    opening = _on_the_wire(sender.opening, encoding)
    assert isinstance(opening, TransferOpen)
    receiver = TransferIn(opening)
    wanted: TransferMore | None = receiver.begin()
    requests = 0
    while wanted is not None:
        requests += 1
        answers = sender.more(wanted)
        wanted = None
        for answer in answers:
            heard = _on_the_wire(answer, encoding)
            if isinstance(heard, TransferPart):
                wanted = receiver.receive(heard)
    assert sender.is_finished
    return receiver.finish(), requests


@settings(max_examples=scaled(200), deadline=None)
@given(st.binary(max_size=200), st.integers(0, 9), st.sampled_from(Encoding))
def test_whatever_goes_in_comes_out(tail: bytes, parts: int, encoding: Encoding) -> None:
    """A payload of any length arrives as it was, in both encodings."""
    payload = bytes(range(256)) * (PART_BYTES // 256) * parts + tail
    assert _sent(payload, encoding)[0] == payload


@pytest.mark.parametrize("size", [0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 4 * PART_BYTES])
def test_sizes_around_a_part(size: int) -> None:
    """Nothing is special about a whole number of parts, or about none."""
    payload = b"v" * size
    assert _sent(payload, Encoding.MSGPACK)[0] == payload


def test_the_receiver_sets_the_pace() -> None:
    """The sender gives four parts a request and waits."""
    assert _sent(b"v" * PART_BYTES * 9, Encoding.MSGPACK)[1] == 3
    sender = TransferOut("log", b"v" * PART_BYTES * 9)
    assert len(sender.more(TransferMore(index=0, count=4))) == 4
    assert not sender.is_finished


def test_a_full_part_is_32_kib_of_text() -> None:
    """The largest part fits the one long text of the wire exactly."""
    part = TransferOut("log", b"v" * PART_BYTES).more(TransferMore(index=0, count=1))[0]
    assert isinstance(part, TransferPart)
    assert len(part.text) == 32 * 1024


@pytest.mark.parametrize("index", [1, 5])
def test_a_sender_is_asked_in_order(index: int) -> None:
    """Skipping ahead is a fault of the receiver."""
    with pytest.raises(ProtocolError) as caught:
        TransferOut("log", b"v" * PART_BYTES * 9).more(TransferMore(index=index, count=1))
    assert caught.value.fault is Fault.TRANSFER_ORDER


def test_a_sender_is_not_asked_after_the_end() -> None:
    """A finished transfer gives nothing twice."""
    sender = TransferOut("log", b"v")
    sender.more(TransferMore(index=0, count=1))
    with pytest.raises(ProtocolError):
        sender.more(TransferMore(index=1, count=1))


def _opening(payload: bytes) -> TransferOpen:
    return TransferOpen(kind="map", bytes=len(payload), blake2b=digest(payload))


def _part(index: int, data: bytes) -> TransferPart:
    return TransferPart(index=index, text=b64encode(data).decode())


PAYLOAD = b"v" * PART_BYTES * 6

WRONG_PARTS = (
    ("out of order", _part(1, PAYLOAD[:PART_BYTES]), Fault.TRANSFER_ORDER),
    ("too short", _part(0, PAYLOAD[: PART_BYTES - 1]), Fault.TRANSFER_SIZE),
    ("too long", _part(0, PAYLOAD[: PART_BYTES + 1]), Fault.TRANSFER_SIZE),
    ("no base64", TransferPart(index=0, text="?" * 32_768), Fault.MALFORMED),
    ("base64 with a letter beyond ASCII", TransferPart(index=0, text="é" * 8), Fault.MALFORMED),
)


@pytest.mark.parametrize(
    ("part", "fault"), [row[1:] for row in WRONG_PARTS], ids=[row[0] for row in WRONG_PARTS]
)
def test_a_wrong_part_is_refused(part: TransferPart, fault: Fault) -> None:
    """Each wrong part is named and nothing of it is kept."""
    receiver = TransferIn(_opening(PAYLOAD))
    receiver.begin()
    with pytest.raises(ProtocolError) as caught:
        receiver.receive(part)
    assert caught.value.fault is fault
    assert receiver.receive(_part(0, PAYLOAD[:PART_BYTES])) is None


def test_a_part_that_was_not_asked_for_is_refused() -> None:
    """A sender that does not wait to be asked is stopped."""
    receiver = TransferIn(_opening(PAYLOAD))
    wanted = [receiver.receive(_part(index, PAYLOAD[:PART_BYTES])) for index in range(4)]
    assert wanted == [None, None, None, TransferMore(index=4, count=2)]
    receiver.receive(_part(4, PAYLOAD[:PART_BYTES]))
    receiver.receive(_part(5, PAYLOAD[:PART_BYTES]))
    with pytest.raises(ProtocolError):
        receiver.receive(_part(6, b""))


def test_an_end_before_the_last_part_is_refused() -> None:
    """`transfer_done` too early is no payload."""
    receiver = TransferIn(_opening(PAYLOAD))
    receiver.receive(_part(0, PAYLOAD[:PART_BYTES]))
    with pytest.raises(ProtocolError) as caught:
        receiver.finish()
    assert caught.value.fault is Fault.TRANSFER_SIZE


def test_one_changed_byte_is_noticed() -> None:
    """The hash of the opening decides."""
    receiver = TransferIn(_opening(b"scene"))
    receiver.receive(_part(0, b"scenf"))
    with pytest.raises(ProtocolError) as caught:
        receiver.finish()
    assert caught.value.fault is Fault.TRANSFER_HASH


def test_the_size_limit_holds_at_its_edge() -> None:
    """16 MiB may come; a byte more is declined politely, and closes whoever sends it all the same."""
    edge = TransferOpen(kind="map", bytes=MAX_TRANSFER_BYTES, blake2b="0" * 64)
    over = TransferOpen(kind="map", bytes=MAX_TRANSFER_BYTES + 1, blake2b="0" * 64)
    assert refusal_of(edge) is None
    TransferIn(edge)
    assert refusal_of(over) == TransferStop(code="too_large")
    with pytest.raises(ProtocolError) as caught:
        TransferIn(over)
    assert caught.value.close_code is CloseCode.TOO_LARGE


def test_nothing_is_two_steps() -> None:
    """An empty payload is opened, asked for and done."""
    sender = TransferOut("log", b"")
    assert sender.more(TransferIn(sender.opening).begin()) == (TransferDone(),)
