import math

import msgspec
import pytest

from geometry.board import area, scene, wall
from vttbridge.errors import BadScene
from vttbridge.geometry.check import MAX_WALLS
from vttbridge.geometry.grid import HexGrid
from vttbridge.geometry.scene import Cut, Overlay, Scene, SceneSpec
from vttbridge.geometry.terrain import Area, Blocking, Elevation, Pit, Wall
from vttbridge.geometry.vec import Cell, Vec

BOW = (Vec(0, 0), Vec(4, 4), Vec(4, 0), Vec(0, 4))


@pytest.mark.parametrize(
    ("walls", "areas", "place"),
    [
        ((Wall("w", Vec(math.nan, 0), Vec(1, 1)),), (), "wall 'w'"),
        ((Wall("w", Vec(0, 0), Vec(math.inf, 1)),), (), "wall 'w'"),
        ((Wall("w", Vec(0, 0), Vec(1, 1), 2.0, 1.0),), (), "wall 'w'"),
        ((Wall("w", Vec(0, 0), Vec(1, 1)), Wall("w", Vec(0, 0), Vec(1, 2))), (), "id 'w'"),
        ((), (Area("bow", BOW, Elevation(1)),), "area 'bow'"),
        ((), (Area("thin", (Vec(0, 0), Vec(1, 1)), Elevation(1)),), "area 'thin'"),
        ((), (Area("nan", (Vec(0, 0), Vec(1, math.nan), Vec(1, 0)), Elevation(1)),), "area 'nan'"),
        ((), (area("slab", Elevation(1, 2), (0, 0, 1, 1)),), "area 'slab'"),
        ((), (area("pit", Pit(-1), (0, 0, 1, 1)),), "area 'pit'"),
        ((), (area("high", Elevation(math.inf), (0, 0, 1, 1)),), "area 'high'"),
        ((), (area("a", Blocking(), (0, 0, 1, 1)), area("a", Blocking(), (2, 0, 3, 1))), "id 'a'"),
    ],
)
def test_a_fault_is_named_with_its_place(
    walls: tuple[Wall, ...], areas: tuple[Area, ...], place: str
) -> None:
    """Every broken number, outline and id is refused by name."""
    with pytest.raises(BadScene, match=place):
        Scene.build(SceneSpec("s", "n", 10, 10, walls=walls, areas=areas))


@pytest.mark.parametrize(("width", "height"), [(0, 5), (5, -1), (math.nan, 5), (5, math.inf)])
def test_bounds_must_be_usable(width: float, height: float) -> None:
    """A scene without extent is refused."""
    with pytest.raises(BadScene, match="scene 's'"):
        Scene.build(SceneSpec("s", "n", width, height))


def test_too_many_walls_are_refused() -> None:
    """The limit is named in the sentence."""
    walls = tuple(Wall(f"w{n}", Vec(0, 0), Vec(1, 1)) for n in range(MAX_WALLS + 1))
    with pytest.raises(BadScene, match=str(MAX_WALLS)):
        Scene.build(SceneSpec("s", "n", 10, 10, walls=walls))


def test_a_wall_without_length_is_dropped_with_a_note() -> None:
    """It stays in the data, is never met, and the note names it."""
    here = scene(wall("dot", 3, 3, 3, 3))
    assert here.wall("dot").a == Vec(3, 3)
    assert "'dot'" in here.notes[0]


def test_the_overlay_changes_doors_and_breaks_walls() -> None:
    """Walls as they stand: doors in their state, broken ones in pieces; the first scene is untouched."""
    here = scene(wall("d", 4, 3, 4, 4, door="closed"), wall("w", 0, 0, 10, 0, material="wood"))
    other = here.with_door("d", "open").with_broken((Cut("wall", "w", None, (0.2, 0.3)),))
    assert [(one.id, one.door, one.a.x, one.b.x) for one in other.walls] == [
        ("d", "open", 4.0, 4.0),
        ("w", "none", 0.0, 2.0),
        ("w", "none", 3.0, 10.0),
    ]
    assert other.wall("d").door == "open"
    assert here.wall("d").door == "closed"
    assert other.with_overlay(Overlay()) == here
    assert other != here
    assert hash(other.with_overlay(Overlay())) == hash(here)
    assert other.with_broken(other.overlay.broken).overlay == other.overlay


def test_only_doors_have_states() -> None:
    """Opening what is no door, or is not there, is a caller's mistake."""
    here = scene(wall("w", 0, 0, 1, 0))
    for wall_id in ("w", "nothing"):
        with pytest.raises(KeyError):
            here.with_door(wall_id, "open")
    with pytest.raises(KeyError):
        here.area("nothing")


def test_an_overlay_of_another_version_is_harmless() -> None:
    """States and cuts of parts that the scene no longer has are ignored."""
    stray = Overlay((("gone", "open"),), (Cut("wall", "gone"), Cut("area", "gone", Cell(1, 1))))
    here = scene(wall("w", 0, 0, 1, 0)).with_overlay(stray)
    assert [one.id for one in here.walls] == ["w"]


def test_overlapping_cuts_leave_what_is_outside_of_all() -> None:
    """Cuts may overlap and touch; a wall broken whole leaves nothing."""
    cuts = tuple(Cut("wall", "w", None, stretch) for stretch in ((0.5, 0.7), (0.6, 0.8), (0.8, 1.0)))
    here = scene(wall("w", 0, 0, 10, 0)).with_broken(cuts)
    assert [(one.a.x, one.b.x) for one in here.walls] == [(0.0, 5.0)]
    assert scene(wall("w", 0, 0, 10, 0)).with_broken((Cut("wall", "w"),)).walls == ()


def test_a_spec_survives_being_written_and_read() -> None:
    """Scenes are plain data, hex grids and overlays included."""
    spec = msgspec.structs.replace(
        scene(wall("d", 4, 3, 4, 4, door="closed"), area("e", Elevation(2), (0, 0, 2, 2))).spec,
        grid=HexGrid(rows=True, shifted="odd"),
    )
    assert msgspec.convert(msgspec.to_builtins(spec), SceneSpec) == spec
    overlay = Overlay((("d", "open"),), (Cut("area", "e", Cell(1, 1)), Cut("wall", "d", None, (0.0, 0.5))))
    assert msgspec.convert(msgspec.to_builtins(overlay), Overlay) == overlay


def test_a_scene_shows_what_it_is() -> None:
    """Its representation counts walls and areas."""
    assert repr(scene(wall("w", 0, 0, 1, 0))) == "Scene('s', 1 walls, 0 areas)"
