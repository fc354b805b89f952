"""*The Keep*, a Draw Steel fight: a hall with a wooden door and a glass window, a balcony and a pit."""

from vttbridge.demo.story import Beat, Stage, drawn
from vttbridge.formats.ascii import AreaSign, Legend, PieceSign, WallSign
from vttbridge.geometry.terrain import Area, Elevation, Pit
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.piece import Piece, numbers

MAP = """
+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
|. . . . . . . . . . . . . .|
+ + + + + + + +-+-+-+-+-+ + +
|. A K . . . .|. . . . .|. .|
+ + + + + + + + + + + + + + +
|. . . . . . .|. . . . .=. .|
+ + + + + + + + + + + + + + +
|. . . . . M Gd. . . . .|. .|
+ + + + + + + + + + + + + + +
|. . . . . . .|. R E . .=. .|
+ + + + + + + + + + + + + + +
|. . . . . . .|. . . . .|. .|
+ + + + + + + +-+-+-+-+-+ + +
|. O I . . v v . . . . . . .|
+ + + + + + + + + + + + + + +
|. . . . . . . . . . . . . .|
+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
"""

LEGEND: Legend = {
    "d": WallSign(material="wood", door="closed", kind="door", id="door"),
    "=": WallSign(material="glass", kind="window", id="window", sight=False),
    "v": AreaSign(Pit(3.0), id="pit", name="pit"),
    "A": PieceSign("alna"),
    "K": PieceSign("kobold"),
    "M": PieceSign("maro"),
    "G": PieceSign("goblin"),
    "R": PieceSign("rurik"),
    "E": PieceSign("elk"),
    "O": PieceSign("ogre"),
    "I": PieceSign("ilse"),
}

BALCONY = Area(
    "balcony", (Vec(0, 0), Vec(4, 0), Vec(4, 2), Vec(0, 2)), Elevation(3.0, material="stone"), name="balcony"
)


def _hero(piece_id: str, name: str, owner: str, z: float = 0.0, **more: float) -> Piece:
    return Piece(
        piece_id,
        name,
        place=Place(0, 0, z),
        owner=owner,
        side="heroes",
        numbers=numbers(size="1M", stamina=30, **more),
        tags=("hero",),
    )


def _foe(piece_id: str, name: str, z: float = 0.0, **more: float) -> Piece:
    return Piece(
        piece_id, name, place=Place(0, 0, z), side="goblins", numbers=numbers(size="1M", stamina=20, **more)
    )


FIGURES = {
    "alna": _hero("alna", "Alna", "ada", 3.0),
    "maro": _hero("maro", "Maro", "ben"),
    "rurik": _hero("rurik", "Rurik", "ada"),
    "ilse": _hero("ilse", "Ilse", "ben", stability=2),
    "kobold": _foe("kobold", "Kobold", 3.0),
    "goblin": _foe("goblin", "Goblin"),
    "elk": _foe("elk", "Elk-rider", agility=1),
    "ogre": _foe("ogre", "Ogre"),
}

SPEC, PIECES = drawn("the keep", MAP, LEGEND, (BALCONY,), FIGURES)

BEATS = (
    Beat(
        "The ogre shoves Ilse towards the pit, and Ben decides how firmly she stands",
        "gm",
        "push",
        {"source": "ogre", "targets": ["ilse"], "distance": 5},
        answers={"stability:ilse": 2},
    ),
    Beat(
        "Maro drives the goblin through the wooden door",
        "ben",
        "push",
        {"source": "maro", "targets": ["goblin"], "distance": 6, "damage": 4},
    ),
    Beat(
        "Alna pushes the kobold off the balcony",
        "ada",
        "push",
        {"source": "alna", "targets": ["kobold"], "distance": 3},
    ),
    Beat(
        "Rurik throws the elk-rider through the window",
        "ada",
        "push",
        {"source": "rurik", "targets": ["elk"], "distance": 4},
    ),
    Beat(
        "Maro wants to push Ilse too, and the game master says no",
        "ben",
        "push",
        {"source": "maro", "targets": ["ilse"], "distance": 1},
        verdict="reject",
    ),
)

STAGE = Stage("the keep", "draw-steel", SPEC, PIECES, BEATS)
