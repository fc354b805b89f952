import json
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.examples import EXAMPLES
from protocol.wire_strategies import envelope_of, envelopes, plain
from support.scale import scaled
from vttbridge_protocol import (
    COMMANDS,
    MESSAGES,
    Act,
    Encoding,
    Envelope,
    Event,
    body_hash,
    canonical_bytes,
    decode,
    encode,
    word_of,
)
from vttbridge_protocol.limits import FROM_SERVER


def _through(envelope: Envelope, encoding: Encoding) -> Envelope:
    read = decode(encode(envelope, encoding), encoding, FROM_SERVER, MESSAGES)
    assert isinstance(read, Envelope)
    return read


@pytest.mark.parametrize("encoding", Encoding)
@pytest.mark.parametrize("word", sorted(MESSAGES))
def test_every_type_survives_the_wire(word: str, encoding: Encoding) -> None:
    """What was said is what is heard, and said again gives the same bytes, for any content of any type."""

    @settings(max_examples=scaled(250), deadline=None)
    @given(envelope_of(word))
    def check(envelope: Envelope) -> None:
        heard = _through(envelope, encoding)
        assert heard == envelope
        assert encode(heard, encoding) == encode(envelope, encoding)

    check()


@settings(max_examples=scaled(5_000), deadline=None)
@given(envelopes)
def test_both_encodings_say_the_same(envelope: Envelope) -> None:
    """A message has one body hash, whichever encoding carried it."""
    by_msgpack, by_json = (_through(envelope, encoding) for encoding in Encoding)
    assert by_msgpack == by_json
    assert body_hash(by_msgpack.body) == body_hash(by_json.body) == body_hash(envelope.body)


@settings(max_examples=scaled(5_000), deadline=None)
@given(plain)
def test_the_canonical_form_is_one(value: object) -> None:
    """Reading the canonical bytes and spelling them again changes nothing, and key order does not show."""
    spelled = canonical_bytes(value)
    assert canonical_bytes(_shuffled(value)) == spelled


def _shuffled(value: object) -> object:
    if isinstance(value, dict):
        members = cast("dict[object, object]", value)
        return {key: _shuffled(members[key]) for key in reversed(members)}
    if isinstance(value, list):
        return [_shuffled(item) for item in cast("list[object]", value)]
    return value


def test_every_type_has_an_example() -> None:
    """The golden vectors leave no type out."""
    assert {word_of(example.body) for example in EXAMPLES} == set(MESSAGES)


def test_a_whole_float_hashes_like_the_integer() -> None:
    """JavaScript sends 3.0 as 3; a retry from there is the same command."""
    one = Act(scene="s", action="push", fields={"distance": 3.0, "other": [-0.0]})
    two = Act(scene="s", action="push", fields={"other": [0], "distance": 3})
    assert body_hash(one) == body_hash(two)


def test_members_at_their_default_do_not_count() -> None:
    """Naming a default and leaving it out are the same command."""
    short = b'{"type":"act","id":"%s","body":{"scene":"s","action":"push"}}' % (b"0" * 32)
    long = short.replace(b'"push"', b'"push","rolls":[],"fields":{},"answers":[]')
    one, two = (decode(text.decode(), Encoding.JSON) for text in (short, long))
    assert isinstance(one, Envelope)
    assert isinstance(two, Envelope)
    assert body_hash(one.body) == body_hash(two.body)


@settings(max_examples=scaled(10_000), deadline=None)
@given(
    st.sampled_from(sorted(COMMANDS)).flatmap(lambda word: st.tuples(envelope_of(word), envelope_of(word)))
)
def test_another_body_has_another_hash(pair: tuple[Envelope, Envelope]) -> None:
    """Two commands of different content never share a hash, so that a reused id is noticed."""
    one, two = pair
    same = canonical_bytes(_members(one)) == canonical_bytes(_members(two))
    assert (body_hash(one.body) == body_hash(two.body)) is same


def _members(envelope: Envelope) -> object:
    frame = encode(Envelope(envelope.body), Encoding.JSON)
    assert isinstance(frame, str)
    return json.loads(frame)


def test_a_body_of_no_type_is_a_callers_bug() -> None:
    """A Struct that stands in no register cannot be sent."""
    with pytest.raises(TypeError, match="Envelope is no message"):
        encode(Envelope(Envelope(Event(epoch=1, kind="note"))), Encoding.JSON)
