"""Leaving enemies: Disengage, Hit and Run, and who lies Seriously Injured among them."""

import msgspec

from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import Flag, PieceRef, Point
from vttbridge.rules.kinds import PointOf, YesNo
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script, choose, owner_of
from vttbridge_necromunda.community.actions.moving import Move, lacks, manner_of, standard
from vttbridge_necromunda.community.battlefield.bases import lifted
from vttbridge_necromunda.community.battlefield.clearing import clear_fault, clear_places
from vttbridge_necromunda.community.battlefield.engagement import engaged_with, is_active, settle
from vttbridge_necromunda.community.battlefield.falling import check_ledge
from vttbridge_necromunda.community.paths.gait import gait_of, movement_of
from vttbridge_necromunda.community.paths.travel import place_of
from vttbridge_necromunda.table_top.initiative import initiative_check
from vttbridge_necromunda.table_top.measuring import on_grain
from vttbridge_necromunda.table_top.sides import is_fighter, is_standing
from vttbridge_necromunda.table_top.survival import still_on_battlefield


class Disengage(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter leaves all enemies it is Engaged with; `to` is where it is moved."""

    piece: PieceRef
    to: Point = ()


def disengage(draft: Draft, given: Disengage) -> Script[Refusal | None]:
    """NM-37 to NM-40: free attacks of those who pass their check, then away to one inch."""
    draft.board = lifted(draft.board)
    outcome = yield from _disengage(draft, given.piece, given.to, attacks=True)
    return outcome


def _disengage(draft: Draft, fighter: str, to: tuple[float, ...], *, attacks: bool) -> Script[Refusal | None]:
    piece = draft.piece(fighter)
    if not is_standing(piece):
        return refuse("PRONE", "NM-37", piece=fighter)
    foes = engaged_with(draft.board, piece)
    if not foes:
        return refuse("NOT_ENGAGED", "NM-37", piece=fighter)
    if attacks:
        stays = yield from _free_attacks(draft, fighter, foes)
        if not stays:
            settle(draft, fighter)
            return None
    moved = yield from move_clear(draft, draft.piece(fighter), foes, to, rule="NM-39", cause="disengage")
    if isinstance(moved, Refusal):
        return moved
    if not moved:
        draft.note("STAYS_ENGAGED", fighter, rules=("NM-40",))
        if not draft.piece(fighter).is_in("engaged"):
            draft.status(fighter, "engaged", cause="no_way_out", rules=("NM-40",))
    settle(draft, fighter)
    return None


def _free_attacks(draft: Draft, fighter: str, foes: tuple[Piece, ...]) -> Script[bool]:
    """NM-38: every enemy that passes an Initiative check may make one free attack."""
    checks: list[tuple[str, bool]] = []
    for foe in foes:
        passed = yield from initiative_check(draft, foe.id, rules=("NM-37", "NM-38"))
        checks.append((foe.id, passed))
    attacked = False
    for foe_id in (foe_id for foe_id, passed in checks if passed):
        strikes = yield from choose(owner_of(foe_id), "free_attack", YesNo(), True, piece=foe_id)
        if strikes:
            attacked = True
            draft.note("FREE_ATTACK", foe_id, rules=("NM-38",), target=fighter)
    if not attacked:
        return True
    stays = yield from still_on_battlefield(draft, fighter, rules=("NM-39",))
    return stays


def move_clear(
    draft: Draft, piece: Piece, left: tuple[Piece, ...], to: tuple[float, ...], *, rule: str, cause: str
) -> Script[bool | Refusal]:
    """Move a fighter to one inch from an enemy and no nearer to the others; says whether it could."""
    board = draft.board

    def fault(place: Place) -> Refusal | None:
        return clear_fault(board, piece, place, left, rule)

    if to:
        place = place_of(to, piece.place)
        refused = fault(place)
        if refused is not None:
            return refused
    else:
        offered = clear_places(board, piece, left, rule)
        if not offered:
            return False
        kind = PointOf(offered=offered)
        place = yield from choose(
            owner_of(piece.id), "position", kind, offered[0], piece=piece.id, check=fault
        )
    draft.put(piece.id, on_grain(place), cause, rules=(rule,))
    return True


class HitAndRun(Move, frozen=True, kw_only=True):
    """After its charge attacks a fighter may leave: `to` is where Disengage moves it; then it may move."""

    to: Point = ()


def hit_and_run(draft: Draft, given: HitAndRun) -> Script[Refusal | None]:
    """NM-60, NM-61: a free Disengage before reactions, then a Standard Move while still Active."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    refused = lacks(piece, "hit_and_run", "NM-60")
    if refused is not None:
        return refused
    leaves = yield from choose(owner_of(piece.id), "disengage", YesNo(), True, piece=piece.id)
    draft.because("NM-60")
    if not leaves:
        return None
    refused = yield from _disengage(draft, piece.id, given.to, attacks=True)
    if refused is not None:
        return refused
    fighter = draft.board.find(piece.id)
    draft.fact("reaction", fighter is not None and bool(engaged_with(draft.board, fighter)))
    if fighter is None or not is_active(draft.board, fighter):
        return None
    gait = gait_of(draft.board, fighter, "NM-61", movement_of(draft.board, fighter), manner_of(given))
    trip = yield from standard(draft, gait, given, "hit_and_run")
    return trip if isinstance(trip, Refusal) else None


class GoDown(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter was Seriously Injured; `coup_de_grace` says that an enemy finishes it."""

    piece: PieceRef
    coup_de_grace: Flag = False
    to: Point = ()


def seriously_injured(draft: Draft, given: GoDown) -> Script[Refusal | None]:
    """NM-41: who is Seriously Injured while Engaged, and not finished, is moved an inch from all enemies."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    if not is_fighter(piece):
        return refuse("NO_FIGHTER", piece=piece.id)
    foes = engaged_with(draft.board, piece)
    if given.coup_de_grace and foes:
        draft.gone(piece.id, "coup_de_grace", rules=("NM-41",))
        settle(draft, piece.id)
        return None
    draft.status(piece.id, "seriously_injured", cause="injury", rules=("NM-41",) if foes else ())
    if foes:
        moved = yield from move_clear(
            draft, draft.piece(piece.id), foes, given.to, rule="NM-41", cause="moved_clear"
        )
        if isinstance(moved, Refusal):
            return moved
        if not moved:
            draft.note("NO_CLEAR_GROUND", piece.id, rules=("NM-41",))
    yield from check_ledge(draft, piece.id, ("NMX-02",))
    settle(draft, piece.id)
    return None
