"""One connection as a state machine without a socket.

```
NEW --pair, auth--> (looked up) --seated--> LIVE --goodbye, a fault--> OVER
NEW --knock------->  WAITING   --seated--> LIVE
```

1. Frames come in with the time, steps come out; nothing here waits or looks anything up.
2. Until somebody is seated, only what says who they are is read, within the small limits.
3. A fault of the peer ends with its close code; a word that is not known is answered and does not.
4. Every command gets one reply; how many are on their way at once, and how many come a second, is limited.
"""

import enum
from collections.abc import Callable, Mapping

from vttbridge.auth.rate_limit import Bucket, Rate
from vttbridge.auth.tokens import Role
from vttbridge.session.actions import Action, Authenticate, Close, RunCommand, RunRequest, Send
from vttbridge.session.transfers import Transfers
from vttbridge_protocol import (
    COMMANDS,
    LIVE,
    PRE_AUTH,
    Auth,
    CloseCode,
    Encoding,
    Envelope,
    Goodbye,
    Heartbeat,
    Knock,
    Message,
    Pair,
    ProtocolError,
    Reply,
    TransferDone,
    TransferMore,
    TransferOpen,
    TransferOut,
    TransferPart,
    TransferStop,
    Unsupported,
    body_hash,
    decode,
    encode,
    speaks,
    word_of,
)

COMMANDS_IN_FLIGHT = 32
TOO_FAST_MS = 3_000
RETRY_MS = 1_000

RATES: Mapping[Role, Rate] = {"gm": Rate(60, 200), "player": Rate(20, 60), "observer": Rate(2, 10)}
"""How many messages each role may send, where nothing else is set."""


class Stage(enum.Enum):
    """Where a connection stands."""

    NEW = "new"
    LOOKED_UP = "looked_up"
    WAITING = "waiting"
    LIVE = "live"
    OVER = "over"


class Session:
    """One connection: what it may say now, how much of it, and the count of its events."""

    def __init__(self, encoding: Encoding, now_ms: int) -> None:
        self.encoding = encoding
        self.stage = Stage.NEW
        self.role: Role = "observer"
        self.heard_ms = now_ms
        self._bucket = Bucket.full(RATES["observer"].per_second, RATES["observer"].burst, now_ms)
        self._open: set[str] = set()
        self._events = 0
        self._transfers = Transfers(encoding)

    def waits(self) -> None:
        """The client knocked and waits at the door."""
        self.stage = Stage.WAITING

    def seated(self, role: Role, limiter_ms: int, rate: Rate) -> None:
        """The client has a seat from now on; `limiter_ms` is the time by which its rate is counted."""
        self.stage = Stage.LIVE
        self.role = role
        self._bucket = Bucket.full(rate.per_second, rate.burst, limiter_ms)

    def send(self, body: Message, re: str | None = None) -> Send:
        """Write a message; a reply settles the command that it answers."""
        if isinstance(body, Reply) and re is not None:
            self._open.discard(re)
        return Send(encode(Envelope(body, re=re), self.encoding))

    def send_event(self, numbered: Callable[[int], bytes | str], *, paced: bool = False) -> Send:
        """Number an event for this connection; `paced`: it may wait as long as it is being read."""
        self._events += 1
        return Send(numbered(self._events), part=paced)

    def send_long(self, transfer: TransferOut, re: str | None = None) -> tuple[Action, ...]:
        """Begin to send something long, after whatever long things are on their way."""
        return self._transfers.send(transfer, re)

    def drop_incoming(self) -> Send | None:
        """Give up a transfer that takes too long."""
        return self._transfers.drop_incoming()

    @property
    def in_flight(self) -> int:
        """How many commands wait for their reply."""
        return len(self._open)

    @property
    def is_sending(self) -> bool:
        """Something long is on its way out, or waits to be."""
        return self._transfers.is_sending

    @property
    def is_receiving(self) -> bool:
        """Something long is coming in."""
        return self._transfers.is_receiving

    def receive(self, frame: bytes | str, now_ms: int, limiter_ms: int | None = None) -> tuple[Action, ...]:
        """Take a frame; `limiter_ms` is the time by which its rate is counted, where that is another."""
        self.heard_ms = now_ms
        try:
            return self._received(frame, now_ms if limiter_ms is None else limiter_ms)
        except ProtocolError as fault:
            return self._over(fault.close_code, str(fault))

    def _received(self, frame: bytes | str, limiter_ms: int) -> tuple[Action, ...]:
        limits = LIVE if self.stage is Stage.LIVE else PRE_AUTH
        given = decode(frame, self.encoding, limits)
        if self.stage is not Stage.LIVE:
            return self._entered(given)
        if isinstance(given, Envelope) and self._transfers.expects(given.body):
            return self._live(given)
        self._bucket, free = self._bucket.taken(limiter_ms)
        if not free:
            return self._too_fast(given, limiter_ms)
        return self._live(given)

    def _entered(self, given: Envelope | Unsupported) -> tuple[Action, ...]:
        match given:
            case Envelope(body=Goodbye()):
                return self._over(CloseCode.NORMAL)
            case Envelope(body=Heartbeat()) if self.stage is Stage.WAITING:
                return ()
            case Envelope(body=Pair() | Auth() | Knock() as first) if self.stage is Stage.NEW:
                if not speaks(first.protocol):
                    return self._over(CloseCode.NOT_ACCEPTED)
                self.stage = Stage.LOOKED_UP
                return (Authenticate(first),)
            case _:
                return self._over(CloseCode.MALFORMED)

    def _too_fast(self, given: Envelope | Unsupported, limiter_ms: int) -> tuple[Action, ...]:
        if self._bucket.over_ms(limiter_ms) >= TOO_FAST_MS:
            return self._over(CloseCode.TOO_FAST)
        if isinstance(given, Envelope) and isinstance(given.body, TransferOpen):
            return (self.send(TransferStop(code="busy")),)
        # whoever waits as told is never cut off, however often that happens
        return self._busy(given.id, "too_fast", max(RETRY_MS, self._bucket.calm_in_ms()))

    def _busy(
        self,
        command_id: str | None,
        code: str,
        retry_ms: int = RETRY_MS,
    ) -> tuple[Action, ...]:
        if command_id is None:
            return ()
        return (self.send(Reply("busy", code=code, retry_after_ms=retry_ms), re=command_id),)

    def _live(self, given: Envelope | Unsupported) -> tuple[Action, ...]:
        if isinstance(given, Unsupported):
            if given.id is None:
                return ()
            return (self.send(Reply("invalid", code="unsupported", facts={"type": given.type}), re=given.id),)
        match given.body:
            case Heartbeat():
                return ()
            case Goodbye():
                return self._over(CloseCode.NORMAL)
            case Pair() | Auth() | Knock():
                return self._over(CloseCode.MALFORMED)
            case TransferOpen() | TransferMore() | TransferPart() | TransferDone() | TransferStop():
                return self._transfers.receive(given.body, may_upload=self.role == "gm")
            case body:
                return self._asked(given.id or "", body)

    def _asked(self, command_id: str, body: Message) -> tuple[Action, ...]:
        if word_of(body) not in COMMANDS:
            return (RunRequest(command_id, body),)
        if len(self._open) >= COMMANDS_IN_FLIGHT and command_id not in self._open:
            return self._busy(command_id, "too_many_in_flight")
        self._open.add(command_id)
        return (RunCommand(command_id, body, body_hash(body)),)

    def _over(self, code: CloseCode, reason: str = "") -> tuple[Action, ...]:
        self.stage = Stage.OVER
        return (Close(code, reason),)
