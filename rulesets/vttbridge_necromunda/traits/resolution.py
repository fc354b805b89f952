"""From hits to their end: knock backs, pinning, hits for the wound rolls, falls, in this order.

1. Knock backs come at once, before any wound roll (NT-02); the house rule `nt_order` pins first.
2. Then every hit is handed on with its Damage, raised by 1 where its knock back was blocked (NT-05).
3. The attack is finished before anybody falls; who is out by then does not fall.
"""

from collections.abc import Sequence

import msgspec

from vttbridge.geometry.vec import Place, Vec
from vttbridge.rules.draft import Draft
from vttbridge.rules.effects import Part
from vttbridge.rules.script import Script
from vttbridge_necromunda.table_top.directions import away_from
from vttbridge_necromunda.table_top.falling import FallBook, fall_down
from vttbridge_necromunda.table_top.survival import still_on_battlefield
from vttbridge_necromunda.traits.knock_back import knock_back
from vttbridge_necromunda.traits.pinning import PINNING, is_engaged, pin_by_shot, unpin_engaged
from vttbridge_necromunda.traits.separation import separate

BOOK = FallBook(damage="NTX-02", landing_on="NTX-12", near_edge="NTX-03", bottomless="NTX-02")


class Share(msgspec.Struct, frozen=True):
    """What one fighter gets of an attack: how many hits, whether they knock it back, and away from where.

    `over` is how near its centre the origin must be for the scatter die to decide; `away` is the rule of the
    direction and `blocked` the rules by which a blocked knock back raises the Damage.
    """

    piece: str
    hits: int
    knocks: bool
    origin: Vec
    over: float = 0.0
    away: tuple[str, ...] = ("NTX-04",)
    blocked: tuple[str, ...] = ("NT-05",)


class Outcome(msgspec.Struct, frozen=True):
    """What became of a share: whether each hit's Damage is raised; from where the fighter falls, and why."""

    share: Share
    raised: tuple[bool, ...]
    was_engaged: bool
    drop: Place | None = None
    falls_by: tuple[str, ...] = ("NTX-01",)


def resolve_shot(
    draft: Draft, shares: Sequence[Share], order: Sequence[str], damage: int, source: str
) -> Script[None]:
    """Resolve a ranged attack: the shares are knocked back in the order given, hit in their own."""
    outcomes = {share.piece: _untouched(draft, share) for share in shares}
    pins_first = draft.options.is_on("nt_order", "pin_then_knockback")
    if pins_first:
        yield from _pin(draft, outcomes)
    for one in order:
        outcomes[one] = yield from _knocked(draft, outcomes[one])
    if pins_first:
        for one in outcomes:
            unpin_engaged(draft, one)
    else:
        yield from _pin(draft, outcomes)
    score(draft, tuple(outcomes.values()), damage, source)
    yield from fall_after_attack(draft, tuple(outcomes.values()))


def resolve_blow(draft: Draft, share: Share) -> Script[Outcome]:
    """Knock back the target of a melee attack; its hits are scored once the attacker has followed or not."""
    outcome = yield from _knocked(draft, _untouched(draft, share))
    return outcome


def _untouched(draft: Draft, share: Share) -> Outcome:
    return Outcome(share, (False,) * share.hits, is_engaged(draft.board, share.piece))


def _pin(draft: Draft, outcomes: dict[str, Outcome]) -> Script[None]:
    for one, outcome in outcomes.items():
        if outcome.drop is None:
            drop = yield from pin_by_shot(draft, one, was_engaged=outcome.was_engaged)
            outcomes[one] = msgspec.structs.replace(outcome, drop=drop, falls_by=PINNING)


def _knocked(draft: Draft, outcome: Outcome) -> Script[Outcome]:
    """Knock a share's fighter back: once for all its hits, or by house rule once for each."""
    share = outcome.share
    if not share.knocks or outcome.drop is not None:
        return outcome
    way = yield from away_from(
        draft, share.origin, draft.piece(share.piece), over=share.over, rules=share.away, scatter=("NT-08",)
    )
    each = draft.options.is_on("nt_multi_hit_kb", "per_hit")
    raised: list[bool] = []
    drop: Place | None = None
    for _ in range(share.hits if each else 1):
        if drop is not None:
            raised.append(False)
            continue
        knocked = yield from knock_back(draft, share.piece, way)
        raised.append(knocked.blocked)
        drop = knocked.drop
    marks = tuple(raised) if each else tuple(raised) * share.hits
    return msgspec.structs.replace(outcome, raised=marks, drop=drop)


def score(draft: Draft, outcomes: Sequence[Outcome], damage: int, source: str) -> None:
    """Hand on every hit with its Damage (NT-05, NT-12)."""
    for outcome in outcomes:
        for is_raised in outcome.raised:
            _hit(draft, outcome.share, damage, source, is_raised=is_raised)


def _hit(draft: Draft, share: Share, damage: int, source: str, *, is_raised: bool) -> None:
    parts = [Part("weapon_damage", damage)]
    if is_raised:
        parts.append(Part("knock_back_blocked", 1, share.blocked[0]))
    draft.hit(
        share.piece,
        "weapon",
        "weapon",
        damage + int(is_raised),
        "attack",
        source=source,
        rules=share.blocked if is_raised else (),
        parts=parts,
    )


def fall_after_attack(draft: Draft, outcomes: Sequence[Outcome]) -> Script[None]:
    """Let those fall who went over an edge and are still there; then keep the moved an inch from enemies."""
    for outcome in outcomes:
        one, drop = outcome.share.piece, outcome.drop
        if drop is None:
            continue
        stays = yield from still_on_battlefield(draft, one, rules=outcome.falls_by)
        if stays:
            yield from fall_down(draft, one, drop, BOOK, rules=outcome.falls_by)
    separate(draft, tuple(outcome.share.piece for outcome in outcomes if outcome.share.knocks))
