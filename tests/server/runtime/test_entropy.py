"""What cannot be guessed differs each time."""

import re

from vttbridge.server.runtime.entropy import command_id, random_bytes, uniform


def test_bytes_are_as_many_as_wanted_and_never_the_same() -> None:
    """Sixteen bytes are the same by chance never."""
    assert len(random_bytes(16)) == 16
    assert random_bytes(16) != random_bytes(16)


def test_a_number_lies_below_the_bound() -> None:
    """Each of them comes."""
    assert {uniform(3) for _ in range(200)} == {0, 1, 2}


def test_a_command_s_id_is_new() -> None:
    """Thirty-two hex digits."""
    assert re.fullmatch("[0-9a-f]{32}", command_id())
    assert command_id() != command_id()
