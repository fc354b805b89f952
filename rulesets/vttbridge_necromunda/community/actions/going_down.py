"""Becoming Pinned or Prone for reasons outside this book, and setting a status by hand."""

from typing import Annotated, Literal

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.fields import Flag, OneOf, PieceRef
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import Script
from vttbridge_necromunda.community.battlefield.bases import lifted, stands_on
from vttbridge_necromunda.community.battlefield.engagement import is_engaged, settle
from vttbridge_necromunda.community.battlefield.falling import check_ledge
from vttbridge_necromunda.table_top.sides import is_fighter, is_standing


class GoProne(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter that stood becomes Pinned, or Prone otherwise."""

    piece: PieceRef
    status: Annotated[Literal["pinned", "prone"], OneOf] = "pinned"


def go_prone(draft: Draft, given: GoProne) -> Script[Refusal | None]:
    """NM-90, NM-108, NMX-02: who goes down near a ledge checks, on a Grav Cutter as on any platform."""
    draft.board = lifted(draft.board)
    piece = draft.piece(given.piece)
    if not is_fighter(piece):
        return refuse("NO_FIGHTER", piece=piece.id)
    if not is_standing(piece):
        return refuse("PRONE", "NM-90", piece=piece.id)
    if given.status == "pinned" and is_engaged(draft.board, piece):
        return refuse("ENGAGED", "NMX-09", piece=piece.id)
    on_cutter = stands_on(draft.board, piece) is not None
    draft.status(piece.id, given.status, cause="outside")
    if on_cutter:
        draft.because("NM-107", "NM-108", "NM-109")
    yield from check_ledge(draft, piece.id, ("NM-90", "NMX-02"))
    settle(draft, piece.id)
    return None


class StatusSet(msgspec.Struct, frozen=True, kw_only=True):
    """People say that a status begins or ends."""

    piece: PieceRef
    status: Annotated[
        Literal["pinned", "prone", "seriously_injured", "broken", "engaged", "sprinted", "booster_spent"],
        OneOf,
    ]
    on: Flag = True


def status_set(draft: Draft, given: StatusSet) -> Script[Refusal | None]:
    """Take in a status that was decided elsewhere."""
    yield from ()
    draft.status(given.piece, given.status, on=given.on, cause="outside")
    return None
