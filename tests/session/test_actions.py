"""What a session wants is a value: equal by what it says, and for good."""

import pytest

from vttbridge.session.actions import Action, Authenticate, Close, RunCommand, RunRequest, Send, Upload
from vttbridge_protocol import Auth, CloseCode, Look, Reject

ACTIONS: tuple[Action, ...] = (
    Send(b"frame"),
    Close(CloseCode.NORMAL),
    Authenticate(Auth("token")),
    RunCommand("1" * 32, Reject("h1"), "digest"),
    RunRequest("1" * 32, Look()),
    Upload("map", "digest", b"payload"),
)


def test_no_action_is_equal_to_another() -> None:
    """Their kinds tell them apart, and what they say."""
    assert len(set(ACTIONS)) == len(ACTIONS)
    assert Send(b"frame") == ACTIONS[0] != Send(b"other")


def test_a_frame_is_part_of_nothing_long_and_an_end_needs_no_reason() -> None:
    """Unless it is said."""
    assert Send(b"frame").part is False
    assert Close(CloseCode.NORMAL).reason == ""


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_stays_as_it_is(action: Action) -> None:
    """Whoever was handed one may keep it."""
    with pytest.raises(AttributeError):
        setattr(action, action.__struct_fields__[0], None)
