"""What only people know after a hit: whether the fighter is still on the battlefield."""

from collections.abc import Sequence

from vttbridge.rules.draft import Draft
from vttbridge.rules.kinds import YesNo
from vttbridge.rules.script import Script, choose, owner_of


def still_on_battlefield(draft: Draft, piece: str, *, rules: Sequence[str] = ()) -> Script[bool]:
    """Ask the owner whether a fighter that was hit is still there (default yes); 'no' takes it off."""
    if draft.board.find(piece) is None:
        return False
    stays = yield from choose(owner_of(piece), "still_on_battlefield", YesNo(), True, piece=piece)
    draft.because(*rules)
    if not stays:
        draft.gone(piece, "out_of_action", rules=rules)
    return stays
