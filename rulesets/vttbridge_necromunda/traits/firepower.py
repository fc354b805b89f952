"""Firepower dice of Rapid Fire (X): bullet holes and Ammo symbols."""

import msgspec

from vttbridge.rules.dice import Die
from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import CountOf
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.script import MOVER, Script, choose, roll
from vttbridge.rules.values import Value, freeze
from vttbridge_necromunda.traits.attack_fields import Shoot

MAX_HOLES = 9


class Shown(msgspec.Struct, frozen=True):
    """What a Firepower die, or several together, showed."""

    holes: int = 0
    symbols: int = 0


def firepower_die(faces: tuple[str, ...]) -> Die[Shown]:
    """Make the die from its faces: `2` is two holes, `1a` one hole and an Ammo symbol."""
    weights: dict[str, int] = {}
    for face in faces:
        weights[_written(face)] = weights.get(_written(face), 0) + 1
    return Die("firepower", tuple(weights.items()), _read)


def _written(face: str) -> str:
    return f"{face.removesuffix('a')}+ammo" if face.endswith("a") else face


def _read(value: Value) -> Shown | Refusal:
    """Take `3`, `1+ammo`, or holes and symbols as a pair."""
    match freeze(value):
        case bool():
            pass
        case int() as holes if 0 <= holes <= MAX_HOLES:
            return Shown(holes)
        case (int() as holes, int() as symbols) if 0 <= holes <= MAX_HOLES and symbols in {0, 1}:
            return Shown(holes, symbols)
        case str() as text:
            return _read_text(text)
        case _:
            pass
    return refuse("NOT_A_FACE", die="firepower", given=value)


def _read_text(text: str) -> Shown | Refusal:
    number = text.removesuffix("+ammo")
    if number.isdecimal() and int(number) <= MAX_HOLES:
        return Shown(int(number), int(number != text))
    return refuse("NOT_A_FACE", die="firepower", given=text)


def dice_to_roll(shot: Shoot) -> Script[int | Refusal]:
    """Let the player choose how many dice to roll, 1 to X (NT-21); all of them where nobody chooses."""
    if shot.firepower_dice is not None:
        if shot.firepower_dice > shot.rapid_fire:
            return refuse("TOO_MANY_DICE", "NT-21", dice=shot.firepower_dice, most=shot.rapid_fire)
        return shot.firepower_dice
    if shot.rapid_fire == 1:
        return 1
    kind = CountOf(1, shot.rapid_fire)
    chosen = yield from choose(MOVER, "firepower_dice", kind, shot.rapid_fire, piece=shot.attacker)
    return chosen


def roll_firepower(draft: Draft, attacker: str, dice: int) -> Script[Shown]:
    """Roll the Firepower dice; they are rolled whether or not the shot hits (NTX-05)."""
    die = firepower_die(draft.options.words("firepower_faces"))
    shown = Shown()
    for _ in range(dice):
        face = yield from roll(die, "firepower", attacker)
        shown = Shown(shown.holes + face.holes, shown.symbols + face.symbols)
    draft.because("NT-21", "NTX-05")
    return shown
