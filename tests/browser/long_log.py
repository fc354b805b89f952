"""A long fight as a log file: thousands of events on the demo keep, made without a server."""

from vttbridge.demo import scene_keep
from vttbridge.geometry.vec import Place
from vttbridge.rules.registry import find
from vttbridge.rules.script import Answer
from vttbridge.rules.values import Value
from vttbridge.server.tables.registry import header_of
from vttbridge.storage.codec import chained, encode, encode_header, encode_scene
from vttbridge.storage.log_file import written_log
from vttbridge.table import (
    SERVER,
    Decision,
    GameContext,
    Live,
    LogEvent,
    SceneShelf,
    Sender,
    Table,
    hash_of,
)
from vttbridge.table.log.chain import first_hash
from vttbridge.table.model.commands import (
    Act,
    ChangePiece,
    Command,
    CommandBody,
    PieceRequest,
    PutPiece,
    PutSeat,
    SetScene,
    SetTable,
    Undo,
)

STEPS = 45
"""So many steps lie between one push and the next."""


def long_log(events: int) -> bytes:
    """Push the kobold off the balcony and take it back, between many steps of others; returns the file."""
    ruleset = find("draw-steel")
    spec = scene_keep.STAGE.spec
    blob = hash_of(encode_scene(spec))
    shelf = SceneShelf()
    shelf.put(blob, spec)
    table = Table(GameContext(ruleset, shelf, encode))
    rows: list[LogEvent] = []

    def do(body: CommandBody, sender: Sender = "gm-1") -> None:
        command = Command(f"{len(rows):032x}", sender, body, hash_of(encode(body)))
        decision = table.decide(command, Live())
        assert isinstance(decision, Decision)
        fresh = table.numbered(command, decision, len(rows) * 1000)
        rows.extend(fresh)
        table.apply(fresh)

    do(SetTable(name="long"), SERVER)
    do(PutSeat("gm-1", "gm", "Gwen"), SERVER)
    do(SetScene("keep", blob, spec.name))
    for piece in scene_keep.STAGE.pieces:
        do(PutPiece("keep", piece))
    way = ((3, 1), (4, 1), (5, 1))
    while len(rows) < events:
        for step in range(STEPS):
            at = Place(8.0 + step % 3, 2.0 + step % 2, 0.0)
            do(ChangePiece("keep", "rurik", PieceRequest(place=at)))
        push: dict[str, Value] = {"source": "alna", "targets": ("kobold",), "distance": 3}
        do(Act("keep", "push", push, answers=(Answer("path:kobold", way),)))
        do(Undo((rows[-1].seq,)))
    header = encode_header(header_of("long", ruleset))
    return written_log(header, chained(first_hash(header), rows), lambda _blob: encode_scene(spec))
