"""What is hidden from a seat, and values with every trace of it left out."""

from collections.abc import Iterable

from vttbridge.rules.values import Value
from vttbridge.table.context import GameContext
from vttbridge.table.model.state import SceneState

REDACTED = "SOMETHING_UNSEEN"
"""Refuses a player for a reason that the player may not know."""


def hidden_ids(game: GameContext, scene: SceneState) -> frozenset[str]:
    """Return the ids and names of everything hidden on a scene."""
    pieces = (standing.piece for standing in scene.pieces if standing.piece.hidden)
    named = (word for piece in pieces for word in (piece.id, piece.name, piece.body, piece.pool))
    return game.hidden_ground(scene.blob) | frozenset(word for word in named if word)


def words_in(text: str) -> Iterable[str]:
    """Return a text and the parts of it that keys are made of."""
    yield text
    yield from text.replace("#", ":").split(":")


def mentions(value: Value, hidden: frozenset[str]) -> bool:
    """Return whether a value names anything hidden, at any depth."""
    if not hidden:
        return False
    if isinstance(value, str):
        return any(word in hidden for word in words_in(value))
    if isinstance(value, list | tuple):
        return any(mentions(part, hidden) for part in value)
    if isinstance(value, dict):
        return any(key in hidden or mentions(part, hidden) for key, part in value.items())
    return False
