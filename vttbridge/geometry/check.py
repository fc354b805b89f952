"""Whether a scene can be taken: every fault is named with its place."""

from vttbridge.errors import BadScene
from vttbridge.geometry.polygon import Plane
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Area, Blocking, Elevation, Pit, Wall, Water
from vttbridge.geometry.vec import Vec

MAX_WALLS = 10_000
MAX_AREAS = 5_000
MAX_CORNERS = 100_000
FARTHEST = 1_000_000.0


def check_spec(spec: SceneSpec) -> None:
    """Raise BadScene where a scene has numbers, ids or outlines that no query can work with."""
    where = f"scene {spec.id!r}"
    if len(spec.walls) > MAX_WALLS:
        raise BadScene(
            f"{where}: {len(spec.walls)} walls are more than the {MAX_WALLS} that a scene may have"
        )
    if len(spec.areas) > MAX_AREAS:
        raise BadScene(
            f"{where}: {len(spec.areas)} areas are more than the {MAX_AREAS} that a scene may have"
        )
    _check_numbers(f"{where}: the bounds", (spec.x0, spec.y0, spec.width, spec.height, spec.ground))
    if spec.width <= 0 or spec.height <= 0:
        raise BadScene(f"{where}: width and height must be more than 0")
    _check_ids(where, "wall", [wall.id for wall in spec.walls])
    _check_ids(where, "area", [area.id for area in spec.areas])
    for wall in spec.walls:
        _check_wall(where, wall)
    if sum(len(area.outline) + sum(map(len, area.holes)) for area in spec.areas) > MAX_CORNERS:
        raise BadScene(f"{where}: its areas have more than {MAX_CORNERS} corners")
    for area in spec.areas:
        _check_area(where, area)


def _check_numbers(what: str, numbers: tuple[float | None, ...]) -> None:
    for number in numbers:
        if number is not None and not -FARTHEST <= number <= FARTHEST:
            raise BadScene(f"{what}: {number} is no usable number")


def _check_ids(where: str, what: str, ids: list[str]) -> None:
    if len(set(ids)) == len(ids):
        return
    twice = min(one for one in ids if ids.count(one) > 1)
    raise BadScene(f"{where}: two {what}s have the id {twice!r}")


def _check_wall(where: str, wall: Wall) -> None:
    (ax, ay), (bx, by), bottom, top = wall.a, wall.b, wall.bottom, wall.top
    try:
        _check_numbers("", (ax, ay, bx, by, bottom, top))
        _check_band("", bottom, top)
    except BadScene as fault:
        raise BadScene(f"{where}: wall {wall.id!r}{fault}") from None


def _check_band(what: str, bottom: float | None, top: float | None) -> None:
    if bottom is not None and top is not None and bottom >= top:
        raise BadScene(f"{what}: its top {top} is not above its bottom {bottom}")


def _check_area(where: str, area: Area) -> None:
    what = f"{where}: area {area.id!r}"
    for ring in (area.outline, *area.holes):
        _check_ring(what, ring)
    fault = Plane.of(area.outline, area.holes).fault()
    if fault:
        raise BadScene(f"{what}: its outline is broken ({fault})")
    _check_meaning(what, area)


def _check_ring(what: str, ring: tuple[Vec, ...]) -> None:
    for point in ring:
        _check_numbers(what, tuple(point))
    if len(set(ring)) < 3:
        raise BadScene(f"{what}: an outline needs at least 3 different corners")


def _check_meaning(what: str, area: Area) -> None:
    match area.meaning:
        case Elevation(level=level, underside=underside, railing=railing):
            _check_numbers(what, (level, underside, railing))
            _check_band(what, underside, level)
        case Blocking(bottom=bottom, top=top):
            _check_numbers(what, (bottom, top))
            _check_band(what, bottom, top)
        case Pit(depth=depth):
            _check_numbers(what, (depth,))
            if depth is not None and depth <= 0:
                raise BadScene(f"{what}: a pit's depth must be more than 0")
        case Water(depth=depth):
            _check_numbers(what, (depth,))
        case _:
            pass
