"""What is kept of those who may come in: codes, seats with the seal of their secret, knocks; and how long."""

from typing import Literal

import msgspec

from vttbridge.auth.tokens import Role

MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
PAIRING_MS = 10 * MINUTE_MS
INVITE_MS = DAY_MS
TOKEN_MS = 90 * DAY_MS
RENEW_MS = 30 * DAY_MS
KNOCK_MS = 2 * MINUTE_MS


class Opening(msgspec.Struct, frozen=True):
    """A pairing code or an invite that can still be used."""

    id: str
    table: str
    role: Role
    seal: str
    until_ms: int
    uses: int = 1
    wrong: int = 0
    kind: Literal["pairing", "invite"] = "pairing"


class SeatCredential(msgspec.Struct, frozen=True):
    """A device that was admitted: its table, role, name and the seal of its secret.

    `next_seal` is that of a fresh secret, which takes the old one's place when it is first used.
    """

    id: str
    table: str
    role: Role
    label: str
    seal: str
    since_ms: int
    until_ms: int
    user: str = ""
    origin: str = ""
    next_seal: str = ""

    def is_ageing(self, now_ms: int) -> bool:
        """Return whether it is time for a fresh secret."""
        return now_ms - self.since_ms >= RENEW_MS


class Knock(msgspec.Struct, frozen=True):
    """Somebody waits at the door: what they call themselves and the two words on their screen."""

    id: str
    table: str
    label: str
    user: str
    words: str
    address: str
    until_ms: int


class Minted(msgspec.Struct, frozen=True):
    """A new seat and its token, which is told once and kept nowhere.

    `by` is what let its owner in: a code as it was before it was used, or a knock.
    """

    seat: SeatCredential
    token: str
    by: Opening | Knock | None = None


class Device(msgspec.Struct, frozen=True):
    """What a newcomer says of itself, and from where."""

    label: str
    user: str = ""
    origin: str = ""
    address: str = ""
