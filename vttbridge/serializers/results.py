"""What a table says, in wire messages: replies, plans, questions, holds, previews."""

from vttbridge.rules.effects import Effect, Plan
from vttbridge.rules.odds import Chance, Odds
from vttbridge.rules.plan_edits import AnswerEdit, Drop, Edit, Limit
from vttbridge.rules.refusal import Refusal
from vttbridge.rules.script import Question
from vttbridge.serializers.values import members_of, plain_of, tree_of
from vttbridge.table import Hold, Preview, Reply, Resolved
from vttbridge_protocol import (
    Asked,
    DropEffect,
    Held,
    LimitDistance,
    PreviewResult,
    SetAnswer,
    SpotRevision,
    WireChance,
    WireEffect,
    WireHold,
    WireOdds,
    WirePart,
    WirePlan,
    WireQuestion,
    WireRefusal,
)
from vttbridge_protocol import Edit as WireEdit
from vttbridge_protocol import Reply as WireReply
from vttbridge_protocol import Resolved as WireResolved

_LINE = frozenset({"key", "piece", "rules", "parts", "rests_on", "assumed"})


def reply_of(reply: Reply) -> WireReply:
    """Return a reply."""
    return WireReply(
        outcome=reply.outcome,
        code=reply.code,
        facts=tree_of(reply.facts),
        rule=reply.rule,
        seq=reply.seq,
        hold=reply.hold,
        waits=reply.waits,
        revisions=tuple(SpotRevision(spot.thing, spot.revision) for spot in reply.revisions),
        seqs=reply.seqs,
        retry_after_ms=reply.retry_after_ms,
        dup=reply.dup,
    )


def refusal_of(refusal: Refusal | None) -> WireRefusal | None:
    """Return a refusal."""
    if refusal is None:
        return None
    return WireRefusal(refusal.code, tree_of(refusal.facts), refusal.rule)


def resolved_of(end: Resolved) -> WireResolved:
    """Return the end of a hold; its `seq` is that of a commit."""
    because = end.because
    return WireResolved(
        hold=end.hold,
        state=end.state,
        seq=end.seq if end.state == "committed" else None,
        code="" if because is None else because.code,
        facts={} if because is None else tree_of(because.facts),
        by=end.by,
    )


def effect_of(effect: Effect) -> WireEffect:
    """Return one line of a plan."""
    return WireEffect(
        key=effect.key,
        kind=str(effect.__struct_config__.tag),
        piece=effect.piece,
        fields=members_of(effect, without=_LINE),
        rules=effect.rules,
        parts=tuple(WirePart(part.code, part.amount, part.rule) for part in effect.parts),
        rests_on=effect.rests_on,
        assumed=effect.assumed,
    )


def plan_of(plan: Plan, plan_hash: str) -> WirePlan:
    """Return a plan."""
    return WirePlan(
        hash=plan_hash,
        effects=tuple(effect_of(effect) for effect in plan.effects),
        facts={fact.name: plain_of(fact.value) for fact in plan.facts},
        rules=plan.rules,
    )


def question_of(question: Question) -> WireQuestion:
    """Return a question."""
    return WireQuestion(
        key=question.key,
        audience=question.audience.role,
        kind=question.kind,  # type: ignore[arg-type]  # a ruleset's kinds are the protocol's
        piece=question.audience.piece,
        data=tree_of(question.data),
        default=plain_of(question.default),
        because=refusal_of(question.because),
    )


def hold_of(hold: Hold, remaining_ms: int | None = None) -> WireHold:
    """Return a hold, as far as it was shown."""
    return WireHold(
        hold=hold.id,
        command=hold.command,
        seat=hold.seat,
        scene=hold.scene,
        action=hold.action,
        state="asking" if hold.state == "opened" else hold.state,
        waits=hold.waits,
        fields=tree_of(hold.fields),
        question=None if hold.question is None else question_of(hold.question),
        plan=None if hold.plan is None else plan_of(hold.plan, hold.hash),
        edits=tuple(_edit(edit) for edit in hold.edits),
        gained=hold.gained,
        lost=hold.lost,
        since_ms=hold.since_ms,
        remaining_ms=remaining_ms,
    )


def held_of(hold: Hold, remaining_ms: int | None = None) -> Held:
    """Return how a hold stands."""
    return Held(hold_of(hold, remaining_ms))


def asked_of(hold: Hold, question: Question, remaining_ms: int | None = None) -> Asked:
    """Put a hold's question to somebody."""
    return Asked(
        hold=hold.id,
        command=hold.command,
        scene=hold.scene,
        action=hold.action,
        question=question_of(question),
        seat=hold.seat,
        remaining_ms=remaining_ms,
    )


def _edit(edit: Edit) -> WireEdit:
    match edit:
        case AnswerEdit(key=key, value=value):
            return SetAnswer(key, plain_of(value))
        case Limit(piece=piece, distance=distance):
            return LimitDistance(piece, distance)
        case Drop(key=key):
            return DropEffect(key)


def preview_of(preview: Preview) -> PreviewResult:
    """Return a preview."""
    question = preview.question
    return PreviewResult(
        plan=None if preview.plan is None else plan_of(preview.plan, preview.hash),
        refusal=refusal_of(preview.refusal),
        question=None if question is None or question.is_roll else question_of(question),
        roll=preview.roll,
        known=None if preview.known is None else plan_of(preview.known, ""),
        odds=None if preview.odds is None else odds_of(preview.odds),
        as_seen=preview.as_seen,
    )


def odds_of(odds: Odds) -> WireOdds:
    """Return the table of outcomes."""
    return WireOdds(tuple(_chance(chance) for chance in odds.chances), odds.exact)


def _chance(chance: Chance) -> WireChance:
    outcome = chance.outcome
    return WireChance(
        part=chance.part,
        whole=chance.whole,
        label=chance.label,
        plan=plan_of(outcome, "") if isinstance(outcome, Plan) else None,
        refusal=refusal_of(outcome) if isinstance(outcome, Refusal) else None,
    )
