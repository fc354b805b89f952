"""What happens to a hold: answered, approved, rejected, waited for, carried out.

Before a question is answered and before anything is committed the script runs again over the present board.
The same plan goes on; another one is shown with its difference and needs a new yes; a no ends the hold.
"""

from vttbridge.rules.plan_edits import Edit
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.resolve import Planned as PlanReady
from vttbridge.rules.resolve import Waiting
from vttbridge.rules.script import Answer
from vttbridge.rules.values import freeze
from vttbridge.table.decisions.decision import (
    Decided,
    Decision,
    DecisionContext,
    NeedsFaces,
    no_rows,
    refusing,
    with_rows,
)
from vttbridge.table.decisions.hold_events import Ground, about, among, onward
from vttbridge.table.decisions.player_view import refused_answer_for
from vttbridge.table.decisions.run_script import TIME, Offer, ScriptRun, run_script
from vttbridge.table.model.commands import AnswerQuestion, Approve, CarryOut, Limits, Reject, Waited
from vttbridge.table.model.events import (
    Answered,
    Approved,
    Cancelled,
    Expired,
    Held,
    NewEvent,
    Rejected,
    Rolled,
)
from vttbridge.table.model.permissions import Sender
from vttbridge.table.model.replies import ALREADY_RESOLVED, PLAN_CHANGED, Reply, done
from vttbridge.table.model.state import Hold, State
from vttbridge.table.reducer import hold_after


def gone(state: State, hold_id: str) -> Refusal:
    """Return how a hold ended that is no longer open, or that there was none."""
    for ended in reversed(state.ended):
        if ended.hold == hold_id:
            return refuse(ALREADY_RESOLVED, hold=hold_id, state=ended.end, by=ended.by)
    return refuse("NO_SUCH_HOLD", hold=hold_id)


def ground_of(context: DecisionContext, hold: Hold) -> Ground:
    """Return the ground of a hold; a scene that goes takes its holds along, so it is there."""
    scene = context.state.scene(hold.scene)
    if scene is None:
        raise ValueError(f"hold {hold.id} is without its scene")
    return Ground(scene, context.game.board(context.state, scene), context.live)


def may_see(state: State, hold: Hold, seat: Sender) -> bool:
    """Return whether a seat knows of a hold: game masters do, and whoever acts or is asked."""
    return state.is_gm(seat) or seat == hold.seat or seat in hold.seats


def answer(context: DecisionContext, body: AnswerQuestion) -> Decided:
    """Decide an answer to an open question."""
    hold = context.state.hold(body.hold)
    if hold is None or not may_see(context.state, hold, context.seat):
        return refusing(gone(context.state, body.hold))
    if hold.question is None or hold.question.key != body.key:
        return refusing(refuse(ALREADY_RESOLVED, hold=hold.id, key=body.key))
    if not context.is_gm and context.seat not in hold.seats:
        return refusing(refuse("NOT_ASKED", hold=hold.id, key=body.key))
    if hold.question.is_roll and body.value is None:
        return _drawn(context, hold)
    return _answered(context, hold, Answer(body.key, freeze(body.value)), context.seat)


def _drawn(context: DecisionContext, hold: Hold) -> Decided:
    """Let the server roll what is open, at a table where people roll; it goes on to the next question."""
    ground = ground_of(context, hold)
    now = run_script(context, ground.board, hold, Offer(TIME))
    if isinstance(now, NeedsFaces):
        return now
    return Decision(onward(context, ground, now), done(context.state.seq + 1))


def _answered(context: DecisionContext, hold: Hold, given: Answer, by: str) -> Decided:
    ground = ground_of(context, hold)
    now = run_script(context, ground.board, hold, Offer(by))
    if isinstance(now, NeedsFaces):
        return now
    if not isinstance(now.outcome, Waiting) or now.outcome.question.key != given.key:
        return with_rows(context.state, onward(context, ground, now))
    refused = now.outcome.ask.check(given.value)
    if refused is not None:
        return refusing(refused_answer_for(context, ground.scene, now.hold, given, refused))
    row = _taken(hold, now.outcome, given, by)
    further = run_script(context, ground.board, now.hold.knows(given), Offer(by))
    if isinstance(further, NeedsFaces):
        return further
    return with_rows(context.state, (*about(hold, row, *now.taken), *onward(context, ground, further)))


def _taken(hold: Hold, waiting: Waiting, given: Answer, by: str) -> Answered | Rolled:
    if waiting.question.is_roll:
        return Rolled(hold.id, given.key, str(waiting.question.data.get("die", "")), given.value, by)
    return Answered(hold.id, given.key, given.value, by)


def approve(context: DecisionContext, body: Approve) -> Decided:
    """Decide a yes to a plan."""
    hold = context.state.hold(body.hold)
    if hold is None:
        return refusing(gone(context.state, body.hold))
    if hold.state == "approved":
        return refusing(refuse(ALREADY_RESOLVED, hold=hold.id, state="approved", by=hold.approved_by))
    if hold.state != "planned":
        return refusing(refuse("NOT_PLANNED", hold=hold.id))
    if body.plan != hold.hash:
        return no_rows(Reply("conflict", PLAN_CHANGED, hold=hold.id, waits="approval"))
    ground = ground_of(context, hold)
    now = run_script(context, ground.board, hold, Offer(context.seat))
    if isinstance(now, NeedsFaces):
        return now
    if not isinstance(now.outcome, PlanReady) or context.game.hash(now.outcome.plan) != hold.hash:
        return with_rows(context.state, onward(context, ground, now))
    return _approved(context, ground, hold, body)


def _approved(context: DecisionContext, ground: Ground, hold: Hold, body: Approve) -> Decided:
    edits: tuple[Edit, ...] = (*hold.edits, *body.edits)
    edited = run_script(context, ground.board, hold, Offer(context.seat), edits)
    if isinstance(edited, NeedsFaces):
        return edited
    if isinstance(edited.outcome, Refusal):
        return refusing(edited.outcome)
    # what was asked or rolled only now has been seen by nobody: its plan needs a yes of its own
    settled = isinstance(edited.outcome, PlanReady) and not edited.taken
    plan = edited.outcome.plan if isinstance(edited.outcome, PlanReady) and settled else None
    hash_now = context.game.hash(plan) if plan is not None else ""
    yes = Approved(hold.id, context.seat, body.plan, edits, hash_now, plan if body.edits else None)
    script_run = ScriptRun(hold_after(edited.hold, yes), edited.taken, edited.outcome)
    further = onward(context, ground, script_run, approved=hash_now or None)
    return with_rows(context.state, (*about(hold, yes), *further))


def reject(context: DecisionContext, body: Reject) -> Decision:
    """Decide a no from a game master or the server, or a change of mind of whoever acts."""
    hold = context.state.hold(body.hold)
    if hold is None or not may_see(context.state, hold, context.command.seat):
        return refusing(gone(context.state, body.hold))
    if context.is_gm:
        return with_rows(context.state, about(hold, Rejected(hold.id, context.seat, body.reason)))
    if context.seat != hold.seat:
        return refusing(refuse("NOT_YOURS", hold=hold.id))
    return with_rows(context.state, about(hold, Cancelled(hold.id, refuse("WITHDRAWN"), context.seat)))


def waited(context: DecisionContext, body: Waited) -> Decided:
    """Decide what time does to a hold: it may end it or answer with a default, but never says yes."""
    hold = context.state.hold(body.hold)
    if hold is None:
        return refusing(gone(context.state, body.hold))
    if body.limits is not None and is_over(hold, body, body.limits):
        if hold.state == "asking":
            return _by_default(context, hold)
        return with_rows(context.state, about(hold, Expired(hold.id, body.watched_ms, body.all_ms)))
    if hold.waits is None or (hold.asked_ms, hold.watched_ms) == (body.asked_ms, body.watched_ms):
        return no_rows(done())
    still = Held(hold.id, hold.waits, body.asked_ms, body.watched_ms)
    return with_rows(context.state, (NewEvent(still, among(hold)),))


def is_over(hold: Hold, waited: Waited, limits: Limits) -> bool:
    """Return whether a question or a plan has waited as long as it may."""
    match hold.state:
        case "asking":
            return waited.asked_ms >= limits.question_ms
        case "planned":
            return waited.watched_ms >= limits.approval_ms or waited.all_ms >= limits.all_ms
        case _:
            return False


def _by_default(context: DecisionContext, hold: Hold) -> Decided:
    ground = ground_of(context, hold)
    now = run_script(context, ground.board, hold, Offer(TIME))
    if isinstance(now, NeedsFaces):
        return now
    if not isinstance(now.outcome, Waiting):
        return with_rows(context.state, onward(context, ground, now))
    question = now.outcome.question
    return _answered(context, hold, Answer(question.key, freeze(question.default)), TIME)


def carry_out(context: DecisionContext, body: CarryOut) -> Decided:
    """Decide what was approved, now that there is an executor."""
    hold = context.state.hold(body.hold)
    if hold is None:
        return refusing(gone(context.state, body.hold))
    if hold.state != "approved":
        return refusing(refuse("NOT_APPROVED", hold=hold.id))
    ground = ground_of(context, hold)
    if ground.scene.is_carried_out_elsewhere and not context.live.executor:
        return refusing(refuse("NO_EXECUTOR", hold=hold.id))
    now = run_script(context, ground.board, hold, Offer(hold.approved_by))
    if isinstance(now, NeedsFaces):
        return now
    return with_rows(context.state, onward(context, ground, now, approved=hold.hash))
