from contextlib import closing
from pathlib import Path

from vttbridge.storage.sqlite.access import change
from vttbridge.storage.sqlite.schema import opened, prepare
from vttbridge.table.log.store import AccessChanges, AccessRecord

OLD, NEW = AccessRecord("seat", "a", b"old"), AccessRecord("seat", "a", b"new")
OTHER = AccessRecord("code", "a", b"other")


def test_records_are_put_replaced_and_dropped(tmp_path: Path) -> None:
    """A kind and an id are a record's name; what was dropped is not replaced into being again."""
    path = tmp_path / "tables.sqlite3"
    with closing(opened(path, "power")) as connection:
        prepare(connection, path)

        def after(changes: AccessChanges) -> list[AccessRecord]:
            change(connection, changes)
            rows = connection.execute("SELECT kind, id, data FROM access ORDER BY kind, id")
            return [AccessRecord(*row) for row in rows]

        assert after(AccessChanges(put=(OLD, OTHER))) == [OTHER, OLD]
        assert after(AccessChanges(replace=(NEW,))) == [OTHER, NEW]
        assert after(AccessChanges(put=(OLD,))) == [OTHER, OLD]
        assert after(AccessChanges(drop=(("seat", "a"), ("seat", "nobody")))) == [OTHER]
        assert after(AccessChanges(replace=(NEW,))) == [OTHER]
