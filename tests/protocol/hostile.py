"""Frames that must be refused, with the fault and the close code that each gets."""

import msgpack
import msgspec

from vttbridge_protocol import CloseCode, Encoding, Fault

MP, JS = Encoding.MSGPACK, Encoding.JSON
ID = "3f2a9c0d5b7e41868a90d1c2b3e4f506"


class Hostile(msgspec.Struct, frozen=True):
    """One hostile frame.

    `javascript` says whether a bare JavaScript decoder (`@msgpack/msgpack` with the limits of the wire, or
    `JSON.parse`) refuses it too; where it does not, the reader's own walk must.
    """

    name: str
    encoding: Encoding
    frame: bytes | str
    fault: Fault
    stage: str = "live"
    javascript: bool = False

    @property
    def close_code(self) -> CloseCode:
        """How the connection ends."""
        return CloseCode.TOO_LARGE if self.fault is Fault.FRAME_TOO_LARGE else CloseCode.MALFORMED


def packed(value: object) -> bytes:
    """Pack a value without any check."""
    frame: object = msgpack.packb(value)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    assert isinstance(frame, bytes)
    return frame


def _hex(text: str) -> bytes:
    return bytes.fromhex(text)


def _ask(fields: str) -> str:
    """Spell a request whose fields are given as JSON text."""
    return f'{{"type":"ask","id":"{ID}","body":{{"scene":"s","query":"q","fields":{fields}}}}}'


def _ask_packed(value: bytes) -> bytes:
    """Spell the same request in msgpack, with one field `x` whose bytes are given."""
    head = packed({"type": "ask", "id": ID})
    body = packed({"scene": "s", "query": "q"})
    fields = b"\x81\xa1x" + value
    return b"\x83" + head[1:] + b"\xa4body\x83" + body[1:] + b"\xa6fields" + fields


def both(
    name: str, fault: Fault, value: bytes, text: str, *, javascript: bool = False
) -> tuple[Hostile, ...]:
    """Spell one hostile field in both encodings."""
    return (
        Hostile(name, MP, _ask_packed(value), fault, javascript=javascript),
        Hostile(name, JS, _ask(f'{{"x":{text}}}'), fault, javascript=False),
    )


def message(name: str, fault: Fault, value: object) -> tuple[Hostile, ...]:
    """Spell one wrong message in both encodings."""
    text = msgspec.json.encode(value).decode()
    return (Hostile(name, MP, packed(value), fault), Hostile(name, JS, text, fault))


MSGPACK_BYTES: tuple[Hostile, ...] = (
    Hostile("empty frame", MP, b"", Fault.MALFORMED, javascript=True),
    Hostile("reserved byte c1", MP, _hex("c1"), Fault.MALFORMED, javascript=True),
    Hostile("reserved byte c1 inside", MP, _ask_packed(_hex("c1")), Fault.MALFORMED, javascript=True),
    Hostile(
        "bytes after the value", MP, packed({"type": "heartbeat"}) + b"\xc0", Fault.MALFORMED, javascript=True
    ),
    Hostile(
        "two messages in one frame", MP, packed({"type": "heartbeat"}) * 2, Fault.MALFORMED, javascript=True
    ),
    Hostile("cut short", MP, packed({"type": "heartbeat"})[:-1], Fault.MALFORMED, javascript=True),
    Hostile(
        "five bytes that claim four billion items",
        MP,
        _hex("ddffffffff"),
        Fault.ARRAY_TOO_LONG,
        javascript=True,
    ),
    Hostile(
        "five bytes that claim four billion pairs",
        MP,
        _hex("dfffffffff"),
        Fault.MAP_TOO_LONG,
        javascript=True,
    ),
    Hostile(
        "five bytes that claim four billion letters", MP, _hex("dbffffffff"), Fault.MALFORMED, javascript=True
    ),
    Hostile("claims 1,024 items and has none", MP, _hex("dc0400"), Fault.MALFORMED, javascript=True),
    Hostile("1,000 nested array headers", MP, b"\x91" * 1000, Fault.MALFORMED, javascript=True),
    Hostile("30,000 nested array headers", MP, b"\x91" * 30_000, Fault.TOO_DEEP, javascript=True),
    Hostile("10,000 headers of 1,000 items", MP, _hex("dc03e8") * 10_000, Fault.TOO_DEEP, javascript=True),
    Hostile("nested maps", MP, b"\x81\xa1a" * 5_000 + b"\xc0", Fault.TOO_DEEP, javascript=False),
    Hostile("bytes as a value", MP, _ask_packed(_hex("c40161")), Fault.NOT_PLAIN, javascript=True),
    Hostile("no bytes as a value", MP, _ask_packed(_hex("c400")), Fault.NOT_PLAIN),
    Hostile("bytes as a key", MP, _hex("81c40161c0"), Fault.NOT_PLAIN, javascript=True),
    Hostile("no bytes as a key", MP, _hex("81c400c0"), Fault.KEY_NOT_TEXT, javascript=True),
    Hostile("number as a key", MP, _hex("8101c0"), Fault.KEY_NOT_TEXT),
    Hostile("nil as a key", MP, _hex("81c0c0"), Fault.KEY_NOT_TEXT, javascript=True),
    Hostile("array as a key", MP, _hex("8190c0"), Fault.KEY_NOT_TEXT, javascript=True),
    Hostile("extension", MP, _ask_packed(_hex("d40561")), Fault.NOT_PLAIN, javascript=True),
    Hostile("empty extension", MP, _ask_packed(_hex("c70005")), Fault.NOT_PLAIN),
    Hostile("timestamp", MP, _ask_packed(_hex("d6ff00000000")), Fault.NOT_PLAIN, javascript=True),
    Hostile("invalid UTF-8", MP, _ask_packed(_hex("a1ff")), Fault.TEXT_NOT_UNICODE),
    Hostile("surrogate in UTF-8", MP, _ask_packed(_hex("a3eda080")), Fault.TEXT_NOT_UNICODE),
    Hostile("overlong NUL in UTF-8", MP, _ask_packed(_hex("a2c080")), Fault.TEXT_NOT_UNICODE),
    Hostile("2^63", MP, _ask_packed(_hex("cf8000000000000000")), Fault.OUT_OF_RANGE),
    Hostile("-2^63", MP, _ask_packed(_hex("d38000000000000000")), Fault.OUT_OF_RANGE),
    Hostile("infinity in four bytes", MP, _ask_packed(_hex("ca7f800000")), Fault.NOT_FINITE),
    Hostile(
        "a key twice, by other headers", MP, _hex("82a474797065a161d90474797065a162"), Fault.DUPLICATE_KEY
    ),
    Hostile("text frame in a binary protocol", MP, '{"type":"heartbeat"}', Fault.FRAME_KIND),
)

JSON_TEXTS: tuple[Hostile, ...] = (
    Hostile("empty frame", JS, "", Fault.MALFORMED, javascript=True),
    Hostile("no JSON", JS, "heartbeat", Fault.MALFORMED, javascript=True),
    Hostile("letters after the value", JS, '{"type":"heartbeat"} x', Fault.MALFORMED, javascript=True),
    Hostile(
        "two messages in one frame",
        JS,
        '{"type":"heartbeat"}{"type":"heartbeat"}',
        Fault.MALFORMED,
        javascript=True,
    ),
    Hostile("cut short", JS, '{"type":"heartbeat"', Fault.MALFORMED, javascript=True),
    Hostile("single quotes", JS, "{'type':'heartbeat'}", Fault.MALFORMED, javascript=True),
    Hostile("trailing comma", JS, '{"type":"heartbeat",}', Fault.MALFORMED, javascript=True),
    Hostile("byte order mark", JS, '\ufeff{"type":"heartbeat"}', Fault.MALFORMED, javascript=True),
    Hostile("1,000 nested brackets, open", JS, "[" * 1_000, Fault.TOO_DEEP, javascript=True),
    Hostile("30,000 nested brackets", JS, "[" * 30_000 + "]" * 30_000, Fault.TOO_DEEP),
    Hostile("10,000 nested objects", JS, '{"a":' * 10_000 + "1" + "}" * 10_000, Fault.TOO_DEEP),
    Hostile("number of 5,000 digits", JS, _ask('{"x":' + "9" * 5_000 + "}"), Fault.MALFORMED),
    Hostile("1e999", JS, _ask('{"x":1e999}'), Fault.NOT_FINITE),
    Hostile("word NaN", JS, _ask('{"x":NaN}'), Fault.NOT_FINITE, javascript=True),
    Hostile("word Infinity", JS, _ask('{"x":Infinity}'), Fault.NOT_FINITE, javascript=True),
    Hostile("word -Infinity", JS, _ask('{"x":-Infinity}'), Fault.NOT_FINITE, javascript=True),
    Hostile("lone surrogate", JS, _ask('{"x":"\\ud800"}'), Fault.TEXT_NOT_UNICODE),
    Hostile("lone low surrogate in a key", JS, _ask('{"\\udfff":1}'), Fault.TEXT_NOT_UNICODE),
    Hostile("raw control character in a string", JS, _ask('{"x":"\x01"}'), Fault.MALFORMED, javascript=True),
    Hostile("a key twice, once escaped", JS, '{"type":"heartbeat","\\u0074ype":"auth"}', Fault.DUPLICATE_KEY),
    Hostile("binary frame in a text protocol", JS, b'{"type":"heartbeat"}', Fault.FRAME_KIND),
)

FIELDS: tuple[Hostile, ...] = (
    *both("not a number", Fault.NOT_FINITE, _hex("cb7ff8000000000000"), "NaN"),
    *both("infinity", Fault.NOT_FINITE, _hex("cb7ff0000000000000"), "1e400"),
    *both("minus infinity", Fault.NOT_FINITE, _hex("cbfff0000000000000"), "-1e400"),
    *both("distance 1e308", Fault.OUT_OF_RANGE, _hex("cb7fe1ccf385ebc8a0"), "1e308"),
    *both("a hair above the largest coordinate", Fault.OUT_OF_RANGE, packed(10_000_000.5), "10000000.5"),
    *both("2^53", Fault.OUT_OF_RANGE, packed(2**53), str(2**53)),
    *both("2^53 + 1", Fault.OUT_OF_RANGE, packed(2**53 + 1), str(2**53 + 1)),
    *both("-2^53", Fault.OUT_OF_RANGE, packed(-(2**53)), str(-(2**53))),
    *both("2^64 - 1", Fault.OUT_OF_RANGE, packed(2**64 - 1), str(2**64 - 1)),
    *both(
        "key __proto__",
        Fault.FORBIDDEN_KEY,
        packed({"__proto__": {"role": "gm"}}),
        '{"__proto__":{"role":"gm"}}',
        javascript=True,
    ),
    *both("key constructor", Fault.FORBIDDEN_KEY, packed({"constructor": 1}), '{"constructor":1}'),
    *both("key prototype", Fault.FORBIDDEN_KEY, packed({"prototype": 1}), '{"prototype":1}'),
    *both("key with an escape sequence", Fault.FORBIDDEN_KEY, packed({"\x1b[31m": 1}), '{"\\u001b[31m":1}'),
    *both("a key twice", Fault.DUPLICATE_KEY, _hex("82a161c3a161c2"), '{"a":true,"a":false}'),
    *both("text one byte too long", Fault.TEXT_TOO_LONG, packed("a" * 4_097), '"' + "a" * 4_097 + '"'),
    *both("text too long in bytes alone", Fault.TEXT_TOO_LONG, packed("é" * 2_049), '"' + "é" * 2_049 + '"'),
    *both("key one byte too long", Fault.KEY_TOO_LONG, packed({"k" * 257: 1}), '{"' + "k" * 257 + '":1}'),
    *both(
        "array one too long",
        Fault.ARRAY_TOO_LONG,
        packed([0] * 1_025),
        "[" + "0," * 1_024 + "0]",
        javascript=True,
    ),
    *both(
        "map one too long",
        Fault.MAP_TOO_LONG,
        packed({f"k{number}": 0 for number in range(129)}),
        msgspec.json.encode({f"k{number}": 0 for number in range(129)}).decode(),
        javascript=True,
    ),
    *both("one level too deep", Fault.TOO_DEEP, b"\x91" * 14 + b"\xc0", "[" * 14 + "null" + "]" * 14),
    *both(
        "one node too many",
        Fault.TOO_MANY_NODES,
        packed([[0] * 999] * 20),
        "[" + ",".join(["[" + ",".join(["0"] * 999) + "]"] * 20) + "]",
    ),
)

MESSAGES: tuple[Hostile, ...] = (
    *message("an array for a message", Fault.NOT_AN_ENVELOPE, ["heartbeat"]),
    *message("a number for a message", Fault.NOT_AN_ENVELOPE, 7),
    *message("nothing for a message", Fault.NOT_AN_ENVELOPE, None),
    *message("no type", Fault.BAD_SHAPE, {"body": {}}),
    *message("a number as type", Fault.BAD_SHAPE, {"type": 1}),
    *message("a list as body", Fault.BAD_SHAPE, {"type": "heartbeat", "body": []}),
    *message("a text as sequence number", Fault.BAD_SHAPE, {"type": "heartbeat", "seq": "1"}),
    *message("a negative sequence number", Fault.BAD_SHAPE, {"type": "heartbeat", "seq": -1}),
    *message("a short id", Fault.BAD_SHAPE, {"type": "look", "id": "ab"}),
    *message("an id in capitals", Fault.BAD_SHAPE, {"type": "look", "id": ID.upper()}),
    *message("an id with a newline", Fault.BAD_SHAPE, {"type": "look", "id": ID + "\n"}),
    *message("a command without id", Fault.MISSING_ID, {"type": "scene_gone", "body": {"scene": "s"}}),
    *message("a request without id", Fault.MISSING_ID, {"type": "look"}),
    *message("a required member is missing", Fault.BAD_SHAPE, {"type": "auth", "body": {}}),
    *message("a member of the wrong kind", Fault.BAD_SHAPE, {"type": "auth", "body": {"token": ["t"]}}),
    *message("no word of the list", Fault.BAD_SHAPE, {"type": "transfer_stop", "body": {"code": "bored"}}),
    *message(
        "a whole coordinate out of range",
        Fault.BAD_SHAPE,
        {
            "type": "piece_put",
            "id": ID,
            "body": {"scene": "s", "piece": {"id": "p", "place": {"x": 10_000_001, "y": 0}}},
        },
    ),
    *message("an undo of nothing", Fault.BAD_SHAPE, {"type": "undo", "id": ID, "body": {"seqs": []}}),
    *message("a name of 101 letters", Fault.BAD_SHAPE, {"type": "knock", "body": {"label": "n" * 101}}),
    *message(
        "a part of 32 KiB and a byte",
        Fault.TEXT_TOO_LONG,
        {"type": "transfer_part", "body": {"index": 0, "text": "A" * 32_769}},
    ),
)

SIZES: tuple[Hostile, ...] = (
    Hostile("64 KiB and a byte", MP, b"\xc0" * 65_537, Fault.FRAME_TOO_LARGE),
    Hostile("64 KiB and a byte", JS, " " * 65_537, Fault.FRAME_TOO_LARGE),
    Hostile("64 KiB in letters, more in bytes", JS, '"' + "é" * 40_000 + '"', Fault.FRAME_TOO_LARGE),
    Hostile("4 KiB and a byte before auth", MP, b"\xc0" * 4_097, Fault.FRAME_TOO_LARGE, stage="pre_auth"),
    Hostile("4 KiB and a byte before auth", JS, " " * 4_097, Fault.FRAME_TOO_LARGE, stage="pre_auth"),
)

HOSTILE: tuple[Hostile, ...] = (*MSGPACK_BYTES, *JSON_TEXTS, *FIELDS, *MESSAGES, *SIZES)
