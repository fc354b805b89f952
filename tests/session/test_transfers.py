"""Long things on one connection: what is asked for comes in, and what goes out waits its turn."""

import pytest

import vttbridge_protocol as wire
from vttbridge.session.actions import Action, Send, Upload
from vttbridge.session.transfers import TransferMessage, Transfers
from vttbridge_protocol import Encoding, Envelope, Message

LONG = wire.TransferOut("map", b"x" * 30_000).opening


def said(actions: tuple[Action, ...]) -> list[Message]:
    """Read what is sent."""
    bodies: list[Message] = []
    for action in actions:
        assert isinstance(action, Send)
        given = wire.decode(action.frame, Encoding.MSGPACK, wire.FROM_SERVER, wire.SERVER_MESSAGES)
        assert isinstance(given, Envelope)
        bodies.append(given.body)
    return bodies


def taken(transfers: Transfers, body: TransferMessage) -> tuple[Action, ...]:
    """Receive from a seat that may send long things."""
    return transfers.receive(body, may_upload=True)


def test_an_upload_comes_in_at_our_pace() -> None:
    """Parts are asked for; at the end stand the bytes that were announced."""
    out = wire.TransferOut("map", b"payload")
    transfers = Transfers(Encoding.MSGPACK)
    (more,) = said(taken(transfers, out.opening))
    assert isinstance(more, wire.TransferMore)
    assert transfers.is_receiving
    ends = [taken(transfers, part) for part in out.more(more)]
    assert ends == [(), (Upload("map", out.opening.blake2b, b"payload"),)]
    assert not transfers.is_receiving


@pytest.mark.parametrize(
    ("opening", "may_upload", "code"),
    [
        (LONG, False, "not_allowed"),
        (wire.TransferOpen("map", wire.MAX_TRANSFER_BYTES + 1, "0" * 64), True, "too_large"),
    ],
)
def test_what_may_not_come_is_refused(opening: wire.TransferOpen, code: str, *, may_upload: bool) -> None:
    """By its code, and nothing is expected then."""
    transfers = Transfers(Encoding.MSGPACK)
    (stop,) = said(transfers.receive(opening, may_upload=may_upload))
    assert isinstance(stop, wire.TransferStop)
    assert stop.code == code
    assert not transfers.is_receiving


def test_a_second_upload_is_busy_and_the_first_goes_on() -> None:
    """One at a time comes in."""
    transfers = Transfers(Encoding.MSGPACK)
    taken(transfers, LONG)
    assert said(taken(transfers, LONG)) == [wire.TransferStop(code="busy")]
    assert transfers.is_receiving


def test_only_what_is_under_way_is_expected() -> None:
    """Parts while something comes in, requests for more while something goes out, and nothing else."""
    part, done, more = wire.TransferPart(0, ""), wire.TransferDone(), wire.TransferMore(0, 1)
    transfers = Transfers(Encoding.MSGPACK)
    assert not any(transfers.expects(body) for body in (part, done, more))
    taken(transfers, LONG)
    assert [transfers.expects(body) for body in (part, done, more, LONG)] == [True, True, False, False]
    transfers = Transfers(Encoding.MSGPACK)
    transfers.send(wire.TransferOut("log", b"l"))
    assert [transfers.expects(body) for body in (part, done, more)] == [False, False, True]


@pytest.mark.parametrize("body", [wire.TransferPart(0, ""), wire.TransferDone()])
def test_a_part_that_nobody_asked_for_is_a_fault(body: wire.TransferPart | wire.TransferDone) -> None:
    """But what was under way when we gave up is let pass, until another one begins."""
    transfers = Transfers(Encoding.MSGPACK)
    with pytest.raises(wire.ProtocolError):
        taken(transfers, body)
    taken(transfers, LONG)
    dropped = transfers.drop_incoming()
    assert dropped is not None
    assert said((dropped,)) == [wire.TransferStop(code="timeout")]
    assert taken(transfers, body) == ()
    assert transfers.drop_incoming() is None


def test_what_goes_out_waits_for_what_went_before() -> None:
    """The next opens when the one before is sent, or was stopped, and carries what it answers."""
    transfers = Transfers(Encoding.MSGPACK)
    outs = [wire.TransferOut("log", name) for name in (b"a", b"b", b"c")]
    assert said(transfers.send(outs[0])) == [outs[0].opening]
    assert transfers.is_sending
    assert transfers.send(outs[1], "1" * 32) == transfers.send(outs[2]) == ()
    *_, opened = taken(transfers, wire.TransferMore(0, 1))
    assert isinstance(opened, Send)
    assert opened == Send(wire.encode(Envelope(outs[1].opening, re="1" * 32), Encoding.MSGPACK))
    assert said(taken(transfers, wire.TransferStop("unwanted"))) == [outs[2].opening]
    assert taken(transfers, wire.TransferStop("unwanted")) == ()
    assert taken(transfers, wire.TransferMore(0, 1)) == ()
    assert not transfers.is_sending


def test_parts_go_at_the_receivers_pace_and_are_marked() -> None:
    """So many as it asks for; the rest when it asks again."""
    transfers = Transfers(Encoding.MSGPACK)
    transfers.send(wire.TransferOut("log", b"l" * 30_000))
    first = taken(transfers, wire.TransferMore(0, 1))
    assert [wire.word_of(body) for body in said(first)] == ["transfer_part"]
    last = taken(transfers, wire.TransferMore(1, 1))
    assert [wire.word_of(body) for body in said(last)] == ["transfer_part", "transfer_done"]
    assert all(isinstance(action, Send) and action.part for action in (*first, *last))


def test_a_stop_ends_what_comes_in() -> None:
    """Another may begin, and parts of the old one are a fault."""
    transfers = Transfers(Encoding.MSGPACK)
    taken(transfers, LONG)
    assert taken(transfers, wire.TransferStop("unwanted")) == ()
    assert not transfers.is_receiving
    with pytest.raises(wire.ProtocolError):
        taken(transfers, wire.TransferDone())
