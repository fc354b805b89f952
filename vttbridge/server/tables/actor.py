"""What is done with each thing that a client wants: decide, write down, answer, tell the others."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from itertools import takewhile
from time import perf_counter

import structlog

from vttbridge.errors import StoreFault
from vttbridge.geometry.allowance import GivenUp
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.serializers.commands import wish_of
from vttbridge.serializers.results import reply_of
from vttbridge.serializers.welcome import seats_of
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.config import Config
from vttbridge.server.runtime.entropy import command_id, uniform
from vttbridge.server.runtime.workers import Pace, Reading, reckon
from vttbridge.server.tables.executor_lease import Slot
from vttbridge.server.tables.full_state import send
from vttbridge.server.tables.hold_timers import Patience
from vttbridge.server.tables.joining import Arrivals, Coming, Room, whole_for
from vttbridge.server.tables.mailbox import Hub, Telling
from vttbridge.server.tables.members import Crowd
from vttbridge.server.tables.previews import RETRY_MS, Foreseeing
from vttbridge.server.tables.vtt_documents import Following
from vttbridge.server.transport.peer import Link
from vttbridge.session.event_mac import head_for
from vttbridge.storage.journal import LARGEST_ROW, ROWS_A_STATE, Ledger, TooLarge
from vttbridge.storage.log_reader import book_apart, rows_after
from vttbridge.storage.recent_events import Told
from vttbridge.table import SERVER, CommandKnown, Hold, ReadOnly, Reply, Sender, State
from vttbridge.table.decisions.decision import Decision, no_rows
from vttbridge.table.log.store import UNCHANGED, AccessChanges
from vttbridge.table.model.commands import (
    CarryOut,
    ChangePiece,
    Command,
    Limits,
    PieceWish,
    Reject,
    Waited,
    Wish,
)
from vttbridge.table.model.replies import busy, invalid, refused
from vttbridge_protocol import (
    Applied,
    Ask,
    CloseCode,
    Diverged,
    Executor,
    Look,
    Message,
    Preview,
    Resume,
    SceneChanged,
    SceneGone,
    SeatList,
    Seats,
)
from vttbridge_protocol import Reply as WireReply

log = structlog.get_logger()

NOT_STORED = busy("storage_full", RETRY_MS)
"""What is said to everything behind a failed write."""


class Desk:
    """One table with whoever sits at it."""

    def __init__(self, ledger: Ledger, key: bytes, config: Config) -> None:
        self.ledger = ledger
        self.key = key
        self.config = config
        self.crowd = Crowd(ledger.book, key)
        self.hub = Hub(ledger.name, self._load_again)
        self.slot = Slot(now_ms())
        self.pace = Pace(config.geometry_seconds, config.decision_seconds)
        self.foreseeing = Foreseeing(ledger, self.pace)
        self.following = Following()
        self._keeping: set[asyncio.Future[None]] = set()
        self._looking: set[Link] = set()
        self.patience = Patience(
            Limits(
                config.question_seconds * 1000,
                config.approval_seconds * 1000,
                config.approval_days * 24 * 60 * 60_000,
            )
        )
        room = Room(ledger, key, self.crowd, self.hub, self.patience)
        self.arrivals = Arrivals(room, config.replay_seconds, self._keep)

    @property
    def state(self) -> State:
        """The table's present state."""
        return self.ledger.table.state

    def do(self, link: Link, id: str, body: Message, digest: str) -> None:  # noqa: A002 - the wire's word
        """Take a client's command into the mailbox."""
        self.hub.post(lambda: self._do(link, id, body, digest))

    async def _do(self, link: Link, id: str, body: Message, digest: str) -> None:  # noqa: A002
        wish = wish_of(body)
        if wish is None:
            self.answer(link, id, invalid("unsupported"))
        elif isinstance(wish, Refusal):
            self.answer(link, id, invalid(wish.code, **dict(wish.facts)))
        else:
            command = Command(id, link.seat_id, wish, digest)
            reply = await self.decide(command, lambda reply: link.say(reply_of(reply), re=id))
            if reply.outcome == "done" and not reply.dup:
                self._followed(body)

    def _followed(self, body: Message) -> None:
        """Keep what is known of the VTT's documents true, or forget it."""
        match body:
            case Applied() | Diverged():
                self.following.wrote(self.state, body)
            case SceneChanged(scene=scene, detached=bool()) | SceneGone(scene=scene):
                self.following.forget(scene)
            case _:
                pass

    def recalled(self, command: Command) -> Reply | None:
        """Give the reply to a retry, `None` for a new command."""
        return self.ledger.table.memory.recall(command)

    def answer(self, link: Link, id: str, reply: Reply) -> None:  # noqa: A002 - the wire's word
        """Answer without any row, in the order of the log."""
        self._result(link, id, reply_of(reply))

    def order(
        self,
        wish: Wish,
        then: Callable[[Reply], None] = lambda _: None,
        by: Sender = SERVER,
        access: AccessChanges = UNCHANGED,
    ) -> None:
        """Take a command into the mailbox that the server makes, for itself or for a seat that wants it."""
        command = Command(command_id(), by, wish)
        self.hub.post(lambda: self.decide(command, then, access))

    async def decide(
        self, command: Command, then: Callable[[Reply], None], access: AccessChanges = UNCHANGED
    ) -> Reply:
        """Decide a command, and have it answered and told when it is stored; gives what was decided.

        `access` is stored with the command's rows, or not at all where it has none.
        """
        began = perf_counter()
        decision = await self._settled(command)
        took = round(perf_counter() - began, 6)
        about = {"table": self.ledger.tag, "command": command.id, "kind": type(command.wish).__name__}
        log.info("decided", outcome=decision.reply.outcome, seconds=took, **about)
        if took > self.config.geometry_seconds:
            log.warning("slow decision", seconds=took, **about)
        return self._settle(command, decision, then, access)

    def _settle(
        self,
        command: Command,
        decision: Decision,
        then: Callable[[Reply], None],
        access: AccessChanges = UNCHANGED,
    ) -> Reply:
        """Write down what was decided, and have it answered and told when it is stored; gives the reply."""

        def failed(fault: StoreFault) -> None:
            self.following.forget()
            then(self._not_stored(command, fault))

        if not decision.rows:
            self.ledger.table.remember(command, decision)
            self.hub.tell(Telling(lambda: then(decision.reply), failed))
            return decision.reply
        written = self.ledger.write(command, decision, access)
        if isinstance(written, TooLarge):
            self._give_up_waiting(command.wish)
            no = refuse("OUTCOME_TOO_LARGE", bytes=written.bytes, most=LARGEST_ROW)
            return self._settle(command, no_rows(refused(no)), then)

        def told() -> None:
            self._told(written.told, lambda: then(decision.reply))

        self.hub.tell(Telling(told, failed, written.stored))
        return decision.reply

    async def _load_again(self) -> None:
        """Load the table from its log, beside the event loop; what was to be told of its people is told."""
        self.ledger.stand(await Reading().done(self.ledger.read))
        if self.crowd.executor is not self.slot.holder:
            self.hub.post(self._new_executor)
        self.hub.post(self._ask_for_absent)

    def _give_up_waiting(self, wish: Wish) -> None:
        """A hold whose time is over, and whose default leads to more than can be written, ends with a no."""
        if isinstance(wish, Waited):
            self.order(Reject(wish.hold))

    async def _settled(self, command: Command) -> Decision:
        """Decide beside the event loop; what takes far too long, or fails, is told to its asker."""
        live = self.slot.live
        try:
            return await reckon(lambda: self.ledger.settle(command, uniform, live), self.pace)
        except GivenUp:
            log.warning("given up", table=self.ledger.tag, command=command.id)
            return no_rows(busy("geometry_time", RETRY_MS))
        except Exception as fault:  # noqa: BLE001 - a rule book's bug must not end its table
            log.error(  # noqa: TRY400 - tracebacks show secrets; the line names the fault
                "decision failed", table=self.ledger.tag, command=command.id, error=repr(fault)
            )
            return no_rows(invalid("rules_failed", kind=type(fault).__name__))

    def _told(self, told: tuple[Told, ...], answer: Callable[[], None]) -> None:
        answer()
        self.crowd.tell(told, self.patience.remaining)
        for one in told:
            if one.seq % ROWS_A_STATE == 0:
                self._keep(asyncio.get_running_loop().run_in_executor(None, self.ledger.keep_state, one))

    def _keep(self, working: asyncio.Future[None]) -> None:
        """Remember what goes on beside the mailbox until it is done."""
        self._keeping.add(working)
        working.add_done_callback(self._keeping.discard)

    def _not_stored(self, command: Command, fault: StoreFault) -> Reply:
        """Give the reply to a command whose rows, or rows before it, could not be stored."""
        if isinstance(fault, CommandKnown):
            return self.ledger.recalled(command)
        if isinstance(fault, ReadOnly):
            return refused(refuse("READ_ONLY", reason=str(fault)))
        return NOT_STORED

    def read(self, link: Link, id: str, body: Message) -> None:  # noqa: A002 - the wire's word
        """Take a client's request into the mailbox; what takes long may not pile up."""
        if self._piles_up(link, body):
            link.say(WireReply("busy", code="too_many_in_flight", retry_after_ms=RETRY_MS), re=id)
        else:
            self.hub.post(lambda: self._read(link, id, self._do_read(link, id, body)))

    def _piles_up(self, link: Link, body: Message) -> bool:
        match body:
            case Look():
                looks = link in self._looking
                self._looking.add(link)
                return looks
            case Preview() | Ask():
                return not self.foreseeing.takes(link)
            case _:
                return False

    async def _read(self, link: Link, id: str, reading: Awaitable[None]) -> None:  # noqa: A002
        try:
            await reading
        except Exception as fault:  # noqa: BLE001 - a rule book's bug is told to its asker and ends nothing
            log.error(  # noqa: TRY400 - tracebacks show secrets; the line names the fault
                "request failed", table=self.ledger.tag, connection=link.id, error=repr(fault)
            )
            self.answer(link, id, invalid("rules_failed", kind=type(fault).__name__))

    async def _do_read(self, link: Link, id: str, body: Message) -> None:  # noqa: A002
        match body:
            case Preview() | Ask():
                foreseeing = self._foresee(link, id, body, self.state)
                self._keep(asyncio.ensure_future(self._read(link, id, foreseeing)))
            case Look():
                await self._look(link, id)
            case Seats():
                view = self.ledger.table.view(link.seat_id)
                self._result(link, id, SeatList(seats_of(view, self.crowd.connected())))
            case Executor():
                self._executor(link, id, body)
            case _:
                self._result(link, id, WireReply("invalid", code="unsupported"))

    async def _foresee(self, link: Link, id: str, body: Preview | Ask, state: State) -> None:  # noqa: A002
        failures = self.hub.failures
        found = await self.foreseeing.found(link, body, state)
        if self.hub.failures != failures:
            # the state that this was reckoned from may never have been stored
            link.say(reply_of(NOT_STORED), re=id)
        elif found is not None:
            self._result(link, id, found)

    def _result(self, link: Link, id: str, message: Message) -> None:  # noqa: A002
        self._tell(link, id, lambda: link.say(message, re=id))

    def _tell(self, link: Link, id: str, told: Callable[[], None]) -> None:  # noqa: A002
        """Have a request answered in the order of the log; busy where what it stands on is not stored."""
        self.hub.tell(Telling(told, lambda _: link.say(reply_of(NOT_STORED), re=id)))

    def join(self, link: Link, resume: Resume | None, session: str, before: tuple[Message, ...] = ()) -> None:
        """Seat a client: it is welcomed, told the state or what it missed, and hears all from then on."""
        self.arrivals.join(link, Coming(resume, session, before))

    async def _look(self, link: Link, id: str) -> None:  # noqa: A002 - the wire's word
        self._looking.discard(link)
        head = head_for(self.key, self.ledger.hash, whole=self.state.is_gm(link.seat))
        whole = await whole_for(self.ledger, link, head)
        self._tell(link, id, lambda: send(link, whole, re=id))

    def leave(self, link: Link) -> None:
        """A client is gone."""
        link.is_gone = True
        self.hub.post(lambda: self._leave(link))

    def _leave(self, link: Link) -> None:
        self.following.left(link.id)
        if link in self.crowd.links:
            self.crowd.links.remove(link)
        if self.crowd.executor is link:
            self.crowd.appoint(None, self.slot.term)
        if self.slot.leave(link):
            self.hub.post(self._new_executor)
        self._ask_for_absent(link.seat_id)

    def _ask_for_absent(self, seat: str | None = None) -> None:
        """Ask the game masters where nobody of a question's audience is here: of one seat that left, or all.

        It is asked again when the table is loaded again, should these rows not be stored.
        """
        state, here = self.state, self.crowd.connected()
        held = tuple(
            hold
            for hold in state.holds
            if any(seat in {None, asked} and not here.get(asked, False) for asked in hold.seats)
        )

        def told() -> None:
            for hold in held:
                self._ask_gms(state, hold)

        self.hub.tell(Telling(told, lambda _: None))

    def _ask_gms(self, state: State, hold: Hold) -> None:
        for other in self.crowd.links:
            if state.is_gm(other.seat):
                self.crowd.show(other, state, hold, self.patience.remaining(hold))

    def tell_gms(self, message: Message) -> None:
        """Tell the game masters something that is no event."""
        self.hub.post(lambda: self.crowd.say_to_gms(self.state, message))

    def give(self, piece: str, seat: str, by: str) -> None:
        """Let a piece, on whichever scene it stands, belong to a seat, as the game master `by` wants."""
        for scene in self.state.scenes:
            if scene.find(piece) is not None:
                self.order(ChangePiece(scene.id, piece, PieceWish(owner=seat)), by=by)

    def put_out(self, seat: str) -> None:
        """Close whatever is connected for a seat that was ended."""
        for link in tuple(self.crowd.links):
            if link.seat == seat:
                link.end(CloseCode.REVOKED)

    def _executor(self, link: Link, id: str, body: Executor) -> None:  # noqa: A002 - the wire's word
        if not self.state.is_gm(link.seat):
            self._result(link, id, WireReply("refused", code="NOT_ALLOWED"))
            return
        if not body.claim and self.crowd.executor is link:
            self.crowd.appoint(None, self.slot.term)
        changed = self.slot.claim(link, force=body.force) if body.claim else self.slot.leave(link)
        self._result(link, id, self.slot.state_for(link))
        if changed:
            self.hub.post(self._new_executor)

    async def _new_executor(self) -> None:
        """Tell the new executor of its term, send what nobody confirmed, and carry out what waits."""
        holder, term = self.slot.holder, self.slot.term
        if holder is None:
            return
        again = await self._unconfirmed()

        def told() -> None:
            self.crowd.appoint(holder, term)
            holder.say(self.slot.state_for(holder))
            self.crowd.missed(holder, again)

        # where this is not told, it is tried again when the table has been loaded again
        self.hub.tell(Telling(told, lambda _: None))
        for hold in self.ledger.table.waiting_for_executor():
            self.order(CarryOut(hold.id))

    async def _unconfirmed(self) -> tuple[Told, ...]:
        """Give the rows that nobody confirmed; what is no longer at hand is read from the log."""
        seqs = frozenset(written.seq for written in self.ledger.table.unapplied())
        here = tuple(told for told in self.ledger.window if told.seq in seqs)
        if len(here) == len(seqs):
            return here
        first, end, long = min(seqs), self.ledger.window.oldest, Pace(0.0, self.config.replay_seconds)

        def earlier() -> tuple[Told, ...]:
            rows = rows_after(self.ledger, book_apart(self.ledger), first - 1).rows
            return tuple(told for told in takewhile(lambda told: told.seq <= end, rows) if told.seq in seqs)

        return (*await reckon(earlier, long), *here)

    def tick(self, elapsed_ms: int) -> None:
        """Let time pass for what waits."""
        self.hub.post(lambda: self._tick(elapsed_ms))

    async def _tick(self, elapsed_ms: int) -> None:
        here = self.crowd.connected()
        gm = self.crowd.gm_is_here(self.state)
        self.patience.passed(
            self.state,
            elapsed_ms,
            lambda hold: gm or any(here.get(seat, False) for seat in hold.seats),
            gm=gm,
        )
        for waited in self.patience.due(self.state, now_ms()):
            await self.decide(Command(command_id(), SERVER, waited), lambda _: None)

    async def stop(self) -> None:
        """Write down how long things have waited, finish, and end."""
        for waited in self.patience.stopping(self.state, now_ms()):
            self.order(waited)
        await self.hub.stop()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        with contextlib.suppress(StoreFault):
            await asyncio.to_thread(self.ledger.keep_last)
