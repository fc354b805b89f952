"""Which handler answers which message of somebody at a table; whatever has none of its own is the table's."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from vttbridge.server.context import ServerContext
from vttbridge.server.handlers.history import HistoryHandler
from vttbridge.server.handlers.scenes import SceneHandler
from vttbridge.server.handlers.seats import SeatHandler
from vttbridge.server.tables.actor import TableActor
from vttbridge.server.transport.peer import Peer
from vttbridge.session.actions import RunCommand, RunRequest, Upload
from vttbridge_protocol import Admit, Documents, Invite, Log, Revoke, SceneSet

S = TypeVar("S", RunCommand, RunRequest)
M = TypeVar("M")
Handler = Callable[[TableActor, S], Awaitable[None]]


class Dispatcher:
    """The handlers of one connection, by the kind of message."""

    def __init__(self, context: ServerContext, peer: Peer) -> None:
        self._peer = peer
        self._scenes = SceneHandler(context.registry, peer)
        self._history = HistoryHandler(peer, context.registry.reading, context.config.replay_seconds)
        seats = SeatHandler(context, peer)
        self._commands: dict[type, Handler[RunCommand]] = {
            SceneSet: _of(SceneSet, self._scenes.set_scene),
            Documents: _of(Documents, self._scenes.documents),
            Admit: _of(Admit, seats.admit),
            Revoke: _of(Revoke, seats.revoke),
        }
        self._requests: dict[type, Handler[RunRequest]] = {
            Invite: _of(Invite, seats.invite),
            Log: _of(Log, self._history.read),
        }

    async def command(self, actor: TableActor, step: RunCommand) -> None:
        """Have a command done."""
        handler = self._commands.get(type(step.body))
        if handler is None:
            actor.submit(self._peer, step.id, step.body, step.digest)
        else:
            await handler(actor, step)

    async def request(self, actor: TableActor, step: RunRequest) -> None:
        """Have a question answered."""
        handler = self._requests.get(type(step.body))
        if handler is None:
            actor.request(self._peer, step.id, step.body)
        else:
            await handler(actor, step)

    def uploaded(self, step: Upload) -> None:
        """Keep what came in till a command names it."""
        self._scenes.uploaded(step)

    def stop(self) -> None:
        """The client is gone: nothing is read for it any more."""
        self._history.stop()


def _of(kind: type[M], handle: Callable[[TableActor, S, M], Awaitable[None]]) -> Handler[S]:
    """Return a handler of steps whose body is of one kind."""

    async def run(actor: TableActor, step: S) -> None:
        if isinstance(step.body, kind):
            await handle(actor, step, step.body)

    return run
