"""What a table needs beside its state: the rule book, the scenes by blob, and one encoder for hashes."""

from collections.abc import Callable
from hashlib import blake2b
from typing import Protocol

import msgspec

from vttbridge.geometry.scene import Overlay, Scene, SceneSpec
from vttbridge.rules.board import Board
from vttbridge.rules.options import Options
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.ruleset import Ruleset
from vttbridge.table.model.state import SceneState, State

Encode = Callable[[msgspec.Struct], bytes]
"""Gives the one spelling of a value in bytes; it lives with the codec."""

MAX_SCENES_KEPT = 64
"""So many states of scenes are kept ready."""


def hash_of(data: bytes) -> str:
    """Return the BLAKE2b-128 of bytes as 32 hexadecimal digits."""
    return blake2b(data, digest_size=16).hexdigest()


class SceneSource(Protocol):
    """Built scenes by the hash of their blob."""

    def scene(self, blob: str) -> Scene | None:
        """Return a scene as it was built, or `None` where the blob is unknown."""
        ...


class SceneShelf:
    """A library in memory, filled by whoever reads blobs."""

    def __init__(self) -> None:
        self._scenes: dict[str, Scene] = {}

    def put(self, blob: str, spec: SceneSpec) -> Scene:
        """Build a scene under its blob's hash, once; raises BadScene."""
        if blob not in self._scenes:
            self._scenes[blob] = Scene.build(spec)
        return self._scenes[blob]

    def scene(self, blob: str) -> Scene | None:
        """Return a scene as it was built, or `None` where the blob is unknown."""
        return self._scenes.get(blob)


class GameContext:
    """A rule book with its scenes. It keeps scenes that it made ready, and is otherwise without state."""

    def __init__(self, ruleset: Ruleset, library: SceneSource, encode: Encode) -> None:
        self.ruleset = ruleset
        self.library = library
        self._encode = encode
        self._ready: dict[tuple[str, Overlay, bool], Scene] = {}
        self._hidden: dict[str, frozenset[str]] = {}

    def hash(self, value: msgspec.Struct) -> str:
        """Return the hash of a value: equal values, equal hashes, also after a restart."""
        return hash_of(self._encode(value))

    def size(self, value: msgspec.Struct) -> int:
        """Return how many bytes a value takes in the log."""
        return len(self._encode(value))

    def bare(self, blob: str) -> Scene:
        """Return a scene as it was built; ValueError for a blob that is not there."""
        scene = self.library.scene(blob)
        if scene is None:
            raise ValueError(f"the scene blob {blob} is missing")
        return scene

    def hidden_ground(self, blob: str) -> frozenset[str]:
        """Return the ids and names of a scene's hidden walls and areas."""
        if blob not in self._hidden:
            spec = self.bare(blob).spec
            walls = (wall.id for wall in spec.walls if wall.hidden)
            areas = (word for area in spec.areas if area.hidden for word in (area.id, area.name) if word)
            self._hidden[blob] = frozenset((*walls, *areas))
        return self._hidden[blob]

    def ground(self, scene: SceneState, *, open_only: bool = False) -> Scene:
        """Return a scene with doors and broken parts as they are now; `open_only` without hidden things."""
        key = (scene.blob, scene.overlay, open_only)
        if key not in self._ready:
            while len(self._ready) >= MAX_SCENES_KEPT:
                del self._ready[next(iter(self._ready))]
            self._ready[key] = self._made(scene, open_only=open_only)
        return self._ready[key]

    def _made(self, scene: SceneState, *, open_only: bool) -> Scene:
        if scene.overlay != Overlay():
            return self.ground(
                msgspec.structs.replace(scene, overlay=Overlay()), open_only=open_only
            ).with_overlay(scene.overlay)
        bare = self.bare(scene.blob)
        return Scene.build(open_spec(bare.spec)) if open_only and hides(bare.spec) else bare

    def options(self, state: State) -> Options:
        """Return the house rules; settings that the rule book no longer knows are left out."""
        options = self.ruleset.default_options()
        for setting in state.settings:
            changed = options.with_settings((setting,))
            if not isinstance(changed, Refusal):
                options = changed
        return options

    def board(self, state: State, scene: SceneState) -> Board:
        """Return the board as it truly is."""
        pieces = tuple(standing.piece for standing in scene.pieces)
        return Board(self.ground(scene), pieces, self.options(state))

    def board_seen(self, state: State, scene: SceneState) -> Board:
        """Return the board without hidden pieces, walls and areas."""
        pieces = tuple(standing.piece for standing in scene.pieces if not standing.piece.hidden)
        return Board(self.ground(scene, open_only=True), pieces, self.options(state))


def hides(spec: SceneSpec) -> bool:
    """Return whether a scene has anything hidden."""
    return any(wall.hidden for wall in spec.walls) or any(area.hidden for area in spec.areas)


def open_spec(spec: SceneSpec) -> SceneSpec:
    """Return a scene without its hidden walls and areas."""
    walls = tuple(wall for wall in spec.walls if not wall.hidden)
    areas = tuple(area for area in spec.areas if not area.hidden)
    return msgspec.structs.replace(spec, walls=walls, areas=areas)
