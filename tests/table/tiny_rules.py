"""A rule book of a page for the table's tests: push, stumble, question, hidden wall, voluntary walk.

`push` moves the target so many squares east, stopped by walls. A target with the tag `steady` may stand firm
(a question to its owner); one with `frail` takes a die of damage. Nobody who is `rooted` may be pushed.
"""

from typing import Annotated

import msgspec

from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.steps import look
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.dice import D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import PieceRef, count
from vttbridge.rules.kinds import PathOf, YesNo
from vttbridge.rules.options import Option
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import Outcome, QuerySpec, Ruleset, action, query
from vttbridge.rules.script import MOVER, choose, owner_of, roll


class Push(msgspec.Struct, frozen=True):
    """Push somebody east."""

    target: PieceRef
    mover: PieceRef = ""
    squares: Annotated[int, count(0, 20)] = 2


class Walk(msgspec.Struct, frozen=True):
    """Walk somewhere, declared first."""

    piece: PieceRef


class Where(msgspec.Struct, frozen=True):
    """Ask where a piece is."""

    piece: PieceRef


def _push(draft: Draft, body: Push) -> Outcome:
    target = draft.piece(body.target)
    if target.has("rooted"):
        return refuse("ROOTED", "TR-1", piece=target.id)
    if target.has("steady"):
        stands = yield from choose(owner_of(target.id), "stand", YesNo(), default=False, piece=target.id)
        if stands:
            draft.note("STOOD", target.id, rules=("TR-2",))
            return None
    here, path = target.place, list[Place]()
    shorter = 1 if draft.options.is_on("mood", "wild") else 0
    for _ in range(draft.squares(target.id, max(0, body.squares - shorter))):
        there = Place(here.x + 1, here.y, here.z)
        step = look(
            draft.board.scene, target.footprint, here, there, draft.board.bodies(without=(target.id,))
        )
        if step.blocks or step.bodies:
            for block in step.blocks:
                if block.material == "wood" and block.cut is not None:
                    draft.broken(block.cut, block.material, "push", piece=target.id)
            break
        path.append(there)
        here = there
    moved = draft.move(target.id, path, "push", asked=body.squares, rules=("TR-3",))
    draft.fact("squares", len(path))
    if target.has("frail"):
        face = yield from roll(D6, "hurt", target.id)
        draft.damage(target.id, face, "fall", number="hp", floor=0, rests_on=(moved,) if moved else ())
        if draft.piece(target.id).number("hp", 1) <= 0:
            draft.status(target.id, "down")
    return None


def _walk(draft: Draft, body: Walk) -> Outcome:
    piece = draft.piece(body.piece)
    path = yield from choose(MOVER, "path", PathOf(), (), piece=piece.id, check=_short)
    draft.move(piece.id, path, "walk", forced=False)
    return None


def _short(path: tuple[Place, ...]) -> Refusal | None:
    return refuse("TOO_FAR", steps=len(path)) if len(path) > 3 else None


def _where(board: Board, body: Where) -> tuple[float, ...]:
    return tuple(board.piece(body.piece).place)


def _plays(spec: SceneSpec) -> Refusal | None:
    return refuse("TOO_SMALL") if spec.width < 2 else None


WHERE: QuerySpec = query("where", Where, _where)

TINY = Ruleset(
    name="tiny",
    title="Tiny",
    version="1",
    rules=1,
    package="table",
    unit="square",
    actions=(action("push", Push, _push), action("walk", Walk, _walk, voluntary=True)),
    queries=(WHERE,),
    options=(Option("mood", "TR-9", ("calm", "wild")),),
    plays=_plays,
)
