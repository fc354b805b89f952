"""A map with tokens is uploaded: they become pieces, stay when it comes again, and are told of."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from end_to_end.at_a_table import LOCAL, taken
from end_to_end.fake_foundry import real_scene
from vttbridge.client import Client
from vttbridge.server.app import running
from vttbridge.storage.verify import of_table, verify
from vttbridge_protocol import PieceState, Plain, Reply, WireCells, WireDisc

OGRE: Mapping[str, Plain] = {
    "_id": "ogre",
    "name": "Ogre " * 40,
    "x": 300,
    "y": 200,
    "width": 2,
    "height": 2,
    "elevation": 10,
    "hidden": True,
}


def map_of(*tokens: Mapping[str, Plain]) -> bytes:
    """Return a small scene as the bytes of a file."""
    return json.dumps(
        {
            "name": "Keep",
            "width": 1000,
            "height": 800,
            "padding": 0,
            "grid": {"type": 1, "size": 100, "distance": 5},
            "walls": [],
            "tokens": tokens,
        }
    ).encode()


async def upload(gm: Client, data: bytes, *, pieces: bool = True) -> Reply:
    """Upload a scene as `keep`."""
    return await gm.upload_scene("keep", data, format="foundry", pieces=pieces)


def pieces_of(gm: Client) -> dict[str, PieceState]:
    """Return the pieces on it."""
    scene = gm.state.scene("keep")
    return {} if scene is None else {piece.id: piece for piece in scene.pieces}


async def test_tokens_become_pieces(tmp_path: Path) -> None:
    """Place, size, height, name and whether they are hidden are theirs; numbers the rule book's defaults."""
    async with (
        running(LOCAL, tmp_path) as server,
        await Client.pair(await server.pairing_line("night", "draw-steel"), "Gwen") as gm,
    ):
        reply = await upload(gm, map_of(OGRE, {"_id": "wisp", "width": 0}))
        assert reply.outcome == "done"
        told = reply.facts["tokens"]
        assert isinstance(told, dict)
        assert (told["put"], told["stand"]) == (["ogre"], [])
        assert told["left"] == [
            {"token": "tokens[1].width: a token is between 0 and 60 cells wide", "why": "not_a_token"}
        ]
        await gm.caught_up()
        ogre = pieces_of(gm)["ogre"]
        assert (ogre.place.x, ogre.place.y, ogre.place.z) == (3, 2, 2)
        assert (ogre.footprint, ogre.hidden, ogre.name) == (WireCells(2, 2, 2), True, ("Ogre " * 40)[:100])
        assert (ogre.numbers["stability"], ogre.numbers["token_x"]) == (0, 300)
        assert verify(of_table(server.store, "night"), again=True).is_good


async def test_a_second_upload_leaves_who_stands_there(tmp_path: Path) -> None:
    """Also what a person changed about them; without the wish no token becomes a piece."""
    async with (
        running(LOCAL, tmp_path) as server,
        await Client.pair(await server.pairing_line("night", "draw-steel"), "Gwen") as gm,
    ):
        none = await upload(gm, map_of(OGRE), pieces=False)
        assert "tokens" not in none.facts
        await gm.caught_up()
        assert pieces_of(gm) == {}
        await upload(gm, map_of(OGRE))
        await taken(gm.change("keep", "ogre", {"place": {"x": 7, "y": 7}, "numbers": {"stamina": 3}}))
        again = await upload(gm, map_of({**OGRE, "x": 0}, {**OGRE, "_id": "troll"}))
        assert again.facts["tokens"] == {"put": ["troll"], "stand": ["ogre"], "left": []}
        await gm.caught_up()
        ogre = pieces_of(gm)["ogre"]
        assert (ogre.place.x, ogre.numbers["stamina"]) == (7, 3)
        assert set(pieces_of(gm)) == {"ogre", "troll"}
        assert verify(of_table(server.store, "night"), again=True).is_good


async def test_books_of_free_inches_get_round_bases(tmp_path: Path) -> None:
    """As wide as the token, round its middle."""
    async with (
        running(LOCAL, tmp_path) as server,
        await Client.pair(await server.pairing_line("night", "necromunda"), "Gwen") as gm,
    ):
        await upload(gm, map_of(OGRE, {**OGRE, "_id": "rat", "width": 0.5, "height": 0.5, "elevation": 0}))
        await gm.caught_up()
        ogre, rat = pieces_of(gm)["ogre"], pieces_of(gm)["rat"]
        assert (ogre.footprint, ogre.place.x, ogre.place.y) == (WireDisc(1, 2), 4, 3)
        assert (rat.footprint, rat.place.x, rat.place.y) == (WireDisc(0.25, 0.5), 3.25, 2.25)


async def test_a_token_that_cannot_be_kept_is_left_with_the_reason(tmp_path: Path) -> None:
    """More in its id than a piece may hold; the others come."""
    async with (
        running(LOCAL, tmp_path) as server,
        await Client.pair(await server.pairing_line("night", "draw-steel"), "Gwen") as gm,
    ):
        reply = await upload(gm, map_of({**OGRE, "_id": "i" * 9_000}, OGRE))
        told = reply.facts["tokens"]
        assert isinstance(told, dict)
        assert told["put"] == ["ogre"]
        assert told["left"] == [{"token": "i" * 100, "why": "not_fit_to_keep"}]


@pytest.mark.shared
@pytest.mark.parametrize(
    "name", ["majorvictory--jonto-island.json", "majorvictory--the-dungeon-of-coins.json"]
)
async def test_a_real_map_brings_its_tokens(tmp_path: Path, name: str) -> None:
    """Every token is told of, once."""
    document = real_scene(name)
    tokens = document["tokens"]
    assert isinstance(tokens, list)
    async with (
        running(LOCAL, tmp_path) as server,
        await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen") as gm,
    ):
        reply = await upload(gm, json.dumps(document).encode())
        told = reply.facts["tokens"]
        assert isinstance(told, dict)
        assert isinstance(told["put"], list)
        assert isinstance(told["left"], list)
        assert len(told["put"]) + len(told["left"]) == len(tokens) > 70
        await gm.caught_up()
        assert sorted(pieces_of(gm)) == sorted(map(str, told["put"]))
        assert verify(of_table(server.store, "night"), again=True).is_good
