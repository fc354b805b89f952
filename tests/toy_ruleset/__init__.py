"""A small rule book for tests: shove some squares, take something, roll a die, count something."""

from typing import Annotated, Literal

import msgspec

from vttbridge.geometry.grid import sign_step
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.dice import D6, TWO_D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.fields import Distance, Flag, OneOf, PieceRef, pieces
from vttbridge.rules.kinds import CountOf, YesNo
from vttbridge.rules.kinds import OneOf as OneOfChoices
from vttbridge.rules.options import Option
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.ruleset import Need, Outcome, Ruleset, action, query
from vttbridge.rules.script import GM, choose, owner_of, roll
from vttbridge.rules.values import Value


class Shove(msgspec.Struct, frozen=True):
    """Push a piece straight away from another."""

    source: PieceRef
    target: PieceRef
    distance: Distance = 2.0


class Gamble(msgspec.Struct, frozen=True):
    """Roll two dice and perhaps hurt each of some pieces."""

    targets: Annotated[tuple[str, ...], pieces(1, 4)]
    gentle: Flag = False
    mode: Annotated[Literal["one", "two"], OneOf] = "one"


class Touching(msgspec.Struct, frozen=True):
    """Ask whether two pieces stand side by side."""

    piece: PieceRef
    other: PieceRef


def shove(draft: Draft, asked: Shove) -> Outcome:
    """Shove: the owner may use stability, the target stops before the edge (TOY-01, TOY-02)."""
    source, target = draft.piece(asked.source), draft.piece(asked.target)
    way = sign_step(target.place.x - source.place.x, target.place.y - source.place.y)
    if way == (0, 0):
        return refuse("NO_DIRECTION", "TOY-01")
    stable = yield from choose(
        owner_of(asked.target),
        "stability",
        CountOf(0, target.whole("stability")),
        target.whole("stability"),
        piece=asked.target,
    )
    squares = max(0, draft.squares(asked.target, int(asked.distance)) - stable)
    path = [
        Place(target.place.x + way.x * step, target.place.y + way.y * step) for step in range(1, squares + 1)
    ]
    kept = [place for place in path if _is_on(draft.board.scene.spec, place)]
    moved = draft.move(asked.target, kept, "shove", asked=asked.distance, rules=("TOY-01",))
    if len(kept) < len(path) and draft.options.is_on("toy_edge", "hurts"):
        lost = len(path) - len(kept)
        draft.damage(
            asked.target,
            lost,
            "edge",
            number="hp",
            rules=("TOY-02",),
            parts=(Part("squares_lost", lost, "TOY-02"),),
            rests_on=(moved,),
        )
        draft.status(asked.target, "dazed", rules=("TOY-02",))
    return None


def _is_on(spec: SceneSpec, place: Place) -> bool:
    return 0 <= place.x - spec.x0 < spec.width and 0 <= place.y - spec.y0 < spec.height


def gamble(draft: Draft, asked: Gamble) -> Outcome:
    """Gamble: 2d6 once, then a d6 for each target, 5 or more hurts (TOY-03)."""
    first, second = yield from roll(TWO_D6, "fate")
    draft.fact("sum", first + second)
    if first + second < 5 and not asked.gentle:
        draft.note("BAD_LUCK", rules=("TOY-03",), sum=first + second)
        return None
    if not (yield from choose(GM, "proceed", YesNo(), True)):
        return None
    how = yield from choose(GM, "how", OneOfChoices(("soft", "hard")), "soft")
    for target in asked.targets:
        face = yield from roll(D6, "chance", target)
        if face >= 5:
            draft.damage(target, 2 if how == "hard" else 1, "gamble", rules=("TOY-03",))
            draft.gone(target, "lost") if face == 6 else None
    return None


def touching(board: Board, asked: Touching) -> Value | Refusal:
    """Return whether two pieces touch and how far apart they are."""
    if board.find(asked.piece) is None or board.find(asked.other) is None:
        return refuse("NO_SUCH_PIECE", piece=asked.piece)
    one, other = board.piece(asked.piece).place, board.piece(asked.other).place
    gap = max(abs(one.x - other.x), abs(one.y - other.y))
    return {"touching": gap <= 1, "gap": gap, "rules": ("TOY-04",)}


TOY = Ruleset(
    name="toy",
    title="Toy",
    version="1",
    rules=1,
    package="toy_ruleset",
    unit="square",
    actions=(action("shove", Shove, shove), action("gamble", Gamble, gamble)),
    queries=(query("touching", Touching, touching),),
    needs=(Need("stability"), Need("hp", default=10)),
    options=(
        Option("toy_edge", "TOY-02", ("hurts", "soft")),
        Option("toy_reach", "TOY-04", kind="number", number=1.0, low=0.0, high=5.0),
    ),
    tags=(),
    statuses=("dazed",),
)
