"""*Rooftops*, a HeroClix fight: a roof two levels high, a chimney, a billboard, and the street below."""

from vttbridge.demo.story import Beat, Stage, drawn
from vttbridge.formats.ascii import AreaSign, Legend, PieceSign, WallSign
from vttbridge.geometry.terrain import Area, Blocking, Elevation, Hindering
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.piece import Piece, numbers

MAP = """
+ + + + + + + + + + + + + + +
 . . . . . . . . . . . . . .
+ + + + + + + + + + + + + + +
 . . . . . . . . . , , . . .
+ + + + + + + + + + + + + + +
 . . S . G . # . . . . . . .
+ + + + + + + + + + + + + + +
 . . . . . . . . . . . . . .
+ + + + + + + + + + + + + + +
 . . . B . V . . . . . .|. .
+ + + + + + + + + + + + + + +
 . . . . . . . . . . . .|. .
+ + + + + + + + + + + + + + +
 . . . . . . . . . K T .|. .
+ + + + + + + + + + + + + + +
 . . . . . . . . . . . . . .
+ + + + + + + + + + + + + + +
"""

LEGEND: Legend = {
    "#": AreaSign(Blocking("brick"), id="chimney", name="chimney"),
    ",": AreaSign(Hindering(), id="bins", name="bins"),
    "|": WallSign(id="billboard", kind="wall"),
    "S": PieceSign("strix"),
    "G": PieceSign("gravel"),
    "B": PieceSign("bolt"),
    "V": PieceSign("vane"),
    "K": PieceSign("kite"),
    "T": PieceSign("thug"),
}

ROOF = Area(
    "roof", (Vec(0, 0), Vec(7, 0), Vec(7, 8), Vec(0, 8)), Elevation(2.0, material="concrete"), name="roof"
)

FIGURES = {
    "strix": Piece(
        "strix", "Strix", place=Place(0, 0, 2), owner="ada", side="heroes", numbers=numbers(clicks_left=7)
    ),
    "bolt": Piece(
        "bolt", "Bolt", place=Place(0, 0, 2), owner="ben", side="heroes", numbers=numbers(clicks_left=6)
    ),
    "kite": Piece("kite", "Kite", owner="ada", side="heroes", numbers=numbers(clicks_left=6)),
    "gravel": Piece(
        "gravel",
        "Gravel",
        place=Place(0, 0, 2),
        side="villains",
        numbers=numbers(clicks_left=8),
        tags=("toughness",),
    ),
    "vane": Piece("vane", "Vane", place=Place(0, 0, 2), side="villains", numbers=numbers(clicks_left=6)),
    "thug": Piece("thug", "Thug", side="villains", numbers=numbers(clicks_left=4)),
}

SPEC, PIECES = drawn("rooftops", MAP, LEGEND, (ROOF,), FIGURES)

BEATS = (
    Beat(
        "Strix throws doubles at Gravel, who stands near the chimney",
        "ada",
        "attack",
        {"attacker": "strix", "targets": ["gravel"], "faces": [5, 5], "hits": ["gravel"], "damage": [4]},
    ),
    Beat(
        "Bolt hits Vane at the rim of the roof",
        "ben",
        "attack",
        {"attacker": "bolt", "targets": ["vane"], "faces": [4, 4], "hits": ["vane"], "damage": [3]},
        then="drop",
    ),
    Beat(
        "Kite bats the thug towards the billboard, and the game master thinks it shorter",
        "ada",
        "attack",
        {"attacker": "kite", "targets": ["thug"], "faces": [3, 3], "hits": ["thug"], "damage": [2]},
        verdict="edit",
        limit=("thug", 1),
    ),
    Beat(
        "Gravel swings back at Strix, and takes it back",
        "gm",
        "attack",
        {"attacker": "gravel", "targets": ["strix"], "faces": [6, 6], "hits": ["strix"], "damage": [1]},
        then="undo",
    ),
)

STAGE = Stage("rooftops", "heroclix", SPEC, PIECES, BEATS)
