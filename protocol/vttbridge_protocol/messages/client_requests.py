"""What a client asks. A request only reads; its `id` ties the answer to it."""

from typing import Annotated, Literal

import msgspec

from vttbridge_protocol.plain import Tree
from vttbridge_protocol.values.plans import Edit, GivenAnswer
from vttbridge_protocol.values.scalars import Count, Name, Role

__all__ = ["Ask", "Executor", "Invite", "Log", "Look", "Preview", "Seats"]


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """Request: what would happen; nothing is rolled or written.

    With `hold`, what that hold's plan becomes under `edits`. `odds` asks for the exact table of outcomes
    where it is small.
    """

    scene: str = ""
    action: str = ""
    fields: Tree = {}
    answers: tuple[GivenAnswer, ...] = ()
    hold: str | None = None
    edits: tuple[Edit, ...] = ()
    odds: bool = False


class Ask(msgspec.Struct, frozen=True, omit_defaults=True):
    """Request: a pure query of the ruleset, such as who is engaged."""

    scene: str
    query: str
    fields: Tree = {}


class Log(msgspec.Struct, frozen=True, omit_defaults=True):
    """Request: the log's rows from `first` to `last` (none: the end) as a transfer of kind `log`.

    With `options`, also what the whole log would come to under these house rules. `form` `file` asks for the
    log as a file, and `moment` for the outcome of row `first` as a scenario file: transfers of kind `file`.
    """

    first: Count = 0
    last: Count | None = None
    options: Tree = {}
    form: Literal["events", "file", "moment"] = "events"


class Look(msgspec.Struct, frozen=True):
    """Request: the table's present state as this seat may see it."""


class Executor(msgspec.Struct, frozen=True):
    """Request: take the executor's slot (`claim`), give it back, or move it here by a GM's hand (`force`)."""

    claim: bool
    force: bool = False


class Invite(msgspec.Struct, frozen=True, omit_defaults=True):
    """Request: make a code for new devices."""

    role: Role = "player"
    uses: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    label: Name = ""


class Seats(msgspec.Struct, frozen=True):
    """Request: the table's seats."""
