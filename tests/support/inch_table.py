"""An inch table for tests of the Necromunda books, and the shortest way to play an action on it."""

from collections.abc import Sequence

import msgspec

from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.terrain import Area, Meaning, Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Plan
from vttbridge.rules.piece import Piece
from vttbridge.rules.plan_edits import Edit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Planned, Waiting, resolve
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value

Box = tuple[float, float, float, float]


class InchTable(msgspec.Struct, frozen=True):
    """A rule book and how its boards are set and played in a test."""

    book: Ruleset

    def table(
        self,
        *pieces: Piece,
        walls: Sequence[Wall] = (),
        areas: Sequence[Area] = (),
        options: dict[str, str] | None = None,
    ) -> Board:
        """Set pieces on a table of 48 by 48 inches around the origin."""
        spec = SceneSpec(
            "table",
            "Table",
            48,
            48,
            grid=Gridless(),
            unit="inch",
            x0=-24,
            y0=-24,
            walls=tuple(walls),
            areas=tuple(areas),
        )
        known = self.book.default_options().with_settings(tuple((options or {}).items()))
        assert not isinstance(known, Refusal), known
        return Board(Scene.build(spec), tuple(sorted(pieces, key=lambda piece: piece.id)), known)

    def played(
        self,
        board: Board,
        action: str,
        fields: dict[str, Value],
        faces: Sequence[Value] = (),
        *,
        answers: dict[str, Value] | None = None,
        edits: tuple[Edit, ...] = (),
        spare: Value = None,
    ) -> Plan | Refusal:
        """Play an action: faces in order for the rolls, given answers or the default for the questions.

        A roll past the given faces shows `spare`, or is an IndexError.
        """
        left = list(faces)
        inputs = Inputs(edits=edits)
        while True:
            match resolve(self.book, board, Command(action, fields), inputs):
                case Planned(plan=plan):
                    assert not left, f"not rolled: {left}"
                    return plan
                case Waiting(question=question):
                    value = (answers or {}).get(question.key, question.default)
                    if question.is_roll:
                        value = left.pop(0) if left or spare is None else spare
                    given = (*inputs.answers, Answer(question.key, value))
                    inputs = msgspec.structs.replace(inputs, answers=given)
                case Refusal() as refusal:
                    return refusal


def wall(name: str, a: tuple[float, float], b: tuple[float, float]) -> Wall:
    """Make a wall as high as can be."""
    return Wall(name, Vec(*a), Vec(*b))


def ground(name: str, meaning: Meaning, box: Box) -> Area:
    """Make an area of a box."""
    left, top, right, bottom = box
    corners = (Vec(left, top), Vec(right, top), Vec(right, bottom), Vec(left, bottom))
    return Area(name, corners, meaning)


def end_of(board: Board, plan: Plan | Refusal, piece: str) -> Place | None:
    """Return where a piece stands after a plan, `None` when it is gone."""
    assert isinstance(plan, Plan), plan
    found = board.applied(plan.effects).find(piece)
    return None if found is None else found.place
