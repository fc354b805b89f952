import re
from pathlib import Path

import msgspec
import pytest

import vttbridge_protocol
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.terrain import Area, Wall
from vttbridge_protocol import (
    CLIENT_MESSAGES,
    LIVE,
    MESSAGES,
    PRE_AUTH,
    SERVER_MESSAGES,
    TRANSFER,
    CloseCode,
    Encoding,
    Envelope,
    decode,
    encode,
)
from vttbridge_protocol.values import offers, plans, scalars, scenes, vtt

PAGE = (Path(__file__).resolve().parents[2] / "protocol" / "README.md").read_text("utf-8")
SHAPES = sorted(name for part in (offers, plans, scalars, scenes, vtt) for name in part.__all__)
TALK = re.findall(r"^([CSG]) (\{.*\})$", PAGE, re.MULTILINE)


def _row(word: str, members: list[str]) -> str:
    """Find the row whose first cell is the word and which names every member."""
    rows = re.findall(rf"^\| `{word}` \| (.*) \|$", PAGE, re.MULTILINE)
    return next((row for row in rows if all(f"`{member}`" in row for member in members)), "")


@pytest.mark.parametrize("word", sorted(MESSAGES))
def test_every_message_is_described(word: str) -> None:
    """A stranger finds each type and each of its members in one row."""
    members = [field.name for field in msgspec.structs.fields(MESSAGES[word])]
    assert _row(word, members)


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_described(name: str) -> None:
    """A stranger finds each shared shape and each of its members in one row."""
    shape: object = getattr(vttbridge_protocol, name)
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct):
        assert _row(name, [field.name for field in msgspec.structs.fields(shape)])


def test_every_close_code_is_described() -> None:
    """The page tells what each code means for a client."""
    words = {"never": ("never", "-"), "now": ("now", "now, but not as executor"), "back_off": ("back off",)}
    for code in CloseCode:
        row = re.search(rf"^\| {code.value} \| .* \| (.*) \|$", PAGE, re.MULTILINE)
        assert row is not None
        assert row[1] in words[code.retry.value]


def test_the_limits_are_those_of_the_code() -> None:
    """The page's numbers are the code's."""
    for name in ("frame_bytes", "array_length", "map_length", "depth", "nodes", "text_bytes"):
        numbers = [f"{getattr(limits, name):,}" for limits in (PRE_AUTH, LIVE, TRANSFER)]
        assert " | ".join(numbers) + " |" in PAGE


def test_the_conversation_is_spoken_as_written() -> None:
    """Each line of the worked example is a message that the codec reads and writes back letter for letter."""
    assert len(TALK) >= 12
    for speaker, text in TALK:
        register = {"C": CLIENT_MESSAGES, "S": SERVER_MESSAGES, "G": MESSAGES}[speaker]
        read = decode(text, Encoding.JSON, LIVE, register)
        assert isinstance(read, Envelope)
        assert encode(read, Encoding.JSON) == text


def test_a_scene_as_the_page_describes_it_can_be_built() -> None:
    """What the page says of scenes, walls, areas and meanings are the members of the code."""
    for word, kind in (("scene", SceneSpec), ("wall", Wall), ("area", Area)):
        row = re.search(rf"^\| {word} \| (.*?) \|", PAGE, re.MULTILINE)
        assert row is not None
        told = {*re.findall(r"`(\w+)`", row[1])} - {"square", "inch", "none", "closed", "open", "locked"}
        needed = {field.name for field in msgspec.structs.fields(kind) if field.required}
        assert needed <= told <= {field.name for field in msgspec.structs.fields(kind)}
