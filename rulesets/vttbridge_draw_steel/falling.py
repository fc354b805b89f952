"""Falling (DS-14, DS-26, DS-36, DSX-01 to DSX-05, DSX-13).

1. Whoever cannot stay in the air and stands on nothing once the movement is over falls.
2. The effective height is the fall less Agility, less 4 into liquid; from 2 on it is 2 damage a square (at
   most 50) and prone. Landing on a creature hurts it as much; the faller lands in the nearest free space.
3. Slammed down on something that holds: the same for the squares moved down, with Agility 0.
"""

import msgspec

from vttbridge.geometry.areas import areas_in_cell
from vttbridge.geometry.footprint import Body, Cells, cells
from vttbridge.geometry.room import overlaps
from vttbridge.geometry.terrain import Water
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.kinds import PointOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import GM, Script, choose, owner_of
from vttbridge_draw_steel.death import Pain, hurt, is_out
from vttbridge_draw_steel.footing import stands, support
from vttbridge_draw_steel.landing import free_spaces
from vttbridge_draw_steel.sizes import rank, shape
from vttbridge_draw_steel.soil import soil
from vttbridge_draw_steel.terrain_damage import enter_terrain

PER_SQUARE, MOST, LIQUID, LEAST = 2, 50, 4, 2
"""Damage a square, the most a fall deals, what liquid takes off, and the least height that counts."""

PER_ROUND = 100
"""How far one falls in a round where a table limits it (DSX-05)."""


class Impact(msgspec.Struct, frozen=True):
    """What a fall deals: the damage and its parts, and whether it counts as a fall at all."""

    amount: int
    parts: tuple[Part, ...]
    counts: bool


def can_stay_up(piece: Piece) -> bool:
    """Return whether a piece stays in the air: flying, and hovering or not prone or at speed 0 (DSX-13)."""
    held = piece.is_in("prone") or piece.raw("speed") == 0
    return piece.has("flies") and not is_out(piece) and (piece.has("hover") or not held)


def impact(draft: Draft, height: float, *, agility: float, wet: bool) -> Impact:
    """Work out what a fall of a height deals (DSX-01, DSX-02, AMB-DS-8)."""
    whole = int(height)
    off = min(whole, max(0, int(agility)))
    water = min(whole - off, LIQUID) if wet else 0
    effective = whole - off - water
    counted = effective if draft.options.is_on("ds_fall_threshold", "effective") else whole
    raw = PER_SQUARE * effective
    terms = (
        Part("fallen", PER_SQUARE * whole, "DSX-01"),
        Part("agility", -PER_SQUARE * off, "DSX-01"),
        Part("liquid", -PER_SQUARE * water, "DSX-02"),
        Part("most", min(0, MOST - raw), "DSX-01"),
    )
    draft.because("AMB-DS-8", *(("DSX-02",) if wet else ()))
    kept = tuple(part for part in terms if part.amount)
    return Impact(min(raw, MOST), kept, counted >= LEAST)


def is_wet(board: Board, body: Cells, place: Place) -> bool:
    """Return whether a body lands in liquid that is at least 1 deep (DSX-02)."""
    found = [area for cell in cells(body, place) for area in areas_in_cell(board.scene, cell)]
    return any(isinstance(area.meaning, Water) and area.meaning.depth >= 1 for area in found)


def settle(draft: Draft, faller: str, rules: tuple[str, ...]) -> Script[None]:
    """Let a piece fall if it is in a position to (DS-14, DS-36)."""
    piece = draft.board.find(faller)
    if piece is None or piece.is_in("burrowed"):
        return
    body = shape(piece)
    if stands(draft.board, body, piece.place, (faller,)):
        return
    draft.because("DSX-13" if piece.has("flies") else rules[0])
    if can_stay_up(piece):
        return
    yield from _fall(draft, piece, (*rules, "DSX-03", *(("DSX-13",) if piece.has("flies") else ())))


def _fall(draft: Draft, piece: Piece, rules: tuple[str, ...]) -> Script[None]:
    body = shape(piece)
    level = support(draft.board, body, piece.place, (piece.id,))
    below = _creatures_below(draft.board, piece, body, level)
    if below:
        level = below[0].place.z
    if level is None:
        draft.gone(piece.id, "bottomless", rules=rules)
        return
    if draft.options.is_on("ds_fall_per_round", "100") and piece.place.z - level > PER_ROUND:
        further = piece.place._replace(z=piece.place.z - PER_ROUND)
        draft.fall(piece.id, further, PER_ROUND, rules=(*rules, "DSX-05"))
        draft.note("KEEPS_FALLING", piece.id, rules=("DSX-05",))
        return
    yield from _land(draft, piece, piece.place._replace(z=level), below, rules)


def _creatures_below(board: Board, piece: Piece, body: Cells, level: float | None) -> list[Piece]:
    """The creatures under a faller that stand highest."""
    bottom = piece.place.z - 1000.0 if level is None else level
    column = Body(
        piece.id, Cells(body.width, body.depth, piece.place.z - bottom), piece.place._replace(z=bottom)
    )
    met = [
        other
        for other in board.pieces
        if other.kind == "creature"
        and other.id != piece.id
        and not is_out(other)
        and overlaps(column, Body(other.id, shape(other), other.place))
    ]
    highest = max((other.place.z for other in met), default=0.0)
    return [other for other in met if other.place.z == highest]


def _land(
    draft: Draft, piece: Piece, landing: Place, below: list[Piece], rules: tuple[str, ...]
) -> Script[None]:
    height = piece.place.z - landing.z
    body = shape(piece)
    wet = is_wet(draft.board, body, landing)
    agility = 0.0 if piece.kind == "object" else piece.number("agility")
    dealt = impact(draft, height, agility=agility, wet=wet)
    draft.because("AMB-DS-16")
    final = landing
    if below and not is_out(piece):
        final = yield from _free_space(draft, piece, landing)
    key = draft.fall(piece.id, final, height, rules=(*rules, "DSX-01"))
    if dealt.counts:
        _hurt_by_fall(draft, piece.id, dealt, key, ("DSX-01",))
    for other in below:
        _fallen_on(draft, piece, other, dealt, key)
    enter_terrain(draft, piece, final, key)


def _hurt_by_fall(draft: Draft, faller: str, dealt: Impact, key: str, rules: tuple[str, ...]) -> None:
    rests = (key,) if key else ()
    softer = min(dealt.amount, max(0, draft.piece(faller).whole("fall_reduction")))
    parts = (*dealt.parts, Part("fall_reduction", -softer)) if softer else dealt.parts
    amount = dealt.amount - softer
    pain = Pain(amount=amount, cause="fall", rules=rules, parts=parts, rests_on=rests)
    hurt(draft, faller, pain)
    knock_prone(draft, faller, rules, rests)


def knock_prone(draft: Draft, creature: str, rules: tuple[str, ...], rests: tuple[str, ...]) -> None:
    """Knock a creature prone that is not yet; the dead and objects are left as they are."""
    piece = draft.board.find(creature)
    if piece is not None and piece.kind == "creature" and not is_out(piece) and not piece.is_in("prone"):
        draft.status(creature, "prone", cause="fall", rules=rules, rests_on=rests)


def _fallen_on(draft: Draft, piece: Piece, other: Piece, dealt: Impact, key: str) -> None:
    """The creature below takes the same damage; a faller larger than its Might knocks it prone (DSX-04)."""
    pain = Pain(
        amount=dealt.amount if dealt.counts else 0,
        cause="fallen_on",
        source=piece.id,
        rules=("DSX-04",),
        parts=dealt.parts,
        rests_on=(key,),
    )
    hurt(draft, other.id, pain)
    if _size_number(piece) > other.whole("might"):
        knock_prone(draft, other.id, ("DSX-04",), (key,))


def _size_number(piece: Piece) -> int:
    """A size as a number to compare with Might: every size of one square is 1."""
    return max(1, rank(piece) - 2)


def _free_space(draft: Draft, piece: Piece, landing: Place) -> Script[Place]:
    """Ask the faller's owner for one of the nearest free spaces (DSX-04, DSX-15)."""
    draft.because("DSX-04", "DSX-15")
    spaces = free_spaces(draft.board, piece, landing, draft.start.piece(piece.id).place)
    if not spaces:
        draft.note("NO_FREE_SPACE", piece.id, rules=("DSX-15",))
        return (yield from choose(GM, "no_free_space", PointOf((landing,)), landing, piece=piece.id))

    def check(place: Place) -> Refusal | None:
        known = [space for space in spaces if (space.x, space.y) == (place.x, place.y)]
        return None if known else refuse("NOT_THE_NEAREST", "DSX-04", place=tuple(place))

    kind = PointOf(offered=spaces, region=tuple(tuple(space) for space in spaces))
    chosen = yield from choose(owner_of(piece.id), "landing", kind, spaces[0], piece=piece.id, check=check)
    return next(space for space in spaces if (space.x, space.y) == (chosen.x, chosen.y))


def slam_down(draft: Draft, piece: Piece, squares: int, key: str) -> None:
    """Falling damage for being moved down into what holds, with Agility 0 (DS-26, DSX-03)."""
    wet = is_wet(draft.board, shape(piece), draft.piece(piece.id).place)
    dealt = impact(draft, squares, agility=0, wet=wet)
    draft.because("DS-26", "DSX-03", "AMB-DS-7")
    if dealt.counts and piece.kind == "creature":
        _hurt_by_fall(draft, piece.id, dealt, key, ("DS-26", "DSX-03"))


def is_underground(board: Board, piece: Piece) -> bool:
    """Return whether a piece lies in solid ground."""
    return soil(board.scene, shape(piece), piece.place).rise is not None
