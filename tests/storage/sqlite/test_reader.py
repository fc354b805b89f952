from pathlib import Path

import pytest

from vttbridge.errors import StoreFault
from vttbridge.storage.sqlite.reader import StoreReader
from vttbridge.storage.sqlite.schema import opened


def test_rows_come_in_the_shape_that_was_asked_for(tmp_path: Path) -> None:
    """What does not fit the shape is damage like any other."""
    reader = StoreReader(tmp_path / "tables.sqlite3", "power")
    with opened(tmp_path / "tables.sqlite3", "power") as writer:
        writer.execute("INSERT INTO blobs VALUES ('a', x'0102'), ('b', x'03')")
    sql = "SELECT name, data FROM blobs WHERE name >= ? ORDER BY name"
    assert reader.rows(tuple[str, bytes], sql, "a") == [("a", b"\x01\x02"), ("b", b"\x03")]
    assert reader.rows(tuple[str, bytes], sql, "c") == []
    with pytest.raises(StoreFault, match=r"the store tables\.sqlite3 cannot be read"):
        reader.rows(tuple[int, bytes], sql, "a")
    with pytest.raises(StoreFault, match="cannot be read"):
        reader.rows(tuple[str, bytes], "SELECT nothing FROM nowhere WHERE ?", "a")
    writer.close()
    reader.close()
    with pytest.raises(StoreFault, match="cannot be read"):
        reader.rows(tuple[str, bytes], sql, "a")
