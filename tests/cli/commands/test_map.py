"""`vttbridge map`: the report for people and for programs, pictures, exit codes."""

import json
from pathlib import Path

import pytest

from cli.leveldb_pack import scene_changes, write_pack
from vttbridge.cli import run

DRAWN = """\
+-+-+-+
|a .D.|
+ + + +
|. 2|~|
+-+-+-+
"""
SCENE: dict[str, object] = {
    "_id": "s1",
    "name": "Cellar",
    "width": 1000,
    "height": 800,
    "padding": 0,
    "grid": {"type": 2, "size": 100, "distance": 5, "units": "ft"},
    "walls": [],
}
WALLS: list[dict[str, object]] = [
    {"_id": "w1", "c": [100, 0, 100, 800], "move": 20, "door": 1, "ds": 2},
    {"_id": "w2", "c": [200, 0, 200, 800], "move": 20, "dir": 1},
    {"_id": "w3", "c": [300, 0, 300, 0], "move": 20},
]


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of two scenes of one name."""
    changes = [*scene_changes(SCENE, walls=WALLS), *scene_changes(SCENE | {"_id": "s2"})]
    return write_pack(tmp_path / "maps", changes)


def test_a_drawn_map_is_read_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counts are told, and the picture holds the door and the piece."""
    file, out = tmp_path / "keep.txt", tmp_path / "keep.svg"
    file.write_text(DRAWN)
    assert run(["map", str(file), "--svg", str(out)]) == 0
    told = capsys.readouterr().out
    assert "keep.txt: ascii, 3 by 2 cells, squares" in told
    assert "1 doors" in told
    picture = out.read_text(encoding="utf-8")
    assert "closed door" in picture
    assert ">a<" in picture


def test_a_pack_gives_one_report_a_scene_and_a_folder_of_pictures(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Scenes of one name get files of their own."""
    assert run(["map", str(pack), "--svg", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out
    assert "maps: leveldb, 2 scenes" in told
    assert told.count("Cellar: foundry, 10 by 8 cells, hexes in rows, odd ones shifted") == 2
    assert "left out: 1 x zero_length: they have no length (walls[2])" in told
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["cellar-2.svg", "cellar.svg"]
    assert "2 scenes drawn into" in told


def test_programs_get_one_document(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the report of each scene and of the container."""
    assert run(["map", str(pack), "--json", "--scene", "s1"]) == 0
    report = json.loads(capsys.readouterr().out)
    (scene,) = report["scenes"]
    assert (scene["name"], scene["walls_kept"]) == ("Cellar", 2)
    counts = dict(scene["report"]["counts"])
    assert (counts["walls"], counts["doors_locked"], counts["one_way"]) == (3, 1, 1)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"{", "is no JSON"),
        (b"+-+\n|?|\n+-+\n", "?"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS pointer"),
        (b"", "is empty"),
    ],
)
def test_what_is_no_map_ends_with_2_and_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, says: str
) -> None:
    """On standard error; nothing on standard output."""
    file = tmp_path / "no-map"
    file.write_bytes(data)
    assert run(["map", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert says in told.err


def test_a_scene_that_is_not_there_is_told_with_those_that_are(
    pack: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So that the next try is right."""
    assert run(["map", str(pack), "--scene", "Loft"]) == 2
    assert "has no scene called Loft; it has Cellar" in capsys.readouterr().err
