"""Who may come in, as the records that a store keeps: seats, codes, and what failed.

A code's wrong tries are a record of their own. A code's record therefore changes only in the transaction that
uses it, and no count that is written late can give back a use.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from vttbridge.auth.seat_credentials import Minted, Opening, SeatCredential
from vttbridge.auth.seat_registry import SeatRegistry
from vttbridge.auth.throttle import Tally
from vttbridge.errors import StoreFault
from vttbridge.table.log.store import AccessChanges, AccessRecord

T = TypeVar("T")

SEAT = "seat"
CODE = "code"
WRONG = "wrong"
"""The wrong tries of a code, under the code's own id."""

FAILED = "failed"


class Admissions(msgspec.Struct, frozen=True):
    """All that the records say."""

    book: SeatRegistry
    failed: Mapping[str, Tally]


def read(records: Iterable[AccessRecord]) -> Admissions:
    """Read records; StoreFault names the one that cannot be read. Kinds that are not known say nothing."""
    seats: list[SeatCredential] = []
    openings: list[Opening] = []
    wrong: dict[str, int] = {}
    failed: dict[str, Tally] = {}
    for record in records:
        match record.kind:
            case "seat":
                seats.append(_decoded(record, SeatCredential))
            case "code":
                openings.append(_decoded(record, Opening))
            case "wrong":
                wrong[record.id] = _decoded(record, int)
            case "failed":
                failed[record.id] = _decoded(record, Tally)
            case _:
                pass
    counted = tuple(msgspec.structs.replace(one, wrong=wrong.get(one.id, one.wrong)) for one in openings)
    in_order = tuple(sorted(seats, key=lambda seat: (seat.since_ms, seat.id)))
    return Admissions(SeatRegistry(counted, in_order), failed)


def _decoded(record: AccessRecord, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(record.data, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise StoreFault(
            f"the store's record {record.kind} {record.id} cannot be read ({fault}): "
            "put the store back from a copy"
        ) from fault


def seat_record(seat: SeatCredential) -> AccessRecord:
    """Write a seat as a record."""
    return AccessRecord(SEAT, seat.id, msgspec.json.encode(seat))


def code_record(opening: Opening) -> AccessRecord:
    """Write an open code as a record."""
    return AccessRecord(CODE, opening.id, msgspec.json.encode(opening))


def wrong_record(opening: Opening) -> AccessRecord:
    """Write how often a code was tried wrongly as a record."""
    return AccessRecord(WRONG, opening.id, msgspec.json.encode(opening.wrong))


def failed_record(name: str, tally: Tally) -> AccessRecord:
    """Write what failed under a name as a record."""
    return AccessRecord(FAILED, name, msgspec.json.encode(tally))


def all_of(book: SeatRegistry) -> AccessChanges:
    """Keep a whole book."""
    return AccessChanges(put=(*map(seat_record, book.seats), *map(code_record, book.openings)))


def admitting(minted: Minted) -> AccessChanges:
    """Keep a new seat, and the use of the code by which it came."""
    put = (seat_record(minted.seat),)
    match minted.by:
        case Opening(uses=1) as used_up:
            return AccessChanges(put, drop=names_of(used_up))
        case Opening(uses=uses) as used:
            return AccessChanges(put, (code_record(msgspec.structs.replace(used, uses=uses - 1)),))
        case _:
            return AccessChanges(put)


def opening(code: Opening, ended: Iterable[Opening]) -> AccessChanges:
    """Keep a new code, and let those go that ended by it."""
    return AccessChanges((code_record(code),), drop=tuple(name for one in ended for name in names_of(one)))


def ending(seat_id: str) -> AccessChanges:
    """Let a seat go."""
    return AccessChanges(drop=((SEAT, seat_id),))


def names_of(code: Opening) -> tuple[tuple[str, str], ...]:
    """Return the records of a code."""
    return (CODE, code.id), (WRONG, code.id)
