"""A seat asks for an action: whether it may, whether it saw the present board, and what comes of it."""

import msgspec

from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.values import Value, freeze
from vttbridge.table.context import Book
from vttbridge.table.decisions.decision import (
    Case,
    Decided,
    Decision,
    NeedsFaces,
    conflict,
    no_rows,
    refusing,
    stale,
    with_rows,
)
from vttbridge.table.decisions.hold_events import Ground, about, onward
from vttbridge.table.decisions.player_view import refusal_as_seen
from vttbridge.table.decisions.run_script import Offer, pursue
from vttbridge.table.model.commands import Act
from vttbridge.table.model.events import Acted
from vttbridge.table.model.replies import busy
from vttbridge.table.model.state import Hold, SceneState, State

MOST_OPEN = 50
"""So many holds may be open at a table."""

MOST_OF_A_PLAYER = 8
"""So many of them may be one player's."""

RETRY_MS = 5_000


def act(case: Case, wish: Act) -> Decided:
    """Decide an action."""
    scene = case.state.scene(wish.scene)
    if scene is None:
        return refusing(refuse("NO_SUCH_SCENE", scene=wish.scene))
    full = too_many(case.state, case.seat)
    if full is not None:
        return full
    no = None if case.is_gm else _players_limits(case, scene, wish)
    if no is not None:
        return refusing(no)
    spots = stale(scene, wish.revisions, hidden_too=case.is_gm)
    return conflict(spots) if spots else _decided(case, scene, wish)


def too_many(state: State, seat: str) -> Decision | None:
    """Say that too many matters are open already, at the table or of this player."""
    own = sum(1 for hold in state.holds if hold.seat == seat)
    if len(state.holds) < MOST_OPEN and (state.is_gm(seat) or own < MOST_OF_A_PLAYER):
        return None
    return no_rows(busy("too_many_holds", RETRY_MS))


def frozen_fields(fields: dict[str, Value]) -> dict[str, Value]:
    """Give an action's fields as values that never change."""
    return {name: freeze(fields[name]) for name in sorted(fields)}


def _decided(case: Case, scene: SceneState, wish: Act) -> Decided:
    id = f"h{case.state.seq + 1}"  # noqa: A001 - the field's own word
    fields = frozen_fields(wish.fields)
    hold = Hold(id, case.seat, case.command.id, wish.scene, wish.action, fields, 0)
    ground = Ground(scene, case.book.board(case.state, scene), case.live)
    pursuit = pursue(case, ground.board, hold, Offer(case.seat, wish.answers, wish.rolls))
    if isinstance(pursuit, NeedsFaces):
        return pursuit
    if isinstance(pursuit.outcome, Refusal) and not pursuit.taken:
        offered = msgspec.structs.replace(hold, answers=(*wish.answers, *wish.rolls))
        return refusing(refusal_as_seen(case, scene, offered, pursuit.outcome))
    opened = about(hold, Acted(id, wish.scene, wish.action, fields, wish.answers, wish.rolls))
    return with_rows(case.state, (*opened, *onward(case, ground, pursuit)))


def _players_limits(case: Case, scene: SceneState, wish: Act) -> Refusal | None:
    """Refuse pieces that the player cannot see, just like absent ones, and deeds without an own piece."""
    named = named_pieces(case.book, wish.action, wish.fields)
    if isinstance(named, Refusal):
        return named
    own = False
    for id in named:  # noqa: A001 - the field's own word
        standing = scene.find(id)
        if standing is None or standing.piece.hidden:
            return refuse("NO_SUCH_PIECE", piece=id)
        own = own or standing.piece.owner == case.seat
    return None if own or not named else refuse("NOT_YOURS", pieces=named)


def named_pieces(book: Book, action: str, fields: dict[str, Value]) -> tuple[str, ...] | Refusal:
    """Give the pieces that an action names, or why it cannot be read."""
    spec = book.ruleset.action(action)
    if isinstance(spec, Refusal):
        return spec
    given = spec.read(fields)
    return given if isinstance(given, Refusal) else spec.piece_ids(given)
