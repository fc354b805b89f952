"""From how far a script went to rows: asked, planned and held, cancelled, or the whole outcome at once."""

import msgspec

from vttbridge.rules.board import Board
from vttbridge.rules.effects import Plan
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.resolve import Planned as PlanReady
from vttbridge.rules.resolve import Waiting
from vttbridge.rules.script import Question
from vttbridge.rules.values import freeze
from vttbridge.table.decisions.decision import DecisionContext, Live
from vttbridge.table.decisions.player_view import plan_for, question_for, refusal_for
from vttbridge.table.decisions.run_script import ScriptRun, seats_asked
from vttbridge.table.model.changes import Change, between_pieces, between_scenes
from vttbridge.table.model.events import (
    EVERYONE,
    GMS,
    Approved,
    Asked,
    Cancelled,
    Committed,
    EventBody,
    Held,
    NewEvent,
    Planned,
)
from vttbridge.table.model.state import Hold, SceneState, State


class Ground(msgspec.Struct, frozen=True):
    """Where a hold is decided: its scene, the true board over it, and what is true only now."""

    scene: SceneState
    board: Board
    live: Live


def among(hold: Hold, *more: str) -> tuple[str, ...]:
    """Return the audience of a hold's rows: game masters, whoever acts, and those named."""
    return tuple(dict.fromkeys((GMS, *(seat for seat in (hold.seat, *more) if seat))))


def about(hold: Hold, *bodies: EventBody) -> tuple[NewEvent, ...]:
    """Make entries that the game masters and the acting seat may see."""
    return tuple(NewEvent(body, among(hold)) for body in bodies)


def onward(
    context: DecisionContext, ground: Ground, script_run: ScriptRun, *, approved: str | None = None
) -> tuple[NewEvent, ...]:
    """Return the rows that follow from a pursuit, what was taken first.

    Args:
        context: The command that it is about.
        ground: Where it is decided.
        script_run: How far the script went.
        approved: The hash of a plan that has its yes already.
    """
    hold = script_run.hold
    taken = about(hold, *script_run.taken)
    match script_run.outcome:
        case Refusal() as because:
            told = refusal_for(context, ground.scene, hold, because)
            return (*taken, *about(hold, Cancelled(hold.id, told)))
        case Waiting(question=question):
            return (*taken, asked(context, ground.scene, hold, question))
        case PlanReady(plan=plan):
            hash_now = context.game.hash(plan)
            if needs_yes(context.state, hold) and approved != hash_now:
                seen = plan_for(context, ground.scene, hold, plan)
                return (*taken, *planned(hold, plan, hash_now, None if seen == plan else seen))
            return (*taken, *carried_out(ground, hold, plan, hash_now))


def asked(context: DecisionContext, scene: SceneState, hold: Hold, question: Question) -> NewEvent:
    """Open a question."""
    seats = seats_asked(context, hold, question)
    seen = question_for(context, scene, hold, question) if seats else question
    if seen is None:
        seats, seen = (), question
    plain, other = _plain(question), _plain(seen)
    return NewEvent(Asked(hold.id, plain, seats, None if other == plain else other), among(hold, *seats))


def _plain(question: Question) -> Question:
    data = {key: freeze(question.data[key]) for key in sorted(question.data)}
    return msgspec.structs.replace(question, data=data, default=freeze(question.default))


def needs_yes(state: State, hold: Hold) -> bool:
    """Return whether a game master must approve: by policy, and always again after an earlier yes."""
    if hold.approved_by:
        return True
    match state.policy:
        case "all":
            return True
        case "players":
            return not state.is_gm(hold.seat)
        case "none":
            return False


def planned(hold: Hold, plan: Plan, hash_now: str, seen: Plan | None) -> tuple[NewEvent, ...]:
    """Show a plan and wait for a yes, with the lines by which it differs from an earlier plan.

    `seen` is the plan as whoever acts may see it, where that is another.
    """
    old = {effect.key: effect for effect in hold.plan.effects} if hold.plan else None
    new = {effect.key: effect for effect in plan.effects}
    gained = () if old is None else tuple(key for key in new if old.get(key) != new[key])
    lost = () if old is None else tuple(key for key in old if key not in new)
    return about(hold, Planned(hold.id, plan, hash_now, gained, lost, seen), Held(hold.id, "approval"))


def carried_out(ground: Ground, hold: Hold, plan: Plan, hash_now: str) -> tuple[NewEvent, ...]:
    """Commit; where the VTT must write it and nobody is there to do so, wait as approved."""
    if ground.scene.is_carried_out_elsewhere and not ground.live.executor:
        return waiting_for_executor(hold, plan, hash_now)
    return (NewEvent(committed(ground, hold, plan), EVERYONE),)


def waiting_for_executor(hold: Hold, plan: Plan, hash_now: str) -> tuple[NewEvent, ...]:
    """Approve on the acting seat's own authority where nobody else did, and wait."""
    held = Held(hold.id, "executor")
    if hold.state == "approved" and hold.hash == hash_now:
        return about(hold, held)
    yes = Approved(hold.id, hold.approved_by or hold.seat, hash_now, hold.edits, hash_now, plan)
    return about(hold, yes, held)


def committed(ground: Ground, hold: Hold, plan: Plan) -> Committed:
    """Make the one row of a whole outcome."""
    changes = written_by(ground.board, plan)
    return Committed(hold.id, ground.scene.id, plan.action, plan.effects, plan.facts, plan.rules, changes)


def written_by(board: Board, plan: Plan) -> tuple[Change, ...]:
    """Return what a plan writes on a board, as absolute values."""
    after = board.applied(plan.effects)
    return (*between_pieces(board.pieces, after.pieces), *between_scenes(board.scene, after.scene))
