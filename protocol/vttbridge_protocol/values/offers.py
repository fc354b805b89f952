"""What a table offers to whoever comes in: needs, house rules, actions, queries, seats."""

from typing import Literal

import msgspec

from vttbridge_protocol.plain import Plain, Tree

from .scalars import Coordinate, Name, Role

__all__ = ["ActionSchema", "QueryInfo", "WireNeed", "WireOption", "WireSeat"]


class WireNeed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number, flag or word that the ruleset wants to know of a piece, and where the VTT keeps it."""

    name: str
    kind: Literal["whole", "number", "flag", "word"] = "whole"
    unit: str = ""
    default: Plain = None
    applies: Literal["creature", "object", "any"] = "creature"
    words: tuple[str, ...] = ()
    sentence: str = ""
    paths: tuple[str, ...] = ()


class WireOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """A house rule: its rule, what it may be set to (words, or a number within limits), how it stands."""

    name: str
    value: str
    default: str
    rule: str = ""
    values: tuple[str, ...] = ()
    low: Coordinate | None = None
    high: Coordinate | None = None
    sentence: str = ""


class ActionSchema(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action of the ruleset; a form is made from its JSON Schema `fields` and nothing else."""

    name: str
    fields: Tree = {}
    sentence: str = ""
    voluntary: bool = False


class QueryInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pure question that the ruleset can be asked."""

    name: str
    fields: Tree = {}
    sentence: str = ""


class WireSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table; `device` is the token's public id, never its secret."""

    seat: str
    role: Role
    label: Name = ""
    connected: bool = False
    device: str = ""
    user: str = ""
