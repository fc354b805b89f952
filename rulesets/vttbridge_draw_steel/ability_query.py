"""The query that reads an ability's wording for a client: plain values, ready for the form of the action."""

from vttbridge.rules.board import Board
from vttbridge.rules.values import Value
from vttbridge_draw_steel.ability_text import NeedsPerson, Reading, parse
from vttbridge_draw_steel.actions import AbilityText


def read_text(_board: Board, asked: AbilityText) -> Value:
    """Return every forced movement of a text; what needs a person carries the reason."""
    return tuple(_told(reading) for reading in parse(asked.text))


def _told(reading: Reading) -> dict[str, Value]:
    if isinstance(reading, NeedsPerson):
        return {"kind": reading.kind, "needs_person": reading.reason}
    return {
        "kind": reading.kind,
        "distance": reading.distance,
        "number": reading.number,
        "characteristic": reading.characteristic,
        "vertical": reading.vertical,
        "up_to": reading.up_to,
        "ignores_stability": reading.ignores_stability,
        "direction": reading.direction,
    }
