"""Sets the scene of a scenario: bounds, walls, areas, pieces and options become a board."""

import msgspec

from vttbridge.errors import BadScenario, BadScene
from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.grid import Gridless, SquareGrid
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.terrain import Area, Meaning, Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.options import Options
from vttbridge.rules.piece import Number, Piece
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.values import Value
from vttbridge.testing.scenario.document import AreaKeys, PieceKeys, Scenario, WallKeys
from vttbridge.testing.scenario.reading import said

SQUARES = (12.0, 12.0)
INCHES = (48.0, 48.0)

Setting = dict[str, bool | int | float | str]


def set_stage(ruleset: Ruleset, scenario: Scenario, over: Setting | None = None) -> Board:
    """Make the board of a scenario, perhaps with other options over its own."""
    marks: dict[str, Place] = {}
    spec = _spec(ruleset, scenario)
    try:
        scene = Scene.build(spec)
    except BadScene as fault:
        raise BadScenario(f"{scenario.id}: {fault}") from None
    pieces = tuple(_piece(ruleset, scenario, id, marks) for id in sorted(scenario.pieces))  # noqa: A001 - the hobby's word
    return Board(scene, pieces, _options(ruleset, scenario, over or {}))


def _options(ruleset: Ruleset, scenario: Scenario, over: Setting) -> Options:
    given = {**scenario.options, **over}
    settings = tuple((name, _word(value)) for name, value in given.items())
    options = ruleset.default_options().with_settings(settings)
    if isinstance(options, Refusal):
        told = ", ".join(f"{name} {value}" for name, value in options.facts)
        raise BadScenario(f"{scenario.id}: options: {options.code} ({told})")
    return options


def _word(value: float | str | bool) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, int | float) else value


def _spec(ruleset: Ruleset, scenario: Scenario) -> SceneSpec:
    keys = scenario.scene
    inches = ruleset.unit == "inch"
    width, height = keys.size or (INCHES if inches else SQUARES)
    x0, y0 = keys.origin or ((-width / 2, -height / 2) if inches else (0.0, 0.0))
    gridless = keys.grid == "none" or (keys.grid is None and inches)
    return SceneSpec(
        id=f"scenario-{scenario.id}",
        name=keys.name or scenario.title,
        width=width,
        height=height,
        x0=x0,
        y0=y0,
        grid=Gridless() if gridless else SquareGrid(),
        unit=ruleset.unit,
        ground=None if keys.ground == "none" else float(keys.ground),
        edge_blocks=keys.edge_blocks,
        walls=tuple(_wall(wall) for wall in scenario.walls),
        areas=tuple(part for area in scenario.areas for part in _areas(scenario.id, area)),
    )


def _wall(keys: WallKeys) -> Wall:
    start, end = keys.line
    return Wall(
        id=keys.id,
        a=Vec(*start),
        b=Vec(*end),
        bottom=keys.bottom,
        top=keys.top,
        side=keys.side,
        door=keys.door,
        material=keys.material,
        kind=keys.kind,
        sight=keys.sight,
        hidden=keys.hidden,
    )


def meaning_of(kind: str, fields: dict[str, Value], key: str) -> Meaning:
    """Read what an area means from its kind and the fields beside it."""
    try:
        meaning: Meaning = msgspec.convert({"type": kind, **fields}, Meaning)
    except msgspec.ValidationError as fault:
        raise BadScenario(said(fault, key)) from None
    known = {field.encode_name for field in msgspec.structs.fields(type(meaning))}
    unknown = sorted(set(fields) - known)
    if unknown:
        raise BadScenario(f"{key}.{unknown[0]}: is no field of {kind}")
    return meaning


def _areas(case: str, keys: AreaKeys) -> tuple[Area, ...]:
    outlines = _outlines(keys)
    if not outlines:
        raise BadScenario(f"{case}: areas.{keys.id}: needs boxes, squares or a polygon")
    meaning = meaning_of(keys.kind, keys.meaning, f"{case}: areas.{keys.id}")
    return tuple(
        Area(
            id=keys.id if number == 0 else f"{keys.id}-{number + 1}",
            outline=outline,
            meaning=meaning,
            name=keys.name,
            hidden=keys.hidden,
        )
        for number, outline in enumerate(outlines)
    )


def _outlines(keys: AreaKeys) -> tuple[tuple[Vec, ...], ...]:
    boxes = (*keys.boxes, *((float(x), float(y), x + 1.0, y + 1.0) for x, y in keys.squares))
    drawn = tuple((Vec(a, b), Vec(c, b), Vec(c, d), Vec(a, d)) for a, b, c, d in boxes)
    return (*drawn, tuple(Vec(*point) for point in keys.polygon)) if keys.polygon else drawn


def _piece(ruleset: Ruleset, scenario: Scenario, id: str, marks: dict[str, Place]) -> Piece:  # noqa: A002 - the hobby's word
    keys = scenario.pieces[id]
    return Piece(
        id=id,
        name=keys.name,
        kind=keys.kind,
        footprint=_footprint(ruleset, keys),
        place=_place(scenario, id, keys, marks),
        owner=keys.owner,
        side=keys.side,
        body=keys.body,
        pool=keys.pool,
        numbers=tuple(sorted((name, _number(value)) for name, value in keys.numbers.items())),
        tags=tuple(sorted(keys.tags)),
        statuses=tuple(sorted(keys.statuses)),
        hidden=keys.hidden,
    )


def _number(value: float | str | bool) -> Number:
    return int(value) if isinstance(value, bool) else value


def _place(scenario: Scenario, id: str, keys: PieceKeys, marks: dict[str, Place]) -> Place:  # noqa: A002 - the hobby's word
    if keys.at is None:
        if id not in marks:
            raise BadScenario(f"{scenario.id}: pieces.{id}: is not on the map and has no `at`")
        return marks[id]
    if len(keys.at) not in {2, 3}:
        raise BadScenario(f"{scenario.id}: pieces.{id}.at: takes two or three numbers")
    return Place(*(float(part) for part in keys.at))


def _footprint(ruleset: Ruleset, keys: PieceKeys) -> Footprint:
    if keys.cells is None and (keys.radius is not None or ruleset.unit == "inch"):
        return Disc(0.5 if keys.radius is None else keys.radius, 1.0 if keys.height is None else keys.height)
    width, depth = keys.cells or (1, 1)
    return Cells(width, depth, float(min(width, depth)) if keys.height is None else keys.height)
