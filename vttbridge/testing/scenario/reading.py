"""Reads a scenario file; whatever is wrong with one is a BadScenario that names the file and the key."""

import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from vttbridge.errors import BadScenario
from vttbridge.formats.moment import OWN_KEYS
from vttbridge.rules.values import Value
from vttbridge.testing.scenario.document import (
    Alternative,
    AreaKeys,
    Ask,
    Expect,
    PieceKeys,
    Refused,
    Scenario,
    SceneKeys,
    Step,
    WallKeys,
)

T = TypeVar("T")

AREA_OWN = ("id", "boxes", "squares", "polygon", "holes", "name", "hidden")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The top level of a file; what holds free fields is read in a second step."""

    title: str
    rules: tuple[str, ...] = ()
    ruleset: str = ""
    options: dict[str, bool | int | float | str] = {}
    map: str = ""
    legend: dict[str, dict[str, Value]] = {}
    scene: SceneKeys = SceneKeys()
    walls: tuple[WallKeys, ...] = ()
    areas: tuple[dict[str, Value], ...] = ()
    pieces: dict[str, PieceKeys] = {}
    do: dict[str, Value] | tuple[dict[str, Value], ...] = ()
    expect: Expect | None = None
    alt: tuple[Alternative, ...] = ()
    ask: tuple[dict[str, Value], ...] = ()


class _StepKeys(msgspec.Struct, frozen=True):
    action: str
    dice: tuple[str, ...] = ()
    answers: dict[str, Value] = {}
    refused: tuple[Refused, ...] = ()
    limit: dict[str, float] = {}
    drop: tuple[str, ...] = ()
    expect: Expect = Expect()


class _AreaOwn(msgspec.Struct, frozen=True):
    id: str
    kind: str
    boxes: tuple[tuple[float, float, float, float], ...] = ()
    squares: tuple[tuple[int, int], ...] = ()
    polygon: tuple[tuple[float, float], ...] = ()
    holes: tuple[tuple[tuple[float, float], ...], ...] = ()
    name: str = ""
    hidden: bool = False


def read_file(path: Path) -> Scenario:
    """Read one file; its folder names the rule book unless the file itself does."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise BadScenario(f"{path}: cannot be read ({fault.strerror})") from None
    except UnicodeDecodeError:
        raise BadScenario(f"{path}: is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as fault:
        raise BadScenario(f"{path}: is not TOML ({fault})") from None
    return _scenario(path, _read(path, raw, _File, ""))


def _scenario(path: Path, page: _File) -> Scenario:
    return Scenario(
        id=path.stem,
        game=page.ruleset or path.resolve().parent.name,
        title=page.title,
        rules=page.rules,
        options=page.options,
        map=page.map,
        legend=page.legend,
        scene=page.scene,
        walls=page.walls,
        areas=tuple(_area(path, table, number) for number, table in enumerate(page.areas)),
        pieces=page.pieces,
        steps=_steps(path, page),
        alternatives=page.alt,
        asks=tuple(_ask(path, table, number) for number, table in enumerate(page.ask)),
    )


def _steps(path: Path, page: _File) -> tuple[Step, ...]:
    tables = (page.do,) if isinstance(page.do, Mapping) else page.do
    steps = tuple(_step(path, table, f"do[{number}]") for number, table in enumerate(tables))
    if page.expect is None:
        return steps
    if len(steps) != 1:
        raise BadScenario(f"{path}: expect: needs exactly one [do]; with [[do]] write [do.expect]")
    whole = msgspec.structs.replace(steps[0], expect=steps[0].expect.under(page.expect))
    return (whole,)


def _step(path: Path, table: dict[str, Value], key: str) -> Step:
    own = _read(path, _only(table, OWN_KEYS), _StepKeys, key)
    fields = {name: value for name, value in table.items() if name not in OWN_KEYS}
    return Step(own.action, fields, own.dice, own.answers, own.refused, own.limit, own.drop, own.expect)


def _area(path: Path, table: dict[str, Value], number: int) -> AreaKeys:
    own = _read(path, _only(table, (*AREA_OWN, "kind")), _AreaOwn, f"areas[{number}]")
    named_zone = own.kind == "zone"
    meaning = {
        name: value
        for name, value in table.items()
        if name not in (*AREA_OWN, "kind") or (named_zone and name == "name")
    }
    return AreaKeys(
        own.id, own.kind, meaning, own.boxes, own.squares, own.polygon, own.holes, own.name, own.hidden
    )


def _ask(path: Path, table: dict[str, Value], number: int) -> Ask:
    if not isinstance(table.get("query"), str):
        raise BadScenario(f"{path}: ask[{number}].query: names a query")
    if ("expect" in table) == ("refused" in table):
        raise BadScenario(f"{path}: ask[{number}]: needs `expect` or `refused`")
    fields = {name: value for name, value in table.items() if name not in {"query", "expect", "refused"}}
    return Ask(str(table["query"]), fields, table.get("expect"), str(table.get("refused", "")))


def _only(table: Mapping[str, Value], names: Collection[str]) -> dict[str, Value]:
    return {name: value for name, value in table.items() if name in names}


def _read(path: Path, raw: object, into: type[T], key: str) -> T:
    try:
        return msgspec.convert(raw, into)
    except msgspec.ValidationError as fault:
        raise BadScenario(f"{path}: {said(fault, key)}") from None


def said(fault: msgspec.ValidationError, key: str = "") -> str:
    """Turn a fault of the reader into `key: what is wrong`."""
    what, _, where = str(fault).partition(" - at `")
    place = ".".join(part for part in (key, where.rstrip("`").removeprefix("$").lstrip(".")) if part)
    return f"{place}: {what}" if place else what
