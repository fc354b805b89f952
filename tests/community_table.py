"""An inch table of the community book for tests, and the shortest way to play an action on it."""

from collections.abc import Sequence

import msgspec

from vttbridge.geometry.footprint import Disc
from vttbridge.geometry.grid import Gridless
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.terrain import Area, Meaning, Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Plan
from vttbridge.rules.piece import Number, Piece, numbers
from vttbridge.rules.plan_edits import Edit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Planned, Waiting, resolve
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value
from vttbridge_necromunda import COMMUNITY

Box = tuple[float, float, float, float]


def table(
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
    known = COMMUNITY.default_options().with_settings(tuple((options or {}).items()))
    assert not isinstance(known, Refusal), known
    return Board(Scene.build(spec), tuple(sorted(pieces, key=lambda piece: piece.id)), known)


def fighter(
    name: str,
    at: tuple[float, ...],
    side: str = "red",
    tags: Sequence[str] = (),
    statuses: Sequence[str] = (),
    **named: Number,
) -> Piece:
    """Make a fighter on a round base of half an inch radius."""
    given = numbers(**({"strength": 3, "initiative": 4, "movement": 5} | named))
    return Piece(
        name,
        footprint=Disc(0.5),
        place=Place(*at),
        side=side,
        numbers=given,
        tags=tuple(sorted(tags)),
        statuses=tuple(sorted(statuses)),
    )


def wall(name: str, a: tuple[float, float], b: tuple[float, float]) -> Wall:
    """Make a wall as high as can be."""
    return Wall(name, Vec(*a), Vec(*b))


def ground(name: str, meaning: Meaning, box: Box) -> Area:
    """Make an area of a box."""
    left, top, right, bottom = box
    corners = (Vec(left, top), Vec(right, top), Vec(right, bottom), Vec(left, bottom))
    return Area(name, corners, meaning)


def played(
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

    A roll past the given faces shows `spare`.
    """
    left = list(faces)
    inputs = Inputs(edits=edits)
    while True:
        match resolve(COMMUNITY, board, Command(action, fields), inputs):
            case Planned(plan=plan):
                assert not left, f"not rolled: {left}"
                return plan
            case Waiting(question=question):
                value = (answers or {}).get(question.key, question.default)
                if question.is_roll:
                    value = left.pop(0) if left else spare
                given = (*inputs.answers, Answer(question.key, value))
                inputs = msgspec.structs.replace(inputs, answers=given)
            case Refusal() as refusal:
                return refusal


def end_of(board: Board, plan: Plan | Refusal, piece: str) -> Place | None:
    """Give where a piece stands after a plan, `None` when it is gone."""
    assert isinstance(plan, Plan), plan
    found = board.applied(plan.effects).find(piece)
    return None if found is None else found.place
