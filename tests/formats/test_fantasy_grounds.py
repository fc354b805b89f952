"""Fantasy Grounds files, which were made from Universal VTT maps, give the same walls."""

import pytest

from formats.geometry_of import lines_of, unmatched
from support.shared_material import shared_path
from vttbridge.errors import BadScene
from vttbridge.formats.detect import read_map
from vttbridge.formats.fantasy_grounds import read_fantasy_grounds
from vttbridge.geometry.vec import Vec


def _file(occluders: str) -> bytes:
    return f"<root><gridsize>100,100</gridsize><occluders>{occluders}</occluders></root>".encode()


def test_the_origin_is_the_middle_and_y_goes_up() -> None:
    """A point one square up and left of the middle of a four by four picture lies at 1, 1."""
    reading = read_fantasy_grounds(
        _file("<occluder><points>-100,100,100,100</points></occluder>"), "a.xml", (4, 4)
    )
    (wall,) = reading.spec.walls
    assert (wall.a, wall.b) == (Vec(1, 1), Vec(3, 1))


def test_a_thin_toggleable_box_is_a_door_along_its_middle() -> None:
    """Two squares long and a fifth wide, it is one line."""
    box = "<occluder><points>-10,100,-10,-100,10,-100,10,100</points><toggleable/><closed/></occluder>"
    (wall,) = read_fantasy_grounds(_file(box), "a.xml", (4, 4)).spec.walls
    assert wall.door == "closed"
    assert {wall.a, wall.b} == {Vec(2, 1), Vec(2, 3)}


def test_without_a_size_the_least_that_holds_all_is_taken_and_doubted() -> None:
    """Points 1.5 squares from the middle need four squares."""
    line = "<occluder><points>-150,0,150,0</points></occluder>"
    (reading,) = read_map(_file(line), "a.xml")
    assert (reading.spec.width, reading.spec.height) == (4, 2)
    assert [doubt.code for doubt in reading.report.doubts] == ["size_not_written"]


def test_a_shape_far_beyond_every_map_is_left_out_with_its_place() -> None:
    """So is a door without length; the rest of the file is read."""
    line = "<occluder><points>-150,0,150,0</points></occluder>"
    far = "<occluder><points>0,0,1e300,0</points></occluder>"
    dot = "<occluder><points>5,5,5,5</points><toggleable/><closed/></occluder>"
    (reading,) = read_map(_file(far + line + dot), "a.xml")
    assert [wall.id for wall in reading.spec.walls] == ["w-0-0"]
    assert [(one.rule, one.places) for one in reading.report.dropped] == [
        ("beyond_every_map", ("occluder[0].points: farther than 500 squares from the centre",)),
        ("zero_length", ("occluder[2]",)),
    ]
    with pytest.raises(BadScene, match="no map is so large"):
        read_map(_file(far), "a.xml")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"<root><gridsize>0,1</gridsize><occluders/></root>", "gridsize"),
        (b"<root><gridsize>1,1</gridsize><occluders>", "no XML"),
        (b"<html></html>", "no line-of-sight file"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><root><gridsize>1,1</gridsize></root>', "declares entities"),
    ],
)
def test_what_is_no_such_file_is_refused(data: bytes, says: str) -> None:
    """One sentence each."""
    with pytest.raises(BadScene, match=says):
        read_map(data, "a.xml")


@pytest.mark.shared
@pytest.mark.parametrize(
    ("xml", "uvtt"),
    [
        ("uvtt2fgu-sampleMap.xml", "dd-uvtt2fgu-samplemap.dd2vtt"),
        ("uvtt2fgu-litch.xml", "dd-litch-tomb.dd2vtt"),
    ],
)
def test_the_same_map_through_two_formats_is_the_same_scene(xml: str, uvtt: str) -> None:
    """Walls, doors and objects agree to a hundredth of a square."""
    (right,) = read_map(shared_path("maps", "uvtt", uvtt).read_bytes(), uvtt)
    size = (right.spec.width, right.spec.height)
    read = read_fantasy_grounds(shared_path("maps", "fantasygrounds", xml).read_bytes(), xml, size)
    assert len(lines_of(read)) == len(lines_of(right))
    assert unmatched(lines_of(read), lines_of(right), 0.01) == []
    assert unmatched(lines_of(right), lines_of(read), 0.01) == []
