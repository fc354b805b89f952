"""A board in letters for a terminal: cells on odd columns and rows, walls between them."""

from vttbridge.drawing.figures import letters
from vttbridge.geometry.footprint import cells, centre
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.terrain import (
    Area,
    Aura,
    Blocking,
    Dangerous,
    Difficult,
    Elevation,
    Hindering,
    Obstacle,
    Pit,
    Uneven,
    Wall,
    Water,
)
from vttbridge.geometry.vec import Cell, Vec
from vttbridge.rules.board import Board

WIDEST = 60
"""A board wider or higher than this is drawn around its pieces only."""


def draw_text(board: Board) -> str:
    """Draw walls, ground and pieces; a piece is its first letter on each cell that it covers."""
    left, top, right, bottom = _window(board)
    rows = [[" "] * (2 * (right - left) + 1) for _ in range(2 * (bottom - top) + 1)]
    for y in range(top, bottom):
        for x in range(left, right):
            rows[2 * (y - top) + 1][2 * (x - left) + 1] = _ground(board.scene, Cell(x, y))
    for wall in board.scene.walls:
        _draw_wall(rows, wall, left, top)
    for piece in board.pieces:
        for cell in cells(piece.footprint, piece.place):
            _put(rows, 2 * (cell.x - left) + 1, 2 * (cell.y - top) + 1, letters(piece)[:1])
    return "\n".join("".join(row).rstrip() for row in rows)


def _window(board: Board) -> tuple[int, int, int, int]:
    """Return the cells to draw: the whole scene, or a part around the pieces where it is too large."""
    spec = board.scene.spec
    left, top = int(spec.x0), int(spec.y0)
    right, bottom = int(spec.x0 + spec.width), int(spec.y0 + spec.height)
    if board.pieces and max(right - left, bottom - top) > WIDEST:
        middles = [centre(piece.footprint, piece.place) for piece in board.pieces]
        left = max(left, int(min(middle.x for middle in middles)) - 6)
        top = max(top, int(min(middle.y for middle in middles)) - 6)
        right = min(right, left + WIDEST, int(max(middle.x for middle in middles)) + 7)
        bottom = min(bottom, top + WIDEST, int(max(middle.y for middle in middles)) + 7)
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _ground(scene: Scene, cell: Cell) -> str:
    middle = Vec(cell.x + 0.5, cell.y + 0.5)
    sign, height = ".", 0.0
    for area in scene.spec.areas:
        if not _holds(area, middle) or _is_broken(scene, area, cell):
            continue
        match area.meaning:
            case Elevation(level=level):
                if level != 0 and abs(level) >= height:
                    sign, height = _level(level), abs(level)
            case Blocking() | Obstacle():
                return "#"
            case Pit():
                sign = "v"
            case Water():
                sign = "~"
            case Dangerous() | Aura():
                sign = "*"
            case Difficult() | Hindering() | Uneven():
                sign = ","
            case _:
                continue
    return sign


def _level(level: float) -> str:
    return str(int(level)) if 0 < level <= 9 else "v" if level < 0 else "9"


def _is_broken(scene: Scene, area: Area, cell: Cell) -> bool:
    return any(cut.id == area.id and cut.cell == cell for cut in scene.overlay.broken)


def _holds(area: Area, point: Vec) -> bool:
    return _inside(area.outline, point) and not any(_inside(hole, point) for hole in area.holes)


def _inside(outline: tuple[Vec, ...], point: Vec) -> bool:
    inside = False
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (a.y > point.y) != (b.y > point.y):
            crossing = a.x + (point.y - a.y) * (b.x - a.x) / (b.y - a.y)
            inside = inside != (point.x < crossing)
    return inside


def _draw_wall(rows: list[list[str]], wall: Wall, left: int, top: int) -> None:
    steps = max(1, round(max(abs(wall.b.x - wall.a.x), abs(wall.b.y - wall.a.y)) * 2))
    sign = _sign(wall)
    for step in range(steps + 1):
        share = step / steps
        x, y = wall.a.x + share * (wall.b.x - wall.a.x), wall.a.y + share * (wall.b.y - wall.a.y)
        column, row = round(2 * (x - left)), round(2 * (y - top))
        at_corner = row % 2 == 0 and column % 2 == 0
        _put(rows, column, row, "+" if at_corner and sign in "|-" else sign)


def _put(rows: list[list[str]], column: int, row: int, sign: str) -> None:
    if 0 <= row < len(rows) and 0 <= column < len(rows[0]):
        rows[row][column] = sign


def _sign(wall: Wall) -> str:
    if wall.door == "open":
        return "'"
    if wall.door != "none":
        return "D"
    if wall.material == "glass":
        return "="
    if wall.a.x == wall.b.x:
        return "|"
    return "-" if wall.a.y == wall.b.y else ":"
