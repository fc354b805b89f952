"""Splitting hits among targets: which others may be hit, and who gets which hit before any wound roll."""

from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import PiecesOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import MOVER, Script, choose
from vttbridge_necromunda.table_top.measuring import apart, is_within
from vttbridge_necromunda.table_top.sides import are_enemies, is_fighter
from vttbridge_necromunda.traits.attack_fields import Shoot
from vttbridge_necromunda.traits.difficulty import difficulty, in_range, in_sight

NEAR = 3.0
"""How far from the original target another may be (NT-27)."""


def why_not(draft: Draft, shot: Shoot, other: Piece) -> Refusal | None:
    """Return why a fighter may get no hit of a shot that was aimed at another, or `None` where it may."""
    first = draft.piece(shot.target)
    if other.id == first.id:
        return None
    if not is_fighter(other) or other.id == shot.attacker:
        return refuse("NOT_A_TARGET", "NT-27", piece=other.id)
    if _is_friend(draft, shot, other) and draft.options.is_on("nt_split_targets", "enemies_only"):
        return refuse("NOT_AN_ENEMY", "NT-30", piece=other.id)
    return _too_far(draft, shot, first, other) or _too_hard(draft, shot, first, other)


def _is_friend(draft: Draft, shot: Shoot, other: Piece) -> bool:
    return not are_enemies(draft.piece(shot.attacker), other)


def _too_far(draft: Draft, shot: Shoot, first: Piece, other: Piece) -> Refusal | None:
    inches = apart(first, other)
    if not is_within(inches, NEAR):
        return refuse("TOO_FAR_FROM_FIRST", "NT-27", piece=other.id, inches=round(inches, 3))
    if not in_range(draft, shot, other):
        return refuse("OUT_OF_WEAPON_RANGE", "NT-27", piece=other.id)
    if not in_sight(draft, shot, other):
        return refuse("OUT_OF_SIGHT", "NT-27", piece=other.id)
    return None


def _too_hard(draft: Draft, shot: Shoot, first: Piece, other: Piece) -> Refusal | None:
    draft.because("NT-28")
    if difficulty(draft, shot, other) > difficulty(draft, shot, first):
        return refuse("HARDER_TO_HIT", "NT-28", piece=other.id)
    return None


def allowed_targets(draft: Draft, shot: Shoot) -> tuple[str, ...]:
    """Return who may get hits, the original target first; who is near but may not is stated as a fact."""
    others: list[str] = []
    left_out: dict[str, str] = {}
    for piece in draft.board.pieces:
        if piece.id in {shot.target, shot.attacker} or not is_fighter(piece):
            continue
        reason = why_not(draft, shot, piece)
        if reason is None:
            others.append(piece.id)
            draft.because(*(("NT-30",) if _is_friend(draft, shot, piece) else ()))
        else:
            draft.because(reason.rule)
            left_out[piece.id] = reason.code
    draft.fact("left_out", dict(sorted(left_out.items())))
    return (shot.target, *others)


def allocate(draft: Draft, shot: Shoot, hits: int) -> Script[tuple[str, ...] | Refusal]:
    """Return the target of each hit: the first is the original one (NT-26), the others as the player says.

    By default all hits stay on the original target. Nobody is asked where there is nothing to split.
    """
    allowed = allowed_targets(draft, shot) if hits > 1 else (shot.target,)
    draft.fact("allowed", allowed)
    usual = (shot.target,) * hits
    if shot.allocation is not None and hits > 0:
        return _check_all(draft, shot, shot.allocation, hits)
    if len(allowed) == 1:
        return usual
    kind = PiecesOf(allowed, hits, hits, repeat=True)

    def check(answer: tuple[str, ...]) -> Refusal | None:
        return _first_is_original(shot, answer)

    chosen = yield from choose(MOVER, "allocate", kind, usual, piece=shot.attacker, check=check)
    return _original_first(shot, chosen)


def _original_first(shot: Shoot, chosen: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(chosen, key=lambda one: one != shot.target))


def _first_is_original(shot: Shoot, answer: tuple[str, ...]) -> Refusal | None:
    """One of the hits must be the original target's; it counts as the first wherever it was named."""
    if shot.target in answer:
        return None
    return refuse("FIRST_HIT_ORIGINAL", "NT-26", piece=shot.target, given=answer)


def _check_all(draft: Draft, shot: Shoot, given: tuple[str, ...], hits: int) -> tuple[str, ...] | Refusal:
    if len(given) != hits:
        return refuse("ALLOCATE_EACH_HIT", "NT-29", hits=hits, given=len(given))
    refused = _first_is_original(shot, given)
    for one in given:
        refused = refused or why_not(draft, shot, draft.piece(one))
    return _original_first(shot, given) if refused is None else refused
