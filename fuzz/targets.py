"""What is fuzzed: each target takes any bytes, and raises only where the project is wrong.

`tests/fuzz` gives them every file of `fuzz/corpus`; `fuzz_decode.py` and `fuzz_log_file.py` look for more.
"""

from hashlib import blake2b

from vttbridge.errors import BadLog, NewerVersion
from vttbridge.storage.log_file import FIRST_LINE, read_bytes, written_log
from vttbridge.storage.verify import of_file, verify
from vttbridge.table.log.chain import first_hash, next_hash
from vttbridge_protocol import (
    LIVE,
    MESSAGES,
    PRE_AUTH,
    Encoding,
    Envelope,
    Limits,
    ProtocolError,
    decode,
    encode,
)

HASH_BYTES = 16


def decode_frame(data: bytes) -> None:
    """A frame is, in either encoding, a message that can be said again in both, or a ProtocolError."""
    for limits in (PRE_AUTH, LIVE):
        _decode(data, Encoding.MSGPACK, limits)
        _decode(data.decode("utf-8", "replace"), Encoding.JSON, limits)


def _decode(frame: bytes | str, encoding: Encoding, limits: Limits) -> None:
    try:
        message = decode(frame, encoding, limits, MESSAGES)
    except ProtocolError:
        return
    if isinstance(message, Envelope):
        for other in Encoding:
            assert decode(encode(message, other), other, LIVE, MESSAGES) == message


def read_log_file(data: bytes) -> None:
    """A log file is read, written again as it came and verified, or a BadLog or NewerVersion says why not.

    Damage is nearly always found by its hash, so the same parts are tried once more with hashes that fit.
    """
    for file in (data, sealed(data)):
        try:
            log = read_bytes(file)
        except (BadLog, NewerVersion):
            continue
        verify(of_file(log))
        if not log.blobs:  # a file may hold scenes that no row names, which are not written again
            assert written_log(log.header, log.records, lambda _blob: None) == file


def sealed(data: bytes) -> bytes:
    """Return the parts of a log file, as far as they can be told apart, with all hashes made to fit."""
    at, file, previous, rows = len(FIRST_LINE), FIRST_LINE, "", 0
    while at + 5 <= len(data) and (letter := data[at : at + 1]) != b"E":
        end = at + 5 + int.from_bytes(data[at + 1 : at + 5], "big")
        content = data[at + 5 + HASH_BYTES : end]
        match letter:
            case b"R":
                previous, rows = next_hash(previous, content), rows + 1
                mark = bytes.fromhex(previous)
            case b"H":
                previous, mark = first_hash(content), _digest(content)
            case _:
                mark = _digest(content)
        file += _part(letter, mark + content)
        at = end
    return file + _part(b"E", rows.to_bytes(8, "big") + _digest(file))


def _part(letter: bytes, content: bytes) -> bytes:
    return letter + len(content).to_bytes(4, "big") + content


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=HASH_BYTES).digest()
