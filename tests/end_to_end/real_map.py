"""One real map through the real socket: uploaded as its own file, played in one game, undone, replayed."""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from end_to_end.at_a_table import LOCAL
from end_to_end.map_games import Game, Pair, faults, has_walls, pairs, play, tally
from support.scale import scaled
from support.shared_material import SHARED, shared_path
from vttbridge.client import Client
from vttbridge.formats.detect import read_map
from vttbridge.geometry.scene import Scene
from vttbridge.serializers.state import state_of_view
from vttbridge.server.app import Server, running
from vttbridge.storage.verify import book_of, of_table, steps_of
from vttbridge.table.visibility.view import view
from vttbridge_protocol import Plain, state_hash

PUSHES = 200
UNDO_EACH = 5


class Ground(NamedTuple):
    """A map and the game that is played on it."""

    name: str
    scene: Scene
    game: Game


def uvtt_maps() -> list[str]:
    """Return the Universal VTT maps of the founders' material, or none where it is absent."""
    return [] if SHARED is None else sorted(path.name for path in shared_path("maps", "uvtt").iterdir())


async def played_map(folder: Path, name: str, game: Game) -> Counter[str]:
    """Play a map; returns the counts, and raises AssertionError for whatever does not hold."""
    data = shared_path("maps", "uvtt", name).read_bytes()
    (reading,) = read_map(data, name)
    scene = Scene.build(reading.spec)
    counts: Counter[str] = Counter()
    async with (
        running(LOCAL, folder) as server,
        await Client.pair(await server.pairing_line("maps", game.ruleset), "Gwen") as gm,
    ):
        reply = await gm.upload_scene(name, data, format="uvtt", name=name)
        assert reply.outcome == "done", (reply.code, reply.facts)
        dice = random.Random(f"{name} {game.ruleset}")
        for number, pair in enumerate(islice(pairs(scene, game.footprint, name), scaled(PUSHES))):
            counts += await _push(gm, Ground(name, scene, game), pair, game.drawn(dice), number)
        _replayed(server, gm)
    if has_walls(reading.spec) and counts["acted"] >= 10:
        assert counts["moved"] * 3 >= counts["acted"], f"{name}: fewer than a third moved: {dict(counts)}"
    return counts


async def _push(
    gm: Client, ground: Ground, pair: Pair, faces: Mapping[str, Plain], number: int
) -> Counter[str]:
    name, game = ground.name, ground.game
    played = await play(gm, name, game, pair, faces)
    assert played.reply.outcome in {"done", "refused"}, (name, pair, played.reply)
    if played.shown is not None and played.event is not None:
        assert played.shown == played.effects, (name, pair)
    mirror = gm.state.scene(name)
    assert mirror is not None
    assert list(faults(ground.scene, game, mirror.find("target"), pair.target)) == [], (name, pair)
    if number % UNDO_EACH == 0 and played.reply.seq is not None:
        await _undone(gm, name, played.reply.seq, pair)
    return tally(played)


async def _undone(gm: Client, name: str, seq: int, pair: Pair) -> None:
    """Take a commit back and find the target where it stood."""
    undone = await gm.undo(seq)
    assert undone.outcome == "done", (name, pair, undone)
    await gm.caught_up()
    back = gm.state.scene(name)
    target = None if back is None else back.find("target")
    assert target is not None
    assert (target.place.x, target.place.y) == (pair.target.x, pair.target.y)


def _replayed(server: Server, gm: Client) -> None:
    """Hold the replayed log, the server's view and the game master's copy against one another."""
    source = of_table(server.store, "maps")
    last = list(steps_of(source))[-1].after
    assert gm.welcome is not None
    assert state_hash(state_of_view(view(book_of(source), last, gm.welcome.seat))) == gm.state_hash
