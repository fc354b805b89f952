"""Charge and Consolidate: moves that may end within one inch of enemies."""

import msgspec

from vttbridge.rules.dice import D3
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import Distance, Text
from vttbridge.rules.kinds import OneOf, PiecesOf
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.script import Script, choose, owner_of, roll
from vttbridge_necromunda.community.actions.crawling import through_duct
from vttbridge_necromunda.community.actions.moving import (
    Move,
    lacks,
    manner_of,
    no_rocket,
    not_able,
    sprinted,
    sprints,
    strides,
)
from vttbridge_necromunda.community.battlefield.bases import lifted
from vttbridge_necromunda.community.battlefield.engagement import engaged_with, near_enemies
from vttbridge_necromunda.community.fields import Rocket
from vttbridge_necromunda.community.paths.gait import gait_of, movement_of
from vttbridge_necromunda.community.paths.path import waypoints
from vttbridge_necromunda.community.paths.travel import travel
from vttbridge_necromunda.table_top.sides import is_seriously_injured


class Charge(Move, frozen=True, kw_only=True):
    """A fighter charges: up to M + D3 inches, to within one inch of enemies."""

    rocket: Rocket = 0


def charge(draft: Draft, given: Charge) -> Script[Refusal | None]:
    """NM-30 to NM-32: move, and where an enemy is within an inch take a free attack."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    refused = not_able(draft, piece) or no_rocket(piece, given.rocket)
    if refused is not None:
        return refused
    face = yield from roll(D3, "charge", piece.id)
    parts = (*movement_of(draft.board, piece), Part("charge", face, "NM-30"))
    parts += yield from strides(draft, piece)
    parts += yield from sprints(draft, piece)
    gait = gait_of(draft.board, piece, "NM-30", parts, manner_of(given, given.rocket))
    gait = msgspec.structs.replace(gait, may_engage=True, ducts=piece.has("tunnel_rat"))
    trip = yield from travel(draft, gait, waypoints(given.path), "charge", ask=not given.path)
    if isinstance(trip, Refusal):
        return trip
    sprinted(draft, piece)
    if trip.arrived:
        used_chute = piece.has("grav_chute") and any(toll.kind == "jump_down" for toll in trip.way.bill.tolls)
        yield from _reached(draft, piece.id, used_chute=used_chute)
    return None


def _reached(draft: Draft, charger: str, *, used_chute: bool) -> Script[None]:
    """NM-31, NM-32, NM-34: see who is within an inch now, and offer the free attack."""
    piece = draft.piece(charger)
    near = near_enemies(draft.board, piece)
    engaged = tuple(foe.id for foe in near if not is_seriously_injured(foe))
    injured = tuple(foe.id for foe in near if is_seriously_injured(foe))
    draft.fact("engaged_with", engaged)
    if not near:
        draft.note("CHARGE_FAILED", charger, rules=("NM-34",))
        return
    draft.because("NM-31")
    if used_chute and engaged:
        draft.fact("extra_attack_die", "unarmed S+1")
        draft.note("EXTRA_ATTACK_DIE", charger, rules=("NM-106",))
    wanted = yield from _free_action(charger, injured)
    if wanted == "coup_de_grace":
        draft.note("COUP_DE_GRACE", charger, rules=("NM-32",), target=injured[0])
    elif wanted == "fight":
        yield from _free_fight(draft, charger, (*engaged, *injured))


def _free_action(charger: str, injured: tuple[str, ...]) -> Script[str]:
    """AMB-NM-16: where exactly one Seriously Injured enemy is near, either free action may be chosen."""
    if len(injured) != 1:
        return "fight"
    kind = OneOf(("fight", "coup_de_grace", "none"))
    answer = yield from choose(owner_of(charger), "free_action", kind, "fight", piece=charger)
    return answer


def _free_fight(draft: Draft, charger: str, targets: tuple[str, ...]) -> Script[None]:
    target = targets[0]
    if len(targets) > 1:
        answer = yield from choose(owner_of(charger), "fight", PiecesOf(targets), (target,), piece=charger)
        target = answer[0]
    draft.note("FREE_FIGHT", charger, rules=("NM-31",), target=target)


class Consolidate(Move, frozen=True, kw_only=True):
    """A fighter consolidates so many inches; a Tunnel Rat may do it through a ductway, named in `duct`."""

    distance: Distance = 2.0
    duct: Text = ""


def consolidate(draft: Draft, given: Consolidate) -> Script[Refusal | None]:
    """NM-54, NM-72: move after a fight, where one may engage again."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    refused = not_able(draft, piece, engaged=True)
    if refused is not None:
        return refused
    if given.duct:
        outcome = yield from _consolidate_through(draft, piece, given)
        return outcome
    gait = gait_of(
        draft.board, piece, "NM-01", (Part("consolidate", given.distance, "NM-01"),), manner_of(given)
    )
    gait = msgspec.structs.replace(gait, may_engage=True)
    trip = yield from travel(draft, gait, waypoints(given.path), "consolidate", ask=not given.path)
    if isinstance(trip, Refusal):
        return trip
    if engaged_with(draft.board, draft.piece(piece.id)):
        draft.because("NM-33")
    return None


def _consolidate_through(draft: Draft, piece: Piece, given: Consolidate) -> Script[Refusal | None]:
    """NM-72: reach the opening, and be set up within an inch of its far side."""
    refused = lacks(piece, "tunnel_rat", "NM-72")
    if refused is not None:
        return refused
    outcome = yield from through_duct(
        draft, piece, given.duct, reach=given.distance, rule="NM-72", cause="consolidate"
    )
    return outcome
