"""The Warp Pack: placed anywhere, then scattered; pulled back for room; lost where there is none."""

import msgspec

from vttbridge.geometry.fall import ground
from vttbridge.geometry.room import fits
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.dice import D6, SCATTER, Die
from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import PieceRef, Point
from vttbridge.rules.kinds import PointOf, YesNo
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import GM, Script, choose, owner_of, roll
from vttbridge_necromunda.community.actions.moving import lacks, not_able
from vttbridge_necromunda.community.battlefield.bases import bodies, lifted
from vttbridge_necromunda.community.battlefield.engagement import engaged_with, settle
from vttbridge_necromunda.community.battlefield.falling import clear_below, fall_from
from vttbridge_necromunda.community.battlefield.spans import aimed
from vttbridge_necromunda.table_top.measuring import on_grain

STEP = 0.1
"""A fighter is moved back in such steps, in inches, until there is room; the last step is halved down."""

HALVINGS = 12

NO_MOVE = 5 * GRAIN
"""A scatter of so little is no movement at all: it is within the tolerance of a touch."""


class Teleport(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter teleports to `aim`."""

    piece: PieceRef
    aim: Point = ()


def teleport(draft: Draft, given: Teleport) -> Script[Refusal | None]:
    """NM-117 to NM-123: place, roll a D6 and a Scatter die, and see where the fighter comes out."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    refused = lacks(piece, "warp_pack", "NM-117") or not_able(draft, piece)
    if refused is not None:
        return refused
    aim = yield from _aim(draft, piece, given.aim)
    if has_room(draft, piece, aim) is False:
        allowed = yield from choose(
            GM,
            "blocked_aim",
            YesNo(),
            False,
            piece=piece.id,
            because=refuse("AIM_BLOCKED", "NM-117", piece=piece.id),
        )
        if not allowed:
            return refuse("AIM_BLOCKED", "NM-117", piece=piece.id)
    draft.because("NM-117")
    inches = yield from roll(D6, "warp", piece.id)
    end = yield from _scattered(draft, piece, aim, inches)
    if end is None:
        _lost(draft, piece.id)
        return None
    yield from _come_out(draft, piece.id, end)
    return None


def _aim(draft: Draft, piece: Piece, given: tuple[float, ...]) -> Script[Place]:
    if given:
        return aimed(draft.board.scene, piece, given)
    kind = PointOf(offered=(piece.place,))
    place = yield from choose(owner_of(piece.id), "position", kind, piece.place, piece=piece.id)
    return place


def has_room(draft: Draft, piece: Piece, place: Place) -> bool:
    """NM-117, NM-119: say whether the base fits: in nothing solid, on nobody, on the table; air is room."""
    others = bodies(draft.board, piece.id)
    if not fits(draft.board.scene, piece.footprint, place, others):
        return False
    return ground(draft.board.scene, piece.footprint, place).rise is None


def _scattered(draft: Draft, piece: Piece, aim: Place, inches: int) -> Script[Place | None]:
    """NM-118 to NM-121: along the arrow, back until the base fits; no movement is rolled again."""
    die = SCATTER
    while True:
        arrow = yield from roll(die, "scatter", piece.id)
        draft.because("NM-118")
        if arrow is None:
            return aim if has_room(draft, piece, aim) else None
        end = pulled_back(draft, piece, aim, arrow, inches)
        if end is None or end.at.minus(aim.at).length > NO_MOVE:
            return end
        draft.because("NM-120")
        die = _that_moves(draft, piece, aim, inches)


def _that_moves(draft: Draft, piece: Piece, aim: Place, inches: int) -> Die[Vec | None]:
    """Return the scatter die for another roll: a walk over all outcomes must come to an end."""
    moving = tuple(
        (face, weight)
        for face, weight in SCATTER.outcomes
        if (arrow := SCATTER.read(face)) is None
        or (not isinstance(arrow, Refusal) and has_room(draft, piece, _along(aim, arrow, inches)))
    )
    return msgspec.structs.replace(SCATTER, outcomes=moving)


def _along(aim: Place, arrow: Vec, away: float) -> Place:
    return aim._replace(x=aim.x + arrow.x * away, y=aim.y + arrow.y * away)


def pulled_back(draft: Draft, piece: Piece, aim: Place, arrow: Vec, inches: float) -> Place | None:
    """NM-119: give the farthest place along the arrow that holds the base; `None` where none does."""

    def at(away: float) -> Place:
        return _along(aim, arrow, away)

    if has_room(draft, piece, at(inches)):
        return at(inches)
    draft.because("NM-119")
    bad, good = inches, inches
    while good > 0:
        bad, good = good, max(0.0, good - STEP)
        if has_room(draft, piece, at(good)):
            break
    else:
        return None
    for _ in range(HALVINGS):
        half = (good + bad) / 2
        good, bad = (half, bad) if has_room(draft, piece, at(half)) else (good, half)
    return at(_settled(draft, piece, at(_rounded(good)), good))


def _rounded(inches: float) -> float:
    return round(inches, 3)


def _settled(draft: Draft, piece: Piece, nice: Place, good: float) -> float:
    """Take the rounded inches where the base fits there too."""
    return _rounded(good) if has_room(draft, piece, nice) else good


def _lost(draft: Draft, piece: str) -> None:
    """NM-121: no possible place: out of action, dead, struck from the roster after the battle."""
    gone = draft.gone(piece, "lost_to_the_warp", rules=("NM-121",))
    draft.note("DEAD", piece, rules=("NM-121",), rests_on=(gone,))
    draft.note("DELETE_AFTER_BATTLE", piece, rules=("NM-121",), rests_on=(gone,))


def _come_out(draft: Draft, piece: str, end: Place) -> Script[None]:
    """NM-122, NM-123: come out there, fall in open air, be Engaged by contact without having charged."""
    draft.put(piece, on_grain(end), "teleport", rules=("NM-117", "NM-118"))
    out = draft.piece(piece)
    if not ground(draft.board.scene, out.footprint, out.place).centred:
        yield from fall_from(draft, piece, clear_below(draft, out, out.place), ("NM-122",))
    if draft.board.find(piece) is not None and engaged_with(draft.board, draft.piece(piece)):
        draft.because("NM-123")
        draft.fact("charged", False)
    settle(draft, piece)
