"""What stops a knock back, and which of it raises the Damage."""

from vttbridge.geometry.sweep import Contact, sweep
from vttbridge.geometry.terrain import Obstacle
from vttbridge.geometry.vec import GRAIN, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.piece import Piece


def first_blocker(draft: Draft, target: Piece, way: Vec, inches: float) -> Contact | None:
    """Return the first wall, obstacle or fighter that stops a base short of the full way (NT-04)."""
    if inches <= GRAIN:
        return None
    board = draft.board
    bodies = board.bodies(without=(target.id,))
    ignored = passed_over(draft)
    contact = sweep(board.scene, target.footprint, target.place, way, inches, bodies, ignored)
    if contact is None or contact.travelled >= inches - GRAIN:
        return None
    return contact


def passed_over(draft: Draft) -> tuple[str, ...]:
    """Return what does not block: by the later printing (NTX-07) every obstacle that a walker may cross."""
    if draft.options.is_on("nt_blockers", "wall_obstacle_fighter"):
        return ()
    draft.because("NTX-07")
    return tuple(area.id for area in draft.board.scene.spec.areas if isinstance(area.meaning, Obstacle))


def raises_damage(contact: Contact) -> bool:
    """Return whether a blocker raises the Damage (NT-05); the edge of the map is none of those named."""
    return contact.kind != "edge"
