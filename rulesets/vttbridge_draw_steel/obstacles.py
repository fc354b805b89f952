"""What a step runs into: solid things and creatures (DS-20, DS-25, DSX-07), and what it may pass.

1. Walls, filled squares, the ground and the map's edge stop any size; only pieces are compared (AMB-DS-6).
2. The dead are no creatures; riders and mounts of the target are carried along, not met.
3. A diagonal step may not pass the corner of what fills a square beside it, or of edges that close both ways
   round it; creatures fill no corner (AMB-DS-19).
"""

import msgspec

from vttbridge.geometry.block import Block, Corner, Step
from vttbridge.geometry.footprint import Body, Cells, cells
from vttbridge.geometry.room import overlaps
from vttbridge.geometry.steps import look
from vttbridge.geometry.vec import Cell, Place
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge_draw_steel.footing import Footing
from vttbridge_draw_steel.materials import material
from vttbridge_draw_steel.movement import Barrier, Movement, Way
from vttbridge_draw_steel.sizes import rank, shape, solid

GROUND = Barrier("ground")


class Met(msgspec.Struct, frozen=True):
    """What one step meets. `halts` stops it without damage; `passed` are smaller objects it goes over."""

    barriers: tuple[Barrier, ...] = ()
    creatures: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    halts: tuple[str, ...] = ()
    by_corner: bool = False


def meet(movement: Movement, way: Way, to: Footing) -> Met | Refusal:
    """Return what the next step meets, or refuse it where it cuts a corner (DSX-07)."""
    step = look(way.board.scene, movement.body, way.at, to.place)
    solids = _solids(movement, step, to)
    corners = [] if to.buried else [one for one in step.corners if _is_closed(movement, way, one)]
    if corners and way.options.is_on("ds_corner", "illegal"):
        return refuse("CUTS_CORNER", "DSX-07", place=tuple(to.place), corner=tuple(corners[0].point))
    slams = corners and way.options.is_on("ds_corner", "slam")
    if slams:
        solids += [barrier for one in corners for barrier in _of_corner(movement, way, to.place, one)]
    return _with_pieces(movement, way, to, solids, by_corner=bool(slams))


def _solids(movement: Movement, step: Step, to: Footing) -> list[Barrier]:
    if movement.burrows and to.buried:
        return [barrier(block) for block in step.blocks if block.kind == "edge"]
    found = [barrier(block) for block in step.blocks if not block.redundant and block.kind != "floor"]
    return [*found, GROUND] if to.blocked or _has_floor(step) else found


def _has_floor(step: Step) -> bool:
    return any(block.kind == "floor" for block in step.blocks)


def barrier(block: Block) -> Barrier:
    """Return a unit square of a scene's obstacle as the rules see it."""
    shields = block.cells if block.kind == "wall" else ()
    return Barrier(block.id, block.material, block.cut, shields=shields)


def _is_closed(movement: Movement, way: Way, corner: Corner) -> bool:
    fills = any(corner.filled) or any(_fills(movement, way, flank) for flank in corner.flanks)
    return fills or all(corner.cut)


def _fills(movement: Movement, way: Way, flank: Cell) -> bool:
    return _object_at(movement, way, flank) is not None


def _object_at(movement: Movement, way: Way, flank: Cell) -> Piece | None:
    """The object beside a diagonal step that stops the target, and so fills its corner."""
    probe = Body("", Cells(1, 1, movement.body.height), Place(flank.x, flank.y, way.at.z))
    for piece in way.board.pieces:
        fills = piece.kind == "object" and _is_other(movement, piece) and _stops(movement, piece)
        if fills and overlaps(probe, solid(piece)):
            return piece
    return None


def _of_corner(movement: Movement, way: Way, to: Place, corner: Corner) -> list[Barrier]:
    found = [barrier(block) for block in corner.blocks if not block.redundant]
    objects = [_object_at(movement, way, flank) for flank in corner.flanks]
    found += [Barrier(one.id, one.text("material"), piece=one.id) for one in objects if one is not None]
    behind = _behind(corner, to.x > way.at.x, to.y > way.at.y)
    return [msgspec.structs.replace(one, shields=(behind,)) for one in found]


def _behind(corner: Corner, east: bool, south: bool) -> Cell:
    """The square that a diagonal step past a corner would enter."""
    xs, ys = zip(*((flank.x, flank.y) for flank in corner.flanks), strict=True)
    return Cell(max(xs) if east else min(xs), max(ys) if south else min(ys))


def _is_other(movement: Movement, piece: Piece) -> bool:
    return piece.id != movement.target.id and piece.id not in movement.aside


def _stops(movement: Movement, piece: Piece) -> bool:
    return rank(piece) >= rank(movement.target)


def entered(movement: Movement, way: Way, to: Place) -> tuple[Piece, ...]:
    """Return the pieces whose space a step newly enters, in the order of their ids."""
    before, after = Body("", movement.body, way.at), Body("", movement.body, to)
    near = (piece for piece in way.board.pieces if _is_near(piece, to, movement.body))
    return tuple(
        piece
        for piece in near
        if piece.kind != "marker"
        and _is_other(movement, piece)
        and not piece.is_in("dead")
        and overlaps(after, solid(piece))
        and not overlaps(before, solid(piece))
    )


def reached(movement: Movement, way: Way, to: Place, met: Met) -> Met:
    """Leave out the creatures that stand wholly behind what holds: a thin wall keeps them from harm."""
    shielded = {cell for one in met.barriers for cell in one.shields}
    if not shielded or not met.creatures:
        return met
    open_cells = [cell for cell in cells(movement.body, to) if cell not in shielded]
    square = Cells(1, 1, movement.body.height)
    probes = [Body("", square, Place(cell.x, cell.y, to.z)) for cell in open_cells]
    creatures = tuple(
        one for one in met.creatures if any(overlaps(probe, solid(way.board.piece(one))) for probe in probes)
    )
    return msgspec.structs.replace(met, creatures=creatures)


def _is_near(piece: Piece, to: Place, body: Cells) -> bool:
    """Cheaply leave out what is far away."""
    block = shape(piece)
    x, y = piece.place.x - to.x, piece.place.y - to.y
    return -block.width <= x <= body.width and -block.depth <= y <= body.depth


def _with_pieces(movement: Movement, way: Way, to: Footing, solids: list[Barrier], *, by_corner: bool) -> Met:
    barriers, creatures, passed, halts = list(solids), list[str](), list[str](), list[str]()
    for piece in entered(movement, way, to.place):
        if piece.kind == "creature":
            creatures.append(piece.id)
            continue
        match _object_rule(movement, way, piece):
            case "barrier":
                barriers.append(Barrier(piece.id, piece.text("material"), piece=piece.id))
            case "stop_no_damage":
                halts.append(piece.id)
            case _:
                passed.append(piece.id)
    return Met(tuple(barriers), tuple(creatures), tuple(passed), tuple(halts), by_corner)


def _object_rule(movement: Movement, way: Way, piece: Piece) -> str:
    """Objects of the target's size or larger stop it; a smaller one that would break does too (AMB-DS-6)."""
    if _stops(movement, piece) or way.options.is_on("ds_small_object", "as_equal"):
        return "barrier"
    row = material(piece.text("material"))
    if row is not None and row.cost <= way.left and not movement.is_object:
        return "barrier"
    return way.options.word("ds_small_object")
