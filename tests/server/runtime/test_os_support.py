"""Files that must be whole and private are."""

from pathlib import Path

from vttbridge.server.runtime.os_support import is_private, run, write_whole


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """The second writing leaves only its own bytes and no rest beside it."""
    path = tmp_path / "server.json"
    write_whole(path, b"a" * 100)
    write_whole(path, b"b")
    assert path.read_bytes() == b"b"
    assert list(tmp_path.iterdir()) == [path]


def test_a_private_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Nobody else may read the owner's secret."""
    secret, plain = tmp_path / "secret", tmp_path / "plain"
    write_whole(secret, b"x", private=True)
    write_whole(plain, b"x")
    assert is_private(secret)
    assert not is_private(plain)


def test_the_loop_gives_back_what_the_coroutine_gives() -> None:
    """The fast loop runs a coroutine to its end."""

    async def answer() -> int:
        return 42

    assert run(answer) == 42
