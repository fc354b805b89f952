"""`vttbridge map`."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from vttbridge.errors import BadScene


def map_file(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A map of any known kind, a pack, an archive or a folder.")
    ],
    *,
    scene: Annotated[
        str, typer.Option("--scene", metavar="NAME", help="One scene of several, by name or id.")
    ] = "",
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="OUT", help="Draw it into this file, a pack into this folder."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the report for programs.")] = False,
) -> None:
    """Read a map and report what it holds, what was doubtful and how that was taken."""
    from vttbridge.cli.map_files import Opened, open_maps
    from vttbridge.cli.map_report import draw, lines_of, map_report

    opened = open_maps(file)
    if scene:
        chosen = tuple(one for one in opened.readings if scene in {one.spec.name, one.spec.id})
        if not chosen:
            names = ", ".join(one.spec.name for one in opened.readings[:10])
            raise BadScene(f"{file.name} has no scene called {scene}; it has {names}")
        opened = Opened(chosen, None if len(chosen) == 1 else opened.container)
    if json:
        typer.echo(msgspec.json.encode(map_report(opened, file.name)).decode())
    else:
        for line in lines_of(opened, file.name):
            typer.echo(line)
    if svg is not None:
        written = draw(opened, svg)
        if not json:
            typer.echo(
                f"drawn into {svg}" if len(written) == 1 else f"{len(written)} scenes drawn into {svg}"
            )
