"""Pushes over real maps: two pieces on free floor by a seeded rule, one action of each game, and its laws."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from vttbridge.client import Client
from vttbridge.geometry.footprint import Body, Cells, Disc, Footprint, centre
from vttbridge.geometry.ray import ray
from vttbridge.geometry.room import fits
from vttbridge.geometry.scene import Scene
from vttbridge.geometry.spec import SceneSpec
from vttbridge.geometry.vec import Place, Vec
from vttbridge_protocol import (
    Event,
    PieceState,
    Plain,
    PreviewResult,
    Reply,
    WireDisc,
    WireEffect,
    WirePlace,
)

SIDES = {"mover": "red", "target": "blue"}
WAYS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
MAX_TRIES = 400


class Game(msgspec.Struct, frozen=True):
    """One game as it is played over maps: the pieces' bases and the action."""

    ruleset: str
    footprint: Footprint
    action: str
    fields: Mapping[str, Plain]
    rolls: Mapping[str, tuple[int, int]] = {}
    numbers: Mapping[str, int] = {}

    def drawn(self, dice: random.Random) -> dict[str, Plain]:
        """Return the faces of the action's dice by key, so that a preview can be held to the outcome."""
        return {key: dice.randint(*faces) for key, faces in sorted(self.rolls.items())}


HEROCLIX = Game("heroclix", Cells(), "knock_back", {"targets": ["target"], "source": "mover", "squares": 4})
DRAW_STEEL = Game(
    "draw-steel",
    Cells(),
    "push",
    {"source": "mover", "targets": ["target"], "distance": 4},
    numbers={"stamina": 40},
)
NECROMUNDA = Game("necromunda", Disc(0.49), "knock_back", {"source": "mover", "target": "target"})
COMMUNITY = Game(
    "necromunda-community",
    Disc(0.49),
    "knock_back",
    {"attacker": "mover", "target": "target", "strength": 6},
    rolls={"force:target": (1, 3), "resist:target": (1, 3)},
)
GAMES = (HEROCLIX, DRAW_STEEL, NECROMUNDA, COMMUNITY)


class Pair(msgspec.Struct, frozen=True):
    """Where the mover and its target stand."""

    mover: Place
    target: Place


def pairs(scene: Scene, footprint: Footprint, seed: str) -> Iterator[Pair]:
    """Return pairs on free floor with nothing between, the same for the same seed, while there are any."""
    dice = random.Random(seed)
    spec = scene.spec
    misses = 0
    while misses < MAX_TRIES:
        x, y = dice.randrange(int(spec.width)), dice.randrange(int(spec.height))
        way = dice.choice(WAYS)
        half = 0.5 if isinstance(footprint, Disc) else 0.0
        mover = Place(x + half, y + half, 0.0)
        target = Place(mover.x + way[0], mover.y + way[1], 0.0)
        if _is_free(scene, footprint, mover, target):
            misses = 0
            yield Pair(mover, target)
        else:
            misses += 1


def _is_free(scene: Scene, footprint: Footprint, mover: Place, target: Place) -> bool:
    stands = fits(scene, footprint, mover) and fits(scene, footprint, target, (Body("m", footprint, mover),))
    return stands and ray(scene, centre(footprint, mover), centre(footprint, target)) is None


def state_of(game: Game, name: str, connection: Place) -> PieceState:
    """Return one of the two pieces as it is put."""
    tree: Mapping[str, Plain] = dict(game.numbers)
    base = PieceState(name, WirePlace(connection.x, connection.y, 0), side=SIDES[name], numbers=tree)
    if isinstance(game.footprint, Disc):
        return msgspec.structs.replace(base, footprint=WireDisc(game.footprint.radius))
    return base


class Played(msgspec.Struct, frozen=True):
    """What came of one action."""

    reply: Reply
    event: Event | None
    shown: tuple[WireEffect, ...] | None

    @property
    def effects(self) -> tuple[WireEffect, ...]:
        """The lines that were pushed."""
        if self.event is None:
            return ()
        return msgspec.convert(self.event.data.get("effects"), tuple[WireEffect, ...])


async def play(gm: Client, scene: str, game: Game, pair: Pair, faces: Mapping[str, Plain]) -> Played:
    """Put both, preview with answers at their defaults until the plan is whole, act with the same answers."""
    for name, connection in (("mover", pair.mover), ("target", pair.target)):
        assert (await gm.put(scene, state_of(game, name, connection))).outcome == "done"
    answers: dict[str, Plain] = dict(faces)
    shown: tuple[WireEffect, ...] | None = None
    for _ in range(20):
        result = await gm.preview(scene, game.action, game.fields, answers=answers)
        assert isinstance(result, PreviewResult)
        if result.question is None:
            shown = result.plan.effects if result.plan is not None else None
            break
        answers[result.question.key] = result.question.default
    before = gm.seq
    reply = await gm.act(scene, game.action, game.fields, answers=answers, rolls=faces)
    await gm.caught_up()
    event = None
    if reply.seq is not None and reply.seq > before:
        event = await _committed(gm, reply.seq)
    return Played(reply, event, shown)


async def _committed(gm: Client, seq: int) -> Event:
    async for envelope in gm.messages():
        if envelope.seq == seq and isinstance(envelope.body, Event):
            return envelope.body
    raise AssertionError("the event of a commit was not told")


def tally(played: Played) -> Counter[str]:
    """Count what happened in a GM's words."""
    kinds = {effect.kind for effect in played.effects}
    counted = Counter[str](acted=1, refused=played.reply.outcome == "refused")
    counted["moved"] = "move" in kinds
    counted["hit"] = bool(kinds & {"damage", "hit"})
    counted["fell"] = "fall" in kinds
    return counted


def faults(scene: Scene, game: Game, target: PieceState | None, start: Place) -> Iterator[str]:
    """Return what no book allows: a piece in a wall or off the map, or farther away than it was pushed."""
    if target is None:
        return
    connection = _place(target.place)
    if not fits(scene, game.footprint, connection):
        yield f"the target stands where it does not fit: {connection}"
    far = Vec(connection.x, connection.y).minus(Vec(start.x, start.y))
    if max(abs(far.x), abs(far.y)) > 8.001:
        yield f"the target went from {start} to {connection}"


def _place(connection: WirePlace) -> Place:
    return Place(connection.x, connection.y, connection.z)


def has_walls(spec: SceneSpec) -> bool:
    """Return whether a map has any wall."""
    return bool(spec.walls)
