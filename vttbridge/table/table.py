"""One game in progress: its state, and the commands that it knows. Sans-IO; it is told of rows and time."""

from collections.abc import Iterable

import msgspec

from vttbridge.rules.dice import Uniform
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value
from vttbridge.table.context import Book
from vttbridge.table.decisions.decision import NOW, Case, Decided, Decision, Faces, Live, NeedsFaces, no_rows
from vttbridge.table.decisions.dispatch import decide
from vttbridge.table.decisions.preview import Asking, Preview, Query, ask, preview
from vttbridge.table.model.commands import Command
from vttbridge.table.model.events import Body, Cancelled, Committed, Expired, Rejected, Row
from vttbridge.table.model.state import End, Hold, State, Written
from vttbridge.table.reducer import apply
from vttbridge.table.reply_cache import ID_REUSED, Known, Memory, known_by
from vttbridge.table.visibility.view import Step, View, seen, view

MOST_FACES = 1_000
"""A command that needs more rolls than this does not end."""


class Resolved(msgspec.Struct, frozen=True):
    """The one end of a hold: `command` is the id of the act that waited, `seat` who sent it."""

    hold: str
    command: str
    seat: str
    state: End
    seq: int
    because: Refusal | None = None
    by: str = ""


class Table:
    """A table's present state and everything that is asked of it. One owner; not for several threads."""

    def __init__(self, book: Book, state: State | None = None, most_remembered: int | None = None) -> None:
        self.book = book
        self.state = State() if state is None else state
        self.memory = Memory() if most_remembered is None else Memory(most_remembered)
        self._batch: tuple[Row, ...] = ()

    @classmethod
    def load(cls, book: Book, rows: Iterable[Row], state: State | None = None) -> "Table":
        """Fold a log, or what follows of it after a snapshot's state; ValueError where rows do not follow."""
        table = cls(book, state)
        for row in rows:
            table._took(row)
        table._settled()
        return table

    def decide(self, command: Command, live: Live = NOW, faces: Faces = ()) -> Decided:
        """Decide a command; nothing changes. A retry gets its stored reply, a reused id is invalid."""
        known = self.memory.recall(command)
        if known is not None:
            return no_rows(known)
        return decide(Case(self.book, self.state, command, live, faces))

    def settle(self, command: Command, uniform: Uniform, live: Live = NOW) -> Decision:
        """Decide a command, drawing what must be drawn with the caller's stream of uniform numbers."""
        faces: Faces = ()
        for _ in range(MOST_FACES):
            decided = self.decide(command, live, faces)
            if isinstance(decided, Decision):
                return decided
            faces = (*faces, drawn(decided, uniform))
        raise ValueError("the command rolls without end")

    def numbered(
        self, command: Command, decision: Decision, time_ms: int, epoch: int | None = None
    ) -> tuple[Row, ...]:
        """Give the rows of a decision their places behind the present state."""
        return tuple(
            Row(
                seq=self.state.seq + 1 + place,
                epoch=self.state.epoch if epoch is None else epoch,
                time_ms=time_ms,
                cause=command.id,
                actor=command.actor,
                body=entry.body,
                audience=entry.audience,
                digest=(command.digest or "-") if place == 0 else "",
            )
            for place, entry in enumerate(decision.rows)
        )

    def take(self, rows: Iterable[Row]) -> tuple[Step, ...]:
        """Fold the rows of one command; the steps are what seats are told of."""
        steps = tuple(self._took(row) for row in rows)
        self._settled()
        return steps

    def remember(self, command: Command, decision: Decision) -> None:
        """Remember the reply to a command without rows, but for `busy`, which is to be tried again."""
        passing = decision.reply.outcome == "busy" or decision.reply.code == ID_REUSED
        if not decision.rows and not decision.reply.dup and not passing:
            known = Known(command.digest, decision.reply, logged=False)
            self.memory.keep(command.actor, command.id, known)

    def preview(self, seat: str, asking: Asking) -> Preview:
        """Say what would come of an action or of a hold, as far as a seat may know."""
        return preview(self.book, self.state, seat, asking)

    def ask(self, seat: str, query: Query) -> Value | Refusal:
        """Answer a query of the rule book."""
        return ask(self.book, self.state, seat, query)

    def view(self, seat: str) -> View:
        """Give the state as a seat may see it."""
        return view(self.book, self.state, seat)

    def seen(self, step: Step, seat: str) -> Row | None:
        """Give a row as a seat may see it, or `None`."""
        return seen(self.book, step, seat)

    def state_hash(self) -> str:
        """Give the hash of the whole state, for the store and for `verify`."""
        return self.book.hash(self.state)

    def view_hash(self, seat: str) -> str:
        """Give the hash of the state as a seat may see it."""
        return self.book.hash(self.view(seat))

    def waiting_for_executor(self) -> tuple[Hold, ...]:
        """Give the holds that an executor's coming carries out, oldest first."""
        return tuple(hold for hold in self.state.holds if hold.state == "approved")

    def unapplied(self) -> tuple[Written, ...]:
        """Give the rows that no executor has confirmed, oldest first: the next one is sent them again."""
        return tuple(row for row in self.state.written if row.awaits_executor)

    def _took(self, row: Row) -> Step:
        before = self.state
        self.state = apply(self.book, before, row)
        if row.digest:
            self._settled()
        self._batch = (*self._batch, row)
        return Step(before, row, self.state)

    def _settled(self) -> None:
        """Remember the command whose rows are complete."""
        if not self._batch:
            return
        first = self._batch[0]
        self.memory.keep(first.actor, first.cause, known_by(self._batch))
        self._batch = ()


def drawn(needs: NeedsFaces, uniform: Uniform) -> Answer:
    """Draw the face that is needed."""
    if needs.ask.draw is None:
        raise ValueError(f"{needs.key} is no roll")
    return Answer(needs.key, needs.ask.draw(uniform))


def resolved(step: Step) -> Resolved | None:
    """Give the end of a hold that was pending, if this row is one."""
    hold = _ending(step.before, step.row.body)
    if hold is None or hold.state == "opened":
        return None
    body = step.row.body
    because = body.because if isinstance(body, Cancelled) else None
    ended = step.after.ended[-1]
    return Resolved(hold.id, hold.command, hold.seat, ended.end, step.row.seq, because, ended.by)


def _ending(state: State, body: Body) -> Hold | None:
    match body:
        case Committed() | Rejected() | Expired() | Cancelled():
            return state.hold(body.hold)
        case _:
            return None
