"""Maps drawn in characters, at doubled resolution: a person can read and write one, and nothing is lost.

1. Cells lie on odd columns and rows (counted from 0), walls between them, corners where both are even.
2. `|` and `-` are plain walls, ` ` is none; `+` (or anything else) at a corner is only drawn. `.` and ` ` in
   a cell are plain ground. Every other character needs its sign in the legend.
3. Touching walls of one character in one line are one wall; touching cells of one character are one area. A
   piece's character may be repeated over the rectangle of cells that it covers.
4. What does not lie on the squares (slanted walls, heights, polygons, inches) is given beside, as the walls
   and areas of a base scene.
5. `print_map(parse(text, legend)) == text`, always; `parse` raises BadScene naming row and column otherwise.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from vttbridge.errors import BadScene
from vttbridge.geometry.areas import holds_cell
from vttbridge.geometry.polygon import Plane
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.spec import cell_outline
from vttbridge.geometry.terrain import Area, Meaning, Wall
from vttbridge.geometry.vec import Cell, Vec


class WallSign(msgspec.Struct, frozen=True, tag="wall"):
    """A character between cells: the wall that it stands for. Without an id it is named by its kind."""

    material: str = ""
    door: Literal["none", "closed", "open", "locked"] = "none"
    kind: str = "wall"
    bottom: float | None = None
    top: float | None = None
    side: Literal[0, 1, 2] = 0
    sight: bool = True
    id: str = ""


class AreaSign(msgspec.Struct, frozen=True, tag="area"):
    """A character in cells: what their ground means. Without an id the area is named by its meaning."""

    meaning: Meaning
    id: str = ""
    name: str = ""


class PieceSign(msgspec.Struct, frozen=True, tag="piece"):
    """A character in cells: the piece that stands there, and the ground under it if that is not plain."""

    piece: str
    on: str = ""


Sign = WallSign | AreaSign | PieceSign
Legend = Mapping[str, Sign]


class Mark(msgspec.Struct, frozen=True):
    """A piece drawn on a map: its id, its north-west cell and how many cells it covers each way."""

    id: str
    cell: Cell
    width: int = 1
    depth: int = 1


class AsciiMap(msgspec.Struct, frozen=True):
    """A parsed map: the scene, the pieces drawn on it, and what printing it again needs.

    `signs` gives the character of every wall, area and piece that was drawn (what was given beside has none);
    `plain` is the text with everything that has a meaning taken out.
    """

    spec: SceneSpec
    pieces: tuple[Mark, ...] = ()
    signs: tuple[tuple[str, str], ...] = ()
    plain: str = ""


_OPEN = ". "
_PLAIN_WALLS = {"-": WallSign(), "|": WallSign()}
_EMPTY = SceneSpec("map", "", 1.0, 1.0)


def parse(text: str, legend: Legend, base: SceneSpec = _EMPTY) -> AsciiMap:
    """Read a drawn map.

    Args:
        text: The drawing.
        legend: What its characters stand for.
        base: Everything about the scene that is not drawn; its walls and areas are kept, its size is the
        map's.
    """
    rows = text.removesuffix("\n").split("\n")
    width, depth = max(len(row) for row in rows) // 2, len(rows) // 2
    if width == 0 or depth == 0:
        raise BadScene("the map has no cell: cells lie on odd columns and rows, walls between them")
    signs: dict[str, Sign] = {**_PLAIN_WALLS, **legend}
    drawing = _Drawing(rows, signs, Vec(base.x0, base.y0))
    walls, areas, pieces = drawing.walls(), drawing.areas(), drawing.pieces()
    spec = msgspec.structs.replace(
        base,
        width=float(width),
        height=float(depth),
        walls=base.walls + tuple(wall for wall, _ in walls),
        areas=base.areas + tuple(area for area, _ in areas),
    )
    drawn = [(wall.id, sign) for wall, sign in walls]
    drawn.extend((area.id, sign) for area, sign in areas)
    drawn.extend((piece.id, sign) for piece, sign in pieces)
    return AsciiMap(spec, tuple(piece for piece, _ in pieces), tuple(drawn), drawing.plain(text))


class _Drawing:
    """The rows of a map and what their characters stand for."""

    def __init__(self, rows: list[str], signs: dict[str, Sign], origin: Vec) -> None:
        self.rows, self.signs, self.origin = rows, signs, origin
        self._names: dict[str, int] = {}
        for row, line in enumerate(rows):
            for column, sign in enumerate(line):
                self._check(row, column, sign)

    def _check(self, row: int, column: int, sign: str) -> None:
        kinds: tuple[type[Sign], ...] = (AreaSign, PieceSign) if row % 2 and column % 2 else (WallSign,)
        if row % 2 == 0 and column % 2 == 0:
            return
        is_cell = row % 2 == 1 and column % 2 == 1
        if sign == " " or (is_cell and sign == ".") or isinstance(self.signs.get(sign), kinds):
            return
        what = "a cell" if is_cell else "a place between cells"
        raise BadScene(
            f"map row {row + 1} column {column + 1}: {sign!r} means nothing in {what}; see the legend"
        )

    def _name(self, name: str) -> str:
        self._names[name] = self._names.get(name, 0) + 1
        return name if self._names[name] == 1 else f"{name}-{self._names[name]}"

    def _places(self) -> Iterator[tuple[int, int, str]]:
        for row, line in enumerate(self.rows):
            for column, sign in enumerate(line):
                yield row, column, sign

    def walls(self) -> list[tuple[Wall, str]]:
        """Every run of one wall character in one line, rows first."""
        across = [(r // 2, c // 2, s) for r, c, s in self._places() if r % 2 == 0 and c % 2 == 1 and s != " "]
        down = [(c // 2, r // 2, s) for r, c, s in self._places() if r % 2 == 1 and c % 2 == 0 and s != " "]
        found = [(self._wall(Vec(a, y), Vec(b, y), sign), sign) for y, a, b, sign in _runs(across)]
        found.extend((self._wall(Vec(x, a), Vec(x, b), sign), sign) for x, a, b, sign in _runs(down))
        return found

    def _wall(self, a: Vec, b: Vec, sign: str) -> Wall:
        what = self.signs[sign]
        assert isinstance(what, WallSign)
        wall_id = self._name(what.id or (what.kind if what.door == "none" else "door"))
        return Wall(
            wall_id,
            a.plus(self.origin),
            b.plus(self.origin),
            what.bottom,
            what.top,
            what.side,
            what.door,
            what.material,
            what.kind,
            what.sight,
        )

    def _cells(self) -> dict[str, list[Cell]]:
        """The cells of each character, in the order of first sight."""
        found: dict[str, list[Cell]] = {}
        for row, column, sign in self._places():
            if row % 2 == 1 and column % 2 == 1 and sign not in _OPEN:
                found.setdefault(sign, []).append(Cell(column // 2, row // 2))
        return found

    def _ground(self) -> dict[str, list[Cell]]:
        ground: dict[str, list[Cell]] = {}
        for sign, cells in self._cells().items():
            what = self.signs[sign]
            under = what.on if isinstance(what, PieceSign) else sign
            if under:
                ground.setdefault(under, []).extend(cells)
        return ground

    def areas(self) -> list[tuple[Area, str]]:
        """Every set of touching cells of one character."""
        found: list[tuple[Area, str]] = []
        for sign, cells in self._ground().items():
            what = self.signs.get(sign)
            if not isinstance(what, AreaSign):
                raise BadScene(f"the ground {sign!r} under a piece is not in the legend")
            plane = Plane.union([Plane.of(cell_outline(cell, self.origin)) for cell in cells])
            for outline, holes in plane.outlines():
                area_id = self._name(what.id or str(what.meaning.__struct_config__.tag))
                found.append((Area(area_id, outline, what.meaning, holes, what.name), sign))
        return found

    def pieces(self) -> list[tuple[Mark, str]]:
        """Every piece, over the rectangle of its cells."""
        found: list[tuple[Mark, str]] = []
        for sign, cells in self._cells().items():
            what = self.signs[sign]
            if isinstance(what, PieceSign):
                found.append((self._mark(what.piece, cells), sign))
        return found

    def _mark(self, piece: str, cells: list[Cell]) -> Mark:
        xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
        width, depth = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
        if width * depth != len(cells):
            raise BadScene(f"the piece {piece!r} does not cover a whole rectangle of cells on the map")
        corner = Cell(min(xs) + round(self.origin.x), min(ys) + round(self.origin.y))
        return Mark(piece, corner, width, depth)

    def plain(self, text: str) -> str:
        """The text with every character that has a meaning replaced by a blank."""
        rows = [
            "".join(s if (r % 2 == 0 and c % 2 == 0) or s in _OPEN else " " for c, s in enumerate(line))
            for r, line in enumerate(self.rows)
        ]
        return "\n".join(rows) + ("\n" if text.endswith("\n") else "")


def _runs(units: list[tuple[int, int, str]]) -> list[tuple[int, int, int, str]]:
    """Join unit walls (line, start, sign) that touch in one line: (line, from, to, sign)."""
    runs: list[tuple[int, int, int, str]] = []
    for line, start, sign in sorted(units):
        if runs and runs[-1][0] == line and runs[-1][2] == start and runs[-1][3] == sign:
            runs[-1] = (line, runs[-1][1], start + 1, sign)
        else:
            runs.append((line, start, start + 1, sign))
    return runs


def print_map(drawn: AsciiMap) -> str:
    """Draw a map again: its plain parts as they were, then areas, walls and pieces where they are now."""
    spec, signs = drawn.spec, dict(drawn.signs)
    lines = _canvas(drawn)
    for area in spec.areas:
        for cell in _cells_of(area, spec) if area.id in signs else ():
            _put(lines, spec, cell, signs[area.id])
    for wall in spec.walls:
        for column, row in _units_of(wall, spec) if wall.id in signs else ():
            _write(lines, row, column, signs[wall.id])
    for piece in drawn.pieces:
        for dy in range(piece.depth):
            for dx in range(piece.width):
                _put(
                    lines, spec, Cell(piece.cell.x + dx, piece.cell.y + dy), signs.get(piece.id, piece.id[:1])
                )
    return "\n".join("".join(line) for line in lines) + ("\n" if drawn.plain.endswith("\n") else "")


def _canvas(drawn: AsciiMap) -> list[list[str]]:
    if drawn.plain:
        return [list(line) for line in drawn.plain.removesuffix("\n").split("\n")]
    columns, rows = 2 * round(drawn.spec.width) + 1, 2 * round(drawn.spec.height) + 1
    return [["." if r % 2 and c % 2 else " " for c in range(columns)] for r in range(rows)]


def _cells_of(area: Area, spec: SceneSpec) -> Iterator[Cell]:
    for y in range(round(spec.height)):
        for x in range(round(spec.width)):
            cell = Cell(x + round(spec.x0), y + round(spec.y0))
            if holds_cell(area, cell):
                yield cell


def _units_of(wall: Wall, spec: SceneSpec) -> Iterator[tuple[int, int]]:
    """The columns and rows of the characters of a wall that lies on the grid."""
    (ax, ay), (bx, by) = sorted((wall.a.minus(Vec(spec.x0, spec.y0)), wall.b.minus(Vec(spec.x0, spec.y0))))
    if ay == by:
        for x in range(round(ax), round(bx)):
            yield 2 * x + 1, 2 * round(ay)
    elif ax == bx:
        for y in range(round(ay), round(by)):
            yield 2 * round(ax), 2 * y + 1


def _put(lines: list[list[str]], spec: SceneSpec, cell: Cell, sign: str) -> None:
    _write(lines, 2 * (cell.y - round(spec.y0)) + 1, 2 * (cell.x - round(spec.x0)) + 1, sign)


def _write(lines: list[list[str]], row: int, column: int, sign: str) -> None:
    if 0 <= row < len(lines) and column >= 0:
        line = lines[row]
        line.extend(" " * (column + 1 - len(line)))
        line[column] = sign
