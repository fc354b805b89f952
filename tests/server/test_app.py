"""A server that cannot begin leaves nothing taken."""

from pathlib import Path

import pytest

from vttbridge.errors import VttbridgeError
from vttbridge.server.app import Server
from vttbridge.server.runtime.config import Config


async def test_a_server_that_cannot_open_its_store_frees_the_folder(tmp_path: Path) -> None:
    """When the damaged file is gone, the same process may try again."""
    await Server(Config(port=0), tmp_path).stop()
    database = tmp_path / "tables.sqlite3"
    whole = database.read_bytes()
    database.write_bytes(b"no database" * 1_000)
    with pytest.raises(VttbridgeError, match="cannot be"):
        Server(Config(port=0), tmp_path)
    database.write_bytes(whole)
    await Server(Config(port=0), tmp_path).stop()


async def test_a_server_that_cannot_take_over_its_seats_frees_the_folder(tmp_path: Path) -> None:
    """The seats of an older version that cannot be read stop the start; once they are gone, it starts."""
    seats = tmp_path / "seats.json"
    seats.write_bytes(b"no JSON")
    with pytest.raises(VttbridgeError, match="cannot be"):
        Server(Config(port=0), tmp_path)
    seats.unlink()
    await Server(Config(port=0), tmp_path).stop()


@pytest.mark.parametrize(("host", "url"), [("127.0.0.1", "ws://127.0.0.1:7"), ("::1", "ws://[::1]:7")])
async def test_the_address_of_a_server(tmp_path: Path, host: str, url: str) -> None:
    """An address of IPv6 stands in brackets."""
    server = Server(Config(host=host, port=7), tmp_path)
    assert server.url == url
    await server.stop()


async def test_a_pairing_line_holds_the_address_and_a_code(tmp_path: Path) -> None:
    """The code is open at once."""
    server = Server(Config(port=7), tmp_path)
    line = await server.pairing_line("Fort", "heroclix", "player")
    address, _, code = line.partition(" ")
    assert (address, len(code)) == (server.url, len("BCDF-BCDF"))
    assert server.registry.seats.is_pairing()
    await server.stop()
    assert server.routes.is_draining
