"""The past of a table as one of its seats may see it."""

from pathlib import Path

from support.edge import TABLE, server_context
from vttbridge.server.handlers.history_view import differing, history
from vttbridge.server.tables.actor import TableActor
from vttbridge.table.model.commands import SetTable


async def with_names(folder: Path) -> TableActor:
    """Return a table that was named twice more."""
    registry = (await server_context(folder)).registry
    actor = await registry.open_table(TABLE)
    assert actor is not None
    for name in ("Keep", "Mill"):
        await actor.ordered(SetTable(name=name))
    await registry.stop()
    return actor


async def test_events_are_told_from_one_row_to_another(tmp_path: Path) -> None:
    """In order, after the state before the first; what is too much is named to go on with."""
    actor = await with_names(tmp_path)
    told = history(actor.journal, "", 2, 3)
    events = told["events"]
    assert isinstance(events, list)
    assert [one["seq"] for one in events if isinstance(one, dict)] == [2, 3]
    assert "next" not in told
    some = history(actor.journal, "", 1, None, 1)
    assert some["next"] == 2


async def test_rules_that_are_none_change_nothing(tmp_path: Path) -> None:
    """No command came to anything else."""
    actor = await with_names(tmp_path)
    assert differing(actor.journal, {"no_such_rule": True}) == []
