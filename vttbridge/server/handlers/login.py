"""How a connection comes to its seat: by a code, by a token, or by a knock that a game master answers."""

import asyncio

import structlog

from vttbridge.auth.seat_credentials import KNOCK_MS, Device, Minted, SeatCredential
from vttbridge.errors import VttbridgeError
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.server.access.lobby import Visitor
from vttbridge.server.context import ServerContext
from vttbridge.server.runtime.entropy import random_bytes
from vttbridge.server.tables.actor import TableActor
from vttbridge.server.tables.seating import is_stored
from vttbridge.server.transport.peer import Peer
from vttbridge.session.session import Stage
from vttbridge.storage.journal import tag_of
from vttbridge.table import Reply as TableReply
from vttbridge_protocol import (
    Admitted,
    Auth,
    CloseCode,
    Error,
    Knock,
    Knocked,
    Knocking,
    Message,
    Pair,
    Paired,
    Renewed,
    Resume,
)

log = structlog.get_logger()


class LoginHandler:
    """One connection on its way to a seat, and the table at which it then sits."""

    def __init__(self, context: ServerContext, peer: Peer, *, own_origin: bool) -> None:
        self._context = context
        self._peer = peer
        self._is_own_origin = own_origin
        self.actor: TableActor | None = None
        self.is_known = False
        self._knock_id = ""
        self._table_unreadable = False
        self.log = log.bind(connection=peer.id)

    async def authenticate(self, first: Pair | Auth | Knock) -> None:
        """Let somebody in, or send them away."""
        self._peer.client = first.client
        blocked = self._context.seats.is_blocked(self._peer.address)
        known = self._is_own_origin or self._peer.origin in self._context.seats.origins()
        strange = not known and not isinstance(first, Pair)
        if blocked or strange:
            self._refuse("blocked" if blocked else "unknown origin")
            return
        try:
            await self._log_in(first)
        except BudgetExceeded:
            self.end(CloseCode.RESTART)

    async def _log_in(self, first: Pair | Auth | Knock) -> None:
        match first:
            case Pair():
                await self._pair(first)
            case Auth():
                await self._auth(first)
            case Knock():
                await self._knock(first)

    def end(self, code: CloseCode, reason: str = "") -> None:
        """Close; nothing that comes in later counts."""
        self._peer.session.stage = Stage.OVER
        self._peer.close(code, reason)

    def leave(self) -> None:
        """The client is gone, from its table or from the door."""
        if self.actor is not None:
            self.actor.leave(self._peer)
        if self._knock_id:
            self._context.lobby.leave(self._knock_id)

    def _refuse(self, reason: str) -> None:
        """Send somebody away; whoever has a seat is told where it is the table that cannot be opened."""
        if self._table_unreadable and reason in {"code", "token"}:
            self._end_unreadable()
            return
        self.log.warning("not accepted", reason=reason, address=self._peer.address)
        self.end(CloseCode.NOT_ACCEPTED)

    def _end_unreadable(self) -> None:
        self._peer.send(Error("table_unreadable", retry_after_ms=30_000))
        self.end(CloseCode.INTERNAL)

    def _device(self, label: str, user: str = "") -> Device:
        return Device(label, user, self._peer.origin, self._peer.address)

    async def _pair(self, first: Pair) -> None:
        seats = self._context.seats
        minted = seats.redeem(first.code, self._device(first.label))
        self.is_known = minted is not None
        actor = None if minted is None else await self._open_table(minted.seat.table)
        if minted is None or actor is None:
            if minted is not None:
                seats.unseat(minted)
            self._refuse("code")
            return
        reply = await self._context.registry.seat_at_table(actor, minted)
        if not is_stored(reply):
            self._not_seated(reply)
            return
        self.log.info("paired", seat=minted.seat.id, role=minted.seat.role, origin=self._peer.origin)
        said = Paired(minted.token, minted.seat.table, minted.seat.role)
        self._seat(actor, minted.seat, None, (said,))

    def _not_seated(self, reply: TableReply) -> None:
        """A new seat could not be stored: its code is as it was, and may be tried again."""
        self.log.warning("seat not stored", reason=reply.code)
        if reply.outcome != "busy":
            self._end_unreadable()
            return
        self._peer.send(Error(reply.code, retry_after_ms=reply.retry_after_ms))
        self.end(CloseCode.DRAINING)

    async def _auth(self, first: Auth) -> None:
        seats = self._context.seats
        admitted = seats.admit(first.token, self._peer.address)
        self.is_known = admitted is not None
        actor = None if admitted is None else await self._open_table(admitted.table)
        # opening may take long, and the seat may have been ended meanwhile
        seat = None if admitted is None else seats.seat(admitted.id)
        if seat is None or actor is None or not self._may_come_to(seat.table):
            self._refuse("token")
            return
        fresh = await seats.fresh_token(seat)
        self._seat(actor, seat, first.resume, () if fresh is None else (Renewed(fresh),))

    def _may_come_to(self, table: str) -> bool:
        """A page that is not the server's own may come to the tables to which it was paired."""
        return self._is_own_origin or self._peer.origin in self._context.seats.origins(table)

    async def _open_table(self, table: str) -> TableActor | None:
        try:
            return await self._context.registry.open_table(table)
        except VttbridgeError as fault:
            self.log.error("table cannot be opened", table=tag_of(table), error=str(fault))  # noqa: TRY400
            self._table_unreadable = True
            return None

    def _seat(
        self, actor: TableActor, seat: SeatCredential, resume: Resume | None, before: tuple[Message, ...] = ()
    ) -> None:
        config = self._context.config
        if len(actor.members.peers) >= config.connections_per_table:
            self._peer.send(Error("table_full", retry_after_ms=10_000))
            self.end(CloseCode.DRAINING)
            return
        self.actor = actor
        self._peer.seat = seat.id
        self._peer.session.seated(seat.role, self._context.registry.limiter_ms(), config.rates[seat.role])
        self.log = self.log.bind(table=actor.journal.tag, seat=seat.id)
        name = resume.session if resume is not None else random_bytes(8).hex()
        actor.join(self._peer, resume, name, before)

    async def _knock(self, first: Knock) -> None:
        table = table_meant(first.table, self._context.registry.store.tables())
        actor = await self._open_table(table)
        may_knock = actor is not None and self._may_come_to(table)
        device = self._device(first.label, first.user)
        knock = self._context.lobby.knock(table, device) if may_knock else None
        if actor is None or knock is None:
            self._refuse("knock")
            return
        self._knock_id = knock.id
        self._peer.session.waits()
        self._peer.send(Knocked(knock.id, knock.words, KNOCK_MS))
        knocking = Knocking(knock.id, first.label, knock.words, first.user, first.client)
        self._context.lobby.add(Visitor(knocking, self._admitted, actor.tell_gms))
        asyncio.get_running_loop().call_later(KNOCK_MS / 1000, self._nobody_opened)

    def _nobody_opened(self) -> None:
        if self._peer.session.stage is Stage.WAITING:
            self._context.lobby.reject(self._knock_id)
            self._refuse("nobody opened")

    def _admitted(self, minted: Minted | None) -> None:
        """The game master has opened, or not."""
        self._knock_id = ""
        actor = None if minted is None else self._context.registry.tables.get(minted.seat.table)
        if minted is None or actor is None:
            self._refuse("turned away")
            return
        said = Admitted(minted.token, minted.seat.table, minted.seat.role)
        self._seat(actor, minted.seat, None, (said,))


def table_meant(name: str, tables: tuple[str, ...]) -> str:
    """Return the table that somebody names: the only one for no name; capitals may be other ones."""
    if not name:
        return tables[0] if len(tables) == 1 else ""
    alike = [table for table in tables if table.casefold() == name.strip().casefold()]
    return alike[0] if len(alike) == 1 else name
