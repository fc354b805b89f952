"""Initiative checks: a D6 that must reach the fighter's Initiative."""

from collections.abc import Sequence

from vttbridge.rules.dice import D6
from vttbridge.rules.draft import Draft
from vttbridge.rules.script import Script, roll


def initiative_check(
    draft: Draft, piece: str, *, modifier: int = 0, rules: Sequence[str] = (), purpose: str = "init"
) -> Script[bool]:
    """Roll a D6 for a fighter; with its modifier it must be at or above the fighter's Initiative."""
    face = yield from roll(D6, purpose, piece)
    draft.because(*rules)
    return face + modifier >= draft.piece(piece).whole("initiative", 4)
