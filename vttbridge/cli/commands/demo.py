"""`vttbridge demo`."""

from typing import Annotated

import typer


def demo(
    *,
    headless: Annotated[
        bool,
        typer.Option("--headless", help="Play both fights over a real socket, prove their logs, and end."),
    ] = False,
    port: Annotated[int, typer.Option("--port", metavar="N", help="The port; 0 takes a free one.")] = 0,
) -> None:
    """Serve two demo tables; or play them headless, exiting with 0 only if all of it held."""
    from vttbridge.cli.arguments import offer
    from vttbridge.demo.command import play_headless, serve_demo

    offer()
    if headless:
        raise typer.Exit(play_headless(port, typer.echo))
    serve_demo(port, typer.echo)
