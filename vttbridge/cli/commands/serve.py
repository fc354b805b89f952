"""`vttbridge serve`."""

from pathlib import Path
from typing import Annotated

import typer

from vttbridge.cli.arguments import Data


def serve(
    *,
    config: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="A configuration file.")
    ] = None,
    data: Data = None,
    host: Annotated[str | None, typer.Option("--host", metavar="H", help="The address to listen on.")] = None,
    port: Annotated[
        int | None, typer.Option("--port", metavar="N", help="The port; 0 takes a free one.")
    ] = None,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option("--behind-proxy", metavar="CIDR", help="A proxy's network; may be repeated."),
    ] = None,
) -> None:
    """Serve tables until it is told to stop."""
    from vttbridge.cli.arguments import folder_of, offer
    from vttbridge.server.main import Arguments, serve_until_stopped

    offer()
    wanted = Arguments(config, folder_of(data), host, port, tuple(behind_proxy or ()))
    serve_until_stopped(wanted, typer.echo)
