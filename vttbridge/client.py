"""An asynchronous client: connects, pairs, acts, answers, follows; comes back by itself and misses nothing.

    async with await Client.pair("ws://127.0.0.1:8765 BCDF-GHJK") as gm:
        reply = await gm.act("rooftops", "knock_back", {"targets": ["ogre"], "squares": 3})
        event = await gm.event("committed")

It knows the protocol and nothing of tables or rules. Replies that say no are values; what raises is a
connection that will not come back (`Closed`). Commands on their way when the link breaks are sent again
under their ids.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import Literal, Self, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Origin, Subprotocol

import vttbridge_protocol as wire
from vttbridge_protocol import (
    CloseCode,
    Encoding,
    Envelope,
    Event,
    Message,
    Plain,
    Reply,
    Resume,
    Retry,
    TableMirror,
    Tree,
    Welcome,
)

SceneFormat = Literal["scene", "ascii", "uvtt", "foundry", "heroclix", "watabou", "fantasy_grounds"]
M = TypeVar("M", bound=Message)

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
HEALTHY_S = 60.0
HEARTBEAT_S = 20.0
REPLY_S = 60.0
LINK_LOST = 1006

AHEAD: frozenset[str] = frozenset({"paired", "admitted", "welcome", "snapshot", "resumed", "resync"})


class Closed(Exception):
    """The connection ended for good; `code` is the close code, 0 where none came."""

    def __init__(self, code: int, why: str = "") -> None:
        super().__init__(f"the connection ended with {code} {why}".strip())
        self.code = code


class Refused(Exception):
    """The server would not upgrade the connection; `status` is its answer."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the server answered {status}")
        self.status = status


def socket_of(address: str) -> str:
    """Give the socket's address for an address as people get it: `/ws` is appended to its path."""
    return address if address.endswith("/ws") else f"{address.rstrip('/')}/ws"


class Settings(msgspec.Struct, frozen=True):
    """How a client connects; `tap` is shown every frame that comes in."""

    encoding: Encoding = Encoding.MSGPACK
    origin: str | None = None
    client: str = "vttbridge client"
    reconnects: bool = True
    tap: Callable[[bytes | str], None] = lambda _: None
    jitter: Callable[[], float] = lambda: secrets.randbelow(1_000_001) / 1_000_000


DEFAULTS = Settings()


class Client:
    """One seat at one table."""

    def __init__(self, address: str, first: Message, settings: Settings = DEFAULTS) -> None:
        self.address = socket_of(address)
        self.settings = settings
        self.token = first.token if isinstance(first, wire.Auth) else ""
        self.welcome: Welcome | None = None
        self.state = TableMirror()
        self.ground: Tree = {}
        self.holds: dict[str, wire.WireHold] = {}
        self.asked: dict[str, wire.Asked] = {}
        self.seq = 0
        self.epoch = 0
        self.head = ""
        self.reconnections = 0
        self.resyncs: list[str] = []
        self.close_code = 0
        self._first = first
        self._socket: ClientConnection | None = None
        self._running: asyncio.Task[None] | None = None
        self._open: dict[str, Envelope] = {}
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._ends: dict[str, asyncio.Future[wire.Resolved]] = {}
        self._inbox: asyncio.Queue[Envelope | None] = asyncio.Queue()
        self._heard: list[Envelope] = []
        self._changed = asyncio.Condition()
        self._live = asyncio.Event()
        self._over: Closed | None = None
        self._n = 0
        self._session = ""
        self._blob = ""
        self._incoming: wire.TransferIn | None = None
        self._incoming_re: str | None = None
        self._outgoing: wire.TransferOut | None = None
        self._sent_long: asyncio.Future[bool] | None = None
        self._wait_s = 0.0
        self._doubt = False

    # --- getting in

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
        self._running = asyncio.create_task(self._run())
        await self._until_live()
        return self

    async def _until_live(self) -> None:
        live = asyncio.create_task(self._live.wait())
        assert self._running is not None
        await asyncio.wait({live, self._running}, return_when=asyncio.FIRST_COMPLETED)
        live.cancel()
        if self._running.done():
            self._running.result()
            raise self._over or Closed(0)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave on purpose."""
        if self._socket is not None and self._over is None:
            with contextlib.suppress(ConnectionClosed, OSError):
                await self._socket.send(wire.encode(Envelope(wire.Goodbye()), self.settings.encoding))
                await self._socket.close()
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        await self._ended(Closed(int(CloseCode.NORMAL)))

    # --- what a person wants

    async def command(self, body: Message, id: str | None = None) -> Reply:  # noqa: A002 - the wire's word
        """Send a command and wait for its reply; the same id again is the same command."""
        reply = await self.request(body, id)
        if not isinstance(reply, Reply):
            raise TypeError(f"a command was answered by {type(reply).__name__}")
        return reply

    async def request(self, body: Message, id: str | None = None) -> Message:  # noqa: A002 - the wire's word
        """Send a command or request and wait for what answers it."""
        name = id or secrets.token_hex(16)
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._answers[name] = answer
        self._open[name] = Envelope(body, id=name)
        if isinstance(body, wire.Act):
            self._ends.setdefault(name, asyncio.get_running_loop().create_future())
        await self._send(self._open[name])
        if self._over is not None:
            raise self._over
        async with asyncio.timeout(REPLY_S):
            return await answer

    async def act(
        self,
        scene: str,
        action: str,
        fields: Mapping[str, Plain],
        *,
        revisions: Mapping[str, int] | None = None,
        rolls: Mapping[str, Plain] | None = None,
        answers: Mapping[str, Plain] | None = None,
        id: str | None = None,  # noqa: A002 - the wire's word
    ) -> Reply:
        """Do an action of the rule book."""
        body = wire.Act(
            scene,
            action,
            dict(fields),
            tuple(wire.SpotRevision(thing, seen) for thing, seen in (revisions or {}).items()),
            _given(rolls),
            _given(answers),
        )
        return await self.command(body, id)

    async def preview(
        self,
        scene: str,
        action: str,
        fields: Mapping[str, Plain],
        *,
        answers: Mapping[str, Plain] | None = None,
        odds: bool = False,
    ) -> wire.PreviewResult | Reply:
        """Ask what would happen."""
        body = wire.Preview(scene, action, dict(fields), _given(answers), odds=odds)
        return await self._asking(body, wire.PreviewResult)

    async def preview_hold(self, hold: str, edits: Sequence[wire.Edit]) -> wire.PreviewResult | Reply:
        """Ask what a waiting plan becomes under edits."""
        return await self._asking(wire.Preview(hold=hold, edits=tuple(edits)), wire.PreviewResult)

    async def ask(self, scene: str, query: str, fields: Mapping[str, Plain]) -> wire.AnswerResult | Reply:
        """Ask the rule book something that changes nothing."""
        return await self._asking(wire.Ask(scene, query, dict(fields)), wire.AnswerResult)

    async def _asking(self, body: Message, kind: type[M]) -> M | Reply:
        answer = await self.request(body)
        if isinstance(answer, kind | Reply):
            return answer
        raise TypeError(f"{wire.word_of(body)} was answered by {type(answer).__name__}")

    async def answer(self, hold: str, key: str, value: Plain, id: str | None = None) -> Reply:  # noqa: A002
        """Answer an open question."""
        return await self.command(wire.Answer(hold, key, value), id)

    async def approve(
        self,
        hold: str,
        plan: str = "",
        edits: Sequence[wire.Edit] = (),
        id: str | None = None,  # noqa: A002
    ) -> Reply:
        """Say yes to a plan: to the one that was shown last, where none is named."""
        held = self.holds.get(hold)
        shown = held.plan.hash if held is not None and held.plan is not None else ""
        return await self.command(wire.Approve(hold, plan or shown, tuple(edits)), id)

    async def reject(self, hold: str, reason: str = "", id: str | None = None) -> Reply:  # noqa: A002
        """Say no to a hold."""
        return await self.command(wire.Reject(hold, reason), id)

    async def undo(self, *seqs: int, id: str | None = None) -> Reply:  # noqa: A002
        """Take commits back."""
        return await self.command(wire.Undo(seqs), id)

    async def put(self, scene: str, piece: wire.PieceState) -> Reply:
        """Put a piece, or replace it."""
        return await self.command(wire.PiecePut(scene, piece))

    async def change(self, scene: str, piece: str, changes: Mapping[str, Plain]) -> Reply:
        """Change some of a piece."""
        return await self.command(wire.PieceChanged(scene, piece, dict(changes)))

    async def upload_scene(
        self,
        scene: str,
        payload: bytes,
        *,
        format: SceneFormat = "scene",  # noqa: A002 - the wire's word
        name: str = "",
        home: Literal["table", "vtt"] = "table",
    ) -> Reply:
        """Send a map or scene, and put it."""
        await self.send_long("scene" if format == "scene" else "map", payload, name)
        return await self.command(wire.SceneSet(scene, wire.digest(payload), format, name, home))

    async def send_long(self, kind: wire.TransferKind, payload: bytes, name: str = "") -> None:
        """Send something long, at the server's pace; ValueError where the server does not want it."""
        self._outgoing = wire.TransferOut(kind, payload, name)
        self._sent_long = asyncio.get_running_loop().create_future()
        await self._send(Envelope(self._outgoing.opening))
        async with asyncio.timeout(REPLY_S):
            if not await self._sent_long:
                raise ValueError("the server did not take it")

    async def resolved(self, command: str) -> wire.Resolved:
        """Wait for the end of a command that was pending, by its id."""
        end = self._ends.setdefault(command, asyncio.get_running_loop().create_future())
        async with asyncio.timeout(REPLY_S):
            return await asyncio.shield(end)

    async def look(self) -> TableMirror:
        """Ask for the whole state; it is in `state` and the geometry in `ground` afterwards."""
        await self.request(wire.Look())
        return self.state

    async def caught_up(self) -> None:
        """Wait until all that the table had said before now has come in."""
        await self.request(wire.Seats())

    async def log(self, first: int = 0, last: int | None = None) -> Plain:
        """Fetch the table's events, as a tree of the state before and the events since."""
        answer = await self.request(wire.Log(first, last))
        return answer.data if isinstance(answer, wire.Snapshot) else None

    # --- what happens

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
        raise self._over or Closed(0)

    async def until(self, holds_true: Callable[["Client"], bool]) -> None:
        """Wait until something is so; it is looked at after each message."""
        async with asyncio.timeout(REPLY_S), self._changed:
            await self._changed.wait_for(lambda: holds_true(self) or self._over is not None)
        if not holds_true(self):
            raise self._over or Closed(0)

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

    @property
    def state_hash(self) -> str:
        """The hash of this client's copy of the table."""
        return wire.state_hash(self.state)

    @property
    def is_live(self) -> bool:
        """The connection stands, and what comes happens now."""
        return self._live.is_set()

    def cut(self) -> None:
        """Break the link as a network does, without a word; for tests of whoever uses this."""
        if self._socket is not None:
            self._socket.transport.abort()

    # --- the link

    async def _run(self) -> None:
        pause, loop = FIRST_PAUSE_S, asyncio.get_running_loop()
        while True:
            began = loop.time()
            code = await self._connected()
            self._live.clear()
            await self._note()
            self.close_code = code
            retry = _retry(code)
            if self._over is not None or retry is Retry.NEVER or not self._may_return():
                await self._ended(Closed(code))
                return
            pause = FIRST_PAUSE_S if loop.time() - began > HEALTHY_S else pause
            if retry is Retry.BACK_OFF:
                await asyncio.sleep(max(self._wait_s, pause * self.settings.jitter()))
                pause = min(LONGEST_PAUSE_S, pause * 2)
            self._wait_s = 0.0
            self.reconnections += 1

    def _may_return(self) -> bool:
        return self.settings.reconnects and bool(self.token)

    async def _connected(self) -> int:
        """Connect once and listen till the end; gives the close code, 0 where the link just broke."""
        try:
            async with connect(
                self.address,
                subprotocols=[Subprotocol(self.settings.encoding.value)],
                origin=None if self.settings.origin is None else Origin(self.settings.origin),
                compression=None,
                max_size=wire.FROM_SERVER.frame_bytes,
                proxy=None,
                ping_interval=None,
                close_timeout=2,
            ) as socket:
                self._socket = socket
                return await self._listened(socket)
        except InvalidHandshake as fault:
            response = getattr(fault, "response", None)
            if self.welcome is None:
                raise Refused(0 if response is None else int(response.status_code)) from None
            return 0
        except (OSError, TimeoutError, InvalidURI) as fault:
            if self.welcome is None:
                raise Closed(0, str(fault)) from None
            return 0

    async def _listened(self, socket: ClientConnection) -> int:
        beating = asyncio.create_task(self._beat(socket))
        self._n, self._incoming, self._doubt = 0, None, False
        try:
            async for frame in socket:
                self.settings.tap(frame)
                given = wire.decode(frame, self.settings.encoding, wire.FROM_SERVER, wire.SERVER_MESSAGES)
                if isinstance(given, Envelope):
                    await self._take(given)
                if self._doubt:
                    socket.transport.abort()
        except ConnectionClosed:
            pass
        finally:
            beating.cancel()
            self._socket = None
        return 0 if socket.close_code in {None, LINK_LOST} else socket.close_code or 0

    async def _beat(self, socket: ClientConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(HEARTBEAT_S)
                await socket.send(wire.encode(Envelope(wire.Heartbeat()), self.settings.encoding))

    async def _send(self, envelope: Envelope) -> None:
        """Send now if the link stands; what carries an id is sent again when it comes back."""
        socket = self._socket
        if socket is None or (envelope.id is not None and not self.is_live):
            return
        with contextlib.suppress(ConnectionClosed):
            await socket.send(wire.encode(envelope, self.settings.encoding))

    async def _ended(self, why: Closed) -> None:
        if self._over is None:
            self._over = why
        for answer in self._answers.values():
            _failed(answer, self._over)
        for end in self._ends.values():
            _failed(end, self._over)
        self._inbox.put_nowait(None)
        await self._note()

    async def _note(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    # --- what the server says

    async def _take(self, given: Envelope) -> None:
        match given.body:
            case wire.Hello():
                await self._send(Envelope(self._opening()))
            case wire.Paired(token=token) | wire.Admitted(token=token) | wire.Renewed(token=token):
                self.token = token
            case Welcome() as welcome:
                self.welcome, self.epoch, self._session = welcome, welcome.epoch, welcome.session
                self.holds.clear()
                self.asked.clear()
            case wire.Resync(reason=reason):
                self.resyncs.append(reason)
            case wire.Live():
                await self._resend()
            case wire.Draining(retry_after_ms=wait) | wire.Error(retry_after_ms=wait):
                self._wait_s = (wait or 0) / 1000
            case wire.TransferOpen() | wire.TransferPart() | wire.TransferDone() | wire.TransferStop():
                await self._long(given)
            case wire.TransferMore() as more:
                await self._more(more)
            case _:
                self._happened(given)
        self._inbox.put_nowait(given)
        await self._note()

    def _opening(self) -> Message:
        if self.welcome is None or not self.token:
            return self._first
        back = Resume(self._session, self.epoch, self.seq, self.head)
        return wire.Auth(self.token, client=self.settings.client, resume=back)

    async def _resend(self) -> None:
        """What got no reply before the link broke goes out again, under its old id."""
        self._live.set()
        for envelope in tuple(self._open.values()):
            await self._send(envelope)

    def _happened(self, given: Envelope) -> None:
        match given.body:
            case Event() as event:
                self._event(given, event)
            case wire.Snapshot() as snapshot:
                self._snapshot(given, snapshot)
            case wire.Held(hold=hold):
                self.holds[hold.hold] = hold
                if hold.state != "asking":
                    self.asked.pop(hold.hold, None)
            case wire.Asked() as asked:
                self.asked[asked.hold] = asked
            case wire.Resolved() as end:
                self._resolved(given.re, end)
            case body if given.re is not None:
                self._answered(given.re, body)
            case _:
                pass

    def _event(self, given: Envelope, event: Event) -> None:
        self._n += 1
        if given.n != self._n:
            self._doubt = True
            return
        self.seq = given.seq or self.seq
        self.epoch = event.epoch
        self.head = event.hash or event.mark or self.head
        self.state = wire.after_event(self.state, event)

    def _snapshot(self, given: Envelope, snapshot: wire.Snapshot) -> None:
        self.seq, self.epoch, self.head = snapshot.seq, snapshot.epoch, snapshot.head
        if snapshot.blob is not None:
            self._blob, self._incoming_re = snapshot.blob, given.re
            return
        self._known(snapshot.data or {})
        if given.re is not None:
            self._answered(given.re, snapshot)

    def _known(self, data: Tree) -> None:
        self.state = msgspec.convert(data.get("state"), TableMirror)
        ground = data.get("ground")
        self.ground = ground if isinstance(ground, dict) else {}

    def _resolved(self, re: str | None, end: wire.Resolved) -> None:
        self.holds.pop(end.hold, None)
        self.asked.pop(end.hold, None)
        if re is not None:
            future = self._ends.setdefault(re, asyncio.get_running_loop().create_future())
            if not future.done():
                future.set_result(end)

    def _answered(self, re: str, body: Message) -> None:
        self._open.pop(re, None)
        future = self._answers.pop(re, None)
        if future is not None and not future.done():
            future.set_result(body)

    # --- long things

    async def _long(self, given: Envelope) -> None:
        match given.body:
            case wire.TransferOpen() as opening:
                self._incoming = wire.TransferIn(opening)
                self._incoming_re = given.re or self._incoming_re
                await self._send(Envelope(self._incoming.begin()))
            case wire.TransferPart() as part if self._incoming is not None:
                more = self._incoming.receive(part)
                if more is not None:
                    await self._send(Envelope(more))
            case wire.TransferDone() if self._incoming is not None:
                self._arrived(self._incoming)
            case wire.TransferStop() if self._sent_long is not None and not self._sent_long.done():
                self._sent_long.set_result(False)
            case _:
                pass

    def _arrived(self, incoming: wire.TransferIn) -> None:
        payload, encoding = incoming.finish(), self.settings.encoding
        frame = payload if encoding is Encoding.MSGPACK else payload.decode()
        value = wire.decode_value(frame, encoding, wire.TRANSFER)
        tree = value if isinstance(value, dict) else {}
        if incoming.opening.kind == "snapshot":
            self._known(tree)
        re, self._incoming, self._incoming_re = self._incoming_re, None, None
        if re is not None:
            self._answered(re, wire.Snapshot(self.epoch, self.seq, data=tree))

    async def _more(self, wanted: wire.TransferMore) -> None:
        if self._outgoing is None:
            return
        for part in self._outgoing.more(wanted):
            await self._send(Envelope(part))
        if self._outgoing.is_finished and self._sent_long is not None and not self._sent_long.done():
            self._sent_long.set_result(True)


def _failed(future: asyncio.Future[M], why: Closed) -> None:
    """End a wait; nobody needs to be waiting."""
    if not future.done():
        future.set_exception(why)
        future.exception()


def _given(named: Mapping[str, Plain] | None) -> tuple[wire.GivenAnswer, ...]:
    return tuple(wire.GivenAnswer(key, value) for key, value in (named or {}).items())


def _retry(code: int) -> Retry:
    """Say what to do after a close: a link that just broke is taken up again after a pause."""
    if code in {0, 1001, LINK_LOST}:
        return Retry.BACK_OFF
    try:
        return CloseCode(code).retry
    except ValueError:
        return Retry.BACK_OFF
