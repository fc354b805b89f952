"""One socket from hello to close: frames in to the session, what the session wants out to the tables."""

import asyncio

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from vttbridge import __version__
from vttbridge.auth.seat_registry import KNOCK_MS, Device, Minted, SeatCredential
from vttbridge.errors import StoreFault, VttbridgeError
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.serializers.results import reply_of
from vttbridge.server.handlers.history import HistoryHandler
from vttbridge.server.handlers.scenes import SceneHandler
from vttbridge.server.runtime.clock import now_ms, steady_s
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.entropy import random_bytes
from vttbridge.server.tables.actor import TableActor
from vttbridge.server.tables.previews import RETRY_MS
from vttbridge.server.tables.registry import TableRegistry
from vttbridge.server.tables.seating import is_stored, seat_row
from vttbridge.server.transport.peer import Peer
from vttbridge.server.transport.send_queue import SendQueue
from vttbridge.session.actions import Action, Authenticate, Close, RunCommand, RunRequest, Upload
from vttbridge.session.greeting import hello
from vttbridge.session.session import Session, Stage
from vttbridge.storage.access_records import admitting
from vttbridge.storage.journal import tag_of
from vttbridge.table import Reply as TableReply
from vttbridge.table.log.store import UNCHANGED
from vttbridge.table.model.commands import Command, EndSeat, PutSeat
from vttbridge_protocol import (
    Admit,
    Admitted,
    Auth,
    CloseCode,
    Documents,
    Error,
    Heartbeat,
    Hello,
    Invite,
    Invited,
    Knock,
    Knocked,
    Knocking,
    Log,
    Message,
    Pair,
    Paired,
    Renewed,
    Reply,
    Resume,
    Revoke,
    SceneSet,
    encoding_of,
)

log = structlog.get_logger()

HEARTBEAT_MS = 20_000


class Connection:
    """The server's side of one socket."""

    def __init__(
        self,
        registry: TableRegistry,
        socket: ServerConnection,
        address: str,
        origin: str,
        *,
        own_origin: bool,
    ) -> None:
        encoding = encoding_of(socket.subprotocol)
        if encoding is None:
            raise ValueError("the handshake lets no other subprotocol through")
        self.registry = registry
        self.socket = socket
        self.session = Session(encoding, now_ms())
        name = random_bytes(6).hex()
        self.peer = Peer(name, self.session, SendQueue(socket, registry.config, name), address, origin)
        self.actor: TableActor | None = None
        self.knock = ""
        self._receiving_since_s = steady_s()
        self._bad_frames = False
        self._is_known = False
        self.ended = asyncio.Event()
        self.is_own_origin = own_origin
        self.scene_handler = SceneHandler(registry, self.peer)
        self._history = HistoryHandler(self.peer, registry.reading, registry.config.replay_seconds)
        self._log = log.bind(connection=name)

    async def run(self) -> None:
        """Serve the socket until it closes."""
        self._log.info("connected", address=self.peer.address, origin=self.peer.origin)
        sending = asyncio.create_task(self.peer.queue.run())
        waiting = asyncio.create_task(self._auth_deadline())
        self.peer.send(greeting(self.registry.config))
        try:
            await self._listen()
        except ConnectionClosed:
            pass
        finally:
            waiting.cancel()
            self._on_closed()
            # whoever we sent away is still to be told; for whoever left there is nobody to wait for
            if self.session.stage is Stage.OVER:
                await asyncio.wait({sending}, timeout=self.registry.config.send_seconds or 5.0)
            sending.cancel()
            self.ended.set()
            self._log.info("disconnected", close=self.socket.close_code)

    async def _listen(self) -> None:
        async for frame in self.socket:
            for step in self.session.receive(frame, now_ms(), self.registry.limiter_ms()):
                await self._dispatch(step)
            if self.session.stage is Stage.OVER:
                return

    async def _auth_deadline(self) -> None:
        await asyncio.sleep(self.registry.config.auth_seconds)
        if self.session.stage is Stage.NEW:
            self._end(CloseCode.AUTH_TIMEOUT)

    def _end(self, code: CloseCode, reason: str = "") -> None:
        self.session.stage = Stage.OVER
        self.peer.close(code, reason)

    @property
    def is_new(self) -> bool:
        """Nobody knows yet who this is."""
        return self.session.stage is not Stage.LIVE and not self._is_known

    def sweep(self, silence_seconds: float) -> None:
        """Drop a client that does not read or says nothing any more; say that we are here."""
        self.peer.queue.sweep()
        self._sweep_transfer()
        silent_ms = now_ms() - self.session.heard_ms
        if self.session.stage in {Stage.LIVE, Stage.WAITING} and silent_ms > silence_seconds * 1000:
            self._log.info("silent", seconds=silent_ms / 1000)
            self._end(CloseCode.TOO_SLOW)
        elif now_ms() - self.peer.sent_ms > HEARTBEAT_MS:
            self.peer.send(Heartbeat())

    def _sweep_transfer(self) -> None:
        """Give up what has been coming in for too long."""
        if not self.session.is_receiving:
            self._receiving_since_s = steady_s()
        elif steady_s() - self._receiving_since_s > self.registry.config.transfer_seconds:
            stopped = self.session.drop_incoming()
            if stopped is not None:
                self.peer.queue.put(stopped)

    def _on_closed(self) -> None:
        self._history.stop()
        if self.actor is not None:
            self.actor.leave(self.peer)
        if self.knock:
            self.registry.drop_knock(self.knock)

    async def _dispatch(self, step: Action) -> None:
        match step:
            case Close(code=code, reason=reason):
                self._log.info("closing", close=int(code), reason=reason)
                self.peer.queue.put(step)
            case Authenticate(first=first):
                await self._authenticate(first)
            case RunCommand():
                await self._command(step)
            case RunRequest():
                await self._request(step)
            case Upload():
                self.scene_handler.uploaded(step)
            case _:
                self.peer.queue.put(step)

    async def _authenticate(self, first: Pair | Auth | Knock) -> None:
        self.peer.client = first.client
        blocked = self.registry.seats.is_blocked(self.peer.address)
        known = self.is_own_origin or self.peer.origin in self.registry.seats.origins()
        strange = not known and not isinstance(first, Pair)
        if blocked or strange:
            self._refuse("blocked" if blocked else "unknown origin")
            return
        try:
            await self._log_in(first)
        except BudgetExceeded:
            self._end(CloseCode.RESTART)

    async def _log_in(self, first: Pair | Auth | Knock) -> None:
        match first:
            case Pair():
                await self._pair(first)
            case Auth():
                await self._auth(first)
            case Knock():
                await self._knock(first)

    def _refuse(self, reason: str) -> None:
        """Send somebody away; whoever has a seat is told where it is the table that cannot be opened."""
        if self._bad_frames and reason in {"code", "token"}:
            self._end_unreadable()
            return
        self._log.warning("not accepted", reason=reason, address=self.peer.address)
        self._end(CloseCode.NOT_ACCEPTED)

    def _end_unreadable(self) -> None:
        self.peer.send(Error("table_unreadable", retry_after_ms=30_000))
        self._end(CloseCode.INTERNAL)

    def _device(self, label: str, user: str = "") -> Device:
        return Device(label, user, self.peer.origin, self.peer.address)

    async def _pair(self, first: Pair) -> None:
        minted = self.registry.seats.redeem(first.code, self._device(first.label))
        self._is_known = minted is not None
        actor = None if minted is None else await self._open_table(minted.seat.table)
        if minted is None or actor is None:
            if minted is not None:
                self.registry.seats.unseat(minted)
            self._refuse("code")
            return
        reply = await self.registry.seat_at_table(actor, minted)
        if not is_stored(reply):
            self._not_seated(reply)
            return
        self._log.info("paired", seat=minted.seat.id, role=minted.seat.role, origin=self.peer.origin)
        said = Paired(minted.token, minted.seat.table, minted.seat.role)
        self._seat(actor, minted.seat, None, (said,))

    def _not_seated(self, reply: TableReply) -> None:
        """A new seat could not be stored: its code is as it was, and may be tried again."""
        self._log.warning("seat not stored", reason=reply.code)
        if reply.outcome != "busy":
            self._end_unreadable()
            return
        self.peer.send(Error(reply.code, retry_after_ms=reply.retry_after_ms))
        self._end(CloseCode.DRAINING)

    async def _auth(self, first: Auth) -> None:
        admitted = self.registry.seats.admit(first.token, self.peer.address)
        self._is_known = admitted is not None
        actor = None if admitted is None else await self._open_table(admitted.table)
        # opening may take long, and the seat may have been ended meanwhile
        seat = None if admitted is None else self.registry.seats.seat(admitted.id)
        if seat is None or actor is None or not self._may_come_to(seat.table):
            self._refuse("token")
            return
        fresh = await self.registry.seats.fresh_token(seat)
        self._seat(actor, seat, first.resume, () if fresh is None else (Renewed(fresh),))

    def _may_come_to(self, table: str) -> bool:
        """A page that is not the server's own may come to the tables to which it was paired."""
        return self.is_own_origin or self.peer.origin in self.registry.seats.origins(table)

    async def _open_table(self, table: str) -> TableActor | None:
        try:
            return await self.registry.open_table(table)
        except VttbridgeError as fault:
            self._log.error("table cannot be opened", table=tag_of(table), error=str(fault))
            self._bad_frames = True
            return None

    def _seat(
        self, actor: TableActor, seat: SeatCredential, resume: Resume | None, before: tuple[Message, ...] = ()
    ) -> None:
        if len(actor.members.peers) >= self.registry.config.connections_per_table:
            self.peer.send(Error("table_full", retry_after_ms=10_000))
            self._end(CloseCode.DRAINING)
            return
        self.actor = actor
        self.peer.seat = seat.id
        self.session.seated(seat.role, self.registry.limiter_ms(), self.registry.config.rates[seat.role])
        self._log = self._log.bind(table=actor.journal.tag, seat=seat.id)
        name = resume.session if resume is not None else random_bytes(8).hex()
        actor.join(self.peer, resume, name, before)

    async def _knock(self, first: Knock) -> None:
        tables = self.registry.store.tables()
        table = _table_meant(first.table, tables)
        actor = await self._open_table(table)
        if not self._may_come_to(table):
            actor = None
        knock = (
            None if actor is None else self.registry.seats.knock(table, self._device(first.label, first.user))
        )
        if actor is None or knock is None:
            self._refuse("knock")
            return
        self.knock = knock.id
        self.session.waits()
        self.registry.add_knock(knock.id, self._admitted)
        self.peer.send(Knocked(knock.id, knock.words, KNOCK_MS))
        knocking = Knocking(knock.id, first.label, knock.words, first.user, first.client)
        actor.tell_gms(knocking)
        self._leave_later(actor, knocking)

    def _leave_later(self, actor: TableActor, knocking: Knocking) -> None:
        def over() -> None:
            if self.session.stage is Stage.WAITING:
                self.registry.seats.reject_knock(self.knock)
                self._refuse("nobody opened")

        asyncio.get_running_loop().call_later(KNOCK_MS / 1000, over)
        self.registry.knocks_open[knocking.knock] = (actor, knocking)

    def _admitted(self, minted: Minted | None) -> None:
        """The game master has opened, or not."""
        self.knock = ""
        actor = None if minted is None else self.registry.tables.get(minted.seat.table)
        if minted is None or actor is None:
            self._refuse("turned away")
            return
        said = Admitted(minted.token, minted.seat.table, minted.seat.role)
        self._seat(actor, minted.seat, None, (said,))

    async def _command(self, step: RunCommand) -> None:
        if self.actor is None:
            return
        match step.body:
            case SceneSet() as wanted:
                await self.scene_handler.set_scene(self.actor, step, wanted)
            case Documents() as wanted:
                self.scene_handler.documents(self.actor, step, wanted)
            case Admit() as wanted:
                self._admit(self.actor, step, wanted)
            case Revoke(seat=seat):
                command = Command(step.id, self.peer.seat_id, EndSeat(seat), step.digest)
                self.actor.mailbox.post(lambda: self._revoke(command, seat))
            case _:
                self.actor.submit(self.peer, step.id, step.body, step.digest)

    def _reply(self, command_id: str, reply: TableReply) -> None:
        self.peer.send(reply_of(reply), re=command_id)

    def _admit(self, actor: TableActor, step: RunCommand, wanted: Admit) -> None:
        async def work() -> None:
            if not actor.state.is_gm(self.peer.seat):
                self.peer.send(Reply("refused", code="NOT_ALLOWED"), re=step.id)
                return
            minted = self.registry.seats.admit_knock(wanted.knock, wanted.role) if wanted.allow else None
            if not wanted.allow:
                self.registry.seats.reject_knock(wanted.knock)
            body = PutSeat("", wanted.role) if minted is None else seat_row(minted.seat)
            access = UNCHANGED if minted is None else admitting(minted)
            command = Command(step.id, self.peer.seat_id, body, step.digest)
            await actor.decide(
                command, lambda reply: self._opened(actor, step, wanted, minted, reply), access
            )

        actor.mailbox.post(work)

    def _opened(
        self, actor: TableActor, step: RunCommand, wanted: Admit, minted: Minted | None, reply: TableReply
    ) -> None:
        """Answer both sides; a retry of what was done is answered and opens nothing again.

        Whoever could not be let in waits on: their seat was not stored.
        """
        if not reply.dup and minted is None:
            said = Reply("done") if not wanted.allow else Reply("refused", code="NO_SUCH_KNOCK")
            self.peer.send(said, re=step.id)
        else:
            self._reply(step.id, reply)
        if minted is not None and not is_stored(reply):
            self.registry.seats.unseat(minted)
            return
        if reply.dup:
            return
        if minted is not None:
            for piece in wanted.pieces:
                actor.grant_executor(piece, minted.seat.id, by=self.peer.seat_id)
        self.registry.answer_knock(wanted.knock, minted)

    async def _revoke(self, command: Command, seat: str) -> None:
        if self.actor is None:
            return
        actor = self.actor
        if not actor.state.is_gm(self.peer.seat):
            await actor.decide(command, lambda reply: self._reply(command.id, reply))
            return
        access = self.registry.seats.begin_to_end(seat)

        def then(reply: TableReply) -> None:
            self._reply(command.id, reply)
            self.registry.seats.end(seat, is_stored=reply.outcome == "done")
            if reply.outcome == "done":
                actor.remove(seat)

        await actor.decide(command, then, access)

    async def _request(self, step: RunRequest) -> None:
        if self.actor is None:
            return
        is_gm = self.actor.state.is_gm(self.peer.seat)
        match step.body:
            case Invite() as wanted if is_gm:
                self.peer.send(await self._invite(self.actor, wanted), re=step.id)
            case Log() as wanted:
                self._history.read(self.actor, step.id, wanted)
            case Invite():
                self.peer.send(Reply("refused", code="NOT_ALLOWED"), re=step.id)
            case _:
                self.actor.request(self.peer, step.id, step.body)

    async def _invite(self, actor: TableActor, wanted: Invite) -> Invited | Reply:
        name, seats = actor.journal.name, self.registry.seats
        if not seats.may_invite(name):
            return Reply("refused", code="TOO_MANY_INVITES")
        try:
            code, until = await seats.open_code(name, wanted.role, wanted.uses, invite=True)
        except StoreFault:
            return Reply("busy", code="storage_full", retry_after_ms=RETRY_MS)
        return Invited(code, wanted.role, wanted.uses, until)


def greeting(config: Config) -> Hello:
    """Return what the server says first: its limits, as they are configured."""
    return hello(
        f"vttbridge {__version__}",
        auth_ms=round(config.auth_seconds * 1000),
        heartbeat_ms=HEARTBEAT_MS,
        silence_ms=round(config.silence_seconds * 1000),
        rates=config.rates,
    )


def _table_meant(name: str, tables: tuple[str, ...]) -> str:
    """Return the table that somebody names: the only one for no name; capitals may be other ones."""
    if not name:
        return tables[0] if len(tables) == 1 else ""
    alike = [table for table in tables if table.casefold() == name.strip().casefold()]
    return alike[0] if len(alike) == 1 else name
