"""A seat, its row and the use of its code are stored together or not at all, whatever the disk does."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

import vttbridge_protocol as wire
from end_to_end.at_a_table import LOCAL
from end_to_end.raw import close_code, hear, raw, say
from end_to_end.test_storage import SmallStore
from vttbridge.client import Client, Closed
from vttbridge.errors import StoreFault
from vttbridge.server.app import Server, running
from vttbridge.server.http import admin_api
from vttbridge.storage.sqlite.store import HEADS
from vttbridge_protocol import Auth, CloseCode, Pair

FULL = ("busy", "storage_full")
RENAMED = wire.TableSet(name="again")


class Small(msgspec.Struct, frozen=True):
    """A table whose store is full when it is told to be, with its game master."""

    server: Server
    store: SmallStore
    gm: Client

    async def seats(self) -> tuple[str, ...]:
        """Return the seats that the table knows, once it is loaded again if it must be."""
        listed = await self.gm.request(wire.Seats())
        assert isinstance(listed, wire.SeatList)
        return tuple(seat.seat for seat in listed.seats)

    async def kept(self) -> tuple[object, ...]:
        """Return what the store and the table have of seats: rows, what lets in, who sits."""
        return self.store.head("night"), self.store.access_records(), await self.seats()


@asynccontextmanager
async def small(folder: Path) -> AsyncGenerator[Small]:
    """Open a table."""
    store = SmallStore()
    async with (
        running(LOCAL, folder, store) as server,
        await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen") as gm,
    ):
        yield Small(server, store, gm)


async def not_seated(url: str, code: str) -> wire.Error:
    """Pair where there is no room; returns what is said before the connection is closed."""
    async with raw(url) as link:
        await say(link, Pair(code))
        said = await hear(link, "error")
        assert isinstance(said, wire.Error)
        assert await close_code(link) == CloseCode.DRAINING
        return said


async def test_a_pairing_that_cannot_be_stored_is_none(tmp_path: Path) -> None:
    """Nobody is welcomed with half a seat; the code holds, and with room it makes a game master for good."""
    async with small(tmp_path) as here:
        line = await here.server.pairing_line("night")
        before = await here.kept()
        here.store.is_full = True
        for _ in range(2):
            said = await not_seated(here.server.url, line.rpartition(" ")[2])
            assert said.code == "storage_full"
            assert said.retry_after_ms
        assert await here.kept() == before
        here.store.is_full = False
        second = await Client.pair(line, "Gil")
        assert (await second.command(RENAMED)).outcome == "done"
        await second.close()
        again = await Client.auth(here.server.url, second.token)
        assert again.welcome is not None
        assert again.welcome.role == "gm"
        assert (await again.command(RENAMED)).outcome == "done"
        await again.close()
        with pytest.raises(Closed) as used:
            await Client.pair(line, "Gustav")
        assert used.value.code == CloseCode.NOT_ACCEPTED


async def test_a_code_that_was_not_used_is_there_after_a_restart(tmp_path: Path) -> None:
    """The store has the code as it was, not only the process that took its use back."""
    async with small(tmp_path) as here:
        line = await here.server.pairing_line("night")
        here.store.is_full = True
        await not_seated(here.server.url, line.rpartition(" ")[2])
        here.store.is_full = False
        store = here.store
    async with running(LOCAL, tmp_path, store) as server:
        seated = await Client.pair(f"{server.url} {line.rpartition(' ')[2]}", "Gil")
        assert (await seated.command(RENAMED)).outcome == "done"
        await seated.close()


async def test_an_invite_keeps_the_use_that_was_not_stored(tmp_path: Path) -> None:
    """Of two uses one fails for want of room: two people still come in by it, and no third."""
    async with small(tmp_path) as here:
        invited = await here.gm.request(wire.Invite("player", uses=2))
        assert isinstance(invited, wire.Invited)
        here.store.is_full = True
        await not_seated(here.server.url, invited.code)
        here.store.is_full = False
        line = f"{here.server.url} {invited.code}"
        for name in ("One", "Two"):
            await (await Client.pair(line, name)).close()
        with pytest.raises(Closed):
            await Client.pair(line, "Three")


async def knocking(gm: Client) -> wire.Knocking:
    """Wait until somebody knocks."""
    async for envelope in gm.messages():
        if isinstance(envelope.body, wire.Knocking) and envelope.body.open:
            return envelope.body
    raise AssertionError("nobody knocked")


async def test_who_cannot_be_stored_is_not_let_in_and_waits_on(tmp_path: Path) -> None:
    """The game master is told that there is no room; once there is, the same knock is answered."""
    async with small(tmp_path) as here:
        heard = asyncio.create_task(knocking(here.gm))
        guest = asyncio.create_task(Client.knock(here.server.url, "Ben"))
        admit = wire.Admit((await heard).knock, allow=True)
        before = await here.kept()
        here.store.is_full = True
        for _ in range(2):
            reply = await here.gm.command(admit)
            assert (reply.outcome, reply.code) == FULL
        assert not guest.done()
        assert await here.kept() == before
        here.store.is_full = False
        assert (await here.gm.command(admit)).outcome == "done"
        ben = await guest
        assert ben.welcome is not None
        assert ben.welcome.seat in await here.seats()
        await ben.close()
        again = await Client.auth(here.server.url, ben.token)
        await again.close()


async def test_a_seat_whose_end_cannot_be_stored_holds(tmp_path: Path) -> None:
    """The game master is told, the player plays on and comes back; with room the same revoking ends it."""
    async with small(tmp_path) as here:
        player = await Client.pair(await here.server.pairing_line("night", role="player"), "Ann")
        assert player.welcome is not None
        revoke = wire.Revoke(player.welcome.seat)
        before = await here.kept()
        here.store.is_full = True
        reply = await here.gm.command(revoke)
        assert (reply.outcome, reply.code) == FULL
        assert player.is_live
        assert await here.kept() == before
        await player.close()
        again = await Client.auth(here.server.url, player.token)
        here.store.is_full = False
        assert (await here.gm.command(revoke)).outcome == "done"
        with pytest.raises(Closed) as over:
            await again.until(lambda _: False)
        assert over.value.code == CloseCode.REVOKED
        assert player.welcome.seat not in await here.seats()
        assert not [one for one in here.store.access_records() if one.id == player.welcome.seat]


async def test_an_invite_that_cannot_be_stored_is_not_told(tmp_path: Path) -> None:
    """A code that a restart would forget is none."""
    async with small(tmp_path) as here:
        here.store.is_full = True
        no = await here.gm.request(wire.Invite("player"))
        assert isinstance(no, wire.Reply)
        assert (no.outcome, no.code) == FULL
        here.store.is_full = False
        assert not here.server.registry.seats.registry.openings


async def test_the_owner_is_told_what_cannot_be_stored(tmp_path: Path) -> None:
    """Neither a code nor the end of a seat is said to be there when it is not; an earlier code holds."""
    async with small(tmp_path) as here:
        line = await here.server.pairing_line("night", role="player")
        assert here.gm.welcome is not None
        registry, seat = here.server.registry, here.gm.welcome.seat
        before = await here.kept()
        here.store.is_full = True
        with pytest.raises(StoreFault, match="no room"):
            await admin_api.pair(registry, "night", "", "gm")
        with pytest.raises(StoreFault, match="free some room"):
            await admin_api.revoke(registry, seat)
        assert await here.kept() == before
        assert here.gm.is_live
        here.store.is_full = False
        await (await Client.pair(line, "Ann")).close()
        assert seat not in {one.id for one in await admin_api.revoke(registry, seat)}
        with pytest.raises(Closed) as over:
            await here.gm.until(lambda _: False)
        assert over.value.code == CloseCode.REVOKED


async def test_a_new_table_that_cannot_be_stored_is_begun_later(tmp_path: Path) -> None:
    """Its first row is written before any code is told, by whichever pairing finds room."""
    store = SmallStore()
    async with running(LOCAL, tmp_path, store) as server:
        store.is_full = True
        with pytest.raises(StoreFault):
            await server.pairing_line("night", "heroclix")
        assert store.head("night").seq == 0
        store.is_full = False
        line = await server.pairing_line("night", "heroclix")
        assert store.head("night").seq == 1
        async with await Client.pair(line, "Gwen") as gm:
            assert (await gm.command(RENAMED)).outcome == "done"


async def test_a_table_that_takes_no_rows_seats_nobody_and_lets_tokens_end(tmp_path: Path) -> None:
    """A read-only log takes no seat; the owner can still end a token, for which no row is needed."""
    async with running(LOCAL, tmp_path) as server:
        gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
        assert gm.welcome is not None
        await gm.close()
    (tmp_path / HEADS).unlink()
    async with running(LOCAL, tmp_path) as server:
        line = await server.pairing_line("night")
        async with raw(server.url) as link:
            await say(link, Pair(line.rpartition(" ")[2]))
            said = await hear(link, "error")
            assert isinstance(said, wire.Error)
            assert said.code == "table_unreadable"
            assert await close_code(link) == CloseCode.INTERNAL
        (seat,) = server.registry.seats.registry.seats
        assert await admin_api.revoke(server.registry, seat.id) == []
        with pytest.raises(Closed) as ended:
            await Client.auth(server.url, gm.token)
        assert ended.value.code == CloseCode.NOT_ACCEPTED


async def test_an_address_that_was_blocked_is_blocked_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six wrong tokens block their address also at the next server, while time stands still."""
    monkeypatch.setattr("vttbridge.server.access.seat_service.now_ms", lambda: 1_000_000)
    async with running(LOCAL, tmp_path) as server:
        gm = await Client.pair(await server.pairing_line("night", "heroclix"), "Gwen")
        await gm.close()
        for _ in range(6):
            async with raw(server.url) as link:
                await say(link, Auth("vttb_g_no_token"))
                assert await close_code(link) == CloseCode.NOT_ACCEPTED
    async with running(LOCAL, tmp_path) as server:
        with pytest.raises(Closed) as blocked:
            await Client.auth(server.url, gm.token)
        assert blocked.value.code == CloseCode.NOT_ACCEPTED
