"""Random wishes of all kinds, sensible and not, for properties over whole games."""

import random

from table.at_table import LIMITS, Sitting
from vttbridge.geometry.vec import Place
from vttbridge.rules.piece import Piece, numbers
from vttbridge.rules.plan_edits import Drop, Limit
from vttbridge.rules.values import Value
from vttbridge.table import SERVER, Sender
from vttbridge.table.model.commands import (
    Act,
    AnswerQuestion,
    Approve,
    CarryOut,
    ChangePiece,
    ChangeScene,
    CommandBody,
    PieceRequest,
    PutPiece,
    Reject,
    RemovePiece,
    SetTable,
    Undo,
    Waited,
)

SEATS = ("s-gm", "s-gm", "s-gm", "s-1", "s-2", "s-o", SERVER)
IDS = ("ann", "ben", "cat", "dan", "eve", "spy", "new", "nobody")


def random_wish(table: Sitting, dice: random.Random) -> tuple[Sender, CommandBody]:
    """Choose a seat and something that it may or may not be allowed."""
    kinds = (_act, _act, _act, _answer, _approve, _approve, _reject, _undo, _by_hand, _by_hand, _time)
    return dice.choice(kinds)(table, dice)


def _act(_table: Sitting, dice: random.Random) -> tuple[Sender, CommandBody]:
    seat = dice.choice(SEATS)
    movers: dict[Sender, str] = {"s-1": "ann", "s-2": "ben"}
    mover = movers.get(seat, "")
    fields: dict[str, Value] = {"target": dice.choice(IDS), "squares": dice.randrange(5), "mover": mover}
    if dice.random() < 0.15:
        return seat, Act("room", "walk", {"piece": dice.choice(IDS)})
    return seat, Act("room", "push", fields)


def _hold(table: Sitting, dice: random.Random) -> tuple[str, str, str]:
    holds = table.table.state.holds
    if not holds:
        return "h1", "stand:ben", ""
    hold = dice.choice(holds)
    return hold.id, hold.question.key if hold.question else "", hold.hash


def _answer(table: Sitting, dice: random.Random) -> tuple[Sender, CommandBody]:
    hold, key, _ = _hold(table, dice)
    value: Value = ((2, 2),) if key.startswith("path") else dice.choice((True, False, 3))
    return dice.choice(SEATS), AnswerQuestion(hold, key, value)


def _approve(table: Sitting, dice: random.Random) -> tuple[Sender, CommandBody]:
    hold, _, plan = _hold(table, dice)
    edits = dice.choice(((), (), (Limit("dan", 1),), (Drop("move:cat:push"),)))
    return "s-gm", Approve(hold, plan, edits)


def _reject(table: Sitting, dice: random.Random) -> tuple[Sender, CommandBody]:
    return dice.choice(SEATS), Reject(_hold(table, dice)[0])


def _undo(table: Sitting, dice: random.Random) -> tuple[Sender, CommandBody]:
    written = table.table.state.written[-6:]
    seqs = tuple(row.seq for row in written if dice.random() < 0.4)
    return "s-gm", Undo(seqs)


def _time(table: Sitting, dice: random.Random) -> tuple[Sender, CommandBody]:
    hold = _hold(table, dice)[0]
    if dice.random() < 0.3:
        return SERVER, CarryOut(hold)
    return SERVER, Waited(hold, dice.choice((500, 60_000)), dice.choice((700, 600_000)), limits=LIMITS)


def _by_hand(_table: Sitting, dice: random.Random) -> tuple[Sender, CommandBody]:
    piece = dice.choice(IDS)
    place = Place(dice.randrange(9), dice.randrange(8))
    wishes: tuple[CommandBody, ...] = (
        ChangePiece("room", piece, PieceRequest(place=place)),
        ChangePiece("room", piece, PieceRequest(hidden=dice.random() < 0.5, numbers=(("hp", 9),))),
        ChangePiece("room", piece, PieceRequest(tags=("frail",), statuses=("down",))),
        ChangeScene("room", doors=(("door", dice.choice(("open", "closed", "locked"))),)),
        ChangeScene("room", walls_gone=("planks", "secret-wall")),
        ChangeScene("room", walls_mended=("planks",), name=dice.choice(("Hall", "Room"))),
        PutPiece("room", Piece("new", "New", place=place, numbers=numbers(hp=2), hidden=dice.random() < 0.3)),
        RemovePiece("room", dice.choice(("new", "nobody"))),
        SetTable(policy=dice.choice(("players", "all", "none"))),
        SetTable(dice=dice.choice(("server", "server", "people"))),
        SetTable(settings=(("mood", "wild"),)),
    )
    return dice.choice(("s-gm", "s-gm", "s-1")), dice.choice(wishes)
