"""Checks and prices a whole declared path (NM-02, NM-19, NM-20, NM-28, NM-29)."""

import msgspec

from vttbridge.geometry.footprint import Body
from vttbridge.geometry.vec import GRAIN, Place
from vttbridge.rules.board import Board
from vttbridge.rules.piece import Piece
from vttbridge_necromunda.community.battlefield.bases import base_of, bodies, may_use, terrain
from vttbridge_necromunda.community.battlefield.standing import inch_fault, overlap_fault, standing_fault
from vttbridge_necromunda.community.paths.gait import Gait, skills_used
from vttbridge_necromunda.community.paths.legs import measure
from vttbridge_necromunda.community.paths.path import Breach, Fault, Risk, Tally, Way, Waypoint
from vttbridge_necromunda.community.paths.run import IN_HEIGHT, Ground, Leg
from vttbridge_necromunda.community.paths.tolls import Toll, bill
from vttbridge_necromunda.table_top.measuring import on_grain
from vttbridge_necromunda.table_top.sides import enemies_of

FINE = 0.05
"""Steps, in inches, in which the last legal point before a breach is looked for."""

MAX_STEPS = 400


def ground_for(board: Board, piece: Piece, gait: Gait) -> Ground:
    """Return what a fighter's path is measured on."""
    cutter = may_use(board, piece)
    ridden = (cutter.id,) if cutter is not None else ()
    foes = tuple(base_of(board, foe) for foe in enemies_of(board, piece))
    return Ground(
        terrain(board, *ridden),
        base_of(board, piece),
        bodies(board, piece.id, *gait.carried),
        foes,
        board.options.number("nm_obstacle_limit"),
        board.options.word("nm_leap_fall"),
    )


def walk(board: Board, gait: Gait, points: tuple[Waypoint, ...]) -> Way | Breach:
    """Measure a path from where the fighter stands: what it costs and risks, or where it breaks a rule."""
    piece = board.piece(gait.piece)
    return walk_over(ground_for(board, piece, gait), gait, points)


def walk_over(ground: Ground, gait: Gait, points: tuple[Waypoint, ...]) -> Way | Breach:
    """Measure a path over prepared ground."""
    legs = _legs(ground, gait, points)
    overlap, first = _end_overlap(ground, legs), _first_fault(ground, gait, legs)
    fault = overlap or first
    if fault is None:
        return _way(ground, gait, legs)
    legal = fault.inch if first is None else min(fault.inch, first.inch)
    return Breach(fault.inch, fault.code, fault.rule, fault.what, _last_valid(ground, legs, legal))


def passing_cost(ground: Ground, gait: Gait, points: tuple[Waypoint, ...]) -> float | None:
    """Return what a path costs that needs no check, wherever it ends; `None` where it may not be passed."""
    tolls: list[Toll] = []
    at, inch = ground.base.place, 0.0
    for number, point in enumerate(points, start=1):
        leg = measure(ground, gait, number, at, point, inch=inch)
        if leg.fault is not None or any(risk.kind != "dangerous" for risk in leg.risks):
            return None
        at, inch = leg.end, inch + leg.inches
        tolls += [tally.toll for tally in leg.tallies]
    return bill(gait, tuple(tolls)).spent


def _legs(ground: Ground, gait: Gait, points: tuple[Waypoint, ...]) -> tuple[Leg, ...]:
    at, inch, legs = ground.base.place, 0.0, list[Leg]()
    for number, point in enumerate(points, start=1):
        leg = measure(ground, gait, number, at, point, inch=inch)
        legs.append(leg)
        at, inch = leg.end, inch + leg.inches
    return tuple(legs)


def _tallies(legs: tuple[Leg, ...]) -> tuple[Tally, ...]:
    return tuple(tally for leg in legs for tally in leg.tallies)


def _end_overlap(ground: Ground, legs: tuple[Leg, ...]) -> Fault | None:
    """NM-28 is looked at first: ending on somebody is that, whatever lies before it."""
    if not legs:
        return None
    found = overlap_fault(_at(ground, legs[-1].end), ground.others)
    return None if found is None else Fault(_inches(legs), found.code, found.rule, _other(found.facts))


def _first_fault(ground: Ground, gait: Gait, legs: tuple[Leg, ...]) -> Fault | None:
    faults = [leg.fault for leg in legs if leg.fault is not None]
    faults += [fault for fault in (_too_far(gait, legs), _end_fault(ground, gait, legs)) if fault is not None]
    return min(faults, key=lambda fault: fault.inch, default=None)


def _too_far(gait: Gait, legs: tuple[Leg, ...]) -> Fault | None:
    """Find the inch at which the distance runs out; a scramble may not even be begun (NM-25)."""
    tallies = _tallies(legs)
    for index, tally in enumerate(tallies):
        so_far = bill(gait, tuple(entry.toll for entry in tallies[: index + 1])).spent
        if so_far <= gait.limit + GRAIN:
            continue
        if tally.toll.kind == "scramble":
            return Fault(_scramble_start(tallies, index), "SCRAMBLE_TOO_FAR", "NM-25")
        left = gait.limit - bill(gait, tuple(entry.toll for entry in tallies[:index])).spent
        inches = left / tally.toll.price if tally.toll.price else 0.0
        return Fault(tally.start + max(0.0, inches), "TOO_FAR", gait.rule)
    return None


def _scramble_start(tallies: tuple[Tally, ...], index: int) -> float:
    while index > 0 and tallies[index - 1].toll.kind == "scramble":
        index -= 1
    return tallies[index].start


def _end_fault(ground: Ground, gait: Gait, legs: tuple[Leg, ...]) -> Fault | None:
    if not legs:
        return None
    end = _at(ground, legs[-1].end)
    foes = () if gait.may_engage else ground.foes
    found = inch_fault(end, foes) or standing_fault(ground.scene, end, ())
    if found is None:
        return None
    rule = "NM-54" if found.code == "ONE_INCH" and gait.through_fighters else found.rule
    if gait.flies and found.code == "NOT_FLAT":
        rule = "NM-113"
    return Fault(_inches(legs), found.code, rule, _other(found.facts))


def _other(facts: tuple[tuple[str, object], ...]) -> str:
    return next((str(value) for name, value in facts if name == "other"), "")


def _at(ground: Ground, place: Place) -> Body:
    return msgspec.structs.replace(ground.base, place=place)


def _inches(legs: tuple[Leg, ...]) -> float:
    return sum(leg.inches for leg in legs)


def _last_valid(ground: Ground, legs: tuple[Leg, ...], inch: float) -> Place:
    """NM-20: go back along the path from the breach to the last place where the fighter may stand."""
    before = inch
    for step in range(MAX_STEPS):
        mark = inch - FINE * step
        if mark <= 0:
            break
        if _is_legal(ground, place_at(ground.base.place, legs, mark)):
            return on_grain(place_at(ground.base.place, legs, _nearer(ground, legs, mark, before)))
        before = mark
    return ground.base.place


def _is_legal(ground: Ground, place: Place) -> bool:
    return standing_fault(ground.scene, _at(ground, place), ground.others, ground.foes) is None


def _nearer(ground: Ground, legs: tuple[Leg, ...], good: float, bad: float) -> float:
    """Close in on the very last legal inch between a good one and a bad one, less the tolerance."""
    if good == bad:
        return good
    for _ in range(12):
        half = (good + bad) / 2
        legal = _is_legal(ground, place_at(ground.base.place, legs, half))
        good, bad = (half, bad) if legal else (good, half)
    return max(0.0, good - GRAIN)


def place_at(start: Place, legs: tuple[Leg, ...], inch: float) -> Place:
    """Return where a fighter is after so many inches of a path, heights counted where they are passed."""
    at = start
    for leg in legs:
        if inch < leg.inches - GRAIN / 2:
            return _on_leg(at, leg, inch)
        inch -= leg.inches
        at = leg.end
    return at


def _on_leg(start: Place, leg: Leg, inch: float) -> Place:
    """Go so many inches along one leg, toll by toll."""
    flat = leg.end.at.minus(start.at)
    along, z = 0.0, start.z
    for tally in leg.tallies:
        share = min(1.0, max(0.0, inch) / tally.toll.inches)
        along += share * _along(tally, flat.length)
        z += share * tally.rise
        inch -= tally.toll.inches
    there = start.at.plus(flat.unit.times(along)) if along > 0 else start.at
    return Place(there.x, there.y, z)


def _along(tally: Tally, length: float) -> float:
    """Return the level inches of a toll: flight and rocket jumps are the whole leg in one slanting line."""
    if tally.toll.kind in {"flight", "rocket"}:
        return length
    return 0.0 if tally.toll.kind in IN_HEIGHT else tally.toll.inches


def _way(ground: Ground, gait: Gait, legs: tuple[Leg, ...]) -> Way:
    tallies = _tallies(legs)
    paid = bill(gait, tuple(tally.toll for tally in tallies))
    marks, total = list[float](), 0.0
    for leg in legs:
        total += leg.inches
        marks.append(total)
    rules = [gait.rule, "NM-01", "NM-02", *(tally.toll.rule for tally in tallies)]
    rules += [rule for leg in legs for rule in leg.rules]
    rules += _skill_rules(gait, ground, tallies)
    rules += ["NM-114"] if paid.saved else []
    return Way(
        tuple(leg.end for leg in legs),
        tuple(marks),
        total,
        paid,
        _merged(tuple(risk for leg in legs for risk in leg.risks), legs, ground),
        tuple(dict.fromkeys(rules)),
    )


def _skill_rules(gait: Gait, ground: Ground, tallies: tuple[Tally, ...]) -> list[str]:
    used = {tally.toll.rule for tally in tallies}
    listed = [rule for _, rule in skills_used(gait) if rule in used]
    return listed + (["NM-54"] if gait.through_fighters and ground.others else [])


def _merged(risks: tuple[Risk, ...], legs: tuple[Leg, ...], ground: Ground) -> tuple[Risk, ...]:
    """One check for each area crossed: a path that bends inside it crosses it once and fails midway."""
    kept: list[Risk] = []
    for risk in sorted(risks, key=lambda risk: risk.inch):
        if kept and _goes_on(kept[-1], risk):
            first = kept.pop()
            middle = place_at(ground.base.place, legs, (first.inch + risk.end) / 2)
            kept.append(first._replace(end=risk.end, fails_at=middle._replace(z=first.fails_at.z)))
        else:
            kept.append(risk)
    return tuple(kept)


def _goes_on(first: Risk, risk: Risk) -> bool:
    same = first.kind == risk.kind and first.area == risk.area and bool(first.area)
    if same and risk.kind == "dangerous":
        return True
    return same and abs(first.end - risk.inch) <= GRAIN
