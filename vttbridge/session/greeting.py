"""The first message of every connection: what the server speaks, and the limits in force."""

from collections.abc import Mapping

from vttbridge.auth.rate_limit import Rate
from vttbridge.auth.tokens import Role
from vttbridge.session.session import COMMANDS_IN_FLIGHT
from vttbridge_protocol import (
    FEATURES,
    LIVE,
    MAX_TRANSFER_BYTES,
    PROTOCOL_MAX,
    PROTOCOL_MIN,
    CloseCode,
    CloseMeaning,
    FrameLimits,
    Hello,
    RoleRate,
)


def hello(
    server: str, *, auth_ms: int, heartbeat_ms: int, silence_ms: int, rates: Mapping[Role, Rate]
) -> Hello:
    """Return the greeting; times and rates are those that the configuration sets."""
    return Hello(
        protocol_min=PROTOCOL_MIN,
        protocol_max=PROTOCOL_MAX,
        server=server,
        limits=_limits(rates),
        closes=tuple(CloseMeaning(int(code), code.retry.value) for code in CloseCode),
        features=FEATURES,
        auth_ms=auth_ms,
        heartbeat_ms=heartbeat_ms,
        silence_ms=silence_ms,
    )


def _limits(rates: Mapping[Role, Rate]) -> FrameLimits:
    return FrameLimits(
        frame_bytes=LIVE.frame_bytes,
        text_bytes=LIVE.text_bytes,
        array_length=LIVE.array_length,
        map_length=LIVE.map_length,
        depth=LIVE.depth,
        nodes=LIVE.nodes,
        transfer_bytes=MAX_TRANSFER_BYTES,
        commands_in_flight=COMMANDS_IN_FLIGHT,
        rates=tuple(RoleRate(role, rate.per_second, rate.burst) for role, rate in rates.items()),
    )
