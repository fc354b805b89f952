"""Scenes of a store: built when they are asked for, once, and only the latest stay."""

import pytest

from vttbridge.errors import BadLog
from vttbridge.geometry.scene import SceneSpec
from vttbridge.storage.codec import encode_scene
from vttbridge.storage.scene_cache import MAX_SCENES, SceneCache
from vttbridge.table import hash_of
from vttbridge.testing.memory_store import MemoryStore

SPECS = tuple(SceneSpec(id=f"s{number}", name="S", width=5, height=5) for number in range(3))
NAMES = tuple(hash_of(encode_scene(spec)) for spec in SPECS)


class CountingStore(MemoryStore):
    """A store of the three scenes that remembers which were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        for name, spec in zip(NAMES, SPECS, strict=True):
            self.put_blob(name, encode_scene(spec))

    def blob(self, name: str) -> bytes | None:
        """Return a blob."""
        self.asked.append(name)
        return super().blob(name)


def spec_of(cache: SceneCache, name: str) -> SceneSpec | None:
    """Return what a scene was built of."""
    scene = cache.scene(name)
    return None if scene is None else scene.spec


def test_a_scene_is_read_and_built_once() -> None:
    """The second time it is the same one, and the store is not asked."""
    store = CountingStore()
    cache = SceneCache(store)
    first = cache.scene(NAMES[0])
    assert first is not None
    assert first.spec == SPECS[0]
    assert cache.scene(NAMES[0]) is first
    assert cache.put(NAMES[0], SPECS[0]) is first
    assert store.asked == [NAMES[0]]


def test_the_earliest_is_let_go_and_built_again() -> None:
    """Of two at most, the third takes the place of the first."""
    store = CountingStore()
    cache = SceneCache(store, most=2)
    for name, spec in zip((*NAMES, NAMES[2], NAMES[0]), (*SPECS, SPECS[2], SPECS[0]), strict=True):
        assert spec_of(cache, name) == spec
    assert store.asked == [*NAMES, NAMES[0]]


def test_what_was_put_need_not_be_read() -> None:
    """Whoever stores a scene has built it already."""
    store = CountingStore()
    cache = SceneCache(store)
    assert cache.put(NAMES[1], SPECS[1]).spec == SPECS[1]
    assert spec_of(cache, NAMES[1]) == SPECS[1]
    assert store.asked == []


def test_a_scene_that_the_store_has_not_is_none() -> None:
    """It is for whoever asked to say what that means."""
    assert SceneCache(MemoryStore()).scene(NAMES[0]) is None


def test_a_scene_that_is_not_its_name_is_damaged() -> None:
    """Nothing is built of bytes that changed."""
    store = MemoryStore()
    store.put_blob(NAMES[0], encode_scene(SPECS[1]))
    with pytest.raises(BadLog, match=f"the scene {NAMES[0]} is damaged"):
        SceneCache(store).scene(NAMES[0])


def test_so_many_stay_by_themselves() -> None:
    """The first of one more is built anew."""
    store = CountingStore()
    cache = SceneCache(store)
    cache.scene(NAMES[0])
    for number in range(MAX_SCENES - 1):
        cache.put(f"name {number}", SPECS[1])
    cache.scene(NAMES[0])
    assert store.asked == [NAMES[0]]
    cache.put("one more", SPECS[1])
    cache.scene(NAMES[0])
    assert store.asked == [NAMES[0]] * 2
    assert MAX_SCENES == 256
