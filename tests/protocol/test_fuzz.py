import random

from protocol.examples import EXAMPLES
from protocol.hostile import HOSTILE
from protocol.write_vectors import bytes_of, text_of
from support.scale import scaled
from vttbridge_protocol import (
    LIVE,
    MESSAGES,
    PRE_AUTH,
    Encoding,
    Envelope,
    ProtocolError,
    Unsupported,
    decode,
    encode,
)

ROUNDS = scaled(1_000_000)
SPECIAL = [
    0x00,
    0x80,
    0x90,
    0xC0,
    0xC1,
    0xC4,
    0xC7,
    0xCA,
    0xCB,
    0xCF,
    0xD3,
    0xD6,
    0xD9,
    0xDC,
    0xDD,
    0xDE,
    0xDF,
    0xFF,
]
LETTERS = '{}[]",:\\\x00 0123456789eE-+.truefalsn\u202eé\ud800'


def _seeds() -> tuple[list[bytes], list[str]]:
    hostile_bytes = [
        case.frame for case in HOSTILE if isinstance(case.frame, bytes) and len(case.frame) < 2_000
    ]
    hostile_texts = [
        case.frame for case in HOSTILE if isinstance(case.frame, str) and len(case.frame) < 2_000
    ]
    return (
        [bytes_of(example) for example in EXAMPLES] + hostile_bytes,
        [text_of(example) for example in EXAMPLES] + hostile_texts,
    )


def _mutated_bytes(dice: random.Random, seeds: list[bytes]) -> bytes:
    frame = bytearray(dice.choice(seeds))
    for _ in range(dice.randint(1, 4)):
        place = dice.randint(0, len(frame))
        match dice.randrange(5):
            case 0:
                frame[place : place + 1] = bytes([dice.choice(SPECIAL)])
            case 1:
                frame[place:place] = dice.randbytes(dice.randint(1, 8))
            case 2:
                del frame[place : place + dice.randint(1, 16)]
            case 3:
                other = dice.choice(seeds)
                frame[place:] = other[dice.randint(0, len(other)) :]
            case _:
                frame[place : place + 1] = bytes([dice.randrange(256)])
    return bytes(frame)


def _mutated_text(dice: random.Random, seeds: list[str]) -> str:
    frame = dice.choice(seeds)
    for _ in range(dice.randint(1, 4)):
        place = dice.randint(0, len(frame))
        match dice.randrange(4):
            case 0:
                frame = frame[:place] + dice.choice(LETTERS) + frame[place + 1 :]
            case 1:
                frame = frame[:place] + "".join(dice.choices(LETTERS, k=dice.randint(1, 8))) + frame[place:]
            case 2:
                frame = frame[:place] + frame[place + dice.randint(1, 16) :]
            case _:
                other = dice.choice(seeds)
                frame = frame[:place] + other[dice.randint(0, len(other)) :]
    return frame


def test_mutated_frames_end_as_a_message_or_a_protocol_error() -> None:
    """No frame, however broken, raises anything else; what passes can be said again in both encodings."""
    dice = random.Random(20_260_731)
    binary, texts = _seeds()
    passed = refused = 0
    for number in range(ROUNDS):
        limits = PRE_AUTH if number % 4 == 0 else LIVE
        use_text = number % 2 == 0
        frame: bytes | str = _mutated_text(dice, texts) if use_text else _mutated_bytes(dice, binary)
        encoding = Encoding.JSON if use_text else Encoding.MSGPACK
        try:
            read = decode(frame, encoding, limits, MESSAGES)
        except ProtocolError:
            refused += 1
            continue
        passed += 1
        if isinstance(read, Unsupported):
            continue
        other = Encoding.MSGPACK if use_text else Encoding.JSON
        again = decode(encode(read, other), other, LIVE, MESSAGES)
        assert isinstance(again, Envelope)
        assert again == read
    assert passed > ROUNDS // 100
    assert refused > ROUNDS // 3
