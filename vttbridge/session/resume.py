"""Whether a client that was cut off can go on from where it stood, or must forget what it knew."""

import hmac
from collections.abc import Callable
from typing import Literal

import msgspec

from vttbridge_protocol import Resume

Reason = Literal["too_old", "epoch", "hash", "slow"]


class ResumeFrom(msgspec.Struct, frozen=True):
    """The events after `seq` are all that is missing."""

    seq: int


class Restart(msgspec.Struct, frozen=True):
    """The client must forget what it knew; `ahead`: it knows of rows that this server never wrote."""

    reason: Reason
    ahead: bool = False


class ServerPosition(msgspec.Struct, frozen=True):
    """What the server knows: the log's end, and the oldest row after which it still has every event."""

    epoch: int
    seq: int
    oldest: int


def resume_from(
    resume: Resume, known: ServerPosition, head_at: Callable[[int], str | None]
) -> ResumeFrom | Restart:
    """Decide how a client comes back.

    Args:
        resume: Where the client says that it stood.
        known: What the server has.
        head_at: Gives what this seat was told of a row's hash, or `None` where the row is not kept.
    """
    if resume.epoch != known.epoch:
        return Restart("epoch")
    if resume.seq > known.seq:
        return Restart("hash", ahead=True)
    if resume.seq < known.oldest:
        return Restart("too_old")
    head = head_at(resume.seq)
    if head is None or not hmac.compare_digest(head.encode(), resume.head.encode()):
        return Restart("hash")
    return ResumeFrom(resume.seq)
