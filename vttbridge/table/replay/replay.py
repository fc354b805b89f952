"""A log read again, in three ways.

*Recorded* replay applies facts; *recompute* decides again and compares; *what if* plays under other house
rules.

A batch is the rows of one command. `command_of` gives back the command from its batch and the state before
it, so that deciding it over that state, with the faces that were logged, must give the same rows.
"""

from collections.abc import Iterable, Iterator

import msgspec

from vttbridge.rules.effects import Effect
from vttbridge.rules.options import Setting
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.script import Answer
from vttbridge.table.context import GameContext
from vttbridge.table.decisions.decision import Decision, DecisionContext, NeedsFaces
from vttbridge.table.decisions.dispatch import decide
from vttbridge.table.model.changes import Change, between_pieces, between_scenes
from vttbridge.table.model.commands import Approve, Command, SetTable
from vttbridge.table.model.events import Acted, Cancelled, Committed, EventBody, LogEvent, NewEvent
from vttbridge.table.model.state import State
from vttbridge.table.reducer import reduce
from vttbridge.table.replay.commands_from_log import command_of, commands_from_log, faces_in, live_of
from vttbridge.table.visibility.view import Transition


class Difference(msgspec.Struct, frozen=True):
    """A row that would be another today. `reason` is `other`, `missing`, `more` or `needs_roll`."""

    seq: int
    command: str
    reason: str
    recorded: EventBody | None = None
    decided: EventBody | None = None


class Outcome(msgspec.Struct, frozen=True):
    """What a command came to: its lines, or a no, or neither while it waits."""

    effects: tuple[Effect, ...] = ()
    refusal: Refusal | None = None
    waits: bool = False


class Otherwise(msgspec.Struct, frozen=True):
    """A command that comes to something else under other house rules."""

    seq: int
    action: str
    recorded: Outcome
    decided: Outcome


def recorded(game: GameContext, rows: Iterable[LogEvent], to: int | None = None) -> Iterator[Transition]:
    """Apply the facts of a log, one step a row, to its end or to row `to`."""
    state = State()
    for row in rows:
        if to is not None and row.seq > to:
            return
        after = reduce(game, state, row)
        yield Transition(state, row, after)
        state = after


def final(game: GameContext, rows: Iterable[LogEvent], to: int | None = None) -> State:
    """Return the state after a log, or after row `to`."""
    state = State()
    for step in recorded(game, rows, to):
        state = step.after
    return state


def recompute(game: GameContext, rows: Iterable[LogEvent]) -> Iterator[Difference]:
    """Decide every command again over the recorded state before it, and name each row that differs."""
    state = State()
    for batch in commands_from_log(rows):
        after = state
        for row in batch:
            after = reduce(game, after, row)
        yield from _differences(game, state, after, batch)
        state = after


def _differences(
    game: GameContext, before: State, after: State, batch: tuple[LogEvent, ...]
) -> Iterator[Difference]:
    first = batch[0]
    command = command_of(before, after, batch)
    if command is None:
        yield Difference(first.seq, first.cause, "other", first.body)
        return
    decided = decide(DecisionContext(game, before, command, live_of(batch), faces_in(batch)))
    if isinstance(decided, NeedsFaces):
        yield Difference(first.seq, first.cause, "needs_roll", first.body)
        return
    yield from _compared(batch, decided.rows)


def _compared(batch: tuple[LogEvent, ...], entries: tuple[NewEvent, ...]) -> Iterator[Difference]:
    cause = batch[0].cause
    for row, entry in zip(batch, entries, strict=False):
        if row.body != entry.body or row.audience != entry.audience:
            yield Difference(row.seq, cause, "other", row.body, entry.body)
    for row in batch[len(entries) :]:
        yield Difference(row.seq, cause, "missing", row.body)
    for entry in entries[len(batch) :]:
        yield Difference(batch[-1].seq, cause, "more", None, entry.body)


def what_if(
    game: GameContext, rows: Iterable[LogEvent], settings: tuple[Setting, ...]
) -> tuple[Otherwise, ...]:
    """Play a log again under other house rules, with the same commands, answers, yeses and dice.

    Every command is decided over the board as it has become by then. What asks or rolls something new stays
    open.
    """
    truth = other = State()
    told: list[Otherwise] = []
    faces: dict[str, tuple[Answer, ...]] = {}
    for batch in commands_from_log(rows):
        before = truth
        for row in batch:
            truth = reduce(game, truth, row)
        command = command_of(before, truth, batch)
        if command is None:
            continue
        other = msgspec.structs.replace(other, seq=batch[0].seq - 1, epoch=batch[0].epoch)
        command = _under(command, other, settings)
        hold = _hold_in(batch)
        faces[hold] = (*faces.get(hold, ()), *faces_in(batch))
        decided = decide(DecisionContext(game, other, command, live_of(batch), faces[hold]))
        entries = decided.rows if isinstance(decided, Decision) else ()
        other = _played(game, other, batch[0], entries)
        was = _outcome(tuple(row.body for row in batch))
        now = _refused(decided) or _outcome(tuple(entry.body for entry in entries))
        if was != now:
            told.append(Otherwise(batch[-1].seq, _action(before, batch), was, now))
    return tuple(told)


def _under(command: Command, other: State, settings: tuple[Setting, ...]) -> Command:
    """A table set otherwise keeps the other house rules; a yes is meant for whatever the plan is now."""
    match command.body:
        case SetTable() as body:
            merged = tuple((dict(body.settings) | dict(settings)).items())
            return msgspec.structs.replace(
                command, body=msgspec.structs.replace(body, settings=tuple(sorted(merged)))
            )
        case Approve() as body:
            hold = other.hold(body.hold)
            plan = body.plan if hold is None else hold.hash
            return msgspec.structs.replace(command, body=msgspec.structs.replace(body, plan=plan))
        case _:
            return command


def _refused(decided: Decision | NeedsFaces) -> Outcome | None:
    """Return the no of what came to nothing at all: its cause is gone, or the rules forbid it now."""
    if isinstance(decided, NeedsFaces):
        return Outcome(waits=True)
    reply = decided.reply
    if decided.rows or reply.outcome not in {"refused", "conflict", "invalid"}:
        return None
    return Outcome(refusal=Refusal(reply.code or reply.outcome, reply.facts))


def _played(game: GameContext, state: State, first: LogEvent, entries: tuple[NewEvent, ...]) -> State:
    for place, entry in enumerate(entries):
        row = msgspec.structs.replace(first, seq=first.seq + place, body=entry.body, audience=entry.audience)
        state = reduce(game, state, row)
    return state


def _hold_in(batch: tuple[LogEvent, ...]) -> str:
    return str(getattr(batch[0].body, "hold", ""))


def _action(state: State, batch: tuple[LogEvent, ...]) -> str:
    body = batch[0].body
    if isinstance(body, Acted):
        return body.action
    hold = state.hold(_hold_in(batch))
    return hold.action if hold is not None else batch[0].kind


def _outcome(bodies: tuple[EventBody, ...]) -> Outcome:
    for body in bodies:
        match body:
            case Committed(effects=effects):
                return Outcome(effects)
            case Cancelled(because=because):
                return Outcome(refusal=because)
            case _:
                continue
    return Outcome(waits=bool(bodies))


class SceneDifference(msgspec.Struct, frozen=True):
    """How one scene differs between two states: what would lead from the first to the second."""

    scene: str
    changes: tuple[Change, ...] = ()
    only_in: str = ""


def difference(game: GameContext, first: State, second: State) -> tuple[SceneDifference, ...]:
    """Return how the boards of two states differ, scene by scene; equal ones are left out."""
    told: list[SceneDifference] = []
    for scene_id in sorted({scene.id for scene in (*first.scenes, *second.scenes)}):
        old, new = first.scene(scene_id), second.scene(scene_id)
        if old is None or new is None:
            told.append(SceneDifference(scene_id, only_in="second" if old is None else "first"))
            continue
        pieces = between_pieces(
            tuple(standing.piece for standing in old.pieces),
            tuple(standing.piece for standing in new.pieces),
        )
        ground = between_scenes(game.ground(old), game.ground(new)) if old.blob == new.blob else ()
        if pieces or ground or old.blob != new.blob:
            told.append(SceneDifference(scene_id, (*pieces, *ground)))
    return tuple(told)
