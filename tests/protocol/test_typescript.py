"""What the Structs become in TypeScript."""

import re
from typing import Literal

import msgspec
import pytest

from vttbridge_protocol import CLIENT_MESSAGES, SERVER_MESSAGES
from vttbridge_protocol.typescript import declarations


class Step(msgspec.Struct, frozen=True):
    """One step. And more of it."""

    to: tuple[float, float]


class Leap(msgspec.Struct, frozen=True, tag_field="kind", tag="leap"):
    """A leap."""

    height: int | None = None


class Fall(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="fall"):
    """A fall."""

    onto: Literal["ground", "water"]
    hurt: bool = False
    after: Step | None = None


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way."""

    steps: tuple[Step, ...]
    ends: tuple[Leap | Fall, ...] = ()
    notes: dict[str, str] = {}


def block(name: str, text: str) -> str:
    """Return the declaration of a name."""
    found = re.search(
        rf"/\*\* [^\n]* \*/\nexport interface {name} {{\n.*?^}}\n", text, re.DOTALL | re.MULTILINE
    )
    assert found is not None, name
    return found[0]


def test_every_kind_of_member_is_spelled() -> None:
    """Lists, pairs, choices, tags, and what may be absent or null."""
    text = declarations([Way])
    assert block("Step", text) == (
        "/** One step. And more of it. */\nexport interface Step {\n  to: [number, number];\n}\n"
    )
    assert block("Leap", text) == (
        '/** A leap. */\nexport interface Leap {\n  kind: "leap";\n  height: number | null;\n}\n'
    )
    assert block("Fall", text) == (
        '/** A fall. */\nexport interface Fall {\n  kind: "fall";\n  onto: "ground" | "water";\n'
        "  hurt?: boolean;\n  after?: Step;\n}\n"
    )
    assert block("Way", text) == (
        "/** A way. */\nexport interface Way {\n  steps: Step[];\n  ends?: (Leap | Fall)[];\n"
        "  notes?: { [name: string]: string };\n}\n"
    )


def test_every_message_is_registered_by_its_word() -> None:
    """Both registers name every word with its shape."""
    text = declarations()
    for name, register in (("ClientMessages", CLIENT_MESSAGES), ("ServerMessages", SERVER_MESSAGES)):
        lines = block(name, text).splitlines()[2:-1]
        assert lines == [f"  {word}: {shape.__name__};" for word, shape in register.items()]
        assert all(f"export interface {shape.__name__} {{" in text for shape in register.values())


def test_a_name_that_stands_for_a_union_is_used() -> None:
    """A role is called so, and not spelled out each time."""
    assert "  role: Role;" in block("Paired", declarations())
    assert "  edits?: Edit[];" in block("WireHold", declarations())


def test_two_shapes_of_one_name_are_refused() -> None:
    """A second Struct of a name that is taken is a fault of the caller."""

    class Way(msgspec.Struct, frozen=True):
        """Another way."""

    with pytest.raises(ValueError, match="two shapes have the name Way"):
        declarations([globals()["Way"], Way])
