"""JSON Schema of the wire messages, made from their Structs."""

from typing import cast

import msgspec

from .messages import CLIENT_MESSAGES, MESSAGES, SERVER_MESSAGES, Message
from .plain import Tree

__all__ = ["message_schema", "schema"]

_ENVELOPE: Tree = {
    "id": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "re": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "seq": {"type": "integer", "minimum": 0},
    "n": {"type": "integer", "minimum": 0},
}


def message_schema(word: str) -> Tree:
    """Return the schema of one type of message, envelope and body.

    Raises:
        KeyError: No such type.
    """
    shape: type[Message] = MESSAGES[word]
    (body,), parts = msgspec.json.schema_components([shape], ref_template="#/$defs/{name}")
    senders = [name for name, register in _SENDERS if word in register]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": word,
        "description": (shape.__doc__ or "").strip().splitlines()[0],
        "x-vttbridge-sender": senders,
        "type": "object",
        "required": ["type", "body"] if shape.__struct_fields__ else ["type"],
        "properties": {"type": {"const": word}, **_ENVELOPE, "body": cast("Tree", body)},
        "$defs": cast("Tree", parts),
    }


_SENDERS = (("client", CLIENT_MESSAGES), ("server", SERVER_MESSAGES))


def schema() -> dict[str, Tree]:
    """Return the schema of each type of message, by its word."""
    return {word: message_schema(word) for word in MESSAGES}
