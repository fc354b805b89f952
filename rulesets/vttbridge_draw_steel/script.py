"""The whole resolution of a push, pull or slide, target by target (DS-01, DS-11, DS-12)."""

import msgspec

from vttbridge.geometry.footprint import Body, Cells
from vttbridge.geometry.room import overlaps
from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Move, Part
from vttbridge.rules.kinds import OrderOf, YesNo
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import Outcome
from vttbridge.rules.script import GM, MOVER, Script, choose
from vttbridge_draw_steel.actions import ForcedMove
from vttbridge_draw_steel.burrowing import keep_in_the_ground, surface
from vttbridge_draw_steel.death import Pain, hurt, is_out
from vttbridge_draw_steel.falling import can_stay_up, is_underground, settle, slam_down
from vttbridge_draw_steel.footing import stands
from vttbridge_draw_steel.grabs import cannot_be_moved, is_held_aloft, release
from vttbridge_draw_steel.movement import MoveKind, Movement, Square, Struck, Way
from vttbridge_draw_steel.outcome import Writer
from vttbridge_draw_steel.path_kind import Squares, square_of
from vttbridge_draw_steel.propose import offered, own_path
from vttbridge_draw_steel.reach import Reach, reach
from vttbridge_draw_steel.riders import carried_with, carry, unseat
from vttbridge_draw_steel.sizes import may_share, shape, solid
from vttbridge_draw_steel.walk import trace

IMMUNE_OBJECTS = ("poison", "psychic")
"""Damage that objects do not take (DSX-14)."""


def forced(draft: Draft, ability: ForcedMove, kind: MoveKind) -> Outcome:
    """Resolve a push, pull or slide (DS-01)."""
    refused = _check(draft, ability)
    if refused is not None:
        return refused
    draft.because("DS-01")
    kind = "slide" if ability.as_slide else kind
    _ability_damage(draft, ability)
    killed = tuple(one for one in ability.targets if _died(draft, one))
    for target in (yield from _order(draft, ability, kind)):
        refused = yield from _one(draft, ability, kind, target, killed=target in killed)
        if refused is not None:
            return refused
    return None


def _check(draft: Draft, ability: ForcedMove) -> Refusal | None:
    if len(set(ability.targets)) < len(ability.targets):
        return refuse("TWICE_THE_SAME", "DS-12", given=ability.targets)
    if ability.path is not None and len(ability.targets) > 1:
        return refuse("PATH_IS_FOR_ONE", "DS-12")
    if ability.source in ability.targets:
        return refuse("NOT_ONESELF", "DS-01")
    if ability.order and sorted(ability.order) != sorted(ability.targets):
        return refuse("NOT_EACH_ONCE", "DS-11", given=ability.order, things=ability.targets)
    for target in ability.targets:
        if draft.piece(target).kind == "marker":
            return refuse("NOT_A_BODY", "DS-01", piece=target)
    return None


def _ability_damage(draft: Draft, ability: ForcedMove) -> None:
    """The ability's damage comes first (DS-23, DS-41); objects are immune to poison and psychic (DSX-14)."""
    for target in ability.targets:
        if draft.piece(target).kind == "object" and ability.damage_type in IMMUNE_OBJECTS:
            draft.note("IMMUNE", target, rules=("DSX-14",), kind=ability.damage_type)
            continue
        parts = (Part("ability", ability.damage, "DS-23"),)
        pain = Pain(
            amount=ability.damage,
            cause="ability",
            kind=ability.damage_type,
            attack=True,
            source=ability.source,
            parts=parts,
        )
        hurt(draft, target, pain)


def _died(draft: Draft, target: str) -> bool:
    piece = draft.board.find(target)
    return piece is not None and is_out(piece) and not is_out(draft.start.piece(target))


def _order(draft: Draft, ability: ForcedMove, kind: MoveKind) -> Script[tuple[str, ...]]:
    """Ask the mover for the order of several targets; pushed ones best go farthest first (DS-11, DS-12)."""
    if len(ability.targets) == 1:
        return ability.targets
    draft.because("DS-11", "DS-12", "DS-42")
    if ability.order:
        return ability.order
    order = _proposed(draft, ability, kind)
    return (yield from choose(MOVER, "order", OrderOf(order), order))


def _proposed(draft: Draft, ability: ForcedMove, kind: MoveKind) -> tuple[str, ...]:
    middle = _pole(draft, ability).place
    sign = {"push": -1, "pull": 1}.get(kind, 0)

    def far(target: str) -> tuple[float, int]:
        place = draft.piece(target).place
        return (sign * max(abs(place.x - middle.x), abs(place.y - middle.y)), ability.targets.index(target))

    return tuple(sorted(ability.targets, key=far))


def _pole(draft: Draft, ability: ForcedMove) -> Body:
    """Give what away and towards are measured from."""
    if ability.pole:
        return solid(draft.piece(ability.pole))
    if ability.centre is not None:
        x, y, z = (*ability.centre, 0.0)[:3]
        return Body("", Cells(), Place(float(int(x // 1)), float(int(y // 1)), z))
    return solid(draft.piece(ability.source))


def _one(
    draft: Draft, ability: ForcedMove, kind: MoveKind, target: str, *, killed: bool
) -> Script[Refusal | None]:
    piece = draft.board.find(target)
    if piece is None or not (yield from _may_move(draft, ability, piece)):
        return None
    far = yield from reach(draft, ability, kind, piece)
    movement = _movement(draft, ability, kind, piece, far)
    if far.squares == 0:
        draft.because("AMB-DS-9")
        return (yield from _afterwards(draft, ability, movement, "", struck=None, way=None))
    if movement.burrows and not movement.vertical:
        keep_in_the_ground(draft, target, far.squares, source=ability.source)
        return None
    start = _start(draft, movement)
    if killed and draft.options.is_on("ds_dead_moves", "never"):
        return None
    path = yield from _path(draft, ability, movement, start)
    if isinstance(path, Refusal):
        return path
    movement, way = yield from _traced(draft, movement, start, path)
    writer = Writer(draft, movement, ability, far.parts)
    _mention_choice(draft, movement, path)
    written = yield from writer.write(way, killed=killed)
    return (yield from _afterwards(draft, ability, movement, written.key, struck=written.struck, way=way))


def _may_move(draft: Draft, ability: ForcedMove, piece: Piece) -> Script[bool]:
    """Restrained and grabbed targets stay (DSX-09); objects are moved only by what targets them (DSX-14)."""
    why = cannot_be_moved(piece, ability.source)
    if why:
        draft.note("CANNOT_BE_MOVED", piece.id, rules=("DSX-09",), status=why)
        return False
    if piece.is_in("grabbed"):
        draft.because("DSX-09")
    if piece.kind != "object":
        return True
    draft.because("DSX-14")
    may = ability.targets_objects
    if may is None:
        may = yield from choose(GM, "targets_objects", YesNo(), True, piece=piece.id)
    if not may:
        draft.note("NOT_AN_OBJECT_ABILITY", piece.id, rules=("DSX-14",))
    return may


def _movement(draft: Draft, ability: ForcedMove, kind: MoveKind, piece: Piece, far: Reach) -> Movement:
    """Put the movement together; against a flyer it always counts as vertical (DS-15)."""
    aloft = can_stay_up(piece) or is_held_aloft(draft, piece)
    if aloft:
        draft.because("DS-15")
    body = shape(piece)
    burrows = piece.is_in("burrowed") and is_underground(draft.board, piece)
    return Movement(
        kind=kind,
        source=ability.source,
        pole=_pole(draft, ability),
        target=piece,
        body=body,
        distance=far.squares,
        vertical=ability.vertical or aloft,
        burrows=burrows,
        grounded=stands(draft.board, body, piece.place, (piece.id,)),
        aside=carried_with(draft.board, piece),
    )


def _start(draft: Draft, movement: Movement) -> Way:
    return Way(
        board=draft.board,
        at=movement.target.place,
        left=movement.distance,
        grounded=movement.grounded,
        dead=is_out(movement.target),
    )


def _path(
    draft: Draft, ability: ForcedMove, movement: Movement, start: Way
) -> Script[tuple[Square, ...] | Refusal]:
    """Take the path of the action, or ask the mover for one (DS-07, AMB-DS-1)."""

    def check(path: tuple[Square, ...]) -> Refusal | None:
        way = trace(movement, start, path)
        return way if isinstance(way, Refusal) else None

    draft.because("DS-07", "AMB-DS-1", "AMB-DS-2")
    if ability.path is not None:
        squares = [square_of(part) for part in ability.path]
        path = tuple(square for square in squares if square is not None)
        if len(path) < len(squares):
            return refuse("NOT_A_SQUARE", given=ability.path)
        return check(path) or path
    own = own_path(movement, start)
    kind = Squares(movement.distance, offered(movement, start))
    return (yield from choose(MOVER, "path", kind, own, piece=movement.target.id, check=check))


def _traced(
    draft: Draft, movement: Movement, start: Way, path: tuple[Square, ...]
) -> Script[tuple[Movement, Way]]:
    """Follow the path; where a table wants it, the mover says whether each obstacle breaks (AMB-DS-4)."""
    way = _followed(movement, start, path)
    asked = 0
    while draft.options.is_on("ds_break", "prompt") and way.breaks > asked:
        breaks = yield from choose(MOVER, "break", YesNo(), True, piece=movement.target.id)
        if not breaks:
            movement = msgspec.structs.replace(movement, declined=(*movement.declined, asked))
            way = _followed(movement, start, path)
        asked += 1
    return movement, way


def _followed(movement: Movement, start: Way, path: tuple[Square, ...]) -> Way:
    way = trace(movement, start, path)
    if isinstance(way, Refusal):
        raise ValueError(f"the path was not checked: {way.code}")
    return way


def _mention_choice(draft: Draft, movement: Movement, path: tuple[Square, ...]) -> None:
    if len(path) < movement.distance:
        draft.because("DS-07")
    if not path:
        draft.because("DS-42")


def _afterwards(
    draft: Draft, ability: ForcedMove, movement: Movement, key: str, *, struck: Struck | None, way: Way | None
) -> Script[Refusal | None]:
    """What follows the movement: slams, statuses, riders, grabs, the fall, and what dying sets off."""
    target = movement.target.id
    if struck is not None and struck.downward and struck.barriers and way is not None:
        full = draft.options.is_on("ds_down_distance", "full")
        slam_down(draft, movement.target, movement.distance if full else way.down, key)
    if draft.board.find(target) is None:
        return None
    _statuses(draft, ability, target, key)
    if key:
        surface(draft, target, key)
        carry(draft, target, movement.target.place, key)
        yield from unseat(draft, target, key)
    yield from settle(draft, target, ("DS-14" if movement.vertical else "DS-36",))
    if draft.board.find(target) is None:
        return None
    if key:
        release(draft, target, key)
        yield from _shared_space(draft, movement, key)
    _facts(draft, movement, way)
    _death_effects(draft, movement)
    return None


def _statuses(draft: Draft, ability: ForcedMove, target: str, key: str) -> None:
    """What the ability leaves behind (also_status)."""
    for status in ability.also_status:
        piece = draft.piece(target)
        if piece.kind == "creature" and not is_out(piece) and not piece.is_in(status):
            draft.status(target, status, cause="ability", rests_on=(key,) if key else ())


def _shared_space(draft: Draft, movement: Movement, key: str) -> Script[None]:
    """Nobody ends in an occupied space, unless sizes differ by two or the Director lets it (DSX-15)."""
    piece = draft.piece(movement.target.id)
    crowd = occupants(draft, piece)
    if not crowd:
        return
    draft.because("DSX-15", "AMB-DS-6")
    for other in crowd:
        if may_share(piece, other):
            continue
        if (yield from choose(GM, "may_end_here", YesNo(), False, piece=piece.id)):
            return
        draft.put(piece.id, _last_free(draft, piece), "no_room", rules=("DSX-15",), rests_on=(key,))
        return


def occupants(draft: Draft, piece: Piece) -> tuple[Piece, ...]:
    """Give whoever else fills the space of a piece, but for the dead and those that ride together."""
    aside = carried_with(draft.board, piece)
    return tuple(
        other
        for other in draft.board.pieces
        if other.id != piece.id
        and other.id not in aside
        and other.kind != "marker"
        and not is_out(other)
        and _overlap(piece, other)
    )


def _overlap(piece: Piece, other: Piece) -> bool:
    return overlaps(solid(piece), solid(other))


def _last_free(draft: Draft, piece: Piece) -> Place:
    """The last place on the way in which nothing else stands, else the start."""
    places = [draft.start.piece(piece.id).place]
    for effect in draft.effects:
        if isinstance(effect, Move) and effect.piece == piece.id:
            places += effect.path
    free = [one for one in places if not occupants(draft, piece.at(one))]
    return free[-1] if free else places[0]


def _facts(draft: Draft, movement: Movement, way: Way | None) -> None:
    draft.fact("squares_moved", 0 if way is None else way.steps)
    draft.fact("squares_left", movement.distance if way is None else way.left)


def _death_effects(draft: Draft, movement: Movement) -> None:
    """Traits that dying sets off come after the movement (DS-41)."""
    target = movement.target.id
    if _died(draft, target) and draft.piece(target).has("death_effect"):
        draft.note("DEATH_EFFECT", target, rules=("DS-41",))
