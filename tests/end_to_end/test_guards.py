"""What keeps one bad client from hurting the others; each guard is also seen to fail when it is off."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol

import vttbridge_protocol as wire
from end_to_end.at_a_table import LOCAL, ROOF, Company, company, payload_of
from end_to_end.raw import close_code, hear, raw, say
from vttbridge.client import Client, Closed
from vttbridge.server.app import running
from vttbridge.server.runtime.config import Config
from vttbridge.server.transport.peer import Peer
from vttbridge.storage.journal import MAX_ROW_BYTES
from vttbridge.testing.checkout import ROOT
from vttbridge_protocol import Auth, CloseCode, Encoding, Heartbeat, Pair, PieceState, Plain, WirePlace

BIG = PieceState("big", WirePlace(7, 7), numbers={f"n{number}": "x" * 3_900 for number in range(4)})
PATIENT = 60.0
ENOUGH = 2 * 1024 * 1024


def alone(**guards: float) -> Config:
    """Return a configuration in which one guard is quick and the others are off."""
    off = {
        "send_seconds": 0,
        "control_frames": 0,
        "write_buffer_bytes": 0,
        "queue_messages": 10**9,
        "queue_bytes": 10**12,
    }
    return msgspec.convert(
        {**msgspec.structs.asdict(LOCAL), "sweep_seconds": 0.05, **off, **guards}, Config, strict=False
    )


def links_of(here: Company) -> list[Peer]:
    """Return the clients at the table."""
    return here.server.registry.tables["night"].members.peers


async def stalled(here: Company, link: ClientConnection) -> Peer:
    """Let a raw client come in as a second device of the game master, and read no more."""
    known = set(links_of(here))
    await say(link, Auth(here.gm.token))
    await hear(link, "live")
    link.transport.pause_reading()
    return next(found for found in links_of(here) if found not in known)


async def busy_until(here: Company, gone: Peer, *, most: int) -> bool:
    """Let the table be busy until a client is gone; returns whether it went."""
    for turn in range(most):
        big = msgspec.structs.replace(BIG, place=WirePlace(turn % 9, 7))
        reply = await here.gm.put("roof", big)
        assert reply.outcome == "done", reply
        if gone not in links_of(here):
            return True
    return False


GUARDS = [
    pytest.param({"send_seconds": 0.3}, id="send deadline"),
    pytest.param({"queue_messages": 64}, id="messages waiting"),
    pytest.param({"queue_bytes": 1_000_000}, id="bytes waiting"),
]


@pytest.mark.parametrize("guard", GUARDS)
async def test_a_reader_that_stalls_is_dropped(tmp_path: Path, guard: dict[str, float]) -> None:
    """Each guard alone drops a client that does not read while its table is busy; the others go on."""
    async with company(tmp_path, config=alone(**guard)) as here, raw(here.server.url, small=True) as link:
        gone = await stalled(here, link)
        async with asyncio.timeout(PATIENT):
            assert await busy_until(here, gone, most=10_000)
        await here.player.caught_up()
        assert here.player.is_live


async def test_without_guards_it_would_stay(tmp_path: Path) -> None:
    """With every guard off the stalled client is kept, and what waits for it grows."""
    async with company(tmp_path, config=alone()) as here, raw(here.server.url, small=True) as link:
        gone = await stalled(here, link)
        assert not await busy_until(here, gone, most=400)
        assert gone.queue.most_bytes > ENOUGH / 2


def pings(count: int) -> bytes:
    """Return many pings as a client sends them."""
    return Frame(Opcode.PING, b"p" * 125).serialize(mask=True) * count


async def test_a_client_that_only_pings_is_dropped(tmp_path: Path) -> None:
    """Pongs that nobody reads pile up in the library; the sweep drops their cause."""
    config = alone(write_buffer_bytes=256 * 1024)
    async with company(tmp_path, config=config) as here, raw(here.server.url, small=True) as link:
        gone = await stalled(here, link)
        async with asyncio.timeout(PATIENT):
            while gone in links_of(here):
                link.transport.write(pings(1_000))
                await asyncio.sleep(0)
        await here.player.caught_up()


async def test_a_flood_of_pings_ends_before_it_is_answered(tmp_path: Path) -> None:
    """Beyond a burst the link is dropped at once, also of who reads; one ping now and then is not."""
    config = alone(control_frames=50)
    async with company(tmp_path, config=config) as here, raw(here.server.url) as link:
        for _ in range(20):
            await (await link.ping())
        link.transport.write(pings(2_000))
        async with asyncio.timeout(PATIENT):
            await link.wait_closed()
        assert link.close_code == 1006
        await here.player.caught_up()


async def test_without_the_sweep_its_pongs_pile_up(tmp_path: Path) -> None:
    """With the sweep off the same client is kept, and the buffer passes the cap."""
    async with company(tmp_path, config=alone()) as here, raw(here.server.url, small=True) as link:
        kept = await stalled(here, link)
        async with asyncio.timeout(PATIENT):
            while kept.queue.buffered < 512 * 1024:
                link.transport.write(pings(1_000))
                await asyncio.sleep(0)
        assert kept in links_of(here)
        link.transport.abort()


async def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    """A socket that never says who it is closes with its own code."""
    config = msgspec.structs.replace(LOCAL, auth_seconds=0.05)
    async with running(config, tmp_path) as server, raw(server.url) as link:
        assert await close_code(link) == CloseCode.AUTH_TIMEOUT


async def test_hello_says_the_limits_in_force(tmp_path: Path) -> None:
    """The times are those of the configuration, and not the usual ones."""
    config = msgspec.structs.replace(LOCAL, silence_seconds=7, auth_seconds=3.5)
    async with (
        running(config, tmp_path) as server,
        connect(f"{server.url}/ws", subprotocols=[Subprotocol(Encoding.JSON.value)]) as link,
    ):
        told = json.loads(await link.recv())["body"]
    assert (told["silence_ms"], told["auth_ms"]) == (7_000, 3_500)


async def test_who_is_silent_for_long_is_dropped(tmp_path: Path) -> None:
    """A client without a sign of life for the agreed time is closed; one that beats is not."""
    config = msgspec.structs.replace(LOCAL, silence_seconds=0.4, sweep_seconds=0.05)
    async with running(config, tmp_path) as server:
        line = (await server.pairing_line("night", "heroclix")).rpartition(" ")[2]
        async with raw(server.url) as link:
            await say(link, Pair(line))
            assert await close_code(link) == CloseCode.TOO_SLOW


async def test_too_many_from_one_address_are_refused(tmp_path: Path) -> None:
    """Beyond the cap a socket of the same address is refused before the upgrade."""
    config = msgspec.structs.replace(LOCAL, unauthenticated_per_address=2)
    async with running(config, tmp_path) as server, raw(server.url), raw(server.url):
        with pytest.raises(Exception, match="429"):
            async with raw(server.url):
                pass


class Hostile(msgspec.Struct, frozen=True):
    """One of the protocol's hostile frames."""

    name: str
    encoding: str
    stage: str
    close_code: int
    hex: tuple[tuple[str, int], ...] = ()
    text: tuple[tuple[str, int], ...] = ()

    @property
    def frame(self) -> bytes | str:
        """The frame."""
        if self.encoding == "msgpack":
            return bytes.fromhex(joined(self.hex))
        return joined(self.text)


def joined(pieces: Sequence[tuple[str, int]]) -> str:
    """Put pieces together, each as often as it says."""
    return "".join(piece * times for piece, times in pieces)


HOSTILE = msgspec.convert(
    json.loads((ROOT / "protocol" / "vectors" / "hostile.json").read_text(encoding="utf-8")),
    tuple[Hostile, ...],
)


async def test_hostile_frames_close_their_own_connection_and_nothing_else(tmp_path: Path) -> None:
    """Every hostile frame ends with its close code, while a neighbour's table goes on."""
    config = msgspec.structs.replace(LOCAL, unauthenticated_per_address=50)
    async with company(tmp_path, config=config) as here:
        other = await Client.pair(await here.server.pairing_line("next", "draw-steel"), "Nora")
        rows = here.server.registry.tables["night"].journal.seq
        for vector in HOSTILE:
            encoding = Encoding.MSGPACK if vector.encoding == "msgpack" else Encoding.JSON
            async with raw(here.server.url, encoding) as link:
                if vector.stage == "live":
                    await say(link, Auth(here.gm.token))
                    await hear(link, "live")
                await link.send(vector.frame)
                assert await close_code(link) in {vector.close_code, TOO_BIG[vector.close_code]}, vector.name
            await other.caught_up()
        assert here.server.registry.tables["night"].journal.seq == rows
        assert other.is_live
        await other.close()


TOO_BIG = {int(code): int(code) for code in CloseCode} | {int(CloseCode.TOO_LARGE): 1009}
"""The WebSocket layer itself may refuse a frame that is far too large, with its own code."""


async def test_the_other_kind_of_frame_is_malformed(tmp_path: Path) -> None:
    """Text over a binary subprotocol closes with 4400."""
    async with running(LOCAL, tmp_path) as server, raw(server.url) as link:
        frame = wire.encode(wire.Envelope(Heartbeat()), Encoding.JSON)
        await link.send(frame)
        assert await close_code(link) == CloseCode.MALFORMED


async def test_a_row_that_is_too_large_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    """What would write more than a row holds is refused, again to a retry; the table goes on."""
    async with company(tmp_path) as here:
        rows = here.server.registry.tables["night"].journal.seq
        much = PieceState("much", WirePlace(7, 7), numbers={f"n{one}": "x" * 3_900 for one in range(9)})
        for dup in (False, True):
            reply = await here.gm.command(wire.PiecePut("roof", much), "e" * 32)
            assert (reply.outcome, reply.code, reply.dup) == ("refused", "OUTCOME_TOO_LARGE", dup)
        assert here.server.registry.tables["night"].journal.seq == rows
        assert (await here.gm.put("roof", BIG)).outcome == "done"
        records = here.server.store.read("night")
        assert max(len(record.data) for record in records) <= MAX_ROW_BYTES


async def test_who_left_is_forgotten_at_once(tmp_path: Path) -> None:
    """A link that broke makes room for the next one of its address, however long a send might have taken."""
    config = msgspec.structs.replace(LOCAL, unauthenticated_per_address=1, send_seconds=PATIENT * 10)
    async with running(config, tmp_path) as server:
        async with raw(server.url) as link:
            link.transport.abort()
        async with asyncio.timeout(PATIENT):
            while server.connections:  # noqa: ASYNC110 - there is nothing to be told by
                await asyncio.sleep(0.01)
        async with raw(server.url):
            pass


async def test_a_frame_above_the_limit_is_not_sent_for_ever(tmp_path: Path) -> None:
    """Who sends more than a frame holds is told by the close never to do so again, and its client stops."""
    async with company(tmp_path) as here:
        much: Plain = ["x" * 100] * 1_000
        with pytest.raises(Closed) as closed:
            await here.gm.change("roof", "ann", {"tags": much})
        assert closed.value.code == CloseCode.TOO_BIG
        with pytest.raises(Closed):
            await here.gm.upload_scene("roof", payload_of(ROOF))
        await here.player.caught_up()


async def test_nothing_on_the_table_is_without_a_name_of_its_own(tmp_path: Path) -> None:
    """An empty id, also one of marks that reading takes away, is invalid for pieces and for scenes."""
    async with company(tmp_path) as here:
        for id_taken_away in ("", "\u202e"):
            reply = await here.gm.put("roof", PieceState(id_taken_away, WirePlace(1, 5)))
            assert (reply.outcome, reply.code) == ("invalid", "NO_ID")
            reply = await here.gm.upload_scene(id_taken_away, payload_of(ROOF))
            assert (reply.outcome, reply.code) == ("invalid", "NO_ID")
