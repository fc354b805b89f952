from typing import Literal

import msgspec
import pytest

from protocol.hostile import packed
from vttbridge_protocol import (
    CLIENT_MESSAGES,
    COORDINATE_LIMIT,
    FROM_SERVER,
    INTEGER_LIMIT,
    LIVE,
    PRE_AUTH,
    TRANSFER,
    Ask,
    CloseCode,
    Encoding,
    Envelope,
    Fault,
    Knock,
    Limits,
    ProtocolError,
    Side,
    TransferPart,
    Unsupported,
    codec,
    decode,
    decode_value,
    encode,
    encode_value,
)
from vttbridge_protocol.validation import walk

SMALL = Limits(
    frame_bytes=400,
    text_bytes=8,
    part_text_bytes=12,
    key_bytes=6,
    array_length=5,
    map_length=4,
    depth=5,
    nodes=9,
)


def _nested(depth: int) -> object:
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


def _frame(value: object, encoding: Encoding) -> bytes | str:
    return packed(value) if encoding is Encoding.MSGPACK else msgspec.json.encode(value).decode()


EDGES: tuple[tuple[str, object, object, Fault], ...] = (
    ("text", "a" * 8, "a" * 9, Fault.TEXT_TOO_LONG),
    ("text in bytes", "é" * 4, "é" * 4 + "a", Fault.TEXT_TOO_LONG),
    ("key", {"k" * 6: 1}, {"k" * 7: 1}, Fault.KEY_TOO_LONG),
    ("array", [0] * 5, [0] * 6, Fault.ARRAY_TOO_LONG),
    ("map", dict.fromkeys("abcd", 1), dict.fromkeys("abcde", 1), Fault.MAP_TOO_LONG),
    ("depth", _nested(5), _nested(6), Fault.TOO_DEEP),
    ("nodes", [[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 0, 0]], Fault.TOO_MANY_NODES),
    ("integer", INTEGER_LIMIT, INTEGER_LIMIT + 1, Fault.OUT_OF_RANGE),
    ("negative integer", -INTEGER_LIMIT, -INTEGER_LIMIT - 1, Fault.OUT_OF_RANGE),
    ("fraction", COORDINATE_LIMIT, COORDINATE_LIMIT + 0.5, Fault.OUT_OF_RANGE),
    ("negative fraction", -COORDINATE_LIMIT, -COORDINATE_LIMIT - 0.5, Fault.OUT_OF_RANGE),
)


@pytest.mark.parametrize("encoding", Encoding)
@pytest.mark.parametrize(("at", "over", "fault"), [row[1:] for row in EDGES], ids=[row[0] for row in EDGES])
def test_each_limit_holds_at_its_edge(at: object, over: object, fault: Fault, encoding: Encoding) -> None:
    """What lies at a limit passes; one more is refused with that limit's fault, in both encodings."""
    assert decode_value(_frame(at, encoding), encoding, SMALL) == at
    with pytest.raises(ProtocolError) as caught:
        decode_value(_frame(over, encoding), encoding, SMALL)
    assert caught.value.fault is fault
    assert caught.value.close_code is CloseCode.MALFORMED
    assert caught.value.side is Side.REMOTE


def _padded(size: int, encoding: Encoding) -> bytes | str:
    """Make a heartbeat of exactly so many bytes by unknown members."""
    bare = _frame({"type": "heartbeat", "pad": []}, encoding)
    rest = size - len(bare)
    pads: list[str] = []
    while rest > 0:
        pads.append("x")
        made = _frame({"type": "heartbeat", "pad": pads}, encoding)
        if len(made) >= size:
            break
        pads[-1] = "x" * min(4_000, 1 + size - len(made))
        rest = size - len(_frame({"type": "heartbeat", "pad": pads}, encoding))
    made = _frame({"type": "heartbeat", "pad": pads}, encoding)
    while len(made) > size:
        pads[-1] = pads[-1][:-1]
        made = _frame({"type": "heartbeat", "pad": pads}, encoding)
    assert len(made) == size
    return made


@pytest.mark.parametrize("encoding", Encoding)
@pytest.mark.parametrize("limits", [PRE_AUTH, LIVE], ids=["before auth", "live"])
def test_the_frame_limit_holds_at_its_edge(limits: Limits, encoding: Encoding) -> None:
    """A frame of exactly the limit is read; one byte more closes with 4413."""
    size = limits.frame_bytes
    assert isinstance(decode(_padded(size, encoding), encoding, limits), Envelope)
    with pytest.raises(ProtocolError) as caught:
        decode(_padded(size + 1, encoding), encoding, limits)
    assert caught.value.fault is Fault.FRAME_TOO_LARGE
    assert caught.value.close_code is CloseCode.TOO_LARGE


def test_the_published_numbers() -> None:
    """The defaults are those that the protocol's page promises."""
    assert (LIVE.frame_bytes, PRE_AUTH.frame_bytes) == (64 * 1024, 4 * 1024)
    assert (LIVE.text_bytes, LIVE.array_length, LIVE.map_length) == (4_096, 1_024, 128)
    assert (LIVE.depth, LIVE.nodes) == (16, 20_000)
    assert (TRANSFER.frame_bytes, TRANSFER.array_length, TRANSFER.map_length) == (16 * 1024**2, 20_000, 1_024)
    assert (TRANSFER.depth, TRANSFER.nodes, TRANSFER.text_bytes) == (32, 2_000_000, 65_536)


@pytest.mark.parametrize("encoding", Encoding)
def test_only_a_part_may_carry_long_text(encoding: Encoding) -> None:
    """32 KiB of base64 pass in a transfer's part and nowhere else."""
    text = "A" * 32_768
    part = decode(encode(Envelope(TransferPart(index=0, text=text)), encoding), encoding)
    assert isinstance(part, Envelope)
    assert part.body == TransferPart(index=0, text=text)
    with pytest.raises(ProtocolError) as caught:
        decode(_frame({"type": "knock", "body": {"label": text}}, encoding), encoding)
    assert caught.value.fault is Fault.TEXT_TOO_LONG


@pytest.mark.parametrize("encoding", Encoding)
def test_minus_zero_becomes_zero(encoding: Encoding) -> None:
    """Nobody downstream meets -0.0."""
    assert str(decode_value(_frame([-0.0], encoding), encoding, LIVE)) == "[0.0]"


@pytest.mark.parametrize("encoding", Encoding)
def test_text_loses_what_a_person_cannot_see(encoding: Encoding) -> None:
    """Control characters and marks that turn the writing go; tabs, newlines and every script stay."""
    value = "a\x00b\x1b[31m\u202ec\u2066d\r\n\te\x85 Гром 龍 👩\u200d🚒 שלום"
    clean = "ab[31mcd\n\te Гром 龍 👩\u200d🚒 שלום"
    assert decode_value(_frame(value, encoding), encoding, LIVE) == clean


@pytest.mark.parametrize("encoding", Encoding)
def test_unknown_members_are_ignored(encoding: Encoding) -> None:
    """A newer peer's members do no harm, in the envelope and in the body."""
    value = {"type": "knock", "since": 9, "body": {"label": "Alice", "mood": {"good": True}}}
    assert decode(_frame(value, encoding), encoding) == Envelope(Knock(label="Alice"))


@pytest.mark.parametrize("encoding", Encoding)
def test_an_unknown_type_is_a_value(encoding: Encoding) -> None:
    """A type that nobody knows, and a server's type from a client, are answered and never closed for."""
    name = "f" * 32
    for word in ("teleport", "welcome"):
        frame = _frame({"type": word, "id": name, "body": {"x": 1}}, encoding)
        assert decode(frame, encoding) == Unsupported(word, name)


def test_a_long_unknown_type_is_cut() -> None:
    """What is repeated to a peer or a log stays short."""
    read = decode(_frame({"type": "t" * 4_000}, Encoding.JSON), Encoding.JSON)
    assert read == Unsupported("t" * 64, None)


@pytest.mark.parametrize("encoding", Encoding)
@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2**53, "\ud800", {1: 2}, b"raw", {1, 2}])
def test_our_own_mistakes_are_local(value: object, encoding: Encoding) -> None:
    """What the protocol forbids is never sent, and the error says that it is ours."""
    with pytest.raises(ProtocolError) as caught:
        encode_value({"x": value}, encoding)
    assert caught.value.side is Side.LOCAL


def test_a_message_that_breaks_a_limit_is_not_sent() -> None:
    """Encoding holds to what a client grants its server."""
    body = Ask(scene="s", query="q", fields={"x": [0] * (FROM_SERVER.array_length + 1)})
    with pytest.raises(ProtocolError) as caught:
        encode(Envelope(body, id="0" * 32), Encoding.MSGPACK)
    assert (caught.value.fault, caught.value.side) == (Fault.ARRAY_TOO_LONG, Side.LOCAL)
    assert caught.value.where == "$.body.fields.x"


def test_a_place_never_tells_a_secret() -> None:
    """A token that stands where a key should is not repeated by the error."""
    token = "vttb_g_" + "7" * 64
    with pytest.raises(ProtocolError) as caught:
        walk({token: float("nan")}, LIVE)
    assert caught.value.where == "$.*"
    assert token not in str(caught.value)


@pytest.mark.parametrize("side", ["client", "server"])
def test_a_peer_is_held_to_its_register(side: Literal["client", "server"]) -> None:
    """A client's words are none of a server's: nobody can welcome or resolve by hand."""
    ours = set(CLIENT_MESSAGES)
    assert ("welcome" in ours) is False
    assert ("act" in ours) is True
    assert ("heartbeat" in ours) is (side in {"client", "server"})


def test_any_exception_of_the_decoder_is_the_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that raises something unforeseen takes no connection's task with it."""

    def broken(_frame: bytes, **_limits: object) -> object:
        raise OverflowError

    monkeypatch.setattr(codec, "_unpack", broken)
    with pytest.raises(ProtocolError) as caught:
        decode(packed({"type": "heartbeat"}), Encoding.MSGPACK)
    assert caught.value.fault is Fault.MALFORMED
