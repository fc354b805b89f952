"""Replies to commands so old that the table's memory has forgotten them: the log has not."""

from vttbridge.server.log_codec import row_of
from vttbridge.table import Reply, Row, Store
from vttbridge.table.commands import Command
from vttbridge.table.memory import answered_by

PAGE = 200
"""A command writes fewer rows than this."""


def recalled(store: Store, table: str, command: Command) -> Reply | None:
    """Give the reply to a retry, or the refusal of a reused id, from the log; `None` for a new command."""
    seq = store.of_command(table, f"{command.seat}:{command.id}")
    return None if seq is None else answered_by(command, batch_from(store, table, seq))


def batch_from(store: Store, table: str, seq: int) -> tuple[Row, ...]:
    """Give the rows of the command whose first row is `seq`."""
    batch: list[Row] = []
    for record in store.read(table, seq - 1, PAGE):
        row = row_of(record)
        if batch and row.digest:
            break
        batch.append(row)
    return tuple(batch)
