"""Damage where a forced movement ends against something (DS-20 to DS-26).

1. Against a creature both take 1 for each square left; an object that is moved takes none unless tracked.
2. Against something solid the target takes 2 and 1 for each square left, once (DSX-19: nobody else does).
3. Against both in one step the solid damage counts once; each creature takes its squares left (`ds_mixed`).
4. A larger target that runs into several smaller creatures takes the damage once (DS-22).
"""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.kinds import YesNo
from vttbridge.rules.script import GM, Script, choose
from vttbridge_draw_steel.actions import ForcedMove
from vttbridge_draw_steel.death import Pain, hurt, is_out
from vttbridge_draw_steel.movement import Movement, Struck
from vttbridge_draw_steel.sizes import rank

OBJECT_BASE = 2
"""What any collision with something solid adds (DS-25)."""

CREATURE, OBJECT = "creature_collision", "object_collision"


class Blow(msgspec.Struct, frozen=True):
    """A collision to be written: the movement, what it struck, the ability, the line it rests on."""

    movement: Movement
    struck: Struck
    ability: ForcedMove
    key: str
    killed: bool = False

    @property
    def target(self) -> str:
        """The moved piece."""
        return self.movement.target.id

    @property
    def rests(self) -> tuple[str, ...]:
        """The lines without which nothing would have been struck."""
        return (self.key,) if self.key else ()


def collide(draft: Draft, blow: Blow) -> Script[None]:
    """Write the damage of a collision, the target's first (DS-20, DS-25)."""
    struck = blow.struck
    if struck.barriers:
        _solid(draft, blow)
    if not struck.creatures:
        return
    hurts = yield from _second_hurt(draft, blow)
    draft.because("DS-20", "DSX-18", *_named_rules(blow))
    if not blow.movement.is_object:
        _moved_into_creatures(draft, blow)
    for other in hurts:
        _creature(draft, blow, other)
    if blow.movement.is_object:
        _moved_object(draft, blow)


def _named_rules(blow: Blow) -> tuple[str, ...]:
    """The mover's own space, and several victims at once, have rules of their own."""
    own = ("DS-24",) if blow.movement.source in blow.struck.creatures else ()
    return (*own, "DS-22") if len(blow.struck.creatures) > 1 else own


def _second_hurt(draft: Draft, blow: Blow) -> Script[tuple[str, ...]]:
    """A target that the ability killed still hurts whom it hits, unless the Director rules no (DS-23)."""
    if not blow.killed:
        return blow.struck.creatures
    hurts: list[str] = []
    for other in blow.struck.creatures:
        draft.because("DS-23")
        if (yield from choose(GM, "second_hurt", YesNo(), True, piece=other)):
            hurts.append(other)
    return tuple(hurts)


def _left(blow: Blow, rule: str) -> Part:
    return Part("squares_left", blow.struck.left, rule)


def _solid(draft: Draft, blow: Blow) -> None:
    draft.because("DSX-18", "DSX-19", "DS-30")
    bonus = blow.ability.object_bonus
    parts = [Part("object", OBJECT_BASE, "DS-25"), _left(blow, "DS-25")]
    parts += [Part("object_bonus", bonus)] if bonus else []
    first = blow.struck.barriers[0]
    rules = [
        "DS-25",
        *(["DS-26"] if blow.struck.downward else []),
        *(["DSX-07"] if blow.struck.by_corner else []),
    ]
    _hit(draft, blow, blow.target, _pain(OBJECT, parts, rules, first.id))
    for one in blow.struck.barriers:
        if one.piece:
            draft.because("DSX-08")
            _hit(draft, blow, one.piece, _pain(OBJECT, [_left(blow, "DS-27")], ["AMB-DS-22"], blow.target))


def _moved_into_creatures(draft: Draft, blow: Blow) -> None:
    """The target's own damage: once for all that are smaller, and not again beside something solid."""
    if blow.struck.barriers:
        draft.because("AMB-DS-13")
        if draft.options.is_on("ds_mixed", "object_once"):
            return
    size = rank(blow.movement.target)
    smaller = [one for one in blow.struck.creatures if rank(draft.piece(one)) < size]
    others = [one for one in blow.struck.creatures if one not in smaller]
    for other in [*others, *smaller[:1]]:
        _hit(draft, blow, blow.target, _pain(CREATURE, _creature_parts(blow), ["DS-20"], other))


def _creature_parts(blow: Blow, rule: str = "DS-20") -> list[Part]:
    bonus = blow.ability.creature_bonus
    return [_left(blow, rule), *([Part("creature_bonus", bonus)] if bonus else [])]


def _creature(draft: Draft, blow: Blow, other: str) -> None:
    cause, rule = (OBJECT, "DS-21") if blow.movement.is_object else (CREATURE, "DS-20")
    _hit(draft, blow, other, _pain(cause, _creature_parts(blow, rule), [rule, "DSX-19"], blow.target))


def _moved_object(draft: Draft, blow: Blow) -> None:
    """A tracked object takes the damage as a creature would (DS-27)."""
    if blow.struck.barriers:
        return
    other = blow.struck.creatures[0]
    _hit(draft, blow, blow.target, _pain(OBJECT, [_left(blow, "DS-27")], ["DS-27"], other))


def _pain(cause: str, parts: list[Part], rules: list[str], source: str) -> Pain:
    amount = round(sum(part.amount for part in parts))
    return Pain(amount=amount, cause=cause, source=source, rules=tuple(rules), parts=tuple(parts))


def _hit(draft: Draft, blow: Blow, piece: str, pain: Pain) -> None:
    if pain.amount <= 0 or is_out(draft.piece(piece)):
        return
    if _unharmed(draft, blow, piece):
        draft.note("UNHARMED", piece, amount=pain.amount, rests_on=blow.rests)
        return
    hurt(draft, piece, msgspec.structs.replace(pain, rests_on=blow.rests))


def _unharmed(draft: Draft, blow: Blow, piece: str) -> bool:
    """Return whether the ability or a trait spares this side."""
    switch = blow.ability.moved_unharmed if piece == blow.target else blow.ability.others_unharmed
    return switch or draft.piece(piece).has("no_forced_damage")
