"""Walls by kind: plain, glass, doors in each state, one-way arrows, what is hidden."""

from vttbridge.drawing.paper import SCALE, group, line, shape
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Vec

ARROW = 0.3


LOOKS = {"object": "wall thing", "invisible": "wall unseen-wall", "terrain": "wall low-wall"}
"""Walls that are no plain walls: furniture, what nobody sees, what one sees over."""


def wall(drawn: Wall) -> str:
    """Draw one wall with what a person must see of it."""
    parts = _body(drawn)
    if drawn.side:
        parts.append(_one_way(drawn))
    state = "" if drawn.door == "none" else f"{drawn.door} door"
    band = "" if drawn.top is None else f"up to {drawn.top:g}"
    title = " ".join(word for word in (drawn.material, drawn.kind, state, band) if word)
    return group("hidden" if drawn.hidden else "line", parts, title=title)


def _body(drawn: Wall) -> list[str]:
    ends = (drawn.a, drawn.b)
    if drawn.door == "open":
        return [line((drawn.a, _swung(drawn)), "swing")]
    if drawn.door != "none":
        return _door(drawn)
    if drawn.material == "glass" or drawn.kind == "window":
        return [line(_aside(ends, 0.05), "glass"), line(_aside(ends, -0.05), "glass")]
    return [line(ends, LOOKS.get(drawn.kind, "wall"))]


def _door(drawn: Wall) -> list[str]:
    parts = [line((drawn.a, drawn.b), "door"), line((drawn.a, drawn.b), "plank")]
    if drawn.door == "locked":
        middle = _between(drawn.a, drawn.b, 0.5)
        parts.append(shape("circle", class_="dot", cx=middle.x * SCALE, cy=middle.y * SCALE, r=4))
    return parts


def _swung(drawn: Wall) -> Vec:
    return drawn.a.plus(drawn.b.minus(drawn.a).left)


def _between(a: Vec, b: Vec, share: float) -> Vec:
    return a.plus(b.minus(a).times(share))


def _aside(ends: tuple[Vec, Vec], far: float) -> tuple[Vec, Vec]:
    way = ends[1].minus(ends[0])
    if way.length == 0:
        return ends
    side = way.unit.left.times(far)
    return (ends[0].plus(side), ends[1].plus(side))


def _one_way(drawn: Wall) -> str:
    """Draw an arrow that points the way in which the wall lets pieces through."""
    way = drawn.b.minus(drawn.a)
    if way.length == 0:
        return ""
    out = way.unit.left.times(ARROW if drawn.side == 1 else -ARROW)
    middle, along = _between(drawn.a, drawn.b, 0.5), way.unit.times(ARROW / 2)
    return line((middle.minus(along), middle.plus(along), middle.plus(out)), "arrow", closed=True)
