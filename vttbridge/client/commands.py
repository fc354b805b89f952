"""What one seat may want of its table: each method is one command or request."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TypeVar

import vttbridge_protocol as wire
from vttbridge.client.transfers import File
from vttbridge_protocol import Message, Plain, Reply, Tree

M = TypeVar("M", bound=Message)


class Commands(ABC):
    """The commands and requests of one seat; replies that say no are values."""

    @property
    @abstractmethod
    def holds(self) -> dict[str, wire.WireHold]:
        """What waits, by the name of its hold."""

    @abstractmethod
    async def request(self, body: Message, id: str | None = None) -> Message:  # noqa: A002 - the wire's word
        """Send a command or request and wait for what answers it; the same id again is the same one."""

    async def command(self, body: Message, id: str | None = None) -> Reply:  # noqa: A002 - the wire's word
        """Send a command and wait for its reply; the same id again is the same command."""
        reply = await self.request(body, id)
        if not isinstance(reply, Reply):
            raise TypeError(f"a command was answered by {type(reply).__name__}")
        return reply

    async def act(
        self,
        scene: str,
        action: str,
        fields: Mapping[str, Plain],
        *,
        revisions: Mapping[str, int] | None = None,
        rolls: Mapping[str, Plain] | None = None,
        answers: Mapping[str, Plain] | None = None,
        id: str | None = None,  # noqa: A002 - the wire's word
    ) -> Reply:
        """Do an action of the rule book."""
        body = wire.Act(
            scene,
            action,
            dict(fields),
            tuple(wire.SpotRevision(thing, seen) for thing, seen in (revisions or {}).items()),
            _given(rolls),
            _given(answers),
        )
        return await self.command(body, id)

    async def preview(
        self,
        scene: str,
        action: str,
        fields: Mapping[str, Plain],
        *,
        answers: Mapping[str, Plain] | None = None,
        odds: bool = False,
    ) -> wire.PreviewResult | Reply:
        """Ask what would happen."""
        body = wire.Preview(scene, action, dict(fields), _given(answers), odds=odds)
        return await self._asking(body, wire.PreviewResult)

    async def preview_hold(self, hold: str, edits: Sequence[wire.Edit]) -> wire.PreviewResult | Reply:
        """Ask what a waiting plan becomes under edits."""
        return await self._asking(wire.Preview(hold=hold, edits=tuple(edits)), wire.PreviewResult)

    async def ask(self, scene: str, query: str, fields: Mapping[str, Plain]) -> wire.AnswerResult | Reply:
        """Ask the rule book something that changes nothing."""
        return await self._asking(wire.Ask(scene, query, dict(fields)), wire.AnswerResult)

    async def _asking(self, body: Message, kind: type[M]) -> M | Reply:
        answer = await self.request(body)
        if isinstance(answer, kind | Reply):
            return answer
        raise TypeError(f"{wire.word_of(body)} was answered by {type(answer).__name__}")

    async def answer(self, hold: str, key: str, value: Plain, id: str | None = None) -> Reply:  # noqa: A002
        """Answer an open question."""
        return await self.command(wire.Answer(hold, key, value), id)

    async def approve(
        self,
        hold: str,
        plan: str = "",
        edits: Sequence[wire.Edit] = (),
        id: str | None = None,  # noqa: A002
    ) -> Reply:
        """Approve a plan: the one that was shown last, where none is named."""
        held = self.holds.get(hold)
        shown = held.plan.hash if held is not None and held.plan is not None else ""
        return await self.command(wire.Approve(hold, plan or shown, tuple(edits)), id)

    async def reject(self, hold: str, reason: str = "", id: str | None = None) -> Reply:  # noqa: A002
        """Reject a hold."""
        return await self.command(wire.Reject(hold, reason), id)

    async def undo(self, *seqs: int, id: str | None = None) -> Reply:  # noqa: A002
        """Take commits back."""
        return await self.command(wire.Undo(seqs), id)

    async def put(self, scene: str, piece: wire.PieceState) -> Reply:
        """Put a piece, or replace it."""
        return await self.command(wire.PiecePut(scene, piece))

    async def change(self, scene: str, piece: str, changes: Mapping[str, Plain]) -> Reply:
        """Change some of a piece."""
        return await self.command(wire.PieceChanged(scene, piece, dict(changes)))

    async def caught_up(self) -> wire.SeatList | Reply:
        """Wait until all that the table had said before now has come in, or hear why it has not."""
        return await self._asking(wire.Seats(), wire.SeatList)

    async def log(self, first: int = 0, last: int | None = None) -> Tree | Reply:
        """Fetch the table's events, as a tree of the state before and the events since, or hear why not."""
        answer = await self._asking(wire.Log(first, last), wire.Snapshot)
        return answer if isinstance(answer, Reply) else answer.data or {}

    async def log_file(self) -> bytes | Reply:
        """Fetch the whole log as a `.vttlog` file, or hear why not: one thing of the past comes at a time."""
        return await self._file(wire.Log(form="file"))

    async def moment(self, seq: int) -> bytes | Reply:
        """Fetch the outcome of a row as a scenario file, or hear why not."""
        return await self._file(wire.Log(seq, form="moment"))

    async def _file(self, wanted: wire.Log) -> bytes | Reply:
        answer = await self._asking(wanted, File)
        return answer.data if isinstance(answer, File) else answer


def _given(named: Mapping[str, Plain] | None) -> tuple[wire.GivenAnswer, ...]:
    return tuple(wire.GivenAnswer(key, value) for key, value in (named or {}).items())
