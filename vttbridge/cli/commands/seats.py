"""`vttbridge seats`."""

from typing import Annotated

import typer

from vttbridge.cli.arguments import Data


def seats(
    *,
    table: Annotated[str, typer.Option("--table", metavar="NAME", help="Only this table's.")] = "",
    revoke: Annotated[str, typer.Option("--revoke", metavar="ID", help="End this seat.")] = "",
    data: Data = None,
) -> None:
    """List who may sit at the running server's tables, or end a seat and close what is connected for it."""
    from vttbridge.cli.admin_client import call
    from vttbridge.cli.arguments import folder_of
    from vttbridge.server.access.data_dir import running_server
    from vttbridge.server.http.admin_api import SeatLine

    at = running_server(folder_of(data))
    asked = {"seat": revoke} if revoke else {"table": table}
    lines = call(at, "revoke" if revoke else "seats", asked, list[SeatLine])
    for line in lines:
        here = "here" if line.connected else "away"
        typer.echo(f"{line.id}  {line.table}  {line.role}  {line.label or '(no name)'}  {here}")
    if not lines:
        typer.echo("nobody has a seat: let people in with `vttbridge pair`")
