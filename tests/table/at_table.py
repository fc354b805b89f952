"""A small table for tests: a game master, two players, an observer; a room with a door and hidden things."""

from collections.abc import Callable, Iterator

from table.tiny_rules import TINY
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.piece import Piece, numbers
from vttbridge.storage.codec import encode, encode_scene
from vttbridge.table import (
    SERVER,
    Decision,
    GameContext,
    Live,
    LogEvent,
    Reply,
    SceneShelf,
    SceneState,
    Sender,
    Table,
    Transition,
    hash_of,
)
from vttbridge.table.model.commands import (
    Act,
    Command,
    CommandBody,
    Limits,
    PutPiece,
    PutSeat,
    SetScene,
    SetTable,
)

LIMITS = Limits(question_ms=60_000, approval_ms=10 * 60_000, all_ms=24 * 60 * 60_000)

ROOM = SceneSpec(
    id="room",
    name="Room",
    width=12,
    height=8,
    walls=(
        Wall("stone", Vec(10, 0), Vec(10, 8), material="stone"),
        Wall("planks", Vec(8, 3), Vec(8, 4), material="wood"),
        Wall("door", Vec(6, 5), Vec(6, 6), door="closed", kind="door"),
        Wall("secret-wall", Vec(5, 6), Vec(5, 7), hidden=True),
    ),
)

PIECES = (
    Piece("ann", "Ann", place=Place(1, 1), owner="s-1", numbers=numbers(hp=10)),
    Piece("ben", "Ben", place=Place(2, 2), owner="s-2", numbers=numbers(hp=8), tags=("steady",)),
    Piece("cat", "Cat", place=Place(2, 3), numbers=numbers(hp=4), tags=("frail",)),
    Piece("dan", "Dan", place=Place(2, 6), numbers=numbers(hp=4)),
    Piece("eve", "Eve", place=Place(2, 5), tags=("rooted",)),
    Piece("spy", "Canary", place=Place(4, 1), numbers=numbers(hp=3), hidden=True),
)


def counter(start: int = 0) -> Iterator[int]:
    """Count on, for ids."""
    while True:
        yield start
        start += 1


def middling(sides: int) -> int:
    """Draw always the same: the middle."""
    return sides // 2


class Sitting:
    """A table with everything that a test needs to talk to it, and its log."""

    def __init__(self, home: str = "table", *, uniform: Callable[[int], int] = middling) -> None:
        self.shelf = SceneShelf()
        self.blob = hash_of(encode_scene(ROOM))
        self.shelf.put(self.blob, ROOM)
        self.book = GameContext(TINY, self.shelf, encode)
        self.table = Table(self.book)
        self.rows: list[LogEvent] = []
        self.steps: list[Transition] = []
        self.ids = counter()
        self.uniform = uniform
        self.live = Live(executor=True, term=1)
        self.do(SERVER, SetTable(name="Test"))
        for seat, role in (("s-gm", "gm"), ("s-1", "player"), ("s-2", "player"), ("s-o", "observer")):
            self.do(SERVER, PutSeat(seat, role))  # type: ignore[arg-type]
        self.do("s-gm", SetScene("room", self.blob, "Room", home))  # type: ignore[arg-type]
        for piece in PIECES:
            self.do("s-gm", PutPiece("room", piece))

    def command(self, seat: Sender, body: CommandBody, command_id: str | None = None) -> Command:
        """Make a command with an id of its own and a digest of what it says."""
        name = f"{next(self.ids):032x}" if command_id is None else command_id
        return Command(name, seat, body, hash_of(encode(body)))

    def do(self, seat: Sender, body: CommandBody, command_id: str | None = None) -> Reply:
        """Send a command through the whole path."""
        return self.send(self.command(seat, body, command_id)).reply

    def send(self, command: Command) -> Decision:
        """Decide, number and take a command."""
        decision = self.table.decide_with(command, self.uniform, self.live)
        self.table.cache_reply(command, decision)
        rows = self.table.numbered(command, decision, time_ms=1_000)
        self.rows += rows
        self.steps += self.table.apply(rows)
        return decision

    def push(self, seat: str, target: str, squares: int = 2, **more: object) -> Reply:
        """Push somebody."""
        fields = {"target": target, "squares": squares, **more}
        return self.do(seat, Act("room", "push", fields))  # type: ignore[arg-type]

    def place(self, piece: str) -> Place:
        """Return where a piece stands."""
        standing = self.scene.find(piece)
        assert standing is not None
        return standing.piece.place

    @property
    def scene(self) -> SceneState:
        """Return the scene's state."""
        scene = self.table.state.scene("room")
        assert scene is not None
        return scene
