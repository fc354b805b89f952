"""What an attack does to each hit target before anybody is knocked back: clicks, dials, Mystics."""

import msgspec

from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.script import Script
from vttbridge_heroclix.abilities import are_opposing
from vttbridge_heroclix.amounts import Dealt
from vttbridge_heroclix.harm import Blow, Reported, take_attack, take_unavoidable
from vttbridge_heroclix.knock_back import Knock
from vttbridge_heroclix.mastermind import victim

FIXED_SQUARES = 3


class Taken(msgspec.Struct, frozen=True):
    """The clicks that one figure took from an attack, by itself or passed on to it."""

    piece: str
    clicks: int
    rules: tuple[str, ...]
    keys: tuple[str, ...]


def strike(
    draft: Draft,
    attacker: str,
    dealt: tuple[Dealt, ...],
    reported: Reported,
    passed_to: str = "",
) -> Script[tuple[Taken, ...]]:
    """Deal an attack's damage to all hit targets in their order (HC-03).

    `passed_to` is who takes the first target's damage, where that is known already.
    """
    hits = tuple(one.target for one in dealt)
    taken: list[Taken] = []
    for place, one in enumerate(dealt):
        if draft.board.find(one.target) is None:
            continue
        known = passed_to if place == 0 else ""
        receiver = known or (yield from victim(draft, one.target, hits))
        clicks = yield from take_attack(draft, _blow(attacker, one, receiver), reported)
        rules = ("HC-11", "HCX-23") if receiver != one.target else ()
        taken.append(Taken(receiver, clicks.count, rules, (clicks.key,)))
        if clicks.count > 0 and receiver == one.target:
            _mystics(draft, attacker, receiver, clicks.key)
    return merged(tuple(taken))


def _blow(attacker: str, one: Dealt, receiver: str) -> Blow:
    """Passed-on damage comes from the attacker but is no attack any more."""
    if receiver == one.target:
        return Blow(
            receiver, one.amount, "attack", ("HC-03", "HC-04"), one.parts, attack=True, source=attacker
        )
    rules = ("HC-03", "HC-11", "HCX-23")
    return Blow(receiver, one.amount, "attack_transferred", rules, one.parts, source=attacker)


def _mystics(draft: Draft, attacker: str, hurt: str, damage: str) -> None:
    """Mystics answers an attack, and only that, with 1 unavoidable damage (HC-21)."""
    shooter = draft.board.find(attacker)
    victims = draft.start.find(hurt)
    if shooter is None or victims is None or not victims.has("mystics"):
        return
    if are_opposing(shooter, victims):
        part = Part("mystics", 1, "HC-21")
        blow = Blow(attacker, 1, "mystics", ("HC-21",), (part,), source=hurt, rests_on=(damage,))
        take_unavoidable(draft, blow)


def merged(taken: tuple[Taken, ...]) -> tuple[Taken, ...]:
    """Count all clicks of one figure together, wherever they came from (AMB-HC-10)."""
    names = tuple(dict.fromkeys(one.piece for one in taken))
    return tuple(_together(tuple(one for one in taken if one.piece == name)) for name in names)


def _together(taken: tuple[Taken, ...]) -> Taken:
    return Taken(
        taken[0].piece,
        sum(one.clicks for one in taken),
        tuple(rule for one in taken for rule in one.rules),
        tuple(key for one in taken for key in one.keys),
    )


def knocks_by_clicks(draft: Draft, taken: tuple[Taken, ...], *because: str) -> tuple[Knock, ...]:
    """Knock everybody back as far as clicks were taken (HC-04), or three by the later rule (HCX-21)."""
    if draft.options.is_on("hc_distance", "fixed_3"):
        part = Part("fixed_distance", FIXED_SQUARES, "HCX-21")
        return tuple(knock_of(one, FIXED_SQUARES, (*because, "HCX-21"), part) for one in taken)
    return tuple(
        knock_of(one, one.clicks, (*because, "HC-04"), Part("clicks_taken", one.clicks, "HC-04"))
        for one in taken
    )


def knock_of(one: Taken, squares: int, because: tuple[str, ...], part: Part) -> Knock:
    """Knock back whoever took an attack's damage; the flight rests on that damage."""
    return Knock(one.piece, squares, (*because, *one.rules), (part,), one.keys)
