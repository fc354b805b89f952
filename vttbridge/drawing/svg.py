"""A whole picture: the board, and over it what a plan would do."""

from vttbridge.drawing.figures import figure
from vttbridge.drawing.ground import area, floor
from vttbridge.drawing.joined import joined
from vttbridge.drawing.outcome import outcome
from vttbridge.drawing.paper import SCALE, STYLE, group, number, shape
from vttbridge.drawing.walls import wall
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.terrain import Area, Elevation, Stairs, Wall
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Effect

MARGIN = 0.6
"""Room around the scene, in squares."""


def draw_scene(scene: Scene) -> str:
    """Draw a scene without pieces."""
    return _sheet(scene.spec, _layers(scene))


def draw_board(board: Board, effects: tuple[Effect, ...] = ()) -> str:
    """Draw a board, and over it the effects that start on it; returns a complete SVG document."""
    layers = _layers(board.scene)
    layers.append(group("pieces", (figure(piece, board.scene.spec.grid) for piece in board.pieces)))
    if effects:
        layers.append(outcome(board, effects))
    return _sheet(board.scene.spec, layers)


def _layers(scene: Scene) -> list[str]:
    spec = scene.spec
    lowest_first = sorted(joined(spec.areas), key=_over)
    return [
        floor(spec),
        group("areas", (area(drawn) for drawn in lowest_first)),
        group("walls", (wall(drawn) for drawn in sorted(scene.walls, key=_in_front))),
    ]


def _over(drawn: Area) -> tuple[int, float, str]:
    """Order areas as they lie over one another: floors, what lies on them, and stairs that lead onto them."""
    match drawn.meaning:
        case Elevation(level=level):
            return (0, level, drawn.id)
        case Stairs():
            return (2, 0.0, drawn.id)
        case _:
            return (1, 0.0, drawn.id)


def _in_front(drawn: Wall) -> tuple[bool, bool]:
    """Order walls so that a door is seen where a wall of another storey runs over it, and glass as well."""
    return (drawn.door != "none", drawn.kind == "window" or drawn.material == "glass")


def _sheet(spec: SceneSpec, layers: list[str]) -> str:
    left, top = (spec.x0 - MARGIN) * SCALE, (spec.y0 - MARGIN) * SCALE
    width, height = (spec.width + 2 * MARGIN) * SCALE, (spec.height + 2 * MARGIN) * SCALE
    view = " ".join(number(value) for value in (left, top, width, height))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img">'
        f"<style>{STYLE}</style>"
        f"{shape('rect', class_='rock', x=left, y=top, width=width, height=height)}"
        f"{''.join(layers)}</svg>\n"
    )
