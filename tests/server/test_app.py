"""A server that cannot begin leaves nothing taken."""

from pathlib import Path

import pytest

from vttbridge.errors import VttbridgeError
from vttbridge.server.app import Server
from vttbridge.server.runtime.config import Config


@pytest.mark.parametrize(
    ("name", "damage"), [("tables.sqlite3", b"no database" * 1_000), ("seats.json", b"no JSON")]
)
async def test_a_server_that_cannot_open_its_files_frees_the_folder(
    tmp_path: Path, name: str, damage: bytes
) -> None:
    """When the damaged file is gone, the same process may try again."""
    await Server(Config(port=0), tmp_path).stop()
    whole = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(damage)
    with pytest.raises(VttbridgeError, match="cannot be"):
        Server(Config(port=0), tmp_path)
    (tmp_path / name).write_bytes(whole)
    await Server(Config(port=0), tmp_path).stop()
