"""`vttbridge import`."""

from pathlib import Path
from typing import Annotated

import typer

from vttbridge.server.cli.options import Data


def import_log(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `export` wrote.")],
    *,
    data: Data = None,
) -> None:
    """Take a log in under the name that it has; the server must not be running on that folder."""
    from vttbridge.server.cli.options import folder_of, offer
    from vttbridge.server.exchange import imported, read_log
    from vttbridge.server.keys import Keys
    from vttbridge.server.log_codec import decode_header
    from vttbridge.server.store_sqlite import SqliteStore

    offer()
    log = read_log(file)
    folder = folder_of(data)
    keys = Keys(folder)
    keys.take()
    name = decode_header(log.header).table
    store = SqliteStore(folder)
    try:
        imported(store, log, name)
    finally:
        store.close()
        keys.let_go()
    typer.echo(f"{len(log.records)} rows of {name} taken in; `vttbridge serve` opens it")
