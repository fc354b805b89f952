"""Damage and what it does: Stamina, squads that share a pool, tracked objects, dying (DS-23, DS-27 to 29).

A dead body takes no further damage. Objects take damage only where a table tracks it (`ds_track_objects`).
"""

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.piece import Piece
from vttbridge_draw_steel.materials import holding_rule, holds
from vttbridge_draw_steel.sizes import squares

OUT = ("dead", "destroyed")


def is_out(piece: Piece) -> bool:
    """Return whether a piece is dead or destroyed."""
    return any(piece.is_in(word) for word in OUT)


def died(draft: Draft, target: str) -> bool:
    """Return whether a piece died or broke since the script began."""
    piece = draft.board.find(target)
    return piece is not None and is_out(piece) and not is_out(draft.start.piece(target))


def would_die(board: Board, piece: Piece, damage: int) -> bool:
    """Return whether so much damage in all kills a creature; without a Stamina of its own nobody knows."""
    if is_out(piece):
        return True
    if piece.kind == "object" or damage <= 0:
        return False
    if is_minion(piece):
        return _minions_lost(board, piece, damage) > 0
    stamina = piece.raw("stamina")
    if not isinstance(stamina, int | float):
        return False
    return stamina - damage <= _floor(piece)


def _floor(piece: Piece) -> float:
    """Heroes die at their winded value below 0, others at 0."""
    return -piece.number("stamina_max") / 2 if piece.has("hero") else 0.0


def is_minion(piece: Piece) -> bool:
    """Return whether a piece shares its squad's Stamina."""
    return bool(piece.pool) and piece.raw("pool_stamina") is not None and piece.number("stamina") > 0


def _minions_lost(board: Board, piece: Piece, damage: int) -> int:
    """A minion dies for each full share of its own Stamina that the pool has lost."""
    left = max(0.0, piece.number("pool_stamina") - damage)
    squad = [one for one in board.pieces if one.pool == piece.pool and not is_out(one)]
    standing = -int(-left // piece.number("stamina"))
    return max(0, len(squad) - standing)


class Pain(msgspec.Struct, frozen=True, kw_only=True):
    """Damage about to be dealt to a piece: how much, why, from where, and the lines that it rests on."""

    amount: int
    cause: str
    source: str = ""
    kind: str = ""
    attack: bool = False
    rules: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    rests_on: tuple[str, ...] = ()


def hurt(draft: Draft, target: str, pain: Pain) -> str:
    """Deal damage to a piece and say what becomes of it; returns the damage's key, '' where none is dealt."""
    piece = draft.board.find(target)
    if piece is None or is_out(piece) or pain.amount <= 0:
        return ""
    if piece.kind == "object":
        return _hurt_object(draft, piece, pain)
    dies = would_die(draft.board, piece, pain.amount)
    lost = _minions_lost(draft.board, piece, pain.amount) if is_minion(piece) else 0
    number, floor = ("pool_stamina", 0) if is_minion(piece) else ("stamina", None)
    key = _deal(draft, target, pain, number, floor)
    _after_damage(draft, piece, key, dies=dies, lost=lost)
    return key


def _deal(draft: Draft, target: str, pain: Pain, number: str, floor: float | None) -> str:
    return draft.damage(
        target,
        pain.amount,
        pain.cause,
        kind=pain.kind,
        attack=pain.attack,
        source=pain.source,
        number=number,
        floor=floor,
        rules=pain.rules,
        parts=pain.parts,
        rests_on=pain.rests_on,
    )


def _after_damage(draft: Draft, piece: Piece, key: str, *, dies: bool, lost: int) -> None:
    if dies:
        draft.status(piece.id, "dead", cause="damage", rests_on=(key,))
    elif piece.has("hero") and _is_dying(draft.piece(piece.id)):
        draft.status(piece.id, "dying", cause="damage", rests_on=(key,))
    if lost > 1:
        draft.note("SQUAD_LOSES", piece.id, count=lost - 1, rests_on=(key,))


def _is_dying(piece: Piece) -> bool:
    stamina = piece.raw("stamina")
    return isinstance(stamina, int | float) and stamina <= 0 and not piece.is_in("dying")


def _hurt_object(draft: Draft, piece: Piece, pain: Pain) -> str:
    """Tracked objects hold so much damage a square, more fragile ones none (DS-27 to DS-29)."""
    if draft.options.is_on("ds_track_objects", "off"):
        draft.because("AMB-DS-22")
        return ""
    rules = (*pain.rules, "DS-27", holding_rule(piece.text("material")))
    limit = object_limit(draft, piece)
    if limit is not None and piece.raw("stamina") is None:
        draft.number(piece.id, "stamina", limit, "object_limit", rules=rules)
        draft.fact("object_limit", limit)
    key = _deal(draft, piece.id, msgspec.structs.replace(pain, rules=rules), "stamina", 0)
    if limit is not None and draft.piece(piece.id).number("stamina") <= 0:
        draft.status(piece.id, "destroyed", cause="damage", rests_on=(key,))
        draft.gone(piece.id, "destroyed", rules=rules, rests_on=(key,))
    return key


def object_limit(draft: Draft, piece: Piece) -> int | None:
    """Return the damage that an object holds: its material's share for every square (DS-28, AMB-DS-25)."""
    share = holds(piece.text("material"))
    if share is None:
        return None
    draft.because("AMB-DS-25")
    return share * squares(piece, volume=draft.options.is_on("ds_object_squares", "volume"))
