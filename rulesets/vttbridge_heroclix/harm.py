"""Clicks: damage that is dealt, reduced and taken; what the dial shows then; and being knocked out."""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.piece import Piece
from vttbridge.rules.script import Script
from vttbridge_heroclix.abilities import KO, ignores_knock_back
from vttbridge_heroclix.reducers import reduced

CLICKS = "clicks_left"


class Blow(msgspec.Struct, frozen=True):
    """Damage that is about to be dealt to one figure; its parts say what it is made of."""

    piece: str
    dealt: int
    cause: str
    rules: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    attack: bool = False
    source: str = ""
    rests_on: tuple[str, ...] = ()


class Clicks(msgspec.Struct, frozen=True):
    """The clicks that were turned, and the line of the plan that says so."""

    count: int
    key: str


class Reported(msgspec.Struct, frozen=True):
    """What the table reports beside the numbers: who is knocked out and what dials show after the damage."""

    out: tuple[str, ...] = ()
    dials: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def dial(self, piece: Piece) -> tuple[str, ...]:
        """Return what shows after the damage: as reported, else as the piece's data says, else unchanged."""
        for name, tags in self.dials:
            if name == piece.id:
                return tags
        own = abilities_in(piece.text("tags_after"))
        return own or piece.tags


def abilities_in(text: str) -> tuple[str, ...]:
    """Read a list of abilities, set apart by blanks or commas."""
    return tuple(text.replace(",", " ").lower().split())


def take_attack(draft: Draft, blow: Blow, reported: Reported) -> Script[Clicks]:
    """Deal an attack's damage, click the dial, and knock out; give the clicks taken (HC-03, HC-04)."""
    left, taken_off = yield from reduced(draft.piece(blow.piece), blow.dealt)
    key = _write(draft, blow, left, taken_off)
    piece = draft.piece(blow.piece)
    shown = reported.dial(piece)
    if left > 0 and tuple(sorted(shown)) != tuple(sorted(piece.tags)):
        draft.retag(piece.id, shown, "dial", rules=("HC-03",))
    if left > 0 or piece.id in reported.out:
        _knock_out_if_due(draft, piece.id, key, reported.out)
    return Clicks(left, key)


def take_knock_back(draft: Draft, blow: Blow) -> Script[None]:
    """Deal knock back damage: damage dealt, so reducers and shields count, but no attack (HC-20, HC-21)."""
    piece = draft.piece(blow.piece)
    if ignores_knock_back(piece):
        draft.because("HC-25")
        _write(draft, blow, 0, (Part("ignores_knock_back", -blow.dealt, "HC-25"),))
        return
    left, taken_off = yield from reduced(piece, blow.dealt)
    if any(not draft.start.piece(piece.id).has(part.code) for part in taken_off):
        draft.because("HC-25")
    key = _write(draft, blow, left, taken_off)
    if piece.has("mystics"):
        draft.note("MYSTICS_SILENT", piece.id, rules=("HC-21",))
    if left > 0:
        _knock_out_if_due(draft, piece.id, key)


def take_unavoidable(draft: Draft, blow: Blow) -> None:
    """Deal damage that nothing reduces."""
    key = _write(draft, blow, blow.dealt, ())
    _knock_out_if_due(draft, blow.piece, key)


def _write(draft: Draft, blow: Blow, left: int, taken_off: tuple[Part, ...]) -> str:
    return draft.damage(
        blow.piece,
        left,
        blow.cause,
        dealt=blow.dealt,
        attack=blow.attack,
        source=blow.source,
        number=CLICKS,
        floor=0,
        rules=blow.rules,
        parts=(*blow.parts, *taken_off),
        rests_on=blow.rests_on,
    )


def _knock_out_if_due(draft: Draft, name: str, damage: str, out: tuple[str, ...] = ()) -> None:
    """Remove a figure without clicks left, or one that the table reports as out, at once (HCX-15)."""
    piece = draft.board.find(name)
    clicks = None if piece is None else piece.raw(CLICKS)
    is_spent = isinstance(clicks, int | float) and clicks <= 0
    if piece is None or not (is_spent or name in out):
        return
    _leave_object(draft, piece)
    draft.status(name, KO, cause="damage", rules=("HCX-15",), rests_on=(damage,))
    draft.gone(name, KO, rules=("HCX-15",), rests_on=(damage,))


def _leave_object(draft: Draft, piece: Piece) -> None:
    """A held object stays in the square of whoever held it."""
    held = draft.board.find(piece.text("holds"))
    if held is None:
        return
    if held.place != piece.place:
        draft.put(held.id, piece.place, "left_behind", rules=("HCX-15",))
    draft.note("HELD_OBJECT_STAYS", piece.id, rules=("HCX-15",), object=held.id)
