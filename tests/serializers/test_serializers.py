"""Between wire and table: what goes in comes out, and what cannot be read is refused by name."""

import pytest

import vttbridge_protocol as wire
from vttbridge.geometry.footprint import Cells, Disc
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.refusal import Refusal
from vttbridge.serializers.commands import command_body, setting
from vttbridge.serializers.pieces import changes_of, piece_of, piece_state
from vttbridge.serializers.values import plain_of
from vttbridge.table import PlacedPiece
from vttbridge.table.model.commands import Act, ChangePiece, SetTable
from vttbridge_protocol import PieceState, Plain, WirePlace

PIECES = [
    Piece("a"),
    Piece("b", "Ben", footprint=Cells(2, 3, 2.0), place=Place(1, 2, 3), owner="s-1", side="red"),
    Piece(
        "c", kind="object", footprint=Disc(0.5), numbers=numbers(hp=3, size="1M"), tags=("x",), hidden=True
    ),
    Piece("d", kind="marker", body="a", pool="squad", statuses=("prone",)),
]


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.id)
def test_a_piece_goes_out_and_comes_in_as_it_was(piece: Piece) -> None:
    """Nothing of a piece is lost on the way; its revision goes along."""
    state = piece_state(PlacedPiece(piece, 7))
    assert state.revision == 7
    assert piece_of(state) == piece


def test_a_number_that_is_none_is_refused_by_name() -> None:
    """A list is no number; a flag is 1 or 0."""
    wrong = piece_of(PieceState("a", WirePlace(0, 0), numbers={"hp": [1]}))
    assert isinstance(wrong, Refusal)
    assert dict(wrong.facts) == {"field": "hp"}
    right = piece_of(PieceState("a", WirePlace(0, 0), numbers={"flies": True}))
    assert isinstance(right, Piece)
    assert right.numbers == (("flies", 1),)


def test_changes_name_only_what_changes() -> None:
    """What is absent stays; an unknown member is refused."""
    body = changes_of({"place": {"x": 1, "y": 2}, "numbers": {"hp": None}})
    assert not isinstance(body, Refusal)
    assert body.place == Place(1, 2, 0)
    assert body.numbers == (("hp", None),)
    assert body.name is None
    assert isinstance(changes_of({"colour": "red"}), Refusal)
    assert isinstance(changes_of({"place": 3}), Refusal)


def test_commands_become_bodies() -> None:
    """Lists become tuples on the way in; a bad piece is refused; what is no command gives nothing."""
    act = command_body(wire.Act("roof", "push", {"targets": ["b", "a"]}))
    assert act == Act("roof", "push", {"targets": ("b", "a")})
    change = command_body(wire.PieceChanged("roof", "a", {"hidden": True}))
    assert isinstance(change, ChangePiece)
    assert change.wanted.hidden is True
    assert isinstance(command_body(wire.PieceChanged("roof", "a", {"x": 1})), Refusal)
    assert command_body(wire.Look()) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [("soft", "soft"), (3, "3"), (2.5, "2.5"), (["a", "b"], "a,b"), (True, "yes"), (None, "")],
)
def test_options_are_texts_inside(value: Plain, text: str) -> None:
    """Numbers and lists are written as the rule books read them."""
    assert setting(value) == text
    assert command_body(wire.TableSet({"o": value})) == SetTable((("o", text),))


def test_places_are_written_by_their_letters() -> None:
    """A place of the engine has names on the wire, at any depth."""
    assert plain_of((Place(1, 2, 3), Vec(4, 5))) == [{"x": 1, "y": 2, "z": 3}, {"x": 4, "y": 5}]
