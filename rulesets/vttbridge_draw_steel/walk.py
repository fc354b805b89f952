"""A forced movement square by square, as a pure fold: what happens on the way, before anything is written.

1. Entering a square costs 1. What is in the way breaks where enough movement is left (DS-30 to DS-35); the
   cost is spent on breaking, and entering costs its usual 1 (`ds_hurl_entry`).
2. Else the movement ends there, with what is left of it (DS-20, DS-25, DSX-18).
3. Terrain acts on every entry (DS-10). Whoever it kills stops there; the movement's own damage stops nobody
   (`ds_dead_moves`).
"""

from collections.abc import Sequence

import msgspec

from vttbridge.rules.refusal import Refusal, refuse
from vttbridge_draw_steel.death import would_die
from vttbridge_draw_steel.eyes import PLAIN, Eyes
from vttbridge_draw_steel.footing import Footing, named_place
from vttbridge_draw_steel.line import check_step, step_of
from vttbridge_draw_steel.materials import material
from vttbridge_draw_steel.movement import Barrier, Broke, Entered, Movement, Square, Struck, Way
from vttbridge_draw_steel.obstacles import Met, reached
from vttbridge_draw_steel.terrain import harm_of


def trace(movement: Movement, start: Way, path: Sequence[Square]) -> Way | Refusal:
    """Follow a path to its end or to where the movement ends; refuse a square that the rules forbid."""
    if len(path) > movement.distance:
        return refuse("TOO_FAR", "DS-02", distance=movement.distance, given=len(path))
    way = start
    for wish in path:
        if way.ended or way.left == 0:
            break
        further = take(movement, way, wish)
        if isinstance(further, Refusal):
            return further
        way = further
    return way


def take(movement: Movement, way: Way, wish: Square, eyes: Eyes = PLAIN) -> Way | Refusal:
    """Take one step of a path, or refuse it."""
    named = named_place(movement, wish)
    if named is not None:  # no ground changes where it leads, so look only where it may lead
        refused = check_step(movement, way, named, level=named.z == way.at.z)
        if refused is not None:
            return refused
    to = eyes.footing(movement, way, wish)
    if not movement.vertical and wish.z is not None and wish.z != to.place.z and not to.blocked:
        return refuse("NOT_VERTICAL", "DS-06", place=tuple(wish))
    refused = None if named is not None else check_step(movement, way, to.place, level=to.level)
    if refused is not None:
        return refused
    met = eyes.meet(movement, way, to)
    if isinstance(met, Refusal):
        return met
    return _meeting(movement, way, to, met, eyes)


def _meeting(movement: Movement, way: Way, to: Footing, met: Met, eyes: Eyes) -> Way:
    broken = False
    if met.barriers:
        cost = breaking_cost(movement, way, met.barriers)
        if cost is None or way.breaks in movement.declined:
            counted = msgspec.structs.replace(way, breaks=way.breaks + (cost is not None))
            return _strike(counted, to, reached(movement, way, to.place, met))
        way, broken = _break(movement, way, met.barriers, cost), True
        if way.ended:
            return way
    if met.creatures:
        return _strike(way, to, msgspec.structs.replace(met, barriers=()))
    if met.halts:
        return msgspec.structs.replace(way, ended=True)
    free = broken and way.options.is_on("ds_hurl_entry", "included")
    return way if way.left == 0 and not free else _enter(movement, way, to, eyes, cost=0 if free else 1)


def breaking_cost(movement: Movement, way: Way, barriers: tuple[Barrier, ...]) -> int | None:
    """Return the movement that it costs to break through, `None` where something holds (DS-30, AMB-DS-5)."""
    rows = [material(one.material) if one.can_break else None for one in barriers]
    costs = [row.cost for row in rows if row is not None]
    if movement.is_object or len(costs) < len(rows):
        return None
    cost = sum(costs) if way.options.is_on("ds_hurl_multi", "sum") else max(costs)
    return cost if cost <= way.left else None


def pains(way: Way, barriers: tuple[Barrier, ...]) -> tuple[str, ...]:
    """Return the materials whose damage the target takes: the hardest alone, or each (`ds_hurl_multi`)."""
    rows = [row for row in (material(one.material) for one in barriers) if row is not None]
    hardest = sorted(rows, key=lambda row: -row.cost)
    kept = hardest if way.options.is_on("ds_hurl_multi", "sum") else hardest[:1]
    return tuple(row.name for row in kept)


def _break(movement: Movement, way: Way, barriers: tuple[Barrier, ...], cost: int) -> Way:
    names = pains(way, barriers)
    damage = sum(row.damage for row in map(material, names) if row is not None)
    board = way.board.with_scene(
        way.board.scene.with_broken(tuple(one.cut for one in barriers if one.cut is not None))
    )
    for one in barriers:
        if one.piece:
            board = board.without_piece(one.piece)
    way = msgspec.structs.replace(
        way,
        board=board,
        left=way.left - cost,
        breaks=way.breaks + 1,
        broken=tuple(sorted({*way.broken, *(one.piece or repr(one.cut) for one in barriers)})),
    )
    way = way.with_event(Broke(barriers, cost, names))
    return _hurt(movement, way, damage, same_effect=True)


def _hurt(movement: Movement, way: Way, damage: int, *, same_effect: bool) -> Way:
    """Count damage to the target, and end the movement where its death does (AMB-DS-18)."""
    if way.dead or movement.is_object:
        return way
    hurt = way.hurt + damage
    dead = would_die(way.board, movement.target, hurt)
    match way.options.word("ds_dead_moves"):
        case "always":
            ended = False
        case "never":
            ended = dead
        case _:
            ended = dead and not same_effect
    return msgspec.structs.replace(way, hurt=hurt, dead=dead, ended=way.ended or ended)


def _strike(way: Way, to: Footing, met: Met) -> Way:
    downward = to.place.z < way.at.z
    struck = Struck(met.barriers, met.creatures, way.left, downward, met.by_corner)
    return msgspec.structs.replace(way.with_event(struck), ended=True)


def _enter(movement: Movement, way: Way, to: Footing, eyes: Eyes, *, cost: int) -> Way:
    step = step_of(way.at, to.place, level=to.level)
    caught = eyes.harms(movement, way, to.place)
    entered = msgspec.structs.replace(
        way.with_event(Entered(to.place)),
        at=to.place,
        left=way.left - cost,
        grounded=to.grounded,
        signs=_signs(way.signs, step),
        last=step,
        steps=way.steps + 1,
        down=way.down + max(0, round(way.at.z - to.place.z)) * (not to.level),
    )
    for harm in caught:
        entered = entered.with_event(harm)
        damage = harm_of(entered.board.scene, harm.area).damage
        entered = _hurt(movement, entered, damage, same_effect=False)
    return entered


def _signs(signs: tuple[int, int, int], step: tuple[int, int, int]) -> tuple[int, int, int]:
    x, y, z = (now or before for before, now in zip(signs, step, strict=True))
    return (x, y, z)
