"""What `vttbridge map` prints and draws of what was read."""

import re
from pathlib import Path

import msgspec

from vttbridge.cli.map_files import Opened
from vttbridge.drawing.svg import draw_board
from vttbridge.errors import StoreFault
from vttbridge.formats.report import Reading, Report
from vttbridge.geometry.grid import Gridless, HexGrid, SquareGrid
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import SceneSpec
from vttbridge.map_words import doubt_sentence, dropped_sentence
from vttbridge.rules.board import Board
from vttbridge.rules.language import printable


class SceneReport(msgspec.Struct, frozen=True):
    """A scene's report for programs, with what the scene came to."""

    id: str
    name: str
    grid: str
    width: float
    height: float
    unit: str
    walls_kept: int
    areas_kept: int
    pieces_kept: int
    report: Report


class MapReport(msgspec.Struct, frozen=True):
    """The report of a file for programs: one entry a scene, and the container's own."""

    file: str
    scenes: tuple[SceneReport, ...]
    container: Report | None = None


def map_report(opened: Opened, name: str) -> MapReport:
    """Return the report of a whole file."""
    return MapReport(name, tuple(_scene(reading) for reading in opened.readings), opened.container)


def _scene(reading: Reading) -> SceneReport:
    spec = reading.spec
    return SceneReport(
        spec.id,
        spec.name,
        grid_name(spec),
        spec.width,
        spec.height,
        spec.unit,
        len(spec.walls),
        len(spec.areas),
        len(reading.pieces),
        reading.report,
    )


def grid_name(spec: SceneSpec) -> str:
    """Return what kind of grid a scene has."""
    match spec.grid:
        case SquareGrid():
            return "squares"
        case Gridless():
            return "no grid"
        case HexGrid(rows=rows, shifted=shifted):
            return f"hexes in {'rows' if rows else 'columns'}, {shifted} ones shifted"


def lines_of(opened: Opened, name: str) -> list[str]:
    """Return the report of a whole file as lines for people."""
    lines: list[str] = []
    container = opened.container
    if container is not None:
        scenes = "scene" if len(opened.readings) == 1 else "scenes"
        lines.append(f"{name}: {container.format}, {len(opened.readings)} {scenes}")
        lines += _body(container)
    for reading in opened.readings:
        spec = reading.spec
        size = f"{spec.width:g} by {spec.height:g} {'inches' if spec.unit == 'inch' else 'cells'}"
        lines.append(f"{spec.name or spec.id}: {reading.report.format}, {size}, {grid_name(spec)}")
        lines += _body(reading.report)
    return [printable(line) for line in lines]


def _body(report: Report) -> list[str]:
    counted = [f"{times} {name.replace('_', ' ')}" for name, times in report.counts if times]
    lines = [f"  read: {', '.join(counted)}" if counted else "  read: nothing that could be counted"]
    lines += [f"  {fact}: {value}" for fact, value in report.facts]
    lines += [f"  doubtful: {doubt_sentence(doubt)}" for doubt in report.doubts]
    lines += [f"  left out: {dropped_sentence(dropped)}" for dropped in report.dropped]
    return lines


def draw(opened: Opened, out: Path) -> list[Path]:
    """Draw one scene into a file, or the scenes of a container into a folder; returns what was written."""
    pictures = [(reading, draw_reading(reading)) for reading in opened.readings]
    try:
        if opened.container is None and len(pictures) == 1:
            out.write_text(pictures[0][1], encoding="utf-8")
            return [out]
        out.mkdir(parents=True, exist_ok=True)
        written: list[Path] = []
        for reading, picture in pictures:
            path = _free(out, reading.spec.name or reading.spec.id, written)
            path.write_text(picture, encoding="utf-8")
            written.append(path)
    except OSError as fault:
        raise StoreFault(f"{out} cannot be written: {fault.strerror or fault}") from None
    return written


def draw_reading(reading: Reading) -> str:
    """Draw a scene with its pieces."""
    return draw_board(Board(Scene.build(reading.spec), reading.pieces))


def _free(folder: Path, name: str, taken: list[Path]) -> Path:
    """Return a file name made of a scene's name that no other scene has."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "scene"
    path, number = folder / f"{stem}.svg", 1
    while path in taken:
        number += 1
        path = folder / f"{stem}-{number}.svg"
    return path
