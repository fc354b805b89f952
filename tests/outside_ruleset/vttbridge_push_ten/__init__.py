"""Push ten feet: a weapon or a spell shoves a creature two squares, unless it holds its ground on a d20.

Rules: PT-01 who may be pushed, PT-02 the saving throw, PT-03 the way, PT-04 what stops it, PT-05 prone.
"""

from typing import Annotated, Literal

import msgspec

from vttbridge.geometry.grid import step_towards
from vttbridge.geometry.steps import look
from vttbridge.geometry.vec import Place
from vttbridge.rules.dice import plain
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import OneOf, PieceRef, count
from vttbridge.rules.kinds import OneOf as OneOfWords
from vttbridge.rules.options import Option
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import refuse
from vttbridge.rules.ruleset import Need, Outcome, Ruleset, action
from vttbridge.rules.script import Script, choose, owner_of, roll

D20 = plain("d20", 20)
SQUARES = 2
SIZES = ("tiny", "small", "medium", "large", "huge")


class PushTen(msgspec.Struct, frozen=True):
    """Push a creature ten feet straight away."""

    source: PieceRef
    target: PieceRef
    difficulty: Annotated[int, count(1, 30)] = 13
    throw: Annotated[Literal["asked", "none"], OneOf] = "asked"


def size_of(piece: Piece) -> int:
    """Return a creature's size as a step on the ladder."""
    return SIZES.index(piece.text("size", "medium"))


def holds_its_ground(draft: Draft, given: PushTen) -> Script[bool]:
    """PT-02: a d20 and the better of two abilities, the owner's choice, against the difficulty."""
    target = draft.piece(given.target)
    ability = yield from choose(
        owner_of(given.target),
        "ability",
        OneOfWords(("strength", "dexterity")),
        "strength",
        piece=given.target,
    )
    face = yield from roll(D20, "saving_throw", given.target)
    total = face + target.whole(ability)
    draft.because("PT-02")
    draft.fact("saving_throw", total)
    return total >= given.difficulty


def way_out(draft: Draft, given: PushTen) -> tuple[Place, ...]:
    """PT-03 and PT-04: straight away, square by square, up to the first obstacle or body."""
    board, target = draft.board, draft.piece(given.target)
    step = step_towards(draft.piece(given.source).place.cell, target.place.cell)
    bodies = board.bodies(without=(target.id,))
    path: list[Place] = []
    at = target.place
    for _ in range(draft.squares(target.id, SQUARES)):
        to = Place(at.x + step.x, at.y + step.y, at.z)
        seen = look(board.scene, target.footprint, at, to, bodies)
        if seen.blocks or seen.bodies or any(corner.blocks for corner in seen.corners):
            draft.because("PT-04")
            break
        path.append(to)
        at = to
    return tuple(path)


def push_ten(draft: Draft, given: PushTen) -> Outcome:
    """Push: refused for the too large, resisted with a throw, stopped by what stands in the way."""
    source, target = draft.piece(given.source), draft.piece(given.target)
    if source.place.cell == target.place.cell:
        return refuse("SAME_SQUARE", "PT-03", piece=target.id)
    if size_of(target) > size_of(source) + 1:
        return refuse("TOO_LARGE", "PT-01", piece=target.id, size=target.text("size", "medium"))
    if given.throw == "asked" and (yield from holds_its_ground(draft, given)):
        draft.note("HELD_ITS_GROUND", target.id, rules=("PT-02",))
        return None
    path = way_out(draft, given)
    moved = draft.move(target.id, path, "push_ten", asked=float(SQUARES), rules=("PT-01", "PT-03"))
    lost = draft.squares(target.id, SQUARES) - len(path)
    if lost and draft.options.is_on("pt_stopped", "hurts"):
        parts = (Part("squares_lost", 3 * lost, "PT-04"),)
        draft.damage(target.id, 3 * lost, "stopped", number="hp", floor=0, parts=parts, rests_on=(moved,))
    if path and draft.options.is_on("pt_prone", "falls"):
        draft.status(target.id, "prone", cause="push_ten", rules=("PT-05",), rests_on=(moved,))
    return None


RULESET = Ruleset(
    name="push-ten",
    title="Push ten feet",
    version="1.0",
    rules=1,
    package="vttbridge_push_ten",
    unit="square",
    actions=(action("push_ten", PushTen, push_ten),),
    needs=(
        Need("hp", default=10),
        Need("strength"),
        Need("dexterity"),
        Need("size", "word", default="medium", words=SIZES),
    ),
    options=(
        Option("pt_stopped", "PT-04", ("harmless", "hurts")),
        Option("pt_prone", "PT-05", ("stands", "falls")),
    ),
    statuses=("prone",),
)
"""The rule book, as the entry point names it."""
