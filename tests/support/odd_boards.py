"""Boards on which nothing is as it should be, one for each rule book, and whatever may be asked of them."""

from hypothesis import strategies as st

from vttbridge.geometry.footprint import Cells, Disc, Footprint
from vttbridge.geometry.grid import Gridless, SquareGrid
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.terrain import (
    Area,
    Aura,
    Blocking,
    Ceiling,
    Dangerous,
    Difficult,
    Ductway,
    Elevation,
    Harm,
    Meaning,
    Obstacle,
    Pit,
    Wall,
    Water,
)
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.fields import field_kinds
from vttbridge.rules.options import Options
from vttbridge.rules.piece import Number, Piece
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.values import Value

SIDE = 14.0

AREAS: tuple[tuple[str, Meaning, tuple[float, float, float, float]], ...] = (
    ("rock", Blocking("stone"), (8, 2, 9, 6)),
    ("pane", Blocking("glass"), (9, 4, 10, 5)),
    ("roof", Elevation(3), (0, 0, 3, 3)),
    ("bridge", Elevation(4, 3.5, "wood"), (4, 9, 9, 11)),
    ("pit", Pit(), (11, 11, 13, 13)),
    ("hole", Pit(2), (9, 9, 11, 11)),
    ("pond", Water(2), (0, 8, 3, 11)),
    ("fire", Dangerous(Harm(damage=2, strength=3)), (5, 5, 7, 7)),
    ("thorns", Aura(Harm(damage=1, strength=3)), (3, 5, 5, 7)),
    ("mud", Difficult(), (5, 2, 7, 4)),
    ("box", Obstacle(1, 1), (3, 3, 4, 4)),
    ("lid", Ceiling(2), (10, 6, 13, 9)),
    ("duct", Ductway((Vec(1, 4.5), Vec(3, 4.5)), 0.5), (1, 4, 3, 5)),
)

WALLS = (
    Wall("north", Vec(4, 0), Vec(4, 3), material="stone"),
    Wall("slant", Vec(5, 12), Vec(8, 14), material="wood"),
    Wall("gate", Vec(7, 7), Vec(7, 9), door="closed", kind="door"),
    Wall("one-way", Vec(2, 11), Vec(2, 14), side=1),
    Wall("left", Vec(12, 0), Vec(12, 6)),
    Wall("right", Vec(13, 0), Vec(13, 6)),
)

SPOTS: tuple[tuple[str, str, float, tuple[float, float, float]], ...] = (
    ("A", "creature", 1, (5, 5, 0)),
    ("B", "creature", 1, (6, 5, 0)),
    ("C", "creature", 1, (6, 5, 0)),
    ("D", "creature", 1, (2, 2, 3)),
    ("wide", "creature", 3, (11, 1, 0)),
    ("high", "creature", 1, (11, 7, 40)),
    ("deep", "creature", 1, (9, 9, -2)),
    ("away", "creature", 1, (-30, 90, 0)),
    ("inside", "creature", 2, (8, 3, 0)),
    ("half", "creature", 1, (4.5, 8.25, 0.5)),
    ("crate", "object", 1, (7, 5, 0)),
    ("mark", "marker", 1, (6, 6, 0)),
)
"""Two in one place, one in too narrow a corridor, above a ceiling, below ground, off the map, in a rock."""

NUMBERS: tuple[dict[str, Number], ...] = (
    {},
    {
        "strength": 3,
        "initiative": 4,
        "movement": 5,
        "stamina": 6,
        "stability": 1,
        "clicks_left": 4,
        "damage": 3,
    },
    {"strength": -3, "initiative": 0, "movement": 0, "stamina": 0, "stability": -2, "clicks_left": 0},
    {"strength": 99, "initiative": 99, "movement": 20, "stability": 99, "size": "9", "agility": 50},
)


def odd_board(book: Ruleset, options: Options) -> Board:
    """Set up the odd board for a rule book."""
    inches = book.unit == "inch"
    spec = SceneSpec(
        "odd",
        "Odd",
        SIDE,
        SIDE,
        grid=Gridless() if inches else SquareGrid(),
        unit=book.unit,
        walls=WALLS,
        areas=tuple(_area(name, meaning, sides) for name, meaning, sides in AREAS),
    )
    pieces = (_piece(book, number, spot) for number, spot in enumerate(SPOTS))
    return Board(Scene.build(spec), tuple(sorted(pieces, key=lambda piece: piece.id)), options)


def _area(name: str, meaning: Meaning, sides: tuple[float, float, float, float]) -> Area:
    a, b, c, d = sides
    return Area(name, (Vec(a, b), Vec(c, b), Vec(c, d), Vec(a, d)), meaning)


def _piece(book: Ruleset, number: int, spot: tuple[str, str, float, tuple[float, float, float]]) -> Piece:
    name, kind, size, at = spot
    square: Footprint = Cells(int(size), int(size), size)
    return Piece(
        name,
        kind="object" if kind == "object" else "marker" if kind == "marker" else "creature",
        footprint=Disc(size / 2) if book.unit == "inch" else square,
        place=Place(*at),
        side=("red", "blue", "")[number % 3],
        numbers=tuple(sorted(NUMBERS[number % len(NUMBERS)].items())),
        tags=book.tags[number :: len(SPOTS)],
        statuses=book.statuses[number :: len(SPOTS)],
    )


NAMES = st.sampled_from((*(spot[0] for spot in SPOTS), "", "ghost", "north", "duct", "pit"))
COORDINATES = st.one_of(st.integers(-2, 16).map(float), st.sampled_from((0.5, -1e6, 1e9, 5.2501)))
POINTS = st.one_of(st.tuples(COORDINATES, COORDINATES), st.tuples(COORDINATES, COORDINATES, COORDINATES))
COUNTS = st.one_of(st.integers(-1, 8), st.sampled_from((20, 1000, 10**9)))
LENGTHS = st.sampled_from((0.0, 0.4, 1.0, 2.0, 3.5, 6.0, 1000.0, -1.0, 1e300))


def odd_values(kind: str) -> st.SearchStrategy[Value]:
    """Return what may stand in a field of a kind, most of it well formed and little of it sensible."""
    match kind:
        case "piece":
            return NAMES
        case "pieces" | "names":
            return st.lists(NAMES, max_size=4).map(tuple)
        case "point" | "direction":
            return POINTS
        case "path":
            return st.lists(POINTS, max_size=4).map(tuple)
        case "distance":
            return LENGTHS
        case "count":
            return COUNTS
        case "counts" | "rolls":
            return st.lists(st.integers(-1, 7), max_size=4).map(tuple)
        case "flag":
            return st.booleans()
        case _:
            words = (
                "",
                "prone",
                "push",
                "slide",
                "yes",
                "no",
                "on",
                "toughness;;mystics",
                "Push 3",
                "weapon",
            )
            return st.sampled_from(words)


@st.composite
def odd_fields(draw: st.DrawFn, fields: type, required: tuple[str, ...]) -> dict[str, Value]:
    """Return fields for an action: always the required ones, some of the others."""
    given: dict[str, Value] = {}
    for name, kind in field_kinds(fields):
        if name in required or draw(st.booleans()):
            given[name] = draw(odd_values(kind))
    return given


@st.composite
def odd_options(draw: st.DrawFn, book: Ruleset) -> Options:
    """Return a rule book's options with a few of them set."""
    words = [(one.name, value) for one in book.options if one.kind == "word" for value in one.values]
    settings = dict(draw(st.lists(st.sampled_from(words), max_size=3)))
    options = book.default_options().with_settings(tuple(settings.items()))
    assert not isinstance(options, Refusal)
    return options
