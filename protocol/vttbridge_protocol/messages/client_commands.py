"""What a client wants to happen. A command changes the table; its envelope `id` makes a retry harmless."""

from typing import Annotated, Literal

import msgspec

from vttbridge_protocol.plain import Plain, Tree
from vttbridge_protocol.values.plans import Edit, GivenAnswer, SpotRevision
from vttbridge_protocol.values.scalars import Count, Name, Policy, Role, Text
from vttbridge_protocol.values.scenes import DoorState, PieceState
from vttbridge_protocol.values.vtt import DocumentSet, Expectation, Write

__all__ = [
    "Act",
    "Admit",
    "Answer",
    "Applied",
    "Approve",
    "Diverged",
    "Documents",
    "PieceChanged",
    "PieceGone",
    "PiecePut",
    "Reject",
    "Revoke",
    "SceneChanged",
    "SceneGone",
    "SceneSet",
    "TableSet",
    "Undo",
]


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: do an action of the ruleset in a scene.

    `fields` is read by the action's JSON Schema. `revisions` name what the sender saw of the pieces and of
    the scene; an older one is a conflict. `rolls` are faces rolled elsewhere. `answers` are given before they
    are asked.
    """

    scene: str
    action: str
    fields: Tree = {}
    revisions: tuple[SpotRevision, ...] = ()
    rolls: tuple[GivenAnswer, ...] = ()
    answers: tuple[GivenAnswer, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """Command: answer a hold's open question."""

    hold: str
    key: str
    value: Plain


class Approve(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: say yes to the plan whose hash the GM saw, perhaps edited."""

    hold: str
    plan: str
    edits: tuple[Edit, ...] = ()


class Reject(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: say no to a hold."""

    hold: str
    reason: Text = ""


class Undo(msgspec.Struct, frozen=True):
    """Command: take back the commits with these sequence numbers, newest first."""

    seqs: Annotated[tuple[Count, ...], msgspec.Meta(min_length=1)]


class SceneSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: put or replace a scene whose geometry came by the transfer with hash `blob`.

    `pieces` puts those tokens of the file that do not stand there yet. A `foundry` scene with home `vtt` is
    followed from then on, with all its tokens: `version` is the VTT's generation (none: what the scene says),
    `action` the word for a pushed token's way, `numbers` what is known of tokens, by id and name.
    """

    scene: str
    blob: str
    format: Literal["scene", "ascii", "uvtt", "foundry", "heroclix", "watabou", "fantasy_grounds"] = "scene"
    name: Name = ""
    home: Literal["table", "vtt"] = "table"
    pieces: bool = False
    version: Count = 0
    action: Name = ""
    numbers: Tree = {}


class Documents(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: the executor tells what changed in a scene that is followed, in order.

    `settings` are changed members of the scene itself, `numbers` what is known of tokens, by id and name.
    """

    scene: str
    changes: tuple[DocumentSet, ...] = ()
    settings: Tree = {}
    numbers: Tree = {}


class SceneChanged(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: doors stand otherwise, walls are gone or mended, or the scene is (de)tached from the VTT."""

    scene: str
    doors: tuple[DoorState, ...] = ()
    walls_gone: tuple[str, ...] = ()
    walls_mended: tuple[str, ...] = ()
    name: Name | None = None
    detached: bool | None = None


class SceneGone(msgspec.Struct, frozen=True):
    """Command: take a scene off the table."""

    scene: str


class PiecePut(msgspec.Struct, frozen=True):
    """Command: put a piece into a scene, or replace it whole."""

    scene: str
    piece: PieceState


class PieceChanged(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: some members of a piece are now otherwise; `changes` holds only those, by their names."""

    scene: str
    piece: str
    changes: Tree
    revisions: tuple[SpotRevision, ...] = ()


class PieceGone(msgspec.Struct, frozen=True):
    """Command: take a piece out of a scene."""

    scene: str
    piece: str


class TableSet(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: set options of the ruleset, the approval policy, who rolls, its name; what is absent stays."""

    options: Tree = {}
    policy: Policy | None = None
    dice: Literal["server", "people"] | None = None
    name: Name | None = None


class Applied(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: the executor wrote the event `seq` into the VTT."""

    seq: Count
    term: Count
    writes: tuple[Write, ...] = ()


class Diverged(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: the executor found the VTT changed by a person and left those places alone."""

    seq: Count
    term: Count
    places: tuple[Expectation, ...] = ()
    writes: tuple[Write, ...] = ()


class Admit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Command: let a knocking client in as the owner of `pieces`, or send it away."""

    knock: str
    allow: bool
    role: Role = "player"
    pieces: tuple[str, ...] = ()


class Revoke(msgspec.Struct, frozen=True):
    """Command: end a seat; its connections close."""

    seat: str
