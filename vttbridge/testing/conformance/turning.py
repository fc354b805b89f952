"""Turned cases: the same fight on a turned board must end in the turned outcome."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from vttbridge.geometry.footprint import Cells, Footprint
from vttbridge.geometry.scene import Cut, Overlay, Scene
from vttbridge.geometry.turn import Turn
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Broken, Effect, Fall, Move, Plan, Put
from vttbridge.rules.fields import field_kinds
from vttbridge.rules.piece import Piece
from vttbridge.rules.resolve import Command
from vttbridge.rules.ruleset import ActionSpec, Ruleset
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value, freeze, is_number
from vttbridge.testing.conformance.cases import Case, resolved

TURNS = (Turn(1), Turn(2), Turn(3), Turn(0, mirror=True))


def turned_case(ruleset: Ruleset, case: Case, turn: Turn) -> Case:
    """Resolve a case on its turned board, with its places, ways and answers turned."""
    answers = tuple(
        _turned_answer(waiting.question.kind, answer, turn, _footprint(case.board, waiting.ask.piece))
        for waiting, answer in zip(case.waits, case.answers, strict=False)
    )
    command = turned_command(ruleset, case, turn)
    return resolved(ruleset, f"{case.name} turned", turned_board(case.board, turn), command, answers)


def turned_board(board: Board, turn: Turn) -> Board:
    """Turn a scene and every piece on it."""
    pieces = tuple(_turned_piece(piece, turn) for piece in board.pieces)
    scene = Scene.build(turn.spec(board.scene.spec), turned_overlay(board.scene.overlay, turn))
    return msgspec.structs.replace(board, scene=scene, pieces=pieces)


def turned_overlay(overlay: Overlay, turn: Turn) -> Overlay:
    """Turn what is broken; doors stand as they stood."""
    return msgspec.structs.replace(overlay, broken=tuple(_turned_cut(cut, turn) for cut in overlay.broken))


def _turned_cut(cut: Cut, turn: Turn) -> Cut:
    """A mirrored wall runs the other way, and so does the stretch that is gone."""
    cell = None if cut.cell is None else turn.place(Cells(), Place(cut.cell.x, cut.cell.y)).cell
    stretch = cut.stretch
    if stretch is not None and turn.mirror:
        stretch = (1 - stretch[1], 1 - stretch[0])
    return msgspec.structs.replace(cut, cell=cell, stretch=stretch)


def _turned_piece(piece: Piece, turn: Turn) -> Piece:
    place = turn.place(piece.footprint, piece.place)
    return msgspec.structs.replace(piece, place=place, footprint=turn.footprint(piece.footprint))


def turned_command(ruleset: Ruleset, case: Case, turn: Turn) -> Command:
    """Turn the places and ways among an action's fields."""
    spec = ruleset.action(case.command.action)
    kinds = dict(field_kinds(spec.fields)) if isinstance(spec, ActionSpec) else {}
    fields = case.command.fields
    moved = str(fields.get("target", fields.get("piece", "")))
    footprint = _footprint(case.board, moved)
    return Command(
        case.command.action,
        {name: _turned(kinds.get(name, ""), value, turn, footprint) for name, value in fields.items()},
    )


def _footprint(board: Board, name: str) -> Footprint:
    """Return whose place is turned; a place of nobody in particular is a square."""
    piece = board.find(name)
    return Cells() if piece is None else piece.footprint


def _turned_answer(kind: str, answer: Answer, turn: Turn, footprint: Footprint) -> Answer:
    return Answer(answer.key, _turned(kind, answer.value, turn, footprint))


def _turned(kind: str, value: Value, turn: Turn, footprint: Footprint) -> Value:
    value = freeze(value)
    if not isinstance(value, tuple) or not value:
        return value
    match kind:
        case "direction":
            return _way(value, turn)
        case "point":
            return _place(value, turn, footprint)
        case "path":
            return tuple(_place(part, turn, footprint) for part in value if isinstance(part, tuple))
        case "roll" if _is_arrow(value):
            return _way(value, turn)
        case _:
            return value


def _is_arrow(value: tuple[Value, ...]) -> bool:
    return len(value) == 2 and any(isinstance(part, float) for part in value)


def _numbers(value: tuple[Value, ...]) -> tuple[float, ...]:
    return tuple(float(str(part)) for part in value if is_number(part))


def _way(value: tuple[Value, ...], turn: Turn) -> Value:
    x, y, *rest = _numbers(value)
    return (*turn.direction(Vec(x, y)), *rest)


def _place(value: tuple[Value, ...], turn: Turn, footprint: Footprint) -> Value:
    """Turn a square, or a point between the corners of squares."""
    numbers = _numbers(value)
    if any(number % 1 for number in numbers[:2]):
        return (*turn.point(Vec(numbers[0], numbers[1])), *numbers[2:])
    return tuple(turn.place(footprint, Place(*numbers)))[: max(2, len(numbers))]


def unturned(ruleset: Ruleset, case: Case, turn: Turn) -> Iterator[str]:
    """Return each difference between a turned case's outcome and the outcome turned."""
    found = turned_case(ruleset, case, turn).outcome
    if not isinstance(found, Plan) or not isinstance(case.outcome, Plan):
        if type(found) is not type(case.outcome):
            yield f"{case.name}: one board gives a plan and the other a refusal"
        return
    wanted = Counter(_key(effect, case.board, turn) for effect in case.outcome.effects)
    got = Counter(_key(effect, case.board, Turn()) for effect in found.effects)
    if wanted != got:
        yield f"{case.name}: expected {list(wanted - got)}, found {list(got - wanted)}"


def _key(effect: Effect, board: Board, turn: Turn) -> tuple[str | float, ...]:
    """Return what must agree of one line: what happens to whom, and where it ends."""
    match effect:
        case Move() | Put() | Fall():
            piece = board.find(effect.piece)
            if piece is None:
                return (effect.key,)
            to = turn.place(piece.footprint, effect.to)
            return (effect.key, *(round(part + 0.0, 2) + 0.0 for part in to))
        case Broken():
            return (str(effect.__struct_config__.tag), effect.material, effect.cause)
        case _:
            return (effect.key, float(getattr(effect, "amount", 0)))
