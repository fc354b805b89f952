"""A Blast marker: who is under it, a die for each, and away from its centre."""

from vttbridge.geometry.fall import level_at
from vttbridge.geometry.footprint import Body, Disc
from vttbridge.geometry.ray import ray
from vttbridge.geometry.room import flat_gap
from vttbridge.geometry.sight import sees
from vttbridge.geometry.vec import GRAIN, Place, Vec
from vttbridge.rules.dice import D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import OrderOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import MOVER, Script, choose, roll
from vttbridge_necromunda.table_top.measuring import middle
from vttbridge_necromunda.table_top.sides import are_enemies, is_fighter
from vttbridge_necromunda.traits.attack_fields import Blast
from vttbridge_necromunda.traits.hit_roll import read_damage
from vttbridge_necromunda.traits.resolution import Share, resolve_shot
from vttbridge_necromunda.traits.strength import reaches

OWN_SHARE = ("NT-05", "NT-12")
"""A blocked knock back raises the Damage of that fighter's share alone."""


def blast(draft: Draft, fields: Blast) -> Script[Refusal | None]:
    """Resolve a Blast where its marker lies: all dice first, then the moves in the mover's order."""
    centre = marker_place(draft, fields)
    hit = fields.targets if fields.targets is not None else under_marker(draft, centre, fields.diameter / 2)
    draft.fact("hit", hit)
    if not hit:
        return None
    damage = yield from read_damage(fields.attacker, fields.damage)
    shares = yield from _shares(draft, fields, centre.at, hit)
    order = yield from _order(draft, fields, centre.at, tuple(one.piece for one in shares if one.knocks))
    if isinstance(order, Refusal):
        return order
    yield from resolve_shot(draft, shares, order, damage, fields.attacker)
    return None


def marker_place(draft: Draft, fields: Blast) -> Place:
    """Return the marker's centre; without a height it lies on the ground there."""
    x, y, *up = fields.marker
    ground = level_at(draft.board.scene, Vec(x, y))
    return Place(x, y, up[0] if up else ground or 0.0)


def under_marker(draft: Draft, centre: Place, radius: float) -> tuple[str, ...]:
    """Return the fighters whose base is under the marker, unless a wall stands between (NTX-11)."""
    return tuple(
        piece.id
        for piece in draft.board.pieces
        if is_fighter(piece) and _is_under(piece, centre, radius) and _is_open(draft, piece, centre)
    )


def _is_under(piece: Piece, centre: Place, radius: float) -> bool:
    point = Body("marker", Disc(0.0), centre)
    low, high = piece.place.z - radius, piece.place.z + piece.footprint.height
    return low <= centre.z <= high and flat_gap(point, piece.solid) < radius - GRAIN


def _is_open(draft: Draft, piece: Piece, centre: Place) -> bool:
    draft.because("NTX-11")
    scene, end = draft.board.scene, middle(piece)
    low, high = centre.z, centre.z + piece.footprint.height
    is_walled = ray(scene, centre.at, end, low=low, high=high) is not None
    return not is_walled and sees(scene, centre.at, end, (low + high) / 2)


def _shares(draft: Draft, fields: Blast, centre: Vec, hit: tuple[str, ...]) -> Script[tuple[Share, ...]]:
    """Roll a D6 for each fighter hit, in the order of their ids, friends too (NT-06, NT-07, NT-11)."""
    over = draft.options.number("nt_blast_centre_eps")
    shares: list[Share] = []
    for one in sorted(hit):
        knocks = False
        if fields.knockback:
            die = yield from roll(D6, "blast", one)
            draft.because("NT-06", *_of_a_friend(draft, fields.attacker, one))
            knocks = reaches(draft, die, one, "NT-07")
        shares.append(Share(one, 1, knocks, centre, over, ("NT-07",), OWN_SHARE))
    return tuple(shares)


def _of_a_friend(draft: Draft, attacker: str, target: str) -> tuple[str, ...]:
    shooter = draft.board.find(attacker)
    is_friend = shooter is not None and not are_enemies(shooter, draft.piece(target))
    return ("NT-11",) if is_friend else ()


def _order(
    draft: Draft, fields: Blast, centre: Vec, moved: tuple[str, ...]
) -> Script[tuple[str, ...] | Refusal]:
    """Let the mover order the moves; by default the farthest from the marker's centre first, ties by id."""
    if fields.order is not None:
        if sorted(fields.order) != sorted(moved):
            return refuse("NOT_EACH_ONCE", "NT-06", given=fields.order, things=moved)
        return fields.order
    usual = tuple(sorted(moved, key=lambda one: (-_distance(draft, centre, one), one)))
    if len(moved) < 2:
        return usual
    order = yield from choose(MOVER, "order", OrderOf(usual), usual, piece=fields.attacker)
    return order


def _distance(draft: Draft, centre: Vec, piece: str) -> float:
    return round(middle(draft.piece(piece)).minus(centre).length, 3)
