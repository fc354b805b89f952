"""What the server says of a link: its limits, who you are, what is on offer, how it goes on and ends."""

from typing import Literal

import msgspec

from vttbridge_protocol.plain import Tree
from vttbridge_protocol.values.offers import ActionSchema, QueryInfo, WireNeed, WireOption, WireSeat
from vttbridge_protocol.values.scalars import Count, Name, Policy, Role
from vttbridge_protocol.values.scenes import SceneInfo

__all__ = [
    "Admitted",
    "CloseMeaning",
    "Draining",
    "Error",
    "FrameLimits",
    "Hello",
    "Knocked",
    "Knocking",
    "Live",
    "Paired",
    "Renewed",
    "Resumed",
    "Resync",
    "RoleRate",
    "Welcome",
]


class CloseMeaning(msgspec.Struct, frozen=True):
    """What a client does after a close code."""

    code: Count
    retry: Literal["never", "now", "back_off"]


class RoleRate(msgspec.Struct, frozen=True):
    """How many messages a second a role may send, and how many at once after a pause."""

    role: Role
    per_second: float
    burst: float


class FrameLimits(msgspec.Struct, frozen=True, omit_defaults=True):
    """What this server takes from a client that it knows."""

    frame_bytes: Count
    text_bytes: Count
    array_length: Count
    map_length: Count
    depth: Count
    nodes: Count
    transfer_bytes: Count
    commands_in_flight: Count
    rates: tuple[RoleRate, ...] = ()


class Hello(msgspec.Struct, frozen=True, omit_defaults=True):
    """First message of every connection: what the server speaks and takes."""

    protocol_min: Count
    protocol_max: Count
    server: str
    limits: FrameLimits
    closes: tuple[CloseMeaning, ...] = ()
    features: tuple[str, ...] = ()
    auth_ms: Count = 10_000
    heartbeat_ms: Count = 20_000
    silence_ms: Count = 45_000


class Paired(msgspec.Struct, frozen=True):
    """The device's token, said once; keep it where only this device can read it."""

    token: str
    table: str
    role: Role


class Admitted(msgspec.Struct, frozen=True):
    """The knocking device's token, said once."""

    token: str
    table: str
    role: Role


class Renewed(msgspec.Struct, frozen=True):
    """A fresh token in place of an ageing one; the old one ends when the new one is first used."""

    token: str


class Knocked(msgspec.Struct, frozen=True):
    """Your knock waits; the GM sees the same two words."""

    knock: str
    words: str
    wait_ms: Count


class Knocking(msgspec.Struct, frozen=True, omit_defaults=True):
    """To GMs: somebody wants in. `open` is false when the knock ended."""

    knock: str
    label: Name
    words: str
    user: Name = ""
    client: Name = ""
    open: bool = True


class Welcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """You are in: the table, your seat, what can be done here.

    Open holds follow as `asked` and `held`, then `live`. `head` is the log's last `hash` for GMs, its `mark`
    for others; `state_hash` is that of the view of this seat.
    """

    table: str
    seat: str
    role: Role
    session: str
    epoch: Count
    seq: Count
    ruleset: str
    name: Name = ""
    label: Name = ""
    head: str = ""
    state_hash: str = ""
    policy: Policy = "players"
    options: tuple[WireOption, ...] = ()
    needs: tuple[WireNeed, ...] = ()
    actions: tuple[ActionSchema, ...] = ()
    queries: tuple[QueryInfo, ...] = ()
    scenes: tuple[SceneInfo, ...] = ()
    seats: tuple[WireSeat, ...] = ()
    languages: tuple[str, ...] = ()


class Resumed(msgspec.Struct, frozen=True):
    """The session goes on: `missed` events follow, then `live`."""

    session: str
    epoch: Count
    missed: Count


class Resync(msgspec.Struct, frozen=True):
    """The session cannot go on from there: forget what you know, a `snapshot` follows."""

    reason: Literal["too_old", "epoch", "hash", "slow"]


class Live(msgspec.Struct, frozen=True):
    """What follows happens now."""

    seq: Count


class Error(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something went wrong that is no command's reply; a close often follows."""

    code: str
    facts: Tree = {}
    retry_after_ms: Count | None = None


class Draining(msgspec.Struct, frozen=True):
    """The server is going away on purpose: finish, and come back after this time."""

    retry_after_ms: Count
