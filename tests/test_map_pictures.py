"""The pictures of the documentation are what the command draws of the maps beside them."""

from pathlib import Path

import pytest

from vttbridge.cli import run

MAPS = Path(__file__).resolve().parents[1] / "docs" / "maps"
SOURCES = sorted(path.name for path in MAPS.iterdir() if path.suffix != ".svg")


@pytest.mark.parametrize("name", SOURCES)
def test_a_picture_is_drawn_anew_the_same(name: str, tmp_path: Path) -> None:
    """Byte for byte."""
    drawn = tmp_path / "drawn.svg"
    assert run(["map", str(MAPS / name), "--svg", str(drawn)]) == 0
    assert drawn.read_text("utf-8") == (MAPS / name).with_suffix(".svg").read_text("utf-8")


def test_every_map_has_its_picture_and_stands_on_the_page() -> None:
    """Five of them."""
    page = (MAPS.parent / "maps.md").read_text("utf-8")
    assert len(SOURCES) == 5
    for name in SOURCES:
        assert f"maps/{Path(name).stem}.svg" in page
