"""What clients ask without changing anything: each kind of request has its handler."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import structlog

from vttbridge.serializers.results import reply_of
from vttbridge.serializers.welcome import seats_of
from vttbridge.server.tables.executor_handover import ExecutorHandover
from vttbridge.server.tables.mailbox import Mailbox
from vttbridge.server.tables.presence.full_state import send
from vttbridge.server.tables.presence.joining import full_state_for
from vttbridge.server.tables.presence.members import Members
from vttbridge.server.tables.previews import RETRY_MS, PreviewService
from vttbridge.server.tables.replies import NOT_STORED, OrderedReplies
from vttbridge.server.transport.peer import Peer
from vttbridge.session.event_mac import head_for
from vttbridge.storage.journal import TableJournal
from vttbridge.table import State
from vttbridge.table.model.replies import invalid
from vttbridge_protocol import Ask, Executor, Look, Message, Preview, Reply, SeatList, Seats

log = structlog.get_logger()

Handler = Callable[[Peer, str, Message], Awaitable[None]]


class Requests:
    """Answers the requests at one table, in the order of its log."""

    def __init__(
        self,
        journal: TableJournal,
        mailbox: Mailbox,
        members: Members,
        previews: PreviewService,
        handover: ExecutorHandover,
        *,
        key: bytes,
    ) -> None:
        self._journal, self._key = journal, key
        self._mailbox, self._members = mailbox, members
        self._previews, self._handover = previews, handover
        self._replies = OrderedReplies(mailbox)
        self._sending_state: set[Peer] = set()
        self._handlers: Mapping[type[Message], Handler] = {
            Preview: self._start_preview,
            Ask: self._start_preview,
            Look: self._look,
            Seats: self._seats,
            Executor: self._executor,
        }

    def take(self, peer: Peer, command_id: str, body: Message) -> None:
        """Take a request into the mailbox; what takes long may not pile up."""
        if not self._accept(peer, body):
            peer.send(Reply("busy", code="too_many_in_flight", retry_after_ms=RETRY_MS), re=command_id)
            return
        handler = self._handlers.get(type(body), self._unsupported)
        self._mailbox.post(lambda: self._answer_failure(peer, command_id, handler(peer, command_id, body)))

    def _accept(self, peer: Peer, body: Message) -> bool:
        """Return whether another request of this kind is taken from a client, and count it."""
        match body:
            case Look():
                is_first = peer not in self._sending_state
                self._sending_state.add(peer)
                return is_first
            case Preview() | Ask():
                return self._previews.accept(peer)
            case _:
                return True

    async def _answer_failure(self, peer: Peer, command_id: str, reading: Awaitable[None]) -> None:
        try:
            await reading
        except Exception as fault:  # noqa: BLE001 - a rule book's bug is told to its asker and ends nothing
            log.error(  # noqa: TRY400 - tracebacks show secrets; the line names the fault
                "request failed", table=self._journal.tag, connection=peer.id, error=repr(fault)
            )
            no = invalid("rules_failed", kind=type(fault).__name__)
            self._replies.send(peer, command_id, reply_of(no))

    async def _start_preview(self, peer: Peer, command_id: str, body: Message) -> None:
        """Compute beside the mailbox, from the state of this turn: no command waits for it."""
        assert isinstance(body, Preview | Ask)
        computing = self._preview(peer, command_id, body, self._journal.table.state)
        self._mailbox.keep(asyncio.ensure_future(self._answer_failure(peer, command_id, computing)))

    async def _preview(self, peer: Peer, command_id: str, body: Preview | Ask, state: State) -> None:
        failures = self._mailbox.failures
        found = await self._previews.preview(peer, body, state)
        if self._mailbox.failures != failures:
            # the state that this was computed from may never have been stored
            peer.send(reply_of(NOT_STORED), re=command_id)
        elif found is not None:
            self._replies.send(peer, command_id, found)

    async def _look(self, peer: Peer, command_id: str, _: Message) -> None:
        self._sending_state.discard(peer)
        whole = self._journal.table.state.is_gm(peer.seat)
        head = head_for(self._key, self._journal.hash, whole=whole)
        state = await full_state_for(self._journal, peer, head)
        self._replies.when_stored(peer, command_id, lambda: send(peer, state, re=command_id))

    async def _seats(self, peer: Peer, command_id: str, _: Message) -> None:
        view = self._journal.table.view(peer.seat_id)
        self._replies.send(peer, command_id, SeatList(seats_of(view, self._members.connected())))

    async def _executor(self, peer: Peer, command_id: str, body: Message) -> None:
        assert isinstance(body, Executor)
        if self._journal.table.state.is_gm(peer.seat):
            self._replies.send(peer, command_id, self._handover.claim(peer, body))
        else:
            self._replies.send(peer, command_id, Reply("refused", code="NOT_ALLOWED"))

    async def _unsupported(self, peer: Peer, command_id: str, _: Message) -> None:
        self._replies.send(peer, command_id, Reply("invalid", code="unsupported"))
