"""The attack roll: two dice, doubles, who is hit; one roll for all targets."""

import msgspec

from vttbridge.rules.dice import TWO_D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import PiecesOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import MOVER, Script, choose, roll
from vttbridge_heroclix.harm import Blow, take_unavoidable

FAILURE = (1, 1)
CRITICAL = (6, 6)


class Rolled(msgspec.Struct, frozen=True):
    """Both faces of the attack roll and who is hit, in the order of the targets."""

    faces: tuple[int, int]
    hits: tuple[str, ...]

    @property
    def is_doubles(self) -> bool:
        """Both dice show the same (HC-01)."""
        return self.faces[0] == self.faces[1]

    @property
    def is_critical(self) -> bool:
        """6-6 hits for one more damage (HCX-14)."""
        return self.faces == CRITICAL


def faces_fault(faces: tuple[int, ...]) -> Refusal | None:
    """Refuse faces that are no two dice; none at all means that they are rolled."""
    if not faces or (len(faces) == 2 and all(1 <= face <= 6 for face in faces)):
        return None
    return refuse("TWO_DICE", "HC-01", given=faces)


def roll_attack(
    draft: Draft,
    attacker: str,
    targets: tuple[str, ...],
    given: tuple[int, ...],
    hits: tuple[str, ...] | None,
) -> Script[Rolled]:
    """Roll, or take the faces given, and settle who is hit."""
    faces = (given[0], given[1]) if given else (yield from roll(TWO_D6, "attack", attacker))
    struck = yield from _hits(draft, attacker, targets, faces, hits)
    rolled = Rolled(faces, struck)
    draft.fact("doubles", rolled.is_doubles)
    draft.fact("hits", struck)
    if rolled.is_doubles and not struck:
        draft.because("HC-02")
    return rolled


def _hits(
    draft: Draft,
    attacker: str,
    targets: tuple[str, ...],
    faces: tuple[int, int],
    hits: tuple[str, ...] | None,
) -> Script[tuple[str, ...]]:
    """1-1 always misses and hurts the attacker, 6-6 always hits (HCX-14); else the table says or is asked."""
    if faces == FAILURE:
        take_unavoidable(draft, Blow(attacker, 1, "critical_miss", ("HCX-14",)))
        return ()
    if faces == CRITICAL:
        draft.because("HCX-14")
        return targets
    if hits is not None:
        return tuple(target for target in targets if target in hits)
    usual = _reached(draft, attacker, targets, faces)
    struck = yield from choose(MOVER, "hits", PiecesOf(targets, 0, len(targets)), usual)
    return tuple(target for target in targets if target in struck)


def _reached(
    draft: Draft, attacker: str, targets: tuple[str, ...], faces: tuple[int, int]
) -> tuple[str, ...]:
    """Return whom the roll reaches by the numbers; where one is unknown, a hit is expected."""
    shooter = draft.piece(attacker)
    return tuple(target for target in targets if _is_reached(shooter, draft.piece(target), sum(faces)))


def _is_reached(shooter: Piece, target: Piece, total: int) -> bool:
    attack, defense = shooter.whole("attack"), target.whole("defense")
    return attack <= 0 or defense <= 0 or total + attack >= defense
