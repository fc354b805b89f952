"""A Draw Steel board made by hand in few words, and the outcome of an action on it."""

from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.geometry.terrain import Area, Blocking, Meaning, Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Damage, Plan
from vttbridge.rules.options import Setting
from vttbridge.rules.piece import Number, Piece
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Planned, Waiting, resolve
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value
from vttbridge_draw_steel import RULESET

SIDE = 12.0


def creature(name: str, x: float, y: float, *tags: str, z: float = 0.0, **numbers: Number) -> Piece:
    """Make a creature."""
    return Piece(
        name,
        place=Place(x, y, z),
        tags=tuple(sorted(tags)),
        numbers=tuple(sorted(numbers.items())),
    )


def thing(name: str, x: float, y: float, **numbers: Number) -> Piece:
    """Make an object."""
    return Piece(name, kind="object", place=Place(x, y), numbers=tuple(sorted(numbers.items())))


def box(name: str, meaning: Meaning, *sides: float) -> Area:
    """Make a rectangular area from its left, upper, right and lower side."""
    x, y, to_x, to_y = sides
    return Area(name, (Vec(x, y), Vec(to_x, y), Vec(to_x, to_y), Vec(x, to_y)), meaning)


def block(x: float, y: float, material: str = "stone") -> Area:
    """Make a filled square."""
    return box(f"{material}-{x:g}-{y:g}", Blocking(material), x, y, x + 1, y + 1)


def table(
    *pieces: Piece,
    areas: tuple[Area, ...] = (),
    walls: tuple[Wall, ...] = (),
    settings: tuple[Setting, ...] = (),
    side: float = SIDE,
) -> Board:
    """Set up a square board."""
    options = RULESET.default_options().with_settings(settings)
    assert not isinstance(options, Refusal)
    scene = Scene.build(SceneSpec("test", "Test", side, side, areas=areas, walls=walls))
    return Board(scene, tuple(sorted(pieces, key=lambda piece: piece.id)), options)


def outcome(
    board: Board, action: str, answers: tuple[Answer, ...] = (), /, **fields: Value
) -> Plan | Refusal:
    """Resolve an action; what is not answered takes its default."""
    while True:
        match resolve(RULESET, board, Command(action, fields), Inputs(answers)):
            case Planned(plan=plan):
                return plan
            case Refusal() as refusal:
                return refusal
            case Waiting(question=question):
                assert question.default is not None, f"{question.key} has no default"
                answers = (*answers, Answer(question.key, question.default))


def plan_of(board: Board, action: str, answers: tuple[Answer, ...] = (), /, **fields: Value) -> Plan:
    """Resolve an action that must not be refused."""
    found = outcome(board, action, answers, **fields)
    assert isinstance(found, Plan), found
    return found


def waiting_for(board: Board, action: str, /, **fields: Value) -> Waiting:
    """Return the first question of an action."""
    found = resolve(RULESET, board, Command(action, fields))
    assert isinstance(found, Waiting), found
    return found


def place_after(board: Board, plan: Plan, name: str) -> Place:
    """Return where a piece stands once a plan is applied."""
    return board.applied(plan.effects).piece(name).place


def damage_of(plan: Plan) -> tuple[tuple[str, int, str], ...]:
    """Return the damage lines in short."""
    return tuple((line.piece, line.amount, line.cause) for line in plan.effects if isinstance(line, Damage))
