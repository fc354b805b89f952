from pathlib import Path

import pytest

from vttbridge.errors import StoreFault
from vttbridge.storage.sqlite.head_file import disagreement, read_heads, write_heads
from vttbridge.table.log.chain import Head

HEADS = {"b": Head(3, "ab", 2), "a": Head(0, "cd")}


def test_heads_come_back_as_they_were_written(tmp_path: Path) -> None:
    """A later writing takes the place of an earlier one; without a file there are none."""
    path = tmp_path / "heads.json"
    assert read_heads(path) is None
    write_heads(path, {"a": Head(9, "ef")})
    write_heads(path, HEADS)
    assert read_heads(path) == HEADS
    assert [one.name for one in tmp_path.iterdir()] == ["heads.json"]


def test_every_changed_byte_is_noticed(tmp_path: Path) -> None:
    """The first line vouches for the rest."""
    path = tmp_path / "heads.json"
    write_heads(path, HEADS)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(StoreFault, match="damaged"):
            read_heads(path)


@pytest.mark.parametrize(
    ("anchor", "head", "hash_at_anchor", "known", "why"),
    [
        (Head(2, "ab"), Head(2, "ab"), "ab", True, None),
        (Head(2, "ab"), Head(5, "ef"), "ab", True, None),
        (None, Head(0, "ab"), None, True, None),
        (None, Head(1, "ab"), None, True, "has no entry"),
        (None, Head(1, "ab"), None, False, "is missing"),
        (Head(2, "ab"), Head(1, "cd"), None, True, "ends at row 1, but had 2"),
        (Head(2, "ab"), Head(2, "cd"), "cd", True, "row 2 is not the one"),
    ],
)
def test_a_log_and_its_anchor(
    anchor: Head | None, head: Head, hash_at_anchor: str | None, known: bool, why: str | None
) -> None:
    """A log may have grown since, but not lost, changed or begun without anybody vouching for it."""
    said = disagreement(anchor, head, hash_at_anchor, known=known)
    assert said is None if why is None else said is not None and why in said
