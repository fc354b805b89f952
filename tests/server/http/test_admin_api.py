"""What the owner may ask of the running server."""

from http import HTTPStatus
from pathlib import Path

import msgspec
import pytest

from support.edge import TABLE, server_context
from vttbridge.auth.seat_credentials import Device
from vttbridge.errors import VttbridgeError
from vttbridge.server.http import admin_api


@pytest.mark.parametrize(
    ("shown", "known"),
    [(("Bearer s",), True), (("Bearer x",), False), ((), False), (("Bearer s", "Bearer s"), False)],
)
def test_the_owner_shows_the_secret_once(shown: tuple[str, ...], known: bool) -> None:
    """Twice is as wrong as never."""
    assert admin_api.is_owner(shown, "s") is known


async def test_a_code_is_opened_for_the_only_table(tmp_path: Path) -> None:
    """Whoever redeems it is listed as a seat that is not connected, until it is ended."""
    context = await server_context(tmp_path)
    line = await admin_api.pair(context.registry, "", "", "player")
    assert (line.table, line.role, line.made) == (TABLE, "player", False)
    minted = context.seats.redeem(line.code, Device("Ann"))
    assert minted is not None
    seat = admin_api.SeatLine(minted.seat.id, TABLE, "player", "Ann", connected=False)
    assert admin_api.seats(context.registry, "") == [seat]
    assert admin_api.seats(context.registry, "Mill") == []
    assert await admin_api.revoke(context.registry, minted.seat.id) == []
    await context.registry.stop()


@pytest.mark.parametrize(
    ("table", "ruleset", "role", "says"),
    [
        ("", "", "king", "king is no role"),
        ("Mill", "", "gm", "with --ruleset"),
        (TABLE, "draw-steel", "gm", "plays heroclix"),
    ],
)
async def test_what_is_missing_is_said(
    tmp_path: Path, table: str, ruleset: str, role: str, says: str
) -> None:
    """In a sentence."""
    context = await server_context(tmp_path)
    with pytest.raises(VttbridgeError, match=says):
        await admin_api.pair(context.registry, table, ruleset, role)
    await context.registry.stop()


async def test_an_answer_is_json(tmp_path: Path) -> None:
    """A new table is made by its code; a fault is a conflict with its sentence."""
    context = await server_context(tmp_path)
    made = await admin_api.answer(context.registry, "/owner/pair", "table=Mill&ruleset=heroclix")
    assert made.status == HTTPStatus.OK
    assert msgspec.json.decode(made.body, type=admin_api.PairingLine).made
    wrong = await admin_api.answer(context.registry, "/owner/revoke", "seat=none")
    assert wrong.status == HTTPStatus.CONFLICT
    assert b"there is no seat none" in wrong.body
    await context.registry.stop()
