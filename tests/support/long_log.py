"""A long log of a real rule book: pushes, changes by hand, doors, undo, by a seeded stream."""

import random

from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.terrain import Wall
from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.registry import find
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.tables.registry import header_of
from vttbridge.storage.codec import encode, encode_header, encode_scene
from vttbridge.storage.journal import TableJournal
from vttbridge.storage.scene_cache import SceneCache
from vttbridge.table import SERVER, GameContext, Live, Sender, Store, hash_of
from vttbridge.table.model.commands import (
    Act,
    ChangePiece,
    ChangeScene,
    Command,
    CommandBody,
    PieceRequest,
    PutPiece,
    PutSeat,
    SetScene,
    SetTable,
    Undo,
)
from vttbridge.testing.memory_store import MemoryStore

YARD = SceneSpec(
    id="yard",
    name="Yard",
    width=24,
    height=24,
    walls=(
        Wall("long", Vec(12, 2), Vec(12, 22), material="stone"),
        Wall("gate", Vec(6, 4), Vec(6, 8), door="closed", kind="door"),
    ),
)
PIECES = 12


class LongLog:
    """A table called `long` in a store of its own, played until it has so many rows."""

    def __init__(self, rows: int, seed: int = 1, ruleset: str = "heroclix") -> None:
        self.store: Store = MemoryStore()
        self._dice = random.Random(seed)
        self._count = 0
        self.store.create("long", encode_header(header_of("long", find(ruleset))))
        data = encode_scene(YARD)
        self.store.put_blob(hash_of(data), data)
        self.ledger = TableJournal(
            "long", self.store, GameContext(find(ruleset), SceneCache(self.store), encode), now_ms
        )
        self._set_up(hash_of(data))
        while self.ledger.seq < rows:
            self.do("s-gm", self._wish())

    def _set_up(self, blob: str) -> None:
        self.do(SERVER, SetTable(name="Long"))
        self.do(SERVER, PutSeat("s-gm", "gm"))
        self.do("s-gm", SetScene("yard", blob, "Yard"))
        for number in range(PIECES):
            place = Place(2 * (number % 4), 2 * (number // 4))
            piece = Piece(f"p{number}", f"P{number}", place=place, numbers=numbers(attack=9, defense=10))
            self.do("s-gm", PutPiece("yard", piece))

    def do(self, sender: Sender, body: CommandBody) -> None:
        """Send a command."""
        self._count += 1
        command = Command(f"{self._count:032x}", sender, body, hash_of(encode(body)))
        decision = self.ledger.decide(command, self._dice.randrange, Live())
        if decision.rows:
            self.ledger.write(command, decision)

    def _wish(self) -> CommandBody:
        dice = self._dice
        one, other = (f"p{number}" for number in dice.sample(range(PIECES), 2))
        match dice.randrange(8):
            case 0 | 1 | 2:
                squares = dice.randrange(1, 5)
                return Act("yard", "knock_back", {"targets": (one,), "squares": squares, "source": other})
            case 3:
                return ChangeScene("yard", doors=(("gate", dice.choice(("open", "closed", "locked"))),))
            case 4:
                return Undo((self.ledger.seq,))
            case _:
                place = Place(dice.randrange(24), dice.randrange(24))
                return ChangePiece("yard", one, PieceRequest(place=place, hidden=dice.random() < 0.1))
