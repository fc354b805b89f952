import json

import msgspec
import pytest

from protocol.examples import EXAMPLES
from protocol.write_vectors import FOLDER, files
from vttbridge_protocol import (
    LIVE,
    MESSAGES,
    PRE_AUTH,
    Encoding,
    Envelope,
    Fault,
    ProtocolError,
    body_hash,
    canonical_bytes,
    decode,
    encode,
    word_of,
)
from vttbridge_protocol.limits import FROM_SERVER


class Golden(msgspec.Struct, frozen=True):
    """A golden vector as it lies in the file."""

    name: str
    message: dict[str, object]
    msgpack: str
    json: str
    canonical: str
    body_hash: str | None = None


class HostileVector(msgspec.Struct, frozen=True):
    """A hostile vector as it lies in the file."""

    name: str
    encoding: str
    stage: str
    fault: Fault
    close_code: int
    hex: list[tuple[str, int]] | None = None
    text: list[tuple[str, int]] | None = None

    @property
    def frame(self) -> bytes | str:
        """The frame, its pieces repeated and joined."""
        if self.hex is not None:
            return bytes.fromhex("".join(piece * times for piece, times in self.hex))
        return "".join(piece * times for piece, times in self.text or [])


GOLDEN = [msgspec.convert(row, Golden) for row in json.loads((FOLDER / "golden.json").read_text("ascii"))]
HOSTILE = [
    msgspec.convert(row, HostileVector) for row in json.loads((FOLDER / "hostile.json").read_text("ascii"))
]


@pytest.mark.parametrize("name", ["golden.json", "hostile.json"])
def test_the_files_are_what_this_version_writes(name: str) -> None:
    """A change of the wire shows as a changed vector, never by surprise."""
    assert (FOLDER / name).read_text("ascii") == files()[name]


PAIRS = list(zip(GOLDEN, EXAMPLES, strict=True))


@pytest.mark.parametrize(("vector", "example"), PAIRS, ids=[row.name for row in GOLDEN])
def test_golden_bytes_are_read_and_written(vector: Golden, example: Envelope) -> None:
    """Each golden message is read from both encodings and written back byte for byte."""
    binary = bytes.fromhex(vector.msgpack)
    for encoding, frame in ((Encoding.MSGPACK, binary), (Encoding.JSON, vector.json)):
        read = decode(frame, encoding, FROM_SERVER, MESSAGES)
        assert read == example
        assert isinstance(read, Envelope)
        assert encode(read, encoding) == frame
    assert canonical_bytes(vector.message).hex() == vector.canonical
    if vector.body_hash is not None:
        assert body_hash(example.body) == vector.body_hash


def test_golden_vectors_cover_every_type() -> None:
    """No type is without a vector."""
    assert {str(vector.message["type"]) for vector in GOLDEN} == set(MESSAGES)
    assert {word_of(example.body) for example in EXAMPLES} == set(MESSAGES)


@pytest.mark.parametrize("vector", HOSTILE, ids=[f"{row.encoding}: {row.name}" for row in HOSTILE])
def test_hostile_frames_are_refused(vector: HostileVector) -> None:
    """Each hostile frame ends as the named fault and close code, and as nothing else."""
    limits = PRE_AUTH if vector.stage == "pre_auth" else LIVE
    with pytest.raises(ProtocolError) as caught:
        decode(vector.frame, Encoding[vector.encoding.upper()], limits)
    assert caught.value.fault is vector.fault
    assert caught.value.close_code == vector.close_code


def test_there_are_enough_hostile_frames() -> None:
    """At least sixty, in both encodings, and every fault that a frame can have."""
    assert len(HOSTILE) >= 60
    assert {row.encoding for row in HOSTILE} == {"msgpack", "json"}
    met = {row.fault for row in HOSTILE}
    assert met == {fault for fault in Fault if not fault.value.startswith("transfer_")}
