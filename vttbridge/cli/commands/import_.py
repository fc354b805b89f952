"""`vttbridge import`."""

from pathlib import Path
from typing import Annotated

import typer

from vttbridge.cli.arguments import Data


def import_log(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `export` wrote.")],
    *,
    data: Data = None,
) -> None:
    """Take a log in under the name that it has; the server must not be running on that folder."""
    from vttbridge.cli.arguments import folder_of, offer
    from vttbridge.server.access.data_dir import DataDir
    from vttbridge.storage.codec import decode_header
    from vttbridge.storage.log_file import imported, read_log
    from vttbridge.storage.sqlite.store import SqliteStore

    offer()
    log = read_log(file)
    folder = folder_of(data)
    keys = DataDir(folder)
    keys.lock()
    name = decode_header(log.header).table
    store = SqliteStore(folder)
    try:
        imported(store, log, name)
    finally:
        store.close()
        keys.unlock()
    typer.echo(f"{len(log.records)} rows of {name} taken in; `vttbridge serve` opens it")
