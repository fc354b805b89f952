"""`vttbridge verify`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from vttbridge.cli.arguments import Data, LogOrTable
from vttbridge.errors import BadLog

if TYPE_CHECKING:
    from vttbridge.storage.verify import Verdict


def verify_log(
    log: LogOrTable,
    *,
    recompute: Annotated[bool, typer.Option("--recompute", help="Decide everything again too.")] = False,
    data: Data = None,
) -> None:
    """Check a log: every byte, the chain, that it folds; exit 1 where something is wrong."""
    from vttbridge.cli.arguments import source_of
    from vttbridge.storage.verify import verify

    try:
        verdict = verify(source_of(log, data), again=recompute)
    except BadLog as fault:
        if not _is_a_log(log):
            raise
        _wrong(str(fault))
    if verdict.problem:
        _wrong(verdict.problem)
    _tell(verdict)
    if not verdict.is_good:
        raise typer.Exit(1)


def _rules_told(verdict: "Verdict") -> str:
    if verdict.written_under is None:
        return (
            f"under which rules this log was written is not known, and today they are {verdict.decided_under}"
        )
    return f"this log was written under {verdict.written_under}, and today they are {verdict.decided_under}"


def _wrong(problem: str) -> NoReturn:
    typer.echo(problem)
    raise typer.Exit(1)


def _is_a_log(named: str) -> bool:
    """Return whether a damaged file was a log at all; what never was one is a mistake in the command."""
    with Path(named).open("rb") as file:
        return file.read(6) == b"vttlog"


def _tell(verdict: "Verdict") -> None:
    if verdict.rules_changed:
        typer.echo(f"{_rules_told(verdict)}: differences are rule changes")
    for difference in verdict.differences:
        typer.echo(
            f"row {difference.seq} would be another today ({difference.reason}), command {difference.command}"
        )
    again = f", decided again with {len(verdict.differences)} differences" if verdict.recomputed else ""
    typer.echo(f"{verdict.rows} rows of {verdict.commands} commands hold{again}")
