"""A scenario file as typed values: what stands in the TOML, before a scene is made of it.

In every expectation `None` means "not checked", and empty means "there must be none".
"""

from typing import Literal

import msgspec

from vttbridge.rules.values import Value

Pair = tuple[float, float]


class BrokenKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part that is broken before anything happens: a stretch of a wall, or a cell of filled ground."""

    kind: Literal["wall", "area"]
    id: str
    cell: tuple[int, int] | None = None
    stretch: Pair | None = None


GridWord = Literal["square", "none", "hex-rows-odd", "hex-rows-even", "hex-columns-odd", "hex-columns-even"]


class SceneKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[scene]` table: bounds, grid and ground, each with a default."""

    size: Pair | None = None
    origin: Pair | None = None
    grid: GridWord | None = None
    unit: Literal["square", "inch"] | None = None
    ground: float | Literal["none"] = 0
    edge_blocks: bool = True
    name: str = ""
    broken: tuple[BrokenKeys, ...] = ()


class WallKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of `[[walls]]`."""

    id: str
    line: tuple[Pair, Pair]
    bottom: float | None = None
    top: float | None = None
    side: Literal[0, 1, 2] = 0
    door: Literal["none", "closed", "open", "locked"] = "none"
    material: str = ""
    kind: str = "wall"
    sight: bool = True
    hidden: bool = False


class AreaKeys(msgspec.Struct, frozen=True):
    """One of `[[areas]]`: an outline in one of three ways; the meaning's own fields stand in `meaning`."""

    id: str
    kind: str
    meaning: dict[str, Value]
    boxes: tuple[tuple[float, float, float, float], ...] = ()
    squares: tuple[tuple[int, int], ...] = ()
    polygon: tuple[Pair, ...] = ()
    holes: tuple[tuple[Pair, ...], ...] = ()
    name: str = ""
    hidden: bool = False


class PieceKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of `[pieces.*]`; a piece that is marked on the map needs no `at`."""

    at: tuple[float, ...] | None = None
    name: str = ""
    kind: Literal["creature", "object", "marker"] = "creature"
    owner: str = ""
    side: str = ""
    cells: tuple[int, int] | None = None
    radius: float | None = None
    height: float | None = None
    turned: bool = False
    body: str = ""
    pool: str = ""
    numbers: dict[str, bool | int | float | str] = {}
    tags: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    hidden: bool = False


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that must be refused with a code, tried while its question is open."""

    key: str
    value: Value
    code: str


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that must be asked, and perhaps with which answer, of whom, by default with what."""

    key: str
    answer: Value = None
    audience: str = ""
    default: Value = None
    kind: str = ""


DamageLine = tuple[str, int, str]
HitLine = tuple[str, int | str, int | str, int | str, str]


class Expect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must come out of one action."""

    end: dict[str, tuple[float, ...] | str] | None = None
    damage: tuple[DamageLine, ...] | None = None
    hits: tuple[HitLine, ...] | None = None
    statuses: dict[str, tuple[str, ...]] | None = None
    questions: tuple[Asked, ...] | None = None
    questions_exact: bool | None = None
    refused: str | None = None
    broken: tuple[tuple[int, int] | str, ...] | None = None
    notes: tuple[str, ...] | None = None
    facts: dict[str, Value] | None = None

    def under(self, other: "Expect") -> "Expect":
        """Return these expectations with another's, where it has any, standing over them."""
        named = {name: getattr(other, name) for name in self.__struct_fields__}
        return msgspec.structs.replace(
            self, **{key: value for key, value in named.items() if value is not None}
        )


class Step(msgspec.Struct, frozen=True):
    """One `[do]`: an action with its fields, the dice, answers and edits it meets, and what comes of it."""

    action: str
    fields: dict[str, Value]
    dice: tuple[str, ...] = ()
    answers: dict[str, Value] = {}
    refused: tuple[Refused, ...] = ()
    limit: dict[str, float] = {}
    drop: tuple[str, ...] = ()
    expect: Expect = Expect()


class Alternative(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[alt]]`: the case under other options; what it gives stands over the last (or the named) step."""

    options: dict[str, bool | int | float | str] = {}
    step: int | None = None
    dice: tuple[str, ...] | None = None
    answers: dict[str, Value] | None = None
    refused: tuple[Refused, ...] | None = None
    limit: dict[str, float] | None = None
    drop: tuple[str, ...] | None = None
    do: dict[str, Value] | None = None
    expect: Expect = Expect()


class Ask(msgspec.Struct, frozen=True):
    """One `[[ask]]`: a query of the rule book and its answer, or the code of its refusal."""

    query: str
    fields: dict[str, Value]
    expect: Value = None
    refused: str = ""


class Scenario(msgspec.Struct, frozen=True):
    """A whole file; `game` is the rule book's name."""

    id: str
    game: str
    title: str
    rules: tuple[str, ...]
    options: dict[str, bool | int | float | str]
    map: str
    legend: dict[str, dict[str, Value]]
    scene: SceneKeys
    walls: tuple[WallKeys, ...]
    areas: tuple[AreaKeys, ...]
    pieces: dict[str, PieceKeys]
    steps: tuple[Step, ...]
    alternatives: tuple[Alternative, ...]
    asks: tuple[Ask, ...]
