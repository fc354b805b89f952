"""`vttbridge check`."""

from pathlib import Path
from typing import Annotated

import typer


def check(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Scenario files or folders.")],
    *,
    rules: Annotated[bool, typer.Option("--rules", help="Say which rules the cases met.")] = False,
) -> None:
    """Run scenario files, and show with a map what differs."""
    from vttbridge.cli.arguments import offer
    from vttbridge.testing.scenario import run_paths

    offer()
    report = run_paths(paths, rules=rules)
    for line in report.lines:
        typer.echo(line)
    if report.failed:
        raise typer.Exit(1)
