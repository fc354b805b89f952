"""Sets the scene of a scenario: bounds, walls, areas, pieces and options become a board."""

import math

from vttbridge.errors import BadScenario, BadScene
from vttbridge.formats.ascii import Mark
from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.grid import Grid, Gridless, HexGrid, SquareGrid
from vttbridge.geometry.scene import Cut, Overlay, Scene, SceneSpec
from vttbridge.geometry.terrain import Area, Wall
from vttbridge.geometry.vec import Cell, Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.options import Options
from vttbridge.rules.piece import Number, Piece
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Ruleset
from vttbridge.testing.scenario.document import AreaKeys, GridWord, PieceKeys, Scenario, WallKeys
from vttbridge.testing.scenario.drawn import draw_on, meaning_of

SQUARES = (12.0, 12.0)
INCHES = (48.0, 48.0)

Setting = dict[str, bool | int | float | str]


def set_stage(ruleset: Ruleset, scenario: Scenario, over: Setting | None = None) -> Board:
    """Make the board of a scenario, perhaps with other options over its own."""
    spec = _spec(ruleset, scenario)
    drawn = draw_on(scenario, spec)
    try:
        bare = Scene.build(spec if drawn is None else drawn.spec)
        scene = bare.with_overlay(_broken(scenario)) if scenario.scene.broken else bare
    except BadScene as fault:
        raise BadScenario(f"{scenario.id}: {fault}") from None
    marks = {mark.id: mark for mark in drawn.pieces} if drawn is not None else {}
    _known_marks(scenario, marks)
    pieces = tuple(
        _piece(ruleset, scenario, name, marks.get(name), scene) for name in sorted(scenario.pieces)
    )
    return Board(scene, pieces, _options(ruleset, scenario, over or {}))


def _broken(scenario: Scenario) -> Overlay:
    keys = scenario.scene.broken
    cuts = (Cut(one.kind, one.id, None if one.cell is None else Cell(*one.cell), one.stretch) for one in keys)
    return Overlay(broken=tuple(cuts))


def _known_marks(scenario: Scenario, marks: dict[str, Mark]) -> None:
    for name in marks:
        if name not in scenario.pieces:
            raise BadScenario(f"{scenario.id}: pieces.{name}: stands on the map and has no table")


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
    centred = inches and not scenario.map
    x0, y0 = keys.origin or ((-width / 2, -height / 2) if centred else (0.0, 0.0))
    return SceneSpec(
        id=f"scenario-{scenario.id}",
        name=keys.name or scenario.title,
        width=width,
        height=height,
        x0=x0,
        y0=y0,
        grid=_grid(keys.grid or ("none" if inches else "square")),
        unit=keys.unit or ruleset.unit,
        ground=None if keys.ground == "none" else float(keys.ground),
        edge_blocks=keys.edge_blocks,
        walls=tuple(_wall(wall) for wall in scenario.walls),
        areas=tuple(part for area in scenario.areas for part in _areas(scenario.id, area)),
    )


def _grid(word: GridWord) -> Grid:
    match word:
        case "square":
            return SquareGrid()
        case "none":
            return Gridless()
        case "hex-rows-odd" | "hex-rows-even":
            return HexGrid(rows=True, shifted="odd" if word.endswith("odd") else "even")
        case "hex-columns-odd" | "hex-columns-even":
            return HexGrid(rows=False, shifted="odd" if word.endswith("odd") else "even")


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
            holes=tuple(tuple(Vec(*point) for point in hole) for hole in keys.holes),
            name=keys.name,
            hidden=keys.hidden,
        )
        for number, outline in enumerate(outlines)
    )


def _outlines(keys: AreaKeys) -> tuple[tuple[Vec, ...], ...]:
    boxes = (*keys.boxes, *((float(x), float(y), x + 1.0, y + 1.0) for x, y in keys.squares))
    drawn = tuple((Vec(a, b), Vec(c, b), Vec(c, d), Vec(a, d)) for a, b, c, d in boxes)
    return (*drawn, tuple(Vec(*point) for point in keys.polygon)) if keys.polygon else drawn


def _piece(ruleset: Ruleset, scenario: Scenario, name: str, mark: Mark | None, scene: Scene) -> Piece:
    keys = scenario.pieces[name]
    footprint = _footprint(ruleset, keys, mark)
    return Piece(
        id=name,
        name=keys.name,
        kind=keys.kind,
        footprint=footprint,
        place=_place(f"{scenario.id}: pieces.{name}", keys.at, mark, footprint, scene),
        owner=keys.owner,
        side=keys.side,
        body=keys.body,
        pool=keys.pool,
        numbers=tuple(sorted((key, _number(value)) for key, value in keys.numbers.items())),
        tags=tuple(sorted(keys.tags)),
        statuses=tuple(sorted(keys.statuses)),
        hidden=keys.hidden,
    )


def _number(value: float | str | bool) -> Number:
    return int(value) if isinstance(value, bool) else value


def _place(
    key: str, at: tuple[float, ...] | None, mark: Mark | None, footprint: Footprint, scene: Scene
) -> Place:
    """Return where a piece stands; without a height it is the ground there, not a slab over it."""
    if at is None and mark is None:
        raise BadScenario(f"{key}: is not on the map and has no `at`")
    numbers = at or _marked(mark, footprint)
    if len(numbers) not in {2, 3}:
        raise BadScenario(f"{key}.at: takes two or three numbers")
    place = Place(*(float(part) for part in numbers))
    if len(numbers) == 3:
        return place
    level = scene.levels.base_at(_middle(footprint, place)).top
    return place if math.isinf(level) else Place(place.x, place.y, level)


def _marked(mark: Mark | None, footprint: Footprint) -> tuple[float, ...]:
    if mark is None:
        return ()
    shift = 0.5 if isinstance(footprint, Disc) else 0.0
    return (mark.cell.x + shift, mark.cell.y + shift)


def _middle(footprint: Footprint, place: Place) -> Vec:
    """Return the point whose ground counts: a disc's centre, the middle of the first cell."""
    return place.at if isinstance(footprint, Disc) else Vec(place.x + 0.5, place.y + 0.5)


def _footprint(ruleset: Ruleset, keys: PieceKeys, mark: Mark | None) -> Footprint:
    if keys.cells is None and (keys.radius is not None or ruleset.unit == "inch"):
        return Disc(0.5 if keys.radius is None else keys.radius, 1.0 if keys.height is None else keys.height)
    width, depth = keys.cells or ((mark.width, mark.depth) if mark is not None else (1, 1))
    height = float(min(width, depth)) if keys.height is None else keys.height
    return Cells(width, depth, height, keys.turned)
