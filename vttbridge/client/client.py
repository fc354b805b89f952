"""One seat at one table, from Python."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import Literal, Self, TypeVar

import vttbridge_protocol as wire
from vttbridge.client.connection import Connection
from vttbridge.client.pending import PendingReplies
from vttbridge.client.seat import Seat
from vttbridge.client.settings import DEFAULTS, Closed, Settings, socket_of
from vttbridge.client.transfers import Transfers
from vttbridge.client.transport import Transport
from vttbridge.client.turned_away import offer_pause_s, until_offer_taken, until_taken
from vttbridge_protocol import (
    CloseCode,
    Envelope,
    Event,
    Message,
    Reply,
    Resume,
)

SceneFormat = Literal["scene", "ascii", "uvtt", "foundry", "heroclix", "watabou", "fantasy_grounds"]
T = TypeVar("T")

REPLY_S = 60.0
MAX_UNREAD = 10_000
"""So many messages are kept for whoever follows; older ones are dropped."""


class Client(Seat):
    """One seat at one table."""

    def __init__(self, address: str, first: Message, settings: Settings = DEFAULTS) -> None:
        super().__init__()
        self.settings = settings
        transport = Transport(socket_of(address), settings)
        self._connection = Connection(transport, first, settings, self._replica, self._on_message)
        self._transfers = Transfers(settings.encoding)
        self._running: asyncio.Task[None] | None = None
        self._pending = PendingReplies()
        self._inbox: asyncio.Queue[Envelope | None] = asyncio.Queue()
        self._changed = asyncio.Condition()

    @property
    def token(self) -> str:
        """The device's token, once there is one; keep it to come in again."""
        return self._connection.token

    @property
    def reconnections(self) -> int:
        """How often the link came back."""
        return self._connection.reconnections

    @property
    def close_code(self) -> int:
        """The code with which the last link ended."""
        return self._connection.close_code

    @property
    def is_live(self) -> bool:
        """The connection stands, and what comes happens now."""
        return self._connection.live.is_set()

    @classmethod
    async def pair(cls, line: str, label: str = "", settings: Settings = DEFAULTS) -> Self:
        """Pair by a whole pairing line, `ws://host:port XXXX-XXXX`."""
        address, _, code = line.strip().partition(" ")
        first = wire.Pair(code.strip(), label=label, client=settings.client)
        return await cls(address, first, settings).start()

    @classmethod
    async def auth(
        cls, address: str, token: str, settings: Settings = DEFAULTS, resume: Resume | None = None
    ) -> Self:
        """Come in with a token."""
        first = wire.Auth(token, client=settings.client, resume=resume)
        return await cls(address, first, settings).start()

    @classmethod
    async def knock(
        cls, address: str, label: str, table: str = "", settings: Settings = DEFAULTS, user: str = ""
    ) -> Self:
        """Ask a game master to be let in; returns when that has happened."""
        first = wire.Knock(label, client=settings.client, user=user, table=table)
        return await cls(address, first, settings).start()

    async def start(self) -> Self:
        """Connect, and wait until everything that the server had to say at first is known."""
        self._running = asyncio.create_task(self._connection.run())
        live = asyncio.create_task(self._known())
        await asyncio.wait({live, self._running}, return_when=asyncio.FIRST_COMPLETED)
        live.cancel()
        if self._running.done():
            self._running.result()
            raise self._why()
        return self

    async def _known(self) -> None:
        """Wait until the connection is live and the whole state has come."""
        await self._connection.live.wait()
        async with self._changed:
            await self._changed.wait_for(lambda: self._replica.is_whole)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave on purpose."""
        await self._connection.leave()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        await self._connection.end(Closed(int(CloseCode.NORMAL)))

    def cut(self) -> None:
        """Break the link as a network does, without a word; for tests of whoever uses this."""
        self._connection.cut()

    def _why(self) -> Closed:
        return self._connection.over or Closed(0)

    async def request(self, body: Message, id: str | None = None) -> Message:  # noqa: A002 - the wire's word
        """Send a command or request and wait for what answers it; too fast, it is sent again by itself."""
        envelope = Envelope(body, id=id or secrets.token_hex(16))
        return await until_taken(lambda: self._sent(envelope), self.settings.pause, self.settings.tries)

    async def _sent(self, envelope: Envelope) -> Message:
        answer = self._pending.answer_to(envelope)
        await self._connection.send(envelope)
        return await self._within_time(answer)

    async def _within_time(self, answer: "asyncio.Future[T]") -> T:
        if self._connection.over is not None:
            raise self._connection.over
        async with asyncio.timeout(REPLY_S):
            return await answer

    async def upload_scene(
        self,
        scene: str,
        payload: bytes,
        *,
        format: SceneFormat = "scene",  # noqa: A002 - the wire's word
        name: str = "",
        home: Literal["table", "vtt"] = "table",
        pieces: bool = False,
    ) -> Reply:
        """Send a map or scene, and put it, with the tokens in it as pieces where `pieces` is set."""
        await self.send_long("scene" if format == "scene" else "map", payload, name)
        return await self.command(wire.SceneSet(scene, wire.digest(payload), format, name, home, pieces))

    async def send_long(self, kind: wire.TransferKind, payload: bytes, name: str = "") -> None:
        """Send something long, at the server's pace, after whatever this client is sending already.

        Raises:
            ValueError: The server does not want it; the message ends with its code.
        """
        out = wire.TransferOut(kind, payload, name)
        async with self._transfers.turn:
            stop = await until_offer_taken(
                lambda: self._offered(out), self._pause_before_offer, self.settings.tries
            )
        if stop is not None:
            raise ValueError(f"the server did not take it: {stop.code}")

    async def _offered(self, out: wire.TransferOut) -> wire.TransferStop | None:
        ended = self._transfers.send(out)
        await self._connection.send(Envelope(out.opening))
        return await self._within_time(ended)

    async def _pause_before_offer(self) -> None:
        role = "gm" if self.welcome is None else self.welcome.role
        await self.settings.pause(offer_pause_s(self._replica.rates, role))

    async def resolved(self, command: str) -> wire.Resolved:
        """Wait for the end of a command that was pending, by its id."""
        async with asyncio.timeout(REPLY_S):
            return await asyncio.shield(self._pending.end_of(command))

    async def messages(self) -> AsyncIterator[Envelope]:
        """Follow everything that comes in from now on; ends with the connection."""
        while True:
            envelope = await self._inbox.get()
            if envelope is None:
                return
            yield envelope

    async def events(self) -> AsyncIterator[Event]:
        """Follow the events."""
        async for envelope in self.messages():
            if isinstance(envelope.body, Event):
                yield envelope.body

    async def event(self, kind: str, cause: str | None = None) -> Event:
        """Wait for the next event of a kind (perhaps of one command); those before it are passed over."""
        async with asyncio.timeout(REPLY_S):
            async for event in self.events():
                if event.kind == kind and cause in {None, event.cause}:
                    return event
        raise self._why()

    async def until(self, holds_true: Callable[["Client"], bool]) -> None:
        """Wait until something is so; it is looked at after each message."""
        async with asyncio.timeout(REPLY_S), self._changed:
            await self._changed.wait_for(lambda: holds_true(self) or self._connection.over is not None)
        if not holds_true(self):
            raise self._why()

    async def question(self) -> wire.Asked:
        """Wait until this seat is asked something, and give it."""
        await self.until(lambda client: bool(client.asked))
        return next(iter(self.asked.values()))

    async def planned(self, hold: str = "") -> wire.WireHold:
        """Wait until a plan waits for approval, and give its hold."""

        def found(client: "Client") -> list[wire.WireHold]:
            held = client.holds.values()
            return [one for one in held if one.state == "planned" and hold in {"", one.hold}]

        await self.until(lambda client: bool(found(client)))
        return found(self)[0]

    async def _on_message(self, given: Envelope | None) -> None:
        """Take a message after the copy has; `None` says that the link stands otherwise."""
        if given is None:
            self._ended()
        else:
            await self._resolve(given)
            self._keep(given)
        async with self._changed:
            self._changed.notify_all()

    def _ended(self) -> None:
        """When it is over for good, nobody waits any longer."""
        if self._connection.over is None:
            self._transfers.connected()
            return
        self._pending.over(self._connection.over)
        self._transfers.ended(self._connection.over)
        self._inbox.put_nowait(None)

    def _keep(self, given: Envelope) -> None:
        if self._inbox.qsize() >= MAX_UNREAD:
            self._inbox.get_nowait()
        self._inbox.put_nowait(given)

    async def _resolve(self, given: Envelope) -> None:
        match given.body:
            case wire.Live():
                await self._resend()
            case wire.Snapshot(blob=str()):
                self._transfers.announced(given.re)
            case (
                wire.TransferOpen()
                | wire.TransferMore()
                | wire.TransferPart()
                | wire.TransferDone()
                | wire.TransferStop()
            ):
                await self._long(given)
            case wire.Resolved() as end if given.re is not None:
                self._pending.resolved(given.re, end)
            case wire.Event() | wire.Held() | wire.Asked():
                pass
            case body if given.re is not None:
                self._pending.answered(given.re, body)
            case _:
                pass

    async def _resend(self) -> None:
        """Send again, under its old id, what got no reply before the link broke."""
        for envelope in self._pending.unanswered:
            await self._connection.send(envelope)

    async def _long(self, given: Envelope) -> None:
        for message in self._transfers.receive(given):
            await self._connection.send(Envelope(message))
        arrived, self._transfers.arrived = self._transfers.arrived, None
        if arrived is None:
            return
        if arrived.kind == "snapshot":
            self._replica.load(arrived.tree)
        if arrived.re is not None:
            snapshot = wire.Snapshot(self.epoch, self.seq, data=arrived.tree)
            self._pending.answered(arrived.re, snapshot if arrived.file is None else arrived.file)
