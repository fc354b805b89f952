"""Options that several commands share, and where things lie."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vttbridge.errors import BadConfig, StoreFault

if TYPE_CHECKING:
    from vttbridge.storage.sqlite.store import SqliteStore
    from vttbridge.storage.verify import Source

Data = Annotated[
    Path | None, typer.Option("--data", help="The data folder (default: the user's own).", metavar="DIR")
]
"""Where tables lie."""

LogOrTable = Annotated[str, typer.Argument(metavar="LOG|TABLE", help="A .vttlog file, or a table's name.")]
"""A log, in a file or in the store."""

SUFFIX = ".vttlog"


def folder_of(data: Path | None) -> Path:
    """Return the data folder that is meant."""
    from vttbridge.server.runtime.os_support import data_folder

    return data_folder() if data is None else data


def store_of(data: Path | None) -> "SqliteStore":
    """Open the store of a data folder that exists; StoreFault where there is none."""
    from vttbridge.storage.sqlite.store import FILE, SqliteStore

    folder = folder_of(data)
    if not (folder / FILE).is_file():
        raise StoreFault(f"there are no tables in {folder}: name the data folder with --data")
    return SqliteStore(folder)


def source_of(named: str, data: Path | None) -> "Source":
    """Return a log by its file or its table's name."""
    from vttbridge.storage.log_file import read_log
    from vttbridge.storage.verify import of_file, of_table

    offer()
    path = Path(named)
    if path.suffix == SUFFIX or path.is_file():
        return of_file(read_log(path))
    store = store_of(data)
    if named not in store.tables():
        there = ", ".join(store.tables()) or "none"
        raise BadConfig(f"there is neither a file nor a table called {named}; the tables are: {there}")
    return of_table(store, named)


def offer() -> None:
    """Make the rule books of a source tree known where nothing is installed."""
    from vttbridge.testing.checkout import offer_rulesets

    offer_rulesets()
