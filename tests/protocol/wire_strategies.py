"""Hypothesis strategies for every Struct of the wire, read off the types themselves."""

from functools import cache

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from vttbridge_protocol import COMMANDS, COORDINATE_LIMIT, INTEGER_LIMIT, REQUESTS, Envelope
from vttbridge_protocol.messages import MESSAGES, Message
from vttbridge_protocol.validation import FORBIDDEN_KEYS

READABLE = st.characters(
    exclude_categories=("Cc", "Cs"),
    exclude_characters="\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
)
TEXT = st.text(READABLE, max_size=20)
KEYS = TEXT.filter(lambda key: key not in FORBIDDEN_KEYS)
WHOLE = st.integers(-INTEGER_LIMIT, INTEGER_LIMIT)
FRACTION = st.floats(-COORDINATE_LIMIT, COORDINATE_LIMIT)
HEX_ID = st.text("0123456789abcdef", min_size=32, max_size=32)

plain: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | WHOLE | FRACTION | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def strategy_of(kind: inspect.Type) -> st.SearchStrategy[object]:
    """Return the values that a member of this type may have."""
    match kind:
        case inspect.Metadata():
            return strategy_of(kind.type)
        case inspect.UnionType():
            return st.one_of(*map(strategy_of, kind.types))
        case inspect.VarTupleType():
            items = st.lists(strategy_of(kind.item_type), min_size=kind.min_length or 0, max_size=3)
            return items.map(tuple)
        case inspect.StructType():
            members = {field.name: strategy_of(field.type) for field in kind.fields}
            return st.builds(kind.cls, **members)
        case _:
            return _leaf(kind)


def _leaf(kind: inspect.Type) -> st.SearchStrategy[object]:
    match kind:
        case inspect.IntType():
            return st.integers(kind.ge or 0, kind.le or INTEGER_LIMIT)
        case inspect.StrType(pattern=str()):
            return st.text("0123456789abcdef", min_size=64, max_size=64)
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case _:
            return _SIMPLE[type(kind)]


_SIMPLE: dict[type[inspect.Type], st.SearchStrategy[object]] = {
    inspect.AnyType: plain,
    inspect.DictType: st.dictionaries(KEYS, plain, max_size=4),
    inspect.NoneType: st.none(),
    inspect.BoolType: st.booleans(),
    inspect.FloatType: FRACTION,
    inspect.StrType: TEXT,
}


def body_of(shape: type[msgspec.Struct]) -> st.SearchStrategy[Message]:
    """Return bodies of one Struct."""
    kind = inspect.type_info(shape)
    assert isinstance(kind, inspect.StructType)
    return st.builds(shape, **{field.name: strategy_of(field.type) for field in kind.fields})


COUNTS = st.none() | st.integers(0, INTEGER_LIMIT)


@cache
def envelope_of(word: str) -> st.SearchStrategy[Envelope]:
    """Return envelopes of one type."""
    needs_id = word in COMMANDS or word in REQUESTS
    ids = HEX_ID if needs_id else st.none() | HEX_ID
    return st.builds(
        Envelope, body=body_of(MESSAGES[word]), id=ids, re=st.none() | HEX_ID, seq=COUNTS, n=COUNTS
    )


envelopes: st.SearchStrategy[Envelope] = st.sampled_from(sorted(MESSAGES)).flatmap(envelope_of)
