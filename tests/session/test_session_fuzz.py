"""Frames that are nearly right, before and after somebody is known: never more than a step or an end."""

import random

import pytest

from protocol.examples import EXAMPLES
from support.scale import scaled
from vttbridge.session.actions import Close
from vttbridge.session.session import RATES, Session, Stage
from vttbridge_protocol import Encoding, encode

FRAMES = [encode(example, Encoding.MSGPACK) for example in EXAMPLES]


def mutated(frame: bytes, chance: random.Random) -> bytes:
    """Change, cut, double or swap some bytes."""
    changed = bytearray(frame)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(changed)) if changed else 0
        match chance.randrange(4):
            case 0 if changed:
                changed[at] = chance.randrange(256)
            case 1:
                del changed[at:]
            case 2:
                changed[at:at] = changed[at : at + chance.randrange(9)]
            case _:
                changed[at:at] = bytes((chance.randrange(256),))
    return bytes(changed)


@pytest.mark.parametrize("stage", [Stage.NEW, Stage.LIVE])
def test_no_frame_raises(stage: Stage) -> None:
    """Whatever comes in, the session gives steps; after an end it stays over."""
    chance = random.Random(f"frames {stage.value}")
    for number in range(scaled(200_000)):
        session = Session(Encoding.MSGPACK, 0)
        if stage is Stage.LIVE:
            session.seated("gm", 0, RATES["gm"])
        frame = FRAMES[number % len(FRAMES)]
        assert isinstance(frame, bytes)
        steps = session.receive(mutated(frame, chance), 0)
        if any(isinstance(step, Close) for step in steps):
            assert session.stage is Stage.OVER
