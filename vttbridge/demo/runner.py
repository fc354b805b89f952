"""One beat at a table: somebody acts, who is asked answers, the game master decides, all on the wire."""

import msgspec

from vttbridge.client import Client
from vttbridge.demo.participants import Participants
from vttbridge.demo.story import Beat, Who
from vttbridge.serializers.values import plain_of
from vttbridge.server.runtime.entropy import command_id
from vttbridge_protocol import (
    LimitDistance,
    Plain,
    PreviewResult,
    WireHold,
    WirePlan,
)

MAX_TURNS = 20
"""A beat that needs more questions and answers than this does not end."""


class Answered(msgspec.Struct, frozen=True):
    """Who was asked what, and what they said."""

    who: Who
    key: str
    value: Plain


class Happened(msgspec.Struct, frozen=True):
    """How a beat went. `seq` is the commit's row; `shown` what the game master had been shown before."""

    beat: Beat
    state: str
    seq: int | None = None
    answered: tuple[Answered, ...] = ()
    shown: WirePlan | None = None
    undone: bool = False
    dropped: bool = False


async def perform(company: Participants, beat: Beat) -> Happened:
    """Act a beat out to its end."""
    actor, command = company.client(beat.who), command_id()
    if beat.then == "drop":
        company.client(beat.who).cut()
    scene = company.stage.spec.id
    reply = await actor.act(scene, beat.action, beat.fields, id=command)
    happened = Happened(beat, reply.outcome, reply.seq, dropped=beat.then == "drop")
    if reply.outcome == "pending" and reply.hold is not None:
        happened = await _until_settled(company, actor, command, reply.hold, happened)
    if happened.dropped:
        await actor.until(lambda client: client.is_live and client.reconnections > 0)
    if beat.then == "undo" and happened.seq is not None:
        undone = await company.gm.undo(happened.seq)
        happened = msgspec.structs.replace(happened, undone=undone.outcome == "done")
    await company.all_caught_up()
    return happened


async def _until_settled(
    company: Participants, actor: Client, command: str, hold: str, happened: Happened
) -> Happened:
    for _ in range(MAX_TURNS):
        await company.gm.caught_up()
        held = company.hold(hold)
        if held is None or held.state in {"committed", "rejected", "expired", "cancelled"}:
            break
        if held.state == "asking":
            happened = await _answer(company, held, happened)
        elif held.state == "planned":
            happened = await _decide(company, held, happened)
    end = await actor.resolved(command)
    return msgspec.structs.replace(happened, state=end.state, seq=end.seq)


async def _answer(company: Participants, held: WireHold, happened: Happened) -> Happened:
    asked = await company.asked(held)
    if asked is None:
        return happened
    who, client = asked
    question = client.asked[held.hold].question
    value = happened.beat.answers.get(question.key, question.default)
    reply = await client.answer(held.hold, question.key, plain_of(value))
    if reply.outcome not in {"done", "pending"}:
        return msgspec.structs.replace(happened, state=f"{reply.outcome} {reply.code}")
    answered = (*happened.answered, Answered(who, question.key, plain_of(value)))
    return msgspec.structs.replace(happened, answered=answered)


async def _decide(company: Participants, held: WireHold, happened: Happened) -> Happened:
    """Approve, edit or refuse what waits. What an edit comes to is previewed before it is approved."""
    gm, beat = company.gm, happened.beat
    if beat.verdict == "reject":
        await gm.reject(held.hold, "not now")
        return happened
    edits: tuple[LimitDistance, ...] = ()
    shown = held.plan
    if beat.verdict == "edit" and beat.limit is not None:
        edits = (LimitDistance(*beat.limit),)
        preview = await gm.preview_hold(held.hold, edits)
        shown = preview.plan if isinstance(preview, PreviewResult) else None
    await gm.approve(held.hold, held.plan.hash if held.plan is not None else "", edits)
    return msgspec.structs.replace(happened, shown=shown)
