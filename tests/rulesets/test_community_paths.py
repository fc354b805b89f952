"""Declared paths of the community book: where a refusal says that they break, and what they cost."""

import pytest

from support.community_table import Box, end_of, fighter, ground, played, table, wall
from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.terrain import (
    Area,
    Ceiling,
    Difficult,
    Elevation,
    Ladder,
    Meaning,
    Obstacle,
    Pit,
    Stairs,
    Wall,
    Zone,
)
from vttbridge.geometry.vec import Place
from vttbridge.rules.effects import Plan
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Waiting, check_answer, resolve
from vttbridge.rules.values import Value
from vttbridge_necromunda import COMMUNITY

ROUND: Box = (1, -3, 3, 3)
Path = list[Value]


def _refused(path: Path, *others: Piece, **scene: tuple[Area, ...] | tuple[Wall, ...]) -> Refusal:
    walls = tuple(one for one in scene.get("walls", ()) if isinstance(one, Wall))
    areas = tuple(one for one in scene.get("areas", ()) if isinstance(one, Area))
    board = table(fighter("F", (0, 0)), *others, walls=walls, areas=areas)
    found = played(board, "move", {"piece": "F", "path": path})
    assert isinstance(found, Refusal)
    return found


def _facts(refusal: Refusal) -> dict[str, Value]:
    return dict(refusal.facts)


def test_a_wall_is_named_with_its_inch_and_rule() -> None:
    """The refusal says where the base touches the wall, by which rule, and where one may stop."""
    found = _refused([[5, 0]], walls=(wall("w", (3, -9), (3, 9)),))
    assert (found.code, found.rule) == ("IMPASSABLE", "NM-49")
    assert _facts(found) == {"inch": 2.5, "what": "w", "last_valid": (2.5, 0.0, 0.0)}


@pytest.mark.parametrize(
    ("start", "to", "movement", "last"),
    [
        ((0, 0, 0), [4, 0, 2], 6, (2.0, 0.0, 2.0)),
        ((0, 0, 0), [4, 0, 2], 5, (0.5, 0.0, 0.0)),
        ((4, 0, 2), [-2, 0, 0], 5, (-1.0, 0.0, 0.0)),
    ],
    ids=["up and on", "only up", "down and on"],
)
def test_the_last_legal_point_counts_heights_where_they_are_passed(
    start: tuple[float, ...], to: list[Value], movement: int, last: tuple[float, ...]
) -> None:
    """What a climb or a jump takes is not walked along the level ground a second time."""
    roof = ground("roof", Elevation(2.0), (1, -5, 8, 5))
    board = table(fighter("F", start, movement=movement), areas=(roof,))
    found = played(board, "move", {"piece": "F", "path": [to]})
    assert isinstance(found, Refusal)
    assert (found.code, _facts(found)["last_valid"]) == ("TOO_FAR", last)


def test_a_wall_of_a_zone_mortalis_is_refused_at_its_foot() -> None:
    """Where nothing may be climbed the breach is where the climb would begin."""
    roof = ground("roof", Elevation(2.0), (1, -5, 8, 5))
    zone = ground("zone", Zone("mortalis"), (-9, -9, 9, 9))
    found = _refused([[3, 0, 2]], areas=(roof, zone))
    assert found.code == "CANNOT_CLIMB"
    assert (_facts(found)["inch"], _facts(found)["last_valid"]) == (1.0, (0.5, 0.0, 0.0))


def test_the_inch_counts_along_all_legs() -> None:
    """A breach on the second leg counts the first one too."""
    found = _refused([[0, 2], [5, 2]], fighter("E", (3, 3.5), "blue"))
    assert (found.code, found.rule) == ("ONE_INCH", "NM-29")
    facts = _facts(found)
    assert facts["what"] == "E"
    assert facts["inch"] == pytest.approx(5 - 1.75**0.5, abs=0.003)


def test_running_out_of_movement_gives_the_rule_of_the_action() -> None:
    """Where the distance runs out depends on the ground on the way."""
    found = _refused([[6, 0]], areas=(ground("r", Difficult(), ROUND),))
    assert (found.code, found.rule) == ("TOO_FAR", "NM-04")
    assert _facts(found)["inch"] == 3.0


@pytest.mark.parametrize(
    ("meaning", "code", "rule"),
    [
        (Obstacle(2, 2), "MUST_CLIMB", "NM-45"),
        (Obstacle(1, 1), "NOT_FLAT", "NM-19"),
        (Pit(None), "NOTHING_BELOW", "NM-19"),
        (Ceiling(0.5), "IMPASSABLE", "NM-49"),
    ],
)
def test_ground_that_one_may_not_end_on(meaning: Meaning, code: str, rule: str) -> None:
    """Each kind of ground is refused by its own rule."""
    found = _refused([[2, 0]], areas=(ground("here", meaning, ROUND),))
    assert (found.code, found.rule) == (code, rule)


def test_high_ground_in_the_way_must_be_climbed() -> None:
    """A path that names no point on top of it runs into high ground."""
    found = _refused([[5, 0]], areas=(ground("tower", Elevation(2), ROUND),))
    assert (found.code, _facts(found)["what"], _facts(found)["inch"]) == ("MUST_CLIMB", "tower", 0.5)


def test_off_the_table() -> None:
    """The table's edge is a wall to a walker."""
    board = table(fighter("F", (22, 0)))
    found = played(board, "move", {"piece": "F", "path": [[25, 0]]})
    assert isinstance(found, Refusal)
    assert found.code == "OFF_THE_TABLE"


def test_a_way_with_a_drop_on_both_sides_is_too_narrow() -> None:
    """A beam narrower than the base is no way to walk (NM-27)."""
    bank = (ground("a", Elevation(3), (-5, -5, 1, 5)), ground("b", Elevation(3), (4, -5, 9, 5)))
    beam = ground("beam", Elevation(3), (1, -0.2, 4, 0.2))
    board = table(fighter("F", (0, 0, 3)), areas=(*bank, beam))
    found = played(board, "move", {"piece": "F", "path": [[5, 0, 3]]})
    assert isinstance(found, Refusal)
    assert (found.code, found.rule) == ("TOO_NARROW", "NM-27")


def test_a_wide_beam_is_walked() -> None:
    """A beam as wide as the base is a way to walk."""
    bank = (ground("a", Elevation(3), (-5, -5, 1, 5)), ground("b", Elevation(3), (4, -5, 9, 5)))
    beam = ground("beam", Elevation(3), (1, -0.5, 4, 0.5))
    board = table(fighter("F", (0, 0, 3)), areas=(*bank, beam))
    plan = played(board, "move", {"piece": "F", "path": [[5, 0, 3]]})
    assert end_of(board, plan, "F") == Place(5, 0, 3)


def test_climbing_over_a_named_feature() -> None:
    """A feature too large to cross is climbed when it is named: its height up and down, two for one."""
    board = table(fighter("F", (0, 0), movement=12), areas=[ground("tank", Obstacle(2, 1), (1, -3, 2, 3))])
    plan = played(board, "move", {"piece": "F", "path": [[3, 0]], "over": ["tank"]})
    assert isinstance(plan, Plan)
    assert plan.fact("spent") == 3 + 8 + 1


def test_stairs_cost_their_length_on_the_plane() -> None:
    """Stairs are open ground (NM-42)."""
    areas = (ground("roof", Elevation(2), (2, -3, 9, 3)), ground("stairs", Stairs(), (1, -1, 2.1, 1)))
    board = table(fighter("F", (0, 0)), areas=areas)
    plan = played(board, "move", {"piece": "F", "path": [[4, 0, 2]]})
    assert isinstance(plan, Plan)
    assert (plan.fact("spent"), end_of(board, plan, "F")) == (4, Place(4, 0, 2))


def test_nobody_climbs_through_a_floor() -> None:
    """From the middle of a room one does not come up through the ceiling; by a ladder one does."""
    floor = ground("floor", Elevation(3, underside=2.8), (-9, -9, 9, 9))
    fields: dict[str, Value] = {"piece": "F", "path": [[0, 0, 3]]}
    board = table(fighter("F", (0, 0), movement=9), areas=[floor])
    found = played(board, "move", fields)
    assert isinstance(found, Refusal)
    assert found.code == "IMPASSABLE"
    ladder = ground("ladder", Ladder(), (-0.2, -0.2, 0.2, 0.2))
    board = table(fighter("F", (0, 0), movement=9), areas=[floor, ladder])
    assert end_of(board, played(board, "move", fields), "F") == Place(0, 0, 3)


def test_zone_mortalis_ladders_are_climbed() -> None:
    """Only walls are not climbed there; a ladder is no wall."""
    areas = (
        ground("zone", Zone("mortalis"), (-9, -9, 9, 9)),
        ground("gantry", Elevation(2), (1, -3, 9, 3)),
        ground("ladder", Ladder(), (0.8, -0.5, 1.2, 0.5)),
    )
    board = table(fighter("F", (0.4, 0), movement=9), areas=areas)
    plan = played(board, "move", {"piece": "F", "path": [[2, 0, 2]]})
    assert end_of(board, plan, "F") == Place(2, 0, 2)


def test_a_refused_answer_tells_the_last_legal_point() -> None:
    """The path question stays open, and its refusal can be taken as the next answer."""
    board = table(fighter("F", (0, 0)), fighter("E", (5, 0), "blue"))
    found = resolve(COMMUNITY, board, Command("move", {"piece": "F"}), Inputs())
    assert isinstance(found, Waiting)
    refused = check_answer(found, ((4, 0),))
    assert isinstance(refused, Refusal)
    assert _facts(refused)["last_valid"] == (3.0, 0.0, 0.0)
    assert check_answer(found, ((3.0, 0.0, 0.0),)) is None


def test_pieces_on_squares_move_in_free_inches() -> None:
    """A piece that covers a square moves by its corner, and meets walls with its own shape."""
    token = Piece("F", footprint=Cells(), place=Place(0, 0), side="red", numbers=numbers(movement=5))
    board = table(token, walls=[wall("w", (3, -9), (3, 9))])
    plan = played(board, "move", {"piece": "F", "path": [[1.5, 0.25]]})
    assert end_of(board, plan, "F") == Place(1.5, 0.25)
    found = played(board, "move", {"piece": "F", "path": [[2.5, 0]]})
    assert isinstance(found, Refusal)
    assert _facts(found)["inch"] == 2.0


@pytest.mark.parametrize("point", [(1e9, 0.0), (1e6, -1e6), (1e300, 1.0)])
def test_points_far_off_the_map_are_refused_at_once(point: tuple[float, float]) -> None:
    """A path is looked at no farther than the map goes, however far its points lie."""
    pit = ground("pit", Pit(2), (2, 2, 4, 4))
    refusal = _refused([point], areas=(pit,))
    assert refusal.rule == "NM-04"
