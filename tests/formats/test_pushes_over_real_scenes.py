"""Pushes over every kind of real file in every game that plays there, held to the invariants."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice, pairwise

import msgspec
import pytest

from end_to_end.map_games import GAMES, SIDES, WAYS, Game
from formats.sources import Source, sources
from properties.oracle import segment_distance
from support.scale import SCALE, scaled
from vttbridge.cli.map_files import open_maps
from vttbridge.geometry.fall import ground
from vttbridge.geometry.footprint import Body, Cells, Disc, centre
from vttbridge.geometry.ray import ray
from vttbridge.geometry.room import fits
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.steps import look
from vttbridge.geometry.vec import Place
from vttbridge.rules.board import Board
from vttbridge.rules.effects import Effect, Move, Plan
from vttbridge.rules.piece import Piece
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Command, Inputs, Waiting, resolve
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.script import Answer, Question
from vttbridge.rules.values import Value
from vttbridge_draw_steel import RULESET as DRAW_STEEL
from vttbridge_heroclix import RULESET as HEROCLIX
from vttbridge_necromunda import COMMUNITY, TRAITS

PUSHES = 200
MAX_TRIES = 400
LONG_RUN = 10
MAX_ASKED = 30

BOOKS: Mapping[str, Ruleset] = {book.name: book for book in (HEROCLIX, DRAW_STEEL, TRAITS, COMMUNITY)}
LEAST_ACTED = 5
"""Where a scene has no room for so few pushes, the boards are drawn wrongly."""


class Pushed(msgspec.Struct, frozen=True):
    """One push: the board before, what was answered, and what came of it."""

    board: Board
    answers: tuple[Answer, ...]
    came: Plan | Refusal


@cache
def scenes_of(source: Source) -> tuple[Scene, ...]:
    """Read and build the scenes of a file once."""
    return tuple(Scene.build(reading.spec) for reading in open_maps(source.path).readings)


def boards(scene: Scene, game: Game, seed: str) -> Iterator[Board]:
    """Stand a mover and its target side by side on free ground, the same for the same seed."""
    dice, spec = random.Random(seed), scene.spec
    left, top = math.ceil(spec.x0), math.ceil(spec.y0)
    half = 0.5 if isinstance(game.footprint, Disc) else 0.0
    for _ in range(MAX_TRIES):
        x, y = left + dice.randrange(int(spec.width)), top + dice.randrange(int(spec.height))
        way = dice.choice(WAYS)
        mover = _standing(scene, game, Place(x + half, y + half, 0.0))
        target = _standing(scene, game, Place(x + way[0] + half, y + way[1] + half, 0.0))
        if mover is not None and target is not None and _is_free(scene, game, mover, target):
            pieces = (_piece(game, "mover", mover), _piece(game, "target", target))
            yield Board(scene, pieces, BOOKS[game.ruleset].default_options())


def _standing(scene: Scene, game: Game, place: Place) -> Place | None:
    """Return the place on the ground there, or nothing where there is none."""
    base = scene.levels.base_at(centre(game.footprint, place)).top
    return None if base == -math.inf else place._replace(z=base)


def _is_free(scene: Scene, game: Game, mover: Place, target: Place) -> bool:
    base = game.footprint
    stands = fits(scene, base, mover) and fits(scene, base, target, (Body("m", base, mover),))
    level = all(ground(scene, base, place).rise is None for place in (mover, target))
    return stands and level and ray(scene, centre(base, mover), centre(base, target)) is None


def _piece(game: Game, name: str, place: Place) -> Piece:
    numbers = tuple(sorted(game.numbers.items()))
    return Piece(name, name, footprint=game.footprint, place=place, side=SIDES[name], numbers=numbers)


def pushed(book: Ruleset, board: Board, game: Game, dice: random.Random) -> Pushed:
    """Resolve question by question, each answered by its default and each roll by a face."""
    command = Command(game.action, dict(_plain(game)))
    answers: tuple[Answer, ...] = ()
    for _ in range(MAX_ASKED):
        came = resolve(book, board, command, Inputs(answers))
        if isinstance(came, Waiting):
            answers = (*answers, Answer(came.question.key, _answer(came, dice)))
            continue
        # A plan is what its answers make of the board, however often it is asked for.
        assert resolve(book, board, command, Inputs(answers)) == came
        return Pushed(board, answers, came if isinstance(came, Refusal) else came.plan)
    raise AssertionError("a push asks without end")


def _plain(game: Game) -> Iterator[tuple[str, Value]]:
    for name, value in game.fields.items():
        yield (
            name,
            tuple(str(one) for one in value) if isinstance(value, list) else msgspec.convert(value, Value),
        )


def _answer(came: Waiting, dice: random.Random) -> Value:
    question: Question = came.question
    if not question.is_roll:
        return question.default
    assert came.ask.draw is not None
    return came.ask.draw(dice.randrange)


def faults(push: Pushed, game: Game) -> Iterator[str]:
    """Return whatever an invariant forbids."""
    if isinstance(push.came, Refusal):
        return
    after = push.board.applied(push.came.effects)
    solid = two_sided(after.scene)
    for piece in after.pieces:
        if not fits(solid, piece.footprint, piece.place):
            yield f"{piece.id} does not fit at {piece.place}"
        if isinstance(piece.footprint, Disc):
            yield from _too_near(after.scene, piece, piece.footprint.radius)
    if isinstance(game.footprint, Cells):
        yield from _blocked_steps(push.board, after.scene, push.came.effects)


def two_sided(scene: Scene) -> Scene:
    """Leave out one-way walls: whoever came through one may stand astride of it."""
    walls = tuple(wall for wall in scene.spec.walls if wall.side == 0)
    if walls == scene.spec.walls:
        return scene
    return Scene.build(msgspec.structs.replace(scene.spec, walls=walls), scene.overlay)


def _too_near(scene: Scene, piece: Piece, radius: float) -> Iterator[str]:
    for wall in scene.walls:
        apart = wall.door == "open" or wall.side != 0 or wall.a == wall.b
        low, high = piece.place.z, piece.place.z + piece.footprint.height
        meets = (wall.top is None or low < wall.top) and (wall.bottom is None or wall.bottom < high)
        if not apart and meets:
            gap = segment_distance(piece.place.at, (wall.a.x, wall.a.y, wall.b.x, wall.b.y))
            if gap < radius - 0.001 - 1e-9:
                yield f"{piece.id} at {piece.place} is {gap} from wall {wall.id}"


def _blocked_steps(board: Board, scene: Scene, effects: tuple[Effect, ...]) -> Iterator[str]:
    """Walk each movement again over the scene without what broke, from where the one before ended."""
    stands = {piece.id: piece.place for piece in board.pieces}
    for effect in effects:
        if not isinstance(effect, Move):
            continue
        piece = board.piece(effect.piece)
        before, stands[piece.id] = stands[piece.id], effect.to
        for start, end in pairwise((before, *effect.path)):
            flat = end._replace(z=max(start.z, end.z))
            step = look(scene, piece.footprint, start._replace(z=flat.z), flat)
            if step.blocks:
                yield f"the step of {piece.id} from {start} to {end} is blocked by {step.blocks}"


def _plays(book: Ruleset, spec: SceneSpec) -> bool:
    refused = book.plays(spec)
    if refused is not None:
        assert refused.code == "NEEDS_SQUARES"
    return refused is None


@pytest.mark.shared
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.ruleset)
@pytest.mark.parametrize("source", sources(), ids=lambda source: source.name)
def test_pushes_hold_every_invariant(source: Source, game: Game) -> None:
    """On every scene: nothing ends in a wall, no step was blocked, and what is shown before is what comes."""
    book = BOOKS[game.ruleset]
    scenes = scenes_of(source)
    # The scenes of a pack are much alike: all of them get all their pushes in the long run only.
    pushes = scaled(PUSHES) if len(scenes) == 1 or SCALE >= LONG_RUN else LEAST_ACTED
    for scene in scenes:
        if not _plays(book, scene.spec):
            assert game.ruleset in {"heroclix", "draw-steel"}
            continue
        counts = push_about(scene, book, game, pushes)
        print(f"{scene.spec.name}, {game.ruleset}: {counts['acted']} acted, {counts['moved']} moved")
        assert counts["acted"] >= LEAST_ACTED
        assert counts["moved"] * 3 >= counts["acted"]


def push_about(scene: Scene, book: Ruleset, game: Game, pushes: int) -> Counter[str]:
    """Push so often, hold every push to the invariants, and count."""
    dice, counts = random.Random(scene.spec.name), Counter[str]()
    for board in islice(boards(scene, game, scene.spec.name), pushes):
        push = pushed(book, board, game, dice)
        assert list(faults(push, game)) == [], (scene, board.pieces, push.answers)
        moves = isinstance(push.came, Plan) and any(isinstance(one, Move) for one in push.came.effects)
        counts += Counter(acted=1, moved=int(moves))
    return counts
