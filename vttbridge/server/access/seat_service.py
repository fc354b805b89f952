"""The seats of one server: who may come in, by what, and what failed. What it says is what the store has.

1. A new seat and the use of its code take effect in memory at once, so that nobody else has that use, and are
   told only when the store has them (`admitting` goes with the seat's row). If it cannot, `unseat`.
2. A seat that is being ended lets nobody in; if its end cannot be stored, it holds again.
3. A fresh token is told when it is stored. That a seat was used, and what failed, nobody waits for.
"""

from typing import Literal

import structlog

from vttbridge.auth.rate_limit import counted_as
from vttbridge.auth.seat_credentials import INVITE_MS, PAIRING_MS, Device, Minted, Opening, SeatCredential
from vttbridge.auth.seat_registry import SeatRegistry
from vttbridge.auth.throttle import Throttle
from vttbridge.auth.tokens import Role
from vttbridge.errors import StoreFault
from vttbridge.server.access.write_behind import Name, WriteBehind, until_stored
from vttbridge.server.runtime.clock import now_ms
from vttbridge.server.runtime.entropy import random_bytes
from vttbridge.storage import access_records as records
from vttbridge.table.log.store import AccessChanges, AccessRecord, Store

log = structlog.get_logger()

MAX_INVITES = 20
"""So many invites of a table may be open."""


class SeatService:
    """Lets people in and keeps count of who fails; `key` seals codes."""

    def __init__(self, store: Store, key: bytes) -> None:
        """Read what the store has; StoreFault where it cannot be read."""
        kept = records.read(store.access_records())
        self.registry: SeatRegistry = kept.book
        self._store = store
        self._key = key
        self._throttle = Throttle(now_ms(), kept.failed)
        self._ending: frozenset[str] = frozenset()
        self._write_behind = WriteBehind(store, self._present)

    async def open_code(
        self, table: str, role: Role, uses: int = 1, *, invite: bool = False
    ) -> tuple[str, int]:
        """Open a pairing code or an invite; returns the code and when it ends. StoreFault: none is open."""
        until = now_ms() + (INVITE_MS if invite else PAIRING_MS)
        kind: Literal["invite", "pairing"] = "invite" if invite else "pairing"
        wanted = Opening(random_bytes(4).hex(), table, role, "", until, uses, 0, kind)
        before = self.registry
        self.registry, code = before.opened(self._key, wanted, random_bytes(16))
        opened = self.registry.openings[-1]
        ended = tuple(one for one in before.openings if one not in self.registry.openings)
        try:
            await until_stored(self._store.change_access(records.opening(opened, ended)))
        except StoreFault:
            self.registry = self.registry.unopened(opened, ended)
            raise
        return code, until

    def may_invite(self, table: str) -> bool:
        """Return whether another invite of a table may be opened."""
        return self.registry.invites(table, now_ms()) < MAX_INVITES

    def is_pairing(self) -> bool:
        """Return whether any code is open, so that unknown pages may try one."""
        return self.registry.is_pairing("", now_ms())

    def is_blocked(self, address: str) -> bool:
        """Return whether an address guessed too often."""
        return self._throttle.blocks(address, now_ms())

    def origins(self, table: str | None = None) -> frozenset[str]:
        """Return the origins from which a device was paired, to a table or to any."""
        return frozenset(
            seat.origin for seat in self.registry.seats if seat.origin and table in {None, seat.table}
        )

    def redeem(self, code: str, device: Device) -> Minted | None:
        """Use a code; those of a table with too many failures are not looked at."""
        shut = self._throttle.shut(now_ms())
        about = self.registry.pairing_tables(now_ms())
        before = self.registry.openings
        self.registry, minted = self.registry.redeemed(
            self._key, code, device, now_ms(), random_bytes(40), shut=shut
        )
        if minted is None:
            self._write_behind.mark(*self._tried(before))
            self._failed(device.address, about)
        return minted

    def _tried(self, before: tuple[Opening, ...]) -> tuple[Name, ...]:
        """Return the records of codes that were tried wrongly; those gone by it or over go as well."""
        tried = tuple(one for one in before if one not in self.registry.openings)
        gone = (one for one in tried if self.registry.opening(one.id) is None)
        burned = ((records.CODE, one.id) for one in gone)
        return (*((records.WRONG, one.id) for one in tried), *burned)

    def unseat(self, minted: Minted) -> None:
        """A new seat was not stored: whatever let its owner in can be tried again."""
        self.registry = self.registry.unseated(minted)
        if isinstance(minted.by, Opening):
            self._write_behind.mark((records.WRONG, minted.by.id))

    def admit(self, token: str, address: str) -> SeatCredential | None:
        """Return the seat of a token, which is used by that."""
        found = self.registry.seat_of(token, now_ms())
        if found is None:
            self._failed(address, self.registry.tables_named(token))
            return None
        self.registry = self.registry.used(found, token, now_ms())
        self._write_behind.mark((records.SEAT, found.id))
        return self.seat(found.id)

    def seat(self, name: str) -> SeatCredential | None:
        """Return a seat as it is now, `None` where it was ended or is being ended."""
        return None if name in self._ending else self.registry.seat(name)

    async def fresh_token(self, seat: SeatCredential) -> str | None:
        """Return a fresh token where a seat's is ageing; the old one goes on where that cannot be stored."""
        if not seat.is_ageing(now_ms()):
            return None
        self.registry, token = self.registry.reminted(seat, random_bytes(32))
        try:
            await until_stored(self._store.change_access(self._present(frozenset({(records.SEAT, seat.id)}))))
        except StoreFault as fault:
            self.registry = self.registry.unreminted(seat)
            self._write_behind.mark((records.SEAT, seat.id))
            log.warning("token not renewed", seat=seat.id, kind=type(fault).__name__, error=str(fault))
            return None
        return token

    def begin_to_end(self, seat: str) -> AccessChanges:
        """Let nobody in by a seat from now on; returns what is to be stored with the row that ends it."""
        self._ending |= {seat}
        return records.ending(seat)

    def end(self, seat: str, *, is_stored: bool) -> None:
        """A seat's end was stored, or the seat holds again."""
        self._ending -= {seat}
        if is_stored:
            self.registry = self.registry.revoked(seat)

    async def stop(self) -> None:
        """Store what nobody has waited for."""
        await self._write_behind.stop()

    def _failed(self, address: str, tables: tuple[str, ...]) -> None:
        counted = self._throttle.failed(address, tables, now_ms())
        self._write_behind.mark(*((records.FAILED, name) for name in counted))
        log.warning("not accepted", address=counted_as(address), reason="code or token")

    def _present(self, names: frozenset[Name]) -> AccessChanges:
        """Return what records of these names say now; those of a seat hold only where it still has one."""
        said = {name: self._record(*name) for name in sorted(names)}
        return AccessChanges(
            put=tuple(one for one in said.values() if one is not None and one.kind != records.SEAT),
            replace=tuple(one for one in said.values() if one is not None and one.kind == records.SEAT),
            drop=tuple(name for name, one in said.items() if one is None),
        )

    def _record(self, kind: str, name: str) -> AccessRecord | None:
        """Return a record as it is now, `None` where it goes; a code is only marked when it is gone."""
        opening, seat, tally = (
            self.registry.opening(name),
            self.registry.seat(name),
            self._throttle.tally(name),
        )
        match kind:
            case records.SEAT if seat is not None:
                return records.seat_record(seat)
            case records.WRONG if opening is not None:
                return records.wrong_record(opening)
            case records.FAILED if tally is not None:
                return records.failed_record(name, tally)
            case _:
                return None
