"""Falls: down to the first ground that holds the base, hit, pinned, off other models, and on and on.

1. A support smaller than the base does not hold while there is room to fall on; where no ground is under any
   part of it, the fighter is out of action.
2. Every landing is a fall of its own: its height, its hits.
3. Who lands on others shares the hits with them; all are pinned; a faller that stays is shifted clear.
4. Who lands near another edge checks again, and may fall again.
"""

from collections.abc import Sequence

import msgspec

from vttbridge.geometry.fall import Fall, ground
from vttbridge.geometry.landing import land, width
from vttbridge.geometry.vec import GRAIN, Place
from vttbridge.rules.draft import Draft
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.fall_table import fall_hits
from vttbridge_necromunda.table_top.landing import can_be_hit, enemies_too_near, score, shift_clear
from vttbridge_necromunda.table_top.ledges import ledge_check, ledge_near
from vttbridge_necromunda.table_top.measuring import on_grain
from vttbridge_necromunda.table_top.pinned import pin
from vttbridge_necromunda.table_top.sides import are_enemies, is_fighter, is_seriously_injured
from vttbridge_necromunda.table_top.survival import still_on_battlefield


class FallBook(msgspec.Struct, frozen=True):
    """The rule ids by which a book falls.

    `off_enemies` also shifts a faller that landed beside an enemy and not on it to an inch away.
    """

    damage: str
    landing_on: str
    near_edge: str
    bottomless: str
    falls_on: tuple[str, ...] = ()
    off_enemies: bool = False


def fall_down(
    draft: Draft,
    piece: str,
    over: Place,
    book: FallBook,
    *,
    rules: Sequence[str] = (),
    cause: str = "fall",
    soft: bool = False,
) -> Script[bool]:
    """Let a piece fall from a place in the air; says whether it is still on the battlefield.

    A `soft` fall (a grav-chute) deals no hits, pins nobody and rolls nothing.
    """
    while True:
        landed = _landing(draft, piece, over)
        if landed.landing is None:
            return _lost(draft, piece, book, rules)
        if landed.height <= GRAIN:
            draft.because(*rules)
            return True
        further = (*rules, *book.falls_on)
        fell = draft.fall(piece, on_grain(landed.landing), landed.height, cause, rules=further)
        if soft:
            _set_down(draft, piece, landed, rules)
            return True
        _hurt(draft, piece, landed, book, fell)
        stays = yield from _land(draft, piece, landed, book, fell)
        edge = (yield from _again(draft, piece, landed, book)) if stays else None
        if edge is None:
            return draft.board.find(piece) is not None
        over = edge


def _landing(draft: Draft, piece: str, over: Place) -> Fall:
    """Find the ground, at most a base's width aside; who stands on all of its base does not fall."""
    scene, footprint = draft.board.scene, draft.piece(piece).footprint
    if ground(scene, footprint, over).whole:
        return Fall(over, 0.0)
    bodies = draft.board.bodies(without=(piece,))
    return land(scene, footprint, over, bodies=bodies, aside=width(footprint))


def _lost(draft: Draft, piece: str, book: FallBook, rules: Sequence[str]) -> bool:
    """Nothing holds the faller: out of action, and people roll the lasting injury."""
    lost = draft.gone(piece, "bottomless", rules=(*rules, book.bottomless))
    if is_fighter(draft.start.piece(piece)):
        draft.note("LASTING_INJURY", piece, rules=(book.bottomless,), rests_on=(lost,))
    return False


def _set_down(draft: Draft, piece: str, landed: Fall, rules: Sequence[str]) -> None:
    near = enemies_too_near(draft, draft.piece(piece))
    if landed.onto or near:
        shift_clear(draft, piece, near, rules)


def _hurt(draft: Draft, piece: str, landed: Fall, book: FallBook, fell: str) -> None:
    """Score the hits of the fall and pin the faller."""
    hits = fall_hits(draft.options, landed.height)
    score(draft, piece, hits, "fall", rules=(book.damage,), rests_on=(fell,))
    if is_fighter(draft.piece(piece)):
        pin(draft, piece, (book.damage,), rests_on=(fell,))
        draft.note("ACTIVATION_ENDS", piece, rules=(book.damage,), rests_on=(fell,))


def _land(draft: Draft, piece: str, landed: Fall, book: FallBook, fell: str) -> Script[bool]:
    """Make room where others are; says whether the faller is still there."""
    if landed.onto:
        stays = yield from _landed_on(draft, piece, landed, book, fell)
        return stays
    near = enemies_too_near(draft, draft.piece(piece)) if book.off_enemies else ()
    if near:
        shift_clear(draft, piece, near, (book.landing_on,))
    return True


def _landed_on(draft: Draft, piece: str, landed: Fall, book: FallBook, fell: str) -> Script[bool]:
    rules, onto = (book.landing_on,), landed.onto
    hits = fall_hits(draft.options, landed.height)
    pinned: list[str] = []
    for under in onto:
        score(draft, under, hits, "fallen_on", rules=rules, rests_on=(fell,))
        if pin(draft, under, rules, rests_on=(fell,)):
            pinned.append(under)
    asked = [one for one in (piece, *onto) if hits and can_be_hit(draft.piece(one))]
    for one in asked:
        yield from still_on_battlefield(draft, one, rules=rules)
    stays = draft.board.find(piece) is not None
    if stays:
        shift_clear(draft, piece, _kept_off(draft, piece, onto, book), rules)
    yield from _knocked_off(draft, pinned, book)
    return stays


def _knocked_off(draft: Draft, pinned: Sequence[str], book: FallBook) -> Script[None]:
    """Let those who were pinned by a faller check near an edge in their turn."""
    for under in pinned:
        if draft.board.find(under) is None:
            continue
        edge = yield from ledge_check(draft, under, (book.near_edge,))
        if edge is not None:
            yield from fall_down(draft, under, edge, book, rules=(book.near_edge,))


def _kept_off(draft: Draft, piece: str, onto: tuple[str, ...], book: FallBook) -> tuple[str, ...]:
    """Return the enemies to keep an inch from: those landed on, and in some books all that are too near."""
    faller = draft.piece(piece)
    if is_seriously_injured(faller) or not is_fighter(faller):
        return ()
    under = [draft.board.find(one) for one in onto]
    landed_on = [
        one.id
        for one in under
        if one is not None and is_fighter(one) and are_enemies(faller, one) and not is_seriously_injured(one)
    ]
    near = enemies_too_near(draft, faller) if book.off_enemies else ()
    return tuple(dict.fromkeys((*landed_on, *near)))


def _again(draft: Draft, piece: str, landed: Fall, book: FallBook) -> Script[Place | None]:
    """Check again near another edge; a faller that was hit must still be there for it."""
    faller = draft.piece(piece)
    if not is_fighter(faller) or ledge_near(draft.board, faller) is None:
        return None
    hurt = bool(fall_hits(draft.options, landed.height)) and not landed.onto
    if hurt:
        stays = yield from still_on_battlefield(draft, piece, rules=(book.near_edge,))
        if not stays:
            return None
    edge = yield from ledge_check(draft, piece, (book.near_edge,))
    return edge
