"""What game masters do with seats: let in who knocked, end a seat, open an invite."""

from vttbridge.auth.seat_credentials import Minted
from vttbridge.errors import StoreFault
from vttbridge.serializers.results import reply_of
from vttbridge.server.context import ServerContext
from vttbridge.server.tables.actor import TableActor
from vttbridge.server.tables.previews import RETRY_MS
from vttbridge.server.tables.seating import is_stored, seat_row
from vttbridge.server.transport.peer import Peer
from vttbridge.session.actions import RunCommand, RunRequest
from vttbridge.storage.access_records import admitting
from vttbridge.table import Reply as TableReply
from vttbridge.table.log.store import UNCHANGED
from vttbridge.table.model.commands import Command, EndSeat, PutSeat
from vttbridge_protocol import Admit, Invite, Invited, Reply, Revoke


class SeatHandler:
    """What one connection wants done with the seats of its table."""

    def __init__(self, context: ServerContext, peer: Peer) -> None:
        self._context = context
        self._peer = peer

    async def admit(self, actor: TableActor, step: RunCommand, wanted: Admit) -> None:
        """Let in who knocked, or turn them away, after all that came before it."""
        actor.mailbox.post(lambda: self._admit(actor, step, wanted))

    async def _admit(self, actor: TableActor, step: RunCommand, wanted: Admit) -> None:
        if not actor.state.is_gm(self._peer.seat):
            self._peer.send(Reply("refused", code="NOT_ALLOWED"), re=step.id)
            return
        minted = self._context.lobby.admit(wanted.knock, wanted.role) if wanted.allow else None
        if not wanted.allow:
            self._context.lobby.reject(wanted.knock)
        # without a seat to put, the row still goes through the table, which knows a retry by its reply
        body = PutSeat("", wanted.role) if minted is None else seat_row(minted.seat)
        access = UNCHANGED if minted is None else admitting(minted)
        command = Command(step.id, self._peer.seat_id, body, step.digest)
        await actor.decide(command, lambda reply: self._admitted(actor, step, wanted, minted, reply), access)

    def _admitted(
        self, actor: TableActor, step: RunCommand, wanted: Admit, minted: Minted | None, reply: TableReply
    ) -> None:
        """Answer both sides; a retry of what was done is answered and opens nothing again.

        Whoever could not be let in waits on: their seat was not stored.
        """
        if not reply.dup and minted is None:
            said = Reply("done") if not wanted.allow else Reply("refused", code="NO_SUCH_KNOCK")
            self._peer.send(said, re=step.id)
        else:
            self._reply(step.id, reply)
        if minted is not None and not is_stored(reply):
            self._context.seats.unseat(minted)
            return
        if reply.dup:
            return
        if minted is not None:
            for piece in wanted.pieces:
                actor.grant_executor(piece, minted.seat.id, by=self._peer.seat_id)
        self._context.lobby.answer(wanted.knock, minted)

    async def revoke(self, actor: TableActor, step: RunCommand, wanted: Revoke) -> None:
        """End a seat, after all that came before it."""
        command = Command(step.id, self._peer.seat_id, EndSeat(wanted.seat), step.digest)
        actor.mailbox.post(lambda: self._revoke(actor, command, wanted.seat))

    async def _revoke(self, actor: TableActor, command: Command, seat: str) -> None:
        if not actor.state.is_gm(self._peer.seat):
            await actor.decide(command, lambda reply: self._reply(command.id, reply))
            return
        access = self._context.seats.begin_to_end(seat)

        def then(reply: TableReply) -> None:
            self._reply(command.id, reply)
            self._context.seats.end(seat, is_stored=reply.outcome == "done")
            if reply.outcome == "done":
                actor.remove(seat)

        await actor.decide(command, then, access)

    async def invite(self, actor: TableActor, step: RunRequest, wanted: Invite) -> None:
        """Open an invite and answer with its code."""
        if not actor.state.is_gm(self._peer.seat):
            self._peer.send(Reply("refused", code="NOT_ALLOWED"), re=step.id)
            return
        self._peer.send(await self._invited(actor, wanted), re=step.id)

    async def _invited(self, actor: TableActor, wanted: Invite) -> Invited | Reply:
        name, seats = actor.journal.name, self._context.seats
        if not seats.may_invite(name):
            return Reply("refused", code="TOO_MANY_INVITES")
        try:
            code, until = await seats.open_code(name, wanted.role, wanted.uses, invite=True)
        except StoreFault:
            return Reply("busy", code="storage_full", retry_after_ms=RETRY_MS)
        return Invited(code, wanted.role, wanted.uses, until)

    def _reply(self, command_id: str, reply: TableReply) -> None:
        self._peer.send(reply_of(reply), re=command_id)
