"""Every real file is read, and its report counts what the list of sources counts."""

import pytest

from formats.sources import Source, counted, of, sources
from vttbridge.cli.map_files import open_maps
from vttbridge.formats.report import Reading
from vttbridge.geometry.scene import Scene
from vttbridge.messages import core_language

SINGLE = [source for source in sources() if source.folder != "containers"]


def read(source: Source) -> Reading:
    """Read a file of one scene."""
    (reading,) = open_maps(source.path).readings
    return reading


@pytest.mark.shared
def test_the_list_names_all_files_and_all_are_read() -> None:
    """88 of them, and 126 scenes in all."""
    assert len(sources()) == 88
    opened = [open_maps(source.path) for source in sources()]
    assert sum(len(one.readings) for one in opened) == 84 + 32 + 2 + 3 + 5
    for one in opened:
        for reading in one.readings:
            assert Scene.build(reading.spec).notes == ()


@pytest.mark.shared
@pytest.mark.parametrize("source", SINGLE, ids=lambda source: source.name)
def test_counts_are_those_of_the_sources(source: Source) -> None:
    """Every number that the list states, by the name of our report."""
    report = read(source).report
    wanted = counted(source)
    assert {name: report.count(name) for name in wanted} == wanted
    assert len(wanted) >= 2


@pytest.mark.shared
@pytest.mark.parametrize("source", of("foundry"), ids=lambda source: source.name)
def test_each_wall_that_is_not_kept_is_explained_by_a_rule(source: Source) -> None:
    """Kept walls and those left out by name are all there were."""
    reading = read(source)
    left_out = {
        drop.rule: drop.times for drop in reading.report.dropped if drop.places[0].startswith("walls[")
    }
    assert [rule for rule in left_out if not core_language().has(f"left.{rule}")] == []
    assert len(reading.spec.walls) + sum(left_out.values()) == reading.report.count("walls")


@pytest.mark.shared
@pytest.mark.parametrize("source", of("uvtt"), ids=lambda source: source.name)
def test_the_size_and_origin_of_a_universal_map_are_those_of_the_sources(source: Source) -> None:
    """In squares, as they are written in the list."""
    reading = read(source)
    facts = dict(reading.report.facts)
    width, height = reading.spec.width, reading.spec.height
    assert any(f"square {form} @" in source.text for form in (f"{width:g}x{height:g}", f"{width}x{height}"))
    assert f"origin ({facts['origin'].replace(' ', '')})" in source.text


@pytest.mark.shared
@pytest.mark.parametrize("source", of("foundry"), ids=lambda source: source.name)
def test_the_grid_of_a_foundry_scene_is_that_of_the_sources(source: Source) -> None:
    """Hexes by their kind; a kind that is absent is a doubt and taken as squares."""
    reading = read(source)
    names = {
        "gridless": "gridless",
        "square": "square",
        "hex odd rows": "hex odd-r (rows)",
        "hex odd columns": "hex odd-q (cols)",
        "hex even columns": "hex even-q (cols)",
    }
    grid = dict(reading.report.facts).get("grid", "square")
    absent = "? (absent)" in source.columns
    assert absent or names[grid] in source.columns
    if absent and reading.report.format == "foundry":
        assert [doubt.taken for doubt in reading.report.doubts if doubt.code == "grid_type_absent"] == [
            "square"
        ]
