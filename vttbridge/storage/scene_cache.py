"""Scenes by blob, built from what the store keeps when they are first asked for; the latest are kept."""

from collections import OrderedDict

from vttbridge.errors import BadLog
from vttbridge.geometry.scene import Scene, SceneSpec
from vttbridge.storage.codec import decode_scene
from vttbridge.table import Store, hash_of

MAX_SCENES = 256


class SceneCache:
    """The library of all tables of one store."""

    def __init__(self, store: Store, most: int = MAX_SCENES) -> None:
        self._store = store
        self._max_scenes = most
        self._scenes: OrderedDict[str, Scene] = OrderedDict()

    def put(self, blob: str, spec: SceneSpec) -> Scene:
        """Build a scene under its blob's hash, once; raises BadScene."""
        scene = self._scenes.get(blob) or Scene.build(spec)
        self._scenes[blob] = scene
        while len(self._scenes) > self._max_scenes:
            self._scenes.popitem(last=False)
        return scene

    def scene(self, blob: str) -> Scene | None:
        """Return a scene, `None` where the store has none of that hash; BadLog where it is damaged."""
        scene = self._scenes.get(blob)
        if scene is not None:
            return scene
        data = self._store.blob(blob)
        if data is None:
            return None
        if hash_of(data) != blob:
            raise BadLog(f"the scene {blob} is damaged")
        return self.put(blob, decode_scene(data))
