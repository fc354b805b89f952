"""The table's state as a client's mirror, and each row as the event that changes it."""

import msgspec

from vttbridge.rules.effects import Plan
from vttbridge.serializers.pieces import piece_state
from vttbridge.serializers.results import effect_of, plan_of, question_of
from vttbridge.serializers.values import members_of, plain_of, tree_of
from vttbridge.table import GameContext, LogEvent, SceneState, Seat, State, Transition, View
from vttbridge.table.model import events as rows
from vttbridge.table.model.changes import CutTurned, DoorTurned
from vttbridge.table.visibility.redaction import hidden_ids
from vttbridge_protocol import (
    BrokenPart,
    Changed,
    DoorState,
    Event,
    GroundState,
    PieceState,
    Plain,
    SceneMirror,
    SeatMirror,
    TableMirror,
    in_full,
)

NOTHING: tuple[Plain, ...] = (None, "", False, [], {})

NOT_AS_IT_IS = frozenset({"changes", "effects", "plan", "question", "facts", "blob", "seen"})
"""Members of rows that are told in words of their own, or to nobody."""


def state_of_view(view: View) -> TableMirror:
    """Return the table as a seat may see it."""
    return TableMirror(
        ruleset=view.ruleset,
        name=view.name,
        policy=view.policy,
        dice=view.dice,
        options=dict(view.settings),
        scenes=tuple(_scene(scene) for scene in view.scenes),
        seats=tuple(_seat(seat) for seat in view.seats),
    )


def _scene(scene: SceneState) -> SceneMirror:
    pieces = tuple(piece_state(standing) for standing in scene.pieces)
    return SceneMirror(scene.id, _ground(scene), pieces)


def _seat(seat: Seat) -> SeatMirror:
    return SeatMirror(seat.id, seat.role, seat.label, seat.user)


def _ground(scene: SceneState, hidden: frozenset[str] = frozenset()) -> GroundState:
    doors = tuple(DoorState(wall, state) for wall, state in scene.overlay.doors if wall not in hidden)
    broken = tuple(
        BrokenPart(cut.kind, cut.id, None if cut.cell is None else (cut.cell.x, cut.cell.y), cut.stretch)
        for cut in scene.overlay.broken
        if cut.id not in hidden
    )
    return GroundState(scene.revision, scene.name, scene.home, scene.detached, doors, broken)


def event_of(book: GameContext, step: Transition, row: LogEvent, *, whole: bool) -> Event:
    """Return a row, as a seat may see it, as an event; `whole`: the seat is a game master's."""
    data = _told(row.body)
    now = changed_by(book, step, row, whole=whole)
    if now is not None:
        data["now"] = _short(now)
    return Event(
        epoch=row.epoch,
        kind=row.kind,
        data=data,
        schema=step.after.schema,
        time_ms=row.time_ms,
        cause=row.cause,
        actor=row.actor,
    )


def ground_moved(step: Transition) -> Event | None:
    """Return that a scene's geometry has a new revision, for a seat that may not see what changed."""
    scene = getattr(step.row.body, "scene", None)
    before = step.before.scene(scene) if isinstance(scene, str) else None
    after = step.after.scene(scene) if isinstance(scene, str) else None
    if before is None or after is None or before.revision == after.revision:
        return None
    return Event(epoch=step.row.epoch, kind="scene_changed", data={"scene": after.id})


def unseen_ground(book: GameContext, step: Transition) -> Event | None:
    """Return the event of `ground_moved` with the ground as players see it."""
    moved = ground_moved(step)
    if moved is None:
        return None
    scene = step.after.scene(str(moved.data["scene"]))
    if scene is None:
        return None
    now = Changed(scene=scene.id, ground=_ground(scene, hidden_ids(book, scene)))
    data: dict[str, Plain] = {**moved.data, "now": _short(now)}
    return msgspec.structs.replace(moved, data=data)


def _short(now: Changed) -> dict[str, Plain]:
    """Leave out what says nothing; what is said is written out in full."""
    tree = in_full(now)
    assert isinstance(tree, dict)
    return {name: value for name, value in tree.items() if value not in NOTHING}


def _told(body: rows.EventBody) -> dict[str, Plain]:
    """Return what a row says beside the things that it changed."""
    tree = members_of(body, without=NOT_AS_IT_IS)
    match body:
        case rows.Committed():
            tree["effects"] = [in_full(effect_of(effect)) for effect in body.effects]
            tree["facts"] = {fact.name: plain_of(fact.value) for fact in body.facts}
        case rows.Planned() | rows.Approved():
            tree["plan"] = _plan(body.plan, body.hash)
        case rows.Asked():
            tree["question"] = in_full(question_of(body.question))
        case rows.Noted():
            tree["facts"] = tree_of(body.facts)
        case rows.SceneSet():
            tree["blob"] = body.blob
        case _:
            pass
    return tree


def _plan(plan: Plan | None, plan_hash: str) -> Plain:
    return None if plan is None else in_full(plan_of(plan, plan_hash))


def changed_by(book: GameContext, step: Transition, row: LogEvent, *, whole: bool) -> Changed | None:
    """Return what a row makes of a mirror."""
    match row.body:
        case rows.TableSet():
            return Changed(table=_table(step.after))
        case rows.SeatTaken(seat=seat):
            return Changed(seats=tuple(_seat(taken) for taken in step.after.seats if taken.id == seat))
        case rows.SeatLeft(seat=seat):
            return Changed(seats_gone=(seat,))
        case rows.SceneGone(scene=scene):
            return Changed(scene=scene, scene_gone=True)
        case rows.SceneSet(scene=scene):
            return _put(book, step.after, scene, whole=whole)
        case _:
            return _on_scene(book, step, row.body, whole=whole)


def _table(state: State) -> TableMirror:
    return TableMirror(state.ruleset, state.name, state.policy, state.dice, dict(state.settings))


def _put(book: GameContext, state: State, scene: str, *, whole: bool) -> Changed | None:
    """New ground may show or hide what it has in common with the old: the pieces come along."""
    after = state.scene(scene)
    if after is None:
        return None
    hidden = frozenset[str]() if whole else hidden_ids(book, after)
    return Changed(scene=scene, put=True, ground=_ground(after, hidden))


def _on_scene(book: GameContext, step: Transition, body: rows.EventBody, *, whole: bool) -> Changed | None:
    scene = getattr(body, "scene", None)
    before = step.before.scene(scene) if isinstance(scene, str) else None
    after = step.after.scene(scene) if isinstance(scene, str) else None
    if before is None or after is None or not hasattr(body, "changes"):
        return None
    ground = None
    if (before.revision, before.name, before.detached) != (after.revision, after.name, after.detached):
        ground = _ground(after, frozenset() if whole else hidden_ids(book, after))
    pieces, gone = _touched(body, after, whole=whole)
    return Changed(scene=after.id, ground=ground, pieces=pieces, gone=gone)


def _touched(
    body: rows.EventBody, after: SceneState, *, whole: bool
) -> tuple[tuple[PieceState, ...], tuple[str, ...]]:
    named = {
        change.piece: None
        for change in rows.changes_in(body)
        if not isinstance(change, DoorTurned | CutTurned)
    }
    standing = {piece: after.find(piece) for piece in named}
    shown = {
        piece: found
        for piece, found in standing.items()
        if found is not None and (whole or not found.piece.hidden)
    }
    pieces = tuple(piece_state(found) for found in shown.values())
    return pieces, tuple(piece for piece in named if piece not in shown)
