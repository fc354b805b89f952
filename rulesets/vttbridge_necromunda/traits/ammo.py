"""Ammo checks, weapons that are Out of Ammo or jammed, and reloading."""

from vttbridge.rules.dice import D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import CountOf
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import MOVER, Script, choose, roll
from vttbridge_necromunda.traits.attack_fields import Reload

USUAL_AMMO = 4

OUT_OF_AMMO = "out_of_ammo"
JAMMED = "jammed"


def weapons_in(draft: Draft, fighter: str, state: str) -> tuple[str, ...]:
    """Return a fighter's weapons that are out of ammo or jammed."""
    return tuple(name for name in draft.piece(fighter).text(f"{state}_weapons").split(";") if name)


def unusable(draft: Draft, fighter: str, weapon: str) -> Refusal | None:
    """Refuse a weapon that is jammed (NT-24) or was not reloaded (NT-23)."""
    if weapon in weapons_in(draft, fighter, JAMMED):
        return refuse("WEAPON_JAMMED", "NT-24", piece=fighter, weapon=weapon)
    if weapon in weapons_in(draft, fighter, OUT_OF_AMMO):
        return refuse("WEAPON_OUT_OF_AMMO", "NT-23", piece=fighter, weapon=weapon)
    return None


def check_ammo(draft: Draft, fighter: str, weapon: str, symbols: int, ammo: int | None) -> Script[None]:
    """Make one Ammo check for each symbol; a failed one leaves the weapon Out of Ammo, two jam it."""
    draft.fact("ammo_checks", symbols)
    if symbols == 0:
        draft.fact("weapon", "ok")
        return
    value = yield from _ammo_value(fighter, ammo)
    failed = 0
    for _ in range(symbols):
        passed = yield from ammo_check(draft, fighter, value)
        failed += not passed
    draft.because("NT-22")
    _after(draft, fighter, weapon, failed)


def _after(draft: Draft, fighter: str, weapon: str, failed: int) -> None:
    match failed:
        case 0:
            draft.fact("weapon", "ok")
        case 1:
            draft.fact("weapon", OUT_OF_AMMO)
            mark(draft, fighter, weapon, OUT_OF_AMMO, on=True, rules=("NT-23",))
        case _:
            draft.fact("weapon", JAMMED)
            mark(draft, fighter, weapon, JAMMED, on=True, rules=("NT-23", "NT-24"))


def _ammo_value(fighter: str, ammo: int | None) -> Script[int]:
    if ammo is not None:
        return ammo
    asked = yield from choose(MOVER, "ammo", CountOf(2, 6), USUAL_AMMO, piece=fighter)
    return asked


def ammo_check(draft: Draft, fighter: str, ammo: int) -> Script[bool]:
    """Roll a D6 that must be at or above the weapon's ammo value (NTX-06)."""
    face = yield from roll(D6, "ammo", fighter)
    draft.because("NTX-06")
    return face >= ammo


def mark(draft: Draft, fighter: str, weapon: str, state: str, *, on: bool, rules: tuple[str, ...]) -> None:
    """Write down that a weapon is in a state or no longer is; the fighter shows it as a status."""
    others = tuple(name for name in weapons_in(draft, fighter, state) if name != weapon)
    left = (*others, weapon) if on else others
    number = f"{state}_weapons"
    written = draft.number(fighter, number, ";".join(sorted(left)), cause=state, rules=rules)
    if draft.piece(fighter).is_in(state) != bool(left):
        draft.status(fighter, state, on=bool(left), cause=weapon, rules=rules, rests_on=(written,))


def reload(draft: Draft, fields: Reload) -> Script[Refusal | None]:
    """Try to reload a weapon by an Ammo check (NTX-06); a jammed one stays so for the battle (NT-24)."""
    fighter, weapon = fields.fighter, fields.weapon
    if weapon in weapons_in(draft, fighter, JAMMED):
        return refuse("WEAPON_JAMMED", "NT-24", piece=fighter, weapon=weapon)
    if weapon not in weapons_in(draft, fighter, OUT_OF_AMMO):
        return refuse("NOT_OUT_OF_AMMO", "NTX-06", piece=fighter, weapon=weapon)
    value = yield from _ammo_value(fighter, fields.ammo)
    passed = yield from ammo_check(draft, fighter, value)
    draft.fact("weapon", "ok" if passed else OUT_OF_AMMO)
    if passed:
        mark(draft, fighter, weapon, OUT_OF_AMMO, on=False, rules=("NTX-06",))
    return None
