"""One game in progress: its state, and the commands that it knows. Sans-IO; it is told of rows and time."""

from collections.abc import Iterable

import msgspec

from vttbridge.rules.dice import Uniform
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value
from vttbridge.table.context import GameContext
from vttbridge.table.decisions.decision import (
    NOW,
    Decided,
    Decision,
    DecisionContext,
    Faces,
    Live,
    NeedsFaces,
    no_rows,
)
from vttbridge.table.decisions.dispatch import decide
from vttbridge.table.decisions.preview import Preview, PreviewRequest, Query, ask, preview
from vttbridge.table.model.commands import Command
from vttbridge.table.model.events import Cancelled, Committed, EventBody, Expired, LogEvent, Rejected
from vttbridge.table.model.state import End, Hold, State, UndoableCommit
from vttbridge.table.reducer import reduce
from vttbridge.table.reply_cache import ID_REUSED, CachedReply, ReplyCache, known_by
from vttbridge.table.visibility.view import Transition, View, seen, view

MAX_FACES = 1_000
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

    def __init__(
        self, game: GameContext, state: State | None = None, most_remembered: int | None = None
    ) -> None:
        self.game = game
        self.state = State() if state is None else state
        self.reply_cache = ReplyCache() if most_remembered is None else ReplyCache(most_remembered)
        self._batch: tuple[LogEvent, ...] = ()

    @classmethod
    def load(cls, game: GameContext, rows: Iterable[LogEvent], state: State | None = None) -> "Table":
        """Fold a log, or what follows of it after a snapshot's state; ValueError where rows do not follow."""
        table = cls(game, state)
        for row in rows:
            table._reduce(row)
        table._finish()
        return table

    def decide(self, command: Command, live: Live = NOW, faces: Faces = ()) -> Decided:
        """Decide a command; nothing changes. A retry gets its stored reply, a reused id is invalid."""
        known = self.reply_cache.lookup(command)
        if known is not None:
            return no_rows(known)
        return decide(DecisionContext(self.game, self.state, command, live, faces))

    def decide_with(self, command: Command, uniform: Uniform, live: Live = NOW) -> Decision:
        """Decide a command, drawing what must be drawn with the caller's stream of uniform numbers."""
        faces: Faces = ()
        for _ in range(MAX_FACES):
            decided = self.decide(command, live, faces)
            if isinstance(decided, Decision):
                return decided
            faces = (*faces, drawn(decided, uniform))
        raise ValueError("the command rolls without end")

    def numbered(
        self, command: Command, decision: Decision, time_ms: int, epoch: int | None = None
    ) -> tuple[LogEvent, ...]:
        """Return the rows of a decision their places behind the present state."""
        return tuple(
            LogEvent(
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

    def apply(self, rows: Iterable[LogEvent]) -> tuple[Transition, ...]:
        """Fold the rows of one command; the steps are what seats are told of."""
        steps = tuple(self._reduce(row) for row in rows)
        self._finish()
        return steps

    def cache_reply(self, command: Command, decision: Decision) -> None:
        """Remember the reply to a command without rows, but for `busy`, which is to be tried again."""
        passing = decision.reply.outcome == "busy" or decision.reply.code == ID_REUSED
        if not decision.rows and not decision.reply.dup and not passing:
            known = CachedReply(command.digest, decision.reply, logged=False)
            self.reply_cache.store(command.actor, command.id, known)

    def preview(self, seat: str, asking: PreviewRequest) -> Preview:
        """Return what would come of an action or of a hold, as far as a seat may know."""
        return preview(self.game, self.state, seat, asking)

    def ask(self, seat: str, query: Query) -> Value | Refusal:
        """Answer a query of the rule book."""
        return ask(self.game, self.state, seat, query)

    def view(self, seat: str) -> View:
        """Return the state as a seat may see it."""
        return view(self.game, self.state, seat)

    def seen(self, step: Transition, seat: str) -> LogEvent | None:
        """Return a row as a seat may see it, or `None`."""
        return seen(self.game, step, seat)

    def state_hash(self) -> str:
        """Return the hash of the whole state, for the store and for `verify`."""
        return self.game.hash(self.state)

    def view_hash(self, seat: str) -> str:
        """Return the hash of the state as a seat may see it."""
        return self.game.hash(self.view(seat))

    def waiting_for_executor(self) -> tuple[Hold, ...]:
        """Return the holds that an executor's coming carries out, oldest first."""
        return tuple(hold for hold in self.state.holds if hold.state == "approved")

    def unapplied(self) -> tuple[UndoableCommit, ...]:
        """Return the rows that no executor has confirmed, oldest first: the next one is sent them again."""
        return tuple(row for row in self.state.written if row.awaits_executor)

    def _reduce(self, row: LogEvent) -> Transition:
        before = self.state
        self.state = reduce(self.game, before, row)
        if row.digest:
            self._finish()
        self._batch = (*self._batch, row)
        return Transition(before, row, self.state)

    def _finish(self) -> None:
        """Remember the command whose rows are complete."""
        if not self._batch:
            return
        first = self._batch[0]
        self.reply_cache.store(first.actor, first.cause, known_by(self._batch))
        self._batch = ()


def drawn(needs: NeedsFaces, uniform: Uniform) -> Answer:
    """Draw the face that is needed."""
    if needs.ask.draw is None:
        raise ValueError(f"{needs.key} is no roll")
    return Answer(needs.key, needs.ask.draw(uniform))


def resolved(step: Transition) -> Resolved | None:
    """Return the end of a hold that was pending, if this row is one."""
    hold = _ending(step.before, step.row.body)
    if hold is None or hold.state == "opened":
        return None
    body = step.row.body
    because = body.because if isinstance(body, Cancelled) else None
    ended = step.after.ended[-1]
    return Resolved(hold.id, hold.command, hold.seat, ended.end, step.row.seq, because, ended.by)


def _ending(state: State, body: EventBody) -> Hold | None:
    match body:
        case Committed() | Rejected() | Expired() | Cancelled():
            return state.hold(body.hold)
        case _:
            return None
