"""TypeScript declarations of the wire messages and the shapes in them, made from their Structs.

1. A name is the Struct's own, the members are in its order, and its first sentence is the comment.
2. A member may be absent where its Struct leaves out defaults on the wire; it is never `null` there then.
3. Trees and plain values are `any`: what they hold is known to a rule book alone.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec
from msgspec import inspect

from .messages import CLIENT_MESSAGES, SERVER_MESSAGES
from .mirror import Changed, TableMirror
from .values.plans import Edit
from .values.scalars import HoldState, Outcome, Policy, Role, Waits
from .values.vtt import DocumentKind

__all__ = ["declarations"]

Shape: TypeAlias = type[msgspec.Struct]

_HEAD = """\
/** The wire's shapes. Made by `vttbridge schema --ts`: change the Python Structs, never this file. */

/** A tree whose shape belongs to a rule book. */
export type Tree = { [name: string]: any };

/** One message as it travels. */
export interface Envelope {
  type: string;
  id?: string;
  re?: string;
  seq?: number;
  n?: number;
  body: any;
}
"""

_ALIASES = {
    "DocumentKind": DocumentKind,
    "Edit": Edit,
    "HoldState": HoldState,
    "Outcome": Outcome,
    "Policy": Policy,
    "Role": Role,
    "Waits": Waits,
}

_MIRROR: tuple[Shape, ...] = (TableMirror, Changed)
"""Shapes that travel inside trees: the state in a snapshot, and what an event makes of it."""

_PLAIN: Mapping[type[inspect.Type], str] = {
    inspect.AnyType: "any",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def declarations(more: Iterable[Shape] = ()) -> str:
    """Return the declarations of every message, of the mirror, and of more shapes that travel in trees.

    Raises:
        ValueError: Two shapes have one name.
    """
    seen = _Seen()
    for shape in (*CLIENT_MESSAGES.values(), *SERVER_MESSAGES.values(), *_MIRROR, *more):
        seen.spell(inspect.type_info(shape))
    aliases = (f"export type {name} = {_Seen().spell(kind)};" for name, kind in seen.aliases())
    blocks = (seen.blocks[name] for name in sorted(seen.blocks))
    registers = (
        _register("ClientMessages", "What a client may say, by the word in the envelope.", CLIENT_MESSAGES),
        _register("ServerMessages", "What a server may say, by the word in the envelope.", SERVER_MESSAGES),
    )
    return "\n".join((_HEAD, "\n".join(aliases) + "\n", *blocks, *registers))


def _register(name: str, comment: str, messages: Mapping[str, Shape]) -> str:
    lines = (f"  {word}: {shape.__name__};" for word, shape in messages.items())
    return "\n".join((f"/** {comment} */", f"export interface {name} {{", *lines, "}", ""))


class _Seen:
    """The shapes that were met on the way, each spelled once."""

    def __init__(self) -> None:
        self.blocks: dict[str, str] = {}
        self._shapes: dict[str, type] = {}

    @staticmethod
    def aliases() -> list[tuple[str, inspect.Type]]:
        """Return the names that stand for unions, with what they stand for."""
        return [(name, inspect.type_info(kind)) for name, kind in _ALIASES.items()]

    def spell(self, kind: inspect.Type) -> str:
        """Return how a type is written, and keep the shapes that it names."""
        match kind:
            case inspect.Metadata(type=inner):
                return self.spell(inner)
            case inspect.StructType():
                return self._named(kind)
            case inspect.LiteralType(values=values):
                return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
            case inspect.UnionType(types=parts):
                return " | ".join(self._alias(part) for part in _null_last(parts))
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return _list_of(self._alias(item))
            case inspect.TupleType(item_types=items):
                return f"[{', '.join(self._alias(item) for item in items)}]"
            case inspect.NamedTupleType(fields=fields):
                return f"[{', '.join(f'{one.name}: {self._alias(one.type)}' for one in fields)}]"
            case inspect.DictType(value_type=inspect.AnyType()):
                return "Tree"
            case inspect.DictType(value_type=value):
                return f"{{ [name: string]: {self._alias(value)} }}"
            case _:
                return _PLAIN[type(kind)]

    def _alias(self, kind: inspect.Type) -> str:
        """Return the name that stands for a type, or the type itself where it has none."""
        name = next((name for name, known in self.aliases() if known == kind), "")
        spelled = self.spell(kind)
        return name or spelled

    def _named(self, kind: inspect.StructType) -> str:
        name = kind.cls.__name__
        known = self._shapes.setdefault(name, kind.cls)
        if known is not kind.cls:
            raise ValueError(f"two shapes have the name {name}")
        if name not in self.blocks:
            self.blocks[name] = ""
            self.blocks[name] = self._block(name, kind)
        return name

    def _block(self, name: str, kind: inspect.StructType) -> str:
        comment = (kind.cls.__doc__ or "").strip().splitlines()[0]
        tag = [f'  {kind.tag_field}: "{kind.tag}";'] if kind.tag_field else []
        may_be_absent = kind.cls.__struct_config__.omit_defaults
        members = (self._member(field, may_be_absent) for field in kind.fields)
        return "\n".join((f"/** {comment} */", f"export interface {name} {{", *tag, *members, "}", ""))

    def _member(self, field: inspect.Field, may_be_absent: bool) -> str:
        kind = field.type
        if field.required or not may_be_absent:
            return f"  {field.encode_name}: {self._alias(kind)};"
        if field.default is None and isinstance(kind, inspect.UnionType):
            rest = tuple(part for part in kind.types if not isinstance(part, inspect.NoneType))
            kind = rest[0] if len(rest) == 1 else inspect.UnionType(rest)
        return f"  {field.encode_name}?: {self._alias(kind)};"


def _null_last(parts: tuple[inspect.Type, ...]) -> list[inspect.Type]:
    return sorted(parts, key=lambda part: isinstance(part, inspect.NoneType))


def _list_of(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"
