"""Knocking back: who is moved at all, in which order, along which path, and what the end of it costs."""

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.kinds import YesNo
from vttbridge.rules.script import GM, Script, choose
from vttbridge_heroclix.abilities import FRESH, immunity
from vttbridge_heroclix.collision import collide
from vttbridge_heroclix.direction import Heading, heading
from vttbridge_heroclix.order import Queued, farthest
from vttbridge_heroclix.path import KnockBackPath, trace
from vttbridge_heroclix.source import Source

CAUSE = "knock_back"


class Knock(msgspec.Struct, frozen=True):
    """One figure that is to be knocked back, how many squares, and why so many."""

    piece: str
    squares: int
    rules: tuple[str, ...]
    parts: tuple[Part, ...] = ()
    rests_on: tuple[str, ...] = ()


def knock_back(draft: Draft, before: Board, source: Source, knocks: tuple[Knock, ...]) -> Script[None]:
    """Knock figures back one after another, the farthest first (HC-10).

    `before` is the board before any damage: what protects from being moved is looked up there (HCX-04).
    """
    moved: list[Knock] = []
    for knock in knocks:
        moved += yield from _if_moved(draft, before, knock)
    waiting = tuple(Queued(knock.piece, source.distance_to(draft.piece(knock.piece))) for knock in moved)
    while waiting:
        first = yield from farthest(draft, waiting)
        waiting = tuple(one for one in waiting if one.piece != first)
        knock = next(one for one in moved if one.piece == first)
        yield from _fly(draft, source, knock)


def _if_moved(draft: Draft, before: Board, knock: Knock) -> Script[tuple[Knock, ...]]:
    """Leave out whoever is gone, keeps its place or flies no square at all."""
    if draft.board.find(knock.piece) is None:
        draft.because("HCX-15")
        return ()
    if draft.squares(knock.piece, knock.squares) == 0:
        draft.because("HC-04")
        return ()
    keeps = immunity(before.piece(knock.piece), draft.options)
    if keeps is not None:
        draft.because(*knock.rules)
        draft.note(keeps.code, knock.piece, rules=keeps.rules)
        return ()
    return () if (yield from _is_fresh(draft, before, knock.piece)) else (knock,)


def _is_fresh(draft: Draft, before: Board, piece: str) -> Script[bool]:
    """Whoever has not acted yet in the first round may be safe (HCX-17); only the table knows the round."""
    if draft.options.is_on("hc_first_round", "off"):
        return False
    fresh = yield from choose(GM, FRESH, YesNo(), before.piece(piece).is_in(FRESH), piece=piece)
    if fresh:
        draft.note("KEEPS_PLACE_FRESH", piece, rules=("HCX-17",))
    return fresh


def _fly(draft: Draft, source: Source, knock: Knock) -> Script[None]:
    piece = draft.board.find(knock.piece)
    if piece is None:
        return
    way = yield from heading(draft, source, piece)
    if way is None:
        draft.note("IN_TARGET_SQUARE", piece.id, rules=("HCX-13",))
        return
    squares = draft.squares(piece.id, knock.squares)
    path = trace(draft.board, piece, way.step, squares)
    flight = _displace(draft, knock, way, path)
    yield from collide(draft, piece.id, path, (flight,) if flight else knock.rests_on)


def _displace(draft: Draft, knock: Knock, way: Heading, path: KnockBackPath) -> str:
    """Move the figure, and what it holds, along the path; give the line's key."""
    ended = path.stop.rules if path.stop is not None else ()
    rules = tuple(dict.fromkeys((*knock.rules, *way.rules, *path.rules, *ended)))
    held = draft.board.find(draft.piece(knock.piece).text("holds"))
    key = draft.move(
        knock.piece,
        path.places,
        CAUSE,
        asked=float(knock.squares),
        rules=rules,
        parts=knock.parts,
        rests_on=knock.rests_on,
    )
    if held is not None:
        asked = float(knock.squares)
        draft.move(held.id, path.places, "carried_along", asked=asked, rules=("HC-07",), rests_on=(key,))
    return key
