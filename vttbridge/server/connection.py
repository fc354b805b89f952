"""One socket from hello to close: frames in to the session, what the session wants out to the tables."""

import asyncio

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from vttbridge import __version__
from vttbridge.auth.seat_registry import KNOCK_MS, Device, Minted, Seat
from vttbridge.errors import StoreFault, VttbridgeError
from vttbridge.geometry.allowance import GivenUp
from vttbridge.serializers.results import reply_of
from vttbridge.server.handlers.history import Past
from vttbridge.server.handlers.scenes import ScenesIn
from vttbridge.server.runtime.clock import now_ms, steady_s
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.entropy import random_bytes
from vttbridge.server.tables.actor import Desk
from vttbridge.server.tables.previews import RETRY_MS
from vttbridge.server.tables.registry import House, is_stored, seat_row
from vttbridge.server.transport.peer import Link
from vttbridge.server.transport.send_queue import Outbound
from vttbridge.session.actions import Do, End, Enter, Read, Step, Uploaded
from vttbridge.session.session import Session, Stage, hello
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


class Place:
    """The server's side of one socket."""

    def __init__(
        self, house: House, socket: ServerConnection, address: str, origin: str, *, own_origin: bool
    ) -> None:
        encoding = encoding_of(socket.subprotocol)
        if encoding is None:
            raise ValueError("the handshake lets no other subprotocol through")
        self.house = house
        self.socket = socket
        self.session = Session(encoding, now_ms())
        name = random_bytes(6).hex()
        self.link = Link(name, self.session, Outbound(socket, house.config, name), address, origin)
        self.desk: Desk | None = None
        self.knock = ""
        self._receiving_since_s = steady_s()
        self._unreadable = False
        self._is_known = False
        self.ended = asyncio.Event()
        self.is_own_origin = own_origin
        self.scenes_in = ScenesIn(house, self.link)
        self._past = Past(self.link, house.reading, house.config.replay_seconds)
        self._log = log.bind(connection=name)

    async def run(self) -> None:
        """Serve the socket until it closes."""
        self._log.info("connected", address=self.link.address, origin=self.link.origin)
        sending = asyncio.create_task(self.link.out.run())
        waiting = asyncio.create_task(self._auth_deadline())
        self.link.say(greeting(self.house.config))
        try:
            await self._listen()
        except ConnectionClosed:
            pass
        finally:
            waiting.cancel()
            self._gone()
            # whoever we sent away is still to be told; for whoever left there is nobody to wait for
            if self.session.stage is Stage.OVER:
                await asyncio.wait({sending}, timeout=self.house.config.send_seconds or 5.0)
            sending.cancel()
            self.ended.set()
            self._log.info("disconnected", close=self.socket.close_code)

    async def _listen(self) -> None:
        async for frame in self.socket:
            for step in self.session.receive(frame, now_ms(), self.house.limiter_ms()):
                await self._take(step)
            if self.session.stage is Stage.OVER:
                return

    async def _auth_deadline(self) -> None:
        await asyncio.sleep(self.house.config.auth_seconds)
        if self.session.stage is Stage.NEW:
            self._end(CloseCode.AUTH_TIMEOUT)

    def _end(self, code: CloseCode, reason: str = "") -> None:
        self.session.stage = Stage.OVER
        self.link.end(code, reason)

    @property
    def is_new(self) -> bool:
        """Nobody knows yet who this is."""
        return self.session.stage is not Stage.LIVE and not self._is_known

    def sweep(self, silence_seconds: float) -> None:
        """Drop a client that does not read or says nothing any more; say that we are here."""
        self.link.out.sweep()
        self._sweep_transfer()
        silent_ms = now_ms() - self.session.heard_ms
        if self.session.stage in {Stage.LIVE, Stage.WAITING} and silent_ms > silence_seconds * 1000:
            self._log.info("silent", seconds=silent_ms / 1000)
            self._end(CloseCode.TOO_SLOW)
        elif now_ms() - self.link.said_ms > HEARTBEAT_MS:
            self.link.say(Heartbeat())

    def _sweep_transfer(self) -> None:
        """Give up what has been coming in for too long."""
        if not self.session.is_receiving:
            self._receiving_since_s = steady_s()
        elif steady_s() - self._receiving_since_s > self.house.config.transfer_seconds:
            stopped = self.session.drop_incoming()
            if stopped is not None:
                self.link.out.put(stopped)

    def _gone(self) -> None:
        self._past.stop()
        if self.desk is not None:
            self.desk.leave(self.link)
        if self.knock:
            self.house.leave_door(self.knock)

    async def _take(self, step: Step) -> None:
        match step:
            case End(code=code, reason=reason):
                self._log.info("closing", close=int(code), reason=reason)
                self.link.out.put(step)
            case Enter(first=first):
                await self._enter(first)
            case Do():
                await self._do(step)
            case Read():
                await self._read(step)
            case Uploaded():
                self.scenes_in.uploaded(step)
            case _:
                self.link.out.put(step)

    async def _enter(self, first: Pair | Auth | Knock) -> None:
        self.link.client = first.client
        blocked = self.house.seats.is_blocked(self.link.address)
        known = self.is_own_origin or self.link.origin in self.house.seats.origins()
        strange = not known and not isinstance(first, Pair)
        if blocked or strange:
            self._refuse("blocked" if blocked else "unknown origin")
            return
        try:
            await self._enter_as(first)
        except GivenUp:
            self._end(CloseCode.RESTART)

    async def _enter_as(self, first: Pair | Auth | Knock) -> None:
        match first:
            case Pair():
                await self._pair(first)
            case Auth():
                await self._auth(first)
            case Knock():
                await self._knock(first)

    def _refuse(self, reason: str) -> None:
        """Send somebody away; whoever has a seat is told where it is the table that cannot be opened."""
        if self._unreadable and reason in {"code", "token"}:
            self._end_unreadable()
            return
        self._log.warning("not accepted", reason=reason, address=self.link.address)
        self._end(CloseCode.NOT_ACCEPTED)

    def _end_unreadable(self) -> None:
        self.link.say(Error("table_unreadable", retry_after_ms=30_000))
        self._end(CloseCode.INTERNAL)

    def _device(self, label: str, user: str = "") -> Device:
        return Device(label, user, self.link.origin, self.link.address)

    async def _pair(self, first: Pair) -> None:
        minted = self.house.seats.redeem(first.code, self._device(first.label))
        self._is_known = minted is not None
        desk = None if minted is None else await self._desk(minted.seat.table)
        if minted is None or desk is None:
            if minted is not None:
                self.house.seats.unseat(minted)
            self._refuse("code")
            return
        reply = await self.house.seat_at_table(desk, minted)
        if not is_stored(reply):
            self._not_seated(reply)
            return
        self._log.info("paired", seat=minted.seat.id, role=minted.seat.role, origin=self.link.origin)
        said = Paired(minted.token, minted.seat.table, minted.seat.role)
        self._sit(desk, minted.seat, None, (said,))

    def _not_seated(self, reply: TableReply) -> None:
        """A new seat could not be stored: its code is as it was, and may be tried again."""
        self._log.warning("seat not stored", reason=reply.code)
        if reply.outcome != "busy":
            self._end_unreadable()
            return
        self.link.say(Error(reply.code, retry_after_ms=reply.retry_after_ms))
        self._end(CloseCode.DRAINING)

    async def _auth(self, first: Auth) -> None:
        admitted = self.house.seats.admit(first.token, self.link.address)
        self._is_known = admitted is not None
        desk = None if admitted is None else await self._desk(admitted.table)
        # opening may take long, and the seat may have been ended meanwhile
        seat = None if admitted is None else self.house.seats.seat(admitted.id)
        if seat is None or desk is None or not self._may_come_to(seat.table):
            self._refuse("token")
            return
        fresh = await self.house.seats.fresh_token(seat)
        self._sit(desk, seat, first.resume, () if fresh is None else (Renewed(fresh),))

    def _may_come_to(self, table: str) -> bool:
        """A page that is not the server's own may come to the tables to which it was paired."""
        return self.is_own_origin or self.link.origin in self.house.seats.origins(table)

    async def _desk(self, table: str) -> Desk | None:
        try:
            return await self.house.desk(table)
        except VttbridgeError as fault:
            self._log.error("table cannot be opened", table=tag_of(table), error=str(fault))
            self._unreadable = True
            return None

    def _sit(self, desk: Desk, seat: Seat, resume: Resume | None, before: tuple[Message, ...] = ()) -> None:
        if len(desk.crowd.links) >= self.house.config.connections_per_table:
            self.link.say(Error("table_full", retry_after_ms=10_000))
            self._end(CloseCode.DRAINING)
            return
        self.desk = desk
        self.link.seat = seat.id
        self.session.seated(seat.role, self.house.limiter_ms(), self.house.config.rates[seat.role])
        self._log = self._log.bind(table=desk.ledger.tag, seat=seat.id)
        name = resume.session if resume is not None else random_bytes(8).hex()
        desk.join(self.link, resume, name, before)

    async def _knock(self, first: Knock) -> None:
        tables = self.house.store.tables()
        table = _meant(first.table, tables)
        desk = await self._desk(table)
        if not self._may_come_to(table):
            desk = None
        knock = None if desk is None else self.house.seats.knock(table, self._device(first.label, first.user))
        if desk is None or knock is None:
            self._refuse("knock")
            return
        self.knock = knock.id
        self.session.waits()
        self.house.wait_at_door(knock.id, self._admitted)
        self.link.say(Knocked(knock.id, knock.words, KNOCK_MS))
        told = Knocking(knock.id, first.label, knock.words, first.user, first.client)
        desk.tell_gms(told)
        self._leave_later(desk, told)

    def _leave_later(self, desk: Desk, told: Knocking) -> None:
        def over() -> None:
            if self.session.stage is Stage.WAITING:
                self.house.seats.turn_away(self.knock)
                self._refuse("nobody opened")

        asyncio.get_running_loop().call_later(KNOCK_MS / 1000, over)
        self.house.knocks_open[told.knock] = (desk, told)

    def _admitted(self, minted: Minted | None) -> None:
        """The game master has opened, or not."""
        self.knock = ""
        desk = None if minted is None else self.house.desks.get(minted.seat.table)
        if minted is None or desk is None:
            self._refuse("turned away")
            return
        said = Admitted(minted.token, minted.seat.table, minted.seat.role)
        self._sit(desk, minted.seat, None, (said,))

    async def _do(self, step: Do) -> None:
        if self.desk is None:
            return
        match step.body:
            case SceneSet() as wanted:
                await self.scenes_in.set_scene(self.desk, step, wanted)
            case Documents() as wanted:
                self.scenes_in.documents(self.desk, step, wanted)
            case Admit() as wanted:
                self._admit(self.desk, step, wanted)
            case Revoke(seat=seat):
                command = Command(step.id, self.link.seat_id, EndSeat(seat), step.digest)
                self.desk.hub.post(lambda: self._revoke(command, seat))
            case _:
                self.desk.do(self.link, step.id, step.body, step.digest)

    def _reply(self, id: str, reply: TableReply) -> None:  # noqa: A002 - the wire's word
        self.link.say(reply_of(reply), re=id)

    def _admit(self, desk: Desk, step: Do, wanted: Admit) -> None:
        async def work() -> None:
            if not desk.state.is_gm(self.link.seat):
                self.link.say(Reply("refused", code="NOT_ALLOWED"), re=step.id)
                return
            minted = self.house.seats.let_in(wanted.knock, wanted.role) if wanted.allow else None
            if not wanted.allow:
                self.house.seats.turn_away(wanted.knock)
            wish = PutSeat("", wanted.role) if minted is None else seat_row(minted.seat)
            access = UNCHANGED if minted is None else admitting(minted)
            command = Command(step.id, self.link.seat_id, wish, step.digest)
            await desk.decide(command, lambda reply: self._opened(desk, step, wanted, minted, reply), access)

        desk.hub.post(work)

    def _opened(self, desk: Desk, step: Do, wanted: Admit, minted: Minted | None, reply: TableReply) -> None:
        """Tell both sides; a retry of what was done is answered and opens nothing again.

        Whoever could not be let in waits on: their seat was not stored.
        """
        if not reply.dup and minted is None:
            said = Reply("done") if not wanted.allow else Reply("refused", code="NO_SUCH_KNOCK")
            self.link.say(said, re=step.id)
        else:
            self._reply(step.id, reply)
        if minted is not None and not is_stored(reply):
            self.house.seats.unseat(minted)
            return
        if reply.dup:
            return
        if minted is not None:
            for piece in wanted.pieces:
                desk.give(piece, minted.seat.id, by=self.link.seat_id)
        self.house.answer_door(wanted.knock, minted)

    async def _revoke(self, command: Command, seat: str) -> None:
        if self.desk is None:
            return
        desk = self.desk
        if not desk.state.is_gm(self.link.seat):
            await desk.decide(command, lambda reply: self._reply(command.id, reply))
            return
        access = self.house.seats.begin_to_end(seat)

        def then(reply: TableReply) -> None:
            self._reply(command.id, reply)
            self.house.seats.end(seat, is_stored=reply.outcome == "done")
            if reply.outcome == "done":
                desk.put_out(seat)

        await desk.decide(command, then, access)

    async def _read(self, step: Read) -> None:
        if self.desk is None:
            return
        is_gm = self.desk.state.is_gm(self.link.seat)
        match step.body:
            case Invite() as wanted if is_gm:
                self.link.say(await self._invite(self.desk, wanted), re=step.id)
            case Log() as wanted:
                self._past.read(self.desk, step.id, wanted)
            case Invite():
                self.link.say(Reply("refused", code="NOT_ALLOWED"), re=step.id)
            case _:
                self.desk.read(self.link, step.id, step.body)

    async def _invite(self, desk: Desk, wanted: Invite) -> Invited | Reply:
        name, seats = desk.ledger.name, self.house.seats
        if not seats.may_invite(name):
            return Reply("refused", code="TOO_MANY_INVITES")
        try:
            code, until = await seats.open_code(name, wanted.role, wanted.uses, invite=True)
        except StoreFault:
            return Reply("busy", code="storage_full", retry_after_ms=RETRY_MS)
        return Invited(code, wanted.role, wanted.uses, until)


def greeting(config: Config) -> Hello:
    """Give what the server says first: its limits, as they are configured."""
    return hello(
        f"vttbridge {__version__}",
        auth_ms=round(config.auth_seconds * 1000),
        heartbeat_ms=HEARTBEAT_MS,
        silence_ms=round(config.silence_seconds * 1000),
        rates=config.rates,
    )


def _meant(name: str, tables: tuple[str, ...]) -> str:
    """Give the table that somebody names: the only one for no name; capitals may be other ones."""
    if not name:
        return tables[0] if len(tables) == 1 else ""
    alike = [table for table in tables if table.casefold() == name.strip().casefold()]
    return alike[0] if len(alike) == 1 else name
