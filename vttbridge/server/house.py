"""All tables of one server, and the door: codes, tokens and knocks."""

import asyncio
from collections.abc import Callable
from typing import Literal

import msgspec
import structlog

from vttbridge import __version__
from vttbridge.errors import BadConfig
from vttbridge.geometry.allowance import GivenUp
from vttbridge.geometry.scene import SceneSpec
from vttbridge.geometry.versions import geos_version, shapely_version
from vttbridge.rules.registry import find
from vttbridge.rules.ruleset import Ruleset
from vttbridge.rules.version import version_of
from vttbridge.server.clock import now_ms
from vttbridge.server.config import Config
from vttbridge.server.desk import Desk
from vttbridge.server.entropy import random_bytes
from vttbridge.server.keys import Keys
from vttbridge.server.ledger import Ledger, ruleset_of
from vttbridge.server.log_codec import encode, encode_header, encode_scene
from vttbridge.server.scene_shelf import SceneShelf
from vttbridge.server.thinking import Reading
from vttbridge.session.credentials import Role
from vttbridge.session.failures import Failures
from vttbridge.session.marks import table_key
from vttbridge.session.rates import counted_as
from vttbridge.session.seat_book import (
    DAY_MS,
    INVITE_MS,
    PAIRING_MS,
    Device,
    Knock,
    Minted,
    Opening,
    Seat,
    SeatBook,
)
from vttbridge.table import Book, Header, Store, hash_of
from vttbridge.table.commands import PutSeat, SetTable
from vttbridge_protocol import Knocking

log = structlog.get_logger()

LONGEST_NAME = 100
MOST_INVITES = 20
"""So many invites of a table may be open."""

READ_AT_ONCE = 2
"""So many whole logs are read at once for those who ask; the others wait, and nobody's decision does."""


OPENED_AT_ONCE = 2
"""So many tables are opened at once, likewise."""


class House:
    """The tables that this process owns."""

    def __init__(self, config: Config, store: Store, keys: Keys) -> None:
        self.config = config
        self.store = store
        self.keys = keys
        self.shelf = SceneShelf(store)
        self.seats: SeatBook = keys.seats()
        self.desks: dict[str, Desk] = {}
        self.reading = asyncio.Semaphore(READ_AT_ONCE)
        self._few_opened = asyncio.Semaphore(OPENED_AT_ONCE)
        self._opening: dict[str, tuple[Reading, asyncio.Task[None]]] = {}
        self._is_stopping = False
        self._failures = Failures(now_ms())
        self._at_door: dict[str, Callable[[Minted | None], None]] = {}
        self.knocks_open: dict[str, tuple[Desk, Knocking]] = {}

    async def desk(self, name: str) -> Desk | None:
        """Give a table that exists, opening it if it was not; raises where its log cannot be read.

        A log is read beside the event loop, once for all who come meanwhile; GivenUp where the server stops.
        """
        if name not in self.desks and name not in self._opening and name in self.store.tables():
            reading = Reading()
            opening = asyncio.create_task(self._opened(name, reading))
            opening.add_done_callback(_looked_at)
            self._opening[name] = reading, opening
        if name in self._opening:
            await asyncio.shield(self._opening[name][1])
        return self.desks.get(name)

    async def _opened(self, name: str, reading: Reading) -> None:
        try:
            async with self._few_opened:
                if self._is_stopping:
                    raise GivenUp
                self._begin(await reading.done(lambda: self._read(name)))
        finally:
            del self._opening[name]

    def _read(self, name: str) -> Ledger:
        return Ledger(name, self.store, Book(find(ruleset_of(self.store, name)), self.shelf, encode))

    def create(self, name: str, ruleset: Ruleset) -> Desk:
        """Begin a table; BadConfig for a name that will not do or is taken."""
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadConfig(f"{name!r} is no name for a table: take 1 to {LONGEST_NAME} printable characters")
        if name in self.store.tables():
            raise BadConfig(f"there is a table called {name} already")
        self.store.create(name, encode_header(header_of(name, ruleset)))
        desk = self._begin(self._read(name))
        desk.order(SetTable(name=name))
        return desk

    def _begin(self, ledger: Ledger) -> Desk:
        desk = Desk(ledger, table_key(self.keys.key, ledger.name), self.config)
        desk.hub.start()
        self.desks[ledger.name] = desk
        return desk

    async def keep_scene(self, spec: SceneSpec) -> str:
        """Build a scene beside the event loop and keep it; BadScene where it cannot be built."""
        data = await asyncio.to_thread(encode_scene, spec)
        name = hash_of(data)
        await asyncio.to_thread(self.shelf.put, name, spec)
        await asyncio.to_thread(self.store.put_blob, name, data)
        return name

    def open_code(self, table: str, role: Role, uses: int = 1, *, invite: bool = False) -> tuple[str, int]:
        """Open a pairing code or an invite; gives the code and when it ends."""
        until = now_ms() + (INVITE_MS if invite else PAIRING_MS)
        kind: Literal["invite", "pairing"] = "invite" if invite else "pairing"
        opening = Opening(random_bytes(4).hex(), table, role, "", until, uses, 0, kind)
        self.seats, code = self.seats.opened(self.keys.key, opening, random_bytes(16))
        self._keep()
        return code, until

    def may_invite(self, table: str) -> bool:
        """Say whether another invite may be opened: each is written to the disk before it is told."""
        return self.seats.invites(table, now_ms()) < MOST_INVITES

    def is_pairing(self) -> bool:
        """Say whether any code is open, so that unknown pages may try one."""
        return self.seats.is_pairing("", now_ms())

    def is_blocked(self, address: str) -> bool:
        """Say whether an address guessed too often."""
        return self._failures.blocks(address, now_ms())

    def redeem(self, code: str, device: Device) -> Minted | None:
        """Use a code; those of a table with too many failures are not looked at."""
        shut = self._failures.shut(now_ms())
        about = self.seats.pairing_tables(now_ms())
        self.seats, minted = self.seats.redeemed(
            self.keys.key, code, device, now_ms(), random_bytes(40), shut=shut
        )
        self._keep()
        if minted is None:
            self._failed(device.address, about)
        return minted

    def admit(self, token: str, address: str) -> Seat | None:
        """Give the seat of a token."""
        seat = self.seats.seat_of(token, now_ms())
        if seat is None:
            self._failed(address, self.seats.tables_named(token))
            return None
        self.seats = self.seats.used(seat, token, now_ms())
        now = self.seat(seat.id) or seat
        if now.seal != seat.seal or now.until_ms - seat.until_ms > DAY_MS:
            self._keep()
        return now

    def seat(self, name: str) -> Seat | None:
        """Give a seat as it is now, `None` where it was ended."""
        return next((seat for seat in self.seats.seats if seat.id == name), None)

    def fresh_token(self, seat: Seat) -> str | None:
        """Give a fresh token where a seat's is ageing."""
        if not seat.is_ageing(now_ms()):
            return None
        self.seats, token = self.seats.reminted(seat, random_bytes(32))
        self._keep()
        return token

    def knock(self, table: str, device: Device) -> Knock | None:
        """Let somebody wait at the door."""
        knock_id = random_bytes(8).hex()
        self.seats, knock = self.seats.knocked(knock_id, table, device, now_ms(), random_bytes(2))
        return knock

    def let_in(self, knock: str, role: Role) -> Minted | None:
        """Mint a seat for who knocked."""
        self.seats, minted = self.seats.admitted(knock, now_ms(), random_bytes(40), role)
        if minted is not None:
            self._keep()
        return minted

    def wait_at_door(self, knock: str, answer: Callable[[Minted | None], None]) -> None:
        """Remember how to tell who knocked."""
        self._at_door[knock] = answer

    def answer_door(self, knock: str, minted: Minted | None) -> None:
        """Tell who knocked what was decided, and the game masters that it is."""
        self.leave_door(knock)
        answer = self._at_door.pop(knock, None)
        if answer is not None:
            answer(minted)

    def leave_door(self, knock: str) -> None:
        """A knock is over."""
        if knock in self.knocks_open:
            desk, told = self.knocks_open.pop(knock)
            desk.tell_gms(msgspec.structs.replace(told, open=False))

    def origins(self, table: str | None = None) -> frozenset[str]:
        """Give the origins from which a device was paired, to a table or to any."""
        return frozenset(
            seat.origin for seat in self.seats.seats if seat.origin and table in {None, seat.table}
        )

    def turn_away(self, knock: str) -> None:
        """Forget a knock."""
        kept = tuple(other for other in self.seats.knocks if other.id != knock)
        self.seats = msgspec.structs.replace(self.seats, knocks=kept)

    def revoke(self, seat: str) -> None:
        """Take a seat's token back."""
        self.seats = self.seats.revoked(seat)
        self._keep()

    def _failed(self, address: str, tables: tuple[str, ...]) -> None:
        self._failures.failed(address, tables, now_ms())
        log.warning("not accepted", address=counted_as(address), reason="code or token")

    def _keep(self) -> None:
        self.keys.keep_seats(self.seats)

    def seat_at_table(self, desk: Desk, minted: Minted) -> None:
        """Write a new seat into the table's log."""
        seat = minted.seat
        desk.order(PutSeat(seat.id, seat.role, seat.label, seat.user))

    async def stop(self) -> None:
        """Finish every table, flush and close the store."""
        self._is_stopping = True
        opening = tuple(self._opening.values())
        for reading, _ in opening:
            reading.stop()
        await asyncio.gather(*(task for _, task in opening), return_exceptions=True)
        await asyncio.gather(*(desk.stop() for desk in self.desks.values()))
        self._keep()
        await asyncio.to_thread(self.store.close)


def _looked_at(opening: asyncio.Task[None]) -> None:
    """Whoever waited was told how it ended; perhaps nobody did."""
    if not opening.cancelled():
        opening.exception()


def header_of(table: str, ruleset: Ruleset) -> Header:
    """Give the header of a new log."""
    return Header(
        table=table,
        engine=__version__,
        ruleset=ruleset.name,
        ruleset_version=ruleset.version,
        rules=version_of(ruleset),
        shapely=shapely_version(),
        geos=geos_version(),
        created_ms=now_ms(),
    )
