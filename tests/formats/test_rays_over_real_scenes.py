"""Our ray over real Foundry scenes against the second implementation, in the documents' own pixels."""

import json
import random
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

import pytest

from formats.sources import Source, of
from properties.oracle import Piece, Point, foundry_hit
from support.scale import scaled
from vttbridge.formats.detect import read_parsed
from vttbridge.formats.foundry.canvas import Canvas, read_canvas
from vttbridge.formats.plain import Doc
from vttbridge.formats.report import Notebook
from vttbridge.geometry.ray import ray_all
from vttbridge.geometry.scene import Scene

REACH = 6
"""How many cells a ray is long at most."""


class Line(NamedTuple):
    """A wall of the document that blocks movement now, in pixels."""

    ends: Piece
    one_way: int


def lines_of(document: Doc) -> Iterator[Line]:
    """Read the walls a second time, from nothing but the published facts."""
    for wall in document.get("walls").items():
        ends = wall.get("c")
        stands_open = wall.get("door").value in {1, 2} and wall.get("ds").value == 1
        if wall.get("move").value != 0 and not stands_open:
            yield Line(tuple(ends.numbers(4)), int(wall.get("dir").number(0.0)))  # type: ignore[arg-type]


def rays(canvas: Canvas, lines: list[Line], seed: str, count: int) -> Iterator[tuple[Point, Point]]:
    """Return rays between whole pixels near walls, as Foundry rounds them, and between cell middles."""
    dice, reach = random.Random(seed), int(REACH * canvas.size)
    start: Point
    end: Point
    for number in range(count):
        x0, y0, x1, y1 = dice.choice(lines).ends
        if number % 2:
            start = (
                round(x0) + dice.randint(-reach, reach) // 4,
                round(y0) + dice.randint(-reach, reach) // 4,
            )
            end = (start[0] + dice.randint(-reach, reach) // 2, start[1] + dice.randint(-reach, reach) // 2)
            yield start, end
        else:
            cell = canvas.size
            column, row = int((x0 + x1) / 2 / cell), int((y0 + y1) / 2 / cell)
            dx, dy = dice.randint(-4, 4), dice.randint(-4, 4)
            start = ((column + 0.5) * cell, (row + 0.5) * cell)
            yield start, (start[0] + dx * cell, start[1] + dy * cell)


def hits(lines: list[Line], start: Point, end: Point) -> list[Fraction]:
    """Return every fraction at which the second implementation meets a wall, in order."""
    left, right = sorted((start[0], end[0]))
    top, bottom = sorted((start[1], end[1]))
    found: list[Fraction] = []
    for (x0, y0, x1, y1), one_way in lines:
        if (
            max(x0, x1) < left - 1
            or min(x0, x1) > right + 1
            or max(y0, y1) < top - 1
            or min(y0, y1) > bottom + 1
        ):
            continue
        at = foundry_hit(start, end, (x0, y0, x1, y1), one_way)
        if at is not None:
            found.append(at)
    return sorted(found)


def apart(fractions: Iterable[float]) -> list[float]:
    """Return the places met, each once: copies of a wall on several levels are met where it is."""
    ordered = sorted(fractions)
    return [one for number, one in enumerate(ordered) if not number or one - ordered[number - 1] > 1e-9]


@pytest.mark.shared
@pytest.mark.parametrize("source", of("foundry"), ids=lambda source: source.name)
def test_every_ray_meets_what_the_second_implementation_meets(source: Source) -> None:
    """At the same fractions of its way, from one-way walls and doors to grazed ends."""
    document = Doc(json.loads(source.path.read_text("utf-8")))
    if not document.has("width"):
        assert document.has("pixelsPerTile")
        return
    canvas = read_canvas(document, Notebook())
    lines = list(dict.fromkeys(lines_of(document)))
    scene = Scene.build(read_parsed(document, source.name).spec)
    if not lines:
        assert scene.spec.walls == ()
        return
    met = 0
    count = scaled(10_000)
    for start, end in rays(canvas, lines, source.name, count):
        theirs = hits(lines, start, end)
        ours = ray_all(scene, canvas.point(*start), canvas.point(*end))
        met += bool(theirs)
        wanted = pytest.approx(apart(map(float, theirs)), abs=1e-9)
        assert apart(hit.fraction for hit in ours) == wanted, (source.name, start, end)
    assert met * 10 >= count
