"""Who waits for what: replies by the id of a command, and ends of commands that were pending."""

import asyncio
from typing import TypeVar

from vttbridge.client.settings import Closed
from vttbridge_protocol import Envelope, Message, Resolved

M = TypeVar("M", bound=Message)


class PendingReplies:
    """What one client waits for; each wait ends with its message, or with why there will be none."""

    def __init__(self) -> None:
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._open: dict[str, Envelope] = {}
        self._ends: dict[str, asyncio.Future[Resolved]] = {}

    @property
    def unanswered(self) -> tuple[Envelope, ...]:
        """What got no answer, oldest first: it goes out again, under its old id, when the link is back."""
        return tuple(self._open.values())

    def answer_to(self, request: Envelope) -> asyncio.Future[Message]:
        """Begin to wait for what answers a command or request."""
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        name = request.id or ""
        self._answers[name] = answer
        self._open[name] = request
        return answer

    def end_of(self, command: str) -> asyncio.Future[Resolved]:
        """Wait for a pending command's end, whether or not it has come already."""
        return self._ends.setdefault(command, asyncio.get_running_loop().create_future())

    def answered(self, name: str, body: Message) -> None:
        """Hand an answer to who waits for it."""
        self._open.pop(name, None)
        future = self._answers.pop(name, None)
        if future is not None and not future.done():
            future.set_result(body)

    def resolved(self, command: str, end: Resolved) -> None:
        """Hand a command's end to who waits for it, or will."""
        future = self.end_of(command)
        if not future.done():
            future.set_result(end)

    def over(self, why: Closed) -> None:
        """Nobody waits any longer."""
        for answer in self._answers.values():
            _failed(answer, why)
        for end in self._ends.values():
            _failed(end, why)


def _failed(future: asyncio.Future[M], why: Closed) -> None:
    """End a wait; nobody needs to be waiting."""
    if not future.done():
        future.set_exception(why)
        future.exception()
