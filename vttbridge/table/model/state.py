"""What a table knows, as plain data: the fold of its log's rows."""

from typing import Literal

import msgspec

from vttbridge.geometry.scene import Overlay
from vttbridge.rules.effects import Plan
from vttbridge.rules.options import Setting
from vttbridge.rules.piece import Piece
from vttbridge.rules.plan_edits import Edit
from vttbridge.rules.script import Answer, Question
from vttbridge.rules.values import Value
from vttbridge.table.model.changes import SCENE, Change
from vttbridge.table.model.events import Dice, Home, Policy, VttWrite, Waits
from vttbridge.table.model.permissions import SERVER, Seat, Sender

MAX_WRITTEN = 500
"""So many rows that wrote something can be undone; older ones stand."""

MAX_ENDED = 200
"""So many ended holds are remembered, for whoever answers too late."""

HoldState = Literal["opened", "asking", "planned", "approved"]
End = Literal["committed", "rejected", "expired", "cancelled"]


class PlacedPiece(msgspec.Struct, frozen=True):
    """A piece on a scene; its revision is the number of the last row that touched it."""

    piece: Piece
    revision: int


class SceneState(msgspec.Struct, frozen=True):
    """A scene of the table: which geometry, what changed on it, who stands there (sorted by id)."""

    id: str
    blob: str
    name: str = ""
    home: Home = "table"
    detached: bool = False
    revision: int = 0
    overlay: Overlay = Overlay()
    pieces: tuple[PlacedPiece, ...] = ()

    def find(self, piece_id: str) -> PlacedPiece | None:
        """Return a piece with its revision."""
        return next((standing for standing in self.pieces if standing.piece.id == piece_id), None)

    def revision_of(self, thing: str) -> int | None:
        """Return the present revision of a piece or of the geometry, `None` where there is no such thing."""
        if thing == SCENE:
            return self.revision
        standing = self.find(thing)
        return None if standing is None else standing.revision

    @property
    def is_carried_out_elsewhere(self) -> bool:
        """An executor must write commits into the VTT."""
        return self.home == "vtt" and not self.detached


class Hold(msgspec.Struct, frozen=True):
    """A command that is not settled. `answers` holds what people said and dice showed, by question key."""

    id: str
    seat: str
    command: str
    scene: str
    action: str
    fields: dict[str, Value]
    since_ms: int
    state: HoldState = "opened"
    answers: tuple[Answer, ...] = ()
    rolled: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    question: Question | None = None
    seats: tuple[str, ...] = ()
    plan: Plan | None = None
    hash: str = ""
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    approved_by: str = ""
    asked_ms: int = 0
    watched_ms: int = 0
    question_seen: Question | None = None
    plan_seen: Plan | None = None

    @property
    def waits(self) -> Waits | None:
        """What it waits for."""
        match self.state:
            case "opened":
                return None
            case "asking":
                return "question"
            case "planned":
                return "approval"
            case "approved":
                return "executor"

    def knows(self, answer: Answer) -> "Hold":
        """Return the hold with an answer put over an earlier one of the same key."""
        kept = tuple(given for given in self.answers if given.key != answer.key)
        return msgspec.structs.replace(self, answers=(*kept, answer))


class Ended(msgspec.Struct, frozen=True):
    """How a hold ended, and by whom."""

    hold: str
    end: End
    by: str
    seq: int


class UndoableCommit(msgspec.Struct, frozen=True):
    """A row that wrote something, for undo and for the executor."""

    seq: int
    kind: str
    scene: str
    changes: tuple[Change, ...]
    undone: bool = False
    awaits_executor: bool = False
    writes: tuple[VttWrite, ...] = ()


class State(msgspec.Struct, frozen=True):
    """Everything a table knows after row `seq`."""

    ruleset: str = ""
    settings: tuple[Setting, ...] = ()
    policy: Policy = "players"
    dice: Dice = "server"
    name: str = ""
    scenes: tuple[SceneState, ...] = ()
    seats: tuple[Seat, ...] = ()
    holds: tuple[Hold, ...] = ()
    ended: tuple[Ended, ...] = ()
    written: tuple[UndoableCommit, ...] = ()
    seq: int = 0
    epoch: int = 1
    schema: int = 1

    def scene(self, scene_id: str) -> SceneState | None:
        """Return a scene by id."""
        return next((scene for scene in self.scenes if scene.id == scene_id), None)

    def seat(self, seat_id: str) -> Seat | None:
        """Return a seat by id."""
        return next((seat for seat in self.seats if seat.id == seat_id), None)

    def hold(self, hold_id: str) -> Hold | None:
        """Return an open hold by id."""
        return next((hold for hold in self.holds if hold.id == hold_id), None)

    def row(self, seq: int) -> UndoableCommit | None:
        """Return what is known of a row that wrote something."""
        return next((row for row in reversed(self.written) if row.seq == seq), None)

    def is_gm(self, seat: Sender | None) -> bool:
        """Return whether a seat is a game master's (the server counts as one, nobody's seat never)."""
        if seat is SERVER:
            return True
        found = self.seat(seat) if seat else None
        return found is not None and found.role == "gm"

    def with_scene(self, scene: SceneState) -> "State":
        """Return the state with a scene added or replaced; scenes are sorted by id."""
        kept = tuple(other for other in self.scenes if other.id != scene.id)
        ordered = tuple(sorted((*kept, scene), key=lambda other: other.id))
        return msgspec.structs.replace(self, scenes=ordered)

    def with_hold(self, hold: Hold) -> "State":
        """Return the state with a hold added, or replaced in its place."""
        if self.hold(hold.id) is None:
            return msgspec.structs.replace(self, holds=(*self.holds, hold))
        held = tuple(hold if other.id == hold.id else other for other in self.holds)
        return msgspec.structs.replace(self, holds=held)

    def without_hold(self, hold_id: str, end: End, by: str, seq: int) -> "State":
        """Return the state with a hold ended and remembered."""
        if self.hold(hold_id) is None:
            return self
        held = tuple(hold for hold in self.holds if hold.id != hold_id)
        ended = (*self.ended, Ended(hold_id, end, by, seq))[-MAX_ENDED:]
        return msgspec.structs.replace(self, holds=held, ended=ended)
