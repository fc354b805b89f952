import json
from typing import Annotated, Literal

import msgspec
import pytest

from toy_ruleset import TOY, Gamble, Shove
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import (
    MARK,
    Direction,
    Distance,
    Flag,
    OneOf,
    Path,
    PieceRef,
    Point,
    Rolls,
    Text,
    count,
    field_kinds,
    pieces,
)
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import ActionSpec, Outcome, QuerySpec, action


class Everything(msgspec.Struct, frozen=True):
    """A field of every kind."""

    who: PieceRef
    others: Annotated[tuple[str, ...], pieces(0, 3)] = ()
    where: Point = (0.0, 0.0)
    way: Direction | None = None
    far: Distance = 1.0
    many: Annotated[int, count(0, 4)] = 0
    how: Annotated[Literal["a", "b"], OneOf] = "a"
    sure: Flag = False
    faces: Rolls = ()
    along: Path = ()
    says: Text = ""
    maybe: PieceRef | None = None
    bare: int = 0


def test_kinds_are_read_from_the_schema() -> None:
    """Every marked field has its kind, an optional one too; an unmarked one has none."""
    assert dict(field_kinds(Everything)) == {
        "who": "piece",
        "others": "pieces",
        "where": "point",
        "way": "direction",
        "far": "distance",
        "many": "count",
        "how": "one_of",
        "sure": "flag",
        "faces": "rolls",
        "along": "path",
        "says": "text",
        "maybe": "piece",
        "bare": "",
    }


def test_schema_carries_kinds_and_limits() -> None:
    """A form can be made from the schema alone."""
    spec = TOY.action("gamble")
    assert isinstance(spec, ActionSpec)
    schema = json.dumps(spec.schema())
    for told in (f'"{MARK}": "pieces"', '"minItems": 1', '"maxItems": 4', '"enum": ["one", "two"]'):
        assert told in schema


def test_pieces_that_fields_name() -> None:
    """Every piece named anywhere is found, in the order of the fields."""
    shoving, gambling = TOY.action("shove"), TOY.action("gamble")
    assert isinstance(shoving, ActionSpec)
    assert isinstance(gambling, ActionSpec)
    assert shoving.piece_ids(Shove("A", "T")) == ("A", "T")
    assert shoving.piece_ids(Shove("", "T")) == ("", "T")
    assert gambling.piece_ids(Gamble(("T", "U"))) == ("T", "U")


def test_optional_pieces_count_as_named() -> None:
    """A piece in an optional field must exist like any other."""
    spec = action("all", Everything, _nothing)
    assert spec.piece_ids(Everything("A", maybe="B")) == ("A", "B")
    assert spec.piece_ids(Everything("A", maybe="")) == ("A",)


def _nothing(draft: Draft, _fields: Everything) -> Outcome:
    draft.because("X-01")
    yield from ()
    return None


def test_fields_of_another_action_are_a_fault() -> None:
    """A spec takes its own Struct and no other."""
    shoving, touching = TOY.action("shove"), TOY.query("touching")
    assert isinstance(shoving, ActionSpec)
    assert isinstance(touching, QuerySpec)
    board = Board(Scene.build(SceneSpec("s", "s", 2.0, 2.0)))
    with pytest.raises(TypeError, match="Shove"):
        shoving.begin(Draft(board, "toy", "shove"), Gamble(("T",)))
    with pytest.raises(TypeError, match="Touching"):
        touching.tell(board, Gamble(("T",)))


def test_unknown_names_list_the_known() -> None:
    """An action or query that the book lacks is refused with what there is."""
    for refused in (TOY.action("x"), TOY.query("x")):
        assert isinstance(refused, Refusal)
        assert dict(refused.facts)["known"]
