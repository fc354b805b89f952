"""The data folder: its key, its lock, where the server is."""

from pathlib import Path

import pytest

from vttbridge.errors import BadConfig
from vttbridge.server.access.data_dir import KEY, KEY_BYTES, LOCK, Address, DataDir, running_server


def test_the_key_is_made_once_and_a_damaged_one_is_not_replaced(tmp_path: Path) -> None:
    """Codes and marks are made with it."""
    first = DataDir(tmp_path)
    assert len(first.key) == KEY_BYTES
    assert DataDir(tmp_path).key == first.key
    (tmp_path / KEY).write_text("zz", encoding="ascii")
    with pytest.raises(BadConfig, match="is damaged"):
        DataDir(tmp_path)


def test_one_process_alone_holds_the_folder(tmp_path: Path) -> None:
    """Until it lets go."""
    first, second = DataDir(tmp_path), DataDir(tmp_path)
    first.lock()
    with pytest.raises(BadConfig, match="is running"):
        second.lock()
    first.unlock()
    second.lock()
    second.unlock()


def test_a_running_server_is_found_until_it_retires(tmp_path: Path) -> None:
    """By its address and secret."""
    folder = DataDir(tmp_path)
    folder.announce("::1", 7, "secret", 42)
    found = running_server(tmp_path)
    assert found == Address("::1", 7, "secret", 42)
    assert (found.url, found.page) == ("ws://[::1]:7", "http://[::1]:7/")
    assert Address("127.0.0.1", 7, "").url == "ws://127.0.0.1:7"
    folder.retire()
    with pytest.raises(BadConfig, match="no server is running"):
        running_server(tmp_path)


def test_a_folder_that_cannot_be_written_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """The file of the lock cannot be opened, as on a disk that may only be read."""
    folder = DataDir(tmp_path)
    (tmp_path / LOCK).mkdir()
    with pytest.raises(BadConfig, match="cannot be used as the data folder"):
        folder.lock()
