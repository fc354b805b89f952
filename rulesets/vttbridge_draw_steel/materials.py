"""What breaks and what it takes: glass, wood, stone, metal, and whatever is weaker than these."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

FRAGILE = ("brittle", "canvas", "ceramic", "clay", "cloth", "crystal", "fragile", "ice", "paper", "pottery")
"""Materials weaker than wood that have no row of their own: they break as glass does."""


class Material(msgspec.Struct, frozen=True):
    """A row of the book: its rule, the movement to break one square, the damage, what a square holds."""

    rule: str
    cost: int
    damage: int
    holds: int
    name: str = ""


class _Tables(msgspec.Struct, frozen=True):
    material: dict[str, Material]


@cache
def _rows() -> dict[str, Material]:
    text = files(__package__ or __name__).joinpath("tables.toml").read_text(encoding="utf-8")
    rows = msgspec.convert(tomllib.loads(text), _Tables).material
    return {name: msgspec.structs.replace(row, name=name) for name, row in rows.items()}


def material(word: str) -> Material | None:
    """Return the row of a material; `None` where being hurled into it does not break it (DS-31 to DS-34)."""
    name = word.strip().lower()
    return _rows().get("glass" if name in FRAGILE else name)


def holds(word: str) -> int | None:
    """Return the damage one square holds: 0 where any breaks it, `None` where none does (DS-28, DS-29)."""
    if not word:
        return None
    row = _rows().get(word.strip().lower())
    return 0 if row is None else row.holds


def holding_rule(word: str) -> str:
    """Return the rule by which an object of a material breaks under damage."""
    return "DS-28" if holds(word) else "DS-29"
