"""Whether a client may go on from where it stood."""

import pytest

from vttbridge.session.resume import Restart, ResumeFrom, ServerPosition, resume_from
from vttbridge_protocol import Resume

KNOWN = ServerPosition(epoch=2, seq=50, oldest=10)
RIGHT = Resume("s", 2, 30, "head 30")


def head_at(seq: int) -> str | None:
    """Return the head of a row that is kept."""
    return f"head {seq}" if 10 <= seq <= 50 else None


@pytest.mark.parametrize(
    ("resume", "outcome"),
    [
        (RIGHT, ResumeFrom(30)),
        (Resume("s", 2, 50, "head 50"), ResumeFrom(50)),
        (Resume("s", 2, 10, "head 10"), ResumeFrom(10)),
        (Resume("s", 1, 30, "head 30"), Restart("epoch")),
        (Resume("s", 3, 30, "head 30"), Restart("epoch")),
        (Resume("s", 2, 51, "head 51"), Restart("hash", ahead=True)),
        (Resume("s", 2, 9, "head 9"), Restart("too_old")),
        (Resume("s", 2, 30, "head 31"), Restart("hash")),
        (Resume("s", 2, 30), Restart("hash")),
    ],
)
def test_there_are_two_ways_and_no_third(resume: Resume, outcome: ResumeFrom | Restart) -> None:
    """It goes on from the same row of the same history, else it starts over with a reason."""
    assert resume_from(resume, KNOWN, head_at) == outcome
