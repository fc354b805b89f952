"""What a seat may see, in one place: of the state, and of each row as it happens.

Game masters see everything. Others see no hidden piece, wall or area, and nothing that names one: lines of a
plan about them fall away, facts that mention them too. A piece that is revealed comes as a whole piece; one
that is hidden goes. Hashes of plans stay with the game masters, for a hash lets its reader try out guesses.
"""

import msgspec

from vttbridge.geometry.scene import Overlay, SceneSpec
from vttbridge.rules.effects import Effect, Note, Plan
from vttbridge.rules.options import Setting
from vttbridge.table.context import GameContext, open_spec
from vttbridge.table.model.changes import Change, CutTurned, DoorTurned, Stood
from vttbridge.table.model.events import (
    Acted,
    Answered,
    Approved,
    Asked,
    Committed,
    Dice,
    EventBody,
    LogEvent,
    PieceChanged,
    PieceGone,
    PiecePut,
    Planned,
    Policy,
    Rolled,
    SceneChanged,
    SceneSet,
    Undone,
    changes_in,
)
from vttbridge.table.model.permissions import Role, Seat
from vttbridge.table.model.state import Hold, PlacedPiece, SceneState, State
from vttbridge.table.visibility.redaction import hidden_ids, mentions


class View(msgspec.Struct, frozen=True):
    """A table's state as one seat may see it."""

    seat: str
    role: Role
    ruleset: str
    settings: tuple[Setting, ...]
    policy: Policy
    dice: Dice
    name: str
    scenes: tuple[SceneState, ...]
    seats: tuple[Seat, ...]
    holds: tuple[Hold, ...]


class Transition(msgspec.Struct, frozen=True):
    """A row with the states on both sides of it."""

    before: State
    row: LogEvent
    after: State


def view(game: GameContext, state: State, seat: str) -> View:
    """Return the state as a seat may see it; an unknown seat sees what an observer does."""
    found = state.seat(seat)
    whole = state.is_gm(seat)
    scenes = state.scenes if whole else tuple(_scene_seen(game, scene) for scene in state.scenes)
    return View(
        seat=seat,
        role="gm" if whole else found.role if found is not None else "observer",
        ruleset=state.ruleset,
        settings=state.settings,
        policy=state.policy,
        dice=state.dice,
        name=state.name,
        scenes=scenes,
        seats=state.seats,
        holds=tuple(hold for hold in (hold_seen(game, state, hold, seat) for hold in state.holds) if hold),
    )


def spec_seen(game: GameContext, state: State, scene: SceneState, seat: str) -> SceneSpec:
    """Return a scene's geometry as a seat may see it, without the overlay."""
    spec = game.bare(scene.blob).spec
    return spec if state.is_gm(seat) else open_spec(spec)


def _scene_seen(game: GameContext, scene: SceneState) -> SceneState:
    hidden = hidden_ids(game, scene)
    doors = tuple(door for door in scene.overlay.doors if door[0] not in hidden)
    broken = tuple(cut for cut in scene.overlay.broken if cut.id not in hidden)
    pieces = tuple(standing for standing in scene.pieces if not standing.piece.hidden)
    return msgspec.structs.replace(scene, blob="", overlay=Overlay(doors, broken), pieces=pieces)


def hold_seen(game: GameContext, state: State, hold: Hold, seat: str) -> Hold | None:
    """Return a hold as a seat may see it: `None` where it is not theirs to know of."""
    if state.is_gm(seat):
        return hold
    if seat != hold.seat and seat not in hold.seats:
        return None
    hidden = _hidden_on(game, state, hold.scene)
    waiting = hold.plan_seen or hold.plan
    plan = None if waiting is None else plan_seen(waiting, hidden)
    differs = hold.plan_seen is not None
    return msgspec.structs.replace(
        hold,
        fields={} if mentions(hold.fields, hidden) else hold.fields,
        answers=(),
        rolled=(),
        edits=(),
        question=(hold.question_seen or hold.question) if seat in hold.seats else None,
        question_seen=None,
        plan=plan,
        plan_seen=None,
        hash="",
        gained=() if differs else tuple(key for key in hold.gained if not mentions(key, hidden)),
        lost=() if differs else tuple(key for key in hold.lost if not mentions(key, hidden)),
    )


def _hidden_on(game: GameContext, state: State, scene: str) -> frozenset[str]:
    found = state.scene(scene)
    return frozenset() if found is None else hidden_ids(game, found)


def plan_seen(plan: Plan, hidden: frozenset[str]) -> Plan:
    """Return a plan without what it says about hidden things."""
    facts = tuple(fact for fact in plan.facts if not mentions((fact.name, fact.value), hidden))
    return msgspec.structs.replace(plan, effects=effects_seen(plan.effects, hidden), facts=facts)


def effects_seen(effects: tuple[Effect, ...], hidden: frozenset[str]) -> tuple[Effect, ...]:
    """Return the lines that a player may see, each without the names of hidden things."""
    if not hidden:
        return effects
    shown = (_effect_seen(effect, hidden) for effect in effects)
    return tuple(effect for effect in shown if effect is not None)


def _effect_seen(effect: Effect, hidden: frozenset[str]) -> Effect | None:
    """Keep a line whose subject may be seen; its key, cause and source lose what is hidden."""
    if effect.piece in hidden or mentions(effect.key, hidden):
        return None
    if effect.__struct_config__.tag == "wall_broken" and mentions(_cut_id(effect), hidden):
        return None
    rests = tuple(key for key in effect.rests_on if not mentions(key, hidden))
    kept = msgspec.structs.replace(effect, rests_on=rests)
    if isinstance(kept, Note):
        facts = tuple(fact for fact in kept.facts if not mentions(fact, hidden))
        return msgspec.structs.replace(kept, facts=facts)
    for word in ("source", "cause"):
        if mentions(getattr(kept, word, ""), hidden):
            kept = msgspec.structs.replace(kept, **{word: ""})
    return kept


def _cut_id(effect: Effect) -> str:
    cut = getattr(effect, "cut", None)
    return "" if cut is None else str(cut.id)


def seen(game: GameContext, step: Transition, seat: str) -> LogEvent | None:
    """Return a row as a seat may see it, `None` where it may not at all."""
    row = step.row
    if step.after.is_gm(seat):
        return row
    if row.audience and seat not in row.audience:
        return None
    body = _body_seen(game, step, seat)
    return None if body is None else msgspec.structs.replace(row, body=body, audience=(), digest="")


def _body_seen(game: GameContext, step: Transition, seat: str) -> EventBody | None:
    body = step.row.body
    match body:
        case SceneSet():
            return msgspec.structs.replace(body, blob="")
        case SceneChanged() | PiecePut() | PieceChanged() | PieceGone() | Committed() | Undone():
            return _written_seen(game, step)
        case Acted():
            hidden = _hidden_in(game, step, body.scene)
            named = (body.fields, tuple(answer.value for answer in body.answers))
            return (
                msgspec.structs.replace(body, fields={}, answers=(), rolls=())
                if mentions(named, hidden)
                else body
            )
        case Planned():
            return _planned_seen(game, step, body)
        case Asked(seen=other):
            shown = msgspec.structs.replace(body, question=other or body.question, seen=None)
            return shown if seat in body.seats else None
        case Answered() | Rolled():
            hold = step.after.hold(body.hold)
            hidden = _hidden_in(game, step, hold.scene) if hold else frozenset[str]()
            return None if mentions((body.key, body.value), hidden) else body
        case Approved():
            return msgspec.structs.replace(body, saw="", edits=(), hash="", plan=None)
        case _:
            return body


def _hidden_in(game: GameContext, step: Transition, scene: str) -> frozenset[str]:
    """What is hidden on either side of a row."""
    return _hidden_on(game, step.before, scene) | _hidden_on(game, step.after, scene)


def _planned_seen(game: GameContext, step: Transition, body: Planned) -> Planned:
    hold = step.after.hold(body.hold)
    hidden = _hidden_in(game, step, hold.scene) if hold else frozenset[str]()
    return msgspec.structs.replace(
        body,
        plan=plan_seen(body.seen or body.plan, hidden),
        hash="",
        gained=tuple(key for key in body.gained if not (body.seen or mentions(key, hidden))),
        lost=tuple(key for key in body.lost if not (body.seen or mentions(key, hidden))),
        seen=None,
    )


def _written_seen(game: GameContext, step: Transition) -> EventBody | None:
    body = step.row.body
    assert isinstance(body, SceneChanged | PiecePut | PieceChanged | PieceGone | Committed | Undone)
    changes = changes_seen(game, step, body.scene)
    match body:
        case Committed():
            hidden = _hidden_in(game, step, body.scene)
            facts = tuple(fact for fact in body.facts if not mentions((fact.name, fact.value), hidden))
            effects = effects_seen(body.effects, hidden)
            if body.effects and not effects:
                return None
            return msgspec.structs.replace(body, changes=changes, effects=effects, facts=facts)
        case Undone():
            told = changes or not body.changes
            return msgspec.structs.replace(body, changes=changes, writes=()) if told else None
        case SceneChanged():
            renamed = body.name is not None or body.detached is not None
            return msgspec.structs.replace(body, changes=changes) if changes or renamed else None
        case _:
            return msgspec.structs.replace(body, changes=changes) if changes else None


def changes_seen(game: GameContext, step: Transition, scene: str) -> tuple[Change, ...]:
    """Return what a row writes as far as a player may see it."""
    before, after = step.before.scene(scene), step.after.scene(scene)
    if before is None or after is None:
        return ()
    hidden = hidden_ids(game, after)
    told: dict[str, tuple[Change, ...]] = {}
    kept: list[Change] = []
    for change in changes_in(step.row.body):
        match change:
            case DoorTurned(wall=wall):
                kept += () if wall in hidden else (change,)
            case CutTurned(cut=cut):
                kept += () if cut.id in hidden else (change,)
            case _:
                told[change.piece] = (*told.get(change.piece, ()), change)
    pieces = (_piece_seen(before.find(piece), after.find(piece), told[piece]) for piece in told)
    return (*(change for some in pieces for change in some), *kept)


def _piece_seen(
    before: PlacedPiece | None, after: PlacedPiece | None, changes: tuple[Change, ...]
) -> tuple[Change, ...]:
    was = before.piece if before is not None and not before.piece.hidden else None
    now = after.piece if after is not None and not after.piece.hidden else None
    if was is not None and now is not None:
        return changes
    if was is None and now is None:
        return ()
    piece_id = was.id if was is not None else now.id if now is not None else ""
    return (Stood(piece_id, was, now),)
