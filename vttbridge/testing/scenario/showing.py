"""Shows a failed step: what was expected, what was found, what happened and the board before and after."""

import math
from collections.abc import Iterator
from itertools import zip_longest

import msgspec

from vttbridge.drawing.text import draw_text
from vttbridge.geometry.footprint import centre
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.vec import Cell, Place, Vec
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Effect, Plan
from vttbridge.testing.scenario.comparing import Difference
from vttbridge.testing.scenario.playing import Played

AROUND = 4.0
"""So much of the board is drawn around the pieces."""


def shown(step: str, played: Played, found: tuple[Difference, ...]) -> str:
    """Return the diff of one step as indented text."""
    return "\n".join((f"  {step}", *_diff(found), *_story(played), *_maps(played)))


def _diff(found: tuple[Difference, ...]) -> Iterator[str]:
    for difference in found:
        if not difference.expected:
            yield f"    ! {difference.found}"
            continue
        yield f"    {difference.what}"
        yield f"      - expected {difference.expected}"
        yield f"      + found    {difference.found}"


def _story(played: Played) -> Iterator[str]:
    if played.asked:
        yield "    asked"
        yield from (f"      {asking.question.key} -> {asking.answer}" for asking in played.asked)
    if isinstance(played.outcome, Plan) and played.outcome.effects:
        yield "    happened"
        yield from (f"      {_line(effect)}" for effect in played.outcome.effects)


def _line(effect: Effect) -> str:
    named = {name: getattr(effect, name) for name in effect.__struct_fields__}
    quiet = {"key", "rules", "parts", "rests_on", "assumed", "path", "cut", "forced"}
    told = " ".join(f"{name}={_short(value)}" for name, value in named.items() if name not in quiet and value)
    return f"{effect.key} [{' '.join(effect.rules)}] {told}"


def _short(value: object) -> str:
    if isinstance(value, Place | Cell):
        return f"({','.join(f'{part:g}' for part in value)})"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _maps(played: Played) -> Iterator[str]:
    """Draw the boards beside each other: the part in which there are pieces, without rows that are empty."""
    window = _window(played)
    boards = (_cropped(board, window) for board in (played.before, played.after))
    before, after = (draw_text(board).splitlines() for board in boards)
    width = max([len(row) for row in before] + [len("before")]) + 4
    yield f"    {'before':<{width}}after    (from column {window[0]}, row {window[1]})"
    for left, right in zip_longest(before, after, fillvalue=""):
        if left.strip() or right.strip():
            yield f"    {left:<{width}}{right}".rstrip()


Window = tuple[int, int, int, int]


def _window(played: Played) -> Window:
    spec = played.before.scene.spec
    pieces = (*played.before.pieces, *played.after.pieces)
    middles = [centre(piece.footprint, piece.place) for piece in pieces] or [Vec(spec.x0, spec.y0)]
    left = max(spec.x0, min(at.x for at in middles) - AROUND)
    top = max(spec.y0, min(at.y for at in middles) - AROUND)
    right = min(spec.x0 + spec.width, max(at.x for at in middles) + AROUND)
    bottom = min(spec.y0 + spec.height, max(at.y for at in middles) + AROUND)
    return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)


def _cropped(board: Board, window: Window) -> Board:
    left, top, right, bottom = window
    spec = board.scene.spec
    part = msgspec.structs.replace(
        spec, x0=float(left), y0=float(top), width=float(right - left), height=float(bottom - top)
    )
    return board.with_scene(Scene.build(part, board.scene.overlay))
