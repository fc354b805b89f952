"""The map of a scenario: its legend becomes signs, and what is drawn joins what is given beside."""

import msgspec

from vttbridge.errors import BadScenario, BadScene
from vttbridge.formats.ascii import AreaSign, AsciiMap, Legend, PieceSign, Sign, WallSign, parse
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.terrain import Meaning
from vttbridge.rules.values import Value
from vttbridge.testing.scenario.document import Scenario
from vttbridge.testing.scenario.reading import said

BUILT_IN = frozenset(". +|-")


def draw_on(scenario: Scenario, base: SceneSpec) -> AsciiMap | None:
    """Read the map of a scenario over everything that is not drawn; a scenario without one gives nothing."""
    if not scenario.map:
        return None
    try:
        return parse(scenario.map, legend_of(scenario), base)
    except BadScene as fault:
        raise BadScenario(f"{scenario.id}: map: {fault}") from None


def legend_of(scenario: Scenario) -> Legend:
    """Return what the characters of a map stand for; a one-letter piece needs no line of its own."""
    pieces: dict[str, Sign] = {
        sign_id: PieceSign(sign_id) for sign_id in scenario.pieces if len(sign_id) == 1
    }
    given = {sign: _sign(scenario.id, sign, fields) for sign, fields in scenario.legend.items()}
    return pieces | given


def _sign(case: str, sign: str, fields: dict[str, Value]) -> Sign:
    key = f"{case}: legend.{sign!r}"
    if len(sign) != 1 or sign in BUILT_IN:
        raise BadScenario(f"{key}: takes one character that is not built in")
    own = dict(fields)
    for kind in ("piece", "wall", "area"):
        if kind in own:
            first = own.pop(kind)
            return _of_kind(kind, str(first), own, key)
    raise BadScenario(f"{key}: needs `area`, `wall` or `piece`")


def _of_kind(kind: str, first: str, own: dict[str, Value], key: str) -> Sign:
    match kind:
        case "piece":
            return _converted({"type": "piece", "piece": first, **own}, PieceSign, key)
        case "wall":
            return _converted({"type": "wall", "door": first, **own}, WallSign, key)
        case _:
            sign_id, name = str(own.pop("id", "")), str(own.pop("title", ""))
            return AreaSign(meaning_of(first, own, key), sign_id, name)


def _converted(fields: dict[str, Value], into: type[PieceSign] | type[WallSign], key: str) -> Sign:
    _no_other(set(fields) - {"type"}, into, key)
    try:
        return msgspec.convert(fields, into)
    except msgspec.ValidationError as fault:
        raise BadScenario(said(fault, key)) from None


def meaning_of(kind: str, fields: dict[str, Value], key: str) -> Meaning:
    """Read what an area means from its kind and the fields beside it."""
    try:
        meaning: Meaning = msgspec.convert({"type": kind, **fields}, Meaning)
    except msgspec.ValidationError as fault:
        raise BadScenario(said(fault, key)) from None
    _no_other(set(fields), type(meaning), key)
    return meaning


def _no_other(names: set[str], into: type[msgspec.Struct], key: str) -> None:
    known = {field.encode_name for field in msgspec.structs.fields(into)}
    for name in sorted(names - known):
        raise BadScenario(f"{key}.{name}: is no field here; there are {', '.join(sorted(known))}")
