"""Documents that are not as they should be, and forms of them that are rare: read, told, or one sentence."""

import io
import json
import random
import zipfile
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from support.scale import scaled
from vttbridge.cli.map_files import Opened, open_maps
from vttbridge.cli.map_report import draw_reading, lines_of
from vttbridge.errors import BadScene
from vttbridge.formats.detect import read_map
from vttbridge.formats.report import Reading
from vttbridge.geometry.terrain import Area, Elevation, Stairs, Water
from vttbridge.geometry.vec import Vec

SCENE: dict[str, object] = {
    "name": "A",
    "width": 1000,
    "height": 800,
    "padding": 0,
    "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"},
    "walls": [{"_id": "w", "c": [100, 0, 100, 500], "move": 20}],
}
NOTHING: dict[str, object] = {}
NO_LINES: list[object] = []
RING = [{"x": 0, "y": 0}, {"x": 300, "y": 0}, {"x": 300, "y": 300}]
LAYER = {"terrainTypeId": "x", "height": 2, "elevation": 1}


def read(**changes: object) -> Reading:
    """Read the scene with changes."""
    (reading,) = read_map(json.dumps(SCENE | changes).encode(), "a.json")
    return reading


def dropped(reading: Reading) -> list[tuple[str, str]]:
    """What was left out, and its first place."""
    return [(drop.rule, drop.places[0]) for drop in reading.report.dropped]


@pytest.mark.parametrize("name", ["walls", "tokens", "regions", "tiles", "drawings", "levels"])
def test_something_else_where_a_list_belongs_is_told(name: str) -> None:
    """So that nobody takes a half-read map for a whole one."""
    other = "tokens" if name == "walls" else "walls"
    for value in ({"a": 1}, "x"):
        assert dropped(read(**{other: NO_LINES, name: value})) == [("not_a_list", name)]
    assert dropped(read(**{other: NO_LINES, name: None})) == []


@pytest.mark.parametrize("name", ["tokens", "regions", "tiles", "drawings", "levels"])
def test_what_is_no_document_makes_nothing(name: str) -> None:
    """No piece in the corner, no level without height: told with its place."""
    reading = read(**{name: [5, None]})
    assert dropped(reading) == [("not_a_record", f"{name}[0]")]
    assert (reading.pieces, reading.spec.areas) == ((), ())


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("\\ud800A", "\ufffdA"),
        ("\\udc00", "\ufffd"),
        ("\\ud83d\\ude00", "\U0001f600"),
        ("\\\\ud800", "\\ud800"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32-be"])
def test_half_a_pair_of_code_units_is_a_missing_character(written: str, read_as: str, encoding: str) -> None:
    """In any Unicode, for it could be printed, drawn or sent by nobody."""
    text = json.dumps(SCENE).replace('"A"', f'"{written}"')
    (reading,) = read_map(text.encode(encoding), "a.json")
    assert reading.spec.name == read_as


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\r\n", "a.json is a picture and not a map"),
        (b"\xff\xd8\xff\xe0", "a.json is a picture and not a map"),
        (b"\x1f\x8b\x08", "a.json is packed with gzip (unpack it first) and not a map"),
        (b"\xef\xbb\xbfversion https://git-lfs.github.com", "a.json is a Git LFS pointer"),
        (b'{"a": ' + b"9" * 5000 + b"}", "a.json is no JSON: a number in it has thousands of digits"),
        (b'{"walls": [], "width": 100}', "height: not a finite number"),
        (
            b'{"walls": [], "width": 9, "height": 9, "grid": 1e9}',
            "a cell is between 1 and 100000 pixels wide",
        ),
        (b"caf\xe9", "a.json is no text: byte 3 is not UTF-8"),
        (b"[" * 100_000, "a.json is nested too deeply to be a map"),
    ],
)
def test_what_is_no_map_is_refused_in_a_sentence(data: bytes, said: str) -> None:
    """One that says what it is instead."""
    with pytest.raises(BadScene) as caught:
        read_map(data, "a.json")
    assert said in str(caught.value)


def test_a_list_of_scenes_is_read_scene_by_scene() -> None:
    """As some tools export a whole folder."""
    data = json.dumps([SCENE, SCENE | {"name": "B"}]).encode()
    assert [reading.spec.name for reading in read_map(data, "a.json")] == ["A", "B"]


@pytest.mark.parametrize(
    "data",
    [
        [LAYER | {"position": [1, 2]}],
        {"v": 1, "data": {"1|2": [LAYER]}},
        {"v": 2, "data": [["1|2", [LAYER]]]},
        {
            "v": 3,
            "data": {
                "shapes": [
                    LAYER
                    | {
                        "polygon": [
                            {"x": 200, "y": 100},
                            {"x": 300, "y": 100},
                            {"x": 300, "y": 200},
                            {"x": 200, "y": 200},
                        ]
                    }
                ]
            },
        },
    ],
)
def test_drawn_heights_of_every_generation_are_the_same_ground(data: object) -> None:
    """Row 1, column 2, one cell up and two cells tall, whatever a cell measures in feet."""
    reading = read(flags={"terrain-height-tools": {"heightData": data}})
    (area,) = reading.spec.areas
    assert area.meaning == Elevation(3.0, 1.0)
    assert set(area.outline) == {Vec(2, 1), Vec(3, 1), Vec(3, 2), Vec(2, 2)}


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        ({"v": 4, "data": {"other": 1}}, "heights_unknown"),
        ("x", "heights_unknown"),
        ({"v": 2, "data": [["1-2", [LAYER]]]}, "not_a_cell"),
        ({"v": 2, "data": [7]}, "not_a_cell"),
        ({"v": 2, "data": [["1|2", [{"height": "x"}]]]}, "not_a_terrain_shape"),
        ({"v": 3, "data": {"shapes": [{"polygon": RING, "height": 0}]}}, "terrain_without_height"),
        ({"v": 3, "data": {"shapes": [{"polygon": RING, "height": 1, "holes": NOTHING}]}}, "not_a_list"),
    ],
)
def test_drawn_heights_that_cannot_be_read_are_told(data: object, rule: str) -> None:
    """Never silently a flat floor."""
    reading = read(flags={"terrain-height-tools": {"heightData": data}})
    assert rule in [drop.rule for drop in reading.report.dropped]


BOX = {"_id": "d", "x": 100, "y": 100, "flags": {"levels": {"drawingMode": 2}}}


@pytest.mark.parametrize(
    ("drawing", "corners"),
    [
        ({"shape": {"type": "r", "width": 200, "height": 100}}, 4),
        ({"type": "r", "width": 200, "height": 100}, 4),
        ({"shape": {"type": "p", "points": [0, 0, 200, 0, 200, 100]}}, 3),
        ({"type": "p", "points": [[0, 0], [200, 0], [200, 100]]}, 3),
    ],
)
def test_a_drawing_that_leads_to_another_level_is_stairs(drawing: dict[str, object], corners: int) -> None:
    """In the form of every version; one without such a flag is only a drawing."""
    reading = read(
        drawings=[BOX | drawing, {"x": 0, "y": 0, "shape": {"type": "r", "width": 9, "height": 9}}]
    )
    (area,) = reading.spec.areas
    assert (area.meaning, len(area.outline)) == (Stairs(), corners)
    assert {Vec(1, 1), Vec(3, 2)} <= set(area.outline)
    assert [doubt.code for doubt in reading.report.doubts] == ["drawing_with_levels"]


def test_a_drawing_without_an_outline_is_told() -> None:
    """With its place."""
    assert dropped(read(drawings=[BOX])) == [("not_a_drawing", "drawings[0]: no usable outline")]


def test_a_word_in_a_regions_name_counts_beside_commas() -> None:
    """`Deep water, cold` is water."""
    shape = {"type": "rectangle", "x": 0, "y": 0, "width": 100, "height": 100}
    (area,) = read(regions=[{"_id": "r", "name": "Deep water, cold", "shapes": [shape]}]).spec.areas
    assert isinstance(area, Area)
    assert area.meaning == Water()


PORTAL = {"bounds": [{"x": 3, "y": 1}, {"x": 4, "y": 1}]}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"line_of_sight": None}, ["walls_absent"]),
        ({"line_of_sight": NOTHING}, ["not_a_list"]),
        ({"line_of_sight": [{"x": 1}]}, ["not_a_list"]),
        ({"line_of_sight": [[{"x": 1, "y": 1}]]}, ["not_a_line"]),
        ({"portals": {"a": 1}}, ["not_a_list"]),
        ({"portals": [1]}, ["not_a_record"]),
        ({"portals": [PORTAL]}, ["door_state_absent"]),
        ({"portals": [PORTAL | {"closed": "false"}]}, ["door_state_unknown"]),
        ({"portals": [PORTAL | {"closed": True}]}, []),
    ],
)
def test_what_is_odd_in_a_universal_map_is_told(changes: dict[str, object], told: list[str]) -> None:
    """And the rest is read."""
    document: dict[str, object] = {
        "format": 0.3,
        "resolution": {"map_size": {"x": 10, "y": 8}},
        "line_of_sight": NO_LINES,
    }
    (reading,) = read_map(json.dumps(document | changes).encode(), "a.dd2vtt")
    report = reading.report
    assert [one.code for one in report.doubts] + [one.rule for one in report.dropped] == told


def test_a_name_that_would_command_a_terminal_is_shown_and_drawn_without_it() -> None:
    """The lines can be printed, and the picture is XML."""
    token = {"_id": "t", "name": "O\x00gre\x1b[2J", "x": 200, "y": 200, "width": 1, "height": 1}
    reading = read(name="A\x1b[31m", tokens=[token])
    lines = lines_of(Opened((reading,)), "a.json")
    assert all(line.isprintable() for line in lines)
    assert lines[0].startswith("A\ufffd[31m: foundry")
    assert "O\ufffdgre\ufffd[2J" in "".join(ET.fromstring(draw_reading(reading)).itertext())


XML = (
    '<?xml version="1.0" encoding="utf-16"?><root><gridsize>50,50</gridsize><occluders><occluder>'
    "<points>0,0,50,0</points></occluder></occluders></root>"
)
LINES = json.dumps(SCENE | {"_id": "a"}) + "\n" + json.dumps(SCENE | {"_id": "b"})


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize(("text", "scenes"), [(json.dumps(SCENE), 1), (XML, 1), (LINES, 2)])
def test_a_file_may_say_which_unicode_it_is(text: str, scenes: int, encoding: str) -> None:
    """JSON, XML and lines of it, as some editors save them."""
    readings = read_map(text.encode(encoding), "a")
    assert [len(reading.spec.walls) for reading in readings] == [1] * scenes


def archive(*files: tuple[str, str]) -> bytes:
    """Pack files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as writing:
        for name, text in files:
            writing.writestr(name, text)
    return packed.getvalue()


def test_an_archive_damaged_anywhere_is_read_or_refused_in_a_sentence(tmp_path: Path) -> None:
    """Cut short, or with bytes of its packed part changed."""
    whole, dice = archive(("a.json", json.dumps(SCENE))), random.Random(4)
    path = tmp_path / "a.zip"
    refused: list[str] = []
    for _ in range(scaled(2_000)):
        at = dice.randrange(4, len(whole))
        damaged = whole[:at] if dice.random() < 0.3 else whole[:at] + dice.randbytes(4) + whole[at + 4 :]
        path.write_bytes(damaged)
        try:
            assert open_maps(path).readings
        except BadScene as fault:
            refused.append(str(fault))
    assert len(refused) >= 20
    assert [said for said in refused if "a.zip" not in said and "a.json" not in said] == []


def test_an_empty_archive_holds_no_map(tmp_path: Path) -> None:
    """And is not taken for something else."""
    path = tmp_path / "a.zip"
    path.write_bytes(archive())
    with pytest.raises(BadScene, match=r"a\.zip holds no map"):
        open_maps(path)
