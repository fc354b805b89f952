"""What may be asked of a table, already translated from the wire; every value is frozen."""

from typing import Literal

import msgspec

from vttbridge.geometry.footprint import Footprint
from vttbridge.geometry.scene import DoorState
from vttbridge.geometry.vec import Place
from vttbridge.rules.options import Setting
from vttbridge.rules.piece import Number, Piece
from vttbridge.rules.plan_edits import Edit
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value
from vttbridge.table.model.events import Dice, Found, Home, Policy, VttWrite
from vttbridge.table.model.permissions import Permission, Role, Sender, actor_of


class Spot(msgspec.Struct, frozen=True):
    """Which revision of a thing the sender saw: a piece's id, or `scene` for its geometry."""

    thing: str
    revision: int


class Act(msgspec.Struct, frozen=True, tag="act"):
    """Do an action of the rule book. `answers` are given before they are asked, `rolls` fell elsewhere."""

    scene: str
    action: str
    fields: dict[str, Value] = {}
    revisions: tuple[Spot, ...] = ()
    answers: tuple[Answer, ...] = ()
    rolls: tuple[Answer, ...] = ()


class AnswerQuestion(msgspec.Struct, frozen=True, tag="answer"):
    """Answer the open question of a hold."""

    hold: str
    key: str
    value: Value


class Approve(msgspec.Struct, frozen=True, tag="approve"):
    """Say yes to the plan with this hash, perhaps edited."""

    hold: str
    plan: str
    edits: tuple[Edit, ...] = ()


class Reject(msgspec.Struct, frozen=True, tag="reject"):
    """Say no to a hold; from the seat that asked for it, take it back."""

    hold: str
    reason: str = ""


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Take back the rows with these numbers, newest first."""

    seqs: tuple[int, ...]


class SetScene(msgspec.Struct, frozen=True, tag="scene_set"):
    """Put a scene, or replace its geometry, by a blob that the library knows.

    Those of `pieces` that do not stand there yet are put as well.
    """

    scene: str
    blob: str
    name: str = ""
    home: Home = "table"
    pieces: tuple[Piece, ...] = ()


class FollowVtt(msgspec.Struct, frozen=True, tag="followed"):
    """Take a scene as the VTT now has it.

    Args:
        scene: The scene.
        blob: The geometry, by its blob; empty where it is the same as before.
        name: The scene's name, where there is a `blob`.
        doors: Doors that turned.
        pieces: Tokens as they now are; what a token does not say stays as it is.
        gone: Tokens that are no more.
        whole: These are all tokens there are.
    """

    scene: str
    blob: str = ""
    name: str = ""
    doors: tuple[tuple[str, DoorState], ...] = ()
    pieces: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    whole: bool = False


class ChangeScene(msgspec.Struct, frozen=True, tag="scene_changed"):
    """Turn doors, take walls away or mend them, rename the scene, detach it from the VTT or join it again."""

    scene: str
    doors: tuple[tuple[str, DoorState], ...] = ()
    walls_gone: tuple[str, ...] = ()
    walls_mended: tuple[str, ...] = ()
    name: str | None = None
    detached: bool | None = None
    revisions: tuple[Spot, ...] = ()


class RemoveScene(msgspec.Struct, frozen=True, tag="scene_gone"):
    """Take a scene away."""

    scene: str


class PutPiece(msgspec.Struct, frozen=True, tag="piece_put"):
    """Put a piece into a scene, or replace one of the same id."""

    scene: str
    piece: Piece


class PieceRequest(msgspec.Struct, frozen=True):
    """What of a piece shall be otherwise; `None` stays as it is. A number without a value goes away."""

    name: str | None = None
    kind: Literal["creature", "object", "marker"] | None = None
    footprint: Footprint | None = None
    place: Place | None = None
    owner: str | None = None
    side: str | None = None
    body: str | None = None
    pool: str | None = None
    numbers: tuple[tuple[str, Number | None], ...] = ()
    tags: tuple[str, ...] | None = None
    statuses: tuple[str, ...] | None = None
    hidden: bool | None = None


class ChangePiece(msgspec.Struct, frozen=True, tag="piece_changed"):
    """Change some of a piece."""

    scene: str
    piece: str
    wanted: PieceRequest
    revisions: tuple[Spot, ...] = ()


class RemovePiece(msgspec.Struct, frozen=True, tag="piece_gone"):
    """Take a piece out of a scene."""

    scene: str
    piece: str


class SetTable(msgspec.Struct, frozen=True, tag="table_set"):
    """Set house rules, policy, dice or name; what is `None` stays, settings that are not named stay."""

    settings: tuple[Setting, ...] = ()
    policy: Policy | None = None
    dice: Dice | None = None
    name: str | None = None


class ReportApplied(msgspec.Struct, frozen=True, tag="applied"):
    """The executor wrote the row `of` into the VTT."""

    of: int
    term: int
    writes: tuple[VttWrite, ...] = ()


class ReportDiverged(msgspec.Struct, frozen=True, tag="diverged"):
    """The executor found the VTT changed by a person and left those places alone."""

    of: int
    term: int
    places: tuple[Found, ...] = ()
    writes: tuple[VttWrite, ...] = ()


class PutSeat(msgspec.Struct, frozen=True, tag="seat_taken"):
    """Give somebody a seat, or change one."""

    seat: str
    role: Role
    label: str = ""
    user: str = ""


class EndSeat(msgspec.Struct, frozen=True, tag="seat_left"):
    """End a seat."""

    seat: str


class Limits(msgspec.Struct, frozen=True):
    """How long things may wait.

    Args:
        question_ms: An asked seat may think so long while it is connected; then the default is taken.
        approval_ms: A plan waits so long while a game master is connected.
        all_ms: A plan waits so long in all.
    """

    question_ms: int
    approval_ms: int
    all_ms: int


class Waited(msgspec.Struct, frozen=True, tag="waited"):
    """Time passed for a hold, from the server.

    Args:
        hold: The hold.
        asked_ms: How long an asked seat has been connected since the question was asked, in all.
        watched_ms: How long a game master has been connected while the plan waited, in all.
        all_ms: How long the plan has waited by the clock.
        limits: What is in force; without them time is written down and ends nothing.
    """

    hold: str
    asked_ms: int = 0
    watched_ms: int = 0
    all_ms: int = 0
    limits: Limits | None = None


class CarryOut(msgspec.Struct, frozen=True, tag="carry_out"):
    """There is an executor now: carry out what was approved, if it is still the same plan."""

    hold: str


class Remark(msgspec.Struct, frozen=True, tag="note"):
    """Note something about the log itself."""

    code: str
    facts: tuple[tuple[str, Value], ...] = ()
    schema: int | None = None


BoardCommandBody = SetScene | FollowVtt | ChangeScene | RemoveScene | PutPiece | ChangePiece | RemovePiece
ManualCommandBody = BoardCommandBody | SetTable | PutSeat | EndSeat | ReportApplied | ReportDiverged | Remark
CommandBody = Act | AnswerQuestion | Approve | Reject | Undo | Waited | CarryOut | ManualCommandBody


class Command(msgspec.Struct, frozen=True):
    """A command with who has it. `id` is made by the client, `digest` tells one command from another."""

    id: str
    seat: Sender
    body: CommandBody
    digest: str = ""

    @property
    def actor(self) -> str:
        """Who sent it, as rows name them."""
        return actor_of(self.seat)


_PERMISSIONS: dict[type[CommandBody], Permission] = {
    Act: "act",
    AnswerQuestion: "answer",
    Approve: "approve",
    Reject: "withdraw",  # a game master's right to reject lies behind it, by the hold
    Undo: "undo",
    SetScene: "change_board",
    FollowVtt: "change_board",
    ChangeScene: "change_board",
    RemoveScene: "change_board",
    PutPiece: "change_board",
    ChangePiece: "change_board",
    RemovePiece: "change_board",
    SetTable: "change_table",
    ReportApplied: "report_vtt",
    ReportDiverged: "report_vtt",
    PutSeat: "seat",
    EndSeat: "seat",
    Waited: "keep_time",
    CarryOut: "keep_time",
    Remark: "keep_time",
}


def permission_for(body: CommandBody) -> Permission:
    """Return what right a command needs."""
    return _PERMISSIONS[type(body)]
