"""Knock back damage: what the end of a path costs, after the displacement and apart from the attack."""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.options import Options
from vttbridge.rules.script import Script
from vttbridge_heroclix.harm import Blow, take_knock_back
from vttbridge_heroclix.path import KnockBackPath, Stop

FALL_DAMAGE = 2
STOP_DAMAGE = 1

AFTERWARDS = ("HC-20", "HC-21", "HC-26", "HCX-19")
"""Damage dealt, no attack, a step of its own, and nobody's: the rules of all knock back damage."""


class Cost(msgspec.Struct, frozen=True):
    """Damage for one figure at the end of a path."""

    piece: str
    amount: int
    cause: str
    rules: tuple[str, ...]


def collide(draft: Draft, piece: str, path: KnockBackPath, rests_on: tuple[str, ...]) -> Script[None]:
    """Deal what an early end costs; a path that was not ended early costs nothing (HC-23)."""
    stop = path.stop
    if stop is None:
        return
    if stop.why == "fall" and _flies(draft, piece):
        draft.note("FLIES_DOWN", piece, rules=("HCX-03",))
        return
    at_once = () if path.places or stop.why in {"character", "rim_blocked"} else ("HC-18",)
    costs = _costs(draft.options, piece, stop)
    if not costs:
        draft.note(_FREE[stop.why], piece, rules=stop.rules, by=stop.by)
    for cost in costs:
        if draft.board.find(cost.piece) is not None:
            yield from take_knock_back(draft, _blow(cost, at_once, rests_on))


_FREE = {"character": "STOPPED_BY_CHARACTER", "rim_blocked": "STAYS_ON_RIM"}


def _blow(cost: Cost, at_once: tuple[str, ...], rests_on: tuple[str, ...]) -> Blow:
    """Return the damage; it has no source, for it is not dealt by who knocked back (HCX-19)."""
    part = Part(cost.cause, cost.amount, cost.rules[0])
    rules = (*cost.rules, *at_once, *AFTERWARDS)
    return Blow(cost.piece, cost.amount, cost.cause, rules, (part,), rests_on=rests_on)


def _flies(draft: Draft, piece: str) -> bool:
    """Flight lands softly below a rim (HCX-03)."""
    return draft.piece(piece).has("flight") and draft.options.is_on("hc_flight_rim", "no_damage")


def _costs(options: Options, piece: str, stop: Stop) -> tuple[Cost, ...]:
    match stop.why:
        case "fall":
            return (_fall(options, piece, stop),)
        case "character":
            return _crowd(options, piece, stop)
        case "rim_blocked":
            stays = options.is_on("hc_rim_blocked", "stay_no_damage")
            return () if stays else (Cost(piece, STOP_DAMAGE, "knock_back_blocked", stop.rules),)
        case _:
            return (Cost(piece, STOP_DAMAGE, f"knock_back_{stop.why}", stop.rules),)


def _fall(options: Options, piece: str, stop: Stop) -> Cost:
    """A drop costs 2, however deep (HC-19); with the fixed distance every early end costs 1 (HCX-21)."""
    if options.is_on("hc_distance", "fixed_3"):
        return Cost(piece, STOP_DAMAGE, "knock_back_fall", (*stop.rules, "HCX-21"))
    return Cost(piece, FALL_DAMAGE, "knock_back_fall", stop.rules)


def _crowd(options: Options, piece: str, stop: Stop) -> tuple[Cost, ...]:
    """Running into a character costs nobody anything unless the table plays it so (HCX-01)."""
    if options.is_on("hc_occupied", "stop_no_damage"):
        return ()
    own = Cost(piece, STOP_DAMAGE, "knock_back_occupied", stop.rules)
    both = options.is_on("hc_occupied", "stop_1_both")
    return (own, Cost(stop.by, STOP_DAMAGE, "knock_back_occupied", stop.rules)) if both else (own,)
