"""What may be told to whoever acts or is asked, before anything has happened, where something is hidden.

1. The truth decides: what is carried out, whether an answer will do, what a game master is shown.
2. Everybody else is told what the board as they may see it gives: the choices of a question, and a plan that
   waits for its yes. So nothing that is hidden can be found by asking, trying and taking back.
3. A question that this board does not lead to is put to the game masters alone. A plan that it does not lead
   to is not shown, and a no that it does not give is told as `SOMETHING_UNSEEN`.
4. Once it is carried out, what happened is there for all to see, without the names of hidden things.
"""

from vttbridge.rules.effects import Plan
from vttbridge.rules.refusal import Refusal, refuse
from vttbridge.rules.resolve import Command as ScriptCommand
from vttbridge.rules.resolve import Inputs, Resolved, Waiting, resolve
from vttbridge.rules.resolve import Planned as PlanReady
from vttbridge.rules.script import Answer, Question
from vttbridge.table.decisions.decision import DecisionContext
from vttbridge.table.model.state import Hold, SceneState
from vttbridge.table.visibility.redaction import REDACTED, hidden_ids


def _resolved(context: DecisionContext, scene: SceneState, hold: Hold) -> Resolved | None:
    """Resolve a hold over the board without its hidden things; `None` where there are none."""
    if not hidden_ids(context.game, scene):
        return None
    board = context.game.board_seen(context.state, scene)
    command = ScriptCommand(hold.action, hold.fields)
    return resolve(context.game.ruleset, board, command, Inputs(hold.answers, hold.edits))


def question_for(
    context: DecisionContext, scene: SceneState, hold: Hold, question: Question
) -> Question | None:
    """Return a question as players may see it, `None` where only what is hidden leads to it."""
    seen = _resolved(context, scene, hold)
    match seen:
        case None:
            return question
        case Waiting(question=other) if other.key == question.key:
            return other
        case _:
            return None


def plan_for(context: DecisionContext, scene: SceneState, hold: Hold, plan: Plan) -> Plan:
    """Return a plan that waits as players may see it; one without lines where the seen board gives none."""
    seen = None if context.state.is_gm(hold.seat) else _resolved(context, scene, hold)
    match seen:
        case None:
            return plan
        case PlanReady(plan=other):
            return other
        case _:
            return Plan(plan.ruleset, plan.action, ())


def refusal_for(context: DecisionContext, scene: SceneState, hold: Hold, because: Refusal) -> Refusal:
    """Return a no as whoever acts may be told it."""
    seen = None if context.state.is_gm(hold.seat) else _resolved(context, scene, hold)
    return because if seen is None or seen == because else refuse(REDACTED)


def refused_answer_for(
    context: DecisionContext, scene: SceneState, hold: Hold, given: Answer, because: Refusal
) -> Refusal:
    """Return why an answer will not do, as whoever gave it may be told."""
    seen = None if context.is_gm else _resolved(context, scene, hold)
    if seen is None or (isinstance(seen, Waiting) and seen.ask.check(given.value) == because):
        return because
    return refuse(REDACTED)
