"""All destinations of a forced movement, against every path walked one by one."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.draw_steel_table import block, box, creature, damage_of, plan_of, table, thing
from support.scale import scaled
from vttbridge.geometry.terrain import Area, Aura, Dangerous, Elevation, Harm
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.values import Value
from vttbridge_draw_steel import RULESET, destinations, eyes
from vttbridge_draw_steel.actions import Destinations, ForcedMove
from vttbridge_draw_steel.destinations import Candidate, Search, candidate, tell, unattended
from vttbridge_draw_steel.footing import Footing
from vttbridge_draw_steel.movement import Movement, Square, Way
from vttbridge_draw_steel.obstacles import Met, meet
from vttbridge_draw_steel.one_target import movement_of, start_of
from vttbridge_draw_steel.propose import AROUND
from vttbridge_draw_steel.reach import reach
from vttbridge_draw_steel.walk import trace

NEAR = st.tuples(st.integers(3, 9), st.integers(3, 9)).filter(lambda one: one not in {(5, 5), (6, 5)})
WORDS = st.sampled_from(("glass", "wood", "stone", "fire", "thorns", "step", "creature", "crate"))


@st.composite
def _boards(draw: st.DrawFn) -> Board:
    listed = draw(st.dictionaries(NEAR, WORDS, max_size=8))
    pieces = [creature("M", 5, 5), creature("T", 6, 5)]
    areas = list[Area]()
    for (x, y), word in listed.items():
        sides = (x, y, x + 1, y + 1)
        match word:
            case "fire":
                areas.append(box(f"fire-{x}-{y}", Dangerous(Harm(damage=2)), *sides))
            case "thorns":
                areas.append(box(f"thorns-{x}-{y}", Aura(Harm(damage=1)), *sides))
            case "step":
                areas.append(box(f"step-{x}-{y}", Elevation(1), *sides))
            case "crate":
                pieces.append(thing(f"o-{x}-{y}", x, y, material="glass", size="1M"))
            case "creature":
                pieces.append(creature(f"c-{x}-{y}", x, y))
            case _:
                areas.append(block(x, y, word))
    return table(*pieces, areas=tuple(areas))


def _movement(board: Board, kind: str, squares: int) -> tuple[Movement, Way]:
    word = kind if kind in {"push", "pull"} else "slide"
    ability = ForcedMove("M", ("T",), squares)
    draft = Draft(board, "draw-steel", kind)
    target = board.piece("T")
    far = unattended(reach(draft, ability, word, target))
    match word:
        case "push":
            movement = movement_of(draft, ability, "push", target, far)
        case "pull":
            movement = movement_of(draft, ability, "pull", target, far)
        case _:
            movement = movement_of(draft, ability, "slide", target, far)
    return movement, start_of(draft, movement)


def _every_path(movement: Movement, start: Way) -> list[Candidate]:
    found: list[Candidate] = []
    for length in range(movement.distance + 1):
        for steps in product(AROUND, repeat=length):
            x, y, path = int(start.at.x), int(start.at.y), list[Square]()
            for dx, dy in steps:
                x, y = x + dx, y + dy
                path.append(Square(x, y))
            way = trace(movement, start, path)
            if not isinstance(way, Refusal):
                found.append(candidate(tuple(path), way))
    return found


@settings(max_examples=scaled(200), deadline=None)
@given(_boards(), st.sampled_from(("push", "slide")), st.integers(0, 3))
def test_every_path_is_covered(board: Board, kind: str, squares: int) -> None:
    """The places are those of all paths; each has the shortest of them and the worst damage of them."""
    movement, start = _movement(board, kind, squares)
    places: dict[Place, list[Candidate]] = {}
    for one in _every_path(movement, start):
        places.setdefault(one.way.at, []).append(one)
    search = Search(movement, start, level=False).run()
    assert search.complete
    assert set(search.reached) == set(places)
    for place, reached in search.reached.items():
        worst = max(places[place], key=lambda one: one.hurt)
        assert reached.worst.hurt == worst.hurt, (place, worst.path, board.scene.spec.areas)
        assert reached.own.order[:2] == min(one.order for one in places[place])[:2]


@settings(max_examples=scaled(200), deadline=None)
@given(_boards(), st.sampled_from(("push", "slide")), st.integers(1, 3))
def test_what_is_told_is_what_happens(board: Board, kind: str, squares: int) -> None:
    """The outcome told of a destination is that of the movement on its path."""
    told = tell(board, _asked(kind, squares))
    assert isinstance(told, dict)
    for entry in _entries(told):
        plan = plan_of(board, kind, source="M", targets=("T",), distance=squares, path=entry["path"])
        assert damage_of(plan) == entry["damage"]
        assert tuple(board.applied(plan.effects).piece("T").place) == entry["end"]


def _asked(kind: str, squares: int) -> Destinations:
    return Destinations("push" if kind == "push" else "slide", "M", "T", squares)


def _entries(told: dict[str, Value]) -> list[dict[str, Value]]:
    places = told["places"]
    assert isinstance(places, tuple)
    return [entry for entry in places if isinstance(entry, dict)]


def test_each_step_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ways lead over a step, what it meets is looked up once."""
    seen: list[tuple[Place, Place]] = []

    def counted(movement: Movement, way: Way, to: Footing) -> Met | Refusal:
        seen.append((way.at, to.place))
        return meet(movement, way, to)

    monkeypatch.setattr(eyes, "meet", counted)
    board = table(creature("M", 5, 5), creature("T", 6, 5), areas=(block(8, 5, "glass"), block(8, 6)))
    tell(board, Destinations("push", "M", "T", 3, vertical=True))
    whole = [step for step in seen if step[0].x < 8]
    assert len(whole) > 100
    assert len(whole) == len(set(whole))


def test_the_worst_is_told_where_it_differs() -> None:
    """A place before a wall may be reached by stopping there or by a slam."""
    board = table(creature("M", 2, 5), creature("T", 3, 5), areas=(block(5, 5),))
    told = tell(board, Destinations("push", "M", "T", 3))
    assert isinstance(told, dict)
    before = next(entry for entry in _entries(told) if entry["at"] == (4.0, 5.0, 0.0))
    assert before["damage"] == ()
    worst = before["worst"]
    assert isinstance(worst, dict)
    assert worst["damage"] == (("T", 4, "object_collision"),)


def test_too_many_places_are_told_level_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A vertical movement with too many places gives its level ones and says so."""
    monkeypatch.setattr(destinations, "MAX_DESTINATIONS", 100)
    board = table(creature("M", 5, 5), creature("T", 6, 5, "flies"))
    told = tell(board, Destinations("slide", "M", "T", 3, vertical=True))
    assert isinstance(told, dict)
    assert told["complete"] is False
    assert all(isinstance(entry["at"], tuple) and entry["at"][2] == 0.0 for entry in _entries(told))
    assert len(_entries(told)) == 7 * 7 - 1


def test_the_query_is_part_of_the_book() -> None:
    """A client asks for destinations by name."""
    spec = RULESET.query("destinations")
    assert not isinstance(spec, Refusal)
    fields = spec.read({"kind": "push", "source": "M", "target": "T", "distance": 1})
    assert not isinstance(fields, Refusal)
    told = spec.tell(table(creature("M", 2, 5), creature("T", 3, 5)), fields)
    assert isinstance(told, dict)
    assert len(_entries(told)) == 4
    missing = spec.tell(table(creature("M", 2, 5)), fields)
    assert isinstance(missing, Refusal)
