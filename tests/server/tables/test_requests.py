"""Requests change nothing, and what takes long may not pile up."""

import asyncio

import pytest

from support.fake_peer import id_of
from support.stored_table import StoredTable, seated
from vttbridge.server.tables.previews import MAX_WAITING, PreviewService
from vttbridge_protocol import (
    AnswerResult,
    Ask,
    Executor,
    ExecutorState,
    Heartbeat,
    Look,
    Preview,
    PreviewResult,
    Reply,
    SeatList,
    Seats,
    Snapshot,
)

PUSH = Preview("room", "push", {"target": "dan"})


async def test_each_kind_of_request_has_its_answer() -> None:
    """A kind that nobody handles is said to be unsupported."""
    actor = StoredTable().actor()
    (gm,) = await seated(actor, "s-gm")
    before = actor.state
    for name, body in (
        ("look", Look()),
        ("seats", Seats()),
        ("exec", Executor(claim=True)),
        ("other", Heartbeat()),
    ):
        actor.request(gm, id_of(name), body)
    actor.request(gm, id_of("preview"), PUSH)
    actor.request(gm, id_of("ask"), Ask("room", "where", {"piece": "dan"}))
    await actor.stop()
    assert [type(one) for one in gm.replies_to(id_of("look"))] == [Snapshot]
    assert [type(one) for one in gm.replies_to(id_of("seats"))] == [SeatList]
    assert [type(one) for one in gm.replies_to(id_of("preview"))] == [PreviewResult]
    assert [type(one) for one in gm.replies_to(id_of("ask"))] == [AnswerResult]
    assert gm.replies_to(id_of("exec")) == [ExecutorState("yours", actor.lease.term)]
    assert gm.replies_to(id_of("other")) == [Reply("invalid", code="unsupported")]
    assert actor.state is before


async def test_only_a_game_master_may_write_into_the_vtt() -> None:
    """A player is refused, and nobody has the lease."""
    actor = StoredTable().actor()
    (ann,) = await seated(actor, "s-1")
    actor.request(ann, id_of("r"), Executor(claim=True))
    await actor.mailbox.join()
    assert ann.replies_to(id_of("r")) == [Reply("refused", code="NOT_ALLOWED")]
    assert actor.lease.holder is None
    await actor.stop()


async def test_what_takes_long_may_not_pile_up() -> None:
    """One whole state and a few previews wait; the next ones are told to come again."""
    actor = StoredTable().actor()
    (gm,) = await seated(actor, "s-gm")
    for number in range(2):
        actor.request(gm, id_of(f"look{number}"), Look())
    for number in range(MAX_WAITING + 1):
        actor.request(gm, id_of(f"preview{number}"), PUSH)
    busy = Reply("busy", code="too_many_in_flight", retry_after_ms=2_000)
    assert gm.replies_to(id_of("look1")) == gm.replies_to(id_of(f"preview{MAX_WAITING}")) == [busy]
    await actor.mailbox.join()
    actor.request(gm, id_of("again"), Look())
    await actor.stop()
    assert isinstance(gm.replies_to(id_of("again"))[0], Snapshot)
    assert isinstance(gm.replies_to(id_of("preview0"))[0], PreviewResult)


async def test_a_bug_in_a_request_is_told_to_its_asker(monkeypatch: pytest.MonkeyPatch) -> None:
    """And ends nothing."""
    actor = StoredTable().actor()
    (gm,) = await seated(actor, "s-gm")

    async def breaks(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(PreviewService, "preview", breaks)
    actor.request(gm, id_of("r"), PUSH)
    await actor.stop()
    no = Reply("invalid", code="rules_failed", facts={"kind": "KeyError"})
    assert gm.replies_to(id_of("r")) == [no]


async def test_what_was_computed_over_rows_that_were_not_stored_is_not_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is busy instead."""
    actor = StoredTable().actor()
    (gm,) = await seated(actor, "s-gm")

    async def meanwhile(*_: object) -> Reply:
        await asyncio.sleep(0)
        actor.mailbox.failures += 1
        return Reply("done")

    monkeypatch.setattr(PreviewService, "preview", meanwhile)
    actor.request(gm, id_of("r"), PUSH)
    await actor.stop()
    assert [one.code for one in gm.replies_to(id_of("r")) if isinstance(one, Reply)] == ["storage_full"]
