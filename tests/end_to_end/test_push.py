"""A push from a player's click to every seat's copy of the table, over a real socket."""

from collections.abc import Mapping
from pathlib import Path

from end_to_end.at_a_table import company
from vttbridge_protocol import Plain

PUSH: Mapping[str, Plain] = {"targets": ["ben"], "squares": 3, "source": "ann"}


async def test_a_players_push_is_approved_and_told_to_everybody(tmp_path: Path) -> None:
    """A plan waits for the game master, is committed as one event, and both copies agree with the server."""
    async with company(tmp_path) as here:
        reply = await here.player.act("roof", "knock_back", PUSH, id="a" * 32)
        assert (reply.outcome, reply.waits) == ("pending", "approval")
        hold = await here.gm.planned()
        assert (await here.gm.approve(hold.hold)).outcome == "done"
        end = await here.player.resolved("a" * 32)
        assert end.state == "committed"
        await here.player.caught_up()
        scene = here.player.state.scene("roof")
        assert scene is not None
        ben = scene.find("ben")
        assert ben is not None
        assert (ben.place.x, ben.place.y) == (5, 1)
        for client in (here.gm, here.player):
            followed = client.state_hash
            await client.look()
            assert client.state_hash == followed


async def test_a_cut_link_comes_back_and_misses_nothing(tmp_path: Path) -> None:
    """What happened while a player was away comes as events when it is back, without a resync."""
    async with company(tmp_path) as here:
        here.player.cut()
        assert (await here.gm.change("roof", "ben", {"place": {"x": 3, "y": 3}})).outcome == "done"
        await here.player.until(lambda client: client.reconnections == 1 and client.is_live)
        assert (here.player.reconnections, here.player.resyncs) == (1, [])
        followed = here.player.state_hash
        await here.player.look()
        assert here.player.state_hash == followed


async def test_undo_gives_back_what_was(tmp_path: Path) -> None:
    """After an undo the pieces stand where they stood."""
    async with company(tmp_path) as here:
        before = here.gm.state.scene("roof")
        done = await here.gm.act("roof", "knock_back", PUSH)
        assert done.outcome == "done"
        assert done.seq is not None
        assert (await here.gm.undo(done.seq)).outcome == "done"
        after = here.gm.state.scene("roof")
        assert before is not None
        assert after is not None
        assert [piece.place for piece in after.pieces] == [piece.place for piece in before.pieces]


async def test_a_hidden_piece_is_nobody_to_a_player(tmp_path: Path) -> None:
    """A hidden and an absent piece give a player the same refusal, and no copy holds the hidden one."""
    async with company(tmp_path) as here:
        scene = here.player.state.scene("roof")
        assert scene is not None
        assert [piece.id for piece in scene.pieces] == ["ann", "ben"]
        hidden = await here.player.act("roof", "knock_back", {**PUSH, "targets": ["spy"]})
        absent = await here.player.act("roof", "knock_back", {**PUSH, "targets": ["nil"]})
        assert hidden.code == absent.code == "NO_SUCH_PIECE"
