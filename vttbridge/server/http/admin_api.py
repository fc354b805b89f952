"""What the owner of this machine may ask of the running server: a pairing line, the seats, the end of one.

Only from this machine, with the owner's secret in a header that no page can send, and without any Origin.
Whoever lacks one of these sees a path that does not exist.
"""

from http import HTTPStatus
from urllib.parse import parse_qs

import msgspec

from vttbridge.auth.tokens import ROLES, Role, is_same
from vttbridge.errors import VttbridgeError
from vttbridge.geometry.allowance import BudgetExceeded
from vttbridge.rules.registry import find, names
from vttbridge.server.http.static_files import TYPES, Page
from vttbridge.server.tables.registry import TableRegistry
from vttbridge.storage.journal import ruleset_of

PATH = "/owner/"


class PairingLine(msgspec.Struct, frozen=True):
    """A code for a table, and whether the table was made for it."""

    code: str
    table: str
    role: Role
    made: bool = False


class SeatLine(msgspec.Struct, frozen=True):
    """One seat, for the owner."""

    id: str
    table: str
    role: Role
    label: str
    connected: bool


class Failure(msgspec.Struct, frozen=True):
    """Why it cannot be done, in a sentence."""

    error: str


def is_owner(authorization: tuple[str, ...], secret: str) -> bool:
    """Compare the secret that was shown with the owner's."""
    return len(authorization) == 1 and is_same(authorization[0], f"Bearer {secret}")


async def answer(registry: TableRegistry, path: str, query: str) -> Page:
    """Do what the owner asks."""
    asked = {name: values[-1] for name, values in parse_qs(query).items()}
    try:
        return _page(HTTPStatus.OK, await _done(registry, path.removeprefix(PATH), asked))
    except VttbridgeError as fault:
        return _page(HTTPStatus.CONFLICT, Failure(str(fault)))
    except BudgetExceeded:
        return _page(HTTPStatus.CONFLICT, Failure("the server is stopping: ask again when it is back"))


def _page(status: HTTPStatus, value: object) -> Page:
    return Page(status, TYPES["json"], msgspec.json.encode(value))


async def _done(registry: TableRegistry, what: str, asked: dict[str, str]) -> object:
    match what:
        case "pair":
            return await pair(
                registry, asked.get("table", ""), asked.get("ruleset", ""), asked.get("role", "gm")
            )
        case "seats":
            return seats(registry, asked.get("table", ""))
        case "revoke":
            return await revoke(registry, asked.get("seat", ""))
        case _:
            return Failure(f"the server knows no {what}")


async def pair(registry: TableRegistry, table: str, ruleset: str, role: str) -> PairingLine:
    """Open a pairing code, making the table if it is new; VttbridgeError says what is missing."""
    if role not in ROLES.values():
        raise VttbridgeError(f"{role} is no role: take gm, player or observer")
    known: Role = next(one for one in ROLES.values() if one == role)
    name = _table(registry, table)
    made = name not in registry.store.tables()
    if made:
        await registry.create(name, find(_ruleset(name, ruleset)))
    elif ruleset not in {"", ruleset_of(registry.store, name)}:
        raise VttbridgeError(
            f"the table {name} plays {ruleset_of(registry.store, name)}, not {ruleset}: "
            "leave --ruleset out, or name a new table"
        )
    await registry.begin(name)
    code, _ = await registry.seats.open_code(name, known)
    return PairingLine(code, name, known, made)


def _table(registry: TableRegistry, table: str) -> str:
    tables = registry.store.tables()
    if table:
        return table
    if len(tables) > 1:
        raise VttbridgeError(f"say which table with --table: {', '.join(tables)}")
    return tables[0] if tables else "table"


def _ruleset(table: str, ruleset: str) -> str:
    if not ruleset:
        raise VttbridgeError(
            f"the table {table} is new: say with --ruleset which rules it plays ({', '.join(names())})"
        )
    return ruleset


def seats(registry: TableRegistry, table: str) -> list[SeatLine]:
    """List the seats of one table, or of all."""
    here = {peer.seat for actor in registry.tables.values() for peer in actor.members.peers}
    return [
        SeatLine(seat.id, seat.table, seat.role, seat.label, seat.id in here)
        for seat in registry.seats.registry.seats
        if table in {"", seat.table}
    ]


async def revoke(registry: TableRegistry, seat: str) -> list[SeatLine]:
    """End a seat and close what is connected for it; VttbridgeError where there is none or it cannot be."""
    found = registry.seats.seat(seat)
    if found is None:
        raise VttbridgeError(f"there is no seat {seat}: `vttbridge seats` lists them")
    await registry.end_seat(found)
    return seats(registry, found.table)
