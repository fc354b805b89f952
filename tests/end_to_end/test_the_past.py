"""The past of a table: its events for every role, the log as a file, and one moment as a scenario file."""

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

import vttbridge_protocol as wire
from end_to_end.at_a_table import Company, company, payload_of, piece, taken
from end_to_end.test_rights import CANARY, NO, PUSH, SECRET, about_hidden_things, observer_at, whole_row
from support.scale import scaled
from vttbridge.client import Client, Settings
from vttbridge.geometry.scene import SceneSpec
from vttbridge.serializers import events
from vttbridge.storage.log_file import read_bytes
from vttbridge.storage.verify import of_file, verify
from vttbridge.testing.scenario.running import run_file
from vttbridge_protocol import Plain, Reply, Tree


class Laid(msgspec.Struct, frozen=True):
    """A map that lay on the table from a row on."""

    seq: int
    scene: str
    ground: SceneSpec


async def the_past(client: Client, first: int = 0) -> tuple[Tree, list[tuple[int, wire.Event]]]:
    """Fetch a client's whole past, however many answers it takes."""
    events: list[tuple[int, wire.Event]] = []
    state: Plain = None
    at: int | None = first
    while at is not None:
        found = await client.log(at)
        assert isinstance(found, dict)
        state = found["state"] if state is None else state
        told = found["events"]
        assert isinstance(told, list | tuple)
        for one in told:
            assert isinstance(one, dict)
            assert isinstance(one["seq"], int)
            events.append((one["seq"], msgspec.convert(one["event"], wire.Event)))
        more = found.get("next")
        at = more if isinstance(more, int) else None
    assert isinstance(state, dict)
    return state, events


def folded(state: Tree, events: list[tuple[int, wire.Event]]) -> str:
    """Return the hash of a state after events."""
    mirror = msgspec.convert(state, wire.TableMirror)
    for _, event in events:
        mirror = wire.after_event(mirror, event)
    return wire.state_hash(mirror)


async def much_happens(here: Company) -> None:
    """Let a few things happen, seen and unseen."""
    chance = random.Random("past")
    await taken(here.gm.upload_scene("roof", payload_of(SECRET)))
    spy = piece(f"{CANARY}-piece", 4, 4, hidden=True, attack=9, defense=10)
    await taken(
        here.gm.put("roof", msgspec.structs.replace(spy, name=f"The {CANARY}", owner=f"{CANARY}-owner"))
    )
    for _ in range(scaled(300)):
        await about_hidden_things(here.gm, chance)
    await taken(here.gm.act("roof", "knock_back", PUSH))


async def test_whoever_comes_late_sees_what_was_before(tmp_path: Path) -> None:
    """Folding a player's past gives the player's present, from the first row and from the middle."""
    async with company(tmp_path) as here:
        await much_happens(here)
        late = await observer_at(here.server)
        await late.caught_up()
        for client in (here.gm, here.player, late):
            await client.caught_up()
            for first in (0, 9):
                state, events = await the_past(client, first)
                assert folded(state, events) == client.state_hash
                assert events[0][0] >= first
        await late.close()


async def test_a_second_game_master_sees_all_of_it(tmp_path: Path) -> None:
    """Also from before that seat was taken, hidden things included."""
    async with company(tmp_path) as here:
        await much_happens(here)
        second = await Client.pair(await here.server.pairing_line("night", role="gm"), "Gil")
        _, first_sees = await the_past(here.gm)
        _, second_sees = await the_past(second)
        assert [seq for seq, _ in first_sees] == [seq for seq, _ in second_sees]
        assert CANARY in str(second_sees)
        await second.close()


async def told_to_others(tmp_path: Path) -> str:
    """Return everything that a player and an observer are told of the past."""
    async with company(tmp_path) as here:
        await much_happens(here)
        late = await observer_at(here.server)
        found = [await late.log(0), await here.player.log(0), await here.player.log(7)]
        assert CANARY in str(await here.gm.log(0))
        await late.close()
    return str(found).lower()


async def test_nothing_hidden_stands_in_the_past_of_others(tmp_path: Path) -> None:
    """What is hidden from the living table is hidden in its past, events, states and maps alike."""
    assert CANARY not in await told_to_others(tmp_path)


async def test_without_the_view_it_would_stand_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the view of rows switched off the word is told, so the test above can fail."""
    monkeypatch.setattr(events, "seen", whole_row)
    assert CANARY in await told_to_others(tmp_path)


async def test_a_map_that_was_replaced_lies_in_the_past(tmp_path: Path) -> None:
    """The event that laid it down comes with its geometry, as the seat may see it."""
    async with company(tmp_path) as here:
        bare = msgspec.structs.replace(SECRET, walls=(), areas=())
        await taken(here.gm.upload_scene("roof", payload_of(SECRET)))
        await taken(here.gm.upload_scene("roof", payload_of(bare)))
        walls: dict[str, set[str]] = {}
        for name, client in (("gm", here.gm), ("player", here.player)):
            found = await client.log(0)
            assert isinstance(found, dict)
            laid = msgspec.convert(found["grounds"], list[Laid])[-1]
            walls[name] = {wall.id for wall in laid.ground.walls}
        assert walls["player"] == {"stone", "door"}
        assert walls["gm"] > walls["player"]


async def test_a_long_past_comes_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer names the row to go on with, and together they are the whole."""
    async with company(tmp_path) as here:
        await much_happens(here)
        _, whole = await the_past(here.gm)
        monkeypatch.setattr("vttbridge.server.handlers.history.AT_ONCE", (7, 1))
        state, parts = await the_past(here.gm)
        assert parts == whole
        assert folded(state, parts) == here.gm.state_hash


async def test_the_log_is_given_as_the_file_that_export_writes(tmp_path: Path) -> None:
    """Only to game masters; the file is a whole log, and nothing is wrong with it."""
    async with company(tmp_path) as here:
        await much_happens(here)
        data = await here.gm.log_file()
        assert isinstance(data, bytes)
        file = read_bytes(data)
        assert file.rows[-1].seq == here.gm.seq
        assert verify(of_file(file), again=True).is_good
        refused = await here.player.log_file()
        assert isinstance(refused, Reply)
        assert (refused.outcome, refused.code) == NO


async def test_a_moment_is_a_case_that_passes(tmp_path: Path) -> None:
    """What was committed is asked for by its row; what is no outcome is refused, and so is a player."""
    async with company(tmp_path / "data") as here:
        done = await here.gm.act("roof", "knock_back", PUSH)
        assert done.seq is not None
        page = tmp_path / "moment.toml"
        moment = await here.gm.moment(done.seq)
        assert isinstance(moment, bytes)
        page.write_bytes(moment)
        assert run_file(page).text == ""
        for client, seq, code in ((here.gm, 1, "NO_SUCH_MOMENT"), (here.player, done.seq, "NOT_ALLOWED")):
            refused = await client.moment(seq)
            assert isinstance(refused, Reply)
            assert (refused.outcome, refused.code) == ("refused", code)


async def test_of_two_files_at_once_the_second_is_told_to_wait(tmp_path: Path) -> None:
    """Each asking of a client that tries once has its own answer: the file, and that it is one too many."""
    async with company(tmp_path, gm=Settings(tries=1)) as here:
        whole, busy = await asyncio.gather(here.gm.log_file(), here.gm.log_file())
        assert isinstance(whole, bytes)
        assert read_bytes(whole).rows[-1].seq == here.gm.seq
        assert isinstance(busy, Reply)
        assert (busy.outcome, busy.code) == ("busy", "too_many_in_flight")


async def test_two_readings_at_once_are_one_too_many(tmp_path: Path) -> None:
    """A client that asks for its past again and again before it has come is told to wait."""
    async with company(tmp_path, player=Settings(tries=1)) as here:
        answers = await asyncio.gather(*(here.player.request(wire.Log()) for _ in range(4)))
        busy = [one for one in answers if isinstance(one, Reply)]
        assert {(one.outcome, one.code) for one in busy} == {("busy", "too_many_in_flight")}
        assert len(busy) < 4
