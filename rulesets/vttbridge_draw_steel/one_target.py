"""The movement of one target: may it be moved, how far, along which squares, and what comes of it."""

import msgspec

from vttbridge.geometry.footprint import Body, Cells
from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import YesNo
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import GM, MOVER, Script, choose
from vttbridge_draw_steel.actions import ForcedMove
from vttbridge_draw_steel.aftermath import afterwards, stays
from vttbridge_draw_steel.burrowing import keep_in_the_ground
from vttbridge_draw_steel.death import is_out
from vttbridge_draw_steel.falling import can_stay_up, is_underground
from vttbridge_draw_steel.footing import standing_place, stands
from vttbridge_draw_steel.grabs import cannot_be_moved, is_held_aloft
from vttbridge_draw_steel.movement import MoveKind, Movement, Square, Way
from vttbridge_draw_steel.outcome import Writer
from vttbridge_draw_steel.path_kind import Squares, square_of
from vttbridge_draw_steel.propose import offered, own_path
from vttbridge_draw_steel.reach import Reach, reach
from vttbridge_draw_steel.riders import carried_with
from vttbridge_draw_steel.sizes import shape, solid
from vttbridge_draw_steel.walk import trace


def pole(draft: Draft, ability: ForcedMove) -> Body:
    """Return what away and towards are measured from."""
    if ability.pole:
        return solid(draft.piece(ability.pole))
    if ability.centre is not None:
        x, y, z = (*ability.centre, 0.0)[:3]
        return Body("", Cells(), Place(float(int(x // 1)), float(int(y // 1)), z))
    return solid(draft.piece(ability.source))


def move_one(
    draft: Draft, ability: ForcedMove, kind: MoveKind, target: str, *, killed: bool
) -> Script[Refusal | None]:
    """Move one target, from the question whether it may be moved to what follows (DS-12)."""
    piece = draft.board.find(target)
    if piece is None:
        return None
    never = killed and draft.options.is_on("ds_dead_moves", "never")
    if not (yield from _may_move(draft, ability, piece)) or never:
        draft.because("AMB-DS-18")
        yield from stays(draft, ability, target)
        return None
    far = yield from reach(draft, ability, kind, piece)
    movement = movement_of(draft, ability, kind, piece, far)
    if far.squares == 0:
        draft.because("AMB-DS-9")
        yield from afterwards(draft, ability, movement, "", struck=None, way=None)
        return None
    if movement.burrows and not movement.vertical:
        keep_in_the_ground(draft, target, far.squares, source=ability.source)
        yield from stays(draft, ability, target)
        return None
    start = start_of(draft, movement)
    path = yield from _path(draft, ability, movement, start)
    if isinstance(path, Refusal):
        return path
    movement, way = yield from _traced(draft, movement, start, path)
    _mention_choice(draft, movement, path)
    yield from conclude(draft, ability, movement, far, way, killed=killed)
    return None


def conclude(
    draft: Draft, ability: ForcedMove, movement: Movement, far: Reach, way: Way, *, killed: bool
) -> Script[None]:
    """Write a traced movement and what follows it."""
    writer = Writer(draft, movement, ability, far.parts)
    written = yield from writer.write(way, killed=killed)
    yield from afterwards(draft, ability, movement, written.key, struck=written.struck, way=way)


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


def movement_of(draft: Draft, ability: ForcedMove, kind: MoveKind, piece: Piece, far: Reach) -> Movement:
    """Put the movement together; against a flyer it always counts as vertical (DS-15)."""
    aloft = can_stay_up(piece) or is_held_aloft(draft, piece)
    if aloft:
        draft.because("DS-15")
    body = shape(piece)
    burrows = piece.is_in("burrowed") and is_underground(draft.board, piece)
    piece = piece if burrows else piece.at(standing_place(draft.board, body, piece.place))
    return Movement(
        kind=kind,
        source=ability.source,
        pole=pole(draft, ability),
        target=piece,
        body=body,
        distance=far.squares,
        vertical=ability.vertical or aloft,
        burrows=burrows,
        grounded=stands(draft.board, body, piece.place, (piece.id,)),
        aside=carried_with(draft.board, piece),
    )


def start_of(draft: Draft, movement: Movement) -> Way:
    """Return the way at its beginning, over the board as it is by now."""
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
