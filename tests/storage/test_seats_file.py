"""The seats of 0.1 come into the store once, whatever happens on the way."""

from concurrent.futures import Future
from pathlib import Path

import msgspec
import pytest

from end_to_end.at_a_table import LOCAL
from vttbridge.auth.seat_credentials import Device, Knock, Opening
from vttbridge.auth.seat_registry import SeatRegistry
from vttbridge.client import Client
from vttbridge.errors import BadConfig
from vttbridge.server.app import running
from vttbridge.storage.access_records import read
from vttbridge.storage.seats_file import SEATS, take_over
from vttbridge.storage.sqlite.store import SqliteStore
from vttbridge.table import AccessChanges
from vttbridge.testing.memory_store import MemoryStore

OPENING = Opening("o", "night", "gm", "", 2**50, 2, 1, "invite")


def book() -> SeatRegistry:
    """Make seats, a code that was tried wrongly and somebody at the door, as 0.1 kept them."""
    made = SeatRegistry(knocks=(Knock("k", "night", "Kim", "", "amber anvil", "10.0.0.1", 0),))
    for number in range(3):
        made, _ = made.minted("night", "gm", Device(f"G{number}"), number, bytes([number]) * 40)
    made, _ = made.opened(b"k" * 32, OPENING, b"e" * 16)
    return made


def written(folder: Path) -> bytes:
    """Write the file as 0.1 did."""
    data = msgspec.json.encode(book())
    (folder / SEATS).write_bytes(data)
    return data


def test_all_is_taken_over_and_the_file_kept(tmp_path: Path) -> None:
    """Seats and codes are in the store, the file is called otherwise; who stood at the door is gone."""
    data, store = written(tmp_path), SqliteStore(tmp_path)
    take_over(tmp_path, store)
    kept = read(store.access_records()).book
    assert (kept.seats, kept.openings, kept.knocks) == (book().seats, book().openings, ())
    assert not (tmp_path / SEATS).exists()
    assert (tmp_path / f"{SEATS}.old").read_bytes() == data
    before = store.access_records()
    take_over(tmp_path, store)
    assert store.access_records() == before
    store.close()


def test_a_crash_before_the_file_is_renamed_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next start renames it; what happened to the seats meanwhile holds."""

    class CrashError(Exception):
        pass

    def crash(_path: Path, _target: Path) -> Path:
        raise CrashError

    written(tmp_path)
    store = SqliteStore(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", crash)
        with pytest.raises(CrashError):
            take_over(tmp_path, store)
    assert (tmp_path / SEATS).exists()
    ended = book().seats[0].id
    store.change_access(AccessChanges(drop=(("seat", ended),))).result(timeout=30)
    store.close()
    store = SqliteStore(tmp_path)
    take_over(tmp_path, store)
    assert read(store.access_records()).book.seats == book().seats[1:]
    assert not (tmp_path / SEATS).exists()
    store.close()


def test_a_crash_before_the_store_has_them_takes_them_over_again(tmp_path: Path) -> None:
    """Nothing is renamed before all is stored."""

    class Crashed(MemoryStore):
        def change_access(self, changes: AccessChanges) -> "Future[None]":
            raise KeyboardInterrupt(changes)

    data = written(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        take_over(tmp_path, Crashed())
    assert (tmp_path / SEATS).read_bytes() == data
    store = MemoryStore()
    take_over(tmp_path, store)
    assert read(store.access_records()).book.seats == book().seats


def test_a_damaged_file_is_named_and_left(tmp_path: Path) -> None:
    """Nobody's seat is thrown away for a file that cannot be read."""
    (tmp_path / SEATS).write_bytes(b"{")
    with pytest.raises(BadConfig, match=r"seats\.json cannot be read"):
        take_over(tmp_path, MemoryStore())
    assert (tmp_path / SEATS).read_bytes() == b"{"


def test_a_file_that_cannot_be_renamed_stops_the_start(tmp_path: Path) -> None:
    """It would be mistaken for the truth by whoever looks."""
    written(tmp_path)
    (tmp_path / f"{SEATS}.old").mkdir()
    (tmp_path / f"{SEATS}.old" / "something").touch()
    with pytest.raises(BadConfig, match="cannot be renamed"):
        take_over(tmp_path, MemoryStore())


async def test_a_folder_of_the_first_version_is_gone_on_with(tmp_path: Path) -> None:
    """A game master whose token stood in the file comes back as one."""
    async with running(LOCAL, tmp_path) as server:
        gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
        await gm.close()
        seats = server.registry.seats.registry
    store = SqliteStore(tmp_path)
    drop = tuple((one.kind, one.id) for one in store.access_records())
    store.change_access(AccessChanges(drop=drop)).result(timeout=30)
    store.close()
    (tmp_path / SEATS).write_bytes(msgspec.json.encode(seats))
    async with running(LOCAL, tmp_path) as server:
        again = await Client.auth(server.url, gm.token)
        assert again.welcome is not None
        assert again.welcome.role == "gm"
        await again.close()
    assert not (tmp_path / SEATS).exists()
