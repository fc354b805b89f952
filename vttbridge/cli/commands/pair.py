"""`vttbridge pair`."""

from typing import Annotated

import typer

from vttbridge.cli.arguments import Data


def pair(
    *,
    table: Annotated[str, typer.Option("--table", metavar="NAME", help="The table; made if it is new.")] = "",
    ruleset: Annotated[str, typer.Option("--ruleset", metavar="NAME", help="The rules of a new table.")] = "",
    role: Annotated[str, typer.Option("--role", metavar="gm|player|observer", help="Who is let in.")] = "gm",
    data: Data = None,
) -> None:
    """Open a pairing code at the running server and print the pairing line and the console's link."""
    from vttbridge.cli.admin_client import call
    from vttbridge.cli.arguments import folder_of
    from vttbridge.server.access.data_dir import running_server
    from vttbridge.server.http.admin_api import PairingLine

    at = running_server(folder_of(data))
    line = call(at, "pair", {"table": table, "ruleset": ruleset, "role": role}, PairingLine)
    made = ", which is new" if line.made else ""
    typer.echo(f"{at.url} {line.code}")
    typer.echo(f"{at.page}#{line.code}")
    typer.echo(f"lets one {line.role} in at the table {line.table}{made}; good for 10 minutes", err=True)
