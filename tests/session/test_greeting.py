"""The first message says what the server speaks and takes, by the values that it is given."""

import vttbridge_protocol as wire
from vttbridge.auth.rate_limit import Rate
from vttbridge.session.greeting import hello
from vttbridge.session.session import COMMANDS_IN_FLIGHT
from vttbridge_protocol import CloseCode

TOLD = hello(
    "test",
    auth_ms=1_000,
    heartbeat_ms=2_000,
    silence_ms=7_000,
    rates={"gm": Rate(3, 5), "player": Rate(1, 2)},
)


def test_it_says_what_closes_mean() -> None:
    """Every close code stands in it with what a client does next."""
    assert {one.code: one.retry for one in TOLD.closes} == {int(c): c.retry.value for c in CloseCode}


def test_it_says_the_times_in_force() -> None:
    """Each in its own field."""
    assert (TOLD.server, TOLD.auth_ms, TOLD.heartbeat_ms, TOLD.silence_ms) == ("test", 1_000, 2_000, 7_000)


def test_it_says_the_versions_and_what_may_be_counted_on() -> None:
    """A client picks a version between the two."""
    assert (TOLD.protocol_min, TOLD.protocol_max) == (wire.PROTOCOL_MIN, wire.PROTOCOL_MAX)
    assert TOLD.features == wire.FEATURES


def test_it_says_the_limits_in_force() -> None:
    """Those of frames, of transfers, of commands at once, and how much each role may send."""
    limits = TOLD.limits
    assert (limits.frame_bytes, limits.text_bytes) == (wire.LIVE.frame_bytes, wire.LIVE.text_bytes)
    assert (limits.array_length, limits.map_length) == (wire.LIVE.array_length, wire.LIVE.map_length)
    assert (limits.depth, limits.nodes) == (wire.LIVE.depth, wire.LIVE.nodes)
    assert limits.transfer_bytes == wire.MAX_TRANSFER_BYTES
    assert limits.commands_in_flight == COMMANDS_IN_FLIGHT
    assert limits.rates == (wire.RoleRate("gm", 3, 5), wire.RoleRate("player", 1, 2))
