"""One seat at one table, from Python."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import Literal, Self, TypeVar

import vttbridge_protocol as wire
from vttbridge.client.connection import Connection
from vttbridge.client.pending import PendingReplies
from vttbridge.client.replica import Replica
from vttbridge.client.settings import DEFAULTS, Closed, Settings, socket_of
from vttbridge.client.transfers import File, Transfers
from vttbridge.client.turned_away import until_taken
from vttbridge_protocol import (
    CloseCode,
    Envelope,
    Event,
    Message,
    Plain,
    Reply,
    Resume,
    TableMirror,
    Tree,
    Welcome,
)

SceneFormat = Literal["scene", "ascii", "uvtt", "foundry", "heroclix", "watabou", "fantasy_grounds"]
M = TypeVar("M", bound=Message)

REPLY_S = 60.0
MAX_UNREAD = 10_000
"""So many messages are kept for whoever follows; older ones are dropped."""


class Client:
    """One seat at one table."""

    def __init__(self, address: str, first: Message, settings: Settings = DEFAULTS) -> None:
        self.settings = settings
        self._replica = Replica()
        self._connection = Connection(socket_of(address), first, settings, self._replica, self._on_message)
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
    def welcome(self) -> Welcome | None:
        """What the table said of itself."""
        return self._replica.welcome

    @property
    def state(self) -> TableMirror:
        """This client's copy of the table."""
        return self._replica.state

    @property
    def state_hash(self) -> str:
        """The hash of this client's copy of the table."""
        return wire.state_hash(self.state)

    @property
    def ground(self) -> Tree:
        """The geometry of each scene by its id, as of the last snapshot."""
        return self._replica.ground

    @property
    def holds(self) -> dict[str, wire.WireHold]:
        """What waits, by the name of its hold."""
        return self._replica.holds

    @property
    def asked(self) -> dict[str, wire.Asked]:
        """What this seat is asked, by the name of its hold."""
        return self._replica.asked

    @property
    def seq(self) -> int:
        """The number of the last event that was heard."""
        return self._replica.seq

    @property
    def epoch(self) -> int:
        """The log's epoch."""
        return self._replica.epoch

    @property
    def head(self) -> str:
        """The last event's hash or mark."""
        return self._replica.head

    @property
    def resyncs(self) -> list[str]:
        """Why this client had to start over, each time."""
        return self._replica.resyncs

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

    async def command(self, body: Message, id: str | None = None) -> Reply:  # noqa: A002 - the wire's word
        """Send a command and wait for its reply; the same id again is the same command."""
        reply = await self.request(body, id)
        if not isinstance(reply, Reply):
            raise TypeError(f"a command was answered by {type(reply).__name__}")
        return reply

    async def request(self, body: Message, id: str | None = None) -> Message:  # noqa: A002 - the wire's word
        """Send a command or request and wait for what answers it; too fast, it is sent again by itself."""
        envelope = Envelope(body, id=id or secrets.token_hex(16))
        return await until_taken(lambda: self._sent(envelope), self.settings.pause, self.settings.tries)

    async def _sent(self, envelope: Envelope) -> Message:
        name = envelope.id or ""
        answer = self._pending.answer_to(name)
        self._connection.open[name] = envelope
        await self._connection.send(envelope)
        if self._connection.over is not None:
            raise self._connection.over
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
        """Approve a plan: the one that was shown last, where none is named."""
        held = self.holds.get(hold)
        shown = held.plan.hash if held is not None and held.plan is not None else ""
        return await self.command(wire.Approve(hold, plan or shown, tuple(edits)), id)

    async def reject(self, hold: str, reason: str = "", id: str | None = None) -> Reply:  # noqa: A002
        """Reject a hold."""
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
        pieces: bool = False,
    ) -> Reply:
        """Send a map or scene, and put it, with the tokens in it as pieces where `pieces` is set."""
        await self.send_long("scene" if format == "scene" else "map", payload, name)
        return await self.command(wire.SceneSet(scene, wire.digest(payload), format, name, home, pieces))

    async def send_long(self, kind: wire.TransferKind, payload: bytes, name: str = "") -> None:
        """Send something long, at the server's pace; ValueError where the server does not want it."""
        out = wire.TransferOut(kind, payload, name)
        taken = self._transfers.send(out)
        await self._connection.send(Envelope(out.opening))
        if self._connection.over is not None:
            raise self._connection.over
        async with asyncio.timeout(REPLY_S):
            if not await taken:
                raise ValueError("the server did not take it")

    async def resolved(self, command: str) -> wire.Resolved:
        """Wait for the end of a command that was pending, by its id."""
        async with asyncio.timeout(REPLY_S):
            return await asyncio.shield(self._pending.end_of(command))

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

    async def log_file(self) -> bytes | Reply:
        """Fetch the whole log as a `.vttlog` file, or hear why not: one thing of the past comes at a time."""
        return await self._file(wire.Log(form="file"))

    async def moment(self, seq: int) -> bytes | Reply:
        """Fetch the outcome of a row as a scenario file, or hear why not."""
        return await self._file(wire.Log(seq, form="moment"))

    async def _file(self, wanted: wire.Log) -> bytes | Reply:
        answer = await self._asking(wanted, File)
        return answer.data if isinstance(answer, File) else answer

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
                self._answered(given.re, body)
            case _:
                pass

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
            self._answered(arrived.re, snapshot if arrived.file is None else arrived.file)

    def _answered(self, re: str, body: Message) -> None:
        self._connection.open.pop(re, None)
        self._pending.answered(re, body)


def _given(named: Mapping[str, Plain] | None) -> tuple[wire.GivenAnswer, ...]:
    return tuple(wire.GivenAnswer(key, value) for key, value in (named or {}).items())
