"""What deciding a command gives: rows and a reply, or the command for faces that somebody else must draw."""

from typing import NamedTuple

import msgspec

from vttbridge.rules.refusal import Refusal
from vttbridge.rules.script import Answer, Ask
from vttbridge.table.context import GameContext
from vttbridge.table.model.commands import Command, Spot
from vttbridge.table.model.events import NewEvent
from vttbridge.table.model.replies import Reply, refused, reply_to
from vttbridge.table.model.state import SceneState, State


class Live(msgspec.Struct, frozen=True):
    """What is true only now: is there an executor, and which term is its."""

    executor: bool = False
    term: int = 0


class Decision(msgspec.Struct, frozen=True):
    """What a command comes to: its rows, all or none of which are stored, and its one reply."""

    rows: tuple[NewEvent, ...]
    reply: Reply


class NeedsFaces(msgspec.Struct, frozen=True):
    """A roll is needed. Draw with `ask.draw` and decide again with the face under this key."""

    key: str
    ask: Ask


Decided = Decision | NeedsFaces
Faces = tuple[Answer, ...]

NOW = Live()
"""Nobody writes into a VTT."""


class DecisionContext(NamedTuple):
    """A command on the table actor: what it is decided with and over, and the faces drawn for it so far."""

    game: GameContext
    state: State
    command: Command
    live: Live = NOW
    faces: Faces = ()

    @property
    def seat(self) -> str:
        """Who sent it, as rows name them."""
        return self.command.actor

    @property
    def is_gm(self) -> bool:
        """It came from a game master."""
        return self.state.is_gm(self.command.seat)


def no_rows(reply: Reply) -> Decision:
    """Reply and change nothing."""
    return Decision((), reply)


def refusing(refusal: Refusal) -> Decision:
    """Refuse and change nothing."""
    return no_rows(refused(refusal))


def with_rows(state: State, entries: tuple[NewEvent, ...]) -> Decision:
    """Return the decision whose reply follows from its rows."""
    bodies = tuple(entry.body for entry in entries)
    return Decision(entries, reply_to(bodies, state.seq + 1))


def stale(scene: SceneState, seen: tuple[Spot, ...], *, hidden_too: bool = True) -> tuple[Spot, ...]:
    """Return the present revisions of things that the sender saw otherwise, but for what it cannot know."""
    found: list[Spot] = []
    for spot in seen:
        standing = scene.find(spot.thing)
        if standing is not None and standing.piece.hidden and not hidden_too:
            continue
        revision = scene.revision_of(spot.thing)
        if revision is not None and revision != spot.revision:
            found.append(Spot(spot.thing, revision))
    return tuple(found)


def conflict(spots: tuple[Spot, ...]) -> Decision:
    """The sender saw another board; the reply says how it stands."""
    return no_rows(Reply("conflict", "stale", revisions=spots))
