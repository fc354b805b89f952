"""A rule book as a value: its actions, queries, needs, options and languages."""

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

import msgspec

from vttbridge.geometry.scene import SceneSpec
from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import field_kinds
from vttbridge.rules.options import Option, Options
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script
from vttbridge.rules.values import Value, is_measurable

S = TypeVar("S", bound=msgspec.Struct)

Outcome = Script[Refusal | None]


class Need(msgspec.Struct, frozen=True):
    """A number, flag or word that a rule book wants to know of a piece."""

    name: str
    kind: Literal["whole", "number", "flag", "word"] = "whole"
    unit: str = ""
    default: float | str | bool = 0
    applies: Literal["creature", "object", "any"] = "creature"
    words: tuple[str, ...] = ()


class ActionSpec(msgspec.Struct, frozen=True):
    """Something a seat may ask for: its fields as JSON Schema, how they are read and the script behind them.

    A `voluntary` action must be declared before anything about it may be measured.
    """

    name: str
    fields: type[msgspec.Struct]
    begin: Callable[[Draft, msgspec.Struct], Outcome]
    voluntary: bool = False

    def read(self, given: Mapping[str, Value]) -> msgspec.Struct | Refusal:
        """Read the fields, or say which one is wrong."""
        return _read(self.fields, given)

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of the fields."""
        return msgspec.json.schema(self.fields)

    def piece_ids(self, fields: msgspec.Struct) -> tuple[str, ...]:
        """Return every piece that the fields name, in order; one that must be named counts even if empty."""
        return _named_pieces(fields)


class QuerySpec(msgspec.Struct, frozen=True):
    """A pure question to the rule book about the board, answered with plain values and no plan."""

    name: str
    fields: type[msgspec.Struct]
    tell: Callable[[Board, msgspec.Struct], Value | Refusal]

    def read(self, given: Mapping[str, Value]) -> msgspec.Struct | Refusal:
        """Read the fields, or say which one is wrong."""
        return _read(self.fields, given)

    def schema(self) -> dict[str, object]:
        """Return the JSON Schema of the fields."""
        return msgspec.json.schema(self.fields)

    def piece_ids(self, fields: msgspec.Struct) -> tuple[str, ...]:
        """Return every piece that the fields name, in their order."""
        return _named_pieces(fields)


def action(
    name: str, fields: type[S], script: Callable[[Draft, S], Outcome], *, voluntary: bool = False
) -> ActionSpec:
    """Make an action of a Struct of fields and a script that takes a draft and them."""

    def begin(draft: Draft, given: msgspec.Struct) -> Outcome:
        if not isinstance(given, fields):
            raise TypeError(f"{name} takes {fields.__name__}")
        return script(draft, given)

    return ActionSpec(name, fields, begin, voluntary)


def query(name: str, fields: type[S], tell: Callable[[Board, S], Value | Refusal]) -> QuerySpec:
    """Make a query of a Struct of fields and a function that takes the board and them."""

    def told(board: Board, given: msgspec.Struct) -> Value | Refusal:
        if not isinstance(given, fields):
            raise TypeError(f"{name} takes {fields.__name__}")
        return tell(board, given)

    return QuerySpec(name, fields, told)


def plays_anywhere(_spec: SceneSpec) -> Refusal | None:
    """Play any scene."""
    return None


class Ruleset(msgspec.Struct, frozen=True):
    """One rule book. `package` is the import package that holds its `lang` folder.

    `rules` is a whole number from 1 on that the author raises whenever an outcome changes: logs keep it.
    `plays` refuses scenes on which the book cannot be played; `tags` and `statuses` are the words it knows.
    """

    name: str
    title: str
    version: str
    rules: int
    package: str
    unit: Literal["square", "inch"]
    actions: tuple[ActionSpec, ...]
    queries: tuple[QuerySpec, ...] = ()
    needs: tuple[Need, ...] = ()
    options: tuple[Option, ...] = ()
    tags: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    plays: Callable[[SceneSpec], Refusal | None] = plays_anywhere
    schema: int = 1

    def action(self, name: str) -> ActionSpec | Refusal:
        """Return an action by name."""
        for spec in self.actions:
            if spec.name == name:
                return spec
        return refuse("NO_SUCH_ACTION", action=name, known=tuple(spec.name for spec in self.actions))

    def query(self, name: str) -> QuerySpec | Refusal:
        """Return a query by name."""
        for spec in self.queries:
            if spec.name == name:
                return spec
        return refuse("NO_SUCH_QUERY", query=name, known=tuple(spec.name for spec in self.queries))

    def default_options(self) -> Options:
        """Return the options with nothing set."""
        return Options(self.options)


def _read(fields: type[msgspec.Struct], given: Mapping[str, Value]) -> msgspec.Struct | Refusal:
    known = {field.encode_name for field in msgspec.structs.fields(fields)}
    for name, value in given.items():
        if name not in known:
            return refuse("NO_SUCH_FIELD", field=name, known=tuple(sorted(known)))
        if not is_measurable(value):
            return refuse("NOT_A_NUMBER", field=name)
    try:
        return msgspec.convert(dict(given), fields)
    except msgspec.ValidationError as fault:
        return refuse("BAD_FIELD", reason=str(fault))


def _named_pieces(fields: msgspec.Struct) -> tuple[str, ...]:
    named: list[str] = []
    required = {field.name for field in msgspec.structs.fields(type(fields)) if field.required}
    for name, kind in field_kinds(type(fields)):
        value: object = getattr(fields, name)
        if kind == "piece" and isinstance(value, str) and (value or name in required):
            named.append(value)
        elif kind == "pieces" and isinstance(value, tuple):
            named.extend(str(part) for part in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return tuple(named)
