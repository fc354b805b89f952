"""Real files with faults put into them: a reading or one sentence, never anything else."""

import json
import random
from functools import cache

import pytest

from formats.sources import Source, sources
from support.scale import scaled
from vttbridge.errors import BadScene
from vttbridge.formats.detect import read_map
from vttbridge.formats.foundry.packs import is_nedb
from vttbridge.formats.report import Reading
from vttbridge.geometry.scene import Scene

KEPT = 12
"""Lists are cut to so many items, so that a mutation is read in a moment."""

MUTATIONS = 20_000
NOTHING: list[object] = []
EMPTY: dict[str, object] = {}
NESTED: list[object] = [[[[NOTHING]]]]
MIXED: list[object] = [None, "a", EMPTY]
VALUES: tuple[object, ...] = (
    None,
    True,
    False,
    0,
    -1,
    3,
    1e308,
    -1e308,
    float("inf"),
    float("-inf"),
    float("nan"),
    10**400,
    "",
    "x",
    "12",
    "1e400",
    NOTHING,
    [1, 2],
    MIXED,
    EMPTY,
    {"x": 1, "y": None},
    NESTED,
)


def text_files() -> list[Source]:
    """The files that are text: all but the archives."""
    return [source for source in sources() if source.path.suffix != ".zip"]


@cache
def documents() -> tuple[tuple[str, object], ...]:
    """Every real JSON document, its lists cut short by a seeded rule."""
    dice = random.Random(11)
    found: list[tuple[str, object]] = []
    for source in text_files():
        data = source.path.read_bytes()
        if source.path.suffix == ".xml":
            continue
        parts = data.splitlines() if is_nedb(data) else [data]
        found.extend((source.name, shortened(json.loads(part), dice)) for part in parts)
    return tuple(found)


def shortened(value: object, dice: random.Random) -> object:
    """Cut every list of a document to a few of its items."""
    match value:
        case list():
            items: list[object] = list(value)  # pyright: ignore[reportUnknownArgumentType]
            kept = sorted(dice.sample(range(len(items)), min(KEPT, len(items))))
            return [shortened(items[number], dice) for number in kept]
        case dict():
            return {str(name): shortened(part, dice) for name, part in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return value


def mutated(value: object, dice: random.Random) -> object:
    """Return a copy with one thing changed: a field dropped or another value put somewhere."""
    match value:
        case list() if value and dice.random() < 0.85:
            items: list[object] = list(value)  # pyright: ignore[reportUnknownArgumentType]
            at = dice.randrange(len(items))
            if dice.random() < 0.1:
                return [*items[:at], *items[at + 1 :]]
            return [*items[:at], mutated(items[at], dice), *items[at + 1 :]]
        case dict() if value and dice.random() < 0.9:
            record: dict[str, object] = dict(value)  # pyright: ignore[reportUnknownArgumentType]
            name = dice.choice(sorted(record))
            if dice.random() < 0.15:
                return {other: part for other, part in record.items() if other != name}
            return {**record, name: mutated(record[name], dice)}
        case _:
            return dice.choice(VALUES)


def outcome(data: bytes, name: str) -> tuple[Reading, ...] | str:
    """Read bytes; returns the readings, or the one sentence that they cannot be read."""
    try:
        return read_map(data, name)
    except BadScene as fault:
        return str(fault)


def held(came: tuple[Reading, ...] | str) -> None:
    """Hold an outcome to the promise: whole scenes, or one line that is no traceback."""
    if isinstance(came, str):
        assert came.strip()
        assert "Traceback" not in came
        return
    assert came
    for reading in came:
        Scene.build(reading.spec)


@pytest.mark.shared
def test_changed_documents_are_read_or_refused_in_a_sentence() -> None:
    """Fields dropped, types changed, numbers made infinite, several at once."""
    dice = random.Random(7)
    read = refused = 0
    for _ in range(scaled(MUTATIONS * 3 // 4)):
        name, document = dice.choice(documents())
        for _ in range(dice.choice((1, 1, 2, 4))):
            document = mutated(document, dice)
        came = outcome(json.dumps(document).encode(), name)
        held(came)
        read, refused = read + isinstance(came, tuple), refused + isinstance(came, str)
    assert read * 4 >= refused
    assert refused >= 10


@pytest.mark.shared
def test_damaged_bytes_are_read_or_refused_in_a_sentence() -> None:
    """Cut anywhere, bytes flipped, stretches doubled or left out, in every text format."""
    dice = random.Random(8)
    pages = [(name, json.dumps(document).encode()) for name, document in documents()]
    pages += [(one.name, one.path.read_bytes()) for one in text_files() if one.path.suffix == ".xml"]
    for _ in range(scaled(MUTATIONS // 4)):
        name, data = dice.choice(pages)
        held(outcome(damaged(data, dice), name))


def damaged(data: bytes, dice: random.Random) -> bytes:
    """Damage bytes in one of four ways."""
    at, other = dice.randrange(len(data)), dice.randrange(len(data))
    match dice.randrange(4):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]
        case 2:
            return data[: max(at, other)] + data[min(at, other) :]
        case _:
            return data[: min(at, other)] + data[max(at, other) :]
