"""`vttbridge map`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vttbridge.errors import BadScene, StoreFault

if TYPE_CHECKING:
    from vttbridge.formats.report import Reading, Report


def map_file(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A map: Universal VTT, or another known kind.")
    ],
    *,
    scene: Annotated[str, typer.Option("--scene", metavar="NAME", help="One scene of several.")] = "",
    svg: Annotated[Path | None, typer.Option("--svg", metavar="OUT", help="Draw it into this file.")] = None,
) -> None:
    """Read a map and report what it holds, what was doubtful and how that was taken."""
    from vttbridge.formats.detect import read_map

    readings = [one for one in read_map(_bytes_of(file), file.name) if scene in {"", one.spec.name}]
    if not readings:
        raise BadScene(f"{file.name} has no scene called {scene}")
    for reading in readings:
        _tell(reading)
    if svg is not None:
        _draw(readings[0], svg)


def _bytes_of(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as fault:
        raise StoreFault(f"{file} cannot be read: {fault.strerror or fault}") from None


def _tell(reading: "Reading") -> None:
    spec = reading.spec
    typer.echo(
        f"{spec.name or spec.id}: {reading.report.format}, {spec.width:g} by {spec.height:g} {spec.unit}s"
    )
    for name, times in reading.report.counts:
        typer.echo(f"  {name}: {times}")
    for fact, value in reading.report.facts:
        typer.echo(f"  {fact}: {value}")
    _tell_doubts(reading.report)


def _tell_doubts(report: "Report") -> None:
    for doubt in report.doubts:
        typer.echo(
            f"  doubtful {doubt.code} (taken as {doubt.taken}): {doubt.times}, at {', '.join(doubt.places)}"
        )
    for dropped in report.dropped:
        typer.echo(f"  left out by {dropped.rule}: {dropped.times}, at {', '.join(dropped.places)}")


def _draw(reading: "Reading", svg: Path) -> None:
    from vttbridge.drawing.svg import draw_board
    from vttbridge.geometry.scene import Scene
    from vttbridge.rules.board import Board

    picture = draw_board(Board(Scene.build(reading.spec), reading.pieces))
    try:
        svg.write_text(picture, encoding="utf-8")
    except OSError as fault:
        raise StoreFault(f"{svg} cannot be written: {fault.strerror or fault}") from None
    typer.echo(f"drawn into {svg}")
