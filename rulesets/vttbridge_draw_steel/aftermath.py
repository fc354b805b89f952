"""What follows a forced movement: slams, conditions, riders, grabs, falls, room to stand, and dying."""

from vttbridge.geometry.room import overlaps
from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Move
from vttbridge.rules.kinds import YesNo
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import GM, Script, choose
from vttbridge_draw_steel.actions import ForcedMove
from vttbridge_draw_steel.burrowing import surface
from vttbridge_draw_steel.death import died, is_out
from vttbridge_draw_steel.falling import can_stay_up, settle, slam_down
from vttbridge_draw_steel.footing import stands
from vttbridge_draw_steel.grabs import release
from vttbridge_draw_steel.movement import Movement, Struck, Way
from vttbridge_draw_steel.riders import carried_with, carry, unseat
from vttbridge_draw_steel.sizes import may_share, shape, solid


def afterwards(
    draft: Draft, ability: ForcedMove, movement: Movement, key: str, *, struck: Struck | None, way: Way | None
) -> Script[None]:
    """What follows the movement: slams, statuses, riders, grabs, the fall, and what dying sets off."""
    target = movement.target.id
    if struck is not None and struck.downward and struck.barriers and way is not None:
        full = draft.options.is_on("ds_down_distance", "full")
        slam_down(draft, movement.target, movement.distance if full else way.down, key)
    if draft.board.find(target) is None:
        return
    _statuses(draft, ability, target, key)
    if key:
        surface(draft, target, key)
        carry(draft, target, movement.target.place, key)
        yield from unseat(draft, target, key)
    yield from settle(draft, target, ("DS-14" if movement.vertical else "DS-36",))
    if draft.board.find(target) is None:
        return
    if key:
        release(draft, target, key)
        yield from _shared_space(draft, movement, key)
    draft.fact("squares_moved", 0 if way is None else way.steps)
    draft.fact("squares_left", movement.distance if way is None else way.left)
    _death_effects(draft, target)


def stays(draft: Draft, ability: ForcedMove, target: str) -> Script[None]:
    """What an ability still does to a target that it does not move."""
    if draft.board.find(target) is None:
        return
    draft.fact("squares_moved", 0)
    _statuses(draft, ability, target, "")
    yield from settle(draft, target, ("DS-36",))
    if draft.board.find(target) is not None:
        _death_effects(draft, target)


def _statuses(draft: Draft, ability: ForcedMove, target: str, key: str) -> None:
    """What the ability leaves behind (also_status)."""
    for status in filter(None, (word.strip() for word in ability.also_status.split(","))):
        piece = draft.piece(target)
        if piece.kind == "creature" and not is_out(piece) and not piece.is_in(status):
            draft.status(target, status, cause="ability", rests_on=(key,) if key else ())


def _shared_space(draft: Draft, movement: Movement, key: str) -> Script[None]:
    """Nobody ends in an occupied space, unless sizes differ by two or the Director lets it (DSX-15)."""
    piece = draft.piece(movement.target.id)
    crowd = () if is_out(piece) else occupants(draft, piece)
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
    """Return whoever else fills the space of a piece, but for the dead and those that ride together."""
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
    """The last place on the way in which nothing else stands and the piece stays, else the start."""
    places = [draft.start.piece(piece.id).place]
    for effect in draft.effects:
        if isinstance(effect, Move) and effect.piece == piece.id:
            places += effect.path
    free = [one for one in places if not occupants(draft, piece.at(one)) and _stays_at(draft, piece, one)]
    return free[-1] if free else places[0]


def _stays_at(draft: Draft, piece: Piece, place: Place) -> bool:
    return can_stay_up(piece) or stands(draft.board, shape(piece), place, (piece.id,))


def _death_effects(draft: Draft, target: str) -> None:
    """Traits that dying sets off come after the movement (DS-41)."""
    if died(draft, target) and draft.piece(target).has("death_effect"):
        draft.note("DEATH_EFFECT", target, rules=("DS-41",))
