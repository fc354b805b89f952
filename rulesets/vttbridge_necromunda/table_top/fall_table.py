"""The hits that a fall deals, by its height and the house rule `fall_damage`."""

from importlib.resources import files

import msgspec

from vttbridge.geometry.vec import GRAIN
from vttbridge.rules.options import Options
from vttbridge_necromunda.table_top.measuring import whole_inches


class FallHit(msgspec.Struct, frozen=True):
    """One hit of a fall: strength, armour piercing (0 is none), damage."""

    strength: int
    ap: int = 0
    damage: int = 1


class _Row(msgspec.Struct, frozen=True):
    over: int
    strength: int
    ap: int
    damage: int


class _Tables(msgspec.Struct, frozen=True):
    fall: tuple[_Row, ...]


_ROWS = msgspec.toml.decode(
    files("vttbridge_necromunda").joinpath("tables.toml").read_bytes(), type=_Tables
).fall

_STEP = 3.0


def fall_hits(options: Options, height: float) -> tuple[FallHit, ...]:
    """Return the hits of a fall of so many inches (NTX-02, NMX-01)."""
    match options.word("fall_damage"):
        case "none":
            return ()
        case "s3_per_3":
            return (FallHit(3),) * int((height + GRAIN) // _STEP)
        case "s_equals_inches":
            inches = whole_inches(height)
            return (FallHit(inches),) if inches > 0 else ()
        case _:
            return _by_table(whole_inches(height))


def _by_table(inches: int) -> tuple[FallHit, ...]:
    fitting = [row for row in _ROWS if row.over <= inches]
    if not fitting:
        return ()
    row = max(fitting, key=lambda row: row.over)
    return (FallHit(row.strength, row.ap, row.damage),)
