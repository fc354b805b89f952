"""Write `protocol/vectors/*.json` from the examples and the hostile frames; the tests compare byte for byte.

After a wanted change of the wire run it as a program, with the project's roots and `tests` on the path.
"""

import json
import re
from pathlib import Path

from protocol.examples import EXAMPLES
from protocol.hostile import HOSTILE, Hostile
from vttbridge_protocol import (
    CLIENT_MESSAGES,
    COMMANDS,
    SERVER_MESSAGES,
    Encoding,
    Envelope,
    body_hash,
    canonical_bytes,
    decode_value,
    encode,
    word_of,
)
from vttbridge_protocol.limits import FROM_SERVER

FOLDER = Path(__file__).resolve().parents[2] / "protocol" / "vectors"


def text_of(envelope: Envelope) -> str:
    """Return a message's text frame."""
    frame = encode(envelope, Encoding.JSON)
    assert isinstance(frame, str)
    return frame


def bytes_of(envelope: Envelope) -> bytes:
    """Return a message's binary frame."""
    frame = encode(envelope, Encoding.MSGPACK)
    assert isinstance(frame, bytes)
    return frame


def _senders(word: str) -> list[str]:
    registers = (("client", CLIENT_MESSAGES), ("server", SERVER_MESSAGES))
    return [name for name, register in registers if word in register]


def golden(number: int, envelope: Envelope) -> dict[str, object]:
    """Return one golden vector."""
    word = word_of(envelope.body)
    text = text_of(envelope)
    value = decode_value(text, Encoding.JSON, FROM_SERVER)
    vector: dict[str, object] = {
        "name": f"{number:02d} {word}",
        "from": _senders(word),
        "message": value,
        "msgpack": bytes_of(envelope).hex(),
        "json": text,
        "canonical": canonical_bytes(value).hex(),
    }
    if word in COMMANDS:
        vector["body_hash"] = body_hash(envelope.body)
    return vector


_RUN = re.compile(r"(.{1,16}?)\1{15,}", re.DOTALL)


def pieces(spelled: str) -> list[tuple[str, int]]:
    """Return a text as pieces, each with how often it stands there in a row."""
    found: list[tuple[str, int]] = []
    start = 0
    for run in _RUN.finditer(spelled):
        if run.start() > start:
            found.append((spelled[start : run.start()], 1))
        found.append((run[1], len(run[0]) // len(run[1])))
        start = run.end()
    return found if start == len(spelled) else [*found, (spelled[start:], 1)]


def hostile(case: Hostile) -> dict[str, object]:
    """Return one hostile vector; `hex` or `text` is a list of pieces and how often each is repeated."""
    is_bytes = isinstance(case.frame, bytes)
    spelled = case.frame.hex() if isinstance(case.frame, bytes) else case.frame
    frame = {"hex" if is_bytes else "text": pieces(spelled)}
    return {
        "name": case.name,
        "encoding": case.encoding.name.lower(),
        "stage": case.stage,
        "fault": case.fault.value,
        "close_code": int(case.close_code),
        "javascript": case.javascript,
        **frame,
    }


def rendered(vectors: list[dict[str, object]]) -> str:
    """Spell a list of vectors, one a line."""
    lines = ",\n".join(json.dumps(vector) for vector in vectors)
    return f"[\n{lines}\n]\n"


def files() -> dict[str, str]:
    """Return the content of every vector file by its name."""
    return {
        "golden.json": rendered([golden(number, example) for number, example in enumerate(EXAMPLES, 1)]),
        "hostile.json": rendered([hostile(case) for case in HOSTILE]),
    }


if __name__ == "__main__":
    for name, content in files().items():
        (FOLDER / name).write_text(content, encoding="ascii")
