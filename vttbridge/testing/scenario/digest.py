"""A short hash of values, by which two runs are compared without keeping either."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import cast

import msgspec


def digest_of(value: object) -> str:
    """Return 16 hex digits over a value.

    A field at its default counts as absent, so that a field which is added later changes no digest.
    """
    return blake2b(msgspec.json.encode(_plain(value), order="sorted"), digest_size=8).hexdigest()


def _plain(value: object) -> object:
    match value:
        case msgspec.Struct():
            return {"": value.__struct_config__.tag, **_set_fields(value)}
        case Mapping():
            return {str(key): _plain(part) for key, part in cast("Mapping[object, object]", value).items()}
        case tuple() | list():
            return [_plain(part) for part in cast("Sequence[object]", value)]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value


def _set_fields(value: msgspec.Struct) -> dict[str, object]:
    named = ((field, getattr(value, field.name)) for field in msgspec.structs.fields(value))
    return {field.encode_name: _plain(part) for field, part in named if part != _default(field)}


def _default(field: msgspec.structs.FieldInfo) -> object:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
