"""The credentials of a server: open pairing codes, invites, device tokens and who knocks.

A frozen value: each change gives a new book. Nothing in it lets anybody in: codes and secrets are sealed.
"""

import msgspec

from vttbridge.auth.seat_credentials import KNOCK_MS, TOKEN_MS, Device, Knock, Minted, Opening, SeatCredential
from vttbridge.auth.tokens import (
    DUMMY_SEAL,
    SECRET_BYTES,
    Role,
    is_same,
    make_code,
    make_token,
    read_code,
    read_token,
    seal_code,
    seal_secret,
    two_words,
)

WRONG_TRIES = 5
KNOCKS_PER_ADDRESS = 3


class SeatRegistry(msgspec.Struct, frozen=True):
    """All credentials of one server."""

    openings: tuple[Opening, ...] = ()
    seats: tuple[SeatCredential, ...] = ()
    knocks: tuple[Knock, ...] = ()

    def opened(self, key: bytes, opening: Opening, entropy: bytes) -> tuple["SeatRegistry", str]:
        """Open a code; returns the book and the code to show. An earlier code of that table and kind ends."""
        code = make_code(entropy)
        sealed = msgspec.structs.replace(opening, seal=seal_code(key, opening.table, code.replace("-", "")))
        kept = tuple(other for other in self.openings if not _ends(sealed, other))
        return msgspec.structs.replace(self, openings=(*kept, sealed)), code

    def unopened(self, opening: Opening, ended: tuple[Opening, ...]) -> "SeatRegistry":
        """Take back a code that was opened, and open those again that ended by it."""
        left = tuple(other for other in self.openings if other.id != opening.id)
        book = msgspec.structs.replace(self, openings=left)
        for other in ended:
            book = _open_again(book, other)
        return book

    def is_pairing(self, table: str, now_ms: int) -> bool:
        """Return whether a pairing window of a table is open (of any table where it is empty)."""
        return any(opening.until_ms > now_ms and table in {"", opening.table} for opening in self.openings)

    def pairing_tables(self, now_ms: int) -> tuple[str, ...]:
        """Return the tables with an open code, sorted."""
        return tuple(sorted({opening.table for opening in self.openings if opening.until_ms > now_ms}))

    def invites(self, table: str, now_ms: int) -> int:
        """Count the open invites of a table."""
        opened = (one for one in self.openings if one.table == table and one.kind == "invite")
        return sum(1 for one in opened if one.until_ms > now_ms)

    def tables_named(self, token: str) -> tuple[str, ...]:
        """Return the table of the seat a token says it is, right or wrong; none where there is none."""
        parts = read_token(token)
        return tuple(seat.table for seat in self.seats if parts is not None and seat.id == parts.id)

    def redeemed(
        self,
        key: bytes,
        code: str,
        device: Device,
        now_ms: int,
        entropy: bytes,
        *,
        shut: frozenset[str] = frozenset(),
    ) -> tuple["SeatRegistry", Minted | None]:
        """Use a code. A wrong one counts against every open code, which burns at its fifth.

        Codes of tables that are `shut` are neither compared nor counted against.
        """
        book = _current(self, now_ms)
        letters = read_code(code) or ""
        for opening in book.openings:
            right = is_same(opening.seal, seal_code(key, opening.table, letters))
            if right and opening.table not in shut:
                return _used(book, opening, device, now_ms, entropy)
        return _missed(book, shut), None

    def minted(
        self, table: str, role: Role, device: Device, now_ms: int, entropy: bytes
    ) -> tuple["SeatRegistry", Minted]:
        """Make a seat and its token of 40 random bytes: 8 for the id, 32 for the secret."""
        seat_id = entropy[:8].hex()
        token = make_token(role, seat_id, entropy[8:])
        secret = entropy[8:40].hex()
        seat = SeatCredential(
            id=seat_id,
            table=table,
            role=role,
            label=device.label,
            seal=seal_secret(secret),
            since_ms=now_ms,
            until_ms=now_ms + TOKEN_MS,
            user=device.user,
            origin=device.origin,
        )
        return msgspec.structs.replace(self, seats=(*self.seats, seat)), Minted(seat, token)

    def unseated(self, minted: Minted) -> "SeatRegistry":
        """Take back a seat that could not be stored: its code has its use again, who knocked waits again."""
        book = self.revoked(minted.seat.id)
        match minted.by:
            case Opening(uses=1) as used_up:
                return _open_again(book, used_up)
            case Opening(id=name):
                return msgspec.structs.replace(
                    book,
                    openings=tuple(
                        msgspec.structs.replace(one, uses=one.uses + 1) if one.id == name else one
                        for one in book.openings
                    ),
                )
            case Knock() as knock:
                return msgspec.structs.replace(book, knocks=(*book.knocks, knock))
            case None:
                return book

    def seat(self, seat_id: str) -> SeatCredential | None:
        """Return a seat as it is now, `None` where it was ended."""
        return next((seat for seat in self.seats if seat.id == seat_id), None)

    def opening(self, opening_id: str) -> Opening | None:
        """Return a code that is open, `None` where it is not any more."""
        return next((opening for opening in self.openings if opening.id == opening_id), None)

    def seat_of(self, token: str, now_ms: int) -> SeatCredential | None:
        """Return the seat of a token, or `None`; an unknown id costs as much as a wrong secret."""
        parts = read_token(token)
        if parts is None:
            return None
        found = self.seat(parts.id)
        shown = seal_secret(parts.secret)
        right = is_same(shown, DUMMY_SEAL if found is None else found.seal)
        waiting = "" if found is None else found.next_seal
        # compared in any case for the time it takes, but the dummy's own secret opens nothing
        fresh = is_same(shown, waiting or DUMMY_SEAL) and waiting != ""
        if found is None or not (right or fresh) or found.role != parts.role or found.until_ms <= now_ms:
            return None
        return found

    def renewed(self, seat: SeatCredential, now_ms: int) -> "SeatRegistry":
        """Let a seat's time slide on from now."""
        return self._with(msgspec.structs.replace(seat, until_ms=now_ms + TOKEN_MS))

    def used(self, seat: SeatCredential, token: str, now_ms: int) -> "SeatRegistry":
        """Note that a token was used: a fresh one ends the old one."""
        parts = read_token(token)
        if parts is None or not seat.next_seal or not is_same(seal_secret(parts.secret), seat.next_seal):
            return self.renewed(seat, now_ms)
        fresh = msgspec.structs.replace(
            seat, seal=seat.next_seal, next_seal="", since_ms=now_ms, until_ms=now_ms + TOKEN_MS
        )
        return self._with(fresh)

    def reminted(self, seat: SeatCredential, entropy: bytes) -> tuple["SeatRegistry", str]:
        """Make a fresh token of 32 random bytes for a seat; the old one holds until it is first used."""
        token = make_token(seat.role, seat.id, entropy)
        sealed = seal_secret(entropy[:SECRET_BYTES].hex())
        return self._with(msgspec.structs.replace(seat, next_seal=sealed)), token

    def unreminted(self, seat: SeatCredential) -> "SeatRegistry":
        """Forget a fresh token that could not be stored; one made before it holds again."""
        now = self.seat(seat.id)
        return self if now is None else self._with(msgspec.structs.replace(now, next_seal=seat.next_seal))

    def _with(self, seat: SeatCredential) -> "SeatRegistry":
        seats = tuple(seat if other.id == seat.id else other for other in self.seats)
        return msgspec.structs.replace(self, seats=seats)

    def revoked(self, seat_id: str) -> "SeatRegistry":
        """Take a seat's token back."""
        return msgspec.structs.replace(self, seats=tuple(seat for seat in self.seats if seat.id != seat_id))

    def knocked(
        self, knock_id: str, table: str, device: Device, now_ms: int, entropy: bytes
    ) -> tuple["SeatRegistry", Knock | None]:
        """Let somebody wait at the door, or not where too many wait from that address."""
        book = _current(self, now_ms)
        waiting = [knock for knock in book.knocks if knock.address == device.address]
        if len(waiting) >= KNOCKS_PER_ADDRESS:
            return book, None
        knock = Knock(
            id=knock_id,
            table=table,
            label=device.label,
            user=device.user,
            words=two_words(entropy),
            address=device.address,
            until_ms=now_ms + KNOCK_MS,
        )
        return msgspec.structs.replace(book, knocks=(*book.knocks, knock)), knock

    def admitted(
        self, knock_id: str, now_ms: int, entropy: bytes, role: Role = "player"
    ) -> tuple["SeatRegistry", Minted | None]:
        """Let in who waits; `None` where nobody of that id waits any more."""
        book = _current(self, now_ms)
        knock = next((knock for knock in book.knocks if knock.id == knock_id), None)
        if knock is None:
            return book, None
        left = msgspec.structs.replace(
            book, knocks=tuple(other for other in book.knocks if other.id != knock_id)
        )
        device = Device(knock.label, knock.user, "", knock.address)
        book, minted = left.minted(knock.table, role, device, now_ms, entropy)
        return book, msgspec.structs.replace(minted, by=knock)


def _current(book: SeatRegistry, now_ms: int) -> SeatRegistry:
    return msgspec.structs.replace(
        book,
        openings=tuple(opening for opening in book.openings if opening.until_ms > now_ms),
        knocks=tuple(knock for knock in book.knocks if knock.until_ms > now_ms),
    )


def _used(
    book: SeatRegistry, opening: Opening, device: Device, now_ms: int, entropy: bytes
) -> tuple[SeatRegistry, Minted]:
    left = msgspec.structs.replace(opening, uses=opening.uses - 1)
    kept = (left if other is opening else other for other in book.openings)
    used = msgspec.structs.replace(book, openings=tuple(other for other in kept if other.uses > 0))
    book, minted = used.minted(opening.table, opening.role, device, now_ms, entropy)
    return book, msgspec.structs.replace(minted, by=opening)


def _ends(later: Opening, earlier: Opening) -> bool:
    """Return whether a code ends an earlier one: a table has one open pairing code and many invites."""
    return later.table == earlier.table and later.kind == earlier.kind == "pairing"


def _open_again(book: SeatRegistry, opening: Opening) -> SeatRegistry:
    """Let a code hold again, where no later one has ended it."""
    if any(_ends(other, opening) for other in book.openings):
        return book
    return msgspec.structs.replace(book, openings=(*book.openings, opening))


def _missed(book: SeatRegistry, shut: frozenset[str]) -> SeatRegistry:
    counted = (
        other if other.table in shut else msgspec.structs.replace(other, wrong=other.wrong + 1)
        for other in book.openings
    )
    return msgspec.structs.replace(
        book, openings=tuple(other for other in counted if other.wrong < WRONG_TRIES)
    )
