"""A seat asks for an action: whether it may, whether it saw the present board, and what comes of it."""

import msgspec

from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.values import Value, freeze
from vttbridge.table.context import GameContext
from vttbridge.table.decisions.decision import (
    Decided,
    Decision,
    DecisionContext,
    NeedsFaces,
    conflict,
    no_rows,
    refusing,
    stale,
    with_rows,
)
from vttbridge.table.decisions.hold_events import Ground, about, onward
from vttbridge.table.decisions.player_view import refusal_for
from vttbridge.table.decisions.run_script import Offer, run_script
from vttbridge.table.model.commands import Act
from vttbridge.table.model.events import Acted
from vttbridge.table.model.replies import busy
from vttbridge.table.model.state import Hold, SceneState, State

MAX_OPEN = 50
"""So many holds may be open at a table."""

MAX_OF_A_PLAYER = 8
"""So many of them may be one player's."""

RETRY_MS = 5_000


def act(context: DecisionContext, body: Act) -> Decided:
    """Decide an action."""
    scene = context.state.scene(body.scene)
    if scene is None:
        return refusing(refuse("NO_SUCH_SCENE", scene=body.scene))
    full = too_many(context.state, context.seat)
    if full is not None:
        return full
    no = None if context.is_gm else _players_limits(context, scene, body)
    if no is not None:
        return refusing(no)
    spots = stale(scene, body.revisions, hidden_too=context.is_gm)
    return conflict(spots) if spots else _decided(context, scene, body)


def too_many(state: State, seat: str) -> Decision | None:
    """Return a reply that too many matters are open already, at the table or of this player."""
    own = sum(1 for hold in state.holds if hold.seat == seat)
    if len(state.holds) < MAX_OPEN and (state.is_gm(seat) or own < MAX_OF_A_PLAYER):
        return None
    return no_rows(busy("too_many_holds", RETRY_MS))


def frozen_fields(fields: dict[str, Value]) -> dict[str, Value]:
    """Return an action's fields as values that never change."""
    return {name: freeze(fields[name]) for name in sorted(fields)}


def _decided(context: DecisionContext, scene: SceneState, body: Act) -> Decided:
    hold_id = f"h{context.state.seq + 1}"
    fields = frozen_fields(body.fields)
    hold = Hold(hold_id, context.seat, context.command.id, body.scene, body.action, fields, 0)
    ground = Ground(scene, context.game.board(context.state, scene), context.live)
    script_run = run_script(context, ground.board, hold, Offer(context.seat, body.answers, body.rolls))
    if isinstance(script_run, NeedsFaces):
        return script_run
    if isinstance(script_run.outcome, Refusal) and not script_run.taken:
        offered = msgspec.structs.replace(hold, answers=(*body.answers, *body.rolls))
        return refusing(refusal_for(context, scene, offered, script_run.outcome))
    opened = about(hold, Acted(hold_id, body.scene, body.action, fields, body.answers, body.rolls))
    return with_rows(context.state, (*opened, *onward(context, ground, script_run)))


def _players_limits(context: DecisionContext, scene: SceneState, body: Act) -> Refusal | None:
    """Refuse pieces that the player cannot see, just like absent ones, and deeds without an own piece."""
    named = named_pieces(context.game, body.action, body.fields)
    if isinstance(named, Refusal):
        return named
    own = False
    for hold_id in named:
        standing = scene.find(hold_id)
        if standing is None or standing.piece.hidden:
            return refuse("NO_SUCH_PIECE", piece=hold_id)
        own = own or standing.piece.owner == context.seat
    return None if own or not named else refuse("NOT_YOURS", pieces=named)


def named_pieces(game: GameContext, action: str, fields: dict[str, Value]) -> tuple[str, ...] | Refusal:
    """Return the pieces that an action names, or why it cannot be read."""
    spec = game.ruleset.action(action)
    if isinstance(spec, Refusal):
        return spec
    given = spec.read(fields)
    return given if isinstance(given, Refusal) else spec.piece_ids(given)
