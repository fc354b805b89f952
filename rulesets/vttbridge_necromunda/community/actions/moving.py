"""The plain moves: Move, Double Move, and what skills add to them."""

import msgspec

from vttbridge.rules.dice import D3
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import Flag, Path, PieceRef
from vttbridge.rules.kinds import YesNo
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script, choose, owner_of, roll
from vttbridge_necromunda.community.battlefield.bases import lifted
from vttbridge_necromunda.community.battlefield.engagement import engaged_with
from vttbridge_necromunda.community.battlefield.falling import check_ledge
from vttbridge_necromunda.community.fields import Legs, Names, Rocket
from vttbridge_necromunda.community.paths.gait import Gait, Manner, gait_of, movement_of
from vttbridge_necromunda.community.paths.path import waypoints
from vttbridge_necromunda.community.paths.travel import Trip, travel
from vttbridge_necromunda.table_top.sides import is_fighter, is_standing


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter moves; without a path the move is declared and the path asked for.

    `over` names walls and features climbed over. `leaps`, `climbs` and `jumps` are the numbers of the legs
    that leap difficult ground, climb down or jump down, counted from 1.
    """

    piece: PieceRef
    path: Path = ()
    over: Names = ()
    leaps: Legs = ()
    climbs: Legs = ()
    jumps: Legs = ()
    booster: Flag = True


class DoubleMove(Move, frozen=True, kw_only=True):
    """A Double Move; `rocket` is the number of the leg that is a rocket jump, 0 for none."""

    rocket: Rocket = 0


def manner_of(given: Move, rocket: int = 0) -> Manner:
    """Return what is said about a path beside its places."""
    return Manner(
        over=given.over,
        leaps=given.leaps,
        climbs=given.climbs,
        jumps=given.jumps,
        rocket=rocket,
        booster=given.booster,
    )


def not_able(draft: Draft, piece: Piece, *, engaged: bool = False) -> Refusal | None:
    """Refuse who cannot move on its feet: no fighter, Prone, or Engaged (NM-29, NM-37)."""
    if not is_fighter(piece):
        return refuse("NO_FIGHTER", piece=piece.id)
    if not is_standing(piece):
        return refuse("PRONE", "NM-11", piece=piece.id)
    if not engaged and engaged_with(draft.board, piece):
        return refuse("ENGAGED", "NM-37", piece=piece.id)
    return None


def no_rocket(piece: Piece, rocket: int) -> Refusal | None:
    """NM-115: refuse a rocket jump without the pack."""
    return (
        refuse("NO_GEAR", "NM-115", piece=piece.id, gear="rocket_pack")
        if rocket and not piece.has("rocket_pack")
        else None
    )


def move(draft: Draft, given: Move) -> Script[Refusal | None]:
    """NM-04: up to M inches; a Tunnel Rat goes through ductways, who lies low may become Pinned."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    refused = not_able(draft, piece)
    if refused is not None:
        return refused
    gait = gait_of(draft.board, piece, "NM-04", movement_of(draft.board, piece), manner_of(given))
    trip = yield from standard(draft, gait, given, "move")
    if isinstance(trip, Refusal):
        return trip
    if trip.arrived and piece.has("lie_low"):
        yield from _lie_low(draft, piece.id)
    return None


def standard(draft: Draft, gait: Gait, given: Move, cause: str) -> Script[Trip | Refusal]:
    """Make a Standard Move, which a Tunnel Rat may lead through ductways (NM-71)."""
    gait = msgspec.structs.replace(gait, ducts=draft.piece(gait.piece).has("tunnel_rat"))
    trip = yield from travel(draft, gait, waypoints(given.path), cause, ask=not given.path)
    return trip


def _lie_low(draft: Draft, piece: str) -> Script[None]:
    """NM-62, NM-63: after a Move the fighter may become Pinned; Prone, it is harder to hit and to detect."""
    pinned = yield from choose(owner_of(piece), "lie_low", YesNo(), False, piece=piece)
    draft.because("NM-62")
    if not pinned:
        return
    draft.status(piece, "pinned", cause="lie_low", rules=("NM-62",))
    draft.note("HARDER_TO_HIT", piece, rules=("NM-63",), ranged=-1, detect=-1)
    draft.fact("shot_mod", -1)
    draft.fact("detect_mod", -1)
    yield from check_ledge(draft, piece, ("NMX-02",))


def double_move(draft: Draft, given: DoubleMove) -> Script[Refusal | None]:
    """NM-05: up to twice M inches, more for a Strider and a Sprinter (NM-67, NM-70)."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    refused = not_able(draft, piece) or no_rocket(piece, given.rocket)
    if refused is not None:
        return refused
    parts = tuple(
        msgspec.structs.replace(part, amount=2 * part.amount) for part in movement_of(draft.board, piece)
    )
    parts += yield from strides(draft, piece)
    parts += yield from sprints(draft, piece)
    gait = gait_of(draft.board, piece, "NM-05", parts, manner_of(given, given.rocket))
    trip = yield from travel(draft, gait, waypoints(given.path), "double_move", ask=not given.path)
    if isinstance(trip, Refusal):
        return trip
    sprinted(draft, piece)
    return None


def strides(draft: Draft, piece: Piece) -> Script[tuple[Part, ...]]:
    """NM-70: a Strider adds D3 inches to a Double Move or Charge."""
    if not piece.has("strider"):
        return ()
    face = yield from roll(D3, "strider", piece.id)
    draft.because("NM-69", "NM-70")
    return (Part("strider", face, "NM-70"),)


def sprints(draft: Draft, piece: Piece) -> Script[tuple[Part, ...]]:
    """NM-67: a Sprinter adds D3+1 inches to a move that is part of a Double action."""
    if not piece.has("sprinter"):
        return ()
    face = yield from roll(D3, "sprinter", piece.id)
    draft.because("NM-67")
    return (Part("sprinter", face + 1, "NM-67"),)


def sprinted(draft: Draft, piece: Piece) -> None:
    """NM-68: a Sprinter is harder to shoot until its next activation."""
    if not piece.has("sprinter") or draft.board.find(piece.id) is None:
        return
    draft.status(piece.id, "sprinted", cause="sprinter", rules=("NM-68",))
    draft.fact("shot_mod", -1)


def forward_advance(draft: Draft, given: Move) -> Script[Refusal | None]:
    """NM-58: a fighter just set up by deployment makes a Standard Move + D3."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    refused = lacks(piece, "forward_advance", "NM-58") or not_able(draft, piece)
    if refused is not None:
        return refused
    face = yield from roll(D3, "advance", piece.id)
    parts = (*movement_of(draft.board, piece), Part("advance", face, "NM-58"))
    gait = gait_of(draft.board, piece, "NM-58", parts, manner_of(given))
    trip = yield from standard(draft, gait, given, "forward_advance")
    return trip if isinstance(trip, Refusal) else None


def lacks(piece: Piece, tag: str, rule: str) -> Refusal | None:
    """Refuse a fighter without the skill or gear that an action needs."""
    return None if piece.has(tag) else refuse("NO_GEAR", rule, piece=piece.id, gear=tag)


class HipShooting(Move, frozen=True, kw_only=True):
    """A Shoot action with a Standard Move; `unwieldy` says that the profile has that trait."""

    unwieldy: Flag = False
    before: Flag = True


def hip_shooting(draft: Draft, given: HipShooting) -> Script[Refusal | None]:
    """NM-59: a Standard Move before or after a shot with a profile that is not Unwieldy."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    if given.unwieldy:
        return refuse("UNWIELDY", "NM-59", piece=piece.id)
    refused = lacks(piece, "hip_shooting", "NM-59") or not_able(draft, piece)
    if refused is not None:
        return refused
    gait = gait_of(draft.board, piece, "NM-59", movement_of(draft.board, piece), manner_of(given))
    trip = yield from standard(draft, gait, given, "hip_shooting")
    if isinstance(trip, Refusal):
        return trip
    draft.note("SHOOTS", piece.id, rules=("NM-59",), before=not given.before)
    return None
