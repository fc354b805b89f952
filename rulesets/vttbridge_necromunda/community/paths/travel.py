"""Carries a measured path out: checks on the way, falls where they fail, harm of the ground, the end."""

from typing import Literal

import msgspec

from vttbridge.geometry.terrain import Area, Dangerous, Harm
from vttbridge.geometry.vec import Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script
from vttbridge_necromunda.community.battlefield.bases import may_use, stands_on
from vttbridge_necromunda.community.battlefield.engagement import is_active, settle
from vttbridge_necromunda.community.battlefield.falling import check_ledge, clear_below, fall_from
from vttbridge_necromunda.community.paths.gait import Gait
from vttbridge_necromunda.community.paths.offering import ask_path
from vttbridge_necromunda.community.paths.path import Breach, Risk, Way, Waypoint
from vttbridge_necromunda.community.paths.ways import walk
from vttbridge_necromunda.table_top.initiative import initiative_check
from vttbridge_necromunda.table_top.measuring import on_grain
from vttbridge_necromunda.table_top.survival import still_on_battlefield


class Trip(msgspec.Struct, frozen=True):
    """How a move went: whether it came to its end, and the way."""

    arrived: bool
    way: Way


def travel(
    draft: Draft, gait: Gait, points: tuple[Waypoint, ...], cause: str, *, ask: bool
) -> Script[Trip | Refusal]:
    """Take a declared path, or ask for one where none was given, and walk it."""
    rider = may_use(draft.board, draft.piece(gait.piece))
    if rider is not None:
        draft.because("NM-110", "NM-111")
    draft.fact("limit", _plain(draft.distance(gait.piece, gait.limit)))
    gait = msgspec.structs.replace(gait, limit=draft.distance(gait.piece, gait.limit))

    def taken(way: Way) -> Refusal | None:
        return _cutter_taken(draft, gait, way)

    way = (yield from ask_path(draft, gait, taken)) if ask else walk(draft.board, gait, points)
    if isinstance(way, Breach):
        return way.refusal
    refused = taken(way)
    if refused is not None:
        return refused
    draft.because("NM-03")
    arrived = yield from _walk(draft, gait, way, cause)
    if rider is not None and draft.board.find(gait.piece) is not None:
        _take_along(draft, gait.piece, rider.id)
    settle(draft, gait.piece)
    return Trip(arrived, way)


def _plain(number: float) -> float:
    return int(number) if number == int(number) else round(number, 3)


def _cutter_taken(draft: Draft, gait: Gait, way: Way) -> Refusal | None:
    """NM-107, NM-109: anybody may step onto a Grav Cutter, but one fighter at a time."""
    if not way.places:
        return None
    moved = draft.piece(gait.piece).at(way.places[-1])
    under = stands_on(draft.board, moved)
    if under is None:
        return None
    draft.because("NM-107", "NM-109")
    for other in draft.board.pieces:
        if other.kind == "creature" and other.id != moved.id and stands_on(draft.board, other) == under:
            return refuse("CUTTER_TAKEN", "NM-109", piece=moved.id, other=other.id)
    return None


def _take_along(draft: Draft, rider: str, cutter: str) -> None:
    """NM-111: the cutter is the rider's base and goes where it goes."""
    at = draft.piece(rider).place
    if draft.piece(cutter).place != at:
        draft.move(cutter, [at], "carries", forced=False, rules=("NM-111", "NM-112"))


def _walk(draft: Draft, gait: Gait, way: Way, cause: str) -> Script[bool]:
    draft.because(*way.rules, "NM-19", "NM-20")
    draft.fact("spent", _plain(round(way.bill.spent, 3)))
    if way.bill.saved:
        draft.status(gait.piece, "booster_spent", cause="jump_booster", rules=("NM-114",))
    harmed: list[Harm] = []
    for risk in way.risks:
        failed = yield from _failed(draft, gait, risk, harmed)
        if failed:
            _write(draft, gait, way, cause, risk)
            yield from _suffer(draft, gait, risk, harmed)
            return False
    _write(draft, gait, way, cause, None)
    yield from _hurt(draft, gait.piece, harmed)
    return draft.board.find(gait.piece) is not None


def _failed(draft: Draft, gait: Gait, risk: Risk, harmed: list[Harm]) -> Script[bool]:
    """Roll what has to be rolled at a point of the way; says whether the move ends there."""
    if risk.kind == "dangerous":
        harm = yield from _ground_harms(draft, gait.piece, risk)
        if harm is not None:
            harmed.append(harm)
        return False
    if risk.kind == "jump_down" and gait.chute:
        draft.because("NM-105")
        return False
    passed = yield from initiative_check(draft, gait.piece, modifier=risk.modifier, rules=_RULES[risk.kind])
    return not passed


_RULES = {
    "leap": ("NM-10", "NMX-03"),
    "leap_difficult": ("NM-47",),
    "scramble": ("NM-23", "NM-26"),
    "jump_down": ("NM-10", "NMX-04"),
    "rocket": ("NM-116",),
}


def _ground_harms(draft: Draft, piece: str, risk: Risk) -> Script[Harm | None]:
    """NM-48: each kind of dangerous ground says itself what it does."""
    harm = _dangerous(draft.board.scene.area(risk.area))
    official = draft.options.is_on("nm_dangerous", "official")
    if official or harm.check:
        passed = yield from initiative_check(draft, piece, rules=("NMX-11",) if official else ("NM-48",))
        if passed:
            return None
    return Harm(status="out_of_action") if official else harm


def _dangerous(area: Area) -> Harm:
    assert isinstance(area.meaning, Dangerous)
    return area.meaning.harm


def _write(draft: Draft, gait: Gait, way: Way, cause: str, risk: Risk | None) -> None:
    """Write the move, up to where a check failed."""
    places = way.places
    inches = way.inches
    if risk is not None:
        inches = risk.inch
        places = tuple(
            place for place, mark in zip(way.places, way.marks, strict=True) if mark < max(risk.inch, 1e-9)
        )
        places = (*places, on_grain(risk.fails_at))
    start = draft.piece(gait.piece).place
    if not places or (len(places) == 1 and places[0] == start):
        return
    tolls = tuple(
        Part(toll.kind, round(toll.cost, 3), toll.rule) for toll in way.bill.tolls if toll.inches > 0
    )
    draft.move(
        gait.piece,
        tuple(on_grain(place) for place in places),
        cause,
        forced=False,
        asked=gait.limit,
        travelled=inches,
        rules=(gait.rule,),
        parts=tolls,
    )


def _suffer(draft: Draft, gait: Gait, risk: Risk, harmed: list[Harm]) -> Script[None]:
    """End a move at a failed check: a fall where there is one, and Pinned."""
    piece = gait.piece
    yield from _hurt(draft, piece, harmed)
    if draft.board.find(piece) is None:
        return
    rules = _RULES[risk.kind]
    stays = True
    if risk.kind in {"leap", "jump_down", "scramble"}:
        over = clear_below(draft, draft.piece(piece), draft.piece(piece).place)
        stays = yield from fall_from(draft, piece, over, rules)
        if draft.piece(piece).has("grav_chute") if stays else False:
            return
    if stays and is_active(draft.board, draft.piece(piece)):
        draft.status(piece, "pinned", cause=risk.kind, rules=rules)
        yield from check_ledge(draft, piece, ("NMX-02",))


def _hurt(draft: Draft, piece: str, harmed: list[Harm]) -> Script[None]:
    """NM-48: deal what dangerous ground did, once the way is written."""
    for harm in harmed:
        if draft.board.find(piece) is None:
            return
        if harm.status == "out_of_action":
            draft.gone(piece, "dangerous_terrain", rules=("NMX-11",))
            return
        if harm.strength is not None or harm.damage:
            strength: int | Literal["weapon"] = "weapon" if harm.strength is None else harm.strength
            wounds = harm.damage or harm.wounds
            draft.hit(piece, strength, harm.ap, wounds, "dangerous_terrain", rules=("NM-48",))
            yield from still_on_battlefield(draft, piece, rules=("NM-48",))
        if harm.status and draft.board.find(piece) is not None:
            draft.status(piece, harm.status, cause="dangerous_terrain", rules=("NM-48",))


def place_of(point: tuple[float, ...], default: Place) -> Place:
    """Read a point field; one without a height is on the level of the default."""
    return Place(point[0], point[1], point[2] if len(point) > 2 else default.z)
