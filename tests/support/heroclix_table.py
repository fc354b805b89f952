"""A HeroClix board made by hand in few words, and the outcome of an action on it."""

import msgspec

from vttbridge.geometry.footprint import Cells
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.terrain import Area, Meaning, Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Damage, Plan
from vttbridge.rules.options import Setting
from vttbridge.rules.piece import Number, Piece
from vttbridge.rules.plan_edits import Edit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Planned, Waiting, resolve
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value
from vttbridge_heroclix import RULESET

SIDE = 12.0


def figure(
    name: str,
    x: float,
    y: float,
    *tags: str,
    z: float = 0.0,
    side: str = "",
    size: tuple[int, int] = (1, 1),
    **numbers: Number,
) -> Piece:
    """Make a figure."""
    return Piece(
        name,
        footprint=Cells(*size),
        place=Place(x, y, z),
        side=side,
        tags=tuple(sorted(tags)),
        numbers=tuple(sorted(numbers.items())),
    )


def box(name: str, meaning: Meaning, *sides: float) -> Area:
    """Make a rectangular area from its left, upper, right and lower side."""
    x, y, to_x, to_y = sides
    return Area(name, (Vec(x, y), Vec(to_x, y), Vec(to_x, to_y), Vec(x, to_y)), meaning)


def table(
    *pieces: Piece,
    areas: tuple[Area, ...] = (),
    walls: tuple[Wall, ...] = (),
    settings: tuple[Setting, ...] = (),
) -> Board:
    """Set up a board of twelve by twelve squares."""
    options = RULESET.default_options().with_settings(settings)
    assert not isinstance(options, Refusal)
    scene = Scene.build(SceneSpec("test", "Test", SIDE, SIDE, areas=areas, walls=walls))
    return Board(scene, tuple(sorted(pieces, key=lambda piece: piece.id)), options)


def outcome(
    board: Board,
    action: str,
    answers: tuple[Answer, ...] = (),
    edits: tuple[Edit, ...] = (),
    /,
    **fields: Value,
) -> Plan | Refusal:
    """Resolve an action; what is not answered takes its default."""
    while True:
        match resolve(RULESET, board, Command(action, fields), Inputs(answers, edits)):
            case Planned(plan=plan):
                return plan
            case Refusal() as refusal:
                return refusal
            case Waiting(question=question):
                assert question.default is not None, f"{question.key} has no default"
                answers = (*answers, Answer(question.key, question.default))


def plan_of(
    board: Board,
    action: str,
    answers: tuple[Answer, ...] = (),
    edits: tuple[Edit, ...] = (),
    /,
    **fields: Value,
) -> Plan:
    """Resolve an action that must not be refused."""
    found = outcome(board, action, answers, edits, **fields)
    assert isinstance(found, Plan), found
    return found


def code_of(board: Board, action: str, /, **fields: Value) -> str:
    """Return the code with which an action is refused."""
    found = outcome(board, action, **fields)
    assert isinstance(found, Refusal), found
    return found.code


def place_after(board: Board, plan: Plan, name: str) -> Place:
    """Return where a piece stands once a plan is applied."""
    return board.applied(plan.effects).piece(name).place


def damage_of(plan: Plan) -> tuple[tuple[str, int, str], ...]:
    """Return the damage lines in short."""
    return tuple((line.piece, line.amount, line.cause) for line in plan.effects if isinstance(line, Damage))


def with_option(board: Board, name: str, value: str) -> Board:
    """Return the same board under one more house rule."""
    options = board.options.with_settings(((name, value),))
    assert not isinstance(options, Refusal)
    return msgspec.structs.replace(board, options=options)
