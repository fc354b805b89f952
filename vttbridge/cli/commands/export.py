"""`vttbridge export`."""

from pathlib import Path
from typing import Annotated

import typer

from vttbridge.cli.arguments import Data
from vttbridge.errors import BadConfig, StoreFault


def export_table(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table's name.")],
    output: Annotated[Path, typer.Option("-o", metavar="FILE", help="The file to write.")],
    *,
    data: Data = None,
) -> None:
    """Write a table's whole log into one file."""
    from vttbridge.cli.arguments import store_of
    from vttbridge.storage.log_file import export_to

    store = store_of(data)
    if table not in store.tables():
        raise BadConfig(
            f"there is no table called {table}; the tables are: {', '.join(store.tables()) or 'none'}"
        )
    try:
        rows = export_to(store, table, output)
    except OSError as fault:
        raise StoreFault(f"{output} cannot be written: {fault.strerror or fault}") from None
    typer.echo(f"{rows} rows of {table} written to {output}")
